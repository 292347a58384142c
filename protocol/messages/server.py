"""What the server says to a client."""

from collections.abc import Mapping
from dataclasses import field
from typing import Annotated, Literal

import protocol.games  # noqa: F401  without it `told` would not know the events of the games
from protocol.choices import MOST_CHOSEN, RuleChoice
from protocol.events import Event
from protocol.frozen import frozen
from protocol.messages.declare import SERVER, Message, message
from protocol.messages.parts import (
    Buster,
    CardKind,
    CardProof,
    Count,
    Facts,
    Key,
    Line,
    Maybe,
    Money,
    Payment,
    Person,
    Request,
    Room,
    Sitter,
    Sum,
    Table,
    Text,
    Version,
    Word,
    Words,
)
from protocol.shape import UpTo
from protocol.words import Ask, Seat

# Answers


@message("welcome", SERVER)
@frozen
class Welcome(Message):
    """Answers `hello`: the version to speak, the features of both, and whether logins are open.

    `demo_cards`: cards of the demo bank for whoever wants to try it; none where the bank is real.
    `readable`: the house is open to its own network without encryption; a client says so.
    `invite`: the link that friends reach the house by, to its page or to the app; empty where the
    house knows none. A room's code goes behind it: `#join=CODE`.
    """

    version: Version
    features: Words = ()
    house: Maybe = ""
    open: bool = True
    testing: bool = False
    demo_cards: Annotated[tuple[CardProof, ...], UpTo(8)] = ()
    readable: bool = False
    invite: Text = ""


@message("upgrade_required", SERVER)
@frozen
class UpgradeRequired(Message):
    """Answers `hello` when no version is common, and closes the line."""

    low: Version
    high: Version
    text: Text = ""


@message("ok", SERVER)
@frozen
class Ok(Message):
    """The request is done."""

    id: Request


@message("refused", SERVER)
@frozen
class Refused(Message):
    """The request (0: none) changed nothing: a code to translate, a sentence and its facts."""

    id: Count
    code: Word
    text: Text = ""
    facts: Facts = field(default_factory=dict)


@message("session", SERVER)
@frozen
class Session(Message):
    """Answers a login or `resume`: the token for the next resume, once, one's number, and the rooms
    that one is in, which are 8 at most."""

    id: Request
    token: Key = field(repr=False)
    name: Person
    guest: bool = False
    avatar: Maybe = ""
    tables: Annotated[tuple[Table, ...], UpTo(8)] = ()
    who: Count = 0


@message("pong", SERVER)
@frozen
class Pong(Message):
    """Answers `ping`."""

    n: Count


@message("goodbye", SERVER)
@frozen
class Goodbye(Message):
    """The session has ended and the line closes: logged out, on another device, removed, closed."""

    code: Word
    text: Text = ""


@message("notice", SERVER)
@frozen
class Notice(Message):
    """Something to show: the house closes, an opponent is broke, the chips are gone."""

    code: Word
    text: Text = ""
    table: Maybe = ""
    facts: Facts = field(default_factory=dict)


# One's own account


@message("account_info", SERVER)
@frozen
class AccountInfo(Message):
    """Answers `account`: how one comes in, whether a login asks for a second factor, and how many
    recovery codes are left."""

    id: Request
    kind: Literal["guest", "member", "card"]
    factor: bool = False
    recovery: Count = 0


@message("factor_secret", SERVER)
@frozen
class FactorSecret(Message):
    """Answers `factor`: what an app for such codes is given, as text and as a link (TOTP of RFC
    6238: SHA-1, six digits, 30 s)."""

    id: Request
    secret: Word = field(repr=False)
    uri: Text = field(repr=False)


@message("recovery_codes", SERVER)
@frozen
class RecoveryCodes(Message):
    """Answers `factor_confirm`: codes that open once each instead of the app's. They are told this
    once."""

    id: Request
    codes: Annotated[tuple[Word, ...], UpTo(16)] = field(repr=False)


@message("reset", SERVER)
@frozen
class Reset(Message):
    """Answers `lost_password`: the key for `new_password`, which is for this device alone, the
    number to be read to the house, and for how long both are good."""

    id: Request
    key: Key = field(repr=False)
    number: Word = field(repr=False)
    ms: Count


# Rooms


@message("rooms", SERVER)
@frozen
class Rooms(Message):
    """Rooms that are new or changed, and tables that are gone; `whole` replaces the list."""

    rooms: Annotated[tuple[Room, ...], UpTo(200)] = ()
    gone: Annotated[tuple[Table, ...], UpTo(200)] = ()
    whole: bool = False


