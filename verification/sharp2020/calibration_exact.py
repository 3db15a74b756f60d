"""The exact calibration function of QS beside the paper's (App. A.2), loss by loss."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    squared_distance,
)
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Evidence,
    Kind,
    Reading,
    Stance,
    Verdict,
    cases,
)
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import problem_of_form

FORMS = {
    "0-1": ("zero-one:m={m}", "printed"),
    "block 0-1": ("block-zero-one:m={m},blocks=parity", "printed"),
    "Hamming": ("hamming:m={m}", "repaired"),
    "Prec@1": ("prec-at-k:m={m},k=1", "printed"),
    "NDCG": ("ndcg:m={m},R=2,discount=reciprocal", "printed"),
    "PD": ("pairwise-disagreement:m={m},undefined=drop", "repaired"),
    "MAP": ("map:m={m},undefined=drop", "printed"),
    "F-score": ("f-score:m={m},undefined=one", "repaired-1"),
}
"""The losses of Table 1, each with its printed decomposition or the repaired one."""


@cache
def exact(loss: str, form: str) -> CalibrationFunction:
    """H, piece by piece, with certificates."""
    made = losses.parse(loss)
    return calibration_function(problem_of_form(made, made.closed_form(form)))


def is_quadratic(H: CalibrationFunction, coefficient: Fraction, part: str) -> Iterator[Evidence]:
    """H(e) = coefficient e^2 on each piece of the domain, or what it is instead."""
    for certified in H.pieces:
        piece, certificate = certified.piece, certified.certificate
        same = not piece.constant and not piece.linear and piece.square == coefficient
        stance = Stance.STATES if same else Stance.CONTRADICTS
        yield Evidence(piece, (certificate,), part, stance)
    for low, high in H.gaps:
        yield Evidence(replace(H.pieces[0].piece, low=low, high=high), (), part)


def attained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H(e) = e^2/(constant |F|^2)."""
    for part, (loss, form) in FORMS.items():
        H = exact(loss.format(**at), form)
        norm = max(inner(row, row) for row in H.problem.F)
        yield from is_quadratic(H, 1 / (said("constant", at) * norm), part)


def diameter_attained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H(e) = e^2/D^2."""
    for part, (loss, form) in FORMS.items():
        H = exact(loss.format(**at), form)
        widest = max(squared_distance(a, b) for a in H.problem.F for b in H.problem.F)
        yield from is_quadratic(H, 1 / (said("constant", at) * widest), part)


CLAIMS = (
    Claim(
        id="x.calibration.attained",
        kind=Kind.EXTENSION,
        source="Lemma A.4 (p. 17), for the losses of Table 1",
        text="The paper's eps^2/(4 ||F||^2) is the exact calibration function of QS for the losses"
        " of Table 1.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}=\frac{\varepsilon^2}{4\|F\|_\infty^2}",
        readings=(
            Reading(
                "the decompositions of Table 1, repaired where they are wrong",
                evidence=attained,
                cases=cases(m=(2, 3)),
                ranges_over="every m >= 2",
                parts=tuple(FORMS),
                claimed={"constant": Constant(lambda m: Fraction(4), ())},
            ),
        ),
        uses=("calibration.function",),
        repaired_by="x.calibration.diameter",
        expected=Verdict.PARTLY_REFUTED,
        remark="Only Hamming attains it; for 0-1 the exact function is eps^2/2, twice as large.",
    ),
    Claim(
        id="x.calibration.diameter-attained",
        kind=Kind.EXTENSION,
        source="x.calibration.diameter, for the losses of Table 1",
        text="eps^2/D^2, D = max ||F_z - F_z'||, is the exact calibration function of QS for the"
        " losses of Table 1.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}=\varepsilon^2/D^2",
        readings=(
            Reading(
                "the decompositions of Table 1, repaired where they are wrong",
                evidence=diameter_attained,
                cases=cases(m=(2, 3)),
                ranges_over="every m >= 2",
                parts=tuple(FORMS),
                claimed={"constant": Constant(lambda m: Fraction(1), ())},
            ),
        ),
        uses=("x.calibration.diameter",),
        expected=Verdict.PARTLY_REFUTED,
        remark="It is exact for 0-1, block 0-1, Hamming and Prec@1.",
    ),
)
