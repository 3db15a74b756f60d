(** The F-score: the norms and constants of its two decompositions, and one with A^2 <= 2 m. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank Constants FScore FScoreForms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** sum_(l = 1..m) 1 / (k + l)^2 <= 1/k - 1/(k + m). *)
Lemma squares_telescope (R : realFieldType) m k : (0 < k)%N ->
  \sum_(l < m) (k + l.+1)%:R ^- 2 <= k%:R^-1 - (k + m)%:R^-1 :> R.
Proof.
move=> k0; elim: m => [|m IH]; first by rewrite big_ord0 addn0 subrr.
have x0 : 0 < (k + m)%:R :> R by rewrite ltr0n addn_gt0 k0.
have step : (k + m.+1)%:R ^- 2 <= (k + m)%:R^-1 - (k + m.+1)%:R^-1 :> R.
  rewrite addnS mulrS; move: ((k + m)%:R : R) x0 => x x0.
  have b0 : 0 < 1 + x by rewrite ltr_paddl ?ler01.
  have -> : x^-1 - (1 + x)^-1 = (x * (1 + x))^-1 by field; rewrite !gt_eqF.
  by rewrite lef_pinv ?posrE ?exprn_gt0 ?mulr_gt0 // expr2 ler_pmul2r // ler_addr ler01.
by rewrite big_ord_recr /=; apply: le_trans (ler_add IH step) _; rewrite addrA subrK.
Qed.

