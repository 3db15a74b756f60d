"""Table 1 as the paper prints it."""

import sympy

from qstheory.claims.ledger import PrintedRow, R, b, k, m


def _only_m(size: int) -> dict[str, int]:
    return {"m": size}


# Grades of the NDCG row: relevance 1..R with gain 2^t - 1, discounts 1/j (D_1 = 1).
NDCG_GRADES = 2


def _ndcg_a_squared() -> sympy.Expr:
    j = sympy.Symbol("j", integer=True, positive=True)
    return m * sympy.Sum(1 / j**2, (j, 1, m)) * (2**R - 1) ** 2


def _claims(prefix: str, *names: str) -> tuple[tuple[str, str], ...]:
    """The claim of each column and the right one: itself, `*` its repair, or the one after `>`."""
    pairs = []
    for name in names:
        said, _, right = name.partition(" > ")
        own = f"{prefix}.{said.rstrip('*')}" if said else ""
        pairs.append((own, right or (f"{own}.repaired" if said.endswith("*") else own)))
    return tuple(pairs)


ROWS: tuple[PrintedRow, ...] = (
    PrintedRow(
        "zero-one", "0-1", 2**m, 2**m, "2^m", "2^{m/2}", r"O(n\wedge 2^m)",
        _only_m, _only_m, (1, 2, 3, 4),
        _claims("01", "affdim*", "optimal*", "A", "sharp*", "inference"),
    ),
    PrintedRow(
        "block-zero-one", "Block 0-1", b, b, "b", r"\sqrt b", "O(b)",
        lambda size: {"m": size, "blocks": "size"}, lambda size: {"m": size, "b": size + 1},
        (1, 2, 3, 4),
        _claims("block", "affdim*", "optimal*", "A", "sharp*", "inference"),
    ),
    PrintedRow(
        "hamming", "Hamming", m, sympy.Rational(1, 4), "m", r"\frac12", "O(m)",
        _only_m, _only_m, (1, 2, 3, 4),
        _claims("hamming", "affdim", "optimal", "A", "sharp", "inference"),
    ),
    PrintedRow(
        "f-score", "F-score", m**2 + 1, 2 * m**2, "m^2+1", r"\sqrt2\,m", "O(m^2)",
        lambda size: {"m": size, "undefined": "one"}, _only_m, (1, 2, 3, 4),
        _claims(
            "fscore", "rank > fscore.affdim", "optimal > fscore.ratios", "A",
            "sharp > x.best.fscore", "algo*",
        ),
    ),
    PrintedRow(
        "prec-at-k", "Prec@k", m, m / k, "m", r"\sqrt{m/k}", r"O(m\log k)",
        lambda size: {"m": size, "k": max(1, size // 2)},
        lambda size: {"m": size, "k": max(1, size // 2)},
        (2, 3, 4, 5),
        _claims("prec", "affdim*", "optimal*", "A", "sharp > x.best.prec", "inference"),
    ),
    PrintedRow(
        "ndcg", "NDCG", m, _ndcg_a_squared(), "m", r"\sqrt m\,\|D\|_2\,G_{\max}", r"O(m\log m)",
        lambda size: {"m": size, "R": NDCG_GRADES, "discount": "reciprocal"},
        lambda size: {"m": size, "R": NDCG_GRADES},
        (2, 3, 4),
        _claims("ndcg", "decomposition > ndcg.affdim", "optimal*", "A*", "sharp*", "inference"),
    ),
    PrintedRow(
        "pairwise-disagreement", "PD", m * (m - 1) / 2, m**2 / 16,
        r"\tfrac{m(m-1)}2", r"\frac m4", r"\mathrm{MWFAS}(m)",
        lambda size: {"m": size, "undefined": "drop"}, _only_m, (2, 3, 4),
        _claims("pd", "affdim*", "optimal*", "A", "sharp*", "inference*"),
    ),
    PrintedRow(
        "map", "MAP", m * (m + 1) / 2, m**2 * sympy.log(m + 1) / 4,
        r"\tfrac{m(m+1)}2", r"\frac12 m\sqrt{\log(m+1)}", r"\mathrm{QAP}(m)",
        lambda size: {"m": size, "undefined": "drop"}, _only_m, (2, 3, 4),
        _claims("map", "affdim*", "optimal*", "A*", "", "inference*"),
    ),
)  # fmt: skip
