"""Commands of the terminal that work anywhere: the cashier, the chat, rules, rounds before,
settings."""

import time
from collections.abc import Iterable
from functools import partial
from typing import Final

from client_core.client import LANGUAGES, MOST_ROUNDS, HandRow, Say
from terminal_client.house import situation
from terminal_client.house.asking import Answers, Field, Form
from terminal_client.house.bank_card import card_question, typed_card
from terminal_client.house.talk import Command, Does, Talk

SWITCHES: Final = ("confirm_all_in", "pass_beaten")
"""Settings of the shared core that mean something in text."""
ROUNDS: Final = 10
OLD: Final = "old_"
"""Before the names of what is typed of the card used until now."""


class Desk:
    """The words typed wherever one is, once one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._wants: set[str] = set()
        """What was asked of the house, to be told when it comes: "cashier", "rules"."""
        self._rules_wanted = ("", "", "")
        """Game, preset and table of the rules that are to be told."""

    def commands(self) -> tuple[Command, ...]:
        found = [
            Command("say", self._say),
            Command("phrase", self._phrase),
            Command("mute", self._mute),
            Command("unmute", self._unmute),
        ]
        if self.talk.view is None:
            found = []
        return (
            *found,
            Command("history", self._history),
            Command("rules", self._rules),
            Command("tables", self._tables),
            Command("cashier", lambda _: self.cashier()),
            Command("card", self._card),
            Command("busters", lambda _: self.busters()),
        )

    def always(self) -> tuple[Command, ...]:
        """What can be typed at the door too."""
        return (
            Command("language", self._language),
            Command("settings", self._settings),
        )

    def heard(self, topic: str) -> None:
        """What was asked for has come."""
        if topic in self._wants and topic == "cashier" and self.client.cashier.view.known:
            self._wants.discard(topic)
            self._tell_cashier()
        elif topic in self._wants and topic == "rules":
            self._tell_rules()

    # -- talk ----------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        name = self.client.screen.table
        if not text:
            self.talk.say("terminal.ask.say", "bad")
        elif not self.client.chat.view(name).may_write:
            self.talk.say("chat.closed", "bad")
        else:
            self.client.chat.say(name, text)

    def _phrase(self, typed: str) -> None:
        codes = (*self.client.chat.phrases, *self.client.chat.emotes)
        names = [self.client.say(f"phrase.{code}") for code in codes]
        if typed.isdecimal() and 1 <= int(typed) <= len(codes):
            self.client.chat.phrase(self.client.screen.table, codes[int(typed) - 1])
            return
        send = [partial(self._send, code) for code in codes]
        self.talk.list([*zip(names, send, strict=True)])
        self.talk.say("terminal.phrase_hint", "ask")

    def _send(self, code: str) -> None:
        self.client.chat.phrase(self.client.screen.table, code)

    def _mute(self, typed: str) -> None:
        lines = self.client.chat.view(self.client.screen.table).lines
        people = {line.name: line.who for line in lines if not line.mine}
        found = next((one for one in people if one.casefold() == typed.casefold()), None)
        if found is None:
            self._whom(people, self._mute, "terminal.ask.mute" if people else "chat.nobody")
            return
        self.client.chat.mute(people[found], found)
        self.talk.say("terminal.muted", name=found)

    def _unmute(self, typed: str) -> None:
        muted = self.client.chat.muted
        found = [who for who, name in muted.items() if name.casefold() == typed.casefold()]
        if not found:
            names = tuple(muted.values())
            key = "terminal.ask.unmute" if muted else "terminal.none_muted"
            self._whom(names, self._unmute, key)
            return
        self.client.chat.mute(found[0], muted[found[0]], False)
        self.talk.say("terminal.heard_again", name=muted[found[0]])

    def _whom(self, names: Iterable[str], does: Does, key: str) -> None:
        """Let one of these people be chosen by a number."""
        self.talk.list([(name, partial(does, name)) for name in names])
        self.talk.say(key, "ask" if self.talk.just_listed else "bad")

    # -- rules and rounds ----------------------------------------------------------------------

    def _rules(self, typed: str) -> None:
        view = self.talk.view
        game = self.talk.game(typed) if typed else view.game if view is not None else ""
        if not game:
            names = tuple(
                self.client.texts.game_name(one.game) for one in self.client.opening.games
            )
            if not typed:
                self.talk.list([(name, partial(self._rules, name)) for name in names])
                self.talk.say("terminal.ask.game", "ask")
                return
            self.talk.say(
                "terminal.no_game", "bad", typed=typed, games=self.client.texts.listed(names)
            )
            return
        card = next(one for one in self.client.opening.games if one.game == game)
        here = view is not None and view.game == game
        preset = view.preset if here and view is not None else card.presets[0]
        self._rules_wanted = (game, preset, view.table if here and view is not None else "")
        self._wants.add("rules")
        self._tell_rules()

    def _tell_rules(self) -> None:
        game, preset, table = self._rules_wanted
        rules = self.client.rules.view(game, preset, table)
        if rules is None:
            return
        self._wants.discard("rules")
        title = self.client.say("rules.title", game=self.client.texts.game_name(game))
        self.talk.tell(title + situation.stop(self.client), "title")
        departs = self.client.say("terminal.departs", what=self.client.say("rules.departs"))
        listed = (departs, *rules.departs) if rules.departs else ()
        for line in (*listed, *rules.how, *rules.lines):
            self.talk.tell(line, "reply")

    def _history(self, typed: str) -> None:
        """The last rounds, or one of them step by step."""
        client, name = self.client, self.client.screen.table
        rows = client.tables.rounds(name)[:ROUNDS]
        if typed.isdecimal() and name:
            self._retell(name, int(typed))
        elif name:
            for row in rows:
                number = client.say("terminal.round", number=row.round)
                self.talk.tell(self._round(row, number) + situation.stop(client), "reply")
            self.talk.say("terminal.history_hint" if rows else "history.nothing")
        else:
            self._all_rounds(rows)

    def _all_rounds(self, rows: Iterable[HandRow]) -> None:
        """The rounds that were played at any table, each to be read by its place in the list."""
        listed = []
        for row in rows:
            game = self.client.texts.game_name(row.game)
            number = self.client.texts.of_rounds(row.game, "round", number=row.round)
            opens = partial(self._retell, row.table, row.round)
            listed.append((self._round(row, game, number), opens))
        self.talk.list(listed)
        self.talk.say("history.kept" if listed else "history.none", most=MOST_ROUNDS)

    def _retell(self, name: str, number: int) -> None:
        """A round once more, step by step."""
        steps = self.client.tables.hand(name, number)
        for step in steps:
            self.talk.tell(step.text + situation.stop(self.client), "reply")
        if not steps:
            self.talk.say("history.gone", "bad")

    def _round(self, row: HandRow, title: str, *named: str) -> str:
        """`Round 12, Otto won, pair of eights, +40`"""
        client, facts = self.client, [*situation.within(*named)]
        if row.outcome is not None:
            facts += situation.within(client.say(row.outcome))
        if row.i_won and len(row.winners) < 2:
            facts += situation.within(client.say("history.won_me"))
        elif row.winners:
            facts.append(client.say("history.won", names=client.texts.listed(row.winners)))
        if row.hand is not None:
            facts += situation.within(client.texts.hand_name(row.hand))
        if row.mine:
            facts.append(client.texts.money(row.won, sign=True))
        if not row.over:
            facts += situation.within(client.say("history.unfinished"))
        return client.say("terminal.clause").join((title, *facts))

    def _tables(self, typed: str) -> None:
        """My tables, to go from one to the other."""
        names = self.client.tables.names
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            self.client.show(names[int(typed) - 1])
            return
        items = []
        for name in names:
            view = self.client.tables.view(name)
            if view is not None and view.room is not None:
                items.append((situation.title(self.client, view), partial(self.client.show, name)))
        self.talk.list(items)
        if not items:
            self.talk.say("terminal.no_tables")

    def busters(self) -> None:
        """Who has busted the house at 21 last."""
        self.talk.wait(self.client.lobby.ask_busters(), self._tell_busters)

    def _tell_busters(self) -> None:
        client, now = self.client, time.time()
        self.talk.say("busters.how")
        for one in client.lobby.busters:
            when = client.texts.day_text(one.at, now, time.localtime(one.at).tm_gmtoff)
            self.talk.say("terminal.buster", name=one.name, when=when, amount=one.amount)
        if not client.lobby.busters:
            self.talk.say("busters.nothing")

    # -- money ---------------------------------------------------------------------------------

    def cashier(self) -> None:
        """Chips, the card, payments."""
        self._wants.add("cashier")
        self.talk.wait(self.client.cashier.ask_bank())

    def _tell_cashier(self) -> None:
        client, view = self.client, self.client.cashier.view
        self.talk.say("terminal.purses", play=client.account.me.play)
        if client.account.me.cash:
            self.talk.say("terminal.purse_cash", cash=client.account.me.cash)
        if view.card is None:
            self.talk.say("cashier.no_card")
        else:
            self.talk.say("terminal.card_used", digits=view.digits)
        if view.home:
            self.talk.say("cashier.home", digits=view.home)
        for demo in client.cashier.demo_cards:
            if demo.pin:
                self.talk.say("terminal.demo_card", number=demo.number, pin=demo.pin)
            else:
                self.talk.say(
                    "terminal.demo_credit", number=demo.number, expiry=demo.expiry, code=demo.code
                )
        now = time.time()
        for payment in view.payments[:ROUNDS]:
            when = client.texts.day_text(payment.at, now, -time.timezone)
            self.talk.say("terminal.payment", when=when, what=client.say(payment.say))
        for game, amount in client.account.me.profit.items():
            if amount:
                text = client.say(
                    "terminal.profit", game=client.texts.game_name(game), amount=amount
                )
                self.talk.tell(text, "reply")
        hint = "cashier_first" if view.card is None else "cashier_hint"
        self.talk.say(f"terminal.{hint}", "ask")

    def _card(self, _: str) -> None:
        """Another card. It is known what confirms it when the house has said which is in use."""
        if self.client.cashier.view.known:
            self._ask_card()
        else:
            self.talk.wait(self.client.cashier.ask_bank(), self._ask_card)

    def _ask_card(self) -> None:
        known = self.client.cashier.view
        home = known.home or known.digits

        def next(answers: Answers) -> Field | None:
            asked = card_question(self.talk, answers)
            if asked is not None:
                return asked
            if home and typed_card(answers).number.endswith(home):
                # It is the card that winnings go to.
                return None
            if known.confirm == "password" and "password" not in answers:
                key = "card.password_first" if known.card is None else "card.password"
                return Field("password", Say(key), secret=True, usual="")
            if known.confirm == "card":
                first = Say("terminal.ask.old_card", {"digits": home})
                return card_question(self.talk, answers, OLD, first, skip=True)
            return None

        def done(answers: Answers) -> None:
            card = typed_card(answers)
            number = self.client.cashier.change_card(
                *(card.card, card.number, card.pin, card.expiry, card.code),
                password=answers.get("password", ""),
                old=typed_card(answers, OLD) if answers.get(f"{OLD}kind") else None,
            )
            if number:
                self._wants.add("cashier")
                self.talk.wait(number, lambda: self.talk.say("terminal.card_taken", "good"))

        self.talk.ask(Form(next, done))

    # -- settings ------------------------------------------------------------------------------

    def _language(self, typed: str) -> None:
        if typed in LANGUAGES:
            self.client.set(language=typed)
            self.talk.say("terminal.language_set")
            return
        names = {one: self.client.say(f"language.{one}") for one in LANGUAGES}
        found = [one for one in names if names[one].casefold().startswith(typed.casefold())]
        if typed and len(found) == 1:
            self._language(found[0])
            return
        self.talk.list([(name, partial(self._language, one)) for one, name in names.items()])

    def _settings(self, typed: str) -> None:
        """What can be chosen; a number turns it over."""
        items = []
        for name in SWITCHES:
            on = bool(getattr(self.client.settings, name))
            state = self.client.say("terminal.on" if on else "terminal.off")
            what = self.client.say(f"settings.{name}")
            text = self.client.say("terminal.setting", what=what, state=state)
            items.append((text, partial(self._turn_over, name)))
        language = self.client.say(f"language.{self.client.words.language}")
        what = self.client.say("settings.language")
        text = self.client.say("terminal.setting", what=what, state=language)
        items.append((text, partial(self._language, "")))
        self.talk.list(items)
        self.talk.say("terminal.settings_hint", "ask")

    def _turn_over(self, name: str) -> None:
        self.client.set(**{name: not getattr(self.client.settings, name)})
        self._settings("")
