"""What the house sees of a table, and who may look."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from game_server.admin.scene import Reading, scene
from game_server.lobby.keeper import Keeper
from game_server.rules.catalogue import GAMES
from protocol import messages as said
from protocol.cards import labels
from protocol.events import Event, Moved
from protocol.messages import Joined, Rooms
from protocol.words import POT, Cards, Seat
from tests.admin.looker import Looker
from tests.admin.pictures import ROOMS, Evening
from tests.admin.talk import Floor
from tests.house.world import World

STEPS = 260
PLAYERS = {"main": 6, "landlord": 3, "twenty-one": 4, "wheel": 3, "bespin": 4}
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
    keeper, reading, seen = evening.world.keeper(table), Reading(), []

    def show() -> None:
        if keeper.settled and keeper.room.host.round is not None:
            reading.read(keeper.room)
            shown = scene(keeper.room, reading)
            check(keeper.room, shown)
            seen.append(shown["round"])

    keeper.lookers.append(show)
    for _ in range(steps):
        evening.play()
    assert keeper.room.host.last is not None, "not one round was seen to its end"
    return len(seen)


# -- what is seen ----------------------------------------------------------------------------


@pytest.mark.req("E-RF-SV-002", "E-RF-SV-003")
@pytest.mark.parametrize("table", TABLES)
def test_all_cards_lie_face_up_as_the_rules_have_them(table: str) -> None:
    dealt: list[int] = []

    def check(room: Any, shown: dict[str, Any]) -> None:
        state, game = room.host.round.state, room.config.game
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
        playing = room.host.round
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

    def check(room: Any, shown: dict[str, Any]) -> None:
        playing = room.host.round
        if not any(one["asked"] for one in shown["seats"].values()):
            before[:] = [playing.number, shown["pots"]]

    for seed in range(5, 9):
        evening = Evening(seed)
        evening.seat("main", 6)
        keeper, reading = evening.world.keeper("main"), Reading()

        def show(keeper: Keeper = keeper, reading: Reading = reading) -> None:
            room = keeper.room
            if room.host.round is not None:
                reading.read(room)
                check(room, scene(room, reading))
            elif room.host.last is not None and before and before[0] == room.host.last.number:
                compared.extend(compare(before[1], room.host.last.said))
                before.clear()

        keeper.lookers.append(show)
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
    room, reading = evening.world.keeper("main").room, Reading()
    reading.read(room)
    now: Any = scene(room, reading)
    shown = looker.look(1.0)
    assert looker.items > 20
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
    room, reading = evening.world.keeper("main").room, Reading()
    told = 0
    for _ in range(60):
        evening.play()
        reading.read(room)
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
    zoe.ask(said.Join, "main")
    zoe.ask(said.Queue, "main")
    shown = looker.look(1.0)
    by_name = {one["name"]: one for one in shown["seats"].values()}
    assert not by_name["ann"]["here"]
    assert by_name["ann"]["away_since_ms"] > 0
    assert by_name["bo"]["here"]
    assert (shown["queue"], shown["watching"]) == (["zoe"], 1)
    evening.until_asked()
    leaver = evening.clients[1]
    leaver.ask(said.Leave, "main")
    shown = looker.look(1.0)
    by_name = {one["name"]: one for one in shown["seats"].values()}
    assert by_name["bo"]["leaving"]


# -- who may look, and that it is known --------------------------------------------------------


def test_a_viewer_may_look_and_each_look_is_in_the_audit() -> None:
    evening = Evening()
    looker = Looker(evening.floor, "main")
    assert evening.floor.audit()[-1] == ("vic", "watch", "open")
    looker.end()
    assert evening.floor.audit()[-1] == ("vic", "watch", "stopped")


def test_a_table_that_is_not_there_is_refused() -> None:
    floor = Floor()
    assert floor.enter("vic").refusal("watch", table="nowhere") == "no_table"
    assert floor.audit()[-1] == ("vic", "watch", "no_table")


def test_every_player_is_told_that_the_house_may_look() -> None:
    world = World(*ROOMS)
    client = world.client("Anna")
    client.ask(said.Lobby)
    (whole,) = client.heard(Rooms)
    assert all(room.watched for room in whole.rooms)
    joined = client.ask(said.Join, "main")
    assert isinstance(joined, Joined)
    assert joined.room.watched
    opened = client.ask(said.OpenRoom, "holdem", "standard")
    assert isinstance(opened, Joined)
    assert opened.room.watched
