"""Every setting of the player; each is kept and seen at once."""

from kivy.uix.widget import Widget

from client_core.client import CHOICES, LANGUAGES, Client
from mobile_client.ui.look import look, px
from mobile_client.ui.own_authority import find_authority
from mobile_client.ui.screens import leaving
from mobile_client.ui.screens.address import AddressSheet, own_name, place_text
from mobile_client.ui.screens.authority import AuthoritySheet, said_of
from mobile_client.ui.screens.page import Page
from mobile_client.ui.screens.parts import Columns, Scroll, Surface, stack
from mobile_client.ui.screens.rules import CardStrip
from mobile_client.ui.stage import Stage
from mobile_client.ui.widgets.cards import measure
from mobile_client.ui.widgets.controls import Row, Segments, StepSlider, Toggle
from mobile_client.ui.widgets.words import Words
from protocol.cards import parse

WIDEST = 960
SAMPLE = "As Kh Qd Jc"
STEP = 5


class SettingsScreen(Page):
    """Switches that show what is set, also when it is set elsewhere."""

    def __init__(self, client: Client, stage: Stage) -> None:
        say = client.say
        super().__init__(client, stage, say("settings.title"))
        self.controls: dict[str, Widget] = {}
        self.language = Segments(
            choices=[("", say("settings.device"))]
            + [(one, say(f"language.{one}")) for one in LANGUAGES],
            chosen=client.settings.language,
        )
        self.language.fbind("chosen", lambda _, one: client.set(language=one))
        self.controls["language"] = self.language
        self.profile = Row(icon="person")
        self.profile.bind(on_release=lambda _: stage.go("profile"))
        self.address = Row(icon="house", text=say("settings.house"))
        self.address.bind(on_release=lambda _: stage.open(AddressSheet(client)))
        folder = stage.device.authority()
        found = find_authority(folder)
        self.authority = Row(
            icon="lock", text=say("settings.authority"), value=said_of(client, found)
        )
        self.authority.bind(on_release=lambda _: stage.open(AuthoritySheet(client, found, folder)))
        self.out = Row(icon="leave", text=say("profile.out"), ends=True)
        self.out.bind(on_release=lambda _: leaving.log_out(client, stage))
        self.looks = Row(icon="eye", text=say("looks.title"))
        self.looks.bind(on_release=lambda _: stage.go("looks"))
        self.sample = CardStrip(tuple(parse(SAMPLE)), height=measure("medium")[1])
        scroll = Scroll(widest=WIDEST)
        scroll.column.add_widget(
            Columns(
                Surface(
                    self.profile,
                    self.address,
                    Words(text=say("settings.house.note"), kind="small", ink="soft"),
                    self.authority,
                    self.out,
                    heading=say("settings.me"),
                ),
                Surface(self.language, heading=say("settings.language")),
                Surface(
                    self._switch("sound"),
                    self._volume("sound_volume"),
                    self._switch("voices", note=True),
                    self._volume("voices_volume"),
                    self._of("speaker"),
                    self._switch("music"),
                    self._volume("music_volume"),
                    self._switch("vibration"),
                    heading=say("settings.sounds"),
                ),
                Surface(
                    self.looks,
                    self._of("card_size"),
                    self.sample,
                    self._switch("four_colours", note=True),
                    heading=say("settings.table"),
                ),
                Surface(
                    self._of("animation"),
                    self._switch("big_text", note=True),
                    self._switch("left_handed", note=True),
                    self._switch("confirm_all_in", note=True),
                    self._switch("confirm_free_fold", note=True),
                    self._switch("pass_beaten", note=True),
                    self._switch("coach", note=True),
                    self._switch("bots_talk", note=True),
                    heading=say("settings.play"),
                ),
            )
        )
        self.set_body(scroll)

    def _switch(self, name: str, note: bool = False) -> Toggle:
        toggle = Toggle(
            text=self.say(f"settings.{name}"),
            note=self.say(f"settings.{name}.note") if note else "",
            active=bool(getattr(self.client.settings, name)),
        )
        toggle.fbind("active", lambda _, on: self.client.set(**{name: on}))
        self.controls[name] = toggle
        return toggle

    def _volume(self, name: str) -> StepSlider:
        slider = StepSlider(low=0, high=100, step=STEP)
        slider.value = getattr(self.client.settings, name)
        slider.fbind("value", lambda _, value: self.client.set(**{name: int(value)}))
        slider.fbind("held", self._sample if name != "voices_volume" else self._say_something)
        self.controls[name] = slider
        return slider

    def _sample(self, _: StepSlider, held: bool) -> None:
        """How loud it is now."""
        if not held:
            self.stage.sounds.play("chip")

    def _say_something(self, _: object, held: bool = False) -> None:
        """How loud the voice is now, and whose it is."""
        if not held:
            self.stage.sounds.speak("call")

    def _of(self, name: str) -> Widget:
        segments = Segments(
            choices=[(one, self.say(f"settings.{name}.{one}")) for one in CHOICES[name]],
            chosen=getattr(self.client.settings, name),
        )
        segments.fbind("chosen", lambda _, one: self._choose(name, one))
        self.controls[name] = segments
        return stack(Words(text=self.say(f"settings.{name}"), kind="body"), segments, gap="small")

    def _choose(self, name: str, one: str) -> None:
        chosen = one != getattr(self.client.settings, name)
        self.client.set(**{name: one})
        if name == "speaker" and chosen:
            self._say_something(None)

    def heard(self, topic: str, table: str) -> None:
        if topic in ("", "settings"):
            self._tell()
        if topic in ("", "me", "connection"):
            now = self.client.connection.view
            self.address.value = own_name(self.client) or place_text(self.client, now.url)
            self.out.disabled = not self.client.account.me.inside or now.offline
            self.profile.text = self.client.account.me.name or self.say("settings.profile")

    def _tell(self) -> None:
        settings = self.client.settings
        for name, control in self.controls.items():
            kind = {Toggle: "active", Segments: "chosen", StepSlider: "value"}[type(control)]
            setattr(control, kind, getattr(settings, name))
        self.controls["sound_volume"].disabled = not settings.sound
        self.controls["music_volume"].disabled = not settings.music
        self.controls["voices_volume"].disabled = not settings.voices
        self.controls["speaker"].disabled = not settings.voices
        self.sample.height = px(81) * look.card_scale
