"""Roulette under a thumb: every place of the board is reached, and none is laid on by mistake."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from client_core.client import LANGUAGES
from client_core.felts.roulette_places import FIELDS, HALVES, SPOTS
from mobile_client.ui.felts.roulette_board import radius
from mobile_client.ui.felts.roulette_laying import HOLD_S
from mobile_client.ui.look import look, px
from mobile_client.ui.theme import BIG_TEXT, TOUCH
from protocol import messages
from protocol.events import Acted
from protocol.games.roulette import NUMBERS, colour, kind
from protocol.words import Act, Seat
from tests.client.ui import sights, wheels
from tests.client.ui.ink import cross, painted
from tests.client.ui.moments import MOMENTS, offers
from tests.client.ui.scenes import Scene, find
from tests.client.ui.sights import table_of
from tests.client.ui.stage import Finger, Stage
from tests.playing import PlayedRound

SIZES: Final = {"phone": (360, 640), "lying": (640, 360), "tablet": (800, 1280)}
GUARD_S: Final = 0.5


@pytest.fixture(params=SIZES)
def table(stage: Stage, request: pytest.FixtureRequest) -> Iterator[Scene]:
    """Bets are open, on a screen of each size; a tap on a slow machine becomes no long press."""
    scene = MOMENTS["roulette_bet"]("en")
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[request.param]]
    stage.show(whole)
    scene.device.passes(GUARD_S)
    with stage.standing_time():
        yield scene
    scene.screen.gone()
    scene.shown.close()


def offered(scene: Scene) -> tuple[str, ...]:
    (bet,) = (one for one in scene.client.turn.acts("t").buttons if one.verb == "bet")
    return tuple(bet.on)


def laid(scene: Scene) -> list[Act]:
    return [one.act() for one in scene.device.all(messages.Answer)]


def touch(stage: Stage, x: float, y: float) -> None:
    finger = Finger(stage, x, y)
    finger.down()
    finger.lift()
    stage.frames(2)


def test_every_place_is_reached_and_those_beside_it_are_a_thumb_away(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    places = offered(table)
    assert {kind(one) for one in places} >= {"straight", "split", "street", "corner", "sixline"}
    for place in places:
        along, across = SPOTS[place]
        if not felt.small or place in FIELDS:
            assert felt.place_at(*felt.layout.grid.spot(along, across)) == place
        if felt.small and (place not in FIELDS or place.startswith("straight")):
            felt.loupe.open(min(along, 11.9))
            assert felt.loupe.at(*felt.loupe.grid.spot(along, across)) == place
    if felt.small:
        along, across = felt.loupe.grid.cell
        # Half a number is the share of a split; a phone on its side is a hair too low for it.
        assert min(along, across) / 2 >= px(TOUCH) * 0.93


@pytest.mark.req("C-4.5", "C-4.8")
def test_streets_and_lines_lie_on_the_edge_that_is_farthest_from_the_dozens(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    grid = felt.layout.grid
    across = 0 if grid.upright else 1
    from_dozens = [grid.field(f"dozen:{nth}")[across] for nth in (1, 2, 3)]
    for place in offered(table):
        if kind(place) not in ("street", "sixline"):
            continue
        spot = grid.spot(*SPOTS[place])[across]
        fields = [grid.field(f"straight:{number}") for number in NUMBERS[place]]
        assert spot == pytest.approx(max(box[across] + box[across + 2] for box in fields))
        assert max(from_dozens) < min(box[across] for box in fields)
        assert place in felt.loupe.able
        chip = grid.chip_spot(place)[across]
        assert abs(chip - spot) < grid.number[across] / 2, "its chips lie at that edge"
        if felt.small and grid.upright:
            felt.loupe.open(min(SPOTS[place][0], 11.9))
            near = felt.loupe.grid
            labels = [near.label_spot(f"straight:{number}") for number in (13, 14, 15)]
            assert labels[0][1] == pytest.approx(labels[2][1]), "all numbers stand in one line"
            assert near.chip_spot(place)[1] == pytest.approx(near.spot(*SPOTS[place])[1])
            felt.loupe.close()
        # Who is used to lay streets beside the dozens finds them there as well.
        beside = grid.spot(SPOTS[place][0], 0.0)
        if not felt.small:
            assert felt.place_at(*beside) == place


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", sights.SIZES)
def test_what_a_place_pays_is_read_whole(size: str) -> None:
    with table_of("roulette-bet", size) as screen:
        felt: Any = screen.felt
        felt.lying.meant = "street:16"
        screen._refresh()
        status = screen.bar.status
        status._paint()
        assert "pays 11 to 1" in status.text
        for ink in painted(status):
            left, _, right, _ = ink.box
            assert felt.x <= left, ink.text
            assert right <= felt.right + 1, ink.text


@pytest.mark.req("C-4.3")
def test_a_tap_on_a_number_bets_it_wherever_it_is_hit_and_the_next_adds_to_it(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    left, low, wide, high = felt.layout.grid.field("straight:17")
    for across, up in ((0.5, 0.5), (0.3, 0.5), (0.5, 0.7)):
        touch(stage, left + across * wide, low + up * high)
        assert laid(table)[-1] == Act("bet", int(felt.value), on="straight:17")
        assert not felt.loupe.there, "nothing opens over what is being tapped"
        answered(table)
    assert [one.on for one in laid(table)] == ["straight:17"] * 3


def answered(table: Scene) -> None:
    """The house has laid the chip, and asks again."""
    act, number = laid(table)[-1], table.device.last(messages.Answer).id
    seq = table.client._state.tables.by_name["t"].seq
    table.device.house(messages.Ok(number))
    table.device.tell(Acted(table.seat, act.verb, act.amount, act.on), after=seq)
    table.ask()
    table.device.passes(GUARD_S)
    table.screen._refresh()


def test_on_a_small_board_a_tap_on_a_line_still_bets_a_number(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    x, y = felt.layout.grid.spot(*SPOTS["corner:16-17-19-20"])
    touch(stage, x + 1, y + 1)
    (act,) = laid(table)
    assert kind(act.on) == ("straight" if felt.small else "corner")


def test_a_finger_that_holds_opens_the_loupe_under_itself_and_a_slide_means_a_line(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    x, y = felt.layout.grid.spot(*SPOTS["straight:17"])
    finger = Finger(stage, x, y)
    finger.down()
    assert felt.lying.meant == "straight:17"
    stage.pass_by(HOLD_S + 0.1)
    assert felt.loupe.there
    assert felt.loupe.collide_point(x, y), "it opens where the finger is"
    if table.screen.width < table.screen.height:
        assert felt.loupe.at(x, y).endswith("17") or "17" in felt.loupe.at(x, y)
    finger.move(x + 3, y + 2)
    finger.lift()
    assert laid(table) == [], "who has only looked has bet nothing"
    assert felt.loupe.there, "and it stays"
    finger = Finger(stage, *felt.loupe.grid.spot(*SPOTS["straight:17"]))
    finger.down()
    assert felt.loupe.meant == "straight:17"
    finger.move(*felt.loupe.grid.spot(*SPOTS["split:17-20"]))
    stage.frames(3)
    assert "17-20" in table.screen.bar.status.text
    assert "17 to 1" in table.screen.bar.status.text, "what it pays is said before it is laid"
    finger.lift()
    assert laid(table) == [Act("bet", int(felt.value), on="split:17-20")]
    assert felt.loupe.there, "the next chip needs no second look"


def test_a_button_opens_the_loupe_and_puts_it_away(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    stage.tap(felt.tools["search"])
    assert felt.loupe.there
    stage.tap(felt.loupe.away)
    assert not felt.loupe.there


def test_a_mouse_means_the_line_that_it_points_at(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    for place in ("split:17-20", "corner:16-17-19-20", "street:16", "trio:0-1-2", "straight:17"):
        finger = Finger(stage, *felt.layout.grid.spot(*SPOTS[place]))
        finger.touch.profile = ["pos", "button"]
        finger.touch.button = "left"
        finger.down()
        assert felt.lying.meant == place
        assert not felt.bubble.text, "a mouse hides nothing that would have to be named above it"
        finger.lift()
        assert laid(table)[-1].on == place
        answered(table)


@pytest.mark.parametrize("aside", [(0.3, 0.0), (0.0, 0.37), (-0.37, -0.37), (0.37, -0.3)])
def test_a_click_on_a_number_bets_on_the_number_unless_it_is_on_its_very_edge(
    table: Scene, aside: tuple[float, float]
) -> None:
    felt: Any = table.screen.felt
    along, across = SPOTS["straight:17"]
    spot = felt.layout.grid.spot(along + aside[0], across + aside[1])
    assert felt.place_at(*spot, fine=True) == "straight:17"
    edge = felt.layout.grid.spot(along + 0.42, across)
    assert felt.place_at(*edge, fine=True) == "split:17-20"


def test_a_mouse_over_the_board_shows_what_a_click_would_bet(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    spot = felt.to_window(*felt.layout.grid.spot(*SPOTS["split:17-20"]))
    stage.window.mouse_pos = spot
    stage.frames(2)
    assert felt.lying.meant == "split:17-20"
    assert "17-20" in table.screen.bar.status.text
    stage.window.mouse_pos = (1, 1)
    stage.frames(2)
    assert felt.lying.meant == ""
    assert laid(table) == []


@pytest.mark.req("C-4.3")
def test_a_chip_is_drawn_from_the_tray_to_a_number(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    chip = felt.tray[-1]
    finger = Finger(stage, *chip.center)
    finger.down()
    finger.move(*felt.layout.grid.spot(*SPOTS["red"]))
    assert felt.lying.meant == "red"
    finger.move(*felt.layout.grid.spot(*SPOTS["straight:8"]))
    finger.lift()
    (act,) = laid(table)
    assert act.on == "straight:8"
    assert act.amount == felt.value


def test_a_chip_is_taken_before_the_house_has_answered(table: Scene, stage: Stage) -> None:
    """A bet is on its way: nothing is offered just then, and the tray lies there as it was."""
    felt: Any = table.screen.felt
    touch(stage, *felt.layout.grid.spot(*SPOTS["straight:8"]))
    assert len(laid(table)) == 1
    assert felt._offers("bet") == []
    felt.value = 0
    touch(stage, *felt.tray[-1].center)
    assert felt.value > 0
    assert felt.tray[-1].lit
    felt._other_chip(-1)
    assert felt.value > 0


def test_a_chip_that_is_gone_when_the_finger_is_lifted_is_not_taken(
    table: Scene, stage: Stage
) -> None:
    felt: Any = table.screen.felt
    value = felt.value
    finger = Finger(stage, *felt.tray[-1].center)
    finger.down()
    felt.remove_widget(felt.tray.pop())
    finger.lift()
    assert felt.value == value


def test_what_a_finger_is_on_is_named_above_it(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    x, y = felt.layout.grid.spot(*SPOTS["straight:17"])
    finger = Finger(stage, x, y)
    finger.down()
    stage.frames(2)
    assert felt.bubble.text == "number 17"
    assert felt.bubble.y > y
    finger.lift()
    assert felt.bubble.text == ""


def test_the_loupe_is_moved_on_and_put_away(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    loupe = felt.loupe
    loupe.open(5)
    stage.frames(2)
    before = loupe.first
    stage.tap(loupe.after)
    assert loupe.first == before + 1
    stage.tap(loupe.before)
    assert loupe.first == before
    stage.tap(loupe.away)
    assert not loupe.there
    loupe.open(5)
    touch(stage, felt.x + px(3), felt.top - px(3))
    assert not loupe.there, "a touch beside it puts it away"
    assert laid(table) == []


def test_a_slip_beside_the_board_lays_nothing(table: Scene, stage: Stage) -> None:
    felt: Any = table.screen.felt
    x, y = felt.layout.grid.spot(*SPOTS["red"])
    finger = Finger(stage, x, y)
    finger.down()
    assert felt.lying.meant == "red"
    finger.move(felt.x + 1, felt.top - 1)
    finger.lift()
    assert laid(table) == []


@pytest.mark.parametrize("moment", ["roulette_bet", "roulette_end"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_that_can_be_bet_on_is_covered(stage: Stage, moment: str, size: str) -> None:
    scene = MOMENTS[moment]("en")
    whole = scene.stage()
    whole.size_hint = (None, None)
    whole.size = [px(side) for side in SIZES[size]]
    stage.show(whole)
    felt: Any = scene.screen.felt
    for part in (*felt.tools.values(), felt.wheel):
        for place in FIELDS:
            left, low, wide, high = felt.layout.grid.field(place)
            over = min(part.right, left + wide) - max(part.x, left)
            above = min(part.top, low + high) - max(part.y, low)
            if part is felt.wheel:
                assert min(over, above) <= 1, place
            middle = felt.layout.grid.spot(*SPOTS[place])
            assert not part.collide_point(*middle), place
    assert felt.wheel.opacity, "the wheel is always in sight"
    assert not felt.wheel.collide_widget(felt.plates[0])
    scene.screen.gone()
    scene.shown.close()


def nothing_laid(one: PlayedRound, line: int, seat: Seat) -> bool:
    """Bets are open, and this seat has none."""
    return offers("bet", "spin")(one, line, seat) and not one.steps[line].state.bets.get(seat)


def test_who_is_ready_without_a_bet_lets_the_spin_pass_and_reads_so(stage: Stage) -> None:
    scene = find("roulette", "standard", nothing_laid, seats=3)
    stage.show(scene.stage())
    scene.device.passes(GUARD_S)
    (choice,) = (one for one in scene.screen.bar.choices if one.key == "act.spin")
    assert choice.text == "No bet this time"
    scene.screen._take(choice, 0)
    assert scene.sent() == Act("spin")
    number, seq = scene.device.last(messages.Answer).id, scene.client._state.tables.by_name["t"].seq
    scene.device.house(messages.Ok(number))
    scene.device.tell(Acted(scene.seat, "spin"), after=seq)
    stage.frames(3)
    assert scene.screen.bar.status.text == "You bet nothing this time"
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-4.1")
@pytest.mark.parametrize("size", sights.SIZES)
@pytest.mark.parametrize("sight", ["roulette-bet", "roulette-many", "roulette-won"])
def test_no_chip_hides_what_is_written_on_the_board(sight: str, size: str) -> None:
    with table_of(sight, size) as screen:
        felt: Any = screen.felt
        grounds = [ink.box for ink in painted(felt.lying) if ink.kind == "ground"]
        assert grounds
        for ink in painted(felt.layout):
            if ink.kind != "text":
                continue
            for chip in grounds:
                left, low, right, top = cross(ink.box, chip)
                assert min(right - left, top - low) < px(3.5), f"{ink.text} is hidden"


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", sights.SIZES)
def test_a_chip_on_any_place_leaves_all_labels_to_be_read(size: str) -> None:
    with table_of("roulette-many", size) as screen:
        felt: Any = screen.felt
        labels = [ink for ink in painted(felt.layout) if ink.kind == "text"]
        r = radius(felt.layout.grid)
        for place in SPOTS:
            x, y = felt.layout.grid.chip_spot(place)
            for ink in labels:
                left, low, right, top = cross(ink.box, (x - r, y - r, x + r, y + r))
                assert min(right - left, top - low) < px(3.5), (place, ink.text)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("language", LANGUAGES)
def test_in_large_text_the_name_of_a_field_stands_above_its_chips(language: str) -> None:
    look.big_text = True
    with table_of("roulette-many", "small-lying", language) as screen:
        felt: Any = screen.felt
        grid = felt.layout.grid
        r = radius(grid)
        names = {felt.layout.labels[place]: place for place in HALVES}
        written = [ink for ink in painted(felt.layout) if ink.text in names]
        assert len(written) == len(HALVES)
        for ink in written:
            _, low, _, top = ink.box
            assert low >= grid.chip_spot(names[ink.text])[1] + r + px(2), ink.text
            _, y, _, high = grid.field(names[ink.text])
            assert top < y + high, ink.text


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("amount", [100_000, 150_000, 1_250_000])
@pytest.mark.parametrize("size", [*sights.SIZES])
def test_a_chip_of_a_large_amount_leaves_all_labels_to_be_read(size: str, amount: int) -> None:
    with table_of("roulette-many", size) as screen:
        felt: Any = screen.felt
        labels = [ink for ink in painted(felt.layout) if ink.kind == "text"]
        for place in SPOTS:
            felt.lying.mine = {place: amount}
            felt.lying._paint()
            for chip in painted(felt.lying):
                if chip.kind != "ground":
                    continue
                for ink in labels:
                    left, low, right, top = cross(ink.box, chip.box)
                    assert min(right - left, top - low) < px(3.5), (place, ink.text)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "small-lying"])
def test_in_large_text_no_chip_hides_the_name_of_a_field(size: str) -> None:
    look.big_text = True
    with table_of("roulette-many", size) as screen:
        felt: Any = screen.felt
        names = [ink for ink in painted(felt.layout) if ink.kind == "text"]
        assert min(ink.part for ink in names) >= 1 / BIG_TEXT - 0.05, "none is less than usual text"
        for place in SPOTS:
            for amount in (500, 10_000, 150_000):
                felt.lying.mine = {place: amount}
                felt.lying._paint()
                for chip in painted(felt.lying):
                    for ink in names if chip.kind == "ground" else ():
                        left, low, right, top = cross(ink.box, chip.box)
                        assert min(right - left, top - low) < px(3.5), (place, amount, ink.text)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", ["small", "phone", "tablet"])
def test_a_chip_between_two_rows_leaves_the_amount_of_its_corner_to_be_read(size: str) -> None:
    with table_of("roulette-many", size) as screen:
        felt: Any = screen.felt
        grid = felt.layout.grid
        (split, _), (corner, _) = (
            grid.chip_spot(place) for place in ("split:17-20", "corner:17-18-20-21")
        )
        assert corner - split >= 1.8 * radius(grid)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("big_text", [False, True])
@pytest.mark.parametrize("size", sights.SIZES)
def test_in_the_loupe_a_chip_lies_on_the_line_that_was_touched(size: str, big_text: bool) -> None:
    look.big_text = big_text
    with table_of("roulette-many", size) as screen:
        loupe: Any = screen.felt.loupe
        loupe.open(5)
        for place in ("split:17-20", "split:16-17", "corner:17-18-20-21"):
            loupe.mine = {place: 500}
            loupe._paint()
            x, y = loupe.grid.spot(*SPOTS[place])
            assert loupe.grid.chip_spot(place) == (x, y)
            r = radius(loupe.grid)
            for ink in (one for one in painted(loupe) if one.kind == "text" and one.text != "5"):
                left, low, right, top = cross(ink.box, (x - r, y - r, x + r, y + r))
                assert min(right - left, top - low) <= px(1), (place, ink.text)


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("big_text", [False, True])
@pytest.mark.parametrize("sight", ["roulette-many", "roulette-bet"])
def test_no_number_is_set_smaller_than_usual_text_for_its_chips(sight: str, big_text: bool) -> None:
    look.big_text = big_text
    with table_of(sight, "small-lying") as screen:
        texts = [ink for ink in painted(screen.felt.layout) if ink.kind == "text"]
        numbers = [ink.part for ink in texts if ink.text.isdecimal()]
        assert len(numbers) == 37
        assert min(numbers) >= (1 / BIG_TEXT if big_text else 1) - 0.05


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_chip_says_its_amount_in_few_letters(language: str) -> None:
    felt: Any = wheels.at_the_wheel(language).stage().screen.felt
    cents = (500, 50_000, 99_900, 100_000, 150_000, 1_250_000, 12_345_600, 250_000_000)
    said_ = ["5", "500", "999", "1k", "1.5k", "12.5k", "123k", "2.5M"]
    assert [felt.short(one) for one in cents] == said_


@pytest.mark.usefixtures("blank")
@pytest.mark.parametrize("size", sights.SIZES)
def test_the_numbers_that_have_fallen_stand_in_a_row_the_newest_first(size: str) -> None:
    with table_of("roulette-won", size) as screen:
        felt: Any = screen.felt
        seen = [tag for tag in felt.past if tag.text and tag.opacity]
        newest = [17, *reversed(wheels.FELL)]
        assert [int(tag.text) for tag in seen] == newest[: len(seen)]
        assert len(seen) >= 5
        assert [tag.ground for tag in seen] == [colour(number) for number in newest[: len(seen)]]


@pytest.mark.usefixtures("blank")
@pytest.mark.req("C-4.1")
@pytest.mark.parametrize("size", sights.SIZES)
def test_the_board_is_that_of_a_european_table(size: str) -> None:
    with table_of("roulette-many", size) as screen:
        felt: Any = screen.felt
        board = felt.layout

        def at(place: str) -> tuple[float, float]:
            """The middle of a field along the board from zero on, and across it from its foot."""
            x, y, wide, high = board.grid.field(place)
            middle = x + wide / 2 - board.x, y + high / 2 - board.y
            return middle if felt.wide else (board.height - middle[1], middle[0])

        numbers = {number: at(f"straight:{number}") for number in range(37)}
        assert numbers[0][0] < min(along for number, (along, _) in numbers.items() if number)
        for row in (1, 2, 3):
            line = [numbers[number] for number in range(row, 37, 3)]
            assert [along for along, _ in line] == sorted(along for along, _ in line)
            assert len({round(across) for _, across in line}) == 1, "they stand in one row"
            assert at(f"column:{row}")[0] > line[-1][0], "the box stands at its end"
            assert round(at(f"column:{row}")[1]) == round(line[0][1])
        assert numbers[1][1] < numbers[2][1] < numbers[3][1]
        dozens = [at(f"dozen:{nth}") for nth in (1, 2, 3)]
        halves = [at(place) for place in ("low", "even", "red", "black", "odd", "high")]
        assert max(across for _, across in dozens) < numbers[1][1]
        assert max(across for _, across in halves) < dozens[0][1]
        assert dozens == sorted(dozens)
        assert halves == sorted(halves)
        written = {ink.text for ink in painted(board) if ink.kind == "text"}
        assert {str(number) for number in range(37)} <= written
        assert {"2:1", "1st 12", "2nd 12", "3rd 12", "1–18", "19–36", "Even", "Odd"} <= written
        keys = {choice.key for choice in screen.bar.choices}
        assert {"act.clear", "act.undo", "act.double", "act.spin"} <= keys
        assert screen.top_bar.home.opacity, "and the way out is always there"


@pytest.mark.usefixtures("blank")
def test_what_lies_on_the_board_has_left_the_stack_beside_it() -> None:
    wanted = {"red": 10_000, "straight:17": 5_000}
    scene = wheels.at_the_wheel(wanted=wanted, fell=17, stack=16_000)
    felt: Any = scene.stage().screen.felt

    def told(line: int) -> tuple[str, list[str], list[str]]:
        """My stack, and which chips of the tray are bright and which are dim."""
        scene.to(line)
        scene.screen._refresh()
        scene.client.pace.seen("t", all_=True)
        scene.screen._refresh()
        dim = [one.text for one in felt.tray if one.opacity < 1]
        return felt.plates[0].look.stack, [one.text for one in felt.tray][: -len(dim) or None], dim

    assert told(0) == ("160", ["1", "5", "25", "100"], [])
    felt._chosen(felt.tray[-1])
    assert felt.value == 10_000
    assert told(1) == ("60", ["1", "5", "25"], ["100"])
    assert felt.value == 2_500
    felt._chosen(felt.tray[-1])
    assert felt.value == 2_500, "a dim chip stays where it is"
    assert told(2) == ("10", ["1", "5"], ["25", "100"])
    # Black was hit: 100 are gone, the 50 are paid 35 to 1.
    stack, *tray = told(len(scene.one.script))
    assert stack == felt.client.texts.money(100 * (160 - 100 + 50 * 35))
    assert tray == [[], []]
    scene.screen.gone()
    scene.shown.close()


@pytest.mark.usefixtures("blank")
def test_where_all_chips_lie_on_the_board_none_in_the_tray_is_bright() -> None:
    scene = wheels.at_the_wheel(wanted={"red": 2_500}, stack=2_500)
    felt: Any = scene.stage().screen.felt
    scene.to(1)
    scene.screen._refresh()
    assert felt.plates[0].look.stack == "0"
    assert not [one.text for one in felt.tray if one.opacity == 1]
    scene.screen.gone()
    scene.shown.close()
