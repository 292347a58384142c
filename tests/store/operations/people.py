"""Operations on players, their sessions, what they may and what they have done."""

from game_server.bank import bookings
from game_server.store import (
    accounts,
    addresses,
    admins,
    blocks,
    busters,
    factors,
    grants,
    guests,
    idempotency,
    ledger,
    links,
    looks,
    measures,
    reports,
    resets,
    results,
    security,
    sessions,
)
from game_server.store.factors import FactorOwner
from game_server.store.refusals import (
    GrantDecided,
    KeyReused,
    NameTaken,
    NoSuchAdmin,
    NoSuchGrant,
    NoSuchPlayer,
    NoSuchReport,
    ReportClosed,
    TokenStale,
    UndoneBefore,
)
from game_server.store.reports import Evidence
from game_server.store.security import SecurityRow
from tests.store.operations.doing import Doing


def token(number: int) -> bytes:
    return bytes([number]) * 32


def players(do: Doing) -> None:
    """Four of them: Ann, a guest who becomes a member; Bob, a guest; Cleo, by card; Ännchen."""
    for name in ("Ann", "Bob"):
        do(accounts.create, kind="guest", name=name, folded=name.lower(), at=10)
    do(accounts.create, kind="card", name="Cleo", folded="cleo", at=11, holder=token(3))
    do(accounts.create, kind="member", name="Änn_%", folded="anne", at=12, password="hash")
    do(accounts.keep_guest, 1, name="Anna", folded="anna", password="hash")
    do(accounts.set_password, 1, "other")
    do(accounts.set_holder, 3, token(4))
    do(accounts.rename, 2, name="Bobby", folded="bobby", avatar="fox")
    do(accounts.set_avatar, 2, "owl")
    do(accounts.set_state, 2, "muted")
    do.refused(NameTaken, accounts.rename, 2, name="Anna", folded="anna", avatar="")
    do.refused(NoSuchPlayer, accounts.set_password, 2, "a guest has none")
    do.refused(NoSuchPlayer, accounts.by_id, 99)
    do(accounts.by_id, 3)
    do(accounts.of, [3, 1, 99])
    do(accounts.not_open, [1, 2, 3, 99])
    do(accounts.by_name, "bobby")
    do(accounts.by_name, "nobody")
    for part in ("ann", "ANN", "_", "%", "\\", ""):
        do(accounts.like, part)
    do(accounts.like, "", state="muted")
    do(accounts.like, "", before=3, count=1)
    do(accounts.like, "", within=(1, 3, 7))
    do(accounts.like, "", within=())
    do(looks.give, 1, {"anna", "a"})
    do(looks.give, 2, {"anna", "bobby"})
    do(looks.holders, {"anna", "bobby", "nobody"})
    do(looks.holders, set())
    do(looks.without, 0, 10)
    do(looks.given_upto)
    do(looks.are_given)
    do(looks.given_upto)


