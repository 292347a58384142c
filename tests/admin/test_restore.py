"""What a copy tells whoever has it, and what a restore does not bring back."""

import json
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
from twisted.logger import ILogObserver, globalLogPublisher

from game_server.admin import copies
from game_server.alarms import Alarms
from game_server.bank.bookings import opening_gift
from game_server.config import Config, HouseSettings
from game_server.players import standing
from game_server.store import (
    accounts,
    admins,
    audit,
    card_tries,
    copying,
    data_folder,
    factors,
    grants,
    ledger,
    measures,
    resets,
)
from game_server.store.card_tries import TriesRow
from game_server.store.database import open_database, open_to_look
from game_server.store.factors import FactorOwner
from game_server.store.transaction import Transaction
from game_server.table.journal import ActDone, LeaveIntended, RoundOpened, from_bytes
from protocol import messages
from protocol.events import bared
from tests.house.test_restart import in_mid_hand
from tests.house.test_whole_rounds import ROOMS, play_rounds
from tests.house.world import BEGAN, EPS, Client, World

DAY = 86_400_000


def folder(tmp_path: Path) -> Path:
    data = tmp_path / "var"
    data.mkdir()
    (data / "secret").write_bytes(b"s" * 32)
    return data


def backup(data: Path, name: str = "copy.sqlite") -> Path:
    file = data.parent / name
    with closing(open_to_look(data / data_folder.DATABASE)) as look:
        copying.back_up(look, file, data / "secret", lambda done, whole: None)
    return file


def restore(data: Path, file: Path) -> dict[str, Any]:
    config = Config(HouseSettings(data=str(data)))
    return dict(copies.restore(config, {"file": str(file)}, lambda _: None))


def close(world: World) -> None:
    world.house.stop()
    world.store.close()
    world.conn.close()


def chips(world: World) -> dict[str, int]:
    """What everybody has, in the purse and at the table."""
    found: dict[str, int] = {}
    for name, amount in world.conn.execute(
        "SELECT a.name, b.amount FROM accounts a JOIN balances b ON b.account = a.id"
        " WHERE a.kind IN ('play', 'escrow')"
    ):
        player = name.rpartition(":")[2]
        found[player] = found.get(player, 0) + amount
    return found


# -- cards -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ROOMS)
def test_a_backup_taken_in_mid_hand_tells_nothing(game: str, tmp_path: Path) -> None:
    """Not of cards to come, and not of those that lie face down: no byte of the hand is in it."""
    data = folder(tmp_path)
    world = in_mid_hand(game, 1, data / data_folder.DATABASE)
    if game == "roulette":
        # Nobody has bet yet.
        next(client for client in world.clients if client.asked).answer()
    number = world.probe("t").rounds
    (opened,) = world.conn.execute(
        "SELECT opened FROM rounds WHERE round = ?", (number,)
    ).fetchone()
    rows = [
        row
        for (row,) in world.conn.execute("SELECT data FROM journal WHERE id > ?", (opened,))
        if isinstance(from_bytes(row), ActDone)
    ]
    assert rows
    file = backup(data)
    there = b"".join((data / f"{data_folder.DATABASE}{end}").read_bytes() for end in ("", "-wal"))
    for row in rows:
        assert row in there
        for one in tmp_path.glob("copy*"):
            assert row not in one.read_bytes()
    with closing(open_to_look(file)) as conn:
        kinds = [
            type(from_bytes(row))
            for (row,) in conn.execute("SELECT data FROM journal WHERE id >= ?", (opened,))
        ]
    assert kinds[0] is RoundOpened
    assert not {ActDone, LeaveIntended} & set(kinds)
    # The house itself goes on as if nothing had been.
    for client in world.clients:
        client.plays = True
    play_rounds(world, 1)
    world.check()


