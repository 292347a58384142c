"""What is typed at a table, as the act that is meant."""

import pytest

from client_core.client import Button, Client, Preset
from protocol.cards import Card, parse
from protocol.games.doudizhu import RANK_OF
from protocol.games.roulette import NUMBERS, PLACES
from protocol.words import Cards
from terminal_client.house.called import keys
from terminal_client.house.named import NotHeld, by_place, by_rank
from terminal_client.house.places import place
from terminal_client.house.typed import Wish, Wrong, act


@pytest.fixture(params=["en", "zh"])
def client(request: pytest.FixtureRequest) -> Client:
    return english(str(request.param))


def english(language: str = "en") -> Client:
    return Client(lambda: 0.0, lambda _: 0, lambda _: None, {}, language)


def button(verb: str, low: int = 0, high: int = 0, step: int = 1, **more: object) -> Button:
    amount = low if low == high else 0
    return Button(1, verb, verb, verb.capitalize(), amount, low, high, step, **more)  # type: ignore[arg-type]


HOLDEM = (
    button("fold"),
    button("call", 2_000, 2_000),
    button("raise", 4_000, 98_000, 100),
    button("all_in", 98_000, 98_000),
)
BLACKJACK = (button("surrender"), button("stand"), button("double", 500, 500), button("hit"))
ROULETTE = (button("spin"), button("bet", 100, 10_000, 100, on=PLACES))


def no_cards(_: Button, text: str) -> Cards:
    raise NotHeld(text)


def meant(
    client: Client, game: str, buttons: tuple[Button, ...], text: str
) -> tuple[str, int, str]:
    wish = act(client, game, buttons, text, no_cards)
    assert isinstance(wish, Wish), wish
    return wish.button.verb, wish.amount, wish.on


@pytest.mark.parametrize(
    ("text", "verb", "amount"),
    [
        ("f", "fold", 0),
        ("FOLD", "fold", 0),
        ("c", "call", 0),
        ("call 20", "call", 0),
        ("check", "Wrong", 0),
        ("r 40", "raise", 4_000),
        ("r40", "raise", 4_000),
        ("raise 40.5", "Wrong", 0),
        ("bet 50", "raise", 5_000),
        ("3 60", "raise", 6_000),
        ("r max", "raise", 98_000),
        ("all in", "all_in", 0),
        ("all-in", "all_in", 0),
        ("allin", "all_in", 0),
        ("弃牌", "fold", 0),
        ("加注到40", "raise", 4_000),
    ],
)
def test_an_offer_is_chosen_by_letter_word_or_number(text: str, verb: str, amount: int) -> None:
    client = english("zh" if not text.isascii() else "en")
    wish = act(client, "holdem", HOLDEM, text, no_cards)
    if isinstance(wish, Wrong):
        assert verb == "Wrong"
        assert "0.50" not in client.say(wish.say) or "1" in client.say(wish.say)
    else:
        assert (wish.button.verb, wish.amount) == (verb, amount)


def test_what_is_not_offered_is_refused_with_what_would_be_right(client: Client) -> None:
    for text in ("r", "r 3", "r 5000", "c 70", "f now"):
        wrong = act(client, "holdem", HOLDEM, text, no_cards)
        assert isinstance(wrong, Wrong), text
        assert "…" not in client.say(wrong.say)
        assert client.say(wrong.say) != wrong.say.key
    assert isinstance(hit := act(client, "holdem", HOLDEM, "h", no_cards), Wrong)
    assert hit.known
    assert isinstance(look := act(client, "holdem", HOLDEM, "look", no_cards), Wrong)
    assert not look.known


def test_no_two_offers_have_the_same_key() -> None:
    free = (button("fold"), button("check"), button("call", 100, 100))
    assert [key for key, _ in keys(free, "holdem")] == ["f", "c", "l"]
    offered = (
        ("holdem", HOLDEM),
        ("blackjack", BLACKJACK),
        ("roulette", ROULETTE),
        ("holdem", free),
    )
    for game, buttons in offered:
        found = [key for key, _ in keys(buttons, game)]
        assert len(set(found)) == len(found)
        assert meant(english(), "holdem", free, "call")[0] == "call"
        for key, one in keys(buttons, game):
            rest = " 50 on 17" if one.on else " 50" if one.ranges else ""
            assert meant(english(), game, buttons, key + rest)[0] == one.verb


