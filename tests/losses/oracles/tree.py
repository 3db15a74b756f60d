"""Breadth-first search in the tree that the paths span."""


def entry(z, y, classes):
    neighbours = {"/": set()}
    for path in classes:
        parent = "/"
        prefix = ""
        for name in [] if path == "/" else path.split("/"):
            prefix += "/" + name
            neighbours.setdefault(prefix, set()).add(parent)
            neighbours[parent].add(prefix)
            parent = prefix
    start, goal = (label if label == "/" else "/" + label for label in (z, y))
    reached, steps = {start}, 0
    while goal not in reached:
        reached |= {other for node in reached for other in neighbours[node]}
        steps += 1
    return steps
