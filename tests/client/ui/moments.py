"""The moments that every felt is looked at in, by name."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Protocol

from mobile_client.ui.look import px
from protocol.cards import rank
from protocol.events import Dealt, LeftGame
from protocol.games.holdem import HighCard, Ranked
from protocol.games.roulette import BetPaid
from protocol.games.sabacc import Best
from protocol.words import BOARD, Seat
from tests.client.ui.scenes import Scene, asked, ended, find
from tests.client.ui.stage import Stage
from tests.playing import PlayedRound

GUARD_S: Final = 0.8
"""For so long buttons that have just changed take no tap."""


def dealt_to(one: PlayedRound, line: int, place: Seat) -> int:
    """How many cards went there by then."""
    return sum(
        len(event.cards) if isinstance(event.cards, tuple) else 0
        for step in one.steps[: line + 1]
        for event in step.events
        if isinstance(event, Dealt) and event.to == place
    )


@cache
def on_the(street: int) -> Callable[[PlayedRound, int, Seat], bool]:
    def stop(one: PlayedRound, line: int, seat: Seat) -> bool:
        if not asked(one, line, seat) or dealt_to(one, line, BOARD) < street:
            return False
        asks = [ask for ask in one.asked[line] if ask.who == seat]
        return any(option.verb in ("raise", "bet") for option in asks[0].options)

    return stop


def held(language: str, street: int, seats: int = 7, preset: str = "standard") -> Scene:
    return find("holdem", preset, on_the(street), language, seats=seats)


def shown_down(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The end of a hand in which this seat and another were ranked, and it has chips left."""
    if not ended(one, line, seat):
        return False
    ranked = {event.seat for event in one.events if isinstance(event, Ranked)}
    return seat in ranked and len(ranked) > 1


@cache
def drawing(equal: bool) -> Callable[[PlayedRound, int, Seat], bool]:
    """Cards were drawn for the first button, of one rank or not, and no hand is dealt yet."""

    def stop(one: PlayedRound, line: int, seat: Seat) -> bool:
        events = [event for step in one.steps[: line + 1] for event in step.events]
        drawn = [event.cards[0] for event in events if isinstance(event, HighCard)]
        ranks = {rank(card) for card in drawn}
        dealt = any(isinstance(event, Dealt) for event in events)
        return len(drawn) > 1 and not dealt and (len(ranks) == 1) is equal

    return stop


def others_turn(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Somebody else is asked on the flop, and this seat will be asked again."""
    if line >= len(one.asked) or dealt_to(one, line, BOARD) < 3:
        return False
    who, state = one.asked[line][0].who, one.steps[line].state
    still = any(ask.who == seat for asks in one.asked[line:] for ask in asks)
    left = any(isinstance(event, LeftGame) and event.seat == seat
               for step in one.steps for event in step.events)  # fmt: skip
    return who >= 0 and who != seat and seat in state.holes and still and not left


@cache
def offers(*verbs: str, cards: int = 0) -> Callable[[PlayedRound, int, Seat], bool]:
    def stop(one: PlayedRound, line: int, seat: Seat) -> bool:
        if not asked(one, line, seat):
            return False
        ask = next(ask for ask in one.asked[line] if ask.who == seat)
        held = getattr(one.steps[line].state, "hands", {})
        enough = not cards or (isinstance(held, Mapping) and len(held.get(seat, ())) >= cards)
        return enough and {option.verb for option in ask.options} >= set(verbs)

    return stop


def paid(one: PlayedRound, line: int, seat: Seat) -> bool:
    """The end of a spin that has paid something to this seat."""
    return ended(one, line, seat) and any(
        isinstance(event, BetPaid) and event.seat == seat for event in one.events
    )


def counted(one: PlayedRound, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and any(isinstance(event, Best) for event in one.events)


def six_on_the_turn(one: PlayedRound, line: int, seat: Seat) -> bool:
    return len(one.stacks) == 6 and on_the(4)(one, line, seat)


def watched(language: str) -> Scene:
    return find("holdem", "standard", on_the(4), language, seats=6, watching=True)


MOMENTS: Final[Mapping[str, Callable[[str], Scene]]] = {
    "holdem_flop": lambda language: held(language, 3),
    "holdem_river": lambda language: held(language, 5, 6),
    "holdem_preflop": lambda language: held(language, 0),
    "holdem_ten_bets": lambda language: held(language, 0, 10),
    "holdem_ten": lambda language: held(language, 3, 10),
    "holdem_ten_end": lambda language: find(
        "holdem", "standard", shown_down, language, range(400), seats=10
    ),
    "holdem_nine": lambda language: held(language, 3, 9),
    "holdem_showdown": lambda language: find(
        "holdem", "standard", shown_down, language, seats=5
    ),
    "holdem_wait": lambda language: find(
        "holdem", "standard", others_turn, language, seats=5
    ),
    "holdem_watch": watched,
    "holdem_draw": lambda language: find("holdem", "heads_up", drawing(False), language),
    "holdem_draw_equal": lambda language: find("holdem", "heads_up", drawing(True), language),
    "holdem_two": lambda language: held(language, 3, 2, "heads_up"),
    "blackjack_bet": lambda language: find(
        "blackjack", "standard", offers("bet"), language, seats=3
    ),
    "blackjack_play": lambda language: find(
        "blackjack", "standard", offers("hit", "stand"), language, seats=3
    ),
    "blackjack_end": lambda language: find("blackjack", "standard", ended, language, seats=3),
    "roulette_bet": lambda language: find(
        "roulette", "standard", offers("bet", "take", "clear"), language, seats=3
    ),
    "roulette_end": lambda language: find("roulette", "standard", paid, language, seats=3),
    "sabacc_draw": lambda language: find("sabacc", "house", offers("draw", "swap"), language,
                                         seats=4),
    "sabacc_bet": lambda language: find("sabacc", "house", offers("raise"), language, seats=4),
    "sabacc_end": lambda language: find("sabacc", "house", counted, language, seats=3),
    "doudizhu_bid": lambda language: find("doudizhu", "standard", offers("bid"), language),
    "doudizhu_lead": lambda language: find(
        "doudizhu", "house", offers("play", cards=20), language
    ),
    "doudizhu_follow": lambda language: find(
        "doudizhu", "house", offers("play", "pass", cards=15), language
    ),
    "doudizhu_end": lambda language: find("doudizhu", "house", ended, language),
}  # fmt: skip
AFTER: Final[Mapping[str, Callable[[Scene, Any], None]]] = {}


class Show(Protocol):
    def __call__(self, scene: str | Scene, size: str = "tall", language: str = "en") -> Scene: ...


@contextmanager
def showing(stage: Stage, sizes: Mapping[str, tuple[int, int]]) -> Iterator[Show]:
    """Puts moments on the window, each as large as its size says, and takes them away again."""
    shown: list[Scene] = []

    def shows(scene: str | Scene, size: str = "tall", language: str = "en") -> Scene:
        one = MOMENTS[scene](language) if isinstance(scene, str) else scene
        whole = one.stage()
        whole.size_hint = (None, None)
        whole.size = [px(side) for side in sizes[size]]
        stage.show(whole)
        stage.frames(4)
        one.device.passes(GUARD_S)
        shown.append(one)
        return one

    yield shows
    for one in shown:
        one.shown.screen.gone()
        one.shown.close()