def test_a_bet_beside_its_repetition_keeps_its_letter() -> None:
    buttons = (*ROULETTE, button("rebet", 300, 300))
    assert [key for key, _ in keys(buttons, "roulette")] == ["g", "b", "r"]
    assert meant(english(), "roulette", buttons, "r")[0] == "rebet"
    assert meant(english(), "roulette", ROULETTE, "r 5 on 17") == ("bet", 500, "straight:17")


def test_letters_of_blackjack_are_those_of_the_game() -> None:
    for letter, verb in {"h": "hit", "s": "stand", "d": "double", "u": "surrender"}.items():
        assert meant(english(), "blackjack", BLACKJACK, letter)[0] == verb


@pytest.mark.parametrize(
    ("text", "verb", "amount"),
    [
        ("25", "bet", 2_500),
        ("1", "bet", 100),
        ("$25", "bet", 2_500),
        ("25 5 5", "bet", 3_500),
        ("b 25 5 5", "bet", 3_500),
        ("25+5", "bet", 3_000),
        ("bet 7", "bet", 700),
        ("下注25", "bet", 2_500),
        ("１０", "bet", 1_000),
        ("all", "bet", 5_000),
        ("0", "sit_out", 0),
        ("o", "sit_out", 0),
        ("1000", "Wrong", 0),
        ("-5", "Wrong", 0),
        ("5x", "Wrong", 0),
        ("99999999999999999999999", "Wrong", 0),
    ],
)
def test_a_number_alone_is_a_bet_where_bets_are_laid(text: str, verb: str, amount: int) -> None:
    bets = (button("sit_out"), button("bet", 100, 5_000, 100))
    found = act(english(), "blackjack", bets, text, no_cards)
    if isinstance(found, Wrong):
        assert verb == "Wrong", found
    else:
        assert (found.button.verb, found.amount) == (verb, amount)


def test_hit_or_stand_is_read_first_and_sitting_out_last() -> None:
    assert [key for key, _ in keys(BLACKJACK, "blackjack")] == ["h", "s", "d", "r"]
    bets = (button("sit_out"), button("bet", 100, 5_000, 100))
    assert [key for key, _ in keys(bets, "blackjack")] == ["b", "o"]
    assert meant(english(), "blackjack", BLACKJACK, "1")[0] == "hit"


def test_numbers_behind_an_act_are_never_put_together() -> None:
    for text in ("r 40 5", "r 4 0", "f 40", "3 40 5"):
        assert isinstance(act(english(), "holdem", HOLDEM, text, no_cards), Wrong), text
    thousands = (button("raise", 4_000, 9_800_000, 100),)
    assert meant(english(), "holdem", thousands, "r 1 000") == ("raise", 100_000, "")


@pytest.mark.parametrize(
    ("text", "amount", "on"),
    [
        ("bet 25 on 17", 2_500, "straight:17"),
        ("25 on 17", 2_500, "straight:17"),
        ("2 on red", 200, "red"),
        ("10 red", 1_000, "red"),
        ("red 10", 1_000, "red"),
        ("dozen 2 10", 1_000, "dozen:2"),
        ("5 second dozen", 500, "dozen:2"),
        ("b 25 17", 2_500, "straight:17"),
        ("b 5 on red", 500, "red"),
        ("b red", 100, "red"),
        ("b 3 on 16-17", 300, "split:16-17"),
        ("b 16-17-19-20", 100, "corner:16-17-19-20"),
        ("b 4 on dozen 2", 400, "dozen:2"),
        ("b 4 on 2nd dozen", 400, "dozen:2"),
        ("b 4 on the third column", 400, "column:3"),
        ("b 2 on street 16", 200, "street:16"),
        ("b 2 on six line 16", 200, "sixline:16-19"),
        ("b 2 on 0", 200, "straight:0"),
        ("b 2 on split 16 17", 200, "split:16-17"),
        ("b 2 on the corner 16 17 19 20", 200, "corner:16-17-19-20"),
        ("b 2 on trio 0-1-2", 200, "trio:0-1-2"),
        ("b 2 on number 17", 200, "straight:17"),
        ("b 5 押 红", 500, "red"),
        ("红 5", 500, "red"),
        ("b 5 押 第2打", 500, "dozen:2"),
        ("b 5 押 第2组", 500, "dozen:2"),
        ("b 5 押 分注 16-17", 500, "split:16-17"),
        ("b 5 押 街注 16", 500, "street:16"),
        ("b 5 押 角注 16-17-19-20", 500, "corner:16-17-19-20"),
        ("b 5 押 线注 16", 500, "sixline:16-19"),
        ("b 5 押 直注 17", 500, "straight:17"),
    ],
)
def test_a_bet_names_its_place_as_players_do(text: str, amount: int, on: str) -> None:
    assert meant(english(), "roulette", ROULETTE, text) == ("bet", amount, on)


