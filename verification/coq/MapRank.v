(** Average precision: its affine dimension and its optimality. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Statements Rank Ranking Optimality Map.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Symmetric weights X of pairs of items for which sum_(l not after j) X_jl / sigma(j) is the same
    for all orders: all X_jj are equal, and so are all X_jl. *)
Section Weights.
Variables (R : realFieldType) (m : nat) (X : 'I_m -> 'I_m -> R).
Hypothesis sym : forall j l, X j l = X l j.
Implicit Types (s : 'S_m) (a b c j l : 'I_m).
Definition weighted s : R := \sum_j (position s j)%:R^-1 * \sum_(l | (s l <= s j)%N) X j l.
Hypothesis same : forall s s', weighted s = weighted s'.

Lemma neighbours s a b : s b = (s a).+1 :> nat ->
  X a a - X b b + \sum_(l | (s l < s a)%N) (X a l - X b l) = 0.
Proof.
move=> ab; have ne : b != a by apply: contra_eq_neq ab => ->; rewrite neq_ltn ltnSn.
pose t := tperm a b.
have ta l : (s l < s a)%N -> t l = l.
  by move=> la; rewrite tpermD //; apply: contraTneq la => <-; rewrite ?ltnn // ab -leqNgt leqnSn.
have moved : weighted (t * s)%g = \sum_j (position s j)%:R^-1 * \sum_(l | (s l <= s j)%N) X (t j) (t l).
  rewrite /weighted (reindex_inj (@perm_inj _ t)); apply: eq_bigr => j _ /=.
  rewrite /position permM tpermK; congr (_ * _); rewrite (reindex_inj (@perm_inj _ t)).
  by apply: eq_bigl => l; rewrite permM tpermK.
set D := _ + _.
have : weighted s - weighted (t * s)%g = ((position s a)%:R^-1 - (position s b)%:R^-1) * D.
  rewrite moved /weighted -sumrB (bigD1 a) //= [X in _ + X = _](bigD1 b) //= [X in _ + (_ + X) = _]big1 ?addr0 => [|j /andP[ja jb]]; last first.
    rewrite -mulrBr [t j]tpermD 1?eq_sym // [X in _ * (_ - X)](reindex_inj (@perm_inj _ t)) /=.
    rewrite [X in _ * (_ - X)](eq_big (fun l => (s l <= s j)%N) (X j)) ?subrr ?mulr0 // => [l|l _]; last by rewrite tpermK.
    have sja : (s j : nat) != s a by rewrite val_eqE (inj_eq perm_inj).
    have sjb : (s j : nat) != s b by rewrite val_eqE (inj_eq perm_inj).
    by case: tpermP => [->|->|_ _] //; rewrite ab in sjb *; lia.
  rewrite -!mulrBr tpermL tpermR -!sumrB.
  have -> : \sum_(l | (s l <= s a)%N) (X a l - X b (t l)) = D.
    rewrite (bigD1 a) //= tpermL; congr (_ + _); apply: eq_big => [l|l /andP[la na]].
      by rewrite ltn_neqAle andbC val_eqE (inj_eq perm_inj).
    by rewrite ta // ltn_neqAle la val_eqE (inj_eq perm_inj) na.
  have -> : \sum_(l | (s l <= s b)%N) (X b l - X a (t l)) = - D.
    rewrite (bigD1 b) //= tpermR (bigD1 a) /=; last by rewrite ab leqnSn eq_sym.
    rewrite tpermL [X b a]sym subrr add0r /D opprD opprB -sumrN; congr (_ + _).
    apply: eq_big => [l|l /andP[/andP[lb nb] na]]; last first.
      rewrite ta ?opprB //; move: nb na lb.
      by rewrite -(inj_eq (@perm_inj _ s) l b) -(inj_eq (@perm_inj _ s) l a) -!val_eqE /= ab; lia.
    by rewrite -(inj_eq (@perm_inj _ s) l b) -(inj_eq (@perm_inj _ s) l a) -!val_eqE /= ab; lia.
  by rewrite mulrN -mulrBl.
