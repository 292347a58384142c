"""Choices of a player at a table now, and how things stand, in words."""

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from client_core.client import Acts, Button, Client, SeatView, TableView, brief, card_of

AND: Final = " · "
"""Between two things that are said; it stands at no end of a line."""
FEW: Final = 4
"""So many buttons stand side by side on every phone."""
GOOD: Final = ("busted", "victory")
"""How a stay ends that one is glad of."""
TOLD: Final = 3
"""So many winners of one hand are named."""
MINUTE_S: Final = 60
Status = tuple[str, str]
"""A line, and the ink that it is written in."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be chosen. `offer` is the range that its amount is taken from; `lead` is
    what most want: it has a line of its own under the others, or the widest place among them."""

    key: str
    text: str
    note: str = ""
    kind: str = "quiet"
    offer: Button | None = None
    amount: int = 0
    lead: bool = False


Choices = tuple[Choice, ...]


def choices(client: Client, view: TableView, acts: Acts, own: frozenset[str]) -> tuple[Choice, ...]:
    """My acts, else what I may choose beforehand, else my way to a seat or back into the game."""
    if view.left:
        # Before the hands lie open it is not said who is out.
        on = Choice("over", client.say("table.go_on"), kind="primary")
        return () if client.pace.tells(view.table) else (on,)
    if acts.buttons:
        shown = (button for button in acts.buttons if button.verb not in own)
        return () if acts.sent else _offered(client, view, tuple(shown))
    if acts.pre:
        return tuple(
            Choice(
                f"pre.{one.kind}",
                one.label,
                client.say("table.lapsed" if one.lapsed else "table.in_advance"),
                kind="primary" if one.chosen else "quiet",
            )
            for one in acts.pre
        )
    if view.me is None:
        return _at_the_rail(client, view)
    return _between(client, view)


def _offered(client: Client, view: TableView, buttons: tuple[Button, ...]) -> tuple[Choice, ...]:
    """Each offer is a choice; an amount that is one of few is a choice of its own."""
    found: list[Choice] = []
    card, verbs = card_of(view.game), {button.verb for button in buttons}
    free, costless = card.free in verbs, card.keeping in verbs
    for button in buttons:
        choice = _act(client, view, button)
        opens = f"act.{view.game}.{button.verb}.first"
        if free and client.words.has(opens):
            choice = replace(choice, text=client.say(opens))
        if costless and choice.kind == "danger":
            # To give up what costs nothing is not to be the loudest.
            choice = replace(choice, kind="quiet")
        amounts = range(button.low, button.high + 1, button.step) if button.ranges else ()
        if amounts and len(buttons) - 1 + len(amounts) <= FEW:
            one = replace(choice, offer=None)
            found += (
                replace(
                    one,
                    key=f"{choice.key}={amount}",
                    amount=amount,
                    note=client.texts.money(view.worth(amount)),
                )
                for amount in amounts
            )
        else:
            found.append(choice)
    return tuple(found)


def _act(client: Client, view: TableView, button: Button) -> Choice:
    """`Call` over `40`; an amount that is to be chosen follows."""
    kind = "primary" if button.primary else "quiet"
    if button.verb in card_of(view.game).gives_up and not button.primary:
        kind = "danger"
    verb, note = client.texts.verb(view.game, button.verb), ""
    if client.words.has(f"act.{button.verb}.note"):
        # A word that newcomers do not know is explained where it stands.
        note = client.say(f"act.{button.verb}.note")
    if button.ranges:
        return Choice(f"act.{button.key}", verb, kind=kind, offer=button)
    if button.amount:
        note = client.texts.money(view.worth(button.amount))
        # What is offered for some and for all besides: each is called by its own name.
        if button.key != button.verb and client.words.has(f"act.{button.verb}.all"):
            verb = client.say(f"act.{button.verb}.all")
    return Choice(f"act.{button.key}", verb, note, kind)


