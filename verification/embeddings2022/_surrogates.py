"""Evidence that a surrogate embeds a loss that is written down, serves a loss, or has a constant.

A surrogate embeds the loss that it embeds and no other up to the order of its predictions: where
the one that is claimed is another, the proof for the true one contradicts the claim.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from qstheory.certify.kinds.embedding import EmbeddedPoint, Embeds
from qstheory.claims import Case, Claimed, Constant, Evidence, Reading, Stance
from qstheory.claims.claim import Formula
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.catalogue import parse as parse_loss
from qstheory.losses.spaces import label
from qstheory.theory.embedding.families import parse
from qstheory.theory.embedding.regret import RegretBound, regret_bound
from qstheory.theory.embedding.representatives import Embedding, embedding, refinement

Rows = Sequence[Sequence[int | Fraction]]
Cases = tuple[Case, ...]
Source = Callable[[Case, Claimed], Iterator[Evidence]]
Named = str | Callable[..., str | Loss]
"""A name with the variables of the case in braces, or a function of their values."""


@cache
def embedded(name: str) -> Embedding:
    """The embedded loss of a known surrogate."""
    form = parse(name)
    return embedding(form.terms, form.observations)


def zero_one(n: int) -> list[list[Fraction]]:
    """1(z != y) on n classes."""
    return [[Fraction(z != y) for y in range(n)] for z in range(n)]


def abstain(n: int, cost: Fraction) -> list[list[Fraction]]:
    """1(z != y), and a last prediction that always costs the same."""
    return [*zero_one(n), [cost] * n]


def named(given: Named, at: Case) -> str | Loss:
    """What is meant at a case.

    >>> named("zero-one:m={m}", Case((("m", 2),)))
    'zero-one:m=2'
    """
    return given.format_map(at) if isinstance(given, str) else given(**at)


def _readings(
    name: str, evidence: Source, tried: Cases, every: str, **claimed: Formula
) -> tuple[Reading, ...]:
    """One reading, at the cases tried, of what is claimed for every case."""
    constants = {key: Constant(formula) for key, formula in claimed.items()}
    return (Reading(name, evidence, tried, every, claimed=constants),)


def embeds(
    surrogate: str,
    published: Callable[..., Rows],
    name: str,
    tried: Cases,
    every: str = "",
    *,
    scale: Formula,
) -> tuple[Reading, ...]:
    """The published loss, times the claimed constant `scale`, is the embedded one.

    Its rows may have predictions that are never alone the best.
    """

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        found = embedded(surrogate.format_map(at))
        factor = said("scale", at)
        claimed = [tuple(factor * Fraction(x) for x in row) for row in published(**at)]
        loss = matrix_loss(claimed, observations=found.observations)
        if set(found.rows) <= set(claimed) and not _lower(claimed, found):
            points = tuple(
                EmbeddedPoint(claimed.index(row), v)
                for row, v in zip(found.rows, found.scores, strict=True)
            )
            yield Evidence(Embeds(loss.reference, found.terms, points), (found.minima,))
        else:
            true = found.evidence
            yield Evidence(true.proposition, (true.certificate,), stance=Stance.CONTRADICTS)

    return _readings(name, evidence, tried, every, scale=scale)


def _lower(rows: Rows, found: Embedding) -> bool:
    """Whether some row is better than the embedded loss at a vertex of its cells."""
    return any(
        sum((p * x for p, x in zip(vertex.distribution, row, strict=True)), Fraction(0))
        < vertex.least
        for vertex in found.vertices
        for row in rows
    )


def serves(surrogate: str, loss: Named, stance: Stance) -> Source:
    """Some link is consistent for the loss, or none is."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        resolved = _resolved(named(loss, at))
        decided = refinement(resolved, _for(resolved, embedded(surrogate.format_map(at)))).evidence
        yield Evidence(decided.proposition, (decided.certificate,), stance=stance)

    return evidence


def consistent(
    surrogate: str, loss: Named, name: str, tried: Cases, every: str = ""
) -> tuple[Reading, ...]:
    """Some link is consistent."""
    return _readings(name, serves(surrogate, loss, Stance.STATES), tried, every)


def inconsistent(
    surrogate: str, loss: Named, name: str, tried: Cases, every: str = ""
) -> tuple[Reading, ...]:
    """No link is consistent."""
    return _readings(name, serves(surrogate, loss, Stance.DENIES), tried, every)


@cache
def least_constant(surrogate: str, loss: str | Loss) -> RegretBound:
    """The regret bound of a surrogate for a loss, computed once."""
    target = _resolved(loss)
    found = _for(target, embedded(surrogate))
    link = refinement(target, found).link
    assert link is not None
    return regret_bound(target, found, link)


def constant(
    surrogate: str, loss: Named, name: str, tried: Cases, every: str = "", *, C: Formula
) -> tuple[Reading, ...]:
    """The least constant of a linear regret bound, over all links, is the claimed `C`."""

    def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
        true = least_constant(surrogate.format_map(at), named(loss, at))
        stance = Stance.STATES if true.constant == said("C", at) else Stance.CONTRADICTS
        certificate = (true.evidence.certificate,)
        yield Evidence(true.evidence.proposition, certificate, stance=stance)

    return _readings(name, evidence, tried, every, C=C)


def _resolved(loss: str | Loss) -> Loss:
    return parse_loss(loss) if isinstance(loss, str) else loss


def _for(loss: Loss, found: Embedding) -> Embedding:
    """The embedding with its observations named as those of the loss, in the same order."""
    return replace(found, observations=tuple(map(label, loss.observations)))
