"""A formula as an expression of sympy, built node by node: no text is handed over."""

from collections.abc import Mapping

import sympy
from sympy import Expr, Symbol

from qstheory.losses.formula.terms import Apply, Name, Number, Term
from qstheory.theory.families.closed_form import m

a = Symbol("a", integer=True, nonnegative=True)
b = Symbol("b", integer=True, nonnegative=True)
i = Symbol("i", integer=True, nonnegative=True)
NAMES: Mapping[str, Expr] = {"a": a, "b": b, "i": i, "m": m}


def symbolic(
    term: Term, names: Mapping[str, Expr] = NAMES, ratio: int | None = None
) -> Expr | None:
    """The expression, or None where the formula has more than + - * / and integer powers.

    `ratio` is the value of 0/0; without one there is no expression where it occurs.
    """
    match term:
        case Number(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Name(name):
            return names.get(name)
        case Apply("neg", (inner,)):
            positive = symbolic(inner, names, ratio)
            return None if positive is None else -positive
        case Apply("+" | "-" | "*" | "/" | "^" as operation, (left, right)):
            first, second = symbolic(left, names, ratio), symbolic(right, names, ratio)
            if first is None or second is None:
                return None
            return _combined(operation, first, second, ratio)
    return None


def _combined(operation: str, left: Expr, right: Expr, ratio: int | None) -> Expr | None:
    if operation == "+":
        return left + right
    if operation == "-":
        return left - right
    if operation == "*":
        return left * right
    if operation == "/":
        if right == 0:
            return sympy.Integer(ratio) if left == 0 and ratio is not None else None
        return left / right
    return left**right if right.is_Integer and not (left == 0 and right < 0) else None
