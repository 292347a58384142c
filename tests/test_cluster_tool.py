"""What `make cluster` starts: five nodes of one house, each by settings that a house reads."""

import stat
from pathlib import Path

import pytest

from game_server import config_file
from game_server.config import Config
from game_server.planning import plan
from tools import cluster
from tools.nats import USER

DSN = "postgresql://cardroom@/cardroom?host=/tmp/pg"
NATS = "nats://127.0.0.1:4222"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the nodes are written."""
    monkeypatch.setattr(cluster, "FOLDER", tmp_path)
    return tmp_path


def written(name: str, roles: tuple[str, ...], port: int = 0, like: str = "") -> Config:
    return config_file.load(cluster.write_node(name, roles, port, DSN, NATS, like), {})


def test_each_node_has_settings_of_its_own_that_a_house_can_be_served_by(folder: Path) -> None:
    for name, roles in cluster.TABLES.items():
        config = written(name, roles)
        assert (config.cluster.node, config.cluster.roles) == (name, roles)
        assert (config.cluster.dsn, config.cluster.nats) == (DSN, (NATS,))
        assert Path(config.house.data) == folder / name / "var"
        assert plan(config).servers is not None
    ports = {written(name, ("front",), port).listen.port for name, port in cluster.FRONTS.items()}
    assert ports == set(cluster.FRONTS.values())


def test_the_nodes_share_the_secrets_of_the_first_and_know_nats_by_a_password(folder: Path) -> None:
    first = written("tables-1", ("tables",))
    (Path(first.house.data) / "secret").write_bytes(b"s" * 32)
    (Path(first.house.data) / "card-keys").write_bytes(b"k" * 32)
    other = written("front-1", ("front",), like="tables-1")
    assert (Path(other.house.data) / "secret").read_bytes() == b"s" * 32
    password = Path(other.cluster.nats_password_file)
    assert stat.S_IMODE(password.stat().st_mode) == 0o600
    assert other.cluster.nats_user == USER


def test_one_node_alone_has_the_way_to_the_bank() -> None:
    assert sum("cashier" in roles for roles in cluster.TABLES.values()) == 1
