"""Calibration of the quadratic surrogate (App. A.1 and A.2): the function, its proof, Jensen."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from qstheory.certify.kinds.finite_instances import Evaluation, PowerRelation
from qstheory.claims import Case, Claimed, Evidence, Kind, Theorem, Told, always, refuted
from qstheory.claims.evidence import WHOLE
from qstheory.claims.statements import claim, extension, fails, fails_partly, tried
from qstheory.theory.margin.distribution import F2, E, R, powers, quantity

from ._problems import EVERY_PROBLEM, at_problem, compared_at, drawn, named
from .quadratic_surrogate import COINS, COMPARISON, LABELS

POINTS = (*COINS, *LABELS, "overshoot 1/2")
CHAIN = (
    "(excess)^2 <= 2 sup^2",
    "2 sup^2 = 4 ||F||^2 ||g - g*||^2",
    "(excess)^2 <= 4 ||F||^2 ||g - g*||^2",
)
DEVIATION, DISTANCE = quantity("deviation"), quantity("score-distance")


def single(at: Case) -> tuple[Case, ...]:
    """The inputs of the problem one by one, each with all the weight, as cases of their own."""
    return tuple(
        Case((("problem", at["problem"]), ("input", Told(str(i), f"input {i + 1}"))))
        for i in range(len(at_problem(at).inputs))
    )


def by_input(names: tuple[str, ...]) -> tuple[Case, ...]:
    """A case for each input of each problem."""
    return tuple(case for at in named(*names) for case in single(at))


def conditional(at: Case) -> Case:
    """The case without the input."""
    return Case((("problem", at["problem"]),))


def at_input(at: Case, left: object, relation: str, right: object, part: str = WHOLE) -> Evidence:
    """left <relation> right at one input with all the weight."""
    problem = at_problem(conditional(at))
    x = replace(problem.inputs[int(str(at["input"]))], weight=Fraction(1))
    proposition = PowerRelation(replace(problem, inputs=(x,)), left, relation, right)  # type: ignore[arg-type]
    return Evidence(proposition, (Evaluation(),), part)


def function(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H(excess) <= surrogate excess at every input, H(e) = e^2 / (constant |F|^2)."""
    left = powers((E, 2))
    right = powers((said("constant", at), 1), (F2, 1), (R, 1))
    yield at_input(at, left, "<=", right)


def attained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Equality at independent labels with P(y_j = 1) = (1 + e)/2 and scores 0."""
    right = powers((said("constant", at), 1), (F2, 1), (R, 1))
    yield compared_at(at, powers((E, 2)), "=", right)


def hamming_value(at: Case, said: Claimed) -> Iterator[Evidence]:
    """m e^2 at the same problems."""
    m = Fraction(str(at["problem"]).split()[1])
    right = powers((m * said("multiple of m", at), 1), (E, 2))
    yield compared_at(at, powers((R, 1)), "=", right, part="attained")
    yield compared_at(at, powers((E, 2), (m, 1)), "<=", powers((R, 1)), part="bound")


def chain(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The three relations of the last display of the proof."""
    twice = powers((said("factor of sup^2", at), 1), (DEVIATION, 2))
    final = powers((4, 1), (F2, 1), (DISTANCE, 1))
    yield at_input(at, powers((E, 2)), "<=", twice, CHAIN[0])
    yield at_input(at, twice, "=", final, CHAIN[1])
    yield at_input(at, powers((E, 2)), "<=", final, CHAIN[2])


