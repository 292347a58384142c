"""Administrators and the audit on disk."""

import pytest

from game_server.store import admins, audit
from game_server.store.audit import AuditRequest
from game_server.store.refusals import NameTaken, NoSuchAdmin
from game_server.store.transaction import Connection
from tests.store.hands import refused, refuses


def asked(at: int = 1, who: str = "ann", what: str = "status") -> AuditRequest:
    return AuditRequest(at, who, "owner", "user 0", what, "{}")


def test_one_name_is_one_administrator_until_that_one_is_removed(conn: Connection) -> None:
    first = admins.add(conn, name="ann", role="owner", password="hash", at=1)
    with pytest.raises(NameTaken, match="'ann'"):
        admins.add(conn, name="ann", role="viewer", password="hash", at=2)
    admins.remove(conn, "ann", 3)
    assert admins.by_name(conn, "ann") is admins.by_id(conn, first.id) is None
    second = admins.add(conn, name="ann", role="viewer", password="other", at=4)
    assert second.id != first.id
    assert admins.everybody(conn) == (second,)


def test_roles_and_passwords_change_and_strangers_have_none(conn: Connection) -> None:
    admins.add(conn, name="ann", role="owner", password="hash", at=1)
    assert admins.set_role(conn, "ann", "viewer").role == "viewer"
    assert admins.set_password(conn, "ann", "new").password == "new"
    for change in (admins.set_role, admins.set_password):
        with pytest.raises(NoSuchAdmin, match="'bo'"):
            change(conn, "bo", "owner")
    with pytest.raises(NoSuchAdmin):
        admins.remove(conn, "bo", 5)
    with refused(conn, "CHECK"):
        admins.set_role(conn, "ann", "king")


def done(conn: Connection) -> None:
    admins.add(conn, name="ann", role="owner", password="hash", at=1)
    audit.end(conn, audit.ask(conn, asked()), "not_allowed", 2)


def written(conn: Connection) -> None:
    assert [(row.asked.who, row.result) for row in audit.rows(conn)] == [("ann", "not_allowed")]


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DELETE FROM admins", "append_only"),
        ("UPDATE audit SET who = 'bo'", "append_only"),
        ("DELETE FROM audit", "append_only"),
        ("UPDATE audit_results SET result = 'ok'", "append_only"),
        ("DELETE FROM audit_results", "append_only"),
        ("INSERT INTO audit_results VALUES (7, 9, 'ok')", "FOREIGN KEY"),
    ],
)
def test_nothing_of_the_audit_ever_changes(conn: Connection, sql: str, why: str) -> None:
    done(conn)
    refuses(conn, sql, why)
    written(conn)


def test_one_who_was_removed_stays_removed(conn: Connection) -> None:
    admins.add(conn, name="ann", role="owner", password="hash", at=1)
    admins.remove(conn, "ann", 3)
    refuses(conn, "UPDATE admins SET removed = NULL", "append_only")


def test_rows_come_newest_first_and_by_what_is_wanted(conn: Connection) -> None:
    for at, who, what, result in (
        (1, "ann", "on", "ok"),
        (2, "bo", "off", "not_allowed"),
        (3, "ann", "off", ""),
        (4, "ann", "watch", "stopped"),
    ):
        row = audit.ask(conn, asked(at, who, what))
        if result:
            audit.end(conn, row, result, at + 10)

    def found(**wanted: object) -> list[int]:
        return [row.id for row in audit.rows(conn, **wanted)]  # type: ignore[arg-type]  # by name

    assert found() == [4, 3, 2, 1]
    assert found(who="ann") == [4, 3, 1]
    assert found(what="off") == [3, 2]
    assert found(refused=True) == [2]
    assert found(since=3) == [4, 3]
    assert found(before=3, count=1) == [2]
    assert audit.rows(conn, before=4, count=1)[0].result == audit.OPEN
    assert audit.rows(conn, before=2)[0].ended == 11
