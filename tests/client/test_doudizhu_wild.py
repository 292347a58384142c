"""What a client knows of wild cards: which rank it is, what they stand for, what they could be."""

import pytest

from client_core import folds, names
from client_core.folds.doudizhu_facts import DoudizhuFacts
from client_core.text import Words
from protocol import games
from protocol.cards import SMALL_JOKER
from protocol.events import Event, RoundBegan, told
from protocol.games.doudizhu import BLASTS, RANK_OF, Kickers, Pattern, readings
from protocol.words import Act, Ask, Option, Seat
from tests.client.rounds import folded, played, seen_by
from tests.client.test_doudizhu_classic import told_by
from tests.playing import PlayedRound

ROUNDS = [played("doudizhu", "wild", seed) for seed in range(10)]
ONLINE = Kickers(equal=True)
GAME = folds.card_of("doudizhu")


@pytest.mark.parametrize("one", ROUNDS, ids=range(len(ROUNDS)))
def test_what_is_wild_and_what_it_stands_for_is_as_the_rules_have_it(one: PlayedRound) -> None:
    known = folded(seen_by(one, None))
    for step in range(len(one.steps)):
        state = one.steps[step].state
        facts = known[told_by(one, step) - 1].facts
        assert isinstance(facts, DoudizhuFacts)
        assert facts.wild == state.wild
        if state.to_beat is not None and facts.trick is not None and state.stage == "play":
            play = facts.trick[1]
            assert play.pattern == state.to_beat
            wilds = {card for card in play.cards if RANK_OF[card] == state.wild}
            assert play.stands.keys() == wilds
        bombs = state.bombs
        assert facts.bombs == bombs


def questions() -> list[tuple[PlayedRound, int, Ask]]:
    """Every question for a play in these games."""
    return [
        (one, step, ask)
        for one in ROUNDS
        for step, asks in enumerate(one.asked)
        for ask in asks
        if ask.option("play") is not None
    ]


def test_every_hint_may_be_played_bombs_come_last_and_wild_cards_are_spared() -> None:
    words, hinted = Words("zh"), 0
    for one, step, ask in questions()[::2]:
        heard = heard_by(one, step, ask.who)
        option = ask.option("play")
        assert option is not None
        state = one.steps[step].state
        found = GAME.ordered(ask, heard, games.choices("doudizhu", heard, ask, option))
        for place, cards in enumerate(found[:40]):
            hinted += 1
            assert GAME.amiss(heard, ask, cards, words) is None
            for stands in games.ways("doudizhu", heard, ask, option, cards)[:3]:
                one.rules.apply(state, ask.who, Act("play", cards=cards, stands=stands))
            wilds = sum(RANK_OF[card] == state.wild for card in cards)
            if place == 0 and wilds:
                assert all(
                    any(RANK_OF[c] == state.wild for c in o) or bombs(o, state) for o in found
                )
    assert hinted > 400


def bombs(cards: tuple[int, ...], state: object) -> bool:
    found = readings(cards, state.wild, ONLINE, state.to_beat)  # type: ignore[attr-defined, arg-type]
    return any(one.pattern.category in BLASTS for one in found)


def heard_by(one: PlayedRound, step: int, seat: Seat) -> list[Event]:
    shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
    began = RoundBegan("doudizhu", "wild", 1, {}, dict(one.stacks), shown)
    events = [event for each in one.steps[: step + 1] for event in each.events]
    return [began, *(told(event, seat) for event in events)]


def test_every_play_of_wild_cards_has_a_name_and_what_beats_it() -> None:
    for language, soft, wild in (
        ("en", "Soft bomb of nines", "Wild bomb"),
        ("zh", "软炸 · 9", "癞子炸弹"),
    ):
        words = Words(language)
        assert names.pattern_name(words, Pattern("soft_bomb", 1, 6)) == soft
        assert names.pattern_name(words, Pattern("wild_bomb", 1, 6)) == wild
        for category in ("soft_bomb", "bomb", "wild_bomb"):
            said = names.beaten_by(words, Pattern(category, 1, 6))
            assert words.say(said.key, **said.holes) != said.key


def test_cards_that_are_no_play_are_refused_with_the_reason() -> None:
    words = Words("zh")
    one, step, ask = next(
        (one, step, ask)
        for one, step, ask in questions()
        if ask.option("pass") is None
        and one.steps[step].state.wild is not None
        and sum(
            RANK_OF[c] == one.steps[step].state.wild for c in one.steps[step].state.hands[ask.who]
        )
    )
    state = one.steps[step].state
    wild = next(card for card in state.hands[ask.who] if RANK_OF[card] == state.wild)
    joker_and_wild = (SMALL_JOKER, wild)
    said = GAME.amiss(heard_by(one, step, ask.who), ask, joker_and_wild, words)
    assert said is not None
    assert said.key == "refusal.wild_none"
    assert Option("play", hand=(1, 20)).refusal(Act("play", cards=(wild,), stands=(3,))) is not None
