"""Runs the session: keeps what has to outlive the app, then runs the effects of each input.

What is kept goes to the device before anything is sent: a number that the house may know is never
used again, even if the app ends in between.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace

from client_core import saved_session
from client_core.effects import Effect, Keep
from client_core.saved_session import SavedSession
from client_core.session import Session
from client_core.session_states import Report
from client_core.transition import Transition
from protocol.messages import Message

Muted = Mapping[int, str]
"""The numbers of players who are not heard, and what they were called."""


class SessionRunner:
    """Runs the session: keeps it, and runs the effects of each input. `changed` is called after
    each of its inputs with the session before it and what there is to report."""

    def __init__(
        self,
        clock: Callable[[], float],
        run: Callable[[Effect], None],
        session: Session,
        stored: SavedSession,
        changed: Callable[[Session, tuple[Report, ...]], None],
    ) -> None:
        self._clock, self._run, self._changed = clock, run, changed
        self._kept = stored
        self.session = session
        self.muted: Muted = dict(stored.muted)

    def take(self, turn: Transition) -> None:
        """Run what follows from an input of the session."""
        before, self.session = self.session, turn.session
        self.keep()
        for effect in turn.effects:
            self._run(effect)
        self._changed(before, turn.reports)

    def ask(self, request: Message) -> None:
        """Put a request into the outbox; it is sent as soon as it can be."""
        self.take(self.session.ask(request, self._clock()))

    def change(self, **changes: object) -> None:
        """Set fields of the session that are no input of it."""
        self.session = replace(self.session, **changes)  # type: ignore[arg-type]  # as in Session

    @property
    def next_number(self) -> int:
        """The number that the next request gets."""
        return self.session.box.next

    def asking(self) -> tuple[Message, ...]:
        """The requests that wait for an answer."""
        return tuple(one.message for one in self.session.box.open.values())

    def keep(self) -> None:
        """Store token, used numbers, open requests and muted players, if any of it has changed."""
        now = saved_session.now(self._kept, self.session.token, self.session.box, self.muted)
        if now != self._kept:
            self._kept = now
            self._run(Keep("session", saved_session.serialised(now)))
