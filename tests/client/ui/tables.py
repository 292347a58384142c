"""The tables of all games as a player may find them, each on a stage of its own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Final

from client_core.chat import ChatLine
from client_core.round import BACK
from game_server.bots import Chance
from game_server.rules.catalogue import GAMES
from mobile_client.ui.look import px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.stage import Stage
from protocol import games
from protocol import messages as said
from protocol.events import Event, Moved
from protocol.games.doudizhu import Pattern, classify
from protocol.games.holdem import Ranked
from protocol.messages import Line, Sitter
from protocol.words import POT, Act, Ask, Cards, Seat
from tests.client.ui import shifts, wheels
from tests.client.ui.moments import (
    MOMENTS,
    held,
    offers,
    others_turn,
    shown_down,
    six_on_the_turn,
    watched,
)
from tests.client.ui.scenes import FACES, Scene, asked, ended, find
from tests.playing import Played, play_round

Maker = Callable[[str], Stage]
Stop = Callable[[Played, int, Seat], bool]
SMALL: Final = (360, 640)


def laid(scene: Scene) -> Stage:
    """The scene as it is on the screen when all that was told has been shown."""
    stage = scene.stage()
    stage.size_hint = (None, None)
    stage.size = [px(side) for side in SMALL]
    scene.screen._refresh()
    return stage


def _screen(stage: Stage) -> TableScreen:
    assert isinstance(stage.screen, TableScreen)
    return stage.screen


def of(moment: str) -> Maker:
    return lambda language: laid(MOMENTS[moment](language))


def before_a_game(
    game: str,
    preset: str,
    language: str,
    seat: int,
    people: Mapping[int, Sitter],
    ready: bool = False,
) -> Scene:
    """A table at which nothing was played yet."""
    stacks = {Seat(place): sitter.stack for place, sitter in people.items()}
    nothing = Played(GAMES[game], GAMES[game].presets[preset], stacks, None)
    return Scene(game, preset, nothing, Seat(seat), language, people=people, ready=ready)


# -- hold'em ----------------------------------------------------------------------------------


def side_pots(one: Played, line: int, seat: Seat) -> bool:
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
    bar = _screen(stage).bar
    bar.open(next(one for one in bar.choices if one.offer is not None))
    return stage


def typing(language: str) -> Stage:
    stage = raising(language)
    _screen(stage).bar.sum.type()
    return stage


def all_in(language: str) -> Stage:
    """All the chips are asked for twice."""
    scene = held(language, 3)
    stage = laid(scene)
    # A tap on buttons that have just changed does nothing.
    scene.device.passes(2)
    screen = _screen(stage)
    acts = screen.client.acts(screen.table)
    button = next(one for one in acts.buttons if one.ranges or one.verb == "all_in")
    screen.send(button, button.high)
    return stage


def queued(language: str) -> Stage:
    scene = watched(language)
    # All who wait are here and have no seat: the house counts them among those who watch.
    scene.device.seats(scene.sitters(), None, watching=4)
    scene.device.house(said.Queued("t", 2, 4, 95_000))
    return laid(scene)


def offered(language: str) -> Stage:
    """The seventh seat of seven is free."""
    full = find("holdem", "standard", six_on_the_turn, language, watching=True)
    one, free = full.one, Seat(max(full.names) + 1)
    scene = Scene(full.game, full.preset, one, full.seat, language, watching=True, chairs=free + 1)
    scene.to(full.line)
    scene.device.house(said.Offer("t", free, "key", 22_000, 4_000, 20_000))
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
        scene.device.house(said.Chat("t", (Line(n, scene.names[seat], 0, text, phrase, seat),)))
    return laid(scene)


def alone(language: str) -> Stage:
    """The first at a table."""
    sitters = {2: Sitter("Juno", 20_000, avatar="fox")}
    return laid(before_a_game("holdem", "standard", language, 2, sitters))


def over(opens: Callable[[TableScreen], object], moment: str = "holdem_flop") -> Maker:
    """What opens over a table."""

    def made(language: str) -> Stage:
        stage = of(moment)(language)
        opens(_screen(stage))
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
        _screen(stage).actions.rules()
        asked = scene.device.last(said.RulesOf)
        options = GAMES[asked.game].presets[asked.preset]
        shown = {name: getattr(options, name) for name in options.__dataclass_fields__}
        scene.device.house(said.TheRules(asked.id, asked.game, asked.preset, shown))
        return stage

    return made


# -- blackjack -------------------------------------------------------------------------------


def played_out(one: Played, line: int, seat: Seat) -> bool:
    """The end of a round in which this seat and the dealer have played."""
    return (
        ended(one, line, seat)
        and any(hand.seat == seat for hand in one.state.hands)
        and len(one.state.dealer) > 2
    )


def eager(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Bets in every round, splits what can be split, and hits two times of three."""
    offers = {option.verb: option for option in ask.options}
    if "bet" in offers and "deal" not in offers:
        return Act("bet", min(offers["bet"].high, offers["bet"].low + 1_000 * chance(4)))
    for verb in ("deal", "split", *(("hit",) if chance(3) else ()), "stand"):
        if verb in offers:
            return Act(verb, offers[verb].low)
    return ask.default


