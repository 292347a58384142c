"""Where the parts of a table lie in the window, without a house."""

from itertools import pairwise
from typing import Any

import pytest
from playwright.async_api import Browser, FloatRect, Page, expect

from client_core.text import Words
from protocol.words import Seat
from tests.bridge.seated import Seated
from tests.client.rounds import played
from tests.web.browser import DESKTOP, IN_A_BROWSER, LYING_PHONE, PHONE, Screen
from tests.web.drawn import drawn

pytestmark = IN_A_BROWSER
TARGET = 43.5
"""A thumb needs 44; a browser rounds."""
PARTS = (".top", ".felt-ground", ".bar")
CUT = """() => [...document.querySelectorAll(".stack.note, .titles p")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const text = words.getBoundingClientRect();
  const box = one.closest(".plate, .top").getBoundingClientRect();
  const hides = getComputedStyle(one).overflow !== "visible";
  return (hides && (one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight))
    || text.left < box.left || text.right > box.right || text.bottom > box.bottom + 3;
}).map((one) => one.textContent)"""
"""What is shortened, or stands out of where it belongs; letters may hang below their line."""
NAMES = """() => {
  const text = (one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return words.getBoundingClientRect();
  };
  const names = [...document.querySelectorAll(".seat:not(.free) .name")];
  const covered = names.filter((name) => {
    const sign = name.closest(".person").querySelector(".sign")?.getBoundingClientRect();
    return sign && sign.bottom > text(name).top + 3;
  });
  const tight = names.filter((name) => name.getBoundingClientRect().bottom - text(name).bottom < 2);
  return [covered, tight].map((found) => found.map((name) => name.textContent));
}"""
"""Names that a sign stands beside or over, and those whose letters have no room below them."""


def my_turn(game: str) -> Any:
    """A table at which I am asked."""
    one = Seated()
    preset = "house" if game in ("doudizhu", "sabacc") else "standard"
    one.play(played(game, preset, 4), preset, Seat(0))
    for asks in one.lines():
        if one.ask(asks) is not None and one.table["bar"]["choices"]:
            return {"now": 0, "view": one.table}
    raise LookupError("Nobody asks me.")


async def boxes(page: Page, *parts: str) -> list[FloatRect]:
    found = [await page.locator(part).first.bounding_box() for part in parts]
    return [box for box in found if box is not None]


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE], ids=["upright", "lying"])
@pytest.mark.parametrize("hand", ["left", "right"])
async def test_all_parts_lie_in_the_window_for_either_hand(
    browser: Browser, screen: Screen, hand: str
) -> None:
    async with drawn(browser, screen, my_turn("holdem")) as page:
        await page.evaluate("hand => { document.documentElement.dataset.hand = hand; }", hand)
        top, felt, bar = await boxes(page, *PARTS)
        assert felt["height"] > screen.height / 2
        for part in (top, felt, bar):
            assert part["x"] >= 0
            assert part["y"] >= top["y"] == 0
            assert part["x"] + part["width"] <= screen.width
            assert part["y"] + part["height"] <= screen.height
        if screen is LYING_PHONE:
            assert (bar["x"] < felt["x"]) == (hand == "left")


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE], ids=["upright", "lying"])
async def test_buttons_of_dou_dizhu_are_a_thumb_wide_and_lie_on_no_card(
    browser: Browser, screen: Screen
) -> None:
    async with drawn(browser, screen, my_turn("doudizhu")) as page:
        cards = await boxes(page, ".my-hand")
        for button in await page.locator("button:visible:not(.card, .meet)").all():
            box = await button.bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= TARGET
            assert (
                box["y"] + box["height"] <= cards[0]["y"]
                or box["y"] >= cards[0]["y"] + cards[0]["height"]
            )


