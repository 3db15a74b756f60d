"""1(z in B_j, y not in B_j for some j): the blocks are written out as lists of sets."""

from itertools import product


def entry(z, y, m, blocks):
    sets = list(product((0, 1), repeat=m))
    if blocks == "size":
        keys = [sum(s) for s in sets]
    elif blocks == "parity":
        keys = [sum(s) % 2 for s in sets]
    elif blocks == "empty":
        keys = [any(s) for s in sets]
    elif blocks == "singletons":
        keys = sets
    else:
        keys = blocks
    partition = {}
    for s, key in zip(sets, keys, strict=True):
        partition.setdefault(key, []).append(s)
    return int(any(z in block and y not in block for block in partition.values()))
