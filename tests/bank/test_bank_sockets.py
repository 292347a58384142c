"""The demo bank as a process of its own and the adapter in another, over real sockets."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game_server.bank.demo_books import sample_balance, sample_card
from tests.bank.talk import demo

SECRET = "the-secret-of-a-house"
DEBIT = sample_card(0)
SHOW = f"authorize debit {DEBIT.number} {DEBIT.pin}"


@contextmanager
def bank(path: Path, port: int = 0) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A demo bank that listens, its address and its process."""
    shown = path.with_suffix(".secret")
    shown.touch(0o600)
    shown.write_text(SECRET + "\n")
    command = [sys.executable, "-m", "game_server.bank.demo_bank", "--port", str(port)]
    command += ["--file", str(path), "--secret-file", str(shown), "--samples", "4"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    try:
        line = running.stdout.readline()
        assert "listens on" in line, line
        yield line.split(" ")[-1].strip(), running
    finally:
        running.kill()
        running.communicate()


UNUSUAL = "The bank answers, but not as it should: "


def talk(url: str, *questions: str, secret: str = SECRET) -> list[str]:
    """What the adapter makes of each answer."""
    command = [sys.executable, "-m", "tests.bank.talk", url, secret, *questions]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    # The log of a house says what a bank answered that no bank should.
    troubles = [line for line in done.stderr.splitlines() if not line.startswith(UNUSUAL)]
    assert troubles == []
    return done.stdout.splitlines()


@pytest.mark.req("E-RF-CB-001", "E-DD-004")
def test_money_goes_out_and_back_over_a_real_socket(tmp_path: Path) -> None:
    with bank(tmp_path / "bank.sqlite") as (url, _):
        said = talk(
            url,
            "balance",
            f"authorize debit {DEBIT.number} 0000",
            SHOW,
            "balance",
            "withdraw 5000 a",
            "withdraw 5000 a",
            "withdraw 6000 a",
            "withdraw 500000 b",
            "deposit 2000 c",
            "status a",
            "status b",
            "status d",
            "balance",
        )
        assert said == [
            "BankRefused(code='authorization_ended')",
            "BankRefused(code='pin_wrong')",
            f"Authorized(authorization=Authorization(debit, ends in {DEBIT.digits}))",
            f"Holds(amount={sample_balance(0)})",
            "BankDone()",
            "BankDone()",
            "BankUnknown(why='The bank answers with status 409.')",
            "BankRefused(code='funds_short')",
            "BankDone()",
            "BankDone()",
            "BankRefused(code='funds_short')",
            "BankUnseen()",
            f"Holds(amount={sample_balance(0) - 3000})",
        ]
        assert talk(url, "status a", secret="") == [
            "BankUnknown(why='The bank answers with status 401."
            " It does not know the house by its `secret_file`.')"
        ]
        sheet = {"house": 3000, "customers": 4 * sample_balance(0) - 3000, "payments": 2}
        assert demo(url, SECRET, "GET", "books") == sheet


def test_each_fault_over_a_real_socket_and_the_same_key_after_it(tmp_path: Path) -> None:
    with bank(tmp_path / "bank.sqlite") as (url, _):
        silence = "BankUnknown(why='silence')"
        fault_500 = "BankUnknown(why='The bank answers with status 500.')"
        heard = {
            # Silent for ever: however long one waits, the same comes of it.
            "timeout_before": silence,
            "timeout_after": silence,
            "error_before": fault_500,
            "error_after": fault_500,
            "hang_up": "BankUnknown(why='ConnectionDone')",
            "slow": "BankDone()",
            "duplicate": "BankDone()",
            "refuse": "BankRefused(code='declined')",
        }
        questions = [SHOW]
        for fault, outcome in heard.items():
            patience = 0.5 if outcome == silence else 60
            questions += [f"faults {fault}", f"patience {patience}", f"withdraw 1000 {fault}"]
            questions += ["faults ", "patience 60", f"withdraw 1000 {fault}"]
        said = talk(url, *questions)[1:]
        assert said[0::2] == [*heard.values()]
        assert said[1::2] == ["BankDone()"] * 7 + ["BankRefused(code='declined')"]
        assert demo(url, SECRET, "GET", "books") == {
            "house": 7000,
            "customers": 4 * sample_balance(0) - 7000,
            "payments": 7,
        }


def test_a_bank_that_was_killed_knows_its_payments_again(tmp_path: Path) -> None:
    path = tmp_path / "bank.sqlite"
    with bank(path) as (url, process):
        assert talk(url, SHOW, "withdraw 5000 a")[1] == "BankDone()"
        process.send_signal(signal.SIGKILL)
        process.wait(60)
        assert talk(url, "withdraw 5000 a") == ["BankUnknown(why='ConnectionRefusedError')"]
    with bank(path) as (url, _):
        assert talk(url, "status a", SHOW, "balance")[::2] == [
            "BankDone()",
            f"Holds(amount={sample_balance(0) - 5000})",
        ]


def test_strangers_bytes_over_a_socket_do_not_stop_the_bank(tmp_path: Path) -> None:
    with bank(tmp_path / "bank.sqlite") as (url, process):
        port = int(url.rsplit(":", 1)[1])
        head = b"PUT /v1/payments/\xff HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \xff\xfe\r\n"
        for stranger in (
            b"\x00" * 100 + b"\r\n\r\n",
            head + b"Content-Length: 2\r\n\r\n{}",
            head + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000,
            b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", port), 60) as line:
                line.sendall(stranger)
                assert b" 200 " not in line.recv(200)
        assert talk(url, SHOW)[0].startswith("Authorized")
        process.terminate()
        out, err = process.communicate(timeout=60)
        assert "Traceback" not in out + err


def test_a_port_that_is_taken_is_said_in_a_sentence(tmp_path: Path) -> None:
    with bank(tmp_path / "bank.sqlite") as (url, _):
        port = url.rsplit(":", 1)[1]
        command = [sys.executable, "-m", "game_server.bank.demo_bank", "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("cardroom: ")
    assert done.stderr.endswith("choose another --port.\n")
