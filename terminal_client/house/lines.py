"""The terminal line by line: for pipes, screen readers and every terminal that only prints."""

import asyncio
import os
import termios
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final, TextIO

from client_core.client import Client
from protocol.plain import seen
from terminal_client.house.spoken import shown
from terminal_client.house.table_teller import Kind
from terminal_client.house.visit import Visit
from terminal_client.page.ink import Ink, paint
from terminal_client.page.look import Look, is_terminal
from terminal_client.page.printing import Printer
from terminal_client.page.qr_code import INK, qr_code
from terminal_client.page.reading import MOST

TICK_S: Final = 0.2
SLOW_S: Final = 4.0
"""So long nobody may answer before it is said."""
LAST_S: Final = 10.0
"""So long the answers to the last lines of a pipe are waited for."""
EARLY_S: Final = 300.0
"""So long an act of a pipe waits for its turn; then it is done, or refused, as it stands."""
RESET: Final = "\x1b[0m"
INKS: Final[Mapping[Kind, Ink]] = {
    "ask": Ink.ASKED,
    "bad": Ink.BAD,
    "good": Ink.GOOD,
    "title": Ink.TITLE,
    "clock": Ink.ASKED,
    "chat": Ink.MONEY,
}


class PrintedVisit:
    """One visit, printed. What is typed is read as it comes; nothing is ever redrawn."""

    def __init__(
        self, client: Client, look: Look, source: TextIO, out: TextIO, code: str, name: str | None
    ) -> None:
        self.client, self.look = client, look
        self._source, self._printer = source, Printer(out, look)
        self._echo = True
        self.visit = Visit(client, self._tell, code, name, look.plain)
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._changed = asyncio.Event()
        self._reading = bytearray()
        self._waits_till = 0.0
        self._early: list[str] = []
        """The line of a pipe that waits for its turn."""
        self._early_till = 0.0
        self.quit = False
        self.gave_up = False

    def end(self) -> None:
        """The client wants to end: no chips are left."""
        self.quit = True
        self._changed.set()

    def _tell(self, text: str, kind: Kind) -> None:
        # Before the question for a secret is seen: whoever types at once is not seen either.
        self._hide(self.visit.secret)
        if kind == "link":
            self._show(text)
            return
        written = shown(self.client, text, self.look)
        ink = INKS.get(kind) if self.look.colours else None
        if ink is not None:
            # A red card in it ends its colour.
            written = paint(written.replace(RESET, RESET + f"\x1b[{ink.value}m"), ink, True)
        self._printer.say(written)

    def _show(self, link: str) -> None:
        """The QR code of a link, where it can be seen and is not cut."""
        lines = qr_code(link) if self.look.colours and self.look.signs else []
        if lines and len(lines[0]) <= self.look.width:
            self._printer.lines(INK.format(line=line) for line in lines)

    async def visited(self) -> None:
        """The visit from its first line to its last."""
        loop = asyncio.get_running_loop()
        self.client.observe(lambda *_: self._changed.set())
        self.client.connection.start()
        number = self._source.fileno()
        watched = _watchable(loop, number, self._readable)
        reader = None if watched else asyncio.ensure_future(self._read_in_thread())
        slow = loop.time() + SLOW_S
        try:
            while not (self.visit.over or self.quit):
                self._changed.clear()
                self.visit.go_on()
                self.visit.teller.clock()
                self._hide(self.visit.secret)
                if slow is not None and loop.time() > slow:
                    self.visit.teller.unanswered()
                    slow = float("inf")
                if not await self._take():
                    break
                await self._rest()
        except asyncio.CancelledError:
            # Ctrl-C: what the terminal shows of it ends here.
            self._printer.lines([""])
            self._part()
            raise
        finally:
            self._hide(False)
            if watched:
                loop.remove_reader(number)
            if reader is not None:
                reader.cancel()
        self.visit.go_on()
        self._part()

    def _part(self) -> None:
        for sentence in self.visit.farewell():
            self._tell(sentence, "reply")

    async def _rest(self) -> None:
        if self._early or self._typed.empty() or not self.visit.settled:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), TICK_S)

    async def _take(self) -> bool:
        """Do the next line, if there is one and it is its time; False at the end of all."""
        person = is_terminal(self._source)
        if self._typed.empty() and not self._early:
            return True
        if not (person or self.visit.settled):
            return self._has_patience()
        self._waits_till = 0.0
        line = self._early.pop() if self._early else self._typed.get_nowait()
        if line is not None and not person and self._waits_for_turn(line):
            return True
        if line is None:
            if not person:
                await self._outlast()
            return False
        if self._echo is False:
            # The Enter was not seen either.
            self._printer.lines([""])
        elif not person:
            self._printer.say(f"> {line if not self.visit.secret else ''}")
        self.visit.typed(line)
        self.visit.go_on()
        return True

    def _waits_for_turn(self, line: str) -> bool:
        """Keep an act of a pipe that comes before its turn: nobody is there to type it again."""
        now = asyncio.get_running_loop().time()
        self._early_till = self._early_till or now + EARLY_S
        if not self.visit.early(line) or now > self._early_till:
            self._early_till = 0.0
            return False
        self._early.append(line)
        return True

    def _has_patience(self) -> bool:
        """Whether the next line of a pipe still waits for the house; nobody is there to type
        "quit" when none answers."""
        now = asyncio.get_running_loop().time()
        self._waits_till = self._waits_till or now + LAST_S
        self.gave_up = now > self._waits_till
        if self.gave_up:
            self._tell(
                self.client.say("terminal.gave_up", url=self.client.connection.view.url), "bad"
            )
        return not self.gave_up

    async def _outlast(self) -> None:
        """What the last lines have set going is waited for."""
        loop = asyncio.get_running_loop()
        end = loop.time() + LAST_S
        while not self.visit.settled and loop.time() < end:
            await asyncio.sleep(TICK_S)
            self.visit.go_on()

    # -- reading -------------------------------------------------------------------------------

    def _readable(self) -> None:
        try:
            data = os.read(self._source.fileno(), 4096)
        except OSError:
            data = b""
        self._reading += data
        while (end := self._reading.find(b"\n")) >= 0:
            line = bytes(self._reading[:end])
            del self._reading[: end + 1]
            self._line(line)
        if not data:
            if self._reading:
                self._line(bytes(self._reading))
            asyncio.get_running_loop().remove_reader(self._source.fileno())
            self._typed.put_nowait(None)
            self._changed.set()

    def _line(self, data: bytes) -> None:
        text = data[:MOST].decode(self._source.encoding or "utf-8", "replace")
        self._typed.put_nowait(seen(text.rstrip("\r")).rstrip())
        self._changed.set()

    async def _read_in_thread(self) -> None:
        """Files cannot be watched."""
        while True:
            line = await asyncio.to_thread(self._source.readline)
            self._typed.put_nowait(seen(line[:MOST]).rstrip() if line else None)
            self._changed.set()
            if not line:
                return

    def _hide(self, secret: bool) -> None:
        """Let nothing be seen of what is typed."""
        if secret is not self._echo or not is_terminal(self._source):
            return
        self._echo = not secret
        number = self._source.fileno()
        with suppress(termios.error):
            modes = termios.tcgetattr(number)
            if secret:
                modes[3] &= ~termios.ECHO
            else:
                modes[3] |= termios.ECHO
            termios.tcsetattr(number, termios.TCSADRAIN, modes)


def _watchable(loop: asyncio.AbstractEventLoop, number: int, readable: Callable[[], None]) -> bool:
    """Whether what can be read there is told as it comes; a file's is not."""
    try:
        loop.add_reader(number, readable)
    except (PermissionError, NotImplementedError, OSError):
        return False
    return True
