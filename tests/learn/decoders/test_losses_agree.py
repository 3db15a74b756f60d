"""The decoders' losses against the exact losses of qstheory.losses, entry by entry."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import losses
from qstheory.learn.decoders import decoder_for

POLICIES = ("zero", "one", "drop")
CASES = [
    ("zero-one", {"m": 3}, {}),
    ("block-zero-one", {"m": 3}, {"blocks": "size"}),
    ("block-zero-one", {"m": 3}, {"blocks": "parity"}),
    ("block-zero-one", {"m": 2}, {"blocks": ("a", "b", "b", "c")}),
    ("hamming", {"m": 3}, {}),
    ("prec-at-k", {"m": 4, "k": 2}, {"k": 2}),
    *[("f-score", {"m": 3, "undefined": p}, {"undefined": p}) for p in POLICIES],
    ("f-score", {"m": 3, "undefined": "one", "beta": 2}, {"undefined": "one", "beta": 2.0}),
    *[("pairwise-disagreement", {"m": 4, "undefined": p}, {"undefined": p}) for p in POLICIES],
    *[("pd-graded", {"m": 3, "R": 3, "undefined": p}, {"undefined": p}) for p in POLICIES],
    *[("map", {"m": 4, "undefined": p}, {"undefined": p}) for p in POLICIES],
    *[("reciprocal-rank", {"m": 4, "undefined": p}, {"undefined": p}) for p in POLICIES],
    *[("jaccard", {"m": 3, "undefined": p}, {"undefined": p}) for p in POLICIES],
    *[("pd-graph", {"m": 3, "undefined": p}, {"undefined": p}) for p in POLICIES],
    ("pd-graph", {"m": 3, "normaliser": "none"}, {"normaliser": "none"}),
    ("multiclass", {"classes": 4}, {"classes": 4}),
    ("abstain", {"classes": 3, "cost": "1/4"}, {"classes": 3, "cost": 0.25}),
    ("ordinal-absolute", {"classes": 4}, {"classes": 4}),
    ("ordinal-squared", {"classes": 4}, {"classes": 4}),
    ("top-k", {"classes": 4, "k": 2}, {"classes": 4, "k": 2}),
    (
        "cost-sensitive",
        {"costs": "0 1 2;1 0 1;5 1/2 0"},
        {"costs": [[0, 1, 2], [1, 0, 1], [5, 0.5, 0]]},
    ),
    (
        "tree",
        {"classes": "/ a a/b a/c a/c/d e"},
        {"classes": ("/", "a", "a/b", "a/c", "a/c/d", "e")},
    ),
    *[
        (
            "ndcg",
            {"m": 3, "R": 3, "low": 0, "discount": discount, "gain": gain, "undefined": policy},
            {"discount": discount, "gain": gain, "undefined": policy},
        )
        for discount in ("reciprocal", "eru")
        for gain in ("exponential", "linear", "eru")
        for policy in POLICIES
    ],
    (
        "ndcg",
        {"m": 4, "R": 2, "low": 0, "discount": "reciprocal", "k": 2, "undefined": "one"},
        {"discount": "reciprocal", "k": 2, "undefined": "one"},
    ),
]


def table(space) -> np.ndarray:
    labels = list(space)
    if isinstance(labels[0], str):
        labels = list(range(len(labels)))
    return np.array([label if isinstance(label, tuple) else (label,) for label in labels])


@pytest.mark.parametrize(("name", "exact", "parameters"), CASES)
def test_every_entry(name, exact, parameters):
    loss = losses.make(name, **exact, **{k: v for k, v in parameters.items() if k == "blocks"})
    decoder = decoder_for(name, **parameters)
    Z, Y = table(loss.predictions), table(loss.observations)
    for y, label in zip(Y, loss.observations, strict=True):
        expected = [float(loss.entry(z, label)) for z in loss.predictions]
        got = decoder.loss(Z, np.repeat(y[None], len(Z), axis=0))
        np.testing.assert_allclose(got, expected, atol=1e-14)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "name", ["f-score", "f-score-columns", "jaccard", "map", "ndcg", "reciprocal-rank"]
)
def test_the_value_of_the_ratio_at_zero_over_zero(name, policy):
    decoder = decoder_for(name, undefined=policy)
    Z = np.array([[1, 2]]) if decoder.predicts == "permutations" else np.zeros((1, 2), dtype=int)
    (value,) = decoder.loss(Z, np.zeros((1, 2), dtype=int))
    expected = {"zero": 1.0, "one": 0.0, "drop": np.nan}[policy]
    np.testing.assert_equal(value, expected)


def test_ndcg_by_hand():
    sigma, y = np.array([[3, 1, 2]]), np.array([[2, 0, 1]])
    log = decoder_for("ndcg").loss(sigma, y)[0]
    ideal = 3 + 1 / np.log2(3)
    assert log == pytest.approx(1 - (3 / np.log2(4) + 1 / np.log2(3)) / ideal)
    reciprocal = decoder_for("ndcg", discount="reciprocal", gain="linear", k=2).loss(sigma, y)[0]
    assert reciprocal == pytest.approx(float(1 - Fraction(1, 2) / Fraction(5, 2)))
    eru = decoder_for("ndcg", discount="eru", gain="eru", neutral=1.0).loss(sigma, y)[0]
    assert eru == pytest.approx(0.75)
