"""The ledger: claims about losses and their learning, judged from certificates.

>>> from qstheory.claims import Case, Claim, Evidence, Reading, judge
>>> judge(Claim("example", "nowhere", "Nothing is shown.")).verdict.value
'undecided'
"""

from qstheory.claims.claim import (
    Claim,
    Claimed,
    Constant,
    Kind,
    Reading,
    Theorem,
    always,
    proved,
    refuted,
)
from qstheory.claims.evidence import (
    Bound,
    Case,
    Derivation,
    Evidence,
    Judgement,
    Measurement,
    Stance,
    Strength,
    Told,
    Verdict,
    cases,
    equality,
)
from qstheory.claims.judge import judge

__all__ = [
    "Bound",
    "Case",
    "Claim",
    "Claimed",
    "Constant",
    "Derivation",
    "Evidence",
    "Judgement",
    "Kind",
    "Measurement",
    "Reading",
    "Stance",
    "Strength",
    "Theorem",
    "Told",
    "Verdict",
    "always",
    "cases",
    "equality",
    "judge",
    "proved",
    "refuted",
]
