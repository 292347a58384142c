"""The code of a private room, to be passed on."""

from kivy.core.clipboard import Clipboard
from kivy.properties import StringProperty

from client_core.client import Client, Say
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.screens.parts import push
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import RADIUS
from mobile_client.ui.widgets.drawn import Drawn, block, border, write
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words


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
    """Shows the code of a room and copies it; `fresh` is one that I have just opened."""

    def __init__(self, client: Client, stage: Stage, code: str, fresh: bool = False) -> None:
        super().__init__(side="bottom")
        copy = push(client.say("share.copy"), lambda: self._copy(stage, code), icon="copy")
        for part in (
            Words(text=client.say("share.title" if fresh else "table.invite"), kind="heading"),
            Words(text=client.say("share.text"), ink="soft"),
            Code(text=code),
            copy,
            push(client.say("share.done" if fresh else "share.back"), self.close, "plain"),
        ):
            self.sheet.add_widget(part)
        self.place()

    def _copy(self, stage: Stage, code: str) -> None:
        copy_code(stage, code)
        self.close()
