"""The table: one screen for every game, with the felt of the game in the middle."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from kivy.clock import Clock
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget

from client_core.client import GUARD_S, Acts, Button, Client, TableView, Toast
from client_core.felts.choices import Choice, choices, status
from mobile_client.ui.felts.felt import TableFelt
from mobile_client.ui.felts.talk import Talk, is_news, last_news
from mobile_client.ui.games import felt_of
from mobile_client.ui.screens import leaving
from mobile_client.ui.screens.amount_keys import AmountKeys
from mobile_client.ui.screens.chat import ChatSheet
from mobile_client.ui.screens.table_actions import TableActions
from mobile_client.ui.screens.table_asking import if_sure
from mobile_client.ui.screens.table_bar import ActBar
from mobile_client.ui.screens.table_coach import CoachStrip
from mobile_client.ui.screens.table_keys import TableKeys
from mobile_client.ui.screens.table_layout import TableLayout
from mobile_client.ui.screens.table_menu import TableMenu
from mobile_client.ui.screens.table_pace import Pace
from mobile_client.ui.screens.table_people import PeopleTaps
from mobile_client.ui.screens.table_side import SidePanel
from mobile_client.ui.screens.table_top import TOP, TopBar
from mobile_client.ui.stage import Screen, Stage

NOTED_S: Final = 2.0
BUZZ: Final = {"turn": 0.06, "offer": 0.25, "win": 0.18}


class TableScreen(Screen):
    """`table` is the name of the table that is looked at."""

    awake: ClassVar[bool] = True
    over_keyboard: ClassVar[bool] = True
    head: ClassVar[float | None] = 56
    head_bar: ClassVar[float] = TOP

    def __init__(self, client: Client, stage: Stage, table: str = "") -> None:
        super().__init__(client, stage)
        self.table = table
        view = client.tables.view(table)
        self.view: TableView | None = view
        self._turn = -1
        self._offer = ""
        self._cheered = -1
        self._note: Callable[[], str] | None = None
        """What is said for a moment where the player looks: as it is then."""
        self._noted_turn = self._asked_turn = -1
        self._keys: AmountKeys | None = None
        self._stirred = -GUARD_S
        """When the table has taken keys away from under the thumb."""
        self._soon = Clock.create_trigger(self._refresh, -1)
        self._second = Clock.create_trigger(self._tick, 1, interval=True)
        self._noted = Clock.create_trigger(self._touched, NOTED_S)
        self.felt: TableFelt = felt_of(view.game if view else "")(client, table, self._touched)
        self.felt.over = stage.open
        self.talk = Talk(client, self.felt)
        self.bar = ActBar(client, self._take, self._type_in, self.lay)
        self._shortcuts = TableKeys(self)
        self._layout = TableLayout(self)
        does = self.actions = TableActions(
            client, stage, table, lambda: self.view, self._soon, self.open_chat
        )
        self.top_bar = TopBar(
            client, does.look_away, does.rules, self.open_chat, self.open_menu, does.inbox
        )
        self.people = PeopleTaps(client, stage, table, lambda: self.view, self.felt)
        self.side: SidePanel | None = None
        """What is beside the table, once there was room for it."""
        self.coach = CoachStrip(client, table, does.look_away, self.open_menu, self.lay)
        self.pace = Pace(client, table, lambda: self.felt)
        for one in (self.felt, self.talk, self.bar, self.top_bar):
            self.add_widget(one)
        self.fbind("pos", self.lay)
        self.fbind("size", self.lay)

    # -- what changes ------------------------------------------------------------------------

    def heard(self, topic: str, table: str) -> None:
        if topic and table not in ("", self.table):
            return
        if not topic:
            self.pace.begin()
        view = self.client.tables.view(self.table)
        if (
            topic == ""
            and view is not None
            and view.purse == "cash"
            and self.client.account.me.inside
        ):
            # Which card pays is shown in the menu; whoever has none is led to the cashier.
            self.client.cashier.ask_bank()
        self._soon()

    def gone(self) -> None:
        for clock in (self._soon, self._second, self._noted):
            clock.cancel()
        # Nobody would take it away again.
        self._note = None
        self.pace.end()
        if self.side is not None:
            self.side.end()
        self.felt.rest()

    def _refresh(self, *_: object) -> None:
        """Shows the table as it is now; all changes of a frame at once."""
        view = self.client.tables.view(self.table)
        if view is None:
            return
        acts = self.client.turn.acts(self.table)
        if acts.turn != self._noted_turn:
            # It was about what is asked no more.
            self._note, self._noted_turn = None, acts.turn
        if acts.turn != self._asked_turn:
            self._asked_turn = acts.turn
            self.bar.disarm()
        moved = self.client.tables.motions(self.table)
        self.view = view
        self._felt_of(view)
        self._layout.follow(view)
        self.felt.show(view, acts)
        if moved:
            self.felt.animate(moved)
        self.pace.look()
        if (after := self.client.tables.view(self.table)) is not None and after is view:
            seen = self.client.turn.acts(self.table)
            if seen is not acts:
                acts = seen
                self.felt.show(view, acts)
        self._show_bar(view, acts)
        news = "" if self.felt.tells_news else last_news(self.client, self.table)
        said = self._told()
        self.top_bar.show(view, news, said)
        self._layout.by_felt()
        self.talk.show(view)
        # What is told goes by; a tip waits. One that stands there stays while cards move.
        tip = self.client.coach.tip(self.table)
        moves = self.client.pace.unseen(self.table) and tip != self.coach.tip
        self.coach.show(None if said is not None or moves else tip)
        if self.side is not None:
            self.side.asks_me(acts)
            if self.side.seen:
                self.side.tell()
        self._call(view, acts)

    def side_panel(self) -> SidePanel:
        """What is beside the table; a phone never has it, and never takes the time to make it."""
        if self.side is None:
            self.side = SidePanel(self.client, self.table)
            self.side.talk.about = self.people.said
            self.side.asks_me(self.client.turn.acts(self.table))
        return self.side

    def _felt_of(self, view: TableView) -> None:
        """A table that was not known yet may turn out to be of another game."""
        kind = felt_of(view.game)
        if type(self.felt) is kind:
            return
        place = self.children.index(self.felt)
        self.remove_widget(self.felt)
        self.felt = kind(self.client, self.table, self._touched)
        self.felt.over = self.stage.open
        self.talk.felt = self.felt
        self.add_widget(self.felt, index=place)
        self.pace.begin()
        self.lay()

    def _show_bar(self, view: TableView, acts: Acts) -> None:
        line, ink = status(self.client, view, acts)
        if self._note:
            line, ink = self._note(), "warm"
        felt_line = self.felt.status(view, acts)
        if felt_line and not self._note and not acts.held:
            line, ink = felt_line, "gold"
        offered = choices(self.client, view, acts, self.felt.own)
        clock = self._clock(view, acts)
        self.bar.sum.cash = view.purse == "cash"
        shown = self.felt.more_choices(offered)
        left = clock if view.offer else ""
        self.bar.show(shown, line, ink, left, acts.held, acts.unseen)
        self._type_on(clock)
        over = self._clock_over(clock if acts.buttons else "")
        queued = view.queue is not None and view.queue.due > 0
        kept = view.ready_by > self.client.now()
        barred = view.barred > self.client.now()
        told = self._told()
        counts = barred or queued or kept or (told is not None and told.counts)
        if view.offer is not None or counts or over or self._keys is not None:
            self._second()
        else:
            self._second.cancel()

    def _clock(self, view: TableView, acts: Acts) -> str:
        """What is left to choose an amount: until the seat is another's, or my turn is over."""
        if view.offer is not None:
            return self.client.texts.span(view.offer.until - self.client.now())
        if acts.buttons and acts.clock and not acts.sent and not acts.held:
            left = acts.deadline - self.client.now()
            return self.client.texts.span(left if left > 0 else left + acts.bank)
        return ""

    def _clock_over(self, clock: str) -> bool:
        """What lies over the table in my turn says how long it lasts."""
        lying = [one for one in self.stage.overlays if one is not self._keys]
        for one in lying:
            one.lasts = clock
        return bool(lying and clock)

    def _type_on(self, clock: str) -> None:
        """The keys stay while their amount is asked for, and no longer."""
        if self._keys is None:
            return
        self._keys.clock = clock
        if self._keys.offer != self.bar.sum.offer:
            self._keys.close()
            self._keys = None
            self._stirred = self.client.now()

    def _call(self, view: TableView, acts: Acts) -> None:
        """A turn, a seat that is offered, a win: they are felt."""
        if self.felt.triumph.busy and view.round != self._cheered:
            self._cheered = view.round
            self._buzz("win")
        if acts.buttons and acts.turn != self._turn and not acts.sent:
            self._turn = acts.turn
            self._buzz("turn")
        key = view.offer.key if view.offer else ""
        if key and key != self._offer:
            self._buzz("offer")
        self._offer = key

    def _buzz(self, what: str) -> None:
        if self.client.settings.vibration:
            self.stage.device.vibrate(BUZZ[what])

    def _tick(self, *_: object) -> None:
        if self.view is not None:
            self.felt.tick(self.view)
            self.top_bar.tell(self._told())
            self._show_bar(self.view, self.client.turn.acts(self.table))

    def tells(self, said: Toast) -> bool:
        """Whether it is told in the bar above: all is, and nothing comes over the seats."""
        return True

    def tells_below(self, said: Toast) -> bool:
        """A sheet lies over the bar; news of this table are said at its seats."""
        return self._is_my_news(said)

    def _told(self) -> Toast | None:
        """What is told in the place of the table's name: news of this table have another."""
        first = next(iter(self.client.notices.toasts), None)
        elsewhere = first is not None and (self._is_my_news(first) or bool(self.stage.overlays))
        return None if elsewhere else first

    def _is_my_news(self, said: Toast) -> bool:
        return said.table == self.table and is_news(said)

    # -- what I do ---------------------------------------------------------------------------

    def _take(self, choice: Choice, amount: int) -> None:
        kind, _, rest = choice.key.partition(".")
        if self.client.now() < self._stirred + GUARD_S:
            self.note(self.client.say("tap.changed"))
        elif kind == "act":
            key = rest.partition("=")[0]
            button = next((one for one in self.client.turn.acts(self.table).buttons
                           if one.key == key), None)  # fmt: skip
            if button is not None:
                self.send(button, amount)
        elif kind == "pre":
            found = (one for one in self.client.turn.acts(self.table).pre if one.kind == rest)
            for pre in found:
                tap = self.client.turn.pre_act(self.table, pre.kind)
                if tap.say is not None:
                    self.note(self.client.say(tap.say))
        elif kind == "felt":
            self.felt.take(rest)
        elif kind == "queue" and self.view is not None and self.view.barred > self.client.now():
            until = self.view.barred
            self.note(lambda: self._barred(until))
        else:
            self.actions.go(kind, amount)
            if self.client.connection.view.state != "in":
                self.note(self.client.say("tap.kept"))

    def _barred(self, until: float) -> str:
        left = self.client.texts.span(until - self.client.now())
        return self.client.say("table.barred", left=left)

    def send(self, button: Button, amount: int = 0, on: str = "", sure: bool = False) -> None:
        """Does it, or says why not."""
        cards, place = self.felt.picked(button)
        stands = self.felt.stands(button)
        tap = self.client.turn.tap(self.table, button, amount, cards, on or place, sure, stands)
        if tap.state == "sent":
            self.stage.sounds.play("tap")
        elif tap.state == "confirm" and tap.say is not None:
            if_sure(self, button, tap.say, lambda: self.send(button, amount, on, True))
            self._soon()
        elif tap.say is not None:
            self.note(self.client.say(tap.say))

    def note(self, text: str | Callable[[], str]) -> None:
        """Says something for a moment where the player looks."""
        self._note = text if callable(text) else lambda: text
        self._noted_turn = self.client.turn.acts(self.table).turn
        self._noted.cancel()
        self._noted()
        self._soon()

    def _touched(self, *_: object) -> None:
        """Something else was chosen on the felt: what was said of the choice before is over."""
        self._note = None
        self._soon()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A tap below the top bar is enough seen of what moves."""
        if self.collide_point(*touch.pos) and touch.y < self.top_bar.y:
            self.pace.skip()
        taken = bool(super().on_touch_down(touch))
        self.people.down(touch, taken)
        return taken

    def on_touch_up(self, touch: MotionEvent) -> bool:
        """A tap on another player leads to what can be done about one."""
        return self.people.up(touch) or bool(super().on_touch_up(touch))

    def open_menu(self) -> None:
        if self.view is not None and not self.actions.over():
            self.stage.open(TableMenu(self.client, self.view, self.actions.go))

    def open_chat(self) -> None:
        if self.side is not None and self.side.seen:
            self.side.write()
            return
        self.stage.open(ChatSheet(self.client, self.stage, self.table))

    def _type_in(self, offer: Button, amount: int, digit: str = "") -> None:
        what = self.bar.aim.text if self.bar.aim else ""
        keys = AmountKeys(self.client, offer, self.bar.sum.set, what, amount, self.bar.sum.cash)
        keys.bind(on_closed=self._typed)
        if digit:
            keys.keys.press(digit)
        self._keys = keys
        self.stage.open(keys)

    def _typed(self, keys: AmountKeys) -> None:
        if keys is self._keys:
            self._keys = None
            self._soon()

    def key(self, key: str) -> bool:
        if key in ("space", "enter") and self.pace.skip():
            return True
        if self.felt.key(key) or self._shortcuts.key(key):
            return True
        # Whoever waits and presses Enter once too often is not led out of the table by the next.
        return key == "enter" and self.begins is None

    def keys(self) -> Sequence[tuple[str, str]]:
        return (*self.felt.keys(), *self._shortcuts.keys())

    def covered(self) -> None:
        """In my turn what lies over the table says how long that lasts."""
        self._soon()

    @property
    def begins(self) -> Widget | None:
        """At what is asked: the way out of the table is read first, and seldom meant; neither is
        what gives a hand up, nor what would be done in advance."""
        return self.bar.first

    @property
    def question(self) -> int:
        return self._asked_turn

    def back(self) -> bool:
        if self.actions.over():
            return True
        closed = self.felt.back() or self.bar.close()
        return closed or leaving.look_away(self.client, self.stage, self.table)

    def lay(self, *_: object) -> None:
        """Everything takes its place anew."""
        self._layout.lay()
