"""What the menu of a private room offers, and the sheet with its code."""

import pytest
from kivy.graphics import Rectangle

from mobile_client.ui.look import px
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.screens.table_menu import entries
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.buttons import PushButton
from mobile_client.ui.widgets.qr_code import modules
from mobile_client.ui.widgets.words import Words
from protocol import messages
from protocol.messages import Sitter
from protocol.words import Seat
from tests.client.ui.looked_over import faults
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


LINK = "http://192.168.1.5:8770/#join=7KQ2M9"


def sharing(size: str) -> tuple[Visit, Stage, ShareSheet]:
    """The sheet of a room in a house that friends reach by a link."""
    visit = Visit().come_in().sit()
    visit.client._state.runner.change(
        welcome=messages.Welcome(1, invite="http://192.168.1.5:8770/")
    )
    shown = visit.stage()
    sheet = ShareSheet(visit.client, shown, "7KQ2M9")
    shown.open(sheet)
    resized(shown, size)
    return visit, shown, sheet


@pytest.mark.parametrize("size", ["small", "phone", "small-lying", "tablet-lying"])
def test_the_invitation_is_a_qr_code_where_a_camera_can_read_it(size: str) -> None:
    _, shown, sheet = sharing(size)
    assert faults(shown) == []
    there = sheet.code.height > 0
    assert there is (size != "small-lying")
    if there:
        rows = modules(LINK)
        assert sheet.code.text == LINK
        assert sheet.code.height >= px(132)
        marks = [one for one in sheet.code.canvas.before.children if isinstance(one, Rectangle)]
        dark = sum(map(sum, rows)) * (marks[1].size[1] ** 2)
        assert sum(one.size[0] * one.size[1] for one in marks[1:]) == dark
        assert marks[0].size[0] == (len(rows) + 6) * marks[1].size[1], "and white around it"


def test_the_invitation_is_copied_or_sent_by_the_sheet_of_the_phone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    copied: list[str] = []
    monkeypatch.setattr("mobile_client.ui.screens.share.Clipboard.copy", copied.append)
    visit, shown, sheet = sharing("phone")
    pressed(sheet, "Copy the link")
    assert copied == [LINK]
    visit.phone.shares = True
    sheet = ShareSheet(visit.client, shown, "7KQ2M9")
    pressed(sheet, "Send")
    assert visit.phone.shared == [LINK]


def pressed(sheet: ShareSheet, text: str) -> None:
    (button,) = (one for one in sheet.walk() if isinstance(one, PushButton) and one.text == text)
    button.dispatch("on_release")
