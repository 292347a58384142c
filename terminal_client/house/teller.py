"""The teller of all else, as it happens: the connection, the door, the table that is looked at."""

from collections.abc import Callable, Mapping
from typing import Final

from client_core.client import Client, Say, Screen, Toast
from terminal_client.house import situation
from terminal_client.house.situation import gap
from terminal_client.house.table_teller import Kind, TableTeller, Tell

TOLD_AS_STORY = ("news.",)
"""Words of a table in passing, which its story says too."""
ENDS_OF_ROUNDS = frozenset({"notice.won_by", "notice.won_nothing", "notice.no_stakes"})
"""What a round has come to, for whoever does not see it."""
BROKE: Final = "notice.opponent_out"
OUT_OF_CHIPS = frozenset({"notice.rebuy", "notice.no_chips", "notice.chipless"})
"""What is followed by how chips are bought."""
LOST = frozenset({"waiting", "connecting", "greeting"})
COUNTED_S: Final = 2.0
"""So long the chips of a seat that was left are waited for before the lobby says what one has."""
KINDS: Final[Mapping[str, Kind]] = {"info": "story", "good": "good", "bad": "bad", "turn": "ask"}
"""As what a toast of each mood is told."""


class Teller:
    """Compares what is with what was said, and says the difference. `arrived` is called with each
    place that the player comes to."""

    def __init__(
        self, client: Client, tell: Tell, arrived: Callable[[Screen], None], plain: bool = False
    ) -> None:
        self.client, self._tell, self._arrived, self._plain = client, tell, arrived, plain
        self.tables: dict[str, TableTeller] = {}
        self._line = ""
        self._been_in = False
        self._url = client.connection.view.url
        self._screen: Screen | None = None
        self._toast = 0
        self._banner = ""
        self._refusal: object = None
        self._name = ""
        self._farewell = False
        self.comes = False
        """The player is on the way to a seat at the next table."""
        self._reminded: frozenset[str] = frozenset()
        """Other tables where a turn of mine was said, and where I have not looked since."""
        self._beside: int | None = None
        self._until = 0.0

    @property
    def counting(self) -> bool:
        """A seat was left just now, and the house has not said yet what one has with its chips."""
        return self._until > self.client.now()

    @property
    def looked_at(self) -> TableTeller | None:
        """The table where the player is."""
        return self.tables.get(self.client.screen.table)

    def go_on(self) -> None:
        """Say all that is new."""
        self._connection()
        self._entry()
        self._place()
        self._table()
        self._toasts()
        self._ends()

    def clock(self) -> None:
        """Time has passed."""
        if (table := self.looked_at) is not None and self.client.connection.view.state == "in":
            table.clock()

    def _table(self) -> None:
        """What is new at the table that is looked at, and of a stay there that is over."""
        client, name = self.client, self.client.screen.table
        left = bool(name) and name not in client.tables.names
        if (table := self.looked_at) is not None and (left or client.connection.view.state == "in"):
            new = (toast for _, toast in self._new_toasts())
            table.broke = [client.say(one.say) for one in new if one.say.key == BROKE]
            table.go_on()
        if left:
            # The last round has been told to its end.
            client.ending.stay_over()
            self._place()

    # -- the line ------------------------------------------------------------------------------

    def _connection(self) -> None:
        client, now = self.client, self.client.connection.view
        banner = client.notices.banner
        code = banner.code if banner else ""
        if banner is not None and code != self._banner:
            self._tell(self._of_banner(code, client.say(banner.say)), "bad")
        self._banner = code
        line = "lost" if now.state in LOST else now.state
        if now.url != self._url:
            # At another house nothing has been lost, and nothing is back.
            self._url, self._line, self._been_in = now.url, "", False
        if line == "entering" or line == self._line:
            return
        before, self._line = self._line, line
        if line == "lost":
            if before == "" and not now.offline:
                self._tell(client.say("terminal.connecting", url=now.url), "story")
            elif client.notices.closing:
                # Of a house that has closed the line is gone: that is said already.
                pass
            elif before == "met" or (before == "in" and client.account.me.name):
                # Whoever has logged out begins a line anew.
                seat = "" if client.tables.names else "_door"
                self._tell(client.say(f"terminal.line_lost{seat}"), "bad")
                for table in self.tables.values():
                    # What was asked is asked again: who hears it may have lost the thread.
                    table.ask_again()
        elif line == "met" and not client.account.me.name and not client.account.entry.busy:
            self._tell(client.say("terminal.house", house=now.house or now.url), "title")
        elif line == "in":
            if self._been_in and before == "lost":
                self._tell(client.say("terminal.line_back"), "good")
            if now.offline:
                self._tell(client.say("connection.inside") + situation.stop(client), "title")
            self._been_in = True

    def _of_banner(self, code: str, text: str) -> str:
        """Where a finger would tap one types a word."""
        words = self.client.words
        state = self.client.connection.view.state
        return words.or_else(f"terminal.banner.{code}", "") or words.or_else(
            f"terminal.banner.{state}", text
        )

    def unanswered(self) -> None:
        """Nobody has answered for a while: say so."""
        url = self.client.connection.view.url
        if self._line == "lost" and not self._been_in:
            self._tell(self.client.say("terminal.no_house", url=url), "bad")

    def _entry(self) -> None:
        client = self.client
        refusal = None if client.account.entry.busy else client.account.entry.refusal
        if refusal is not None and refusal != self._refusal:
            self._tell(client.say(refusal), "bad")
        self._refusal = refusal
        me = client.account.me
        if me.inside and me.name != self._name:
            self._name = me.name
            self._tell(client.say("terminal.welcome", name=me.name), "good")
        if not me.name:
            self._name = ""

    # -- where one is --------------------------------------------------------------------------

    def _place(self) -> None:
        client, screen = self.client, self.client.screen
        for name in [*self.tables]:
            if client.tables.view(name) is None:
                del self.tables[name]
        if screen.name == "lobby" and not client.lobby.view.loaded:
            return
        self._note_seat()
        if screen == self._screen or self._waits_for_chips(screen):
            return
        if self._is_closed_out(screen):
            self.tables.pop(self._screen.table if self._screen is not None else "", None)
            self._screen = screen
            return
        if screen.name == "table":
            # What happened there meanwhile is not told: how it stands is.
            told = TableTeller(client, screen.table, self._tell, self.comes, self._plain)
            self.tables[screen.table] = told
        before, self._screen = self._screen, screen
        self._reminded -= {screen.table}
        if before is not None and before.name == "table":
            self.tables.pop(before.table, None)
        if screen.name == "ending":
            # Its page asks what comes next: what was said of the stay comes before that.
            self._toasts()
        self._arrived(screen)

    def _is_closed_out(self, screen: Screen) -> bool:
        """Whether the house that closes has ended a stay: nothing that the lobby lists begins."""
        client, before = self.client, self._screen
        was_there = before is not None and before.name == "table"
        left = before is not None and before.table not in client.tables.names
        return client.notices.closing and screen.name == "lobby" and was_there and left

    def _note_seat(self) -> None:
        """What is in my purse while chips of mine lie at the table that is looked at."""
        client = self.client
        view = client.tables.view(client.screen.table)
        me = view.at(view.me) if view is not None and view.me is not None else None
        if view is not None:
            brought = me is not None and view.purse == "play" and situation.chips_of(me) > 0
            self._beside = client.account.me.play if brought else None

    def _waits_for_chips(self, screen: Screen) -> bool:
        """Whether the lobby would name a sum to which the chips of a seat are still to come."""
        client, left = self.client, self._screen.table if self._screen is not None else ""
        if screen.name != "lobby" or self._beside is None or left in client.tables.names:
            return False
        if client.account.me.play == self._beside:
            self._until = self._until or client.now() + COUNTED_S
            if self.counting:
                return True
        self._beside, self._until = None, 0.0
        return False

    def _new_toasts(self) -> list[tuple[int, Toast]]:
        """Those that were not told yet, in their order."""
        notices = self.client.notices
        by_now = {one.id: one for one in (*notices.inbox, *notices.toasts)}
        return [(number, by_now[number]) for number in sorted(by_now) if number > self._toast]

    def _toasts(self) -> None:
        for number, toast in self._new_toasts():
            self._toast = number
            said = toast.say.key
            if said.startswith(TOLD_AS_STORY) or said in ("notice.paused", "notice.resumed"):
                continue
            seen = toast.table == self.client.screen.table
            if seen and (said == "toast.turn" or said in ENDS_OF_ROUNDS):
                continue
            table = self.looked_at
            if table is not None and seen and (gone := self.client.say(toast.say)) in table.parted:
                table.parted.remove(gone)
                continue
            if said == "toast.turn":
                if toast.table in self._reminded:
                    continue
                self._reminded |= {toast.table}
            if seen and said in OUT_OF_CHIPS:
                self._tell(self._to_buy(toast), "ask")
                continue
            # Where a finger would tap one types a word.
            typed = f"terminal.{said}"
            known = self.client.words.has(typed)
            text = self.client.say(Say(typed, toast.say.holes) if known else toast.say)
            if said == "refusal.no_card":
                text += gap(self.client) + self.client.say("terminal.to_card")
            view = self.client.tables.view(toast.table) if toast.table else None
            if view is not None and toast.table != self.client.screen.table:
                game = self.client.texts.game_name(view.game)
                text = self.client.say("toast.at", game=game, text=text)
            self._tell(text, KINDS[toast.kind])

    def _to_buy(self, toast: Toast) -> str:
        """Why chips are to be bought, and how."""
        client, view = self.client, self.client.tables.view(toast.table)
        able = client.cashier.may_buy(toast.table)
        if view is None or able.most <= 0:
            bust = view is not None and view.purse == "play" and not client.account.me.play
            return client.say("terminal.bust") if bust else client.say(toast.say)
        low, high = view.worth(able.least), view.worth(able.most)
        # Whoever has nothing needs no sum for being told so.
        text = "" if toast.say.key == "notice.rebuy" else client.say(toast.say) + gap(client)
        return text + client.say("terminal.rebuy", low=low, high=high)

    def _ends(self) -> None:
        farewell = self.client.notices.farewell
        if farewell is not None and not self._farewell:
            self._tell(self.client.say(farewell.say), "bad")
        self._farewell = farewell is not None
