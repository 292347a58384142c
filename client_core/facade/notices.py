"""Words that all screens show: toasts, the inbox of toasts, the banner, the farewell."""

from client_core.people import Banner, Farewell
from client_core.session_states import SHUT
from client_core.state.client_state import ClientState
from client_core.text import Say
from client_core.toasts import Mood, Toast


class NoticesPart:
    """Toasts, inbox, banner and farewell."""

    def __init__(self, state: ClientState) -> None:
        self._state = state

    @property
    def toasts(self) -> tuple[Toast, ...]:
        """Short words: the first is shown, the others wait for their turn; each goes by itself."""
        return self._state.notices.toasts.shown

    def tell(self, say: Say, kind: Mood = "info") -> None:
        """Words of a screen, in the place of all the others."""
        self._state.notices.toast(say, kind)
        self._state.settle()

    @property
    def inbox(self) -> tuple[Toast, ...]:
        """What was said in passing, the newest first."""
        return self._state.notices.toasts.inbox

    @property
    def missed(self) -> frozenset[int]:
        """The numbers of those that were never shown, or to nobody."""
        return self._state.notices.toasts.missed

    def read_inbox(self) -> None:
        """All of it has been seen."""
        if not self.missed:
            return
        self._state.notices.read()
        self._state.settle()

    def dismiss(self, toast: int) -> None:
        """Away with one of them."""
        self._state.notices.dismiss(toast)
        self._state.settle()

    @property
    def closing(self) -> bool:
        """The house closes or is closed: what is played goes on, and nothing new begins."""
        banner = self._state.notices.banner
        return banner is not None and (banner.code == "closing" or banner.code in SHUT)

    @property
    def banner(self) -> Banner | None:
        return self._state.notices.banner

    @property
    def farewell(self) -> Farewell | None:
        """There are no chips left: the app ends at its `until`."""
        return self._state.purse.farewell

    def enough(self) -> None:
        """End the app now."""
        self._state.purse.quit()
        self._state.settle()
