"""What must be true of a house at every moment, and what at the end of its evening."""

from dataclasses import fields, replace
from typing import TYPE_CHECKING

from game_server.bank.entries import BANK, SUSPENSE
from game_server.lobby.table_runner import TableRunner
from game_server.store import journal, ledger, ledger_check, payments
from game_server.store.escrows import all_escrows
from game_server.table.journal import (
    BOT,
    PLAYER,
    ActDone,
    RoundOpened,
    Row,
    SeatTaken,
    SeatVacated,
    Snapshot,
    from_bytes,
)
from protocol import messages
from protocol.events import Event, Moved, hand_of
from protocol.words import Hidden, Seat, Secret
from tests.replaying import differences
from tests.table_probe import TableProbe

if TYPE_CHECKING:
    from tests.simulation.evening import Evening
    from tests.simulation.visitor import Visitor

Dealt = dict[tuple[str, int], dict[Seat, str]]
"""Who was dealt in to each round of each table, as it stood when its first word was told."""


def right_words(table: TableProbe, one: messages.Told, who: "Visitor", dealt: Dealt) -> str:
    """What is wrong with these words to this visitor, or "": nothing is told that did not happen,
    nothing out of order, and no card that is another's."""
    number, events = one.round, one.events
    playing = table.round
    if playing is None or playing.number != number:
        playing = table.last
    if playing is None or playing.number != number:
        return f"is told of round {number}, which {one.table} does not play"
    seats = dealt.setdefault(
        (one.table, number),
        {seat: table.seats[seat].player for seat in playing.dealt if seat in table.seats},
    )
    truth = playing.said[one.after : one.seq]
    if len(truth) != len(events) or one.seq != one.after + len(events):
        return f"is told {one.after} to {one.seq} of {len(playing.said)} events"
    mine = next((seat for seat, player in seats.items() if player == who.player), None)
    here = table.seats.get(mine) if mine is not None else None
    stays = here is not None and here.player == who.player and not here.left
    for event, heard in zip(truth, events, strict=True):
        if not fits(event, heard, mine, stays):
            return f"(seat {mine}) is told {heard} of {event}"
    return _follows(one, who, stays)


def _follows(one: messages.Told, who: "Visitor", stays: bool) -> str:
    before = who.told.get(one.table, []) if who.rounds.get(one.table) == one.round else []
    if one.after > len(before):
        if one.table in who.again:
            return ""
        return f"misses events {len(before)} to {one.after} of round {one.round}"
    again = before[one.after :]
    if again and one.table not in who.again:
        return f"is told events {one.after} to {len(before)} of round {one.round} twice"
    # Who has left the seat, and looks on, is told the hand without its own cards.
    same = _same if stays else _same_but_for_cards
    if not all(map(same, again, one.events)):
        return f"is told another story of round {one.round} than before"
    return ""


def _same(one: Event, other: Event) -> bool:
    return one == other


def _same_but_for_cards(one: Event, other: Event) -> bool:
    return _veiled(one) == _veiled(other)


def _veiled(event: Event) -> Event:
    """The event without the cards of anybody."""
    shown = {name: getattr(event, name) for name in event.secrets}
    hidden = {name: Hidden(len(it)) for name, it in shown.items() if isinstance(it, tuple)}
    return replace(event, **hidden)  # type: ignore[type-var]  # every event is a dataclass


def fits(event: Event, heard: Event, mine: Seat | None, stays: bool) -> bool:
    """Whether this is the event as the owner of a seat may hear it; one who has gone may see
    cards that were told before, or none."""
    if type(event) is not type(heard):
        return False
    for one in fields(event):  # type: ignore[arg-type]
        there, said_ = getattr(event, one.name), getattr(heard, one.name)
        if not isinstance(there, Secret):
            if there != said_:
                return False
        elif isinstance(said_, Hidden):
            if said_.count != len(there.cards) or (stays and there.owner == mine):
                return False
        elif mine is None or there.owner != mine or there.cards != said_:
            return False
    return True


def right_question(table: TableProbe, one: messages.Asked, who: "Visitor", dealt: Dealt) -> str:
    """A question goes to the one whose seat it is, and names no cards but that seat's."""
    # Back from a break one may be asked before the round that has begun is told.
    owners = [table.dealt.get(one.ask.who)]
    for number in (who.rounds.get(one.table, 0), table.rounds, table.rounds - 1):
        owners.append(dealt.get((one.table, number), {}).get(one.ask.who))
    if who.player not in owners or one.ask.left:
        return f"is asked for seat {one.ask.who}"
    # For the same reason the hand is the seat's own, as it was told or is about to be.
    seat, truth = one.ask.who, [event for _, event in table.transcript(one.ask.who)]
    hand = {*hand_of(seat, who.told.get(one.table, ())), *hand_of(seat, truth)}
    strange = set(one.ask.default.cards) - hand
    return f"is shown {strange} in a question" if strange else ""


