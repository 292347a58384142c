"""The voice of a game: what is said aloud of what happens at its tables."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from client_core.motions import Motion
    from client_core.views import TableView


class Voice(Protocol):
    """A voice that remembers what it must to name what comes next; it is frozen."""

    def at(self, view: "TableView") -> "Voice":
        """The voice of a table to which one comes: of what was before nothing is said."""

    def hears(self, motion: "Motion", view: "TableView") -> "Spoken":
        """What is said of a motion."""


class Spoken(NamedTuple):
    """What is said of a motion: the voice after it, the names of the voices to be heard, and the
    sounds that go with them."""

    voice: Voice
    voices: tuple[str, ...] = ()
    sounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Silent:
    """The voice of a game at which nothing is said aloud."""

    def at(self, view: "TableView") -> Voice:
        """It stays silent."""
        return self

    def hears(self, motion: "Motion", view: "TableView") -> Spoken:
        """It says nothing."""
        return Spoken(self)


SILENT: Final = Silent()
