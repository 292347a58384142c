"""`cardroom 21`: from the arguments to the end of the evening."""

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import Final

from protocol.words import Cards
from terminal_client.local.arguments import (
    beginners,
    language_of,
    overridden,
    parser,
    path_of,
)
from terminal_client.local.disk import SUFFIX, DiskJournal, Keeper
from terminal_client.local.document import NotKept, write_whole
from terminal_client.local.evening import Evening
from terminal_client.local.language import ENGLISH, BadLanguage, Language, languages, read_language
from terminal_client.local.lines import Lines
from terminal_client.local.opening import OnDisk, opened
from terminal_client.local.sample import sample
from terminal_client.local.settings import Settings
from terminal_client.local.values import WrongSetting, chosen
from terminal_client.page.cards import row
from terminal_client.page.look import LEAST_WIDTH, Look, look, moves
from terminal_client.page.printing import Printer, deaf
from terminal_client.page.reading import InputOver
from terminal_client.page.width import wrap

FOLDER: Final = "languages"
WRONG: Final = 2
INTERRUPTED: Final = 128 + signal.SIGINT
LEAST_PICTURE: Final = (60, 20)
ENDS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main(args: Sequence[str] | None = None, program: str = "cardroom 21") -> int:
    """Play; 0 at the end, 2 when something cannot be used, 130 after Ctrl-C. `program` is what was
    typed for it."""
    if sys.stdin is None:
        # Started without one: an input that has ended.
        sys.stdin = StringIO()
    if isinstance(sys.stdin, TextIOWrapper):
        # Bytes that are no text are no answer; strictly read, they take the lines after them along.
        sys.stdin.reconfigure(errors="replace")
    asked = parser(program).parse_args(args)
    path = path_of(asked, os.environ)
    code = ENGLISH
    try:
        speaker = _Speaker(path.parent / FOLDER)
        code = _spoken(asked, path, speaker)
        with _ended_as_by_ctrl_c():
            return _run(asked, path, os.environ, speaker)
    except WrongSetting as wrong:
        return _refuse(_sentence(wrong, path, read_language(code, path.parent / FOLDER)))
    except BadLanguage as wrong:
        return _refuse(read_language(ENGLISH).say("refused.language_file", why=str(wrong)))
    except NotKept as wrong:
        return _refuse(str(wrong))
    except OSError as wrong:
        english = read_language(code, path.parent / FOLDER)
        facts = {"path": wrong.filename or str(path), "why": wrong.strerror or str(wrong)}
        return _refuse(english.say("refused.disk", **facts))
    except KeyboardInterrupt:
        return INTERRUPTED


