(** Real powers and Hoelder's inequality, over the standard library's reals. *)
From Coq Require Import Reals Rpower Lra.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import Rstruct.

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

From mathcomp Require Import ring.
(** The same in MathComp's words. *)
Local Notation pw := Rpower.
Arguments Rpower (x y)%ring_scope : rename.

Lemma pw_gt0 (x s : R) : 0 < pw x s. Proof. by apply/RltP; exact: exp_pos. Qed.
Lemma pwD (x s t : R) : pw x (s + t) = pw x s * pw x t. Proof. exact: Rpower_plus. Qed.
Lemma pwpw (x s t : R) : pw (pw x s) t = pw x (s * t). Proof. exact: Rpower_mult. Qed.
Lemma pwM (x y s : R) : 0 < x -> 0 < y -> pw (x * y) s = pw x s * pw y s.
Proof. by move=> /RltP x0 /RltP y0; rewrite -Rpower_mult_distr. Qed.
Lemma pw1 (x : R) : 0 < x -> pw x 1 = x. Proof. by move=> /RltP; exact: Rpower_1. Qed.
Lemma pw0 (x : R) : 0 < x -> pw x 0 = 1. Proof. by move=> /RltP; exact: Rpower_O. Qed.
Lemma pw_mono (x y s : R) : 0 <= s -> 0 < x -> x <= y -> pw x s <= pw y s.
Proof. by move=> /RleP s0 /RltP x0 /RleP xy; apply/RleP; apply: Rle_Rpower_l. Qed.
Lemma pw_mean (s x y : R) : 0 <= s -> s <= 1 -> 0 < x -> 0 < y ->
  pw x s * pw y (1 - s) <= s * x + (1 - s) * y.
Proof. by move=> /RleP s0 /RleP s1 /RltP x0 /RltP y0; apply/RleP; exact: weighted_mean. Qed.

(** x^s for x >= 0, where 0^s = 0. *)
Definition power (x s : R) : R := if x == 0 then 0 else pw x s.
Arguments power (x s)%ring_scope.

Lemma power_ge0 x s : 0 <= power x s.
Proof. by rewrite /power; case: eqP => // _; exact: ltW (pw_gt0 _ _). Qed.
Lemma power_gt0 x s : 0 < x -> 0 < power x s.
Proof. by move=> x0; rewrite /power gt_eqF // pw_gt0. Qed.
Lemma power0 s : power 0 s = 0. Proof. by rewrite /power eqxx. Qed.
Lemma powerD x s t : power x (s + t) = power x s * power x t.
Proof. by rewrite /power; case: eqP => _; rewrite ?mul0r // pwD. Qed.
Lemma powerpower x s t : power (power x s) t = power x (s * t).
Proof. by rewrite {2 3}/power; case: eqP => _; rewrite /power ?eqxx // gt_eqF ?pw_gt0 // pwpw. Qed.
Lemma power1 x : 0 <= x -> power x 1 = x.
Proof. by move=> x0; rewrite /power; case: eqP => [->|/eqP n] //; rewrite pw1 // lt_neqAle eq_sym n. Qed.
Lemma powerM x y s : 0 <= x -> 0 <= y -> power (x * y) s = power x s * power y s.
Proof.
move=> x0 y0; rewrite /power mulf_eq0.
have [_|xn] := eqVneq x 0; first by rewrite mul0r.
have [_|yn] := eqVneq y 0; first by rewrite mulr0.
by rewrite pwM // lt_neqAle eq_sym ?xn ?yn.
Qed.
Lemma power_mono x y s : 0 <= s -> 0 <= x -> x <= y -> power x s <= power y s.
Proof.
move=> s0 x0 xy; have [->|xn] := eqVneq x 0; first by rewrite power0 power_ge0.
have xp : 0 < x by rewrite lt_neqAle eq_sym xn.
by rewrite /power !gt_eqF ?(lt_le_trans xp) // pw_mono.
Qed.
Lemma power_nat x (n : nat) : 0 <= x -> power x n.+1%:R = x ^+ n.+1.
Proof.
by move=> x0; elim: n => [|n IH]; rewrite ?power1 // -addn1 natrD powerD power1 // IH -exprSr addn1.
Qed.
Lemma powerVr x s : 0 < x -> power x (- s) * power x s = 1.
Proof. by move=> x0; rewrite -powerD addNr /power gt_eqF // pw0. Qed.

(** Hoelder's inequality, as Tsybakov's lemma uses it: h and D are large enough on the errors e. *)
Section Errors.
Variables (X : finType) (w h D : X -> R) (e : pred X) (s : R).
Hypotheses (w0 : forall x, 0 <= w x) (h0 : forall x, 0 <= h x) (D0 : forall x, 0 <= D x).
Hypotheses (s0 : 0 < s) (s1 : s <= 1).
Hypothesis large : forall x, e x -> 1 <= power (h x) s * power (D x) (1 - s).
Notation P := (\sum_x w x * (e x)%:R).
Notation M := (\sum_x w x * h x).
Notation E := (\sum_x w x * D x).

Lemma sum_gt0 (f : X -> R) x : (forall x, 0 <= f x) -> 0 < w x -> 0 < f x -> 0 < \sum_x w x * f x.
Proof.
move=> f0 wx fx; rewrite (bigD1 x) //= ltr_paddr ?mulr_gt0 //.
by apply: sumr_ge0 => y _; rewrite mulr_ge0.
Qed.

Theorem holder : P <= power M s * power E (1 - s).
Proof.
have [x /andP[wx ex]|none] := pickP (fun x => (0 < w x) && e x); last first.
  rewrite big1 ?mulr_ge0 ?power_ge0 // => x _; have := none x.
  by case: (e x); rewrite ?mulr0 // andbT lt_neqAle w0 andbT eq_sym => /negbFE/eqP->; rewrite mul0r.
have pos (f : X -> R) (t : R) y : 0 < power (f y) t -> (forall y, 0 <= f y) -> 0 < f y.
  by move=> p f0; rewrite lt_neqAle f0 andbT eq_sym; apply/eqP => z; move: p; rewrite z power0 ltxx.
have both y : e y -> 0 < power (h y) s /\ 0 < power (D y) (1 - s).
  move=> ey; have := lt_le_trans ltr01 (large ey).
  rewrite !lt_neqAle !power_ge0 !andbT ![0 == _]eq_sym mulf_eq0 negb_or => /andP[/andP[-> ->] _] //.
have hx y : e y -> 0 < h y by move=> ey; case: (both y ey) => /pos -> .
have Dx y : e y -> 0 < D y.
  by move=> ey; case: (both y ey) => _ /pos -> .
have M0 : 0 < M by exact: (sum_gt0 h0 wx (hx x ex)).
have E0 : 0 < E by exact: (sum_gt0 D0 wx (Dx x ex)).
set K := power M s * power E (1 - s).
have K0 : 0 < K by rewrite mulr_gt0 ?power_gt0.
have hM0 y : 0 <= h y / M := divr_ge0 (h0 y) (ltW M0).
have DE0 y : 0 <= D y / E := divr_ge0 (D0 y) (ltW E0).
have key y : (e y)%:R <= K * (s * (h y / M) + (1 - s) * (D y / E)).
  case ey: (e y); last first.
    apply: mulr_ge0; first exact: ltW.
    by rewrite addr_ge0 // mulr_ge0 ?subr_ge0 ?hM0 ?DE0 // ltW.
  apply: le_trans (large ey) _.
  have hM : h y = M * (h y / M) by rewrite mulrCA divff ?mulr1 // gt_eqF.
  have DE : D y = E * (D y / E) by rewrite mulrCA divff ?mulr1 // gt_eqF.
  rewrite {1}hM {1}DE (powerM _ (ltW M0) (hM0 y)) (powerM _ (ltW E0) (DE0 y)).
  rewrite mulrACA ler_wpmul2l ?(ltW K0) // /power !gt_eqF ?divr_gt0 ?hx ?Dx //.
  by rewrite pw_mean ?(ltW s0) ?divr_gt0 ?hx ?Dx.
apply: (@le_trans _ _ (\sum_x w x * (K * (s * (h x / M) + (1 - s) * (D x / E))))).
  by apply: ler_sum => y _; rewrite ler_wpmul2l.
have split y : w y * (K * (s * (h y / M) + (1 - s) * (D y / E))) =
    K * s / M * (w y * h y) + K * (1 - s) / E * (w y * D y).
  by move: (M^-1) (E^-1) => a b; ring.
rewrite (eq_bigr _ (fun y _ => split y)) big_split /= -!mulr_sumr.
by rewrite !divfK ?gt_eqF // -mulrDr addrC subrK mulr1.
Qed.
End Errors.
