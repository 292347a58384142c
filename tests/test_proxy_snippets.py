"""What the docs say of proxies: the settings are read, and nginx takes what is written for it."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Final

from game_server import config_file, planning
from game_server.config import ListenSettings
from tests.certificate import self_signed

PAGE: Final = (Path(__file__).parents[1] / "docs" / "proxies.md").read_text()


def block(kind: str) -> str:
    """The first block of that kind on the page."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)
    return str(found)


def test_the_settings_of_the_page_make_a_house_that_starts(tmp_path: Path) -> None:
    file = tmp_path / "cardroom.toml"
    file.write_text(block("toml"))
    plan = planning.plan(config_file.load(file, {}))
    assert plan.limits.proxies == ("127.0.0.1",)
    assert plan.limits.origins == tuple(tomllib.loads(block("toml"))["listen"]["origins"])


def test_nginx_takes_its_part_of_the_page_and_passes_on_to_the_usual_port(tmp_path: Path) -> None:
    own, key = self_signed(tmp_path)
    web = block("nginx").replace("/etc/ssl/cards.example.org/fullchain.pem", str(own))
    web = web.replace("/etc/ssl/cards.example.org/privkey.pem", str(key))
    stream = block("nginx-stream")
    for part in (web, stream):
        assert f"127.0.0.1:{ListenSettings().port};" in part
        assert part.count("{") == part.count("}")
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        # Nobody needs it here but to see that it reads this.
        return
    modules = Path("/usr/lib/nginx/modules/ngx_stream_module.so")
    load = f"load_module {modules};\n" if modules.exists() else ""
    streams = f"stream {{ {stream} }}\n" if load else ""
    file = tmp_path / "nginx.conf"
    file.write_text(
        f"{load}pid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\n{streams}"
        f"http {{ access_log off; {web.replace('listen 443', 'listen 8443')} }}\n"
    )
    ran = subprocess.run(
        [nginx, "-t", "-p", str(tmp_path), "-c", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
