"""What a bot is asked, thought out where it is called or carried as bytes to where others think."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from game_server.bots.choosing import choose
from game_server.table.asking import (
    MOST_SEED,
    Chosen,
    ToChoose,
    asked_bytes,
    asked_of,
    chosen_bytes,
    chosen_of,
)
from protocol.events import Event
from protocol.words import Act, Ask

__all__ = ["MOST_SEED", "BotsElsewhere", "Question", "answered"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a bot. To call it is to think: it shares nothing with the house, so any thread
    may call it."""

    game: str
    bot: str
    told: tuple[Event, ...]
    ask: Ask
    seed: int

    def __call__(self) -> Act:
        return choose(self.game, self.bot, self.told, self.ask, self.seed)

    def to_bytes(self) -> bytes:
        """The question for `answered`."""
        return asked_bytes(ToChoose(self.game, self.bot, self.told, self.ask, self.seed))


def answered(question: bytes) -> bytes:
    """The answer to a question, where the bots think."""
    try:
        one = asked_of(question)
        return chosen_bytes(Chosen(choose(one.game, one.bot, one.told, one.ask, one.seed)))
    except Exception as wrong:
        # Never what was said: that may be a card.
        return chosen_bytes(Chosen(wrong=type(wrong).__name__))


class BotsElsewhere:
    """Bots that think beside the house. `ask` carries a question there, by its number; `soon` calls
    something when nothing else runs; `heard` is called with each act, None if a bot has failed.

    Where nobody thinks elsewhere, as in a browser that starts no second worker, they think here.
    """

    def __init__(
        self,
        ask: Callable[[int, bytes], None],
        soon: Callable[[Callable[[], None]], None],
        heard: Callable[[int, Act | None], None],
    ) -> None:
        self._ask, self._soon, self._heard = ask, soon, heard
        self._waiting: dict[int, Question] = {}
        self._here = False

    def think(self, number: int, question: Question) -> None:
        """Let it be answered."""
        self._waiting[number] = question
        if self._here:
            self._soon(partial(self._think, number))
        else:
            self._ask(number, question.to_bytes())

    def answered(self, number: int, answer: bytes) -> None:
        """What `answered` made of the question with this number."""
        if self._waiting.pop(number, None) is not None:
            self._heard(number, chosen_of(answer).act)

    def nobody_there(self) -> None:
        """Nobody answers elsewhere: what waits is thought out here, and all that comes."""
        self._here = True
        for number in tuple(self._waiting):
            self._soon(partial(self._think, number))

    def _think(self, number: int) -> None:
        question = self._waiting.pop(number, None)
        if question is None:
            return
        try:
            act = question()
        except Exception:
            # The house lets it move quickly.
            act = None
        self._heard(number, act)
