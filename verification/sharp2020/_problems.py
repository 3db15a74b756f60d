"""The finite learning problems on which statements of the theory are tried, by name.

    coin g            0-1 loss of one label, P(y = 1) = (1 + g)/2, scores 0 that decode to the worse
    overshoot g       the same with scores 2 g, which decode to the better label
    scaled s g        the coin with s times the loss
    stretched t g     the coin with scores -+t in place of -+1
    ladder n          n inputs of equal weight, the coins with g = 1/n, 2/n, ..., 1
    dyadic p n        coins with gaps 1, 1/2, ..., 2^-n and P(gamma <= 2^-k) = 2^(-pk)
    hamming m e       Hamming loss, independent labels with P(y_j = 1) = (1 + e)/2, scores 0
    random s          seed s: up to 3 inputs, 4 predictions and observations, 3 scores
    clear s           the same with positive margins
    loss NAME s       a loss by name, F = L, U = I, one input with Pi from the seed, g = g*
    sure NAME y       the same with Pi at the observation of index y

In random problems the scores are moved towards g* as far as the wrong decoding allows, so that the
inequalities between excess and surrogate excess are tight.
"""

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import prod

from qstheory import losses
from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.finite_instances import (
    Evaluation,
    FiniteProblem,
    Input,
    Power,
    PowerRelation,
)
from qstheory.claims import Case, Evidence, Stance, Theorem, Told
from qstheory.claims.evidence import WHOLE
from qstheory.losses.base import matrix_loss
from qstheory.losses.spaces import label

HALF = Fraction(1, 2)
EVERY_PROBLEM = "every finite learning problem"


def scaled_coin(scale: Fraction, gap: Fraction, score: Fraction, prediction: int) -> FiniteProblem:
    """s times the 0-1 loss of one label, F = -+s/2, U = -+1, c = s/2."""
    half = scale / 2
    zero = Fraction(0)
    if scale == 1:
        reference = losses.make("hamming", m=1).reference
    else:
        reference = matrix_loss([[zero, scale], [scale, zero]]).reference
    decomposition = AffineDecomposition(
        ((half,), (-half,)), ((Fraction(-1),), (Fraction(1),)), half
    )
    best = int(gap >= 0)
    tossed = Input(Fraction(1), ((1 - gap) / 2, (1 + gap) / 2), (score,), prediction, best)
    return FiniteProblem(reference, decomposition, (tossed,))


def stretched(factor: Fraction, gap: Fraction) -> FiniteProblem:
    """The coin with F = -+1/(2 t), U = -+t."""
    coin = scaled_coin(Fraction(1), gap, Fraction(0), 0)
    half = 1 / (2 * factor)
    form = AffineDecomposition(((half,), (-half,)), ((-factor,), (factor,)), HALF)
    return replace(coin, decomposition=form)


def ladder(n: int) -> FiniteProblem:
    """n coins with gaps 1/n, ..., 1: P(gamma <= t) <= t, with equality at every gap."""
    coins = [scaled_coin(Fraction(1), Fraction(k, n), Fraction(0), 0) for k in range(1, n + 1)]
    inputs = (replace(coin.inputs[0], weight=Fraction(1, n)) for coin in coins)
    return replace(coins[0], inputs=tuple(inputs))


def dyadic(p: int, n: int) -> FiniteProblem:
    """Coins with gaps 2^-k, k <= n: sup P(gamma <= t)/t^p = 1, E gamma^-p = 1 + n (1 - 2^-p)."""
    chances = [Fraction(1, 2 ** (p * k)) for k in range(n + 1)]
    weights = [*(a - b for a, b in pairwise(chances)), chances[-1]]
    coins = [scaled_coin(Fraction(1), Fraction(1, 2**k), Fraction(0), 0) for k in range(n + 1)]
    tossed = (replace(c.inputs[0], weight=w) for c, w in zip(coins, weights, strict=True))
    return replace(coins[0], inputs=tuple(tossed))


