"""Readers of benchmark data: MULAN (ARFF with XML), LETOR and SVMlight, CSV.

>>> from qstheory.learn.data.loading import load_dataset  # doctest: +SKIP
>>> load_dataset("data", "yeast").Y.shape  # doctest: +SKIP
(2417, 14)
"""
