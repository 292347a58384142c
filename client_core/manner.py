"""Asides of bots: a few words now and then, each in a manner of its own, never as a person.

The words are no part of the chat: each client says them for itself, in its player's language.
"""

from dataclasses import replace
from typing import Final

from client_core.chat import BUBBLE_S, ChatLine
from client_core.session_states import Chance
from client_core.tables import Table
from client_core.verbs import ALL_IN
from protocol.words import Seat

MANNERS: Final = ("warm", "dry", "bold", "shy", "wry")
LINES: Final = 2
"""So many ways has each manner to say the same."""
ONE_IN: Final = {"hello": 2, "all_in": 3, "won": 6, "lost": 4, "beaten": 4}
"""How often a bot says something when there is reason to: once in so many times on average."""
GAP_S: Final = 25.0
"""For so long nobody says anything more at a table."""
LARGE: Final = 20
"""Who wins or loses so many times the least stake has something to say."""


def manner(name: str) -> str:
    """In which manner a bot of this name speaks; always the same."""
    return MANNERS[sum(map(ord, name)) % len(MANNERS)]


def reason(before: Table, table: Table) -> tuple[Seat, str] | None:
    """Which bot has something to say about what was just told, and what about."""
    if table.quiet or before.quiet:
        return None
    bots = [Seat(seat) for seat, one in table.seats.items() if one.bot and not one.out]
    if not bots:
        return None
    if before.me is None and table.me is not None:
        return min(bots), "hello"
    now = table.round
    if now is None or now is before.round:
        return None
    if now.over and (before.round is None or not before.round.over):
        return _of_the_end(table, bots)
    old = before.round.acts if before.round is not None else {}
    shoves = (seat for seat in bots if (act := now.acts.get(seat)) is not None
              and act.verb == ALL_IN and old.get(seat) != act)  # fmt: skip
    return next(((seat, "all_in") for seat in shoves), None)


def _of_the_end(table: Table, bots: list[Seat]) -> tuple[Seat, str] | None:
    now, room = table.round, table.room
    if now is None:
        return None
    stake = room.stake if room is not None else 0
    nets = {seat: now.results.get(seat, 0) for seat in bots if seat in now.stacks}
    if not nets:
        return None
    most, least = max(nets, key=lambda one: nets[one]), min(nets, key=lambda one: nets[one])
    mine = now.results.get(table.mine, 0) if table.mine is not None else 0
    if nets[least] < 0 < mine and mine >= LARGE * max(stake, 1):
        return least, "beaten"
    if nets[least] <= -LARGE * max(stake, 1):
        return least, "lost"
    if nets[most] >= LARGE * max(stake, 1):
        return most, "won"
    return None


def says(table: Table, seat: Seat, about: str, chance: Chance, now: float) -> ChatLine | None:
    """What that bot says, if chance lets it say anything."""
    sitter = table.seats.get(seat)
    if sitter is None or chance(ONE_IN[about]):
        return None
    code = f"bot.{manner(sitter.name)}.{about}.{chance(LINES)}"
    return ChatLine(0, sitter.name, 0, "", code, seat, until=now + BUBBLE_S)


def later(line: ChatLine, now: float) -> ChatLine:
    """The same, said now."""
    return replace(line, until=now + BUBBLE_S)
