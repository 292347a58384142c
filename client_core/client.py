"""The facade: what screens read, what taps call, how they learn of changes.

Everything read is a frozen value. Money is cents, a seat is the absolute one, times are those of
the client's own clock. `observe` tells which topic has changed; reading it again is cheap.
"""

from client_core.acts import GUARD_S, Acts, Button, Preset, Tap
from client_core.address import DEMO as DEMO_ADDRESS
from client_core.before_turn import PreAct, PreKind
from client_core.bringing import ToBring
from client_core.busters import BusterRow
from client_core.cashier import BuyView, CashierView, PaymentRow
from client_core.catalogue import STAKES, GameCard, Solo, card_of
from client_core.chat import ChatLine
from client_core.coach import Tip
from client_core.credentials import Credentials, LostPassword
from client_core.devices import DeviceRow
from client_core.effects import Connect, Effect, HangUp, Keep, Quit, Send, WakeAt
from client_core.ending import Ending, Way
from client_core.facade.puzzling import Puzzling
from client_core.folds.blackjack import BlackjackFacts
from client_core.folds.blackjack import printed as blackjack_print
from client_core.folds.doudizhu import DoudizhuFacts, Play
from client_core.folds.holdem import HoldemFacts
from client_core.folds.roulette import RouletteFacts
from client_core.folds.sabacc import SabaccFacts
from client_core.history import HandRow, Line
from client_core.letters import LETTERS, letters
from client_core.lobby import Filter, GameTile, LobbyView, RoomRow
from client_core.model import Topic
from client_core.motions import Motion
from client_core.names import FACE_DOWN, brief, card_name, cards_name, rank_name
from client_core.odds import Counting, Odds, Race
from client_core.people import Banner, Connection, Entry, Farewell, Me, Screen
from client_core.puzzles.collection import Puzzle
from client_core.puzzles.playing import MOST_STARS, Playing, begun
from client_core.puzzles.position import Position
from client_core.puzzles.solver import Solver
from client_core.room_options import OptionGroup, OptionRow
from client_core.round import Facts, HandName, LastAct, Pot
from client_core.rules import RulesView
from client_core.settings import CHOICES, Settings
from client_core.tables import Offered, Queued
from client_core.text import LANGUAGES, Cash, Say, Words, joined, set_in
from client_core.toasts import Toast
from client_core.views import (
    ChatView,
    HandView,
    SeatView,
    TableView,
    Told,
    TurnView,
)
from client_core.wishes import RoomKind, Wish


class Client(Puzzling):
    """One player's client, whole: the door, the hall, the table, the desk, the own account, and
    puzzles."""


__all__ = [
    "CHOICES",
    "DEMO_ADDRESS",
    "FACE_DOWN",
    "GUARD_S",
    "LANGUAGES",
    "LETTERS",
    "MOST_STARS",
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
    "DeviceRow",
    "DoudizhuFacts",
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
    "HangUp",
    "HoldemFacts",
    "Keep",
    "LastAct",
    "Line",
    "LobbyView",
    "LostPassword",
    "Me",
    "Motion",
    "Odds",
    "Offered",
    "OptionGroup",
    "OptionRow",
    "PaymentRow",
    "Play",
    "Playing",
    "Position",
    "Pot",
    "PreAct",
    "PreKind",
    "Preset",
    "Puzzle",
    "Queued",
    "Quit",
    "Race",
    "RoomKind",
    "RoomRow",
    "RouletteFacts",
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
    "Told",
    "Topic",
    "TurnView",
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
    "joined",
    "letters",
    "rank_name",
    "set_in",
]
