"""Every text in every language, with the same keys and the same holes."""

import ast
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from string import Formatter

import pytest

import client_core.catalogue
import mobile_client
import terminal_client
import web_client
from client_core import names, rules
from client_core.acts import cents
from client_core.history import sentence, steps
from client_core.round import HandName
from client_core.tables import Past
from client_core.text import LANGUAGES, Say, Text, Words, catalogue, language_of
from game_server.players.names import read_name
from game_server.rules.catalogue import GAMES
from game_server.table import bot_names
from protocol import games, phrases, reasons
from protocol.cards import LABELS, SABACC_PACK, parse
from protocol.events import Acted
from protocol.games import holdem, roulette
from protocol.games.doudizhu import CATEGORIES, Pattern
from protocol.words import BOT_NAME, Refusal
from tests.client.rounds import EVERY, fold, played, seen_by

ENGLISH = catalogue("en")
OTHERS = [language for language in LANGUAGES if language != "en"]


def holes_of(text: Text) -> frozenset[str]:
    """The names of all holes, in whatever form."""
    forms = [text] if isinstance(text, str) else list(text.values())
    return frozenset(
        name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None
    )


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys_with_the_same_holes(language: str) -> None:
    other = catalogue(language)
    assert sorted(ENGLISH.keys() ^ other.keys()) == []
    for key, text in ENGLISH.items():
        assert holes_of(text) == holes_of(other[key]), key
        assert bool(text) == bool(other[key]), f"{key} is silent in one language only"


