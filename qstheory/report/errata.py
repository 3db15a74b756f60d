"""The errata as a letter to the authors: what is wrong, where, how to see it, what is right.

Everything is read off a judged ledger; a claim is listed when its verdict says that it fails.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from qstheory.certify.bundle import loads
from qstheory.claims.claim import Claim, Kind
from qstheory.claims.evidence import FAILED, HOLDING, WHOLE, Judgement, PartJudgement, Verdict
from qstheory.claims.ledger import PrintedRow
from qstheory.claims.verify import Report
from qstheory.report.instances import explain, told
from qstheory.report.typeset import markdown_as_text, tex

ITEMS = r"(?:Theorem|Lemma|Corollary|Definition|Remark|Examples?)"
NAMED = re.compile(rf"\b(?:{ITEMS}|Sec\.|App\.) ([0-9AB])")
EQUATION = re.compile(r"\beqs?\. \((\d+)\)")
TABLES = {"Table 1": "Table 1", "Table 2": "Sec. 5"}
LAST_EQUATIONS = (("Sec. 2", 10), ("Sec. 3", 22), ("Sec. 4", 26), ("App. A", 50), ("App. B", 999))
"""The last equation of each section as numbered in print."""


def section(source: str) -> str:
    """The section that a source names first, by itself or by an item or equation of it.

    >>> section("proof of Theorem A.10"), section("Theorem 3.5, 2"), section("elsewhere")
    ('App. A', 'Sec. 3', 'other')
    >>> section("eq. (23) with App. B.3"), section("Table 1; App. B.3"), section("Table 2, left")
    ('Sec. 4', 'Table 1', 'Sec. 5')
    """
    found = []
    for name, place in TABLES.items():
        if name in source:
            found.append((source.index(name), place))
    if named := NAMED.search(source):
        kind = "App." if named[1].isalpha() else "Sec."
        found.append((named.start(), f"{kind} {named[1]}"))
    if equation := EQUATION.search(source):
        number = int(equation[1])
        place = next(name for name, last in LAST_EQUATIONS if number <= last)
        found.append((equation.start(), place))
    return min(found)[1] if found else "other"


HEADINGS = {
    "Table 1": "Table 1: constants and decoding of eight losses",
    "Sec. 2": "Section 2: quadratic surrogates",
    "Sec. 3": "Section 3: affine decompositions, sharp constants, low noise",
    "Sec. 4": "Section 4: computation",
    "Sec. 5": "Section 5 and Table 2: experiments",
    "Sec. 6": "Section 6: related work",
    "App. A": "Appendix A: calibration and fast rates",
    "App. B": "Appendix B: the losses one by one",
    "other": "Taken from elsewhere",
}
"""The sections in the order of reading, with what they are about; a table stands first."""


def is_statement(source: str) -> bool:
    """Whether it is a theorem, lemma, corollary or example itself that is spoken of.

    >>> is_statement("Theorem 3.5, 2; Corollary A.11"), is_statement("proof of Lemma A.4")
    (True, False)
    """
    return re.match(rf"(?:App\. B\.3, F-score, )?{ITEMS} ", source) is not None


SLIPS = "Undefined and edge cases, slips"
GROUPS = (
    "Theorems, lemmas and examples that are false as stated",
    "Wrong cells of Table 1",
    "Wrong steps of proofs, decompositions, constants and remarks",
    SLIPS,
)
"""The order of the letter, by weight."""
NOTATION = """\
E(f) - E(f*) is the excess risk, gamma(x) the margin, g* the conditional mean of U_Y, ||F|| the
largest norm of a row of F, A = sqrt(r) ||F|| U_max. Label sets are words of m bits, permutations
words of positions."""
PREAMBLE = f"""\
{NOTATION} `formal`: a theorem in Coq; `argued`: a derivation in words beside certified
cases; `enumerated`: these alone. Sides are those of the printed inequality, to four digits."""


@dataclass(frozen=True)
class Erratum:
    """A claim that fails: the parts that fail and survive, the repair and what rests on it."""

    claim: Claim
    judgement: Judgement
    repair: Claim | None
    repair_judgement: Judgement | None
    rests_on_it: tuple[str, ...]

    @property
    def failing(self) -> tuple[PartJudgement, ...]:
        """The refuted parts of the reading that the paper means."""
        return tuple(p for p in self.judgement.readings[0].parts if p.verdict is Verdict.REFUTED)

    @property
    def surviving(self) -> tuple[PartJudgement, ...]:
        """The parts of that reading that hold."""
        return tuple(p for p in self.judgement.readings[0].parts if p.verdict in HOLDING)


def errata(report: Report) -> Iterator[Erratum]:
    """The errata among the selected claims, in the order of the ledger."""
    for claim_id in report.selected:
        judgement = report.judged[claim_id]
        if judgement.verdict not in FAILED or judgement.verdict is Verdict.NOT_REPRODUCED:
            continue
        claim = report.ledger[claim_id]
        known = claim.repaired_by in report.ledger.claims
        yield Erratum(
            claim=claim,
            judgement=judgement,
            repair=report.ledger[claim.repaired_by] if known else None,
            repair_judgement=report.judged.get(claim.repaired_by),
            rests_on_it=tuple(
                other for other in report.ledger.claims if claim_id in report.ledger[other].uses
            ),
        )


def group(claim: Claim, table: Sequence[PrintedRow]) -> int:
    """Where in the letter a claim stands: an index into GROUPS."""
    if claim.slip:
        return 3
    if is_statement(claim.source):
        return 0
    cells = {pair[0] for row in table for pair in row.claims}
    return 1 if claim.id in cells or "Table 1" in claim.source else 2


def letter(report: Report) -> list[list[Erratum]]:
    """What the paper says and what fails, group by group; other statements are left out."""
    found = [erratum for erratum in errata(report) if erratum.claim.kind is Kind.PAPER]
    return [
        [e for e in found if group(e.claim, report.ledger.table) == index]
        for index in range(len(GROUPS))
    ]


def tally(report: Report) -> str:
    """How many of the paper's own claims fail: repairs and extensions are not counted."""
    stated = sum(claim.kind is Kind.PAPER for claim in report.ledger.claims.values())
    looked_at = sum(report.ledger[claim].kind is Kind.PAPER for claim in report.selected)
    failing = sum(map(len, letter(report)))
    if looked_at < stated:
        fail = "fails" if failing == 1 else "fail"
        return f"{looked_at} of the paper's {stated} claims looked at: {failing} {fail} as printed"
    return f"Of the paper's {stated} claims, {failing} fail as printed"


