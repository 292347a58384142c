"""The situation at a table in sentences: all of it for who asks, and what matters at one's turn."""

from collections.abc import Iterator

from client_core.client import (
    ALL_IN,
    BlackjackFacts,
    Client,
    DoudizhuFacts,
    HandView,
    HoldemFacts,
    RouletteFacts,
    SabaccFacts,
    SeatView,
    TableView,
    card_of,
    cards_name,
    rank_name,
)
from protocol.cards import Card


def title(client: Client, view: TableView) -> str:
    """`Hold'em, Standard, blinds 1/2`"""
    parts = [client.texts.game_name(view.game), client.texts.preset_name(view.game, view.preset)]
    stake = client.texts.stake_line(view.game, view.worth(view.stake))
    return client.say("terminal.clause").join([*parts, *([stake] if stake else [])])


def table(client: Client, view: TableView, comes: bool = False) -> Iterator[str]:
    """The whole table. `comes`: I sit down in a moment without asking for it."""
    say = client.say
    yield say("terminal.at", what=title(client, view))
    if view.code:
        yield say("terminal.its_code", code=view.code)
    for seat in view.seats:
        if seat.taken or seat.in_round:
            yield _seat(client, view, seat)
    empty = sum(not seat.taken for seat in view.seats)
    if empty:
        yield say("terminal.empty_seats", count=empty)
    # Whoever has no seat is one of those who watch.
    others = view.others_watching
    if others > 0:
        yield say("terminal.watchers", count=others)
    yield from lying(client, view)
    yield from status(client, view, comes)


def stop(client: Client) -> str:
    """What ends a sentence."""
    return client.say("terminal.stop")


def gap(client: Client) -> str:
    """What stands between two sentences."""
    return "" if client.words.language == "zh" else " "


def _seat(client: Client, view: TableView, seat: SeatView) -> str:
    say, parts = client.say, []
    name = say("terminal.you_are", name=seat.name) if seat.me else seat.name
    if seat.bot:
        name = say("terminal.bot", name=name)
    parts.append(say("terminal.has", amount=view.worth(chips_of(seat))))
    if seat.button and isinstance(view.facts, HoldemFacts):
        parts.append(say("terminal.has_button"))
    if seat.bet:
        parts.append(say("terminal.has_bet", amount=view.worth(seat.bet)))
    if seat.folded:
        parts.append(say("terminal.is_out"))
    elif seat.all_in:
        parts.append(client.texts.verb(view.game, ALL_IN))
    else:
        hands = seat.hands if not seat.me else ()
        parts += [_hand(client, view, one) for one in hands if one.cards]
    if seat.stand_in:
        parts.append(say("doudizhu.stand_in"))
    if seat.gone:
        parts.append(say("table.gone"))
    elif seat.taken and not seat.here:
        parts.append(say("table.away"))
    if seat.out:
        parts.append(say("table.sits_out"))
    if seat.taken and seat.ready and view.needs_ready and not view.live:
        parts.append(say("table.ready"))
    what = say("terminal.clause").join(within(*parts))
    return say("terminal.seat", number=seat.seat + 1, name=name, what=what)


def within(*parts: str) -> Iterator[str]:
    """Words that begin large where they stand alone, as they begin within a line; a card stays as
    it is."""
    return (part[:1].lower() + part[1:] if part[1:2].islower() else part for part in parts)


def chips_of(seat: SeatView) -> int:
    """What lies before a seat, or will with the next round."""
    return seat.stack if seat.in_round else seat.stack + seat.coming


def _hand(client: Client, view: TableView, hand: HandView) -> str:
    known = [card for card in hand.cards if card is not None]
    if not known:
        return client.say("cards.hidden", count=len(hand.cards))
    text = cards_name(hand.cards)
    worth = hand_worth(client, view, hand)
    return client.say("terminal.worth", cards=text, worth=worth) if worth else text


def hand_worth(client: Client, view: TableView, hand: HandView) -> str:
    """What a hand is, or counts."""
    if hand.name is not None:
        return client.texts.hand_name(hand.name)
    if hand.points is not None:
        if isinstance(view.facts, BlackjackFacts) and hand.result:
            return client.say(f"result.{hand.result}")
        key = "terminal.points_soft" if hand.soft else "terminal.points"
        return client.say(key, count=hand.points)
    return ""


def lying(
    client: Client, view: TableView, briefly: bool = False, hand: bool = True
) -> Iterator[str]:
    """What lies in the middle, and the `hand` that I hold; `briefly`: without what does not
    change."""
    say = client.say
    if not view.round:
        return
    if isinstance(view.facts, HoldemFacts) and view.board:
        yield say("terminal.board", cards=cards_name(view.board))
    if isinstance(view.facts, BlackjackFacts):
        yield from _dealer(client, view)
    if isinstance(view.facts, DoudizhuFacts):
        yield from _trick(client, view, view.facts, briefly)
    if isinstance(view.facts, RouletteFacts):
        yield from _wheel(client, view, view.facts)
    if isinstance(view.facts, SabaccFacts):
        if view.discards:
            yield say("terminal.discards", cards=cards_name(view.discards[-1:]))
        yield say("terminal.sabacc_pot", amount=view.worth(view.jackpot))
    if view.total and card_of(view.game).pot:
        yield say("terminal.pot", amount=view.worth(view.total))
    if hand:
        yield from mine(client, view)


