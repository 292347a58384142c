"""What we use of the inside of Autobahn and Twisted is as it was when it was read."""

import ast
import hashlib
import inspect
import signal
import socket
import sys
import tomllib
from importlib.metadata import version

import pytest
from packaging.requirements import Requirement
from twisted.internet.task import Clock
from twisted.internet.tcp import Connection
from twisted.python import log

from game_server.net.internals import USED, drop_log_context, send_now
from tests.net.wired import MemoryListener
from tools.requirements import ROOT

READ = {
    "WebSocketServerProtocol._closeConnection": "17833f32dde1",
    "WebSocketServerProtocol._connectionMade": "213dadb6d12d",
    "WebSocketServerProtocol._fail_connection": "00c349e066d6",
    "WebSocketServerProtocol._invalid_payload": "1784316d7af3",
    "WebSocketServerProtocol._onMessageBegin": "56be6b7deec7",
    "WebSocketServerProtocol._onMessageFrameBegin": "7248c4fcece7",
    "WebSocketServerProtocol._protocol_violation": "a3520e15ba70",
    "WebSocketServerProtocol.connectionMade": "63ceb64088e4",
    "WebSocketServerProtocol.consumeData": "aaa88196e762",
    "WebSocketServerProtocol.failHandshake": "354c2c03cca5",
    "WebSocketServerProtocol.onFrameBegin": "953702700776",
    "WebSocketServerProtocol.onOpenHandshakeTimeout": "aac9938a2247",
    "WebSocketServerProtocol.processHandshake": "0055f4d34993",
    "WebSocketServerProtocol.sendData": "5dcca425b048",
    "WebSocketServerProtocol.sendFrame": "89cc8b024c41",
    "WebSocketServerProtocol.succeedHandshake": "fb43d387929c",
    "WebSocketServerFactory.resetProtocolOptions": "57350edd42da",
    "Connection.doWrite": "a986d7b1b105",
    "Connection.loseWriteConnection": "cdbe2b064c75",
    "Connection.write": "ea311df0946d",
    "Port._closeSocket": "9aa82f5b862c",
    "Port._fromListeningDescriptor": "d0e4e58fff8d",
    "Port.doRead": "d240fc123090",
}
"""A digest of the source of each, at the release that was read and tried."""

FIELDS = ("data", "current_frame", "inside_message", "openHandshakeTimeoutCall", "failedByMe")


def digest(owner: type, name: str) -> str:
    source = inspect.getsource(inspect.unwrap(getattr(owner, name)))
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def test_autobahn_and_twisted_do_inside_what_they_did() -> None:
    found = {
        f"{owner.__name__}.{name}": digest(owner, name) for owner in USED for name in USED[owner]
    }
    changed = {name for name in found.keys() | READ.keys() if found.get(name) != READ.get(name)}
    has = f"autobahn {version('autobahn')}, twisted {version('twisted')}"
    assert not changed, f"{has}: read {sorted(changed)} again, and try net/internals.py on them"


@pytest.mark.parametrize("name", FIELDS)
def test_a_connection_of_autobahn_has_the_fields_that_are_read(name: str) -> None:
    websocket = MemoryListener().met().wire
    assert name in vars(websocket)


class Reactor(Clock):
    """A reactor that never finds a socket ready."""

    def addWriter(self, writer: object) -> None: ...


def test_nothing_is_sent_past_what_waits_in_a_transport_of_twisted() -> None:
    near, far = socket.socketpair()
    with near, far:
        transport = Connection(near, None, Reactor())  # type: ignore[arg-type]
        assert send_now(transport, b"early") == 0
        transport.connected = True
        assert send_now(transport, b"first") == 5
        transport.write(b"waits")
        assert send_now(transport, b"later") == 0
        assert far.recv(64) == b"first"
        assert send_now(None, b"nowhere") == 0


def test_a_socket_that_is_full_takes_nothing_more_at_once() -> None:
    near, far = socket.socketpair()
    with near, far:
        near.setblocking(False)
        transport = Connection(near, None, Reactor())  # type: ignore[arg-type]
        transport.connected = True
        while send_now(transport, bytes(65_536)):
            continue
        assert send_now(transport, b"more") == 0


@pytest.mark.parametrize("name", ["autobahn", "twisted"])
def test_the_releases_that_may_be_installed_are_bounded(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (wanted,) = (one for one in map(Requirement, project["dependencies"]) if one.name == name)
    assert version(name) in wanted.specifier
    assert str(int(version(name).split(".")[0]) + 1) not in wanted.specifier


def test_no_other_module_of_the_net_reaches_inside() -> None:
    inside = {name for names in USED.values() for name in names if name.startswith("_")}
    inside |= {"dataBuffer", "_tempDataLen", "_batched_timer", "CONFIG_ATTRS", "current_frame"}
    for file in (ROOT / "game_server" / "net").glob("*.py"):
        if file.name != "internals.py":
            nodes = ast.walk(ast.parse(file.read_text()))
            reached = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
            assert not reached & inside, file


def test_the_loop_makes_no_words_for_a_log_and_outlives_what_fails(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, failed = list[str](), list[type[BaseException] | None]()
    monkeypatch.setattr(log, "callWithLogger", log.callWithLogger)
    monkeypatch.setattr(log, "err", lambda: failed.append(sys.exc_info()[0]))
    drop_log_context()
    # None has no prefix that could be asked for.
    log.callWithLogger(None, said.append, "ready")
    log.callWithLogger(None, said.index, "missing")
    assert (said, failed) == (["ready"], [ValueError])
    with pytest.raises(KeyboardInterrupt):
        log.callWithLogger(None, signal.default_int_handler, signal.SIGINT, None)


def test_a_handshake_makes_no_words_for_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def style(text: object, **how: object) -> str:
        made.append(text)
        return str(text)

    monkeypatch.setattr("click.style", style)
    MemoryListener().met()
    assert made == []
