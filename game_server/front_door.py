"""The front door: players' port with its certificate, the page for browsers, and how all that is
made known, on the screen of who starts the house and to programs on this network."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from twisted.internet.error import CannotListenError

from game_server import invitation
from game_server.addresses import literal
from game_server.house.hours import HouseState
from game_server.net import own_certificate, web_files
from game_server.net.certificates import BadCertificate, Certificates
from game_server.net.listener import Listener
from game_server.net.web_files import BadPage
from game_server.planning import CannotServe, ServePlan

if TYPE_CHECKING:
    from game_server.announcement import Announcement

NO_PAGE: Final = "There is no page for browsers yet: `make web` builds it."


def own_certificate_of(plan: ServePlan) -> str:
    """The fingerprint of the certificate that the house has made for itself, now if need be."""
    try:
        own_certificate.make_if_missing(plan.data)
        Certificates(plan.limits.certificate, plan.limits.key)
        return own_certificate.fingerprint(Path(plan.limits.certificate))
    except (OSError, ValueError) as wrong:
        raise CannotServe(f"The house cannot make a certificate of its own: {wrong}.") from None
    except BadCertificate as wrong:
        text = f"{wrong} Remove both, and the house makes new ones; it has to invite anew then."
        raise CannotServe(text) from None


class FrontDoor:
    """Where players come in: `listen`, then `invite`."""

    def __init__(self, plan: ServePlan, net: Listener, pin: str, say: Callable[[str], None]):
        """`pin` is the fingerprint of the house's own certificate, or empty."""
        self._plan, self._net, self._pin, self._say = plan, net, pin, say
        self._lacks, self._port = "", 0
        self._announced: Announcement | None = None

    def listen(self) -> None:
        """Let players in, and browsers fetch the page; CannotServe if the port is taken."""
        limits = self._plan.limits
        self._lacks = self._serve_page()
        try:
            self._port = self._net.listen()
        except CannotListenError as wrong:
            text = f"Players cannot connect on {limits.address}:{limits.port}: {wrong.socketError};"
            raise CannotServe(f"{text} set another port.") from None

    @property
    def url(self) -> str:
        """Where players connect."""
        limits = self._plan.limits
        scheme = "wss" if limits.secure else "ws"
        pinned = f"#pin={self._pin}" if self._pin else ""
        return f"{scheme}://{literal(limits.address)}:{self._port}{pinned}"

    def invite(self, now: HouseState) -> None:
        """Say where the house is, to who reads its output, to clients and to the network."""
        limits, port, pin = self._plan.limits, self._port, self._pin
        state = "open" if now == "open" else "closed until `cardroom admin on`, and listens"
        self._say(f"The house is {state} on {self.url}")
        self._say(self._lacks or f"In a browser: {limits.page(port)}")
        near = tuple(one for one in self._net.addresses if one != limits.address)
        context, page = self._net.context, not self._lacks
        invite = invitation.reached_by(limits, near, port, page, pin)
        context.greeting = replace(context.greeting, invite=invite)
        if limits.lan:
            for line in invitation.near(near, port, limits.secure, pin, page):
                self._say(line)
            self._announce(near)
        elif pin:
            self._say(invitation.own(limits.address, port, pin))

    def end(self) -> None:
        """Tell the network no more of it."""
        if self._announced is not None:
            self._announced.end()

    def _serve_page(self) -> str:
        """Serve the page; why there is none."""
        folder = web_files.built()
        if folder is None:
            return NO_PAGE
        try:
            self._net.serve(web_files.read_page(folder))
        except (BadPage, OSError) as wrong:
            return f"There is no page for browsers: {wrong} `make web` builds it anew."
        return ""

    def _announce(self, near: Sequence[str]) -> None:
        """Tell the network; where one needs the invitation there is nothing to be found."""
        # It brings asyncio along, which other houses need not wait for.
        from game_server import announcement

        told_on = announcement.can_announce(near)
        if told_on and not self._pin:
            name, secure = self._plan.config.house.name, self._plan.limits.secure
            info = announcement.service(name, near, self._port, secure)
            self._announced = announcement.Announcement(info, told_on)
            self._announced.begin()
