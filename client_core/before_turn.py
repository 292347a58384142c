"""Choices made before one's turn: whether each still holds then, and the act it becomes."""

from dataclasses import dataclass
from typing import Literal

from client_core import folds
from client_core.round import Round
from client_core.tables import Table
from client_core.text import Words
from client_core.verbs import ALL_IN
from protocol import games
from protocol.words import Act, Ask, Seat

PreKind = Literal["check_fold", "check", "call", "call_any"]


@dataclass(frozen=True, slots=True)
class PreAct:
    """An act that can be chosen before one's turn."""

    kind: PreKind
    amount: int
    label: str
    chosen: bool
    lapsed: bool = False
    """It was chosen before the line went, and is done only if it is chosen once more."""


@dataclass(frozen=True, slots=True)
class PreChosen:
    """A choice made before the turn: in which round, and what calling cost then. The line has
    gone since where it is not `sure`."""

    kind: PreKind
    round: int
    to_call: int
    sure: bool = True


def pre_acts(table: Table, words: Words, chosen: PreChosen | None) -> tuple[PreAct, ...]:
    """What may be chosen while others are asked."""
    now, seat = table.round, table.mine
    # Without a line nobody knows what is chosen for.
    if now is None or seat is None or table.unsure or table.quiet or not may_choose(now, seat):
        return ()
    owed = min(now.to_call(seat), now.stacks[seat])
    kinds: tuple[PreKind, ...] = (
        ("check_fold", "call", "call_any") if owed else ("check_fold", "check", "call_any")
    )
    made = []
    for kind in kinds:
        amount = owed if kind == "call" else 0
        key = "pre.fold" if kind == "check_fold" and owed else f"pre.{kind}"
        picked = chosen is not None and chosen.kind == kind
        sure = chosen is not None and chosen.sure
        label = words.say(key, amount=table.worth(amount))
        made.append(PreAct(kind, amount, label, picked and sure, picked and not sure))
    return tuple(made)


def may_choose(now: Round, seat: Seat) -> bool:
    """Whether this seat will be asked again in a round where that can be foreseen."""
    if folds.card_of(now.game).pre_acts is None or now.over or now.won:
        return False
    # A card that was drawn for the button lies open; nothing can be chosen on that.
    dealt = any(not held.open for held in now.hands.get(seat, {}).values())
    playing = [one for one in now.live if one not in now.gone and now.stacks[one] > 0]
    return seat in playing and dealt and (len(playing) > 1 or now.to_call(seat) > 0)


def still(chosen: PreChosen | None, table: Table) -> PreChosen | None:
    """The choice, unless what it was made for has changed: another round, another bet to call."""
    now, seat = table.round, table.mine
    if chosen is None or now is None or seat is None or now.number != chosen.round:
        return None
    if seat not in now.live or now.over:
        return None
    return chosen if chosen.kind == "call_any" or now.to_call(seat) == chosen.to_call else None


def foreseen(chosen: PreChosen, ask: Ask, now: Round) -> Act | None:
    """What was chosen, as an act that is offered now; None: it is for the player to say."""
    verbs = folds.card_of(now.game).pre_acts
    if verbs is None:
        return None
    give_up, check, call = verbs
    wanted = {
        "check_fold": (check, give_up),
        "check": (check,),
        "call": (call,),
        "call_any": (check, call),
    }[chosen.kind]
    for verb in wanted:
        option = ask.option(verb)
        if option is not None and (chosen.kind != "call" or option.low == chosen.to_call):
            return Act(verb, option.low)
    if chosen.kind not in ("call", "call_any") or ask.option(call):
        return None
    return _all_in_to_call(ask, now)


def _all_in_to_call(ask: Ask, now: Round) -> Act | None:
    """Where a call takes everything it is offered as all-in."""
    option = ask.option(ALL_IN)
    calls = option is not None and option.low <= now.to_call(ask.who)
    return Act(ALL_IN, option.low) if option is not None and calls else None


def may_be_beaten(game: str, asked: Ask) -> bool:
    """Whether this is a question for cards that beat others."""
    beats = folds.card_of(game).beats
    return beats is not None and {one.verb for one in asked.options} >= {*beats}


def beaten(table: Table) -> Act | None:
    """The act that passes, if nothing in my hand can be played now and nothing else is left."""
    now, asked = table.round, table.asked
    if now is None or asked is None or table.quiet or table.unsure:
        return None
    beats = folds.card_of(now.game).beats
    play = asked.ask.option(beats[0]) if beats else None
    if beats is None or play is None or not may_be_beaten(now.game, asked.ask):
        return None
    return None if games.choices(now.game, table.events, asked.ask, play) else Act(beats[1])
