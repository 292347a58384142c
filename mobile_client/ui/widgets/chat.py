"""The talk of a table: a drawer with its lines, quick phrases, and a bar to write."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from client_core.client import ChatLine, Client
from mobile_client.ui import theme
from mobile_client.ui.look import px
from mobile_client.ui.theme import RADIUS, SPACE, TOUCH, faded
from mobile_client.ui.widgets.buttons import IconButton, Pressed, PushButton
from mobile_client.ui.widgets.controls import Toggle
from mobile_client.ui.widgets.drawn import Drawn, block, border, picture
from mobile_client.ui.widgets.emotes import emote
from mobile_client.ui.widgets.entry import TextLine
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words

LONGEST: Final = 300
TALL: Final = 560
"""From this height on, in dp, quick phrases are in sight from the beginning."""
END: Final = 24
"""So near to its end, in dp, talk is followed."""
Offset = Callable[[int], int]
"""How many seconds the clocks here are ahead of UTC at a Unix time."""


class EmoteButton(Pressed):
    """An emote to be sent."""

    def __init__(self, name: str, **words: object) -> None:
        self.name = name
        super().__init__(**({"size_hint_y": None, "height": px(TOUCH)} | words))

    def paint(self) -> None:
        side = round(px(34 if not self.down else 38))
        picture(
            emote(self.name, side), self.center_x - side / 2, self.center_y - side / 2, side, side
        )


NOTHING_SENT: Final = (0, "")


class Said(ButtonBehavior, Drawn, BoxLayout):
    """A line: who, when, and what. Plain text: labels here read no markup. A tap tells whose it
    is."""

    def __init__(self, client: Client, line: ChatLine, offset: Offset) -> None:
        self.mine, self.line = line.mine, line
        pad = px(SPACE["normal"])
        super().__init__(
            orientation="vertical",
            size_hint_y=None,
            padding=(pad, px(8), pad, px(8)),
            spacing=px(2),
        )
        self.bind(minimum_height=self.setter("height"))
        when = client.texts.clock_text(line.at, offset(line.at))
        self.who = Words(text=f"{line.name} · {when}", kind="small", ink="soft", written=True)
        self.add_widget(self.who)
        if line.phrase in client.chat.emotes:
            self.add_widget(Smile(line.phrase))
        else:
            self.text = Words(text=client.chat.line_text(line), written=True)
            self.add_widget(self.text)

    def paint(self) -> None:
        r = px(RADIUS["normal"])
        block(*self.box, theme.RAISED if self.mine else theme.SUNKEN, r)
        if self.mine:
            border(*self.box, faded(theme.GOLD, 0.5), 1, r)


class Smile(Drawn):
    """An emote that was sent."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(size_hint_y=None, height=px(40))

    def paint(self) -> None:
        side = round(px(38))
        picture(emote(self.name, side), self.x, self.y, side, side)