async def test_of_each_card_of_dou_dizhu_the_rank_is_seen_on_a_desktop(browser: Browser) -> None:
    async with drawn(browser, DESKTOP, my_turn("doudizhu")) as page:
        cards = [await one.bounding_box() for one in await page.locator(".my-hand .card").all()]
        assert len(cards) >= 17
        for one, other in pairwise(cards):
            assert one is not None
            assert other is not None
            assert other["x"] - one["x"] > 0.36 * one["width"]
            for part in await boxes(page, ".seat.me .plate", ".corner button"):
                assert apart(part, one)


READS = """(card) => {
  const next = card.nextElementSibling?.getBoundingClientRect().left ?? Infinity;
  const { left, right } = card.getBoundingClientRect();
  const { content, font } = getComputedStyle(card, "::after");
  const line = document.createElement("canvas").getContext("2d");
  line.font = font;
  const text = content.slice(1, -1);
  const words = card.matches(".fan") ? [text] : text.split(" ");
  const wide = Math.max(...words.map((one) => line.measureText(one).width));
  return [Math.min(next, right) - left, wide];
}"""
"""How much of a card is seen, and how wide the longest part is of what it says."""


@pytest.mark.parametrize("game", ["sabacc", "doudizhu"])
async def test_a_card_whose_drawing_has_not_come_says_in_words_what_it_is(
    browser: Browser, game: str
) -> None:
    told = my_turn(game)
    labels = [one["label"] for hand in told["view"]["hand"] for one in hand["cards"]]
    async with drawn(browser, PHONE, told, without="**/cards/**") as page:
        cards = page.locator(".my-hand .card")
        for number, label in enumerate(labels):
            await expect(cards.nth(number)).to_have_attribute("data-words", label)
        await expect(cards.first.locator("img").first).to_be_hidden()
        for number in range(len(labels)):
            free, wide = await cards.nth(number).evaluate(READS)
            assert wide <= free, (labels[number], wide, free)
        for back in await page.locator(".stock").all():
            await expect(back).to_have_attribute("data-words", "")
            await expect(back.locator("img")).to_be_hidden()


@pytest.mark.parametrize("calm", ["by the page", "by the device"])
async def test_the_time_of_a_turn_runs_where_nothing_else_moves(
    browser: Browser, calm: str
) -> None:
    async with drawn(browser, PHONE, my_turn("holdem")) as page:
        if calm == "by the device":
            await page.emulate_media(reduced_motion="reduce")
            await page.evaluate("document.documentElement.dataset.motion = 'normal'")
        card, time = [
            await page.locator(part).first.evaluate(
                "one => getComputedStyle(one).animationDuration"
            )
            for part in (".my-hand .card", ".ring .time")
        ]
        assert card == "0s"
        assert float(time.removesuffix("s")) > 1


async def test_without_a_connection_the_bar_lies_below_the_felt_and_is_read_whole(
    browser: Browser,
) -> None:
    told = my_turn("holdem")
    told["view"]["bar"] |= {"held": True, "status": Words("en").say("tap.held")}
    async with drawn(browser, PHONE, told) as page:
        await page.evaluate("document.documentElement.dataset.text = 'big'")
        felt, bar, status = await boxes(page, ".felt-ground", ".bar", ".status span")
        assert felt["y"] + felt["height"] <= bar["y"] <= status["y"]


async def test_few_cards_lie_in_the_window_and_without_any_nothing_lies_over_a_seat(
    browser: Browser,
) -> None:
    told = my_turn("doudizhu")
    view = told["view"]
    [hand], mine = view["hand"], next(seat for seat in view["seats"] if seat["me"])
    mine["play"] = hand | {"cards": hand["cards"][:2], "upper": 0}
    view["middle"]["before_text"] = view["middle"]["trust_text"] = "There"
    async with drawn(browser, PHONE, told) as page:
        for count in (4, 2):
            view["hand"] = [hand | {"cards": hand["cards"][:count], "upper": 0}]
            await page.evaluate("told => show(told)", told)
            cards = page.locator(".my-hand .card")
            await expect(cards).to_have_count(count)
            lie = [box for one in await cards.all() if (box := await one.bounding_box())]
            left, right = lie[0]["x"], lie[-1]["x"] + lie[-1]["width"]
            assert left >= 0
            assert abs(left + right - PHONE.width) < 2, "in the middle"
        view["hand"] = []
        await page.evaluate("told => show(told)", told)
        await expect(page.locator(".my-hand")).to_have_count(0)
        seats = [await one.bounding_box() for one in await page.locator(".seat .plate").all()]
        for part in (".corner", ".laid.below .card", ".laid.below .card:last-child"):
            [box] = await boxes(page, part)
            assert box["y"] > PHONE.height / 2
            assert all(seat is not None and apart(box, seat) for seat in seats)


