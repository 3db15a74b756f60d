"""The comparison with Osokin, Bach and Lacoste-Julien (Sec. 6): their constants and ours."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.algebra.expressions import Expression, Number, Variable
from qstheory.certify.kinds.calibration import Rows
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import EveryCount, EveryEntry
from qstheory.certify.kinds.for_every import Counterexample, Expansion, ForEvery
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Constant,
    Derivation,
    Evidence,
    Reading,
    Step,
    cases,
)
from qstheory.losses.base import Loss
from verification._algebra import dot, identity, symbols
from verification.osokin2017._surrogate import calibrated

PLACE = "Sec. 6"
PARTS = (
    "0-1: their H is eps^2/(4k), k = 2^m",
    "block 0-1: their H is eps^2/(4b)",
    "Hamming: their H is eps^2/(8m)",
    "their constants are O(2^m), O(b), O(m^2)",
    "ours are 2^(m/2), sqrt b, 1/2",
)
ZERO, ONE = Fraction(0), Fraction(1)


def classes(size: int, blocks: int) -> tuple[Loss, Rows, Rows]:
    """The 0-1 loss on equal blocks, F indicating the block and U the other blocks."""
    block = [label * blocks // size for label in range(size)]
    costs = [[int(first != second) for second in block] for first in block]
    F = tuple(tuple(Fraction(own == j) for j in range(blocks)) for own in block)
    U = tuple(tuple(1 - x for x in row) for row in F)
    return losses.make("cost-sensitive", costs=costs), F, U


def hamming(m: int) -> tuple[Loss, Rows, Rows]:
    """F_z = (-s(z)/(2m), 1), U_y = (s(y), 1/2)."""
    loss = losses.make("hamming", m=m)

    def signs(label: object) -> tuple[Fraction, ...]:
        assert isinstance(label, tuple)
        return tuple(Fraction(2 * bit - 1) for bit in label)

    F = tuple((*(-s / (2 * m) for s in signs(z)), ONE) for z in loss.predictions)
    U = tuple((*signs(y), Fraction(1, 2)) for y in loss.observations)
    return loss, F, U


def compared(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Their calibration functions, the constants that follow with the cited DM, and A."""
    m = at.integer("m")
    k = 2**m
    for part, name, problem in (
        (PARTS[0], "h of 0-1", classes(k, k)),
        (PARTS[1], "h of block 0-1", classes(k, 2)),
        (PARTS[2], "h of Hamming", hamming(m)),
    ):
        for evidence in calibrated(*problem, said(name, at)):
            yield replace(evidence, part=part)
    yield from their_constants(at, said)
    for loss, value in (
        (losses.make("zero-one", m=m), Fraction(k)),
        (losses.make("block-zero-one", m=m, blocks="parity"), Fraction(2)),
        (losses.make("hamming", m=m), Fraction(1, 4)),
    ):
        proposition = ConstantIs(loss.reference, "printed", "squared-constant", "=", value)
        yield Evidence(proposition, (EveryCount(), EveryEntry()), PARTS[4])


def their_constants(at: Case, said: Claimed) -> Iterator[Evidence]:
    """DM/h with DM = k, b and m^3 is (2k)^2, (2b)^2 and 8 m^4."""
    k, b, m = (Variable(name) for name in "kbm")
    sides: tuple[tuple[Variable, Expression, Expression, str], ...] = (
        (k, k * (4 * k), (Number(said("multiple of k", at)) * k) ** 2, "k"),
        (b, b * (4 * b), (Number(said("multiple of b", at)) * b) ** 2, "b"),
        (m, m**3 * (8 * m), Number(said("multiple of m^4", at)) * m**4, "m"),
    )
    for _, left, right, name in sides:
        proposition = ForEvery(((name, 1),), left, "=", right)
        certificates = (Expansion((1,), "simple", 64), Counterexample((1,), 64))
        yield Evidence(proposition, certificates, PARTS[3])


def metric_steps() -> Iterator[Step]:
    """F^T F = s I: the two surrogates differ by a factor and a term without v, for r = 1, 2, 3."""
    for r in (1, 2, 3):
        v, u = symbols("v", r), symbols("u", r)
        rows = [[int(i == j) for j in range(r)] for i in range(r)]
        image = [dot(row, [a - b for a, b in zip(v, u, strict=True)]) for row in rows * 2]
        apart = [a - b for a, b in zip(v, u, strict=True)]
        left, right = dot(image, image), 2 * dot(apart, apart)
        yield identity(f"|F(v - u)|^2 = s |v - u|^2 for r = {r}", left, right)


CLAIMS = (
    Claim(
        id="osokin.constants",
        source=PLACE,
        text="With the full-label-space quadratic surrogate the constants are O(2^m), O(b), O(m^2)"
        " for 0-1, block 0-1 and Hamming; here they are O(2^(m/2)), O(sqrt b), O(1).",
        readings=(
            Reading(
                "the square roots of DM/h, H(eps) = h eps^2",
                evidence=compared,
                cases=cases(m=(1, 2)),
                ranges_over="every m >= 1, two or more blocks of the same size",
                parts=PARTS,
                claimed={
                    "h of 0-1": Constant(lambda m: Fraction(1, 4 * 2**m)),
                    "h of block 0-1": Constant(lambda m: Fraction(1, 8), ("doubled", "halved")),
                    "h of Hamming": Constant(lambda m: Fraction(1, 8 * m)),
                    "multiple of k": Constant(lambda m: Fraction(2), ("doubled", "halved")),
                    "multiple of b": Constant(lambda m: Fraction(2), ("doubled", "halved")),
                    "multiple of m^4": Constant(lambda m: Fraction(8), ("doubled", "halved")),
                },
                derivation=Derivation(
                    r"$F^\top F=sI$ with $s=1$, $k/b$ and $k/(4m^2)$, so their surrogate is"
                    r" $\frac s{2k}\|v-U_y\|^2$ up to a term without $v$, and $H$ is $\frac s{2k}$"
                    r" times $\varepsilon^2/2$, $\varepsilon^2/2$ and $m\varepsilon^2$.",
                    metric_steps,
                ),
                condition="DM = O(k), O(b) and O(m^3), as quoted there",
            ),
        ),
        uses=("01.A", "block.A", "hamming.A", "x.calibration.hamming"),
        remark="For these three losses the two surrogates, hence the estimators, coincide: only the"
        " analyses differ, and computing theirs is no harder.",
    ),
)
