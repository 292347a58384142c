"""The session: lines, logins, what a break means, what outlives the app."""

import json

import pytest

from client_core.client import Disconnect
from client_core.outbox import FIRST, RETRY_POLICIES, RetryPolicy
from client_core.session_states import CONNECT_TIMEOUT_S, NEXT, PONG_S, QUIET_S, WITH_CONNECTION
from protocol import endings, messages
from protocol.messages import Payment
from protocol.messages.parts import CardProof
from tests.client.device import TOKEN, Device, people


def test_every_state_can_be_left() -> None:
    states = {state for state, _ in NEXT} | set(NEXT.values())
    for state in states:
        assert any(before == state for before, _ in NEXT), state
    for state in WITH_CONNECTION:
        assert NEXT[state, "again"] == "waiting", "any line can break"


def test_a_guest_comes_in_and_watches_the_lobby() -> None:
    one = Device()
    one.client.connection.start()
    assert one.client.connection.view.state == "connecting"
    one.client.connection.opened(one.connection)
    hello = one.last(messages.Hello)
    assert (hello.low, hello.high, hello.client) == (1, 1, "test")
    one.house(messages.Welcome(1, house="Test", testing=True))
    assert one.client.connection.view.house == "Test"
    assert one.client.screen.name == "start"
    one.client.account.play_as_guest(" Mia ")
    assert one.client.account.entry.busy
    guest = one.last(messages.Guest)
    assert guest.name == "Mia"
    one.in_house(guest.id)
    assert one.client.account.me.inside
    assert not one.client.account.entry.busy
    assert one.client.screen.name == "lobby"
    assert one.last(messages.Lobby).watch


def test_a_login_waits_for_the_line_and_is_sent_once() -> None:
    one = Device()
    one.client.account.log_in("Mia", "secret words")
    one.client.connection.start()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    one.client.account.log_in("Mia", "other words")
    assert len(one.all(messages.Login)) == 1


def test_a_login_under_way_is_waited_for_even_by_the_machine_itself() -> None:
    one = Device()
    one.meet()
    one.client.account.play_as_guest()
    session = one.client._state.runner.session
    again = session.enter(messages.Guest(session.box.next), one.time)
    assert again.session == session
    assert again.effects == ()


def test_a_refused_login_says_why_and_can_be_tried_again() -> None:
    one = Device(language="zh")
    one.meet()
    one.client.account.log_in("Mia", "wrong words")
    number = one.last(messages.Login).id
    one.house(messages.Refused(number, "login_wait", "Wait.", {"seconds": 30}))
    entry = one.client.account.entry
    assert not entry.busy
    assert entry.refusal is not None
    assert one.client.say(entry.refusal) == "错误次数过多，请等待 30 秒。"
    one.client.account.log_in("Mia", "right words")
    assert one.last(messages.Login).id > number
    assert one.client.connection.view.state == "entering"


def test_what_does_not_fit_the_protocol_is_not_sent() -> None:
    one = Device()
    one.meet()
    one.client.account.register("x" * 25, "password")
    assert one.client.account.entry.refusal is not None
    assert one.client.connection.view.state == "met"


@pytest.mark.parametrize("ending", endings.ENDINGS.values(), ids=lambda one: one.name)
def test_a_line_that_the_house_ends_is_followed_by_what_the_protocol_says(
    ending: endings.Ending,
) -> None:
    one = Device()
    one.come_in()
    one.passes(6)
    if ending is endings.GOODBYE:
        one.house(messages.Goodbye("moved"))
    one.lose(ending.code)
    connection = one.client.connection.view
    if ending.then == endings.AGAIN:
        assert connection.state == "connecting", "at once"
    elif ending.then == endings.LATER:
        assert connection.state == "waiting"
        assert 2.5 <= connection.retry_at - one.time <= 5
    elif ending.then == endings.NEVER:
        assert connection.state == "fault"
        assert one.client.notices.banner is not None
    else:
        states = {"goodbye": "closed", "upgrade_required": "too_old"}
        states |= {"no_login": "offline", "crowded": "offline"}
        assert connection.state == states[ending.name]


@pytest.mark.parametrize("status", endings.DENIALS)
def test_a_denied_line_is_followed_by_what_the_protocol_says(status: int) -> None:
    one = Device()
    one.client.connection.start()
    one.client.connection.lost(one.connection, status=status)
    then = endings.DENIALS[status][1]
    wanted = {endings.AGAIN: "connecting", endings.LATER: "waiting"}.get(then, "fault")
    assert one.client.connection.view.state == wanted


