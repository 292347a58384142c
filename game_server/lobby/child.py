"""A process for bots ends with the house that began it, however the house ends."""

import os
from multiprocessing import parent_process
from threading import Thread


def end_with_the_house() -> None:
    """Called first in the process. A house that was killed cannot say that it is gone."""
    Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    house = parent_process()
    if house is not None:
        house.join()
    os._exit(0)
