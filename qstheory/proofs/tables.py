"""Entries of the package's losses as Coq tables, which Coq compares with the losses of Loss.v.

A table has a row for each prediction and observation of a small loss. Coq evaluates the twin of the
loss on lists (Twins.v) at every pair, finds the row and compares; the theorem that follows speaks
of the loss of Loss.v itself.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from qstheory.losses import make
from qstheory.losses.base import Loss
from qstheory.losses.ndcg import discount_weights, gain_function
from qstheory.proofs.sources import LIBRARY, Sources, digest

TWINS = "Twins"
HEAD = f"""From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From {LIBRARY} Require Import Loss Twins.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Local Open Scope ring_scope.
"""


Code = tuple[str, str, str]
"""The code of a label, the lists that it lies in, and the proof of that."""


@dataclass(frozen=True)
class Table:
    """A loss of the package beside what it is in Coq.

    - `function` is the loss of Loss.v over a field R, `twin` that on lists, `link` the proof that
      they agree; the table holds the entries, or what they lack to 1 when `complement` is set.
    - `row` and `column` are the codes of a prediction and of an observation, each with the lists
      that it lies in and the proof of that. `low` is the number of the lowest grade.
    """

    loss: Loss
    function: str
    twin: str
    link: str
    row: Code
    column: Code
    complement: bool = False
    low: int = 0

    def text(self, name: str) -> str:
        """The table, what Coq evaluates, and the theorem."""
        rows = ";\n".join(self._rows())
        (row, rows_in, row_in), (column, columns_in, column_in) = self.row, self.column
        out = "(fun x => 1 - x)" if self.complement else "id"
        return f"""(* {self.loss.name} *)
Definition table_{name} : seq row := [:: {rows}].
Lemma check_{name} : agrees {self.twin} {rows_in} {columns_in} table_{name}.
Proof. by vm_compute. Qed.
Theorem entries_{name} (R : realFieldType) z y :
  exists2 a, entry_of ({row} z) ({column} y) table_{name} = Some a &
    {self.function} z y = {out} (value R a).
Proof.
by move: z y; apply: (tabled (out := {out}) (cz := {row}) (cy := {column}) _ _ _ check_{name});
  [{self.link}|{row_in}|{column_in}].
