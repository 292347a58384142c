"""What a room sets right when it goes on from its journal: its people, alarms and questions."""

from typing import TYPE_CHECKING

from game_server.rules.core import C, Opt, S
from game_server.table.journal import millis
from game_server.table.seats import Person
from protocol.messages import Left

if TYPE_CHECKING:
    from game_server.table.room import Room


def people(room: "Room[Opt, S, C]", now: float) -> None:
    """Who sits is in the room, away unless the line held; who sits waits no more. A seat that
    was free only in what never got written is offered to nobody."""
    for _, one in room.seats.people():
        person = room.people.get(one.player)
        if person is None:
            person = room.people[one.player] = Person(one.name, one.avatar, False, now)
        bank = room.config.time_bank
        person.patience.bank = bank if one.banked is None else one.banked / 1000
    sit = [one.player for _, one in room.seats.people()]
    for player in room.seated_before:
        if player in room.people and player not in sit:
            # What let the seat go is written after all, and nobody has been told.
            room.queue.drop(player)
            room.send(player, Left(room.config.table, "left"))
            del room.people[player]
    for player in list(room.queue.order):
        offer = room.queue.offers.get(player)
        if room.seats.of(player) is not None or (offer is not None and offer.taken):
            room.queue.drop(player)
            if player in room.people:
                room.waits_no_more(player)
        elif offer is not None and offer.seat in room.seats:
            del room.queue.offers[player]
    # Bots do not come to a room that stays before somebody has.
    somebody = room.people or (room.config.stays and room.seats)
    room.visited, room.alone_until = bool(somebody), 0.0


def alarms(room: "Room[Opt, S, C]", now: float) -> None:
    """Every alarm that may have rung unheard is set again."""
    for player, person in room.people.items():
        if not person.here:
            person.since = now
            room.watch_absence(player, now, room.config.homecoming)
    for player, offer in room.queue.offers.items():
        room.wake_at(max(now, offer.until), "offer", player, offer.key)
    for seat, one in room.seats.people():
        one.chipless_at = 0.0
        if one.out:
            one.out_at, one.out_before = now, 0.0
            room.wake_at(now + room.config.out_limit, "out", one.player, millis(now))
        if room.config.broke == "rebuy" and room.owned(seat) < room.entry:
            one.rebuy = max(1, room.host.rounds)
            room.wake_at(now + room.config.rebuy, "rebuy", one.player, one.rebuy)


def no_bots_for_money(room: "Room[Opt, S, C]", now: float) -> None:
    """Where chips are cash and the room has no bots any more, none stays."""
    if room.config.purse == "cash" and not room.config.bots:
        for seat in sorted(seat for seat, _ in room.seats.bots()):
            room.bot_goes(seat, now)


def questions(room: "Room[Opt, S, C]", now: float) -> None:
    """Put the open questions again; who is away has some time more to come back."""
    playing, config = room.host.round, room.config
    if playing is None:
        return
    playing.afresh(now, room.host.given)
    for person in room.people.values():
        person.patience.afresh()
    for seat, question in list(playing.open.items()):
        if room.asked_human(seat) and not room.people[room.seats[seat].player].here:
            whole = room.host.given(question.ask)
            room.host.extend(seat, question.turn, now + config.homecoming + whole)
            room.held.add(seat)
    room.perform(room.host.go_on(now), now)
