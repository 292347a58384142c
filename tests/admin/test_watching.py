"""`cardroom admin watch` on a terminal, at a real house where real clients play."""

import json
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from game_server.admin.command.exits import Exit
from game_server.admin.live.ink import glyph
from game_server.admin.patch import merged
from protocol import messages
from protocol.cards import LABELS
from protocol.events import RoundBegan, RoundEnded, hand_of
from protocol.messages import Seats, Session
from protocol.words import Seat
from tests.admin.running import Office, Open, command, open_house
from tests.house.plain import Plain, play
from tests.pseudo import COLOURS, Terminal

TABLE = "holdem"


def seated(lines: ExitStack, url: str, count: int = 2) -> list[Plain]:
    """People at the table."""
    clients = [Plain(lines, url, seed) for seed in range(count)]
    for number, client in enumerate(clients):
        client.say(messages.Guest(client.next(), f"player{number}"))
        client.until(Session)
        client.seat(TABLE)
    return clients


def in_play(client: Plain) -> bool:
    told = client.told.get(TABLE, [])
    return bool(told) and isinstance(told[0], RoundBegan) and not isinstance(told[-1], RoundEnded)


def own_seat(client: Plain) -> Seat:
    seats = [one for one in client.inbox if isinstance(one, Seats) and one.you is not None]
    assert seats[-1].you is not None
    return seats[-1].you


def all_cards_shown(screen: str, clients: list[Plain]) -> bool:
    """Whether each hand, which its player alone was told, stands on the screen."""
    hands = [hand_of(own_seat(client), client.told[TABLE]) for client in clients]
    shown = [" ".join(glyph(LABELS[card]) for card in hand) for hand in hands]
    return all(hand and hand in screen for hand in shown)


@pytest.mark.req("E-RF-SV-002", "E-RF-SV-006", "E-RF-SV-007")
def test_from_a_closed_house_to_a_hand_and_over_a_power_cut(tmp_path: Path) -> None:
    """All steps of an evening: the house is closed, is opened, people play; one looks on."""
    office = Office(tmp_path)
    office.settle("ann", "olga", "cleo")
    with ExitStack() as stack:
        shut = {"CARDROOM_HOUSE_OPEN": "false"}
        house = stack.enter_context(open_house(tmp_path, environment=shut, office=office))
        show = stack.enter_context(
            Terminal.of(
                command(["watch", "--reason", "a complaint"]),
                _coloured(office.environment("cleo")),
                tmp_path,
            )
        )
        show.until_shown(lambda s: "The house is closed" in s, "a house that is closed")
        assert office.admin("on", who="olga").code == Exit.OK
        show.until_shown(lambda s: f"▶ {TABLE}" in s and "doudizhu" in s, "its rooms")
        lines = stack.enter_context(ExitStack())
        clients = seated(lines, house.running.url)
        show.until_shown(lambda s: "2/7" in s, "two who sit")
        show.press("\r")
        show.until_shown(lambda s: "seats 2 of 7" in s, "the table")

        def go_on() -> None:
            for client in clients:
                while client.hear():
                    pass
                if not in_play(client) or len(client.told[TABLE]) < 6:
                    client.answer()

        show.until_shown(
            lambda s: all(map(in_play, clients)) and all_cards_shown(s, clients), "all hands", go_on
        )
        assert COLOURS.search(show.written)
        _power_cut(show, house, tmp_path, office)
        show.press("q")
        assert show.ends() == Exit.OK
        assert b"Traceback" not in show.written


def _power_cut(show: Terminal, house: Open, folder: Path, office: Office) -> None:
    """The house goes, which is a sentence; it comes again, and so does its picture."""
    house.running.kill()
    gone = show.until_shown(lambda s: "house" in s.splitlines()[-1], "a sentence")
    assert "seats 2 of 7" in gone, "what was seen last stays"
    with open_house(folder, office=office):
        show.until_shown(lambda s: "Esc" in s.splitlines()[-1], "the house is back")
        rows = office.audit("--do", "watch")
        assert {row["who"] for row in rows} == {"cleo"}
        assert {row["with"]["reason"] for row in rows} == {"a complaint"}
        assert len(rows) == 3, "the list, the table, and the table again"
        show.press("\x1b")
        show.until_shown(lambda s: f"▶ {TABLE}" in s, "the list again")


