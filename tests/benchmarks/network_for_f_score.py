"""A small network trained for the F-score, beside the same network with cross-entropy.

    python tests/benchmarks/network_for_f_score.py DIR [yeast]

DIR holds the MULAN folders. Both networks have one hidden layer and are stopped by a validation
part; the quadratic surrogate has r outputs and the exact decoder of the F-score, cross-entropy has
one output a label and thresholds of 1/2. Printed is one minus the mean F-score on held-out rows.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import nn

from qstheory.learn.data.loading import load_multilabel
from qstheory.torch import QuadraticLoss

HIDDEN, EPOCHS, BATCH, PATIENCE = 128, 120, 64, 12


@dataclass(frozen=True)
class Risks:
    """Held-out risks of the three predictors."""

    quadratic: float
    thresholded: float
    tuned: float


def network(inputs: int, outputs: int) -> nn.Module:
    """One hidden layer."""
    return nn.Sequential(
        nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Dropout(0.3), nn.Linear(HIDDEN, outputs)
    )


def train(
    outputs: int,
    criterion: Callable[[Any, Any], Any],
    risk: Callable[[Any, Any], float],
    parts: list[tuple[Any, Any]],
    seed: int,
) -> nn.Module:
    """Adam on the first part, the epoch of least risk on the second."""
    torch.manual_seed(seed)
    (X, Y), (V, W) = parts[0], parts[1]
    model = network(X.shape[1], outputs)
    optimiser = torch.optim.Adam(model.parameters(), lr=1e-3, weight_decay=1e-4)
    best, kept, waited = np.inf, {}, 0
    for _ in range(EPOCHS):
        model.train()
        for rows in torch.randperm(len(X)).split(BATCH):
            optimiser.zero_grad()
            criterion(model(X[rows]), Y[rows]).backward()
            optimiser.step()
        model.eval()
        with torch.no_grad():
            now = risk(model(V), W)
        waited += 1
        if now < best:
            best, waited = now, 0
            kept = {name: value.clone() for name, value in model.state_dict().items()}
        if waited == PATIENCE:
            break
    model.load_state_dict(kept)
    return model


def compare(directory: str, name: str = "yeast", seed: int = 0) -> Risks:
    """The held-out risks for one split into 60, 20 and 20 percent."""
    data = load_multilabel(directory, name)
    X = np.asarray(data.X.todense() if hasattr(data.X, "todense") else data.X, dtype=np.float32)
    Y = np.asarray(data.Y, dtype=np.int64)
    order = np.random.default_rng(seed).permutation(len(X))
    first, second = int(0.6 * len(X)), int(0.8 * len(X))
    middle, scale = X[order[:first]].mean(axis=0), X[order[:first]].std(axis=0) + 1e-8
    X = (X - middle) / scale
    parts = [
        (torch.from_numpy(X[rows]), torch.from_numpy(Y[rows]))
        for rows in (order[:first], order[first:second], order[second:])
    ]
    labels = Y.shape[1]
    quadratic = QuadraticLoss("f-score", labels, undefined="one")
    T, held_out = parts[2]

    def loss(predicted: Any, observed: Any) -> float:
        return float(np.mean(quadratic.decoder.loss(np.asarray(predicted), observed.numpy())))

    model = train(quadratic.dimension, quadratic, quadratic.risk, parts, seed)
    entropy = nn.BCEWithLogitsLoss()
    other = train(
        labels,
        lambda scores, y: entropy(scores, y.float()),
        lambda scores, y: float(entropy(scores, y.float())),
        parts,
        seed,
    )
    with torch.no_grad():
        validation, scores = other(parts[1][0]).sigmoid(), other(T).sigmoid()
        grid = np.linspace(0.1, 0.6, 26)
        tuned = min(grid, key=lambda t: loss((validation > t).long(), parts[1][1]))
        return Risks(
            quadratic.risk(model(T), held_out),
            loss((scores > 0.5).long(), held_out),
            loss((scores > tuned).long(), held_out),
        )


if __name__ == "__main__":
    for split in range(3):
        print(compare(*sys.argv[1:3], seed=split))
