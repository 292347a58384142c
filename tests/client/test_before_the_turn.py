"""What is chosen before the turn: it is done, or dropped when it would mean something else."""

from dataclasses import replace

from client_core.acts import GUARD_S
from protocol import messages
from protocol.events import Acted, Moved
from protocol.words import POT, Option
from tests.client.test_acts import back_again, raised
from tests.client.test_table import (
    ALL_IN,
    ANN,
    BEGAN,
    BLINDS,
    BO,
    CALL,
    CHECK,
    FOLD,
    ME,
    at_table,
)


def test_check_or_fold_checks_where_that_is_free_and_folds_where_it_is_not() -> None:
    for options, verb in (((FOLD, CHECK), "check"), ((FOLD, CALL), "fold")):
        one = at_table(BEGAN, *BLINDS)
        one.client.turn.pre_act("t", "check_fold")
        one.asked(3, *options)
        assert one.last(messages.Answer).verb == verb
        assert one.client.turn.acts("t").sent


def test_a_choice_is_gone_when_the_bet_changes_but_call_any_stays() -> None:
    kinds = {}
    for kind in ("check_fold", "check", "call_any"):
        one = at_table(BEGAN, *BLINDS)
        one.client.turn.pre_act("t", kind)
        raised(one, 1_000)
        one.asked(3, FOLD, Option("call", 800, 800), ALL_IN)
        kinds[kind] = [answer.verb for answer in one.all(messages.Answer)]
    assert kinds == {"check_fold": [], "check": [], "call_any": ["call"]}


def test_call_this_amount_calls_it_and_no_other() -> None:
    for owed, sent in ((800, ["call"]), (900, [])):
        one = at_table(BEGAN, *BLINDS)
        raised(one, 1_000)
        one.passes(GUARD_S)
        one.client.turn.pre_act("t", "call")
        one.asked(3, FOLD, Option("call", owed, owed))
        assert [answer.verb for answer in one.all(messages.Answer)] == sent


def test_call_any_goes_all_in_where_a_call_takes_everything() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.client.turn.pre_act("t", "call_any")
    raised(one, 20_000)
    one.asked(3, FOLD, ALL_IN)
    assert one.last(messages.Answer).verb == "all_in"


def test_a_choice_can_be_taken_back_and_ends_with_the_round() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.client.turn.pre_act("t", "call_any")
    assert [pre.kind for pre in one.client.turn.acts("t").pre if pre.chosen] == ["call_any"]
    one.client.turn.pre_act("t", "call_any")
    assert not [pre for pre in one.client.turn.acts("t").pre if pre.chosen]
    one.client.turn.pre_act("t", "call_any")
    again = BEGAN.__class__("holdem", "standard", 2, BEGAN.names, BEGAN.stacks, BEGAN.options)
    one.tell(again, *BLINDS, number=2)
    assert not [pre for pre in one.client.turn.acts("t").pre if pre.chosen]


def test_nothing_is_chosen_by_who_has_folded_or_is_all_in() -> None:
    folded = at_table(BEGAN, *BLINDS, Acted(ME, "fold"))
    assert folded.client.turn.acts("t").pre == ()
    broke = at_table(BEGAN, *BLINDS, Moved(ME, POT, 19_800, "all_in"))
    assert broke.client.turn.acts("t").pre == ()
    assert BO


def test_nothing_is_chosen_where_all_others_are_all_in_and_nothing_is_owed() -> None:
    short = replace(BEGAN, stacks={**BEGAN.stacks, ANN: 5_000, BO: 9_000})
    events = (short, *BLINDS, Moved(ANN, POT, 5_000, "all_in"), Moved(BO, POT, 8_900, "all_in"))
    one = at_table(*events)
    assert one.client.turn.acts("t").pre, "the bet is still to be called"
    one.tell(Moved(ME, POT, 8_800, "call"), after=len(events))
    assert one.client.turn.acts("t").pre == (), "nobody is asked any more"


def test_a_choice_before_the_turn_lapses_with_the_line_unless_it_is_made_again() -> None:
    for again in (False, True):
        one = at_table(BEGAN, *BLINDS)
        one.client.turn.pre_act("t", "call_any")
        one.lose()
        assert not one.client.turn.acts("t").pre, "nobody knows what one would choose for"
        back_again(one)
        one.house(
            messages.Waiting("t", 2, (ANN,), 9_000, 15_000),
            messages.Ok(one.last(messages.Resync).id),
        )
        (lapsed,) = [pre for pre in one.client.turn.acts("t").pre if pre.lapsed]
        assert (lapsed.kind, lapsed.chosen) == ("call_any", False)
        one.passes(GUARD_S)
        if again:
            one.client.turn.pre_act("t", "call_any")
            assert [pre.kind for pre in one.client.turn.acts("t").pre if pre.chosen] == ["call_any"]
        one.asked(3, FOLD, CALL)
        assert [answer.verb for answer in one.all(messages.Answer)] == (["call"] if again else [])


def test_without_a_line_nothing_is_chosen_before_the_turn() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.lose()
    tap = one.client.turn.pre_act("t", "call_any")
    assert tap.state == "guarded"
    back_again(one, FOLD, CALL)
    assert not one.all(messages.Answer)
