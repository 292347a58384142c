"""What pyproject.toml cannot say: a wheel carries the page if it has been built."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "build" / "web"


class BuildWithPage(build_py):
    """Puts the built page where an installed house looks for it."""

    def run(self) -> None:
        super().run()
        if PAGE.is_dir() and not self.editable_mode:
            target = Path(self.build_lib) / "web_client" / "built"
            shutil.rmtree(target, ignore_errors=True)
            shutil.copytree(PAGE, target)


setup(cmdclass={"build_py": BuildWithPage})
