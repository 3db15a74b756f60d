(** A* and gamma_2 of the F-score and of the index of Jaccard.  The first label of a set in a random order,
    with a random sign, has the index of Jaccard as its mean product, of which the F-score is at most twice,
    as forms; below, sets of at most one label. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Rank Comparison Constants FScore FScoreForms FScoreBalanced BestConstants.
From qstheory Require Import Hull FirstLabel.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** J = S/2 + J S/2: the F-score S is at most 2 J. *)
Section Sets.
Variables (R : realFieldType) (m : nat).
Notation sets := {set 'I_m}.
Notation score := (f_score (1 : R) (m := m)).
Notation index := (jaccard (1 : R) (m := m)).
Notation U := (@leading m R).
Notation v := (@vector R m).
Notation N := (#|order m|%:R : R).
Implicit Types z y : sets.

Lemma score_index z y : 2%:R * index z y = score z y + index z y * score z y.
Proof.
rewrite f_scoreE /jaccard; case: ifP => [|e]; first by move=> _; ring.
have [u0|/eqP u0] := eqVneq #|z :|: y| 0%N.
  by move: e; move/eqP: u0; rewrite cards_eq0 setU_eq0 => ->.
have zy : (#|z| + #|y| = #|z :|: y| + #|z :&: y|)%N by rewrite cardsUI.
have un : #|z :|: y|%:R != 0 :> R by rewrite pnatr_eq0; apply/eqP.
have sn : #|z :|: y|%:R + #|z :&: y|%:R != 0 :> R.
  by rewrite -natrD pnatr_eq0 addn_eq0 negb_and; apply/orP; left; apply/eqP.
rewrite zy natrM natrD; by field; rewrite un sn.
Qed.

Lemma score_dominated (x : sets -> R) : \sum_k (\sum_y x y * v y k) ^+ 2 <=
  2%:R * (N^-1 * \sum_q (\sum_y x y * U y q) ^+ 2).
Proof.
have J0 : 0 <= N^-1 * \sum_(p : order m * place m) (\sum_y x y * (U y p.1 * v y p.2)) ^+ 2.
  by rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => p _; exact: sqr_ge0.
rewrite -subr_ge0; apply: le_trans J0 _; rewrite le_eqVlt; apply/orP; left; apply/eqP.
rewrite (gram_mean (fun y (p : order m * place m) => U y p.1 * v y p.2)) mulrA gram_mean gram_form -sumrB.
apply: eq_bigr => z _; rewrite -mulrBr -sumrB; congr (_ * _); apply: eq_bigr => y _; rewrite -mulrBr; congr (_ * _).
rewrite -score_vectors -mulrA leading_mean score_index [X in X - _]addrC addrK -leading_mean score_vectors.
rewrite -mulrA; congr (_ * _); rewrite big_distrlr -(pair_bigA _ (fun q k => U z q * v z k * (U y q * v y k))) /=.
by apply: eq_bigr => q _; apply: eq_bigr => k _; ring.
Qed.

Lemma vector_norm y : \sum_k v y k ^+ 2 = 1.
Proof. by rewrite -(score_diagonal R y) score_vectors; apply: eq_bigr => k _; rewrite expr2. Qed.

(** With the value e at a pair of empty sets: for e = 0 the vectors of the empty set are 0. *)
Variable e : bool.
Definition seen y : R := (e || (y != set0))%:R.

Lemma seen_norm y : `|seen y| <= 1.
Proof. by rewrite /seen; case: (_ || _); rewrite ?normr1 ?normr0. Qed.

Lemma seen_square y : seen y ^+ 2 <= 1.
Proof. by rewrite -[seen y ^+ 2]real_normK ?num_real // exprn_ile1 ?seen_norm. Qed.

Lemma score_seen z y : f_score e%:R z y = seen z * seen y * score z y.
Proof.
rewrite !f_scoreE /seen; case: (e); first by rewrite !mul1r.
case: (eqVneq z set0) => [->|z0] /=; first by rewrite !mul0r set0I cards0 muln0 mul0r; case: ifP.
case: (eqVneq y set0) => [->|y0] /=; last by rewrite !mul1r.
by rewrite mulr0 mul0r setI0 cards0 muln0 mul0r.
Qed.

Lemma index_seen z y : jaccard e%:R z y = seen z * seen y * index z y.
Proof.
rewrite /jaccard /seen; case: (e); first by rewrite !mul1r.
case: (eqVneq z set0) => [->|z0] /=; first by rewrite !mul0r set0I cards0 mul0r; case: ifP.
case: (eqVneq y set0) => [->|y0] /=; last by rewrite !mul1r.
by rewrite mulr0 mul0r setI0 cards0 mul0r.
Qed.

Theorem score_at_most : constant_at_most (f_loss (e%:R : R) (m := m)) 2%:R.
Proof.
pose U' y q := seen y * U y q; pose v' y k := seen y * v y k.
have vs y : \sum_k (- v' y k) ^+ 2 <= 1.
  rewrite (eq_bigr (fun k => seen y ^+ 2 * v y k ^+ 2)) => [|k _]; last by rewrite sqrrN exprMn.
  by rewrite -mulr_sumr vector_norm mulr1 seen_square.
rewrite -[2%:R]mulr1; apply: (at_most_ext (L := fun z y => \sum_k - v' z k * v' y k + 1)) => [z y|].
  rewrite /f_loss score_seen score_vectors mulr_sumr addrC -sumrN; congr (_ + _); apply: eq_bigr => k _.
  by rewrite /v' mulNr mulrACA.
apply: (dominated_at_most (U := U')) vs _ => [|y q|||x]; rewrite ?ler0n ?ler01 //; first exact: card_order.
  by rewrite normrM leading_norm mulr1 seen_norm.
have := score_dominated (fun y => x y * seen y).
by under eq_bigr do under eq_bigr do rewrite -mulrA; under [X in _ <= _ * (_ * X)]eq_bigr do under eq_bigr do rewrite -mulrA.
Qed.

Theorem score_norms : exists c, norms_at_most (fun z y => f_loss (e%:R : R) z y - c) 1.
Proof.
have [r [F [V [dec Fs Vs]]]] := @score_gamma R m.
have part (u : 'I_r -> R) y : sqnorm u <= 1 -> sqnorm (fun k => seen y * u k) <= 1.
  move=> u1; rewrite /sqnorm (eq_bigr (fun k => seen y ^+ 2 * u k ^+ 2)) => [|k _]; last by rewrite exprMn.
  by rewrite -mulr_sumr mulr_ile1 ?sqr_ge0 ?seen_square // sqnorm_ge0.
exists 1, r, (fun z k => seen z * F z k), (fun y k => seen y * V y k), 1, 1; split; last by rewrite mulr1.
- move=> z y; rewrite addr0 (eq_bigr (fun k => seen z * seen y * (F z k * V y k))) => [|k _]; last by rewrite mulrACA.
  have := dec z y; rewrite -mulr_sumr /f_loss score_seen => h.
  have -> : \sum_k F z k * V y k = - score z y by rewrite -[LHS](addrK 1) -h addrAC subrr add0r.
  by rewrite mulrN addrAC subrr add0r.
- by move=> z; exact: part.
by move=> y; exact: part.
Qed.

Theorem index_at_most : constant_at_most (fun z y => 1 - jaccard (e%:R : R) z y) 1.
Proof.
have n0 : N != 0 by rewrite pnatr_eq0 -lt0n card_order.
apply: (@indexed_at_most R _ _ (order m) (fun z y => 1 - jaccard (e%:R : R) z y) (fun z q => - (N^-1 * (seen z * U z q)))
  (fun y q => seen y * U y q) 1 N^-1 1 1) => [z y|z|y q|].
- rewrite addrC index_seen -leading_mean mulrCA !mulr_sumr -sumrN; congr (_ + _); apply: eq_bigr => q _.
  by rewrite mulrACA mulrA mulNr.
- apply: (@le_trans _ _ (\sum_(q : order m) N^-1 ^+ 2)); last first.
    by rewrite sumr_const -[_ *+ _]mulr_natl expr2 mulVKf.
  apply: ler_sum => q _; rewrite sqrrN exprMn ger_pmulr ?exprn_gt0 ?invr_gt0 ?ltr0n ?card_order //.
  by rewrite exprMn -[U z q ^+ 2]real_normK ?num_real // leading_norm expr1n mulr1 seen_square.
- by rewrite normrM leading_norm mulr1 seen_norm.
by rewrite expr1n mulr1 mulfV.
Qed.
End Sets.

(** A 0-1 loss on n + 1 classes within L. *)
Section Classes.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

Lemma classes_least n (f : 'I_n.+1 -> Z) (g : 'I_n.+1 -> Y) : (forall i j, L (f i) (g j) = (i != j)%:R) ->
  forall c, norms_at_least (fun z y => L z y - c y) ((n%:R / (n%:R + 1)) ^+ 2) /\
    constant_at_least (fun z y => L z y - c y) ((n%:R / (n%:R + 1)) ^+ 2).
Proof.
move=> same; suff low c : norms_at_least (fun z y => L z y - c y) ((n%:R / (n%:R + 1)) ^+ 2).
  by move=> c; split; [exact: low|exact: least_of_norms].
move=> r F V B b dec FB Vb; case: n f g same => [|n] f g same.
  by rewrite mul0r expr0n mulr_ge0 // (le_trans (sqnorm_ge0 _) (FB (f ord0)), le_trans (sqnorm_ge0 _) (Vb (g ord0))).
have -> : n.+1%:R / (n.+1%:R + 1) = 1 - n.+2%:R^-1 :> R.
  have mn : n.+1%:R + 1 != 0 :> R by rewrite -mulrSr pnatr_eq0.
  by rewrite [n.+2%:R]mulrSr; move: mn; move: (n.+1%:R : R) => p pn; field.
apply: (@zero_one_norms_lower R n.+2 isT (fun i => c (g i)) r (F \o f) (V \o g) B b) => //= i j.
by rewrite /= -dec /Loss.zero_one same.
Qed.

Lemma norms_restrict (P : pred Y) (L' : Z -> Y -> R) a : (forall z y, P y -> L' z y = L z y) ->
  (exists c, norms_at_most (fun z y => L z y - c) a) ->
  exists c, norms_at_most (fun z y => restrict (P := P) L' z y - c) a.
Proof.
move=> same [c [r [F [V [B [b [dec FB Vb le]]]]]]]; exists c, r, F, (fun y => V (val y)), B, b; split=> // z y.
by rewrite /restrict same ?(valP y).
Qed.
End Classes.

(** The empty set and those of one label; those of one label. *)
Section Singles.
Variable m : nat.
Definition single (i : 'I_m.+1) : {set 'I_m} := if unlift ord0 i is Some j then [set j] else set0.

Lemma single_inj : injective single.
Proof.
move=> i j; rewrite /single; case: unliftP => [k ->|->]; case: unliftP => [l ->|->] // e.
- by congr lift; apply: set1_inj.
- by move: (set11 k); rewrite e inE.
by move: (set11 l); rewrite -e inE.
Qed.

Lemma single_apart i j : i != j -> single i :&: single j = set0.
Proof.
move=> ij; apply/setP => l; rewrite !inE /single; case: unliftP ij => [k ->|->]; last by rewrite inE.
case: unliftP => [k' ->|->]; last by rewrite !inE andbF.
rewrite (inj_eq lift_inj) !inE => kk; apply/andP => -[/eqP lk /eqP lk']; by move: kk; rewrite -lk -lk' eqxx.
Qed.

Lemma label_apart (i j : 'I_m) : i != j -> [set i] :&: [set j] = set0.
Proof. by move=> ij; apply/setP => l; rewrite !inE; case: eqP => // ->; apply/negbTE. Qed.
End Singles.

Section Apart.
Variables (R : realFieldType) (m : nat) (e : R).
Implicit Types z y : {set 'I_m}.

Lemma score_apart z y : (z == set0) && (y == set0) = false -> z :&: y = set0 -> f_score e z y = 0.
Proof. by rewrite f_scoreE => -> ->; rewrite cards0 muln0 mul0r. Qed.

Lemma score_same z : z != set0 -> f_score e z z = 1.
Proof. by move=> z0; rewrite -(score_diagonal R z) !f_scoreE (negbTE z0). Qed.

Lemma index_apart z y : (z == set0) && (y == set0) = false -> z :&: y = set0 -> jaccard e z y = 0.
Proof. by rewrite /jaccard => -> ->; rewrite cards0 mul0r. Qed.

Lemma index_same z : z != set0 -> jaccard e z z = 1.
Proof. by move=> z0; rewrite /jaccard (negbTE z0) setIid setUid mulfV // pnatr_eq0 cards_eq0. Qed.
End Apart.

(** What the two have in common: 1 at equal sets, 0 at disjoint ones. *)
Section Similarity.
Variables (R : realFieldType) (m : nat) (s : {set 'I_m} -> {set 'I_m} -> R).
Hypothesis same : forall z, z != set0 -> s z z = 1.
Hypothesis apart : forall z y, (z == set0) && (y == set0) = false -> z :&: y = set0 -> s z y = 0.

Lemma singles_differ : s set0 set0 = 1 -> forall i j, 1 - s (single i) (single j) = (i != j)%:R.
Proof.
move=> s0 i j; case: (eqVneq i j) => [->|ij].
  by case: (eqVneq (single j) set0) => [->|j0]; rewrite ?s0 ?same ?subrr.
rewrite apart ?subr0 ?single_apart //; apply/negbTE/andP => -[/eqP i0 /eqP j0].
by move: ij; rewrite (single_inj (etrans i0 (esym j0))) eqxx.
Qed.

Lemma labels_differ i j : 1 - s [set i] [set j] = (i != j)%:R.
Proof.
have n0 (k : 'I_m) : [set k] != set0 by apply/set0Pn; exists k; rewrite set11.
case: (eqVneq i j) => [->|ij]; first by rewrite same ?subrr.
by rewrite apart ?subr0 ?label_apart // (negbTE (n0 i)).
Qed.
End Similarity.

Lemma nonempty_label m (i : 'I_m) : nonempty [set i].
Proof. by apply/set0Pn; exists i; rewrite set11. Qed.

Theorem fscore : claim_x_best_fscore.
Proof.
move=> R m m0; split; [exact: (score_at_most R m true)|exact: (score_norms R m true)|].
apply: (classes_least (f := @single m) (g := @single m)); apply: singles_differ; last exact: score_diagonal.
  exact: score_same.
exact: score_apart.
Qed.

Theorem index : claim_x_best_jaccard.
Proof.
move=> R m m0; have high := index_at_most R m true; split; [exact: high|exact: norms_of_constant high|].
apply: (classes_least (f := @single m) (g := @single m)); apply: singles_differ; first exact: index_same.
  exact: index_apart.
by rewrite /jaccard eqxx.
Qed.

Lemma other_lower (R : realFieldType) m : ((m.+1%:R - 1) / m.+1%:R) ^+ 2 = (m%:R / (m%:R + 1)) ^+ 2 :> R.
Proof. by rewrite mulrSr addrK. Qed.

Theorem fscore_zero : claim_x_best_fscore__zero.
Proof.
move=> R [//|m] e _; have high := score_at_most R m.+1 false; have norms := score_norms R m.+1 false.
have drop (z y : {set 'I_m.+1}) : nonempty y -> f_loss e z y = f_loss false%:R z y :> R.
  by move=> /negbTE y0; rewrite /f_loss !f_scoreE y0 andbF.
rewrite /constant_x_best_fscore_lower_at_0 other_lower; split; split.
- exact: high.
- exact: norms.
- apply: (classes_least (f := fun i => [set i]) (g := fun i => [set i])).
  by apply: labels_differ; [exact: score_same|exact: score_apart].
- exact: at_most_restrict drop high.
- exact: norms_restrict drop norms.
apply: (classes_least (f := fun i => [set i]) (g := fun i => exist _ [set i] (nonempty_label i))).
by apply: labels_differ; [exact: score_same|exact: score_apart].
Qed.

Theorem index_zero : claim_x_best_jaccard__zero.
Proof.
move=> R [//|m] e _; have high := index_at_most R m.+1 false; have norms := norms_of_constant high.
have drop (z y : {set 'I_m.+1}) : nonempty y -> 1 - jaccard e z y = 1 - jaccard false%:R z y :> R.
  by move=> /negbTE y0; rewrite /jaccard y0 andbF.
rewrite /constant_x_best_jaccard_lower_at_0 other_lower; split; split.
- exact: high.
- exact: norms.
- apply: (classes_least (f := fun i => [set i]) (g := fun i => [set i])).
  by apply: labels_differ; [exact: index_same|exact: index_apart].
- exact: at_most_restrict drop high.
- exact: norms_restrict drop norms.
apply: (classes_least (f := fun i => [set i]) (g := fun i => exist _ [set i] (nonempty_label i))).
by apply: labels_differ; [exact: index_same|exact: index_apart].
Qed.
