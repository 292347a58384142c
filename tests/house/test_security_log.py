"""The security log: who came in, who was refused, from where; never a secret; never flooded."""

import io
import json

import pytest
from twisted.internet.task import Clock
from twisted.logger import Logger

from game_server.bank.demo_books import sample_card
from game_server.monitoring import LeastLevel, observer
from game_server.players.security import FEW, OF_STRANGERS, WINDOW_S, SecurityLog
from game_server.store import security
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.transaction import Transaction
from protocol import messages
from tests.admin.talk import Floor
from tests.house.world import EPS, Client, World
from tests.store.in_memory import in_memory

PASSWORD = "correct horse battery"


def lines(world: World, what: str = "") -> list[tuple[str, str, int | None, str]]:
    """What is on disk, the oldest first: event, result, player, address."""
    world.run(1.0)
    found = security.rows(world.conn, what=what, count=1_000)
    return [(row.what, row.result, row.player, row.address) for _, row in reversed(found)]


def test_each_thing_at_the_door_is_a_line_with_player_and_address() -> None:
    world = World()
    ann = Client(world)
    assert isinstance(ann.ask(messages.Register, "Ann", PASSWORD), messages.Session)
    number, here = ann.id, "192.0.2.1"
    ann.lose()
    back = ann.resumed()
    thief = Client(world)
    assert isinstance(thief.ask(messages.Login, "Ann", "a guess that is wrong"), messages.Refused)
    assert isinstance(
        thief.ask(messages.Login, "Nobody", "a guess that is wrong"), messages.Refused
    )
    assert isinstance(thief.ask(messages.Resume, "no token at all"), messages.Refused)
    back.ask(messages.Logout)
    assert lines(world) == [
        ("register", "ok", number, here),
        ("offline", "ok", number, here),
        ("resume", "ok", number, here),
        ("login", "login_wrong", number, here),
        ("login", "login_wrong", None, here),
        ("resume", "session_unknown", None, here),
        ("logout", "ok", number, here),
        ("offline", "ok", number, here),
    ]


def test_cards_and_payments_have_lines_with_digits_and_amount() -> None:
    world = World(EPS)
    card = sample_card(0)
    bo = world.client("Bo", card=0)
    wrong = "0000" if card.pin != "0000" else "1111"
    assert isinstance(bo.ask(messages.ChangeCard, card.kind, card.number, wrong), messages.Refused)
    bo.sit("eps", 5_000)
    world.run(2.0)
    number = bo.id
    assert ("login_by_card", "ok", number, "192.0.2.1") in lines(world)
    assert ("card", "pin_wrong", number, "192.0.2.1") in lines(world)
    (bought,) = security.rows(world.conn, what="buy")
    facts = json.loads(bought[1].facts)
    assert (facts["amount_cents"], facts["digits"]) == (5_000, card.number[-4:])
    bo.ask(messages.Logout)
    assert ("cash_out", "ok", number) in [line[:3] for line in lines(world)]


def card_lines(world: World) -> list[tuple[str, str, str]]:
    """Of each line about a card its event, its result and its digits."""
    world.run(1.0)
    found = [row for _, row in reversed(security.rows(world.conn, count=1_000))]
    told = [(row.what, row.result, json.loads(row.facts).get("digits", "")) for row in found]
    return [line for line in told if line[0] in ("login_by_card", "card")]


def test_a_card_that_is_shown_leaves_its_last_four_digits_right_or_wrong() -> None:
    world = World(EPS)
    card, other = sample_card(0), sample_card(2)
    wrong, spaced = "0000" if card.pin != "0000" else "1111", f"{card.number[:4]} {card.number[4:]}"
    thief = Client(world)
    assert isinstance(
        thief.ask(messages.LoginByCard, "Bo", card.kind, spaced, wrong), messages.Refused
    )
    bo = world.client("Bo", card=0)
    assert isinstance(bo.ask(messages.ChangeCard, other.kind, other.number, "1"), messages.Refused)
    bo.ask(messages.ChangeCard, card.kind, card.number, card.pin)
    assert card_lines(world) == [
        ("login_by_card", "card_unknown", card.digits),
        ("login_by_card", "ok", card.digits),
        ("card", "pin_form", other.digits),
        ("card", "ok", card.digits),
    ]


def test_what_is_no_number_of_a_card_leaves_no_digits() -> None:
    world = World(EPS)
    card = sample_card(0)
    thief = Client(world)
    for number in (card.pin, card.number[:-1], "4123412345678900", "my secret 4711"):
        assert isinstance(
            thief.ask(messages.LoginByCard, "Bo", "debit", number, "1234"), messages.Refused
        )
    world.run(1.0)
    assert {digits for _, _, digits in card_lines(world)} == {""}
    assert len(card_lines(world)) == 4


def test_no_password_pin_card_or_token_is_in_a_line() -> None:
    world = World(EPS)
    card = sample_card(0)
    bo = world.client("Bo", card=0)
    ann = Client(world)
    ann.ask(messages.Register, "Ann", PASSWORD)
    stranger = Client(world)
    # What is typed as a name may be a password.
    stranger.ask(messages.Login, "hunter2hunter2", "hunter2hunter2")
    stranger.ask(messages.Resume, ann.token + "x")
    world.run(1.0)
    kept = repr(world.conn.execute("SELECT * FROM security").fetchall())
    for secret in (PASSWORD, card.number, bo.token, ann.token, "hunter2hunter2"):
        assert secret not in kept


