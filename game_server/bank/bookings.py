"""Which entry each event of the house is. Pure: what is built here, `store.ledger` books.

Every builder takes `at` in milliseconds. A `key` makes an entry happen once: what can happen but
once has its key here; for the rest the caller names what it answers, such as a request.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from game_server.bank.entries import (
    BANK,
    MOST,
    SUSPENSE,
    Account,
    Entry,
    Holder,
    Purse,
    Transfer,
    bots,
    escrow,
    house,
    jackpot,
    pot,
    purse_of,
)
from protocol import buy_ins
from protocol.events import Moved
from protocol.words import HOUSE, JACKPOT, POT, Seat

GIFT: Final = buy_ins.GIFT


class Uneven(ValueError):
    """A round that cannot be settled: what it moved does not come out."""


# Chips from the house


def opening_gift(player: int, at: int) -> Entry:
    """The first play chips of a player."""
    return _one(f"gift:{player}", "play", at, "gift", house("play"), purse_of(player, "play"), GIFT)


def new_starts(player: int) -> str:
    """How the keys of all of them begin for a player."""
    return f"gift:{player}:"


def new_start(player: int, times: int, at: int) -> Entry:
    """Play chips for a player who is out of them, for the so-many-th time."""
    key = f"{new_starts(player)}{times}"
    return _one(key, "play", at, "new_start", house("play"), purse_of(player, "play"), GIFT)


def seat_bot(key: str, bot: str, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A bot sits down with chips of the house."""
    return _one(key, purse, at, "seat_bot", bots(purse), escrow(table, bot, purse), amount)


