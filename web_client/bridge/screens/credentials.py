"""The password, the code of an app beside it, and the way back without the password."""

from collections.abc import Iterator
from typing import Final

from client_core.client import (
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    OF_CODES,
    OF_NEW,
    SHORTEST_PASSWORD,
    Say,
    grouped,
)
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.shapes import Block, Entry, Group, Paragraph, Press, Sheet
from web_client.bridge.visit import Part, Visit, page_of, typed


def sheet(visit: Visit) -> Sheet:
    """The password first, and what there is to do about the second factor."""
    say, known = visit.say, visit.client.account.credentials
    title = say("credentials.title")
    if known.kind != "member":
        why = f"credentials.{known.kind}" if known.kind else "credentials.wait"
        return page_of(visit, title, (Paragraph(say(why), "soft"),))
    least = say("start.password_hint", least=SHORTEST_PASSWORD)
    change = Group(
        (
            _secret(visit, "old", "credentials.old", "current-password"),
            _secret(visit, "new", "credentials.new", "new-password", least),
            Press(say("credentials.change"), ("credentials.change",), able=not visit.waits,
                  sends=True),
        ),
        say("credentials.password"), form="password",
    )  # fmt: skip
    factor = Group(tuple(_factor(visit)), say("credentials.factor"), form="factor")
    return page_of(visit, title, (change,), (factor,))


def _secret(visit: Visit, name: str, label: str, fills: str, hint: str = "") -> Entry:
    wrong = visit.local.wrong.get(name, "")
    return Entry(
        name, visit.say(label), sort="password", hint=hint, wrong=wrong, most=LONGEST_PASSWORD,
        fills=fills,
    )  # fmt: skip


def _code(visit: Visit) -> Entry:
    return Entry(
        "code", visit.say("credentials.code"), wrong=visit.local.wrong.get("code", ""),
        most=LONGEST_CODE, fills="one-time-code",
    )  # fmt: skip


def _factor(visit: Visit) -> Iterator[Block]:
    """What there is to do about the second factor, as far as it is."""
    say, known, able = visit.say, visit.client.account.credentials, not visit.waits
    proof = _secret(visit, "proof", "credentials.old", "current-password")
    if known.codes:
        codes = "\n".join(known.codes)
        yield Paragraph(say("credentials.codes"))
        yield Paragraph(codes, "code")
        yield _copies(visit, "credentials.copy_codes", codes)
        yield Press(say("credentials.kept"), ("credentials.kept",))
    elif known.secret:
        yield Paragraph(say("credentials.secret"))
        yield Paragraph(grouped(known.secret), "code")
        yield _copies(visit, "credentials.copy", known.secret)
        yield _copies(visit, "credentials.copy_link", known.uri)
        yield _code(visit)
        yield Press(say("credentials.confirm"), ("credentials.confirm",), able=able, sends=True)
    elif known.factor:
        yield Paragraph(say("credentials.factor_on", count=known.recovery))
        yield proof
        yield _code(visit)
        yield Press(say("credentials.end"), ("credentials.end",), "danger", able, sends=True)
    else:
        yield Paragraph(say("credentials.factor_off"))
        yield proof
        yield Press(
            say("credentials.begin"), ("credentials.begin",), "quiet", able, "lock", sends=True
        )


def _copies(visit: Visit, text: str, what: str) -> Press:
    return Press(visit.say(text), ("link.copied",), "quiet", icon="copy", copies=what)


def _lacks(visit: Visit, value: Plain, *names: str) -> bool:
    """Whether one of these lines is empty, which is said there."""
    say = visit.say
    needs = {name: "start.needs_code" if name == "code" else "start.needs_password"
             for name in names}  # fmt: skip
    return visit.wrong(
        **{name: "" if typed(value, name) else say(text) for name, text in needs.items()}
    )


def _ask(visit: Visit, field: str, request: int) -> None:
    """Wait for it; `field` is the one that a refusal is about if it is about no other."""
    visit.choose("credentials", about=field)
    visit.wait(request)


def _change(visit: Visit, args: Args, value: Plain) -> None:
    if not _lacks(visit, value, "old", "new"):
        account = visit.client.account
        _ask(visit, "old", account.change_password(typed(value, "old"), typed(value, "new")))


