"""What a server says of itself: its settings, and its clock."""

from collections.abc import Mapping

from game_server.store.transaction import Transaction


def settings(conn: Transaction) -> Mapping[str, str]:
    """Every setting of the server, as it is for this connection."""
    return dict(conn.execute("SELECT name, setting FROM pg_settings").fetchall())


def clock(conn: Transaction) -> float:
    """What time it is there, in seconds."""
    asked = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    return int(conn.execute(asked).fetchone()[0]) / 1000
