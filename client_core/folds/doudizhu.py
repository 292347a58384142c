"""Dou Dizhu: who is the landlord, what lies before each seat, how the stakes stand."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from client_core.folds import doudizhu_hints, moments
from client_core.folds.card import LEVELS, GameCard
from client_core.folds.doudizhu_facts import DoudizhuFacts, Play
from client_core.folds.doudizhu_voice import DoudizhuVoice
from client_core.folds.leaving import Given
from client_core.round import Facts, HeldCards, Round
from client_core.verbs import Verb
from protocol.events import Acted, Dealt, Event, Laid, Shown
from protocol.games.doudizhu import (
    RANK_OF,
    Doubled,
    FirstBidder,
    Landlord,
    Multiplied,
    Pattern,
    Played,
    Reckoned,
    Redealt,
    Wild,
    in_order,
)
from protocol.words import BOARD, Cards, Seat

if TYPE_CHECKING:
    from client_core.acts import Acts
    from client_core.views import TableView

SAID: Final = frozenset(
    {"call", "no_call", "rob", "no_rob", "open", "double", "super_double", "no_double"}
)
"""What is said before the first play and stays in sight until then."""
DOUBLES: Final[Mapping[str, int]] = {"double": 2, "super_double": 4}
KITTY: Final = 3
"""Cards that are dealt to nobody before there is a landlord."""


def leaving(now: Round, seat: Seat) -> Given | None:
    """The game is played to its end for whoever leaves."""
    return Given("stand_in", 0, 0)


def begin(now: Round) -> DoudizhuFacts:
    """The facts of the game when a round begins."""
    return DoudizhuFacts(stake=now.option("stake"))


def fold(before: Round, now: Round, event: Event) -> Round:
    """The round after one event more, with the facts of the game."""
    facts = now.facts
    if not isinstance(facts, DoudizhuFacts):
        return now
    match event:
        case Redealt():
            fresh = DoudizhuFacts(stake=facts.stake, deals=facts.deals + 1)
            return replace(now, hands={}, board=(), acts={}, facts=fresh)
        case Dealt(to=to) if to >= 0:
            left = {**facts.left, to: len(now.hand(to).cards)}
            return _sorted(replace(now, facts=replace(facts, left=left)), to)
        case Dealt(cards=tuple() as cards):
            return replace(now, facts=replace(facts, kitty=cards))
        case Laid(src=src, dst=dst) if src == BOARD:
            left = {**facts.left, dst: len(now.hand(dst).cards)}
            return _sorted(replace(now, facts=replace(facts, left=left)), dst)
        case Laid(src=src, cards=cards):
            left = {**facts.left, src: len(now.hand(src).cards)}
            return replace(now, board=cards, facts=_laid(replace(facts, left=left), src, cards))
        case Played():
            return replace(now, facts=_played(facts, event))
        case Shown(seat=seat):
            return _sorted(now, seat)
        case Acted(verb="no_open"):
            return now
        case Acted(seat=seat, verb=verb) if verb in SAID:
            return replace(now, facts=_said(facts, seat, verb))
        case Acted(seat=seat, verb=verb, amount=amount) if facts.landlord is None:
            bid = amount if verb == "bid" else 0
            return replace(now, facts=replace(facts, bids={**facts.bids, seat: bid}))
        case Acted(seat=seat, verb="pass"):
            return replace(now, facts=_passed(facts, seat))
        case _:
            return replace(now, facts=_told(facts, event))


def _sorted(now: Round, seat: Seat) -> Round:
    """A hand that is seen lies in the order of its ranks, the highest first."""
    held = now.hand(seat)
    seen = tuple(card for card in held.cards if card is not None)
    backs = len(held.cards) - len(seen)
    # Who has opened the hand before there was a card in it is dealt open cards.
    openers = now.facts.openers if isinstance(now.facts, DoudizhuFacts) else ()
    lies_open = held.open or seat in openers
    return now.with_hand(seat, 0, HeldCards((*in_order(seen)[::-1], *[None] * backs), lies_open))


def _laid(facts: DoudizhuFacts, seat: Seat, cards: Cards) -> DoudizhuFacts:
    play = Play(cards)
    begins = not facts.this_trick
    plays = {seat: play} if begins else {**facts.plays, seat: play}
    return replace(
        facts,
        plays=plays,
        trick=(seat, play),
        this_trick=(*facts.this_trick, (seat, play)),
        gone_cards=facts.gone_cards + cards,
        passes=0,
    )


def _played(facts: DoudizhuFacts, event: Played) -> DoudizhuFacts:
    if facts.trick is None:
        return facts
    seat, play = facts.trick
    wilds = [card for card in play.cards if RANK_OF[card] == facts.wild]
    stands = dict(zip(wilds, event.stands, strict=False))
    pattern = Pattern(event.category, event.length, event.low)
    play = replace(play, pattern=pattern, stands=stands)
    return replace(
        facts,
        plays={**facts.plays, seat: play},
        trick=(seat, play),
        this_trick=(*facts.this_trick[:-1], (seat, play)),
    )


def _said(facts: DoudizhuFacts, seat: Seat, verb: str) -> DoudizhuFacts:
    facts = replace(facts, said={**facts.said, seat: verb}, robs=facts.robs + (verb == "rob"))
    if verb == "open":
        return replace(facts, openers=facts.openers | {seat})
    times = DOUBLES.get(verb, 1)
    if times == 1:
        return facts
    # The landlord's own is between it and both.
    each = facts.each * times if seat == facts.landlord else facts.each
    return replace(facts, doubles={**facts.doubles, seat: times}, each=each)


def times(now: Round, verb: str) -> int:
    """What is said beside an act: by how much it multiplies the stakes."""
    if isinstance(now.facts, DoudizhuFacts) and verb == "open":
        return now.facts.open_times
    return {"rob": 2, **DOUBLES}.get(verb, 0)


def _passed(facts: DoudizhuFacts, seat: Seat) -> DoudizhuFacts:
    """After the second pass the trick is over: whoever won it leads."""
    plays = {**facts.plays, seat: Play(())}
    if facts.passes:
        return replace(
            facts, plays=plays, trick=None, this_trick=(), last_trick=facts.this_trick, passes=0
        )
    return replace(facts, plays=plays, passes=1)


def _told(facts: DoudizhuFacts, event: Event) -> DoudizhuFacts:
    match event:
        case Wild(rank=rank):
            return replace(facts, wild=rank)
        case FirstBidder(seat=seat):
            return replace(facts, first=seat)
        case Landlord(seat=seat, each=each):
            return replace(facts, landlord=seat, each=each, said={})
        case Doubled(why=why, each=each):
            bombs = facts.bombs + (why in ("bomb", "rocket"))
            return replace(facts, each=each, bombs=bombs, doubled=why)
        case Multiplied(why=why, by=by, each=each):
            return replace(facts, each=each, opened=by if why == "open" else facts.opened)
        case Reckoned():
            return replace(facts, each=event.each, reckoned=event)
    return facts


def _landlord_found(facts: Facts) -> bool:
    return isinstance(facts, DoudizhuFacts) and facts.landlord is not None


def _found(view: "TableView", acts: "Acts") -> bool:
    return view.live and _landlord_found(view.facts)


def _wild(view: "TableView", acts: "Acts") -> bool:
    return view.live and isinstance(view.facts, DoudizhuFacts) and view.facts.wild is not None


def _bombed(view: "TableView", acts: "Acts") -> bool:
    return isinstance(view.facts, DoudizhuFacts) and view.facts.doubled == "bomb"


def dealing(facts: Facts) -> bool:
    """Whether hands are still being dealt, while a seat may open its own."""
    if not isinstance(facts, DoudizhuFacts) or facts.landlord is not None:
        return False
    return 0 < sum(facts.left.values()) < len(RANK_OF) - KITTY


PRESETS: Final = ("house", "standard", "classic", "no_shuffle", "wild")
NOT: Final = Verb("n", ("no", "pass"))
VERBS: Final = {
    "bid": Verb("b", ("bet",)),
    "pass": Verb("p", ("check", "fold", "no", "skip", "不叫"), tone="quiet"),
    "play": Verb("ly"),
    "call": Verb("cl", ("match",), tone="calm"),
    "no_call": NOT,
    "rob": Verb("r"),
    "no_rob": NOT,
    "double": Verb("d", ("dbl",)),
    "super_double": Verb("s", ("super",)),
    "no_double": NOT,
    "open": Verb("o", ("show",)),
    "no_open": NOT,
}
CARD: Final = GameCard(
    "doudizhu",
    PRESETS,
    LEVELS,
    3,
    3,
    PRESETS,
    2,
    counted=True,
    depths=(20, 50, 100, 200),
    tips=(
        ("cards", moments.mine),
        ("bid", moments.may("bid")),
        ("open", moments.may("no_open")),
        ("wild", _wild),
        ("call", moments.may("no_call", "no_rob")),
        ("double", moments.may("no_double")),
        ("landlord", _found),
        ("follow", moments.may("pass", also=("play",))),
        ("lead", moments.may("play", never=("pass",))),
        ("bomb", _bombed),
        ("over", moments.over),
    ),
    called=("landlord", "ddz", "dou dizhu", "地主"),
    idle={"deals": ("landlord", "random")},
    emblem="crown",
    cloth="burgundy",
    puzzles=True,
    shuffles=True,
    music="",
    under_way=_landlord_found,
    voice=DoudizhuVoice(),
    verbs=VERBS,
    usual=("play", "call", "bid", "rob"),
    declines=("pass", "no_call", "no_rob", "no_double", "no_open"),
    more=("bid", "play", "rob", "super_double"),
    in_stakes=frozenset({"bid"}),
    while_dealt=frozenset({"no_open"}),
    dealing=dealing,
    begin=begin,
    fold=fold,
    beats=("play", "pass"),
    ordered=doudizhu_hints.ordered,
    amiss=doudizhu_hints.amiss,
    readings=doudizhu_hints.readings,
    times=times,
    leaving=leaving,
)
