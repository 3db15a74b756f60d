"""One ranker on generated queries, in a process of its own; the peers' environments run it too.

Usage: python run_ranker.py METHOD QUERIES prints seconds, megabytes and the NDCG of 500 others.
"""

import json
import resource
import sys
import time

import numpy as np
from generated import PER_QUERY, letor_blocks


def ndcg(scores: np.ndarray, y: np.ndarray) -> float:
    """The mean over queries of equal length, exponential gains, log discounts."""
    gains = 2.0 ** y.reshape(-1, PER_QUERY) - 1
    discounts = 1 / np.log2(np.arange(PER_QUERY) + 2)
    order = np.argsort(-scores.reshape(-1, PER_QUERY), axis=1, kind="stable")
    ideal = -np.sort(-gains, axis=1) @ discounts
    attained = np.take_along_axis(gains, order, axis=1) @ discounts
    return float(np.mean(attained / ideal))


def surrogate(queries: int):
    """Streamed: no block is kept."""
    from qstheory.learn import RankingSurrogate

    model = RankingSurrogate(
        loss_parameters={"undefined": "drop"}, n_components=500, gamma=2e-3, alpha=1e-3
    )
    for block in letor_blocks(queries, seed=0):
        model.partial_fit(*block)
    return model.decision_function


def lightgbm(queries: int):
    import lightgbm

    X, y, query = map(np.concatenate, zip(*letor_blocks(queries, seed=0)))  # noqa: B905
    model = lightgbm.LGBMRanker(objective="lambdarank", n_estimators=100, n_jobs=1, verbose=-1)
    return model.fit(X, y, group=np.bincount(query)).predict


def xgboost(queries: int):
    import xgboost

    X, y, query = map(np.concatenate, zip(*letor_blocks(queries, seed=0)))  # noqa: B905
    model = xgboost.XGBRanker(objective="rank:ndcg", n_estimators=100, n_jobs=1)
    return model.fit(X, y, qid=query).predict


def main(method: str, queries: str) -> None:
    start = time.process_time()
    score = {"surrogate": surrogate, "lightgbm": lightgbm, "xgboost": xgboost}[method](int(queries))
    seconds = time.process_time() - start
    X, y, _ = map(np.concatenate, zip(*letor_blocks(500, seed=1)))  # noqa: B905
    found = {
        "seconds": seconds,
        "ndcg": ndcg(np.asarray(score(X)), y),
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
