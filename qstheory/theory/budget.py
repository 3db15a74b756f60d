"""How much an analysis may compute before it says so instead."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """Limits of an analysis; what exceeds one is not attempted, and the finding names the limit.

    listed: entries that are looked at although what a named loss declares settles its dimensions;
    stored: entries of a matrix that is given entry by entry; tabulated: entries evaluated by
    counts; evaluated: entries evaluated one by one;
    factors: rows * columns * rank of an explicit decomposition that a replay multiplies out;
    counted: products of features when a closed form is compared by counts;
    program: rows * columns for linear programs;
    intervals: the same for largest margins, and for bounds where exact values are too many;
    rebalanced: the same for narrow intervals of the best constants, instead of wide ones;
    programs: linear programs of one kind;
    calibration, constants, margins, consistency: rows * columns for a calibration function (half as
    many where the surrogate lives on scores), for the best constants, for the margins and for the
    consistency of surrogates.
    """

    listed: int = 1 << 12
    stored: int = 1 << 25
    tabulated: int = 1 << 21
    evaluated: int = 1 << 17
    factors: int = 1 << 23
    counted: int = 1 << 22
    program: int = 1 << 20
    intervals: int = 1 << 15
    rebalanced: int = 1 << 15
    programs: int = 200
    calibration: int = 128
    constants: int = 256
    margins: int = 600
    consistency: int = 16


DEFAULT = Budget()
