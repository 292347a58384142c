"""The certificate of a TLS listener, which can be read anew while connections stay."""

import re
from pathlib import Path
from typing import Final

from OpenSSL import SSL, crypto
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator
from twisted.internet.ssl import Certificate, CertificateOptions, KeyPair, TLSVersion
from zope.interface import implementer

PEM: Final = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)


class BadCertificate(Exception):
    """What is wrong with the two files, and what would be right."""


@implementer(IOpenSSLServerConnectionCreator)
class Certificates:
    """A certificate with its key, from two files. New connections are shown what was read last."""

    def __init__(self, certificate: str, key: str) -> None:
        self.certificate, self.key = certificate, key
        self._context = context(certificate, key)

    def renew(self) -> None:
        """Read the files anew; BadCertificate, and the one before stays in use."""
        self._context = context(self.certificate, self.key)

    def serverConnectionForTLS(self, _: object) -> SSL.Connection:
        """A connection of a client, for Twisted."""
        return SSL.Connection(self._context, None)


def context(certificate: str, key: str) -> SSL.Context:
    """What is shown to clients: the certificate and those it rests on. It speaks TLS 1.3 alone, in
    which no key that is stolen later opens what was said."""
    try:
        pages = PEM.findall(Path(certificate).read_bytes())
        own, *chain = (Certificate.loadPEM(page).original for page in pages)
        secret = KeyPair.load(Path(key).read_bytes(), crypto.FILETYPE_PEM).original
        made = CertificateOptions(
            privateKey=secret,
            certificate=own,
            extraCertChain=chain,
            raiseMinimumTo=TLSVersion.TLSv1_3,
        )
        return made.getContext()
    except (OSError, ValueError, crypto.Error, SSL.Error):
        text = f"{certificate} and {key} are no certificate and its key;"
        raise BadCertificate(f"{text} name two PEM files that belong together.") from None
