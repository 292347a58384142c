"""Frozen records, made as cheaply as records that anybody could change."""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A dataclass with slots whose fields are set once, when it is made.

    The type checker refuses every other assignment. At run time nothing stands in its way: a
    dataclass that guards itself sets each of its own fields through `object.__setattr__`, and a
    house makes some thirty of these for every act. States of games do guard themselves.
    """
    return dataclass(slots=True, unsafe_hash=True)(cls)
