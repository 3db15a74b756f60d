"""Certificates as files for Coq: a second kernel, of another making, replays what it can.

Three shapes are written, each with the theorem that the files in `verification/coq` prove of it:
a minor and its inverse modulo a number, an equal-risk point, and G = L diag(d) L^T / s with
integers. What is replayed is a matrix of integers: the rows of the loss, or of its differences,
times their common denominators.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from flint import fmpz_mat

from qstheory.certify.arithmetic import integers
from qstheory.certify.bundle import Item
from qstheory.certify.kinds.affine_dimension import DifferenceMinor
from qstheory.certify.kinds.best_constants import BestConstant, DiagonalDual, diagonal_gap
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists
from qstheory.certify.kinds.rank import Minor, view_matrix
from qstheory.certify.limits import submatrix
from qstheory.certify.replay import describe, escaped
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.errors import QstheoryError
from qstheory.exact.programs import solved
from qstheory.losses import resolve

LARGEST = 60
"""Most rows of a matrix that is written."""
Integers = list[list[int]]


@dataclass(frozen=True)
class CoqFile:
    """The text of a file and the item that it replays, on one line."""

    about: str
    text: str


def exported(items: Sequence[Item]) -> Iterator[tuple[int, CoqFile]]:
    """The items that Coq can replay, by their place in the file; all are taken to be valid."""
    for place, item in enumerate(items):
        text = _text(item.proposition, item.certificate)
        if text:
            about = describe(item.proposition)
            comment = escaped(about).replace("(*", "( *").replace("*)", "* )").replace('"', "'")
            yield place, CoqFile(about, f"(** {comment} *)\n{text}")


def _text(proposition: Any, certificate: Any) -> str:
    match certificate:
        case Minor():
            return _minor(proposition, "loss", certificate)
        case DifferenceMinor(view, minor):
            return _minor(proposition, view, minor)
        case EqualRiskPoint() if isinstance(proposition, EqualRiskPointExists):
            return _equal_risk(proposition, certificate)
        case DiagonalDual() if isinstance(proposition, BestConstant):
            try:
                loss = resolve(proposition.loss)
                _, gap, _ = diagonal_gap(loss, proposition.shift, certificate)
            except QstheoryError:
                return ""
            return "" if len(gap) > LARGEST else semidefinite_text(gap)
    return ""


def _minor(proposition: Any, view: str, minor: Minor) -> str:
    if not 0 < len(minor.predictions) <= LARGEST:
        return ""
    shown: Any = getattr(proposition, "view", view)
    loss = resolve(proposition.loss)
    rows = view_matrix(loss, shown, minor.predictions, minor.observations, minor.base)
    return minor_text(rows, minor.modulus)


def _equal_risk(proposition: EqualRiskPointExists, point: EqualRiskPoint) -> str:
    loss, given = resolve(proposition.loss), point.observations
    size = loss.observations.size
    if max(size, loss.predictions.size) > LARGEST:
        return ""
    observations = list(loss.observations)
    if isinstance(given, UniformWeights):
        weights = [Fraction(1, size)] * size
    elif isinstance(given, ListedWeights):
        known = dict(given.weights)
        weights = [known[y] for y in observations]
    else:
        return ""
    (numbers,), _ = integers((weights,))
    rows, _ = integers(submatrix(loss, tuple(loss.predictions), tuple(observations)))
    return equal_risk_text(rows, numbers)


HEADER = """From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ssrZ.
From qstheory Require Import Certificate.
Open Scope Z_scope. Delimit Scope Z_scope with ZZ.
"""


def minor_text(rows: Integers, modulus: int) -> str:
    """det A <> 0 by the inverse of A modulo a number."""
    n = len(rows)
    inverse = solved(fmpz_mat(rows), [[int(i == j) for j in range(n)] for i in range(n)])
    unit = pow(inverse.denominator, -1, modulus)
    columns = [[x * unit % modulus for x in column] for column in inverse.numerators]
    return (
        HEADER
        + f"Definition A : seq (seq Z) := {_matrix(rows)}%ZZ.\n"
        + f"Definition B : seq (seq Z) := {_matrix(columns)}%ZZ.\n"
        + f"Definition p : Z := {modulus}%ZZ.\nClose Scope Z_scope.\n"
        + f"Lemma replayed : identity_modulo p {n} A B.\nProof. vm_compute. reflexivity. Qed.\n"
        + "Lemma more_than_one : Z.lt (Zpos xH) p. Proof. reflexivity. Qed.\n"
        + f"Theorem regular : (\\det (matrix_of_lists {n} {n} A) != 0)%R.\n"
        + "Proof. exact: (det_nonzero more_than_one replayed). Qed.\nPrint Assumptions regular.\n"
    )


def equal_risk_text(rows: Integers, weights: list[int]) -> str:
    """All weights are positive and every row has the same inner product with them."""
    level = sum(x * w for x, w in zip(rows[0], weights, strict=True))
    return (
        HEADER
        + f"Definition L : seq (seq Z) := {_matrix(rows)}%ZZ.\n"
        + f"Definition w : seq Z := {_list(weights)}%ZZ.\n"
        + f"Definition level : Z := ({level})%ZZ.\nClose Scope Z_scope.\n"
        + "Lemma replayed : all (Z.ltb Z0) w && all (fun row => (size row == size w) &&\n"
        + "  Z.eqb (inner row w) level) L.\nProof. vm_compute. reflexivity. Qed.\n"
        + "Theorem equal_risk : (forall x, x \\in w -> Z.lt Z0 x) /\\\n"
        + "  (forall row, row \\in L -> inner row w = level).\n"
        + "Proof.\ncase/andP: replayed => /allP positive /allP level_row; split=> x xin.\n"
        + "- exact/Z.ltb_lt/positive.\n- by case/andP: (level_row _ xin) => _ /Z.eqb_spec.\nQed.\n"
        + "Print Assumptions equal_risk.\n"
    )


def semidefinite_text(gram: Integers) -> str:
    """G is positive semidefinite, by an integer factorisation s G = L diag(d) L^T."""
    n = len(gram)
    factor, diagonal, scale = integer_factors(gram)
    return (
        HEADER
        + f"Definition s : Z := {scale}%ZZ.\nDefinition d : seq Z := {_list(diagonal)}%ZZ.\n"
        + f"Definition L : seq (seq Z) := {_matrix(factor)}%ZZ.\n"
        + f"Definition G : seq (seq Z) := {_matrix(gram)}%ZZ.\nClose Scope Z_scope.\n"
        + f"Lemma replayed : psd_check {n} {n} s d L G.\nProof. vm_compute. reflexivity. Qed.\n"
        + "Definition semidefinite (R : realFieldType) := @psd R _ _ _ _ _ _ replayed.\n"
        + "Print Assumptions semidefinite.\n"
    )


def integer_factors(gram: Integers) -> tuple[Integers, list[int], int]:
    """L, d, s of integers with s G = L diag(d) L^T for a positive semidefinite G."""
    n = len(gram)
    lower = [[Fraction(int(i == j)) for j in range(n)] for i in range(n)]
    pivots: list[Fraction] = []
    for j in range(n):
        before = range(j)
        pivots.append(gram[j][j] - sum((lower[j][k] ** 2 * pivots[k] for k in before), Fraction(0)))
        for i in range(j + 1, n):
            rest = gram[i][j] - sum(
                (lower[i][k] * lower[j][k] * pivots[k] for k in before), Fraction(0)
            )
            lower[i][j] = rest / pivots[j] if pivots[j] else Fraction(0)
    units = [lcm(*(row[k].denominator for row in lower)) for k in range(n)]
    scaled = [pivot / unit**2 for pivot, unit in zip(pivots, units, strict=True)]
    scale = lcm(*(pivot.denominator for pivot in scaled))
    factor = [[int(x * unit) for x, unit in zip(row, units, strict=True)] for row in lower]
    return factor, [int(pivot * scale) for pivot in scaled], scale


def _list(row: Sequence[int]) -> str:
    return "[:: " + "; ".join(str(x) if x >= 0 else f"({x})" for x in row) + "]"


def _matrix(rows: Sequence[Sequence[int]]) -> str:
    return "[:: " + ";\n".join(map(_list, rows)) + "]"
