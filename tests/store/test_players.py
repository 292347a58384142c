"""Players and sessions on disk."""

import pytest

from game_server.store import accounts, sessions
from game_server.store.accounts import PlayerRow
from game_server.store.refusals import NameTaken, NoSuchPlayer, TokenStale
from game_server.store.transaction import Connection
from tests.store.hands import player, refused, refuses


def token(letter: str) -> bytes:
    return letter.encode() * 32


def test_a_player_is_found_by_number_and_by_folded_name(conn: Connection) -> None:
    made = accounts.create(conn, kind="member", name="Ann", folded="ann", password="hash", at=7)
    assert made == PlayerRow(1, "member", "Ann", "ann", "hash", None, "", accounts.OPEN, 7)
    assert accounts.by_id(conn, 1) == made
    assert accounts.by_name(conn, "ann") == made
    assert accounts.by_name(conn, "Ann") is None
    with pytest.raises(NoSuchPlayer):
        accounts.by_id(conn, 2)


def test_two_players_never_have_one_folded_name(conn: Connection) -> None:
    player(conn, "Ann")
    ben = player(conn, "Ben")
    with pytest.raises(NameTaken, match="'ANN' is taken"):
        accounts.create(conn, kind="guest", name="ANN", folded="ann", at=1)
    with pytest.raises(NameTaken):
        accounts.rename(conn, ben, name="ANN", folded="ann", avatar="")
    with pytest.raises(NameTaken):
        accounts.keep_guest(conn, ben, name="ANN", folded="ann", password="hash")
    assert accounts.by_id(conn, ben).name == "Ben"


def test_a_guest_is_kept_under_the_same_number(conn: Connection) -> None:
    guest = player(conn, "Guest 7")
    kept = accounts.keep_guest(conn, guest, name="Ann", folded="ann", password="hash")
    assert (kept.id, kept.kind, kept.name, kept.password) == (guest, "member", "Ann", "hash")
    assert accounts.by_name(conn, "guest 7") is None
    with pytest.raises(NoSuchPlayer, match="is not a guest"):
        accounts.keep_guest(conn, guest, name="Eve", folded="eve", password="hers")


def test_a_password_is_a_members_alone(conn: Connection) -> None:
    ann = accounts.create(conn, kind="member", name="Ann", folded="ann", password="old", at=1)
    assert accounts.set_password(conn, ann.id, "new").password == "new"
    with pytest.raises(NoSuchPlayer, match="is not a member"):
        accounts.set_password(conn, player(conn, "Ben"), "new")
    refuses(conn, "UPDATE players SET password = NULL", "a_member_has_a_password")


def test_one_who_came_by_card_is_told_apart_by_the_cards_holder(conn: Connection) -> None:
    made = accounts.create(conn, kind="card", name="Ann", folded="ann", holder=b"hash", at=1)
    assert (made.kind, made.holder, made.password) == ("card", b"hash", None)
    with refused(conn, "a_card_has_a_holder"):
        accounts.create(conn, kind="card", name="Ben", folded="ben", at=1)


def test_a_player_can_have_another_name_avatar_and_state(conn: Connection) -> None:
    ann = player(conn, "Ann")
    renamed = accounts.rename(conn, ann, name="Anna", folded="anna", avatar="fox")
    assert (renamed.name, renamed.folded, renamed.avatar) == ("Anna", "anna", "fox")
    assert accounts.set_state(conn, ann, "barred").state == "barred"
    with pytest.raises(NoSuchPlayer):
        accounts.set_state(conn, 99, "barred")


