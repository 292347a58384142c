"""A private authority of the player's: a file that says who else vouches for houses."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FILE: Final = "authority.pem"
NAMES: Final = ("commonName", "organizationName")


@dataclass(frozen=True, slots=True)
class OwnAuthority:
    """The authority that lies on the device, with the name in its certificate. Without a `file`
    there is none; `unread`: the file is there, and no certificate is in it."""

    file: Path | None = None
    name: str = ""
    unread: bool = False

    @property
    def believed(self) -> str:
        """The path of the file that may be believed; "" if there is none."""
        return "" if self.file is None or self.unread else str(self.file)


def find_authority(folder: Path | None) -> OwnAuthority:
    """What lies in that folder; nothing in it can keep the app from starting."""
    file = None if folder is None else folder / FILE
    if file is None or not file.is_file():
        return OwnAuthority()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations(cafile=str(file))
    except (ssl.SSLError, OSError):
        return OwnAuthority(file, unread=True)
    return OwnAuthority(file, _name(context) or file.name)


def _name(context: ssl.SSLContext) -> str:
    """How the first authority in it is called; "" if it is none but a certificate alone."""
    for known in context.get_ca_certs():
        said: Any = known.get("subject", ())
        subject = dict(pair for part in said for pair in part)
        for wanted in NAMES:
            if wanted in subject:
                return str(subject[wanted])
    return ""
