"""Medium's sense: few plays, care in company, and what a hand must have for a bid."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from game_server.bots import Bot, bots, random_player
from game_server.bots.doudizhu.levels import DoudizhuLevel, play
from game_server.bots.doudizhu.moves import every_lead, leads
from game_server.bots.doudizhu.packed import pack, unpack
from game_server.bots.doudizhu.split import split
from game_server.rules.doudizhu import State
from protocol.cards import PACK_WITH_JOKERS
from protocol.events import Dealt, Event, Laid, RoundBegan, Shown, told
from protocol.games.doudizhu import RANK_OF, Landlord, Pattern, Reckoned, classify, held, plays
from protocol.words import BOARD, Act, Cards, Hidden, Seat
from tests.bots.trainer import said_by_trainer
from tests.rules.doudizhu.dealing import (
    HOUSE,
    RICH,
    STANDARD,
    A,
    B,
    C,
    Round,
    leading,
    of,
    ranks,
    whole_game,
)

BOTS = bots("doudizhu")
MEDIUM = BOTS["medium"]
SEARCHING = partial(play, DoudizhuLevel(budget=1000))


def chooses(
    game: Round,
    hands: dict[Seat, str],
    landlord: Seat = A,
    *,
    bot: Bot = MEDIUM,
    seed: int = 0,
    opened: str = "",
    late: bool = False,
) -> str:
    """What the bot does when it is asked now: the ranks it plays, or "pass".

    `opened`: the landlord's hand lies open. `late`: all cards that nobody holds were played.
    """
    who = game.ask.who
    heard: list[Event] = [RoundBegan("doudizhu", "house", 1, {}, RICH, {})]
    for seat, text in hands.items():
        heard.append(Dealt(seat, of(text) if seat == who else Hidden(len(text))))
    heard.append(Landlord(landlord, HOUSE.stake))
    if late:
        played = {card for cards in game.state.hands.values() for card in cards}
        played |= {card for one in game.events if isinstance(one, Laid) for card in one.cards}
        gone = tuple(card for card in PACK_WITH_JOKERS if card not in played)
        heard += [Dealt(landlord, Hidden(len(gone))), Laid(landlord, BOARD, gone)]
    heard += [told(event, who) for event in game.events]
    if opened:
        heard.append(Shown(landlord, of(opened)))
    act = bot(heard, game.ask, Random(seed).randrange)
    game.does(who, act)
    return ranks(act.cards) if act.verb == "play" else act.verb


def brute(cards: Cards) -> int:
    """The fewest plays, by trying everything; for few cards."""
    known: dict[str, int] = {"": 0}

    def least(left: Cards) -> int:
        key = ranks(left)
        if key not in known:
            known[key] = 1 + min(
                least(tuple(card for card in left if card not in some)) for some in plays(left)
            )
        return known[key]

    return least(cards)


@pytest.mark.parametrize(
    ("cards", "least"),
    [
        ("34567", 1),
        ("3334", 1),
        ("333444", 1),
        ("33344456", 1),
        ("3344556", 2),
        ("345678833", 2),
        ("xX", 1),
        ("3456789TTJ22", 3),
    ],
)
def test_it_splits_a_hand_into_the_fewest_plays(cards: str, least: int) -> None:
    assert split(pack(of(cards)))[1] == brute(of(cards)) == least


def test_its_split_is_seldom_off_the_fewest_plays_and_never_by_much() -> None:
    random = Random(11)
    off: list[int] = []
    while len(off) < 60:
        cards = tuple(random.sample([c for c in PACK_WITH_JOKERS if RANK_OF[c] < 9], 9))
        if 4 not in [len(some) for some in held(cards).cards]:
            off.append(split(pack(cards))[1] - brute(cards))
    assert sum(one == 0 for one in off) >= 50
    assert {-1, 0, 1, 2} >= set(off)


def test_it_goes_out_when_it_can() -> None:
    hands = {A: "3334", B: "5", C: "6"}
    assert chooses(leading(hands), hands) == "3334"


def test_it_leads_a_chain_rather_than_its_lowest_card() -> None:
    hands = {A: "3456799KK", B: "5" * 3 + "66677788", C: "JJJTTTQQQA2"}
    assert chooses(leading(hands), hands) == "34567"


def test_it_beats_an_enemy_with_the_lowest_card_that_breaks_nothing() -> None:
    hands = {A: "3456789", B: "8TTJJKKK", C: "44455566"}
    game = leading(hands)
    game.plays(A, "7")
    assert chooses(game, hands) == "8"


def test_it_leaves_a_fellow_peasants_play_alone() -> None:
    hands = {A: "3" * 4 + "5679", B: "8QKKA22", C: "JK2446678"}
    game = leading(hands)
    game.plays(A, "9")
    game.plays(B, "A")
    assert chooses(game, hands) == "pass"


def test_it_keeps_a_low_card_of_its_fellow_from_the_landlord() -> None:
    hands = {A: "3" * 4 + "5679", B: "8QKKA22", C: "JK2446678"}
    game = leading(hands)
    game.plays(A, "7")
    game.plays(B, "8")
    assert chooses(game, hands) in ("J", "K")


def test_it_bombs_an_enemy_who_is_about_to_go_out() -> None:
    hands = {A: "26", B: "3" * 4 + "5678", C: "44557799"}
    game = leading(hands)
    game.plays(A, "2")
    assert chooses(game, hands) == "3333"


def test_a_peasant_with_a_fellow_who_has_one_card_leads_the_lowest() -> None:
    hands = {A: "2677889TTQQKK", B: "4455779J", C: "Q"}
    game = leading(hands)
    game.state = replace(game.state, turn=B)
    assert chooses(game, hands) == "4"


def test_it_keeps_its_bomb_while_nobody_is_near_the_end() -> None:
    hands = {A: "2677889TTQQKK", B: "3" * 4 + "5678", C: "44557799"}
    game = leading(hands)
    game.plays(A, "2")
    assert chooses(game, hands) == "pass"


def test_it_does_not_lead_a_solo_to_an_enemy_with_one_card() -> None:
    hands = {A: "35599J", B: "K", C: "66778"}
    assert chooses(leading(hands), hands) in ("55", "99")


def last_card_game(fellow: str, last: str = "9") -> tuple[Round, dict[Seat, str]]:
    """The landlord has one card, and is asked after C, whose fellow has played this."""
    hands = {A: last, B: "33344555678" + fellow, C: "46TKx"}
    game = leading(hands)
    game.state = replace(game.state, turn=B)
    game.plays(B, fellow)
    return game, hands


def test_it_covers_a_fellows_card_that_the_landlord_could_go_out_on() -> None:
    assert chooses(*last_card_game("8"), late=True) in ("T", "K", "x")
    assert chooses(*last_card_game("A", last="2"), late=True) == "x"


def test_it_leaves_a_fellows_card_that_the_landlord_cannot_beat() -> None:
    assert chooses(*last_card_game("A"), late=True) == "pass"
    assert chooses(*last_card_game("8"), opened="7") == "pass"


def test_a_landlords_open_card_is_nothing_to_fear_where_it_beats_nothing() -> None:
    hands = {A: "4", B: "5689", C: "TTJQKKA"}
    for opened, led in (("", "9"), ("4", "5")):
        game = leading(hands)
        game.state = replace(game.state, turn=B)
        assert chooses(game, hands, opened=opened) == led


def test_where_every_play_wins_the_fellow_keeps_the_trick() -> None:
    hands = {A: "33445", B: "24", C: "xX66778899JK"}
    for seed in range(20):
        game = leading(hands)
        game.state = replace(game.state, turn=B)
        game.plays(B, "2")
        assert chooses(game, hands, bot=SEARCHING, seed=seed, late=True) == "pass"


def test_every_pattern_that_can_be_led_is_looked_at_once() -> None:
    random = Random(5)
    for size in (1, 4, 8, 12, 17, 20):
        for _ in range(4):
            hand = tuple(random.sample(PACK_WITH_JOKERS, size))
            looked = [(one.category, one.length, one.low) for one in every_lead(pack(hand))]
            assert len(looked) == len(set(looked))
            assert set(looked) == {classify(cards) for cards in plays(hand)}


HOPELESS, POOR, WEAK = "33556679TTJJQKKA2", "3344567889TJJQKKA", "34678899TTJQQKKA2"
FAIR, GOOD, STRONG = "344466779TQQKKAA2", "445566799TTTJQAA2", "4666777889QQQQKK2"


def bids_on(cards: Cards, *before: Act) -> Act:
    """What a seat says to this hand after what those before it said."""
    game = Round(STANDARD)
    game.draws(Random(3).randrange)
    game.draws()
    said = [event for act in before for event in game.does(game.ask.who, act)]
    dealt = Dealt(game.ask.who, cards)
    heard: list[Event] = [RoundBegan("doudizhu", "standard", 1, {}, RICH, {}), dealt, *said]
    act = MEDIUM(heard, game.ask, Random(0).randrange)
    game.does(game.ask.who, act)
    return act


def asked_to_bid(cards: str, *before: Act) -> str:
    act = bids_on(of(cards), *before)
    return f"{act.verb} {act.amount // STANDARD.stake}"


def stakes(bid: int) -> Act:
    return Act("bid", amount=bid * STANDARD.stake)


def test_who_is_asked_first_bids_by_the_strength_of_its_hand() -> None:
    said = [asked_to_bid(cards) for cards in (POOR, WEAK, FAIR, GOOD, STRONG)]
    assert said == ["pass 0", "pass 0", "bid 1", "bid 2", "bid 3"]


def test_who_is_asked_after_passes_bids_on_less() -> None:
    for passes in ((Act("pass"),), (Act("pass"), Act("pass"))):
        said = [asked_to_bid(cards, *passes) for cards in (HOPELESS, POOR, WEAK, FAIR)]
        assert said == ["pass 0", "bid 2", "bid 3", "bid 3"]


def test_who_bids_over_another_has_a_hand_for_three_stakes() -> None:
    for before in (1, 2):
        said = [asked_to_bid(cards, stakes(before)) for cards in (FAIR, GOOD, STRONG)]
        assert said == ["pass 0", "pass 0", "bid 3"]
    between = "3455567799TJQK22x"
    assert asked_to_bid(between, stakes(1)) == "bid 3"
    assert asked_to_bid(between, stakes(2)) == "pass 0"


def test_the_trainer_bids_as_the_bots_do() -> None:
    """What its auctions earn would else be told of other bids."""
    bids: set[int] = set()
    for *hands, first, landlord, highest in said_by_trainer("auctions", 700, 5):
        bid, seat, before = 0, first, list[Act]()
        for turn in range(3):
            cards = unpack(hands[(first + turn) % 3], PACK_WITH_JOKERS)
            act = bids_on(cards, *before)
            before.append(act)
            if act.verb == "bid":
                bid, seat = act.amount // STANDARD.stake, (first + turn) % 3
            if bid == 3:
                break
        assert (bid, seat) == (highest, landlord)
        bids.add(bid)
    assert bids >= {1, 2, 3}


def landlords_result(deal: int, landlord_is_the_bot: bool) -> int:
    def seating(seat: Seat, state: State) -> Bot:
        return MEDIUM if (seat == state.landlord) == landlord_is_the_bot else random_player.choose

    game = whole_game(HOUSE, Random(deal), seating, Random(deal))
    (reckoned,) = game.said("doudizhu.reckoned")
    assert isinstance(reckoned, Reckoned)
    return reckoned.results[reckoned.landlord]


def test_it_beats_the_random_player_on_both_sides_of_the_same_deals() -> None:
    """Each deal is played twice, with the bot as landlord and as both peasants."""
    as_landlord = [landlords_result(deal, True) for deal in range(40)]
    as_peasants = [-landlords_result(deal, False) for deal in range(40)]
    assert sum(result > 0 for result in as_landlord) >= 36
    assert sum(result > 0 for result in as_peasants) >= 36
    assert sum(a + b > 0 for a, b in zip(as_landlord, as_peasants, strict=True)) >= 38


def test_both_jokers_are_never_thought_of_as_kickers() -> None:
    for hand in ("333444xX", "3333xX", "333444xX5"):
        for move in leads(pack(of(hand))):
            assert isinstance(classify(unpack(move.cards, of(hand))), Pattern), move


def test_a_trio_carries_what_no_chain_wants() -> None:
    hand = of("34567999K")
    carried = [unpack(move.cards, hand) for move in leads(pack(hand)) if move.size == 4]
    assert [ranks(cards) for cards in carried] == ["999K"]
