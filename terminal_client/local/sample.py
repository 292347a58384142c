"""The settings file that `--init` writes: every setting with its usual value, explained."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from terminal_client.local.document import quoted
from terminal_client.local.language import Language
from terminal_client.local.settings import SECTIONS, SIDE_RULES, Player, usual_rule
from terminal_client.local.values import USUAL

WIDTH: Final = 90


def sample(language: Language, people: Sequence[Player], codes: Sequence[str]) -> str:
    """A whole file in that language, for these people."""
    lines = [*_remark(language, "about"), ""]
    own = {"language": quoted(language.code), "players": str(len(people))}
    lines += [*_remark(language, "game"), "[game]"]
    for name in SECTIONS["game"]:
        facts = {"codes": ", ".join(codes)} if name == "language" else {}
        lines += [*_remark(language, name, **facts), f"{name} = {own.get(name, quoted(USUAL))}"]
    lines += ["", *_remark(language, "rules"), "[rules]"]
    for name in SIDE_RULES:
        lines += [*_remark(language, name), f"{name} = {str(usual_rule(name)).lower()}"]
    lines += ["", *_remark(language, "look"), "[look]"]
    values = {"mode": '"auto"', "plain": "false"}
    for name in SECTIONS["look"]:
        lines += [*_remark(language, name), f"{name} = {values.get(name, quoted(USUAL))}"]
    lines += ["", *_remark(language, "player")]
    for one in people:
        lines += ["[[player]]", f"name = {quoted(one.name)}"]
        lines += [f"language = {quoted(one.language or USUAL)}", f"balance = {quoted(USUAL)}", ""]
    return "\n".join(lines)


def _remark(language: Language, key: str, **facts: str) -> Iterator[str]:
    for line in wrap(language.say(f"file.{key}", **facts), WIDTH):
        yield f"# {line}"