def _at_the_rail(client: Client, view: TableView) -> tuple[Choice, ...]:
    say = client.say
    leave = Choice("leave", say("table.leave"), kind="primary")
    if view.offer is not None:
        decline = Choice("pass", say("table.pass_offer"))
        if client.cashier.lacking(view.table) is not None:
            return decline, leave
        chips = client.cashier.bring(view.table)
        if chips is None or not chips.ranges:
            alone = view.offer.least
            note = client.texts.money(view.worth(alone)) if alone else ""
            sit = say("table.sit_with" if alone else "table.sit")
            return decline, Choice("sit", sit, note, "primary")
        least, most = (client.texts.money(view.worth(one)) for one in (chips.low, chips.high))
        sit = say("table.sit_with")
        return decline, Choice("sit", sit, f"{least}–{most}", "primary", offer=chips)
    if view.queue is not None:
        return (Choice("unqueue", say("table.unqueue")),)
    if client.cashier.lacks_card(view.table):
        return (Choice("card", say("table.add_card"), kind="primary"),)
    if client.cashier.lacking(view.table) is not None:
        return (leave,)
    free = not all(seat.taken for seat in view.seats)
    queue = Choice("queue", say("table.queue" if free else "table.join_queue"), kind="primary")
    if view.barred > client.now():
        queue = replace(queue, note=client.texts.span(view.barred - client.now()), kind="dim")
    return (queue,)


def _between(client: Client, view: TableView) -> tuple[Choice, ...]:
    say = client.say
    if view.rebuy or out_of_chips(client, view):
        any_ = view.needs_any or not view.rebuy
        least = "" if any_ else client.texts.money(view.worth(view.rebuy))
        return (
            Choice("leave", say("table.leave_now")),
            Choice("buy", say("table.buy"), least, "primary"),
        )
    if view.sit_out:
        return (Choice("back_in", say("table.back_in"), kind="primary"),)
    if view.needs_ready and not view.live and not view.ready:
        return (Choice("ready", say("table.i_am_ready"), kind="primary"),)
    return _alone(client, view)


def out_of_chips(client: Client, view: TableView) -> bool:
    """Whether I have nothing to play for at a table of money. The house says so only when it deals
    without me, and between two it never deals again."""
    me = view.at(view.me) if view.me is not None else None
    if me is None or view.purse != "cash" or view.live or view.left:
        return False
    return not (me.stack or me.coming or client.pace.unseen(view.table))


def _alone(client: Client, view: TableView) -> tuple[Choice, ...]:
    """What one may do who waits for others to come."""
    if view.needs_ready or not lacks_players(view):
        return ()
    found = []
    if view.code:
        found.append(Choice("code", client.say("table.invite"), kind="primary"))
    if view.may_call_bots:
        found.append(Choice("bots", client.say("table.call_bots")))
    return tuple(found) or (Choice("look", client.say("leave.look")),)


def lacks_players(view: TableView) -> bool:
    """Whether a hand cannot begin before others come."""
    few = sum(seat.taken and not seat.out for seat in view.seats) < 2
    return few and not view.live and card_of(view.game).pot


def status(client: Client, view: TableView, acts: Acts) -> Status:
    """The one line that matters most now."""
    for found in (_trouble, _waiting, _result, _turn):
        line = found(client, view, acts)
        if line is not None:
            after = found is _result and not (view.needs_ready or view.left)
            next_ = _idle(client, view) if after else ""
            return (f"{line[0]}{AND}{next_}", line[1]) if next_ else line
    return _idle(client, view), "soft"


def _trouble(client: Client, view: TableView, acts: Acts) -> Status | None:
    """What keeps the table or me from playing."""
    if acts.held and not acts.sent:
        return client.say("tap.held"), "warm"
    if view.paused:
        return client.say("table.paused"), "warm"
    if view.needs_any and not view.live:
        return client.say("table.rebuy_any"), "gold"
    if view.rebuy and not view.live:
        return client.say("table.rebuy", amount=view.worth(view.rebuy)), "gold"
    # A hand that is still mine is played to its end.
    if view.me is not None and view.sit_out and not (acts.buttons and not acts.sent):
        return client.say("table.you_sit_out"), "gold"
    me = view.at(view.me) if view.me is not None else None
    if me is not None and view.live and not me.in_round and me.stack:
        return client.texts.of_game(view.game, "table.dealt_next"), "gold"
    return None


def _waiting(client: Client, view: TableView, acts: Acts) -> Status | None:
    if view.me is not None:
        return None
    lacking = client.cashier.lacking(view.table)
    if lacking is not None:
        return client.say("table.short", least=lacking.least, have=lacking.have), "warm"
    if view.offer is not None:
        left = client.texts.span(max(0.0, view.offer.until - client.now()))
        return f"{client.say('table.offered', seat=view.offer.seat + 1)} · {left}", "gold"
    if view.queue is not None:
        place = client.seat.queue_line(view.table)
        # It is reckoned from how often a seat falls free: one that is free is mine soon.
        full = all(seat.taken for seat in view.seats)
        if full and not view.queue.soon and view.queue.due > client.now():
            minutes = ceil((view.queue.due - client.now()) / MINUTE_S)
            place += client.say("table.due", minutes=minutes)
        return place, "gold"
    if client.cashier.lacks_card(view.table):
        return client.say("table.needs_card"), "gold"
    return client.say("table.watching"), "soft"


