"""Blackjack under a thumb: chips in the circle, the last bet again, what hands count and bring."""

from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest
from kivy.core.window import Window

from client_core.client import BlackjackFacts
from client_core.felts.blackjack import words_of
from client_core.felts.blackjack_bets import tray_of
from game_server.rules.catalogue import GAMES
from mobile_client.ui.felts.blackjack import BlackjackFelt
from mobile_client.ui.felts.blackjack_cloth import BlackjackCloth
from mobile_client.ui.keys import Keys
from mobile_client.ui.look import look, px
from protocol import messages
from protocol.cards import Card
from protocol.events import Acted, Dealt, Event, Moved, RoundBegan, RoundEnded, Shown, told
from protocol.games.blackjack import Compared, DealerStood, Lost, Marked, Peeked, Shuffled
from protocol.words import HOUSE, POT, Act, Ask, Option, Seat, Secret
from tests.client.ui import table_sights
from tests.client.ui.moments import GUARD_S, offers
from tests.client.ui.scenes import Scene, find
from tests.client.ui.sights import SIZES, table_of
from tests.client.ui.stage import Stage
from tests.client.ui.tables_blackjack import at_seven, two_hands
from tests.playing import PlayedRound

ME: Final = Seat(0)
SHOWN: Final = {
    name: getattr(GAMES["blackjack"].presets["standard"], name)
    for name in GAMES["blackjack"].presets["standard"].__dataclass_fields__
}
ACE, SIX, FIVE, NINE, TEN, DEUCE = (Card(4 * rank) for rank in (12, 4, 3, 7, 8, 0))


class Told(Scene):
    """A table to which whatever is wanted is told."""

    def say(self, *events: Event, number: int = 1) -> None:
        seen = self.client._state.tables.by_name["t"]
        after = seen.seq if seen.number == number else 0
        self.device.tell(*(told(one, ME) for one in events), number=number, after=after)
        self.screen._refresh()

    def begin(self, number: int = 1, **inherited: int) -> None:
        stacks = {ME: 20_000}
        began = RoundBegan("blackjack", "standard", number, {ME: "Juno"}, stacks, SHOWN, inherited)
        self.say(began, number=number)

    def asks(self, *options: Option, window: str = "bets") -> None:
        self.turn += 1
        ask = Ask(ME, options, Act(options[-1].verb), pace="bets", window=window, must=False)
        self.device.house(messages.Asked("t", self.turn, ask, 12_000, 20_000))
        self.device.passes(GUARD_S)
        self.screen._refresh()

    def acts(self) -> list[tuple[str, int]]:
        return [(one.act().verb, one.act().amount) for one in self.device.all(messages.Answer)]

    @property
    def felt(self) -> BlackjackFelt:
        found = self.screen.felt
        assert isinstance(found, BlackjackFelt)
        return found

    def on(self, stage: Stage, size: tuple[int, int] = (390, 860)) -> "Told":
        whole = self.stage()
        whole.size_hint = (None, None)
        whole.size = [px(side) for side in size]
        stage.show(whole)
        stage.frames(2)
        return self


@cache
def nothing() -> PlayedRound:
    game = GAMES["blackjack"]
    return PlayedRound(game, game.presets["standard"], {ME: 20_000}, None)


@pytest.fixture
def table(stage: Stage) -> Iterator[Told]:
    """My bet is asked for, and nobody else plays."""
    one = Told("blackjack", "standard", nothing(), ME).on(stage)
    one.begin()
    one.asks(*first())
    stage.frames(2)
    yield one
    one.screen.gone()
    one.shown.close()


def first(high: int = 20_000) -> tuple[Option, ...]:
    return Option("bet", 500, high, 100), Option("sit_out")


def more(down: int) -> tuple[Option, ...]:
    return (Option("bet", 100, 20_000 - down, 100), Option("take", down, down), Option("deal"))


def laid(one: Told, amount: int, down: int) -> None:
    """The house has taken a bet, and asks on."""
    one.say(Acted(ME, "bet", amount), Moved(ME, POT, amount, "bet"))
    one.asks(*more(down))


def press(stage: Stage, one: Told, key: str) -> None:
    bar = one.screen.bar
    found = next(button for button, choice in zip(bar.buttons, bar.choices, strict=True)
                 if choice.key == key)  # fmt: skip
    stage.tap(found)


