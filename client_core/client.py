"""The facade: what screens read, what taps call, how they learn of changes.

Everything read is a frozen value. Money is cents, a seat is the absolute one, times are those of
the client's own clock. `observe` tells which topic has changed; reading it again is cheap.
"""

from collections.abc import Callable, Mapping

from client_core.account_forms import (
    LONGEST_CODE,
    LONGEST_NAME,
    LONGEST_PASSWORD,
    OF_CODES,
    OF_NEW,
    REPLACED,
    SHORTEST_PASSWORD,
    first_way,
    grouped,
)
from client_core.acts import GUARD_S, Acts, Button, Preset, Tap
from client_core.address import DEMO_ADDRESS, OFFLINE, Invitation, invitation, is_here, is_link
from client_core.before_turn import PreAct, PreKind
from client_core.bringing import ToBring
from client_core.busters import BusterRow
from client_core.cashier import BuyView, CashierView, PaymentRow
from client_core.catalogue import STAKES, GameCard, Solo, card_of
from client_core.chat import ChatLine
from client_core.coach import Tip
from client_core.credentials import Credentials, LostPassword
from client_core.cues import Cues, Ear, music_at, wheel_turns
from client_core.devices import DeviceRow
from client_core.effects import Connect, Disconnect, Effect, Keep, Quit, Send, WakeAt
from client_core.ending import Ending, Way
from client_core.facade.account import AccountPart
from client_core.facade.cashier import CashierPart
from client_core.facade.chat import ChatPart
from client_core.facade.coach import CoachPart
from client_core.facade.connection import ConnectionPart
from client_core.facade.ending import EndingPart
from client_core.facade.lobby import LobbyPart
from client_core.facade.notices import NoticesPart
from client_core.facade.opening import OpeningPart
from client_core.facade.pace import PacePart
from client_core.facade.puzzles import PuzzlesPart
from client_core.facade.requests import RequestsPart
from client_core.facade.rules import RulesPart
from client_core.facade.safety import SafetyPart
from client_core.facade.seat import SeatPart
from client_core.facade.tables import TablesPart
from client_core.facade.texts import TextsPart
from client_core.facade.turn import TurnPart
from client_core.folds.blackjack import BlackjackFacts, blackjack_print
from client_core.folds.doudizhu_facts import DoudizhuFacts, Play
from client_core.folds.holdem import HoldemFacts
from client_core.folds.roulette import RouletteFacts
from client_core.folds.sabacc import SabaccFacts
from client_core.history import HandRow, RoundLine
from client_core.kept_rounds import MOST_ROUNDS
from client_core.lobby import Filter, GameTile, LobbyView, RoomRow
from client_core.motions import Motion
from client_core.names import FACE_DOWN, brief, card_name, cards_name, rank_name
from client_core.odds import Counting, Odds, Race
from client_core.people import Banner, Connection, Entry, Farewell, Me, Near, Screen
from client_core.puzzles.collection import Puzzle
from client_core.puzzles.playing import MOST_STARS, Playing, begun
from client_core.puzzles.position import Position
from client_core.puzzles.solver import Solver, TooLong
from client_core.room_options import OptionGroup, OptionRow
from client_core.round import Facts, HandName, LastAct, PotView
from client_core.rules import RulesView
from client_core.session_states import Chance
from client_core.settings import CHOICES, Settings
from client_core.state.changes import Observer, Topic
from client_core.state.client_state import ClientState
from client_core.tables import Offered, Queued
from client_core.text import LANGUAGES, Cash, Say, Value, Words, joined, set_in
from client_core.toasts import Toast
from client_core.verbs import ALL_IN, Tone, Verb, every_verb, letters, verb_of
from client_core.views import (
    ChatView,
    HandView,
    ReplayStep,
    SeatView,
    TableView,
    TurnView,
)
from client_core.wishes import RoomKind, Wish


