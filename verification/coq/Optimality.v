(** The least dimension of a consistent convex surrogate at a point of equal risk (App. B.2). *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Rank Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Finitely many positive numbers have a positive lower bound. *)
Lemma positive_bound (R : realFieldType) (T : finType) (a : T -> R) :
  (forall t, 0 < a t) -> exists2 e, 0 < e & forall t, e <= a t.
Proof.
move=> a0; pose s := 1 + \sum_t (a t)^-1.
have inv0 t : 0 <= (a t)^-1 by rewrite invr_ge0 ltW.
have s0 : 0 < s by rewrite ltr_paddr ?ltr01 // sumr_ge0.
exists s^-1 => [|t]; first by rewrite invr_gt0.
rewrite -[X in _ <= X]invrK lef_pinv ?posrE ?invr_gt0 // /s (bigD1 t) //=.
by rewrite addrCA ler_addl addr_ge0 ?ler01 // sumr_ge0.
Qed.

Section Optimality.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).
Notation D := (differences L).

Lemma risk_line (p v : Y -> R) t z : risk L (fun y => p y + t * v y) z = risk L p z + t * risk L v z.
Proof. by rewrite /risk mulr_sumr -big_split; apply: eq_bigr => y _; rewrite mulrDl mulrA. Qed.

Lemma differences_vector (v : Y -> R) (i : 'I_#|{: Z * Z}|) :
  \sum_j D i j * v (enum_val j) = risk L v (enum_val i).1 - risk L v (enum_val i).2.
Proof.
under eq_bigr do rewrite mxE.
rewrite (sum_enum (fun y => (L (enum_val i).1 y - L (enum_val i).2 y) * v y)) /risk -sumrB.
by apply: eq_bigr => y _; ring.
Qed.

Section Below.
Variables (p : Y -> R) (z0 : Z).
Hypothesis p_equal : positive_equal_risk L p.
Let p1 : \sum_y p y = 1. Proof. by case: p_equal => [[[]]]. Qed.
Let p_gt0 y : 0 < p y. Proof. by case: p_equal. Qed.
Let same z z' : risk L p z = risk L p z'. Proof. by case: p_equal => [[]]. Qed.

Definition tied : 'M[R]_(#|Y|, #|{: Z * Z}| + 1) := row_mx D^T (const_mx 1).

Lemma tiedP (v : Y -> R) : (\row_j v (enum_val j) <= kermx tied)%MS <->
  (forall z z', risk L v z = risk L v z') /\ \sum_y v y = 0.
Proof.
pose w : 'rV[R]_#|Y| := \row_j v (enum_val j).
have eD i : (w *m D^T) 0 i = risk L v (enum_val i).1 - risk L v (enum_val i).2.
  by rewrite mxE -differences_vector; apply: eq_bigr => j _; rewrite !mxE mulrC.
have e1 : (w *m const_mx 1 : 'M_(1, 1)) 0 0 = \sum_y v y.
  by rewrite mxE -(sum_enum v); apply: eq_bigr => j _; rewrite !mxE mulr1.
rewrite -/w; split=> [/sub_kermxP|[sm s0]].
  rewrite /tied mul_mx_row => /eqP; rewrite row_mx_eq0 => /andP[/eqP hD /eqP h1].
  split; last by rewrite -e1 h1 mxE.
  move=> z z'; have := eD (enum_rank (z, z')); rewrite hD mxE enum_rankK => /eqP.
  by rewrite eq_sym subr_eq0 => /eqP.
apply/sub_kermxP; rewrite /tied mul_mx_row; apply/eqP; rewrite row_mx_eq0; apply/andP; split.
  by apply/eqP/rowP => i; rewrite eD mxE (sm _ (enum_val i).2) subrr.
by apply/eqP/matrixP => i j; rewrite !ord1 e1 s0 mxE.
Qed.

