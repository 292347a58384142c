"""Rounds as they were told, and what follows from them, from maps alone."""

from collections.abc import Mapping, Sequence
from typing import Any

Map = Mapping[str, Any]
POT = -2


At = tuple[str, int]
"""A table and a round."""


class Transcript:
    """All that one player was told: word for word, without a gap, nothing twice."""

    def __init__(self) -> None:
        self.told: dict[At, list[Map]] = {}
        self.round: dict[str, int] = {}
        """The last round of each table."""
        self.played: dict[At, int] = {}
        """The own seat in each round that was dealt to it."""
        self.heard_again = 0
        """Events that were told once more, and were the same."""
        self._missed = set[str]()
        """Tables of which something may have been missed, since the line was another."""
        self._due: dict[int, str] = {}
        """The tables whose round is to be told again, by what asked for it."""
        self._page: dict[str, int] = {}
        """Where the next page of a telling begins, if there is one."""

    def now(self, table: str) -> list[Map]:
        """The last round of that table, as far as it was told."""
        return self.told.get((table, self.round.get(table, 0)), [])

    def seen(self) -> list[Map]:
        """What a player who comes back says to have seen."""
        return [
            {"table": table, "round": number, "seq": len(self.told[table, number])}
            for table, number in self.round.items()
        ]

    def new_line(self) -> None:
        """Rounds may have been played while nobody listened."""
        self._missed = set(self.round)

    def again(self, table: str, why: int) -> None:
        """The round of a table is to be told once more, from its beginning."""
        self._due[why] = table

    def told_again(self, why: int) -> None:
        """Whatever was to be told again has been told."""
        self._due.pop(why, None)

    def take(self, said: Map, seat: int | None) -> bool:
        """Take down what was told; whether the round is over with it."""
        table, number, after = said["table"], said["round"], said["after"]
        events = list(said["events"])
        assert said["seq"] == after + len(events), "every event has a number"
        self._goes_on(table, number)
        if (table, number) not in self.told:
            self.told[table, number] = []
            if seat is not None and events and seat in events[0]["stacks"]:
                self.played[table, number] = seat
        known = self.told[table, number]
        if after < len(known):
            assert self._may_hear_again(table, after), f"{events} were told before"
            again = known[after : said["seq"]]
            assert again == events[: len(again)], f"told {again}, and now {events}"
            self.heard_again += len(again)
            events = events[len(again) :]
        else:
            assert after == len(known), f"{len(known)} events are known, and after {after} it goes"
        known += events
        self._page[table] = said["seq"] if said.get("more") else 0
        return bool(events) and events[-1]["e"] == "ended"

    def _goes_on(self, table: str, number: int) -> None:
        """One round after another, each to its end, but for those that were missed."""
        before = self.round.get(table, number)
        if number != before and table not in self._missed:
            assert self.told[table, before][-1]["e"] == "ended", "a round was not told to its end"
            assert number == before + 1, f"round {before} is followed by {number}"
        assert number >= before, f"round {number} after {before}"
        self.round[table] = number
        self._missed.discard(table)

    def _may_hear_again(self, table: str, after: int) -> bool:
        """Whether it is due, from the beginning, and has not come yet; or is its next page."""
        if after:
            return after == self._page[table]
        due = [why for why, one in self._due.items() if one == table]
        if due:
            del self._due[due[0]]
        return bool(due)


def chips_of(events: Sequence[Map]) -> dict[int, int]:
    """The chips before every seat, in the pot and with the other parties."""
    chips = dict(events[0]["stacks"])
    for event in events:
        if event["e"] == "moved":
            chips[event["src"]] = chips.get(event["src"], 0) - event["amount"]
            chips[event["dst"]] = chips.get(event["dst"], 0) + event["amount"]
    return chips


def won(events: Sequence[Map], seat: int) -> int:
    """What a seat has won in a round, or lost."""
    return chips_of(events)[seat] - int(events[0]["stacks"][seat])


def reckon(events: Sequence[Map]) -> None:
    """A round that is over: it began, nothing was lost or made, the pot is empty."""
    assert (events[0]["e"], events[-1]["e"]) == ("began", "ended")
    begun, chips = events[0]["stacks"], chips_of(events)
    assert sum(chips.values()) == sum(begun.values()), "chips were lost or made"
    assert chips.get(POT, 0) == 0, "the pot ends empty"
    assert all(amount >= 0 for seat, amount in chips.items() if seat >= 0), chips


def hand_of(seat: int, events: Sequence[Map]) -> list[int]:
    """The cards that a seat holds, as far as it was told."""
    hand: list[int] = []
    for event in events:
        match event:
            case {"e": "dealt", "to": to, "cards": list(cards)} if to == seat:
                hand += cards
            case {"e": "laid", "src": src, "dst": dst, "cards": cards}:
                if src == seat:
                    for card in cards:
                        if card in hand:
                            hand.remove(card)
                if dst == seat:
                    hand += cards
            case {"e": "doudizhu.redealt"}:
                hand = []
    return hand