def test_a_flood_is_a_few_lines_and_one_that_counts_them() -> None:
    log, conn, clock = bare()
    for _ in range(10_000):
        log.note("login", "login_wrong", player=7, address="203.0.113.9")
    clock.advance(1.0)
    clock.advance(WINDOW_S)
    clock.advance(1.0)
    times = [row.times for _, row in security.rows(conn, player=7)]
    assert times == [10_000 - FEW, *[1] * FEW]


def test_a_flood_from_many_addresses_fills_no_disk_and_hides_nobody_else() -> None:
    log, conn, clock = bare()
    for number in range(20_000):
        log.note("connect", address=f"10.0.{number // 256}.{number % 256}")
    log.note("login", "login_wrong", player=7, address="203.0.113.9")
    for _ in range(10):
        clock.advance(WINDOW_S / 5)
    found = [row for _, row in security.rows(conn, count=1_000)]
    assert len(found) == OF_STRANGERS + 2
    assert sum(row.times for row in found if row.what == "connect") == 20_000
    assert [row.player for row in found if row.what == "login"] == [7]


def test_a_disk_that_fails_gets_the_lines_later_and_holds_nobody_up() -> None:
    log, conn, clock = bare()
    store = log._store
    assert isinstance(store, DirectStore)
    log.note("guest", player=1, address="192.0.2.1")
    store.fault = CommitFault.FAILS
    clock.advance(1.0)
    log.note("guest", player=2, address="192.0.2.1")
    clock.advance(1.0)
    assert security.rows(conn) == ()
    clock.advance(5.0)
    clock.advance(1.0)
    assert [row.player for _, row in security.rows(conn)] == [2, 1]


def test_lines_are_forgotten_when_their_time_is_over() -> None:
    world = World()
    world.client("Ann")
    assert [line[0] for line in lines(world)] == ["guest"]
    world.clock.advance(89 * 86_400)
    world.client("Ben")
    world.run(1.0)
    assert len(lines(world, "guest")) == 2
    world.clock.advance(86_400)
    world.run(1.0)
    assert len(lines(world, "guest")) == 1


def test_a_flood_of_months_pushes_out_strangers_and_no_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game_server.players.security.MOST", 1_000)
    log, conn, clock = bare()
    log.note("login", "login_wrong", player=7, address="203.0.113.9")
    log.note("connect", address="203.0.113.9")
    clock.advance(1.0)
    flood = [
        security.SecurityRow(1, "connect", "ok", None, f"10.0.0.{n % 250}") for n in range(2_500)
    ]
    security.add(conn, flood)
    swept: list[int] = []
    log.sweep().addCallback(swept.append)
    for _ in range(20):
        clock.advance(0.5)
    assert swept == [1_501]
    left = [row for _, row in security.rows(conn, count=5_000)]
    assert len(left) == 1_001
    assert [row.what for row in left if row.player == 7] == ["login"]


def test_a_line_of_the_log_is_json_and_is_written_whatever_the_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    to = io.StringIO()
    monkeypatch.setattr(SecurityLog, "_log", Logger(observer=observer(LeastLevel("error"), to)))
    log, _, clock = bare()
    log.note("login", "login_wrong", player=7, address="203.0.113.9")
    clock.advance(1.0)
    (line,) = [json.loads(one) for one in to.getvalue().splitlines()]
    told = {"event": "login", "result": "login_wrong", "player": 7, "address": "203.0.113.9"}
    assert line["security"] == told


def test_the_audit_shows_a_player_and_addresses_to_operators_alone() -> None:
    floor = Floor()
    world = floor.world
    ann = Client(world)
    ann.ask(messages.Register, "Ann", PASSWORD)
    ann.ask(messages.Logout)
    world.run(1.0)
    olga, vic = floor.enter("olga"), floor.enter("vic")
    rows = olga.ask("audit", player="Ann")["rows"]
    assert [(row["did"], row["result"], row["from"]) for row in rows] == [
        ("offline", "ok", "192.0.2.1"),
        ("logout", "ok", "192.0.2.1"),
        ("register", "ok", "192.0.2.1"),
    ]
    assert rows[0]["who"] == f"#{ann.id}"
    assert olga.ask("audit", player="Ann", refused=True)["rows"] == []
    assert {row["from"] for row in vic.ask("audit", player="Ann")["rows"]} == {""}
    assert len(olga.ask("audit", address="192.0.2.1")["rows"]) == 3
    for who, seen in ((olga, "192.0.2.1"), (vic, None)):
        (session,) = who.ask("player show", player="Ann")["sessions"]
        assert session["from"] == seen
    assert vic.refusal("audit", address="192.0.2.1") == "not_allowed"
    assert olga.refusal("audit", player="Nobody") == "no_player"
    assert olga.refusal("audit", player="Ann", who="olga") == "with_wrong"


def bare() -> tuple[SecurityLog, Transaction, Clock]:
    clock = Clock()
    conn = in_memory()
    log = SecurityLog(DirectStore(conn, clock), clock, lambda: round(clock.seconds() * 1000))
    return log, conn, clock
