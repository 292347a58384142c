"""A table of one's own against bots: how many, how good, for how much, by which rules."""

from dataclasses import dataclass
from typing import Final

from client_core.client import Say, Solo, card_of
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
    Slider,
    Switch,
)
from web_client.bridge.visit import Part, Visit, number, page_of

USUAL_BOT: Final = "medium"


@dataclass(frozen=True, slots=True)
class SoloTable:
    """A table against bots as it is chosen so far."""

    able: Solo
    bots: int
    most: int
    bot: str
    stake: int
    buy_in: int
    theirs: int


def _table(visit: Visit, now: Picked) -> SoloTable:
    opening, wish = visit.client.opening, now.wish
    able = opening.solo_choices(
        now.game, now.preset, now.number("stake", wish.stake), now.number("buy_in", wish.buy_in)
    )
    seats = now.options.get("most")
    most = int(seats) - 1 if seats else able.opponents[-1]
    count = now.number("bots", wish.bots if now.known else able.usual)
    # Of one opponent there is nothing to mix.
    usual = "" if able.opponents[-1] > 1 or not able.bots else USUAL_BOT
    bot = now.text("bot", wish.bot)
    theirs = now.number("theirs", wish.bot_buy_in if wish.bots else able.bot_buy_in)
    return SoloTable(
        able,
        max(able.opponents[0], min(most, count)),
        most,
        bot if bot in able.bots or (not bot and not usual) else usual,
        able.stake,
        able.buy_in,
        theirs if theirs in able.bot_buy_ins else able.bot_buy_in,
    )


def sheet(visit: Visit) -> Sheet:
    """Everything that is chosen of a table against bots."""
    client, say, now = visit.client, visit.say, picked(visit, "solo")
    table = _table(visit, now)
    easy, alone = now.flag("easy", now.wish.unhurried), not table.bots
    note = say("solo.easy_alone" if alone else "solo.easy_note")
    short = client.cashier.without_chips(short=True)
    nothing = say(short) if not table.buy_in and short is not None else ""
    left: tuple[Block, ...] = (
        _profit(visit, now),
        *rules_of(visit, now, table.stake),
        Group((Switch(say("solo.easy"), easy or alone, ("solo.easy", not easy), note, not alone),)),
    )
    right = tuple(
        one
        for one in (
            _rivals(visit, now, table),
            _stakes(visit, now, table),
            _chips(visit, table),
            _theirs(visit, now, table),
        )
        if one is not None
    )
    able = bool(table.buy_in) and not visit.waits
    go = Press(say("solo.go"), ("solo.go",), able=able, note=nothing)
    return page_of(
        visit, say("solo.title"), left, right, actions=(help_with(visit, now),), foot=(go,)
    )


def _profit(visit: Visit, now: Picked) -> Paragraph:
    """What I have won and lost in this game so far."""
    games = visit.client.lobby.view.games
    won = next((one.profit for one in games if one.game == now.game), 0)
    name = visit.client.texts.game_name(now.game)
    text = visit.say("solo.profit", game=name, amount=won)
    return Paragraph(text, "good" if won > 0 else "warm" if won < 0 else "lead")


def _rivals(visit: Visit, now: Picked, table: SoloTable) -> Group:
    say, able = visit.say, table.able
    parts: list[Block] = []
    if len(able.opponents) > 1 or not able.bots:
        told = say("solo.count" if table.bots else "solo.alone", count=table.bots)
        parts.append(
            Slider(
                say("solo.bots"), table.bots, able.opponents[0], table.most, 1, told,
                ("solo.bots",), table.most > able.opponents[0],
            )
        )  # fmt: skip
    if able.bots:
        levels = (*(("",) if able.opponents[-1] > 1 else ()), *able.bots)
        picks = tuple(
            Pick(
                say(f"bot.{one}" if one else "solo.mixed"), ("solo.bot", one), one == table.bot
            )
            for one in levels
        )  # fmt: skip
        parts.append(Choice(say("called.title"), picks, quiet=True))
        note = f"bot.{table.bot}.note" if table.bot else "solo.mixed_note"
        parts.append(Paragraph(say(note), "soft"))
    if is_counted(now):
        on = now.flag("counter", now.wish.counter)
        parts.append(
            Switch(say("open.counter"), on, ("solo.counter", not on), say("open.counter_note"))
        )
    return Group(tuple(parts), say("solo.bots"))


