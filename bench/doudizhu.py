"""Whole random games of Dou Dizhu a second, every legal play listed before every decision."""

from random import Random

from rlcard.games.doudizhu.game import DoudizhuGame

from bench.measure import Racer, number, peer, race, table, times
from game_server.rules.core import play
from game_server.rules.doudizhu import DouDizhu, Options
from protocol.games.doudizhu import plays
from protocol.words import CHANCE, Act, Seat

STACKS = {Seat(seat): 1_000_000 for seat in range(3)}
PASS = Act("pass")


def ours(options: Options, random: Random) -> int:
    """A game by our rules; how many decisions it took."""
    rules = DouDizhu(options)
    state = rules.open(STACKS, None).state
    decisions = 0
    while asks := rules.asks(state):
        ask = asks[0]
        if ask.who == CHANCE:
            bounds = ask.options[0].bounds
            act = Act("draw", drawn=tuple([random.randrange(bound) for bound in bounds]))
        else:
            decisions += 1
            found = plays(state.hands[ask.who], state.to_beat, rules.kickers)
            # Passing is one of the acts, where it is offered.
            pick = random.randrange(len(found) + (state.to_beat is not None))
            act = Act("play", cards=found[pick]) if pick < len(found) else PASS
        state = play(rules, state, ask.who, act).state
    return decisions


def rlcard(game: DoudizhuGame, random: Random) -> int:
    """A game by RLCard's bare rules, whose states list the legal plays."""
    state, _ = game.init_game()
    decisions = 0
    while not game.is_over():
        state, _ = game.step(random.choice(state["actions"]))
        decisions += 1
    return decisions


def racers() -> list[Racer]:
    random, game = Random(7), DoudizhuGame()
    game.np_random.seed(7)
    online, house = Options(online=True), Options()
    return [
        Racer("ours, kickers as RLCard's", lambda: ours(online, random)),
        Racer("ours, house", lambda: ours(house, random)),
        Racer(peer("rlcard"), lambda: rlcard(game, random)),
    ]


def main(seconds: float = 3.0) -> int:
    paces = race(racers(), seconds)
    ours = paces[0].games
    rows = [
        (
            pace.name,
            number(pace.games),
            f"{pace.decisions / pace.games:.1f}",
            number(pace.decisions),
            times(ours, pace.games),
        )
        for pace in paces
    ]
    head = ("Dou Dizhu", "games a second", "decisions a game", "decisions a second", "ours is")
    print(table(head, rows))
    return 0
