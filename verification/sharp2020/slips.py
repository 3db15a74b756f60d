"""Slips of notation, definitions that leave something open, and remarks that are not sharp.

Each is read as it is printed, and fails at a smallest instance; the remark says what is meant.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from qstheory import losses
from qstheory.certify.kinds.constants import measures
from qstheory.claims import Case, Claimed, Evidence, Verdict, cases
from qstheory.claims.statements import Stated, tried

from ._algebra import compared, number
from ._evidence import bits, constant_is
from ._f_score import f_score
from .hamming import sign

SIZES = cases(m=(1, 2, 3))
ENTRY = "8.6-2"


def bayes_risk(at: Case, said: Claimed) -> Iterator[Evidence]:
    """l(z, x) beside E[Y | x] for the 0-1 loss of two labels that are numbers, P(Y = 1) = 3/4."""
    loss, weights = losses.make("multiclass", classes=2), (Fraction(1, 4), Fraction(3, 4))
    mean = sum((Fraction(y) * w for y, w in enumerate(weights)), Fraction(0))
    z = at.integer("prediction")
    risk = sum((w * loss.entry(z, y) for y, w in enumerate(weights)), Fraction(0))
    yield compared(risk, "=", mean)


def pairs(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The largest number of pairs of PD that a permutation is charged, beside |y| (m - |y|)."""
    y = (Fraction(1, at.integer("parts")), Fraction(0))
    size = sum(y, Fraction(0))
    charged = max(
        sum(y[j] < y[k] and order[j] > order[k] for j in range(2) for k in range(2))
        for order in permutations(range(2))
    )
    yield compared(charged, "=", size * (2 - size))


