"""What `cardroom serve` refuses to begin with, what it logs, and what the operator sees."""

import io
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from twisted.logger import LogLevel
from twisted.python.failure import Failure

from game_server import monitoring, opened_disk, planning
from game_server.alarms import RaisedAlarm
from game_server.cluster_metrics import ClusterStatus
from game_server.config import BankSettings, Config, HouseSettings, ListenSettings, RoomSettings
from protocol.release import RELEASE
from protocol.words import Refusal


@pytest.mark.parametrize(
    ("config", "says"),
    [
        (Config(listen=ListenSettings(address="0.0.0.0")), "has no TLS"),
        (Config(listen=ListenSettings(origins=("*",))), "strangers' pages"),
        (Config(listen=ListenSettings(certificate="a.pem")), "its key"),
        (
            Config(HouseSettings(testing=True), bank=BankSettings(url="https://bank.example")),
            "no bank but the demo bank",
        ),
        (Config(rooms=(RoomSettings("t", "whist"),)), "no game 'whist'"),
        (Config(rooms=(RoomSettings("t", purse="gold"),)), "take play or cash"),
    ],
)
def test_a_setting_that_must_not_be_is_refused_before_anything_opens(
    config: Config, says: str
) -> None:
    with pytest.raises(planning.CannotServe, match=says):
        planning.plan(config)


def test_the_usual_settings_can_be_served_and_testing_rooms_say_so() -> None:
    assert len(planning.plan(Config()).rooms) == len(Config().rooms)
    testing = planning.plan(Config(HouseSettings(testing=True)))
    assert all(room.testing for room in testing.rooms)


def test_one_folder_has_one_house_and_one_secret(tmp_path: Path) -> None:
    secret, _, _ = opened_disk.folder(tmp_path / "var")
    assert len(secret) == 32
    with pytest.raises(planning.CannotServe, match="Another house runs"):
        opened_disk.folder(tmp_path / "var")
    (tmp_path / "file").write_text("")
    with pytest.raises(planning.CannotServe, match="cannot be written"):
        opened_disk.folder(tmp_path / "file" / "var")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[house]\nname = "x"\ncolour = "red"\n', "line 3"),
        ('[listen]\naddress = "0.0.0.0"\n', "has no TLS"),
        ('[house]\ndata = "/proc/nothing"\n', "cannot be written"),
    ],
)
def test_the_command_says_in_a_sentence_what_is_wrong(tmp_path: Path, text: str, says: str) -> None:
    config = tmp_path / "c.toml"
    config.write_text(text)
    ran = subprocess.run(
        [sys.executable, "-m", "game_server.cli", "serve", "--config", str(config)],
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    assert ran.returncode == 2
    assert says in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr


def test_a_line_of_the_log_is_json_and_holds_no_values_of_variables() -> None:
    to = io.StringIO()
    log = monitoring.JsonLogWriter(to)

    def fail() -> None:
        pin = "918273"
        raise Refusal("pin_wrong", f"The PIN is wrong{pin[6:]}.")

    try:
        fail()
    except Refusal:
        failure = Failure(captureVars=True)
    log(
        {
            "log_level": LogLevel.error,
            "log_time": 1.5,
            "log_namespace": "game_server.house",
            "log_format": "It failed at {kind}.",
            "kind": "sit",
            "log_failure": failure,
        }
    )
    line = json.loads(to.getvalue())
    assert line["time"] == "1970-01-01T00:00:01.500000+00:00"
    assert line["text"] == "It failed at sit."
    assert "The PIN is wrong" in line["trace"]
    assert "918273'" not in line["trace"]


STATE = monitoring.HouseStatus(
    unready="",
    lines=3,
    players=2,
    tables=1,
    rounds=1,
    quarantined=1,
    paused=2,
    acts=17,
    commits=20,
    commits_failed=1,
    commit_seconds=0.004,
    alarms=2,
    raised={"bots": RaisedAlarm(2, 1_000, 3_000, "A bot failed.")},
    imbalance=0,
    payments_open=2,
    payments_unknown=1,
    payments_held=3,
    lag_seconds=0.001,
    refused={"stale": 4},
    bots={("holdem", "thought"): 9, ("holdem", "late"): 1},
    lines_ended={"lost": 1},
    disk_free=5_000,
    copy_age=1.5,
)


def test_the_metrics_of_a_node_carry_its_name_and_others_do_not() -> None:
    alone = monitoring.metrics(lambda: STATE).decode()
    assert "node=" not in alone
    shared = monitoring.metrics(lambda: replace(STATE, node="a")).decode()
    said = [line for line in shared.splitlines() if not line.startswith("#")]
    assert all('node="a"' in line for line in said)
    assert len(said) == len([one for one in alone.splitlines() if not one.startswith("#")])


def test_a_node_says_how_it_is_among_the_others() -> None:
    cluster = ClusterStatus(
        roles=("cashier", "tables"),
        nats=True,
        linked=3,
        live=4,
        unplaced=2,
        skew_seconds=-0.25,
        draining=False,
    )
    page = monitoring.metrics(lambda: replace(STATE, node="a", cluster=cluster)).decode()
    assert 'cardroom_role{node="a",role="cashier"} 1.0' in page
    for name, value in (
        ("nats_connected", 1.0),
        ("nodes_linked", 3.0),
        ("nodes_live", 4.0),
        ("tables_unplaced", 2.0),
        ("clock_skew_seconds", -0.25),
        ("draining", 0.0),
    ):
        assert f'cardroom_{name}{{node="a"}} {value}\n' in page
        assert f"cardroom_{name}" not in monitoring.metrics(lambda: STATE).decode()


def test_the_metrics_say_how_the_house_is() -> None:
    page = monitoring.metrics(lambda: STATE).decode()
    found = {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }
    assert found["cardroom_acts_total",] == 17
    assert found["cardroom_ready",] == 1
    assert found["cardroom_tables_paused",] == 2
    assert found["cardroom_disk_free_bytes",] == 5_000
    assert found["cardroom_copy_age_seconds",] == 1.5
    assert found["cardroom_build_info", RELEASE] == 1
    assert found["cardroom_tables_quarantined",] == 1
    assert found["cardroom_payments_unknown",] == 1
    assert found["cardroom_refused_total", "stale"] == 4
    assert found["cardroom_ledger_imbalance_cents",] == 0
    assert found["cardroom_bot_answers_total", "holdem", "thought"] == 9
    assert found["cardroom_alarms_total",] == 2
    assert found["cardroom_alarms_today", "bots"] == 2
    assert found["cardroom_alarm_last_seconds", "bots"] == 3
