"""Looks that a player chooses: seen at once, on every screen, and kept."""

import ast
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.core.window import Window

import mobile_client
import mobile_client.ui.stage
from client_core.client import CHOICES, Settings
from client_link import Link
from mobile_client.ui import own, theme
from mobile_client.ui.app import CardroomApp
from mobile_client.ui.app_looks import BACKS, FELTS, FRONTS, SCHEMES, dress
from mobile_client.ui.look import felt, look, use
from mobile_client.ui.own_pictures import pictures
from mobile_client.ui.screens.looks import LooksScreen
from mobile_client.ui.screens.settings import SettingsScreen
from mobile_client.ui.sound import Sounds
from mobile_client.ui.widgets import cards
from mobile_client.ui.widgets.cards import texture
from mobile_client.ui.widgets.felt import Felt
from mobile_client.ui.widgets.swatches import LOOKS
from protocol.cards import parse
from tests.client.test_own_pictures import png
from tests.client.ui.finding import into_sight, shows
from tests.client.ui.stage import Picture, Stage
from tests.client.ui.thumb import Phone
from tests.client.ui.visits import Visit

ROOM = frozenset(name.upper() for name in theme.Scheme.__slots__)
"""The colours that change with the scheme."""
OF_THE_ROOM = frozenset(f"theme.{name}" for name in ROOM)


@pytest.fixture
def page(stage: Stage) -> Iterator[tuple[Visit, mobile_client.ui.stage.Stage, LooksScreen]]:
    visit = Visit("en").come_in().lobby()
    shown = visit.page("looks")
    shown.size_hint = (None, None)
    shown.size = stage.window.size
    stage.show(shown)
    visit.client.observe(lambda topic, _: dress(visit.client.settings))
    screen = shown.screen
    assert isinstance(screen, LooksScreen)
    yield visit, shown, screen
    shown.close()


def choose(stage: Stage, screen: LooksScreen, name: str, key: str) -> None:
    swatch = next(one for one in screen.choices[name].swatches if one.shown.key == key)
    into_sight(swatch)
    stage.frames(3)
    stage.tap(swatch)
    stage.frames(20)


@pytest.mark.req("B-P2.8")
def test_a_tap_on_a_look_is_seen_on_the_table_above_at_once(
    stage: Stage, page: tuple[Visit, mobile_client.ui.stage.Stage, LooksScreen]
) -> None:
    visit, _, screen = page
    before = stage.look(screen.preview).pixels.copy()
    choose(stage, screen, "table_colour", "violet")
    assert visit.client.settings.table_colour == "violet"
    assert look.felt == "violet"
    after = stage.look(screen.preview).pixels.copy()
    assert (before != after).any(axis=2).mean() > 0.3, "the cloth is another"
    choose(stage, screen, "card_back", "green")
    choose(stage, screen, "card_front", "dark")
    assert (look.back, look.front) == ("jade", "dark")
    cards = stage.look(screen.preview).pixels
    assert (cards != after).any(axis=2).mean() > 0.05, "and so are the cards"


@pytest.mark.req("B-P2.8")
def test_menus_and_screens_take_the_colours_that_are_chosen(
    stage: Stage, page: tuple[Visit, mobile_client.ui.stage.Stage, LooksScreen]
) -> None:
    visit, shown, screen = page
    choose(stage, screen, "room_colours", "ocean")
    assert visit.client.settings.room_colours == "ocean"
    assert tuple(Window.clearcolor) == theme.SCHEMES["ocean"].night
    shown.rebuild()
    shown.back()
    stage.frames(20)
    assert shown.name == "lobby"
    picture = stage.look(shown)
    assert picture.count(theme.SCHEMES["ocean"].surface, 4) > 10_000
    assert picture.count(theme.SCHEMES["night"].surface, 4) < 400


def test_every_choice_has_a_look_a_name_and_a_swatch() -> None:
    for name, known, drawn in (
        ("table_colour", FELTS, (*theme.FELTS, theme.OWN)),
        ("room_colours", SCHEMES, theme.SCHEMES),
        ("card_back", BACKS, (*theme.BACKS, theme.OWN)),
        ("card_front", FRONTS, (*theme.FRONTS, theme.OWN)),
    ):
        assert tuple(known) == CHOICES[name]
        assert set(known.values()) == set(drawn)
        assert callable(LOOKS[name])
    assert set(FELTS.values()) >= set(theme.FELTS), "no cloth is drawn that nobody can choose"
    assert set(BACKS.values()) >= set(theme.BACKS)


def test_the_settings_lead_to_the_looks(stage: Stage) -> None:
    visit = Visit("en").come_in().lobby()
    shown = visit.page("settings")
    shown.size = stage.window.size
    stage.show(shown)
    screen = shown.screen
    assert isinstance(screen, SettingsScreen)
    into_sight(screen.looks)
    stage.frames(3)
    stage.tap(screen.looks)
    stage.frames(3)
    assert shown.name == "looks"
    shown.close()


def test_cards_in_one_colour_of_ink_are_told_from_every_paper() -> None:
    for front in theme.FRONTS.values():
        for ink in (*front.two, *front.four):
            assert theme.contrast(ink, front.paper) >= 4.5
        assert len(set(front.four)) == 4


