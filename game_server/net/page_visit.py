"""Connections on which files of the page are fetched: how they are answered, and in what turn."""

from collections import Counter, deque
from collections.abc import Callable
from http import HTTPStatus
from typing import Final, Protocol

from game_server.addresses import household
from game_server.net.limits import ListenerLimits
from game_server.net.plain_request import END, PlainRequest, own_host, parsed
from game_server.net.web_files import SAFE, WebFiles
from game_server.rate_limit import TokenBucket

SLICE: Final = 16_384
SLICES: Final = 8
"""Of all bodies together, so many slices are written in a turn of the loop: players wait for a
tenth of a millisecond at most, however many pages are fetched."""
FORGET_S: Final = 60.0
"""Seconds between two looks for addresses that have long asked for nothing."""
STRANGE_NAME: Final = (
    b"This house does not answer under the name in the address bar. Its operator can name the page"
    b" in `origins` of [listen], as https://play.example.org.\n"
)
NOTHING: Final = b"There is nothing here; the house is at its address without a path.\n"
TEXT: Final = "Content-Type: text/plain; charset=utf-8\r\n"
NO_LENGTH: Final = (304,)
"""Answers that have no body by their nature."""


class VisitedLine(Protocol):
    """The connection that carries a visit."""

    address: str

    def say(self, data: bytes) -> None:
        """Write it."""

    def lasts(self, seconds: float, then: Callable[[], object]) -> None:
        """Do that after so many seconds, and not what was said to be done then before."""

    def part(self) -> None:
        """Nothing more is said, and what was said still arrives."""

    def make_way(self) -> None:
        """End it at once, for another."""


class PageVisits:
    """All visits of the page: how many there may be, and whose turn it is to be written to."""

    def __init__(
        self,
        files: WebFiles,
        limits: ListenerLimits,
        time: Callable[[], float],
        turn: Callable[[Callable[[], None]], object],
    ) -> None:
        self.files, self.limits = files, limits
        self.names = limits.names()
        self._time, self._turn = time, turn
        self._lines: dict[VisitedLine, None] = {}
        self._at = Counter[str]()
        self._asked: dict[str, TokenBucket] = {}
        self._looked = 0.0
        self._ready: deque[PageVisit] = deque()

    def __len__(self) -> int:
        return len(self._lines)

    def enter(self, line: VisitedLine) -> bool:
        """Whether it may come in; where there are too many one goes for it, the first of the
        address that has the most."""
        home = household(line.address)
        if self._at[home] >= self.limits.page_visits_address:
            return False
        if len(self._lines) >= self.limits.page_visits:
            goes = max(self._lines, key=lambda one: self._at[household(one.address)])
            self.leave(goes)
            goes.make_way()
        self._lines[line] = None
        self._at[home] += 1
        return True

    def leave(self, line: VisitedLine) -> None:
        """It is gone, or its place is another's."""
        if line in self._lines:
            del self._lines[line]
            home = household(line.address)
            self._at[home] -= 1
            if not self._at[home]:
                del self._at[home]

    def asks(self, line: VisitedLine) -> bool:
        """Whether its address may ask for one more file."""
        now, home = self._time(), household(line.address)
        if now - self._looked > FORGET_S:
            self._looked = now
            self._asked = {one: rate for one, rate in self._asked.items() if not rate.full(now)}
        if home not in self._asked:
            self._asked[home] = TokenBucket(self.limits.page_requests, now)
        return self._asked[home].take(now)

    def ready(self, visit: "PageVisit") -> None:
        """The next slice of this visit's body can be written."""
        if not self._ready:
            self._turn(self._write)
        self._ready.append(visit)

    def _write(self) -> None:
        for _ in range(min(SLICES, len(self._ready))):
            # It stays in the row until it is written: another one does not begin the row anew.
            self._ready[0].write()
            self._ready.popleft()
        if self._ready:
            self._turn(self._write)


