"""Invitations: a link leads to the house and to the room there, wherever it is typed."""

import pytest

from client_core import address
from client_core.address import Invitation
from protocol import messages
from protocol.messages import Refused
from terminal_client.house.main import invited
from tests.client.device import Device

PIN = "q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng"
OTHER = PIN.swapcase()


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("https://play.example.org/#join=7KQ2M9", Invitation("wss://play.example.org", "7KQ2M9")),
        ("cardroom://play.example.org/#join=7k", Invitation("wss://play.example.org", "7K")),
        ("https://play.example.org:444/cards/#table=holdem-2",
         Invitation("wss://play.example.org:444/cards/", "", "holdem-2")),
        ("http://192.168.1.5:8770/#join=A", Invitation("ws://192.168.1.5:8770", "A")),
        ("http://192.168.1.5/", Invitation("ws://192.168.1.5")),
        ("http://play.example.org/", Invitation("wss://play.example.org")),
        ("cardroom://192.168.1.5/#join=A", Invitation("ws://192.168.1.5:8770", "A")),
        ("https://192.168.1.5:8770/", Invitation("wss://192.168.1.5:8770")),
        ("cardroom://[fd00::5]:8770/", Invitation("ws://[fd00::5]:8770")),
        ("[fe80::5]", Invitation("ws://[fe80::5]:8770")),
        ("fd00::5", Invitation("ws://[fd00::5]:8770")),
        ("FD00:0:0::05", Invitation("ws://[fd00::5]:8770")),
        ("::1", Invitation("ws://[::1]:8770")),
        ("2001:db8::5", Invitation("wss://[2001:db8::5]")),
        ("fe80::5%wlan0", Invitation("ws://[fe80::5%wlan0]:8770")),
        ("http://[fe80::5%25Wi-Fi]:8771/", Invitation("ws://[fe80::5%Wi-Fi]:8771")),
        ("Come: http://[fd00::5]:8770/#join=A", Invitation("ws://[fd00::5]:8770", "A")),
        ("[fd00::5::6]", None),
        ("12:30:45", None),
        ("[fe80::5%]", None),
        ("cards.local", Invitation("ws://cards.local:8770")),
        (f"cardroom://10.0.0.5:99/#join=A&pin={PIN}",
         Invitation(f"wss://10.0.0.5:99#pin={PIN}", "A")),
        ("Come and play: https://play.example.org/#join=7KQ2M9.",
         Invitation("wss://play.example.org", "7KQ2M9")),
        ("https://play.example.org/#join=<script>", Invitation("wss://play.example.org")),
        ("https://play.example.org/#join=" + "A" * 17, Invitation("wss://play.example.org")),
        (f"cardroom://10.0.0.5/#pin={PIN[:-1]}", None),
        ("javascript://play.example.org/#join=A", None),
        ("Come and play!", None),
    ],
)  # fmt: skip
def test_what_a_link_says(typed: str, found: Invitation | None) -> None:
    assert address.invitation(typed) == found


@pytest.mark.parametrize(
    "url",
    ["wss://play.example.org", "ws://192.168.1.5:8770", f"wss://10.0.0.5:99#pin={PIN}",
     "ws://[fd00::5]:8770", "wss://play.example.org/cards/"],
)  # fmt: skip
@pytest.mark.parametrize("page", [True, False])
def test_the_link_to_a_house_leads_there(url: str, page: bool) -> None:
    link = address.link(url, "7KQ2M9", page=page)
    assert address.invitation(link) == Invitation(url, "7KQ2M9")
    assert link.startswith("http") is (page and "pin" not in url)


def test_a_house_is_pinned_until_another_invitation_or_a_link_to_its_page() -> None:
    one = Device()
    go, session = one.client.connection.go_to, one.client._state.runner
    assert go(f"cardroom://10.0.0.5:99/#pin={PIN}") is None
    assert one.client.connection.view.url == "wss://10.0.0.5:99", "players see no pin"
    assert go("play.example.org") is None
    for typed in ("10.0.0.5:99", "wss://10.0.0.5:99", "cardroom://10.0.0.5:99/#join=A"):
        assert go(typed) is None
        assert session.session.url == f"wss://10.0.0.5:99#pin={PIN}", typed
    assert one.client.connection.addresses[:2] == ("wss://10.0.0.5:99", "wss://play.example.org")
    assert go(f"cardroom://10.0.0.5:99/#pin={OTHER}") is None
    assert go("10.0.0.5:99") is None
    assert session.session.url == f"wss://10.0.0.5:99#pin={OTHER}"
    assert go("https://10.0.0.5:99/") is None
    assert session.session.url == "wss://10.0.0.5:99"


