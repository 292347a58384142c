"""My acts: buttons made of what is offered, steps and presets.

Nothing here knows a game: an option is a verb with a range, places and cards.
"""

from dataclasses import dataclass
from typing import Final, Literal

from client_core import folds
from client_core.before_turn import PreAct, PreChosen, pre_acts
from client_core.round import Round, pots
from client_core.tables import Question, Table
from client_core.text import CHIP, Cash, Say, Words
from client_core.verbs import ALL_IN, verb_of
from protocol.words import Act, Ask, Cards, Option, Seat

GUARD_S: Final = 0.4
"""A tap so soon after the buttons have changed was meant for what stood there before."""
FEW: Final = 4
"""Amounts that are so few are all named."""
_POTS: Final = (("half_pot", 1, 2), ("pot", 1, 1))
_CHIPS: Final = (1, 5, 25, 100, 500, 2_500, 10_000)


@dataclass(frozen=True, slots=True)
class Preset:
    """An amount with a name; `amount` is the name of one that is nothing but itself."""

    name: str
    amount: int


@dataclass(frozen=True, slots=True)
class Button:
    """One offer as a button, for the question of one turn.

    `amount` is the only one where `low` is `high`; `cards` and `on` are to be chosen besides.
    """

    turn: int
    key: str
    verb: str
    label: str
    amount: int = 0
    low: int = 0
    high: int = 0
    step: int = 1
    cards: tuple[int, int] = (0, 0)
    on: tuple[str, ...] = ()
    presets: tuple[Preset, ...] = ()
    confirm: bool = False
    primary: bool = False
    usual: int = 0
    """The amount that is chosen at first; 0 is the least."""

    @property
    def ranges(self) -> bool:
        """Whether an amount is to be chosen."""
        return self.low < self.high


@dataclass(frozen=True, slots=True)
class Acts:
    """The acts of the player at a table now. `sent`: an answer is under way. `held`: the connection
    is gone, and what was asked stands there until it is back; nothing can be done meanwhile."""

    turn: int = 0
    buttons: tuple[Button, ...] = ()
    pre: tuple[PreAct, ...] = ()
    deadline: float = 0.0
    of: float = 0.0
    bank: float = 0.0
    lock_until: float = 0.0
    to_call: int = 0
    sent: bool = False
    held: bool = False
    clock: bool = True
    """Whether my time runs; else I may take it."""
    unseen: bool = False
    """A question is open, and the cards that it is about are still on their way."""


NOTHING: Final = Acts()


@dataclass(frozen=True, slots=True)
class Tap:
    """The outcome of a tap."""

    state: Literal["sent", "guarded", "confirm", "wrong"]
    say: Say | None = None


def acts(
    table: Table,
    words: Words,
    chosen: PreChosen | None,
    sent: int,
    guard: float,
    sure: bool,
    unseen: bool = False,
) -> Acts:
    """What can be done; `sent` is the turn that was answered already, `guard` until when taps
    are not meant, `sure` whether an all-in is asked about, `unseen` whether cards still fly."""
    asked, now = table.asked, table.round
    if table.held is not None:
        held = table.held
        shown = buttons(held.asked, held.round, words, sure, table.cash)
        return Acts(held.asked.turn, shown, sent=sent == held.asked.turn, held=True)
    if asked is None or now is None:
        return Acts(pre=pre_acts(table, words, chosen))
    if unseen:
        return Acts(
            asked.turn,
            deadline=asked.until,
            of=asked.of,
            bank=asked.bank,
            unseen=True,
            clock=asked.clock,
        )
    return Acts(
        asked.turn,
        buttons(asked, now, words, sure, table.cash),
        (),
        asked.until,
        asked.of,
        asked.bank,
        guard,
        now.to_call(asked.ask.who),
        sent == asked.turn,
        clock=asked.clock,
    )


def buttons(
    asked: Question, now: Round, words: Words, sure: bool, cash: bool = False
) -> tuple[Button, ...]:
    """The offers as buttons, from left to right. `cash`: chips are money here."""
    ask = asked.ask
    card = folds.card_of(now.game)
    usual = card.usual if card.advised is None else card.advised(now, ask)
    primary = next((verb for verb in usual if ask.option(verb)), "")
    made = []
    for place, option in enumerate(ask.options):
        first = ask.option(option.verb) is option
        made.append(
            Button(
                asked.turn,
                option.verb if first else f"{option.verb}.{place}",
                option.verb,
                label(now, option, words, cash),
                option.low if option.low == option.high else 0,
                option.low,
                option.high,
                option.step,
                option.hand,
                option.on,
                presets(ask, option, now),
                sure and option.verb == ALL_IN,
                first and option.verb == primary,
            )
        )
    return tuple(sorted(made, key=lambda one: card.place(one.verb)))


def label(now: Round, option: Option, words: Words, cash: bool = False) -> str:
    """`Call 40`, `Raise`, `Double ×2`; a verb that nobody has translated is shown as it is."""
    plain = words.or_else(f"act.{option.verb}", option.verb.replace("_", " ").capitalize())
    plain = words.or_else(f"act.{now.game}.{option.verb}", plain)
    times = folds.card_of(now.game).times(now, option.verb)
    if times:
        return words.say("act.times", verb=plain, times=times)
    if option.low != option.high or not option.low:
        return plain
    amount = Cash(option.low) if cash else option.low
    return words.say("act.with", verb=plain, amount=amount)


