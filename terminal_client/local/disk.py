"""Files of an evening: the journal of the hand in play, balances, who busted the house.

The journal is there while a game is on. Each row is a length, a checksum and the row as the table
writes it; a row that was cut off in the middle was never told, and is not read.
"""

import fcntl
import os
import struct
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from game_server.table import journal
from game_server.table.journal import Broken, Row
from terminal_client.local.document import Document, NotKept, dollars, quoted, write_whole
from terminal_client.local.settings import FAME, Busted, Named, Settings, in_english, read
from terminal_client.local.values import USUAL, WrongSetting

FIRST: Final = b"cardroom 21 1\n"
"""What every journal begins with."""
SUFFIX: Final = ".journal"
_FRAME: Final = struct.Struct(">II")


class DiskJournal:
    """The rows of one game, in a file that one process has open at a time."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.readable = True
        """Whether the rows are of this version; if not, the hand cannot go on."""
        self._file = self._opened()
        self.rows = self._read()

    def write(self, row: Row) -> None:
        """Put a row behind the others; it is on disk when this returns."""
        data = journal.to_bytes(row)
        self._put(_FRAME.pack(len(data), zlib.crc32(data)) + data)

    def end(self) -> None:
        """The game is over: nothing is left to go on with."""
        self.path.unlink(missing_ok=True)
        self.close()

    def close(self) -> None:
        """Let others have it; its rows stay."""
        with suppress(OSError):
            os.close(self._file)

    def _opened(self) -> int:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(file)
                raise WrongSetting("refused.busy") from None
            # Whoever had it may have ended the game and taken it away in between.
            with suppress(FileNotFoundError):
                if os.fstat(file).st_ino == self.path.stat().st_ino:
                    return file
            os.close(file)

    def _read(self) -> tuple[Row, ...]:
        with os.fdopen(os.dup(self._file), "rb") as file:
            data = file.read()
        if not data.startswith(FIRST):
            if not FIRST.startswith(data):
                raise WrongSetting("refused.journal", path=str(self.path))
            os.ftruncate(self._file, 0)
            self._put(FIRST)
            return ()
        rows, at = [], len(FIRST)
        while len(data) >= at + _FRAME.size:
            size, check = _FRAME.unpack_from(data, at)
            row = data[at + _FRAME.size : at + _FRAME.size + size]
            if zlib.crc32(row) != check:
                break
            try:
                rows.append(journal.from_bytes(row))
            except Broken:
                self.readable = False
                return ()
            at += _FRAME.size + size
        os.ftruncate(self._file, at)
        return tuple(rows)

    def _put(self, data: bytes) -> None:
        os.lseek(self._file, 0, os.SEEK_END)
        done = 0
        while done < len(data):
            done += os.write(self._file, data[done:])
        os.fsync(self._file)


class Keeper:
    """The settings file, with the balances and the list that are kept in it."""

    def __init__(
        self, path: Path, text: str, languages: Mapping[str, str], named: Named = in_english
    ) -> None:
        self.path = path
        self._languages, self._named = languages, named
        self._text = text
        self.settings: Settings = self._read(text)

    def keep(self, balances: Mapping[str, int], busted: Sequence[Busted]) -> None:
        """Write balances by name, 0 for one who begins anew, and who has just busted the house.

        Everything else in the file stays as it is written, comments too.
        """
        document = Document(self._now())
        places = {one.name: nth for nth, one in enumerate(self.settings.people)}
        for name, balance in balances.items():
            literal = dollars(balance) if balance else quoted(USUAL)
            if name in places:
                document = document.with_value("player", "balance", literal, places[name])
            else:
                document = document.with_table("player", {"name": quoted(name), "balance": literal})
        for one in busted:
            values = {"name": quoted(one.name), "day": one.day.isoformat()}
            document = document.with_table("busted", {**values, "amount": dollars(one.amount)})
        for _ in range(document.count("busted") - FAME):
            document = document.without_table("busted", 0)
        self._check(document, balances)
        if document.text != self._text:
            write_whole(self.path, document.text)
            self._text = document.text

    def hall_of_fame(self) -> Sequence[Busted]:
        """The last ten who busted the house, the latest first."""
        return tuple(reversed(self.settings.busted))[:FAME]

    def _now(self) -> str:
        """The file as it is: somebody may have edited it since."""
        if self.path.exists():
            # Not a text reader's newlines: they stay as they are written.
            text = self.path.read_bytes().decode("utf-8-sig")
            if text != self._text:
                self.settings, self._text = self._read(text), text
        return self._text

    def _read(self, text: str) -> Settings:
        return read(text, self._languages, self._named)

    def _check(self, document: Document, balances: Mapping[str, int]) -> None:
        """Nothing is written that would not be read back as it was meant."""
        after = self._read(document.text)
        kept = {one.name: one.balance for one in after.people}
        if any(kept.get(name) != balance for name, balance in balances.items()):
            raise NotKept(f"The balances cannot be written into {self.path}.")
        self.settings = after
