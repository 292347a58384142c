"""The options of a sabacc table, and the preset."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from game_server.rules.core import check_rules
from protocol.cards import SABACC_PACK

MOST_SEATS: Final = 4


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table; amounts in cents.

    Every seat pays `ante` into the sabacc pot when a game begins and must hold it: who cannot
    pay is not dealt in. At its first game a table puts `pot_least` to `pot_most` there, in
    steps of `pot_step`.
    """

    unit: int = 100
    least: int = 2
    most: int = MOST_SEATS
    ante: int = 5_000
    pot_least: int = 5_000
    pot_most: int = 50_000
    pot_step: int = 5_000
    laps: int = 3
    people: int = 0
    """Bit n: a person sits at seat n, and the highest of them plays last in all games. The table
    says so for each."""

    def __post_init__(self) -> None:
        check_rules(self._demands())

    def _demands(self) -> Iterator[tuple[bool, str]]:
        yield 2 <= self.least <= self.most <= MOST_SEATS, f"seats go from 2 to {MOST_SEATS}"
        for name in ("unit", "ante", "pot_least", "pot_step"):
            cents = getattr(self, name)
            yield cents >= 1, f"{name} is {cents}; it is at least a cent"
        least, most, step = self.pot_least, self.pot_most, self.pot_step
        text = f"pot_most is {most}; it is {least} or some steps of {step} above"
        yield most >= least and (most - least) % step == 0, text
        # Who draws in every lap holds as many cards more; the discard pile keeps one.
        enough = (len(SABACC_PACK) - 1) // self.most - 2
        yield 1 <= self.laps <= enough, f"laps is {self.laps}; the pack allows 1 to {enough}"


PRESETS: Final = {"house": Options()}
