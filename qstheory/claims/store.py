"""Finished verdicts on disk, so that an interrupted or repeated run takes them up."""

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from qstheory.certify.files import write_whole
from qstheory.claims.records import from_data, to_data
from qstheory.claims.verdict import Judgement
from qstheory.errors import InvalidParameter

FORMAT = "qstheory-verdict/1"


def default_store() -> Path:
    """`$XDG_CACHE_HOME/qstheory/verdicts`, or below `~/.cache`."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "qstheory" / "verdicts"


def _digest(judgement: Any) -> str:
    return sha256(json.dumps(judgement, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Store:
    """A folder with one file for each claim and version of the code."""

    folder: Path

    def path(self, claim: str, version: str) -> Path:
        """The file of a claim under a version: named by a hash, as ids may hold any character."""
        name = sha256(f"{version}\n{claim}".encode()).hexdigest()
        return self.folder / f"{name}.json"

    def get(self, claim: str, version: str) -> Judgement | None:
        """The stored judgement, or None when there is none or its file is damaged."""
        try:
            record = json.loads(self.path(claim, version).read_text(encoding="utf-8"))
            data = record["judgement"]
            named = (record["format"], record["claim"], record["version"])
            if named != (FORMAT, claim, version) or record["sha256"] != _digest(data):
                return None
            judgement = from_data(data, Judgement)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return judgement if judgement.claim == claim else None

    def put(self, version: str, judgement: Judgement) -> None:
        """Keep a judgement."""
        data = to_data(judgement)
        record = {
            "format": FORMAT,
            "claim": judgement.claim,
            "version": version,
            "judgement": data,
            "sha256": _digest(data),
        }
        try:
            write_whole(self.path(judgement.claim, version), json.dumps(record, indent=1))
        except OSError as error:
            raise InvalidParameter(
                f"Verdicts cannot be kept in {self.folder} ({error.strerror}); name another folder."
            ) from None
