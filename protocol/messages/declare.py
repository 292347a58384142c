"""How a message is declared: its name on the wire, who sends it, and when a client may."""

from collections.abc import Callable
from typing import ClassVar, Final, Literal, TypeVar, cast

from protocol.shape import Reader, Shape, record

Side = Literal["client", "server"]
CLIENT: Final[Side] = "client"
SERVER: Final[Side] = "server"

State = Literal["new", "met", "in"]
NEW: Final[State] = "new"
MET: Final[State] = "met"
IN: Final[State] = "in"
STATES: Final[dict[State, str]] = {
    NEW: "the line is open",
    MET: "`welcome` was said",
    IN: "`session` was said",
}
"""How far a connection is, and since when."""


class Message:
    """Base of all messages."""

    __slots__ = ()
    t: ClassVar[str] = ""
    frm: ClassVar[Side] = SERVER
    states: ClassVar[tuple[State, ...]] = ()
    """How far a connection must be for its client to send this."""


M = TypeVar("M", bound=Message)
MESSAGES: Final[dict[str, type[Message]]] = {}
"""Every message by its name on the wire."""
SHAPES: Final[dict[str, Shape[Message]]] = {}
WRITERS: Final[dict[type[Message], Callable[[Message], object]]] = {}
"""What writes every message, by its class."""
READERS: Final[dict[Side, dict[str, Reader[Message]]]] = {CLIENT: {}, SERVER: {}}
"""What reads every message, by who sends it and its name on the wire."""


def message(name: str, frm: Side, *states: State) -> Callable[[type[M]], type[M]]:
    """Name a frozen dataclass of a message: `@message("hello", CLIENT, NEW)`."""

    def declare(cls: type[M]) -> type[M]:
        if name in MESSAGES:
            raise ValueError(f"two messages are called {name!r}")
        cls.t, cls.frm, cls.states = name, frm, states
        SHAPES[name] = cast(Shape[Message], record(cls, ("t", name)))
        WRITERS[cls], READERS[frm][name] = SHAPES[name].write, SHAPES[name].read
        MESSAGES[name] = cls
        return cls

    return declare
