"""Names: readable, of one make, and none that looks like another's."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game_server.players.looks import house_word, looks_of
from game_server.players.names import LONGEST, Name, fold, read_name
from protocol.words import Refusal
from tests.players.house import refuses


def read(text: str) -> Name | Refusal:
    """The name, or why it is none."""
    try:
        return read_name(text)
    except Refusal as refused:
        return refused


GOOD = [
    "Ann",
    "Müller",
    "O'Neil-Smith",
    "Jean-Luc P.",
    "player_42",
    "小明",
    "小明ABC",
    "王小明 88",
    "さくら",
    "サクラちゃん",
    "김철수",
    "Иван",
    "Їжак Ґудзь",
    "Νίκος",
    "Անի",
    "ნინო",
    "Nguyễn Văn",
    "龍馬",
    "ㄅㄆㄇ",
    "山田タロウ DJ",
    "김철수 JR",
    "7",
]


@pytest.mark.parametrize("name", GOOD)
def test_people_of_all_countries_can_use_their_names(name: str) -> None:
    assert read_name(name).shown == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ann   Bell ", "Ann Bell"),
        ("Ａｎｎ", "Ann"),
        ("Mu\u0308ller", "Müller"),
        ("Ann\u00a0Bell", "Ann Bell"),
        ("ﬁona", "fiona"),
    ],
)
def test_a_name_is_shown_in_the_one_form_of_many(typed: str, shown: str) -> None:
    assert read_name(typed).shown == shown


@pytest.mark.parametrize(
    "unseen",
    [
        "\u202e",  # turns what follows around
        "\u2066",
        "\u200f",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u00ad",
        "\u0000",
        "\u0007",
        "\n",
        "\t",
        "\x1b",
        "\u2028",
        "\u3164",  # a Korean letter that cannot be seen
        "\uffa0",
        "\u115f",
        "\u17b4",
        "\u034f",
        "\ufe0f",
        "\U000e0041",
        "\ue000",
        "\ud800",
        "\u2800",  # no dots of Braille
        "\u0378",  # no letter yet
    ],
)
def test_what_cannot_be_seen_is_no_part_of_a_name(unseen: str) -> None:
    refusal = refuses("name_letters", lambda: read_name(f"An{unseen}n"))
    assert unseen not in refusal.text
    refuses("name_letters", lambda: read_name(unseen + "Ann"))


@pytest.mark.parametrize("name", ["Ann♠", "Ann😀", "<b>Ann", "Ann:", "a|b", "ᎪᏁᏁ", "ɑnn", "ᴀnn"])
def test_what_is_in_no_alphabet_of_today_is_no_part_of_a_name(name: str) -> None:
    refuses("name_letters", lambda: read_name(name))


@pytest.mark.parametrize(
    "name", ["דוד", "محمد", "राजेश", "สมชาย", "ስም", "Annא", "\U00020bb7", "か\u0e34"]
)
def test_a_writing_that_a_window_cannot_draw_is_refused_as_such(name: str) -> None:
    refusal = refuses("name_writing", lambda: read_name(name))
    assert "Latin" in refusal.text
    assert str(refusal.facts["letter"]).startswith("U+")


@pytest.mark.parametrize("name", ["", " ", "\u3000", "-", "._'"])
def test_a_name_has_a_letter_or_a_digit(name: str) -> None:
    refuses("name_empty", lambda: read_name(name))


def test_a_name_has_24_letters_at_most_as_it_is_shown() -> None:
    assert len(read_name("ab" * 12).shown) == LONGEST == 24
    refusal = refuses("name_long", lambda: read_name("ab" * 12 + "c"))
    assert refusal.facts == {"letters": 25, "most": 24}
    # One sign that is eighteen letters.
    refuses("name_long", lambda: read_name("ﷺ" * 2))


def test_marks_do_not_tower() -> None:
    read_name("ạ̈̂nn")
    refuses("name_marks", lambda: read_name("a" + "\u0316" * 4 + "nn"))
    refuses("name_marks", lambda: read_name("\u0301Ann"))
    refuses("name_marks", lambda: read_name("Ann \u0301"))


@pytest.mark.parametrize(
    "name",
    ["Аnn", "Pаul", "Νiko", "x\u0561", "DJ Вася", "小明Вася", "김サクラ"],
)
def test_a_name_mixes_no_scripts_but_those_written_together(name: str) -> None:
    refuses("name_mixed", lambda: read_name(name))


@pytest.mark.parametrize(
    "name",
    [
        "Admin",
        "a.d.m.i.n",
        "ADMlN",
        "The House",
        "ΒΑΝΚ",
        "Dea1er",
        "Cardroom Support",
        "card room 24",
        "xXadminXx",
        "4dm1n",
        "M0derat0r",
        "Ａｄｍｉｎ",
        "Ądmin",
        "HouseBank42",
        "mod-7",
        "管理员",
        "小管理员88",
        "客服小明",
        "系 统",
        "官方",
        "庄家",
        "銀行",
        "運営チーム",
        "サポート",
        "관리자",
        "Админ Вася",
        "ПОДДЕРЖКА",
        "Διαχειριστής",
        "Soporte",
        "Quản trị viên",
        "Modérateur",
        "sysop",
        "SysOp 7",
        "Gerant",
        "Le Gérant",
        "Gerente",
        "Manager",
        "Jackpot",
        "Jack Pot",
        "Croupier",
        "Pot",
        "P0t",
        "Medium",
        "Саѕіпо",
        "САЅІИО",
        "Ѕуѕтем",
        "Ноџѕе",
        "Ѕіѕтема",
        "Καζίνο",
        "Вапк",
    ],
)
def test_nobody_speaks_as_the_house(name: str) -> None:
    assert refuses("name_reserved", lambda: read_name(name)).facts["word"]


@pytest.mark.parametrize("word", ["التّدعم" + "الدعم", "תמיכה", "แอดมิน"])
def test_a_word_of_the_house_is_known_in_writings_that_are_in_no_name(word: str) -> None:
    assert house_word(word)
    refuses("name_writing", lambda: read_name(word))


@pytest.mark.parametrize(
    "name",
    [
        "Badminton Bo",
        "Chad Minor",
        "Stafford",
        "Whitehouse",
        "Banks",
        "Bothwell",
        "Abbott",
        "Groot",
        "Modesty",
        "Downer",
        "Ghost",
        "Supporter 9",
        "Player 807",
        "Guest 8075",
        "Robot",
        "Serverin",
        "Potter",
        "Pot Luck",
        "Mediumrare",
        "Spot",
        "Jackie",
        "Gerantis",
        "Ванка",
        "Степан",
        "Наташа",
        "Оксана",
        "Саіна",
        "Николай",
        "Олександр",
        "Σταύρος",
        "Παναγιώτης",
        "Κωνσταντίνος",
        "管仲",
        "李庄",
    ],
)
def test_ordinary_names_are_not_taken_for_the_house(name: str) -> None:
    assert read_name(name).shown == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Straße", "STRASSE"),
        ("Müller", "Muller"),
        ("Bill", "BiIl"),
        ("Bill", "Bi11"),
        ("Leo", "Le0"),
        ("Ian", "lan"),
        ("Barney", "Bamey"),
        ("Walter", "Vvalter"),
        ("Ann Bell", "AnnBell"),
        ("Ann-Bell", "Ann_Bell"),
        ("copa", "сора"),
        ("BETA", "ВЕТА"),
        ("NIKO", "ΝΙΚΟ"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("Иван", "ИВАН"),
        ("Ёлка", "елка"),
        ("カロ", "力口"),
        ("İstanbul", "ıstanbul"),
    ],
)
def test_names_that_look_alike_fold_to_one(one: str, other: str) -> None:
    assert read_name(one).folded == read_name(other).folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "BiIl"),
        ("scope", "ѕсоре"),
        ("Rope", "горе"),
        ("HOT", "нот"),
        ("hot", "НоТ"),
        ("Ota", "Օtа"),
        ("USO", "ՍՏՕ"),
        ("Hamlet", "Harnlet"),
        ("Ann Bell", "AnnBell"),
        ("Leo", "Le0"),
        ("Jørn", "Jorn"),
    ],
)
def test_names_that_can_look_alike_have_a_look_in_common(one: str, other: str) -> None:
    assert looks_of(one) & looks_of(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Guest 1234", "Guest 1243"),
        ("Иван", "Ибан"),
        ("さくら", "ざくら"),
        ("小明", "小朋"),
        ("김철수", "김절수"),
    ],
)
def test_names_that_differ_stay_apart(one: str, other: str) -> None:
    assert read_name(one).folded != read_name(other).folded
    assert not read_name(one).looks & read_name(other).looks


def test_a_fold_is_stable_and_never_empty_for_any_letter_there_is() -> None:
    """Every character of Unicode alone: a name, or refused with a sentence, and nothing else."""
    taken = 0
    for point in range(sys.maxunicode + 1):
        if 0x4F00 <= point < 0x9F00 or 0xAD00 <= point < 0xD700 or point >= 0x20000:
            continue  # tens of thousands of the same kind
        name = read(chr(point))
        if isinstance(name, Refusal):
            assert name.code.startswith("name_")
            continue
        taken += 1
        assert name.folded
        assert ":" not in name.folded
        assert " " not in name.folded
        assert read_name(name.shown) == name, hex(point)
        for other in (chr(point).upper(), chr(point).lower()):
            assert fold(other) == name.folded, (hex(point), other)
    assert taken > 2_000


@given(st.text(max_size=24))
def test_whatever_is_typed_is_a_name_or_refused(text: str) -> None:
    name = read(text)
    if isinstance(name, Refusal):
        assert name.code.startswith("name_")
        return
    assert 1 <= len(name.shown) <= LONGEST
    assert read_name(name.shown) == name


PARTS = st.sampled_from([*"abIl01rnvwеоаАВ小ロサçéßÆĳ٣ -_'.", "ﬁ", "e\u0301", "ا", "ב", "क", "ि"])


@given(st.lists(PARTS, min_size=1, max_size=12).map("".join))
def test_a_name_once_shown_is_read_as_the_same_name(text: str) -> None:
    name = read(text)
    if isinstance(name, Refusal):
        return
    assert read_name(name.shown) == name
    assert fold(name.shown.upper()) == fold(name.shown.lower()) == name.folded
