"""What stands in deploy/ fits the house: its metrics, its commands, its pages, its doors."""

import json
import os
import re
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from time import time
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from game_server import cli, monitoring
from game_server.admin.command import parser
from game_server.admin.menu import MENU
from game_server.cluster_metrics import ClusterStatus
from tests.house.test_serving import STATE
from tools import check_deploy

DEPLOY = Path(__file__).resolve().parents[1] / "deploy"
OPERATIONS = DEPLOY.parent / "docs/operations.md"
RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((DEPLOY / "prometheus/cardroom.rules.yml").read_text())["groups"]
    for rule in group["rules"]
]
PANELS: list[dict[str, Any]] = json.loads((DEPLOY / "grafana/cardroom.json").read_text())["panels"]


CLUSTER = ClusterStatus(("front",), True, 1, 2, 0, 0.0, False)


def metrics() -> dict[str, set[str]]:
    """The metrics of a house, each with its labels."""
    state = replace(STATE, node="a", cluster=CLUSTER)
    page = monitoring.metrics(lambda: state).decode()
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


def expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in RULES)
    yield from (target["expr"] for panel in PANELS for target in panel["targets"])


def anchors() -> set[str]:
    """The sections of the page, as a link names them."""
    heads = re.findall(r"^#+ (.*)", OPERATIONS.read_text(), re.MULTILINE)
    plain = (re.sub(r"[^\w\s-]", "", head).strip().lower() for head in heads)
    return {re.sub(r"[\s-]+", "-", one) for one in plain}


def test_alarms_and_dashboard_ask_for_metrics_that_a_house_has() -> None:
    known = metrics()
    for expression in expressions():
        names = re.findall(r"\bcardroom_\w+", expression)
        assert names or "up{" in expression, expression
        assert set(names) <= known.keys(), expression
        labels = {one for name in names for one in known[name]}
        used = set(re.findall(r"by \((\w+)\)", expression)) | set(
            re.findall(r"cardroom_\w+\{(\w+)", expression)
        )
        assert used <= labels, expression


def test_every_alarm_says_what_it_is_and_where_it_is_written_what_to_do() -> None:
    names = [rule["alert"] for rule in RULES]
    assert len(names) == len(set(names))
    for rule in RULES:
        assert rule["labels"]["severity"] in ("page", "look")
        assert rule["annotations"]["summary"].endswith(".")
        page, _, anchor = rule["annotations"]["runbook"].partition("#")
        assert page == "docs/operations.md"
        assert anchor in anchors(), anchor


def test_every_alarm_is_tried_by_the_tests_of_the_rules() -> None:
    tried = (DEPLOY / "prometheus/cardroom.rules.test.yml").read_text()
    assert set(re.findall(r"alertname: (\w+)", tried)) == {rule["alert"] for rule in RULES}


def test_no_two_panels_lie_over_each_other() -> None:
    cells = [
        (x, y)
        for panel in PANELS
        for at in [panel["gridPos"]]
        for x in range(at["x"], at["x"] + at["w"])
        for y in range(at["y"], at["y"] + at["h"])
    ]
    assert len(cells) == len(set(cells))
    assert all(x < 24 for x, _ in cells)
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)


def test_the_units_give_commands_that_there_are() -> None:
    house = (DEPLOY / "systemd/cardroom.service").read_text()
    (starts,) = re.findall(r"^ExecStart=\S+/cardroom (.*)", house, re.MULTILINE)
    assert cli._parser().parse_args(starts.split()).command == "serve"
    copies = (DEPLOY / "systemd/cardroom-backup.service").read_text()
    (copy,) = re.findall(r"bin/cardroom admin (--config \S+ backup) ", copies)
    asked = parser.parser().parse_args([*copy.split(), "a file", "--since", "another"])
    assert asked.command in MENU
    goes_on = (DEPLOY / "systemd/cardroom-copy.service").read_text()
    (follows,) = re.findall(r"^ExecStart=\S+/cardroom (.*)", goes_on, re.MULTILINE)
    assert cli._parser().parse_args(follows.split()).command == "copy"
    # Copies are written by the house, which sees no other folder.
    (target,) = re.findall(r"'at=(/\S+?);", copies)
    assert f"ReadWritePaths=-{target}" in house
    assert copies.count(f"find {target} ") == 2


