"""The screen of coming in: which house, and as a guest, with a name, or with a card."""

from types import MappingProxyType
from typing import Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from client_core.client import (
    LANGUAGES,
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    OF_CODES,
    REPLACED,
    SHORTEST_PASSWORD,
    Client,
    Say,
)
from client_core.felts.strip import dot_of, line_text
from mobile_client.ui.look import px
from mobile_client.ui.screens.address import AddressSheet, own_name, place_text
from mobile_client.ui.screens.brand import Brand
from mobile_client.ui.screens.parts import Split, Surface, push, row, sign, stack
from mobile_client.ui.stage import Screen, Stage
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.controls import Segments
from mobile_client.ui.widgets.entry import Field
from mobile_client.ui.widgets.status import ConnectionDot
from mobile_client.ui.widgets.words import Words

WAYS: Final = ("guest", "login", "register")
LOW: Final = MappingProxyType({False: 720, True: 480})
"""Below this height, in dp, the name stands beside the icon: upright, and on the side."""


class HouseSurface(Surface):
    """Which house it is, how the line to it stands, and the way to another."""

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(padding=(px(16), px(4), px(8), px(12)), spacing=0)
        self.client, self.stage = client, stage
        self.title = Words(kind="strong", size_hint_y=1)
        self.dot = ConnectionDot()
        self.dot.pos_hint = {"top": 1}
        self.state = Words(kind="small", ink="soft")
        line = BoxLayout(size_hint_y=None)
        line.bind(minimum_height=line.setter("height"))
        line.add_widget(self.dot)
        line.add_widget(self.state)
        self.again = sign("again", client.connection.try_again)
        self.other = sign("house", self._other)
        self.head = row(self.title, self.other, height=TOUCH, gap="tight")
        self.add_widget(self.head)
        self.add_widget(line)

    def _other(self) -> None:
        self.stage.open(AddressSheet(self.client))

    def tell(self) -> None:
        now = self.client.connection.view
        self.title.text = own_name(self.client) or place_text(self.client, now.url)
        self.dot.state, self.dot.readable = dot_of(now.state), now.readable
        self.state.text = line_text(self.client)
        needed = dot_of(now.state) == "off"
        if needed != (self.again.parent is not None):
            self.head.remove_widget(self.again)
            if needed:
                self.head.add_widget(self.again, index=1)