def unseat_bot(key: str, bot: str, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A bot gets up; its chips return to where they came from."""
    return _one(key, purse, at, "unseat_bot", escrow(table, bot, purse), bots(purse), amount)


def granted(grant: int, player: int, amount: int, at: int, memo: str) -> Entry:
    """Play chips that an administrator gives a player, or takes when below zero; `memo` says why
    and on whose word."""
    own, source, key = purse_of(player, "play"), house("play"), f"grant:{grant}"
    src, dst, why = (source, own, "given") if amount > 0 else (own, source, "taken")
    return Entry(key, "play", at, why, tuple(_moves(src, dst, abs(amount), why)), memo)


def account_deleted(player: int, amount: int, at: int) -> Entry:
    """The play chips of an account that is deleted return to where they came from."""
    key, own = f"deleted:{player}:{at}", purse_of(player, "play")
    return _one(key, "play", at, "deleted", own, house("play"), amount)


def guests_gone(chips: Mapping[int, int], at: int) -> Entry:
    """The play chips of guests who never came back, by their numbers, return to the house. A guest
    goes once, so the first of them names the entry."""
    moves = (
        move
        for player, amount in chips.items()
        for move in _moves(purse_of(player, "play"), house("play"), amount, "gone")
    )
    return Entry(f"gone:{min(chips)}", "play", at, "gone", tuple(moves))


# Between a player's purse and a table


def buy_in(key: str, player: int, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A player sits down with chips of the purse."""
    src, dst = purse_of(player, purse), escrow(table, player, purse)
    return _one(key, purse, at, "buy_in", src, dst, amount)


def stay(player: int, table: str) -> str:
    """How the keys of all stays of a player at a table begin."""
    return f"stay:{table}:{player}:"


def sits_down(key: str, player: int, table: str, at: int) -> Entry:
    """A player sits down without chips, which are bought at the table: nothing moves, but the
    next purchase is the first of this stay."""
    return Entry(stay(player, table) + key, "cash", at, "sits_down", ())


def top_up(key: str, player: int, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A seated player adds chips of the purse."""
    src, dst = purse_of(player, purse), escrow(table, player, purse)
    return _one(key, purse, at, "top_up", src, dst, amount)


def cash_out(key: str, player: int, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A player gets up with what is left."""
    src, dst = escrow(table, player, purse), purse_of(player, purse)
    return _one(key, purse, at, "cash_out", src, dst, amount)


# A round


def settle(
    table: str,
    number: int,
    moved: Iterable[Moved],
    holders: Mapping[Seat, Holder],
    purse: Purse,
    at: int,
    memo: str = "",
) -> Entry:
    """What everybody has lost in a round goes into the pot of the table, and from there to who has
    won; Uneven if the round itself leaves something in its pot. What was bet is in the journal."""
    parties: dict[Seat, Account] = {HOUSE: house(purse), JACKPOT: jackpot(table, purse)}
    parties.update((seat, escrow(table, holder, purse)) for seat, holder in holders.items())
    net = dict.fromkeys((*parties, POT), 0)
    for one in moved:
        for seat in (one.src, one.dst):
            if seat not in net:
                raise Uneven(f"Round {number} of {table} moves chips of {seat}, where nobody sits.")
        net[one.src] -= one.amount
        net[one.dst] += one.amount
    if left := net.pop(POT):
        raise Uneven(f"Round {number} of {table} leaves {left} cents in its pot; it must be empty.")
    middle = pot(table, purse)
    transfers: list[Transfer] = []
    for seat, won in net.items():
        if won < 0:
            transfers += _moves(parties[seat], middle, -won, "lost")
    for seat, won in net.items():
        if won > 0:
            transfers += _moves(middle, parties[seat], won, "won")
    return Entry(f"round:{table}:{number}", purse, at, "round", tuple(transfers), memo)


def close_jackpot(key: str, table: str, amount: int, purse: Purse, at: int) -> Entry:
    """A table closes for good: what outlived its rounds falls to the house."""
    return _one(key, purse, at, "close_jackpot", jackpot(table, purse), house(purse), amount)


# Between the cash purse and the outside bank. Nothing is booked before the bank has paid, and
# nothing is the player's while it is on the way to the bank: the ledger never counts on a guess.


def bought(payment: str, player: int, amount: int, at: int) -> Entry:
    """The bank has paid for chips."""
    key = f"payment:{payment}:done"
    return _one(key, "cash", at, "bought", BANK, purse_of(player, "cash"), amount)


def depositing(payment: str, player: int, amount: int, at: int) -> Entry:
    """Chips leave the purse for the bank: booked with the intent, before the bank is asked."""
    key = f"payment:{payment}:begun"
    return _one(key, "cash", at, "depositing", purse_of(player, "cash"), SUSPENSE, amount)


def deposited(payment: str, amount: int, at: int) -> Entry:
    """The bank has taken what was on its way."""
    return _one(f"payment:{payment}:done", "cash", at, "deposited", SUSPENSE, BANK, amount)


def deposit_refused(payment: str, player: int, amount: int, at: int) -> Entry:
    """The bank has refused what was on its way: it is the player's again."""
    key = f"payment:{payment}:refused"
    return _one(key, "cash", at, "deposit_refused", SUSPENSE, purse_of(player, "cash"), amount)


# Corrections


def correction(wrong: Entry, at: int, memo: str) -> Entry:
    """Takes back an entry, the last transfer first; `memo` says why and on whose word."""
    back = tuple(
        Transfer(transfer.dst, transfer.src, transfer.amount, "correction")
        for transfer in reversed(wrong.transfers)
    )
    return Entry(f"correction:{wrong.key}", wrong.purse, at, "correction", back, memo)


def _one(
    key: str, purse: Purse, at: int, why: str, src: Account, dst: Account, amount: int
) -> Entry:
    return Entry(key, purse, at, why, tuple(_moves(src, dst, amount, why)))


def _moves(src: Account, dst: Account, amount: int, why: str) -> Iterator[Transfer]:
    """The transfers that an amount takes: one, unless it is more than one may be of."""
    while amount > MOST:
        yield Transfer(src, dst, MOST, why)
        amount -= MOST
    yield Transfer(src, dst, amount, why)
