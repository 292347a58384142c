"""Addresses of houses and invitations: what a player types or pastes, as the URL to connect to.

    play.example.org                          a house
    192.168.1.5:8770                          one in this home, which has no certificate
    [fd00::5]:8770, fe80::5%wlan0             by IPv6; behind % stands one's own network card
    https://play.example.org/#join=7KQ2M9     an invitation to a room of a house
    cardroom://192.168.1.5:8770/#pin=...      one to a house whose certificate is of its own making

A URL to connect to carries the pin of such a certificate behind a `#`; players see it without.
"""

import re
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv6Address
from typing import Final

DEMO_ADDRESS: Final = "ws://127.0.0.1:8770"
"""A house on this machine."""
OFFLINE: Final = "offline:"
"""The house inside the client, which nobody can type."""
PORT: Final = 8770
KEPT: Final = 6
PIN: Final = "#pin="
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?"
_V6: Final = r"(?P<v6>[0-9a-f:.]{2,45})(?:%(?:25)?(?P<card>[a-z0-9._~-]{1,32}))?"
"""An address of IPv6, and the network card that it is reached by."""
_BARE: Final = re.compile(_V6, re.IGNORECASE)
_HOST: Final = re.compile(
    rf"(?:(?P<scheme>wss?|https?|cardroom)://)?(?P<host>{_LABEL}(?:\.{_LABEL})*|\[{_V6}\])"
    r"(?::(?P<port>\d{1,5}))?(?P<path>/[a-z0-9._~/-]*)?(?:#(?P<said>.*))?",
    re.IGNORECASE,
)
_LINK: Final = re.compile(r"(?:wss?|https?|cardroom)://[^\s<>\"']+", re.IGNORECASE)
_NEAR: Final = re.compile(
    r"localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+"
    r"|169\.254\.[\d.]+|[a-z0-9.-]+\.local|\[::1\]"
    r"|\[(?:f[cd][0-9a-f]{2}|fe[89ab][0-9a-f]):[0-9a-f:.]*(?:%[^\]]+)?\]",
    re.IGNORECASE,
)
_HERE: Final = re.compile(r"localhost|127\.[\d.]+|\[::1\]", re.IGNORECASE)
_CODE: Final = re.compile(r"[A-Z0-9]{1,16}")
_TABLE: Final = re.compile(r"[A-Za-z0-9_-]{1,40}")
_DIGEST: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""A SHA-256 in the base64 of URLs."""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The way into a house: the URL to connect to, and the room there, by its code or its name."""

    url: str
    code: str = ""
    table: str = ""


def invitation(typed: str) -> Invitation | None:
    """The address or the invitation that was typed, or that stands in what a friend has written;
    None if there is none."""
    typed = typed.strip()
    bare = typed.count(":") > 1 and _BARE.fullmatch(typed)
    found = _HOST.fullmatch(f"[{typed}]" if bare else typed)
    if found is None and (link := _LINK.search(typed)):
        found = _HOST.fullmatch(link[0].rstrip(".,;:!?)")) or _HOST.fullmatch(link[0])
    if found is None or int(found["port"] or 1) not in range(1, 65536):
        return None
    scheme, host, said = found["scheme"], _host(found), found["said"]
    if not host:
        return None
    about = dict(part.partition("=")[::2] for part in (said or "").split("&"))
    pin = about.get("pin", "")
    if pin and not _DIGEST.fullmatch(pin):
        # Without it anybody could stand in for that house.
        return None
    code, table = about.get("join", "").upper(), about.get("table", "")
    return Invitation(
        _url((scheme or "").lower(), host, found["port"] or "", found["path"] or "", pin),
        code if _CODE.fullmatch(code) else "",
        table if _TABLE.fullmatch(table) else "",
    )


def _host(found: re.Match[str]) -> str:
    """The host as it stands in a URL, in one way of writing; "" if it is no address."""
    if not found["v6"]:
        return found["host"].lower()
    try:
        number = str(IPv6Address(found["v6"]))
    except AddressValueError:
        return ""
    return f"[{number}%{found['card']}]" if found["card"] else f"[{number}]"


def _url(scheme: str, host: str, port: str, path: str, pin: str) -> str:
    """A house on this machine or in this home has no certificate, unless it is pinned; any other
    has one."""
    near = _NEAR.fullmatch(host) is not None
    if scheme in ("http", "https", "cardroom"):
        path = path if path != "/" else ""
    secure = {"wss": True, "https": True, "ws": False}.get(scheme, not near)
    if scheme == "http":
        # A name without a dot is one of this network.
        secure = not near and "." in host
        port = port if port != "80" or not secure else ""
    if scheme in ("", "cardroom") and near:
        port = port or str(PORT)
    secure = secure or bool(pin)
    end = f"{PIN}{pin}" if pin else ""
    return f"{'wss' if secure else 'ws'}://{host}{f':{port}' if port else ''}{path}{end}"


def url(typed: str) -> str:
    """`wss://play.example.org` of `play.example.org`; "" if it is no address."""
    found = invitation(typed)
    return found.url if found else ""


def is_near(url: str) -> bool:
    """Whether the URL leads to this machine or to this home."""
    found = _HOST.fullmatch(place(url))
    return found is not None and _NEAR.fullmatch(found["host"]) is not None


def is_here(url: str) -> bool:
    """Whether the URL leads to this very machine, which nobody else reaches by it."""
    found = _HOST.fullmatch(place(url))
    return found is not None and _HERE.fullmatch(found["host"]) is not None


def is_link(typed: str) -> bool:
    """Whether it is an invitation, and no mere code of a room."""
    return "://" in typed


def place(url: str) -> str:
    """The URL without the pin of its certificate."""
    return url.partition("#")[0]


def pinned(url: str, known: str, typed: str) -> str:
    """The URL with the pin that came with an invitation to that house before, whatever else was
    typed than a link to its page, which means the certificate that all the world trusts."""
    if PIN in url or typed.strip().lower().startswith(("http://", "https://", "ws://")):
        return url
    pins = {_bare(one): one for one in reversed(known.split("\n")) if PIN in one}
    return pins.get(_bare(url), url)


def _bare(url: str) -> str:
    return place(url).partition("://")[2]


def link(url: str, code: str = "", table: str = "", page: bool = True) -> str:
    """An invitation to a room of that house, for friends: a link to its page, or to the app."""
    scheme, _, rest = place(url).partition("://")
    pin = url.partition(PIN)[2]
    said = [("join", code), ("table", table), ("pin", pin)]
    about = "&".join(f"{name}={value}" for name, value in said if value)
    web = page and not pin
    way = ("https" if scheme == "wss" else "http") if web else "cardroom"
    host = rest if "/" in rest else f"{rest}/"
    return f"{way}://{host}{f'#{about}' if about else ''}"


def joined(link: str, code: str) -> str:
    """The link to a house as one into the room of that code."""
    if not code:
        return link
    head, _, said = link.partition("#")
    return f"{head}#join={code}{f'&{said}' if said else ''}"


def remembered(urls: str, used: str) -> str:
    """The addresses with the one that was used in front, one a line."""
    others = [one for one in urls.split("\n") if place(one) != place(used)]
    return "\n".join([used, *others][:KEPT]).strip()


def known(urls: str) -> tuple[str, ...]:
    """Those that can be offered; a house on this machine is always worth a try."""
    return tuple(dict.fromkeys([*map(place, filter(None, urls.split("\n"))), DEMO_ADDRESS]))
