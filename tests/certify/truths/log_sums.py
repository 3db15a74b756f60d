"""Sums of inverse powers of logarithms with 30 digits, and their order."""

import mpmath

from qstheory.certify.kinds.for_every import Counterexample
from qstheory.certify.kinds.log_sums import LogSumAtMost, LogSumOrder

SHOWN = 300
"""The quotient of the sum and its bound falls long before and tends to 1 / factor."""


def quotients(power: int, last: int) -> list[mpmath.mpf]:
    """sum_{j<=m} log(j+1)^-power divided by (m+1)/log(m+1)^power for m = 1..last."""
    with mpmath.workdps(30):
        total, found = mpmath.mpf(0), []
        for m in range(1, last + 1):
            total += mpmath.log(m + 1) ** -power
            found.append(total * mpmath.log(m + 1) ** power / (m + 1))
        return found


def _at_most(proposition: LogSumAtMost, certificate: object) -> bool:
    last = max(SHOWN, *certificate.values) if isinstance(certificate, Counterexample) else SHOWN
    factor = mpmath.mpf(proposition.factor.numerator) / proposition.factor.denominator
    return factor > 1 and bool(max(quotients(proposition.power, last)) <= factor)


TRUTHS = {
    LogSumAtMost: _at_most,
    LogSumOrder: lambda proposition, _: proposition.exponent == proposition.power,
}
