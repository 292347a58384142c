"""The containers of a cluster fit the house and each other: settings, secrets, names, ports."""

import dataclasses
import os
import re
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from game_server import cli, config_file, planning
from game_server.bank.secret_file import read_secret
from game_server.bank.vault import read_keys
from game_server.config import SECTIONS, HouseSettings
from game_server.store import data_folder

DEPLOY: Final = Path(__file__).resolve().parents[1] / "deploy"
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES: Final[dict[str, dict[str, Any]]] = COMPOSE["services"]
NODES: Final = {name: one for name, one in SERVICES.items() if one["image"] == "cardroom"}
FRONTS: Final = sorted(one for one in NODES if one.startswith("front"))
IN: Final = "/run/secrets/"
VARIABLES: Final = {
    f"{config_file.PREFIX}{section}_{one.name}".upper()
    for section, kind in SECTIONS.items()
    for one in dataclasses.fields(kind)
}


def make(folder: Path) -> subprocess.CompletedProcess[str]:
    """Make the secrets, for the user of the tests."""
    me = f"{os.geteuid()}:{os.getegid()}"
    return subprocess.run(
        ("sh", str(DEPLOY / "cluster/make-secrets.sh"), str(folder)),
        env={**os.environ, "HOUSE": me, "GRAFANA": me},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def secrets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "secrets"
    made = make(folder)
    assert made.returncode == 0, made.stderr
    return folder


@pytest.mark.parametrize("name", NODES)
def test_a_node_is_set_by_settings_that_there_are_and_may_be_started(
    name: str, secrets: Path
) -> None:
    said: dict[str, str] = NODES[name]["environment"]
    assert {one for one in said if one.startswith(config_file.PREFIX)} <= VARIABLES
    here = {one: value.replace(IN, f"{secrets}/") for one, value in said.items()}
    plan = planning.plan(config_file.load(None, here))
    assert plan.config.cluster.node == name
    assert plan.servers is not None
    assert plan.servers.password == (secrets / "nats-password").read_text().strip()
    assert plan.limits.secure == (name in FRONTS)
    if name in FRONTS:
        assert plan.roles == {"front"}
        assert plan.limits.proxies == (SERVICES["proxy"]["networks"]["house"]["ipv4_address"],)
    else:
        assert plan.roles == {"tables", *(["cashier"] if name == "tables-1" else [])}


def test_whatever_a_service_names_is_there(secrets: Path) -> None:
    for name, one in SERVICES.items():
        given: list[str] = one.get("secrets", [])
        assert set(given) <= COMPOSE["secrets"].keys()
        asked = set(re.findall(rf"{IN}([\w-]+)", str(one)))
        assert asked <= set(given), f"{name} reads what it is not given"
        for volume in one.get("volumes", []):
            source, target, *_ = volume.split(":")
            assert target.startswith("/")
            is_file = source.startswith("./")
            assert (DEPLOY / source).exists() if is_file else source in COMPOSE["volumes"]
        for other, when in one.get("depends_on", {}).items():
            assert when == {"condition": "service_healthy"}
            assert "healthcheck" in SERVICES[other] or other in NODES, "its image has one"
    for name, one in COMPOSE["secrets"].items():
        assert one["file"] == f"secrets/{name}"
        assert (secrets / name).is_file()
    read = set(re.findall(rf"{IN}([\w-]+)", (DEPLOY / "cluster/nats.conf").read_text()))
    assert read | {"nats-user"} == set(SERVICES["nats"]["secrets"])


def test_the_secrets_are_such_as_a_house_takes_and_are_made_once(secrets: Path) -> None:
    assert len((secrets / "house-secret").read_bytes()) == data_folder.SECRET_BYTES
    assert len(read_keys(secrets / "card-keys").keys) == 1
    password = read_secret(str(secrets / "nats-password"))
    assert f'password: "{password}"' in (secrets / "nats-user").read_text()
    held = (secrets / "postgres-password").read_text().strip()
    dsn = SERVICES["tables-1"]["environment"]["CARDROOM_CLUSTER_DSN"]
    user, host, database = re.findall(r"//(\w+)@(\w+)/(\w+)", dsn)[0]
    assert (secrets / "pgpass").read_text() == f"{host}:5432:{database}:{user}:{held}\n"
    assert all(one.stat().st_mode & 0o077 == 0 for one in secrets.iterdir())
    assert not (secrets / "authority-key").exists(), "nobody vouches for more"
    before = password
    assert make(secrets).returncode == 1
    assert read_secret(str(secrets / "nats-password")) == before


def test_a_node_has_time_to_give_its_tables_away() -> None:
    unit = (DEPLOY / "systemd/cardroom-node@.service").read_text()
    (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)", unit, re.MULTILINE)
    for waits in (seconds, *(one["stop_grace_period"].rstrip("s") for one in NODES.values())):
        assert int(waits) >= HouseSettings().closing_seconds + 15


def test_lines_go_to_every_front_and_prometheus_asks_every_node() -> None:
    proxy = (DEPLOY / "cluster/haproxy.cfg").read_text()
    assert re.findall(r"^    server (\S+) (\S+):8770$", proxy, re.MULTILINE) == [
        (one, one) for one in FRONTS
    ]
    assert "GET /ready" in proxy
    (lines,) = re.findall(r"maxconn (\d+)", proxy)
    assert SERVICES["proxy"]["ulimits"]["nofile"] > 2 * int(lines)
    (inside,) = re.findall(r"bind :(\d+)", proxy)
    assert [one.rpartition(":")[2] for one in SERVICES["proxy"]["ports"]] == [inside]
    asked = yaml.safe_load((DEPLOY / "prometheus/cluster.yml").read_text())
    (job,) = asked["scrape_configs"]
    assert job["job_name"] == "cardroom"
    assert set(job["static_configs"][0]["targets"]) == {f"{one}:8772" for one in NODES}
    mounted = {one.split(":")[1] for one in SERVICES["prometheus"]["volumes"]}
    assert {f"/etc/prometheus/{one}" for one in asked["rule_files"]} <= mounted


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    folder = DEPLOY / "grafana/provisioning"
    (source,) = yaml.safe_load((folder / "datasources/cardroom.yml").read_text())["datasources"]
    assert source["url"] == "http://prometheus:9090"
    (provider,) = yaml.safe_load((folder / "dashboards/cardroom.yml").read_text())["providers"]
    at = provider["options"]["path"]
    assert any(f":{at}/cardroom.json:" in one for one in SERVICES["grafana"]["volumes"])


def test_the_unit_of_a_node_starts_it_in_a_folder_of_its_own() -> None:
    unit = (DEPLOY / "systemd/cardroom-node@.service").read_text()
    (starts,) = re.findall(r"^ExecStart=\S+/cardroom (.*)", unit, re.MULTILINE)
    assert cli._parser().parse_args(starts.split()).command == "serve"
    said = dict(re.findall(r"^Environment=(\w+)=(\S+)", unit, re.MULTILINE))
    assert said.keys() <= VARIABLES
    assert said["CARDROOM_HOUSE_DATA"].endswith("/%i")
    (folders,) = re.findall(r"^StateDirectory=(.*)", unit, re.MULTILINE)
    assert said["CARDROOM_HOUSE_DATA"] == f"/var/lib/{folders.split()[-1]}"
