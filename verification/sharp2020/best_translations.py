"""The best constants of losses that are invariant under changing the same labels in z and y."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from random import Random

from qstheory import losses
from qstheory.certify.kinds.best_constants import DiagonalDual, Quantity, Shift, WeightedColumns
from qstheory.claims import Bound, Case, Claimed, Constant, Evidence, Theorem, cases
from qstheory.claims.statements import extension, under
from qstheory.losses.base import Loss, matrix_loss

from ._best import A_STAR, GAMMA_2, ZERO, decided, with_either_shift

Bits = tuple[int, ...]
NAMED: Mapping[str, tuple[str, Callable[[Bits], Fraction]]] = {
    "0-1": ("zero-one:m={}", lambda x: Fraction(int(any(x)))),
    "Hamming": ("hamming:m={}", lambda x: Fraction(sum(x), len(x))),
    "blocks of equal parity": ("block-zero-one:m={},blocks=parity", lambda x: Fraction(sum(x) % 2)),
}
DRAWN = tuple(f"drawn {seed}" for seed in range(1, 7))
"""Losses f(z xor y) with values f drawn from -5..5."""


def subsets(m: int) -> list[Bits]:
    """All label sets, in the order of the losses."""
    return list(product((0, 1), repeat=m))


def values(m: int, name: str) -> dict[Bits, Fraction]:
    """f on the label sets."""
    if name in NAMED:
        return {x: NAMED[name][1](x) for x in subsets(m)}
    random = Random(name)
    return {x: Fraction(random.randint(-5, 5)) for x in subsets(m)}


def sign(chosen: Bits, at: Bits) -> int:
    """The parity function (-1)^|chosen and at|."""
    return -1 if sum(a * b for a, b in zip(chosen, at, strict=True)) % 2 else 1


def transform(f: dict[Bits, Fraction]) -> dict[Bits, Fraction]:
    """The means of f times each parity function."""
    return {
        chosen: sum((sign(chosen, x) * value for x, value in f.items()), ZERO) / len(f)
        for chosen in f
    }


def spectral_norm(m: int, loss: str) -> Fraction:
    """sum |f^(S)| over S not empty."""
    found = transform(values(m, loss))
    return sum((abs(value) for chosen, value in found.items() if any(chosen)), ZERO)


def loss_of(m: int, name: str) -> Loss:
    """The built-in loss, or the matrix f(z xor y)."""
    if name in NAMED:
        return losses.parse(NAMED[name][0].format(m))
    f, labels = values(m, name), subsets(m)
    return matrix_loss(
        [[f[tuple(a ^ b for a, b in zip(z, y, strict=True))] for y in labels] for z in labels]
    )


def bounds(m: int, name: str) -> tuple[Bound, Bound]:
    """X = sum of sign f^(S) chi_S chi_S^T from below, the weighted parity functions from above."""
    labels, found = subsets(m), transform(values(m, name))
    spectrum = {chosen: value for chosen, value in found.items() if any(chosen) and value}
    total, size = spectral_norm(m, name), len(labels)
    weights = tuple(abs(value) / total for value in spectrum.values())
    F = tuple(tuple(value * sign(S, z) for S, value in spectrum.items()) for z in labels)
    U = tuple(tuple(Fraction(sign(S, y)) for S in spectrum) for y in labels)
    B = tuple(
        tuple(
            Fraction(
                sum((1 if v > 0 else -1) * sign(S, z) * sign(S, y) for S, v in spectrum.items())
            )
            for y in labels
        )
        for z in labels
    )
    shift = (found[(0,) * m],) * size
    return (
        Bound(total**2, DiagonalDual(B, (Fraction(1, size),) * size, (Fraction(size),) * size)),
        Bound(total**2, WeightedColumns(F, U, weights, shift)),
    )


def spectral(shift: Shift, at: Case, said: Claimed) -> Iterator[Evidence]:
    """Both constants have the square of the spectral norm."""
    m, name = at.integer("m"), str(at["loss"])
    found = bounds(m, name)
    quantities: tuple[Quantity, ...] = ("A", "gamma-2")
    for quantity in quantities:
        claimed = said(f"{quantity} spectral norm", at) ** 2
        yield from decided(loss_of(m, name).reference, quantity, shift, claimed, found)


ARGUMENT = (
    r"The parity functions $\chi_S$ are sign vectors, orthogonal with $\|\chi_S\|^2=2^m$, and"
    r" $L=\sum_S\hat f(S)\chi_S\chi_S^\top$. Above: weights $w_S\propto|\hat f(S)|$ give"
    r" $\sum_S\hat f(S)^2/w_S=(\sum_S|\hat f(S)|)^2$ in every row. Below:"
    r" $X=2^{-m}\sum_S\mathrm{sgn}\hat f(S)\,\chi_S\chi_S^\top$ has $S\preceq2^mI$,"
    r" $\langle X,L\rangle=2^m\sum_S|\hat f(S)|$, and columns that sum to 0 because the empty set"
    r" is left out."
)
CLAIMED = {
    "A spectral norm": Constant(spectral_norm, ("plus one", "doubled", "halved")),
    "gamma-2 spectral norm": Constant(spectral_norm, ("plus one", "doubled", "halved")),
}
CLAIMS = (
    extension(
        "x.best.translations",
        "Table 1, A of 0-1, block and Hamming losses, over all decompositions",
    )(
        text="If L(z, y) = f(z xor y) on label sets, then A* = gamma_2 = sum over non-empty S of"
        " |f^(S)|, the spectral norm of f without its mean, attained by the parity functions:"
        " 1 - 2^-m for the 0-1 loss, 1/2 for Hamming and for blocks of equal parity.",
        latex=r"\mathsf A_*=\gamma_2=\sum_{\emptyset\ne S\subseteq[m]}|\hat f(S)|,\qquad"
        r"\hat f(S)=2^{-m}\sum_xf(x)(-1)^{|S\cap x|}",
        readings=under(
            with_either_shift(spectral),
            cases=(*cases(m=range(1, 5), loss=tuple(NAMED)), *cases(m=(2, 3), loss=DRAWN)),
            ranges_over="every m >= 1 and every f that is not constant",
            parts=(A_STAR, GAMMA_2),
            claimed=CLAIMED,
            derivation=ARGUMENT,
            theorems=(Theorem("Translations.translations", beside=tuple(CLAIMED)),),
        ),
        remark="So the constants of 0-1, block and Hamming losses stay below 1, whatever m:"
        " what grows in their printed A is the number of coordinates of the decomposition.",
    ),
)
