"""Every screen but the table as a player may find it, with a house that is played by the test."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Final, Literal

from game_server.bank.demo_bank import shown_cards
from game_server.rules.catalogue import GAMES
from mobile_client.ui.app import SCREENS
from mobile_client.ui.app_looks import dress
from mobile_client.ui.look import look
from mobile_client.ui.screens.address import AddressSheet
from mobile_client.ui.screens.joining import CodeSheet
from mobile_client.ui.screens.share import ShareSheet
from mobile_client.ui.sound import Sounds
from mobile_client.ui.stage import Stage
from protocol import messages as said
from protocol.events import RoundBegan
from protocol.messages import Line, Payment, Room, Sitter
from protocol.messages.parts import CardProof
from protocol.words import Seat
from tests.client.device import PRACTISED, Device
from tests.client.rounds import played, seen_by
from tests.client.ui.scenes import FACES, NAMES, Phone

HOUSE: Final = "Cardroom"
ROOMS: Final = (
    Room("eps", "holdem", "eps", "cash", 1_000, 2_000, 100_000, 7, 2),
    Room("holdem", "holdem", "standard", "play", 200, 4_000, 20_000, 7, 5),
    Room(
        "full",
        "holdem",
        "casino",
        "play",
        0,
        20_000,
        100_000,
        6,
        6,
        2,
        options={"single_pot": True},
    ),
    Room("heads-up", "holdem", "heads_up", "play", 1_000, 20_000, 100_000, 2, 1, testing=True),
    Room("doudizhu", "doudizhu", "house", "play", 1_000, 10_000, 100_000, 3, 3, 1),
    Room("doudizhu-bid", "doudizhu", "standard", "play", 500, 10_000, 100_000, 3, 1),
    Room("twenty-one", "blackjack", "twenty_one", "play", 500, 500, 50_000, 8, 4),
    Room("roulette", "roulette", "house", "play", 0, 100, 50_000, 7, 0),
    Room("sabacc", "sabacc", "house", "play", 1_000, 10_000, 50_000, 4, 1),
)
DEMO_CARDS: Final = shown_cards()
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


@dataclass
class Visit:
    """A client on a device of the test, and the stage that shows it."""

    language: str = "en"
    kept: dict[str, str] = field(default_factory=lambda: dict(PRACTISED))

    def __post_init__(self) -> None:
        self.device = Device(self.language, self.kept)
        self.client = self.device.client
        # What moves is looked at when it has arrived; texts are as large as whoever looks wants.
        self.client.set(animation="off", big_text=look.big_text)
        self.phone = Phone()
        self.sounds = Sounds(lambda path: None)

    def meet(self, demo_cards: tuple[CardProof, ...] = ()) -> "Visit":
        self.device.client.start()
        self.device.client.opened(self.device.line)
        self.device.house(said.Welcome(1, house=HOUSE, demo_cards=demo_cards))
        return self

    def come_in(self, guest: bool = True) -> "Visit":
        self.meet()
        self.client.play_as_guest("Juno")
        device = self.device
        device.house(
            said.Session(device.last(said.Guest).id, "token-1", "Juno", guest, "fox", (), 13)
        )
        device.house(said.Ok(device.last(said.Lobby).id))
        device.house(said.Purse(123_450, 2_000, {"holdem": 3_400, "roulette": -1_200}))
        device.house(said.Rooms(ROOMS, whole=True))
        return self

    def sit(self, table: str = "t", code: str = "7KQ2M9", preset: str = "standard") -> "Visit":
        """A seat in a private room of friends."""
        cash = preset == "eps"
        room = Room(table, "holdem", preset, "cash" if cash else "play", 200, 2_000, 20_000, 7, 3,
                    private=bool(code), code=code)  # fmt: skip
        self.device.house(said.Joined(self.client.join(table), room))
        sitters = {
            Seat(seat): Sitter(NAMES[seat] if seat else "Juno", 12_000, avatar=FACES[seat])
            for seat in range(4)
        }
        self.device.house(said.Seats(table, sitters, Seat(0), 1))
        return self

    def told_rules(self) -> None:
        """The house answers what was asked last: how a game is played."""
        asked = self.device.last(said.RulesOf)
        game = GAMES[asked.game]
        options, choices = asdict(game.presets[asked.preset]), game.offered(asked.preset)
        self.device.house(said.TheRules(asked.id, asked.game, asked.preset, options, choices))

    def stage(self) -> Stage:
        dress(self.client.settings)
        self.shown = Stage(self.client, self.phone, self.sounds, SCREENS)
        return self.shown

    def page(self, name: str, **about: object) -> Stage:
        stage = self.stage()
        stage.go(name, **about)
        return stage

    def lobby(self) -> "Visit":
        self.client.show("")
        return self


def _start(language: str) -> Stage:
    return Visit(language).meet().stage()


def _register(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.stage()
    stage.screen.way.chosen = "register"
    visit.client.register("Juno", "1234")
    number = visit.device.last(said.Register).id
    visit.device.house(said.Refused(number, "password_short", "It is short.", {"least": 8}))
    return stage


def _offline(language: str) -> Stage:
    visit = Visit(language)
    visit.client.start()
    while visit.client.connection.state != "waiting":
        visit.device.lose()
    return visit.stage()


def _address(language: str) -> Stage:
    visit = Visit(language).meet()
    visit.client.set(urls="wss://play.example.org\nws://192.168.1.20:8770")
    stage = visit.stage()
    stage.open(AddressSheet(visit.client))
    return stage


def _card(language: str) -> Stage:
    stage = Visit(language).meet().page("card")
    stage.screen.name.text, stage.screen.number.text = "Juno", "4000123412341234"
    return stage


def _demo(language: str) -> Stage:
    visit = Visit(language)
    visit.meet(demo_cards=DEMO_CARDS)
    return visit.page("card")


def _demo_pin(language: str) -> Stage:
    stage = _demo(language)
    stage.screen.name.text = "Juno"
    stage.screen._fill(DEMO_CARDS[0])
    stage.screen._next()
    return stage


def _credit(language: str) -> Stage:
    stage = _card(language)
    stage.screen.kind.chosen = "credit"
    stage.screen._next()
    stage.screen.expiry.text, stage.screen.code.text = "0431", "917"
    return stage


def _code_wrong(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.page("card")
    card = stage.screen
    card.name.text, card.number.text = "Juno", "4000123412341234"
    card.kind.chosen = "credit"
    card._next()
    card.expiry.text, card.code.text = "0431", "918"
    card._proved()
    number = visit.device.last(said.LoginByCard).id
    visit.device.house(said.Refused(number, "cvc_wrong", "Wrong.", {"left": 2}))
    return stage


def _change(language: str, confirm: Literal["password", "card"]) -> Stage:
    """A new card was typed, and what confirms it is asked for."""
    visit = Visit(language).come_in(guest=confirm == "card")
    stage = visit.page("cashier")
    visit.device.house(
        said.BankInfo(visit.device.last(said.Bank).id, "debit", "1234", (), "", confirm)
    )
    stage.go("card", purpose="change")
    card = stage.screen
    card.kind.chosen, card.number.text = "credit", "4000123412345678"
    card._next()
    card.expiry.text, card.code.text = "0431", "917"
    card._proved()
    return stage


def _held(language: str) -> Stage:
    """What was won waits for a new card; another card pays meanwhile."""
    visit = Visit(language).come_in()
    stage = visit.page("cashier")
    # The day after tomorrow, whenever the picture is taken.
    until = (int(time.time()) // 86_400 + 3) * 86_400
    held = Payment(8, EVENING + 5_000, "cash_out", 64_000, "pending", "", "1234", until)
    number = visit.device.last(said.Bank).id
    visit.device.house(
        said.BankInfo(number, "credit", "5678", (held, *PAYMENTS[2:]), "1234", "card")
    )
    return stage


def _pin(language: str) -> Stage:
    stage = _card(language)
    stage.screen._next()
    stage.screen.keypad.number = "123"
    return stage


def _pin_wrong(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.page("card")
    stage.screen.name.text, stage.screen.number.text = "Juno", "4000123412341234"
    stage.screen._next()
    stage.screen.keypad.number = "1234"
    stage.screen._send()
    number = visit.device.last(said.LoginByCard).id
    visit.device.house(said.Refused(number, "pin_wrong", "Wrong.", {"left": 2}))
    return stage


def _lobby(language: str) -> Stage:
    return Visit(language).come_in().stage()


def _lobby_tables(language: str) -> Stage:
    """At a table, trouble on the line, and a toast."""
    visit = Visit(language).come_in().sit().sit("u", "").lobby()
    facts: dict[str, int | str] = {"winners": "Ada", "amount": 11_400, "chips": 12_000}
    visit.device.house(said.Notice("won_by", "", "t", facts))
    stage = visit.stage()
    visit.device.lose()
    stage.strip._show_line()
    return stage


def _closing(language: str) -> Stage:
    visit = Visit(language).come_in()
    visit.device.house(said.Notice("closing", ""))
    return visit.stage()


def _quit(language: str) -> Stage:
    stage = _lobby(language)
    stage.screen._quit()
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
    visit.device.house(said.Rooms(whole=True))
    return visit.page("rooms", game="sabacc")


def _cashier(language: str) -> Stage:
    visit = Visit(language).come_in().sit(preset="eps").lobby()
    stage = visit.page("cashier")
    number = visit.device.last(said.Bank).id
    visit.device.house(said.BankInfo(number, "debit", "1234", PAYMENTS))
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
        said.Buster(name, 1_795_030_000 - nth * 50_000, 50_250 + 1_300 * nth)
        for nth, name in enumerate((*NAMES[:9], "A rather long name"))
    )
    visit.device.house(said.BusterList(visit.device.last(said.Busters).id, found))
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
    visit.device.house(said.Joined(visit.client.join("t"), room))
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
    stage = visit.page("hand", table="t", round=visit.client.history("t")[0].round)
    stage.screen.slider.value = len(stage.screen.told) * 3 // 4
    return stage


def _inbox(language: str) -> Stage:
    """Messages, some of which nobody has seen."""
    visit = Visit(language).come_in().sit()
    for seconds in (30, 60, 90):
        visit.device.house(said.Notice("chips_given", "", "", {"amount": 5_000 + seconds,
                                                              "reason": "Tea"}))  # fmt: skip
    visit.device.house(said.Notice("won_by", "", "t", {"winners": "Ada", "amount": 11_400,
                                                       "chips": 12_000}))  # fmt: skip
    visit.device.house(said.Notice("reset_asked", "", ""))
    visit.device.time += 130
    tea = {"text": "Tea is served."}
    visit.device.house(said.Notice("announcement", "Tea is served.", "", tea))
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
    visit.device.house(said.Chat("t", lines))
    stage = visit.lobby().stage()
    stage.go("chat", table="t")
    return stage


def _too_old(language: str) -> Stage:
    visit = Visit(language)
    visit.client.start()
    visit.client.opened(visit.device.line)
    visit.device.house(said.UpgradeRequired(2, 3))
    return visit.page("too_old")


def _farewell(language: str) -> Stage:
    from client_core.client import Farewell, Say
    from mobile_client.ui.farewell import Goodbye

    visit = Visit(language).come_in()
    visit.device.house(said.Purse(0, 0, {"holdem": -100_000}))
    stage = visit.stage()
    now = visit.client.now()
    farewell = Farewell(Say("farewell.no_chips"), now, now + 6)
    stage.open(Goodbye(visit.client, farewell))
    return stage


ENDED: Final = (
    # its kind, the code of the house, chips there, beaten, buy-in of the room, chips beside it
    ("broke", "no_chips", 0, ("Amber",), 20_000, 80_000),
    ("nothing", "no_chips", 0, (), 20_000, 0),
    ("short", "no_chips", 3_500, (), 10_000, 40_000),
    ("victory", "victory", 80_000, ("Amber", "Birch", "Juniper"), 20_000, 180_000),
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
        client.show_endings()
        game = "sabacc" if kind == "short" else "holdem"
        cash = kind == "cash"
        if buy_in:
            mine = client.play_solo(game, "house" if kind == "short" else "standard", 3,
                                    buy_in=buy_in)  # fmt: skip
        else:
            mine = client.join("t")
        room = Room("t", game, "standard", "play", 1_000, buy_in or 4_000, buy_in or 20_000, 7, 4,
                    private=bool(buy_in))  # fmt: skip
        if cash:
            room = replace(room, preset="eps", purse="cash")
        device.house(said.Joined(mine, room))
        sitters = {
            Seat(seat): Sitter(NAMES[seat] if seat else "Juno", stack, avatar=FACES[seat])
            for seat in range(4)
        }
        device.house(said.Seats("t", sitters, Seat(0), 1))
        client.show("t")
        for name in beaten:
            device.house(said.Notice("opponent_broke", "", "t", {"name": name}))
        device.house(said.Left("t", code), said.Purse(play, 4_500))
        device.passes(5)
        return visit.stage()

    return make


def _devices(language: str) -> Stage:
    visit = Visit(language).come_in()
    stage = visit.page("devices")
    day = 86_400
    at = int(time.time()) // day * day
    devices = (
        said.Device("Pixel 7 0.1.0", "203.0.113.*", at - 3 * day, at, here=True),
        said.Device("Linux 0.1.0", "198.51.100.*", at - 9 * day, at - 3 * day, over="replaced"),
        said.Device("", "2001:db8:1::*", at - 12 * day, at - 9 * day, over="stolen"),
    )
    visit.device.house(said.SessionList(visit.device.last(said.Sessions).id, devices))
    return stage


SECRET: Final = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
CODES: Final = tuple(f"{one}2cd-efgh-jk4m-npqr" for one in "abcdefghjk")


def _own(language: str) -> tuple[Visit, Stage]:
    """The page of the password and the second factor, of a member."""
    visit = Visit(language).come_in(guest=False)
    stage = visit.page("credentials")
    visit.device.house(said.AccountInfo(visit.device.last(said.Account).id, "member"))
    return visit, stage


def _credentials(language: str) -> Stage:
    return _own(language)[1]


def _factor_begun(language: str) -> tuple[Visit, Stage]:
    visit, stage = _own(language)
    stage.screen.proof.text = "the old password"
    stage.screen.begin.dispatch("on_release")
    number = visit.device.last(said.BeginFactor).id
    visit.device.house(said.FactorSecret(number, SECRET, f"otpauth://totp/Cardroom:Juno?{SECRET}"))
    return visit, stage


def _factor_secret(language: str) -> Stage:
    return _factor_begun(language)[1]


def _factor_codes(language: str) -> Stage:
    visit, stage = _factor_begun(language)
    stage.screen.code.text = "123456"
    stage.screen.confirm.dispatch("on_release")
    visit.device.house(said.RecoveryCodes(visit.device.last(said.ConfirmFactor).id, CODES))
    return stage


def _factor_on(language: str) -> Stage:
    visit, stage = _own(language)
    visit.device.house(said.AccountInfo(visit.device.last(said.Account).id, "member", True, 9))
    stage.screen.proof.text, stage.screen.code.text = "the password", "000000"
    stage.screen.end.dispatch("on_release")
    number = visit.device.last(said.EndFactor).id
    visit.device.house(said.Refused(number, "factor_wrong", "That code is wrong."))
    return stage


def _start_code(language: str) -> Stage:
    visit = Visit(language).meet()
    stage = visit.stage()
    stage.screen.way.chosen = "login"
    stage.screen.name.text, stage.screen.password.text = "Juno", "the password"
    visit.client.log_in("Juno", "the password")
    number = visit.device.last(said.Login).id
    visit.device.house(said.Refused(number, "second_factor", "Give the code of your app too."))
    return stage


def _lost(language: str) -> tuple[Visit, Stage]:
    visit = Visit(language).meet()
    visit.client.set(name="Juno")
    return visit, visit.page("lost_password")


def _lost_password(language: str) -> Stage:
    return _lost(language)[1]


def _lost_number(language: str) -> Stage:
    visit, stage = _lost(language)
    stage.screen.ask.dispatch("on_release")
    number = visit.device.last(said.LostPassword).id
    visit.device.house(said.Reset(number, "key", "482913", 900_000))
    stage.screen.password.text = "kings and queens"
    stage.screen.choose.dispatch("on_release")
    waits = said.Refused(visit.device.last(said.NewPassword).id, "reset_waits", "Not yet.")
    visit.device.house(waits)
    return stage


def _in(name: str, **about: object) -> Callable[[str], Stage]:
    return lambda language: Visit(language).come_in().page(name, **about)


PAGES: Final[dict[str, tuple[str, Callable[[str], Stage]]]] = {
    "start": ("The first start", _start),
    "start-register": ("A new name", _register),
    "start-offline": ("The house is not reached", _offline),
    "start-code": ("The code of a second factor", _start_code),
    "lost-password": ("The password is lost", _lost_password),
    "lost-number": ("A number to be read to the house", _lost_number),
    "start-address": ("Where the house is", _address),
    "card": ("Coming in by bank card", _card),
    "card-demo": ("Cards of a demo bank", _demo),
    "card-demo-pin": ("The PIN of a demo card", _demo_pin),
    "card-code": ("The expiry and the security code", _credit),
    "card-code-wrong": ("A wrong security code", _code_wrong),
    "card-password": ("The password confirms a new card", lambda one: _change(one, "password")),
    "card-old": ("The old card confirms a new one", lambda one: _change(one, "card")),
    "card-pin": ("The PIN", _pin),
    "card-pin-wrong": ("A wrong PIN", _pin_wrong),
    "lobby": ("The lobby", _lobby),
    "lobby-tables": ("At two tables, trouble on the line", _lobby_tables),
    "lobby-closing": ("The house closes", _closing),
    "lobby-quit": ("Leaving the app", _quit),
    "lobby-code": ("Joining friends by a code", _code),
    "lobby-share": ("A code for friends", _share),
    "rooms": ("Rooms of a game", _in("rooms", game="holdem")),
    "rooms-none": ("No rooms", _no_rooms),
    "open": ("Opening a room", _open),
    "solo": ("A game against bots", _solo),
    "solo-heads-up": ("A game against one bot", lambda one: _solo(one, "holdem", "heads_up")),
    "solo-doudizhu": ("Dou Dizhu against bots", lambda one: _solo(one, "doudizhu")),
    "solo-blackjack": ("Blackjack alone with the house", lambda one: _solo(one, "blackjack")),
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
    "profile": ("Name and face", _in("profile")),
    "credentials": ("Password and second factor", _credentials),
    "credentials-secret": ("A secret for the app", _factor_secret),
    "credentials-codes": ("Recovery codes", _factor_codes),
    "credentials-on": ("The second factor is asked for", _factor_on),
    "devices": ("Where one is logged in", _devices),
    "chat": ("The chat of a table", _chat),
    "too-old": ("The app is too old", _too_old),
    "ending-broke": ("All chips are gone", _ending("broke")),
    "ending-nothing": ("The last chips of all", _ending("nothing")),
    "ending-short": ("Too few for the next round", _ending("short")),
    "ending-victory": ("Every opponent is beaten", _ending("victory")),
    "ending-left": ("Left after the hand", _ending("left")),
    "ending-silent": ("Sent away by the clock", _ending("silent")),
    "ending-cash": ("No chips at a table of money", _ending("cash")),
    "farewell": ("The last chips are gone", _farewell),
}
"""What each picture shows, and how it is made."""
