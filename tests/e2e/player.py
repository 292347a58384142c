"""Somebody who holds a handheld: looks at its window, touches it, and waits for what comes."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection, Pipe
from pathlib import Path
from typing import Any, Final

from client_core.client import SeatView, TableView
from client_storage import Storage
from protocol.cards import Card, labels
from protocol.words import Cards
from tests.e2e.orders import PATIENCE_S, PLACE, RELAYED, Done, Point
from tests.e2e.sight import Lying, Sight
from tests.house.process import free_port

WINDOW: Final = "393x872"
"""In dp. At half a pixel for each, all lies as on a phone, and costs a quarter to draw."""
QUIET: Final[Mapping[str, str | int | bool]] = {
    "language": "en",
    "animation": "off",
    "sound": False,
    "music": False,
}
"""Settings of a player who wants nothing but the cards."""
KIVY: Final = {
    "KIVY_LOG_MODE": "PYTHON",
    "SDL_AUDIODRIVER": "dummy",
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "LP_NUM_THREADS": "1",
}
LOOK_S: Final = 5.0


class Player:
    """One handheld from its start to its end; `name` is the player's too."""

    def __init__(
        self,
        name: str,
        url: str,
        folder: Path,
        place: int = 0,
        window: str = WINDOW,
        density: float = 0.5,
        relayed: bool = False,
        program: str = "tests.e2e.handheld",
        **settings: str | int | bool,
    ) -> None:
        self.name, self.folder, self._program = name, folder / name, program
        kept = Storage(self.folder / "cardroom")
        if not kept.all():
            kept.keep("settings", json.dumps({**QUIET, **settings}))
        wide = round(int(window.split("x")[0]) * density)
        self._environment = {
            **KIVY,
            "KIVY_METRICS_DENSITY": str(density),
            "CARDROOM_WINDOW": window,
            "XDG_CONFIG_HOME": str(self.folder),
            PLACE: f"{place * wide},0",
            **({RELAYED: url} if relayed else {}),
            "CARDROOM_URL": f"ws://127.0.0.1:{free_port()}" if relayed else url,
        }
        self._sight: Sight | None = None
        self.start()

    # -- its process ---------------------------------------------------------------------------

    def start(self) -> None:
        """Start the app, with what was kept."""
        self._pipe, theirs = Pipe()
        self._log = (self.folder / "log").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", self._program, str(theirs.fileno())],
            pass_fds=[theirs.fileno()],
            stdout=self._log,
            stderr=self._log,
            env={**os.environ, **self._environment},
        )
        theirs.close()

    def kill(self) -> None:
        """SIGKILL: the app has no say in it."""
        self.process.kill()
        self._gone()

    def end(self) -> None:
        """Close the app; whatever it complained of to the end fails the test."""
        if self.process.returncode is None:
            self.ask("quit")
            self.process.wait(PATIENCE_S)
            self._gone()
            assert self.process.returncode == 0, self.log()

    def _gone(self) -> None:
        self.process.wait()
        self._pipe.close()
        self._log.close()

    def log(self) -> str:
        return (self.folder / "log").read_text()

    def ask(self, order: str, **words: Any) -> Any:
        """Give an order, and wait until it is done."""
        pipe: Connection = self._pipe
        pipe.send((order, words))
        try:
            assert pipe.poll(2 * PATIENCE_S), (self.name, order, words, "no answer", self.log())
            answer = pipe.recv()
        except EOFError:
            raise AssertionError((self.name, order, words, self.log())) from None
        assert isinstance(answer, Done), f"{self.name}: {answer.why}"
        assert not answer.troubles, (self.name, answer.troubles)
        return answer.answer

    # -- what is seen --------------------------------------------------------------------------

    def look(self) -> Sight:
        """How it is now."""
        sight: Sight = self.ask("look")
        self._sight = sight
        return sight

    def until(self, so: Callable[[Sight], object], what: str = "it") -> Sight:
        """Wait until it looks so."""
        end = time.monotonic() + PATIENCE_S
        sight = self.look()
        while not so(sight):
            left = end - time.monotonic()
            assert left > 0, f"{self.name} waits for {what}: {told(sight)}"
            sight = self.ask("look", since=sight.number, seconds=min(left, LOOK_S))
        self._sight = sight
        return sight

    def until_table(self, so: Callable[[TableView], object], what: str = "it") -> TableView:
        """Wait until the table is so."""
        sight = self.until(lambda seen: seen.table is not None and so(seen.table), what)
        assert sight.table is not None
        return sight.table

    def shown(self, text: str) -> Sight:
        """Wait until this is written somewhere."""
        return self.until(lambda sight: sight.says(text), repr(text))

    @property
    def table(self) -> TableView:
        found = self.look().table
        assert found is not None
        return found

    # -- what is done --------------------------------------------------------------------------

    def tap(self, says: str) -> None:
        self.ask("tap", says=says)

    def touch(self, *points: Point) -> None:
        self.ask("touch", points=points)

    def type(self, field: str, text: str) -> None:
        self.ask("type", field=field, text=text)

    def comes_in(self) -> None:
        """Into the lobby of the house, as a guest."""
        self.until(lambda sight: sight.connection == "met", "the house")
        self.type("Your name", self.name)
        self.tap("Play as guest")
        self.until(lambda sight: sight.screen == "lobby" and sight.me.play, "the lobby")

    def choose(self, cards: Cards) -> None:
        """Let exactly these stand out of the hand: those that lie side by side by one sweep."""
        sight = self.look()
        for row in _rows(held(sight).values()):
            changes = [(one.card in cards) != (one.card in sight.chosen) for one in row]
            for run in _runs(changes):
                self.touch(*(spot(row[place]) for place in run))
        sight = self.look()
        assert set(sight.chosen) == set(cards), (labels(cards), labels(sight.chosen))


