"""The rounds of a table once more: one line each, and each told step by step."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Final

from client_core import folds, names
from client_core.folds.doudizhu_facts import DoudizhuFacts
from client_core.round import Faces, HandName, Round
from client_core.tables import Past, Table
from client_core.text import Cash, Say, Value, Words
from protocol.cards import LABELS, Card
from protocol.events import Acted, Dealt, Event, Moved, RoundBegan, RoundEnded
from protocol.games.doudizhu import Pattern, Played, Reckoned
from protocol.games.holdem import Ranked
from protocol.story import keys
from protocol.words import HOUSE, POT, Cards, Hidden, Seat


@dataclass(frozen=True, slots=True)
class HandRow:
    """A round in the list: what I won or lost in it, 0 for one I only watched; `over`: it was seen
    to its end; `have` lay before me then. `winners`, and the hand that the first of them showed;
    `cards` are mine. `outcome` is what decided it for all: where the ball fell, what the dealer
    had."""

    round: int
    game: str
    won: int
    pot: int
    over: bool
    mine: bool
    cards: Faces = ()
    winners: tuple[str, ...] = ()
    i_won: bool = False
    hand: HandName | None = None
    outcome: Say | None = None
    have: int = 0
    table: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a round: what happened, as a sentence, the round after it, and the seat that it is
    about, if it is about one."""

    text: str
    round: Round
    seat: Seat | None = None


def rounds(table: Table) -> tuple[Past, ...]:
    """All that is kept, the newest first, with the one that is over on the felt."""
    now = table.round
    if now is None or not now.over:
        return table.past
    current = Past(now.number, now.game, table.events, table.mine, now)
    return (current, *(past for past in table.past if past.number != now.number))


def row(past: Past, cash: bool = False, table: str = "") -> HandRow:
    """A round that is over as the list of rounds shows it. `table`: at which it was played."""
    last = past.last
    won = last.results.get(past.me, 0) if past.me is not None else 0
    # What the house pays lay in no pot.
    pot, names = 0 if HOUSE in last.parties else sum(last.won.values()), last.names
    have = last.stacks.get(past.me, 0) if past.me is not None else 0
    won, pot = (Cash(won), Cash(pot)) if cash else (won, pot)
    results = last.results
    gained = [seat for seat in results if results[seat] > 0]
    # A pot may bring less than was put in; without a pot one wins from the others.
    took = gained or ([] if HOUSE in last.parties else [*last.won])
    took = sorted(took, key=lambda seat: (seat != past.me, -results.get(seat, 0)))
    winners = took if last.over else []
    return HandRow(
        past.number,
        past.game,
        won,
        pot,
        past.over,
        past.me is not None,
        last.hand(past.me).cards if past.me is not None else (),
        tuple(names.get(seat, "") for seat in winners),
        past.me in winners,
        _shown(last, winners[0]) if winners else None,
        folds.card_of(last.game).outcome(last),
        have,
        table,
    )


def _shown(last: Round, seat: Seat) -> HandName | None:
    """What the hand of a seat is called, if all have seen it."""
    return folds.card_of(last.game).hand(last, seat, 0).name if last.hand(seat).open else None


