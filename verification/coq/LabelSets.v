(** The claims about 0-1, block 0-1, Hamming and Prec@k as the ledger states them. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Sets Rank ZeroOne Hamming Prec Optimality.
From qstheory Require BestConstants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A constant minus one, as a factor. *)
Lemma minus_one_decomposition (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r
    (F F' : Z -> 'I_r -> R) U c : (forall z k, F z k = F' z k) -> decomposition L F U c ->
  decomposition L F' U c.
Proof. by move=> e d z y; rewrite d; congr (_ + _); apply: eq_bigr => k _; rewrite e. Qed.

Theorem decomposition_01 : claim_01_decomposition.
Proof.
move=> R m m0 sets; split; last exact: card_sets.
by apply: minus_one_decomposition (@zero_one_decomposition R sets) => z k; rewrite mulN1r.
Qed.

Theorem affdim_01 : claim_01_affdim_repaired.
Proof.
move=> R m m0 /=; rewrite /constant_01_affdim_repaired_dimension subn1 -card_sets.
have T0 : (0 < #|{: {set 'I_m}}|)%N by rewrite card_sets expn_gt0.
have [a d] := zero_one_dimension R T0; split=> //.
by apply: attained_at a _; exact: zero_one_rank.
Qed.

Theorem A_01 : claim_01_A.
Proof.
move=> R m m0 /=; rewrite /constant_01_A_A_2 -natrX -card_sets.
exact: (@block_constant R [finType of {set 'I_m}] [finType of {set 'I_m}] id set0).
Qed.

Theorem inference_01 : claim_01_inference.
Proof.
move=> R m m0 p z; rewrite zero_one_decoding /constant_01_inference_orientation.
by split=> h z'; have := h z'; rewrite mul1r subr_ge0.
Qed.

Theorem optimal_01 : claim_01_optimal_repaired.
Proof.
move=> R m m0 /=; rewrite /constant_01_optimal_repaired_r subn1 -card_sets.
by split; [exact: zero_one_equal_risk set0|exact: zero_one_optimality set0].
Qed.

Theorem sharp_01 : claim_01_sharp_repaired.
Proof.
move=> R m m0; rewrite /constant_01_sharp_repaired_least_A_2 -natrX; split.
  by apply: (@block_upper R [finType of {set 'I_m}] [finType of {set 'I_m}] id); rewrite card_sets.
rewrite -card_sets; exact: zero_one_lower set0.
Qed.

Theorem block_decomposition : claim_block_decomposition.
Proof.
move=> R m K block m0 onto.
by apply: minus_one_decomposition (@ZeroOne.block_decomposition R _ _ block) => z k; rewrite mulN1r.
Qed.

Theorem block_affdim : claim_block_affdim_repaired.
Proof.
move=> R m K block m0 onto; rewrite /constant_block_affdim_repaired_dimension subn1; split.
  exact: (block_dimension R onto set0).1.
exact: (block_attained R onto set0).
Qed.

Theorem block_A : claim_block_A.
Proof. by move=> R m K block m0 onto; exact: (block_constant R block set0). Qed.

Theorem block_inference : claim_block_inference.
Proof.
move=> R m K block m0 onto p z; rewrite (block_decoding onto) /constant_block_inference_orientation.
by split=> h k; have := h k; rewrite mul1r subr_ge0.
Qed.

Theorem block_optimal : claim_block_optimal_repaired.
Proof.
move=> R m K block m0 onto; rewrite /constant_block_optimal_repaired_r subn1; split; last first.
  exact: (block_optimality onto set0).
exact: block_equal_risk onto set0.
Qed.

Theorem block_sharp : claim_block_sharp_repaired.
Proof. by move=> R m K block _ onto K1; exact: BestConstants.block_least. Qed.

Theorem hamming_decomposition : claim_hamming_decomposition_repaired.
Proof.
move=> R m m0; apply: minus_one_decomposition (@Hamming.hamming_decomposition R m m0) => z j.
by rewrite /constant_hamming_decomposition_repaired_weight_of_F mul1r natrM.
Qed.

Theorem hamming_norms : claim_hamming_norms.
Proof.
move=> R m m0; rewrite /constant_hamming_norms_F_2 mul1r -natrM; exact: Hamming.hamming_norms.
Qed.

Theorem hamming_A : claim_hamming_A.
Proof. by move=> R m m0; exact: hamming_constant. Qed.

Theorem hamming_sharp : claim_hamming_sharp.
Proof. by move=> R m m0; exact: hamming_least. Qed.

Theorem hamming_inference : claim_hamming_inference.
Proof.
move=> R m m0 p z; rewrite (hamming_decoding m0).
by split=> h j; have := h j; rewrite /constant_hamming_inference_orientation mul1r.
Qed.

Theorem hamming_optimal : claim_hamming_optimal.
Proof. by move=> R m m0; split; [exact: hamming_equal_risk|exact: hamming_optimality]. Qed.

Theorem prec_decomposition : claim_prec_decomposition.
Proof.
move=> R m k /andP[k0 km]; apply: minus_one_decomposition (@Prec.prec_decomposition R m k) => z j.
by rewrite /constant_prec_decomposition_weight_of_F mul1r.
Qed.

Theorem prec_affdim : claim_prec_affdim_repaired.
Proof.
move=> R [|m] //= m2; split; last exact: prec_full_affine_dimension.
by move=> k /andP[k0 km]; exact: prec_affine_dimension.
Qed.

Lemma prec_rank (R : realFieldType) m k : (1 <= k <= m)%N ->
  difference_rank (prec_at_k R (m := m) (k := k)) = (if (k < m)%N then (m - 1)%N else 0%N).
Proof.
case/andP=> k0; rewrite leq_eqVlt => /orP[/eqP e|km].
  by rewrite e ltnn; exact: prec_full_difference_rank.
by rewrite km; case: m km => // m km; rewrite subn1; exact: prec_difference_rank.
Qed.

Theorem prec_differences : claim_prec_affdim_repaired__differences.
Proof. exact: prec_rank. Qed.

Theorem prec_A : claim_prec_A.
Proof.
move=> R m k /andP[k0 km]; have := @prec_constant R m k k0 km.
by rewrite /constant_squared mul1r.
Qed.

Theorem prec_inference : claim_prec_inference.
Proof.
move=> R m k /andP[k0 km] p z v; rewrite prec_decoding //.
by split=> h j l jz lz; have := h j l jz lz; rewrite mul1r subr_ge0.
Qed.

Theorem prec_optimal : claim_prec_optimal_repaired.
Proof.
move=> R m k km; have /andP[k0 k_m] := km; have pe := prec_equal_risk R m k.
split=> // ra; have := equal_risk_dimension (some_k_set k_m) ra pe.
by rewrite prec_rank.
Qed.

Theorem prec_sharp : claim_prec_sharp_repaired.
Proof.
move=> R m k /andP[k0 km]; split; first exact: prec_lower.
by rewrite /constant_prec_sharp_repaired_upper_A_2 -natrM; exact: prec_upper.
Qed.

Theorem prec_least_at_one : claim_prec_least_at_one.
Proof. by move=> R m m0; exact: prec_one_least. Qed.

Theorem table_hamming : claim_x_best_table__Hamming.
Proof.
move=> R m m2; have m0 : (0 < m)%N by exact: leq_trans m2.
exists (1 / 4%:R); first exact: (hamming_A : claim_hamming_A).
by rewrite mul1r; exact: (hamming_sharp : claim_hamming_sharp).
Qed.

(** Turned coordinates: what changes with the basis of F and U, and what does not. *)
Theorem turned_coordinates : claim_x_best_basis.
Proof.
move=> R c s c0 s0 one turned F U g.
have sq (u : 'I_2 -> R) : sqnorm u = u ord0 ^+ 2 + u ord_max ^+ 2.
  by rewrite /sqnorm big_ord_recl big_ord1 (_ : lift ord0 ord0 = ord_max) //; apply: val_inj.
have norm u : sqnorm (turned u) = sqnorm u.
  rewrite !sq /turned /= (_ : _ + _ = (c ^+ 2 + s ^+ 2) * (u ord0 ^+ 2 + u ord_max ^+ 2)); last by ring.
  by rewrite one mul1r.
have row z : sqnorm (F z) = 1 / 8%:R.
  by rewrite norm sq !exprMn !sign_square; field.
have rows : largest_row F (1 / 8%:R) by split=> [z|]; [rewrite row|exists set0; rewrite row].
have gmax : g ord_max = c + s by rewrite /g /U /turned /sign_of !inE /= !mulr1 addrC.
have cs : 0 <= c + s by rewrite addr_ge0.
have gn : `|g ord_max| = c + s by rewrite gmax ger0_norm.
have entry y k : `|U y k| <= c + s.
  have le (a b : R) : `|c * a + s * b| <= c * `|a| + s * `|b|.
    by apply: le_trans (ler_norm_add _ _) _; rewrite !normrM (ger0_norm c0) (ger0_norm s0).
  rewrite /U /turned; case: ifP => _.
    by have := le (sign_of R y ord0) (- sign_of R y ord_max); rewrite normrN !sign_norm !mulr1 mulrN.
  by rewrite addrC; have := le (sign_of R y ord_max) (sign_of R y ord0); rewrite !sign_norm !mulr1.
split.
- move=> z y; rewrite Hamming.hamming_sum !big_ord_recl !big_ord0 !addr0 (_ : lift ord0 ord0 = ord_max); last exact: val_inj.
  transitivity (- (1 / 4%:R) * (c ^+ 2 + s ^+ 2) * (sign_of R z ord0 * sign_of R y ord0 + sign_of R z ord_max * sign_of R y ord_max) + 1 / 2%:R); last by rewrite /F /U /turned /=; ring.
  by rewrite one /sign_of; do 4 case: (_ \in _) => /=; field.
- exists (1 / 8%:R), (c + s); split=> //; last by rewrite /constant_x_best_basis_A_2; field.
  by split; [exact: entry|exists setT, ord_max; exact: gn].
exists (1 / 8%:R), (c + s); split=> //.
- by split=> [k|]; [exact: entry|exists ord_max; exact: gn].
- by rewrite /constant_x_best_basis_A_Q_2; field.
by rewrite norm sq !sign_square /constant_x_best_basis_F_g_2; field.
Qed.
