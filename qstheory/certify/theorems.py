"""The theorems between what a replay establishes and what it concludes: everything else is shown.

A rule without a theorem concludes by definition, by a property of the real numbers, or by
exhausting cases. `python -m qstheory.certify` names the rows used: "proves ... (modulo ...)".
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Theorem:
    """These facts imply this conclusion: a row of the table, with its source or its proof."""

    name: str
    facts: str
    conclusion: str
    source: str


RA = "Ramaswamy and Agarwal, Convex calibration dimension, JMLR 17 (2016)"

FEASIBLE_SUBSPACE = Theorem(
    "Ramaswamy-Agarwal Thm 16",
    "p is a distribution at which the predictions z, z_1, ..., z_d are optimal, and the d x d minor"
    " of the rows L(z_i, .) - L(z, .) on the support of p is regular",
    "no convex surrogate of dimension below d is calibrated for L",
    f"{RA}, Theorem 16 with Lemma 14: the feasible subspace of the cell of z at p has the dimension"
    " |supp p| - rank D - 1, where D has those rows, as D p = 0 and 1^T p = 1",
)
RANK_SUFFICES = Theorem(
    "Ramaswamy-Agarwal Thm 12",
    "the differences of the rows of L have rank at most d",
    "some convex surrogate of dimension d is calibrated for L",
    f"{RA}, Theorem 12",
)
PROBABILITIES = Theorem(
    "estimating all probabilities but one",
    "there are d + 1 observations",
    "some convex surrogate of dimension d is calibrated for L",
    f"{RA}, after Theorem 12: the quadratic surrogate of d probabilities",
)
RATIOS = Theorem(
    "estimating ratios",
    "weights w of sum 0 have w^T L > 0 everywhere; the differences of rows have rank at most d + 1",
    "some convex surrogate of dimension d is calibrated for L",
    "with a = w^T L and a basis a, U_1, ..., U_d of the differences, a_y |v|^2 / 2 - U_y . v has"
    " the minimiser E U / E a, at which risks are E a (alpha_z + F_z . v) up to a common number",
)
BINARY_ENCODING = Theorem(
    "binary encoded predictions",
    "n classes with the 0-1 loss and a prediction that abstains at a cost of at most 1/2; n <= 2^d",
    "some convex surrogate of dimension d is calibrated for L",
    "max(0, c + c t, c + (1 - c) t) with t = max_j -b_yj v_j for corners b_y of a cube embeds L;"
    " Ramaswamy, Tewari and Agarwal, EJS 12 (2018), for c = 1/2",
)
FLATS = Theorem(
    "Finocchiaro-Frongillo-Waggoner, flats",
    "at p every flat {q : G q = 0} of d rows with G p = 0, on the support of p, leaves the cell of"
    " each prediction that is optimal at p",
    "no convex surrogate of d scores is consistent for L",
    "Finocchiaro, Frongillo and Waggoner, Unifying lower bounds on prediction dimension of convex"
    " surrogates, NeurIPS 2021: minimisers at p link to some z, and those distributions that have"
    " the same minimiser contain such a flat; of surrogates whose risks have minimisers",
)
RANK_ONE = Theorem(
    "rank-one perturbation",
    "L, or the differences of its rows or columns, has a regular r x r minor",
    "rank(L - c 1 1^T) is at least r - 1 for every c, and r when the minor is one of differences",
    "1 1^T has rank one, and differences do not see it",
)
LEVEL = Theorem(
    "level vectors",
    "L v = k 1, or its transpose, where exactly one of k and the sum of v is 0",
    "rank(L - c 1 1^T) >= rank L for every c",
    "with k = 0, (L - c) v = -c (1^T v) 1 puts 1 into the column space; with k = 1 and 1^T v = 0 a"
    " u in the kernel of L - c with t = 1^T u has u - c t v in that of L",
)
COMPONENTS = Theorem(
    "ranks by components of the Johnson scheme",
    "L depends on |z|, |y| and |z & y| alone, or on rankings and bits no matter how the items are"
    " named; its blocks B_ij by types for a core of c labels and N others, and their ranks",
    "rank L is the sum of rank B_ij times ((c choose i) - (c choose i-1)) ((N choose j) - (N choose"
    " j-1)); only B_00 sees the constant one",
    "functions on the sets of size a are a sum of one copy of the irreducible S^(m-j,j) for each"
    " j <= min(a, m-a) (Young's rule), and by Schur's lemma L maps copies to multiples of copies,"
    " and the images of one row span as many copies as its components are independent",
)
RENAMED = Theorem(
    "declared renaming of items",
    "the definition of the loss declares that renaming the items of rankings and observations"
    " changes no entry; there are too many entries to look at them all",
    "L(sigma, y) is L at the first ranking and the renamed y",
    "declared in the file of the loss, and replayed at every entry for fewer items",
)
ORDERED = Theorem(
    "cells in one dimension",
    "no prediction that is optimal at one of three distributions is so between the other two",
    "no convex surrogate of one dimension is calibrated for L",
    "argued in `certify.kinds.three_cells`; such a property is ordered: Lambert (2018), and"
    " Finocchiaro, Frongillo and Waggoner, Embedding dimension of polyhedral losses (2020)",
)
COUNTS = Theorem(
    "counting label sets",
    "a loss and a form that are functions of |z|, |y| and |z & y| agree at every such triple",
    "they agree at every pair of label sets",
    "by construction; an average over the sets of a size is hypergeometric",
)
INDEPENDENT_SETS = Theorem(
    "distances of independent sets",
    "L(z, y) is a positive multiple of the number of elements in one of two sets and not in the"
    " other, for n >= 2 affinely independent sets that are predictions and observations alike",
    "rank L = n, its differences have rank n - 1, and some c has rank(L - c 1 1^T) = n - 1",
    "L = c - s G / 2 for the Gram matrix G of n signs e_z around the point p of their affine hull"
    " next to 0, where G has rank n - 1, c > 0 and L x = c 1 for the weights x of p",
)
POLYNOMIALS = Theorem(
    "ranks of polynomials",
    "L(z, y) = sum_ij a_ij z^i y^j on at least as many classes as powers; the entries at so many",
    "L has the ranks of this part, with and without the constant one",
    "the powers of distinct numbers are linearly independent, and the first is constant",
)
SPANS = Theorem(
    "rows that span",
    "chosen rows, or columns, span all others, exactly or by congruences whose moduli exceed every"
    " minor; with levels x and w where the constant vector is spanned too",
    "rank L is at most their number r; differences have rank r - 1 where there is a level; some"
    " c lowers the rank where w^T x is not 0",
    "L = A B, and L - c 1 1^T = A (I - c x w^T) B with I - x w^T / (w^T x) singular; an integer"
    " that is 0 modulo a number larger than twice its size is 0",
)
ALTERNATIVE = Theorem(
    "theorem of the alternative",
    "w has sum 0 and w^T L >= 0, not all 0",
    "no Pi > 0 gives all predictions the same risk",
    "w^T L Pi > 0, whereas L Pi = c 1 would give c 1^T w = 0",
)
HULL = Theorem(
    "A* as a program over the hull of sign matrices",
    "columns, or a matrix C of the hull of the e e^T; or a dual X = diag(q) B with a bound on"
    " e^T S e",
    "the bound on the least A over all decompositions, and on gamma_2 where rows are used",
    "A*^2 = min over C in conv{e e^T} and c of max_z l_z C^+ l_z^T for l = L - 1 c^T; weak duality,"
    " and (a^T e)^2 >= 1 for integer a of odd sum",
)
GROTHENDIECK = Theorem(
    "Grothendieck's identity",
    "a decomposition whose rows have norms of at most a and b",
    "A* <= sqrt(pi/2) a b",
    "E sign(g.x) sign(g.y) = (2/pi) arcsin(x.y) for unit vectors and a Gaussian g, and powers of a"
    " matrix >= 0 entry by entry are >= 0, so that arcsin C >= C",
)
POLYHEDRAL = Theorem(
    "polyhedral surrogates",
    "for every form, every other prediction and every cell of active pieces a direction of descent,"
    " or a minimiser that decodes to a prediction of larger risk",
    "every minimiser at every distribution decodes to optimal predictions, or not every one does",
    "if v minimises W then 0 <= W'(v; w) <= l(z') - l(z); conversely by the lemma of Farkas 0 is a"
    " subgradient at a v that decodes to z",
)
EMBEDDING = Theorem(
    "embedded losses",
    "the vertices, by double description, of the cells on which one of some scores has the least"
    " risk; there the least surrogate risk, a prediction that is optimal, or a regret bound",
    "the same on the whole cells; and the scores that minimise at given distributions are optimal"
    " for these no more often than one of the points",
    "a concave function that is at least a linear one at the vertices of a polytope is so on it;"
    " Finocchiaro, Frongillo and Waggoner, JMLR 25 (2024); Motzkin and others 1953",
)
QUADRATIC = Theorem(
    "quadratic surrogates",
    "L = F U^T + c",
    "the minimiser sum_y Pi_y U_y decodes to optimal predictions at every Pi",
    "F_z . v + c is the risk of z at the mean v of U",
)
LOG_LINEAR = Theorem(
    "log-linear surrogates",
    "the model of given potentials has the mean features of Pi",
    "every minimiser of the surrogate at Pi gives that model",
    "the surrogate risk is convex, its gradient is the difference of mean features, and it is"
    " strictly convex in the scores up to a constant",
)
MAX_MARGIN = Theorem(
    "duality of max-margin surrogates",
    "a coupling q of Pi with itself, and scores whose surrogate risk is E_q L",
    "the scores are a minimiser",
    "the maximum is at least its mean under q, in which the terms linear in the scores cancel",
)
LINE_DISTANCES = Theorem(
    "max-margin on a line",
    "L(z, y) = |x_z - x_y| for different positions x",
    "every minimiser of the max-margin surrogate with a score for each label decodes to optima",
    "opposite couplings attain the least value, and exceed it when mass moves to a label that is"
    " not optimal",
)
CALIBRATION = Theorem(
    "calibration by weak duality",
    "for every ordered pair multipliers lambda, mu >= 0 and nu with the stated inequalities, affine"
    " in e and valid at both ends of an interval",
    "H(e) is at least the quadratic on the interval",
    "(v-g)^T G (v-g) >= 2 t^T G (v-g) - t^T G t for every t; inequalities affine in e hold between",
)
ENVELOPE = Theorem(
    "convex envelopes",
    "a convex function below H that equals H at the ends of its affine pieces and on all others",
    "it is the largest convex function below H",
    "the envelope lies between it and H at those points, and is convex between them",
)
FARKAS = Theorem(
    "cones and their multipliers",
    "L(z', .) - L(z, .) is a combination >= 0 of the conditions, for every z'",
    "z minimises the weighted loss wherever the conditions hold",
    "an inner product with weights that satisfy the conditions is >= 0",
)
MIXTURES = Theorem(
    "mixtures of predictions",
    "weights >= 0 of sum 1 on other predictions whose mean loss is below, or at most, that of z",
    "z is never optimal, or never alone; the margin is bounded by the mean excess",
    "the least of several numbers is at most their mean",
)
COINS = Theorem(
    "coupling of coins",
    "n odd tosses with mean g",
    "the majority errs with probability at least 1/2 - n g/2",
    "each toss can be coupled with a fair one so that they differ with probability g/2",
)
ENCLOSURES = Theorem(
    "regularity of enclosed matrices",
    "|I - R M| < 1 in the norm of row sums for every M within the enclosures",
    "the matrix within them is regular",
    "the Neumann series of I - (I - R M)",
)
THEOREMS = tuple(row for row in [*vars().values()] if isinstance(row, Theorem))
