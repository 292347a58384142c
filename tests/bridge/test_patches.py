"""Patches: what is applied to a view gives the next one."""

from dataclasses import dataclass, replace
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from web_client.bridge.encode import plain
from web_client.bridge.patches import applied, patches


@dataclass(frozen=True, slots=True)
class Leaf:
    text: str
    on: bool
    kind: Literal["leaf"] = "leaf"


@dataclass(frozen=True, slots=True)
class Branch:
    count: int
    parts: "tuple[Leaf | Branch, ...]"
    over: "Leaf | None" = None
    kind: Literal["branch"] = "branch"


LEAVES = st.builds(Leaf, st.text(max_size=3), st.booleans())
VIEWS = st.recursive(
    LEAVES,
    lambda inner: st.builds(
        Branch, st.integers(0, 3), st.lists(inner, max_size=3).map(tuple), st.none() | LEAVES
    ),
    max_leaves=12,
)


@given(VIEWS, VIEWS)
def test_patches_make_the_next_view_of_the_last(before: object, after: object) -> None:
    assert applied(plain(before), patches(before, after)) == plain(after)


@given(VIEWS)
def test_what_has_not_changed_is_not_sent(view: object) -> None:
    assert patches(view, view) == []


def test_a_change_is_sent_alone() -> None:
    before = Branch(1, (Leaf("a", True), Branch(2, (Leaf("b", False),))))
    inner = before.parts[1]
    assert isinstance(inner, Branch)
    after = replace(before, parts=(before.parts[0], replace(inner, count=3)))
    assert patches(before, after) == [(("parts", 1, "count"), 3)]


def test_a_list_that_grows_is_sent_whole() -> None:
    before, after = Branch(1, ()), Branch(1, (Leaf("a", True),))
    assert patches(before, after) == [(("parts",), [plain(Leaf("a", True))])]