Lemma tied_feasible (v : Y -> R) :
  (feasible L p z0 v /\ feasible L p z0 (fun y => - v y)) <-> (\row_j v (enum_val j) <= kermx tied)%MS.
Proof.
have side (w : Y -> R) : feasible L p z0 w -> (forall z, risk L w z0 <= risk L w z) /\ \sum_y w y = 0.
  case=> e e0 /(_ (e / 2%:R)).
  have t0 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
  have te : e / 2%:R < e by rewrite ltr_pdivr_mulr ?ltr0n // mulr_natr mulr2n ltr_addl.
  rewrite t0 te => /(_ isT) [[_ s] opt]; split=> [z|].
    by have := opt z; rewrite !risk_line (same z0 z) ler_add2l ler_pmul2l.
  move/eqP: s; rewrite big_split /= p1 -mulr_sumr -subr_eq0 addrC addKr mulf_eq0.
  by rewrite (gt_eqF t0) => /eqP.
have neg (w : Y -> R) z : risk L (fun y => - w y) z = - risk L w z.
  by rewrite /risk -sumrN; apply: eq_bigr => y _; rewrite mulNr.
rewrite tiedP; split=> [[/side[le s] /side[ge _]]|[eqv s]].
  split=> // z z'; suff h x : risk L v x = risk L v z0 by rewrite !h.
  apply/eqP; rewrite eq_le le andbT; have := ge x; by rewrite !neg ler_opp2.
have go (w : Y -> R) : (forall z z', risk L w z = risk L w z') -> \sum_y w y = 0 -> feasible L p z0 w.
  move=> eqw sw.
  have b0 y : 0 < p y / (1 + `|w y|) by rewrite divr_gt0 // ltr_paddr ?ltr01.
  have [e e0 le] := positive_bound b0; exists e => // t /andP[t0 te]; split; last first.
    by move=> z; rewrite !risk_line (same z0 z) (eqw z0 z).
  split=> [y|]; last by rewrite big_split /= p1 -mulr_sumr sw mulr0 addr0.
  have d0 : 0 < 1 + `|w y| by rewrite ltr_paddr ?ltr01.
  have : t * (1 + `|w y|) <= p y by rewrite -ler_pdivl_mulr // (le_trans (ltW te)).
  rewrite mulrDr mulr1 => h.
  rewrite -[X in X <= _](subrr (p y)) ler_add2l ler_oppl (le_trans _ h) //.
  rewrite -mulrN (le_trans _ (_ : t * `|w y| <= _)) ?ler_paddl ?(ltW t0) //.
  by rewrite ler_pmul2l // -normrN ler_norm.
split; first exact: go.
apply: go => [z z'|]; first by rewrite !neg (eqv z z').
by rewrite sumrN s oppr0.
Qed.

Lemma tied_rank : (difference_rank L < \rank tied)%N.
Proof.
pose one : 'M[R]_(1, #|Y|) := const_mx 1.
have -> : \rank tied = \rank (D + one)%MS.
  by rewrite addsmxE -mxrank_tr /tied tr_row_mx trmxK trmx_const.
have : (D < D + one)%MS.
  rewrite ltmxE addsmxSl addsmx_sub submx_refl /=; apply/negP => /submxP[w e].
  have : (one *m (\col_j p (enum_val j))) 0 0 = 1.
    by rewrite mxE -p1 -(sum_enum p); apply: eq_bigr => j _; rewrite !mxE mul1r.
  rewrite e -mulmxA (_ : D *m _ = 0) ?mulmx0 ?mxE => [/eqP|]; first by rewrite eq_sym oner_eq0.
  apply/colP => i; rewrite mxE; under eq_bigr do rewrite [(\col_ _ _) _ _]mxE.
  by rewrite differences_vector mxE (same _ (enum_val i).2) subrr.
by rewrite ltmxErank => /andP[].
Qed.

