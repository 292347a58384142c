"""Tables as they may lie there: rounds that the rules have played, told to a client as far as one
wants, and shown on the real table screen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from kivy.uix.widget import Widget

from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.sound import Sounds
from mobile_client.ui.stage import Stage
from protocol import messages
from protocol.events import Event, RoundBegan, RoundEnded, told
from protocol.messages import Room, Sitter
from protocol.words import CHANCE, Act, Ask, Seat
from tests.client.device import Device
from tests.client.rounds import played
from tests.playing import PlayedRound, play_round

FACES = ("fox", "owl", "panda", "tiger", "penguin", "rabbit", "koala", "cat", "bear", "fox")
NAMES = ("Ada", "Lin", "Ines", "Mei", "Otto", "Ravi", "Zoë", "Bo", "Ewa", "Sol")
STAKES = {"holdem": 200, "doudizhu": 1_000, "blackjack": 500, "roulette": 100, "sabacc": 5_000}
SCREENS = {
    "table": "mobile_client.ui.screens.table:TableScreen",
    "ending": "mobile_client.ui.screens.ending:EndingScreen",
    **dict.fromkeys(
        ("lobby", "start", "cashier", "rules", "history", "settings", "inbox"),
        "tests.client.ui.scenes:Elsewhere",
    ),
}


class Elsewhere(Widget):
    """Any other screen."""

    music, awake, over_keyboard, tells_connection = "room", False, False, False
    head = head_bar = beside = 0

    def __init__(self, *_: object, **about: object) -> None:
        super().__init__()
        self.about = about

    def heard(self, *_: object) -> None:
        """Nothing is shown here."""

    def gone(self) -> None:
        """Nothing was."""

    def covered(self) -> None:
        """It tells nothing."""

    def tells(self, _: object) -> bool:
        return False

    def back(self) -> bool:
        return False


@dataclass
class Phone:
    """What a device was asked to do."""

    buzzed: list[float] = field(default_factory=list)
    awake: bool = False
    shares: bool = False
    shared: list[str] = field(default_factory=list)
    edges: tuple[float, float, float, float] = (0, 0, 0, 0)
    moved: Callable[[], None] = lambda: None
    """To be called when the edges are others, as Android does it."""

    def vibrate(self, seconds: float) -> None:
        self.buzzed.append(seconds)

    def share(self, text: str) -> None:
        self.shared.append(text)

    def keep_awake(self, on: bool) -> None:
        self.awake = on

    def insets(self) -> tuple[float, float, float, float]:
        return self.edges

    def authority(self) -> Path | None:
        return None

    def draw_beneath_bars(self, moved: Callable[[], None]) -> None:
        self.moved = moved

    def keyboard(self) -> float:
        return 0

    def to_background(self) -> None:
        """It stays."""


def calm(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Checks and calls, raises now and then, folds seldom: as people play."""
    offers = {option.verb: option for option in ask.options}
    roll = chance(12)
    bold = offers.get("raise") or offers.get("bet")
    if bold is not None and roll < 2:
        return Act(bold.verb, min(bold.high, bold.low + bold.step * chance(6)))
    for verb in ("fold",) if roll == 11 else ("check", "call"):
        if verb in offers:
            return Act(verb, offers[verb].low)
    return ask.default


@cache
def evening(preset: str, seed: int, most: int = 7) -> PlayedRound:
    """A hand of hold'em among calm players."""
    random, game = Random(seed), GAMES["holdem"]
    options = game.presets[preset]
    if most > options.most > 2:
        options = replace(options, most=most)
    count = min(options.most, most - seed % 2)
    stacks = {Seat(seat): 20_000 - 2_200 * (seat % 5) for seat in range(count)}
    return play_round(game, options, stacks, None, random.randrange, calm)


Moment = tuple[PlayedRound, Seat, int]
Stop = Callable[[PlayedRound, int, Seat], bool]
"""Whether this is the moment: the round, how many lines of its script are over, who looks."""


def asked(one: PlayedRound, line: int, seat: Seat) -> bool:
    """That seat has a question."""
    return line < len(one.asked) and any(ask.who == seat for ask in one.asked[line])


def ended(one: PlayedRound, line: int, seat: Seat) -> bool:
    return line == len(one.script)