class PageVisit:
    """One connection, from its first request for a file to its end."""

    def __init__(self, visits: PageVisits, line: VisitedLine, single: bool = False) -> None:
        self._visits, self._line, self._limits = visits, line, visits.limits
        self._single = single
        self._waiting = b""
        self._body, self._sent, self._until = b"", 0, 0
        """What is being sent: of this body, from here, to there."""
        self._paused = self._queued = False
        self._stays = True
        self.ended = False

    def asked(self, data: bytes) -> None:
        """More of a request, or of several."""
        self._waiting += data
        if len(self._waiting) > self._limits.request_bytes:
            self._deny(431)
        else:
            self._next()

    def pause(self) -> None:
        """More waits to be sent than the connection likes."""
        self._paused = True

    def resume(self) -> None:
        """All that was written is sent."""
        self._paused = False
        self._go_on()

    def forget(self) -> None:
        """The connection is gone."""
        self.ended, self._body, self._waiting = True, b"", b""

    def write(self) -> None:
        """The next slice of the body."""
        self._queued = False
        if self.ended or self._paused or not self._body:
            return
        end = min(self._sent + SLICE, self._until)
        part, self._sent = self._body[self._sent : end], end
        whole = end == self._until
        if whole:
            self._body = b""
        self._line.say(part)
        if whole:
            self._is_said()
            self._next()
        else:
            self._line.lasts(self._limits.page_seconds, self._line.make_way)
            self._go_on()

    def _go_on(self) -> None:
        if self._body and not (self._paused or self._queued):
            self._queued = True
            self._visits.ready(self)

    def _next(self) -> None:
        """Answer what waits, unless an answer is being written."""
        while not self.ended and not self._body and END in self._waiting:
            head, _, self._waiting = self._waiting.partition(END)
            request = parsed(head)
            if request is None:
                self._deny(400)
            elif not self._visits.asks(self._line):
                self._deny(429, "Retry-After: 10\r\n")
            else:
                self._answer(request)

    def _answer(self, request: PlainRequest) -> None:
        self._stays = request.stays and not self._single
        bodiless = request.method == "HEAD"
        if request.method not in ("GET", "HEAD"):
            self._deny(405, "Allow: GET, HEAD\r\n")
        elif not own_host(request.fields.get("host", ""), self._visits.names):
            self._deny(421, TEXT, STRANGE_NAME, bodiless)
        else:
            self._give(request, bodiless)

    def _give(self, request: PlainRequest, bodiless: bool) -> None:
        """Answer a request that may be made."""
        file = self._visits.files.find(request.path)
        packed = file.packed(request.accepted) if file is not None else None
        part = request.part(len(packed.body)) if packed is not None else None
        if file is None:
            self._say(404, f"{TEXT}{SAFE}".encode(), NOTHING, bodiless)
        elif request.knows(file.tag):
            lines = f"ETag: {file.tag}\r\nCache-Control: no-cache\r\n{SAFE}"
            self._say(304, lines.encode())
        elif packed is None:
            self._say(406, f"Vary: Accept-Encoding\r\n{SAFE}".encode())
        elif part is None:
            self._say(200, packed.lines, packed.body, bodiless)
        elif not part:
            lines = f"Content-Range: bytes */{len(packed.body)}\r\n{SAFE}"
            self._say(416, lines.encode())
        else:
            told = f"Content-Range: bytes {part.start}-{part.stop - 1}/{len(packed.body)}\r\n"
            self._say(206, told.encode() + packed.lines, packed.body, part=part)

    def _deny(
        self, status: int, lines: str = "", body: bytes = b"", bodiless: bool = False
    ) -> None:
        self._stays = False
        self._say(status, f"{lines}{SAFE}".encode(), body, bodiless)

    def _say(
        self,
        status: int,
        lines: bytes,
        body: bytes = b"",
        bodiless: bool = False,
        part: range | None = None,
    ) -> None:
        """An answer with this body, or with a part of it."""
        part = range(len(body)) if part is None else part
        first = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        length = "" if status in NO_LENGTH else f"Content-Length: {len(part)}\r\n"
        closing = b"" if self._stays else b"Connection: close\r\n"
        head = (first + length).encode() + lines + closing + b"\r\n"
        if bodiless or len(part) <= SLICE:
            self._line.say(head + (b"" if bodiless else body[part.start : part.stop]))
            self._is_said()
        else:
            # A part is never copied: who asks for many would fill the house's memory.
            self._line.say(head)
            self._body, self._sent, self._until = body, part.start, part.stop
            self._line.lasts(self._limits.page_seconds, self._line.make_way)
            self._go_on()

    def _is_said(self) -> None:
        """An answer is written to its end."""
        if self._stays:
            self._line.lasts(self._limits.request_seconds, self._end)
        else:
            self._end()

    def _end(self) -> None:
        if not self.ended:
            self.forget()
            self._line.part()
