"""The judge finds every fault that is put into a history that has none."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from game_server.table.journal import (
    CHANCE_DREW,
    PLAYER,
    ActDone,
    RoundClosed,
    RoundOpened,
    Row,
    to_bytes,
)
from protocol.words import CHANCE, Act, Seat
from tests.nemesis.history import (
    Account,
    BankPayment,
    Books,
    Frame,
    History,
    HousePayment,
    JournalLine,
    Late,
    Map,
    Move,
    Struck,
    Trouble,
    load,
)
from tests.nemesis.judge import judged

ANN, BEN = 1, 2
ROUND: tuple[Map, ...] = (
    {"e": "began", "stacks": {0: 900, 1: 900}},
    {"e": "dealt", "to": 0, "cards": [1, 2]},
    {"e": "dealt", "to": 1, "cards": [3, 4]},
    {"e": "acted", "seat": 0, "verb": "raise", "amount": 300},
    {"e": "moved", "src": 0, "dst": -2, "amount": 300},
    {"e": "acted", "seat": 1, "verb": "fold"},
    {"e": "moved", "src": -2, "dst": 0, "amount": 300},
    {"e": "ended"},
)
"""Two players, a raise and a fold; Ben had put 100 in before, which is not told here."""


def seen_by(seat: int, events: tuple[Map, ...]) -> list[Map]:
    """The cards of the other one are hidden."""
    return [
        {**one, "cards": {"count": 2}} if one["e"] == "dealt" and one["to"] != seat else one
        for one in events
    ]


class Making:
    """A history that is made by hand."""

    def __init__(self) -> None:
        self.history, self.at = History(), 0.0
        self.lines = {"Ann": 1, "Ben": 1}
        for number, name in enumerate(self.lines, 1):
            self.hears(name, t="session", name=name, who=number)
        self.tells(ROUND[:3])
        self.acts("Ann", 11, 1, "raise", 300)
        self.tells(ROUND[3:5], 3)
        self.acts("Ben", 11, 2, "fold")
        self.tells(ROUND[5:], 5)
        self.buys("Ann")
        self.history.books = books()

    def says(self, player: str, **message: Any) -> None:
        self._note(player, True, message)

    def hears(self, player: str, **message: Any) -> None:
        self._note(player, False, message)

    def _note(self, player: str, said: bool, message: Map) -> None:
        self.at += 0.5
        self.history.frames.append(Frame(self.at, player, self.lines[player], said, message))

    def tells(self, events: tuple[Map, ...], after: int = 0, number: int = 1) -> None:
        for seat, player in enumerate(self.lines):
            self.told(player, seen_by(seat, events), after, number)

    def told(self, player: str, events: list[Map], after: int = 0, number: int = 1) -> None:
        upto = after + len(events)
        told = {"table": "felt", "round": number, "after": after, "seq": upto, "events": events}
        self.hears(player, t="told", **told)

    def acts(self, player: str, request: int, turn: int, verb: str, amount: int = 0) -> None:
        act = {"table": "felt", "turn": turn, "verb": verb, "amount": amount}
        self.says(player, t="act", id=request, **act)
        self.hears(player, t="ok", id=request)

    def buys(self, player: str) -> None:
        self.says(player, t="buy", id=12, table="felt", amount=100)
        self.hears(player, t="ok", id=12)
        payment = {"n": 7, "way": "buy", "amount": 1_000, "state": "done"}
        self.hears(player, t="payment", id=13, payment=payment)


def books() -> Books:
    """What belongs to it."""
    rows: tuple[Row, ...] = (
        RoundOpened(
            1, "holdem", "standard", {}, {Seat(0): "Ann", Seat(1): "Ben"},
            {Seat(0): 900, Seat(1): 900}, {}, None,
        ),
        ActDone(0, CHANCE, CHANCE_DREW, 1, Act("draw", drawn=(1,)), b"12345678"),
        ActDone(1, Seat(0), PLAYER, 2, Act("raise", 300), b"12345678", 11),
        ActDone(2, Seat(1), PLAYER, 3, Act("fold"), b"12345678", 11),
        RoundClosed(1, b""),
    )  # fmt: skip
    moves = [
        Move("gift:1", "play", "house", "play:1", 1_000),
        Move("buy:1:12:99", "play", "play:1", "escrow:felt:1", 100),
        Move("payment:k7:done", "cash", "bank", "cash:1", 1_000),
    ]
    return Books(
        {"Ann": ANN, "Ben": BEN},
        [JournalLine("felt", 1, seq, to_bytes(row)) for seq, row in enumerate(rows, 1)],
        [*(move.key for move in moves), "round:felt:1"],
        moves,
        [
            Account("house", "house", "play", -1_000),
            Account("play:1", "play", "play", 900),
            Account("escrow:felt:1", "escrow", "play", 100),
            Account("bank", "bank", "cash", -1_000),
            Account("cash:1", "cash", "cash", 1_000),
        ],
        [HousePayment(7, "k7", "buy", 1_000, "done")],
        [BankPayment("k7", "withdraw", 1_000, "")],
        1_000,
    )


def last_row(made: Making, **changed: Any) -> None:
    made.history.books.journal[-1] = replace(made.history.books.journal[-1], **changed)


def row(made: Making, place: int, row: Row) -> None:
    """Another row stands there."""
    lines = made.history.books.journal
    lines[place] = replace(lines[place], data=to_bytes(row))


def without_row(made: Making, place: int) -> None:
    """A row is gone, and nobody sees it by the numbers."""
    lines = made.history.books.journal
    del lines[place]
    lines[:] = [replace(line, seq=seq) for seq, line in enumerate(lines, 1)]


def row_again(made: Making, place: int) -> None:
    lines = made.history.books.journal
    lines.insert(place, lines[place])
    lines[:] = [replace(line, seq=seq) for seq, line in enumerate(lines, 1)]


def lines_of(made: Making, **lines: Any) -> None:
    for name, kept in lines.items():
        setattr(made.history.books, name, kept)


def new_line(made: Making, player: str) -> None:
    made.lines[player] += 1


def another_hand(made: Making) -> None:
    """Ann comes back, and has other cards."""
    new_line(made, "Ann")
    made.told("Ann", [ROUND[0], {"e": "dealt", "to": 0, "cards": [8, 2]}])


def a_round_of_before(made: Making) -> None:
    made.tells(ROUND[:1], 0, 3)
    made.tells(ROUND, 0, 1)


def a_round_without_an_end(made: Making) -> None:
    made.tells(ROUND[:2], number=2)
    made.tells(ROUND[:1], number=3)


def two_sorts(made: Making) -> None:
    """Ben sees a card at the board that Ann has; both were told."""
    made.tells(({"e": "began", "stacks": {0: 1, 1: 1}},), number=2)
    made.told("Ann", [{"e": "dealt", "to": 0, "cards": [5]}], 1, 2)
    made.told("Ben", [{"e": "dealt", "to": -5, "cards": [5]}], 1, 2)


def one_card_twice(made: Making) -> None:
    """A card is dealt to both."""
    journal = made.history.books.journal
    stacks = {Seat(0): 5, Seat(1): 5}
    names = {Seat(0): "Ann", Seat(1): "Ben"}
    opened = RoundOpened(2, "holdem", "standard", {}, names, stacks, {}, None)
    journal.append(JournalLine("felt", 1, 6, to_bytes(opened)))
    dealt = tuple({"e": "dealt", "to": seat, "cards": [20, 21 + seat]} for seat in (0, 1))
    made.tells(({"e": "began", "stacks": {0: 5, 1: 5}}, *dealt), number=2)


FAULTS: dict[str, tuple[str, Callable[[Making], object]]] = {
    "an act that was acknowledged is dropped": ("lost", lambda m: without_row(m, 3)),
    "an act is written twice": ("twice", lambda m: row_again(m, 2)),
    "an act is written as another": (
        "changed",
        lambda m: row(m, 2, ActDone(1, Seat(0), PLAYER, 2, Act("raise", 400), b"", 11)),
    ),
    "an act that nobody has said is written": (
        "made up",
        lambda m: row(m, 2, ActDone(1, Seat(0), PLAYER, 2, Act("raise", 300), b"", 77)),
    ),
    "an act that is written was refused": (
        "two answers",
        lambda m: m.hears("Ben", t="refused", id=11, code="stale"),
    ),
    "a round is written no further": ("unwritten", lambda m: without_row(m, 4)),
    "a round is made void, and nothing of it is written": (
        "unwritten",
        lambda m: m.history.books.journal.clear(),
    ),
    "an owner writes after the next one": ("journal", lambda m: last_row(m, epoch=0)),
    "a row is missing": ("journal", lambda m: m.history.books.journal.pop(1)),
    "an event is told twice": ("told", lambda m: m.tells(ROUND[5:], 5)),
    "an event is left out": ("told", lambda m: m.tells(ROUND[:1], 1, 2)),
    "a round is not told to its end": (
        "told",
        a_round_without_an_end,
    ),
    "a round is told again that is over": ("told", a_round_of_before),
    "a card is another after the break": ("told", another_hand),
    "one is told another card than the others": ("told", two_sorts),
    "a card is in two hands": ("cards", one_card_twice),
    "an entry is gone": ("lost", lambda m: m.history.books.keys.remove("buy:1:12:99")),
    "chips are brought twice": ("twice", lambda m: m.history.books.keys.append("buy:1:12:100")),
    "a balance is not the sum of its transfers": (
        "ledger",
        lambda m: m.history.books.accounts.append(Account("play:2", "play", "play", 5)),
    ),
    "a round is booked that nobody played so": (
        "ledger",
        lambda m: m.history.books.moves.append(
            Move("round:felt:1", "play", "house", "escrow:felt:1", 5)
        ),
    ),
    "a round is over and not booked": (
        "ledger",
        lambda m: m.history.books.keys.remove("round:felt:1"),
    ),
    "purses are mixed": (
        "ledger",
        lambda m: m.history.books.moves.append(Move("x", "play", "cash:1", "play:1", 5)),
    ),
    "the bank has not paid": ("bank", lambda m: m.history.books.bank.clear()),
    "the bank has paid, and the house says it was refused": (
        "lost",
        lambda m: lines_of(m, payments=[HousePayment(7, "k7", "buy", 1_000, "refused")]),
    ),
    "the bank has paid, and nothing is booked": (
        "bank",
        lambda m: m.history.books.keys.remove("payment:k7:done"),
    ),
    "the bank has paid twice": (
        "bank",
        lambda m: m.history.books.bank.append(BankPayment("k8", "withdraw", 1_000, "")),
    ),
    "the bank's own books say another sum": ("bank", lambda m: lines_of(m, bank_house=2_000)),
    "the answer to a purchase is told twice": (
        "answered",
        lambda m: m.hears("Ann", t="ok", id=12),
    ),
    "a table stands still": ("stuck", lambda m: m.history.stuck.append("felt does not go on")),
}


def test_a_history_without_a_fault_is_judged_to_have_none() -> None:
    assert judged(Making().history) == []


@pytest.mark.parametrize("what", FAULTS)
def test_the_judge_finds(what: str) -> None:
    kind, plant = FAULTS[what]
    made = Making()
    plant(made)
    assert kind in {fault.partition(":")[0] for fault in judged(made.history)}, what


def test_what_is_due_may_be_told_again() -> None:
    made = Making()
    made.says("Ann", t="resync", id=20, seen={"table": "felt", "round": 1, "seq": 0})
    made.told("Ann", seen_by(0, ROUND))
    new_line(made, "Ben")
    made.hears("Ben", t="session", name="Ben", who=2)
    made.told("Ben", seen_by(1, ROUND)[5:], 5)
    made.hears("Ben", t="notice", code="resumed", table="felt")
    made.told("Ben", seen_by(1, ROUND))
    assert judged(made.history) == []


def test_a_round_that_was_over_before_the_table_resumed_is_followed_by_the_next() -> None:
    made = Making()
    made.tells(ROUND[:1], number=2)
    for player in made.lines:
        made.hears(player, t="notice", code="resumed", table="felt")
    made.tells(ROUND[:1], number=3)
    wrong = judged(made.history)
    assert [fault for fault in wrong if fault.startswith("told")] == []


def test_an_act_may_be_said_again_and_refused_until_it_is_done() -> None:
    made = Making()
    made.says("Ann", t="act", id=11, table="felt", turn=1, verb="raise", amount=300)
    made.hears("Ann", t="refused", id=11, code="paused")
    made.says("Ben", t="act", id=30, table="felt", turn=2, verb="call")
    made.hears("Ben", t="refused", id=30, code="stale")
    assert judged(made.history) == []


def test_a_history_is_kept_as_it_is(tmp_path: Path) -> None:
    made = Making()
    made.history.struck.append(Struck(1.0, "kill node a"))
    made.history.troubles.append(Trouble(1.0, 2.0, "kill", True))
    made.history.late.append(Late(1.5, 0.1))
    made.history.played.append((0.5, 3.0))
    made.history.save(tmp_path / "kept")
    assert load(tmp_path / "kept") == made.history
