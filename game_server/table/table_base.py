"""The parts of a table, and how it speaks to those who are at it."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Final, Generic

from game_server.refusals import TableCloses, TableSuspended
from game_server.rules.core import C, Game, Opt, S
from game_server.table import round_effects, views
from game_server.table.chat import Chat
from game_server.table.config import TableConfig
from game_server.table.journal import Row
from game_server.table.orders import (
    Broadcast,
    Order,
    Send,
    Token,
    Wake,
)
from game_server.table.queue import Queue
from game_server.table.round import Question
from game_server.table.round_effects import WriteRow
from game_server.table.round_host import RoundHost
from game_server.table.seats import Attendees, Occupant, SeatMap
from game_server.table.state import TableState
from game_server.table.winnings_limit import winnings_limit
from protocol.messages import Message, Notice, Seats, Waiting
from protocol.words import CHANCE, Seat

NEVER: Final = 2**31
"""More turns than anybody misses."""


class TableBase(Generic[Opt, S, C]):
    """Seats, a host, people, a queue, a chat, and the words that go out.

    `think` gives a bot's thinking time; it is told how hard the decision looks to everybody and
    nothing else, so the time shows nothing.
    """

    def __init__(
        self,
        config: TableConfig,
        game: Game[Opt, S, C],
        new_key: Callable[[], str],
        think: Callable[[float], float],
    ) -> None:
        self.config, self.game = config, game
        self.new_key, self.think = new_key, think
        options = replace(game.presets[config.preset], **config.options)  # type: ignore[type-var]
        manners = config.manners
        if game.needs_all:
            # A bot plays for the silent: no seat is lost by silence in a round.
            manners = replace(manners, missed_turns=NEVER)
        host = RoundHost(game, config.preset, manners, options)
        self.state = TableState(config, game, host)
        self.entry = game.entry(options)
        self.winnings_limit = winnings_limit(config, game)
        self.people = Attendees()
        self.queue = Queue()
        self.chat = Chat(config.table)
        self.asked: dict[Seat, Question] = {}
        """The questions as they were put last."""
        self.held: set[Seat] = set()
        """Seats whose question waits for its player to come back after a restart."""
        self.awaited: tuple[float, float, Waiting] | None = None
        """For whom the table waits: until when, of how long, and as it was said."""
        self.begins: tuple[int, float] = (0, 0.0)
        """Counts the appointments for a next round, and the time of the last; 0 is none."""
        self.called = self.crowd = 0
        """Bots that were called for and have not come, and how many waited at the last input."""
        self.suspended = self.over = self.visited = self.changed = False
        self.closing = ""
        self.alone_until = 0.0
        """When a table closes that nobody has come into; 0: that is not appointed."""
        self.seated_before: tuple[str, ...] = ()
        """Who sat at the table that this one takes the place of."""
        self.first: Seat | None = None
        """The first seat to be filled while nobody sits."""
        self.ended: round_effects.SettleRound | None = None
        self.out: list[Order] = []

    @property
    def host(self) -> RoundHost[Opt, S, C]:
        """The rounds of the table."""
        return self.state.host

    @property
    def seats(self) -> SeatMap:
        """Who sits where."""
        return self.state.seats

    @property
    def dealt(self) -> dict[Seat, str]:
        """Who was dealt in to the round that is told: its cards are shown to nobody else."""
        return self.state.dealt

    @property
    def halted(self) -> bool:
        """Whether the house has paused the table, until it lets it go on."""
        return self.state.halted

    @property
    def paused(self) -> bool:
        """Whether nothing happens here: the house has paused the table, or storage has failed."""
        return self.suspended or self.state.halted

    def tell(self, players: Collection[str], message: Message) -> None:
        if players:
            self.out.append(Broadcast(tuple(players), message))

    def send(self, player: str, message: Message) -> None:
        person = self.people.get(player)
        if person is not None and person.here:
            self.out.append(Send(player, message))

    def notice(self, player: str | None, code: str, text: str, **facts: int | str) -> None:
        """Something to show to one, or to all who are here."""
        message = Notice(code, text, self.config.table, facts)
        if player is None:
            self.tell(self.people.here(), message)
        else:
            self.send(player, message)

    def word_after(self, player: str, code: str, text: str, **facts: int | str) -> None:
        """Something for one who has left the table, wherever he is now."""
        self.out.append(Send(player, Notice(code, text, self.config.table, facts)))

    def wake_at(self, at: float, *token: str | int) -> None:
        self.out.append(Wake(at, Token(token)))

    def record(self, row: Row) -> None:
        """Write a row, and let the state follow it."""
        self.state.evolve(row)
        self.out.append(WriteRow(row))

    def view_of(self, player: str) -> Seat | None:
        """The seat whose cards of the round that is told this player may see."""
        seat = self.seats.of(player)
        mine = seat is not None and not self.seats[seat].left and self.dealt.get(seat) == player
        return seat if mine else None

    def stack(self, seat: Seat) -> int:
        """The chips before a seat now."""
        return self.state.stack(seat)

    def owned(self, seat: Seat) -> int:
        """The chips that a seat goes into the next round with, as far as is known."""
        return self.state.owned(seat)

    def bank_left(self, one: Occupant) -> float:
        """The seconds left in a time bank."""
        return self.config.time_bank if one.bank is None else one.bank / 1000

    def least(self) -> int:
        """The least chips to sit down with; a stake where the table names no least."""
        return max(self.config.least_buy_in or self.config.stake, self.entry)

    def holdings(self) -> dict[str, int]:
        """What each player's escrow must be: what was brought and not yet settled or cashed."""
        return {one.player: one.chips + one.coming for one in self.seats.values()}

    def show_seats(self, now: float) -> None:
        """Tell everybody here who sits where; only their own seat differs."""
        self.changed = False
        here = self.people.here()
        seated = {one.player: seat for seat, one in self.seats.people()}
        message = self.seats_message(now)
        self.tell([player for player in here if player not in seated], message)
        for player, seat in seated.items():
            self.send(player, replace(message, you=seat))

    def seats_message(self, now: float) -> Seats:
        shown = {
            seat: views.sitter(
                one,
                self.people.get(one.player),
                self.stack(seat),
                self._present(seat),
                self.stood_in(seat),
                now,
            )
            for seat, one in sorted(self.seats.items())
        }
        watching = sum(1 for player in self.people.here() if self.seats.of(player) is None)
        return Seats(self.config.table, shown, None, watching)

    def _present(self, seat: Seat) -> bool:
        """Whether a seat looks present: a silent leaver does until the others may know."""
        one = self.seats[seat]
        if one.left:
            return self.host.round is not None and seat in self.host.round.leaving
        person = self.people.get(one.player)
        return one.is_bot or (person is not None and person.here)

    def refuse_if_paused(self) -> None:
        if self.paused:
            raise TableSuspended("The table is paused; it goes on in a moment.")

    def refuse_if_closed(self) -> None:
        self.refuse_if_paused()
        if self.over or self.closing:
            raise TableCloses("The table closes after this round; choose another.")

    def asked_human(self, seat: Seat) -> bool:
        """Whether a person, not a bot or chance, is to answer for the seat."""
        if seat == CHANCE or seat not in self.seats or self.host.round is None:
            return False
        one = self.seats[seat]
        return not (one.is_bot or one.covered or seat in self.host.round.gone)

    def stood_in(self, seat: Seat) -> bool:
        """Whether a bot plays in this round for the player of the seat."""
        playing = self.host.round
        if playing is None:
            return False
        return self.seats[seat].covered or (self.game.needs_all and seat in playing.gone)
