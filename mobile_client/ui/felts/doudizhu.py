"""The felt of Dou Dizhu: up to twenty cards in a hand, what each has played, the three cards, the
stakes."""

from collections.abc import Iterable
from typing import Final

from kivy.graphics import PopMatrix, PushMatrix, Translate
from kivy.uix.widget import Widget

from client_core.client import (
    Acts,
    Button,
    DoudizhuFacts,
    HandView,
    Motion,
    SeatView,
    TableView,
)
from client_core.felts.choices import AND, Choice, Choices
from client_core.felts.doudizhu_choices import between, bids, calls
from client_core.felts.doudizhu_desk import (
    RECKONED_S,
    before_of,
    due_of,
    goes_on,
    laid_out,
    left_to_ready,
    room_of,
    score_of,
)
from client_core.felts.doudizhu_factors import bill_of
from client_core.felts.doudizhu_said import lies_before, said_of, worth_of
from client_core.felts.doudizhu_seats import is_marked, opened, seen_of, stands_in
from client_core.felts.doudizhu_wild import Ways, stars, stood
from mobile_client.ui.felts.doudizhu_ending import Ending
from mobile_client.ui.felts.doudizhu_ground import DoudizhuGround
from mobile_client.ui.felts.doudizhu_moving import deal, flash, lay
from mobile_client.ui.felts.doudizhu_seats import dressed
from mobile_client.ui.felts.plate import SeatLook
from mobile_client.ui.felts.talk import last_news
from mobile_client.ui.look import table_px
from mobile_client.ui.widgets.buttons import IconButton
from mobile_client.ui.widgets.controls import Touch
from protocol.words import BOARD, Cards

SLACK: Final = 22
"""How far from what is played for a touch is still meant for it, in dp."""
BESIDE: Final = 600
"""An upright felt so high, in dp, has room for what is left of my hand beside the reckoning."""
TRUST: Final = "t"
"""The key that lets a bot play."""


