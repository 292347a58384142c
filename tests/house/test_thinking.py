"""Bots think in processes of their own, which end with the house that began them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from game_server.lobby.processes import cores

HOUSE = """
import sys, time
from twisted.internet import reactor
from twisted.logger import globalLogPublisher
from game_server.bots import choosing
from game_server.lobby import processes
from game_server.lobby.processes import ProcessThinkers
from protocol.events import Dealt, Event, RoundBegan
from protocol.words import Act, Ask, Option, Seat, Secret
from tests.house import unruly

began = RoundBegan("holdem", "standard", 1, {}, {}, {})
ask = Ask(Seat(0), (Option("check"),), Act("fold"))
# A busy machine may be slow; where a bot is to take too long, the test says so.
processes.STUCK_S = 60.0
thinkers = ProcessThinkers(reactor, reactor, unruly.choose, choosing.names, choosing.quick)

def say(what):
    print(what, flush=True)

def choose(bot, told=(began,), first=True, name=""):
    thinking = thinkers.choose("holdem", bot, told, ask, 1, first)
    return thinking.addCallbacks(lambda act: say(name + act.verb), failed)

def failed(failure):
    say(f"{failure.type.__name__}: {failure.value}".replace(chr(10), " "))

def alarmed(event):
    if event.get("alarm"):
        say("alarm: " + event["alarm"])

globalLogPublisher.addObserver(alarmed)

def pids():
    say(" ".join(str(mind.process.pid) for mind in thinkers.minds))

def hear():
    for line in sys.stdin:
        reactor.callFromThread(lambda line=line: exec(line, globals()))

if __name__ == "__main__":
    reactor.callInThread(hear)
    say("begun")
    reactor.run()
"""


PATIENCE = 60.0
STUCK = "took too long"


class House:
    """A process with bots, told what to do a line at a time."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def does(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def says(self, count: int = 1) -> Sequence[str]:
        assert self.process.stdout is not None
        return [self.process.stdout.readline().strip() for _ in range(count)]

    def child(self) -> int:
        self.does("pids()")
        (pid,) = self.says()
        return int(pid)


