"""What was measured: the methods on the benchmark data, and the simulated learner.

Table 2 measured stands beside Table 2 as printed. The simulated learner is held against the rate
bounds: slopes, plots, constants, and how to run it; the large study has a page of its own, from its
committed summary.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from qstheory.learn.experiments.tables import COMPARISON_LEGEND, LEGEND, METHODS_LEGEND
from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.simulation import (
    FOLDER,
    HEADINGS,
    PLANE_FOLDER,
    RECORD,
    SUMMARY,
    listed,
    plot,
    rows,
)
from qstheory.report.sphinx_ext.nodes import Records

ORDER = 53
TABLE2 = "table2/table2.json"
PROTOCOLS = "table2/protocols.json"
READING = """\
The experiments of Section 5 run again on the same data sets, on splits of our own. Read a row from
left to right: QS is the estimator of the paper, and the number in brackets is what Table 2 prints.
What the comparison says of the paper's sentences is judged under `experiments` in the list of
claims."""
PICTURES = {
    "table2.svg": "measured and printed values of every method on every data set",
    "table2-ranks.svg": "average ranks of the methods with the critical difference",
}
SCORES = ("f-score", "ndcg")
NAMES = {
    "zero-one": "0-1 loss",
    "hamming": "Hamming loss",
    "f-score": "F-score, two empty sets count as 1",
    "f-score/zero": "F-score, two empty sets count as 0",
    "f-score/drop": "F-score, two empty sets left out",
}


def real_data(records: Records) -> Iterator[Page | Picture]:
    """One page, when the experiments have been run."""
    if not (records.folder / TABLE2).is_file():
        return
    record = records.load(TABLE2)
    parts = [title("Table 2, measured"), f"{READING}\n\n{LEGEND}\n\n{METHODS_LEGEND}\n"]
    for name, words in PICTURES.items():
        if (records.folder / "table2" / name).is_file():
            yield Picture(f"results/{name}", (records.folder / "table2" / name).read_bytes())
            parts.append(image(name, words))
    for measure in dict.fromkeys(cell["measure"] for cell in record["cells"]):
        parts.append(_measured(record["cells"], measure))
    headings = ("data set", "measure", "against", "difference in test loss", "p", "p adjusted")
    parts += [title("QS against the other methods", 2), f"{COMPARISON_LEGEND}\n"]
    behind = [_comparison(row) for row in record["comparisons"] if row["difference"] > 0]
    parts += [
        grid("Where QS is behind: the other method has the smaller loss", headings, behind),
        grid("Everywhere", headings, map(_comparison, record["comparisons"])),
    ]
    if (records.folder / PROTOCOLS).is_file():
        parts += _protocols(records.load(PROTOCOLS)["cells"])
    yield Page("results/table2", "\n".join(parts))


def _measured(cells: list[dict[str, Any]], measure: str) -> str:
    """One measure: a row for each data set, a column for each method."""
    mine = [cell for cell in cells if cell["measure"] == measure]
    methods = list(dict.fromkeys(cell["method"] for cell in mine))
    found = {(cell["dataset"], cell["method"]): cell for cell in mine}
    rows = (
        (dataset, *(_in_brackets(found.get((dataset, method))) for method in methods))
        for dataset in dict.fromkeys(cell["dataset"] for cell in mine)
    )
    direction = "higher is better" if measure.startswith(SCORES) else "lower is better"
    return grid(f"{NAMES.get(measure, measure)}: {direction}", ("data set", *methods), rows)


def _in_brackets(cell: dict[str, Any] | None) -> str:
    """The mean with its error, and the printed number in brackets."""
    if cell is None:
        return ""
    _, _, _, measured, printed, _ = _cell(cell)
    return f"{measured} [{printed}]" if printed else measured


def _protocols(cells: list[dict[str, Any]]) -> Iterator[str]:
    """What other readings of the paper's protocol give, and which of them reach what is printed."""
    yield title("Other protocols", 2)
    yield (
        "The paper says 60/20/20 and a Gaussian kernel, and leaves open how rows were drawn, inputs"
        " scaled and λ chosen. Each of these readings was tried with the widths and λ of the table;"
        " a printed number within the interval may be one more test part under that protocol.\n"
    )
    for dataset in dict.fromkeys(cell["dataset"] for cell in cells):
        mine = [cell for cell in cells if cell["dataset"] == dataset]
        reached = sum(bool(cell["at_least_printed"]) for cell in mine)
        within = sum(cell["standing"] == "within" for cell in mine)
        words = f"{dataset}: the mean reaches the printed number under {reached} of {len(mine)}"
        yield f"{words} protocols; under {within} the printed number lies within the interval.\n"
    yield grid(
        "0-1 loss of QS under other protocols",
        ("data set", "protocol", "measured", "one more lies in", "printed", "reached on"),
        map(_protocol, cells),
    )


