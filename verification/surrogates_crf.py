"""Conditional random fields (Sec. 6; App. A.1): what they are consistent for."""

import random
from collections.abc import Iterator
from fractions import Fraction

import sympy

from qstheory import losses
from qstheory.certify.finite import Vector
from qstheory.certify.kinds.log_linear import LogLinearConsistentAt, Potentials
from qstheory.claims import Case, Claim, Claimed, Derivation, Evidence, Reading, Step, cases
from qstheory.claims.evidence import Stance
from qstheory.losses.base import Loss
from verification._algebra import symbols
from verification._labels import ELEVENTHS, label_bits
from verification._problems import distribution
from verification.self_losses import loss_of

OTHERS = (
    "hamming:m=2",
    "f-score:m=2,undefined=one",
    "block-zero-one:m=2,blocks=parity",
    "ordinal-absolute:classes=3",
    "ordinal-squared:classes=3",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
)
"""Square losses that are no multiple of the 0-1 loss."""
CONSISTENT, NO_OTHER = "0-1 is consistent", "no other loss is consistent"
DRAWS = 300


def indicators(size: int) -> tuple[tuple[int, ...], ...]:
    """One feature for each label: scores on the full label set, one clique."""
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


def full_model(loss: Loss, Pi: Vector, decoder: str = "mode") -> LogLinearConsistentAt:
    """One clique: the minimising model is Pi."""
    features = indicators(loss.observations.size)
    return LogLinearConsistentAt(loss.reference, features, Pi, decoder)  # type: ignore[arg-type]


def failing(loss: Loss) -> Vector:
    """A positive distribution with one mode, which is not optimal for the loss."""
    source = random.Random(0)
    observations = list(loss.observations)
    for _ in range(DRAWS):
        Pi = distribution(source, len(observations))
        risks = [
            sum(p * loss.entry(z, y) for p, y in zip(Pi, observations, strict=True))
            for z in loss.predictions
        ]
        mode = Pi.index(max(Pi))
        if Pi.count(max(Pi)) == 1 and risks[mode] > min(risks):
            return Pi
    return Pi


def full_crf(at: Case, said: Claimed) -> Iterator[Evidence]:
    """0-1 at a distribution drawn, and the other loss at one where its mode is not optimal."""
    loss = loss_of(at)
    n = loss.observations.size
    Pi = distribution(random.Random(n), n)
    classes = losses.make("multiclass", classes=n)
    yield Evidence(full_model(classes, Pi), (Potentials(Pi),), CONSISTENT)
    bad = failing(loss)
    yield Evidence(full_model(loss, bad), (Potentials(bad),), NO_OTHER, Stance.DENIES)


def unary_model(name: str, m: int, Pi: Vector) -> tuple[LogLinearConsistentAt, Potentials]:
    """Unary cliques: the model with the marginals of Pi."""
    loss = losses.make(name, m=m)
    marginals = [
        sum((p for p, bits in zip(Pi, label_bits(m), strict=True) if bits[j]), Fraction(0))
        for j in range(m)
    ]
    features = tuple(label_bits(m))
    proposition = LogLinearConsistentAt(loss.reference, features, Pi, "mode")
    return proposition, Potentials(tuple(p / (1 - p) for p in marginals))


def unary_crf(at: Case, said: Claimed) -> Iterator[Evidence]:
    """0-1 with unary cliques, at the distribution of eleven."""
    proposition, certificate = unary_model("zero-one", 2, ELEVENTHS)
    yield Evidence(proposition, (certificate,), CONSISTENT)


