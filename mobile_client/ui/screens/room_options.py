"""Which options of its game a new table has: a page of its own, since a game may have many."""

from typing import Final, Protocol

from kivy.uix.widget import Widget

from client_core.client import Client, OptionGroup, OptionRow
from mobile_client.ui.look import px
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Columns, Pills, Scroll, Surface, push
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.controls import Toggle
from mobile_client.ui.widgets.words import Words
from protocol.choices import OptionValue

WIDEST: Final = 960


class Choosable(Protocol):
    """Whose options these are."""

    @property
    def groups(self) -> tuple[OptionGroup, ...]: ...

    def choose(self, name: str, value: OptionValue) -> None: ...

    def as_usual(self) -> None: ...


class OneOption(Surface):
    """A switch, or one of several, and what it means."""

    def __init__(self, row: OptionRow, of: "OptionsPage") -> None:
        super().__init__(padding=0, spacing=px(SPACE["tight"]))
        self.page, self.name, self.kind = of, row.name, row.kind
        self.note = Words(kind="small", ink="soft")
        self.label = Words(kind="body")
        self.switch = Toggle(text=row.label, active=bool(row.value))
        self.pills = Pills(least_dp=88)
        parts = [self.switch] if row.kind == "flag" else [self.label, self.pills]
        for part in parts:
            self.add_widget(part)
        self.show(row)
        self.switch.fbind("active", self._switched)
        self.pills.fbind("chosen", self._picked)

    def show(self, row: OptionRow) -> None:
        self.row = row
        self.label.text, self.note.text = row.label, row.note
        self.label.ink = "gold" if row.changed else "text"
        if bool(row.note) != (self.note.parent is not None):
            (self.add_widget if row.note else self.remove_widget)(self.note)
        self.switch.disabled = self.pills.disabled = not row.able
        self.opacity = 1 if row.able else 0.45
        if row.kind == "flag":
            self.switch.active = bool(row.value)
            return
        if self.pills.choices != [*row.picks]:
            self.pills.choices = [*row.picks]
        self.pills.chosen = row.value

    def _switched(self, *_: object) -> None:
        if self.kind == "flag" and self.switch.active != self.row.value:
            self.page.chose(self.name, bool(self.switch.active))

    def _picked(self, *_: object) -> None:
        if self.kind != "flag" and self.pills.chosen != self.row.value:
            self.page.chose(self.name, self.pills.chosen)

    def paint(self) -> None:
        """It lies on the surface of its group."""


class OptionsPage(Page):
    """Every option of a game that a table may choose, group by group."""

    def __init__(self, client: Client, stage: Stage, of: Choosable) -> None:
        super().__init__(client, stage, client.say("option.title"))
        self.of = of
        self.rows: dict[str, OneOption] = {}
        self.columns = Columns()
        self.waits = Words(ink="soft", halign="center")
        self.usual = push(self.say("option.reset"), self._reset, "quiet")
        self.usual.size_hint_y = None
        self.scroll = Scroll(widest=WIDEST)
        self.set_body(self.scroll)
        self.set_footer(push(self.say("option.done"), lambda: stage.back()))

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "rules", "connection"):
            self._tell()

    def chose(self, name: str, value: OptionValue) -> None:
        self.of.choose(name, value)
        self._tell()

    def _reset(self) -> None:
        self.of.as_usual()
        self._tell()

    def _tell(self) -> None:
        groups = self.of.groups
        rows = {row.name: row for group in groups for row in group.rows}
        if rows.keys() != self.rows.keys() or not rows:
            self._build(groups)
        for name, row in rows.items():
            self.rows[name].show(row)
        self.usual.disabled = not any(row.changed for row in rows.values())

    def _build(self, groups: tuple[OptionGroup, ...]) -> None:
        self.rows = {row.name: OneOption(row, self) for group in groups for row in group.rows}
        self.columns = Columns()
        for group in groups:
            surface = Surface(heading=group.label)
            for row in group.rows:
                surface.add_widget(self.rows[row.name])
            self.columns.put(surface)
        self.scroll.column.clear_widgets()
        parts: list[Widget] = [self.columns, self.usual] if groups else [self.waits]
        self.waits.text = self.say("option.waiting")
        for part in parts:
            self.scroll.column.add_widget(part)
