"""An administrator's line: who comes in, what may be said on it, how it ends."""

import json
from typing import Any

import pytest
from twisted.internet.defer import Deferred

from game_server.admin import wire
from game_server.admin.connections import IDLE_S, LOGIN_S, MOST_AT_ONCE, MOST_LINES, SLOW_S
from game_server.admin.desk import Call
from game_server.admin.menu import MENU
from game_server.admin.menu.words import Answer, Command, Param
from game_server.admin.reception import SESSION_S
from game_server.admin.wire import REQUEST
from game_server.store import admins, audit
from game_server.store.direct import CommitFault
from tests.admin.talk import PASSWORDS, Floor


@pytest.fixture
def floor() -> Floor:
    return Floor()


# -- coming in ------------------------------------------------------------------------------


@pytest.mark.req("E-RF-SV-006")
def test_who_is_not_logged_in_learns_nothing(floor: Floor) -> None:
    talk = floor.line()
    assert talk.refusal("status") == wire.NOT_IN
    assert talk.over


@pytest.mark.req("E-RF-SV-006", "E-UC-001")
def test_a_name_and_a_password_let_in(floor: Floor) -> None:
    talk = floor.line()
    answer = talk.ask("login", name="vic", password=PASSWORDS["vic"])
    assert (answer["name"], answer["role"], answer["version"]) == ("vic", "viewer", "1.2.3")
    assert talk.ask("status")["state"] == "open"


@pytest.mark.parametrize("name", ["vic", "nobody", "", "x" * 60_000])
def test_a_wrong_name_and_a_wrong_password_are_refused_alike(floor: Floor, name: str) -> None:
    talk = floor.line()
    assert talk.refusal("login", name=name, password="a wrong password") == wire.LOGIN_WRONG
    assert talk.over
    assert talk.heard[-1]["no"]["text"].startswith("No administrator has this name and this")
    assert floor.audit() == [("vic" if name == "vic" else "?", "login", wire.LOGIN_WRONG)]


def test_a_house_without_administrators_says_how_to_make_one(floor: Floor) -> None:
    for name in PASSWORDS:
        admins.remove(floor.world.conn, name, 2)
    talk = floor.line()
    talk.begin("login", name="ann", password=PASSWORDS["ann"])
    assert "cardroom admin init" in talk.heard[-1]["no"]["text"]


def test_after_five_wrong_passwords_there_is_a_pause_and_then_the_right_one_lets_in(
    floor: Floor,
) -> None:
    for _ in range(5):
        assert floor.line().refusal("login", name="vic", password="wrong") == wire.LOGIN_WRONG
    codes = [floor.line().refusal("login", name="vic", password="wrong") for _ in range(3)]
    assert wire.LOGIN_WAIT in codes
    floor.world.clock.advance(600)
    floor.enter("vic")
    wrong = [row for row in floor.audit() if row[2] == wire.LOGIN_WRONG]
    assert len(wrong) == 5 + codes.count(wire.LOGIN_WRONG)
    assert not any(row[2] == wire.LOGIN_WAIT for row in floor.audit())


def test_a_token_lets_in_on_another_line_until_it_is_over(floor: Floor) -> None:
    token = floor.line().ask("login", name="vic", password=PASSWORDS["vic"])["token"]
    assert floor.line().ask("resume", token=token)["name"] == "vic"
    assert floor.line().refusal("resume", token="x" + token) == wire.SESSION_OVER
    floor.world.clock.advance(SESSION_S)
    assert floor.line().refusal("resume", token=token) == wire.SESSION_OVER


def test_a_token_is_over_after_a_logout(floor: Floor) -> None:
    talk = floor.line()
    token = talk.ask("login", name="vic", password=PASSWORDS["vic"])["token"]
    talk.ask("logout")
    assert talk.refusal("status") == wire.SESSION_OVER
    assert floor.line().refusal("resume", token=token) == wire.SESSION_OVER


