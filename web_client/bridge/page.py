"""The whole page as one view, and which screen it shows."""

from dataclasses import dataclass
from typing import Final

from client_core.client import Settings
from web_client.bridge import links
from web_client.bridge.puzzle_board import puzzle_view
from web_client.bridge.puzzle_shapes import PuzzleView
from web_client.bridge.screens import (
    account,
    card,
    cashier,
    credentials,
    deleting,
    ends,
    hall,
    history,
    keys,
    lobby,
    opening,
    people,
    puzzle,
    puzzles,
    reading,
    settings,
    solo,
    start,
)
from web_client.bridge.screens.looks import BACKS, CLOTHS, front_of
from web_client.bridge.shapes import Press, Sheet, Tap
from web_client.bridge.strip import StripView, strip_view
from web_client.bridge.table import table_view
from web_client.bridge.table_hearing import HumView, hum_view
from web_client.bridge.table_layers import layered
from web_client.bridge.table_screen import TableScreenView
from web_client.bridge.visit import Numbered, Visit

PARTS: Final = (
    start.PART, ends.PART, lobby.PART, hall.PART, opening.PART, solo.PART, settings.PART,
    account.PART, credentials.PART, deleting.PART, cashier.PART, card.PART, reading.PART,
    history.PART, people.PART, puzzles.PART, puzzle.PART,
    keys.PART,
)  # fmt: skip
"""Every screen but the table."""
SHEETS: Final = {name: make for part in PARTS for name, make in part.sheets.items()}


@dataclass(frozen=True, slots=True)
class LooksView:
    """How the page is to look on this device, in the words of the settings."""

    scheme: str
    felt: str
    back: str
    front: str
    card_size: str
    four_colours: bool
    big_text: bool
    left_handed: bool
    motion: str
    sound: int
    """How loud, in percent; 0 is off."""
    music: int
    voices: int
    vibration: bool


@dataclass(frozen=True, slots=True)
class ToastView:
    """Short words about what happens elsewhere."""

    id: int
    text: str
    mood: str
    tap: Tap
    close: Tap


@dataclass(frozen=True, slots=True)
class DialogView:
    """A question over everything; `dismiss` is what Esc does."""

    title: str
    text: str
    answers: tuple[Press, ...]
    dismiss: Tap


@dataclass(frozen=True, slots=True)
class PageView:
    """All that the page shows. One of `sheet` and `table` is there, or both: then the sheet lies
    over the table. A `puzzle` lies below the head of its sheet. `address` is what stands behind the
    # in the address bar, and so many steps (`depth`) lead back from here."""

    language: str
    screen: str
    title: str
    address: str
    depth: int
    looks: LooksView
    strip: StripView
    toasts: tuple[ToastView, ...]
    told: tuple[Numbered, ...]
    cues: tuple[Numbered, ...]
    hum: HumView
    dialog: DialogView | None
    sheet: Sheet | None
    table: TableScreenView | None
    puzzle: PuzzleView | None


def page_view(visit: Visit) -> PageView:
    """The page as it is now."""
    client = visit.client
    name, table = screen_of(visit)
    shown = table_view(visit, table) if table else None
    sheet = SHEETS[name](visit) if name != "table" else None
    heading = sheet.title if sheet is not None else client.texts.game_name(_game(visit, table))
    app = client.say("app.name")
    return PageView(
        client.words.language,
        name,
        f"{heading} · {app}" if heading != app else app,
        _address(visit),
        visit.depth + layered(visit),
        _looks(client.settings),
        strip_view(visit),
        () if _told_above(name, shown) else _toasts(visit),
        visit.told,
        visit.cues,
        hum_view(visit),
        _dialog(visit),
        sheet,
        shown,
        puzzle_view(visit) if name == "puzzle" else None,
    )


def screen_of(visit: Visit) -> tuple[str, str]:
    """The screen in sight by its name, and the table that it is, or lies over."""
    client = visit.client
    if visit.local.ended:
        return "ended", ""
    if client.connection.view.state == "too_old":
        return "too_old", ""
    if client.notices.farewell is not None:
        return "farewell", ""
    screen = client.screen
    there = screen.name == "table" and client.tables.view(screen.table) is not None
    if visit.page is not None:
        over = there and visit.page.name in people.OVER_A_TABLE
        return visit.page.name, screen.table if over else ""
    if screen.name == "table" and not there:
        return "lobby", ""
    return screen.name, screen.table


def _game(visit: Visit, table: str) -> str:
    view = visit.client.tables.view(table)
    return view.game if view is not None else ""


def _address(visit: Visit) -> str:
    """What the address bar says: a table by its name, so that a reload comes back to it."""
    link = visit.local.link
    if link is not None:
        return f"{link.way}={link.name}"
    screen = visit.client.screen
    way = links.ALONE if visit.client.connection.view.offline else "table"
    return f"{way}={screen.table}" if screen.name == "table" else ""


def _looks(chosen: Settings) -> LooksView:
    return LooksView(
        chosen.room_colours,
        CLOTHS.get(chosen.table_colour, CLOTHS["green"]),
        BACKS.get(chosen.card_back, BACKS["blue"]),
        front_of(chosen),
        chosen.card_size,
        chosen.four_colours,
        chosen.big_text,
        chosen.left_handed,
        chosen.animation,
        chosen.sound_volume if chosen.sound else 0,
        chosen.music_volume if chosen.music else 0,
        chosen.voices_volume if chosen.voices else 0,
        chosen.vibration,
    )


def _told_above(screen: str, table: TableScreenView | None) -> bool:
    """Whether the upper bar of the table has the news: what it says covers no seat besides."""
    return screen == "table" and table is not None and table.tip is None and bool(table.top.news)


def _toasts(visit: Visit) -> tuple[ToastView, ...]:
    """The one that is shown; the others wait for their turn."""
    client = visit.client
    shown = client.notices.toasts[:1]
    if shown and shown[0].counts:
        visit.wake_at(client.now() + 1)
    return tuple(
        ToastView(
            one.id,
            reading.toast_text(visit, one, client.say(one.says(client.now()))),
            one.kind,
            ("show", one.table) if one.table in client.tables.names else (),
            ("toast.close", one.id),
        )
        for one in shown
    )


def _dialog(visit: Visit) -> DialogView | None:
    asked = visit.local.question
    if asked is None:
        return None
    answers = tuple(
        Press(one.text, ("answer", at), one.look) for at, one in enumerate(asked.answers)
    )
    return DialogView(asked.title, asked.text, answers, ("back",))
