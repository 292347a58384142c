"""The arguments of `cardroom 21`, and the settings that they change for this evening."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from terminal_client.local.language import ENGLISH, Language
from terminal_client.local.settings import MOST_PLAYERS, Player, Settings, is_name
from terminal_client.local.values import WrongSetting, chosen
from terminal_client.page.look import LEAST_WIDTH, MOST_WIDTH

FILE: Final = "21.toml"
EXAMPLES: Final = """examples:
  cardroom 21                              play; your balance is kept for the next time
  cardroom 21 --names Ada,Ben              two at this terminal
  cardroom 21 --language zh                in Chinese (en, de, es, fr, zh)
  cardroom 21 --plain                      one sentence a line, for screen readers
  cardroom 21 --init                       write 21.toml, every setting explained
  cardroom 21 --at wss://house --join CODE --name Ada
                                           eight people on eight machines, at a house
"""


def parser(program: str) -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog=program,
        description="The game of 21 at this terminal, for 1 to 8 people against the dealer.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made.add_argument(
        "--config",
        type=Path,
        help=f"the settings (./{FILE}, if it is there; else one in your own folder of settings)",
    )
    made.add_argument(
        "--init", action="store_true", help=f"write ./{FILE} with every setting explained, and end"
    )
    made.add_argument("--names", help="who plays, with commas between: Ada,Ben")
    made.add_argument("--players", help="how many play, 1 to 8")
    made.add_argument("--language", help="en, de, es, fr, zh, or one of your own")
    made.add_argument("--plain", action="store_true", help="one sentence a line, nothing drawn")
    made.add_argument("--lines", action="store_true", help="text line by line")
    made.add_argument("--full", action="store_true", help="a picture with cards")
    made.add_argument("--no-colour", "--no-color", action="store_true", help="without colours")
    made.add_argument("--width", help="columns of a line, 20 to 100")
    # Never read here: with one of them `cardroom 21` is the terminal of a house.
    house = made.add_argument_group("at a house", "with what `cardroom terminal` takes beside them")
    house.add_argument("--at", metavar="URL", help="play at this house, not at this terminal")
    house.add_argument("--join", metavar="CODE", help="sit down in the room of a code")
    return made


def path_of(asked: argparse.Namespace, environment: Mapping[str, str]) -> Path:
    """The settings that are named, those beside the player, or those of this user."""
    if asked.config is not None:
        return Path(asked.config)
    here = Path(FILE)
    if asked.init or here.exists():
        return here
    own = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(own) / "cardroom" / FILE


def language_of(asked: argparse.Namespace, languages: Mapping[str, str]) -> str:
    """The language that was asked for, by its code; empty if none was."""
    code = chosen(asked.language or "", languages)
    if code is None:
        facts = {"value": asked.language, "choices": ", ".join(languages)}
        raise WrongSetting("refused.choice", name="--language", **facts)
    return code


def people_of(asked: argparse.Namespace) -> tuple[str, ...]:
    """The names that were given."""
    names = tuple(part.strip() for part in asked.names.split(",")) if asked.names else ()
    for number, name in enumerate(names):
        if not is_name(name, names[:number]):
            raise WrongSetting("refused.who", value=f'"{name}"')
    if len(names) > MOST_PLAYERS:
        raise WrongSetting("refused.many_players", count=len(names))
    return names


def beginners(asked: argparse.Namespace, language: Language) -> Sequence[Player]:
    """Who stands in a settings file that is written anew."""
    names = people_of(asked)
    count = _players(asked, names, 1)
    more = (language.say("about.player", number=number + 1) for number in range(len(names), count))
    return [Player(name) for name in (*names, *more)]


def overridden(settings: Settings, asked: argparse.Namespace, code: str) -> Settings:
    """The settings as the arguments change them for this evening."""
    known = {one.name.casefold(): one for one in settings.people}
    names = people_of(asked)
    people = tuple(known.get(name.casefold(), Player(name)) for name in names) or settings.people
    players = _players(asked, names, settings.players)
    return replace(
        settings,
        language=code or settings.language or ENGLISH,
        people=people,
        players=players,
        plain=asked.plain or settings.plain,
        colours=False if asked.no_colour else settings.colours,
        width=_number(asked.width, "--width", LEAST_WIDTH, MOST_WIDTH, settings.width, "columns"),
        mode="full" if asked.full else "lines" if asked.lines else settings.mode,
    )


def _players(asked: argparse.Namespace, names: Sequence[str], usual: int) -> int:
    """How many play: those who are named, and more if more are asked for."""
    least, usual = len(names) or 1, len(names) or usual
    return _number(asked.players, "--players", least, MOST_PLAYERS, usual)


def _number(
    typed: str | None, name: str, least: int, most: int, usual: int, wrong: str = "number"
) -> int:
    if typed is None:
        return usual
    if len(typed) > 9 or not typed.isdecimal() or not least <= int(typed) <= most:
        facts = {"least": least, "most": most, "usual": usual}
        raise WrongSetting(f"refused.{wrong}", name=name, value=typed, **facts)
    return int(typed)
