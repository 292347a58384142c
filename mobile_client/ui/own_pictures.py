"""The player's own pictures as textures, each read once, when it is first shown."""

from pathlib import Path
from typing import Final

from kivy.core.image import Image
from kivy.graphics.texture import Texture

from mobile_client.ui import own
from mobile_client.ui.own import Own
from protocol.cards import Card


class Pictures:
    """The pictures on the device: none until `use` was called."""

    def __init__(self) -> None:
        self.own = Own()
        self._read: dict[Path, Texture | None] = {}

    def use(self, found: Own) -> None:
        """Show these from now on."""
        self.own = found
        self._read.clear()

    def forget(self) -> None:
        """The textures are gone with the screen: read again when they are asked for."""
        self._read.clear()

    @property
    def back(self) -> Texture | None:
        return self._texture(self.own.back)

    @property
    def table(self) -> Texture | None:
        return self._texture(self.own.table)

    def front(self, card: Card) -> Texture | None:
        """The picture of this card; None: it has none, and is drawn as ours."""
        return self._texture(self.own.fronts.get(card))

    @property
    def unfit(self) -> tuple[str, ...]:
        """The names of files that lie there and cannot be shown, as far as they were looked at."""
        broken = (path.name for path, picture in self._read.items() if picture is None)
        return tuple(sorted({*self.own.unfit, *broken}))

    def _texture(self, path: Path | None) -> Texture | None:
        if path is None:
            return None
        if path not in self._read:
            self._read[path] = _read(path)
        return self._read[path]


def _read(path: Path) -> Texture | None:
    try:
        return Image(str(path), nocache=True, mipmap=False).texture
    except Exception as wrong:  # Kivy's readers raise whatever they like
        own.left(path, f"it cannot be read ({wrong})")
        return None


pictures: Final = Pictures()
