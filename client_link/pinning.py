"""TLS with one certificate, known by its fingerprint, and with no other, whoever vouches for it."""

import base64
import hashlib
import hmac
import ssl
from typing import Final

PIN: Final = "#pin="
"""Stands in a URL before the fingerprint."""


class WrongCertificate(ssl.SSLError):
    """The house shows another certificate than the one that the invitation named."""


def pinned(pin: str) -> ssl.SSLContext:
    """What takes the certificate of that fingerprint: the SHA-256 in the base64 of URLs."""

    class Pinned(ssl.SSLObject):
        """Looks at the certificate before a byte of the client's is sent by this connection."""

        def do_handshake(self) -> None:
            super().do_handshake()
            shown = self.getpeercert(binary_form=True) or b""
            digest = base64.urlsafe_b64encode(hashlib.sha256(shown).digest()).decode().rstrip("=")
            if not hmac.compare_digest(digest, pin):
                raise WrongCertificate(1, "the certificate is not the one of the invitation")

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.sslobject_class = Pinned
    return context
