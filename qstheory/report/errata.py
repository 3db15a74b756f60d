"""The errata: what is wrong in the paper, where, the smallest counterexample, and what is right.

Everything is read off a judged ledger; a claim is listed when its verdict says that it fails.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from qstheory.certify.bundle import loads
from qstheory.claims.claim import Claim, Kind
from qstheory.claims.verdict import FAILED, HOLDING, Judgement, PartJudgement, Verdict
from qstheory.claims.verify import Report
from qstheory.report.instances import explain

PLAIN = {Verdict.REFUTED: "wrong", Verdict.PARTLY_REFUTED: "wrong in part"}


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
                other for other in report.selected if claim_id in report.ledger[other].uses
            ),
        )


def errata_markdown(report: Report) -> str:
    """The errata as a Markdown document."""
    found = list(errata(report))
    own = [erratum for erratum in found if erratum.claim.kind is Kind.PAPER]
    others = [erratum for erratum in found if erratum.claim.kind is not Kind.PAPER]
    stated = sum(report.ledger[claim].kind is Kind.PAPER for claim in report.selected)
    lines = [
        "# Errata",
        "",
        'of "Sharp Analysis of Learning with Discrete Losses" (Nowak-Vila, Bach, Rudi), as judged',
        "by `qstheory verify`: the claim, its place, the smallest instance at which it fails with",
        "the exact numbers there, and the statement that replaces it.",
        "",
        f"Of the paper's {stated} claims, {len(own)} fail as printed, in full or in part.",
        "",
        *_table(own),
    ]
    if others:
        lines += [
            "",
            f"{len(others)} further statements fail that read more into the paper than it says.",
            "",
            *_table(others),
        ]
    for erratum in found:
        lines += ["", *_entry(erratum)]
    return "\n".join(lines) + "\n"


def _table(found: Iterable[Erratum]) -> Iterator[str]:
    yield "| claim | where | verdict | fails at | repaired by |"
    yield "|---|---|---|---|---|"
    for erratum in found:
        repair = f"`{erratum.repair.id}`" if erratum.repair else "none"
        yield (
            f"| [`{erratum.claim.id}`](#{_anchor(erratum.claim.id)}) | {erratum.claim.source} |"
            f" {PLAIN[erratum.judgement.verdict]} | {_instances(erratum)} | {repair} |"
        )


def _anchor(claim: str) -> str:
    return claim.replace(".", "").lower()


def _instances(erratum: Erratum) -> str:
    return "; ".join(
        dict.fromkeys(p.refutation.case or "every case" for p in erratum.failing if p.refutation)
    )


def _entry(erratum: Erratum) -> Iterator[str]:
    claim = erratum.claim
    yield f"## {claim.id}"
    yield ""
    yield f"**Where.** {claim.source}."
    yield ""
    yield f"**What it says.** {claim.text}"
    if claim.latex:
        yield ""
        yield f"$${claim.latex}$$"
    for part in erratum.failing:
        if part.refutation is None:
            continue
        shown = part.refutation
        yield ""
        yield f"**Fails** ({part.part}), {shown.case or 'in every case'}:"
        yield ""
        for item in loads(shown.document):
            for line in explain(item):
                yield f"- {line}"
    if erratum.surviving:
        yield ""
        yield "**Survives.** " + "; ".join(f"{p.part} ({p.scope})" for p in erratum.surviving) + "."
    if claim.remark:
        yield ""
        yield f"**Why.** {claim.remark}"
    if erratum.repair and erratum.repair_judgement:
        judgement = erratum.repair_judgement
        yield ""
        known = (judgement.verdict.value, judgement.strength.value, str(judgement.scope))
        words = ", ".join(dict.fromkeys(known))
        yield f"**What is right** (`{erratum.repair.id}`: {words}). {erratum.repair.text}"
        if erratum.repair.latex:
            yield ""
            yield f"$${erratum.repair.latex}$$"
    if erratum.rests_on_it:
        yield ""
        yield "**Rests on it.** " + ", ".join(f"`{c}`" for c in erratum.rests_on_it) + "."