def test_another_role_another_password_and_a_removal_count_at_once(floor: Floor) -> None:
    ann, olga, vic = (floor.enter(name) for name in ("ann", "olga", "vic"))
    ann.ask("staff role", name="olga", role="viewer")
    assert olga.refusal("announce", text="Tea") == wire.NOT_ALLOWED
    ann.ask("staff reset", name="vic")
    assert vic.refusal("status") == wire.SESSION_OVER
    ann.ask("staff remove", name="olga")
    assert olga.refusal("status") == wire.SESSION_OVER


# -- what may be said -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        b"status",
        b"[]",
        b"5",
        b"[" * 60_000,
        b'{"id": NaN, "do": "status"}',
        b'{"do": "status"}',
        b'{"id": true, "do": "status"}',
        b'{"id": 0, "do": "status"}',
        b'{"id": 99999999999999999999, "do": "status"}',
        b'{"id": 7, "do": 5}',
        b'{"id": 7, "do": "status", "with": []}',
        b'{"id": 7, "do": "status", "more": 1}',
        b'{"id": 7, "do": "\\ud800"}',
        b"\xff\xfe",
    ],
)
def test_what_is_no_request_is_refused_and_the_line_goes_on_for_who_is_in(
    floor: Floor, line: bytes
) -> None:
    talk = floor.enter("vic")
    talk.send(line + b"\n")
    assert talk.heard[-1]["no"]["code"] == "line_wrong"
    assert talk.ask("status")
    stranger = floor.line()
    stranger.send(line + b"\n")
    assert stranger.heard[-1]["no"]["code"] == "line_wrong"
    assert stranger.over


def test_a_line_that_is_too_long_ends(floor: Floor) -> None:
    talk = floor.enter("vic")
    talk.send(b"x" * (REQUEST + 1))
    assert talk.heard[-1]["no"]["code"] == "line_long"
    assert talk.over


def test_a_command_that_is_not_there_and_one_that_takes_other_things_are_refused(
    floor: Floor,
) -> None:
    talk = floor.enter("ann")
    assert talk.refusal("dance") == "no_command"
    assert talk.refusal("init") == "no_command"
    assert talk.refusal("status", much=True) == "with_wrong"
    assert talk.refusal("announce") == "with_wrong"
    assert floor.audit()[-4:] == [
        ("ann", "dance", "no_command"),
        ("ann", "init", "no_command"),
        ("ann", "status", "with_wrong"),
        ("ann", "announce", "with_wrong"),
    ]


@pytest.mark.parametrize("name", ["vic", "olga"])
def test_what_is_not_of_ones_role_is_refused_and_is_in_the_audit(floor: Floor, name: str) -> None:
    talk = floor.enter(name)
    do = {"vic": ("announce", {"text": "Tea"}), "olga": ("staff list", {})}
    assert talk.refusal("staff add", name="bo", role="owner") == wire.NOT_ALLOWED
    assert floor.audit()[-1] == (name, "staff add", wire.NOT_ALLOWED)
    (row,) = audit.rows(floor.world.conn, count=1)
    assert json.loads(row.asked.told) == {"name": "bo", "role": "owner"}
    what, given = do[name]
    if name == "vic":
        assert talk.refusal(what, **given) == wire.NOT_ALLOWED
        assert not floor.world.house.online
    else:
        assert talk.ask(what, **given)


# -- things under way -----------------------------------------------------------------------


def declared(name: str, **more: Any) -> Command:
    return Command(name, "viewer", name, (Param("n", "a number", "whole", required=False),), **more)


