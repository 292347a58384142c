"""Cards: every face has its own picture, painted once and drawn as one quad."""

import gc
import hashlib

import pytest
from kivy.graphics import Rectangle
from kivy.uix.floatlayout import FloatLayout

from mobile_client.ui import plates
from mobile_client.ui.look import look, px
from mobile_client.ui.pen import Pen
from mobile_client.ui.theme import (
    BACKS,
    CARD_RAISE,
    FOUR_COLOURS,
    INK_BLACK,
    INK_RED,
    PAPER,
    TWO_COLOURS,
)
from mobile_client.ui.widgets import faces
from mobile_client.ui.widgets.cards import CardView, fan, fly, measure, shown, texture, warm
from mobile_client.ui.widgets.faces import HIGH, MARGIN, WIDE, Face
from protocol.cards import (
    BIG_JOKER,
    PACK_WITH_JOKERS,
    SABACC_PACK,
    SABACC_ZERO,
    SMALL_JOKER,
    Card,
    parse,
    suit,
)
from tests.client.ui.stage import Picture, Stage

ACE = parse("As")[0]


def digest(face: Face) -> str:
    return hashlib.sha1(texture(face).pixels).hexdigest()


def test_every_card_of_every_game_has_a_face_of_its_own(stage: Stage) -> None:
    cards = (*PACK_WITH_JOKERS, *dict.fromkeys(SABACC_PACK))
    assert len({digest(shown(card, "small")) for card in cards}) == len(cards) == 115


@pytest.mark.parametrize("names", ["Ks Qs Js As 2s", "Xb Xc Kh -10t 0"])
def test_large_faces_and_jokers_differ_too(stage: Stage, names: str) -> None:
    cards = parse(names)
    assert len({digest(shown(card, "large")) for card in cards}) == len(cards)


@pytest.mark.parametrize("four", [False, True])
def test_suits_have_the_inks_of_the_deck_that_the_player_chose(stage: Stage, four: bool) -> None:
    inks = FOUR_COLOURS if four else TWO_COLOURS
    look.four_colours = four
    for card in parse("9c 9d 9h 9s"):
        picture = Picture(texture(shown(card, "small")))
        counted = {ink: picture.count(ink) for ink in FOUR_COLOURS}
        assert max(counted, key=lambda ink: counted[ink]) == inks[suit(card)]


def test_the_coloured_joker_is_told_from_the_black_and_white_one(stage: Stage) -> None:
    big, small = (Picture(texture(shown(card, "large"))) for card in (BIG_JOKER, SMALL_JOKER))
    assert big.count(INK_RED) > 500
    assert small.count(INK_RED) == 0
    assert small.count(INK_BLACK) > 500


def test_a_joker_in_a_fan_is_told_by_what_a_row_before_it_leaves_free(stage: Stage) -> None:
    for card, ink in ((BIG_JOKER, INK_RED), (SMALL_JOKER, INK_BLACK)):
        picture = Picture(texture(shown(card, "fan")))
        # What is painted is larger than the card by its shadow.
        margin, wide, high = MARGIN, WIDE + 2 * MARGIN, HIGH + 2 * MARGIN
        left, right = (int(picture.wide * (margin + x) / wide) for x in (6, 36))
        index = picture.where(ink)[:, left:right]
        ends = int(picture.high * (margin + 77) / high)
        low = picture.high - int(picture.high * (margin + 8) / high)
        assert int(index[:ends].sum()) > 100
        assert int(index[ends:low].sum()) == 0, "nothing of it is hidden"


@pytest.mark.parametrize("names", [("+7c", "-7c"), ("+10t", "-10t")])
def test_positive_sabacc_cards_are_green_and_negative_ones_red(
    stage: Stage, names: tuple[str, str]
) -> None:
    for name, ink, other in zip(
        names, (FOUR_COLOURS[0], INK_RED), (INK_RED, FOUR_COLOURS[0]), strict=True
    ):
        picture = Picture(texture(shown(parse(name)[0], "medium")))
        assert picture.count(ink) > 500
        assert picture.count(other) == 0
    assert digest(shown(SABACC_ZERO, "medium")) not in map(
        digest, (shown(card, "medium") for card in parse("+1c -1c"))
    )


@pytest.mark.parametrize(("size", "least"), [("small", 20), ("medium", 20), ("fan", 15)])
def test_the_index_is_read_at_arms_length(stage: Stage, size: str, least: int) -> None:
    """Capitals of 14 dp are 2.2 mm high, which good eyes read at 70 cm with ease."""
    picture = Picture(texture(shown(parse("8s")[0], size)))
    _, high = measure(size)
    part = 0.27 if size == "fan" else 1
    column = picture.where(INK_BLACK, 30)[:, : int(picture.wide * part)]
    tall = runs([bool(row.any()) for row in column])[0]
    assert tall / picture.high * high * (1 + 2 * faces.MARGIN / faces.HIGH) / px(1) >= least


def runs(inked: list[bool]) -> list[int]:
    """The heights of what stands under each other."""
    lengths: list[int] = []
    length = 0
    for ink in [*inked, False]:
        if ink:
            length += 1
        elif length:
            lengths.append(length)
            length = 0
    return lengths


def test_a_hand_of_twenty_shows_every_index_on_the_narrowest_phone(stage: Stage) -> None:
    width = px(360 - 24)
    lefts = fan(20, width, "fan")
    wide, _ = measure("fan")
    assert lefts[0] >= 0
    assert lefts[-1] + wide <= width + 1e-6
    assert lefts[1] - lefts[0] >= wide * 0.235
    assert fan(1, width, "fan") == pytest.approx(((width - wide) / 2,))