def _result(client: Client, view: TableView, acts: Acts) -> Status | None:
    found = _outcome(client, view)
    if view.left not in GOOD or client.pace.tells(view.table):
        return found
    # The best of it is not kept for the page that comes after it.
    news = client.say(f"ending.{view.left}")
    return f"{news}{AND}{found[0]}" if found is not None else news, "gold"


def _outcome(client: Client, view: TableView) -> Status | None:
    me = view.at(view.me) if view.me is not None else None
    if view.over and me is not None and me.results is not None and not card_of(view.game).pot:
        if not me.results:
            # What others have brought home from the house is not mine to read.
            return (client.say("table.you_even"), "gold") if me.paid else None
        key = "table.you_won" if me.results > 0 else "table.you_lost"
        ink = "gold" if me.results > 0 else "warm"
        return client.say(key, amount=view.worth(abs(me.results))), ink
    if not view.over:
        return None
    if not view.winners:
        # Without blinds a game of checks is played for nothing.
        free = card_of(view.game).pot and not view.jackpot
        free = free and not any(seat.paid for seat in view.seats)
        return (client.say("table.no_stakes"), "soft") if free else None
    said = [_won(client, view, seat) for seat in view.won_by[:TOLD]]
    more = len(view.won_by) - TOLD
    if more > 0:
        said.append(client.say("table.won_more", count=more))
    tie = card_of(view.game).tie(view.facts)
    if tie is not None:
        said.append(client.say(tie))
    return (AND.join(said), "gold") if said else None


def _won(client: Client, view: TableView, one: SeatView) -> str:
    """Who wins how much beyond what was put in, of which pot, with what."""
    hand = next((held.name for held in one.hands if held.name and held.open), None)
    who = "_me" if one.me else ""
    pot = f"_{one.pot}" if one.pot else ""
    key = f"table.even{who}"
    if one.net:
        key = f"table.won{who}{pot}" if one.net > 0 else f"table.less{who}{pot}"
    amount, net = view.worth(one.net if one.net > 0 else one.won), view.worth(one.net)
    line = client.say(key, name=brief(one.name), amount=amount, net=net)
    return client.say("table.with", line=line, hand=client.texts.hand_name(hand)) if hand else line


def _asks(view: TableView, acts: Acts) -> str:
    """What is asked of me: nobody may take their time where the deal goes on meanwhile."""
    if acts.clock:
        return "table.your_turn"
    passes = any(button.verb in card_of(view.game).while_dealt for button in acts.buttons)
    return "table.while_dealt" if passes else "table.your_turn_easy"


def _turn(client: Client, view: TableView, acts: Acts) -> Status | None:
    # A card that is still on its way is read before what it makes of a hand.
    seen = view.best if not client.pace.unseen(view.table) else None
    hand = client.texts.hand_name(seen) if seen else ""
    if acts.buttons and not acts.sent:
        line = client.say(_asks(view, acts))
        return (f"{line} · {hand}" if hand else line), "gold"
    if view.turn is not None and view.live:
        if len(view.turn.seats) > 1:
            return client.say("table.waiting_all"), "soft"
        seat = view.at(view.turn.seats[0]) if view.turn.seats else None
        if seat is not None and not seat.me:
            if card_of(view.game).dealing(view.facts):
                return client.say("table.dealing"), "soft"
            here = seat.here or seat.stand_in
            key = "table.waiting_for" if here else "table.waiting_back"
            line = client.say(key, name=brief(seat.name))
            # Behind the name of another it has to be said whose hand it is.
            return (f"{line} · {client.say('table.yours', hand=hand)}" if hand else line), "soft"
    # The name of a hand begins small: it mostly stands in a line with something before it.
    return (hand[:1].upper() + hand[1:], "text") if hand and view.live else None


def _idle(client: Client, view: TableView) -> str:
    if view.live or view.left:
        return ""
    if out_of_chips(client, view):
        return client.say("table.rebuy_any")
    if view.needs_ready:
        return client.say("table.wait_ready" if view.ready else "table.press_ready")
    if lacks_players(view):
        return client.say("table.wait_players")
    return client.texts.of_game(view.game, "table.next_round")
