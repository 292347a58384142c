"""The doctor's look at the outside bank: whether it is there, knows the house, and answers as
docs/bank.md has it."""

import secrets
import socket as sockets
from collections.abc import Iterator
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from game_server.admin.examine import CONNECT_S, Case, Finding
from game_server.bank.secret_file import BadSecret, read_secret
from game_server.bank.wire import LONGEST, Malformed, bearer, json_map


def bank(case: Case) -> Iterator[Finding]:
    """Whether the outside bank can be reached."""
    url = case.config.bank.url
    if not url:
        yield Finding("bank", "ok", "The demo bank starts with the house.")
        return
    at = urlsplit(url)
    port = at.port or (443 if at.scheme == "https" else 80)
    try:
        sockets.create_connection((at.hostname or "", port), CONNECT_S).close()
    except OSError as wrong:
        text = f"{at.hostname}:{port} does not answer: {wrong.strerror or wrong}."
        yield Finding("bank", "look", text, "Nobody can buy chips now; ask the bank.")
        return
    wrong_answer = _bank_says(case)
    if wrong_answer:
        do = "Nobody can buy chips now. See [bank] `secret_file` and `url`, and ask the bank."
        yield Finding("bank", "wrong", wrong_answer, do)
    else:
        yield Finding("bank", "ok", f"{at.hostname}:{port} answers as it should.")


def _bank_says(case: Case) -> str:
    """What is wrong with the bank's answer about a payment that nobody has made; empty if nothing
    is. That changes nothing there."""
    settings, key = case.config.bank, f"doctor-{secrets.token_urlsafe(12)}"
    try:
        known_by = read_secret(settings.secret_file) if settings.secret_file else ""
    except BadSecret as wrong:
        return str(wrong)
    address = f"{settings.url.rstrip('/')}/v1/payments/{key}"
    headers = {"authorization": bearer(known_by)} if known_by else {}
    try:
        # As the house does: straight to the bank.
        web = build_opener(ProxyHandler({}))
        with web.open(Request(address, headers=headers), timeout=CONNECT_S) as answer:
            said = json_map(answer.read(LONGEST + 1))
    except HTTPError as wrong:
        known = ": it does not know the house by its secret" if wrong.code == 401 else ""
        return f"It answers with status {wrong.code}{known}."
    except Malformed as wrong:
        return f"It answers, but not as it should: {wrong}"
    except (OSError, HTTPException) as wrong:
        return f"It does not answer: {getattr(wrong, 'reason', wrong)}."
    if said.get("outcome") != "unseen" or said.get("key") != key:
        return "It answers otherwise than `unseen` about a payment that nobody has made."
    return ""
