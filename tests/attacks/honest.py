"""Honest players at a table, in a process of their own: `python -m tests.attacks.honest URL`.

They play until the house says goodbye. A line on the input asks how it went since the last one;
the answer is a line of JSON, and so is the last word, which says what each of them did.
"""

import json
import select
import sys
import time
from collections import Counter
from contextlib import ExitStack
from random import Random

from websockets.sync.client import ClientConnection, connect

from protocol import messages
from protocol.messages import Answer, Goodbye, Left, Message, Refused, Session, Told
from tests.house.plain import Plain

TABLE = "honest"
PLAYERS = 3
THINKS = 0.05
"""So long each thinks: a line that acts ten times a second is told to wait."""
REST = 0.001
RAISES = 9
CALM = ("check", "call", "muck", "fold")
"""What keeps everybody in, and chips at the table; the first that is offered."""


class Player(Plain):
    """Keeps the numbers of what it did, and when it was told of what others did."""

    def __init__(self, lines: ExitStack, url: str, seed: int) -> None:
        super().__init__(lines, url, seed)
        self.due: dict[tuple[int, int], float] = {}
        """When somebody acted after that event of that round, until this player is told."""
        self.late: list[float] = []
        self.refused: Counter[str] = Counter()
        self.left: list[str] = []
        self.goodbye = ""
        self.acts = 0
        self.did: dict[int, tuple[int, int, str, int]] = {}
        """By turn: the seat, the number of the request, and the act."""
        self.gone = False
        self._ready_at = 0.0

    def connected(self, lines: ExitStack, url: str) -> ClientConnection:
        self.line = lines.enter_context(connect(url))
        return self.line

    def listen(self) -> bool:
        """Hear what has come; whether anything has."""
        heard, closed = False, self.line.close_code is not None
        while self.hear(0):
            heard = True
            self._take(self.inbox.pop())
        # What came before the end is heard by now.
        self.gone = closed
        return heard

    def act(self, others: "list[Player]") -> None:
        """Answer what is asked, after a moment of thought; now and then with a raise."""
        now = time.perf_counter()
        asked = self.asked.get(TABLE)
        if asked is None:
            self._ready_at = now + THINKS
        elif now >= self._ready_at:
            del self.asked[TABLE]
            verbs = ("bet", "raise") if self.random.randrange(RAISES) == 0 else ()
            options = (asked.ask.option(verb) for verb in (*verbs, *CALM))
            option = next(one for one in options if one is not None)
            number, seen = self.next(), self.seen[TABLE]
            self.did[asked.turn] = (asked.ask.who, number, option.verb, option.low)
            for one in others:
                one.due[seen.round, seen.seq] = time.perf_counter()
            self.say(Answer(number, TABLE, asked.turn, option.verb, option.low))
            self.acts += 1

    def _take(self, message: Message) -> None:
        match message:
            case Told(_, number, after):
                acted = self.due.pop((number, after), None)
                if acted is not None:
                    self.late.append(time.perf_counter() - acted)
            case Refused(_, code):
                self.refused[code] += 1
            case Left(_, code):
                self.left.append(code)
            case Goodbye(code):
                self.goodbye = code


def report(players: list[Player]) -> dict[str, object]:
    """How it went since the last report: how late each was told of each act, in milliseconds."""
    found: dict[str, object] = {
        "acts": sum(one.acts for one in players),
        "rounds": players[0].rounds,
        "late": [took * 1e3 for one in players for took in one.late],
    }
    for one in players:
        one.acts, one.rounds, one.late = 0, 0, []
    return found


def last_word(players: list[Player]) -> dict[str, object]:
    """What all of them did and were told in the end."""
    return {
        "did": [(turn, *act) for one in players for turn, act in one.did.items()],
        "refused": dict(sum((one.refused for one in players), Counter[str]())),
        "left": [code for one in players for code in one.left],
        "goodbyes": [one.goodbye for one in players],
    }


def tell(words: dict[str, object]) -> None:
    print(json.dumps(words), flush=True)


def main(url: str) -> None:
    with ExitStack() as lines:
        players = [Player(lines, url, Random(seed).randrange(1000)) for seed in range(PLAYERS)]
        for one in players:
            one.say(messages.Guest(one.next()))
            one.until(Session)
            one.seat(TABLE)
        while not all(one.gone for one in players):
            heard = [one.listen() for one in players]
            for one in players:
                one.act(players)
            if not any(heard):
                time.sleep(REST)
            if select.select([sys.stdin], [], [], 0)[0]:
                if not sys.stdin.readline():
                    return
                tell(report(players))
        tell(last_word(players))


if __name__ == "__main__":
    main(sys.argv[1])
