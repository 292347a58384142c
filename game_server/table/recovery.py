"""Recovery of what no row tells: people, alarms and questions of a table that was replayed."""

from typing import TYPE_CHECKING

from game_server.rules.core import C, Opt, S
from game_server.table.journal import millis
from game_server.table.seats import Attendee
from protocol.messages import Left

if TYPE_CHECKING:
    from game_server.table.table import Table


def people(table: "Table[Opt, S, C]", now: float) -> None:
    """Who sits is at the table, away unless the connection held; who sits waits no more. A seat
    that was free only in what never got written is offered to nobody."""
    for one in table.seats.values():
        # Who has left was told so before.
        one.reason = "left" if one.left else ""
    for _, one in table.seats.people():
        person = table.people.get(one.player)
        if person is None:
            person = table.people[one.player] = Attendee(one.name, one.avatar, False, now)
    sit = [one.player for _, one in table.seats.people()]
    for player in table.seated_before:
        if player in table.people and player not in sit:
            # What let the seat go is written after all, and nobody has been told.
            table.queue.drop(player)
            table.send(player, Left(table.config.table, "left"))
            del table.people[player]
    for player in list(table.queue.order):
        offer = table.queue.offers.get(player)
        if table.seats.of(player) is not None or (offer is not None and offer.taken):
            table.queue.drop(player)
            if player in table.people:
                table.waits_no_more(player)
        elif offer is not None and offer.seat in table.seats:
            del table.queue.offers[player]
    # Bots do not come to a table that stays before somebody has.
    somebody = table.people or (table.config.stays and table.seats)
    table.visited, table.alone_until = bool(somebody), 0.0


def alarms(table: "Table[Opt, S, C]", now: float) -> None:
    """Every alarm that may have rung unheard is set again."""
    for player, person in table.people.items():
        if not person.here:
            person.since = now
            table.watch_absence(player, now, table.config.homecoming)
    for player, offer in table.queue.offers.items():
        table.wake_at(max(now, offer.until), "offer", player, offer.key)
    for seat, one in table.seats.people():
        one.chipless_at = 0.0
        if one.out:
            one.out_at, one.out_before = now, 0.0
            table.wake_at(now + table.config.out_limit, "out", one.player, millis(now))
        if table.config.broke == "rebuy" and table.owned(seat) < table.entry:
            one.rebuy = max(1, table.host.rounds)
            table.wake_at(now + table.config.rebuy, "rebuy", one.player, one.rebuy)


def no_bots_for_money(table: "Table[Opt, S, C]", now: float) -> None:
    """Where chips are cash and the table has no bots any more, none stays."""
    if table.config.purse == "cash" and not table.config.bots:
        for seat in sorted(seat for seat, _ in table.seats.bots()):
            table.bot_goes(seat, now)


def questions(table: "Table[Opt, S, C]", now: float, homecoming: float) -> None:
    """Put the open questions again; who is away has so much time more to come back."""
    playing = table.host.round
    if playing is None:
        return
    playing.afresh(now, table.host.given)
    for person in table.people.values():
        person.time_bank.afresh()
    for seat, question in list(playing.open.items()):
        if table.asked_human(seat) and not table.people[table.seats[seat].player].here:
            whole = table.host.given(question.ask)
            table.host.extend(seat, question.turn, now + homecoming + whole)
            table.held.add(seat)
    table.perform(table.host.advance(now), now)