class StartScreen(Screen):
    """Everything that is needed to sit down within two taps."""

    tells_connection = True
    head = 0

    def __init__(self, client: Client, stage: Stage) -> None:
        super().__init__(client, stage)
        say = client.say
        kept = client.settings
        self.house = HouseSurface(client, stage)
        self.way = Segments(
            choices=[(way, say(f"start.{way}")) for way in WAYS], chosen="guest", size_hint_x=1
        )
        self.name = Field(
            name=say("start.name"), text=kept.name, hint=say("start.name_hint"), most=LONGEST_NAME
        )
        self.password = Field(name=say("start.password"), secret=True, most=LONGEST_PASSWORD)
        self.code = Field(name=say("start.code"), hint=say("start.code_hint"), most=LONGEST_CODE)
        self.asks_code = False
        self.lost = push(say("start.lost"), lambda: stage.go("lost_password"), "plain")
        self.trouble = Words(kind="body", ink="warm")
        self.refused: Say | None = None
        self.enter = push("", self._enter)
        self.cancel = push(say("start.cancel"), client.account.cancel_entry, "plain")
        self.form = Surface(self.way, self.name, self.enter)
        self.offline = push(
            say("offline.play"), client.connection.play_offline, "quiet", icon="bot"
        )
        self.card = push(say("start.card"), lambda: stage.go("card"), "quiet", icon="card")
        # Nobody has to come in for them.
        self.puzzles = push(say("puzzles.title"), lambda: stage.go("puzzles"), "plain", icon="bulb")
        self.language = Segments(
            choices=[(one, say(f"language.{one}")) for one in LANGUAGES],
            chosen=client.words.language,
        )
        self.brand = Brand(say("app.name"), say("start.tagline"))
        self.upper = stack(self.brand, self.house)
        self.foot = row(self.puzzles, self.language)
        self.ways = stack(self.offline, self.card)
        self.lower = stack(self.form, self.ways)
        self.split = Split(self.upper, self.lower, middle=True)
        self.add_widget(self.split)
        self.fbind("height", self._lower)
        self.way.fbind("chosen", self._other_way)
        self.language.fbind("chosen", lambda _, one: client.set(language=one))
        self.name.line.bind(on_text_validate=lambda _: self._enter())
        self.password.line.bind(on_text_validate=lambda _: self._enter())
        self.code.line.bind(on_text_validate=lambda _: self._enter())
        for field in (self.name, self.password):
            field.fbind("text", self._another)
        self.arrange()
        self._changed()

    def arrange(self) -> None:
        """Puzzles and languages stand where there is room: at the end, or under the house."""
        if self.foot.parent is not None:
            self.foot.parent.remove_widget(self.foot)
        (self.upper if self.wide else self.lower).add_widget(self.foot)
        self.split.arrange(self.wide)
        self._lower()

    def _lower(self, *_: object) -> None:
        self.brand.low = low = self.height < px(LOW[self.wide])
        # Side by side they have room for short words alone.
        self.ways.orientation = "horizontal" if low else "vertical"
        self.card.text = self.say("start.card_short" if low else "start.card")

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "connection", "entry"):
            self.house.tell()
            self._changed()

    def _changed(self, *_: object) -> None:
        """The form as it has to be for the chosen way."""
        entry, say = self.client.account.entry, self.say
        parts = [self.way, self.name]
        if self.way.chosen != "guest":
            parts.append(self.password)
        refusal = None if entry.busy else entry.refusal
        new = refusal != self.refused
        self.refused = refusal
        if new and refusal is not None and refusal.key == REPLACED and self.way.chosen != "login":
            # It is made anew for that way.
            self.way.chosen = "login"
            return
        self.asks_code |= refusal is not None and refusal.key in OF_CODES
        coded = self.asks_code and self.way.chosen == "login"
        if coded:
            parts.append(self.code)
        wrong = self._wrong(refusal) if refusal is not None else None
        if refusal is not None and (wrong is None or wrong not in parts):
            self.trouble.text = say(refusal)
            parts.append(self.trouble)
        elif refusal is not None and wrong is not None and new:
            wrong.error = say(refusal)
        self.enter.text = say("start.busy" if entry.busy else f"start.do_{self.way.chosen}")
        self.enter.disabled = entry.busy
        parts.append(self.enter)
        if self.way.chosen == "login" and not entry.busy:
            parts.append(self.lost)
        if entry.busy and self.client.connection.view.state != "entering":
            parts.append(self.cancel)
        self.name.hint = say("start.name_hint") if self.way.chosen == "guest" else ""
        least = say("start.password_hint", least=SHORTEST_PASSWORD)
        self.password.hint = least if self.way.chosen == "register" else ""
        if parts != list(reversed(self.form.children)):
            self.form.clear_widgets()
            for part in parts:
                self.form.add_widget(part)
        self.card.disabled = entry.busy
        # Where no house answers this is the way to a game.
        lost = dot_of(self.client.connection.view.state) == "off"
        self.offline.kind, self.enter.kind = ("primary", "quiet") if lost else ("quiet", "primary")
        if new and refusal is not None:
            # What is wrong makes the form higher, and its button has to stay in sight.
            Clock.schedule_once(lambda _: self.split.reach(self.enter), 0)

    def _wrong(self, refusal: Say) -> Field | None:
        """The field that a refusal is about."""
        fields = {
            "refusal.name": self.name,
            "refusal.password_": self.password,
            **dict.fromkeys(OF_CODES, self.code),
        }
        return next((one for key, one in fields.items() if refusal.key.startswith(key)), None)

    def _another(self, *_: object) -> None:
        """Another account may have no second factor."""
        self.asks_code = False

    def _other_way(self, *_: object) -> None:
        self.name.error = self.password.error = self.code.error = ""
        self._changed()

    def _enter(self) -> None:
        client, name = self.client, self.name.text.strip()
        way = self.way.chosen
        password = self.password.text
        needs = way != "guest"
        self.name.error = self.say("start.needs_name") if needs and not name else ""
        self.password.error = self.say("start.needs_password") if needs and not password else ""
        if needs and not (name and password):
            return
        client.set(name=name)
        if way == "guest":
            client.account.play_as_guest(name)
        elif way == "login":
            coded = self.code.parent is not None
            client.account.log_in(name, password, self.code.text if coded else "")
            self.code.text = ""
        else:
            client.account.register(name, password)
