"""What a player does about the seat at a table: sits, waits, leaves, calls bots."""

from collections.abc import Callable
from typing import Final

from client_core.client import Say
from web_client.bridge.local import Answer
from web_client.bridge.table_sight import Sight

NOTED_S: Final = 2.0
"""So long something is said where the player looks."""


def note(at: Sight, text: str) -> None:
    """Say something for a moment where the player looks."""
    until = at.client.now() + NOTED_S
    at.change(note=text, noted_turn=at.client.turn.acts(at.table).turn, noted_until=until)
    at.visit.live(text)


def go(at: Sight, what: str, amount: int = 0) -> None:
    """Do what this choice, of the bar or of the menu, stands for."""
    client, table, visit = at.client, at.table, at.visit
    least = at.view.offer.least if at.view.offer else 0
    acts: dict[str, Callable[[], object]] = {
        "queue": lambda: _queue(at),
        "unqueue": lambda: client.seat.unqueue(table),
        "sit": lambda: client.seat.sit(table, amount or least),
        "pass": lambda: client.seat.pass_offer(table),
        "ready": lambda: client.seat.ready(table),
        "not_ready": lambda: client.seat.ready(table, False),
        "back_in": lambda: client.seat.sit_out(table, False),
        "sit_out": lambda: client.seat.sit_out(table, True),
        "leave": lambda: _leave(at),
        "leave_after": lambda: _leave_after(at),
        "stay": lambda: client.seat.leave(table, "never"),
        "leave_now": lambda: client.seat.leave(table),
        "buy": lambda: visit.go("cashier", table),
        "card": lambda: visit.go("card", "change"),
        "coach": lambda: client.coach.skip_tips(table, False),
        "bot": lambda: _how_good(at, "bot"),
        "bots": lambda: _how_good(at, "bots"),
        "no_bots": lambda: client.seat.dismiss_bots(table),
        "stand_in": lambda: client.seat.stand_in(table),
        "take_over": lambda: client.seat.take_over(table),
        "code": lambda: visit.go("share", table),
        "look": lambda: away(at),
        "keep": lambda: client.show(""),
        "over": client.ending.stay_over,
    }
    acts[what]()
    if what in ASKS and client.connection.view.state != "in":
        note(at, client.say("tap.kept"))


ASKS: Final = frozenset(
    {"queue", "unqueue", "sit", "pass", "ready", "not_ready", "back_in", "sit_out", "stay"}
)
"""What the house is asked for."""


def _queue(at: Sight) -> None:
    if at.view.barred > at.client.now():
        left = at.client.texts.span(at.view.barred - at.client.now())
        note(at, at.client.say("table.barred", left=left))
    else:
        at.client.seat.queue(at.table)


def _leave_after(at: Sight) -> None:
    at.client.seat.leave(at.table, "after_round")
    at.client.notices.tell(at.client.texts.said_of_game(at.view.game, "table.leaves_after"))


def _leave(at: Sight) -> None:
    """Go; what is at stake is asked about once."""
    client, say = at.client, at.client.say
    cost = client.seat.cost_of_leaving(at.table)
    if not cost:
        client.seat.leave(at.table)
        return
    after = client.texts.of_game(at.view.game, "table.leave_after")
    later = (Answer(after, "quiet", at.tap("do", "leave_after")),)
    at.visit.ask(
        say("leave.title"),
        cost,
        Answer(say("table.stay"), "main"),
        *(later if at.view.leaving != "after_round" else ()),
        Answer(say("leave.go"), "danger", at.tap("do", "leave_now")),
    )


def away(at: Sight) -> None:
    """To the lobby, keeping the seat; where something is at stake it is asked."""
    client, say = at.client, at.client.say
    if at.view.left:
        client.ending.stay_over()
        return
    cost = client.seat.cost_of_leaving(at.table)
    if cost:
        at.visit.ask(
            say("leave.title"),
            cost,
            Answer(say("table.stay"), "main"),
            Answer(say("leave.look"), "quiet", at.tap("do", "keep")),
            Answer(say("leave.go"), "danger", at.tap("do", "leave_now")),
        )
        return
    if at.view.me is not None:
        client.notices.tell(Say("leave.kept"))
    client.show("")


def _how_good(at: Sight, what: str) -> None:
    """Call bots, of a level that is asked for where there is more than one."""
    client, say = at.client, at.client.say
    levels = client.lobby.levels(at.view.game)
    if not levels:
        call_bots(at, what, "")
        return
    answers = (Answer(say(f"bot.{one}"), "quiet", at.tap("bots", what, one)) for one in levels)
    at.visit.ask(say("table.add_bot"), "", *answers, Answer(say("table.not_yet")))


def call_bots(at: Sight, what: str, level: str) -> None:
    """Let bots of a level take one seat, or every one that is free."""
    call = at.client.seat.call_bots if what == "bots" else at.client.seat.seat_bot
    call(at.table, level)
