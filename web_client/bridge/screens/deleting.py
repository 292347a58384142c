"""The page on which the account is deleted: what goes, what the house keeps, and the password."""

from collections.abc import Iterator
from typing import Final

from client_core.client import LONGEST_CODE, LONGEST_PASSWORD, OF_CODES, Say
from web_client.bridge.encode import Plain
from web_client.bridge.local import Answer, Args
from web_client.bridge.shapes import Block, Entry, Group, Paragraph, Press, Sheet
from web_client.bridge.visit import Part, Visit, page_of, typed

PAGE: Final = "deleting"
OF_PASSWORD: Final = ("refusal.password_wrong", "refusal.login_wait", "refusal.busy")
"""Refusals that are about the password; all others stand above the button."""


def deleting(visit: Visit) -> Sheet:
    """What is lost is read before anything is typed; then one question more is asked."""
    say = visit.say
    what = Group(tuple(Paragraph(say(f"deleting.{part}")) for part in ("what", "keeps", "first")))
    proof = Group(tuple(_proof(visit)), look="plain", form=PAGE)
    return page_of(visit, say("deleting.title"), (what,), (proof,))


def _needs(visit: Visit) -> tuple[str, ...]:
    """What has to be typed, as the account stands."""
    known = visit.client.account.credentials
    if known.kind != "member":
        return ()
    return ("password", "code") if known.factor else ("password",)


def _proof(visit: Visit) -> Iterator[Block]:
    say, wrong, account = visit.say, visit.local.wrong, visit.client.account
    needs = _needs(visit)
    if "password" in needs:
        yield Entry(
            "password", say("start.password"), sort="password", wrong=wrong.get("password", ""),
            most=LONGEST_PASSWORD, fills="current-password",
        )  # fmt: skip
    if "code" in needs:
        yield Entry(
            "code", say("credentials.code"), wrong=wrong.get("code", ""), most=LONGEST_CODE,
            fills="one-time-code",
        )  # fmt: skip
    if wrong.get("trouble"):
        yield Paragraph(wrong["trouble"], "warm")
    able = bool(account.credentials.kind) and account.me.inside and not visit.waits
    yield Press(say("deleting.go"), ("deleting.go",), "danger", able, sends=True)


def _go(visit: Visit, args: Args, value: Plain) -> None:
    """Ask once more, when all is typed that is needed."""
    say = visit.say
    lacks = {name: say(f"start.needs_{name}") for name in _needs(visit) if not typed(value, name)}
    if visit.wrong(**lacks):
        return
    visit.choose(PAGE, proof=(typed(value, "password"), typed(value, "code")))
    visit.ask(
        say("deleting.ask"), say("deleting.what"),
        Answer(say("deleting.stay"), "main"), Answer(say("deleting.go"), "danger", (SURE,)),
    )  # fmt: skip


def _sure(visit: Visit, args: Args, value: Plain) -> None:
    proof = visit.named(PAGE).chosen.get("proof")
    if isinstance(proof, tuple) and not visit.waits:
        visit.choose(PAGE, proof=None)
        visit.wait(visit.client.account.delete(*proof))


def _answered(visit: Visit, refusal: Say | None) -> None:
    """Where it is done, the house says goodbye next; a refusal stands beside what it is about."""
    if refusal is None:
        return
    key, why = refusal.key, visit.say(refusal)
    field = "password" if key in OF_PASSWORD else "code" if key in OF_CODES else "trouble"
    visit.wrong(**{field: why})
    if field == "trouble":
        visit.live(why)


def _ask_account(visit: Visit) -> None:
    if visit.client.account.me.inside:
        visit.client.account.ask_account()


SURE: Final = "deleting.sure"
PART: Final = Part(
    {PAGE: deleting},
    {"deleting.go": _go, SURE: _sure},
    {PAGE: _answered},
    {PAGE: _ask_account},
)
