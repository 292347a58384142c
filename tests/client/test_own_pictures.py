"""The player's own pictures: which files are used, and what is said of the others."""

import logging
import struct
import zlib
from pathlib import Path

import pytest

from mobile_client.ui import own
from protocol.cards import parse


def png(wide: int, high: int) -> bytes:
    def part(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"".join(b"\0" + b"\x20\x80\x40" * wide for _ in range(min(high, 64))))
    return own.PNG + part(b"IHDR", head) + part(b"IDAT", rows) + part(b"IEND", b"")


def jpeg(wide: int, high: int) -> bytes:
    """Head and end of one, after a mark that says nothing of its size."""
    said = b"\xff\xe0" + struct.pack(">H", 6) + b"JFIF"
    head = own.JPEG + said + b"\xff\xc2" + struct.pack(">HBHH", 11, 8, high, wide) + b"\0" * 8
    return head + own.JPEG_SCAN + b"\0" * 8 + own.JPEG_END


def left_out(caplog: pytest.LogCaptureFixture) -> str:
    return "\n".join(one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING)


def test_files_are_what_they_are_called(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("back.png", "TABLE.PNG", "as.png", "10h.png", "xb.png", ".hidden"):
        (tmp_path / name).write_bytes(png(10, 14))
    (tmp_path / "kd.jpg").write_bytes(jpeg(300, 420))
    found = own.find_pictures(tmp_path)
    assert found.back == tmp_path / "back.png"
    assert found.table == tmp_path / "TABLE.PNG"
    assert set(found.fronts) == set(parse("As 10h Xb Kd"))
    assert not left_out(caplog)


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("back.png", b"\x89PNG\r\n", "no PNG and no JPEG"),
        ("back.png", b"", "no PNG and no JPEG"),
        ("back.jpg", own.JPEG + b"\xff\xe0\xff", "no PNG and no JPEG"),
        ("back.jpg", own.JPEG + b"\xff\xe0\x00\x00" * 4, "no PNG and no JPEG"),
        ("table.png", png(30_000, 30_000), "30000 by 30000 pixels"),
        ("table.jpg", jpeg(9_000, 10), "9000 by 10 pixels"),
        ("table.png", png(0, 10), "0 by 10 pixels"),
        ("back.png", png(10, 10)[:-1], "it is cut off"),
        ("as.png", png(10, 10)[:60], "it is cut off"),
        ("table.jpg", jpeg(10, 10)[:-1], "it is cut off"),
        ("table.jpg", jpeg(9, 9) + jpeg(10, 10)[:-4], "it is cut off"),
        ("table.gif", png(10, 10), "pictures end with"),
        ("1z.png", png(10, 10), "a picture is called"),
        ("as kd.png", png(10, 10), "a picture is called"),
    ],
)
def test_what_cannot_be_shown_is_named_and_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, data: bytes, why: str
) -> None:
    (tmp_path / name).write_bytes(data)
    found = own.find_pictures(tmp_path)
    assert found == own.Own()
    assert found.unfit == (name,), "the page of looks names it"
    assert name in left_out(caplog)
    assert why in left_out(caplog)


def test_a_huge_file_is_not_even_read(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "table.png").write_bytes(png(10, 10))
    monkeypatch.setattr(own, "MOST_BYTES", 20)
    monkeypatch.setattr(Path, "read_bytes", lambda _: pytest.fail("it was read"))
    assert own.find_pictures(tmp_path) == own.Own()
    assert "it is larger than" in left_out(caplog)


def test_of_two_files_for_one_the_first_is_shown(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("back.jpg", "back.png"):
        (tmp_path / name).write_bytes(jpeg(10, 14) if name.endswith("jpg") else png(10, 14))
    assert own.find_pictures(tmp_path).back == tmp_path / "back.jpg"
    assert "back.jpg is shown already" in left_out(caplog)


def test_without_the_folder_there_are_none(tmp_path: Path) -> None:
    assert own.find_pictures(tmp_path / "nowhere") == own.Own()
    assert own.find_pictures(None) == own.Own()


def test_a_folder_called_like_a_picture_is_left_out(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "back.png").mkdir()
    assert own.find_pictures(tmp_path) == own.Own()
    assert "cannot be read" in left_out(caplog)
