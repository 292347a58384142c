"""Hands that are disputed: found, shown with times and connections, exported; cards for few."""

import time
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

import pytest

import game_server.admin.hands
from game_server.lobby.elsewhere import RemoteTable
from game_server.rules.catalogue import GAMES
from game_server.store import hands, security
from game_server.table.hand_history import HandHistory, hand_history
from game_server.table.journal import ActDone, RoundOpened
from protocol import messages
from protocol.messages import Offer, Room, Session
from protocol.words import CHANCE
from tests.admin.asking import asking
from tests.admin.running import Open
from tests.admin.talk import Floor
from tests.house.plain import Plain, play
from tests.house.test_whole_rounds import ROOMS, evening, play_rounds
from tests.house.visiting import PATIENCE
from tests.house.world import EPS, Client, World


def hand_in_play() -> tuple[Floor, list[Client]]:
    """Somebody is asked, in a house with administrators."""
    world = World(ROOMS["holdem"], seed=2)
    floor = Floor(world)
    clients = [world.client(f"Player {number}") for number in range(2)]
    for client in clients:
        client.seat("t", 20_000)
    world.until(lambda: any(client.asked for client in clients))
    return floor, clients


def offered(client: Client) -> bool:
    return bool(client.heard(Offer))


def read(world: World, number: int) -> HandHistory:
    found = hands.of_number(world.conn, "t", number)
    assert found is not None
    rows = hands.rows_of(world.conn, found)
    assert isinstance(rows[0], RoundOpened)
    return hand_history(rows, GAMES[rows[0].game])


@pytest.mark.parametrize("game", ROOMS)
def test_a_hand_from_the_journal_is_word_for_word_what_each_player_was_told(game: str) -> None:
    world = evening(game, seed=3)
    play_rounds(world, 2)
    number = world.probe("t").host.rounds
    history = read(world, number)
    assert not history.broken
    found = hands.of_number(world.conn, "t", number)
    assert found is not None
    seats = hands.seats_at(world.conn, found)
    told = {seats[seat].player: seat for seat in history.opened.names}
    for client in world.clients:
        if str(client.id) in told:
            assert history.told(told[str(client.id)]) == tuple(client.told["t"])
    stay = world.probe("t").seats.keys() & history.stacks.keys()
    assert stay
    assert all(history.stacks[seat] == world.probe("t").stack(seat) for seat in stay)
    times = [step.at for step in history.steps if step.at is not None]
    assert times == sorted(times)
    assert times[-1] <= world.house.means.now()


def test_a_hand_that_the_rules_lead_elsewhere_now_keeps_what_its_rows_say() -> None:
    world = evening("holdem", seed=3)
    play_rounds(world, 1)
    found = hands.of_number(world.conn, "t", 1)
    assert found is not None
    rows = list(hands.rows_of(world.conn, found))
    acts = [at for at, row in enumerate(rows) if isinstance(row, ActDone) and row.by == "player"]
    spoilt = rows[acts[0]]
    assert isinstance(spoilt, ActDone)
    rows[acts[0]] = replace(spoilt, digest=b"otherwise")
    history = hand_history(rows, GAMES["holdem"])
    assert "otherwise than journalled" in history.broken
    said = [text for _, texts in history.sentences(None) for text in texts]
    name = history.opened.names[spoilt.seat]
    assert any(text.startswith(f"{name}: {spoilt.act.verb}") for text in said)
    lost = hand_history(rows, None)
    assert "There is no game" in lost.broken
    assert [step.at for step in lost.steps if step.act] == [
        row.at for row in rows if isinstance(row, ActDone)
    ]


def test_the_clock_that_answers_for_a_seat_is_named_silent() -> None:
    world = World(ROOMS["holdem"], seed=2)
    clients = [world.client(f"Player {number}") for number in range(2)]
    for client in clients:
        client.seat("t", 20_000)
    world.until(lambda: any(client.asked for client in clients))
    world.until(lambda: world.probe("t").host.round is None, seconds=200)
    history = read(world, 1)
    acts = [step for step in history.steps if step.act and step.seat != CHANCE]
    assert {step.by for step in acts} == {"silent"}


