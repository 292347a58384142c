"""The calling and the factors of Dou Dizhu written a second time, from what was said alone."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import takewhile

from game_server.rules.doudizhu import Options
from protocol.events import Acted, Dealt, Event, Laid
from protocol.games.doudizhu import Landlord, Played, Redealt
from protocol.words import BOARD, Seat

BOMBS = ("soft_bomb", "bomb", "wild_bomb", "rocket")
Said = Sequence[tuple[Seat, str]]


def next_to_speak(order: Sequence[Seat], said: Said) -> Seat | None:
    """Who speaks next, when the seats of `order` speak in turn; None where it is settled."""
    refused = {seat for seat, word in said if word == "no_call"}
    callers = [seat for seat, word in said if word == "call"]
    spoken = len(said)
    if not callers:
        return order[spoken] if spoken < 3 else None
    robbed = [seat for seat, word in said if word == "rob"]
    after = order[order.index(callers[0]) + 1 :]
    silent = [seat for seat in after if seat not in {one for one, _ in said}]
    if silent:
        return silent[0]
    heard_back = sum(seat == callers[0] for seat, _ in said) == 2
    assert not refused & set(robbed)
    return callers[0] if robbed and not heard_back else None


def landlord_of(said: Said, openers: Sequence[Seat]) -> Seat | None:
    """Whoever called or robbed last, else who opened the cards first; None: nobody."""
    wanted = [seat for seat, word in said if word in ("call", "rob")]
    return next(reversed(wanted or openers[:1]), None)


def last_deal(events: Sequence[Event]) -> list[Event]:
    """Those since the cards were dealt that were played with."""
    after = takewhile(lambda one: not isinstance(one, Redealt), reversed(events))
    return list(after)[::-1]


def amounts(options: Options, events: Sequence[Event]) -> dict[Seat, Fraction]:
    """What each peasant plays for in a game that is over."""
    deal = last_deal(events)
    (lord,) = [one.seat for one in deal if isinstance(one, Landlord)]
    common = Fraction(options.stake)
    common *= _bid(options, deal) * _open(deal)
    words = [(one.seat, one.verb) for one in deal if isinstance(one, Acted)]
    common *= 2 ** sum(word == "rob" for _, word in words)
    plays = [one for one in deal if isinstance(one, Played)]
    common *= 2 ** sum(one.category in BOMBS for one in plays)
    mine = sum(one.seat == lord for one in plays)
    won = plays[-1].seat == lord
    if options.spring and (mine == len(plays) if won else mine == 1):
        common *= 2
    own = {"double": 2, "super_double": 4}
    times: dict[Seat, int] = {}
    for seat, word in words:
        times[seat] = times.get(seat, 1) * own.get(word, 1)
    seats = sorted({seat for seat, _ in words} | {one.seat for one in plays} | _dealt(deal))
    return {
        seat: common * times.get(lord, 1) * times.get(seat, 1) for seat in seats if seat != lord
    }


def _dealt(deal: Sequence[Event]) -> set[Seat]:
    return {one.to for one in deal if isinstance(one, Dealt) and one.to >= 0}


def _bid(options: Options, deal: Sequence[Event]) -> int:
    bids = [one.amount for one in deal if isinstance(one, Acted) and one.verb == "bid"]
    return max(bids, default=options.stake) // options.stake


def _open(deal: Sequence[Event]) -> int:
    """Times 5 before a card is dealt, one less after each third of the deal, 2 after it."""
    best, dealt, seats = 1, 0, 0
    for one in deal:
        match one:
            case Dealt(to=to) if to >= 0:
                seats += 1
                dealt = seats // 3
            case Laid(src=src) if src == BOARD:
                dealt = 9
            case Acted(verb="open"):
                best = max(best, {0: 5, 1: 4, 2: 3}.get(dealt, 2))
    return best


def paid(
    due: Mapping[Seat, Fraction], lord: Seat, won: bool, purses: Mapping[Seat, int], unit: int
) -> dict[Seat, int]:
    """What each seat has won or lost, nobody more than it has."""
    if won:
        lost = {seat: min(int(amount), purses[seat]) for seat, amount in due.items()}
        return {**{seat: -amount for seat, amount in lost.items()}, lord: sum(lost.values())}
    share = min(Fraction(1), Fraction(purses[lord]) / sum(due.values()))
    got = {
        seat: int(amount) if share == 1 else int(amount * share / unit) * unit
        for seat, amount in due.items()
    }
    return {**got, lord: -sum(got.values())}
