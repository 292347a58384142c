"""Firefox as Debian has it, driven by WebDriver BiDi: Playwright drives none but its own.

What is pressed is found by its role and name, as Firefox itself tells them to a screen reader.
"""

import asyncio
import json
import os
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from websockets.asyncio.client import ClientConnection, connect

from tests.web.listener import BEFOREHAND

LISTENS: Final = re.compile(r"BiDi listening on (ws://\S+)")
LOOKS_S: Final = 0.5
PATIENCE_S: Final = 60.0
"""After so long a test fails rather than waits for ever; nothing is judged by it."""
TEXTS: Final = "(...nodes) => JSON.stringify(nodes.map((one) => one.innerText))"


class Firefox:
    """One window of it."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number, self._window = line, 0, ""

    async def ask(self, method: str, **params: Any) -> Any:
        """A command, and what it answers."""
        self._number += 1
        await self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while (answer := json.loads(await self._line.recv())).get("id") != self._number:
            pass
        assert answer["type"] == "success", (method, params, answer)
        return answer["result"]

    async def open(self, address: str) -> None:
        """Go to this page."""
        await self.ask("session.new", capabilities={})
        tree = await self.ask("browsingContext.getTree")
        self._window = tree["contexts"][0]["context"]
        await self.ask(
            "browsingContext.navigate", context=self._window, url=address, wait="complete"
        )

    async def find(self, role: str, name: str = "") -> list[dict[str, Any]]:
        """What has this role, and this name if one is given."""
        value = {"role": role, **({"name": name} if name else {})}
        locator = {"type": "accessibility", "value": value}
        found = await self.ask("browsingContext.locateNodes", context=self._window, locator=locator)
        return list(found["nodes"])

    async def read(self, role: str) -> list[str]:
        """The texts of all that has this role; what goes away meanwhile is looked for again."""
        nodes = [{"sharedId": one["sharedId"]} for one in await self.find(role)]
        told = await self._call(TEXTS, nodes)
        return [] if told is None else [str(text) for text in json.loads(told)]

    async def press(self, begins: str) -> bool:
        """Press the uppermost button whose text begins so, but none for later; whether there is
        one."""
        nodes, texts = await self.find("button"), await self.read("button")
        for node, text in reversed([*zip(nodes, texts, strict=False)]):
            if text.startswith(begins) and not BEFOREHAND.search(text):
                mine = [{"sharedId": node["sharedId"]}]
                return await self._call("(one) => String(one.click())", mine) is not None
        return False

    async def _call(self, function: str, nodes: list[dict[str, str]]) -> str | None:
        answer = await self.ask(
            "script.callFunction",
            functionDeclaration=function,
            arguments=nodes,
            target={"context": self._window},
            awaitPromise=False,
        )
        return str(answer["result"]["value"]) if answer["type"] == "success" else None

    async def type(self, field: str, text: str) -> None:
        """Write this into the field of that name, as soon as it is there."""
        async with asyncio.timeout(PATIENCE_S):
            while not (found := await self.find("textbox", field)):
                await asyncio.sleep(LOOKS_S)
        focus = [{"sharedId": found[0]["sharedId"]}]
        await self._call("(one) => String(one.focus())", focus)
        keys = [{"type": kind, "value": one} for one in text for kind in ("keyDown", "keyUp")]
        actions = [{"type": "key", "id": "keyboard", "actions": keys}]
        await self.ask("input.performActions", context=self._window, actions=actions)

    async def pressed(self, *begins: str) -> None:
        """One after the other, each as soon as it is there."""
        async with asyncio.timeout(PATIENCE_S):
            for one in begins:
                while not await self.press(one):
                    await asyncio.sleep(LOOKS_S)


@asynccontextmanager
async def firefox(folder: Path) -> AsyncIterator[Firefox]:
    """Firefox without a screen, with a profile of its own in that folder."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.fail("There is no Firefox. Install it: apt-get install firefox-esr")
    process = await asyncio.create_subprocess_exec(
        *(program, "--headless", "--no-remote", "--profile", str(folder)),
        *("--remote-debugging-port", "0"),
        stdout=DEVNULL,
        stderr=PIPE,
        env={**os.environ, "HOME": str(folder)},
    )
    assert process.stderr is not None
    try:
        while not (listens := LISTENS.search((await process.stderr.readline()).decode())):
            assert process.returncode is None, "Firefox has ended."
        async with connect(f"{listens[1]}/session", max_size=None) as line:
            yield Firefox(line)
    finally:
        process.kill()
        await process.wait()
