"""Every code that the server gives as a reason is declared, and none is declared that it never
gives: the sources are read, so that a new one cannot be forgotten."""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from game_server import refusals
from game_server.bank.adapter import SENTENCES
from game_server.players.sessions import ENDED, OVER
from protocol.codec import FROM_SERVER, decode, encode
from protocol.endings import GOODBYES
from protocol.messages import Goodbye, Left, Notice, Refused
from protocol.reasons import LEAVINGS, NOTICES, REFUSALS, Reason

ROOT: Final = Path(__file__).resolve().parent.parent.parent
NOT_AT_A_LINE: Final = (
    "game_server/admin/",
    "game_server/bank/demo_books.py",
    "game_server/bank/http_bank.py",
    "game_server/cli.py",
    "game_server/continuous_copy.py",
    "game_server/demonstration.py",
    "game_server/loadtest/",
    "game_server/play.py",
)
"""What is refused here is read by whoever runs the house."""
WITHIN: Final = {
    "bot_sits": "a bot is seated under a new name each time",
    "bots_cash": "a setting of the house",
    "card_kind": "the kinds of a card are those of the message",
    "draw_wrong": "chance draws, no player",
    "in_play": "rooms add chips and deal between rounds alone",
    "no_round": "administrators alone name a round",
    "no_purse": "a setting of the house",
    "not_quarantined": "the house alone settles tables",
    "not_paused": "the house alone lets a table go on",
    "not_your_turn": "whose turn it is not is stale before the rules are asked",
    "seat_taken": "rooms seat people on free seats alone",
    "too_few": "rooms deal when there are enough",
}
"""Refusals that no client can get, and why."""
BY_TABLE: Final = {
    "game_server/bank/adapter.py": {*SENTENCES, "card_blocked"},
    "game_server/players/sessions.py": {code for code, _ in (*OVER.values(), ENDED)},
    "game_server/players/throttle.py": {"login_wait", "new_wait"},
    "game_server/rules/doudizhu/engine.py": set[str](),
}
"""Where a code is no literal, the codes that it may be (those of Dou Dizhu are `Amiss`)."""
TYPED: Final[Mapping[str, str]] = {
    name: cls.CODE for name, cls in vars(refusals).items() if hasattr(cls, "CODE")
}
"""The code of each refusal that is a class."""
DECLARED: Final[Mapping[str, Reason]] = {
    code: one for reasons in REFUSALS.values() for code, one in reasons.items()
}


class Source(ast.NodeVisitor):
    """The calls of one file, each with the function that it stands in."""

    def __init__(self, path: Path) -> None:
        self.path = str(path.relative_to(ROOT))
        self.calls: list[tuple[str, ast.Call, ast.AST]] = []
        self.inside: ast.AST = ast.Module([], [])
        self.visit(ast.parse(path.read_text(encoding="utf-8")))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        before, self.inside = self.inside, node
        self.generic_visit(node)
        self.inside = before

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func
        name = getattr(called, "id", "") or getattr(called, "attr", "")
        if name == "of" and isinstance(called, ast.Attribute):
            name = getattr(called.value, "id", name)
        self.calls.append((name, node, self.inside))
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        if isinstance(node.exc, ast.Name):
            self.calls.append((node.exc.id, ast.Call(node.exc, [], []), self.inside))
        self.generic_visit(node)


@cache
def sources() -> list[Source]:
    """Every file of a house, read once and only by who runs these tests."""
    tops = ("game_server", "protocol", "client_offline")
    return [Source(path) for top in tops for path in sorted((ROOT / top).rglob("*.py"))]


