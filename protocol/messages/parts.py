"""What several messages are made of: bounded ints and texts, rooms, sitters, payments.

Times are milliseconds that remain or have passed, never a clock (`at` alone is Unix time in
seconds); money is cents.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

from protocol.choices import MOST_CHOSEN
from protocol.frozen import frozen
from protocol.shape import Between, UpTo
from protocol.words import Seat

Count = Annotated[int, Between(0, 2**53)]
"""Exact in every language that a client may be written in."""
Request = Annotated[int, Between(1, 2**53)]
Version = Annotated[int, Between(1, 10_000)]
Money = Annotated[int, Between(-(10**15), 10**15)]
Sum = Annotated[int, Between(0, 10**15)]
Word = Annotated[str, UpTo(40, 1)]
"""A code: the name of a game, a preset, a bot, a reason."""
Maybe = Annotated[str, UpTo(40)]
Key = Annotated[str, UpTo(80, 1)]
"""A token to be sent back as it is."""
Person = Annotated[str, UpTo(24, 1)]
Password = Annotated[str, UpTo(128, 1)]
Code = Annotated[str, UpTo(40)]
"""The code of a second factor, or one of its recovery codes."""
CardNumber = Annotated[str, UpTo(24, 1)]
Pin = Annotated[str, UpTo(12)]
Expiry = Annotated[str, UpTo(7)]
"""The month a card expires in, as it stands on the card (`04/31`) or as `2031-04`."""
SecurityCode = Annotated[str, UpTo(4)]
Table = Annotated[str, UpTo(40, 1)]
Text = Annotated[str, UpTo(300)]
Words = Annotated[tuple[Word, ...], UpTo(32)]
Facts = Annotated[Mapping[Word, int | Text], UpTo(16)]
RoomOptions = Annotated[Mapping[Word, int | Annotated[str, UpTo(40)] | bool], UpTo(MOST_CHOSEN)]
"""Options of a game by name, as `rules` lists them."""
CardKind = Literal["debit", "credit"]
PurseKind = Literal["play", "cash"]


@frozen
class Seen:
    """The last event that a client has of a table."""

    table: Table
    round: Count
    seq: Count


@frozen
class Room:
    """A room as the lobby lists it: what is played, for how much, and how full it is.

    `ready`: a round begins when all who sit have said `ready`; elsewhere it begins by itself.
    `code` is for friends of a private room; `watched`: the house may look at the cards;
    `testing`: cards can be rigged here. `bots`: so many of the seats that are taken are bots' who
    give them to people; `coming`: so many bots take seats as soon as somebody comes to look.
    `calls`: whoever sits here may call bots and send them away. `options`:
    what was chosen otherwise than the preset has it.
    """

    table: Table
    game: Word
    preset: Word
    purse: PurseKind
    stake: Sum
    least_buy_in: Sum
    most_buy_in: Sum
    seats: Count
    taken: Count = 0
    waiting: Count = 0
    ready: bool = False
    private: bool = False
    code: Maybe = ""
    counter: bool = False
    watched: bool = False
    testing: bool = False
    bots: Count = 0
    calls: bool = False
    coming: Count = 0
    options: RoomOptions = field(default_factory=dict)


@frozen
class Sitter:
    """A player or bot at a seat, with its chips; `coming` are chips that count from the next round.

    `stand_in`: a bot plays for the seat, until its player takes over again, or to the end of the
    round for one who has left. `who` is the player's number, which stays through every change of
    name; 0 for a bot.
    """

    name: Person
    stack: Sum
    coming: Sum = 0
    avatar: Maybe = ""
    bot: Maybe = ""
    here: bool = True
    away: Count = 0
    out: bool = False
    ready: bool = False
    stand_in: bool = False
    who: Count = 0


@frozen
class Line:
    """One line of a table's chat: words or a phrase by its code, and the Unix time it was said.

    `who` is the number of the player who said it. The text is plain: one line, no link.
    """

    n: Count
    name: Person
    at: Count
    text: Text = ""
    phrase: Maybe = ""
    seat: Seat | None = None
    who: Count = 0


@frozen
class CardProof:
    """A bank card with what proves it."""

    card: CardKind
    number: CardNumber = field(repr=False)
    pin: Pin = field(default="", repr=False)
    expiry: Expiry = field(default="", repr=False)
    code: SecurityCode = field(default="", repr=False)


@frozen
class Payment:
    """Chips bought from the bank or cashed into it, and how far that has come.

    `digits` are the last of the card it is made with. With `until` (Unix time, as `at`) it is held
    until then, and made by itself.
    """

    n: Count
    at: Count
    way: Literal["buy", "cash_out"]
    amount: Sum
    state: Literal["pending", "done", "refused", "unknown"]
    code: Maybe = ""
    digits: Annotated[str, UpTo(4)] = ""
    until: Count = 0


@frozen
class Buster:
    """A player who has busted the house, when (Unix seconds), and with how many chips at the
    table."""

    name: Maybe
    at: Count
    amount: Count
