"""Deleting an account: what has to be done first, what goes, what stays; and it is done once."""

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from twisted.internet.defer import Deferred

from game_server.bank import bookings
from game_server.bank.entries import house, purse_of
from game_server.store import accounts, archive, deletions, ledger, month_files
from game_server.store.archive import Pack
from game_server.store.direct import CommitFault
from game_server.store.group_commit import SimulatedCrash
from game_server.store.packed_rows import PackedRow
from game_server.table.journal import SeatSnapshot, SeatTaken, to_bytes
from protocol import messages
from protocol.codec import encode
from protocol.messages import Goodbye, Message, Ok, Refused, Session
from protocol.words import Seat
from tests.house.test_whole_rounds import ROOMS
from tests.house.world import EPS, Client, World

PASSWORD = "correct horse battery"
MONTH_S = 31 * 24 * 60 * 60


def member(world: World, name: str = "Ann", password: str = PASSWORD) -> Client:
    client = Client(world)
    assert isinstance(client.ask(messages.Register, name, password), Session)
    # Its token counts as received by the first word after it, which is written too.
    client.ask(messages.Lobby, watch=False)
    return client


def says(world: World, message: object, *more: object) -> Message:
    """What somebody at the door hears."""
    return Client(world).ask(message, *more)  # type: ignore[arg-type]


def code_of(answer: Message) -> str:
    return answer.code if isinstance(answer, Refused) else answer.t


def delete(client: Client, password: str = PASSWORD, sure: bool = True) -> Message:
    return client.ask(messages.DeleteAccount, sure, password)


def known(world: World) -> str:
    """All that stands in the database, as text."""
    return "\n".join(world.conn.iterdump())


def test_all_that_was_the_players_goes_and_the_ledger_stays_whole() -> None:
    world = World()
    ann = member(world)
    number, token = ann.id, ann.token
    before = ledger.balance(world.conn, house("play"))
    assert isinstance(delete(ann), Ok)
    assert ann.heard(Goodbye)[-1].code == "deleted"
    assert ann.ending == "goodbye"
    world.run(1)
    row = accounts.by_id(world.conn, number)
    assert (row.kind, row.name, row.password, row.state) == ("guest", f"#{number}", None, "deleted")
    for table in ("requests", "results", "house_busters", "resets", "banking"):
        asked = f"SELECT count(*) FROM {table} WHERE player = ?"
        assert world.conn.execute(asked, (number,)).fetchone() == (0,), table
    places = "SELECT device, address FROM sessions WHERE player = ?"
    assert world.conn.execute(places, (number,)).fetchall() == [("", "")]
    assert ledger.balance(world.conn, purse_of(number, "play")) == 0
    assert ledger.balance(world.conn, house("play")) == before + 100_000
    assert code_of(says(world, messages.Resume, token)) == "account_deleted"
    assert code_of(says(world, messages.Login, "Ann", PASSWORD)) == "login_wrong"
    world.check()


@pytest.mark.parametrize(
    ("password", "sure", "code"),
    [
        (PASSWORD, False, "delete_sure"),
        ("", True, "password_wrong"),
        ("no", True, "password_wrong"),
    ],
)
def test_without_a_yes_or_the_password_nothing_happens(
    password: str, sure: bool, code: str
) -> None:
    world = World()
    ann = member(world)
    before = known(world)
    assert code_of(delete(ann, password, sure)) == code
    assert known(world) == before
    assert isinstance(ann.ask(messages.Lobby), Ok)


def test_a_guest_is_asked_for_a_yes_alone() -> None:
    world = World()
    guest = world.client("Gus")
    assert code_of(delete(guest, "", False)) == "delete_sure"
    assert isinstance(delete(guest, ""), Ok)
    world.check()


def test_who_sits_leaves_first_and_is_told_where() -> None:
    world = World(ROOMS["holdem"], seed=2)
    clients = [world.client(f"Player {number}") for number in range(3)]
    for client in clients:
        client.seat("t", 20_000)
    world.until(lambda: any(client.asked for client in clients))
    answer = delete(clients[0], "")
    assert isinstance(answer, Refused)
    assert (answer.code, answer.facts) == ("delete_seated", {"table": "t"})
    clients[0].ask(messages.Leave, "t", "now")
    # The seat is left; what was put in lies in the pot until the round is over.
    assert code_of(delete(clients[0], "")) == "delete_seated"
    for client in clients:
        client.plays = True
    world.until(lambda: not world.house.lobby.find("t").view.holdings().get(str(clients[0].id)))
    clients[0].plays = False
    world.until(lambda: code_of(delete(clients[0], "")) == "ok", step=1.0)
    world.check()


@pytest.mark.parametrize("first", ["sit", "delete"])
def test_a_seat_that_is_taken_beside_it_is_taken_or_not_and_the_table_goes_on(first: str) -> None:
    world = World(ROOMS["holdem"])
    ann = world.client("Ann")
    ann.ask(messages.Join, "t")
    ann.ask(messages.Queue, "t")
    key, number = ann.heard(messages.Offer)[-1].key, ann.id
    wishes = [messages.Sit(900, "t", key, 20_000), messages.DeleteAccount(901, True)]
    for wish in wishes if first == "sit" else wishes[::-1]:
        ann.line.heard(encode(wish), world.clock.seconds())
    world.run(2)
    assert (deletions.of(world.conn, number) is None) is (first == "sit")
    code = "delete_seated" if first == "sit" else "purse_short"
    assert world.house.means.counts.refused == {code: 1}
    assert world.house.means.counts.failed == 0
    world.check()


