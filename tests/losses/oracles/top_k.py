"""Whether the class is missing from the set."""


def entry(z, y, classes, k):
    chosen = [c for c in range(classes) if z[c] == 1]
    assert len(chosen) == k
    return 0 if y in chosen else 1