def said_in(source: str) -> Iterator[tuple[str, set[str]]]:
    """The texts that it says by their keys, each with the holes that it fills."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        filled = {one.arg for one in call.keywords if one.arg is not None}
        if name == "say" and len(filled) == len(call.keywords):
            for part in ast.walk(call.args[0]):
                if isinstance(part, ast.Constant) and part.value in ENGLISH:
                    yield str(part.value), filled


def test_who_says_a_text_fills_all_its_holes() -> None:
    said = [
        (file.name, key, filled)
        for client in (client_core, mobile_client, terminal_client, web_client)
        for file in Path(client.__path__[0]).rglob("*.py")
        for key, filled in said_in(file.read_text(encoding="utf-8"))
    ]
    assert len(said) > 100
    assert [one for one in said if not holes_of(ENGLISH[one[1]]) <= one[2]] == []


def named_in(source: str) -> Iterator[str]:
    """What its strings can be, as patterns: `rank.3` is one of `f"rank.{rank}"`."""
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield re.escape(part.value)
        elif isinstance(part, ast.JoinedStr):
            pieces = [one.value if isinstance(one, ast.Constant) else None for one in part.values]
            if "." in str(pieces[0]):
                yield "".join(".*" if one is None else re.escape(str(one)) for one in pieces)


def test_every_text_is_said_by_some_client() -> None:
    named: set[str] = set()
    for client in (client_core, mobile_client, terminal_client, web_client):
        for file in Path(client.__path__[0]).rglob("*.py"):
            named.update(named_in(file.read_text(encoding="utf-8")))
    parts = [re.compile(one) for one in named if ".*" in one]
    silent = [key for key in ENGLISH if re.escape(key) not in named]
    assert [key for key in silent if not any(one.fullmatch(key) for one in parts)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hole_is_written_in_a_way_that_is_known(language: str) -> None:
    known = {"", "ms", "money", "short", "cash", "signed", "span", "letter"}
    for key, text in catalogue(language).items():
        forms = [text] if isinstance(text, str) else [*text.values()]
        for form in forms:
            for _, name, spec, conversion in Formatter().parse(form):
                if name is not None:
                    assert name.isidentifier(), (key, name)
                    assert spec in known or (spec or "").endswith(":"), (key, spec)
                    assert conversion is None, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_house_has_a_text_with_no_hole_but_its_facts(language: str) -> None:
    texts = catalogue(language)
    for refusals in reasons.REFUSALS.values():
        for code, reason in refusals.items():
            assert holes_of(texts[f"refusal.{code}"]) <= set(reason.facts), code
    for code, reason in reasons.NOTICES.items():
        assert holes_of(texts[f"notice.{code}"]) <= {*reason.facts, "text"}, code
    for code in reasons.LEAVINGS:
        assert texts[f"left.{code}"], code
    for phrase in phrases.SAYABLE:
        assert texts[f"phrase.{phrase}"], phrase


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_presets_verbs_and_hands_have_names(language: str) -> None:
    words = Words(language)
    for game, card in client_core.catalogue.GAMES.items():
        assert words.has(f"game.{game}")
        assert set(card.presets) == set(GAMES[game].presets)
        for preset in card.presets:
            assert words.has(f"preset.{game}.{preset}")
            least, most = GAMES[game].presets[preset].least, GAMES[game].presets[preset].most
            assert card.least_seats <= least
            assert most <= card.most_seats
    for game, preset in EVERY:
        for seed in range(8):
            for asks in played(game, preset, seed).asked:
                for ask in asks:
                    for option in ask.options:
                        assert option.verb == "draw" or words.has(f"act.{option.verb}"), option
    for category in holdem.CATEGORIES:
        name = HandName(category, (12, 11, 3, 2, 1), ())
        assert "…" not in names.hand_name(words, name)
        assert words.has(f"hand.kind.{category}")
    for place in roulette.NUMBERS:
        assert "…" not in names.place_name(words, place)


PLAYS = [
    (Pattern("solo", 1, 3), "Solo six", "单张6"),
    (Pattern("solo", 1, 11), "Solo ace", "单张A"),
    (Pattern("solo", 1, 13), "Small joker", "小王"),
    (Pattern("solo", 1, 14), "Big joker", "大王"),
    (Pattern("pair", 1, 9), "Pair of queens", "对Q"),
    (Pattern("pair", 1, 12), "Pair of twos", "对2"),
    (Pattern("trio", 1, 8), "Three jacks", "三张J"),
    (Pattern("trio_solo", 1, 10), "Three kings with a solo", "三带一 · K"),
    (Pattern("trio_pair", 1, 10), "Three kings with a pair", "三带二 · K"),
    (Pattern("four_solos", 1, 3), "Four sixes with two solos", "四带二 · 6"),
    (Pattern("four_pairs", 1, 3), "Four sixes with two pairs", "四带两对 · 6"),
    (Pattern("bomb", 1, 7), "Bomb of tens", "炸弹 · 10"),
    (Pattern("rocket", 2, 13), "Rocket", "王炸"),
    (Pattern("chain", 5, 0), "Chain 3–7", "顺子 3–7"),
    (Pattern("pair_chain", 3, 8), "Pair chain J–K", "连对 J–K"),
    (Pattern("airplane", 2, 6), "Airplane 9–10", "飞机 9–10"),
    (Pattern("airplane_solos", 2, 6), "Airplane 9–10 with solos", "飞机带小翼 9–10"),
    (Pattern("airplane_pairs", 2, 6), "Airplane 9–10 with pairs", "飞机带大翼 9–10"),
]


@pytest.mark.parametrize(("play", "en", "zh"), PLAYS, ids=lambda one: str(one)[:16])
def test_a_play_of_dou_dizhu_is_called_as_players_call_it(play: Pattern, en: str, zh: str) -> None:
    assert names.pattern_name(Words("en"), play) == en
    assert names.pattern_name(Words("zh"), play) == zh


def test_every_play_of_dou_dizhu_has_a_name() -> None:
    assert {play.category for play, _, _ in PLAYS} == set(CATEGORIES)


@pytest.mark.parametrize(("language", "amber"), [("en", "Amber"), ("zh", "金秋")])
def test_bots_have_names_in_the_language_of_who_reads_and_people_their_own(
    language: str, amber: str
) -> None:
    words = Words(language)
    assert words.player("Bot Amber") == amber
    assert words.player("Amber") == "Amber", "a person of that name is no bot"
    assert words.say("news.sat", name="Bot Amber") == words.say("news.sat", name=amber)
    told = words.say("news.told", text="Bot Amber, Ann Lee")
    assert told == words.say("news.told", text=f"{amber}, Ann Lee")
    assert words.listed(("Ann", amber)) in words.say(
        "ending.beaten", names=("Ann", "Bot Amber"), count=2
    )
    called = [words.player(f"{BOT_NAME}{name}") for name in bot_names.NAMES]
    assert len(set(called)) == len(bot_names.NAMES)
    assert not [one for one in called if one.startswith(BOT_NAME)]


@pytest.mark.parametrize("name", bot_names.NAMES)
def test_no_person_has_the_name_of_a_bot(name: str) -> None:
    with pytest.raises(Refusal):
        read_name(f"{BOT_NAME}{name}")


@pytest.mark.req("C-2.17")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_every_room_is_told_in_its_rules(language: str) -> None:
    words = Words(language)
    for game, preset in EVERY:
        options = asdict(GAMES[game].presets[preset])
        view = rules.view(game, preset, options, words)
        assert len(view.how) >= 3
        for name, value in options.items():
            if name in rules.HIDDEN:
                continue
            key = f"rule.{game}.{name}"
            ending = {bool: ".yes" if value else ".no", str: f".{value}"}.get(type(value), "")
            assert words.has(key + ending) or words.has(f"{key}.zero"), (preset, name, value)
        assert all("…" not in line for line in view.lines)
    assert any(words.say("hand.kind.full_house").lower() in line.lower() for line in
               rules.view("holdem", "standard", {}, words).how)  # fmt: skip


@pytest.mark.parametrize(
    ("game", "preset", "silent", "said"),
    [
        ("holdem", "casino", "With two players", "Bets and raises are whole chips."),
        ("holdem", "heads_up", "multiples of 1.", "With two players"),
        ("holdem", "eps", "whole chips", "Bets and raises are multiples of 10."),
        ("blackjack", "casino", "A split makes", "Hands cannot be split."),
        ("blackjack", "standard", "multiples of 1.", "A split makes 4 hands at most."),
        ("doudizhu", "house", "If all pass", "The landlord is drawn at random."),
        ("doudizhu", "standard", "drawn", "If all pass, the cards are dealt again, 3 deals"),
    ],
)
def test_rules_say_nothing_of_what_cannot_happen(
    game: str, preset: str, silent: str, said: str
) -> None:
    options = asdict(GAMES[game].presets[preset])
    told = " ".join(rules.view(game, preset, options, Words("en")).lines)
    assert silent not in told
    assert said in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "preset"), EVERY)
def test_every_round_can_be_told_step_by_step(game: str, preset: str, language: str) -> None:
    words = Words(language)
    for seed in range(4):
        one = played(game, preset, seed)
        events = seen_by(one, next(iter(one.stacks)))
        last = fold(events)
        told = steps(Past(1, game, events, None, last), words)
        assert len(told) > 2
        for step in told:
            assert "…" not in step.text, step.text
            assert "{" not in step.text, step.text
        if language == "zh":
            prose = "".join(step.text for step in told[1:])
            assert any("\u4e00" <= letter <= "\u9fff" for letter in prose)


@pytest.mark.parametrize(
    ("language", "bidding", "trick"),
    [("en", "does not bid", "passes"), ("zh", "不叫", "不出")],
)
def test_who_passes_in_the_bidding_says_another_word_than_in_a_trick(
    language: str, bidding: str, trick: str
) -> None:
    words = Words(language)
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(6):
        one = played("doudizhu", "standard", seed)
        events = seen_by(one, next(iter(one.stacks)))
        told = steps(Past(1, "doudizhu", events, None, fold(events)), words)
        names_lord = [any(one in step.text for one in ("landlord;", "是地主")) for step in told]
        crowned = names_lord.index(True) if True in names_lord else len(told)
        for place, step in enumerate(told):
            for word in (bidding, trick):
                if step.text.endswith(word):
                    said[place < crowned].add(word)
    assert said == {True: {bidding}, False: {trick}}


@pytest.mark.parametrize(
    ("language", "bet", "raised"), [("en", "bets", "raises to"), ("zh", "下注", "加注到")]
)
def test_who_raises_from_nothing_at_sabacc_bets(language: str, bet: str, raised: str) -> None:
    words = Words(language)
    seen: set[bool] = set()
    for seed in range(4):
        one = played("sabacc", "house", seed)
        events = seen_by(one, next(iter(one.stacks)))
        for place, event in enumerate(events):
            if not isinstance(event, Acted) or event.verb != "raise":
                continue
            before, now = fold(events[:place]), fold(events[: place + 1])
            first = not before.bets
            seen.add(first)
            assert (bet if first else raised) in sentence(event, now, words)
            told = names.act_word(words, "sabacc", now.acts[event.seat])
            assert told.startswith(names.verb(words, "sabacc", "bet")) is first
    assert seen == {True, False}


def test_the_same_hand_is_named_as_at_the_table() -> None:
    words = Words("en")
    for text in ("Ks Kd 4c 4h 2s", "As Ks Qs Js Ts", "9s 9d 9h 9c 2d", "7c 5d 4h 3s 2c"):
        value = holdem.strength(parse(text))
        kind = holdem.CATEGORIES[holdem.category(value)]
        mine = HandName(kind, holdem.ranks_of(value), ())
        assert names.hand_name(words, mine) == holdem.name(value)


def test_money_and_numbers_are_written_as_the_language_does() -> None:
    en, zh = Words("en"), Words("zh")
    assert en.money(125_000) == "1,250"
    assert en.money(750) == "7.50"
    assert en.money(-500, sign=True) == "−5"
    assert en.money(500, sign=True) == "+5"
    assert en.money(125_000, cash=True) == "$1,250"
    assert en.money(1_255_000, short=True) == "12.5k"
    assert en.money(950_000, short=True) == "9,500"
    assert en.money(123_456_789_00, short=True) == "123M"
    assert zh.money(1_255_000, short=True) == "1.2万"
    assert zh.money(30_000_000_000, short=True) == "3亿"
    assert (en.span(7), en.span(6.2), en.span(125), en.span(3_600)) == (
        "0:07", "0:07", "2:05", "1:00:00")  # fmt: skip
    began = 100.8
    assert en.span(began + 40 - began) == "0:40", "what a difference leaves over is no second"
    assert en.time(1_800_000_000, 3_600) == "09:00"
    assert en.listed(("Ann", "Bo", "Cy")) == "Ann, Bo and Cy"
    assert zh.listed(("Ann", "Bo", "Cy")) == "Ann、Bo 和 Cy"


def test_holes_plurals_and_unknown_codes() -> None:
    en = Words("en")
    assert en.say("cards.hidden", count=1) == "a card"
    assert en.say("cards.hidden", count=1_200) == "1,200 cards"
    strange = Say("refusal.from_the_future", {"n": 1}, "The house says this.")
    assert en.say(strange) == "The house says this."
    assert en.say(Say("refusal.buy_first", {})) == "The first purchase is at least …."
    assert en.say("refusal.name_letters", letter="{amount}").endswith("{amount}"), "no hole"
    assert language_of("zh_CN") == "zh"
    assert language_of("zh-Hant") == "zh"
    assert language_of("fr_FR") == "en"


@pytest.mark.parametrize(
    ("key", "ends", "apart", "alike"),
    [
        ("cashier.range", ("least", "most"), "You can buy 1 to 2 here", "You can buy 1 here"),
        ("refusal.cards_count", ("least", "most"), "it takes 1 to 2", "It takes 1 at a time"),
        ("terminal.buy_range", ("low", "high"), "and 1 to 2", "and 1;"),
    ],
)
def test_a_range_of_one_value_is_told_as_that_value(
    key: str, ends: tuple[str, str], apart: str, alike: str
) -> None:
    en, (low, high) = Words("en"), ends
    cents = 100 if key.startswith("terminal") else 1
    assert apart in en.say(key, count=3, **{low: cents, high: 2 * cents})
    only = en.say(key, count=3, **{low: cents, high: cents})
    assert alike in only
    assert " to 1" not in only


def test_typed_amounts_are_cents() -> None:
    typed = {"12": 1_200, "7.5": 750, "1,000": 100_000, " .50 ": 50, "１２": 1_200}
    assert {text: cents(text) for text in typed} == typed
    for wrong in ("", "x", "-5", "1.234", "5.", "1e3", "9" * 13):
        assert cents(wrong) is None, wrong


def test_every_card_has_a_sign() -> None:
    signs = {card: names.card_name(card) for card in LABELS}
    assert len(set(signs.values())) == len(signs)
    assert names.card_name(None) == "▮"
    assert games.NAMES


@pytest.mark.parametrize(
    ("letter", "shown"),
    [
        ("U+005B", "["),
        ("U+00E9", "é"),
        ("U+724C", "牌"),
        ("U+0436", "ж (U+0436)"),
        ("U+0645", "U+0645"),
        ("U+202E", "a sign that nobody sees"),
        ("U+0020", "a space"),
        ("U+1F600", "an emoji"),
        ("U+FE0F", "an emoji"),
        ("?", "?"),
    ],
)
def test_a_letter_is_named_as_it_is_typed_where_it_can_be_read(letter: str, shown: str) -> None:
    text = Words("en").say("refusal.name_letters", letter=letter)
    assert text.endswith(f": {shown}")


def test_a_last_try_is_one_try() -> None:
    en = Words("en")
    assert en.say("refusal.pin_wrong", left=1) == "Wrong PIN; 1 try left."
    assert en.say("refusal.pin_wrong", left=2) == "Wrong PIN; 2 tries left."


@pytest.mark.parametrize(
    ("language", "never"),
    [
        # A sentence does not begin with `Who` unless it asks; letters of a password are no signs.
        ("en", r"(?:^|[.;] )Who [^?]*$|\bsigns\b|\bMake an account|\bthe least\b"),
        # 开房 is what couples do in hotels; a house is no shop; one word for a code, for 账号, for
        # a guest, a natural, the sabacc pot, its shift and a house that is busted.
        ("zh", "开房|本店|房间[号码]|账户(?!余额)|访客|天成|萨巴克(?:池|换牌)|Sabacc|打败"),
        # What nobody says who plays Dou Dizhu; 钩, 圈 and 尖 are told once, in the rules.
        (
            "zh",
            "要更大|要比|[一二两三四五六七八九十}]连连|大得过|压不过|每位农民|反春(?!天)|全部底牌",
        ),
        ("zh", "无人叫分|双王|带牌|缺牌|单牌 ?[·{]|一对 ?[·{](?!many0)|叫 {amount|叫分 {bid"),
    ],
)
def test_what_nobody_would_say_is_not_said(language: str, never: str) -> None:
    said = {key: str(text) for key, text in catalogue(language).items()}
    assert {key: text for key, text in said.items() if re.search(never, text)} == {}


def test_chinese_texts_speak_to_the_player_in_one_way() -> None:
    assert not [key for key, text in catalogue("zh").items() if "您" in str(text)]


ALWAYS_CHINESE = frozenset({"game", "nth", "what", "verb", "higher", "lower", "ranks"})
"""Holes for what is a Chinese word whatever it is."""
SAID_AS_ONE = ("pattern.", "above.", "beat.")
"""Texts of Dou Dizhu that name a play: 对A is one word."""


def test_numbers_and_names_have_a_gap_beside_chinese_in_every_text() -> None:
    beside = re.compile(r"(?<=[一-鿿]){(\w+)[^{}]*}|{(\w+)[^{}]*}(?=[一-鿿])")
    for key, text in catalogue("zh").items():
        for form in [text] if isinstance(text, str) else text.values():
            glued = {one[1] or one[2] for one in beside.finditer(form)}
            assert glued <= ALWAYS_CHINESE or key.startswith(SAID_AS_ONE), (key, form)


def test_a_gap_stands_between_chinese_and_latin_only() -> None:
    words = Words("zh")
    assert words.listed(("你", "Ada")) == "你和 Ada"
    assert words.listed(("Ada", "小 明")) == "Ada 和小 明", "a name is left as it is"
    assert words.say("room.awaited", names="你和 Ada") == "等待你和 Ada 准备"
    assert words.say("room.awaited", names="Ada 和小明") == "等待 Ada 和小明准备"
    beside = words.say("story.roulette.acted.take", seat="Ada", amount=500, on="大（19–36）")
    assert beside == "Ada 从大（19–36）收回 5", "a Chinese stop brings a gap of its own"
    assert Words("en").say("room.awaited", names="小明") == "Waiting for 小明 to be ready"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Maximilian von Hohenberg", "Maximilian von…"),
        ("WWWWWWWWMMMMMMMM", "WWWWWWW…"),
        ("南山南北秋悲北海北有墓碑", "南山南北秋悲北…"),
        ("斗地主之王", "斗地主之王"),
    ],
)
def test_a_long_name_is_said_in_brief_beside_other_things(name: str, shown: str) -> None:
    assert names.brief(name) == shown


def test_a_card_of_sabacc_has_the_minus_of_all_other_numbers() -> None:
    names_ = [names.card_name(card) for card in SABACC_PACK]
    assert any(name.startswith("−") for name in names_)
    assert not any("-" in name for name in names_)
