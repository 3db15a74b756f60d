(** noise.tsybakov.repaired for every real p > 0, over the standard library's reals. *)
From Coq Require Import Reals Rpower Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.
From qstheory Require Import Loss Rank Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation R := Rdefinitions.R.

Lemma exp_monotone x y : Rle x y -> Rle (exp x) (exp y).
Proof. by case=> [/exp_increasing|->]; [apply: Rlt_le|apply: Rle_refl]. Qed.

(** x^s y^(1-s) <= s x + (1-s) y. *)
Lemma weighted_mean (s x y : R) : Rle 0 s -> Rle s 1 -> Rlt 0 x -> Rlt 0 y ->
  Rle (Rmult (Rpower x s) (Rpower y (Rminus 1 s))) (Rplus (Rmult s x) (Rmult (Rminus 1 s) y)).
Proof.
move=> s0 s1 x0 y0; set t := Rplus _ _.
have s1' : Rle 0 (Rminus 1 s) by Lra.lra.
have t0 : Rlt 0 t.
  rewrite /t; case: (Rle_lt_or_eq_dec _ _ s0) => [s0'|<-].
    apply: Rplus_lt_le_0_compat; first exact: Rmult_lt_0_compat.
    by apply: Rmult_le_pos => //; apply: Rlt_le.
  by rewrite Rmult_0_l Rplus_0_l Rminus_0_r Rmult_1_l.
rewrite /Rpower -exp_plus -[X in Rle _ X](exp_ln _ t0); apply: exp_monotone.
have lnle z : Rlt 0 z -> Rle (ln z) (Rplus (ln t) (Rminus (Rdiv z t) 1)).
  move=> z0; have q0 : Rlt 0 (Rdiv z t) by apply: Rdiv_lt_0_compat.
  have := exp_ineq1_le (ln (Rdiv z t)); rewrite exp_ln // /Rdiv ln_mult //; last exact: Rinv_0_lt_compat.
  rewrite ln_Rinv //; Lra.lra.
have hx := Rmult_le_compat_l _ _ _ s0 (lnle x x0).
have hy := Rmult_le_compat_l _ _ _ s1' (lnle y y0).
have id : Rplus (Rmult s (Rdiv x t)) (Rmult (Rminus 1 s) (Rdiv y t)) = R1.
  have e : Rplus (Rmult s x) (Rmult (Rminus 1 s) y) = t by [].
  have t1 : t <> R0 by apply: Rgt_not_eq.
  rewrite /Rdiv -!Rmult_assoc -Rmult_plus_distr_r e; exact: Rinv_r.
apply: Rle_trans (Rplus_le_compat _ _ _ _ hx hy) _.
apply: Req_le; move: id; set u := Rdiv x t; set v := Rdiv y t => id.
have -> : Rplus (Rmult s (Rplus (ln t) (Rminus u 1))) (Rmult (Rminus 1 s) (Rplus (ln t) (Rminus v 1))) =
  Rplus (ln t) (Rminus (Rplus (Rmult s u) (Rmult (Rminus 1 s) v)) 1) by ring.
by rewrite id Rminus_diag_eq // Rplus_0_r.
Qed.

Lemma mul_div (x y : R) : Rlt 0 y -> Rmult y (Rdiv x y) = x.
Proof. by move=> y0; field; Lra.lra. Qed.

Section RealExponent.
Variables (p : problem R_realFieldType) (gamma : inputs p -> R) (q : R).
Hypotheses (q0 : Rlt 0 q) (is_margin : margins gamma) (gamma0 : forall x, Rlt 0 (gamma x)).
Notation E := (excess_risk p : R).
Notation P := (error_probability p : R).
Notation d := (fun x => Rpower (gamma x) (Ropp q)).
Notation M := (mean d : R).
Notation s := (Rdiv 1 (Rplus q 1)).

Let w0 x : 0 <= weight (p := p) x. Proof. by case: (weight_distribution p). Qed.
Let d0 x : Rlt 0 (d x). Proof. exact: exp_pos. Qed.

Lemma M_pos : Rlt 0 M.
Proof.
apply/RltP; rewrite lt_neqAle; apply/andP; split; last first.
  by apply: sumr_ge0 => x _; rewrite mulr_ge0 //; apply/RleP/Rlt_le/d0.
rewrite eq_sym; apply/eqP => sum0.
have z x : weight (p := p) x = 0.
  have dx : 0 <= d x by apply/RleP/Rlt_le/d0.
  have := psumr_eq0P (fun x _ => mulr_ge0 (w0 x) (_ : 0 <= d x)) sum0 (i := x) isT.
  move=> h; have /eqP := h (fun y => introT (RleP _ _) (Rlt_le _ _ (d0 y))).
  by rewrite mulf_eq0 => /orP[/eqP //|/eqP h0]; have := d0 x; rewrite h0 => /Rlt_irrefl.
have [_] := weight_distribution p; rewrite big1 // => /eqP; by rewrite eq_sym oner_eq0.
Qed.

(** On an error, 1 <= (gamma^-q)^s D^(1-s). *)
Lemma pointwise x : decoded x != best x ->
  Rle 1 (Rmult (Rpower (d x) s) (Rpower (D x) (Rminus 1 s))).
Proof.
move=> ne; have /RleP gD : gamma x <= D x by case: (is_margin x) => + _ => /(_ _ ne).
have e : Rmult (Ropp q) s = Ropp (Rminus 1 s) by field; Lra.lra.
have s1 : Rle 0 (Rminus 1 s).
  by rewrite (_ : Rminus 1 s = Rdiv q (Rplus q 1)); [apply/Rlt_le/Rdiv_lt_0_compat; Lra.lra|field; Lra.lra].
rewrite Rpower_mult e.
apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ (exp_pos _)) (Rle_Rpower_l _ _ _ s1 (conj (gamma0 x) gD))).
by rewrite -Rpower_plus Rplus_opp_l Rpower_O; [apply: Rle_refl|].
Qed.

(** P(X_f) <= E[gamma^-q]^(1/(q+1)) E^(q/(q+1)) = |1/gamma|_q^(q/(q+1)) E^(q/(q+1)). *)
Theorem tsybakov_real : Rlt 0 E ->
  Rle P (Rmult (Rpower M s) (Rpower E (Rminus 1 s))).
Proof.
move=> E0; set K := Rmult _ _.
have K0 : Rlt 0 K by apply: Rmult_lt_0_compat; exact: exp_pos.
have s0 : Rlt 0 s by apply: Rdiv_lt_0_compat; Lra.lra.
have s1 : Rle s 1.
  by apply: (Rmult_le_reg_r (Rplus q 1)); rewrite /Rdiv ?Rmult_assoc ?Rinv_l; Lra.lra.
have M0 := M_pos.
have key x : decoded x != best x -> 
    Rle 1 (Rmult K (Rplus (Rmult s (Rdiv (d x) M)) (Rmult (Rminus 1 s) (Rdiv (D x) E)))).
  move=> ne; have /RleP gD : gamma x <= D x by case: (is_margin x) => + _ => /(_ _ ne).
  have D0 : Rlt 0 (D x) by apply: Rlt_le_trans gD.
  have u0 : Rlt 0 (Rdiv (d x) M) by apply: Rdiv_lt_0_compat.
  have v0 : Rlt 0 (Rdiv (D x) E) by apply: Rdiv_lt_0_compat.
  apply: Rle_trans (Rmult_le_compat_l _ _ _ (Rlt_le _ _ K0) (weighted_mean (Rlt_le _ _ s0) s1 u0 v0)).
  apply: Rle_trans (pointwise ne) (Req_le _ _ _).
  have -> : Rpower (d x) s = Rmult (Rpower M s) (Rpower (Rdiv (d x) M) s).
    by rewrite Rpower_mult_distr // mul_div.
  have -> : Rpower (D x) (Rminus 1 s) = Rmult (Rpower E (Rminus 1 s)) (Rpower (Rdiv (D x) E) (Rminus 1 s)).
    by rewrite Rpower_mult_distr // mul_div.
  rewrite /K -!Rmult_assoc; congr Rmult; rewrite !Rmult_assoc; congr Rmult; exact: Rmult_comm.
apply/RleP; apply: (@le_trans _ _ (K * (s * (mean d / M) + (1 - s) * (mean (@D _ p) / E)))); last first.
  have MM : mean d / M = 1 by rewrite divff //; apply/eqP => h; move: M0; rewrite h => /Rlt_irrefl.
  have EE : mean (@D _ p) / E = 1 by rewrite divff //; apply/eqP => h; have h' : E = 0 := h; move: E0; rewrite h' => /Rlt_irrefl.
  by rewrite MM EE !mulr1 addrC subrK mulr1.
have M1 : M != 0 by apply/eqP => h; move: M0; rewrite h => /Rlt_irrefl.
have E1 : E != 0 by apply/eqP => h; move: E0; rewrite h => /Rlt_irrefl.
have lin (a b : R) (u v : inputs p -> R) :
    \sum_x weight x * (a * u x + b * v x) = a * mean u + b * mean v.
  rewrite /mean !mulr_sumr -big_split; apply: eq_bigr => x _ /=.
  by rewrite mulrDr ![weight x * (_ * _)]mulrCA.
have dist (k a b u v a' b' : R) : k * (a * (u / a') + b * (v / b')) = k * a / a' * u + k * b / b' * v.
  by rewrite mulrDr !mulrA ![_ * u / _]mulrAC ![_ * v / _]mulrAC.
rewrite dist -lin; apply: ler_sum => x _; rewrite ler_wpmul2l // -dist.
case: (boolP (decoded x != best x)) => [ne|_]; first by rewrite /= mulr1n; apply/RleP; have := key x ne; rewrite (RdivE _ M1) (RdivE _ E1).
have le (y : R) : Rlt 0 y -> 0 <= y by move=> h; apply/RleP/Rlt_le.
have s1' : 0 <= 1 - s by rewrite subr_ge0; apply/RleP.
rewrite /= mulr0n; apply: mulr_ge0; first exact: le K0.
apply: addr_ge0; apply: mulr_ge0 => //; first exact: le s0.
  by rewrite divr_ge0 //; [exact: le (d0 x)|exact: le M0].
by rewrite divr_ge0 //; [exact: D_ge0|exact: le E0].
Qed.
End RealExponent.