def steps(past: Past, words: Words, cash: bool = False) -> tuple[Step, ...]:
    """The round as it was told, a sentence each; cards that are dealt around are one. `cash`: its
    chips are money."""
    found: list[Step] = []
    around: list[Dealt] = []
    now: Round | None = None
    for event in past.events:
        now = folds.fold(now, event)
        text = sentence(event, now, words, cash) if now is not None else ""
        if not text or now is None:
            continue
        around = [*around, event] if isinstance(event, Dealt) and event.to >= 0 else []
        if len(around) > 1:
            found[-1] = Step(_deal(around, now, words), now)
        else:
            found.append(Step(text, now, _about(event)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One event of a round as a sentence, and the seat that it is about."""

    round: int
    seq: int
    text: str
    seat: Seat | None = None


def since(table: Table, number: int, seq: int, words: Words) -> tuple[RoundLine, ...]:
    """What was told at a table after that event of that round, a sentence each, the rounds in
    their order; cards that are dealt around are one."""
    known = [past for past in reversed(table.past) if past.number >= number]
    now = table.round
    if now is not None and table.events:
        known = [past for past in known if past.number != now.number]
        known.append(Past(now.number, now.game, table.events, table.mine, now))
    return tuple(
        line
        for past in known
        for line in _lines(past, seq if past.number == number else 0, words, table.cash)
    )


def _lines(past: Past, seq: int, words: Words, cash: bool) -> Iterator[RoundLine]:
    around: list[Dealt] = []
    now: Round | None = None
    for at, event in enumerate(past.events, 1):
        before, now = now, folds.fold(now, event)
        if at <= seq or now is None:
            continue
        dealt = isinstance(event, Dealt) and event.to >= 0
        if around and not dealt and before is not None:
            yield _around(past.number, at - 1, around, before, words)
            around = []
        if isinstance(event, Dealt) and dealt:
            around.append(event)
            continue
        text = sentence(event, now, words, cash)
        if text:
            yield RoundLine(past.number, at, text, _about(event))
    if around and now is not None:
        yield _around(past.number, len(past.events), around, now, words)


def _around(number: int, at: int, around: list[Dealt], now: Round, words: Words) -> RoundLine:
    if len(around) > 1:
        return RoundLine(number, at, _deal(around, now, words))
    return RoundLine(number, at, sentence(around[0], now, words), around[0].to)


def _about(event: Event) -> Seat | None:
    """The seat that is meant first; neither a party nor the table is one."""
    meant = (
        getattr(event, one.name)
        for one in fields(event)  # type: ignore[arg-type]  # every event is a dataclass
        if one.type is Seat
    )
    return next((seat for seat in meant if seat >= 0), None)


def _as_held(seat: Seat, cards: Cards, now: Round) -> Cards:
    """In the order in which they lie in the hand, not in that in which they were dealt."""
    held = tuple(card for card in now.hand(seat, 0).cards if card is not None and card in cards)
    return held if len(held) == len(cards) else cards


def _deal(around: list[Dealt], now: Round, words: Words) -> str:
    """Of cards that were dealt around those that are seen."""
    seen: dict[Seat, Cards] = {}
    for event in around:
        if isinstance(event.cards, tuple):
            seen[event.to] = seen.get(event.to, ()) + event.cards
    texts = [f"{_name(seat, now, words)} {names.cards_told(words, _as_held(seat, cards, now))}"
             for seat, cards in seen.items()]  # fmt: skip
    if not texts:
        return words.say("story.deal")
    return words.say("story.deal.seen", cards=words.say("list.comma").join(texts))


_SILENT: Final = frozenset({"ended"})


def sentence(event: Event, now: Round, words: Words, cash: bool = False) -> str:
    """What happened, in the player's language; "" is nothing worth a line."""
    if isinstance(event, RoundEnded):
        return _in_all(now, words, cash)
    for key in _keys(event, now):
        if words.has(key):
            return words.say(key, **_holes(event, now, words, cash)).strip()
    return ""


def _in_all(now: Round, words: Words, cash: bool) -> str:
    """What the round has brought each: of what came from a pot a part was put in before."""
    sums = sorted(now.results.items(), key=lambda one: (-one[1], one[0]))
    texts = tuple(
        f"{_name(seat, now, words)} {words.money(net, sign=True, cash=cash)}"
        for seat, net in sums
        if net
    )
    return words.say("story.results", results=words.say("list.comma").join(texts)) if texts else ""


def _keys(event: Event, now: Round) -> Iterator[str]:
    """The keys of an event's sentence, the most telling first."""
    variants = [*keys(event)]
    if isinstance(now.facts, DoudizhuFacts) and now.facts.landlord is None:
        # Who passes says another word than in a trick: 不叫, not 不出.
        yield from (f"story.{now.game}.{one}.bidding" for one in variants)
    if isinstance(event, Reckoned) and not event.variant and not _was_bid_for(now):
        yield f"story.{now.game}.{event.kind}.no_bid"
    if isinstance(event, Acted) and not now.bets:
        # At sabacc who raises from nothing bets.
        yield f"story.{now.game}.{variants[0]}.first"
    if isinstance(event, Moved) and event.src == POT and _is_shared(now, event):
        yield f"story.{now.game}.{variants[0]}.shared"
    yield from (f"story.{now.game}.{one}" for one in variants)
    if event.kind not in _SILENT:
        yield from (f"story.{one}" for one in variants)


def _is_shared(now: Round, taken: Moved) -> bool:
    """Whether others take of the same pot, before or after."""
    others = (pots for seat, pots in now.took.items() if seat != taken.dst)
    return now.parties.get(POT, 0) > 0 or any(taken.why in pots for pots in others)


def _was_bid_for(now: Round) -> bool:
    """Whether the landlord was found by bids at Dou Dizhu, not by a call or by chance."""
    return isinstance(now.facts, DoudizhuFacts) and any(now.facts.bids.values())


def _holes(event: Event, now: Round, words: Words, cash: bool) -> Mapping[str, Value]:
    holes: dict[str, Value] = {}
    for one in fields(event):  # type: ignore[arg-type]  # every event is a dataclass
        value = getattr(event, one.name)
        # What only counts is written as a number, whatever it is.
        value = Cash(value) if cash and type(value) is int and one.type is not Seat else value
        holes[one.name] = _written(one.name, value, one.type is Seat, event, now, words, cash)
    if isinstance(now.facts, DoudizhuFacts) and now.facts.stake:
        # Players bid in stakes, not in chips.
        bid = getattr(event, "bid" if isinstance(event, Reckoned) else "amount", 0)
        holes["times"] = bid // now.facts.stake
    return holes


def _written(
    name: str,
    value: object,
    is_seat: bool,
    event: Event,
    now: Round,
    words: Words,
    cash: bool,
) -> Value:
    match value:
        case bool():
            return words.or_else(f"fact.{name}.{'yes' if value else 'no'}", str(value))
        case int() if is_seat:
            return _name(Seat(value), now, words)
        case int():
            return value
        case Hidden(count=count):
            return words.say("cards.hidden", count=count)
        case tuple() if name in ("seats", "winners"):
            return words.listed(tuple(_name(seat, now, words) for seat in value))
        case tuple() if value and all(card in LABELS for card in value):
            return names.cards_told(words, (Card(card) for card in value))
        case tuple():
            return "—" if not value else words.say("list.comma").join(map(str, value))
        case Mapping():
            sums = ((one, sum) for one, sum in value.items() if isinstance(one, int))
            texts = (f"{_name(Seat(s), now, words)} {_sum(v, words, cash)}" for s, v in sums)
            return words.say("list.comma").join(texts)
    return _word(name, str(value), event, now, words)


def _word(name: str, text: str, event: Event, now: Round, words: Words) -> str:
    """A code of the protocol in words."""
    match event:
        case Ranked(category=category, ranks=ranks, cards=cards) if name == "name":
            return names.hand_name(words, HandName(category, ranks, cards))
        case Played(category=category, length=length, low=low) if name == "says":
            return names.pattern_name(words, Pattern(category, length, low))
        case RoundBegan(game=game, preset=preset):
            known = {
                "game": names.game_name(words, game),
                "preset": names.preset_name(words, game, preset),
            }
            return known.get(name, text)
        case Acted() if name == "verb":
            return names.verb(words, now.game, text)
    if name == "on" and text:
        return names.place_name(words, text)
    return words.or_else(f"fact.{name}.{text}", text)


def _sum(value: object, words: Words, cash: bool) -> str:
    return words.money(value, cash=cash) if isinstance(value, int) else str(value)


def _name(seat: Seat, now: Round, words: Words) -> str:
    if seat < 0:
        return names.party(words, seat)
    return words.player(now.names.get(seat, "")) or words.say("seat.number", number=seat + 1)
