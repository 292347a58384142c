"""The files of the page, read once at the start: what is asked for is looked up, never opened."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os.path import splitext
from pathlib import Path
from types import MappingProxyType
from typing import Final

PLACES: Final = (
    Path(__file__).resolve().parents[2] / "build" / "web",
    Path(__file__).resolve().parents[2] / "web_client" / "built",
)
"""Where the built page lies: beside the sources, and in an installed package."""
INDEX: Final = "index.html"
TYPES: Final = MappingProxyType(
    {
        ".css": "text/css; charset=utf-8",
        ".data": "application/octet-stream",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".mp3": "audio/mpeg",
        ".ogg": "audio/ogg",
        ".png": "image/png",
        ".svg": "image/svg+xml",
        ".txt": "text/plain; charset=utf-8",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".woff2": "font/woff2",
        ".zip": "application/zip",
    }
)
CODINGS: Final = MappingProxyType({"br": ".br", "gzip": ".gz"})
"""How a body may be packed, the best first, and the name of the file that is."""
UNPACKED: Final = 65_536
"""A file larger than this is kept packed alone, if it is packed."""
POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
SAFE: Final = (
    f"Content-Security-Policy: {POLICY}\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "X-Content-Type-Options: nosniff\r\n"
)
FOR_EVER: Final = "public, max-age=31536000, immutable"


class BadPage(ValueError):
    """What is wrong with the folder of a page."""


@dataclass(frozen=True, slots=True)
class Packed:
    """A file in one coding: the lines about it but its length, and its body."""

    lines: bytes
    body: bytes


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file of the page. One that may change has a tag, by which a browser asks for news."""

    codings: Mapping[str, Packed]
    """By the coding; the file itself is `""`, unless it is large."""
    tag: str = ""

    def packed(self, accepted: frozenset[str]) -> Packed | None:
        """It in the best coding that is accepted; None if there is none."""
        for coding in (*CODINGS, ""):
            if (not coding or coding in accepted) and coding in self.codings:
                return self.codings[coding]
        return None


@dataclass(frozen=True, slots=True)
class WebFiles:
    """All files of a page by their path."""

    files: Mapping[str, WebFile] = field(repr=False)

    def find(self, path: str) -> WebFile | None:
        """The file of a path, which begins with a slash."""
        return self.files.get("/" + INDEX if path == "/" else path)


def built() -> Path | None:
    """The folder of the page, if it has been built."""
    return next((one for one in PLACES if (one / INDEX).is_file()), None)


def read_page(folder: Path) -> WebFiles:
    """Read a built page: what lies at its root may change, all else bears a hash in its path."""
    bodies = dict(_bodies(str(folder)))
    found = {}
    for name, body in bodies.items():
        stem, suffix = splitext(name)
        if suffix in CODINGS.values() and stem in bodies:
            continue
        if suffix not in TYPES:
            raise BadPage(f"{name[1:]} is of no kind that a page has.")
        packed = {coding: name + suffix for coding, suffix in CODINGS.items()}
        beside = {coding: bodies[one] for coding, one in packed.items() if one in bodies}
        found[name] = _web_file(TYPES[suffix], body, beside, for_ever="/" in name[1:])
    if "/" + INDEX not in found:
        raise BadPage(f"{folder} has no {INDEX}.")
    return WebFiles(MappingProxyType(found))


def _bodies(folder: str) -> Iterator[tuple[str, bytes]]:
    """Every file there, by its path from there on."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = f"{place}/{name}"
            with open(path, "rb", buffering=0) as file:
                yield path[len(folder) :], file.read()


def _web_file(kind: str, body: bytes, packed: Mapping[str, bytes], for_ever: bool) -> WebFile:
    tag = "" if for_ever else f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    # A large file is kept packed alone.
    bodies = {**packed} if packed and len(body) > UNPACKED else {**packed, "": body}
    codings = {}
    for coding, data in bodies.items():
        lines = f"Content-Type: {kind}\r\nAccept-Ranges: bytes\r\n"
        lines += f"Content-Encoding: {coding}\r\n" if coding else ""
        lines += "Vary: Accept-Encoding\r\n" if packed else ""
        lines += f"Cache-Control: {FOR_EVER if for_ever else 'no-cache'}\r\n"
        lines += f"ETag: {tag}\r\n" if tag else ""
        codings[coding] = Packed((lines + SAFE).encode(), data)
    return WebFile(MappingProxyType(codings), tag)
