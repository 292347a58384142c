"""How friends come in: the lines that a house says of it, and the QR code for the terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import segno

from game_server.addresses import literal
from game_server.net.interfaces import way_out
from game_server.net.limits import ListenerLimits
from protocol.half_blocks import half_blocks

Say = Callable[[str], None]
INVITATION: Final = "Invitation: "
"""Begins the line that names the link; whoever holds the terminal draws it as a QR code."""
EVERYWHERE: Final = ("0.0.0.0", "::", "")
ALONE: Final = (
    "No private network is found here (10.*, 172.16-31.*, 192.168.*): only this machine reaches the"
    " house."
)
BY_CARD: Final = (
    "The addresses of this network hold for one network card each: friends type {typed} as the"
    " house, with the name of their own card, as wlan0, for CARD."
)
READABLE: Final = "This network only, not encrypted: whoever listens in on it reads what is said."
INK: Final = "\x1b[30;107m{line}\x1b[0m"
"""Black on white, whatever the colours of the terminal are: a camera wants it so."""


def link(address: str, port: int, page: bool = False, pin: str = "", secure: bool = False) -> str:
    """What a friend's camera is pointed at: the page of the house if it has one, else the app. No
    browser takes a certificate for its fingerprint: with a `pin` it is the app. Another
    certificate is one that browsers and apps alike believe."""
    at = f"{literal(address)}:{port}/"
    if pin:
        return f"cardroom://{at}#pin={pin}"
    return f"{'https' if secure else 'http' if page else 'cardroom'}://{at}"


def own(address: str, port: int, pin: str) -> str:
    """What a house says that has a certificate of its own; a friend needs its fingerprint."""
    reached = way_out() if address in EVERYWHERE else address
    return f"{INVITATION}{link(reached or 'your-address', port, pin=pin)}"


def reached_by(limits: ListenerLimits, near: Sequence[str], port: int, page: bool, pin: str) -> str:
    """The link that friends reach this house by; "" where it does not know one."""
    if limits.lan:
        useful = [one for one in near if "%" not in one]
        return link(useful[0], port, page, pin, limits.secure) if useful else ""
    if limits.origins:
        return f"{limits.origins[0]}/" if page else ""
    return own(limits.address, port, pin).removeprefix(INVITATION) if pin else ""


def near(
    addresses: Sequence[str], port: int, secure: bool = False, pin: str = "", page: bool = False
) -> Iterator[str]:
    """What a house says that listens on private addresses; the first is the one to be told."""
    # One that names its network card means something on this machine alone.
    useful = [one for one in addresses if "%" not in one]
    if not addresses:
        yield ALONE
        return
    if not secure:
        yield READABLE
    if not useful:
        at = f"[{addresses[0].partition('%')[0]}%CARD]:{port}"
        yield BY_CARD.format(typed=f"cardroom://{at}/#pin={pin}" if pin else at)
        return
    first, *others = (f"{literal(one)}:{port}" for one in useful)
    if pin:
        invited = link(useful[0], port, pin=pin)
        yield f"Friends need the invitation: cardroom terminal --at '{invited}'"
    elif page:
        shown = f"{'https' if secure else 'http'}://{first}/"
        typed = shown if secure else first
        yield f"Friends open {shown} in a browser, or type {typed} as the house in the app."
    else:
        yield f"Friends type {first} as the house in the app, or: cardroom terminal --at {first}"
    if others:
        yield f"It is also reached by {', '.join(others)}."
    yield f"{INVITATION}{link(useful[0], port, page, pin, secure)}"


def with_qr_code(say: Say, terminal: bool | None = None) -> Say:
    """Say a line, and after an invitation its QR code, where the output is a terminal."""

    def aloud(line: str) -> None:
        say(line)
        if line.startswith(INVITATION) and shows:
            for row in qr_code(line.removeprefix(INVITATION)):
                say(row)

    shows = sys.stdout.isatty() if terminal is None else terminal
    return aloud


def qr_code(text: str) -> Iterator[str]:
    """The lines of the QR code, two of its rows in each, with the margin that cameras need."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=2)]
    for line in half_blocks(rows):
        yield INK.format(line=line)
