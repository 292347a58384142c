"""The protocol document says what is declared, no more and no less."""

import re
from pathlib import Path

import msgpack
import pytest

from game_server.rules.catalogue import GAMES
from protocol.codec import FROM_CLIENT, FROM_SERVER
from protocol.endings import DENIALS, ENDINGS, GOODBYES
from protocol.events import EVENTS
from protocol.messages import MESSAGES
from protocol.reasons import LEAVINGS, NOTICES, REFUSALS
from tests.protocol.gates import gate
from tests.toy_game import NAME
from tools.protocol_doc import PAGE, main, page


def test_the_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    # The house of the tests has a game more.
    monkeypatch.delitem(GAMES, NAME)
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tools.protocol_doc"


def test_every_message_and_event_has_one_entry() -> None:
    text = page()
    entries = re.findall(r"^### (\w+)$", text, re.MULTILINE)
    assert sorted(name for name in entries if name in MESSAGES) == sorted(MESSAGES)
    events = re.findall(r"^#### (\S+)$", text, re.MULTILINE)
    assert sorted(events) == sorted(EVENTS)


def test_every_code_has_one_line() -> None:
    lines = re.findall(r"^\| `?(\w+)`? \|", page(), re.MULTILINE)
    refusals = [code for reasons in REFUSALS.values() for code in reasons]
    for declared in (refusals, NOTICES, LEAVINGS, ENDINGS, GOODBYES, DENIALS):
        for code in declared:
            assert str(code) in lines, code


def test_every_example_is_the_frame_that_it_shows() -> None:
    found = re.findall(r"```\n(\{.+\})\n\n([0-9a-f \n]+)\n```", page())
    assert len(found) == 7
    for shown, octets in found:
        data = bytes.fromhex(octets)
        assert str(msgpack.unpackb(data, strict_map_key=False)) == shown
        limits = FROM_CLIENT if "'hello'" in shown or "'act'" in shown else FROM_SERVER
        assert gate(data, limits) is not None


def test_an_old_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    old = tmp_path / "protocol.md"
    monkeypatch.setattr("tools.protocol_doc.PAGE", old)
    assert main(["--check"]) == 1
    assert "python -m tools.protocol_doc" in capsys.readouterr().out
    assert main([]) == 0
    assert main(["--check"]) == 0
    old.write_text(old.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert main(["--check"]) == 1
