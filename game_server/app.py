"""Where the parts of the server are wired together."""

import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.defer import TimeoutError as TookTooLong
from twisted.internet.interfaces import IReactorTime
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server import local_port, monitoring, open_files
from game_server.admin.desk import Desk
from game_server.admin.listeners import AdminListener, CannotListen
from game_server.admin.office import Office
from game_server.admin.subjects import DOES
from game_server.alarms import Alarms
from game_server.bank.adapter import OutsideBank
from game_server.bank.demo_bank import shown_cards
from game_server.bank_link import bank_of
from game_server.bots import choosing
from game_server.clock import Clock, Loop, Threads
from game_server.cluster.line_drain import LineDrain
from game_server.cluster.member import Member
from game_server.cluster.membership import Membership
from game_server.cluster.node import node_of
from game_server.cluster.patient_start import patiently
from game_server.cluster.remote_bank import RemoteBank
from game_server.cluster.standby import LeasedDatabase
from game_server.cluster.turn import PACKING, LeasedTurn
from game_server.cluster.words import Words
from game_server.config import Config
from game_server.fair import chance
from game_server.fair.rigged import RiggedChance
from game_server.front_door import FrontDoor, own_certificate_of
from game_server.health import HouseHealth
from game_server.house.hours import HouseState
from game_server.house.house import House
from game_server.housekeeping import Housekeeping
from game_server.lobby.ports import Means
from game_server.lobby.processes import ProcessThinkers, Spawns, cores
from game_server.net.certificates import BadCertificate
from game_server.net.listener import Listener
from game_server.opened_disk import open_disk
from game_server.planning import CannotServe, ServePlan, bank_terms, login_terms, player_limits
from game_server.players.passwords import Passwords
from game_server.players.pool import ThreadPool
from game_server.players.security import SecurityLog
from game_server.store.data_folder import DataFolder
from game_server.store.long_reads import LongReads
from game_server.store.security import OK
from game_server.wheel_clock import WheelClock
from protocol.endings import GOING_AWAY
from protocol.messages import FEATURES, VERSION, Goodbye, Welcome
from protocol.release import RELEASE

LEAVE_S: Final = 2.5
"""Seconds that close frames may take to reach everybody."""
MOST_NAMED: Final = 20
FAREWELL: Final = Goodbye("house_closes", "The house has closed; see you soon.")


