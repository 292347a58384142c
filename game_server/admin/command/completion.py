"""The script that lets a shell complete `cardroom admin`, made of the menu."""

import shlex
from collections.abc import Iterator

from game_server.admin.menu import GROUPS, MENU
from game_server.admin.menu.words import Command

COMMON = ("--json", "--yes", "--name", "--socket", "--url", "--ca", "--config", "--help")


def script(shell: str) -> str:
    """The script for that shell."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def words() -> dict[str, tuple[str, ...]]:
    """What may follow on each beginning: the next words of commands, then options."""
    found: dict[str, dict[str, None]] = {"": {}}
    for command in MENU.values():
        path: list[str] = []
        for word in command.name.split():
            found.setdefault(" ".join(path), {})[word] = None
            path.append(word)
        found[command.name] = dict.fromkeys(_follows(command))
    return {start: tuple(next) for start, next in found.items()}


def files() -> tuple[str, ...]:
    """The commands that take a file at a place of its own."""
    found = (one for one in MENU.values() if any(param.file for param in one.params))
    return tuple(one.name for one in found)


def _follows(command: Command) -> Iterator[str]:
    for param in command.params:
        if param.kind == "secret":
            continue
        yield from param.choices if not param.option else (param.flag,)
    yield from COMMON


def _cases() -> str:
    return "\n".join(
        f"    {shlex.quote(start)}) echo {shlex.quote(' '.join(next))} ;;"
        for start, next in words().items()
    )


def _bash() -> str:
    return f"""\
# What may follow on the words of a command.
_cardroom_follows() {{
  case "$1" in
{_cases()}
  esac
}}
_cardroom() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" path="" word next
  COMPREPLY=()
  [ "${{COMP_WORDS[1]}}" = admin ] || {{
    [ "$COMP_CWORD" = 1 ] && COMPREPLY=($(compgen -W "{_top()}" -- "$current"))
    return
  }}
  for word in "${{COMP_WORDS[@]:2:COMP_CWORD-2}}"; do
    next="$path${{path:+ }}$word"
    [ -n "$(_cardroom_follows "$next")" ] && path="$next"
  done
  COMPREPLY=($(compgen -W "$(_cardroom_follows "$path")" -- "$current"))
  case "$path" in
    {"|".join(map(shlex.quote, files()))})
      # A folder goes on and ends no word.
      compopt -o filenames 2> /dev/null
      local IFS=$'\n'
      COMPREPLY+=($(compgen -f -- "$current")) ;;
  esac
}}
complete -F _cardroom cardroom
"""


def _zsh() -> str:
    return f"""\
#compdef cardroom
# What may follow on the words of a command.
_cardroom_follows() {{
  case "$1" in
{_cases()}
  esac
}}
_cardroom() {{
  local at="" word next
  if (( CURRENT == 2 )); then compadd {_top()}; return; fi
  [[ "$words[2]" == admin ]] || return
  for word in "${{(@)words[3,CURRENT-1]}}"; do
    next="$at${{at:+ }}$word"
    [[ -n "$(_cardroom_follows "$next")" ]] && at="$next"
  done
  compadd -- ${{=$(_cardroom_follows "$at")}}
  case "$at" in
    {"|".join(map(shlex.quote, files()))}) _files ;;
  esac
}}
# A shell that completes nothing yet begins to.
(( $+functions[compdef] )) || {{ autoload -Uz compinit && compinit }}
compdef _cardroom cardroom
"""


def _fish() -> str:
    lines = [
        "complete -c cardroom -f",
        f"complete -c cardroom -n __fish_use_subcommand -a {shlex.quote(_top())}",
    ]
    for start, next in words().items():
        path = ["admin", *start.split()]
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in path)
        deeper = [word for word in next if not word.startswith("-")] if start in _inner() else []
        if deeper:
            seen += f"; and not __fish_seen_subcommand_from {' '.join(deeper)}"
        lines.append(
            f"complete -c cardroom -n {shlex.quote(seen)} -a {shlex.quote(' '.join(next))}"
        )
    for name in files():
        seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in name.split())
        within = f"__fish_seen_subcommand_from admin; and {seen}"
        lines.append(f"complete -c cardroom -n {shlex.quote(within)} -F")
    return "\n".join(lines) + "\n"


def _inner() -> frozenset[str]:
    return frozenset({"", *GROUPS})


def _top() -> str:
    return "play terminal 21 serve copy migrate config demo-bank admin games watch-bots loadtest"