@message("rules", SERVER)
@frozen
class TheRules(Message):
    """Answers `rules_of`: every option of the preset, and which of them `open_room` may choose
    otherwise, in the order in which they are shown."""

    id: Request
    game: Word
    preset: Word
    options: Annotated[Mapping[Word, int | Text | bool], UpTo(128)]
    choices: Annotated[tuple[RuleChoice, ...], UpTo(MOST_CHOSEN)] = ()


@message("buster_list", SERVER)
@frozen
class BusterList(Message):
    """Answers `busters`: the last ten, the newest first."""

    id: Request
    busters: Annotated[tuple[Buster, ...], UpTo(10)] = ()


@message("room", SERVER)
@frozen
class Joined(Message):
    """One is in this room now, as one asked (0: unasked); who sits there, what is told and the
    chat follow."""

    id: Count
    room: Room


@message("seats", SERVER)
@frozen
class Seats(Message):
    """Everybody who sits at a table, whenever that changes; `you` is one's own seat. How many
    watch and who is away, and all of it to who only watches, is told at most once a second, once in
    two seconds while it keeps changing, the last change too."""

    table: Table
    seats: Annotated[Mapping[Seat, Sitter], UpTo(16)]
    you: Seat | None = None
    watching: Count = 0


@message("queued", SERVER)
@frozen
class Queued(Message):
    """One's place in the queue, 1 being next, and an estimate of the wait. Place 0: one waits no
    more, and an offer that one had is over. What others change is told at most four times a second,
    the last change too. `soon`: a seat is given up after the round that is played, and falls to
    one."""

    table: Table
    place: Count
    length: Count
    ms: Count = 0
    soon: bool = False


@message("offer", SERVER)
@frozen
class Offer(Message):
    """A seat is free: `sit` with this key while the time runs, or it goes to the next."""

    table: Table
    seat: Seat
    key: Key = field(repr=False)
    ms: Count
    least_buy_in: Sum = 0
    most_buy_in: Sum = 0


@message("left", SERVER)
@frozen
class Left(Message):
    """One is out of this room: by one's own wish or for the reason of the code."""

    table: Table
    code: Word
    text: Text = ""


# At a table


@message("told", SERVER)
@frozen
class Told(Message):
    """The events of a round after number `after` up to `seq`; a gap means loss, so `resync`.

    What was missed comes in the same way: from 0, which is the `began` of the round, or from the
    number that was seen; `more` says that another page follows.
    """

    table: Table
    round: Count
    after: Count
    seq: Count
    events: Annotated[tuple[Event, ...], UpTo(512)]
    more: bool = False


@message("asked", SERVER)
@frozen
class Asked(Message):
    """A question to one's own seat, the time left of the time given, and the time in the bank.

    Without `clock` nobody waits and there is no hurry: the times are only how long the house keeps
    the table.
    """

    table: Table
    turn: Count
    ask: Ask
    ms: Count
    of: Count
    bank: Count = 0
    clock: bool = True


@message("waiting", SERVER)
@frozen
class Waiting(Message):
    """The table waits for these seats, for so long; without `clock` as long as they like."""

    table: Table
    turn: Count
    seats: Annotated[tuple[Seat, ...], UpTo(16)]
    ms: Count
    of: Count
    clock: bool = True


@message("chat", SERVER)
@frozen
class Chat(Message):
    """What was said at a table: a line as it is said, or the last lines on joining."""

    table: Table
    lines: Annotated[tuple[Line, ...], UpTo(40)]


# Money


@message("purse", SERVER)
@frozen
class Purse(Message):
    """One's chips beside the tables, and the net profit of each game, in play chips.

    `wait`: who has no play chips, at no table either, is given new ones after so many milliseconds,
    or at the first login after them.
    """

    play: Sum
    cash: Sum = 0
    profit: Annotated[Mapping[Word, Money], UpTo(16)] = field(default_factory=dict)
    wait: Count = 0


@message("payment", SERVER)
@frozen
class Paid(Message):
    """A payment began or came further; `id` is the request it comes from, 0 if from none."""

    id: Count
    payment: Payment
    table: Maybe = ""


@message("bank_info", SERVER)
@frozen
class BankInfo(Message):
    """Answers `bank` and `card`: the card in use by its last digits, and the last payments.

    `home`: the last digits of the card that winnings go to, when that is another. `confirm`: what
    makes the next card the one that winnings go to: the account's password, or the old card.
    """

    id: Request
    card: CardKind | None = None
    digits: Annotated[str, UpTo(4)] = ""
    payments: Annotated[tuple[Payment, ...], UpTo(20)] = ()
    home: Annotated[str, UpTo(4)] = ""
    confirm: Literal["", "password", "card"] = ""