def unary_hamming(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Hamming with unary cliques, at distributions drawn."""
    m = at.integer("m")
    Pi = distribution(random.Random(at.integer("seed")), 2**m)
    proposition, certificate = unary_model("hamming", m, Pi)
    yield Evidence(proposition, (certificate,))


def least_risk(at: Case, said: Claimed) -> Iterator[Evidence]:
    """One clique, decoded to a prediction of least risk under the model."""
    loss = loss_of(at)
    for Pi in (failing(loss), distribution(random.Random(7), loss.observations.size)):
        yield Evidence(full_model(loss, Pi, "least-risk"), (Potentials(Pi),))


def model_steps() -> Iterator[Step]:
    """The gradient of the surrogate risk vanishes where model and Pi have the same features."""
    for n in (2, 3):
        v, Pi = symbols("v", n), symbols("p", n)
        risk = sympy.log(sum(sympy.exp(x) for x in v)) * sum(Pi) - sum(
            p * x for p, x in zip(Pi, v, strict=True)
        )
        at_log = {x: sympy.log(sympy.Symbol(f"q{i}", positive=True)) for i, x in enumerate(v)}
        same = {p: sympy.Symbol(f"q{i}", positive=True) for i, p in enumerate(Pi)}
        zero = all(sympy.simplify(sympy.diff(risk, x).subs(at_log).subs(same)) == 0 for x in v)
        yield Step(f"v = log Pi is stationary for {n} labels", zero)


def only_multiples_of_zero_one() -> Iterator[Step]:
    """L_z - L_z' = a_zz' (e_z' - e_z) for all z, z' leaves L = b_y - a 1(z = y), n + 1 numbers."""
    for n in (2, 3, 4, 5):
        rows = []
        for z in range(n):
            for other in range(z + 1, n):
                difference = {y: {(z, y): 1, (other, y): -1} for y in range(n)}
                equations = [difference[y] for y in range(n) if y not in (z, other)]
                equations.append({**difference[z], **difference[other]})
                rows += [
                    [equation.get((i, y), 0) for i in range(n) for y in range(n)]
                    for equation in equations
                ]
        freedom = n * n - sympy.Matrix(rows).rank()
        yield Step(f"{n} labels leave {n} + 1 numbers free", freedom == n + 1)


def consistency_steps() -> Iterator[Step]:
    """The minimiser, and the losses for which the mode is always optimal."""
    yield from model_steps()
    yield from only_multiples_of_zero_one()


CLAIMS = (
    Claim(
        id="surrogate.crf-consistency",
        source="Sec. 6",
        text="CRFs are consistent only for the 0-1 loss (well specified).",
        readings=(
            Reading(
                "one clique, decoded to a mode",
                evidence=full_crf,
                cases=cases(loss=OTHERS),
                ranges_over="every loss other than a 1(z != y) + c(y), every positive Pi",
                parts=(CONSISTENT, NO_OTHER),
                derivation=Derivation(
                    r"$v=\log\Pi$ is the minimiser, so the decoder takes a mode of $\Pi$. Where $z$"
                    r" and $z'$ are the two modes both must be optimal, as a small change of $\Pi$"
                    r" makes either the only one: $(L_z-L_{z'})\cdot\Pi=0$ on an open part of"
                    r" $\Pi_z=\Pi_{z'}$, so $L_z-L_{z'}=a_{zz'}(e_{z'}-e_z)$ and"
                    r" $L(z,y)=b_y-a\,1(z=y)$.",
                    consistency_steps,
                ),
            ),
            Reading(
                "unary cliques, decoded to a mode",
                evidence=unary_crf,
                cases=cases(m=(2,)),
                ranges_over="every positive Pi",
                parts=(CONSISTENT,),
            ),
        ),
        remark="With unary cliques it is consistent for Hamming and not for 0-1"
        " (x.surrogate.crf-unary-hamming); with the least-risk decoder for every loss"
        " (x.surrogate.crf-least-risk). Where Pi has zeros there is no minimiser.",
    ),
    Claim(
        id="x.surrogate.crf-unary-hamming",
        source="completes Sec. 6",
        text="With unary cliques and the mode as decoder a CRF is consistent for Hamming at every"
        " distribution with marginals in (0, 1), well specified or not.",
        readings=(
            Reading(
                "unary cliques",
                evidence=unary_hamming,
                cases=cases(m=(1, 2, 3, 4), seed=range(5)),
                ranges_over="every m and distribution with marginals in (0, 1)",
                derivation=Derivation(
                    r"The model is a product with the marginals of $\Pi$; its modes are the"
                    r" majorities of the labels.",
                    model_steps,
                ),
            ),
        ),
    ),
    Claim(
        id="x.surrogate.crf-least-risk",
        source="completes Sec. 6",
        text="With one clique and the decoder argmin_z sum_y softmax(v)_y L(z, y) a CRF is"
        " consistent for every loss at every positive distribution.",
        readings=(
            Reading(
                "one clique, least risk",
                evidence=least_risk,
                cases=cases(loss=OTHERS),
                ranges_over="every loss with Z = Y and every positive distribution",
                derivation=Derivation("The minimising model is Pi.", model_steps),
            ),
        ),
    ),
)
