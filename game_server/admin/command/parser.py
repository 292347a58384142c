"""The command line, made of the menu."""

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NoReturn

from game_server.admin.command.exits import Exit
from game_server.admin.menu import GROUPS, MENU, SUBJECTS
from game_server.admin.menu.words import Command, Kind, Param

PROGRAM: Final = "cardroom admin"
AGO: Final = re.compile(r"([+-]?)(\d{1,6})([smhdw])")
SECONDS: Final[Mapping[str, int]] = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
MONEY: Final = re.compile(r"(-?)(\d{1,13})(?:\.(\d{2}))?")
FORMATS: Final = ("%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d %H:%M")
FIRST: Final = ("init", "login", "status", "on", "watch", "off", "doctor")
"""Whose examples stand in the overview: a house from its first start to the night."""
VALUE: Final = re.compile(r"-[^-].+", re.DOTALL)
"""No option: those are -h and what begins with two dashes. A key or a name may begin with one."""
SHIELD: Final = "\0"
"""Stands before a value that begins with a dash, so that argparse takes it for no option. Nobody
can type it."""
OPENING: Final = "What the one who runs the house can do, from the first start on."


def parser(now: Callable[[], float] = time.time) -> argparse.ArgumentParser:
    """Everything that can be typed behind `cardroom admin`."""
    top = _parser(PROGRAM, OPENING, _overview())
    _common(top, top=True)
    branches: dict[tuple[str, ...], Any] = {(): _branches(top)}
    for commands in SUBJECTS.values():
        for command in commands:
            *groups, word = command.name.split()
            for depth in range(len(groups)):
                path = tuple(groups[: depth + 1])
                if path not in branches:
                    words = _words(_begun(GROUPS[groups[depth]]), _examples(_of(path)))
                    branches[path] = _branches(branches[path[:-1]].add_parser(path[-1], **words))
            words = _words(_sentence(command), _examples([command]))
            # The commands stand in the overview, by subject.
            words |= {"help": command.says} if groups else {}
            leaf = branches[tuple(groups)].add_parser(word, **words)
            leaf.set_defaults(command=command.name)
            for param in command.params:
                _add(leaf, param, now)
            _common(leaf, top=False)
    return top


class DashedValues(argparse.ArgumentParser):
    """Takes a value that begins with a dash, such as a key, without `--` before it."""

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        words = sys.argv[1:] if args is None else args
        shielded = [f"{SHIELD}{one}" if VALUE.fullmatch(one) else one for one in words]
        return super().parse_known_args(shielded, namespace)

    def error(self, message: str) -> NoReturn:
        super().error(message.replace(SHIELD, "").replace(repr(SHIELD)[1:-1], ""))


def given(command: Command, asked: argparse.Namespace) -> dict[str, object]:
    """What was typed, as it goes over the line; secrets are asked for elsewhere."""
    values = {
        one.name: getattr(asked, f"with_{one.name}")
        for one in command.params
        if one.kind != "secret"
    }
    # 0 is something that was typed.
    return {name: value for name, value in values.items() if not (value is None or value is False)}


def _overview() -> str:
    lines = []
    for subject, commands in SUBJECTS.items():
        lines.append(f"{subject}:")
        lines += [f"  {command.name:<20}{command.says}" for command in commands]
    codes = [f"  {one.value:<4}{one.says}" for one in Exit]
    return "\n".join([*lines, "", "exit codes:", *codes, "", _examples(MENU[one] for one in FIRST)])


def _sentence(command: Command) -> str:
    more = f" {command.more}" if command.more else ""
    roles = " or ".join((command.least, *command.also))
    role = f" Takes the role {roles}." if command.where == "house" else ""
    return f"{_begun(command.says)}{more}{role}"


def _begun(says: str) -> str:
    return f"{says[0].upper()}{says[1:]}."


def _of(path: tuple[str, ...]) -> list[Command]:
    return [
        command
        for commands in SUBJECTS.values()
        for command in commands
        if tuple(command.name.split()[: len(path)]) == path
    ]


