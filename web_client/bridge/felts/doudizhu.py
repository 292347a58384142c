"""The felt of Dou Dizhu: a hand of up to twenty cards, what each has played, what it is for."""

from dataclasses import replace
from typing import Final
from weakref import WeakKeyDictionary

from client_core.client import Acts, Button, DoudizhuFacts, Motion, Play, SeatView
from client_core.felts.choices import Choice, Choices
from client_core.felts.doudizhu_choices import between, bids, calls
from client_core.felts.doudizhu_desk import RECKONED_S, goes_on, laid_out, left_to_ready
from client_core.felts.doudizhu_factors import own
from client_core.felts.doudizhu_hand import upper_row
from client_core.felts.doudizhu_said import lies_before, said_of, worth_of
from client_core.felts.doudizhu_seats import is_marked, opened, seen_of, stands_in
from client_core.felts.doudizhu_wild import Ways, stars, stood
from client_core.felts.keys import Told
from client_core.felts.seats import note_of
from protocol.words import BOARD, Cards
from web_client.bridge.encode import Plain
from web_client.bridge.felts.doudizhu_middle import DoudizhuMiddle
from web_client.bridge.felts.doudizhu_over import (
    before_view,
    bill_view,
    counter_view,
    room_view,
    score_view,
)
from web_client.bridge.felts.felt import Felt
from web_client.bridge.felts.middles import Middle
from web_client.bridge.table_cards import cards_view, marks_of
from web_client.bridge.table_shapes import CardsView, Hat, HeapView, KeyView, Tag, Tone
from web_client.bridge.table_sight import Sight, sight
from web_client.bridge.visit import Visit

TONES: Final[dict[str, Tone]] = {"gold": "gold", "good": "good", "dark": "quiet", "soft": "quiet"}
TRUST: Final = "t"
SECOND: Final = 1.0


def facts_of(at: Sight) -> DoudizhuFacts | None:
    """What only this game knows of the round."""
    return at.view.facts if isinstance(at.view.facts, DoudizhuFacts) else None


