(** MAP, NDCG, PD and Table 1: what is wrong in every case. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank Constants Optimality LabelSets RefutedSets Ndcg Pairwise PairwiseOrder Map MapRank FScoreRank Table.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem map_affdim : refuted_map_affdim.
Proof.
move=> R m e m2; have [a1 a2] := (MapRank.dimension : claim_map_affdim_repaired) R m e m2.
have ne : (m * (m + 1) %/ 2 - 1)%N <> (m * (m + 1) %/ 2)%N by nia.
by split; [exact: other_dimension a1 ne|exact: other_dimension a2 ne].
Qed.

Theorem map_norms : refuted_map_norms.
Proof.
move=> R m m0 h; have [_ h'] := (@Map.norms R m m0).
have := largest_entry_unique h h'; rewrite /constant_map_norms_U_max mul1r => /eqP.
by rewrite invr_eq1 pnatr_eq1.
Qed.

Theorem map_optimal : refuted_map_optimal.
Proof.
move=> R [|[|n]] // e _; exists (n.+2 * (n.+2 + 1) %/ 2 - 2)%N; first by rewrite /constant_map_optimal_r; nia.
by split; [rewrite -(map_nonempty_rank n e)|rewrite -(map_rank n e)]; exact: by_differences 1%g.
Qed.

Section Gains.
Variables (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R).
Hypotheses (G0 : nonnegative G) (Gg : growing G) (D0 : nonnegative D) (Df : falling D).
Hypotheses (G1 : 1 < G ord_max) (D1 : D ord0 = 1).
Let Gpos : 0 < G ord_max. Proof. exact: lt_trans ltr01 G1. Qed.
Let Dpos : 0 < D ord0. Proof. by rewrite D1 ltr01. Qed.

Lemma not_norms : ~ largest_entry (fun y : {y | graded G D y} => gain_shares G D (val y))
  (constant_ndcg_norms_U_max [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).
Proof.
move=> h; have [_ h' le] := (Ndcg.norms : claim_ndcg_norms_repaired) R m n G D G0 Gg D0 Df Gpos Dpos.
have := lt_le_trans G1 (_ : _ <= 1); rewrite ltxx => /(_ _)/wrap[] //.
move: le; rewrite -(largest_entry_unique h h') D1 invr1 /constant_ndcg_norms_U_max.
by rewrite last_values head_values D1 mulr1.
Qed.

Lemma not_constant : let F (s : 'S_m.+1) j := - D (s j) in
  ~ constant_squared F (fun y : {y | graded G D y} => gain_shares G D (val y))
    (constant_ndcg_A_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).
Proof.
move=> F h; have [a h' le] := (Ndcg.constant_bound : claim_ndcg_A_repaired) R m n G D G0 Gg D0 Df Gpos Dpos.
move: le; rewrite -(constant_squared_unique h h') /constant_ndcg_A_A_2 /constant_ndcg_A_repaired_A_2.
rewrite size_values last_values head_values D1 expr1n divr1 (sum_values _ (fun d => d ^+ 2)) leNgt => /negP; apply.
rewrite ltr_pmulr ?exprn_egt1 //; apply: mulr_gt0; rewrite ?ltr0n //.
rewrite (bigD1 ord0) //= D1 expr1n ltr_paddr ?ltr01 // sumr_ge0 // => p _; exact: sqr_ge0.
Qed.
End Gains.

Theorem ndcg_norms : refuted_ndcg_norms.
Proof. by move=> R m n G D G0 Gg D0 Df G1 D1 U; exact: not_norms. Qed.

Theorem ndcg_A : refuted_ndcg_A.
Proof. by move=> R m n G D G0 Gg D0 Df G1 D1 F U; exact: not_constant. Qed.

Theorem ndcg_optimal : refuted_ndcg_optimal.
Proof.
move=> R m n G D e G0 Gg D0 Df Gl Dl; exists m; first by rewrite /constant_ndcg_optimal_r.
have [d1 d2] := Ndcg.ranks e G0 Gg D0 Df Gl Dl.
have := by_differences (restrict (P := graded G D) (ndcg_loss G D e)) 1%g.
by have := by_differences (ndcg_loss G D e) 1%g; rewrite d1 d2.
Qed.

Theorem ndcg_sharp : refuted_ndcg_sharp.
Proof.
move=> R m n G D e G0 Gg D0 Df G1 D1; have Dpos : 0 < D ord0 by rewrite D1 ltr01.
have [_ _ most] := (Ndcg.half : claim_ndcg_half) R m n G D e G0 Gg D0 Df Dpos.
apply: (beaten most); rewrite /constant_ndcg_half_A_2 /constant_ndcg_sharp_least_A_2.
rewrite size_values last_values head_values G1 D1 expr1n divr1 mulr1 (sum_values _ (fun d => d ^+ 2)).
have pos : 0 < \sum_p D p ^+ 2.
  by rewrite (bigD1 ord0) //= D1 expr1n ltr_paddr ?ltr01 // sumr_ge0 // => p _; exact: sqr_ge0.
by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr ?mulr_gt0 ?ltr0n // ltr1n.
Qed.

Theorem pd_affdim : refuted_pd_affdim.
Proof.
move=> R m e corrected m3 L; have m2 : (2 <= m)%N by exact: leq_trans m3.
have [ad _] := (Pairwise.affdim : claim_pd_affdim_repaired) R m e corrected m2.
by apply: other_dimension ad _; rewrite /constant_pd_affdim_repaired_dimension /constant_pd_affdim_dimension; nia.
Qed.

Theorem pd_affdim_valued : refuted_pd_affdim__valued.
Proof.
move=> R m e corrected m4 e2; have m2 : (2 <= m)%N by exact: leq_trans m4.
have [_ ad] := (Pairwise.affdim : claim_pd_affdim_repaired) R m e corrected m2.
by apply: other_dimension (ad e2) _; rewrite /constant_pd_affdim_repaired_dimension /constant_pd_affdim_dimension; nia.
Qed.

Theorem pd_optimal : refuted_pd_optimal.
Proof.
move=> R [|m] e corrected // m3 L; have m0 : (0 < m)%N by exact: (leq_trans _ (m3 : (2 <= m)%N)).
by apply: (fewer 1%g); rewrite (rank_drop e corrected m0) /constant_pd_optimal_r; nia.
Qed.

Theorem pd_identity : refuted_pd_identity.
Proof.
move=> R m e s y mix; rewrite Pairwise.identity // => /addrI/eqP.
by rewrite /constant_pd_identity_c !mul1r (inj_eq invr_inj) eqr_nat.
Qed.

Lemma all_charged (R : realFieldType) m (e : R) (y : {set 'I_m}) : mixed y -> exists s, pd_printed e s y = 1.
Proof.
move=> mix; have [_ [s all]] := Pairwise.normaliser y; exists s.
have n0 : pd_pairs y != 0%N by move: mix; rewrite /mixed /pd_pairs => /andP[y0 ym]; rewrite -lt0n muln_gt0 y0 subn_gt0.
by rewrite /pd_printed /pd (negbTE n0) all divff // pnatr_eq0.
Qed.

Theorem pd_decomposition : refuted_pd_decomposition.
Proof.
move=> R [|m] e // m2 dec; have ok : mixed [set ord0 : 'I_m.+1] by rewrite /mixed cards1.
have [s all] := all_charged e ok; pose y := exist (fun y => is_true (mixed y)) _ ok.
have := dec s y; have [_ dec'] := (Pairwise.decomposition_repaired : claim_pd_decomposition_repaired) R m.+1 e.
move: (dec' s y); rewrite /restrict /= all.
set S' := \sum_k _; set S := \sum_k _; have -> : S' = 2%:R * S.
  rewrite /S' /S mulr_sumr; apply: eq_bigr => k _.
  rewrite /constant_pd_decomposition_weight_of_U /constant_pd_decomposition_repaired_weight_of_U.
  rewrite /constant_pd_decomposition_weight_of_F /constant_pd_decomposition_repaired_weight_of_F.
  by set x := preference_signs _ _ _; set u := order_signs _ _ _; set v := _^-1; ring.
rewrite /constant_pd_decomposition_c /constant_pd_decomposition_repaired_c => e1 e2.
have : 2%:R * (1 : R) - 1 = 2%:R * (S + 1 / 4%:R) - (2%:R * S + 1 / 2%:R) by rewrite -e1 -e2.
rewrite (_ : _ - (_ + _) = 0); last by field.
by move/eqP; rewrite mulr1 (_ : 2%:R - 1 = 1) ?oner_eq0 //; ring.
Qed.

Theorem pd_sharp : refuted_pd_sharp.
Proof.
move=> R m e corrected m6 L; have m2 : (2 <= m)%N by exact: leq_trans m6.
apply: (beaten (Pairwise.sharp e corrected m2)).
exact: (PairwiseOrder.smaller : claim_pd_sharp_order) R m m6.
Qed.

Theorem remark : refuted_optimal_remark.
Proof.
move=> R m' e corrected m PD; have m0 : (0 < m)%N by []. have m2 : (2 <= m)%N by []. have m3 : (3 <= m)%N by [].
split; first exact: (RefutedSets.optimal_01 : refuted_01_optimal) R m m0.
split.
  have [d lt cd] := (RefutedSets.block_optimal : refuted_block_optimal) R m _ _ m0 (@parity_onto m'.+2).
  by exists d => //; move: lt; rewrite /constant_block_optimal_r card_bool.
split; first exact: (RefutedSets.prec_optimal : refuted_prec_optimal) R m 1%N isT.
split.
  move=> n G D G0 Gg D0 Df Gl Dl.
  by have [d lt [cd _]] := ndcg_optimal (m := m'.+2) e G0 Gg D0 Df Gl Dl; exists d.
split; first exact: (pd_optimal e corrected m3).
by have [d lt [cd _]] := (map_optimal : refuted_map_optimal) R m e m2; exists d.
Qed.

Theorem pd_half : refuted_pd_identity__ties.
Proof.
move=> R m y j l tie; rewrite tie subrr sgr0 add0r mulr1 andNb => /eqP.
by rewrite eq_sym /constant_pd_identity_half mul1r invr_eq0 pnatr_eq0.
Qed.

Theorem pd_orientation : refuted_pd_orientation.
Proof.
move=> R m e m2.
have [y mix] : exists y : {set 'I_m}, mixed y.
  by case: m m2 => // n n1; exists [set ord0]; rewrite /mixed cards1.
have [s all] := all_charged e mix; exists s, y => //.
move=> item; rewrite all.
have n0 : (pd_pairs y)%:R != 0 :> R.
  by move: mix; rewrite /mixed pnatr_eq0 => /andP[y0 ym]; rewrite -lt0n muln_gt0 y0 subn_gt0.
rewrite (_ : [set q | _] = set0) ?cards0 ?mulr0 ?mul0r; first by move/eqP; rewrite oner_eq0.
apply/setP => q; rewrite !inE; apply/negbTE/negP => /and3P[lt no yes].
have : [set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & (position s q.2 < position s q.1)%N]] = setX (~: y) y.
  apply/eqP; rewrite eqEcard; apply/andP; split.
    by apply/subsetP => x; rewrite !inE => /and3P[-> -> _].
  move: all; rewrite /pd_printed /pd; case: eqP => [z|_]; first by rewrite z eqxx in n0.
  move=> h; rewrite cardsX; have -> : #|~: y| = (m - #|y|)%N by rewrite cardsCs setCK card_ord.
  have := congr1 ( *%R^~ (pd_pairs y)%:R) h; rewrite divfK // mul1r => /eqP; rewrite eqr_nat => /eqP ->.
  by rewrite mulnC.
move=> /setP/(_ (item q.1, item q.2)); rewrite !inE /= no yes /= /position /item !permKV.
by rewrite ltnS ltnNge ltnW.
Qed.

Theorem paper_affdim : refuted_optimal_paper_affdim.
Proof.
move=> R m m2; have km : (1 <= 1 <= m)%N by exact: leq_trans m2.
have [pe _] := (LabelSets.prec_optimal : claim_prec_optimal_repaired) R m 1%N km.
have [ad _] := (LabelSets.prec_affdim : claim_prec_affdim_repaired) R m m2.
split; [by exists (fun=> (2 ^ m)%:R^-1)|exact: (ad 1%N m2)|].
exact: (RefutedSets.prec_optimal : refuted_prec_optimal) R m 1%N km.
Qed.

Theorem one_label : refuted_table1_one_label.
Proof.
move=> R; split.
  have [|ad _ _] := (LabelSets.affdim_01 : claim_01_affdim_repaired) R 1%N; first by [].
  exact: other_dimension ad _.
have [[ad _] _ _] := (FScoreRank.dimension : claim_fscore_affdim) R 1%N 0 isT.
exact: other_dimension ad _.
Qed.

Theorem blocks : refuted_table1_polynomial__blocks.
Proof. exact: RefutedSets.always_polynomial. Qed.

Theorem exception : refuted_table1_polynomial__exception.
Proof.
move=> R m /andP[m0 m6] sets; exists (2%:R ^+ m); first exact: (A_01 : claim_01_A) R m m0.
rewrite /constant_table1_polynomial_bound_on_A_2 -!natrX -natrM ler_nat.
by case: m m0 m6 sets => [|[|[|[|[|[|[|m]]]]]]].
Qed.

(** Where the entries of U have one sign and the rows of F one sum, U less half its largest entry
    has a smaller A. *)
Lemma centred (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r F U c (s f a : R) :
  decomposition (r := r) L F U c -> (forall z, \sum_k F z k = f) -> s ^+ 2 = 1 ->
  (forall y k, 0 <= s * U y k) -> constant_squared F U a -> 0 < a -> ~ constant_at_least L a.
Proof.
move=> dec sum s1 pos [B [b [[rows _] [entries _] e]]] a0; apply: (@beaten _ _ _ _ _ (a / 4%:R)); last first.
  by rewrite ltr_pdivr_mulr ?ltr0n // ltr_pmulr // ltr1n.
exists r, F, (fun y k => U y k - s * b / 2%:R), (c + s * b / 2%:R * f); split.
  move=> z y; rewrite (eq_bigr (fun k => F z k * U y k - s * b / 2%:R * F z k)) => [|k _]; last first.
    by rewrite mulrBr [F z k * (_ / _)]mulrC.
  by rewrite sumrB -mulr_sumr sum dec [RHS]addrCA subrK addrC.
exists B, (b / 2%:R); split=> [//|y k|]; last by rewrite exprMn mulrA -e exprVn -natrX.
have abs : `|s| = 1.
  by apply/eqP; rewrite -(@eqr_expn2 _ 2) ?ler01 // expr1n real_normK ?s1 // num_real.
have -> : U y k - s * b / 2%:R = s * (s * U y k - b / 2%:R) by rewrite mulrBr !mulrA -expr2 s1 mul1r.
have up : s * U y k <= b.
  by apply: le_trans (entries y k); rewrite -[X in _ <= X]mul1r -abs -normrM ler_norm.
rewrite normrM abs mul1r ler_norml ler_subr_addr addrC subrr pos /= ler_subl_addr.
by have := up; rewrite -{1}(_ : b / 2%:R + b / 2%:R = b) //; (have two : 2%:R != 0 :> R by rewrite pnatr_eq0); field.
Qed.

Theorem table : refuted_x_best_table.
Proof.
move=> R m' m beaten sets; have m0 : (0 < m)%N by [].
have one1 : (1 : R) ^+ 2 = 1 by rewrite expr1n.
split; rewrite /beaten.
- move=> a A; rewrite mul1r; have [dec _] := (decomposition_01 : claim_01_decomposition) R m m0.
  have dec' : decomposition (r := #|sets|) (zero_one R (T := sets)) (fun z k => - (z == enum_val k)%:R)
    (fun y k => (y == enum_val k)%:R) 1.
    by apply: minus_one_decomposition dec => z k; rewrite mulN1r.
  apply: (centred (s := 1) (f := - 1) dec' _ one1 _ A) => [z|y k|].
  + by rewrite sumrN; congr (- _); rewrite (sum_enum (fun t => (z == t)%:R)) (bigD1 z) //= eqxx big1 ?addr0 // => t /negbTE; rewrite eq_sym => ->.
  + by rewrite mul1r ler0n.
  by rewrite (constant_squared_unique A ((A_01 : claim_01_A) R m m0)) exprn_gt0 ?ltr0n.
- move=> K block onto a A; rewrite mul1r.
  have dec : decomposition (r := #|K|) (block_zero_one R block) (fun z k => - (block z == enum_val k)%:R)
    (fun y k => (block y == enum_val k)%:R) 1.
    by apply: minus_one_decomposition ((block_decomposition : claim_block_decomposition) R m K block m0 onto) => z k; rewrite mulN1r.
  apply: (centred (s := 1) (f := - 1) dec _ one1 _ A) => [z|y k|].
  + by rewrite sumrN; congr (- _); rewrite (sum_enum (fun t => (block z == t)%:R)) (bigD1 (block z)) //= eqxx big1 ?addr0 // => t /negbTE; rewrite eq_sym => ->.
  + by rewrite mul1r ler0n.
  rewrite (constant_squared_unique A ((block_A : claim_block_A) R m K block m0 onto)) ltr0n.
  by apply/card_gt0P; exists (block set0).
- move=> k km a A; rewrite mul1r; have /andP[k0 k_m] := km.
  have dec : decomposition (r := m) (prec_at_k R (m := m) (k := k)) (fun z j => - (1 / k%:R) * (j \in val z)%:R)
    (fun y j => (j \in y)%:R) 1 := (prec_decomposition : claim_prec_decomposition) R m k km.
  apply: (centred (s := 1) (f := - 1) dec _ one1 _ A) => [z|y j|].
  + rewrite -mulr_sumr (_ : \sum_(j < m) (j \in val z)%:R = k%:R) ?mulNr ?mul1r ?mulVf // ?pnatr_eq0 -?lt0n //.
    have <- : #|val z|%:R = k%:R :> R by rewrite (eqP (valP z)).
    by rewrite -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => j _; case: (_ \in _).
  + by rewrite mul1r ler0n.
  by rewrite (constant_squared_unique A ((prec_A : claim_prec_A) R m k km)) divr_gt0 ?ltr0n.
- move=> n G D e G0 Gg D0 Df Gpos Dpos a A; rewrite mul1r.
  have [h _ _] := Ndcg.decompositions G D e.
  have dec : decomposition (r := m) (restrict (P := graded G D) (ndcg_loss G D e)) (fun s j => - D (s j))
    (fun y => gain_shares G D (val y)) 1 by apply: minus_one_decomposition h => s j; rewrite mulN1r.
  have share0 y j : 0 <= gain_shares G D y j by rewrite divr_ge0 ?ideal_ge0.
  apply: (centred (s := 1) (f := - \sum_p D p) dec _ one1 _ A) => [s|y j|].
  + by rewrite sumrN; congr (- _); rewrite [RHS](reindex_inj (@perm_inj _ s)).
  + by rewrite mul1r.
  have [F2 U1 _] := (Ndcg.norms : claim_ndcg_norms_repaired) R m'.+1 n G D G0 Gg D0 Df Gpos Dpos.
  have [B [b [rows entries ->]]] := A.
  rewrite (largest_row_unique rows F2) (largest_entry_unique entries U1).
  rewrite /constant_ndcg_norms_repaired_F_2 /constant_ndcg_norms_repaired_U_max largest_shareE (sum_values _ (fun d => d ^+ 2)).
  have rest : 0 <= \sum_(p | p != ord0) D p by apply: sumr_ge0.
  have den : 0 < D ord0 * G ord_max + G ord0 * \sum_(p | p != ord0) D p.
    by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0.
  rewrite mulr_gt0 ?exprn_gt0 ?divr_gt0 // mulr_gt0 ?ltr0n //.
  by rewrite (bigD1 ord0) //= ltr_paddr ?exprn_gt0 // sumr_ge0 // => p _; exact: sqr_ge0.
move=> e a A; rewrite mul1r.
have [_ dec _ _] := (@Map.decompositions R m e m0).
have [rows entries] := (Map.norms : claim_map_norms_repaired) R m m0.
apply: (centred (s := - 1) (f := m%:R) dec _ _ _ A) => [s||y k|].
- by rewrite (sum_enum (last_positions R s)) last_positions_sum.
- by rewrite sqrrN one1.
- by rewrite !mulN1r mulNr opprK divr_ge0 ?ler0n.
have [B [b [rows' entries' ->]]] := A.
rewrite (largest_row_unique rows' rows) (largest_entry_unique entries' entries) expr1n mulr1.
rewrite mulr_gt0 //; first by rewrite ltr0n card_ordered_pairs; lia.
rewrite /constant_map_norms_repaired_F_2 big_ord_recl /= ltr_paddr ?invr_gt0 ?ltr0n //.
by apply: sumr_ge0 => p _; rewrite invr_ge0 ler0n.
Qed.
