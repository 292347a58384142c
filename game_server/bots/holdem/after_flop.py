"""Play on the board: each act has a value in chips, and the best is done."""

from math import prod
from typing import NamedTuple

from game_server.bots import Chance
from game_server.bots.holdem.equity import Outlook, look
from game_server.bots.holdem.situation import RIVER, HoldemSituation
from game_server.bots.holdem.temper import HoldemLevel, call, raise_to, roll
from protocol.words import Act


class ValuedAct(NamedTuple):
    """An act, and what it is worth from here, in cents; a fold is worth nothing."""

    value: float
    act: Act


def choose(now: HoldemSituation, level: HoldemLevel, chance: Chance) -> Act:
    """The best plan; among plans that are nearly as good any."""
    # A bet of half the pot may be anything, one of ten pots hardly.
    doubt = level.doubt * min(1.0, 2 * must_keep(now))
    outlook = look(now, level.hands, level.boards, level.belief, chance, doubt)
    blur = level.noise * (2 * roll(chance) - 1)
    plans = _plans(now, level, outlook, blur)
    best = max(plan.value for plan in plans)
    near = [plan for plan in plans if plan.value >= best - level.mixes * now.pot]
    return near[chance(len(near))].act


def _plans(
    now: HoldemSituation, level: HoldemLevel, outlook: Outlook, blur: float
) -> list[ValuedAct]:
    equity = min(1.0, max(0.0, outlook.equity + blur))
    kept = _realised(now, equity)
    plans = []
    if not now.ask.option("check"):
        plans.append(ValuedAct(0.0, Act("fold")))
    else:
        plans.append(ValuedAct(kept * now.winnable(0), Act("check")))
    matched = call(now)
    if matched:
        share = equity if now.owed >= now.reach() else kept
        value = share * now.winnable(now.owed) - now.owed + level.loose * now.pot
        if outlook.better < level.defends * must_keep(now):
            value = max(value, level.mixes * now.pot)
        plans.append(ValuedAct(value, matched))
    for size in level.sizes:
        raised = raise_to(now, now.level + size * (now.pot + now.owed))
        if raised:
            plans.append(ValuedAct(_raising(now, level, outlook, blur, raised), raised))
    return plans


def must_keep(now: HoldemSituation) -> float:
    """The share of all hands that must stay in, or a bet with any cards wins at once too often.

    Who still has others behind keeps its part of that share.
    """
    last = next((move for move in reversed(now.moves) if move.is_raise), None)
    if last is None or last.street != now.street:
        return 0.0
    keeps = (1 - last.owed) / (1 + last.share)
    others = len(now.waiting - {now.me})
    return 1 - float((1 - keeps) ** (1 / (1 + others)))


def _realised(now: HoldemSituation, equity: float) -> float:
    """Equity less what bets on later streets take from it; more so for who acts first."""
    streets = RIVER - now.street
    return equity * (1 - (0.05 if now.acts_last() else 0.10) * streets * (1 - equity))


def _raising(
    now: HoldemSituation, level: HoldemLevel, outlook: Outlook, blur: float, act: Act
) -> float:
    """What a bet or raise is worth: everybody folds, or the best hands of the others call."""
    mine = now.bets.get(now.me, 0)
    total = act.amount + mine if act.verb == "all_in" else act.amount
    cost = min(total - mine, now.reach())
    bold = cost / (now.pot + cost)
    if now.free_checks:
        # Nobody is driven out: who does not pay stays in, and half of them are taken to pay.
        share = min(1.0, max(0.0, outlook.equity + blur))
        callers = 0.5 * sum(bool(now.stacks[seat]) for seat in now.opponents)
        return share * (now.pot + cost + callers * (cost - now.owed)) - cost
    folds, keeps, called = [], [], 0.0
    for seat in now.opponents:
        price = min(now.stacks[seat], total - now.bets.get(seat, 0))
        gives = level.respect * bold * 0.75**now.raises if price > 0 else 0.0
        equity = min(1.0, max(0.0, outlook.called(seat, gives) + blur))
        folds.append(gives)
        keeps.append(gives + (1 - gives) * equity)
        called += (1 - gives) * price
    alone = prod(folds)
    share = (prod(keeps) - alone) / (1 - alone)
    if cost < now.reach():
        share = _realised(now, share)
    pot = now.pot + cost + called / (1 - alone)
    value = alone * now.pot + (1 - alone) * (share * pot - cost)
    return value + level.nerve * now.pot
