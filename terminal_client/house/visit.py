"""A visit to a house: each typed line to where it belongs, all that happens said."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from client_core.client import Client, Screen, Way
from terminal_client.house.asking import CANCEL
from terminal_client.house.at_table import AtTable
from terminal_client.house.cash_desk import CashDesk
from terminal_client.house.desk import Desk
from terminal_client.house.door import Door
from terminal_client.house.hall import Hall
from terminal_client.house.own import Own
from terminal_client.house.safety import Safety
from terminal_client.house.table_teller import Kind, Tell
from terminal_client.house.talk import Command, Talk
from terminal_client.house.teller import Teller
from terminal_client.house.vocabulary import Vocabulary

HELP: Final = frozenset({"help", "帮助"})
SHORT: Final = frozenset({"?", "？"})
QUIT: Final = frozenset({"quit", "exit", "退出"})
SAY: Final = ("'", "/say ", "’")


class Visit:
    """The visit of one player at one terminal. `code`: the room to go to, and to sit down in, once
    in. `plain`: what is told is heard, and not seen."""

    def __init__(
        self,
        client: Client,
        tell: Tell,
        code: str = "",
        name: str | None = None,
        plain: bool = False,
    ) -> None:
        self.client = client
        self.talk = Talk(client, tell)
        self.teller = Teller(client, self._happens, self._arrived, plain)
        self.door, self.hall = Door(self.talk), Hall(self.talk)
        self.desk, self.cash_desk = Desk(self.talk), CashDesk(self.talk)
        self.at_table = AtTable(self.talk, self.teller)
        self.seating = self.at_table.seating
        self.own, self.safety = Own(self.talk), Safety(self.talk)
        self.words = Vocabulary(self.talk, self.commands)
        self.over = False
        self._code, self._name = code, name
        self._refused: object = None
        self._asked_name = False
        client.ending.show_page()
        client.observe(lambda topic, _: self._topics.add(topic))
        self._topics: set[str] = set()

    # -- what happens --------------------------------------------------------------------------

    def _happens(self, text: str, kind: Kind) -> None:
        if kind == "ask":
            # A number answers what was asked last.
            self.talk.just_listed = False
        self.talk.tell(text, kind)

    def go_on(self) -> None:
        """Say what is new, and do what was to be done by itself."""
        self.at_table.acting.drop_late()
        self.seating.go_on()
        self.teller.go_on()
        topics, self._topics = self._topics, set()
        if "cashier" in topics:
            self.cash_desk.heard()
        if "rules" in topics:
            self.desk.heard()
        self.talk.settle()
        self._at_door()
        self._called()
        self._to_the_room()

    def _at_door(self) -> None:
        client = self.client
        if client.account.entry.refusal is not self._refused:
            self._refused = client.account.entry.refusal
            self.door.refused()
        if (
            client.connection.view.state != "met"
            or client.account.entry.busy
            or client.account.me.name
        ):
            self._asked_name = self._asked_name and client.connection.view.state != "in"
            return
        self.door.go_on()
        if client.account.entry.busy:
            return
        if self._name is not None and client.account.entry.refusal is None:
            name, self._name = self._name, None
            self.door.name_typed(name)
        elif not self._asked_name and self.talk.form is None:
            self._asked_name = True
            self.door.arrive()

    def _called(self) -> None:
        """A guest whose session goes on is called as was typed for it now, if the house allows."""
        me = self.client.account.me
        if self._name is None or not me.inside:
            return
        name, self._name = self._name.strip(), None
        if me.guest and name and name != me.name:
            self.talk.wait(self.client.account.show_as(name, me.avatar))

    def _to_the_room(self) -> None:
        """To the room of the code, and there into the queue for a seat."""
        client = self.client
        if not client.account.me.inside:
            return
        if self._code:
            code, self._code = self._code, ""
            self.teller.comes = True
            number = client.lobby.join_code(code)
            self.talk.wait(number, says=True, refused=self._stays)
        view = self.talk.view
        if not self.teller.comes or view is None or view.syncing or view.room is None:
            return
        if view.me is not None or view.offer is not None or not client.connection.view.pending:
            self.teller.comes = False
            if view.me is None:
                self.seating.sit_when_offered(view.table)

    def farewell(self) -> Iterator[str]:
        """The last words: whether a seat is kept, and where."""
        client = self.client
        views = [client.tables.view(name) for name in client.tables.names]
        seats = [view for view in views if view is not None and view.me is not None]
        if seats:
            names = dict.fromkeys(client.texts.game_name(view.game) for view in seats)
            key = "terminal.seat_stays" if client.connection.view.offline else "terminal.seat_kept"
            yield client.say(key, count=len(seats), games=client.texts.listed((*names,)))
        yield client.say("terminal.goodbye")

    def _stays(self) -> None:
        """No room has the code: at another table no seat is taken unasked."""
        self.teller.comes = False

    def _arrived(self, screen: Screen) -> None:
        self.talk.numbered, self.talk.just_listed = (), False
        if screen.name == "lobby" and not self._code:
            self.hall.arrive()
        elif screen.name == "ending":
            self._ended()

    def _ended(self) -> None:
        """How the stay at a table ended, and what may come next."""
        client, ended = self.client, self.client.ending.view
        if ended is None:
            return
        self.talk.tell(self.talk.sentence(ended.title), "title")
        for say in ended.says:
            self.talk.tell(client.say(say), "reply")
        names = {way: self._way_name(way) for way in client.ending.ways}
        ways = [(text, partial(self._take, way)) for way, text in names.items()]
        self.talk.list(ways, stays=True)
        self.talk.say("terminal.way_hint", "ask")

    def _way_name(self, way: Way) -> str:
        ended = self.client.ending.view
        game = self.client.texts.game_name(ended.room.game) if ended else ""
        return self.client.say(f"ending.way_{way}", game=game)

    def _take(self, way: Way) -> None:
        number = self.client.ending.go_on(way)
        if number:
            # What is asked by a code is refused quietly.
            self.talk.wait(number, says=way == "back")
        elif way == "cashier":
            self.cash_desk.cashier()
        elif way == "busters":
            self.desk.busters()

    @property
    def settled(self) -> bool:
        """Nothing is under way: what is typed now meets what was said."""
        state, client = self.client.connection.view.state, self.client
        if client.connection.view.pending or client.account.entry.busy or self.talk.awaited:
            return False
        if client.screen.name == "lobby" and not client.lobby.view.loaded:
            return False
        if self.teller.counting:
            return False
        return state == "met" if not client.account.me.name else state == "in"

    # -- what is typed -------------------------------------------------------------------------

    @property
    def secret(self) -> bool:
        """Whether nobody is to see what is typed next."""
        return self.talk.secret

    @property
    def place(self) -> str:
        """Where one is: the name of a `Screen`."""
        return self.client.screen.name

    def typed(self, line: str) -> None:
        """Do what this line says."""
        text = line if self.secret else line.strip()
        if self.talk.form is not None:
            if text.casefold() in HELP | SHORT and not self.secret:
                self.talk.say("terminal.form_help")
                self.talk.repeat()
            else:
                self.talk.answer(text)
            return
        listed, self.talk.just_listed = self.talk.just_listed, False
        if listed and text.isdecimal():
            self.talk.choose(int(text))
            return
        if self.place == "table" and self.seating.offered(text):
            return
        if not text:
            self._nothing_typed()
            return
        word, _, rest = text.partition(" ")
        if text.casefold() in HELP:
            self.words.explain()
        elif word.casefold() in HELP | SHORT and rest:
            self.words.explain(rest.strip())
        elif text in SHORT:
            self.can()
        elif text.casefold() in QUIT:
            self.over = True
        elif text.casefold() in CANCEL:
            self.talk.say("terminal.nothing_open")
        elif text.startswith(SAY) and self.place == "table":
            self.words.run("say", text[1:].removeprefix("say").strip())
        elif self._is_act(word, rest) and (self.at_table.act(text) or self.at_table.not_now(text)):
            return
        elif not self.words.meant(word.casefold(), rest.strip(), exactly=True):
            self._act_or_less(text, word, rest)

    def early(self, line: str) -> bool:
        """Whether this line is an act before its turn, and can wait for it."""
        if self.place != "table" or self.talk.form is not None or self.talk.just_listed:
            return False
        text = line.strip()
        word, _, rest = text.partition(" ")
        if word.casefold() in self.words.typed and not self._is_act(word, rest):
            return False
        return self.at_table.early(text)

    def _is_act(self, word: str, rest: str) -> bool:
        """Whether an act is named, offered now or not: it goes before a word of the lobby. "deal"
        at blackjack leads to no other table."""
        if self.place != "table" or self.at_table.has(word):
            return False
        return self.at_table.named(word) or (not rest and self.at_table.knows(word))

    def _act_or_less(self, text: str, word: str, rest: str) -> None:
        if self.place == "table" and self.at_table.asked and self.at_table.act(text):
            return
        if self.words.meant(word.casefold(), rest.strip(), exactly=False):
            return
        if self.place == "table" and self.at_table.not_now(text):
            return
        if word.isdecimal() and not rest:
            if self.talk.numbered or not self.at_table.not_my_turn(text):
                self.talk.choose(int(word))
        elif self.place == "start":
            self._unknown_at_door(text)
        else:
            self.talk.say("terminal.unknown", "bad", typed=text)

    def _unknown_at_door(self, text: str) -> None:
        if self.client.connection.view.state == "met":
            self.door.name_typed(text)
        else:
            self.talk.say("terminal.not_yet", "bad", url=self.client.connection.view.url)

    def _nothing_typed(self) -> None:
        if self.place == "start" and self.client.connection.view.state == "met":
            self.door.name_typed("")
        elif self.place == "ending":
            self.talk.choose(1)
        elif self.place == "table":
            self.at_table.repeat_bet()

    def commands(self) -> tuple[Command, ...]:
        """What can be typed here besides acts."""
        always = self.desk.always()
        if not self.client.account.me.name:
            return (*self.door.commands(), *always)
        here = self.at_table.commands() if self.place == "table" else ()
        desks = (*self.desk.commands(), *self.cash_desk.commands())
        mine = (*self.safety.commands(), *self.own.commands())
        return (*here, *self.hall.commands(), *desks, *mine, *always)

    def can(self) -> None:
        """Say in two sentences what can be typed now: the acts, and the words."""
        if self.place == "table":
            self.at_table.can()
        self.words.names()
