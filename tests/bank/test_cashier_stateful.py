"""Players, a cashier, a bank and a line on which everything goes wrong, in any order."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from game_server.bank.cards import BankCard
from game_server.bank.demo_bank import FAULTS, Fault
from game_server.store.direct import CommitFault
from tests.bank.world import World, card

PLAYERS = st.integers(0, 1)
SECONDS = st.sampled_from([0.0, 0.1, 0.2, 1.0, 12.0, 70.0])


class Money(RuleBasedStateMachine):
    """Whatever happens, money is in one place, and at the end it is all where it came from."""

    @initialize()
    def open_the_house(self) -> None:
        self.world = World()
        self.token_ended = False
        for number, player in enumerate(self.world.players):
            self.world.own(player, card(40 + number))
            self.world.give_card(player)
            self.world.sit(player)
        self.world.advance(1)
        self.world.buy(self.world.players[0], 5_000)
        self.world.advance(1)

    @rule(
        player=PLAYERS,
        amount=st.sampled_from([1000, 2000, 5000, 12_000, 30_000, 1500]),
        then=SECONDS,
    )
    def buy(self, player: int, amount: int, then: float) -> None:
        self.world.sit(self.world.players[player])
        self.world.buy(self.world.players[player], amount)
        self.world.advance(then)

    @rule(player=PLAYERS, then=SECONDS)
    def leave(self, player: int, then: float) -> None:
        self.world.leave(self.world.players[player])
        self.world.advance(then)

    @rule(player=PLAYERS, right=st.booleans())
    def give_card(self, player: int, right: bool) -> None:
        number = self.world.players[player]
        own = self.world.cards[number]
        self.world.give_card(number, own if right else BankCard("debit", own.number, "000000"))

    @rule(player=PLAYERS, second=st.booleans(), confirmed=st.booleans(), then=SECONDS)
    def use_another_card(self, player: int, second: bool, confirmed: bool, then: float) -> None:
        number = self.world.players[player]
        self.world.give_card(number, self.world.owned[number][second], confirmed)
        self.world.advance(then)

    @rule(faults=st.lists(st.sampled_from(FAULTS), min_size=1, max_size=4))
    def the_bank_will_fail(self, faults: list[Fault]) -> None:
        self.world.service.faults.coming.extend(faults)

    @rule(down=st.booleans())
    def the_bank_is_down(self, down: bool) -> None:
        self.world.service.faults.down = down

    @rule(seconds=st.sampled_from([9.0, 11.0, 30.0]))
    def a_request_will_be_late(self, seconds: float) -> None:
        self.world.line.late.append(seconds)

    @rule()
    def the_bank_ends_its_authorizations(self) -> None:
        self.world.books.end_authorizations()
        self.token_ended = True

    @rule(fault=st.sampled_from(CommitFault), soon=st.integers(1, 3))
    def a_commit_will_fail(self, fault: CommitFault, soon: int) -> None:
        self.world.strike = (self.world.commits + soon, fault)

    @rule()
    def the_power_goes(self) -> None:
        self.world.crash()

    @rule()
    def the_house_closes_and_opens(self) -> None:
        self.world.restart()

    @rule()
    def the_operator_asks_now(self) -> None:
        for payment in self.world.all_payments():
            self.world.cashier.ask_now(payment.key)

    @rule(seconds=SECONDS)
    def time_passes(self, seconds: float) -> None:
        self.world.advance(seconds)

    @invariant()
    def money_is_in_one_place(self) -> None:
        if hasattr(self, "world"):
            self.world.check()

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.world.settle_all()
            self.world.check_settled()
            # Nobody has won: each card has what it had, but where its bank would not take it.
            for cards in self.world.owned.values():
                for one in cards:
                    assert self.token_ended or self.world.books.held(one) == self.world.each
            self.world.close()


@pytest.mark.req("E-RF-CB-002", "E-RF-CB-006", "E-RF-CB-007", "E-RF-CB-008")
def test_money_is_never_lost_nor_paid_twice() -> None:
    run_state_machine_as_test(Money, settings=settings(max_examples=100, stateful_step_count=40))
