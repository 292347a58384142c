"""The factors of a game of Dou Dizhu over its felt."""

from client_core.felts.doudizhu_factors import Bill
from mobile_client.ui import theme
from mobile_client.ui.felts.doudizhu_panels import Panel
from mobile_client.ui.look import table_px
from mobile_client.ui.widgets.drawn import block, write

TITLE, LINE, PAD = 36, 28, 12


class Listed(Panel):
    """The factors over the felt, for whoever touches what is played for.

    What comes of them stands beside them; where the felt is low they stand in two columns.
    """

    def whole(self) -> float:
        return self._high(self._columns()) if self.there else 1.0

    def _high(self, columns: int) -> float:
        rows = max(-(-len(self.said.lines) // columns), len(self.said.results))
        return table_px(TITLE + LINE * rows + PAD)

    def _columns(self) -> int:
        return 1 if self._high(1) <= self.most else 2

    def write(self) -> None:
        bill: Bill = self.said
        x, w = self.x + table_px(PAD), self.width - table_px(2 * PAD)
        top = self.y + self.height - self.close(TITLE)
        write(bill.title, "lead", theme.GOLD, self.center_x, top + self.close(TITLE) / 2,
              widest=w)  # fmt: skip
        step, columns = self.close(LINE), self._columns()
        share = w * (0.44 if columns == 1 else 0.56)
        wide, rows = share / columns, -(-len(bill.lines) // columns)
        for place, line in enumerate(bill.lines):
            column, row = divmod(place, rows)
            left, y = x + column * wide, top - step * (row + 0.5)
            write(line, "seat", theme.TEXT, left + table_px(4), y, "left", wide - table_px(8))
        block(
            x + share, self.y + table_px(PAD), table_px(1), top - self.y - table_px(PAD), theme.EDGE
        )
        x, w = x + share + table_px(6), w - share - table_px(6)
        for place, (name, amount) in enumerate(bill.results):
            y = top - step * (place + 0.5)
            across = write(amount, "money", theme.GOLD, x + w - table_px(4), y, "right", w * 0.5)
            write(name, "seat", theme.TEXT, x + table_px(4), y, "left", w - across - table_px(14))
