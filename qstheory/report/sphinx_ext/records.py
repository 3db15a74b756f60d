"""The records that the directives show: a folder that `qstheory report` has written."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from qstheory.claims.verify import file_name
from qstheory.errors import UnreadableInput

FAILED = ("refuted", "partly refuted")
"""The verdicts of claims that do not hold as printed."""


@cache
def _read(path: Path, changed: float) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise UnreadableInput(f"{path} is not JSON: {error}.") from None


class Records:
    """The records in a folder, read when asked for; a changed file is read again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def load(self, name: str) -> Any:
        """The record in the file of that name; raises UnreadableInput."""
        path = self.folder / name
        if not path.is_file():
            raise UnreadableInput(
                f"{path} is missing; run `qstheory report` and set qstheory_records to its folder."
            )
        return _read(path, path.stat().st_mtime)

    def results(self, folder: str, record_format: str) -> list[dict[str, Any]]:
        """The records of a format in a sub-folder, in the order of their file names."""
        found = [
            self.load(f"{folder}/{path.name}")
            for path in sorted((self.folder / folder).glob("*.json"))
        ]
        return [record for record in found if record.get("format") == record_format]

    def claims(self) -> list[dict[str, Any]]:
        """All claims, in the order of the ledger."""
        return list(self.load("claims.json")["claims"])

    def claim(self, claim_id: str) -> dict[str, Any]:
        """One claim; raises UnreadableInput when there is none of that id."""
        name = self.claim_file(claim_id)
        if not (self.folder / name).is_file():
            raise UnreadableInput(f"There is no claim {claim_id!r} in {self.folder}.")
        return dict(self.load(name))

    def claim_file(self, claim_id: str) -> str:
        """The file of a claim's record."""
        return f"claims/{file_name(claim_id)}"

    def families(self) -> set[str]:
        """The families of losses that have a dossier."""
        return {
            str(self.load(f"dossiers/{path.name}")["loss"]).partition(":")[0]
            for path in (self.folder / "dossiers").glob("*.json")
        }

    def dossiers(self, family: str) -> list[dict[str, Any]]:
        """The dossiers of a family, smallest losses first; raises UnreadableInput when none."""
        found = [
            self.load(f"dossiers/{path.name}")
            for path in sorted((self.folder / "dossiers").glob("*.json"))
            if path.stem == family or path.stem.startswith(f"{family}-")
        ]
        mine = [d for d in found if d["loss"].partition(":")[0] == family]
        if not mine:
            raise UnreadableInput(f"There is no dossier of {family!r} in {self.folder}.")
        return sorted(
            mine, key=lambda d: (int(d["predictions"]) * int(d["observations"]), d["loss"])
        )
