"""The seats of a table and the people at it, whether they sit, wait or only watch."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from game_server.rate_limit import TokenBucket
from game_server.refusals import NotAtTable
from game_server.table.chat import LINES
from game_server.table.time_bank import TimeBank
from protocol.words import Seat

BOT: Final = "bot:"
SPOKEN: Final = 32
UNTOLD: Final = (0, 0, False)
"""The place and the length of a queue while somebody has been told of none."""


@dataclass
class Occupant:
    """Somebody at a seat: `chips` between two rounds, `coming` count from the next round, `missed`
    are turns missed in a row.

    `kicked`: that one is leaving is for the house alone to change. `left` is one who has gone from
    the table in the middle of a round: only the seat stays until the round is over. `bank`: the
    milliseconds left in the time bank; None while it is full. All of these are in the rows; what
    stands below them is not.
    """

    player: str
    name: str
    avatar: str = ""
    bot: str = ""
    chips: int = 0
    coming: int = 0
    missed: int = 0
    out: bool = False
    leaving: bool = False
    kicked: bool = False
    left: bool = False
    chipless: int = 0
    bank: int | None = None

    reason: str = ""
    """Why this one has left, once the player was told."""
    out_at: float = 0.0
    out_before: float = 0.0
    """How long this one was out before `out_at`, since being dealt in last."""
    ready: bool = False
    chipless_at: float = 0.0
    """Since when this one sits without chips and no round is played; 0: not so."""
    silent: int = 0
    """So many turns in a row this one was silent in, keeping no other player waiting."""
    spared: bool = False
    """This one sits out for such silence, and keeps the seat while nobody else wants to play."""
    rebuy: int = 0
    """The round after which this one was asked to buy chips, 0 if not."""
    covered: bool = False
    """A bot plays for this one, who is away or silent, until the round is over or he is back."""
    trusts: bool = False
    """This one has asked for the bot, which plays on when the connection is lost and back."""
    betless: int = 0
    """So many rounds in a row this one has laid no bet in while others waited for a seat."""
    awaited: float = 0.0
    """Since when others wait for this one to be ready, 0 while they do not."""
    is_bot: bool = field(init=False)

    def __post_init__(self) -> None:
        self.is_bot = self.player.startswith(BOT)


class SeatMap(dict[Seat, Occupant]):
    """Sitters by seat; nobody has two seats."""

    def __init__(self) -> None:
        super().__init__()
        self._of: dict[str, Seat] = {}
        self._everybody: tuple[Seat | None, ...] | None = None

    def __setitem__(self, seat: Seat, one: Occupant) -> None:
        super().__setitem__(seat, one)
        self._of[one.player] = seat
        self._everybody = None

    def free(self, seat: Seat) -> None:
        """Nobody sits there any longer, if anybody did."""
        one = self.pop(seat, None)
        if one is not None:
            del self._of[one.player]
            self._everybody = None

    def everybody(self) -> tuple[Seat | None, ...]:
        """All seats where somebody sits, and None for who only watches; one and the same tuple
        until somebody takes a seat or frees one."""
        if self._everybody is None:
            self._everybody = (*sorted(self), None)
        return self._everybody

    def of(self, player: str) -> Seat | None:
        """The seat of a player, of one who has left it too as long as the round needs it."""
        return self._of.get(player)

    def players(self) -> set[str]:
        """Who sits, bots among them; who has left a round that goes on does not."""
        return {one.player for one in self.values() if not one.left}

    def people(self) -> Iterator[tuple[Seat, Occupant]]:
        """The sitters who are no bots and have not left."""
        return ((seat, one) for seat, one in self.items() if not one.is_bot and not one.left)

    def bots(self) -> Iterator[tuple[Seat, Occupant]]:
        return ((seat, one) for seat, one in self.items() if one.is_bot)


@dataclass(frozen=True)
class Origin:
    """Whose seats count together, in words that say nothing of anybody: `person` is the same for
    all accounts of one human being, `place` for all players of one address. Empty: not known."""

    person: str = ""
    place: str = ""


UNKNOWN_ORIGIN: Final = Origin()


@dataclass
class Attendee:
    """Somebody at the table. `since` is when the connection was lost, while `here` is false;
    `Attendees` changes both."""

    name: str
    avatar: str = ""
    here: bool = True
    since: float = 0.0
    muted: set[str] = field(default_factory=set)
    time_bank: TimeBank = field(default_factory=TimeBank)
    chat_limit: TokenBucket = field(default_factory=lambda: TokenBucket(LINES, 0.0))
    queued: tuple[int, int, bool] = UNTOLD
    """The place and the length of the queue that this person was told last."""
    who: Origin = UNKNOWN_ORIGIN
    spoken: dict[int, str] = field(default_factory=dict)
    """What this person said last, by the numbers of the requests."""


class Attendees(dict[str, Attendee]):
    """Everybody at the table by player. `changes` counts who has come and gone."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 0
        self._here: tuple[str, ...] | None = ()
        """Whom words reach, until that changes."""

    def __setitem__(self, player: str, person: Attendee) -> None:
        super().__setitem__(player, person)
        self._changed()

    def __delitem__(self, player: str) -> None:
        super().__delitem__(player)
        self._changed()

    def restore(self, people: Mapping[str, Attendee]) -> None:
        """Be these people again."""
        self.clear()
        self.update(people)
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self._here = None

    def is_here(self, player: str) -> None:
        """Words reach the player from now on."""
        self[player].here = True
        self._here = None

    def is_away(self, player: str, since: float) -> None:
        """The connection of the player is lost."""
        person = self[player]
        person.here, person.since = False, since
        self._here = None

    def refuse_if_absent(self, player: str) -> Attendee:
        """Somebody who is at the table; Refusal for one who is not."""
        person = self.get(player)
        if person is None:
            raise NotAtTable
        return person

    def here(self) -> tuple[str, ...]:
        """Whom words reach now."""
        if self._here is None:
            self._here = tuple([player for player, one in self.items() if one.here])
        return self._here
