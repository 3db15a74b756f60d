"""NDCG type: L(sigma, y) = 1 - (1/N(y)) sum_j G(y_j) D_{sigma(j)}, decoded by a sort."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder, Undefined, check_policy, fill, refuse
from qstheory.learn.decoders.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    all_permutations,
    as_integers,
    as_positions,
    as_scores,
    check_k,
    descending_positions,
)

Gain = Literal["exponential", "linear", "eru"]
Discount = Literal["log", "reciprocal", "eru"]


@dataclass(frozen=True, eq=False)
class NDCGDecoder(Decoder):
    """Items by decreasing score, with U_y = G(y)/N(y) and F_sigma = -(D_{sigma(j)})_j, r = m.

    N(y) = max_sigma sum_j G(y_j) D_{sigma(j)}. The gain of grade t is 2^t - 1 (`exponential`),
    t (`linear`), max(t - neutral, 0) (`eru`) or the t-th listed value, from t = 0; the discount at
    position p is 1/log2(p + 1) (`log`), 1/p (`reciprocal`), 2^(1-p) (`eru`) or the p-th listed
    value, and 0 after the cut-off `k`. `undefined` is the
    value of the ratio where no gain is positive. The sort is optimal for weights of any sign, since
    D decreases. Source: Appendix B.3, NDCG-type.

    >>> NDCGDecoder().decode(np.array([[0.2, -1.0, 0.7]]))
    array([[2, 3, 1]])
    """

    gain: Gain | tuple[float, ...] = "exponential"
    discount: Discount | tuple[float, ...] = "log"
    k: int | None = None
    neutral: float = 0.0
    undefined: Undefined = "raise"

    name = "ndcg"
    tie_rule = "items of equal score in their own order"
    observes = "relevances"
    predicts = "permutations"
    examples = (
        {"undefined": "one"},
        {"undefined": "zero", "k": 2, "discount": "reciprocal"},
        {"undefined": "drop", "gain": "eru", "discount": "eru", "neutral": 1.0},
        {"undefined": "one", "gain": (0.0, 1.0, 5.0), "discount": (3.0, 1.0, 1.0, 0.0)},
    )

    @classmethod
    def of(cls, parameters: Mapping[str, object]) -> Decoder | None:
        """As for every decoder; a listed gain begins at grade `low`, and k="all" is no cut-off."""
        given = dict(parameters)
        if given.get("k") == "all":
            given["k"] = None
        gain = given.get("gain")
        if isinstance(gain, tuple):
            given["gain"] = (0,) * int(str(given["low"])) + gain
        return super().of(given)

    def __post_init__(self) -> None:
        """Raises InvalidParameter for an unknown gain, discount or policy, or a bad cut-off."""
        check_policy(self.undefined)
        _check_values("gain", self.gain, get_args(Gain), 1)
        _check_values("discount", self.discount, get_args(Discount), -1)
        if self.k is not None:
            check_k(self.k)
        if not np.isfinite(self.neutral):
            raise InvalidParameter(f"neutral must be a finite number, not {self.neutral!r}.")

    def discounts(self, m: int) -> FloatArray:
        """D_1..D_m; raises InvalidParameter when fewer are listed."""
        places = np.arange(1, m + 1, dtype=np.float64)
        if not isinstance(self.discount, str):
            if len(self.discount) < m:
                raise InvalidParameter(f"discount lists {len(self.discount)} values, not {m}.")
            values = np.array(self.discount[:m], dtype=np.float64)
        else:
            values = {
                "log": 1.0 / np.log2(places + 1),
                "reciprocal": 1.0 / places,
                "eru": 2.0 ** (1 - places),
            }[self.discount]
        cut: FloatArray = np.where(places <= (m if self.k is None else self.k), values, 0.0)
        return cut

    def gains(self, Y: IntArray) -> FloatArray:
        """G(y_j) up to a factor for each row, shape (n, m): the loss depends on no such factor.

        2^t - 1 is taken relative to the power of two of the row's largest grade, so that no grade
        overflows. Raises InvalidParameter for a grade without a listed gain.
        """
        if not isinstance(self.gain, str):
            grades = as_integers(Y, "relevances", 0, len(self.gain) - 1)
            listed: FloatArray = np.array(self.gain, dtype=np.float64)[grades]
            return listed
        relevances = as_integers(Y, "relevances").astype(np.float64)
        if self.gain == "exponential":
            top = relevances.max(axis=1, keepdims=True, initial=0.0)
            gained: FloatArray = np.exp2(relevances - top) - np.exp2(-top)
            return gained
        return relevances if self.gain == "linear" else np.maximum(relevances - self.neutral, 0.0)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = G(y)/N(y), shape (n, m); zero where N(y) = 0."""
        gains, normaliser = self._normalised(Y)
        self._refuse(normaliser == 0)
        features: FloatArray = gains / np.where(normaliser == 0, 1.0, normaliser)[:, None]
        return features

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_sigma = -(D_{sigma(j)})_j, shape (t, m)."""
        positions = as_positions(Z)
        features: FloatArray = -self.discounts(positions.shape[1])[positions - 1]
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """The positions of the items sorted by decreasing score, shape (t, m)."""
        return descending_positions(as_scores(scores))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 - DCG/N row by row."""
        gains, normaliser = self._normalised(Y)
        zero = normaliser == 0
        self._refuse(zero)
        attained = -np.einsum("tj,tj->t", self.prediction_features(Z), gains)
        return fill(1.0 - attained / np.where(zero, 1.0, normaliser), zero, self.undefined, one=0.0)

    def predictions(self, m: int) -> IntArray:
        """All rows of positions."""
        return all_permutations(m)

    def _normalised(self, Y: IntArray) -> tuple[FloatArray, FloatArray]:
        gains = self.gains(Y)
        best = -np.sort(-gains, axis=1) @ self.discounts(gains.shape[1])
        return gains, best

    def _refuse(self, zero: BoolArray) -> None:
        refuse(self.undefined, zero, "NDCG", "an observation without a positive gain")


def _check_values(
    what: str, given: str | tuple[float, ...], words: tuple[str, ...], direction: int
) -> None:
    """Raises InvalidParameter unless a known word, or values >= 0 rising (1) or falling (-1)."""
    if isinstance(given, str):
        if given not in words:
            raise InvalidParameter(
                f"{what} must be one of {', '.join(words)} or a list of values, not {given!r}."
            )
        return
    values = np.asarray(given, dtype=np.float64)
    monotone = values.ndim == 1 and values.size > 0 and (np.diff(values) * direction >= 0).all()
    if not (monotone and np.isfinite(values).all() and (values >= 0).all()):
        course = "increasing" if direction > 0 else "decreasing"
        raise InvalidParameter(f"{what} must list {course} finite values that are not negative.")