def test_breaks_are_followed_by_longer_and_longer_pauses_until_a_line_holds() -> None:
    one = Device()
    one.come_in()
    one.passes(6)
    pauses = []
    for _ in range(67):
        one.lose()
        connection = one.client.connection.view
        pauses.append(max(0.0, connection.retry_at - one.time) if
                      connection.state == "waiting" else 0.0)  # fmt: skip
        one.passes(pauses[-1])
        assert one.client.connection.view.state == "connecting"
    for pause, whole in zip(pauses, (0, 1, *(2,) * 60, 4, 8, 16, 30, 30), strict=True):
        assert whole / 2 <= pause <= whole
    assert sum(pauses[:62]) >= 60, "who is back within a minute is found at once"
    assert len({pause / 30 for pause in pauses[-2:]}) == 2, "by chance"
    one.resumed()
    one.passes(6)
    one.lose()
    assert one.client.connection.view.state == "connecting", "at once again"


def test_the_player_can_try_again_without_waiting() -> None:
    one = Device()
    one.client.connection.start()
    for _ in range(4):
        one.lose()
        one.client.connection.try_again()
        assert one.client.connection.view.state == "connecting"


@pytest.mark.parametrize("how", ["connecting", "greeting", "met", "in"])
def test_a_line_without_a_sign_of_life_is_given_up(how: str) -> None:
    one = Device()
    one.client.connection.start()
    if how != "connecting":
        one.client.connection.opened(one.connection)
    if how in ("met", "in"):
        one.house(messages.Welcome(1))
    if how == "in":
        one.client.account.play_as_guest()
        one.in_house(one.last(messages.Guest).id)
    line = one.connection
    one.passes(CONNECT_TIMEOUT_S - 1)
    assert not [effect for effect in one.effects if effect == Disconnect(line)]
    one.passes(QUIET_S)
    assert Disconnect(line) in one.effects
    if how in ("met", "in"):
        assert one.all(messages.Ping), "it was asked first"


def test_a_ping_that_is_answered_keeps_the_line() -> None:
    one = Device()
    one.come_in()
    for _ in range(5):
        one.passes(QUIET_S)
        one.house(messages.Pong(one.last(messages.Ping).n))
    assert one.client.connection.view.state == "in"
    assert len(one.all(messages.Ping)) == 5


def test_an_old_version_is_told_so_and_the_line_is_not_tried_again() -> None:
    one = Device()
    one.client.connection.start()
    one.client.connection.opened(one.connection)
    one.house(messages.UpgradeRequired(7, 8, "Too old."))
    one.lose(endings.UPGRADE.code)
    one.passes(100)
    assert one.client.connection.view.state == "too_old"
    banner = one.client.notices.banner
    assert banner is not None
    assert "too old" in one.client.say(banner.say)


def test_a_session_goes_on_with_what_was_seen() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    one.lose()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    resume = one.last(messages.Resume)
    assert (resume.token, resume.seen) == (TOKEN, ()), "nothing of a round was told"
    one.in_house(resume.id, "t", token="second")
    assert json.loads(one.kept["session"])["token"] == "second"
    assert one.client.tables.names == ("t",)
    assert not one.all(messages.Join)[1:], "the room is known"


def test_a_session_that_is_over_begins_anew_at_the_door() -> None:
    one = Device()
    one.come_in()
    one.sit_down()
    number = one.client.seat.ready("t")
    one.lose()
    one.again()
    one.house(messages.Refused(one.last(messages.Resume).id, "session_expired"))
    assert one.client.screen.name == "start"
    assert one.client.tables.names == ()
    assert one.client.account.me.name == ""
    assert not one.client.requests.pending(number), "what was asked is answered: lost"
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert "log in again" in one.client.say(refusal)
    one.client.account.play_as_guest()
    assert one.all(messages.Guest)


def test_a_house_that_is_not_open_is_asked_again_later() -> None:
    one = Device()
    one.come_in()
    one.lose()
    one.again()
    one.house(messages.Refused(one.last(messages.Resume).id, "house_closed"))
    assert one.client.connection.view.state == "waiting"
    banner = one.client.notices.banner
    assert banner is not None
    assert banner.code == "house_closed"
    one.passes(6)
    one.resumed()
    assert one.client.account.me.inside
    assert one.client.notices.banner is None


def test_a_busy_house_is_asked_again_on_the_same_line() -> None:
    one = Device()
    one.come_in()
    one.lose()
    one.again()
    line = one.connection
    one.house(messages.Refused(one.last(messages.Resume).id, "busy"))
    one.passes(3)
    assert one.connection == line
    assert len(one.all(messages.Resume)) == 2
    one.in_house(one.last(messages.Resume).id)
    assert one.client.account.me.inside


