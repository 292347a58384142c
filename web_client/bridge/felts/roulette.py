"""The felt of roulette: a touch of a number bets it; the wheel shows where the ball falls."""

from string import digits
from typing import ClassVar, Final, Literal

from client_core.client import Button, RouletteFacts, SeatView
from client_core.felts.choices import Choices
from client_core.felts.keys import BOARD, Told, said
from client_core.felts.roulette import (
    board_line,
    fallen_numbers,
    last_fell,
    spinning,
    typed_number,
)
from client_core.felts.roulette_places import BEGINS, FIELDS, HALVES, SPOTS
from protocol.chips import Chip
from protocol.games.roulette import WHEEL, colour, kind
from web_client.bridge.encode import Plain
from web_client.bridge.felts.felt import Felt
from web_client.bridge.felts.middles import Middle
from web_client.bridge.felts.roulette_middle import (
    BetsView,
    FellView,
    LaidLine,
    PlaceView,
    RouletteMiddle,
)
from web_client.bridge.table_cards import chips_of, colours
from web_client.bridge.table_shapes import HeapView, KeyView, Tag, TrayChip
from web_client.bridge.table_sight import Sight

PAST: Final = 12
"""So many numbers of before are shown."""
CELL: Final = 100
ARROWS: Final = ("arrowleft", "arrowright", "arrowup", "arrowdown")
Colour = Literal["red", "black", "green"]
COLOURS: Final[dict[str, Colour]] = {"red": "red", "black": "black", "green": "green"}


def facts_of(at: Sight) -> RouletteFacts:
    """What only this game knows of the round."""
    return at.view.facts if isinstance(at.view.facts, RouletteFacts) else RouletteFacts()


