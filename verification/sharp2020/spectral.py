"""The spectral norm of the loss matrix (end of Sec. 2) beside the constant c."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from qstheory import losses
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryEntry
from qstheory.certify.kinds.values import Elimination, SpectralNorm
from qstheory.claims import Case, Claimed, Constant, Evidence, Theorem, always, cases
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import claim, extension, fails_partly, tried
from qstheory.losses.base import Loss

from .self_losses import LOSSES, loss_of, table, unit

EVERY_M = "every m >= 1"
COLUMN = "1; 1"
"""Two predictions and one observation: c = 1 and ||L|| = sqrt 2."""


def row_norm(loss: Loss) -> Fraction:
    """c^2 = max_z ||L^T e_z||^2."""
    return max(sum((x * x for x in row), Fraction(0)) for row in table(loss))


def row_norm_is(loss: Loss, value: Fraction, part: str) -> Evidence:
    """The canonical form F = L, U = I has that squared row norm."""
    canonical = AffineDecomposition(table(loss), unit(loss.observations.size), Fraction(0))
    proposition = ConstantIs(loss.reference, canonical, "squared-row-norm", "=", value)
    return Evidence(proposition, (EveryEntry(),), part)


def norms_agree(at: Case, said: Claimed) -> Iterator[Evidence]:
    """c^2 <= ||L||^2 <= c^2."""
    loss = loss_of(at)
    c2 = row_norm(loss)
    yield row_norm_is(loss, c2, "c is the largest row norm")
    yield norm(loss, ">=", c2, "c <= ||L||")
    yield norm(loss, "<=", c2, "||L|| <= c")


def norm(loss: Loss, relation: Literal["<=", ">="], squared: Fraction, part: str) -> Evidence:
    """||L||^2 against a number."""
    proposition = SpectralNorm(loss.reference, relation, squared)
    return Evidence(proposition, (Elimination(),), part)


def row_norm_below(at: Case, said: Claimed) -> Iterator[Evidence]:
    """c is the largest row norm, and c <= ||L||."""
    loss = loss_of(at)
    c2 = row_norm(loss) * said("c^2 over the squared row norm", at)
    yield row_norm_is(loss, c2, "c is the largest row norm")
    yield norm(loss, ">=", row_norm(loss), "c <= ||L||")


def hamming_norm(at: Case, said: Claimed) -> Iterator[Evidence]:
    """||L||^2 is the value: at least and at most."""
    loss = losses.make("hamming", m=at.integer("m"))
    yield norm(loss, ">=", said("||L||^2", at), WHOLE)
    yield norm(loss, "<=", said("||L||^2", at), WHOLE)


def hamming_row(at: Case, said: Claimed) -> Iterator[Evidence]:
    """c^2 = 2^m (m + 1)/(4 m)."""
    loss = losses.make("hamming", m=at.integer("m"))
    yield row_norm_is(loss, said("c^2", at), "statement")


CLAIMS = (
    *fails_partly("base.spectral", "end of Sec. 2")(
        text="With phi = e_z, psi = e_y, V = L the constant c is the spectral norm of L.",
        latex=r"c_{V,\varphi}=\|L\|",
        reading="c = sup_z ||V* phi(z)||, as defined",
        evidence=norms_agree,
        cases=cases(loss=(COLUMN, "hamming:m=1", "hamming:m=2", "zero-one:m=2")),
        ranges_over="every loss on finite Z and Y",
        parts=("c is the largest row norm", "c <= ||L||", "||L|| <= c"),
        uses=("self.finite", "self.finite.repaired"),
        remark="For Hamming c^2 = 2^m (m + 1)/(4 m), still exponential, as the paper concludes.",
    ).repaired(
        source="the end of Sec. 2",
        text="c is the largest Euclidean norm of a row of L, and c <= ||L||.",
        latex=r"c_{V,\varphi}=\max_z\|L(z,\cdot)\|_2\le\|L\|",
        reading="every loss matrix",
        evidence=row_norm_below,
        cases=cases(loss=(COLUMN, *LOSSES)),
        ranges_over="every loss on finite Z and Y",
        parts=("c is the largest row norm", "c <= ||L||"),
        theorems=(Theorem("Hamming.row_norm", arguments=lambda loss: ()),),
        claimed={"c^2 over the squared row norm": always(Fraction(1), ("doubled", "halved"))},
        derivation=r"$V^*e_z$ is row $z$ of $L$; for the longest row $a$ an entry of $La$ is"
        r" $\|a\|^2$, so $\|L\|\ge\|a\|$.",
    ),
    extension("x.base.hamming-row-norm", "end of Sec. 2, for Hamming")(
        text="For Hamming the constant of the canonical form is c^2 = 2^m (m + 1)/(4 m).",
        latex=r"c^2=2^m\,\frac{m+1}{4m}",
        reading="phi = e_z, psi = e_y, V = L",
        **tried(hamming_row, cases(m=range(1, 8)), EVERY_M),
        theorems=(Theorem("Hamming.hamming_row_norm"),),
        claimed={"c^2": Constant(lambda m: Fraction(2**m * (m + 1), 4 * m))},
        derivation=r"$c^2=\sum_k\binom mk k^2/m^2$, and the sum is $m(m+1)2^{m-2}$.",
        uses=("base.spectral.repaired",),
    ),
    claim("base.hamming-spectral", "end of Sec. 2")(
        text="The spectral norm of the Hamming loss matrix is 2^(m-1).",
        latex=r"\|L\|=2^{m-1}",
        reading="the spectral norm",
        **tried(hamming_norm, cases(m=range(1, 7)), EVERY_M),
        theorems=(Theorem("Hamming.spectral_norm"),),
        claimed={"||L||^2": Constant(lambda m: Fraction(4) ** (m - 1))},
        derivation=r"$L$ is symmetric and $\ge0$ with $L\mathbf 1=2^{m-1}\mathbf 1$, as"
        r" $\sum_k\binom mk k=m2^{m-1}$; so $\|L\|\le2^{m-1}$, attained at $\mathbf 1$.",
    ),
)