class ChatPanel(BoxLayout):
    """The lines of a table, with quick phrases and a bar to write. Between `begin` and `end` all
    that is said is read."""

    people = ObjectProperty({})
    """Those whose lines were seen, who can be muted: their numbers, and what they are called."""

    def __init__(self, client: Client, table: str, offset: Offset = lambda _: 0) -> None:
        super().__init__(orientation="vertical", spacing=px(SPACE["small"]))
        self.client, self.table, self.offset = client, table, offset
        say = client.say
        self.column = BoxLayout(orientation="vertical", size_hint_y=None, spacing=px(6))
        self.column.bind(minimum_height=self.column.setter("height"))
        self.scroll = ScrollView(do_scroll_x=False, bar_width=px(3), bar_color=theme.EDGE)
        self.scroll.add_widget(self.column)
        self._laid = (0.0, 0.0)
        self._follows = True
        self._soon = Clock.create_trigger(self._stay, -1)
        for part in (self.column, self.scroll):
            part.fbind("height", self._soon)
        self.scroll.fbind("scroll_y", self._moved)
        self.quick: Widget | None = None
        """Faces and phrases, once somebody has asked for them."""
        self.line = TextLine(hint_text=say("chat.hint"))
        self.line.input_filter = self._short
        self.line.text_validate_unfocus = False
        self.line.bind(on_text_validate=lambda _: self.send())
        sends = IconButton(icon="send", filled=True)
        sends.bind(on_release=lambda _: self.send())
        self.faces = IconButton(icon="smile")
        self.faces.bind(on_release=lambda _: self.show_quick(not self._quick_there))
        self.bar = BoxLayout(size_hint_y=None, height=px(52), spacing=px(4))
        self.bar.add_widget(self.faces)
        self.bar.add_widget(self.line)
        self.bar.add_widget(sends)
        self.quiet = Words(text=say("chat.closed"), kind="small", ink="soft")
        for part in (self.scroll, self.bar):
            self.add_widget(part)
        self.shown: list[tuple[int, bool]] = []
        self._sent = NOTHING_SENT
        """What was said last and may still be refused, with the number of its request."""
        self.about: Callable[[ChatLine], object] = lambda _: None
        """What follows when a line of another is tapped."""
        self._forget: Callable[[], None] = lambda: None

    def begin(self) -> None:
        """It is in sight."""
        self._forget = self.client.observe(self._heard)
        self.client.chat.open(self.table)
        self.tell()

    def end(self) -> None:
        """It is out of sight."""
        self.line.focus = False
        self._forget()
        self.client.chat.open(self.table, False)

    def show_quick(self, there: bool) -> None:
        """Faces and phrases above the bar; where there is little room only when asked for."""
        if self.bar.parent is None or there == self._quick_there:
            return
        if self.quick is None:
            self.quick = self._quick()
        if there:
            self.add_widget(self.quick, index=1)
        else:
            self.remove_widget(self.quick)

    @property
    def _quick_there(self) -> bool:
        return self.quick is not None and self.quick.parent is not None

    def _heard(self, topic: str, table: str) -> None:
        self._back()
        if topic == "chat" and table == self.table:
            self.tell()

    # -- what was said -----------------------------------------------------------------------

    def tell(self) -> None:
        chat = self.client.chat.view(self.table)
        lines = [(line.n, line.muted) for line in chat.lines]
        if lines[: len(self.shown)] != self.shown or not lines:
            self.column.clear_widgets()
            self.shown = []
        if not lines:
            nothing = self.client.say("chat.nothing" if chat.may_write else "chat.silent")
            self.column.add_widget(Words(text=nothing, ink="soft", halign="center"))
        elif not self.shown:
            self.column.clear_widgets()
        for line in chat.lines[len(self.shown) :]:
            said = Said(self.client, line, self.offset)
            said.bind(on_release=self._tapped)
            self.column.add_widget(said)
            self._follows |= line.mine
        self.shown = lines
        self.people = {line.who: line.name for line in chat.lines if line.who and not line.mine}
        self._may(chat.may_write)

    def _tapped(self, said: Said) -> None:
        if said.line.who and not said.mine:
            self.about(said.line)

    @property
    def _heights(self) -> tuple[float, float]:
        return float(self.column.height), float(self.scroll.height)

    def _moved(self, *_: object) -> None:
        """Who reads what was said before is not taken away from it."""
        column, seen = self._heights
        # While it is laid out Kivy moves it too.
        if (column, seen) == self._laid:
            self._follows = self.scroll.scroll_y * (column - seen) < px(END)

    def _stay(self, *_: object) -> None:
        """The newest line stays in sight, whatever becomes higher or lower."""
        self._laid = column, seen = self._heights
        if self._follows or column <= seen:
            self._follows = True
            self.scroll.scroll_y = 0 if column > seen else 1
        if self._follows and column > seen:
            # What was pulled too far by the change would swing back otherwise.
            self.scroll.effect_y.reset(0)

    def _may(self, write: bool) -> None:
        """The bar, or why there is none."""
        there = self.bar.parent is not None
        if write == there:
            return
        self.show_quick(False)
        for part in (self.bar, self.quiet):
            self.remove_widget(part)
        self.add_widget(self.bar if write else self.quiet)

    # -- saying something --------------------------------------------------------------------

    def _quick(self) -> Widget:
        """Faces, and phrases to be pushed along with a thumb."""
        client = self.client
        faces = GridLayout(cols=5, size_hint_y=None, spacing=px(2))
        faces.bind(minimum_height=faces.setter("height"))
        for name in client.chat.emotes:
            face = EmoteButton(name)
            face.bind(on_release=partial(self._phrase, name))
            faces.add_widget(face)
        phrases = BoxLayout(size_hint_x=None, spacing=px(6))
        phrases.bind(minimum_width=phrases.setter("width"))
        for name in client.chat.phrases:
            text = client.say(f"phrase.{name}")
            button = PushButton(text=text, kind="quiet", height=px(TOUCH))
            button.size_hint, button.width = (None, None), px(132)
            button.bind(on_release=partial(self._phrase, name))
            phrases.add_widget(button)
        strip = ScrollView(do_scroll_y=False, size_hint_y=None, height=px(TOUCH + 4), bar_width=0)
        strip.add_widget(phrases)
        quick = BoxLayout(orientation="vertical", size_hint_y=None, spacing=px(4))
        quick.bind(minimum_height=quick.setter("height"))
        quick.add_widget(faces)
        quick.add_widget(strip)
        return quick

    def _phrase(self, name: str, _: object) -> None:
        self.client.chat.phrase(self.table, name)

    def _short(self, typed: str, _: bool) -> str:
        return typed[: max(0, LONGEST - len(self.line.text))]

    def send(self) -> None:
        """Says what was typed; the bar keeps the keyboard."""
        sent = self.client.chat.say(self.table, self.line.text)
        if sent:
            self._sent = sent, self.line.text
            self.line.text = ""

    def _back(self) -> None:
        """What the house did not take stands in the line again, unless something else does."""
        number, text = self._sent
        if self.client.requests.refusal_of(number) is not None:
            self._sent = NOTHING_SENT
            self.line.text = self.line.text or text

    # -- who is heard ------------------------------------------------------------------------

    def choose_who_is_heard(self, above: Widget) -> None:
        """A sheet on which everybody who spoke can be silenced, or heard again."""
        people = {**self.client.chat.muted, **self.people}
        # Who is blocked is not heard, whatever is chosen here.
        heard = {who: people[who] for who in people if who not in self.client.safety.blocked}
        MuteSheet(self.client, heard).open(above)


