"""Margins in floats: from the risks, and as the best of one linear program for each prediction."""

from qstheory.certify.kinds.different_lines import DifferentLines
from qstheory.certify.kinds.margins import EveryPredictionAlone, LargestMargin, NeverOptimal
from qstheory.certify.kinds.margins_by_counts import NoiselessMargins, StandingsBySize
from qstheory.losses import resolve
from qstheory.losses.base import Reference
from qstheory.losses.spaces import Label

from .losses import SLACK, lead
from .matrices import matrix, transposed


def _noiseless(proposition: NoiselessMargins) -> bool:
    if proposition.by == "size":
        return _by_size(proposition)
    columns = [sorted(map(float, column)) for column in zip(*matrix(proposition.loss), strict=True)]
    return all(
        abs(column[1] - column[0] - float(margin)) < SLACK
        for column, margin in zip(columns, proposition.margins, strict=True)
    )


def _by_size(proposition: NoiselessMargins) -> bool:
    loss = resolve(proposition.loss)
    columns = zip(loss.observations, zip(*matrix(proposition.loss), strict=True), strict=True)
    found = {
        sum(y) if isinstance(y, tuple) else 1: sorted(map(float, column)) for y, column in columns
    }
    margins = (found[size][1] - found[size][0] for size in sorted(found))
    return all(
        abs(float(margin) - own) < SLACK
        for own, margin in zip(margins, proposition.margins, strict=True)
    )


def _largest(proposition: LargestMargin) -> bool:
    loss = resolve(proposition.loss)
    largest = max(lead(NeverOptimal(proposition.loss, z)) for z in loss.predictions)
    if proposition.relation == "<=":
        return largest <= float(proposition.value) + SLACK
    return largest >= float(proposition.value) - SLACK


def _standing(loss: Reference, z: Label) -> str:
    most = lead(NeverOptimal(loss, z))
    return "tied" if abs(most) < SLACK else "alone" if most > 0 else "never"


def _standings(proposition: StandingsBySize) -> bool:
    predictions = resolve(proposition.loss).predictions
    of_size = {sum(z) if isinstance(z, tuple) else 1: z for z in predictions}
    found = (_standing(proposition.loss, of_size[size]) for size in sorted(of_size))
    return tuple(found) == proposition.standings


def _different(proposition: DifferentLines) -> bool:
    rows = matrix(proposition.loss)
    if proposition.side == "observations":
        rows = transposed(rows)
    return len(set(map(tuple, rows))) == proposition.count


def _alone(proposition: EveryPredictionAlone) -> bool:
    columns = [list(map(float, column)) for column in transposed(matrix(proposition.loss))]
    first = {column.index(min(column)) for column in columns if column.count(min(column)) == 1}
    return len(first) == resolve(proposition.loss).predictions.size


TRUTHS = {
    EveryPredictionAlone: lambda p, _: _alone(p),
    StandingsBySize: lambda p, _: _standings(p),
    DifferentLines: lambda p, _: _different(p),
    NoiselessMargins: lambda p, _: _noiseless(p),
    LargestMargin: lambda p, _: _largest(p),
}
