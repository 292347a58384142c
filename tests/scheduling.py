"""How tests are given to workers: they steal from each other, but no attack, for all of these meet
one house on one worker; and each worker begins with tests that mostly wait."""

from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import pytest
from xdist.scheduler import WorkStealingScheduling

ATTACKS = "tests/attacks/"
WAITING: Final = ("tests/cluster/", "tests/e2e/", "tests/nemesis/")
"""Here most tests wait for processes of their own; one that began last would keep all waiting."""


def spread(tests: Sequence[pytest.Item], workers: int) -> list[pytest.Item]:
    """These tests in such an order that each worker but the first, which has the attacks, begins
    with some that wait, whole files of them. Each gets an equal share of the list, one after the
    other."""
    files: dict[str, list[pytest.Item]] = defaultdict(list)
    others = [one for one in tests if not one.nodeid.startswith(WAITING)]
    for one in tests:
        if one.nodeid.startswith(WAITING):
            files[one.path.name].append(one)
    heads: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for place, file in enumerate(files.values()):
        heads[1 + place % (workers - 1)] += file
    ordered = list[pytest.Item]()
    for worker, head in enumerate(heads):
        share = (len(tests) - len(ordered)) // (workers - worker)
        more = max(0, share - len(head))
        ordered += [*head, *others[:more]]
        del others[:more]
    return [*ordered, *others]


class OneHouse(WorkStealingScheduling):
    """Stealing takes from the end of a queue; the attacks stand at the beginning of the first one
    and are left there when nothing else is."""

    def add_node(self, node: Any) -> None:
        super().add_node(node)
        node.send_steal = partial(self._steal, node.send_steal)

    def check_schedule(self) -> None:
        self._nothing_else = False
        super().check_schedule()
        if self._nothing_else:
            # As when there is nothing to steal at all: who is idle comes to its end.
            self.steal_requested_from_node = None
            for node, pending in self.node2pending.items():
                if len(pending) < 2 and not node.shutting_down:
                    node.shutdown()

    def _steal(self, send: Any, wanted: Sequence[int]) -> None:
        assert self.collection is not None
        free = [one for one in wanted if not self.collection[one].startswith(ATTACKS)]
        if free:
            send(free)
        else:
            self._nothing_else = True
