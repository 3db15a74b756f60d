(** What contradicts a claimed dimension, surrogate or constant. *)
From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss Rank Constants Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma other_dimension (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r r' :
  affine_dimension L r -> r <> r' -> ~ affine_dimension L r'.
Proof. by move=> [[c e] least] ne [[c2 e2] least2]; apply: ne; by apply/eqP; rewrite eqn_leq -{1}e2 least -e least2. Qed.

Lemma by_differences (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z : Z) :
  consistent_dimension L (difference_rank L).
Proof. by exists (fun=> True), (@quadratic _ _ _ L); exact: quadratic_consistent z. Qed.

Lemma fewer (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z : Z) r :
  (difference_rank L < r)%N -> exists2 d, (d < r)%N & consistent_dimension L d.
Proof.
by move=> lt; exists (difference_rank L) => //; exact: by_differences z.
Qed.

Lemma beaten (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) a b :
  constant_at_most L b -> b < a -> ~ constant_at_least L a.
Proof. by move=> [r [F [U [c [dec within]]]]] lt /(_ r F U c b dec within); rewrite leNgt lt. Qed.

(** A is a number of F and U. *)
Lemma largest_row_unique (R : realFieldType) (T : finType) r (f : T -> 'I_r -> R) B B' :
  largest_row f B -> largest_row f B' -> B = B'.
Proof. by move=> [le [t e]] [le' [t' e']]; apply/eqP; rewrite eq_le -{1}e -{2}e' le le'. Qed.

Lemma largest_entry_unique (R : realFieldType) (T : finType) r (f : T -> 'I_r -> R) b b' :
  largest_entry f b -> largest_entry f b' -> b = b'.
Proof. by move=> [le [t [k e]]] [le' [t' [k' e']]]; apply/eqP; rewrite eq_le -{1}e -{2}e' le le'. Qed.

Lemma constant_squared_unique (R : realFieldType) (Z Y : finType) r (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) a a' :
  constant_squared F U a -> constant_squared F U a' -> a = a'.
Proof.
move=> [B [b [lB lb ->]]] [B' [b' [lB' lb' ->]]].
by rewrite (largest_row_unique lB lB') (largest_entry_unique lb lb').
Qed.
