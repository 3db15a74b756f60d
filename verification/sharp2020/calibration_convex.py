"""The exact calibration function of QS beside the paper's (App. A.2), and whether it is convex."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product

from qstheory import losses
from qstheory.certify.arithmetic import inner
from qstheory.certify.kinds.calibration_envelope import ConvexEnvelope, EnvelopePiece
from qstheory.certify.kinds.finite_instances import squared_distance
from qstheory.certify.moves import Rows
from qstheory.certify.surds import of
from qstheory.claims import Case, Claimed, Evidence, Kind, Stance, Theorem, Verdict, always, cases
from qstheory.claims.statements import claim, extension, fails_partly, tried
from qstheory.theory.calibration.convex_envelope import convexified
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import problem_of_form
from qstheory.theory.calibration.text import merged_pieces
from qstheory.theory.findings import Evidence as Judged

from ..osokin2017.calibration import is_quadratic
from ._evidence import shown
from ._table import AT_M

REPAIRED = {"Hamming": "repaired", "PD": "repaired", "F-score": "repaired-1"}
FORMS = {name: (loss, REPAIRED.get(name, "printed")) for name, loss in AT_M.items()}
"""The losses of Table 1, each with its printed decomposition or the repaired one."""


@cache
def exact(loss: str, form: str) -> CalibrationFunction:
    """H, piece by piece, with certificates."""
    made = losses.parse(loss)
    return calibration_function(problem_of_form(made, made.closed_form(form)))


def of_size(size: Callable[[Rows], Fraction], at: Case, said: Claimed) -> Iterator[Evidence]:
    """H(e) = e^2/(constant size), by the size of F."""
    for part, (loss, form) in FORMS.items():
        H = exact(loss.format(**at), form)
        yield from is_quadratic(H, 1 / (said("constant", at) * size(H.problem.F)), part)


def squared_norm(F: Rows) -> Fraction:
    """|F|^2, the largest of a row."""
    return max(inner(row, row) for row in F)


def squared_diameter(F: Rows) -> Fraction:
    """D^2, the largest of two rows."""
    return max(squared_distance(a, b) for a, b in product(F, repeat=2))


SECOND = "F-score, second decomposition"
PARTS = {**FORMS, SECOND: (AT_M["F-score"], "repaired-2")}
DECOMPOSITIONS = "the decompositions of Table 1, repaired where they are wrong"


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
        yield shown(found, part, stance)


def convex_hull(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H** with its pieces."""
    for part, (name, form) in PARTS.items():
        found = envelope(name.format(**at), form)
        yield shown(found, part)


CLAIMS = (
    fails_partly("x.calibration.convex", "Definition A.3 (p. 16), for the losses of Table 1")(
        kind=Kind.EXTENSION,
        text="The exact calibration function of QS, the least excess surrogate risk at an excess"
        " risk of eps, is convex.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}\text{ is convex in }\varepsilon",
        reading=DECOMPOSITIONS,
        **tried(convex, cases(m=(2, 3)), "every m >= 2", *PARTS),
        uses=("calibration.function",),
        repaired_by="x.calibration.convexified",
        remark="Not for the second decomposition of the F-score with m = 3, where H has a concave"
        " kink at an irrational eps.",
    ),
    claim("x.calibration.convexified", "repairs x.calibration.convex")(
        kind=Kind.REPAIR,
        text="The largest convex function below it is a calibration function as the definition"
        " asks, and the best one.",
        latex=r"H^{**}=\max\{h\text{ convex}:h\le H\}",
        reading=DECOMPOSITIONS,
        **tried(convex_hull, cases(m=(2, 3)), "every loss and decomposition", *PARTS),
        theorems=(Theorem("Convexified.convexified", axioms="reals"),),
        derivation=r"A function $h$ that the definition admits has $h\le H$ at every excess"
        r" risk that occurs; being convex it lies below $H^{**}$. As"
        r" $\varepsilon^2/(4\|F\|^2)$ is convex and below $H$, $H^{**}$ is positive.",
        uses=("calibration.function",),
        remark="For m = 2 and 3 the certificates show it: arcs of H, and chords with ends in"
        " quadratic fields.",
    ),
    fails_partly("x.calibration.attained", "Lemma A.4 (p. 17), for the losses of Table 1")(
        kind=Kind.EXTENSION,
        text="The paper's eps^2/(4 ||F||^2) is the exact calibration function of QS for the losses"
        " of Table 1.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}=\frac{\varepsilon^2}{4\|F\|_\infty^2}",
        reading=DECOMPOSITIONS,
        **tried(partial(of_size, squared_norm), cases(m=(2, 3)), "every m >= 2", *FORMS),
        claimed={"constant": always(Fraction(4), ())},
        uses=("calibration.function",),
        repaired_by="x.calibration.diameter",
        remark="Only Hamming attains it; for 0-1 the exact function is eps^2/2, twice as large.",
    ),
    extension(
        "x.calibration.diameter-attained", "x.calibration.diameter, for the losses of Table 1"
    )(
        text="eps^2/D^2, D = max ||F_z - F_z'||, is the exact calibration function of QS for the"
        " losses of Table 1.",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}=\varepsilon^2/D^2",
        reading=DECOMPOSITIONS,
        **tried(partial(of_size, squared_diameter), cases(m=(2, 3)), "every m >= 2", *FORMS),
        claimed={"constant": always(Fraction(1), ())},
        uses=("x.calibration.diameter",),
        expected=Verdict.PARTLY_REFUTED,
        remark="It is exact for 0-1, block 0-1, Hamming and Prec@1.",
    ),
)
