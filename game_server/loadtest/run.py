"""`cardroom loadtest`: from the words of the command line to the figures."""

import os
import resource
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from game_server.loadtest.connection import HouseHungUp
from game_server.loadtest.players import Crowd, LoadMeasured, NotSeated, late_by
from protocol.words import Refusal

MOST_PLAYERS: Final = 10_000
MOST_SECONDS: Final = 3_600
MOST_RATE: Final = 5
"""Acts a second of each player; a line that acts much faster is told to wait."""
WARM: Final = 0.1
"""A share of the time in which nothing is measured yet."""
BUSY: Final = 0.8
"""A load that is busier than this measures itself."""
SPARE: Final = 64
TICK: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
LISTENS: Final = "0A"


@dataclass(frozen=True)
class MeasuredProcess:
    """The process that is measured, as the system knows it; without a number it is not seen."""

    pid: int

    def cpu(self) -> float:
        """Seconds of processor time so far, of all its threads."""
        if not self.pid:
            return 0.0
        stat = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICK

    def memory(self) -> int:
        """Bytes that it holds now."""
        if not self.pid:
            return 0
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE


@dataclass(frozen=True)
class LoadFigures:
    """The figures of a load test."""

    players: int
    measured: LoadMeasured
    seen: bool
    """Whether the process of the house was found."""
    cpu: float
    memory: int
    """Bytes for each player, seated and dealt in."""

    def lines(self) -> Iterator[tuple[str, str]]:
        """The figures, each with its name."""
        found = self.measured
        yield "players", f"{self.players}"
        yield "acts a second", f"{found.acts / found.wall:,.0f}"
        yield from late_by(found)
        if self.seen:
            yield "processor time an act", f"{self.cpu / max(1, found.acts) * 1e6:,.0f} us"
            yield "house busy", f"{self.cpu / found.wall:.0%} of a core"
            yield "memory a player", f"{self.memory / 1024:,.1f} KiB"
        yield "load busy", f"{found.own / found.wall:.0%}"
        for code, times in found.refused.items():
            yield f"refused: {code}", f"{times}"
        if found.own / found.wall > BUSY:
            yield "beware", "the load was so busy that it measured itself; take a lower rate"


def target(url: str) -> tuple[str, int, bool]:
    """Address and port of a house on this machine, and whether it speaks TLS; Refusal for every
    other."""
    parts = urlsplit(url)
    host = "127.0.0.1" if parts.hostname == "localhost" else parts.hostname or ""
    try:
        here, port = ip_address(host).is_loopback, parts.port
    except ValueError:
        here, port = False, None
    if parts.scheme not in ("ws", "wss") or not here or not port:
        text = (
            f"A load is put on a house of this machine alone, like ws://127.0.0.1:8770; not {url}."
        )
        raise Refusal("not_here", text)
    return host, port, parts.scheme == "wss"


def check(players: int, seconds: float, rate: float) -> None:
    """Refusal for a load without bounds."""
    for name, given, least, most in (
        ("players", players, 2, MOST_PLAYERS),
        ("seconds", seconds, 1, MOST_SECONDS),
        ("rate", rate, 1, players * MOST_RATE),
    ):
        if not least <= given <= most:
            text = f"{given:g} {name} cannot be; take {least} to {most}."
            raise Refusal(f"{name}_wrong", text, least=least, most=most)


def trusting(authority: str) -> ssl.SSLContext:
    """What believes the authorities of this machine and that of the file; Refusal if it is none."""
    context = ssl.create_default_context()
    try:
        if authority:
            context.load_verify_locations(cafile=authority)
    except OSError as wrong:
        text = f"{authority} names nobody who vouches for a house: {wrong.strerror or wrong}."
        raise Refusal("authority_wrong", text) from None
    return context


def load(
    url: str,
    players: int,
    seconds: float,
    rate: float = 0.0,
    pid: int = 0,
    authority: str = "",
) -> LoadFigures:
    """Put so many players on the house, who act so often a second in all, once each unless said.
    `authority` is the file of who vouches for its certificate."""
    host, port, secure = target(url)
    trusts = trusting(authority) if secure else None
    rate = rate or float(players)
    check(players, seconds, rate)
    allow_files(players + SPARE)
    house = MeasuredProcess(pid or _listener(port))
    try:
        empty = house.memory()
        crowd = Crowd(host, port, players, trusts)
        try:
            crowd.seat(rate)
            crowd.play(seconds * WARM)
            held, spent = house.memory(), house.cpu()
            found = crowd.play(seconds)
            spent = house.cpu() - spent
        finally:
            crowd.close()
    except (OSError, HouseHungUp, NotSeated) as wrong:
        text = f"The load could not be put on {url}: {wrong}"
        raise Refusal("no_load", text) from None
    return LoadFigures(players, found, bool(house.pid), spent, max(0, held - empty) // players)


def allow_files(wanted: int) -> None:
    """Let this process hold so many lines; Refusal where the system does not."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        text = f"This system lets a process hold {hard} lines; {wanted} are needed (ulimit -n)."
        raise Refusal("files_few", text)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _listener(port: int) -> int:
    """The process that listens on the port; 0 where the system does not say."""
    try:
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        inodes = {
            f"socket:[{row[9]}]"
            for row in rows
            if row[3] == LISTENS and int(row[1].rpartition(":")[2], 16) == port
        }
        for folder in Path("/proc").glob("[0-9]*"):
            if _holds(folder, inodes):
                return int(folder.name)
    except OSError:
        pass
    return 0


def _holds(process: Path, sockets: set[str]) -> bool:
    try:
        return any(os.readlink(one) in sockets for one in (process / "fd").iterdir())
    except OSError:
        return False