def test_every_place_of_the_board_can_be_typed() -> None:
    for name, numbers in NUMBERS.items():
        kind, _, which = name.partition(":")
        typed = {"dozen": f"dozen {which}", "column": f"column {which}", "first_four": "first four"}
        plain = "-".join(str(one) for one in sorted(numbers))
        inside = kind in ("straight", "split", "trio", "corner")
        text = typed.get(kind) or (plain if inside else f"{kind} {which}" if which else kind)
        assert place(text, (name,)) == name, text


def test_no_place_is_made_of_nonsense() -> None:
    for text in ("the moon", "37", "00", "0-00", "16-18", "dozen 4", "street 17", "", "red black"):
        assert place(text, PLACES) == "", text


HAND: tuple[Card, ...] = parse("3s 3h 3d 4c 5c 6c 7c 8d Th Jh Qh Kh Ah 2d Xb Xc")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("3 3 3 4", "3s 3h 3d 4c"),
        ("3334", "3s 3h 3d 4c"),
        ("45678", "4c 5c 6c 7c 8d"),
        ("10 J Q K A", "Th Jh Qh Kh Ah"),
        ("10jqka", "Th Jh Qh Kh Ah"),
        ("TJQKA", "Th Jh Qh Kh Ah"),
        ("sj bj", "Xb Xc"),
        ("rocket", "Xb Xc"),
        ("大王", "Xc"),
        ("小王大王", "Xb Xc"),
        ("4♣", "4c"),
        ("2", "2d"),
    ],
)
def test_cards_of_dou_dizhu_are_named_by_rank(text: str, cards: str) -> None:
    assert by_rank(text, HAND, RANK_OF) == parse(cards)


def test_a_card_that_is_not_held_is_named() -> None:
    for text in ("9", "3333", "44", "zz", "3x3y1"):
        with pytest.raises(NotHeld):
            by_rank(text, HAND, RANK_OF)


def test_a_card_of_sabacc_is_named_by_its_place_or_its_name() -> None:
    hand = parse("-9s +7c 0")
    assert by_place("2", hand) == parse("+7c")
    assert by_place("-9■", hand) == parse("-9s")
    assert by_place("0", hand) == parse("0")
    with pytest.raises(NotHeld):
        by_place("4", hand)


def bids(low: int, stake: int) -> tuple[Button, ...]:
    amounts = range(low * stake, 3 * stake + 1, stake)
    presets = tuple(Preset("amount", amount) for amount in amounts)
    return button("pass"), button("bid", low * stake, 3 * stake, stake, presets=presets)


def test_a_bid_is_how_often_the_stake_or_its_sum() -> None:
    bid = bids(1, 1_000)
    assert meant(english(), "doudizhu", bid, "b 20") == ("bid", 2_000, "")
    assert meant(english(), "doudizhu", bid, "b 3") == ("bid", 3_000, "")
    assert meant(english(), "doudizhu", bid, "b all") == ("bid", 3_000, "")
    assert meant(english(), "doudizhu", bids(1, 200), "b 2") == ("bid", 400, ""), "two stakes of 2"
    last = (button("pass"), button("bid", 3_000, 3_000, 1_000))
    assert meant(english(), "doudizhu", last, "b 3") == ("bid", 0, "")
    assert meant(english(), "doudizhu", last, "b 30") == ("bid", 0, "")


@pytest.mark.parametrize("typed", ["b", "b 1", "b 4", "b 15", "b much"])
def test_a_bid_that_is_not_offered_is_told_which_are(typed: str) -> None:
    wrong = act(english(), "doudizhu", bids(2, 1_000), typed, no_cards)
    assert isinstance(wrong, Wrong)
    told = english().say(wrong.say)
    assert told == "How much do you bid? From 2 to 3, behind the letter."