@contextmanager
def bots(tmp: str = "") -> Iterator[House]:
    process = subprocess.Popen(
        [sys.executable, "-c", HOUSE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=os.getcwd(),
        env={**os.environ, "PYTHONPATH": os.getcwd()},
    )
    house = House(process)
    # Whoever waits for what never comes hears nothing, and fails.
    patience = Timer(PATIENCE, process.kill)
    patience.start()
    try:
        assert house.says() == ["begun"]
        yield house
    finally:
        patience.cancel()
        process.kill()
        process.communicate()


@pytest.fixture
def house() -> Iterator[House]:
    with bots() as one:
        yield one


def test_a_bot_chooses_in_another_process_which_ends_when_the_house_is_killed(
    house: House,
) -> None:
    house.does("choose('random')")
    assert house.says() == ["check"]
    child = house.child()
    house.process.send_signal(signal.SIGKILL)
    house.process.wait()
    assert gone(child), "the process of the bots outlives its house"


def test_a_bot_in_the_middle_of_an_endless_thought_ends_with_its_house(house: House) -> None:
    house.does("choose('endless')")
    child = house.child()
    house.process.send_signal(signal.SIGKILL)
    house.process.wait()
    assert gone(child), "the process of the bots outlives its house"


def test_what_a_bot_raises_comes_back_as_where_and_never_as_what_it_said(house: House) -> None:
    house.does("choose('raising')", "choose('random')")
    failed, chose = house.says(2)
    assert failed.startswith("BotFailed: ")
    assert "unruly.py" in failed
    assert "ValueError" in failed
    assert "It holds ACE" not in failed
    assert chose == "check"


@pytest.mark.parametrize(
    ("bot", "says"),
    [
        ("dying", "has ended"),
        ("endless", STUCK),
        ("no_act", "Malformed"),
        ("printing", "check"),
        ("shouting", STUCK),
    ],
)
def test_the_next_bot_thinks_again_whatever_one_has_done_to_its_process(
    bot: str, says: str, house: House
) -> None:
    if says == STUCK:
        house.does("processes.STUCK_S = 0.5")
    house.does(f"choose('{bot}')")
    (wrong,) = house.says()
    assert says in wrong
    house.does("processes.STUCK_S = 60.0", "choose('random')")
    assert house.says() == ["check"]


def test_where_processes_end_again_and_again_they_begin_ever_later_and_nobody_waits(
    house: House,
) -> None:
    house.does(*["choose('dying')"] * 4)
    said = house.says(4)
    assert all(one.startswith("BotFailed: ") for one in said)
    assert any("again and again" in one for one in said)
    # A while later they are there again.
    for _ in range(200):
        house.does("choose('random')")
        if house.says() == ["check"]:
            return
        time.sleep(0.1)
    raise AssertionError("no process begins any more")


@pytest.mark.parametrize("bot", ["endless", "dying", "raising_late"])
def test_what_nobody_waits_for_any_more_raises_the_alarm_all_the_same(
    bot: str, house: House
) -> None:
    house.does(
        "processes.STUCK_S = 0.5",
        f"late = thinkers.choose('holdem', '{bot}', (began,), ask, 1, True)",
        "late.addErrback(lambda _: None).cancel()",
    )
    assert house.says() == ["alarm: bots"]
    house.does("processes.STUCK_S = 60.0", "choose('random')")
    assert house.says() == ["check"]


def test_an_event_that_a_seat_may_not_know_never_reaches_a_bot(house: House) -> None:
    house.does("choose('random', (began, Dealt(Seat(1), Secret(Seat(1), (3,)))))")
    assert house.says()[0].startswith("LeakedSecret")


def test_beyond_the_bound_nobody_is_asked_and_tables_of_the_house_go_first(house: House) -> None:
    house.does(
        "processes.MOST_WAITING = 3",
        "choose('slow')",
        "for n in range(5): choose('random', first=False, name='opened ')",
        "choose('random', name='house ')",
    )
    # One thinks, three wait, two are refused.
    refused = house.says(2)
    assert all(one.startswith("AllThink: ") for one in refused)
    assert house.says(5) == ["check", "house check", *["opened check"] * 3]


def test_who_is_not_waited_for_any_more_takes_up_nobody_s_time(house: House) -> None:
    house.does(
        "choose('slow')",
        "waiting = [thinkers.choose('holdem', 'slow', (began,), ask, 1, True) for n in range(100)]",
        "[one.addErrback(lambda _: None).cancel() for one in waiting]",
        "choose('random')",
    )
    assert house.says(2) == ["check", "check"]


MEETING = """
import os
os.environ.update(MEETING={folder!r}, MEETING_OF="3")
thinkers = ProcessThinkers(
    reactor, reactor, unruly.choose, choosing.names, choosing.quick, processes=3)
"""


def test_as_many_bots_think_at_once_as_there_are_processes(house: House, tmp_path: Path) -> None:
    house.does(f"exec({MEETING.format(folder=str(tmp_path))!r}, globals())")
    # None of the three comes to an end before all are there; the others wait for one that is free.
    house.does("for n in range(3): choose('meeting')", "for n in range(4): choose('random')")
    assert house.says(7) == ["check"] * 7
    house.does("pids()")
    pids = house.says()[0].split()
    assert sorted(pids) == sorted(one.name for one in tmp_path.iterdir())
    assert len(pids) == 3


def test_one_process_that_dies_takes_no_thought_of_another_with_it(
    house: House, tmp_path: Path
) -> None:
    house.does(f"exec({MEETING.format(folder=str(tmp_path))!r}, globals())")
    house.does("choose('meeting')", "choose('dying')", "choose('meeting')", "choose('meeting')")
    said = house.says(4)
    assert sorted(one.split(":")[0] for one in said) == ["BotFailed", *["check"] * 3]


def test_a_house_lets_its_bots_think_on_every_core_it_may_use(tmp_path: Path) -> None:
    assert cores() == len(os.sched_getaffinity(0))
    script = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))});"
    script += "from game_server.lobby.processes import cores; print(cores())"
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert said.stdout.strip() == "1", said.stderr


def gone(pid: int) -> bool:
    for _ in range(400):
        if not _lives(pid):
            return True
        time.sleep(0.05)
    return False


def _lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False