def entering(do: Doing) -> None:
    """Sessions, second factors, lost passwords, replies that are kept."""
    do(sessions.create, player=1, token=token(1), device="phone", at=100, expires=900)
    do(sessions.create, player=1, token=token(2), device="desk", at=200, expires=900, address="::1")
    do(sessions.rotate, 2, used=token(2), token=token(5), expires=950, at=300, address="10.0.0.1")
    do(sessions.confirm, 2, token=token(5), idle=500, most=700, at=400)
    do(sessions.rotate, 2, used=token(5), token=token(6), expires=960)
    do(sessions.rotate, 2, used=token(6), token=token(7), expires=970)
    do(sessions.confirm, 2, token=token(7), idle=500, most=5_000, at=500)
    do.refused(TokenStale, sessions.rotate, 2, used=token(9), token=token(8), expires=1)
    for number in (1, 2, 6, 7, 9):
        do(sessions.by_hash, token(number))
        do(sessions.by_spent, token(number))
    do(sessions.of_player, 1)
    do(sessions.has_ended, 1)
    do(sessions.has_ended, 2)
    do(sessions.ended_of, [1, 2, 3, 99])
    do(sessions.addresses_of, "anna")
    do(sessions.create, player=2, token=token(10), device="tablet", at=500, expires=501)
    do(sessions.end, 3, at=510, why="left")
    do(sessions.end, 3, at=511, why="again")
    do(sessions.end_all, 1, at=512, why="banned")
    do(sessions.create, player=3, token=token(11), device="tablet", at=600, expires=5_000)
    do(sessions.end_everywhere, at=610, why="restored")
    do(sessions.forget, 511)
    do(sessions.of_player, 2)

    owner = FactorOwner("player", 1)
    do(factors.begin, owner, b"sealed", 5)
    do(factors.is_on, owner)
    do(factors.confirm, owner, 6, [token(1), token(2)])
    do(factors.is_on, owner)
    do(factors.used, owner, 77)
    do(factors.recover, owner, token(1))
    do(factors.recover, owner, token(1))
    do(factors.left, owner)
    do(factors.seal_anew, owner, b"anew")
    do(factors.of, owner)
    do(factors.everything)
    do(factors.remove, owner)
    do(factors.remove, owner)

    for number, player in ((1, 1), (2, 1), (3, None)):
        do(
            resets.ask,
            player=player,
            key=token(number),
            number=f"00000{number}",
            address="::1",
            at=10,
            until=100 + number,
        )
    do(resets.tried, 1, 50, 2)
    do(resets.tried, 1, 101, 2)
    do(resets.open_of, 1, 50)
    do(resets.become, 1, "approved", "ann")
    do(resets.by_key, token(1))
    do(resets.all_open, 50)
    do(resets.void, 1)
    do(resets.by_key, token(1))
    do(resets.void_all)
    do(resets.forget, 103)

    do(idempotency.remember, player=1, request=4, body=bytes(16), reply=b"reply", at=10)
    do(idempotency.remember, player=1, request=7, body=bytes(16), reply=b"", at=20)
    again = KeyReused
    do.refused(again, idempotency.remember, player=1, request=7, body=bytes(16), reply=b"", at=21)
    do(idempotency.reply_to, 1, 4)
    do(idempotency.reply_to, 2, 4)
    do(idempotency.newest, 1)
    do(idempotency.newest, 2)
    do(idempotency.forget, 20)


