(** Pairwise disagreement with binary relevance (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Rank Ranking Comparison Optimality Constants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairwise.
Variables (R : realFieldType) (m : nat).
Implicit Types (s : 'S_m) (y : {set 'I_m}) (i j k : 'I_m).

(** Half of the items, centred: (m - 1) / 2 - s(l), positions being numbered from 0. *)
Definition centred s j : R := (m%:R - 1) / 2%:R - (s j : nat)%:R.

Lemma centred_sum s : \sum_j centred s j = 0.
Proof.
rewrite (sum_places s (fun p : 'I_m => (m%:R - 1) / 2%:R - (p : nat)%:R)) sumrB sumr_const card_ord.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have h : (\sum_(p < m) (p : nat)%:R) *+ 2 = m%:R * (m%:R - 1) :> R.
  elim: m => [|q IH]; first by rewrite big_ord0 mul0r mul0rn.
  rewrite big_ord_recr /= mulrnDl IH -[q.+1]addn1 natrD; ring.
apply: (mulIf two0); by rewrite mul0r [LHS]mulrBl [X in _ - X]mulr_natr h -[_ *+ m]mulr_natl -mulrA mulfVK // subrr.
Qed.

(** The number of charged pairs as printed, of which half is N(y) / 2. *)
Lemma charged_count y (f : 'I_m -> 'I_m -> bool) :
  #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & f q.1 q.2]]|%:R =
  \sum_(l in y) \sum_(j | j \notin y) (f j l)%:R :> R.
Proof.
transitivity (\sum_j \sum_l [&& j \notin y, l \in y & f j l]%:R : R).
  rewrite pair_bigA -sum1_card natr_sum [LHS]big_mkcond; apply: eq_bigr => q _; rewrite inE.
  by case: [&& _, _ & _].
rewrite exchange_big [RHS]big_mkcond; apply: eq_bigr => l _ /=.
case: (boolP (l \in y)) => ly; last by rewrite big1 // => j _; rewrite andbF.
by rewrite [RHS]big_mkcond; apply: eq_bigr => j _; case: (j \in y).
Qed.

Lemma printed_count s y :
  \sum_(l in y) \sum_(j | j \notin y) (s l < s j)%N%:R =
  (pd_pairs y)%:R / 2%:R + \sum_(l in y) centred s l :> R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have after l : \sum_j (s l < s j)%N%:R = m%:R - 1 - (s l : nat)%:R :> R.
  rewrite (sum_places s (fun p : 'I_m => (s l < p)%N%:R)).
  have below (a : nat) (n : nat) : (a < n)%N -> \sum_(p < n) (a < p)%N%:R = n%:R - 1 - a%:R :> R.
    elim: n => // n IH; rewrite ltnS leq_eqVlt big_ord_recr /= => /orP[/eqP->|an].
      rewrite ltnn addr0 big1 => [|p _]; last by rewrite ltnNge ltnW.
      by rewrite -[n.+1]addn1 natrD addrK subrr.
    by rewrite IH // an /= -[n.+1]addn1 natrD; ring.
  exact: below.
have within : (\sum_(l in y) \sum_(j in y) (s l < s j)%N%:R) *+ 2 = #|y|%:R * (#|y|%:R - 1) :> R.
  rewrite mulr2n {2}exchange_big -big_split /=.
  rewrite (eq_bigr (fun=> #|y|%:R - 1)) => [|l ly]; first by rewrite sumr_const -[_ *+ _]mulr_natl.
  rewrite -big_split /= (bigD1 l) //= !ltnn addr0 add0r (eq_bigr (fun=> 1)) => [|j /andP[_ jl]].
    rewrite sumr_const; have -> : #|[pred j in y | j != l]| = #|y|.-1.
      by rewrite (cardD1 l y) ly /=; apply: eq_card => j; rewrite !inE andbC.
    by rewrite -subn1 natrB // (cardD1 l) ly.
  have : s j != s l by rewrite (inj_eq perm_inj).
  by rewrite -val_eqE neq_ltn => /orP[] /[dup] /ltn_trans h lt; rewrite lt ltnNge ltnW ?addr0 ?add0r.
have split l : \sum_j (s l < s j)%N%:R =
    \sum_(j in y) (s l < s j)%N%:R + \sum_(j | j \notin y) (s l < s j)%N%:R :> R.
  by rewrite (bigID (mem y)).
apply: (mulIf two0); rewrite mulrDl mulfVK //.
rewrite (eq_bigr (fun l => m%:R - 1 - (s l : nat)%:R - \sum_(j in y) (s l < s j)%N%:R)) => [|l _]; last first.
  by rewrite -after split addrAC subrr add0r.
have cst c : \sum_(l in y) c = #|y|%:R * c :> R by rewrite sumr_const mulr_natl.
rewrite sumrB mulrBl [X in _ - X]mulr_natr within /centred !sumrB !cst.
rewrite /pd_pairs natrM natrB; last by rewrite -[X in (_ <= X)%N](card_ord m) max_card.
set S := \sum_(_ in _) _; set a := #|_|%:R; by field.
Qed.

Lemma pd_pairs0 y : (pd_pairs y == 0%N) = ~~ mixed y.
Proof.
rewrite /pd_pairs /mixed muln_eq0 subn_eq0 negb_and -!leqNgt leqn0; congr (_ || _).
Qed.

(** y_j / N(y) *)
Definition share y j : R := (j \in y)%:R / (pd_pairs y)%:R.

Lemma share_sum s y : \sum_j centred s j * share y j = (\sum_(l in y) centred s l) / (pd_pairs y)%:R.
Proof.
rewrite mulr_suml [RHS]big_mkcond; apply: eq_bigr => j _ /=.
by rewrite /share; case: (j \in y); rewrite ?mul0r ?mulr0 ?div1r.
Qed.

Lemma pd_printed_form e s y : pd_printed e s y =
  \sum_j centred s j * share y j + (if pd_pairs y == 0%N then e else 1 / 2%:R).
Proof.
rewrite share_sum /pd_printed /pd; case: eqP => [->|/eqP N0]; first by rewrite invr0 mulr0 add0r.
have NR : (pd_pairs y)%:R != 0 :> R by rewrite pnatr_eq0.
rewrite (charged_count y (fun j l => s l < s j)%N) printed_count mulrDl addrC; congr (_ + _).
by rewrite mulrAC mulfV.
Qed.

(** A pair is charged in one orientation or the other. *)
Lemma pd_corrected_form e s y : pd_corrected e s y =
  - (\sum_j centred s j * share y j) + (if pd_pairs y == 0%N then e else 1 / 2%:R).
Proof.
rewrite share_sum /pd_corrected /pd; case: eqP => [->|/eqP N0]; first by rewrite invr0 mulr0 oppr0 add0r.
have NR : (pd_pairs y)%:R != 0 :> R by rewrite pnatr_eq0.
rewrite (charged_count y (fun j l => s j < s l)%N).
have -> : \sum_(l in y) \sum_(j | j \notin y) (s j < s l)%N%:R =
    (pd_pairs y)%:R - \sum_(l in y) \sum_(j | j \notin y) (s l < s j)%N%:R :> R.
  rewrite /pd_pairs natrM -[X in X - _](_ : \sum_(l in y) (m - #|y|)%:R = _); last first.
    by rewrite sumr_const mulr_natl.
  rewrite -sumrB; apply: eq_bigr => l ly.
  have -> : (m - #|y|)%:R = \sum_(j | j \notin y) 1 :> R.
    rewrite sumr_const; congr (_%:R); transitivity #|~: y|; first by rewrite [RHS]cardsCs setCK card_ord.
    by apply: eq_card => j; rewrite !inE.
  rewrite -sumrB; apply: eq_bigr => j jy.
  have : s j != s l by rewrite (inj_eq perm_inj); apply: contraNneq jy => ->.
  by rewrite -val_eqE neq_ltn => /orP[] lt; rewrite lt ltnNge ltnW // ?subr0 ?subrr.
rewrite printed_count ; set S := \sum_(_ in _) _; set N := (pd_pairs y)%:R in NR *.
by field.
Qed.

(** Squared norm of the centred positions. *)
Lemma centred_norm s : \sum_j centred s j ^+ 2 = m%:R * (m%:R ^+ 2 - 1) / 12%:R.
Proof.
rewrite (sum_places s (fun p : 'I_m => ((m%:R - 1) / 2%:R - (p : nat)%:R) ^+ 2)).
have h (a : R) (n : nat) : \sum_(p < n) (a - (p : nat)%:R) ^+ 2 =
    n%:R * a ^+ 2 - a * n%:R * (n%:R - 1) + n%:R * (n%:R - 1) * (2%:R * n%:R - 1) / 6%:R.
  elim: n => [|q IH]; first by rewrite big_ord0; field.
  by rewrite big_ord_recr /= IH -[q.+1]addn1 natrD; field.
by rewrite h; field.
Qed.
End Pairwise.

(** m >= 2 from here on, items numbered from ord0; observations w(y), among them all mixed ones. *)
Section Dimension.
Variables (R : realFieldType) (n : nat).
Notation m := n.+1.
Hypothesis n0 : (0 < n)%N.
Variables (Y : finType) (w : Y -> {set 'I_m}) (e sg : R) (L : 'S_m -> Y -> R).
Hypothesis sg0 : sg != 0.
Hypothesis form : forall s y, L s y = sg * (\sum_j centred R s j * share R (w y) j) +
  (if pd_pairs (w y) == 0%N then e else 1 / 2%:R).
Hypothesis all_mixed : forall y, mixed y -> {y' | w y' = y}.

Lemma reduced_form s y : L s y =
  \sum_(k < n) (sg * centred R s (lift ord0 k)) * (share R (w y) (lift ord0 k) - share R (w y) ord0) +
  (if pd_pairs (w y) == 0%N then e else 1 / 2%:R).
Proof.
rewrite form; congr (_ + _); under [RHS]eq_bigr do rewrite -mulrA mulrBr.
rewrite -mulr_sumr sumrB; congr (_ * _).
have := centred_sum R s; rewrite big_ord_recl => /eqP; rewrite addr_eq0 => /eqP h.
by rewrite big_ord_recl -mulr_suml h mulNr addrC.
Qed.

Let single_mixed j : mixed [set j : 'I_m].
Proof. by rewrite /mixed cards1. Qed.
Let at_single j : Y := sval (all_mixed (single_mixed j)).
Let wE j : w (at_single j) = [set j]. Proof. exact: svalP (all_mixed _). Qed.
Let pairs_single j : pd_pairs [set j : 'I_m] = n.
Proof. by rewrite /pd_pairs cards1 mul1n subSS subn0. Qed.
Let nR : n%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Let loss_single s j : L s (at_single j) = sg * (centred R s j / n%:R) + 1 / 2%:R.
Proof.
rewrite form wE pairs_single -[X in if X then _ else _]negbK -lt0n n0 /=; congr (_ * _ + _).
rewrite (bigD1 j) //= big1 ?addr0 => [|i /negbTE ij]; last by rewrite /share inE ij mul0r mulr0.
by rewrite /share inE eqxx pairs_single div1r.
Qed.

Theorem pd_rank : difference_rank L = n.
Proof.
apply/eqP; rewrite eqn_leq (difference_rank_form reduced_form) /=.
rewrite -[X in (X <= _)%N](card_ord n).
apply: (difference_rank_observations (b := fun j => at_single (lift ord0 j))) => x h i.
have i0 : lift ord0 i != ord0 by rewrite eq_sym neq_lift.
have ends : ord0 != ord_max :> 'I_m by rewrite -val_eqE /= eq_sym -lt0n.
have [s si s0] := two_places i0 ends.
have := h s (tperm (lift ord0 i) ord0 * s)%g.
rewrite (bigD1 i) //= big1 => [|j ji]; last first.
  by rewrite !loss_single /centred permM tpermD ?subrr ?mulr0 ?neq_lift // eq_sym (inj_eq lift_inj).
rewrite addr0 !loss_single /centred permM tpermL si s0 /= subr0 => /eqP; rewrite mulf_eq0 => /orP[/eqP //|].
set a := (_ - 1) / _; rewrite (_ : _ - _ = sg) ?(negbTE sg0) //.
by rewrite opprD addrACA subrr addr0; field.
Qed.

(** The value e where there is no pair: one relevant item, evenly, less none. *)
Theorem pd_affine_defined (none : Y) : w none = set0 -> e != 1 / 2%:R -> affine_dimension L m.
Proof.
move=> w0 e2; have m0 : m%:R != 0 :> R by rewrite pnatr_eq0.
pose u y : R := \sum_(j < m) (y == at_single j)%:R / m%:R - (y == none)%:R.
apply: (affine_dimensionS (u := u) (k := 1 / 2%:R - e)); last exact: pd_rank.
- by apply/card_gt0P; exists 1%g.
- rewrite sumrB pick1 exchange_big /=; under eq_bigr do rewrite -mulr_suml pick1 mul1r.
  by rewrite sumr_const card_ord -[_ *+ _]mulr_natl mulfV ?subrr.
- move=> s; under eq_bigr do rewrite mulrBr mulr_sumr.
  rewrite sumrB exchange_big /= [X in _ - X](_ : _ = e); last first.
    under eq_bigr do rewrite mulrC; rewrite (pick (L s)) form w0 /pd_pairs cards0 mul0n eqxx.
    by rewrite big1 ?mulr0 ?add0r // => j _; rewrite /share inE mul0r mulr0.
  congr (_ - _); rewrite (eq_bigr (fun j => sg / n%:R / m%:R * centred R s j + 1 / 2%:R / m%:R)) => [|j _].
    rewrite big_split /= -mulr_sumr centred_sum mulr0 add0r sumr_const card_ord -[_ *+ _]mulr_natl.
    by rewrite mulrCA mulfV // mulr1.
  rewrite (eq_bigr (fun y => (y == at_single j)%:R * (L s y / m%:R))) => [|y _]; last by rewrite mulrCA mulrA.
  by rewrite (pick (fun y => L s y / m%:R)) loss_single; set q := m%:R^-1; ring.
by rewrite subr_eq0 eq_sym.
Qed.

(** Without such observations. *)
Theorem pd_affine_drop : (forall y, mixed (w y)) -> affine_dimension L n.
Proof.
move=> mix; have [] := @affine_dimensionI _ _ _ L n (1 / 2%:R) => //; first by rewrite pd_rank.
apply: decomposition_rank; move=> s y; rewrite reduced_form pd_pairs0 mix /=; reflexivity.
Qed.

Definition moved (t : 'S_m) (y : {set 'I_m}) : {set 'I_m} := t @^-1: y.

Lemma card_moved t y : #|moved t y| = #|y|.
Proof. exact: card_preimset (@perm_inj _ t). Qed.

Theorem pd_barycentre : (0 < #|Y|)%N -> injective w -> (forall t y, {y' | w y' = moved t (w y)}) ->
  positive_equal_risk L (fun _ => #|Y|%:R^-1).
Proof.
move=> Y0 wI move; apply: uniform_equal_risk => // s s'.
pose t := (s' * s^-1)%g; exists (fun y => sval (move t y)) => [y y' h|y].
  apply: wI; apply/setP=> j; have := svalP (move t y); rewrite h (svalP (move t y')).
  by move/setP/(_ ((t^-1)%g j)); rewrite !inE permKV => ->.
have N : pd_pairs (moved t (w y)) = pd_pairs (w y) by rewrite /pd_pairs card_moved.
rewrite !form (svalP (move t y)) N; congr (_ * _ + _).
rewrite [RHS](reindex_inj (@perm_inj _ t)); apply: eq_bigr => j _.
by rewrite /share inE N /centred -permM /t mulgKV.
Qed.
End Dimension.

Section Claims.
Variables (R : realFieldType) (m : nat) (e : R).
Notation L := (pd_corrected e (m := m)).
Notation Ld := (restrict (P := @mixed m) L).
Implicit Types (s : 'S_m).

Lemma corrected_form s (y : {set 'I_m}) : L s y =
  - 1 * (\sum_j centred R s j * share R y j) + (if pd_pairs y == 0%N then e else 1 / 2%:R).
Proof. by rewrite pd_corrected_form mulN1r. Qed.

Theorem inference (p : {y : {set 'I_m} | mixed y} -> R) s :
  let v j := \sum_y p y * ((j \in val y)%:R / (pd_pairs (val y))%:R) in
  (forall i j, v j < v i -> (s i < s j)%N) -> optimal Ld p s.
Proof.
move=> v sorted s'.
have E u : risk Ld p u = - (\sum_j centred R u j * v j) + \sum_y p y / 2%:R.
  rewrite /risk -sumrN (eq_bigr (fun y => \sum_j - (centred R u j * (p y * share R (val y) j)) + p y / 2%:R)).
    rewrite big_split exchange_big /=; congr (_ + _); apply: eq_bigr => j _.
    by rewrite sumrN -mulr_sumr.
  move=> y _; rewrite /restrict corrected_form pd_pairs0 (valP y) /= mulrDr mul1r; congr (_ + _).
  by rewrite mulN1r mulrN mulr_sumr sumrN; congr (- _); apply: eq_bigr => j _; rewrite mulrCA.
rewrite !E ler_add2r ler_opp2.
apply: (rearrangement (D := fun q => (m%:R - 1) / 2%:R - (q : nat)%:R)) sorted => a b ab.
by rewrite ler_add2l ler_opp2 ler_nat.
Qed.

Theorem normaliser (y : {set 'I_m}) :
  let charged s :=
    #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & (position s q.2 < position s q.1)%N]]| in
  (forall s, charged s <= #|y| * (m - #|y|))%N /\ exists s, charged s = (#|y| * (m - #|y|))%N.
Proof.
have cardN : #|~: y| = (m - #|y|)%N by rewrite cardsCs setCK card_ord.
split=> [s|].
  rewrite -cardN mulnC -cardsX; apply/subset_leq_card/subsetP => q; rewrite !inE.
  by case/and3P=> -> ->.
have [s sorted] := sorting_order (fun j => (j \in y)%:R : rat); exists s.
rewrite -cardN mulnC -cardsX; apply: eq_card => q; rewrite !inE.
case: (boolP (q.1 \in y)) => //= ny; case: (boolP (q.2 \in y)) => //= yy.
by rewrite /position ltnS sorted // (negbTE ny) yy ltr01.
Qed.
End Claims.

(** In either orientation, whose sign is sg. *)
Section FromTwo.
Variables (R : realFieldType) (n : nat) (e : R) (corrected : bool).
Hypothesis n0 : (0 < n)%N.
Notation m := n.+1.
Notation L := (if corrected then pd_corrected e (m := m) else pd_printed e (m := m)).
Notation Ld := (restrict (P := @mixed m) L).
Let sg : R := if corrected then - 1 else 1.
Let sg0 : sg != 0. Proof. by rewrite /sg; case: ifP => _; rewrite ?oppr_eq0 oner_eq0. Qed.
Let oriented s (y : {set 'I_m}) : L s y =
  sg * (\sum_j centred R s j * share R y j) + (if pd_pairs y == 0%N then e else 1 / 2%:R).
Proof. by rewrite /sg; case: (corrected); [exact: corrected_form|rewrite pd_printed_form; congr (_ + _); rewrite mul1r]. Qed.
Let oriented_mixed s (y : {y : {set 'I_m} | mixed y}) : Ld s y =
  sg * (\sum_j centred R s j * share R (val y) j) + (if pd_pairs (val y) == 0%N then e else 1 / 2%:R).
Proof. exact: oriented. Qed.
Let dropped y (ok : mixed y) : {y' : {y : {set 'I_m} | mixed y} | val y' = y} :=
  exist _ (exist (fun y => mixed y) y ok) erefl.
Let whole (y : {set 'I_m}) (_ : mixed y) : {y' | y' = y} := exist _ y erefl.

Lemma affdim_drop : affine_dimension Ld n.
Proof. by apply: (pd_affine_drop n0 sg0 oriented_mixed dropped) => y; exact: valP. Qed.
Lemma affdim_defined : e != 1 / 2%:R -> affine_dimension L m.
Proof. exact: (pd_affine_defined n0 sg0 oriented whole (none := set0)). Qed.
Lemma rank_drop : difference_rank Ld = n.
Proof. exact: (pd_rank n0 sg0 oriented_mixed dropped). Qed.
Lemma rank_defined : difference_rank L = n.
Proof. exact: (pd_rank n0 sg0 oriented whole). Qed.
Lemma barycentre_drop : positive_equal_risk Ld (fun=> #|{: {y : {set 'I_m} | mixed y}}|%:R^-1).
Proof.
apply: (pd_barycentre oriented_mixed).
- apply/card_gt0P; have ok : mixed [set ord0 : 'I_m] by rewrite /mixed cards1.
  by exists (exist (fun y => mixed y) _ ok).
- exact: val_inj.
- move=> t [y ok]; have ok' : mixed (moved t y) by rewrite /mixed card_moved.
  by exists (exist (fun y => mixed y) _ ok').
Qed.
Lemma barycentre_defined : positive_equal_risk L (fun=> #|{: {set 'I_m}}|%:R^-1).
Proof.
apply: (pd_barycentre oriented) => // [|t y]; last by exists (moved t y).
by apply/card_gt0P; exists set0.
Qed.

(** A <= |F_s| |U_y|_1 of F = centred positions and U = (y_j - |y| / m) / N. *)
Lemma sharp_bound : constant_at_most Ld ((m%:R ^+ 2 - 1) / (3 * m)%:R).
Proof.
pose F (s : 'S_m) j := sg * centred R s j.
pose U (y : {y : {set 'I_m} | mixed y}) j := share R (val y) j - (#|val y|%:R / m%:R) / (pd_pairs (val y))%:R.
have mR : m%:R != 0 :> R by rewrite pnatr_eq0.
have dec : decomposition Ld F U (1 / 2%:R).
  move=> s y; rewrite oriented_mixed pd_pairs0 (valP y) /=; congr (_ + _).
  set K := #|val y|%:R / m%:R / (pd_pairs (val y))%:R : R.
  rewrite [RHS](eq_bigr (fun j => sg * (centred R s j * share R (val y) j) - sg * (centred R s j * K))) => [|j _].
    by rewrite sumrB -!mulr_sumr -mulr_suml centred_sum mul0r mulr0 subr0.
  by rewrite /F /U -/K mulrBr -!mulrA.
have -> : (m%:R ^+ 2 - 1) / (3 * m)%:R = m%:R * (m%:R ^+ 2 - 1) / 12%:R * (2%:R / m%:R) ^+ 2 :> R.
  rewrite natrM; field; by rewrite -[1]/(1%:R) -natrD add1n.
apply: (turned dec) => [s|[y mix]] /=.
  rewrite -(centred_norm R s) le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => j _.
  by rewrite /F exprMn /sg; case: (corrected); rewrite ?sqrrN expr1n mul1r.
pose N : R := (pd_pairs y)%:R; have N0 : N != 0 by rewrite pnatr_eq0 pd_pairs0 negbK.
have [y0 ym] := andP mix; pose k : R := #|y|%:R.
have Np : 0 < N by rewrite lt_neqAle eq_sym N0 ler0n.
have km : k <= m%:R by rewrite ler_nat ltnW.
rewrite (eq_bigr (fun j => (if j \in y then 1 - k / m%:R else k / m%:R) / N)) => [|j _]; last first.
  rewrite /U /share /= -/N -mulrBl normrM [`|N^-1|]ger0_norm ?invr_ge0 ?ler0n //; congr (_ / _).
  case: (j \in y); rewrite ?sub0r ?normrN ger0_norm ?divr_ge0 ?ler0n // subr_ge0.
  by rewrite ler_pdivr_mulr ?ltr0n // mul1r.
rewrite -mulr_suml (bigID (mem y)) /= (eq_bigr (fun=> 1 - k / m%:R)) => [|j ->] //.
rewrite [X in _ + X](eq_bigr (fun=> k / m%:R)) => [|j /negbTE ->] //.
rewrite !sumr_const (_ : #|[pred j | j \notin y]| = (m - #|y|)%N); last first.
  transitivity #|~: y|; last by rewrite [LHS]cardsCs setCK card_ord.
  by apply: eq_card => j; rewrite !inE.
have NE : N = k * (m%:R - k) by rewrite /N /pd_pairs natrM natrB // ltnW.
rewrite -[X in X + _]mulr_natl -[X in _ + X]mulr_natl natrB; last exact: ltnW.
rewrite ler_pdivr_mulr // NE -/k le_eqVlt; apply/orP; left; apply/eqP; field.
by rewrite -[1]/(1%:R) -natrD add1n.
Qed.
End FromTwo.

Theorem affdim (R : realFieldType) (m : nat) (e : R) (corrected : bool) : (2 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  affine_dimension (restrict (P := @mixed m) L) (m - 1 + 0) /\
  (e != 1 / 2%:R -> affine_dimension L (m - 1 + 1)).
Proof.
case: m => // n n0 L; rewrite addn0 addn1 subn1 /=; split; first exact: affdim_drop.
exact: affdim_defined.
Qed.

Theorem optimality (R : realFieldType) (m : nat) (e : R) (corrected : bool) : (2 <= m)%N ->
  let valued := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  let L := restrict (P := @mixed m) valued in
  [/\ positive_equal_risk L (fun=> #|{: {y : {set 'I_m} | mixed y}}|%:R^-1),
      positive_equal_risk valued (fun=> #|{: {set 'I_m}}|%:R^-1) &
      RA16 R -> calibration_dimension L (m - 1) /\ calibration_dimension valued (m - 1)].
Proof.
case: m => // n n0 valued L; rewrite subn1 /=.
have e1 := barycentre_drop e corrected n0; have e2 := barycentre_defined n e corrected.
split=> // ra; split.
  by have := equal_risk_dimension 1%g ra e1; rewrite rank_drop.
by have := equal_risk_dimension 1%g ra e2; rewrite rank_defined.
Qed.

Theorem sharp (R : realFieldType) (m : nat) (e : R) (corrected : bool) : (2 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  constant_at_most (restrict (P := @mixed m) L) ((m%:R ^+ 2 - 1) / (3 * m)%:R).
Proof. case: m => // n n0; exact: sharp_bound. Qed.

(** The double sum over signs, and its half over the pairs j < l. *)
Section Signs.
Variables (R : realFieldType) (m : nat).
Implicit Types (s : 'S_m) (y : {set 'I_m}).

Definition sign_product s y j l : R := Num.sg ((l \in y)%:R - (j \in y)%:R) *
  Num.sg ((position s j)%:R - (position s l)%:R).

Lemma sg_positions s j l : Num.sg ((position s j)%:R - (position s l)%:R) =
  (if j == l then 0 else if (s l < s j)%N then 1 else - 1) :> R.
Proof.
case: eqP => [->|/eqP jl]; first by rewrite subrr sgr0.
case: ltnP => h; first by rewrite gtr0_sg // subr_gt0 ltr_nat.
rewrite ltr0_sg // subr_lt0 ltr_nat ltn_neqAle ltnS h andbT.
by rewrite /position eqSS (inj_eq (@ord_inj _)) (inj_eq perm_inj).
Qed.

Lemma sign_product_split s y j l :
  let t j l : R := if (j \notin y) && (l \in y) then (s l < s j)%N%:R *+ 2 - 1 else 0 in
  sign_product s y j l = t j l + t l j.
Proof.
move=> t; rewrite /sign_product sg_positions /t; case: (boolP (j == l)) => [/eqP->|jl].
  by rewrite mulr0 andNb addr0.
have : (s l < s j)%N = ~~ (s j < s l)%N.
  by rewrite -leqNgt ltn_neqAle (inj_eq (@ord_inj _)) (inj_eq perm_inj) eq_sym jl.
case: (j \in y); case: (l \in y) => /=; rewrite ?subrr ?sgr0 ?mul0r ?addr0 ?subr0 ?sub0r ?sgrN ?sgr1 //.
  by case: (s l < s j)%N; case: (s j < s l)%N => //= _; rewrite ?mul1r ?mulN1r ?mulrN1 ?opprK ?mul0rn ?add0r ?addrK ?mulr2n ?addrK.
by case: (s l < s j)%N; rewrite /= ?mul1r ?mulrN1 ?mul0rn ?sub0r // mulr2n addrK.
Qed.

Lemma sign_product_sum s y : \sum_j \sum_l sign_product s y j l =
  ((\sum_(l in y) centred R s l) *+ 4) :> R.
Proof.
pose t j l : R := if (j \notin y) && (l \in y) then (s l < s j)%N%:R *+ 2 - 1 else 0.
have -> : \sum_j \sum_l sign_product s y j l = (\sum_j \sum_l t j l) *+ 2.
  under eq_bigr => j _ do under eq_bigr => l _ do rewrite sign_product_split.
  under eq_bigr do rewrite big_split /=.
  by rewrite big_split /= mulr2n; congr (_ + _); rewrite exchange_big.
have -> : \sum_j \sum_l t j l = \sum_(l in y) \sum_(j | j \notin y) ((s l < s j)%N%:R *+ 2 - 1).
  rewrite exchange_big [RHS]big_mkcond; apply: eq_bigr => l _ /=; rewrite /t.
  case: (l \in y); last by rewrite big1 // => j _; rewrite andbF.
  by rewrite [RHS]big_mkcond; apply: eq_bigr => j _; rewrite andbT.
under eq_bigr do rewrite sumrB sumrMnl; rewrite sumrB sumrMnl printed_count.
have -> : \sum_(l in y) \sum_(j | j \notin y) 1 = (pd_pairs y)%:R :> R.
  rewrite !sumr_const -mulrnA mulnC /pd_pairs; congr (_%:R); congr (_ * _)%N.
  transitivity #|~: y|; last by rewrite [LHS]cardsCs setCK card_ord.
  by apply: eq_card => j; rewrite !inE.
by set S := \sum_(_ in _) _; field.
Qed.

Lemma sign_product_diag s y j : sign_product s y j j = 0.
Proof. by rewrite /sign_product !subrr sgr0 mulr0. Qed.
Lemma sign_product_sym s y j l : sign_product s y j l = sign_product s y l j.
Proof. by rewrite /sign_product -opprB sgrN -[X in _ * Num.sg X]opprB sgrN mulrNN. Qed.

Theorem identity (e : R) s y : mixed y ->
  pd_printed e s y = 1 / 4%:R *
    (\sum_j \sum_(l | j != l) Num.sg ((l \in y)%:R - (j \in y)%:R) *
      Num.sg ((position s j)%:R - (position s l)%:R)) / (pd_pairs y)%:R + 1 / 2%:R.
Proof.
move=> mix; rewrite pd_printed_form share_sum pd_pairs0 mix /=; congr (_ / _ + _).
have -> : \sum_j \sum_(l | j != l) Num.sg ((l \in y)%:R - (j \in y)%:R) *
    Num.sg ((position s j)%:R - (position s l)%:R) = \sum_j \sum_l sign_product s y j l :> R.
  apply: eq_bigr => j _; rewrite [RHS](bigD1 j) //= sign_product_diag add0r.
  by apply: eq_bigl => l; rewrite eq_sym.
by rewrite sign_product_sum; set S := \sum_(_ in _) _; field.
Qed.

Lemma pair_sum s y : \sum_(q : item_pairs m) order_signs R s q * preference_signs R y q =
  (\sum_(l in y) centred R s l) *+ 2.
Proof.
rewrite (eq_bigr (fun q : item_pairs m => sign_product s y (val q).1 (val q).2)) => [|q _]; last exact: mulrC.
rewrite (sum_sig _ (fun q : 'I_m * 'I_m => sign_product s y q.1 q.2)).
have two : (0 < 2)%N by [].
apply/eqP; rewrite -(eqr_pmuln2r two) -mulrnA -sign_product_sum; apply/eqP.
have := half_sum (r := fun j l : 'I_m => (j <= l)%N) (h := sign_product s y).
move=> /(_ (fun j => leqnn j) (fun j l h => val_inj (anti_leq h)) (fun j l => leq_total j l) (sign_product_sym s y)).
rewrite [X in _ = _ + X]big1 => [|j _]; last exact: sign_product_diag.
rewrite addr0 => <-; congr (_ *+ _).
rewrite pair_big_dep /= [RHS](bigID (fun q : 'I_m * 'I_m => q.1 < q.2)%N) /= [X in _ = _ + X]big1 ?addr0.
  by apply: eq_bigl => q; rewrite andb_idl // => /ltnW.
move=> q /andP[le]; rewrite -leqNgt => ge.
by rewrite (val_inj (anti_leq (introT andP (conj le ge)))) sign_product_diag.
Qed.

Lemma card_item_pairs : #|item_pairs m| = (m * (m - 1) %/ 2)%N.
Proof.
rewrite card_sig -sum1_card /=.
have -> : (\sum_(q : 'I_m * 'I_m | (q.1 < q.2)%N) 1 = \sum_(l < m) \sum_(j < m | (j < l)%N) 1)%N.
  by rewrite [RHS](exchange_big_dep xpredT) //= pair_big_dep.
rewrite (eq_bigr (fun l : 'I_m => l : nat)) => [|l _].
  by rewrite -[LHS](big_mkord predT id) triangular_sum bin2 subn1 divn2.
by rewrite -(big_ord_widen m (fun=> 1%N) (ltnW (ltn_ord l))) sum1_card card_ord.
Qed.

Theorem decomposition_repaired (e : R) :
  #|item_pairs m| = (m * (m - 1) %/ 2)%N /\
  decomposition (restrict (P := @mixed m) (pd_printed e (m := m)))
    (fun s (k : 'I_#|item_pairs m|) => 1 / 4%:R * order_signs R s (enum_val k))
    (fun z (k : 'I_#|item_pairs m|) => 2%:R * preference_signs R (val z) (enum_val k) / (pd_pairs (val z))%:R)
    (1 / 2%:R).
Proof.
split; first exact: card_item_pairs.
move=> s [y mix]; rewrite /restrict /= pd_printed_form share_sum pd_pairs0 mix /=; congr (_ + _).
rewrite (sum_enum (fun q => 1 / 4%:R * order_signs R s q * (2%:R * preference_signs R y q / (pd_pairs y)%:R))).
rewrite (eq_bigr (fun q => 1 / 2%:R / (pd_pairs y)%:R * (order_signs R s q * preference_signs R y q))) => [|q _].
  by rewrite -mulr_sumr pair_sum; set N := (pd_pairs y)%:R^-1; set S := \sum_(_ in _) _; field.
have gen (a b c : R) : 1 / 4%:R * a * (2%:R * b * c) = 1 / 2%:R * c * (a * b) by field.
exact: gen.
Qed.
End Signs.

(** ||F||^2 and U_max of that decomposition. *)
Section Norms.
Variables (R : realFieldType) (m : nat).
Hypothesis m2 : (2 <= m)%N.
Let F (s : 'S_m) (k : 'I_#|item_pairs m|) : R := 1 / 4%:R * order_signs R s (enum_val k).
Let U (y : {y : {set 'I_m} | mixed y}) (k : 'I_#|item_pairs m|) : R :=
  2%:R * preference_signs R (val y) (enum_val k) / (pd_pairs (val y))%:R.

Lemma order_signs_square s (q : item_pairs m) : order_signs R s q ^+ 2 = 1.
Proof.
rewrite /order_signs sg_positions; have := valP q.
case: eqP => [->|_ _]; first by rewrite ltnn.
by case: ifP; rewrite ?sqrrN expr1n.
Qed.

Lemma pairs_of m' : (m' * (m' - 1) %/ 2)%:R = (m' * (m' - 1))%:R / 2%:R :> R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (mulIf two0); rewrite mulfVK // -natrM divnK // dvdn2 oddM.
by case: m' => // k; rewrite subn1 /= andNb.
Qed.

Theorem norms : largest_row F ((m * (m - 1))%:R / 32%:R) /\ largest_entry U (2%:R / (m - 1)%:R).
Proof.
have row s : sqnorm (F s) = (m * (m - 1))%:R / 32%:R.
  rewrite /sqnorm (eq_bigr (fun=> 1 / 16%:R)) => [|k _].
    by rewrite sumr_const card_ord card_item_pairs -[_ *+ _]mulr_natl pairs_of; field.
  by rewrite exprMn order_signs_square; field.
split; first by split=> [s|]; [rewrite row|exists 1%g; rewrite row].
have m1 : (0 < m - 1)%N by rewrite subn_gt0.
have sg_le (x : R) : `|Num.sg x| <= 1 by rewrite normr_sg lern1 leq_b1.
split=> [y k|].
  have N1 : (m - 1 <= pd_pairs (val y))%N.
    have /andP[] := valP y; rewrite /pd_pairs; move: #|_| => [|a] // _ am.
    have [b bE] : exists b, (m - a.+1)%N = b.+1 by exists (m - a.+1).-1; rewrite prednK // subn_gt0.
    rewrite bE -(subnKC (ltnW am)) bE addSn subn1 /= mulSn addnC leq_add2l; exact: leq_pmulr.
  have N0 : 0 < (pd_pairs (val y))%:R :> R by rewrite ltr0n (leq_trans m1).
  rewrite normrM [X in X * _]normrM ger0_norm ?ler0n // [`|_^-1|]ger0_norm ?invr_ge0 ?ler0n //.
  rewrite -mulrA ler_wpmul2l ?ler0n // ler_pdivr_mulr // mulrC ler_pdivl_mulr ?ltr0n //.
  by rewrite -[X in _ <= X]mul1r ler_pmul ?normr_ge0 ?ler0n ?sg_le ?ler_nat.
have i0 : (0 < m)%N by exact: leq_trans m2.
pose j := Ordinal i0; pose l := Ordinal m2.
have mix : mixed [set l] by rewrite /mixed cards1.
exists (exist (fun y => mixed y) _ mix), (enum_rank (exist (fun q : 'I_m * 'I_m => q.1 < q.2)%N (j, l) isT)).
rewrite /U enum_rankK /preference_signs /= !inE eqxx -val_eqE /= subr0 sgr1 mulr1.
by rewrite /pd_pairs cards1 mul1n ger0_norm // divr_ge0 ?ler0n.
Qed.

Theorem constant : constant_squared F U (m%:R ^+ 2 / 16%:R).
Proof.
have [row entry] := norms; exists ((m * (m - 1))%:R / 32%:R), (2%:R / (m - 1)%:R); split=> //.
have m1 : (m - 1)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n subn_gt0.
by rewrite card_item_pairs pairs_of natrM; set q := (m - 1)%:R in m1 *; field.
Qed.
End Norms.
