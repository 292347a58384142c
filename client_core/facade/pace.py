"""The pace of a table: what was told and is still to be seen."""

from client_core.reveal import Part
from client_core.state.client_state import ClientState


class PacePart:
    """The pace of a table that a screen shows: the screen says which motions were seen."""

    def __init__(self, state: ClientState) -> None:
        self._state = state

    def watch(self, name: str, watched: bool = True) -> None:
        """This screen shows what moves at that table: nothing is asked there before `seen` says
        that it lies in sight, or after two seconds."""
        self._state.pace.watch(name, watched)
        self._state.settle()

    def unseen(self, name: str) -> bool:
        """Whether anything that was told of a table that is watched has still to be shown."""
        return name in self._state.pace.unseen

    def part(self, name: str) -> Part:
        """What of the end of a round is in sight there while more of it is to come; "" is none,
        or how all lies there at last."""
        going = self._state.pace.telling.get(name)
        return going.now.part if going is not None else ""

    def tells(self, name: str) -> bool:
        """Whether the end of a round is being shown there step by step."""
        return name in self._state.pace.telling

    def seen(self, name: str, all_: bool = False) -> None:
        """What was told of that table has been shown: the next step follows, or with `all_` how
        things stand."""
        if name in self._state.pace.unseen:
            (self._state.pace.seen_all if all_ else self._state.pace.seen_step)(name)
            self._state.settle()
