"""How tests are given to workers: they steal from each other, but no attack, for all of these meet
one house on one worker."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from xdist.scheduler import WorkStealingScheduling

ATTACKS = "tests/attacks/"


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