# -- pictures of one's own ----------------------------------------------------------------------


def test_own_pictures_are_on_the_table_and_on_the_cards(stage: Stage, tmp_path: Path) -> None:
    for name in ("table.png", "back.png", "as.png"):
        (tmp_path / name).write_bytes(png(40, 56))
    use(own.find_pictures(tmp_path))
    dress(Settings(table_colour="own", card_back="own", card_front="own"))
    colour = theme.rgb("208040")
    ace, king = parse("As Kh")
    for card in (ace, None):
        assert Picture(texture(cards.shown(card, "large"))).count(colour) > 1_000
    assert not Picture(texture(cards.shown(king, "large"))).count(colour), (
        "ours, where there is none"
    )
    cloth = Felt(size=(300, 300), size_hint=(None, None))
    stage.show(cloth)
    dark = theme.mixed(colour, theme.BLACK, 0.38)
    assert stage.look(cloth).count(dark) > 20_000
    assert felt() is theme.FELTS["graphite"], "the rail about it is quiet"


async def test_the_app_finds_the_pictures_and_wears_what_is_chosen(
    stage: Stage, tmp_path: Path
) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "back.png").write_bytes(png(40, 56))
    phone = Phone(tmp_path)
    assert phone.pictures() == folder
    link = Link(phone.keep, lambda: None)
    client = link.client({"settings": '{"card_back": "own"}'}, "en", "test")
    app = CardroomApp(
        client, phone, Sounds(lambda _: None), own=own.find_pictures(phone.pictures())
    )
    root = app.build()
    stage.show(root)
    assert look.back == "own"
    before = app.stage.screen
    client.set(room_colours="forest")
    stage.frames(3)
    assert theme.SCHEMES["forest"].night == theme.NIGHT
    assert app.stage.screen is not before, "all that was made is made anew in the new colours"
    app.on_stop()
    await link.close()


def test_own_looks_without_pictures_are_as_usual(stage: Stage) -> None:
    dress(Settings(table_colour="own", card_back="own", card_front="own"))
    assert (look.felt, look.back, look.front) == ("emerald", "royal", "white")


def test_a_picture_that_is_broken_within_is_named_and_ours_is_shown(
    stage: Stage, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "back.png").write_bytes(png(40, 56)[:60] + b"\0" * 40 + own.PNG_END)
    use(own.find_pictures(tmp_path))
    dress(Settings(card_back="own"))
    with caplog.at_level(logging.WARNING, own.__name__):
        mine = Picture(texture(cards.shown(None, "large"))).pixels
    assert "back.png is left out" in caplog.text
    assert pictures.unfit == ("back.png",), "the page of looks says so"
    use(own.Own())
    dress(Settings())
    assert (mine == Picture(texture(cards.shown(None, "large"))).pixels).all()


def test_only_looks_that_are_there_are_offered(stage: Stage, tmp_path: Path) -> None:
    def offered() -> set[str]:
        screen = Visit("en").come_in().lobby().page("looks").screen
        assert isinstance(screen, LooksScreen)
        return {name for name, one in screen.choices.items()
                if any(swatch.shown.key == "own" for swatch in one.swatches)}  # fmt: skip

    assert offered() == set()
    (tmp_path / "back.png").write_bytes(png(10, 14))
    use(own.find_pictures(tmp_path))
    assert offered() == {"card_back"}
    shown = Visit("en").come_in().lobby().page("looks")
    assert shows(shown, str(tmp_path)), "the page says where they are looked for"


# -- every colour through the theme ----------------------------------------------------------------


def kept_at_import(file: Path) -> list[str]:
    """Colours of the room that a module looks up only once: when it is loaded."""
    found: list[str] = []

    def once(node: ast.AST) -> None:
        if isinstance(node, ast.Attribute) and ast.unparse(node) in OF_THE_ROOM:
            found.append(f"{file.name}:{node.lineno} {node.attr}")
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
                once(default)
            return
        for child in ast.iter_child_nodes(node):
            once(child)

    tree = ast.parse(file.read_text("utf-8"))
    once(tree)
    found += [
        f"{file.name}:{node.lineno} {name.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).endswith("ui.theme")
        for name in node.names
        if name.name in ROOM
    ]
    return found


def test_no_module_keeps_a_colour_that_the_player_may_change() -> None:
    files = sorted(Path(str(mobile_client.__file__)).parent.rglob("*.py"))
    assert [one for file in files for one in kept_at_import(file)] == []


def test_a_table_of_colours_is_made_anew_with_the_room() -> None:
    table = theme.Worn(lambda: {"it": theme.GOLD})
    before = table["it"]
    theme.wear("ocean")
    assert table["it"] == theme.SCHEMES["ocean"].gold != before
    theme.wear("night")
    assert table["it"] == before


def test_there_is_no_scheme_of_another_name() -> None:
    with pytest.raises(ValueError, match="There is no scheme 'pink'; there are night"):
        theme.wear("pink")
    with pytest.raises(AttributeError, match="The theme has no MAGENTA"):
        _ = theme.MAGENTA  # type: ignore[attr-defined]
