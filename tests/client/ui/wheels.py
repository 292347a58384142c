"""Evenings at the wheel: what was laid, where the ball fell, round after round."""

from collections.abc import Callable, Mapping, Sequence

from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from mobile_client.ui.look import px
from mobile_client.ui.stage import Stage
from protocol.events import Event, RoundBegan, RoundEnded, told
from protocol.games.roulette import SLOTS, bets_of
from protocol.words import Act, Ask, Seat
from tests.client.ui.scenes import Scene
from tests.playing import PlayedRound, play_round

BETS: Mapping[str, int] = {
    "straight:17": 1_000, "straight:0": 500, "split:17-20": 2_500, "corner:1-2-4-5": 10_000,
    "street:22": 500, "sixline:31-34": 500, "red": 2_500, "dozen:2": 1_000, "column:3": 500,
}  # fmt: skip
FELL = (17, 0, 32, 26, 5, 11, 36, 3, 14, 29, 8, 22)
ME = Seat(0)


def laying(wanted: Mapping[str, int]) -> Callable[[Sequence[Event], Ask, Chance], Act]:
    """A player who lays these bets, and is ready."""

    def choose(heard: Sequence[Event], ask: Ask, _: Chance) -> Act:
        mine = bets_of(heard).get(ask.who, {})
        for place, amount in wanted.items():
            if place not in mine:
                return Act("bet", amount, on=place)
        return Act("spin")

    return choose


def fall(number: int) -> Chance:
    """The ball falls there; whatever else is asked of chance comes out first."""
    return lambda bound: number if bound == SLOTS else 0


def round_of(
    number: int,
    wanted: Mapping[str, int],
    seats: int = 1,
    stack: int = 100_000,
    carry: object = None,
    preset: str = "standard",
) -> PlayedRound:
    """A round in which everybody lays that, and the ball falls there."""
    game = GAMES["roulette"]
    stacks = {Seat(seat): stack for seat in range(seats)}
    return play_round(game, game.presets[preset], stacks, carry, fall(number), laying(wanted))


def at_the_wheel(
    language: str = "en",
    wanted: Mapping[str, int] = BETS,
    fell: int = 17,
    seats: int = 1,
    before: Sequence[int] = (),
    stack: int = 100_000,
    carry: object = None,
) -> Scene:
    """A table at which bets are open and nothing lies there yet; so many rounds are over."""
    one = round_of(fell, wanted, seats, stack, carry)
    scene = Scene("roulette", "standard", one, ME, language)
    for nth, number in enumerate(before, 1):
        tell_round(scene, round_of(number, {}, seats, stack), nth)
    number = len(before) + 1
    known = scene.to

    def to(line: int) -> None:
        if number == 1:
            known(line)
        else:
            tell_round(scene, one, number, line)
            scene.line = line
            scene.ask()

    scene.to = to  # type: ignore[method-assign]  # it is told as a later round
    return scene


def tell_round(scene: Scene, one: PlayedRound, number: int, line: int | None = None) -> None:
    """A round with its number, to its end or so many lines of it."""
    last = len(one.script) if line is None else line
    shown = {name: getattr(one.options, name) for name in one.options.__dataclass_fields__}
    names = {seat: scene.names[seat] for seat in one.stacks}
    began = RoundBegan("roulette", "standard", number, names, dict(one.stacks), shown)
    events = [event for step in one.steps[: last + 1] for event in step.events]
    whole = [began, *events, *([RoundEnded()] if last >= len(one.script) else [])]
    seen = [told(event, scene.seat) for event in whole]
    table = scene.client._state.tables.by_name["t"]
    known = table.seq if table.number == number else 0
    if len(seen) > known:
        scene.device.tell(*seen[known:], number=number, after=known)


def laid_down(scene: Scene) -> int:
    """The line after which all bets lie there, and the wheel is not turned yet."""
    return next(at for at, (_, act) in enumerate(scene.one.script) if act.verb == "spin")


def bets(language: str) -> Stage:
    """Chips on every kind of place, after an evening of falls."""
    scene = at_the_wheel(language, before=FELL)
    scene.to(laid_down(scene))
    return _laid(scene)


def fallen(language: str) -> Stage:
    """The ball lies on a number that pays, alone at the wheel."""
    scene = at_the_wheel(language, before=FELL)
    scene.to(len(scene.one.script))
    return _laid(scene)


def summed_up(language: str) -> Stage:
    stage = bets(language)
    stage.screen.felt.show_bets()
    return stage


def _laid(scene: Scene) -> Stage:
    stage = scene.stage()
    stage.size_hint = (None, None)
    stage.size = [px(side) for side in (360, 640)]
    scene.screen._refresh()
    return stage
