"""Cards in words, for whoever hears the screen: `the king of spades` for `K♠`."""

import re
from typing import Final

from client_core.client import Client
from terminal_client.page.ink import Ink, paint
from terminal_client.page.look import Look

_RANKS: Final = "23456789TJQKA"
_STANDARD: Final = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_SABACC: Final = re.compile(r"([+−-]\d+)([●■▲])")
_LIES: Final = (
    r"(?:(?:10|[2-9JQKA])[♣♦♥♠]|[+−-]\d+[●■▲]|(?<![\d.,])0(?!\d|[.,]\d)"
    r"|[大小]王|(?:big|small) joker|▮)"
)
"""A card as it is written; one of sabacc is 0 and nothing else."""
_BESIDE: Final = re.compile(rf"({_LIES}) (?={_LIES})")
_ROW: Final = re.compile(rf"{_LIES}(?: {_LIES})*")
"""Cards side by side."""
_LISTED: Final = re.compile(r"(?:^|\(|: (?:[^.]|\.(?! ))*)$")
"""What stands before cards that are a list of their own: behind a colon, in brackets."""
_NAMED: Final = re.compile(r"[+−]?\w+[♣♦♥♠●■▲]|[大小]王|(?:big|small) joker")
_GAP: Final = re.compile(r"(?<![大小]王)(?<=[\u4e00-\u9fff]) (?=[+−]?\w+[♣♦♥♠●■▲]|[大小]王|▮)")
"""What parts a Chinese word from a sign, and not from a Chinese word, nor two cards."""
_MINUS: Final = re.compile("−(?=\\$?\\d)")


_ASCII: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "●": "c", "■": "s", "▲": "t", "▮": "??",
                 "−": "-", "–": "-", "·": "-", "“": '"', "”": '"', "’": "'", "×": "x"}  # fmt: skip
_RED: Final = re.compile(r"(?:10|[2-9JQKA])[♦♥]")


def shown(client: Client, text: str, look: Look) -> str:
    """The text as this terminal shows it: cards in words, in letters, or with signs in colour."""
    if look.plain:
        return spoken(client, text)
    text = jokers(client, text)
    if not look.signs:
        return "".join(_ASCII.get(sign, sign) for sign in text)
    if look.colours:
        text = _RED.sub(lambda found: paint(found[0], Ink.RED, True), text)
    return text


def spoken(client: Client, text: str) -> str:
    """The text with each card in words, and those side by side with commas between them."""
    if client.words.language == "zh":
        text = _GAP.sub("", text)
    text = _ROW.sub(lambda found: _in_sentence(client, found), text)
    comma = client.say("list.comma")
    text = _BESIDE.sub(lambda found: found[1] + comma, text)
    # Of many face down it is enough to hear how many they are.
    text = re.sub(f"▮(?:{re.escape(comma)}▮)+", lambda found: _hidden(client, found[0]), text)
    text = _STANDARD.sub(lambda found: _standard(client, found[1], found[2]), text)
    text = _SABACC.sub(lambda found: _sabacc(client, found[1], found[2]), text)
    text = text.replace("▮", client.say("terminal.face_down"))
    text = _MINUS.sub(client.say("terminal.minus"), text)
    return jokers(client, text)


def jokers(client: Client, text: str) -> str:
    """The jokers in the player's own language."""
    text = text.replace("小王", client.say("terminal.small_joker"))
    return text.replace("大王", client.say("terminal.big_joker"))


def _hidden(client: Client, row: str) -> str:
    return client.say("terminal.many_face_down", number=row.count("▮"))


def _in_sentence(client: Client, row: re.Match[str]) -> str:
    """Cards with the article that the first of them needs within a sentence; one that lies face
    down has its own."""
    known = row[0].lstrip("▮ ")
    if _LISTED.search(row.string[: row.start()]) or not _NAMED.match(known):
        return row[0]
    hidden = row[0].removesuffix(known).rstrip()
    named = client.say("terminal.cards", cards=known)
    return hidden + client.say("list.comma") + named if hidden else named


def _standard(client: Client, rank: str, suit: str) -> str:
    at = _RANKS.index("T" if rank == "10" else rank)
    return client.say(
        "terminal.card", rank=client.say(f"rank.{at}"), suit=client.say(f"terminal.suit.{suit}")
    )


def _sabacc(client: Client, value: str, suit: str) -> str:
    number = int(value.replace("−", "-"))
    sign = client.say("terminal.minus") if number < 0 else ""
    return client.say(
        "terminal.card.sabacc",
        value=f"{sign}{abs(number)}",
        suit=client.say(f"terminal.suit.{suit}"),
    )
