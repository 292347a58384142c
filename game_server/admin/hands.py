"""What commands tell of rounds that were played: which there were, and one of them in full."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Final

from game_server.admin.desk import Call, Does
from game_server.admin.menu.words import SEES_ADDRESSES, SEES_CARDS, Answer, Json, may
from game_server.admin.player_lookup import number_of, page, read_reason
from game_server.admin.table_lookup import at_once, going_on
from game_server.admin.wire import NOT_ALLOWED
from game_server.rules.catalogue import GAMES
from game_server.store import hands, security
from game_server.store.hands import FoundRound
from game_server.store.transaction import Transaction
from game_server.table.hand_history import HandHistory, Sees, hand_history
from game_server.table.journal import Broken, RoundOpened, SeatSnapshot, from_bytes
from protocol.codec import encode
from protocol.messages import Notice
from protocol.words import Act, Refusal, Seat

CHUNK: Final = 100
"""Rounds that are looked through at a time."""
MOST: Final = 2_000
DAY_MS: Final = 24 * 60 * 60 * 1000
BEFORE_MS: Final = 60 * 60 * 1000
"""So long before a round a line may have been lost, or have come back, that still counts in it."""
AFTER_MS: Final = 60 * 1000
LINES: Final = frozenset(
    {"guest", "register", "login", "login_by_card", "resume", "offline", "logout", "session_ended"}
)
"""Notes of the security log that say whether somebody was connected."""


async def listed(
    call: Call,
    player: str | None,
    table: str | None,
    since: int | None,
    until: int | None,
    count: int | None,
) -> Answer:
    """Rounds, the newest first."""
    wanted, start = page(count), (since or 0) * 1000
    end = None if until is None else until * 1000
    found: list[Mapping[str, Json]] = []
    number: int | None = None
    seen, back = 0, 0
    with call.desk.aside.look() as look:
        who = None if player is None else await look.at(partial(number_of, text=player))
        while len(found) < wanted and seen < MOST:
            some = await look.at(partial(_some, table=table or "", before=number))
            fits = [(one, at) for one, at in some if start <= at and (end is None or at < end)]
            found += await look.at(partial(_lines, some=fits, who=who))
            seen += len(some)
            # A round may go on while others begin and end; none goes on for a day.
            if len(some) < CHUNK or some[-1][1] < start - DAY_MS:
                return {"hands": found[:wanted]}
            number, back = some[-1][0].opened, some[-1][1]
    if len(found) < wanted:
        return {"hands": found, "looked_back_to_at": back // 1000}
    return {"hands": found[:wanted]}


def _some(conn: Transaction, table: str, before: int | None) -> list[tuple[FoundRound, int]]:
    """Rounds, each with the moment of its last act."""
    some = hands.opened_before(conn, table, before, CHUNK)
    return [(one, hands.last_act_at(conn, one) or 0) for one in some]


def _lines(
    conn: Transaction, some: Sequence[tuple[FoundRound, int]], who: int | None
) -> list[Mapping[str, Json]]:
    lines: list[Mapping[str, Json]] = []
    for one, at in some:
        row = from_bytes(one.row)
        if not isinstance(row, RoundOpened):
            continue
        if who is not None and who not in hands.dealt_in(conn, one):
            continue
        lines.append(
            {
                "table": one.table,
                "round": one.round,
                "game": row.game,
                "preset": row.preset,
                "ended_at": at // 1000 if at and one.outcome != "open" else None,
                "outcome": one.outcome,
                "players": list(row.names.values()),
            }
        )
    return lines


async def show(call: Call, table: str, round: int, reason: str | None, seat: int | None) -> Answer:
    """One round, for people."""
    sees = _sees(call, reason, seat)
    found = await _found(call, table, round)
    _may_see(call, found, sees)
    return {
        **found.head(),
        "seats": found.seats(),
        "acts": [
            {
                "after_s": found.after(step.at),
                "by": step.by,
                "what": sentence,
            }
            for step, sentences in found.history.sentences(sees)
            for sentence in sentences
        ],
        "connections": found.connections(may(call.who.role, SEES_ADDRESSES)),
    }


async def export(call: Call, table: str, round: int, form: str, reason: str | None) -> Answer:
    """One round, for whoever decides about it: with a reason, also what each seat was told."""
    del form  # How it is written is the command line's.
    sees = _sees(call, reason, None)
    found = await _found(call, table, round)
    _may_see(call, found, sees)
    history = found.history
    seen: dict[str, Json] = {}
    if sees == "all":
        seen = {str(seat): _said(history, seat) for seat in history.opened.names}
    return {
        **found.head(),
        "rules": dict(history.opened.options),
        "seats": found.seats(),
        "acts": [
            {
                "after_s": found.after(step.at),
                "at_ms": step.at,
                "seat": step.seat,
                "by": step.by,
                "turn": step.turn,
                "what": list(sentences),
                **({"act": _act(step.act)} if sees == "all" and step.act else {}),
            }
            for step, sentences in history.sentences(sees)
        ],
        "connections": found.connections(may(call.who.role, SEES_ADDRESSES)),
        "told": {"watching": _said(history, None), **seen},
    }


async def void(call: Call, table: str, round: int, reason: str) -> Answer:
    """Make the round in play void."""
    why = read_reason(reason)
    runner = going_on(call, table)
    if not await at_once(runner, lambda found, now: found.void_round(round, now)):
        said = f"The table {table} has just failed; round {round} is void when it is up again."
        return {"said": said, "table": table, "round": round}
    notice = encode(Notice("announcement", why, table))
    call.desk.lobby.post(dict.fromkeys(runner.view.here(), (notice,)))
    back: list[Mapping[str, Json]] = [
        {"seat": seat, "name": one.name, "chips_cents": runner.view.stack(seat)}
        for seat, one in runner.view.seats.items()
    ]
    said = f"Round {round} of {table} is void; all stakes are back."
    return {"said": said, "table": table, "round": round, "stacks": back}


def _said(history: HandHistory, sees: Sees) -> list[Json]:
    return [sentence for _, sentences in history.sentences(sees) for sentence in sentences]


def _act(act: Act) -> Mapping[str, Json]:
    said = {name: value for name, value in asdict(act).items() if value}
    return {name: list(one) if isinstance(one, tuple) else one for name, one in said.items()}


def _sees(call: Call, reason: str | None, seat: int | None) -> Sees:
    """Whose sight of the cards it is to be; Refusal where the role may not have it."""
    if reason is None:
        if seat is not None:
            text = f"What a seat was told is for the role {SEES_CARDS}, who gives a --reason."
            raise Refusal(NOT_ALLOWED, text)
        return None
    read_reason(reason)
    if call.who.role != SEES_CARDS:
        text = f"Cards that lay face down are for the role {SEES_CARDS}; you are"
        raise Refusal(NOT_ALLOWED, f"{text} {call.who.role}. Look without a reason.")
    return "all" if seat is None else Seat(seat)


def _may_see(call: Call, found: "FoundHand", sees: Sees) -> None:
    """Refusal while cards of this round may not be seen by anybody of the house."""
    if sees is None:
        return
    if found.round.outcome == "open":
        text = f"Round {found.round.round} is in play; its cards are shown when it is over."
        raise Refusal("in_play", f"{text} Look without a reason.")
    if sees != "all" and sees not in found.history.opened.names:
        dealt = ", ".join(map(str, sorted(found.history.opened.names)))
        raise Refusal("no_seat", f"Seat {sees} was not dealt in; these were: {dealt}.")
    delay = call.desk.config.admin.cards_delay
    late = call.desk.means.now() - (found.ended or 0)
    if late < delay * 1000 and _is_for_cash(call, found.round.table):
        text = f"At a table of cash cards are shown {delay:g} s after the round; try again then."
        raise Refusal("in_play", text)


def _is_for_cash(call: Call, table: str) -> bool:
    """Whether there is such a table for cash, on whichever node."""
    lobby, settings = call.desk.lobby, call.desk.house.hours.tables
    runner, there = lobby.runners.get(table), lobby.elsewhere.tables.get(table)
    purses = {one.purse for one in settings if one.table == table}
    purses |= {runner.config.purse} if runner is not None else set()
    purses |= {there.listing.purse} if there is not None else set()
    return "cash" in purses


class FoundHand:
    """A round with all that is known of it."""

    def __init__(
        self,
        round: FoundRound,
        history: HandHistory,
        who: Mapping[Seat, SeatSnapshot],
        connections: Sequence[tuple[str, security.SecurityRow]],
    ) -> None:
        self.round, self.history = round, history
        self._who, self._connections = who, connections
        times = [step.at for step in history.steps if step.at is not None]
        self.began: int | None = times[0] if times else None
        self.ended: int | None = times[-1] if times else None

    def after(self, at: int | None) -> float | None:
        """Seconds from the first act to that moment."""
        return None if at is None or self.began is None else (at - self.began) / 1000

    def head(self) -> dict[str, Json]:
        """What it was."""
        opened, one = self.history.opened, self.round
        return {
            "table": one.table,
            "round": one.round,
            "game": opened.game,
            "preset": opened.preset,
            "outcome": one.outcome,
            "began_at": None if self.began is None else self.began // 1000,
            "ended_at": None if self.ended is None or one.outcome == "open" else self.ended // 1000,
            **({"not_replayed": self.history.broken} if self.history.broken else {}),
        }

    def seats(self) -> list[Mapping[str, Json]]:
        """Who was dealt in, with what, and how often the clock answered."""
        opened, over = self.history.opened, self.history.stacks
        played = self.round.outcome == "played"
        return [
            {
                "seat": seat,
                "name": name,
                "number": self._number(seat),
                "bot": self._who[seat].bot if seat in self._who else "",
                "began_cents": opened.stacks[seat],
                "ended_cents": over.get(seat) if played else None,
                "net_cents": over[seat] - opened.stacks[seat] if played and over else None,
                "acts": self._count(seat, "player") + self._count(seat, "bot"),
                "silent": self._count(seat, "silent"),
                "missed_before": opened.missed.get(seat, 0),
                "left": bool(self._count(seat, "left")),
            }
            for seat, name in sorted(opened.names.items())
        ]

    def _number(self, seat: Seat) -> int | None:
        one = self._who.get(seat)
        return int(one.player) if one is not None and one.player.isdecimal() else None

    def _count(self, seat: Seat, by: str) -> int:
        return sum(step.seat == seat and step.by == by for step in self.history.steps)

    def connections(self, addresses: bool) -> list[Mapping[str, Json]]:
        """Whose connection came or broke: the last word before the round, and all in it."""
        return [
            {
                "noted_at": row.at // 1000,
                "after_s": self.after(row.at),
                "name": name,
                "what": row.what,
                "result": row.result,
                **({"from": row.address} if addresses else {}),
            }
            for name, row in self._connections
        ]


async def _found(call: Call, table: str, round: int) -> FoundHand:
    """The round; Refusal if there is none, or its rows cannot be read."""
    with call.desk.aside.look() as look:
        return await look.at(partial(_read, table=table, round=round))


def _read(conn: Transaction, table: str, round: int) -> FoundHand:
    one = hands.of_number(conn, table, round)
    if one is None:
        there = hands.last_rounds(conn, table)
        known = f"its rounds go from {there[0]} to {there[1]}" if there else "it has no rounds"
        raise Refusal("no_hand", f"There is no round {round} of {table!r}; {known}.")
    try:
        rows = hands.rows_of(conn, one)
        first = rows[0]
        game = GAMES.get(first.game) if isinstance(first, RoundOpened) else None
        history = hand_history(rows, game)
        who = hands.seats_at(conn, one)
    except Broken as wrong:
        raise Refusal("no_hand", f"Round {round} of {table!r} cannot be read: {wrong}") from None
    return FoundHand(one, history, who, _connections(conn, history, who))


def _connections(
    conn: Transaction, history: HandHistory, who: Mapping[Seat, SeatSnapshot]
) -> list[tuple[str, security.SecurityRow]]:
    times = [step.at for step in history.steps if step.at is not None]
    if not times:
        return []
    found: list[tuple[str, security.SecurityRow]] = []
    for seat, name in sorted(history.opened.names.items()):
        player = who[seat].player if seat in who else ""
        if not player.isdecimal():
            continue
        rows = security.between(
            conn, int(player), times[0] - BEFORE_MS, times[-1] + AFTER_MS, tuple(sorted(LINES))
        )
        before = [row for row in rows if row.at < times[0]][-1:]
        found += [(name, row) for row in (*before, *(one for one in rows if one.at >= times[0]))]
    return sorted(found, key=lambda one: one[1].at)


DOES: Final[dict[str, Does]] = {
    "hand list": listed,
    "hand show": show,
    "hand void": void,
    "hand export": export,
}