class DoudizhuFelt(Felt):
    """The felt of Dou Dizhu."""

    game = "doudizhu"
    reads_s = RECKONED_S

    def __init__(self) -> None:
        self._hints: WeakKeyDictionary[Visit, tuple[tuple[str, int], tuple[Cards, ...]]]
        self._hints = WeakKeyDictionary()

    def hints(self, at: Sight, button: Button) -> tuple[Cards, ...]:
        """What may be played, looked up once in a turn."""
        turn = at.table, button.turn
        known = self._hints.get(at.visit)
        if known is None or known[0] != turn:
            known = self._hints[at.visit] = turn, at.client.turn.choices(at.table, button)
        return known[1]

    # -- the seats -----------------------------------------------------------------------------

    def sits(self, at: Sight, seat: SeatView) -> bool:
        """The game waits until all three sit: every chair is in sight."""
        return True

    def word(self, at: Sight, seat: SeatView) -> Tag:
        """What the game has brought; before, what the seat has said where it has laid no cards."""
        view, facts = at.view, facts_of(at)
        if view.over and seat.results:
            return Tag(
                at.money(seat.results, short=True, sign=True),
                "good" if seat.results > 0 else "quiet",
            )
        if _laid(at, seat):
            return Tag()
        text, ground = said_of(at.client, view, facts, seat, _play(at, seat))
        return Tag(text, TONES[ground]) if text else Tag()

    def note(self, at: Sight, seat: SeatView) -> str:
        view = at.view
        said = stands_in(at.client, view, seat)
        return said or ("" if is_marked(view, seat) else note_of(at.client, view, seat))

    def stack(self, at: Sight, seat: SeatView) -> str:
        facts = facts_of(at)
        if at.view.live and facts is not None and seat.seat in facts.doubles:
            return own(at.client, facts.doubles, seat.seat)
        return super().stack(at, seat)

    def mark(self, at: Sight, seat: SeatView) -> str:
        return opened(at.client, at.view, seat)

    def laid_at(self, one: Motion) -> str:
        play = one.kind == "lay" and one.dst == BOARD and one.src >= 0 and one.cards
        return f"laid{one.src}" if play else ""

    def bet(self, at: Sight, seat: SeatView) -> HeapView | None:
        return None

    def hands(self, at: Sight, seat: SeatView) -> tuple[CardsView, ...]:
        """The hand of another that all see: many cards in two rows, so that each can be read."""
        held = seen_of(at.view, seat)
        if not held:
            return ()
        marks = marks_of(stars(facts_of(at), held))
        return (replace(cards_view(at, held, marks=marks), upper=upper_row(held)),)

    def held(self, at: Sight, seat: SeatView) -> str:
        facts = facts_of(at)
        count = sum(len(hand.cards) for hand in seat.hands)
        known = facts is not None and facts.landlord is not None
        there = bool(count) and not seat.me and at.view.live and known
        return at.client.texts.number(count) if there else ""

    def hat(self, at: Sight, seat: SeatView) -> Hat:
        view, facts = at.view, facts_of(at)
        lord = facts.landlord if facts is not None else None
        # Who comes after a game has no part in it.
        same = view.live or (view.over and view.names.get(seat.seat, seat.name) == seat.name)
        if lord is None or not same or not seat.name:
            return ""
        return "landlord" if seat.seat == lord else "peasant"

    def play(self, at: Sight, seat: SeatView) -> CardsView | None:
        """What a seat has laid, by the name of it."""
        play, facts = _play(at, seat), facts_of(at)
        if play is None or not play.cards or facts is None:
            return None
        top = facts.trick is not None and facts.trick[0] == seat.seat
        text, ground = said_of(at.client, at.view, facts, seat, play)
        cards = laid_out(play)
        dim = set() if top or not at.view.live else set(range(len(cards)))
        tag = Tag(text, TONES[ground]) if text else Tag()
        return cards_view(at, cards, dim=dim, marks=marks_of(stood(play)), tag=tag)

    # -- my hand -------------------------------------------------------------------------------

    def mine(self, at: Sight) -> tuple[CardsView, ...]:
        found = super().mine(at)
        me = at.me
        if not found or me is None:
            return found
        cards = me.hands[0].cards
        marks = marks_of({**stars(facts_of(at), cards), **self.ways(at).marks(at.view.facts)})
        named = dict(zip(range(len(cards)), cards, strict=True))
        made = tuple(
            replace(card, mark=marks.get(known, "") if (known := named[place]) is not None else "")
            for place, card in enumerate(found[0].cards)
        )
        return (replace(found[0], cards=made, upper=upper_row(cards)),)

    def most(self, at: Sight) -> int:
        """Cards may be chosen while others think, for the turn that comes."""
        view, me, facts = at.view, at.me, facts_of(at)
        if me is None or not view.live or view.stand_in:
            return 0
        bidding = facts is not None and facts.landlord is None
        return 0 if bidding else sum(len(hand.cards) for hand in me.hands)

    def stands(self, at: Sight, button: Button) -> tuple[int, ...]:
        reading = self.ways(at).now
        return reading.stands if reading is not None else ()

    def ways(self, at: Sight) -> Ways:
        """The ways to read the chosen cards, at the one that was chosen."""
        ways = Ways()
        ways.look(at.client, at.table, playing(at.acts), self.chosen(at))
        for _ in range(at.local.way):
            ways.another()
        return ways

    # -- the bar -------------------------------------------------------------------------------

    def more(self, at: Sight, choices: Choices) -> Choices:
        view, say = at.view, at.client.say
        if view.stand_in:
            return (Choice("take_over", say("doudizhu.take_over"), kind="primary"),)
        if not view.live:
            return between(at.client, view, choices)
        if any(one.key.startswith("act.bid") for one in choices):
            return bids(at.client, view, at.acts, choices)
        choices = calls(at.client, view, at.acts, choices)
        button = playing(at.acts)
        if button is None or not any(one.key == "act.play" for one in choices):
            return choices
        if not self.hints(at, button):
            # There is nothing to play: to pass is all that is left.
            rest = (one for one in choices if one.key != "act.play")
            return tuple(replace(one, kind="primary") for one in rest)
        return self._played(at, choices, button)

    def _played(self, at: Sight, choices: Choices, button: Button) -> Choices:
        """A hint before the play, which is lit only when the cards may be played."""
        found: list[Choice] = []
        picked = self.chosen(at)
        may = bool(picked) and at.client.turn.amiss(at.table, button, picked) is None
        for one in choices:
            if one.key == "act.play":
                found.append(Choice("felt.hint", at.client.say("table.hint")))
                found += self.ways(at).choice(at.client)
                one = Choice(one.key, one.text, kind="primary" if may else "dim")
            found.append(one)
        return tuple(found)

    def take(self, at: Sight, key: str) -> None:
        button = playing(at.acts)
        if key == "way":
            at.change(way=at.local.way + 1)
        elif key == "hint" and button is not None:
            hints = self.hints(at, button)
            if hints:
                nth = (at.local.hinted + 1) % len(hints)
                self.pick(at, self._places(at, hints[nth]), instead=True)
                at.change(hinted=nth)
                hinted = sight(at.visit, at.table)
                # Who does not see which cards rise hears what they are.
                at.visit.live(self.status(hinted) if hinted is not None else "")

    def _places(self, at: Sight, cards: Cards) -> tuple[int, ...]:
        held = list(at.me.hands[0].cards) if at.me is not None and at.me.hands else []
        return tuple(place for place, card in enumerate(held) if card in cards)

    def status(self, at: Sight) -> str:
        """What the chosen cards are, or why they cannot be played."""
        view, client, button = at.view, at.client, playing(at.acts)
        left = left_to_ready(client, view)
        if view.live or view.over:
            picked = self.chosen(at)
            if button is not None and picked and not at.acts.sent:
                amiss = client.turn.amiss(at.table, button, picked)
                return client.say(amiss) if amiss else self.ways(at).named(client, picked)
            if button is not None and not self.hints(at, button):
                return client.say("table.beats_nothing")
        if left:
            at.visit.wake_at(client.now() + SECOND)
            return client.say("doudizhu.ready_by", left=client.texts.span(left))
        if goes_on(view):
            return ""
        return client.seat.awaited(at.table) if not view.live and view.ready else ""

    def keys(self, at: Sight) -> tuple[KeyView, ...]:
        return (KeyView(TRUST, at.tap("do", "stand_in")),) if at.view.may_trust else ()

    def told_keys(self, at: Sight) -> tuple[Told, ...]:
        return ((at.client.say("doudizhu.trust"), TRUST.upper()),) if at.view.may_trust else ()

    # -- the middle ----------------------------------------------------------------------------

    def middle(self, at: Sight) -> Middle:
        view, say, facts = at.view, at.client.say, facts_of(at)
        past = facts is not None and bool(facts.last_trick) and view.live
        score = score_view(at, facts) if at.local.put_away != view.round else None
        kitty = facts.kitty if facts is not None else ()
        backs: tuple[None, ...] = (None,) * 3 if view.live else ()
        worth = worth_of(at.client, view, facts) if facts is not None and view.live else ""
        return DoudizhuMiddle(
            cards_view(at, kitty or backs, marks=marks_of(stars(facts, kitty))),
            worth,
            at.tap("list", "" if at.local.listed == "bill" else "bill") if worth else (),
            counter_view(at, facts),
            say("doudizhu.before") if past else "",
            at.tap("list", "" if at.local.listed == "before" else "before"),
            before_view(at, facts) if past and at.local.listed == "before" else (),
            say("doudizhu.trust") if view.may_trust else "",
            say("doudizhu.trust_short"),
            at.tap("do", "stand_in"),
            bill_view(at, facts) if at.local.listed == "bill" else None,
            score,
            room_view(at),
        )

    def does(self, at: Sight, what: str, args: tuple[str | int | bool, ...], value: Plain) -> None:
        """The reckoning is put away."""
        if what == "score":
            at.change(put_away=at.view.round)


def playing(acts: Acts) -> Button | None:
    """The offer to play cards, while it is open."""
    return next((one for one in acts.buttons if one.verb == "play"), None)


def _play(at: Sight, seat: SeatView) -> Play | None:
    """What lies before a seat."""
    return lies_before(at.view, facts_of(at), seat)


def _laid(at: Sight, seat: SeatView) -> bool:
    play = _play(at, seat)
    return play is not None and bool(play.cards)
