"""`tools/ready.sh`: what it says of a machine that lacks something, and how it makes .venv."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tools.requirements import ROOT

NEEDED = (
    "sh", "sed", "cat", "cksum", "grep", "ls", "rm", "cp", "mkdir", "touch", "uname", "dirname",
    "id", "env", "tail",
)  # fmt: skip
"""What every machine has."""
PYTHON = f"""#!/bin/sh
case "$1 $2" in
  "-m venv") mkdir -p "$3/bin" && cp "$0" "$3/bin/python"; exit ;;
  "-m pip")
    echo "pip $*" >>"$DONE"
    if [ -e stop ]; then kill -9 $PPID; fi
    echo "Collecting kivy==2.3.1 (from -r wanted.txt (line 7))"
    echo "Requirement already satisfied: msgpack==1.2.4 in somewhere"
    echo "Processing /opt/wheels/rich-15.0.0-py3-none-any.whl"
    if [ -e broken ]; then echo "ERROR: no room on the disk" >&2; exit 1; fi
    exit ;;
esac
case "$2" in
  *ctypes* | *ensurepip* | *Python.h*) if [ -e bare ]; then exit 1; fi; exit ;;
  *rlcard*) exit ;;
esac
code=$2
shift 2
exec {sys.executable} -c '
import sys
sys.version_info = (*map(int, sys.argv.pop(1).split(".")), 0, "final", 0)
exec(sys.argv.pop(1))' "$VERSION" "$code" "$@"
"""
"""Stands for a Python of some version, with its parts unless the machine is bare."""
APT = """#!/bin/sh
echo "apt-get $*" >>"$DONE"
case $1 in install) rm -f bare
  for one in cc Xvfb xauth xclip chromium; do cp "$0" "$BIN/$one"; done ;; esac
