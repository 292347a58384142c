"""End of a round: who is told what, who must go, and whether the table goes on."""

from collections.abc import Collection, Sequence

from game_server.table.betless import BetlessSeats
from game_server.table.bot_seats import BotSeats
from game_server.table.config import TableConfig
from game_server.table.departures import Departures
from game_server.table.order_buffer import OrderBuffer
from game_server.table.questions import Questions
from game_server.table.seat_display import SeatDisplay
from game_server.table.seats import Attendees, Occupant
from game_server.table.state import AnyState
from game_server.table.status import TableStatus
from game_server.table.winnings_limit import winnings_limit
from protocol.events import Moved, net_of
from protocol.messages import Notice
from protocol.words import POT, Seat, chips


class RoundEnd:
    """Clears up after each round: results for who has left, busts, those without chips."""

    def __init__(
        self,
        config: TableConfig,
        state: AnyState,
        people: Attendees,
        orders: OrderBuffer,
        display: SeatDisplay,
        status: TableStatus,
        questions: Questions,
        bots: BotSeats,
        departures: Departures,
        betless: BetlessSeats,
    ) -> None:
        self._config, self._state, self._people = config, state, people
        self._orders, self._display, self._status = orders, display, status
        self._questions, self._bots, self._departures = questions, bots, departures
        self._betless = betless
        self._limit = winnings_limit(config, state.game)

    def after_round(self, now: float, moves: Sequence[Moved] | None = None) -> None:
        """The host has closed the round, with these movements, or has made it void: chips that came
        count, and who must go goes; so do those who have busted the house."""
        state, vacate = self._state, self._departures.vacate
        busted = self._busted(moves or ())
        betless = frozenset() if moves is None else self._betless.after_round(moves)
        self._questions.forget()
        self._questions.let_nobody_wait()
        self._display.mark_changed()
        self._bots.forget_calls()
        self._tell_winner()
        self._tell_leavers()
        for seat, one in list(state.seats.items()):
            one.ready = one.covered = one.trusts = False
            one.awaited = 0.0
            if one.left:
                vacate(seat, one.reason or "left", now)
            elif seat in busted:
                self._bust(seat, one, now)
            elif one.leaving:
                vacate(seat, "kicked" if one.kicked else "left", now)
            elif self._long_gone(one, now):
                vacate(seat, "away", now)
            elif seat in betless:
                vacate(seat, "no_bet", now)
            elif state.owned(seat) < state.entry:
                self._broke(seat, one, now)
            else:
                one.rebuy = 0
        if self._config.solo and state.host.bots and not any(True for _ in state.seats.bots()):
            text = "You have beaten every opponent; the table is yours."
            self._orders.notice(None, "victory", text)
            self._status.close("victory")
        if self._status.closing:
            self._departures.shut(now)
        self._orders.record(state.snapshot())

    def _busted(self, moves: Sequence[Moved]) -> Collection[Seat]:
        """Whose chips exceed what the house lets a player win, by these movements of a round. Who
        had more before has not won it now."""
        limit = self._limit
        if not limit or not moves:
            return frozenset()
        held = {seat: self._state.owned(seat) for seat, _ in self._state.seats.people()}
        return frozenset(
            seat for seat in held if held[seat] - net_of(moves, seat) <= limit < held[seat]
        )

    def _bust(self, seat: Seat, one: Occupant, now: float) -> None:
        """The game is over for one who has won all that can be won here; the others hear of it."""
        amount = self._state.owned(seat)
        text = f"{one.name} has busted the house and leaves with {chips(amount)}."
        others = [who for who in self._people.here() if who != one.player]
        told = Notice(
            "house_busted", text, self._config.table, facts={"name": one.name, "amount": amount}
        )
        self._orders.tell(others, told)
        self._departures.vacate(seat, "busted", now)

    def _broke(self, seat: Seat, one: Occupant, now: float) -> None:
        """Somebody cannot pay for the next round."""
        orders, entry = self._orders, self._state.entry
        if one.is_bot:
            text = f"{one.name} is out of chips and leaves; well played."
            orders.notice(None, "opponent_broke", text, name=one.name)
            self._departures.vacate(seat, "no_chips", now)
        elif self._config.broke == "leave":
            orders.notice(one.player, "broke", "Your chips are gone; the table is over for you.")
            self._departures.vacate(seat, "no_chips", now)
        elif self._config.broke == "rebuy" and not one.rebuy:
            one.rebuy = self._state.host.rounds
            text = f"You need {entry} to play on; buy chips."
            orders.notice(one.player, "rebuy", text, entry=entry)
            orders.wake_at(now + self._config.rebuy, "rebuy", one.player, one.rebuy)

    def _tell_winner(self) -> None:
        """People who gave up while only bots played on learn who won, and what they have."""
        state, playing = self._state, self._state.host.last
        if playing is None or not playing.dealt & state.host.bots:
            return
        if not playing.dealt - state.host.bots <= playing.out:
            return
        moves = playing.moved()
        paid = {moved.dst for moved in moves if moved.src == POT and moved.why != "uncalled"}
        won = {seat: net_of(moves, seat) for seat in sorted(paid & playing.dealt)}
        names = ", ".join(playing.names[seat] for seat in sorted(won))
        notice = self._orders.notice
        for seat in sorted(playing.dealt - state.host.bots):
            player = state.dealt[seat]
            kept = state.owned(seat) if seat in state.seats else 0
            if won:
                text, amount = f"{names} has won.", max(0, sum(won.values()))
                notice(player, "won_by", text, winners=names, amount=amount, chips=kept)
            else:
                notice(player, "no_stakes", "There were no chips at stake.", chips=kept)

    def _tell_leavers(self) -> None:
        """For whom a bot has played to the end learns how that was, wherever he is now."""
        state, playing = self._state, self._state.host.last
        if playing is None or not state.game.needs_all:
            return
        orders = self._orders
        for seat in sorted(playing.gone):
            won, kept = net_of(playing.moved(), seat), playing.stacks[seat]
            player, game = state.dealt[seat], state.game.name
            if won > 0:
                text = f"The game that you left is won: {chips(won)}."
                orders.word_after(player, "left_won", text, game=game, amount=won, chips=kept)
            elif won < 0:
                text = f"The game that you left is lost: {chips(-won)}."
                orders.word_after(player, "left_lost", text, game=game, amount=-won, chips=kept)
            else:
                text = "The game that you left was for nothing."
                orders.word_after(player, "left_even", text, game=game, chips=kept)

    def _long_gone(self, one: Occupant, now: float) -> bool:
        """Whether a player whom a bot has played for stayed away too long to keep the seat."""
        person = self._people.get(one.player)
        if person is None or person.here or not self._state.game.needs_all:
            return False
        return now - person.since >= self._config.disconnect_grace + self._config.out_limit
