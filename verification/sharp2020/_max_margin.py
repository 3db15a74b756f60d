"""Max-margin surrogates at one or all distributions, as evidence for the claims about them."""

from fractions import Fraction
from functools import cache
from typing import Any

from qstheory.certify.finite import Vector
from qstheory.certify.kinds.decomposition import Vectors
from qstheory.claims import Evidence
from qstheory.claims.evidence import WHOLE, Stance
from qstheory.losses.base import Loss
from qstheory.theory.consistency import decoders, polyhedral
from qstheory.theory.consistency.max_margin import consistency_at
from qstheory.theory.consistency.surrogate import max_margin


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


@cache
def _decided(loss: Loss, features: Vectors) -> tuple[Any, Any]:
    """Computed once: several claims and cases ask for the same."""
    found = polyhedral.decided(loss, max_margin(loss, features))
    return found.proposition, found.certificate


def everywhere(
    loss: Loss, features: Vectors, part: str = WHOLE, stance: Stance = Stance.STATES
) -> Evidence:
    """Whether it is consistent at every distribution, with the certificate for it."""
    proposition, certificate = _decided(loss, features)
    return Evidence(proposition, (certificate,), part, stance)


def with_some_decoder(
    loss: Loss, features: Vectors, part: str = WHOLE, stance: Stance = Stance.STATES
) -> Evidence:
    """Whether some decoder makes it consistent, with the certificate for it."""
    start = tuple(Fraction(0) for _ in features[0])
    found = decoders.some_decoder(loss, max_margin(loss, features).terms, start)
    return Evidence(found.proposition, (found.certificate,), part, stance)
