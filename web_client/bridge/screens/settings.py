"""Every setting of the player, and the page of colours, tables and cards."""

from typing import Final

from client_core.client import CHOICES, LANGUAGES
from client_core.felts.strip import line_text
from protocol.cards import parse
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.looks import BACKS, CLOTHS, small_cards
from web_client.bridge.screens.start import offline_switch, place_name
from web_client.bridge.shapes import (
    Block,
    Cards,
    Choice,
    Group,
    Item,
    Paragraph,
    Pick,
    Press,
    Sheet,
    Slider,
    Switch,
)
from web_client.bridge.visit import Part, Visit, number, page_of

SAMPLE: Final = parse("As Kh Qd Jc")
STEP: Final = 5
SOUNDING: Final = {"sound_volume": "sound", "music_volume": "music", "voices_volume": "voices"}
OWN: Final = "own"
SWATCHES: Final = {
    "table_colour": {one: f"felt:{name}" for one, name in CLOTHS.items()},
    "room_colours": {one: f"scheme:{one}" for one in CHOICES["room_colours"]},
    "card_front": {one: f"front:{one}" for one in CHOICES["card_front"]},
    "card_back": {one: f"back:{name}" for one, name in BACKS.items()},
}
"""The colours of the theme that show what can be chosen."""
PLAYING: Final = (
    "big_text", "left_handed", "confirm_all_in", "confirm_free_fold", "pass_beaten", "coach",
    "bots_talk",
)  # fmt: skip


def sheet(visit: Visit) -> Sheet:
    """The page of settings."""
    say = visit.say
    sounds: tuple[Block, ...] = (
        _switch(visit, "sound"),
        _volume(visit, "sound_volume"),
        _switch(visit, "voices", True),
        _volume(visit, "voices_volume"),
        _choice(visit, "speaker", visit.client.settings.voices),
        _switch(visit, "music"),
        _volume(visit, "music_volume"),
        _switch(visit, "vibration"),
    )
    table: tuple[Block, ...] = (
        Item(say("looks.title"), ("go", "looks"), icon="eye"),
        _choice(visit, "card_size"),
        _sample(visit),
        _switch(visit, "four_colours", True),
    )
    play: tuple[Block, ...] = (
        _choice(visit, "animation"),
        *(_switch(visit, name, True) for name in PLAYING),
    )
    return page_of(
        visit,
        say("settings.title"),
        (_me(visit), _house(visit), _language(visit), Group(sounds, say("settings.sounds"))),
        (Group(table, say("settings.table")), Group(play, say("settings.play"))),
    )


def _sample(visit: Visit) -> Cards:
    """What cards look like now."""
    shown = small_cards(visit.client.settings, (*SAMPLE, None))
    return Cards(shown, visit.say("settings.table"))


def _me(visit: Visit) -> Group:
    client, say = visit.client, visit.say
    me = client.account.me
    return Group(
        (
            Item(me.name or say("settings.profile"), ("go", "profile"), icon="person"),
            Press(say("profile.out"), ("out",), "quiet", me.inside, "leave"),
        ),
        say("settings.me"),
    )


def _house(visit: Visit) -> Group:
    """Which house it is, how the connection to it stands, and the way to another."""
    say = visit.say
    return Group(
        (
            Item(place_name(visit), note=line_text(visit.client), icon="house"),
            Paragraph(say("settings.house.note"), "soft"),
            offline_switch(visit),
        ),
        say("settings.house"),
    )


def _language(visit: Visit) -> Group:
    say, chosen = visit.say, visit.client.settings.language
    picks = tuple(
        Pick(
            say(f"language.{one}" if one else "settings.device"), ("set", "language", one),
            one == chosen,
        )
        for one in ("", *LANGUAGES)
    )  # fmt: skip
    return Group((Choice(say("settings.language"), picks, quiet=True),), say("settings.language"))


def _switch(visit: Visit, name: str, note: bool = False) -> Switch:
    say, on = visit.say, bool(getattr(visit.client.settings, name))
    told = say(f"settings.{name}.note") if note else ""
    return Switch(say(f"settings.{name}"), on, ("set", name, not on), told)


def _volume(visit: Visit, name: str) -> Slider:
    client, of = visit.client, SOUNDING[name]
    value = int(getattr(client.settings, name))
    label = visit.say("web.volume", what=visit.say(f"settings.{of}"))
    able = bool(getattr(client.settings, of))
    return Slider(label, value, 0, 100, STEP, f"{value} %", ("volume", name), able)


def _choice(visit: Visit, name: str, able: bool = True) -> Choice:
    say, chosen = visit.say, getattr(visit.client.settings, name)
    picks = tuple(
        Pick(say(f"settings.{name}.{one}"), ("set", name, one), one == chosen)
        for one in CHOICES[name]
    )
    return Choice(say(f"settings.{name}"), picks, able=able)


def looks(visit: Visit) -> Sheet:
    """Colours of menus and screens, the table, backs and fronts of cards, by what they look
    like."""
    say = visit.say
    left = (_swatches(visit, "table_colour"), _swatches(visit, "room_colours"))
    right = (
        Group((_sample(visit), _switch(visit, "four_colours", True))),
        _swatches(visit, "card_front"),
        _swatches(visit, "card_back"),
    )
    return page_of(visit, say("looks.title"), left, right)


def _swatches(visit: Visit, name: str) -> Group:
    say, chosen = visit.say, getattr(visit.client.settings, name)
    picks = tuple(
        Pick(
            say(f"settings.{name}.{one}"), ("set", name, one), one == chosen,
            swatch=SWATCHES[name][one],
        )
        for one in CHOICES[name]
        if one != OWN
    )  # fmt: skip
    heading = say(f"settings.{name}")
    return Group((Choice(heading, picks, "swatches", quiet=True),), heading)


def _set(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.set(**{str(args[0]): args[1]})


def _set_volume(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.set(**{str(args[0]): max(0, min(100, number(value)))})


PART: Final = Part(
    {"settings": sheet, "looks": looks},
    {"set": _set, "volume": _set_volume},
)