class _Speaker:
    """Languages by their codes; `cards` writes cards, None reads them out."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cards: Callable[[Cards], str] | None = None
        self.languages = languages(folder)

    def player(self, number: int, code: str) -> str:
        """The usual name of a player."""
        return self(code).say("about.player", number=number)

    def __call__(self, code: str) -> Language:
        return read_language(code, self.folder, self.cards)


def _run(
    asked: argparse.Namespace, path: Path, environment: Mapping[str, str], speaker: _Speaker
) -> int:
    code = language_of(asked, speaker.languages)
    language = speaker(code or ENGLISH)
    if asked.init:
        return _init(asked, path, language, speaker)
    new = not path.exists()
    made = _sample(asked, language, speaker) if new else _text(path)
    keeper = Keeper(path, made, speaker.languages, speaker.player)
    settings = overridden(keeper.settings, asked, code)
    journal = DiskJournal(path.with_suffix(SUFFIX))
    try:
        if new:
            write_whole(path, made)
        return _play(OnDisk(journal, keeper), settings, environment, speaker)
    finally:
        journal.close()


def _init(asked: argparse.Namespace, path: Path, language: Language, speaker: _Speaker) -> int:
    if path.exists():
        raise WrongSetting("refused.exists")
    write_whole(path, _sample(asked, language, speaker))
    command = "cardroom 21" + (f" --config {path}" if asked.config else "")
    print(language.say("refused.written", path=str(path), command=command))
    return 0


def _sample(asked: argparse.Namespace, language: Language, speaker: _Speaker) -> str:
    return sample(language, beginners(asked, language), list(speaker.languages))


def _text(path: Path) -> str:
    try:
        # Some editors begin a file with a mark of its encoding.
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        line = path.read_bytes()[: wrong.start].count(b"\n") + 1
        raise WrongSetting("refused.utf8", line) from None


def _play(
    outside: OnDisk, settings: Settings, environment: Mapping[str, str], speaker: _Speaker
) -> int:
    seen = look(
        sys.stdout,
        environment,
        plain=settings.plain,
        colours=settings.colours,
        width=settings.width,
    )
    speaker.cards = None if seen.plain else lambda cards: row(cards, seen)
    full = _is_full(settings, environment)
    evening = opened(outside, settings, speaker)
    # What is nobody's own stands there in the language of the first player.
    common = evening.languages[min(evening.languages)]
    if full:
        # Textual, which the other faces need not wait for.
        from terminal_client.local.full import play

        code, said = play(evening, common, seen)
        Printer(sys.stdout, seen).lines(said)
    else:
        code = _in_lines(evening, common, seen)
    if not evening.unsettled:
        outside.journal.end()
    return code


def _is_full(settings: Settings, environment: Mapping[str, str]) -> bool:
    """Whether there is a picture: where a person sits at a terminal that is large enough."""
    if settings.plain or settings.mode == "lines":
        return False
    if not moves(sys.stdout, environment) or not sys.stdin.isatty():
        if settings.mode == "full":
            raise WrongSetting("refused.full")
        return False
    size = os.get_terminal_size(sys.stdout.fileno())
    large = size.columns >= LEAST_PICTURE[0] and size.lines >= LEAST_PICTURE[1]
    return large or settings.mode == "full"


def _in_lines(evening: Evening, common: Language, seen: Look) -> int:
    printer = Printer(sys.stdout, seen)
    piped = not sys.stdin.isatty()
    lines = Lines(printer, sys.stdin, common.say("ask.prompt"), piped)
    try:
        lines.play(evening)
    except InputOver:
        printer.lines([""])
        lines.all(evening.cut())
    except KeyboardInterrupt:
        printer.lines([""])
        lines.all(evening.cut())
        return INTERRUPTED
    except BrokenPipeError:
        deaf()
    return 0


# -- what is wrong -----------------------------------------------------------------------


def _spoken(asked: argparse.Namespace, path: Path, speaker: _Speaker) -> str:
    """The language in which it is said what is wrong: as far as that can be known by then."""
    code = chosen(asked.language or "", speaker.languages)
    if code or asked.language or not path.exists():
        return code or ENGLISH
    for line in path.read_bytes().decode("utf-8-sig", "replace").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "language":
            return chosen(value.split("#")[0].strip().strip("\"'"), speaker.languages) or ENGLISH
    return ENGLISH


def _sentence(wrong: WrongSetting, path: Path, language: Language) -> str:
    what = language.say(wrong.key, **{"path": str(path), **wrong.facts})
    if wrong.line:
        return language.say("refused.at", path=str(path), line=wrong.line, what=what)
    in_file = wrong.key in ("refused.array", "refused.exists")
    return language.say("refused.in_file", path=str(path), what=what) if in_file else what


def _refuse(sentence: str) -> int:
    text = f"21: {sentence}"
    if sys.stderr.isatty():
        text = "\n".join(wrap(text, max(LEAST_WIDTH, os.get_terminal_size(2).columns)))
    print(text, file=sys.stderr)
    return WRONG


@contextmanager
def _ended_as_by_ctrl_c() -> Iterator[None]:
    """`kill`, and a terminal that is closed, end the game as Ctrl-C does."""
    before = {number: signal.getsignal(number) for number in ENDS}
    try:
        for number, did in before.items():
            # `nohup` lets a command outlive its terminal.
            if number != signal.SIGHUP or did is not signal.SIG_IGN:
                signal.signal(number, signal.default_int_handler)
        yield
    finally:
        for number, did in before.items():
            signal.signal(number, did)
