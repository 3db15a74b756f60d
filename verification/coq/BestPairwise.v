(** The best constants of pairwise disagreement: weights on single items from below. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Rank Comparison Constants Ranking Pairwise Weights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section BestPairwise.
Variables (R : realFieldType) (m : nat) (sg : R).
Hypotheses (m2 : (2 <= m)%N) (sg1 : sg ^+ 2 = 1).
Notation Y := {y : {set 'I_m} | mixed y}.
Variable L : 'S_m -> Y -> R.
Hypothesis form : forall s y, L s y = sg * (\sum_j centred R s j * share R (val y) j) + 1 / 2%:R.
Notation N := (m%:R : R).
Notation P := (#|{: 'S_m}|%:R : R).
Let K : R := N * (N + 1) / 12%:R.
Let n0 : N != 0. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.
Let npos : 0 < N. Proof. by rewrite ltr0n ltnW. Qed.
Let n1 : N - 1 != 0. Proof. by rewrite subr_eq0 (eqr_nat R m 1); apply/eqP => h; move: m2; rewrite h. Qed.
Let Kpos : 0 < K. Proof. by rewrite /K divr_gt0 ?ltr0n // mulr_gt0 // addr_gt0 ?ltr01. Qed.
Let Ppos : 0 < P. Proof. by rewrite ltr0n; apply/card_gt0P; exists 1%g. Qed.

Let single_mixed i : mixed [set i : 'I_m]. Proof. by rewrite /mixed cards1. Qed.
Let single i : Y := exist (fun y => mixed y) [set i] (single_mixed i).
Let W s y : R := \sum_i (y == single i)%:R * centred R s i.

Let applied s (v : Y -> R) : \sum_y W s y * v y = \sum_i centred R s i * v (single i).
Proof.
rewrite (eq_bigr (fun y => \sum_i (y == single i)%:R * (centred R s i * v y))) => [|y _]; last first.
  by rewrite mulr_suml; apply: eq_bigr => i _; rewrite mulrA.
rewrite exchange_big; apply: eq_bigr => i _ /=; exact: (Rank.pick (fun y => centred R s i * v y)).
Qed.

Let same : exchangeable (fun=> 1) (fun (s : 'S_m) j => centred R s j) :=
  places_exchangeable (fun p : 'I_m => (N - 1) / 2%:R - (p : nat)%:R).
Let sums : \sum_(s : 'S_m) 1 * (\sum_j centred R s j) ^+ 2 = 0.
Proof. by rewrite big1 // => s _; rewrite centred_sum expr0n mulr0. Qed.
Let squares : \sum_(s : 'S_m) 1 * (\sum_j centred R s j ^+ 2) = P * (N * (N ^+ 2 - 1) / 12%:R).
Proof.
rewrite (eq_bigr (fun=> N * (N ^+ 2 - 1) / 12%:R)) => [|s _]; last by rewrite mul1r centred_norm.
by rewrite sumr_const -[LHS]mulr_natl.
Qed.

Let quadratic (u : 'I_m -> R) : \sum_s (\sum_i centred R s i * u i) ^+ 2 = P * K * (\sum_i u i ^+ 2 - (\sum_i u i) ^+ 2 / N).
Proof.
have := forms m2 same sums squares u u; rewrite (eq_bigr (fun s : 'S_m => (\sum_i centred R s i * u i) ^+ 2)) => [->|s _]; last first.
  by rewrite mul1r expr2; congr (_ * _); apply: eq_bigr => i _; exact: mulrC.
rewrite -expr2 (eq_bigr (fun i => u i ^+ 2)) => [|i _]; last by rewrite expr2.
rewrite /alpha /beta /K; move: (\sum_i u i) (\sum_i u i ^+ 2) P => S Q p.
have E (q p' S' Q' : R) : q != 0 -> q - 1 != 0 -> (p' * (q * (q ^+ 2 - 1) / 12%:R) / q - (0 - p' * (q * (q ^+ 2 - 1) / 12%:R)) / (q * (q - 1))) * Q' +
    (0 - p' * (q * (q ^+ 2 - 1) / 12%:R)) / (q * (q - 1)) * S' ^+ 2 = p' * (q * (q + 1) / 12%:R) * (Q' - S' ^+ 2 / q).
  by move=> a b; field; rewrite a b.
exact: E.
Qed.

Let free (c : Y -> R) : \sum_s \sum_y W s y * c y = 0.
Proof.
under eq_bigr do rewrite applied.
rewrite exchange_big big1 // => i _ /=; rewrite -mulr_suml.
have := means m2 same i; rewrite (eq_bigr (fun s : 'S_m => centred R s i)) => [->|s _]; last by rewrite mul1r.
by rewrite big1 ?mul0r // => s _; rewrite centred_sum mulr0.
Qed.

Let paired : \sum_s \sum_y W s y * L s y = P * (sg * K).
Proof.
rewrite [RHS]mulr_natl -sumr_const; apply: eq_bigr => s _; rewrite applied.
have one i : L s (single i) = sg * (centred R s i / (N - 1)) + 1 / 2%:R.
  rewrite form (bigD1 i) //= big1 ?addr0 => [|j ij]; last by rewrite /share inE (negbTE ij) mul0r mulr0.
  by rewrite /share inE eqxx /pd_pairs cards1 mul1n natrB ?div1r // ltnW.
rewrite (eq_bigr (fun i => sg / (N - 1) * centred R s i ^+ 2 + 1 / 2%:R * centred R s i)) => [|i _]; last by rewrite one; field.
rewrite big_split /= -!mulr_sumr centred_sum mulr0 addr0 centred_norm /K.
have E (q : R) : q - 1 != 0 -> sg / (q - 1) * (q * (q ^+ 2 - 1) / 12%:R) = sg * (q * (q + 1) / 12%:R) by move=> a; field.
exact: E.
Qed.

Let nonneg r (F : 'S_m -> 'I_r -> R) B : (forall s, sqnorm (F s) <= B) -> 0 <= B.
Proof. by move=> FB; exact: le_trans (sqnorm_ge0 _) (FB 1%g). Qed.

(** (P K)^2 <= P B sum_k P K d_k, where d_k bounds the spread of the k-th column. *)
Let bounded (c : Y -> R) r (F : 'S_m -> 'I_r -> R) U B d : (forall s y, L s y - c y = \sum_k F s k * U y k) ->
  (forall s, sqnorm (F s) <= B) ->
  \sum_k (\sum_i U (single i) k ^+ 2 - (\sum_i U (single i) k) ^+ 2 / N) <= d -> K <= B * d.
Proof.
move=> dec FB le; have := weights_columns (free c) dec FB; rewrite paired.
rewrite (eq_bigr (fun k => P * K * (\sum_i U (single i) k ^+ 2 - (\sum_i U (single i) k) ^+ 2 / N))) => [|k _]; last first.
  by rewrite -quadratic; apply: eq_bigr => s _; rewrite applied.
rewrite -mulr_sumr => h; have PK : 0 < P * P * K by apply: mulr_gt0 => //; exact: mulr_gt0.
rewrite -(ler_pmul2l PK); apply: (le_trans (_ : _ <= (P * (sg * K)) ^+ 2)).
  have sq (p q : R) : (p * (sg * q)) ^+ 2 = sg ^+ 2 * (p * p * q * q) by ring.
  by rewrite sq sg1 mul1r.
apply: le_trans h _; rewrite (_ : _ * (B * d) = P * B * (P * K * d)); last by ring.
by rewrite ler_wpmul2l ?mulr_ge0 ?(nonneg FB) ?ler0n // ler_wpmul2l // mulr_ge0 ?ltW.
Qed.

Lemma norms_lower c : norms_at_least (fun s y => L s y - c y) ((N + 1) / 12%:R).
Proof.
move=> r F U B b dec FB Ub; have d' s y : L s y - c y = \sum_k F s k * U y k by rewrite dec addr0.
have le : \sum_k (\sum_i U (single i) k ^+ 2 - (\sum_i U (single i) k) ^+ 2 / N) <= N * b.
  apply: (@le_trans _ _ (\sum_k \sum_i U (single i) k ^+ 2)).
    by apply: ler_sum => k _; rewrite ler_subl_addr ler_addl divr_ge0 ?sqr_ge0 ?ler0n.
  rewrite exchange_big /= mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => i _; exact: Ub.
have h := bounded d' FB le; rewrite -(ler_pmul2l npos).
rewrite (_ : N * (B * b) = B * (N * b)); last by ring.
by rewrite (_ : N * ((N + 1) / 12%:R) = K) // /K mulrA.
Qed.

Notation A := (constant_x_best_pd_least_A_2 R m).
Lemma constant_lower c : constant_at_least (fun s y => L s y - c y) A.
Proof.
move=> r F U c' a dec [B [b [FB Ub le]]].
have d' s y : L s y - (c y + c') = \sum_k F s k * U y k by rewrite opprD addrA dec addrK.
have cols : \sum_k (\sum_i U (single i) k ^+ 2 - (\sum_i U (single i) k) ^+ 2 / N) <= r%:R * ((N - (odd m)%:R / N) * b ^+ 2).
  rewrite [X in _ <= X](_ : _ = \sum_(k < r) ((N - (odd m)%:R / N) * b ^+ 2)); last by rewrite sumr_const card_ord mulr_natl.
  apply: ler_sum => k _.
  by have := @spread R [finType of 'I_m] (fun i => U (single i) k) b; rewrite card_ord; apply=> [|i]; [exact: ltnW | exact: Ub].
have {cols} h := bounded d' FB cols.
have opos : 0 < N ^+ 2 - (odd m)%:R.
  rewrite subr_gt0; apply: (@le_lt_trans _ _ 1); first by case: (odd m); rewrite ?lexx ?ler01.
  by rewrite -natrX ltr1n -[1%N]/(1 ^ 2)%N ltn_sqr.
have on := gt_eqF opos; have np : N + 1 != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have -> : A = K * N / (N ^+ 2 - (odd m)%:R).
  rewrite /constant_x_best_pd_least_A_2 /K; move: on n0 n1 np; case: (odd m) => /= on q0 q1 q2.
    have E (q : R) : q - 1 != 0 -> q + 1 != 0 -> q ^+ 2 / (12%:R * (q - 1)) = q * (q + 1) / 12%:R * q / (q ^+ 2 - 1).
      move=> e1 e2; rewrite (_ : q ^+ 2 - 1 = (q - 1) * (q + 1)); last by ring.
      by field; rewrite e1 e2.
    exact: E.
  by rewrite subr0; field.
rewrite ler_pdivr_mulr //; apply: (@le_trans _ _ (B * (r%:R * ((N - (odd m)%:R / N) * b ^+ 2)) * N)).
  by rewrite ler_wpmul2r ?ler0n.
have E (q o r' B' b' : R) : q != 0 -> B' * (r' * ((q - o / q) * b')) * q = r' * B' * b' * (q ^+ 2 - o) by move=> q0; field.
by rewrite E // ler_wpmul2r // ltW.
Qed.

(** F = sg times the centred positions, U = (y_j - |y| / m) / N(y). *)
Lemma norms_upper : norms_at_most (fun s y => L s y - 1 / 2%:R) ((N + 1) / 12%:R).
Proof.
pose U (y : Y) j : R := share R (val y) j - #|val y|%:R / N / (pd_pairs (val y))%:R.
exists m, (fun s j => sg * centred R s j), U, (N * (N ^+ 2 - 1) / 12%:R), (N * (N - 1))^-1; split=> [s y|s|[y mix]|].
- rewrite form addrK addr0 mulr_sumr; set k := #|val y|%:R / N / (pd_pairs (val y))%:R : R.
  rewrite [RHS](eq_bigr (fun j => sg * (centred R s j * share R (val y) j) - sg * k * centred R s j)) => [|j _].
    by rewrite sumrB -[X in _ - X]mulr_sumr centred_sum mulr0 subr0.
  by rewrite /U -/k; move: (share _ _ _) => h; ring.
- by rewrite -(centred_norm R s) le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _; rewrite exprMn sg1 mul1r.
- have [y0 ym] := andP mix; pose k : R := #|y|%:R; pose D : R := (pd_pairs y)%:R.
  have D0 : D != 0 by rewrite pnatr_eq0 pd_pairs0 negbK.
  have Dpos : 0 < D by rewrite lt_neqAle eq_sym D0 ler0n.
  have DE : D = k * (N - k) by rewrite /D /pd_pairs natrM natrB // ltnW.
  have -> : sqnorm (U (exist _ y mix)) = (N * D)^-1.
    rewrite /sqnorm (eq_bigr (fun j => ((1 - 2%:R * (k / N)) / D ^+ 2) * (j \in y)%:R + (k / N / D) ^+ 2)) => [|j _].
      rewrite big_split /= -mulr_sumr sumr_const card_ord -[X in _ + X]mulr_natl.
      rewrite (_ : \sum_j (j \in y)%:R = k); last first.
        rewrite /k -sum1_card natr_sum [RHS]big_mkcond; by apply: eq_bigr => j _; case: (j \in y).
      rewrite (_ : _ + _ = k * (N - k) / (N * D ^+ 2)); last by field; rewrite n0 D0.
      by rewrite -DE; field; rewrite n0 D0.
    by rewrite /U /share /= -/D -/k; case: (j \in y) => /=; field; rewrite n0 D0.
  rewrite lef_pinv ?posrE ?mulr_gt0 // ?ler_wpmul2l ?ler0n //; last by rewrite subr_gt0 ltr1n.
  rewrite DE -subr_ge0 (_ : _ - _ = (k - 1) * (N - k - 1)); last by ring.
  by rewrite mulr_ge0 // ?subr_ge0 ?ler1n // -natrB ?ler1n ?subn_gt0 // ltnW.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
have E (q : R) : q != 0 -> q - 1 != 0 -> q * (q ^+ 2 - 1) / 12%:R * (q * (q - 1))^-1 = (q + 1) / 12%:R by move=> a b; field; rewrite a b.
exact: E.
Qed.
End BestPairwise.

Theorem pairwise : claim_x_best_pd.
Proof.
move=> R m e corrected m2 L shifted; pose sg : R := if corrected then -1 else 1.
have sg1 : sg ^+ 2 = 1 by rewrite /sg; case: ifP => _; rewrite ?sqrrN expr1n.
have form s y : L s y = sg * (\sum_j centred R s j * share R (val y) j) + 1 / 2%:R.
  have mix : pd_pairs (val y) == 0%N = false by rewrite pd_pairs0 (valP y).
  rewrite /L /restrict /sg; case: ifP => _; first by rewrite corrected_form mix.
  by rewrite pd_printed_form mix; congr (_ + _); rewrite mul1r.
split; first by exists (1 / 2%:R); exact: (norms_upper m2 sg1 form).
by move=> c; split; [exact: (norms_lower m2 sg1 form)|exact: (constant_lower m2 sg1 form)].
Qed.
