"""What a table sounds like: listens to the one that is looked at, and plays each cue once."""

from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

from client_core.client import Client, Cues, Ear, TableView, music_at, wheel_turns
from mobile_client.ui.device import Device
from mobile_client.ui.sound import Sounds

HURRY_S: Final = 5.0
HURRY_SHARE: Final = 0.4
"""When little of a turn is left: so many seconds, or that share of a short one."""
DEAL_S: Final = 0.09
MOST_DEALS: Final = 8
"""Cards that are dealt are heard one by one, up to so many."""
MOST_WAITING: Final = 3
"""So much speech waits for its turn; what is older is stale."""
BUZZ: Final = {"bomb": 0.2, "rocket": 0.35, "hurry": 0.12}


class After(Protocol):
    """A timer: calls it so many seconds later."""

    def __call__(self, seconds: float, call: Callable[[], None]) -> object: ...


def _after(seconds: float, call: Callable[[], None]) -> object:
    from kivy.clock import Clock

    return Clock.schedule_once(lambda _: call(), seconds)


class Hearing:
    """The listener of one table, from its making until `close`. Sounds of a table are heard only
    while it is looked at."""

    def __init__(
        self, client: Client, sounds: Sounds, device: Device, after: After = _after
    ) -> None:
        self.client, self.sounds, self.device = client, sounds, device
        self._after = after
        self.table, self._ear = "", Ear()
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._speaking = False
        self._watched = -1
        """The turn whose end is watched for."""
        self.closed = False
        self._forget = client.observe(self._heard)
        self._speak_it()
        self._look()

    def close(self) -> None:
        """Hear nothing more."""
        self.closed = True
        self._waiting.clear()
        self._forget()

    # -- what changes --------------------------------------------------------------------------

    def _heard(self, topic: str, table: str) -> None:
        if topic == "settings":
            self._speak_it()
        elif topic == "screen":
            self._look()
        elif table == self.table and table:
            match topic:
                case "motions":
                    self._moved()
                case "chat":
                    self._chatted()
                case "table" | "ask":
                    self._stands()

    def _speak_it(self) -> None:
        self.sounds.language = self.client.words.language

    def _look(self) -> None:
        """Another table is looked at, or none."""
        screen = self.client.screen
        table = screen.table if screen.name == "table" else ""
        if table != self.table:
            self.table = table
            self._waiting.clear()
            acts = self.client.turn.acts(table)
            turn = acts.turn if acts.buttons else -1
            motions = self.client.tables.moving(table)
            self._ear = Ear.at(self._view(), self.client.chat.view(table), turn, motions)
        self._stands()

    def _view(self) -> TableView | None:
        return self.client.tables.view(self.table) if self.table else None

    def _stands(self) -> None:
        """What is heard of how things stand: music, the wheel, my turn, a seat for me."""
        view = self._view()
        self.sounds.music(music_at(view))
        self.sounds.hold("spin", wheel_turns(view))
        if view is None or view.syncing:
            return
        acts = self.client.turn.acts(self.table)
        if acts.buttons and not acts.sent and acts.turn != self._ear.turn:
            self._ear = self._ear.asked(acts.turn)
            self.sounds.play("turn")
        if acts.buttons and acts.clock:
            self._watch(acts.turn, acts.deadline, acts.of)
        key = view.offer.key if view.offer is not None else ""
        if key != self._ear.offer:
            self._ear = self._ear.offered(key)
            if key:
                self.sounds.play("turn")

    # -- the clock -----------------------------------------------------------------------------

    def _watch(self, turn: int, deadline: float, of: float) -> None:
        """Knock when little time is left."""
        if turn == self._watched:
            return
        self._watched = turn
        self._wait_for(turn, deadline - min(HURRY_S, of * HURRY_SHARE))

    def _wait_for(self, turn: int, due: float) -> None:
        left = due - self.client.now()
        if left > 0:
            self._after(left, lambda: self._runs_out(turn))

    def _runs_out(self, turn: int) -> None:
        if self.closed or turn != self._watched or not self.table:
            return
        acts = self.client.turn.acts(self.table)
        if acts.turn != turn or not acts.buttons or acts.sent:
            return
        due = acts.deadline - min(HURRY_S, acts.of * HURRY_SHARE)
        if due - self.client.now() > DEAL_S:
            self._wait_for(turn, due)
            return
        self.sounds.play("hurry")
        self._buzz("hurry")

    # -- what happens --------------------------------------------------------------------------

    def _moved(self) -> None:
        view = self._view()
        if view is None:
            return
        self._ear, heard = self._ear.moved(self.client.tables.moving(self.table), view)
        self._play(heard)

    def _play(self, heard: Cues) -> None:
        for name in heard.sounds:
            self.sounds.play(name)
            self._buzz(name)
        if self.client.settings.animation == "normal":
            for nth in range(1, min(heard.dealt, MOST_DEALS)):
                self._after(nth * DEAL_S, self._deal)
        self._waiting.extend(heard.voices)
        if not self._speaking:
            self._say()

    def _deal(self) -> None:
        if self.table and not self.closed:
            self.sounds.play("deal")

    def _say(self) -> None:
        """What waits is said, one voice after another."""
        self._speaking = False
        if not self._waiting:
            return
        lasts = self.sounds.speak(self._waiting.popleft())
        if lasts:
            self._speaking = True
            self._after(lasts, self._say)
        else:
            self._waiting.clear()

    def _chatted(self) -> None:
        self._ear, said = self._ear.chatted(self.client.chat.view(self.table))
        view = self._view()
        if said and view is not None and not view.syncing:
            self.sounds.play("message")

    def _buzz(self, name: str) -> None:
        if name in BUZZ and self.client.settings.vibration:
            self.device.vibrate(BUZZ[name])