def test_an_invitation_leads_into_the_room_as_soon_as_its_house_has_let_me_in() -> None:
    one = Device()
    assert one.client.connection.go_to("https://play.example.org/#join=7KQ2M9") is None
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    assert not one.all(messages.Join)
    one.client.account.play_as_guest("Me")
    one.in_house(one.last(messages.Guest).id)
    (join,) = one.all(messages.Join)
    assert join.code == "7KQ2M9"
    one.house(Refused(join.id, "no_code", "No room has that code."))
    assert [toast.say.key for toast in one.client.notices.toasts] == ["refusal.no_code"]
    one.lose()
    one.again()
    one.in_house(one.last(messages.Resume).id, token="token-2")
    assert len(one.all(messages.Join)) == 1, "it leads there once"


def test_who_is_in_that_house_already_goes_to_the_room_at_once() -> None:
    one = Device()
    one.come_in()
    assert one.client.connection.go_to("http://127.0.0.1:8770/#table=holdem") is None
    assert one.last(messages.Join).table == "holdem"
    assert len(one.all(messages.Hello)) == 1, "the line is the same"


def test_the_start_of_the_app_keeps_the_invitation_that_opened_it() -> None:
    one = Device()
    one.client.connection.go_to("http://127.0.0.1:8770/#join=7KQ2M9")
    one.come_in()
    assert one.last(messages.Join).code == "7KQ2M9"


def test_an_invitation_to_a_house_that_was_left_before_it_let_me_in_leads_nowhere() -> None:
    one = Device()
    one.client.connection.go_to("https://play.example.org/#join=7KQ2M9")
    one.client.connection.go_to("127.0.0.1")
    one.come_in()
    assert not one.all(messages.Join)
    one.client.connection.go_to("play.example.org")
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1))
    one.client.account.play_as_guest("Me")
    one.in_house(one.last(messages.Guest).id)
    assert not one.all(messages.Join)


@pytest.mark.parametrize(
    ("invite", "link"),
    [
        ("http://192.168.1.5:8770/", "http://192.168.1.5:8770/#join=7KQ2M9"),
        (f"cardroom://10.0.0.5:99/#pin={PIN}", f"cardroom://10.0.0.5:99/#join=7KQ2M9&pin={PIN}"),
        ("", ""),
        ("no link", ""),
    ],
)
def test_friends_are_sent_to_where_the_house_says_that_it_is_reached(
    invite: str, link: str
) -> None:
    one = Device()
    one.client.connection.start()
    one.client.connection.opened(one.connection)
    one.house(messages.Welcome(1, invite=invite))
    assert one.client.connection.link("7KQ2M9") == link
    if link:
        found = address.invitation(link)
        assert found is not None
        assert found.code == "7KQ2M9"


def test_a_house_that_says_nothing_is_reached_as_i_reach_it_unless_it_is_this_machine() -> None:
    one = Device()
    one.come_in()
    assert one.client.connection.link("7KQ2M9") == ""
    one.client.connection.go_to("play.example.org")
    assert one.client.connection.link() == "cardroom://play.example.org/"


@pytest.mark.parametrize(
    ("at", "join", "found"),
    [
        ("10.0.0.5:99", "", ("10.0.0.5:99", "")),
        ("10.0.0.5:99", "7KQ2M9", ("10.0.0.5:99", "7KQ2M9")),
        ("", f"cardroom://10.0.0.5/#join=A&pin={PIN}", (f"cardroom://10.0.0.5/#pin={PIN}", "A")),
        ("https://house/#join=A", "", ("https://house/", "A")),
        ("https://house/#join=A", "B", ("https://house/", "B")),
        ("elsewhere", "https://house/", ("https://house/", "")),
        ("no house", "", ("no house", "")),
    ],
)
def test_a_terminal_is_started_with_an_invitation(
    at: str, join: str, found: tuple[str, str]
) -> None:
    assert invited(at, join) == found
