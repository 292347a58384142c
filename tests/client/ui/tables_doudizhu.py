"""Moments of Dou Dizhu to be looked at, found by playing until they come."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random

from client_core.client import DoudizhuFacts
from client_core.felts.doudizhu_factors import bill_of
from game_server.bots import Chance, bots
from game_server.rules.catalogue import GAMES
from mobile_client.ui.stage import Stage
from protocol import games, messages
from protocol.events import Event
from protocol.games import doudizhu
from protocol.games.doudizhu import RANK_OF, Kickers, Pattern, classify, readings
from protocol.messages import Sitter
from protocol.words import Act, Ask, Cards, Seat
from tests.client.ui.doudizhu_felts import felt_of
from tests.client.ui.scenes import FACES, Scene, ended
from tests.client.ui.table_sights import Maker, Stop, before_a_game, laid, playing
from tests.playing import PlayedRound, play_round


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


BOLD = {"call": 2, "rob": 2, "double": 3, "super_double": 4, "open": 5}
"""One in so many times this is said, before the first play."""


def bold(heard: Sequence[Event], ask: Ask, chance: Chance) -> Act:
    """Calls, robs, doubles and opens now and then, and plays as the thrifty do."""
    for option in ask.options:
        if option.verb in BOLD and not chance(BOLD[option.verb]):
            return Act(option.verb)
    return thrifty(heard, ask, chance)


def _dear(leads: bool, cards: Cards) -> tuple[int, int]:
    found = classify(cards)
    low = found.low if isinstance(found, Pattern) else 0
    return (low - 2 * len(cards) if leads else low), len(cards)


def _bombs(cards: Cards) -> bool:
    found = classify(cards)
    return isinstance(found, Pattern) and found.category in ("bomb", "rocket")


@cache
def game_of(preset: str, seed: int) -> PlayedRound:
    """A game of Dou Dizhu among thrifty players."""
    random, game = Random(seed), GAMES["doudizhu"]
    classic = preset in ("classic", "wild")
    stacks = {Seat(seat): (200_000 if classic else 20_000) + 4_000 * seat for seat in range(3)}
    player = bots("doudizhu")["medium"] if preset == "wild" else bold if classic else thrifty
    return play_round(game, game.presets[preset], stacks, None, random.randrange, player)


def come_to(preset: str, stop: Stop, language: str) -> Scene:
    """The first such moment of those games."""
    for seed in range(300 if preset == "classic" else 60):
        one = game_of(preset, seed)
        for line in range(len(one.script) + 1):
            for seat in one.stacks:
                if stop(one, line, seat):
                    scene = Scene("doudizhu", preset, one, seat, language)
                    scene.to(line)
                    return scene
    raise LookupError(f"No game of {preset} comes to that.")


def at(preset: str, stop: Stop) -> Maker:
    """The first such moment, looked at."""
    return lambda language: laid(come_to(preset, stop, language))


def bidding(one: PlayedRound, line: int, seat: Seat) -> bool:
    return playing(one, line, seat, "bid") and any(
        act.verb == "bid" for _, act in one.script[:line]
    )


def answering(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn in the middle of the game, on a play of several cards that I can beat."""
    state = one.steps[line].state
    return (
        playing(one, line, seat, "play", "pass")
        and len(one.script[line - 1][1].cards) > 2
        and 8 <= len(state.hands[seat]) <= 14
        and one.script[line][1].verb == "play"
    )