def keys(one: Told) -> list[str]:
    return [choice.key for choice in one.screen.bar.choices]


@pytest.mark.req("B-P2.8")
def test_chips_of_the_tray_are_laid_one_by_one_and_deal_ends_it(table: Told, stage: Stage) -> None:
    felt = table.felt
    assert [one.text for one in felt.tray] == ["1", "5", "25", "100"]
    assert [one.opacity < 1 for one in felt.tray] == [True, False, False, False], "5 is the least"
    stage.tap(felt.tray[2])
    assert table.acts() == [("bet", 2_500)]
    laid(table, 2_500, 2_500)
    stage.tap(felt.tray[0])
    assert table.acts()[-1] == ("bet", 100)
    laid(table, 100, 2_600)
    press(stage, table, "act.deal")
    assert table.acts()[-1] == ("deal", 0)


@pytest.mark.req("B-P2.8")
def test_all_of_it_goes_by_the_keyboard_too(table: Told, stage: Stage) -> None:
    keyboard = Keys(table.shown)

    def press(key: str) -> None:
        code = 13 if key == "enter" else ord(key)
        Window.dispatch("on_key_down", code, 0, key if len(key) == 1 else None, [])
        stage.frames(3)

    listed = tuple(table.screen.keys())
    assert ("Lay a chip", "1–4") in listed
    press("3")
    assert table.acts()[-1] == ("bet", 2_500)
    laid(table, 2_500, 2_500)
    press("t")
    assert table.acts()[-1] == ("bet", 2_500), "twice"
    laid(table, 2_500, 5_000)
    press("x")
    assert table.acts()[-1] == ("take", 5_000)
    table.asks(*more(5_000))
    press("enter")
    assert table.acts()[-1] == ("deal", 0)
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, SIX), 0), Dealt(HOUSE, (ACE,)))
    plays = {"h": "hit", "s": "stand", "d": "double", "p": "split", "u": "surrender"}
    for key, verb in plays.items():
        priced = {"double", "split"}
        table.asks(*(Option(one, 5_000, 5_000) if one in priced else Option(one)
                     for one in plays.values()), window="")  # fmt: skip
        stage.frames(3)
        press(key)
        assert table.acts()[-1][0] == verb
    keyboard.close()


def test_chips_that_are_tapped_faster_than_the_house_answers_are_all_laid(
    table: Told, stage: Stage
) -> None:
    chips = table.felt.tray
    stage.tap(chips[1])
    stage.tap(chips[1])
    stage.tap(chips[2])
    assert table.acts() == [("bet", 500)], "the house has not answered yet"
    laid(table, 500, 500)
    assert table.acts() == [("bet", 500), ("bet", 3_000)]


def test_a_bet_is_doubled_cleared_and_made_again_in_the_next_round(
    table: Told, stage: Stage
) -> None:
    stage.tap(table.felt.tray[2])
    laid(table, 2_500, 2_500)
    press(stage, table, "felt.twice")
    assert table.acts()[-1] == ("bet", 2_500)
    laid(table, 2_500, 5_000)
    press(stage, table, "felt.clear")
    assert table.acts()[-1] == ("take", 5_000)
    table.say(Acted(ME, "take", 5_000), Moved(POT, ME, 5_000, "take_back"))
    table.asks(*first())
    stage.tap(table.felt.tray[3])
    laid(table, 10_000, 10_000)
    table.say(Acted(ME, "deal", 0), Moved(POT, HOUSE, 10_000, "lose"), RoundEnded())
    table.begin(2)
    table.asks(*first())
    stage.frames(2)
    assert keys(table) == ["act.sit_out", "felt.rebet"]
    press(stage, table, "felt.rebet")
    assert table.acts()[-1] == ("bet", 10_000)


def test_the_last_bet_is_made_as_far_as_the_chips_go(table: Told, stage: Stage) -> None:
    stage.tap(table.felt.tray[3])
    laid(table, 10_000, 10_000)
    table.say(Moved(POT, HOUSE, 10_000, "lose"), RoundEnded())
    table.begin(2)
    table.asks(*first(7_300))
    stage.frames(2)
    press(stage, table, "felt.rebet")
    assert table.acts()[-1] == ("bet", 7_300)


def test_a_table_of_large_bets_has_large_chips() -> None:
    assert [one.value for one in tray_of(500, 100)] == [100, 500, 2_500, 10_000]
    assert [one.value for one in tray_of(5_000, 500)] == [2_500, 10_000, 50_000, 250_000]
    assert [one.value for one in tray_of(700, 700)] == [700, 3_500, 7_000, 35_000]


