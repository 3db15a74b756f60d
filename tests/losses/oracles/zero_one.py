"""1(z != y)."""


def entry(z, y, m):
    return int(z != y)