rewrite (same s (t * s)%g) subrr => /esym/eqP; rewrite mulf_eq0 => /orP[|/eqP //].
rewrite subr_eq0 (inj_eq invr_inj) eqr_nat /position ab; lia.
Qed.

Lemma diagonal_same a b : X a a = X b b.
Proof.
have [->//|ab] := eqVneq a b.
have m2 : (1 < m)%N.
  have u : uniq [:: a; b] by rewrite /= inE ab.
  by have := max_card (mem [:: a; b]); rewrite (card_uniqP u) card_ord.
have [s sa sb] := two_places (p := Ordinal (ltnW m2)) (q := Ordinal m2) ab isT.
have := neighbours (s := s) (a := a) (b := b); rewrite sa sb => /(_ erefl).
by rewrite big_pred0 ?addr0 // => /eqP; rewrite subr_eq0 => /eqP.
Qed.

Lemma pairs_same a b c : a != c -> b != c -> X a c = X b c.
Proof.
have [->//|ab] := eqVneq a b => ac bc.
have u : uniq [:: c; a; b] by rewrite /= !inE ab ![c == _]eq_sym (negbTE ac) (negbTE bc).
have m3 : (2 < m)%N by have := max_card (mem [:: c; a; b]); rewrite (card_uniqP u) card_ord.
have m2 := ltnW m3; have m1 := ltnW m2.
have [s [sc sa sb]] := three_places (p := Ordinal m1) (q := Ordinal m2) (u := Ordinal m3) u isT.
have := neighbours (s := s) (a := a) (b := b); rewrite sa sb => /(_ erefl).
rewrite (diagonal_same a b) subrr add0r (big_pred1 c) => [/eqP|l]; first by rewrite subr_eq0 => /eqP.
by rewrite /= ltnS leqn0 -(inj_eq (@perm_inj _ s)) sc -val_eqE.
Qed.

Lemma all_pairs_same a b c d : a != b -> c != d -> X a b = X c d.
Proof.
move=> ab cd; have [ed|bd] := eqVneq b d; first by rewrite -ed in cd *; exact: pairs_same.
rewrite (pairs_same ab (_ : d != b)) 1?eq_sym // sym; by apply: pairs_same => //; rewrite eq_sym.
Qed.
End Weights.

(** Losses with L = F U^T + g(y) and observations {j}, {j, l}. *)
Section Loss.
Variables (R : realFieldType) (n : nat).
Notation m := n.+2.
Variables (Y : finType) (L : 'S_m -> Y -> R) (U : Y -> ordered_pairs m -> R) (g : Y -> R).
Hypothesis form : forall s y, L s y = \sum_q last_positions R s q * U y q + g y.
Variables (one : 'I_m -> Y) (two : 'I_m -> 'I_m -> Y).
Hypothesis at_one : forall s j, L s (one j) = 1 - last_place R s j j.
Hypothesis at_two : forall s j l, j != l ->
  L s (two j l) = 1 - (last_place R s j j + last_place R s l l + last_place R s j l) / 2%:R.

Implicit Type q : ordered_pairs m.
Lemma pair_ordered (j l : 'I_m) : let q := if (j <= l)%N then (j, l) else (l, j) in (q.1 <= q.2)%N.
Proof. by case: leqP => //= /ltnW. Qed.
Definition pair (j l : 'I_m) : ordered_pairs m := exist (fun q : 'I_m * 'I_m => (q.1 <= q.2)%N) _ (pair_ordered j l).

Lemma pair_val q : pair (val q).1 (val q).2 = q.
Proof. by apply: val_inj; case: q => -[j l] /= ->. Qed.
Lemma pair_sym j l : pair j l = pair l j.
Proof.
apply: val_inj => /=; case: (ltngtP j l) => //= e.
by rewrite (val_inj e).
Qed.

Let i0 : 'I_m := ord0. Let i1 : 'I_m := lift ord0 ord0.
Let q0 := pair i0 i0. Let q1 := pair i0 i1.
Lemma q01 : q0 != q1. Proof. by []. Qed.
Definition kept : finType := [finType of {q : ordered_pairs m | (q != q0) && (q != q1)}].

Lemma card_kept : #|kept| = (m * (m + 1) %/ 2 - 2)%N.
Proof.
rewrite -card_ordered_pairs card_sig -(cardC (pred2 q0 q1)) card2 q01 addKn.
by apply: eq_card => q; rewrite !inE negb_or.
Qed.

Definition diagonal q : bool := (val q).1 == (val q).2.
Lemma sum_diagonal s : \sum_(q | diagonal q) last_positions R s q = \sum_(p < m) p.+1%:R^-1.
Proof.
rewrite big_mkcond -(sum_places s (fun p : 'I_m => p.+1%:R^-1)).
rewrite (eq_bigr (fun q => (fun j l => (j == l)%:R * last_place R s j l) (val q).1 (val q).2)) => [|q _]; last first.
  by rewrite /diagonal; case: eqP; rewrite ?mul1r ?mul0r.
rewrite (pairs_by_position s (h := fun j l => (j == l)%:R * last_place R s j l)) => [|j l]; last by rewrite eq_sym last_place_sym.
apply: eq_bigr => j _; rewrite (bigD1 j) //= eqxx mul1r big1 ?addr0 => [|l /andP[_ ne]]; last by rewrite eq_sym (negbTE ne) mul0r.
by rewrite /last_place maxnn.
Qed.

(** F has constant sums over the j = l and over the j < l. *)
Definition base q := if diagonal q then q0 else q1.
Definition changed y q := U y q - U y (base q).
Lemma kept_form s y : L s y = \sum_(k : kept) last_positions R s (val k) * changed y (val k) +
  (g y + (U y q0 - U y q1) * (\sum_(p < m) p.+1%:R^-1) + U y q1 * m%:R).
Proof.
rewrite form (sum_sig _ (fun q => last_positions R s q * changed y q)) -(last_positions_sum R s) -(sum_diagonal s).
have -> : \sum_(q | (q != q0) && (q != q1)) last_positions R s q * changed y q = \sum_q last_positions R s q * changed y q.
  rewrite big_mkcond; apply: eq_bigr => q _; rewrite /changed /base.
  have [->|_] := eqVneq q q0; first by rewrite /= subrr mulr0.
  by have [->|_] := eqVneq q q1; rewrite //= subrr mulr0.
set D := \sum_(q | diagonal q) _; set C := \sum_q _ * changed y q; set S := \sum_q last_positions R s q.
have -> : \sum_q last_positions R s q * U y q = C + ((U y q0 - U y q1) * D + U y q1 * S).
  rewrite /D /C /S [X in _ * X + _]big_mkcond !mulr_sumr -!big_split /=; apply: eq_bigr => q _; rewrite /changed /base.
  by case: (diagonal q); ring.
by ring.
Qed.

Lemma rank_le : (difference_rank L <= #|kept|)%N.
Proof. exact: difference_rank_upto kept_form. Qed.

Definition column (k : kept) y : R := let j := (val (val k)).1 in let l := (val (val k)).2 in
  if j == l then (y == one j)%:R else 2%:R * (y == two j l)%:R - (y == one j)%:R - (y == one l)%:R.

Lemma column_value s s' k : \sum_y (L s y - L s' y) * column k y =
  last_positions R s' (val k) - last_positions R s (val k).
Proof.
have e t : \sum_y L t y * column k y = (if (val (val k)).1 == (val (val k)).2 then 1 else 0) - last_positions R t (val k).
  rewrite /column /last_positions -/(last_place R t (val (val k)).1 (val (val k)).2); set j := (val (val k)).1; set l := (val (val k)).2.
  case: eqP => [<-|/eqP jl].
    by rewrite -(at_one t j) -(pick (L t)); apply: eq_bigr => y _; rewrite mulrC.
  rewrite (eq_bigr (fun y => 2%:R * ((y == two j l)%:R * L t y) - (y == one j)%:R * L t y - (y == one l)%:R * L t y)) => [|y _]; last by ring.
  rewrite !sumrB -mulr_sumr !pick at_two // !at_one.
  by move: (last_place _ _ j j) (last_place _ _ l l) (last_place _ _ j l) => a b c; field.
by under eq_bigr do rewrite mulrBl; rewrite sumrB !e; move: (if _ then _ else _) => w; ring.
Qed.

Lemma rank_ge : (#|kept| <= difference_rank L)%N.
Proof.
apply: (difference_rank_columns (b := column)) => x x0.
pose x' q := \sum_(k : kept) (val k == q)%:R * x k.
pose X j l := x' (pair j l).
have sym j l : X j l = X l j by rewrite /X pair_sym.
have total s : weighted X s = \sum_(k : kept) x k * last_positions R s (val k).
  transitivity (\sum_q last_positions R s q * x' q).
    rewrite (eq_bigr (fun q => (fun j l => last_place R s j l * X j l) (val q).1 (val q).2)) => [|q _]; last first.
      by rewrite /X pair_val.
    rewrite (pairs_by_position s (h := fun j l => last_place R s j l * X j l)) => [|j l]; last by rewrite sym last_place_sym.
    apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => l le.
    by rewrite /last_place (maxn_idPl _).
  rewrite /x'; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => k _ /=.
  rewrite -[RHS](pick (fun q => x k * last_positions R s q)); apply: eq_bigr => q _.
  by rewrite [q == _]eq_sym; move: ((val k == q)%:R : R) => c; ring.
have same s s' : weighted X s = weighted X s'.
  apply/eqP; rewrite -subr_eq0 !total -sumrB; apply/eqP; rewrite -[RHS](x0 s' s); apply: eq_bigr => k _.
  by rewrite column_value mulrBr.
have at0 q : (forall k : kept, val k != q) -> x' q = 0.
  by move=> no; apply: big1 => k _; rewrite (negbTE (no k)) mul0r.
have own k : x k = X (val (val k)).1 (val (val k)).2.
  rewrite /X pair_val /x' (bigD1 k) //= eqxx mul1r big1 ?addr0 // => k' ne.
  by rewrite (inj_eq val_inj) (negbTE ne) mul0r.
move=> k; rewrite own; have [e|ne] := eqVneq (val (val k)).1 (val (val k)).2.
  by rewrite -e (diagonal_same sym same _ i0); apply: at0 => k'; case/andP: (valP k').
by rewrite (all_pairs_same sym same ne (_ : i0 != i1)) //; apply: at0 => k'; case/andP: (valP k').
Qed.

Lemma rank_value : difference_rank L = (m * (m + 1) %/ 2 - 2)%N.
Proof. by rewrite -card_kept; apply/eqP; rewrite eqn_leq rank_le rank_ge. Qed.

(** One item evenly, less two evenly: L maps it to a constant. *)
Definition level y : R := \sum_j \sum_(l | l != j) ((y == one j)%:R - (y == two j l)%:R).
Let phi (p q : nat) : R := (p.+1%:R^-1 + q.+1%:R^-1 + (maxn p.+1 q.+1)%:R^-1) / 2%:R - p.+1%:R^-1.

Lemma level_sum : \sum_y level y = 0.
Proof.
rewrite exchange_big big1 // => j _ /=; rewrite exchange_big big1 // => l _ /=.
by rewrite sumrB !pick1 subrr.
Qed.

Lemma level_value s : \sum_y L s y * level y = \sum_(p < m) \sum_(q < m | q != p) phi p q.
Proof.
transitivity (\sum_j \sum_(l | l != j) (L s (one j) - L s (two j l))).
  under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => j _ /=.
  under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => l _ /=.
  rewrite -(pick (L s) (one j)) -(pick (L s) (two j l)) -sumrB; apply: eq_bigr => y _; ring.
rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => j _ /=.
rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_big => [l|l ne]; first by rewrite (inj_eq perm_inj).
rewrite at_one at_two 1?eq_sym // /phi /last_place /position !maxnn; move: ((s j).+1%:R^-1) ((s l).+1%:R^-1) ((maxn _ _)%:R^-1) => a b c; ring.
Qed.

Lemma level_gt0 : 0 < \sum_(p < m) \sum_(q < m | q != p) phi p q.
Proof.
have two0 : 0 < 2%:R :> R by rewrite ltr0n.
rewrite -(pmulr_lgt0 _ two0) mulr_natr mulr2n {2}(exchange_big_dep xpredT) //= -big_split /=.
have e (p : 'I_m) : \sum_(q < m | q != p) phi p q + \sum_(q < m | p != q) phi q p = \sum_(q < m | q != p) (maxn p.+1 q.+1)%:R^-1.
  rewrite [X in _ + X](eq_bigl (fun q : 'I_m => q != p)) => [|q]; last by rewrite eq_sym.
  rewrite -big_split; apply: eq_bigr => q _ /=; rewrite /phi [maxn q.+1 _]maxnC.
  by move: (p.+1%:R^-1) (q.+1%:R^-1) ((maxn _ _)%:R^-1) => a b c; field.
under eq_bigr do rewrite e; rewrite (bigD1 ord0) //= ltr_paddr //.
  by apply: sumr_ge0 => p _; apply: sumr_ge0 => q _; rewrite invr_ge0 ler0n.
rewrite (bigD1 (lift ord0 ord0)) //= ltr_paddr ?invr_gt0 ?ltr0n //.
by apply: sumr_ge0 => q _; rewrite invr_ge0 ler0n.
Qed.

Lemma affine_value : affine_dimension L (m * (m + 1) %/ 2 - 1)%N.
Proof.
have -> : (m * (m + 1) %/ 2 - 1 = (m * (m + 1) %/ 2 - 2).+1)%N by have : (2 <= m * (m + 1) %/ 2)%N; [rewrite leq_divRL //; nia|lia].
apply: (affine_dimensionS (u := level) _ level_sum level_value _ rank_value); last by rewrite gt_eqF // level_gt0.
by apply/card_gt0P; exists 1%g.
Qed.
End Loss.

(** The two losses: with an observation of no relevant item, and without. *)
Section Instances.
Variables (R : realFieldType) (m : nat) (e : R).
Implicit Types (s : 'S_m) (y : {set 'I_m}) (j l : 'I_m).
Definition both y (q : ordered_pairs m) : R := - (((val q).1 \in y) && ((val q).2 \in y))%:R / #|y|%:R.
Definition rest y : R := if y == set0 then 1 - e else 1.

Lemma map_form s y : map_loss e s y = \sum_q last_positions R s q * both y q + rest y.
Proof.
rewrite /map_loss /average_precision /rest; case: (eqVneq y set0) => [->|y0].
  by rewrite big1 ?add0r // => q _; rewrite /both inE oppr0 mul0r mulr0.
rewrite precision_sum addrC; congr (_ + _); rewrite mulr_sumr -sumrN; apply: eq_bigr => q _.
by rewrite /both mulNr mulrN [_ / _]mulrC mulrCA.
Qed.

Lemma one_item s j : map_loss e s [set j] = 1 - last_place R s j j.
Proof.
rewrite /map_loss /average_precision -cards_eq0 cards1 /= invr1 mul1r big_set1 /last_place maxnn.
rewrite (_ : [set l in [set j] | _] = [set j]) ?cards1 ?mul1r //.
by apply/setP => l; rewrite !inE; case: (eqVneq l j) => // ->; rewrite leqnn.
Qed.

Lemma two_items s j l : j != l -> map_loss e s [set j; l] =
  1 - (last_place R s j j + last_place R s l l + last_place R s j l) / 2%:R.
Proof.
move=> jl; have nl : j \notin [set l] by rewrite inE.
rewrite /map_loss /average_precision -cards_eq0 cards2 jl /= big_setU1 //= big_set1 /last_place !maxnn.
have count k : #|[set i in [set j; l] | (position s i <= position s k)%N]| =
    ((position s j <= position s k) + (position s l <= position s k))%N.
  rewrite -sum1_card (eq_bigl (fun i => (i \in [set j; l]) && (position s i <= position s k)%N)) => [|i]; last by rewrite !inE.
  by rewrite big_mkcondr big_setU1 //= big_set1; case: leqP; case: leqP.
rewrite !count !leqnn; congr (_ - _); rewrite mulrC; congr (_ / _).
have ne : position s j != position s l by rewrite /position eqSS val_eqE (inj_eq perm_inj).
case: (ltngtP (position s j) (position s l)) ne => //= _ _; rewrite /= ?addn0 ?add0n;
  move: ((position s j)%:R^-1) ((position s l)%:R^-1) => a b; ring.
Qed.

Lemma moved s s' y : map_loss e s' ((s * s'^-1)%g @: y) = map_loss e s y.
Proof.
set t := (s * s'^-1)%g; have pt j : position s' (t j) = position s j by rewrite /position permM permKV.
rewrite /map_loss /average_precision imset_eq0 card_imset; last exact: perm_inj.
case: eqP => // _; congr (_ - _ * _); rewrite big_imset /=; last by move=> j l _ _; exact: perm_inj.
apply: eq_bigr => j _; rewrite pt; congr (_%:R / _).
rewrite -[RHS](card_imset _ (@perm_inj _ t)); apply: eq_card => l; rewrite inE.
apply/andP/imsetP => [[/imsetP[i iy ->]]|[i]]; rewrite ?pt ?inE.
  by move=> le; exists i; rewrite ?inE ?iy.
by case/andP => iy le ->; rewrite pt mem_imset //; exact: perm_inj.
Qed.
End Instances.

Section Claims.
Variables (R : realFieldType) (n : nat) (e : R).
Notation m := n.+2.
Notation L := (map_loss e (m := m)).
Notation L' := (restrict (P := @nonempty m) L).

Lemma one_nonempty (j : 'I_m) : nonempty [set j].
Proof. by rewrite /nonempty -cards_eq0 cards1. Qed.
Lemma two_nonempty (j l : 'I_m) : nonempty [set j; l].
Proof. by rewrite /nonempty -cards_eq0 cards2. Qed.
Definition one_of j : {y : {set 'I_m} | nonempty y} := exist (fun y => is_true (nonempty y)) _ (one_nonempty j).
Definition two_of j l : {y : {set 'I_m} | nonempty y} := exist (fun y => is_true (nonempty y)) _ (two_nonempty j l).

Lemma map_rank : difference_rank L = (m * (m + 1) %/ 2 - 2)%N.
Proof. exact: (rank_value (map_form e) (one_item e) (two_items e)). Qed.
Lemma map_dimension : affine_dimension L (m * (m + 1) %/ 2 - 1)%N.
Proof. exact: (affine_value (map_form e) (one_item e) (two_items e)). Qed.

Let form' s (y : {y : {set 'I_m} | nonempty y}) : L' s y = \sum_q last_positions R s q * both R (val y) q + rest e (val y).
Proof. exact: map_form. Qed.
Lemma map_nonempty_rank : difference_rank L' = (m * (m + 1) %/ 2 - 2)%N.
Proof. exact: (rank_value form' (one := one_of) (two := two_of) (one_item e) (two_items e)). Qed.
Lemma map_nonempty_dimension : affine_dimension L' (m * (m + 1) %/ 2 - 1)%N.
Proof. exact: (affine_value form' (one := one_of) (two := two_of) (one_item e) (two_items e)). Qed.

Lemma map_equal_risk : positive_equal_risk L (fun=> #|{: {set 'I_m}}|%:R^-1).
Proof.
apply: uniform_equal_risk => [|s s']; first by apply/card_gt0P; exists set0.
exists (fun y : {set 'I_m} => (s * s'^-1)%g @: y) => [|y]; last exact: moved.
exact: imset_inj (@perm_inj _ _).
Qed.

Lemma map_nonempty_equal_risk : positive_equal_risk L' (fun=> #|{: {y : {set 'I_m} | nonempty y}}|%:R^-1).
Proof.
apply: uniform_equal_risk => [|s s']; first by apply/card_gt0P; exists (one_of ord0).
have ok (y : {y : {set 'I_m} | nonempty y}) : nonempty ((s * s'^-1)%g @: val y) by rewrite /nonempty imset_eq0; exact: (valP y).
exists (fun y : {y : {set 'I_m} | nonempty y} => exist (fun y => is_true (nonempty y)) _ (ok y)) => [y y' /(congr1 val) /= h|y]; last exact: moved.
by apply: val_inj; exact: imset_inj (@perm_inj _ _) _ _ h.
Qed.
End Claims.

Theorem dimension : claim_map_affdim_repaired.
Proof. by move=> R [|[|n]] // e _; split; [exact: map_nonempty_dimension|exact: map_dimension]. Qed.

Theorem optimality : claim_map_optimal_repaired.
Proof.
move=> R [|[|n]] // e _; split; [exact: map_nonempty_equal_risk|exact: map_equal_risk|].
move=> ra; have := equal_risk_dimension 1%g ra (map_nonempty_equal_risk n e).
have := equal_risk_dimension 1%g ra (map_equal_risk n e).
by rewrite map_rank map_nonempty_rank.
Qed.

Theorem identity : claim_map_identity.
Proof.
move=> R m e s y y0 item w c.
have base : map_loss e s y = w * (\sum_(q : ordered_pairs m) last_positions R s q * (((val q).1 \in y) && ((val q).2 \in y))%:R) + c.
  rewrite /map_loss /average_precision ifN // precision_sum addrC /w /constant_map_identity_weight mulN1r mulNr; congr (- (_ * _) + _).
have split (a b : 'I_m) : (a \in y)%:R * (b \in y)%:R = ((a \in y) && (b \in y))%:R :> R by rewrite -natrM mulnb.
pose h j l := last_place R s j l * ((j \in y) && (l \in y))%:R.
have hs j l : h j l = h l j by rewrite /h last_place_sym andbC.
have by_place : \sum_(q : ordered_pairs m) last_positions R s q * (((val q).1 \in y) && ((val q).2 \in y))%:R =
    \sum_j \sum_(l | (position s l <= position s j)%N) h j l by exact: (pairs_by_position s hs).
have by_item : \sum_(q : ordered_pairs m) last_positions R s q * (((val q).1 \in y) && ((val q).2 \in y))%:R =
    \sum_(j < m) \sum_(l < m | (l <= j)%N) h j l.
  rewrite by_place -(pairs_by_position s hs) (pairs_by_position 1%g hs); apply: eq_bigr => j _.
  by apply: eq_bigl => l; rewrite /position !perm1.
split; rewrite base; congr (_ * _ + _).
- rewrite by_place; apply: eq_bigr => j _; rewrite mulr_sumr [RHS](reindex_inj (@perm_inj _ s)).
  apply: eq_big => [l|l le]; first by rewrite /position ltnS.
  by rewrite /item permK /h /last_place (maxn_idPl le) mulrAC split mulrC.
- rewrite by_place [RHS](reindex_inj (@perm_inj _ s)); apply: eq_bigr => j _.
  rewrite [RHS](reindex_inj (@perm_inj _ s)); apply: eq_big => [l|l le]; first by rewrite /position ltnS.
  by rewrite /item !permK /h /last_place (maxn_idPl le) split andbC mulrC.
rewrite by_item; apply: eq_bigr => j _; apply: eq_bigr => l _.
by rewrite /h /last_place split andbC mulrC.
Qed.

Lemma trace_of_pairs (R : realFieldType) m (W D : 'M[R]_m) (s : 'S_m) :
  \tr (W^T *m perm_mx s *m D *m (perm_mx s)^T) = \sum_j \sum_l W j l * D (s j) (s l).
Proof.
rewrite -!mulmxA tr_perm_mx -col_permE -row_permE /mxtrace (eq_bigr (fun l => \sum_j W j l * D (s j) (s l))) => [|l _]; first exact: exchange_big.
by rewrite mxE; apply: eq_bigr => j _; rewrite !mxE.
Qed.

Theorem inference : claim_map_inference_repaired.
Proof.
move=> R m e p s bt by_pairs W D by_matrices L.
have value t : risk L p t = \sum_y p y - by_pairs t.
  rewrite /by_pairs /bt.
  have -> : \sum_(j < m) \sum_(l < m | (l <= j)%N) (\sum_y p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R)) /
      (maxn (position t j) (position t l))%:R = \sum_y p y * (1 - L t y).
    transitivity (\sum_y \sum_(j < m) \sum_(l < m | (l <= j)%N)
        p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R) / (maxn (position t j) (position t l))%:R).
      rewrite [RHS]exchange_big; apply: eq_bigr => j _; rewrite [RHS]exchange_big; apply: eq_bigr => l _.
      by rewrite mulr_suml.
    apply: eq_bigr => y _; have [_ _ h] := identity e t (valP y).
    have -> : 1 - L t y = #|val y|%:R^-1 * (\sum_(j < m) \sum_(l < m | (l <= j)%N)
        (l \in val y)%:R * (j \in val y)%:R / (maxn (position t j) (position t l))%:R).
      rewrite /L /restrict h /constant_map_identity_weight /constant_map_identity_c.
      by move: (#|val y|%:R^-1) (\sum_(j < m) _) => i S; ring.
    rewrite mulrA mulr_sumr; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => l _.
    by move: (#|val y|%:R^-1) ((maxn _ _)%:R^-1) ((l \in val y)%:R : R) ((j \in val y)%:R : R) => i M a b; ring.
  by rewrite -sumrB; apply: eq_bigr => y _; ring.
have trace t : by_matrices t = by_pairs t.
  rewrite /by_matrices trace_of_pairs; apply: eq_bigr => j _; rewrite [RHS]big_mkcond; apply: eq_bigr => l _.
  by rewrite !mxE; case: (l <= j)%N; rewrite ?mul0r // /constant_map_inference_repaired_above_the_diagonal if_same mul1r.
have first : optimal L p s <-> forall s', by_pairs s' <= by_pairs s.
  by split=> best s'; have := best s'; rewrite !value ler_add2l ler_opp2.
by split=> //; rewrite first; split=> best s'; have := best s'; rewrite !trace.
Qed.