def _protocol(cell: dict[str, Any]) -> tuple[str, ...]:
    dataset, _, _, measured, printed, runs = _cell(cell)
    low, high = cell["interval"] or (cell["mean"], cell["mean"])
    good = "" if cell["runs_as_good"] is None else f"{cell['runs_as_good']} of {runs}"
    return dataset, cell["method"], measured, f"{low:.3f} to {high:.3f}", printed, good


def _comparison(row: dict[str, Any]) -> tuple[str, ...]:
    numbers = f"{row['difference']:+.4f}", f"{row['p_value']:.3f}", f"{row['adjusted']:.3f}"
    return row["dataset"], row["measure"], row["other"], *numbers


def _cell(cell: dict[str, Any]) -> tuple[str, ...]:
    error = "" if cell["standard_error"] is None else f" ± {cell['standard_error']:.4f}"
    printed = cell["printed"]["value"] if cell["printed"] else ""
    return (
        cell["dataset"],
        cell["measure"],
        cell["method"],
        f"{cell['mean']:.4f}{error}",
        str(printed),
        str(cell["runs"]),
    )


LARGE = "simulation-large"
PICTURED = "Excess risk against n, with the bound's slope dotted"
MEANING = """\
On $[-1,1]$ with the kernel $1+e^{-(x-x')^2/2}$, $P(y\\mid x)$ moves on a line of the simplex that
crosses one boundary between two optimal predictions of the loss, so that $g^*$ lies in the RKHS
with a known norm. The law of $|X|$ gives the exponent of the noise condition:
$P(|X|\\le t)=t^p$ (`p`), $t^p/(1+\\log(1/t))$ (`log-p`), no mass near the boundary (`margin`), or
an atom on it (`atom`). Excess risks are exact sums over y and integrals over x with an error bound;
nothing is estimated from test points. $\\lambda=n^{-1/2}$ as in the theorem.

How to read a panel: a line is one law of $|X|$, a point the mean excess risk at a size n, both axes
logarithmic; the dotted line of the same colour falls as the bound of the paper allows. A line that
falls as steeply as its dotted line, or more steeply, agrees with the theorem.

The slope b is that of excess risk $\\sim n^{-b}$, with a 95% bootstrap interval over replicates.
The bound is an upper bound: *faster* is no contradiction, and *violated* would mean slower than the
bound's exponent at the sizes studied. *Not fitted*: fewer than two sizes with a risk above twice
its quadrature error, as with a margin, where most samples make no mistake at all.
"""
ORDERING = """\
One distribution, on the path of Hamming with m = 3. The prediction of the learner does not depend
on the decomposition, as the loss trick says, while A does: rows of one loss have the same excess
risk and different constants, so A Q cannot predict errors through the decomposition alone. Between
losses, τ is Kendall's correlation of A Q with the mean excess risk.
"""
CONSTANTS = """\
The least universal constant C with which the bound holds for the mean excess risk at every size:
fitted, with τ = 1 and κ² = 2. It says nothing of other distributions.
"""
PLANE = """\
X lies on the unit disc with $|x|^2=(1+t)/2$ and a uniform angle, where $|t|$ has the law of the
density and $t$ a random sign: the boundary is the circle $t=0$, $p=1$ is the uniform law, and $g^*$
is in the span of $1$ and $e^{-|x|^2/2}$. Excess risks are sums over polar cells, split where
the decision is unsure.
"""
PROFILES = """\
At the density's own exponent p, with $\\gamma=s(|X|)$: the ratio
$P(\\gamma\\le\\varepsilon)/\\varepsilon^p$ tends to 0 when the noise condition holds with o, and
$\\mathbb E\\gamma^{-p}$ over $\\gamma>\\varepsilon$ stays bounded when $1/\\gamma\\in L_p$. With
the logarithm the first happens and the second does not.
"""


LARGE_MEANING = """\
The study of the simulated learner at more sizes and with more replicates. The report does not run
it again; a test recomputes from this record every constant, slope and judgement that its numbers
fix.
"""


def simulation(records: Records) -> Iterator[Page | Picture]:
    """A page when the study has been run, and one when there is a summary of the large one."""
    if (records.folder / FOLDER / RECORD).is_file():
        yield from _study(records, records.load(f"{FOLDER}/{RECORD}"))
    if (records.folder / LARGE / SUMMARY).is_file():
        yield from _large(records.load(f"{LARGE}/{SUMMARY}"))


