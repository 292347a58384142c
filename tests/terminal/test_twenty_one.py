"""`cardroom 21` as a person meets it: on a terminal, through a pipe, and when it is cut off."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from terminal_client.page.width import wide
from tests.terminal.terminal import PROGRAM, Terminal, environment, on_terminal
from tools.requirements import ROOT

CARDROOM = Path(sys.executable).parent / "cardroom"


def piped(
    folder: Path, typed: str, *arguments: str, **surroundings: str
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*PROGRAM, *arguments],
        cwd=folder,
        env=environment(folder, **surroundings),
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def own_file(folder: Path) -> Path:
    return folder / "config" / "cardroom" / "21.toml"


def kept(path: Path) -> dict[str, object]:
    """The balances in a file."""
    return {one["name"]: one["balance"] for one in tomllib.loads(path.read_text())["player"]}


# -- through a pipe ----------------------------------------------------------------------


@pytest.mark.req("B-4.2", "B-6.6")
def test_a_pipe_plays_a_hand_and_the_balance_is_read_back_the_next_time(tmp_path: Path) -> None:
    first = piped(tmp_path, "5\n" + "s\nn\n" * 4 + "q\n" * 3)
    assert first.returncode == 0, first.stderr
    assert "\x1b" not in first.stdout
    assert "Player 1 bets $5." in first.stdout
    left = re.findall(r"in this hand and has \$([\d.]+)\.", first.stdout)[-1]
    assert kept(own_file(tmp_path)) == {"Player 1": pytest.approx(float(left))}
    second = piped(tmp_path, "q\n")
    assert f"Player 1 has ${left}." in second.stdout
    assert list(own_file(tmp_path).parent.iterdir()) == [own_file(tmp_path)], "no journal is left"


def test_the_end_of_the_input_ends_the_game_cleanly(tmp_path: Path) -> None:
    nothing = piped(tmp_path, "")
    assert nothing.returncode == 0
    assert nothing.stderr == ""
    assert nothing.stdout.rstrip().endswith("The balances are kept.")
    assert kept(own_file(tmp_path)) == {"Player 1": "0"}


def test_without_an_input_it_ends_cleanly_too(tmp_path: Path) -> None:
    run = subprocess.run(
        f"{' '.join(PROGRAM)} <&-",
        shell=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.rstrip().endswith("The balances are kept.")


def test_bytes_that_are_no_text_are_no_answer(tmp_path: Path) -> None:
    run = subprocess.run(
        PROGRAM,
        cwd=tmp_path,
        env=environment(tmp_path),
        input=b"\xff\xfe\x00\n\x1b[2J\nq\n",
        capture_output=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count(b"I do not understand") == 2
    assert b"\x1b" not in run.stdout
    assert run.stdout.rstrip().endswith(b"Goodbye.")


def test_a_reader_that_goes_away_ends_it_without_a_word(tmp_path: Path) -> None:
    command = f"yes 5 | {' '.join(PROGRAM)} | head -n 3"
    run = subprocess.run(
        command,
        shell=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout.startswith("Welcome to 21.")
    assert run.stderr == ""


def test_an_output_of_ascii_gets_letters_for_signs(tmp_path: Path) -> None:
    run = piped(tmp_path, "5\ns\nn\ns\nq\nq\n", PYTHONIOENCODING="ascii")
    assert run.returncode == 0, run.stderr
    assert re.search(r"Player 1 gets (10|[2-9JQKA])[cdhs]\.", run.stdout)
    assert run.stdout.isascii()


@pytest.mark.parametrize("code", ["de", "en", "es", "fr", "zh"])
def test_each_language_plays_in_forty_columns(tmp_path: Path, code: str) -> None:
    typed = "5\n" + "h\nn\ns\n" * 6 + "p\nq\n" * 8
    run = piped(tmp_path, typed, "--language", code, "--names", "Ada,李雷", COLUMNS="40")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    long = [line for line in lines if wide(line) > 40 and "/" not in line]
    assert long == []
    assert len(lines) > 20


def test_the_plain_mode_is_whole_sentences_and_cards_in_words(tmp_path: Path) -> None:
    run = piped(tmp_path, "5\n" + "s\nn\n" * 3 + "q\n" * 3, "--plain", COLUMNS="40")
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert "" not in lines[:-4]
    assert any(re.fullmatch(r"Player 1 gets the \w+ of \w+\.", line) for line in lines)
    assert not set("♠♥♦♣┌│░\x1b") & set(run.stdout)
    said = [line for line in lines if line and not line.startswith("> ")]
    assert [line for line in said if line[-1] not in ".?!:)" and not line.islower()] == [], said


# -- what is wrong -----------------------------------------------------------------------


@pytest.mark.req("B-1.1")
def test_a_wrong_value_in_the_file_is_one_sentence_with_its_line(tmp_path: Path) -> None:
    # Editors of Windows begin a file with a mark of its encoding.
    (tmp_path / "21.toml").write_text("# mine\n[game]\ndecks = 12\n", encoding="utf-8-sig")
    run = piped(tmp_path, "q\n")
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr == (
        "21: 21.toml, line 3: decks is 12; it must be a whole number from 1 to 8, "
        'or "0" for the usual 6.\n'
    )
    assert not (tmp_path / "21.journal").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "9"], "--players is 9; it must be a whole number from 1 to 8"),
        (["--names", "Ada,ada"], 'The name "ada" cannot be used'),
        (["--names", "A,B,C,D,E,F,G,H,I"], "9 names are given; 1 to 8 can play."),
        (["--names", "A,B", "--players", "1"], "--players is 1; it must be a whole number from 2"),
        (["--language", "xx"], "--language is xx; it must be one of de, en, es, fr, zh."),
        (["--width", "5"], "--width is 5; it must be a whole number from 20 to 100"),
        (["--full"], "A full picture needs a terminal; leave --full out."),
        (["--config", "/proc/no/21.toml"], "cannot be written"),
    ],
)
def test_a_wrong_argument_is_one_sentence(tmp_path: Path, arguments: list[str], says: str) -> None:
    run = piped(tmp_path, "q\n", *arguments)
    assert run.returncode == 2
    assert says in run.stderr
    assert run.stderr.count("\n") == 1
    assert run.stdout == ""


def test_init_writes_a_file_that_the_game_takes_and_overwrites_nothing(tmp_path: Path) -> None:
    made = piped(tmp_path, "", "--init", "--names", "Ada,Ben", "--language", "fr")
    assert made.returncode == 0, made.stderr
    assert made.stdout == (
        "Les réglages sont dans 21.toml, chacun expliqué. Pour jouer\u00a0: cardroom 21\n"
    )
    assert (tmp_path / "21.toml").read_text().startswith("# Réglages du 21.")
    again = piped(tmp_path, "", "--init")
    assert again.returncode == 2
    assert "21.toml" in again.stderr
    run = piped(tmp_path, "q\nq\n")
    asked = "Ada, votre mise, de 5 $ à 50 $ ? Vous avez 50 $."
    assert asked in run.stdout.replace("\u00a0", " ")
    assert not own_file(tmp_path).exists(), "the file beside the player is the one"


def test_a_game_that_is_open_elsewhere_is_not_opened_twice(tmp_path: Path) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as first:
        first.wait_for("your bet")
        second = piped(tmp_path, "q\n")
        assert second.returncode == 2
        assert "open in another terminal" in second.stderr


# -- on a terminal -----------------------------------------------------------------------


def in_a_hand(terminal: Terminal) -> None:
    """Bet until a hand has come to a question that is not yet the next bet."""
    at = 0
    while True:
        terminal.wait_for_line("your bet", after=at)
        at = len(terminal.raw)
        terminal.type("10\r")
        came = terminal.wait_for_line("Hit (H)", "Insurance for", "play again", after=at)
        at = len(terminal.raw)
        if came == "Hit (H)":
            return
        terminal.type("n\r" if came == "Insurance for" else "p\r")
        if came == "Insurance for":
            came = terminal.wait_for_line("Hit (H)", "play again", after=at)
            at = len(terminal.raw)
            if came == "Hit (H)":
                return
            terminal.type("p\r")


@pytest.mark.req("B-6.6", "B-6.4.1", "B-6.3")
def test_a_whole_hand_by_typed_keys_in_forty_columns(tmp_path: Path) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path, columns=40) as terminal:
        in_a_hand(terminal)
        at = len(terminal.raw)
        terminal.type("s\r")
        terminal.wait_for_line("play again", after=at)
        told = terminal.raw[at:]
        assert "The dealer turns over" in told
        assert "in this hand and" in told
        terminal.type("q\r")
        assert terminal.wait_for_end() == 0
        assert terminal.said[-1] == "Goodbye."


def test_colours_are_shown_unless_no_color_asks_for_none(tmp_path: Path) -> None:
    for surroundings, coloured in (
        ({}, True),
        ({"NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
    ):
        shown = environment(tmp_path, **surroundings)
        with on_terminal(["--lines"], shown, tmp_path) as terminal:
            terminal.wait_for("your bet")
            terminal.type("q\r")
            assert terminal.wait_for_end() == 0
            assert ("\x1b[" in terminal.raw) is coloured, surroundings


@pytest.mark.req("B-4.2")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_keeps_the_balances_and_the_hand(tmp_path: Path, number: int) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as terminal:
        in_a_hand(terminal)
        at = len(terminal.raw)
        question = [line for line in terminal.said if "The dealer shows" in line][-1]
        if number == signal.SIGINT:
            terminal.type("\x03")
        else:
            terminal.kill(number)
        assert terminal.wait_for_end() == 130
        assert "The balances are kept." in terminal.raw[at:]
        assert "The hand is kept too" in terminal.raw[at:]
        assert "Traceback" not in terminal.raw
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as again:
        again.wait_for_line("It goes on with the")
        again.wait_for_line("Hit (H)")
        assert question in again.said


def test_kill_9_in_a_hand_loses_nothing(tmp_path: Path) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as terminal:
        in_a_hand(terminal)
        cards = [line for line in terminal.said if "The dealer shows" in line][-1]
        terminal.kill(signal.SIGKILL)
        assert terminal.wait_for_end() == -signal.SIGKILL
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as again:
        again.wait_for_line("Hit (H)")
        assert cards in again.said, "the same cards"
        at = len(again.raw)
        again.type("s\r")
        again.wait_for_line("play again", after=at)
        assert "in this hand and has" in " ".join(again.raw[at:].split())
        again.type("q\r")
        assert again.wait_for_end() == 0
    assert not own_file(tmp_path).with_suffix(".journal").exists()


def test_a_hand_that_goes_on_is_kept_when_it_is_cut_off_again(tmp_path: Path) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as terminal:
        in_a_hand(terminal)
        cards = [line for line in terminal.said if "The dealer shows" in line][-1]
        terminal.kill(signal.SIGKILL)
        terminal.wait_for_end()
    for _ in range(2):
        # Looked at, and left again before anything is answered: bets do not come back.
        with on_terminal(["--lines"], environment(tmp_path), tmp_path) as again:
            again.wait_for_line("Hit (H)")
            assert cards in again.said, "the same cards"
            at = len(again.raw)
            again.type("\x03")
            assert again.wait_for_end() == 130
            assert "The hand is kept too" in again.raw[at:]


def test_ctrl_d_at_a_question_ends_the_game(tmp_path: Path) -> None:
    with on_terminal(["--lines"], environment(tmp_path), tmp_path) as terminal:
        terminal.wait_for("your bet")
        terminal.type("\x04")
        assert terminal.wait_for_end() == 0
        assert "The balances are kept." in terminal.raw


# -- as it is installed ------------------------------------------------------------------


def test_cardroom_21_is_the_same_game(tmp_path: Path) -> None:
    surroundings = environment(tmp_path)
    helped = subprocess.run(
        [CARDROOM, "21", "--help"], env=surroundings, capture_output=True, text=True, check=False
    )
    assert helped.returncode == 0, helped.stderr
    assert "cardroom 21 --plain" in helped.stdout
    with on_terminal(
        ["21", "--lines"], surroundings, tmp_path, program=[str(CARDROOM)]
    ) as terminal:
        terminal.wait_for("your bet")
        terminal.type("q\r")
        assert terminal.wait_for_end() == 0
        assert "Goodbye." in terminal.raw


@pytest.mark.parametrize("typed", [["--help"], ["--at", "wss://house", "--help"]])
@pytest.mark.parametrize("command", ["cardroom 21", "twenty-one"])
def test_help_calls_the_command_what_was_typed(
    tmp_path: Path, command: str, typed: list[str]
) -> None:
    name, *words = command.split()
    helped = subprocess.run(
        [CARDROOM.parent / name, *words, *typed],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert helped.returncode == 0, helped.stderr
    assert helped.stdout.startswith(f"usage: {command} [-h]")


def test_a_wrong_address_is_refused_by_the_command_that_was_typed(tmp_path: Path) -> None:
    ran = piped(tmp_path, "", "--at", "not an address!")
    assert ran.returncode == 2
    assert ran.stderr.startswith("cardroom 21: ")


def test_the_script_is_declared_and_needs_no_more_than_a_house() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["project"]["scripts"]["twenty-one"] == "terminal_client.twenty_one:main"
    blocked = (
        "import sys\n"
        "for name in ('kivy', 'websockets', 'certifi', 'twisted', 'autobahn', 'sqlite3'):\n"
        "    sys.modules[name] = None\n"
        "from terminal_client.local import full, main\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", blocked],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
