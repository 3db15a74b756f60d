"""The certificates of a claim as a file that `qstheory check` replays."""

import re
from collections.abc import Iterator, Sequence

from qstheory.certify import Outcome
from qstheory.certify.bundle import Item, dumps
from qstheory.claims.claim import Claim
from qstheory.claims.collect import Found, item


def certificates(claim: Claim, found: Sequence[Found]) -> Iterator[Item]:
    """Every certificate that settles something about the claim, in the order of its evidence.

    The note of an item names the claim, the reading, the part and the case.
    """
    for reading, each in zip(claim.judged_readings, found, strict=True):
        for d in each.at_cases:
            if d.decision.outcome is not Outcome.INVALID:
                place = (claim.id, reading.name, d.evidence.part, d.case or "every case")
                yield item(d, ", ".join(place))


def file_name(claim: str) -> str:
    """The name of the certificate file of a claim."""
    return re.sub(r"[^A-Za-z0-9._-]+", "-", claim) + ".json"


def document(claim: Claim, found: Sequence[Found]) -> str:
    """The text of the certificate file of a claim."""
    return dumps(certificates(claim, found))
