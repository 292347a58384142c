"""Frames a second while seventeen cards move over a phone's window, drawn by the processor.

Ours is a quad a card from a picture that was painted once; the naive way paints each card anew in
every frame. `python -m bench.moving_cards inside` is the program with the window.
"""

import json
import math
import sys
import time
from collections.abc import Callable
from statistics import median

from bench.measure import number, table, times
from bench.window import PHONE, child, phone, screen

CARDS = 17
RUNS = 3
FRAMES = {"naive": 6, "views": 40, "table": 40}
NAMES = {
    "naive": "each card painted in each frame",
    "views": "ours: seventeen cards",
    "table": "ours: the same over a whole table",
}


def inside() -> None:
    phone()
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
    from kivy.uix.floatlayout import FloatLayout
    from kivy.uix.widget import Widget

    from mobile_client.ui.look import look
    from mobile_client.ui.pen import Pen
    from mobile_client.ui.widgets import faces
    from mobile_client.ui.widgets.cards import CardView, measure, shown
    from protocol.cards import Card
    from tests.client.ui.moments import MOMENTS
    from tests.client.ui.stage import Stage

    stage = Stage(*PHONE)
    size = measure("fan")

    def frame_of(move: Callable[[int], None], frame: int) -> None:
        move(frame)
        stage.frames()
        # A pixel is asked for, and so the frame has to be whole.
        glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE)

    def places(frame: int) -> list[tuple[float, float]]:
        """A ring of cards that turns."""
        turns = (frame / 40 + place / CARDS for place in range(CARDS))
        return [(480 + 380 * math.cos(6 * t), 1150 + 900 * math.sin(6 * t)) for t in turns]

    def views() -> Callable[[int], None]:
        table_ = FloatLayout()
        cards = [CardView(card=card, scale="fan") for card in range(CARDS)]
        for card in cards:
            table_.add_widget(card)
        stage.show(table_)

        def move(frame: int) -> None:
            for card, pos in zip(cards, places(frame), strict=True):
                card.pos = pos

        return move

    def naive() -> Callable[[int], None]:
        table_ = Widget()
        stage.show(table_)
        high = faces.HIGH + 2 * faces.MARGIN

        def move(frame: int) -> None:
            table_.canvas.clear()
            with table_.canvas:
                for card, (x, y) in enumerate(places(frame)):
                    faces.paint(Pen(high, size[1] / faces.HIGH, x, y), shown(Card(card), "fan"))

        return move

    def whole() -> Callable[[int], None]:
        look.motion = "normal"
        scene = MOMENTS["doudizhu_lead"]("en")
        stage.show(scene.stage())
        flights = scene.screen.felt.flights
        for card in range(CARDS):
            face, back = shown(Card(card), "fan"), shown(None, "fan")
            flights.card(card, (100, 2200), places(card)[card], face, back, size, lambda: None,
                         overlap=0.0)  # fmt: skip
        for flight in flights.flying:
            flight.lasts = 3600.0
        return lambda _: None

    found: dict[str, list[float]] = {name: [] for name in FRAMES}
    for _ in range(RUNS):
        for name, made in (("naive", naive), ("views", views), ("table", whole)):
            move = made()
            for frame in range(3):
                frame_of(move, frame)
            begun, drawn = time.perf_counter(), stage.drawn
            for frame in range(FRAMES[name]):
                frame_of(move, frame)
            found[name].append((stage.drawn - drawn) / (time.perf_counter() - begun))
    print(json.dumps({name: median(rates) for name, rates in found.items()}))


def main() -> None:
    with screen() as env:
        found = child("bench.moving_cards", "inside", env=env)
    rows = [
        [NAMES[name], number(rate), times(rate, found["naive"])] for name, rate in found.items()
    ]
    print(table(["17 moving cards, 1080 x 2400", "frames a second", "of the naive way"], rows))


if __name__ == "__main__":
    {"inside": inside}[sys.argv[1]]()