def standing(do: Doing) -> None:
    """Administrators, and what they and players have decided about players."""
    for name, role in (("rose", "owner"), ("vic", "viewer"), ("cay", "cards")):
        do(admins.add, name=name, role=role, password="hash", at=1)
    do.refused(NameTaken, admins.add, name="vic", role="owner", password="hash", at=1)
    do(admins.set_role, "vic", "backup")
    do(admins.set_role, "cay", "operator")
    do(admins.set_password, "vic", "other")
    do(admins.by_name, "vic")
    do(admins.by_id, 3)
    do(admins.remove, "cay", 5)
    do.refused(NoSuchAdmin, admins.remove, "cay", 6)
    do(admins.everybody)

    do(measures.take, player=1, kind="muted", at=5, until=50, reason="loud", who="rose")
    do(measures.take, player=1, kind="muted", at=6, until=None, reason="louder", who="rose")
    do(measures.hold, 1, "muted", 7)
    do(measures.hold, 1, "barred", 7)
    do(measures.lift, 1, "muted", 8)
    do(measures.lift, 1, "muted", 9)
    do(measures.of_player, 1)

    do(blocks.add, 1, 2, 5)
    do(blocks.add, 1, 3, 6)
    do(blocks.add, 1, 3, 7)
    do(blocks.remove, 1, 2)
    do(blocks.of, 1)
    do(blocks.forget, 3)
    do(blocks.of, 1)

    known = Evidence("Bobby", "t", 3, 9, "words", "", 40)
    for at in (41, 42):
        do(
            reports.add,
            at=at,
            reporter=1,
            player=2 + at % 2,
            why="spam",
            words="so",
            evidence=known,
        )
    do(reports.open_one, 1, 2, "t", 9)
    do(reports.open_one, 1, 2, "t", 8)
    do(reports.lately, 1, 41)
    do(reports.answer, 2, "Thanks")
    do(reports.to_tell, 1)
    do(reports.told, 2)
    do(reports.close, 2, "warned", "rose", 60)
    do.refused(ReportClosed, reports.close, 2, "again", "rose", 61)
    do.refused(NoSuchReport, reports.by_id, 99)
    do(reports.by_id, 2)
    do(reports.by_reporter, 1)
    do(reports.rows)
    do(reports.rows, every=True, player=2, before=9, count=5)
    do(reports.forget, 61)
    do(reports.forget_player, 1)

    do(grants.ask, player=1, amount=500, reason="sorry", admin=1, at=5)
    do.refused(GrantDecided, grants.decide, 1, "done", 6, 1)
    do(grants.decide, 1, "done", 6, None)
    do(grants.ask, player=1, amount=-500, reason="back", admin=2, at=7, undoes=1)
    do(grants.rows, pending=True)
    do(grants.decide, 2, "rejected", 8, 1)
    do(grants.rows, player=1, before=2)
    do(grants.rows)
    do(grants.alone, 1, 1, 0)
    do(grants.by_id, 1)
    do.refused(NoSuchGrant, grants.by_id, 9)
    do(grants.ask, player=1, amount=-500, reason="back", admin=2, at=9, undoes=1)
    do.refused(UndoneBefore, grants.ask, player=1, amount=-500, reason="b", admin=2, at=9, undoes=1)


def notes(do: Doing) -> None:
    """The security log, what players have in common, and what they have won."""
    rows = [
        SecurityRow(10, "login", "ok", 1, "::1"),
        SecurityRow(20, "login", "wrong", None, "::1", "{}", 3),
        SecurityRow(30, "login", "ok", 2, "::1", '{"a": "50%"}', 2),
        SecurityRow(40, "cards", "ok", 1, "10.0.0.1"),
    ]
    do(security.add, rows)
    do(security.rows)
    do(security.rows, player=1, what="login", since=5, before=4, count=3)
    do(security.rows, address="::1", refused=True)
    do(security.between, 1, 10, 40, ("login", "cards"))
    do(security.between, 1, 10, 40, ())
    do(links.by_address, 1)
    do(links.by_card, 1)
    do(links.at_tables, 1, ())
    do(security.beyond, 1)
    do(security.drop, (2,))
    do(security.forget, 30)

    for net in (300, -100, 0):
        do(results.count, player=1, game="holdem", preset="eps", purse="cash", net=net)
    do(results.count, player=2, game="sabacc", preset="tv", purse="play", net=5)
    do(results.profits, (1, 2), "cash")
    do(results.profits, (), "cash")
    do(results.of_player, 1)
    do(busters.note, player=1, at=5, amount=500)
    do(busters.note, player=2, at=6, amount=600)
    do(busters.last)


def forgetting(do: Doing) -> None:
    """Addresses that are kept no longer, and a guest whom nothing speaks of."""
    do(addresses.in_log, 0, 45)
    do(addresses.in_log, 0, 5)
    do(addresses.blank_in_log, (1,))
    do(addresses.of_sessions, 700)
    do(addresses.blank_of_sessions, (4,))
    do(accounts.create, kind="guest", name="Gus", folded="gus", at=13)
    do(looks.give, 5, {"gus"})
    do(ledger.book, bookings.opening_gift(5, 13))
    do(guests.never_back, 0, 14)
    do(guests.never_back, 0, 13)
    do(guests.remove, (1, 5), 14, 99)
    do(guests.remove, (), 14, 99)
    do(ledger.by_key, "gone:5")


PEOPLE = (players, entering, standing, notes, forgetting)