class Client:
    """One player's client: parts by what a screen wants, and what every screen uses.

    `run` is handed every effect, in order, as soon as it is due.
    """

    def __init__(
        self,
        clock: Callable[[], float],
        chance: Chance,
        run: Callable[[Effect], None],
        kept: Mapping[str, str],
        language: str = "en",
        build: str = "",
    ) -> None:
        state = self._state = ClientState(clock, chance, run, kept, language, build)
        self.requests = RequestsPart(state)
        self.connection = ConnectionPart(state)
        self.account = AccountPart(state, self.requests)
        self.notices = NoticesPart(state)
        self.texts = TextsPart(state)
        self.rules = RulesPart(state, self.requests)
        self.opening = OpeningPart(state, self.requests, self.rules)
        self.lobby = LobbyPart(state, self.notices, self.opening, self.requests, self.texts)
        self.tables = TablesPart(state)
        self.pace = PacePart(state)
        self.seat = SeatPart(state, self.requests, self.tables)
        self.turn = TurnPart(state)
        self.ending = EndingPart(state, self.requests, self.notices)
        self.coach = CoachPart(state, self.tables, self.turn)
        self.chat = ChatPart(state, self.notices, self.requests)
        self.safety = SafetyPart(state, self.requests)
        self.cashier = CashierPart(state, self.requests, self.tables)
        self.puzzles = PuzzlesPart(state)

    def now(self) -> float:
        """The time that deadlines are in."""
        return self._state.clock()

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Call this with each topic that changes, and its table or ""; the result ends it."""
        return self._state.changes.observe(observer)

    @property
    def words(self) -> Words:
        """The player's language."""
        return self._state.words

    def say(self, what: str | Say, /, **holes: Value) -> str:
        """A text in the player's language."""
        return self.words.say(what, **holes)

    @property
    def settings(self) -> Settings:
        """What the player has chosen on this device."""
        return self._state.settings

    def set(self, **changes: str | int | bool) -> None:
        """Choose settings; ValueError for a name or a value that is none."""
        self._state.prefer(**changes)

    @property
    def screen(self) -> Screen:
        """Where the player is."""
        return self._state.navigation.screen

    def show(self, table: str = "") -> None:
        """Look at one of my tables, or at the lobby."""
        self._state.returning.over()
        self._state.navigation.show(table)
        self._state.settle()


__all__ = [
    "ALL_IN",
    "CHOICES",
    "DEMO_ADDRESS",
    "FACE_DOWN",
    "GUARD_S",
    "LANGUAGES",
    "LONGEST_CODE",
    "LONGEST_NAME",
    "LONGEST_PASSWORD",
    "MOST_ROUNDS",
    "MOST_STARS",
    "OFFLINE",
    "OF_CODES",
    "OF_NEW",
    "REPLACED",
    "SHORTEST_PASSWORD",
    "STAKES",
    "Acts",
    "Banner",
    "BlackjackFacts",
    "BusterRow",
    "Button",
    "BuyView",
    "Cash",
    "CashierView",
    "ChatLine",
    "ChatView",
    "Client",
    "Connect",
    "Connection",
    "Counting",
    "Credentials",
    "Cues",
    "DeviceRow",
    "Disconnect",
    "DoudizhuFacts",
    "Ear",
    "Effect",
    "Ending",
    "Entry",
    "Facts",
    "Farewell",
    "Filter",
    "GameCard",
    "GameTile",
    "HandName",
    "HandRow",
    "HandView",
    "HoldemFacts",
    "Invitation",
    "Keep",
    "LastAct",
    "LobbyView",
    "LostPassword",
    "Me",
    "Motion",
    "Near",
    "Odds",
    "Offered",
    "OptionGroup",
    "OptionRow",
    "PaymentRow",
    "Play",
    "Playing",
    "Position",
    "PotView",
    "PreAct",
    "PreKind",
    "Preset",
    "Puzzle",
    "Queued",
    "Quit",
    "Race",
    "ReplayStep",
    "RoomKind",
    "RoomRow",
    "RouletteFacts",
    "RoundLine",
    "RulesView",
    "SabaccFacts",
    "Say",
    "Screen",
    "SeatView",
    "Send",
    "Settings",
    "Solo",
    "Solver",
    "TableView",
    "Tap",
    "Tip",
    "ToBring",
    "Toast",
    "Tone",
    "TooLong",
    "Topic",
    "TurnView",
    "Verb",
    "WakeAt",
    "Way",
    "Wish",
    "Words",
    "begun",
    "blackjack_print",
    "brief",
    "card_name",
    "card_of",
    "cards_name",
    "every_verb",
    "first_way",
    "grouped",
    "invitation",
    "is_here",
    "is_link",
    "joined",
    "letters",
    "music_at",
    "rank_name",
    "set_in",
    "verb_of",
    "wheel_turns",
]
