(** Average precision: its row norm beside the logarithm, the shifted decomposition, its decoder. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring zify.
From qstheory Require Import Loss Statements Rank Ranking Constants Optimality Map MapRank Logarithms.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem logarithms : claim_map_norms_repaired__logarithms.
Proof. by move=> m m0 H; apply/andP; exact: harmonic_log. Qed.

Theorem rows : refuted_map_norms__rows.
Proof.
move=> m m0 le; have [[_ [s sE]] _] := @Map.norms reals m m0.
by have := le s; rewrite sE leNgt; have /andP[-> _] := harmonic_log m0.
Qed.

Lemma triangle (R : realFieldType) m : (m * (m + 1) %/ 2)%:R = m%:R * (m + 1)%:R / 2%:R :> R.
Proof.
have e : (m * (m + 1) = m * (m + 1) %/ 2 * 2)%N by rewrite divnK // dvdn2 oddM addn1 /= andbN.
by rewrite -natrM [in RHS]e natrM mulfK // pnatr_eq0.
Qed.

Theorem printed_constant : refuted_map_A.
Proof.
move=> m m0 F U [a [B [b [hB hb ->]]]]; have [hB' hb'] := @Map.norms reals m m0.
rewrite (largest_row_unique hB hB') (largest_entry_unique hb hb') expr1n mulr1 card_ordered_pairs triangle.
set H := \sum_(p < m) _; have /andP[lt _] := harmonic_log m0.
have m1 : 1 <= m%:R :> reals by rewrite ler1n.
have l0 : 0 < log (m + 1)%:R by apply: log_gt0; rewrite ltr1n addn1.
apply/negP; rewrite -ltNge /constant_map_A_factor /natural_log.
apply: (@lt_trans _ _ (m%:R * (m + 1)%:R / 2%:R * log (m + 1)%:R)); last first.
  rewrite ltr_pmul2l; first exact: lt.
  by rewrite !mulr_gt0 ?invr_gt0 ?ltr0n ?addn1.
rewrite (ltr_pmul2r l0) expr2 natrD -subr_gt0.
rewrite (_ : _ - _ = m%:R * (m%:R + 2%:R) / 4%:R); last by field.
by rewrite -natrD divr_gt0 ?ltr0n // mulr_gt0 ?ltr0n ?addn2.
Qed.

Section Shifted.
Variables (R : realFieldType) (n : nat).
Notation m := n.+2.
Let H : R := \sum_(p < m) p.+1%:R^-1.
Let H2 : R := \sum_(p < m) p.+1%:R ^- 2.
Let half (q : ordered_pairs m) : R := if (val q).1 == (val q).2 then 1 else 1 / 2%:R.
Let F (s : 'S_m) q := half q * last_positions R s q.
Let share (y : {set 'I_m}) (q : ordered_pairs m) : R := (half q)^-1 *
  (((val q).1 \in y) && ((val q).2 \in y))%:R / #|y|%:R.

Lemma half_diagonal q : half q = 1 / 2%:R + (diagonal q)%:R / 2%:R.
Proof. by rewrite /half /diagonal; case: (_ == _) => /=; field. Qed.

Lemma half_neq0 q : half q != 0.
Proof. by rewrite /half; case: ifP => _; rewrite ?oner_eq0 // mul1r invr_eq0 pnatr_eq0. Qed.

(** A function of the position of the items j = l. *)
Lemma diagonal_by_position s (g : nat -> R) :
  \sum_(q : ordered_pairs m | diagonal q) g (maxn (position s (val q).1) (position s (val q).2)) = \sum_(p < m) g p.+1.
Proof.
rewrite big_mkcond -(sum_places s (fun p : 'I_m => g p.+1)).
pose h j l := (j == l)%:R * g (maxn (position s j) (position s l)).
rewrite (eq_bigr (fun q => h (val q).1 (val q).2)) => [|q _]; last first.
  by rewrite /h /diagonal; case: eqP; rewrite ?mul1r ?mul0r.
rewrite (pairs_by_position s (h := h)) => [|j l]; last by rewrite /h eq_sym maxnC.
apply: eq_bigr => j _; rewrite (bigD1 j) //= /h eqxx mul1r big1 ?addr0 => [|l /andP[_ ne]]; last by rewrite eq_sym (negbTE ne) mul0r.
by rewrite maxnn.
Qed.

Lemma halves_sum s : \sum_q F s q = H + (m%:R - H) / 2%:R.
Proof.
have d : \sum_q (diagonal q)%:R * last_positions R s q = H.
  rewrite -[RHS](diagonal_by_position s (fun p => p%:R^-1)) [RHS]big_mkcond; apply: eq_bigr => q _.
  by case: (diagonal q); rewrite ?mul1r ?mul0r.
rewrite (eq_bigr (fun q => 1 / 2%:R * last_positions R s q + 1 / 2%:R * ((diagonal q)%:R * last_positions R s q))) => [|q _].
  by rewrite big_split -!mulr_sumr /= d last_positions_sum; field.
by rewrite /F half_diagonal; field.
Qed.

Lemma halves_norm s : \sum_q F s q ^+ 2 = (3%:R * H2 + H) / 4%:R.
Proof.
rewrite (eq_bigr (fun q => 1 / 4%:R * last_positions R s q ^+ 2 +
    3%:R / 4%:R * ((diagonal q)%:R * last_positions R s q ^+ 2))) => [|q _]; last first.
  by rewrite /F half_diagonal; case: (diagonal q) => /=; field.
have all : \sum_q last_positions R s q ^+ 2 = H.
  rewrite (pairs_by_last s (fun p => p%:R^-1 ^+ 2)); apply: eq_bigr => p _.
  by rewrite expr2 mulrA mulfV ?mul1r // pnatr_eq0.
have own : \sum_q (diagonal q)%:R * last_positions R s q ^+ 2 = H2.
  rewrite -[RHS](diagonal_by_position s (fun p => p%:R ^- 2)) [RHS]big_mkcond; apply: eq_bigr => q _.
  by case: (diagonal q); rewrite ?mul1r ?mul0r // /last_positions exprVn.
by rewrite big_split -!mulr_sumr /= all own; field.
Qed.

Lemma share_range y q : 0 <= share y q <= 1.
Proof.
rewrite /share /half; case: (boolP ((val q).1 \in y)) => /= a; last by rewrite mulr0 mul0r lexx ler01.
case: (boolP ((val q).2 \in y)) => /= b; last by rewrite mulr0 mul0r lexx ler01.
have y1 : (0 < #|y|)%N by apply/card_gt0P; exists (val q).1.
case: eqP => [_|/eqP ne].
  rewrite invr1 !mul1r invr_ge0 ler0n invf_le1 ?ltr0n // ler1n y1 //.
have y2 : (1 < #|y|)%N by apply/card_gt1P; exists (val q).1, (val q).2.
rewrite mul1r invrK mulr1 divr_ge0 ?ler0n // ler_pdivr_mulr ?ltr0n // mul1r ler_nat //.
Qed.

Lemma share_entry y q : `|1 / 2%:R - share y q| <= 1 / 2%:R.
Proof.
have /andP[lo hi] := share_range y q; rewrite distrC ler_distl subrr lo /=.
by rewrite (_ : 1 / 2%:R + 1 / 2%:R = 1) //; field.
Qed.

Lemma shifted_form (e : R) (s : 'S_m) y : y != set0 ->
  map_loss e s y = \sum_q F s q * (1 / 2%:R - share y q) + (1 - 1 / 2%:R * (H + (m%:R - H) / 2%:R)).
Proof.
move=> y0; rewrite Map.form (negbTE y0) (sum_enum (fun q => last_positions R s q *
  (- 1 * (((val q).1 \in y) && ((val q).2 \in y))%:R / #|y|%:R))).
have -> : \sum_q F s q * (1 / 2%:R - share y q) = 1 / 2%:R * (\sum_q F s q) +
    \sum_q last_positions R s q * (- 1 * (((val q).1 \in y) && ((val q).2 \in y))%:R / #|y|%:R).
  rewrite mulr_sumr -big_split; apply: eq_bigr => q _ /=.
  have h := mulfV (half_neq0 q); rewrite /share /F.
  set b := (_ && _)%:R; set c := #|y|%:R^-1; set t := last_positions _ _ _; set v := (half q)^-1 in h *.
  have -> : t * (-1 * b * c) = - (half q * v) * (t * b * c) by rewrite h; ring.
  ring.
by rewrite halves_sum; set S := \sum_q _; ring.
Qed.
End Shifted.

Theorem shifted : claim_map_A_repaired.
Proof.
move=> R [|[|n]] // e _ shift H half F U; split.
  move=> s [y y0]; rewrite /restrict /= (shifted_form e s y0); congr (_ + _).
  by rewrite -[LHS]sum_enum.
exists ((3%:R * (\sum_(p < n.+2) p.+1%:R ^- 2) + H) / 4%:R), (1 / 2%:R); split.
- have row s : sqnorm (F s) = (3%:R * (\sum_(p < n.+2) p.+1%:R ^- 2) + H) / 4%:R.
    by rewrite -[RHS](halves_norm R s) -[RHS]sum_enum.
  by split=> [s|]; [rewrite row|exists 1%g; rewrite row].
- split=> [[y y0] k|].
    exact: share_entry.
  pose y := [set ord0 : 'I_n.+2]; have ok : nonempty y by rewrite /nonempty -card_gt0 cards1.
  exists (exist (fun y => nonempty y) _ ok), (enum_rank (exist (fun q : 'I_n.+2 * 'I_n.+2 => q.1 <= q.2)%N (ord0, ord0) (leqnn 0))).
  rewrite /U /half enum_rankK /= !inE eqxx cards1 divr1 mulr1 invr1 /shift /constant_map_A_repaired_shift.
  by rewrite (_ : 1 / 2%:R - 1 = - (1 / 2%:R)) ?normrN ?ger0_norm ?divr_ge0 ?ler0n ?ler01 //; field.
rewrite card_ordered_pairs /constant_map_A_repaired_A_2 -/H; set N := (_ %/ 2)%:R; set S := \sum_(p < _) _ ^- 2; by field.
Qed.

Lemma le_by (R : realFieldType) (d a b : R) : b - a = d -> 0 <= d -> a <= b.
Proof. by move=> <-; rewrite subr_ge0. Qed.

Lemma shifted_step (R : realFieldType) (x S H l : R) : 3%:R <= x -> 0 <= l ->
  x * (3%:R * S + H) <= 8%:R * (x - 1) * l ->
  (x + 1) * (3%:R * (S + x ^- 2) + (H + x^-1)) <= 8%:R * x * ((x + 1)^-1 + l).
Proof.
move=> x3 l0 IH; have x0 : 0 < x by apply: lt_le_trans x3; rewrite ltr0n.
have x1 : 0 < x + 1 by rewrite addr_gt0 ?ltr01.
have old : (x + 1) * (3%:R * S + H) <= 8%:R * x * l.
  rewrite -(ler_pmul2l x0); apply: (@le_trans _ _ ((x + 1) * (8%:R * (x - 1) * l))); first by rewrite mulrCA ler_pmul2l.
  by apply: (le_by (d := 8%:R * l)); [ring|rewrite mulr_ge0 ?ler0n].
have new : (x + 1) * (3%:R * x ^- 2 + x^-1) <= 8%:R * x * (x + 1)^-1.
  have xn : x != 0 by rewrite gt_eqF. have x1n : x + 1 != 0 by rewrite gt_eqF.
  pose t := x - 3%:R; have t0 : 0 <= t by rewrite subr_ge0.
  apply: (le_by (d := (7%:R * t ^+ 3 + 58%:R * t ^+ 2 + 152%:R * t + 120%:R) / (x ^+ 2 * (x + 1)))).
    by rewrite /t; field; rewrite xn x1n.
  apply: divr_ge0; last by rewrite mulr_ge0 ?exprn_ge0 ?ltW.
  by repeat first [exact: ler0n | exact: exprn_ge0 | exact: t0 | apply: addr_ge0 | apply: mulr_ge0].
rewrite [X in X <= _](_ : _ = (x + 1) * (3%:R * S + H) + (x + 1) * (3%:R * x ^- 2 + x^-1)); last by ring.
rewrite [X in _ <= X](_ : _ = 8%:R * x * l + 8%:R * x * (x + 1)^-1); last by ring.
exact: ler_add.
Qed.

(** 8 m/(m+1) log(m+1) - 3 H2 - H grows with m. *)
Lemma shifted_below m : (2 <= m)%N ->
  (m + 1)%:R * (3%:R * (\sum_(p < m) p.+1%:R ^- 2) + \sum_(p < m) p.+1%:R^-1) <= 8%:R * m%:R * log (m + 1)%:R.
Proof.
case: m => [|[|m]] // _; elim: m => [|m IH].
  rewrite !big_ord_recr !big_ord0 /= add0r; have h := log3; rewrite (_ : (2 + 1)%N = 3%N) //.
  apply: (@le_trans _ _ (8%:R * 2%:R * 1)); last by rewrite ler_pmul2l ?mulr_gt0 ?ltr0n.
  rewrite -subr_ge0 (_ : _ - _ = 1 / 4%:R); first by rewrite divr_ge0 ?ler0n ?ler01.
  by field.
rewrite [\sum_(p < m.+3) _ ^- 2]big_ord_recr [\sum_(p < m.+3) _^-1]big_ord_recr /=.
set S := \sum_(p < m.+2) _ ^- 2 in IH *; set H := \sum_(p < m.+2) _ in IH *.
have /andP[a _] := log_next m.+2; have l0 : 0 <= log m.+3%:R by apply/ltW/log_gt0; rewrite ltr1n.
move: IH a; rewrite !addn1; set l := log m.+3%:R in l0 *; set l' := log m.+4%:R => IH a.
have {}a : m.+4%:R^-1 + l <= l' by rewrite -ler_subr_addr ltW.
have t3 : 0 < m.+3%:R :> reals by rewrite ltr0n.
apply: (@le_trans _ _ (8%:R * m.+3%:R * (m.+4%:R^-1 + l))); last by rewrite ler_pmul2l ?mulr_gt0 ?ltr0n.
have E4 : m.+4%:R = m.+3%:R + 1 :> reals by rewrite [LHS]mulrSr.
have E2 : m.+2%:R = m.+3%:R - 1 :> reals by rewrite [in RHS]mulrSr addrK.
by rewrite E4; rewrite E2 in IH; apply: shifted_step => //; rewrite ler_nat.
Qed.

Theorem bound : claim_map_A_repaired__bound.
Proof.
move=> m m2; rewrite /constant_map_A_repaired_A_2 /constant_map_A_repaired_factor /natural_log triangle.
have := shifted_below m2; set T := 3%:R * _ + _; set l := log _ => le.
have m0 : 0 <= m%:R :> reals := ler0n _ _.
rewrite (_ : _ / 16%:R = m%:R / 32%:R * ((m + 1)%:R * T)); last by field.
rewrite (_ : _ * l = m%:R / 32%:R * (8%:R * m%:R * l)); last by field.
by rewrite ler_wpmul2l // divr_ge0 ?ler0n.
Qed.

Theorem by_pairs : claim_map_inference.
Proof. by move=> R m e p s; have [h _] := (MapRank.inference : claim_map_inference_repaired) R m e p s. Qed.
