"""A room for friends or for all, and the options of its rules."""

from typing import Final

from client_core.client import STAKES, OptionRow, Say, ToBring
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.screens.choosing import (
    AFRESH,
    STAKE_HEADINGS,
    Picked,
    help_with,
    is_counted,
    picked,
    refused,
    rules_of,
)
from web_client.bridge.shapes import (
    Block,
    Choice,
    Group,
    Paragraph,
    Pick,
    Press,
    Sheet,
    Switch,
)
from web_client.bridge.visit import Part, Visit, page_of


def sheet(visit: Visit) -> Sheet:
    """Everything that is chosen of a room for others."""
    say, now = visit.say, picked(visit, "open")
    private = _private(visit, now)
    needs = _needs(visit, now, _stake(visit, now))
    short = needs is not None and needs.short
    who = tuple(
        Pick(say(f"open.{one}"), ("open.who", one == "private"), private == (one == "private"))
        for one in ("private", "public")
    )
    note = say("open.private_note" if private else "open.public_note")
    right: tuple[Block, ...] = (
        Group(
            (Choice(say("open.who"), who, quiet=True), Paragraph(note, "soft")), say("open.who")
        ),
        _more(visit, now, needs),
    )  # fmt: skip
    told = ""
    if needs is not None and (short or now.card.needs_all):
        key, chips = ("open.needs", needs.least) if short else ("open.brings", needs.usual)
        told = say(key, chips=chips)
    go = Press(say("open.go"), ("open.go",), able=not (visit.waits or short), note=told)
    left = rules_of(visit, now, _stake(visit, now))
    return page_of(
        visit, say("open.title"), left, right, actions=(help_with(visit, now),), foot=(go,)
    )


def _private(visit: Visit, now: Picked) -> bool:
    last = visit.client.opening.last_wish("open")
    return now.flag("private", last is None or last.private)


def _stakes(visit: Visit, now: Picked) -> tuple[int, ...]:
    """The stakes in cents, 0 for the usual one of the rules; none where there is nothing to
    choose, or the house has not said which that is."""
    client = visit.client
    if now.card.stake == "none":
        return ()
    usual = client.opening.usual_stake(now.game, now.preset)
    if not usual:
        return ()
    there = sorted({*STAKES, usual, now.wish.stake} - {0})
    return tuple(0 if one == usual else one for one in there)


def _stake(visit: Visit, now: Picked) -> int:
    chosen = now.number("stake", now.wish.stake)
    return chosen if chosen in _stakes(visit, now) else 0


def _needs(visit: Visit, now: Picked, stake: int) -> ToBring | None:
    return visit.client.opening.to_bring(now.game, now.preset, stake)


def _more(visit: Visit, now: Picked, needs: ToBring | None) -> Group:
    """The stake, what one brings, and the counter of cards."""
    client, say = visit.client, visit.say
    stakes, chosen = _stakes(visit, now), _stake(visit, now)
    usual = client.opening.usual_stake(now.game, now.preset) or 0
    heading = say(STAKE_HEADINGS[now.card.stake] if stakes else "solo.buy_in")
    parts: list[Block] = []
    if stakes:
        picks = tuple(
            Pick(client.texts.stake(now.game, one or usual), ("open.stake", one), one == chosen)
            for one in stakes
        )
        parts.append(Choice(heading, picks, quiet=True))
    if needs is not None:
        parts.append(_bring(visit, now, needs, stakes))
    if is_counted(now):
        on = now.flag("counter", now.wish.counter)
        parts.append(
            Switch(say("open.counter"), on, ("open.counter", not on), say("open.counter_note"))
        )
    return Group(tuple(parts), heading)


def _bring(visit: Visit, now: Picked, needs: ToBring, stakes: tuple[int, ...]) -> Paragraph:
    """What one takes along to this table; where that is too much, it is said before."""
    say = visit.say
    if needs.short:
        others = (_needs(visit, now, one) for one in stakes)
        smaller = any(one is not None and not one.short for one in others)
        key = "open.short_smaller" if smaller else "open.short"
        return Paragraph(say(key, least=needs.least, have=needs.have), "warm")
    if now.card.needs_all:
        return Paragraph(say("open.bring", chips=needs.usual, have=needs.have), "soft")
    text = say("open.buy_in", least=needs.least, most=needs.most, have=needs.have)
    return Paragraph(text, "soft")


