"""What MkDocs does beside its own: it lists all decisions on their page."""

from pathlib import Path
from typing import Any

LIST_PAGE = "decisions/index.md"


def on_page_markdown(markdown: str, page: Any, config: Any, **_: object) -> str:
    """The page as it is built; called by MkDocs for each."""
    if page.file.src_uri != LIST_PAGE:
        return markdown
    rows = [
        f"- [{title.removeprefix('# ')}]({decision.name})"
        for decision in sorted((Path(config.docs_dir) / "decisions").glob("0*.md"))
        for title in decision.read_text(encoding="utf-8").splitlines()[:1]
    ]
    return "\n".join([markdown, "", *rows, ""])
