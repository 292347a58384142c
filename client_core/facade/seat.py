"""The seat of the player: queue, offer, sitting out, leaving, and bots on the others."""

from typing import Literal

from client_core import leaving, names
from client_core.facade.requests import RequestsPart
from client_core.facade.tables import TablesPart
from client_core.state.client_state import ClientState
from protocol import messages
from protocol.words import Seat

When = Literal["now", "after_round", "never"]


class SeatPart:
    """The seat of the player: coming to a table, staying there and leaving."""

    def __init__(self, state: ClientState, requests: RequestsPart, tables: TablesPart) -> None:
        self._state = state
        self._requests = requests
        self._tables = tables

    def queue(self, name: str) -> int:
        """Wait for a seat."""
        return self._requests.ask(lambda mine: messages.Queue(mine, name))

    def unqueue(self, name: str) -> int:
        return self._requests.ask(lambda mine: messages.Unqueue(mine, name))

    def queue_line(self, name: str) -> str:
        """My place in the queue in words, and whether a seat falls to me after this round; empty
        where I do not wait."""
        table = self._state.tables.by_name.get(name)
        if table is None or table.queue is None:
            return ""
        words, mine = self._state.words, table.queue
        line = words.say("table.queued", place=mine.place, length=mine.length)
        game = table.room.game if table.room is not None else ""
        return line + (names.of_game(words, game, "table.soon") if mine.soon else "")

    def sit(self, name: str, buy_in: int) -> int:
        """Take the seat that is offered, with these chips; 0 if none is."""
        table = self._state.tables.by_name.get(name)
        if table is None or table.offer is None:
            return 0
        key = table.offer.key
        return self._requests.ask(lambda mine: messages.Sit(mine, name, key, buy_in))

    def sitting_down(self, name: str) -> bool:
        """Whether the house is being asked for a seat there: the offer is taken."""
        return self._asked(name, messages.Sit)

    def comes(self, name: str) -> bool:
        """Whether a seat there is on its way without another word of mine: it was asked for, or it
        is taken as soon as it is offered."""
        asked = self._asked(name, messages.Queue, messages.Sit)
        return asked or name in self._state.arrivals.brings

    def _asked(self, name: str, *kinds: type[messages.Queue | messages.Sit]) -> bool:
        asked = (one.message for one in self._state.runner.session.box.open.values())
        return any(isinstance(one, kinds) and one.table == name for one in asked)

    def pass_offer(self, name: str) -> int:
        """Do not take the seat, and wait no more."""
        table = self._state.tables.by_name.get(name)
        if table is None or table.offer is None:
            return 0
        self._state.tables.mine_at(name, offer_passed=table.offer.key)
        return self.unqueue(name)

    def cost_of_leaving(self, name: str) -> str:
        """What it costs to leave now, in words; empty where nothing is at stake."""
        table = self._state.tables.by_name.get(name)
        return self._state.words.sentences(leaving.cost(table)) if table is not None else ""

    def leave(self, name: str, when: When = "now") -> int:
        """Go now, or after the round; "never" stays after all."""
        self._state.tables.mine_at(name, leaving="" if when == "never" else when)
        return self._requests.ask(lambda mine: messages.Leave(mine, name, when))

    def sit_out(self, name: str, out: bool = True) -> int:
        """Keep the seat and play no rounds, or come back."""
        return self._requests.ask(lambda mine: messages.SitOut(mine, name, out))

    def ready(self, name: str, ready: bool = True) -> int:
        """I am ready for the next round, or not yet."""
        return self._requests.ask(lambda mine: messages.Ready(mine, name, ready))

    def stand_in(self, name: str) -> int:
        """Let a bot play on for me, until I touch the cards; 0: that cannot be now."""
        view = self._tables.view(name)
        if view is None or not view.may_trust:
            return 0
        return self._requests.ask(lambda mine: messages.StandIn(mine, name))

    def take_over(self, name: str) -> int:
        """Play myself again, where a bot plays for me."""
        return self.sit_out(name, False)

    def seat_bot(self, name: str, bot: str = "") -> int:
        """Let a bot take an empty seat, of a room that I have opened or that lets me."""
        return self._requests.ask(lambda mine: messages.SeatBot(mine, name, bot))

    def call_bots(self, name: str, bot: str = "") -> tuple[int, ...]:
        """Let bots take every empty seat; the numbers of the requests."""
        view = self._tables.view(name)
        if view is None or not view.may_call_bots:
            return ()
        return tuple(self.seat_bot(name, bot) for one in view.seats if not one.taken)

    def dismiss_bots(self, name: str, seat: Seat | None = None) -> int:
        """Let the bot at a seat go, or all; in a round they play to its end. 0: none sits there."""
        view = self._tables.view(name)
        if view is None or not view.may_dismiss_bots:
            return 0
        return self._requests.ask(lambda mine: messages.DismissBots(mine, name, seat))

    def awaited(self, name: str) -> str:
        """For whom the next round waits, in words; empty while it waits for nobody but me."""
        view = self._tables.view(name)
        awaited = [one for one in view.seats if one.awaited] if view else []
        if all(one.me for one in awaited):
            return ""
        awaited.sort(key=lambda one: not one.me)
        names = tuple(self._state.words.say("room.you") if one.me else one.name for one in awaited)
        return (
            self._state.words.say("room.awaited", names=self._state.words.listed(names))
            if names
            else ""
        )
