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

from typing import Final, Generic, NamedTuple

from game_server.refusals import RequestIdReused
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
from game_server.table.round_host import RoundHost
from game_server.table.seats import Occupant
from protocol.words import Act, Seat

REPLIES: Final = 512
"""So many answers to acts are kept for those who ask again."""
REMEMBERED_IN_SNAPSHOT: Final = 16
"""So many of each player outlive a restart between two rounds."""
UNSEEN: Final = 64
"""More questions than were open when a round broke: their numbers are not used again."""

ActReply = orders.Accept | orders.Refuse


class RememberedReply(NamedTuple):
    """An answer to an act, kept for who asks again, and what was asked: the turn and the act;
    None when only the number is known, after a restart."""

    reply: ActReply
    asked: tuple[int, Act] | None

    def again(self, turn: int, act: Act) -> ActReply:
        """The same answer; Refusal for who asks something else by the number."""
        if self.asked is not None and self.asked != (turn, act):
            raise RequestIdReused.of(self.reply.request)
        return self.reply


class TableState(Generic[Opt, S, C]):
    """What the rows of a table say: seats and rounds (in `host`), replies, pause of the house."""

    def __init__(
        self, config: TableConfig, game: Game[Opt, S, C], host: RoundHost[Opt, S, C]
    ) -> None:
        self.config, self.game = config, game
        self.host, self.seats = host, host.seats
        host.record = self.evolve
        self.dealt: dict[Seat, str] = {}
        """Who was dealt in to the round that is told: its cards are shown to nobody else."""
        self.replies: dict[tuple[str, int], RememberedReply] = {}
        self.halted = False
        """Paused by the house, until the house lets it go on."""
        self.dismissed = 0
        """Bots of the house that were sent away by who sits here: so many fewer are called."""
        self.departed: dict[Seat, Occupant] = {}
        """Who lost the seat when the last round was closed."""

    # -- from a row to the state ---------------------------------------------------------

    def evolve(self, row: Row, now: float = 0.0) -> None:
        """Let the state follow what the row says; `now` is when open questions begin to wait.

        Raises whatever the rules make of an act that they do not allow any more.
        """
        # Acts stand first: they are most of the rows.
        match row:
            case ActDone():
                self._act(row, now)
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
            self.remember(done, (row.turn, row.act))
        self.host.evolve(row, now)

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
                # In the order of the row: a table that replays both may know later ones already.
                known = self.replies.pop((player, request), None)
                asked = None if known is None else known.asked
                self.remember(orders.Accept(player, request), asked)

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

    def remember(self, reply: ActReply, asked: tuple[int, Act] | None) -> None:
        """Keep an answer for who asks again, and what was asked; the oldest make room."""
        if reply.request:
            self.replies[reply.player, reply.request] = RememberedReply(reply, asked)
            if len(self.replies) > REPLIES:
                del self.replies[next(iter(self.replies))]

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

    def snapshot(self) -> Snapshot:
        """The table between two rounds, as a row."""
        answered: dict[str, tuple[int, ...]] = {}
        for (player, request), given in self.replies.items():
            if isinstance(given.reply, orders.Accept) and self.seats.of(player) is not None:
                kept = (*answered.get(player, ()), request)
                answered[player] = kept[-REMEMBERED_IN_SNAPSHOT:]
        return Snapshot(
            self.host.rounds,
            self.host.turn,
            self.host.packed_carry(),
            {seat: seat_snapshot(one) for seat, one in self.seats.items()},
            answered,
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
