"""What may lie in the middle of a felt."""

from web_client.bridge.felts.blackjack_middle import BlackjackMiddle
from web_client.bridge.felts.doudizhu_middle import DoudizhuMiddle
from web_client.bridge.felts.roulette_middle import RouletteMiddle
from web_client.bridge.felts.sabacc_middle import SabaccMiddle
from web_client.bridge.table_shapes import PlainMiddle

Middle = PlainMiddle | DoudizhuMiddle | BlackjackMiddle | RouletteMiddle | SabaccMiddle
