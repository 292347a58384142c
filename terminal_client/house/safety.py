"""Commands of the terminal about other players: block, hear again, report to the house."""

from collections.abc import Mapping
from functools import partial

from client_core.client import Say
from terminal_client.house.asking import Answers, Field, Form
from terminal_client.house.talk import Command, Does, Talk


class Safety:
    """The words typed about other players, once one is in."""

    def __init__(self, talk: Talk) -> None:
        self.talk, self.client = talk, talk.client

    def commands(self) -> tuple[Command, ...]:
        here = (Command("block", self._block), Command("report", self._report))
        return (*(here if self.talk.view is not None else ()), Command("blocked", self._blocked))

    def _people(self) -> Mapping[str, int]:
        """Who sits here or has said something, by name."""
        view = self.talk.view
        if view is None:
            return {}
        lines = self.client.chat.view(view.table).lines
        said = {line.name: line.who for line in lines if line.who and not line.mine}
        return said | {seat.name: seat.who for seat in view.seats if seat.who and not seat.me}

    def _whom(self, typed: str, does: Does, key: str) -> tuple[int, str]:
        """The number and the name of the player who is meant; 0: a choice is offered, or there is
        none."""
        people = self._people()
        found = next((one for one in people if one.casefold() == typed.casefold()), None)
        if found is not None:
            return people[found], found
        self.talk.list([(name, partial(does, name)) for name in people])
        self.talk.say(key if people else "terminal.nobody_here", "ask" if people else "bad")
        return 0, ""

    def _block(self, typed: str) -> None:
        who, name = self._whom(typed, self._block, "terminal.ask.block")
        if who:
            number = self.client.safety.block(who, name)
            self.talk.wait(number, lambda: self.talk.say("terminal.blocked", name=name))

    def _blocked(self, typed: str) -> None:
        """Whom one has blocked; a number hears that one again."""
        blocked = self.client.safety.blocked
        found = [who for who, name in blocked.items() if name.casefold() == typed.casefold()]
        if found:
            name = blocked[found[0]]
            number = self.client.safety.block(found[0], name, False)
            self.talk.wait(number, lambda: self.talk.say("terminal.heard_again", name=name))
            return
        self.talk.list([(name, partial(self._blocked, name)) for name in blocked.values()])
        key = "terminal.ask.unblock" if blocked else "terminal.none_blocked"
        self.talk.say(key, "ask" if blocked else "reply")

    def _report(self, typed: str) -> None:
        """A player, or what that one has said last."""
        who, _ = self._whom(typed, self._report, "terminal.ask.report")
        if not who:
            return
        client, table = self.client, self.client.screen.table
        said = [line for line in client.chat.view(table).lines if line.who == who]
        line = said[-1].n if said else 0
        if said:
            text = client.chat.line_text(said[-1])
            self.talk.say("terminal.report_line", text=text)
        reasons = tuple((why, client.safety.reason(why)) for why in client.safety.reasons)

        def next(answers: Answers) -> Field | None:
            if "why" not in answers:
                return Field("why", Say("terminal.ask.why"), choices=reasons)
            if "words" not in answers:
                return Field("words", Say("terminal.ask.words"), usual="")
            return None

        def done(answers: Answers) -> None:
            (why,) = (one for one in client.safety.reasons if one == answers["why"])
            number = client.safety.report(who, why, answers["words"], table, line)
            # That it was taken is told as it comes.
            self.talk.wait(number, says=True)

        self.talk.ask(Form(next, done))
