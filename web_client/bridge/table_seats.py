"""The seats of a table as the page draws them, and as they are read aloud."""

from typing import Final

from client_core.client import SeatView
from client_core.felts.faces import face_of
from web_client.bridge.faces import picture_of
from web_client.bridge.felts.felt import Felt
from web_client.bridge.table_shapes import BubbleView, ClockView, TableSeat
from web_client.bridge.table_sight import Sight

MS: Final = 1000


def seats_view(at: Sight, felt: Felt) -> tuple[TableSeat, ...]:
    """Every chair in sight, clockwise from the one at the bottom."""
    shown = [seat for seat in at.view.seats if felt.sits(at, seat)]
    return tuple(_seat(at, felt, seat, spot) for spot, seat in enumerate(shown))


def _seat(at: Sight, felt: Felt, seat: SeatView, spot: int) -> TableSeat:
    view, client = at.view, at.client
    say = client.say
    number = client.texts.number(seat.seat + 1)
    if not seat.taken and not seat.name:
        mine = view.offer is not None and view.offer.seat == seat.seat
        label = say("list.comma").join((say("seat.number", number=number), say("seat.free")))
        return TableSeat(
            seat.seat, spot, label, number, turn=mine, free=True, clock=_offer(at, mine)
        )
    word, note, mark = felt.word(at, seat), felt.note(at, seat), felt.mark(at, seat)
    chips = felt.stack(at, seat)
    button = say("table.dealer") if seat.button else ""
    hands = () if seat.me else felt.hands(at, seat)
    play, held, bet = felt.play(at, seat), felt.held(at, seat), felt.bet(at, seat)
    parts = (
        say("seat.me", name=seat.name) if seat.me else seat.name,
        say(f"hat.{felt.hat(at, seat)}") if felt.hat(at, seat) else "",
        chips,
        word.text,
        say("seat.bet", amount=bet.text) if bet else "",
        note,
        mark,
        say("seat.dealer") if seat.button else "",
        say("cards.hidden", count=int(held)) if held else "",
        *(hand.label for hand in hands),
        play.label if play else "",
        say("seat.turn") if seat.turn else "",
    )
    dim = seat.folded or seat.gone or seat.out or (seat.taken and not seat.here)
    return TableSeat(
        seat.seat,
        spot,
        say("list.comma").join(one for one in parts if one),
        seat.name,
        picture_of(face_of(seat), at.client.words.language),
        chips,
        word,
        note,
        mark,
        seat.me,
        bool(seat.bot),
        seat.turn,
        dim or felt.beaten(at, seat),
        seat.won > 0 and seat.net > 0 and not view.live,
        False,
        button,
        felt.hat(at, seat),
        held,
        hands,
        play,
        _bubble(at, seat),
        bet,
        _clock(at, seat),
        at.tap("person", seat.who, 0) if seat.who and not seat.me else (),
    )


def _bubble(at: Sight, seat: SeatView) -> BubbleView | None:
    """What was said there, until its time is over."""
    said, now = seat.said, at.client.now()
    if said is None or said.until <= now or (not at.client.settings.bots_talk and seat.bot):
        return None
    at.visit.wake_at(said.until)
    if said.phrase in at.client.chat.emotes:
        return BubbleView(at.client.chat.line_text(said), said.phrase)
    return BubbleView(at.client.chat.line_text(said))


def _clock(at: Sight, seat: SeatView) -> ClockView | None:
    """How long this seat has, while it is awaited."""
    turn = at.view.turn
    if turn is None or not seat.turn or not turn.clock:
        return None
    return ClockView(round(turn.deadline * MS), round(turn.of * MS))


def _offer(at: Sight, mine: bool) -> ClockView | None:
    offer = at.view.offer
    return ClockView(round(offer.until * MS), round(offer.of * MS)) if mine and offer else None
