"""The felt of roulette: a tap on a number bets it; the wheel shows where the ball falls."""

from dataclasses import replace
from typing import ClassVar, Final

from client_core.client import Acts, RouletteFacts, SeatView, TableView
from client_core.felts.choices import AND, Choice
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
        """Where the ball lies: as it fell, in this round or, while bets are open, before it."""
        if facts.number is not None:
            return facts.number
        fell = (
            one
            for one in self.client.tables.past_facts(self.table)
            if isinstance(one, RouletteFacts)
        )
        return next((one.number for one in fell if one.number is not None), None)

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
        found = [one.number for one in self.client.tables.past_facts(self.table)
                 if isinstance(one, RouletteFacts) and one.number is not None]  # fmt: skip
        if facts.number is not None and not self.wheel.busy:
            found = [facts.number, *found]
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
        view = self.view
        key = "table.no_bet" if not self._on_board() else ""
        if not key and view is not None and len(view.names) < 2:
            key = "table.spin"
        text = self.say(key) if key else ""
        kind = "primary" if self._on_board() else "quiet"
        return tuple(
            replace(one, text=text or one.text, kind=kind) if one.key == "act.spin" else one
            for one in choices
        )

    def _on_board(self) -> int:
        view = self.view
        if view is None or view.me is None or not isinstance(view.facts, RouletteFacts):
            return 0
        return view.facts.on_board(view.me)

    def rest(self) -> None:
        super().rest()
        self.wheel.stop()
        self.show_small()

    def _outcome(self, number: int, won: int) -> str:
        """Where the ball lies, and what that has brought me."""
        named = self.say(f"fact.colour.{colour(number)}")
        fell = self.say("table.fell", number=number, colour=named)
        return f"{fell}{AND}{self.client.texts.money(won, sign=True)}" if won else fell

    def status(self, view: TableView, acts: Acts) -> str:
        facts = view.facts
        place = str(self.loupe.meant or self.lying.meant)
        if not isinstance(facts, RouletteFacts):
            return ""
        if place:
            name = self.client.texts.place_name(place)
            return self.say("table.pays", place=name[:1].upper() + name[1:],
                            odds=facts.pays[place])  # fmt: skip
        mine = view.at(view.me) if view.me is not None else None
        if facts.number is not None and not self.wheel.busy:
            return self._outcome(facts.number, mine.results or 0 if mine else 0)
        if facts.closed:
            return self.say("table.no_more_bets")
        if mine is None or not mine.in_round:
            return ""
        lies = facts.on_board(mine.seat)
        if acts.buttons and lies:
            return self.say("table.on_board", amount=lies)
        if acts.buttons:
            # How the last spin ended stands there until a chip lies on the board.
            before = next((one for one in self.client.tables.history(self.table)
                           if one.over and one.mine and one.won), None)  # fmt: skip
            fell = self._last(facts)
            said = self.say("table.lay_chips")
            if before is None or fell is None or before.round != view.round - 1:
                return said
            return f"{self._outcome(fell, before.won)}{AND}{said}"
        if mine.seat in facts.ready:
            return (
                self.say("table.bets_lie", amount=lies) if lies else self.say("table.bet_nothing")
            )
        return ""