@pytest.mark.parametrize("game", ROOMS)
def test_a_restore_voids_the_rounds_in_play_and_deals_no_card_again(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The clock of the world is ahead of ours, and sessions that ended long ago are forgotten.
    monkeypatch.setattr(time, "time", lambda: BEGAN)
    data = folder(tmp_path)
    world = in_mid_hand(game, 2, data / data_folder.DATABASE)
    host, total = world.probe("t"), chips(world)
    assert host.round is not None
    number, lay = host.rounds, [bared(event) for event in host.round.said]
    file = backup(data)
    for client in world.clients:
        client.plays = True
    play_rounds(world, 2)
    clients = list(world.clients)
    close(world)
    answer = restore(data, file)
    assert answer["void"] == [f"t {number}"]
    assert f"Rounds in play are void, all stakes are back: t {number}." in answer["said"]
    alarms = Alarms(lambda: 1)
    globalLogPublisher.addObserver(cast(ILogObserver, alarms))
    try:
        again = World(ROOMS[game], seed=9, path=data / data_folder.DATABASE)
    finally:
        globalLogPublisher.removeObserver(cast(ILogObserver, alarms))
    again.numbers = world.numbers
    table = again.probe("t")
    assert (table.host.round, table.host.rounds) == (None, number)
    assert alarms.total == 0
    assert chips(again) == total
    again.check()
    for client in clients:
        back = Client(again)
        number_of = back.next()
        back.say(messages.Resume(number_of, client.token, ()))
        refused = back.reply(number_of)
        assert isinstance(refused, messages.Refused)
        assert refused.code == "session_over"
    assert answer["sessions_ended"] == len(clients)
    # Whoever sat there is away: the chips go home.
    again.run(400, 1.0)
    again.check()
    assert chips(again) == total
    assert not again.runner("t").view.holdings()
    assert lay
    close(again)


def test_who_had_left_a_round_that_is_void_does_not_sit_there_again(tmp_path: Path) -> None:
    data = folder(tmp_path)
    world = in_mid_hand("holdem", 1, data / data_folder.DATABASE)
    leaver = next(client for client in world.clients if client.asked)
    leaver.ask(messages.Leave, "t")
    total, gone = chips(world), str(leaver.id)
    file = backup(data)
    close(world)
    restore(data, file)
    again = World(ROOMS["holdem"], path=data / data_folder.DATABASE)
    assert gone not in again.runner("t").view.holdings()
    assert chips(again) == total
    again.check()
    close(again)


def test_a_copy_of_before_can_be_put_back_too(tmp_path: Path) -> None:
    """It was made as any file is copied, with the hand in it."""
    data = folder(tmp_path)
    world = in_mid_hand("holdem", 1, data / data_folder.DATABASE)
    total, number = chips(world), world.probe("t").rounds
    file = tmp_path / "plain.sqlite"
    with closing(sqlite3.connect(file)) as target:
        world.conn.backup(target)
    close(world)
    assert restore(data, file)["void"] == [f"t {number}"]
    again = World(ROOMS["holdem"], path=data / data_folder.DATABASE)
    assert chips(again) == total
    again.check()
    close(again)


# -- people ------------------------------------------------------------------------------------


def a_house(data: Path) -> None:
    """Five players, of whom one is a member; one of them is barred and one is muted."""
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        for number, name in enumerate(("anna", "bert", "carl", "dora"), 1):
            accounts.create(conn, kind="guest", name=name, folded=name, at=number)
            ledger.book(conn, opening_gift(number, 1))
        accounts.create(conn, kind="member", name="emil", folded="emil", at=5, password="leaked")
        take(conn, 1, "barred", 10)
        take(conn, 2, "muted", 10)
        admins.add(conn, name="olga", role="owner", password="x", at=1)
        admins.add(conn, name="otto", role="operator", password="leaked", at=2)


def take(conn: Transaction, player: int, kind: str, at: int) -> None:
    measures.take(conn, player=player, kind=kind, at=at, until=None, reason="cheating", who="olga")
    standing.settled(conn, player, at)


def states(data: Path) -> dict[str, str]:
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        return {who.name: standing.as_of(conn, who, DAY).state for who in accounts.like(conn, "")}


def test_bans_and_mutes_outlast_a_restore(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    file = backup(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        measures.lift(conn, 1, "barred", 20)
        standing.settled(conn, 1, 20)
        take(conn, 2, "muted", 20)
        take(conn, 3, "barred", 20)
        take(conn, 4, "muted", 20)
        late = accounts.create(conn, kind="card", name="late", folded="late", at=30, holder=b"h")
        take(conn, late.id, "barred", 40)
        accounts.create(conn, kind="guest", name="later", folded="later", at=30)
    wanted = states(data)
    assert [wanted[one] for one in ("anna", "bert", "carl", "dora", "late")] == [
        "open",
        "muted",
        "barred",
        "muted",
        "barred",
    ]
    answer = restore(data, file)
    del wanted["later"]
    assert states(data) == wanted
    assert answer["measures_kept"] == 6
    assert answer["not_kept"] == []
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        found = conn.execute("SELECT folded FROM players WHERE holder = ?", (b"h",)).fetchall()
        assert found == [("late",)]
        last = audit.rows(conn, what="restore")[0]
    told = json.loads(last.asked.told)
    assert (told["measures_kept"], told["sessions_ended"], last.result) == (6, 0, "ok")


def test_what_cannot_be_kept_is_said(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    file = backup(data)
    with closing(sqlite3.connect(file)) as conn, conn:
        # The copy is of another house, in which somebody else has the name.
        conn.execute("UPDATE players SET created = 99, folded = 'late' WHERE id = 3")
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        take(conn, 3, "barred", 20)
    answer = restore(data, file)
    assert answer["not_kept"] == [
        "'carl', who is barred, is not in the copy, which has another of that name or number:"
        " the measure is lost."
    ]
    assert answer["not_kept"][0] in answer["said"]
    assert states(data)["carl"] == "open"


@pytest.mark.parametrize("lost", ["missing", "rubbish"])
def test_a_restore_without_the_old_database_says_what_it_could_not_keep(
    tmp_path: Path, lost: str
) -> None:
    data = folder(tmp_path)
    a_house(data)
    file = backup(data)
    if lost == "missing":
        (data / data_folder.DATABASE).unlink()
    else:
        (data / data_folder.DATABASE).write_bytes(b"rubbish" * 1_000)
    answer = restore(data, file)
    (sentence,) = answer["not_kept"]
    assert "bans, mutes, passwords and removed administrators are those of the copy" in sentence
    assert states(data)["anna"] == "barred"


def test_who_was_removed_or_had_to_change_the_password_does_not_get_in_by_a_restore(
    tmp_path: Path,
) -> None:
    data = folder(tmp_path)
    a_house(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        admins.add(conn, name="odin", role="owner", password="x", at=3)
        admins.add(conn, name="carl", role="cards", password="x", at=4)
        admins.add(conn, name="nils", role="cards", password="x", at=5)
    file = backup(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        accounts.set_password(conn, 5, "new")
        admins.remove(conn, "odin", 50)
        admins.set_role(conn, "olga", "viewer")
        admins.set_password(conn, "otto", "new")
        admins.set_role(conn, "otto", "owner")
        admins.set_role(conn, "carl", "viewer")
        admins.set_role(conn, "nils", "backup")
        admins.add(conn, name="odin", role="owner", password="y", at=60)
    answer = restore(data, file)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        staff = [(one.name, one.role, one.password) for one in admins.everybody(conn)]
        assert accounts.by_id(conn, 5).password == "new"
    assert staff == [
        ("carl", "viewer", "x"),
        ("nils", "backup", "x"),
        ("olga", "viewer", "x"),
        ("otto", "operator", "new"),
    ]
    assert (answer["administrators_kept"], answer["passwords_kept"]) == (6, 1)
    assert answer["not_kept"] == [
        "The administrator 'odin' came after the copy; `staff add` brings them back."
    ]


def factor(conn: Transaction, owner: int, at: int, *codes: bytes) -> None:
    who = FactorOwner("player", owner)
    factors.begin(conn, who, b"sealed at %d" % at, at)
    factors.confirm(conn, who, at, codes)


def opens(data: Path, owner: int) -> tuple[bytes, int] | None:
    """The sealed secret of a player's factor, and how many recovery codes there are."""
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        who = FactorOwner("player", owner)
        found = factors.of(conn, who)
        return None if found is None else (found.sealed, factors.left(conn, who))


def test_second_factors_and_wrong_tries_are_as_they_were_last(tmp_path: Path) -> None:
    data, used, spare = folder(tmp_path), bytes(32), b"c" * 32
    a_house(data)
    card, device = b"k" * 32, b"d" * 32
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        factor(conn, 1, 10, used, spare)
        factor(conn, 2, 10, used)
        card_tries.keep(conn, [TriesRow(card, 1.0, 5)])
        resets.ask(
            conn, player=5, key=device, number="123456", address="192.0.2.1", at=1, until=10**15
        )
        asked = resets.by_key(conn, device)
        assert asked is not None
        resets.become(conn, asked.id, "approved", "olga")
    file = backup(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        assert factors.recover(conn, FactorOwner("player", 1), used)
        factors.remove(conn, FactorOwner("player", 2))
        factor(conn, 3, 20, used)
        card_tries.keep(conn, [TriesRow(card, 9.0, 20)])
    assert restore(data, file)["second_factors_kept"] == 3
    assert opens(data, 1) == (b"sealed at 10", 1), "a code that was used opens nothing again"
    assert opens(data, 2) is None
    assert opens(data, 3) == (b"sealed at 20", 1)
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        assert card_tries.kept(conn) == (TriesRow(card, 9.0, 20),)
        after = resets.by_key(conn, device)
        assert after is not None
        assert after.state == "void", "nobody chooses a password by a request of before"


def test_what_lies_under_another_secret_is_that_of_the_copy_and_that_is_said(
    tmp_path: Path,
) -> None:
    data = folder(tmp_path)
    a_house(data)
    file = backup(data)
    copying.beside(file).write_bytes(b"o" * 32)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        card_tries.keep(conn, [TriesRow(b"k" * 32, 9.0, 20)])
    (sentence,) = restore(data, file)["not_kept"]
    assert sentence == (
        "The copy came with another secret: wrong tries of cards are those of the copy."
    )
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        assert card_tries.kept(conn) == ()


def test_a_grant_that_was_rejected_does_not_wait_again(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        made = grants.ask(conn, player=1, amount=500, reason="a prize", admin=1, at=5)
    file = backup(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        grants.decide(conn, made.id, "rejected", 9, 2)
    restore(data, file)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        assert conn.execute("SELECT state FROM grants").fetchall() == [("rejected",)]


def test_the_number_of_somebody_who_is_gone_is_given_to_nobody_else(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)
    file = backup(data)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        lost = accounts.create(conn, kind="guest", name="lost", folded="lost", at=9)
    restore(data, file)
    with closing(open_database(data / data_folder.DATABASE)) as conn:
        new = accounts.create(conn, kind="guest", name="new", folded="new", at=10)
    assert new.id > lost.id


def test_no_payment_after_a_restore_has_the_key_of_one_that_is_gone(tmp_path: Path) -> None:
    """Under a key that it knows the bank would pay nothing, and say that it has."""
    data = folder(tmp_path)
    world = World(EPS, path=data / data_folder.DATABASE)
    client = world.client("Payer", card=0)
    client.seat("eps", 20_000)
    world.until(lambda: sum(world.runner("eps").view.holdings().values()) == 20_000)
    file = backup(data)

    def goes_home(one: World) -> set[str]:
        """The keys of what is paid out to whoever does not come back after a restart."""
        one.until(lambda: not one.runner("eps").view.holdings(), step=1.0)
        one.run(5.0)
        found = one.conn.execute("SELECT key FROM payments WHERE way = 'cash_out'")
        return {key for (key,) in found}

    world.restart()
    before, books = goes_home(world), world.books
    close(world)
    restore(data, file)
    again = World(EPS, path=data / data_folder.DATABASE)
    again.bank.books = books
    after = goes_home(again)
    assert len(before) == len(after) == 1
    assert not before & after
    again.check()
    close(again)


def test_the_log_of_the_door_goes_on_after_a_restore(tmp_path: Path) -> None:
    data = folder(tmp_path)
    a_house(data)

    def seen(at: int) -> None:
        with closing(open_database(data / data_folder.DATABASE)) as conn:
            conn.execute(
                "INSERT INTO security (at, what, result, player, address, facts, times)"
                " VALUES (?, 'login', 'ok', 1, '192.0.2.1', '{}', 1)",
                (at,),
            )

    seen(1)
    file = backup(data)
    seen(2)
    assert restore(data, file)["security_rows_kept"] == 1
    with closing(open_to_look(data / data_folder.DATABASE)) as conn:
        assert [at for (at,) in conn.execute("SELECT at FROM security ORDER BY id")] == [1, 2]
