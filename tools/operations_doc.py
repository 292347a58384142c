"""Writes the commands of the administrator into docs/operations.md, from the menu.

    python -m tools.operations_doc [--check]

`--check` writes nothing and fails if the page is not what the menu says.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from game_server.admin.command.exits import Exit
from game_server.admin.menu import SUBJECTS
from game_server.admin.menu.words import Command, Param

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operations.md"
BEGIN = "<!-- commands: made by `python -m tools.operations_doc` from game_server/admin/menu -->\n"
END = "<!-- end of the commands -->\n"


def commands() -> str:
    """What stands between the marks."""
    lines = ["| exit code | meaning |", "| --- | --- |"]
    lines += [f"| {code.value} | {code.says} |" for code in Exit]
    for subject, listed in SUBJECTS.items():
        lines += ["", f"### {subject}"]
        for command in listed:
            lines += ["", *entry(command)]
    return "\n".join(lines) + "\n"


def entry(command: Command) -> Iterator[str]:
    """One command: how it is written, what it does, who may, examples."""
    yield f"**`{' '.join(filter(None, [command.name, *map(written, command.params)]))}`**"
    notes = [f"{command.says[0].upper()}{command.says[1:]}."]
    notes += [command.more] if command.more else []
    if command.where == "house":
        notes.append(f"Takes the role {command.least}.")
    notes += ["Asks whether it is sure."] if command.sure else []
    yield " ".join(notes)
    told = [f"- `{named(one)}`: {one.says}" for one in command.params if one.kind != "secret"]
    yield from (["", *told] if told else [])
    yield from ("", "```")
    for typed, does in command.examples:
        whole = typed if "cardroom" in typed else f"cardroom admin {typed}"
        yield f"{whole:<44}  # {does}"
    yield "```"


def named(param: Param) -> str:
    return param.flag if param.option else param.name.upper()


def written(param: Param) -> str:
    """How a parameter stands in the line; a secret is asked for."""
    if param.kind == "secret":
        return ""
    word = "|".join(param.choices) or param.name.upper()
    many = "..." if param.kind == "words" else ""
    shown = f"{word}{many}"
    if param.option:
        shown = param.flag if param.kind == "flag" else f"{param.flag} {word}{many}"
    return shown if param.required else f"[{shown}]"


def page(text: str) -> str:
    """The page with the commands as they are."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n" + commands() + "\n" + END + after


def main(arguments: list[str]) -> int:
    text = PAGE.read_text(encoding="utf-8")
    made = page(text)
    if "--check" in arguments:
        if text == made:
            return 0
        print(f"{PAGE.name} is not what the menu says; run: python -m tools.operations_doc")
        return 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
