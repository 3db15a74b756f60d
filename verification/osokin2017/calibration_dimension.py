"""Examples of the convex calibration dimension (Ramaswamy and Agarwal 2016)."""

from collections.abc import Callable, Iterator

from qstheory import losses
from qstheory.certify.kinds.calibration_dimension import (
    CalibrationDimensionAtLeast,
    CalibrationDimensionAtMost,
)
from qstheory.claims import Bound, Case, Claimed, Constant, Evidence, Verdict, cases, equality
from qstheory.claims.statements import claim, tried
from qstheory.losses.base import Loss
from qstheory.theory.calibration_dimension import upper_bound
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.effort import Budget
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject


def bounds(loss: Loss) -> tuple[Bound, Bound]:
    """The certified interval of the dimension of a loss that is looked at entry by entry."""
    subject = Subject(loss, Budget())
    upper = upper_bound(subject)
    lower = lower_bound(subject, equal_risk(subject), upper.proposition.d)
    assert lower is not None
    return (
        Bound(lower.proposition.d, lower.certificate),
        Bound(upper.proposition.d, upper.certificate),
    )


def dimension(name: str) -> Callable[[Case, Claimed], Iterator[Evidence]]:
    """Evidence that the dimension of the loss of that name at a case is what is claimed."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        loss = losses.parse(name.format(**at))
        lower, upper = bounds(loss)
        yield from equality(
            said("dimension", at),
            lambda d: CalibrationDimensionAtLeast(loss.reference, d),
            lambda d: CalibrationDimensionAtMost(loss.reference, d),
            lower=lower,
            upper=upper,
        )

    return evidence


CLAIMS = (
    claim("ccdim.lower-bound", "Ramaswamy and Agarwal 2016, Theorem 16")(
        text="The dimension is at least |supp p| - mu - 1 for every distribution p and prediction z"
        " optimal at it, mu being the dimension of the feasible subspace at p of the cell of z.",
        latex=r"\mathrm{CCdim}(\ell)\ge\|p\|_0-\mu_{\mathcal Q_z}(p)-1",
        assumed="H. G. Ramaswamy, S. Agarwal, Convex calibration dimension for multiclass loss"
        " matrices, JMLR 17 (2016), Theorem 16 and Lemma 14",
        expected=Verdict.ASSUMED,
    ),
    claim("ccdim.zero-one", "Ramaswamy and Agarwal 2016, multiclass 0-1 loss")(
        text="The convex calibration dimension of the 0-1 loss on n classes is n - 1.",
        latex=r"\mathrm{CCdim}(\ell^{0\text{-}1})=n-1",
        reading="n classes",
        **tried(dimension("multiclass:classes={n}"), cases(n=range(2, 11)), "every n >= 2"),
        claimed={"dimension": Constant(lambda n: n - 1)},
        uses=("ccdim.lower-bound",),
    ),
    claim("ccdim.hamming", "Ramaswamy and Agarwal 2016, Hamming loss")(
        text="The convex calibration dimension of the Hamming loss on r bits is r.",
        latex=r"\mathrm{CCdim}(\ell^{\mathrm{Ham}})=r=\log_2 n",
        reading="n = 2^r classes",
        **tried(dimension("hamming:m={r}"), cases(r=range(1, 7)), "every r >= 1"),
        claimed={"dimension": Constant(lambda r: r)},
        uses=("ccdim.lower-bound",),
    ),
)
