"""The account of the player: name and chips, logins, devices, second factor."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client_core.credentials import Credentials, LostPassword
from client_core.people import Entry, Me
from client_core.session_states import SHUT
from client_core.state.changes import Changes
from client_core.text import Say
from protocol import messages

NOT_OPEN: Final = frozenset(f"refusal.{code}" for code in SHUT)


class Account:
    """The player who is in, as the house has told, and the login under way."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self.me, self.entry = Me(), Entry()
        self.devices: tuple[messages.Device, ...] = ()
        self.credentials = Credentials()
        self.lost_password: LostPassword | None = None
        self.after_logout: Callable[[], None] | None = None

    def set_me(self, **changes: object) -> None:
        """Something about the player has changed."""
        self.me = replace(self.me, **changes)  # type: ignore[arg-type]  # named as in Me
        self._changes.touch("me")

    def entered(self, message: messages.Session) -> None:
        """The player is in, under this name."""
        self.set_entry(Entry())
        self.set_me(
            name=message.name,
            guest=message.guest,
            avatar=message.avatar,
            inside=True,
            tables=message.tables,
            number=message.who,
        )

    def join_table(self, name: str) -> None:
        """One more table that I am at."""
        self.me = replace(self.me, tables=(*self.me.tables, name))

    def leave_table(self, name: str) -> None:
        """One table fewer."""
        left = tuple(other for other in self.me.tables if other != name)
        self.me = replace(self.me, tables=left)

    def set_entry(self, entry: Entry) -> None:
        """A login begins, goes on or is over."""
        self.entry = entry
        self._changes.touch("entry")

    def met(self) -> None:
        """A house is open that was not, when the last login was tried."""
        if self.entry.refusal is not None and self.entry.refusal.key in NOT_OPEN:
            self.set_entry(Entry())

    def busy(self, busy: bool) -> None:
        """Whether a login is under way."""
        if busy != self.entry.busy:
            self.set_entry(replace(self.entry, busy=busy))

    def set_devices(self, devices: tuple[messages.Device, ...]) -> None:
        """The house has listed where the player is logged in."""
        self.devices = devices
        self._changes.touch("devices")

    def set_credentials(self, known: Credentials) -> None:
        """How one comes in has changed."""
        self.credentials = known
        self._changes.touch("credentials")

    def set_lost_password(self, request: LostPassword | None) -> None:
        """How far the way back without the password is."""
        self.lost_password = request
        self._changes.touch("credentials")

    def at_door(self, request: LostPassword) -> None:
        """The house has done what was asked at the door; nobody has come in by it."""
        self.set_entry(Entry())
        self.set_lost_password(request)

    def forget(self) -> None:
        """The session is over: nothing that was its player's is known any more."""
        self.me, self.devices, self.credentials = Me(), (), Credentials()
        self._changes.touch("me")

    def not_back(self, code: str) -> None:
        """The session could not be continued."""
        self.set_entry(Entry("resume", False, Say(f"refusal.{code}")))

    def logged_out(self) -> None:
        """Do what waited for the logout."""
        then, self.after_logout = self.after_logout, None
        if then is not None:
            then()
