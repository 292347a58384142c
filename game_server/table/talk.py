"""Talk at a table: who may write, how fast, and who hears it."""

from collections.abc import Callable

from game_server.refusals import RequestIdReused
from game_server.table.chat import Chat, take_line
from game_server.table.config import TableConfig
from game_server.table.order_buffer import OrderBuffer
from game_server.table.seats import SPOKEN, Attendees
from game_server.table.state import AnyState
from protocol import messages
from protocol.messages import Line
from protocol.words import Refusal, Seat


class Talk:
    """The chat between those who sit, and those who wait or watch where that is allowed."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        chat: Chat,
        orders: OrderBuffer,
    ) -> None:
        self._config, self._state, self._people = config, state, people
        self._chat, self._orders = chat, orders

    def say(self, player: str, text: str, now: float, at: int, request: int) -> None:
        """Words to the table and its queue; `at` is the Unix time that stands beside them."""
        say = self._chat.line
        self._speak(player, request, now, text, lambda n, s: say(player, n, s, at, text))

    def phrase(self, player: str, phrase: str, now: float, at: int, request: int) -> None:
        """A phrase by its code, which each client shows in its own language."""
        say = self._chat.phrase
        self._speak(player, request, now, phrase, lambda n, s: say(player, n, s, at, phrase))

    def _speak(
        self,
        player: str,
        request: int,
        now: float,
        words: str,
        say: Callable[[str, Seat | None], Line],
    ) -> None:
        self._people.refuse_if_absent(player)
        person, seat = self._people[player], self._state.seated(player)
        if request and request in person.spoken:
            if person.spoken[request] != words:
                raise RequestIdReused.of(request)
            return
        if seat is None and not self._config.chat_for_queue:
            raise Refusal("chat_seated", "Only who sits here may write; you can read along.")
        take_line(person.chat_limit, now)
        if seat is None:
            take_line(self._chat.crowd, now)
        line = say(person.name, seat)
        person.spoken[request] = words
        if len(person.spoken) > SPOKEN:
            del person.spoken[next(iter(person.spoken))]
        people = self._people
        hearers = [p for p in people.here() if player not in people[p].muted]
        self._orders.tell(hearers, messages.Chat(self._config.table, (line,)))

    def mute(self, player: str, other: str, muted: bool) -> None:
        """Hear nothing more of another player, or hear again."""
        self._people.refuse_if_absent(player)
        heard = self._people[player].muted
        (heard.add if muted else heard.discard)(other)
