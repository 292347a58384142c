"""A house for everybody on the same network: where it listens, what it says, what it keeps shut."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
import segno

from client_core import address
from game_server import config_file, invitation, planning
from game_server.bank.demo_books import sample_card
from game_server.cli import main
from game_server.config import Config
from game_server.net.limits import ListenerLimits
from game_server.refusals import NoCashHere
from game_server.store.escrows import all_escrows
from protocol import messages
from protocol.half_blocks import HALVES
from protocol.messages import Refused
from tests.cards import typed
from tests.house.process import ROOMS, house, line_with
from tests.house.visiting import Visitor
from tests.house.world import EPS, Client, World

HERE = "127.0.0.1"


def planned(monkeypatch: pytest.MonkeyPatch, *near: str, **said: str) -> planning.ServePlan:
    """The plan of a house on a machine of these private addresses."""
    monkeypatch.setattr(planning, "private_addresses", lambda: near)
    environment = {"CARDROOM_LISTEN_LAN": "true", **said}
    return planning.plan(config_file.load(None, environment))


def test_it_listens_on_the_private_addresses_of_this_machine_and_on_its_loopback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    near = ("192.168.1.5", "fd00::5")
    for named in (HERE, "0.0.0.0"):
        limits = planned(monkeypatch, *near, CARDROOM_LISTEN_ADDRESS=named).limits
        assert (limits.address, *limits.others) == (HERE, *near)
    alone = planned(monkeypatch, *near, CARDROOM_LISTEN_ADDRESS="192.168.1.5").limits
    assert (alone.address, *alone.others) == (HERE, "192.168.1.5")
    with pytest.raises(planning.CannotServe, match=r"192\.0\.2\.1 is no private address"):
        planned(monkeypatch, *near, CARDROOM_LISTEN_ADDRESS="192.0.2.1")


def test_no_real_card_is_taken_where_others_can_read_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert planned(monkeypatch).takes_cards, "a card of the demo bank is worth nothing"
    assert not planned(monkeypatch, CARDROOM_BANK_URL="https://bank.example").takes_cards


def test_where_no_card_is_taken_no_table_is_open_for_cash_and_none_is_opened() -> None:
    world = World(EPS, takes_cards=False)
    assert "eps" not in world.house.lobby.runners
    client = Client(world)
    mine = client.next()
    client.say(messages.LoginByCard(mine, "Ann", *typed(sample_card(1))))
    answer = client.reply(mine)
    assert isinstance(answer, Refused)
    assert answer.code == "no_cash_here"
    guest = world.client("Ann")
    refused = guest.ask(messages.ChangeCard, *typed(sample_card(1)))
    assert isinstance(refused, Refused)
    assert refused.code == "no_cash_here"
    with pytest.raises(NoCashHere):
        world.wait(world.house.lobby.create(world.rooms()[0]))


def test_what_lies_at_a_table_for_cash_waits_for_a_start_that_can_open_it() -> None:
    world = World(EPS)
    world.client("Ann", card=1).sit("eps", 2_000)
    world.run(1.0)
    held = escrow(world)
    assert held == [2_000]
    world.takes_cards = False
    world.restart()
    assert "eps" not in world.house.lobby.runners
    world.run(5.0)
    assert escrow(world) == held
    world.takes_cards = True
    world.restart()
    assert sum(world.runner("eps").view.holdings().values()) == 2_000
    world.check()


def escrow(world: World) -> list[int]:
    """What lies at tables."""
    return [one.amount for one in all_escrows(world.conn)]


def test_everybody_is_told_that_what_is_said_can_be_read(tmp_path: Path) -> None:
    with ExitStack() as lines, house(tmp_path, ROOMS, {"CARDROOM_LISTEN_LAN": "true"}) as running:
        assert running.url.startswith("ws://127.0.0.1:")
        assert line_with(running.process, invitation.READABLE, invitation.ALONE)
        visitor = Visitor(lines, running.url).guest()
        (welcome,) = visitor.heard(messages.Welcome)
        assert welcome.readable


def test_it_says_how_friends_come_in() -> None:
    said = list(invitation.near(("192.168.1.5", "fd00::5", "fe80::1%eth0"), 8770))
    assert said[0] == invitation.READABLE
    assert said[1].endswith("cardroom terminal --at 192.168.1.5:8770")
    assert said[2] == "It is also reached by [fd00::5]:8770."
    assert said[3] == "Invitation: cardroom://192.168.1.5:8770/"
    with_page = list(invitation.near(("192.168.1.5",), 8770, page=True))
    assert with_page[-1] == "Invitation: http://192.168.1.5:8770/"
    assert invitation.READABLE not in list(invitation.near(("192.168.1.5",), 8770, secure=True))
    assert list(invitation.near((), 8770)) == [invitation.ALONE]


@pytest.mark.parametrize("pin", ["", "A" * 43])
def test_where_addresses_hold_for_one_card_friends_are_told_to_name_theirs(pin: str) -> None:
    readable, typed = invitation.near(("fe80::1%eth0",), 8770, pin=pin)
    assert readable == invitation.READABLE
    (word,) = (one for one in typed.split() if "CARD]" in one)
    found = address.invitation(word.replace("CARD", "wlan0"))
    assert found is not None
    assert (
        found.url == f"ws{'s' if pin else ''}://[fe80::1%wlan0]:8770{f'#pin={pin}' if pin else ''}"
    )


def test_with_a_page_the_invitation_is_its_address() -> None:
    said = [*invitation.near(("192.168.1.5",), 8770, page=True)]
    assert "http://192.168.1.5:8770/ in a browser" in said[1]
    assert said[-1] == f"{invitation.INVITATION}http://192.168.1.5:8770/"
    *_, pinned = invitation.near(("192.168.1.5",), 8770, True, "ab12", True)
    assert pinned == f"{invitation.INVITATION}cardroom://192.168.1.5:8770/#pin=ab12"


def test_with_a_certificate_that_all_believe_the_invitation_is_encrypted_too() -> None:
    for page in (True, False):
        *_, last = invitation.near(("192.168.1.5",), 8770, secure=True, page=page)
        assert last == "Invitation: https://192.168.1.5:8770/"


def test_the_greeting_says_how_the_house_is_reached() -> None:
    lan = ListenerLimits(apps=True, lan=True)
    near = ("fe80::1%eth0", "192.168.1.5")
    reached = invitation.reached_by
    assert reached(lan, near, 8770, True, "") == "http://192.168.1.5:8770/"
    assert reached(lan, near, 8770, False, "abc") == "cardroom://192.168.1.5:8770/#pin=abc"
    assert reached(lan, (), 8770, True, "") == ""
    named = replace(lan, lan=False, origins=("https://cards.example.org",))
    assert reached(named, (), 8770, True, "") == "https://cards.example.org/"
    assert reached(named, (), 8770, False, "") == ""
    assert reached(replace(named, origins=()), (), 8770, True, "") == ""


def test_a_terminal_shows_the_invitation_as_a_qr_code_and_a_pipe_does_not() -> None:
    heard: list[str] = []
    link = "cardroom://192.168.1.5:8770/"
    say = invitation.with_qr_code(heard.append, terminal=True)
    say("The house is open on ws://127.0.0.1:8770")
    assert len(heard) == 1
    say(f"Invitation: {link}")
    assert read(heard[2:]) == drawn(link)
    quiet: list[str] = []
    invitation.with_qr_code(quiet.append, terminal=False)(f"Invitation: {link}")
    assert quiet == [f"Invitation: {link}"]


def drawn(link: str) -> list[list[bool]]:
    """The code as the library has it, with a margin of two."""
    rows = [[bool(one) for one in row] for row in segno.make_qr(link, error="m").matrix]
    wide = [False] * (len(rows) + 4)
    return [wide, wide, *([False, False, *row, False, False] for row in rows), wide, wide]


def read(lines: list[str]) -> list[list[bool]]:
    """What is dark in the lines of a terminal, black on white."""
    halves = {sign: dark for dark, sign in HALVES.items()}
    rows: list[list[bool]] = []
    for line in lines:
        assert line.startswith("\x1b[30;107m")
        assert line.endswith("\x1b[0m")
        signs = [halves[sign] for sign in line[9:-4]]
        rows += [[up for up, _ in signs], [low for _, low in signs]]
    return rows[:-1] if not any(rows[-1]) and len(rows) > len(rows[0]) else rows


@pytest.mark.parametrize("command", ["serve", "play"])
def test_the_flag_goes_before_the_settings(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found: list[bool] = []

    def noted(name: str) -> Callable[..., int]:
        def run(given: Config | Callable[[], Config], *_: object) -> int:
            # A house reads its settings again while it runs.
            config = given if isinstance(given, Config) else given()
            found.append(config.listen.lan)
            return 0

        return run

    monkeypatch.chdir(tmp_path)
    Path("cardroom.toml").write_text("[listen]\nlan = false\n")
    monkeypatch.setattr(
        f"game_server.{'process' if command == 'serve' else 'play'}.{command}", noted(command)
    )
    assert main([command, "--lan"]) == 0
    assert main([command]) == 0
    assert found == [True, False]


def test_with_a_certificate_of_its_own_friends_need_the_invitation() -> None:
    said = list(invitation.near(("192.168.1.5",), 8770, secure=True, pin="abc"))
    assert said == [
        "Friends need the invitation:"
        " cardroom terminal --at 'cardroom://192.168.1.5:8770/#pin=abc'",
        "Invitation: cardroom://192.168.1.5:8770/#pin=abc",
    ]
    assert invitation.own("192.0.2.5", 99, "abc").endswith("cardroom://192.0.2.5:99/#pin=abc")


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"CARDROOM_LISTEN_TLS": "yes"}, "it is 'self', or empty"),
        (
            {"CARDROOM_LISTEN_TLS": "self", "CARDROOM_LISTEN_CERTIFICATE": "a.pem"},
            "makes its certificate itself",
        ),
    ],
)
def test_a_certificate_of_its_own_goes_with_no_other(said: dict[str, str], why: str) -> None:
    with pytest.raises(planning.CannotServe, match=why):
        planning.plan(config_file.load(None, said))
