"""At the door: the line to the house, coming in and going."""

from collections.abc import Callable
from dataclasses import replace

from client_core import address, devices
from client_core.devices import DeviceRow
from client_core.facade.base import Base, fits
from client_core.people import Banner, Connection, Entry, Farewell, Me, Screen
from client_core.states import Login
from client_core.text import Say
from client_core.toasts import Mood, Toast
from protocol import messages
from protocol.messages.parts import CardKind


class Door(Base):
    """The connection, logins, and what concerns the player as a whole."""

    # -- for the line and the device -----------------------------------------------------------

    def opened(self, line: int) -> None:
        """The line is open."""
        self._take(self._model.session.opened(line, self.now()))

    def heard(self, line: int, data: bytes) -> None:
        """A frame came on the line."""
        model = self._model
        seen = model.seen() if model.session.state == "greeting" else ()
        self._take(model.session.heard(line, data, self.now(), model.chance, seen))

    def lost(self, line: int, code: int | None = None, status: int = 0) -> None:
        """The line ended or could not be opened; its close code, or the HTTP status it got."""
        model = self._model
        self._take(model.session.lost(line, self.now(), model.chance, code, status))

    def woken(self) -> None:
        """The time of the last WakeAt has come."""
        model = self._model
        model.take(model.session.woken(self.now(), model.chance, model.seen()))
        model.tick()
        model.settle()

    def paused(self) -> None:
        """The app is put away and may be ended: the line is hung up, all is kept."""
        self._take(self._model.session.paused(self.now()))

    def resumed(self) -> None:
        """The app is in front again."""
        model = self._model
        model.take(model.session.resumed(self.now()))
        model.tick()
        model.settle()

    def network(self, up: bool) -> None:
        """The device has a network again, or none."""
        if up:
            self._take(self._model.session.network(self.now()))

    # -- the connection ------------------------------------------------------------------------

    @property
    def connection(self) -> Connection:
        session, welcome = self._model.session, self._model.session.welcome
        return Connection(
            session.state,
            session.since,
            session.retry_at,
            session.url,
            session.house,
            welcome.testing if welcome else False,
            welcome.open if welcome else True,
            session.code,
            len(session.box.open),
        )

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses that were used, the last first, and that of a house on this machine."""
        return address.known(self._model.settings.urls)

    def start(self) -> None:
        """The app is up: connect to the house that was used last, else to one on this machine."""
        self.go_to(self._model.settings.url or address.DEMO)

    def go_to(self, typed: str) -> Say | None:
        """Connect to that address; why it is none, if it is none."""
        model, url = self._model, address.url(typed)
        if not url:
            return Say("refusal.address")
        urls = address.remembered(model.settings.urls, url)
        if (url, urls) != (model.settings.url, model.settings.urls):
            self.set(url=url, urls=urls)
        self._take(model.session.go(self.now(), url))
        return None

    def try_again(self) -> None:
        """Connect now, whatever the line waits for."""
        self._take(self._model.session.go(self.now()))

    # -- coming in -----------------------------------------------------------------------------

    @property
    def entry(self) -> Entry:
        """How the login stands that is under way, or why the last one did not come in."""
        return self._model.entry

    @property
    def me(self) -> Me:
        return replace(self._model.me, tables=tuple(self._model.tables))

    def play_as_guest(self, name: str = "") -> None:
        self._enter("guest", lambda mine: messages.Guest(mine, name.strip()))

    def log_in(self, name: str, password: str, code: str = "") -> None:
        """By password, and by the code of a second factor where the house asks for one."""
        self._enter(
            "login", lambda mine: messages.Login(mine, name.strip(), password, code.strip())
        )

    def register(self, name: str, password: str) -> int:
        """An account; a guest who is in keeps chips and history in it. The request's number."""
        if self._model.session.state == "in":
            return self._request(lambda mine: messages.Register(mine, name.strip(), password))
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
        digits = "".join(number.split())
        self._enter(
            "login_by_card",
            lambda mine: messages.LoginByCard(mine, name.strip(), kind, digits, pin, expiry, code),
        )

    def log_out(self) -> int:
        """Leave every table, be cashed out, be nobody."""
        return self._request(messages.Logout)

    @property
    def devices(self) -> tuple[DeviceRow, ...]:
        """Where one is logged in and was lately, as the house said when it was asked last."""
        return tuple(devices.row(one) for one in self._model.devices)

    def ask_devices(self) -> int:
        """Ask where one is logged in."""
        return self._request(messages.Sessions)

    def log_out_everywhere(self) -> int:
        """Leave every table, be cashed out, be logged in nowhere."""
        return self._request(messages.LogoutEverywhere)

    def cancel_entry(self) -> None:
        """Do not log in after all, if the house has not been asked yet."""
        model = self._model
        if model.session.state != "entering":
            model.session = replace(model.session, login=None)
            self._entry(Entry())

    def show_as(self, name: str, avatar: str) -> int:
        """Be seen by others under this name and avatar; both are remembered on this device."""
        self.set(name=name.strip(), avatar=avatar)
        return self._request(lambda mine: messages.Profile(mine, name.strip(), avatar))

    def _enter(self, way: str, login: Callable[[int], Login]) -> None:
        model = self._model
        if model.session.state == "in":
            model.after_logout = lambda: self._enter(way, login)
            self.log_out()
            return
        if model.session.state == "entering":
            return
        wish = login(model.session.box.next)
        if not fits(wish):
            self._entry(Entry(way, False, Say("refusal.form")))
            return
        self._entry(Entry(way, True))
        self._take(model.session.enter(wish, self.now()))

    def _entry(self, entry: Entry) -> None:
        self._model.entry = entry
        self._model.touch("entry")
        self._model.settle()

    # -- what all screens show -----------------------------------------------------------------

    @property
    def screen(self) -> Screen:
        """Where the player is."""
        return self._model.screen

    def show(self, table: str = "") -> None:
        """Look at one of my tables, or at the lobby."""
        model = self._model
        model.look_at(Screen("table", table) if table in model.tables else Screen("lobby"))
        model.where()
        model.settle()

    @property
    def toasts(self) -> tuple[Toast, ...]:
        """Short words: the first is shown, the others wait for their turn; each goes by itself."""
        return self._model.toasts.shown

    def tell(self, say: Say, kind: Mood = "info") -> None:
        """Words of a screen, in the place of all the others."""
        self._model.toast(say, kind)
        self._model.settle()

    @property
    def inbox(self) -> tuple[Toast, ...]:
        """What was said in passing, the newest first."""
        return self._model.toasts.inbox

    @property
    def missed(self) -> frozenset[int]:
        """The numbers of those that were never shown, or to nobody."""
        return self._model.toasts.missed

    def read_inbox(self) -> None:
        """All of it has been seen."""
        if not self.missed:
            return
        self._model.toasts = self._model.toasts.read()
        self._model.touch("toasts")
        self._model.settle()

    def dismiss(self, toast: int) -> None:
        """Away with one of them."""
        self._model.toasts = self._model.toasts.without(toast, self.now())
        self._model.touch("toasts")
        self._model.settle()

    @property
    def closing(self) -> bool:
        """The house closes: what is played goes on, and nothing new begins."""
        return self._model.banner is not None and self._model.banner.code == "closing"

    @property
    def banner(self) -> Banner | None:
        return self._model.banner

    @property
    def farewell(self) -> Farewell | None:
        """There are no chips left: the app ends at its `until`."""
        return self._model.farewell

    def enough(self) -> None:
        """End the app now."""
        self._model.quit()
        self._model.settle()
