"""Right 0, wrong 1, abstention (one past the last class) its cost."""


def entry(z, y, classes, cost):
    if z == y:
        return 0
    return cost if z not in range(classes) else 1
