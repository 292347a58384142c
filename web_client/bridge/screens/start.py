"""Coming in: as a guest, by name and password, or with a new account."""

from dataclasses import replace
from typing import Final

from client_core.client import (
    LANGUAGES,
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    OF_CODES,
    SHORTEST_PASSWORD,
    Say,
    first_way,
)
from client_core.felts.strip import dot_of, line_text
from web_client.bridge.encode import Plain
from web_client.bridge.links import HOUSE
from web_client.bridge.local import Args
from web_client.bridge.shapes import (
    Block,
    Brand,
    Choice,
    Entry,
    Group,
    Paragraph,
    Pick,
    Press,
    Sheet,
)
from web_client.bridge.visit import Part, Visit, typed

WAYS: Final = ("guest", "login", "register")
UNNAMED: Final = "Cardroom"
"""What a house calls itself that was given no name."""


def sheet(visit: Visit) -> Sheet:
    """Everything that is needed to sit down within two taps."""
    client, say = visit.client, visit.say
    upper: tuple[Block, ...] = (Brand(say("app.name"), say("start.tagline")), _house(visit))
    if visit.local.link is not None and visit.local.link.way in HOUSE:
        upper = (*upper, Paragraph(_invited(visit), "gold"))
    lost = dot_of(client.connection.view.state) == "off"
    # Into the house inside the client one comes without a word.
    now, entry = client.connection.view, client.account.entry
    inside = now.offline and entry.refusal is None and (entry.busy or now.state != "met")
    ways = (Press(say("start.card"), ("go", "card", "login"), "quiet", icon="card"),)
    lower: tuple[Block, ...] = (
        *(() if inside else (_form(visit),)),
        replace(offline_switch(visit), look="main" if lost else "quiet"),
        *(() if inside else ways),
        # Nobody has to come in for them.
        Press(say("puzzles.title"), ("go", "puzzles"), "plain", icon="bulb"),
        languages(visit),
    )
    return Sheet(client.say("app.name"), (upper, lower), headless=True, middle=True)


def languages(visit: Visit) -> Choice:
    """The languages that the page speaks, each by its own name."""
    client, say = visit.client, visit.say
    return Choice(
        say("settings.language"),
        tuple(
            Pick(say(f"language.{one}"), ("language", one), one == client.words.language)
            for one in LANGUAGES
        ),
        quiet=True,
    )


def _invited(visit: Visit) -> str:
    link = visit.local.link
    if link is None:
        return ""
    return visit.say(f"web.invited.{link.way}", name=link.name)


def house_name(visit: Visit) -> str:
    """The name of the house; "" where it has none of its own."""
    name = visit.client.connection.view.house
    return "" if name == UNNAMED else name


def place_name(visit: Visit) -> str:
    """Which house it is, by its name or else by its address."""
    now = visit.client.connection.view
    if now.offline:
        return visit.say("offline.here")
    return house_name(visit) or now.url.partition("://")[2]


def offline_switch(visit: Visit) -> Press:
    """The way to the house inside the client, and back to the one that the page came from."""
    if visit.client.connection.view.offline:
        return Press(visit.say("offline.house"), ("online",), "quiet", icon="house")
    return Press(visit.say("offline.play"), ("offline",), "quiet", icon="bot")


def _house(visit: Visit) -> Group:
    """Which house it is, and how the line to it stands."""
    client = visit.client
    now = client.connection.view
    dot = dot_of(now.state)
    title = place_name(visit)
    opens = now.offline and dot != "off"
    text = visit.say("offline.opens") if opens else line_text(client)
    state = Paragraph(text, "soft" if dot == "on" or opens else "warm")
    again = Press(visit.say("too_old.again"), ("connect",), "plain", icon="again")
    named: tuple[Block, ...] = (Paragraph(title, "label"), state)
    return Group((*named, again) if dot == "off" else named)


