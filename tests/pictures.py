"""Takes the pictures of the README from the real app: `uv run python tests/pictures.py`."""

import tempfile
from pathlib import Path

from browser import launched
from playwright.sync_api import Browser, Page
from server import Server

PICTURES = Path(__file__).parents[1] / "notebooks" / "pictures"
STEP = "?lesson=02-beating&step=choose"
WRONG = "10C"


def lesson(browser: Browser, address: str, width: int, height: int) -> Page:
    """The lesson at the moment when a wrong card was tried and a hint was asked for."""
    page = browser.new_page(viewport={"width": width, "height": height}, locale="en-US")
    page.goto(address + STEP)
    page.click("[data-action=hint]")
    page.click(f'[data-zone="hand"][data-card="{WRONG}"]')
    page.wait_for_selector("[data-role=notice] .durak-sign")
    page.wait_for_timeout(500)  # until nothing moves any more
    return page


def main() -> None:
    """Write the pictures anew."""
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server, launched() as browser:
        server.get_ready()
        lesson(browser, server.address, 1280, 720).screenshot(path=PICTURES / "lesson.png")


if __name__ == "__main__":
    main()
