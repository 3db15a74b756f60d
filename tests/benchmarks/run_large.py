"""One large fit in a process of its own, so that its memory is its own.

Usage: python run_large.py METHOD ROWS COMPONENTS prints seconds, megabytes and the error.
"""

import json
import resource
import sys
import time

import numpy as np
from generated import label_sets
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline

from qstheory.learn import QuadraticSurrogate

GAMMA, ALPHA = 1 / 200, 1e-6


def zero_one(X, Y, components):
    """The 0-1 loss on label sets."""
    model = QuadraticSurrogate(
        "zero-one", solver="nystrom", n_components=components, gamma=GAMMA, alpha=ALPHA
    )
    return model.fit(X, Y).predict(X[:500])


def hamming(X, Y, components):
    """The Hamming loss: as many outputs as labels."""
    model = QuadraticSurrogate(
        "hamming", solver="nystrom", n_components=components, gamma=GAMMA, alpha=ALPHA
    )
    return model.fit(X, Y).predict(X[:500])


def peer(X, Y, components):
    """scikit-learn's Nystroem and Ridge, label by label."""
    features = Nystroem(gamma=GAMMA, n_components=components, random_state=0)
    ridge = Ridge(alpha=len(X) * ALPHA, fit_intercept=False)
    return make_pipeline(features, ridge).fit(X, 2.0 * Y - 1).predict(X[:500]) > 0


def main(method: str, rows: str, components: str) -> None:
    X, Y = label_sets(int(rows), 50)
    start = time.process_time()
    predicted = {"zero-one": zero_one, "hamming": hamming, "peer": peer}[method](
        X, Y, int(components)
    )
    seconds = time.process_time() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    error = float(np.mean((predicted != Y[:500]).any(axis=1)))
    print(json.dumps({"seconds": seconds, "megabytes": megabytes, "error": error}))


if __name__ == "__main__":
    main(*sys.argv[1:])
