"""Two who play at a table of their own, byte by byte, so that every byte can be sent again."""

import time
from random import Random

from protocol import messages
from protocol.codec import encode
from protocol.messages import Asked, Left, Message, Offer, Ok
from tests.attacks.evening import SIDE, Act
from tests.attacks.lines import PATIENCE, Far
from tests.net.wired import frame

CALM = ("check", "call", "muck", "fold")
CHIPS = 20_000
REST = 0.005


class Duel:
    """Their table; `did` is what they meant, `frames` what they sent."""

    def __init__(self, one: Far, other: Far) -> None:
        self.both = [one, other]
        self.did: list[Act] = []
        self.frames: dict[Far, list[bytes]] = {one: [], other: []}
        self._turns: set[int] = set()
        for far in self.both:
            far.say(messages.Join(far.next(), SIDE), messages.Queue(far.next(), SIDE))
            offer = far.until(Offer)
            far.until(Ok)
            assert isinstance(far.reply(messages.Sit(far.next(), SIDE, offer.key, CHIPS)), Ok)

    def asked(self) -> tuple[Far, Asked]:
        """Who is asked next, and what."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for far in self.both:
                far.heard()
                if far.asked is not None and far.asked.turn not in self._turns:
                    return far, far.asked
            time.sleep(REST)
        raise AssertionError("nobody is asked any more")

    def answer(self, far: Far, asked: Asked) -> bytes:
        """What this one answers, as a frame that is not sent yet."""
        options = (asked.ask.option(verb) for verb in CALM)
        option = next(one for one in options if one is not None)
        number = far.next()
        self._turns.add(asked.turn)
        self.did.append((asked.turn, asked.ask.who, number, option.verb, option.low))
        data = frame(encode(messages.Answer(number, SIDE, asked.turn, option.verb, option.low)))
        self.frames[far].append(data)
        return data

    def play(self, acts: int) -> None:
        """So many acts."""
        for _ in range(acts):
            far, asked = self.asked()
            far.send(self.answer(far, asked))
            (reply,) = far.replies(1)
            assert isinstance(reply, Ok), reply

    def replayed(self, far: Far, frames: list[bytes], seed: int) -> list[Message]:
        """These frames once more and then in another order, on this line; the answers."""
        shuffled = Random(seed).sample(frames, len(frames))
        far.send(b"".join((*frames, *shuffled)))
        return far.replies(2 * len(frames))

    def over(self) -> None:
        """Both go home."""
        for far in self.both:
            far.say(messages.Leave(far.next(), SIDE))
            far.until(Left)
