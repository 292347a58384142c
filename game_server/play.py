"""`cardroom play`: a house of one's own, and the client opened on it."""

import errno
import json
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from typing import Final

from game_server import output
from game_server.config import Config, ListenSettings
from game_server.config_file import PREFIX
from game_server.store import data_folder
from game_server.store.data_folder import RunningHouse
from protocol.words import Refusal

CLIENT: Final = "mobile_client.main"
PROGRAM: Final = "cardroom"
MODULE: Final = (sys.executable, "-m", "game_server.cli")
OPEN: Final = " on ws"
"""Stands in the line that says where a house listens."""
ADDRESS: Final = "CARDROOM_URL"
"""Tells a client where to connect, whatever it remembers."""
HURRY_S: Final = 2.0
OPENS_S: Final = 20.0
"""How long a house that is just starting is waited for."""
LOOK_S: Final = 0.2
HERE: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "[::]")
SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY")
ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""What ends this command: Ctrl-C, `kill`, and a terminal that is closed."""
CHATTER: Final = ("debug", "info")
"""Levels of lines of the log that tell of nothing wrong."""
GAVE_UP: Final = "The client has gone: the house waits no longer for the games that are open."
Say = Callable[[str], None]


def play(
    config: Config,
    serve: Sequence[str],
    environment: Mapping[str, str],
    say: Say = output.say,
) -> int:
    """Start a house, and the client if there is a screen. The house closes with the client, and
    with this command, however that ends. Where the house runs already the client joins it."""
    with _ended_as_by_ctrl_c():
        house = _found(Path(config.house.data))
        if house is not None:
            return _join(house, environment, say)
        return _open(serve, {**environment, **_free_ports(config, say)}, say)


def has_screen(environment: Mapping[str, str], platform: str) -> bool:
    """Whether a window can be opened."""
    return platform in ("darwin", "win32") or any(environment.get(name) for name in SCREENS)


def _open(serve: Sequence[str], environment: Mapping[str, str], say: Say) -> int:
    # In a session of its own no signal of the terminal reaches it past this command, and at
    # the end of its input, which this command holds open and never writes, it closes.
    house = subprocess.Popen(
        [*MODULE, "serve", "--until-eof", *serve],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        # A file gets the whole log; on a terminal it would stand among what is said to a player.
        stderr=subprocess.PIPE if sys.stderr.isatty() else None,
        text=True,
        start_new_session=True,
        env=environment,
    )
    closes = Event()
    log = Thread(target=_pass_on_troubles, args=(house,), daemon=True)
    log.start()
    try:
        url = _address(house, say)
        passing = Thread(target=_pass_on, args=(house, say, closes), daemon=True)
        passing.start()
        without = _no_window(environment)
        if without:
            say(f"{without} Play from a client elsewhere, or connect to {url}.")
            say(in_text(url))
            say("Ctrl-C closes the house at the end of the current games, twice at once.")
            code = _outlast(house)
            passing.join(HURRY_S)
            return 1 if code else 0
        code = _client(url, environment)
        return code or (1 if house.poll() else 0)
    finally:
        closes.set()
        _close(house, say)
        log.join(HURRY_S)


def _found(data: Path) -> RunningHouse | None:
    """The house that runs on this folder, once it is open."""
    until = time.monotonic() + OPENS_S
    while (house := data_folder.running(data)) and not house.address and time.monotonic() < until:
        time.sleep(LOOK_S)
    return house


def _join(house: RunningHouse, environment: Mapping[str, str], say: Say) -> int:
    end = f"End it with Ctrl-C where it was started, or with `kill {house.pid}`."
    if not house.address:
        text = f"A house has been starting here since {house.since} and has not opened. {end}"
        raise Refusal("cannot_serve", text)
    url = _here(house.address)
    say(f"Your house is open already, on {url}, since {house.since}. {end}")
    without = _no_window(environment)
    if without:
        say(f"{without} Play from a client elsewhere, or connect to {url}.")
        say(in_text(url))
        return 0
    say("This client joins it.")
    return _client(url, environment)


def _free_ports(config: Config, say: Say) -> dict[str, str]:
    """What the environment has to say so that no port is one that another program has."""
    wanted = [("LISTEN_PORT", "players get", _bound(config.listen), config.listen.port)]
    if not config.bank.url:
        wanted.append(("BANK_DEMO_PORT", "the demo bank gets", HERE, config.bank.demo_port))
    wanted.append(("WATCH_METRICS_PORT", "metrics get", HERE, config.watch.metrics_port))
    changed = {}
    for name, whose, address, port in wanted:
        if port and _is_taken(address, port):
            free = _any_port(address)
            say(f"Another program has port {port}: {whose} {free} this time.")
            changed[PREFIX + name] = str(free)
    return changed


def _bound(listen: ListenSettings) -> str:
    """An address whose ports are free only if they are free where the house will listen."""
    return EVERYWHERE[0] if listen.lan else listen.address


def _is_taken(address: str, port: int) -> bool:
    with _socket(address) as tried:
        try:
            tried.bind((address, port))
        except OSError as wrong:
            # What else may be wrong with an address is for the house to say.
            return wrong.errno == errno.EADDRINUSE
    return False


def _any_port(address: str) -> int:
    with _socket(address) as tried:
        tried.bind((address, 0))
        return int(tried.getsockname()[1])


def _socket(address: str) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    # A line that has just ended keeps no port, for us as for the house.
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return made


def in_text(url: str) -> str:
    """How one plays where no window is: by the command that this one is a part of."""
    return f"Play in another terminal, in text, by: {_command()} terminal --at {_here(url)}"


def _command() -> str:
    """What starts this program again from the same folder."""
    typed = sys.argv[0]
    name = Path(typed).name
    if name != PROGRAM:
        return f"{sys.executable} -m game_server"
    found = shutil.which(name)
    on_path = found is not None and Path(found).resolve() == Path(typed).resolve()
    return name if on_path else shlex.quote(typed)


def _here(url: str) -> str:
    """The same address as a client on this machine reaches it."""
    for every in EVERYWHERE:
        url = url.replace(f"//{every}:", f"//{HERE}:")
    return url


def _no_window(environment: Mapping[str, str]) -> str:
    """Why no client is opened; empty if it is."""
    if not has_screen(environment, sys.platform):
        return "There is no screen here."
    if find_spec("kivy") is None:
        python = ".".join(map(str, sys.version_info[:2]))
        return f"The client is not installed with this Python {python} (see README.md)."
    return ""


def _client(url: str, environment: Mapping[str, str]) -> int:
    """The client until it ends; it ends with this command."""
    # In a session of its own: Ctrl-C of the terminal would find it in the middle of anything.
    client = subprocess.Popen(
        [sys.executable, "-m", CLIENT], env={**environment, ADDRESS: url}, start_new_session=True
    )
    try:
        return client.wait()
    finally:
        if client.poll() is None:
            client.terminate()
            with suppress(subprocess.TimeoutExpired):
                client.wait(HURRY_S)
            client.kill()
            client.wait()


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ENDS}
    try:
        for number, did in before.items():
            # `nohup` lets a command outlive its terminal.
            if number != signal.SIGHUP or did is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
        yield
    finally:
        for number, did in before.items():
            signal.signal(number, did)


def _address(house: "subprocess.Popen[str]", say: Say) -> str:
    assert house.stdout is not None
    for line in house.stdout:
        say(line.rstrip())
        if OPEN in line:
            # The next one says where its page is, or why there is none.
            say(house.stdout.readline().rstrip())
            return line.split()[-1]
    raise Refusal("cannot_serve", "The house did not open; what it said stands above.")


def _pass_on(house: "subprocess.Popen[str]", say: Say, closes: Event) -> None:
    """What the house says, and that it has ended where nobody has closed it."""
    assert house.stdout is not None
    for line in house.stdout:
        say(line.rstrip())
    while house.poll() is None and not closes.wait(LOOK_S):
        pass
    if house.returncode and not closes.is_set():
        signalled = house.returncode < 0
        by = f"signal {-house.returncode}" if signalled else f"exit code {house.returncode}"
        again = f"`{_command()} play` opens it again, and what was in play goes on."
        say(f"The house has ended by itself ({by}): {again}")


def _pass_on_troubles(house: "subprocess.Popen[str]") -> None:
    """What the house says of anything that has gone wrong."""
    for line in house.stderr or ():
        if not _is_chatter(line):
            output.write(sys.stderr, line.rstrip())


def _is_chatter(line: str) -> bool:
    """Whether a line is one of the log, and of nothing wrong."""
    try:
        told = json.loads(line)
    except ValueError:
        return False
    return isinstance(told, dict) and told.get("level") in CHATTER


def _close(house: "subprocess.Popen[str]", say: Say) -> None:
    """The client has gone, and the games that it played in do not end without it: after a moment
    a second word closes the house at once."""
    for word in range(2):
        if house.poll() is None:
            if word:
                say(GAVE_UP)
            house.send_signal(signal.SIGTERM)
            with suppress(subprocess.TimeoutExpired):
                house.wait(HURRY_S)
    house.kill()
    house.wait()


def _outlast(house: "subprocess.Popen[str]") -> int:
    while True:
        try:
            return house.wait()
        except KeyboardInterrupt:
            house.send_signal(signal.SIGTERM)
