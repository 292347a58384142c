"""What is told while the menu or the chat of a table is open hides nothing that is looked for."""

import pytest
from kivy.uix.widget import Widget

from mobile_client.ui.screens.chat import ChatSheet
from mobile_client.ui.screens.table_menu import TableMenu
from mobile_client.ui.stage import Stage
from protocol.messages import Notice
from tests.client.ui.moments import MOMENTS
from tests.client.ui.sights import laid_out, resized

pytestmark = pytest.mark.usefixtures("blank")
SIZES = [("small", False), ("small-lying", False), ("phone-lying", True), ("tablet", True)]


def over(size: str, sign: str, left_handed: bool) -> Stage:
    """A table with its menu or chat open, and a toast."""
    scene = MOMENTS["holdem_wait"]("en")
    scene.client.set(left_handed=left_handed)
    stage = scene.stage()
    resized(stage, size, insets=False)
    getattr(scene.screen.top_bar, sign).dispatch("on_release")
    scene.device.house(Notice("announcement", "Tea is served in the garden.", "", {}))
    laid_out(stage)
    return stage


def box(one: Widget) -> tuple[float, float, float, float]:
    left, low = one.to_window(*one.pos)
    return left, low, left + one.width, low + one.height


def apart(one: Widget, other: Widget) -> bool:
    left, low, right, high = box(one)
    x, y, right_x, top = box(other)
    return right <= x + 1 or right_x <= left + 1 or high <= y + 1 or top <= low + 1


@pytest.mark.parametrize(("size", "left_handed"), SIZES)
def test_no_toast_lies_over_the_first_line_of_the_menu(size: str, left_handed: bool) -> None:
    stage = over(size, "menu", left_handed)
    (menu,) = stage.overlays
    assert isinstance(menu, TableMenu)
    (toast,) = stage.toasts.shown.values()
    first = menu.lines.children[-1]
    assert apart(toast, first)
    assert apart(toast, menu.heard) or menu.heard.parent is menu.lines
    left, low, right, _ = box(toast)
    assert left >= 0
    assert low >= 0
    assert right <= stage.width
    stage.screen.gone()
    stage.close()


@pytest.mark.parametrize(("size", "left_handed"), SIZES)
def test_the_lines_of_a_chat_make_room_for_a_toast(size: str, left_handed: bool) -> None:
    stage = over(size, "chat", left_handed)
    (chat,) = stage.overlays
    assert isinstance(chat, ChatSheet)
    (toast,) = stage.toasts.shown.values()
    assert apart(toast, chat.talk)
    before = box(chat.talk.bar)
    stage.client.notices.dismiss(toast.said.id)
    laid_out(stage)
    assert chat.told == 0, "they have all their room again"
    assert box(chat.talk.bar) == before, "and the bar has not moved"
    stage.screen.gone()
    stage.close()
