"""The bets and the insurance of blackjack: two windows in which all seats are asked at once."""

from dataclasses import replace

from game_server.rules.blackjack.options import Options
from game_server.rules.blackjack.settle import moved
from game_server.rules.blackjack.state import State
from game_server.rules.core import MOST_BET, Step
from protocol.events import Acted, Moved
from protocol.words import POT, Act, Ask, Option, Seat


def bet_ask(options: Options, state: State, seat: Seat) -> Ask:
    """Put chips down, take them back, be ready or sit out. Silence leaves what is down."""
    down = state.bets.get(seat, 0)
    ready = Act("deal" if down else "sit_out")
    offered = (*_more(options, state, seat), *_back(options, down), Option(ready.verb))
    return Ask(seat, offered, ready, pace="bets", window="bets", must=False)


def _more(options: Options, state: State, seat: Seat) -> tuple[Option, ...]:
    """The chips that may be added: to the least bet or above, never above the most."""
    stack, down = state.stacks[seat], state.bets.get(seat, 0)
    if not down and stack < options.min_bet:
        return (Option("bet", stack, stack),)
    room = min(options.max_bet or MOST_BET, stack + down) - down
    low = options.chip if down else options.min_bet
    high = room - room % options.chip
    return (Option("bet", low, high, options.chip),) if high >= low else ()


def _back(options: Options, down: int) -> tuple[Option, ...]:
    """Chips may be taken back to the least bet, or all of them."""
    if not down:
        return ()
    spare = down - options.min_bet
    some = (Option("take", options.chip, spare, options.chip),) if spare >= options.chip else ()
    return (*some, Option("take", down, down))


def bet(options: Options, state: State, seat: Seat, act: Act) -> Step[State]:
    """What a seat does in the window; with its most down, it has finished too."""
    down = state.bets.get(seat, 0)
    said = Acted(seat, act.verb, act.amount)
    if act.verb == "bet":
        state, events = moved(state, Moved(seat, POT, act.amount, "bet"))
        state = replace(state, bets={**state.bets, seat: down + act.amount})
        finished = not _more(options, state, seat)
    elif act.verb == "take":
        state, events = moved(state, Moved(POT, seat, act.amount, "take_back"))
        state = replace(state, bets={**state.bets, seat: down - act.amount})
        finished = False
    else:
        events, finished = (), True
    if finished:
        state = replace(state, deciding=state.deciding - {seat})
    return Step(state, (said, *events))


def premium(state: State, seat: Seat) -> int:
    """What insurance costs: half the bet."""
    return state.hands[state.place(seat, 0)].bet // 2


def insurance_ask(state: State, seat: Seat) -> Ask:
    """Half the bet, that the dealer has a natural. Silence takes none."""
    cost = premium(state, seat)
    offered = (Option("insure", cost, cost), Option("decline"))
    return Ask(seat, offered, Act("decline"), pace="short", window="insurance", must=False)


def insure(state: State, seat: Seat, act: Act) -> Step[State]:
    """Take the insurance, or not."""
    said = Acted(seat, act.verb, act.amount)
    state = replace(state, deciding=state.deciding - {seat})
    if act.verb == "decline":
        return Step(state, (said,))
    state, events = moved(state, Moved(seat, POT, act.amount, "insurance"))
    return Step(replace(state, insured={**state.insured, seat: act.amount}), (said, *events))
