"""The felt of roulette: a tap on a number bets it; the wheel shows where the ball falls."""

from typing import ClassVar, Final

from client_core.client import Acts, RouletteFacts, SeatView, TableView
from client_core.felts.choices import Choice
from client_core.felts.roulette import board_line, fallen_numbers, last_fell, spinning
from client_core.felts.roulette_places import HALVES
from mobile_client.ui.felts.roulette_laying import BetLaying
from mobile_client.ui.felts.roulette_sheets import BetsSheet, LaidBet
from protocol.games.roulette import colour

SHOWN_S: Final = 1.2
"""So long the wheel stays large when the ball lies."""


class RouletteFelt(BetLaying):
    """The felt of roulette."""

    own: ClassVar[frozenset[str]] = frozenset({"bet", "take"})
    amounts: ClassVar[bool] = False

    def __init__(self, *about: object) -> None:
        self._round = -1
        self.bets_sheet: BetsSheet | None = None
        super().__init__(*about)
        self.tools["list"].bind(on_release=lambda _: self.show_bets())
        self._name_places()

    def _name_places(self) -> None:
        names = {place: self.say(f"table.on.{place}") for place in HALVES}
        names |= {f"dozen:{nth}": self.say(f"table.on.dozen{nth}") for nth in (1, 2, 3)}
        names |= {f"column:{nth}": self.say("table.on.column") for nth in (1, 2, 3)}
        self.layout.labels = names

    # -- what lies there ---------------------------------------------------------------------

    def show_pot(self, view: TableView) -> None:
        """There is none: everybody plays against the house."""

    def bet_of(self, view: TableView, seat: SeatView) -> int:
        return 0

    def word_of(self, view: TableView, seat: SeatView) -> tuple[str, str]:
        facts = view.facts
        if not isinstance(facts, RouletteFacts) or self.wheel.busy:
            return "", ""
        if view.over and seat.results:
            word = self.client.texts.money(seat.results, short=True, sign=True)
            return word, "won" if seat.results > 0 else "out"
        if seat.seat in facts.ready and not facts.closed:
            return self.say("table.ready"), "calm"
        return "", ""

    def show(self, view: TableView, acts: Acts) -> None:
        if isinstance(view.facts, RouletteFacts):
            self._show_wheel(view, view.facts)
        super().show(view, acts)

    def show_middle(self, view: TableView) -> None:
        facts = view.facts
        if not isinstance(facts, RouletteFacts):
            return
        bets = facts.lay if facts.number is not None else facts.bets
        mine = dict(bets.get(view.me, {})) if view.me is not None else {}
        others: dict[str, int] = {}
        for seat, places in bets.items():
            for place, amount in places.items() if seat != view.me else ():
                others[place] = others.get(place, 0) + amount
        for shown in (self.lying, self.loupe):
            shown.mine, shown.others = mine, others
        paid = facts.paid.get(view.me, {}) if view.me is not None else {}
        # Nobody knows it before the ball lies.
        self.lying.paid = [] if self.wheel.busy else list(paid)
        self.layout.hit = None if self.wheel.busy else facts.number
        open_ = view.live and not facts.closed and facts.number is None
        # While the house has not answered yet, what may be laid is what it was.
        if not (open_ and self.acts.sent):
            self._show_tray(open_ and view.round == self._round)
        if not open_:
            self.loupe.close()
            self.lying.meant = self.bubble.text = ""
        if view.round != self._round:
            self._round = view.round
        self._show_past(facts)
        if self.bets_sheet is not None:
            self.bets_sheet.show(self._laid(), open_)

    def _show_wheel(self, view: TableView, facts: RouletteFacts) -> None:
        before = self.wheel.busy
        lies = facts.lay if facts.number is not None else facts.bets
        self.covers = view.me is None or not lies.get(view.me)
        # The number first: a wheel that spins no more, without one, has been called off.
        self.wheel.number = facts.number if facts.closed else self._last(facts)
        self.wheel.spinning = facts.closed and facts.number is None and view.live
        if self.wheel.busy and not before:
            self.show_large()
        elif not facts.closed:
            self.show_small()

    def _last(self, facts: RouletteFacts) -> int | None:
        return last_fell(self.client, self.table, facts)

    def fallen(self) -> None:
        """Now everybody may know what it is, and what it has brought."""
        self.show_large(SHOWN_S)
        if self.view is not None:
            self.show(self.view, self.acts)
        self.tapped()

    @property
    def moves(self) -> bool:
        """The ball has to come to rest before anything is paid."""
        return self.flights.busy or self.wheel.state == "drops"

    def land(self) -> None:
        super().land()
        if self.wheel.state == "drops":
            self.wheel.stop()

    def _show_past(self, facts: RouletteFacts) -> None:
        found = fallen_numbers(self.client, self.table, facts, self.wheel.busy)
        for nth, tag in enumerate(self.past):
            number = found[nth] if nth < len(found) else None
            tag.text = "" if number is None else str(number)
            tag.ground = "dark" if number is None else colour(number)

    # -- what lies over it -------------------------------------------------------------------

    def _laid(self) -> tuple[LaidBet, ...]:
        """My bets, the highest first, with what each would win."""
        view = self.view
        if view is None or view.me is None or not isinstance(view.facts, RouletteFacts):
            return ()
        facts = view.facts
        mine = (facts.lay if facts.number is not None else facts.bets).get(view.me, {})
        return tuple(
            LaidBet(place, self.client.texts.place_name(place), mine[place], facts.pays[place])
            for place in sorted(mine, key=lambda one: (-mine[one], one))
        )

    def show_bets(self) -> None:
        """Every bet of mine, and what it may win."""
        if self.over is None:
            return
        sheet = self.bets_sheet = BetsSheet(self.client, self.take_back)
        view = self.view
        facts = view.facts if view is not None else None
        open_ = isinstance(facts, RouletteFacts) and not facts.closed and bool(view and view.live)
        sheet.show(self._laid(), open_)
        sheet.bind(on_closed=self._closed)
        self.over(sheet)

    def _closed(self, *_: object) -> None:
        self.bets_sheet = None

    def overlaid(self) -> bool:
        return self.bets_sheet is not None

    def take_back(self, place: str) -> None:
        """All chips that lie on a place."""
        button = next((one for one in self._offers("take") if place in one.on), None)
        if button is not None:
            self.client.turn.tap(self.table, button, button.high, on=place)

    def more_choices(self, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
        """Who is ready without a chip on the board lets this spin pass, and is told so; who plays
        alone spins the wheel."""
        return spinning(self.client, self.view, choices)

    def rest(self) -> None:
        super().rest()
        self.wheel.stop()
        self.show_small()

    def status(self, view: TableView, acts: Acts) -> str:
        facts = view.facts
        place = str(self.loupe.meant or self.lying.meant)
        if not isinstance(facts, RouletteFacts):
            return ""
        if place:
            name = self.client.texts.place_name(place)
            return self.say("table.pays", place=name[:1].upper() + name[1:],
                            odds=facts.pays[place])  # fmt: skip
        return board_line(self.client, view, acts, self.wheel.busy)
