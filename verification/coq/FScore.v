(** F-score (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section FScore.
Variables (R : realFieldType) (m : nat).

Lemma f_scoreE (e : R) (z y : {set 'I_m}) : f_score e z y =
  if (z == set0) && (y == set0) then e else (2 * #|z :&: y|)%:R / (#|z| + #|y|)%:R.
Proof. by rewrite /f_score /f_beta mul1r natrM natrD. Qed.

Notation score := (f_score (1 : R) (m := m)).

Lemma score_nonempty z y : z != set0 -> score z y = (2 * #|z :&: y|)%:R / (#|z| + #|y|)%:R.
Proof. by rewrite f_scoreE => /negbTE ->. Qed.

Lemma card_meet_sum (y : {set 'I_m}) : (\sum_(j < m) #|[set j] :&: y| = #|y|)%N.
Proof.
rewrite -sum1_card [RHS]big_mkcond; apply: eq_bigr => j _.
case: (boolP (j \in y)) => h; first by rewrite (setIidPl _) ?sub1set ?cards1.
by apply/eqP; rewrite cards_eq0 setI_eq0 disjoints1.
Qed.

(** The mean score of the sets of one label. *)
Lemma singles y : \sum_(j < m) score [set j] y = (2 * #|y|)%:R / (1 + #|y|)%:R.
Proof.
rewrite (eq_bigr (fun j => (2 * #|[set j] :&: y|)%:R / (1 + #|y|)%:R)) => [|j _].
  by rewrite -mulr_suml -natr_sum -big_distrr /= card_meet_sum.
by rewrite score_nonempty ?cards1 // -cards_eq0 cards1.
Qed.

Hypothesis m2 : (2 <= m)%N.

(** 2l/(m(1+l)) <= 2l/(m+l), and < for l > 0. *)
Lemma single_worse y : m%:R^-1 * (\sum_(j < m) score [set j] y) <= score setT y ?= iff (y == set0).
Proof.
have T0 : [set: 'I_m] != set0 by rewrite -cards_eq0 cardsT card_ord -lt0n (leq_trans _ m2).
rewrite singles (score_nonempty _ T0) setTI cardsT card_ord.
apply/leifP; case: eqP => [->|/eqP y0]; first by rewrite cards0 muln0 !mul0r mulr0.
have l0 : (0 < #|y|)%N by rewrite card_gt0.
rewrite mulrA [_^-1 * _]mulrC -mulrA -invfM -natrM ltr_pmul2l ?ltr0n ?muln_gt0 //.
rewrite ltf_pinv ?posrE ?ltr0n ?muln_gt0 ?addn_gt0 ?l0 ?orbT ?(leq_trans _ m2) //.
by rewrite ltr_nat; nia.
Qed.

(** Equal risks leave no weight on observations that are not empty. *)
Lemma equal_risk_nonempty (e : R) (Y : finType) (g : Y -> {set 'I_m}) (p : Y -> R) :
  equal_risk (fun z y => f_loss e z (g y)) p -> forall y, g y != set0 -> p y = 0.
Proof.
case=> -[p0 p1] equal.
have any z y : z != set0 -> f_score e z y = score z y by move=> z0; rewrite !f_scoreE (negbTE z0).
have gain z : z != set0 -> risk (fun z y => f_loss e z (g y)) p z = 1 - \sum_y p y * score z (g y).
  move=> z0; rewrite /risk /f_loss; under eq_bigr do rewrite any // mulrBr mulr1.
  by rewrite sumrB p1.
have same z z' : z != set0 -> z' != set0 -> \sum_y p y * score z (g y) = \sum_y p y * score z' (g y).
  by move=> z0 z1; have := equal z z'; rewrite !gain // => /addrI/oppr_inj.
have m0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ m2).
have one j : [set j] != set0 :> {set 'I_m} by rewrite -cards_eq0 cards1.
have T0 : [set: 'I_m] != set0 by rewrite -cards_eq0 cardsT card_ord -lt0n (leq_trans _ m2).
pose h y := score setT y - m%:R^-1 * \sum_(j < m) score [set j] y.
have h0 y : 0 <= h y by rewrite subr_ge0 (single_worse y).1.
have sum0 : \sum_y p y * h (g y) = 0.
  rewrite /h; under eq_bigr do rewrite mulrBr mulrCA mulr_sumr.
  rewrite sumrB -mulr_sumr exchange_big /=.
  rewrite [X in _ - _ * X](eq_bigr (fun=> \sum_y p y * score setT (g y))) => [|j _]; last exact: same.
  by rewrite sumr_const card_ord -[X in _ * X]mulr_natl mulKf ?subrr.
move=> y y0; have := psumr_eq0P (fun y _ => mulr_ge0 (p0 y) (h0 (g y))) sum0 (i := y) isT.
move/eqP; rewrite mulf_eq0 => /orP[/eqP //|]; rewrite subr_eq0 eq_sym.
by rewrite (single_worse (g y)).2 (negbTE y0).
Qed.

(** fscore.optimal: no distribution gives all predictions the same risk. *)
Theorem f_score_no_equal_risk (p : {set 'I_m} -> R) : ~ equal_risk (f_loss (1 : R) (m := m)) p.
Proof.
move=> eq; have pe y : y != set0 -> p y = 0 by exact: (equal_risk_nonempty (g := id) eq).
case: eq => -[p0 p1] equal.
have pe0 : p set0 = 1 by rewrite -p1 (bigD1 set0) //= big1 ?addr0 // => y; exact: pe.
have i0 : 'I_m by exact: Ordinal (leq_trans (ltn0Sn 1) m2).
have risk0 z : risk (f_loss (1 : R) (m := m)) p z = f_loss 1 z set0.
  by rewrite /risk (bigD1 set0) //= big1 ?addr0 ?pe0 ?mul1r // => y /pe->; rewrite mul0r.
have := equal set0 [set i0]; rewrite !risk0 /f_loss !f_scoreE eqxx /= -cards_eq0 cards1 setI0 cards0 muln0 mul0r.
by rewrite subrr subr0 => /eqP; rewrite eq_sym oner_eq0.
Qed.

Theorem f_score_no_positive_equal_risk (e : R) (p : {set 'I_m} -> R) :
  ~ positive_equal_risk (f_loss e (m := m)) p.
Proof.
case=> eq pos; have T0 : [set: 'I_m] != set0 by rewrite -cards_eq0 cardsT card_ord -lt0n (leq_trans _ m2).
by have := pos setT; rewrite (equal_risk_nonempty (g := id) eq) ?ltxx.
Qed.

Theorem f_score_nonempty_no_equal_risk (e : R) (p : {y : {set 'I_m} | nonempty y} -> R) :
  ~ equal_risk (restrict (P := @nonempty m) (f_loss e (m := m))) p.
Proof.
move=> eq; have [[_ p1] _] := eq; have := oner_eq0 R; rewrite -p1 big1 ?eqxx // => y _.
exact: (equal_risk_nonempty (g := val) eq) (valP y).
Qed.
End FScore.
