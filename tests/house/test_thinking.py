"""Bots think in processes of their own, which end with the house that began them."""

import os
import signal
import subprocess
import sys
import time

HOUSE = """
import os
from twisted.internet import reactor
from game_server.bots import choosing
from game_server.lobby.thinking import ProcessThinkers
from protocol.events import RoundBegan
from protocol.words import Act, Ask, Option, Seat

began = RoundBegan("holdem", "standard", 1, {}, {}, {})
ask = Ask(Seat(0), (Option("check"),), Act("fold"))

def main():
    thinkers = ProcessThinkers(reactor, choosing.choose, choosing.names)

    def chose(act):
        print(act.verb, flush=True)
        thinkers.choose("holdem", "nobody", (began,), ask, 1).addErrback(failed)

    def failed(failure):
        print(failure.type.__name__, *thinkers._pool._processes, flush=True)

    thinkers.choose("holdem", "random", (began,), ask, 1).addCallback(chose)
    reactor.run()

if __name__ == "__main__":
    main()
"""


def test_a_bot_chooses_in_another_process_which_ends_when_the_house_is_killed() -> None:
    house = subprocess.Popen(
        [sys.executable, "-c", HOUSE], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
    )
    assert house.stdout is not None
    try:
        assert house.stdout.readline().strip() == "check"
        failed, child = house.stdout.readline().split()
        assert failed == "KeyError", "what a bot raises comes back"
    finally:
        house.send_signal(signal.SIGKILL)
        house.wait()
    for _ in range(200):
        if not _lives(int(child)):
            return
        time.sleep(0.05)
    raise AssertionError("the process of the bots outlives its house")


def _lives(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().split()[2] != "Z"
    except FileNotFoundError:
        return False