def flight(number: int, end: str, card: str) -> dict[str, object]:
    """A card on its way from the deck."""
    return {
        "number": number, "kind": "card", "start": "deck", "end": end, "card": card, "late": 70,
    }  # fmt: skip


async def test_a_card_lies_where_it_flies_to_once_it_has_come(browser: Browser) -> None:
    told = my_turn("holdem")
    mine = next(seat["seat"] for seat in told["view"]["seats"] if seat["me"])
    held = [card["name"] for card in told["view"]["hand"][0]["cards"]]
    opacity = "all => all.map((one) => getComputedStyle(one).opacity)"
    async with drawn(browser, PHONE, told) as page:
        await page.evaluate("document.documentElement.dataset.motion = 'normal'")
        told["view"]["flights"] = [
            flight(500 + nth, f"seat{mine}", card) for nth, card in enumerate(held)
        ]
        hand, flying = page.locator(".my-hand .card"), page.locator(".flight")
        # All that moves stands still, so that no clock decides what is seen.
        await page.evaluate(
            "told => { show(told); document.getAnimations().forEach((one) => one.pause()); }", told
        )
        assert await flying.count() == len(held) == 2
        assert await hand.evaluate_all(opacity) == ["0", "0"]
        lies = await boxes(page, ".my-hand .card")
        await page.evaluate(
            "document.querySelectorAll('.flight').forEach((one) => one.getAnimations()"
            ".forEach((way) => { way.currentTime = 449; }))"
        )
        come = await boxes(page, ".flight")
        assert abs(come[0]["x"] - lies[0]["x"]) < 2
        assert abs(come[0]["width"] - lies[0]["width"]) < 2
        await page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        await expect(flying).to_have_count(0)
        assert await hand.evaluate_all(opacity) == ["1", "1"]


async def test_an_open_hand_is_read_on_a_lying_phone_and_a_play_lies_beside_it(
    browser: Browser,
) -> None:
    told = my_turn("doudizhu")
    view = told["view"]
    [hand], other = view["hand"], next(seat for seat in view["seats"] if not seat["me"])
    other["hands"], other["play"] = [hand], hand | {"cards": hand["cards"][:5], "upper": 0}
    view["bar"] |= {"choices": [], "status": ""}
    async with drawn(browser, LYING_PHONE, told) as page:
        rows = page.locator(".seat .two-rows .card-row")
        await expect(rows).to_have_count(2)
        for row in await rows.all():
            lie = [box for one in await row.locator(".card").all()
                   if (box := await one.bounding_box())]  # fmt: skip
            for one, next_ in pairwise(lie):
                assert next_["x"] - one["x"] > 0.35 * one["width"]
            for card in await page.locator(".laid .card").all():
                laid = await card.bounding_box()
                assert laid is not None
                assert all(apart(one, laid) for one in lie)
        await expect(page.locator(".status")).to_be_hidden()


LINE = {"n": 1, "name": "Ines", "text": "Hello", "mine": False, "emote": "", "tap": []}