def repaired_chain(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The chain with 4 and two inequalities."""
    four = powers((said("factor of sup^2", at), 1), (DEVIATION, 2))
    final = powers((4, 1), (F2, 1), (DISTANCE, 1))
    yield at_input(at, powers((E, 2)), "<=", four, "(excess)^2 <= 4 sup^2")
    yield at_input(at, four, "<=", final, "4 sup^2 <= 4 ||F||^2 ||g - g*||^2")


def jensen(at: Case, said: Claimed) -> Iterator[Evidence]:
    """H(E D) <= E H(D) <= E W - W*, for H(e) = e^2/(4 |F|^2)."""
    mean = quantity("mean-squared-excess")
    yield compared_at(at, powers((E, 2)), "<=", powers((mean, 1)), part="H(E D) <= E H(D)")
    bound = powers((said("constant", at), 1), (F2, 1), (R, 1))
    yield compared_at(at, powers((mean, 1)), "<=", bound, part="E H(D) <= E W - W*")
    yield compared_at(at, powers((E, 2)), "<=", bound, part="H(E) <= R")


def jensen_equality(at: Case, said: Claimed) -> Iterator[Evidence]:
    """E H(D) = E W - W*, as the proof writes."""
    bound = powers((4, 1), (F2, 1), (R, 1))
    yield compared_at(at, powers((quantity("mean-squared-excess"), 1)), "=", bound)


TRIANGLE = (
    r"With $s=\sup_z|\widehat\ell(z,x)-\ell(z,x)|$ the excess is at most $2s$, as"
    r" $\widehat\ell(f(x),x)\le\widehat\ell(f^*(x),x)$, and $s\le\|F\|_\infty\|g-g^*\|$."
)


CLAIMS = (
    claim("calibration.function", "Lemma A.4 (p. 17)")(
        text="H(eps) = eps^2 / (4 ||F||_inf^2) is a calibration function of QS.",
        latex=r"H_{L,S}(\varepsilon)=\frac{\varepsilon^2}{4\|F\|_\infty^2}",
        reading="a convex H with H(excess) <= surrogate excess at every x",
        evidence=function,
        cases=by_input((*POINTS, *drawn("random", 40))),
        ranges_over="every loss, decomposition, Pi and scores",
        claimed={"constant": always(Fraction(4), ("halved", "minus one"))},
        theorems=(Theorem("Calibration.function", arguments=lambda problem, input: ()),),
        derivation=COMPARISON,
        uses=("self.bayes-linear",),
        remark="H is convex, 0 at 0 and positive elsewhere, as the definition asks. Hamming attains"
        " it (x.calibration.sharp); D^2 in place of 4 ||F||^2 is sharper.",
    ),
    extension("x.calibration.sharp", "sharpness of Lemma A.4 (p. 17)")(
        text="4 is best possible: Hamming attains eps^2/(4 ||F||^2) for every m, eps in (0, 1].",
        latex=r"\inf\{\|v-g\|^2:\text{excess}\ge\varepsilon\}=\frac{\varepsilon^2}{4\|F\|^2}",
        reading="independent labels with P(y_j = 1) = (1 + eps)/2, scores 0",
        evidence=attained,
        cases=named(*(f"hamming {m} {e}" for m in range(1, 6) for e in ("1/7", "1/2", "1"))),
        ranges_over="every m >= 1 and eps in (0, 1]",
        claimed={
            "constant": always(
                Fraction(4), ("plus one", "minus one", "doubled", "halved", "squared")
            )
        },
        theorems=(Theorem("Hamming.hamming_sharp"),),
        derivation=r"All labels 0 is decoded from $v=0$; $E=\varepsilon$, $R=m\varepsilon^2$"
        r" and $4\|F\|^2=1/m$.",
        uses=("calibration.function",),
    ),
    extension("x.calibration.hamming", "consequence of Lemma A.4 (p. 17)")(
        text="The best calibration function of QS for Hamming is m eps^2.",
        latex=r"H_{\text{Hamming}}(\varepsilon)=m\varepsilon^2",
        reading="signs as scores",
        evidence=hamming_value,
        cases=named(*(f"hamming {m} {e}" for m in range(1, 6) for e in ("1/3", "1"))),
        ranges_over="every m >= 1 and eps in (0, 1]",
        parts=("attained", "bound"),
        claimed={"multiple of m": always(Fraction(1), ("plus one", "doubled", "halved"))},
        theorems=(Theorem("Hamming.hamming_calibration"),),
        derivation=r"$\varepsilon=\frac1m\sum_{j\in J}|\theta_j|$ over the wrong labels, so"
        r" $\sum_j\theta_j^2\ge m\varepsilon^2$.",
        uses=("calibration.function", "x.calibration.sharp"),
    ),
    *fails_partly("calibration.proof", "proof of Lemma A.4 (p. 17)")(
        text="(excess)^2 <= 2 sup_z (lhat - l)^2 = 4 ||F||^2 ||g - g*||^2.",
        latex=r"(\ell(f)-\ell(f^*))^2\le2\sup_z(\widehat\ell-\ell)^2=4\|F\|^2\|g-g^*\|^2",
        reading="the three relations of the display",
        evidence=chain,
        cases=by_input((*POINTS, *drawn("random", 20))),
        theorems=(
            refuted(
                "RefutedNoise.proof_step",
                "a coin with scores 0, of any margin up to 1",
                *CHAIN[:2],
                arguments=lambda problem, input: (),
            ),
        ),
        ranges_over="every loss, decomposition, Pi and scores",
        parts=CHAIN,
        claimed={"factor of sup^2": always(Fraction(2), ())},
        derivation=TRIANGLE,
        uses=("calibration.function",),
        remark="The conclusion is true; the line before it loses a factor 2, and = should be <=.",
    ).repaired(
        source="the proof of Lemma A.4 (p. 17)",
        text="(excess)^2 <= 4 sup_z (lhat - l)^2 <= 4 ||F||^2 ||g - g*||^2.",
        latex=r"(\ell(f)-\ell(f^*))^2\le4\sup_z(\widehat\ell-\ell)^2\le4\|F\|^2\|g-g^*\|^2",
        reading="as repaired",
        evidence=repaired_chain,
        cases=by_input((*POINTS, *drawn("random", 60))),
        ranges_over="every loss, decomposition, Pi and scores",
        parts=("(excess)^2 <= 4 sup^2", "4 sup^2 <= 4 ||F||^2 ||g - g*||^2"),
        claimed={"factor of sup^2": always(Fraction(4), ("plus one", "minus one", "squared"))},
        theorems=(Theorem("Calibration.proof", arguments=lambda problem, input: ()),),
        derivation=TRIANGLE,
    ),
    claim("calibration.jensen", "Theorem A.5 (p. 17)")(
        text="H(excess risk) <= excess surrogate risk for a convex calibration function H.",
        latex=r"H(\mathcal E(f)-\mathcal E(f^*))\le\mathcal R(g)-\mathcal R(g^*)",
        reading="the calibration function of QS",
        evidence=jensen,
        cases=named(*POINTS, *drawn("random", 40)),
        ranges_over=f"{EVERY_PROBLEM}, H of the quadratic surrogate",
        parts=("H(E D) <= E H(D)", "E H(D) <= E W - W*", "H(E) <= R"),
        claimed={"constant": always(Fraction(4), ("halved",))},
        theorems=(Theorem("Calibration.jensen_mean"),),
        derivation="Jensen's inequality for the convex H, then calibration at every x; for a"
        " square the gap of Jensen's inequality is a sum of squares.",
        uses=("calibration.function",),
        remark="The proof writes = where calibration gives <= (x.calibration.jensen-equality). The"
        " 'Assumption 1' of the theorem is the definition of calibration; no assumption has that"
        " number.",
    ),
    fails("x.calibration.jensen-equality", "proof of Theorem A.5 (p. 17)")(
        kind=Kind.EXTENSION,
        text="E H(excess of f(X)) = excess surrogate risk, as the proof writes.",
        latex=r"\mathbb E H(\ell(d\circ g)-\ell(f^*))=\mathbb E\,W(g)-W(g^*)",
        reading="the calibration function of QS",
        **tried(jensen_equality, named("overshoot 1/2", "coin 1/2"), EVERY_PROBLEM),
        repaired_by="calibration.jensen",
    ),
)
