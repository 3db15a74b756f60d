(** NDCG-type losses (Sec. 3.2 and App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Rank Ranking Comparison Optimality Constants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ndcg.
Variables (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R).
Implicit Types (s : 'S_m) (r : {ffun 'I_m -> T}).
Notation N := (ideal G D).
Notation L e := (ndcg_loss G D e).

Definition discounts s j : R := - D (s j).
Notation shares := (gain_shares G D).

Lemma gained_le s r : gained G D s r <= N r.
Proof. exact: (ge_bigmax (fun s => gained G D s r)). Qed.

Lemma shares_sum s r : \sum_j discounts s j * shares r j = - (gained G D s r / N r).
Proof.
rewrite /gained mulr_suml -sumrN; apply: eq_bigr => j _.
by rewrite /discounts /gain_shares mulNr mulrCA mulrA.
Qed.

(** ndcg.decomposition, in its three readings *)
Theorem ndcg_decomposition_zero : decomposition (L 0) discounts shares 1.
Proof.
move=> s r; rewrite shares_sum addrC /ndcg_loss /ndcg_score.
by case: eqP => // ->; rewrite invr0 mulr0.
Qed.

Theorem ndcg_decomposition_drop e :
  decomposition (restrict (P := graded G D) (L e)) discounts (fun r : {r | graded G D r} => shares (val r)) 1.
Proof.
move=> s [r /= r0]; rewrite /= shares_sum addrC /restrict /ndcg_loss /ndcg_score /=.
by rewrite (negbTE r0).
Qed.

Theorem ndcg_decomposition_one : \sum_p D p != 0 ->
  decomposition (L 1) discounts
    (fun r j => if N r == 0 then (\sum_p D p)^-1 else shares r j) 1.
Proof.
move=> D0 s r; rewrite /ndcg_loss /ndcg_score; case: eqP => N0; last by rewrite shares_sum addrC.
rewrite -mulr_suml /discounts sumrN (sum_places s D) mulNr mulfV //; ring.
Qed.

(** Sorting decodes, for any weights p on the observations: ndcg.inference. *)
Theorem ndcg_sorting (Y : finType) (L' : 'S_m -> Y -> R) (U : Y -> 'I_m -> R) c (p : Y -> R) s :
  decomposition L' discounts U c ->
  (forall a b : 'I_m, (a <= b)%N -> D b <= D a) ->
  (forall i j, \sum_y p y * U y j < \sum_y p y * U y i -> (s i < s j)%N) ->
  optimal L' p s.
Proof.
move=> dec DD sorted s'; pose v j := \sum_y p y * U y j.
have E u : risk L' p u = - (\sum_j D (u j) * v j) + c * \sum_y p y.
  rewrite /risk; under eq_bigr do rewrite dec mulrDr mulr_sumr.
  rewrite big_split /= exchange_big -[X in _ + X]mulr_suml [X in _ + X]mulrC /=; congr (_ + _).
  rewrite -sumrN; apply: eq_bigr => j _; rewrite mulr_sumr -sumrN; apply: eq_bigr => y _.
  by rewrite /discounts mulNr mulrN mulrCA.
by rewrite !E ler_add2r ler_opp2; apply: rearrangement DD sorted.
Qed.

Section Signs.
Hypotheses (G0 : forall t, 0 <= G t) (D0 : forall p, 0 <= D p).
Hypothesis falls : forall p q : 'I_m, (p <= q)%N -> D q <= D p.
Variables (low top : T) (first : 'I_m).
Hypothesis range : forall t, G low <= G t <= G top.
Hypothesis is_first : val first = 0%N.

Lemma gained_ge0 s r : 0 <= gained G D s r.
Proof. by apply: sumr_ge0 => j _; rewrite mulr_ge0. Qed.
Lemma ideal_ge0 r : 0 <= N r.
Proof. exact: bigmax_ge0. Qed.

Let D1 p : D p <= D first. Proof. by apply: falls; rewrite is_first. Qed.
Let rest := \sum_(p | p != first) D p.
Let rest0 : 0 <= rest. Proof. by apply: sumr_ge0. Qed.
Lemma total : \sum_p D p = D first + rest. Proof. by rewrite (bigD1 first). Qed.

(** N(r) >= D_1 G(r_j) + G(1) sum_(p >= 2) D_p *)
Lemma ideal_ge r j : D first * G (r j) + G low * rest <= N r.
Proof.
have [s sj] := one_place j first; apply: le_trans (gained_le s r).
rewrite /gained (bigD1 j) //= sj [G (r j) * _]mulrC ler_add2l.
rewrite (_ : rest = \sum_(i | i != j) D (s i)).
  rewrite mulr_sumr; apply: ler_sum => i _; rewrite ler_wpmul2r //.
  by case/andP: (range (r i)).
rewrite /rest (reindex_inj (@perm_inj _ s)); apply: eq_bigl => i.
by rewrite -sj (inj_eq perm_inj).
Qed.

(** One item of the highest grade among items of the lowest. *)
Definition single j : {ffun 'I_m -> T} := [ffun i => if i == j then top else low].

Lemma gained_single s j : gained G D s (single j) = G low * (\sum_p D p) + (G top - G low) * D (s j).
Proof.
rewrite -(sum_places s D) mulr_sumr /gained (bigD1 j) //= [in RHS](bigD1 j) //= ffunE eqxx.
rewrite [X in _ + X = _](eq_bigr (fun i => G low * D (s i))) => [|i /negbTE ij]; last by rewrite ffunE ij.
by rewrite mulrBl [RHS]addrAC [in RHS]addrCA subrr addr0.
Qed.

Lemma ideal_single j : N (single j) = D first * G top + G low * rest.
Proof.
have e s : gained G D s (single j) = G low * (\sum_p D p) + (G top - G low) * D (s j) := gained_single s j.
apply/eqP; rewrite eq_le; apply/andP; split; last by have := ideal_ge (single j) j; rewrite ffunE eqxx.
apply: bigmax_le => [|s]; first by rewrite addr_ge0 ?mulr_ge0.
rewrite e total -subr_ge0 (_ : _ - _ = (G top - G low) * (D first - D (s j))); last by ring.
by rewrite mulr_ge0 // subr_ge0 //; case/andP: (range low).
Qed.

(** Largest share. *)
Lemma shares_ge0 r j : 0 <= shares r j.
Proof. by rewrite divr_ge0 ?ideal_ge0. Qed.

Lemma shares_le r j : 0 < D first -> shares r j <= G top / (D first * G top + G low * rest).
Proof.
move=> Df; have gt := (andP (range (r j))).2; have gl := (andP (range low)).2.
have [z|gp] := eqVneq (G (r j)) 0.
  by rewrite /gain_shares z mul0r divr_ge0 // addr_ge0 ?mulr_ge0 // ltW.
have g0 : 0 < G (r j) by rewrite lt_neqAle eq_sym gp G0.
have N0 : 0 < D first * G (r j) + G low * rest by rewrite ltr_paddr ?mulr_ge0 ?mulr_gt0.
have M0 : 0 < D first * G top + G low * rest.
  by rewrite ltr_paddr ?mulr_ge0 ?mulr_gt0 // (lt_le_trans g0).
apply: (@le_trans _ _ (G (r j) / (D first * G (r j) + G low * rest))).
  by rewrite ler_wpmul2l // lef_pinv ?posrE ?ideal_ge // (lt_le_trans N0 (ideal_ge r j)).
rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr // -subr_ge0.
rewrite (_ : _ - _ = (G top - G (r j)) * (G low * rest)); last by ring.
by rewrite !mulr_ge0 // subr_ge0.
Qed.

Lemma largest_share_le : 0 < D first -> G top / (D first * G top + G low * rest) <= (D first)^-1.
Proof.
move=> Df; have gl := (andP (range low)).2.
have [->|g0] := eqVneq (G top) 0; first by rewrite mul0r invr_ge0 ltW.
have gp : 0 < G top by rewrite lt_neqAle eq_sym g0 G0.
rewrite ler_pdivr_mulr ?ltr_paddr ?mulr_ge0 ?mulr_gt0 // mulrDr mulKf ?gt_eqF //.
by rewrite ler_addl mulr_ge0 ?invr_ge0 ?mulr_ge0 // ltW.
Qed.

(** ndcg.norms.repaired *)
Theorem ndcg_row (Y : finType) : largest_row discounts (\sum_p D p ^+ 2).
Proof.
have e s : sqnorm (discounts s) = \sum_p D p ^+ 2.
  rewrite -(sum_places s (fun p => D p ^+ 2)); apply: eq_bigr => j _; exact: sqrrN.
by split=> [s|]; [rewrite e|exists 1%g; rewrite e].
Qed.

Theorem ndcg_entry : 0 < D first -> 0 < G top ->
  largest_entry (fun r : {r | graded G D r} => shares (val r)) (G top / (D first * G top + G low * rest)).
Proof.
move=> Df Gt; split=> [r j|]; first by rewrite ger0_norm ?shares_ge0 ?shares_le.
have N0 : 0 < D first * G top + G low * rest by rewrite ltr_paddr ?mulr_ge0 ?mulr_gt0.
have ok : graded G D (single first) by rewrite /graded ideal_single gt_eqF.
exists (exist _ (single first) ok), first; rewrite /= ger0_norm ?shares_ge0 //.
by rewrite /gain_shares ideal_single ffunE eqxx.
Qed.

Theorem ndcg_constant : 0 < D first -> 0 < G top ->
  exists2 a, constant_squared discounts (fun r : {r | graded G D r} => shares (val r)) a &
    a <= m%:R * (\sum_p D p ^+ 2) / D first ^+ 2.
Proof.
move=> Df Gt; eexists; first by exists (\sum_p D p ^+ 2), (G top / (D first * G top + G low * rest));
  split; [exact: (ndcg_row [finType of 'I_m])|exact: ndcg_entry|by []].
have S0 : 0 <= m%:R * \sum_p D p ^+ 2 by rewrite mulr_ge0 ?ler0n ?sumr_ge0 // => p _; rewrite sqr_ge0.
rewrite -exprVn; apply: ler_wpmul2l => //; rewrite ler_sqr ?nnegrE ?invr_ge0 ?largest_share_le //.
by rewrite divr_ge0 // addr_ge0 ?mulr_ge0 // ltW.
Qed.

End Signs.
End Ndcg.

(** From here on the items are numbered from ord0, and so are the positions. *)
Section Dimension.
Variables (R : realFieldType) (n : nat) (T : finType) (G : T -> R) (D : 'I_n.+1 -> R).
Notation m := n.+1.
Hypotheses (G0 : forall t, 0 <= G t) (D0 : forall p, 0 <= D p).
Hypothesis falls : forall p q : 'I_m, (p <= q)%N -> D q <= D p.
Variables (low top : T).
Hypothesis range : forall t, G low <= G t <= G top.
Notation N := (ideal G D).

(** Any set of observations w(y) among which are all graded ones; e is the value of 0/0. *)
Variables (Y : finType) (w : Y -> {ffun 'I_m -> T}) (e : R) (L : 'S_m -> Y -> R).
Hypothesis LE : forall s y, L s y = ndcg_loss G D e s (w y).
Hypothesis all_graded : forall r, graded G D r -> {y | w y = r}.

Lemma ndcg_form s y : L s y =
  \sum_(k < n) discounts D s (lift ord0 k) * (gain_shares G D (w y) (lift ord0 k) - gain_shares G D (w y) ord0) +
  (if N (w y) == 0 then 1 - e else 1 - gain_shares G D (w y) ord0 * \sum_p D p).
Proof.
rewrite LE /ndcg_loss /ndcg_score.
under [X in _ = X + _]eq_bigr do rewrite mulrBr.
rewrite sumrB -mulr_suml.
have -> : \sum_(k < n) discounts D s (lift ord0 k) = - (\sum_p D p) + D (s ord0).
  by rewrite -(sum_places s D) big_ord_recl opprD addrAC addNr add0r sumrN.
have S : \sum_(k < n) discounts D s (lift ord0 k) * gain_shares G D (w y) (lift ord0 k) =
    - (gained G D s (w y) / N (w y)) + D (s ord0) * gain_shares G D (w y) ord0.
  by rewrite -shares_sum big_ord_recl /discounts mulNr addrAC addNr add0r.
rewrite S; case: eqP => [N0|_]; first by rewrite /gain_shares N0 invr0 !mulr0 !(oppr0, addr0, add0r).
set g := _ / _; set a := gain_shares _ _ _ _; set d := \sum_p D p; ring.
Qed.

Lemma ndcg_rank_le : (difference_rank L <= n)%N.
Proof. exact: (difference_rank_form ndcg_form). Qed.

(** Relabelling the items exchanges any two orders. *)
Definition relabelled (t : 'S_m) (r : {ffun 'I_m -> T}) : {ffun 'I_m -> T} := [ffun j => r (t j)].

Lemma gained_relabelled s t r : gained G D (t * s)%g (relabelled t r) = gained G D s r.
Proof.
rewrite /gained [RHS](reindex_inj (@perm_inj _ t)).
by apply: eq_bigr => j _; rewrite ffunE permM.
Qed.

Lemma ideal_relabelled t r : N (relabelled t r) = N r.
Proof.
apply/eqP; rewrite eq_le; apply/andP; split; apply: bigmax_le => [|s]; try exact: bigmax_ge0.
- have -> : s = (t * (t^-1 * s))%g by rewrite mulKVg.
  by rewrite gained_relabelled; exact: gained_le.
- rewrite -(gained_relabelled s t); exact: gained_le.
Qed.

Lemma ndcg_relabelled s t r : ndcg_loss G D e (t * s)%g (relabelled t r) = ndcg_loss G D e s r.
Proof. by rewrite /ndcg_loss /ndcg_score ideal_relabelled gained_relabelled. Qed.

Section Steep.
Hypotheses (Gl : G low < G top) (Dl : D ord_max < D ord0).

Let Gtop : 0 < G top. Proof. exact: le_lt_trans (G0 low) Gl. Qed.
Let D1 : 0 < D ord0. Proof. exact: le_lt_trans (D0 _) Dl. Qed.
Let N1 := D ord0 * G top + G low * \sum_(p | p != ord0) D p.
Let N1_gt0 : 0 < N1. Proof. by rewrite ltr_paddr ?mulr_gt0 ?mulr_ge0 ?sumr_ge0. Qed.
Let N1E j : N (single low top j) = N1. Proof. exact: ideal_single. Qed.
Lemma single_graded j : graded G D (single low top j).
Proof. by rewrite /graded N1E gt_eqF. Qed.
Definition at_single j : Y := sval (all_graded (single_graded j)).
Let wE j : w (at_single j) = single low top j. Proof. exact: svalP (all_graded _). Qed.

Let loss_single s j :
  L s (at_single j) = 1 - (G low * (\sum_p D p) + (G top - G low) * D (s j)) / N1.
Proof. by rewrite LE wE /ndcg_loss /ndcg_score N1E gt_eqF // gained_single. Qed.

Lemma ndcg_rank_ge : (n <= difference_rank L)%N.
Proof.
rewrite -[X in (X <= _)%N](card_ord n).
apply: (difference_rank_observations (b := fun j => at_single (lift ord0 j))) => x h i.
have i0 : lift ord0 i != ord0 by rewrite eq_sym neq_lift.
have ends : ord0 != ord_max :> 'I_m by apply: contraTneq Dl => <-; rewrite ltxx.
have [s si s0] := two_places i0 ends.
have := h s (tperm (lift ord0 i) ord0 * s)%g.
rewrite (bigD1 i) //= big1 => [|j ji]; last first.
  by rewrite !loss_single permM tpermD ?subrr ?mulr0 ?neq_lift // eq_sym (inj_eq lift_inj).
rewrite addr0 !loss_single permM tpermL si s0 => /eqP; rewrite mulf_eq0 => /orP[/eqP //|].
rewrite [X in X == 0](_ : _ = (G top - G low) * (D ord_max - D ord0) / N1).
  by rewrite !mulf_eq0 invr_eq0 (gt_eqF N1_gt0) orbF !subr_eq0 (gt_eqF Gl) (lt_eqF Dl).
set d := \sum_p D p; set q := N1^-1; ring.
Qed.

Theorem ndcg_rank : difference_rank L = n.
Proof. by apply/eqP; rewrite eqn_leq ndcg_rank_le ndcg_rank_ge. Qed.

(** One item of the highest grade, evenly, less all of it. *)
Let everything : {ffun 'I_m -> T} := [ffun=> top].
Let gained_everything s : gained G D s everything = G top * \sum_p D p.
Proof. by rewrite -(sum_places s) mulr_sumr; apply: eq_bigr => j _; rewrite ffunE. Qed.
Let total_gt0 : 0 < \sum_p D p.
Proof. by rewrite (bigD1 ord0) //= ltr_spaddl ?sumr_ge0. Qed.
Let everything_graded : graded G D everything.
Proof.
rewrite /graded gt_eqF // (lt_le_trans _ (gained_le _ _ 1%g _)) //.
by rewrite gained_everything mulr_gt0.
Qed.
Let at_everything : Y := sval (all_graded everything_graded).
Let loss_everything s : L s at_everything = 0.
Proof.
rewrite LE (svalP (all_graded everything_graded)) /ndcg_loss /ndcg_score (negbTE everything_graded).
have -> : N everything = G top * \sum_p D p.
  apply/eqP; rewrite eq_le -{2}(gained_everything 1%g) gained_le andbT.
  by apply: bigmax_le => [|u]; rewrite ?gained_everything // mulr_ge0 ?sumr_ge0.
by rewrite gained_everything mulfV ?subrr // mulf_neq0 ?gt_eqF.
Qed.

Theorem ndcg_affine : affine_dimension L m.
Proof.
have m0 : m%:R != 0 :> R by rewrite pnatr_eq0.
pose u y : R := \sum_(j < m) (y == at_single j)%:R / m%:R - (y == at_everything)%:R.
pose K := 1 - (G low * (\sum_p D p) + (G top - G low) / m%:R * (\sum_p D p)) / N1.
apply: (affine_dimensionS (u := u) (k := K)); last exact: ndcg_rank.
- by apply/card_gt0P; exists 1%g.
- rewrite sumrB pick1 exchange_big /=; under eq_bigr do rewrite -mulr_suml pick1 mul1r.
  by rewrite sumr_const card_ord -[_ *+ _]mulr_natl mulfV ?subrr.
- move=> s; under eq_bigr do rewrite mulrBr mulr_sumr.
  rewrite sumrB exchange_big /= [X in _ - X](_ : _ = 0); last first.
    under eq_bigr do rewrite mulrC; by rewrite (pick (L s)) loss_everything.
  rewrite subr0 (eq_bigr (fun j => (1 - G low * (\sum_p D p) / N1) / m%:R -
      (G top - G low) / m%:R / N1 * D (s j))) => [|j _]; last first.
    rewrite (eq_bigr (fun y => (y == at_single j)%:R * (L s y / m%:R))) => [|y _]; last by rewrite mulrCA mulrA.
    rewrite (pick (fun y => L s y / m%:R)) loss_single; set d := \sum_p D p; set q := N1^-1; ring.
  rewrite sumrB sumr_const card_ord -mulr_sumr (sum_places s D) -[_ *+ _]mulr_natl mulrCA mulfV //.
  rewrite /K; set d := \sum_p D p; set q := N1^-1; ring.
have -> : K = (G top - G low) * (m%:R * D ord0 - (\sum_p D p)) / m%:R / N1.
  have N0 : N1 != 0 by rewrite gt_eqF.
  apply: (mulIf N0); rewrite /K mulrBl mul1r !mulfVK // (bigD1 ord0) //= {1}/N1.
  set S := \sum_(_ | _) _; field; by rewrite -[1]/(1%:R) -natrD add1n.
rewrite !mulf_neq0 ?invr_neq0 ?subr_eq0 ?gt_eqF ?ltr0n //.
rewrite mulr_natl -[X in _ *+ X](card_ord m) -sumr_const [X in X < _](bigD1 ord_max) //=.
rewrite [X in _ < X](bigD1 ord_max) //= ltr_le_add //.
by apply: ler_sum => p _; exact: falls.
Qed.
End Steep.

(** The barycentre, where relabelling stays among the observations. *)
Theorem ndcg_barycentre : (0 < #|Y|)%N -> injective w ->
  (forall t y, {y' | w y' = relabelled t (w y)}) ->
  positive_equal_risk L (fun _ => #|Y|%:R^-1).
Proof.
move=> Y0 wI move; apply: uniform_equal_risk => // s s'.
pose t := (s' * s^-1)%g; exists (fun y => sval (move t y)) => [y y' h|y].
  apply: wI; apply/ffunP=> j; have := svalP (move t y); rewrite h (svalP (move t y')).
  by move/ffunP/(_ ((t^-1)%g j)); rewrite !ffunE permKV => ->.
rewrite !LE (svalP (move t y)) (_ : s' = (t * s)%g) ?ndcg_relabelled //.
by rewrite /t mulgKV.
Qed.
End Dimension.

(** Gains and discounts as lists. *)
Section Lists.
Variables (R : realFieldType) (n : nat) (f : 'I_n.+1 -> R).
Notation values := [seq f p | p <- enum 'I_n.+1].

Lemma sum_values (h : R -> R) : \sum_(d <- values) h d = \sum_p h (f p).
Proof. by rewrite big_map big_enum. Qed.
Lemma head_values : head 0 values = f ord0.
Proof. by rewrite enum_ordSl. Qed.
Lemma last_values : last 0 values = f ord_max.
Proof. by rewrite enum_ordSr map_rcons last_rcons. Qed.
Lemma size_values : size values = n.+1.
Proof. by rewrite size_map size_enum_ord. Qed.
Lemma sum_behead : \sum_(d <- behead values) d = \sum_(p | p != ord0) f p.
Proof.
apply: (addrI (f ord0)); rewrite [in RHS](_ : f ord0 + _ = \sum_p f p); last by rewrite [RHS](bigD1 ord0).
by rewrite -(sum_values id) enum_ordSl /= big_cons.
Qed.
End Lists.

Section Claims.
Variables (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R).
Hypotheses (G0 : nonnegative G) (Gg : growing G) (D0 : nonnegative D) (Df : falling D).
Let F (s : 'S_m.+1) j := - D (s j).
Let U (y : {y | graded G D y}) := gain_shares G D (val y).
Notation gains := [seq G t | t <- enum 'I_n.+1].
Notation discounts := [seq D p | p <- enum 'I_m.+1].

Let range t : G ord0 <= G t <= G ord_max.
Proof. by rewrite !Gg ?leq0n // -ltnS. Qed.

Lemma largest_shareE : last 0 gains / (head 0 discounts * last 0 gains +
    head 0 gains * \sum_(d <- behead discounts) d) =
  G ord_max / (D ord0 * G ord_max + G ord0 * \sum_(p | p != ord0) D p).
Proof. by rewrite !last_values !head_values sum_behead. Qed.

Theorem norms : 0 < G ord_max -> 0 < D ord0 ->
  let largest := last 0 gains / (head 0 discounts * last 0 gains +
    head 0 gains * \sum_(d <- behead discounts) d) in
  [/\ largest_row F (\sum_(d <- discounts) d ^+ 2), largest_entry U largest & largest <= (D ord0)^-1].
Proof.
move=> Gt D1 /=; rewrite largest_shareE (sum_values _ (fun d => d ^+ 2)); split.
- exact: ndcg_row [finType of 'I_1].
- exact: (ndcg_entry G0 D0 Df range).
- exact: (largest_share_le G0 D0 range).
Qed.

Theorem constant_bound : 0 < G ord_max -> 0 < D ord0 ->
  exists2 a, constant_squared F U a &
    a <= (size discounts)%:R * (\sum_(d <- discounts) d ^+ 2) / head 0 discounts ^+ 2.
Proof.
move=> Gt D1; rewrite size_values head_values (sum_values _ (fun d => d ^+ 2)).
exact: (ndcg_constant G0 D0 Df range).
Qed.

Theorem constant_printed : 1 <= G ord_max -> D ord0 = 1 ->
  exists2 a, constant_squared F U a &
    a <= (size discounts)%:R * (\sum_(d <- discounts) d ^+ 2) * last 0 gains ^+ 2.
Proof.
move=> Gt D1; have [||a ca le] := constant_bound.
- exact: lt_le_trans ltr01 Gt.
- by rewrite D1 ltr01.
exists a => //; apply: le_trans le _; rewrite head_values D1 expr1n divr1 last_values ler_pemulr //.
  by rewrite mulr_ge0 ?ler0n // sumr_ge0 // => d _; rewrite sqr_ge0.
by rewrite exprn_ege1.
Qed.

Theorem half : falling D -> 0 < D ord0 ->
  let L := restrict (P := graded G D) (ndcg_loss G D e) in
  let u := 1 / 2%:R / head 0 discounts in
  let U' (y : {y | graded G D y}) j := gain_shares G D (val y) j - u in
  let a := (size discounts)%:R * (\sum_(d <- discounts) d ^+ 2) / head 0 discounts ^+ 2 / 4%:R in
  [/\ decomposition (r := m.+1) L F U' (1 - u * \sum_p D p),
      constant_within (r := m.+1) F U' a & constant_at_most L a].
Proof.
move=> _ D1 /=; rewrite size_values head_values (sum_values _ (fun d => d ^+ 2)).
set u := 1 / 2%:R / D ord0; set a := _ / 4%:R.
have u0 : 0 < u by rewrite !divr_gt0 ?ltr01 ?ltr0n.
have two_u : u + u = (D ord0)^-1 by rewrite /u; field; rewrite gt_eqF // pnatr_eq0.
have dec : decomposition (r := m.+1) (restrict (P := graded G D) (ndcg_loss G D e)) F
    (fun (y : {y | graded G D y}) j => gain_shares G D (val y) j - u) (1 - u * \sum_p D p).
  move=> s y; rewrite ndcg_decomposition_drop.
  under [in RHS]eq_bigr do rewrite mulrBr.
  rewrite sumrB -[X in _ = _ - X + _]mulr_suml sumrN (sum_places s D).
  set S := \sum_j _; set T := \sum_j F s j * gain_shares G D (val y) j; set d := \sum_p D p; rewrite (_ : S = T) //; ring.
have within : constant_within (r := m.+1) F (fun (y : {y | graded G D y}) j => gain_shares G D (val y) j - u) a.
  exists (\sum_p D p ^+ 2), u; split.
  - by case: (ndcg_row D [finType of 'I_1]).
  - move=> y j; rewrite ler_distl subrr; apply/andP; split; first exact: shares_ge0.
    have [Gt|Gt] := ltrP 0 (G ord_max).
      rewrite two_u; apply: (@le_trans _ _ (G ord_max / (D ord0 * G ord_max + G ord0 * \sum_(p | p != ord0) D p))).
        exact: shares_le.
      exact: largest_share_le.
    rewrite /gain_shares; have -> : G (val y j) = 0.
      by apply/eqP; rewrite eq_le G0 andbT; apply: le_trans Gt; case/andP: (range (val y j)).
    by rewrite mul0r addr_ge0 ?ltW.
  by rewrite /a /u expr_div_n expr_div_n expr1n; set S := \sum_p _; rewrite -natrX -!mulrA mul1r [_^-1 * (D _ ^+ 2)^-1]mulrC.
by split=> //; exists m.+1, F, (fun (y : {y | graded G D y}) j => gain_shares G D (val y) j - u), (1 - u * \sum_p D p).
Qed.

(** The mean over all orders: sum G sum D <= m N. *)
Lemma ideal_mean (r : {ffun 'I_m.+1 -> 'I_n.+1}) : (\sum_j G (r j)) * (\sum_p D p) <= m.+1%:R * ideal G D r.
Proof.
pose X := \sum_(s : 'S_m.+1) D (s ord0); pose C : R := #|{: 'S_m.+1}|%:R.
have C0 : 0 < C by rewrite ltr0n; apply/card_gt0P; exists 1%g.
have same j : \sum_(s : 'S_m.+1) D (s j) = X.
  rewrite /X [RHS](reindex_inj (mulgI (tperm j ord0))); apply: eq_bigr => s _.
  by rewrite permM tpermR.
have XE : m.+1%:R * X = C * \sum_p D p.
  rewrite mulr_natl -[X in _ *+ X](card_ord m.+1) -sumr_const.
  rewrite [LHS](eq_bigr (fun j => \sum_(s : 'S_m.+1) D (s j))) => [|j _]; last exact: esym (same j).
  rewrite exchange_big /= [LHS](eq_bigr (fun=> \sum_p D p)) => [|s _]; last exact: sum_places.
  by rewrite sumr_const mulr_natl.
have le : (\sum_j G (r j)) * X <= C * ideal G D r.
  rewrite mulr_natl -sumr_const mulr_suml.
  rewrite (eq_bigr (fun j => \sum_(s : 'S_m.+1) G (r j) * D (s j))) => [|j _]; last by rewrite -mulr_sumr same.
  by rewrite exchange_big; apply: ler_sum => s _; exact: gained_le.
rewrite -(ler_pmul2l C0) mulrCA -XE mulrCA [C * (_ * _)]mulrCA ler_pmul2l ?ltr0n //.
Qed.

Lemma turned_bound : 0 < D ord0 ->
  constant_at_most (restrict (P := graded G D) (ndcg_loss G D e))
    ((size discounts)%:R ^+ 2 * (\sum_(d <- discounts) d ^+ 2) / (\sum_(d <- discounts) d) ^+ 2).
Proof.
move=> D1; rewrite size_values (sum_values _ (fun d => d ^+ 2)) (sum_values _ id).
have S0 : 0 < \sum_p D p by rewrite (bigD1 ord0) //= ltr_spaddl ?sumr_ge0.
rewrite (_ : _ / _ = (\sum_p D p ^+ 2) * (m.+1%:R / (\sum_p D p)) ^+ 2); last first.
  by rewrite expr_div_n mulrA [(\sum_p D p ^+ 2) * _]mulrC.
apply: (turned (@ndcg_decomposition_drop _ _ _ G D e)) => [s|[y ok]].
  by have [/(_ s)] := ndcg_row D [finType of 'I_1].
have N0 : 0 < ideal G D y by rewrite lt_neqAle eq_sym; apply/andP; split; [exact: ok|exact: bigmax_ge0].
rewrite (eq_bigr (fun j => G (y j) / ideal G D y)) => [|j _]; last by rewrite ger0_norm ?shares_ge0.
rewrite -mulr_suml ler_pdivr_mulr // mulrAC ler_pdivl_mulr //; exact: ideal_mean.
Qed.

Section Observed.
Hypotheses (Gl : G ord0 < G ord_max) (Dl : D ord_max < D ord0).
Let dropped r (ok : graded G D r) : {y : {y | graded G D y} | val y = r} :=
  exist _ (exist (fun y => graded G D y) r ok) erefl.
Let whole r (_ : graded G D r) : {y | y = r} := exist _ r erefl.
Notation L := (ndcg_loss G D e).

Let rank_dropped : difference_rank (restrict (P := graded G D) L) = m :=
  ndcg_rank G0 D0 Df range (fun _ _ => erefl) dropped Gl Dl.
Let rank_whole : difference_rank L = m := ndcg_rank G0 D0 Df range (fun _ _ => erefl) whole Gl Dl.

Lemma ranks : difference_rank (restrict (P := graded G D) L) = m /\ difference_rank L = m.
Proof. by split. Qed.

Theorem affdim : affine_dimension (restrict (P := graded G D) L) m.+1 /\ affine_dimension L m.+1.
Proof.
split; first exact: (ndcg_affine G0 D0 Df range (fun _ _ => erefl) dropped).
exact: (ndcg_affine G0 D0 Df range (fun _ _ => erefl) whole).
Qed.

Theorem optimal_repaired :
  [/\ positive_equal_risk (restrict (P := graded G D) L) (fun=> #|{: {y | graded G D y}}|%:R^-1),
      positive_equal_risk L (fun=> #|{: {ffun 'I_m.+1 -> 'I_n.+1}}|%:R^-1) &
      RA16 R -> calibration_dimension (restrict (P := graded G D) L) (m.+1 - 1) /\
        calibration_dimension L (m.+1 - 1)].
Proof.
have e1 : positive_equal_risk (restrict (P := graded G D) L) (fun=> #|{: {y | graded G D y}}|%:R^-1).
  apply: (ndcg_barycentre (w := val) (fun _ _ => erefl)).
  - apply/card_gt0P; have ok := single_graded G0 D0 Df range Gl Dl ord0; by exists (exist (fun y => graded G D y) _ ok).
  - exact: val_inj.
  - move=> t [y ok]; have ok' : graded G D (relabelled t y) by rewrite /graded ideal_relabelled.
    by exists (exist (fun y => graded G D y) _ ok').
have e2 : positive_equal_risk L (fun=> #|{: {ffun 'I_m.+1 -> 'I_n.+1}}|%:R^-1).
  apply: (ndcg_barycentre (w := id) (fun _ _ => erefl)) => // [|t y]; last by exists (relabelled t y).
  by apply/card_gt0P; exists [ffun=> ord0].
split=> // ra; rewrite subn1 /=; split.
  by have := equal_risk_dimension 1%g ra e1; rewrite rank_dropped.
by have := equal_risk_dimension 1%g ra e2; rewrite rank_whole.
Qed.
End Observed.
End Claims.

Theorem sharp (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R) :
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < D ord0 ->
  let discounts := [seq D p | p <- enum 'I_m.+1] in
  constant_at_most (restrict (P := graded G D) (ndcg_loss G D e))
    ((size discounts)%:R ^+ 2 * (\sum_(d <- discounts) d ^+ 2) / (\sum_(d <- discounts) d) ^+ 2).
Proof. by move=> G0 _ D0 _; exact: turned_bound. Qed.

Theorem decompositions (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R) (e : R) :
  let F (s : 'S_m) j := - 1 * D (s j) in let U := gain_shares G D in
  [/\ decomposition (restrict (P := graded G D) (ndcg_loss G D e)) F (fun y => U (val y)) 1,
      decomposition (ndcg_loss G D 0) F U 1 &
      \sum_p D p != 0 -> decomposition (ndcg_loss G D 1) F
        (fun y j => if ideal G D y == 0 then (\sum_p D p)^-1 else U y j) 1].
Proof.
split=> [s y|s y|D0 s y]; under eq_bigr do rewrite mulN1r.
- exact: ndcg_decomposition_drop.
- exact: ndcg_decomposition_zero.
- exact: ndcg_decomposition_one.
Qed.

Theorem inference (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R) (e : R)
    (p : {y | graded G D y} -> R) (s : 'S_m) : falling D ->
  let v j := \sum_y p y * gain_shares G D (val y) j in
  (forall i j, v j < v i -> (s i < s j)%N) ->
  optimal (restrict (P := graded G D) (ndcg_loss G D e)) p s.
Proof. by move=> Df v sorted; apply: ndcg_sorting Df sorted; exact: ndcg_decomposition_drop. Qed.

Theorem flat (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m.+1 -> R) (e : R) :
  (forall t, 0 < G t) -> nonnegative D -> falling D -> 0 < D ord0 ->
  [\/ m.+1 = 1%N, forall t t', G t = G t' | forall p q, D p = D q] ->
  (forall s r, ndcg_loss G D e s r = 0) /\ affine_dimension (ndcg_loss G D e) 0.
Proof.
move=> Gp D0 Df D1 const.
have same s s' r : gained G D s r = gained G D s' r.
  case: const => [[m0]|eqG|eqD].
  - by apply: eq_bigr => j _; congr (_ * D _); apply: val_inj; move: (s j) (s' j); rewrite m0 => a b; rewrite !ord1.
  - rewrite /gained; under eq_bigr do rewrite (eqG _ (r ord0)).
    under [RHS]eq_bigr do rewrite (eqG _ (r ord0)).
    by rewrite -!mulr_sumr !(sum_places _ D).
  - by apply: eq_bigr => j _; congr (_ * _).
have zero s r : ndcg_loss G D e s r = 0.
  have [t tE] := one_place (ord0 : 'I_m.+1) ord0.
  have gp : 0 < gained G D s r.
    rewrite (same s 1%g) /gained (bigD1 ord0) //= perm1 ltr_spaddl ?mulr_gt0 //.
    by apply: sumr_ge0 => j _; rewrite mulr_ge0 // ltW.
  have N : ideal G D r = gained G D s r.
    apply/eqP; rewrite eq_le gained_le andbT; apply: bigmax_le => [|u]; first exact: ltW.
    by rewrite (same u s).
  by rewrite /ndcg_loss /ndcg_score N gt_eqF // mulfV ?gt_eqF // subrr.
split=> //; split=> // ; exists 0; apply/eqP; rewrite mxrank_eq0; apply/eqP/matrixP=> i j.
by rewrite !mxE zero subrr.
Qed.

(** D_p = 2^(1 - p): ndcg.eru.repaired. *)
Section Halving.
Variables (R : realFieldType).
Lemma halving_sum m : \sum_(p < m) (2%:R ^- (p : nat)) ^+ 2 = 4%:R / 3%:R * (1 - 4%:R ^- m) :> R.
Proof.
elim: m => [|m IH]; first by rewrite big_ord0 expr0 invr1 subrr mulr0.
have e : (2%:R ^- m) ^+ 2 = 4%:R ^- m :> R.
  by rewrite -exprVn -exprM mulnC exprM exprVn -natrX exprVn.
by rewrite big_ord_recr /= IH e exprS invfM; set q := 4%:R ^- m; field.
Qed.

Theorem eru m n (G : 'I_n.+1 -> R) : nonnegative G -> growing G -> 0 < G ord_max ->
  let D (p : 'I_m.+1) : R := 2%:R ^- (p : nat) in
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  [/\ \sum_p D p ^+ 2 = 4%:R / 3%:R * (1 - 4%:R ^- m.+1), \sum_p D p ^+ 2 <= 4%:R / 3%:R &
      exists2 a, constant_squared F U a & a <= 4%:R / 3%:R * m.+1%:R].
Proof.
move=> G0 Gg Gt D F U; have sum : \sum_p D p ^+ 2 = 4%:R / 3%:R * (1 - 4%:R ^- m.+1) := halving_sum m.+1.
have le : \sum_p D p ^+ 2 <= 4%:R / 3%:R.
  by rewrite sum ler_pimulr ?divr_ge0 ?ler0n // ler_subl_addl ler_addr invr_ge0 exprn_ge0 ?ler0n.
have D0 : nonnegative D by move=> p; rewrite invr_ge0 exprn_ge0 ?ler0n.
have Df : falling D.
  move=> p q pq; rewrite /D lef_pinv ?posrE ?exprn_gt0 ?ltr0n // ler_eexpn2l ?ltr1n //.
have D1 : D ord0 = 1 by rewrite /D expr0 invr1.
split=> //; have D1' : 0 < D ord0 by rewrite D1 ltr01.
have [a ca al] := constant_bound G0 Gg D0 Df Gt D1'; exists a => //.
apply: le_trans al _; rewrite size_values head_values (sum_values _ (fun d => d ^+ 2)) D1 expr1n divr1.
by rewrite mulrC ler_wpmul2r ?ler0n.
Qed.
End Halving.
