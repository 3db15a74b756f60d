"""Surrogates: which are consistent for which loss, which losses they embed, which a loss has."""

from collections.abc import Iterator, Mapping
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from qstheory.report import design_records, embedding_records
from qstheory.report.consistency_records import HEADINGS, ConsistencyRecord, applicable, cells
from qstheory.report.pages import Page, Picture, grid, image, title
from qstheory.report.pictures import in_plane, name_corners, svg
from qstheory.report.sphinx_ext.nodes import Records
from qstheory.report.typeset import short_name, with_formulas

ORDER = 52
WIDTH, COLUMNS = 3.4, 3
MARKS: Mapping[str, str] = {
    "consistent": "yes",
    "inconsistent": "no",
    "undecided": "undecided",
    "not applicable": "–",
}


def consistency(records: Records) -> Iterator[Page | Picture]:
    """One page: all losses and surrogates, then each loss with its failures and pictures."""
    found = records.results("consistency", ConsistencyRecord.FORMAT)
    if not found:
        return
    lines = [
        title("Consistency of surrogates"),
        "A surrogate is consistent for a loss when at every distribution every minimiser of the",
        "surrogate risk decodes, whatever the ties, to predictions of least risk. Each answer has",
        "a certificate: a proof, or a distribution, a minimiser there, and what it decodes to.",
        "",
        grid("Surrogates", ("name", "surrogate", "S(v, y)", "decoder", "source"), _named(found)),
        grid("Is it consistent?", ("loss", *_names(found)), map(_marks, found)),
    ]
    for record in found:
        certificates = f"certificates/consistency/{record['file']}.json"
        rows = [tuple(map(_shown, cells(record, verdict))) for verdict in applicable(record)]
        lines += [title(f"`{short_name(record['loss'])}`", 2), grid("Verdicts", HEADINGS, rows)]
        drawn = [verdict for verdict in applicable(record) if verdict["picture"]]
        if drawn:
            path = f"consistency-{record['file']}.svg"
            yield Picture(f"results/{path}", _plot(drawn))
            lines.append(image(path, f"where surrogates fail for {record['loss']}"))
        lines += [
            f'Certificates: <a href="../{certificates}">{record["file"]}.json</a>, replayed by',
            f"`qstheory check {record['file']}.json`.",
            "",
        ]
    lines += [
        "In the pictures lines separate the best predictions, hatched regions are where a",
        "minimiser decodes to another one, and the star is the first failing distribution.",
        "",
    ]
    yield Page("results/consistency", "\n".join(lines))


def _names(found: list[dict[str, Any]]) -> list[str]:
    return [verdict["name"] for verdict in found[0]["surrogates"]]


def _named(found: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    for verdict in found[0]["surrogates"]:
        formulas = (f"${verdict[key]}$" for key in ("formula", "decoder"))
        yield (verdict["name"], verdict["title"], *formulas, verdict["source"])


def _marks(record: dict[str, Any]) -> tuple[str, ...]:
    return (
        f"`{short_name(record['loss'])}`",
        *(MARKS[found["status"]] for found in record["surrogates"]),
    )


def _shown(cell: str) -> str:
    return cell or "–"


def _plot(drawn: list[dict[str, Any]]) -> bytes:
    rows = -(-len(drawn) // COLUMNS)
    columns = min(COLUMNS, len(drawn))
    figure = Figure(figsize=(WIDTH * columns, WIDTH * rows))
    for i, verdict in enumerate(drawn, start=1):
        _panel(figure.add_subplot(rows, columns, i), verdict["name"], verdict["picture"])
    figure.tight_layout()
    return svg(figure)


def _panel(axes: Axes, name: str, picture: dict[str, Any]) -> None:
    for region in picture["regions"]:
        x, y = zip(*map(in_plane, region), strict=True)
        axes.fill(x, y, facecolor="mistyrose", edgecolor="C3", hatch="//", linewidth=0)
    for cell in picture["cells"]:
        x, y = zip(*map(in_plane, cell["corners"]), strict=True)
        axes.fill(x, y, facecolor="none", edgecolor="black", linewidth=0.9)
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0, "alpha": 0.8}
        axes.text(
            sum(x) / len(x), sum(y) / len(y), cell["prediction"],
            ha="center", va="center", fontsize=9, bbox=box,
        )  # fmt: skip
    axes.plot(*in_plane(picture["failing"]), "k*", markersize=11)
    name_corners(axes, picture["observations"], 0.09)
    axes.set_title(name, fontsize=9, pad=12)


SUMMARY = (
    "surrogate",
    "scores",
    "predictions embedded",
    "judged for",
    "consistent",
    "separation",
    "regret constant",
)


def embeddings(records: Records) -> Iterator[Page | Picture]:
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


def pages(records: Records) -> Iterator[Page | Picture]:
    """Consistency, then `qstheory embed` and `qstheory design` on examples."""
    yield from consistency(records)
    yield from embeddings(records)
