"""Max-margin surrogates at a distribution, as evidence for the claims about them."""

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.claims import Evidence
from qstheory.claims.evidence import WHOLE, Stance
from qstheory.losses.base import Loss
from qstheory.theory.consistency.max_margin import consistency_at


def consistency(
    loss: Loss,
    features: Vectors,
    Pi: Vector,
    part: str = WHOLE,
    stance: Stance = Stance.STATES,
) -> Evidence:
    """Whether every minimiser at Pi decodes to optimal predictions, with the certificate for it."""
    proposition, certificate = consistency_at(loss, features, Pi)
    return Evidence(proposition, (certificate,), part, stance)
