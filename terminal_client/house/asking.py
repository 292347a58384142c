"""Questions one after another, each answered by a line: a login, a card, a room to open."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from client_core.client import Say

Answers = Mapping[str, str]
Check = Callable[[str], Say | None]
CANCEL: Final = frozenset({"cancel", "取消", "\x1b"})
YES: Final = frozenset({"y", "yes", "是", "好", "对"})
NO: Final = frozenset({"n", "no", "否", "不"})


def anything(_: str) -> Say | None:
    """Every answer will do."""
    return None


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: a line that is asked for. `secret`: it is not to be seen while it is
    typed. `choices` are the answers with their names, of which the number or the beginning of the
    name is enough; an empty line is `usual`, or gives all up where there is none."""

    name: str
    say: Say
    secret: bool = False
    choices: tuple[tuple[str, str], ...] = ()
    usual: str | None = None
    check: Check = anything
    repeats: str = ""
    """The field whose answer is typed here once more: if it is another, both are asked again."""


def chosen(question: Field, typed: str) -> str | None:
    """The choice that is meant; None is none, or several."""
    word = typed.casefold()
    if word.isdecimal() and 1 <= int(word) <= len(question.choices):
        return question.choices[int(word) - 1][0]
    exact = [value for value, name in question.choices if word in (value, name.casefold())]
    begun = [
        value
        for value, name in question.choices
        if name.casefold().startswith(word) or value.startswith(word)
    ]
    found = exact or begun
    return found[0] if len(set(found)) == 1 else None


class Form:
    """`next` says what is still to be asked, None when all is known; `done` is told all.
    `names_cancel`: it is said with the first question that "cancel" gives it all up, as where no
    answer does."""

    def __init__(
        self,
        next: Callable[[Answers], Field | None],
        done: Callable[[Answers], None],
        names_cancel: bool = True,
    ) -> None:
        self._next, self._done = next, done
        self.names_cancel = names_cancel
        self.answers: dict[str, str] = {}
        self.question = next({})
        self.over = self.question is None
        self.declined = False

    def answer(self, typed: str) -> Say | None:
        """Take a line as the answer; why not, if it cannot be. With the last one it is over."""
        question = self.question
        if question is None:
            return None
        text = typed if question.secret else typed.strip()
        if not text and question.usual is not None:
            text = question.usual
        elif not text or text.casefold() in CANCEL:
            self.over = True
            return Say("terminal.cancelled")
        elif question.choices:
            found = chosen(question, text)
            if found is None:
                return Say("terminal.choose_one")
            text = found
        wrong = question.check(text)
        if wrong is not None:
            if question.repeats:
                del self.answers[question.repeats]
                self.question = self._next(self.answers)
            return wrong
        self.answers[question.name] = text
        self.question = self._next(self.answers)
        if self.question is None:
            self.over = True
            self._done(self.answers)
        return Say("terminal.cancelled") if self.declined else None


def yes_no(say: Say, yes: Callable[[], None]) -> Form:
    """One question that is answered by yes or no; all but yes does nothing."""
    question = Field("sure", say, check=yes_or_no)

    def next(answers: Answers) -> Field | None:
        return None if "sure" in answers else question

    def done(answers: Answers) -> None:
        if answers["sure"].casefold() in YES:
            yes()
        else:
            form.declined = True

    form = Form(next, done, names_cancel=False)
    return form


def yes_or_no(typed: str) -> Say | None:
    """Why that is neither."""
    return None if typed.casefold() in YES | NO else Say("terminal.yes_or_no")
