"""Toasts and the banner: words that every screen shows."""

from collections.abc import Callable, Collection
from dataclasses import replace

from client_core.people import Banner
from client_core.session import Session
from client_core.session_states import SHUT, SessionState
from client_core.state.changes import Changes
from client_core.text import Say
from client_core.toasts import Mood, Toasts


class Notices:
    """Toasts said in passing, and the banner on top of all screens."""

    def __init__(self, clock: Callable[[], float], changes: Changes) -> None:
        self._clock, self._changes = clock, changes
        self.toasts = Toasts()
        self.banner: Banner | None = None
        self._closing_on = 0
        """The connection on which the house said last that it closes."""

    def toast(self, say: Say, kind: Mood, table: str = "") -> None:
        """Say this, once those before it have been shown."""
        self._set(self.toasts.add(say, kind, self._clock(), table))

    def dismiss(self, toast: int) -> None:
        """Away with the toast of this number."""
        self._set(self.toasts.without(toast, self._clock()))

    def read(self) -> None:
        """The inbox has been looked at."""
        self._set(self.toasts.read())

    def outdated(self, keys: Collection[str], table: str) -> None:
        """Away with toasts of a table that say one of these."""
        self._set(self.toasts.without_any(keys, table, self._clock()))

    def without_calls(self) -> None:
        """Away with toasts that call the player somewhere: without a connection nobody knows."""
        self._set(self.toasts.without_calls(self._clock()))

    def without_inbox(self) -> None:
        """Forget what was said to the player before."""
        self.toasts = replace(self.toasts, inbox=(), missed=frozenset())

    def tick(self) -> None:
        """Toasts whose time is over go."""
        left = self.toasts.at(self._clock())
        if left is not self.toasts:
            self._set(left)

    def _set(self, toasts: Toasts) -> None:
        self.toasts = toasts
        self._changes.touch("toasts")

    # -- the banner ----------------------------------------------------------------------------

    def closes(self, connection: int) -> None:
        """The house says on this connection that it will close."""
        self.banner, self._closing_on = Banner("closing", Say("banner.closing")), connection
        self._changes.touch("banner")

    @property
    def house_closing(self) -> bool:
        """The house has said that it closes, and the banner says so."""
        return self.banner is not None and self.banner.code == "closing"

    @property
    def _shut(self) -> bool:
        """The banner says that the house is not open."""
        return self.banner is not None and self.banner.code in SHUT

    def session_changed(self, session: Session) -> None:
        """Show the banner that fits how far one is with the house."""
        banner = self.banner
        if session.state in (SessionState.TOO_OLD, SessionState.FAULT, SessionState.CLOSED):
            code = session.code or session.state
            key = code if code in ("certificate", "untrusted") else session.state
            banner = Banner(code, Say(f"banner.{key}"))
        elif session.code in SHUT:
            banner = Banner(session.code, Say(f"banner.{session.code}"))
        elif banner is not None and self.house_closing:
            # No other connection is known to lead to a house that closes.
            banner = banner if session.connection == self._closing_on else None
        elif session.state == SessionState.IN or (_open(session) and self._shut):
            banner = None
        if banner != self.banner:
            self.banner = banner
            self._changes.touch("banner")


def _open(session: Session) -> bool:
    """Whether the house lets players in, as far as one without a login can know."""
    return session.state == SessionState.MET and not session.token
