"""On which terms players are let in."""

from dataclasses import dataclass, field
from typing import Final

from game_server.players.sessions import Lifetime
from game_server.players.throttle import PerAddress


@dataclass(frozen=True, slots=True)
class LoginTerms:
    """The settings of coming in: limits, sessions, how full the house may be, and for how many days
    it keeps the report of a player once it is closed."""

    per_address: PerAddress = field(default_factory=PerAddress)
    lifetime: Lifetime = field(default_factory=Lifetime)
    newcomers: int = 3_000
    """When so many are in, nobody new comes in: the other connections are for those who come
    back."""
    report_days: int = 365


USUAL_LOGIN_TERMS: Final = LoginTerms()