def independent_labels(m: int, gap: Fraction) -> FiniteProblem:
    """Hamming loss: all labels 1 is optimal, all labels 0 is decoded from the scores 0."""
    loss = losses.make("hamming", m=m)
    sets = list(product((0, 1), repeat=m))
    signs = tuple(tuple(Fraction(2 * bit - 1) for bit in y) for y in sets)
    decomposition = AffineDecomposition(
        tuple(tuple(-s / (2 * m) for s in row) for row in signs), signs, HALF
    )
    weights = tuple(prod((1 + s * gap) / 2 for s in row) for row in signs)
    x = Input(Fraction(1), tuple(map(Fraction, weights)), (Fraction(0),) * m, 0, len(sets) - 1)
    return FiniteProblem(loss.reference, decomposition, (x,))


def _vector(source: random.Random, size: int) -> Vector:
    return tuple(Fraction(source.randint(-3, 3), source.randint(1, 3)) for _ in range(size))


def distribution(source: random.Random, size: int, least: int = 1) -> Vector:
    """A distribution whose probabilities have numerators from `least` to 6."""
    counts = [source.randint(least, 6) for _ in range(size)]
    counts[0] += sum(counts) == 0
    return tuple(Fraction(count, sum(counts)) for count in counts)


def _decoded(F: tuple[Vector, ...], best: Vector, scores: Vector) -> tuple[Vector, int]:
    """The worst of the decoded predictions, and scores near `best` that still decode to it."""
    risks = [inner(row, best) for row in F]
    values = [inner(row, scores) for row in F]
    ties = [z for z, value in enumerate(values) if value == min(values)]
    z = max(ties, key=lambda k: risks[k])
    limits = [
        (values[k] - values[z]) / (values[k] - values[z] - risks[k] + risks[z])
        for k in range(len(F))
        if risks[k] < risks[z]
    ]
    step = min(limits, default=Fraction(0))
    return tuple(v + (g - v) * step for v, g in zip(scores, best, strict=True)), z


def random_problem(seed: int) -> FiniteProblem:
    """A problem drawn from the seed."""
    source = random.Random(seed)
    predictions, observations, r = (source.randint(a, b) for a, b in ((2, 4), (2, 4), (1, 3)))
    F = tuple(_vector(source, r) for _ in range(predictions))
    U = tuple(_vector(source, r) for _ in range(observations))
    c = Fraction(source.randint(-2, 2))
    loss = matrix_loss([[inner(f, u) + c for u in U] for f in F])
    inputs = []
    for weight in distribution(source, source.randint(1, 3), 1):
        conditional = distribution(source, observations, 0)
        best = tuple(inner(conditional, column) for column in zip(*U, strict=True))
        moved = tuple(g + Fraction(source.randint(-4, 4), source.randint(1, 4)) for g in best)
        scores, z = _decoded(F, best, moved)
        risks = [inner(row, best) for row in F]
        inputs.append(Input(weight, conditional, scores, z, risks.index(min(risks))))
    return FiniteProblem(loss.reference, AffineDecomposition(F, U, c), tuple(inputs))


def of_loss(text: str, number: int, *, sure: bool) -> FiniteProblem:
    """The loss itself as F, one input, and scores g* that decode to the last optimal prediction."""
    loss = losses.parse(text)
    rows = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in loss.predictions)
    size = loss.observations.size
    unit = tuple(tuple(Fraction(i == j) for j in range(size)) for i in range(size))
    Pi = unit[number] if sure else distribution(random.Random(number), size, 0)
    risks = [inner(row, Pi) for row in rows]
    best = [z for z, risk in enumerate(risks) if risk == min(risks)]
    x = Input(Fraction(1), Pi, Pi, best[-1], best[0])
    return FiniteProblem(loss.reference, AffineDecomposition(rows, unit, Fraction(0)), (x,))


def _is_clear(problem: FiniteProblem) -> bool:
    F, U = problem.decomposition.F, problem.decomposition.U
    for x in problem.inputs:
        best = tuple(inner(x.conditional, column) for column in zip(*U, strict=True))
        risks = sorted(inner(row, best) for row in F)
        if risks[0] == risks[1]:
            return False
    return True


