"""Monitoring: the log, the metrics, health and readiness of a house."""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, Protocol, TextIO, cast

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from twisted.logger import (
    FilteringLogObserver,
    ILogFilterPredicate,
    ILogObserver,
    LogEvent,
    LogLevel,
    LogLevelFilterPredicate,
    PredicateResult,
    formatEvent,
    globalLogBeginner,
)
from twisted.web.http import Request
from twisted.web.resource import IResource, Resource
from twisted.web.server import Site

from game_server import cluster_metrics, output
from game_server.alarms import Alarms, RaisedAlarm
from game_server.clock import Clock
from game_server.cluster_metrics import ClusterStatus
from protocol.release import RELEASE

LEVELS: Final = ("debug", "info", "warn", "error")
CHATTER: Final = ("twisted.", "log_legacy")
"""Parts that say of every request and port that there was one."""
LAG_EVERY_S: Final = 0.5
LAG_KEPT: Final = 60
"""So many looks a lag is remembered: whoever asks every 15 seconds sees every one."""


@dataclass(frozen=True)
class HouseStatus:
    """The status of the house now, for metrics, health and readiness."""

    unready: str
    """Why players cannot come in and play; empty if they can."""
    lines: int
    players: int
    tables: int
    rounds: int
    quarantined: int
    paused: int
    """Tables that the disk keeps from going on."""
    acts: int
    commits: int
    commits_failed: int
    commit_seconds: float
    alarms: int
    raised: Mapping[str, RaisedAlarm]
    """The alarms of the last day, by kind."""
    imbalance: int
    payments_open: int
    payments_unknown: int
    payments_held: int
    lag_seconds: float
    refused: Mapping[str, int]
    bots: Mapping[tuple[str, str], int]
    """Answers of bots, by game and how they came about."""
    lines_ended: Mapping[str, int]
    disk_free: int | None
    """Bytes that are left on the disk of the data; None if that cannot be known."""
    copy_age: float | None = None
    """Seconds since the newest that is copied was written; None without a continuous copy."""
    node: str = ""
    """Which of several nodes this is; empty for a house on one."""
    cluster: ClusterStatus | None = None
    """This node among the others; None for a house on one."""


_as_json: Final = json.JSONEncoder(ensure_ascii=False).encode


class JsonLogWriter:
    """Writes each event as one line of JSON: time, level, part of the house, words, traceback."""

    def __init__(self, to: TextIO) -> None:
        self._to = to

    def __call__(self, event: LogEvent) -> None:
        level = event.get("log_level")
        part = str(event.get("log_namespace", ""))
        if level is LogLevel.info and part.startswith(CHATTER):
            return
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(event.get("log_time", 0.0), UTC).isoformat(),
            "level": level.name if level is not None else "info",
            "part": part,
            "text": formatEvent(event),
        }
        told = event.get("security")
        if isinstance(told, dict):
            line["security"] = told
        failure = event.get("log_failure")
        if failure is not None:
            # Without the values of variables: they may be a card or a token.
            line["trace"] = failure.getTraceback()
        output.write(self._to, _as_json(line))


class LeastLevel:
    """The least level that is logged; it may change while the house runs."""

    def __init__(self, level: str) -> None:
        self.predicate = LogLevelFilterPredicate()
        self.set(level)

    def set(self, level: str) -> None:
        """Log what is at least of this level from now on."""
        self.predicate.setLogLevelForNamespace("", LogLevel.levelWithName(level))


def begin_log(least: LeastLevel, alarms: Alarms, to: TextIO = sys.stderr) -> None:
    """Log from now on, whatever is at least of that level; whatever is critical is an alarm."""
    observers = [cast(ILogObserver, alarms), observer(least, to)]
    globalLogBeginner.beginLoggingTo(observers, redirectStandardIO=False)


def observer(least: LeastLevel, to: TextIO) -> ILogObserver:
    """Writes what is at least of that level, and the security log whatever its level."""
    wanted = [cast(ILogFilterPredicate, one) for one in (_is_security, least.predicate)]
    return cast(ILogObserver, FilteringLogObserver(cast(ILogObserver, JsonLogWriter(to)), wanted))


def _is_security(event: LogEvent) -> object:
    """The security log is written whatever the level."""
    return PredicateResult.yes if "security" in event else PredicateResult.maybe


