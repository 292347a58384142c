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
from client_core.session_states import Out, Report
from client_core.transition import Transition
from protocol.messages import Message

Muted = Mapping[int, str]
"""The numbers of players who are not heard, and what they were called."""


class SessionRunner:
    """Runs the session: keeps it, and runs the effects of each input. `changed` is called after
    each of its inputs with the session before it and what there is to report. `aside` is the
    session that does not go on now: of the house inside the client, or of others while one plays
    there."""

    def __init__(
        self,
        clock: Callable[[], float],
        run: Callable[[Effect], None],
        session: Session,
        stored: SavedSession,
        changed: Callable[[Session, tuple[Report, ...]], None],
        aside: SavedSession,
    ) -> None:
        self._clock, self._run, self._changed = clock, run, changed
        self._kept, self._aside = stored, aside
        self._names = ("session", "offline_session")
        self.session = session
        self.muted: Muted = dict(stored.muted)
        self.looked_at = stored.looked_at
        """The table that the player has looked at last."""

    def take(self, turn: Transition) -> None:
        """Run what follows from an input of the session."""
        before, self.session = self.session, turn.session
        self.keep()
        for effect in turn.effects:
            self._run(effect)
        self._changed(before, turn.reports)

    def cross(self, url: str, first: int) -> None:
        """Go from houses to the one inside the client, or back: each has a session of its own, and
        none of them ends. `first` is the first number of one that is new."""
        before = self.session
        left = before.left(self._clock())
        self.session = left.session
        self.keep()
        for effect in left.effects:
            self._run(effect)
        self._kept, self._aside = self._aside, self._kept
        self._names = (self._names[1], self._names[0])
        self.muted, self.looked_at = dict(self._kept.muted), self._kept.looked_at
        self.session = Session(
            url,
            saved_session.outbox(self._kept, first),
            self._kept.token,
            before.client,
            before.language,
            connection=left.session.connection,
        )
        self._changed(before, (*left.reports, Out("elsewhere")))

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
        """Store token, used numbers, open requests, muted players and the table that was looked at
        last, if any of it has changed."""
        session = self.session
        now = saved_session.now(self._kept, session.token, session.box, self.muted, self.looked_at)
        if now != self._kept:
            self._kept = now
            self._run(Keep(self._names[0], saved_session.serialised(now)))