def _coloured(environment: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name != "NO_COLOR"}


def test_no_color_sends_no_colour(shared: Open) -> None:
    environment = shared.office.environment("vic")
    assert environment["NO_COLOR"]
    with Terminal.of(command(["watch", TABLE]), environment, shared.office.folder) as show:
        show.until_shown(lambda s: "seats 0 of 7" in s, "the table")
        show.press("?")
        show.until_shown(lambda s: "keys and signs" in s, "the help")
        show.press("q")
        assert show.ends() == Exit.OK
        assert not COLOURS.search(show.written), COLOURS.search(show.written)


@pytest.mark.req("E-RF-SV-006")
def test_who_is_no_administrator_does_not_look(shared: Open) -> None:
    environment = {**shared.office.environment("vic"), "CARDROOM_ADMIN_NAME": "nobody"}
    with Terminal.of(command(["watch"]), environment, shared.office.folder) as show:
        assert show.ends() == Exit.NOT_ALLOWED
        assert "No administrator has this name and this password" in show.shown.replace("\n", " ")
        assert b"\x1b[?1049h" not in show.written, "the terminal was filled for nothing"


def test_what_cannot_be_watched_is_a_sentence_on_a_terminal_that_is_left_alone(
    shared: Open,
) -> None:
    environment = shared.office.environment("vic")
    with Terminal.of(command(["watch", "nowhere"]), environment, shared.office.folder) as show:
        assert show.ends() == Exit.REFUSED
        assert "There is no table 'nowhere'" in show.shown
        assert b"\x1b[?1049h" not in show.written
    rows = shared.office.audit("--refused", "--do", "watch")
    assert rows[0]["who"] == "vic"


def test_without_a_terminal_there_is_json(shared: Open) -> None:
    ran = shared.admin("watch", TABLE, who="vic")
    assert ran.code == Exit.USAGE
    assert "--json" in ran.err
    watching = shared.office.begin("watch", TABLE, "--json", who="vic")
    assert watching.stdout is not None
    first = json.loads(watching.stdout.readline())
    assert first["table"]["table"] == TABLE
    with ExitStack() as lines:
        clients = seated(lines, shared.running.url)
        play(clients, lambda acts: acts >= 1)
    shown = first["table"]
    while not shown["seats"]:
        shown = merged(shown, json.loads(watching.stdout.readline())["changes"])
    watching.terminate()
    watching.wait()
    watching.stdout.close()
    assert watching.stderr is not None
    watching.stderr.close()


def test_a_session_that_a_house_has_forgotten_is_said_when_it_is_back(tmp_path: Path) -> None:
    """Sessions are of a process: who came by `login` types the password again."""
    office = Office(tmp_path)
    office.settle("ann", "vic")
    with ExitStack() as stack:
        house = stack.enter_context(open_house(tmp_path, office=office))
        assert office.admin("login", "vic", who="vic").code == Exit.OK
        environment = office.environment("vic")
        del environment["CARDROOM_ADMIN_PASSWORD_FILE"]
        show = stack.enter_context(Terminal.of(command(["watch"]), environment, tmp_path))
        show.until_shown(lambda s: f"▶ {TABLE}" in s, "the rooms")
        house.running.kill()
        show.until_shown(lambda s: "again" in s.splitlines()[-1], "a sentence")
        with open_house(tmp_path, office=office):
            show.until_shown(lambda s: "Your session is over" in s.splitlines()[-1], "what to do")
            assert "Press q." in show.shown
            show.press("q")
            assert show.ends() == Exit.OK


def test_no_other_command_waits_for_the_view() -> None:
    program = (
        "import sys; from game_server import cli;"
        "cli.main(['admin', 'completion', 'bash']);"
        "sys.exit(any(name in sys.modules for name in ('textual', 'rich', 'twisted')))"
    )
    assert (
        subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL).returncode == 0
    )
