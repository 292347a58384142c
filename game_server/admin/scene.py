"""A table as an administrator sees it: a map that goes over the wire.

With `faces` every card lies face up, which is for the role `cards` alone. Without them it is made
of what a player is told who only watches, and depends on no card that lies face down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from game_server.admin.menu.words import Json
from game_server.table.round import Question
from game_server.table.status import TablePhase
from game_server.table.view import RoundView, SeatView, TableView
from protocol import events, games, story
from protocol.cards import LABELS, labels
from protocol.events import Acted, Button, Dealt, Event, LeftGame, RoundBegan, RoundEnded, bared
from protocol.messages import Line
from protocol.pots import layers, reach, with_dead
from protocol.sight import Sight, Told, dead_in, last_acts, paid_in
from protocol.words import CHANCE, POT, Cards, Seat, chips

KEPT: Final = 100
"""Sentences that are kept of what happened."""
NO_SIGHT: Final = Sight()
BACK: Final = "??"
"""Stands for a card that lies face down."""


@dataclass
class Reading:
    """The events of a table as they happened; with `faces` every secret is open."""

    faces: bool = False
    round: RoundView | None = None
    told: list[Event] = field(default_factory=list)
    acts: dict[str, Json] = field(default_factory=dict)
    """Sentences by a number that grows."""
    _n: int = 0
    _read: tuple[int, int] = (0, 0)
    """Up to which event of which round there are sentences."""

    def read(self, table: TableView) -> None:
        """Read on, to the last event."""
        last, now = table.last, table.round
        number, seen = self._read
        if last is not None and last.number == number and seen < last.said_count:
            # It ended, and the next one may have begun already.
            self._follow(last)
        playing = now or last
        if playing is None:
            self.round, self.told = None, []
        else:
            self._follow(playing)

    def _follow(self, playing: RoundView) -> None:
        if self.round is None or not playing.continues(self.round):
            self.told = []
        self.round = playing
        self.told += [self._as_seen(one) for one in playing.said(len(self.told))]
        number, seen = self._read
        # A table that was rebuilt tells the same events again.
        after = min(seen, len(self.told)) if number == playing.number else 0
        self._read = (playing.number, len(self.told))
        self._tell(self.told[after:][-KEPT:])

    def _as_seen(self, one: Event) -> Event:
        return bared(one) if self.faces else events.told(one, None)

    def _tell(self, fresh: Sequence[Event]) -> None:
        first = self.told[0] if self.told else None
        if not fresh or not isinstance(first, RoundBegan):
            return
        if fresh[0] is first:
            self._say(f"Round {first.round} begins", True)
            fresh = fresh[1:]
        # Who looks sees the cards before the seats.
        news = [one for one in fresh if not (isinstance(one, Dealt) and one.to >= 0)]
        for one in list(story.tell([first, *news], cards=_in_words))[1:]:
            self._say(one, False)

    def _say(self, text: str, begins: bool) -> None:
        self._n += 1
        self.acts[str(self._n)] = {"text": text, "begins": begins}
        if len(self.acts) > KEPT:
            del self.acts[next(iter(self.acts))]


def scene(table: TableView, reading: Reading) -> dict[str, Json]:
    """The table now. What ends in `until_ms` or `since_ms` is Unix time in milliseconds."""
    config = table.config
    playing, told = reading.round, reading.told
    sight = games.sight(config.game) if told else NO_SIGHT
    ended = bool(told) and isinstance(told[-1], RoundEnded)
    found: dict[str, Json] = {
        "table": config.table,
        "game": config.game,
        "preset": config.preset,
        "purse": config.purse,
        "private": config.private,
        "testing": config.testing,
        "faces": reading.faces,
        "stake_cents": config.stake,
        "state": _state(table),
        "round": playing.number if playing else table.rounds,
        "ended": ended,
        "most": table.options.most,
        "queue": [table.people[one].name for one in table.queue if one in table.people],
        "watching": table.watching,
        "seats": _seats(table, playing, told, sight, ended),
        "places": {name: _labels(cards) for name, cards in sight.places(told).items()},
        "facts": {name: said for name, said in sight.facts(told).items() if said},
        "pot_cents": playing.stacks.get(POT, 0) if playing else 0,
        "pots": _pots(playing, told, sight),
        "acts": dict(reading.acts),
        "chat": {str(line.n): _line(line) for line in table.chat},
    }
    clock = _clock(table)
    if clock is not None:
        found["clock"] = clock
    return found


STATES: Final = {
    TablePhase.OVER: "over",
    TablePhase.HALTED: "halted",
    TablePhase.SUSPENDED: "paused",
    TablePhase.CLOSING: "closing",
}


def _state(table: TableView) -> str:
    usual = "waiting" if table.round is None else "playing"
    return STATES.get(table.phase, usual)


def _seats(
    table: TableView, playing: RoundView | None, told: Told, sight: Sight, ended: bool
) -> dict[str, Json]:
    button = next((one.seat for one in reversed(told) if isinstance(one, Button)), None)
    bets = {} if ended else sight.bets(told)
    acts, hands, marks = last_acts(told), sight.hands(told), sight.marks(told)
    down = sight.down(told)
    out = _out(told, playing, sight)
    asked = table.round.open if table.round is not None else {}
    found: dict[str, dict[str, Json]] = {}
    for seat, one in table.seats.items():
        dealt = playing is not None and table.dealt.get(seat) == one.player
        found[str(seat)] = {
            **_presence(table, one, seat),
            "stack_cents": table.stack(seat),
            "bet_cents": bets.get(seat, 0) if dealt else 0,
            "button": seat == button,
            "asked": seat in asked,
            "dealt": dealt,
            "out": dealt and seat in out,
        }
        if playing is None or not dealt:
            continue
        act = acts.get(seat)
        found[str(seat)] |= {
            "hands": _hands(hands.get(seat, {}), down.get(seat, 0)),
            "marks": list(marks.get(seat, ())),
            "did": "" if act is None else _did(act, table.config.game),
        }
        if ended:
            begun = told[0].stacks if isinstance(told[0], RoundBegan) else {}
            change = playing.stacks.get(seat, 0) - begun.get(seat, 0)
            found[str(seat)] |= {"result_cents": change}
    return dict(found)


def _hands(hands: Mapping[int, Cards], down: int) -> list[Json]:
    """The hands of a seat; what lies face down is counted with the first."""
    found = [_labels(cards) for cards in hands.values()]
    if down:
        found[:1] = [[*(found[0] if found else ()), *[BACK] * down]]
    return list(found)


def _presence(table: TableView, one: SeatView, seat: Seat) -> dict[str, Json]:
    silent = table.round is not None and seat in table.round.leaving
    found: dict[str, Json] = {
        "name": one.name,
        "bot": one.bot,
        "here": one.here,
        "sits_out": one.out,
        "leaving": one.left or one.leaving or silent,
        "ready": one.ready,
        "coming_cents": one.coming,
    }
    if one.away_since is not None:
        found["away_since_ms"] = round(one.away_since * 1000)
    return found


def _did(act: Acted, game: str) -> str:
    words = games.words(game)
    parts = [act.verb.replace("_", " ")]
    parts += [chips(act.amount)] if act.amount else []
    if act.on:
        parts.append(f"on {words['place'](act.on) if 'place' in words else act.on}")
    return " ".join(parts)


def _out(told: Told, playing: RoundView | None, sight: Sight) -> set[Seat]:
    """Seats that have no more to win: gave up, or left with chips that were still to be played."""
    out: set[Seat] = set()
    for one in told:
        match one:
            case Acted(seat=seat, verb=verb) if verb in sight.gives_up:
                out.add(seat)
            case LeftGame(seat=seat) if playing is not None and playing.stacks.get(seat, 0):
                out.add(seat)
    return out


def _pots(playing: RoundView | None, told: Told, sight: Sight) -> list[Json]:
    """The main pot and the side pots, if there are any; while they are paid out there are none."""
    first = told[0] if told else None
    if playing is None or not isinstance(first, RoundBegan) or not sight.side_pots(first.options):
        return []
    paid = paid_in(told)
    if not paid or sum(paid.values()) != playing.stacks.get(POT, 0):
        return []
    dead = dead_in(told)
    paid = {seat: put - dead.get(seat, 0) for seat, put in paid.items()}
    live = playing.dealt - _out(told, playing, sight)
    pots = with_dead(
        layers(paid, live, reach(paid, playing.stacks, live)), sum(dead.values()), live
    )
    if len(pots) < 2:
        return []
    return [{"amount_cents": one.amount, "seats": sorted(one.seats)} for one in pots]


def _clock(table: TableView) -> dict[str, Json] | None:
    """For whom the table waits, or for what."""
    playing = table.round
    if playing is not None and playing.open:
        late = max(playing.open.values(), key=_until)
        who = sorted(seat for seat in playing.open if seat != CHANCE)
        of = table.given(late.ask)
        return {"who": who, "what": late.ask.pace, "until_ms": _ms(late.until), "of_ms": _ms(of)}
    at = table.begins
    if playing is None and at:
        pause = _ms(table.config.pause)
        return {"who": [], "what": "next round", "until_ms": _ms(at), "of_ms": pause}
    return None


def _until(question: Question) -> float:
    return question.until


def _ms(seconds: float) -> int:
    return round(seconds * 1000)


def _in_words(cards: Cards) -> str:
    return f"[{labels(cards)}]"


def _labels(cards: Cards) -> list[Json]:
    return [LABELS[card] for card in cards]


def _line(line: Line) -> Mapping[str, Json]:
    said = line.text or line.phrase.replace("_", " ")
    return {"at": line.at, "name": line.name, "text": said}


def row(table: TableView) -> dict[str, Json]:
    """A table in the list of all."""
    config, playing = table.config, table.round
    return {
        "game": config.game,
        "preset": config.preset,
        "purse": config.purse,
        "stake_cents": config.stake,
        "seats": table.options.most,
        "people": table.players,
        "bots": table.bots,
        "waiting": len(table.queue),
        "watching": len(table.people) - table.players,
        "state": _state(table),
        "round": table.rounds,
        "pot_cents": playing.stacks.get(POT, 0) if playing else 0,
        "private": config.private,
        "testing": config.testing,
    }
