(** A finite problem: the hypotheses of the theorems can be met, and their constants are attained. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Coin.
Variables (R : realFieldType) (gap : R).
Hypotheses (g0 : 0 < gap) (g1 : gap <= 1).
Let s (y : bool) : R := if y then 1 else -1.
Let loss (z y : bool) : R := (z != y)%:R.
Let F (z : bool) (k : 'I_1) : R := - (s z) / 2%:R.
Let U (y : bool) (k : 'I_1) : R := s y.
Let Pi (x : unit) (y : bool) : R := (1 + s y * gap) / 2%:R.
Let two : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma coin_decomposed : decomposition loss F U (1 / 2%:R).
Proof. by move=> [] []; rewrite big_ord1 /F /U /loss /s /=; field. Qed.
Lemma unit_distribution : distribution (fun _ : unit => 1 : R).
Proof. by split=> [x|]; rewrite ?ler01 // (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.
Lemma coin_distribution x : distribution (Pi x).
Proof.
split; last by rewrite big_bool /= /Pi /s; field.
have h : 0 <= 1 - gap by rewrite subr_ge0.
by case; rewrite /Pi /s divr_ge0 ?ler0n ?mulN1r ?mul1r // addr_ge0 ?ler01 // ltW.
Qed.
Lemma risks x z : risk loss (Pi x) z = (1 - s z * gap) / 2%:R.
Proof. by rewrite /risk big_bool /Pi /loss /s; case: z => /=; field. Qed.
Lemma coin_optimal x : optimal loss (Pi x) true.
Proof.
case; rewrite ?lexx // !risks /s ler_pmul2r ?invr_gt0 ?ltr0n // mul1r mulN1r opprK ler_add2l.
by rewrite (le_trans _ (ltW g0)) // oppr_le0 ltW.
Qed.
Lemma coin_decodes (x : unit) z : dot (F false) (fun=> 0) <= dot (F z) (fun=> 0).
Proof. by rewrite /dot !big_ord1 !mulr0. Qed.

Definition coin : problem R := Problem coin_decomposed unit_distribution coin_distribution
  coin_decodes (fun x => coin_optimal x).

Lemma over (h : unit -> R) : mean (p := coin) h = h tt.
Proof. by rewrite /mean /= (bigD1 tt) //= big1 ?addr0 ?mul1r // => -[]. Qed.

(** E = gap, P(X_f) = 1, R = gap^2, |F|^2 = 1/4 and the margin is gap. *)
Theorem coin_values :
  [/\ excess_risk coin = gap, error_probability coin = 1, surrogate_excess coin = gap ^+ 2,
      forall z : predictions coin, sqnorm (Loss.F z) = 1 / 4%:R & margins (p := coin) (fun=> gap)].
Proof.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
split.
- by rewrite /excess_risk over /l !risks /= /s; field.
- by rewrite /error_probability over.
- by rewrite /surrogate_excess over /surrogate /gstar /sqnorm /= !big_bool /= !big_ord1 !big_bool /= /Pi /U /s; field.
- case; rewrite /sqnorm big_ord1 /= /F /s; by field.
- have e x : gap = risk loss (Pi x) false - risk loss (Pi x) true by rewrite !risks /s; field.
  by move=> x; split; [case=> //= _; rewrite -e|exists false].
Qed.
End Coin.
