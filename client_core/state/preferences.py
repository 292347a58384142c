"""Settings of the player, kept on the device, and the language they lead to."""

from collections.abc import Callable

from client_core.effects import Effect, Keep
from client_core.settings import Value, changed, read, serialised
from client_core.state.changes import Changes
from client_core.text import Words, language_of


class Preferences:
    """The settings of the player; each change is kept at once."""

    def __init__(
        self, run: Callable[[Effect], None], changes: Changes, stored: str, language: str
    ) -> None:
        self._run, self._changes = run, changes
        self._device_language = language_of(language)
        self.settings = read(stored)
        self.words = self._spoken()

    def choose(self, **changes: Value) -> None:
        """Keep these settings; ValueError for a name or a value that is none."""
        self.settings = changed(self.settings, changes)
        self._run(Keep("settings", serialised(self.settings)))
        self._changes.touch("settings")

    def speak(self) -> None:
        """Speak the language that was chosen, or that of the device."""
        self.words = self._spoken()

    def _spoken(self) -> Words:
        return Words(self.settings.language or self._device_language)
