"""The question at one's turn: what matters for it, and what can be typed."""

from collections.abc import Collection, Iterator
from typing import Final

from client_core.client import (
    Acts,
    Button,
    Client,
    DoudizhuFacts,
    RouletteFacts,
    SeatView,
    TableView,
    card_of,
)
from terminal_client.house import situation
from terminal_client.house.called import keys
from terminal_client.house.repeating import repeated_bet
from terminal_client.house.situation import gap

LONG_S: Final = 3600.0
"""A question of so many seconds has no clock that anybody minds."""


def standing(client: Client, view: TableView, acts: Acts, hand: bool = True) -> Iterator[str]:
    """What matters for the question: my cards, and what I have to answer. `hand`: they are said."""
    me: SeatView | None = view.at(view.me) if view.me is not None else None
    if not isinstance(view.facts, RouletteFacts):
        yield from situation.lying(client, view, briefly=True, hand=hand)
    if me is not None and not isinstance(view.facts, DoudizhuFacts):
        card = card_of(view.game)
        # Where there is no pot, others may bet more than I without a matter of mine.
        free = not card.pot or any(button.verb == card.free for button in acts.buttons)
        key = "terminal.to_call" if acts.to_call and not free else "terminal.you_have"
        call = min(acts.to_call, me.stack)
        yield client.say(key, amount=view.worth(call), have=view.worth(me.stack))


def question(client: Client, view: TableView, acts: Acts) -> str:
    """`Your turn, 15 seconds. f: Fold; c: Call 20; r 40 to 980: Raise to; a: All-in 980.`"""
    left = acts.deadline - client.now()
    timed = 0 < left < LONG_S and 0 < acts.of < LONG_S
    turn = client.say("terminal.turn_timed", count=max(1, round(left))) if timed else ""
    turn = turn or client.say("terminal.turn")
    return f"{turn}{gap(client)}{offers(client, view, acts)}"


def offers(client: Client, view: TableView, acts: Acts) -> str:
    """What can be typed now, in one sentence."""
    verbs = {one.verb for one in acts.buttons}
    listed = [_offered(client, view, key, one, verbs) for key, one in keys(acts.buttons, view.game)]
    wish = repeated_bet(client, view, acts)
    if wish is not None:
        amount = view.worth(wish.amount or wish.button.amount)
        listed.append(client.say("terminal.key.again", amount=amount))
    return client.say("terminal.semicolon").join(listed) + situation.stop(client)


def _offered(
    client: Client, view: TableView, key: str, button: Button, verbs: Collection[str]
) -> str:
    """One offer, beside others of these verbs."""
    say = client.say
    label, card = button.label, card_of(view.game)
    opens = f"act.{view.game}.{button.verb}.first"
    if button.on or button.verb in card.takes_back:
        label = client.texts.verb(view.game, button.verb)
    elif button.verb in card.in_stakes:
        return _in_stakes(client, key, button)
    elif card.in_stakes & set(verbs) and button.verb in card.declines:
        label = say("table.no_bid")
    elif button.verb == card.lays and _lies(view):
        label = say("terminal.bet_more")
    elif card.free in verbs and client.words.has(opens):
        # Nobody has bet before: it raises nothing.
        label = say(opens)
    if button.cards[1] == 1:
        return say("terminal.key.card", key=key, label=label)
    if button.cards[1]:
        return say("terminal.key.cards", key=key, label=label)
    few = [one.amount for one in button.presets if one.name == "amount"]
    if button.ranges and not button.on and len(few) == len(button.presets):
        texts = [client.texts.money(view.worth(one)) for one in few]
        amounts = say("list.comma").join(texts[:-1]) + say("terminal.or") + texts[-1]
        return say("terminal.key.few", key=key, label=label, amounts=amounts)
    low, high = view.worth(button.low), view.worth(button.high)
    if button.on:
        if button.verb in card.takes_back:
            return say("terminal.key.place", key=key, label=label)
        return say("terminal.key.bet", key=key, label=label, low=low, high=high)
    if button.ranges:
        return say("terminal.key.amount", key=key, label=label, low=low, high=high)
    return say("terminal.key", key=key, label=label)


def _lies(view: TableView) -> bool:
    """Whether a bet of mine lies there already."""
    me = view.at(view.me) if view.me is not None else None
    return me is not None and me.bet > 0


def _in_stakes(client: Client, key: str, button: Button) -> str:
    """A bid is offered as it is told when it has been made: as a number of stakes."""
    say, stake = client.say, button.step
    if not button.ranges:
        return say("terminal.key", key=key, label=say("table.bid", times=button.amount // stake))
    bids = [str(amount // stake) for amount in range(button.low, button.high + 1, stake)]
    amounts = say("list.comma").join(bids[:-1]) + say("terminal.or") + bids[-1]
    return say("terminal.key.few", key=key, label=button.label, amounts=amounts)
