"""Bots at one table, on a clock of their own: a demonstration without players, disk or wire."""

import heapq
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game_server.bots import Bot, bots
from game_server.fair.chance import Below, answer, seeded, true_chance
from game_server.rules.catalogue import GAMES
from game_server.rules.core import Game, Options
from game_server.table import journal
from game_server.table.pace import Manners
from game_server.table.round_effects import (
    AskSeat,
    Draw,
    RefuseSeat,
    RoundEffect,
    SettleRound,
    ShowWaiting,
    TellSeats,
    VacateSeat,
    WakeTurn,
    WriteRow,
)
from game_server.table.round_host import RoundHost
from protocol import words
from protocol.events import Event
from protocol.words import CHANCE, Refusal, Seat, drew

NAMES = ("Amber", "Birch", "Coral", "Dune", "Ember", "Fern", "Gale", "Heath")


@dataclass(frozen=True)
class Mishaps:
    """How often in a hundred acts something goes wrong."""

    silent: int = 0
    leaves: int = 0
    power_cut: int = 0


SMOOTH = Mishaps()
ROUGH = Mishaps(silent=4, leaves=2, power_cut=10)


@dataclass
class Demonstration:
    """Bots at one table, with a journal in memory and a clock that jumps to the next alarm."""

    game: str
    preset: str
    players: Mapping[Seat, Bot]
    chance: Below
    chips: int
    viewer: Seat | None = None
    manners: Manners = field(default_factory=Manners)
    mishaps: Mishaps = SMOOTH
    now: float = 0.0

    def __post_init__(self) -> None:
        self._game: Game[Any, Any, Any] = GAMES[self.game]
        self.host = RoundHost(self._game, self.preset, self.manners)
        self.rows: list[bytes] = []
        self._told: list[Event | str] = []
        self._asked: list[AskSeat] = []
        self._alarms: list[tuple[float, int, Seat, int]] = []

    def play_round(self) -> Sequence[Event | str]:
        """One round, as the viewer is told it, with remarks on what happens beside the game."""
        self._told, self._asked, self._alarms, self.rows = [], [], [], []
        self._fill()
        self._perform(self.host.begin(self.now))
        while self.host.round is not None:
            if self._asked:
                self._answer(self._asked.pop(self.chance(len(self._asked))))
            else:
                self.now, _, seat, turn = heapq.heappop(self._alarms)
                self._perform(self.host.wake(seat, turn, self.now))
        return self._told

    def _fill(self) -> None:
        """Seats that were left, and players without enough chips, begin again."""
        least = self._game.entry(self.host.options)
        for seat in self.players:
            if seat not in self.host.seats:
                self.host.sit(seat, NAMES[seat % len(NAMES)], self.chips)
            elif self.host.seats[seat].chips < least:
                self.host.buy(seat, self.chips)
                self._told.append(f"{self.host.seats[seat].name} buys in again")

    def _answer(self, one: AskSeat) -> None:
        """A player acts, stays silent or goes; whoever else is asked is asked again after."""
        if self._happens(self.mishaps.power_cut):
            self._restart()
        if self._happens(self.mishaps.silent):
            return
        self.now += 1
        if self._happens(self.mishaps.leaves):
            self._perform(self.host.leave(one.seat, self.now))
            return
        told = [event for _, event in self.host.transcript(one.seat)]
        act = self.players[one.seat](told, one.ask, self.chance)
        self._perform(self.host.act(one.seat, one.turn, act, self.now, journal.BOT))

    def _happens(self, percent: int) -> bool:
        return bool(percent) and self.chance(100) < percent

    def _restart(self) -> None:
        """The power goes; the table comes back from its journal with the same cards."""
        rows = [journal.from_bytes(row) for row in self.rows]
        self.host, effects = RoundHost.rebuild(self._game, self.manners, rows, self.now)
        self._told.append("The power was cut; the table came back from its journal")
        self._perform(effects)

    def _perform(self, effects: Sequence[RoundEffect]) -> None:
        """Do what the table wants done. Whatever it asks now replaces what it asked before."""
        self._asked = []
        to_do = deque(effects)
        while to_do:
            match to_do.popleft():
                case WriteRow(row):
                    self.rows.append(journal.to_bytes(row))
                case TellSeats(seats, _, events) if self.viewer in seats:
                    self._told += events
                case AskSeat() as asked:
                    self._asked.append(asked)
                case WakeTurn(at, seat, turn):
                    heapq.heappush(self._alarms, (at, len(self.rows), seat, turn))
                case Draw(turn, _, _, bounds):
                    drawn = drew(answer(bounds, self.chance))
                    to_do.extend(self.host.act(CHANCE, turn, drawn, self.now, journal.CHANCE_DREW))
                case VacateSeat(_, name, chips):
                    self._told.append(f"{name} has gone with {words.chips(chips)} chips")
                case RefuseSeat(why=why):
                    raise why
                case TellSeats() | ShowWaiting() | SettleRound():
                    continue


def catalogue() -> Iterator[str]:
    """Every game with its presets, seats and bots, in lines to read."""
    for name, game in GAMES.items():
        yield name
        for preset, options in game.presets.items():
            yield f"  {preset:12} {_seats(options)} seats"
        yield f"  bots         {', '.join(bots(name))}"


def _seats(options: Options) -> str:
    least, most = options.least, options.most
    return str(least) if least == most else f"{least} to {most}"


def demonstration(
    game: str,
    preset: str | None,
    seats: int | None,
    bot: str | None,
    seed: int | None,
    viewer: int | None = None,
    mishaps: Mishaps = SMOOTH,
) -> Demonstration:
    """Bots that play `game`; what is left open is chosen, what does not exist is refused.

    The same seed shows the same rounds again; without one chance is the operating system's.
    """
    if game not in GAMES:
        raise Refusal("no_game", f"There is no game {game!r}; there are {', '.join(GAMES)}.")
    presets = GAMES[game].presets
    preset = next(iter(presets)) if preset is None else preset
    if preset not in presets:
        raise Refusal("no_preset", f"{game} has no preset {preset!r}; it has {', '.join(presets)}.")
    options = presets[preset]
    seats = options.most if seats is None else seats
    if not options.least <= seats <= options.most:
        text = f"{seats} cannot play {game} {preset}; it takes {_seats(options)}."
        raise Refusal("seats_wrong", text)
    if viewer is not None and not 0 <= viewer < seats:
        raise Refusal("no_seat", f"There is no seat {viewer}; they go from 0 to {seats - 1}.")
    able = bots(game)
    bot = next(iter(able)) if bot is None else bot
    if seed is not None and seed < 0:
        raise Refusal("seed_wrong", f"{seed} is no seed; name 0 or any whole number above it.")
    if bot not in able:
        raise Refusal("no_bot", f"No bot {bot!r} plays {game}; these do: {', '.join(able)}.")
    players = {Seat(seat): able[bot] for seat in range(seats)}
    silent = bool(GAMES[game].manners.get(preset, {}).get("silent_leave"))
    manners = Manners(silent_leave=silent)
    viewing = None if viewer is None else Seat(viewer)
    chance = true_chance if seed is None else seeded(seed)
    return Demonstration(game, preset, players, chance, 100_000, viewing, manners, mishaps)
