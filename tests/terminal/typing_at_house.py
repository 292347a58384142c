"""Somebody who types at a visit of the terminal, with a house that is a test."""

from terminal_client.house.table_teller import Kind
from terminal_client.house.visit import Visit
from tests.client.device import Device


class Typing:
    """Lines typed at a visit; `heard` is all that was said since the last of them."""

    def __init__(self, code: str = "", plain: bool = False) -> None:
        self.one = Device()
        self.heard: list[str] = []
        self.visit = Visit(self.one.client, self._tell, code, plain=plain)

    def _tell(self, text: str, kind: Kind) -> None:
        self.heard.append(text)

    def go_on(self) -> list[str]:
        self.visit.go_on()
        heard, self.heard = self.heard, []
        return heard

    def type(self, line: str) -> list[str]:
        self.visit.typed(line)
        return self.go_on()
