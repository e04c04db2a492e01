"""The build hook: writes the `.mo` catalogues that `texts` reads from the `.po` files that people edit."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# Babel would write the hour of the build; with one fixed moment the same texts give the same file.
MOMENT: Final = datetime(2000, 1, 1, tzinfo=UTC)


def compile_catalogues(folder: Path) -> list[Path]:
    """Write a `.mo` beside every `.po` below `folder`; return the files written.

    Raises Babel's PoFileError for a faulty `.po`.
    """
    written = []
    for source in sorted(folder.rglob("*.po")):
        target = source.with_suffix(".mo")
        with source.open("rb") as text:
            catalogue = read_po(text, abort_invalid=True)
        catalogue.creation_date = catalogue.revision_date = MOMENT
        with target.open("wb") as binary:
            write_mo(binary, catalogue)
        written.append(target)
    return written


class CatalogueHook(BuildHookInterface[Any]):
    """Called by hatchling before a wheel, an sdist or an editable install is made."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 - hatchling's signature
        compile_catalogues(Path(self.root) / "durak_tutor" / "texts")


if __name__ == "__main__":
    for target in compile_catalogues(Path(__file__).parent):
        print(target.relative_to(Path(__file__).parent))
