"""For which losses the max-margin surrogate with one clique is consistent (completes Sec. 6)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement

from qstheory import losses
from qstheory.claims import Case, Claimed, Evidence, Reading, Stance, Theorem, Told, cases
from qstheory.claims.statements import extension, tried
from qstheory.losses.base import Loss, matrix_loss

from ._max_margin import everywhere, with_some_decoder
from .self_losses import unit

HIGHEST, ANOTHER = "the highest score is not consistent", "another decoder is"
TRIPLES = tuple(combinations_with_replacement(range(1, 5), 3))
ON_A_LINE = tuple(t for t in TRIPLES if t[0] + t[1] == t[2])
OFF_A_LINE = tuple(t for t in TRIPLES if t[0] + t[1] != t[2])
"""a <= b <= c."""


def symmetric(entries: Sequence[Sequence[int]]) -> Loss:
    """A loss by integers."""
    return matrix_loss([[Fraction(x) for x in row] for row in entries])


def triple(at: Case) -> Loss:
    """L(1, 2) = a, L(1, 3) = b and L(2, 3) = c."""
    a, b, c = map(int, str(at["entries"]).split())
    return symmetric([[0, a, b], [a, 0, c], [b, c, 0]])


def on_a_line(at: Case, said: Claimed) -> Iterator[Evidence]:
    """One entry is the sum of the others."""
    yield everywhere(triple(at), unit(3))


def off_a_line(at: Case, said: Claimed) -> Iterator[Evidence]:
    """None is."""
    yield with_some_decoder(triple(at), unit(3), stance=Stance.DENIES)


def path_of(gaps: Sequence[int]) -> Loss:
    """Distances between points of the line with these gaps."""
    places = [sum(gaps[:i]) for i in range(len(gaps) + 1)]
    return symmetric([[abs(x - y) for y in places] for x in places])


def path(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Points of the line, with the gaps of the case."""
    gaps = [int(gap) for gap in str(at["gaps"]).split()]
    yield everywhere(path_of(gaps), unit(len(gaps) + 1))


def star(at: Case, said: Claimed) -> Iterator[Evidence]:
    """A centre and three leaves."""
    x, y, z = (int(length) for length in str(at["lengths"]).split())
    loss = symmetric(
        [[0, x, y, z], [x, 0, x + y, x + z], [y, x + y, 0, y + z], [z, x + z, y + z, 0]]
    )
    yield everywhere(loss, unit(4), HIGHEST, Stance.DENIES)
    yield with_some_decoder(loss, unit(4), ANOTHER)


def no_decoder(at: Case, said: Claimed) -> Iterator[Evidence]:
    """0-1 with these classes."""
    n = at.integer("classes")
    yield with_some_decoder(losses.make("multiclass", classes=n), unit(n), stance=Stance.DENIES)


CLAIMS = (
    extension("x.surrogate.max-margin-three", "completes Sec. 6")(
        text="With three labels and a symmetric loss, 0 on the diagonal and positive elsewhere, the"
        " SSVM with one clique is consistent exactly when one entry is the sum of the two others;"
        " otherwise no decoder makes it consistent.",
        latex=r"2\max(a,b,c)=a+b+c",
        readings=(
            Reading(
                "consistent when one entry is the sum of the two others",
                evidence=on_a_line,
                cases=cases(entries=[" ".join(map(str, t)) for t in ON_A_LINE]),
                ranges_over="all such a, b, c > 0",
                theorems=(Theorem("MaxMarginConsistency.three_on_a_line"),),
                derivation="The labels lie on a line: x.surrogate.max-margin-paths.",
            ),
            Reading(
                "otherwise no decoder is",
                evidence=off_a_line,
                cases=cases(entries=[" ".join(map(str, t)) for t in OFF_A_LINE]),
                ranges_over="all other a, b, c > 0",
                theorems=(Theorem("MaxMarginConsistency.three_otherwise", word="otherwise"),),
                derivation="With $a=L(1,2)$, $b=L(1,3)$, $c=L(2,3)$. Strict triangle inequalities:"
                r" $v=(c,b,a)$ has every $y'\ne y$ active, so it is a minimiser at each"
                r" $\frac12(e_i+e_j)$, where the third label is not optimal; no label serves all"
                " three. With $c>a+b$: $v=(v_1,c,0)$ with $v_1$ low is a minimiser at $(0,p,1-p)$"
                r" for $p\in[\frac12,1]$; at $p=\frac12$ only label 1 is optimal, at $p=1$ only 2.",
            ),
        ),
        uses=("x.surrogate.max-margin-paths",),
    ),
    extension("x.surrogate.max-margin-paths", "completes Sec. 6")(
        text="When the loss is the distance of points on a line, such as |z - y|, the SSVM with one"
        " clique is consistent.",
        latex=r"L(z,y)=|x_z-x_y|",
        reading="one clique, the highest score is decoded",
        evidence=path,
        cases=cases(gaps=("1", "1 1", "2 3", "1 1 1", "3 1 2", "1 1 1 1")),
        ranges_over="all points on a line",
        theorems=(Theorem("MaxMarginLine.paths"),),
        derivation=r"At the median $m$, $v_y=-L(m,y)$ gives $W=2\,\ell(m)$, and the coupling of"
        r" $\Pi$ with itself in opposite order shows that it is least: edge $f$ with $a_f$ before"
        r" it is crossed with probability $2\min(a_f,1-a_f)$. Let $z$ be decoded and not optimal:"
        " more than half lies on one side of it. Move mass of the second marginal from the next"
        " label $y$ of positive probability on that side to $z$: $W$ is at least the value of the"
        r" opposed coupling, as $v_z\ge v_y$, and every edge between $z$ and $y$ is crossed more"
        " often, the others as often as before.",
    ),
    extension("x.surrogate.max-margin-stars", "completes Sec. 6")(
        text="For the distance on a tree the highest score need not be consistent: on the star with"
        " three edges of length 1 it is not at distributions without mass at the centre, but"
        " another decoder of the same scores is.",
        reading="one clique, three leaves",
        evidence=star,
        cases=cases(lengths=(Told("1 1 1", "edges of the lengths 1, 1, 1"),)),
        parts=(HIGHEST, ANOTHER),
    ),
    extension("x.surrogate.max-margin-zero-one", "completes Sec. 6")(
        text="For the 0-1 loss with three classes or more no decoder makes the SSVM with one clique"
        " consistent.",
        reading="one clique",
        **tried(no_decoder, cases(classes=(3, 4, 5, 6)), "three classes or more"),
        theorems=(Theorem("MaxMargin.no_decoder"),),
        derivation=r"At $\frac12(e_i+e_j)$ the terms $y'=j$ at $i$ and $y'=i$ at $j$ sum to"
        r" $1$, which $v=0$ attains; no class is one of the two for every pair.",
    ),
)
