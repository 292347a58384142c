"""The account of a player as the rest of the house knows it: without hashes, with what the house
allows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Literal

from game_server.store.accounts import OPEN, Kind, PlayerRow
from protocol.letters import drawn

What = Literal["enter", "speak"]
MUTED: Final = "muted"
BARRED: Final = "barred"
MAY: Final[Mapping[str, frozenset[What]]] = {
    OPEN: frozenset({"enter", "speak"}),
    MUTED: frozenset({"enter"}),
    BARRED: frozenset(),
}
"""What a player may do in which state. In a state that is not here: nothing."""


@dataclass(frozen=True, slots=True)
class PlayerAccount:
    """The account of a player as the house knows it. `id` stays through every change of name;
    `until` and `reason` are of the state, as far as they are known."""

    id: int
    kind: Kind
    name: str
    avatar: str
    state: str
    until: int | None = None
    reason: str = ""
    holder: bytes | None = field(default=None, repr=False)
    """Whose card this one came by, hidden."""

    @property
    def guest(self) -> bool:
        """Whether the account is lost with its session."""
        return self.kind == "guest"

    def may(self, what: What) -> bool:
        """Whether the house lets the player do it."""
        return what in MAY.get(self.state, frozenset())


def account_of(player: PlayerRow) -> PlayerAccount:
    """What of a row on disk the house may know."""
    name = called(player.id, player.name)
    return PlayerAccount(
        player.id, player.kind, name, player.avatar, player.state, holder=player.holder
    )


def called(number: int, name: str) -> str:
    """What everybody reads. A name from before may be of letters that no window draws: such a
    player has a number, `#1234`, which nobody can take for a name, and logs in as ever."""
    return name if _is_drawn(name) else f"#{number}"


@lru_cache(10_000)
def _is_drawn(name: str) -> bool:
    return all(map(drawn, name))
