"""Every tap of the page by its name, with what it does."""

from collections.abc import Mapping
from typing import Final

from web_client.bridge import table_taps
from web_client.bridge.encode import Plain
from web_client.bridge.local import Args
from web_client.bridge.page import PARTS
from web_client.bridge.table_layers import put_away, uncovered
from web_client.bridge.visit import Handler, Visit


def _back(visit: Visit, args: Args, value: Plain) -> None:
    at = uncovered(visit)
    if at is None or not put_away(at):
        visit.back()


def _home(visit: Visit, args: Args, value: Plain) -> None:
    visit.home()


def _go(visit: Visit, args: Args, value: Plain) -> None:
    name, *about = args
    at = uncovered(visit)
    if at is not None and at.local.menu:
        # Whoever comes back from a page of the menu comes back to the felt.
        at.change(menu=False)
    visit.go(str(name), *about)


def _show(visit: Visit, args: Args, value: Plain) -> None:
    visit.home()
    visit.client.show(str(args[0]))


def _connect(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.connection.try_again()


def _answer(visit: Visit, args: Args, value: Plain) -> None:
    asked = visit.local.question
    at = int(args[0])
    visit.change(question=None)
    if asked is not None and at < len(asked.answers) and asked.answers[at].tap:
        name, *rest = asked.answers[at].tap
        TAPS[str(name)](visit, tuple(rest), None)


def _close_toast(visit: Visit, args: Args, value: Plain) -> None:
    visit.client.notices.dismiss(int(args[0]))


def _reload(visit: Visit, args: Args, value: Plain) -> None:
    visit.cue("reload")


EVERYWHERE: Final[Mapping[str, Handler]] = {
    "back": _back,
    "home": _home,
    "go": _go,
    "show": _show,
    "connect": _connect,
    "answer": _answer,
    "reload": _reload,
    "toast.close": _close_toast,
}
"""Taps that any screen may have."""


def _joined(*parts: Mapping[str, Handler]) -> dict[str, Handler]:
    found: dict[str, Handler] = {}
    for part in parts:
        twice = found.keys() & part.keys()
        if twice:
            raise ValueError(f"Two taps are called {', '.join(sorted(twice))}.")
        found.update(part)
    return found


TAPS: Final = _joined(EVERYWHERE, *(part.taps for part in PARTS), table_taps.TAPS)
