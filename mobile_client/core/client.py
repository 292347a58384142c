"""The facade: what screens read, what taps call, how they learn of changes.

Everything read is a frozen value. Money is cents, a seat is the absolute one, times are those of
the client's own clock. `observe` tells which topic has changed; reading it again is cheap.
"""

from mobile_client.core.acts import Acts, Button, PreAct, PreKind, Preset, Tap
from mobile_client.core.address import DEMO as DEMO_ADDRESS
from mobile_client.core.bringing import ToBring
from mobile_client.core.cashier import BuyView, CashierView, PaymentRow
from mobile_client.core.catalogue import GameCard, Solo
from mobile_client.core.chat import ChatLine
from mobile_client.core.credentials import Credentials, LostPassword
from mobile_client.core.devices import DeviceRow
from mobile_client.core.effects import Connect, Effect, HangUp, Keep, Quit, Send, WakeAt
from mobile_client.core.facade.own import Own
from mobile_client.core.folds.blackjack import BlackjackFacts
from mobile_client.core.folds.doudizhu import DoudizhuFacts, Play
from mobile_client.core.folds.holdem import HoldemFacts
from mobile_client.core.folds.roulette import RouletteFacts
from mobile_client.core.folds.sabacc import SabaccFacts
from mobile_client.core.history import HandRow
from mobile_client.core.lobby import Filter, GameTile, LobbyView, RoomRow
from mobile_client.core.model import Topic
from mobile_client.core.motions import Motion
from mobile_client.core.names import BLINDS
from mobile_client.core.people import Banner, Connection, Entry, Farewell, Me, Screen
from mobile_client.core.round import Facts, HandName, LastAct, Pot
from mobile_client.core.rules import RulesView
from mobile_client.core.settings import CHOICES, Settings
from mobile_client.core.tables import Offered, Queued
from mobile_client.core.text import LANGUAGES, Cash, Say, Words
from mobile_client.core.toasts import Toast
from mobile_client.core.views import (
    ChatView,
    HandView,
    SeatView,
    TableView,
    Told,
    TurnView,
)


class Client(Own):
    """One player's client, whole: the door, the hall, the table, the desk, the own account."""


__all__ = [
    "BLINDS",
    "CHOICES",
    "DEMO_ADDRESS",
    "LANGUAGES",
    "Acts",
    "Banner",
    "BlackjackFacts",
    "Button",
    "BuyView",
    "Cash",
    "CashierView",
    "ChatLine",
    "ChatView",
    "Client",
    "Connect",
    "Connection",
    "Credentials",
    "DeviceRow",
    "DoudizhuFacts",
    "Effect",
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
    "LobbyView",
    "LostPassword",
    "Me",
    "Motion",
    "Offered",
    "PaymentRow",
    "Play",
    "Pot",
    "PreAct",
    "PreKind",
    "Preset",
    "Queued",
    "Quit",
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
    "TableView",
    "Tap",
    "ToBring",
    "Toast",
    "Told",
    "Topic",
    "TurnView",
    "WakeAt",
    "Words",
]
