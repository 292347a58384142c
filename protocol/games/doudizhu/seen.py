"""What a seat knows of a game of Dou Dizhu from what it was told."""

from collections.abc import Mapping, Sequence

from protocol.events import Event, RoundBegan, hand_of
from protocol.games.doudizhu.categories import RANK_OF, Kickers, Pattern
from protocol.games.doudizhu.events import Landlord, Played, Redealt, Wild
from protocol.games.doudizhu.plays import plays
from protocol.games.doudizhu.wild import readings, thrifty
from protocol.words import Ask, Cards, Option, Seat


def hand(seat: Seat, told: Sequence[Event]) -> Cards:
    """The cards a seat holds now. Hands of an earlier deal of the round are gone."""
    return hand_of(seat, last_deal(told))


def last_deal(told: Sequence[Event]) -> Sequence[Event]:
    """What was told since the cards were dealt that are played with."""
    for place in range(len(told) - 1, -1, -1):
        if isinstance(told[place], Redealt):
            return told[place:]
    return told


def last_play(told: Sequence[Event]) -> Played | None:
    """The play that lies on the table, if any."""
    return next((one for one in reversed(told) if isinstance(one, Played)), None)


def to_beat(told: Sequence[Event], ask: Ask) -> Pattern | None:
    """What the seat asked has to beat; None if it leads, for who leads may not pass."""
    last = last_play(told)
    if last is None or ask.option("pass") is None:
        return None
    return Pattern(last.category, last.length, last.low)


def landlord(told: Sequence[Event]) -> Seat | None:
    """The landlord, once there is one."""
    return next((one.seat for one in told if isinstance(one, Landlord)), None)


def kickers(told: Sequence[Event]) -> Kickers:
    """The kickers that the round's options allow."""
    began = next((one for one in told if isinstance(one, RoundBegan)), None)
    options: Mapping[str, int | str | bool] = began.options if began else {}
    return Kickers(bool(options.get("online")), bool(options.get("jokers_as_kickers")))


def wild(told: Sequence[Event]) -> int | None:
    """The rank whose cards are wild; None: none is, or it is not drawn yet."""
    return next((one.rank for one in reversed(last_deal(told)) if isinstance(one, Wild)), None)


def choices(told: Sequence[Event], ask: Ask, option: Option) -> list[Cards]:
    """Every legal play for the seat asked, each set of ranks once; where a rank is wild, every
    pattern that can be made, with as few wild cards as can be."""
    if option.verb != "play":
        return [()]
    mine, before, rank = hand(ask.who, told), to_beat(told, ask), wild(told)
    if rank is None:
        return plays(mine, before, kickers(told))
    return list(dict.fromkeys(one.cards for one in thrifty(mine, rank, before, kickers(told))))


def ways(told: Sequence[Event], ask: Ask, option: Option, cards: Cards) -> list[tuple[int, ...]]:
    """What the wild cards among these could stand for, once for every play that they could be."""
    rank = wild(told)
    if rank is None or not option.ranks or not any(RANK_OF[card] == rank for card in cards):
        return [()]
    return [one.stands for one in readings(cards, rank, kickers(told), to_beat(told, ask))]