def check(evening: "Evening") -> None:
    """What is true after every step."""
    conn = evening.conn
    assert ledger.imbalance(conn) == 0
    held: dict[tuple[str, str], int] = {}
    paused = set()
    runners = evening.house.lobby.runners.values()
    for number, runner in enumerate(runners):
        table = TableProbe.of(runner)
        assert not runner.quarantined, f"{runner.table_id}: {runner.quarantined}"
        if table.paused:
            paused.add(runner.table_id)
            continue
        sitting = [one.player for one in table.seats.values()]
        assert len(sitting) == len(set(sitting)), f"somebody has two seats: {sitting}"
        for player, amount in runner.view.holdings().items():
            if amount:
                held[runner.table_id, player.removeprefix("bot:")] = amount
        _check_stacks(table)
        if runner.settled:
            assert runner.view == table.fresh_view(), f"{runner.table_id} is shown otherwise"
        if runner.settled and number == evening.inputs % len(runners):
            _check_replay(evening, runner)
    lies = {(one.table, one.holder): one.amount for one in all_escrows(conn)}
    lies = {key: amount for key, amount in lies.items() if key[0] not in paused}
    assert held == lies, f"the rooms say {held}, the ledger {lies}"
    _check_whereabouts(evening)
    for visitor in evening.visitors:
        _check_told(evening, visitor)


def _check_replay(evening: "Evening", runner: TableRunner) -> None:
    """What is on disk leads to the state that play has reached. One table a step keeps it cheap."""
    rows = [from_bytes(row) for row in journal.rows_since_stands(evening.conn, runner.table_id)]
    found = differences(TableProbe.of(runner).state, rows)
    assert not found, f"{runner.table_id} of {runner.config.game}: {found}"
    evening.replays += 1


def _check_stacks(table: TableProbe) -> None:
    """The chips of a round are those it began with, moved by what was told."""
    playing = table.round
    if playing is None:
        return
    stacks = {seat: table.seats[seat].chips for seat in playing.dealt}
    for event in playing.said:
        if isinstance(event, Moved):
            for seat, amount in ((event.src, -event.amount), (event.dst, event.amount)):
                if seat in stacks:
                    stacks[seat] += amount
    assert stacks == {seat: playing.stacks[seat] for seat in stacks}


def _check_told(evening: "Evening", visitor: "Visitor") -> None:
    """Whoever is in a room has every word of its round, and no more."""
    if not visitor.came_in:
        return
    for runner in evening.house.lobby.runners.values():
        room, table = TableProbe.of(runner), runner.table_id
        person = room.people.get(visitor.player)
        playing = room.round
        if person is None or not person.here or playing is None or room.paused:
            continue
        heard = len(visitor.told.get(table, ())), visitor.rounds.get(table)
        assert heard == (len(playing.said), playing.number), (
            f"{visitor.name} has heard {heard} (events, round) of {table}, which has said "
            f"{len(playing.said)} in round {playing.number}"
        )


def _check_whereabouts(evening: "Evening") -> None:
    """The lobby knows of each player, without a look at all tables, what the tables say."""
    lobby = evening.house.lobby
    views = {one: one.view for one in lobby.runners.values()}
    players = {player for view in views.values() for player in view.people}
    players |= {seat.player for view in views.values() for seat in view.seats.values()}
    for player in players | {"nobody"}:
        there = {one for one, view in views.items() if player in view.people}
        assert set(lobby.of_player(player)) == there, f"{player} is at {there}"
        sits = any(view.seat(player) is not None for view in views.values())
        assert lobby.sits(player) == sits


def check_journal(evening: "Evening") -> None:
    """Every act that was taken was said, by who sat there, once; every act that was acknowledged
    was taken."""
    seats: dict[str, dict[Seat, str]] = {}
    taken: set[int] = set()
    standing: dict[tuple[str, Seat], int] = {}
    for table, epoch, data in evening.conn.execute(
        "SELECT t.name, j.epoch, j.data FROM journal j JOIN tables t ON t.id = j.tbl ORDER BY j.id"
    ):
        row: Row = from_bytes(data)
        there = seats.setdefault(table, {})
        match row:
            case Snapshot():
                seats[table] = {seat: who.player for seat, who in row.seats.items()}
            case SeatTaken():
                assert row.seat not in there, f"seat {row.seat} of {table} is given twice"
                there[row.seat] = row.who.player
            case SeatVacated():
                there.pop(row.seat, None)
            case RoundOpened():
                standing = {at: since for at, since in standing.items() if at[0] != table}
            case ActDone(by=by, seat=seat) if by == BOT and seat in there:
                if not there[seat].startswith("bot:"):
                    assert table in evening.waits_for_all, f"a bot plays for {there[seat]}"
                    evening.stood_in += 1
                    evening.stood_in_again += epoch > standing.setdefault((table, seat), epoch)
            case ActDone(by=by, request=request) if by == PLAYER:
                visitor, message = evening.sent[request]
                assert isinstance(message, messages.Answer)
                assert (message.table, message.act(), message.turn) == (table, row.act, row.turn)
                assert there.get(row.seat) == visitor.player, f"{visitor.name} sits not there"
                assert request not in taken, f"request {request} was done twice"
                taken.add(request)
                evening.taken_over += standing.pop((table, row.seat), 0) > 0
    acknowledged = {
        request for request in evening.done if isinstance(evening.sent[request][1], messages.Answer)
    }
    assert acknowledged <= taken, f"acknowledged and lost: {acknowledged - taken}"
    refused = {request for request in evening.refused if request not in evening.done}
    assert not refused & taken, f"refused and done: {refused & taken}"


def check_end(evening: "Evening") -> None:
    """Everybody has left: the chips are where they belong, here and at the bank."""
    conn = evening.conn
    assert ledger_check.whole_faults(conn) == ()
    check_journal(evening)
    assert all_escrows(conn) == (), f"chips are left: {all_escrows(conn)}"
    assert payments.not_over(conn) == ()
    assert ledger.balance(conn, SUSPENSE) == 0
    sheet = evening.books.sheet()
    assert -ledger.balance(conn, BANK) == sheet.house == 0
    assert sheet.customers == evening.at_bank
