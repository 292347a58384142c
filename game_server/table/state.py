"""State of a table as its journal rows determine it, and the one way from a row to that state.

How it works

What a table is asked leads to decisions: which rows are written, and which orders follow. A
decision changes nothing here by itself. It hands each row to `TableState.evolve`, and only that
changes the seats, chips, time banks, the round in play, the replies to acts and the pause of the
house. After a crash the same rows go through the same `evolve` (`replay.py`), so that no second
implementation can lead elsewhere.

- Rows of a round come from the `RoundHost`, which calls `record` for each of them. Here they also
  mark who has left, keep the reply, and free seats and settle chips when the round is closed.
- The rules are pure: what an act leads to is worked out once, for the digest in its row, and is
  taken from there when the row evolves the round (`Round.outcome`).
- A `Snapshot` says all that stands between two rounds. It changes nothing on the state that it was
  taken of; a state that lacks what it says gets it.
- What no row tells (connections, offers, alarms, the time that a question has left) is not here,
  or stands below the line in `Occupant`, and does not outlive the process.
"""

from collections.abc import Callable
from typing import Any, Final, Generic
from weakref import ref

from game_server.rules.core import C, Game, Opt, S
from game_server.table import journal, orders
from game_server.table.config import TableConfig
from game_server.table.journal import (
    ActDone,
    BotsDismissed,
    ChipsBought,
    ChipsReturned,
    LeaveIntended,
    LeaveMarked,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    SatOut,
    SeatSnapshot,
    SeatTaken,
    SeatVacated,
    Snapshot,
    TablePaused,
    TimeBankUsed,
    millis,
)
from game_server.table.replies import Replies
from game_server.table.round_host import RoundHost
from game_server.table.seats import Occupant
from protocol.words import Refusal, Seat

UNSEEN: Final = 64
"""More questions than were open when a round broke: their numbers are not used again."""


def _following(state: "TableState[Opt, S, C]") -> Callable[[Row, float], None]:
    """Lets that state follow rows. Without holding it: a table that is over would hold itself."""
    held = ref(state)

    def follow(row: Row, now: float) -> None:
        followed = held()
        if followed is None:
            raise ReferenceError("This table is over, and follows no rows any more.")
        followed.evolve(row, now)

    return follow