def exponent(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A Hamming loss lies in [0, 1]; the entry, read as it stands, is a difference."""
    left, right = (Fraction(part) for part in ENTRY.split("-"))
    yield compared(left - right, "<=", 1)


def bounds(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(A Q)^2 of the two decompositions of the F-score when Y is the set of all m labels.

    One input and a constant kernel: Q is then the largest mean of a coordinate of U over U_max.
    """
    loss = f_score(at)
    *_, full = loss.observations
    squares = []
    for name in ("repaired-1", "repaired-2"):
        form = loss.closed_form(name)
        found = measures(loss, form, "counts")
        means = form.observation_features(full)
        squares.append(found.r * found.F * max(value**2 for value in means.values()))
    yield compared(squares[0], "<=", squares[1])


def second(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A^2 of the decomposition whose coordinates are A(x), from which O(m^2) decodes."""
    bound = 2 * at.integer("m") ** 2
    yield constant_is(f_score(at), "repaired-2", "squared-constant", bound, relation="<=")


def comparisons(at: Case, said: Claimed) -> Iterator[Evidence]:
    """m log_2 k >= m - 1 as powers of 2: each of m - 1 labels is compared at least once."""
    m, k = at.integer("m"), at.integer("k")
    yield compared(number(k) ** m, ">=", number(2) ** (m - 1))


def solving(at: Case, said: Claimed) -> Iterator[Evidence]:
    """r triangular solves of n^2 after one factorisation of n^3, beside n^3 r."""
    n, r = at.integer("n"), at.integer("r")
    yield compared(n**3 * r, "<=", n**3 + n**2 * r)


def decoded(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Hamming with one label that is 1 for certain, g = g*: f = 0 has the excess 1."""
    loss = losses.make("hamming", m=1)
    zero, one = loss.predictions
    excess = loss.entry(zero, one) - min(loss.entry(z, one) for z in (zero, one))
    yield compared(excess, "<=", 0)


def constant_surrogate(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The surrogate 0 and g = g* fulfil the definition with H(e) = e^2; another g has excess 1."""
    loss = losses.make("hamming", m=1)
    zero, one = loss.predictions
    excess = loss.entry(zero, one) - loss.entry(one, one)
    yield compared(excess**2, "<=", 0)


def decided_label(at: Case, said: Claimed) -> Iterator[Evidence]:
    """(sign(g) + 1)/2 where both labels are as likely; a label v is 0 or 1, so that v^2 = v."""
    loss, half = losses.make("hamming", m=1), Fraction(1, 2)
    mean = sum((half * sign(y[0]) for y in map(bits, loss.observations)), Fraction(0))
    label = Fraction((mean > 0) - (mean < 0) + 1, 2)
    yield compared(label**2, "=", label)


def slip(name: str, source: str) -> Stated:
    """A claim that fails as printed; its remark says what is meant."""
    return Stated(f"slips.{name}", source, {"expected": Verdict.REFUTED, "slip": True})


CLAIMS = (
    slip("bayes-risk", "Sec. 2.1")(
        "The Bayes risk l(z, x) is the conditional expectation of y given x.",
        "as printed",
        **tried(bayes_risk, cases(prediction=(0, 1)), "both predictions"),
        remark="Of L(z, y). For P(Y = 1) = 3/4 the mean of Y is 3/4, the risk of z = 1 is 1/4.",
    ),
    slip("cube", "App. B.3, PD and MAP")(
        "Y = [0, 1]^m = P_m, and the largest number of charged pairs is |y|(m - |y|).",
        "as printed",
        **tried(pairs, cases(parts=(1, 2)), "y = (1/n, 0) for every n >= 1"),
        remark="P_m is {0, 1}^m, and the identity holds there. y = (1/2, 0) has one pair, and"
        " |y|(2 - |y|) = 3/4.",
    ),
    slip("exponent", "Table 2, QS on enron")(
        f"The Hamming loss is {ENTRY}.",
        "as printed",
        **tried(exponent, (Case(),)),
        remark="As it stands 6.6, which is no Hamming loss: 8.6e-2.",
    ),
    slip("sign", "Sec. 3.2 and App. B.3, Hamming")(
        "The decoded label is (sign(g_j) + 1)/2.",
        "as printed",
        **tried(decided_label, (Case(),)),
        remark="For g_j = 0, as where both labels are as likely, it is 1/2; either is optimal.",
    ),
    slip("smaller-bound", "App. B.3, F-score, A = min(A_1, A_2)")(
        "The decomposition with the smaller A has the smaller bound A Q.",
        "as printed",
        **tried(bounds, SIZES, "every m >= 1"),
        remark="Q belongs to a decomposition as A does: with all labels for certain it is 1 in the"
        " first and 2/(m + 1) in the second, whose A Q is smaller for m > 1.",
    ),
    slip("two-decompositions", "Table 1, F-score")(
        "With the decoding in O(m^2) from A(x) goes the constant sqrt(2) m.",
        "as printed",
        **tried(second, SIZES, "every m >= 1"),
        remark="sqrt(2) m is printed for decomposition 1, O(m^2) for decomposition 2, whose printed"
        " constant is m sqrt(2m).",
    ),
    slip("top-k", "Table 1; App. B.3, Prec@k")(
        "The k largest of m numbers are found in O(m log k).",
        "as printed",
        **tried(comparisons, cases(m=(1, 2, 3), k=(1,)), "every m >= 1 and k = 1"),
        remark="m log k is 0 for k = 1, and m - 1 comparisons are needed: O(m log(k + 1)), or O(m)"
        " by selection.",
    ),
    slip("training", "Sec. 4.1")(
        "r kernel ridge regressions on the same inputs take n^3 r operations.",
        "as printed",
        **tried(solving, cases(n=(1, 2, 3), r=(1, 2, 3)), "every n, r >= 1"),
        remark="Enough, not least: one factorisation serves all, O(n^3 + n^2 r).",
    ),
    slip("decoded", "Theorem 3.5 (p. 9), 2")(
        "The bound on the excess risk of f by the surrogate excess of g.",
        "as printed",
        **tried(decoded, (Case(),)),
        remark="f is not defined in the statement: f = d o g. With g = g* and another f the right"
        " side is 0 and the left is not.",
    ),
    slip("quantifiers", "Definition A.3 (p. 16), later called Assumption 1")(
        "A surrogate is calibrated if H bounds the excess at every x; g is not quantified.",
        "as printed",
        **tried(constant_surrogate, (Case(),)),
        remark="For every g and every distribution. With g = g* alone the surrogate 0 is"
        " calibrated, and bounds nothing.",
    ),
)
