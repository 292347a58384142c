"""Sentences of a hand of 21: which one each event makes, and to whom it is said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from protocol.events import Acted, Dealt, Event, Moved, RoundBegan, Shown
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
    Swept,
    count,
    dealer_shows,
    hands_of,
    is_natural,
    playing_hand,
)
from protocol.words import HOUSE, POT, Hidden, Seat
from terminal_client.local.language import Cents, Fact, HandOf
from terminal_client.local.sight import dealer_points


@dataclass(frozen=True)
class Sentence:
    """A text by its key and facts; `seat` is whose matter it is, None that of all."""

    key: str
    facts: Mapping[str, Fact]
    seat: Seat | None = None


@dataclass
class HandTeller:
    """Tells the events of a round one after another; `said` are those told by now."""

    names: Mapping[Seat, str]
    said: Sequence[Event] = ()
    _held: Compared | None = None
    """The hand that is held against the dealer's; what comes of it is told with it."""
    _swept: Seat | None = None
    _hits: bool = False

    def tell(self, event: Event) -> Iterator[Sentence]:
        """The sentences of the next event."""
        self.said = (*self.said, event)
        match event:
            case Dealt(to=to):
                yield from self._dealt(to, event)
            case Shown(cards=cards):
                yield _all("hand.dealer_shows", cards=cards, points=dealer_points(self.said))
            case Moved():
                yield from self._moved(event)
            case Acted(seat=seat, verb=verb):
                yield from self._acted(seat, verb)
            case Busted(seat=seat, hand=hand, score=score):
                yield self._of("hand.busts", seat, hand, points=score)
            case Compared():
                self._held = event
            case Lost():
                yield from self._lost(event)
            case Swept(seat=seat):
                self._swept = seat
            case Natural(seat=seat):
                yield self._of("hand.natural", seat)
            case Playing(seat=seat, cards=cards, hand=hand):
                yield self._of("hand.plays", seat, hand, cards=cards, points=count(cards))
            case Peeked(natural=natural):
                yield _all("hand.peeks")
                yield _all("hand.dealer_natural" if natural else "hand.no_natural")
            case DealerStood(score=score):
                yield _all(f"hand.dealer_{'busts' if score > 21 else 'stands'}", points=score)
            case Marked(cards=cards):
                yield _all("hand.marked", count=cards)
            case Shuffled(cards=cards):
                yield _all("hand.shuffled", count=cards)

    # -- cards ---------------------------------------------------------------------------

    def _dealt(self, to: Seat, event: Dealt) -> Iterator[Sentence]:
        if isinstance(event.cards, Hidden):
            yield _all("hand.dealer_hole")
        elif not isinstance(event.cards, tuple):
            raise TypeError("What is told holds no secret.")
        elif to == HOUSE:
            later = len(dealer_shows(self.said)) > 1
            key = "hand.dealer_hits" if later else "hand.dealer_gets"
            yield _all(key, cards=event.cards, points=dealer_points(self.said))
        else:
            cards = hands_of(to, self.said)[event.hand]
            key = "hand.gets_count" if len(cards) > 1 else "hand.gets"
            yield self._of(key, to, event.hand, cards=event.cards, points=count(cards))
            played = self._hits or len(hands_of(to, self.said)) > 1
            if played and count(cards).points == 21:
                yield self._of("hand.has_21", to, event.hand)

    # -- what players do -----------------------------------------------------------------

    def _acted(self, seat: Seat, verb: str) -> Iterator[Sentence]:
        self._hits = verb in ("hit", "double")
        hand = playing_hand(seat, self.said)
        match verb:
            case "hit":
                yield self._of("hand.hits", seat, hand)
            case "stand":
                cards = hands_of(seat, self.said)[hand]
                yield self._of("hand.stands", seat, hand, points=count(cards))
            case "sit_out":
                yield self._of("hand.sits_out", seat)
            case "decline":
                yield self._of("hand.uninsured", seat)

    # -- money ---------------------------------------------------------------------------

    def _moved(self, moved: Moved) -> Iterator[Sentence]:
        seat = moved.src if moved.dst == POT else moved.dst
        amount = Cents(moved.amount)
        match moved.why:
            case "bet" | "double" | "split" | "insurance":
                key = {"bet": "bets", "double": "doubles", "split": "splits"}.get(
                    moved.why, "insures"
                )
                yield self._of(f"hand.{key}", seat, amount=amount)
            case "surrender_back":
                yield self._of("hand.surrenders", seat, amount=amount)
            case "natural" | "five_hits":
                self._held = None
                yield self._of(f"result.{moved.why}", seat, amount=amount)
            case "win":
                bust = self._held is not None and self._held.dealer > 21
                yield self._held_against(f"result.wins{'_bust' * bust}", seat, amount)
            case "push":
                natural = is_natural(dealer_shows(self.said))
                yield self._held_against(f"result.{'natural_' * natural}push", seat, amount)
            case "insurance_win":
                yield self._of("result.insurance_wins", seat, amount=amount)

    def _lost(self, lost: Lost) -> Iterator[Sentence]:
        seat, amount = lost.seat, Cents(lost.amount)
        if lost.what == "insurance":
            yield self._of("result.insurance_lost", seat, amount=amount)
        elif self._swept == seat:
            self._swept = None
            yield self._of("result.swept", seat, amount=amount)
        elif self._held is None:
            hand = playing_hand(seat, self.said)
            yield self._of("result.loses_bust", seat, hand, amount=amount)
        else:
            natural = is_natural(dealer_shows(self.said))
            # Only where ties go to the dealer does a tie lose.
            tie = not natural and self._held.score == self._held.dealer
            how = "_natural" * natural + "_tie" * tie
            yield self._held_against(f"result.loses{how}", seat, amount)

    def _held_against(self, key: str, seat: Seat, amount: Cents) -> Sentence:
        held, self._held = self._held, None
        points, dealer, hand = (held.score, held.dealer, held.hand) if held else (0, 0, 0)
        return self._of(key, seat, hand, amount=amount, points=points, dealer=dealer)

    def _of(self, key: str, seat: Seat, hand: int | None = None, **facts: Fact) -> Sentence:
        """Of a seat, or of a hand of it, which has a number where it was split."""
        name = self.names[seat]
        split = hand is not None and len(hands_of(seat, self.said)) > 1
        who: Fact = HandOf(name, hand + 1) if split and hand is not None else name
        return Sentence(key, {**facts, "name": who}, seat)


def began(event: RoundBegan) -> HandTeller:
    """Who tells the round that begins so."""
    return HandTeller(event.names, (event,))


def _all(key: str, **facts: Fact) -> Sentence:
    """A sentence that is nobody's own matter: it is said in every language at the table."""
    return Sentence(key, facts)
