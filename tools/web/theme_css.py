"""The theme as variables of CSS.

Lengths and texts are in rem, of which a browser has sixteen dp each unless its user wants larger
texts. A look is an attribute of the page's root: `data-scheme="ocean"`, `data-felt`, `data-back`,
`data-front`, `data-colours="4"`, `data-motion`, `data-text="big"`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Final

from mobile_client.ui import theme
from mobile_client.ui.theme import Colour
from tools.web.svg_pen import css, number

REM: Final = 16
Values = Mapping[str, str]
FIXED: Final = ("text", "danger", "on_danger", "warm", "good", "on_good", "info", "gilt", "dimmed",
                "chosen")  # fmt: skip
SUITS: Final = ("clubs", "diamonds", "hearts", "spades")


def theme_css() -> str:
    """The whole file."""
    rules = [_rule([":root"], _constants())]
    rules += _choices("scheme", "night", {n: _parts(s) for n, s in theme.SCHEMES.items()})
    rules += _choices("felt", "emerald", {n: _parts(f, "felt-") for n, f in theme.FELTS.items()})
    rules += _choices("back", "royal", {n: _parts(b, "back-") for n, b in theme.BACKS.items()})
    for name, front in theme.FRONTS.items():
        paper = {
            "paper": css(front.paper), "paper-shade": css(front.shade),
            "paper-edge": css(front.edge),
        }  # fmt: skip
        usual = [":root"] if name == "white" else []
        rules.append(_rule([*usual, f'[data-front="{name}"]'], paper | _inks(front.two)))
        four = '[data-colours="4"]'
        also = [four] if name == "white" else []
        rules.append(_rule([*also, f'[data-front="{name}"]{four}'], _inks(front.four)))
    for name, chip in theme.CHIPS.items():
        rules.append(_rule([f'[data-chip="{name}"]'], _parts(chip, "chip-")))
    rules += _choices(
        "motion",
        "normal",
        {
            name: {
                f"motion-{one.name}": f"{number(getattr(motion, one.name))}s"
                for one in fields(motion)
            }
            for name, motion in theme.MOTION.items()
        },
    )
    rules.append(_rule(['[data-text="big"]'], {"text-scale": number(theme.BIG_TEXT)}))
    return "".join(rules)


def _choices(kind: str, usual: str, table: Mapping[str, Values]) -> list[str]:
    """A rule for each name of a table; the usual one holds where none is chosen."""
    return [
        _rule([*([":root"] if name == usual else []), f'[data-{kind}="{name}"]'], values)
        for name, values in table.items()
    ]


def _constants() -> dict[str, str]:
    found = {name.replace("_", "-"): css(getattr(theme, name.upper())) for name in FIXED}
    found["text-scale"] = "1"
    for name, role in theme.TYPE.items():
        called = f"type-{name.replace('_', '-')}"
        found[called] = f"calc({_rem(role.size)} * var(--text-scale))"
        found[f"{called}-weight"] = "700" if role.bold else "400"
        found[f"{called}-line"] = number(role.line)
    found |= {f"space-{name}": _rem(dp) for name, dp in theme.SPACE.items()}
    found |= {f"radius-{name}": _rem(dp) for name, dp in theme.RADIUS.items()}
    found["touch"] = _rem(theme.TOUCH)
    for name, (wide, high) in theme.CARD_SIZES.items():
        found |= {f"card-{name}-width": _rem(wide), f"card-{name}-height": _rem(high)}
    found["card-raise"] = number(theme.CARD_RAISE)
    return found


def _parts(record: object, prefix: str = "") -> dict[str, str]:
    """The colours of a record by the names of its fields."""
    return {
        prefix + one.name.replace("_", "-"): css(getattr(record, one.name))
        for one in fields(record)  # type: ignore[arg-type]
    }


def _inks(inks: Iterable[Colour]) -> dict[str, str]:
    return {f"ink-{name}": css(ink) for name, ink in zip(SUITS, inks, strict=True)}


def _rem(dp: float) -> str:
    # Four decimals: a hair of two dp is an eighth of a rem, and stays one.
    return f"{dp / REM:.4f}".rstrip("0").rstrip(".") + "rem"


def _rule(selectors: Iterable[str], values: Values) -> str:
    lines = "".join(f"  --{name}: {value};\n" for name, value in values.items())
    return f"{', '.join(selectors)} {{\n{lines}}}\n"
