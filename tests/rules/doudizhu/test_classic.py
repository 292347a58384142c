"""Call and rob, open cards, own doubles: each factor, and all of it against a second writing."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from game_server.bots import bots, random_player
from game_server.rules.doudizhu import Options
from game_server.table.pace import SECONDS
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Acted, Dealt, Laid, Shown, told
from protocol.games.doudizhu import (
    Doubled,
    FirstBidder,
    Landlord,
    Multiplied,
    NoGame,
    Played,
    Reckoned,
    Redealt,
    Staked,
)
from protocol.words import BOARD, CHANCE, Act, Hidden, Seat, Secret
from tests.playing import steered
from tests.rules.doudizhu import again
from tests.rules.doudizhu.dealing import (
    CLASSIC,
    RICH,
    STANDARD,
    A,
    B,
    C,
    Round,
    leading,
    refused,
    whole_game,
)
from tests.rules.doudizhu.test_reckoning import LOST, WON, lost, results, won

STAKE = CLASSIC.stake
CALLED = replace(CLASSIC, doubles=False, open_hands=False)
"""Call and rob alone."""
OPENED = replace(CLASSIC, doubles=False, spring=False)
DOUBLED = replace(CLASSIC, open_hands=False, spring=False)


def asked_first(options: Options, first: int = 0) -> Round:
    """The cards are dealt, nobody has opened any, and this one is asked to call."""
    game = Round(options)
    while game.state.stage == "deal":
        game.draws(Random(3).randrange)
    game.draws(lambda bound: first)
    return game


def say(game: Round, *words: tuple[Seat, str]) -> Round:
    for seat, word in words:
        game.does(seat, Act(word))
    return game


# -- to call and to rob ---------------------------------------------------------------------


def test_chance_says_who_is_asked_first_to_call_or_not() -> None:
    game = asked_first(CALLED, first=1)
    assert game.said("doudizhu.first") == [FirstBidder(B, calls=True)]
    assert game.ask.who == B
    assert [option.verb for option in game.ask.options] == ["call", "no_call"]
    assert game.ask.default == Act("no_call")


ENDINGS = {
    "call no_rob no_rob": (A, 0),
    "call rob no_rob no_rob": (B, 1),
    "call rob no_rob rob": (A, 2),
    "call no_rob rob no_rob": (C, 1),
    "call no_rob rob rob": (A, 2),
    "call rob rob no_rob": (C, 2),
    "call rob rob rob": (A, 3),
    "no_call call no_rob": (B, 0),
    "no_call call rob no_rob": (C, 1),
    "no_call call rob rob": (B, 2),
    "no_call no_call call": (C, 0),
    "no_call no_call no_call": (None, 0),
}
"""All ways in which it can go, who is the landlord then, and how often it was robbed."""


@pytest.mark.parametrize("words", ENDINGS)
def test_the_last_who_called_or_robbed_is_the_landlord_and_each_rob_doubles(words: str) -> None:
    landlord, robs = ENDINGS[words]
    game = asked_first(CALLED)
    for word in words.split():
        game.does(game.ask.who, Act(word))
    if landlord is None:
        assert game.events[-1] == Redealt()
        return
    assert game.events[-1] == Landlord(landlord, each=STAKE << robs)
    raised = [STAKE << rob for rob in range(1, robs + 1)]
    assert game.said("doudizhu.multiplied") == [Multiplied("rob", 2, each) for each in raised]
    game.draws()
    assert game.ask.who == landlord
    assert len(game.state.hands[landlord]) == 20


def test_these_are_all_ways_in_which_it_can_go() -> None:
    found: set[str] = set()
    for words in product(("call", "no_call"), repeat=3):
        for robs in product(("rob", "no_rob"), repeat=4):
            game, said = asked_first(CALLED), list[str]()
            calls, answers = iter(words), iter(robs)
            while game.state.stage == "call":
                offered = {option.verb for option in game.ask.options}
                said.append(next(calls) if "call" in offered else next(answers))
                game.does(game.ask.who, Act(said[-1]))
            found.add(" ".join(said))
    assert found == set(ENDINGS)


def test_who_did_not_call_is_never_asked_to_rob() -> None:
    game = say(asked_first(CALLED), (A, "no_call"), (B, "call"))
    assert game.ask.who == C
    say(game, (C, "rob"))
    assert game.ask.who == B
    assert refused(game, A, Act("rob")).code == "not_your_turn"
    assert refused(game, B, Act("call")).code == "not_offered"


@pytest.mark.parametrize("deals", [1, 3])
def test_after_so_many_deals_that_nobody_calls_there_is_no_game(deals: int) -> None:
    game = Round(replace(CLASSIC, deals=deals))
    while not game.over:
        ask = game.dealing
        game.draws() if ask.who == CHANCE else game.does(ask.who, ask.default)
    assert game.events[-1] == NoGame()
    assert len(game.said("doudizhu.redealt")) == deals - 1
    assert not game.said("moved")


# -- open cards -----------------------------------------------------------------------------


def dealt(parts: int, options: Options = OPENED) -> Round:
    """So many parts of the deal are dealt."""
    game = Round(options)
    for _ in range(parts):
        game.draws(Random(5).randrange)
    return game


def test_cards_are_dealt_in_three_parts_while_seats_may_open_theirs() -> None:
    game = Round(CLASSIC)
    counts = []
    while game.state.stage == "deal":
        chance, *seats = game.rules.asks(game.state)
        counts.append(len(chance.options[0].bounds))
        assert chance.who == CHANCE
        assert chance.source == "round:1"
        assert [ask.who for ask in seats] == [A, B, C]
        assert {ask.window for ask in seats} == {"round:1.open"}
        assert all(ask.default == Act("no_open") and not ask.must for ask in seats)
        game.draws()
    assert counts == [18, 18, 15]
    assert {len(hand) for hand in game.state.hands.values()} == {17}
    held = [card for hand in game.state.hands.values() for card in hand]
    assert sorted((*held, *game.state.left)) == list(PACK_WITH_JOKERS)


def test_the_question_is_longer_open_than_the_deal_takes() -> None:
    dealing = SECONDS["ready"] + 2 * SECONDS["part"]
    assert SECONDS["opening"] > dealing


def test_chance_keeps_its_time_whoever_answers_and_deals_at_once_when_all_have() -> None:
    game = Round(CLASSIC)
    before = game.dealing
    assert before.pace == "ready"
    game.does(A, Act("no_open"))
    assert game.dealing == before
    game.does(B, Act("open"))
    game.does(C, Act("no_open"))
    assert game.dealing.pace == "deal"
    assert not game.dealing.window
    game.draws()
    assert len(game.rules.asks(game.state)) == 1, "who has said it is not asked again"


@pytest.mark.parametrize(("parts", "times"), [(0, 5), (1, 4), (2, 3)])
def test_the_sooner_cards_are_opened_the_more_they_multiply_by(parts: int, times: int) -> None:
    game = dealt(parts)
    events = game.does(B, Act("open"))
    held = game.state.hands.get(B)
    shown = (Shown(B, held),) if held else ()
    assert events == (
        Acted(B, "open"), *shown, Multiplied("open", times, times * STAKE)
    )  # fmt: skip
    while game.state.stage == "deal":
        game.draws(Random(5).randrange)
    assert game.events[-1] == FirstBidder(B, calls=True), "who plays open is asked first"
    say(game, (B, "call"), (C, "no_rob"), (A, "no_rob"))
    assert game.said("doudizhu.landlord") == [Landlord(B, times * STAKE)]


def test_what_is_dealt_to_open_cards_all_see_and_of_other_cards_only_their_number() -> None:
    game = dealt(1)
    game.does(B, Act("open"))
    for event in game.draws(Random(6).randrange):
        assert isinstance(event, Dealt)
        for viewer in (A, B, C, None):
            known = told(event, viewer)
            assert isinstance(known, Dealt)
            seen = event.to in (B, viewer)
            assert (known.cards == Hidden(6)) != seen
    assert isinstance(game.said("dealt")[0], Dealt)
    assert all(
        isinstance(one.cards, Secret) for one in game.said("dealt")[:3] if isinstance(one, Dealt)
    )


def test_the_first_who_opened_is_asked_first_and_the_highest_counts_once() -> None:
    game = dealt(0)
    game.does(C, Act("open"))
    game.draws()
    assert game.does(A, Act("open"))[-1] == Shown(A, game.state.hands[A])
    while game.state.stage == "deal":
        game.draws()
    assert game.ask.who == C
    assert game.said("doudizhu.multiplied") == [Multiplied("open", 5, 5 * STAKE)]


def test_who_opened_first_takes_the_game_that_nobody_calls() -> None:
    game = dealt(2)
    game.does(C, Act("open"))
    game.draws()
    say(game, (C, "no_call"), (A, "no_call"), (B, "no_call"))
    assert game.events[-1] == Landlord(C, each=3 * STAKE)


def test_the_landlord_may_open_the_cards_before_the_first_play_and_not_after_it() -> None:
    game = say(asked_first(OPENED), (A, "call"), (B, "no_rob"), (C, "no_rob"))
    game.draws()
    assert game.ask.option("open")
    hand = game.state.hands[A]
    assert game.does(A, Act("open")) == (
        Acted(A, "open"), Shown(A, hand), Multiplied("open", 2, 2 * STAKE)
    )  # fmt: skip
    assert [option.verb for option in game.ask.options] == ["play"]
    closed = say(asked_first(OPENED), (A, "call"), (B, "no_rob"), (C, "no_rob"))
    closed.draws()
    closed.does(A, closed.ask.default)
    closed.passes(B, C)
    assert closed.ask.who == A
    assert closed.ask.option("open") is None


def test_two_for_the_landlord_are_nothing_where_cards_lay_open_before() -> None:
    game = dealt(1)
    game.does(B, Act("open"))
    while game.state.stage == "deal":
        game.draws()
    say(game, (B, "no_call"), (C, "call"), (A, "no_rob"))
    game.draws()
    assert game.does(C, Act("open")) == (Acted(C, "open"), Shown(C, game.state.hands[C]))


def test_nobody_is_asked_to_open_where_it_is_no_option() -> None:
    game = Round(CALLED)
    assert len(game.ask.options[0].bounds) == 51
    say(asked_first(CALLED), (A, "call"), (B, "no_rob"), (C, "no_rob"))
    assert leading(WON, options=CALLED).ask.option("open") is None


# -- to double for oneself ------------------------------------------------------------------


def doubling() -> Round:
    game = say(asked_first(DOUBLED), (A, "call"), (B, "no_rob"), (C, "no_rob"))
    game.draws()
    return game


def test_each_seat_is_asked_at_once_after_the_three_cards_are_seen() -> None:
    game = doubling()
    assert game.events[-1].kind == "laid"
    asks = game.rules.asks(game.state)
    assert [ask.who for ask in asks] == [A, B, C]
    assert {ask.window for ask in asks} == {"round:1.double"}
    verbs = [option.verb for option in asks[0].options]
    assert verbs == ["no_double", "double", "super_double"]
    assert all(ask.default == Act("no_double") for ask in asks)
    say(game, (C, "super_double"), (A, "double"))
    assert game.ask.who == B
    assert say(game, (B, "no_double")).events[-1] == Staked({B: 2 * STAKE, C: 8 * STAKE})
    assert game.ask.who == A
    assert game.ask.option("play")


def test_where_nobody_doubles_nothing_is_said_of_it() -> None:
    game = say(doubling(), (A, "no_double"), (B, "no_double"), (C, "no_double"))
    assert game.events[-1] == Acted(C, "no_double")


def over(
    course: Callable[[Round], Round],
    doubles: dict[Seat, int],
    options: Options = DOUBLED,
    **more: int,
) -> Round:
    hands = WON if course is won else LOST
    game = leading(hands, options=options)
    game.state = replace(game.state, doubles=doubles, **more)  # type: ignore[arg-type]
    return course(game)


def test_a_peasants_double_is_between_it_and_the_landlord() -> None:
    assert results(over(won, {A: 1, B: 2, C: 1})) == {A: 3 * STAKE, B: -2 * STAKE, C: -STAKE}
    assert results(over(lost, {A: 1, B: 2, C: 4})) == {A: -6 * STAKE, B: 2 * STAKE, C: 4 * STAKE}


def test_the_landlords_double_is_for_both() -> None:
    game = over(won, {A: 4, B: 2, C: 1})
    assert results(game) == {A: 12 * STAKE, B: -8 * STAKE, C: -4 * STAKE}
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    assert reckoned.each == 4 * STAKE
    assert (reckoned.doubles, reckoned.amounts) == ({A: 4, B: 2}, {B: 8 * STAKE, C: 4 * STAKE})


def test_every_factor_is_in_the_reckoning() -> None:
    """1 stake x 5 open x 2 x 2 robs x 2 bomb x 2 spring x 2 the landlord's, x 4 B's own."""
    game = leading({A: "33334", B: "5K", C: "66"}, options=CLASSIC)
    game.state = replace(game.state, opened=((C, 5),), robs=2, doubles={A: 2, B: 4, C: 1})
    game.plays(A, "3333")
    assert game.events[-2:] == [
        Doubled("bomb", 80 * STAKE), Staked({B: 320 * STAKE, C: 80 * STAKE})
    ]  # fmt: skip
    game.passes(B, C)
    game.plays(A, "4")
    (reckoned,) = game.said("doudizhu.reckoned")
    assert reckoned == Reckoned(
        A, (A,), STAKE, STAKE, bombs=1, spring=True, each=160 * STAKE,
        results={A: 800 * STAKE, B: -640 * STAKE, C: -160 * STAKE},
        robs=2, opened=5, doubles={A: 2, B: 4}, amounts={B: 640 * STAKE, C: 160 * STAKE},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("purse", "paid"), [(600_00, (200_00, 400_00)), (10_00, (3_00, 6_00)), (1_00, (0, 0))]
)
def test_a_landlord_who_cannot_pay_both_pays_each_its_share(
    purse: int, paid: tuple[int, int]
) -> None:
    stacks = {A: purse, B: 1_00, C: 1_00}
    game = leading(LOST, options=DOUBLED, stacks=stacks)
    game.state = replace(game.state, doubles={A: 4, B: 5, C: 10})
    assert results(lost(game)) == {A: -sum(paid), B: paid[0], C: paid[1]}


def test_equal_kickers_are_allowed_as_on_the_large_apps() -> None:
    for text, category in (("333344", "four_solos"), ("33344455", "airplane_solos")):
        game = leading({A: f"{text}7", B: "5K", C: "66"}, options=CLASSIC)
        played = game.plays(A, text)[2]
        assert isinstance(played, Played)
        assert played.category == category


# -- whole games against the second writing --------------------------------------------------

VARIANTS = {
    "classic": CLASSIC,
    "called": CALLED,
    "opened": OPENED,
    "doubled": DOUBLED,
    "bid, doubled and opened": replace(STANDARD, doubles=True, open_hands=True),
    "drawn, doubled and opened": replace(
        STANDARD, landlord="random", doubles=True, open_hands=True
    ),
}
PLAYERS = {
    "anything": random_player.choose,
    "few passes": steered(avoid=("pass", "no_call", "no_rob", "no_double")),
    "medium": bots("doudizhu")["medium"],
}


def compared(options: Options, game: Round) -> str:
    """What became of the game; the second writing must say the same."""
    deal = again.last_deal(game.events)
    words = [(one.seat, one.verb) for one in deal if isinstance(one, Acted)]
    calls = [one for one in words if one[1] in ("call", "no_call", "rob", "no_rob")]
    openers = [seat for seat, word in words if word == "open"]
    if options.landlord == "call":
        order = _order_from(calls[0][0])
        for place, (seat, _) in enumerate(calls):
            assert again.next_to_speak(order, calls[:place]) == seat
        assert again.next_to_speak(order, calls) is None
        lord = again.landlord_of(calls, openers)
        if not game.said("doudizhu.reckoned"):
            assert lord is None
            return "nobody"
        assert [one.seat for one in deal if isinstance(one, Landlord)] == [lord]
    elif not game.said("doudizhu.reckoned"):
        return "nobody"
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    due = again.amounts(options, game.events)
    won = reckoned.landlord in reckoned.winners
    expected = again.paid(due, reckoned.landlord, won, RICH, options.unit)
    assert results(game) == expected
    return "won" if won else "lost"


def _order_from(first: Seat) -> Sequence[Seat]:
    order = (A, B, C)
    at = order.index(first)
    return order[at:] + order[:at]


@pytest.mark.parametrize("style", PLAYERS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_whole_games_end_as_the_second_writing_says(variant: str, style: str) -> None:
    options, player = VARIANTS[variant], PLAYERS[style]
    ends: set[str] = set()
    for seed in range(30):
        game = whole_game(
            options, Random(f"{variant} {seed}"), lambda seat, state: player, Random(seed)
        )
        ends.add(compared(options, game))
    assert {"won", "lost"} <= ends


def test_a_hand_that_lies_open_is_laid_from_as_any_other() -> None:
    game = dealt(0)
    game.does(A, Act("open"))
    while game.state.stage == "deal":
        game.draws(Random(8).randrange)
    say(game, (A, "call"), (B, "no_rob"), (C, "no_rob"))
    game.draws()
    taken = next(one for one in game.events if isinstance(one, Laid))
    assert taken == Laid(BOARD, A, taken.cards)
    assert set(taken.cards) <= set(game.state.hands[A])
    assert len(game.state.hands[A]) == 20
