"""Words over the felt of Dou Dizhu between games, made of what a client knows."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from client_core.client import Client, DoudizhuFacts, Play, TableView
from client_core.felts.doudizhu_factors import of_reckoned, own
from client_core.felts.faces import face_of
from protocol.cards import Card
from protocol.games.doudizhu import RANK_OF, Reckoned, in_order
from protocol.words import Seat

RECKONED_S: Final = 2.5
"""Seconds more that a reckoning takes to be read, beside those that the end of any round does."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a player: won or lost."""

    name: str
    avatar: str
    landlord: bool
    text: str
    won: bool
    me: bool
    ready: bool = False
    """For the next game."""
    note: str = ""
    """What it has made of its own stake."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a game that has ended: what I have made of it, which side won, what was
    multiplied with what."""

    title: str
    note: str
    won: bool
    factors: tuple[str, ...]
    total: str
    results: tuple[Result, ...]
    cap: str = ""
    """Why less was paid than that."""


@dataclass(frozen=True, slots=True)
class Room:
    """A room between two games: who is awaited, under which code friends find it."""

    title: str
    note: str
    code: str = ""
    how: str = ""


Faces = tuple[Card | None, ...]


def score_of(client: Client, view: TableView, facts: DoudizhuFacts) -> Score | None:
    """The reckoning of the game that is over, as the one who looks at it sees it."""
    told = facts.reckoned
    if told is None or not view.over:
        return None
    say = client.say
    won = view.me in told.winners if view.me in told.results else None
    title = {True: "doudizhu.victory", False: "doudizhu.defeat", None: "doudizhu.over"}[won]
    lord = told.landlord in told.winners
    return Score(
        say(title),
        say("doudizhu.landlord_wins" if lord else "doudizhu.peasants_win"),
        bool(won),
        of_reckoned(told).texts(client),
        # Where peasants have doubled, each plays for another sum.
        say("doudizhu.common" if told.amounts else "doudizhu.total", amount=told.each),
        tuple(_result(client, view, told, seat) for seat in _first(told)),
        say("doudizhu.capped") if _capped(told) else "",
    )


def _capped(told: Reckoned) -> bool:
    """Somebody had less than was to be paid."""
    due = {seat: told.amounts.get(seat, told.each) for seat in told.results}
    peasants = (seat for seat in told.results if seat != told.landlord)
    return any(abs(told.results[seat]) != due[seat] for seat in peasants)


def _first(told: Reckoned) -> tuple[Seat, ...]:
    """The landlord before the peasants."""
    return tuple(sorted(told.results, key=lambda seat: (seat != told.landlord, seat)))


def _result(client: Client, view: TableView, told: Reckoned, seat: Seat) -> Result:
    """By the name and the face that it was played under, even if that player has left."""
    name, one = view.names[seat], view.at(seat)
    amount = told.results[seat]
    # Who has no seat any more waits for nobody.
    waits = view.needs_ready and not view.left
    return Result(
        name,
        face_of(view.dealt_in[seat]),
        seat == told.landlord,
        client.texts.money(amount, sign=True),
        amount > 0,
        seat == view.me,
        bool(waits and one and one.name == name and one.ready),
        "" if seat == told.landlord else own(client, told.doubles, seat),
    )


def room_of(client: Client, view: TableView) -> Room | None:
    """The room before its first game: how many are here, and how others find it."""
    if view.live or view.over or view.syncing:
        return None
    say = client.say
    here = sum(seat.taken and seat.here and not seat.out for seat in view.seats)
    full = all(seat.taken for seat in view.seats)
    title = "doudizhu.all_here" if here == len(view.seats) else "doudizhu.here"
    stake = client.texts.stake_line(view.game, view.worth(view.stake))
    note = " · ".join(
        one for one in (client.texts.preset_name(view.game, view.preset), stake) if one
    )
    shared = view.code if not full else ""
    how = say("doudizhu.invite") if shared else client.seat.awaited(view.table)
    how = due_of(client, view) or how
    return Room(say(title, here=here, seats=len(view.seats)), note, shared, how)


def goes_on(view: TableView) -> bool:
    """Another game begins by itself."""
    held_up = view.needs_ready or view.closing or view.paused or view.rebuy
    full = all(seat.taken for seat in view.seats)
    return view.over and view.me is not None and full and not held_up


def left_to_ready(client: Client, view: TableView) -> float:
    """Seconds in which I have to get ready; 0 while nobody minds."""
    return 0.0 if view.live or view.ready else max(0.0, view.ready_by - client.now())


def due_of(client: Client, view: TableView) -> str:
    """How long my seat is kept for me though I am not ready; "" while nobody minds."""
    left = left_to_ready(client, view)
    return client.say("doudizhu.ready_by", left=client.texts.span(left)) if left else ""


def before_of(view: TableView, facts: DoudizhuFacts) -> tuple[tuple[str, str, Faces], ...]:
    """The plays of the last trick that is over: name, avatar and cards of each."""
    return tuple(
        (view.names[seat], face_of(view.dealt_in[seat]), laid_out(play))
        for seat, play in facts.last_trick
    )


def laid_out(play: Play) -> Faces:
    """A play as it lies there: what it is made of before its kickers, the highest first; wild
    cards lie where those lie for which they stand."""
    rank = {card: play.stands.get(card, RANK_OF[card]) for card in play.cards}
    count = Counter(rank.values())
    cards = sorted(in_order(play.cards), key=lambda one: (count[rank[one]], rank[one]))
    return tuple(cards[::-1])
