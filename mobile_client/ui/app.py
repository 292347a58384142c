"""The app: one stage with the screens of `SCREENS`, dressed as the player has chosen.

A screen is a class `(client, stage, **about)`; see `stage.Screen`. The table screen is built with
`table`, the name of the table that the core wants looked at.
"""

from collections.abc import Callable
from types import MappingProxyType
from typing import Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.uix.widget import Widget

from client_core.client import Client
from mobile_client.ui.app_looks import dress
from mobile_client.ui.device import Device
from mobile_client.ui.farewell import Goodbye
from mobile_client.ui.hearing import Hearing
from mobile_client.ui.keyboard import KeyboardWatch
from mobile_client.ui.keys import Keys
from mobile_client.ui.look import use
from mobile_client.ui.own import Own
from mobile_client.ui.sound import Sounds
from mobile_client.ui.stage import Stage

_HERE: Final = "mobile_client.ui.screens"
SCREENS: Final = MappingProxyType(
    {
        "start": f"{_HERE}.start:StartScreen",
        "card": f"{_HERE}.card:CardScreen",
        "lobby": f"{_HERE}.lobby:LobbyScreen",
        "rooms": f"{_HERE}.rooms:RoomsScreen",
        "open": f"{_HERE}.opening:OpenScreen",
        "solo": f"{_HERE}.solo:SoloScreen",
        "puzzles": f"{_HERE}.puzzles:PuzzlesScreen",
        "puzzle": f"{_HERE}.puzzle:PuzzleScreen",
        "options": f"{_HERE}.room_options:OptionsPage",
        "cashier": f"{_HERE}.cashier:CashierScreen",
        "rules": f"{_HERE}.rules:RulesScreen",
        "history": f"{_HERE}.history:HistoryScreen",
        "hand": f"{_HERE}.hand:HandScreen",
        "inbox": f"{_HERE}.inbox:InboxScreen",
        "settings": f"{_HERE}.settings:SettingsScreen",
        "looks": f"{_HERE}.looks:LooksScreen",
        "busters": f"{_HERE}.busters:BustersScreen",
        "profile": f"{_HERE}.profile:ProfileScreen",
        "credentials": f"{_HERE}.credentials:CredentialsScreen",
        "blocked": f"{_HERE}.blocked:BlockedScreen",
        "deleting": f"{_HERE}.deleting:DeletingScreen",
        "lost_password": f"{_HERE}.lost_password:LostPasswordScreen",
        "devices": f"{_HERE}.devices:DevicesScreen",
        "chat": f"{_HERE}.chat:ChatSheet",
        "too_old": f"{_HERE}.too_old:TooOldScreen",
        "table": f"{_HERE}.table:TableScreen",
        "ending": f"{_HERE}.ending:EndingScreen",
    }
)
"""Where each screen is; its module is loaded when it is first shown."""

NO_PICTURES: Final = Own()
BACK_KEY: Final = 27
TURN_BUZZ_S: Final = 0.08
TURNED_S: Final = 0.5
"""So long after a turn of the phone its bars lie where they belong."""


class CardroomApp(App):
    """Runs on the event loop of whoever awaits `async_run("asyncio")`."""

    title = "Cardroom"
    use_kivy_settings = False

    def __init__(
        self,
        client: Client,
        device: Device,
        sounds: Sounds | None = None,
        started: Callable[[], None] = lambda: None,
        own: Own = NO_PICTURES,
    ) -> None:
        super().__init__(kv_directory="")
        self.client, self.device = client, device
        self.sounds = sounds or Sounds()
        self._started = started
        self._own = own
        self._texts = self._of_texts()
        self._toasts = {toast.id for toast in client.notices.toasts}
        self._forget: Callable[[], None] = lambda: None
        self._goodbye: Goodbye | None = None

    def load_kv(self, filename: str | None = None) -> bool:
        return False

    def build(self) -> Widget:
        use(self._own)
        dress(self.client.settings)
        self.client.ending.show_page()
        self.client.connection.told_at_door()
        self._hear()
        self.hearing = Hearing(self.client, self.sounds, self.device)
        self.stage = Stage(self.client, self.device, self.sounds, SCREENS)
        self._forget = self.client.observe(self._heard)
        self._settled = Clock.create_trigger(self._measure, TURNED_S)
        self._keyboard = KeyboardWatch(self.device.keyboard, self._covered)
        self._keys = Keys(self.stage)
        self._measure()
        self.device.draw_beneath_bars(lambda: Clock.schedule_once(self._resized))
        Window.bind(on_keyboard=self._key, size=self._resized)
        self._too_old()
        return self.stage

    def on_start(self) -> None:
        self._started()

    def on_stop(self) -> None:
        Window.unbind(on_keyboard=self._key, size=self._resized)
        self._keyboard.close()
        self._keys.close()
        self._settled.cancel()
        self._forget()
        self.hearing.close()
        self.stage.close()

    def on_pause(self) -> bool:
        self.sounds.pause()
        self.client.connection.paused()
        return True

    def on_resume(self) -> None:
        self.sounds.resume()
        self._measure()
        self.client.connection.resumed()

    # -- the device ----------------------------------------------------------------------------

    def _measure(self, *_: object) -> None:
        self.stage.insets = list(self.device.insets())

    def _resized(self, *_: object) -> None:
        self._measure()
        self._settled()

    def _covered(self, height: float) -> None:
        self.stage.keyboard = height

    def _key(self, _: object, key: int, *__: object) -> bool:
        """The back key goes one step back, and never ends the app by itself."""
        if key != BACK_KEY:
            return False
        if not self.stage.back():
            self.device.to_background()
        return True

    # -- what changes --------------------------------------------------------------------------

    def _heard(self, topic: str, table: str) -> None:
        match topic:
            case "settings":
                dress(self.client.settings)
                self._hear()
                texts = self._of_texts()
                if texts != self._texts:
                    self._texts = texts
                    self.stage.rebuild()
            case "toasts":
                self._ring()
            case "connection":
                self._too_old()
            case "farewell":
                self._farewell()

    def _farewell(self) -> None:
        farewell = self.client.notices.farewell
        if self._goodbye is not None and self._goodbye.farewell != farewell:
            self._goodbye.take_back()
            self._goodbye = None
        if farewell is not None and self._goodbye is None:
            self._goodbye = Goodbye(self.client, farewell)
            self.stage.open(self._goodbye)

    def _of_texts(self) -> tuple[str, bool, str]:
        settings = self.client.settings
        return self.client.words.language, settings.big_text, settings.room_colours

    def _hear(self) -> None:
        settings = self.client.settings
        self.sounds.set_sound(settings.sound, settings.sound_volume / 100)
        self.sounds.set_music(settings.music, settings.music_volume / 100)
        self.sounds.set_voices(settings.voices, settings.voices_volume / 100)
        self.sounds.speaker = settings.speaker

    def _ring(self) -> None:
        """A toast that calls the player is heard and felt."""
        for toast in self.client.notices.toasts:
            if toast.id not in self._toasts and toast.kind == "turn":
                self.sounds.play("turn")
                if self.client.settings.vibration:
                    self.device.vibrate(TURN_BUZZ_S)
        self._toasts = {toast.id for toast in self.client.notices.toasts}

    def _too_old(self) -> None:
        old = self.client.connection.view.state == "too_old"
        if old and self.stage.name != "too_old":
            self.stage.home()
            self.stage.go("too_old")
        elif not old and self.stage.name == "too_old":
            self.stage.home()