def test_a_bid_that_nobody_offered_is_no_bid() -> None:
    bid = bids(1, 1_000)
    last = (button("pass"), button("bid", 3_000, 3_000, 1_000))
    wrong = act(english(), "doudizhu", last, "b 2", no_cards)
    assert isinstance(wrong, Wrong)
    told = english().say(wrong.say)
    assert told == "The bid is 3 and cannot be chosen; type the letter alone."
    assert isinstance(act(english(), "doudizhu", bid[:1], "b 3", no_cards), Wrong)


CLASSIC = {
    "open": ("open", "no_open"),
    "call": ("call", "no_call"),
    "rob": ("rob", "no_rob"),
    "double": ("double", "super_double", "no_double"),
}
"""What is offered before the first play of Dou Dizhu."""


@pytest.mark.parametrize(
    ("offers", "texts", "verb"),
    [
        ("open", ("o", "open", "明牌"), "open"),
        ("open", ("n", "no", "pass", "不明牌"), "no_open"),
        ("call", ("c", "call", "叫地主"), "call"),
        ("call", ("n", "no", "pass", "不叫"), "no_call"),
        ("rob", ("r", "rob", "抢地主"), "rob"),
        ("rob", ("n", "no", "不抢"), "no_rob"),
        ("double", ("d", "double", "dbl", "加倍"), "double"),
        ("double", ("s", "super", "超级加倍"), "super_double"),
        ("double", ("n", "no", "不加倍"), "no_double"),
    ],
)
def test_what_is_said_before_the_first_play_is_typed_by_letter_or_word(
    offers: str, texts: tuple[str, ...], verb: str
) -> None:
    client = english("zh")
    labels = {one: client.texts.verb("doudizhu", one) for one in CLASSIC[offers]}
    times = {"open": " ×5", "rob": " ×2", "double": " ×2", "super_double": " ×4"}
    buttons = tuple(
        Button(1, one, one, labels[one] + times.get(one, "")) for one in CLASSIC[offers]
    )
    for text in texts:
        assert meant(client, "doudizhu", buttons, text)[0] == verb, text


@pytest.mark.parametrize("text", ["17", "2", "red", "dozen 2", "16-17"])
def test_a_place_without_chips_asks_for_them_and_is_no_offer(text: str) -> None:
    wish = act(english(), "roulette", ROULETTE, text, no_cards)
    assert isinstance(wish, Wrong)
    assert wish.say.key == "terminal.how_much_on"
    assert english().say(wish.say).endswith(f"5 on {text}.")


@pytest.mark.parametrize(
    ("text", "on"), [("5 16-17", "split:16-17"), ("5 17", "straight:17"), ("5 red", "red")]
)
def test_chips_and_a_place_are_a_bet_without_the_word(text: str, on: str) -> None:
    assert meant(english(), "roulette", ROULETTE, text) == ("bet", 500, on)


def test_too_many_of_a_rank_are_not_said_to_be_none() -> None:
    hand = parse("3h 3d 4c")
    for typed, fewer in (("3 3 3", True), ("333", True), ("3 5", False)):
        with pytest.raises(NotHeld) as wrong:
            by_rank(typed, hand, RANK_OF)
        assert wrong.value.fewer is fewer


def test_cards_that_were_not_named_are_asked_for_as_the_game_takes_them() -> None:
    for most, says in ((1, "its place in your hand"), (20, "ranks like 3 3 4")):
        wish = act(english(), "doudizhu", (button("play", cards=(1, most)),), "play", no_cards)
        assert isinstance(wish, Wrong)
        assert says in english().say(wish.say)
        assert ("place" in english().say(wish.say)) is (most == 1)


def test_chips_that_do_not_lie_there_are_not_a_place_that_is_missing() -> None:
    buttons = (*ROULETTE, button("take", 500, 500, on=("straight:17",)))
    wrong = act(english(), "roulette", buttons, "t red", no_cards)
    assert isinstance(wrong, Wrong)
    assert english().say(wrong.say) == "No chips of yours lie on “red”."
    assert meant(english(), "roulette", buttons, "t 17") == ("take", 500, "straight:17")
