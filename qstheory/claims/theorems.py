"""The theorem that a reading names, and the binding that is made of it for the compiler."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.claims.cases import Case
from qstheory.claims.constants import Constant
from qstheory.errors import InvalidParameter
from qstheory.proofs.binding import Argument, Axioms, Instance

SMALL, CASES = 6, 5
"""The largest variable, and how many cases, at which constants are compared with Coq's."""


def _identifier(words: str) -> str:
    return re.sub(r"\W+", "_", words).strip("_")


def _integers(**case: Any) -> tuple[Argument, ...]:
    return tuple(value for value in case.values() if isinstance(value, int))


@dataclass(frozen=True)
class Theorem:
    """A theorem of the ledger's folder `coq`, as `File.name`: it proves parts of a reading or, with
    `refutes`, shows that they fail.

    - The statement is `claim_` with the id of the claim, `_` for what is no letter or digit, and
      `__word` behind it when there is a `word`. Empty `parts`: all of them.
    - `refutes` says where the parts fail, such as "every m >= 2". The statement is then `refuted_`
      with the id: what it negates is the reading with the constants that it claims.
    - `axioms` is "reals" when it may rest on those of the real numbers.
    - `given` are the cited theorems, definitions of Loss.v, that are premises of the statement. All
      its other premises must be met by a witness, unless `unmet` says that there is none yet.
    - Every constant that the reading claims is the definition `constant_<id>_<name>`, of which the
      statement speaks, taken at `arguments(**case)`, by default the variables that are integers,
      at small cases. Those in `beside` are no numbers of the statement: a direction, an exponent
      that is written out.
    """

    name: str
    word: str = ""
    parts: tuple[str, ...] = ()
    refutes: str = ""
    axioms: Axioms = "none"
    given: tuple[str, ...] = ()
    unmet: bool = False
    arguments: Callable[..., tuple[Argument, ...]] = _integers
    beside: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a name that is not of the form File.name."""
        if not re.fullmatch(r"\w+\.\w+", self.name):
            raise InvalidParameter(f"A theorem is named as File.name, not {self.name!r}.")

    def covers(self, part: str) -> bool:
        """Whether the theorem is about that part."""
        return not self.parts or part in self.parts

    def statement(self, claim: str) -> str:
        """The name of the proposition.

        >>> Theorem("Hamming.dimension", "zero").statement("x.a-b")
        'claim_x_a_b__zero'
        >>> Theorem("Hamming.not_three", refutes="every m >= 4").statement("x.a-b")
        'refuted_x_a_b'
        """
        says = "refuted" if self.refutes else "claim"
        return f"{says}_{_identifier(claim)}" + (f"__{self.word}" if self.word else "")

    def instances(
        self, claim: str, claimed: Mapping[str, Constant], cases: tuple[Case, ...]
    ) -> Iterator[Instance]:
        """The claimed constants at small cases; raises what a formula or `arguments` raises."""
        small = [
            case
            for case in cases
            if all(value <= SMALL for value in case.values() if isinstance(value, int))
        ]
        for name, constant in claimed.items():
            if name not in self.beside:
                definition = f"constant_{_identifier(claim)}_{_identifier(name)}"
                for case in (small or list(cases))[:CASES]:
                    value = Fraction(constant.formula(**case))
                    yield Instance(definition, tuple(self.arguments(**case)), value)
