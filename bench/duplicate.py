"""Duplicate hold'em: the same deck again with the seats swapped, so that luck falls out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bench.strength import Found, found
from game_server.bots import Bot
from game_server.rules.core import play
from game_server.rules.holdem import GAME, Options
from protocol.cards import PACK
from protocol.events import Event, Moved, RoundBegan, told
from protocol.words import CHANCE, POT, Act, Ask, Cards, Seat


@dataclass
class Deck:
    """Chance that answers every question from one deck, whatever is done between the cards."""

    seed: int
    pack: Cards = PACK

    def __post_init__(self) -> None:
        self._beside = Random(f"beside {self.seed}")
        self._coming = Random(f"deck {self.seed}").sample(self.pack, len(self.pack))

    def answer(self, ask: Ask) -> Act:
        bounds = ask.options[0].bounds
        if not ask.left or ask.source.endswith("button"):
            return Act("draw", drawn=tuple(self._beside.randrange(bound) for bound in bounds))
        rest, drawn = list(ask.left), []
        for _ in bounds:
            drawn.append(rest.index(self._coming.pop()))
            rest.pop(drawn[-1])
        return Act("draw", drawn=tuple(drawn))


def play_hand(
    options: Options, stacks: Mapping[Seat, int], players: Mapping[Seat, Bot], seed: int
) -> dict[Seat, int]:
    """What each seat won or lost in one hand from this deck."""
    rules, deck = GAME.rules(options), Deck(seed)
    chances = {seat: Random(f"{seed} {seat}").randrange for seat in players}
    shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
    names = {seat: f"Seat {seat}" for seat in stacks}
    began = RoundBegan(GAME.name, "", 1, names, dict(stacks), shown)
    heard: dict[Seat, list[Event]] = {seat: [began] for seat in players}
    won = dict.fromkeys(players, 0)
    step = rules.open(stacks, None)
    while True:
        for one in step.events:
            if isinstance(one, Moved):
                for party, amount in ((one.src, -one.amount), (one.dst, one.amount)):
                    if party != POT:
                        won[party] += amount
            for seat, ears in heard.items():
                ears.append(told(one, seat))
        asks = rules.asks(step.state)
        if not asks:
            return won
        ask = asks[0]
        act = (
            deck.answer(ask)
            if ask.who == CHANCE
            else players[ask.who](heard[ask.who], ask, chances[ask.who])
        )
        step = play(rules, step.state, ask.who, act)


def play_deal(options: Options, seats: int, depth: int, ours: Bot, theirs: Bot, seed: int) -> float:
    """What one of our seats won on average from this deck, played from both sides, in cents.

    Seats alternate between the two bots, and change sides for the second hand.
    """
    stacks = {Seat(seat): depth for seat in range(seats)}
    total = 0
    for side in (0, 1):
        players = {seat: ours if seat % 2 == side else theirs for seat in stacks}
        won = play_hand(options, stacks, players, seed)
        total += sum(amount for seat, amount in won.items() if seat % 2 == side)
    return total / seats


def big_blinds(deals: Sequence[float], blind: int) -> Found:
    """Deals in cents a hand become big blinds for a hundred hands."""
    return found([100 * one / blind for one in deals], "bb/100")