def test_rounds_are_found_from_the_newest_back_by_table_and_in_pages() -> None:
    world = evening("holdem", seed=3)
    play_rounds(world, 5)
    for table in ("", "t"):
        first = hands.opened_before(world.conn, table, None, 2)
        assert [one.round for one in first] == [5, 4]
        rest = hands.opened_before(world.conn, table, first[-1].opened, 9)
        assert [one.round for one in rest] == [3, 2, 1]
    assert hands.opened_before(world.conn, "elsewhere", None, 9) == ()
    assert hands.last_rounds(world.conn, "t") == (1, 5)
    newest = hands.of_number(world.conn, "t", 5)
    assert newest is not None
    acts = [row.at for row in hands.rows_of(world.conn, newest) if isinstance(row, ActDone)]
    assert hands.last_act_at(world.conn, newest) == acts[-1]


def test_a_player_is_found_by_number_under_every_name() -> None:
    world = evening("holdem", seed=3)
    play_rounds(world, 1)
    bo = world.clients[1].id
    some = game_server.admin.hands._some(world.conn, "", None)
    assert [line["round"] for line in game_server.admin.hands._lines(world.conn, some, bo)] == [1]
    assert game_server.admin.hands._lines(world.conn, some, 4_711) == []
    seats = hands.seats_at(world.conn, some[0][0])
    assert {one.player for one in seats.values()} == {str(one.id) for one in world.clients}


def test_a_line_that_breaks_is_in_the_security_log() -> None:
    world = evening("holdem", seed=3)
    bo = world.clients[0]
    number = bo.id
    bo.lose()
    world.run(2)
    rows = security.between(world.conn, number, 0, 2**60, ("offline",))
    assert [(row.what, row.result, row.player) for row in rows] == [("offline", "ok", number)]


def test_cards_of_a_round_in_play_are_nobodys() -> None:
    floor, _ = hand_in_play()
    cleo = floor.enter("cleo")
    assert cleo.refusal("hand show", table="t", round=1, reason="why") == "in_play"
    shown = cleo.ask("hand show", table="t", round=1)
    assert shown["outcome"] == "open"
    assert shown["ended_at"] is None
    assert all(seat["net_cents"] is None for seat in shown["seats"])
    assert not any("[" in act["what"] for act in shown["acts"] if "is dealt" in act["what"])


def on_another_node(listing: Room) -> RemoteTable:
    """A table as a node hears of it."""
    nobody = frozenset[str]()
    return RemoteTable("a", 1, listing, "", "", "", 0, False, False, nobody, nobody)


def test_cards_of_a_cash_table_come_a_while_after_the_round() -> None:
    world = World(EPS, seed=2)
    floor = Floor(world)
    clients = [world.client(f"Card {number}", card=number) for number in range(2)]
    for client in clients:
        world.until(partial(offered, client))
        client.sit("eps")
    world.until(lambda: any(client.asked for client in clients))
    for client in clients:
        client.plays = True
    world.until(lambda: world.probe("eps").host.last is not None, step=0.05)
    # The node with the table, as if somebody had opened it; one with it in its settings, and one
    # that has heard of it.
    world.house.hours.tables = ()
    knows, hears = (
        World(EPS, node="b", beside=world),
        World(ROOMS["holdem"], node="c", beside=world),
    )
    hears.house.lobby.elsewhere.takes(on_another_node(world.runner("eps").listing))
    offices = floor, Floor(knows, staffed=False), Floor(hears, staffed=False)
    for office in offices:
        cleo = office.enter("cleo")
        refused = cleo.refusal("hand show", table="eps", round=1, reason="why")
        assert refused == "in_play", "at a node without the table too"
    world.run(40)
    for office in offices:
        assert office.enter("cleo").ask("hand show", table="eps", round=1, reason="why")


def test_a_look_goes_back_only_so_far_and_says_how_far(monkeypatch: pytest.MonkeyPatch) -> None:
    world = evening("holdem", seed=3)
    play_rounds(world, 5)
    monkeypatch.setattr(game_server.admin.hands, "CHUNK", 2)
    monkeypatch.setattr(game_server.admin.hands, "MOST", 2)
    vic = Floor(world).enter("vic")
    back = vic.ask("hand list")
    numbers = [one["round"] for one in back["hands"]]
    assert len(numbers) == 2
    assert back["looked_back_to_at"] == back["hands"][-1]["ended_at"]
    monkeypatch.setattr(game_server.admin.hands, "MOST", 2_000)
    assert [one["round"] for one in vic.ask("hand list")["hands"]][-5:] == [5, 4, 3, 2, 1]
    assert "looked_back_to_at" not in vic.ask("hand list")
    late = vic.ask("hand list", since=back["looked_back_to_at"])["hands"]
    assert set(numbers) <= {one["round"] for one in late}


