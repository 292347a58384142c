"""Copies that keep what has changed since another: made, put back, and looked at by the doctor."""

from contextlib import closing
from pathlib import Path

import pytest

from game_server.admin import doctor
from game_server.admin.examine import Case
from game_server.bank.bookings import opening_gift
from game_server.config import Config, HouseSettings
from game_server.store import copies_made, copying, ledger, ledger_check
from game_server.store.copies_made import CopyMade
from game_server.store.database import open_database, open_to_look
from game_server.store.increments import BadIncrement
from protocol.words import Refusal
from tests.admin.talk import Floor
from tests.admin.test_upkeep import HERE, a_house, booked, restore


def copied(data: Path, name: str, since: Path | None = None) -> Path:
    file = data.parent / "copies" / name
    file.parent.mkdir(exist_ok=True)
    with closing(open_to_look(data / HERE)) as look:
        copying.back_up(look, file, data / "secret", lambda done, whole: None, since)
    return file


def years(data: Path, upto: int) -> None:
    with closing(open_database(data / HERE)) as conn:
        first = ledger.transfers(conn)
        for player in range(first + 1, upto + 1):
            ledger.book(conn, opening_gift(player, player))


def test_each_night_is_put_back_from_what_has_changed_since_the_whole_copy(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var", 2_000)
    whole = copied(data, "whole.sqlite")
    years(data, 2_020)
    first = copied(data, "first.sqlite", whole)
    years(data, 2_040)
    second = copied(data, "second.sqlite", whole)
    assert first.stat().st_size < whole.stat().st_size // 3
    assert {one.stat().st_mode & 0o777 for one in (first, second)} == {0o600}
    for file, count in ((second, 2_040), (first, 2_020), (whole, 2_000)):
        done = restore(data, file)
        assert "is the copy now" in str(done["said"])
        assert booked(data / HERE) == count
        with closing(open_database(data / HERE)) as conn:
            assert ledger_check.whole_faults(conn) == ()


def test_nothing_is_put_back_without_the_copy_that_it_builds_on(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var")
    whole = copied(data, "whole.sqlite")
    years(data, 9)
    night = copied(data, "night.sqlite", whole)
    other = whole.rename(whole.with_name("elsewhere.sqlite"))
    with pytest.raises(Refusal, match=r"builds on .*whole\.sqlite, which is not there"):
        restore(data, night)
    whole.write_bytes(other.read_bytes()[:-4096] + bytes(4096))
    with pytest.raises(Refusal, match=r"is not the copy that night\.sqlite builds on"):
        restore(data, night)
    assert booked(data / HERE) == 9, "nothing was changed"


def test_what_cannot_build_on_a_copy_leaves_nothing_behind(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var")
    whole = copied(data, "whole.sqlite")
    night = copied(data, "night.sqlite", whole)
    before = sorted(one.name for one in night.parent.iterdir())
    with pytest.raises(BadIncrement, match="is no whole copy"):
        copied(data, "third.sqlite", night)
    assert sorted(one.name for one in night.parent.iterdir()) == before


def test_a_copy_is_asked_for_beside_the_one_that_it_builds_on() -> None:
    owner = Floor().enter("ann")
    assert owner.refusal("backup", file="night", since="nowhere") == "file_wrong"
    assert owner.refusal("backup", file="/tmp/night.sqlite", since="whole") == "file_wrong"


def test_the_doctor_says_when_the_last_copy_has_lost_what_it_builds_on(tmp_path: Path) -> None:
    data = a_house(tmp_path / "var")
    whole = copied(data, "whole.sqlite")
    night = copied(data, "night.sqlite", whole)
    case = Case.of(Config(house=HouseSettings(data=str(data))))
    with closing(open_database(data / HERE)) as conn:
        copies_made.note(conn, CopyMade(case.now * 1000, str(night), 1))

    def found() -> tuple[str, str]:
        (one,) = (one for one in doctor.database(case) if one.check == "copies")
        return one.result, one.do

    assert found() == ("ok", "")
    whole.unlink()
    assert found() == ("look", "Bring whole.sqlite back beside it, or make a whole copy.")
