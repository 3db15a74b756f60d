(** The natural logarithm: steps, harmonic numbers, squares of reciprocals. *)
From Coq Require Import Reals Lra.
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
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
