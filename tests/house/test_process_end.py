"""When the process of a house ends: a house of a test, and a fake clock."""

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from game_server.process_end import ProcessEnd


class Asked:
    """A house that notes what it is asked, and does it when the test says so."""

    def __init__(self) -> None:
        self.closing: list[Deferred[None]] = []
        self.leaving: list[Deferred[None]] = []
        self.clock = Clock()
        self.over = 0
        self.failures: list[Failure] = []
        self.end = ProcessEnd(self, self.clock, lambda: 60.0, self._is_over, self.failures.append)

    def close(self) -> Deferred[None]:
        self.closing.append(Deferred())
        return self.closing[-1]

    def leave(self) -> Deferred[None]:
        self.leaving.append(Deferred())
        return self.leaving[-1]

    def _is_over(self) -> None:
        self.over += 1

    @property
    def asked(self) -> tuple[int, int, int]:
        """How often it was asked to close and to leave, and was over."""
        return len(self.closing), len(self.leaving), self.over


def test_a_process_ends_once_its_rounds_are_over() -> None:
    house = Asked()
    house.end.close()
    house.clock.advance(59.9)
    assert house.asked == (1, 0, 0)
    house.closing[0].callback(None)
    assert house.asked == (1, 0, 1)
    house.clock.advance(10)
    house.end.close()
    assert house.asked == (1, 0, 1), "it is over"


@pytest.mark.parametrize("how", ["asked again", "at the deadline"])
def test_a_process_whose_rounds_go_on_ends_without_them(how: str) -> None:
    house = Asked()
    house.end.close()
    house.end.begin()
    assert house.asked == (1, 0, 0), "who has gone meanwhile asks for nothing more"
    if how == "asked again":
        house.end.close()
    else:
        house.clock.advance(60)
    assert house.asked == (1, 1, 0)
    house.end.close()
    house.clock.advance(60)
    house.closing[0].callback(None)
    assert house.asked == (1, 1, 0), "its lines are being closed"
    house.leaving[0].callback(None)
    assert house.asked == (1, 1, 1)
    assert house.failures == []


@pytest.mark.parametrize("step", ["closing", "leaving"])
def test_a_fault_on_the_way_to_the_end_is_told_and_is_not_the_end_of_the_rounds(step: str) -> None:
    house = Asked()
    house.end.close()
    if step == "leaving":
        house.end.close()
    getattr(house, step)[0].errback(OSError("no disk"))
    assert house.over == 0
    assert [type(one.value) for one in house.failures] == [OSError]
