"""Operations on rooms, on the journal of their tables, and on who is taken out of it."""

from game_server.store import (
    archive_moves,
    busters,
    chain,
    database,
    deletions,
    erased_names,
    hands,
    journal,
    leases,
    nodes,
    placements,
    quarantine,
    rooms,
    rounds,
)
from game_server.store.leases import LeaseLost
from game_server.store.refusals import StaleEpoch, WrongRow
from game_server.store.rooms import OpenedRoom
from game_server.table.journal import (
    ActDone,
    RoundClosed,
    RoundOpened,
    RoundVoided,
    Row,
    SeatSnapshot,
    SeatTaken,
    Snapshot,
    to_bytes,
)
from protocol.words import Act, Seat
from tests.store.operations.doing import Doing

ME = Seat(0)
SAT = SeatSnapshot("1", "Anna", chips=500)


def a_round(number: int, at: int) -> list[Row]:
    return [
        RoundOpened(number, "holdem", "eps", {}, {ME: "Anna"}, {ME: 500}, {ME: 0}, None),
        ActDone(number, ME, "player", at, Act("check"), b"12345678"),
        RoundClosed(number, b"carry %d" % number),
        Snapshot(number, number, b"carry", {ME: SAT}, {}),
    ]


def playing(do: Doing) -> None:
    """A room in which rounds are played, written by one after the other."""
    do(rooms.keep, OpenedRoom("t", "ann", "{}"), 5)
    do(rooms.keep, OpenedRoom("other", "ann", "{}"), 6)
    do(rooms.still_open)
    do(rooms.was_opened, "t")
    do(rooms.was_opened, "nowhere")

    do(journal.last_carry, "t")
    first = do(journal.take_epoch, "t")
    do(journal.append, "t", first, 1, [SeatTaken(ME, SAT, 3)])
    head = do(journal.head, "t", first)
    for number in (1, 2):
        head = do(journal.follow, "t", head, a_round(number, 10 * number))
    do(rounds.in_play)
    do.refused(WrongRow, journal.follow, "t", head, a_round(2, 9))
    do.refused(WrongRow, journal.append, "t", first, 2, [SeatTaken(ME, SAT, 3)])
    again = do(journal.take_epoch, "t")
    do.refused(StaleEpoch, journal.follow, "t", head, a_round(3, 30))
    do.refused(StaleEpoch, journal.head, "t", first)
    head = do(journal.head, "t", again)
    do(journal.follow, "t", head, a_round(3, 30)[:2])
    do(rounds.in_play)
    do(journal.last_carry, "t")
    do(journal.rows_since_stands, "t")
    do(journal.rows_since_stands, "nowhere")
    do(rooms.was_opened, "t")

    do.refused(LeaseLost, leases.renew, "tables", 1, 5)
    do.refused(LeaseLost, leases.hold, "tables", 1)
    do(leases.give_back, "tables", 1)
    do(leases.end, "tables", 1)
    nodes_share(do)

    do(quarantine.keep, "t", "it fails", 7)
    do(quarantine.keep, "t", "it fails again", 8)
    do(quarantine.tables)
    do(quarantine.lift, "t")
    do(quarantine.tables)


def nodes_share(do: Doing) -> None:
    """Nodes come, say how they are, and have tables."""
    do(nodes.enter, "a", version="1", roles=("front", "tables"), since=5)
    do(nodes.say, "a", address="ws", lines=2, lag=3, clock=4, hours="open")
    do(nodes.drain, "a", True)
    do(nodes.drain, "nobody", True)
    do(nodes.forget, ["a", "nobody"])
    do(placements.newest)
    do(placements.add, ["t", "u", placements.CASH])
    do(placements.add, ["u", "v"], "b")
    do(placements.claim, ["t", "u", "v"], "a")
    do(placements.want, "t", "b")
    do(placements.want, "nothing", "b")
    do(placements.give_up, ["t", "v"], "a", "b", "those of t")
    do(placements.guests, ["t", "u"])
    do(placements.forget_guests, ["t"])
    do(placements.forget, "v")
    do(placements.forget_closed)
    do(placements.take_over, "node:nobody", 1, "a")
    do(placements.of_house)
    do(placements.newest)


def reading(do: Doing) -> None:
    """Hands are found and read, the newest first."""
    found = do(hands.opened_before, "", None, 2)
    do(hands.opened_before, "t", found[-1].opened, 5)
    do(hands.of_number, "t", 9)
    do(hands.last_rounds, "t")
    do(hands.last_rounds, "nowhere")
    one = do(hands.of_number, "t", 2)
    assert one is not None
    do(hands.rows_of, one)
    do(hands.last_act_at, one)
    do(hands.seats_at, one)
    do(hands.dealt_in, one)


def deleting(do: Doing) -> None:
    """An account is deleted, and its name goes from the rows; old rows go once they are packed."""
    do(deletions.erase, 2, 50)
    do(deletions.erase, 2, 51)
    do(deletions.of, 2)
    do(deletions.of, 1)
    do(deletions.refuse, 1)
    do(deletions.to_do, 50)
    last = do(erased_names.last)
    some = do(erased_names.some, 0, last)
    do(erased_names.write, {some[0].id: to_bytes(SeatTaken(ME, SAT, 3))})
    do(deletions.blank_tokens, 2, lambda token, player: f"sealed:k0000001:{token}{player}")
    do(deletions.cleared, 2)
    do(deletions.erased, (2,))
    do(deletions.free_name, 2)
    do(deletions.to_do, 50)
    do(busters.last)

    epoch = do(journal.take_epoch, "t")
    head = do(journal.head, "t", epoch)
    do(journal.follow, "t", head, [RoundVoided(3), *a_round(4, 40)])
    do(rooms.close, "t", 70)
    do(rooms.still_open)
    other = do(journal.take_epoch, "other")
    do(journal.append, "other", other, 1, a_round(1, 90))
    move = do(archive_moves.next_move, 80)
    assert move is not None
    for step in archive_moves.steps(move):
        do(step)
    do(archive_moves.next_move, 80)
    do(archive_moves.pack_next, 80)
    do(archive_moves.waits, 80)
    do(deletions.among, {1, 2, 3})
    do(journal.rows_since_stands, "other")
    do(database.version)
    do(chain.faults)


TABLES = (playing, reading, deleting)