@cache
def problem(name: str) -> FiniteProblem:
    """The problem of that name."""
    kind, *given = name.split()
    if kind in ("loss", "sure"):
        return of_loss(given[0], int(given[1]), sure=kind == "sure")
    numbers = [Fraction(text) for text in given]
    if kind == "coin":
        return scaled_coin(Fraction(1), numbers[0], Fraction(0), 0)
    if kind == "overshoot":
        return scaled_coin(Fraction(1), numbers[0], 2 * numbers[0], 1)
    if kind == "scaled":
        return scaled_coin(numbers[0], numbers[1], Fraction(0), 0)
    if kind == "ladder":
        return ladder(int(numbers[0]))
    if kind == "dyadic":
        return dyadic(int(numbers[0]), int(numbers[1]))
    if kind == "stretched":
        return stretched(numbers[0], numbers[1])
    if kind == "hamming":
        return independent_labels(int(numbers[0]), numbers[1])
    seeds: Iterable[int] = range(int(numbers[0]) * 1000, (int(numbers[0]) + 1) * 1000)
    drawn = map(random_problem, seeds)
    return next(p for p in drawn if kind == "random" or _is_clear(p))


def at_problem(at: Case) -> FiniteProblem:
    """The problem that the case names."""
    return problem(str(at["problem"]))


def in_words(name: str) -> str:
    """What the problem of that name is.

    >>> in_words("coin 1/17")
    'a coin with P(1) = 9/17 and the 0-1 loss'
    """
    kind, *given = name.split()
    if kind == "sure":
        certain = list(losses.parse(given[0]).observations)[int(given[1])]
        return f"{given[0]} where y = {label(certain)} is certain"
    numbers = [Fraction(text) for text in given if kind != "loss"]
    chance = (1 + numbers[-1]) / 2 if numbers else HALF
    coin = f"a coin with P(1) = {chance} and"
    match kind:
        case "coin":
            return f"{coin} the 0-1 loss"
        case "overshoot":
            return f"{coin} the 0-1 loss, scored twice as far as it should be"
        case "scaled":
            return f"{coin} {numbers[0]} times the 0-1 loss"
        case "stretched":
            return f"{coin} the 0-1 loss, scores {numbers[0]} times as large as +-1"
        case "hamming":
            return f"{numbers[0]} independent labels with P(1) = {chance} and the Hamming loss"
        case "ladder":
            return f"{numbers[0]} equally likely coins with the margins k/{numbers[0]}"
        case "dyadic":
            margins = f"2^-k, k <= {numbers[1]}"
            return (
                f"coins with the margins {margins}, P(gamma <= t) = t^{numbers[0]} at each of them"
            )
        case "loss":
            return f"{given[0]} at the distribution drawn with the seed {given[1]}"
    margins = " with positive margins" if kind == "clear" else ""
    return f"the problem{margins} drawn with the seed {given[0]}"


def exponent_alone(problem: str, p: int | Fraction) -> tuple[Fraction]:
    """What the theorems take of a case."""
    return (Fraction(p),)


def of_p(name: str, refutes: str = "") -> Theorem:
    """A theorem about real numbers that takes the exponent p of the case."""
    return Theorem(name, refutes=refutes, axioms="reals", arguments=exponent_alone)


def told(name: str) -> Told:
    """The name, told in words."""
    return Told(name, in_words(name))


def compared_at(
    at: Case,
    left: tuple[Power, ...],
    relation: str,
    right: tuple[Power, ...],
    *,
    part: str = WHOLE,
    stance: Stance = Stance.STATES,
) -> Evidence:
    """left <relation> right at the problem of the case."""
    proposition = PowerRelation(at_problem(at), left, relation, right)  # type: ignore[arg-type]
    return Evidence(proposition, (Evaluation(),), part, stance)


def named(*problems: str, **values: Iterable[int | Fraction]) -> tuple[Case, ...]:
    """A case for each problem and combination of the values, problems moving slowest."""
    combinations = list(product(*values.values()))
    return tuple(
        Case((("problem", told(name)), *zip(values, chosen, strict=True)))
        for name in problems
        for chosen in combinations
    )


def drawn(kind: str, count: int, start: int = 0) -> tuple[str, ...]:
    """The names of `count` random problems."""
    return tuple(f"{kind} {seed}" for seed in range(start, start + count))
