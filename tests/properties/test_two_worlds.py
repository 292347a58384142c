"""What a viewer is told does not depend on a card that the viewer was not told.

A round is played; some moment of it is chosen, and every card that the viewer has not been told
by then is exchanged at random with the others of that kind, those in the deck among them. In
that other world the same acts must lead to the same words for the viewer, and to the same
questions. Worlds that differ in a fact which the rules have announced are no such pair.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from game_server.rules.core import Game
from protocol.cards import Card
from protocol.events import Dealt, Event, bared, told
from protocol.words import CHANCE, Act, Ask, Cards, Hidden, Refusal, Seat, drawn_from
from tests.open_cards import cards_in
from tests.playing import EVERY_PRESET, PlayedRound, open_round, random_round

ROUNDS = 60


def heard(events: Sequence[Event], viewer: Seat | None) -> list[Event]:
    return [told(event, viewer) for event in events]


def questions(asks: Sequence[Ask], viewer: Seat | None) -> object:
    """What the viewer sees of the open questions: its own whole, of the others who is asked."""
    return [
        ask if ask.who == viewer else (ask.who, ask.pace, ask.window, ask.must, len(ask.left))
        for ask in asks
    ]


def draws(played: PlayedRound, until: int) -> list[tuple[int, Ask, Cards]]:
    """Every draw of cards before that moment: its place in the script, its ask, its cards."""
    found = []
    for place, (seat, act) in enumerate(played.script[:until]):
        ask = played.asked[place][0]
        if seat == CHANCE and ask.left:
            found.append((place, ask, drawn_from(ask.left, act.drawn)[0]))
    return found


def dealt_by(events: Sequence[Event], viewer: Seat | None) -> list[tuple[Card, bool]]:
    """The cards that a step dealt, in their order, each with whether the viewer sees it."""
    return [
        (card, not isinstance(getattr(told(event, viewer), "cards", None), Hidden))
        for event in events
        if isinstance(event, Dealt)
        for card in cards_in(bared(event))
    ]


def other_deals(
    played: PlayedRound, until: int, viewer: Seat | None, random: Random
) -> dict[int, Cards]:
    """Other cards for every draw, the same wherever the viewer knows them at that moment."""
    words = [heard(step.events, viewer) for step in played.steps[: until + 1]]
    pools: dict[str, list[Card]] = {}
    hidden: dict[str, list[tuple[int, int]]] = defaultdict(list)
    dealt: dict[int, list[Card]] = {}
    for place, ask, cards in draws(played, until):
        fresh = dealt_by(played.steps[place + 1].events, viewer)
        after = [one for one in words[place + 1] if not isinstance(one, Dealt)]
        after += [one for step in words[place + 2 :] for one in step]
        seen_later = {card for one in after for card in cards_in(one)}
        dealt[place] = list(cards)
        pool = pools.setdefault(ask.source, [])
        for index, card in enumerate(cards):
            is_open = next((one for one in fresh if one[0] == card), (card, False))
            if is_open in fresh:
                fresh.remove(is_open)
            if not is_open[1] and card not in seen_later:
                hidden[ask.source].append((place, index))
                pool.append(card)
    for _, ask, cards in draws(played, until):
        rest = Counter(ask.left)
        rest.subtract(cards)
        pools[ask.source + " rest"] = list(rest.elements())
    for source, places in hidden.items():
        pool = pools[source] + pools[source + " rest"]
        random.shuffle(pool)
        for (place, index), card in zip(places, pool, strict=False):
            dealt[place][index] = card
    return {place: tuple(cards) for place, cards in dealt.items()}


def naming(ask: Ask, cards: Cards) -> Act:
    """The numbers by which chance draws these cards."""
    rest = list(ask.left)
    drawn = []
    for card in cards:
        drawn.append(rest.index(card))
        del rest[drawn[-1]]
    return Act("draw", drawn=tuple(drawn))


def same_facts(one: PlayedRound, other: PlayedRound, viewer: Seat | None) -> bool:
    return one.rules.announced(one.steps[len(other.steps) - 1].state, viewer) == (
        other.rules.announced(other.state, viewer)
    )


def other_world(
    played: PlayedRound, until: int, viewer: Seat | None, random: Random
) -> PlayedRound | None:
    """The same acts with other cards, if there is such a world; fails if the viewer hears a
    difference."""
    deals = other_deals(played, until, viewer, random)
    if all(cards == deals[place] for place, _, cards in draws(played, until)):
        return None
    other = open_round(played.game, played.options, played.stacks, played.carry)
    for place, (seat, act) in enumerate(played.script[:until]):
        asks = other.rules.asks(other.state)
        if not same_facts(played, other, viewer):
            return None
        assert questions(asks, viewer) == questions(played.asked[place], viewer)
        other.do(seat, naming(asks[0], deals[place]) if place in deals else act)
        if not same_facts(played, other, viewer):
            return None
        now, then = other.steps[-1].events, played.steps[place + 1].events
        assert heard(now, viewer) == heard(then, viewer)
    return other


def compare(played: PlayedRound, until: int, viewer: Seat | None, random: Random) -> bool:
    """Whether there was another world to compare with."""
    return other_world(played, until, viewer, random) is not None


@pytest.mark.req("E-RF-GR-017", "H-FR5", "C-5.1", "C-3.3")
@pytest.mark.parametrize(("game", "preset"), EVERY_PRESET)
def test_no_word_to_a_viewer_depends_on_a_card_it_was_not_told(
    game: Game[Any, Any, Any], preset: str
) -> None:
    compared = secrets = 0
    for seed in range(ROUNDS):
        random = Random(seed)
        played = random_round(game, preset, seed, leaving=2)
        viewer = random.choice([*played.stacks, None])
        for until in (random.randint(1, len(played.script)), len(played.script)):
            try:
                compared += compare(played, until, viewer, random)
            except (AssertionError, Refusal, ValueError) as leak:
                raise AssertionError(
                    f"seed {seed}, viewer {viewer}, until {until}: {leak}"
                ) from leak
        secrets += any(
            isinstance(getattr(event, name), Hidden)
            for event in heard(played.events, viewer)
            for name in event.secrets
        )
    assert compared >= secrets // 3, f"only {compared} pairs of worlds for {secrets} with secrets"
