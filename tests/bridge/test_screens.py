"""Every screen of the page but the table: nothing is missing on it, and every tap is answered."""

import json
import re
from dataclasses import asdict, replace

import pytest
import segno

from client_core.text import LANGUAGES, Words, catalogue
from game_server.rules.catalogue import GAMES
from protocol import messages
from protocol.events import Moved, RoundBegan, RoundEnded
from protocol.messages import Room
from protocol.messages.parts import CardProof
from protocol.words import POT, Seat
from tests.bridge.tab import Tab, parts, taps
from tests.client.device import ROOM, people
from web_client.bridge.page import SHEETS
from web_client.bridge.taps import TAPS

ROOMS = (
    ROOM,
    Room("e", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7, 7, 2),
    Room("d", "doudizhu", "house", "play", 1_000, 10_000, 50_000, 3, 1, ready=True, coming=2),
    Room("b", "blackjack", "twenty_one", "play", 0, 0, 0, 5, bots=0, testing=True),
)
KEYS = frozenset(catalogue("en"))
FORM = ("name", "password", "code", "number", "pin", "old", "new", "proof")
GAP = re.compile("(^|.)…(?!$)")
"""A hole that was not filled; at the end of a line it tells that one waits."""
KEY = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")
OPENED = {
    "rooms": ("holdem",),
    "card": ("change",),
    "options": ("solo",),
    "rules": ("holdem", "standard"),
    "history": ("t",),
    "hand": ("t", 1),
    "share": ("t",),
    "open": ("holdem",),
    "solo": ("blackjack",),
    "puzzle": (1,),
    "person": ("t", 11, 5, "Lin", "You fool"),
    "report": ("t", 11, 5, "Lin", "You fool"),
}
"""What pages are about."""
PAGES = sorted(SHEETS.keys() - {"start", "lobby", "ending", "farewell", "too_old", "ended"})


def inside(language: str = "en") -> Tab:
    """A tab that has come in, with rooms to choose from and a demo bank."""
    one = Tab(language)
    one.bridge.opened(one.connection)
    cards = (
        CardProof("debit", "4000000000000001", "1234"),
        CardProof("credit", "5" * 16, "", "04/31", "123"),
    )
    one.house(messages.Welcome(1, house="Test", demo_cards=cards))
    one.tap("enter", value={"name": "Me"})
    one.in_house(one.last(messages.Guest).id)
    one.house(messages.Rooms(ROOMS, (), True))
    return one


def tell_rules(one: Tab, answered: set[int]) -> None:
    """The house answers whatever was asked of its rules."""
    while waiting := [ask for ask in one.all(messages.RulesOf) if ask.id not in answered]:
        for ask in waiting:
            answered.add(ask.id)
            game = GAMES[ask.game]
            options, choices = asdict(game.presets[ask.preset]), game.offered(ask.preset)
            one.house(messages.TheRules(ask.id, ask.game, ask.preset, options, choices))


def said_amiss(one: Tab) -> list[str]:
    """Texts that no player should read: keys of texts, and gaps."""
    return [text for text in one.texts if text in KEYS or KEY.fullmatch(text) or GAP.search(text)]


def opened(name: str, language: str = "en") -> Tab:
    """A tab with this page in sight."""
    one = inside(language)
    if name in ("history", "hand", "share", "person", "report"):
        one.sit_down()
    if name == "options":
        one.bridge.pressed("go", ("solo", "blackjack"))
    one.bridge.pressed("go", (name, *OPENED.get(name, ())))
    tell_rules(one, set())
    return one


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_missing_on_a_page_and_every_tap_is_answered(name: str, language: str) -> None:
    one = opened(name, language)
    assert one.screen == name
    assert one.at("sheet", "title")
    assert said_amiss(one) == []
    known = [*taps(one.page)]
    assert [tap for tap in known if tap[0] not in TAPS] == []
    assert ["back"] in known
    one.tap("back")
    assert one.screen != name


@pytest.mark.parametrize("name", ["lobby", *PAGES])
def test_whatever_is_pressed_on_a_page_leads_somewhere_that_can_be_shown(name: str) -> None:
    one = inside() if name == "lobby" else opened(name)
    answered: set[int] = set()
    before = one.visit.local
    for tap in [*taps(one.page)]:
        for value in (None, 3, {}, dict.fromkeys(FORM, "12345678")):
            one.bridge.tap(json.dumps({"tap": tap, "value": value}))
            tell_rules(one, answered)
            assert said_amiss(one) == [], (tap, value)
            if one.screen in ("start", "ended"):
                # Logged out, or the app was closed: the next tap is pressed in another tab.
                one, answered = (inside() if name == "lobby" else opened(name)), set()
            one.visit.local = before


DEMO_CARDS = (["card.demo", 0], ["card.demo", 1])