async def test_a_lying_phone_shows_what_was_said_beside_what_can_be_said(browser: Browser) -> None:
    told = my_turn("holdem")
    told["view"]["talk"] |= {"open": True, "lines": [LINE], "may_write": True}
    told["view"]["talk"]["phrases"] = [
        {"text": f"Quick words, number {n}", "tap": [], "emote": ""} for n in range(12)
    ]
    async with drawn(browser, LYING_PHONE, told) as page:
        drawer, line, phrases, form = await boxes(
            page, ".drawer", ".lines li", ".phrases", ".drawer form"
        )
        assert drawer["y"] < line["y"]
        assert line["y"] + line["height"] <= phrases["y"]
        assert phrases["y"] + phrases["height"] <= form["y"]
        assert form["y"] + form["height"] <= LYING_PHONE.height


BET = {"text": "25", "chips": ["white"]}


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether the two lie beside or above each other."""
    return (
        one["x"] + one["width"] <= other["x"]
        or other["x"] + other["width"] <= one["x"]
        or one["y"] + one["height"] <= other["y"]
        or other["y"] + other["height"] <= one["y"]
    )


@pytest.mark.parametrize("screen", [LYING_PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_bets_on_a_felt_that_lies_are_on_no_card_and_beside_the_pot(
    browser: Browser, screen: Screen
) -> None:
    told = my_turn("holdem")
    every = [one | {"bet": BET} for one in told["view"]["seats"]]
    every += [every[-1] | {"seat": spot, "spot": spot} for spot in range(len(every), 7)]
    async with drawn(browser, screen, told) as page:
        for count in range(2, 8):
            told["view"] |= {"seats": every[:count], "count": count}
            await page.evaluate("told => show(told)", told)
            await expect(page.locator(".bet")).to_have_count(count)
            lie = page.locator(".board .card, .board .slot, .my-hand .card, .pot")
            others = [await one.bounding_box() for one in await lie.all()]
            for bet in await page.locator(".bet .sum").all():
                at = await bet.bounding_box()
                assert at is not None
                for other in others:
                    assert other is not None
                    assert apart(at, other), (count, at, other)


async def test_my_bet_lies_on_none_of_the_chips_that_more_is_bet_with(browser: Browser) -> None:
    told = my_turn("blackjack")
    told["view"]["seats"][0] |= {"bet": BET}
    async with drawn(browser, PHONE, told) as page:
        for size in (PHONE.height, 560, 900):
            await page.set_viewport_size({"width": PHONE.width, "height": size})
            tray = [await one.bounding_box() for one in await page.locator(".tray button").all()]
            (bet,) = await boxes(page, ".bet .sum")
            assert tray
            for chip in tray:
                assert chip is not None
                assert apart(bet, chip), (size, bet, chip)


LIE = """() => [...document.querySelectorAll(".pile-of .card")].map(
  (one) => [one.offsetLeft, one.offsetWidth])"""
"""Where cards come to lie, and how wide they are, while they still fly there."""


async def test_a_discard_shows_no_more_of_the_one_below_than_its_edge(browser: Browser) -> None:
    told = my_turn("sabacc")
    middle = told["view"]["middle"]
    (card,) = middle["discards"]["cards"]
    middle["discards"]["cards"] = [card | {"name": name} for name in ("-6s", "-3s", "+8c")]
    async with drawn(browser, PHONE, told) as page:
        for screen in (PHONE, LYING_PHONE, DESKTOP):
            await page.set_viewport_size({"width": screen.width, "height": screen.height})
            pile = await page.evaluate(LIE)
            assert len(pile) == 3
            for (below, wide), (above, _) in pairwise(pile):
                assert 0 < above - below <= wide / 12, screen


TIP = {"text": "A tip", "next_text": "On", "next": [], "skip_text": "No", "skip": []}
# Rows of what is said: none begins or ends with a dot that is seen, and seconds are not alone.
DEALER = """() => [...document.querySelectorAll(".seat .button")].map((one) => {
  const name = one.closest(".person").querySelector(".name");
  const words = document.createRange();
  words.selectNodeContents(name);
  const [text, box, sign] = [words, name, one].map((part) => part.getBoundingClientRect());
  const [left, right] = [Math.max(text.left, box.left), Math.min(text.right, box.right)];
  return Math.max(sign.left - right, left - sign.right);
})"""
"""How far the dealer's sign is from the letters of a name that are seen."""
MIDDLE = """() => {
  const line = document.querySelector(".status").getBoundingClientRect();
  return [...document.querySelectorAll(".status .whole")].map((one) => {
    const box = one.getClientRects()[0];
    return Math.abs(box.left + box.right - line.left - line.right) / 2;
  });
}"""
"""How far the parts of a line lie from its middle."""
ROWS = """() => [...document.querySelectorAll(".status, .titles p")].flatMap((one) => {
  const rows = new Map();
  const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode;
    if (getComputedStyle(text.parentElement).visibility === "hidden") continue;
    for (let at = 0; at < text.length; at++) {
      const letter = document.createRange();
      letter.setStart(text, at);
      letter.setEnd(text, at + 1);
      const top = Math.round(letter.getBoundingClientRect().top / 8);
      rows.set(top, (rows.get(top) ?? "") + text.data[at]);
    }
  }
  return [...rows.values()].map((row) => row.trim());
})"""
LONG = "Seat 7 is yours: choose how many chips you bring along"


