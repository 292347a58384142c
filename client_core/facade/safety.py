"""Other players whom one wants to hear nothing of, and reports of them to the house."""

from collections.abc import Mapping
from typing import get_args

from client_core.facade.requests import RequestsPart
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol import messages
from protocol.messages.safety import Why

LONGEST = 300


class SafetyPart:
    """Blocks of the account, and reports."""

    reasons: tuple[Why, ...] = get_args(Why)
    """Why somebody can be reported."""

    def __init__(self, state: ClientState, requests: RequestsPart) -> None:
        self._state, self._requests = state, requests

    @property
    def blocked(self) -> Mapping[int, str]:
        """The numbers of those whom the account has blocked, and what they are called."""
        return self._state.chats.blocked

    def block(self, who: int, name: str, blocked: bool = True) -> int:
        """Hear nothing of the player of this number on any device, or hear again."""
        number = self._requests.ask(lambda mine: messages.Block(mine, who, blocked))
        if number:
            self._state.chats.block(who, name, blocked)
            self._state.settle()
        return number

    def report(self, who: int, why: Why, words: str = "", table: str = "", line: int = 0) -> int:
        """Report a player, or the line of that number, to the house, which looks up itself what was
        said. The request's number."""
        said = words.strip()[:LONGEST]
        return self._requests.ask(lambda mine: messages.Report(mine, who, why, said, table, line))

    def reason(self, why: Why) -> str:
        """Why, as players say it."""
        return self._state.words.say(Say(f"safety.why.{why}"))
