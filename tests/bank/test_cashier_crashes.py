"""One purchase and one leaving, cut short at every commit in every way, under every bank fault."""

from collections import Counter

import pytest

from game_server.bank.demo_bank import FAULTS, Fault
from game_server.store.direct import CommitFault
from tests.bank.world import World

COMMITS = 9


Faults = tuple[Fault | None, Fault | None]
BANK: tuple[Faults, ...] = ((None, None), (None, "refuse"), *((one, one) for one in FAULTS))


def play(disk: CommitFault | None, when: int, bank: Faults) -> World:
    """Give a card, sit, buy $50, leave; the commit number `when` after that has that fault, and so
    have the purchase and the cashing out at the bank."""
    world = World(players=1)
    (player,) = world.players
    world.give_card(player)
    world.sit(player)
    world.advance(1)
    if disk is not None:
        world.strike = (world.commits + when, disk)
    for buys, fault in zip((True, False), bank, strict=True):
        if fault is not None:
            world.service.faults.coming.append(fault)
        if buys:
            world.buy(player, 5_000)
        else:
            world.leave(player)
        for _ in range(16):
            world.advance(1)
            world.check()
    return world


@pytest.mark.req("E-RF-CB-008")
@pytest.mark.parametrize("disk", [None, *CommitFault])
@pytest.mark.parametrize("bank", BANK)
def test_a_crash_at_any_commit_loses_nothing(disk: CommitFault | None, bank: Faults) -> None:
    for when in range(1, COMMITS + 1 if disk else 2):
        world = play(disk, when, bank)
        world.settle_all()
        world.check_settled()
        world.close()


def test_the_matrix_reaches_every_commit_of_a_purchase_and_a_leaving() -> None:
    """The card is three more commits; with a silence in each payment there are two more again."""
    smooth, rough = play(None, 0, BANK[0]), play(None, 0, ("timeout_after", "timeout_after"))
    assert (smooth.commits - 3, rough.commits - 3) == (7, COMMITS)
    for world in (smooth, rough):
        done = Counter(one.way for one in world.all_payments() if one.state == "done")
        assert done == {"buy": 1, "cash_out": 1}
        world.close()
