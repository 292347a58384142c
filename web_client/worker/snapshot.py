"""What the build does in the page's Python before it takes a snapshot of its memory: a page that
starts from there has nothing left to import or to read."""

import gc
import sys
import zipimport
from importlib import import_module
from pkgutil import walk_packages
from typing import Final

from client_core.client import LANGUAGES
from web_client.bridge.bridge import Bridge
from web_client.bridge.visit import Browser

PACKAGES: Final = ("msgpack", "segno", "protocol", "client_core", "web_client")


def prepare() -> None:
    """Import every module of the client, read its texts, and make its first page once."""
    for package in PACKAGES:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    for language in LANGUAGES:
        browser = Browser("", lambda: 0.0)
        bridge = Bridge(lambda: 0.0, lambda _: 0, _ignore, _ignore, {}, browser, language)
        bridge.start()
        # They are read at the first look, from a file that no page has.
        if not bridge.client.puzzles.all:
            raise RuntimeError("There are no puzzles.")
    _forget_places()
    gc.collect()
    # What is here now lives as long as the page: no collection looks at it again.
    gc.freeze()


def _ignore(_: object) -> None:
    pass


def _forget_places() -> None:
    """No file of the build is there when a page starts."""
    sys.path_importer_cache.clear()
    zipimport._zip_directory_cache.clear()  # type: ignore[attr-defined]