def counterexamples(erratum: Erratum) -> Iterator[tuple[str, str]]:
    """For every part that fails: its name, empty for a whole statement, and what shows it."""
    for part in erratum.failing:
        if part.refutation is not None:
            lines = [line for item in loads(part.refutation.document) for line in explain(item)]
            shown = told(part.refutation.case, lines)
            yield "" if part.part == WHOLE else part.part, shown


def strength(judgement: Judgement) -> str:
    """What a repaired statement rests on, and for what it is shown."""
    known = (judgement.strength.value, str(judgement.scope))
    return ", ".join(dict.fromkeys(known))


def errata_markdown(report: Report) -> str:
    """The letter as a Markdown document."""
    groups = letter(report)
    lines = [
        "# Errata",
        "",
        'of "Sharp Analysis of Learning with Discrete Losses" (Nowak-Vila, Bach, Rudi).',
        f"{tally(report)}, in full or in part. Each has",
        "the smallest instance at which it fails, and what is right.",
        "",
        PREAMBLE,
    ]
    reasons: dict[str, str] = {}
    for title, found in zip(GROUPS, groups, strict=True):
        if found:
            lines += ["", f"## {title}"]
        for erratum in found:
            lines += [""] * (not erratum.claim.slip or erratum is found[0])
            lines += [_line(erratum)] if erratum.claim.slip else _entry(erratum, reasons)
            reasons.setdefault(erratum.claim.remark, erratum.claim.id)
    return "\n".join(lines) + "\n"


def _line(erratum: Erratum) -> str:
    """A slip, in one item of a list."""
    claim = erratum.claim
    return f"- **{claim.source}** (`{claim.id}`): {claim.text} **Right**: {claim.remark}"


def _entry(erratum: Erratum, reasons: Mapping[str, str]) -> Iterator[str]:
    """An entry; one of the `reasons` that an entry gives already is not repeated."""
    claim = erratum.claim
    yield f"### {claim.source} (`{claim.id}`)"
    yield ""
    yield claim.text
    for part, shown in counterexamples(erratum):
        yield ""
        yield f"**Fails**{f' ({part})' if part else ''}: {shown}."
    if erratum.surviving:
        yield ""
        yield "**Survives**: " + "; ".join(p.part for p in erratum.surviving) + "."
    if claim.remark:
        yield ""
        same = next((known for said, known in reasons.items() if claim.remark in said), "")
        yield f"**Why**: as for `{same}`." if same else f"**Why**: {claim.remark}"
    if erratum.repair and erratum.repair_judgement:
        yield ""
        yield f"**Right** ({strength(erratum.repair_judgement)}): {erratum.repair.text}"
    if erratum.rests_on_it:
        yield ""
        yield "**Changes** " + ", ".join(f"`{c}`" for c in erratum.rests_on_it)


def errata_text(report: Report) -> str:
    """The letter for a terminal."""
    return markdown_as_text(errata_markdown(report))


def errata_latex(report: Report) -> str:
    """The letter as a LaTeX document of its own."""
    lines = [
        r"\documentclass[10pt,a4paper]{article}",
        r"\usepackage[T1]{fontenc}\usepackage{amsmath,amssymb}",
        r"\usepackage[margin=17mm]{geometry}",
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{3pt}\emergencystretch=3em\sloppy",
        r"\begin{document}\small",
        r"\section*{Errata of ``Sharp Analysis of Learning with Discrete Losses''}",
        rf"{tex(tally(report))}, in full or in part.",
        tex(PREAMBLE.replace("\n", " ")),
    ]
    for title, found in zip(GROUPS, letter(report), strict=True):
        if not found:
            continue
        lines += ["", rf"\subsection*{{{tex(title)}}}"]
        for erratum in found:
            lines += ["", rf"\textbf{{{tex(erratum.claim.source)}.}} {tex(erratum.claim.text)}"]
            for part, shown in () if erratum.claim.slip else counterexamples(erratum):
                named = f" ({tex(part)})" if part else ""
                lines.append(rf"\emph{{Fails}}{named}: {tex(shown)}.")
            if erratum.claim.slip:
                lines.append(rf"\emph{{Right}}: {tex(erratum.claim.remark)}")
            if erratum.repair and erratum.repair_judgement:
                rests = tex(strength(erratum.repair_judgement))
                lines.append(rf"\emph{{Right}} ({rests}): {tex(erratum.repair.text)}")
    lines.append(r"\end{document}")
    return "\n".join(lines) + "\n"


RENDERERS: Mapping[str, Callable[[Report], str]] = MappingProxyType(
    {"text": errata_text, "md": errata_markdown, "latex": errata_latex}
)
