(** Witnesses: the premises of the statements on the losses of Table 1 can be met. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Premises Loss Statements.
From qstheory Require RefutedSets LabelSets NdcgDecay MapPrinted Translations BestConstants ZeroOne Hull.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Two labels, and the two blocks of the label sets with the first and without it. *)
Definition labels : nat := 2.
Definition first : {set 'I_labels} := [set ord0].
Definition block (z : {set 'I_labels}) : bool := ord0 \in z.
Lemma onto k : exists z, block z = k.
Proof. by case: k; [exists first; rewrite /block inE | exists set0; rewrite /block inE]. Qed.
Lemma first_some : first != set0. Proof. by apply/set0Pn; exists ord0; rewrite inE. Qed.
Ltac two_blocks := intros; exists labels, bool_finType, block; repeat (split; [by []|]); exact: onto.

Theorem met_claim_block_decomposition : ltac:(premises claim_block_decomposition tt).
Proof. two_blocks. Qed.
Theorem met_claim_block_affdim_repaired : ltac:(premises claim_block_affdim_repaired tt).
Proof. two_blocks. Qed.
Theorem met_claim_block_A : ltac:(premises claim_block_A tt).
Proof. two_blocks. Qed.
Theorem met_claim_block_inference : ltac:(premises claim_block_inference tt).
Proof. move=> R; exists labels, bool_finType, block; do 2 (split; first by [|exact: onto]); by exists (fun=> 1), set0. Qed.
Theorem met_claim_block_optimal_repaired : ltac:(premises claim_block_optimal_repaired RA16).
Proof. two_blocks. Qed.
Theorem met_claim_block_sharp_repaired : ltac:(premises claim_block_sharp_repaired tt).
Proof.
by move=> R; exists labels, bool_finType, block; split=> //; split; [exact: onto|rewrite card_bool].
Qed.
Theorem met_refuted_block_affdim : ltac:(premises refuted_block_affdim tt).
Proof. two_blocks. Qed.
Theorem met_refuted_block_optimal : ltac:(premises refuted_block_optimal tt).
Proof. two_blocks. Qed.
Theorem met_refuted_block_sharp : ltac:(premises refuted_block_sharp tt).
Proof. two_blocks. Qed.
Theorem met_claim_table1_polynomial_repaired : ltac:(premises claim_table1_polynomial_repaired tt).
Proof. by move=> R; exists labels; split=> //; split; [exists 1%N | exists bool_finType, block; exact: onto]. Qed.

Lemma first_at_one : #|first| == 1%N. Proof. by rewrite cards1. Qed.
Theorem met_claim_prec_inference : ltac:(premises claim_prec_inference tt).
Proof.
by move=> R; exists labels, 1%N; split=> //; exists (fun=> 1), (exist _ first first_at_one).
Qed.
Theorem met_claim_fscore_identity__nonempty : ltac:(premises claim_fscore_identity__nonempty tt).
Proof. move=> R; exists labels, 1, first, first; exact: first_some. Qed.
Theorem met_claim_fscore_bayes_repaired : ltac:(premises claim_fscore_bayes_repaired tt).
Proof. by move=> R; exists labels; split=> //; exists (fun y => (y == first)%:R), first; exact: RefutedSets.point_distribution. Qed.

(** One label: no label and this one have the same weight and the same value. *)
Theorem met_claim_fscore_algo_repaired : ltac:(premises claim_fscore_algo_repaired tt).
Proof.
move=> R; exists 1%N; split=> //; exists (fun=> 1), (fun=> setT).
have one (f : {set 'I_1} -> R) : \sum_y f y = f set0 + f setT.
  rewrite (bigD1 set0) //= (bigD1 setT) /=; last by apply/set0Pn; exists ord0; rewrite inE.
  rewrite big1 ?addr0 // => y /andP[y0 yT].
  case: (set_0Vmem y) y0 yT => [->|[j yj] _]; rewrite ?eqxx // => /eqP[].
  by apply/setP=> i; rewrite inE (ord1 i) -(ord1 j).
have value (k : 'I_1) : 2%:R * (\sum_(j in [set: 'I_1]) \sum_(y : {set 'I_1})
    1 * ((j \in y)%:R / (#|y| + k.+1)%:R)) = 1 :> R.
  rewrite (big_pred1 ord0) => [|j]; last by rewrite !inE (ord1 j).
  by rewrite one !inE cardsT card_ord (ord1 k) mul0r mulr0 add0r !mul1r mulfV ?pnatr_eq0.
split=> [k|]; first by rewrite cardsT card_ord (ord1 k).
split=> [k j l _|]; first by rewrite inE.
by split=> [|k]; [exists ord0; split=> [k|]|]; rewrite /constant_fscore_algo_repaired_weight !value.
Qed.
Theorem met_claim_fscore_dec2_norms : ltac:(premises claim_fscore_dec2_norms tt).
Proof. by move=> R; exists labels; split=> //; exists 2%:R, (- 1); right. Qed.
Theorem met_claim_fscore_A2 : ltac:(premises claim_fscore_A2 tt).
Proof. by move=> R; exists labels; split=> //; exists 2%:R, (- 1); right. Qed.
Theorem met_refuted_fscore_dec1 : ltac:(premises refuted_fscore_dec1 tt).
Proof. by move=> R; exists labels; split=> //; exists first, first; right; rewrite setIid; exact: first_some. Qed.
Theorem met_refuted_fscore_dec2 : ltac:(premises refuted_fscore_dec2 tt).
Proof. by move=> R; exists labels; split=> //; exists first, first; right; rewrite setIid; exact: first_some. Qed.
Theorem met_refuted_fscore_algo : ltac:(premises refuted_fscore_algo tt).
Proof.
move=> R; exists labels; split=> //; have [p pd [less not]] := RefutedSets.fscore_algorithm R (isT : (0 < labels)%N).
by exists p; do !split=> //; exists first, ord0; rewrite cards1.
Qed.

(** Two items and their ranking as they are numbered; the first is relevant. *)
Lemma first_mixed : mixed first. Proof. by rewrite /mixed cards1. Qed.
Theorem met_claim_pd_identity_repaired : ltac:(premises claim_pd_identity_repaired tt).
Proof. by move=> R; exists labels, 1, 1%g, first; exact: first_mixed. Qed.
Theorem met_claim_pd_orientation__scores : ltac:(premises claim_pd_orientation__scores tt).
Proof. by move=> R; exists labels, 1, 1%g, first; exact: first_mixed. Qed.
Theorem met_claim_pd_orientation_repaired : ltac:(premises claim_pd_orientation_repaired tt).
Proof. by move=> R; exists labels, 1, 1%g, first; exact: first_mixed. Qed.
Theorem met_refuted_pd_identity : ltac:(premises refuted_pd_identity tt).
Proof. by move=> R; exists labels, 1, 1%g, first; exact: first_mixed. Qed.
Theorem met_claim_map_identity : ltac:(premises claim_map_identity tt).
Proof. by move=> R; exists labels, 1, 1%g, first; exact: first_some. Qed.
Lemma zero_not_half (R : realFieldType) : (0 : R) != 1 / 2%:R.
Proof. by rewrite eq_sym mul1r invr_eq0 pnatr_eq0. Qed.
Theorem met_claim_pd_affdim_repaired : ltac:(premises claim_pd_affdim_repaired tt).
Proof. by move=> R; exists labels, 0, true; split=> //; exact: zero_not_half. Qed.
Theorem met_refuted_pd_affdim__valued : ltac:(premises refuted_pd_affdim__valued tt).
Proof. by move=> R; exists 4%N, 0, true; split=> //; exact: zero_not_half. Qed.
Lemma sorted_scores (R : realFieldType) (v : 'I_labels -> R) : v ord_max <= v ord0 ->
  forall i j, v j < v i -> ((1%g : 'S_labels) i < (1%g : 'S_labels) j)%N.
Proof.
move=> le i j; rewrite !perm1.
have [->|->] : i = ord0 \/ i = ord_max by case: i => [[|[|]]] // h; [left|right]; exact: val_inj.
  have [->|->] : j = ord0 \/ j = ord_max by case: j => [[|[|]]] // h; [left|right]; exact: val_inj.
  - by rewrite ltxx.
  - by [].
have [->|->] : j = ord0 \/ j = ord_max by case: j => [[|[|]]] // h; [left|right]; exact: val_inj.
- by rewrite ltNge le.
- by rewrite ltxx.
Qed.
Theorem met_claim_pd_inference_repaired : ltac:(premises claim_pd_inference_repaired tt).
Proof.
move=> R; exists labels, 1, (fun y => (val y == first)%:R), 1%g; apply: sorted_scores.
apply: ler_sum => y _; case: (val y =P first) => [->|_]; rewrite ?mul0r // !mul1r.
by rewrite !inE /= mul0r divr_ge0 ?ler0n.
Qed.
Theorem met_refuted_pd_inference : ltac:(premises refuted_pd_inference tt).
Proof. exact: met_claim_pd_inference_repaired. Qed.

(** Two grades with gains 0 and c, two positions with discounts 1 and 1/2. *)
Section Gains.
Variables (R : realFieldType) (c : R).
Hypothesis c0 : 0 < c.
Definition gains (t : 'I_labels) : R := c * (t : nat)%:R.
Definition discounts (p : 'I_labels) : R := p.+1%:R^-1.
Lemma gains_ge0 : nonnegative gains. Proof. by move=> t; rewrite mulr_ge0 ?ler0n ?ltW. Qed.
Lemma gains_grow : growing gains.
Proof. by move=> a b ab; rewrite ler_wpmul2l ?ler_nat // ltW. Qed.
Lemma discounts_ge0 : nonnegative discounts. Proof. by move=> p; rewrite invr_ge0 ler0n. Qed.
Lemma discounts_fall : falling discounts.
Proof. by move=> a b ab; rewrite lef_pinv ?posrE ?ltr0n // ler_nat. Qed.
Lemma last_gain : gains ord_max = c. Proof. exact: mulr1. Qed.
Lemma first_gain : gains ord0 = 0. Proof. exact: mulr0. Qed.
Lemma first_discount : discounts ord0 = 1. Proof. exact: invr1. Qed.
Lemma last_discount : discounts ord_max = 2%:R^-1. Proof. by []. Qed.
Lemma gains_differ : gains ord0 < gains ord_max. Proof. by rewrite first_gain last_gain. Qed.
Lemma discounts_differ : discounts ord_max < discounts ord0.
Proof. by rewrite first_discount last_discount invf_lt1 ?ltr0n // ltr1n. Qed.
Lemma gain_gt0 : 0 < gains ord_max. Proof. by rewrite last_gain. Qed.
Lemma discount_gt0 : 0 < discounts ord0. Proof. by rewrite first_discount ltr01. Qed.
End Gains.
Lemma two_gt0 (R : realFieldType) : 0 < 2%:R :> R. Proof. by rewrite ltr0n. Qed.
Ltac growing_and_falling := repeat (split; first by
  [exact: gains_ge0|exact: gains_grow|exact: discounts_ge0|exact: discounts_fall|exact: gains_differ|
   exact: discounts_differ|exact: gain_gt0|exact: discount_gt0|rewrite last_gain ?ltr1n|rewrite last_gain lexx]);
  by [exact: gain_gt0|exact: discount_gt0|exact: discounts_differ|exact: first_discount].

Theorem met_claim_ndcg_norms_repaired : ltac:(premises claim_ndcg_norms_repaired tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R); growing_and_falling. Qed.
Theorem met_claim_ndcg_A__bound : ltac:(premises claim_ndcg_A__bound tt).
Proof. move=> R; have c0 := @ltr01 R; exists 1%N, 1%N, (gains 1), (@discounts R); growing_and_falling. Qed.
Theorem met_claim_ndcg_A_repaired : ltac:(premises claim_ndcg_A_repaired tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R); growing_and_falling. Qed.
Theorem met_claim_ndcg_half : ltac:(premises claim_ndcg_half tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_claim_ndcg_affdim : ltac:(premises claim_ndcg_affdim tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_claim_ndcg_optimal_repaired : ltac:(premises claim_ndcg_optimal_repaired RA16).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_claim_ndcg_sharp_repaired : ltac:(premises claim_ndcg_sharp_repaired tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_claim_ndcg_eru_repaired : ltac:(premises claim_ndcg_eru_repaired tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R); growing_and_falling. Qed.
Theorem met_claim_ndcg_sharp_log : ltac:(premises claim_ndcg_sharp_log tt).
Proof. by have c0 := two_gt0 reals; exists 1%N, 1%N, (gains 2%:R), 1; split; [exact: gains_ge0|exact: gains_grow]. Qed.
Theorem met_claim_ndcg_extremes_repaired : ltac:(premises claim_ndcg_extremes_repaired tt).
Proof.
move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, 2%N, (gains 2%:R); do !split; by [exact: gains_ge0|exact: gains_grow|exact: gain_gt0|exact: first_gain|].
Qed.
Theorem met_claim_ndcg_extremes : ltac:(premises claim_ndcg_extremes tt).
Proof.
move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, 2%N, (gains 2%:R); do !split; by [exact: gains_ge0|exact: gains_grow|exact: first_gain|exact: gain_gt0|].
Qed.
Theorem met_claim_ndcg_faster_decay_repaired : ltac:(premises claim_ndcg_faster_decay_repaired tt).
Proof.
move=> R; have c0 := @ltr01 R; exists 1%N, 1%N, (gains 1), (fun p => (p == ord0)%:R), (fun=> 1).
do 2 (split; first by [exact: gains_ge0|exact: gains_grow]).
do 2 (split; first by [exact: first_gain|exact: last_gain]).
split=> [p|]; first exact: ler0n.
split=> [a b ab|].
  have [e|_] := eqVneq b ord0; last exact: ler0n.
  have -> : a = ord0 by apply/val_inj/eqP; rewrite /= -leqn0 (leq_trans ab) // e.
  by rewrite eqxx lexx.
do 2 (split; first by [|move=> p; exact: ler01]).
do 2 (split; first by []).
split=> [p|]; first by case: (p == ord0); rewrite ?lexx ?ler01.
by exists ord_max; exact: ltr01.
Qed.
Theorem met_refuted_ndcg_norms : ltac:(premises refuted_ndcg_norms tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R); growing_and_falling. Qed.
Theorem met_refuted_ndcg_A : ltac:(premises refuted_ndcg_A tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R); growing_and_falling. Qed.
Theorem met_refuted_ndcg_optimal : ltac:(premises refuted_ndcg_optimal tt).
Proof. move=> R; have c0 := two_gt0 R; exists 1%N, 1%N, (gains 2%:R), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_refuted_ndcg_sharp : ltac:(premises refuted_ndcg_sharp tt).
Proof. move=> R; have c0 := @ltr01 R; exists 1%N, 1%N, (gains 1), (@discounts R), 1; growing_and_falling. Qed.
Theorem met_claim_ndcg_decomposition : ltac:(premises claim_ndcg_decomposition tt).
Proof.
move=> R; exists labels, bool_finType, (fun t : bool => t%:R), (@discounts R), 1.
by rewrite big_ord_recl big_ord1 lt0r_neq0 // addr_gt0 ?invr_gt0 ?ltr0n.
Qed.
Theorem met_claim_ndcg_flat : ltac:(premises claim_ndcg_flat tt).
Proof.
move=> R; exists 1%N, bool_finType, (fun=> 1), (@discounts R), 1; split=> [t|]; first exact: ltr01.
do 3 (split; first by [exact: discounts_ge0|exact: discounts_fall|exact: discount_gt0]).
by split; [apply: Or32|exists 1%g, [ffun=> true]].
Qed.
(** The observation that grades the first item alone. *)
Definition first_graded : {ffun 'I_labels -> bool} := [ffun j => j == ord0].
Theorem met_claim_ndcg_inference : ltac:(premises claim_ndcg_inference tt).
Proof.
move=> R; exists labels, bool_finType, (fun t : bool => t%:R), (@discounts R), 1, (fun y => (val y == first_graded)%:R), 1%g.
split; first exact: discounts_fall.
apply: sorted_scores; apply: ler_sum => y _; case: (val y =P first_graded) => [->|_]; rewrite ?mul0r // !mul1r.
rewrite /gain_shares !ffunE /= mul0r mul1r invr_ge0 /ideal.
by elim/big_rec: _ => // s x _ x0; rewrite le_maxr x0 orbT.
Qed.
Theorem met_claim_optimal_remark_repaired : ltac:(premises claim_optimal_remark_repaired RA16).
Proof.
move=> R; have c0 := two_gt0 R; exists 0%N, 1, true; split; first by exists bool_finType, block; exact: onto.
split; first by exists 1%N.
by exists 1%N, (gains 2%:R), (@discounts R); growing_and_falling.
Qed.
Theorem met_refuted_optimal_remark : ltac:(premises refuted_optimal_remark tt).
Proof.
move=> R; have c0 := two_gt0 R; exists 0%N, 1, true, 1%N, (gains 2%:R), (fun p => p.+1%:R^-1).
do 2 (split; first by [exact: gains_ge0|exact: gains_grow]).
split=> [p|]; first by rewrite invr_ge0 ler0n.
split=> [a b ab|]; first by rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
by split; [exact: gains_differ|rewrite invr1 invf_lt1 ?ltr0n // ltr1n].
Qed.

(** The 0-1 loss on the sets of two labels. *)
Theorem met_claim_optimal_ra18 : ltac:(premises claim_optimal_ra18 RA16).
Proof.
move=> R; have [d _ consistent] := RefutedSets.optimal_01 R (isT : (0 < labels)%N).
have [equal _] := LabelSets.optimal_01 R (isT : (0 < labels)%N).
have [dimension _ _] := LabelSets.affdim_01 R (isT : (0 < labels)%N).
by do 4 eexists; exists first; do 2 eexists; split; [exact: equal|split; [exact: dimension|exact: consistent]].
Qed.
Theorem met_claim_optimal_sharp : ltac:(premises claim_optimal_sharp RA16).
Proof.
move=> R; have [equal _] := LabelSets.optimal_01 R (isT : (0 < labels)%N).
have [dimension _ _] := LabelSets.affdim_01 R (isT : (0 < labels)%N).
by do 4 eexists; exists first; split; [exact: equal|eexists; exact: dimension].
Qed.
Theorem met_refuted_x_table1_always_polynomial : ltac:(premises refuted_x_table1_always_polynomial tt).
Proof. by move=> R; exists 7%N; split=> //; eexists; exact: LabelSets.A_01. Qed.
Theorem met_refuted_table1_polynomial__blocks : ltac:(premises refuted_table1_polynomial__blocks tt).
Proof. by move=> R; exists 7%N; split=> //; eexists; exact: LabelSets.A_01. Qed.

(** Margins that are 0: all labels are there, and the prediction of the first alone is in the same block;
    the first of three items is relevant, and the two others can change places. *)
Lemma point_risk (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (t : Y) z :
  risk L (fun y => (y == t)%:R) z = L z t.
Proof.
rewrite /risk (bigD1 t) //= big1 ?addr0 => [|y /negPf ne]; last by rewrite ne mul0r.
by rewrite eqxx mul1r.
Qed.
Lemma no_margin (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (t : Y) z z' :
  (forall z, L z' t <= L z t) -> z' != z -> L z' t = L z t -> margin L (fun y => (y == t)%:R) z 0.
Proof.
move=> least ne same; split=> [z'' _|]; first by rewrite !point_risk subr_ge0 -same.
by exists z' => //; rewrite !point_risk same subrr.
Qed.
Theorem met_refuted_noise_defined : ltac:(premises refuted_noise_defined tt).
Proof.
split=> [R|]; [|split=> R].
- exists labels, bool_finType, block, (fun y => (y == setT)%:R), setT, 0.
  have ne : first != setT by apply/eqP => /setP/(_ ord_max); rewrite !inE.
  have same : block first = block setT by rewrite /block !inE.
  split; first by exists first.
  apply: (no_margin (z' := first)) => // [z|]; last by rewrite /block_zero_one same.
  by rewrite /block_zero_one same eqxx ler0n.
- exists labels, (fun=> 1); have all : #|[set: 'I_labels]| == labels by rewrite cardsT card_ord.
  by exists (exist _ [set: 'I_labels] all), 0.
- pose D (j : 'I_3) : R := (j == ord0)%:R; pose r : {ffun 'I_3 -> bool} := [ffun j => j == ord0].
  exists 0%N, bool_finType, (fun t : bool => t%:R), D, 1, (fun y => (y == r)%:R), 1%g, 0.
  split=> [j /negPf ne|]; first by rewrite /D ne.
  have gained_r s : gained (fun t : bool => t%:R) D s r = D (s ord0).
    rewrite /gained (bigD1 ord0) //= big1 ?addr0 => [|j /negPf ne]; first by rewrite ffunE eqxx mul1r.
    by rewrite ffunE ne mul0r.
  pose other : 'I_3 := lift ord0 ord_max; pose t := tperm other (lift ord0 ord0).
  have fixed : t ord0 = ord0 by rewrite tpermD.
  apply: (no_margin (z' := t)) => [s||].
  + rewrite /ndcg_loss ler_add2l ler_opp2 /ndcg_score; case: eqP => // _; rewrite !gained_r fixed.
    apply: ler_wpmul2r; last by rewrite /D eqxx lern1 leq_b1.
    by rewrite invr_ge0 /ideal; elim/big_rec: _ => // s' x _ x0; rewrite le_maxr x0 orbT.
  + by apply/eqP => /permP/(_ other); rewrite perm1 tpermL => /(congr1 val).
  + by rewrite /ndcg_loss /ndcg_score !gained_r fixed perm1.
Qed.

(** The gains 1 and 3. *)
Definition odd_gain (R : realFieldType) (t : 'I_2) : R := t.*2.+1%:R.
Lemma odd_gain_grows (R : realFieldType) : growing (odd_gain R).
Proof. by move=> a b ab; rewrite ler_nat ltnS leq_double. Qed.
Theorem met_claim_ndcg_extremes__fast : ltac:(premises claim_ndcg_extremes__fast tt).
Proof.
move=> R; exists 1%N, 1%N, 2%N, (odd_gain R); split=> [t|]; first exact: ler0n.
by split; [exact: odd_gain_grows|split; [exact: ltr0Sn|]].
Qed.
Theorem met_refuted_ndcg_extremes : ltac:(premises refuted_ndcg_extremes tt).
Proof.
move=> R; have G0 : nonnegative (odd_gain R) by move=> t; exact: ler0n.
have Gg := @odd_gain_grows R; have Gt : 0 < odd_gain R ord_max by exact: ltr0Sn.
have s0 : 0 <= 1 - 4%:R^-1 :> R by rewrite subr_ge0 invf_le1 ?ltr0n // ler1n.
have s1 : 1 - 4%:R^-1 <= 1 :> R by rewrite ler_subl_addr ler_addl invr_ge0 ler0n.
exists 0%N, 1%N, 4%N, (odd_gain R); do 3 (split=> //); split; first by rewrite -natrM ler_nat.
split=> //; eexists; exact: (NdcgDecay.flat_square 1 G0 Gg Gt s0 s1).
Qed.
Theorem met_claim_ndcg_log_discount : ltac:(premises claim_ndcg_log_discount tt).
Proof.
exists 1%N, 1%N, (odd_gain reals); split=> [t|]; first exact: ler0n.
by split; [exact: odd_gain_grows|rewrite /odd_gain ler1n].
Qed.
Theorem met_refuted_ndcg_log_discount : ltac:(premises refuted_ndcg_log_discount tt).
Proof.
exists 1; split; first exact: ltr01.
have [m0 below] := NdcgDecay.log_discount_order ltr01.
by exists m0; split=> //; exists m0.
Qed.

Theorem met_refuted_map_inference : ltac:(premises refuted_map_inference tt).
Proof.
move=> R; exists 2%N, 0; split=> //; have [p [s refuted]] := @MapPrinted.decoding R 2%N 0 isT.
by exists p, s; split; [exact: refuted|exists s].
Qed.

(** The angle of the (3, 4, 5) triangle. *)
Theorem met_claim_x_best_basis : ltac:(premises claim_x_best_basis tt).
Proof.
move=> R; have c0 : 0 <= 4%:R / 5%:R :> R by rewrite divr_ge0 ?ler0n.
have s0 : 0 <= 3%:R / 5%:R :> R by rewrite divr_ge0 ?ler0n.
have one : (4%:R / 5%:R) ^+ 2 + (3%:R / 5%:R) ^+ 2 = 1 :> R by field.
exists (4%:R / 5%:R), (3%:R / 5%:R); do 3 (split=> //).
have [_ _ [B [q all]]] := LabelSets.turned_coordinates c0 s0 one.
by exists B, q; split; [exact: all|exists ord0].
Qed.

(** The 0-1 loss on two labels, over the rationals. *)
Theorem met_claim_x_best_translations : ltac:(premises claim_x_best_translations tt).
Proof.
exists [archiFieldType of rat], 2%N, (fun x => (x != set0)%:R).
have [most _] := @Translations.translations [archiFieldType of rat] 2%N (fun x => (x != set0)%:R).
have [_ [r [F [U [c [B [b all]]]]]]] := most 1 ltr01; split.
  exists 1; split; first exact: ltr01.
  by exists r, F, U, c, B, b; split; [exact: all|split; exists set0].
exists (fun=> c), r, F, U, B, b; have [dec FB Ub _] := all; split=> [z y|]; last by split.
by rewrite dec addrK addr0.
Qed.

(** The 0-1 loss on two classes, less 1. *)
Theorem met_claim_x_best_formula : ltac:(premises claim_x_best_formula tt).
Proof.
pose R := [archiFieldType of rat]; pose F (z : bool) (k : 'I_#|bool_finType|) : R := - (z == enum_val k)%:R.
pose U (y : bool) (k : 'I_#|bool_finType|) : R := (y == enum_val k)%:R.
have dec : decomposition (fun z y => zero_one R (T := bool_finType) z y - 1) F U 0.
  by move=> z y; rewrite addr0 (ZeroOne.zero_one_decomposition R z y) addrK.
have all : constant_within F U (#|bool_finType|%:R).
  exists 1, 1; split=> [z|y k|]; last by rewrite mulr1 expr1n mulr1.
    rewrite /sqnorm (eq_bigr (fun k => (fun t => (t == z)%:R) (enum_val k))) => [|k _]; first by rewrite (Rank.sum_enum (fun t : bool => (t == z)%:R)) Rank.pick1.
    by rewrite sqrrN eq_sym; case: (_ == _); rewrite ?expr1n ?expr0n.
  by rewrite /U; case: (_ == _); rewrite ?normr1 ?normr0 ?ler01.
have [_ back] := @BestConstants.formula R bool_finType bool_finType true (zero_one R (T := bool_finType)) (fun=> 1).
exists R, bool_finType, bool_finType, true, (zero_one R (T := bool_finType)), (fun=> 1); split.
  by eexists; exists 1; split; [exact: (back _ _ _ _ dec all)|exact: ltr01].
exists #|bool_finType|, F, U, (#|bool_finType|%:R); split; first exact: dec.
split; first exact: all.
have [w [g found]] := back _ _ _ _ dec all; exists w, g; split; first exact: found.
by split; [exists true, true | exists true].
Qed.

Theorem met_claim_x_best_rounding : ltac:(premises claim_x_best_rounding Grothendieck).
Proof.
pose R := [archiFieldType of rat]; have two : (#|bool_finType| <= 2 ^ 1)%N by rewrite card_bool.
have [c most] := Hull.norms_of_constant (@ZeroOne.block_upper R bool_finType bool_finType id 1 two).
exists R, 1; split; last by exists 1%N, 1; split; [|exact: ltr01].
exists bool_finType, bool_finType, true, true, (fun z y => block_zero_one R id z y - c); eexists; exists 1.
by split; [exact: most|exact: ltr01].
Qed.
