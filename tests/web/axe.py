"""axe-core, which looks for what keeps people out of a page: it is put into a page of a test."""

from functools import cache
from typing import Final

from playwright.async_api import Page

from tools.web.packages import Package, files_of

AXE: Final = Package(
    "axe-core",
    "4.14.1",
    "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
    {"axe.min.js": "axe.js"},
)
FINDS: Final = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  return violations.flatMap((one) => one.nodes.map((node) =>
    `${one.id}: ${node.target.join(" ")}: ${node.failureSummary}`));
}"""


@cache
def source() -> str:
    """The script; npm fetches it once, by the digest above."""
    ((_, script),) = files_of(AXE)
    return script.decode()


async def found(page: Page) -> list[str]:
    """What axe has to say against what is in sight, by all its rules."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(source())
    violations: list[str] = await page.evaluate(FINDS)
    return violations
