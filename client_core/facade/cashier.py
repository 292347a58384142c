"""The cashier: chips to be bought, bank cards, payments."""

from client_core import cashier
from client_core.acts import Button
from client_core.bringing import ToBring, bringing, to_bring
from client_core.cashier import BuyView, CashierView
from client_core.facade.requests import RequestsPart
from client_core.facade.tables import TablesPart
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol import messages
from protocol.messages.parts import CardKind, CardProof

DESK = (messages.Buy, messages.ChangeCard, messages.Bank)
UNITS = {"cash": 1_000}
"""What cash is bought in multiples of."""


class CashierPart:
    """The cashier as screens call it: chips, bank cards and payments."""

    def __init__(self, state: ClientState, requests: RequestsPart, tables: TablesPart) -> None:
        self._state = state
        self._requests = requests
        self._tables = tables

    @property
    def view(self) -> CashierView:
        """The cashier as its screen shows it now."""
        state = self._state
        known = state.purse.cashier
        busy = any(isinstance(one.message, DESK) for one in state.runner.session.box.open.values())
        return CashierView(
            known.card,
            known.digits,
            tuple(cashier.row(one) for one in known.payments),
            busy or cashier.pending(known),
            state.purse.card_refusal,
            known.known,
            known.home,
            known.confirm,
        )

    @property
    def demo_cards(self) -> tuple[CardProof, ...]:
        """Cards of the demo bank to try it with; none where the bank is real."""
        welcome = self._state.runner.session.welcome
        return welcome.demo_cards if welcome is not None else ()

    def heading(self, purse: str) -> str:
        """What a purse is called, with the chips of it that lie before my seats."""
        words = self._state.words
        name, there = words.say(f"cashier.{purse}"), self._at_tables(purse)
        if not there:
            return name
        amount = words.money(there, cash=purse == "cash")
        return words.say("cashier.besides", purse=name, amount=amount)

    def _at_tables(self, purse: str) -> int:
        views = map(self._tables.view, self._tables.names)
        mine = (
            view.at(view.me)
            for view in views
            if view is not None and view.me is not None and view.purse == purse
        )
        return sum(
            seat.stack + (seat.coming if seat.in_round else 0) for seat in mine if seat is not None
        )

    def lacks_card(self, name: str) -> bool:
        """Whether a seat at this table takes a bank card, and I have none."""
        state = self._state
        table = state.tables.by_name.get(name)
        cash = table is not None and table.room is not None and table.room.purse == "cash"
        return cash and state.purse.cashier.known and state.purse.cashier.card is None

    def ask_bank(self) -> int:
        """Ask for the card in use and the last payments."""
        return self._requests.ask(messages.Bank)

    def change_card(
        self,
        kind: CardKind,
        number: str,
        pin: str = "",
        expiry: str = "",
        code: str = "",
        *,
        password: str = "",
        old: CardProof | None = None,
    ) -> int:
        """Use this card from now on; with the password, or with the card used until now, for
        winnings too."""
        digits = "".join(number.split())
        self._state.purse.card_refusal = None
        return self._requests.ask(
            lambda mine: messages.ChangeCard(mine, kind, digits, pin, expiry, code, password, old)
        )

    def buy(self, name: str, amount: int) -> int:
        """Buy chips for my seat at a table."""
        return self._requests.ask(lambda mine: messages.Buy(mine, name, amount))

    def may_buy(self, name: str) -> BuyView:
        """What may be bought there now."""
        state = self._state
        table = state.tables.by_name.get(name)
        if table is None or table.room is None:
            return BuyView(0, 0, cashier.UNIT, 0, True, "play", state.purse.cashier.play)
        room, now = table.room, table.round
        sitter = table.seats.get(table.me) if table.me is not None else None
        owned = sitter.stack + sitter.coming if sitter else 0
        return cashier.buying(
            room.purse,
            state.purse.cashier.play,
            owned,
            room.least_buy_in,
            room.most_buy_in,
            UNITS.get(room.purse, now.option("unit") if now else cashier.UNIT) or cashier.UNIT,
            name not in state.purse.bought and owned == 0,
            room.stake,
        )

    def bring(self, name: str) -> Button | None:
        """With what I may sit down on the seat that is offered there."""
        view = self._tables.view(name)
        if view is None or view.offer is None:
            return None
        able = self.may_buy(name)
        have = able.have if able.purse == "play" and self._state.purse.cashier.counted else None
        least, most = view.offer.least, view.offer.most
        return bringing(least, most, view.stake, able.step, have)

    def lacking(self, name: str) -> ToBring | None:
        """What it takes to sit down there, on the seat that is offered if one is, where I have
        less."""
        view, table = self._tables.view(name), self._state.tables.by_name.get(name)
        room = table.room if table is not None else None
        if view is None or room is None or view.purse != "play" or view.me is not None:
            return None
        if view.offer is None and view.queue is not None:
            # My chips may be home before it is my turn.
            return None
        least, most = room.least_buy_in, room.most_buy_in
        if view.offer is not None:
            least, most = view.offer.least, view.offer.most
        known = self._state.purse.cashier
        needs = to_bring(least, most, view.stake, cashier.UNIT, known.play)
        return needs if known.counted and needs.short else None

    def without_chips(self, short: bool = False) -> Say | None:
        """That I have no chips at all, and when the house gives new ones; None while I have any.
        `short`: in a few words."""
        return self._state.purse.without_chips(short)
