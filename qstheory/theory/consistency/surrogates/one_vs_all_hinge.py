"""The one-versus-all hinge loss: a binary SVM for each label."""

from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.theory.consistency.surrogates import Surrogate, highest_score, hinges, require_square


def build(loss: Loss) -> PolyhedralSurrogate:
    """A score for each label, the highest is decoded."""
    n = require_square(loss)
    return PolyhedralSurrogate(hinges(n), highest_score(n))


SURROGATE = Surrogate(
    name="one-vs-all-hinge",
    title="one-versus-all hinge",
    loss=r"\max(0,1-v_y)+\sum_{j\ne y}\max(0,1+v_j)",
    decoder=r"\arg\max_z v_z",
    source="Rifkin and Klautau 2004; Liu 2007",
    build=build,
)
