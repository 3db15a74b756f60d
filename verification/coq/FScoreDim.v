(** fscore.affdim from below. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Sets Rank Ranking FScore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The matrix (1/(k + l)), 1 <= k, l <= n, is regular. *)
Lemma cauchy_free (R : realFieldType) n (x : 'I_n -> R) :
  (forall l : 'I_n, \sum_k x k / (k.+1 + l.+1)%:R = 0) -> forall k, x k = 0.
Proof.
move=> x0 k0.
pose Q (k : 'I_n) : {poly R} := \prod_(j | j != k) ('X - (- j.+1%:R)%:P).
pose p := \sum_k x k *: Q k.
have szQ k : size (Q k) = n.
  rewrite /Q (eq_bigl (fun j => j \in predC1 k)) // -big_enum size_prod_XsubC.
  by rewrite -cardE cardC1 card_ord prednK // (leq_trans _ (ltn_ord k)).
have valQ k t : (Q k).[t] = \prod_(j < n | j != k) (t + j.+1%:R).
  by rewrite horner_prod; apply: eq_bigr => j _; rewrite hornerXsubC opprK.
have p0 : p = 0.
  apply: (@roots_geq_poly_eq0 _ p [seq l.+1%:R | l : 'I_n]).
  - apply/allP=> _ /mapP[l _ ->]; rewrite rootE /p horner_sum.
    pose W : R := \prod_(j < n) (l.+1%:R + j.+1%:R).
    rewrite (eq_bigr (fun k : 'I_n => W * (x k / (k.+1 + l.+1)%:R))) => [|k _].
      by rewrite -mulr_sumr x0 mulr0.
    rewrite hornerZ valQ /W [\prod_(j < n) _](bigD1 k) //= -natrD addnC.
    by rewrite [RHS]mulrC -[RHS]mulrA mulKf // pnatr_eq0.
  - rewrite map_inj_uniq ?enum_uniq // => i j /eqP.
    by rewrite eqr_nat eqSS => /eqP/val_inj.
  - rewrite size_map size_enum_ord (leq_trans (size_sum _ _ _)) //.
    by apply/bigmax_leqP=> k _; rewrite (leq_trans (size_scale_leq _ _)) ?szQ.
have : p.[- k0.+1%:R] = 0 by rewrite p0 horner0.
rewrite /p horner_sum (bigD1 k0) //= big1 ?addr0 => [|k ne]; last first.
  by rewrite hornerZ valQ (bigD1 k0) /= 1?eq_sym // addNr mul0r mulr0.
rewrite hornerZ valQ => /eqP; rewrite mulf_eq0 => /orP[/eqP //|].
rewrite prodf_seq_eq0 => /hasP[j _ /andP[ne]].
by rewrite addrC subr_eq0 eqr_nat eqSS => /eqP/val_inj e; rewrite e eqxx in ne.
Qed.

(** fscore.affdim from below. *)
Section Dimension.
Variables (R : realFieldType) (e : R) (n : nat).
Notation m := n.+1.
Notation sets := {set 'I_m}.
Notation score := (f_score e (m := m)).
Implicit Types (z y : sets) (t s : 'I_m).

Definition has t z : R := (t \in z)%:R.
Definition size_is k z : R := (#|z| == k)%:R.
Definition count k t s := \sum_z size_is k z * (has t z * has s z).

Lemma count_perm (p : {perm 'I_m}) k t s : count k (p t) (p s) = count k t s.
Proof.
rewrite /count (reindex_inj (imset_inj (@perm_inj _ p))) /=.
apply: eq_bigr => z _; rewrite /size_is /has card_imset; last exact: perm_inj.
by rewrite !mem_imset //; exact: perm_inj.
Qed.

Lemma has2 t z : has t z * has t z = has t z.
Proof. by rewrite /has; case: (t \in z); rewrite ?mulr1 ?mulr0. Qed.

Lemma count_same k t : count k t t = count k ord0 ord0.
Proof. by rewrite -(count_perm (tperm t ord0)) !tpermL. Qed.

Lemma count_swap k s t t' : s != t -> s != t' -> count k t s = count k t' s.
Proof. by move=> n1 n2; rewrite -(count_perm (tperm t t')) tpermL tpermD // eq_sym. Qed.

Lemma count_gt0 (k : 'I_m) : 0 < count k.+1 ord0 ord0.
Proof.
have [A [cA jA]] := exists_set ord0 (ltn_ord k).
rewrite /count (bigD1 A) //= ltr_paddr //; last by rewrite /size_is /has cA eqxx jA !mulr1 ltr01.
by apply: sumr_ge0 => z _; rewrite !mulr_ge0 ?ler0n.
Qed.

(** #{z of size k : j in z and 0 not in z}. *)
Definition N k (j : 'I_n) := count k (lift ord0 j) (lift ord0 j) - count k ord0 (lift ord0 j).

Lemma N_gt0 (k j : 'I_n) : 0 < N k.+1 j.
Proof.
have [A [cA jA]] := exists_set j (ltn_ord k).
rewrite /N /count -sumrB; pose B := [set lift ord0 i | i in A].
have cB : #|B| = k.+1 by rewrite card_imset //; exact: lift_inj.
have jB : lift ord0 j \in B by rewrite mem_imset //; exact: lift_inj.
have oB : ord0 \notin B by apply/negP=> /imsetP[i _ /eqP]; rewrite (negbTE (neq_lift _ _)).
rewrite (bigD1 B) //= ltr_paddr //; last first.
  by rewrite /size_is /has cB eqxx jB (negbTE oB) mul0r mulr0 subr0 !mulr1 ltr01.
apply: sumr_ge0 => z _; rewrite -mulrBr mulr_ge0 ?ler0n // -mulrBl /has.
by case: (_ \in z); case: (_ \in z); rewrite /= ?mulr1 ?mulr0 ?subrr ?subr0 ?ler01 ?lexx.
Qed.

Notation I := ('I_n * 'I_n + 'I_m)%type.
Definition card_of (i : I) : nat := match i with inl (k, _) => k.+1 | inr k => k.+1 end.
Definition alpha (i : I) z : R :=
  match i with inl (_, j) => has (lift ord0 j) z - has ord0 z | inr _ => 1 end.
Definition beta (i : I) y : R := match i with inl (_, j) => has (lift ord0 j) y | inr _ => 1 end.
Definition part (w : I -> sets -> R) i z := size_is (card_of i) z * w i z.
Definition a (i : I) z := part alpha i z - (z == set0)%:R * \sum_z' part alpha i z'.

Lemma card_of_gt0 i : (0 < card_of i)%N.
Proof. by case: i => [[]|]. Qed.

Lemma a_sum i : \sum_z a i z = 0.
Proof. by rewrite /a sumrB -mulr_suml pick1 mul1r subrr. Qed.

Definition A i t := \sum_z part alpha i z * has t z.
Definition B j t := \sum_y part beta j y * has t y.

Lemma meet z y : #|z :&: y|%:R = \sum_t has t z * has t y.
Proof.
rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => t _.
by rewrite inE /has; case: (t \in z); case: (t \in y); rewrite ?mulr1 ?mulr0.
Qed.

Lemma score_part i j z y : part alpha i z * score z y * part beta j y =
  2%:R / (card_of i + card_of j)%:R * \sum_t (part alpha i z * has t z) * (part beta j y * has t y).
Proof.
rewrite /part /size_is; case: eqP => [cz|_]; last first.
  by rewrite !mul0r big1 ?mulr0 // => t _; rewrite !mul0r.
case: eqP => [cy|_]; last by rewrite !mul0r mulr0 big1 ?mulr0 // => t _; rewrite !mul0r mulr0.
have z0 : z != set0 by rewrite -cards_eq0 cz -lt0n card_of_gt0.
rewrite f_scoreE (negbTE z0) /= cz cy natrM meet !mul1r.
rewrite [in RHS](eq_bigr (fun t => alpha i z * beta j y * (has t z * has t y))) => [|t _]; last by ring.
by rewrite -mulr_sumr; set S := \sum_(_ < _) _; ring.
Qed.

Definition M i j := \sum_z \sum_y a i z * f_loss e z y * part beta j y.

Lemma M_value i j :
  M i j = - (2%:R / (card_of i + card_of j)%:R) * \sum_t A i t * B j t.
Proof.
have no_score y : score set0 y * part beta j y = 0.
  rewrite f_scoreE eqxx /part /size_is; case: eqP => [->|_] /=.
    by rewrite cards0 eq_sym eqn0Ngt card_of_gt0 mul0r mulr0.
  by rewrite set0I cards0 muln0 mul0r mul0r.
have -> : M i j = - \sum_z \sum_y part alpha i z * score z y * part beta j y.
  rewrite /M /f_loss.
  rewrite (eq_bigr (fun z => a i z * (\sum_y part beta j y) -
    \sum_y a i z * score z y * part beta j y)) => [|z _]; last first.
    by rewrite mulr_sumr -sumrB; apply: eq_bigr => y _; ring.
  rewrite sumrB -mulr_suml a_sum mul0r sub0r; congr (- _).
  transitivity (\sum_z (\sum_y part alpha i z * score z y * part beta j y -
     (z == set0)%:R * (\sum_y (\sum_z' part alpha i z') * (score z y * part beta j y)))).
    by apply: eq_bigr => z _; rewrite mulr_sumr -sumrB; apply: eq_bigr => y _; rewrite /a !mulrBl !mulrA.
  rewrite sumrB (pick (fun z => \sum_y (\sum_z' part alpha i z') * (score z y * part beta j y))).
  by rewrite [X in _ - X]big1 ?subr0 // => y _; rewrite no_score mulr0.
rewrite mulNr; congr (- _); under eq_bigr do under eq_bigr do rewrite score_part.
under eq_bigr do rewrite -mulr_sumr; rewrite -mulr_sumr; congr (_ * _).
under eq_bigr do rewrite exchange_big; rewrite exchange_big; apply: eq_bigr => t _ /=.
by rewrite /A /B big_distrlr.
Qed.

Lemma A_ones k t : A (inr k) t = count k.+1 ord0 ord0.
Proof.
by rewrite -(count_same _ t); apply: eq_bigr => z _; rewrite /part /alpha /= mulr1 has2.
Qed.

Lemma A_pair k j t : A (inl (k, j)) t = N k.+1 j * ((t == lift ord0 j)%:R - (t == ord0)%:R).
Proof.
have -> : A (inl (k, j)) t = count k.+1 (lift ord0 j) t - count k.+1 ord0 t.
  by rewrite /A /count -sumrB; apply: eq_bigr => z _; rewrite /part /alpha /=; ring.
rewrite /N; case: eqP => [->|/eqP ne1] /=.
  by rewrite subr0 mulr1.
case: eqP => [->|/eqP ne2] /=.
  rewrite sub0r mulrN1 opprB !count_same; congr (_ - _).
  by rewrite /count; apply: eq_bigr => z _; rewrite [has _ _ * _]mulrC.
by rewrite (count_swap _ ne1 ne2) !subrr mulr0.
Qed.

Lemma sum_pair k j (h : 'I_m -> R) :
  \sum_t A (inl (k, j)) t * h t = N k.+1 j * (h (lift ord0 j) - h ord0).
Proof.
under eq_bigr do rewrite A_pair -mulrA mulrBl; rewrite -mulr_sumr sumrB.
by rewrite !(pick h).
Qed.

Lemma B_pair l j t : B (inl (l, j)) t = count l.+1 t (lift ord0 j).
Proof. by apply: eq_bigr => y _; rewrite /part /beta /=; ring. Qed.

Lemma B_ones l t : B (inr l) t = count l.+1 ord0 ord0.
Proof.
by rewrite -(count_same _ t); apply: eq_bigr => z _; rewrite /part /beta /= mulr1 has2.
Qed.

Lemma M_free (x : I -> R) : (forall j, \sum_i x i * M i j = 0) -> forall i, x i = 0.
Proof.
move=> x0.
have ones k : x (inr k) = 0.
  apply: (mulIf (lt0r_neq0 (count_gt0 k))); rewrite mul0r; move: k.
  apply: cauchy_free => l; have := x0 (inr l); rewrite big_sumType /=.
  rewrite [X in X + _]big1 ?add0r => [|[k j] _]; last first.
    by rewrite M_value sum_pair !B_ones subrr !mulr0.
  rewrite (eq_bigr (fun k => (- (2%:R * m%:R) * count l.+1 ord0 ord0) *
    (x (inr k) * count k.+1 ord0 ord0 / (k.+1 + l.+1)%:R))) => [|k _].
    rewrite -mulr_sumr => /eqP; rewrite mulf_eq0 mulf_eq0 oppr_eq0 mulf_eq0 !pnatr_eq0 /=.
    by rewrite (gt_eqF (count_gt0 l)) => /eqP.
  rewrite M_value /=; under eq_bigr do rewrite A_ones B_ones.
  rewrite sumr_const card_ord; ring.
case=> [[k j]|] //.
apply: (mulIf (lt0r_neq0 (N_gt0 k j))); rewrite mul0r; move: k.
apply: cauchy_free => l; have := x0 (inl (l, j)); rewrite big_sumType /=.
rewrite [X in _ + X]big1 ?addr0 => [|k _]; last by rewrite ones mul0r.
rewrite (eq_bigr (fun q => x (inl (q.1, q.2)) * M (inl (q.1, q.2)) (inl (l, j)))); last by case.
rewrite -(pair_bigA _ (fun k i => x (inl (k, i)) * M (inl (k, i)) (inl (l, j)))) /=.
rewrite (eq_bigr (fun k => - 2%:R * N l.+1 j *
    (x (inl (k, j)) * N k.+1 j / (k.+1 + l.+1)%:R))) => [|k _].
  rewrite -mulr_sumr => /eqP; rewrite mulf_eq0 mulf_eq0 oppr_eq0 pnatr_eq0 /=.
  by rewrite (gt_eqF (N_gt0 l j)) => /eqP.
rewrite (bigD1 j) //= [X in _ + X]big1 ?addr0 => [|i ne]; last first.
  rewrite M_value sum_pair !B_pair (@count_swap _ _ _ ord0) ?subrr ?mulr0 //.
  by rewrite (inj_eq lift_inj) eq_sym.
rewrite M_value sum_pair !B_pair -/(N l.+1 j) /card_of; ring.
Qed.

(** fscore.affdim from below, m = n + 1: m^2 - m + 1 = n^2 + n + 1. *)
Theorem f_score_dimension_ge : (n ^ 2 + n + 1 <= difference_rank (f_loss e (m := m)))%N.
Proof.
have := difference_rank_free (L := f_loss e (m := m)) a_sum M_free.
by rewrite card_sum card_prod !card_ord; lia.
Qed.

(** The same without the empty observation, which has no weight above. *)
Theorem f_score_nonempty_dimension_ge :
  (n ^ 2 + n + 1 <= difference_rank (restrict (P := @nonempty m) (f_loss e (m := m))))%N.
Proof.
pose L := restrict (P := @nonempty m) (f_loss e (m := m)).
suff free : forall x : I -> R, (forall j, \sum_i x i * (\sum_z \sum_y a i z * L z y * part beta j (val y)) = 0) ->
    forall i, x i = 0.
  have le := difference_rank_free (L := L) a_sum free.
  by rewrite card_sum card_prod !card_ord in le; apply: leq_trans le; lia.
move=> x x0; apply: M_free => j; rewrite -[RHS](x0 j); apply: eq_bigr => i _; congr (_ * _); apply: eq_bigr => z _.
rewrite (sum_sig _ (fun y => a i z * f_loss e z y * part beta j y)) [RHS]big_mkcond.
apply: eq_bigr => y _; rewrite /nonempty; case: eqP => // ->.
by rewrite /part /size_is cards0 eq_sym gtn_eqF ?card_of_gt0 // mul0r mulr0.
Qed.
End Dimension.
