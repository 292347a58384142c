"""The own account: coming in and going, name and avatar, password, second factor, devices."""

from collections.abc import Callable
from dataclasses import replace

from client_core import credentials, devices
from client_core.credentials import Credentials, LostPassword
from client_core.devices import DeviceRow
from client_core.facade.requests import RequestsPart, fits
from client_core.people import Entry, Me
from client_core.session_states import Login, SessionState
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol import messages
from protocol.messages.parts import CardKind


class AccountPart:
    """The account of the player: logins and everything that keeps it safe."""

    def __init__(self, state: ClientState, requests: RequestsPart) -> None:
        self._state = state
        self._requests = requests

    @property
    def entry(self) -> Entry:
        """How the login stands that is under way, or why the last one did not come in."""
        return self._state.account.entry

    @property
    def me(self) -> Me:
        return replace(self._state.account.me, tables=tuple(self._state.tables.by_name))

    def play_as_guest(self, name: str = "") -> None:
        """Log in as a guest, under that name if it is free."""
        self._enter("guest", lambda mine: messages.Guest(mine, name.strip()))

    def log_in(self, name: str, password: str, code: str = "") -> None:
        """By password, and by the code of a second factor where the house asks for one."""
        self._enter(
            "login", lambda mine: messages.Login(mine, name.strip(), password, code.strip())
        )

    def register(self, name: str, password: str) -> int:
        """An account; a guest who is in keeps chips and history in it. The request's number."""
        if self._state.runner.session.state == SessionState.IN:
            return self._requests.ask(lambda mine: messages.Register(mine, name.strip(), password))
        self._enter("register", lambda mine: messages.Register(mine, name.strip(), password))
        return 0

    def log_in_by_card(
        self,
        name: str,
        kind: CardKind,
        number: str,
        pin: str = "",
        expiry: str = "",
        code: str = "",
    ) -> None:
        """Log in by a bank card; which proof it needs depends on its kind."""
        digits = "".join(number.split())
        self._enter(
            "login_by_card",
            lambda mine: messages.LoginByCard(mine, name.strip(), kind, digits, pin, expiry, code),
        )

    def log_out(self) -> int:
        """Leave every table, be cashed out, be nobody."""
        self._leaves_all()
        return self._requests.ask(messages.Logout)

    def _leaves_all(self) -> None:
        """Each table is left by one's own wish: no page says how that stay ended."""
        for name in self._state.tables.by_name:
            self._state.tables.mine_at(name, leaving="now")

    @property
    def devices(self) -> tuple[DeviceRow, ...]:
        """Where one is logged in and was lately, as the house said when it was asked last."""
        return tuple(devices.row(one) for one in self._state.account.devices)

    def ask_devices(self) -> int:
        """Ask where one is logged in."""
        return self._requests.ask(messages.Sessions)

    def log_out_everywhere(self) -> int:
        """Leave every table, be cashed out, be logged in nowhere."""
        self._leaves_all()
        return self._requests.ask(messages.LogoutEverywhere)

    def delete(self, password: str = "", code: str = "") -> int:
        """Delete the account for good: the player has been asked and has said yes. A member gives
        the password, and a code where there is a second factor."""
        return self._requests.ask(
            lambda mine: messages.DeleteAccount(mine, True, password, code.strip())
        )

    def cancel_entry(self) -> None:
        """Do not log in after all, if the house has not been asked yet."""
        state = self._state
        if state.runner.session.state != SessionState.ENTERING:
            state.runner.change(login=None)
            self._entry(Entry())

    def show_as(self, name: str, avatar: str) -> int:
        """Be seen by others under this name and avatar; both are remembered on this device."""
        self._state.prefer(name=name.strip(), avatar=avatar)
        return self._requests.ask(lambda mine: messages.Profile(mine, name.strip(), avatar))

    @property
    def credentials(self) -> Credentials:
        """How one comes in, as far as the house has said."""
        return self._state.account.credentials

    def ask_account(self) -> int:
        """Ask how one comes in."""
        return self._requests.ask(messages.Account)

    def change_password(self, old: str, new: str) -> int:
        """Come in by another password from now on."""
        return self._requests.ask(lambda mine: messages.ChangePassword(mine, old, new))

    def begin_factor(self, password: str) -> int:
        """A second factor: its secret follows."""
        return self._requests.ask(lambda mine: messages.BeginFactor(mine, password))

    def confirm_factor(self, code: str) -> int:
        """A code of the app: from now on a login asks for one."""
        return self._requests.ask(lambda mine: messages.ConfirmFactor(mine, code.strip()))

    def end_factor(self, password: str, code: str) -> int:
        """No second factor any more."""
        return self._requests.ask(lambda mine: messages.EndFactor(mine, password, code.strip()))

    def hide_codes(self) -> None:
        """What was told once has been written down."""
        known = self._state.account.credentials
        self._state.account.set_credentials(credentials.hidden(known))
        self._state.settle()

    @property
    def lost_password(self) -> LostPassword | None:
        """The request that this device has made, until it is given up."""
        return self._state.account.lost_password

    def ask_reset(self, name: str) -> None:
        """Say that the password of that name is lost."""
        self._enter("lost_password", lambda mine: messages.LostPassword(mine, name.strip()))

    def choose_password(self, password: str) -> None:
        """Choose the password, once the house has heard the number."""
        key = self._state.account.lost_password.key if self._state.account.lost_password else ""
        self._enter("new_password", lambda mine: messages.NewPassword(mine, key, password))

    def give_up_reset(self) -> None:
        """Forget the request."""
        self._state.account.set_lost_password(None)
        self.cancel_entry()

    def _enter(self, way: str, login: Callable[[int], Login]) -> None:
        state = self._state
        if state.runner.session.state == SessionState.IN:
            state.account.after_logout = lambda: self._enter(way, login)
            self.log_out()
            return
        if state.runner.session.state == SessionState.ENTERING:
            return
        wish = login(state.runner.session.box.next)
        if not fits(wish):
            self._entry(Entry(way, False, Say("refusal.form")))
            return
        self._entry(Entry(way, True))
        self._state.take(state.runner.session.enter(wish, self._state.clock()))

    def _entry(self, entry: Entry) -> None:
        self._state.account.set_entry(entry)
        self._state.settle()
