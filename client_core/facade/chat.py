"""The chat of a table, and muted players."""

from collections.abc import Mapping

from client_core import chat, emoji, names
from client_core.chat import ChatLine
from client_core.facade.notices import NoticesPart
from client_core.facade.requests import RequestsPart
from client_core.folds import card_of
from client_core.state.client_state import ClientState
from client_core.text import Say
from client_core.views import ChatView
from protocol import messages
from protocol.phrases import EMOTES, PHRASES


class ChatPart:
    """The chat as screens call it: lines and phrases at a table."""

    phrases = PHRASES
    emotes = EMOTES

    def __init__(self, state: ClientState, notices: NoticesPart, requests: RequestsPart) -> None:
        self._state = state
        self._notices = notices
        self._requests = requests

    def view(self, name: str) -> ChatView:
        """What was said at a table. Lines of muted players are left out."""
        state = self._state
        said, table = state.chats.at(name), state.tables.by_name.get(name)
        lines = tuple(line for line in said.lines if not line.muted)
        room = table.room if table is not None else None
        quiet = room is not None and room.preset in card_of(room.game).queue_reads
        seated = table is not None and table.me is not None
        return ChatView(lines, said.unread, table is not None and (seated or not quiet), said.open)

    def open(self, name: str, open: bool = True) -> None:
        """The drawer is opened, and all in it read; or closed."""
        state = self._state
        state.chats.opened(name, open)
        state.settle()

    def say(self, name: str, text: str) -> int:
        """Say something to the table; 0 if there is nothing to say."""
        text = text.strip()[: chat.LONGEST]
        lacking = emoji.lacking(text)
        if any(map(str.isalpha, lacking)):
            self._notices.tell(Say("chat.writing_not_drawn"))
        elif lacking:
            self._notices.tell(Say("chat.not_drawn", {"count": len(lacking)}))
        return self._requests.ask(lambda mine: messages.Say(mine, name, text)) if text else 0

    def phrase(self, name: str, phrase: str) -> int:
        """Say a phrase or an emote by its code."""
        return self._requests.ask(lambda mine: messages.Phrase(mine, name, phrase))

    def line_text(self, line: ChatLine) -> str:
        """What a line says: a phrase in the player's own language; a word stands for a sign that
        cannot be drawn. Plain text, never markup."""
        if line.phrase:
            return names.phrase(self._state.words, line.phrase)
        say = self._state.words.say
        return emoji.shown(line.text, say("chat.a_sign"), say("chat.a_writing"))

    @property
    def muted(self) -> Mapping[int, str]:
        """The numbers of those who are not heard, and what they were called."""
        return self._state.runner.muted

    def mute(self, who: int, name: str = "", muted: bool = True) -> int:
        """Hear nothing more of the player of this number, or hear again."""
        self._state.chats.mute(who, name, muted)
        return self._requests.ask(lambda mine: messages.Mute(mine, who, muted))
