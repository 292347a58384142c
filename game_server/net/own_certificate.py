"""A certificate that a house makes for itself: nobody vouches for it, so the invitation carries its
fingerprint, and clients take that certificate and no other."""

import base64
import hashlib
import os
import re
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

CERTIFICATE: Final = "own-certificate.pem"
KEY: Final = "own-key.pem"
NAME: Final = "Cardroom"
LASTS: Final = timedelta(days=3650)
CLOCKS_DIFFER: Final = timedelta(days=1)
FOR_OWNER: Final = 0o600
FIRST: Final = re.compile(rb"-----BEGIN CERTIFICATE-----(.+?)-----END CERTIFICATE-----", re.DOTALL)


def files(data: Path) -> tuple[Path, Path]:
    """Where the certificate and its key lie in the folder of a house."""
    return data / CERTIFICATE, data / KEY


def make_if_missing(data: Path, now: datetime | None = None) -> None:
    """Make both files unless they are there: a house keeps its certificate, or every invitation
    that was sent would be worth nothing."""
    certificate, key = files(data)
    if certificate.exists() and key.exists():
        return
    made = ec.generate_private_key(ec.SECP256R1())
    secret = made.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    page = _signed(made, now or datetime.now(UTC)).public_bytes(serialization.Encoding.PEM)
    _write(key, secret)
    _write(certificate, page)


def fingerprint(certificate: Path) -> str:
    """The SHA-256 of the first certificate of the file, as an invitation carries it."""
    found = FIRST.search(certificate.read_bytes())
    if found is None:
        raise ValueError(f"{certificate} holds no certificate")
    digest = hashlib.sha256(base64.b64decode(found[1])).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _signed(key: ec.EllipticCurvePrivateKey, now: datetime) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, NAME)])
    own = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCKS_DIFFER)
        .not_valid_after(now + LASTS)
        .add_extension(x509.SubjectAlternativeName(own), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )


def _write(file: Path, text: bytes) -> None:
    """Whole or not at all, and for the owner alone."""
    begun = file.with_suffix(".new")
    begun.unlink(missing_ok=True)
    fd = os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER)
    with os.fdopen(fd, "wb") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    begun.replace(file)