def test_a_player_has_one_session_and_the_newest_replaces_the_older(
    conn: Connection,
) -> None:
    ann, ben = player(conn, "Ann"), player(conn, "Ben")
    first, none = sessions.create(
        conn, player=ann, token=token("a"), device="phone", at=10, expires=99
    )
    assert none is None
    sessions.create(conn, player=ben, token=token("b"), device="phone", at=11, expires=99)
    second, replaced = sessions.create(
        conn, player=ann, token=token("c"), device="desk", at=20, expires=99
    )
    assert replaced is not None
    assert (replaced.id, replaced.device, replaced.ended) == (first.id, "phone", 20)
    assert [one.id for one in sessions.of_player(conn, ann)] == [second.id, first.id]
    found = sessions.by_hash(conn, token("a"))
    assert found == replaced
    refuses(
        conn,
        "INSERT INTO sessions (player, token, device, began, expires) VALUES (?, ?, '', 1, 1)",
        "sessions.player",
        ann,
        token("d"),
    )


def test_a_rotated_token_stays_until_the_new_one_was_used(conn: Connection) -> None:
    ann = player(conn)
    began, _ = sessions.create(conn, player=ann, token=token("a"), device="", at=1, expires=50)
    sessions.rotate(conn, began.id, used=token("a"), token=token("b"), expires=60)
    found = sessions.by_hash(conn, token("a"))
    assert found is not None
    assert (found.token, found.previous, found.expires) == (token("b"), token("a"), 60)
    # The answer with b was lost: a is used again, and b is worth nothing.
    sessions.rotate(conn, began.id, used=token("a"), token=token("c"), expires=70)
    assert sessions.by_hash(conn, token("b")) is None
    confirmed = sessions.confirm(conn, began.id, token=token("c"), idle=50, most=79, at=40)
    assert (confirmed.previous, confirmed.expires) == (None, 80)
    assert sessions.by_hash(conn, token("a")) is None
    assert sessions.by_hash(conn, token("c")) == confirmed
    with pytest.raises(TokenStale):
        sessions.rotate(conn, began.id, used=token("a"), token=token("d"), expires=90)
    with pytest.raises(TokenStale):
        sessions.confirm(conn, began.id, token=token("a"), idle=50, most=79)


def test_a_session_that_is_over_stays_over(conn: Connection) -> None:
    began, _ = sessions.create(
        conn, player=player(conn), token=token("a"), device="", at=1, expires=50
    )
    ended = sessions.end(conn, began.id, at=9, why="logout")
    assert ended is not None
    assert (ended.ended, ended.why) == (9, "logout")
    assert sessions.end(conn, began.id, at=10, why="again") is None
    with pytest.raises(TokenStale):
        sessions.rotate(conn, began.id, used=token("a"), token=token("b"), expires=90)
    refuses(conn, "UPDATE sessions SET ended = NULL", "session_over")


def test_all_sessions_of_a_player_can_be_ended(conn: Connection) -> None:
    ann = player(conn)
    began, _ = sessions.create(conn, player=ann, token=token("a"), device="", at=1, expires=50)
    (ended,) = sessions.end_all(conn, ann, at=9, why="barred")
    assert ended == sessions.by_hash(conn, token("a"))
    assert (ended.id, ended.why) == (began.id, "barred")
    assert sessions.end_all(conn, ann, at=9, why="barred") == ()


def test_sessions_that_ended_or_expired_long_ago_are_forgotten(conn: Connection) -> None:
    for number, (ended, expires) in enumerate([(5, 90), (None, 6), (20, 90), (None, 90)]):
        ann = player(conn, f"Ann {number}")
        began, _ = sessions.create(
            conn, player=ann, token=token(str(number)), device="", at=1, expires=expires
        )
        if ended is not None:
            sessions.end(conn, began.id, at=ended, why="")
    assert sessions.forget(conn, before=10) == 2
    assert [one for one in range(4) if sessions.by_hash(conn, token(str(one)))] == [2, 3]


def test_what_is_no_sha_256_is_no_token(conn: Connection) -> None:
    ann = player(conn)
    with refused(conn, "CHECK"):
        sessions.create(conn, player=ann, token=b"plain", device="", at=1, expires=50)
