"""What is said in passing: one after another, and among the messages what nobody has seen."""

import pytest

from protocol import messages
from tests.client.device import Device
from tests.client.test_table import BEGAN, BLINDS, FOLD, at_table


def test_a_refused_request_is_a_toast_and_can_be_read_by_its_number() -> None:
    one = Device()
    one.come_in()
    number = one.client.lobby.join("gone")
    assert one.client.requests.pending(number)
    assert one.client.connection.view.pending == 1
    one.house(messages.Refused(number, "no_table", "No."))
    assert not one.client.requests.pending(number)
    refusal = one.client.requests.refusal_of(number)
    assert refusal is not None
    assert one.client.say(refusal) == "This table no longer exists."
    (toast,) = one.client.notices.toasts
    assert toast.say == refusal
    one.passes(toast.until - one.time)
    assert one.client.notices.toasts == ()


def test_what_the_line_says_that_was_typed_in_is_not_said_twice() -> None:
    one = Device()
    one.come_in()
    for number in (one.client.lobby.join_code("WRONG"), one.client.account.show_as("[", "owl")):
        one.house(messages.Refused(number, "code_wrong", "No."))
        assert one.client.requests.refusal_of(number) is not None
        assert one.client.notices.toasts == ()


def test_what_is_so_already_is_no_fault_to_show() -> None:
    one = at_table()
    one.house(messages.Refused(one.client.seat.queue("t"), "seated"))
    one.house(messages.Refused(one.client.seat.unqueue("t"), "not_queued"))
    assert one.client.notices.toasts == ()
    one.house(messages.Refused(one.client.seat.leave("t"), "not_here"))
    assert one.client.notices.toasts == ()
    assert one.client.tables.names == ()


def test_toasts_are_few_and_the_same_words_are_there_once() -> None:
    one = at_table()
    for count in range(5):
        one.house(messages.Refused(0, "too_fast", "", {"ms": count}))
        one.house(messages.Refused(0, "too_fast", "", {"ms": count}))
    assert len(one.client.notices.toasts) == 3
    one.client.notices.dismiss(one.client.notices.toasts[0].id)
    assert len(one.client.notices.toasts) == 2


def keys(one: Device) -> list[str]:
    return [toast.say.key for toast in one.client.notices.toasts]


def test_toasts_are_shown_one_after_another_each_for_its_time() -> None:
    one = at_table()
    for code in ("paused", "resumed"):
        one.house(messages.Notice(code, "", "t"))
    assert keys(one) == ["notice.paused", "notice.resumed"]
    first, second = one.client.notices.toasts
    assert first.until == one.time + 4
    assert second.until == float("inf"), "its time has not begun"
    one.passes(4)
    assert keys(one) == ["notice.resumed"]
    assert one.client.notices.toasts[0].until == one.time + 2.5
    one.passes(2.5)
    assert keys(one) == []
    assert not one.client.notices.missed, "both were seen"


def test_what_calls_a_player_is_shown_before_all_else() -> None:
    one = at_table()
    one.client.show("")
    one.house(
        messages.Notice("paused", "", "t"), messages.Notice("get_ready", "", "t", {"seconds": 9})
    )
    assert keys(one) == ["notice.get_ready", "notice.paused"]
    assert "notice.get_ready" not in [each.say.key for each in one.client.notices.inbox]


def test_what_nobody_has_seen_waits_among_the_messages_until_they_are_read() -> None:
    one = at_table()
    for amount in range(1, 7):
        one.house(messages.Notice("chips_given", "", "", {"amount": amount, "reason": ""}))
    assert len(one.client.notices.toasts) == 3
    assert [each.say.holes["amount"] for each in one.client.notices.inbox] == [6, 5, 4, 3, 2, 1]
    assert len(one.client.notices.missed) == 3, "of six that came at once three are shown"
    one.client.notices.read_inbox()
    assert not one.client.notices.missed
    for toast in one.client.notices.toasts:
        one.client.notices.dismiss(toast.id)
    one.house(messages.Notice("paused", "", "t"))
    one.time += 600
    one.client.connection.woken()
    assert one.client.notices.missed == {one.client.notices.inbox[0].id}, "the app slept"
    one.house(messages.Notice("chips_given", "", "", {"amount": 6, "reason": ""}))
    assert [each.say.holes.get("amount") for each in one.client.notices.inbox].count(6) == 2
    for _ in range(99):
        one.house(messages.Notice("chips_given", "", "", {"amount": one.random.randrange(10**9)}))
    assert len(one.client.notices.inbox) == 50


def test_the_messages_of_one_player_are_not_left_to_the_next() -> None:
    one = at_table()
    one.house(messages.Notice("chips_given", "", "", {"amount": 1, "reason": ""}))
    one.house(messages.Goodbye("logout"))
    one.client.connection.lost(one.connection)
    assert one.client.notices.inbox == ()


def test_a_notice_of_an_unknown_code_is_shown_as_the_house_wrote_it() -> None:
    one = at_table()
    one.house(messages.Notice("from_the_future", "Something new.", "t"))
    assert one.client.say(one.client.notices.toasts[-1].say) == "Something new."
    one.house(messages.Notice("funds_short", "No.", "t", {"amount": 2_000}))
    assert (
        one.client.say(one.client.notices.toasts[-1].say)
        == "There is not enough money on the account for $20."
    )


def test_my_turn_at_a_table_out_of_sight_is_a_toast_with_its_table() -> None:
    one = at_table(BEGAN, *BLINDS)
    one.client.show("")
    one.asked(3, FOLD)
    toast = one.client.notices.toasts[-1]
    assert (toast.kind, toast.table) == ("turn", "t")
    one.client.show("t")
    assert one.client.screen.table == "t"
    one.client.show("nowhere")
    assert one.client.screen.name == "lobby"


def test_a_tap_that_is_refused_again_and_again_is_one_message() -> None:
    one = at_table()
    for seconds in (30, 29, 28):
        facts = {"offers": 2, "seconds": seconds}
        one.house(messages.Refused(one.client.seat.queue("t"), "offers_unused", "", facts))
    (message,) = one.client.notices.inbox
    assert one.client.say(message.say).endswith("28 seconds.")


def test_who_let_seats_go_by_knows_until_when_to_wait() -> None:
    one = at_table()
    facts = {"offers": 2, "seconds": 30}
    one.house(messages.Refused(one.client.seat.queue("t"), "offers_unused", "", facts))
    view = one.client.tables.view("t")
    assert view is not None
    assert view.barred == one.client.now() + 30


@pytest.mark.req("C-2.9")
@pytest.mark.parametrize(
    ("amount", "told"),
    [(2_500, "Ada won 25. You have 120."), (0, "Nobody won or lost anything. You have 120.")],
)
def test_who_has_folded_reads_who_has_won_unless_that_was_nothing(amount: int, told: str) -> None:
    one = at_table()
    facts: dict[str, int | str] = {"winners": "Ada", "amount": amount, "chips": 12_000}
    one.house(messages.Notice("won_by", "", "t", facts))
    assert one.client.say(one.client.notices.toasts[-1].say) == told
