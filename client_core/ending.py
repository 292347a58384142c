"""The end of a stay at a table: what its page says, and the ways that lead on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core import folds
from client_core.round import Round
from client_core.tables import Table
from client_core.text import Cash, Say, Value
from client_core.views import Mine
from protocol import messages
from protocol.messages import Room
from protocol.words import HOUSE, Seat

Way = Literal["again", "another", "back", "choose", "cashier", "busters", "menu"]
"""What leads on: the same table of one's own anew, a seat dealt at once, the table that was left,
the choices of a game, the cashier, those who last busted the house, the menu."""
KINDS: Final[Mapping[str, str]] = {
    "victory": "victory",
    "busted": "busted",
    "left": "left",
    "house_closes": "closed",
}
"""Codes that have a page of their own words; all others say what the code says."""

AS_USUAL: Final = frozenset({"payment.cash_out.pending", "payment.cash_out.done"})
"""How the money goes back to the card, unless something else is said."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of one stay at a table: why, with whom beaten, and what came back. `kind` is broke,
    short, victory, busted, left, closed or sent; `chips` is what lay before the player at the end;
    `beaten` are opponents who lost the last of theirs to the player; `wish` is how the room was
    opened, where it was one's own; `paid` says how far the money of the seat is on its way back;
    `purse` is what lies beside the tables now."""

    table: str
    kind: str
    code: str
    room: Room
    chips: int = 0
    beaten: tuple[str, ...] = ()
    wish: messages.OpenRoom | None = None
    paid: Say | None = None
    purse: int = 0
    held: Say | None = None
    """What of the player is still in a round that goes on without, until the house has counted."""

    @property
    def title(self) -> Say:
        """The heading of the page."""
        if self.kind == "broke" and self.purse:
            return Say("ending.broke_here")
        return Say(f"ending.{self.kind}")

    @property
    def says(self) -> tuple[Say, ...]:
        """What is to be read below the title."""
        lines = [self._why()]
        if self.paid is not None and (self.kind == "sent" or self.paid.key not in AS_USUAL):
            lines.append(self.paid)
        elif self.held is not None:
            lines.append(self.held)
        elif self.kind == "sent" and self.room.purse == "cash" and self.chips:
            lines.append(Say("ending.back_cash", {"chips": Cash(self.chips)}))
        if self.beaten and self.kind != "victory":
            lines.append(Say("ending.beaten", {"names": self.beaten, "count": len(self.beaten)}))
        return tuple(lines)

    def _why(self) -> Say:
        cash = self.room.purse == "cash"
        if self.kind == "sent":
            return Say(f"left.{self.code}")
        if self.kind == "victory":
            key = "ending.victory_text" if self.beaten else "ending.victory_all"
            holes: dict[str, Value] = {
                "names": self.beaten,
                "count": len(self.beaten),
                "chips": self.chips,
            }
            return Say(key, holes)
        amount = Cash(self.chips) if cash else self.chips
        return Say(f"ending.{self.kind}_cash" if cash else f"ending.{self.kind}_text",
                   {"chips": amount})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lasting:
    """A table that one sits at no more, and that is looked at until its last round was seen."""

    table: Table
    ending: Ending
    mine: Mine


def ending(
    table: Table, code: str, beaten: tuple[str, ...], wish: messages.OpenRoom | None
) -> Ending | None:
    """How the stay at this table ended, by the code of the house; None where there was none."""
    room, seat = table.room, table.me
    if room is None or seat is None:
        return None
    sitter = table.seats.get(seat)
    chips = sitter.stack if sitter is not None else 0
    if table.round is not None and not table.seats_last:
        chips = table.round.stacks.get(seat, chips)
        # What still lies on the board is not taken along.
        chips -= folds.card_of(room.game).lies(table.round, seat)
        # What was brought for the next round is.
        chips += sitter.coming if sitter is not None else 0
    kind = KINDS.get(code, "sent")
    if code == "no_chips":
        kind = "short" if chips else "broke"
    held = _held(table.round, seat, chips, room) if kind == "sent" else None
    return Ending(table.name, kind, code, room, chips, beaten, wish, held=held)


def _held(now: Round | None, seat: Seat, chips: int, room: Room) -> Say | None:
    """What becomes of chips that the house gives back when the round is over, not before."""
    if now is None or now.over or seat not in now.stacks:
        return None
    if chips:
        cash = room.purse == "cash"
        key = "ending.held_cash" if cash else "ending.held"
        return Say(key, {"chips": Cash(chips) if cash else chips})
    played_on = now.paid.get(seat, 0) > 0 and seat not in now.out
    return Say("leave.all_in") if played_on else None


def lost_to(now: Round | None, me: Seat | None, name: str) -> bool:
    """Whether the last chips of an opponent went to me in a round that is over, and to nobody else
    who went for as many as those."""
    who = next((seat for seat, one in now.names.items() if one == name), None) if now else None
    if now is None or me is None or who is None or not now.over:
        return False
    if now.results.get(who, 0) >= 0:
        return False
    if not now.paid:
        return HOUSE not in now.parties and now.results.get(me, 0) > 0
    mine, theirs = now.paid.get(me, 0), now.paid.get(who, 0)
    others = {seat: won for seat, won in now.won.items() if seat != me and now.paid[seat] >= theirs}
    if now.option("single_pot"):
        return me in now.won and not now.won.keys() - {me}
    # Who put in more than I did may have won that without any part of what I could win.
    above = sum(max(0, paid - mine) for paid in now.paid.values())
    return (
        me in now.won
        and mine >= theirs
        and all(now.paid[seat] > mine and won <= above for seat, won in others.items())
    )


def kept(table: Table) -> Table:
    """The table as it lies there, with nothing to be answered any more."""
    return replace(
        table, asked=None, waiting=None, queue=None, offer=None, rebuy=0, ready_by=0.0,
        missing=False, unsure=False, paused=False,
    )  # fmt: skip


def ways(ended: Ending, play: int, closed: bool = False) -> tuple[Way, ...]:
    """What may come next for one with so many play chips beside the tables; the first leads. A
    `closed` house has no more tables."""
    if closed:
        return ("menu",)
    found = _ways(ended, play)
    return ("busters", *found) if ended.kind == "busted" else found


def _ways(ended: Ending, play: int) -> tuple[Way, ...]:
    room = ended.room
    if room.purse == "cash":
        # Chips are bought at a seat: there is only what goes back to the card to be looked at.
        return ("back", "cashier", "menu") if ended.chips else ("back", "menu")
    if not play:
        return ("menu",)
    # Others may still be in a room that is not for me alone: another one would be without them.
    if ended.wish is not None and room.private and not room.code:
        enough = play >= max(ended.wish.buy_in, room.least_buy_in, 1)
        return ("again", "choose", "menu") if enough else ("choose", "menu")
    if room.private:
        return ("back", "menu") if room.code and play >= room.least_buy_in else ("choose", "menu")
    return ("another", "menu") if play >= room.least_buy_in else ("choose", "menu")
