"""The dossier of a loss: every finding with the certificates that were judged for it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_args

from qstheory.certify.bundle import Item
from qstheory.errors import InvalidParameter, QstheoryError
from qstheory.losses.base import Loss, MatrixReference
from qstheory.markup import Table, html
from qstheory.theory.decompositions import decomposition_findings
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.dossier_record import Kept, dossier_record
from qstheory.theory.effort import DEFAULT, PARTS, Budget, affordable, as_large_as, decided
from qstheory.theory.findings import (
    Finding,
    Part,
    attempt,
    not_attempted,
    within_digits,
    without,
    writable,
)
from qstheory.theory.subject import Subject
from qstheory.theory.timed import Allowance, Compute, Run, can_fork, until_late
from qstheory.theory.window import is_complete
from qstheory.work.certificates import dumps
from qstheory.work.files import to_data

Progress = Callable[[str], None]


@dataclass(frozen=True, repr=False)
class Dossier:
    """What was found about a loss. `complete` tells whether every entry was looked at.

    `interrupted` tells whether the user stopped the analysis.
    """

    loss: Loss
    complete: bool
    budget: Budget
    findings: tuple[Finding, ...]
    interrupted: bool = False

    def __repr__(self) -> str:
        """The loss and how many findings there are, by status.

        >>> from qstheory import analyze
        >>> analyze("hamming", parts=["dimensions"], m=2)
        Dossier(hamming:m=2, 5 findings: 5 proved)
        """
        counts = Counter(finding.status for finding in self.findings)
        statuses = ", ".join(f"{count} {status}" for status, count in counts.items())
        return f"Dossier({self.loss.title}, {len(self.findings)} findings: {statuses})"

    def __str__(self) -> str:
        """The card: what is known at sight."""
        from qstheory.theory.card import card

        return "\n".join(card(self))

    def part(self, part: Part) -> tuple[Finding, ...]:
        """The findings of one part, in order; raises InvalidParameter for a name that is none."""
        if part not in (known := get_args(Part)):
            raise InvalidParameter(
                f"{part!r} is no part of a dossier; these are: {', '.join(known)}."
            )
        return tuple(finding for finding in self.findings if finding.part == part)

    def finding(self, key: str) -> Finding:
        """The finding of that key; raises KeyError with those that there are."""
        for finding in self.findings:
            if finding.key == key:
                return finding
        keys = ", ".join(finding.key for finding in self.findings)
        raise KeyError(f"{key!r} is no finding of this dossier; these are: {keys}")

    def items(self) -> list[Item]:
        """All certificates, each once, as entries of a certificate file."""
        items: list[Item] = []
        for finding in self.findings:
            for item in finding.items():
                if not any(
                    (item.proposition, item.certificate) == (other.proposition, other.certificate)
                    for other in items
                ):
                    items.append(item)
        return items

    def certificates(self) -> str:
        """The text of the certificate file, which `qstheory check` replays."""
        return dumps(self.items())

    def to_frame(self) -> Any:
        """A pandas DataFrame with a row for each finding; raises MissingExtra without pandas."""
        from qstheory.losses.views import pandas_module

        columns = ("part", "finding", "statement", "status", "value", "meaning")
        rows = [(f.part, f.key, f.statement, f.status, f.value, f.meaning) for f in self.findings]
        return pandas_module().DataFrame(rows, columns=columns, dtype=object)

    def _repr_html_(self) -> str:
        """In a notebook: the card, and every finding with its status behind it."""
        from qstheory.theory.card import card

        rows = ((f.part, f.statement, f.status, f.meaning) for f in self.findings)
        table = Table(("part", "finding", "status", "meaning"), rows).html(self.loss.title, html)
        title, *lines = card(self)
        shown = "<br>".join([escape(title), *map(html, lines)])
        return f"<p>{shown}</p><details><summary>every finding</summary>{table}</details>"

    def to_json(self) -> dict[str, Any]:
        """The dossier as JSON data: rationals as text, verdicts as `decide` gave them."""
        data: dict[str, Any] = to_data(dossier_record(self))
        return data


def decoder_finding(loss: Loss) -> Finding:
    """Part 4: the name, cost and source of the optimal decoder."""
    note = loss.decoder
    statement = f"{note.name}, {note.cost}"
    return Finding("decoder", "decoder", statement, note.name, meaning=note.source)


def optimality_findings(subject: Subject) -> Iterator[Finding]:
    """Part 3 of the dossier."""
    from qstheory.theory.calibration_dimension import calibration_dimension_finding
    from qstheory.theory.optimality import equal_risk, equal_risk_finding

    equal = equal_risk(subject)
    part: Part = "optimality"
    yield attempt(part, "equal-risk", lambda: equal_risk_finding(subject, equal))
    yield attempt(
        part, "calibration-dimension", lambda: calibration_dimension_finding(subject, equal)
    )


def _constants(subject: Subject) -> Iterable[Finding]:
    # The modules of a part are imported with it: where time is short the first parts are there.
    from qstheory.theory.best_constants.findings import constant_findings

    return constant_findings(subject)


def _calibration(subject: Subject) -> Iterable[Finding]:
    from qstheory.theory.calibration.findings import calibration_findings

    return calibration_findings(subject)


def _margins(subject: Subject) -> Iterable[Finding]:
    from qstheory.theory.margin.findings import margin_findings

    return margin_findings(subject)


def _consistency(subject: Subject) -> Iterable[Finding]:
    from qstheory.theory.consistency.findings import consistency_findings

    return consistency_findings(subject)


def _merging(subject: Subject) -> Iterable[Finding]:
    from qstheory.theory.merging import merging_findings

    return merging_findings(subject)


def _needs_exact(part: Part, statement: str) -> list[Finding]:
    from qstheory.theory import irrational

    return [not_attempted(part, part, statement, irrational.EXACT_ONLY)]


Parts = tuple[tuple[Part, Compute], ...]


def _exact_parts(loss: Loss, budget: Budget) -> Parts:
    subject = Subject(loss, budget)
    return (
        ("dimensions", partial(dimension_findings, subject)),
        ("decompositions", partial(decomposition_findings, subject)),
        ("constants", partial(_constants, subject)),
        ("optimality", partial(optimality_findings, subject)),
        ("calibration", partial(_calibration, subject)),
        ("margins", partial(_margins, subject)),
        ("consistency", partial(_consistency, subject)),
        ("decoder", lambda: [decoder_finding(loss)]),
        ("merging", partial(_merging, subject)),
    )


def _irrational_parts(loss: Loss, budget: Budget) -> Parts:
    from qstheory.theory import irrational

    subject = irrational.Irrational(loss, budget)
    return (
        ("dimensions", partial(irrational.dimension_findings, subject)),
        ("decompositions", partial(irrational.decomposition_findings, subject)),
        ("constants", partial(_needs_exact, "constants", "the infimum A* of A")),
        ("optimality", partial(irrational.optimality_findings, subject)),
        ("calibration", partial(_needs_exact, "calibration", "the calibration function H(e)")),
        ("margins", partial(_needs_exact, "margins", "the margin gamma")),
        ("consistency", partial(_needs_exact, "consistency", "consistent surrogates")),
        ("decoder", lambda: [decoder_finding(loss)]),
        ("merging", partial(irrational.merging_findings, subject)),
    )


WIDE = 256
"""Bits of an entry from which on the numbers of a finding may be too long to be written."""


def _is_wide(loss: Loss) -> bool:
    stored = loss.reference
    return isinstance(stored, MatrixReference) and any(
        max(x.numerator.bit_length(), x.denominator.bit_length()) > WIDE
        for x in stored.entries.values
    )


def _part(part: Part, loss: Loss, compute: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """The findings of a part, or one that says why there are no more."""
    try:
        with within_digits():
            yield from map(writable, compute()) if _is_wide(loss) else compute()
    except QstheoryError as error:
        yield without(part, part, f"{part} of {loss.title}", error)


def parts_of(loss: Loss, budget: Budget = DEFAULT, chosen: Sequence[str] = ()) -> Parts:
    """The parts, all or those of these names; raises InvalidParameter for a name that is none."""
    parts = _exact_parts(loss, budget) if loss.rational else _irrational_parts(loss, budget)
    known = [part for part, _ in parts]
    for name in chosen:
        if name not in known:
            raise InvalidParameter(
                f"{name!r} is no part of a dossier; these are: {', '.join(known)}."
            )
    return tuple(
        (part, partial(_part, part, loss, compute))
        for part, compute in parts
        if not chosen or part in chosen
    )


def analyze_loss(
    loss: Loss,
    budget: Budget = DEFAULT,
    progress: Progress | None = None,
    *,
    allowance: Allowance | None = None,
    parts: Sequence[str] = (),
    store: Path | None = None,
) -> Dossier:
    """The dossier of a loss, or some of its parts, perhaps within an allowance of time and memory.

    Without one the findings are the same on every machine; with one it decides what is attempted in
    place of the budget. Finished parts are kept in the folder `store`, and taken up from there.

    >>> from qstheory import losses
    >>> analyze_loss(losses.make("hamming", m=3)).finding("affine-dimension").statement
    'min over c of rank(L - c) = 3'
    """
    report = progress or (lambda part: None)
    given = allowance or Allowance()
    entries = loss.predictions.size * loss.observations.size
    if given.timed:
        names = [part for part, _ in parts_of(loss, budget, parts)]
        budget = affordable(budget, given.shares(names))
        if as_large_as(loss) <= budget.constants:
            budget = replace(budget, constants=max(entries, budget.constants))
    chosen = parts_of(loss, budget, parts)
    if store is not None:
        kept = Kept(store, loss.reference, decided(budget, entries))
        chosen = tuple((part, partial(kept.part, part, compute)) for part, compute in chosen)
    if given.limited and can_fork():
        efforts: dict[str, float] = {
            part: effort.seconds(entries) for part, effort in PARTS.items()
        }
        if loss.counts is not None:
            from qstheory.theory.margin.largest import game_entries

            efforts["margins"] = PARTS["margins"].seconds(min(entries, game_entries(loss.counts)))
        run = Run(chosen, given, loss.reference, report, efforts)
        findings, interrupted = run.findings(), run.interrupted
    else:
        findings, interrupted = list(until_late(chosen, given, report)), False
    return Dossier(loss, is_complete(loss, budget), budget, tuple(findings), interrupted)


def analyze(
    given: Any,
    budget: Budget = DEFAULT,
    progress: Progress | None = None,
    *,
    time: float = inf,
    parts: Sequence[str] = (),
    limits: Mapping[str, float] = MappingProxyType({}),
    memory: int | None = None,
    store: str | Path | None = None,
    **options: Any,
) -> Dossier:
    """The dossier of whatever `as_loss` takes for a loss; `options` are its further arguments.

    What did not come about in time is a finding that says so.

    Parameters
    ----------
    given : str, path, nested list, array, data frame, callable or Loss
        The loss L, predictions x observations.
    budget : Budget
        Sizes up to which each part is attempted, where no time is given.
    progress : callable, optional
        Called with the name of each part before it is computed.
    time : float
        Seconds, divided over the parts.
    parts : sequence of str
        The parts of the dossier that are wanted; all when empty.
    limits : mapping of str to float
        Seconds of their own for some parts.
    memory : int, optional
        The most bytes that are allocated.
    store : str or path, optional
        A folder where finished parts are kept and taken up from; the command keeps them in
        `qstheory.theory.dossier_record.default_folder()`.
    **options
        Further arguments of `as_loss`.

    Returns
    -------
    Dossier
        The findings, each with its certificates.

    Raises
    ------
    UnreadableInput, InvalidParameter
        When `given` is no loss, or an argument is none of those that are known.

    Examples
    --------
    >>> analyze([[0, 1], [1, 0]]).finding("loss").statement
    'rank L = 2'
    >>> analyze("hamming", m=3, parts=["dimensions"], time=30).finding("loss").statement
    'rank L = 4'
    """
    from qstheory.inputs import as_loss

    allowance = Allowance(time, limits, memory)
    loss = as_loss(given, **options)
    folder = None if store is None else Path(store)
    return analyze_loss(loss, budget, progress, allowance=allowance, parts=parts, store=folder)
