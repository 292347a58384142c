"""A table as the page draws it: texts that are said already, names of cards and faces, taps."""

from dataclasses import dataclass
from typing import Literal

from web_client.bridge.shapes import Tap

CardLook = Literal["", "raised", "dim"]
Tone = Literal["", "quiet", "good", "bad", "warm", "gold", "info"]
ChoiceLook = Literal["primary", "quiet", "danger", "dim"]
Hat = Literal["", "landlord", "peasant"]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: the name of its drawing (`back` face down), what it is called, how it stands out, a
    mark on it, whether it is chosen, and what a touch does."""

    name: str
    label: str
    look: CardLook = ""
    mark: str = ""
    chosen: bool = False
    tap: Tap = ()


@dataclass(frozen=True, slots=True)
class Tag:
    """A short text on a ground of its own; "" is none."""

    text: str = ""
    tone: Tone = "quiet"


@dataclass(frozen=True, slots=True)
class CardsView:
    """Cards that lie together; `label` says them all, `tag` what they count or are. Where a felt
    stands upright, `upper` of them lie in a row above the others; 0: there is one row."""

    label: str = ""
    cards: tuple[CardView, ...] = ()
    tag: Tag = Tag()
    active: bool = False
    bet: str = ""
    upper: int = 0


@dataclass(frozen=True, slots=True)
class HeapView:
    """Chips that lie together: the colours from below, and how much they are."""

    text: str
    chips: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockView:
    """A clock that runs: when it ends, in milliseconds of the client's own clock, and how many it
    has in all."""

    ends: int
    of: int


@dataclass(frozen=True, slots=True)
class BubbleView:
    """Something that was said at a seat; `emote` is the name of a face that is made."""

    text: str
    emote: str = ""


@dataclass(frozen=True, slots=True)
class TableSeat:
    """A seat: who sits there with which chips, what was done last, what lies before it. `spot`
    counts the seats in sight clockwise, 0 is the one at the bottom; `label` is all of it for those
    who listen."""

    seat: int
    spot: int
    label: str
    name: str
    face: str = ""
    stack: str = ""
    word: Tag = Tag()
    note: str = ""
    mark: str = ""
    me: bool = False
    bot: bool = False
    turn: bool = False
    dim: bool = False
    won: bool = False
    free: bool = False
    button: str = ""
    hat: Hat = ""
    held: str = ""
    """How many cards, where their backs are too many to be seen."""
    hands: tuple[CardsView, ...] = ()
    play: CardsView | None = None
    said: BubbleView | None = None
    bet: HeapView | None = None
    clock: ClockView | None = None
    tap: Tap = ()
    """What can be done about the player who sits there."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """A choice under the thumb. `opens` shows the amount that it wants first, where there is little
    room; `keys` are those that press it, `hint` its tooltip."""

    key: str
    text: str
    note: str
    look: ChoiceLook
    lead: bool
    tap: Tap
    opens: Tap = ()
    aimed: bool = False
    """The amount is its own."""
    hint: str = ""


@dataclass(frozen=True, slots=True)
class PresetView:
    """An amount with a name."""

    text: str
    note: str
    on: bool
    tap: Tap


@dataclass(frozen=True, slots=True)
class AmountView:
    """An amount to be chosen, in cents, for the choice of that key. `open`: it was asked for.
    `unit` is how many of them count as one for who hears it."""

    key: str
    label: str
    value: int
    low: int
    high: int
    step: int
    text: str
    typed: str
    """As it is typed: without signs of currency."""
    limits: str
    wrong: str
    presets: tuple[PresetView, ...]
    open: bool
    slide: Tap
    less: Tap
    more: Tap
    type: Tap
    close: Tap
    less_text: str
    more_text: str
    close_text: str
    unit: int


@dataclass(frozen=True, slots=True)
class KeyView:
    """A key of a keyboard and what it presses. `digit` is any digit, and opens the amount."""

    key: str
    tap: Tap


@dataclass(frozen=True, slots=True)
class BarView:
    """The bar under the thumb: one line, and what can be chosen. `turn` is another with each
    question, which then gets the focus; `asked` is the question for those who listen."""

    status: str
    ink: Literal["text", "soft", "gold", "warm"]
    turn: int
    asked: str
    held: bool
    choices: tuple[ChoiceView, ...]
    amount: AmountView | None


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A line of the menu over the table."""

    name: str
    text: str
    icon: str
    tap: Tap


@dataclass(frozen=True, slots=True)
class MenuView:
    """The menu over the table."""

    title: str
    items: tuple[MenuItem, ...]
    close: Tap
    close_text: str


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of the chat; `tap` leads to what can be done about its player."""

    n: int
    name: str
    text: str
    mine: bool
    emote: str = ""
    tap: Tap = ()


@dataclass(frozen=True, slots=True)
class PhraseView:
    """Something to say by one touch."""

    text: str
    tap: Tap
    emote: str = ""


@dataclass(frozen=True, slots=True)
class TalkView:
    """The chat of the table."""

    title: str
    open: bool
    badge: str
    lines: tuple[SaidLine, ...]
    nothing: str
    may_write: bool
    hint: str
    closed: str
    send: Tap
    send_text: str
    phrases: tuple[PhraseView, ...]
    tap: Tap
    close_text: str


@dataclass(frozen=True, slots=True)
class TipView:
    """A tip for newcomers."""

    text: str
    next_text: str
    next: Tap
    skip_text: str
    skip: Tap


@dataclass(frozen=True, slots=True)
class TopView:
    """The upper bar: which game, what is played for, and the ways out of the table."""

    title: str
    note: str
    news: str
    back: Tap
    back_text: str
    rules: Tap
    rules_text: str
    chat: Tap
    menu: Tap
    menu_text: str
    badge: str


@dataclass(frozen=True, slots=True)
class SideView:
    """What stands beside the table on a wide screen: the round so far."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FlightView:
    """Something that moves: `from_` and `to` are names of places on the felt. `card` is a drawing,
    chips have none."""

    number: int
    kind: Literal["card", "chips"]
    start: str
    end: str
    card: str = ""
    late: int = 0
    """So many milliseconds after the first of them."""


@dataclass(frozen=True, slots=True)
class PlainMiddle:
    """The middle of the felt of hold'em, and of a game without a felt of its own: the board, the
    pot and who has won it."""

    label: str
    board: CardsView
    slots: int
    house: CardsView | None
    pot: str
    sides: tuple[str, ...]
    chips: tuple[str, ...]
    verdict: str
    whose: str
    kind: Literal["plain"] = "plain"


@dataclass(frozen=True, slots=True)
class TrayChip:
    """A chip to bet with."""

    text: str
    label: str
    colour: str
    able: bool
    on: bool
    tap: Tap
