(** sum_j 1/log(j+1)^2 <= 3 (m+1)/log(m+1)^2. *)
From Coq Require Import Reals ZArith.
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring zify.
From qstheory Require Import LogBounds Logarithms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation square_sum n := (\sum_(p < n) (log p.+2%:R) ^- 2).

Fixpoint rows_ok (x C : Z) (rows : seq (Z * Z * Z)) : bool :=
  if rows is row :: rest then
    let C' := Z.add C row.2 in [&& row_ok x row C', Z.leb Z0 row.2 & rows_ok (Z.add x 1) C' rest] else true.

Lemma real_nat n : IZR (Z.of_nat n) = n%:R :> reals.
Proof. by rewrite -INR_IZR_INZ INRE. Qed.

Lemma log2_gt0 n : 0 < log n.+2%:R. Proof. by apply: log_gt0; rewrite ltr1n. Qed.

(** In thousandths. *)
Definition thousandths (C : Z) : reals := Rdiv (IZR C) (IZR 1000).

Lemma row_bounds n lo hi c C : Z.le 0 C -> row_ok (Z.of_nat n.+2) (lo, hi, c) C ->
  (log n.+2%:R) ^- 2 <= thousandths c /\ thousandths C <= 3%:R * n.+2%:R * (log n.+2%:R) ^- 2.
Proof.
move=> C0 ok; have x0 : Z.lt 0 (Z.of_nat n.+2) by lia.
have [lo_c C_hi] := row_sound _ lo hi c C x0 C0 ok; rewrite real_nat in lo_c C_hi.
have e : Rinv (Rmult (ln n.+2%:R) (ln n.+2%:R)) = (log n.+2%:R) ^- 2.
  by rewrite RmultE RinvE ?expr2 // mulf_eq0 orbb gt_eqF ?log2_gt0.
have t : IZR 3 = 3%:R by rewrite (real_nat 3).
by rewrite e t in lo_c C_hi; split; apply/RleP.
Qed.

Lemma thousandthsD C c : thousandths (Z.add C c) = thousandths C + thousandths c.
Proof. by rewrite /thousandths plus_IZR /Rdiv Rmult_plus_distr_r. Qed.

Lemma rows_sound rows : forall n C, Z.le 0 C -> rows_ok (Z.of_nat n.+2) C rows ->
  square_sum n <= thousandths C -> forall i, (i < size rows)%N ->
  square_sum (n + i).+1 <= 3%:R * (n + i).+2%:R * (log (n + i).+2%:R) ^- 2.
Proof.
elim: rows => [|[[lo hi] c] rows IH] //= n C C0 /and3P[ok c0 rest] le i.
have c0' : Z.le 0 c by apply/Z.leb_le.
have C1 : Z.le 0 (Z.add C c) by lia.
have [term above] := row_bounds C1 ok.
have le' : square_sum n.+1 <= thousandths (Z.add C c).
  by rewrite thousandthsD big_ord_recr; exact: ler_add.
case: i => [|i] lt; first by rewrite addn0; exact: le_trans above.
rewrite addnS -addSn; apply: (IH n.+1 (Z.add C c)) => //.
by rewrite (Nat2Z.inj_succ n.+2).
Qed.

Local Open Scope Z_scope.
Definition table : seq (Z * Z * Z) := [::
(692,695,2089);(1096,1101,833);(1382,1391,524);(1604,1615,389);(1785,1799,314);(1938,1954,267);(2071,2088,234);
(2187,2207,210);(2292,2313,191);(2386,2410,176);(2472,2498,164);(2552,2578,154);(2625,2653,146);(2693,2723,138);
(2757,2788,132);(2817,2849,127);(2874,2907,122);(2927,2962,117);(2978,3014,113);(3026,3063,110)].
Local Close Scope Z_scope.

Lemma table_ok : rows_ok (Z.of_nat 2) Z0 table.
Proof. by vm_cast_no_check (erefl true). Qed.

Lemma small m : (0 < m <= 20)%N -> square_sum m <= 3%:R * m.+1%:R * (log m.+1%:R) ^- 2.
Proof.
case: m => // m /andP[_ m20]; have base : square_sum 0 <= thousandths Z0.
  by rewrite big_ord0 /thousandths /Rdiv Rmult_0_l.
exact: (rows_sound (Z.le_refl Z0) table_ok base m20).
Qed.

Lemma above21 : above 21 3026 = true.
Proof. by vm_cast_no_check (erefl true). Qed.

Lemma log21 : 3026%:R / 1000%:R <= log 21%:R.
Proof.
have k0 : Z.lt 0 21 by []. have p0 : Z.le 0 3026 by []. have p1 : Z.lt 3026 256000 by [].
have := log_above _ _ k0 (conj p0 p1) above21.
rewrite (real_nat 21) (real_nat 3026) (real_nat 1000) => /RleP; rewrite RdivE //.
by rewrite pnatr_eq0.
Qed.