def presets(ask: Ask, option: Option, now: Round) -> tuple[Preset, ...]:
    """The amounts worth a button of their own, from the least upwards."""
    low, high, step = option.low, option.high, option.step
    if low >= high:
        return ()
    if (high - low) // step < FEW:
        return tuple(Preset("amount", amount) for amount in range(low, high + 1, step))
    if any(verb_of(one.verb).of_pot for one in ask.options):
        found = _of_the_pot(ask.who, option, now)
        if not pot_total(now):
            # Of a pot with nothing in it nobody bets a part.
            whole = min(high, all_of(now, ask.who))
            found = (found[0], *(Preset("amount", chip) for chip in _chips(option, whole)))
        # A button of its own says it, and is asked about.
        return found if ask.option(ALL_IN) else (*found, Preset(ALL_IN, all_of(now, ask.who)))
    return (
        Preset("min", low),
        *(Preset("amount", chip) for chip in _chips(option, high)),
        Preset("max", high),
    )


def _chips(option: Option, below: int) -> list[int]:
    """The values of chips that may be bet, the smallest first."""
    chips = [chip * CHIP for chip in _CHIPS if option.low < chip * CHIP < below]
    return [chip for chip in chips if (chip - option.low) % option.step == 0][:FEW]


def _of_the_pot(seat: Seat, option: Option, now: Round) -> tuple[Preset, ...]:
    """A raise by the pot is by what lies there after the call."""
    pot = pot_total(now) + now.to_call(seat)
    whole = all_of(now, seat)
    found = [Preset("min", option.low)]
    for name, part, of in _POTS:
        amount = on_grid(option, now.level + pot * part // of)
        if found[-1].amount < amount < min(option.high, whole):
            found.append(Preset(name, amount))
    return tuple(found)


def pot_total(now: Round) -> int:
    """All that can be won, with the bets before the seats."""
    return sum(pot.amount for pot in pots(now)) + sum(now.bets.values())


def all_of(now: Round, seat: Seat) -> int:
    """The bet of a seat that puts all in."""
    return now.bets.get(seat, 0) + now.stacks.get(seat, 0)


def on_grid(option: Option, amount: int) -> int:
    """The amount, or the next one below it that is offered."""
    amount = max(option.low, min(option.high, amount))
    return amount - (amount - option.low) % option.step


def steps(button: Button, amount: int, by: int) -> int:
    """So many steps more, or fewer, within what is offered."""
    option = Option(button.verb, button.low, button.high, button.step)
    return max(button.low, min(on_grid(option, button.high), on_grid(option, amount)
                               + by * button.step))  # fmt: skip


def typed(button: Button, text: str, cash: bool = False) -> tuple[int, Say | None]:
    """The cents of what was typed, and why it is not offered, if it is not."""
    amount = cents(text)
    if amount is None:
        return 0, Say("refusal.typed")
    wrong = Option(button.verb, button.low, button.high, button.step).refusal(
        Act(button.verb, amount)
    )
    if wrong is None:
        return amount, None
    facts = {name: Cash(fact) if cash and type(fact) is int else fact
             for name, fact in wrong.facts.items()}  # fmt: skip
    return amount, Say(f"refusal.{wrong.code}", facts, wrong.text)


def cents(text: str) -> int | None:
    """`12`, `7.5`, `1,000`, `１２`; None is no amount."""
    plain = text.strip().replace(",", "").replace(" ", "").replace("，", "").replace("。", ".")
    whole, dot, part = plain.partition(".")
    digits = whole + part
    if not digits.isdecimal() or len(part) > 2 or len(whole) > 12 or (dot and not part):
        return None
    return int(whole or "0") * CHIP + int((part + "00")[:2])


def act_of(
    table: Table,
    button: Button,
    amount: int,
    cards: Cards,
    on: str,
    stands: tuple[int, ...] = (),
) -> Act:
    """The act of a tap: an amount of nothing is the least, and everything one has is all-in."""
    asked, now = table.asked, table.round
    amount = amount or button.low
    if asked is not None and now is not None and button.ranges:
        everything = asked.ask.option(ALL_IN)
        if everything is not None and amount >= all_of(now, asked.ask.who):
            return Act(ALL_IN, everything.low)
    return Act(button.verb, amount, cards, on, stands=stands)


def risks_all(table: Table, act: Act) -> bool:
    """Whether the act puts all chips of the seat at stake, other than by answering for fewer."""
    asked, now = table.asked, table.round
    if asked is None or now is None or act.verb not in (ALL_IN, *folds.card_of(now.game).more):
        return False
    whole = all_of(now, asked.ask.who)
    return act.verb == ALL_IN or (bool(asked.ask.option(ALL_IN)) and act.amount >= whole)


def gives_up_for_nothing(table: Table, act: Act) -> bool:
    """Whether the act gives up a hand that costs nothing to keep."""
    asked, now = table.asked, table.round
    if asked is None or now is None:
        return False
    card = folds.card_of(now.game)
    return act.verb in card.gives_up and asked.ask.option(card.keeping) is not None
