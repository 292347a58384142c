"""The terminal line by line at a real house: lines that break, friends by code, secrets, pipes."""

import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from terminal_client.house.main import parser
from tests.house.process import Running, free_port, house, plain_environment
from tests.terminal.calm_house import TURN
from tests.terminal.conftest import CONFIG
from tests.terminal.test_games_by_keys import come_in, go, play
from tests.terminal.test_own_account import logs_in, registered
from tests.terminal.typist import Typist, typist

COMMAND = (sys.executable, "-m", "terminal_client.house")
ANSWERS = {"s: Stand": "s", "n: No insurance": "n"}
CALM = "tests.terminal.calm_house"
LONG_S = 120.0
"""So long eight programs may take for what they do together."""


def stand(question: str) -> str:
    """Bet the least, then stand."""
    if "Bet" in question and "Deal" not in question:
        return "b 5"
    return "d" if "d: Deal" in question else "s" if "s: Stand" in question else "n"


def opened(one: Typist, *answers: str) -> str:
    """Open a room; its code."""
    for answer in answers:
        one.type(answer)
    one.until("The code of this room is ")
    return one.until(";").removesuffix(";")


def to_hit_or_stand(one: Typist) -> None:
    """Bet and deal until no natural ends the hand before anything is asked."""
    while True:
        one.act("b 10", "bets 10.")
        asked = one.act("d", "Stand", "No insurance", "in this round")
        if asked.endswith("No insurance"):
            asked = one.act("n", "Stand", "in this round")
        if asked.endswith("Stand"):
            return
        one.until("Your turn")


def test_a_lost_line_is_said_and_the_same_question_is_asked_again(tmp_path: Path) -> None:
    port = {"CARDROOM_LISTEN_PORT": str(free_port())}
    with ExitStack() as stack:
        first = stack.enter_context(house(tmp_path, CONFIG, port, program=CALM))
        one = stack.enter_context(
            typist(tmp_path / "ann", "--at", first.url, "--plain", "--name", "Ann")
        )
        come_in(one, "blackjack")
        one.until("Your turn")
        to_hit_or_stand(one)
        held = re.findall(r"You hold ([^(]+)\(", one.said)[-1]
        first.kill()
        one.until("The line to the house is lost")
        one.type("s")
        one.until("No connection")
        stack.enter_context(house(tmp_path, CONFIG, port, program=CALM))
        one.until("The line is back.")
        again = one.until("Stand")
        assert held in again
        one.act("s", "Ann stands.")
        one.until("in this round")
        assert one.said.count("The line to the house is lost") == 1
        for once in ("Round 1 of Blackjack", "Ann stands."):
            assert one.said.count(once) == 1, one.said
        assert not re.search("Ann bets|Round ", again), again
        go(one)


def test_the_clock_is_said_once_at_the_start_and_once_near_the_end(tmp_path: Path) -> None:
    with ExitStack() as stack:
        running = stack.enter_context(house(tmp_path, CONFIG, {TURN: "8"}, program=CALM))
        one = stack.enter_context(
            typist(tmp_path / "ann", "--at", running.url, "--plain", "--name", "Ann")
        )
        come_in(one, "sabacc")
        one.until("Your turn, 8 seconds.", "Your turn, 7 seconds.")
        said = one.until("Ann stands.", "Ann junks")
        assert said.count("seconds left.") == 1, said
        assert said.count("Your turn") == 0, said


def test_a_terminal_that_was_killed_is_back_in_its_hand(tmp_path: Path, running: Running) -> None:
    folder = tmp_path / "bea"
    with typist(folder, "--at", running.url, "--plain", "--name", "Bea") as one:
        come_in(one, "blackjack")
        one.until("Your turn")
        one.act("b 25", "Bea bets 25.")
    with typist(folder, "--plain") as again:
        again.until("You are Bea.")
        again.until("At the table: Blackjack")
        again.until("d: Deal")
        asked = again.act("d", "Stand", "No insurance", "in this round")
        if asked.endswith("No insurance"):
            asked = again.act("n", "Stand", "in this round")
        if asked.endswith("Stand"):
            again.act("s", "in this round")
        go(again)


