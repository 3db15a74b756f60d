"""How A matters: losses and decompositions on one distribution, by constant and by error."""

from collections import defaultdict
from collections.abc import Iterable

from scipy.stats import kendalltau

from qstheory.simulate.records import Curve, Ordering, OrderingRow


def ordering(curves: Iterable[Curve]) -> tuple[Ordering, ...]:
    """For each common path and density the subjects at the largest n, and Kendall's tau between
    A Q, the bound's constant, and the mean excess risk; None when one of them is constant."""
    grouped: dict[tuple[str, str], list[Curve]] = defaultdict(list)
    for curve in curves:
        if curve.path:
            grouped[(curve.path, curve.density)].append(curve)
    made = []
    for (path, density), found in grouped.items():
        rows = tuple(
            OrderingRow(c.subject, c.loss, c.form, c.A, c.Q, c.A * c.Q, c.excess[-1]) for c in found
        )
        tau = _tau([row.constant for row in rows], [row.excess for row in rows])
        made.append(Ordering(path, density, found[0].sizes[-1], rows, tau))
    return tuple(made)


def _tau(left: list[float], right: list[float]) -> float | None:
    if len(set(left)) < 2 or len(set(right)) < 2:
        return None
    return float(kendalltau(left, right).statistic)
