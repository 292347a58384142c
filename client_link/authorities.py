"""Authorities that vouch for the certificate of a house: those of the world, and a private one."""

import ssl
from typing import Final

import certifi

VARIABLE: Final = "CARDROOM_CA"
"""Names the file of a private authority in the environment of a client."""


class BadAuthority(ssl.SSLError):
    """The file of a private authority cannot be read, or holds no certificate."""


def trusted(file: str = "") -> ssl.SSLContext:
    """What believes the authorities of the world, and those in the PEM file, if there is one;
    BadAuthority if it is none. It reads files."""
    context = ssl.create_default_context(cafile=certifi.where())
    if file:
        try:
            context.load_verify_locations(cafile=file)
        except ssl.SSLError:
            raise BadAuthority(1, f"{file} holds no certificate; name a PEM file.") from None
        except OSError as wrong:
            raise BadAuthority(1, f"{file} cannot be read: {wrong.strerror}.") from None
    return context