Lemma optimality_below d : RA16 R -> consistent_dimension L d -> (difference_rank L <= d)%N.
Proof.
move=> ra cons.
have := @ra Z Y L p z0 (\rank (kermx tied)) d.
have [p_dist _] := p_equal.1.
move=> /(_ p_dist) h.
have : (#|[pred y | p y != 0%R]| <= d + \rank (kermx tied) + 1)%N.
  apply: h => //; first by move=> z; rewrite (same z0 z).
  exists (row_base (kermx tied)); first exact: row_base_free.
  by move=> v; rewrite eq_row_base; exact: tied_feasible.
rewrite (eq_card (B := Y)) => [|y]; last by rewrite !inE gt_eqF.
have := mxrank_ker tied; have := rank_leq_row tied; have := tied_rank.
move: (\rank tied) (\rank (kermx tied)) (difference_rank L) => a b r; rewrite -[#|Y|]/(#|[eta xpredT : Y -> bool]|).
move: #|_| => n lt le -> h2. lia.
Qed.
End Below.

(** The quadratic surrogate of the differences to a prediction z0. *)
Section Above.
Variable z0 : Z.
Notation r := (difference_rank L).
Definition features z (k : 'I_r) : R := col_base D (enum_rank (z, z0)) k.
Definition codes y (k : 'I_r) : R := row_base D k (enum_rank y).
Definition quadratic (u : 'I_r -> R) y : R := sqnorm (fun k => u k - codes y k).
Definition decode (u : 'I_r -> R) : Z := [arg min_(z < z0) dot (features z) u]%O.

Lemma featuresP z y : L z y - L z0 y = dot (features z) (codes y).
Proof.
have := mulmx_base D => /matrixP/(_ (enum_rank (z, z0)) (enum_rank y)).
by rewrite !mxE !enum_rankK /= => <-.
Qed.

Lemma decodeP u z : dot (features (decode u)) u <= dot (features z) u.
Proof. by rewrite /decode; case: arg_minP => // z' _; apply. Qed.

Lemma quadratic_consistent : consistent_surrogate L (fun=> True) quadratic.
Proof.
split=> //.
- by move=> u y _; exact: sqnorm_ge0.
- move=> t u v y /andP[t0 t1] _ _; rewrite /quadratic /sqnorm !mulr_sumr -big_split /=.
  apply: ler_sum => k _; rewrite -subr_ge0.
  rewrite (_ : _ - _ = t * (1 - t) * (u k - v k) ^+ 2); last ring.
  by rewrite mulr_ge0 ?sqr_ge0 ?mulr_ge0 ?subr_ge0.
exists decode => p [p0 p1].
pose mean k := \sum_y p y * codes y k.
have riskE z z' : risk L p z - risk L p z' = dot (fun k => features z k - features z' k) mean.
  rewrite /risk -sumrB; transitivity (\sum_y p y * dot (fun k => features z k - features z' k) (codes y)).
    apply: eq_bigr => y _; rewrite -mulrBr; congr (_ * _).
    rewrite -[LHS](_ : (L z y - L z0 y) - (L z' y - L z0 y) = _); last by ring.
    by rewrite !featuresP /dot -sumrB; apply: eq_bigr => k _; rewrite mulrBl.
  rewrite /dot; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite /mean mulr_sumr.
  by apply: eq_bigr => y _; rewrite mulrCA.
have excess v : \sum_y p y * quadratic v y - \sum_y p y * quadratic mean y = sqnorm (fun k => mean k - v k).
  rewrite -sumrB; under eq_bigr do rewrite -mulrBr /quadratic /sqnorm -sumrB mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => k _ /=.
  rewrite (eq_bigr (fun y => p y * (v k ^+ 2 - mean k ^+ 2) + (p y * codes y k) *
    (- (v k - mean k) *+ 2))) => [|y _]; last by ring.
  rewrite big_split /= -!mulr_suml p1 -/(mean k); ring.
pose gap z z' := sqnorm (fun k => features z k - features z' k) + 1.
have gap0 z z' : 0 < gap z z' by rewrite ltr_paddl ?ltr01 ?sqnorm_ge0.
pose a (q : Z * Z) := if risk L p q.2 < risk L p q.1
  then (risk L p q.1 - risk L p q.2) ^+ 2 / gap q.1 q.2 else 1.
have a0 q : 0 < a q.
  rewrite /a; case: ifP => [lt|]; rewrite ?ltr01 // divr_gt0 // exprn_gt0 // subr_gt0 //.
have [e e0 le] := positive_bound a0.
exists mean => //; exists e => // v _ bad; rewrite addrC -ler_subr_addr excess.
have [z' lt] : exists z', risk L p z' < risk L p (decode v).
  apply/existsP; apply: contra_notT bad => /existsPn h z'.
  by rewrite leNgt h.
apply: le_trans (le (decode v, z')) _; rewrite /a /= lt.
set z := decode v in lt *; rewrite ler_pdivr_mulr //.
pose d k := features z k - features z' k.
have up : risk L p z - risk L p z' <= dot d (fun k => mean k - v k).
  rewrite riskE -subr_ge0.
  rewrite (_ : _ - _ = dot (features z') v - dot (features z) v) ?subr_ge0 ?decodeP //.
  by rewrite /dot -!sumrB; apply: eq_bigr => k _; rewrite /d; ring.
apply: le_trans (_ : dot d (fun k => mean k - v k) ^+ 2 <= _).
  have pos : 0 <= risk L p z - risk L p z' by rewrite subr_ge0 ltW.
  by rewrite ler_expn2r ?nnegrE // (le_trans pos up).
apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrC ler_wpmul2l ?sqnorm_ge0 //.
by rewrite ler_addl ler01.
Qed.
End Above.

(** optimal.sharp: the dimension of the affine hull of the rows, at a point of equal risk. *)
Theorem equal_risk_dimension (p : Y -> R) (z0 : Z) : RA16 R -> positive_equal_risk L p ->
  calibration_dimension L (difference_rank L).
Proof.
move=> ra pe; split; last by move=> d; exact: optimality_below z0 pe d ra.
by exists (fun=> True), (@quadratic); exact: quadratic_consistent z0.
Qed.

(** Every L - c has at most one rank more than the differences. *)
Lemma rank_le_differences (z0 : Z) c : (\rank (matrix_of L - const_mx c)%R <= (difference_rank L).+1)%N.
Proof.
pose E := \matrix_(i < #|Z|, j < #|Y|) D (enum_rank (enum_val i, z0)) j.
pose one : 'cV[R]_#|Z| := const_mx 1; pose row0 := \row_(j < #|Y|) (L z0 (enum_val j) - c).
have -> : matrix_of L - const_mx c = E + one *m row0.
  by apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE !enum_rankK /=; ring.
apply: leq_trans (mxrank_add _ _) _; rewrite -[(difference_rank L).+1]addn1 leq_add //.
  exact: (mxsub_rank D (fun i => enum_rank (enum_val i, z0)) id).
exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

(** ... and the least rank of L - c is that or one more. *)
Theorem affine_dimension_range (z0 : Z) r : affine_dimension L r ->
  r = difference_rank L \/ r = (difference_rank L).+1.
Proof.
case=> -[c cr] least.
have lo : (difference_rank L <= r)%N by rewrite -cr; exact: difference_rank_le.
have := leq_trans (least 0) (rank_le_differences z0 0); lia.
Qed.
End Optimality.

Lemma by_differences (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z : Z) :
  consistent_dimension L (difference_rank L).
Proof. by exists (fun=> True), (@quadratic _ _ _ L); exact: quadratic_consistent z. Qed.

Lemma fewer (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z : Z) r :
  (difference_rank L < r)%N -> exists2 d, (d < r)%N & consistent_dimension L d.
Proof.
by move=> lt; exists (difference_rank L) => //; exact: by_differences z.
Qed.
