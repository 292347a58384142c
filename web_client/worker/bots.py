"""The bots of the house inside the client, in a worker of their own."""

from typing import TYPE_CHECKING

from pyodide.ffi import to_js

if TYPE_CHECKING:
    from web_client.worker.glue import JsBytes


def answered(question: "JsBytes") -> object:
    """The answer to a question of the house, once the modules of that are here."""
    from client_offline.thinking import answered

    return to_js(answered(question.to_bytes()))
