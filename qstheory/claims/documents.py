"""The certificates of a claim as a file that `qstheory check` replays."""

import re
from collections.abc import Iterator
from pathlib import Path

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item, save
from qstheory.claims.claim import Claim
from qstheory.claims.collect import collect, item


def certificates(claim: Claim) -> Iterator[Item]:
    """Every certificate that settles something about the claim, in the order of its evidence.

    The note of an item names the claim, the reading, the part and the case.
    """
    for reading in claim.readings:
        found = collect(reading)
        for d in (*found.at_cases, *found.everywhere):
            if d.decision.outcome is not Outcome.INVALID:
                place = (claim.id, reading.name, d.evidence.part, d.case or "every case")
                yield item(d, ", ".join(place))


def file_name(claim: str) -> str:
    """The name of the certificate file of a claim."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", claim) + ".json"


def save_certificates(claim: Claim, folder: Path) -> Path:
    """Write the certificate file of a claim into a folder, which is made if need be."""
    path = folder / file_name(claim.id)
    save(path, certificates(claim))
    return path
