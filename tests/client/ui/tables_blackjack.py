"""Moments of blackjack to be looked at, found by playing until they come."""

from collections.abc import Sequence
from functools import cache
from random import Random

from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from mobile_client.ui.stage import Stage
from protocol.events import Event
from protocol.games.blackjack import dealer_count
from protocol.words import Act, Ask, Seat
from tests.client.ui.moments import (
    offers,
)
from tests.client.ui.scenes import Scene, ended, find
from tests.client.ui.table_sights import Maker, Stop, laid, playing
from tests.playing import PlayedRound, play_round


def played_out(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The end of a round in which this seat and the dealer have played."""
    return (
        ended(one, line, seat)
        and any(hand.seat == seat for hand in one.state.hands)
        and len(one.state.dealer) > 2
    )


def eager(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Bets in every round, splits what can be split, and hits two times of three."""
    offers = {option.verb: option for option in ask.options}
    if "bet" in offers and "deal" not in offers:
        return Act("bet", min(offers["bet"].high, offers["bet"].low + 1_000 * chance(4)))
    for verb in ("deal", "split", *(("hit",) if chance(3) else ()), "stand"):
        if verb in offers:
            return Act(verb, offers[verb].low)
    return ask.default


def careful(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """The same, and insures what can be insured."""
    insure = next((one for one in ask.options if one.verb == "insure"), None)
    return Act("insure", insure.low) if insure is not None else eager(heard, ask, chance)


@cache
def full_house(seed: int, careful_: bool = False) -> PlayedRound:
    """A round of blackjack among seven of them."""
    random, game = Random(seed), GAMES["blackjack"]
    stacks = {Seat(seat): 20_000 + 3_000 * seat for seat in range(7)}
    chooses = careful if careful_ else eager
    return play_round(game, game.presets["standard"], stacks, None, random.randrange, chooses)


def seven_play(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn, when another has already taken many cards."""
    held = one.steps[line].state.hands
    return (
        playing(one, line, seat, "hit", "stand")
        and len({hand.seat for hand in held}) == 7
        and any(len(hand.cards) > 3 for hand in held if hand.seat != seat)
    )


def two_hands(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I have split, and play one of the hands."""
    mine = [hand for hand in one.steps[line].state.hands if hand.seat == seat]
    return playing(one, line, seat, "hit", "stand") and len(mine) == 2


def all_played(one: PlayedRound, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and any(len(hand.cards) > 3 for hand in one.state.hands)


def at_seven(stop: Stop, careful_: bool = False) -> Maker:
    """The first such moment of a full table."""

    def made(language: str) -> Stage:
        for seed in range(300):
            one = full_house(seed, careful_)
            for line in range(len(one.script) + 1):
                for seat in one.stacks:
                    if stop(one, line, seat):
                        scene = Scene("blackjack", "standard", one, seat, language)
                        scene.to(line)
                        return laid(scene)
        raise LookupError("No round comes to that.")

    return made


def dealt_out(language: str) -> Stage:
    return laid(find("blackjack", "standard", played_out, language, seats=3))


def insured(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I am asked whether I insure my bet."""
    return playing(one, line, seat, "insure", "decline")


def insurance_lies(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn, with a bet that is insured."""
    before = [step.state for step in one.steps[:line]]
    return playing(one, line, seat, "hit", "stand") and bool(before[-1].insured.get(seat))


def insurance_lost(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The dealer had no natural."""
    return ended(one, line, seat) and _insured(one, seat) and len(one.state.dealer) > 2


def insurance_won(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The dealer had one."""
    natural = len(one.state.dealer) == 2 and dealer_count(one.state.dealer, True).points == 21
    return ended(one, line, seat) and _insured(one, seat) and natural


def _insured(one: PlayedRound, seat: Seat) -> bool:
    return any(step.state.insured.get(seat) for step in one.steps)


def soft(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn, with an ace that may count 1 or 11."""
    held = [hand for hand in one.steps[line].state.hands if hand.seat == seat]
    aces = [card for hand in held for card in hand.cards if card // 4 == 12]
    return playing(one, line, seat, "hit", "stand") and len(held) == 1 and len(aces) == 1


def bet_again(language: str) -> Stage:
    """A bet lies in my circle, and more may be laid."""
    scene = find("blackjack", "standard", offers("bet", "deal", "take"), language, seats=3)
    return laid(scene)
