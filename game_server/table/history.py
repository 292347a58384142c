"""What a room recalls from its journal: seats, chips, the round in play, what was answered."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from game_server.rules.core import C, Opt, S
from game_server.table import journal
from game_server.table.course import Place
from game_server.table.host import TableHost
from game_server.table.journal import (
    Banked,
    Bought,
    Broken,
    Closed,
    Dismissed,
    Halted,
    Happened,
    Intended,
    Leaves,
    Opened,
    Returned,
    Row,
    SatOut,
    Seated,
    Stands,
    Vacated,
    Voided,
)
from game_server.table.orders import Alarm, Done
from game_server.table.seats import Seats, Sitting
from protocol.words import Seat

if TYPE_CHECKING:
    from game_server.table.room import Room

UNSEEN: Final = 64
"""More questions than were open when a round broke: their numbers are not used again."""


def recall(room: "Room[Opt, S, C]", rows: Sequence[Row]) -> str:
    """Let a room without memory stand as these rows say; why its last round is void, or "".

    A round that cannot be replayed any more does no harm once a Stands row follows it.
    """
    old = room.host
    room.host = TableHost(room.game, old.preset, old.manners, old.options)
    room.seats = Seats()
    room.halted, room.dismissed = False, 0
    broken = ""
    for row in rows:
        if isinstance(row, Stands):
            _stand(room, row)
            broken = ""
        elif isinstance(row, Voided):
            room.host.void()
            room.dealt, broken = {}, ""
        elif broken and isinstance(row, Opened | Happened | Intended | Closed):
            _count_turn(room, row)
        else:
            try:
                _replay(room, row)
            except Exception as wrong:
                # Whatever it is: the seats and chips of other rows are to be trusted, or nothing.
                if not isinstance(row, Opened | Happened | Intended | Closed):
                    raise
                broken = str(wrong) if isinstance(wrong, Broken) else repr(wrong)
                room.host.void()
                _count_turn(room, row)
    return broken


def ended_void(rows: Sequence[Row]) -> bool:
    """Whether the last round never was, and nothing was written of what follows from that."""
    last = next((row for row in reversed(rows) if isinstance(row, Opened | Voided | Stands)), None)
    return isinstance(last, Voided)


def give_up(room: "Room[Opt, S, C]", why: str) -> str:
    """Let the round in play be void for that reason; "" if there is no reason, or no round."""
    playing = room.host.round
    if playing is None or not why:
        return ""
    room.host.void()
    room.host.turn = max(room.host.turn, playing.turn + UNSEEN)
    return why


def void(room: "Room[Opt, S, C]", why: str, now: float) -> None:
    """The round that broke never was: stakes go back, and who left is cashed out."""
    text = f"Round {room.host.rounds} of table {room.config.table!r} is void: {why}"
    room.row(Voided(room.host.rounds))
    room.out.append(Alarm("round_void", text))
    room.notice(None, "round_void", "The round cannot go on; all stakes are back.")
    room.dealt = {}
    room.after_round(now)


def _count_turn(room: "Room[Opt, S, C]", row: Row) -> None:
    if isinstance(row, Happened):
        room.host.turn = max(room.host.turn, row.turn + UNSEEN)
        if row.by == journal.LEFT and row.seat in room.seats:
            room.seats[row.seat].left = "left"
    elif isinstance(row, Intended) and row.seat in room.seats:
        room.seats[row.seat].left = "left"


def _stand(room: "Room[Opt, S, C]", row: Stands) -> None:
    host, last = room.host, room.host.last
    host.void()
    host.rounds, host.turn, host.last = row.round, row.turn, last
    host.inherit(row.carry)
    host.places, room.seats = {}, Seats()
    room.halted, room.dismissed = row.halted, row.dismissed
    for seat, who in row.seats.items():
        sitting = Sitting(who.player, who.name, who.avatar, who.bot, who.coming, who.out)
        sitting.leaving, sitting.chipless = who.leaving, who.chipless
        sitting.kicked, sitting.banked = who.kicked, who.bank
        room.seats[seat] = sitting
        host.places[seat] = Place(who.name, who.chips, who.missed)
    for player, requests in row.answered.items():
        for request in requests:
            if (player, request) not in room.replies:
                room.remember(Done(player, request), None)


def _replay(room: "Room[Opt, S, C]", row: Row) -> None:
    match row:
        case Seated(seat, who):
            room.take_seat(seat, who)
        case Vacated(seat):
            _take_away(room, seat)
        case Bought(seat, chips):
            room.seats[seat].coming += chips
            if room.host.round is None:
                room.settle_in(seat)
        case SatOut(seat, out):
            room.seats[seat].out = out
        case Leaves(seat, leaving, _, kicked):
            room.seats[seat].leaving, room.seats[seat].kicked = leaving, kicked
        case Banked(seat, left):
            room.seats[seat].banked = left
        case Halted(halted):
            room.halted = halted
        case Returned(seat, chips):
            room.host.places[seat].chips -= chips
        case Dismissed(bots):
            room.dismissed = bots
        case Opened():
            _deal(room, row)
        case _:
            _play(room, row)


def _deal(room: "Room[Opt, S, C]", row: Opened) -> None:
    if room.config.broke == "second_game":
        for seat in room.seats:
            room.count_chipless(seat)
    for seat in row.stacks:
        _refill(room, room.seats[seat])
    room.host.bots = {seat for seat, _ in room.seats.bots()}
    room.host.replay(row)
    room.dealt = {seat: room.seats[seat].player for seat in row.stacks}


def _refill(room: "Room[Opt, S, C]", one: Sitting) -> None:
    if one.banked is not None:
        full = journal.millis(room.config.time_bank)
        one.banked = min(full, one.banked + journal.millis(room.config.bank_refill))


def _play(room: "Room[Opt, S, C]", row: Row) -> None:
    if isinstance(row, Intended) or (isinstance(row, Happened) and row.by == journal.LEFT):
        room.seats[row.seat].left = "left"
    elif isinstance(row, Happened) and row.by == journal.PLAYER and row.request:
        asked = (row.turn, row.act)
        room.remember(Done(room.seats[row.seat].player, row.request), asked)
    room.host.replay(row)
    if isinstance(row, Closed):
        for seat in room.dealt.keys() - room.host.places.keys():
            room.seats.free(seat)
        for seat in room.seats:
            room.settle_in(seat)


def _take_away(room: "Room[Opt, S, C]", seat: Seat) -> None:
    room.seats.free(seat)
    room.host.places.pop(seat, None)