async def test_no_row_of_what_is_told_begins_or_ends_with_a_dot(browser: Browser) -> None:
    told = my_turn("holdem")
    told["view"]["bar"]["status"] = f"Lin wins · Ada wins 20 · {LONG} · 0:22"
    told["view"]["top"] |= {"news": "", "note": "House rules · blinds 5/10 · 1 watching"}
    seen: set[str] = set()
    async with drawn(browser, PHONE, told) as page:
        for width in range(300, 500, 20):
            await page.set_viewport_size({"width": width, "height": 640})
            await page.evaluate("told => show(told)", told)
            rows = await page.evaluate(ROWS)
            assert [row for row in rows if row.startswith("·") or row.endswith("·")] == []
            assert "0:22" not in rows
            seen |= set(rows)
    assert {"House rules", "blinds 5/10\u00a0· 1 watching"} <= seen, "parted, and joined"
    told["view"]["bar"]["status"] = "Lin has a hand · and Ada too"
    async with drawn(browser, Screen(170, 640), told) as page:
        off = await page.evaluate(MIDDLE)
        assert len(off) == 2
        assert max(off) < 2, "each row stands in the middle"


BOARD = """() => [...document.querySelectorAll(".board .slot, .board .card")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width: width / 2, height: height / 2 };
})"""
"""The corners of the cards on the board, by which they are known."""
PACKED = 8
"""From so many seats on there is no room beside the board."""
SAID = {"text": "Everything. Statistically fine, and then some more of it.", "emote": ""}


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE], ids=["upright", "lying"])
async def test_what_is_said_at_a_seat_lies_on_nothing_above_the_felt_and_on_no_board(
    browser: Browser, screen: Screen
) -> None:
    told = my_turn("holdem")
    told["view"]["tip"] = TIP
    every = [one | {"said": SAID} for one in told["view"]["seats"]]
    every += [every[-1] | {"seat": spot, "spot": spot} for spot in range(len(every), 10)]
    every[1] |= {"said": {"text": "", "emote": "laugh"}}
    async with drawn(browser, screen, told) as page:
        for count in range(2, 11):
            told["view"] |= {"seats": every[:count], "count": count}
            await page.evaluate("told => show(told)", told)
            await expect(page.locator(".bubble")).to_have_count(count - 1)
            (tip,) = await boxes(page, ".tip")
            ranks: list[FloatRect] = await page.evaluate(BOARD)
            assert len(ranks) == 5
            for said in await page.locator(".bubble, .emote").all():
                at = await said.bounding_box()
                assert at is not None
                assert apart(at, tip), (count, at)
                if count < PACKED:
                    assert [one for one in ranks if not apart(at, one)] == [], (count, at)


