"""Orders by OR-tools CP-SAT: one worker and a deterministic limit, so that runs repeat exactly.

Costs are scaled to integers; the rounding is accounted for, so that the bounds hold for the costs
as given.

Costs of placing items one after the other, and local search over the orders.

Placing item j at place p after the items S costs places_p (single_j + sum_{l in S} pair_jl): the
form that pairwise disagreement (places 1) and average precision (places 1/p) share.
"""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray

LARGEST_SUM = float(1 << 50)
"""Sums of integers stay below 2^53, which floats hold, and far below what CP-SAT refuses, 2^63."""


def linear_ordering(cost: FloatArray, start: IntArray, effort: float) -> tuple[IntArray, float]:
    """An order of least sum of cost[j, l] over j after l, and a lower bound on that sum."""
    from ortools.sat.python import cp_model

    m = len(cost)
    pairs = list(combinations(range(m), 2))
    # Of i < j: cost[j, i] where i comes first, and `extra` more where j does.
    extra = np.array([cost[i, j] - cost[j, i] for i, j in pairs])
    fixed = sum(float(cost[j, i]) for i, j in pairs)
    model = cp_model.CpModel()
    later = {pair: model.new_bool_var(f"after{pair}") for pair in pairs}
    for i, j, k in combinations(range(m), 3):
        first, second, third = later[i, j], later[j, k], later[i, k]
        model.add_bool_or([~first, ~second, third])
        model.add_bool_or([first, second, ~third])
    positions = np.argsort(start)
    for (i, j), variable in later.items():
        model.add_hint(variable, bool(positions[i] > positions[j]))
    scaled, total, error = _integers(extra)
    model.minimize(sum(int(c) * later[pair] for pair, c in zip(pairs, scaled, strict=True)))
    solver, found = _run(model, effort)
    if not found:
        return start, fixed + float(np.minimum(extra, 0.0).sum())
    wins = np.zeros(m, dtype=np.int64)
    for (i, j), variable in later.items():
        wins[j if solver.value(variable) else i] += 1
    return np.argsort(-wins), fixed + solver.best_objective_bound / LARGEST_SUM * total - error


def prefix_sets(
    worth: FloatArray, drops: FloatArray, start: IntArray, effort: float
) -> tuple[IntArray, float]:
    """An order of greatest sum_p drops_p W(first p items), and an upper bound on that sum.

    W(S) is the sum of worth[j, i] over j >= i in S, drops is not negative, worth lower triangular.
    """
    from ortools.sat.python import cp_model

    m = len(worth)
    model = cp_model.CpModel()
    inside = {(j, p): model.new_bool_var(f"in{j},{p}") for j in range(m) for p in range(m)}
    positions = np.argsort(start)
    for (j, p), variable in inside.items():
        model.add_hint(variable, bool(positions[j] <= p))
        if p:
            model.add_implication(inside[j, p - 1], variable)
    for p in range(m):
        model.add(sum(inside[j, p] for j in range(m)) == p + 1)
    terms: list[Any] = []
    values: list[float] = []
    for p in range(m):
        for j in range(m):
            for i in range(j + 1):
                value = float(worth[j, i] * drops[p])
                if value == 0.0:
                    continue
                both = inside[j, p]
                if i < j:
                    both = model.new_bool_var(f"both{j},{i},{p}")
                    model.add_implication(both, inside[j, p])
                    model.add_implication(both, inside[i, p])
                    model.add_bool_or([~inside[j, p], ~inside[i, p], both])
                terms.append(both)
                values.append(value)
    scaled, total, error = _integers(np.array(values))
    model.maximize(sum(int(c) * term for c, term in zip(scaled, terms, strict=True)))
    solver, found = _run(model, effort)
    if not found:
        return start, np.inf
    counts = [sum(solver.value(inside[j, p]) for p in range(m)) for j in range(m)]
    order = np.argsort(-np.array(counts), kind="stable")
    return order, solver.best_objective_bound / LARGEST_SUM * total + error


def _integers(values: FloatArray) -> tuple[IntArray, float, float]:
    """Integers near values / total * LARGEST_SUM, the total, and what rounding may change.

    The total is the sum of the absolute values: dividing by it first keeps tiny values in range.
    """
    total = float(np.abs(values).sum())
    shares = values / total if total else np.zeros(len(values))
    scaled = np.rint(shares * LARGEST_SUM).astype(np.int64)
    # The sums below and the solver's own arithmetic stay within the last term.
    error = total * (float(np.abs(shares - scaled / LARGEST_SUM).sum()) + 1e-14)
    return scaled, total, error


def _run(model: Any, effort: float) -> tuple[Any, bool]:
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.max_deterministic_time = effort
    # The linear relaxation of these orders is tight; without it the bounds hardly move.
    solver.parameters.linearization_level = 2
    status = solver.solve(model)
    return solver, status in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@dataclass(frozen=True, eq=False)
class Placement:
    """One problem: pair (m, m), single (m,), places (m,)."""

    pair: FloatArray
    single: FloatArray
    places: FloatArray

    def steps(self, order: IntArray) -> FloatArray:
        """single_j + sum of pair_jl over the l before j, along the order."""
        before = np.tril(self.pair[np.ix_(order, order)], -1).sum(axis=1)
        steps: FloatArray = self.single[order] + before
        return steps

    def cost(self, order: IntArray) -> float:
        """The cost of an order, items from first to last."""
        return float(self.places[: len(order)] @ self.steps(order))

    def insertion_costs(self, others: IntArray, item: int) -> FloatArray:
        """The cost of the order of the others with the item put in at each of its m places."""
        m = len(others) + 1
        steps = self.steps(others)
        ahead = np.concatenate([[0.0], np.cumsum(self.places[: m - 1] * steps)])
        moved = self.places[1:m] * (steps + self.pair[others, item])
        behind = np.concatenate([np.cumsum(moved[::-1])[::-1], [0.0]])
        own = self.single[item] + np.concatenate([[0.0], np.cumsum(self.pair[item, others])])
        costs: FloatArray = ahead + behind + self.places[:m] * own
        return costs

    def improve(self, order: IntArray) -> IntArray:
        """Moves single items to their best place while that lowers the cost.

        The result costs no more than the start, and no single move improves it: a local optimum,
        not a certified one.
        """
        best = order.copy()
        slack = 1e-12 * (float(np.abs(self.pair).sum()) + float(np.abs(self.single).sum()))
        improved = True
        while improved:
            improved = False
            for item in order:
                place = int(np.flatnonzero(best == item)[0])
                others = np.delete(best, place)
                costs = self.insertion_costs(others, int(item))
                target = int(np.argmin(costs))
                if costs[target] < costs[place] - slack:
                    best = np.insert(others, target, item)
                    improved = True
        return best
