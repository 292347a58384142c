"""My acts: buttons, presets, steps, taps that were not meant, acts whose line is gone."""

from dataclasses import replace
from random import Random

import pytest

from client_core import acts, folds, history, tables
from client_core.acts import GUARD_S, Button, Preset
from client_core.bar import TURNED_S
from client_core.client import Tap
from client_core.felts import choices
from client_core.tables import Table
from client_core.text import Words
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.cards import Card
from protocol.events import Acted, Dealt, Event, Moved
from protocol.words import CHANCE, POT, Act, Ask, Option
from tests.client.device import ROOM, Device, people
from tests.client.rounds import EVERY, played, seen_by
from tests.client.test_table import (
    ALL_IN,
    ANN,
    BEGAN,
    BLINDS,
    CALL,
    CHECK,
    FOLD,
    ME,
    RAISE,
    at_table,
)


def asked(*options: Option, turn: int = 3) -> Device:
    one = at_table(BEGAN, *BLINDS)
    one.asked(turn, *options)
    one.passes(TURNED_S)
    return one


def button(one: Device, verb: str) -> Button:
    return next(one for one in one.client.turn.acts("t").buttons if one.verb == verb)


def raised(one: Device, amount: int, after: int = 7) -> None:
    one.tell(Acted(ANN, "raise", amount), Moved(ANN, POT, amount, "raise"), after=after)


@pytest.mark.req("E-UC-011")
def test_offers_become_buttons_from_giving_up_to_all_in() -> None:
    one = asked(FOLD, RAISE, ALL_IN, CALL)
    labels = [one.label for one in one.client.turn.acts("t").buttons]
    assert labels == ["Fold", "Call 2", "Raise to", "All-in 198"]
    assert [one.verb for one in one.client.turn.acts("t").buttons if one.primary] == ["call"]
    one.client.set(language="zh")
    assert [one.label for one in one.client.turn.acts("t").buttons] == [
        "弃牌",
        "跟注 2",
        "加注到",
        "全下 198",
    ]


@pytest.mark.parametrize(
    ("held", "gold"), [((55, 73), ["stand"]), ((55, 70), ["stand"]), ((55, 54), [])]
)
def test_standing_is_gold_at_sabacc_only_close_to_0(held: tuple[int, int], gold: list[str]) -> None:
    options = (Option("draw"), Option("stand"), Option("junk"))
    ask = Ask(ME, options, Act("stand"))
    # +2 with -1, with -4, and with +1.
    first = folds.fold(None, replace(BEGAN, game="sabacc", preset="house"))
    now = folds.fold(first, Dealt(ME, tuple(Card(one) for one in held)))
    assert now is not None
    shown = acts.buttons(tables.Question(3, ask, 0.0, 0.0, 0.0, 0.0), now, Words("en"), True)
    assert [one.verb for one in shown if one.primary] == gold


def test_a_raise_has_the_least_half_the_pot_and_the_pot() -> None:
    one = asked(FOLD, CALL, RAISE, ALL_IN)
    # 300 lie there and I owe nothing: a raise by the pot makes 200 + 300.
    presets = {preset.name: preset.amount for preset in button(one, "raise").presets}
    assert presets == {"min": 400, "pot": 500}
    one.tell(Acted(ANN, "raise", 1_000), Moved(ANN, POT, 1_000, "raise"), after=7)
    one.asked(4, FOLD, Option("call", 800, 800), Option("raise", 1_800, 19_900, 100), ALL_IN)
    presets = {preset.name: preset.amount for preset in button(one, "raise").presets}
    # 1300 and the call of 800: the pot is 2100.
    assert presets == {"min": 1_800, "half_pot": 2_000, "pot": 3_100}


def test_where_the_pot_is_empty_the_values_of_chips_are_named() -> None:
    one = at_table(BEGAN)
    one.asked(3, CHECK, Option("bet", 200, 19_900, 100), ALL_IN)
    one.passes(TURNED_S)
    presets = [(preset.name, preset.amount) for preset in button(one, "bet").presets]
    assert presets == [("min", 200), ("amount", 500), ("amount", 2_500), ("amount", 10_000)]


def test_everything_is_named_once_as_a_button_or_as_an_amount() -> None:
    with_a_button = asked(FOLD, CALL, RAISE, ALL_IN)
    assert "all_in" not in {one.name for one in button(with_a_button, "raise").presets}
    without = asked(FOLD, CALL, RAISE)
    assert button(without, "raise").presets[-1] == Preset("all_in", 20_000)


