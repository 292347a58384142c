"""The ends of the hash chains, signed and kept beside the database: whoever writes the ledger or
the audit anew, or cuts their end off, would have to know the secret of the house."""

import hashlib
import hmac
import json
import os
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from game_server.store import chain, data_folder
from game_server.store.chain import ChainHead
from game_server.store.copying import write_whole
from game_server.store.ports import CannotOpen
from game_server.store.transaction import Database, Transaction

FOR: Final = b"cardroom heads of the chains\n"
"""What the secret signs here, and nothing else."""


class ChainHeads(NamedTuple):
    """The last entry and the last link of the audit."""

    entry: ChainHead
    audit: ChainHead


def heads(conn: Transaction) -> ChainHeads:
    """Where the chains end now."""
    return ChainHeads(chain.last_entry(conn), chain.last_audited(conn))


NOTHING: Final = ChainHeads(ChainHead(0, chain.START), ChainHead(0, chain.START))
"""Where chains end that hold nothing yet."""


def begin(data: Path, secret: bytes, database: Database) -> None:
    """Sign the ends of chains that hold nothing, or are not there, before the first row is
    written; CannotOpen if the disk does not take it. So a house has heads from its first moment,
    whenever it is killed, and heads that are missing beside rows were taken away."""
    if os.path.lexists(data / data_folder.HEADS) or not _holds_nothing(database):
        return
    try:
        sign(data, secret, NOTHING)
    except OSError as wrong:
        text = f"{data} cannot be written to: {wrong.strerror}; name another folder as data."
        raise CannotOpen(text) from None


def take_over(data: Path, secret: bytes, database: Database) -> None:
    """Sign where the chains end for a node that never had the house: from then on it knows them."""
    if os.path.lexists(data / data_folder.HEADS) or _holds_nothing(database):
        return
    with suppress(OSError), closing(database.look()) as conn:
        sign(data, secret, heads(conn))


def _holds_nothing(database: Database) -> bool:
    if database.is_new():
        return True
    unread: tuple[type[Exception], ...] = (CannotOpen, *database.failures)
    try:
        with closing(database.look()) as conn:
            return not chain.stands(conn) or heads(conn) == NOTHING
    except unread:
        return False  # Whoever opens it says what is wrong.


def sign(data: Path, secret: bytes, now: ChainHeads) -> None:
    """Keep these heads in the folder of the house."""
    said = {
        "at": int(time.time()),
        "entry": [now.entry.id, now.entry.hash.hex()],
        "audit": [now.audit.id, now.audit.hash.hex()],
    }
    kept = json.dumps({**said, "signed": _signed(secret, said)}).encode()
    write_whole(data / data_folder.HEADS, kept)


def faults(conn: Transaction, data: Path) -> tuple[str, ...]:
    """What does not fit the heads that were signed last, as sentences; quick. Nothing if the house
    has no secret to know them by. Where rows are there are heads: they are signed before the first
    row (`begin`), and by `restore`."""
    file, kept = data / data_folder.HEADS, data / data_folder.SECRET
    if not (kept.exists() and chain.stands(conn)):
        return ()
    if not file.exists():
        if heads(conn) == NOTHING:
            return ()
        return (
            f"{file} is missing, which the house keeps signed: somebody took it away, and may have"
            " cut off the end of the chains, or the database was put there by hand.",
        )
    try:
        said = json.loads(file.read_bytes())
        signed = said.pop("signed")
        at = time.strftime("%Y-%m-%d %H:%M:%S %z", time.localtime(said["at"]))
        entry, audit = (
            ChainHead(one[0], bytes.fromhex(one[1])) for one in (said["entry"], said["audit"])
        )
    except (ValueError, KeyError, TypeError, AttributeError, IndexError):
        return (f"{file} cannot be read; it was not written by the house.",)
    if not hmac.compare_digest(str(signed), _signed(kept.read_bytes(), said)):
        return (f"{file} is not signed with the secret of the house.",)
    looks = (
        ("entry", "the ledger", entry, "SELECT hash FROM entries WHERE id = ?"),
        ("link", "the chain of the audit", audit, "SELECT hash FROM audit_chain WHERE id = ?"),
    )
    wrong = []
    for kind, what, head, asked in looks:
        row = conn.execute(asked, (head.id,)).fetchone()
        if row is None and head.id:
            wrong.append(
                f"{what.capitalize()} has no {kind} {head.id}, which was signed at {at}: its end"
                " was cut off, or an older copy was put there by hand."
            )
        elif row is not None and row[0] != head.hash:
            wrong.append(
                f"{kind.capitalize()} {head.id} of {what} is not the one that was signed at {at}:"
                " it was written anew."
            )
    return tuple(wrong)


class HeadSigner:
    """Signs the heads of a house that runs, whenever they have moved on."""

    def __init__(self, data: Path, secret: bytes, database: Database) -> None:
        self._data, self._secret, self._database = data, secret, database
        self._last: ChainHeads | None = None

    def begin(self, conn: Transaction) -> tuple[str, ...]:
        """What does not fit the heads that were signed before; they are set aside then, so that
        they can still be looked at."""
        wrong = faults(conn, self._data)
        if wrong:
            file, stamp = self._data / data_folder.HEADS, time.strftime("until-%Y%m%d-%H%M%S")
            # A folder that cannot be written to is said elsewhere.
            with suppress(OSError):
                file.rename(file.with_name(f"{file.name}.{stamp}"))
        return wrong

    def look(self, conn: Transaction) -> None:
        """Sign where the chains end now, if that is not signed yet."""
        now = heads(conn)
        if now == self._last:
            return
        # A full disk is said elsewhere; the next look tries again.
        with suppress(OSError):
            sign(self._data, self._secret, now)
            self._last = now

    def end(self) -> None:
        """Sign once more, when nothing is written any more."""
        database = self._database
        with suppress(CannotOpen, *database.failures), closing(database.look()) as conn:
            self.look(conn)


def _signed(secret: bytes, said: dict[str, object]) -> str:
    text = json.dumps(said, sort_keys=True).encode()
    return hmac.new(secret, FOR + text, hashlib.sha256).hexdigest()
