"""What a client says to the server.

`id` is the client's number of its request and comes back in the answer. A player uses a number
once: sent again, on whatever line, it does nothing and gets the answer that it got.
"""

from dataclasses import field
from typing import Annotated, Literal

from protocol.frozen import frozen
from protocol.messages.declare import CLIENT, IN, MET, NEW, Message, message
from protocol.messages.parts import (
    CardKind,
    CardNumber,
    Code,
    Count,
    Expiry,
    Key,
    Maybe,
    Password,
    Person,
    Pin,
    Request,
    RoomOptions,
    SecurityCode,
    Seen,
    Sum,
    Table,
    Version,
    Word,
    Words,
)
from protocol.shape import Between, UpTo
from protocol.words import Act, Cards, Seat

# Meeting


@message("hello", CLIENT, NEW)
@frozen
class Hello(Message):
    """The first frame: the versions a client speaks and what it can do beyond them."""

    low: Version
    high: Version
    features: Words = ()
    client: Maybe = ""
    language: Maybe = "en"


@message("guest", CLIENT, MET)
@frozen
class Guest(Message):
    """Play without an account; an empty name lets the house choose one."""

    id: Request
    name: Annotated[str, UpTo(24)] = ""


@message("register", CLIENT, MET, IN)
@frozen
class Register(Message):
    """Make an account; sent by a guest, the guest's chips and history are kept in it."""

    id: Request
    name: Person
    password: Password = field(repr=False)


@message("login", CLIENT, MET)
@frozen
class Login(Message):
    """Log in to an account; another device that is logged in to it is told `goodbye`. `code` is for
    an account with a second factor, without which it is refused as `second_factor`."""

    id: Request
    name: Person
    password: Password = field(repr=False)
    code: Code = field(default="", repr=False)


@message("login_by_card", CLIENT, MET)
@frozen
class LoginByCard(Message):
    """Log in with a bank card; a debit card needs its PIN, a credit card its expiry (`04/31` or
    `2031-04`) and its security code."""

    id: Request
    name: Person
    card: CardKind
    number: CardNumber = field(repr=False)
    pin: Pin = field(default="", repr=False)
    expiry: Expiry = field(default="", repr=False)
    code: SecurityCode = field(default="", repr=False)


@message("resume", CLIENT, MET)
@frozen
class Resume(Message):
    """Go on with a session after a break: what was missed at the tables in `seen` follows.

    Sent again because its answer was lost it shows the same token. Say nothing more on the line
    before `session` has come, and keep its token before anything more is said: the next word uses
    it, and a token from before that is shown then ends the session.
    """

    id: Request
    token: Key = field(repr=False)
    seen: Annotated[tuple[Seen, ...], UpTo(8)] = ()


@message("logout", CLIENT, IN)
@frozen
class Logout(Message):
    """Leave every table, be cashed out, end the session."""

    id: Request


@message("profile", CLIENT, IN)
@frozen
class Profile(Message):
    """Show oneself to others by this name and avatar."""

    id: Request
    name: Person
    avatar: Maybe = ""


@message("ping", CLIENT, MET, IN)
@frozen
class Ping(Message):
    """Is the line alive? `pong` with the same number says yes."""

    n: Count


# Finding a table


@message("lobby", CLIENT, IN)
@frozen
class Lobby(Message):
    """Show the rooms, of one game or of all, and every change until `watch` is false."""

    id: Request
    game: Maybe = ""
    watch: bool = True


@message("rules_of", CLIENT, IN)
@frozen
class RulesOf(Message):
    """Ask for the rules of a game under a preset."""

    id: Request
    game: Word
    preset: Word


@message("busters", CLIENT, IN)
@frozen
class Busters(Message):
    """Ask who has busted the house at 21 lately."""

    id: Request


@message("open_room", CLIENT, IN)
@frozen
class OpenRoom(Message):
    """Open a room and join it: for friends with a code, for all, or alone against bots.

    A stake or buy-in of 0 is the usual one; a stake is a million chips at most, a buy-in a hundred
    million. Bots bring no more than who sits down among them, and 100,000 chips at most; a
    refusal says the largest amount that is right. `counter`: cards that are gone may be looked up.
    `options`: what is to be otherwise than the preset has it, of the `choices` in `rules`; money in
    cents. `unhurried`: alone against bots, turns have no clock and the table waits for its player;
    without bots, in a game that is played against the house, it is a table for oneself alone.
    """

    id: Request
    game: Word
    preset: Word
    stake: Sum = 0
    private: bool = True
    buy_in: Sum = 0
    bots: Annotated[int, Between(0, 9)] = 0
    bot: Maybe = ""
    bot_buy_in: Sum = 0
    counter: bool = False
    options: RoomOptions = field(default_factory=dict)
    unhurried: bool = False