def test_logging_out_forgets_the_token_and_leads_back_to_the_door() -> None:
    one = Device()
    one.come_in("t")
    one.house(messages.Ok(one.client.account.log_out()), messages.Goodbye("logout"))
    one.lose(4000)
    assert one.client.screen.name == "start"
    assert json.loads(one.kept["session"])["token"] == ""
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    assert one.client.connection.view.state == "met"
    assert not one.all(messages.Resume)


def test_one_who_is_in_logs_in_as_another_by_way_of_the_door() -> None:
    one = Device()
    one.come_in()
    one.client.account.log_in("Other", "other words")
    one.house(messages.Ok(one.last(messages.Logout).id), messages.Goodbye("logout"))
    one.lose(4000)
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    assert one.last(messages.Login).name == "Other"


def test_one_who_came_in_elsewhere_is_asked_before_coming_back() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Goodbye("moved"))
    one.lose(4000)
    one.passes(100)
    assert one.client.connection.view.state == "closed"
    one.client.connection.try_again()
    one.resumed()
    assert one.client.account.me.inside


def test_putting_the_app_away_hangs_up_and_coming_back_connects_at_once() -> None:
    one = Device()
    one.come_in()
    line = one.connection
    one.client.connection.paused()
    assert Disconnect(line) in one.effects
    assert one.client.connection.view.state == "offline"
    assert one.alarm == float("inf"), "nothing wakes an app that is away"
    one.client.connection.lost(line)
    one.client.connection.resumed()
    assert one.client.connection.view.state == "connecting"
    one.resumed()
    assert one.client.account.me.inside


def test_a_network_that_is_there_again_ends_the_waiting() -> None:
    one = Device()
    one.client.connection.start()
    one.lose()
    one.lose()
    assert one.client.connection.view.state == "waiting"
    one.client.connection.network(False)
    assert one.client.connection.view.state == "waiting"
    one.client.connection.network(True)
    assert one.client.connection.view.state == "connecting"
    one.lose()
    assert one.client.connection.view.state == "connecting", "tried as eagerly as at first"


def test_a_line_over_another_network_is_asked_at_once_whether_it_lives() -> None:
    one = Device()
    one.come_in()
    line, pings = one.connection, len(one.all(messages.Ping))
    for _ in range(3):
        one.client.connection.network(True)
    assert len(one.all(messages.Ping)) == pings + 1
    one.passes(PONG_S - 0.1)
    assert one.connection == line
    one.passes(0.2)
    assert one.connection != line, "It gave none."
    one.resumed()
    one.client.connection.network(True)
    one.house(messages.Pong(one.last(messages.Ping).n))
    one.passes(PONG_S + 0.1)
    assert one.client.connection.view.state == "in"


def test_another_address_is_another_house_and_the_session_stays_behind() -> None:
    one = Device()
    one.come_in("t")
    assert one.client.connection.go_to("not an address!") is not None
    one.client.connection.go_to("play.example.org")
    assert one.client.connection.view.url == "wss://play.example.org"
    assert one.client.account.me.name == ""
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    assert one.client.connection.view.state == "met"
    assert one.client.connection.addresses[:2] == ("wss://play.example.org", "ws://127.0.0.1:8770")
    assert one.restart().client.connection.addresses[0] == "wss://play.example.org"


# -- requests ------------------------------------------------------------------------------------


def test_a_request_without_an_answer_is_sent_again_with_its_number() -> None:
    one = Device()
    one.come_in()
    number = one.client.cashier.buy("t", 1_000)
    one.lose()
    one.resumed()
    assert [buy.id for buy in one.all(messages.Buy)] == [number, number]
    one.house(messages.Ok(number))
    assert not one.client.requests.pending(number)
    one.lose()
    one.resumed()
    assert len(one.all(messages.Buy)) == 2


def test_a_request_outlives_the_app_and_no_number_is_used_again() -> None:
    one = Device()
    one.come_in()
    number = one.client.cashier.buy("t", 1_000)
    numbers = {getattr(message, "id", 0) for message in one.sent}
    other = one.restart()
    other.client.connection.start()
    other.resumed()
    assert other.last(messages.Buy).id == number
    fresh = {
        getattr(m, "id", 0) for m in other.sent if not isinstance(m, messages.Buy | messages.Hello)
    }
    assert not fresh & numbers
    payment = Payment(1, 1, "buy", 1_000, "pending")
    other.house(messages.Paid(number, payment, "t"))
    assert not other.client.requests.pending(number)
    assert other.client.cashier.view.busy, "the bank owes an answer"


