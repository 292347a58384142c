"""The profile, as others see me: name and face; an account for a guest; and the way out."""

from functools import partial
from typing import Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from client_core.client import LONGEST_NAME, LONGEST_PASSWORD, Client
from mobile_client.ui import theme
from mobile_client.ui.icons import icon
from mobile_client.ui.look import px
from mobile_client.ui.screens import leaving
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Split, Surface, push, sign, stack
from mobile_client.ui.stage import Stage
from mobile_client.ui.theme import SPACE
from mobile_client.ui.widgets.avatars import AVATARS, avatar
from mobile_client.ui.widgets.buttons import Pressed
from mobile_client.ui.widgets.drawn import disc, picture
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.words import Words
from protocol.avatars import usual

FACE: Final = 60
"""A face is no smaller than this where six stand in a row, in dp."""


class FaceButton(Pressed):
    """A face to choose."""

    name = StringProperty("")
    chosen = BooleanProperty(False)
    WATCHED = ("state", "name", "chosen")

    def paint(self) -> None:
        side = min(self.size) - px(8)
        x, y = self.center
        if self.chosen or self.down:
            disc(x, y, side / 2 + px(4), theme.GOLD)
        picture(avatar(self.name, round(side)), x - side / 2, y - side / 2, side, side)
        if self.chosen:
            disc(x + side * 0.36, y - side * 0.36, px(10), theme.GOLD)
            small = round(px(14))
            place = (x + side * 0.36 - small / 2, y - side * 0.36 - small / 2)
            picture(icon("check", small), *place, small, small, theme.ON_GOLD)


class ProfileScreen(Page):
    """Name and face are kept on the device and shown to others."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        leaves = partial(leaving.log_out, client, stage)
        self.sign_out = sign("leave", leaves)
        super().__init__(client, stage, say("profile.title"), self.sign_out)
        self.shown = self.made = 0
        self.asked = False
        me, kept = client.account.me, client.settings
        self.face = me.avatar or kept.avatar or usual(me.name or kept.name)
        self.name = Field(name=say("profile.name"), text=me.name or kept.name, most=LONGEST_NAME)
        self.faces = GridLayout(cols=4, spacing=px(SPACE["small"]), size_hint_y=None)
        self.faces.fbind("width", self._square)
        for name in AVATARS:
            face = FaceButton(name=name, chosen=name == self.face)
            face.bind(on_release=self._chosen)
            self.faces.add_widget(face)
        self.save = push(say("profile.save"), self._save, "quiet")
        self.name.line.fbind("text", self._light)
        self.password = Field(name=say("start.password"), secret=True, most=LONGEST_PASSWORD)
        self.make = push(say("profile.make"), self._make, "quiet", icon="lock")
        self.account = Surface(
            Words(text=say("profile.guest"), ink="soft"),
            self.password,
            self.make,
            heading=say("profile.account"),
        )
        self.credentials = push(
            say("credentials.title"), lambda: stage.go("credentials"), "quiet", icon="lock"
        )
        self.rounds = push(
            say("history.mine"), lambda: stage.go("history"), "quiet", icon="history"
        )
        self.devices = push(
            say("devices.title"), lambda: stage.go("devices"), "quiet", icon="globe"
        )
        self.out = push(say("profile.out"), leaves, "quiet", icon="leave")
        self.blocked = push(
            say("safety.blocked"), lambda: stage.go("blocked"), "quiet", icon="people"
        )
        self.deletes = push(say("deleting.title"), lambda: stage.go("deleting"), "quiet")
        self.named = Surface(self.name, heading=say("profile.who"))
        self.pictured = Surface(self.faces, heading=say("profile.face"))
        self.columns = stack(), stack()
        self.set_body(Split(*self.columns))

    def arrange(self) -> None:
        """What others see comes first and ends with the button that keeps it; on the side the
        faces stand beside it."""
        super().arrange()
        if self.body is None:
            return
        rest = [self.account] if self.asked else []
        rest += [] if self.asked else [self.credentials]
        rest += [self.rounds, self.devices, self.blocked, self.out, self.deletes]
        if self.client.connection.view.offline:
            # There is no account but that of this device.
            rest = [self.rounds]
        left = [self.named, self.save, *rest] if self.wide else [self.named, self.pictured]
        right = [self.pictured] if self.wide else [self.save, *rest]
        for column, parts in zip(self.columns, (left, right), strict=True):
            column.clear_widgets()
            for part in parts:
                if part.parent is not None:
                    part.parent.remove_widget(part)
                column.add_widget(part)

    def _square(self, *_: object) -> None:
        gap, wide = px(SPACE["small"]), self.faces.width
        columns = 6 if wide >= 6 * px(FACE) + 5 * gap else 4
        rows = -(-len(self.faces.children) // columns)
        side = (wide - (columns - 1) * gap) / columns
        self.faces.cols = columns
        self.faces.height = rows * side + (rows - 1) * gap

    def _chosen(self, face: FaceButton) -> None:
        self.face = face.name
        for one in self.faces.children:
            one.chosen = one is face
        self._light()

    def _light(self, *_: object) -> None:
        """To save is lit while there is something to be saved."""
        me, kept = self.client.account.me, self.client.settings
        face = me.avatar or kept.avatar or usual(me.name or kept.name)
        changed = (self.name.text, self.face) != (me.name or kept.name, face)
        self.save.kind = "primary" if changed else "quiet"

    def _save(self) -> None:
        name = self.name.text.strip()
        self.name.error = "" if name else self.say("start.needs_name")
        if not name:
            return
        if self.client.account.me.inside:
            self.shown = self.client.account.show_as(name, self.face)
            self.save.disabled = bool(self.shown)
        else:
            self.client.set(name=name, avatar=self.face)
            self.stage.back()

    def _make(self) -> None:
        typed = self.password.text
        self.password.error = "" if typed else self.say("start.needs_password")
        if typed:
            self.made = self.client.account.register(self.name.text.strip(), typed)
            self.make.disabled = bool(self.made)

    def heard(self, topic: str, table: str) -> None:
        self._answers()
        if topic in ("", "me", "settings"):
            self._light()
        if topic in ("", "me"):
            me = self.client.account.me
            for button in (self.devices, self.out, self.sign_out, self.deletes):
                button.disabled = not me.inside or self.client.connection.view.offline
            if (me.inside and me.guest) != self.asked:
                self.asked = me.inside and me.guest
                self.arrange()

    def _answers(self) -> None:
        client = self.client
        if self.shown and not client.requests.pending(self.shown):
            refusal = client.requests.refusal_of(self.shown)
            self.shown, self.save.disabled = 0, False
            if refusal is None:
                self.stage.back()
            else:
                self.name.error = self.say(refusal)
        if self.made and not client.requests.pending(self.made):
            refusal = client.requests.refusal_of(self.made)
            self.made, self.make.disabled = 0, False
            self.password.error = self.say(refusal) if refusal is not None else ""
