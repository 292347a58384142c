"""Taps on other players at a table: on their plates, and on what they have said."""

from collections.abc import Callable

from kivy.input.motionevent import MotionEvent

from client_core.client import ChatLine, Client, TableView
from mobile_client.ui.felts.talk import Chairs
from mobile_client.ui.screens.person import PersonSheet
from mobile_client.ui.stage import Stage

Person = tuple[int, str]
"""The number of a player, and the name."""


class PeopleTaps:
    """A tap that nothing else has taken, on the plate of another player, leads to what can be done
    about that one."""

    def __init__(
        self,
        client: Client,
        stage: Stage,
        table: str,
        looks: Callable[[], TableView | None],
        felt: Chairs,
    ) -> None:
        self.client, self.stage, self.table = client, stage, table
        self._looks, self._felt = looks, felt
        self._aimed: Person | None = None

    def down(self, touch: MotionEvent, taken: bool) -> None:
        """A touch begins; `taken`: something at the table is pressed by it."""
        self._aimed = None if taken else self._at(touch)

    def up(self, touch: MotionEvent) -> bool:
        """A touch ends; whether it was a tap on a player."""
        aimed, self._aimed = self._aimed, None
        tapped = aimed is not None and self._at(touch) == aimed
        if aimed is not None and tapped:
            self.meet(*aimed)
        return tapped

    def said(self, line: ChatLine) -> None:
        """A line of another was tapped."""
        self.meet(line.who, line.name, line)

    def meet(self, who: int, name: str, line: ChatLine | None = None) -> None:
        """Show what can be done about a player."""
        stage = self.stage
        stage.open(PersonSheet(self.client, stage.open, who, name, self.table, line))

    def _at(self, touch: MotionEvent) -> Person | None:
        view, plates = self._looks(), self._felt.plates
        for seat in view.seats if view is not None else ():
            other = seat.who and not seat.me and seat.place < len(plates)
            if other and plates[seat.place].collide_point(*touch.pos):
                return seat.who, seat.name
        return None
