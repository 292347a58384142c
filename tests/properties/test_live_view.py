"""What an administrator is shown of a table depends on no card that lies face down.

The same pairs of worlds as in `test_two_worlds`, for somebody who only watches; each is played at a
real table, and the whole picture of it must be the same in both.
"""

import json
from random import Random
from typing import Any

import pytest

from game_server.admin.scene import Reading, row, scene
from game_server.rules.core import Game
from game_server.table import journal
from game_server.table.config import TableConfig
from game_server.table.journal import SeatSnapshot, SeatTaken
from game_server.table.table import Table
from protocol.words import CHANCE, Act, Refusal, Seat
from tests.playing import EVERY_PRESET, PlayedRound, open_round, random_round
from tests.properties.test_two_worlds import draws, naming, other_deals, same_facts
from tests.table_probe import TableProbe

ROUNDS = 24


class ScriptedTable:
    """A table at which a round is played from a script, and how it is shown."""

    def __init__(self, played: PlayedRound, preset: str) -> None:
        config = TableConfig(table="t", game=played.game.name, preset=preset)
        table: Table[Any, Any, Any] = Table(config, played.game, lambda: "key", lambda _: 1.0)
        self.probe = TableProbe(table)
        for seat, chips in played.stacks.items():
            player = f"player{seat}"
            self.probe.state.evolve(
                SeatTaken(seat, SeatSnapshot(player, player.title(), coming=chips), 0)
            )
        self.probe.host.carry = played.carry
        self.probe.host.begin(0.0)
        self.faces, self.down = Reading(faces=True), Reading()

    def do(self, seat: Seat, act: Act) -> None:
        playing = self.probe.host.round
        assert playing is not None
        by = journal.CHANCE_DREW if seat == CHANCE else journal.PLAYER
        self.probe.host.act(seat, playing.open[seat].turn, act, 0.0, by)

    def shown(self, faces: bool) -> str:
        reading = self.faces if faces else self.down
        view = self.probe.table.view()
        reading.read(view)
        return json.dumps([scene(view, reading), row(view)], sort_keys=True)


def compare(played: PlayedRound, preset: str, until: int, random: Random) -> tuple[int, int]:
    """How many pictures were the same, and how many would not have been with faces."""
    deals = other_deals(played, until, None, random)
    if all(cards == deals[place] for place, _, cards in draws(played, until)):
        return 0, 0
    other = open_round(played.game, played.options, played.stacks, played.carry)
    one, two = ScriptedTable(played, preset), ScriptedTable(played, preset)
    same = different = 0
    for place, (seat, act) in enumerate(played.script[:until]):
        if not same_facts(played, other, None):
            break
        asks = other.rules.asks(other.state)
        instead = naming(asks[0], deals[place]) if place in deals else act
        other.do(seat, instead)
        if not same_facts(played, other, None):
            break
        one.do(seat, act)
        two.do(seat, instead)
        assert one.shown(faces=False) == two.shown(faces=False), f"line {place} of the script"
        same += 1
        different += one.shown(faces=True) != two.shown(faces=True)
    return same, different


@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_nothing_that_a_viewer_is_shown_depends_on_a_card_that_lies_face_down(
    game: Game[Any, Any, Any], preset: str
) -> None:
    compared = telling = 0
    for seed in range(ROUNDS):
        random = Random(seed)
        played = random_round(game, preset, seed)
        until = random.randint(1, len(played.script))
        try:
            same, different = compare(played, preset, until, random)
        except (AssertionError, Refusal, ValueError, KeyError) as leak:
            raise AssertionError(f"seed {seed}, until {until}: {leak!r}") from leak
        compared += same
        telling += different
    # With all cards face up the two worlds look different: the property can be broken.
    hidden = game.name != "roulette"
    assert (compared > 0) == hidden
    assert (telling > 0) == hidden
