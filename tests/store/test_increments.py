"""A copy as what has changed since another is put together as it was, or not at all."""

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game_server.store import increments
from game_server.store.increments import PAGE, BadIncrement


def made(folder: Path, before: bytes, after: bytes) -> Path:
    """The increment between two copies, of which the second is not kept."""
    (folder / "base").write_bytes(before)
    (folder / "whole").write_bytes(after)
    file = folder / "increment"
    file.touch()
    increments.write(folder / "whole", folder / "base", file, lambda: None)
    (folder / "whole").unlink()
    return file


def together(folder: Path) -> bytes:
    (folder / "new").touch()
    increments.assemble(folder / "increment", folder / "new")
    return (folder / "new").read_bytes()


@given(
    pages=st.integers(0, 600),
    more=st.integers(-300, 300),
    changed=st.sets(st.integers(0, 900), max_size=12),
    odd=st.sampled_from((0, 1, 512)),
    seed=st.integers(0, 99),
)
@settings(max_examples=25, deadline=None)
def test_what_is_put_together_is_what_was_copied(
    pages: int, more: int, changed: set[int], odd: int, seed: int
) -> None:
    random = Random(seed)
    before = random.randbytes(8) * (PAGE // 8 * pages)
    after = bytearray((before + random.randbytes(PAGE) * max(0, more))[: (pages + more) * PAGE])
    for page in changed:
        if (page + 1) * PAGE <= len(after):
            after[page * PAGE : page * PAGE + 3] = b"new"
    after += b"x" * odd
    with TemporaryDirectory() as folder:
        file = made(Path(folder), before, bytes(after))
        found = increments.read(file)
        assert found is not None
        assert (found.base, found.size) == ("base", len(after))
        assert together(Path(folder)) == bytes(after)


def test_of_a_file_that_has_hardly_changed_little_is_kept(tmp_path: Path) -> None:
    before = Random(1).randbytes(1_000 * PAGE)
    file = made(tmp_path, before, before[: 500 * PAGE] + b"x" * PAGE + before[501 * PAGE :])
    assert file.stat().st_size < 10 * PAGE
    assert together(tmp_path) == before[: 500 * PAGE] + b"x" * PAGE + before[501 * PAGE :]


@pytest.mark.parametrize("what", ["base", "increment"])
def test_a_file_that_is_another_or_damaged_is_found_before_it_is_used(
    what: str, tmp_path: Path
) -> None:
    before = Random(2).randbytes(40 * PAGE)
    made(tmp_path, before, before[: 20 * PAGE] + Random(3).randbytes(20 * PAGE))
    file = tmp_path / what
    data = bytearray(file.read_bytes())
    data[10 * PAGE + 77] ^= 1
    file.write_bytes(data)
    with pytest.raises(BadIncrement, match=r"not the copy that increment builds on|damaged"):
        together(tmp_path)


def test_without_its_base_an_increment_says_what_to_bring(tmp_path: Path) -> None:
    made(tmp_path, b"a" * PAGE, b"b" * PAGE)
    (tmp_path / "base").unlink()
    with pytest.raises(BadIncrement, match=r"builds on .*base, which is not there; bring it back"):
        together(tmp_path)


def test_an_increment_builds_on_a_whole_copy_alone(tmp_path: Path) -> None:
    file = made(tmp_path, b"a" * PAGE, b"b" * PAGE)
    whole = tmp_path / "whole"
    whole.write_bytes(b"c" * PAGE)
    (tmp_path / "second").touch()
    for base in (file, tmp_path / "nowhere"):
        with pytest.raises(BadIncrement, match="is no whole copy"):
            increments.write(whole, base, tmp_path / "second", lambda: None)
    assert increments.read(whole) is None
    with pytest.raises(BadIncrement, match="is no increment"):
        increments.assemble(whole, tmp_path / "new")