def test_two_friends_play_in_a_private_room_by_its_code(tmp_path: Path, running: Running) -> None:
    with ExitStack() as stack:
        ann = stack.enter_context(
            typist(tmp_path / "a", "--at", running.url, "--plain", "--name", "Cleo")
        )
        ann.until("The lobby.")
        code = opened(ann, "open hold", "1", "1", "", "")
        ann.until("is yours")
        ann.type("sit")
        ann.until("You sit on seat 1")
        bo = stack.enter_context(
            typist(tmp_path / "b", "--at", running.url, "--lines", "--name", "Dag")
        )
        bo.until("The lobby.")
        bo.type("join wrong1")
        bo.until("There is no room", "code", "No room")
        bo.type(f"join {code.lower()}")
        bo.until("You are watching.")
        bo.type("seat")
        bo.until("is yours")
        bo.type("sit")
        ann.until("Dag sits down.")
        for one, said in ((ann, "Hello Dag"), (bo, "Hello Cleo")):
            one.type(f"say {said}")
        ann.until("Dag says: Hello Cleo")
        bo.until("Cleo says: Hello Dag")
        # The button, and the small blind with it, is whose it is by chance.
        asked, other = first_of(ann, bo)
        asked.act("r 30", "raises to 30")
        other.until("Your turn")
        other.act("f", "in this round")
        asked.until("in this round")
        bo.type("leave")
        if bo.until("yes or no", "You have left", "The lobby.").endswith("no"):
            bo.type("yes")
        ann.until("Dag has left the table.")


def test_who_is_blocked_is_heard_on_no_device_and_a_line_is_reported(
    tmp_path: Path, running: Running
) -> None:
    with ExitStack() as stack:

        def comes(folder: str, *words: str) -> Typist:
            one = typist(tmp_path / folder, "--at", running.url, "--plain", *words)
            return stack.enter_context(one)

        ann = comes("a")
        registered(ann, "Ulla")
        code = opened(ann, "open hold", "1", "1", "", "")
        bo = comes("b", "--name", "Vito")
        bo.until("The lobby.")
        bo.type(f"join {code.lower()}")
        bo.until("You are watching.")
        bo.type("say you fool")
        ann.until("Vito says: you fool")
        ann.type("report vito")
        ann.until("Reported with what was said last: you fool")
        ann.until("Why? Type a number.")
        ann.type("1")
        ann.until("In your words?")
        ann.type("look at that")
        ann.until("Thank you. The house looks at it")
        ann.type("block vito")
        ann.until("You hear nothing of Vito")
        bo.type("say not heard")
        bo.until("not heard")
        other = comes("c")
        other.until("Type a name")
        logs_in(other, "Ulla")
        other.until("The lobby.", "At the table")
        other.type("blocked")
        assert "Vito" in other.until("Type a number.")
        assert "not heard" not in ann.said
        assert "not heard" not in other.said
        assert ann.said.count("Thank you.") == 1
        with closing(sqlite3.connect(running.database)) as conn:
            found = conn.execute("SELECT name, said, why, words FROM reports").fetchall()
        assert found == [("Vito", "you fool", "abuse", "look at that")]


def first_of(ann: Typist, bo: Typist) -> tuple[Typist, Typist]:
    """Who is asked first, and who is not."""
    while True:
        for one, other in ((ann, bo), (bo, ann)):
            if "Your turn" in one.new:
                one.until("Your turn")
                one.until("\n")
                return one, other
            one.hear()


def test_eight_people_on_eight_machines_play_21(tmp_path: Path, running: Running) -> None:
    names = ["Eve", "Finn", "Gil", "Hal", "Ida", "Jon", "Kim", "Liv"]
    with ExitStack() as stack:
        first = stack.enter_context(
            typist(tmp_path / "0", "--at", running.url, "--plain", "--name", names[0])
        )
        first.until("The lobby.")
        code = opened(first, "open 21", "2", "1", "", "")
        first.until("is yours")
        first.type("sit")
        first.until("You sit on seat")
        others = [
            stack.enter_context(
                typist(
                    tmp_path / str(number),
                    f"--at={running.url}",
                    f"--join={code}",
                    "--plain",
                    "--name",
                    name,
                    module=("terminal_client.twenty_one",),
                )
            )
            for number, name in enumerate(names[1:], 1)
        ]
        for one in others:
            one.until("You sit on seat")
        everybody = [first, *others]
        together(everybody, names)
        for one in everybody:
            one.act("b 5", "Take back")
        for one in everybody:
            one.type("d")
        said = dict.fromkeys(names, "")
        playing, end = dict(zip(names, everybody, strict=True)), time.monotonic() + LONG_S
        while playing:
            assert time.monotonic() < end, [one.said[-500:] for one in playing.values()]
            for name, one in [*playing.items()]:
                one.hear()
                if "in this round" in one.new:
                    said[name] += one.until("in this round")
                    del playing[name]
                elif found := [key for key in ANSWERS if key in one.new]:
                    said[name] += one.until(found[0])
                    one.rest()
                    one.type(ANSWERS[found[0]])
        assert all(f"{name} bets 5." in said[names[0]] for name in names[1:])


