"""Binding a statement to a theorem: the generated Coq text, and what the compiler must answer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.proofs.sources import LIBRARY, Sources, digest
from qstheory.proofs.statements import STATEMENTS, Statements

Axioms = Literal["none", "reals"]
Argument = int | Fraction | tuple[Fraction | int, ...]
REALS = frozenset(
    {
        "ClassicalDedekindReals.sig_not_dec",
        "ClassicalDedekindReals.sig_forall_dec",
        "FunctionalExtensionality.functional_extensionality_dep",
        "Epsilon.epsilon_statement",
        "Classical_Prop.classic",
        "Eqdep.Eq_rect_eq.eq_rect_eq",
        "boolp.constructive_indefinite_description",
        "boolp.functional_extensionality_dep",
        "boolp.propositional_extensionality",
    }
)
"""The axioms of the real numbers of the standard library, and of classical logic."""
ALLOWED: dict[Axioms, frozenset[str]] = {"none": frozenset(), "reals": REALS}
PRELUDE = """From mathcomp Require Import all_ssreflect all_algebra ring.
Import GRing.Theory Num.Theory.
Ltac closed t := let v := eval vm_compute in t in progress change t with v.
Ltac numbers := repeat match goal with
  | |- context [subn ?a ?b] => closed (subn a b)
  | |- context [binomial ?a ?b] => closed (binomial a b)
  | |- context [factorial ?a] => closed (factorial a)
  | |- context [divn ?a ?b] => closed (divn a b)
  | |- context [maxn ?a ?b] => closed (maxn a b)
  | |- context [minn ?a ?b] => closed (minn a b)
  | |- context [expn ?a ?b] => closed (expn a b) end.
Ltac instance :=
  rewrite ?/index_iota ?(big_ord_recl, big_ord0, big_cons, big_nil) /= ?/bump ?leq0n ?add1n ?add0n;
  rewrite /=; numbers; rewrite /=; by [|field|ring].
"""
"""What the generated file begins with: `instance` evaluates a constant of a field."""
CLOSED = "Closed under the global context"


@dataclass(frozen=True)
class Instance:
    """A constant of the statement at a case: the Coq definition, its arguments, its value."""

    constant: str
    arguments: tuple[Argument, ...]
    value: Fraction


@dataclass(frozen=True)
class Binding:
    """A statement `claim_...` of Statements.v, the theorem `File.name` that proves it, and the
    constants that the ledger says it has."""

    statement: str
    theorem: str
    axioms: Axioms = "none"
    instances: tuple[Instance, ...] = ()

    @property
    def file(self) -> str:
        """The file of the theorem."""
        return self.theorem.partition(".")[0]

    def fault(self, sources: Sources, statements: Statements) -> str:
        """Why this cannot be bound, told without Coq, or nothing."""
        if statements.fault:
            return statements.fault
        if self.statement not in statements.definitions:
            return f"{STATEMENTS}.v has no {self.statement}"
        if not re.fullmatch(r"\w+\.\w+", self.theorem) or self.file not in sources.texts:
            return f"there is no file for the theorem {self.theorem}"
        spoken_of = {definition.name for definition in statements.closure(self.statement)}
        for instance in self.instances:
            if instance.constant not in spoken_of:
                return f"{self.statement} does not speak of {instance.constant}"
        return sources.forbidden(self.file)

    def claimed_hash(self) -> str:
        """SHA-256 of the constants as the ledger has them."""
        return digest("\n".join(map(repr, self.instances)))


def _numeral(value: Fraction | int, over_a_field: bool) -> str:
    if not over_a_field:
        return str(value)
    number = Fraction(value)
    top = f"{abs(number.numerator)}%:R"
    ratio = top if number.denominator == 1 else f"{top} / {number.denominator}%:R"
    return f"(- ({ratio}) : R)" if number < 0 else f"({ratio} : R)"


def _argument(value: Argument) -> str:
    if isinstance(value, tuple):
        return "[:: " + "; ".join(_numeral(item, True) for item in value) + "]"
    return str(value) if isinstance(value, int) else _numeral(value, True)


def _goal(instance: Instance, statements: Statements) -> str:
    over_a_field = statements.definitions[instance.constant].over_a_field
    arguments = " ".join(map(_argument, instance.arguments))
    left = f"@{LIBRARY}.{STATEMENTS}.{instance.constant} {'R ' if over_a_field else ''}{arguments}"
    if over_a_field:
        right = _numeral(instance.value, True)
        unfold = " ".join(f"/{LIBRARY}.{name}" for name in statements.unfolded(instance.constant))
        goal = f"Goal forall R : realFieldType, ({left} = {right})%R."
        return f"{goal} Proof. move=> R; rewrite {unfold}; instance. Qed."
    if instance.value.denominator != 1 or instance.value < 0:
        return f"Goal {left} = {instance.value}. (* not a natural number *) Proof. by []. Qed."
    return f"Goal {left} = {instance.value}. Proof. by vm_compute. Qed."


def _sentences(binding: Binding, statements: Statements) -> Iterator[str]:
    bound = f"bound_{binding.statement}"
    yield f"Theorem {bound} : {LIBRARY}.{STATEMENTS}.{binding.statement}."
    yield f"Proof. exact @{LIBRARY}.{binding.theorem}. Qed."
    yield f'Redirect "{binding.statement}" Print Assumptions {bound}.'
    for instance in binding.instances:
        yield _goal(instance, statements)


@dataclass(frozen=True)
class Program:
    """A Coq file that binds; `lines` tells which binding each of its lines belongs to."""

    text: str
    lines: tuple[str, ...]


def program(bindings: Iterable[Binding], statements: Statements) -> Program:
    """The file that binds all of them and prints what each rests on into a file of its own."""
    listed = list(bindings)
    files = sorted({binding.file for binding in listed})
    text = [*PRELUDE.splitlines(), f"From {LIBRARY} Require {' '.join([STATEMENTS, *files])}."]
    lines = [""] * len(text)
    for binding in listed:
        said = list(_sentences(binding, statements))
        text += said
        lines += [binding.statement] * len(said)
    return Program("\n".join(text) + "\n", tuple(lines))


def assumptions(printed: str) -> tuple[str, ...]:
    """The names in the answer of `Print Assumptions`, none when the theorem is closed.

    Whatever is no name of an axiom is kept as it is, so that no white list has it.

    >>> assumptions("Closed under the global context")
    ()
    >>> assumptions("Axioms:\\nclassic : forall P : Prop,\\n  P")
    ('classic',)
    """
    text = printed.strip()
    if text == CLOSED:
        return ()
    found = []
    for line in text.splitlines():
        if line == "Axioms:" or line.startswith(" "):
            continue
        name = re.match(r"[\w.']+(?=\s*(?::|$))", line)
        found.append(name.group() if name and "assumed" not in line else line)
    return tuple(sorted(found)) or ("no answer",)