def test_a_seat_without_chips_is_left_first_too() -> None:
    world = World(EPS)
    ann = world.client("Ann", card=1)
    ann.sit("eps", 0)
    answer = delete(ann, "")
    assert isinstance(answer, Refused)
    assert (answer.code, answer.facts) == ("delete_seated", {"table": "eps"})
    ann.ask(messages.Leave, "eps", "now")
    assert isinstance(delete(ann, ""), Ok)
    world.check()


def test_cash_and_payments_are_brought_to_an_end_first() -> None:
    world = World(EPS)
    ann = world.client("Ann", card=1)
    ann.sit("eps", 0)
    ann.ask(messages.Buy, "eps", 20_000)
    world.run(2)
    world.bank.coming.extend(["before"] * 3)
    ann.ask(messages.Leave, "eps", "now")
    world.clock.advance(0.01)
    assert code_of(delete(ann, "")) == "delete_payment"
    world.run(600, step=1.0)
    number = ann.id
    assert isinstance(delete(ann, ""), Ok)
    world.run(1)
    tokens = "SELECT player, auth FROM proved_cards UNION SELECT player, auth FROM payments"
    assert {world.vault.open(auth, who) for who, auth in world.conn.execute(tokens)} == {""}
    # The payments stay, and the owner of the card may have another account.
    assert world.conn.execute("SELECT count(*) FROM payments").fetchone()[0] >= 2
    assert world.client("Anna", card=1).id != number
    world.check()


def test_cash_in_the_purse_is_never_lost_by_a_deletion() -> None:
    world = World(EPS)
    ann = world.client("Ann", card=1)
    number = ann.id
    world.wait(
        world.house.means.store.write(
            lambda conn: ledger.book(conn, bookings.bought("found", number, 500, 1))
        )
    )
    assert code_of(delete(ann, "")) == "delete_cash"
    assert deletions.of(world.conn, number) is None


def test_what_a_player_has_said_is_read_by_nobody_who_comes_later() -> None:
    world = World()
    ann, bob = member(world), world.client("Bob")
    for client in (ann, bob):
        client.ask(messages.Join, "holdem")
    ann.ask(messages.Say, "holdem", "of me")
    bob.ask(messages.Say, "holdem", "of bob")
    assert isinstance(delete(ann), Ok)
    world.run(1)
    assert list(world.house.lobby.find("holdem").view.people) == [str(bob.id)]
    late = world.client("Late")
    late.ask(messages.Join, "holdem")
    lines = [line.text for chat in late.heard(messages.Chat) for line in chat.lines]
    assert lines == ["of bob"]


def named(world: World, name: str) -> int:
    """How many rows of rounds have that name."""
    asked = "SELECT count(*) FROM journal WHERE instr(data, ?) > 0"
    return int(world.conn.execute(asked, (name.encode(),)).fetchone()[0])


def test_rounds_that_were_played_lose_the_name_and_the_table_goes_on() -> None:
    world = World(ROOMS["holdem"], seed=2)
    players = [member(world, name) for name in ("Zebulon", "Yvette", "Xaver")]
    for player in players:
        player.seat("t", 20_000)
        player.plays = True
    world.until(lambda: world.probe("t").round is not None)
    world.run(60, step=0.25)
    gone, number = players[0], players[0].id
    gone.plays = False
    gone.ask(messages.Leave, "t", "now")
    world.until(lambda: code_of(delete(gone)) == "ok", step=1.0)
    world.run(2)
    assert named(world, "Zebulon") == 0
    assert named(world, f"#{number}") > 2
    assert named(world, "Yvette") > 2
    deletion = deletions.of(world.conn, number)
    assert deletion is not None
    assert deletion.erased
    with pytest.raises(sqlite3.IntegrityError, match="append_only"):
        world.conn.execute("UPDATE journal SET data = data")
    # The last rounds are replayed from the rows as they are now.
    world.restart()
    assert not world.runner("t").quarantined
    assert world.conn.execute("SELECT count(*) FROM rounds WHERE outcome = 'void'").fetchone() == (
        0,
    )
    world.check()


def test_names_that_were_not_taken_out_before_a_crash_are_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(ROOMS["holdem"])
    ann = member(world, "Zebulon")
    number = ann.id
    monkeypatch.setattr(month_files, "folder_of", lambda conn: tmp_path)
    taken = to_bytes(SeatTaken(Seat(0), SeatSnapshot(str(number), "Zebulon"), 1))
    archive.keep(world.conn, "2026-01", Pack({"old": [PackedRow(1, taken)]}, ()))
    ann.seat("t", 20_000)
    ann.ask(messages.Leave, "t", "now")
    world.wait(world.store.write(lambda conn: deletions.erase(conn, number, 1)))
    assert named(world, "Zebulon")
    world.restart()
    world.run(1)
    assert named(world, "Zebulon") == 0
    (part,) = archive.every_part(world.conn)
    (row,) = part["old"]
    assert b"Zebulon" not in row.data, "nor is it in rounds that are packed"
    assert ledger.balance(world.conn, purse_of(number, "play")) == 0
    world.check()