def test_secrets_are_neither_shown_nor_kept(tmp_path: Path, running: Running) -> None:
    secret = "correct horse battery"
    folder = tmp_path / "mia"
    with typist(folder, "--at", running.url, "--lines") as one:
        one.until("Type a name")
        one.type("register Mia")
        one.until("It is not shown.")
        one.type(secret)
        one.until("once more?")
        one.type("something else")
        one.until("That was not the same password")
        one.until("It is not shown.")
        one.type(secret)
        one.until("once more?")
        one.type(secret)
        one.until("You are Mia.")
        one.type("cashier")
        shown = one.until("to add your bank card")
        # The cards of the demo bank: a PIN, or what stands on a credit card.
        assert re.search(r"not real money: number \d{16}, PIN \d{4}\.", shown)
        assert re.search(r"number \d{16}, valid until \S+, security code \d{3,4}\.", shown)
        one.type("card")
        one.until("Which kind")
        one.type("1")
        one.until("The card number?")
        one.type("12")
        one.until("A card number has at least 12 digits.")
        one.type("4000 0000 0000 0002")
        one.until("The PIN?")
        one.type("98")
        one.until("The PIN has four to six digits.")
        one.type("987654")
        one.until("Your password: winnings will go to this card.")
        one.type("not the password")
        one.until("The password is wrong")
        # It is asked for again, alone.
        one.until("Your password: winnings will go to this card.")
        one.type("cancel")
        one.until("Nothing was done.")
        assert one.said.count("The password is wrong") == 1
        one.type("logout")
        one.until("yes or no")
        one.type("yes")
        one.until("Type a name")
        one.type("login Mia")
        one.until("It is not shown.")
        one.type(secret)
        one.until("You are Mia.")
        one.type("quit")
        assert one.ends() == 0
        assert secret not in one.said
        assert "987654" not in one.said
        assert "not the password" not in one.said
    kept = "".join(path.read_text() for path in folder.rglob("*.json"))
    assert "Mia" not in kept or secret not in kept
    assert "987654" not in kept


def test_plain_is_one_sentence_a_line_without_a_single_escape(
    tmp_path: Path, running: Running
) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Nell", width=40) as one:
        come_in(one, "blackjack")
        play(one, stand)
        one.type("?")
        one.until("You can type:")
        go(one)
        assert b"\x1b" not in one.written
        text = one.written.decode()
        assert not re.search("[♠♥♦♣▮]", text)
        assert re.search(r"(of spades|of hearts|of diamonds|of clubs)", text)
        # What the narrow terminal would break in mid-word is broken between words.
        assert max(len(line) for line in text.replace("\r", "").split("\n")) <= 40
        assert "Type a number to go to that table." in text


