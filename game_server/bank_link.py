"""The bank of a house: the one that its settings name, or the demo bank, which starts with it."""

from typing import Final, cast

from twisted.internet.posixbase import PosixReactorBase

from game_server import local_port
from game_server.bank.adapter import OutsideBank
from game_server.bank.demo_bank import DemoService, bank_site, open_samples
from game_server.bank.demo_books import BooksError, DemoBooks
from game_server.bank.http_bank import http_bank
from game_server.clock import Clock
from game_server.planning import CannotServe, ServePlan

BANK_BOOKS: Final = "demo-bank.sqlite"


def bank_of(plan: ServePlan, reactor: PosixReactorBase) -> OutsideBank:
    """The bank as the cashier reaches it; CannotServe if the demo bank cannot start."""
    settings = plan.config.bank
    at = settings.url or _demo_bank(plan, reactor)
    return http_bank(at, plan.bank_secret, settings.timeout)


def _demo_bank(plan: ServePlan, reactor: PosixReactorBase) -> str:
    """Start the demo bank; its address."""
    file = plan.data / BANK_BOOKS
    try:
        books = DemoBooks(str(file))
        open_samples(books)
    except BooksError as wrong:
        text = f"{file} cannot be used as the books of the demo bank: {wrong}."
        raise CannotServe(text) from None
    door = bank_site(DemoService(books, plan.bank_secret), cast(Clock, reactor))
    port = plan.config.bank.demo_port
    bound = local_port.listen(reactor, port, door, "The demo bank", "demo_port")
    return f"http://127.0.0.1:{bound}"