def test_no_password_and_no_pin_is_ever_kept() -> None:
    one = Device()
    one.meet()
    one.client.account.log_in_by_card("Mia", "debit", "4000 1234 5678 9010", "13579")
    number = one.last(messages.LoginByCard)
    assert number.number == "4000123456789010"
    one.in_house(number.id)
    one.client.cashier.change_card("debit", "4000123456789010", "24680")
    one.client.cashier.change_card(
        "credit", "4000998877665544", "", "09/48", "8642",
        password="correct stable", old=CardProof("debit", "4000123456789010", "97531"),
    )  # fmt: skip
    one.client.account.register("Mia", "horse battery staple")
    secrets = ("13579", "24680", "97531", "4000123456789010", "4000998877665544", "09/48", "8642")
    for text in one.kept.values():
        for secret in (*secrets, "stable", "staple"):
            assert secret not in text
            assert secret.encode().hex() not in text


def test_a_card_login_whose_line_broke_is_not_tried_again_by_itself() -> None:
    one = Device()
    one.meet()
    one.client.account.log_in_by_card("Mia", "debit", "4000123456789010", "1357")
    one.lose()
    one.again()
    assert len(one.all(messages.LoginByCard)) == 1
    refusal = one.client.account.entry.refusal
    assert refusal is not None
    assert refusal.key == "refusal.line_lost"


def test_a_change_of_card_whose_line_broke_is_told_as_lost() -> None:
    one = Device()
    one.come_in()
    number = one.client.cashier.change_card("credit", "4000123456789010")
    one.lose()
    assert not one.client.requests.pending(number)
    assert one.client.cashier.view.refusal is not None
    one.resumed()
    assert len(one.all(messages.ChangeCard)) == 1


def test_a_request_that_is_too_fast_is_sent_again_when_the_house_allows() -> None:
    one = Device()
    one.come_in()
    number = one.client.seat.queue("t")
    for count in (1, 2, 3):
        one.house(messages.Refused(number, "too_fast", facts={"ms": 500}))
        assert one.client.requests.pending(number)
        one.passes(0.4)
        assert len(one.all(messages.Queue)) == count
        one.passes(0.2)
        assert len(one.all(messages.Queue)) == count + 1
    one.house(messages.Refused(number, "too_fast", facts={"ms": 500}))
    assert not one.client.requests.pending(number)
    assert one.client.requests.refusal_of(number) is not None


def test_nothing_is_asked_before_one_is_in() -> None:
    one = Device()
    one.meet()
    assert one.client.seat.queue("t") == 0
    assert one.client.notices.toasts[-1].say.key == "refusal.not_in"


def test_what_may_be_done_once_only_outlives_the_app() -> None:
    assert {
        kind for kind, retry_policy in RETRY_POLICIES.items() if retry_policy is RetryPolicy.KEPT
    } >= {messages.Sit, messages.Buy}
    first = {Device(seed=seed).client._state.runner.session.box.next for seed in range(20)}
    assert len(first) == 20, "devices begin anywhere"
    assert max(first) <= FIRST + 1


def test_a_garbled_or_late_frame_changes_nothing() -> None:
    one = Device()
    one.come_in()
    before = one.client.connection.view
    one.client.connection.heard(one.connection, b"\xc1 no message")
    one.client.connection.heard(one.connection - 1, b"")
    one.client.connection.opened(one.connection)
    one.client.connection.lost(one.connection - 1)
    assert one.client.connection.view == before


def test_what_was_kept_and_cannot_be_read_is_a_fresh_start() -> None:
    for text in (
        "",
        "{",
        "[]",
        '{"token": 1}',
        '{"token": "t", "next": 5, "open": ["zz"],"muted":[]}',
    ):
        one = Device(kept={"session": text, "settings": text})
        one.client.connection.start()
        assert one.client.connection.view.state == "connecting"
    assert people()


def test_of_a_house_that_others_can_listen_in_on_it_is_said_once() -> None:
    one = Device()
    one.client.connection.start()
    one.client.connection.opened(one.connection)
    assert not one.client.connection.view.readable
    one.house(messages.Welcome(1, readable=True))
    assert one.client.connection.view.readable
    (toast,) = one.client.notices.toasts
    assert one.client.say(toast.say) == "Not encrypted, this network only"
    one.client.account.play_as_guest("Me")
    one.in_house(one.last(messages.Guest).id)
    one.passes(10)
    one.lose()
    assert not one.client.connection.view.readable, "nothing is said on a line that is gone"
    one.client.connection.try_again()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1, readable=True))
    assert one.client.notices.toasts == ()
    again = one.restart()
    again.again()
    assert again.client.notices.toasts == (), "once on this device"


def test_of_a_house_with_encryption_nothing_is_said() -> None:
    one = Device()
    one.meet()
    assert not one.client.connection.view.readable
    assert one.client.notices.toasts == ()
