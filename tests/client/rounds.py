"""Random rounds as a viewer is told them, and what the server's own state says of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from client_core import folds
from client_core.round import Round
from game_server.bots import Chance
from game_server.rules.blackjack.state import Stage
from game_server.rules.catalogue import GAMES
from protocol.events import Event, RoundBegan, RoundEnded, told
from protocol.words import HOUSE, Act, Ask, Cards, Seat
from tests.playing import PlayedRound, play_round, random_round

EVERY = [(game.name, preset) for game in GAMES.values() for preset in game.presets]
SEEDS = range(12)
RARE = {
    ("blackjack", "standard"): (39, 268, 355),
    ("blackjack", "twenty_one"): (243,),
    ("doudizhu", "standard"): (28, 83),
}
"""Seeds of rounds with a split, or with a second deal."""


@cache
def played(game: str, preset: str, seed: int) -> PlayedRound:
    return random_round(GAMES[game], preset, seed, leaving=seed % 3 * 2)


@cache
def all_of(game: str, preset: str) -> tuple[PlayedRound, ...]:
    """Rounds of every sort; in one of sabacc the draw pile runs out."""
    seeds = (*SEEDS, *RARE.get((game, preset), ()))
    rounds = tuple(played(game, preset, seed) for seed in seeds)
    return (*rounds, drawn_out()) if game == "sabacc" else rounds


def drawn_out() -> PlayedRound:
    """Four draw a card in each of so many laps that the pile is shuffled again."""
    game = GAMES["sabacc"]
    options = replace(game.presets["house"], laps=13)

    def draws(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
        verbs = [option.verb for option in ask.options]
        option = ask.options[verbs.index("draw") if "draw" in verbs else 0]
        return Act(option.verb, option.low)

    stacks = {Seat(seat): 100_000 for seat in range(4)}
    return play_round(game, options, stacks, None, Random(5).randrange, draws)


def whole(one: PlayedRound) -> tuple[Event, ...]:
    """All events of a round, as a table numbers them."""
    names = {seat: f"Seat {seat}" for seat in one.stacks}
    shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
    began = RoundBegan(one.game.name, "", 1, names, dict(one.stacks), shown)
    return (began, *one.events, RoundEnded())


def viewers(one: PlayedRound) -> list[Seat | None]:
    """Every seat, and one who only watches."""
    return [*one.stacks, None]


def seen_by(one: PlayedRound, viewer: Seat | None) -> tuple[Event, ...]:
    return tuple(told(event, viewer) for event in whole(one))


def hands_of(one: PlayedRound, step: int = -1) -> Mapping[tuple[Seat, int], Cards]:
    """The cards of every hand as the server holds them after that step; HOUSE is the dealer."""
    state: Any = one.steps[step].state
    match one.game.name:
        case "holdem":
            mucked = {seat for seat in state.beaten if seat not in state.shown}
            return {
                (seat, 0): cards
                for seat, cards in state.holes.items()
                if seat not in mucked or seat in state.showing
            }
        case "blackjack":
            hands = {(hand.seat, hand.number): hand.cards for hand in state.hands}
            return {**hands, (HOUSE, 0): state.dealer} if state.dealer else hands
        case "roulette":
            return {}
    return {(seat, 0): cards for seat, cards in state.hands.items()}


def bets_of(one: PlayedRound, step: int = -1) -> Mapping[Seat, int]:
    """What lies before the seats, where the server's state says so."""
    state: Any = one.steps[step].state
    match one.game.name:
        case "holdem" if state.stage == "bet":
            return {seat: bet for seat, bet in state.street.bets.items() if bet}
        case "sabacc" if state.phase == "bet":
            return {seat: bet for seat, bet in state.put.items() if bet}
        case "blackjack":
            bets = {seat: bet for seat, bet in state.bets.items() if bet}
            for hand in state.hands:
                if hand.stage is not Stage.DONE:
                    bets[hand.seat] = bets.get(hand.seat, 0) + hand.bet
            for seat, bet in state.insured.items():
                bets[seat] = bets.get(seat, 0) + bet
            return bets
    return {}


def jackpot_of(one: PlayedRound) -> int:
    return getattr(one.state, "jackpot", 0)


def folded(events: Iterable[Event]) -> list[Round]:
    """What is known of a round after its first event, its second, and so on."""
    moments: list[Round] = []
    now: Round | None = None
    for event in events:
        now = folds.fold(now, event)
        assert now is not None
        moments.append(now)
    return moments


def fold(events: tuple[Event, ...]) -> Round:
    """What is known of a round after these events."""
    return folded(events)[-1]
