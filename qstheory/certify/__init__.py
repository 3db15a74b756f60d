"""Propositions, certificates and `decide`: the only code that turns anything into a verdict.

Standard library only and exact. It knows nothing of how a certificate was found.
"""

from qstheory.certify.decide import decide
from qstheory.certify.rules import Decision, Outcome

__all__ = ["Decision", "Outcome", "decide"]
