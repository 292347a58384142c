"""Where one is logged in, and how that ends."""

from client_core.client import Say, Words
from protocol import messages
from tests.client.device import Device


def test_where_one_is_logged_in_is_asked_and_read_in_ones_own_language() -> None:
    one = Device()
    one.come_in()
    number = one.client.account.ask_devices()
    assert one.last(messages.Sessions).id == number
    one.house(
        messages.SessionList(
            number,
            (
                messages.Device("Pixel 7", "203.0.113.*", 1_000, 2_000, here=True),
                messages.Device("Linux", "", 500, 900, over="replaced"),
                messages.Device("", "", 100, 200, over="a reason of a newer house"),
            ),
        )
    )
    now, before, strange = one.client.account.devices
    assert (now.here, now.over, now.place) == (True, None, "203.0.113.*")
    assert before.over == Say("devices.over.replaced")
    assert strange.over == Say("devices.over.house")
    for language, today, long_ago in (
        ("en", "today, 00:16", "3 days ago"),
        ("zh", "今天 00:16", "3 天前"),
    ):
        words = Words(language)
        assert words.day(1_000, 2_000.0, 0) == today
        assert words.day(1_000, 1_000 + 3 * 86_400.0, 0) == long_ago
    # The day changes at one's own midnight, and not at that of Greenwich.
    assert Words("en").day(80_000, 86_400 + 1_000, 3_600) == "yesterday, 23:13"


def test_logged_out_everywhere_one_is_nobody_here_too() -> None:
    one = Device()
    one.come_in()
    number = one.client.account.log_out_everywhere()
    assert one.last(messages.LogoutEverywhere).id == number
    one.house(messages.Ok(number), messages.Goodbye("logout"))
    one.lose(4000)
    assert not one.client.account.me.inside
    assert one.client.account.devices == ()
    one.again()
    assert one.client.connection.view.state == "met", "with nothing to go on with"


def test_a_session_that_was_copied_is_over_and_the_login_says_why() -> None:
    one = Device()
    one.come_in()
    one.house(messages.Goodbye("session_stolen"))
    one.lose(4000)
    one.again()
    assert one.client.connection.view.state == "met"
    assert one.client.account.entry.refusal == Say("refusal.session_stolen")
    assert one.client.screen.name == "start"
    one.client.account.log_in("Me", "a password")
    number = one.last(messages.Login).id
    one.in_house(number, token="token-9")
    one.house(messages.Notice("session_stolen", "", "", {"device": "Pixel 7"}))
    (toast,) = one.client.notices.toasts
    assert "Pixel 7" in Words("en").say(toast.say)