async def test_what_is_said_at_roulette_hangs_into_the_felt(browser: Browser) -> None:
    told = my_turn("roulette")
    first, *others = [seat | {"said": SAID} for seat in told["view"]["seats"]]
    others += [others[-1] | {"seat": spot, "spot": spot} for spot in range(1 + len(others), 6)]
    told["view"] |= {"seats": [first, *others[:5]], "count": 6}
    for screen in (PHONE, LYING_PHONE):
        async with drawn(browser, screen, told) as page:
            (felt,) = await boxes(page, ".felt-ground")
            await expect(page.locator(".seat:not(.me) .bubble")).to_have_count(5)
            for said in await page.locator(".seat:not(.me) .bubble").all():
                at = await said.bounding_box()
                assert at is not None
                assert at["y"] >= felt["y"], at
                assert 0 <= at["x"] <= at["x"] + at["width"] <= felt["width"], at


@pytest.mark.parametrize("game", ["holdem", "sabacc"])
async def test_what_two_win_lies_beside_the_pot_of_a_lying_phone(
    browser: Browser, game: str
) -> None:
    told = my_turn(game)
    first, other, *_ = told["view"]["seats"]
    hand = told["view"]["hand"][0]
    other |= {"spot": 1, "word": {"text": "+1,150", "tone": "good"}, "hands": [hand]}
    told["view"] |= {"seats": [first, other], "count": 2}
    async with drawn(browser, LYING_PHONE, told) as page:
        word, pot = await boxes(page, ".seat:not(.me) .word", ".pot")
        assert apart(word, pot), (word, pot)
        for tag in await page.locator(".middle .tag").all():
            at = await tag.bounding_box()
            assert at is not None
            assert apart(word, at), (word, at)


async def test_long_words_and_many_cards_at_the_edge_end_before_the_window_does(
    browser: Browser,
) -> None:
    one = Seated()
    one.play(played("blackjack", "standard", 5), "standard", Seat(0))
    for asks in one.lines():
        one.ask(asks)
        if any(seat["hands"] and not seat["me"] for seat in one.table["seats"]):
            break
    told = {"now": 0, "view": one.table}
    word = {"text": "Insured 1,017.50", "tone": "gold"}
    first, *others = [seat | {"word": word} for seat in one.table["seats"]]
    (hand, *_), *_ = (seat["hands"] for seat in others if seat["hands"])
    many = hand | {"cards": (hand["cards"] * 3)[:5]}
    others = [seat | {"hands": [many]} for seat in others]
    others += [others[-1] | {"seat": spot, "spot": spot} for spot in range(1 + len(others), 7)]
    told["view"] |= {"seats": [first, *others[:6]], "count": 7}
    for screen in (PHONE, LYING_PHONE):
        async with drawn(browser, screen, told) as page:
            await expect(page.locator(".seat:not(.me) .word")).to_have_count(6)
            await expect(page.locator(".seat:not(.me) .held")).to_have_count(6)
            for part in await page.locator(".seat:not(.me) :is(.word, .held)").all():
                at = await part.bounding_box()
                assert at is not None
                assert at["x"] >= 3, at
                assert at["x"] + at["width"] <= screen.width - 3, at


async def test_who_watches_dou_dizhu_on_a_lying_phone_sees_all_three(browser: Browser) -> None:
    one = Seated()
    one.play(played("doudizhu", "house", 4), "house", None)
    one.ask(next(one.lines()))
    async with drawn(browser, LYING_PHONE, {"now": 0, "view": one.table}) as page:
        status, act = await boxes(page, ".status", ".act")
        plates = [await plate.bounding_box() for plate in await page.locator(".plate").all()]
        assert len(plates) == 3
        for plate in plates:
            assert plate is not None
            assert apart(plate, act), (plate, act)
            assert apart(plate, status), (plate, status)


