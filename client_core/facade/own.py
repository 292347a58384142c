"""One's own account: the password, the second factor, and the way back for who has lost them."""

from client_core import credentials
from client_core.credentials import Credentials, LostPassword
from client_core.facade.desk import Desk
from protocol import messages


class Own(Desk):
    """What one comes in with."""

    @property
    def credentials(self) -> Credentials:
        """How one comes in, as far as the house has said."""
        return self._model.credentials

    def ask_account(self) -> int:
        """Ask how one comes in."""
        return self._request(messages.Account)

    def change_password(self, old: str, new: str) -> int:
        """Come in by another password from now on."""
        return self._request(lambda mine: messages.ChangePassword(mine, old, new))

    def begin_factor(self, password: str) -> int:
        """A second factor: its secret follows."""
        return self._request(lambda mine: messages.BeginFactor(mine, password))

    def confirm_factor(self, code: str) -> int:
        """A code of the app: from now on a login asks for one."""
        return self._request(lambda mine: messages.ConfirmFactor(mine, code.strip()))

    def end_factor(self, password: str, code: str) -> int:
        """No second factor any more."""
        return self._request(lambda mine: messages.EndFactor(mine, password, code.strip()))

    def hide_codes(self) -> None:
        """What was told once has been written down."""
        self._model.credentials = credentials.hidden(self._model.credentials)
        self._model.touch("credentials")
        self._model.settle()

    # -- without the password ------------------------------------------------------------------

    @property
    def lost_password(self) -> LostPassword | None:
        """The request that this device has made, until it is given up."""
        return self._model.lost_password

    def ask_reset(self, name: str) -> None:
        """Say that the password of that name is lost."""
        self._enter("lost_password", lambda mine: messages.LostPassword(mine, name.strip()))

    def choose_password(self, password: str) -> None:
        """Choose the password, once the house has heard the number."""
        key = self._model.lost_password.key if self._model.lost_password else ""
        self._enter("new_password", lambda mine: messages.NewPassword(mine, key, password))

    def give_up_reset(self) -> None:
        """Forget the request."""
        self._model.lost_password = None
        self._model.touch("credentials")
        self.cancel_entry()
