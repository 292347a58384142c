"""The picture with cards: what stands on it, keys, mouse, every size, every language."""

import asyncio
import re
import signal
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input

from protocol.words import Seat
from terminal_client.local.conversation import Said
from terminal_client.local.full import Full
from terminal_client.local.language import Language, read_language
from terminal_client.local.opening import evening_of
from terminal_client.local.picture import Drawing
from terminal_client.local.settings import Settings
from terminal_client.page.cards import row
from terminal_client.page.look import Look
from tests.terminal.talking import World, evening, rigged, settings, speaks, talked
from tests.terminal.terminal import environment, on_terminal

P = ParamSpec("P")
SMALL, LARGE, LEAST = (80, 24), (120, 36), (60, 20)


def in_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test whose steps are taken one after another in a loop of its own."""

    @wraps(test)
    def run(*args: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*args, **named))

    return run


def full(world: World, made: Settings | None = None, colours: bool = True) -> Full:
    made = made or settings()
    look = Look(colours=colours)
    return Full(evening(world, made), speaks(made.language), look, hurried=True)


def screen(app: Full) -> str:
    """What stands on the terminal; no line is longer than it."""
    height = app.size[1]
    strips = app.screen._compositor.render_strips()
    lines = ["".join(part.text for part in strip) for strip in strips]
    assert len(lines) == height
    return "\n".join(line.rstrip() for line in lines)


async def until(pilot: Pilot[int], app: Full, words: str) -> str:
    """Wait until this stands there."""
    for _ in range(150):
        await pilot.pause()
        if words in " ".join(screen(app).split()):
            return screen(app)
        await asyncio.sleep(0.01)
    raise AssertionError(f"{words!r} did not come:\n{screen(app)}")


@in_a_loop
async def test_a_hand_is_played_by_keys_and_its_cards_are_seen() -> None:
    app = full(rigged("Ts", "9h", "8d", "7c", "Kd"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet, from $5 to $50?")
        await pilot.press("2", "5", "enter")
        shown = await until(pilot, app, "Hit (H), Stand (S), Double (D) or Surrender (R)?")
        assert "│10♠│ │8♦ │" in shown
        assert "│░░░│ │7♣ │" in shown
        assert "> Ada $25" in shown
        assert "18  bet $25" in shown
        await pilot.press("s")
        shown = await until(pilot, app, "play again or quit?")
        assert "│9♥ │ │7♣ │ │K♦ │" in shown
        assert "Dealer 26" in shown
        assert "won $25" in shown
        await pilot.press("q")
        await until(pilot, app, "The game is over.")
        await pilot.press("enter")
    assert app.return_value == 0
    assert app.ending == [
        "Ada won $25 in this hand and has $75.",
        "Ada quits with $75.",
        "All players are out of money or have quit. The game is over.",
        "Nobody has busted the house yet.",
        "Goodbye.",
    ]


@in_a_loop
async def test_a_key_that_answers_nothing_is_told_so() -> None:
    app = full(rigged("Ts", "9h", "8d", "7c", "Kd"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet, from $5 to $50?")
        await pilot.press("1", "2", "x")
        assert app.query_one("#bet", Input).value == "12", "a slip of a finger costs no bet"
        await pilot.press("enter")
        await until(pilot, app, "Hit (H)")
        for key in ("x", "q", "5"):
            await pilot.press(key)
            await until(pilot, app, f"I do not understand {key}.")
            await until(pilot, app, "Hit (H)")
        await pilot.press("5", "5", "5")
        await until(pilot, app, "Hit (H)")
        assert screen(app).count("I do not understand 5.") == 1
        await pilot.press("t")
        await until(pilot, app, "Ada has $12 on the table.")
        await until(pilot, app, "Hit (H)")
        await pilot.press("s")
        await until(pilot, app, "play again or quit?")
        await pilot.press("q")
        await until(pilot, app, "The game is over.")
        await pilot.press("q")
    assert app.return_value == 0


@in_a_loop
async def test_chips_and_buttons_are_pressed_with_the_mouse() -> None:
    app = full(rigged("Ts", "9h", "8d", "7c", "Kd"))
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")

        async def click(label: str) -> None:
            await pilot.pause()
            button = next(one for one in app.query(Button) if str(one.label).startswith(label))
            await pilot.click(button)
            await pilot.pause()

        await click("+25")
        await click("+5")
        assert app.query_one("#bet", Input).value == "35"
        await click("+25")
        assert app.query_one("#bet", Input).value == "50", "never more than the most"
        await click("Bet")
        await until(pilot, app, "Hit (H)")
        await click("Stand")
        await until(pilot, app, "play again")
        await click("Play again")
        await until(pilot, app, "Enter bets $50 again.")
        assert app.query_one("#bet", Input).value == "50"


@in_a_loop
async def test_arrows_change_the_bet_and_a_wrong_one_is_said() -> None:
    app = full(rigged())
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")
        await pilot.press("up", "up", "down")
        assert app.query_one("#bet", Input).value == "10"
        await pilot.press("down", "down", "down")
        assert app.query_one("#bet", Input).value == "5", "never less than the least"
        await pilot.press("9", "9", "enter")
        await until(pilot, app, "is too much; the largest bet is $50.")
        await pilot.press("question_mark")
        await until(pilot, app, "Type a number of dollars")
        await pilot.press("0", "enter")
        await until(pilot, app, "Ada sits this hand out.")


@pytest.mark.parametrize(("language", "word"), [("en", "all"), ("es", "todo"), ("fr", "tout")])
@in_a_loop
async def test_the_word_for_all_of_it_is_typed_as_a_bet(language: str, word: str) -> None:
    app = full(rigged("Ts", "9h", "8d", "7c", "Kd"), settings(language=language))
    async with app.run_test(size=SMALL) as pilot:
        for _ in range(150):
            await pilot.pause()
            if app.query("#bet"):
                break
        await pilot.press(*word, "enter")
        await until(pilot, app, "│10♠│")
        assert app._evening.table().seats[Seat(0)].bet == 5_000


@in_a_loop
async def test_a_bet_is_typed_anew_over_a_word_and_from_any_button() -> None:
    app = full(rigged())
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")
        line = app.query_one("#bet", Input)
        await pilot.press(*"all", "backspace")
        assert line.value == "al"
        await pilot.press(*"l", *"25")
        assert line.value == "25", "a number in the place of the word"
        await pilot.press("tab", "tab", "backspace", "0")
        assert line.value == "20", "and not what the button beside it says"
        for key in ("backspace", "backspace", "1", "5"):
            # All at once, as a slow line brings them.
            app.post_message(events.Key(key, key if key.isdecimal() else None))
        await pilot.pause()
        assert line.value == "15"
        await pilot.press(*"all", "down", "enter")
        await until(pilot, app, "Ada bets $45.")


@pytest.mark.parametrize(
    ("key", "told"), [("question_mark", "Type a number of dollars"), ("t", "Ada has $50. Hand 1.")]
)
@in_a_loop
async def test_enter_behind_what_is_told_at_once_bets_nothing(key: str, told: str) -> None:
    world = rigged("Ts", "9h", "8d", "7c", "Kd")
    app = full(world)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")
        rows = len(world.rows)
        await pilot.press(key)
        await until(pilot, app, told)
        await pilot.press("enter")
        await pilot.pause()
        assert len(world.rows) == rows
        assert "your bet" in screen(app)
        await pilot.press("enter")
        await until(pilot, app, "Hit (H)")


@in_a_loop
async def test_keys_that_answer_nothing_change_nothing() -> None:
    world = rigged("Ts", "9h", "8d", "7c", "Kd")
    app = full(world)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")
        await pilot.press("enter")
        await until(pilot, app, "Hit (H)")
        rows = len(world.rows)
        await pilot.press("x", "p", "1", "enter", "space", "tab", "escape", "up", "f2", "ctrl+p")
        await pilot.pause()
        assert len(world.rows) == rows
        assert "Hit (H)" in screen(app)


@pytest.mark.parametrize(("size", "colours"), [(LEAST, True), (SMALL, False), (LARGE, True)])
@pytest.mark.parametrize("count", [1, 3, 5, 8])
@in_a_loop
async def test_every_player_and_every_card_is_seen_in_every_size(
    count: int, size: tuple[int, int], colours: bool
) -> None:
    names = ["Ada", "Benjamin Franklin XX", "李雷", "Dora", "Eve", "Fay", "Gus", "Hal"][:count]
    made = settings(*names, decks=8, rules={"natural_sweeps": False})
    firsts = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"][:count]
    app = full(rigged(*firsts, "Th", *["Ks"] * count, "7d"), made, colours)
    async with app.run_test(size=size) as pilot:
        await until(pilot, app, f"{names[0]}, your bet")
        for name in names:
            await until(pilot, app, f"{name}, your bet")
            await pilot.press("enter")
        shown = await until(pilot, app, f"{names[0]}: 2♣ K♠, 12.")
        for name, first in zip(names, firsts, strict=True):
            assert name[:6] in shown
            assert f"{first[0]}♣" in shown
            assert f"{int(first[0]) + 10}" in shown
        assert shown.count("K♠") >= count
        assert "7♦" in shown
        assert "Hit (H)" in shown


@in_a_loop
async def test_many_cards_lie_one_on_another_and_a_split_has_two_hands() -> None:
    world = rigged("2s", "Th", "2d", "7c", "3h", "4h", "2c", "2h", "3s", "3d")
    app = full(world)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "your bet")
        await pilot.press("enter")
        await until(pilot, app, "Split (P)")
        await pilot.press("p")
        shown = await until(pilot, app, "Ada (hand 1): 2♠ 3♥, 5.")
        assert "│2♠ │ │3♥ │  │2♦ │ │4♥ │" in shown
        assert "5 | 6  bet $10" in shown
        for cards in ("2♠ 3♥ 2♣", "2♠ 3♥ 2♣ 2♥", "2♠ 3♥ 2♣ 2♥ 3♠", "2♠ 3♥ 2♣ 2♥ 3♠ 3♦"):
            await pilot.press("h")
            await until(pilot, app, f"Ada (hand 1): {cards}")


@pytest.mark.parametrize("code", ["de", "es", "fr", "zh"])
@in_a_loop
async def test_each_language_fits_the_smallest_picture(code: str) -> None:
    app = full(rigged("8s", "9h", "5h", "8d", "9c", "7c"), settings("Ada", "Bo", language=code))
    async with app.run_test(size=LEAST) as pilot:
        await until(pilot, app, speaks(code).say("choice.sit_out"))
        buttons = list(app.query(Button))
        last = buttons[-1].region
        assert last.right <= LEAST[0], [str(one.label) for one in buttons]
        await pilot.press("enter")
        await until(pilot, app, "> Bo")
        await pilot.press("enter")
        await until(pilot, app, speaks(code).say("choice.stand"))
        assert all(button.region.right <= LEAST[0] for button in app.query(Button))
        assert len(app.query(Button)) == 5


@in_a_loop
async def test_a_chinese_question_fills_its_line_before_it_goes_on_in_the_next() -> None:
    app = full(rigged("Ts", "9h", "8d", "7c"), settings("Ada", language="zh"))
    async with app.run_test(size=(60, 20)) as pilot:
        await until(pilot, app, "下注多少")
        await pilot.press("enter")
        shown = await until(pilot, app, "投降（R）？")
        (line,) = [line for line in shown.splitlines() if "庄家明牌 7♣。" in line]
        assert "停牌（S）" in line, shown


@in_a_loop
async def test_the_buttons_speak_the_language_of_whoever_is_asked() -> None:
    made = settings("Ada", "Bo")
    made = replace(made, people=(made.people[0], replace(made.people[1], language="fr")))
    app = full(rigged("Ts", "8s", "9h", "8d", "6c", "7c"), made)
    async with app.run_test(size=SMALL) as pilot:
        await until(pilot, app, "Sit out (0)")
        await pilot.press("enter")
        await until(pilot, app, "Passer (0)")
        await pilot.press("enter")
        await until(pilot, app, "Surrender (R)")
        await pilot.press("s")
        await until(pilot, app, "Abandonner (R)")


@in_a_loop
async def test_a_disk_that_is_full_ends_the_picture_and_is_told() -> None:
    world = rigged()

    def full_disk(row: object) -> None:
        raise OSError(28, "No space left on device")

    world.write = full_disk  # type: ignore[method-assign]
    app = full(world)
    async with app.run_test(size=SMALL) as pilot:
        await pilot.pause()
    assert isinstance(app.trouble, OSError)


@in_a_loop
async def test_a_terminal_that_changes_its_size_is_drawn_anew() -> None:
    app = full(rigged("Ts", "9h", "8d", "7c", "Kd"))
    async with app.run_test(size=LARGE) as pilot:
        await until(pilot, app, "your bet")
        await pilot.press("enter")
        await until(pilot, app, "Hit (H)")
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert "Ada" in screen(app)
        await pilot.resize_terminal(*SMALL)
        assert "│10♠│ │8♦ │" in await until(pilot, app, "│10♠│ │8♦ │")


@pytest.mark.parametrize("size", [(40, 12), LEAST, SMALL, LARGE])
def test_no_line_is_wider_than_the_terminal_and_none_has_colours_of_its_own(
    size: tuple[int, int],
) -> None:
    """The codes that colour a card in lines are counted as signs here: they push the end of the
    line out, and what stood there before stays."""
    look = Look(colours=True)
    made = settings(language="fr")

    def coloured(code: str) -> Language:
        return read_language(code, cards=lambda cards: row(cards, look))

    playing = evening_of(rigged("Ts", "9h", "8d", "7c", "Kd"), made, (), coloured, Path("21.toml"))
    said = [one for one in talked(playing, ["25", "s"]) if isinstance(one, Said)]
    assert any("\x1b" in one.text for one in said)
    drawn = Drawing(look, coloured("fr")).draw(playing.table(), said, *size)
    assert "\x1b" not in drawn.plain
    lines = drawn.split("\n", allow_blank=True)
    assert len(lines) == size[1]
    assert max(line.cell_len for line in lines) <= size[0]


# -- on a real terminal ------------------------------------------------------------------


def test_on_a_large_terminal_the_picture_is_what_one_gets(tmp_path: Path) -> None:
    with on_terminal([], environment(tmp_path), tmp_path) as terminal:
        terminal.wait_for("your bet")
        terminal.type("\r")
        keys = {"Hit (H)": "s", "Yes (Y)": "n"}
        while (asked := terminal.wait_for("play again", *keys)) in keys:
            assert "┌───┐" in terminal.text
            terminal.type(keys[asked])
            terminal.wait_until_gone(asked)
        terminal.type("q")
        terminal.wait_for("The game is over. Press any key.")
        terminal.type("\r")
        assert terminal.wait_for_end() == 0
        assert "Goodbye." in terminal.raw.split("\x1b[?1049l")[-1], "it stays when the picture goes"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_ctrl_c_leaves_the_picture_with_a_word_and_a_terminal_in_order(
    tmp_path: Path, number: int
) -> None:
    with on_terminal([], environment(tmp_path), tmp_path) as terminal:
        terminal.wait_for("your bet")
        if number == signal.SIGINT:
            terminal.type("\x03")
        else:
            terminal.kill(number)
        assert terminal.wait_for_end() == 130
        rest = terminal.raw.split("\x1b[?1049l")[-1]
        assert "The balances are kept." in rest
        assert "Traceback" not in terminal.raw
        assert "\x1b[?25h" in terminal.raw, "the cursor is back"


def test_a_small_terminal_gets_lines(tmp_path: Path) -> None:
    with on_terminal([], environment(tmp_path), tmp_path, columns=40, lines=24) as terminal:
        terminal.wait_for("your bet")
        assert "\x1b[?1049h" not in terminal.raw
        terminal.type("q\r")
        assert terminal.wait_for_end() == 0


def test_in_chinese_no_sum_is_cut_where_eight_play_or_the_terminal_is_narrow() -> None:
    names = ("小红", "王先生", "Ada", "Ben", "Cid", "Dora", "Eva", "Fritz")
    cards = ("6s", "Ac", *["9c"] * 6, "5d", "8s", "6c", *["9d"] * 6, "Tc")
    drawing = Drawing(Look(), speaks("zh"))
    for typed in (["5"] * 8, [*["5"] * 8, *["s"] * 8]):
        playing = evening(rigged(*cards), settings(*names, language="zh"))
        talked(playing, typed)
        for width, height in ((80, 24), (40, 20)):
            shown = drawing.draw(playing.table(), (), width, height).plain
            assert "王先生" in shown
            assert width == 40 or "软 17 点" in shown
            assert not re.search(r"\d 美(?!元)|[输赢注] *$", shown, re.MULTILINE), shown


def test_where_one_seat_has_no_room_for_words_all_have_sums() -> None:
    cards = ("2s", "6c", "9c", "Ah", "9d", "Ts", "8d")
    playing = evening(rigged(*cards), settings("Ada", "Ben", language="de"))
    talked(playing, ["25", "25", "s", "s"])
    shown = Drawing(Look(), speaks("de")).draw(playing.table(), (), 60, 12).plain
    assert "Soft 13  −25\xa0$" in shown, shown
    assert "15  −25\xa0$" in shown, shown
    assert "verloren" not in shown
