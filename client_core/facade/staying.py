"""What screens tell of a table that they show, and how a stay there ended."""

from dataclasses import replace

from client_core import cashier
from client_core import ending as endings
from client_core.ending import Ending, Way
from client_core.facade.table import AtTable
from client_core.telling import Part
from protocol import messages


class Staying(AtTable):
    """The pace at which a table is seen, and the end of a stay."""

    def watch(self, name: str, watched: bool = True) -> None:
        """This screen shows what moves at that table: nothing is asked there before `seen` says
        that it lies in sight, or after two seconds."""
        self._model.watch(name, watched)
        self._model.settle()

    def unseen(self, name: str) -> bool:
        """Whether anything that was told of a table that is watched has still to be shown."""
        return name in self._model.unseen

    def part(self, name: str) -> Part:
        """What of the end of a round is in sight there while more of it is to come; "" is none,
        or how all lies there at last."""
        going = self._model.telling.get(name)
        return going.now.part if going is not None else ""

    def tells(self, name: str) -> bool:
        """Whether the end of a round is being shown there step by step."""
        return name in self._model.telling

    def seen(self, name: str, all_: bool = False) -> None:
        """What was told of that table has been shown: the next step follows, or with `all_` how
        things stand."""
        if name in self._model.unseen:
            (self._model.seen_all if all_ else self._model.seen_step)(name)
            self._model.settle()

    def show_endings(self) -> None:
        """There is a screen "ending": a table stays in sight until `stay_over`, and then that
        screen says how the stay ended."""
        self._model.shows_endings = True

    def stay_over(self) -> None:
        """The last round of a table that I have left has been seen."""
        self._model.stay_over()
        self._model.where()
        self._model.settle()

    @property
    def ending(self) -> Ending | None:
        """How the last stay ended, until something comes after it."""
        ended = self._model.ending
        if ended is None:
            return None
        till, number = self._model.cashier, self._model.cash_outs.get(ended.table)
        paid = (one for one in till.payments if one.n == number)
        purse = till.cash if ended.room.purse == "cash" else till.play
        return replace(ended, paid=next((cashier.row(one).say for one in paid), None), purse=purse)

    @property
    def ways(self) -> tuple[Way, ...]:
        """What may come after it; the first leads."""
        ended = self._model.ending
        return endings.ways(ended, self._model.cashier.play) if ended is not None else ()

    def go_on(self, way: Way) -> int:
        """Take one of these ways, as far as it leads to a table; the number of the request."""
        ended = self._model.ending
        if ended is None or way not in self.ways:
            return 0
        wish, room = ended.wish, ended.room
        match way:
            case "again" if wish is not None:
                return self._request(lambda mine: replace(wish, id=mine))
            case "another":
                return self._request(lambda mine: messages.QuickSeat(mine, room.game, room.preset))
            case "back":
                by_code = room.code
                table = "" if by_code else room.table
                return self._request(lambda mine: messages.Join(mine, table, by_code))
        self.ending_read()
        return 0

    def ending_read(self) -> None:
        """To the menu."""
        self._model.ending_read()
        self._model.settle()
