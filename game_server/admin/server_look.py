"""The doctor's look at a PostgreSQL server: what it must not have switched off, and its clock."""

import time
from collections.abc import Iterator
from typing import Final

from game_server.admin.examine import Finding
from game_server.store.postgresql import server
from game_server.store.transaction import Connection

NEEDED: Final = ("fsync", "full_page_writes")
"""Without these what a player was told may be lost, or all of it damaged, when the power goes. The
house asks for `synchronous_commit` itself, at each connection."""
APART_S: Final = 1.0
"""So far two clocks may be apart."""


def look(conn: Connection) -> Iterator[Finding]:
    """The server of this house."""
    settings = server.settings(conn)
    off = [name for name in NEEDED if settings[name] != "on"]
    if off:
        text = f"{' and '.join(off)} of the server: off. A power cut loses what players were told."
        yield Finding("server", "wrong", text, "Set it on in postgresql.conf; restart the server.")
    else:
        text = f"PostgreSQL {settings['server_version']}; {' and '.join(NEEDED)} are on."
        yield Finding("server", "ok", text)
    began = time.time()
    there = server.clock(conn)
    # It was read somewhere between the question and the answer.
    apart = max(began - there, there - time.time(), 0.0)
    if apart > APART_S:
        text = f"The clocks of the server and of this machine are {apart:.1f} s apart."
        yield Finding("server's clock", "look", text, "Run a time service on both.")
    else:
        yield Finding("server's clock", "ok", "It is as here.")
    text = "They are the server's: base backups and its log; the house looks at none."
    yield Finding("copies", "ok", text)
