"""Tokens of cards are encrypted wherever they are written, by keys that no copy has."""

import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.bank.sealing import counts, rotate, unlock
from game_server.bank.vault import NoKey, Vault, key_of, new_vault, read_keys, serialised
from game_server.store import cards, copying, payments
from game_server.store.data_folder import KEYS
from game_server.store.database import migrate, migrations, open_database
from game_server.store.sqlite import SqliteConnection
from tests.bank.world import World, card
from tests.store.hands import player

TOKEN = "bank-token-that-moves-money"
STAMP = "until-20270101-120000"


@given(st.text(max_size=200), st.integers(1, 2**40))
def test_what_is_sealed_opens_again_for_its_player_alone(token: str, who: int) -> None:
    vault = new_vault()
    sealed = vault.seal(token, who)
    assert vault.open(sealed, who) == token
    assert vault.seal(token, who) != sealed, "no two are alike"
    with pytest.raises(NoKey, match="was changed"):
        vault.open(sealed, who + 1)


def test_what_was_changed_by_a_single_letter_does_not_open() -> None:
    vault = new_vault()
    sealed = vault.seal(TOKEN, 7)
    head = sealed.index(":", len("sealed:")) + 1
    for place in range(head, len(sealed)):
        other = "A" if sealed[place] != "A" else "B"
        changed = sealed[:place] + other + sealed[place + 1 :]
        if place >= len(sealed) - 3:
            # The last letter of base64 has bits that mean nothing.
            continue
        with pytest.raises(NoKey) as refused:
            vault.open(changed, 7)
        assert TOKEN not in str(refused.value)


def test_a_vault_shows_no_key_and_opens_nothing_of_another() -> None:
    vault, other = new_vault(), new_vault()
    sealed = vault.seal(TOKEN, 1)
    assert key_of(sealed) == vault.in_use
    assert vault.keys[vault.in_use].hex() not in repr(vault)
    assert repr(vault.keys[vault.in_use]) not in repr(vault)
    for wrong in (sealed, "plain", "sealed:", "sealed:0:x"):
        with pytest.raises(NoKey):
            other.open(wrong, 1)


def test_keys_are_read_as_they_were_written(tmp_path: Path) -> None:
    vault = new_vault().renewed()
    file = tmp_path / KEYS
    copying.write_whole(file, serialised(vault))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    again = read_keys(file)
    assert (again, again.in_use) == (vault, vault.in_use)
    file.chmod(0o640)
    with pytest.raises(NoKey, match="chmod 600"):
        read_keys(file)


@pytest.mark.parametrize(
    "held", [b"", b"# nothing\n", b"a b c\n", b"only-one\n", b"id c2hvcnQ=\n", b"\xff\xfe"]
)
def test_a_file_that_holds_no_keys_is_refused(tmp_path: Path, held: bytes) -> None:
    file = tmp_path / KEYS
    file.touch(0o600)
    file.write_bytes(held)
    with pytest.raises(NoKey, match="bring back the right one"):
        read_keys(file)


# A database and its keys


def with_cards(path: Path, auth: str) -> None:
    """A database as it was before tokens were sealed, with a card and two payments."""
    with closing(SqliteConnection.to(path)) as conn:
        # What an older program wrote over and did not erase.
        conn.execute("PRAGMA secure_delete = 0")
        conn.execute("CREATE TABLE scrap (text)")
        conn.execute("INSERT INTO scrap VALUES (?)", (f"{auth} " * 500,))
        conn.execute("DROP TABLE scrap")
        before = [one for one in migrations() if one.name != "sealed_tokens"]
        migrate(conn, before[: [one.name for one in before].index("proved_cards") + 1])
        who = player(conn)
        kept = cards.prove(
            conn, player=who, holder=b"h" * 32, kind="debit", auth=auth, digits="1234", at=1
        )
        cards.use(conn, who, pays=kept.id, home=kept.id)
        for key in ("a", "b"):
            payments.intend(
                conn, key=key, player=who, way="buy", amount=2_000, card=kept, place="", at=1
            )
        payments.step(conn, "a", "sent", at=2)
        payments.step(conn, "a", "done", at=3)


def files_with(folder: Path, what: str) -> list[str]:
    found = (one for one in sorted(folder.rglob("*")) if one.is_file())
    return [one.name for one in found if what.encode() in one.read_bytes()]


def test_tokens_from_before_are_sealed_at_the_first_start_and_nothing_of_them_is_left(
    tmp_path: Path,
) -> None:
    file = tmp_path / "cardroom.sqlite"
    with_cards(file, TOKEN)
    assert files_with(tmp_path, TOKEN)
    with closing(open_database(file)) as conn:
        vault = unlock(conn, tmp_path / KEYS)
        assert counts(conn) == {vault.in_use: 3}
        assert [vault.open(one.auth, one.player) for one in cards.of_player(conn, 1)] == [TOKEN]
        assert payments.by_key(conn, "a").state == "done"
        assert files_with(tmp_path, TOKEN) == []
    assert files_with(tmp_path, TOKEN) == []
    with closing(open_database(file)) as conn:
        assert unlock(conn, tmp_path / KEYS) == vault


def test_no_plain_token_can_be_written(tmp_path: Path) -> None:
    with closing(open_database(":memory:")) as conn:
        who = player(conn)
        with pytest.raises(sqlite3.IntegrityError, match="plain_token"):
            cards.prove(
                conn, player=who, holder=b"h" * 32, kind="debit", auth=TOKEN, digits="1", at=1
            )
        sealed = cards.prove(
            conn, player=who, holder=b"h" * 32, kind="debit", auth="sealed:k:x", digits="1", at=1
        )
        with pytest.raises(sqlite3.IntegrityError, match="plain_token"):
            payments.intend(
                conn,
                key="a",
                player=who,
                way="buy",
                amount=2_000,
                card=replace(sealed, auth=TOKEN),
                place="",
                at=1,
            )