class TableState(Generic[Opt, S, C]):
    """What the rows of a table say: seats and rounds (in `host`), replies, pause of the house."""

    def __init__(
        self, config: TableConfig, game: Game[Opt, S, C], host: RoundHost[Opt, S, C]
    ) -> None:
        self.config, self.game = config, game
        self.entry = game.entry(host.options)
        """The least chips that a seat is dealt in with."""
        self.changes = 0
        """Counts the rows that may have changed who sits where, and with what."""
        self._start(host)

    def _start(self, host: RoundHost[Opt, S, C]) -> None:
        self.host, self.seats = host, host.seats
        host.record = _following(self)
        self.changes += 1
        self.dealt: dict[Seat, str] = {}
        """Who was dealt in to the round that is told: its cards are shown to nobody else."""
        self.replies = Replies()
        self.halted = False
        """Paused by the house, until the house lets it go on."""
        self.dismissed = 0
        """Bots of the house that were sent away by who sits here: so many fewer are called."""
        self.departed: dict[Seat, Occupant] = {}
        """Who lost the seat when the last round was closed."""

    def restart(self) -> None:
        """Be the state of a table at which nothing has happened, for its rows to lead on from."""
        self._start(self.host.unplayed())

    # -- from a row to the state ---------------------------------------------------------

    def evolve(self, row: Row, now: float = 0.0) -> None:
        """Let the state follow what the row says; `now` is when open questions begin to wait.

        Raises whatever the rules make of an act that they do not allow any more.
        """
        # Acts stand first: they are most of the rows, and change no seat but that of who leaves.
        if type(row) is ActDone:
            self._act(row, now)
            self.changes += row.by == journal.LEFT
            return
        self.changes += 1
        match row:
            case LeaveIntended(seat):
                self.seats[seat].left = True
                self.host.evolve(row, now)
            case RoundOpened():
                self._open(row, now)
            case RoundClosed():
                self._close(row, now)
            case RoundVoided():
                self._void()
            case Snapshot():
                self._restore(row)
            case SeatTaken(seat, who):
                self._take_seat(seat, who)
            case SeatVacated(seat):
                self.seats.free(seat)
            case ChipsBought(seat, chips):
                self.seats[seat].coming += chips
                self._settle_in()
            case ChipsReturned(seat, chips):
                self.seats[seat].chips -= chips
            case SatOut(seat, out):
                self.seats[seat].out = out
            case LeaveMarked(seat, leaving, _, kicked):
                self.seats[seat].leaving, self.seats[seat].kicked = leaving, kicked
            case TimeBankUsed(seat, left):
                self.seats[seat].bank = self._bank(left)
            case TablePaused(halted):
                self.halted = halted
            case BotsDismissed(bots):
                self.dismissed = bots

    def _act(self, row: ActDone, now: float) -> None:
        if row.by == journal.LEFT:
            self.seats[row.seat].left = True
        elif row.by == journal.PLAYER and row.request:
            done = orders.Accept(self.seats[row.seat].player, row.request)
            self.replies.remember(done, (row.turn, row.act))
        self.host.evolve_act(row, now)

    def _open(self, row: RoundOpened, now: float) -> None:
        if self.config.broke == "second_game":
            for seat, one in self.seats.items():
                one.chipless = one.chipless + 1 if self.owned(seat) == 0 else 0
        for seat in row.stacks:
            one = self.seats[seat]
            if one.bank is not None:
                one.bank = self._bank(one.bank + millis(self.config.bank_refill))
        self.host.bots = {seat for seat, _ in self.seats.bots()}
        self.host.evolve(row, now)
        self.dealt = {seat: self.seats[seat].player for seat in row.stacks}

    def _close(self, row: RoundClosed, now: float) -> None:
        before = dict(self.seats)
        self.host.evolve(row, now)
        self.departed = {seat: one for seat, one in before.items() if seat not in self.seats}
        self._settle_in()

    def _void(self) -> None:
        """The round in play never was; the numbers of its questions are not used again."""
        host = self.host
        if host.round is not None:
            host.turn = max(host.turn, host.round.turn + UNSEEN)
        host.void()
        self.dealt = {}
        self._settle_in()

    def _restore(self, row: Snapshot) -> None:
        host = self.host
        host.void()
        host.rounds, host.turn = row.round, row.turn
        if row.carry != host.packed_carry():
            host.inherit(row.carry)
        self.halted, self.dismissed = row.halted, row.dismissed
        before = dict(self.seats)
        for seat in before:
            self.seats.free(seat)
        for seat, who in row.seats.items():
            one = before.get(seat)
            if one is None or one.player != who.player:
                one = Occupant(who.player, who.name, who.avatar, who.bot)
            self.seats[seat] = one
            one.chips, one.coming, one.missed = who.chips, who.coming, who.missed
            one.out, one.leaving, one.kicked = who.out, who.leaving, who.kicked
            one.chipless, one.left = who.chipless, False
            one.bank = None if who.bank is None else self._bank(who.bank)
        for player, requests in row.answered.items():
            for request in requests:
                self.replies.restore(player, request)

    def _take_seat(self, seat: Seat, who: SeatSnapshot) -> None:
        """Somebody sits from now on; in a round the chips wait until it is over."""
        self.seats[seat] = Occupant(who.player, who.name, who.avatar, who.bot, coming=who.coming)
        if self.host.carry is not None:
            self.host.carry = self.game.newcomer(self.host.carry, seat)
        self._settle_in()

    def _settle_in(self) -> None:
        """Between two rounds chips that came are in the stack."""
        if self.host.round is None:
            for one in self.seats.values():
                one.chips, one.coming = one.chips + one.coming, 0

    def _bank(self, left: int) -> int | None:
        """What is left in a time bank; None while it is full."""
        return None if left >= millis(self.config.time_bank) else left

    # -- a state that has lost its round --------------------------------------------------

    def skip(self, row: Row) -> None:
        """A row of a round that is broken already: who left has left, and its questions count."""
        if isinstance(row, ActDone):
            self.host.turn = max(self.host.turn, row.turn + UNSEEN)
        leaves = isinstance(row, ActDone) and row.by == journal.LEFT
        if isinstance(row, LeaveIntended | ActDone) and row.seat in self.seats:
            one = self.seats[row.seat]
            one.left = one.left or leaves or isinstance(row, LeaveIntended)

    # -- what stands here -----------------------------------------------------------------

    def stack(self, seat: Seat) -> int:
        """The chips before a seat now."""
        playing = self.host.round
        if playing is not None and seat in playing.dealt:
            return playing.stacks[seat]
        return self.seats[seat].chips if seat in self.seats else 0

    def owned(self, seat: Seat) -> int:
        """The chips that a seat goes into the next round with, as far as is known."""
        return self.stack(seat) + self.seats[seat].coming

    def seated(self, player: str) -> Seat | None:
        """The seat of one who sits and has not left."""
        seat = self.seats.of(player)
        return None if seat is None or self.seats[seat].left else seat

    def seat_of(self, player: str) -> Seat:
        """The seat of one who sits and has not left; Refusal for all others."""
        seat = self.seats.of(player)
        if seat is None or self.seats[seat].left:
            raise Refusal("not_seated", "You have no seat here; queue for one.")
        return seat

    def view_of(self, player: str) -> Seat | None:
        """The seat whose cards of the round that is told this player may see."""
        seat = self.seated(player)
        return seat if seat is not None and self.dealt.get(seat) == player else None

    def in_play(self, seat: Seat) -> bool:
        """Whether the seat was dealt in to the round in play."""
        playing = self.host.round
        return playing is not None and seat in playing.dealt

    def asked_human(self, seat: Seat) -> bool:
        """Whether a person, not a bot or chance, is to answer for the seat."""
        one, playing = self.seats.get(seat), self.host.round
        if one is None or playing is None:
            return False
        return not (one.is_bot or one.covered or seat in playing.gone)

    def stood_in(self, seat: Seat) -> bool:
        """Whether a bot plays in this round for the player of the seat."""
        playing = self.host.round
        if playing is None:
            return False
        return self.seats[seat].covered or (self.game.needs_all and seat in playing.gone)

    def eligible(self) -> list[Seat]:
        """Seats that the next round would deal in."""
        return [
            seat
            for seat, one in sorted(self.seats.items())
            if not (one.out or one.leaving or one.left) and self.owned(seat) >= self.entry
        ]

    def bank_left(self, one: Occupant) -> float:
        """The seconds left in a time bank."""
        return self.config.time_bank if one.bank is None else one.bank / 1000

    def holdings(self) -> dict[str, int]:
        """What each player's escrow must be: what was brought and not yet settled or cashed."""
        return {one.player: one.chips + one.coming for one in self.seats.values()}

    def snapshot(self) -> Snapshot:
        """The table between two rounds, as a row."""
        return Snapshot(
            self.host.rounds,
            self.host.turn,
            self.host.packed_carry(),
            {seat: seat_snapshot(one) for seat, one in self.seats.items()},
            self.replies.answered(self.seats),
            self.halted,
            self.dismissed,
        )


def seat_snapshot(one: Occupant) -> SeatSnapshot:
    """An occupant as a row has it."""
    return SeatSnapshot(
        player=one.player,
        name=one.name,
        avatar=one.avatar,
        bot=one.bot,
        chips=one.chips,
        coming=one.coming,
        missed=one.missed,
        out=one.out,
        leaving=one.leaving,
        chipless=one.chipless,
        kicked=one.kicked,
        bank=one.bank,
    )


AnyState = TableState[Any, Any, Any]
"""A state of any game, for parts that look into no options, states or carries of the rules."""
