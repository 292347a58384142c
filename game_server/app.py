"""Where the parts of the server are wired together."""

import os
import secrets
import socket
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from twisted.internet.defer import Deferred, succeed
from twisted.internet.defer import TimeoutError as TookTooLong
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IReactorTime
from twisted.internet.posixbase import PosixReactorBase
from twisted.logger import Logger
from twisted.python.failure import Failure

from game_server import invitation, monitoring, open_files
from game_server.addresses import literal
from game_server.admin.desk import Desk
from game_server.admin.listeners import AdminListener, CannotListen
from game_server.admin.office import Office
from game_server.admin.subjects import DOES
from game_server.alarms import Alarms
from game_server.bank.bank_terms import BankTerms
from game_server.bank.demo_bank import DemoService, bank_site, open_samples, shown_cards
from game_server.bank.demo_books import BooksError, DemoBooks
from game_server.bank.http_bank import http_bank
from game_server.bank.sealing import unlock
from game_server.bank.tries import TryLimits
from game_server.bank.vault import NoKey
from game_server.bots import choosing
from game_server.clock import Clock, Loop, Threads
from game_server.cluster.member import Member
from game_server.cluster.membership import Membership
from game_server.cluster.node import node_of
from game_server.cluster.standby import LeasedDatabase
from game_server.cluster.words import Words
from game_server.config import BankSettings, Config
from game_server.fair import chance
from game_server.fair.rigged import RiggedChance
from game_server.health import HouseHealth
from game_server.house.archivist import Archivist
from game_server.house.hours import HouseState
from game_server.house.house import House
from game_server.house.ledger_watch import LedgerWatch
from game_server.house.retention import RetentionSweep
from game_server.lobby.ports import Means
from game_server.lobby.processes import ProcessThinkers, Spawns, cores
from game_server.net import own_certificate, web_files
from game_server.net.certificates import BadCertificate, Certificates
from game_server.net.listener import Listener
from game_server.net.web_files import BadPage
from game_server.planning import CannotServe, ServePlan, login_terms, player_limits, retention
from game_server.players.passwords import Passwords
from game_server.players.pool import ThreadPool
from game_server.players.security import SecurityLog
from game_server.store import data_folder, heads, ledger
from game_server.store.heads import HeadSigner
from game_server.store.long_reads import LongReads
from game_server.store.opening import open_store
from game_server.store.place import database_of
from game_server.store.ports import CannotOpen
from game_server.store.security import OK
from game_server.store.transaction import Transaction
from protocol.endings import GOING_AWAY
from protocol.messages import FEATURES, VERSION, Goodbye, Welcome
from protocol.release import RELEASE

if TYPE_CHECKING:
    from game_server.announcement import Announcement

BANK_BOOKS: Final = "demo-bank.sqlite"
LEAVE_S: Final = 2.5
"""Seconds that close frames may take to reach everybody."""
MOST_NAMED: Final = 20
DEMO_MONEY: Final = (
    "The books hold money of the demo bank, which bots have played with; no other bank pays that."
    " Name another folder in data, or leave the bank's url empty."
)
NO_PAGE: Final = "There is no page for browsers yet: `make web` builds it."
FAREWELL: Final = Goodbye("house_closes", "The house has closed; see you soon.")


def folder(data: Path) -> data_folder.DataFolder:
    """Make the folder ready, and keep a second house out of it."""
    try:
        return data_folder.take(data)
    except CannotOpen as wrong:
        raise CannotServe(str(wrong)) from None


def _own_certificate(plan: ServePlan) -> str:
    """The fingerprint of the certificate that the house has made for itself, now if need be."""
    try:
        own_certificate.make_if_missing(plan.data)
        Certificates(plan.limits.certificate, plan.limits.key)
        return own_certificate.fingerprint(Path(plan.limits.certificate))
    except (OSError, ValueError) as wrong:
        raise CannotServe(f"The house cannot make a certificate of its own: {wrong}.") from None
    except BadCertificate as wrong:
        text = f"{wrong} Remove both, and the house makes new ones; it has to invite anew then."
        raise CannotServe(text) from None