# -- over the socket ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(shared: Open) -> Open:
    """A house in which two have played two rounds; one of them was away for a moment."""
    with ExitStack() as lines:
        players = [Plain(lines, shared.running.url, number) for number in range(2)]
        for number, one in enumerate(players):
            one.say(messages.Guest(one.next(), f"Guest {number}"))
            one.until(Session)
            one.seat("holdem")
        play(players, lambda _: all(one.rounds >= 2 for one in players))
    return shared


def test_a_disputed_hand_is_found_shown_and_exported(played: Open) -> None:
    with asking(played, "vic") as vic:
        listed = vic.ask("hand list", player="Guest 1", since=0)["hands"]
        assert {1, 2} <= {one["round"] for one in listed}
        assert {"Guest 0", "Guest 1"} <= set(listed[-1]["players"])
        assert vic.ask("hand list", table="doudizhu")["hands"] == []
        assert len(vic.ask("hand list", table="holdem", count=1)["hands"]) == 1
        until = listed[-1]["ended_at"]
        assert vic.ask("hand list", until=until)["hands"] == []
        shown = vic.ask("hand show", table="holdem", round=1)
        assert shown["outcome"] == "played"
        assert sum(seat["net_cents"] for seat in shown["seats"]) == 0
        assert all(seat["number"] for seat in shown["seats"])
        assert {"chance", "player"} <= {act["by"] for act in shown["acts"]}
        assert any("is dealt a card" in act["what"] for act in shown["acts"])
        end = time.monotonic() + PATIENCE
        while {one["what"] for one in shown["connections"]} < {"guest", "offline"}:
            # The security log is on disk a moment later.
            assert time.monotonic() < end, shown
            shown = vic.ask("hand show", table="holdem", round=1)
        assert all("from" not in one for one in shown["connections"])
        exported = vic.ask("hand export", table="holdem", round=1, form="json")
        assert list(exported["told"]) == ["watching"]
        assert not any("act" in act for act in exported["acts"])
        assert exported["rules"]["least"] >= 2
        assert vic.refusal("hand show", table="holdem", round=999).code == "no_hand"
        assert vic.refusal("hand show", table="nowhere", round=1).code == "no_hand"
    with asking(played, "olga") as olga:
        shown = olga.ask("hand show", table="holdem", round=1)
        assert all(one["from"] for one in shown["connections"])


def test_cards_of_a_hand_are_for_one_role_with_a_reason_and_in_the_audit(played: Open) -> None:
    asked = {"table": "holdem", "round": 1, "reason": "complaint of Guest 1"}
    for who in ("vic", "olga", "ann"):
        with asking(played, who) as other:
            assert other.refusal("hand show", **asked).code == "not_allowed"
            assert other.refusal("hand export", form="json", **asked).code == "not_allowed"
            seat = other.refusal("hand show", table="holdem", round=1, seat=0)
            assert seat.code == "not_allowed"
    with asking(played, "cleo") as cleo:
        faces = cleo.ask("hand show", **asked)
        dealt = [act["what"] for act in faces["acts"] if "is dealt" in act["what"]]
        assert dealt
        assert all("[" in one for one in dealt)
        exported = cleo.ask("hand export", form="json", **asked)
        seats = [str(seat["seat"]) for seat in exported["seats"]]
        assert sorted(exported["told"]) == sorted(["watching", *seats])
        assert any("act" in act for act in exported["acts"])
        mine = [one for one in exported["told"][seats[0]] if "is dealt" in one]
        assert sum("[" in one for one in mine) * 2 == len(mine), "one's own, and not the other's"
        told = cleo.ask("hand show", seat=int(seats[0]), **asked)
        assert [act["what"] for act in told["acts"]] == exported["told"][seats[0]]
        assert cleo.refusal("hand show", seat=9, **asked).code == "no_seat"
        assert cleo.refusal("hand show", **{**asked, "reason": " "}).code == "text_wrong"
    with asking(played, "ann") as ann:
        rows = ann.ask("audit", do="hand show")["rows"]
        assert {row["result"] for row in rows} >= {"ok", "not_allowed"}
        looked = ann.ask("status")["cards_looked_at"]
        assert {(one["who"], one["table"], one["reason"]) for one in looked} == {
            ("cleo", "holdem", "complaint of Guest 1")
        }


def test_the_command_writes_a_hand_as_text_and_as_json(played: Open) -> None:
    text = played.admin("hand", "export", "holdem", "1", "text", who="vic")
    assert text.code == 0, text
    assert "outcome" in text.out
    assert "Guest 0" in text.out
    assert played.admin("hand", "export", "holdem", "1", "json", who="vic").json["round"] == 1