class Work:
    """Commands of these tests: one that changes something, one that streams, one that fails."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: Deferred[None] = Deferred()
        self.log: list[str] = []
        for command in (
            declared("work", changes=True),
            declared("peek", hidden=True),
            declared("flow", streams=True, hidden=True),
            declared("fail", changes=True),
            declared("odd"),
        ):
            monkeypatch.setitem(MENU, command.name, command)
        does = {
            "work": self.work,
            "peek": self.peek,
            "flow": self.flow,
            "fail": self.fail,
            "odd": self.odd,
        }
        self.floor = Floor(more=does)

    async def work(self, call: Call, n: int | None) -> Answer:
        self.log.append("begun")
        await self.done
        self.log.append("done")
        call.after.append(lambda: self.log.append("after"))
        return {"n": n}

    async def peek(self, call: Call, n: int | None) -> Answer:
        self.log.append("peeked")
        return {}

    async def flow(self, call: Call, n: int | None) -> Answer:
        try:
            while True:
                if not call.slow:
                    call.item({"text": "x" * (n or 1)})
                tick: Deferred[None] = Deferred()
                call.desk.clock.callLater(1, lambda tick=tick: tick.called or tick.callback(None))
                await tick
        finally:
            self.log.append("ended")

    async def fail(self, call: Call, n: int | None) -> Answer:
        raise ZeroDivisionError("a secret of the house")

    async def odd(self, call: Call, n: int | None) -> Answer:
        return {"n": object()}  # type: ignore[dict-item]  # what no line can say


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    return Work(monkeypatch)


def test_what_changes_something_is_in_the_audit_before_it_is_done(work: Work) -> None:
    talk = work.floor.enter("vic")
    number = talk.begin("work", n=5)
    assert work.floor.audit()[-1] == ("vic", "work", "open")
    work.done.callback(None)
    talk.listen()
    assert talk.answer(number) == {"n": 5}
    assert work.floor.audit()[-1] == ("vic", "work", "ok")
    assert work.log == ["begun", "done", "after"]


@pytest.mark.parametrize("do", ["work", "peek"])
def test_what_the_audit_cannot_hold_is_not_done_and_no_card_is_shown(work: Work, do: str) -> None:
    talk = work.floor.enter("vic")
    work.floor.world.fail(CommitFault.FAILS)
    assert talk.refusal(do) == "not_written"
    assert work.log == []


def test_a_full_disk_keeps_nobody_from_looking_at_the_house(floor: Floor) -> None:
    talk = floor.enter("vic")
    floor.world.fail(CommitFault.FAILS)
    assert talk.ask("status")["state"] == "open"


def test_a_full_disk_keeps_nobody_from_closing_the_house(floor: Floor) -> None:
    talk = floor.enter("olga")
    floor.world.fail(CommitFault.FAILS)
    number = talk.begin("off")
    talk.listen(60)
    assert talk.answer(number) == {"said": "The house is closed."}
    assert floor.world.house.hours.state == "closed"
    assert floor.audit()[-1] == ("olga", "off", "ok"), "what came of it is there when it can be"


def test_what_changes_something_is_done_to_its_end_when_the_line_is_gone(work: Work) -> None:
    talk = work.floor.enter("vic")
    talk.begin("work")
    talk.lose()
    work.done.callback(None)
    talk.listen()
    assert work.log == ["begun", "done", "after"]
    assert work.floor.audit()[-1] == ("vic", "work", "ok")


def test_a_stream_goes_on_until_it_is_stopped(work: Work) -> None:
    talk = work.floor.enter("vic")
    number = talk.begin("flow")
    talk.listen(5)
    items = [said for said in talk.heard if said["id"] == number]
    assert len(items) >= 4
    assert items[0]["item"] == {"text": "x"}
    assert work.floor.audit()[-1] == ("vic", "flow", "open")
    talk.ask("stop", id=number)
    assert talk.answer(number) == {}
    assert work.log == ["ended"]
    assert work.floor.audit()[-1] == ("vic", "flow", "stopped")
    said = len(talk.heard)
    talk.listen(5)
    assert len(talk.heard) == said


def test_a_stream_ends_with_its_line(work: Work) -> None:
    talk = work.floor.enter("vic")
    talk.begin("flow")
    talk.lose()
    assert work.log == ["ended"]
    talk.floor.world.clock.advance(1)
    assert work.floor.audit()[-1] == ("vic", "flow", "stopped")


def test_a_fault_of_the_house_is_a_sentence_that_tells_no_secret(
    work: Work,
) -> None:
    talk = work.floor.enter("vic")
    assert talk.refusal("fail") == "failed"
    assert "secret" not in json.dumps(talk.heard[-1])
    assert work.floor.audit()[-1] == ("vic", "fail", "failed")
    assert talk.refusal("odd") == "failed"
    assert talk.ask("status")


def test_requests_are_done_side_by_side_up_to_a_number(work: Work) -> None:
    talk = work.floor.enter("vic")
    for _ in range(MOST_AT_ONCE):
        talk.begin("work")
    assert talk.refusal("status") == "too_many"
    work.done.callback(None)
    talk.listen()
    assert talk.ask("status")


def test_an_id_is_used_again_only_when_its_request_is_over(work: Work) -> None:
    talk = work.floor.enter("vic")
    number = talk.begin("work")
    talk.number -= 1
    talk.begin("status")
    assert [said["no"]["code"] for said in talk.heard if said["id"] == number] == ["too_many"]
    work.done.callback(None)


def test_only_one_login_is_looked_at_on_a_line(floor: Floor) -> None:
    talk = floor.line()
    lines = [
        {"id": number, "do": "login", "with": {"name": "vic", "password": "wrong"}}
        for number in (1, 2, 3)
    ]
    talk.send(b"".join(json.dumps(line).encode() + b"\n" for line in lines))
    codes = {said["id"]: said["no"]["code"] for said in talk.heard}
    assert codes == {1: wire.LOGIN_WRONG, 2: wire.NOT_IN, 3: wire.NOT_IN}


# -- how a line ends ------------------------------------------------------------------------


def test_who_does_not_log_in_is_sent_away_whatever_is_said_meanwhile(floor: Floor) -> None:
    talk = floor.line()
    for _ in range(5):
        talk.listen(LOGIN_S / 6)
        talk.send(b" ")
    assert not talk.over
    talk.listen(LOGIN_S / 4)
    assert talk.over
    assert talk.heard[-1]["no"]["code"] == "idle"


def test_an_idle_line_ends_and_one_that_is_used_does_not(floor: Floor) -> None:
    idle, used = floor.enter("vic"), floor.enter("vic")
    for _ in range(4):
        used.listen(IDLE_S / 3)
        used.ask("status")
    idle.listen()
    assert idle.over
    assert not used.over


def test_a_line_that_waits_for_an_answer_is_not_idle(work: Work) -> None:
    talk = work.floor.enter("vic")
    talk.begin("work")
    talk.listen(3 * IDLE_S)
    assert not talk.over
    work.done.callback(None)


def test_one_who_does_not_read_a_stream_is_cut_off(work: Work) -> None:
    talk = work.floor.enter("vic")
    talk.begin("flow", n=10)
    talk.line.pauseProducing()
    said = len(talk.heard)
    talk.listen(SLOW_S / 2)
    assert len(talk.heard) == said, "what is not read is left out"
    talk.line.resumeProducing()
    talk.listen(2)
    assert len(talk.heard) > said
    talk.line.pauseProducing()
    talk.listen(2 * SLOW_S)
    talk.begin("status")
    assert talk.over
    talk.lose()


def test_too_many_lines_are_refused(floor: Floor) -> None:
    talks = [floor.line() for _ in range(MOST_LINES + 1)]
    talks[-1].listen()
    assert talks[-1].heard[-1]["no"]["code"] == "lines_many"
    assert [talk.over for talk in talks] == [False] * MOST_LINES + [True]
    talks[0].lose()
    assert not floor.line().over


def test_a_house_that_ends_answers_first(work: Work) -> None:
    floor = work.floor
    idle, busy, flowing = (floor.enter("vic") for _ in range(3))
    number, flow = busy.begin("work"), flowing.begin("flow")
    gone: list[None] = []
    floor.lines.dismiss().addCallback(gone.append)
    assert idle.over
    assert not busy.over
    work.done.callback(None)
    busy.listen()
    assert busy.answer(number) == {"n": None}
    flowing.listen()
    assert flowing.answer(flow) == {}
    for talk in (idle, busy, flowing):
        assert talk.over
        assert not gone
        talk.lose()
    assert gone == [None]


def test_a_house_that_ends_does_not_wait_for_ever(work: Work) -> None:
    talk = work.floor.enter("vic")
    talk.begin("work")
    work.floor.lines.dismiss()
    talk.listen(20)
    assert talk.over
    work.done.callback(None)
