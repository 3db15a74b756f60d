"""Table 1's constants read over all decompositions: A printed and repaired, A* and gamma_2."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from qstheory.report.calibration_records import ConstantRecord
from qstheory.report.pages import Page, Picture, grid, title
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name
from qstheory.theory.card import certain
from qstheory.theory.closed_forms import square_root

ORDER = 49
INTRODUCTION = """\
$\\mathsf A=\\sqrt r\\,\\lVert F\\rVert_\\infty U_{\\max}$ is a number of the decomposition
$L=FU^\\top+c$, not of the loss. $\\mathsf A_*$ is its {term}`infimum over all decompositions <A*>`,
$\\gamma_2$ the {term}`factorisation norm <gamma_2>`
$\\min\\lVert F\\rVert_\\infty\\lVert U\\rVert_\\infty$; they satisfy
$\\gamma_2\\le\\mathsf A_*\\le\\sqrt{\\pi/2}\\,\\gamma_2$. Digits are those that
certified bounds on the squares leave no doubt of. With $c(y)$ the shift may be a function of
the observation, which no decoder notices.
"""
READING = """\
- The printed A of the 0-1 and the block 0-1 loss grow with the number of labels or blocks,
  $\\mathsf A_*$ does not: it stays below 1. A small $\\mathsf A_*$ does not make a loss easy:
  it meets $Q$, the norm of $g^*$, which has as many coordinates as the decomposition.
- Precision at k keeps its order with half of the constant; for the pairwise disagreement
  $\\mathsf A_*$ is of the order $\\sqrt m$ where the printed constant is of the order $m$. Both
  are polynomial.
- On three labels only Hamming's printed constant is the least. Where $\\mathsf A_*$ and
  $\\gamma_2$ differ, as for the F-score, a sign matrix cannot do what vectors can.
- A by itself does not compare losses: turning the coordinates of $F$ and $U$ leaves the learner
  as it is and changes A and A Q, while
  $\\lVert F\\rVert_\\infty\\lVert g^*\\rVert_{\\mathcal G}$ stays.
"""
CLAIMS = (
    (
        "every loss",
        r"$\min_{c,\,C}\max_z(L-c)_zC^+(L-c)_z^\top$ is $\mathsf A_*^2$",
        "x.best.formula",
    ),
    ("0-1, n classes", r"$1-\frac1n$, n even; $\sqrt{\frac{n-1}{n+1}}$, n odd", "x.best.zero-one"),
    (
        "$f(z\\oplus y)$: 0-1, parity blocks, Hamming",
        r"$\sum_{S\ne\emptyset}\lvert\hat f(S)\rvert$, also $\gamma_2$",
        "x.best.translations",
    ),
    ("Prec@k", r"$\frac12\sqrt{m/k}$, also $\gamma_2$", "x.best.prec"),
    ("PD", r"at least $\gamma_2=\sqrt{(m+1)/12}$", "x.best.pd"),
    ("PD, three items", r"$\sqrt{3/8}$", "x.best.pd-small"),
    ("Table 1", "which printed A are the least: only Hamming's", "x.best.table"),
    ("turned coordinates", "A and A Q move, the product of norms does not", "x.best.basis"),
)


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page: the table, closed forms for every size, what follows, and the certificates."""
    found = records.results("constants", ConstantRecord.FORMAT)
    if not found:
        return
    headings = (
        "loss",
        "A printed",
        "A repaired",
        "$\\mathsf A_*$",
        "$\\mathsf A_*$, $c(y)$",
        "$\\gamma_2$",
        "$\\gamma_2$, $c(y)$",
    )
    lines = [
        title("Best constants"),
        INTRODUCTION,
        grid("A over all decompositions", headings, map(_row, found)),
        title("What it does to the reading of Table 1", 2),
        READING,
        grid("For every size", ("losses", "$\\mathsf A_*$", "claim"), _claims(records)),
        title("Decompositions that attain the upper bounds", 2),
        "Signs as columns of U, their weights and F are in the certificates; there may be many.\n",
        grid("Certificates", ("loss", "file"), _attained(found)),
    ]
    yield Page("results/constants", "\n".join(lines))


def _row(record: dict[str, Any]) -> tuple[str, ...]:
    holding = [Fraction(d["squared"]) for d in record["decompositions"] if d["holds"]]
    intervals = {(i["quantity"], i["shift"]): _interval(i) for i in record["intervals"]}
    return (
        f"{record['measure']}, `{short_name(record['loss'])}`",
        f"{record['printed'] ** 0.5:.6g}",
        square_root(min(holding), 6) if holding else "",
        *(
            intervals[quantity, shift]
            for quantity in ("A", "gamma-2")
            for shift in ("scalar", "by-observation")
        ),
    )


def _interval(given: dict[str, Any]) -> str:
    """The common digits of the bounds, or both."""
    if not given["proved"]:
        return "undecided"
    return certain(Fraction(given["low"]), Fraction(given["high"]))


def _claims(records: Records) -> Iterator[tuple[str, ...]]:
    for losses, value, claim in CLAIMS:
        there = (records.folder / records.claim_file(claim)).is_file()
        yield losses, value, f"[{claim}](../claims/{claim}.md)" if there else claim


def _attained(found: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    for record in found:
        file = f"{record['file']}.json"
        name = short_name(record["loss"])
        yield f"`{name}`", f'<a href="../certificates/constants/{file}">{file}</a>'