def test_demo_cards_say_their_pins_and_that_they_are_for_trying() -> None:
    one = opened("card")
    picks = [part for part in parts(one.page) if part.get("tap") in DEMO_CARDS]
    assert [pick["note"] for pick in picks] == ["Demo PIN 1234", ""]
    one.tap("card.demo", 0)
    assert one.says("Demo PIN 1234")


@pytest.mark.parametrize(
    ("chosen", "note"), [("", "rivals.anyone"), ("hard", "bot.hard")], ids=["anyone", "bots"]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_says_against_whom_one_is_dealt_in(language: str, chosen: str, note: str) -> None:
    one, words = inside(language), Words(language)
    one.client.set(rivals=chosen)
    one.bridge.follow("")
    (button,) = [part for part in parts(one.page) if part.get("tap") == ["go", "rivals"]]
    assert button["text"] == words.say("rivals.button")
    assert words.say(note) in str(button["note"])


def test_ones_own_table_says_that_one_sits_out() -> None:
    one = inside()
    one.sit_down()
    one.client.show("")
    out = Words("en").say("table.sits_out")
    assert not one.says(out)
    one.seats({**people(), 2: replace(people()[2], out=True)})
    (row,) = [part for part in parts(one.page) if part.get("tap") == ["show", "t"]]
    assert out in str(row["note"])


def test_what_is_said_of_houses_stands_beside_the_house() -> None:
    one = opened("settings")
    (house,) = [part for part in parts(one.page) if part.get("heading") == "House"]
    said = [str(part.get("text", part.get("title"))) for part in parts(house)]
    assert said[1:3] == ["Test", Words("en").say("settings.house.note")]


def says_the_link(one: Tab, link: str) -> bool:
    """Whether the square of the invitation, and what is copied, is that link."""
    (square,) = [part for part in parts(one.page) if part.get("kind") == "qr"]
    dark = {(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)h1", str(square["path"]))}
    wanted = segno.make(link, error="m", micro=False).matrix
    drawn = {(x, y) for y, row in enumerate(wanted) for x, one in enumerate(row) if one}
    copied = [part["copies"] for part in parts(one.page) if part.get("copies")]
    return square["size"] == len(wanted) and dark == drawn and link in copied


@pytest.mark.parametrize(
    ("house", "invite", "link"),
    [
        ("ws://127.0.0.1:8770", "", "http://h/#join=7KQ2M9"),
        ("ws://127.0.0.1:8770", "http://192.168.1.5:8770/", "http://192.168.1.5:8770/#join=7KQ2M9"),
        ("ws://192.168.1.7:8770", "http://192.168.1.5:8770/", "http://h/#join=7KQ2M9"),
    ],
    ids=["alone", "on the machine of the house", "from elsewhere"],
)
def test_an_invitation_says_a_link_that_friends_reach(house: str, invite: str, link: str) -> None:
    one = Tab()
    one.visit.browser = replace(one.visit.browser, house=house)
    one.bridge.opened(one.connection)
    one.house(messages.Welcome(1, house="Test", invite=invite))
    one.tap("enter", value={"name": "Me"})
    one.in_house(one.last(messages.Guest).id)
    one.sit_down(room=replace(ROOM, private=True, code="7KQ2M9"))
    one.bridge.pressed("go", ("share", "t"))
    assert says_the_link(one, link)
    assert one.says(Words("en").say("share.scan" if invite else "share.text"))


def test_rounds_that_were_played_are_listed_in_the_profile_also_after_a_reload() -> None:
    one = inside()
    one.sit_down()
    names, stacks = {Seat(0): "Ann", Seat(2): "Me"}, {Seat(0): 20_000, Seat(2): 20_000}
    won = (Moved(Seat(0), POT, 200, "small_blind"), Moved(POT, Seat(2), 200, "pot"))
    began = RoundBegan("holdem", "standard", 7, names, stacks, {})
    one.house(messages.Told("t", 7, 0, 4, (began, *won, RoundEnded())))
    again = Tab(kept=dict(one.kept))
    again.bridge.opened(again.connection)
    again.house(messages.Welcome(1, house="Test"))
    again.in_house(again.last(messages.Resume).id, token="token-2")
    again.bridge.pressed("go", ("profile",))
    again.tap("go", "history", "")
    assert again.says("Hold'em · Hand 7")
    assert again.says("Your newest 50 rounds are kept on this device until you log out.")
    again.tap("go", "hand", "t", 7)
    assert again.at("sheet", "title") == "Hand 7"
    again.tap("hand.step", 1)


def test_offline_no_list_asks_for_tables_for_money() -> None:
    one = opened("rooms")
    assert ["rooms.filter", "cash"] in [*taps(one.page)]
    alone = Tab()
    alone.meet()
    alone.tap("offline")
    alone.bridge.pressed("go", ("rooms", "holdem"))
    assert ["rooms.filter", "free"] in [*taps(alone.page)]
    assert ["rooms.filter", "cash"] not in [*taps(alone.page)]