class ReactorLag:
    """How late the loop of the reactor comes to what is due."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._late = deque([0.0], LAG_KEPT)
        self._wait()

    @property
    def seconds(self) -> float:
        """The worst of the last half minute."""
        return max(self._late)

    def _wait(self) -> None:
        self._clock.callLater(LAG_EVERY_S, self._look, self._clock.seconds() + LAG_EVERY_S)

    def _look(self, due: float) -> None:
        self._late.append(max(0.0, self._clock.seconds() - due))
        self._wait()


class MetricsCollector:
    """Makes metrics of the state when they are asked for."""

    def __init__(self, state: Callable[[], HouseStatus]) -> None:
        self._state = state

    def collect(self) -> Iterator[Metric]:
        state = self._state()
        for family in self._families(state):
            if state.node:
                family.samples = [
                    one._replace(labels={**one.labels, "node": state.node})
                    for one in family.samples
                ]
            yield family

    def _families(self, state: HouseStatus) -> Iterator[Metric]:
        for name, value, says in _gauges(state):
            yield GaugeMetricFamily(f"cardroom_{name}", says, value=value)
        for name, value, says in _counters(state):
            yield CounterMetricFamily(f"cardroom_{name}", says, value=value)
        yield from _raised(state.raised)
        yield _by("refused", "Requests refused, by reason.", state.refused)
        yield _bots(state.bots)
        yield _build()
        if state.disk_free is not None:
            says = "Bytes that are left on the disk of the data."
            yield GaugeMetricFamily("cardroom_disk_free_bytes", says, value=state.disk_free)
        if state.copy_age is not None:
            says = "Seconds since the newest that is copied to the second place was written."
            yield GaugeMetricFamily("cardroom_copy_age_seconds", says, value=state.copy_age)
        yield _by("lines_ended", "Lines ended and requests denied, by code.", state.lines_ended)
        if state.cluster is not None:
            yield from cluster_metrics.families(state.cluster)


def _gauges(state: HouseStatus) -> Iterable[tuple[str, float, str]]:
    return (
        ("ready", float(not state.unready), "Whether players can come in and play."),
        ("lines", state.lines, "Connections."),
        ("players", state.players, "Players who are logged in."),
        ("tables", state.tables, "Rooms."),
        ("rounds", state.rounds, "Rounds in play."),
        (
            "tables_quarantined",
            state.quarantined,
            "Tables that keep failing and wait for `table void`.",
        ),
        ("tables_paused", state.paused, "Tables that wait for a disk that takes nothing."),
        ("commit_seconds", state.commit_seconds, "The slowest of the last commits."),
        (
            "reactor_lag_seconds",
            state.lag_seconds,
            "How late the loop came at worst in 30 seconds.",
        ),
        ("ledger_imbalance_cents", state.imbalance, "What does not add up; must be 0."),
        ("payments_open", state.payments_open, "Payments at the bank."),
        ("payments_unknown", state.payments_unknown, "Payments the bank has not answered."),
        ("payments_held", state.payments_held, "Winnings that wait to go to a new card."),
    )


def _counters(state: HouseStatus) -> Iterable[tuple[str, float, str]]:
    return (
        ("acts", state.acts, "Acts taken."),
        ("commits", state.commits, "Commits of tables."),
        ("commits_failed", state.commits_failed, "Commits that failed."),
        ("alarms", state.alarms, "Alarms raised; every critical line of the log is one."),
    )


def _by(name: str, says: str, values: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"cardroom_{name}", says, labels=["code"])
    for code, value in values.items():
        family.add_metric([code], value)
    return family


def _bots(answers: Mapping[tuple[str, str], int]) -> CounterMetricFamily:
    says = "Answers of bots: thought, or why they moved quickly."
    family = CounterMetricFamily("cardroom_bot_answers", says, labels=["game", "how"])
    for labels, value in answers.items():
        family.add_metric(labels, value)
    return family


def _build() -> GaugeMetricFamily:
    family = GaugeMetricFamily("cardroom_build_info", "1, by version.", labels=["version"])
    family.add_metric([RELEASE], 1)
    return family


def _raised(raised: Mapping[str, RaisedAlarm]) -> Iterator[Metric]:
    times = GaugeMetricFamily(
        "cardroom_alarms_today", "Alarms by kind, if one was raised in 24 hours.", labels=["kind"]
    )
    last = GaugeMetricFamily(
        "cardroom_alarm_last_seconds", "When each kind was raised last.", labels=["kind"]
    )
    for kind, one in raised.items():
        times.add_metric([kind], one.times)
        last.add_metric([kind], one.last / 1000)
    yield times
    yield last


class _Page(Protocol):
    def __call__(self) -> tuple[int, bytes]: ...


class _Leaf(Resource):
    isLeaf = True

    def __init__(self, page: _Page) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # Twisted's
        self._page = page

    def render_GET(self, request: Request) -> bytes:
        status, body = self._page()
        request.setResponseCode(status)
        request.setHeader(b"content-type", b"text/plain; charset=utf-8")
        return body


def metrics(state: Callable[[], HouseStatus]) -> bytes:
    """The state as Prometheus reads it."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(MetricsCollector(state))
    return generate_latest(registry)


def readiness(state: HouseStatus) -> tuple[int, bytes]:
    """The answer of `/ready`: 200, or 503 with the reason."""
    if state.unready:
        return 503, f"not ready: {state.unready}\n".encode()
    return 200, b"ready\n"


def site(state: Callable[[], HouseStatus]) -> Site:
    """`/metrics`, `/health` and `/ready`, for a port that players do not reach."""
    root = Resource()
    pages: Mapping[bytes, _Page] = {
        b"metrics": lambda: (200, metrics(state)),
        b"health": lambda: (200, b"alive\n"),
        b"ready": lambda: readiness(state()),
    }
    for name, page in pages.items():
        # zope's interfaces are none that mypy sees.
        root.putChild(name, cast(IResource, _Leaf(page)))
    return Site(root)
