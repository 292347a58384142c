"""Requests to the house: asked with a number, answered once."""

from collections.abc import Callable

from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol.codec import encode
from protocol.messages import Message
from protocol.shape import Malformed


class RequestsPart:
    """Requests as screens ask after them, by their numbers."""

    def __init__(self, state: ClientState) -> None:
        self._state = state

    def ask(self, make: Callable[[int], Message]) -> int:
        """Ask something of the house; the number of the request, or 0 if it cannot be asked."""
        state = self._state
        request = make(state.runner.session.box.next)
        if not state.runner.session.token:
            state.notices.toast(Say("refusal.not_in"), "bad")
            state.settle()
            return 0
        if not fits(request):
            state.notices.toast(Say("refusal.form"), "bad")
            state.settle()
            return 0
        number = state.runner.session.box.next
        state.runner.ask(request)
        state.settle()
        return number

    def pending(self, number: int) -> bool:
        """Whether a request waits for its answer."""
        return number in self._state.runner.session.box.open

    def refusal_of(self, number: int) -> Say | None:
        """Why a request was refused, or that it was lost; None while it was not."""
        return self._state.answers.refusals.get(number)


def fits(message: Message) -> bool:
    """Whether a message keeps the limits of the protocol."""
    try:
        encode(message)
    except Malformed:
        return False
    return True
