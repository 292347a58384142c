"""One seed is one evening: the whole house on a fake clock, with everything that goes wrong."""

import gc
import hashlib
from random import Random
from typing import Final, cast

from twisted.logger import ILogObserver, LogEvent, LogLevel, eventAsText, globalLogPublisher

from game_server.bank.demo_books import sample_balance, sample_card
from game_server.config import RoomSettings
from game_server.lobby.recovery_loop import DISK
from game_server.store import ledger_check
from game_server.store.direct import CommitFault, DirectStore
from game_server.store.group_commit import SimulatedCrash
from game_server.store.ports import CommitFailed
from protocol import messages
from protocol.messages import Message
from tests.house.world import World
from tests.simulation import truth
from tests.simulation.striking import KINDS, Strikes, StrikingStore
from tests.simulation.visitor import Visitor
from tests.table_probe import TableProbe
from tests.toy_game import NAME, server

server.register()

INPUTS: Final = 300
STRIKES: Final = 5
"""So many kinds of commit fail once in an evening."""
MOST_INPUTS: Final = 400
CASH = RoomSettings("eps", "holdem", "eps", "cash", 0, 2_000, 100_000, pause=1.0)
OTHERS: Final = {
    "doudizhu": (
        RoomSettings(
            "ddz", "doudizhu", "house", "play", 0, 10_000, 100_000, pause=1.0, disconnect_grace=5.0
        ),
        RoomSettings(
            "ddz",
            "doudizhu",
            "standard",
            "play",
            0,
            10_000,
            100_000,
            pause=1.0,
            disconnect_grace=15.0,
        ),
    ),
    "blackjack": (
        RoomSettings("bj", "blackjack", "twenty_one", "play", 0, 500, 50_000, pause=1.0),
        RoomSettings("bj", "blackjack", "casino", "play", 0, 500, 50_000, pause=1.0),
    ),
    "roulette": (
        RoomSettings("rou", "roulette", "house", "play", 0, 100, 50_000, pause=1.0),
        RoomSettings("rou", "roulette", "standard", "play", 0, 100, 50_000, pause=1.0),
    ),
    "sabacc": (RoomSettings("sab", "sabacc", "house", "play", 0, 10_000, 50_000, pause=1.0),),
    NAME: (RoomSettings("high", NAME, "standard", "play", 0, 2_000, 50_000, pause=1.0),),
}
TIMES: Final = (0.0, 0.0, 0.0, 0.05, 0.3, 1.0, 1.0, 2.5, 6.0)
BANK_FAULTS: Final = (
    ("before",),
    ("after",),
    ("refuse",),
    ("before", "before", "after"),
    ("before", "refuse"),
    ("after", "after"),
)
"""What befalls the first payments. No bank refuses what it has paid: no refusal after that."""
LONG_S: Final = 20.0
HOME_S: Final = 900.0


class Wrong(Exception):
    """An evening that went wrong: its seed, how to see it again, and what was wrong."""


