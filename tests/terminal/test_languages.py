"""Each language is whole, and a new one is a new file."""

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from protocol.cards import parse
from protocol.games.blackjack import count
from terminal_client.local import language
from terminal_client.local.language import BadLanguage, Cents, Language
from tests.terminal.talking import World, evening, played, settings

FOLDER = Path(language.__file__).parent / "languages"
CODES = ("de", "en", "es", "fr", "zh")


def texts(code: str) -> dict[str, str]:
    read = tomllib.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8"))
    return {f"{part}.{key}": text for part, texts in read.items() for key, text in texts.items()}


@pytest.mark.req("B-1.1.2")
def test_there_are_five_languages_each_under_its_own_name() -> None:
    assert dict(language.languages()) == {
        "de": "Deutsch",
        "en": "English",
        "es": "Español",
        "fr": "Français",
        "zh": "中文",
    }


@pytest.mark.req("B-1.1.2")
@pytest.mark.parametrize("code", CODES)
def test_a_language_says_all_that_english_says_with_the_same_facts(code: str) -> None:
    english, mine = texts("en"), texts(code)
    assert mine.keys() == english.keys()
    assert [key for key, text in mine.items() if not text] == []
    for key, text in mine.items():
        fields = language._fields(text, FOLDER)
        assert fields <= language._fields(english[key], FOLDER), key
        if not key.startswith("money."):
            assert fields == language._fields(english[key], FOLDER), key


@pytest.mark.parametrize("code", [code for code in CODES if code != "en"])
def test_nothing_but_signs_and_names_is_the_same_in_two_languages(code: str) -> None:
    same = {key for key, text in texts(code).items() if text == texts("en")[key]}
    assert {key.split(".")[0] for key in same} <= {
        "money", "card", "points", "ask", "choice", "screen", "end", "typed", "refused",
    }, same  # fmt: skip
    assert len(same) < 25, same


@pytest.mark.parametrize("code", CODES)
def test_the_letters_that_are_typed_are_in_the_choices(code: str) -> None:
    mine = texts(code)
    letters = {"hit": "H", "stand": "S", "double": "D", "split": "P", "surrender": "R"}
    for choice, letter in {**letters, "play": "P", "quit": "Q", "no": "N"}.items():
        ending = f"（{letter}）" if code == "zh" else f" ({letter})"
        assert mine[f"choice.{choice}"].endswith(ending)
    yes = mine["choice.yes"].rstrip(")）")[-1]
    assert yes.casefold() in mine["typed.yes"].split()


@pytest.mark.req("B-1.1.2")
@pytest.mark.parametrize("code", CODES)
def test_a_whole_evening_is_told_in_the_language_alone(code: str) -> None:
    lines = played(evening(World(), settings("Ada", "Bo", language=code)), hands=5)
    english = {
        word
        for line in played(evening(World(), settings("Ada", "Bo")), hands=5)
        for word in line.split()
        if word.isalpha() and len(word) > 5
    }
    assert lines
    if code != "en":
        own = {word for line in lines for word in line.replace(",", " ").split()}
        assert own & english <= {"Dealer", "question"}, own & english


@pytest.mark.parametrize(
    ("code", "money", "cards", "soft", "day"),
    [
        ("en", "$1,007.50", "the king of hearts and the ten of clubs", "soft 18", "2026-01-31"),
        ("de", "1.007,50\u00a0$", "Herz-König und Kreuz-Zehn", "Soft 18", "31.01.2026"),
        (
            "es",
            "1.007,50\u00a0$",
            "el rey de corazones y el diez de tréboles",
            "18 blando",
            "31/01/2026",
        ),
        (
            "fr",
            "1\u202f007,50\u00a0$",
            "le roi de cœur et le dix de trèfle",
            "18 souple",
            "31/01/2026",
        ),
        ("zh", "1,007.50 美元", "红桃K和梅花10", "软 18 点", "2026 年 01 月 31 日"),
    ],
)
def test_money_cards_and_points_are_written_as_the_language_does(
    code: str, money: str, cards: str, soft: str, day: str
) -> None:
    speaks = language.read_language(code)
    assert speaks.money(100_750) == money
    assert speaks.write(parse("Kh Tc")) == cards
    assert speaks.write(count(parse("As 7d"))) == soft
    assert speaks.write(date(2026, 1, 31)) == day
    assert speaks.write(Cents(500)) == speaks.money(500)


def test_no_gap_parts_chinese_from_chinese_and_one_stands_beside_other_letters() -> None:
    speaks = language.read_language("zh")
    for name, said in (("小明", "小明带着 50 美元退出。"), ("Ada", "Ada 带着 50 美元退出。")):
        assert speaks.say("end.quits", name=name, balance=Cents(5_000)) == said
    second = language.HandOf("Ada", 2)
    assert speaks.say("hand.hits", name=second) == "Ada（第 2 手）要牌。"


@pytest.mark.parametrize("code", ["de", "es", "fr"])
def test_a_sum_and_a_sign_of_french_never_begin_a_line(code: str) -> None:
    signs = r" [$?!:;»]|« " if code == "fr" else r" [$]"
    parted = {key for key, text in texts(code).items() if re.search(signs, text)}
    assert parted <= {"start.help"}, "only a key that is pressed stands alone"


def test_a_new_file_is_a_new_language_and_lacks_nothing(tmp_path: Path) -> None:
    (tmp_path / "it.toml").write_text(
        '[about]\nlanguage = "Italiano"\n[hand]\nbets = "{name} punta {amount}."\n'
    )
    assert language.languages(tmp_path)["it"] == "Italiano"
    speaks = language.read_language("it", tmp_path)
    assert speaks.say("hand.bets", name="Ada", amount=Cents(500)) == "Ada punta $5."
    assert speaks.say("end.bye") == "Goodbye.", "what it lacks is said in English"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[hand]\nbets = "{nome} punta {amount}"', "hand.bets has {nome}"),
        ('[hand]\nbets = "{name} punta {amount"', "'{name} punta {amount'"),
        ("[hand\n", "line 1"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_the_reason(
    tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "it.toml").write_text(text)
    with pytest.raises(BadLanguage) as wrong:
        language.read_language("it", tmp_path)
    assert says in str(wrong.value)
    assert "it.toml" in str(wrong.value)
    known = language.languages(tmp_path)
    assert known["it"] == "it", "it can be asked for, to read why it cannot be used"
    assert known["de"] == "Deutsch", "and is in nobody else's way"


def test_a_tongue_without_signs_reads_every_card_out() -> None:
    speaks: Language = language.read_language("en")
    assert speaks.write(parse("As")) == "the ace of spades"
    assert (
        speaks.write(parse("2c 3d 4h"))
        == "the two of clubs, the three of diamonds and the four of hearts"
    )