def test_what_is_wanted_most_before_the_cards_is_a_bet() -> None:
    one = asked(Option("sit_out"), Option("bet", 500, 20_000, 100))
    assert [one.verb for one in one.client.turn.acts("t").buttons if one.primary] == ["bet"]


def test_steps_keep_to_the_grid_and_typed_amounts_are_checked() -> None:
    one = asked(FOLD, CALL, Option("raise", 400, 19_770, 100), ALL_IN)
    raising = button(one, "raise")
    assert one.client.turn.steps(raising, 400, 1) == 500
    assert one.client.turn.steps(raising, 450, 1) == 500
    assert one.client.turn.steps(raising, 400, -1) == 400
    assert one.client.turn.steps(raising, 19_700, 5) == 19_700
    assert one.client.turn.typed(raising, "12") == (1_200, None)
    for text, words in (
        ("3", "3 is too little; at least 4."),
        ("1000", "1,000 is too much; at most 197.70."),
        ("4.50", "The amount goes from 4 to 197.70 in steps of 1."),
        ("much", "Enter a number of chips."),
    ):
        wrong = one.client.turn.typed(raising, text)[1]
        assert wrong is not None
        assert one.client.say(wrong) == words


def test_raising_everything_is_an_all_in_and_is_asked_about_once() -> None:
    one = asked(FOLD, CALL, RAISE, ALL_IN)
    raising = button(one, "raise")
    tap = one.client.turn.tap("t", raising, 20_000)
    assert tap.state == "confirm"
    assert tap.say is not None
    assert one.client.say(tap.say) == "All your chips (198) go into the pot."
    assert not one.all(messages.Answer)
    assert one.client.turn.tap("t", raising, 20_000, sure=True).state == "sent"
    answer = one.last(messages.Answer)
    assert (answer.turn, answer.verb, answer.amount) == (3, "all_in", 19_800)


def test_whether_an_all_in_is_asked_about_is_a_setting() -> None:
    one = asked(FOLD, CALL, RAISE, ALL_IN)
    assert button(one, "all_in").confirm
    one.client.set(confirm_all_in=False)
    assert not button(one, "all_in").confirm
    assert one.client.turn.tap("t", button(one, "all_in")).state == "sent"


def test_what_is_not_offered_is_not_sent() -> None:
    one = asked(FOLD, CALL, RAISE, ALL_IN)
    tap = one.client.turn.tap("t", button(one, "raise"), 450)
    assert tap.state == "wrong"
    assert tap.say is not None
    assert tap.say.key == "refusal.amount_step"
    assert not one.all(messages.Answer)


def test_a_second_tap_while_the_first_is_under_way_does_nothing() -> None:
    one = asked(FOLD, CALL)
    assert one.client.turn.tap("t", button(one, "call")).state == "sent"
    assert one.client.turn.tap("t", button(one, "call")).state == "guarded"
    assert len(one.all(messages.Answer)) == 1


def test_a_refused_act_gives_the_buttons_back() -> None:
    one = asked(FOLD, CALL)
    one.client.turn.tap("t", button(one, "call"))
    one.house(messages.Refused(one.last(messages.Answer).id, "paused", "Paused."))
    assert not one.client.turn.acts("t").sent
    assert one.client.turn.tap("t", button(one, "call")).state == "sent"
    assert "paused" in one.client.say(one.client.notices.toasts[-1].say)


# -- taps that were not meant ----------------------------------------------------------------------


def test_a_tap_right_after_the_buttons_changed_was_meant_for_those_before() -> None:
    one = at_table(BEGAN, *BLINDS)
    assert one.client.turn.acts("t").pre, "this is what lies under the thumb"
    one.asked(3, FOLD, CALL)
    assert one.client.turn.acts("t").lock_until == one.time + TURNED_S
    one.passes(TURNED_S - 0.1)
    assert one.client.turn.tap("t", button(one, "fold")).state == "guarded"
    one.passes(0.2)
    assert one.client.turn.tap("t", button(one, "fold")).state == "sent"


def test_a_button_of_an_earlier_turn_does_nothing() -> None:
    one = asked(FOLD, CALL)
    old = button(one, "call")
    one.asked(4, FOLD, Option("call", 900, 900))
    one.passes(GUARD_S)
    assert one.client.turn.tap("t", old) == Tap("guarded", one.client.turn.tap("t", old).say)
    assert not one.all(messages.Answer)


