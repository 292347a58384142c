"""The blocks of which every screen but the table is made: words, buttons, fields, lists.

The page draws each kind of block in one way. All texts are said already, in the player's language.
"""

from dataclasses import dataclass
from typing import Final, Literal

Tap = tuple[str | int | bool, ...]
CENTS: Final = 100
"""Of a chip, and of a unit of money."""
"""What is done when it is pressed: the name of the tap and what goes with it; () is nothing."""
Ink = Literal["plain", "lead", "soft", "good", "bad", "warm", "gold", "title", "label", "code"]
Look = Literal["main", "quiet", "plain", "danger"]
Sort = Literal["text", "password", "number", "letters"]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words to read."""

    text: str
    ink: Ink = "plain"
    kind: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True, slots=True)
class Press:
    """A button. `sends`: what is typed in its form goes with the tap. `copies` is what it puts on
    the clipboard, `shares` the address that it hands on."""

    text: str
    tap: Tap
    look: Look = "main"
    able: bool = True
    icon: str = ""
    note: str = ""
    """In a line below the text."""
    sends: bool = False
    bare: bool = False
    """The icon alone is seen; the text is its name."""
    copies: str = ""
    shares: str = ""
    badge: str = ""
    kind: Literal["press"] = "press"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line to type in. `tap`: it is told whenever its text changes; `fills` tells a browser what
    it remembers there."""

    name: str
    label: str
    text: str = ""
    sort: Sort = "text"
    hint: str = ""
    wrong: str = ""
    most: int = 0
    fills: str = ""
    tap: Tap = ()
    kind: Literal["entry"] = "entry"


@dataclass(frozen=True, slots=True)
class Pick:
    """One of several; `picture` is the path of a drawing, `swatch` a colour of the theme:
    `felt:emerald`."""

    text: str
    tap: Tap
    on: bool = False
    note: str = ""
    picture: str = ""
    swatch: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of one among several."""

    label: str
    picks: tuple[Pick, ...]
    look: Literal["segments", "list", "swatches", "faces"] = "segments"
    quiet: bool = False
    """The label is for ears alone."""
    able: bool = True
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, slots=True)
class Switch:
    """On or off."""

    label: str
    on: bool
    tap: Tap
    note: str = ""
    able: bool = True
    kind: Literal["switch"] = "switch"


@dataclass(frozen=True, slots=True)
class Slider:
    """A number between two ends; the value goes with the tap. `told` is how it reads now, and
    `unit` how many of it count as one for who hears it: a chip is a hundred cents."""

    label: str
    value: int
    low: int
    high: int
    step: int
    told: str
    tap: Tap
    able: bool = True
    unit: int = 1
    kind: Literal["slider"] = "slider"


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a list; without a tap it is only read. `calls`: it waits for the player."""

    title: str
    tap: Tap = ()
    note: str = ""
    value: str = ""
    icon: str = ""
    face: str = ""
    ink: Ink = "plain"
    marks: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    here: bool = False
    calls: bool = False
    extra: tuple[Press, ...] = ()
    kind: Literal["item"] = "item"


@dataclass(frozen=True, slots=True)
class Tile:
    """A game of the menu: its emblem, its name, how many play it, what goes on there."""

    title: str
    tap: Tap
    icon: str
    cloth: str = ""
    players: str = ""
    live: tuple[str, ...] = ()
    large: bool = False
    dim: bool = False
    kind: Literal["tile"] = "tile"


@dataclass(frozen=True, slots=True)
class PuzzleTile:
    """A puzzle in the list: its number, and the stars that it gave of so many at most. `next`: it
    is the one to go on with."""

    text: str
    label: str
    stars: int
    most: int
    tap: Tap
    next: bool = False
    kind: Literal["puzzle"] = "puzzle"


@dataclass(frozen=True, slots=True)
class PlayerCard:
    """The player and the chips; opens the profile."""

    name: str
    face: str
    chips: str
    tap: Tap
    note: str = ""
    profit: str = ""
    mood: Literal["", "good", "bad"] = ""
    label: str = ""
    kind: Literal["player"] = "player"


@dataclass(frozen=True, slots=True)
class Fact:
    """A value and what it is called."""

    label: str
    value: str
    ink: Ink = "plain"
    kind: Literal["fact"] = "fact"


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards that lie side by side, by the paths of their drawings; `label` reads them."""

    cards: tuple[str, ...]
    label: str
    raised: tuple[int, ...] = ()
    kind: Literal["cards"] = "cards"


@dataclass(frozen=True, slots=True)
class Brand:
    """The emblem of the app with its name."""

    title: str
    text: str
    kind: Literal["brand"] = "brand"


@dataclass(frozen=True, slots=True)
class QrCode:
    """A square to point a camera at: the path of its drawing in a square of `size` units."""

    path: str
    size: int
    label: str
    kind: Literal["qr"] = "qr"


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that belong together. `form`: Enter presses the button in it that sends."""

    blocks: "tuple[Block, ...]"
    heading: str = ""
    look: Literal["surface", "plain", "row", "grid", "list", "tiles"] = "surface"
    form: str = ""
    """The name of the form; "" is none."""
    kind: Literal["group"] = "group"


Block = (
    Paragraph
    | Press
    | Entry
    | Choice
    | Switch
    | Slider
    | Item
    | Tile
    | PuzzleTile
    | PlayerCard
    | Fact
    | Cards
    | Brand
    | QrCode
    | Group
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A screen made of blocks, in one column or two; `foot` is what the page is for, always in
    sight. `back` leads one step back, where there is a step."""

    title: str
    columns: tuple[tuple[Block, ...], ...]
    actions: tuple[Press, ...] = ()
    foot: tuple[Press, ...] = ()
    back: Tap = ()
    back_text: str = ""
    headless: bool = False
    """The title is for ears alone."""
    middle: bool = False
    """It stands in the middle of a window that is higher than what it shows."""
    rises: bool = False
    """It comes up from below, over a table where one is in sight."""
