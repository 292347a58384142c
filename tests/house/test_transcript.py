"""A transcript fails when something is missing, comes twice or differs."""

from typing import Any

import pytest

from tests.house.transcript import Map, Transcript, hand_of, reckon

BEGAN: Map = {"e": "began", "stacks": {0: 500, 1: 500}}
BET: Map = {"e": "moved", "src": 0, "dst": -2, "amount": 100, "why": "bet"}
PAID: Map = {"e": "moved", "src": -2, "dst": 1, "amount": 100, "why": "pot"}
ENDED: Map = {"e": "ended"}


def told(round: int, after: int, *events: Map, **more: Any) -> Map:
    seq = after + len(events)
    return {"table": "t", "round": round, "after": after, "seq": seq, "events": [*events], **more}


def heard(*tellings: Map) -> Transcript:
    transcript = Transcript()
    for said in tellings:
        transcript.take(said, 0)
    return transcript


def test_a_round_is_taken_down_in_pages_and_the_next_one_follows() -> None:
    transcript = heard(told(1, 0, BEGAN), told(1, 1, BET, PAID, ENDED), told(2, 0, BEGAN))
    assert transcript.told["t", 1] == [BEGAN, BET, PAID, ENDED]
    assert transcript.played == {("t", 1): 0, ("t", 2): 0}
    assert transcript.seen() == [{"table": "t", "round": 2, "seq": 1}]


@pytest.mark.parametrize(
    "wrong",
    [
        told(1, 3, PAID),
        told(1, 1, BET),
        told(1, 0, BEGAN),
        told(2, 0, BEGAN),
        {**told(1, 2, PAID), "seq": 4},
    ],
    ids=["a gap", "told twice", "told anew", "not to its end", "miscounted"],
)
def test_what_is_not_the_next_word_is_wrong(wrong: Map) -> None:
    transcript = heard(told(1, 0, BEGAN, BET))
    with pytest.raises(AssertionError):
        transcript.take(wrong, 0)


def test_a_round_is_told_again_once_when_it_is_due_and_in_the_same_words() -> None:
    transcript = heard(told(1, 0, BEGAN, BET))
    transcript.again("t", 7)
    transcript.take(told(1, 0, BEGAN, more=True), 0)
    transcript.take(told(1, 1, BET), 0)
    transcript.take(told(1, 2, PAID), 0)
    assert transcript.heard_again == 2
    with pytest.raises(AssertionError, match="told before"):
        transcript.take(told(1, 0, BEGAN), 0)
    transcript.again("t", 8)
    with pytest.raises(AssertionError, match="and now"):
        transcript.take(told(1, 0, BEGAN, PAID), 0)


def test_rounds_may_be_missed_between_two_lines_only() -> None:
    transcript = heard(told(1, 0, BEGAN))
    transcript.new_line()
    transcript.take(told(3, 0, BEGAN), 0)
    with pytest.raises(AssertionError, match="not told to its end"):
        transcript.take(told(4, 0, BEGAN), 0)


def test_a_round_that_is_over_adds_up() -> None:
    reckon([BEGAN, BET, PAID, ENDED])
    with pytest.raises(AssertionError, match="the pot ends empty"):
        reckon([BEGAN, BET, ENDED])
    with pytest.raises(AssertionError):
        reckon([BEGAN, {**BET, "amount": 600}, {**PAID, "amount": 600}, ENDED])


def test_a_hand_is_what_was_dealt_and_laid_to_it_less_what_was_laid_from_it() -> None:
    events: list[Map] = [
        {"e": "dealt", "to": 0, "cards": [124, 124, 5]},
        {"e": "dealt", "to": 1, "cards": {"count": 3}},
        {"e": "laid", "src": 0, "dst": -6, "cards": [124]},
        {"e": "laid", "src": -6, "dst": 0, "cards": [9]},
    ]
    assert hand_of(0, events) == [124, 5, 9]
    assert hand_of(1, events) == []
