"""Cards that could be several plays with wild ones among them: the terminal asks which."""

from types import SimpleNamespace
from typing import Any

from client_core.acts import Button, Tap
from protocol.cards import Card
from protocol.games.doudizhu import Pattern, Reading
from protocol.words import Cards
from terminal_client.house.acting import Acting
from terminal_client.house.asking import Form
from terminal_client.house.typed import Wish

BUTTON = Button(7, "play", "play", "Play", cards=(1, 17))
FOUR = tuple(Card(one) for one in (5, 6, 12, 13))
WAYS = (
    Reading(Pattern("soft_bomb", 1, 1), (1, 1)),
    Reading(Pattern("trio_solo", 1, 1), (1, 3)),
)


class Table:
    """A table whose client says which plays cards could be, and hears what is tapped."""

    def __init__(self, ways: tuple[Reading, ...]) -> None:
        self.asked: list[Form] = []
        self.tapped: list[tuple[Cards, tuple[int, ...]]] = []
        client = SimpleNamespace(
            turn=SimpleNamespace(readings=lambda table, button, cards: ways, tap=self._tap),
            texts=SimpleNamespace(pattern_name=lambda pattern: str(pattern)),
        )
        view = SimpleNamespace(table="t")
        talk: Any = SimpleNamespace(view=view, client=client, ask=self.asked.append)
        teller: Any = SimpleNamespace()
        self.acting = Acting(talk, teller)

    def _tap(self, *about: Any) -> Tap:
        self.tapped.append((about[3], about[6]))
        return Tap("sent")


def test_one_play_is_sent_as_it_is() -> None:
    table = Table(WAYS[:1])
    table.acting.do(Wish(BUTTON, cards=FOUR))
    assert table.tapped == [(FOUR, ())]
    assert not table.asked


def test_of_several_plays_the_one_is_sent_that_is_chosen() -> None:
    table = Table(WAYS)
    table.acting.do(Wish(BUTTON, cards=FOUR))
    assert not table.tapped
    (form,) = table.asked
    assert form.question is not None
    assert [name for _, name in form.question.choices] == [
        "a soft bomb of 4s",
        "a trio of 4s with a solo",
    ]
    assert form.answer("3") is not None
    assert form.answer("2") is None
    assert table.tapped == [(FOUR, (1, 3))]
