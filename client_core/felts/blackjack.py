"""Words on the felt of blackjack: the print on the cloth, what is asked, what hands brought."""

from fractions import Fraction
from typing import Final

from client_core.client import Acts, BlackjackFacts, Client, HandView, SeatView, TableView
from client_core.felts.choices import AND
from client_core.felts.seats import word_of
from protocol.cards import rank

POINTS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "10", "10", "10", "A")
"""What the card that the dealer shows counts."""
MOST: Final = 21
GOOD: Final = frozenset({"win", "natural", "five_hits"})
LAYING: Final = frozenset({"bet", "take", "deal"})
BAD: Final = frozenset({"bust", "lose", "swept", "surrender"})


def words_of(client: Client, facts: BlackjackFacts) -> tuple[str, ...]:
    """What is printed: what a natural pays, until when the dealer draws, what insurance pays."""
    say = client.say
    found = []
    if facts.pays is not None:
        odds = Fraction(facts.pays, 100)
        pays = say("felt.blackjack.pays", odds=say("felt.odds", win=odds.numerator,
                                                   of=odds.denominator))  # fmt: skip
        found.append(pays if facts.pays else say("felt.blackjack.even"))
    if facts.dealer:
        found.append(say(f"felt.blackjack.dealer.{facts.dealer}"))
    if facts.insures:
        found.append(say("felt.blackjack.insurance"))
    return tuple(found)


def mine(view: TableView) -> tuple[HandView, ...]:
    """My hands."""
    seat = view.at(view.me) if view.me is not None else None
    return seat.hands if seat else ()


def counted_line(client: Client, view: TableView, hand: HandView, split: bool) -> str:
    """What a hand of mine counts, and in the end what it brought; `split`: it is one of several."""
    if not hand.result:
        return hand.counts
    result = _brought(client, view, hand, split)
    if not hand.counts:
        return result
    return client.say("felt.blackjack.ended", counts=hand.counts, result=result)


def _brought(client: Client, view: TableView, hand: HandView, split: bool) -> str:
    """How a hand ended, with the chips that it won or lost; beside another one those alone."""
    result = client.say(f"result.{hand.result}")
    if not hand.net:
        return result
    net = client.texts.money(view.worth(hand.net), short=True, sign=True)
    if split:
        return net
    amount = client.texts.money(view.worth(abs(hand.net)), short=True)
    usual = client.say("felt.blackjack.brought", result=result, net=net)
    return client.words.or_else(f"felt.blackjack.brought.{hand.result}", usual, amount=amount)


def hand_word(client: Client, view: TableView, seat: SeatView) -> tuple[str, str]:
    """What a seat did last, or what its hands have brought it; and what colours it."""
    if seat.me and view.live:
        # My bet lies there, and what I have just done I know.
        return "", ""
    results = [hand.result for hand in seat.hands if hand.result]
    if results:
        word = client.say(f"result.{results[-1]}")
        if seat.results:
            word = client.texts.money(view.worth(seat.results), short=True, sign=True)
        good = any(result in GOOD for result in results)
        return word, "won" if good else "out" if results[-1] in BAD else "calm"
    if seat.act is not None and seat.act.verb in LAYING:
        # What lies before the seat says it.
        return "", ""
    return word_of(client, view, seat)


def asked_line(client: Client, view: TableView, acts: Acts) -> str:
    """What the bar says of my bet or of my hand; "" where the common line says it."""
    verbs = {button.verb for button in acts.buttons}
    if acts.sent:
        return ""
    if "insure" in verbs:
        return client.say("table.insurance")
    if "hit" in verbs:
        return _against(client, view)
    if not verbs & {"bet", "deal"}:
        return _pushed(client, view)
    return client.say("table.bet_more" if "deal" in verbs else "table.place_bet")


def _pushed(client: Client, view: TableView) -> str:
    """That nothing was won and nothing lost: of a sum of chips there is nothing to say."""
    hands = mine(view)
    if not view.over or not hands or any(hand.result != "push" for hand in hands):
        return ""
    next_ = "" if view.left else client.texts.of_game(view.game, "table.next_round")
    return AND.join(one for one in (client.say("table.pushed"), next_) if one)


def _against(client: Client, view: TableView) -> str:
    """What I am asked about: my hand, and the card that the dealer shows."""
    hand = next((one for one in mine(view) if one.active), None)
    hand = hand or next(iter(mine(view)), None)
    up = [card for card in view.house.cards if card is not None] if view.house else []
    if hand is None or not hand.counts or len(up) != 1:
        return ""
    return client.say("table.hand_against", hand=hand.counts, up=POINTS[rank(up[0])])
