"""Generated data of the size of known benchmarks, block by block and the same on every machine."""

from collections.abc import Iterator

import numpy as np

FEATURES, PER_QUERY = 136, 120


def letor_blocks(
    queries: int, seed: int, per_block: int = 200
) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """X, grades 0..4 and query ids in the shape of MSLR-WEB10K: 10,000 queries of 120 documents.

    The worth of a document is a smooth function of ten of its 136 features plus noise; grades are
    cut so that, as there, about half of the documents have grade 0 and one in a hundred grade 4.
    """
    shape = np.random.default_rng(12345)
    inner, outer = shape.standard_normal((10, 20)), shape.standard_normal(20) / np.sqrt(20)
    for start in range(0, queries, per_block):
        generator = np.random.default_rng([seed, start])
        count = min(per_block, queries - start)
        query = np.repeat(np.arange(start, start + count), PER_QUERY)
        X = generator.standard_normal((len(query), FEATURES))
        worth = np.tanh(X[:, :10] @ inner / 3) @ outer + 0.5 * generator.standard_normal(len(query))
        y = np.searchsorted(np.array([0.0, 0.75, 1.2, 1.6]), worth)
        yield X, y, query


def label_sets(rows: int, labels: int, inputs: int = 100) -> tuple[np.ndarray, np.ndarray]:
    """Inputs and label sets of which nearly every one is another."""
    generator = np.random.default_rng(0)
    X = generator.standard_normal((rows, inputs))
    logits = X @ generator.standard_normal((inputs, labels)) / np.sqrt(inputs) - 1.0
    logits += 0.5 * generator.standard_normal(logits.shape)
    return X, (logits > 0).astype(np.int8)
