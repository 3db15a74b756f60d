"""What a surrogate for a loss is, and the surrogates of each kind in a file.

It has scores v in R^d, S(v, y), and a decoder. For a given loss it is one of three things, each of
which is decided exactly: a quadratic surrogate |v - U_y|^2 with L = F U^T + c, a log-linear model,
or a sum of maxima of affine functions. The last may be given by a user, in the names of the loss.
"""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Literal

from qstheory.certify.arithmetic import Vector, Vectors
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.certify.maxima import Affine, Terms
from qstheory.discovery import named
from qstheory.errors import InvalidParameter, NotApplicable, UnreadableInput
from qstheory.inputs.surrogate import Numbers, ReadSurrogate, Sum
from qstheory.losses.base import Loss
from qstheory.losses.spaces import LabelSets, Space, label
from qstheory.theory.consistency.programs import require_bounded


@dataclass(frozen=True)
class LogLinear:
    """S(w, y) = log sum_y' exp(Phi(y') . w) - Phi(y) . w, decoded to a mode or by least risk."""

    features: tuple[tuple[int, ...], ...]
    decoder: Literal["mode", "least-risk"]


Model = AffineDecomposition | LogLinear | PolyhedralSurrogate
"""A decomposition stands for its quadratic surrogate."""


@dataclass(frozen=True)
class Surrogate:
    """A named surrogate.

    `build(loss)` is its model for a loss; it raises NotApplicable where there is none. `loss` and
    `decoder` are its formulas in LaTeX.
    """

    name: str
    title: str
    loss: str
    decoder: str
    source: str
    build: Callable[[Loss], Model]


def require_square(loss: Loss) -> int:
    """The number of labels of a loss with Z = Y; raises NotApplicable."""
    if list(loss.predictions) != list(loss.observations):
        raise NotApplicable("It needs the same predictions as observations, in the same order.")
    return loss.predictions.size


def require_label_sets(loss: Loss) -> int:
    """m for a loss on all sets of m labels; raises NotApplicable."""
    space = loss.observations
    if not isinstance(space, LabelSets) or not loss.predictions == space == LabelSets(space.m):
        raise NotApplicable("It needs predictions and observations that are all sets of m labels.")
    return space.m


def require_abstaining(loss: Loss) -> int:
    """n when the predictions are the n observations and one more; raises NotApplicable."""
    predictions, observations = list(loss.predictions), list(loss.observations)
    if predictions[:-1] != observations:
        raise NotApplicable("It needs one prediction more than there are observations: abstaining.")
    return len(observations)


def unit(size: int, i: int, scale: int = 1) -> Vector:
    """scale times the i-th unit vector."""
    return tuple(Fraction(scale * int(i == j)) for j in range(size))


def unit_rows(size: int) -> Vectors:
    """The identity."""
    zero, one = Fraction(0), Fraction(1)  # Two objects, which a large file writes once.
    return tuple((*[zero] * i, one, *[zero] * (size - 1 - i)) for i in range(size))


def linear(slope: Vector) -> Affine:
    """slope . v."""
    return Affine(slope, Fraction(0))


def highest_score(size: int) -> tuple[Form, ...]:
    """argmax_z v_z."""
    return tuple(Form(z, linear(unit(size, z, -1))) for z in range(size))


def max_margin(loss: Loss, features: Vectors) -> PolyhedralSurrogate:
    """max_{y'} (L(y', y) + (Phi(y') - Phi(y)) . v), decoded to argmax_z Phi(z) . v."""
    labels = list(loss.observations)
    terms = tuple(
        (
            tuple(
                Affine(tuple(a - b for a, b in zip(Phi, own, strict=True)), loss.entry(z, y))
                for z, Phi in zip(labels, features, strict=True)
            ),
        )
        for y, own in zip(labels, features, strict=True)
    )
    forms = tuple(Form(z, linear(tuple(-x for x in Phi))) for z, Phi in enumerate(features))
    return PolyhedralSurrogate(terms, forms)


def hinges(size: int) -> Terms:
    """max(0, 1 - v_y) + sum_{j != y} max(0, 1 + v_j)."""
    nothing = linear((Fraction(0),) * size)
    return tuple(
        tuple(
            (nothing, Affine(unit(size, j, -1 if j == y else 1), Fraction(1))) for j in range(size)
        )
        for y in range(size)
    )


@cache
def surrogates() -> dict[str, Surrogate]:
    """All surrogates by name; raises DuplicateName when two have the same.

    >>> "quadratic" in surrogates()
    True
    """
    return named(sys.modules[__name__], "SURROGATES")


def surrogate(name: str) -> Surrogate:
    """The surrogate of that name; raises InvalidParameter."""
    known = surrogates()
    if name not in known:
        raise InvalidParameter(
            f"There is no surrogate {name!r}; give a file or one of {', '.join(known)}."
        )
    return known[name]


def given_surrogate(read: ReadSurrogate, name: str) -> Surrogate:
    """The surrogate of that name; its model raises UnreadableInput when labels do not fit."""
    return Surrogate(
        name=name,
        title=f"polyhedral surrogate of {name}",
        loss=r"\sum_g\max_k(a_{ygk}\cdot v+b_{ygk})",
        decoder=r"\arg\min_i(g_i\cdot v+h_i)",
        source=name,
        build=partial(given_model, read, name),
    )


def given_model(read: ReadSurrogate, name: str, loss: Loss) -> PolyhedralSurrogate:
    """S and the decoder with the labels of a loss; raises UnreadableInput when they do not fit."""
    predictions = _positions(loss.predictions)
    observations = _positions(loss.observations)
    if set(read.maxima) != set(observations):
        raise UnreadableInput(
            f"{name} must have pieces for exactly the observations {_some(observations)}."
        )
    unknown = [z for z, _ in read.decoder if z not in predictions]
    if unknown:
        raise UnreadableInput(
            f"{name} decodes to {unknown[0][:40]!r}; the predictions are {_some(predictions)}."
        )
    terms = terms_of(read.maxima[y] for y in observations)
    require_bounded(terms)
    forms = (Form(predictions[z], _affine(score)) for z, score in read.decoder)
    return PolyhedralSurrogate(terms, tuple(forms))


def terms_of(sums: Iterable[Sum]) -> Terms:
    """S from the sum of maxima of each observation."""
    return tuple(tuple(tuple(map(_affine, maximum)) for maximum in each) for each in sums)


def _positions(space: Space) -> dict[str, int]:
    return {label(value): i for i, value in enumerate(space)}


def _some(names: dict[str, int]) -> str:
    listed = list(names)
    return ", ".join(listed[:12]) + (", ..." if len(listed) > 12 else "")


def _affine(numbers: Numbers) -> Affine:
    return Affine(numbers[:-1], numbers[-1])
