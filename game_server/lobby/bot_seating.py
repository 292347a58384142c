"""Bots that take a seat, with chips of the house."""

from twisted.internet.defer import Deferred
from twisted.python.failure import Failure

from game_server.bank import bookings
from game_server.lobby.ports import AnyTable, Means
from game_server.lobby.table_runner import TableRunner
from game_server.table import bot_names, room_wishes
from game_server.table.orders import Order
from game_server.table.seats import BOT
from protocol.words import Refusal


class BotSeating:
    """Gives each bot a name that nobody at its table has, and an account of its own.

    Clients call it in their player's language: a person may have no name with that word in it.
    """

    def __init__(self, means: Means) -> None:
        self._means = means
        self._bots = 0

    def seat(
        self,
        runner: TableRunner,
        bot: str = "",
        chips: int = 0,
        called: bool = False,
        retry: bool = False,
    ) -> Deferred[None]:
        """Let a bot of that sort take a seat, with chips of the house; Refusal if none is free.

        `called`: the table itself wants it, which it may not any more. `retry`: whatever becomes of
        a commit, the bot sits there once in the end.
        """
        names = self._means.thinkers.names(runner.config.game)
        if bot and bot not in names:
            raise Refusal("no_bot", f"No bot {bot!r} plays here; take one of {', '.join(names)}.")
        if runner.config.bots_match:
            room_wishes.refuse_bots(runner.config)
        kind, amount = bot or names[0], chips or room_wishes.usual_chips(runner.config)
        self._bots += 1
        at = self._means.now()
        who = f"{runner.table_id}.b{self._bots}.{at}"
        entry = bookings.seat_bot(
            f"bot:{who}", who, runner.table_id, amount, runner.config.purse, at
        )

        def seat(table: AnyTable, now: float) -> list[Order]:
            table.may_seat_bot(f"{BOT}{who}", called)
            name = bot_names.free(table.names(), self._means.chance.below, self._bots)
            return table.seat_bot(f"{BOT}{who}", name, "", kind, amount, now)

        seating = runner.ask(seat, (entry,), retry=retry)
        return seating.addErrback(_sits) if retry else seating


def _sits(failure: Failure) -> None:
    """The commit that was said to have failed had seated the bot."""
    if getattr(failure.value, "code", "") != "bot_sits":
        failure.raiseException()
