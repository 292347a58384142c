"""The wire of administrators: a map of JSON in each line, both ways.

A request is `{"id": 1, "do": "status", "with": {}}`. Until it is over there may come
`{"id": 1, "progress": {}}` and `{"id": 1, "item": {}}`; it ends with `{"id": 1, "ok": {}}` or
`{"id": 1, "no": {"code": "", "text": ""}}`. An id of 0 is of no request: the line ends after it.
The first request is `login` or `resume`; `stop` ends the request that it names.
"""

import json
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from protocol.words import Refusal

REQUEST: Final = 65_536
ANSWER: Final = 16 * 1024 * 1024
"""The most bytes of a line, to the house and from it."""
MOST_ID: Final = 2**53
MOST_BRACKETS: Final = 500
"""In a request: what nests deeper than the stack is never read."""

LOGIN: Final = "login"
RESUME: Final = "resume"
LOGOUT: Final = "logout"
STOP: Final = "stop"
"""What the line itself understands; all else is of the menu."""
ENTRY: Final[Mapping[str, tuple[str, ...]]] = {
    LOGIN: ("name", "password"),
    RESUME: ("token",),
}
CODE: Final = "code"
"""What may be given besides at a login: the code of a second factor."""

LOGIN_WRONG: Final = "login_wrong"
CODE_NEEDED: Final = "second_factor"
CODE_WRONG: Final = "factor_wrong"
LOGIN_WAIT: Final = "login_wait"
NOT_IN: Final = "not_in"
SESSION_OVER: Final = "session_over"
NOT_ALLOWED: Final = "not_allowed"

Kind = Literal["ok", "no", "progress", "item"]
KINDS: Final[tuple[Kind, ...]] = ("ok", "no", "progress", "item")


class AdminRequest(NamedTuple):
    """A request of an administrator: something that is to be done."""

    id: int
    do: str
    given: Mapping[str, object]


class AdminReply(NamedTuple):
    """A reply to an administrator's request, or a part of one."""

    id: int
    kind: Kind
    body: Mapping[str, object]


def request(number: int, do: str, given: Mapping[str, object]) -> bytes:
    """A request as a line."""
    return _line({"id": number, "do": do, "with": given})


def reply(number: int, kind: Kind, body: Mapping[str, object]) -> bytes:
    """An answer as a line."""
    return _line({"id": number, kind: body})


def refusal(number: int, why: Refusal) -> bytes:
    """The line that says no."""
    return reply(number, "no", {"code": why.code, "text": why.text, **why.facts})


def read_request(line: bytes) -> AdminRequest:
    """The request of a line; Refusal for whatever else a line may hold."""
    if line.count(b"[") + line.count(b"{") > MOST_BRACKETS:
        raise _wrong("It has too many brackets")
    found = _map(line)
    number, do, given = found.get("id"), found.get("do"), found.get("with", {})
    if type(number) is not int or not 0 < number <= MOST_ID:
        raise _wrong("Its id is no number above 0")
    if not isinstance(do, str) or not isinstance(given, dict) or found.keys() - _REQUEST:
        raise _wrong("It has an id, a do and a with", number)
    return AdminRequest(number, do, given)


def read_reply(line: bytes) -> AdminReply:
    """The answer of a line; Refusal for whatever else a line may hold."""
    found = _map(line)
    number = found.get("id")
    for kind in KINDS:
        body = found.get(kind)
        if type(number) is int and isinstance(body, dict):
            return AdminReply(number, kind, body)
    raise _wrong("It is no answer")


_REQUEST: Final = frozenset({"id", "do", "with"})


def _line(said: object) -> bytes:
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _map(line: bytes) -> Mapping[str, object]:
    try:
        found = json.loads(line, parse_constant=_no_number)
        # Half a surrogate is no text: no disk takes it and no terminal shows it.
        _line(found)
    except ValueError:
        raise _wrong("It is no JSON") from None
    if not isinstance(found, dict):
        raise _wrong("It is no map")
    return found


def _no_number(name: str) -> object:
    raise ValueError(name)


def _wrong(what: str, number: int = 0) -> Refusal:
    text = f'{what}; a line is {{"id": 1, "do": "status", "with": {{}}}}.'
    return Refusal("line_wrong", text, id=number)