def _again(record: dict[str, Any], more: str) -> str:
    """The plan, and how to run it again."""
    plan = record["plan"]
    return (
        f"Sizes {', '.join(map(str, plan['sizes']))}, {plan['replicates']} replicates, seed"
        f" {plan['seed']}{more}. To run it again:\n\n```\n{record['command']}\n```\n"
    )


def _large(record: dict[str, Any]) -> Iterator[Page | Picture]:
    """The same slopes with more replicates and sizes."""
    yield Picture("results/simulation-large.svg", plot(record))
    parts = [
        title("The large study"),
        LARGE_MEANING,
        _again(record, f", {record['runs']} samples"),
        image("simulation-large.svg", PICTURED),
        grid("Slopes and the bound's exponent", HEADINGS, rows(listed(record))),
    ]
    yield Page("results/simulation-large", "\n".join(parts))


def _study(records: Records, record: dict[str, Any]) -> Iterator[Page | Picture]:
    yield Picture("results/simulation.svg", plot(record))
    left_out = record["plan"]["left_out_below"]
    parts = [
        title("The simulated learner"),
        MEANING,
        _again(record, f"; sizes below {left_out} are left out of the fits"),
        image("simulation.svg", PICTURED),
        grid("Slopes and the bound's exponent", HEADINGS, rows(record)),
        title("Violated inequalities", 2),
        _violations(record),
        title("The universal constant, fitted", 2),
        CONSTANTS,
        grid("Fitted constants", ("loss", "density", "A", "Q", "C, theorem", "C, corollary"),
             map(_constant, (c for c in record["curves"] if not c["path"]))),
        title("How A matters", 2),
        ORDERING,
        grid("By A Q and by error",
             ("density", "loss", "decomposition", "A", "A Q", "mean excess risk", "n", "τ"),
             _ordering(record)),
        *_plane(records),
        title("The noise condition and integrability", 2),
        PROFILES,
        grid("Near the boundary", ("density", "ε", r"$P(\gamma\le\varepsilon)/\varepsilon^p$",
             r"$\mathbb E\,\gamma^{-p}$ over $\gamma>\varepsilon$"),
             _profiles(record)),
    ]  # fmt: skip
    yield Page("results/simulation", "\n".join(parts))


def _plane(records: Records) -> Iterator[str]:
    """The study on a disc, when it has been run."""
    if not (records.folder / PLANE_FOLDER / RECORD).is_file():
        return
    record = records.load(f"{PLANE_FOLDER}/{RECORD}")
    yield title("In two dimensions", 2)
    yield PLANE
    yield f"```\n{record['command']}\n```\n"
    yield grid("Slopes on the disc", HEADINGS, rows(record))


def _violations(record: dict[str, Any]) -> str:
    first: dict[tuple[str, str, str], dict[str, Any]] = {}
    counts: Counter[tuple[str, str, str]] = Counter()
    for curve in record["curves"]:
        for violation in curve["violations"]:
            place = violation["inequality"], curve["subject"], curve["density"]
            first.setdefault(place, violation)
            counts[place] += 1
    if not counts:
        return "None: every inequality held in every run.\n"
    found = [
        (*place, str(counts[place]), f"{v['left']:.4g} > {v['right']:.4g}",
         f"n = {v['n']}, replicate {v['replicate']}, seed {v['seed']},"
         rf" $\lambda = {v['factor']:g}\,n^{{-1/2}}$")
        for place, v in first.items()
    ]  # fmt: skip
    headings = ("inequality", "loss", "density", "runs", "for example", "where")
    return grid("Beyond the quadrature error", headings, found)


def _constant(curve: dict[str, Any]) -> tuple[str, ...]:
    improved = curve["fitted_constant_improved"]
    return (
        curve["subject"],
        curve["density"],
        f"{curve['A']:.3g}",
        f"{curve['Q']:.3g}",
        f"{curve['fitted_constant']:.2g}",
        "" if improved is None else f"{improved:.2g}",
    )


def _ordering(record: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for table in record["ordering"]:
        tau = "" if table["tau"] is None else f"{table['tau']:+.2f}"
        for row in sorted(table["rows"], key=lambda row: float(row["A Q"])):
            yield (
                table["density"],
                row["loss"],
                row["form"],
                f"{row['A']:.3g}",
                f"{row['A Q']:.3g}",
                f"{row['excess']:.3g}",
                str(table["n"]),
                tau,
            )


def _profiles(record: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    for profile in record["profiles"]:
        for row in profile["rows"]:
            yield (
                profile["density"],
                f"{row['eps']:.1e}",
                f"{row['ratio']:.4g}",
                f"{row['moment']:.4g}",
            )


def pages(records: Records) -> Iterator[Page | Picture]:
    """The benchmark data, then the simulated learner."""
    yield from real_data(records)
    yield from simulation(records)