def bombing(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I have a bomb, and may throw it."""
    return (
        playing(one, line, seat, "play", "pass")
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


def dealt_open(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I may open my cards in the deal, and another has."""
    state = one.steps[line].state
    return (
        playing(one, line, seat, "open", "no_open")
        and 9 < len(state.left) < 40
        and bool(state.opened)
    )


def calling(one: PlayedRound, line: int, seat: Seat) -> bool:
    """One has not called, and I am asked."""
    return playing(one, line, seat, "call") and len(one.steps[line].state.waiting) == 2


def robbing(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I have called, and was robbed."""
    state = one.steps[line].state
    return playing(one, line, seat, "rob") and state.caller == seat and state.robs > 0


def doubling(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Two have doubled, and I am asked."""
    state = one.steps[line].state
    return (
        playing(one, line, seat, "double")
        and sum(times > 1 for times in state.doubles.values()) == 2
    )


def opening(one: PlayedRound, line: int, seat: Seat) -> bool:
    """As the landlord I lead, and may open my cards."""
    return playing(one, line, seat, "play", "open")


def among_open(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Two others play open, some have doubled, and I am to beat what lies there."""
    state = one.steps[line].state
    return (
        playing(one, line, seat, "play", "pass")
        and len(set(state.openers) - {seat}) == 2
        and min(len(hand) for hand in state.hands.values()) > 9
        and state.bombs > 0
    )


def dear(one: PlayedRound, line: int, seat: Seat) -> bool:
    """It is over, with every factor."""
    state = one.state
    return (
        ended(one, line, seat)
        and state.stage == "over"
        and bool(state.robs and state.opened and state.bombs)
        and sum(times > 1 for times in state.doubles.values()) == 3
        and seat == state.landlord
    )


def listed(language: str) -> Stage:
    """What is played for was touched."""
    scene = come_to("classic", among_open, language)
    stage = laid(scene)
    felt = felt_of(scene)
    assert felt.view is not None
    assert isinstance(felt.view.facts, DoudizhuFacts)
    felt.listed.said = bill_of(felt.client, felt.view, felt.view.facts)
    scene.screen._refresh()
    return stage


def _result(one: PlayedRound, seat: Seat) -> int:
    return one.stacks_after()[seat] - one.stacks[seat]


def won(one: PlayedRound, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and _result(one, seat) > 0 and one.state.landlord == seat


def lost(one: PlayedRound, line: int, seat: Seat) -> bool:
    return ended(one, line, seat) and _result(one, seat) < 0 and one.state.landlord != seat


def choosing(language: str) -> Stage:
    """Some cards are chosen that beat what lies there."""
    scene = come_to("standard", answering, language)
    stage = laid(scene)
    scene.screen.felt.hand.choose(scene.one.script[scene.line][1].cards)
    scene.screen._refresh()
    return stage


def doubtful(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn, to play cards that could be several plays with the wild ones among them."""
    if not playing(one, line, seat, "play"):
        return False
    state, (_, act) = one.steps[line].state, one.script[line]
    if len(act.cards) < 4 or not act.stands or state.openers or state.to_beat is None:
        return False
    found = readings(act.cards, state.wild, Kickers(equal=True), state.to_beat)
    return len(found) > 1


def wild_chosen(language: str) -> Stage:
    """Cards with wild ones among them are chosen, which could be several plays."""
    scene = come_to("wild", doubtful, language)
    stage = laid(scene)
    scene.screen.felt.hand.choose(scene.one.script[scene.line][1].cards)
    scene.screen._refresh()
    return stage


def on_wild_cards(one: PlayedRound, line: int, seat: Seat) -> bool:
    """My turn, with wild cards in hand, on a play of which some stand for others."""
    if not playing(one, line, seat, "play"):
        return False
    state = one.steps[line].state
    laid_last = [event for step in one.steps[: line + 1] for event in step.events]
    played = [event for event in laid_last if isinstance(event, doudizhu.Played)]
    hand = {RANK_OF[card] for card in state.hands[seat]}
    soft = bool(played) and any(rank != state.wild for rank in played[-1].stands)
    return soft and state.to_beat is not None and state.wild in hand


def wild_called(one: PlayedRound, line: int, seat: Seat) -> bool:
    """I am asked to call, and hold wild cards."""
    state = one.steps[line].state
    mine = [card for card in state.hands.get(seat, ()) if RANK_OF[card] == state.wild]
    return playing(one, line, seat, "call") and len(mine) > 1


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
    scene.device.house(messages.Notice("get_ready", table="t", facts={"seconds": 15}))
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
    card = scene.client._state.tables.by_name["t"].room
    assert card is not None
    room = replace(card, ready=True, private=True, code="7KQ2M9", calls=True, counter=True)
    scene.device.house(messages.Joined(scene.client.lobby.join("t"), room))
    scene.to(scene.line)
