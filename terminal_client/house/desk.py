"""Commands of the terminal that work anywhere: the chat, rules, rounds before, settings."""

import time
from collections.abc import Iterable
from functools import partial
from typing import Final

from client_core.client import LANGUAGES, MOST_ROUNDS, HandRow
from terminal_client.house import situation
from terminal_client.house.talk import Command, Does, Talk

SWITCHES: Final = ("confirm_all_in", "pass_beaten")
"""Settings of the shared core that mean something in text."""
ROUNDS: Final = 10


class Desk:
    """The words typed wherever one is, once one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client
        self._wants_rules = False
        """Rules were asked of the house, to be told when they come."""
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
            Command("busters", lambda _: self.busters()),
        )

    def always(self) -> tuple[Command, ...]:
        """What can be typed at the door too."""
        return (
            Command("language", self._language),
            Command("settings", self._settings),
        )

    def heard(self) -> None:
        """Rules have come."""
        if self._wants_rules:
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
        self._wants_rules = True
        self._tell_rules()

    def _tell_rules(self) -> None:
        game, preset, table = self._rules_wanted
        rules = self.client.rules.view(game, preset, table)
        if rules is None:
            return
        self._wants_rules = False
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
            self._all_rounds(rows, typed)

    def _all_rounds(self, rows: Iterable[HandRow], typed: str) -> None:
        """The rounds that were played at any table, each to be read by its place in the list."""
        listed = []
        for row in rows:
            game = self.client.texts.game_name(row.game)
            number = self.client.texts.of_rounds(row.game, "round", number=row.round)
            opens = partial(self._retell, row.table, row.round)
            listed.append((self._round(row, game, number), opens))
        if typed.isdecimal() and 1 <= int(typed) <= len(listed):
            listed[int(typed) - 1][1]()
            return
        self.talk.list(listed)
        self.talk.say("history.kept" if listed else "history.none", most=MOST_ROUNDS)
        if listed:
            self.talk.say("terminal.rounds_hint", "ask")

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
        self.talk.say("terminal.rooms_hint" if items else "terminal.no_tables")

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
