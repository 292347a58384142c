"""What follows at the screen of a table when something there has changed."""

from web_client.bridge.visit import Visit


def heard(visit: Visit, topic: str, table: str) -> None:
    """The client says that this has changed."""


def tick(visit: Visit) -> None:
    """The time that was asked for by `visit.wake_at` has come."""
