"""Blocks that all devices know and nobody else feels, and reports with the house's own evidence."""

import pytest

from game_server.house import safety
from game_server.store import blocks, reports
from protocol import messages
from protocol.codec import FROM_SERVER, decode
from protocol.messages import BlockList, Chat, Message, Notice, Ok, Refused, Session
from tests.house.test_deletion import PASSWORD, code_of, delete, member
from tests.house.world import BEGAN, Client, World

HOUR_S = 60 * 60


def in_one_room(world: World, *names: str) -> list[Client]:
    clients = [member(world, name) for name in names]
    for client in clients:
        client.ask(messages.Join, "holdem")
    return clients


def lines(client: Client) -> list[str]:
    return [line.text or line.phrase for chat in client.heard(Chat) for line in chat.lines]


def blocked(client: Client) -> list[str]:
    answer = client.ask(messages.Blocks)
    assert isinstance(answer, BlockList)
    return [one.name for one in answer.players]


def heard(frame: bytes) -> Message:
    return decode(frame, FROM_SERVER)


# -- blocks -------------------------------------------------------------------------------------


def test_nothing_of_a_blocked_player_is_heard_on_any_device_until_unblocked() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    assert isinstance(ann.ask(messages.Block, bob.id), Ok)
    bob.ask(messages.Say, "holdem", "to all")
    bob.ask(messages.Phrase, "holdem", "laugh")
    assert lines(ann) == []
    assert lines(bob) == ["to all", "laugh"]
    assert blocked(ann) == ["Bob"]
    ann.lose()
    other = Client(world)
    other.ask(messages.Login, "Ann", PASSWORD)
    other.ask(messages.Join, "holdem")
    bob.ask(messages.Say, "holdem", "again")
    assert lines(other) == []
    assert blocked(other) == ["Bob"]
    # To hear what was muted is not to hear who is blocked.
    other.ask(messages.Mute, bob.id, False)
    bob.ask(messages.Say, "holdem", "and again")
    assert lines(other) == []
    assert isinstance(other.ask(messages.Block, bob.id, False), Ok)
    bob.ask(messages.Say, "holdem", "at last")
    assert lines(other) == ["at last"]
    assert blocked(other) == []


def test_a_block_outlasts_a_restart_of_the_house() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    ann.ask(messages.Block, bob.id)
    world.restart()
    again = Client(world)
    again.ask(messages.Login, "Ann", PASSWORD)
    speaker = Client(world)
    speaker.ask(messages.Login, "Bob", PASSWORD)
    for client in (again, speaker):
        client.ask(messages.Join, "holdem")
    speaker.ask(messages.Say, "holdem", "hello")
    assert lines(again) == []


def test_the_bytes_of_the_blocked_do_not_depend_on_the_block() -> None:
    """Two worlds that differ in the block alone are one to whoever is blocked."""

    def told(block: bool) -> list[bytes]:
        world = World()
        ann, bob, eve = in_one_room(world, "Ann", "Bob", "Eve")
        wish: tuple[object, ...] = (messages.Block, bob.id) if block else (messages.Blocks,)
        ann.ask(*wish)  # type: ignore[arg-type]  # the same number of requests
        for speaker in (bob, ann, eve):
            speaker.ask(messages.Say, "holdem", "a line")
            speaker.ask(messages.Phrase, "holdem", "laugh")
        bob.ask(messages.Lobby)
        ann.ask(messages.Leave, "holdem", "now")
        assert code_of(bob.ask(messages.Block, ann.id)) == "ok"
        assert lines(ann) != lines(eve) or not block
        # The token of a session is drawn anew in each world.
        return [frame for frame in bob.frames if not isinstance(heard(frame), Session)]

    assert told(True) == told(False)


def test_whom_one_cannot_block_and_how_many_one_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "MOST", 1)
    world = World()
    ann, bob, eve = in_one_room(world, "Ann", "Bob", "Eve")
    assert code_of(ann.ask(messages.Block, ann.id)) == "oneself"
    assert code_of(ann.ask(messages.Block, 99)) == "nobody"
    assert code_of(ann.ask(messages.Block, bob.id)) == "ok"
    assert code_of(ann.ask(messages.Block, eve.id)) == "blocked_many"
    assert code_of(ann.ask(messages.Block, 99, False)) == "ok"
    assert blocked(ann) == ["Bob"]


# -- reports ------------------------------------------------------------------------------------


def said(bob: Client, text: str) -> int:
    """The number of a line that somebody says."""
    bob.ask(messages.Say, "holdem", text)
    return bob.heard(Chat)[-1].lines[-1].n


