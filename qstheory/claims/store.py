"""Finished verdicts on disk with their certificates, so that a repeated run takes them up."""

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from qstheory.claims.verdict import Judgement
from qstheory.errors import InvalidParameter
from qstheory.work.files import write_whole
from qstheory.work.records import from_data, to_data

FORMAT = "qstheory-verdict/1"


def _digest(judgement: Any) -> str:
    return sha256(json.dumps(judgement, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True)
class Store:
    """A folder with a verdict and a certificate file for each claim and version of the code."""

    folder: Path

    def prepare(self) -> None:
        """Make the folder before any work is done; raises InvalidParameter where that fails."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: OSError) -> InvalidParameter:
        return InvalidParameter(
            f"Verdicts cannot be kept in {self.folder} ({error.strerror}); name another folder."
        )

    def path(self, claim: str, version: str) -> Path:
        """The file of a claim under a version: named by a hash, as ids may hold any character."""
        name = sha256(f"{version}\n{claim}".encode()).hexdigest()
        return self.folder / f"{name}.json"

    def certificates(self, claim: str, version: str) -> Path:
        """The certificate file that was kept with a verdict."""
        return self.path(claim, version).with_suffix(".certificates")

    def get(self, claim: str, version: str) -> Judgement | None:
        """The stored judgement; None when there is none or a file of it is damaged."""
        try:
            record = json.loads(self.path(claim, version).read_text(encoding="utf-8"))
            data = record["judgement"]
            named = (record["format"], record["claim"], record["version"])
            if named != (FORMAT, claim, version) or record["sha256"] != _digest(data):
                return None
            judgement = from_data(data, Judgement)
            kept = sha256(self.certificates(claim, version).read_bytes()).hexdigest()
            whole = judgement.claim == claim and record["certificates"] == kept
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        return judgement if whole else None

    def put(self, version: str, judgement: Judgement, certificates: str) -> None:
        """Keep a judgement and the text of its certificate file."""
        data = to_data(judgement)
        record = {
            "format": FORMAT,
            "claim": judgement.claim,
            "version": version,
            "judgement": data,
            "sha256": _digest(data),
            "certificates": sha256(certificates.encode()).hexdigest(),
        }
        try:
            write_whole(self.certificates(judgement.claim, version), certificates)
            write_whole(self.path(judgement.claim, version), json.dumps(record, indent=1))
        except OSError as error:
            raise self._refusal(error) from None