class Server:
    """A house on a reactor: disk, bank, players' port, operator's port."""

    _log = Logger()

    def __init__(
        self,
        plan: ServePlan,
        reactor: PosixReactorBase,
        say: Callable[[str], None],
        alarms: Alarms,
        handed: Sequence[socket.socket] = (),
        taken: DataFolder | None = None,
        leased: LeasedDatabase | None = None,
        words: Words | None = None,
    ) -> None:
        """`handed` are sockets that listen for players already, `taken` is the data folder if it
        was taken before, `leased` the database of a house of several nodes, and `words` are those
        that they talk by."""
        self._plan, self._reactor, self._say = plan, reactor, say
        self.config = config = plan.config
        clock, threads = cast(Clock, reactor), cast(Threads, reactor)
        pin = own_certificate_of(plan) if config.listen.tls else ""
        self._disk = disk = open_disk(plan, taken, leased)
        cluster = None if leased is None else self._clustered(leased, disk.secret, threads)
        self._cluster = cluster
        fence = None if cluster is None else cluster.keeper.fence
        self.store = disk.store(plan.data, cast(Loop, reactor), fence)
        bank: OutsideBank = (
            bank_of(plan, reactor)
            if "cashier" in plan.roles
            else RemoteBank(clock, config.bank.timeout)
        )
        self.pool = ThreadPool(threads)
        self.thinkers = ProcessThinkers(
            cast(Spawns, reactor),
            clock,
            choosing.choose,
            choosing.names,
            choosing.quick,
            cores(),
        )
        began = time.time() - reactor.seconds()
        self.alarms = alarms
        cards = () if config.bank.url else shown_cards()
        greeting = Welcome(
            VERSION,
            FEATURES,
            config.house.name,
            False,
            config.house.testing,
            cards,
            plan.limits.readable,
        )
        timers = WheelClock(clock)

        def now() -> float:
            return began + reactor.seconds()

        means = Means(
            clock=timers,
            store=self.store,
            chance=chance.TrueChance(),
            thinkers=self.thinkers,
            time=now,
            # Hexadecimal: a key that begins with a dash looks like an option where it is typed.
            new_key=lambda: secrets.token_hex(12),
            security=SecurityLog(
                self.store, timers, lambda: round(now() * 1000), config.security.keep_days
            ),
            rig=RiggedChance() if config.house.testing else None,
            untimed=config.limits.untimed_hours * 3600,
            takes_cards=plan.takes_cards,
            node=cluster.shares if cluster is not None else "",
        )
        self.passwords = Passwords(self.pool)
        logins, limits = login_terms(plan), player_limits(config.limits)
        self.house = House(
            means,
            bank,
            self.passwords,
            disk.secret,
            disk.vault,
            bank_terms(config.bank),
            logins,
            limits,
            config.house.name,
        )
        self.net = Listener(self.house, plan.limits, reactor, greeting, handed)
        timers.turns_with(self.net)
        self.health = HouseHealth(
            self.house, self.net, disk.signer, plan.data, alarms, clock, config.house.copy
        )
        self._member: Member | None = None
        if cluster is not None:
            cluster.begin(self.house, self.store, self.health.node_state)
            if words is not None:
                node = cluster.node
                member = Member(self.house, words, node.name, node.subject, plan.roles, bank)
                self._member, placer = member, cluster.placer
                if placer is not None:
                    self.health.cluster = lambda: member.status(placer.seen)
            if "front" in plan.roles and cluster.shares:
                self.health.drained = lambda: cluster.drained
        self._line_drain = LineDrain(
            clock, self.health.drained, lambda: self.net.open, self.net.ask_back
        )
        self.net.context.came = self._came
        self.house.hours.changed = self._greet
        self.end: Callable[[], None] = lambda: None
        """Ends the process when an administrator wants that."""
        self.lost: Callable[[str], None] = lambda why: None
        """Ends the process when another node has taken the house over, and says so."""
        desk = Desk(
            house=self.house,
            lobby=self.house.lobby,
            store=self.store,
            means=means,
            config=config,
            clock=clock,
            passwords=self.passwords,
            aside=LongReads(disk.database, threads),
            version=RELEASE,
            started=means.now(),
            state=self.health.state,
            alarms=alarms,
            end=lambda: self.end(),
            errands=None if self._member is None else self._member.errands,
            looks=None if self._member is None else self._member.looks,
        )
        self._office = Office(desk, DOES)
        self.admins = AdminListener(plan.admins, self._office, reactor, clock)
        self._door = FrontDoor(plan, self.net, pin, say)
        turn = None if cluster is None or not cluster.shares else LeasedTurn(cluster.node, PACKING)
        self._housekeeping = Housekeeping(self.house, desk.aside, config, turn)
        self._stopping = False

    def _clustered(self, leased: LeasedDatabase, secret: bytes, threads: Threads) -> Membership:
        """Keeps the lease, and ends the house when another node has taken it over."""
        cluster, clock = self.config.cluster, cast(Clock, self._reactor)
        node = node_of(self._plan.data, secret, cluster.node, cluster.lease_seconds)
        return Membership(
            node,
            leased,
            clock,
            threads,
            lambda why: self.lost(why),
            many=self._plan.servers is not None,
        )

    def start(self) -> Deferred[None]:
        """Open the house; fires when players can come in."""
        text = "Cardroom {version} starts as process {pid} on {data}, with {rooms} rooms."
        rooms, data = len(self._plan.rooms), str(self._plan.data.absolute())
        self._log.info(text, version=RELEASE, pid=os.getpid(), data=data, rooms=rooms)
        self.health.begin(self._disk.newest)
        if self._cluster is not None:
            self._cluster.keep()
        few = open_files.allow(self._plan.limits.connections)
        if few:
            self._log.warn("{few}", few=few)
        metrics = self._plan.config.watch.metrics_port
        if metrics:
            door = monitoring.site(self.health.state)
            what = "What the operator looks at"
            at = self._plan.config.watch.metrics_address
            local_port.listen(self._reactor, metrics, door, what, "metrics_port", at)
        begun = self.passwords.warm_up()
        begun.addCallback(lambda _: self._patiently(self._open_house))
        begun.addCallback(lambda _: self._meet())
        # Whoever comes in asks for tables, and where they are is known by then.
        begun.addCallback(lambda _: self._patiently(self._take_part))
        return begun.addCallback(lambda _: self._is_open())

    def _patiently(self, step: Callable[[], Deferred[None]]) -> Deferred[None]:
        """Take a step of the start; again while another node is in its way."""
        if self._cluster is None:
            return step()
        keeper = self._cluster.keeper
        return patiently(step, lambda: keeper.holds, cast(Clock, self._reactor))

    def _open_house(self) -> Deferred[None]:
        return Deferred.fromCoroutine(self._start_house())

    async def _start_house(self) -> None:
        opens = self._plan.config.house.open
        if self._cluster is not None:
            opens = await self._cluster.opens(opens)
        await self.house.start(self._plan.rooms, opens)

    def _meet(self) -> Deferred[None] | None:
        """Where nodes talk, find the others."""
        if self._member is None:
            return None
        self._member.begin()
        return self._member.met()

    def _take_part(self) -> Deferred[None]:
        """Where many nodes share the house, its tables come from now on."""
        return succeed(None) if self._cluster is None else self._cluster.take_part()

    def _is_open(self) -> None:
        try:
            self.admins.open()
        except CannotListen as wrong:
            raise CannotServe(str(wrong)) from None
        if "front" in self._plan.roles:
            self._listen_for_players()
        else:
            self._disk.note("")
            roles = ", ".join(sorted(self._plan.roles))
            self._say(f"This node is open ({roles}); players come in at the fronts.")
        self.health.opened()
        self._housekeeping.start()

    def _listen_for_players(self) -> None:
        self._door.listen()
        self._disk.note(self._door.url)
        if self._cluster is not None:
            self._cluster.address = self._door.url
            self._line_drain.begin()
        self._door.invite(self.house.hours.state)

    def close(self) -> Deferred[None]:
        """To the end of the games that are in play; then everybody goes home."""
        if self._cluster is not None and self._cluster.shares:
            self._say("The tables go to the other nodes at the end of the current games.")
            return self._cluster.leave().addCallback(lambda _: self.leave())
        self._say("The house closes at the end of the current games.")
        closing = self.house.close()
        closing.addCallback(lambda _: self.net.stop(FAREWELL))
        closing.addCallback(lambda _: self.admins.close())
        return closing.addCallback(lambda _: self.stop())

    def leave(self) -> Deferred[None]:
        """At once, with close frames for all: who is here comes back at the next start, where what
        is in play goes on."""
        left = [one.table_id for one in self.house.lobby.going_on() if one.view.round is not None]
        text = left_open(left)
        self._log.info("{text}", text=text)
        self._say(text)
        gone = self.net.stop(GOING_AWAY)
        self.house.stop()
        gone.addCallback(lambda _: self._part())
        gone.addTimeout(LEAVE_S, cast(IReactorTime, self._reactor))
        gone.addErrback(_without_answer)
        return gone.addCallback(lambda _: self.stop())

    def _part(self) -> Deferred[None]:
        """Tell the other nodes that this one ends."""
        return succeed(None) if self._member is None else self._member.end()

    def renew(self, config: Config) -> None:
        """Go by the settings that may change while it runs."""
        self.config = config
        self.house.requests.limits = player_limits(config.limits)
        self.house.means.security.keep(config.security.keep_days)
        self._housekeeping.renew(config)
        self._office.renew(config)

    def renew_certificates(self) -> None:
        """Read the certificates anew; the connections that there are stay as they are."""
        try:
            known = [self.net.renew(), self.admins.renew()]
        except BadCertificate as wrong:
            self._log.error("{wrong} The one before stays in use.", wrong=wrong)
            self._say(f"{wrong} The one before stays in use.")
        else:
            new = "The certificate is read anew; new connections are shown it."
            self._say(new if any(known) else "There is no certificate to be read anew.")

    def stop(self) -> None:
        """At once: what is in play goes on at the next start."""
        if self._stopping:
            return
        self._stopping = True
        self._door.end()
        self._line_drain.end()
        self.health.end()
        self._housekeeping.stop()
        self.admins.stop()
        self.house.stop()
        self._part()
        self.thinkers.close()
        if self._cluster is not None:
            self._cluster.stop()
        self.store.close()
        if self._cluster is not None:
            self._cluster.end()
        self._disk.signer.end()
        self.pool.close()
        self.alarms.write()

    def _greet(self, state: HouseState) -> None:
        """Who comes learns whether the house is open."""
        context = self.net.context
        context.greeting = replace(context.greeting, open=state == "open")

    def _came(self, address: str, answer: str) -> None:
        result = OK if answer == "in" else answer
        self.house.means.security.note("connect", result, address=address)


def _without_answer(failure: Failure) -> None:
    """Somebody does not read close frames: the process ends all the same."""
    failure.trap(TookTooLong)


def left_open(tables: Sequence[str]) -> str:
    """What is said of the rounds that a house leaves to its next start."""
    if not tables:
        return "The house ends at once; no round is left open."
    shown = ", ".join(tables[:MOST_NAMED]) + (", ..." if len(tables) > MOST_NAMED else "")
    rounds = "1 round is" if len(tables) == 1 else f"{len(tables)} rounds are"
    return f"The house ends at once; {rounds} left open for the next start: {shown}."
