"""Addresses of houses: the one that a player types, as the URL to connect to."""

import re
from typing import Final

DEMO_ADDRESS: Final = "ws://127.0.0.1:8770"
"""A house on this machine."""
PORT: Final = 8770
KEPT: Final = 6
_HOST: Final = re.compile(
    r"(?:(wss?)://)?((?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*)"
    r"(?::(\d{1,5}))?(/[a-z0-9._~/-]*)?",
    re.IGNORECASE,
)
_NEAR: Final = re.compile(
    r"localhost|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+",
    re.IGNORECASE,
)


def url(typed: str) -> str:
    """`wss://play.example.org` of `play.example.org`; "" if it is no address.

    A house on this machine or in this home has no certificate; any other has one.
    """
    found = _HOST.fullmatch(typed.strip())
    if found is None or int(found[3] or 1) not in range(1, 65536):
        return ""
    scheme, host, port, path = found.groups()
    near = _NEAR.fullmatch(host) is not None
    scheme = (scheme or ("ws" if near else "wss")).lower()
    port = port or (str(PORT) if near else "")
    return f"{scheme}://{host.lower()}{f':{port}' if port else ''}{path or ''}"


def remembered(urls: str, used: str) -> str:
    """The addresses with the one that was used in front, one a line."""
    return "\n".join(list(dict.fromkeys([used, *urls.split("\n")]))[:KEPT]).strip()


def known(urls: str) -> tuple[str, ...]:
    """Those that can be offered; a house on this machine is always worth a try."""
    return tuple(dict.fromkeys([*filter(None, urls.split("\n")), DEMO_ADDRESS]))
