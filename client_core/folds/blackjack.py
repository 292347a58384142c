"""Blackjack: the bet on each hand, which one is played, what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypedDict, cast

from client_core.folds import moments
from client_core.folds.card import GameCard
from client_core.folds.leaving import of_the_house
from client_core.round import Facts, HandFacts, HeldCards, Round, known
from client_core.text import Say
from client_core.verbs import Verb
from protocol import chips
from protocol.cards import PACK
from protocol.events import Acted, Dealt, Event, LeftGame, Moved
from protocol.games.blackjack import (
    Busted,
    Compared,
    DealerStood,
    Lost,
    Marked,
    Natural,
    Peeked,
    Playing,
    Shuffled,
    Split,
    Swept,
    count,
    dealer_count,
)
from protocol.words import HOUSE, POT, Ask, Cards, Hidden, Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView

Place = tuple[Seat, int]
"""A hand: its seat and its number."""
_RESULTS: Final = frozenset(
    {"win", "natural", "five_hits", "push", "lose", "bust", "swept", "surrender"}
)
"""Why chips move when a hand is settled, and so what became of it."""
MOST: Final = 21
USUAL: Final = ("deal", "bet", "hit", "stand")
HARD_ENOUGH: Final = 17
SOFT_ENOUGH: Final = 19
"""From these points on nobody draws another card."""
HARD_SAFE: Final = 11
SOFT_SAFE: Final = 17
"""Up to these points nothing is lost by another card."""
_PLAYS: Final = frozenset({"hit", "stand", "double", "split", "surrender"})


@dataclass(frozen=True, slots=True)
class BlackjackFacts(Facts):
    """The facts of a round of blackjack, by seat. `bets` on each hand until it is settled;
    `results` says how that ended, as the reason of the chips; `settling` is the hand that the chips
    which move now are of."""

    bets: Mapping[Place, int] = field(default_factory=dict)
    laid: Mapping[Seat, int] = field(default_factory=dict)
    """What each seat bet before the deal."""
    insured: Mapping[Seat, int] = field(default_factory=dict)
    insurance: Mapping[Seat, int] = field(default_factory=dict)
    """What each insurance that is settled has won or lost."""
    playing: Place | None = None
    dealer_score: int | None = None
    natural: bool | None = None
    """What the dealer announced after a look at the hole card."""
    shoe: int | None = None
    """How many cards are in the shoe now."""
    marker: int | None = None
    """How many of them lie behind the shuffle marker; None: it has no place yet."""
    holds: int = 0
    """How many cards a full shoe has."""
    least: int = 0
    """The smallest bet."""
    pays: int | None = None
    """What a natural wins, in percent of the bet; 0: it is 21 points like any other."""
    dealer: str = ""
    """Until when the dealer draws: the name of a rule."""
    insures: bool = False
    results: Mapping[Place, str] = field(default_factory=dict)
    nets: Mapping[Place, int] = field(default_factory=dict)
    """What each hand has won or lost."""
    settling: Place | None = None


def begin(now: Round) -> BlackjackFacts:
    """The facts of the game when a round begins."""
    return BlackjackFacts(
        shoe=now.inherited.get("shoe"),
        marker=now.inherited.get("marker"),
        holds=now.option("decks") * len(PACK),
        **blackjack_print(now.options),
    )


class Printed(TypedDict):
    """The print on the cloth of a table."""

    least: int
    pays: int | None
    dealer: str
    insures: bool


def blackjack_print(options: Mapping[str, int | str | bool]) -> Printed:
    """What these rules print there."""
    pays = options.get("natural_pays")
    return Printed(
        least=int(options.get("min_bet", 0)),
        pays=None if pays is None else int(pays),
        dealer=str(options.get("dealer", "")),
        insures=bool(options.get("insurance")),
    )


def fold(before: Round, now: Round, event: Event) -> Round:
    """The round after one event more, with the facts of the game."""
    facts = now.facts
    if not isinstance(facts, BlackjackFacts):
        return now
    match event:
        case Moved():
            facts = _moved(facts, event)
            return _in_front(replace(now, facts=facts))
        case Split(seat=seat, hand=number, other=other):
            first, second = (*now.hand(seat, number).cards, None, None)[:2]
            now = now.with_hand(seat, number, HeldCards((first,), open=True))
            now = now.with_hand(seat, other, HeldCards((second,), open=True))
            return _in_front(replace(now, facts=_split(facts, seat, number, other)))
        case Dealt(cards=cards) if facts.shoe is not None:
            count = cards.count if isinstance(cards, Hidden) else len(cast(Cards, cards))
            return replace(now, facts=replace(facts, shoe=max(0, facts.shoe - count)))
        case Acted(seat=seat, verb=verb) if verb in _PLAYS:
            return replace(now, facts=replace(facts, playing=_active(facts, seat), settling=None))
        case LeftGame(seat=seat):
            bets = {place: bet for place, bet in facts.bets.items() if place[0] != seat}
            insured = {other: sum_ for other, sum_ in facts.insured.items() if other != seat}
            return _in_front(replace(now, facts=replace(facts, bets=bets, insured=insured)))
    return replace(now, facts=_told(facts, event))


def _told(facts: BlackjackFacts, event: Event) -> BlackjackFacts:
    match event:
        case Playing(seat=seat, hand=number):
            return replace(facts, playing=(seat, number))
        case Busted(seat=seat, hand=number) | Swept(seat=seat, hand=number):
            return replace(facts, settling=(seat, number))
        case Compared(seat=seat, hand=number, dealer=dealer):
            return replace(facts, settling=(seat, number), dealer_score=dealer)
        case Natural(seat=seat):
            return replace(facts, settling=(seat, 0))
        case Lost(seat=seat, what="insurance", amount=amount):
            return replace(facts, insurance={**facts.insurance, seat: -amount})
        case DealerStood(score=points):
            return replace(facts, dealer_score=points, playing=None)
        case Peeked(natural=natural):
            return replace(facts, natural=natural)
        case Shuffled(cards=cards):
            return replace(facts, shoe=cards, marker=None)
        case Marked(cards=cards):
            return replace(facts, marker=cards)
    return facts


def _split(facts: BlackjackFacts, seat: Seat, number: int, other: int) -> BlackjackFacts:
    """The chips of the second hand were laid on the first, just before."""
    whole = facts.bets.get((seat, number), 0)
    bets = {**facts.bets, (seat, number): whole - whole // 2, (seat, other): whole // 2}
    return replace(facts, bets=bets, playing=(seat, number))


def _moved(facts: BlackjackFacts, event: Moved) -> BlackjackFacts:
    src, dst, amount, why = event.src, event.dst, event.amount, event.why
    match why:
        case "insurance":
            return replace(facts, insured={**facts.insured, src: amount})
        case "forfeit":
            return facts
        case "insurance_win":
            return replace(facts, insurance={**facts.insurance, dst: amount})
        case "insurance_stake" | "insurance_lost":
            return replace(facts, insured={})
    if dst == POT:
        place = _active(facts, src)
        if why == "bet":
            facts = replace(facts, laid={**facts.laid, src: facts.laid.get(src, 0) + amount})
        return replace(facts, bets={**facts.bets, place: facts.bets.get(place, 0) + amount})
    if why == "take_back":
        left = facts.bets.get((dst, 0), 0) - amount
        rest = {place: bet for place, bet in facts.bets.items() if place != (dst, 0)}
        facts = replace(facts, laid={**facts.laid, dst: left})
        return replace(facts, bets={**rest, (dst, 0): left} if left else rest)
    place = facts.settling or (_active(facts, dst) if dst >= 0 else facts.playing or (src, 0))
    bets = {other: bet for other, bet in facts.bets.items() if other != place}
    results = facts.results
    nets = facts.nets
    if why in _RESULTS:
        results = {**results, place: why}
        won = 0 if why == "push" else amount if dst >= 0 else -amount
        nets = {**nets, place: nets.get(place, 0) + won}
    done = why not in ("stake", "surrender")
    return replace(facts, bets=bets, results=results, nets=nets, settling=None if done else place)


def _active(facts: BlackjackFacts, seat: Seat) -> Place:
    """The hand of a seat that chips are about now."""
    return facts.playing if facts.playing and facts.playing[0] == seat else (seat, 0)


def _in_front(now: Round) -> Round:
    """What lies before the seats is what lies on their hands, and their insurance."""
    facts = now.facts
    if not isinstance(facts, BlackjackFacts):
        return now
    bets: dict[Seat, int] = {}
    for (seat, _), bet in facts.bets.items():
        bets[seat] = bets.get(seat, 0) + bet
    for seat, bet in facts.insured.items():
        bets[seat] = bets.get(seat, 0) + bet
    return replace(now, bets=bets)


def _counted(now: Round, seat: Seat, cards: Cards) -> tuple[int | None, bool]:
    """The points of a hand, and whether it is soft."""
    if seat == HOUSE:
        return dealer_count(cards, bool(now.option("ace_hardens")))
    return count(cards)


def hand(now: Round, seat: Seat, number: int) -> HandFacts:
    """What a hand counts if all of it is seen, the bet on it, and how it ended."""
    facts = now.facts
    held = now.hand(seat, number)
    seen = known(held.cards)
    points, soft = None, False
    if seen and len(seen) == len(held.cards):
        points, soft = _counted(now, seat, seen)
    if not isinstance(facts, BlackjackFacts):
        return HandFacts(points=points)
    place = (seat, number)
    return HandFacts(
        points=points,
        bet=facts.bets.get(place, 0),
        active=facts.playing == place and not now.over,
        result=facts.results.get(place, ""),
        soft=soft and points != MOST and _open(now, facts, seat) and place not in facts.results,
        net=facts.nets.get(place, 0),
    )


def outcome(now: Round) -> Say | None:
    """What the dealer had."""
    points = hand(now, HOUSE, 0).points if now.over else None
    if points is None:
        return None
    return Say("history.dealer_busted" if points > MOST else "history.dealer", {"points": points})


def _open(now: Round, facts: BlackjackFacts, seat: Seat) -> bool:
    """Whether a hand may still change: the dealer's until the dealer stands, others' until then."""
    if now.over or facts.dealer_score is not None:
        return False
    return seat == HOUSE or None in now.hand(HOUSE).cards


def _advised(now: Round, ask: Ask) -> tuple[str, ...]:
    """A card or none, as far as every player would do it; between them it depends on the dealer."""
    facts = now.facts
    if not ask.option("hit") or not isinstance(facts, BlackjackFacts):
        return USUAL
    points, soft = count(known(now.hand(*_active(facts, ask.who)).cards))
    if points >= (SOFT_ENOUGH if soft else HARD_ENOUGH):
        return ("stand",)
    return ("hit",) if points <= (SOFT_SAFE if soft else HARD_SAFE) else ()


def _dealer(view: "TableView", acts: "Acts") -> bool:
    return view.live and view.house is not None and bool(view.house.cards)


def _settled(view: "TableView", acts: "Acts") -> bool:
    """The round is over, and I had bet: it says nothing to one who sat it out."""
    facts, me = view.facts, view.me
    bet = me is not None and isinstance(facts, BlackjackFacts) and facts.laid.get(me, 0) > 0
    return bet and moments.over(view, acts)


PRESETS: Final = ("standard", "twenty_one", "casino")
VERBS: Final = {
    "bet": Verb("br", ("raise",), "chip"),
    "take": Verb("t", sound="chip"),
    "deal": Verb("d", ("ready", "go")),
    "rebet": Verb("re"),
    "twice": Verb("t"),
    "clear": Verb("x", sound="chip"),
    "insure": Verb("i", ("yes", "insurance")),
    "decline": Verb("n", ("no",)),
    "hit": Verb("h"),
    "stand": Verb("s", ("hold",), "check"),
    "double": Verb("d", ("dbl",)),
    "split": Verb("p"),
    "surrender": Verb("ru", sound="fold"),
}
"""What a seat does, and what is chosen beside it where bets are laid."""
CARD: Final = GameCard(
    "blackjack",
    PRESETS,
    (),
    1,
    8,
    PRESETS,
    0,
    chips.TWENTY_ONE,
    stake="min_bet",
    tips=(
        ("bet", moments.may("bet")),
        ("cards", moments.mine),
        ("dealer", _dealer),
        ("hit", moments.may("hit")),
        ("over", _settled),
    ),
    called=("21", "twenty-one", "二十一点"),
    idle={"max_hands": ("split", False)},
    emblem="heart",
    cloth="midnight",
    busters=True,
    shuffled=(Shuffled,),
    music="blackjack",
    verbs=VERBS,
    usual=USUAL,
    advised=_advised,
    gives_up=("surrender",),
    declines=("decline", "sit_out"),
    takes_back=("take",),
    more=("bet", "hit"),
    lays="bet",
    laid="deal",
    read=("hit", "stand", "double", "split", "surrender"),
    begin=begin,
    fold=fold,
    hand=hand,
    leaving=of_the_house,
    outcome=outcome,
)
