"""Times example-wise-f1-maximizer; run by its own interpreter, since it pins an old scipy.

Usage: python peer_f1_maximizer.py IN.npz OUT.npz. IN holds P (points, m, m), p0 (points,) and
repeats; OUT gets the median CPU seconds for all points and the decoded label sets.
"""

import statistics
import sys
import time

import numpy as np
from example_wise_f1_maximizer.meta_estimator import create_gfm_weight_matrix, gfm


def main(source: str, target: str) -> None:
    given = np.load(source)
    P, p0 = given["P"], given["p0"]
    weights = create_gfm_weight_matrix(P.shape[1])
    seconds = []
    for _ in range(int(given["repeats"])):
        start = time.process_time()
        chosen = [gfm(p, empty, weights) for p, empty in zip(P, p0)]  # noqa: B905
        seconds.append(time.process_time() - start)
    decoded = np.zeros(P.shape[:2], dtype=np.int8)
    for row, labels in zip(decoded, chosen):  # noqa: B905
        row[np.asarray(labels, dtype=int)] = 1
    np.savez(target, seconds=statistics.median(seconds), decoded=decoded)


if __name__ == "__main__":
    main(*sys.argv[1:])
