"""The layout of a table: above, below and, on a wide screen, beside its felt."""

from typing import Final, Protocol

from kivy.uix.widget import Widget

from client_core.client import Client, TableView
from client_core.felts.choices import lacks_players
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.talk import Talk
from mobile_client.ui.look import bar_px, px
from mobile_client.ui.screens.table_bar import ROOMY, ActBar
from mobile_client.ui.screens.table_coach import LOW, CoachStrip
from mobile_client.ui.screens.table_side import DESKTOP, LEAST, SidePanel
from mobile_client.ui.screens.table_top import TOP, TopBar

SIDE: Final = (232, 300)
"""The least and the most width in dp of what stands beside a felt."""
NARROW: Final = (190, 240)
"""The same where no amounts are chosen in it."""


class TableParts(Protocol):
    """The parts to be laid out: the screen of a table and its parts."""

    client: Client
    felt: TableFelt
    talk: Talk
    bar: ActBar
    top_bar: TopBar
    side: SidePanel | None
    coach: CoachStrip
    x: float
    y: float
    width: float
    height: float

    @property
    def wide(self) -> bool: ...

    def side_panel(self) -> SidePanel: ...

    def add_widget(self, widget: Widget) -> None: ...

    def remove_widget(self, widget: Widget) -> None: ...


class TableLayout:
    """Gives each part of a table its place, as often as the screen or a part of it changes."""

    def __init__(self, screen: TableParts) -> None:
        self._screen = screen
        self._seated = self._alone = False

    def follow(self, view: TableView) -> None:
        """Room for amounts is kept for one who may choose them."""
        seated = view.me is not None or view.offer is not None
        alone = view.me is not None and lacks_players(view)
        if (seated, alone) != (self._seated, self._alone):
            self._seated, self._alone = seated, alone
            self.lay()

    def lay(self) -> None:
        """Top bar, felt, and the bar below it or, on a wide screen, beside it."""
        screen = self._screen
        if screen.width < 2 or screen.height < 2:
            return
        bar, top = screen.bar, bar_px(TOP)
        on_felt = screen.wide and screen.felt.carries_bar
        left, wide, low, lift = screen.x, screen.width, screen.y, 0.0
        desktop = screen.wide and screen.width >= px(DESKTOP)
        above = 0.0
        if desktop or (screen.wide and not on_felt):
            least, most = map(bar_px, SIDE if screen.felt.amounts else NARROW)
            side = min(max(screen.width * (0.36 if screen.felt.amounts else 0.28), least), most)
            wide -= side
            lefty = screen.client.settings.left_handed
            at, high = (screen.x if lefty else screen.x + wide), screen.height - top
            left += side if lefty else 0
            if not on_felt:
                bar.fit(side, True, False)
                bar.height = min(high, bar.beside_height()) if desktop else high
                bar.width, bar.pos = side, (at, screen.y)
            above = (high if on_felt else high - bar.height) if desktop else 0.0
            self._lay_side(at, side, above)
        elif not on_felt:
            bar.fit(screen.width, False, self._roomy())
            bar.size = (screen.width, bar.opened_height())
            bar.pos = (screen.x, screen.y)
            low += bar.need()
            # My seat and my cards stay in sight above an amount that is chosen.
            lift = max(0.0, bar.height - bar.need()) if self._seated else 0.0
        if on_felt:
            bar.fit(bar.width, False, False, True)
        if not above:
            self._lay_side(left, 0.0, 0.0)
        top += self._lay_coach(top)
        if screen.wide and not on_felt and not desktop and screen.coach.parent is not None:
            # What stands beside the felt ends below a tip of more lines.
            bar.height = min(bar.height, screen.coach.y - screen.y)
        screen.felt.size = (wide, screen.y + screen.height - top - low - lift)
        screen.felt.pos = (left, low + lift)
        screen.talk.size, screen.talk.pos = screen.felt.size, screen.felt.pos
        self.by_felt()

    def _lay_coach(self, top: float) -> float:
        """A tip takes the place of the top bar; by how much one may be higher. That much room is
        kept while there are tips at all, unless a felt lies under them: nothing below jumps as
        they come and go."""
        screen = self._screen
        coach, there = screen.coach, screen.coach.tip is not None
        if there != (coach.parent is not None):
            screen.add_widget(coach if there else screen.top_bar)
            screen.remove_widget(screen.top_bar if there else coach)
        over = self._no_room()
        high = coach.fit(screen.width, top, screen.height < px(LOW), keeps=not over)
        screen.top_bar.size = screen.width, high
        screen.top_bar.pos = screen.x, screen.y + screen.height - high
        if there:
            coach.pos = screen.x, screen.y + screen.height - coach.height
        more = max(0.0, float(coach.height) - high) if there else 0.0
        screen.felt.under_tip = more if over else 0.0
        return high - top + (0.0 if over else more)

    def _no_room(self) -> bool:
        """The felt needs its height so much that tips lie over its upper edge."""
        screen = self._screen
        if screen.wide:
            return screen.felt.low_under_tips and screen.height < px(LOW)
        return screen.felt.lies_under_tips and screen.height < px(ROOMY)

    def _lay_side(self, left: float, wide: float, high: float) -> None:
        """What is beside the table, where there is room for it."""
        screen = self._screen
        if high < bar_px(LEAST):
            if screen.side is not None:
                screen.remove_widget(screen.side)
                screen.side.end()
            return
        side = screen.side_panel()
        if side.parent is None:
            screen.add_widget(side)
        side.size, side.pos = (wide, high), (left, screen.y + screen.height - bar_px(TOP) - high)
        side.begin()

    def _roomy(self) -> bool:
        """There is room to choose amounts that is kept free for it, for one who may."""
        screen = self._screen
        here = self._seated and not self._alone
        return here and screen.felt.amounts and screen.height >= px(ROOMY)

    def by_felt(self) -> None:
        """The bar lies in the place that the felt keeps for it, wherever that is now."""
        screen = self._screen
        if screen.wide and screen.felt.carries_bar:
            x, y, wide = screen.felt.bar_place()
            screen.bar.status.ends = screen.felt.right
            screen.bar.fit(wide, False, False, True)
            screen.bar.size = (wide, screen.bar.opened_height())
            screen.bar.pos = (x, y)
