"""The tables of all games as a player may find them, each on a stage of its own."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from client_core.chat import ChatLine
from client_core.round import BACK
from game_server.rules.catalogue import GAMES
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.stage import Stage
from protocol import messages
from protocol.events import Moved
from protocol.games.holdem import Ranked
from protocol.messages import Line, Sitter
from protocol.words import POT, Seat
from tests.client.ui import shifts, tables_blackjack, tables_doudizhu, wheels
from tests.client.ui.moments import (
    MOMENTS,
    held,
    others_turn,
    shown_down,
    six_on_the_turn,
    watched,
)
from tests.client.ui.scenes import Scene, find
from tests.client.ui.table_sights import Maker, before_a_game, laid, screen_of
from tests.playing import PlayedRound


def of(moment: str) -> Maker:
    return lambda language: laid(MOMENTS[moment](language))


# -- hold'em ----------------------------------------------------------------------------------


def side_pots(one: PlayedRound, line: int, seat: Seat) -> bool:
    """A showdown that this seat has lost, and in which one has won the main pot and another one
    beside it."""
    if not shown_down(one, line, seat):
        return False
    paid: dict[Seat, int] = {}
    for event in one.events:
        if isinstance(event, Moved) and event.src >= 0:
            paid[event.src] = paid.get(event.src, 0) + event.amount
    winners = {event.dst for event in one.events if isinstance(event, Moved) and event.src == POT
               and event.why not in BACK}  # fmt: skip
    if len(winners) < 2 or seat in winners:
        return False
    stakes = {paid.get(event.seat, 0) for event in one.events if isinstance(event, Ranked)}
    return len(stakes) > 1


def split_pots(language: str) -> Stage:
    return laid(find("holdem", "standard", side_pots, language, range(400)))


def raising(language: str) -> Stage:
    """The amount of a raise is being chosen."""
    stage = laid(held(language, 4, 6))
    bar = screen_of(stage).bar
    bar.open(next(one for one in bar.choices if one.offer is not None))
    return stage


def typing(language: str) -> Stage:
    stage = raising(language)
    screen_of(stage).bar.sum.type()
    return stage


def all_in(language: str) -> Stage:
    """All the chips are asked for twice."""
    scene = held(language, 3)
    stage = laid(scene)
    # A tap on buttons that have just changed does nothing.
    scene.device.passes(2)
    screen = screen_of(stage)
    acts = screen.client.turn.acts(screen.table)
    button = next(one for one in acts.buttons if one.ranges or one.verb == "all_in")
    screen.send(button, button.high)
    return stage


def queued(language: str) -> Stage:
    scene = watched(language)
    # All who wait are here and have no seat: the house counts them among those who watch.
    scene.device.seats(scene.sitters(), None, watching=4)
    scene.device.house(messages.Queued("t", 2, 4, 95_000))
    return laid(scene)


def offered(language: str) -> Stage:
    """The seventh seat of seven is free."""
    full = find("holdem", "standard", six_on_the_turn, language, watching=True)
    one, free = full.one, Seat(max(full.names) + 1)
    scene = Scene(full.game, full.preset, one, full.seat, language, watching=True, chairs=free + 1)
    scene.to(full.line)
    scene.device.house(messages.Offer("t", free, "key", 22_000, 4_000, 20_000))
    return laid(scene)


def away(language: str) -> Stage:
    """One is gone from the line, one sits out, one waits for the next hand."""
    scene = find("holdem", "standard", others_turn, language, seats=6)
    sitters = dict(scene.sitters())
    others = [seat for seat in sitters if seat != scene.seat]
    sitters[others[0]] = replace(sitters[others[0]], here=False, away=40)
    sitters[others[1]] = replace(sitters[others[1]], out=True)
    scene.sit(sitters)
    return laid(scene)


def chatting(language: str) -> Stage:
    """Words and faces over the seats."""
    scene = held(language, 3, 6)
    others = [seat for seat in scene.names if seat != scene.seat]
    lines = ("Nice hand! 打得好", ""), ("", "laugh"), ("One moment please, the door", "")
    for n, (seat, (text, phrase)) in enumerate(zip(others, lines, strict=False), 1):
        scene.device.house(messages.Chat("t", (Line(n, scene.names[seat], 0, text, phrase, seat),)))
    return laid(scene)


def alone(language: str) -> Stage:
    """The first at a table."""
    sitters = {2: Sitter("Juno", 20_000, avatar="fox")}
    return laid(before_a_game("holdem", "standard", language, 2, sitters))


def over(opens: Callable[[TableScreen], object], moment: str = "holdem_flop") -> Maker:
    """What opens over a table."""

    def made(language: str) -> Stage:
        stage = of(moment)(language)
        opens(screen_of(stage))
        return stage

    return made


def coached(moment: str) -> Maker:
    """A tip for one who plays this game for the first time."""

    def made(language: str) -> Stage:
        scene = MOMENTS[moment](language)
        scene.client.set(coach=True)
        return laid(scene)

    return made


def ruled(game: str) -> Maker:
    """The rules, as a window over a table."""

    def made(language: str) -> Stage:
        scene = MOMENTS[game](language)
        stage = laid(scene)
        screen_of(stage).actions.rules()
        asked = scene.device.last(messages.RulesOf)
        options = GAMES[asked.game].presets[asked.preset]
        shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
        scene.device.house(messages.TheRules(asked.id, asked.game, asked.preset, shown))
        return stage

    return made


LONG: Final = (
    "Maximilian von Hohenberg",
    "WWWWWWWWMMMMMMMMWWWWWWWW",
    "南山南北秋悲北海北有墓碑南风喃北海北",
    "iiiiiiiiiiiiiiiiiiiiiiii",
    "Al",
    "The Quick Brown Fox Jump",
    "斗地主之王",
)
"""Names as long as the house lets them be."""


def long_names(language: str) -> Stage:
    """A showdown among people with long names."""
    scene = MOMENTS["holdem_showdown"](language)
    one, seat, line = scene.one, scene.seat, scene.line
    again = Scene("holdem", "standard", one, seat, language)
    again.names = dict(zip(one.stacks, LONG, strict=False))
    again.sit(again.sitters())
    again.to(line)
    return laid(again)


def with_bots(language: str) -> Stage:
    """Alone against bots, one of which says something."""
    scene = MOMENTS["holdem_wait"](language)
    names = dict(zip(scene.one.stacks, ("Amber", "Birch", "Coral", "Dune", "Ember", "Fern", "Gale"),
                     strict=False))  # fmt: skip
    again = Scene("holdem", "standard", scene.one, scene.seat, language)
    names[scene.seat] = "Juno"
    again.names = names
    bots = {seat: replace(one, bot="" if seat == scene.seat else "easy", avatar="")
            for seat, one in again.sitters().items()}  # fmt: skip
    again.people = bots
    again.sit(bots)
    again.to(scene.line)
    stage = laid(again)
    other = next(seat for seat in bots if seat != scene.seat)
    again.client._state.chats.asides["t"] = ChatLine(
        0, names[Seat(other)], 0, "", "bot.wry.hello.1", Seat(other), until=0
    )
    again.client._state.chats.speak_aside("t")
    again.screen._refresh()
    return stage


def told(language: str) -> Stage:
    """Something long is said while one plays."""
    scene = MOMENTS["holdem_flop"](language)
    stage = laid(scene)
    scene.device.house(messages.Notice("reset_asked", ""))
    scene.screen._refresh()
    return stage


def held_up(language: str) -> Stage:
    """The line is gone in my turn."""
    scene = MOMENTS["holdem_flop"](language)
    stage = laid(scene)
    scene.device.lose()
    scene.screen._refresh()
    return stage


def free_fold(language: str) -> Stage:
    scene = MOMENTS["holdem_flop"](language)
    stage = laid(scene)
    scene.device.passes(1)
    fold = next(one for one in scene.client.turn.acts("t").buttons if one.verb == "fold")
    scene.screen.send(fold)
    return stage


TABLES: Final[Mapping[str, tuple[str, Maker]]] = {
    "holdem-turn": ("My turn", of("holdem_flop")),
    "holdem-raise": ("The amount of a raise", raising),
    "holdem-keys": ("An amount is typed", typing),
    "holdem-all-in": ("All-in is asked for twice", all_in),
    "holdem-free-fold": ("A fold for nothing is asked about", free_fold),
    "holdem-long-names": ("Long names", long_names),
    "holdem-bots": ("Alone against bots", with_bots),
    "holdem-told": ("Something is said in passing", told),
    "holdem-held": ("The line is gone in my turn", held_up),
    "holdem-showdown": ("Showdown with side pots", split_pots),
    "holdem-seven": ("Seven seats before the flop", of("holdem_preflop")),
    "holdem-ten-bets": ("Ten seats before the flop", of("holdem_ten_bets")),
    "holdem-ten": ("Ten seats on the flop", of("holdem_ten")),
    "holdem-ten-end": ("A showdown among ten", of("holdem_ten_end")),
    "holdem-nine": ("Nine seats on the flop", of("holdem_nine")),
    "holdem-draw": ("Cards are drawn for the first dealer", of("holdem_draw")),
    "holdem-draw-equal": ("Of equal cards the suit decides", of("holdem_draw_equal")),
    "holdem-two": ("Heads-up", of("holdem_two")),
    "holdem-wait": ("Another's turn, my choice beforehand", of("holdem_wait")),
    "holdem-tip": ("A tip for newcomers", coached("holdem_flop")),
    "blackjack-tip": ("A tip for newcomers", coached("blackjack_play")),
    "roulette-tip": ("A tip for newcomers", coached("roulette_bet")),
    "doudizhu-tip": ("A tip for newcomers", coached("doudizhu_lead")),
    "sabacc-tip": ("A tip for newcomers", coached("sabacc_draw")),
    "holdem-away": ("One is away, one sits out", away),
    "holdem-alone": ("The first at a table", alone),
    "holdem-watch": ("Watching", of("holdem_watch")),
    "holdem-queue": ("In the queue", queued),
    "holdem-offer": ("A seat is offered", offered),
    "holdem-said": ("Words and faces over the seats", chatting),
    "holdem-chat": ("The chat beside the table", over(TableScreen.open_chat)),
    "holdem-menu": ("The menu of a table", over(TableScreen.open_menu)),
    "holdem-rules": ("The rules over a table", ruled("holdem_flop")),
    "blackjack-rules": ("The rules of blackjack", ruled("blackjack_play")),
    "holdem-leave": ("Leaving in the middle of a hand", over(lambda table: table.actions.leave())),
    "doudizhu-room": ("The room before a game", tables_doudizhu.room),
    "doudizhu-bid": (
        "Bidding",
        tables_doudizhu.at("standard", tables_doudizhu.bidding),
    ),
    "doudizhu-lead": ("The landlord leads", of("doudizhu_lead")),
    "doudizhu-turn": ("My turn, cards are chosen", tables_doudizhu.choosing),
    "doudizhu-bomb": ("A bomb is chosen", tables_doudizhu.bomb),
    "doudizhu-won": (
        "Won",
        tables_doudizhu.at("standard", tables_doudizhu.won),
    ),
    "doudizhu-lost": (
        "Lost",
        tables_doudizhu.at("standard", tables_doudizhu.lost),
    ),
    "doudizhu-again": ("Another game", tables_doudizhu.again),
    "doudizhu-away": ("Bots play for others", tables_doudizhu.stood_in_for),
    "doudizhu-deal": (
        "A hand is opened in the deal",
        tables_doudizhu.at("classic", tables_doudizhu.dealt_open),
    ),
    "doudizhu-call": ("Calling", tables_doudizhu.at("classic", tables_doudizhu.calling)),
    "doudizhu-rob": ("Robbing back", tables_doudizhu.at("classic", tables_doudizhu.robbing)),
    "doudizhu-double": ("Doubling", tables_doudizhu.at("classic", tables_doudizhu.doubling)),
    "doudizhu-open": (
        "The landlord may open the cards",
        tables_doudizhu.at("classic", tables_doudizhu.opening),
    ),
    "doudizhu-seen": (
        "Two play with open cards",
        tables_doudizhu.at("classic", tables_doudizhu.among_open),
    ),
    "doudizhu-listed": ("What it is played for", tables_doudizhu.listed),
    "doudizhu-dear": (
        "Every factor in the reckoning",
        tables_doudizhu.at("classic", tables_doudizhu.dear),
    ),
    "doudizhu-wild": (
        "Wild cards are drawn",
        tables_doudizhu.at("wild", tables_doudizhu.wild_called),
    ),
    "doudizhu-ways": ("Cards that could be several plays", tables_doudizhu.wild_chosen),
    "doudizhu-soft": (
        "A play with wild cards",
        tables_doudizhu.at("wild", tables_doudizhu.on_wild_cards),
    ),
    "blackjack-bet": ("Bets", of("blackjack_bet")),
    "blackjack-play": ("My hand", of("blackjack_play")),
    "blackjack-again": ("A bet lies there", tables_blackjack.bet_again),
    "blackjack-insurance": (
        "Insurance is offered",
        tables_blackjack.at_seven(tables_blackjack.insured),
    ),
    "blackjack-insured": (
        "My bet is insured",
        tables_blackjack.at_seven(tables_blackjack.insurance_lies, True),
    ),
    "blackjack-insurance-lost": (
        "The insurance is lost",
        tables_blackjack.at_seven(tables_blackjack.insurance_lost, True),
    ),
    "blackjack-insurance-won": (
        "The insurance has won",
        tables_blackjack.at_seven(tables_blackjack.insurance_won, True),
    ),
    "blackjack-soft": ("An ace counts 1 or 11", tables_blackjack.at_seven(tables_blackjack.soft)),
    "blackjack-seven": (
        "Seven players, my turn",
        tables_blackjack.at_seven(tables_blackjack.seven_play),
    ),
    "blackjack-split": ("My hand was split", tables_blackjack.at_seven(tables_blackjack.two_hands)),
    "blackjack-all": ("Seven results", tables_blackjack.at_seven(tables_blackjack.all_played)),
    "blackjack-end": ("The dealer has played", tables_blackjack.dealt_out),
    "roulette-bet": ("Chips on the board", of("roulette_bet")),
    "roulette-end": ("The ball has fallen", of("roulette_end")),
    "roulette-many": ("Bets of every kind", wheels.bets),
    "roulette-won": ("Alone at the wheel, a number has paid", wheels.fallen),
    "roulette-sum": ("All my bets, and what they may win", wheels.summed_up),
    "sabacc-draw": ("Drawing cards", of("sabacc_draw")),
    "sabacc-bet": ("Betting", of("sabacc_bet")),
    "sabacc-shift": ("A shift: all hands were thrown in", shifts.shifted),
    "sabacc-end": ("Hands are compared", of("sabacc_end")),
}
"""What each picture shows, and how it is made."""
