"""Polyhedral surrogates and the losses they embed, and the surrogates that losses have."""

from collections.abc import Iterator
from typing import Any

from qstheory.report import design_records, embedding_records
from qstheory.report.pages import Page, Picture, grid, title
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name, with_formulas

ORDER = 53
SUMMARY = (
    "surrogate",
    "scores",
    "predictions embedded",
    "judged for",
    "consistent",
    "separation",
    "regret constant",
)


def pages(records: Records) -> Iterator[Page | Picture]:
    """Two pages: `qstheory embed` and `qstheory design` on examples."""
    found = records.results("embeddings", embedding_records.EmbeddingRecord.FORMAT)
    if found:
        yield Page("results/embeddings", "\n".join(_embeddings(found)))
    designed = records.results("designs", design_records.DesignRecord.FORMAT)
    if designed:
        yield Page("results/designs", "\n".join(_designs(designed)))


def _embeddings(found: list[dict[str, Any]]) -> Iterator[str]:
    yield title("Losses that surrogates embed")
    yield "A polyhedral surrogate has the Bayes risk of a discrete loss, whose predictions stand at"
    yield "a few scores, and is consistent exactly for the losses that this one refines. A link"
    yield "takes scores to predictions; its separation is measured in the largest absolute"
    yield "coordinate, and its regret constant is the least C with an excess risk of at most C"
    yield "times the excess surrogate risk. All numbers are exact."
    yield ""
    yield grid("Surrogates", SUMMARY, map(_row, found))
    for record in found:
        loss = record["target"]["loss"]
        yield title(f"`{record['surrogate']}`" + (f" for `{short_name(loss)}`" if loss else ""), 2)
        yield grid("Embedded loss", embedding_records.head(record), embedding_records.rows(record))
        yield "\n\n".join(map(with_formulas, embedding_records.verdict(record)))
        yield ""
        yield _certificates("embeddings", record["file"])


def _row(record: dict[str, Any]) -> tuple[str, ...]:
    target = record["target"]
    apart, regret = target["separation"], target["regret"]
    return (
        f"`{record['surrogate']}`",
        str(record["dimension"]),
        str(len(record["predictions"])),
        f"`{short_name(target['loss'])}`" if target["loss"] else "the embedded loss",
        "yes" if target["consistent"] else "no",
        "–" if apart is None or apart["value"] is None else apart["value"],
        "–" if regret is None else regret["constant"],
    )


def _designs(designed: list[dict[str, Any]]) -> Iterator[str]:
    yield title("Surrogates that losses have")
    yield "The consistent surrogates of a loss, side by side. The bound is on the excess risk, from"
    yield "the excess surrogate risk x."
    yield ""
    for record in designed:
        yield title(f"`{short_name(record['loss'])}`", 2)
        rows = [
            [with_formulas(text) for text in design_records.cells(each)]
            for each in record["designs"]
        ]
        yield grid("Surrogates", design_records.HEADINGS, rows)
        yield "\n\n".join(
            with_formulas(f"{found['name']}: {found['reason']}") for found in record["missing"]
        )
        yield ""
        yield with_formulas(design_records.max_margin(record))
        yield ""
        yield with_formulas(record["advice"])
        yield ""
        yield _certificates("designs", record["file"])


def _certificates(folder: str, file: str) -> str:
    return (
        f'Certificates: <a href="../certificates/{folder}/{file}.json">{file}.json</a>, replayed'
        f" by `qstheory check {file}.json`.\n"
    )