def test_in_40_columns_no_line_is_wider(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--lines", "--name", "Olaf", width=40) as one:
        come_in(one, "roulette")
        one.until("Your turn")
        one.type("b 5 on 17")
        one.until("bets 5")
        one.type("help")
        one.until("ends this program")
        lines = one.written.decode().replace("\r", "").split("\n")
        assert max(len(re.sub("\x1b\\[[0-9;]*m", "", line)) for line in lines) <= 40
        go(one)


def piped(folder: Path, house: str, typed: str) -> subprocess.CompletedProcess[str]:
    """Run the terminal client in a pipe that says this, to its end."""
    return subprocess.run(
        [*COMMAND, "--at", house, "--config-folder", str(folder)],
        input=typed,
        capture_output=True,
        text=True,
        timeout=180,
        env={**plain_environment(), "PYTHONUTF8": "1"},
    )


def test_a_pipe_gets_an_answer_to_each_line(tmp_path: Path, running: Running) -> None:
    typed = "Pia\nrooms roulette\n1\nlook\nnonsense\nlobby\nrooms go\nrules roulette\nquit\n"
    ran = piped(tmp_path, running.url, typed)
    assert ran.returncode == 0, ran.stderr
    wanted = (
        "You are Pia.", "1: Roulette", "At the table: Roulette", "“nonsense” is nothing",
        "The lobby.", "There is no game “go”", "Rules of Roulette.", "Goodbye.",
    )  # fmt: skip
    at = 0
    for text in wanted:
        at = ran.stdout.index(text, at)
    assert "\x1b" not in ran.stdout


def test_an_act_of_a_pipe_waits_for_its_turn(tmp_path: Path, running: Running) -> None:
    typed = "Pip\nrooms blackjack\n1\nsit\n25\nd\ns\n25\nd\ns\nleave\nyes\nquit\n"
    ran = piped(tmp_path, running.url, typed)
    assert ran.returncode == 0, ran.stderr
    said = ran.stdout.replace("\n  ", " ")
    # Whatever is dealt: a natural leaves nothing to stand on, and is no reason to lose a bet.
    assert "not your turn" not in said, said
    assert said.index("> 25") < said.index("Pip bets 25.") < said.index("Pip is ready"), said
    assert said.count("> 25") == 2, said


def test_a_pipe_ends_where_no_house_answers(tmp_path: Path) -> None:
    for typed in ("", "Pia\nrooms\n"):
        ran = piped(tmp_path, f"127.0.0.1:{free_port()}", typed)
        assert ran.returncode == 1, ran.stderr
        assert "were not done" in ran.stdout.replace("\n  ", " ")


def test_a_pipe_whose_reader_has_gone_ends_without_a_word(tmp_path: Path, running: Running) -> None:
    (tmp_path / "typed").write_text("Pru\nquit\n")
    with (
        open(tmp_path / "typed") as typed,
        subprocess.Popen(
            [*COMMAND, "--at", running.url, "--config-folder", str(tmp_path)],
            stdin=typed,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**plain_environment(), "PYTHONUTF8": "1"},
        ) as one,
    ):
        assert one.stdout is not None
        assert one.stderr is not None
        assert one.stdout.readline().startswith("Connecting to")
        one.stdout.close()
        assert one.wait(60) == 0
        assert one.stderr.read() == ""


def test_an_act_that_is_not_meant_any_more_is_not_asked_about(tmp_path: Path) -> None:
    with ExitStack() as stack:
        open_house = stack.enter_context(house(tmp_path, CONFIG, {TURN: "6"}, program=CALM))
        one = stack.enter_context(
            typist(tmp_path / "ann", "--at", open_house.url, "--plain", "--name", "Ann")
        )
        come_in(one, "holdem")
        one.until("Your turn")
        while "a: All-in" not in one.until("\n"):
            # The bot has gone all-in.
            one.act("f", "in this round")
            one.until("Your turn")
        one.act("a", "Do it? yes or no.")
        one.until("It is too late for that; nothing was done.")
        # The next line is a command again, not an answer.
        one.type("hand")
        assert "yes or no" not in one.until("You hold", "You have no cards")
        assert "All-in: Ann" not in one.said


