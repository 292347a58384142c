"""The process of a house: its reactor, and what ends it."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Thread
from typing import Final, cast

from twisted.internet.defer import maybeDeferred
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server import app, gc_schedule, monitoring, output, planning
from game_server.alarms import ALARMS, Alarms
from game_server.config import Config
from game_server.controlling_terminal import ControllingTerminal
from game_server.net.timer_wheel import use_monotonic_time

ENDS: Final = (signal.SIGTERM, signal.SIGINT)
"""What asks a house to close: `kill` and Ctrl-C. SIGHUP does where the terminal was closed."""


def serve(
    config: Config,
    say: Callable[[str], None] = output.say,
    until_eof: bool = False,
    notes: Sequence[str] = (),
) -> int:
    """Run a house until it is told to stop, or until its standard input ends if that is wanted;
    CannotServe when it cannot start. `notes` go into the log."""
    planned = planning.plan(config)
    from twisted.internet import reactor as installed  # it installs itself on import

    reactor = cast(PosixReactorBase, installed)
    use_monotonic_time(reactor)
    gc_schedule.disable_automatic()
    alarms = Alarms(lambda: round(time.time() * 1000), planned.data / ALARMS)
    monitoring.begin_log(config.watch.log, alarms)
    for note in notes:
        Logger().warn("{note}", note=note)
    server = app.Server(planned, reactor, say, alarms)
    failed: list[BaseException] = []

    def fail(failure: Failure) -> None:
        failed.append(failure.value or failure)
        server.stop()
        reactor.callLater(0, reactor.stop)

    closing: list[int] = []
    stopped: list[bool] = []

    def told(number: int, frame: object) -> None:
        closing.append(number)
        reactor.callFromThread(close if len(closing) == 1 else stop)

    terminal = ControllingTerminal()

    def hung_up(number: int, frame: object) -> None:
        if terminal.gone:
            told(number, frame)
        else:
            reactor.callFromThread(server.renew)

    def end_of_input() -> None:
        if not closing:
            told(0, None)

    def close() -> None:
        server.close().addErrback(fail).addCallback(lambda _: stop())

    def stop() -> None:
        # A second signal while the last table closes: both come here.
        if not stopped:
            stopped.append(True)
            server.stop()
            reactor.stop()

    def begin() -> None:
        for number in ENDS:
            signal.signal(number, told)
        # `nohup` lets a house outlive its terminal.
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
            signal.signal(signal.SIGHUP, hung_up)
        if until_eof:
            Thread(target=_at_end_of_input, args=[end_of_input], daemon=True).start()
        maybeDeferred(server.start).addErrback(fail)

    server.end = close
    reactor.callWhenRunning(begin)
    reactor.run()
    if failed:
        if isinstance(failed[0], planning.CannotServe):
            raise failed[0]
        raise planning.CannotServe(f"The house could not go on: {failed[0]}") from failed[0]
    return 0


def _at_end_of_input(do: Callable[[], object]) -> None:
    # Past `sys.stdin`: a thread that waits inside its lock fails the exit of the process.
    with suppress(OSError):
        while os.read(0, 4096):
            pass
    do()
