"""A plain request of HTTP, as a browser that wants a file of the page makes it, or a client that
wants a WebSocket."""

import hashlib
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import unquote

FIRST: Final = re.compile(rb"([A-Z]{1,16}) (/[!-~]*) HTTP/1\.([01])")
FIELD: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t -~\x80-\xff]*)")
RANGE: Final = re.compile(r"bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))", re.IGNORECASE)
ASKED: Final = re.compile(rb"GET (/[A-Za-z0-9._~-]*)+ HTTP/1\.1\r\n")
KEY: Final = re.compile(r"[A-Za-z0-9+/]{22}==")
COMPRESSES: Final = re.compile(r"permessage-deflate(; ?client_max_window_bits)?")
"""What browsers offer, and the house does not take up."""
END: Final = b"\r\n\r\n"
"""What stands behind the head of a request."""
MAGIC: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""RFC 6455: an answer holds the SHA-1 of the key and this."""
SWITCHES: Final = (
    b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Accept: "
)
HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?")


@dataclass(frozen=True, slots=True)
class PlainRequest:
    """What was asked for, and how."""

    method: str
    path: str
    fields: Mapping[str, str]
    """The header fields by their names in small letters."""
    version: int
    """The digit after `HTTP/1.`."""

    @property
    def upgrades(self) -> bool:
        """Whether it wants another protocol, as a WebSocket does."""
        return "upgrade" in self.fields

    @property
    def stays(self) -> bool:
        """Whether another request may follow on the same connection."""
        alone = not {"content-length", "transfer-encoding"} & self.fields.keys()
        return bool(self.version) and alone and not _listed(self.fields.get("connection"), "close")

    @property
    def accepted(self) -> frozenset[str]:
        """The codings in which a body is understood."""
        found = set()
        for part in self.fields.get("accept-encoding", "").lower().split(","):
            coding, _, worth = part.partition(";")
            if not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", worth):
                found.add(coding.strip())
        return frozenset(found)

    def knows(self, tag: str) -> bool:
        """Whether the file with this tag is there already."""
        return bool(tag) and _listed(self.fields.get("if-none-match"), tag)

    def part(self, size: int) -> range | None:
        """The bytes that are wanted alone of a body of this size, none if it has no such bytes;
        None: all of it is to be given, as for what asks for several parts."""
        found = RANGE.fullmatch(self.fields.get("range", ""))
        # `If-Range` names a version by a tag, and the large files have none.
        if self.method != "GET" or found is None or "if-range" in self.fields:
            return None
        first, last, most = (int(one) if one else None for one in found.groups())
        if first is None:
            return range(max(0, size - (most or 0)), size)
        if last is not None and last < first:
            return None
        return range(first, size if last is None else min(last + 1, size))


def parsed(head: bytes) -> PlainRequest | None:
    """The head of a request, up to its empty line; None if it is not written as it should be."""
    first, *lines = head.split(b"\r\n")
    asked = FIRST.fullmatch(first)
    if asked is None:
        return None
    fields: dict[str, str] = {}
    for line in lines:
        found = FIELD.fullmatch(line)
        if found is None:
            return None
        name, value = found[1].decode().lower(), found[2].decode("latin-1").strip()
        if name == "host" and name in fields:
            return None
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    path = asked[2].partition(b"?")[0].decode()
    return PlainRequest(asked[1].decode(), unquote(path), fields, int(asked[3]))


def granted(head: bytes, request: PlainRequest) -> bytes | None:
    """The answer to a request for a WebSocket, with this head, that has nothing which is seldom
    asked; None: it is another, and may be a wrong one."""
    fields = request.fields
    key = fields.get("sec-websocket-key", "")
    if (
        not ASKED.match(head)
        or not HOST.fullmatch(fields.get("host", "").lower())
        or fields.get("upgrade", "").lower() != "websocket"
        or not _listed(fields.get("connection"), "upgrade")
        or fields.get("sec-websocket-version") != "13"
        or "sec-websocket-protocol" in fields
        or not COMPRESSES.fullmatch(fields.get("sec-websocket-extensions", "permessage-deflate"))
        or not KEY.fullmatch(key)
    ):
        return None
    accepts = b64encode(hashlib.sha1(key.encode() + MAGIC, usedforsecurity=False).digest())
    return SWITCHES + accepts + END


def _listed(value: str | None, wanted: str) -> bool:
    """Whether one of the values of a field is this one."""
    parts = [part.strip().removeprefix("W/") for part in (value or "").split(",")]
    return wanted in parts or wanted in [part.lower() for part in parts]


def own_host(host: str, names: frozenset[str]) -> bool:
    """Whether a house may be asked for under this name: this machine, an address in numbers, or
    one of its own names.

    Whoever owns another name can let it lead here, and a page of that name would be taken for one
    of the house (DNS rebinding); nobody can do so with an address in numbers."""
    found = HOST.fullmatch(host.lower())
    if found is None:
        return False
    name = found[1].strip("[]")
    if name == "localhost" or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
