"""The settings of a house with their usual values: what `cardroom.toml` may say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from protocol.choices import Chosen


def setting(
    default: Any, says: str, least: float | None = None, most: float | None = None, was: str = ""
) -> Any:
    """A field with what the commented file says of it, its bounds, and a name that it had before,
    which is still read."""
    return field(default=default, metadata=_said(says, least, most, was))


def _said(
    says: str, least: float | None = None, most: float | None = None, was: str = ""
) -> dict[str, Any]:
    return {"says": says, "least": least, "most": most, "was": was}


@dataclass(frozen=True)
class HouseSettings:
    """The house itself."""

    name: str = setting("Cardroom", "What players see on top of the lobby.")
    data: str = setting("var", "The folder of the database; it is made if it is not there.")
    open: bool = setting(True, "Whether players can log in as soon as the house has started.")
    closing_seconds: float = setting(
        60.0,
        "Seconds that SIGTERM waits for rounds to end; what is open goes on at the next start.",
        0,
        86_400,
    )
    testing: bool = setting(False, "Tables where cards can be rigged; every player is told.")
    copy: str = setting(
        "", "A folder of another disk or machine, into which `cardroom copy` copies all the while."
    )
    journal_days: int = setting(
        31, "Days until rounds that are over are packed, by month.", 1, 3650
    )


@dataclass(frozen=True)
class ListenSettings:
    """Where players connect."""

    address: str = setting("127.0.0.1", "Beyond this machine (0.0.0.0) a certificate is needed.")
    port: int = setting(8770, "The port for players; 0 lets the system choose.", 0, 65535)
    lan: bool = setting(
        False, "Listen on the private addresses of this machine; no certificate is needed there."
    )
    tls: str = setting(
        "", "self: with a certificate of the house's own, which its invitations vouch for."
    )
    certificate: str = setting("", "The TLS certificate chain, a PEM file.")
    key: str = setting("", "The private key of the certificate, a PEM file.")
    proxies: tuple[str, ...] = setting(
        (), "Proxies in front, by address or network, that say whence a line really comes."
    )
    origins: tuple[str, ...] = setting((), "Web pages that may connect; apps send no origin.")
    connections: int = setting(4000, "The most lines open at a time.", 1, 100_000)
    per_address: int = setting(40, "The most lines from one address.", 1, 100_000)


@dataclass(frozen=True)
class SessionSettings:
    """How long players stay logged in on a device."""

    idle_days: int = setting(30, "Days without use until one logs in again.", 1, 3650)
    most_days: int = setting(180, "Days in all, however much it is used.", 1, 3650)


@dataclass(frozen=True)
class LimitSettings:
    """What one address may do beside the lines of [listen], of IPv6 a /64; and what guests may."""

    guests: int = setting(60, "New guests at once; who makes an account counts half.", 1, 100_000)
    guests_hour: int = setting(30, "And so many an hour in the long run.", 1, 100_000)
    logins: int = setting(20, "Wrong logins before there are pauses.", 1, 100_000)
    network_factor: int = setting(
        5, "How many times as much an IPv4 /24 or an IPv6 /56 may.", 1, 1_000, was="near"
    )
    site_factor: int = setting(10, "How many times as much an IPv6 /48 may.", 1, 1_000, was="wide")
    reserved: int = setting(
        25, "Of a hundred lines so many are for those who resume or log in.", 0, 90
    )
    full_login_seconds: float = setting(
        15.0, "Seconds until a line needs a login when only those are left.", 1, 600, was="crowded"
    )
    guest_tables: int = setting(3, "At how many tables a guest may sit or wait at a time.", 1, 8)
    guest_rooms: int = setting(2, "How many rooms a guest may have open at a time.", 0, 5)
    public_rooms: int = setting(
        40, "How many rooms of players are in the lobby at a time; guests open half of them.", 0
    )
    watchers: int = setting(
        200, "How many watch one table at a time, those who wait for a seat among them.", 1, 10_000
    )
    waiting: int = setting(100, "How many wait for a seat at one table.", 1, 10_000)
    bot_rooms: int = setting(400, "How many rooms of players have bots in them at a time.", 0)
    bot_rooms_address: int = setting(40, "And how many of those one address has opened.", 0)
    untimed_hours: float = setting(
        2.0,
        "Hours that a table without a clock waits for the one who plays there.",
        0.01,
        168,
        was="ease",
    )


@dataclass(frozen=True)
class BankSettings:
    """The outside bank that fills and empties the cash purse."""

    url: str = setting("", "Its address; empty for the demo bank that starts with the house.")
    demo_port: int = setting(8771, "The port of the demo bank; 0 for any.", 0, 65535)
    secret_file: str = setting(
        "", "A file that holds the secret the bank knows the house by; for its owner alone (0600)."
    )
    card_keys: str = setting(
        "", "The file of the keys that encrypt card tokens; empty for card-keys among the data."
    )
    timeout: float = setting(5.0, "Seconds until a call is unknown and asked again.", 0.1, 60)
    card_tries: int = setting(3, "Wrong PINs or codes of one card; then it rests for a day.", 1, 10)
    address_tries: int = setting(
        20, "Wrong tries with cards from one address, and by one player, in an hour.", 1, 100_000
    )
    house_tries: int = setting(
        60, "Wrong tries with cards in an hour; beyond, strangers' tries are slowed.", 1, 1_000_000
    )
    payout_hold: float = setting(
        24.0,
        "Hours that winnings wait before they go to a card that replaced another.",
        0,
        8760,
        was="hold",
    )


@dataclass(frozen=True)
class WatchSettings:
    """What the operator looks at."""

    metrics_port: int = setting(8772, "Metrics and health; 0 is off.", 0)
    metrics_address: str = setting(
        "127.0.0.1", "Where they listen: beyond this machine for a network of the operator alone."
    )
    log: str = setting("info", "How much is logged: debug, info, warn or error.")


@dataclass(frozen=True)
class SecuritySettings:
    """What is kept of who came in, and from where."""

    keep_days: int = setting(90, "Days that the security log is kept in the database.", 1, 3650)
    session_days: int = setting(
        30, "Days that a session which has ended is kept, with its device and address.", 1, 3650
    )
    address_days: int = setting(
        90, "Days that an address is kept, in the security log and with a session.", 1, 3650
    )
    chat_hours: int = setting(
        24, "Hours that a line of the chat is kept for those who come to the table later.", 1, 8760
    )
    report_days: int = setting(
        365,
        "Days that a report of a player is kept once closed, with the line of the chat.",
        1,
        3650,
    )


@dataclass(frozen=True)
class AdminSettings:
    """Where administrators connect: `cardroom admin`."""

    socket: str = setting("", "A path; empty for admin.sock in the folder of the data.")
    listen: str = setting("", "Beside it host:port, over TLS only; empty for none.")
    certificate: str = setting("", "The TLS certificate chain; empty for that of [listen].")
    key: str = setting("", "Its private key.")
    chips_alone: int = setting(
        100_000, "Cents that one administrator gives or takes in a day; more takes a second.", 0
    )
    cards_delay: float = setting(
        30.0, "Seconds that cards of cash tables are shown late, after their round.", 0, 3600
    )


@dataclass(frozen=True)
class ClusterSettings:
    """What a house goes on that has outgrown one file."""

    dsn: str = setting(
        "", "Its database on PostgreSQL, postgresql://user@host/name; empty for a file in data."
    )
    node: str = setting("", "What this node is called where nodes are named; empty: its machine.")
    lease_seconds: float = setting(
        3.0, "So long after its last sign of life another node takes a house on PostgreSQL over."
    )
    nats: tuple[str, ...] = setting(
        (), "Servers of NATS, nats://host:4222 or tls://host:4222, by which nodes talk."
    )
    nats_user: str = setting("", "The user that NATS knows the nodes of this house by.")
    nats_password_file: str = setting(
        "", "A file that holds that user's password; for its owner alone (0600)."
    )
    nats_ca: str = setting(
        "", "Who vouches for servers at tls://, a PEM file; empty: the system's."
    )
    roles: tuple[str, ...] = setting(
        ("front", "tables", "cashier"),
        "What a node with nats has: players' lines, tables, the way to the bank.",
    )


@dataclass(frozen=True)
class RoomSettings:
    """A table that is always there; `options` are the preset's unless said otherwise."""

    table: str = setting("", "Its name, once only.")
    game: str = setting("holdem", "Which game.")
    preset: str = setting("standard", "Under whose rules.")
    purse: str = setting("play", "Which chips: play or cash.")
    stake: int = setting(0, "Cents of the big blind or the stake; 0 for the preset's.", 0)
    least_buy_in: int = setting(0, "The least chips to sit down with, in cents.", 0)
    most_buy_in: int = setting(0, "The most.", 0)
    winnings_limit: int = setting(
        50_000,
        "Who wins more cents at 21 has busted the house; well above most_buy_in, or 0 for none.",
        0,
    )
    bots: int = setting(0, "Bots that keep seats warm while people are few.", 0, 9)
    demo_bots: int = setting(
        0, "Where chips are cash and the bank is the demo bank: bots that keep a game going.", 0, 7
    )
    pause: float = setting(3.0, "Seconds between two rounds.", 0, 600)
    offer: float = setting(10.0, "Seconds to take a seat that was offered.", 1, 600)
    disconnect_grace: float = setting(
        60.0, "Seconds until one who is away sits out, or is played for.", 1, 3600, was="grace"
    )
    chipless_seat: float = setting(
        60.0,
        "Seconds that a seat without chips is kept while no game is played.",
        5,
        3600,
        was="chipless",
    )
    seats_per_address: int = setting(
        1, "Where chips are cash, the most seats for players of one address; 0 for any number.", 0
    )
    second_table: bool = setting(False, "Whether a full queue opens another table like this.")
    card_counter: bool = setting(
        False, "Whether players may look up which cards are gone.", was="counter"
    )
    options: Chosen = field(
        default_factory=dict,
        metadata=_said("What is otherwise than its rules have it: { decks = 2 }; a list follows."),
    )


