"""(z - y)^2."""


def entry(z, y, classes):
    return z * z - 2 * z * y + y * y
