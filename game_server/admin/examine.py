"""The doctor's looks at all but the database: machine, files, disk, clock, ports."""

import ctypes
import errno
import fcntl
import os
import shutil
import socket as sockets
import stat
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Literal

from OpenSSL import crypto

from game_server import open_files
from game_server.admin.listeners import AT, SOCKET
from game_server.config import Config
from game_server.store import data_folder, ledger
from game_server.store.database import LEAST_SQLITE
from game_server.store.opening import sync_seconds
from game_server.store.place import database_of
from game_server.store.ports import CannotOpen, StoreError
from game_server.store.sqlite import VERSION, DatabaseError
from game_server.store.transaction import Connection

Result = Literal["ok", "look", "wrong"]
BROKEN: Final = (DatabaseError, OSError, StoreError)
FULL: Final = 256 * 2**20
"""Bytes: with less the disk is as good as full."""
NARROW: Final = 2**30
SLOW_S: Final = 0.010
STUCK_S: Final = 0.100
"""How long a page may take to last: the tables feel the first, and stand at the second."""
AHEAD_S: Final = 5
DAYS: Final = 21
"""A certificate that ends so soon is to be renewed."""
CONNECT_S: Final = 3.0
UNKEPT: Final = 5
"""What adjtimex says of a clock that nobody keeps right."""


@dataclass(frozen=True)
class Finding:
    """One finding of the doctor: what was looked at, how it is, and what to do about it."""

    check: str
    result: Result
    found: str
    do: str = ""


@dataclass(frozen=True)
class Case:
    """The house that the doctor looks at."""

    config: Config
    data: Path
    running: bool
    now: int
    whole: bool = False
    """Whether the ledger is looked at from its first line on."""

    @contextmanager
    def looking(self) -> Iterator[Connection]:
        """The database of the house, of which nothing is changed; CannotOpen if it cannot be
        read."""
        database = database_of(self.data, self.config.cluster.dsn)
        try:
            with closing(database.look()) as conn:
                yield conn
        except database.failures as wrong:
            raise CannotOpen(str(wrong)) from wrong

    @classmethod
    def of(cls, config: Config, whole: bool = False) -> "Case":
        data = Path(config.house.data)
        return cls(config, data, is_running(data), int(time.time()), whole)


