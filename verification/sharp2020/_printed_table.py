"""Table 1 as the paper prints it."""

import sympy

from qstheory.claims.printed import PrintedRow, R, b, k, m


def _only_m(size: int) -> dict[str, object]:
    return {"m": size}


def _symbol_m(size: int) -> dict[str, int]:
    return {"m": size}


# Grades of the NDCG row: relevance 1..R with gain 2^t - 1, discounts 1/j (D_1 = 1).
NDCG_GRADES = 2


def _ndcg_a_squared() -> sympy.Expr:
    j = sympy.Symbol("j", integer=True, positive=True)
    return m * sympy.Sum(1 / j**2, (j, 1, m)) * (2**R - 1) ** 2


ROWS: tuple[PrintedRow, ...] = (
    PrintedRow(
        "zero-one",
        "0-1",
        2**m,
        2**m,
        "2^m",
        "2^{m/2}",
        r"O(n\wedge 2^m)",
        _only_m,
        _symbol_m,
        (1, 2, 3, 4),
        (
            ("01.affdim", "01.affdim.repaired"),
            ("01.optimal", "01.optimal.repaired"),
            ("01.A", "01.A"),
            ("01.sharp", "01.sharp.repaired"),
            ("01.inference", "01.inference"),
        ),
    ),
    PrintedRow(
        "block-zero-one",
        "Block 0-1",
        b,
        b,
        "b",
        r"\sqrt b",
        "O(b)",
        lambda size: {"m": size, "blocks": "size"},
        lambda size: {"m": size, "b": size + 1},
        (1, 2, 3, 4),
        (
            ("block.affdim", "block.affdim.repaired"),
            ("block.optimal", "block.optimal.repaired"),
            ("block.A", "block.A"),
            ("block.sharp", "block.sharp.repaired"),
            ("block.inference", "block.inference"),
        ),
    ),
    PrintedRow(
        "hamming",
        "Hamming",
        m,
        sympy.Rational(1, 4),
        "m",
        r"\frac12",
        "O(m)",
        _only_m,
        _symbol_m,
        (1, 2, 3, 4),
        (
            ("hamming.affdim", "hamming.affdim"),
            ("hamming.optimal", "hamming.optimal"),
            ("hamming.A", "hamming.A"),
            ("hamming.sharp", "hamming.sharp"),
            ("hamming.inference", "hamming.inference"),
        ),
    ),
    PrintedRow(
        "f-score",
        "F-score",
        m**2 + 1,
        2 * m**2,
        "m^2+1",
        r"\sqrt2\,m",
        "O(m^2)",
        lambda size: {"m": size, "undefined": "one"},
        _symbol_m,
        (1, 2, 3, 4),
        (
            ("fscore.rank", "fscore.affdim"),
            ("fscore.optimal", "fscore.ratios"),
            ("fscore.A", "fscore.A"),
            ("fscore.sharp", "fscore.sharp.repaired"),
            ("fscore.algo", "fscore.algo.repaired"),
        ),
    ),
    PrintedRow(
        "prec-at-k",
        "Prec@k",
        m,
        m / k,
        "m",
        r"\sqrt{m/k}",
        r"O(m\log k)",
        lambda size: {"m": size, "k": max(1, size // 2)},
        lambda size: {"m": size, "k": max(1, size // 2)},
        (2, 3, 4, 5),
        (
            ("prec.affdim", "prec.affdim.repaired"),
            ("prec.optimal", "prec.optimal.repaired"),
            ("prec.A", "prec.A"),
            ("prec.sharp", "x.best.prec"),
            ("prec.inference", "prec.inference"),
        ),
    ),
    PrintedRow(
        "ndcg",
        "NDCG",
        m,
        _ndcg_a_squared(),
        "m",
        r"\sqrt m\,\|D\|_2\,G_{\max}",
        r"O(m\log m)",
        lambda size: {"m": size, "R": NDCG_GRADES, "discount": "reciprocal"},
        lambda size: {"m": size, "R": NDCG_GRADES},
        (2, 3, 4),
        (
            ("ndcg.decomposition", "ndcg.affdim"),
            ("ndcg.optimal", "ndcg.optimal.repaired"),
            ("ndcg.A", "ndcg.A.repaired"),
            ("ndcg.sharp", "ndcg.sharp.repaired"),
            ("ndcg.inference", "ndcg.inference"),
        ),
    ),
    PrintedRow(
        "pairwise-disagreement",
        "PD",
        m * (m - 1) / 2,
        m**2 / 16,
        r"\tfrac{m(m-1)}2",
        r"\frac m4",
        r"\mathrm{MWFAS}(m)",
        lambda size: {"m": size, "undefined": "drop"},
        _symbol_m,
        (2, 3, 4),
        (
            ("pd.affdim", "pd.affdim.repaired"),
            ("pd.optimal", "pd.optimal.repaired"),
            ("pd.A", "pd.A"),
            ("pd.sharp", "pd.sharp.repaired"),
            ("pd.inference", "pd.inference.repaired"),
        ),
    ),
    PrintedRow(
        "map",
        "MAP",
        m * (m + 1) / 2,
        m**2 * sympy.log(m + 1) / 4,
        r"\tfrac{m(m+1)}2",
        r"\frac12 m\sqrt{\log(m+1)}",
        r"\mathrm{QAP}(m)",
        lambda size: {"m": size, "undefined": "drop"},
        _symbol_m,
        (2, 3, 4),
        (
            ("map.affdim", "map.affdim.repaired"),
            ("map.optimal", "map.optimal.repaired"),
            ("map.A", "map.A.repaired"),
            ("", ""),
            ("map.inference", "map.inference.repaired"),
        ),
    ),
)
