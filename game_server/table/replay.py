"""What a room recalls from its journal: seats, chips, the round in play, what was answered."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game_server.rules.core import C, Opt, S
from game_server.table import journal
from game_server.table.course import Place
from game_server.table.journal import (
    ActDone,
    BotsDismissed,
    Broken,
    ChipsBought,
    ChipsReturned,
    LeaveIntended,
    LeaveMarked,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    SatOut,
    SeatTaken,
    SeatVacated,
    Snapshot,
    TablePaused,
    TimeBankUsed,
)
from game_server.table.orders import Accept, Alarm
from game_server.table.round_host import RoundHost
from game_server.table.seats import Occupant, SeatMap
from protocol.words import Seat

if TYPE_CHECKING:
    from game_server.table.table import Table

UNSEEN: Final = 64
"""More questions than were open when a round broke: their numbers are not used again."""


def recall(table: "Table[Opt, S, C]", rows: Sequence[Row]) -> str:
    """Let a room without memory stand as these rows say; why its last round is void, or "".

    A round that cannot be replayed any more does no harm once a Snapshot follows it.
    """
    old = table.host
    table.host = RoundHost(table.game, old.preset, old.manners, old.options)
    table.seats = SeatMap()
    table.halted, table.dismissed = False, 0
    broken = ""
    for row in rows:
        if isinstance(row, Snapshot):
            _stand(table, row)
            broken = ""
        elif isinstance(row, RoundVoided):
            table.host.void()
            table.dealt, broken = {}, ""
        elif broken and isinstance(row, RoundOpened | ActDone | LeaveIntended | RoundClosed):
            _count_turn(table, row)
        else:
            try:
                _replay(table, row)
            except Exception as wrong:
                # Whatever it is: the seats and chips of other rows are to be trusted, or nothing.
                if not isinstance(row, RoundOpened | ActDone | LeaveIntended | RoundClosed):
                    raise
                broken = str(wrong) if isinstance(wrong, Broken) else repr(wrong)
                table.host.void()
                _count_turn(table, row)
    return broken


def ended_void(rows: Sequence[Row]) -> bool:
    """Whether the last round never was, and nothing was written of what follows from that."""
    last = next(
        (row for row in reversed(rows) if isinstance(row, RoundOpened | RoundVoided | Snapshot)),
        None,
    )
    return isinstance(last, RoundVoided)


def give_up(table: "Table[Opt, S, C]", why: str) -> str:
    """Let the round in play be void for that reason; "" if there is no reason, or no round."""
    playing = table.host.round
    if playing is None or not why:
        return ""
    table.host.void()
    table.host.turn = max(table.host.turn, playing.turn + UNSEEN)
    return why


def void(table: "Table[Opt, S, C]", why: str, now: float) -> None:
    """The round that broke never was: stakes go back, and who left is cashed out."""
    text = f"Round {table.host.rounds} of table {table.config.table!r} is void: {why}"
    table.row(RoundVoided(table.host.rounds))
    table.out.append(Alarm("round_void", text))
    table.notice(None, "round_void", "The round cannot go on; all stakes are back.")
    table.dealt = {}
    table.after_round(now)


def _count_turn(table: "Table[Opt, S, C]", row: Row) -> None:
    if isinstance(row, ActDone):
        table.host.turn = max(table.host.turn, row.turn + UNSEEN)
        if row.by == journal.LEFT and row.seat in table.seats:
            table.seats[row.seat].left = "left"
    elif isinstance(row, LeaveIntended) and row.seat in table.seats:
        table.seats[row.seat].left = "left"


def _stand(table: "Table[Opt, S, C]", row: Snapshot) -> None:
    host, last = table.host, table.host.last
    host.void()
    host.rounds, host.turn, host.last = row.round, row.turn, last
    host.inherit(row.carry)
    host.places, table.seats = {}, SeatMap()
    table.halted, table.dismissed = row.halted, row.dismissed
    for seat, who in row.seats.items():
        sitting = Occupant(who.player, who.name, who.avatar, who.bot, who.coming, who.out)
        sitting.leaving, sitting.chipless = who.leaving, who.chipless
        sitting.kicked, sitting.banked = who.kicked, who.bank
        table.seats[seat] = sitting
        host.places[seat] = Place(who.name, who.chips, who.missed)
    for player, requests in row.answered.items():
        for request in requests:
            if (player, request) not in table.replies:
                table.remember(Accept(player, request), None)


def _replay(table: "Table[Opt, S, C]", row: Row) -> None:
    match row:
        case SeatTaken(seat, who):
            table.take_seat(seat, who)
        case SeatVacated(seat):
            _take_away(table, seat)
        case ChipsBought(seat, chips):
            table.seats[seat].coming += chips
            if table.host.round is None:
                table.settle_in(seat)
        case SatOut(seat, out):
            table.seats[seat].out = out
        case LeaveMarked(seat, leaving, _, kicked):
            table.seats[seat].leaving, table.seats[seat].kicked = leaving, kicked
        case TimeBankUsed(seat, left):
            table.seats[seat].banked = left
        case TablePaused(halted):
            table.halted = halted
        case ChipsReturned(seat, chips):
            table.host.places[seat].chips -= chips
        case BotsDismissed(bots):
            table.dismissed = bots
        case RoundOpened():
            _deal(table, row)
        case _:
            _play(table, row)


def _deal(table: "Table[Opt, S, C]", row: RoundOpened) -> None:
    if table.config.broke == "second_game":
        for seat in table.seats:
            table.count_chipless(seat)
    for seat in row.stacks:
        _refill(table, table.seats[seat])
    table.host.bots = {seat for seat, _ in table.seats.bots()}
    table.host.replay(row)
    table.dealt = {seat: table.seats[seat].player for seat in row.stacks}


def _refill(table: "Table[Opt, S, C]", one: Occupant) -> None:
    if one.banked is not None:
        full = journal.millis(table.config.time_bank)
        one.banked = min(full, one.banked + journal.millis(table.config.bank_refill))


def _play(table: "Table[Opt, S, C]", row: Row) -> None:
    if isinstance(row, LeaveIntended) or (isinstance(row, ActDone) and row.by == journal.LEFT):
        table.seats[row.seat].left = "left"
    elif isinstance(row, ActDone) and row.by == journal.PLAYER and row.request:
        asked = (row.turn, row.act)
        table.remember(Accept(table.seats[row.seat].player, row.request), asked)
    table.host.replay(row)
    if isinstance(row, RoundClosed):
        for seat in table.dealt.keys() - table.host.places.keys():
            table.seats.free(seat)
        for seat in table.seats:
            table.settle_in(seat)


def _take_away(table: "Table[Opt, S, C]", seat: Seat) -> None:
    table.seats.free(seat)
    table.host.places.pop(seat, None)
