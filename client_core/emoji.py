"""Emoji and letters that the app can draw, and words in the place of all others."""

import re
import unicodedata
from typing import Final

from protocol import letters

_SIGNS: Final = (
    "☀☁☂☃☕☘☠☹☺♨♻⚡⚽⚾✂✅✈✉✊✋✌✍✔✖✨❄❌❓❗❤⭐"
    "🃏🌈🌊🌙🌞🌟🌹🌻🍀🍋🍎🍒🍓🍔🍕🍦🍩🍫🍰🍴🍷🍸🍺🍻🍾🎁🎂🎃🎄🎅🎆🎇🎈🎉🎊🎓🎤🎥🎧🎨🎩🎮🎯🎰🎱🎲🎵🎶🎸"
    "🏀🏁🏃🏅🏆🏇🏠🐀🐍🐎🐐🐒🐓🐔🐖🐘🐙🐛🐝🐟🐢🐬🐭🐮🐯🐰🐱🐳🐴🐵🐶🐷🐸🐺🐻🐼👀👂👄👅👆👇👈👉👊👋👌👍👎👏👐"
    "👑👦👧👨👩👪👮👴👵👶👸👹👺👻👼👽👾👿💀💃💋💌💍💎💐💓💔💕💖💗💘💙💚💛💜💝💞💟💡💢💣💤💥💦💨💩💪💫💬💭💯"
    "💰💲💳💵💸📈📉📞📢📣📷📺🔊🔍🔑🔔🔥🔫🔮🕐🕒🕛🖐🖕🖖🗣🚀🚗🚫🚬🚿🛑🤐🤑🤒🤓🤔🤕🤖🤗🤘🤙🤚🤛🤜🤝🤞🤡🤢🤣🤤"
    "🤥🤦🤧🤷🥂🥇🥈🥉🦁🦄🦊"
)
DRAWN: Final = frozenset(map(ord, _SIGNS)) | frozenset(range(0x1F600, 0x1F650))
"""Those that are common in a chat: they are in the font of the app, in one colour."""
MARKS: Final = re.compile("[\ufe0e\ufe0f\u200d\u20e3\U0001f3fb-\U0001f3ff]")
"""What changes the sign before it, such as the colour of a skin: it is not drawn."""
UNSEEN: Final = re.compile(
    "[\U00010000-\U0010ffff\u2600-\u2604\u2607-\u265f\u2668-\u2712\u2714-\u27bf\u2b00-\u2bff]"
)
"""Emoji and other signs that a font for letters does not have."""


def drawn(sign: str) -> bool:
    """Whether the app has this letter or sign."""
    return ord(sign) in DRAWN or letters.drawn(sign)


def lacking(text: str) -> str:
    """What of a text cannot be drawn."""
    return "".join(sign for sign in MARKS.sub("", text) if not drawn(sign))


def shown(text: str, instead: str, letters_instead: str) -> str:
    """The text as it can be drawn: marks are left out, and for each run of signs that cannot be
    drawn a word is written, another one for letters."""
    found: list[str] = []
    for sign in MARKS.sub("", text):
        word = sign
        if not drawn(sign):
            word = letters_instead if unicodedata.category(sign)[0] in "LMN" else instead
            if found[-2:] == [word, " "]:
                # Words of such letters are one run.
                found.pop()
            if found[-1:] == [word]:
                continue
        found.append(word)
    return "".join(found)