def test_cards_that_have_room_do_not_overlap_more_than_they_must(stage: Stage) -> None:
    first, second = fan(2, px(336), "large")
    assert second - first == pytest.approx(measure("large")[0] * 0.86)


def test_a_face_is_painted_once_however_often_it_is_shown(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    plates.forget()
    painted: list[Face] = []
    paint = faces.paint

    def counted(pen: Pen, face: Face) -> None:
        painted.append(face)
        paint(pen, face)

    monkeypatch.setattr(faces, "paint", counted)
    ground = FloatLayout()
    views = [CardView(card=ACE, pos=(40 * place, 40)) for place in range(5)]
    for view in views:
        ground.add_widget(view)
    stage.show(ground)
    # What another window still shows is painted again too; this face once for all its views.
    assert painted.count(shown(ACE, "medium")) == 1
    assert len({id(quad(view).texture) for view in views}) == 1


def quad(view: CardView) -> Rectangle:
    """All that the card has on the screen, besides a colour and its texture."""
    kinds = [type(one).__name__ for one in view.canvas.before.children]
    assert sorted(kinds) == ["BindTexture", "Color", "Rectangle"]
    rectangle: Rectangle = view.canvas.before.children[-1]
    return rectangle


def test_a_card_is_one_quad_and_moving_it_paints_nothing_anew(stage: Stage) -> None:
    view = CardView(card=ACE)
    stage.show(view)
    before = quad(view)
    view.pos = (120, 300)
    stage.frames(2)
    assert quad(view) is before
    assert before.pos[0] == pytest.approx(120, abs=view.width * 0.06)
    assert plates.count() >= 1


def test_a_face_that_lies_down_shows_its_back_alone(stage: Stage) -> None:
    view = CardView(card=ACE, face_up=False)
    stage.show(view)
    assert quad(view).texture is texture(shown(None, "medium"))
    view.face_up = True
    stage.frames(2)
    assert quad(view).texture is texture(shown(ACE, "medium"))
    view.card = None
    stage.frames(2)
    assert quad(view).texture is texture(shown(None, "medium"))


def test_a_turning_card_shows_its_back_until_it_stands_on_its_edge(stage: Stage) -> None:
    view = CardView(card=ACE, face_up=False)
    stage.show(view)
    view.turn = 0.4
    stage.frames(2)
    assert quad(view).texture is texture(shown(None, "medium"))
    assert quad(view).size[0] < view.width * 0.5


def test_lit_dim_and_raised_cards_are_seen_to_be(stage: Stage) -> None:
    plain = digest(shown(ACE, "medium"))
    assert digest(shown(ACE, "medium", lit=True)) != plain
    view = CardView(card=ACE, pos=(50, 50))
    stage.show(view)
    low = quad(view).pos[1]
    bright = stage.look(view).at(0.5, 0.06)
    view.raised, view.dim = True, True
    stage.frames(2)
    assert quad(view).pos[1] - low == pytest.approx(view.height * CARD_RAISE, rel=0.01)
    view.raised = False
    dark = stage.look(view).at(0.5, 0.06)
    assert bright[:3] == tuple(round(255 * part) for part in PAPER[:3])
    assert max(dark[:3]) < 0.7 * min(bright[:3])


def test_a_new_back_and_a_new_deck_are_seen_at_once(stage: Stage) -> None:
    back, face = CardView(card=None), CardView(card=parse("9d")[0], pos=(100, 100))
    ground = FloatLayout()
    ground.add_widget(back)
    ground.add_widget(face)
    stage.show(ground)
    seen = {id(quad(back).texture)}, {id(quad(face).texture)}
    look.back, look.four_colours = "ruby", True
    stage.frames(2)
    assert id(quad(back).texture) not in seen[0]
    assert id(quad(face).texture) not in seen[1]


def test_larger_cards_are_larger_at_once(stage: Stage) -> None:
    view = CardView(card=ACE)
    stage.show(view)
    before = view.width
    look.card_scale = 1.5
    stage.frames(2)
    assert view.width == pytest.approx(1.5 * before)
    assert quad(view).texture.width == pytest.approx(2 * 1.1 * view.width, rel=0.02)


def test_backs_differ(stage: Stage) -> None:
    assert len({digest(Face(None, "small", back=name)) for name in BACKS}) == len(BACKS)


def test_faces_are_painted_anew_when_android_threw_them_away(stage: Stage) -> None:
    view = CardView(card=ACE)
    stage.show(view)
    lost = quad(view).texture
    plates.forget()
    stage.frames(2)
    assert quad(view).texture is not lost


def test_faces_are_warmed_up_one_a_frame(stage: Stage) -> None:
    # The cards of a scene of before paint their faces again as long as they are there.
    gc.collect()
    plates.forget()
    stage.frames(2)
    before = plates.count()
    cards: list[Card | None] = list(parse("2c 3c 4c"))
    warm(cards, "fan")
    counted = []
    for _ in range(5):
        stage.frames()
        counted.append(plates.count() - before)
    assert counted == [1, 2, 3, 3, 3]


def test_the_oldest_faces_go_when_there_are_too_many(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    plates.forget()
    one = texture(shown(ACE, "small"))
    monkeypatch.setattr(plates, "MOST_PIXELS", 2 * one.width * one.height)
    for card in parse("2c 3c 4c"):
        texture(shown(card, "small"))
    assert plates.count() == 2
    assert texture(shown(ACE, "small")) is not one


def test_a_dealt_card_arrives(stage: Stage) -> None:
    view = CardView(card=ACE)
    stage.show(view)
    fly(view, 200, 300)
    assert tuple(view.pos) == (200, 300)
    look.motion = "fast"
    fly(view, 20, 30, wait=0.02)
    stage.until(lambda: tuple(view.pos) == (20, 30))
