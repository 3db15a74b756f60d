(** The F-score with signs for bits and orthogonal signs for sizes: A^2 <= 2 m. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank Constants FScore FScoreForms FScoreNorms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Balanced.
Variables (R : realFieldType) (m : nat) (e : R).
Hypotheses (m0 : (0 < m)%N) (e1 : e ^+ 2 <= 1).
Notation sets := {set 'I_m}.
Notation cube := {set 'I_m.+1}.
Implicit Types (z y : sets) (S : cube).
Let d : R := (2 ^ m.+1)%:R.
Let d0 : d != 0. Proof. by rewrite pnatr_eq0 expn_eq0. Qed.

(** h_k for the sizes k <= m, and sum_l h_l / (k + l) / d. *)
Definition code (k : nat) S : R := sign_of R S (inord k : 'I_m.+1).
Definition mixed_codes (k : nat) S : R := d^-1 * \sum_(l < m) code l.+1 S / (k + l.+1)%:R.

Lemma code_dot a b : (a <= m)%N -> (b <= m)%N -> \sum_S code a S * code b S = (a == b)%:R * d.
Proof.
move=> am bm; rewrite (sign_orthogonal R (inord a) (inord b)); congr (_%:R * _).
by rewrite -val_eqE /= !inordK ?ltnS.
Qed.

Lemma mixed_dot k b : (b <= m)%N -> \sum_S mixed_codes k S * code b S = (b != 0%N)%:R / (k + b)%:R.
Proof.
move=> bm; transitivity (\sum_(l < m) d^-1 * ((k + l.+1)%:R^-1 * ((l.+1 == b)%:R * d))).
  under eq_bigr do rewrite /mixed_codes -mulrA mulr_suml mulr_sumr; rewrite exchange_big; apply: eq_bigr => l _ /=.
  rewrite -(code_dot (ltn_ord l) bm) !mulr_sumr; apply: eq_bigr => S _.
  by congr (_ * _); rewrite mulrAC mulrC.
have [b0|] := posnP b.
  by rewrite b0 [LHS]big1 => [|l _]; rewrite ?mul0r ?mulr0 // mul0r.
case: b bm => // b bm _.
rewrite (bigD1 (Ordinal bm)) //= big1 ?addr0 => [|l ne].
  by rewrite eqxx !mul1r mulrCA mulVf // mulr1.
by rewrite eqSS (negbTE (_ : (l : nat) != b)) ?mul0r ?mulr0.
Qed.

Lemma mixed_square k : \sum_S mixed_codes k S ^+ 2 = d^-1 * \sum_(l < m) (k + l.+1)%:R ^- 2.
Proof.
under eq_bigr do rewrite expr2 {2}/mixed_codes mulrCA mulr_sumr; rewrite -mulr_sumr exchange_big; congr (_ * _).
apply: eq_bigr => l _ /=; rewrite -exprVn expr2 -[X in _ = X * _]mul1r -[1](_ : (l.+1 != 0%N)%:R = 1) //.
rewrite -(mixed_dot k (ltn_ord l)) mulr_suml; apply: eq_bigr => S _; by rewrite mulrA.
Qed.

Notation J := [finType of (('I_m + 'I_m) * {set 'I_m.+1})%type].
Lemma card_J : #|J| = (2 * m * 2 ^ m.+1)%N.
Proof. by rewrite card_prod card_sum card_ord card_sets addnn -mul2n. Qed.
Lemma sum_J (h : 'I_m + 'I_m -> cube -> R) : \sum_(q : J) h q.1 q.2 = \sum_j \sum_S h (inl j) S + \sum_j \sum_S h (inr j) S.
Proof. by rewrite -(pair_bigA _ h) big_sumType. Qed.

Definition share z (i : 'I_m + 'I_m) : R := match i with inl j => (j \in z)%:R | inr _ => #|z|%:R / m%:R end.
Definition rows z (q : J) : R := if z == set0
  then match q.1 with inl _ => 0 | inr _ => - (e / m%:R * d^-1) * code 0 q.2 end
  else - share z q.1 * mixed_codes #|z| q.2.
Definition bit_sign y (i : 'I_m + 'I_m) : R := match i with inl j => sign_of R y j | inr _ => 1 end.
Definition columns y (q : J) : R := bit_sign y q.1 * code #|y| q.2.

Lemma balanced_form z y : f_loss e z y = \sum_q rows z q * columns y q + 1.
Proof.
rewrite /f_loss f_scoreE addrC; congr (_ + _).
have mR : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /rows /columns; case: (eqVneq z set0) => [->|z0] /=.
  rewrite (sum_J (fun i S => match i with inl _ => 0 | inr _ => - (e / m%:R * d^-1) * code 0 S end * (bit_sign y i * code #|y| S))).
  rewrite big1 ?add0r => [|j _]; last by rewrite big1 // => S _; rewrite mul0r.
  rewrite /= (eq_bigr (fun=> - (e / m%:R * d^-1) * ((0%N == #|y|)%:R * d))) => [|j _]; last first.
    by rewrite -(code_dot (leq0n m) (card_le y)) mulr_sumr; apply: eq_bigr => S _; rewrite mul1r mulrA.
  rewrite sumr_const card_ord -[_ *+ m]mulr_natr [0%N == _]eq_sym cards_eq0 set0I cards0 muln0 mul0r.
  case: (y == set0); last by rewrite mul0r mulr0 mul0r oppr0.
  by rewrite mul1r !mulNr mulfVK // mulfVK.
rewrite (sum_J (fun i S => - share z i * mixed_codes #|z| S * (bit_sign y i * code #|y| S))).
have inner i : \sum_S - share z i * mixed_codes #|z| S * (bit_sign y i * code #|y| S) =
    - (share z i * bit_sign y i) * ((#|y| != 0%N)%:R / (#|z| + #|y|)%:R).
  rewrite -(mixed_dot _ (card_le y)) mulr_sumr; apply: eq_bigr => S _.
  by rewrite mulrACA !mulNr.
under eq_bigr do rewrite inner; under [X in _ = _ + X]eq_bigr do rewrite inner.
rewrite -!mulr_suml -mulrDl !sumrN -opprD mulNr; congr (- _).
have -> : \sum_j share z (inl j) * bit_sign y (inl j) + \sum_j share z (inr j) * bit_sign y (inr j) = (2 * #|z :&: y|)%:R.
  rewrite /= sumr_const card_ord mulr1 -[_ *+ m]mulr_natr mulfVK //.
  rewrite natrM -!sum1_card !natr_sum mulr_sumr [X in _ + X]big_mkcond [RHS]big_mkcond -big_split; apply: eq_bigr => j _ /=.
  rewrite sign_bit inE; case: (j \in z); case: (j \in y); rewrite /=; ring.
case: (eqVneq y set0) => [->|y0]; first by rewrite cards0 setI0 cards0 muln0 !mul0r.
by rewrite cards_eq0 y0 mul1r.
Qed.

Lemma balanced_row z : \sum_q rows z q ^+ 2 <= d^-1.
Proof.
have mR : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
rewrite /rows; case: (eqVneq z set0) => [_|z0].
  rewrite (sum_J (fun i S => match i with inl _ => 0 | inr _ => - (e / m%:R * d^-1) * code 0 S end ^+ 2)).
  rewrite big1 ?add0r => [|j _]; last by rewrite big1 // => S _; rewrite expr0n.
  rewrite /= (eq_bigr (fun=> (e / m%:R * d^-1) ^+ 2 * d)) => [|j _]; last first.
    transitivity ((e / m%:R * d^-1) ^+ 2 * \sum_S code 0 S * code 0 S); last by rewrite code_dot // mul1r.
    by rewrite mulr_sumr; apply: eq_bigr => S _; rewrite exprMn sqrrN -expr2.
  rewrite sumr_const card_ord -[_ *+ m]mulr_natr.
  have -> : (e / m%:R * d^-1) ^+ 2 * d * m%:R = d^-1 * (e ^+ 2 / m%:R) by field; rewrite mR d0.
  rewrite ger_pmulr ?invr_gt0 ?ltr0n ?expn_gt0 // ler_pdivr_mulr ?ltr0n // mul1r.
  by apply: le_trans e1 _; rewrite ler1n.
rewrite (sum_J (fun i S => (- share z i * mixed_codes #|z| S) ^+ 2)).
have inner i : \sum_S (- share z i * mixed_codes #|z| S) ^+ 2 = share z i ^+ 2 * (d^-1 * \sum_(l < m) (#|z| + l.+1)%:R ^- 2).
  by rewrite -mixed_square mulr_sumr; apply: eq_bigr => S _; rewrite mulNr sqrrN exprMn.
under eq_bigr do rewrite inner; under [X in _ + X <= _]eq_bigr do rewrite inner.
rewrite -!mulr_suml -mulrDl bits_square sumr_const card_ord -[_ *+ m]mulr_natr mulfK // mulrCA ger_pmulr ?invr_gt0 ?ltr0n ?expn_gt0 //.
have k0 : (0 < #|z|)%N by rewrite card_gt0.
apply: le_trans (ler_wpmul2l _ (squares_telescope R m k0)) _.
  by rewrite addr_ge0 ?mulr_ge0 ?invr_ge0 ?ler0n.
rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite natrD.
have kR : #|z|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have kmR : #|z|%:R + m%:R != 0 :> R by rewrite -natrD pnatr_eq0 addn_eq0 negb_and -!lt0n k0.
by field; rewrite mR kR kmR.
Qed.

Theorem balanced : constant_at_most (f_loss e (m := m)) (2%:R * m%:R).
Proof.
exists #|J|, (fun z k => rows z (enum_val k)), (fun y k => columns y (enum_val k)), 1; split.
  by exact: decomposition_index balanced_form.
exists d^-1, 1; split=> [z|y k|].
- by rewrite /sqnorm (sum_enum (fun q => rows z q ^+ 2)); exact: balanced_row.
- rewrite /columns normrM sign_norm mulr1; by case: (enum_val k).1 => [j|j] /=; rewrite ?sign_norm ?normr1.
by rewrite card_J expr1n mulr1 natrM mulfK // natrM.
Qed.
End Balanced.

Lemma at_most_weaken (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) a b :
  a <= b -> constant_at_most L a -> constant_at_most L b.
Proof.
move=> ab [r [F [U [c [dec [B [u [FB Uu le]]]]]]]]; exists r, F, U, c; split=> //.
by exists B, u; split=> //; exact: le_trans le ab.
Qed.

Lemma at_most_restrict (R : realFieldType) (Z Y : finType) (P : pred Y) (L L' : Z -> Y -> R) a :
  (forall z y, P y -> L' z y = L z y) -> constant_at_most L a -> constant_at_most (restrict (P := P) L') a.
Proof.
move=> e [r [F [U [c [dec [B [u [FB Uu le]]]]]]]]; exists r, F, (fun y => U (val y)), c; split.
  by move=> z y; rewrite /restrict e ?(valP y).
by exists B, u; split=> // y; exact: Uu.
Qed.

Theorem table : claim_fscore_A.
Proof.
move=> R m e m0.
have le : 2%:R * m%:R <= constant_fscore_A_bound R m.
  by rewrite /constant_fscore_A_bound ler_wpmul2l ?ler0n // -natrX ler_nat; nia.
have zero : constant_at_most (f_loss (0 : R) (m := m)) (constant_fscore_A_bound R m).
  by apply: at_most_weaken le _; apply: balanced => //; rewrite expr0n ler01.
split=> //; first by apply: at_most_weaken le _; apply: balanced => //; rewrite expr1n.
apply: at_most_restrict zero => z y /negbTE y0.
by rewrite /f_loss !f_scoreE y0 andbF.
Qed.

Theorem sharp : claim_fscore_sharp_repaired.
Proof.
move=> R m m0; split; last by apply: balanced => //; rewrite expr1n.
have := @entry_range R _ _ (f_loss (1 : R) (m := m)) setT set0 setT setT; rewrite /f_loss !f_scoreE.
have T0 : [set: 'I_m] == set0 = false by rewrite -cards_eq0 cardsT card_ord; case: m m0.
rewrite !T0 /= setI0 cards0 muln0 mul0r setIid addnn -mul2n mulfV ?subrr ?subr0 ?expr1n //.
by rewrite pnatr_eq0 muln_eq0 /= cards_eq0 T0.
Qed.
