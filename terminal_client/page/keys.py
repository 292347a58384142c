"""Keys by the names that stand on them."""

from typing import Final

NAMES: Final = {
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "tab": "Tab",
    "backspace": "Backspace",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "question_mark": "?",
    "plus": "+",
    "minus": "-",
    "pageup": "PgUp",
    "pagedown": "PgDn",
}


def named(key: str) -> str:
    """What stands on a key: `h` is `H`, `ctrl+c` is `Ctrl-C`, `question_mark` is `?`."""
    *held, last = key.split("+") if key != "+" else ["+"]
    shown = NAMES.get(last, last.upper() if len(last) == 1 else last.capitalize())
    return "-".join([*(one.capitalize() for one in held), shown])
