"""Which emoji the app can draw, and what is shown in the place of those that it cannot."""

import re
from typing import Final

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
    """Whether the app has this sign, as far as it is one of those that a font may lack."""
    return ord(sign) in DRAWN or not UNSEEN.match(sign)


def shown(text: str, instead: str) -> str:
    """The text as it can be drawn: marks are left out, and for each run of signs that cannot be
    drawn `instead` is written."""
    found: list[str] = []
    for sign in MARKS.sub("", text):
        if drawn(sign):
            found.append(sign)
        elif not found or found[-1] != instead:
            found.append(instead)
    return "".join(found)
