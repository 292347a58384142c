"""Check what stands in deploy/ by the tools that read it: `python -m tools.check_deploy`.

promtool, systemd-analyze, hadolint, logrotate, docker-compose, haproxy and nats-server each look at
their own files and start nothing. A
tool that is not on this machine is named as missing; DEPLOY_TOOLS can name a folder that has some.
"""

import grp
import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
DEPLOY: Final = ROOT / "deploy"
PROGRAM: Final = "/opt/cardroom/bin/cardroom"
UNITS: Final = ("service", "socket", "timer")
MISSING: Final = "is not on this machine"


def found(tool: str) -> str:
    """The path of a tool; empty if it is not here."""
    return shutil.which(tool, path=os.environ.get("DEPLOY_TOOLS")) or shutil.which(tool) or ""


def ran(*command: str | Path, folder: Path = DEPLOY) -> str:
    """What a command complains of; empty if it is content."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return "" if done.returncode == 0 else f"{done.stdout}{done.stderr}".strip()


def alarm_rules(tool: str, here: Path) -> str:
    """The rules and their own tests, and the settings that name them."""
    del here
    folder = DEPLOY / "prometheus"
    return (
        ran(tool, "check", "config", "prometheus.yml", folder=folder)
        or ran(tool, "check", "config", "cluster.yml", folder=folder)
        or ran(tool, "check", "rules", "cardroom.rules.yml", folder=folder)
        or ran(tool, "test", "rules", "cardroom.rules.test.yml", folder=folder)
    )


def units(tool: str, here: Path) -> str:
    """The units, with a program that is there in the place of the house's."""
    files = [one for kind in UNITS for one in sorted(DEPLOY.rglob(f"*.{kind}"))]
    for one in files:
        text = one.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true")
        (here / one.name).write_text(text, encoding="utf-8")
    return ran(tool, "verify", *(str(here / one.name) for one in files))


def image(tool: str, here: Path) -> str:
    """How the image is made."""
    del here
    return ran(tool, "Dockerfile")


def rotation(tool: str, here: Path) -> str:
    """The rotation of the log, tried for the user of this machine."""
    user, group = pwd.getpwuid(os.geteuid()).pw_name, grp.getgrgid(os.getegid()).gr_name
    text = (DEPLOY / "logrotate/cardroom").read_text(encoding="utf-8")
    tried = here / "cardroom"
    tried.write_text(text.replace("su cardroom cardroom", f"su {user} {group}"), encoding="utf-8")
    tried.chmod(0o644)
    return ran(tool, "--debug", "--state", here / "state", tried)


def cluster(tool: str, here: Path) -> str:
    """The services of a cluster. Older programs know no name of it."""
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    tried = here / "compose.yaml"
    tried.write_text(text.replace("\nname: cardroom\n", "\n"), encoding="utf-8")
    return ran(tool, "--file", tried, "config", "--quiet")


def proxy(tool: str, here: Path) -> str:
    """How lines go to the fronts."""
    del here
    return ran(tool, "-c", "-f", "cluster/haproxy.cfg")


def words(tool: str, here: Path) -> str:
    """How NATS is set, with secrets that are made for it."""
    secrets = here / "secrets"
    me = f"{os.geteuid()}:{os.getegid()}"
    made = ran(*("env", f"HOUSE={me}", f"GRAFANA={me}", "sh", "cluster/make-secrets.sh", secrets))
    text = (DEPLOY / "cluster/nats.conf").read_text(encoding="utf-8")
    text = text.replace("../../run/secrets", "secrets").replace("/run/secrets", str(secrets))
    (here / "nats.conf").write_text(text, encoding="utf-8")
    return made or ran(tool, "-t", "-c", here / "nats.conf")


CHECKS: Final[Mapping[str, Callable[[str, Path], str]]] = {
    "promtool": alarm_rules,
    "systemd-analyze": units,
    "hadolint": image,
    "logrotate": rotation,
    "docker-compose": cluster,
    "haproxy": proxy,
    "nats-server": words,
}
"""By the name of the tool."""


def check(tool: str) -> str:
    """What the tool complains of; empty if it is content, MISSING if it is not here."""
    path = found(tool)
    if not path:
        return MISSING
    with TemporaryDirectory() as here:
        return CHECKS[tool](path, Path(here))


def main() -> int:
    """Say what each tool says; 1 if one complains."""
    wrong = 0
    for tool in CHECKS:
        said = check(tool)
        print(f"{tool}: {said or 'content'}")
        wrong += said not in ("", MISSING)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
