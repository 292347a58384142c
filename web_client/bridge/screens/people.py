"""What can be done about another player: not to show what is said, to block, to report."""

from dataclasses import replace
from typing import Final

from client_core.client import Say
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.shapes import (
    Block,
    Choice,
    Entry,
    Group,
    Paragraph,
    Pick,
    Press,
    Sheet,
    Switch,
)
from web_client.bridge.visit import Part, Visit, page_of, typed

LONGEST: Final = 300
OVER_A_TABLE: Final = ("person", "report", "keys")
"""Sheets that lie over the table, which goes on below them."""


def about(visit: Visit) -> tuple[str, int, int, str, str]:
    """The table of the sheet in sight, the player's number, that of the line of chat (0: none), the
    name, and what was said."""
    at = visit.page.about if visit.page is not None else ()
    table, who, line, name, text = at if len(at) == len(OF_A_PERSON) else OF_A_PERSON
    return str(table), int(who), int(line), str(name), str(text)


OF_A_PERSON: Final = ("", 0, 0, "", "")


def person(visit: Visit) -> Sheet:
    """A player, met at a table or in a line of its chat."""
    client, say = visit.client, visit.say
    _, who, line, name, text = about(visit)
    said = (Paragraph(text, "soft"),) if text else ()
    blocks: tuple[Block, ...] = (
        *said,
        Switch(say("safety.mute", name=name), who in client.chat.muted, ("person.mute",)),
        Switch(
            say("safety.block"), who in client.safety.blocked, ("person.block",),
            say("safety.block.note", name=name),
        ),
        Press(say("safety.report.line" if line else "safety.report"), ("person.report",), "danger"),
    )  # fmt: skip
    return replace(page_of(visit, name, blocks), rises=True)


def _mute(visit: Visit, args: Args, value: Plain) -> None:
    _, who, _, name, _ = about(visit)
    if who:
        visit.client.chat.mute(who, name, who not in visit.client.chat.muted)


def _block(visit: Visit, args: Args, value: Plain) -> None:
    _, who, _, name, _ = about(visit)
    if who:
        visit.client.safety.block(who, name, who not in visit.client.safety.blocked)


def _report(visit: Visit, args: Args, value: Plain) -> None:
    """The report takes the place of the sheet that led to it."""
    known = about(visit)
    visit.back()
    visit.go("report", *known)


# -- a report --------------------------------------------------------------------------------------


def report(visit: Visit) -> Sheet:
    """Why a player is reported, and words of one's own; it goes when the house has it."""
    safety, say = visit.client.safety, visit.say
    _, _, line, name, text = about(visit)
    why = visit.named("report").chosen.get("why")
    reasons = tuple(
        Pick(safety.reason(one), ("report.why", one), one == why) for one in safety.reasons
    )
    title = say("safety.title", name=name)
    said = (Paragraph(text, "soft"),) if text else ()
    able = bool(why) and not visit.waits
    form = Group(
        (
            *said,
            Choice(title, reasons, "list", quiet=True),
            Entry("words", say("safety.words"), wrong=visit.local.wrong.get("words", ""),
                  most=LONGEST),
            Paragraph(say("safety.kept" if line else "safety.kept.player", name=name), "soft"),
            Press(say("safety.send"), ("report.send",), "danger", able, sends=True),
        ),
        look="plain", form="report",
    )  # fmt: skip
    return replace(page_of(visit, title, (form,)), rises=True)


def _why(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("report", why=args[0])


def _send(visit: Visit, args: Args, value: Plain) -> None:
    table, who, line, _, _ = about(visit)
    chosen = visit.named("report").chosen.get("why")
    why = next((one for one in visit.client.safety.reasons if one == chosen), None)
    if why is not None and who and not visit.waits:
        visit.wrong()
        visit.wait(visit.client.safety.report(who, why, typed(value, "words"), table, line))


def _sent(visit: Visit, refusal: Say | None) -> None:
    if refusal is not None:
        visit.wrong(words=visit.say(refusal))
    elif visit.page is not None and visit.page.name == "report":
        visit.back()


# -- those whom one has blocked --------------------------------------------------------------------


def blocked(visit: Visit) -> Sheet:
    """One card for each, with the way to hear that one again."""
    say, found = visit.say, visit.client.safety.blocked
    cards = tuple(
        Group((
            Paragraph(name, "lead"),
            Press(say("safety.unblock", name=name), ("blocked.hear", who), "quiet",
                  visit.client.account.me.inside),
        ))
        for who, name in found.items()
    )  # fmt: skip
    nobody = () if found else (Paragraph(say("safety.nobody"), "soft"),)
    return page_of(visit, say("safety.blocked"), (*cards, *nobody))


def _hear(visit: Visit, args: Args, value: Plain) -> None:
    who, safety = int(args[0]), visit.client.safety
    if who in safety.blocked:
        safety.block(who, safety.blocked[who], False)


PART: Final = Part(
    {"person": person, "report": report, "blocked": blocked},
    {
        "person.mute": _mute,
        "person.block": _block,
        "person.report": _report,
        "report.why": _why,
        "report.send": _send,
        "blocked.hear": _hear,
    },
    {"report": _sent},
)
