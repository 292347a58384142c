"""What the house sees of a table, and who may look."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from game_server.admin.scene import Reading, scene
from game_server.admin.table_watch import HeldBack
from game_server.lobby.table_runner import TableRunner
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.cards import labels
from protocol.events import Event, Moved, Shown
from protocol.messages import Joined, Rooms
from protocol.words import POT, Cards, Seat
from tests.admin.looker import Looker
from tests.admin.pictures import ROOMS, Evening
from tests.admin.talk import PASSWORDS, ROLES, Floor
from tests.house.world import EPS, World
from tests.table_probe import TableProbe

STEPS = 260
PLAYERS = {"main": 6, "landlord": 3, "twenty-one": 4, "wheel": 3, "bespin": 4, "high": 3}
TABLES = [pytest.param(one.table, id=one.game) for one in ROOMS]
HELD: Mapping[str, Callable[[Any], Mapping[Seat, list[Cards]]]] = {
    "holdem": lambda state: {seat: [cards] for seat, cards in state.holes.items()},
    "doudizhu": lambda state: {seat: [cards] for seat, cards in state.hands.items()},
    "blackjack": lambda state: {
        seat: [
            hand.cards for hand in sorted(state.hands, key=lambda h: h.number) if hand.seat == seat
        ]
        for seat in {hand.seat for hand in state.hands}
    },
    "roulette": lambda state: {},
    "sabacc": lambda state: {seat: [cards] for seat, cards in state.hands.items()},
    "high_card": lambda state: {seat: [cards] for seat, cards in state.hands.items()},
}
"""The cards of each seat as the rules of a game have them."""
OPEN: Mapping[str, tuple[str, Callable[[Any], Cards]]] = {
    "holdem": ("board", lambda state: state.board),
    "blackjack": ("dealer", lambda state: state.dealer),
    "sabacc": ("top of the discard pile", lambda state: state.discards[-1:]),
}
"""What lies in the middle of the table."""


def watched(table: str, check: Callable[[Any, dict[str, Any]], None], steps: int = STEPS) -> int:
    """Let them play, and check every scene that can be seen; how many there were."""
    evening = Evening(seed=4)
    evening.seat(table, PLAYERS[table])
    runner, reading, seen = evening.world.runner(table), Reading(faces=True), []

    def show() -> None:
        if runner.settled and TableProbe.of(runner).round is not None:
            reading.read(runner.view)
            shown = scene(runner.view, reading)
            check(TableProbe.of(runner), shown)
            seen.append(shown["round"])

    runner.lookers.append(show)
    for _ in range(steps):
        evening.play()
    assert TableProbe.of(runner).last is not None, "not one round was seen to its end"
    return len(seen)


# -- what is seen ----------------------------------------------------------------------------


@pytest.mark.req("E-RF-SV-002", "E-RF-SV-003")
@pytest.mark.parametrize("table", TABLES)
def test_all_cards_lie_face_up_as_the_rules_have_them(table: str) -> None:
    dealt: list[int] = []

    def check(room: Any, shown: dict[str, Any]) -> None:
        state, game = room.round.state, room.config.game
        for seat, hands in HELD[game](state).items():
            if seat not in room.seats:
                continue
            found = shown["seats"][str(seat)]["hands"]
            wanted = [sorted(labels(cards).split()) for cards in hands if cards]
            assert [sorted(cards) for cards in found] == wanted, (seat, shown["acts"])
            dealt.append(len(found))
        if game in OPEN:
            name, lies = OPEN[game]
            assert shown["places"].get(name, []) == labels(lies(state)).split()

    assert set(HELD) == set(GAMES), "a game of the catalogue is not looked at"
    watched(table, check)
    assert sum(dealt) > 10 or table == "wheel", "no cards were seen"


@pytest.mark.req("E-RF-SV-001", "E-RF-SV-004", "E-RF-SV-005")
@pytest.mark.parametrize("table", TABLES)
def test_the_money_and_the_places_are_those_of_the_table(table: str) -> None:
    bets: list[int] = []

    def check(room: Any, shown: dict[str, Any]) -> None:
        playing = room.round
        assert shown["pot_cents"] == playing.stacks.get(POT, 0)
        for seat, one in room.seats.items():
            found = shown["seats"][str(seat)]
            assert (found["name"], found["stack_cents"]) == (one.name, room.stack(seat))
            assert found["asked"] == (seat in playing.open)
            bets.append(found["bet_cents"])
        if shown["pots"]:
            assert sum(one["amount_cents"] for one in shown["pots"]) == shown["pot_cents"]

    watched(table, check)
    assert any(bets) or table == "landlord"
    assert min(bets) == 0


@pytest.mark.req("E-RF-SV-004")
def test_the_side_pots_are_those_that_are_paid_out() -> None:
    """While cards run out nobody bets: what is shown then is what is won."""
    before: list[Any] = []
    compared: list[int] = []

    def check(table: Any, shown: dict[str, Any]) -> None:
        playing = table.round
        if not any(one["asked"] for one in shown["seats"].values()):
            before[:] = [playing.number, shown["pots"]]

    for seed in range(5, 9):
        evening = Evening(seed)
        evening.seat("main", 6)
        runner, reading = evening.world.runner("main"), Reading(faces=True)

        def show(runner: TableRunner = runner, reading: Reading = reading) -> None:
            table = TableProbe.of(runner)
            if table.round is not None:
                reading.read(runner.view)
                check(table, scene(runner.view, reading))
            elif table.last is not None and before and before[0] == table.last.number:
                compared.extend(compare(before[1], table.last.said))
                before.clear()

        runner.lookers.append(show)
        for _ in range(200):
            evening.play()
    assert len(compared) > 2, "no round had side pots"


def compare(pots: list[dict[str, Any]], said: list[Event]) -> Iterator[int]:
    """Hold the pots that were shown against what was won from them."""
    won: dict[str, int] = {}
    for one in said:
        if isinstance(one, Moved) and one.src == POT:
            won[one.why] = won.get(one.why, 0) + one.amount
    if "main_pot" in won and pots:
        amounts = [one["amount_cents"] for one in pots]
        assert (amounts[0], sum(amounts[1:])) == (won["main_pot"], won["side_pot"])
        yield len(pots)


def test_what_is_shown_is_the_whole_at_first_and_then_every_change() -> None:
    evening = Evening(seed=2)
    evening.seat("main", 4)
    looker = Looker(evening.floor, "main")
    for _ in range(40):
        evening.play()
        looker.look()
    evening.say(["good luck"])
    looker.look()
    table, reading = evening.world.runner("main").view, Reading(faces=True)
    reading.read(table)
    now: Any = scene(table, reading)
    shown = looker.look(1.0)
    assert looker.items > 15
    for name in ("seats", "places", "facts", "pot_cents", "state", "round", "chat"):
        assert shown[name] == now[name], name
    assert [one["text"] for one in shown["chat"].values()] == ["good luck"]
    texts = [one["text"] for one in shown["acts"].values()]
    assert sum(one.startswith("Round ") for one in texts) >= 1
    last = [one["text"] for one in now["acts"].values()][-3:]
    assert texts[-3:] == last


def test_what_happened_goes_on_over_the_end_of_a_round() -> None:
    """However late one looks, no sentence of the round before is left out or said twice."""
    evening = Evening(seed=2)
    evening.seat("main", 3)
    runner, reading = evening.world.runner("main"), Reading(faces=True)
    told = 0
    for _ in range(60):
        evening.play()
        reading.read(runner.view)
        told = max(told, int(next(reversed(reading.acts), "0")))
    texts = [one["text"] for one in reading.acts.values() if isinstance(one, Mapping)]
    begins = [text for text in texts if str(text).startswith("Round ")]
    assert len(begins) == len(set(begins)) > 1
    wins = [text for text in texts if " wins " in str(text)]
    assert len(wins) >= len(begins) - 1
    assert told == int(next(reversed(reading.acts)))


def test_who_is_away_and_who_leaves_can_be_seen() -> None:
    evening = Evening()
    evening.seat("main", 7)
    looker = Looker(evening.floor, "main")
    evening.clients[0].lose()
    zoe = evening.world.client("zoe")
    zoe.ask(messages.Join, "main")
    zoe.ask(messages.Queue, "main")
    shown = looker.look(1.0)
    by_name = {one["name"]: one for one in shown["seats"].values()}
    assert not by_name["ann"]["here"]
    assert by_name["ann"]["away_since_ms"] > 0
    assert by_name["bo"]["here"]
    assert (shown["queue"], shown["watching"]) == (["zoe"], 1)
    evening.until_asked()
    leaver = evening.clients[1]
    leaver.ask(messages.Leave, "main")
    shown = looker.look(1.0)
    by_name = {one["name"]: one for one in shown["seats"].values()}
    assert by_name["bo"]["leaving"]


# -- who may look, and that it is known --------------------------------------------------------


@pytest.mark.parametrize("who", ["vic", "olga", "ann"])
def test_only_the_role_cards_sees_cards_that_lie_face_down(who: str) -> None:
    """Neither who looks, nor who runs the house, nor who owns it."""
    evening = Evening(seed=2)
    evening.seat("main", 4)
    assert evening.floor.enter(who).refusal("watch", table="main", reason="x") == "not_allowed"
    assert evening.floor.enter(who).refusal("watch", reason="x") == "not_allowed"
    assert evening.floor.audit()[-1] == (who, "watch", "not_allowed")
    looker, cleo = Looker(evening.floor, "main", who, ""), Looker(evening.floor, "main")
    plain = Looker(evening.floor, "main", "cleo", "")
    hands = 0
    for _ in range(40):
        evening.play()
        shown, faces, beside = looker.look(0.15), cleo.look(0.0), plain.look(0.0)
        assert (shown["faces"], faces["faces"], beside["faces"]) == (False, True, False)
        turned = {card for one in evening.clients[0].told["main"] for card in shown_in(one)}
        for seat, one in faces["seats"].items():
            for hand, there in zip(
                shown["seats"][seat].get("hands", []), one.get("hands", []), strict=True
            ):
                assert len(hand) == len(there)
                hands += hand.count("??")
                assert [card for card in hand if card != "??"] == [
                    card for card in there if card in turned
                ]
        assert shown["seats"] == beside["seats"]
    assert hands > 20


def shown_in(one: Event) -> list[str]:
    """The cards that all are shown."""
    return labels(one.cards).split() if isinstance(one, Shown) else []


@pytest.mark.parametrize("table", TABLES)
def test_cards_that_lie_face_down_are_counted(table: str) -> None:
    """What is known and what is not make up each hand, in every game."""
    evening = Evening(seed=4)
    evening.seat(table, PLAYERS[table])
    runner, open_, down = evening.world.runner(table), Reading(faces=True), Reading()
    backs: list[int] = []

    def show() -> None:
        if runner.settled and TableProbe.of(runner).round is not None:
            open_.read(runner.view)
            down.read(runner.view)
            faces: Any = scene(runner.view, open_)["seats"]
            seats: Any = scene(runner.view, down)["seats"]
            for seat, one in faces.items():
                hands = seats[seat].get("hands", [])
                assert [len(hand) for hand in hands] == [len(h) for h in one.get("hands", [])]
                backs.append(sum(hand.count("??") for hand in hands))

    runner.lookers.append(show)
    for _ in range(STEPS):
        evening.play()
    assert (sum(backs) > 0) == (table not in ("wheel", "twenty-one"))


def test_each_look_at_cards_is_in_the_audit_with_its_reason_and_shown_to_owners() -> None:
    evening = Evening()
    looker = Looker(evening.floor, "main", reason="bo  complains\u200b of ann")
    Looker(evening.floor, "main", "vic", "")
    Looker(evening.floor, "", "cleo", "only the list")
    for who in ("ann", "olga"):
        shown = evening.floor.enter(who).ask("status").get("cards_looked_at")
        assert (shown is not None) == (who == "ann")
    (look,) = evening.floor.enter("ann").ask("status")["cards_looked_at"]
    assert (look["who"], look["table"]) == ("cleo", "main")
    assert "complains" in look["reason"]
    at_login = evening.floor.line().ask("login", name="ann", password=PASSWORDS["ann"])
    assert at_login["cards_looked_at"] == [look]
    assert ("cleo", "watch", "open") in evening.floor.audit()
    looker.end()
    assert ("cleo", "watch", "stopped") in evening.floor.audit()


@pytest.mark.parametrize("reason", ["", "   ", "x" * 300, "\u200b"])
def test_a_reason_says_something(reason: str) -> None:
    floor = Floor()
    assert floor.enter("cleo").refusal("watch", table="holdem", reason=reason) == "text_wrong"


@pytest.mark.parametrize(
    ("do", "given"),
    [
        ("staff role", {"name": "cleo", "role": "viewer"}),
        ("staff remove", {"name": "cleo"}),
        ("staff reset", {"name": "cleo"}),
    ],
)
def test_who_may_not_look_any_more_sees_no_further_card(do: str, given: dict[str, str]) -> None:
    evening = Evening(seed=2)
    evening.seat("main", 4)
    looker = Looker(evening.floor, "main")
    assert looker.look()
    evening.floor.enter("ann").ask(do, **given)
    looker.look()
    items = looker.items
    for _ in range(20):
        evening.play()
    looker.look(5.0)
    assert looker.items == items
    (said,) = [one for one in looker.talk.heard if one["id"] == looker.number and "no" in one]
    assert said["no"]["code"] == "not_allowed"
    assert evening.world.runner("main").lookers == []


def test_an_administrator_of_before_sees_no_cards_and_an_owner_gives_the_role() -> None:
    floor = Floor()
    owner = floor.enter("ann")
    owner.ask("staff role", name="vic", role="cards")
    listed = owner.ask("staff list")["administrators"]
    assert {one["name"]: one["role"] for one in listed} == {**ROLES, "vic": "cards"}
    Looker(floor, "holdem", "vic").look()
    owner.ask("staff role", name="vic", role="operator")
    assert floor.enter("vic").refusal("watch", table="holdem", reason="x") == "not_allowed"
    assert floor.enter("vic").ask("announce", text="Tea")["players"] == 0
    made = owner.ask("staff add", name="dora", role="cards")
    dora = floor.line()
    entered = dora.ask("login", name="dora", password=made["password"])
    assert entered["role"] == "cards"
    assert dora.refusal("announce", text="Tea") == "not_allowed"


# -- a table of cash -----------------------------------------------------------------------------


def cards_seen(shown: Mapping[str, Any]) -> list[str]:
    hands = [hand for one in shown.get("seats", {}).values() for hand in one.get("hands", [])]
    return [card for hand in hands for card in hand if card != "??"]


def test_cards_of_a_cash_table_are_shown_when_their_round_is_over_and_then_late() -> None:
    """Nothing that is held back here can help anybody who plays."""
    world = World(EPS, seed=3)
    floor = Floor(world)
    delay = floor.desk.config.admin.cards_delay
    assert delay == 30.0
    players = [world.client(name, card) for name, card in (("ann", 0), ("bo", 1))]
    for one in players:
        one.ask(messages.Join, "eps")
        one.ask(messages.Queue, "eps")
        one.sit("eps", 0)
    for one in players:
        one.ask(messages.Buy, "eps", 10_000)
    world.run(2.0)
    table = world.probe("eps")
    world.until(lambda: table.round is not None)
    began = world.clock.seconds()
    looker = Looker(floor, "eps")
    first = looker.look()
    assert (first["faces"], first["late_s"]) == (False, delay)
    assert cards_seen(first) == []
    number = table.round.number if table.round else 0
    ended = 0.0
    seen: list[tuple[float, int]] = []
    for one in players:
        one.plays = True
    while world.clock.seconds() < began + 200 and len(seen) < 5:
        world.play()
        shown = looker.look(0.5)
        playing = table.round
        if not ended and (playing is None or playing.number != number):
            ended = world.clock.seconds()
        if shown["round"] == number and shown["faces"] and cards_seen(shown):
            seen.append((world.clock.seconds(), shown["round"]))
        if shown["faces"] and playing is not None:
            assert shown["ended"] or shown["round"] < playing.number
    assert ended
    assert seen, "the cards are never shown"
    assert all(at >= ended for at, _ in seen)
    assert seen[0][0] >= began + delay


def test_what_is_held_back_is_shown_in_its_order_and_with_its_time() -> None:
    held = HeldBack(10.0)
    for at, number, ended in ((0.0, 1, False), (1.0, 1, False), (2.0, 1, True), (3.0, 2, False)):
        held.take({"round": number, "ended": ended, "at": at}, round(at * 1000), at)
        held.take({"round": number, "ended": ended, "at": at}, 99, at)
    assert held.wait(50.0, 1) is None, "its round is in play"
    assert held.next(9.9, 2) is None
    assert held.wait(4.0, 2) == 6.0
    shown = [held.next(60.0, 2) for _ in range(4)]
    assert [one and one[1] for one in shown] == [0, 1_000, 2_000, None]
    assert held.waiting
    assert held.next(60.0, None) is not None
    assert not held.waiting


def test_a_table_that_is_not_there_is_refused() -> None:
    floor = Floor()
    assert floor.enter("vic").refusal("watch", table="nowhere") == "no_table"
    assert floor.audit()[-1] == ("vic", "watch", "no_table")


def test_every_player_is_told_that_the_house_may_look() -> None:
    world = World(*ROOMS)
    client = world.client("Anna")
    client.ask(messages.Lobby)
    (whole,) = client.heard(Rooms)
    assert all(room.watched for room in whole.rooms)
    joined = client.ask(messages.Join, "main")
    assert isinstance(joined, Joined)
    assert joined.room.watched
    opened = client.ask(messages.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    assert opened.room.watched
