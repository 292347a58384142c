"""The app is heard from its start to its end; sounds are switched without leaving a table."""

import asyncio
from pathlib import Path

import pytest

from mobile_client.ui.screens.table_menu import TableMenu
from tests.client.ui.scenes import asked, find
from tests.client.ui.stage import Stage
from tests.client.ui.thumb import thumb


@pytest.mark.req("D-S2.7")
def test_the_app_plays_the_music_of_the_room_and_listens_until_it_ends(
    stage: Stage, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with thumb(stage, tmp_path) as one:
            assert one.app.sounds.playing == "room"
            one.client.set(language="zh", music=False)
            assert one.app.sounds.language == "zh"
            assert not one.app.sounds.music_sounds
            hearing = one.app.hearing
            assert not hearing.closed
        assert hearing.closed

    asyncio.run(evening())


@pytest.mark.req("D-S2.8")
@pytest.mark.parametrize("name", ["sound", "voices", "music"])
def test_sounds_and_music_are_switched_and_made_louder_in_the_menu_of_the_table(
    stage: Stage, name: str
) -> None:
    scene = find("doudizhu", "standard", asked)
    stage.show(scene.stage())
    scene.screen.open_menu()
    # The ring of the turn is drawn all the time: waiting for rest would wait out the turn.
    stage.frames(8)
    (menu,) = scene.shown.overlays
    assert isinstance(menu, TableMenu)
    switch = menu.switches[name]
    assert switch.active
    stage.tap(switch)
    assert not getattr(scene.client.settings, name)
    slider = menu.volumes[name]
    loud = getattr(scene.client.settings, f"{name}_volume")
    stage.press(*slider.to_window(slider.x + 1, slider.center_y)).lift()
    assert getattr(scene.client.settings, f"{name}_volume") == loud, "what is off has no volume"
    stage.tap(switch)
    assert getattr(scene.client.settings, name)
    stage.press(*slider.to_window(slider.center_x, slider.center_y)).lift()
    assert 40 <= getattr(scene.client.settings, f"{name}_volume") <= 60
    stage.press(*slider.to_window(slider.x + 1, slider.center_y)).lift()
    assert getattr(scene.client.settings, f"{name}_volume") == 0
