"""Libraries of an app, made up byte by byte: right ones pass, and each fault is named."""

import io
import random
import struct
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from tools import libraries
from tools.elf import NotElf, read
from tools.libraries import PAGE, faults

NAME = "lib/arm64-v8a/libmain.so"
KINDS = [(64, "<"), (64, ">"), (32, "<"), (32, ">")]


def note(
    order: str, version: bytes = b"r28c", owner: bytes = b"Android\x00", kind: int = 1
) -> bytes:
    said = struct.pack(order + "I", 24) + version.ljust(64, b"\x00") + b"12345".ljust(64, b"\x00")
    return struct.pack(order + "III", len(owner), len(said), kind) + owner + said


def library(
    bits: int = 64,
    order: str = "<",
    aligns: Sequence[int] = (PAGE, PAGE),
    notes: bytes | None = None,
    kind: int = 3,
    shift: int = 0,
) -> bytes:
    """An ELF file with these loaded segments and a segment of notes."""
    notes = note(order) if notes is None else notes
    head, size = (64, 56) if bits == 64 else (52, 32)
    count = len(aligns) + 1
    at = head + count * size
    ident = b"\x7fELF" + bytes([2 if bits == 64 else 1, 1 if order == "<" else 2, 1]) + bytes(9)
    wide = "Q" if bits == 64 else "I"
    machine = 183 if bits == 64 else 40
    header = struct.pack(
        f"{order}HHI{wide}{wide}{wide}IHHHHHH",
        *(kind, machine, 1, 0, head, 0, 0, head, size, count, 0, 0, 0),
    )
    segments = b""
    for number, align in enumerate(aligns):
        segments += _segment(bits, order, 1, 0, shift + number * 4 * PAGE, 16, align)
    segments += _segment(bits, order, 4, at, at, len(notes), 4)
    return ident + header + segments + notes


def _segment(
    bits: int, order: str, kind: int, at: int, address: int, size: int, align: int
) -> bytes:
    if bits == 64:
        return struct.pack(order + "IIQQQQQQ", kind, 5, at, address, address, size, size, align)
    return struct.pack(order + "IIIIIIII", kind, at, address, address, size, size, 5, align)


def app(
    folder: Path,
    files: Mapping[str, bytes],
    name: str = "app.apk",
    how: int = zipfile.ZIP_DEFLATED,
) -> Path:
    made = folder / name
    with zipfile.ZipFile(made, "w", how) as packed:
        for path, data in files.items():
            packed.writestr(path, data)
    return made


