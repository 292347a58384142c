"""Writing the database of a house that does not run anew, without its free pages; and what the
doctor says of them."""

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from game_server.admin.examine import Finding
from game_server.admin.menu.words import Answer, Value
from game_server.admin.offline import HERE, Tell, folder, refuse_on_server
from game_server.config import Config
from game_server.store import audit, data_folder, free_pages
from game_server.store.audit import AuditRequest
from game_server.store.free_pages import CannotCompact, FilePages
from game_server.store.sqlite import sqlite_of
from protocol.words import Refusal

MUCH: Final = 256_000_000
"""So many bytes of free pages are told of, where they are a quarter of the file or more."""


def compact(config: Config, values: Mapping[str, Value], tell: Tell) -> Answer:
    """Write the file anew."""
    del values  # It has none.
    refuse_on_server(config)
    file = Path(config.house.data) / data_folder.DATABASE
    if not file.is_file():
        raise Refusal("no_database", f"There is no database {file}; the first start makes it.")
    with folder(config) as house:
        conn = sqlite_of(house)
        before, at = free_pages.look(conn), round(time.time() * 1000)
        tell(f"Writing {before.used_bytes:,} bytes anew.")
        row = audit.ask(conn, AuditRequest(at, HERE, "owner", HERE, "compact", "{}"))
        try:
            free_pages.compact(conn, file)
        except CannotCompact as wrong:
            audit.end(conn, row, wrong.code, at)
            raise Refusal(wrong.code, str(wrong)) from None
        audit.end(conn, row, audit.DONE, at)
        after = free_pages.look(conn)
    gone = before.pages * before.size - after.pages * after.size
    return {
        "said": f"{file.name} is {gone:,} bytes smaller, and gives free pages back from now on.",
        "bytes_before": before.pages * before.size,
        "bytes_after": after.pages * after.size,
    }


def finding(now: FilePages) -> Finding:
    """Whether the file is much larger than what is in it."""
    text = f"{now.pages * now.size:,} bytes, {now.free_bytes:,} of them free to be used again."
    if now.free_bytes < MUCH or now.free * 4 < now.pages:
        return Finding("file", "ok", text)
    if now.gives_back:
        return Finding("file", "look", text, "A house that runs gives them back within hours.")
    return Finding("file", "look", text, "`compact` gives them back, while no house runs.")