def mine(client: Client, view: TableView) -> Iterator[str]:
    """My cards."""
    me = view.at(view.me) if view.me is not None else None
    for hand in me.hands if me is not None else ():
        cards = cards_name(hand.cards)
        if not hand.cards or all(card is None for card in hand.cards):
            continue
        worth = hand_worth(client, view, hand)
        several = "terminal.my_hand_now" if hand.active else "terminal.my_hand_n"
        key = "terminal.my_hand" if me is not None and len(me.hands) == 1 else several
        text = client.say("terminal.worth", cards=cards, worth=worth) if worth else cards
        yield client.say(key, cards=text, number=hand.number + 1)


def _dealer(client: Client, view: TableView) -> Iterator[str]:
    if view.house is not None and view.house.cards:
        yield client.say("terminal.dealer", cards=_hand(client, view, view.house))


def _trick(client: Client, view: TableView, facts: DoudizhuFacts, briefly: bool) -> Iterator[str]:
    say = client.say
    if facts.landlord is not None and not briefly:
        yield say("terminal.landlord", name=view.names.get(facts.landlord, ""))
    if facts.wild is not None and not briefly:
        yield say("table.wild", rank=rank_name(facts.wild)) + stop(client)
    if facts.trick is not None and view.live:
        yield to_beat(client, view, facts)
    left = [
        say("terminal.cards_left", name=view.names.get(seat, ""), count=count)
        for seat, count in sorted(facts.left.items())
        if seat != view.me
    ]
    if left and view.live:
        yield say("terminal.clause").join(left) + stop(client)


def to_beat(client: Client, view: TableView, facts: DoudizhuFacts) -> str:
    """The play that is to be beaten; "" where there is none."""
    if facts.trick is None:
        return ""
    seat, play = facts.trick
    name, what = view.names.get(seat, ""), ""
    if play.pattern:
        what = client.texts.pattern_name(play.pattern)
    return client.say("terminal.to_beat", name=name, cards=cards_name(play.cards), what=what)


def _wheel(client: Client, view: TableView, facts: RouletteFacts) -> Iterator[str]:
    if facts.number is not None:
        colour = client.say(f"fact.colour.{facts.colour}")
        yield client.say("terminal.fell", number=facts.number, colour=colour)
    bets = facts.bets.get(view.me, {}) if view.me is not None else {}
    for place, amount in bets.items():
        on = client.texts.place_name(place)
        yield client.say("terminal.my_bet", amount=view.worth(amount), on=on)


def status(client: Client, view: TableView, comes: bool = False) -> Iterator[str]:
    """What is to be known besides: the queue, an offer, who is waited for. `comes`: I sit down in a
    moment without asking for it."""
    if view.paused:
        yield client.say("table.paused") + stop(client)
    if not (comes or client.seat.comes(view.table)):
        yield from my_place(client, view)
    if view.turn is not None and not view.turn.me:
        names = tuple(
            seat.name for seat in view.seats if seat.seat in view.turn.seats and not seat.me
        )
        if names:
            yield client.say("terminal.turn_of", names=client.texts.listed(names))


def my_place(client: Client, view: TableView) -> Iterator[str]:
    """What I have here: an offer, a place in the queue, a seat, and what it waits for."""
    say = client.say
    if view.offer is not None:
        yield offer(client, view)
    elif view.queue is not None:
        yield client.seat.queue_line(view.table) + stop(client)
    elif view.me is None:
        yield say("terminal.watching")
    if view.stand_in:
        yield say("terminal.stand_in")
    elif view.sit_out:
        yield say("terminal.sitting_out")
    elif view.me is not None:
        yield from _waits(client, view)


def _waits(client: Client, view: TableView) -> Iterator[str]:
    me = view.at(view.me) if view.me is not None else None
    if view.live:
        if me is not None and not me.in_round and chips_of(me):
            yield client.texts.of_game(view.game, "table.dealt_next") + stop(client)
    elif view.needs_ready:
        if not view.ready:
            yield client.say("terminal.get_ready")
        awaited = client.seat.awaited(view.table)
        if awaited:
            yield awaited + stop(client)
    elif sum(seat.taken for seat in view.seats) < 2 and card_of(view.game).pot:
        yield client.say("table.wait_players") + stop(client)


def offer(client: Client, view: TableView) -> str:
    """A seat that waits for me: with what it can be taken, and how."""
    if view.offer is None:
        return ""
    one = view.offer
    button = client.cashier.bring(view.table)
    low = button.low if button else one.least
    high = button.high if button else one.most
    usual = button.usual or low if button else one.least
    return client.say(
        "terminal.offer" if low < high else "terminal.offer_just",
        seat=one.seat + 1,
        low=view.worth(low),
        high=view.worth(max(low, high)),
        usual=view.worth(usual),
        left=client.texts.span(max(0.0, one.until - client.now())),
    )


def hand_of_mine(view: TableView) -> tuple[Card, ...]:
    """My cards as they lie, from the left."""
    me = view.at(view.me) if view.me is not None else None
    if me is None:
        return ()
    return tuple(card for hand in me.hands[:1] for card in hand.cards if card is not None)