def test_buttons_that_come_where_nothing_was_are_free_at_once() -> None:
    one = at_table(BEGAN)
    one.asked(3, FOLD, CHECK)
    assert one.client.turn.tap("t", button(one, "check")).state == "sent"


def test_within_one_window_chips_are_laid_as_fast_as_the_thumb_goes() -> None:
    one = at_table(BEGAN)
    bet = Option("bet", 100, 10_000, 100, on=("red", "black"))
    one.asked(3, bet, Option("spin"), window="bets")
    for turn in (4, 5, 6):
        assert one.client.turn.tap("t", button(one, "bet"), 100, on="red").state == "sent"
        one.asked(turn, bet, Option("take", 100, 100, on=("red",)), Option("spin"), window="bets")
    assert [answer.turn for answer in one.all(messages.Answer)] == [3, 4, 5]


def test_the_amount_of_a_call_that_grows_under_the_thumb_is_guarded() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.passes(5)
    one.tell(Moved(ANN, POT, 1_000, "raise"), after=7)
    one.client.turn.pre_act("t", "call")
    assert not any(pre.chosen for pre in one.client.turn.acts("t").pre)
    one.passes(GUARD_S)
    one.client.turn.pre_act("t", "call")
    assert [(pre.kind, pre.amount) for pre in one.client.turn.acts("t").pre if pre.chosen] == [
        ("call", 800)
    ]


# -- every game ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_every_question_of_every_game_has_buttons_whose_every_preset_is_offered(
    game: str, preset: str
) -> None:
    words = Words("en")
    for seed in range(3):
        one = played(game, preset, seed)
        random = Random(seed)
        for step, asks in enumerate(one.asked):
            for ask in asks:
                if ask.who == CHANCE:
                    continue
                heard: tuple[Event, ...] = seen_by(one, ask.who)
                count = 1 + sum(len(said.events) for said in one.steps[: step + 1])
                table = tables.heard(
                    Table("t"), messages.Told("t", 1, 0, count, heard[:count]), 0.0
                )
                table = tables.heard(table, messages.Asked("t", 1, ask, 1, 1), 0.0)
                assert table.asked is not None
                assert table.round is not None
                made = acts.buttons(table.asked, table.round, words, True)
                assert len(made) == len(ask.options)
                for button in made:
                    _presses(table, button, random)
    assert GAMES[game]


def _presses(table: Table, button: Button, random: Random) -> None:
    """Each preset, and any number of steps from anywhere, is something that is offered."""
    assert table.asked is not None
    ask = table.asked.ask
    on = random.choice(button.on) if button.on else ""
    amounts = [preset.amount for preset in button.presets] or [0]
    if button.ranges:
        start = random.randint(button.low, button.high)
        amounts.append(acts.steps(button, start, random.randint(-3, 3)))
    for amount in amounts:
        act = acts.act_of(table, button, amount, (), on)
        refused = ask.refusal(act)
        assert refused is None or refused.code == "cards_count", (button, act, refused)


def test_an_act_without_an_answer_is_sent_again_even_by_the_next_life_of_the_app() -> None:
    one = asked(FOLD, CALL)
    one.client.turn.tap("t", button(one, "call"))
    number = one.last(messages.Answer).id
    one.lose()
    one.resumed("t")
    assert [answer.id for answer in one.all(messages.Answer)] == [number, number]
    other = one.restart()
    other.client.connection.start()
    other.resumed("t")
    again = other.last(messages.Answer)
    assert (again.id, again.turn, again.verb) == (number, 3, "call")


def back_again(one: Device, *asks: Option, turn: int = 3) -> None:
    """The line is back, the round is told again as far as it was, and this is asked."""
    one.passes(3)
    one.resumed("t")
    one.seats(people())
    one.tell(BEGAN, *BLINDS[:1])
    one.tell(*BLINDS[1:], after=2)
    if asks:
        one.asked(turn, *asks)


def test_what_was_asked_stands_until_the_line_is_back() -> None:
    one = asked(FOLD, CALL, RAISE)
    before = one.client.turn.acts("t").buttons
    one.lose()
    held = one.client.turn.acts("t")
    assert (held.held, held.buttons, held.pre) == (True, before, ())
    assert one.client.turn.tap("t", button(one, "call")).state == "guarded"
    assert not one.all(messages.Answer)
    back_again(one, FOLD, CALL, RAISE)
    now = one.client.turn.acts("t")
    assert (now.held, now.buttons) == (False, before)
    assert one.client.turn.tap("t", button(one, "call")).state == "sent", "nothing has changed"