def test_the_evidence_of_a_report_is_what_the_house_heard_itself() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    n = said(bob, "you fool")
    words = "He  said\nworse before"
    assert isinstance(ann.ask(messages.Report, bob.id, "abuse", words, "holdem", n), Ok)
    (one,) = reports.rows(world.conn)
    assert (one.reporter, one.player, one.why) == (ann.id, bob.id, "abuse")
    assert one.words == "He said worse before"
    known = one.evidence
    assert (known.name, known.table, known.line, known.said) == ("Bob", "holdem", n, "you fool")
    assert BEGAN <= known.said_at <= world.time()
    # Nothing of it is told to the other.
    assert {message.t for message in bob.inbox} <= {
        "welcome", "session", "ok", "purse", "room", "seats", "chat", "rooms",
    }  # fmt: skip


def wrong(ann: Client, bob: Client, *wish: object) -> str:
    return code_of(ann.ask(messages.Report, *wish))


def test_who_has_just_lost_the_seat_reports_what_was_said_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    n = said(bob, "you fool")
    ann.seat("holdem")
    bob.seat("holdem")
    world.until(lambda: bool(world.conn.execute("SELECT 1 FROM rounds").fetchone()))
    assert code_of(ann.ask(messages.Leave, "holdem")) == "ok"
    monkeypatch.setattr(safety, "LATELY", 0)
    assert wrong(ann, bob, bob.id, "abuse", "", "holdem", n) == "not_here"
    monkeypatch.undo()
    assert wrong(ann, bob, bob.id, "abuse", "", "holdem", n) == "ok"
    (one,) = reports.rows(world.conn)
    assert (one.evidence.table, one.evidence.said) == ("holdem", "you fool")


def test_what_was_not_said_is_no_evidence() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    n, mine = said(bob, "hello"), said(ann, "mine")
    assert wrong(ann, bob, bob.id, "abuse", "", "holdem", mine) == "no_line"
    assert wrong(ann, bob, bob.id, "abuse", "", "holdem", 99) == "no_line"
    assert wrong(ann, bob, bob.id, "abuse", "", "", n) == "no_line"
    assert wrong(ann, bob, ann.id, "abuse", "", "holdem", mine) == "oneself"
    assert wrong(ann, bob, 99, "abuse") == "nobody"
    assert wrong(ann, bob, bob.id, "abuse", "", "nowhere") == "no_table"
    assert wrong(ann, bob, bob.id, "abuse", "", "roulette") == "not_here"
    assert reports.rows(world.conn) == ()
    # A player can be reported without a line, and without a table.
    assert wrong(ann, bob, bob.id, "name", "", "holdem") == "ok"
    assert wrong(ann, bob, bob.id, "cheating", "loses to a friend") == "ok"
    assert [one.evidence.name for one in reports.rows(world.conn)] == ["Bob", "Bob"]


def test_the_same_is_reported_once_and_not_too_much_in_an_hour() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    first = said(bob, "line 0")
    for _ in range(2):
        assert wrong(ann, bob, bob.id, "spam", "", "holdem", first) == "ok"
    assert len(reports.rows(world.conn)) == 1
    for number in range(1, 11):
        world.run(3)
        n = said(bob, f"line {number}")
        answer = ann.ask(messages.Report, bob.id, "spam", "", "holdem", n)
        assert code_of(answer) == ("ok" if number < 10 else "report_wait")
    assert isinstance(answer, Refused)
    assert 0 < int(answer.facts["seconds"]) <= HOUR_S
    assert len(reports.rows(world.conn)) == 10
    at = world.house.means.now()
    assert reports.lately(world.conn, ann.id, at) == ()


def test_an_answer_reaches_the_reporter_once_now_or_at_the_next_login() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    ann.ask(messages.Report, bob.id, "abuse")
    (one,) = reports.rows(world.conn)
    ann.lose()
    reports.answer(world.conn, one.id, "Thank you.")
    for expected in (["Thank you."], []):
        back = Client(world)
        back.ask(messages.Login, "Ann", PASSWORD)
        world.run(1)
        notices = [one for one in back.heard(Notice) if one.code == "report_answered"]
        assert [notice.text for notice in notices] == expected
        back.lose()


def test_a_deleted_account_is_blocked_by_nobody_and_its_words_are_gone() -> None:
    world = World()
    ann, bob = in_one_room(world, "Ann", "Bob")
    ann.ask(messages.Block, bob.id)
    bob.ask(messages.Report, ann.id, "other", "my own words")
    ann.ask(messages.Report, bob.id, "abuse")
    mine, theirs = reports.rows(world.conn)
    reports.close(world.conn, mine.id, "done", "olga", 1)
    answer: Message = delete(bob)
    assert code_of(answer) == "ok"
    assert blocked(ann) == []
    (left,) = reports.rows(world.conn, every=True)
    assert (left.id, left.words) == (theirs.id, "")
    world.check()