def bundle(files: Mapping[str, bytes]) -> bytes:
    """The archive that python-for-android calls a library."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as packed:
        for name, data in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(data)
            packed.addfile(about, io.BytesIO(data))
    return made.getvalue()


# -- the reader ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("bits", "order"), KINDS)
def test_a_library_of_each_width_and_order_is_read(bits: int, order: str) -> None:
    found = read(library(bits, order, (PAGE, 4_096)))
    assert (found.bits, found.machine) == (bits, "aarch64" if bits == 64 else "arm")
    assert [one.align for one in found.loads] == [PAGE, 4_096]
    assert found.ndk is not None
    assert (found.ndk.api, found.ndk.version, found.ndk.release) == (24, "r28c", 28)


@pytest.mark.parametrize(
    ("version", "release"),
    [(b"r28c", 28), (b"r9", 9), (b"r28-beta2", 28), (b"r", 0), (b"28", 0), (b"\xff\xfe", 0)],
)
def test_the_release_of_an_ndk_is_its_number(version: bytes, release: int) -> None:
    found = read(library(notes=note("<", version)))
    assert found.ndk is not None
    assert found.ndk.release == release


def test_the_note_of_the_ndk_is_found_among_others() -> None:
    other = note("<", owner=b"GNU\x00", kind=3)
    assert read(library(notes=other + note("<"))).ndk is not None
    assert read(library(notes=other)).ndk is None
    assert read(library(notes=note("<", kind=2))).ndk is None
    assert read(library(notes=b"")).ndk is None


@pytest.mark.parametrize(("bits", "order"), KINDS)
def test_a_library_that_is_cut_off_anywhere_is_named_and_never_read_beyond(
    bits: int, order: str
) -> None:
    whole = library(bits, order)
    for length in range(len(whole)):
        with pytest.raises(NotElf):
            read(whole[:length])


def test_whatever_the_bytes_are_the_reader_says_so_or_reads_them() -> None:
    chance = random.Random(7)
    whole = library()
    for _ in range(3_000):
        data = bytearray(whole)
        for _ in range(chance.randrange(1, 6)):
            data[chance.randrange(len(data))] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
        # Any other exception would end the test.
        with suppress(NotElf):
            assert read(bytes(data)).bits in (32, 64)


@pytest.mark.parametrize("kind", [1, 2, 4])
def test_what_is_no_shared_library_is_named(kind: int) -> None:
    with pytest.raises(NotElf, match="of the kind"):
        read(library(kind=kind))


# -- the app ------------------------------------------------------------------------------------


def test_an_app_whose_libraries_are_right_passes(tmp_path: Path) -> None:
    files = {
        NAME: library(),
        "lib/armeabi-v7a/libmain.so": library(32, aligns=(4_096,)),
        "lib/arm64-v8a/libpybundle.so": bundle({"modules/_ssl.so": library(), "x.pyc": b"no"}),
        "assets/private.tar": b"nothing that is loaded",
    }
    made = app(tmp_path, files)
    assert faults(made) == ()
    assert libraries.main([str(made)]) == 0


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (library(aligns=(PAGE, 4_096)), "Segment 1 is aligned to 4096"),
        (library(aligns=(PAGE + 1,)), "Segment 0 is aligned to 16385"),
        (library(aligns=(0,)), "Segment 0 is aligned to 0"),
        (library(shift=4_096), "Segment 0 lies at 4096 of memory"),
        (library(aligns=()), "Nothing of it is loaded"),
        (library(32, aligns=(1_024,)), "aligned to 1024; it must be 4096"),
        (library(notes=note("<", b"r27d")), "made by the NDK r27d"),
        (library(notes=b""), "No NDK says"),
        (library()[:100], "the file has 100 bytes"),
        (b"#!/bin/sh", "begins with"),
        (b"", "begins with"),
        (b"\x1f\x8bnot a tar", "cannot be read"),
        (bundle({"a/_ssl.so": library(aligns=(4_096,))}), "libmain.so/a/_ssl.so: Segment 0"),
        (bundle({"a/_ssl.so": library()})[:-20], "cannot be read"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_each_fault_of_a_library_is_named(tmp_path: Path, data: bytes, says: str) -> None:
    made = app(tmp_path, {NAME: data})
    (fault,) = [one for one in faults(made) if "there is no library" not in one][:1]
    assert fault.startswith(NAME)
    assert says in fault
    assert libraries.main([str(made)]) == 1


def test_a_ready_made_library_need_not_name_its_ndk(tmp_path: Path) -> None:
    made = app(tmp_path, {"lib/arm64-v8a/libc++_shared.so": library(notes=b"")})
    assert faults(made)
    assert faults(made, ["libc++_shared.so"]) == ()


def test_a_library_that_lies_uncompressed_lies_on_a_page(tmp_path: Path) -> None:
    stored = app(tmp_path, {NAME: library()}, how=zipfile.ZIP_STORED)
    assert "it lies uncompressed at" in faults(stored)[0]
    # The name before it is as long as it takes.
    pad = PAGE - 2 * 30 - len(NAME) - 1
    right = app(tmp_path, {"p" * 1: b"", NAME: library()}, "other.apk", zipfile.ZIP_STORED)
    with zipfile.ZipFile(right, "w", zipfile.ZIP_STORED) as packed:
        packed.writestr("p", b"\x00" * pad)
        packed.writestr(NAME, library())
    assert faults(right) == ()
    # A store packs a bundle anew.
    assert faults(app(tmp_path, {f"base/{NAME}": library()}, "app.aab", zipfile.ZIP_STORED)) == ()


def test_an_app_without_libraries_and_a_file_that_is_none_are_named(tmp_path: Path) -> None:
    assert "no library" in faults(app(tmp_path, {"main.py": b""}))[0]
    nothing = tmp_path / "nothing.apk"
    nothing.write_bytes(b"PK\x03\x04 and no more")
    assert "cannot be read" in faults(nothing)[0]
    assert "cannot be read" in faults(tmp_path / "missing.apk")[0]


def test_what_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "LARGEST", 10_000)
    bomb = app(tmp_path, {NAME: bytes(20_000)})
    assert "more than 10000 bytes" in faults(bomb)[0]
    inner = app(tmp_path, {NAME: bundle({"x.so": bytes(20_000)})}, "inner.apk")
    assert "more than 10000 bytes" in faults(inner)[0]
    monkeypatch.setattr(libraries, "MOST", 1)
    assert "entries" in faults(app(tmp_path, {NAME: library(), "b": b""}, "many.apk"))[0]


def test_a_name_of_the_archive_is_shown_as_nothing_but_a_name(tmp_path: Path) -> None:
    made = app(tmp_path, {"lib/\x1b[2Jevil\n.so": b"x"})
    assert "\x1b" not in faults(made)[0]
    assert "\n" not in faults(made)[0]
