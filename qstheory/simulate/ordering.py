"""How A matters: losses and decompositions on one distribution, by constant and by error."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from scipy.stats import kendalltau


def ordering(curves: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """For each common path and density the subjects at the largest n, and Kendall's tau between
    A Q, the bound's constant, and the mean excess risk; None when one of them is constant."""
    grouped: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for curve in curves:
        if curve["path"]:
            grouped[(curve["path"], curve["density"])].append(curve)
    made = []
    for (path, density), found in grouped.items():
        rows = [
            {
                "subject": curve["subject"],
                "loss": curve["loss"],
                "form": curve["form"],
                "A": curve["A"],
                "Q": curve["Q"],
                "A Q": curve["A"] * curve["Q"],
                "excess": curve["excess"][-1],
            }
            for curve in found
        ]
        made.append(
            {
                "path": path,
                "density": density,
                "n": found[0]["sizes"][-1],
                "rows": rows,
                "tau": _tau([r["A Q"] for r in rows], [r["excess"] for r in rows]),
            }
        )
    return made


def _tau(left: list[float], right: list[float]) -> float | None:
    if len(set(left)) < 2 or len(set(right)) < 2:
        return None
    return float(kendalltau(left, right).statistic)