"""


@dataclass
class Machine:
    """A folder with the project in it, and the commands of a machine."""

    folder: Path
    known: dict[str, str] = field(default_factory=dict)

    def ready(self, purpose: str, **known: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            ["sh", "tools/ready.sh", purpose, "python3"],
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env={**self.known, **known},
        )

    @property
    def done(self) -> list[str]:
        file = Path(self.known["DONE"])
        return file.read_text().splitlines() if file.exists() else []

    @property
    def wanted(self) -> str:
        """What was installed last."""
        return (self.folder / ".venv" / "wanted.txt").read_text()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    folder, bin = tmp_path / "cardroom", tmp_path / "bin"
    for one in (folder / "tools", bin):
        one.mkdir(parents=True)
    for name in ("tools/ready.sh", "requirements.lock", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    for name in NEEDED:
        found = shutil.which(name)
        assert found is not None, name
        (bin / name).symlink_to(found)
    program(bin / "python3", PYTHON)
    # What draws without a graphics card is looked for by the names of its files.
    (bin / "ls").unlink()
    program(bin / "ls", "#!/bin/sh\n[ -e bare ] || echo swrast_dri.so\n")
    # A plain user, until a test says otherwise.
    (bin / "id").unlink()
    program(bin / "id", "#!/bin/sh\necho 1000\n")
    known = {"PATH": str(bin), "BIN": str(bin), "DONE": str(tmp_path / "done"), "VERSION": "3.11"}
    return Machine(folder, known)


def program(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


def test_all_that_is_missing_is_said_at_once_with_one_command_and_nothing_is_begun(
    machine: Machine,
) -> None:
    (machine.folder / "bare").touch()
    ran = machine.ready("test")
    assert ran.returncode != 0
    *_, command = ran.stderr.splitlines()
    assert command.startswith("  apt-get install -y --no-install-recommends python3-venv ")
    for package in ("gcc", "libgl1", "libmtdev1", "libegl1", "xvfb", "xauth", "chromium"):
        assert f" {package} " in f"{command} ", package
    assert machine.done == []
    assert not (machine.folder / ".venv").exists()


def test_root_on_a_machine_with_apt_installs_it_with_that_command(machine: Machine) -> None:
    (machine.folder / "bare").touch()
    bin = Path(machine.known["BIN"])
    command = machine.ready("test").stderr.splitlines()[-1].strip()
    program(bin / "id", "#!/bin/sh\necho 0\n")
    program(bin / "apt-get", APT)
    ran = machine.ready("test")
    assert ran.returncode == 0, ran
    assert f"Installing it: {command}" in ran.stdout
    assert machine.done[:2] == ["apt-get update -q", command]
    assert "All is installed." in ran.stdout


def test_what_apt_could_not_install_ends_it(machine: Machine) -> None:
    (machine.folder / "bare").touch()
    bin = Path(machine.known["BIN"])
    program(bin / "id", "#!/bin/sh\necho 0\n")
    program(bin / "apt-get", "#!/bin/sh\nexit 0\n")
    ran = machine.ready("run")
    assert ran.returncode != 0
    assert "python3-venv" in ran.stderr
    assert machine.done == []


def test_a_house_needs_only_python_and_what_is_there_is_not_installed_twice(
    machine: Machine,
) -> None:
    ran = machine.ready("run")
    assert ran.returncode == 0, ran
    assert all("--require-hashes" in line for line in machine.done[:2])
    assert "--no-index" in machine.done[2]
    assert "autobahn==" in machine.wanted
    assert "kivy==" not in machine.wanted
    before = machine.done
    again = machine.ready("run")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert machine.done == before


@pytest.mark.parametrize(
    ("known", "client", "says"),
    [
        ({}, False, ""),
        ({"DISPLAY": ":0"}, True, ""),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True, ""),
        ({"VERSION": "3.14", "DISPLAY": ":0"}, False, "runs on Python 3.11 to 3.13"),
        ({"VERSION": "3.14"}, False, ""),
    ],
)
def test_the_client_is_installed_where_there_is_a_screen_and_a_python_it_runs_on(
    machine: Machine, known: dict[str, str], client: bool, says: str
) -> None:
    ran = machine.ready("play", **known)
    assert ran.returncode == 0, ran
    assert ("kivy==" in machine.wanted) is client
    assert says in ran.stdout
    assert "pytest==" not in machine.wanted, "that is for developers"


def test_each_package_is_counted_as_it_is_installed(machine: Machine) -> None:
    said = machine.ready("run").stdout
    assert f"1 of {machine.wanted.count('==')}: kivy==2.3.1\n" in said
    assert f"2 of {machine.wanted.count('==')}: msgpack==1.2.4\n" in said
    assert f"3 of {machine.wanted.count('==')}: rich-15.0.0-py3-none-any.whl\n" in said


def test_what_cannot_be_installed_ends_it_with_the_last_words_of_pip(machine: Machine) -> None:
    (machine.folder / "broken").touch()
    ran = machine.ready("run")
    assert ran.returncode != 0
    assert "ERROR: no room on the disk\n" in ran.stderr
    assert "All is installed." not in ran.stdout
    (machine.folder / "broken").unlink()
    assert machine.ready("run").returncode == 0


def test_an_older_python_is_refused(machine: Machine) -> None:
    ran = machine.ready("run", VERSION="3.10")
    assert ran.returncode != 0
    assert "python3 is 3.10 (name a newer one: make PYTHON=" in ran.stderr


def test_an_environment_whose_making_was_killed_is_made_anew(machine: Machine) -> None:
    (machine.folder / "stop").touch()
    assert machine.ready("run").returncode != 0
    (machine.folder / "stop").unlink()
    half = machine.folder / ".venv" / "half"
    half.touch()
    ran = machine.ready("run")
    assert ran.returncode == 0, ran
    assert "half made" in ran.stdout
    assert not half.exists()
    assert machine.ready("run").stdout == ""


@pytest.mark.parametrize("why", ["no python", "another python", "another place"])
def test_an_environment_that_fits_no_more_is_made_anew(machine: Machine, why: str) -> None:
    assert machine.ready("run").returncode == 0
    python = machine.folder / ".venv" / "bin" / "python"
    match why:
        case "no python":
            python.unlink()
            python.symlink_to("/nonexistent/python3")
        case "another python":
            machine.known["VERSION"] = "3.12"
            program(python, python.read_text().replace('"$VERSION"', "3.11"))
        case _:
            machine.folder = machine.folder.rename(machine.folder.with_name("elsewhere"))
    ran = machine.ready("run")
    assert ran.returncode == 0, ran
    assert "made anew" in ran.stdout
    assert machine.ready("run").stdout == ""


def test_a_new_lock_is_installed_into_the_environment_that_is_there(machine: Machine) -> None:
    assert machine.ready("run").returncode == 0
    lock = machine.folder / "requirements.lock"
    lock.write_text(lock.read_text() + "## more: for a test\n")
    ran = machine.ready("run")
    assert "made anew" not in ran.stdout
    assert "All is installed." in ran.stdout


def test_developers_have_a_house_and_a_client_too(machine: Machine) -> None:
    assert machine.ready("dev").returncode == 0
    for purpose in ("run", "play"):
        assert machine.ready(purpose, DISPLAY=":0").stdout == ""


def test_without_make_the_command_makes_itself_ready_and_passes_on_what_it_is_asked(
    machine: Machine,
) -> None:
    shutil.copy(ROOT / "cardroom", machine.folder)
    (machine.folder / "bare").touch()
    asked = [str(machine.folder / "cardroom"), "21", "--config", "my own.toml"]
    lacks = subprocess.run(
        asked, env=machine.known, cwd=machine.folder, capture_output=True, text=True, check=False
    )
    assert lacks.returncode != 0
    assert lacks.stderr.splitlines()[-1].endswith(" python3-venv")
    (machine.folder / "bare").unlink()
    assert machine.ready("run").returncode == 0
    program(machine.folder / ".venv" / "bin" / "cardroom", '#!/bin/sh\nprintf "%s|" "$@"\n')
    ran = subprocess.run(
        asked, env=machine.known, cwd=machine.folder, capture_output=True, text=True, check=False
    )
    assert ran.stdout == "21|--config|my own.toml|"


def test_a_bare_python_is_told_what_to_run() -> None:
    # Without the packages that are installed beside it, as the Python of the system is.
    ran = subprocess.run(
        [sys.executable, "-S", "-m", "game_server", "play"],
        cwd=ROOT, env={}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 2
    assert "`./cardroom play`" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_shell_of_every_system_reads_it() -> None:
    for shell in ("sh", "dash", "bash"):
        if shutil.which(shell):
            subprocess.run([shell, "-n", ROOT / "tools" / "ready.sh"], check=True)
            subprocess.run([shell, "-n", ROOT / "cardroom"], check=True)
    assert os.access(ROOT / "tools" / "ready.sh", os.R_OK)
