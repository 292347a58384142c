"""Choices at Dou Dizhu besides plays: bids, and the way to another game."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from client_core.client import Acts, Client, DoudizhuFacts, TableView
from client_core.felts.choices import Choice, Choices

SAID: Final = frozenset({"no_call", "no_rob", "no_double", "no_open"})
"""Who says so does not want what is offered."""
TIMES: Final[Mapping[str, int]] = {"rob": 2, "double": 2, "super_double": 4, "open": 0}
"""What an offer multiplies by; 0 is what the deal says."""


def between(client: Client, view: TableView, choices: Choices) -> Choices:
    """Before a game and after it: who is missing may be called, and another game begins."""
    if view.me is None or view.left:
        return choices
    found: list[Choice] = []
    if view.may_call_bots:
        found.append(Choice("bots", client.say("doudizhu.bots")))
    if view.code and not all(seat.taken for seat in view.seats):
        found.append(Choice("code", client.say("doudizhu.share")))
    # Who has no chips for another game finds a way out beside the one to the cashier.
    if view.over and view.needs_ready and not view.rebuy:
        found.append(Choice("leave", client.say("doudizhu.leave")))
    if view.needs_ready and view.ready:
        found.append(Choice("not_ready", client.say("doudizhu.not_ready"), lead=True))
    return (*found, *(_ready(client, view, one) for one in choices))


def _ready(client: Client, view: TableView, choice: Choice) -> Choice:
    """To begin, or to begin again, is what most want."""
    if choice.key != "ready":
        return choice
    text = client.say("doudizhu.again") if view.over else choice.text
    return replace(choice, text=text, lead=True)


def bids(client: Client, view: TableView, acts: Acts, choices: Choices) -> Choices:
    """Bids in stakes, each on a button of its own."""
    facts = view.facts
    if not isinstance(facts, DoudizhuFacts) or not facts.stake:
        return choices
    return tuple(_bid(client, facts.stake, acts, one) for one in choices)


def calls(client: Client, view: TableView, acts: Acts, choices: Choices) -> Choices:
    """To call, rob, double or open, each with what it multiplies by; no to that is quiet."""
    return tuple(_call(client, view, acts, one) for one in choices)


def _call(client: Client, view: TableView, acts: Acts, choice: Choice) -> Choice:
    verb = next((one.verb for one in acts.buttons if choice.key == f"act.{one.key}"), "")
    facts = view.facts
    if verb not in {*SAID, *TIMES, "call"} or not isinstance(facts, DoudizhuFacts):
        return choice
    text = client.texts.verb(view.game, verb)
    if verb not in TIMES:
        return replace(choice, text=text, note="", kind="primary" if verb == "call" else "quiet")
    times = TIMES[verb] or facts.open_times
    kind = "quiet" if verb == "open" else "primary"
    return replace(choice, text=text, note=f"×{times}", kind=kind)


def _bid(client: Client, stake: int, acts: Acts, choice: Choice) -> Choice:
    """The last bid that is left is an offer without a choice of amounts."""
    only = (one.amount for one in acts.buttons if choice.key == f"act.{one.key}")
    bid = choice.amount or next(only, 0)
    if not bid:
        return Choice(choice.key, client.say("table.no_bid"))
    text = client.say("table.bid", times=bid // stake)
    return Choice(choice.key, text, choice.note, "primary", amount=choice.amount)