def test_a_hand_with_an_ace_counts_both_ways_until_it_cannot(stage: Stage) -> None:
    scene = find("blackjack", "standard", soft_hand, "en", seats=1)
    table_sights.laid(scene)
    felt = scene.screen.felt
    assert isinstance(felt, BlackjackFelt)
    assert felt.view is not None
    (hand,) = felt.mine(felt.view)
    assert hand.soft
    assert hand.points is not None
    both = f"{hand.points - 10}/{hand.points}"
    assert felt.tags[0].text == both
    assert f"{both} against" in scene.screen.bar.status.text
    # Once the dealer has turned the other card over, it counts what it counts.
    scene.to(len(scene.one.script))
    scene.screen._refresh()
    assert "/" not in felt.tags[0].text
    scene.screen.gone()
    scene.shown.close()


def soft_hand(one: PlayedRound, line: int, seat: Seat) -> bool:
    if not offers("hit", "stand")(one, line, seat):
        return False
    (*_, hand) = [held for held in one.steps[line].state.hands if held.seat == seat]
    aces = [card for card in hand.cards if card // 4 == 12]
    return len(hand.cards) == 2 and len(aces) == 1 and one.script[line][1].verb == "stand"


def test_hands_that_were_split_have_their_bets_and_lie_side_by_side(stage: Stage) -> None:
    shown = at_seven(two_hands)("en")
    felt = shown.screen.felt
    assert isinstance(felt, BlackjackFelt)
    assert len(felt.tags) == 2
    assert all(tag.bet and tag.text for tag in felt.tags)
    assert felt.rows[0].right <= felt.rows[1].x, "they lie side by side"
    shown.screen.gone()
    shown.close()


def test_the_dealers_moves_are_seen_one_by_one_and_counted_when_they_lie_there(
    table: Told, stage: Stage
) -> None:
    laid(table, 2_500, 2_500)
    hole = told(Dealt(HOUSE, Secret(HOUSE, (DEUCE,))), ME)
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, SIX), 0), Dealt(HOUSE, (NINE,)), hole)
    felt = table.felt
    look.motion = "normal"
    dealer = felt.dealer_hand
    seen: list[tuple[int, str, bool]] = []

    def note(_: float) -> None:
        lying = sum(view.opacity > 0 for view in dealer.views)
        turned = len(dealer.views) > 1 and dealer.views[1].turn
        step = lying, felt.house_tag.text, 0 < turned < 1
        if not seen or seen[-1] != step:
            seen.append(step)

    note(0)
    with stage.standing_time():
        drawn = Dealt(HOUSE, (FIVE,)), Dealt(HOUSE, (TEN,))
        # What begins to fly counts from the last frame, what turns from the next one.
        stage.frames()
        table.say(Shown(HOUSE, (DEUCE,)), *drawn, DealerStood(26))
        stage.pass_by(4.0, note)
    look.motion = "off"
    assert any(turning for _, __, turning in seen), "the hole card is turned over"
    counts = list(dict.fromkeys((lying, said) for lying, said, _ in seen))
    assert all(said == "Dealer" for _, said, turning in seen if turning), "it is not seen yet"
    assert counts == [
        (2, "Dealer"), (2, "Dealer · 11"), (3, "Dealer · 16"), (4, "Dealer · 26 · Bust")
    ]  # fmt: skip


def test_on_a_low_felt_my_count_stays_at_my_seat_while_the_dealer_draws(
    table: Told, stage: Stage
) -> None:
    table.on(stage, (740, 360))
    laid(table, 2_500, 2_500)
    look.motion = "normal"
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, SIX), 0), Dealt(HOUSE, (NINE,)))
    felt = table.felt
    felt.flights.land()
    table.say(Acted(ME, "stand", 0), Dealt(HOUSE, (FIVE,)))
    assert felt.view is not None
    felt.show(felt.view, felt.acts)
    busy, texts, seat = felt.flights.busy, [tag.text for tag in felt.tags], felt.plates[0].look
    look.motion = "off"
    assert felt.low
    assert busy, "the card of the dealer is in the air"
    assert texts == [""]
    assert [hand.points for hand in seat.mine] == [16]


