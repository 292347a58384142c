"""Money: every balance is the sum of its transfers, purses never mix, a round has moved what it was
told to move, chips that were acknowledged are booked once, and the bank has paid what the house
says that it has."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from protocol.words import Seat
from tests.nemesis.history import Books, History, HousePayment, Map
from tests.nemesis.judge_journal import Played
from tests.nemesis.judge_told import Tellings

WAYS: Final = {"buy": "withdraw", "cash_out": "deposit"}
"""What the bank calls a payment of the house."""


def money(history: History, played: Iterable[Played], tellings: Tellings) -> Iterator[str]:
    """Every fault of the books."""
    books = history.books
    yield from (f"ledger: the house says: {what}" for what in books.found)
    yield from _balances(books)
    yield from _rounds(books, played, tellings)
    for player in history.players:
        yield from _brought(history, player)
    if books.payments or books.bank:
        yield from _bank(books)


def _balances(books: Books) -> Iterator[str]:
    sums: Counter[str] = Counter()
    purse = {one.name: one.purse for one in books.accounts}
    for move in books.moves:
        sums[move.src] -= move.amount
        sums[move.dst] += move.amount
        if {purse[move.src], purse[move.dst]} != {move.purse}:
            yield f"ledger: {move} mixes purses"
    for one in books.accounts:
        if one.balance != sums[one.name]:
            total = sums[one.name]
            yield f"ledger: {one.name} has {one.balance}, and its transfers add up to {total}"
        if one.kind == "pot" and one.balance:
            yield f"ledger: {one.name} is not empty: {one.balance}"
        if one.kind in ("play", "cash", "escrow", "suspense") and one.balance < 0:
            yield f"ledger: {one.name} is below zero: {one.balance}"
    for kept in ("play", "cash"):
        total = sum(one.balance for one in books.accounts if one.purse == kept)
        if total:
            yield f"ledger: all {kept} chips add up to {total}"
    for key, times in Counter(books.keys).items():
        if times > 1:
            yield f"twice: {key} is booked {times} times"


def _rounds(books: Books, played: Iterable[Played], tellings: Tellings) -> Iterator[str]:
    """A round is booked when it is over, once, as it was told."""
    moved: dict[str, Counter[str]] = defaultdict(Counter)
    for move in books.moves:
        for account, amount in ((move.src, -move.amount), (move.dst, move.amount)):
            if account.startswith("escrow:"):
                moved[move.key][account] += amount
    keys = set(books.keys)
    for one in played:
        at = one.table, one.opened.round
        key = f"round:{at[0]}:{at[1]}"
        if (key in keys) != one.closed:
            yield f"ledger: {key} is {'' if one.closed else 'not '}over and not so in the books"
        ends = [told for told in tellings.get(at, {}).values() if told[-1]["e"] == "ended"]
        for told in ends[:1]:
            won = {
                f"escrow:{at[0]}:{books.players.get(one.opened.names[Seat(seat)], 0)}": amount
                for seat, amount in _net(told).items()
                if amount
            }
            booked = {account: amount for account, amount in moved[key].items() if amount}
            if won != booked:
                yield f"ledger: {key} was told as {won}, and booked as {booked}"


def _net(events: Iterable[Map]) -> Counter[int]:
    """What each seat has won."""
    net: Counter[int] = Counter()
    for event in events:
        if event["e"] == "moved":
            net[event["src"]] -= event["amount"]
            net[event["dst"]] += event["amount"]
    return Counter({seat: amount for seat, amount in net.items() if seat >= 0})


def _brought(history: History, player: str) -> Iterator[str]:
    """Chips that the house said were brought are booked under their request, once."""
    who, said, done = 0, dict[int, Map](), set[int]()
    payments = {one.id: one for one in history.books.payments}
    for frame in history.of(player):
        message = frame.message
        if frame.said and message["t"] in ("sit", "buy"):
            said[message["id"]] = message
        elif not frame.said and message["t"] == "session":
            who = message["who"]
        elif not frame.said and message["t"] == "ok":
            done.add(message["id"])
        elif not frame.said and message["t"] == "payment":
            yield from _payment(payments.get(message["payment"]["n"]), message["payment"], player)
    cash = {one.name for one in history.books.accounts if one.purse == "cash"}
    booked = Counter(key.rpartition(":")[0] for key in history.books.keys)
    for number, request in said.items():
        times = booked[f"{request['t']}:{who}:{number}"]
        if times > 1:
            yield f"twice: {player}: {request} is booked {times} times"
        if number in done and not times and f"escrow:{request['table']}:{who}" not in cash:
            yield f"lost: {player}: {request} was acknowledged, and is not booked"


def _payment(kept: HousePayment | None, said: Map, player: str) -> Iterator[str]:
    """What a player was told of a payment is so in the books, if it was the last word of it."""
    over = said["state"] in ("done", "refused")
    told = said["way"], said["amount"], said["state"] if over else ""
    if kept is None or told != (kept.way, kept.amount, kept.state if over else ""):
        yield f"lost: {player}: payment {said} was told, and in the books is {kept}"


def _bank(books: Books) -> Iterator[str]:
    house, bank = {one.key: one for one in books.payments}, {one.key: one for one in books.bank}
    keys = set(books.keys)
    for key in bank.keys() - house.keys():
        yield f"bank: {bank[key]} is unknown to the house"
    for key, one in house.items():
        there, booked = bank.get(key), f"payment:{key}:done" in keys
        if booked != (one.state == "done"):
            yield f"bank: {one} is {'' if booked else 'not '}booked as done"
        paid = there is not None and not there.code
        if one.state == "done" and not paid:
            yield f"bank: {one} is not done there: {there}"
        if one.state == "refused" and paid:
            yield f"bank: {one} is done there: {there}"
        if there is not None and (there.way, there.amount) != (WAYS[one.way], one.amount):
            yield f"bank: {one} is another there: {there}"
    if any(one.state in ("sent", "unknown") for one in books.payments):
        return
    [owed] = [one.balance for one in books.accounts if one.name == "bank"] or [0]
    if owed + books.bank_house:
        yield f"bank: the house has {books.bank_house} there, and its books say {-owed}"
