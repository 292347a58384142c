"""A picture of dark and light squares as lines of text, with two of its rows in each line."""

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

HALVES: Final = MappingProxyType(
    {
        (False, False): " ",
        (True, False): "▀",
        (False, True): "▄",
        (True, True): "█",
    }
)
"""A sign by whether its upper and its lower half are dark."""


def half_blocks(rows: Sequence[Sequence[int]]) -> Iterator[str]:
    """The lines of a picture whose rows are as long as each other; what is dark is not 0."""
    last = () if len(rows) % 2 == 0 else ([0] * len(rows[0]),)
    whole = (*rows, *last)
    for above, below in zip(whole[::2], whole[1::2], strict=True):
        halves = zip(above, below, strict=True)
        yield "".join(HALVES[bool(up), bool(low)] for up, low in halves)
