"""An evening from its settings and its journal: who plays, in which language, with how much."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

from game_server.fair.chance import TrueChance
from game_server.rules.blackjack import GAME
from game_server.table.journal import Broken, LeaveMarked, RoundOpened, Row, SeatVacated
from game_server.table.round_effects import Draw
from game_server.table.round_host import RoundHost
from protocol.words import Seat
from terminal_client.local.accounts import Host
from terminal_client.local.conversation import Outside
from terminal_client.local.disk import DiskJournal, Keeper
from terminal_client.local.evening import UNHURRIED, Evening
from terminal_client.local.language import Cents, Language
from terminal_client.local.settings import PRESET, Busted, Settings
from terminal_client.local.telling import Sentence

Speaks = Callable[[str], Language]
"""A language by its code."""


@dataclass
class OnDisk:
    """The world as it is: a journal, a settings file, chance and a clock."""

    journal: DiskJournal
    keeper: Keeper
    chance: TrueChance = field(default_factory=TrueChance)
    clock: Callable[[], float] = time.time

    def write(self, row: Row) -> None:
        self.journal.write(row)

    def keep(self, balances: Mapping[str, int], busted: Sequence[Busted]) -> None:
        self.keeper.keep(balances, busted)

    def draw(self, asked: Draw) -> tuple[int, ...]:
        return self.chance.draw("", asked)

    def now(self) -> float:
        return self.clock()

    def hall_of_fame(self) -> Sequence[Busted]:
        return self.keeper.hall_of_fame()


def opened(outside: OnDisk, settings: Settings, speaks: Speaks) -> Evening:
    """The evening that waits in the journal, or a new one."""
    rows = outside.journal.rows if outside.journal.readable else None
    return evening_of(outside, settings, rows, speaks, outside.keeper.path)


def evening_of(
    outside: Outside, settings: Settings, rows: Sequence[Row] | None, speaks: Speaks, path: Path
) -> Evening:
    """The same, of the rows of a journal, None if they cannot be read; `path` is where players are
    told that their balances are kept."""
    greeting = list(_greeting(settings, path))
    hand = _last_hand(rows or ())
    try:
        if rows is None:
            raise Broken("The journal is of another version.")
        if hand:
            return _found(outside, settings, hand, speaks, greeting)
    except Broken:
        greeting.append(Sentence("start.void", {}))
    return _new(outside, settings, speaks, greeting)


def _greeting(settings: Settings, path: Path) -> Sequence[Sentence]:
    return (
        Sentence("start.welcome", {}),
        Sentence(
            "start.table",
            {
                "decks": settings.decks,
                "least": Cents(settings.least),
                "most": Cents(settings.most),
            },
        ),
        Sentence("start.limit", {"limit": Cents(settings.limit)}),
        Sentence("start.kept", {"path": str(path)}),
        Sentence("start.help", {}),
    )


def _last_hand(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows since the last hand began; none before it is needed."""
    begins = [at for at, row in enumerate(rows) if isinstance(row, RoundOpened)]
    return rows[begins[-1] :] if begins else ()


def _new(
    outside: Outside, settings: Settings, speaks: Speaks, greeting: Sequence[Sentence]
) -> Evening:
    host: Host = RoundHost(GAME, PRESET, UNHURRIED, settings.options)
    common = speaks(settings.language)
    languages = {}
    for number in range(settings.players):
        one = settings.people[number] if number < len(settings.people) else None
        seat = Seat(number)
        languages[seat] = speaks(one.language) if one is not None and one.language else common
        taken = [place.name for place in host.seats.values()]
        name = one.name if one is not None else _unused(number, languages[seat], taken)
        host.sit(seat, name, (one.balance if one is not None else 0) or settings.balance)
    return _evening(outside, settings, host, languages, greeting)


def _unused(number: int, language: Language, taken: Sequence[str]) -> str:
    """A name for somebody who has none in the settings."""
    named = (language.say("about.player", number=n) for n in count(number + 1))
    return next(name for name in named if name not in taken)


def _found(
    outside: Outside,
    settings: Settings,
    rows: Sequence[Row],
    speaks: Speaks,
    greeting: Sequence[Sentence],
) -> Evening:
    host, waiting = RoundHost.rebuild(GAME, UNHURRIED, rows, outside.now())
    gone = {row.seat for row in rows if isinstance(row, SeatVacated)}
    quitting = frozenset(row.seat for row in rows if isinstance(row, LeaveMarked))
    for seat in gone:
        host.seats.free(seat)
    codes = {one.name: one.language for one in settings.people}
    names = rows[0].names if isinstance(rows[0], RoundOpened) else {}
    languages = {
        seat: speaks(codes.get(name, "") or settings.language) for seat, name in names.items()
    }
    playing = settings.people[: settings.players]
    next_time = [one.name for one in playing if one.name not in names.values()]
    if next_time:
        others = Sentence("start.others_first", {"names": ", ".join(next_time)})
        greeting = [*greeting, others]
    evening = _evening(outside, settings, host, languages, greeting)
    evening.cut_off, evening.quitting, evening.waiting = True, quitting, waiting
    return evening


def _evening(
    outside: Outside,
    settings: Settings,
    host: Host,
    languages: Mapping[Seat, Language],
    greeting: Sequence[Sentence],
) -> Evening:
    return Evening(
        host,
        settings.options,
        settings.balance,
        settings.limit,
        languages,
        outside,
        greeting=greeting,
    )
