"""Low noise at example distributions: margins, moments, and the inequalities of Section 3.3."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from qstheory.report import noise_path
from qstheory.report.noise_records import NoiseRecord
from qstheory.report.pages import Page, Picture, grid, title
from qstheory.report.sphinx_ext.nodes import Records, claim_page
from qstheory.report.typeset import short_name, with_formulas

ORDER = 52
INTRODUCTION = """\
$\\gamma(x)$ is the margin as printed, $\\gamma_+(x)$ the distance in risk from the best prediction
to the best one that is not optimal; they differ where predictions tie. The inequalities are
evaluated exactly for predictors that decide wrongly exactly where $\\gamma_+(x)\\le t$, at the
nearest scores that decode wrongly. `qstheory noise FILE --loss LOSS` does the same for a
distribution of yours.
"""
PATHS = """\
Along a segment of distributions both margins $m$ are piecewise linear in the position $t$. The law
of $t$ decides how $P(m\\le e)$ vanishes: with $o(e^p)$ in place of $O(e^p)$ the moment of order $p$
may still be infinite, which is where the paper's lemma fails.
"""

MOMENTS = ("$p$", "$B$", r"$\mathbb E\gamma^{-p}$", "$B_+$", r"$\mathbb E\gamma_+^{-p}$")


def pages(records: Records) -> Iterator[Page | Picture]:
    """One page with tables for each distribution."""
    found = records.results("noise", NoiseRecord.FORMAT)
    paths = records.results("noise", noise_path.PathRecord.FORMAT)
    if not found and not paths:
        return
    lines = [title("Low noise"), INTRODUCTION]
    for record in found:
        file = record["file"]
        lines += [
            title(f"{file}: `{short_name(record['loss'])}`", 2),
            grid(
                "Margins",
                ("input", "$P(x)$", "$\\Pi(x)$", "optimal", "$\\gamma$", "$\\gamma_+$"),
                map(_input, record["inputs"]),
            ),
            grid("Moments", MOMENTS, _moments(record)),
            grid(
                "Inequalities",
                ("inequality", "form", "p", "holds at", "violated at", "claim"),
                _inequalities(records, record),
            ),
            *_reasons(record),
            f'Certificates: <a href="../certificates/noise/{file}.json">{file}.json</a>,',
            f"replayed by `qstheory check {file}.json`.\n",
        ]
    if paths:
        lines += [title("Paths", 2), PATHS]
    for record in paths:
        lines.append(title(f"{record['file']}: `{short_name(record['loss'])}`", 3))
        lines += [_set(*block) for block in noise_path.blocks(record)]
    yield Page("results/noise", "\n".join(lines))


def _set(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose formulas are set."""
    shown = (map(with_formulas, row) for row in rows)
    return grid(with_formulas(caption), [*map(with_formulas, headings)], map(tuple, shown))


def _input(given: dict[str, Any]) -> tuple[str, ...]:
    return (
        given["name"],
        given["weight"],
        ", ".join(given["conditional"]),
        ", ".join(given["optimal"]),
        given["margin"] or "undefined",
        given["gap"] or "infinite",
    )


def _moments(record: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            at["p"],
            _root(at["margin_bound"]),
            _bounds(at["margin_moment"]),
            _root(at["gap_bound"]),
            _bounds(at["gap_moment"]),
        )
        for at in record["moments"]
    ]


def _root(value: dict[str, Any] | None) -> str:
    if value is None:
        return "infinite"
    return value["value"] if value["degree"] == 1 else f"({value['value']})^(1/{value['degree']})"


def _bounds(value: list[str] | None) -> str:
    if value is None:
        return "infinite"
    return value[0] if value[0] == value[1] else f"{float(Fraction(value[0])):.6g}..."


def _inequalities(records: Records, record: dict[str, Any]) -> list[tuple[str, ...]]:
    """One row for each inequality and p: how many predictors keep it, and where it fails."""
    groups: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for item in record["inequalities"]:
        key = (
            f"{item['name']}: {formula(item['text'])}",
            item["form"],
            item["p"] or "",
            item["claim"],
        )
        groups.setdefault(key, []).append(item)
    rows: list[tuple[str, ...]] = []
    for (text, form, p, claim), items in groups.items():
        kept = sum(item["status"] == "holds" for item in items)
        asked = sum(item["status"] != "not applicable" for item in items)
        failing = [
            f"t = {i['wrong_where_gap_at_most']}" for i in items if i["status"] == "violated"
        ]
        rows.append(
            (
                text,
                form,
                p,
                f"{kept} of {asked}" if asked else "does not apply",
                ", ".join(failing),
                _claim(records, claim),
            )
        )
    return rows


def _reasons(record: dict[str, Any]) -> list[str]:
    """Why inequalities do not apply, each reason once."""
    found = dict.fromkeys(item["reason"] for item in record["inequalities"] if item["reason"])
    return [f"Where an inequality does not apply: {with_formulas(reason)}\n" for reason in found]


def _claim(records: Records, claim: str) -> str:
    """A link to the claim, where it was judged."""
    there = (records.folder / records.claim_file(claim)).is_file()
    return f"[{claim}](../claims/{claim_page(claim)}.md)" if there else f"`{claim}`"


SIGNS = (
    (r"\bgamma\+", r"\\gamma_+"),
    (r"(?<!\\)\bgamma\b|(?<!\\)\bgamma(?=_)", r"\\gamma"),
    (r"\b(max|min)\b", r"\\\1"),
    (r"\|F\|", r"\\lVert F\\rVert"),
    (r"B\+", "B_+"),
    (r"<=", r"\\le"),
    (r"\bE (?=\\gamma)", r"\\mathbb E"),
)


def formula(text: str) -> str:
    r"""An inequality written in plain characters, as Markdown with mathematics.

    >>> formula("P(X_f) <= gamma_p^(1/(p+1)) E^(p/(p+1))")
    '$P(X_f) \\le \\gamma_p^{1/(p+1)} E^{p/(p+1)}$'
    >>> formula("B+ <= E gamma+^-p")
    '$B_+ \\le \\mathbb E\\gamma_+^{-p}$'
    """
    for plain, sign in SIGNS:
        text = re.sub(plain, sign, text)
    made, open_brackets = "", [""]
    for before, character in zip(f" {text}", text, strict=False):
        shown = character
        if character == "(":
            open_brackets.append(before)
            shown = "{" if before == "^" else "("
        elif character == ")" and open_brackets.pop() == "^":
            shown = "}"
        made += shown
    return "$" + re.sub(r"\^(-\w+)", r"^{\1}", made) + "$"