(** A largest row there always is. *)
Lemma some_largest_row (R : realFieldType) (T : finType) r (f : T -> 'I_r -> R) (t0 : T) : exists B, largest_row f B.
Proof.
have [t _ top] := @arg_maxP _ R T t0 xpredT (fun t => sqnorm (f t)) isT.
by exists (sqnorm (f t)); split=> [t'|]; [exact: top|exists t].
Qed.

Lemma largest_row_ext (R : realFieldType) (T : finType) r (f g : T -> 'I_r -> R) B :
  (forall t k, g t k = f t k) -> largest_row f B -> largest_row g B.
Proof.
move=> e [up [t top]]; have s u : sqnorm (g u) = sqnorm (f u) by apply: eq_bigr => k _; rewrite e.
by split=> [u|]; [rewrite s|exists t; rewrite s].
Qed.

Section Norms.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation sets := {set 'I_m}.
Notation I := [finType of ('I_m * 'I_m + unit)%type].
Implicit Types (z y : sets).

Lemma sum_coordinates (h : I -> R) : \sum_(k < #|I|) h (enum_val k) = \sum_j \sum_l h (inl (j, l)) + h (inr tt).
Proof.
rewrite sum_enum big_sumType /= [X in _ + X](big_pred1 tt) => [|[] //]; congr (_ + _).
by rewrite (pair_bigA _ (fun j l => h (inl (j, l)))); apply: eq_bigr => -[].
Qed.

Lemma card_coordinates : #|I| = (m ^ 2 + 1)%N.
Proof. by rewrite card_sum card_prod card_unit !card_ord mulnn. Qed.

Lemma card_le z : (#|z| <= m)%N.
Proof. by rewrite -[X in (_ <= X)%N]card_ord max_card. Qed.

Lemma bits_square z : \sum_j (j \in z)%:R ^+ 2 = #|z|%:R :> R.
Proof.
rewrite -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => j _.
by case: (j \in z); rewrite ?expr1n ?expr0n.
Qed.

(** Coordinates q z_j / (|z| + l) and s 1(z empty), 1(y_j = 1, |y| = l) and 1(y empty). *)
Definition ratio (q s : R) z (i : I) : R := match i with
  | inl (j, l) => - (q * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => s * (z == set0)%:R end.
Definition own_size y (i : I) : R := match i with
  | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end.

Lemma ratio_row q s z : sqnorm (fun k : 'I_#|I| => ratio q s z (enum_val k)) =
  q ^+ 2 * (#|z|%:R * \sum_(l < m) (#|z| + l.+1)%:R ^- 2) + s ^+ 2 * (z == set0)%:R.
Proof.
rewrite /sqnorm (sum_coordinates (fun i => ratio q s z i ^+ 2)) /=; congr (_ + _); last first.
  by rewrite exprMn; case: (_ == _); rewrite ?expr1n ?expr0n.
rewrite -bits_square mulr_suml mulr_sumr; apply: eq_bigr => j _; rewrite !mulr_sumr; apply: eq_bigr => l _.
by rewrite sqrrN !exprMn exprVn -!mulrA.
Qed.

Lemma row_share z : z != set0 -> #|z|%:R * (\sum_(l < m) (#|z| + l.+1)%:R ^- 2) < 1 :> R.
Proof.
rewrite -card_gt0 => z0; apply: le_lt_trans (ler_wpmul2l (ler0n _ _) (squares_telescope R m z0)) _.
have k0 : #|z|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
by rewrite mulrBr mulfV // gtr_addl oppr_lt0 divr_gt0 // ltr0n ?addn_gt0 z0.
Qed.

Lemma row_le q s z : q != 0 -> s ^+ 2 = 1 ->
  sqnorm (fun k : 'I_#|I| => ratio q s z (enum_val k)) < (if z == set0 then 1 + 1 else q ^+ 2) /\
  (z == set0 -> sqnorm (fun k : 'I_#|I| => ratio q s z (enum_val k)) = 1).
Proof.
move=> q0 s1; rewrite ratio_row s1 mul1r; case: eqP => [->|/eqP z0]; last first.
  by rewrite addr0 gtr_pmulr ?row_share // lt_neqAle sqr_ge0 eq_sym sqrf_eq0 q0.
by rewrite cards0 mul0r mulr0 add0r; split=> //; rewrite ltr_addl ltr01.
Qed.

Lemma own_size_entry : largest_entry (fun y (k : 'I_#|I|) => own_size y (enum_val k)) (1 : R).
Proof.
split=> [y k|]; last by exists set0, (enum_rank (inr tt : I)); rewrite enum_rankK /= eqxx normr1.
by case: (enum_val k) => [[j l]|[]] /=; rewrite normr_nat lern1; [case: (_ && _)|case: (_ == _)].
Qed.

Lemma first_norms q s : q != 0 -> s ^+ 2 = 1 ->
  exists B, [/\ largest_row (fun z (k : 'I_#|I|) => ratio q s z (enum_val k)) B, 1 <= B & B <= 1 \/ B < q ^+ 2].
Proof.
move=> q0 s1; have [B top] := some_largest_row (fun z (k : 'I_#|I|) => ratio q s z (enum_val k)) set0.
exists B; split=> //; first by rewrite -((row_le set0 q0 s1).2 (eqxx _)); exact: (proj1 top).
have [_ [z <-]] := top; have [lt at0] := row_le z q0 s1.
by case: (eqVneq z set0) lt at0 => [_ _ ->|_ lt _] //; [left|right].
Qed.

Lemma first_constant q s B : largest_row (fun z (k : 'I_#|I|) => ratio q s z (enum_val k)) B ->
  constant_squared (fun z (k : 'I_#|I|) => ratio q s z (enum_val k))
    (fun y (k : 'I_#|I|) => own_size y (enum_val k)) ((m%:R ^+ 2 + 1) * B).
Proof.
move=> top; exists B, 1; split=> //; first exact: own_size_entry.
by rewrite card_coordinates natrD natrX expr1n mulr1.
Qed.

(** The second one: the same with F and U exchanged. *)
Lemma second_norms (q s : R) : q = 1 /\ s = 1 \/ q = 2%:R /\ s = - 1 ->
  largest_row (fun (z : sets) (k : 'I_#|I|) => match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => s * (z == set0)%:R end : R) m%:R /\
  largest_entry (fun (y : sets) (k : 'I_#|I|) => match enum_val k with
    | inl (j, l) => q * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end : R) 1.
Proof.
move=> qs; have s1 : s ^+ 2 = 1 by case: qs => -[_ ->]; rewrite ?sqrrN expr1n.
have q2 : 0 <= q <= 2%:R by case: qs => -[-> _]; rewrite ?ler0n ?lexx ?ler01 ?ler1n.
pose f z (i : I) : R := match i with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => s * (z == set0)%:R end.
pose u y (i : I) : R := match i with
    | inl (j, l) => q * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end.
have row z : sqnorm (fun k : 'I_#|I| => f z (enum_val k)) = if z == set0 then 1 else #|z|%:R.
  rewrite /sqnorm (sum_coordinates (fun i => f z i ^+ 2)) /= exprMn s1 mul1r.
  case: (eqVneq z set0) => [->|z0].
    rewrite expr1n big1 ?add0r // => j _; rewrite big1 // => l _; by rewrite inE oppr0 expr0n.
  rewrite expr0n addr0 -bits_square; apply: eq_bigr => j _; have [l zl] := size_pos z0.
  rewrite (bigD1 l) //= big1 ?addr0 => [|k ne]; first by rewrite zl eqxx andbT sqrrN.
  by rewrite zl eqSS [(l : nat) == k]eq_sym (negbTE (_ : (k : nat) != l)) ?andbF ?oppr0 ?expr0n.
split; split=> [z|].
- rewrite (row z); case: (_ == _); by rewrite ?ler_nat ?ler1n ?card_le.
- exists setT; rewrite (row setT) -cards_eq0 cardsT card_ord; by case: m m0.
- move=> k; rewrite -/(u z (enum_val k)); case: (enum_val k) => [[j l]|[]] /=; last first.
    by rewrite normr_nat lern1; case: (_ == _).
  case: (boolP (j \in z)) => jz; rewrite ?mulr0 ?mul0r ?normr0 ?ler01 // mulr1.
  have z1 : (0 < #|z|)%N by apply/card_gt0P; exists j.
  have d0 : 0 < (#|z| + l.+1)%:R :> R by rewrite ltr0n addn_gt0 z1.
  case/andP: q2 => q0 q2; rewrite ger0_norm ?divr_ge0 ?(ltW d0) // ler_pdivr_mulr // mul1r.
  by apply: le_trans q2 _; rewrite ler_nat addnS ltnS (leq_trans z1) // leq_addr.
by exists set0, (enum_rank (inr tt : I)); rewrite enum_rankK /= eqxx normr1.
Qed.
End Norms.

Lemma two_squares (R : realFieldType) m : (0 < m)%N -> m%:R ^+ 2 + 1 <= 2%:R * m%:R ^+ 2 :> R.
Proof.
by move=> m0; rewrite -!natrX -natrM -(natrD _ _ 1) ler_nat; nia.
Qed.

Lemma second_square (R : realFieldType) m : (0 < m)%N ->
  m%:R * (m%:R ^+ 2 + 1) <= 2%:R * m%:R ^+ 3 :> R.
Proof.
by move=> m0; rewrite exprS mulrCA ler_wpmul2l ?ler0n //; exact: two_squares.
Qed.

Section Claims.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation I := [finType of ('I_m * 'I_m + unit)%type].
Let F1 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => (z == set0)%:R end.
Let F2 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end.

Lemma rows1 : largest_row F1 1.
Proof.
have [B [top B1 Bu]] := @first_norms R m 1 1 (oner_neq0 _) (expr1n _ _).
have -> : 1 = B by apply/eqP; rewrite eq_le B1; case: Bu => [->//|]; rewrite expr1n => /ltW->.
apply: largest_row_ext top => z k; rewrite /F1; by case: (enum_val k) => [[j l]|u] /=; rewrite mul1r.
Qed.

Lemma rows2 : exists2 B, largest_row F2 B & 1 <= B < 4%:R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have [B [top B1 Bu]] := @first_norms R m 2%:R (- 1) two0 (etrans (sqrrN _) (expr1n _ _)).
exists B; last first.
  rewrite B1; case: Bu => [/le_lt_trans->//|]; first by rewrite ltr1n.
  by rewrite -natrX.
apply: largest_row_ext top => z k; rewrite /F2; by case: (enum_val k) => [[j l]|u] //=; rewrite mulN1r.
Qed.
End Claims.

Theorem norms1 : claim_fscore_dec1_norms.
Proof.
move=> R m m0 I F U; split; last exact: own_size_entry.
exists 1; first exact: rows1.
by rewrite lexx andbT ler_pdivr_mulr ?ltr0n // mul1r ler1n.
Qed.

Theorem norms1_repaired : claim_fscore_dec1_norms_repaired.
Proof. by move=> R m m0 I F U; split; [exact: rows2|exact: own_size_entry]. Qed.

Theorem A1_printed : claim_fscore_A1__printed.
Proof.
move=> R m m0 I F U; split; last exact: two_squares.
exists ((m%:R ^+ 2 + 1) * 1); last by rewrite mulr1.
exists 1, 1; split; [exact: rows1|exact: own_size_entry|].
by rewrite card_coordinates natrD natrX expr1n !mulr1.
Qed.

Theorem A1_repaired : claim_fscore_A1_repaired.
Proof.
move=> R m m0 I F U; have [B top /andP[_ B4]] := rows2 R m; split; last first.
  rewrite /constant_fscore_A1_repaired_second_bound (_ : 8 = 4 * 2)%N // natrM -mulrA ler_pmul2l ?ltr0n //.
  exact: two_squares.
exists ((m%:R ^+ 2 + 1) * B); last by rewrite /constant_fscore_A1_repaired_first_bound mulrC ltr_pmul2r // ltr_paddl ?ltr01 ?sqr_ge0.
exists B, 1; split; [exact: top|exact: own_size_entry|].
by rewrite card_coordinates natrD natrX expr1n !mulr1.
Qed.

Theorem norms2 : claim_fscore_dec2_norms.
Proof. by move=> R m m0 q s qs I F U; have := second_norms m0 qs. Qed.

Theorem A2 : claim_fscore_A2.
Proof.
move=> R m m0 q s qs I F U; split; last exact: second_square.
have [row entry] := second_norms m0 qs; exists m%:R, 1; split=> //.
by rewrite card_coordinates natrD natrX expr1n !mulr1 mulrC.
Qed.

(** Which of the two constants is smaller, and that it is above sqrt(2) m. *)
Section Both.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation I := [finType of ('I_m * 'I_m + unit)%type].
Implicit Type z : {set 'I_m}.
Let F1 z (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end.
Let share k : R := k%:R * \sum_(l < m) (k + l.+1)%:R ^- 2.

Lemma F1_row z : sqnorm (F1 z) = 4%:R * share #|z| + (z == set0)%:R.
Proof.
have := ratio_row 2%:R (- 1 : R) z; rewrite sqrrN expr1n mul1r -natrX => <-.
by apply: eq_bigr => k _; rewrite /F1; case: (enum_val k) => [[j l]|u] //=; rewrite mulN1r.
Qed.

Lemma share_le k : (0 < k)%N -> share k <= m%:R / (k + m)%:R.
Proof.
move=> k0; apply: le_trans (ler_wpmul2l (ler0n _ _) (squares_telescope R m k0)) _.
have a : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have b : (k + m)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n addn_gt0 k0.
by rewrite mulrBr mulfV // -{1}(divff b) -mulrBl natrD addrAC subrr add0r.
Qed.

Lemma F1_le z : sqnorm (F1 z) <= m%:R.
Proof.
rewrite F1_row; case: (eqVneq z set0) => [->|z0].
  by rewrite /share cards0 mul0r mulr0 add0r ler1n.
rewrite addr0; move: z0; rewrite -card_gt0 => z0; have zm := card_le z; move: z0 zm; move: #|z| => k k0 km.
have [big|small] := leqP 4 (k + m).
  have d0 : 0 < (k + m)%:R :> R by rewrite ltr0n addn_gt0 k0.
  apply: le_trans (ler_wpmul2l (ler0n _ _) (share_le k0)) _.
  by rewrite mulrA ler_pdivr_mulr // mulrC -!natrM ler_nat leq_mul2l big orbT.
have [[-> m1]|[-> m2]] : k = 1%N /\ m = 1%N \/ k = 1%N /\ m = 2%N by lia.
  rewrite /share m1 big_ord1 mul1r /=; by have -> : 4%:R * (1 + 1)%N%:R ^- 2 = 1 :> R by field.
rewrite /share m2 !big_ord_recr big_ord0 /= add0r mul1r.
have -> : 4%:R * ((1 + 1)%N%:R ^- 2 + (1 + 2)%N%:R ^- 2) = 13%:R / 9%:R :> R by field.
by rewrite ler_pdivr_mulr ?ltr0n // -natrM ler_nat.
Qed.

(** With two labels the sum of 1/(2 + l)^2 is large enough from m = 4 on. *)
Let four : R := \sum_(l < 4) (2 + l.+1)%:R ^- 2.
Lemma four_gt : 6%:R / 25%:R < four.
Proof.
rewrite /four !big_ord_recr big_ord0 /= add0r.
have -> : (2 + 1)%N%:R ^- 2 + (2 + 2)%N%:R ^- 2 + (2 + 3)%N%:R ^- 2 + (2 + 4)%N%:R ^- 2 =
  29%:R / 144%:R + 1 / 25%:R :> R by field.
have -> : 6%:R / 25%:R = 1 / 5%:R + 1 / 25%:R :> R by field.
by rewrite ltr_add2r ltr_pdivr_mulr ?ltr0n // mulrAC ltr_pdivl_mulr ?ltr0n // mul1r -natrM ltr_nat.
Qed.

Lemma share_two : (4 <= m)%N -> 2%:R * m%:R ^+ 2 < (m%:R ^+ 2 + 1) * (4%:R * share 2).
Proof.
move=> m4; have pos : 0 < m%:R ^+ 2 + 1 :> R by rewrite ltr_paddl ?sqr_ge0 ?ltr01.
rewrite /share [4%:R * _]mulrA -natrM.
have [e|m5] := eqVneq m 4%N.
  apply: le_lt_trans (_ : (m%:R ^+ 2 + 1) * (8%:R * (6%:R / 25%:R)) < _); last first.
    by rewrite e -/four !ltr_pmul2l ?four_gt ?ltr0n // -e.
  rewrite e (_ : _ * (_ * _) = 816%:R / 25%:R); last by field.
  by rewrite ler_pdivl_mulr ?ltr0n // -natrX -!natrM ler_nat.
have [n e] : exists n, m = (4 + n.+1)%N by exists (m - 5)%N; lia.
have part : 1 / 4%:R < \sum_(l < m) (2 + l.+1)%:R ^- 2 :> R.
  rewrite e big_split_ord /= -/four big_ord_recl /= addrA.
  have rest : 0 <= \sum_(i < n) (2 + (4 + bump 0 i).+1)%:R ^- 2 :> R.
    by apply: sumr_ge0 => l _; rewrite invr_ge0 exprn_ge0 ?ler0n.
  apply: lt_le_trans (_ : _ < four + (2 + (4 + 0).+1)%:R ^- 2) _; last by rewrite ler_addl.
  have -> : 1 / 4%:R = 6%:R / 25%:R + 1 / 100%:R :> R by field.
  apply: ltr_add; first exact: four_gt.
  by rewrite mul1r -natrX ltf_pinv ?posrE ?ltr0n // ltr_nat.
apply: lt_trans (_ : (m%:R ^+ 2 + 1) * (8%:R * (1 / 4%:R)) < _); last by rewrite !ltr_pmul2l ?ltr0n.
have -> : 8%:R * (1 / 4%:R) = 2%:R :> R by field.
by rewrite [X in _ < X]mulrC ltr_pmul2l ?ltr0n // ltr_addl ltr01.
Qed.

Let U1 z (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => (z == set0)%:R end.
Let F2 z (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => - (z == set0)%:R end.
Let U2 z (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => 2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R | inr _ => (z == set0)%:R end.

Lemma both : exists B, [/\ largest_row F1 B, constant_squared F1 U1 ((m%:R ^+ 2 + 1) * B) &
  constant_squared F2 U2 ((m%:R ^+ 2 + 1) * m%:R)].
Proof.
have [B top] := some_largest_row F1 set0; exists B; split=> //.
  by exists B, 1; split=> //; [exact: own_size_entry|rewrite card_coordinates natrD natrX expr1n mulr1].
have [row entry] := @second_norms R m m0 2%:R (- 1) (or_intror (conj erefl erefl)).
exists m%:R, 1; split=> //; last by rewrite card_coordinates natrD natrX expr1n mulr1.
by apply: largest_row_ext row => z k; rewrite /F2; case: (enum_val k) => [[j l]|u] //=; rewrite mulN1r.
Qed.

Lemma smaller : exists a b, [/\ constant_squared F1 U1 a, constant_squared F2 U2 b & a <= b].
Proof.
have [B [[_ [z <-]] a b]] := both; exists ((m%:R ^+ 2 + 1) * sqnorm (F1 z)), ((m%:R ^+ 2 + 1) * m%:R); split=> //.
by rewrite ler_wpmul2l ?F1_le // addr_ge0 ?sqr_ge0 ?ler01.
Qed.

Lemma above : (4 <= m)%N -> exists a b, [/\ constant_squared F1 U1 a, constant_squared F2 U2 b,
  2%:R * m%:R ^+ 2 < a & 2%:R * m%:R ^+ 2 < b].
Proof.
move=> m4; have [B [[top [z e]] a b]] := both; exists ((m%:R ^+ 2 + 1) * B), ((m%:R ^+ 2 + 1) * m%:R).
have pos : 0 < m%:R ^+ 2 + 1 :> R by rewrite ltr_paddl ?sqr_ge0 ?ltr01.
have lt : 2%:R * m%:R ^+ 2 < (m%:R ^+ 2 + 1) * B.
  apply: lt_le_trans (share_two m4) _; rewrite ler_pmul2l //.
  have [y [y2 _]] := @exists_set m (Ordinal m0) 1 (leq_trans (isT : 1 < 4)%N m4).
  apply: le_trans (top y); rewrite F1_row y2 ler_addl; exact: ler0n.
by split=> //; apply: lt_le_trans lt _; rewrite ler_pmul2l // -e F1_le.
Qed.
End Both.

Theorem smaller_of_both : claim_fscore_A_of_both__smaller.
Proof. by move=> R m m0; exact: smaller. Qed.
