"""Words between the nodes of a house: published to a subject, heard by whoever listens to it.

Words may be lost, and nothing rests on one that is not. What a node must know it finds in the
database, and `links` numbers whatever has to arrive.
"""

from collections.abc import Callable
from typing import Protocol

from twisted.internet.defer import Deferred


class Words(Protocol):
    """The way to the other nodes."""

    changed: Callable[[bool], None]
    """Told when the servers that carry words came, and when they are away."""

    @property
    def connected(self) -> bool:
        """Whether words are carried now."""

    def publish(self, subject: str, said: bytes) -> None:
        """Say it to all who listen there; lost without a word while nobody carries it."""

    def listen(self, subject: str, heard: Callable[[bytes], None]) -> None:
        """Hear what others say there, from now on, each time that words are carried."""

    def close(self) -> Deferred[None]:
        """Hear and say nothing more; fires when what was said is on its way."""