async def test_more_seats_than_a_felt_has_corners_are_drawn_all_the_same(browser: Browser) -> None:
    told = my_turn("doudizhu")
    seats = told["view"]["seats"]
    seats += [seats[-1] | {"seat": spot, "spot": spot} for spot in range(3, 7)]
    async with drawn(browser, PHONE, told) as page:
        await expect(page.locator(".seat")).to_have_count(7)


async def test_a_long_word_of_dou_dizhu_stays_within_the_window(browser: Browser) -> None:
    told = my_turn("doudizhu")
    word = {"text": "Super double", "tone": "gold"}
    told["view"]["seats"] = [seat | {"word": word} for seat in told["view"]["seats"]]
    async with drawn(browser, PHONE, told) as page:
        await expect(page.locator(".seat:not(.me) .word")).to_have_count(2)
        for part in await page.locator(".seat:not(.me) .word").all():
            at = await part.bounding_box()
            assert at is not None
            assert at["x"] >= 3, at
            assert at["x"] + at["width"] <= PHONE.width - 3, at


async def test_why_a_seat_does_not_play_and_what_stands_below_the_title_are_read_whole(
    browser: Browser,
) -> None:
    told, say = my_turn("doudizhu"), Words("en").say
    for seat, said in zip(told["view"]["seats"], ("stand_in", "away_bot", "left_bot"), strict=True):
        seat["note"] = say(f"doudizhu.{said}")
    told["view"]["top"]["news"] = say("notice.stand_in")
    async with drawn(browser, PHONE, told) as page:
        await expect(page.locator(".stack.note")).to_have_count(3)
        for screen in (PHONE, LYING_PHONE, DESKTOP):
            await page.set_viewport_size({"width": screen.width, "height": screen.height})
            for text in ("normal", "big"):
                await page.evaluate(
                    "text => { document.documentElement.dataset.text = text; }", text
                )
                assert await page.evaluate(CUT) == [], (screen, text)
                top, felt = await boxes(page, ".top", ".felt-ground")
                assert top["y"] + top["height"] <= felt["y"]


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE, DESKTOP], ids=["upright", "lying", "desk"])
async def test_what_a_seat_posted_leaves_its_name_to_be_read(
    browser: Browser, screen: Screen
) -> None:
    async with drawn(browser, screen, my_turn("holdem")) as page:
        covered, tight = await page.evaluate(NAMES)
        assert await page.locator(".sign").count() == 2
        assert (covered, tight) == ([], [])


@pytest.mark.parametrize("screen", [PHONE, LYING_PHONE], ids=["upright", "lying"])
async def test_with_a_tip_the_rules_the_chat_and_the_menu_are_a_tap_away(
    browser: Browser, screen: Screen
) -> None:
    told = my_turn("holdem")
    told["view"]["tip"] = TIP | {"text": LONG, "next": ["on"], "skip": ["no"]}
    top = told["view"]["top"]
    async with drawn(browser, screen, told) as page:
        signs = page.locator(".tip button:visible")
        for at in range(await signs.count()):
            box = await signs.nth(at).bounding_box()
            assert box is not None
            assert min(box["width"], box["height"]) >= TARGET
            assert box["x"] + box["width"] <= screen.width
            await signs.nth(at).click()
        tapped = [tap for tap, _ in await page.evaluate("window.taps")]
        wanted = [top["back"], ["no"], ["on"], top["rules"], top["chat"], top["menu"]]
        assert tapped == wanted, "nothing lies on anything"


@pytest.mark.parametrize("mark", ["D", "庄"])
async def test_the_sign_of_the_dealer_lies_on_no_letter_of_a_long_name(
    browser: Browser, mark: str
) -> None:
    told = my_turn("holdem")
    for seat in told["view"]["seats"]:
        seat |= {"name": "Wilhelmina Wolkenstein", "button": mark}
    async with drawn(browser, PHONE, told) as page:
        free = await page.evaluate(DEALER)
        assert len(free) == len(told["view"]["seats"])
        assert min(free) >= 1
