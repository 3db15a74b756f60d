"""Whether the exact calibration function of QS is convex, as Definition A.3 asks."""

from collections.abc import Iterator
from functools import cache

from qstheory.certify.algebra.surds import of
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope, EnvelopePiece
from qstheory.claims import (
    Case,
    Claim,
    Claimed,
    Derivation,
    Evidence,
    Kind,
    Reading,
    Stance,
    Theorem,
    Verdict,
    cases,
)
from qstheory.theory.calibration.convexified import convexified
from qstheory.theory.calibration.shape import merged_pieces
from qstheory.theory.findings import Evidence as Judged

from .calibration_exact import FORMS, exact

SECOND = "F-score, second decomposition"
PARTS = {**FORMS, SECOND: ("f-score:m={m},undefined=one", "repaired-2")}


@cache
def envelope(loss: str, form: str) -> Judged:
    """H** with its certificate."""
    return convexified(exact(loss, form))


def own_pieces(loss: str, form: str) -> tuple[EnvelopePiece, ...]:
    """The pieces of H, as H** has them where H is convex."""
    return tuple(
        EnvelopePiece(of(low), of(high), of(constant), of(linear), square)
        for low, high, constant, linear, square in merged_pieces(exact(loss, form))
    )


def convex(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H** has the pieces of H, or other ones."""
    for part, (name, form) in PARTS.items():
        loss = name.format(**at)
        found = envelope(loss, form)
        assert isinstance(found.proposition, ConvexEnvelope)
        same = found.proposition.pieces == own_pieces(loss, form)
        stance = Stance.STATES if same else Stance.CONTRADICTS
        yield Evidence(found.proposition, (found.certificate,), part, stance)


def attained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H** with its pieces."""
    for part, (name, form) in PARTS.items():
        found = envelope(name.format(**at), form)
        yield Evidence(found.proposition, (found.certificate,), part)


CLAIMS = (
    Claim(
        id="x.calibration.convex",
        kind=Kind.EXTENSION,
        source="Definition A.3 (p. 16), for the losses of Table 1",
        text="The exact calibration function of QS, the least excess surrogate risk at an excess"
        " risk of eps, is convex.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}\text{ is convex in }\varepsilon",
        readings=(
            Reading(
                "the decompositions of Table 1, repaired where they are wrong",
                evidence=convex,
                cases=cases(m=(2, 3)),
                ranges_over="every m >= 2",
                parts=tuple(PARTS),
            ),
        ),
        uses=("calibration.function",),
        repaired_by="x.calibration.convexified",
        expected=Verdict.PARTLY_REFUTED,
        remark="Not for the second decomposition of the F-score with m = 3, where H has a concave"
        " kink at an irrational eps.",
    ),
    Claim(
        id="x.calibration.convexified",
        kind=Kind.REPAIR,
        source="repairs x.calibration.convex",
        text="The largest convex function below it is a calibration function as the definition"
        " asks, and the best one.",
        latex=r"H^{**}=\max\{h\text{ convex}:h\le H\}",
        readings=(
            Reading(
                "the decompositions of Table 1, repaired where they are wrong",
                evidence=attained,
                cases=cases(m=(2, 3)),
                ranges_over="every loss and decomposition",
                theorems=(Theorem("Convexified.convexified", axioms="reals"),),
                parts=tuple(PARTS),
                derivation=Derivation(
                    r"A function $h$ that the definition admits has $h\le H$ at every excess risk"
                    r" that occurs; being convex it lies below $H^{**}$. As"
                    r" $\varepsilon^2/(4\|F\|^2)$ is convex and below $H$, $H^{**}$ is positive.",
                ),
            ),
        ),
        uses=("calibration.function",),
        remark="For m = 2 and 3 the certificates show it: arcs of H, and chords with ends in"
        " quadratic fields.",
    ),
)
