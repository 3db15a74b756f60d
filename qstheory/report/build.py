"""What `make report` makes: dossiers with certificates, the judged ledger, Table 1, the errata."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from joblib import Parallel, delayed

from qstheory.claims.evidence import Judgement
from qstheory.claims.formats import FORMATS
from qstheory.claims.ledger import PrintedRow, load_ledger
from qstheory.claims.verify import Report, VerifyOptions, to_judge, verify
from qstheory.losses.catalogue import families, make
from qstheory.markup import Table, html
from qstheory.report import (
    calibration_records,
    consistency_records,
    design_records,
    embedding_records,
    noise_path,
    noise_records,
    pictures,
    table1,
)
from qstheory.report.claim_records import LedgerRecord, claim_record
from qstheory.report.errata import errata_latex, errata_markdown
from qstheory.report.simulation import FOLDER, PLANE_FOLDER, write_study
from qstheory.report.table1 import Instance, TableRow
from qstheory.report.typeset import plain_math
from qstheory.simulate.study import PLANE, Plan, study
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.dossier_record import dossier_file
from qstheory.work.engine import ResultStore, engine
from qstheory.work.files import file_name, to_json, write_text

STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem }
.scroll { overflow-x: auto }
table { border-collapse: collapse }
caption { text-align: left; font-weight: 600; padding: .5rem 0 }
th, td { border-bottom: 1px solid; padding: .3rem .8rem; text-align: left; vertical-align: top }
:root { color-scheme: light dark }
@media print {
  @page { size: A4 landscape; margin: 12mm }
  body { margin: 0; max-width: none; font-size: 8pt }
  th, td { padding: 1pt 4pt }
  .scroll { overflow: visible }
  .sizes { break-before: page }
}
"""


def as_html(rows: Iterable[TableRow]) -> str:
    """The comparison, and the certified values size by size."""
    rows = list(rows)
    shown = (table1.cells(row, plain_math, _struck) for row in rows)
    first = Table(table1.HEADINGS, shown).html(table1.TITLE, cell=_typeset)
    sizes = (table1.size_cells(instance) for row in rows for instance in row.sizes)
    second = Table(table1.SIZE_HEADINGS, sizes).html("Certified values by size", _without_marks)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{table1.TITLE}</title><style>{STYLE}</style></head><body>\n"
        f"<h1>{table1.TITLE}</h1>\n<p>{_typeset(table1.NOTE)}</p>\n"
        f'<div class="scroll">{first}</div>\n<div class="scroll sizes">{second}</div>\n'
        "</body></html>\n"
    )


WRONG = "\N{INVISIBLE SEPARATOR}"
"""Stands around what is printed and wrong until its formulas are set."""


def _struck(printed: str) -> str:
    return f"{WRONG}{printed}{WRONG}"


def _typeset(text: str) -> str:
    """Text with formulas as HTML, what is wrong struck through."""
    return re.sub(f"{WRONG}(.*?){WRONG}", r"<del>\1</del>", html(text))


def _without_marks(cell: str) -> str:
    """A cell of Markdown as HTML."""
    return escape(cell.replace("`", ""))


Progress = Callable[[str, int, int], None]
"""Called with the stage, what is finished and how much there is."""


@dataclass(frozen=True)
class Subject:
    """A loss that gets a dossier; `row` and `size` when it stands in Table 1."""

    family: str
    parameters: tuple[tuple[str, object], ...]
    row: PrintedRow | None = None
    size: int = 0


def subjects() -> Iterator[Subject]:
    """The sizes of Table 1, then the examples of every family."""
    for row in load_ledger().table:
        for size in row.sizes:
            yield Subject(row.family, tuple(row.parameters(size).items()), row, size)
    for family in families().values():
        for example in family.examples:
            yield Subject(family.name, tuple(example.items()))


def write_dossier(subject: Subject, output: Path) -> Instance | None:
    """Analyse one loss, write its dossier and certificates, and compare it with its row."""
    dossier = analyze_loss(make(subject.family, **dict(subject.parameters)))
    name = file_name(dossier.loss.name)
    write_text(output / "dossiers" / f"{name}.json", to_json(dossier_file(dossier, name)))
    write_text(output / "certificates" / "losses" / f"{name}.json", dossier.certificates())
    if subject.row is None:
        return None
    return table1.instance(subject.row, subject.size, dossier)


