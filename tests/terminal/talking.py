"""An evening of 21 without a terminal: what is said, typed answers, cards that are known."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from game_server.table import journal
from game_server.table.journal import Row
from game_server.table.round_effects import Draw
from protocol.cards import parse
from protocol.words import Cards
from terminal_client.local import language
from terminal_client.local.answers import Question
from terminal_client.local.conversation import Said
from terminal_client.local.evening import Evening
from terminal_client.local.opening import evening_of
from terminal_client.local.settings import Busted, Player, Settings
from terminal_client.page.cards import row
from terminal_client.page.look import Look

SIGNS = Look(signs=True)


@dataclass
class World:
    """Memory in the place of a disk, and cards that come in this order; then by chance."""

    cards: list[int] = field(default_factory=list)
    rows: list[bytes] = field(default_factory=list)
    balances: dict[str, int] = field(default_factory=dict)
    fame: list[Busted] = field(default_factory=list)
    clock: float = 1_790_000_000.0

    def write(self, row: Row) -> None:
        self.rows.append(journal.to_bytes(row))

    def keep(self, balances: Mapping[str, int], busted: Sequence[Busted]) -> None:
        self.balances |= balances
        self.fame = [*reversed(busted), *self.fame]

    def draw(self, asked: Draw) -> tuple[int, ...]:
        chance = Random(f"{asked.source} {len(asked.left)}")
        if not asked.left:
            return tuple(chance.randrange(bound) for bound in asked.bounds)
        left, found = list(asked.left), []
        for _ in asked.bounds:
            card = self.cards.pop(0) if self.cards else chance.choice(left)
            found.append(left.index(card))  # type: ignore[arg-type]
            left.remove(card)  # type: ignore[arg-type]
        return tuple(found)

    def now(self) -> float:
        return self.clock

    def hall_of_fame(self) -> Sequence[Busted]:
        return self.fame[:10]


def signs(cards: Cards) -> str:
    return row(cards, SIGNS)


def speaks(code: str) -> language.Language:
    return language.read_language(code, cards=signs)


def settings(*names: str, **more: object) -> Settings:
    people = tuple(Player(name) for name in names or ("Ada",))
    return Settings(people=people, players=len(people), **more)  # type: ignore[arg-type]


def evening(world: World, made: Settings | None = None) -> Evening:
    rows = [journal.from_bytes(row) for row in world.rows]
    return evening_of(world, made or settings(), rows, speaks, Path("21.toml"))


def rigged(*cards: str) -> World:
    """A world in which these cards come first, in the order in which they are dealt."""
    return World(list(parse(" ".join(cards))))


def talked(playing: Evening, typed: Iterable[str]) -> list[Said | Question | str]:
    """Everything that is said, asked and answered when this is typed, until nothing is left."""
    answers = iter(typed)
    lines: list[Said | Question | str] = []
    for said, answer in _talk(playing, lambda _: next(answers, None)):
        lines.append(said)
        if answer is not None:
            lines.append(f"> {answer}")
    return lines


def heard(playing: Evening, typed: Iterable[str]) -> list[str]:
    """The same, as it is read."""
    return [one if isinstance(one, str) else one.text for one in talked(playing, typed)]


def played(playing: Evening, hands: int) -> list[str]:
    """The same, when everybody bets five dollars, hits up to 14 and quits after so many hands."""
    talk = _talk(playing, lambda question: _answer(question, playing, hands))
    return [said.text for said, _ in talk]


def _talk(
    playing: Evening, answers: Callable[[Question], str | None]
) -> Iterator[tuple[Said | Question, str | None]]:
    """What is said and asked, each with the answer, until it ends or is not answered."""
    talk, answer = playing.play(), None
    while True:
        try:
            said: Said | Question = next(talk) if answer is None else talk.send(answer)
        except StopIteration:
            return
        answer = answers(said) if isinstance(said, Question) else None
        yield said, answer
        if isinstance(said, Question) and answer is None:
            return


def _answer(question: Question, playing: Evening, hands: int) -> str:
    if question.kind == "turn":
        table = playing.table()
        hand = next(hand for hand in table.seats[question.seat].hands if hand.playing)
        return "h" if hand.count.points < 15 else "s"
    if question.kind == "again":
        return "q" if playing.host.rounds >= hands else "p"
    return "n" if question.kind == "insurance" else "5"


def after(lines: Sequence[str], beginning: str) -> list[str]:
    """The lines from the last that begins so."""
    at = max(number for number, line in enumerate(lines) if line.startswith(beginning))
    return list(lines[at:])
