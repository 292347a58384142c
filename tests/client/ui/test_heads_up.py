"""Heads-up as its document tells it: asked for a name, what is chosen, the draw, what is shown."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from mobile_client.ui.felts.holdem import HoldemFelt
from mobile_client.ui.screens.solo import SoloScreen
from mobile_client.ui.screens.table import TableScreen
from protocol.words import POT, Act
from tests.client.ui.guest import ROOMS
from tests.client.ui.moments import GUARD_S, Show, offers, showing
from tests.client.ui.scenes import Scene, ended, find
from tests.client.ui.sights import SIGHTS, resized, table_of
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import Thumb, thumb
from tests.house.process import house


@pytest.fixture
def show(stage: Stage) -> Iterator[Show]:
    with showing(stage, {"tall": (411, 860)}) as shows:
        yield shows


# -- the draw for the first dealer ---------------------------------------------------------------


@pytest.mark.req("H-FR3")
@pytest.mark.usefixtures("blank")
def test_the_draw_for_the_first_dealer_is_seen_before_a_hand_is_dealt() -> None:
    with table_of("holdem-draw") as screen:
        felt = screen.felt
        assert isinstance(felt, HoldemFelt)
        assert felt.view is not None
        other = felt.plates[1].look.hands[0]
        assert other.open
        assert len(other.cards) == len(felt.hand.cards) == 1
        mine, theirs = felt.hand.cards[0], other.cards[0]
        assert mine is not None
        assert theirs is not None
        first = felt.status(felt.view, felt.acts)
        assert first == (
            "You drew the highest card: you deal first"
            if mine > theirs
            else f"{felt.plates[1].look.name} drew the highest card and deals first"
        )
        assert screen.bar.status.text == first
        assert screen.bar.buttons == [], "nothing is asked before a hand is seen"


@pytest.mark.req("H-FR3")
@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("language", ["en", "zh"])
def test_of_two_equal_cards_it_is_said_which_suit_is_higher(language: str) -> None:
    shown = SIGHTS["holdem-draw-equal"].make(language)
    resized(shown, "phone", insets=False)
    screen = shown.screen
    assert isinstance(screen, TableScreen)
    felt = screen.felt
    assert felt.view is not None
    names = {"en": "clubs diamonds hearts spades", "zh": "梅花 方块 红桃 黑桃"}[language].split()
    mine, theirs = felt.hand.cards[0], felt.plates[1].look.hands[0].cards[0]
    assert mine is not None
    assert theirs is not None
    assert mine >> 2 == theirs >> 2
    higher, lower = names[max(mine, theirs) & 3], names[min(mine, theirs) & 3]
    line = felt.status(felt.view, felt.acts)
    assert line.index(higher) < line.index(lower)
    shown.close()


# -- what is shown -------------------------------------------------------------------------------


def hand_of_two() -> Scene:
    """A hand that goes to the showdown, from its beginning."""
    scene = find("holdem", "heads_up", lambda one, line, seat: ended(one, line, seat) and (
        len(one.state.board) == 5))  # fmt: skip
    begun = Scene("holdem", "heads_up", scene.one, scene.seat)
    begun.to(0)
    return begun


@pytest.mark.req("H-UIR5", "H-UIR6", "H-UIR7", "H-UIR8", "H-UIR9")
def test_cards_money_bets_and_the_dealer_are_as_they_are_after_every_single_act(
    show: Show, stage: Stage
) -> None:
    scene = hand_of_two()
    show(scene)
    felt = scene.screen.felt
    one = scene.one
    counts = set()
    for line in range(len(one.script)):
        scene.to(line)
        stage.frames(2)
        state, held = one.steps[line].state, one.stacks_after(line + 1)
        if state.stage == "button":
            continue
        assert felt.view is not None
        counts.add(len(state.board))
        money = scene.client.texts.money
        in_play = f"Cards in play {len(state.board)} · Money in play {money(held.get(POT, 0))}"
        assert felt.pot.text == in_play
        for chair in felt.view.seats:
            plate, bet = felt.plates[chair.place], felt.bets[chair.place]
            assert plate.look.stack == money(held[chair.seat])
            if state.stage == "bet":
                street = state.street.bets.get(chair.seat, 0)
                assert bet.text == (money(street, short=True) if street else "")
        dealer = next(one for one in felt.view.seats if one.seat == state.button)
        assert felt.button.opacity == 1
        assert tuple(felt.button.center) == pytest.approx(felt.button_spot(dealer.place))
        assert felt.plates[dealer.place].look.name == scene.names[state.button]
    assert counts == {0, 3, 4, 5}


def test_what_is_in_play_covers_no_card_that_stands_out(show: Show, stage: Stage) -> None:
    scene = hand_of_two()
    show(scene)
    felt = scene.screen.felt
    scene.to(len(scene.one.script))
    stage.frames(2)
    felt.land()
    stage.frames(2)
    felt.verdict.show("")
    out = [card for card in felt.board.views if card.raised]
    assert out
    assert felt.pot.opacity
    assert felt.pot.text
    tops = [card.top + card.rise * card.height for card in out]
    assert felt.pot.y > max(tops)


@pytest.mark.parametrize(
    ("verb", "key"),
    [
        pytest.param("call", "act.call", marks=pytest.mark.req("H-UIR1")),
        pytest.param("check", "act.check", marks=pytest.mark.req("H-UIR2")),
        pytest.param("fold", "act.fold", marks=pytest.mark.req("H-UIR3")),
    ],
)
def test_a_touch_on_a_button_is_the_act_of_that_name(
    show: Show, stage: Stage, verb: str, key: str
) -> None:
    scene = find("holdem", "heads_up", offers(verb))
    show(scene)
    bar = scene.screen.bar
    keys = [choice.key for choice in bar._ordered()]
    (ask,) = [ask for ask in scene.one.asked[scene.line] if ask.who == scene.seat]
    option = next(one for one in ask.options if one.verb == verb)
    stage.tap(bar.buttons[keys.index(key)])
    assert scene.sent() == Act(verb, option.low)


@pytest.mark.req("H-UIR4")
def test_a_raise_is_to_at_least_twice_the_bet_and_is_sent_with_its_amount(
    show: Show, stage: Stage
) -> None:
    scene = find("holdem", "heads_up", offers("raise"))
    show(scene)
    bar = scene.screen.bar
    (ask,) = [ask for ask in scene.one.asked[scene.line] if ask.who == scene.seat]
    option = next(one for one in ask.options if one.verb == "raise")
    level = scene.one.steps[scene.line].state.street.level
    assert option.low == 2 * level
    assert bar.sum.amount == option.low
    stage.tap(bar.sum.more)
    keys = [choice.key for choice in bar._ordered()]
    scene.device.passes(GUARD_S)
    stage.tap(bar.buttons[keys.index("act.raise")])
    assert scene.sent() == Act("raise", option.low + option.step)


# -- an evening ----------------------------------------------------------------------------------


async def to_the_end_of_a_hand(one: Thumb, table: str) -> int:
    """Plays by the buttons until a hand is over; the chips before me then."""

    def over() -> bool:
        view = one.client.tables.view(table)
        return view is not None and view.over

    while not over():
        await one.frame()
        acts = one.client.turn.acts(table)
        if acts.buttons and one.client.now() >= acts.lock_until:
            keys = {button.verb for button in acts.buttons}
            word = "Check" if "check" in keys else "Call" if "call" in keys else "Fold"
            if one.find(word) is not None:
                await one.tap(word)
    view = one.client.tables.view(table)
    assert view is not None
    assert view.me is not None
    mine = view.at(view.me)
    assert mine is not None
    return mine.stack


@pytest.mark.req("H-FR1", "H-FR2", "H-FR3", "H-FR10")
def test_a_name_then_the_profit_then_what_is_played_for_and_quitting_adds_to_the_profit(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        with house(tmp_path, ROOMS) as running:
            async with thumb(stage, tmp_path / "kept") as one:
                one.client.connection.go_to(running.url)
                await one.until(lambda: one.client.connection.view.state == "met", "met")
                assert one.stage.name == "start"
                assert one.shows("Your name"), "the user is asked for a name"
                one.type("Your name", "Juno")
                await one.tap("Play as guest")
                await one.until(lambda: one.stage.name == "lobby" and one.client.lobby.view.loaded)
                await one.tap("Hold'em")
                await one.tap("Play solo")
                await one.tap("Heads-up")
                await one.until(lambda: one.shows("Your net profit in Hold'em: 0"), "the profit")
                page = one.stage.screen
                assert isinstance(page, SoloScreen)
                await one.until(lambda: bool(page.stake.choices), "the stakes")
                for pills, text in (
                    (page.stake, "1/2"), (page.bot, "Easy"),
                    (page.buy_in, "200"), (page.bot_buy_in, "100"),
                ):  # fmt: skip
                    await one.tap(next(b for b in pills.children if b.text == text))
                await one.tap("Sit down")
                await one.until(lambda: one.stage.base == "table", "the table")
                table = one.client.tables.names[0]
                # "A tie: …, you deal first" where both drew the same rank.
                await one.until(lambda: any(
                    said in text for text in texts(one) for said in ("deal first", "deals first")
                ), "the draw")  # fmt: skip
                view = one.client.tables.view(table)
                assert view is not None
                assert view.stake == 200
                brought = sorted(seat.stack + seat.paid for seat in view.seats)
                assert brought == [10_000, 20_000]
                stack = await to_the_end_of_a_hand(one, table)
                one.client.seat.leave(table, "now")
                await one.until(lambda: one.stage.name == "lobby", "the lobby")
                await one.until(
                    lambda: one.client.account.me.play == 100_000 - 20_000 + stack, "cashed"
                )
                won = stack - 20_000
                assert {tile.game: tile.profit for tile in one.client.lobby.view.games}[
                    "holdem"
                ] == won
            async with thumb(stage, tmp_path / "kept") as again:
                again.client.connection.start()
                await again.until(lambda: again.client.account.me.inside, "inside by itself")
                await again.until(
                    lambda: again.stage.name == "lobby" and again.client.lobby.view.loaded
                )
                await again.tap("Play solo")
                profit = again.client.texts.money(won, sign=True) if won else "0"
                await again.until(
                    lambda: again.shows(f"Your net profit in Hold'em: {profit}"), "the profit"
                )

    asyncio.run(evening())


def texts(one: Thumb) -> list[str]:
    # What is called a text may be a widget that shows one.
    found = (getattr(widget, "text", None) for widget in one.stage.walk(restrict=True))
    return [text for text in found if isinstance(text, str)]
