"""The sheet of a private authority: who else vouches for houses, and where its file is put."""

from pathlib import Path

from client_core.client import Client
from mobile_client.ui.own_authority import FILE, OwnAuthority
from mobile_client.ui.screens.parts import row, sign
from mobile_client.ui.theme import TOUCH
from mobile_client.ui.widgets.overlays import Drawer
from mobile_client.ui.widgets.words import Words


def said_of(client: Client, found: OwnAuthority) -> str:
    """The authority in a word or its name."""
    if found.unread:
        return client.say("settings.authority.unread")
    return found.name or client.say("settings.authority.none")


class AuthoritySheet(Drawer):
    """Says who is believed, and what to do so that another is."""

    def __init__(self, client: Client, found: OwnAuthority, folder: Path | None) -> None:
        super().__init__(side="bottom")
        say = client.say
        title = Words(text=say("settings.authority"), kind="heading", size_hint_y=1)
        self.sheet.add_widget(row(title, sign("close", self.close), height=TOUCH))
        if found.file is not None:
            told = "wrong" if found.unread else "believed"
            text = say(f"settings.authority.{told}", name=found.name, file=FILE)
            self.sheet.add_widget(Words(text=text, kind="body"))
        where = say("settings.authority.folder") if folder is None else str(folder)
        note = say("settings.authority.note", folder=where, file=FILE)
        self.sheet.add_widget(Words(text=note, kind="small", ink="soft"))
