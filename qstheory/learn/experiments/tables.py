"""The results as Markdown, LaTeX, JSON and a plot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from qstheory.learn.experiments.methods import METHODS
from qstheory.learn.experiments.plot import Ranks, plot_cells, plot_ranks, ranks
from qstheory.learn.experiments.protocol import F_CONVENTIONS, F_SCORE, measure_named
from qstheory.learn.experiments.records import Run, losses_by_split
from qstheory.learn.experiments.summary import LEVEL, Cell, Comparison, cells, comparisons
from qstheory.markup import Table
from qstheory.work.files import to_data

LEGEND = (
    "Mean ± standard error over the splits; in brackets the number the paper prints. 60/20/20 "
    "splits; every method tries the same number of settings on the validation rows for the measure "
    "itself (the forests fewer) and is then fitted to training and validation rows. F-score of two "
    "empty sets: one, as the paper defines it."
)
METHODS_LEGEND = (
    "QS, THBM and SSVM are the paper's methods. logistic: one logistic regression a label; "
    "logistic-cut: its probabilities cut where the validation rows want it; LP-trees: one forest "
    "of extremely randomised trees over the label sets that occur; BR-trees: one such forest for "
    "each label; LightGBM, XGBoost: boosted trees with the losses lambdarank and rank:ndcg; "
    "constant: the best prediction without x. An empty entry was not run."
)
COMPARISON_LEGEND = (
    "Difference of mean test losses on the same splits (negative: QS is better); p of the "
    "corrected paired t test, and as adjusted by Holm for all comparisons of this table."
)
PRINTED_LEGEND = (
    "One more split lies in the interval with probability 0.95. A printed number within it may be "
    "another draw of the split; outside, the measured numbers are better or worse. Then on how "
    "many splits the measured number is at least as good, and the p value of the printed number "
    "as the outcome of one more split."
)
RANKS_LEGEND = (
    "Average ranks (1 is best) of the methods that were run on half of the data sets or more, over "
    "the data sets on which all of these were run. Methods that differ by less than the critical "
    "difference (Nemenyi, level 0.05) cannot be told apart."
)


@dataclass(frozen=True)
class Table2Record:
    """Table 2 measured again.

    A cell holds the mean of a measure over the splits as the paper writes it (a score for F and
    NDCG, else a loss); a comparison holds the mean test loss of QS less that of another method on
    the same splits; a run holds the losses of one method on one split. Ranks are average ranks of
    the methods over data sets, with Nemenyi's critical difference.
    """

    FORMAT: ClassVar[str] = "qstheory-table2/2"
    cells: tuple[Cell, ...]
    comparisons: tuple[Comparison, ...]
    ranks: tuple[Ranks, ...]
    runs: tuple[Run, ...]


def _number(value: float) -> str:
    return f"{value:#.2g}" if abs(value) < 0.095 else f"{value:.3f}"


def cell_text(cell: Cell) -> str:
    """The entry as in `0.234 ± 0.005 [0.34]`.

    >>> cell_text(Cell("scene", "zero-one", "QS", 0.234, 0.0051, 10, None))
    '0.234 ± 0.0051'
    """
    error = "" if cell.standard_error is None else f" ± {cell.standard_error:.2g}"
    printed = "" if cell.printed is None else f" [{cell.printed.value:.3g}]"
    return f"{_number(cell.mean)}{error}{printed}"


def _grid(found: Sequence[Cell]) -> dict[tuple[str, str], dict[str, Cell]]:
    grid: dict[tuple[str, str], dict[str, Cell]] = {}
    for cell in found:
        grid.setdefault((cell.measure, cell.method), {})[cell.dataset] = cell
    order = list(dict.fromkeys(cell.measure for cell in found))
    places = {key: (order.index(key[0]), METHODS.index(key[1])) for key in grid}
    return dict(sorted(grid.items(), key=lambda item: places[item[0]]))


def markdown(
    found: Sequence[Cell], compared: Sequence[Comparison], ranked: Sequence[Ranks] = ()
) -> str:
    """The table, the comparisons with their verdicts, and the legends."""
    lines = ["# Table 2, measured again", "", LEGEND, "", METHODS_LEGEND, ""]
    for names in _groups(found):
        titles = [f"{name} ({_splits(found, name)})" for name in names]
        rows = (
            (
                measure_named(measure).title,
                method,
                *(cell_text(row[name]) if name in row else "" for name in names),
            )
            for (measure, method), row in _grid(found).items()
            if set(row) & set(names)
        )
        lines += [Table(("measure", "method", *titles), rows).markdown(), ""]
    lines += _behind_lines(compared) if compared else []
    lines += _rank_lines(ranked)
    lines += ["## QS against the others", ""]
    if not compared:
        lines.append("Nothing to compare: QS and another method are needed on the same splits.")
        return "\n".join([*lines, *_printed_lines(found), *_convention_lines(found)]) + "\n"
    lines += [COMPARISON_LEGEND, ""]
    heads = ("data", "measure", "other", "difference", "p", "Holm", "splits", "printed", "verdict")
    lines.append(Table(heads, map(_compared, compared)).markdown())
    lines += _printed_lines(found)
    return "\n".join([*lines, *_convention_lines(found)]) + "\n"


def _compared(c: Comparison) -> tuple[str, ...]:
    printed = "" if c.printed_difference is None else f"{c.printed_difference:+.3g}"
    title = measure_named(c.measure).title
    return (c.dataset, title, c.other, f"{c.difference:+.4f}", f"{c.p_value:.2g}",
            f"{c.adjusted:.2g}", str(c.runs), printed, c.verdict or "")  # fmt: skip


def _behind_lines(compared: Sequence[Comparison]) -> list[str]:
    """Where another method has the smaller mean loss, and whether that is more than chance."""
    behind = [c for c in compared if c.behind]
    lines = ["## Where QS is behind", ""]
    if not behind:
        return [*lines, "Nowhere: no other method has a smaller mean test loss.", ""]
    sure = [c for c in behind if c.adjusted < LEVEL]
    rows = (
        (c.dataset, measure_named(c.measure).title, c.other, f"{c.difference:.4f}",
         f"{c.p_value:.2g}", f"{c.adjusted:.2g}")
        for c in sorted(behind, key=lambda c: (c.adjusted, c.p_value))
    )  # fmt: skip
    table = Table(("data", "measure", "other", "ahead of QS by", "p", "Holm"), rows)
    return [
        *lines,
        f"In {len(behind)} of {len(compared)} comparisons the other method has the smaller mean "
        f"test loss, in {len(sure)} of them by more than chance (adjusted p below {LEVEL}).",
        "",
        table.markdown(),
        "",
    ]


def _rank_lines(ranked: Sequence[Ranks]) -> list[str]:
    if not ranked:
        return []
    lines = ["## Average ranks", "", RANKS_LEGEND, ""]
    rows = []
    for row in ranked:
        pairs = zip(row.methods, row.average, strict=True)
        text = ", ".join(f"{method} {average:.2f}" for method, average in pairs)
        rows.append(
            (measure_named(row.measure).title, str(row.datasets), text,
             f"{row.critical_difference:.2f}", f"{row.p_value:.2g}")
        )  # fmt: skip
    heads = ("measure", "data sets", "ranks", "critical difference", "p (Friedman)")
    return [
        *lines,
        Table(heads, rows).markdown(),
        "",
        "![ranks and critical differences](table2-ranks.svg)",
        "",
    ]


def _printed_lines(found: Sequence[Cell]) -> list[str]:
    """QS beside the number printed for QS, with the interval of one more split."""
    own = [cell for cell in found if cell.method == "QS" and cell.printed is not None]
    if not own:
        return []
    rows, short = [], []
    for cell in own:
        assert cell.printed is not None
        title, interval = measure_named(cell.measure).title, cell.interval
        p_value = "" if cell.printed_p_value is None else f"{cell.printed_p_value:.2g}"
        span = "" if interval is None else f"{_number(interval[0])} to {_number(interval[1])}"
        rows.append(
            (cell.dataset, title, _number(cell.mean), span, f"{cell.printed.value:.3g}",
             str(cell.standing), f"{cell.runs_as_good} of {cell.runs}", p_value)
        )  # fmt: skip
        if not cell.at_least_printed and interval is not None and cell.standard_error:
            errors = abs(cell.mean - cell.printed.value) / cell.standard_error
            may = "may be one more split" if cell.standing == "within" else "is no split of ours"
            short.append(
                f"{cell.dataset}, {title}: {_number(cell.mean)} measured, {cell.printed.value:.3g} "
                f"printed, {errors:.1f} standard errors of the mean away; one more split lies in "
                f"{span}, so the printed number {may}."
            )
    heads = ("data", "measure", "measured", "one more split", "printed", "QS is", "splits as good",
             "p")  # fmt: skip
    lines = ["", "## QS against the number printed for QS", "", PRINTED_LEGEND, ""]
    lines.append(Table(heads, rows).markdown())
    if short:
        lines += ["", "Where the mean does not reach the printed number:", ""]
        lines += [f"- {sentence}" for sentence in short]
    return lines


def _convention_lines(found: Sequence[Cell]) -> list[str]:
    """What the value of the F-score of two empty sets does, where label sets are empty."""
    by_key = {(cell.dataset, cell.method, cell.measure): cell for cell in found}
    keys = (F_SCORE.key, *(measure.key for measure in F_CONVENTIONS))
    rows = []
    for (dataset, method, measure), own in by_key.items():
        cells_of = [by_key.get((dataset, method, key)) for key in keys]
        if measure != F_SCORE.key or None in cells_of:
            continue
        texts = [_number(cell.mean) for cell in cells_of if cell is not None]
        printed = own.printed
        shown = "" if printed is None else f"{printed.value:.3g}"
        rows.append((dataset, method, *texts, shown))
    if not rows:
        return []
    text = "Where the data have empty label sets, the value of F for two empty sets decides:"
    table = Table(("data", "method", "0/0 = 1", "0/0 = 0", "dropped", "printed"), rows)
    return ["", "## F-score and empty label sets", "", text, "", table.markdown()]


def _splits(found: Sequence[Cell], dataset: str) -> str:
    """The number of splits, as a range where the methods differ."""
    counts = {cell.runs for cell in found if cell.dataset == dataset}
    low, high = min(counts), max(counts)
    if low < high:
        return f"{low} to {high} splits"
    return "1 split" if high == 1 else f"{high} splits"


def _groups(found: Sequence[Cell]) -> list[list[str]]:
    """Data sets that share their measures, in the order found: one table each."""
    ranking = [c.dataset for c in found if c.measure.startswith("ndcg")]
    multilabel = [c.dataset for c in found if not c.measure.startswith("ndcg")]
    return [list(dict.fromkeys(names)) for names in (multilabel, ranking) if names]


def latex(found: Sequence[Cell]) -> str:
    """Rows of a booktabs table, the best mean of each column in bold."""
    blocks = []
    for names in _groups(found):
        rows = [(key, row) for key, row in _grid(found).items() if set(row) & set(names)]
        shown = []
        for (measure, method), row in rows:
            texts = []
            for name in names:
                rivals = [r[name].mean for key, r in rows if key[0] == measure and name in r]
                best = max if measure_named(measure).is_score else min
                text = f"{_number(row[name].mean)}" if name in row else ""
                is_best = name in row and row[name].mean == best(rivals)
                texts.append(rf"\textbf{{{text}}}" if is_best else text)
            shown.append((measure_named(measure).title, method, *texts))
        blocks.append(Table(("Measure", "Method", *names), shown).latex("ll" + "r" * len(names)))
    return "\n\n".join(blocks) + "\n"


def json_lines(document: dict[str, Any]) -> str:
    """The document with one row a line, so that a change of a row is a change of a line.

    >>> print(json_lines({"format": "x/1", "cells": [{"a": 1}, {"a": 2}]}), end="")
    {
    "format": "x/1",
    "cells": [
    {"a": 1},
    {"a": 2}
    ]
    }
    """
    parts = []
    for name, value in document.items():
        text = json.dumps(value)
        if isinstance(value, list):
            lines = ",\n".join(json.dumps(row, sort_keys=True) for row in value)
            text = f"[\n{lines}\n]"
        parts.append(f"{json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def write_report(runs: Sequence[Run], directory: Path) -> None:
    """table2.md, .tex and .json; where matplotlib is installed, table2.svg and table2-ranks.svg."""
    losses = losses_by_split(runs)
    found, compared = cells(losses), comparisons(losses)
    ranked = ranks(found)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "table2.md").write_text(markdown(found, compared, ranked), encoding="utf-8")
    (directory / "table2.tex").write_text(latex(found), encoding="utf-8")
    document = json_lines(
        to_data(Table2Record(tuple(found), tuple(compared), tuple(ranked), tuple(runs)))
    )
    (directory / "table2.json").write_text(document, encoding="utf-8")
    plot_cells(found, directory / "table2.svg")
    plot_ranks(ranked, directory / "table2-ranks.svg")