@cache
def full_house(seed: int) -> Played:
    """A round of blackjack among seven of them."""
    random, game = Random(seed), GAMES["blackjack"]
    stacks = {Seat(seat): 20_000 + 3_000 * seat for seat in range(7)}
    return play_round(game, game.presets["standard"], stacks, None, random.randrange, eager)


def seven_play(one: Played, line: int, seat: Seat) -> bool:
    """My turn, when another has already taken many cards."""
    held = one.steps[line].state.hands
    return (
        _playing(one, line, seat, "hit", "stand")
        and len({hand.seat for hand in held}) == 7
        and any(len(hand.cards) > 3 for hand in held if hand.seat != seat)
    )


def two_hands(one: Played, line: int, seat: Seat) -> bool:
    """I have split, and play one of the hands."""
    mine = [hand for hand in one.steps[line].state.hands if hand.seat == seat]
    return _playing(one, line, seat, "hit", "stand") and len(mine) == 2


def all_played(one: Played, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and any(len(hand.cards) > 3 for hand in one.state.hands)


def at_seven(stop: Stop) -> Maker:
    """The first such moment of a full table."""

    def made(language: str) -> Stage:
        for seed in range(80):
            one = full_house(seed)
            for line in range(len(one.script) + 1):
                for seat in one.stacks:
                    if stop(one, line, seat):
                        scene = Scene("blackjack", "standard", one, seat, language)
                        scene.to(line)
                        return laid(scene)
        raise LookupError("No round comes to that.")

    return made


def dealt_out(language: str) -> Stage:
    return laid(find("blackjack", "standard", played_out, language, seats=3))


def insured(one: Played, line: int, seat: Seat) -> bool:
    """I am asked whether I insure my bet."""
    return _playing(one, line, seat, "insure", "decline")


def soft(one: Played, line: int, seat: Seat) -> bool:
    """My turn, with an ace that may count 1 or 11."""
    held = [hand for hand in one.steps[line].state.hands if hand.seat == seat]
    aces = [card for hand in held for card in hand.cards if card // 4 == 12]
    return _playing(one, line, seat, "hit", "stand") and len(held) == 1 and len(aces) == 1


def bet_again(language: str) -> Stage:
    """A bet lies in my circle, and more may be laid."""
    scene = find("blackjack", "standard", offers("bet", "deal", "take"), language, seats=3)
    return laid(scene)


# -- Dou Dizhu --------------------------------------------------------------------------------


def room(language: str) -> Stage:
    """Two are ready, one is not."""
    sitters = {
        seat: Sitter(name, 20_000, avatar=FACES[seat], ready=seat == 2)
        for seat, name in enumerate(("Ada", "Juno", "Ines"))
    }
    return laid(before_a_game("doudizhu", "house", language, 1, sitters, ready=True))


def thrifty(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Plays low cards first, many at a time, and keeps bombs: as people play."""
    offers = {option.verb: option for option in ask.options}
    if "bid" in offers and chance(2):
        return Act("bid", offers["bid"].low)
    if "play" in offers:
        found = games.choices("doudizhu", heard, ask, offers["play"])
        able = [cards for cards in found if isinstance(classify(cards), Pattern)]
        leads = "pass" not in offers
        calm = [cards for cards in able if not _bombs(cards)]
        if calm and (leads or chance(5)):
            return Act("play", cards=min(calm, key=partial(_dear, leads)))
        if able and leads:
            return Act("play", cards=able[0])
        if able and not chance(3):
            return Act("play", cards=able[0])
    return ask.default


def _dear(leads: bool, cards: Cards) -> tuple[int, int]:
    found = classify(cards)
    low = found.low if isinstance(found, Pattern) else 0
    return (low - 2 * len(cards) if leads else low), len(cards)


def _bombs(cards: Cards) -> bool:
    found = classify(cards)
    return isinstance(found, Pattern) and found.category in ("bomb", "rocket")


@cache
def game_of(preset: str, seed: int) -> Played:
    """A game of Dou Dizhu among thrifty players."""
    random, game = Random(seed), GAMES["doudizhu"]
    stacks = {Seat(seat): 20_000 + 4_000 * seat for seat in range(3)}
    return play_round(game, game.presets[preset], stacks, None, random.randrange, thrifty)


def come_to(preset: str, stop: Stop, language: str) -> Scene:
    """The first such moment of those games."""
    for seed in range(60):
        one = game_of(preset, seed)
        for line in range(len(one.script) + 1):
            for seat in one.stacks:
                if stop(one, line, seat):
                    scene = Scene("doudizhu", preset, one, seat, language)
                    scene.to(line)
                    return scene
    raise LookupError(f"No game of {preset} comes to that.")


def _playing(one: Played, line: int, seat: Seat, *verbs: str) -> bool:
    if not asked(one, line, seat):
        return False
    ask = next(ask for ask in one.asked[line] if ask.who == seat)
    return {option.verb for option in ask.options} >= set(verbs)


def bidding(one: Played, line: int, seat: Seat) -> bool:
    return _playing(one, line, seat, "bid") and any(
        act.verb == "bid" for _, act in one.script[:line]
    )


def answering(one: Played, line: int, seat: Seat) -> bool:
    """My turn in the middle of the game, on a play of several cards that I can beat."""
    state = one.steps[line].state
    return (
        _playing(one, line, seat, "play", "pass")
        and len(one.script[line - 1][1].cards) > 2
        and 8 <= len(state.hands[seat]) <= 14
        and one.script[line][1].verb == "play"
    )


def bombing(one: Played, line: int, seat: Seat) -> bool:
    """I have a bomb, and may throw it."""
    return (
        _playing(one, line, seat, "play", "pass")
        and bool(bomb_of(one.steps[line].state.hands[seat]))
        and bool(one.script[line - 1][1].cards)
    )


def bomb_of(hand: Cards) -> Cards:
    """Four of one rank of these cards, or none."""
    for card in hand:
        four = tuple(one for one in hand if one < 52 and card < 52 and one // 4 == card // 4)
        if len(four) == 4 and _bombs(four):
            return four
    return ()


def _result(one: Played, seat: Seat) -> int:
    return one.stacks_after()[seat] - one.stacks[seat]


def won(one: Played, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and _result(one, seat) > 0 and one.state.landlord == seat


def lost(one: Played, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and _result(one, seat) < 0 and one.state.landlord != seat


def choosing(language: str) -> Stage:
    """Some cards are chosen that beat what lies there."""
    scene = come_to("standard", answering, language)
    stage = laid(scene)
    scene.screen.felt.hand.choose(scene.one.script[scene.line][1].cards)
    scene.screen._refresh()
    return stage


def bomb(language: str) -> Stage:
    scene = come_to("standard", bombing, language)
    stage = laid(scene)
    scene.screen.felt.hand.choose(bomb_of(scene.one.steps[scene.line].state.hands[scene.seat]))
    scene.screen._refresh()
    return stage


def again(language: str) -> Stage:
    """After a game in a room of one's own: one has left, and the others wait for me."""
    scene = come_to("standard", lost, language)
    open_room(scene)
    stacks = scene.one.stacks_after()
    sitters = {seat: replace(one, stack=stacks[Seat(seat)], ready=True)
               for seat, one in scene.sitters().items()}  # fmt: skip
    sitters[scene.seat] = replace(sitters[scene.seat], ready=False)
    del sitters[min(set(sitters) - {scene.seat})]
    scene.sit(sitters)
    scene.device.house(said.Notice("get_ready", table="t", facts={"seconds": 15}))
    scene.device.passes(5)
    return laid(scene)


def stood_in_for(language: str) -> Stage:
    """Bots play for one who is away and for one who has left."""
    scene = come_to("standard", answering, language)
    open_room(scene)
    sitters = dict(scene.sitters())
    first, second = (seat for seat in sitters if seat != scene.seat)
    sitters[first] = replace(sitters[first], stand_in=True)
    sitters[second] = replace(sitters[second], here=False, stand_in=True)
    scene.sit(sitters)
    return laid(scene)


def open_room(scene: Scene) -> None:
    """It is played in a room of one's own, with a code."""
    card = scene.client._model.tables["t"].room
    assert card is not None
    room = replace(card, ready=True, private=True, code="7KQ2M9", calls=True, counter=True)
    scene.device.house(said.Joined(scene.client.join("t"), room))
    scene.to(scene.line)


# -- all of them ------------------------------------------------------------------------------


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
    again.client._model.asides["t"] = ChatLine(
        0, names[Seat(other)], 0, "", "bot.wry.hello.1", Seat(other), until=0
    )
    again.client._model.speak_aside("t")
    again.screen._refresh()
    return stage


def told(language: str) -> Stage:
    """Something long is said while one plays."""
    scene = MOMENTS["holdem_flop"](language)
    stage = laid(scene)
    scene.device.house(said.Notice("reset_asked", ""))
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
    fold = next(one for one in scene.client.acts("t").buttons if one.verb == "fold")
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
    "doudizhu-room": ("The room before a game", room),
    "doudizhu-bid": ("Bidding", lambda language: laid(come_to("standard", bidding, language))),
    "doudizhu-lead": ("The landlord leads", of("doudizhu_lead")),
    "doudizhu-turn": ("My turn, cards are chosen", choosing),
    "doudizhu-bomb": ("A bomb is chosen", bomb),
    "doudizhu-won": ("Won", lambda language: laid(come_to("standard", won, language))),
    "doudizhu-lost": ("Lost", lambda language: laid(come_to("standard", lost, language))),
    "doudizhu-again": ("Another game", again),
    "doudizhu-away": ("Bots play for others", stood_in_for),
    "blackjack-bet": ("Bets", of("blackjack_bet")),
    "blackjack-play": ("My hand", of("blackjack_play")),
    "blackjack-again": ("A bet lies there", bet_again),
    "blackjack-insurance": ("Insurance is offered", at_seven(insured)),
    "blackjack-soft": ("An ace counts 1 or 11", at_seven(soft)),
    "blackjack-seven": ("Seven players, my turn", at_seven(seven_play)),
    "blackjack-split": ("My hand was split", at_seven(two_hands)),
    "blackjack-all": ("Seven results", at_seven(all_played)),
    "blackjack-end": ("The dealer has played", dealt_out),
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