def is_running(data: Path) -> bool:
    """Whether a house holds the lock of that folder."""
    try:
        with (data / data_folder.LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def machine(case: Case) -> Iterator[Finding]:
    """The program that runs all this, and what the system lets it open."""
    python, has = sys.version.split()[0], ".".join(map(str, VERSION))
    if VERSION < LEAST_SQLITE:
        least = ".".join(map(str, LEAST_SQLITE))
        yield Finding("program", "wrong", f"SQLite is {has}.", f"Install {least} or newer.")
    else:
        yield Finding("program", "ok", f"Python {python}, SQLite {has}.")
    wanted, most = open_files.wanted(case.config.listen.connections), open_files.most()
    if most < wanted:
        text = f"{most:.0f} files may be open; {wanted} are needed for the lines of the settings."
        yield Finding("open files", "look", text, f"`ulimit -Hn {wanted}` before the start.")
    else:
        yield Finding("open files", "ok", f"{wanted} are needed and may be open.")


# -- files -----------------------------------------------------------------------------------


def folder(case: Case) -> Iterator[Finding]:
    """Whose the folder and its files are, and who else may touch them."""
    if not case.data.is_dir():
        text = f"There is no folder {case.data}; the first start makes it."
        yield Finding("folder", "look", text, "If there was one: look at `data` in [house].")
        return
    known = case.data.stat()
    if known.st_uid != os.geteuid():
        text = f"{case.data} belongs to user {known.st_uid}; you are {os.geteuid()}."
        yield Finding("folder", "wrong", text, "Be the user that runs the house.")
    elif known.st_mode & data_folder.OTHERS:
        text = f"Others may look into {case.data}."
        yield Finding("folder", "wrong", text, f"chmod 700 {case.data}")
    else:
        yield Finding("folder", "ok", f"{case.data} is yours, and nobody else looks into it.")
    yield from _secret(case.data / data_folder.SECRET)
    config = case.config
    private = [one for one in data_folder.files(case.data) if one.is_file()]
    private += [Path(name) for name in (config.listen.key, config.admin.key) if name]
    loose = [one for one in private if one.exists() and one.stat().st_mode & data_folder.OTHERS]
    if loose:
        shown = " ".join(str(one) for one in loose)
        yield Finding("permissions", "wrong", f"Others can open {shown}.", f"chmod 600 {shown}")
    else:
        yield Finding("permissions", "ok", "Nobody else can open what is secret.")


def _secret(secret: Path) -> Iterator[Finding]:
    bring = "Bring back the `.secret` beside the newest copy; `restore` does."
    try:
        size = secret.stat().st_size
    except OSError:
        if (secret.parent / data_folder.DATABASE).exists():
            text = f"There is no {secret}: who comes by card would be a stranger."
            yield Finding("secret", "wrong", text, bring)
        return
    if size < data_folder.SECRET_BYTES:
        yield Finding("secret", "wrong", f"{secret} is too short.", bring)
    else:
        yield Finding("secret", "ok", "It is there.")


def disk(case: Case) -> Iterator[Finding]:
    """How much room there is, and how fast what is written lasts."""
    if not case.data.is_dir():
        return
    free, file = shutil.disk_usage(case.data).free, case.data / data_folder.DATABASE
    wanted = max(NARROW, 2 * (file.stat().st_size if file.exists() else 0))
    room = f"{free / 2**20:,.0f} MiB are left."
    if free < FULL:
        yield Finding("disk space", "wrong", room, "Make room now: tables pause on a full disk.")
    elif free < wanted:
        do = f"Make room: {wanted / 2**20:,.0f} MiB are good for growing and a copy."
        yield Finding("disk space", "look", room, do)
    else:
        yield Finding("disk space", "ok", room)
    try:
        took = sync_seconds(str(case.data))
    except OSError as wrong:
        text = f"{case.data} cannot be written to: {wrong.strerror}."
        yield Finding("disk speed", "wrong", text, "Be the user of the house; make room; mount rw.")
        return
    shown = f"A page lasts after {took * 1000:.2f} ms."
    if took < SLOW_S:
        yield Finding("disk speed", "ok", shown)
    else:
        result: Result = "look" if took < STUCK_S else "wrong"
        do = "See what else writes on this disk, or put the data on a faster one."
        yield Finding("disk speed", result, shown, do)


def clock(case: Case) -> Iterator[Finding]:
    """Whether the time is right, as far as that can be seen."""
    newest = 0
    with suppress(*BROKEN), case.looking() as conn:
        newest = (ledger.newest_at(conn) or 0) // 1000
    shown = datetime.fromtimestamp(case.now).astimezone().strftime("%Y-%m-%d %H:%M:%S %z")
    if newest > int(time.time()) + AHEAD_S:
        text = f"It is {shown}, {newest - case.now} s before the last thing in the ledger."
        yield Finding("clock", "wrong", text, "Set the clock right before the house starts.")
    elif is_kept() is False:
        text = f"It is {shown}; nothing keeps the clock right."
        yield Finding("clock", "look", text, "Run a time service, as chrony or timesyncd.")
    else:
        yield Finding("clock", "ok", f"It is {shown}.")


def is_kept() -> bool | None:
    """Whether the system says that its clock is synchronized; None: it does not say."""
    try:
        # All zeros ask and set nothing; the structure is smaller than this.
        state = int(ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)))
    except (OSError, AttributeError):
        return None
    return None if state < 0 else state != UNKEPT


# -- lines -----------------------------------------------------------------------------------


def ports(case: Case) -> Iterator[Finding]:
    """Whether the house answers where it should, or could listen there."""
    config = case.config
    wanted = [("players", config.listen.address, config.listen.port, "[listen] port")]
    if not config.bank.url:
        wanted.append(("demo bank", "127.0.0.1", config.bank.demo_port, "[bank] demo_port"))
    if config.watch.metrics_port:
        port = config.watch.metrics_port
        where = config.watch.metrics_address
        wanted.append(("metrics", where, port, "[watch] metrics_port"))
    at = AT.fullmatch(config.admin.listen)
    if at is not None:
        wanted.append(("admin", at[1] or at[2], int(at[3]), "[admin] listen"))
    for name, host, port, setting in wanted:
        check = f"port of {name}"
        if port == 0:
            yield Finding(check, "ok", "The system chooses it.")
        elif case.running:
            yield _answers(check, host, port)
        else:
            yield _is_free(check, host, port, setting)
    if case.running and config.watch.metrics_port:
        yield _ready(_near(config.watch.metrics_address), config.watch.metrics_port)


