"""The limit on questions to the outside bank: a few at once, each player in turn, buyers past what
piled up."""

from collections.abc import Awaitable

from twisted.internet.defer import Deferred

from game_server.bank.concurrency import PLACES, ConcurrencyLimit
from game_server.bank.saga import OVER
from tests.bank.world import World


class Bank:
    """Questions that wait until they are answered."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.open: dict[str, Deferred[str]] = {}

    def ask(
        self, limit: ConcurrencyLimit, player: int, name: str, buyer: bool = False
    ) -> Deferred[str]:
        def question() -> Awaitable[str]:
            self.asked.append(name)
            self.open[name] = Deferred()
            return self.open[name]

        return Deferred.fromCoroutine(limit.ask(player, buyer, question))

    def answer(self, name: str) -> None:
        self.open.pop(name).callback(name)


def test_a_few_questions_are_open_at_once_and_all_are_asked_in_their_order() -> None:
    bank, limit = Bank(), ConcurrencyLimit()
    names = [f"{player}" for player in range(3 * PLACES)]
    answers = [bank.ask(limit, player, name) for player, name in enumerate(names)]
    for place, name in enumerate(names):
        assert bank.asked == names[: place + PLACES]
        bank.answer(name)
    assert [answer.result for answer in answers] == names


def test_the_questions_of_one_player_are_asked_one_by_one() -> None:
    bank, limit = Bank(), ConcurrencyLimit()
    for number in range(3):
        bank.ask(limit, 1, f"mine {number}")
    bank.ask(limit, 2, "other")
    assert bank.asked == ["mine 0", "other"]
    bank.answer("mine 0")
    assert bank.asked[2:] == ["mine 1"]
    bank.answer("mine 1")
    assert bank.asked[3:] == ["mine 2"]


def test_a_buyer_waits_for_nothing_that_has_piled_up() -> None:
    bank, limit = Bank(), ConcurrencyLimit()
    for player in range(3 * PLACES):
        bank.ask(limit, player, f"old {player}")
    bank.ask(limit, 1_000, "buyer", buyer=True)
    assert bank.asked[-1] == "buyer"


def test_who_gives_up_takes_no_place_and_no_turn() -> None:
    bank, limit = Bank(), ConcurrencyLimit()
    waiting = [bank.ask(limit, 1, name) for name in ("first", "second", "third")]
    for one in waiting[:2]:
        one.addErrback(lambda failure: None)
    waiting[1].cancel()
    waiting[0].cancel()
    assert bank.asked == ["first", "third"]
    for player in range(2, 2 * PLACES):
        bank.ask(limit, player, f"{player}")
    assert len(bank.asked) == 1 + PLACES


def test_an_outage_that_is_over_is_no_rush_on_the_bank() -> None:
    world = World(players=6 * PLACES)
    for player in world.players:
        world.give_card(player)
        world.sit(player)
    world.advance(1)
    world.service.faults.down = True
    for player in world.players:
        world.buy(player, 2_000)
    world.advance(60)
    assert {one.state for one in world.all_payments()} == {"unknown"}
    world.service.faults.down = False
    world.restart()
    world.advance(70)
    assert {one.state for one in world.all_payments()} <= OVER
    assert 0 < world.line.most <= PLACES
    assert world.chips(world.players[-1]) == 2_000
    world.settle_all()
    world.check_settled()
    world.close()


def test_a_house_that_closes_asks_nothing_more_of_what_still_waits() -> None:
    world = World(players=3 * PLACES)
    for player in world.players:
        world.give_card(player)
        world.sit(player)
    world.advance(1)
    for player in world.players:
        world.buy(player, 2_000)
    world.advance(0.01)
    assert world.line.under_way == PLACES
    asked = world.line.asked
    world.cashier.stop()
    world.advance(60)
    assert world.line.asked == asked
    world.restart()
    world.settle_all()
    world.check_settled()
    world.close()
