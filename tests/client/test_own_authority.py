"""A private authority that lies beside the app's own files is believed; nothing there stops it."""

from pathlib import Path

import pytest

from client_link.authorities import trusted
from mobile_client.main import authority_of
from mobile_client.platform import Desktop
from mobile_client.ui.own_authority import FILE, OwnAuthority, find_authority
from tests.certificate import self_signed


def test_the_file_in_the_folder_is_found_with_the_name_of_the_authority(tmp_path: Path) -> None:
    own, _ = self_signed(tmp_path)
    own.rename(tmp_path / FILE)
    found = find_authority(tmp_path)
    assert found == OwnAuthority(tmp_path / FILE, "house")
    world, both = trusted(), trusted(found.believed)
    assert len(both.get_ca_certs()) == len(world.get_ca_certs()) + 1


@pytest.mark.parametrize("text", ["", "no certificate", "-----BEGIN CERTIFICATE-----\n?\n"])
def test_a_file_without_a_certificate_is_told_and_not_believed(text: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text)
    found = find_authority(tmp_path)
    assert (found.file, found.unread, found.believed) == (tmp_path / FILE, True, "")


def test_without_a_file_or_a_folder_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "of-it").mkdir()
    (tmp_path / "of-it" / FILE).mkdir()
    for folder in (None, tmp_path, tmp_path / "nowhere", tmp_path / "of-it"):
        assert find_authority(folder) == OwnAuthority()
        assert find_authority(folder).believed == ""


def test_what_the_environment_names_goes_before_what_lies_on_the_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    on = Desktop()
    folder = on.authority()
    assert folder is not None
    assert authority_of(on, {}) == ""
    folder.mkdir(parents=True)
    self_signed(folder)[0].rename(folder / FILE)
    assert authority_of(on, {}) == str(folder / FILE)
    assert authority_of(on, {"CARDROOM_CA": "/etc/ca.pem"}) == "/etc/ca.pem"
