"""Sabacc at the glass: dice that roll, a shift that is announced and seen, an open pile."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest

from client_core.client import Preset, SabaccFacts
from mobile_client.ui.felts.dice import ROLL_S
from mobile_client.ui.felts.discards import DiscardSheet
from mobile_client.ui.felts.sabacc import SHIFT_S
from mobile_client.ui.look import look, px
from mobile_client.ui.screens.table import TableScreen
from mobile_client.ui.widgets.cards import shown, texture
from protocol import messages
from protocol.cards import SABACC_PACK, SABACC_SUITS, sabacc_value
from protocol.events import Laid, Moved, RoundBegan, RoundEnded
from protocol.games.sabacc import Best, Counted
from protocol.messages import Room
from protocol.words import DISCARD, JACKPOT, POT, Seat
from tests.client.ui import shifts
from tests.client.ui.ink import cross, painted
from tests.client.ui.moments import offers
from tests.client.ui.scenes import Scene, find
from tests.client.ui.sights import SIZES, laid_out, resized, table_of
from tests.client.ui.stage import Picture, Stage
from tests.client.ui.table_sights import screen_of
from tests.client.ui.visits import Visit
from tests.playing import PlayedRound

Throw = Callable[[bool], Scene]
SEEN: Final = 0.05


@pytest.fixture
def table(stage: Stage) -> Iterator[Throw]:
    """The moment before the dice are thrown: with doubles, or without."""
    there: list[Scene] = []

    def made(doubles: bool) -> Scene:
        scene = shifts.before_the_dice(doubles)
        whole = scene.stage()
        whole.size_hint, whole.size = (None, None), [px(side) for side in SIZES["phone"]]
        stage.show(whole)
        there.append(scene)
        return scene

    yield made
    for scene in there:
        scene.screen.gone()
        scene.shown.close()


def facts(scene: Scene) -> SabaccFacts:
    view = scene.client.tables.view("t")
    assert isinstance(view.facts, SabaccFacts)
    return view.facts


@pytest.mark.req("C-5.19")
def test_the_dice_roll_before_they_show_what_was_thrown(table: Throw, stage: Stage) -> None:
    scene = table(False)
    felt: Any = scene.screen.felt
    look.motion = "normal"
    faces: list[tuple[int, ...]] = []
    at: list[float] = []

    def seen(_: float) -> None:
        faces.append(felt.dice.seen())
        at.append(felt.dice.rolled)

    with stage.standing_time():
        scene.to(shifts.settled(scene))
        stage.pass_by(SEEN)
        assert felt.dice.busy
        stage.pass_by(ROLL_S - 2 * SEEN, seen)
        assert len(set(faces)) > 3, "they tumble"
        assert at == sorted(at)
        assert not scene.screen.bar.buttons, "nothing is asked while they roll"
        stage.pass_by(4)
    assert not felt.dice.busy
    assert felt.dice.seen() == facts(scene).dice
    assert felt.banner.text == ""
    assert felt.shift.text == "", "these were no doubles"


@pytest.mark.req("C-5.20")
def test_a_shift_is_announced_and_then_seen(table: Throw, stage: Stage) -> None:
    scene = table(True)
    felt: Any = scene.screen.felt
    look.motion = "normal"
    before = [card.card for card in felt.hand.views]
    end = shifts.settled(scene)
    thrown = [
        card
        for line in range(scene.line + 1, end + 1)
        for event in scene.one.steps[line].events
        if isinstance(event, Laid) and event.dst == DISCARD
        for card in event.cards
    ]
    with stage.standing_time():
        scene.to(end)
        stage.pass_by(ROLL_S / 2)
        assert felt.dice.busy
        assert felt.banner.text == "", "nobody knows yet that they are doubles"
        assert felt.shift.text == ""
        stage.pass_by(ROLL_S / 2 + 2 * SEEN)
        first, second = felt.dice.seen()
        assert first == second
        assert felt.banner.text == "Sabacc shift!"
        assert "thrown in and dealt anew" in scene.screen.bar.status.text
        assert [card.card for card in felt.hand.views] == before, "the hands still lie there"
        to_pile: set[object] = set()
        dealt: set[object] = set()

        def seen(_: float) -> None:
            for one in felt.flights.flying:
                if isinstance(one.key, tuple):
                    (to_pile if one.key[0] == "discard" else dealt).add(one.key)

        stage.pass_by(SHIFT_S + 3, seen)
        assert len(to_pile) == len(thrown), "every card of every hand goes to the pile"
        assert dealt, "and new ones come"
        stage.pass_by(4)
    assert felt.banner.text == ""
    assert felt.shift.text == "Shift", "it is still said when all lies there"
    assert felt.pile.cards[-len(thrown) :] == thrown
    assert [card.card for card in felt.hand.views] != before


def test_new_cards_of_a_shift_come_from_the_deck(table: Throw, stage: Stage) -> None:
    scene = table(True)
    felt: Any = scene.screen.felt
    look.motion = "normal"
    with stage.standing_time():
        scene.to(shifts.settled(scene))
        src: set[tuple[float, float]] = set()

        def seen(_: float) -> None:
            src.update(one.src for one in felt.flights.flying
                       if isinstance(one.key, tuple) and one.key[0] == "card")  # fmt: skip

        stage.pass_by(ROLL_S + SHIFT_S + 4, seen)
    assert src == {felt.deck.mouth}
    assert felt.deck.collide_point(*felt.deck.mouth)


def test_a_tap_is_enough_seen_of_dice_and_shift(table: Throw, stage: Stage) -> None:
    scene = table(True)
    felt: Any = scene.screen.felt
    look.motion = "normal"
    with stage.standing_time():
        scene.to(shifts.settled(scene))
        stage.pass_by(0.2)
        assert felt.dice.busy
        stage.tap(felt.pot)
        stage.pass_by(0.2)
        assert not felt.moves
        assert facts(scene).shifted
    assert felt.shift.text == "Shift"


def test_without_motion_dice_and_shift_are_there_at_once(table: Throw, stage: Stage) -> None:
    scene = table(True)
    felt: Any = scene.screen.felt
    scene.to(shifts.settled(scene))
    stage.frames(4)
    assert not felt.moves
    assert felt.dice.seen() == facts(scene).dice
    assert felt.shift.text == "Shift"
    scene.to(scene.line + 1)
    stage.frames(4)
    assert felt.shift.text == "", "the game goes on"


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-5.2")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sight", ["sabacc-draw", "sabacc-bet", "sabacc-end"])
def test_the_pile_lies_open_and_its_top_card_is_whole(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        felt: Any = screen.felt
        view = screen.view
        assert view is not None
        assert tuple(felt.pile.cards) == view.discards
        cards = [ink for ink in painted(felt.pile) if ink.kind == "card"]
        assert cards, "they lie face up"
        top = cards[-1].box
        wide, _ = felt.pile.card
        assert top[2] - top[0] >= wide * 0.98
        others = [ink for ink in painted(felt) if ink.of is not felt.pile and ink.kind != "ground"]
        for ink in others:
            left, low = max(top[0], ink.box[0]), max(top[1], ink.box[1])
            right, above = min(top[2], ink.box[2]), min(top[3], ink.box[3])
            assert right - left < px(2) or above - low < px(2), f"{ink.text} lies on it"
        assert felt.deck.opacity == 1
        assert felt.deck.right <= felt.pile.x + 1


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("sight", ["sabacc-shift", "sabacc-end"])
def test_in_large_text_the_dice_and_the_round_lie_on_nothing(sight: str) -> None:
    look.big_text = True
    with table_of(sight, "small-lying") as screen:
        felt: Any = screen.felt
        assert felt.dice.faces
        parts = [felt.dice, felt.deck, *(plate for plate in felt.plates if plate.opacity)]
        boxes = [(one.x, one.y, one.right, one.top) for one in parts]
        tags = (felt.lap, felt.pot, felt.jackpot, *felt.bets)
        boxes += [ink.box for ink in painted(felt) if ink.of in tags and ink.text]
        laps = [ink.box for ink in painted(felt) if ink.of is felt.lap and ink.text]
        for ours in (boxes[0], *laps):
            for box in boxes:
                left, low, right, top = cross(ours, box)
                assert box == ours or min(right - left, top - low) <= px(1), (ours, box)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("big_text", [False, True])
@pytest.mark.parametrize("coach", [False, True])
def test_in_a_low_window_nothing_hides_the_pots_nor_whose_turn_it_is(
    coach: bool, big_text: bool
) -> None:
    look.big_text = big_text
    scene = find("sabacc", "house", offers("raise"), "zh", seats=4)
    scene.client.set(coach=coach)
    whole = scene.stage()
    resized(whole, "small-lying", insets=False)
    screen: Any = scene.screen
    bar, felt = screen.bar, screen.felt
    top = screen.coach.y if coach else screen.top_bar.y
    assert (screen.coach.parent is not None) == coach
    four = tuple(Preset("amount", amount) for amount in (100, 500, 2_500, 10_000))
    (raised,) = [one for one in bar.choices if one.offer is not None]
    more = replace(raised, offer=replace(raised.offer, presets=four))
    bar.show(tuple(more if one is raised else one for one in bar.choices), bar.status.text)
    laid_out(whole)
    presets = [*bar.sum.presets, bar.sum.typed]
    assert len({one.y for one in presets}) == 2, "presets stand in two lines"
    (said,) = [ink for ink in painted(bar.status) if ink.kind == "text"]
    assert max(one.top for one in presets) <= said.box[1] + px(2)
    assert said.box[3] <= top + px(1), "whose turn it is is read whole"
    pots = [ink for ink in painted(felt) if ink.of in (felt.pot, felt.jackpot) and ink.text]
    assert len(pots) == 2
    for ink in pots:
        for plate in felt.plates:
            left, low, right, over = cross(ink.box, (plate.x, plate.y, plate.right, plate.top))
            assert min(right - left, over - low) <= px(1), (ink.text, plate.look.name)
    screen.gone()
    scene.shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("size", ["small-lying", "phone-lying"])
def test_no_bet_lies_on_a_pot(size: str, seats: int) -> None:
    def bets(one: PlayedRound, line: int, seat: Seat) -> bool:
        return len(one.stacks) == seats and offers("raise")(one, line, seat)

    scene = find("sabacc", "house", bets)
    resized(scene.stage(), size, insets=False)
    scene.screen._refresh()
    felt: Any = scene.screen.felt
    assert scene.screen.view is not None
    pots = [ink for ink in painted(felt) if ink.of in (felt.pot, felt.jackpot) and ink.text]
    assert pots
    for seat in (one for one in scene.screen.view.seats if one.taken):
        bet = felt.bets[seat.place]
        bet.amount, bet.text = 100_000, "1,000"
        bet._paint()
        assert painted(bet)
        for ink in painted(bet):
            for pot in pots:
                left, low, right, top = cross(ink.box, pot.box)
                assert min(right - left, top - low) <= px(2), (seat.place, ink.text, pot.text)
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-5.2", "C-5.1")
@pytest.mark.parametrize("size", SIZES)
def test_both_pots_and_what_all_hold_and_have_staked_is_seen(size: str) -> None:
    with table_of("sabacc-draw", size) as screen:
        felt: Any = screen.felt
        view = screen.view
        assert view is not None
        assert view.total == 0
        written = {ink.text for ink in painted(felt) if ink.kind == "text"}
        assert "Pot 0" in written, "an empty pot is seen too"
        assert "Sabacc pot 700" in written
        for seat in view.seats:
            if seat.taken:
                assert felt.plates[seat.place].look.stack == screen.client.texts.money(seat.stack)
        assert isinstance(view.facts, SabaccFacts)
        felt.show_middle(replace(view, facts=replace(view.facts, pot=0)))
        assert felt.jackpot.text == "Sabacc pot 0", "whoever has won it sees that it is empty"
    scene = shifts.before_the_dice(True)
    whole = scene.stage()
    whole.size_hint, whole.size = (None, None), [px(side) for side in SIZES[size]]
    scene.screen._refresh()
    felt, view = scene.screen.felt, scene.screen.view
    assert view is not None
    staked = [seat for seat in view.seats if seat.paid]
    assert staked
    for seat in staked:
        stake = scene.client.texts.money(seat.paid, short=True)
        assert felt.bets[seat.place].text == stake
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.req("C-5.2")
def test_a_tap_on_the_pile_shows_all_of_it(table: Throw, stage: Stage) -> None:
    scene = table(True)
    scene.to(shifts.settled(scene))
    stage.frames(4)
    felt: Any = scene.screen.felt
    stage.tap(felt.pile)
    stage.frames(4)
    (sheet,) = scene.shown.overlays
    assert isinstance(sheet, DiscardSheet)
    shown_ = [card for row in reversed(sheet.lines.children) for card in row.cards]
    view = scene.client.tables.view("t")
    assert len(view.discards) > 3
    assert tuple(reversed(shown_)) == view.discards


@pytest.mark.req("C-5.5")
@pytest.mark.parametrize("size", ["small", "medium", "large"])
def test_card_pictures_are_red_below_zero_green_above_and_tell_the_suits(
    stage: Stage, size: str
) -> None:
    marks: dict[int, set[str]] = {}
    assert len(SABACC_PACK) == 62
    for card in set(SABACC_PACK):
        value = sabacc_value(card)
        picture = Picture(texture(shown(card, size)))
        middle = picture.pixels
        red, green, blue = (middle[:, :, part].astype(int) for part in range(3))
        inked = middle[:, :, 3] > 200
        reds = int(((red > green + 60) & (red > blue + 40) & inked).sum())
        greens = int(((green > red + 40) & (green > blue + 20) & inked).sum())
        if value < 0:
            assert reds > 20 * max(greens, 1), card
        elif value > 0:
            assert greens > 20 * max(reds, 1), card
        else:
            assert reds < 200
            assert greens < 200
        marks.setdefault(value, set()).add(middle.tobytes().hex())
    assert len(SABACC_SUITS) == 3
    for value, looks in marks.items():
        assert len(looks) == (1 if value == 0 else 3), f"the suits of {value} look alike"


@pytest.mark.parametrize(
    ("totals", "says"),
    [
        ((2, -2, 5), "+2 beats −2"),
        ((-2, 5, 7), ""),
        ((3, 3, 9), "more cards decide"),
        ((0, 4, -4), ""),
    ],
)
def test_why_a_hand_that_is_as_close_wins_is_said(totals: tuple[int, ...], says: str) -> None:
    visit, screen = counted_up(totals, 0)
    line = screen.bar.status.text
    assert line.startswith("You win 20")
    assert (says in line) if says else ("beats" not in line and "decide" not in line)
    visit.shown.close()


def test_what_a_game_has_cost_stands_at_ones_own_seat() -> None:
    visit, screen = counted_up((5, 2, 9), 1)
    assert screen.bar.status.text.startswith("Ada wins 20")
    mine, ada, lin = (plate.look for plate in screen.felt.plates[:3])
    assert (mine.word, mine.tone) == ("−10", "out")
    assert ada.word == "+20"
    assert lin.word == ""
    visit.shown.close()


@pytest.mark.parametrize(
    ("best", "says"),
    [
        ((0,), "You are closest to 0, but nobody has bet"),
        ((1,), "Ada is closest to 0, but nobody has bet"),
        ((1, 2), "Ada and Lin are closest to 0, but nobody has bet"),
    ],
)
def test_where_nobody_has_bet_the_best_hand_is_told_all_the_same(
    best: tuple[int, ...], says: str
) -> None:
    visit, screen = counted_up((5, 5, 5), *best, bets=False)
    assert screen.bar.status.text == f"{says} · The next game begins soon"
    assert screen.felt.plates[0].look.word == "−10", "the ante is gone"
    visit.shown.close()


def counted_up(totals: tuple[int, ...], *best: int, bets: bool = True) -> tuple[Visit, TableScreen]:
    """The end of a game of Juno's, whose ante was 10, against Ada and Lin; without `bets` the ante
    is all that was paid."""
    visit = Visit().come_in()
    room = Room("s", "sabacc", "house", "play", 1_000, 10_000, 50_000, 4, 3)
    visit.device.house(messages.Joined(visit.client.lobby.join("s"), room))
    names = {Seat(0): "Juno", Seat(1): "Ada", Seat(2): "Lin"}
    visit.device.seats(
        {seat: messages.Sitter(name, 10_000) for seat, name in names.items()}, 0, "s"
    )
    stacks = dict.fromkeys(names, 10_000)
    visit.device.tell(
        RoundBegan("sabacc", "house", 1, names, stacks, {}),
        *(Moved(seat, POT if bets else JACKPOT, 1_000, "ante") for seat in names),
        *(Counted(Seat(seat), total) for seat, total in enumerate(totals)),
        Best(tuple(map(Seat, best)), totals[best[0]], 3),
        *([Moved(POT, Seat(best[0]), 3_000, "pot")] if bets else []),
        RoundEnded(),
        table="s",
    )
    visit.client.show("s")
    screen = screen_of(visit.stage())
    screen._refresh()
    return visit, screen