def _open(visit: Visit, args: Args, value: Plain) -> None:
    now = picked(visit, "open")
    opening, stake = visit.client.opening, _stake(visit, now)
    visit.wait(
        opening.open_room(
            now.game,
            now.preset,
            stake,
            _private(visit, now),
            counter=now.flag("counter", now.wish.counter) and is_counted(now),
            options=opening.departures(now.game, now.preset, stake, now.options),
        )
    )


def _opened(visit: Visit, refusal: Say | None) -> None:
    """At the table its code is what friends need next."""
    refused(visit, refusal)
    where = visit.client.screen
    view = visit.client.tables.view(where.table) if where.name == "table" else None
    if refusal is None and view is not None and view.code:
        visit.go("share", where.table, True)


# -- the options ---------------------------------------------------------------------------------


def _kind(visit: Visit) -> str:
    about = visit.named("options").about
    return str(about[0]) if about else "open"


def options(visit: Visit) -> Sheet:
    """Every option that a table of the chosen rules may have, group by group."""
    say = visit.say
    now = picked(visit, "solo" if _kind(visit) == "solo" else "open")
    stake = now.number("stake", now.wish.stake)
    groups = visit.client.opening.options(now.game, now.preset, stake, now.options)
    parts: tuple[Block, ...] = tuple(
        Group(tuple(part for row in group.rows for part in _option(row)), group.label)
        for group in groups
    )
    changed = any(row.changed for group in groups for row in group.rows)
    usual = Press(say("option.reset"), ("options.usual",), "quiet", changed)
    half = -(-len(parts) // 2)
    columns = (parts[:half], (*parts[half:], usual))
    if not parts:
        columns = ((Paragraph(say("option.waiting"), "soft"),), ())
    return page_of(
        visit, say("option.title"), *columns, foot=(Press(say("option.done"), ("back",)),)
    )


def _option(row: OptionRow) -> tuple[Block, ...]:
    if row.kind == "flag":
        tap = ("options.pick", row.name, not row.value)
        return (Switch(row.label, bool(row.value), tap, row.note, row.able),)
    picks = tuple(
        Pick(text, ("options.pick", row.name, value), value == row.value)
        for value, text in row.picks
    )
    note = (Paragraph(row.note, "soft"),) if row.note else ()
    return (Choice(row.label, picks, able=row.able), *note)


def _pick(visit: Visit, args: Args, value: Plain) -> None:
    kind = "solo" if _kind(visit) == "solo" else "open"
    now = picked(visit, "solo" if kind == "solo" else "open")
    chosen = {**now.options, str(args[0]): args[1]}
    visit.choose(kind, **{f"options/{now.game}/{now.preset}": chosen})


def _usual(visit: Visit, args: Args, value: Plain) -> None:
    kind = _kind(visit)
    now = picked(visit, "solo" if kind == "solo" else "open")
    visit.choose(kind, **{f"options/{now.game}/{now.preset}": {}})


# -- taps ----------------------------------------------------------------------------------------


def _game(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("open", game=args[0], preset="", **dict.fromkeys(AFRESH))


def _preset(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("open", preset=args[0], **dict.fromkeys(AFRESH))


def _who(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("open", private=bool(args[0]))


def _choose_stake(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("open", stake=int(args[0]))


def _counter(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("open", counter=bool(args[0]))


PART: Final = Part(
    {"open": sheet, "options": options},
    {
        "open.game": _game,
        "open.preset": _preset,
        "open.who": _who,
        "open.stake": _choose_stake,
        "open.counter": _counter,
        "open.go": _open,
        "options.pick": _pick,
        "options.usual": _usual,
    },
    {"open": _opened},
)
