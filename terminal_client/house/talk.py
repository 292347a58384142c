"""Parts of a conversation that all share: saying, asking, numbered lists, open requests."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from client_core.client import Client, Say, TableView
from terminal_client.house.asking import Form
from terminal_client.house.situation import gap
from terminal_client.house.table_teller import Kind, Tell

Does = Callable[[str], None]
Then = Callable[[], None]
Value = int | str


@dataclass(frozen=True, slots=True)
class Command:
    """A word that can be typed, and what it does with what follows it."""

    name: str
    does: Does


def _nothing() -> None:
    return None


@dataclass(frozen=True, slots=True)
class Awaited:
    """The consequences of a request; `says`: nobody else says why it is refused."""

    done: Then
    refused: Then
    says: bool


class Talk:
    """The conversation as it stands: the form that is being filled, the list that was read out."""

    def __init__(self, client: Client, tell: Tell) -> None:
        self.client, self.tell = client, tell
        self.form: Form | None = None
        self.numbered: tuple[Callable[[], None], ...] = ()
        self.just_listed = False
        """Nothing was asked since the list was read out: a number is one of it, and no act."""
        self._stays = False
        self.awaited: dict[int, Awaited] = {}

    def say(self, key: str, kind: Kind = "reply", **holes: Value) -> None:
        """A text in the player's language."""
        self.tell(self.client.say(key, **holes), kind)

    def wrong(self, say: Say) -> None:
        """Why not, and what would be right."""
        self.tell(self.sentence(say), "bad")

    def sentence(self, say: Say) -> str:
        """A text that may have been written for a label, with a stop at its end."""
        text = self.client.say(say)
        ended = text.endswith((".", "?", "!", "。", "？", "！"))
        return text if ended else text + self.client.say("terminal.stop")

    # -- questions -----------------------------------------------------------------------------

    def ask(self, form: Form) -> None:
        """Ask these questions next."""
        if not form.over:
            self.form = form
            self.repeat()

    def repeat(self) -> None:
        """Say the open question with its choices."""
        question = self.form.question if self.form else None
        if question is None:
            return
        for number, (_, name) in enumerate(question.choices, 1):
            self.say("terminal.choice", number=number, text=name)
        text = self.client.say(question.say)
        if self.form is not None and self.form.names_cancel and not self.form.answers:
            text += gap(self.client) + self.client.say("terminal.cancel_hint")
        self.tell(text, "ask")

    def answer(self, typed: str) -> None:
        """A line for the open question."""
        form = self.form
        if form is None:
            return
        wrong = form.answer(typed)
        if self.form is form and form.over:
            self.form = None
        if wrong is not None:
            self.tell(self.client.say(wrong), "reply" if form.over else "bad")
        if self.form is form:
            self.repeat()

    @property
    def secret(self) -> bool:
        """Whether nobody is to see what is typed next."""
        question = self.form.question if self.form else None
        return question is not None and question.secret

    # -- lists ---------------------------------------------------------------------------------

    def list(self, items: Sequence[tuple[str, Callable[[], None]]], stays: bool = False) -> None:
        """Read out what can be chosen by its number; until another word is typed, unless it
        `stays`."""
        self.numbered, self._stays = tuple(does for _, does in items), stays
        self.just_listed = bool(items)
        for number, (text, _) in enumerate(items, 1):
            self.say("terminal.choice", number=number, text=text)

    def turn_from_list(self) -> None:
        """Another word is typed: a number is no choice of the list before it any more."""
        if not self._stays:
            self.numbered, self.just_listed = (), False

    def choose(self, number: int) -> None:
        """What has that number in the last list."""
        if 1 <= number <= len(self.numbered):
            self.numbered[number - 1]()
        elif self.numbered:
            self.say("terminal.no_number", "bad", number=number, most=len(self.numbered))
        else:
            self.say("terminal.no_list", "bad")

    # -- requests ------------------------------------------------------------------------------

    def wait(
        self, number: int, done: Then = _nothing, says: bool = False, refused: Then = _nothing
    ) -> None:
        """Do what follows from this request when it is done, or refused. `says`: nobody else says
        why it is refused, if it is."""
        if number:
            self.awaited[number] = Awaited(done, refused, says)

    def settle(self) -> None:
        """Whatever was answered by now."""
        for number, one in [*self.awaited.items()]:
            if self.client.requests.pending(number):
                continue
            del self.awaited[number]
            refusal = self.client.requests.refusal_of(number)
            if refusal is None:
                one.done()
                continue
            if one.says:
                self.wrong(refusal)
            one.refused()

    # -- names ---------------------------------------------------------------------------------

    def game(self, typed: str) -> str:
        """The game that is meant; "" is none, or more than one."""
        word = " ".join(typed.casefold().split())
        cards = self.client.opening.games
        if meant := [card.game for card in cards if word in card.called]:
            return meant[0]
        names = {card.game: self.client.texts.game_name(card.game).casefold() for card in cards}
        begun = [game for game in names if game.startswith(word) or names[game].startswith(word)]
        return begun[0] if word and len(begun) == 1 else ""

    def level(self, game: str, typed: str) -> str:
        """The level of bots that is meant; "" is none, or more than one."""
        names = {one: self.client.say(f"bot.{one}") for one in self.client.lobby.levels(game)}
        word = typed.casefold().strip()
        begun = [one for one, name in names.items() if name.casefold().startswith(word)]
        return word if word in names else begun[0] if word and len(begun) == 1 else ""

    @property
    def view(self) -> TableView | None:
        """The table that is looked at."""
        return self.client.tables.view(self.client.screen.table)
