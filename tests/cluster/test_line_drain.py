"""A front that is drained asks its lines to come back elsewhere, not all at once."""

import pytest
from twisted.internet.task import Clock

from game_server.cluster.line_drain import EACH_S, GRACE_S, LEAST, LineDrain


class Front:
    """So many lines, each of which ends when it is asked."""

    def __init__(self, lines: int) -> None:
        self.clock, self.lines, self.drained = Clock(), lines, False
        self.asked = list[int]()
        self.drain = LineDrain(self.clock, lambda: self.drained, lambda: self.lines, self._ask)
        self.drain.begin()

    def _ask(self, most: int) -> None:
        self.asked.append(min(most, self.lines))
        self.lines -= self.asked[-1]

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / EACH_S)):
            self.clock.advance(EACH_S)


def test_nobody_is_asked_before_those_who_bring_lines_have_heard_of_it() -> None:
    front = Front(10)
    front.run(60)
    assert front.asked == []
    front.drained = True
    front.run(GRACE_S)
    assert front.asked == []
    front.run(2 * EACH_S)
    assert (front.asked, front.lines) == ([10], 0)
    front.lines = 3
    front.run(EACH_S)
    assert front.asked == [10, 3], "who comes all the same"


@pytest.mark.parametrize(("lines", "steps"), [(LEAST * 3, 3), (10_000, 20)])
def test_lines_are_asked_in_steps(lines: int, steps: int) -> None:
    front = Front(lines)
    front.drained = True
    front.run(60)
    assert len(front.asked) == steps
    assert front.lines == 0


def test_a_front_that_takes_lines_again_or_ends_asks_nobody_more() -> None:
    front = Front(10_000)
    front.drained = True
    front.run(GRACE_S + 3 * EACH_S)
    asked = len(front.asked)
    assert asked > 0
    front.drained = False
    front.run(30)
    assert len(front.asked) == asked
    front.drained = True
    front.drain.end()
    front.run(30)
    assert len(front.asked) == asked