class DoudizhuFelt(DoudizhuGround):
    """The felt of Dou Dizhu."""

    reads_s = RECKONED_S

    def __init__(self, *about: object) -> None:
        self.hints: tuple[Cards, ...] = ()
        self.hinted = -1
        self._hints_of = -1
        self._looked_at = -1
        """The round whose reckoning was put away."""
        self.ending = Ending(self._shown_again)
        self.ways = Ways()
        super().__init__(*about)
        self.last.bind(on_release=lambda _: self._show_before())
        self.trust = IconButton(icon="bot", filled=True, says=self.say("doudizhu.trust_short"))
        self.trust.bind(on_release=lambda _: self.client.seat.stand_in(self.table))
        self.add_widget(self.trust)
        with self.canvas.before:
            PushMatrix()
            self._jump = Translate()
        with self.canvas.after:
            PopMatrix()

    # -- what lies there ---------------------------------------------------------------------

    def show(self, view: TableView, acts: Acts) -> None:
        mine = self._playing() is not None
        super().show(view, acts)
        button = self._playing()
        if mine and button is None:
            self.hand.choose(())
        if button is not None and self._hints_of != button.turn:
            self._hints_of, self.hinted = button.turn, -1
            self.hints = self.client.turn.choices(self.table, button)

    def hands_of(self, view: TableView, seat: SeatView) -> tuple[HandView, ...]:
        """Nobody's cards lie at the seat: their number stands there, at the end they lie open."""
        return ()

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        if view.over and seat.results:
            word = self.client.texts.money(seat.results, short=True, sign=True)
            return word, "won" if seat.results > 0 else "out"
        return "", ""

    def note_of(self, view: TableView, seat: SeatView) -> str:
        """Who is away or has left, and that a bot plays on; who is ready has a mark of its own."""
        return stands_in(self.client, view, seat) or (
            "" if is_marked(view, seat) else super().note_of(view, seat)
        )

    def look_of(self, view: TableView, seat: SeatView) -> SeatLook:
        """Where a plate has its note, the badge stands: the note takes the line of the chips."""
        return dressed(self.client, view, seat, super().look_of(view, seat))

    def mark_of(self, view: TableView, seat: SeatView) -> str:
        return opened(self.client, view, seat)

    def count_of(self, view: TableView, seat: SeatView) -> str:
        return ""

    def show_pot(self, view: TableView) -> None:
        """There is none: losers pay winners."""

    def show_middle(self, view: TableView) -> None:
        facts = view.facts if isinstance(view.facts, DoudizhuFacts) else None
        self._show_panels(view, facts)
        for seat in view.seats[: len(self.plays)]:
            self._show_seat_of(view, facts, seat)
        counted = view.counter and view.live
        before = bool(self.counter.left)
        mine = self.my_hand(view).cards
        self.counter.left = facts.still_out(mine) if facts and counted and mine else []
        panel = any(one.there for one in (self.score, self.room, self.before, self.listed))
        above = facts if facts is not None and not (self.wide and panel) else None
        backs: tuple[None, ...] = (None,) * 3 if view.live else ()
        self.kitty.marks = stars(facts, facts.kitty if facts else ())
        self.kitty.show(above.kitty or backs if above else ())
        self.worths = ("", "")
        if above is not None:
            full, short = (worth_of(self.client, view, above, less) for less in (False, True))
            self.worths = full, short
        here = not self.cramped and not panel
        self.news.text = last_news(self.client, self.table) if here else ""
        if before != bool(self.counter.left):
            self.lay_chairs()
            self.lay_rings()
        self.lay_middle()

    def _show_panels(self, view: TableView, facts: DoudizhuFacts | None) -> None:
        """The reckoning until it is put away, the room that waits, the trick before on request."""
        score = score_of(self.client, view, facts) if facts else None
        unseen = view.round != self._looked_at and not self.ending.holds(view)
        self.score.said = score if unseen else None
        self.room.said = room_of(self.client, view)
        past = facts is not None and bool(facts.last_trick) and view.live
        _offer(self.last, past)
        if not past or facts is None:
            self.before.said = None
        elif self.before.said is not None:
            self.before.said = before_of(view, facts)
        if facts is None or not view.live:
            self.listed.said = None
        elif self.listed.said is not None:
            self.listed.said = bill_of(self.client, view, facts)
        covered = self.score.there or self.listed.there
        _offer(self.trust, view.may_trust and not covered)

    def _shown_again(self) -> None:
        if self.view is not None:
            self.show(self.view, self.acts)
            self.tapped()  # the buttons lie above my hand, which comes or goes

    def _show_before(self) -> None:
        """The last trick comes, or goes again."""
        view = self.view
        if view is None or not isinstance(view.facts, DoudizhuFacts):
            return
        if self.before.there:
            self.before.said = None
        else:
            self.before.said = before_of(view, view.facts)
        self.show(view, self.acts)

    def _list(self, touch: Touch) -> bool:
        """Who touches what is played for sees what it is made of."""
        view, slack = self.view, table_px(SLACK)
        x, y = touch.pos
        near = abs(y - self.worth.center_y) < slack and self.worth.x <= x <= self.worth.right
        if view is None or not near or not self.worth.text or not view.live:
            return False
        if not isinstance(view.facts, DoudizhuFacts) or self.listed.there:
            return False
        self.before.said = None
        self.listed.said = bill_of(self.client, view, view.facts)
        self.show(view, self.acts)
        return True

    def _show_seat_of(self, view: TableView, facts: DoudizhuFacts | None, seat: SeatView) -> None:
        """A seat's hat, how many cards it holds, and its last play."""
        lord = facts.landlord if facts else None
        # Who comes after a game has no part in it.
        same = view.live or (view.over and view.names.get(seat.seat, seat.name) == seat.name)
        known = lord is not None and same and bool(seat.name)
        self.hats[seat.place].kind = (
            ("landlord" if seat.seat == lord else "peasant") if known else ""
        )
        held = sum(len(hand.cards) for hand in seat.hands)
        flying = sum(self.flights.hides(("card", seat.seat, 0, at)) for at in range(held))
        self.badges[seat.place].show(held - flying, view.live and known)
        play = None if self.score.there else lies_before(view, facts, seat)
        top = facts is not None and facts.trick is not None and facts.trick[0] == seat.seat
        self.plays[seat.place].marks = stood(play)
        self.plays[seat.place].show(laid_out(play) if play else (), dim=not top and view.live)
        landing = self.flights.hides(("laid", seat.seat))
        tag = self.tags[seat.place]
        self.plays[seat.place].opacity = tag.opacity = 0 if landing else 1
        held_open = () if self.score.there else seen_of(view, seat)
        self.opens[seat.place].marks = stars(facts, held_open)
        self.opens[seat.place].show(held_open)
        tag.text, tag.ground = said_of(self.client, view, facts, seat, play)

    def clock_of(self, view: TableView, seat: SeatView) -> tuple[float, float]:
        """Between games my ring runs while I am called to get ready."""
        left = left_to_ready(self.client, view) if seat.me else 0.0
        return (left, left) if left else super().clock_of(view, seat)

    def _moved(self, *about: object) -> None:
        """What is told where depends on how the felt lies."""
        before = self.wide
        super()._moved(*about)
        if self.wide is not before and self.view is not None:
            self.tapped()

    @property
    def moves(self) -> bool:
        """What breaks a player is read before the reckoning, and that before the page comes."""
        left = self.view is not None and bool(self.view.left)
        return super().moves or (left and self.ending.waits)

    def lay_panels(self) -> None:
        super().lay_panels()
        self.trust.pos = (self.last.x, self.last.top + table_px(2))

    # -- my hand -----------------------------------------------------------------------------

    def show_hand(self, view: TableView) -> None:
        cramped = self.wide or self.height < table_px(BESIDE)
        covered = (self.score.there or self.room.there) and cramped
        hand = HandView() if covered else self.my_hand(view)
        hidden = {at for at in range(len(hand.cards))
                  if self.flights.hides(("card", view.me, 0, at))}  # fmt: skip
        count = len(hand.cards)
        self.ways.look(self.client, self.table, self._playing(), self.hand.picked)
        self.hand.marks = {**stars(view.facts, hand.cards), **self.ways.marks(view.facts)}
        self.hand.show(hand.cards, "fan", (), (), hidden, self.most_cards(),
                       self.hand_zoom(count), self.above(hand.cards))  # fmt: skip
        if abs(self.laid_above - self.hand_height()) > 1:
            self.lay()

    def on_touch_down(self, touch: Touch) -> bool:
        """A tap on the felt takes over from the bot, puts away what lies over it, or lets all
        chosen cards go."""
        mine = self.view is not None and self.view.stand_in and self.view.live
        if mine and self.collide_point(*touch.pos) and not self.last.collide_point(*touch.pos):
            self.client.seat.take_over(self.table)
            return True
        if super().on_touch_down(touch):
            return True
        if self.view is not None and self.collide_point(*touch.pos):
            if self.before.there or self.listed.there:
                self.before.said = self.listed.said = None
                self.show(self.view, self.acts)
                return True
            if self._list(touch) or self.ending.hasten():
                return True
            if self.score.there:
                self._looked_at = self.view.round
                self._shown_again()
                return True
        if self.hand.chosen and self.collide_point(*touch.pos):
            self.hand.choose(())
            return True
        return False

    def uncovered(self) -> Iterable[Widget]:
        """The landlord's cards."""
        return self.kitty.views

    def most_cards(self) -> int:
        """Cards may be chosen while others think, for the turn that comes."""
        view = self.view
        mine = view.at(view.me) if view is not None and view.me is not None else None
        if view is None or mine is None or not view.live or view.stand_in:
            return 0
        bidding = isinstance(view.facts, DoudizhuFacts) and view.facts.landlord is None
        return 0 if bidding else sum(len(hand.cards) for hand in mine.hands)

    # -- what I choose -----------------------------------------------------------------------

    def more_choices(self, choices: Choices) -> Choices:
        """A hint between the other buttons; to play is lit only when the cards may be played."""
        view = self.view
        if view is None:
            return choices
        if view.stand_in:
            return (Choice("take_over", self.say("doudizhu.take_over"), kind="primary"),)
        if not view.live:
            return between(self.client, view, choices)
        if any(one.key.startswith("act.bid") for one in choices):
            return bids(self.client, view, self.acts, choices)
        choices = calls(self.client, view, self.acts, choices)
        button = self._playing()
        if button is None or not any(one.key == "act.play" for one in choices):
            return choices
        if not self.hints:
            return tuple(_lit(one) for one in choices if one.key != "act.play")
        found: list[Choice] = []
        for one in choices:
            if one.key == "act.play":
                found.append(Choice("felt.hint", self.say("table.hint")))
                found += self.ways.choice(self.client)
                one = Choice(one.key, one.text, kind="primary" if self._may_play(button) else "dim")
            found.append(one)
        return tuple(found)

    def _may_play(self, button: Button) -> bool:
        picked = self.hand.picked
        return bool(picked) and self.client.turn.amiss(self.table, button, picked) is None

    def _playing(self) -> Button | None:
        return next((one for one in self.acts.buttons if one.verb == "play"), None)

    def key(self, key: str) -> bool:
        if key == TRUST and not self.trust.disabled:
            self.client.seat.stand_in(self.table)
            return True
        return super().key(key)

    def keys(self) -> tuple[tuple[str, str], ...]:
        trusts = () if self.trust.disabled else ((self.say("doudizhu.trust"), TRUST.upper()),)
        return (*super().keys(), *trusts)

    # -- what moves --------------------------------------------------------------------------

    def animate(self, motions: tuple[Motion, ...]) -> None:
        view = self.view
        if view is None:
            return
        flash(self, view, motions)
        own = deal(self, view, motions) + lay(self, view, motions)
        super().animate(tuple(one for one in motions if one not in own and one.dst != BOARD))

    def landed(self) -> None:
        """A card lies where it belongs: only what that changes is shown again."""
        view = self.view
        if view is not None:
            facts = view.facts if isinstance(view.facts, DoudizhuFacts) else None
            for seat in view.seats[: len(self.plays)]:
                self._show_seat_of(view, facts, seat)
            self.show_hand(view)

    def jump(self, x: float, y: float) -> None:
        self._jump.xy = (x, y)

    def rest(self) -> None:
        super().rest()
        self.ending.cut()
        self.effects.end()

    # -- what I choose beside the buttons ----------------------------------------------------

    def stands(self, button: Button) -> tuple[int, ...]:
        return self.ways.now.stands if self.ways.now is not None else ()

    def take(self, key: str) -> None:
        """The next of the plays that are possible, the smallest first; or what else the chosen
        cards could be."""
        if key == "way":
            self.ways.another()
            self.tapped()
        if key == "hint" and self._playing() is not None and self.hints:
            self.hinted = (self.hinted + 1) % len(self.hints)
            self.hand.choose(self.hints[self.hinted])
            self.tapped()

    def tick(self, view: TableView) -> None:
        self.room.said = room_of(self.client, view)

    def status(self, view: TableView, acts: Acts) -> str:
        if not view.live:
            waits = self.client.seat.awaited(self.table) if view.over and view.ready else ""
            # Won or lost is read above: what is left to say is what comes.
            comes = self.say("table.next_round") if goes_on(view) else ""
            return "" if self.room.there else due_of(self.client, view) or waits or comes
        button, picked = self._playing(), self.hand.picked
        news = last_news(self.client, self.table) if self.cramped and view.live else ""
        if button is None or acts.sent:
            return news
        if not self.hints:
            return self.say("table.beats_nothing")
        if not picked:
            return f"{self.say('table.your_turn')}{AND}{news}" if news else ""
        wrong = self.client.turn.amiss(self.table, button, picked)
        if wrong is not None:
            return self.say(wrong)
        return self.ways.named(self.client, picked)


def _lit(choice: Choice) -> Choice:
    return Choice(choice.key, choice.text, choice.note, "primary")


def _offer(button: IconButton, there: bool) -> None:
    """Let it be seen and pressed, or neither."""
    button.opacity, button.disabled = (1, False) if there else (0, True)
