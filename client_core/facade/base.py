"""What all parts of the facade stand on: the model, the clock, observers, requests."""

from collections.abc import Callable, Mapping

from client_core import settings as choices
from client_core.effects import Effect
from client_core.model import Model, Observer
from client_core.states import Chance
from client_core.text import Say, Words
from client_core.working import Turn
from protocol.codec import encode
from protocol.messages import Message
from protocol.shape import Malformed


class Base:
    """One player's client. `run` is handed every effect, in order, as soon as it is due."""

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Chance,
        run: Callable[[Effect], None],
        kept: Mapping[str, str],
        language: str = "en",
        build: str = "",
    ) -> None:
        self._model = Model(clock, chance, run, kept, language, build)

    def now(self) -> float:
        """The time that deadlines are in."""
        return self._model.clock()

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call this with each topic that changes, and its table or ""; the result ends it."""
        return self._model.observe(observer)

    @property
    def words(self) -> Words:
        """The player's language."""
        return self._model.words

    def pending(self, number: int) -> bool:
        """Whether a request waits for its answer."""
        return number in self._model.session.box.open

    def refusal_of(self, number: int) -> Say | None:
        """Why a request was refused, or that it was lost; None while it was not."""
        return self._model.refusals.get(number)

    def set(self, **changes: choices.Value) -> None:
        """Choose settings; ValueError for a name or a value that is none."""
        model = self._model
        model.choose(**changes)
        if "language" in changes:
            model.speak()
        model.settle()

    def _take(self, turn: Turn) -> None:
        self._model.take(turn)
        self._model.settle()

    def _request(self, make: Callable[[int], Message]) -> int:
        """Ask something of the house; the number of the request, or 0 if it cannot be asked."""
        model = self._model
        request = make(model.session.box.next)
        if not model.session.token:
            model.toast(Say("refusal.not_in"), "bad")
            model.settle()
            return 0
        if not fits(request):
            model.toast(Say("refusal.form"), "bad")
            model.settle()
            return 0
        number = model.session.box.next
        model.ask(request)
        model.settle()
        return number


def fits(message: Message) -> bool:
    """Whether a message keeps the limits of the protocol."""
    try:
        encode(message)
    except Malformed:
        return False
    return True