def test_a_copy_of_the_database_has_no_token_and_no_key(tmp_path: Path) -> None:
    file = tmp_path / "cardroom.sqlite"
    with_cards(file, TOKEN)
    (tmp_path / "secret").write_bytes(b"s" * 32)
    (tmp_path / "backups").mkdir()
    with closing(open_database(file)) as conn:
        vault = unlock(conn, tmp_path / KEYS)
        copying.back_up(
            conn, tmp_path / "backups" / "friday.sqlite", tmp_path / "secret", lambda *_: None
        )
    assert files_with(tmp_path / "backups", TOKEN) == []
    for line in serialised(vault).decode().splitlines()[2:]:
        assert files_with(tmp_path / "backups", line.split()[1]) == []


def test_a_house_without_its_keys_says_what_to_do(tmp_path: Path) -> None:
    file, keys = tmp_path / "cardroom.sqlite", tmp_path / KEYS
    with_cards(file, TOKEN)
    with closing(open_database(file)) as conn:
        vault = unlock(conn, keys)
        whole = keys.read_bytes()
        keys.unlink()
        with pytest.raises(NoKey, match=rf"(?s)bring it back.*{vault.in_use}.*card-keys --lost"):
            unlock(conn, keys)
        assert not keys.exists(), "no other key is made in its place"
        copying.write_whole(keys, serialised(new_vault()))
        with pytest.raises(NoKey, match=rf"has not the key {vault.in_use}"):
            unlock(conn, keys)
        copying.write_whole(keys, serialised(Vault({vault.in_use: b"k" * 32})))
        with pytest.raises(NoKey, match="does not open"):
            unlock(conn, keys)
        copying.write_whole(keys, whole)
        assert unlock(conn, keys) == vault


def test_a_rotation_seals_every_token_anew_and_retires_the_old_key(tmp_path: Path) -> None:
    file, keys = tmp_path / "cardroom.sqlite", tmp_path / KEYS
    with_cards(file, TOKEN)
    with closing(open_database(file)) as conn:
        old = unlock(conn, keys)
        was = cards.of_player(conn, 1)[0].auth
        done = rotate(conn, keys, STAMP)
        now = unlock(conn, keys)
        assert (done.tokens, done.lost, done.key) == (3, 0, now.in_use)
        assert now.in_use != old.in_use
        assert set(now.keys) == {now.in_use}
        assert counts(conn) == {now.in_use: 3}
        with pytest.raises(NoKey):
            now.open(was, 1)
        assert done.retired is not None
        assert read_keys(done.retired) == old
        assert stat.S_IMODE(done.retired.stat().st_mode) == 0o600
    assert files_with(tmp_path, was) == []


@pytest.mark.parametrize("cut", range(5))
def test_a_rotation_that_is_cut_short_anywhere_leaves_every_token_to_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cut: int
) -> None:
    file, keys = tmp_path / "cardroom.sqlite", tmp_path / KEYS
    with_cards(file, TOKEN)
    with closing(open_database(file)) as conn:
        unlock(conn, keys)
        write, steps = copying.write_whole, []

        def cuts(path: Path, data: bytes) -> None:
            steps.append(path)
            if len(steps) == cut:
                raise OSError(28, "No space left on device")
            write(path, data)

        def breaks(*_: object) -> None:
            raise OSError(28, "No space left on device")

        if cut == 0:
            monkeypatch.setattr("game_server.bank.sealing.reseal", breaks)
        monkeypatch.setattr("game_server.bank.sealing.write_whole", cuts)
        try:
            rotate(conn, keys, STAMP)
        except OSError:
            assert cut <= 3
        monkeypatch.undo()
        vault = unlock(conn, keys)
        assert [vault.open(one.auth, one.player) for one in cards.of_player(conn, 1)] == [TOKEN]
        rotate(conn, keys, "later")
        assert set(counts(conn)) == {unlock(conn, keys).in_use}


def test_lost_keys_cost_the_tokens_and_nothing_else(tmp_path: Path) -> None:
    file, keys = tmp_path / "cardroom.sqlite", tmp_path / KEYS
    with_cards(file, TOKEN)
    with closing(open_database(file)) as conn:
        unlock(conn, keys)
        keys.unlink()
        with pytest.raises(NoKey):
            rotate(conn, keys, STAMP)
        assert not keys.exists()
        done = rotate(conn, keys, STAMP, lost=True)
        vault = unlock(conn, keys)
        assert (done.tokens, done.lost, done.retired) == (3, 3, None)
        (kept,) = cards.of_player(conn, 1)
        assert kept.ended
        assert vault.open(kept.auth, 1) == ""
        assert payments.by_key(conn, "b").state == "pending"


def test_a_cashier_goes_on_after_a_rotation() -> None:
    world = World(players=1)
    (who,) = world.players
    world.give_card(who)
    world.sit(who)
    world.advance(1)
    world.service.faults.coming.append("timeout_after")
    world.buy(who, 2_000)
    world.advance(5)
    world.crash()
    old = world.vault
    for table in ("proved_cards", "payments"):
        for number, auth in world.conn.execute(f"SELECT id, auth FROM {table}").fetchall():
            token = old.open(auth, who)
            world.vault = world.vault if world.vault is not old else old.renewed().retired()
            world.conn.execute(
                f"UPDATE {table} SET auth = ? WHERE id = ?", (world.vault.seal(token, who), number)
            )
    world.restart()
    world.advance(100)
    world.leave(who)
    world.advance(10)
    assert world.books.held(card(0)) == world.each
    world.close()