def _begin(visit: Visit, args: Args, value: Plain) -> None:
    if not _lacks(visit, value, "proof"):
        _ask(visit, "proof", visit.client.account.begin_factor(typed(value, "proof")))


def _confirm(visit: Visit, args: Args, value: Plain) -> None:
    if not _lacks(visit, value, "code"):
        _ask(visit, "code", visit.client.account.confirm_factor(typed(value, "code")))


def _end(visit: Visit, args: Args, value: Plain) -> None:
    if not _lacks(visit, value, "proof", "code"):
        account = visit.client.account
        _ask(visit, "proof", account.end_factor(typed(value, "proof"), typed(value, "code")))


def _answered(visit: Visit, refusal: Say | None) -> None:
    if refusal is None:
        visit.wrong()
        return
    field = str(visit.named("credentials").chosen.get("about", "old"))
    field = "new" if refusal.key in OF_NEW else "code" if refusal.key in OF_CODES else field
    visit.wrong(**{field: visit.say(refusal)})


def _kept(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.account.hide_codes()


# -- without the password --------------------------------------------------------------------------


def lost(visit: Visit) -> Sheet:
    """Asks under a name; then shows the number, and takes the new password."""
    client, say, wrong = visit.client, visit.say, visit.local.wrong
    request, entry = client.account.lost_password, client.account.entry
    why = say(entry.refusal) if entry.refusal is not None and not entry.busy else ""
    able, title = not entry.busy, say("lost.title")
    if request is None:
        asking = Group(
            (
                Entry("name", say("start.name"), client.settings.name,
                      wrong=wrong.get("name", "") or why, most=LONGEST_NAME, fills="username"),
                Press(say("lost.ask"), ("lost.ask",), able=able, sends=True),
            ),
            form="lost",
        )  # fmt: skip
        return page_of(visit, title, (Group((Paragraph(say("lost.text"), "soft"),)),), (asking,))
    shown = Group(
        (Paragraph(request.number, "code"), Paragraph(say("lost.read"), "soft")),
        say("lost.number"),
    )
    choosing = Group(
        (
            Entry("password", say("lost.new"), sort="password",
                  hint=say("start.password_hint", least=SHORTEST_PASSWORD),
                  wrong=wrong.get("password", "") or why, most=LONGEST_PASSWORD,
                  fills="new-password"),
            Press(say("lost.choose"), ("lost.choose",), able=able, sends=True),
            Press(say("lost.again"), ("lost.again",), "plain", able),
        ),
        form="lost",
    )  # fmt: skip
    return page_of(visit, title, (shown,), (choosing,))


def _lost_ask(visit: Visit, args: Args, value: Plain) -> None:
    name = typed(value, "name").strip()
    if not visit.wrong(name="" if name else visit.say("start.needs_name")):
        visit.client.account.ask_reset(name)


def _lost_choose(visit: Visit, args: Args, value: Plain) -> None:
    password = typed(value, "password")
    if not visit.wrong(password="" if password else visit.say("start.needs_password")):
        visit.choose("lost_password", password=password)
        visit.client.account.choose_password(password)


def _lost_again(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.account.give_up_reset()


def chosen(visit: Visit) -> None:
    """The house may have taken the new password: come in by it."""
    account = visit.client.account
    request, page = account.lost_password, visit.named("lost_password")
    password = page.chosen.get("password")
    if request is not None and request.chosen and isinstance(password, str):
        account.give_up_reset()
        visit.client.set(name=request.name)
        visit.change(way="login")
        visit.home()
        account.log_in(request.name, password)


PART: Final = Part(
    {"credentials": sheet, "lost_password": lost},
    {
        "credentials.change": _change,
        "credentials.begin": _begin,
        "credentials.confirm": _confirm,
        "credentials.end": _end,
        "credentials.kept": _kept,
        "lost.ask": _lost_ask,
        "lost.choose": _lost_choose,
        "lost.again": _lost_again,
    },
    {"credentials": _answered},
    {"credentials": lambda visit: visit.client.account.ask_account()},
)
