"""Words on the felt of Dou Dizhu: the last of each seat, and what is played for."""

from client_core.client import Client, DoudizhuFacts, Play, SeatView, TableView, rank_name
from client_core.felts.doudizhu_choices import SAID

Said = tuple[str, str]
"""A text, and the ground that it stands on."""
NOTHING: Said = ("", "soft")


def lies_before(view: TableView, facts: DoudizhuFacts | None, seat: SeatView) -> Play | None:
    """What a seat has done last, until it is its turn again. The rocket ends its trick at once: it
    is seen until its player leads."""
    play = facts.plays.get(seat.seat) if facts is not None else None
    if play is None or not (seat.turn and view.live):
        return play
    rocket = play.pattern is not None and play.pattern.category == "rocket"
    return play if rocket else None


def said_of(
    client: Client,
    view: TableView,
    facts: DoudizhuFacts | None,
    seat: SeatView,
    play: Play | None,
) -> Said:
    """What a seat has said last: a bid, a call, a double, a pass, what its play is."""
    if facts is None or not (view.live or view.over):
        ready = view.needs_ready and seat.ready
        return (client.say("table.ready"), "good") if ready else NOTHING
    word = facts.said.get(seat.seat, "")
    if word and not facts.plays and not seat.turn:
        return client.texts.verb(view.game, word), "dark" if word in SAID else "gold"
    if facts.landlord is None:
        bid = facts.bids.get(seat.seat)
        if bid is None or seat.turn:
            return NOTHING
        said = client.say("table.bid", times=bid // facts.stake) if bid else ""
        return said or client.say("table.no_bid"), "gold" if bid else "dark"
    if play is None:
        return NOTHING
    if not play.cards:
        return client.say("act.pass"), "dark"
    named = client.texts.pattern_name(play.pattern) if play.pattern else ""
    top = facts.trick is not None and facts.trick[0] == seat.seat
    return named, "gold" if top else "dark"


def worth_of(client: Client, view: TableView, facts: DoudizhuFacts, short: bool = False) -> str:
    """Which rank is wild; what a peasant plays for, how often it has doubled, and by how many
    bombs, where no rank is wild; what I play for, where players have doubled for themselves.
    `short`: for little room, the sum and how often it has doubled."""
    wild = "" if facts.wild is None else client.say("table.wild", rank=rank_name(facts.wild))
    sums = _sums_of(client, view, facts, short)
    return " · ".join(one for one in (wild, sums) if one)


def _sums_of(client: Client, view: TableView, facts: DoudizhuFacts, short: bool) -> str:
    each, times = facts.each or facts.stake, facts.multiplier
    me = view.me
    if facts.doubles and me is not None and facts.landlord is not None:
        mine = client.say("doudizhu.mine", amount=facts.plays_for(me))
        return f"{mine} · ×{facts.plays_for(me) // facts.stake}"
    worth = client.say("table.each", amount=each)
    if short or facts.wild is not None:
        # Beside the wild rank no other number stands alone, and on a phone there is no more room.
        return f"{worth} · ×{times}" if times > 1 else worth
    if times > 1:
        worth = client.say("table.times", stake=facts.stake, times=times, each=worth)
    bombs = client.say("table.bombs", count=facts.bombs) if facts.bombs else ""
    return " · ".join(one for one in (worth, bombs) if one)