def test_the_timer_makes_a_whole_copy_a_week_and_then_what_has_changed(tmp_path: Path) -> None:
    unit = (DEPLOY / "systemd/cardroom-backup.service").read_text().replace("\\\n", " ")
    (script,) = re.findall(r"^ExecStart=/bin/sh -c '(.*)'$", unit, re.MULTILINE)
    program, copies = tmp_path / "cardroom", tmp_path / "copies"
    # Says what it is asked for, and makes the file that comes after `backup`.
    program.write_text('#!/bin/sh\nshift 4\necho "$@"\n: > "$1"\n')
    program.chmod(0o700)
    copies.mkdir()
    script = script.replace("$$", "$").replace("%%", "%").replace("/var/backups/cardroom", "at")
    script = script.replace("at=at", f"at={copies}").replace(
        "/opt/cardroom/bin/cardroom", str(program)
    )

    def night() -> list[str]:
        done = subprocess.run(("sh", "-c", script), capture_output=True, text=True, check=True)
        return done.stdout.split()

    (whole,) = night()
    assert re.fullmatch(r"\d{4}-W\d\d\.sqlite", Path(whole).name)
    changes, since, base = night()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d{4}\.sqlite", Path(changes).name)
    assert (since, base) == ("--since", whole)
    assert {Path(whole).parent, Path(changes).parent} == {copies}


def test_a_whole_copy_stays_as_long_as_something_builds_on_it(tmp_path: Path) -> None:
    unit = (DEPLOY / "systemd/cardroom-backup.service").read_text()
    ages = {
        "2026-W40.sqlite": 40,
        "2026-W41.sqlite.secret": 36,
        "2026-10-10T0430.sqlite": 32,
        "2026-10-12T0430.sqlite": 29,
    }
    for name, days in ages.items():
        file = tmp_path / name
        file.write_bytes(b"")
        os.utime(file, (time() - days * 86_400,) * 2)
    for line in re.findall(r"^ExecStartPost=\S+/find \S+ (.*)", unit, re.MULTILINE):
        subprocess.run(("find", str(tmp_path), *shlex.split(line)), check=True)
    left = {one.name for one in tmp_path.iterdir()}
    assert left == {"2026-W41.sqlite.secret", "2026-10-12T0430.sqlite"}


def health_check() -> list[str]:
    said = (DEPLOY / "Dockerfile").read_text()
    (command,) = re.findall(r"HEALTHCHECK .*\\\n\s+CMD (\[.*\])", said)
    words: list[str] = json.loads(command)
    return [sys.executable, *words[1:]]


class Alive(BaseHTTPRequestHandler):
    """A house that is alive at one path."""

    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/health" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        del format, args


def test_a_container_is_healthy_while_its_house_answers() -> None:
    with HTTPServer(("127.0.0.1", 0), Alive) as house:
        port = str(house.server_address[1])
        known = {**os.environ, "CARDROOM_WATCH_METRICS_PORT": port, "no_proxy": "127.0.0.1"}
        answering = threading.Thread(target=house.handle_request)
        answering.start()
        assert subprocess.run(health_check(), env=known, check=False).returncode == 0
        answering.join()
    done = subprocess.run(health_check(), env=known, check=False, capture_output=True)
    assert done.returncode != 0


@pytest.mark.parametrize("tool", check_deploy.CHECKS)
def test_the_tool_of_each_file_is_content_where_it_is_here(tool: str) -> None:
    assert check_deploy.check(tool) in ("", check_deploy.MISSING)


def test_a_unit_that_is_wrong_is_complained_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tool = tmp_path / "promtool"
    tool.write_text("#!/bin/sh\necho wrong; exit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("DEPLOY_TOOLS", str(tmp_path))
    assert check_deploy.check("promtool") == "wrong"
    assert check_deploy.main() == 1