def _form(visit: Visit) -> Group:
    client, say, way = visit.client, visit.say, _chosen(visit)
    entry = client.account.entry
    refusal = None if entry.busy else entry.refusal
    about = _field_of(refusal) if refusal is not None else ""
    wrong = {about: say(refusal), **visit.local.wrong} if refusal is not None else visit.local.wrong
    coded = way == "login" and (about == "code" or visit.local.coded)
    parts: list[Block] = [
        Choice(
            say("web.way"), tuple(Pick(say(f"start.{one}"), ("way", one), one == way)
                                  for one in WAYS), quiet=True,
        ),
        Entry(
            "name", say("start.name"), client.settings.name,
            hint=say("start.name_hint") if way == "guest" else "",
            wrong=wrong.get("name", ""), most=LONGEST_NAME, fills="username",
        ),
    ]  # fmt: skip
    shown = {"name"}
    if way != "guest":
        least = say("start.password_hint", least=SHORTEST_PASSWORD)
        shown.add("password")
        parts.append(
            Entry(
                "password", say("start.password"), sort="password",
                hint=least if way == "register" else "", wrong=wrong.get("password", ""),
                most=LONGEST_PASSWORD,
                fills="new-password" if way == "register" else "current-password",
            )
        )  # fmt: skip
    if coded:
        shown.add("code")
        parts.append(
            Entry(
                "code", say("start.code"), hint=say("start.code_hint"), wrong=wrong.get("code", ""),
                most=LONGEST_CODE, fills="one-time-code",
            )
        )  # fmt: skip
    if refusal is not None and about not in shown:
        parts.append(Paragraph(say(refusal), "warm"))
    text = say("start.busy" if entry.busy else f"start.do_{way}")
    parts.append(Press(text, ("enter",), able=not entry.busy, sends=True))
    if way == "login" and not entry.busy:
        parts.append(Press(say("start.lost"), ("go", "lost_password"), "plain"))
    if entry.busy and client.connection.view.state != "entering":
        parts.append(Press(say("start.cancel"), ("enter.cancel",), "plain"))
    return Group(tuple(parts), form="enter")


def _field_of(refusal: Say) -> str:
    """The field that a refusal is about; "" is none."""
    if refusal.key in OF_CODES:
        return "code"
    if refusal.key.startswith("refusal.password_"):
        return "password"
    return "name" if refusal.key.startswith("refusal.name") else ""


def _chosen(visit: Visit) -> str:
    """The way of coming in: the one that was chosen, else the one that is proposed."""
    refusal = visit.client.account.entry.refusal
    return visit.local.way or first_way(refusal.key if refusal is not None else "")


def _way(visit: Visit, args: Args, value: Plain) -> None:
    visit.change(way=str(args[0]), wrong={}, coded=False)


def _language(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.set(language=str(args[0]))


def _enter(visit: Visit, args: Args, value: Plain) -> None:
    client, way = visit.client, _chosen(visit)
    name, password = typed(value, "name").strip(), typed(value, "password")
    refusal = client.account.entry.refusal
    asks_code = visit.local.coded or (refusal is not None and _field_of(refusal) == "code")
    visit.change(coded=asks_code, way=way)
    needs = way != "guest"
    if visit.wrong(
        name=visit.say("start.needs_name") if needs and not name else "",
        password=visit.say("start.needs_password") if needs and not password else "",
    ):
        return
    client.set(name=name)
    if way == "guest":
        client.account.play_as_guest(name)
    elif way == "login":
        client.account.log_in(name, password, typed(value, "code"))
    else:
        client.account.register(name, password)


def _cancel(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.account.cancel_entry()


def _offline(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.connection.play_offline()


def _online(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.connection.go_to(visit.browser.house)


PART: Final = Part(
    {"start": sheet},
    {
        "way": _way,
        "language": _language,
        "enter": _enter,
        "enter.cancel": _cancel,
        "offline": _offline,
        "online": _online,
    },
)
