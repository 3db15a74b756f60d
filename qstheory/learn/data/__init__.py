"""Readers of benchmark data: MULAN (ARFF with XML), LETOR and SVMlight, CSV.

`loading.load_dataset(directory, name)` finds a data set by what lies in its folder; the package
holds no data itself.
"""
