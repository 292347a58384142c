"""The words that can be typed besides acts: which of them is meant, and what each does."""

from collections.abc import Callable
from typing import Final

from terminal_client.house.talk import Command, Does, Talk

CAREFUL: Final = frozenset(
    {"leave", "logout", "everywhere", "delete", "unqueue", "pass", "offline", "online"}
)
"""Words that must be typed whole."""
AT_A_HOUSE: Final = frozenset(
    {"open", "cashier", "card", "register", "password", "factor", "devices", "everywhere", "delete",
     "block", "blocked", "report", "invite"}
)  # fmt: skip
"""Words that need other people, or an account at a house."""
ELSEWHERE: Final = AT_A_HOUSE | {"join", "offline"}
"""Words that are not listed offline; an invitation still leads to its house."""


class Vocabulary:
    """The words of one place: `commands` says which there are just now."""

    def __init__(self, talk: Talk, commands: Callable[[], tuple[Command, ...]]) -> None:
        self.talk, self.client, self._commands = talk, talk.client, commands

    @property
    def typed(self) -> dict[str, str]:
        """The names of the commands by the words that can be typed for them."""
        known = {}
        for name in self._by_name():
            known[name] = name
            known[self.client.say(f"terminal.word.{name}")] = name
        return known

    def run(self, name: str, rest: str) -> bool:
        """Do what the command of this name does; False if there is none here."""
        found = self._by_name().get(name)
        if found is not None:
            self.talk.turn_from_list()
            found(rest)
        return found is not None

    def meant(self, word: str, rest: str, exactly: bool) -> bool:
        """Do what this word is typed for, or the beginning of one; False if it is for nothing."""
        known = self.typed
        if exactly or word in known:
            return word in known and self.run(known[word], rest)
        begun = {
            name
            for called, name in known.items()
            if (len(word) > 1 or not word.isascii())
            and called.startswith(word)
            and name not in CAREFUL
        }
        return len(begun) == 1 and self.run(begun.pop(), rest)

    def names(self) -> None:
        """Say in a sentence which words there are."""
        words = tuple(self.client.say(f"terminal.word.{name}") for name in self._listed())
        words = (*words, self.client.say("terminal.word.quit"))
        self.talk.say("terminal.can", words=self.client.say("list.comma").join(words))

    def explain(self, typed: str = "") -> None:
        """Say what each word does, or the one that is typed."""
        names = [*self._listed(), "quit"]
        if typed:
            known = {"quit": "quit", self.client.say("terminal.word.quit"): "quit", **self.typed}
            names = [known[word] for word in (typed.casefold(),) if word in known]
            if not names:
                self.talk.say("terminal.unknown", "bad", typed=typed)
        for name in names:
            word = self.client.say(f"terminal.word.{name}")
            what = self.client.say(f"terminal.help.{name}")
            self.talk.say("terminal.help", word=word, what=what)

    def _by_name(self) -> dict[str, Does]:
        found: dict[str, Does] = {}
        alone = self.client.connection.view.offline
        for command in self._commands():
            refused = alone and command.name in AT_A_HOUSE
            found.setdefault(command.name, self._needs_a_house if refused else command.does)
        return found

    def _needs_a_house(self, _: str) -> None:
        self.talk.say("refusal.offline", "bad")

    def _listed(self) -> list[str]:
        """The words of which there is something here."""
        without = ELSEWHERE if self.client.connection.view.offline else {"online"}
        return [name for name in self._by_name() if name not in without]