def test_my_cards_fly_to_where_they_lie(table: Told, stage: Stage) -> None:
    laid(table, 2_500, 2_500)
    look.motion = "normal"
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN,), 0), Dealt(HOUSE, (NINE,)))
    felt = table.felt
    felt.flights.land()
    table.say(Dealt(ME, (SIX,), 0))
    (flight,) = (one for one in felt.flights.flying if one.key == ("card", ME, 0, 1))
    look.motion = "off"
    assert flight.dst == pytest.approx(felt.rows[0].spot(1))


@pytest.mark.parametrize(
    ("hand", "gold"),
    [
        ((TEN, Card(4 * 11)), ["act.stand"]),
        ((ACE, Card(4 * 6)), ["act.stand"]),
        ((TEN, Card(4 * 5)), ["act.stand"]),
        ((TEN, SIX), []),
        ((TEN, DEUCE), []),
        ((ACE, Card(4 * 5)), []),
        ((SIX, FIVE), ["act.hit"]),
        ((ACE, FIVE), ["act.hit"]),
    ],
    ids=["20", "soft 19", "17", "16", "12", "soft 18", "11", "soft 16"],
)
def test_gold_is_what_nobody_would_do_otherwise(
    table: Told, stage: Stage, hand: tuple[Card, Card], gold: list[str]
) -> None:
    laid(table, 2_500, 2_500)
    table.say(Acted(ME, "deal", 0), Dealt(ME, hand, 0), Dealt(HOUSE, (NINE,)))
    table.asks(Option("hit"), Option("stand"), window="")
    bar = table.screen.bar
    assert [choice.key for choice in bar.choices if choice.kind == "primary"] == gold
    named = dict(table.screen.keys())
    assert ("The gold button" in named) == bool(gold), "Enter presses nothing else"


def test_results_are_net_amounts(table: Told, stage: Stage) -> None:
    laid(table, 2_500, 2_500)
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, NINE), 0), Dealt(HOUSE, (TEN, FIVE, SIX)))
    table.say(Compared(ME, 0, 19, 21), Moved(POT, HOUSE, 2_500, "lose"), RoundEnded())
    assert table.felt.tags[0].text == "19 · Lost −25"
    assert "You lose 25" in table.screen.bar.status.text
    table.client.set(language="zh")
    stage.frames(2)
    assert table.felt.tags[0].text == "19 点，输 25", "the word says that it is less"
    table.client.set(language="en")
    table.begin(2)
    table.say(Acted(ME, "bet", 2_500), Moved(ME, POT, 2_500, "bet"), number=2)
    table.say(Dealt(ME, (TEN, NINE), 0), Dealt(HOUSE, (TEN, NINE)), number=2)
    table.say(Compared(ME, 0, 19, 19), Moved(POT, ME, 2_500, "push"), RoundEnded(), number=2)
    assert table.felt.tags[0].text == "19 · Push", "nothing is won and nothing lost"
    assert "your bet comes back" in table.screen.bar.status.text


def test_insurance_and_surrender_say_what_they_cost(table: Told, stage: Stage) -> None:
    laid(table, 2_500, 2_500)
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, SIX), 0), Dealt(HOUSE, (ACE,)))
    table.asks(Option("insure", 1_250, 1_250), Option("decline"), window="insurance")
    bar = table.screen.bar
    assert "insurance pays 2 to 1" in bar.status.text
    assert {choice.text: choice.note for choice in bar.choices} == {
        "Decline": "", "Insure": "12.50"}  # fmt: skip
    table.asks(Option("hit"), Option("stand"), Option("surrender"), window="")
    (surrender,) = (one for one in bar.choices if one.key == "act.surrender")
    assert surrender.note == "get 12.50"
    assert surrender.kind == "quiet", "to give up is not the loudest"


