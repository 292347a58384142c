"""The process of a house: its reactor, the signals that it is sent, and the program after it."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from socket import socket
from threading import Thread
from typing import TYPE_CHECKING, Final, cast

from twisted.internet.defer import maybeDeferred
from twisted.internet.posixbase import PosixReactorBase
from twisted.internet.utils import getProcessOutputAndValue
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server import (
    app,
    gc_schedule,
    handover,
    monitoring,
    opened_disk,
    output,
    planning,
    renewal,
)
from game_server.alarms import ALARMS, Alarms
from game_server.clock import Clock
from game_server.cluster import joining, standby
from game_server.cluster.joining import NodeCard
from game_server.cluster.node import node_of
from game_server.cluster.standby import LeasedDatabase
from game_server.config import Config
from game_server.config_file import BadConfig
from game_server.controlling_terminal import ControllingTerminal
from game_server.net.internals import drop_log_context
from game_server.net.timer_wheel import use_monotonic_time
from game_server.process_end import ProcessEnd
from game_server.store import heads
from game_server.store.place import server_at
from game_server.store.ports import CannotOpen
from protocol.release import RELEASE

if TYPE_CHECKING:
    from game_server.cluster.nats_words import NatsWords

ENDS: Final = (signal.SIGTERM, signal.SIGINT)
"""What asks a house to close: `kill` and Ctrl-C. SIGHUP does where the terminal was closed."""
CHECK: Final = "--check"


def serve(
    read: Callable[[], Config],
    say: Callable[[str], None] = output.say,
    until_eof: bool = False,
    notes: Sequence[str] = (),
    handed: Sequence[socket] = (),
) -> int:
    """Run a house of the settings that are read, until it is told to stop, or until its standard
    input ends if that is wanted; CannotServe when it cannot start. `notes` go into the log,
    `handed` listen for players already."""
    planned = planning.plan(read())
    words = _words(planned)
    from twisted.internet import reactor as installed  # it installs itself on import

    reactor = cast(PosixReactorBase, installed)
    use_monotonic_time(reactor)
    drop_log_context()
    gc_schedule.disable_automatic()
    alarms = Alarms(lambda: round(time.time() * 1000), planned.data / ALARMS)
    least = monitoring.LeastLevel(planned.config.watch.log)
    monitoring.begin_log(least, alarms)
    for note in notes:
        Logger().warn("{note}", note=note)
    taken = opened_disk.folder(planned.data)
    leased = _leased(planned, taken.secret, say)
    server = app.Server(planned, reactor, say, alarms, handed, taken, leased, words)
    running = RunningProcess(server, reactor, say, read, least)
    server.end, server.lost = running.end.close, running.stand_down

    def begin() -> None:
        running.listen_to_signals()
        if words is not None:
            words.begin()
        if until_eof:
            Thread(target=_at_end_of_input, args=[running.end_of_input], daemon=True).start()
        maybeDeferred(server.start).addErrback(running.fail)

    reactor.callWhenRunning(begin)
    reactor.run()
    if running.next_sockets is not None:
        handover.start_again(running.next_sockets)
    for wrong in running.failed:
        if isinstance(wrong, planning.CannotServe):
            raise wrong
        raise planning.CannotServe(f"The house could not go on: {wrong}") from wrong
    return 0


def _words(plan: planning.ServePlan) -> "NatsWords | None":
    """The words of a node among several, on a reactor of their loop; None for a house of one."""
    if plan.servers is None:
        return None
    # They bring asyncio along, which other houses need not wait for.
    from game_server.cluster import nats_words

    return nats_words.on_own_reactor(plan.servers)


def _leased(
    plan: planning.ServePlan, secret: bytes, say: Callable[[str], None]
) -> LeasedDatabase | None:
    """The database of a house of several nodes, once this node has it; None for a file."""
    cluster = plan.config.cluster
    if not cluster.dsn:
        return None

    def told(waits: str) -> None:
        Logger().info("{waits}", waits=waits)
        say(waits)

    try:
        node = node_of(plan.data, secret, cluster.node, cluster.lease_seconds)
        port, at = plan.config.watch.metrics_port, plan.config.watch.metrics_address
        if plan.servers is None:
            database = server_at(cluster.dsn)
            leased = standby.enter(database, node, told, port, address=at)
        else:
            database = server_at(cluster.dsn, node.word)
            facts = NodeCard(RELEASE, sorted(plan.roles), round(time.time() * 1000))
            leased = joining.join(database, node, facts, told, port, address=at)
        heads.take_over(plan.data, secret, database)
    except CannotOpen as wrong:
        raise planning.CannotServe(str(wrong)) from None
    return leased


class RunningProcess:
    """What signals do to a house that runs."""

    _log = Logger()

    def __init__(
        self,
        server: app.Server,
        reactor: PosixReactorBase,
        say: Callable[[str], None],
        read: Callable[[], Config],
        least: monitoring.LeastLevel,
    ) -> None:
        self._server, self._reactor, self._say = server, reactor, say
        self._read, self._least = read, least
        self._terminal = ControllingTerminal()
        self.failed: list[BaseException] = []
        self.next_sockets: tuple[socket, ...] | None = None
        """What the next program listens on, if one takes the place of this process."""
        self.end = ProcessEnd(
            server,
            cast(Clock, reactor),
            lambda: server.config.house.closing_seconds,
            self._over,
            self.fail,
        )

    def listen_to_signals(self) -> None:
        """Do from now on what signals ask for."""
        for number in ENDS:
            signal.signal(number, self._in_loop(self.end.close))
        # `nohup` lets a house outlive its terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, self._in_loop(self._hung_up))
        signal.signal(signal.SIGUSR2, self._in_loop(self._check_next))

    def end_of_input(self) -> None:
        """Whoever started the house has gone."""
        self._reactor.callFromThread(self.end.begin)

    def fail(self, failure: Failure) -> None:
        """The house cannot start, or go on."""
        self.failed.append(failure.value or failure)
        self._server.stop()
        self._reactor.callLater(0, self._reactor.stop)

    def stand_down(self, why: str) -> None:
        """Another node has the house: who is here goes there, and this process ends."""
        self._log.warn("{why}", why=why)
        self.failed.append(planning.CannotServe(why))
        self.end.at_once()

    def _over(self) -> None:
        self._server.stop()
        self._reactor.stop()

    def _in_loop(self, do: Callable[[], object]) -> Callable[[int, object], None]:
        return lambda number, frame: self._reactor.callFromThread(do)

    # -- SIGHUP ------------------------------------------------------------------------------

    def _hung_up(self) -> None:
        if self._terminal.gone:
            self.end.close()
            return
        self._server.renew_certificates()
        try:
            found = renewal.renew(self._server.config, self._read())
        except BadConfig as wrong:
            self._log.error("{wrong} The settings before stay in use.", wrong=wrong)
            self._say(f"{wrong} The settings before stay in use.")
            return
        self._least.set(found.config.watch.log)
        self._server.renew(found.config)
        if found.said():
            self._log.info("{said}", said=found.said())
            self._say(found.said())

    # -- SIGUSR2 -----------------------------------------------------------------------------

    def _check_next(self) -> None:
        """Let the program that is installed now look at the settings, before anything ends."""
        executable, *words = handover.program(CHECK)
        checked = getProcessOutputAndValue(executable, words, dict(os.environ))
        checked.addCallback(lambda ended: self._checked(*ended))
        checked.addErrback(lambda failure: self._stay(failure.getErrorMessage()))

    def _checked(self, said: bytes, complained: bytes, code: int) -> None:
        if code:
            self._stay(complained.decode(errors="replace").strip())
        elif not self.end.asked:
            self._say("The house starts again; who is here comes back by themselves.")
            self.next_sockets = self._server.net.sockets()
            self.end.at_once()

    def _stay(self, why: str) -> None:
        text = "The next program would not start, so this one goes on: {why}"
        self._log.error(text, why=why)
        self._say(text.format(why=why))


def _at_end_of_input(do: Callable[[], object]) -> None:
    # Past `sys.stdin`: a thread that waits inside its lock fails the exit of the process.
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    do()
