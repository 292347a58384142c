"""Rounds of every game as each seat is told them, in sentences that a person has read.

`python -m tests.golden.transcripts` writes the files anew; read what changed before it is kept.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from game_server.demonstration import demonstration
from protocol import story
from protocol.words import chips
from tests.toy_game import server

FOLDER = Path(__file__).parent / "transcripts"


@dataclass(frozen=True)
class Case:
    """Rounds worth reading: the seed was chosen for what happens in them."""

    game: str
    preset: str
    seats: int
    seed: int
    rounds: int
    shows: str

    @property
    def viewers(self) -> Sequence[int | None]:
        return (*range(self.seats), None)

    def path(self, viewer: int | None) -> Path:
        who = "watcher" if viewer is None else f"seat{viewer}"
        return FOLDER / f"{self.game}-{self.preset}-{self.seed}-{who}.txt"

    def text(self, viewer: int | None) -> str:
        return "\n".join(self._lines(viewer)) + "\n"

    def _lines(self, viewer: int | None) -> Iterator[str]:
        who = "one who watches" if viewer is None else f"seat {viewer}"
        yield f"# {self.shows}; as told to {who}"
        shown = demonstration(self.game, self.preset, self.seats, "random", self.seed, viewer)
        for _ in range(self.rounds):
            yield ""
            yield from story.tell(shown.play_round())
            places = sorted(shown.host.seats.items())
            held = (f"{place.name} {chips(place.chips)}" for _, place in places)
            yield f"Chips: {', '.join(held)}"


CASES: Sequence[Case] = (
    Case("holdem", "eps", 4, 603, 2, "Blinds, all-ins for less, a main pot and a side pot"),
    Case(
        "holdem", "heads_up", 2, 44, 2, "The draw for the button, the dealer posts the small blind"
    ),
    Case("holdem", "casino", 3, 62, 2, "No blinds, the flop at once, checks for nothing"),
    Case("holdem", "standard", 3, 62, 2, "Bets, raises and a showdown"),
    Case("doudizhu", "house", 3, 107, 1, "A landlord by lot, the rocket, open hands at the end"),
    Case("doudizhu", "standard", 3, 235, 1, "All pass and the cards are dealt again; bids, bombs"),
    Case(
        "doudizhu",
        "classic",
        3,
        2719,
        1,
        "Open cards, a call that is robbed, own doubles, rocket",
    ),
    Case("doudizhu", "no_shuffle", 3, 3373, 2, "A shuffled game, and one with its cards cut"),
    Case("doudizhu", "wild", 3, 4061, 1, "A rank is wild: soft bombs, wild cards in plays"),
    Case("blackjack", "casino", 2, 144, 2, "A fresh pack each round, even money"),
    Case("blackjack", "twenty_one", 2, 270, 2, "The shoe, its marker, naturals"),
    Case("blackjack", "standard", 2, 1493, 2, "Insurance and a split"),
    Case("roulette", "house", 3, 25, 1, "Bets, bets taken back, the house's odds"),
    Case("roulette", "standard", 2, 63, 1, "Bets on single places, the usual odds"),
    Case("sabacc", "house", 3, 4, 1, "A shift, a junked hand, a sabacc that takes both pots"),
    Case("sabacc", "house", 4, 24, 1, "Four players, side pots"),
    Case("high_card", "standard", 3, 5, 2, "A game of the tests: an ante, double or fold"),
)


def write() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for case in CASES:
        for viewer in case.viewers:
            case.path(viewer).write_text(case.text(viewer), encoding="utf-8")


if __name__ == "__main__":
    server.register()
    write()