def _examples(commands: Iterable[Command]) -> str:
    lines = []
    for command in commands:
        for typed, does in command.examples:
            whole = typed if "cardroom" in typed else f"{PROGRAM} {typed}"
            lines.append(f"  {whole:<46}  {does}")
    return "\n".join(["examples:", *lines])


def _words(description: str, epilog: str) -> dict[str, Any]:
    return {
        "description": description,
        "epilog": epilog,
        "formatter_class": argparse.RawDescriptionHelpFormatter,
        "allow_abbrev": False,
    }


def _parser(program: str, description: str, epilog: str) -> argparse.ArgumentParser:
    return DashedValues(prog=program, **_words(description, epilog))


def _branches(parser: argparse.ArgumentParser) -> Any:
    return parser.add_subparsers(required=True, metavar="COMMAND", title="commands")


def _common(parser: argparse.ArgumentParser, top: bool) -> None:
    """What every command takes, before its name or behind it."""
    usual: Any = None if top else argparse.SUPPRESS
    common = parser.add_argument_group("where, who and how")
    where = common.add_mutually_exclusive_group()
    where.add_argument(
        "--socket", default=usual, type=_text, metavar="PATH", help="the socket of the house"
    )
    where.add_argument(
        "--url", default=usual, type=_text, help="the house elsewhere: tls://host:port"
    )
    common.add_argument(
        "--ca", default=usual, type=_text, metavar="FILE", help="who vouches for the url"
    )
    common.add_argument(
        "--config", default=usual, type=_text, metavar="FILE", help="the house's settings"
    )
    common.add_argument(
        "--name", default=usual, type=_text, help="your name; asks for the password"
    )
    off: Any = False if top else argparse.SUPPRESS
    common.add_argument("--json", action="store_true", default=off, help="answer in JSON")
    common.add_argument("--yes", action="store_true", default=off, help="do not ask if it is sure")


def _add(parser: argparse.ArgumentParser, param: Param, now: Callable[[], float]) -> None:
    if param.kind == "secret":
        return
    kept = f"with_{param.name}"
    more: dict[str, Any] = {"help": param.says}
    if param.kind == "flag":
        parser.add_argument(param.flag, dest=kept, action="store_true", **more)
        return
    more["type"] = _types(now)[param.kind]
    if param.choices:
        more["choices"] = param.choices
    if param.option:
        name = param.flag
        more |= {"dest": kept, "metavar": param.name.upper(), "required": param.required}
        more |= {"nargs": "+"} if param.kind == "words" else {}
    else:
        name = kept
        more["metavar"] = param.name.upper()
        many = "+" if param.required else "*"
        more |= {"nargs": many} if param.kind == "words" else {}
        more |= {} if param.required or param.kind == "words" else {"nargs": "?"}
    if param.choices:
        more["metavar"] = "{" + ",".join(param.choices) + "}"
    parser.add_argument(name, **more)


def _types(now: Callable[[], float]) -> Mapping[Kind, Callable[[str], object]]:
    return {
        "text": _text,
        "words": _text,
        "whole": lambda text: _whole(_text(text)),
        "money": lambda text: _money(_text(text)),
        "moment": lambda text: _moment(_text(text), now()),
    }


def _text(typed: str) -> str:
    return typed.removeprefix(SHIELD)


def _whole(text: str) -> int:
    if not re.fullmatch(r"-?\d{1,15}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number")
    return int(text)


def _money(text: str) -> int:
    found = MONEY.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no amount; one is written 12 or 12.50")
    cents = int(found[2]) * 100 + int(found[3] or 0)
    return -cents if found[1] else cents


def _moment(text: str, now: float) -> int:
    """2h is two hours ago, +7d seven days from now; else a date, of the local time."""
    found = AGO.fullmatch(text)
    if found is not None:
        seconds = int(found[2]) * SECONDS[found[3]]
        return int(now) + (seconds if found[1] == "+" else -seconds)
    for one in FORMATS:
        try:
            return int(time.mktime(time.strptime(text, one)))
        except (ValueError, OverflowError):
            continue
    raise argparse.ArgumentTypeError(
        f"{text!r} is no time; one is written 2026-12-31, 2026-12-31T18:00, 2h or +7d"
    )