def test_what_is_offered_goes_before_a_word_of_the_lobby(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Yves") as one:
        at_blackjack(one)
        one.type("sit")
        one.until("Your turn")
        one.rest()
        one.act("25", "Yves bets 25.")
        one.rest()
        # Nothing more is to be bet before the cards: it still leads to no other table.
        one.act("deal", "Yves is ready for the deal.")
        play(one, stand)
        one.until("Your turn")
        one.rest()
        one.type("deal")
        one.until("“deal” is not possible now.")
        one.act("25", "Yves bets 25.")
        one.type("leave")
        one.until("yes or no")
        one.type("no")
        one.until("Nothing was done.")
        one.type("leave")
        one.until("yes or no")
        one.type("yes")
        one.until("You have left", "The lobby.")
        one.type("quit")
        assert one.ends() == 0


def test_nobody_answers_is_said_with_what_can_be_done(tmp_path: Path) -> None:
    command = ("game_server.cli", "terminal")
    with typist(tmp_path, "--at", f"127.0.0.1:{free_port()}", "--plain", module=command) as one:
        one.until("Connecting to")
        one.until("No house answers at")
        one.type("house not an address!")
        one.until("That is not the address of a house.")
        one.type("quit")
        assert one.ends() == 0


@pytest.mark.parametrize("look", ["full", "lines"])
def test_a_terminal_that_is_ended_from_outside_is_left_in_order(tmp_path: Path, look: str) -> None:
    with typist(tmp_path, "--at", f"127.0.0.1:{free_port()}", f"--{look}") as one:
        one.until_shown(lambda shown: "Connecting to" in shown, "the first words")
        one.type("9" * 5_000)
        one.type("help")
        one.until_shown(lambda shown: "ends this program" in shown, "an answer to the next line")
        one.process.send_signal(signal.SIGTERM)
        assert one.ends() == 0
        assert b"Traceback" not in one.written
        if look == "full":
            assert one.written.rfind(b"\x1b[?1049l") > one.written.rfind(b"\x1b[?1049h")


def together(everybody: Sequence[Typist], names: Sequence[str]) -> None:
    """Sit every round out in which somebody is still missing. Nobody waits for another meanwhile:
    a round goes on when all who are in it have said something."""
    waiting, end = [*everybody], time.monotonic() + LONG_S
    while waiting:
        assert time.monotonic() < end, [one.said[-500:] for one in waiting]
        for one in [*waiting]:
            one.hear()
            if "Your turn" not in one.new:
                continue
            began = one.until("Your turn").rpartition("Round ")[2].splitlines()[0]
            if all(name in began for name in names):
                waiting.remove(one)
            else:
                one.act("o", "sits this round out")


def test_in_chinese_everything_is_said_and_typed_in_chinese(
    tmp_path: Path, running: Running
) -> None:
    arguments = ("--at", running.url, "--plain", "--name", "小明", "--language", "zh")
    with typist(tmp_path, *arguments) as one:
        one.until("大厅")
        one.type("房间 轮盘")
        one.until("输入编号去那张牌桌")
        one.type("1")
        one.until("你在旁观")
        one.type("入座")
        one.until("号座给你留")
        one.type("坐下 100")
        one.until("你坐在")
        one.until("轮到你了")
        one.type("下注 5 押 红")
        one.until("小明")
        one.type("什么")
        one.until("这里没有“什么”", "“什么”现在不行")
        one.type("g")
        one.until("这一局你")
        said = one.until("100", "9", "1")
        assert said
        english = re.findall(r"[A-Za-z]{4,}", one.said)
        assert set(english) <= {"Cardroom"}, english
        one.type("退出")
        assert one.ends() == 0


def at_blackjack(one: Typist) -> None:
    """From the door to the table of 21, watching."""
    one.until("The lobby.")
    one.type("rooms blackjack")
    one.until("Type a number to go to that table.")
    one.type("1")
    one.until("You are watching.")


def test_one_word_is_enough_to_sit_down(tmp_path: Path, running: Running) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", "Wanda") as one:
        at_blackjack(one)
        one.type("sit 60")
        heard = one.until("You sit on seat") + one.until("with 60 chips.")
        # Nothing is asked that is answered already.
        assert "is yours" not in heard
        assert "in the queue" not in heard
        go(one)


@pytest.mark.parametrize("typed", ["", "70"])
def test_a_number_or_enter_takes_the_seat_that_is_offered(
    tmp_path: Path, running: Running, typed: str
) -> None:
    with typist(tmp_path, "--at", running.url, "--plain", "--name", f"Xan{typed}") as one:
        at_blackjack(one)
        one.type("seat")
        one.until("is yours")
        usual = one.until("lets it go.").split("press Enter for ")[1].split(";")[0]
        one.type("1000000")
        one.until("1,000,000 is too much; at most")
        one.type(typed)
        one.until("You sit on seat")
        one.until(f"with {typed or usual} chips.")
        go(one)


@pytest.mark.parametrize("typed", ["5", "1000", "wide"])
def test_a_width_that_no_line_has_is_refused(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser().parse_args(["--width", typed])
    assert "type 20 to 100" in capsys.readouterr().err
