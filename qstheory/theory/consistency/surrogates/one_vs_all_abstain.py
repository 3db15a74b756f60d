"""The one-versus-all hinge loss with a threshold: abstain when no score is above 0."""

from fractions import Fraction

from qstheory.certify.kinds.polyhedral import Form, PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import (
    Surrogate,
    highest_score,
    hinges,
    linear,
    require_abstaining,
)


def build(loss: Loss) -> PolyhedralSurrogate:
    """A score for each class, and 0 for abstaining."""
    n = require_abstaining(loss)
    abstaining = Form(n, linear((Fraction(0),) * n))
    return PolyhedralSurrogate(hinges(n), (*highest_score(n), abstaining))


SURROGATE = Surrogate(
    name="one-vs-all-abstain",
    title="one-versus-all hinge, abstaining below 0",
    loss=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
    decoder=r"\arg\max(v_1,\dots,v_n,0)",
    source="Ramaswamy, Tewari and Agarwal 2018",
    build=build,
)