DEFAULT_ROOMS: Final = (
    RoomSettings("eps", "holdem", "eps", "cash", 0, 2_000, 100_000, demo_bots=3, offer=30.0),
    RoomSettings("holdem", "holdem", "standard", "play", 200, 4_000, 20_000, bots=3),
    RoomSettings("heads-up", "holdem", "heads_up", "play", 200, 4_000, 20_000, bots=1),
    RoomSettings(
        "doudizhu", "doudizhu", "house", "play", 0, 20_000, 100_000,
        bots=2, disconnect_grace=15.0, second_table=True, card_counter=True,
    ),
    RoomSettings(
        "doudizhu-bid", "doudizhu", "standard", "play", 0, 20_000, 100_000,
        bots=2, disconnect_grace=15.0, second_table=True,
    ),
    RoomSettings(
        "doudizhu-classic", "doudizhu", "classic", "play", 0, 20_000, 100_000,
        bots=2, disconnect_grace=15.0, second_table=True, card_counter=True,
    ),
    RoomSettings(
        "doudizhu-no-shuffle", "doudizhu", "no_shuffle", "play", 0, 20_000, 100_000,
        bots=2, disconnect_grace=15.0, second_table=True, card_counter=True,
    ),
    RoomSettings(
        "doudizhu-wild", "doudizhu", "wild", "play", 0, 20_000, 100_000,
        bots=2, disconnect_grace=15.0, second_table=True, card_counter=True,
    ),
    RoomSettings("twenty-one", "blackjack", "twenty_one", "play", 0, 2_000, 10_000),
    RoomSettings("blackjack", "blackjack", "casino", "play", 0, 500, 50_000),
    RoomSettings("roulette", "roulette", "house", "play", 0, 100, 50_000),
    RoomSettings("roulette-standard", "roulette", "standard", "play", 0, 100, 50_000),
    RoomSettings("sabacc", "sabacc", "house", "play", 0, 10_000, 50_000, bots=1),
)  # fmt: skip


@dataclass(frozen=True)
class Config:
    """All settings of a house."""

    house: HouseSettings = HouseSettings()
    listen: ListenSettings = ListenSettings()
    sessions: SessionSettings = SessionSettings()
    limits: LimitSettings = LimitSettings()
    bank: BankSettings = BankSettings()
    watch: WatchSettings = WatchSettings()
    security: SecuritySettings = SecuritySettings()
    admin: AdminSettings = AdminSettings()
    cluster: ClusterSettings = ClusterSettings()
    rooms: tuple[RoomSettings, ...] = DEFAULT_ROOMS


SECTIONS: Final[Mapping[str, type]] = {
    "house": HouseSettings,
    "listen": ListenSettings,
    "sessions": SessionSettings,
    "limits": LimitSettings,
    "bank": BankSettings,
    "watch": WatchSettings,
    "security": SecuritySettings,
    "admin": AdminSettings,
    "cluster": ClusterSettings,
}
