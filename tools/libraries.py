"""Looks through the libraries of an Android app: `python -m tools.libraries APP.apk ...`.

A phone with pages of 16 KiB loads a 64-bit library only if each of its segments is aligned to that,
and stores ask for it. So every `.so` of an APK or AAB is read, those that python-for-android packs
into `libpybundle.so` too (a tar archive, whatever its name says): its segments, the NDK that has
made it, and where the APK has it uncompressed, its place there. What is wrong is said library by
library, and ends the build.
"""

import argparse
import io
import sys
import tarfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from tools.elf import Library, NotElf, read

PAGE: Final = 16_384
"""The pages of 64-bit phones."""
OLD_PAGE: Final = 4_096
"""The pages of 32-bit phones, which stay as they are."""
NDK: Final = 28
"""From this release on the NDK aligns by itself."""
GZIP: Final = b"\x1f\x8b"
LARGEST: Final = 256 * 1024 * 1024
"""No library, and no archive in one, is larger."""
MOST: Final = 10_000
"""No app has more entries."""
LOCAL: Final = 30


def faults(app: Path, unnamed: Sequence[str] = ()) -> tuple[str, ...]:
    """A sentence for each thing that is wrong with a library of the app. `unnamed` are names of
    libraries that come ready-made and need not say which NDK has made them."""
    try:
        with zipfile.ZipFile(app) as packed, app.open("rb") as raw:
            found = tuple(_faults(app, packed, raw, unnamed))
    except (zipfile.BadZipFile, OSError, EOFError, zlib.error, NotImplementedError) as wrong:
        return (f"{app.name}: it cannot be read as an archive: {wrong}.",)
    return found


def _faults(
    app: Path, packed: zipfile.ZipFile, raw: IO[bytes], unnamed: Sequence[str]
) -> Iterator[str]:
    entries = packed.infolist()
    if len(entries) > MOST:
        yield f"{app.name}: it has {len(entries)} entries; {MOST} are the most."
        return
    seen = 0
    for entry in entries:
        if not entry.filename.endswith(".so"):
            continue
        name = _shown(entry.filename)
        try:
            with packed.open(entry) as opened:
                data = _all_of(opened, name)
        except (NotElf, RuntimeError) as wrong:
            yield f"{name}: {wrong}"
            continue
        for inner, library in _libraries(name, data):
            seen += 1
            if isinstance(library, NotElf):
                yield f"{inner}: {library}"
            else:
                yield from (f"{inner}: {one}" for one in _wrong(inner, library, unnamed))
        if app.suffix == ".apk" and entry.compress_type == zipfile.ZIP_STORED:
            at = _place(entry, raw)
            if _wide(name) and at % PAGE:
                yield f"{name}: it lies uncompressed at {at}, which is no multiple of {PAGE}."
    if not seen:
        yield f"{app.name}: there is no library in it."


def _libraries(name: str, data: bytes) -> Iterator[tuple[str, Library | NotElf]]:
    """The library, or those of the archive that bears its name."""
    if data[:2] != GZIP:
        yield name, _read(data)
        return
    try:
        with tarfile.open(fileobj=io.BytesIO(_unzipped(data)), mode="r:") as inside:
            for member in inside:
                opened = inside.extractfile(member) if member.name.endswith(".so") else None
                if opened is not None:
                    yield f"{name}/{_shown(member.name)}", _read(opened.read())
    except NotElf as wrong:
        yield name, wrong
    except (tarfile.TarError, OSError, EOFError, zlib.error) as wrong:
        yield name, NotElf(f"It is an archive that cannot be read: {wrong}.")


def _unzipped(data: bytes) -> bytes:
    """The whole of what was zipped: an archive that is cut off would else pass for a short one."""
    unzips = zlib.decompressobj(wbits=31)
    whole = unzips.decompress(data, LARGEST + 1)
    if len(whole) > LARGEST:
        raise NotElf(f"What is packed in it has more than {LARGEST} bytes.")
    if not unzips.eof:
        raise NotElf("It is an archive that cannot be read: its end is missing.")
    return whole


def _read(data: bytes) -> Library | NotElf:
    try:
        return read(data)
    except NotElf as wrong:
        return wrong


def _wrong(name: str, library: Library, unnamed: Sequence[str]) -> Iterator[str]:
    page = PAGE if library.bits == 64 else OLD_PAGE
    if not library.loads:
        yield "Nothing of it is loaded."
    for number, one in enumerate(library.loads):
        if one.align < page or one.align & (one.align - 1):
            yield f"Segment {number} is aligned to {one.align}; it must be {page} or a multiple."
        elif (one.address - one.offset) % one.align:
            yield f"Segment {number} lies at {one.address} of memory and {one.offset} of the file."
    if library.ndk is None:
        if Path(name).name not in unnamed:
            yield "No NDK says that it has made it."
    elif library.ndk.release < NDK:
        said = _shown(library.ndk.version)
        yield f"It was made by the NDK {said}; r{NDK} is the oldest that aligns by itself."


def _all_of(opened: IO[bytes], name: str) -> bytes:
    data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NotElf(f"It has more than {LARGEST} bytes.")
    return data


def _place(entry: zipfile.ZipInfo, raw: IO[bytes]) -> int:
    """Where the bytes of an entry begin in the file: what stands before them is in its own head."""
    raw.seek(entry.header_offset)
    head = raw.read(LOCAL)
    named, extra = int.from_bytes(head[26:28], "little"), int.from_bytes(head[28:30], "little")
    return entry.header_offset + LOCAL + named + extra


def _wide(name: str) -> bool:
    return any(part in ("arm64-v8a", "x86_64") for part in Path(name).parts)


def _shown(name: str) -> str:
    """A name of the archive, as nothing but a name."""
    return "".join(one if one.isprintable() else "?" for one in name[:200])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.libraries", description=__doc__)
    parser.add_argument("apps", nargs="+", type=Path, help="APK and AAB files")
    parser.add_argument(
        "--unnamed",
        action="append",
        default=[],
        metavar="NAME",
        help="a library that comes ready-made: it need not name its NDK",
    )
    asked = parser.parse_args(arguments)
    found = [one for app in asked.apps for one in faults(app, asked.unnamed)]
    for one in found:
        print(one, file=sys.stderr)
    if not found:
        print(f"The libraries of {len(asked.apps)} files are right for pages of {PAGE} bytes.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
