"""Binding a statement to a theorem and to a witness of its premises: the generated Coq text, and
what the compiler must answer."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib.resources import files
from typing import Literal

from qstheory.proofs.sources import (
    DEFINITIONS,
    LIBRARY,
    STATEMENTS,
    WITNESS,
    Sources,
    Statements,
    digest,
)

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
PREMISES = files("qstheory.proofs").joinpath("Premises.v").read_text(encoding="utf-8")
"""How Coq makes, of a statement, the proposition that its premises can be met."""
THOUSAND = 1000
"""Numbers from here on are written by it: well below the 5000 to which Coq computes literals."""
CLOSED = "Closed under the global context"
TOGETHER = "together"
"""What all that should rest on no axiom is asked as: one answer for many statements."""


@dataclass(frozen=True)
class Instance:
    """A constant of the statement at a case: the Coq definition, its arguments, its value."""

    constant: str
    arguments: tuple[Argument, ...]
    value: Fraction


@dataclass(frozen=True)
class Binding:
    """A statement `claim_...` of Statements.v, the theorem `File.name` that proves it, the
    constants that the ledger says it has, and the cited theorems, definitions of Loss.v, that it
    is given.

    Its witness is the theorem `met_claim_...`, in whatever file, that its premises can be met but
    for those it is given; where there is none Coq has to find it, with `meet` of Premises.v. It is
    `unmet` while the ledger owes it, which the record and the claim's page then say."""

    statement: str
    theorem: str
    axioms: Axioms = "none"
    instances: tuple[Instance, ...] = ()
    given: tuple[str, ...] = ()
    unmet: bool = False

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
        for cited in self.given:
            if not statements.premise(self.statement, cited):
                return f"{self.statement} has no premise {cited} that {DEFINITIONS}.v defines"
        if len(witnesses := self.witness_files(sources)) > 1:
            return f"{WITNESS}{self.statement} is in {' and in '.join(witnesses)}"
        return next(filter(None, map(sources.forbidden, (self.file, *witnesses))), "")

    def witness_files(self, sources: Sources) -> tuple[str, ...]:
        """The files with a witness of the statement; more than one is a fault."""
        return sources.witnesses.get(self.statement, ())

    def witness(self, sources: Sources) -> str:
        """The witness as `File.name`, `meet` where Coq has to find it, `none` where it is owed."""
        found = self.witness_files(sources)
        if self.unmet and not found:
            return "none"
        return f"{found[0]}.{WITNESS}{self.statement}" if found else "meet"

    def met_hash(self, sources: Sources) -> str:
        """SHA-256 of how premises are met, of what is given, and of the witness with its files."""
        proofs = map(sources.proof_hash, self.witness_files(sources))
        return digest("\n".join([PREMISES, *self.given, *proofs]))

    def claimed_hash(self) -> str:
        """SHA-256 of the constants as the ledger has them."""
        return digest("\n".join(map(repr, self.instances)))


def _natural(number: int) -> str:
    """A natural number of a field; Coq does not compute with literals of nat above 5000."""
    if number < THOUSAND:
        return f"{number}%:R"
    above, below = divmod(number, THOUSAND)
    return f"({_natural(above)} * {THOUSAND}%:R + {below}%:R)"


def _numeral(value: Fraction | int, over_a_field: bool) -> str:
    if not over_a_field:
        return str(value)
    number = Fraction(value)
    top = _natural(abs(number.numerator))
    ratio = top if number.denominator == 1 else f"{top} / {_natural(number.denominator)}"
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


def _sentences(binding: Binding, sources: Sources, statements: Statements) -> Iterator[str]:
    statement, bound = binding.statement, f"bound_{binding.statement}"
    claim = f"{LIBRARY}.{STATEMENTS}.{statement}"
    yield f"Theorem {bound} : {claim}. Proof. exact @{LIBRARY}.{binding.theorem}. Qed."
    given = ", ".join(f"@{LIBRARY}.{DEFINITIONS}.{name}" for name in binding.given) or "tt"
    if (witness := binding.witness(sources)) == "none":
        yield f"Definition all_{statement} := {bound}."
    else:
        proof = witness if witness == "meet" else f"exact @{LIBRARY}.{witness}"
        met, asked = f"{WITNESS}{statement}", f"ltac:(premises {claim} ({given}))"
        yield f"Theorem {met} : {asked}. Proof. {proof}. Qed."
        yield f"Definition all_{statement} := conj {bound} {met}."
    for instance in binding.instances:
        yield _goal(instance, statements)


@dataclass(frozen=True)
class Program:
    """A Coq file that binds; `lines` tells which binding each of its lines belongs to."""

    text: str
    lines: tuple[str, ...]

    def guilty(self, line: int) -> tuple[str, str]:
        """The statement of a line, from 1, and what it means that Coq refuses the line."""
        unmet = self.text.splitlines()[line - 1].startswith(f"Theorem {WITNESS}")
        why = "its premises are not shown to be met, " if unmet else ""
        return self.lines[line - 1], f"{why}Coq refuses it"


def program(
    bindings: Iterable[Binding], sources: Sources, statements: Statements, one_by_one: bool = False
) -> Program:
    """The file that binds all of them and prints what they rest on: those that should rest on no
    axiom `TOGETHER`, unless each is asked for, the others each into a file of its own."""
    listed = list(bindings)
    needed = sorted(
        {file for binding in listed for file in (binding.file, *binding.witness_files(sources))}
    )
    text = [
        *(PRELUDE + PREMISES).splitlines(),
        f"From {LIBRARY} Require {' '.join([DEFINITIONS, STATEMENTS, *needed])}.",
    ]
    lines = [""] * len(text)
    together = "I"
    for binding in listed:
        said = list(_sentences(binding, sources, statements))
        if one_by_one or binding.axioms != "none":
            said.append(_asked(binding.statement, f"all_{binding.statement}"))
        else:
            together = f"let _ := all_{binding.statement} in {together}"
        text += said
        lines += [binding.statement] * len(said)
    text += [f"Definition {TOGETHER} := {together}.", _asked(TOGETHER, TOGETHER)]
    return Program("\n".join(text) + "\n", (*lines, "", ""))


def _asked(file: str, name: str) -> str:
    return f'Redirect "{file}" Print Assumptions {name}.'


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
