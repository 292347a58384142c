"""What a house finds on its disk when it starts: folder and secret, the database with its books,
and the keys of cards. Nothing is opened for anybody before that."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from twisted.logger import Logger

from game_server.bank.sealing import unlock
from game_server.bank.vault import NoKey, Vault
from game_server.clock import Loop
from game_server.cluster.standby import LeasedDatabase
from game_server.config import BankSettings
from game_server.planning import CannotServe, ServePlan
from game_server.store import data_folder, heads, ledger
from game_server.store.direct import DirectStore
from game_server.store.heads import HeadSigner
from game_server.store.opening import open_store
from game_server.store.place import database_of
from game_server.store.ports import CannotOpen
from game_server.store.transaction import Connection, Database, Transaction
from game_server.store.writer import Fence, WriterThread

DEMO_MONEY: Final = (
    "The books hold money of the demo bank, which bots have played with; no other bank pays that."
    " Name another folder in data, or leave the bank's url empty."
)


def folder(data: Path) -> data_folder.DataFolder:
    """Make the folder ready, and keep a second house out of it."""
    try:
        return data_folder.take(data)
    except CannotOpen as wrong:
        raise CannotServe(str(wrong)) from None


def money_of_the_bank(bank: BankSettings, conn: Transaction) -> None:
    """Refuse a bank that would have to pay what bots brought who play with a demo bank alone."""
    if bank.url and ledger.demo_money(conn):
        raise CannotServe(DEMO_MONEY)


@dataclass(frozen=True)
class OpenedDisk:
    """The data of a house, looked through. `newest` is when the last entry was booked."""

    taken: data_folder.DataFolder
    database: Database
    conn: Connection
    signer: HeadSigner
    newest: int | None
    vault: Vault

    @property
    def secret(self) -> bytes:
        """The secret of the house."""
        return self.taken[0]

    def store(self, data: Path, loop: Loop, fence: Fence | None) -> DirectStore | WriterThread:
        """The store over it, the one that the disk wants."""
        try:
            return open_store(self.conn, loop, str(data), fence)
        except CannotOpen as why:
            raise CannotServe(str(why)) from None

    def note(self, url: str) -> None:
        """Write down in the folder where the house is reached."""
        data_folder.note(self.taken[1], url)


def open_disk(
    plan: ServePlan,
    taken: data_folder.DataFolder | None = None,
    leased: LeasedDatabase | None = None,
) -> OpenedDisk:
    """Take the folder if that was not done before, and open what is in it. CannotServe says why
    that cannot be; books that are not right are an alarm."""
    secret, _, loose = taken = taken or folder(plan.data)
    log = Logger()
    if loose:
        shown = " ".join(str(one) for one in loose)
        log.warn("Others can open {shown}; take that from them.", shown=shown)
    bank = plan.config.bank
    try:
        database = leased or database_of(plan.data, plan.config.cluster.dsn)
        heads.begin(plan.data, secret, database)
        conn = database.open()
        signer = HeadSigner(plan.data, secret, database)
        for wrong in signer.begin(conn):
            log.critical("{wrong}", wrong=wrong, alarm="ledger")
        signer.look(conn)
        newest = ledger.newest_at(conn)
        money_of_the_bank(bank, conn)
        vault = unlock(conn, Path(bank.card_keys or plan.data / data_folder.KEYS))
    except (CannotOpen, NoKey) as why:
        raise CannotServe(str(why)) from None
    return OpenedDisk(taken, database, conn, signer, newest, vault)