def held(sight: Sight) -> dict[Card, Lying]:
    """The cards of the own hand as they lie in the window, from the first to the last."""
    view = sight.table
    me = chair(view)
    cards = {card for hand in me.hands for card in hand.cards if card is not None}
    lying: dict[Card, Lying] = {}
    for one in sight.painted.cards:
        # What was taken up from the middle lies there too, but smaller.
        if one.card in cards and (one.card not in lying or lying[one.card].box[2] < one.box[2]):
            lying.pop(one.card, None)
            lying[one.card] = one
    return lying


def _rows(lying: Iterable[Lying]) -> list[list[Lying]]:
    """The cards of each row: who is chosen stands a little higher than its row."""
    rows: list[list[Lying]] = []
    for one in lying:
        _, low, _, high = one.box
        if not rows or abs(rows[-1][0].box[1] - low) > high * 0.4:
            rows.append([])
        rows[-1].append(one)
    return rows


def chair(view: TableView | None) -> SeatView:
    """My own chair."""
    assert view is not None
    assert view.me is not None, "There is no seat."
    found = view.at(view.me)
    assert found is not None
    return found


def spot(lying: Lying) -> Point:
    """The corner of a card which those that lie on it leave free."""
    left, low, wide, high = lying.box
    return left + wide * 0.1, low + high * 0.9


def told(sight: Sight) -> str:
    """How it looks, in a few lines."""
    texts = [one.text for one in sight.painted.texts]
    return f"{sight.screen} {sight.overlays} {sight.connection} {texts} {sight.presses}"


def _runs(marked: Sequence[bool]) -> Iterator[list[int]]:
    """The places that are marked, those side by side together."""
    run: list[int] = []
    for place, one in enumerate([*marked, False]):
        if one:
            run.append(place)
        elif run:
            yield run
            run = []


@contextmanager
def players(*held: Player) -> Iterator[None]:
    """Close their handhelds at the end, whatever happened, and none by force if all went well."""
    try:
        yield
        for one in held:
            one.end()
    finally:
        for one in held:
            if one.process.poll() is None:
                one.kill()
