"""Structure encoding losses (Sec. 2.1): which losses are SELF, and what that gives."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.certify.arithmetic import Vectors
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    DecompositionHolds,
    EveryEntry,
)
from qstheory.claims import Case, Claimed, Evidence, Reading, Theorem, Told, always, cases
from qstheory.claims.statements import claim, fails, tried
from qstheory.losses.base import Loss, matrix_loss

from ._algebra import compared

EVERY_LOSS = "every loss on finite Z and Y"
SMALLEST = "0 1"
"""One prediction and two observations."""
LOSSES = (
    SMALLEST,
    "hamming:m=1",
    "zero-one:m=1",
    "prec-at-k:m=2,k=1",
    "hamming:m=2",
    "zero-one:m=2",
    "block-zero-one:m=2,blocks=size",
    "f-score:m=2,undefined=one",
    "ndcg:m=2,R=2,discount=reciprocal",
    "pairwise-disagreement:m=2,undefined=drop",
    "map:m=2,undefined=drop",
    "1 2; 3 4; 5 7",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "prec-at-k:m=3,k=2",
    "ndcg:m=3,R=2,discount=reciprocal",
    "pairwise-disagreement:m=3,undefined=drop",
    "map:m=3,undefined=drop",
)
"""The eight losses and a few matrices, row by row, smallest first."""


def loss_of(at: Case) -> Loss:
    """The loss that the case names or writes out."""
    text = str(at["loss"])
    if ":" in text:
        return losses.parse(text)
    return matrix_loss([[Fraction(x) for x in row.split()] for row in text.split(";")])


def coordinates(name: str) -> Told:
    """The loss, told as the question whether psi(y) has the coordinates of H."""
    words = name if ":" in name else f"L = ({name})"
    return Told(name, f"{words}, |Y| coordinates of psi(y) in H = R^|Z|")


def table(loss: Loss) -> Vectors:
    """L, row by row."""
    return tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)


def unit(size: int) -> Vectors:
    """The canonical basis, or the identity matrix."""
    return tuple(tuple(Fraction(i == j) for j in range(size)) for i in range(size))


def self_decomposition(loss: Loss, images: Vectors, psi: Vectors) -> Evidence:
    """L(z, y) = <phi(z), V psi(y)>, where phi(z) V are the `images`: all entries or a bad one."""
    given = AffineDecomposition(images, psi, Fraction(0))
    bad = (BadEntry(z, y) for z in loss.predictions for y in loss.observations)
    return Evidence(DecompositionHolds(loss.reference, given), (EveryEntry(), *bad))


def canonical(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H = R^|Z|, phi(z) = e_z in R^|Z|, psi(y) = e_y in R^|Y|, V = L as printed.

    psi(y) lies in H where |Y| = |Z|; phi(z) V is the row of z.
    """
    loss = loss_of(at)
    n, m = loss.predictions.size, loss.observations.size
    yield compared(m, "=", n)
    yield self_decomposition(loss, table(loss), unit(m))


def columns(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H = R^|Z|, phi(z) = e_z, V = I and psi(y) the column of y, times a weight."""
    loss = loss_of(at)
    n, weight = loss.predictions.size, said("weight", at)
    psi = tuple(tuple(weight * x for x in column) for column in zip(*table(loss), strict=True))
    yield self_decomposition(loss, unit(n), psi)


def self_form(name: str, *theorems: Theorem) -> Reading:
    """L(z, y) = <phi(z), V psi(y)> and linearity, for every weight vector."""
    return Reading(
        name,
        **tried(columns, cases(loss=LOSSES), f"{EVERY_LOSS}, every vector of real weights"),
        theorems=theorems,
        claimed={"weight": always(Fraction(1), ("doubled", "sign", "halved"))},
        derivation=r"Both sides are linear in the weights $a$, and equal for $a=e_y$ entry by"
        r" entry: $\sum_y a_y\langle\varphi(z),V\psi(y)\rangle=\langle\varphi(z),V\sum_y a_y\psi(y)"
        r"\rangle$.",
    )


CLAIMS = (
    *fails("self.finite", "Sec. 2.1, after eq. (4)")(
        text="Every loss on finite Z, Y is SELF with H = R^|Z|, phi = e_z, psi = e_y, V = L.",
        latex=r"L(z,y)=\langle e_z,L\,e_y\rangle_{\mathbb R^{|\mathcal Z|}}",
        readings=(
            Reading(
                "H, phi, psi and V as printed",
                **tried(canonical, cases(loss=[coordinates(name) for name in LOSSES]), EVERY_LOSS),
            ),
            Reading(
                "as printed, for |Z| = |Y|",
                evidence=canonical,
                cases=cases(loss=("hamming:m=1", "zero-one:m=1", "hamming:m=2", "zero-one:m=2")),
                ranges_over="every loss on finite Z and Y of the same size",
                derivation=r"$\langle e_z,Le_y\rangle$ is the entry $L(z,y)$.",
            ),
        ),
        remark="psi(y) = e_y lies in R^|Y|, not in H = R^|Z|: every loss with |Z| != |Y| is left"
        " out, among them Prec@k and the ranking losses.",
    ).repaired(
        source="Sec. 2.1",
        text="Every loss on finite Z, Y is SELF: H = R^|Z|, phi = e_z, V = I, psi(y) = L(., y).",
        latex=r"L(z,y)=\langle e_z,L(\cdot,y)\rangle_{\mathbb R^{|\mathcal Z|}}",
        reading="as repaired",
        **tried(columns, cases(loss=LOSSES), EVERY_LOSS),
        theorems=(Theorem("Surrogates.finite", arguments=lambda loss: ()),),
        claimed={"weight": always(Fraction(1), ("doubled", "sign", "halved"))},
        derivation=r"$\langle e_z,L(\cdot,y)\rangle$ is the entry $L(z,y)$.",
    ),
    claim("self.bayes-linear", "Sec. 2.1")(
        text="The Bayes risk is l(z, x) = <phi(z), V g*(x)>, g* the conditional mean of psi(Y).",
        latex=r"\ell(z,x)=\langle\varphi(z),Vg^*(x)\rangle",
        readings=(
            self_form(
                "every conditional distribution on a finite Y",
                Theorem("Surrogates.bayes_linear", arguments=lambda loss: ()),
            ),
        ),
        uses=("self.finite", "self.finite.repaired"),
    ),
)
