"""What the device keeps, and what it does where it can."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from client_storage import Storage
from mobile_client.main import heed_network
from mobile_client.platform import Android, Desktop, desktop, device
from tests.client.device import Device


def test_what_is_kept_is_there_after_a_restart_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "cardroom"
    Storage(folder).keep("session", "token 令牌")
    Storage(folder).keep("settings", "{}")
    Storage(folder).keep("session", "another")
    assert Storage(folder).all() == {"session": "another", "settings": "{}"}
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    assert folder.stat().st_mode & 0o777 == 0o700
    assert len(list(folder.iterdir())) == 2


def test_a_folder_that_is_broken_costs_what_was_kept_and_nothing_more(tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "session.json").write_text("kept")
    assert Storage(tmp_path).all() == {"session": "kept"}
    assert Storage(tmp_path / "nowhere").all() == {}
    (tmp_path / "file").write_text("")
    Storage(tmp_path / "file").keep("session", "nowhere to go")


def test_a_desktop_speaks_the_language_of_its_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LANG", "zh_CN.UTF-8")
    assert Desktop().language() == "zh_CN.UTF-8"
    monkeypatch.setenv("CARDROOM_EDGES", "1,2,3,4")
    assert Desktop().insets() == (1, 2, 3, 4)


def test_an_android_that_lacks_everything_is_played_on_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "ANDROID_ARGUMENT", "")
    monkeypatch.setitem(os.environ, "ANDROID_PRIVATE", str(tmp_path))
    phone = device()
    assert isinstance(phone, Android)
    phone.vibrate(0.1)
    phone.keep_awake(True)
    phone.to_background()
    assert phone.insets() == (0, 0, 0, 0)
    assert phone.language() == ""
    phone.keep("session", "kept")
    assert phone.kept() == {"session": "kept"}


async def test_a_network_that_comes_back_is_told_to_the_client_on_its_own_thread(
    tmp_path: Path,
) -> None:
    class Tram(Desktop):
        """Comes out of a tunnel."""

        def watch_network(self, changed: Callable[[], None]) -> Callable[[], None]:
            self.changed = changed
            return lambda: setattr(self, "changed", None)

    tram, one = Tram(tmp_path), Device()
    one.client.connection.start()
    one.lose()
    one.lose()
    assert one.client.connection.view.state == "waiting"
    threads: set[int] = set()
    one.client.observe(lambda *_: threads.add(threading.get_ident()))
    unheed = heed_network(tram, one.client)
    await asyncio.to_thread(tram.changed)
    await asyncio.sleep(0)
    assert one.client.connection.view.state == "connecting"
    assert threads == {threading.get_ident()}
    unheed()
    assert tram.changed is None


def test_of_two_apps_on_one_folder_the_first_has_the_session(tmp_path: Path) -> None:
    first, second = Desktop(tmp_path), Desktop(tmp_path)
    assert (first.alone(), second.alone()) == (True, False)
    first.keep("session", "the key")
    first.keep("settings", "{}")
    assert second.kept() == {"settings": "{}"}
    second.keep("session", "another key")
    assert first.kept() == {"session": "the key", "settings": "{}"}
    del first
    third = Desktop(tmp_path)
    assert third.alone()
    assert third.kept() == {"session": "the key", "settings": "{}"}


SOUND = ("dev/snd/pcmC0D0p", "run/user/7/pulse/native", "run/user/7/pipewire-0", "etc/asound.conf")
"""What a desktop has one of that can be heard."""


@pytest.mark.parametrize("there", SOUND)
def test_a_desktop_is_heard_by_a_card_or_a_sound_server(tmp_path: Path, there: str) -> None:
    environment = {"XDG_RUNTIME_DIR": "/run/user/7", "HOME": "/home/ann"}
    (tmp_path / "dev/snd").mkdir(parents=True)
    (tmp_path / "dev/snd/timer").touch()
    assert not desktop.has_sound(environment, tmp_path)
    (tmp_path / there).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / there).touch()
    assert desktop.has_sound(environment, tmp_path)


def test_what_a_user_says_of_sound_counts_and_nothing_is_said_where_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert desktop.has_sound({"PULSE_SERVER": "tcp:10.0.0.1"}, tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(desktop, "has_sound", lambda environment: False)
    monkeypatch.delenv("SDL_AUDIODRIVER", raising=False)
    Desktop(tmp_path).only_with_a_loudspeaker()
    assert os.environ["SDL_AUDIODRIVER"] == "dummy"
    monkeypatch.setattr(desktop, "has_sound", lambda environment: True)
    monkeypatch.setenv("SDL_AUDIODRIVER", "alsa")
    Desktop(tmp_path).only_with_a_loudspeaker()
    assert os.environ["SDL_AUDIODRIVER"] == "alsa"


def test_a_desktop_without_a_second_clipboard_says_nothing_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger("kivy")
    monkeypatch.setattr(log, "filters", [])
    Desktop(tmp_path).without_middle_button()
    log.critical("Cutbuffer: Unable to find any valuable Cutbuffer provider.")
    log.critical("Window: Unable to find any valuable Window provider.")
    assert [one.getMessage()[:6] for one in caplog.records] == ["Window"]