def write_dossiers(output: Path, jobs: int, progress: Progress) -> dict[str, list[Instance]]:
    """Every dossier, in parallel; the compared sizes by family."""
    todo = list(subjects())
    found: dict[str, list[Instance]] = {row.family: [] for row in load_ledger().table}
    results = Parallel(n_jobs=jobs, return_as="generator")(
        delayed(write_dossier)(subject, output) for subject in todo
    )
    for done, (subject, result) in enumerate(zip(todo, results, strict=True), start=1):
        if result is not None:
            found[subject.family].append(result)
        progress("dossiers", done, len(todo))
    return found


def judge_ledger(options: VerifyOptions, progress: Progress) -> Report:
    """All claims judged, taking up stored verdicts."""
    total = len(to_judge(options))
    done = 0

    def watch(judgement: Judgement) -> None:
        nonlocal done
        done += 1
        progress("claims", done, total)

    return verify(options, watch)


def write_claims(output: Path, report: Report) -> None:
    """The records of all claims, together and one by one, and a certificate file for each."""
    records = [claim_record(report, claim) for claim in report.selected]
    for record in records:
        write_text(output / "claims" / record.certificates, to_json(record))
    write_text(output / "claims.json", to_json(LedgerRecord(tuple(records))))
    report.save_certificates(output / "certificates" / "claims")


def write_tables(output: Path, report: Report, sizes: Mapping[str, list[Instance]]) -> None:
    """Table 1 in every format, the errata, and the ledger."""
    rows = table1.table(report, sizes)
    write_text(output / "table1.md", table1.as_markdown(rows))
    write_text(output / "table1.json", table1.as_json(rows))
    write_text(output / "table1.csv", table1.as_csv(rows))
    write_text(output / "table1.tex", table1.as_latex(rows))
    write_text(output / "table1.html", as_html(rows))
    write_text(output / "errata.md", errata_markdown(report))
    write_text(output / "errata.tex", errata_latex(report))
    write_text(output / "ledger.json", FORMATS["json"](report))
    write_text(output / "ledger.md", FORMATS["md"](report))


def write_results(output: Path, jobs: int, progress: Progress) -> None:
    """Calibration functions, constants, simplex, low noise, consistency, embeddings, designs."""
    tasks = [
        *(delayed(calibration_records.write_calibration)(name, output)
          for name in calibration_records.SUBJECTS),
        *(delayed(calibration_records.write_constants)(row, size, output)
          for row, size in calibration_records.constants_shown()),
        *(delayed(pictures.write_simplex)(name, output)
          for name in pictures.SUBJECTS),
        *(delayed(noise_records.write_noise)(name, output) for name in noise_records.EXAMPLES),
        *(delayed(noise_path.write_path)(name, output) for name in noise_path.PATHS),
        *(delayed(consistency_records.write_consistency)(name, output)
          for name in consistency_records.SUBJECTS),
        *(delayed(embedding_records.write_embedding)(name, loss, output)
          for name, loss in embedding_records.SUBJECTS),
        *(delayed(design_records.write_design)(name, output) for name in design_records.SUBJECTS),
    ]  # fmt: skip
    results = Parallel(n_jobs=jobs, return_as="generator")(tasks)
    for done, _ in enumerate(results, start=1):
        progress("results", done, len(tasks))


def write_simulation(output: Path, jobs: int, progress: Progress) -> None:
    """The default study of the simulated learner and the one on a disc; what an earlier run has
    finished is taken up."""
    store = ResultStore(output / FOLDER / "results.sqlite")

    def watch(done: int, total: int) -> None:
        progress("simulation", done, total)

    for folder, plan in ((FOLDER, Plan()), (PLANE_FOLDER, PLANE)):
        write_study(output / folder, study(plan, engine("joblib", jobs), store, watch))


def write_site(output: Path, jobs: int, progress: Progress) -> None:
    """The site in `site`; what Sphinx keeps between builds lies in `.site-work`."""
    from qstheory.report.site import build_site

    progress("site", 0, 1)
    build_site(output, output / "site", output / ".site-work", jobs)
    progress("site", 1, 1)


def build(output: Path, jobs: int, progress: Progress) -> Report:
    """Everything: the simulation first, which claims on rates read, the records, then the site."""
    write_simulation(output, jobs, progress)
    report = judge_ledger(VerifyOptions(workers=jobs), progress)
    write_claims(output, report)
    write_tables(output, report, write_dossiers(output, jobs, progress))
    write_results(output, jobs, progress)
    write_site(output, jobs, progress)
    return report
