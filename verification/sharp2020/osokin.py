"""The comparison with Osokin, Bach and Lacoste-Julien (Sec. 6): their constants and ours."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.arithmetic import Vectors, inner
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import EveryCount, EveryEntry
from qstheory.claims import Case, Claimed, Constant, Evidence, Theorem, always, cases
from qstheory.claims.statements import claim, extension
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration.problem import problem_of_form

from ..osokin2017.calibration import hamming, in_the_span, zero_one
from ._algebra import SMALL, number
from ._algebra import compared as numbers
from .self_losses import self_decomposition, unit

PLACE = "Sec. 6"
ZERO_ONE, BLOCK, HAMMING = (
    "0-1: their H is eps^2/(4k), k = 2^m",
    "block 0-1: their H is eps^2/(4b)",
    "Hamming: their H is eps^2/(8m)",
)
THEIRS = "their constants are O(2^m), O(b), O(m^2)"
OURS = "ours are 2^(m/2), sqrt b, 1/2"
PARTS = (ZERO_ONE, BLOCK, HAMMING, THEIRS, OURS)
Source = Callable[[Case, Claimed], Iterable[Evidence]]


def calibrated(source: Source, at: Case, coefficient: Fraction, part: str) -> Iterator[Evidence]:
    """Their calibration function, as the ledger of their paper shows it."""
    said = Claimed({"coefficient": always(coefficient)})
    for evidence in source(at, said):
        yield replace(evidence, part=part)


def compared(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Their calibration functions, the constants that follow with the cited DM, and A."""
    m = at.integer("m")
    k = 2**m
    yield from calibrated(zero_one, Case((("k", k),)), said("h of 0-1", at), ZERO_ONE)
    halves = Case((("b", 2), ("s", k // 2)))
    yield from calibrated(in_the_span, halves, said("h of block 0-1", at), BLOCK)
    yield from calibrated(hamming, Case((("T", m),)), said("h of Hamming", at), HAMMING)
    yield from their_constants(at, said)
    for name, value in (
        (f"zero-one:m={m}", Fraction(k)),
        (f"block-zero-one:m={m},blocks=parity", Fraction(2)),
        (f"hamming:m={m}", Fraction(1, 4)),
    ):
        loss = losses.parse(name)
        proposition = ConstantIs(loss.reference, "printed", "squared-constant", "=", value)
        yield Evidence(proposition, (EveryCount(), EveryEntry()), OURS)


def their_constants(at: Case, said: Claimed) -> Iterator[Evidence]:
    """DM/h with DM = k, b and m^3 is (2k)^2, (2b)^2 and 8 m^4."""
    for n in map(number, SMALL):
        for left, right in (
            (n * (4 * n), (said("multiple of k", at) * n) ** 2),
            (n * (4 * n), (said("multiple of b", at) * n) ** 2),
            (n**3 * (8 * n), said("multiple of m^4", at) * n**4),
        ):
            yield numbers(left, "=", right, THEIRS)


def gram(rows: Vectors) -> Vectors:
    """F^T F."""
    columns = tuple(zip(*rows, strict=True))
    return tuple(tuple(inner(a, b) for b in columns) for a in columns)


def same_surrogate(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F^T F = s I for the printed F of the three losses."""
    m = at.integer("m")
    for part, name in (
        ("0-1", f"zero-one:m={m}"),
        ("block 0-1", f"block-zero-one:m={m},blocks=parity"),
        ("Hamming", f"hamming:m={m}"),
    ):
        loss = losses.parse(name)
        products = gram(problem_of_form(loss, loss.closed_form("printed")).F)
        r = len(products)
        scaled = tuple(tuple(said(part, at) * x for x in row) for row in unit(r))
        own = matrix_loss(products)
        yield replace(self_decomposition(own, scaled, unit(r)), part=part)


CLAIMS = (
    claim("osokin.constants", PLACE)(
        text="With the full-label-space quadratic surrogate the constants are O(2^m), O(b), O(m^2)"
        " for 0-1, block 0-1 and Hamming; here they are O(2^(m/2)), O(sqrt b), O(1).",
        reading="the square roots of DM/h, H(eps) = h eps^2",
        evidence=compared,
        cases=cases(m=(1, 2)),
        ranges_over="every m >= 1, two or more blocks of the same size",
        parts=PARTS,
        theorems=(Theorem("Osokin.constants", arguments=lambda m: (m, 2)),),
        claimed={
            "h of 0-1": Constant(lambda m: Fraction(1, 4 * 2**m)),
            "h of block 0-1": always(Fraction(1, 8), ("doubled", "halved")),
            "h of Hamming": Constant(lambda m: Fraction(1, 8 * m)),
            "multiple of k": always(Fraction(2), ("doubled", "halved")),
            "multiple of b": always(Fraction(2), ("doubled", "halved")),
            "multiple of m^4": always(Fraction(8), ("doubled", "halved")),
        },
        derivation=r"$F^\top F=sI$ with $s=1$, $k/b$ and $k/(4m^2)$, so their surrogate is"
        r" $\frac s{2k}\|v-U_y\|^2$ up to a term without $v$, and $H$ is $\frac s{2k}$"
        r" times $\varepsilon^2/2$, $\varepsilon^2/2$ and $m\varepsilon^2$.",
        condition="DM = O(k), O(b) and O(m^3), as quoted there",
        uses=("01.A", "block.A", "hamming.A", "x.calibration.hamming"),
        remark="'Always larger than ours' is shown for these three losses only, where the two"
        " surrogates, hence the estimators, coincide (x.osokin.same-surrogate).",
    ),
    extension(
        "x.osokin.same-surrogate",
        "Sec. 6, 'a different QS surrogate than ours, potentially intractable'",
    )(
        text="For 0-1, blocks of equal size and Hamming the full-label-space quadratic surrogate is"
        " a multiple of the low-dimensional one, up to a term without the scores.",
        latex=r"F^\top F=sI\;\Rightarrow\;\|Fv+L_y\|^2=s\,\|v-U'_y\|^2+\text{const}_y",
        reading="the printed F",
        evidence=same_surrogate,
        cases=cases(m=(1, 2, 3, 4)),
        ranges_over="every m >= 1, blocks of the same size",
        parts=("0-1", "block 0-1", "Hamming"),
        theorems=(Theorem("Osokin.same", arguments=lambda m: (m, 2)),),
        claimed={
            "0-1": always(Fraction(1)),
            "block 0-1": Constant(lambda m: Fraction(2**m, 2)),
            "Hamming": Constant(lambda m: Fraction(2**m, 4 * m**2)),
        },
        derivation=r"Indicators of disjoint sets of size $k/b$ are orthogonal, and so are the"
        r" signs of different labels.",
        remark="So computing theirs is no harder for these losses; only the analyses differ.",
    ),
)
