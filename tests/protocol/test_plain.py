"""Plain text: one line that can be seen, that does not tower, and that is no link."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from protocol.plain import BLANK, MARKS, MOST_MARKS, plain_text


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("  two\n\tlines\u2028 and\u2029three ", "two lines and three"),
        ("a\x00b\x1b[31mc", "ab[31mc"),
        ("pay \u202eolleh\u202c", "pay olleh"),
        ("\u2066a\u2069\ufeff\u200bb", "ab"),
        ("斗地主 ♠ ñ", "斗地主 ♠ ñ"),
        ("👩\u200d🚀 ❤\ufe0f", "👩\u200d🚀 ❤\ufe0f"),
        ("می\u200cخواهم क्षि พื้น", "می\u200cخواهم क्षि พื้น"),
        ("flag \U0001f3f4\U000e0067\U000e0062\U000e007f", "flag \U0001f3f4"),
    ],
)
def test_what_people_write_is_kept_and_what_cannot_be_seen_goes(text: str, read: str) -> None:
    assert plain_text(text) == read


@pytest.mark.parametrize(
    "text",
    [
        *sorted(BLANK),
        "\u200d",
        "\u200c\u200d",
        "\u3164 \u3164",
        "\ufe0f" * 40,
        "\u180b",
        "\u0301\u0302",
        "\U000e0041",
        "\U000e0100",
        "\U0001d173",
        "\uffff",
        "\ue000",
        "\ud800",
        "\u2065",
        " \u00a0\u3000\u2003",
        "\u202e\u2066",
    ],
)
def test_a_line_that_cannot_be_seen_is_nothing(text: str) -> None:
    assert plain_text(text) == ""


def test_a_letter_carries_four_marks_at_most_its_own_among_them() -> None:
    zalgo = "e" + "\u0316" * 50 + "ệ" + "\u0301" * 50
    shown = unicodedata.normalize("NFD", plain_text(zalgo))
    runs = "".join("m" if unicodedata.category(one) in MARKS else "." for one in shown).split(".")
    assert max(map(len, runs)) == MOST_MARKS
    assert plain_text("a\u20dd\u20de\u0301\u0302\u0303") == "a\u20dd\u20de\u0301\u0302"


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("http://evil.example/x", "http: //evil. example/x"),
        ("HTTPS://EVIL.EXAMPLE", "HTTPS: //EVIL. EXAMPLE"),
        ("see www.evil.example now", "see www. evil. example now"),
        ("evil.example", "evil. example"),
        ("ht\u200btp://1.2.3.4/", "http: //1.2.3.4/"),
        ("intent:/evil", "intent: /evil"),
        ("file:\\\\host", "file: \\\\host"),
        ("mailto:bo@evil.example", "mailto: bo@evil. example"),
        ("tel:+123", "tel: +123"),
        ("javascript:alert(1)", "javascript: alert(1)"),
        ("evil。com", "evil。 com"),
        ("evil．com", "evil． com"),
    ],
)
def test_no_terminal_and_no_phone_finds_a_link_in_it(text: str, dead: str) -> None:
    assert plain_text(text) == dead


@pytest.mark.parametrize(
    "text",
    ["3.50 or 12:30", "好。的吧", "well...ok", "U.S.A", "no. really", "so: what?", "a/b", "gg :)"],
)
def test_what_is_no_link_stays_as_it_was_written(text: str) -> None:
    assert plain_text(text) == text


SIGNS = st.sampled_from(
    [*"ab .:/।ệ字한", *BLANK, "\u0301", "\u200d", "\ufe0f", "http", "://", "\n"]
)


@given(st.lists(SIGNS, max_size=30).map("".join) | st.text(max_size=60))
@example("a\U0001d159\u0301")
@example("a.aa://")
def test_what_was_made_plain_once_is_plain(text: str) -> None:
    once = plain_text(text)
    assert plain_text(once) == once
    assert "\n" not in once
