"""Words on the felt of roulette: where the ball fell, what lies on the board, what is asked."""

from dataclasses import replace
from typing import Final

from client_core.client import Acts, Client, RouletteFacts, TableView
from client_core.felts.choices import AND, Choices
from protocol.games.roulette import colour

MOST: Final = 36


def typed_number(before: str, digit: str) -> str:
    """The number that was typed so far, with one digit more; a new one where that is none."""
    both = before + digit
    return both if len(both) <= 2 and int(both) <= MOST and not before.startswith("0") else digit


def last_fell(client: Client, table: str, facts: RouletteFacts) -> int | None:
    """Where the ball lies: as it fell, in this round or, while bets are open, before it."""
    if facts.number is not None:
        return facts.number
    fell = (one for one in client.tables.past_facts(table) if isinstance(one, RouletteFacts))
    return next((one.number for one in fell if one.number is not None), None)


def fallen_numbers(client: Client, table: str, facts: RouletteFacts, busy: bool) -> list[int]:
    """The numbers of the spins before, the last one first; `busy`: the ball does not lie yet."""
    found = [
        one.number
        for one in client.tables.past_facts(table)
        if isinstance(one, RouletteFacts) and one.number is not None
    ]
    return [facts.number, *found] if facts.number is not None and not busy else found


def on_board(view: TableView) -> int:
    """All my chips on the board."""
    if view.me is None or not isinstance(view.facts, RouletteFacts):
        return 0
    return view.facts.on_board(view.me)


def spinning(client: Client, view: TableView | None, choices: Choices) -> Choices:
    """Who is ready without a chip on the board lets this spin pass, and is told so; who plays
    alone spins the wheel."""
    lies = on_board(view) if view is not None else 0
    key = "" if lies else "table.no_bet"
    if not key and view is not None and len(view.names) < 2:
        key = "table.spin"
    text = client.say(key) if key else ""
    kind = "primary" if lies else "quiet"
    return tuple(
        replace(one, text=text or one.text, kind=kind) if one.key == "act.spin" else one
        for one in choices
    )


def outcome(client: Client, number: int, won: int) -> str:
    """Where the ball lies, and what that has brought me."""
    named = client.say(f"fact.colour.{colour(number)}")
    fell = client.say("table.fell", number=number, colour=named)
    return f"{fell}{AND}{client.texts.money(won, sign=True)}" if won else fell


def board_line(client: Client, view: TableView, acts: Acts, busy: bool) -> str:
    """What is asked, and how the last spin ended; `busy`: the ball does not lie yet."""
    facts = view.facts
    if not isinstance(facts, RouletteFacts):
        return ""
    mine = view.at(view.me) if view.me is not None else None
    if facts.number is not None and not busy:
        return outcome(client, facts.number, mine.results or 0 if mine else 0)
    if facts.closed:
        return client.say("table.no_more_bets")
    if mine is None or not mine.in_round:
        return ""
    lies = facts.on_board(mine.seat)
    if acts.buttons and lies:
        return client.say("table.on_board", amount=lies)
    if acts.buttons:
        return _to_be_laid(client, view, facts)
    if mine.seat in facts.ready:
        return (
            client.say("table.bets_lie", amount=lies) if lies else client.say("table.bet_nothing")
        )
    return ""


def _to_be_laid(client: Client, view: TableView, facts: RouletteFacts) -> str:
    """How the last spin ended stands there until a chip lies on the board."""
    rows = client.tables.history(view.table)
    before = next((one for one in rows if one.over and one.mine and one.won), None)
    fell = last_fell(client, view.table, facts)
    said = client.say("table.lay_chips")
    if before is None or fell is None or before.round != view.round - 1:
        return said
    return f"{outcome(client, fell, before.won)}{AND}{said}"
