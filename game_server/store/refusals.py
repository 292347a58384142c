"""Refusals of the store, and the names that the schema gives to them."""

from collections.abc import Iterator
from contextlib import contextmanager

from game_server.store.ports import StoreError
from game_server.store.transaction import Transaction


class StoreRefused(StoreError):
    """Work that would break a promise of the store; nothing of it was done."""

    code = "refused"


class NameTaken(StoreRefused):
    """Another player has this name, or one that looks like it."""

    code = "name_taken"


class NoSuchPlayer(StoreRefused):
    """There is no player of this number, or not of the kind that this is for."""

    code = "no_player"


class NoSuchAdmin(StoreRefused):
    """There is no administrator of this name."""

    code = "no_admin"


class TokenStale(StoreRefused):
    """The token is no longer one of its session, or the session is over."""

    code = "token_stale"


class WrongStep(StoreRefused):
    """A payment does not go from its state to that one."""

    code = "payment_step"


class NoSuchGrant(StoreRefused):
    """There is no grant of this number."""

    code = "no_grant"


class NoSuchReport(StoreRefused):
    """There is no report of this number."""

    code = "no_report"


class ReportClosed(StoreRefused):
    """The report has been dealt with."""

    code = "report_closed"


class GrantDecided(StoreRefused):
    """The grant has been decided, or not by whoever may."""

    code = "grant_step"


class UndoneBefore(StoreRefused):
    """The grant has been undone, or is about to be."""

    code = "undone"


class KeyReused(StoreRefused):
    """The key belongs to something else that was written before."""

    code = "key_reused"


class TooLittle(StoreRefused):
    """An account would fall below nothing."""

    code = "too_little"


class PursesMixed(StoreRefused):
    """Money would pass between the play and the cash purse."""

    code = "purses_mixed"


class StaleEpoch(StoreRefused):
    """Another writer has taken the table since; whoever is refused must stop writing to it."""

    code = "stale_epoch"


class WrongRow(StoreRefused):
    """A journal row that does not follow on the last one."""

    code = "wrong_row"


class WrongEngine(StoreRefused):
    """What only a database in a file can do, asked of one on a server."""

    code = "wrong_engine"


@contextmanager
def refusing(tx: Transaction, name: str, refusal: StoreRefused) -> Iterator[None]:
    """Raise `refusal` where the schema refuses under that name: a trigger's or constraint's
    text, or the columns that must be unique."""
    try:
        yield
    except Exception as wrong:
        if name in tx.engine.refused(wrong):
            raise refusal from wrong
        raise
