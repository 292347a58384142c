"""The plan of a house: what its settings come to, before anything of it is opened."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from game_server import monitoring
from game_server.admin.listeners import AdminAddress, CannotListen, admin_address
from game_server.bank.bank_terms import BankTerms
from game_server.bank.secret_file import BadSecret, read_secret
from game_server.bank.tries import TryLimits
from game_server.cluster.servers import BadCluster, NatsServers, Role, roles_of, servers_of
from game_server.config import BankSettings, Config, LimitSettings, ListenSettings, SecuritySettings
from game_server.house.login_terms import LoginTerms
from game_server.house.player_limits import PlayerLimits
from game_server.house.retention import Retention
from game_server.lobby.opening import configured
from game_server.net import own_certificate
from game_server.net.certificates import BadCertificate, context
from game_server.net.interfaces import private_addresses
from game_server.net.limits import ListenerLimits, UnsafeSetting, loopback
from game_server.players.sessions import Lifetime
from game_server.players.throttle import PerAddress
from game_server.table.config import TableConfig
from protocol.words import Refusal

OWN: Final = "self"
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = ("0.0.0.0", "::", "")


class CannotServe(Exception):
    """Why the house does not start, and what would be right."""


@dataclass(frozen=True)
class ServePlan:
    """A house that may be started: settings that were looked at before anything is opened."""

    config: Config
    limits: ListenerLimits
    rooms: tuple[TableConfig, ...]
    data: Path
    admins: AdminAddress
    bank_secret: str = field(repr=False)
    """What the bank knows the house by."""
    roles: frozenset[Role]
    servers: NatsServers | None
    """The servers by which this node talks with others; None for a house of one node."""

    @property
    def takes_cards(self) -> bool:
        """Whether real money may be moved here: nobody types a real card where others can read
        it."""
        return not (self.limits.readable and self.config.bank.url)


def plan(config: Config) -> ServePlan:
    """What is to be started; CannotServe says which setting must not stay as it is."""
    listen, house = config.listen, config.house
    address, *others = _addresses(listen)
    certificate, key = _certificate(config)
    limits = ListenerLimits(
        address=address,
        others=tuple(others),
        lan=listen.lan,
        port=listen.port,
        certificate=certificate,
        key=key,
        proxies=listen.proxies,
        origins=listen.origins,
        apps=True,
        connections=listen.connections,
        per_address=min(listen.per_address, listen.connections),
        network_factor=config.limits.network_factor,
        site_factor=config.limits.site_factor,
        reserved=config.limits.reserved / 100,
        full_login_seconds=config.limits.full_login_seconds,
    )
    if house.testing and config.bank.url:
        raise CannotServe(
            "Cards can be rigged in a house that is testing, so it has no bank but the demo bank;"
            " set testing to false, or leave the bank's url empty."
        )
    if house.copy and config.cluster.dsn:
        raise CannotServe(
            "`copy` of [house] is for a database in a file; one on PostgreSQL is copied by its"
            " server. Leave one of copy and dsn empty."
        )
    if config.watch.log not in monitoring.LEVELS:
        levels = ", ".join(monitoring.LEVELS)
        raise CannotServe(f"The log cannot be {config.watch.log!r}; it is one of {levels}.")
    try:
        limits.check()
        rooms = tuple(configured(room, house.testing, not config.bank.url) for room in config.rooms)
    except (UnsafeSetting, Refusal) as wrong:
        raise CannotServe(str(wrong)) from None
    for name in (listen.certificate, listen.key):
        if name and not Path(name).is_file():
            raise CannotServe(f"There is no file {name}; name the certificate and its key.")
    if limits.secure and not listen.tls:
        try:
            context(limits.certificate, limits.key)
        except BadCertificate as wrong:
            raise CannotServe(str(wrong)) from None
    try:
        admins = admin_address(config)
    except CannotListen as wrong:
        raise CannotServe(str(wrong)) from None
    try:
        known_by = read_secret(config.bank.secret_file) if config.bank.secret_file else ""
        roles, servers = roles_of(config.cluster), servers_of(config.cluster)
    except (BadSecret, BadCluster) as wrong:
        raise CannotServe(str(wrong)) from None
    return ServePlan(config, limits, rooms, Path(house.data), admins, known_by, roles, servers)


def _certificate(config: Config) -> tuple[str, str]:
    """The files of the certificate and its key; those of a house's own are made when it starts."""
    listen = config.listen
    if not listen.tls:
        return listen.certificate, listen.key
    if listen.tls != OWN:
        raise CannotServe(f"tls is {listen.tls!r}; it is {OWN!r}, or empty.")
    if listen.certificate or listen.key:
        raise CannotServe("With tls = self a house makes its certificate itself; name none.")
    certificate, key = own_certificate.files(Path(config.house.data))
    return str(certificate), str(key)


def _addresses(listen: ListenSettings) -> tuple[str, ...]:
    """Where the house is to listen: on a private network on all private addresses of this machine,
    or on the one that is named, and always on its loopback."""
    if not listen.lan:
        return (listen.address,)
    if loopback(listen.address) or listen.address in EVERYWHERE:
        return (LOOPBACK, *private_addresses())
    return (LOOPBACK, listen.address)


def login_terms(plan: ServePlan) -> LoginTerms:
    """On which terms players are let in."""
    limits = plan.config.limits
    around = (limits.network_factor, limits.site_factor)
    each = PerAddress(limits.guests, limits.guests_hour, limits.logins, *around)
    lasts = plan.config.sessions
    kept = plan.config.security
    lifetime = Lifetime(lasts.idle_days, lasts.most_days, kept.session_days)
    return LoginTerms(each, lifetime, plan.limits.open_to_all, kept.report_days)


def bank_terms(settings: BankSettings) -> BankTerms:
    """How often cards may be tried, and for how long winnings are held."""
    tries = TryLimits(settings.card_tries, settings.address_tries, settings.house_tries)
    return BankTerms(tries, payout_hold=round(settings.payout_hold * 3_600_000))


def player_limits(limits: LimitSettings) -> PlayerLimits:
    """What players may have at a time in a house of these settings."""
    return PlayerLimits(
        guest_tables=limits.guest_tables,
        guest_rooms=limits.guest_rooms,
        public_rooms=limits.public_rooms,
        watchers=limits.watchers,
        waiting=limits.waiting,
        bot_rooms=limits.bot_rooms,
        bot_rooms_address=limits.bot_rooms_address,
    )


def retention(security: SecuritySettings) -> Retention:
    """For how long a house of these settings keeps what it forgets by time."""
    return Retention(security.address_days, security.chat_hours)