Qed.
"""

    def _rows(self) -> Iterator[str]:
        for z in self.loss.predictions:
            for y in self.loss.observations:
                assert isinstance(z, tuple)
                assert isinstance(y, tuple)
                entry = self.loss.entry(z, y)
                shown = 1 - entry if self.complement else entry
                grades = tuple(grade - self.low for grade in y)
                yield f"({_list(z)}, {_list(grades)}, ({shown.numerator}, {shown.denominator})%N)"


def _list(numbers: tuple[int, ...]) -> str:
    return f"[:: {'; '.join(map(str, numbers))}]%N" if numbers else "[::]"


EMPTY = {"zero": 0, "one": 1}
"""What a ratio 0/0 is by the policies other than `drop`, for which it does not matter."""


def _sets(m: int) -> Code:
    return f"@bits {m}", f"(label_sets {m})", "exact: bits_word"


def _orders(m: int) -> Code:
    return f"@places {m}", f"(orders {m})", "exact: orders_word"


def _chosen(m: int, predicate: str, sizes: str, why: str) -> Code:
    """The label sets of a predicate of Loss.v, which is about their sizes for the reason given."""
    kind = "{y : {set 'I_" + str(m) + "} | @" + f"{predicate} {m} y" + "}"
    size = f"(fun k => {sizes})"
    return (
        f"(fun y : {kind} => @bits {m} (val y))",
        f"(sets_where {size} {m})",
        f"move=> y; exact: (@sets_word {m} (@{predicate} {m}) {size} y {why})",
    )


def _nonempty(m: int) -> Code:
    return _chosen(m, "nonempty", "k != 0%N", f"(@nonempty_of {m})")


def _defined(policy: str, m: int, loss: str, predicate: str, columns: Code) -> tuple[str, Code]:
    """The loss on label sets, or on those of the predicate alone where others are dropped."""
    if policy == "drop":
        return f"@restrict R _ _ (@{predicate} {m}) ({loss})", columns
    return loss, _sets(m)


def _labels() -> Iterator[Table]:
    for m in (1, 2, 3, 4):
        sets = _sets(m)
        of_sets = "[finType of {set 'I_" + str(m) + "}]"
        yield Table(make("zero-one", m=m), f"zero_one R (T := {of_sets})", "zero_one_of",
                    "exact: zero_one_twin", sets, sets)  # fmt: skip
        yield Table(make("hamming", m=m), f"hamming R (m := {m})", "hamming_of",
                    "exact: hamming_twin", sets, sets)  # fmt: skip
    for m, blocks, of, twin, why in (
        (3, "size", "#|z|", "size_of", "size_ofE"),
        (3, "parity", "odd #|z| : nat", "(fun l => odd (size_of l) : nat)", "size_ofE"),
        (3, "empty", "z == set0 : nat", "(fun l => size_of l == 0%N : nat)", "empty_of"),
    ):
        yield Table(
            make("block-zero-one", m=m, blocks=blocks),
            "block_zero_one R (fun z : {set 'I_" + str(m) + "} => (" + of + ")%N)",
            f"(block_of {twin})",
            f"by move=> z y; rewrite -block_twin /block_zero_one !{why}",
            _sets(m),
            _sets(m),
        )
    for m, k in ((1, 1), (2, 1), (3, 1), (3, 2), (3, 3), (4, 2)):
        row = (f"(fun z : k_sets {m} {k} => @bits {m} (val z))",
               f"(sets_where (fun n => n == {k}%N) {m})",
               "by move=> z; rewrite mem_filter bits_word prec_size")  # fmt: skip
        yield Table(make("prec-at-k", m=m, k=k), f"@prec_at_k R {m} {k}", f"(prec_of {k})",
                    "exact: prec_twin", row, _sets(m), complement=True)  # fmt: skip


def _f_scores() -> Iterator[Table]:
    for m, beta in ((1, 1), (2, 1), (3, 1), (3, 2), (3, Fraction(1, 2)), (4, 1)):
        w = Fraction(beta) ** 2
        pair = f"({w.numerator}, {w.denominator})%N"
        for policy in ("zero", "one", "drop"):
            e = EMPTY.get(policy, 0)
            loss = f"@f_beta_loss R (value R {pair}) {e}%:R {m}"
            function, column = _defined(policy, m, loss, "nonempty", _nonempty(m))
            yield Table(make("f-score", m=m, beta=beta, undefined=policy), function,
                        f"(f_beta_of {pair} {e})", "by move=> z y; exact: f_beta_twin",
                        _sets(m), column, complement=True)  # fmt: skip


def _rankings() -> Iterator[Table]:
    for m in (1, 2, 3, 4):
        for policy in ("zero", "one", "drop"):
            e = EMPTY.get(policy, 0)
            loss = f"@map_loss R {e}%:R {m}"
            function, column = _defined(policy, m, loss, "nonempty", _nonempty(m))
            yield Table(make("map", m=m, undefined=policy), function, f"(average_of {e})",
                        "by move=> s y; exact: average_twin", _orders(m), column,
                        complement=True)  # fmt: skip
            if m == 1:
                continue
            mixed = _chosen(m, "mixed", f"(0 < k < {m})%N", "(fun _ => erefl)")
            for orientation, charged in (("printed", "b < a"), ("corrected", "a < b")):
                loss = f"@pd_{orientation} R {e}%:R {m}"
                function, column = _defined(policy, m, loss, "mixed", mixed)
                yield Table(
                    make("pairwise-disagreement", m=m, undefined=policy, orientation=orientation),
                    function, f"(pd_of (fun a b => ({charged})%N) {e})",
                    "by move=> s y; exact: pd_twin", _orders(m), column)  # fmt: skip


def _scaled(values: list[Fraction]) -> tuple[str, int]:
    """The values as natural numbers over a common denominator."""
    common = lcm(*(value.denominator for value in values))
    return _list(tuple(int(value * common) for value in values)), common


def _ndcg_table(loss: Loss, gains: list[Fraction], discounts: list[Fraction], low: int) -> Table:
    """NDCG with the gains of the grades from `low` on and the discounts of all positions."""
    m, n = len(discounts), len(gains)
    (g, K), (d, M) = _scaled(gains), _scaled(discounts)
    e = EMPTY.get(loss.undefined or "zero", 0)
    gain = f"(fun t : 'I_{n} => value R (at_ {g} t, {K}%N))"
    discount = f"(fun p : 'I_{m} => value R (at_ {d} p, {M}%N))"
    given = f"R {m} [finType of 'I_{n}] {gain} {discount}"
    function, column = f"@ndcg_loss {given} {e}%:R", (f"@grades {m} {n}", f"(words {n} {m})")
    why = "exact: grades_word"
    if loss.undefined == "drop":
        function = f"@restrict R _ _ (@graded {given}) ({function})"
        kind = f"{{r : {{ffun 'I_{m} -> 'I_{n}}} | @graded R {m} _ {gain} {discount} r}}"
        column = (f"(fun r : {kind} => @grades {m} {n} (val r))", f"(graded_where {g} {d} {n} {m})")
        lemma = f"@graded_word R {m} {n} {g} {d} {K}%N {M}%N isT isT r h"
        why = f"case=> r h; exact: ({lemma})"
    return Table(
        loss,
        function,
        f"(ndcg_of {g} {d} {e})",
        "by move=> s r; exact: ndcg_twin",
        _orders(m),
        (*column, why),
        complement=True,
        low=low,
    )


def _ndcg() -> Iterator[Table]:
    for m, R, low, gain, discount, k in (
        (1, 2, 1, "exponential", "reciprocal", "all"),
        (2, 2, 0, "exponential", "reciprocal", "all"),
        (3, 2, 1, "exponential", "eru", "all"),
        (3, 2, 0, "linear", "reciprocal", 2),
        (3, 1, 0, "linear", "eru", 1),
        (3, 2, 0, (Fraction(0), Fraction(1), Fraction(5, 2)),
         (Fraction(1), Fraction(1, 3), Fraction(0)), "all"),
    ):  # fmt: skip
        for policy in ("zero", "one", "drop"):
            loss = make(
                "ndcg", m=m, R=R, low=low, gain=gain, discount=discount, k=k, undefined=policy
            )
            if loss.undefined is None and policy != "zero":
                continue
            G = gain_function(gain, Fraction(0), low, R)
            positions = m if isinstance(k, str) else k
            D = discount_weights(discount, m, positions)
            known = [D.exact(p) or Fraction(0) for p in range(1, positions + 1)]
            discounts = known + [Fraction(0)] * (m - positions)
            yield _ndcg_table(loss, [G(t) for t in range(low, R + 1)], discounts, low)


def tables() -> tuple[Table, ...]:
    """Every loss of Table 1 with every policy for the undefined case, at small sizes."""
    return (*_labels(), *_f_scores(), *_rankings(), *_ndcg())


def tables_text(chosen: Iterable[Table]) -> str:
    """The Coq file with these tables."""
    return HEAD + "\n".join(table.text(str(number)) for number, table in enumerate(chosen, 1))


def tables_hash(sources: Sources, text: str) -> str:
    """SHA-256 of the definitions, of the twins and of what is compared with them."""
    return digest(f"{sources.proof_hash(TWINS)} {digest(text)}")
