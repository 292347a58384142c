"""The profile, as others see me; an account for a guest; devices; and the way out."""

from collections.abc import Iterator
from typing import Final

from client_core.client import LONGEST_NAME, LONGEST_PASSWORD, DeviceRow, Say
from protocol.avatars import AVATARS
from web_client.bridge.encode import Plain
from web_client.bridge.local import Answer, Args
from web_client.bridge.screens.lobby import face_of
from web_client.bridge.shapes import (
    Block,
    Choice,
    Entry,
    Group,
    Item,
    Paragraph,
    Pick,
    Press,
    Sheet,
)
from web_client.bridge.visit import Part, Visit, page_of, typed


def profile(visit: Visit) -> Sheet:
    """Name and face, kept on the device and shown to others."""
    client, say = visit.client, visit.say
    me, wrong = client.account.me, visit.local.wrong
    face = str(visit.named("profile").chosen.get("face") or face_of(visit))
    faces = tuple(
        Pick(say("web.face", number=at), ("profile.face", one), one == face,
             picture=f"faces/{one}.svg")
        for at, one in enumerate(AVATARS, 1)
    )  # fmt: skip
    named = Group(
        (
            Entry("name", say("profile.name"), me.name or client.settings.name,
                  wrong=wrong.get("name", ""), most=LONGEST_NAME, fills="nickname"),
            Choice(say("profile.face"), faces, "faces"),
            Press(say("profile.save"), ("profile.save",), able=not visit.waits, sends=True),
        ),
        say("profile.who"), form="profile",
    )  # fmt: skip
    return page_of(visit, say("profile.title"), (named,), tuple(_ways(visit)))


def _ways(visit: Visit) -> Iterator[Block]:
    client, say = visit.client, visit.say
    me = client.account.me
    if me.inside and me.guest:
        yield Group(
            (
                Paragraph(say("profile.guest"), "soft"),
                Entry("password", say("start.password"), sort="password",
                      wrong=visit.local.wrong.get("password", ""), most=LONGEST_PASSWORD,
                      fills="new-password"),
                Press(say("profile.make"), ("profile.make",), "quiet", not visit.waits, "lock",
                      sends=True),
            ),
            say("profile.account"), form="account",
        )  # fmt: skip
    else:
        yield Press(
            say("credentials.title"), ("go", "credentials"), "quiet", me.inside, icon="lock"
        )
    yield Press(say("history.mine"), ("go", "history", ""), "quiet", me.inside, "history")
    yield Press(say("devices.title"), ("go", "devices"), "quiet", me.inside, "globe")
    if not client.connection.view.offline:
        # There is nobody else.
        yield Press(say("safety.blocked"), ("go", "blocked"), "quiet", me.inside, "people")
    yield Press(say("profile.out"), ("out",), "quiet", me.inside, "leave")
    if not client.connection.view.offline:
        # Without a house there is no account but that of this device.
        yield Press(say("deleting.title"), ("go", "deleting"), "quiet", me.inside)


def _face(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("profile", face=str(args[0]))


def _save(visit: Visit, args: Args, value: Plain) -> None:
    name = typed(value, "name").strip()
    if visit.wrong(name="" if name else visit.say("start.needs_name")):
        return
    face = str(visit.named("profile").chosen.get("face") or face_of(visit))
    visit.choose("profile", asks="name")
    visit.wait(visit.client.account.show_as(name, face))


def _make(visit: Visit, args: Args, value: Plain) -> None:
    password = typed(value, "password")
    if visit.wrong(password="" if password else visit.say("start.needs_password")):
        return
    visit.choose("profile", asks="password")
    visit.wait(visit.client.account.register(visit.client.account.me.name, password))


def _profile_answered(visit: Visit, refusal: Say | None) -> None:
    asks = str(visit.named("profile").chosen.get("asks", "name"))
    if refusal is not None:
        visit.wrong(**{asks: visit.say(refusal)})
    elif asks == "name" and visit.page is not None and visit.page.name == "profile":
        visit.back()


# -- the way out -----------------------------------------------------------------------------------


def _costs(visit: Visit) -> list[str]:
    """What it costs to leave each table now."""
    seat = visit.client.seat
    return [cost for table in visit.client.tables.names if (cost := seat.cost_of_leaving(table))]


def _out(visit: Visit, args: Args, value: Plain) -> None:
    say, guest = visit.say, visit.client.account.me.guest
    text = [say("out.guest" if guest else "out.text"), *_costs(visit)]
    visit.ask(
        say("out.title"), "\n".join(text),
        Answer(say("out.stay")), Answer(say("out.go"), "danger", ("out.now",)),
    )  # fmt: skip


def _out_now(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.account.log_out()


# -- devices ---------------------------------------------------------------------------------------


def devices(visit: Visit) -> Sheet:
    """The session that goes on first, then those that have ended."""
    client, say = visit.client, visit.say
    found = client.account.devices
    now = tuple(_device(visit, one) for one in found if one.over is None)
    over = tuple(_device(visit, one) for one in found if one.over is not None)
    parts: list[Block] = [Group(now, look="list")]
    if not found:
        parts = [Paragraph(say("devices.wait" if visit.waits else "devices.nothing"), "soft")]
    elif not client.account.me.guest:
        parts.append(Paragraph(say("devices.strange"), "soft"))
    if over:
        parts.append(Group(over, say("devices.ended"), "list"))
    inside = client.account.me.inside
    everywhere = Press(say("devices.all"), ("devices.out",), "danger", inside, "leave")
    return page_of(visit, say("devices.title"), tuple(parts), foot=(everywhere,))


def _device(visit: Visit, one: DeviceRow) -> Item:
    say = visit.say
    name = one.name or say("devices.nameless")
    since = say("devices.since", when=when(visit, one.since))
    lines = [f"{since} {say('devices.place', place=one.place)}" if one.place else since]
    if one.over is not None:
        lines.append(say(one.over.key, when=when(visit, one.seen)))
    elif not one.here:
        lines.append(say("devices.seen", when=when(visit, one.seen)))
    icon = "history" if one.over is not None else "check" if one.here else "globe"
    title = f"{say('devices.now')} · {name}" if one.here else name
    return Item(title, note="\n".join(lines), icon=icon, here=one.here)


def when(visit: Visit, unix: int) -> str:
    """When something was, by the clock on this wall."""
    browser = visit.browser
    return visit.client.texts.day_text(unix, browser.wall(), browser.ahead)


def _ask_devices(visit: Visit) -> None:
    visit.wait(visit.client.account.ask_devices())


def _everywhere(visit: Visit, args: Args, value: Plain) -> None:
    say = visit.say
    text = [say("devices.text")]
    text += [say("out.guest")] if visit.client.account.me.guest else []
    visit.ask(
        say("devices.ask"), "\n".join((*text, *_costs(visit))),
        Answer(say("out.stay")), Answer(say("devices.go"), "danger", ("devices.out.now",)),
    )  # fmt: skip


def _everywhere_now(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.account.log_out_everywhere()


PART: Final = Part(
    {"profile": profile, "devices": devices},
    {
        "profile.face": _face,
        "profile.save": _save,
        "profile.make": _make,
        "out": _out,
        "out.now": _out_now,
        "devices.out": _everywhere,
        "devices.out.now": _everywhere_now,
    },
    {"profile": _profile_answered},
    {"devices": _ask_devices},
)