class RouletteFelt(Felt):
    """The felt of roulette."""

    game = "roulette"
    own: ClassVar[frozenset[str]] = frozenset({"bet", "take"})
    drop_s: ClassVar[float] = 1.8

    def busy(self, at: Sight) -> bool:
        """Whether the ball is still on its way to where it falls."""
        return at.local.dropping and facts_of(at).number is not None

    # -- the seats -----------------------------------------------------------------------------

    def word(self, at: Sight, seat: SeatView) -> Tag:
        view, facts = at.view, facts_of(at)
        if self.busy(at):
            return Tag()
        if view.over and seat.results:
            text = at.money(seat.results, short=True, sign=True)
            return Tag(text, "good" if seat.results > 0 else "quiet")
        if seat.seat in facts.ready and not facts.closed:
            return Tag(at.client.say("table.ready"), "info")
        return Tag()

    def bet(self, at: Sight, seat: SeatView) -> HeapView | None:
        return None

    # -- the bar -------------------------------------------------------------------------------

    def status(self, at: Sight) -> str:
        return board_line(at.client, at.view, at.acts, self.busy(at))

    def more(self, at: Sight, choices: Choices) -> Choices:
        return spinning(at.client, at.view, choices)

    # -- chips and places ----------------------------------------------------------------------

    def offers(self, at: Sight, verb: str) -> list[Button]:
        """What may be laid or taken back now."""
        return [one for one in at.acts.buttons if one.verb == verb and not at.acts.sent]

    def chips(self, at: Sight) -> tuple[Chip, ...]:
        """The chips that may be laid."""
        bet = next(iter(self.offers(at, "bet")), None)
        if bet is None:
            return ()
        able = tuple(one for one in chips_of(at) if bet.low <= one.value <= bet.high)
        return able or (Chip(bet.low, "white"),)

    def value(self, at: Sight) -> int:
        """What one touch lays: the chip that was chosen, or the next below it that may be laid."""
        able = [one.value for one in self.chips(at)]
        below = [one for one in able if one <= at.local.chip]
        return max(below, default=able[0] if able else 0)

    def does(self, at: Sight, what: str, args: tuple[str | int | bool, ...], value: Plain) -> None:
        """A chip is chosen, laid on a place, or all of them are taken from there."""
        if what == "chip" and args:
            at.change(chip=int(args[0]))
        elif what == "lay" and args:
            self._lay(at, str(args[0]))
        elif what == "take" and args:
            place = str(args[0])
            button = next((one for one in self.offers(at, "take") if place in one.on), None)
            if button is not None:
                at.client.turn.tap(at.table, button, button.high, on=place)
        elif what == "number" and args:
            number = typed_number(at.local.typed, str(args[0]))
            self._aim(at, f"straight:{int(number)}", number)
        elif what == "aim":
            self._aim(at, BEGINS)
        elif what == "other" and args:
            values = [one.value for one in self.chips(at)]
            now = values.index(self.value(at)) + int(args[0]) if values else -1
            if 0 <= now < len(values):
                at.change(chip=values[now])

    def _aim(self, at: Sight, place: str, typed: str = "") -> None:
        at.change(aimed=place, aims=at.local.aims + 1, typed=typed)

    def keys(self, at: Sight) -> tuple[KeyView, ...]:
        """Digits and arrows lead to a place, where the space bar lays a chip."""
        if not self.offers(at, "bet"):
            return ()
        taps = (
            *((digit, at.tap("felt", "number", digit)) for digit in digits),
            *((arrow, at.tap("felt", "aim")) for arrow in ARROWS),
            ("pageup", at.tap("felt", "other", 1)),
            ("pagedown", at.tap("felt", "other", -1)),
        )
        return tuple(KeyView(key, tap) for key, tap in taps)

    def _lay(self, at: Sight, place: str) -> None:
        button = next((one for one in self.offers(at, "bet") if place in one.on), None)
        if button is None:
            return
        amount = max(button.low, min(button.high, self.value(at)))
        at.client.turn.tap(at.table, button, amount, on=place)

    def told_keys(self, at: Sight) -> tuple[Told, ...]:
        return said(at.client, BOARD) if self.offers(at, "bet") else ()

    # -- the middle ----------------------------------------------------------------------------

    def middle(self, at: Sight) -> Middle:
        facts, say, busy = facts_of(at), at.client.say, self.busy(at)
        spins = facts.closed and facts.number is None and at.view.live
        number = facts.number if facts.closed else last_fell(at.client, at.table, facts)
        fell = fallen_numbers(at.client, at.table, facts, busy)[:PAST]
        lies = bool(self._mine(at))
        return RouletteMiddle(
            "spins" if spins else "still" if number is None or not facts.closed else "fell",
            "" if number is None or busy else str(number),
            COLOURS[colour(number)] if number is not None and not busy else "",
            WHEEL,
            WHEEL.index(number) if number is not None else -1,
            tuple(FellView(str(one), COLOURS[colour(one)]) for one in fell),
            at.client.texts.of_rounds(self.game, "title"),
            tuple(self._place(at, facts, place, busy) for place in facts.pays),
            say("table.board"),
            self._tray(at),
            say("keys.chip"),
            self._bets(at, facts) if at.local.listed == "bets" else None,
            say("bets.title") if lies else "",
            at.tap("list", "" if at.local.listed == "bets" else "bets"),
            say("loupe.open"),
            say("loupe.before"),
            say("loupe.after"),
            say("keys.back"),
            at.local.aimed,
            at.local.aims,
        )

    def _mine(self, at: Sight) -> dict[str, int]:
        facts, me = facts_of(at), at.view.me
        bets = facts.lay if facts.number is not None else facts.bets
        return dict(bets.get(me, {})) if me is not None else {}

    def _others(self, at: Sight, place: str) -> bool:
        facts = facts_of(at)
        bets = facts.lay if facts.number is not None else facts.bets
        return any(place in places for seat, places in bets.items() if seat != at.view.me)

    def _place(self, at: Sight, facts: RouletteFacts, place: str, busy: bool) -> PlaceView:
        mine = self._mine(at).get(place, 0)
        able = any(place in one.on for one in self.offers(at, "bet"))
        name, say = at.client.texts.place_name(place), at.client.say
        parts = [say("table.pays", place=name, odds=facts.pays[place])]
        if mine:
            parts.append(say("table.on_board", amount=mine))
        field = FIELDS.get(place)
        along, across, long, broad = field if field is not None else (*SPOTS[place], 0, 0)
        number = place.partition(":")[2] if kind(place) == "straight" else ""
        paid = facts.paid.get(at.view.me, {}) if at.view.me is not None else {}
        fell = facts.number if not busy else None
        return PlaceView(
            place,
            number or (self._field_text(at, place) if field is not None else ""),
            say("list.comma").join(parts),
            round(along * CELL),
            round(across * CELL),
            round(long * CELL),
            round(broad * CELL),
            self._ground(place, number),
            at.money(mine, short=True) if mine else "",
            colours(at, mine)[0] if mine else "",
            self._others(at, place),
            place in paid and not busy,
            number != "" and fell is not None and int(number) == fell,
            at.tap("felt", "lay", place) if able else (),
        )

    def _ground(self, place: str, number: str) -> Literal["", "red", "black", "green"]:
        if number:
            return COLOURS[colour(int(number))]
        return COLOURS.get(place, "")

    def _field_text(self, at: Sight, place: str) -> str:
        what, _, which = place.partition(":")
        if place in HALVES:
            return at.client.say(f"table.on.{place}")
        return at.client.say(f"table.on.{what}{which}" if what == "dozen" else "table.on.column")

    def _tray(self, at: Sight) -> tuple[TrayChip, ...]:
        value = self.value(at)
        return tuple(
            TrayChip(
                at.money(chip.value, short=True),
                at.money(chip.value),
                chip.colour,
                True,
                chip.value == value,
                at.tap("felt", "chip", chip.value),
            )
            for chip in self.chips(at)
        )

    def _bets(self, at: Sight, facts: RouletteFacts) -> BetsView:
        """Every bet of mine, and what it may win."""
        say, mine = at.client.say, self._mine(at)
        takes = {place for one in self.offers(at, "take") for place in one.on}
        lines = tuple(
            LaidLine(
                (name := at.client.texts.place_name(place))[:1].upper() + name[1:],
                say(
                    "bets.wins",
                    stake=mine[place],
                    odds=facts.pays[place],
                    amount=mine[place] * facts.pays[place],
                ),
                at.tap("felt", "take", place) if place in takes else (),
                at.client.texts.verb(self.game, "take"),
            )
            for place in sorted(mine, key=lambda one: (-mine[one], one))
        )
        total = say("bets.total", amount=sum(mine.values())) if mine else say("bets.none")
        close = at.tap("list", "")
        return BetsView(say("bets.title"), lines, total, close, say("keys.back"))
