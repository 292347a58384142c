"""Decisions a second at a table of seven that plays to the showdown.

One policy for all: of fifty decisions that face a bet one folds, of eight one raises by the least
that is offered, else it is a check or call. Everybody has a hundred big blinds.
"""

import random as shuffling
from collections.abc import Callable
from random import Random

import pyspiel
from pokerkit import Automation, NoLimitTexasHoldem
from rlcard.games.nolimitholdem import Game as RlcardGame
from rlcard.games.nolimitholdem.round import Action

from bench.measure import Racer, number, peer, race, table, times
from game_server.rules.core import play
from game_server.rules.holdem import Hand, Holdem, Options
from protocol.words import CHANCE, Act, Ask, Seat

SEATS = 7
SMALL, BIG, STACK = 500, 1_000, 100_000
STACKS = {Seat(seat): STACK for seat in range(SEATS)}
RULES = Holdem(Options(first_button="lowest_seat"))
FOLD, CALL, RAISE = range(3)

UNIVERSAL_POKER = {
    "betting": "nolimit",
    "numPlayers": SEATS,
    "numRounds": 4,
    "blind": f"{SMALL} {BIG}" + " 0" * (SEATS - 2),
    "firstPlayer": "3 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
    "stack": " ".join([str(STACK)] * SEATS),
    "bettingAbstraction": "fchpa",
}
"""OpenSpiel's raises are of half the pot, the pot and everything."""
SPIEL_CALL, SPIEL_POT, SPIEL_HALF = 1, 2, 4


def wish(random: Random) -> int:
    """What the policy would like; who may not do that checks or calls."""
    dice = random.random()
    return FOLD if dice < 1 / 50 else RAISE if dice < 1 / 50 + 1 / 8 else CALL


def played(state: Hand, ask: Ask, act: Act) -> Hand:
    """Through the gate for acts from anywhere, which asks the rules once more."""
    return play(RULES, state, ask.who, act).state


def answered(state: Hand, ask: Ask, act: Act) -> Hand:
    """As a table does it, which holds the question that is open."""
    refused = ask.refusal(act)
    if refused is not None:
        raise refused
    return RULES.apply(state, ask.who, act).state


def decision(ask: Ask, wanted: int) -> Act:
    if wanted == RAISE:
        raising = ask.option("raise") or ask.option("bet")
        if raising:
            return Act(raising.verb, raising.low)
    if ask.default.verb == "check":
        return ask.default
    calling = ask.option("call") or ask.option("all_in")
    if wanted == FOLD or calling is None:
        return Act("fold")
    return Act(calling.verb, calling.low)


def ours(random: Random, enter: Callable[[Hand, Ask, Act], Hand] = played) -> int:
    """A hand by our rules; how many decisions it took."""
    state = RULES.open(STACKS, None).state
    decisions = 0
    while asks := RULES.asks(state):
        ask = asks[0]
        if ask.who == CHANCE:
            bounds = ask.options[0].bounds
            act = Act("draw", drawn=tuple([random.randrange(bound) for bound in bounds]))
        else:
            decisions += 1
            act = decision(ask, wish(random))
        state = enter(state, ask, act)
    return decisions


def pokerkit(random: Random) -> int:
    """A hand by PokerKit, which does all by itself but the decisions."""
    state = NoLimitTexasHoldem.create_state(
        tuple(Automation), True, 0, (SMALL, BIG), BIG, STACK, SEATS
    )
    decisions = 0
    while state.status:
        decisions += 1
        wanted = wish(random)
        if wanted == RAISE and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif wanted == FOLD and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
    return decisions


def rlcard(game: RlcardGame, random: Random) -> int:
    """A hand by RLCard's bare game; who could go on only all-in goes all-in."""
    state, _ = game.init_game()
    decisions = 0
    while not game.is_over():
        decisions += 1
        legal = state["legal_actions"]
        wanted = wish(random)
        facing = state["my_chips"] < max(state["all_chips"])
        if wanted == RAISE and Action.RAISE_HALF_POT in legal:
            action = Action.RAISE_HALF_POT
        elif wanted == RAISE and Action.RAISE_POT in legal:
            action = Action.RAISE_POT
        elif wanted == FOLD and facing:
            action = Action.FOLD
        else:
            action = Action.CHECK_CALL if Action.CHECK_CALL in legal else Action.ALL_IN
        state, _ = game.step(action)
    game.get_payoffs()
    return decisions


def openspiel(game: pyspiel.Game, random: Random) -> int:
    """A hand by OpenSpiel in C++; only the policy and the cards come from here."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            state.apply_action(legal[random.randrange(len(legal))])
            continue
        decisions += 1
        wanted = wish(random)
        if wanted == RAISE and SPIEL_HALF in legal:
            state.apply_action(SPIEL_HALF)
        elif wanted == RAISE and SPIEL_POT in legal:
            state.apply_action(SPIEL_POT)
        elif wanted == FOLD and 0 in legal:
            state.apply_action(0)
        else:
            state.apply_action(SPIEL_CALL)
    state.returns()
    return decisions


def racers() -> list[Racer]:
    random = Random(7)
    shuffling.seed(7)  # PokerKit shuffles with the generator that all share
    bare = RlcardGame(num_players=SEATS)
    bare.np_random.seed(7)
    bare.init_chips = [200] * SEATS  # its big blind is 2
    spiel = pyspiel.load_game("universal_poker", UNIVERSAL_POKER)
    hands: dict[str, Callable[[], int]] = {
        "ours, Python": lambda: ours(random),
        "ours as a table asks it": lambda: ours(random, answered),
        f"{peer('pokerkit')}, Python": lambda: pokerkit(random),
        f"{peer('rlcard')}, Python": lambda: rlcard(bare, random),
        f"{peer('open_spiel')}, C++": lambda: openspiel(spiel, random),
    }
    return [Racer(name, hand) for name, hand in hands.items()]


def main(seconds: float = 4.0) -> int:
    paces = race(racers(), seconds)
    ours = paces[0].decisions
    rows = [
        (
            pace.name,
            number(pace.decisions),
            f"{pace.decisions / pace.games:.1f}",
            number(pace.games),
            times(ours, pace.decisions),
        )
        for pace in paces
    ]
    head = ("hold'em, seven seats", "decisions a second", "a hand", "hands a second", "ours is")
    print(table(head, rows))
    return 0
