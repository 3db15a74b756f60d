(** The natural logarithm: steps, harmonic numbers, squares of reciprocals and their sums. *)
From Coq Require Import Reals Lra ZArith.
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring zify.
From qstheory Require Import LogBounds.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation reals := R_realFieldType.
Notation log := (Rpower.ln : reals -> reals).

Lemma log1 : log 1 = 0. Proof. exact: ln_1. Qed.
Lemma logM (x y : reals) : 0 < x -> 0 < y -> log (x * y) = log x + log y.
Proof. by move=> /RltP x0 /RltP y0; apply: ln_mult. Qed.
Lemma logV (x : reals) : 0 < x -> log x^-1 = - log x.
Proof. by move=> x0; rewrite -RinvE ?gt_eqF //; apply: ln_Rinv; exact/RltP. Qed.
Lemma log_lt (x y : reals) : 0 < x -> x < y -> log x < log y.
Proof. by move=> /RltP x0 /RltP xy; apply/RltP; exact: (ln_increasing _ _ x0 xy). Qed.
Lemma log_le (x y : reals) : 0 < x -> x <= y -> log x <= log y.
Proof. by move=> x0; rewrite le_eqVlt => /orP[/eqP<-|h]; [exact: lexx|exact/ltW/log_lt]. Qed.
Lemma log_gt0 (x : reals) : 1 < x -> 0 < log x.
Proof. by move=> x1; have := log_lt ltr01 x1; rewrite log1. Qed.
Lemma logX (x : reals) n : 0 < x -> log (x ^+ n) = n%:R * log x.
Proof.
move=> x0; elim: n => [|n IH]; first by rewrite expr0 log1 mul0r.
by rewrite exprS logM ?exprn_gt0 // IH [n.+1%:R]mulrS mulrDl mul1r.
Qed.

(** log x < x - 1 but at x = 1. *)
Lemma log_below (x : reals) : 0 < x -> x != 1 -> log x < x - 1.
Proof.
move=> x0 x1; have l0 : log x <> 0.
  by move=> l0; case/eqP: x1; apply: ln_inv; [exact/RltP|exact/RltP/ltr01|rewrite log1].
have := exp_ineq1 _ l0; rewrite exp_ln; last exact/RltP.
by rewrite ltr_subr_addl => /RltP.
Qed.

(** 1/(x+1) < log(x+1) - log x < 1/x. *)
Lemma log_step (x : reals) : 0 < x -> (x + 1)^-1 < log (x + 1) - log x < x^-1.
Proof.
move=> x0; have x10 : 0 < x + 1 by rewrite addr_gt0 ?ltr01.
have n0 : x != 0 by rewrite gt_eqF. have n1 : x + 1 != 0 by rewrite gt_eqF.
have e : log (x + 1) - log x = log ((x + 1) / x) by rewrite logM ?invr_gt0 // logV.
have q0 : 0 < (x + 1) / x by rewrite divr_gt0.
apply/andP; split.
  have -> : log (x + 1) - log x = - log (x / (x + 1)) by rewrite logM ?invr_gt0 // logV // opprB.
  rewrite ltr_oppr; have : x / (x + 1) != 1.
    by rewrite -subr_eq0 (_ : _ - 1 = - (x + 1)^-1) ?oppr_eq0 ?invr_eq0 //; field.
  move/(log_below (divr_gt0 x0 x10)).
  by rewrite (_ : x / (x + 1) - 1 = - (x + 1)^-1) //; field.
rewrite e; have : (x + 1) / x != 1 by rewrite -subr_eq0 (_ : _ - 1 = x^-1) ?invr_eq0 //; field.
by move/(log_below q0); rewrite (_ : (x + 1) / x - 1 = x^-1) //; field.
Qed.

Lemma log_next n : n.+2%:R^-1 < log n.+2%:R - log n.+1%:R < n.+1%:R^-1.
Proof. by have := @log_step n.+1%:R (ltr0Sn _ _); rewrite (_ : n.+1%:R + 1 = n.+2%:R) ?[n.+2%:R]mulrSr. Qed.

Lemma log3 : 1 <= log 3%:R.
Proof.
have e : log (exp 1) = 1 by exact: ln_exp.
rewrite -[X in X <= _]e; apply: log_le; first by apply/RltP; exact: exp_pos.
apply/RleP; have e3 : IZR 3 = 3%:R by rewrite -[RHS]/(Rplus R1 (Rplus R1 R1)); Lra.lra.
by rewrite -e3; exact: exp_le_3.
Qed.

(** log(m+1) < H_m <= 1 + log m. *)
Lemma harmonic_log m : (0 < m)%N ->
  log (m + 1)%:R < \sum_(p < m) p.+1%:R^-1 <= 1 + log m%:R.
Proof.
case: m => // m _; rewrite addn1; elim: m => [|m /andP[lo hi]].
  rewrite big_ord_recl big_ord0 addr0 invr1 log1 addr0 lexx andbT.
  by have /andP[_] := log_next 0; rewrite log1 subr0 invr1.
rewrite big_ord_recr /=; have /andP[a _] := log_next m; have /andP[_ b] := log_next m.+1.
apply/andP; split.
  by rewrite -(subrK (log m.+2%:R) (log m.+3%:R)) addrC ltr_add.
by apply: le_trans (ler_add hi (ltW a)) _; rewrite -addrA [log m.+1%:R + _]addrC subrK.
Qed.

(** sum_j 1/log(j+1)^2 <= 3 (m+1)/log(m+1)^2. *)
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