def money_of_the_bank(bank: BankSettings, conn: Transaction) -> None:
    """Refuse a bank that would have to pay what bots brought who play with a demo bank alone."""
    if bank.url and ledger.demo_money(conn):
        raise CannotServe(DEMO_MONEY)


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
        taken: data_folder.DataFolder | None = None,
        leased: LeasedDatabase | None = None,
        words: Words | None = None,
    ) -> None:
        """`handed` are sockets that listen for players already, `taken` is the data folder if it
        was taken before, `leased` the database of a house of several nodes, and `words` are those
        that they talk by."""
        self._plan, self._reactor, self._say = plan, reactor, say
        self.config = config = plan.config
        secret, self._alone, loose = taken or folder(plan.data)
        if loose:
            shown = " ".join(str(one) for one in loose)
            self._log.warn("Others can open {shown}; take that from them.", shown=shown)
        clock, threads = cast(Clock, reactor), cast(Threads, reactor)
        self._pin = _own_certificate(plan) if config.listen.tls else ""
        try:
            database = leased or database_of(plan.data, config.cluster.dsn)
            heads.begin(plan.data, secret, database)
            conn = database.open()
            self._signer = HeadSigner(plan.data, secret, database)
            for wrong in self._signer.begin(conn):
                self._log.critical("{wrong}", wrong=wrong, alarm="ledger")
            self._signer.look(conn)
            self._newest = ledger.newest_at(conn)
            money_of_the_bank(config.bank, conn)
            vault = unlock(conn, Path(config.bank.card_keys or plan.data / data_folder.KEYS))
            cluster = None if leased is None else self._clustered(leased, secret, threads)
            self._cluster = cluster
            fence = None if cluster is None else cluster.keeper.fence
            self.store = open_store(conn, cast(Loop, reactor), str(plan.data), fence)
        except (CannotOpen, NoKey) as why:
            raise CannotServe(str(why)) from None
        bank_at = self._bank(clock)
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
        wait = config.bank.timeout
        bank = http_bank(bank_at, plan.bank_secret, wait)
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
        self._late: list[Listener] = []
        timers = _Timers(self._late, clock)

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
        terms = BankTerms(
            TryLimits(config.bank.card_tries, config.bank.address_tries, config.bank.house_tries),
            payout_hold=round(config.bank.payout_hold * 3_600_000),
        )
        logins, limits = login_terms(plan), player_limits(config.limits)
        self.house = House(
            means, bank, self.passwords, secret, vault, terms, logins, limits, config.house.name
        )
        self.net = Listener(self.house, plan.limits, reactor, greeting, handed)
        self._late.append(self.net)
        self.health = HouseHealth(
            self.house, self.net, self._signer, plan.data, alarms, clock, config.house.copy
        )
        self._member: Member | None = None
        if cluster is not None:
            cluster.begin(self.house, self.store, self.health.node_state)
            if words is not None:
                node = cluster.node
                self._member = Member(self.house, words, node.name, node.subject, plan.roles)
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
            aside=LongReads(database, threads),
            version=RELEASE,
            started=means.now(),
            state=self.health.state,
            alarms=alarms,
            end=lambda: self.end(),
        )
        self._office = Office(desk, DOES)
        self.admins = AdminListener(plan.admins, self._office, reactor, clock)
        self._stopping = False
        self._ledger_watch = LedgerWatch(self.store, means.clock, means.now)
        self._retention = RetentionSweep(
            means, self.house.lobby, self.house.online, retention(config.security)
        )
        days = config.house.journal_days
        self._archivist = Archivist(self.store, desk.aside, means.clock, means.now, days)
        self._announced: Announcement | None = None

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

    def _bank(self, clock: Clock) -> str:
        """The address of the bank; the demo bank starts with the house."""
        config = self._plan.config.bank
        if config.url:
            return config.url
        file = self._plan.data / BANK_BOOKS
        try:
            books = DemoBooks(str(file))
            open_samples(books)
        except BooksError as wrong:
            text = f"{file} cannot be used as the books of the demo bank: {wrong}."
            raise CannotServe(text) from None
        door = bank_site(DemoService(books, self._plan.bank_secret), clock)
        port = self._listen(config.demo_port, door, "The demo bank", "demo_port")
        return f"http://127.0.0.1:{port}"

    def _listen(self, port: int, door: object, what: str, setting: str) -> int:
        try:
            bound = self._reactor.listenTCP(port, door, interface="127.0.0.1")
        except CannotListenError as wrong:
            text = f"{what} cannot listen on port {port}: {wrong.socketError}; set another"
            raise CannotServe(f"{text} {setting}.") from None
        return int(bound.getHost().port)

    def start(self) -> Deferred[None]:
        """Open the house; fires when players can come in."""
        text = "Cardroom {version} starts as process {pid} on {data}, with {rooms} rooms."
        rooms, data = len(self._plan.rooms), str(self._plan.data.absolute())
        self._log.info(text, version=RELEASE, pid=os.getpid(), data=data, rooms=rooms)
        self.health.begin(self._newest)
        if self._cluster is not None:
            self._cluster.keep()
        few = open_files.allow(self._plan.limits.connections)
        if few:
            self._log.warn("{few}", few=few)
        metrics = self._plan.config.watch.metrics_port
        if metrics:
            door = monitoring.site(self.health.state)
            self._listen(metrics, door, "What the operator looks at", "metrics_port")
        begun = self.passwords.warm_up()
        begun.addCallback(
            lambda _: self.house.start(self._plan.rooms, self._plan.config.house.open)
        )
        begun.addCallback(lambda _: self._meet())
        begun.addCallback(lambda _: self._is_open())
        return begun.addCallback(lambda _: self._take_part())

    def _meet(self) -> Deferred[None] | None:
        """Where nodes talk, find the others."""
        if self._member is None:
            return None
        self._member.begin()
        return self._member.met()

    def _take_part(self) -> Deferred[None] | None:
        """Where many nodes share the house, its tables come from now on."""
        return None if self._cluster is None else self._cluster.take_part()

    def _is_open(self) -> None:
        try:
            self.admins.open()
        except CannotListen as wrong:
            raise CannotServe(str(wrong)) from None
        if "front" in self._plan.roles:
            self._listen_for_players()
        else:
            data_folder.note(self._alone, "")
            self._say("The tables of this node are open; players come in at the fronts.")
        self.health.opened()
        self._ledger_watch.start()
        self._archivist.start()
        self._retention.start()

    def _listen_for_players(self) -> None:
        limits = self._plan.limits
        lacks = self._serve_page()
        try:
            port = self.net.listen()
        except CannotListenError as wrong:
            text = f"Players cannot connect on {limits.address}:{limits.port}: {wrong.socketError};"
            raise CannotServe(f"{text} set another port.") from None
        scheme = "wss" if limits.secure else "ws"
        pin = self._pin
        is_open = self.house.hours.state == "open"
        state = "open" if is_open else "closed until `cardroom admin on`, and listens"
        url = f"{scheme}://{literal(limits.address)}:{port}{f'#pin={pin}' if pin else ''}"
        data_folder.note(self._alone, url)
        if self._cluster is not None:
            self._cluster.address = url
        self._say(f"The house is {state} on {url}")
        self._say(lacks or f"In a browser: {limits.page(port)}")
        near = tuple(one for one in self.net.addresses if one != limits.address)
        context, page = self.net.context, not lacks
        invite = invitation.reached_by(limits, near, port, page, pin)
        context.greeting = replace(context.greeting, invite=invite)
        if limits.lan:
            for line in invitation.near(near, port, limits.secure, pin, page):
                self._say(line)
            self._announce(near, port)
        elif pin:
            self._say(invitation.own(limits.address, port, pin))

    def _serve_page(self) -> str:
        """Serve the page; why there is none."""
        folder = web_files.built()
        if folder is None:
            return NO_PAGE
        try:
            self.net.serve(web_files.read_page(folder))
        except (BadPage, OSError) as wrong:
            return f"There is no page for browsers: {wrong} `make web` builds it anew."
        return ""

    def _announce(self, near: Sequence[str], port: int) -> None:
        """Tell the network; where one needs the invitation there is nothing to be found."""
        # It brings asyncio along, which other houses need not wait for.
        from game_server import announcement

        told_on = announcement.can_announce(near)
        if told_on and not self._pin:
            name, secure = self._plan.config.house.name, self._plan.limits.secure
            info = announcement.service(name, near, port, secure)
            self._announced = announcement.Announcement(info, told_on)
            self._announced.begin()

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
        self._retention.retention = retention(config.security)
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
        if self._announced is not None:
            self._announced.end()
        self.health.end()
        self._ledger_watch.stop()
        self._archivist.stop()
        self._retention.stop()
        self.admins.stop()
        self.house.stop()
        self._part()
        self.thinkers.close()
        if self._cluster is not None:
            self._cluster.stop()
        self.store.close()
        if self._cluster is not None:
            self._cluster.end()
        self._signer.end()
        self.pool.close()
        self.alarms.write()

    def _greet(self, state: HouseState) -> None:
        """Who comes learns whether the house is open."""
        context = self.net.context
        context.greeting = replace(context.greeting, open=state == "open")

    def _came(self, address: str, answer: str) -> None:
        result = OK if answer == "in" else answer
        self.house.means.security.note("connect", result, address=address)


class _Timers:
    """The wheel of the net once there is one: many timers at the price of one."""

    def __init__(self, net: list[Listener], clock: Clock) -> None:
        self._net, self._clock = net, clock
        self.seconds = clock.seconds

    def callLater(self, delay: float, callable: Callable[..., object], *args: object) -> object:
        # What is due at once does not wait for the grain of the wheel.
        if delay <= 0 or not self._net:
            return self._clock.callLater(max(0.0, delay), callable, *args)
        return self._net[0].wheel.callLater(delay, callable, *args)


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
