"""A real client at the house inside it, on a clock that jumps to whatever comes next."""

from collections import deque
from collections.abc import Callable
from random import Random

from client_core.client import (
    OFFLINE,
    Client,
    Connect,
    Disconnect,
    Effect,
    Keep,
    Send,
    TableView,
    WakeAt,
)
from client_core.round import Faces
from client_offline import STORED, OfflineHouse
from protocol import endings
from tests.offline.world import FIRST, NEVER, FakeWorld

CALM = ("check", "call", "stand", "deal", "bet")


class OfflinePlayer:
    """Somebody who taps. What is kept outlives it: another one on the same device goes on."""

    def __init__(self, device: dict[str, str] | None = None, seed: int = 1) -> None:
        self.device = {} if device is None else device
        self.world = FakeWorld(self.device, seed)
        self.random = Random(seed)
        self.alarm = NEVER
        self.soon: deque[Callable[[], object]] = deque()
        self.elsewhere: list[tuple[int, str]] = []
        """Connections to other houses that were asked for."""
        self.number = 0
        self.house: OfflineHouse | None = None
        self.client = Client(
            lambda: self.world.now - FIRST, self.random.randrange, self._run, dict(self.device)
        )

    def _run(self, effect: Effect) -> None:
        match effect:
            case Connect(number, url) if url == OFFLINE:
                self.number = number
                stored = self.device.get(STORED, "")
                self.house = self.house or OfflineHouse(self.world, stored, self.world.below)
                self.house.connect()
                self.soon.append(lambda: self.client.connection.opened(number))
            case Connect(number, url):
                self.elsewhere.append((number, url))
            case Send(number, data) if number == self.number and self.house is not None:
                house = self.house
                self.soon.append(lambda: house.heard(data))
            case Disconnect(number) if number == self.number and self.house is not None:
                self.number = 0
                self.world.frames.clear()
                self.house.disconnect()
            case WakeAt(at):
                self.alarm = at
            case Keep(name, text):
                self.device[name] = text
            case _:
                pass

    def go_on(self) -> None:
        """Let everything arrive that is on its way."""
        while self.soon or self.world.frames or self.world.hung_up:
            if self.soon:
                self.soon.popleft()()
            elif self.world.frames:
                self.client.connection.heard(self.number, self.world.frames.popleft())
            else:
                self.world.hung_up = False
                self.client.connection.lost(self.number, endings.GOODBYE.code)

    def later(self) -> None:
        """Whatever comes next: a bot has thought, or an alarm rings."""
        assert self.house is not None
        if self.world.thoughts:
            number, choose = self.world.thoughts.popleft()
            self.house.thought(number, choose())
        elif self.world.alarm <= self.alarm + FIRST:
            self.world.now = max(self.world.now, self.world.alarm)
            self.world.alarm = NEVER
            self.house.woken()
        else:
            self.world.now = max(self.world.now, self.alarm + FIRST)
            self.client.connection.woken()
        self.go_on()

    def until(self, true: Callable[[], bool], what: str = "it") -> None:
        self.go_on()
        for _ in range(500):
            if true():
                return
            self.later()
        raise AssertionError((what, self.client.connection.view, self.client.screen))

    def play_offline(self) -> None:
        self.client.connection.play_offline()
        self.until(lambda: self.client.account.me.inside, "inside")

    def view(self) -> TableView:
        found = self.client.tables.view(self.client.screen.table)
        assert found is not None, self.client.screen
        return found

    def my_turn(self) -> bool:
        turn = self.view().turn
        return turn is not None and turn.me

    def cards(self) -> Faces:
        """What I hold."""
        view = self.view()
        assert view.me is not None
        seat = view.at(view.me)
        assert seat is not None
        return seat.hands[0].cards

    def tap(self, table: str) -> None:
        """The calmest thing, where I am asked."""
        acts = self.client.turn.acts(table)
        if acts.sent or not acts.buttons or not self.my_turn():
            return
        found = {button.verb: button for button in acts.buttons}
        calm = next((found[verb] for verb in CALM if verb in found), acts.buttons[0])
        self.client.turn.tap(table, calm, calm.low, sure=True)
        self.go_on()

    def sit_down(self, game: str, preset: str = "") -> None:
        self.client.lobby.quick_seat(game, preset)
        self.until(lambda: self.client.screen.name == "table", "a table")
        self.until(lambda: self.view().me is not None, "a seat")
