"""A house for tests whose packs of Dou Dizhu are stacked: `cardroom`, with the deals of a file.

Everything else is as in any house, but that it is in a hurry: bots do not think for long, and
who is away is soon missed. `written` makes the file, `DEALS` in the environment names it.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from game_server import cli
from game_server.fair import chance
from game_server.lobby import effect_runner
from game_server.rules.catalogue import GAMES
from game_server.table import pace
from game_server.table.round_effects import Draw
from protocol.cards import PACK_WITH_JOKERS
from protocol.words import Cards

DEALS: Final = "STACKED_DEALS"
GRACE: Final = "STACKED_GRACE"
"""Seconds until one who is away is missed."""
SEATS: Final = 3


@dataclass(frozen=True)
class Deal:
    """What each seat is dealt, and whom the lot names; the rest is the kitty."""

    hands: Sequence[Cards]
    lot: int

    def drawn(self) -> tuple[int, ...]:
        """How chance says it: the place of each card in what is left when it comes. The first
        card goes to the highest seat, and the lowest gets every third."""
        left, places = list(PACK_WITH_JOKERS), []
        for at in range(SEATS * len(self.hands[0])):
            seat = SEATS - 1 - at % SEATS
            places.append(left.index(self.hands[seat][at // SEATS]))
            del left[places[-1]]
        return tuple(places)


class Stacked(chance.TrueChance):
    """Chance, as long as the deals last."""

    def __init__(self) -> None:
        found: list[dict[str, Any]] = json.loads(Path(os.environ[DEALS]).read_text())
        self._deals = [Deal([tuple(hand) for hand in one["hands"]], one["lot"]) for one in found]
        self._asked: dict[tuple[str, str], Deal] = {}
        self._last: Deal | None = None

    def draw(self, table: str, asked: Draw) -> tuple[int, ...]:
        dealt = len(PACK_WITH_JOKERS) - len(asked.left)
        if asked.source.startswith("round:") and dealt < SEATS * 17 and len(asked.bounds) > SEATS:
            question = (table, asked.source)
            if question not in self._asked and self._deals:
                self._asked[question] = self._deals.pop(0)
            if (deal := self._asked.get(question)) is not None:
                self._last = deal
                # Where hands may be opened the deal comes in parts.
                return deal.drawn()[dealt : dealt + len(asked.bounds)]
            self._last = None
        if asked.source.endswith(".lot") and self._last is not None:
            return (SEATS - 1 - self._last.lot,)
        return super().draw(table, asked)


def written(deals: Sequence[Deal], path: Path) -> Mapping[str, str]:
    """Write the deals down; the environment of a house that deals them one after the other."""
    path.write_text(json.dumps([asdict(deal) for deal in deals]))
    return {DEALS: str(path)}


def hurry() -> None:
    """No time is lost in this house."""
    # But no turn ends because a machine is slow.
    assert isinstance(pace.SECONDS, dict)
    pace.SECONDS["turn"] = 300.0
    # The deal waits until all have said whether they open their hands.
    for name in ("ready", "part", "opening", "doubling"):
        pace.SECONDS[name] = 300.0
    effect_runner.THINK_S = (0.0, 0.05)  # type: ignore[misc]  # what is final for others
    away = {"disconnect_grace": float(os.environ.get(GRACE, "60")), "pause": 0.0}
    game = GAMES["doudizhu"]
    manners = {preset: {**game.manners.get(preset, {}), **away} for preset in game.presets}
    GAMES["doudizhu"] = replace(game, manners=manners)


def main() -> int:
    chance.TrueChance = Stacked  # type: ignore[misc]
    hurry()
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
