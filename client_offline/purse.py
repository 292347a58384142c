"""The purse of a house inside the client: chips beside the tables, profits, who has busted it."""

from collections.abc import Sequence
from typing import Final

from client_offline.books import BOTS, HOUSES, PURSE, Books, escrow
from client_offline.saved import SavedHouse
from client_offline.table_run import PLAYER, TableRun
from game_server.rules.catalogue import GAMES
from game_server.table.orders import Settle
from game_server.table.seats import BOT
from game_server.table.winnings_limit import winnings_limit
from protocol import messages
from protocol.buy_ins import GIFT, NEW_START_MS
from protocol.events import net_of
from protocol.messages import Buster, Notice
from protocol.words import Refusal, chips

BUSTERS: Final = 10
HOUR_MS: Final = 60 * 60 * 1000
MARGIN_S: Final = 0.001
"""So much later than to the millisecond the purse is looked at again."""
NEW_START: Final = "Your chips were gone, so the house has given you new ones for a new start."


class Purse:
    """Chips of the one who plays here. What it changes is kept with the books."""

    def __init__(self, saved: SavedHouse, books: Books) -> None:
        self._saved, self.books = saved, books
        if not saved.accounts:
            books.move(HOUSES, PURSE, GIFT)

    @property
    def chips(self) -> int:
        """The chips beside the tables."""
        return self.books.of(PURSE)

    def refuse_if_short(self, amount: int) -> None:
        """Refusal for one who has fewer chips beside the tables."""
        have = self.chips
        if have < amount:
            text = f"You have {chips(have)} chips beside the tables; {chips(amount)} are too many."
            raise Refusal("purse_short", text, have=have, amount=amount)

    def told(self, at: int) -> messages.Purse:
        """What there is, at that Unix millisecond, for the player to read."""
        wait = 0 if self.chips else self._wait(at)
        return messages.Purse(self.chips, 0, dict(self._saved.profit), wait)

    def begin_again(self, at: int) -> Notice | None:
        """New chips for one who has none anywhere, if it is time; what to say of it."""
        if self.chips or self._sits():
            return None
        wait = self._wait(at)
        if wait > 0:
            hours = -(-wait // HOUR_MS)
            text = f"Your chips are gone; come back in {hours} hours for new ones."
            return Notice("new_start_later", text, facts={"hours": hours})
        self.books.move(HOUSES, PURSE, GIFT)
        self._saved.started = at
        return Notice("new_start", NEW_START)

    def again_in(self, at: int) -> float | None:
        """In how many seconds one without chips is given new ones; None for who has some."""
        if self.chips or self._sits():
            return None
        return self._wait(at) / 1000 + MARGIN_S

    def _sits(self) -> bool:
        accounts = self.books.held()
        return any(name.startswith("escrow/") and name.endswith(f"/{PLAYER}") for name in accounts)

    def _wait(self, at: int) -> int:
        """The milliseconds until new chips may be given. A clock that was set back makes nobody
        wait for longer than the rule has it."""
        started = self._saved.started
        return min(NEW_START_MS, max(0, started + NEW_START_MS - at)) if started else 0

    # -- tables ----------------------------------------------------------------------------------

    def brings(self, table: str, player: str, amount: int) -> None:
        """Chips go to a table: from the purse, or of a bot."""
        self.books.move(_home(player), escrow(table, player), amount)

    def cashed_out(self, table: str, player: str, amount: int) -> None:
        """Chips come back from a table."""
        self.books.move(escrow(table, player), _home(player), amount)

    def settled(self, run: TableRun, order: Settle, at: int) -> None:
        """A round is over: its movements are booked, and what the player has won is counted."""
        config = run.config
        self.books.settle(config.table, order.entries, order.players)
        mine = [seat for seat, player in order.players.items() if player == PLAYER]
        for seat in mine:
            net = net_of(order.entries, seat)
            profit = self._saved.profit
            profit[config.game] = profit.get(config.game, 0) + net
            limit = winnings_limit(config, GAMES[config.game])
            held = self.books.of(escrow(config.table, PLAYER))
            if limit and held - net <= limit < held:
                newest = (self._saved.name, at // 1000, held)
                self._saved.busters = [newest, *self._saved.busters][:BUSTERS]

    def busters(self) -> Sequence[Buster]:
        """When the house was busted last, the newest first."""
        return tuple(Buster(*one) for one in self._saved.busters)


def _home(player: str) -> str:
    return BOTS if player.startswith(BOT) else PURSE
