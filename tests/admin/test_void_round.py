"""A round that an administrator makes void: stakes go back, all are told, the next is played."""

import pytest

from game_server.store import hands
from game_server.store.escrows import all_escrows
from protocol import messages
from protocol.messages import Notice
from tests.admin.talk import Floor
from tests.house.test_restart import chips, in_mid_hand
from tests.house.test_whole_rounds import ROOMS, play_rounds
from tests.house.world import World


def stacks(world: World) -> dict[str, int]:
    """The chips of each who sits, as they were when the round began."""
    return {one.player: one.chips for one in world.probe("t").seats.values()}


def outcome(world: World, number: int) -> str:
    found = hands.of_number(world.conn, "t", number)
    assert found is not None
    return found.outcome


@pytest.mark.parametrize("paused", [False, True])
@pytest.mark.parametrize("game", ROOMS)
def test_stakes_go_back_all_are_told_and_the_next_round_is_played(game: str, paused: bool) -> None:
    world = in_mid_hand(game, 1)
    floor = Floor(world)
    number, before, total = world.probe("t").host.rounds, stacks(world), chips(world)
    olga = floor.enter("olga")
    if paused:
        olga.ask("table pause", table="t")
    answer = olga.ask("hand void", table="t", round=number, reason="a card was shown")
    assert answer["said"] == f"Round {number} of t is void; all stakes are back."
    assert {one["chips_cents"] for one in answer["stacks"]} == set(before.values())
    assert outcome(world, number) == "void"
    assert dict(world.runner("t").view.holdings()) == before
    assert chips(world) == total
    for client in world.clients:
        assert "round_void" in client.codes()
        assert [one.text for one in client.heard(Notice) if one.code == "announcement"] == [
            "a card was shown"
        ]
    assert ("olga", "hand void", "ok") in floor.audit()
    for client in world.clients:
        client.plays = True
    play_rounds(world, 2)
    assert world.probe("t").host.rounds > number
    assert chips(world) == total
    world.check()


def test_a_table_that_is_rebuilt_after_it_stands_as_it_stood() -> None:
    world = in_mid_hand("holdem", 1)
    number = world.probe("t").host.rounds
    Floor(world).enter("olga").ask("hand void", table="t", round=number, reason="why")
    before = stacks(world)
    runner = world.runner("t")
    runner._failed([], ())  # as after a commit that failed
    world.run(1)
    assert stacks(world) == before
    world.check()


def test_a_round_that_is_over_and_a_leaver_are_as_they_are() -> None:
    world = in_mid_hand("holdem", 1)
    floor = Floor(world)
    number = world.probe("t").host.rounds
    olga, vic = floor.enter("olga"), floor.enter("vic")
    asked = {"table": "t", "reason": "why"}
    assert olga.refusal("hand void", round=number + 1, **asked) == "no_round"
    assert olga.refusal("hand void", round=number - 1, **asked) == "no_round"
    assert vic.refusal("hand void", round=number, **asked) == "not_allowed"
    assert olga.refusal("hand void", table="t", round=number, reason="") == "text_wrong"
    leaver = next(one for one in world.clients if world.runner("t").view.sits(str(one.id)))
    leaver.ask(messages.Leave, "t", "now")
    olga.ask("hand void", round=number, **asked)
    seated = {one.player for one in world.probe("t").seats.values()}
    assert str(leaver.id) not in seated, "who left is cashed out"
    assert str(leaver.id) not in {one.holder for one in all_escrows(world.conn)}
    world.check()
