(** Average precision (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Rank Ranking.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Map.
Variables (R : realFieldType) (m : nat).
Implicit Types (s : 'S_m) (y : {set 'I_m}).

(** Orders of the items: by their numbers and by their positions. *)
Let before s (j l : 'I_m) := (position s l <= position s j)%N.
Lemma before_refl s : reflexive (before s). Proof. by move=> j; exact: leqnn. Qed.
Lemma before_anti s : antisymmetric (before s).
Proof. by move=> j l /anti_leq/succn_inj/val_inj/perm_inj. Qed.
Lemma before_total s : total (before s). Proof. by move=> j l; exact: leq_total. Qed.
Let below (j l : 'I_m) := (j <= l)%N.
Lemma below_anti : antisymmetric below. Proof. by move=> j l /anti_leq/val_inj. Qed.

Definition last_place s (j l : 'I_m) : R := (maxn (position s j) (position s l))%:R^-1.

(** A symmetric function of two items over pairs j <= l, or over pairs by their positions. *)
Lemma pairs_by_position s (h : 'I_m -> 'I_m -> R) : (forall j l, h j l = h l j) ->
  \sum_(q : ordered_pairs m) h (val q).1 (val q).2 =
  \sum_j \sum_(l | (position s l <= position s j)%N) h j l.
Proof.
move=> sym; rewrite (sum_sig _ (fun q : 'I_m * 'I_m => h q.1 q.2)).
transitivity (\sum_j \sum_(l | below j l) h j l); first by rewrite pair_big_dep.
exact: (half_sum_eq (r := below) (r' := before s) (fun j => leqnn j) below_anti
  (fun j l => leq_total j l) (before_refl s) (@before_anti s) (before_total s) sym).
Qed.

Lemma last_place_sym s j l : last_place s j l = last_place s l j.
Proof. by rewrite /last_place maxnC. Qed.

Lemma precision_sum s y :
  \sum_(j in y) #|[set l in y | (position s l <= position s j)%N]|%:R / (position s j)%:R =
  \sum_(q : ordered_pairs m) last_positions R s q * (((val q).1 \in y) && ((val q).2 \in y))%:R.
Proof.
rewrite (pairs_by_position s (h := fun j l => last_place s j l * ((j \in y) && (l \in y))%:R)) => [|j l].
  rewrite big_mkcond; apply: eq_bigr => j _; case: (boolP (j \in y)) => jy.
    rewrite -sum1_card natr_sum mulr_suml [LHS]big_mkcond [RHS]big_mkcond; apply: eq_bigr => l _.
    rewrite inE /last_place; case: (l \in y); case: leqP => //= le; rewrite ?mulr0 //.
    by rewrite (maxn_idPl le) mulr1 mul1r.
  by rewrite big1 // => l _; rewrite mulr0.
by rewrite last_place_sym andbC.
Qed.

(** All coordinates of F sum to m. *)
Lemma last_positions_sum s : \sum_q last_positions R s q = m%:R.
Proof.
rewrite (pairs_by_position s (last_place_sym s)).
rewrite (eq_bigr (fun=> 1)) => [|j _]; first by rewrite sumr_const card_ord.
rewrite (eq_bigr (fun=> (position s j)%:R^-1)) => [|l le]; last by rewrite /last_place (maxn_idPl le).
rewrite sumr_const (_ : #|_| = position s j); first by rewrite -[_ *+ _]mulr_natl mulfV ?pnatr_eq0.
rewrite -sum1_card (reindex_inj (@perm_inj _ (s^-1)%g)) /=.
rewrite (eq_bigl (fun p : 'I_m => p < position s j)%N) => [|p]; last by rewrite unfold_in /position permKV.
by rewrite -(big_ord_widen m (fun=> 1%N) (ltn_ord (s j))) sum1_card card_ord.
Qed.

Lemma card_ordered_pairs : #|ordered_pairs m| = (m * (m + 1) %/ 2)%N.
Proof.
rewrite card_sig -sum1_card /=.
have -> : (\sum_(q : 'I_m * 'I_m | (q.1 <= q.2)%N) 1 = \sum_(l < m) \sum_(j < m | (j < l.+1)%N) 1)%N.
  by rewrite [RHS](exchange_big_dep xpredT) //= pair_big_dep.
rewrite (eq_bigr (fun l : 'I_m => l.+1)) => [|l _].
  have -> : (\sum_(l < m) l.+1 = \sum_(l < m.+1) l)%N by rewrite big_ord_recl add0n.
  by rewrite -[LHS](big_mkord predT id) triangular_sum bin2 /= mulnC addn1 divn2.
by rewrite -(big_ord_widen m (fun=> 1%N) (ltn_ord l)) sum1_card card_ord.
Qed.

Let F s (k : 'I_#|ordered_pairs m|) : R := last_positions R s (enum_val k).
Let U y (k : 'I_#|ordered_pairs m|) : R :=
  - 1 * (((val (enum_val k)).1 \in y) && ((val (enum_val k)).2 \in y))%:R / #|y|%:R.

Lemma form e s y : map_loss e s y = if y == set0 then 1 - e else \sum_k F s k * U y k + 1.
Proof.
rewrite /map_loss /average_precision; case: eqP => // _; rewrite precision_sum addrC; congr (_ + _).
rewrite (sum_enum (fun q : ordered_pairs m => last_positions R s q *
  (- 1 * (((val q).1 \in y) && ((val q).2 \in y))%:R / #|y|%:R))).
rewrite mulr_sumr -sumrN; apply: eq_bigr => q _.
have gen (a b c : R) : - (c * (a * b)) = a * (- 1 * b * c) by ring.
exact: gen.
Qed.

Lemma empty_form s : \sum_k F s k * U set0 k = 0.
Proof. by apply: big1 => k _; rewrite /U !inE mulr0 mul0r mulr0. Qed.

Theorem decompositions (e : R) : (0 < m)%N ->
  [/\ #|ordered_pairs m| = (m * (m + 1) %/ 2)%N,
      decomposition (restrict (P := @nonempty m) (map_loss e (m := m))) F (fun z => U (val z)) 1,
      decomposition (map_loss (0 : R) (m := m)) F U 1 &
      decomposition (map_loss (1 : R) (m := m)) F (fun y k => if y == set0 then - m%:R^-1 else U y k) 1].
Proof.
move=> m0; split; first exact: card_ordered_pairs.
- by move=> s [y y0]; rewrite /restrict /= form ifN.
- by move=> s y; rewrite form; case: eqP => // ->; rewrite empty_form subr0 add0r.
move=> s y; rewrite form; case: eqP => // _.
rewrite -mulr_suml (sum_enum (last_positions R s)) last_positions_sum mulrN mulfV ?addNr ?subrr //.
by rewrite pnatr_eq0 -lt0n.
Qed.

(** A symmetric function of positions, by the later one. *)
Lemma pairs_by_last s (g : nat -> R) :
  \sum_(q : ordered_pairs m) g (maxn (position s (val q).1) (position s (val q).2)) =
  \sum_(p < m) p.+1%:R * g p.+1.
Proof.
rewrite (pairs_by_position s (h := fun j l => g (maxn (position s j) (position s l)))) => [|j l]; last by rewrite maxnC.
rewrite -(sum_places s (fun p : 'I_m => p.+1%:R * g p.+1)); apply: eq_bigr => j _.
rewrite (eq_bigr (fun=> g (position s j))) => [|l le]; last by rewrite (maxn_idPl le).
rewrite sumr_const (_ : #|_| = position s j); first by rewrite mulr_natl.
rewrite -sum1_card (reindex_inj (@perm_inj _ (s^-1)%g)) /=.
rewrite (eq_bigl (fun p : 'I_m => p < position s j)%N) => [|p]; last by rewrite unfold_in /position permKV.
by rewrite -(big_ord_widen m (fun=> 1%N) (ltn_ord (s j))) sum1_card card_ord.
Qed.

(** ||F||^2 = H_m and U_max = 1. *)
Theorem norms : (0 < m)%N ->
  largest_row F (\sum_(p < m) p.+1%:R^-1) /\
  largest_entry (fun z : {y : {set 'I_m} | nonempty y} => U (val z)) 1.
Proof.
move=> m0; have row s : sqnorm (F s) = \sum_(p < m) p.+1%:R^-1.
  rewrite /sqnorm (sum_enum (fun q => last_positions R s q ^+ 2)).
  rewrite (pairs_by_last s (fun p => p%:R^-1 ^+ 2)); apply: eq_bigr => p _.
  by rewrite expr2 mulrA mulfV ?mul1r // pnatr_eq0.
split; first by split=> [s|]; [rewrite row|exists 1%g; rewrite row].
split=> [[y y0] k|].
  have y1 : (0 < #|y|)%N by rewrite card_gt0.
  rewrite /U /= mulN1r mulNr normrN ger0_norm ?divr_ge0 ?ler0n //.
  rewrite ler_pdivr_mulr ?ltr0n // mul1r ler_nat; exact: leq_trans (leq_b1 _) y1.
pose j := Ordinal m0.
have ok : nonempty [set j] by rewrite /nonempty -card_gt0 cards1.
exists (exist (fun y => nonempty y) _ ok), (enum_rank (exist (fun q : 'I_m * 'I_m => q.1 <= q.2)%N (j, j) (leqnn j))).
by rewrite /U enum_rankK /= !inE eqxx cards1 divr1 mulr1 normrN normr1.
Qed.
End Map.