def test_an_insurance_lies_on_its_own_line_until_it_is_settled(table: Told, stage: Stage) -> None:
    laid(table, 2_500, 2_500)
    table.say(Acted(ME, "deal", 0), Dealt(ME, (TEN, SIX), 0), Dealt(HOUSE, (ACE,)))
    felt = table.felt
    assert felt.insurance.text == ""
    table.say(Acted(ME, "insure", 1_250), Moved(ME, POT, 1_250, "insurance"))
    assert (felt.insurance.text, felt.insurance.ground) == ("Insurance 12.50", "gold")
    assert felt.bets[0].text == "25", "the bet is what it was"
    table.say(Peeked(False), Lost(ME, "insurance", 1_250))
    table.say(Moved(POT, HOUSE, 1_250, "insurance_lost"))
    assert (felt.insurance.text, felt.insurance.ground) == ("Insurance −12.50", "bad")
    table.begin(2)
    assert felt.insurance.text == ""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("sight", "ground", "sign"),
    [("blackjack-insurance-lost", "bad", "−"), ("blackjack-insurance-won", "good", "+")],
)
def test_what_an_insurance_brought_is_seen_to_the_end(
    sight: str, ground: str, sign: str, size: str
) -> None:
    with table_of(sight, size) as screen:
        felt = screen.felt
        assert isinstance(felt, BlackjackFelt)
        assert felt.insurance.text.startswith(f"Insurance {sign}")
        assert felt.insurance.ground == ground
        assert felt.x < felt.insurance.x < felt.insurance.right < felt.right


@pytest.mark.usefixtures("blank")
def test_who_has_won_as_much_by_insurance_as_was_lost_is_told_so_and_nothing_of_others() -> None:
    with table_of("blackjack-insurance-won") as screen:
        assert screen.view is not None
        assert next(seat for seat in screen.view.seats if seat.me).results == 0
        line = screen.bar.status.text
        assert line == "You neither win nor lose · The next round begins soon"
        assert not any(plate.look.won for plate in screen.felt.plates)


def test_the_cloth_says_what_this_table_pays(table: Told, stage: Stage) -> None:
    cloth = table.felt.cloth
    assert isinstance(cloth, BlackjackCloth)
    assert list(cloth.words) == [
        "BLACKJACK PAYS 3 TO 2", "Dealer stands on all 17s", "Insurance pays 2 to 1"]  # fmt: skip
    assert len(cloth.circles) == table.felt.count


def test_the_cloth_is_printed_before_the_first_round(stage: Stage) -> None:
    one = Told("blackjack", "twenty_one", nothing(), ME).on(stage)
    asked = one.device.last(messages.RulesOf)
    options = {**SHOWN, "dealer": "hit_all_17", "insurance": False}
    one.device.house(messages.TheRules(asked.id, "blackjack", "twenty_one", options))
    one.screen._refresh()
    cloth = one.felt.cloth
    assert isinstance(cloth, BlackjackCloth)
    assert list(cloth.words) == ["BLACKJACK PAYS 3 TO 2", "Dealer hits every 17"]
    one.screen.gone()
    one.shown.close()


@pytest.mark.parametrize(
    ("pays", "words"),
    [(120, "BLACKJACK PAYS 6 TO 5"), (100, "BLACKJACK PAYS 1 TO 1"), (0, "EVERY WIN PAYS 1 TO 1")],
)
def test_odds_are_printed_as_they_are(table: Told, pays: int, words: str) -> None:
    assert words_of(table.client, BlackjackFacts(pays=pays))[0] == words


def test_the_shoe_is_known_from_round_to_round(table: Told) -> None:
    facts = table.client.tables.view("t").facts
    assert (facts.shoe, facts.holds) == (None, 312), "a house that does not tell it"
    table.say(RoundEnded())
    table.begin(2, shoe=200, marker=70)
    table.say(Dealt(ME, (TEN, NINE), 0), Dealt(HOUSE, (TEN,)), number=2)
    facts = table.client.tables.view("t").facts
    assert (facts.shoe, facts.marker) == (197, 70)
    table.say(Shuffled(309), Marked(80), Dealt(ME, (TEN,), 0), number=2)
    facts = table.client.tables.view("t").facts
    assert (facts.shoe, facts.marker) == (308, 80)
    deck = table.felt.deck
    assert deck.kind == "shoe"
    assert (deck.left, deck.marker) == (308 / 312, 80 / 312), "and is seen on the felt"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", SIZES)
def test_the_tray_lies_beside_my_seat_and_under_nobody(size: str) -> None:
    with table_of("blackjack-bet", size) as screen:
        felt = screen.felt
        assert isinstance(felt, BlackjackFelt)
        assert len(felt.tray) == 4
        for chip in felt.tray:
            assert chip.x >= felt.plates[0].right
            assert chip.right <= felt.right
            for plate in felt.plates[1:]:
                apart = chip.right <= plate.x or plate.right <= chip.x or chip.top <= plate.y
                assert apart
