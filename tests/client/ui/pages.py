"""Every screen but the table as a player may find it, with a house that is played by the test."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from client_core.client import ChatLine
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.levels import RivalsSheet
from mobile_client.ui.screens.person import PersonSheet, ReportSheet
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.stage import Stage
from protocol import messages
from protocol.events import Acted, Event, Moved, RoundBegan, RoundEnded
from protocol.games.roulette import BetPaid, Closed, Spun
from protocol.messages import Line, Payment, Room, Sitter
from protocol.words import HOUSE, POT, Seat
from tests.client.rounds import played, seen_by
from tests.client.ui import pages_door, pages_puzzles
from tests.client.ui.scenes import FACES, NAMES
from tests.client.ui.visits import Visit

EVENING: Final = 1_795_030_000
PAYMENTS: Final = (
    Payment(7, EVENING + 4_000, "buy", 5_000, "unknown"),
    Payment(6, EVENING + 3_000, "buy", 2_000, "pending"),
    Payment(5, EVENING + 2_000, "buy", 250_000, "refused", "funds_short"),
    Payment(4, EVENING + 1_000, "cash_out", 12_350, "done"),
    Payment(3, EVENING, "buy", 2_000, "done"),
)
TALK: Final = (
    ("Ada", "", "hello"),
    ("Lin", "打得好，谢谢！👏 大家再来一局吧 😀", ""),
    ("Me", "Well, that was close. One more round before dinner?", ""),
    ("Otto", "[b]not bold[/b] & [color=ff0000]not red[/color]", ""),
    ("Ada", "", "laugh"),
    ("Juno", "I have to go in ten minutes, but I am in until then.", ""),
)


def _held(language: str) -> Stage:
    """What was won waits for a new card; another card pays meanwhile."""
    visit = Visit(language).come_in()
    stage = visit.page("cashier")
    # The day after tomorrow, whenever the picture is taken.
    until = (int(time.time()) // 86_400 + 3) * 86_400
    held = Payment(8, EVENING + 5_000, "cash_out", 64_000, "pending", "", "1234", until)
    number = visit.device.last(messages.Bank).id
    visit.device.house(
        messages.BankInfo(number, "credit", "5678", (held, *PAYMENTS[2:]), "1234", "card")
    )
    return stage


def _lobby(language: str) -> Stage:
    return Visit(language).come_in().stage()


def _lobby_tables(language: str) -> Stage:
    """At a table, trouble on the line, and a toast."""
    visit = Visit(language).come_in().sit().sit("u", "").lobby()
    facts: dict[str, int | str] = {"winners": "Ada", "amount": 11_400, "chips": 12_000}
    visit.device.house(messages.Notice("won_by", "", "t", facts))
    stage = visit.stage()
    visit.device.lose()
    stage.strip._show_line()
    return stage


def _closing(language: str) -> Stage:
    visit = Visit(language).come_in()
    visit.device.house(messages.Notice("closing", ""))
    return visit.stage()


def _quit(language: str) -> Stage:
    stage = _lobby(language)
    stage.screen._quit()
    return stage


def _rivals(language: str) -> Stage:
    visit = Visit(language).come_in()
    visit.client.set(rivals="hard")
    stage = visit.stage()
    stage.open(RivalsSheet(visit.client))
    return stage


def _code(language: str) -> Stage:
    visit = Visit(language).come_in()
    stage = visit.stage()
    stage.open(CodeSheet(visit.client))
    return stage


def _share(language: str) -> Stage:
    visit = Visit(language).come_in()
    stage = visit.stage()
    stage.open(ShareSheet(visit.client, stage, "7KQ2M9", fresh=True))
    return stage


def _no_rooms(language: str) -> Stage:
    visit = Visit(language).come_in()
    visit.device.house(messages.Rooms(whole=True))
    return visit.page("rooms", game="sabacc")


def _cashier(language: str) -> Stage:
    visit = Visit(language).come_in().sit(preset="eps").lobby()
    stage = visit.page("cashier")
    number = visit.device.last(messages.Bank).id
    visit.device.house(messages.BankInfo(number, "debit", "1234", PAYMENTS))
    return stage


def _cashier_empty(language: str) -> Stage:
    return Visit(language).come_in().page("cashier")


def _rules(language: str, game: str = "holdem", preset: str = "standard") -> Stage:
    visit = Visit(language).come_in().sit(preset=preset).lobby()
    stage = visit.page("rules", game=game, preset=preset, table="t")
    visit.told_rules()
    return stage


def _looks(language: str, **chosen: str) -> Stage:
    visit = Visit(language).come_in().lobby()
    visit.client.set(**chosen)
    return visit.page("looks")


def _busters(language: str) -> Stage:
    visit = Visit(language).come_in().lobby()
    stage = visit.page("busters")
    found = tuple(
        messages.Buster(name, 1_795_030_000 - nth * 50_000, 50_250 + 1_300 * nth)
        for nth, name in enumerate((*NAMES[:9], "A rather long name"))
    )
    visit.device.house(messages.BusterList(visit.device.last(messages.Busters).id, found))
    return stage


def _open(language: str) -> Stage:
    visit = Visit(language).come_in()
    stage = visit.page("open", game="doudizhu")
    visit.told_rules()
    return stage


def _solo(language: str, game: str = "holdem", preset: str = "") -> Stage:
    visit = Visit(language).come_in()
    stage = visit.page("solo", game=game)
    if preset:
        stage.screen.preset.chosen = preset
    visit.told_rules()
    return stage


def _bare(language: str, page: str = "") -> Stage:
    """Without any chips, for most of a day."""
    visit = Visit(language).come_in()
    visit.device.house(messages.Purse(0, 0, {"holdem": -100_000}, 22 * 3_600_000))
    stage = visit.page(page, game="holdem") if page else visit.stage()
    if page:
        visit.told_rules()
    return stage


def _spins(language: str) -> Stage:
    """Rounds of roulette that are over."""
    visit = Visit(language).come_in()
    room = Room("t", "roulette", "standard", "play", 0, 100, 50_000, 7, 3)
    visit.device.house(messages.Joined(visit.client.lobby.join("t"), room))
    visit.device.house(messages.Seats("t", {Seat(0): Sitter("Juno", 12_000)}, Seat(0), 1))
    for number, (fell, colour) in enumerate(((17, "black"), (0, "green"), (32, "red")), 1):
        events: list[Event] = [
            RoundBegan("roulette", "standard", number, {Seat(0): "Juno"}, {Seat(0): 12_000}, {}),
            Acted(Seat(0), "bet", 500, "red"),
            Closed(),
            Spun(fell, colour),
        ]
        if colour == "red":
            events += [BetPaid(Seat(0), "red", 500, 500), Moved(HOUSE, Seat(0), 500, "win")]
        else:
            events.append(Moved(Seat(0), HOUSE, 500, "lose"))
        visit.device.tell(*events, RoundEnded(), number=number)
    return visit.lobby().page("history", table="t")


def _options(language: str, game: str, preset: str, **chosen: bool | int | str) -> Stage:
    """The options of a new table, some of them changed."""
    visit = Visit(language).come_in()
    stage = visit.page("open", game=game)
    visit.told_rules()
    page = stage.screen
    if page.preset.chosen != preset:
        page.preset.chosen = preset
        visit.told_rules()
    for name, value in chosen.items():
        page.choose(name, value)
    stage.go("options", of=page)
    return stage


def _rules_here(language: str) -> Stage:
    """The rules of a room that departs from its preset."""
    visit = Visit(language).come_in()
    options: dict[str, int | str | bool] = {
        "single_pot": True,
        "min_raise": "double",
        "losers_may_muck": False,
    }
    room = Room("t", "holdem", "standard", "play", 200, 2_000, 20_000, 7, 3, options=options)
    visit.device.house(messages.Joined(visit.client.lobby.join("t"), room))
    stage = visit.lobby().page("rules", game="holdem", preset="standard", table="t")
    visit.told_rules()
    return stage


def _played(language: str) -> Visit:
    visit = Visit(language).come_in().sit()
    for number, seed in enumerate((3, 4, 6, 9), 1):
        began, *events = seen_by(played("holdem", "standard", seed), Seat(0))
        assert isinstance(began, RoundBegan)
        names = {Seat(seat): "Juno" if seat == 0 else NAMES[seat] for seat in range(8)}
        named = {seat: names[seat] for seat in began.names}
        began = replace(began, preset="standard", round=number, names=named)
        visit.device.tell(began, *events, number=number)
    return visit.lobby()


def _history(language: str) -> Stage:
    return _played(language).page("history", table="t")


def _hand(language: str) -> Stage:
    visit = _played(language)
    stage = visit.page("hand", table="t", round=visit.client.tables.history("t")[0].round)
    stage.screen.slider.value = len(stage.screen.told) * 3 // 4
    return stage


def _inbox(language: str) -> Stage:
    """Messages, some of which nobody has seen."""
    visit = Visit(language).come_in().sit()
    for seconds in (30, 60, 90):
        visit.device.house(messages.Notice("chips_given", "", "", {"amount": 5_000 + seconds,
                                                              "reason": "Tea"}))  # fmt: skip
    visit.device.house(messages.Notice("won_by", "", "t", {"winners": "Ada", "amount": 11_400,
                                                       "chips": 12_000}))  # fmt: skip
    visit.device.house(messages.Notice("reset_asked", "", ""))
    visit.device.time += 130
    tea = {"text": "Tea is served."}
    visit.device.house(messages.Notice("announcement", "Tea is served.", "", tea))
    return visit.page("inbox")


def _chat(language: str) -> Stage:
    visit = Visit(language).come_in().sit()
    lines = tuple(
        Line(
            n,
            name if name != "Me" else "Juno",
            EVENING + 40 * n,
            text,
            phrase,
            Seat(n % 4),
            7 + n % 4 if name != "Me" else 13,
        )
        for n, (name, text, phrase) in enumerate(TALK, 1)
    )
    visit.device.house(messages.Chat("t", lines))
    stage = visit.lobby().stage()
    stage.go("chat", table="t")
    return stage


def _too_old(language: str) -> Stage:
    visit = Visit(language)
    visit.client.connection.start()
    visit.client.connection.opened(visit.device.connection)
    visit.device.house(messages.UpgradeRequired(2, 3))
    return visit.page("too_old")


def _farewell(language: str) -> Stage:
    from client_core.client import Farewell, Say
    from mobile_client.ui.farewell import Goodbye

    visit = Visit(language).come_in()
    visit.device.house(messages.Purse(0, 0, {"holdem": -100_000}))
    stage = visit.stage()
    now = visit.client.now()
    farewell = Farewell(Say("farewell.no_chips.later", {"hours": 23}), now, now + 6)
    stage.open(Goodbye(visit.client, farewell))
    return stage


ENDED: Final = (
    # its kind, the code of the house, chips there, beaten, buy-in of the room, chips beside it
    ("broke", "no_chips", 0, ("Amber",), 20_000, 80_000),
    ("nothing", "no_chips", 0, (), 20_000, 0),
    ("short", "no_chips", 3_500, (), 10_000, 40_000),
    ("victory", "victory", 80_000, ("Amber", "Birch", "Juniper"), 20_000, 180_000),
    ("busted", "busted", 52_500, (), 20_000, 142_500),
    ("left", "left", 23_450, (), 20_000, 123_450),
    ("silent", "missed_turns", 12_000, (), 0, 12_000),
    ("cash", "no_chips", 0, (), 0, 0),
)


def _ending(kind: str) -> Callable[[str], Stage]:
    """The end of a stay at a table, as its page tells it."""
    _, code, stack, beaten, buy_in, play = next(one for one in ENDED if one[0] == kind)

    def make(language: str) -> Stage:
        visit = Visit(language).come_in()
        device, client = visit.device, visit.client
        client.ending.show_page()
        game = {"short": "sabacc", "busted": "blackjack"}.get(kind, "holdem")
        preset = {"short": "house", "busted": "twenty_one"}.get(kind, "standard")
        cash = kind == "cash"
        mine = (
            client.opening.play_solo(game, preset, 3, buy_in=buy_in)
            if buy_in
            else client.lobby.join("t")
        )
        room = Room("t", game, "standard", "play", 1_000, buy_in or 4_000, buy_in or 20_000, 7, 4,
                    private=bool(buy_in))  # fmt: skip
        if cash:
            room = replace(room, preset="eps", purse="cash")
        device.house(messages.Joined(mine, room))
        sitters = {
            Seat(seat): Sitter(NAMES[seat] if seat else "Juno", stack, avatar=FACES[seat])
            for seat in range(4)
        }
        device.house(messages.Seats("t", sitters, Seat(0), 1))
        client.show("t")
        rivals = {Seat(seat): name for seat, name in enumerate(("Juno", *beaten))}
        if beaten:
            device.tell(
                RoundBegan(game, preset, 1, rivals, dict.fromkeys(rivals, 20_000), {}),
                *(Moved(seat, POT, 20_000, "all_in") for seat in rivals),
                Moved(POT, Seat(0), 20_000 * len(rivals), "pot"),
                RoundEnded(),
            )
            device.house(messages.Seats("t", sitters, Seat(0), 1))
        for name in beaten:
            device.house(messages.Notice("opponent_broke", "", "t", {"name": name}))
        device.house(messages.Left("t", code), messages.Purse(play, 4_500))
        client.ending.stay_over()
        device.passes(5)
        return visit.stage()

    return make


def _person(language: str) -> Stage:
    """A player whose line in the chat was tapped."""
    visit = Visit(language).come_in().sit()
    stage = visit.stage()
    line = ChatLine(1, "Wilhelmina", EVENING, "You fool! 你这个笨蛋", "", Seat(1), who=7)
    stage.open(PersonSheet(visit.client, stage.open, 7, "Wilhelmina", "t", line))
    return stage


def _report(language: str) -> Stage:
    visit = Visit(language).come_in().sit()
    stage = visit.stage()
    sheet = ReportSheet(visit.client, 7, "Wilhelmina", "t", 1)
    sheet.why.chosen = "abuse"
    stage.open(sheet)
    return stage


def _blocked(language: str) -> Stage:
    visit = Visit(language).come_in()
    names = ("Wilhelmina von Hohenlohe", "小明", "Bo")
    players = tuple(messages.BlockedPlayer(who, name) for who, name in enumerate(names, 7))
    visit.device.house(messages.BlockList(1, players))
    return visit.page("blocked")


def _deleting(language: str) -> Stage:
    """A member with a second factor, whose chips lie at a table."""
    visit = Visit(language).come_in(guest=False)
    stage = visit.page("deleting")
    number = visit.device.last(messages.Account).id
    visit.device.house(messages.AccountInfo(number, "member", True, 9))
    page = stage.screen
    page.password.text = page.code.text = "123456"
    page._delete()
    number = visit.device.last(messages.DeleteAccount).id
    visit.device.house(messages.Refused(number, "delete_seated", "", {"table": "t"}))
    return stage


def _devices(language: str) -> Stage:
    visit = Visit(language).come_in()
    stage = visit.page("devices")
    day = 86_400
    at = int(time.time()) // day * day
    devices = (
        messages.Device("Pixel 7 0.2.0", "203.0.113.*", at - 3 * day, at, here=True),
        messages.Device("Linux 0.2.0", "198.51.100.*", at - 9 * day, at - 3 * day, over="replaced"),
        messages.Device("", "2001:db8:1::*", at - 12 * day, at - 9 * day, over="stolen"),
    )
    visit.device.house(messages.SessionList(visit.device.last(messages.Sessions).id, devices))
    return stage


def _in(name: str, **about: object) -> Callable[[str], Stage]:
    return lambda language: Visit(language).come_in().page(name, **about)


PAGES: Final[dict[str, tuple[str, Callable[[str], Stage]]]] = {
    "start": ("The first start", pages_door.start),
    "start-register": ("A new name", pages_door.register),
    "start-offline": ("The house is not reached", pages_door.offline),
    "lobby-alone": ("Offline, without any house", pages_door.alone),
    "start-code": ("The code of a second factor", pages_door.start_code),
    "lost-password": ("The password is lost", pages_door.lost_password),
    "lost-number": ("A number to be read to the house", pages_door.lost_number),
    "start-address": ("Where the house is", pages_door.address),
    "card": ("Coming in by bank card", pages_door.card),
    "card-demo": ("Cards of a demo bank", pages_door.demo),
    "card-demo-pin": ("The PIN of a demo card", pages_door.demo_pin),
    "card-code": ("The expiry and the security code", pages_door.credit),
    "card-code-wrong": ("A wrong security code", pages_door.code_wrong),
    "card-password": (
        "The password confirms a new card",
        lambda one: pages_door.change(one, "password"),
    ),
    "card-old": ("The old card confirms a new one", lambda one: pages_door.change(one, "card")),
    "card-pin": ("The PIN", pages_door.pin),
    "card-pin-wrong": ("A wrong PIN", pages_door.pin_wrong),
    "lobby": ("The lobby", _lobby),
    "lobby-tables": ("At two tables, trouble on the line", _lobby_tables),
    "lobby-closing": ("The house closes", _closing),
    "lobby-quit": ("Leaving the app", _quit),
    "lobby-rivals": ("Against whom one is dealt in", _rivals),
    "lobby-code": ("Joining friends by a code", _code),
    "lobby-share": ("A code for friends", _share),
    "rooms": ("Rooms of a game", _in("rooms", game="holdem")),
    "rooms-none": ("No rooms", _no_rooms),
    "open": ("Opening a room", _open),
    "solo": ("A game against bots", _solo),
    "lobby-bare": ("The lobby without chips", _bare),
    "solo-bare": ("No game against bots without chips", lambda one: _bare(one, "solo")),
    "history-spins": ("Spins of roulette", _spins),
    "solo-heads-up": ("A game against one bot", lambda one: _solo(one, "holdem", "heads_up")),
    "solo-doudizhu": ("Dou Dizhu against bots", lambda one: _solo(one, "doudizhu")),
    "solo-blackjack": ("Blackjack alone with the house", lambda one: _solo(one, "blackjack")),
    "rooms-doudizhu": ("Rooms of Dou Dizhu, and its puzzles", _in("rooms", game="doudizhu")),
    "puzzles": ("Puzzles of Dou Dizhu", pages_puzzles.listed),
    "puzzle": ("A puzzle at its beginning", pages_puzzles.begun),
    "puzzle-three": ("A puzzle against two peasants", pages_puzzles.three),
    "puzzle-turn": ("A puzzle in the middle of a trick", pages_puzzles.in_a_trick),
    "puzzle-won": ("A puzzle is solved", pages_puzzles.won),
    "puzzle-lost": ("A puzzle is lost", pages_puzzles.lost),
    "puzzle-line": ("The line of a puzzle", pages_puzzles.line),
    "options-blackjack": (
        "The options of blackjack",
        lambda one: _options(one, "blackjack", "twenty_one", swedish_pub=True, decks=2),
    ),
    "options-holdem": (
        "The options of hold'em",
        lambda one: _options(one, "holdem", "standard", single_pot=True, min_raise="double"),
    ),
    "rules-departs": ("The rules of a room that has its own", _rules_here),
    "cashier": ("The cashier", _cashier),
    "cashier-held": ("Winnings that wait for a new card", _held),
    "cashier-empty": ("The cashier of a guest", _cashier_empty),
    "rules": ("The rules of a room", _rules),
    "looks": ("Colours, tables and cards", _looks),
    "busters": ("They busted the house", _busters),
    "history": ("Hands played", _history),
    "hand": ("A hand step by step", _hand),
    "inbox": ("Messages", _inbox),
    "settings": ("Settings", _in("settings")),
    "authority": ("A private authority", pages_door.authority),
    "profile": ("Name and face", _in("profile")),
    "credentials": ("Password and second factor", pages_door.credentials),
    "credentials-secret": ("A secret for the app", pages_door.factor_secret),
    "credentials-codes": ("Recovery codes", pages_door.factor_codes),
    "credentials-on": ("The second factor is asked for", pages_door.factor_on),
    "devices": ("Where one is logged in", _devices),
    "person": ("What can be done about a player", _person),
    "report": ("Reporting a line of the chat", _report),
    "blocked": ("Whom one has blocked", _blocked),
    "blocked-nobody": ("Nobody is blocked", _in("blocked")),
    "deleting": ("Deleting the account", _deleting),
    "chat": ("The chat of a table", _chat),
    "too-old": ("The app is too old", _too_old),
    "ending-broke": ("All chips are gone", _ending("broke")),
    "ending-nothing": ("The last chips of all", _ending("nothing")),
    "ending-short": ("Too few for the next round", _ending("short")),
    "ending-victory": ("Every opponent is beaten", _ending("victory")),
    "ending-busted": ("The house is busted", _ending("busted")),
    "ending-left": ("Left after the hand", _ending("left")),
    "ending-silent": ("Sent away by the clock", _ending("silent")),
    "ending-cash": ("No chips at a table of money", _ending("cash")),
    "farewell": ("The last chips are gone", _farewell),
}
"""What each picture shows, and how it is made."""
