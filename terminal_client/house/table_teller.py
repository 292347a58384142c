"""The teller of one table: what happens there, said once and in its order."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from client_core.client import Acts, Client, DoudizhuFacts, TableView, card_of, cards_name
from protocol.words import Seat
from terminal_client.house import situation
from terminal_client.house.chairs import Chair, chairs, coming_and_going
from terminal_client.house.hand_heard import HandHeard
from terminal_client.house.question import LONG_S, question, standing

Kind = Literal["story", "reply", "ask", "bad", "good", "chat", "clock", "title", "link"]
Tell = Callable[[str, Kind], None]
WARNED_S: Final = 5.5
"""So little time is left when it is said once more."""
UNASKED: Final = Acts()
LATE_S: Final = 0.5
"""The clock of the house may be so far ahead of this one."""


@dataclass(frozen=True, slots=True)
class Known:
    """The words about a table that were said already."""

    round: int = 0
    seq: int = 0
    chairs: Mapping[Seat, Chair] | None = None
    me: Seat | None = None
    queue: int = 0
    offer: str = ""
    paused: bool = False
    closing: str = ""
    over: int = 0
    asked: tuple[object, ...] = ()
    turn: int = 0
    verbs: frozenset[str] = frozenset()
    warned: int = 0
    chat: int = 0
    ready_by: float = 0.0


class TableTeller:
    """The teller of one table, from the moment it is looked at."""

    def __init__(
        self, client: Client, name: str, tell: Tell, comes: bool = False, plain: bool = False
    ) -> None:
        self.client, self.name, self._tell = client, name, tell
        self._comes = comes
        """I am on the way to a seat here, and need not be told how one sits down."""
        self.known = Known()
        self._hand = HandHeard(plain)
        self.begun = False
        self._just: list[str] = []
        """What was told last, in one moment."""
        self._silent = UNASKED
        """What I am asked and have not answered."""
        self.broke: Collection[str] = ()
        """Sentences of the house, not told yet, about those who have lost all their chips here."""
        self.parted: set[str] = set()
        """Those of them that were told when the seat was left."""
        self.let_go = False
        """My last turn went by without an answer."""

    def describe(self) -> bool:
        """Say how it stands, and go on from there; False while that is still being told."""
        view = self.client.tables.view(self.name)
        if view is None or view.syncing or view.room is None:
            return False
        for at, sentence in enumerate(situation.table(self.client, view, self._comes)):
            self._tell(sentence, "story" if at else "title")
        self._hand.read(view)
        self._skip(view)
        self.begun = True
        return True

    def _skip(self, view: TableView) -> None:
        number, seq = self.client.tables.heard_up_to(self.name)
        lines = self.client.chat.view(self.name).lines
        self.known = Known(
            number,
            seq,
            chairs(view),
            view.me,
            view.queue.place if view.queue else 0,
            _offer(view),
            view.paused,
            view.closing,
            number if view.over else number - 1,
            chat=lines[-1].n if lines else 0,
        )

    def go_on(self) -> None:
        """Say all that is new."""
        view = self.client.tables.view(self.name)
        if view is None:
            return
        if not self.begun:
            if not self.describe():
                return
        elif not view.syncing:
            self._too_late()
            self._story(view)
            self._seats(view)
            self._status(view)
            self._ended(view)
        self._chat()
        self._question(view)

    # -- the round -----------------------------------------------------------------------------

    def _story(self, view: TableView) -> None:
        known = self.known
        told = self.client.tables.told_since(self.name, known.round, known.seq)
        if told:
            self._just = []
        for line in told:
            self._ended_before(view, line.round)
            self._tell(line.text + situation.stop(self.client), "story")
            self._just.append(line.text)
        if told:
            self._hand.told(view)
        number, seq = self.client.tables.heard_up_to(self.name)
        if number > known.round:
            self.known = replace(self.known, verbs=frozenset())
        self.known = replace(self.known, round=number, seq=seq)

    def _ended(self, view: TableView) -> None:
        """What the round has brought me."""
        if not view.over or self.known.over == view.round:
            return
        self.known = replace(self.known, over=view.round)
        me = view.at(view.me) if view.me is not None else None
        if me is None or me.results is None:
            return
        self._result(view, me.results, me.stack)
        if view.needs_ready and not me.ready:
            self._tell(self.client.say("terminal.get_ready"), "ask")

    def _ended_before(self, view: TableView, number: int) -> None:
        """What the rounds before this one have brought me, where the next began in the moment in
        which one ended."""
        if number <= self.known.over + 1:
            return
        for row in reversed(self.client.tables.history(self.name)):
            if self.known.over < row.round < number and row.over and row.mine:
                self._result(view, row.won, row.have)
        self.known = replace(self.known, over=number - 1)

    def _result(self, view: TableView, won: int, have: int) -> None:
        key = "won" if won > 0 else "lost" if won < 0 else "even"
        amount, left = view.worth(abs(won)), view.worth(have)
        text = self.client.say(f"terminal.round_{key}", amount=amount, have=left)
        self._tell(text, "good" if won > 0 else "story")

    # -- who is there --------------------------------------------------------------------------

    def _seats(self, view: TableView) -> None:
        before, now = self.known.chairs or {}, chairs(view)
        for sentence in coming_and_going(self.client, view, before, now, self.broke):
            self._tell(sentence, "story")
            if sentence in self.broke:
                self.parted.add(sentence)
        if view.me != self.known.me and view.me is not None:
            me = view.at(view.me)
            stack = view.worth(me.stack + me.coming) if me else 0
            # Chips for cash come when the bank has paid.
            key = "terminal.seated" if me and me.stack + me.coming else "terminal.seated_empty"
            self._tell(self.client.say(key, seat=view.me + 1, amount=stack), "good")
            for sentence in situation.my_place(self.client, view):
                self._tell(sentence, "story")
        elif view.me is None and self.known.me is not None:
            self._tell(self.client.say("terminal.stood_up"), "story")
        self.known = replace(self.known, chairs=now, me=view.me)

    def _status(self, view: TableView) -> None:
        known, say = self.known, self.client.say
        taken = self.client.seat.sitting_down(self.name)
        queue = view.queue.place if view.queue and not (taken or view.offer) else 0
        if queue and queue != known.queue:
            place = self.client.seat.queue_line(self.name)
            self._tell(place + situation.stop(self.client), "story")
        # An offer that is being taken is news only if the house refuses to seat me.
        offer = known.offer if taken else _offer(view)
        if offer and offer != known.offer:
            self._tell(situation.offer(self.client, view), "ask")
        if view.paused and not known.paused:
            self._tell(say("notice.paused"), "story")
        elif known.paused and not view.paused:
            self._tell(say("notice.resumed"), "story")
        self.known = replace(
            self.known, queue=queue, offer=offer, paused=view.paused, closing=view.closing
        )

    def _chat(self) -> None:
        client = self.client
        for line in client.chat.view(self.name).lines:
            if line.n > self.known.chat:
                self.known = replace(self.known, chat=line.n)
                what = client.chat.line_text(line)
                self._tell(client.say("chat.said", name=line.name, text=what), "chat")

    # -- what I am asked -----------------------------------------------------------------------

    def _too_late(self) -> None:
        """Say that the time was over before the house tells what it did for me."""
        acts, silent = self.client.turn.acts(self.name), self._silent
        open_still = bool(acts.buttons) and acts.turn == silent.turn
        over = silent.clock and silent.deadline - self.client.now() < LATE_S
        if not silent.buttons or open_still or not over:
            return
        self.let_go = True
        if WARNED_S + 1 < silent.of <= LONG_S:
            self._tell(self.client.say("terminal.time_up"), "clock")

    def _question(self, view: TableView) -> None:
        acts = self.client.turn.acts(self.name)
        before, self._silent = self._silent, UNASKED
        self.let_go = self.let_go and not acts.sent
        if acts.sent or acts.held or not acts.buttons or view.syncing:
            return
        self._silent = acts
        if acts.turn == before.turn and acts.deadline > before.deadline + LATE_S:
            # My time bank has opened.
            self.known = replace(self.known, warned=0)
            left = max(1, round(acts.deadline - self.client.now()))
            self._tell(self.client.say("terminal.more_time", count=left), "clock")
        asked = (acts.turn, tuple(button.label for button in acts.buttons))
        if asked == self.known.asked:
            return
        verbs = frozenset(button.verb for button in acts.buttons)
        again = verbs == self.known.verbs and card_of(view.game).laid in verbs
        self.known = replace(self.known, asked=asked, verbs=verbs, turn=acts.turn)
        if again:
            # One window of bets: what can be done there is known.
            return
        held = self._hand.count(view)
        for sentence in standing(self.client, view, acts, hand=not held):
            if not self._said(view, sentence):
                self._tell(sentence, "story")
        if held:
            self._tell(self.client.say("terminal.same_hand", count=held), "story")
        self._hand.read(view)
        if self._beaten(view, acts):
            if self.client.settings.pass_beaten:
                told = self.client.say("terminal.passes_itself")
            else:
                told = self.client.say("table.beats_nothing") + situation.stop(self.client)
            self._tell(told, "story")
        self._tell(question(self.client, view, acts), "ask")
        if acts.deadline - self.client.now() <= WARNED_S:
            # The question says itself how little time is left.
            self.known = replace(self.known, warned=acts.turn)

    def _beaten(self, view: TableView, acts: Acts) -> bool:
        """Whether cards are asked for and none that I hold can be played."""
        beats = card_of(view.game).beats
        plays = [one for one in acts.buttons if one.cards[0] and one.cards[1]]
        passes = beats is not None and any(one.verb == beats[1] for one in acts.buttons)
        return passes and bool(plays) and not self.client.turn.choices(self.name, plays[0])

    def _said(self, view: TableView, sentence: str) -> bool:
        """Whether the same was told a moment ago: the flop, and a hand that was just dealt; the
        play that is to be beaten, if nobody has passed since."""
        if isinstance(view.facts, DoudizhuFacts) and view.facts.trick is not None:
            laid = cards_name(view.facts.trick[1].cards)
            last = any(laid in one for one in self._just[-2:])
            return last and sentence == situation.to_beat(self.client, view, view.facts)
        board = cards_name(view.board)
        dealt = bool(view.board) and sentence == self.client.say("terminal.board", cards=board)
        return dealt and any(board in one for one in self._just)

    def ask_again(self) -> None:
        """Say once more what can be typed now, and what matters for it."""
        self._just = []
        self._hand.forget()
        self.known = replace(self.known, asked=(), verbs=frozenset())

    def clock(self) -> None:
        """Say that the time is nearly over, once."""
        acts = self.client.turn.acts(self.name)
        left = acts.deadline - self.client.now()
        if (
            not acts.buttons
            or acts.sent
            or acts.held
            or acts.of > LONG_S
            or self.known.warned == acts.turn
        ):
            return
        if 0 < left <= WARNED_S and acts.of > WARNED_S + 1:
            self.known = replace(self.known, warned=acts.turn)
            self._tell(self.client.say("terminal.hurry", count=max(1, round(left))), "clock")


def _offer(view: TableView) -> str:
    return view.offer.key if view.offer else ""
