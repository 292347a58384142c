"""At the desk and in the talk: chips bought, cards, payments; lines and phrases."""

from collections.abc import Mapping

from client_core import cashier, chat, emoji, names
from client_core.acts import Button
from client_core.bringing import ToBring, bringing, to_bring
from client_core.cashier import BuyView, CashierView
from client_core.chat import Chat, ChatLine
from client_core.facade.staying import Staying
from client_core.text import Say
from client_core.views import ChatView
from protocol import messages
from protocol.messages.parts import CardKind, CardProof
from protocol.phrases import EMOTES, PHRASES

DESK = (messages.Buy, messages.ChangeCard, messages.Bank)


class Desk(Staying):
    """Chat and cashier."""

    # -- chat ----------------------------------------------------------------------------------

    phrases = PHRASES
    emotes = EMOTES

    def chat(self, name: str) -> ChatView:
        """What was said at a table. Lines of muted players are left out."""
        model = self._model
        said, table = model.chats.get(name, Chat()), model.tables.get(name)
        lines = tuple(line for line in said.lines if not line.muted)
        quiet = table is not None and table.room is not None and table.room.preset in QUEUE_READS
        seated = table is not None and table.me is not None
        return ChatView(lines, said.unread, table is not None and (seated or not quiet), said.open)

    def open_chat(self, name: str, open: bool = True) -> None:
        """The drawer is opened, and all in it read; or closed."""
        model = self._model
        model.chats[name] = chat.opened(model.chats.get(name, Chat()), open)
        model.touch("chat", name)
        model.settle()

    def say_to(self, name: str, text: str) -> int:
        """Say something to the table; 0 if there is nothing to say."""
        text = text.strip()[: chat.LONGEST]
        lacking = emoji.lacking(text)
        if any(map(str.isalpha, lacking)):
            self.tell(Say("chat.writing_not_drawn"))
        elif lacking:
            self.tell(Say("chat.not_drawn", {"count": len(lacking)}))
        return self._request(lambda mine: messages.Say(mine, name, text)) if text else 0

    def phrase(self, name: str, phrase: str) -> int:
        """Say a phrase or an emote by its code."""
        return self._request(lambda mine: messages.Phrase(mine, name, phrase))

    def line_text(self, line: ChatLine) -> str:
        """What a line says: a phrase in the player's own language; a word stands for a sign that
        cannot be drawn. Plain text, never markup."""
        if line.phrase:
            return names.phrase(self.words, line.phrase)
        say = self.words.say
        return emoji.shown(line.text, say("chat.a_sign"), say("chat.a_writing"))

    @staticmethod
    def plain(text: str) -> str:
        """A text for a label that reads markup, so that it is shown as it was written."""
        return chat.plain(text)

    @property
    def muted(self) -> Mapping[int, str]:
        """The numbers of those who are not heard, and what they were called."""
        return self._model.muted

    def mute(self, who: int, name: str = "", muted: bool = True) -> int:
        """Hear nothing more of the player of this number, or hear again."""
        model = self._model
        others = {one: called for one, called in model.muted.items() if one != who}
        model.muted = {**others, who: name} if muted else others
        for name, said in model.chats.items():
            model.chats[name] = chat.muting(said, model.muted)
            model.touch("chat", name)
            model.touch("table", name)
        return self._request(lambda mine: messages.Mute(mine, who, muted))

    # -- the cashier ---------------------------------------------------------------------------

    @property
    def cashier(self) -> CashierView:
        model = self._model
        known = model.cashier
        busy = any(isinstance(one.message, DESK) for one in model.session.box.open.values())
        return CashierView(
            known.card,
            known.digits,
            tuple(cashier.row(one) for one in known.payments),
            busy or cashier.pending(known),
            model.card_refusal,
            known.known,
            known.home,
            known.confirm,
        )

    @property
    def demo_cards(self) -> tuple[CardProof, ...]:
        """Cards of the demo bank to try it with; none where the bank is real."""
        welcome = self._model.session.welcome
        return welcome.demo_cards if welcome is not None else ()

    def lacks_card(self, name: str) -> bool:
        """Whether a seat at this table takes a bank card, and I have none."""
        model = self._model
        table = model.tables.get(name)
        cash = table is not None and table.room is not None and table.room.purse == "cash"
        return cash and model.cashier.known and model.cashier.card is None

    def ask_bank(self) -> int:
        """Ask for the card in use and the last payments."""
        return self._request(messages.Bank)

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
        self._model.card_refusal = None
        return self._request(
            lambda mine: messages.ChangeCard(mine, kind, digits, pin, expiry, code, password, old)
        )

    def buy(self, name: str, amount: int) -> int:
        """Buy chips for my seat at a table."""
        return self._request(lambda mine: messages.Buy(mine, name, amount))

    def may_buy(self, name: str) -> BuyView:
        """What may be bought there now."""
        model = self._model
        table = model.tables.get(name)
        if table is None or table.room is None:
            return BuyView(0, 0, cashier.UNIT, 0, True, "play", model.cashier.play)
        room, now = table.room, table.round
        sitter = table.seats.get(table.me) if table.me is not None else None
        owned = sitter.stack + sitter.coming if sitter else 0
        return cashier.buying(
            room.purse,
            model.cashier.play,
            owned,
            room.least_buy_in,
            room.most_buy_in,
            UNITS.get(room.purse, now.option("unit") if now else cashier.UNIT) or cashier.UNIT,
            name not in model.bought and owned == 0,
            room.stake,
        )

    def bring(self, name: str) -> Button | None:
        """With what I may sit down on the seat that is offered there."""
        view = self.table(name)
        if view is None or view.offer is None:
            return None
        able = self.may_buy(name)
        have = able.have if able.purse == "play" and self._model.cashier.counted else None
        least, most = view.offer.least, view.offer.most
        return bringing(least, most, view.stake, able.step, have)

    def lacking(self, name: str) -> ToBring | None:
        """What it takes to sit down there, on the seat that is offered if one is, where I have
        less."""
        view, table = self.table(name), self._model.tables.get(name)
        room = table.room if table is not None else None
        if view is None or room is None or view.purse != "play" or view.me is not None:
            return None
        if view.offer is None and view.queue is not None:
            # My chips may be home before it is my turn.
            return None
        least, most = room.least_buy_in, room.most_buy_in
        if view.offer is not None:
            least, most = view.offer.least, view.offer.most
        known = self._model.cashier
        needs = to_bring(least, most, view.stake, cashier.UNIT, known.play)
        return needs if known.counted and needs.short else None


QUEUE_READS = frozenset({"eps"})
"""Rules under which those who wait only read."""
UNITS = {"cash": 1_000}
"""What cash is bought in multiples of."""
