"""The connection with the house: what the socket reports, where to connect, and how it stands."""

from dataclasses import replace

from client_core import address
from client_core.account_forms import LONGEST_NAME
from client_core.people import Connection, Near
from client_core.session_states import SessionState
from client_core.state.client_state import ClientState
from client_core.text import Say
from protocol import messages


class ConnectionPart:
    """One connection with one house, as the link drives it and screens show it."""

    def __init__(self, state: ClientState) -> None:
        self._state = state
        self._nearby: tuple[Near, ...] = ()

    def opened(self, connection: int) -> None:
        """The connection is open."""
        self._state.take(self._state.runner.session.opened(connection, self._state.clock()))

    def heard(self, connection: int, data: bytes) -> None:
        """A frame came on the connection."""
        state = self._state
        seen = state.tables.seen() if state.runner.session.state == SessionState.GREETING else ()
        self._state.take(
            state.runner.session.heard(connection, data, self._state.clock(), state.chance, seen)
        )

    def lost(
        self, connection: int, code: int | None = None, status: int = 0, why: str = ""
    ) -> None:
        """The connection ended or could not be opened: its close code, the HTTP status, or what
        was wrong with the certificate: `certificate` that it is not the pinned one, `untrusted`
        that nobody vouches for it."""
        state = self._state
        state.take(
            state.runner.session.lost(connection, state.clock(), state.chance, code, status, why)
        )

    def woken(self) -> None:
        """The time of the last WakeAt has come."""
        state = self._state
        state.runner.take(
            state.runner.session.woken(self._state.clock(), state.chance, state.tables.seen())
        )
        state.tick()
        state.settle()

    def paused(self) -> None:
        """The app is put away and may be ended: the connection is closed, all is kept."""
        self._state.take(self._state.runner.session.paused(self._state.clock()))

    def resumed(self) -> None:
        """The app is in front again."""
        state = self._state
        state.runner.take(state.runner.session.resumed(self._state.clock()))
        state.tick()
        state.settle()

    def network(self, up: bool) -> None:
        """The device has a network again, or none."""
        if up:
            self._state.take(self._state.runner.session.network(self._state.clock()))

    def told_at_door(self) -> None:
        """There is a start screen that says how the connection stands, so no toast does there."""
        self._state.door_tells = True

    @property
    def view(self) -> Connection:
        """The connection as screens show it now."""
        session, welcome = self._state.runner.session, self._state.runner.session.welcome
        return Connection(
            session.state,
            session.since,
            session.retry_at,
            address.place(session.url),
            session.house,
            welcome.testing if welcome else False,
            welcome.open if welcome else True,
            session.code,
            len(session.box.open),
            session.readable,
            session.url == address.OFFLINE,
        )

    @property
    def addresses(self) -> tuple[str, ...]:
        """Addresses that were used, the last first, and that of a house on this machine."""
        return address.known(self._state.settings.urls)

    @property
    def nearby(self) -> tuple[Near, ...]:
        """Houses that were found on this network, beside those that were used."""
        return tuple(one for one in self._nearby if one.url not in self.addresses)

    def found(self, houses: tuple[Near, ...]) -> None:
        """These houses are on this network. Only such addresses count as the network may have."""
        self._nearby = tuple(one for one in houses if one.name and address.is_near(one.url))
        self._state.changes.touch("connection")
        self._state.settle()

    def link(self, code: str = "") -> str:
        """An invitation to this house, and to the room of that code, to be sent to friends; "" if
        nobody else reaches the house, as far as is known."""
        session = self._state.runner.session
        said = session.welcome.invite if session.welcome else ""
        if address.invitation(said) is not None:
            return address.joined(said, code)
        if session.url == address.OFFLINE or address.is_here(session.url):
            return ""
        return address.link(session.url, code, page=False)

    def start(self) -> None:
        """The app is up: connect to the house that was used last, else to one on this machine."""
        if self._state.settings.offline:
            self.play_offline()
        else:
            self.go_online()

    def play_offline(self) -> None:
        """Go to the house inside this client, and come in. What is at a house stays there."""
        state = self._state
        if not state.settings.offline:
            state.prefer(offline=True)
        if state.runner.session.url != address.OFFLINE:
            state.cross(address.OFFLINE)
        state.take(state.runner.session.go(state.clock()))
        session = state.runner.session
        if not session.token and session.login is None:
            name = state.settings.name.strip()
            if not 0 < len(name) <= LONGEST_NAME:
                name = state.words.say("start.guest")
            guest = messages.Guest(session.box.next, name)
            state.take(session.enter(guest, state.clock()))

    def go_online(self) -> None:
        """Go to the house that was used last, else to one on this machine."""
        self.go_to(self._state.settings.url or address.DEMO_ADDRESS)

    def go_to(self, typed: str) -> Say | None:
        """Connect to that address, and go to the room that it invites to; why it is none, if it is
        none."""
        state, found = self._state, address.invitation(typed)
        if found is None:
            return Say("refusal.address")
        url = address.pinned(found.url, state.settings.urls, typed)
        urls = address.remembered(state.settings.urls, url)
        if (url, urls) != (state.settings.url, state.settings.urls):
            self._state.prefer(url=url, urls=urls)
        if found.code or found.table:
            state.arrivals.invited = replace(found, url=url)
        if state.settings.offline:
            state.prefer(offline=False)
        if state.runner.session.url == address.OFFLINE:
            state.cross(url)
        state.take(state.runner.session.go(state.clock(), url))
        if state.runner.session.state == SessionState.IN:
            state.arrivals.follow()
            state.settle()
        return None

    def try_again(self) -> None:
        """Connect now, whatever the connection waits for."""
        self._state.take(self._state.runner.session.go(self._state.clock()))
