"""The sheet of a private authority says whom the app believes, and where the file is put."""

from pathlib import Path

import pytest

from mobile_client.ui.own_authority import FILE
from mobile_client.ui.screens.authority import AuthoritySheet
from mobile_client.ui.screens.settings import SettingsScreen
from tests.certificate import self_signed
from tests.client.ui.finding import shows
from tests.client.ui.visits import Visit


@pytest.mark.parametrize(
    ("lies", "value", "said"),
    [
        ("", "None", "authority.pem"),
        ("certificate", "house", "house vouches for houses too."),
        ("nothing", "Unreadable", "There is no certificate in authority.pem."),
    ],
)
def test_the_settings_say_who_else_vouches_for_houses(
    lies: str, value: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if lies == "certificate":
        self_signed(tmp_path)[0].rename(tmp_path / FILE)
    elif lies:
        (tmp_path / FILE).write_text(lies)
    visit = Visit().meet()
    monkeypatch.setattr(visit.phone, "authority", lambda: tmp_path)
    stage = visit.page("settings")
    screen = stage.screen
    assert isinstance(screen, SettingsScreen)
    assert screen.authority.value == value
    screen.authority.dispatch("on_release")
    assert any(isinstance(one, AuthoritySheet) for one in stage.walk())
    assert shows(stage, said)
    assert shows(stage, str(tmp_path))
    screen.gone()
    stage.close()
