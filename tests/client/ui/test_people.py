"""What can be done about another player, from the plate at the table and from a line of chat."""

import pytest

from client_core.client import ChatLine
from mobile_client.ui.screens.person import PersonSheet, ReportSheet
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.chat import ChatDrawer, Said
from protocol import messages
from protocol.messages import Line, Sitter
from protocol.words import Seat
from tests.client.ui.stage import Stage
from tests.client.ui.visits import Visit

LIN, BOT = 7, 0


def at_table() -> Visit:
    visit = Visit().come_in().sit()
    sitters = {
        Seat(0): Sitter("Juno", 12_000, avatar="fox", who=13),
        Seat(1): Sitter("Lin", 12_000, avatar="owl", who=LIN),
        Seat(2): Sitter("Robot", 12_000, avatar="bot", bot="easy"),
    }
    visit.device.house(messages.Seats("t", sitters, Seat(0), 1))
    visit.device.house(messages.Chat("t", (Line(5, "Lin", 9_000, "You fool", "", Seat(1), LIN),)))
    return visit


def seated(stage: Stage) -> tuple[Visit, TableScreen]:
    visit = at_table()
    stage.show(visit.stage())
    screen = visit.shown.screen
    assert isinstance(screen, TableScreen)
    stage.frames(3)
    return visit, screen


def plate(screen: TableScreen, number: int) -> object:
    assert screen.view is not None
    place = next(one.place for one in screen.view.seats if one.seat == number)
    return screen.felt.plates[place]


def test_a_tap_on_the_plate_of_a_player_leads_to_blocking_and_reporting(stage: Stage) -> None:
    visit, screen = seated(stage)
    stage.tap(plate(screen, 1))
    sheet = visit.shown.overlays[-1]
    assert isinstance(sheet, PersonSheet)
    assert (sheet.who, sheet.name, sheet.line) == (LIN, "Lin", None)
    sheet.block.active = True
    assert visit.device.last(messages.Block).who == LIN
    assert visit.client.safety.blocked == {LIN: "Lin"}
    sheet.mute.active = True
    assert visit.device.last(messages.Mute).muted
    sheet.report.dispatch("on_release")
    report = visit.shown.overlays[-1]
    assert isinstance(report, ReportSheet)
    assert report.send.disabled, "a reason is chosen first"
    report.why.chosen = "cheating"
    report.words.text = "with a friend"
    report.send.dispatch("on_release")
    asked = visit.device.last(messages.Report)
    assert (asked.who, asked.why, asked.words) == (LIN, "cheating", "with a friend")
    assert (asked.table, asked.line) == ("t", 0)
    visit.device.house(messages.Refused(asked.id, "report_wait", "", {"seconds": 9}))
    assert "9" in report.words.error
    report.send.dispatch("on_release")
    visit.device.house(messages.Ok(visit.device.last(messages.Report).id))
    assert report not in visit.shown.overlays


def test_a_report_stays_open_when_the_turn_clock_takes_the_seat(stage: Stage) -> None:
    visit, screen = seated(stage)
    stage.tap(plate(screen, 1))
    sheet = visit.shown.overlays[-1]
    assert isinstance(sheet, PersonSheet)
    sheet.report.dispatch("on_release")
    report = visit.shown.overlays[-1]
    assert isinstance(report, ReportSheet)
    report.words.text = "with a friend"
    visit.device.house(messages.Left("t", "missed_turns"))
    visit.device.passes(10)
    stage.frames(3)
    assert visit.client.screen.name != "table"
    assert visit.shown.overlays[-1] is report
    assert report.words.text == "with a friend"
    report.why.chosen = "cheating"
    report.send.dispatch("on_release")
    asked = visit.device.last(messages.Report)
    assert (asked.words, asked.table) == ("with a friend", "t")
    visit.device.house(messages.Ok(asked.id))
    assert report not in visit.shown.overlays


@pytest.mark.parametrize("number", [0, 2])
def test_nothing_is_done_about_oneself_or_a_bot(stage: Stage, number: int) -> None:
    visit, screen = seated(stage)
    stage.tap(plate(screen, number))
    assert not [one for one in visit.shown.overlays if isinstance(one, PersonSheet)]


def test_a_line_of_the_chat_leads_to_its_report(stage: Stage) -> None:
    visit, screen = seated(stage)
    screen.open_chat()
    drawer = visit.shown.overlays[-1]
    assert isinstance(drawer, ChatDrawer)
    stage.frames(3)
    (said,) = [one for one in drawer.talk.column.children if isinstance(one, Said)]
    stage.tap(said)
    sheet = visit.shown.overlays[-1]
    assert isinstance(sheet, PersonSheet)
    assert isinstance(sheet.line, ChatLine)
    sheet.report.dispatch("on_release")
    report = visit.shown.overlays[-1]
    assert isinstance(report, ReportSheet)
    report.why.chosen = "abuse"
    report.send.dispatch("on_release")
    assert visit.device.last(messages.Report).line == 5


def test_who_is_blocked_is_listed_and_heard_again() -> None:
    visit = Visit().come_in()
    listed = messages.BlockedPlayer(LIN, "Lin")
    visit.device.house(messages.BlockList(1, (listed,)))
    page = visit.page("blocked").screen
    (card,) = page.scroll.column.children
    card.children[0].dispatch("on_release")
    assert visit.device.last(messages.Block) == messages.Block(
        visit.device.last(messages.Block).id, LIN, False
    )
    assert visit.client.safety.blocked == {}
