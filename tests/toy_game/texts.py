"""What players read of high card, in both languages of the clients."""

from collections.abc import Mapping
from typing import Final

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "game.high_card": "High card",
        "preset.high_card.standard": "Standard",
        "preset.high_card.standard.note": "One card each.",
        "how.high_card.1": "Each player pays an ante and is dealt one card.",
        "how.high_card.2": "Each in turn folds, or doubles what lies there.",
        "how.high_card.3": "The highest card of those who doubled takes the pot.",
        "rule.high_card.ante": "The ante is {value:money}.",
        "option.high_card.most": "Seats",
        "coach.high_card.cards": "Your card is yours alone to see.",
        "coach.high_card.double": "Double if your card is high, else fold.",
        "coach.high_card.over": "The highest card takes the pot.",
        "act.high_card.double": "Double",
        "story.high_card.moved.ante": "{src} pays an ante of {amount:money}",
        "story.high_card.moved.double": "",
        "story.high_card.moved.pot": "{dst} wins {amount:money}",
        "story.high_card.acted.double": "{seat} doubles",
        "story.high_card.acted.fold": "{seat} folds",
    },
    "zh": {
        "game.high_card": "比大小",
        "preset.high_card.standard": "标准规则",
        "preset.high_card.standard.note": "每人一张牌。",
        "how.high_card.1": "每人先下底注，各发一张牌。",
        "how.high_card.2": "轮流弃牌或加倍。",
        "how.high_card.3": "加倍的人里牌最大的赢得底池。",
        "rule.high_card.ante": "底注 {value:money}。",
        "option.high_card.most": "座位",
        "coach.high_card.cards": "这张牌只有你看得到。",
        "coach.high_card.double": "牌大就加倍，否则弃牌。",
        "coach.high_card.over": "牌最大的赢得底池。",
        "act.high_card.double": "加倍",
        "story.high_card.moved.ante": "{src} 下底注 {amount:money}",
        "story.high_card.moved.double": "",
        "story.high_card.moved.pot": "{dst} 赢得 {amount:money}",
        "story.high_card.acted.double": "{seat} 加倍",
        "story.high_card.acted.fold": "{seat} 弃牌",
    },
}
