"""What bounds the pairs of a problem below: few multipliers, simple ones."""

from fractions import Fraction
from itertools import count, pairwise

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.calibration import PairBound, bound_fault
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import full_space
from qstheory.theory.calibration.multipliers import simplest
from qstheory.theory.dossier import DEFAULT
from qstheory.theory.subject import Subject


def test_the_simplest_rational_has_the_least_denominator_of_all() -> None:
    ends = sorted({Fraction(p, q) for q in (1, 2, 5, 7, 24, 71) for p in range(2 * q + 1)})
    for low, high in (*pairwise(ends), *zip(ends, ends[9:], strict=False)):
        least = next(q for q in count(1) if -(-low * q // 1) <= high * q)
        found = simplest(low, high)
        assert low <= found <= high
        assert found.denominator == least


def test_a_bound_that_serves_is_taken_again() -> None:
    H = calibration_function(full_space(Subject(losses.make("map", m=3, undefined="one"), DEFAULT)))
    assert len(H.pieces) > 3
    given: dict[tuple[int, int], list[PairBound]] = {}
    again = 0
    for shown in H.pieces:
        assert shown.decision.outcome is Outcome.PROVES
        for bound in shown.certificate.bounds:
            pair = bound.z, bound.best
            before = given.setdefault(pair, [])
            serve = [
                each
                for each in before
                if not bound_fault(shown.piece, pair, each.multipliers, H.problem.products)
            ]
            assert not serve or bound in serve
            again += bool(serve)
            before.append(bound)
    assert again
