"""The code of a private room, to be passed on."""

from typing import Final

from kivy.core.clipboard import Clipboard
from kivy.properties import StringProperty

from client_core.client import Client, Say
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import push, row
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS
from mobile_client.ui.widgets.drawn import Drawn, block, border, write
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.qr_code import QrCode
from mobile_client.ui.widgets.words import Words

SHARE: Final = 0.9
"""How much of the height of the screen a sheet takes at most."""
LEAST, LARGEST = 132, 240
"""How wide the QR code is, in dp."""


def copy_code(stage: Stage, code: str) -> None:
    """Into the clipboard, and says so."""
    Clipboard.copy(code)
    stage.client.notices.tell(Say("share.copied", {"code": code}), "good")


class Code(Drawn):
    """A code in large signs."""

    text = StringProperty("")
    WATCHED = ("text",)

    def __init__(self, **words: object) -> None:
        super().__init__(**({"size_hint_y": None, "height": px(72)} | words))

    def paint(self) -> None:
        r = px(RADIUS["normal"])
        block(*self.box, theme.SUNKEN, r)
        border(*self.box, theme.GOLD, 1.4, r)
        spread, widest = " ".join(self.text), self.width - px(24)
        write(spread, "display", theme.GOLD, self.center_x, self.center_y, widest=widest)


class ShareSheet(Drawer):
    """Shows the code of a room, and the invitation to it as a QR code where there is room; copies
    or shares either. `fresh` is one that I have just opened."""

    def __init__(self, client: Client, stage: Stage, code: str, fresh: bool = False) -> None:
        super().__init__(side="bottom")
        self.link = client.connection.link(code)
        say = client.say
        self.code = QrCode(text=self.link, size_hint_y=None, height=0)
        copies = [push(say("share.copy"), lambda: self._copy(stage, code), icon="copy")]
        if self.link and stage.device.shares:
            share = push(say("share.send"), lambda: stage.device.share(self.link), icon="people")
            copies.insert(0, share)
        elif self.link:
            link = push(say("share.link"), lambda: self._copy_link(stage), "quiet", icon="copy")
            copies.append(link)
        for part in (
            Words(text=say("share.title" if fresh else "table.invite"), kind="heading"),
            Words(text=say("share.scan" if self.link else "share.text"), ink="soft"),
            *([self.code] if self.link else []),
            Code(text=code),
            row(*copies) if len(copies) > 1 else copies[0],
            push(say("share.done" if fresh else "share.back"), self.close, "plain"),
        ):
            self.sheet.add_widget(part)
        self.place()

    def place(self, *_: object) -> None:
        """The QR code is there where it is large enough for a camera."""
        if hasattr(self, "code") and self.link:
            others = self.sheet.minimum_height - self.code.height
            room = min(self.height * SHARE - others, px(LARGEST))
            self.code.height = room if room >= px(LEAST) else 0
        super().place()

    def _copy(self, stage: Stage, code: str) -> None:
        copy_code(stage, code)
        self.close()

    def _copy_link(self, stage: Stage) -> None:
        Clipboard.copy(self.link)
        stage.client.notices.tell(Say("share.link_copied"), "good")
        self.close()