def _stakes(visit: Visit, now: Picked, table: SoloTable) -> Group | None:
    if not table.able.stakes:
        return None
    heading = visit.say(STAKE_HEADINGS[now.card.stake])
    picks = tuple(
        Pick(visit.client.texts.stake(now.game, one), ("solo.stake", one), one == table.stake)
        for one in table.able.stakes
    )
    return Group((Choice(heading, picks, quiet=True),), heading)


def _chips(visit: Visit, table: SoloTable) -> Group:
    say = visit.say
    if not table.buy_in:
        # Nobody sits down with nothing: it is said why there is nothing, and when there is.
        why = visit.client.cashier.without_chips() or Say("solo.no_chips")
        return Group((Paragraph(say(why), "warm"),), say("solo.buy_in"))
    picks = tuple(
        Pick(visit.client.texts.money(one), ("solo.buy_in", one), one == table.buy_in)
        for one in table.able.buy_ins
    )
    return Group((Choice(say("solo.buy_in"), picks, quiet=True),), say("solo.buy_in"))


def _theirs(visit: Visit, now: Picked, table: SoloTable) -> Group | None:
    if not table.bots:
        # Alone with the house there is nobody who brings anything.
        return None
    say, money = visit.say, visit.client.texts.money
    heading = say("solo.bot_brings_one" if table.bots == 1 else "solo.bot_brings")
    picks = tuple(
        Pick(money(one) if one else say("solo.drawn"), ("solo.theirs", one), one == table.theirs)
        for one in table.able.bot_buy_ins
    )
    drawn = now.preset in card_of(now.game).drawn and not table.theirs
    note = (Paragraph(say("solo.drawn_note"), "soft"),) if drawn else ()
    return Group((Choice(heading, picks, quiet=True), *note), heading)


def _sit_down(visit: Visit, args: Args, value: Plain) -> None:
    now = picked(visit, "solo")
    table, opening = _table(visit, now), visit.client.opening
    visit.wait(
        opening.play_solo(
            now.game,
            now.preset,
            table.bots,
            table.bot if table.able.bots else "",
            table.buy_in,
            table.theirs,
            counter=now.flag("counter", now.wish.counter) and is_counted(now),
            stake=table.stake,
            options=opening.departures(now.game, now.preset, table.stake, now.options),
            # Alone with the house nobody waits.
            unhurried=now.flag("easy", now.wish.unhurried) or not table.bots,
        )
    )


# -- taps ----------------------------------------------------------------------------------------


def _game(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", game=args[0], preset="", **dict.fromkeys(AFRESH))


def _preset(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", preset=args[0], **dict.fromkeys(AFRESH))


def _bots(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", bots=number(value))


def _bot(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", bot=str(args[0]))


def _stake(visit: Visit, args: Args, value: Plain) -> None:
    # What is brought goes with the stake.
    visit.choose("solo", stake=int(args[0]), buy_in=None)


def _buy_in(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", buy_in=int(args[0]))


def _bot_buy_in(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", theirs=int(args[0]))


def _counter(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", counter=bool(args[0]))


def _easy(visit: Visit, args: Args, value: Plain) -> None:
    visit.choose("solo", easy=bool(args[0]))


PART: Final = Part(
    {"solo": sheet},
    {
        "solo.game": _game,
        "solo.preset": _preset,
        "solo.bots": _bots,
        "solo.bot": _bot,
        "solo.stake": _stake,
        "solo.buy_in": _buy_in,
        "solo.theirs": _bot_buy_in,
        "solo.counter": _counter,
        "solo.easy": _easy,
        "solo.go": _sit_down,
    },
    {"solo": refused},
)