def literal(node: ast.expr) -> str:
    """The text that stands there; empty for all that is not one."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def literals(node: ast.expr) -> Iterator[str]:
    """Every text that an expression may be: `seat.left or "missed_turns"`."""
    parts = node.values if isinstance(node, ast.BoolOp) else [node]
    return (text for part in parts if (text := literal(part)))


def facts_of(call: ast.Call, inside: ast.AST) -> set[str]:
    """The names of the facts that a call hands over, those of `**facts` too."""
    named = {one.arg for one in call.keywords if one.arg}
    for one in call.keywords:
        if one.arg == "facts" and isinstance(one.value, ast.Dict):
            return {literal(key) for key in one.value.keys if key is not None}
    if len(named) < len(call.keywords):
        for node in ast.walk(inside):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
                named |= {literal(key) for key in node.value.keys if key is not None}
    return named


def refused() -> Iterator[tuple[str, str, set[str]]]:
    """Each refusal of the sources: the file, the code, the facts."""
    at = {"Refusal": 0, "Illegal": 0, "Amiss": 0, "Refused": 1, "_refuse": 1}
    for source in sources():
        if source.path.startswith(NOT_AT_A_LINE):
            continue
        for name, call, inside in source.calls:
            if name == "__init__" and source.path == "game_server/players/pool.py":
                yield source.path, literal(call.args[0]), set()
            if name in TYPED:
                yield source.path, TYPED[name], facts_of(call, inside)
            if name not in at or len(call.args) <= at[name]:
                continue
            code = literal(call.args[at[name]])
            facts = facts_of(call, inside)
            if name == "_refuse" and isinstance(call.args[-1], ast.Dict):
                facts = {literal(key) for key in call.args[-1].keys if key is not None}
            if code:
                yield source.path, code, facts
            elif name in ("Refusal", "Illegal"):
                assert source.path in BY_TABLE, f"{source.path}: which codes may this be?"
                for one in BY_TABLE[source.path]:
                    yield source.path, one, set()


def given(functions: Mapping[str, int]) -> Iterator[tuple[str, ast.Call, ast.AST]]:
    """The codes that calls of these functions name at this place, and the calls."""
    for source in sources():
        for name, call, inside in source.calls:
            if name in functions and len(call.args) > functions[name]:
                for code in literals(call.args[functions[name]]):
                    yield code, call, inside


def test_every_refusal_of_the_sources_is_declared_and_none_is_left_over() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path, code, _ in refused():
        found[code].add(path)
    undeclared = {code: paths for code, paths in found.items() if code not in {*DECLARED, *WITHIN}}
    assert not undeclared, "declare these in protocol/reasons.py"
    assert not DECLARED.keys() - found.keys(), "nothing gives these"
    assert not WITHIN.keys() - found.keys()
    assert not WITHIN.keys() & DECLARED.keys()


def test_the_facts_of_a_refusal_are_those_that_are_declared() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for path, code, facts in refused():
        if not path.startswith(("game_server/bank/adapter", "game_server/players/throttle")):
            found[code] |= facts
    # Made with a code that is no literal: one place each, read above.
    found |= {"pin_wrong": {"left"}, "cvc_wrong": {"left"}, "funds_short": {"amount"}}
    found |= {"login_wait": {"seconds"}, "new_wait": {"seconds"}}
    declared = {code: set(one.facts) for code, one in DECLARED.items()}
    assert {code: found[code] for code in declared} == declared


def test_every_notice_of_the_sources_is_declared_with_its_facts() -> None:
    found: dict[str, set[str]] = defaultdict(set)
    for code, call, inside in given({"notice": 1, "word_after": 1, "Notice": 0, "tell": 2}):
        found[code] |= facts_of(call, inside)
    assert found == {code: set(one.facts) for code, one in NOTICES.items()}


def test_every_way_out_of_a_room_is_declared() -> None:
    ways = {"vacate": 1, "give_up": 1, "gone": 1, "send_off": 1, "cash_out": 2, "Left": 1}
    found = {code for code, _, _ in given(ways)}
    found |= {code for code, _, _ in given({"close": 0})}
    # A bot that yields its seat is told nothing.
    assert found - {"yields"} == set(LEAVINGS)


def test_every_goodbye_of_the_sources_is_declared() -> None:
    assert {code for code, _, _ in given({"Goodbye": 0})} == set(GOODBYES)


@pytest.mark.parametrize("code", [*DECLARED, *NOTICES, *LEAVINGS, *GOODBYES])
def test_every_code_fits_into_its_message(code: str) -> None:
    for message in (Refused(1, code), Notice(code), Left("t", code), Goodbye(code)):
        assert decode(encode(message), FROM_SERVER) == message


def test_every_reason_says_one_sentence() -> None:
    says = [one.says for one in (*DECLARED.values(), *NOTICES.values())]
    says += [*LEAVINGS.values(), *(says for says, _ in GOODBYES.values())]
    for sentence in says:
        assert sentence[0].isupper(), sentence
        assert sentence.endswith("."), sentence
    assert len(DECLARED) == sum(len(reasons) for reasons in REFUSALS.values()), "a code twice"
