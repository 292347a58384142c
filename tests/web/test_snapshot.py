"""The snapshot that pages start from, as node starts it."""

import json
import subprocess
from pathlib import Path

from tests.web.browser import built
from tools.web.build import SNAPSHOT
from tools.web.packages import node

TWO_PAGES = Path(__file__).with_name("two_pages.mjs")


def test_no_two_pages_get_the_same_chance_though_they_begin_with_the_same_memory() -> None:
    (folder,) = (path.parent for path in built().glob(f"*/{SNAPSHOT}"))
    command = [*node(), str(TWO_PAGES), str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    one, other = json.loads(ran.stdout)
    assert one[0] != other[0], "the generator of the system"
    assert one[1] != other[1], "that of Python, which is seeded anew"