def test_what_takes_the_place_of_a_lost_question_takes_no_tap_at_first() -> None:
    one = asked(FOLD, CALL, RAISE)
    one.lose()
    back_again(one)
    assert one.client.turn.acts("t").held, "what is told again is not over"
    one.tell(Acted(ME, "fold"), after=len(BLINDS) + 1)
    one.house(
        messages.Waiting("t", 4, (ANN,), 9_000, 15_000), messages.Ok(one.last(messages.Resync).id)
    )
    assert not one.client.turn.acts("t").buttons
    other = asked(FOLD, CALL)
    other.lose()
    back_again(other, FOLD, CHECK, turn=5)
    assert not other.client.turn.acts("t").held
    assert other.client.turn.tap("t", button(other, "check")).state == "guarded"
    other.house(messages.Ok(other.last(messages.Resync).id))
    assert other.client.turn.tap("t", button(other, "check")).state == "guarded"
    other.passes(TURNED_S)
    assert other.client.turn.tap("t", button(other, "check")).state == "sent"


def test_a_call_to_a_table_is_no_more_when_the_line_is_gone() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.client.show("")
    one.asked(3, FOLD, CALL)
    assert [toast.kind for toast in one.client.notices.toasts] == ["turn"]
    one.lose()
    assert not one.client.notices.toasts


def test_where_chips_are_money_every_amount_has_its_sign() -> None:
    one = Device()
    one.come_in()
    one.sit_down(people(), replace(ROOM, purse="cash"))
    one.tell(BEGAN, *BLINDS)
    one.asked(3, FOLD, CALL, RAISE)
    assert [each.label for each in one.client.turn.acts("t").buttons] == [
        "Fold",
        "Call $2",
        "Raise to",
    ]
    one.passes(TURNED_S)
    said_ = one.client.turn.tap("t", button(one, "raise"), 450).say
    assert said_ is not None
    assert "from $4 to $198" in one.client.say(said_)
    one.tell(Acted(ME, "call", 200), Moved(ME, POT, 200, "call"), after=len(BLINDS) + 1)
    view = one.client.tables.view("t")
    assert view is not None
    me = view.at(ME)
    assert me is not None
    assert me.act is not None
    assert one.client.texts.act_word("holdem", me.act) == "Call $2"
    raised(one, 1_000, after=len(BLINDS) + 3)
    assert "Call $6" in [each.label for each in one.client.turn.acts("t").pre]
    told = [step.text for step in history.steps(_past(one), one.client.words, cash=True)]
    assert "Me posts the big blind, $2" in told
    one.house(messages.Notice("rebuy", "", "t", {"entry": 4_000}))
    assert one.client.say(one.client.notices.toasts[-1].say) == "You need $40 to play on."


def _past(one: Device) -> tables.Past:
    table = one.client._state.tables.by_name["t"]
    assert table.round is not None
    return tables.Past(1, "holdem", table.events, ME, table.round)


def test_giving_up_beside_a_free_check_is_asked_about_once() -> None:
    one = asked(FOLD, CHECK, RAISE)
    tap = one.client.turn.tap("t", button(one, "fold"))
    assert tap.state == "confirm"
    assert not one.all(messages.Answer)
    assert one.client.turn.tap("t", button(one, "fold"), sure=True).state == "sent"
    other = asked(FOLD, CALL, RAISE)
    assert other.client.turn.tap("t", button(other, "fold")).state == "sent", "that costs something"
    again = asked(FOLD, CHECK)
    again.client.set(confirm_free_fold=False)
    assert again.client.turn.tap("t", button(again, "fold")).state == "sent"


def test_junk_beside_standing_is_asked_about_once_as_a_needless_fold_is() -> None:
    one = at_table(replace(BEGAN, game="sabacc", preset="house"))
    one.asked(3, Option("draw"), Option("stand"), Option("junk"))
    one.passes(TURNED_S)
    tap = one.client.turn.tap("t", button(one, "junk"))
    assert (tap.state, tap.say and tap.say.key) == ("confirm", "tap.free_stand")
    assert not one.all(messages.Answer)
    view = one.client.tables.view("t")
    assert view is not None
    shown = choices.choices(one.client, view, one.client.turn.acts("t"), frozenset())
    assert [one.kind for one in shown if one.key == "act.junk"] == ["quiet"], "not the loudest"
    assert one.client.turn.tap("t", button(one, "junk"), sure=True).state == "sent"
