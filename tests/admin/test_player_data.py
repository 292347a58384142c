"""Who belongs together, and all that is written down of one player."""

import json
from typing import Any

from game_server.store import cards
from protocol import messages
from tests.admin.running import Open
from tests.admin.talk import Floor, Talk
from tests.house.test_whole_rounds import ROOMS, play_rounds
from tests.house.world import HERE, World

ELSEWHERE = "198.51.100.7"


def evening() -> Floor:
    """Three play two rounds; two of them came from one address, and a fourth plays with nobody."""
    world = World(ROOMS["holdem"], seed=2)
    floor = Floor(world)
    for name, address in (("Ann", HERE), ("Bo", HERE), ("Cy", ELSEWHERE)):
        client = world.client(name, address=address)
        client.seat("t", 40_000)
        client.plays = True
    world.client("Di", address="203.0.113.9")
    play_rounds(world, 2)
    world.run(1)
    return floor


def exported(talk: Talk, player: str) -> list[dict[str, Any]]:
    number = talk.begin("player export", player=player)
    for _ in range(50):
        talk.listen()
    assert talk.answer(number)["rows"]
    return [one["item"] for one in talk.heard if one["id"] == number and "item" in one]


def test_who_shares_an_address_a_card_and_tables_is_shown_to_operators() -> None:
    floor = evening()
    world = floor.world
    ann, bo, cy, di = (client.id for client in world.clients)
    for player in (ann, cy):
        auth, holder = "sealed:x", b"h" * 32
        cards.prove(
            world.conn,
            player=player,
            holder=holder,
            kind="debit",
            auth=auth,
            digits="4711",
            at=1,
        )
    olga = floor.enter("olga")
    found = olga.ask("player links", player="Ann")
    assert {(one["number"], one["address"]) for one in found["same_address"]} == {(bo, HERE)}
    assert found["same_card"] == [{"player": cy, "name": "Cy", "digits": "4711"}]
    assert {one["number"] for one in found["sits_with"]} == {bo, cy}
    assert found["rounds"] >= 2
    assert all(0 < one["of_own_percent"] <= 100 for one in found["sits_with"])
    alone = olga.ask("player links", player="Di")
    assert (alone["same_address"], alone["same_card"], alone["sits_with"]) == ([], [], [])
    assert alone["rounds"] == 0
    assert di
    assert floor.enter("vic").refusal("player links", player="Ann") == "not_allowed"
    assert olga.refusal("player links", player="Nobody") == "no_player"


def test_an_export_has_all_that_is_of_the_player_and_nothing_of_others() -> None:
    floor = evening()
    world = floor.world
    ann, bo = world.clients[0], world.clients[1]
    bo.ask(messages.Report, ann.id, "abuse", "she is rude")
    ann.ask(messages.Report, bo.id, "spam", "he talks")
    ann.ask(messages.Block, bo.id)
    olga = floor.enter("olga")
    olga.ask("mute", player="Ann", reason="swears")
    rows = exported(olga, "Ann")
    kinds = {one["kind"] for one in rows}
    assert kinds >= {"account", "session", "security", "transfer", "result", "measure", "round"}
    (account,) = [one for one in rows if one["kind"] == "account"]
    assert (account["number"], account["name"]) == (ann.id, "Ann")
    assert {one["address"] for one in rows if one["kind"] in ("session", "security")} == {HERE}
    assert [one["words"] for one in rows if one["kind"] == "report"] == ["he talks"]
    assert [one["name"] for one in rows if one["kind"] == "blocked"] == ["Bo"]
    assert [one["reason"] for one in rows if one["kind"] == "measure"] == ["swears"]
    rounds = [one["round"] for one in rows if one["kind"] == "round"]
    assert {1, 2} <= set(rounds)
    said = json.dumps(rows)
    assert "she is rude" not in said
    assert "token" not in said
    assert f':{bo.id}"' not in json.dumps([one for one in rows if one["kind"] == "transfer"])
    assert floor.enter("vic").refusal("player export", player="Ann") == "not_allowed"


def test_of_a_deleted_player_is_left_what_the_books_need_and_no_name_or_address() -> None:
    floor = evening()
    world = floor.world
    di = world.clients[3]
    number = di.id
    di.lose()
    world.run(1)
    olga = floor.enter("olga")
    assert {"account", "session", "security"} <= {one["kind"] for one in exported(olga, "Di")}
    olga.ask("player delete", number=number, reason="asked by letter")
    rows = exported(olga, f"#{number}")
    (account,) = [one for one in rows if one["kind"] == "account"]
    assert account["name"] == f"#{number}"
    assert account["state"] == "deleted"
    assert account["deleted_ms"]
    assert {one["address"] for one in rows if one["kind"] == "session"} <= {""}
    kept = [one for one in rows if one["kind"] != "security"]
    assert "203.0.113.9" not in json.dumps(kept)
    assert '"Di"' not in json.dumps(kept)
    assert any(one.get("to") == f"play:{number}" for one in rows)


def test_the_command_writes_a_list_of_json(shared: Open) -> None:
    assert shared.admin("player", "export", "Nobody").code != 0
    assert shared.admin("player", "links", "Nobody").said().startswith("cardroom admin:")