class Evening(World):
    """Plays itself: `play_out` raises Wrong."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.dice = Random(seed)
        self.inputs = self.crashes = self.replays = 0
        self.sent: dict[int, tuple[Visitor, Message]] = {}
        self.done: set[int] = set()
        self.refused: set[int] = set()
        self.dealt: truth.Dealt = {}
        self.wrongs: list[str] = []
        self.played: set[str] = set()
        """The tables at which rounds were dealt."""
        self.faults = 0
        self.untouched = False
        """Whether the bank's faults found no payment."""
        self.stood_in = self.stood_in_again = self.taken_over = 0
        """How often a bot played for somebody, did so on after a power cut, and was relieved."""
        self.visitors: list[Visitor] = []
        self.graves: list[object] = []
        self.story = hashlib.sha256()
        self.strikes = Strikes(self._plan(Random(f"strikes {seed}")))
        self.games = self.dice.sample(sorted(OTHERS), 2)
        rooms = (CASH, *(self.dice.choice(OTHERS[game]) for game in self.games))
        self.tables = [room.table for room in rooms]
        super().__init__(*rooms, seed=seed)
        self.waits_for_all = {
            one.table_id for one in self.house.lobby.runners.values() if one.config.ready
        }
        self.at_bank = 0
        for number in range(self.dice.randint(9, 12)):
            card = sample_card(number) if number < 3 else None
            if card is not None:
                self.books.open_account(card, sample_balance(number))
                self.at_bank += sample_balance(number)
            self.visitors.append(Visitor(self, f"Player {number}", card))

    @staticmethod
    def _plan(dice: Random) -> dict[str, tuple[int, CommitFault]]:
        """Which kinds of commit fail, and how many of each are done before."""
        kinds = dice.sample(KINDS, STRIKES)
        return {
            kind: (dice.choice((0, 0, 1, 3)), dice.choice((CommitFault.FAILS, CommitFault.LOST)))
            for kind in kinds
        }

    def new_store(self) -> DirectStore:
        return StrikingStore(self.conn, self.clock, self.strikes)

    # -- for visitors ------------------------------------------------------------------------

    def number(self) -> int:
        self.numbers += 1
        return self.numbers

    def wrong(self, text: str) -> None:
        self.wrongs.append(text)

    def id_of(self, name: str) -> str:
        (found,) = self.conn.execute("SELECT id FROM players WHERE name = ?", (name,)).fetchone()
        return str(found)

    def heard(self, who: Visitor, message: Message, frame: bytes) -> None:
        """Look at every word that leaves the house, before its visitor does."""
        if not isinstance(message, messages.Session):
            self.story.update(f"{who.name} {self.clock.seconds():.3f} ".encode() + frame)
        text = ""
        match message:
            case messages.Told(table=table):
                room = TableProbe.of(self.house.lobby.find(table))
                text = truth.right_words(room, message, who, self.dealt)
            case messages.Asked():
                room = TableProbe.of(self.house.lobby.find(message.table))
                text = truth.right_question(room, message, who, self.dealt)
            case messages.Ok():
                self.done.add(message.id)
            case messages.Refused():
                if message.code == "failed":
                    text = f"hears that the house failed: {message}"
                # Of these nobody knows yet; the same request again finds out.
                if message.id and message.code not in ("paused", "not_written"):
                    self.refused.add(message.id)
        if text:
            self.wrong(f"{who.name} {text}")

    # -- time --------------------------------------------------------------------------------

    def pass_time(self, seconds: float) -> None:
        """Let time pass from one thing that is due to the next."""
        until = self.clock.seconds() + seconds
        while True:
            due = min((call.getTime() for call in self.clock.calls), default=until + 1)
            now = self.clock.seconds()
            try:
                if due > until:
                    self.clock.advance(max(0.0, until - now))
                    return
                self.clock.advance(max(0.0, due - now))
            except SimulatedCrash:
                self.power_cut()

    def power_cut(self) -> None:
        """What was not committed is gone; the house starts again on what was."""
        self.crashes += 1
        for visitor in self.visitors:
            if visitor.wire is not None:
                visitor.wire.alive = False
            visitor.drop()
        # What waited in the dead house must not wake up when its memory is freed.
        self.graves.append((self.house, self.store, list(self.clock.calls)))
        # A start whose commits fail is none: the next one is.
        self.strikes.on = False
        self.restart()
        self.strikes.on = True
        for table in self.tables:
            assert table in self.house.lobby.runners
        assert ledger_check.whole_faults(self.conn) == ()

    # -- the evening -------------------------------------------------------------------------

    def play_out(self) -> str:
        """The whole evening; a digest of all that was told and written."""
        log = cast(ILogObserver, self._log)
        # Freeing the dead houses of an evening before closes what waited in them, which is heard.
        gc.disable()
        globalLogPublisher.addObserver(log)
        try:
            self._evening()
            self._home()
            truth.check_end(self)
        except Exception as wrong:
            again = f"python -m tests.simulation {self.seed}"
            where = f"input {self.inputs}, {self.clock.seconds():.2f} s"
            raise Wrong(f"Seed {self.seed}, {where}: {wrong}\nAgain: {again}") from wrong
        finally:
            globalLogPublisher.removeObserver(log)
            gc.enable()
        digest = self.digest()
        rounds = "SELECT DISTINCT t.name FROM rounds r JOIN tables t ON t.id = r.tbl"
        self.played = {name for (name,) in self.conn.execute(rounds)}
        self.conn.close()
        self.books.close()
        return digest

    def _log(self, event: LogEvent) -> None:
        failure = event.get("log_failure")
        wrong = failure.value if failure else None
        # What the disk refused is this evening's own doing.
        ours = isinstance(wrong, CommitFailed) or getattr(wrong, "code", "") == "not_written"
        ours = ours or event.get("alarm") == DISK
        if event.get("log_level") == LogLevel.critical and not ours:
            self.wrong(f"{eventAsText(event)} {failure.getTraceback() if failure else ''}")

    def _evening(self) -> None:
        crash_at = self.dice.randrange(INPUTS // 4, INPUTS)
        faults = sorted(self.dice.sample(range(INPUTS // 8, INPUTS), 2), reverse=True)
        self.bank.coming.extend(self.dice.choice(BANK_FAULTS))
        self.faults = len(self.bank.coming)
        while self.inputs < INPUTS or not self.crashes or self._idle():
            if crash_at <= self.inputs:
                crash_at += INPUTS
                self.store.fault = self.dice.choice(
                    (CommitFault.CRASH_BEFORE, CommitFault.CRASH_AFTER)
                )
            elif faults and faults[-1] <= self.inputs and self.store.fault is None:
                faults.pop()
                self.store.fault = self.dice.choice((CommitFault.FAILS, CommitFault.LOST))
            # Some of them at the very same time.
            for _ in range(self.dice.choice((1, 1, 1, 2, 4))):
                self._someone().act()
            long = self.dice.random() < 0.03
            self.pass_time(LONG_S if long else self.dice.choice(TIMES))
            self._check()

    def _idle(self) -> bool:
        """Whether a table has not played yet, and there is patience left."""
        rounds = [TableProbe.of(self.house.lobby.find(table)).rounds for table in self.tables]
        return not all(rounds) and self.inputs < MOST_INPUTS

    def _someone(self) -> Visitor:
        asked = [one for one in self.visitors if one.asked or one.offers]
        return self.dice.choice(asked if asked and self.dice.random() < 0.6 else self.visitors)

    def _check(self) -> None:
        truth.check(self)
        if self.wrongs:
            raise AssertionError(self.wrongs[0])
        if not any(TableProbe.of(one).paused for one in self.house.lobby.runners.values()):
            for visitor in self.visitors:
                visitor.again.clear()

    def _home(self) -> None:
        """Nothing goes wrong any more; everybody leaves every table."""
        self.untouched = len(self.bank.coming) == self.faults
        self.bank.coming.clear()
        self.store.fault = None
        self.strikes.plan.clear()
        until = self.clock.seconds() + HOME_S
        while self.clock.seconds() < until:
            for visitor in self.visitors:
                if visitor.wire is None:
                    visitor.connect()
                    self.pass_time(0.2)
                for table in sorted(visitor.seats):
                    visitor.ask(messages.Leave, table)
            self.pass_time(5.0)
            self._check()
            if self._is_empty():
                self.pass_time(60.0)
                return
        raise AssertionError("some never come home")

    def _is_empty(self) -> bool:
        return not any(TableProbe.of(runner).seats for runner in self.house.lobby.runners.values())

    def digest(self) -> str:
        """Of every frame that was sent, and of the journal, byte by byte."""
        whole = self.story.copy()
        for row in self.conn.execute("SELECT tbl, epoch, seq, data FROM journal ORDER BY id"):
            whole.update(repr(row).encode())
        return whole.hexdigest()
