"""The view of a table that a screen draws, made of what is known."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from client_core import folds, lobby
from client_core.catalogue import GAMES
from client_core.chat import Chat, bubble
from client_core.round import NO_FACTS, HandName, LastAct, Round, pots
from client_core.tables import Table
from client_core.text import Words
from client_core.views import HandView, Mine, SeatView, TableView, TurnView
from protocol.messages import Sitter
from protocol.words import HOUSE, JACKPOT, Seat

NO_CHAIRS: Final = 7
"""So many are shown before a room has said how many it has."""


def view(
    table: Table,
    chat: Chat,
    mine: Mine,
    muted: Collection[int],
    words: Words,
    watched: Round | None = None,
) -> TableView:
    """The table as it is now, or as it was when `watched` lay on it."""
    room, now = table.room, watched or table.round
    game = room.game if room else now.game if now else ""
    me = table.me
    turn = None if watched else _turn(table)
    sitter = table.seats.get(me) if me is not None else None
    seats = _chairs(table, chat, muted, words, now, turn)
    live = now is not None and not now.over
    calls = room is not None and room.calls and me is not None and watched is None
    offer = table.offer if table.offer and table.offer.key != mine.offer_passed else None
    return TableView(
        table=table.name,
        room=lobby.row(room, True) if room else None,
        code=room.code if room else "",
        game=game,
        preset=room.preset if room else now.preset if now else "",
        purse=room.purse if room else "play",
        stake=room.stake if room else 0,
        me=me,
        seats=seats,
        watching=table.watching,
        round=now.number if now else 0,
        live=live,
        over=now is not None and now.over,
        board=now.board if now else (),
        house=_hand(now, HOUSE, 0) if now and HOUSE in now.hands else None,
        discards=now.discards if now else (),
        pots=pots(now) if now else (),
        total=sum(pot.amount for pot in pots(now)) + sum(now.bets.values()) if now else 0,
        jackpot=now.parties.get(JACKPOT, 0) if now else 0,
        turn=turn,
        best=_best(table, now),
        winners=tuple(sorted(now.won)) if now else (),
        queue=table.queue,
        offer=offer,
        leaving=mine.leaving,
        barred=mine.barred,
        left=mine.left,
        sit_out=sitter.out if sitter else False,
        ready=sitter.ready if sitter else False,
        needs_ready=room.ready if room else False,
        awaited=tuple(seat.seat for seat in seats if seat.awaited),
        ready_by=table.ready_by,
        stand_in=sitter.stand_in if sitter else False,
        counter=room.counter if room else False,
        may_trust=_may_trust(now, me, sitter),
        may_call_bots=calls and not all(seat.taken for seat in seats),
        may_dismiss_bots=calls and any(seat.bot for seat in seats),
        paused=table.paused,
        closing=table.closing,
        rebuy=table.rebuy,
        syncing=table.quiet,
        facts=now.facts if now else NO_FACTS,
        names={seat: words.player(name) for seat, name in now.names.items()} if now else {},
        dealt_in=_dealt_in(table, words, now),
    )


def _may_trust(now: Round | None, me: Seat | None, sitter: Sitter | None) -> bool:
    """Whether a bot may play on for me: I am in a game that goes on and needs every seat."""
    if now is None or now.over or me not in now.names or sitter is None or sitter.stand_in:
        return False
    card = GAMES.get(now.game)
    return card is not None and card.needs_all


def _dealt_in(table: Table, words: Words, now: Round | None) -> Mapping[Seat, SeatView]:
    found: dict[Seat, SeatView] = {}
    for seat, name in now.names.items() if now else ():
        sitter = table.known.get(name)
        avatar, bot = (sitter.avatar, sitter.bot) if sitter else ("", "")
        found[seat] = SeatView(seat, 0, name=words.player(name), avatar=avatar, bot=bot)
    return found


def _turn(table: Table) -> TurnView | None:
    if table.asked is not None:
        asked = table.asked
        return TurnView((asked.ask.who,), asked.until, asked.of, True, asked.clock)
    if table.waiting is not None:
        waits = table.waiting
        return TurnView(waits.seats, waits.until, waits.of, False, waits.clock)
    return None


def _best(table: Table, now: Round | None) -> HandName | None:
    if now is None or table.mine is None:
        return None
    return folds.card_of(now.game).hand(now, table.mine, 0).name


def _chairs(
    table: Table,
    chat: Chat,
    muted: Collection[int],
    words: Words,
    now: Round | None,
    turn: TurnView | None,
) -> tuple[SeatView, ...]:
    known = [*table.seats, *(now.stacks if now else ())]
    count = table.room.seats if table.room else _most(now)
    count = max(count, max(known, default=-1) + 1)
    first = table.me if table.me is not None else 0
    order = [Seat((first + place) % count) for place in range(count)]
    return tuple(
        _chair(seat, place, table, chat, muted, words, now, turn)
        for place, seat in enumerate(order)
    )


def _most(now: Round | None) -> int:
    """How many chairs there may be at a table whose room was not told yet."""
    card = GAMES.get(now.game) if now else None
    return min(NO_CHAIRS, card.most_seats) if card else NO_CHAIRS


def _chair(
    seat: Seat,
    place: int,
    table: Table,
    chat: Chat,
    muted: Collection[int],
    words: Words,
    now: Round | None,
    turn: TurnView | None,
) -> SeatView:
    sitter = table.seats.get(seat)
    playing = now is not None and seat in now.stacks and _same(now, seat, sitter)
    if now is None or not playing:
        return _sitting(SeatView(seat, place), table, chat, muted, words, sitter)
    stack = now.stacks[seat] - folds.card_of(now.game).lies(now, seat)
    # Between two rounds the seats say what each has: chips that were bought are in it.
    if now.over and sitter is not None and table.seats_last:
        stack = sitter.stack
    folded = seat in now.out
    one = SeatView(
        seat,
        place,
        name=words.player(now.names.get(seat, "")),
        stack=stack,
        bet=now.bets.get(seat, 0),
        paid=now.paid.get(seat, 0),
        hands=tuple(_hand(now, seat, number) for number in sorted(now.hands.get(seat, {}))),
        act=_act(table, now.acts.get(seat)),
        button=now.button == seat,
        turn=turn is not None and seat in turn.seats,
        in_round=not now.over,
        folded=folded,
        all_in=not now.over and not stack and not folded and bool(now.paid.get(seat)),
        gone=seat in now.gone and not (now.over and _back(table, sitter)),
        won=now.won.get(seat, 0),
        pot=now.pot_of(seat),
        results=now.results.get(seat) if now.over else None,
        net=now.results.get(seat, 0),
    )
    return _sitting(one, table, chat, muted, words, sitter)


def _back(table: Table, sitter: Sitter | None) -> bool:
    """Whether who left the round has sat down again since it ended."""
    return table.seats_last and sitter is not None and sitter.here


def _act(table: Table, act: LastAct | None) -> LastAct | None:
    return replace(act, amount=table.worth(act.amount)) if act is not None else None


def _same(now: Round, seat: Seat, sitter: Sitter | None) -> bool:
    """Whether who sits there is who was dealt in; of an empty chair the cards stay to the end."""
    return (sitter is None and not now.over) or (
        sitter is not None and sitter.name == now.names.get(seat)
    )


def _sitting(
    one: SeatView,
    table: Table,
    chat: Chat,
    muted: Collection[int],
    words: Words,
    sitter: Sitter | None,
) -> SeatView:
    if sitter is None:
        return one
    away = table.seats_at - sitter.away / 1000 if sitter.away or not sitter.here else 0.0
    return replace(
        one,
        taken=True,
        me=one.seat == table.me,
        name=words.player(sitter.name),
        avatar=sitter.avatar,
        bot=sitter.bot,
        coming=sitter.coming if one.name else 0,
        here=sitter.here,
        away_since=away,
        out=sitter.out,
        ready=sitter.ready,
        stand_in=sitter.stand_in,
        awaited=_awaited(table, sitter),
        muted=sitter.who in muted,
        who=sitter.who,
        said=bubble(chat, one.seat),
        # Who is not dealt in yet has what was brought: it counts from the next round on.
        stack=one.stack if one.name else sitter.stack + sitter.coming,
    )


def _awaited(table: Table, sitter: Sitter) -> bool:
    """Whether the next round waits for this one."""
    waits = table.room is not None and table.room.ready and not table.live
    return waits and not sitter.bot and not (sitter.ready and sitter.here)


def _hand(now: Round, seat: Seat, number: int) -> HandView:
    held = now.hand(seat, number)
    facts = folds.card_of(now.game).hand(now, seat, number)
    best = facts.name.cards if facts.name and held.open else ()
    return HandView(
        held.cards,
        number,
        held.open,
        facts.bet,
        facts.name,
        facts.points,
        tuple(place for place, card in enumerate(held.cards) if card in best),
        facts.active,
        facts.result,
        facts.soft,
        facts.net,
    )
