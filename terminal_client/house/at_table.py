"""Commands of the terminal at a table: how it stands, and acts as they are typed, now or before my
turn."""

from functools import partial
from typing import Final

from client_core.client import Button, DoudizhuFacts, Say, TableView, card_of
from protocol.games.doudizhu import RANK_OF
from protocol.words import Cards
from terminal_client.house import situation
from terminal_client.house.acting import Acting
from terminal_client.house.called import is_verb
from terminal_client.house.hinting import Hinting
from terminal_client.house.named import NotHeld, by_place, by_rank
from terminal_client.house.question import offers, question
from terminal_client.house.repeating import repeated_bet
from terminal_client.house.seating import Seating
from terminal_client.house.situation import gap
from terminal_client.house.talk import Command, Talk
from terminal_client.house.teller import Teller
from terminal_client.house.typed import Wish, Wrong, act, is_bet

HINTED: Final = frozenset({"hint", "提示"})
COUNTS: Final = frozenset({"terminal.how_many_stakes", "terminal.fixed_bid"})
"""Texts that count stakes, and name no sum."""


class AtTable:
    """The words typed at a table."""

    def __init__(self, talk: Talk, teller: Teller) -> None:
        self.talk, self.client, self._teller = talk, talk.client, teller
        self.seating = Seating(talk)
        self.acting, self.hinting = Acting(talk, teller), Hinting(talk)

    def commands(self) -> tuple[Command, ...]:
        """What can be typed besides the acts, as far as it makes sense now."""
        view = self.talk.view
        if view is None:
            return ()
        found = [Command("look", lambda _: self.look()), Command("hand", lambda _: self._mine())]
        if view.code and self.client.connection.link(view.code):
            found.append(Command("invite", lambda _: self._invite()))
        found += self.seating.before(view)
        if view.me is not None:
            found += self.seating.there(view)
            if self._pre() and not self.client.turn.acts(view.table).buttons:
                found.append(Command("next", self._next))
            if self.hinting.choosable() is not None:
                found.append(Command("hint", lambda _: self.hinting.hint()))
            found.append(Command("buy", self.seating.buy))
        return (*found, Command("leave", self.seating.leave))

    # -- how it stands -------------------------------------------------------------------------

    def look(self) -> None:
        """The whole table once more."""
        view = self.talk.view
        if view is None:
            return
        for sentence in situation.table(self.client, view):
            self.talk.tell(sentence, "reply")
        acts = self.client.turn.acts(view.table)
        if acts.buttons and not acts.sent:
            self.talk.tell(question(self.client, view, acts), "ask")

    def _invite(self) -> None:
        """The link by which friends come into this room."""
        view = self.talk.view
        if view is not None:
            link = self.client.connection.link(view.code)
            self.talk.say("terminal.invite", code=view.code, link=link)
            self.talk.tell(link, "link")

    def _mine(self) -> None:
        view = self.talk.view
        said = [*situation.mine(self.client, view)] if view is not None else []
        for sentence in said or [self.client.say("terminal.no_hand")]:
            self.talk.tell(sentence, "reply")

    def can(self) -> bool:
        """Say what acts there are now; False if none is asked for."""
        view = self.talk.view
        acts = self.client.turn.acts(view.table) if view is not None else None
        if view is None or acts is None or not acts.buttons or acts.sent:
            return False
        self.talk.tell(question(self.client, view, acts), "ask")
        return True

    @property
    def asked(self) -> bool:
        """Whether I am asked for an act."""
        view = self.talk.view
        return view is not None and bool(self.client.turn.acts(view.table).buttons)

    def named(self, word: str) -> bool:
        """Whether I am asked for an act that is called so."""
        view, called = self.talk.view, word.casefold()
        buttons = self.client.turn.acts(view.table).buttons if view is not None else ()
        return any(called in (one.verb, one.label.casefold()) for one in buttons)

    def knows(self, word: str) -> bool:
        """Whether I sit where an act is called so, offered now or not."""
        view = self.talk.view
        return view is not None and view.me is not None and is_verb(self.client, word.casefold())

    def has(self, word: str) -> bool:
        """Whether something else can be done here that is called so."""
        names = [one.name for one in self.commands()]
        called = (*names, *(self.client.say(f"terminal.word.{name}") for name in names))
        return word.casefold() in called

    # -- acts ----------------------------------------------------------------------------------

    def act(self, text: str) -> bool:
        """Do what is typed, if it is an act; whether it was one."""
        view = self.talk.view
        if view is None:
            return False
        acts = self.client.turn.acts(view.table)
        if not acts.buttons:
            return False
        button = self.hinting.choosable()
        if text.casefold() in HINTED and button is not None:
            self.hinting.hint()
            return True
        wish = act(self.client, view.game, acts.buttons, text, self._cards)
        if isinstance(wish, Wrong):
            return self._not_so(view, wish, text)
        self.acting.do(wish)
        return True

    def repeat_bet(self) -> None:
        """Enter: the last bet, where bets are made."""
        view = self.talk.view
        acts = self.client.turn.acts(view.table) if view is not None else None
        wish = (
            repeated_bet(self.client, view, acts) if view is not None and acts is not None else None
        )
        if wish is not None:
            self.acting.do(wish)

    def not_now(self, text: str) -> bool:
        """Say that it is not my turn, if an act is typed; whether one was."""
        view = self.talk.view
        if view is None or view.me is None:
            return False
        if text.casefold() in HINTED and card_of(view.game).beats is not None:
            return self.not_my_turn(text)
        wish = act(self.client, view.game, (), text, self._cards)
        # A number alone may be one of a list.
        bet = bool(card_of(view.game).lays) and is_bet(text) and not text.isdecimal()
        return (bet or isinstance(wish, Wish) or wish.known) and self.not_my_turn(text)

    def early(self, text: str) -> bool:
        """Whether an act was typed before its turn and can wait for it: what it costs must not
        depend on what others do meanwhile. Where my last turn went by in silence, the act may have
        been meant for that one, and waits for no other."""
        view, teller = self.talk.view, self._teller.looked_at
        if view is None or view.me is None or teller is None or not card_of(view.game).lays:
            return False
        acts = self.client.turn.acts(view.table)
        if acts.held or view.paused:
            return False
        if acts.buttons and not acts.sent:
            # What is offered changed a moment ago: an act would be taken for a mistake.
            return self.client.now() < acts.lock_until
        if teller.let_go:
            return False
        wish = act(self.client, view.game, (), text, self._cards)
        return is_bet(text) or isinstance(wish, Wish) or wish.known

    def not_my_turn(self, text: str) -> bool:
        """Say that it is not my turn, or not for this; False where I have no seat."""
        view = self.talk.view
        if view is None or view.me is None:
            return False
        if self.client.connection.view.state != "in":
            self.talk.wrong(Say("tap.no_line"))
            return True
        acts = self.client.turn.acts(view.table)
        if acts.buttons and not acts.sent:
            self._not_offered(view, text)
            return True
        self.talk.say("terminal.not_your_turn", "bad")
        for sentence in situation.status(self.client, view):
            self.talk.tell(sentence, "reply")
        return True

    def _not_so(self, view: TableView, wrong: Wrong, text: str) -> bool:
        if wrong.say.key != "terminal.no_act":
            self.talk.wrong(_in_money(view, wrong.say))
            return True
        if not wrong.known:
            return False
        self._not_offered(view, text)
        return True

    def _not_offered(self, view: TableView, text: str) -> None:
        can = offers(self.client, view, self.client.turn.acts(view.table))
        not_now = self.client.say("terminal.not_offered", typed=text)
        self.talk.tell(f"{not_now}{gap(self.client)}{can}", "bad")

    def _cards(self, button: Button, text: str) -> Cards:
        view = self.talk.view
        hand = situation.hand_of_mine(view) if view is not None else ()
        if view is not None and isinstance(view.facts, DoudizhuFacts):
            return by_rank(text, hand, RANK_OF)
        found = by_place(text, hand)
        if len(found) > button.cards[1]:
            raise NotHeld(text)
        return found

    # -- before my turn ------------------------------------------------------------------------

    def _pre(self) -> bool:
        view = self.talk.view
        return view is not None and bool(self.client.turn.acts(view.table).pre)

    def _next(self, typed: str) -> None:
        """What is to be done when it is my turn."""
        view = self.talk.view
        pre = self.client.turn.acts(view.table).pre if view is not None else ()
        word = typed.casefold()
        found = next(
            (
                one
                for number, one in enumerate(pre, 1)
                if word in (str(number), one.kind, one.label.casefold())
                or (word and one.label.casefold().startswith(word))
            ),
            None,
        )
        if found is None or view is None:
            self.talk.list([(one.label, partial(self._next, one.kind)) for one in pre])
            self.talk.say("terminal.next_hint", "ask")
            return
        tap = self.client.turn.pre_act(view.table, found.kind)
        key = "terminal.next_off" if found.chosen else "terminal.next_on"
        if tap.state == "sent":
            self.talk.say(key, what=found.label)
        elif tap.say is not None:
            self.talk.wrong(tap.say)


def _in_money(view: TableView, say: Say) -> Say:
    """A text whose sums are money where the chips of the table are."""
    if say.key in COUNTS:
        return say
    holes = {name: view.worth(one) if type(one) is int else one for name, one in say.holes.items()}
    return Say(say.key, holes, say.text)