def _near(host: str) -> str:
    """Where what listens there answers on this machine."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)


def _answers(check: str, host: str, port: int) -> Finding:
    near = _near(host)
    try:
        sockets.create_connection((near, port), CONNECT_S).close()
    except OSError as wrong:
        text = f"The house runs, and {near}:{port} does not answer: {wrong.strerror or wrong}."
        do = "Are these the settings that it was started with? Else look at its log."
        return Finding(check, "wrong", text, do)
    return Finding(check, "ok", f"{near}:{port} answers.")


def _is_free(check: str, host: str, port: int, setting: str) -> Finding:
    family = sockets.AF_INET6 if ":" in host else sockets.AF_INET
    with sockets.socket(family) as one:
        one.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        try:
            one.bind((host, port))
        except OSError as wrong:
            text = f"{host}:{port} cannot be had: {wrong.strerror}."
            taken = wrong.errno == errno.EADDRINUSE
            do = "Stop what has it" if taken else "Be somebody who may"
            return Finding(check, "wrong", text, f"{do}, or set another {setting}.")
    return Finding(check, "ok", f"{host}:{port} is free.")


def _ready(host: str, port: int) -> Finding:
    try:
        with sockets.create_connection((host, port), CONNECT_S) as line:
            line.sendall(b"GET /ready HTTP/1.0\r\n\r\n")
            said = b"".join(iter(lambda: line.recv(1_000), b"")).decode("utf-8", "replace")
    except OSError as wrong:
        return Finding("ready", "wrong", f"No answer: {wrong}.", "Look at the log of the house.")
    first, _, body = said.partition("\r\n\r\n")
    if " 200 " in f"{first} ":
        return Finding("ready", "ok", "Players can come in and play.")
    why = body.strip().removeprefix("not ready: ") or first
    paused = "disk" in why
    do = "Make room on the disk now." if paused else "See `status`: closed? `on` opens it."
    return Finding("ready", "wrong" if paused else "look", why, do)


def socket(case: Case) -> Iterator[Finding]:
    """The line of administrators."""
    path = Path(case.config.admin.socket or case.data / SOCKET)
    try:
        mode = path.lstat().st_mode
    except OSError:
        if case.running:
            text = f"The house runs, and there is no {path}."
            yield Finding("socket", "wrong", text, "Start the house again; use --url meanwhile.")
        else:
            yield Finding("socket", "ok", f"{path} is made at the start.")
        return
    if not stat.S_ISSOCK(mode):
        text = f"{path} is no socket."
        yield Finding("socket", "wrong", text, "Move it away, or set another [admin] socket.")
    elif not case.running:
        yield Finding("socket", "ok", f"{path} was left by a house; the next start replaces it.")
    elif mode & 0o077:
        yield Finding("socket", "wrong", f"Others can open {path}.", f"chmod 600 {path}")
    else:
        with sockets.socket(sockets.AF_UNIX) as line:
            line.settimeout(CONNECT_S)
            try:
                line.connect(str(path))
            except OSError as wrong:
                text = f"{path} does not answer: {wrong.strerror or wrong}."
                yield Finding("socket", "wrong", text, "Look at the log of the house.")
                return
        yield Finding("socket", "ok", f"{path} answers.")


def certificates(case: Case) -> Iterator[Finding]:
    """How long they are good."""
    config = case.config
    named = {config.listen.certificate, config.admin.certificate} - {""}
    if not named:
        yield Finding("certificate", "ok", "There is none; nobody connects from elsewhere.")
    for name in sorted(named):
        try:
            kept = crypto.load_certificate(crypto.FILETYPE_PEM, Path(name).read_bytes())
            begins, ends = (_moment(one) for one in (kept.get_notBefore(), kept.get_notAfter()))
        except (OSError, ValueError, crypto.Error) as wrong:
            text = f"{name} cannot be read: {wrong}."
            yield Finding("certificate", "wrong", text, "Name a PEM file that is a certificate.")
            continue
        days = (ends - case.now) // 86_400
        day = datetime.fromtimestamp(ends).strftime("%Y-%m-%d")
        renew = "Renew it, then `kill -HUP` the house: it reads it anew."
        if begins > case.now:
            text = f"{name} is not good yet."
            yield Finding("certificate", "wrong", text, "Is the clock right? Else renew it.")
        elif ends <= case.now:
            yield Finding("certificate", "wrong", f"{name} ended on {day}.", renew)
        elif days < DAYS:
            yield Finding("certificate", "look", f"{name} ends in {days} days, on {day}.", renew)
        else:
            yield Finding("certificate", "ok", f"{name} is good until {day}.")


def _moment(written: bytes | None) -> int:
    if written is None:
        raise ValueError("it has no dates")
    read = datetime.strptime(written.decode(), "%Y%m%d%H%M%SZ")
    return int(read.replace(tzinfo=UTC).timestamp())
