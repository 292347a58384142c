"""A line to PostgreSQL that can be cut: before a question arrives there, or before its answer is
here."""

import shutil
import socket
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Final

NAME: Final = ".s.PGSQL.5432"
MUCH: Final = 65_536


class CutLine:
    """Stands between clients and the server whose socket is in that folder."""

    def __init__(self, server: Path) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cut-", dir="/tmp"))
        self.cuts_before = self.cuts_after = b""
        """What is cut when a client says it: the question itself, or the answer to it. Once."""
        self.cut = 0
        self._server = server
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(self.folder / NAME))
        self._door.listen()
        Thread(target=self._welcome, daemon=True).start()

    def close(self) -> None:
        """Nobody comes through any more."""
        self._door.close()
        shutil.rmtree(self.folder)

    def _welcome(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._door.accept()
                server = socket.socket(socket.AF_UNIX)
                server.connect(str(self._server / NAME))
                pair = _Pair(self, client, server)
                for carries in (pair.ask, pair.answer):
                    Thread(target=carries, daemon=True).start()


class _Pair:
    """One connection through the line."""

    def __init__(self, line: CutLine, client: socket.socket, server: socket.socket) -> None:
        self._line, self._client, self._server = line, client, server
        self._loses_answer = False

    def ask(self) -> None:
        """Carry what the client says."""
        line = self._line
        with suppress(OSError):
            while said := self._client.recv(MUCH):
                if line.cuts_before and line.cuts_before in said:
                    line.cuts_before = b""
                    break
                if line.cuts_after and line.cuts_after in said:
                    line.cuts_after, self._loses_answer = b"", True
                self._server.sendall(said)
        self._end()

    def answer(self) -> None:
        """Carry what the server says."""
        with suppress(OSError):
            while said := self._server.recv(MUCH):
                if self._loses_answer:
                    self._line.cut += 1
                    break
                self._client.sendall(said)
        self._end()

    def _end(self) -> None:
        for one in (self._client, self._server):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
