"""A client on a real link, driven as a player's thumb would."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random

from client_core.client import Acts, Button, Client, TableView
from client_link import Link
from protocol.words import Cards

PATIENCE_S = 120.0


class Player:
    """Someone who taps. Waits have generous ends; none of them is a proof."""

    def __init__(self, kept: dict[str, str] | None = None, seed: int = 1) -> None:
        self.kept = kept if kept is not None else {}
        self.random = Random(seed)
        self.quit = False
        self.link = Link(self._keep, self._end)
        self.client: Client = self.link.client(self.kept, "en", "test")
        self._changed = asyncio.Event()
        self.client.observe(lambda topic, table: self._changed.set())
        self.taps = 0

    def _keep(self, name: str, text: str) -> None:
        self.kept[name] = text

    def _end(self) -> None:
        self.quit = True

    async def until(self, true: Callable[[], bool], what: str = "it") -> None:
        """Wait until it is so, playing on meanwhile if `plays`."""
        end = asyncio.get_running_loop().time() + PATIENCE_S
        while not true():
            left = end - asyncio.get_running_loop().time()
            assert left > 0, (what, self.client.connection.view, self.client.notices.toasts)
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), min(left, 0.05))
            except TimeoutError:
                continue

    def view(self, table: str) -> TableView:
        found = self.client.tables.view(table)
        assert found is not None, self.client.tables.names
        return found

    def acts(self, table: str) -> Acts:
        return self.client.turn.acts(table)

    async def come_in(self, url: str, name: str = "") -> None:
        self.client.connection.go_to(url)
        await self.until(lambda: self.client.connection.view.state == "met", "met")
        self.client.account.play_as_guest(name)
        await self.until(lambda: self.client.account.me.inside, "inside")

    async def sit(self, table: str, chips: int = 20_000) -> None:
        """Join, queue, take the seat that is offered."""
        self.client.lobby.join(table)
        await self.until(lambda: self.client.tables.view(table) is not None, "joined")
        self.client.seat.queue(table)
        await self.until(lambda: self.view(table).offer is not None, "offered")
        self.client.seat.sit(table, chips)
        await self.until(lambda: self.view(table).me is not None, "seated")

    async def play(self, table: str, done: Callable[[], bool]) -> None:
        """Tap anything calm until it is done."""

        def tapped() -> bool:
            if done():
                return True
            self.tap(table)
            return done()

        await self.until(tapped, "played")

    def tap(self, table: str) -> None:
        """Whatever is cheapest, once."""
        acts = self.acts(table)
        if acts.sent or not acts.buttons:
            return
        button = self.calm(acts)
        cards: Cards = ()
        if button.cards[1]:
            choices = self.client.turn.choices(table, button)
            cards = self.random.choice(choices) if choices else ()
        on = self.random.choice(button.on) if button.on else ""
        tap = self.client.turn.tap(table, button, cards=cards, on=on, sure=True)
        self.taps += tap.state == "sent"

    def calm(self, acts: Acts) -> Button:
        order = ("check", "call", "stand", "deal", "spin", "keep", "match", "pass")
        found = {button.verb: button for button in acts.buttons}
        return next((found[verb] for verb in order if verb in found), acts.buttons[0])


@asynccontextmanager
async def player(kept: dict[str, str] | None = None, seed: int = 1) -> AsyncIterator[Player]:
    one = Player(kept, seed)
    try:
        yield one
    finally:
        await one.link.close()
