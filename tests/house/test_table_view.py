"""What the house shows of a table is on disk: what is being written is in no view."""

from game_server.store.direct import CommitFault
from game_server.table.status import TablePhase
from protocol import messages
from protocol.codec import encode
from tests.house.test_restart import in_mid_hand
from tests.house.world import Client, World


def answers(world: World) -> Client:
    """Who is asked answers; the table has taken it, and the disk has not."""
    client = next(one for one in world.clients if "t" in one.asked)
    asked = client.asked["t"]
    act = asked.ask.default
    answer = messages.Answer(
        client.next(), "t", asked.turn, act.verb, act.amount, act.cards, act.on
    )
    client.line.heard(encode(answer), world.clock.seconds())
    return client


def test_an_act_is_in_the_view_when_it_is_on_disk_and_not_before() -> None:
    world = in_mid_hand("holdem", 1)
    before = world.runner("t").view
    told = before.round.said_count if before.round is not None else 0
    answers(world)
    playing = world.probe("t").round
    assert playing is not None
    assert len(playing.said) > told, "the table has taken it"
    assert world.runner("t").view is before
    assert before.round is not None
    assert (before.round.said_count, len(before.round.said())) == (told, told)
    world.clock.advance(0)
    after = world.runner("t").view.round
    assert after is not None
    assert after.said_count > told


def test_a_commit_that_fails_leaves_the_view_as_it_was_but_for_the_pause() -> None:
    world = in_mid_hand("holdem", 1)
    runner = world.runner("t")
    before, seen = runner.view, []
    runner.lookers.append(lambda: seen.append((runner.down, runner.view)))
    world.fail(CommitFault.FAILS)
    answers(world)
    world.clock.advance(0)
    assert seen[0] == (True, before.suspended())
    assert before.suspended().phase is TablePhase.SUSPENDED
    world.until(lambda: not runner.down)
    assert runner.view.phase is TablePhase.OPEN
    assert runner.view.seats == before.seats


def test_a_table_that_is_given_up_shows_its_seats_and_nobody_there() -> None:
    world = in_mid_hand("holdem", 1)
    runner = world.runner("t")
    before = runner.view
    assert before.people
    runner.quarantine("a planted fault")
    assert not runner.view.people
    assert runner.view.seats == before.seats
    assert runner.view.holdings() == before.holdings()
