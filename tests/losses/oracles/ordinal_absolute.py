"""|z - y|."""


def entry(z, y, classes):
    return z - y if z > y else y - z
