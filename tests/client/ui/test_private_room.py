"""What the menu of a private room offers, and the sheet with its code."""

import pytest

from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.screens.table_menu import entries
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.words import Words
from protocol import messages
from protocol.messages import Sitter
from protocol.words import Seat
from tests.client.ui.sights import resized
from tests.client.ui.visits import Visit

pytestmark = pytest.mark.usefixtures("blank")


def offered(visit: Visit) -> set[str]:
    view = visit.client.tables.view("t")
    assert view is not None
    return {name for name, _, _ in entries(visit.client, view)}


def test_a_bot_can_be_added_only_while_a_chair_is_free() -> None:
    visit = Visit().come_in().sit()
    assert {"code", "bot"} <= offered(visit)
    full = {Seat(seat): Sitter(f"P{seat}", 12_000) for seat in range(7)}
    visit.device.house(messages.Seats("t", full, Seat(0), 1))
    assert "bot" not in offered(visit)
    assert "code" in offered(visit), "friends may still look on"


def texts(shown: Stage) -> list[str]:
    (sheet,) = shown.overlays
    assert isinstance(sheet, ShareSheet)
    return [one.text for one in sheet.walk() if isinstance(one, Words)]


def test_only_who_has_just_opened_a_room_reads_that_it_is_open() -> None:
    visit = Visit().come_in().sit()
    shown = visit.stage()
    shown.open(ShareSheet(visit.client, shown, "7KQ2M9", fresh=True))
    assert "Your room is open" in texts(shown)
    shown.close()
    visit = Visit().come_in().sit()
    shown = visit.stage()
    shown.screen.actions.share()
    assert "Invite friends" in texts(shown)
    assert "Your room is open" not in texts(shown)
    shown.close()


def test_an_invitation_is_pasted_where_a_code_is_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    visit = Visit().come_in()
    shown = visit.stage()
    sheet = CodeSheet(visit.client)
    shown.open(sheet)
    resized(shown, "phone")
    link = "Come: http://127.0.0.1:8770/#join=7KQ2M9"
    monkeypatch.setattr("mobile_client.ui.screens.joining.Clipboard.paste", lambda: link)
    sheet.paste()
    assert sheet.field.text == link
    sheet.join()
    assert not sheet.field.error
    assert visit.device.last(messages.Join).code == "7KQ2M9"