@message("join", CLIENT, IN)
@frozen
class Join(Message):
    """Enter a room, by its table or by the code of a private one, and watch."""

    id: Request
    table: Maybe = ""
    code: Maybe = ""


@message("quick_seat", CLIENT, IN)
@frozen
class QuickSeat(Message):
    """Deal me in: join the room of this game that has a seat soonest, of those that one has the
    chips for, and queue for it."""

    id: Request
    game: Word
    preset: Maybe = ""


@message("queue", CLIENT, IN)
@frozen
class Queue(Message):
    """Wait for a seat in a room that one has joined."""

    id: Request
    table: Table


@message("unqueue", CLIENT, IN)
@frozen
class Unqueue(Message):
    """Wait no longer; the room can still be watched."""

    id: Request
    table: Table


@message("sit", CLIENT, IN)
@frozen
class Sit(Message):
    """Take the seat that was offered, with the key of the offer and these chips of one's purse."""

    id: Request
    table: Table
    key: Key = field(repr=False)
    buy_in: Sum = 0


@message("leave", CLIENT, IN)
@frozen
class Leave(Message):
    """Leave a room, now or after this round; "never" takes a leave after the round back."""

    id: Request
    table: Table
    when: Literal["now", "after_round", "never"] = "now"


# At a table


@message("sit_out", CLIENT, IN)
@frozen
class SitOut(Message):
    """Keep the seat and play no rounds, from the next one; `out` false comes back, and takes over
    from a bot that plays for the seat."""

    id: Request
    table: Table
    out: bool = True


@message("stand_in", CLIENT, IN)
@frozen
class StandIn(Message):
    """Let a bot play on for one's seat, in a game that needs every seat: until one acts, takes
    over with `sit_out`, or the round is over. It plays on while the line is lost, and after."""

    id: Request
    table: Table


@message("ready", CLIENT, IN)
@frozen
class Ready(Message):
    """Ready for the next round, where a table waits for all to say so."""

    id: Request
    table: Table
    ready: bool = True


@message("seat_bot", CLIENT, IN)
@frozen
class SeatBot(Message):
    """Let a bot take an empty seat of the room that one has opened, or of one with `calls` that
    one sits in."""

    id: Request
    table: Table
    bot: Maybe = ""


@message("dismiss_bots", CLIENT, IN)
@frozen
class DismissBots(Message):
    """Let the bot at a seat go, or all bots, after the round: where one may call them."""

    id: Request
    table: Table
    seat: Seat | None = None


@message("act", CLIENT, IN)
@frozen
class Answer(Message):
    """Answer what was `asked` in this turn with an offered act; in no other turn does it count."""

    id: Request
    table: Table
    turn: Count
    verb: Word
    amount: Sum = 0
    cards: Annotated[Cards, UpTo(32)] = ()
    on: Maybe = ""
    stands: Annotated[tuple[Annotated[int, Between(0, 63)], ...], UpTo(8)] = ()

    def act(self) -> Act:
        """The act; what chance draws cannot be said by a client."""
        return Act(self.verb, self.amount, self.cards, self.on, stands=self.stands)


@message("resync", CLIENT, IN)
@frozen
class Resync(Message):
    """Numbers are missing: tell again what came after this event of this table."""

    id: Request
    seen: Seen


@message("say", CLIENT, IN)
@frozen
class Say(Message):
    """Say something to the whole table and its queue."""

    id: Request
    table: Table
    text: Annotated[str, UpTo(300, 1)]


@message("phrase", CLIENT, IN)
@frozen
class Phrase(Message):
    """Say a phrase or an emote by its code, which each client shows in its own language."""

    id: Request
    table: Table
    phrase: Word


@message("mute", CLIENT, IN)
@frozen
class Mute(Message):
    """Hear nothing more from the player of this number, whatever the name is by then; `muted` false
    hears again. The number is the `who` of a line of chat, or of a seat."""

    id: Request
    who: Request
    muted: bool = True
