(** Witnesses: the premises of the statements on decompositions, surrogates, calibration and learning can
    be met, by a coin that shows heads more often than tails. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Premises Loss Statements Comparison.
From qstheory Require Calibration Hamming RefutedNoise Surrogates MaxMargin RefutedSets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Coin.
Variable R : realFieldType.
Let half : R := 1 / 2%:R.
Lemma half_gt0 : 0 < half. Proof. by rewrite /half mul1r invr_gt0 ltr0n. Qed.
Lemma half_le1 : half <= 1. Proof. by rewrite /half mul1r invf_le1 ?ltr0n // ler1n. Qed.
Definition fair := coin half_gt0 half_le1.
Let sign (y : bool) : R := if y then 1 else - 1.
Let values := coin_values half_gt0 half_le1.
Lemma two : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.
Lemma four : 4%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma coin_norm (z : predictions fair) : sqnorm (F z) <= 1 / 4%:R.
Proof. by have [_ _ _ -> _] := values. Qed.
Lemma coin_margin : margin (@loss _ fair) (conditional (tt : inputs fair)) (best (tt : inputs fair)) half.
Proof. by have [_ _ _ _ /(_ tt)] := values. Qed.
Lemma coin_excess (x : inputs fair) : l (decoded x) x - l (best x) x = half.
Proof. by have [e _ _ _ _] := values; rewrite -[RHS]e /excess_risk over; case: x. Qed.
Lemma coin_surrogate (x : inputs fair) : surrogate (scores x) x - surrogate (gstar x) x = half ^+ 2.
Proof. by have [_ _ e _ _] := values; rewrite -[RHS]e /surrogate_excess over; case: x. Qed.
Lemma coin_gap : gap (@loss _ fair) (conditional (tt : inputs fair)) (best (tt : inputs fair)) half.
Proof.
have [least [z z1 e]] := coin_margin; split; last by exists z => //; rewrite -subr_gt0 -e half_gt0.
move=> z' less; apply: least; apply: contraTneq less => ->; by rewrite ltxx.
Qed.
End Coin.

Ltac decomposed_coin R := exists (predictions (fair R)), (observations (fair R)), (@loss _ (fair R)), 1%N,
  (@F _ (fair R)), (@U _ (fair R)), (shift (fair R)).
Theorem met_claim_affine_self : ltac:(premises claim_affine_self tt).
Proof. by move=> R; decomposed_coin R; split; [exact: decomposed|exists true, true]. Qed.
Theorem met_claim_infer_equivalent : ltac:(premises claim_infer_equivalent tt).
Proof. move=> R; decomposed_coin R; exists (@conditional _ (fair R) tt), true; exact: decomposed. Qed.
Theorem met_claim_qs_loss_trick : ltac:(premises claim_qs_loss_trick tt).
Proof.
move=> R; decomposed_coin R; exists 1%N, (fun=> true), (fun=> 1); split; first exact: decomposed.
by exists true.
Qed.
Theorem met_claim_affine_gstar_bound : ltac:(premises claim_affine_gstar_bound tt).
Proof.
move=> R; exists bool_finType, 1%N, (@U _ (fair R)), (@conditional _ (fair R) tt), ord0, 1.
by split; [exact: (@conditional_distribution _ (fair R) tt)|case; rewrite /= ?normrN normr1].
Qed.
Theorem met_claim_self_bayes_linear : ltac:(premises claim_self_bayes_linear tt).
Proof.
move=> R; pose s (y : bool) (k : 'I_1) : R := if y then 1 else - 1.
exists bool_finType, bool_finType, (fun z y => dot (s z) (fun k => \sum_i 1 * s y i)), 1%N, s, (fun _ _ => 1), s.
by exists (@conditional _ (fair R) tt); split=> //; exists true.
Qed.

(** The same coin with the scores g*. *)
Section Exact.
Variable R : realFieldType.
Let p := fair R.
Lemma exact_decodes (x : inputs p) z : dot (@F _ p true) (gstar x) <= dot (@F _ p z) (gstar x).
Proof.
case: z => //; rewrite /dot !big_ord1 /gstar big_bool /=.
rewrite -subr_ge0; set a := (X in 0 <= X); suff -> : a = 1 / 2%:R by rewrite divr_ge0 ?ler01 ?ler0n.
by rewrite /a; field.
Qed.
Definition best_scores : problem R :=
  Problem (@decomposed _ p) (@weight_distribution _ p) (@conditional_distribution _ p)
    (scores := @gstar _ p) (decoded := fun=> true) exact_decodes (@best_optimal _ p).
End Exact.
Theorem met_claim_qs_fisher : ltac:(premises claim_qs_fisher tt).
Proof. by move=> R; exists (best_scores R); split; [exists tt, (gstar (tt : inputs (best_scores R)))|split=> [x k|]; last exists tt]. Qed.

Theorem met_claim_qs_comparison : ltac:(premises claim_qs_comparison tt).
Proof. by move=> R; exists (fair R), (1 / 4%:R); exact: coin_norm. Qed.
Lemma quarter_gt0 (R : realFieldType) : 0 < 1 / 4%:R :> R. Proof. by rewrite divr_gt0 ?ltr01 ?ltr0n. Qed.
Theorem met_claim_calibration_function : ltac:(premises claim_calibration_function tt).
Proof.
move=> R; exists (fair R), (1 / 4%:R); split; first exact: coin_norm.
split; first exact: quarter_gt0.
split; first by exists 1; exact: ltr01.
by split; [exists 1, 1, 1; rewrite ler01 lexx|exists tt].
Qed.

(** At scores 0 the estimated risk is 1/2 for both predictions. *)
Theorem met_claim_calibration_proof_repaired : ltac:(premises claim_calibration_proof_repaired tt).
Proof.
move=> R; exists (fair R), (1 / 4%:R); split; first exact: coin_norm.
have e (z : predictions (fair R)) : (dot (F z) (scores (tt : inputs (fair R))) + shift (fair R) - l z tt) ^+ 2 = 1 / 4%:R ^+ 2.
  by rewrite (@RefutedNoise.coin_deviation R _ (half_gt0 R) (half_le1 R) z) /=; case: (z : bool); field.
by exists tt, (1 / 4%:R ^+ 2); split=> [z|]; [rewrite e|exists true; rewrite e].
Qed.
Theorem met_claim_calibration_jensen : ltac:(premises claim_calibration_jensen tt).
Proof.
move=> R; exists (fair R), (1 / 4%:R); split; first exact: coin_norm.
exists (fun e => e ^+ 2); split=> [t a b t01|x]; last by rewrite coin_excess coin_surrogate.
by have := Calibration.square_convex (ler01 : 0 <= 1 :> R) a b t01; rewrite !divr1.
Qed.
Theorem met_claim_x_calibration_diameter : ltac:(premises claim_x_calibration_diameter tt).
Proof.
move=> R; exists (fair R), 1, (1 / 4%:R); split=> [z z'|].
  have e : sqnorm (fun k => @F _ (fair R) z k - F z' k) = (z != z')%:R.
    by rewrite /sqnorm big_ord1 /=; case: (z : bool); case: (z' : bool) => /=; field.
  by rewrite e; case: eqP => _; rewrite ?ler01 ?lexx.
split; last exact: coin_norm.
by exists true, false; rewrite /sqnorm big_ord1 /=; field.
Qed.
Theorem met_claim_noise_convex_lemma : ltac:(premises claim_noise_convex_lemma tt).
Proof.
move=> R; exists (fun e => e ^+ 2); split; first by rewrite expr0n.
split=> [t a b t01 _ _|]; first by have := Calibration.square_convex (ler01 : 0 <= 1 :> R) a b t01; rewrite !divr1.
by exists 1, 2%:R; rewrite ler01 ltr01 ltr0n ler1n.
Qed.
Theorem met_claim_noise_binary : ltac:(premises claim_noise_binary tt).
Proof.
move=> R; exists (@conditional _ (fair R) tt), true, (1 / 2%:R).
split; first exact: (@conditional_distribution _ (fair R) tt).
by split; [exact: (@best_optimal _ (fair R) tt)|exact: coin_margin].
Qed.
Theorem met_claim_noise_multiclass_distance_repaired : ltac:(premises claim_noise_multiclass_distance_repaired tt).
Proof.
move=> R; exists bool_finType, (@conditional _ (fair R) tt), true, (1 / 2%:R).
have d := @conditional_distribution _ (fair R) tt.
have b := @best_optimal _ (fair R) tt; have m := coin_margin R.
do 3 (split; first by []).
have [_ [q qd [[z' z1 e] _]]] := Calibration.boundary_distance d b m.
by exists q; split=> //; exists z' => //; rewrite e.
Qed.
Theorem met_refuted_noise_multiclass_distance : ltac:(premises refuted_noise_multiclass_distance tt).
Proof.
move=> R; exists bool_finType, (@conditional _ (fair R) tt), true, (1 / 2%:R).
have d := @conditional_distribution _ (fair R) tt.
have b := @best_optimal _ (fair R) tt; have m := coin_margin R.
by do 3 (split; first by []); exact: half_gt0.
Qed.
Theorem met_claim_noise_p0_repaired : ltac:(premises claim_noise_p0_repaired tt).
Proof.
move=> R; exists (fair R), (1 / 2%:R); split; first exact: half_gt0.
have [t t0 small] := Calibration.no_condition (fair R) (half_gt0 R).
by exists t; split; [split|exists 0].
Qed.
Theorem met_claim_noise_defined_repaired : ltac:(premises claim_noise_defined_repaired tt).
Proof.
move=> R; exists bool_finType, bool_finType, (@loss _ (fair R)), (@conditional _ (fair R) tt), true.
split; first exact: (@best_optimal _ (fair R) tt).
have g := coin_gap R; split; first by exists (1 / 2%:R).
by have [_ [z' less _]] := g; exists z' => /(_ true); rewrite leNgt less.
Qed.
Theorem met_refuted_x_calibration_missing_c : ltac:(premises refuted_x_calibration_missing_c tt).
Proof. by move=> R; exists (fair R); split; [rewrite lt0r_neq0 // half_gt0|exists tt, true]. Qed.

(** One label that is there; scores that tell it is not. *)
Section OneLabel.
Variable R : realFieldType.
Definition sure (y : {set 'I_1}) : R := (y == setT)%:R.
Lemma sure_distribution : distribution sure. Proof. exact: RefutedSets.point_distribution. Qed.
Lemma sure_risk z : risk (hamming R (m := 1)) sure z = hamming R z setT.
Proof.
rewrite /risk (bigD1 setT) //= big1 ?addr0 => [|y /negPf y1]; last by rewrite /sure y1 mul0r.
by rewrite /sure eqxx mul1r.
Qed.
Lemma empty_not_optimal : ~ optimal (hamming R (m := 1)) sure set0.
Proof.
move=> /(_ setT); rewrite !sure_risk /hamming invr1 !mulr1 ler_nat.
rewrite (_ : [set j | (j \in [set: 'I_1]) != (j \in [set: 'I_1])] = set0) ?cards0; last first.
  by apply/setP=> j; rewrite !inE.
by rewrite leqn0 cards_eq0 => /eqP/setP/(_ ord0); rewrite !inE.
Qed.
Lemma empty_scores (y : {set 'I_1}) : \sum_j sign_of R y j * - 1 <= \sum_j sign_of R (set0 : {set 'I_1}) j * - 1.
Proof. by rewrite !big_ord1 /sign_of inE mulNr !mul1r opprK; case: ifP; rewrite ?mul1r ?mulN1r ?opprK // -subr_ge0 opprK addr_ge0 ?ler01. Qed.
End OneLabel.
Theorem met_refuted_surrogate_ssvm_hamming : ltac:(premises refuted_surrogate_ssvm_hamming tt).
Proof.
move=> R; exists 1%N, (@sure R); split=> //; split; first exact: sure_distribution.
have [u [e e0 consistent]] := RefutedNoise.ssvm_hamming (isT : (0 < 1)%N) (sure_distribution R).
exists u, e; split=> //; exists (fun=> - 1), set0; split; [exact: empty_scores|exact: empty_not_optimal].
Qed.
Theorem met_claim_surrogate_ssvm_hamming_repaired : ltac:(premises claim_surrogate_ssvm_hamming_repaired tt).
Proof.
move=> R; exists 1%N, (@sure R); split=> //; split; first exact: sure_distribution.
split; first by exists (fun=> 1), set0.
have [_ [u [e e0 consistent]]] := MaxMargin.hamming_consistent (isT : (0 < 1)%N) (sure_distribution R).
exists u, e; split=> //; exists (fun=> - 1), set0; split; [exact: empty_scores|exact: empty_not_optimal].
Qed.
Theorem met_claim_x_calibration_sharp : ltac:(premises claim_x_calibration_sharp tt).
Proof.
move=> R; exists 1%N, (1 / 2%:R); split=> //; split; first exact: half_gt0.
split; first exact: half_le1.
have [[p marginals] [B large attained]] :=
  Hamming.hamming_sharp (isT : (0 < 1)%N) (half_gt0 R) (half_le1 R).
split; first by exists p; split=> //; exists ord0.
by exists B; split=> //; exists p; split=> //; exists set0.
Qed.
Theorem met_claim_x_calibration_hamming : ltac:(premises claim_x_calibration_hamming tt).
Proof.
move=> R; exists 1%N; split=> //.
have [[p marginals] [B large attained]] :=
  Hamming.hamming_sharp (isT : (0 < 1)%N) (half_gt0 R) (half_le1 R).
have [best decoded _ _] := attained p marginals; have [d m] := marginals.
split; first by exists p, (fun=> 0), set0, setT.
by exists p, (1 / 2%:R); split=> //; split; first exact: ltW (half_gt0 R).
Qed.
Theorem met_claim_qs_krr_closed_form : ltac:(premises claim_qs_krr_closed_form tt).
Proof.
move=> R; exists 1%N, 1%N, 1%N, (const_mx 1), (const_mx 1), 1; eexists; exists (const_mx 1).
by split; [exact: ltr01|apply/(Calibration.closed _ _ ltr01)].
Qed.
Theorem met_claim_base_spectral_repaired : ltac:(premises claim_base_spectral_repaired tt).
Proof.
move=> R; exists [finType of {set 'I_2}], [finType of {set 'I_2}], (hamming R (m := 2)); split; first by exists set0.
have [bounded _] := Hamming.spectral_norm R (isT : (0 < 2)%N).
exists (constant_base_hamming_spectral_L_2 R 2); split; first by rewrite exprn_ge0 ?ler0n.
by split; [exact: bounded|exists set0].
Qed.
Theorem met_refuted_calibration_proof : ltac:(premises refuted_calibration_proof tt).
Proof.
move=> R; exists (1 / 2%:R); split; first exact: half_gt0.
split; first exact: half_le1.
have [p [x [s [B [? ? ? ? ?]]]]] := RefutedNoise.proof_step (half_gt0 R) (half_le1 R).
by exists p, x, s, B; split; [split|exists (decoded x)].
Qed.
Theorem met_refuted_x_noise_split_double_count : ltac:(premises refuted_x_noise_split_double_count tt).
Proof. by move=> R; exists (1 / 2%:R); split; [exact: half_gt0|exact: half_le1]. Qed.

(** Witnesses: four throws of a coin, learnt by kernel ridge regression on one feature. *)
Section Learner.
Variable R : realFieldType.
Let p := fair R.
Definition feature (x : inputs p) (j : 'I_1) : R := 1.
Definition target : 'M[R]_(1, 1) := const_mx (1 / 2%:R).
Definition minimiser (t : sample p 3) : 'M[R]_(1, 1) :=
  Calibration.closed_form (\matrix_(i, j) feature (t i).1 j) (\matrix_(i, k) @U _ p (t i).2 k) 2%:R^-1.
Definition by_sign (v : 'I_1 -> R) : bool := 0 <= v ord0.
Lemma half_inv_gt0 : 0 < 2%:R^-1 :> R. Proof. by rewrite invr_gt0 ltr0n. Qed.
Lemma neg_le : - 1 <= 1 :> R. Proof. by rewrite -subr_ge0 opprK addr_ge0 ?ler01. Qed.
Lemma coin_gstar x k : @gstar _ p x k = 1 / 2%:R.
Proof. by rewrite /gstar big_bool /=; field. Qed.
Lemma learner : ridge_learner feature 2%:R^-1 minimiser by_sign target.
Proof.
split=> [t|v z|x k].
- by apply/(Calibration.closed _ _ half_inv_gt0).
- rewrite /dot !big_ord1 /= /by_sign; case: (lerP 0 (v ord0)) => v0; case: (z : bool) => //=.
    by rewrite ler_wpmul2r // ler_wpmul2r ?invr_ge0 ?ler0n // opprK neg_le.
  by rewrite ler_nmul2r // ler_wpmul2r ?invr_ge0 ?ler0n // opprK neg_le.
- by rewrite coin_gstar big_ord1 /target mxE [RHS]mul1r.
Qed.
Lemma feature_norm x : sqnorm (feature x) <= 1 ^+ 2.
Proof. by rewrite /sqnorm big_ord1. Qed.
End Learner.

Lemma coin_entry (R : realFieldType) : largest_entry (@U _ (fair R)) 1.
Proof. by split=> [y k|]; [case: (y : bool); rewrite /= ?normrN normr1|exists true, ord0; rewrite normr1]. Qed.
Lemma coin_constant (R : realFieldType) : constant_squared (@F _ (fair R)) (@U _ (fair R)) (1 / 4%:R).
Proof.
exists (1 / 4%:R), 1; split; [split=> [z|]|exact: coin_entry|by rewrite expr1n mulr1 [RHS]mul1r]; first exact: coin_norm.
by exists true; rewrite /sqnorm big_ord1 /=; field.
Qed.
Lemma target_norm (R : realFieldType) k : \sum_j target R j k ^+ 2 <= (1 * 1) ^+ 2.
Proof. by rewrite big_ord1 /target mxE [X in _ <= X ^+ 2]mul1r expr1n expr_le1 // ?half_le1 ?ltW ?half_gt0. Qed.
Ltac four_throws R :=
  exists (fair R), 3%N, 1%N, (@feature R), (@minimiser R), (@by_sign R), (target R), 2%:R, (1 / 2%:R), 1;
  split; [by rewrite ltr0n|split; [by rewrite -natrX|split; [exact: half_gt0|split; [exact: learner|
    split; [exact: ler01|split; [exact: feature_norm|]]]]]].

Lemma coin_numbers (R : realFieldType) :
  [/\ forall z, sqnorm (@F _ (fair R) z) <= (1 / 2%:R) ^+ 2,
      forall (x : inputs (fair R)) y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar _ (fair R) x k) <= 2%:R ^+ 2 &
      \sum_j \sum_k target R j k ^+ 2 <= 1 ^+ 2].
Proof.
split=> [z|x y _|]; last by rewrite big_ord1; have := target_norm R ord0; rewrite !big_ord1 mul1r.
  by rewrite (le_trans (coin_norm z)) // expr_div_n expr1n -natrX.
have h : `|@U _ (fair R) y ord0 - 1 / 2%:R| <= 2%:R.
  rewrite (le_trans (ler_norm_sub _ _)) // (_ : 2%:R = 1 + 1 :> R) //; apply: ler_add.
    by case: (y : bool); rewrite /= ?normrN normr1.
  by rewrite ger0_norm ?half_le1 ?ltW ?half_gt0.
by rewrite /sqnorm big_ord1 coin_gstar -real_normK ?num_real // ler_expn2r // ?nnegrE ?ler0n ?normr_ge0.
Qed.
Theorem met_claim_base_rate_repaired : ltac:(premises claim_base_rate_repaired tt).
Proof.
move=> R; four_throws R; exists (1 / 2%:R), 2%:R, 1; split; first by rewrite ler0n.
by have [] := coin_numbers R; do !split=> //; exact: ler01.
Qed.
Theorem met_claim_affine_constant_repaired : ltac:(premises claim_affine_constant_repaired tt).
Proof.
move=> R; four_throws R; exists (1 / 4%:R), 1, 1; split; first exact: ler01.
by split; [exact: coin_constant|split; [exact: coin_entry|exact: target_norm]].
Qed.
