"""decide(proposition, certificate) -> proves | refutes | invalid: the one authority on verdicts."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from qstheory.certify.arithmetic import product_fault, regular_modulo
from qstheory.certify.kinds import (
    affine_dimension,
    best_constants,
    calibration,
    calibration_dimension,
    calibration_envelope,
    constants,
    convex_pieces,
    decision_boundary,
    decoding,
    decomposition,
    dominance,
    enclosed_minor,
    equal_risk,
    finite_instances,
    for_every,
    kernel_ridge,
    largest_margin,
    learning_rates,
    least_constant,
    log_linear,
    log_linear_consistency,
    log_sums,
    margin_families,
    max_margin,
    noise_condition,
    polyhedral,
    polyhedral_decoders,
    quadratic_surrogate,
    rank,
    rank_above_by_size,
    rank_by_size,
    ridge_errors,
    self_forms,
    shift,
    sign_hull,
    spectral_norm,
    summation,
    values,
    weight_sums,
)
from qstheory.certify.outcome import Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.errors import QstheoryError

KINDS = (
    affine_dimension,
    best_constants,
    calibration,
    calibration_dimension,
    calibration_envelope,
    constants,
    convex_pieces,
    decision_boundary,
    decoding,
    decomposition,
    dominance,
    enclosed_minor,
    equal_risk,
    finite_instances,
    for_every,
    kernel_ridge,
    largest_margin,
    learning_rates,
    least_constant,
    log_linear,
    log_linear_consistency,
    log_sums,
    margin_families,
    max_margin,
    noise_condition,
    polyhedral,
    polyhedral_decoders,
    quadratic_surrogate,
    rank,
    rank_above_by_size,
    rank_by_size,
    ridge_errors,
    self_forms,
    shift,
    sign_hull,
    spectral_norm,
    summation,
    values,
    weight_sums,
)

STANDARD_LIBRARY = Tools(regular_modulo=regular_modulo, product_fault=product_fault)


def rules() -> Iterable[Rule]:
    """Every rule there is: the closed list of what can be proved and refuted, and by what."""
    for kind in KINDS:
        yield from kind.RULES


@cache
def _table() -> dict[tuple[type, type], Rule]:
    table = {}
    for rule in rules():
        key = (rule.proposition, rule.certificate)
        assert key not in table, f"two rules for {key}"
        table[key] = rule
    return table


def decide(proposition: Any, certificate: Any, tools: Tools = STANDARD_LIBRARY) -> Decision:
    """Replay `certificate` for `proposition`.

    A certificate for another kind of proposition, or one that shows nothing, is `invalid`, with
    the first reason. `tools` may replace the arithmetic by a faster implementation.

    >>> from qstheory import losses
    >>> from qstheory.certify.kinds.rank import Minor, RankAtLeast
    >>> loss = losses.make("hamming", m=1)
    >>> minor = Minor(((0,), (1,)), ((0,), (1,)), modulus=7)
    >>> decide(RankAtLeast(loss.reference, "loss", 2), minor).outcome.value
    'proves'
    """
    rule = _table().get((type(proposition), type(certificate)))
    if rule is None:
        return invalid(
            f"{type(certificate).__name__} is no certificate for {type(proposition).__name__}"
        )
    try:
        return rule.check(proposition, certificate, tools)
    except QstheoryError as error:
        return invalid(str(error))
    except RecursionError:
        return invalid("an expression is nested too deeply")
    except (OverflowError, ValueError):
        # Python refuses to write integers of more than 4300 digits, or to index and shift by them.
        return invalid("a number is too large to be replayed")