def test_the_name_is_nobodys_for_a_month_and_then_anybodys() -> None:
    world = World()
    ann = member(world)
    number = ann.id
    delete(ann)
    for name in ("Ann", "ann", "Аnn"):
        assert code_of(says(world, messages.Register, name, PASSWORD)) in (
            "name_taken",
            "name_mixed",
        )
    world.clock.advance(MONTH_S)
    world.wait(Deferred.fromCoroutine(world.house.deletion.tidy()))
    assert "ann" not in accounts.by_id(world.conn, number).folded
    assert isinstance(says(world, messages.Register, "Ann", PASSWORD), Session)


def test_a_deletion_is_done_once_however_often_it_is_asked_for() -> None:
    world = World()
    ann = member(world)
    number = ann.id
    delete(ann)
    world.run(1)
    before = known(world)
    assert not world.wait(Deferred.fromCoroutine(world.house.deletion.delete(number, "olga")))
    assert known(world) == before


@pytest.mark.parametrize("fault", [*CommitFault])
def test_a_fault_of_the_disk_leaves_the_account_whole_or_gone(fault: CommitFault) -> None:
    world = World()
    ann = member(world)
    number, asked = ann.id, ann.next()
    world.fail(fault)
    try:
        ann.say(messages.DeleteAccount(asked, True, PASSWORD))
        world.run(0.5)
    except SimulatedCrash:
        pass
    world.restart()
    gone = fault in (CommitFault.LOST, CommitFault.CRASH_AFTER)
    assert (deletions.of(world.conn, number) is not None) is gone
    assert ledger.balance(world.conn, purse_of(number, "play")) == (0 if gone else 100_000)
    came = says(world, messages.Login, "Ann", PASSWORD)
    assert isinstance(came, Session) is not gone
    world.check()


def test_who_heard_that_it_failed_asks_again() -> None:
    world = World()
    ann = member(world)
    world.fail(CommitFault.LOST)
    assert code_of(delete(ann)) == "not_written"
    assert isinstance(delete(ann), Ok)
    assert ann.heard(Goodbye)[-1].code == "deleted"


def test_nothing_that_was_under_way_brings_an_account_back() -> None:
    world = World()
    clients = [world.client("Gus"), world.client("Eve")]
    numbers = [one.id for one in clients]
    # What each asks beside the deletion is read before it is on disk, and written after it.
    first, second = (
        (messages.Register(900, "Gustav", PASSWORD), messages.DeleteAccount(901, True)),
        (messages.DeleteAccount(902, True), messages.Profile(903, "Eva", "fox")),
    )
    for client, wishes in zip(clients, (first, second), strict=True):
        for wish in wishes:
            client.line.heard(encode(wish), world.clock.seconds())
    world.run(2)
    # Both are refused, and neither is a fault of the house.
    assert world.house.means.counts.refused == {"account_deleted": 2}
    for number in numbers:
        row = accounts.by_id(world.conn, number)
        assert (row.kind, row.name, row.state) == ("guest", f"#{number}", "deleted")
    world.check()


@settings(max_examples=12, deadline=None)
@given(st.data())
def test_whatever_players_do_before_and_beside_it_no_chip_comes_or_goes(
    data: st.DataObject,
) -> None:
    """Players come, sit, play, leave and delete their accounts, and a crash may come between."""
    world = World(ROOMS["holdem"], seed=data.draw(st.integers(0, 9)))
    clients: list[Client] = []
    gone: set[int] = set()
    for _ in range(data.draw(st.integers(4, 14))):
        what = data.draw(st.sampled_from(("come", "sit", "play", "leave", "delete", "crash")))
        inside = [one for one in clients if not (one.cut or one.ending)]
        if what == "come" and len(inside) < 4:
            clients.append(world.client())
        elif what == "crash":
            world.restart()
        elif what == "play":
            for one in inside:
                one.plays = True
            world.run(4, step=0.5)
        elif inside:
            one = data.draw(st.sampled_from(inside))
            one.plays = False
            if what == "sit":
                one.ask(messages.Join, "t")
                one.ask(messages.Queue, "t")
                if offers := one.heard(messages.Offer):
                    one.ask(messages.Sit, "t", offers[-1].key, 20_000)
            elif what == "leave":
                one.ask(messages.Leave, "t", "now")
            else:
                number = one.heard(Session)[-1].who
                if isinstance(delete(one, ""), Ok):
                    gone.add(number)
                    world.clock.advance(0)
    world.check()
    assert sum(ledger.trial_balance(world.conn).values()) == 0
    for number in gone:
        assert ledger.balance(world.conn, purse_of(number, "play")) == 0
        assert accounts.by_id(world.conn, number).state == "deleted"
