"""An act on its way to the house: as which play it is meant, and whether it is meant at all."""

from collections.abc import Sequence
from dataclasses import replace

from client_core.client import Say, TableView
from protocol.games.doudizhu import Reading
from terminal_client.house.asking import Answers, Field, Form, yes_no
from terminal_client.house.talk import Talk
from terminal_client.house.teller import Teller
from terminal_client.house.typed import Wish


class Acting:
    """The act that was typed at a table, until the house has it."""

    def __init__(self, talk: Talk, teller: Teller) -> None:
        self.talk, self.client, self._teller = talk, talk.client, teller
        self._unsure: tuple[Form, str, int] | None = None
        """Whether it is meant so is asked of an act, and the turn of the table for which."""

    def do(self, wish: Wish, sure: bool = False) -> None:
        """Say it to the house."""
        view = self.talk.view
        if view is None:
            return
        ways = self.client.turn.readings(view.table, wish.button, wish.cards)
        if len(ways) > 1 and not wish.stands:
            self._which(view, wish, ways)
            return
        tap = self.client.turn.tap(
            view.table, wish.button, wish.amount, wish.cards, wish.on, sure, wish.stands
        )
        match tap.state:
            case "wrong" if tap.say is not None:
                self.talk.wrong(tap.say)
            case "guarded" if tap.say is not None and tap.say.key == "tap.held":
                # What is typed is not kept as a card that was tapped is.
                self.talk.say("terminal.no_line", "bad")
            case "guarded" if tap.say is not None and tap.say.key != "tap.changed":
                self.talk.wrong(tap.say)
            case "guarded":
                self.talk.say("terminal.changed", "bad")
                teller = self._teller.looked_at
                if teller is not None:
                    teller.ask_again()
            case "confirm" if tap.say is not None:
                self.talk.wrong(tap.say)
                form = yes_no(Say("terminal.sure"), lambda: self.do(wish, sure=True))
                self._unsure = form, view.table, wish.button.turn
                self.talk.ask(form)

    def _which(self, view: TableView, wish: Wish, ways: Sequence[Reading]) -> None:
        """Ask which of several plays the cards are with the wild ones among them."""
        names = [self.client.texts.pattern_name(one.pattern) for one in ways]
        choices = tuple((str(at), name) for at, name in enumerate(names))
        question = Field("way", Say("terminal.which_play"), choices=choices)

        def next(answers: Answers) -> Field | None:
            return None if "way" in answers else question

        def done(answers: Answers) -> None:
            self.do(replace(wish, stands=ways[int(answers["way"])].stands))

        form = Form(next, done)
        self._unsure = form, view.table, wish.button.turn
        self.talk.ask(form)

    def drop_late(self) -> None:
        """Ask no longer whether an act is meant so that came to be too late."""
        if self._unsure is None:
            return
        form, table, turn = self._unsure
        if self.talk.form is not form:
            self._unsure = None
        elif self.client.turn.acts(table).turn != turn:
            # What is typed from now on is no answer to it.
            self._unsure = self.talk.form = None
            self.talk.say("terminal.too_late", "bad")
