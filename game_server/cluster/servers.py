"""The servers of NATS by which nodes talk, and the roles of a node, as they are set."""

import ssl
from dataclasses import dataclass, field
from typing import Final, Literal, cast
from urllib.parse import urlsplit

from game_server.bank.secret_file import BadSecret, read_secret
from game_server.config import ClusterSettings

Role = Literal["front", "tables", "cashier"]
ROLES: Final[tuple[Role, ...]] = ("front", "tables", "cashier")
SCHEMES: Final = ("nats", "tls")
HERE: Final = ("127.0.0.1", "::1", "localhost")


class BadCluster(Exception):
    """What is wrong with the settings of a node, and what would be right."""


@dataclass(frozen=True)
class NatsServers:
    """Where the servers are, and how they know a node."""

    urls: tuple[str, ...]
    user: str = ""
    password: str = field(default="", repr=False)
    authority: str = ""
    """A PEM file of who vouches for servers at `tls://`; empty for those of the system."""

    def tls(self) -> ssl.SSLContext | None:
        """How their certificates are checked; None where nothing is encrypted."""
        if not any(one.startswith("tls://") for one in self.urls):
            return None
        return ssl.create_default_context(cafile=self.authority or None)


def roles_of(cluster: ClusterSettings) -> frozenset[Role]:
    """What this node does; BadCluster if that is nothing, or something else."""
    if not cluster.nats:
        return frozenset(ROLES)
    wrong = [one for one in cluster.roles if one not in ROLES]
    if wrong or not cluster.roles:
        shown = repr(wrong[0]) if wrong else "nothing"
        raise BadCluster(f"A node cannot have the role {shown}; roles are {', '.join(ROLES)}.")
    return frozenset(cast(tuple[Role, ...], cluster.roles))


def servers_of(cluster: ClusterSettings) -> NatsServers | None:
    """Where NATS is; None for a house of one node. BadCluster says which setting is wrong."""
    if not cluster.nats:
        return None
    if not cluster.dsn:
        raise BadCluster("Nodes that talk by nats share a database; name it in dsn of [cluster].")
    hosts = [_host(one) for one in cluster.nats]
    if any(one not in HERE for one in hosts) and not (
        cluster.nats_user and cluster.nats_password_file
    ):
        raise BadCluster(
            "Whoever talks to the nodes of a house is believed, so NATS beyond this machine asks"
            " for a password; set nats_user and nats_password_file."
        )
    plain = any(
        one.startswith("nats:") and host not in HERE
        for one, host in zip(cluster.nats, hosts, strict=True)
    )
    if plain and "cashier" not in cluster.roles:
        raise BadCluster(
            "Cards go to the node of the cashier by NATS, so beyond this machine it speaks TLS;"
            " name its servers as tls://, or let this node have the role cashier too."
        )
    try:
        file = cluster.nats_password_file
        password = read_secret(file, "the password for NATS") if file else ""
    except BadSecret as wrong:
        raise BadCluster(str(wrong)) from None
    servers = NatsServers(cluster.nats, cluster.nats_user, password, cluster.nats_ca)
    try:
        servers.tls()
    except (OSError, ssl.SSLError) as wrong:
        text = f"{cluster.nats_ca} cannot be used as nats_ca: {wrong.strerror or wrong}."
        raise BadCluster(text) from None
    return servers


def _host(url: str) -> str:
    try:
        parts = urlsplit(url)
        known = parts.scheme in SCHEMES and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        known = False
    if not known:
        raise BadCluster(f"{url!r} is no server of NATS; one is nats://10.0.0.5:4222, or tls://.")
    if parts.password:
        raise BadCluster("A password in nats can be read by others; name its file instead.")
    return parts.hostname or ""