@dataclass
class Scene:
    """A round, told to one seat (or to one who watches) on a device without a window."""

    game: str
    preset: str
    one: PlayedRound
    seat: Seat
    language: str = "en"
    watching: bool = False
    people: Mapping[int, Sitter] = field(default_factory=dict)
    """Who sits there, where it is not just those who play."""
    chairs: int = 0
    """How many there are at least."""
    ready: bool = False
    """A game begins when all are ready."""
    line: int = 0
    turn: int = 10

    def __post_init__(self) -> None:
        self.device = Device(self.language)
        self.phone = Phone()
        self.device.come_in()
        self.names = {
            seat: "Juno" if seat == self.seat and not self.watching else NAMES[seat % len(NAMES)]
            for seat in self.one.stacks
        }
        card = next(one for one in self.device.client.opening.games if one.game == self.game)
        able = min(card.most_seats, self.one.options.most, 6)
        chairs = max(able, max(self.names) + 1, self.chairs)
        room = Room("t", self.game, self.preset, "play", STAKES[self.game], 4_000, 20_000, chairs,
                    ready=self.ready)  # fmt: skip
        self.device.sit_down(self.sitters(), room)
        self.sit(self.sitters())

    @property
    def client(self) -> Any:
        return self.device.client

    def sitters(self) -> Mapping[int, Sitter]:
        return self.people or {
            seat: Sitter(self.names[seat], self.one.stacks[seat], avatar=FACES[seat % len(FACES)])
            for seat in self.one.stacks
        }

    def sit(self, sitters: Mapping[int, Sitter]) -> None:
        self.device.seats(sitters, None if self.watching else self.seat)

    def to(self, line: int) -> None:
        """Tells everything up to so many lines of the script, and asks what is open then."""
        one = self.one
        events = [event for step in one.steps[: line + 1] for event in step.events]
        shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
        began = RoundBegan(self.game, self.preset, 1, self.names, dict(one.stacks), shown)
        whole = [began, *events, *([RoundEnded()] if line >= len(one.script) else [])]
        seen = [told(event, None if self.watching else self.seat) for event in whole]
        known = self.client._state.tables.by_name["t"].seq
        self.line = line
        if len(seen) > known:
            self.device.tell(*seen[known:], after=known)
        self.ask()

    def ask(self, ms: int = 12_000) -> None:
        asks = [ask for ask in self.one.asked[self.line] if ask.who != CHANCE] if (
            self.line < len(self.one.asked)) else []  # fmt: skip
        if not asks:
            return
        self.turn += 1
        mine = [ask for ask in asks if ask.who == self.seat and not self.watching]
        seats = tuple(ask.who for ask in asks)
        if mine:
            self.device.house(messages.Asked("t", self.turn, mine[0], ms, 15_000))
        else:
            self.device.house(messages.Waiting("t", self.turn, seats, ms, 15_000))

    def stage(self) -> Stage:
        """The stage with the table on it."""
        self.sounds = Sounds(lambda path: None)
        self.shown = Stage(self.client, self.phone, self.sounds, SCREENS)
        return self.shown

    @property
    def screen(self) -> TableScreen:
        found = self.shown.screen
        assert isinstance(found, TableScreen)
        return found

    def sent(self) -> Any:
        """The last act that went out."""
        return self.device.last(messages.Answer).act()


@cache
def moment(game: str, preset: str, stop: Stop, seeds: range, seats: int) -> Moment:
    """The first moment like that in the rounds of these seeds."""
    for seed in seeds:
        one = evening(preset, seed, max(7, seats)) if game == "holdem" else (
            played(game, preset, seed))  # fmt: skip
        if len(one.stacks) < seats:
            continue
        for line in range(len(one.script) + 1):
            for seat in one.stacks:
                if stop(one, line, seat):
                    return one, seat, line
    raise LookupError(f"No round of {game} {preset} comes to that in {seeds}.")


def find(
    game: str,
    preset: str,
    stop: Stop,
    language: str = "en",
    seeds: range = range(80),
    seats: int = 0,
    watching: bool = False,
) -> Scene:
    """A scene of such a moment."""
    one, seat, line = moment(game, preset, stop, seeds, seats)
    scene = Scene(game, preset, one, seat, language, watching)
    scene.to(line)
    return scene