class ChatDrawer(Drawer):
    """`ChatDrawer(client, table, offset).open(layer)`; while it is open everything is read."""

    def __init__(self, client: Client, table: str, offset: Offset = lambda _: 0) -> None:
        super().__init__(side="left" if client.settings.left_handed else "right")
        self.talk = ChatPanel(client, table, offset)
        self.sheet.padding, self.sheet.spacing = px(SPACE["normal"]), px(SPACE["small"])
        close = IconButton(icon="close")
        close.bind(on_release=lambda _: self.close())
        muting = IconButton(icon="people")
        muting.bind(on_release=lambda _: self._people())
        top = BoxLayout(size_hint_y=None, height=px(TOUCH))
        title = Words(text=client.say("chat.title"), kind="heading", size_hint_y=1)
        for part in (title, muting, close):
            top.add_widget(part)
        # What is told meanwhile hides no line: the newest stay where they are, above the bar.
        gap = Widget(size_hint_y=None, height=0)
        self.fbind("told", gap.setter("height"))
        for part in (top, gap, self.talk):
            self.sheet.add_widget(part)
        self.place()

    def open(self, above: Widget) -> None:
        self.talk.begin()
        super().open(above)
        self.fbind("height", self._quick_if_tall)
        self._quick_if_tall()

    def _quick_if_tall(self, *_: object) -> None:
        """A turned phone, or the keyboard, leaves no room for them."""
        self.talk.show_quick(self.height > px(TALL))

    def close(self) -> None:
        self.talk.line.focus = False
        super().close()

    def on_closed(self) -> None:
        self.talk.end()

    def _people(self) -> None:
        if self.parent is not None:
            self.talk.choose_who_is_heard(self.parent)


class MuteSheet(Drawer):
    """Whose lines are read."""

    def __init__(self, client: Client, people: Mapping[int, str]) -> None:
        super().__init__(side="bottom")
        self.sheet.add_widget(Words(text=client.say("chat.people"), kind="heading"))
        for who, name in sorted(people.items(), key=lambda one: one[1]):
            toggle = Toggle(text=name, active=who not in client.chat.muted)
            toggle.fbind(
                "active",
                lambda _, heard, who=who, name=name: client.chat.mute(who, name, not heard),
            )
            self.sheet.add_widget(toggle)
        if not people:
            self.sheet.add_widget(Words(text=client.say("chat.nobody"), ink="soft"))
        self.place()
