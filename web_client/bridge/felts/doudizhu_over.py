"""What lies over the felt of Dou Dizhu: the reckoning, the room, the factors, the trick before."""

from typing import Final

from client_core.client import DoudizhuFacts
from client_core.felts.doudizhu_desk import before_of, room_of, score_of
from client_core.felts.doudizhu_factors import bill_of
from protocol.games.doudizhu import RANK_NAMES, RANKS
from web_client.bridge.faces import picture_of
from web_client.bridge.felts.doudizhu_middle import (
    BillView,
    ListedPlay,
    RankLeft,
    ResultLine,
    RoomView,
    ScoreView,
)
from web_client.bridge.table_cards import cards_view
from web_client.bridge.table_sight import Sight

BOMB: Final = 4
JOKERS: Final = 2


def score_view(at: Sight, facts: DoudizhuFacts | None) -> ScoreView | None:
    """The reckoning of the game that is over."""
    score = score_of(at.client, at.view, facts) if facts is not None else None
    if score is None:
        return None
    lines = tuple(
        ResultLine(
            one.name,
            picture_of(one.avatar, at.client.words.language),
            one.text,
            "good" if one.won else "quiet",
            "landlord" if one.landlord else "peasant",
            one.me,
            one.note or (at.client.say("table.ready") if one.ready else ""),
        )
        for one in score.results
    )
    return ScoreView(
        score.title,
        score.note,
        score.won,
        score.factors,
        score.total,
        lines,
        score.cap,
        at.tap("felt", "score"),
        at.client.say("keys.back"),
    )


def room_view(at: Sight) -> RoomView | None:
    """The room before its first game."""
    room = room_of(at.client, at.view)
    return RoomView(room.title, room.note, room.code, room.how) if room is not None else None


def bill_view(at: Sight, facts: DoudizhuFacts | None) -> BillView | None:
    """What it is played for, factor by factor."""
    if facts is None or not at.view.live:
        return None
    bill = bill_of(at.client, at.view, facts)
    close = at.tap("list", "")
    return BillView(bill.title, bill.lines, bill.results, close, at.client.say("keys.back"))


def before_view(at: Sight, facts: DoudizhuFacts | None) -> tuple[ListedPlay, ...]:
    """The plays of the last trick that is over."""
    if facts is None:
        return ()
    language = at.client.words.language
    return tuple(
        ListedPlay(name, picture_of(face, language), cards_view(at, cards, name=name))
        for name, face, cards in before_of(at.view, facts)
    )


def counter_view(at: Sight, facts: DoudizhuFacts | None) -> tuple[RankLeft, ...]:
    """How many cards of each rank the others hold, where that may be looked up."""
    me = at.me
    if facts is None or me is None or not me.hands or not (at.view.counter and at.view.live):
        return ()
    left = facts.still_out(me.hands[0].cards)
    joker = at.client.say("doudizhu.joker_sign")
    return tuple(
        RankLeft(
            joker if rank >= len(RANKS) - JOKERS else RANK_NAMES[rank].en,
            str(left[rank]),
            "gold" if left[rank] == BOMB else "info" if left[rank] else "quiet",
        )
        for rank in reversed(RANKS)
    )
