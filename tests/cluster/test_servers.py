"""The settings of a node: what is wrong with them is said before anything is opened."""

from dataclasses import replace
from pathlib import Path

import pytest

from game_server.cluster.servers import BadCluster, NatsServers, roles_of, servers_of
from game_server.config import ClusterSettings

NODE = ClusterSettings(dsn="postgresql:///house", nats=("nats://127.0.0.1:4222",))


def test_a_house_without_nats_is_one_node_with_all_roles() -> None:
    assert servers_of(ClusterSettings()) is None
    assert roles_of(ClusterSettings(roles=())) == {"front", "tables", "cashier"}


def test_the_password_comes_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "nats.password"
    file.write_text("a-long-password-of-nats\n")
    file.chmod(0o600)
    node = replace(
        NODE, nats=("nats://10.0.0.5:4222",), nats_user="house", nats_password_file=str(file)
    )
    assert servers_of(node) == NatsServers(node.nats, "house", "a-long-password-of-nats")
    with pytest.raises(BadCluster, match="so beyond this machine it speaks TLS"):
        servers_of(replace(node, roles=("front", "tables")))
    safe = replace(node, roles=("front",), nats=("tls://10.0.0.5:4222",))
    assert servers_of(safe) is not None
    file.chmod(0o644)
    with pytest.raises(BadCluster, match="has the password for NATS and can be read by others"):
        servers_of(node)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (replace(NODE, dsn=""), "share a database"),
        (replace(NODE, nats=("10.0.0.5:4222",)), "is no server of NATS"),
        (replace(NODE, nats=("nats://host:port",)), "is no server of NATS"),
        (replace(NODE, nats=("nats://10.0.0.5:4222",)), "asks for a password"),
        (replace(NODE, nats=("nats://u:secret@127.0.0.1",)), "name its file instead"),
        (replace(NODE, nats=("tls://127.0.0.1",), nats_ca="none.pem"), "as nats_ca: No such file"),
    ],
)
def test_what_leaves_nodes_open_or_alone_is_refused(wrong: ClusterSettings, says: str) -> None:
    with pytest.raises(BadCluster, match=says):
        servers_of(wrong)


@pytest.mark.parametrize(
    ("roles", "says"), [((), "the role nothing"), (("front", "bank"), "the role 'bank'")]
)
def test_a_node_has_a_role_that_there_is(roles: tuple[str, ...], says: str) -> None:
    with pytest.raises(BadCluster, match=says):
        roles_of(replace(NODE, roles=roles))
