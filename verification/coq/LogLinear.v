(** Conditional random fields: the log-linear surrogate, and what it is consistent for (Sec. 6). *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Statements Rank Comparison RealP MaxMarginLine MaxMarginConsistency Sets Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation ex := (Rtrigo_def.exp : reals -> reals).
Notation ln := (Rpower.ln : reals -> reals).

Lemma ex_gt0 (x : reals) : 0 < ex x. Proof. by apply/RltP; exact: Exp_prop.exp_pos. Qed.
Lemma ex_ln (x : reals) : 0 < x -> ex (ln x) = x. Proof. by move=> /RltP; exact: Rpower.exp_ln. Qed.
Lemma ln_ex (x : reals) : ln (ex x) = x. Proof. exact: Rpower.ln_exp. Qed.
Lemma ln_mul (x y : reals) : 0 < x -> 0 < y -> ln (x * y) = ln x + ln y.
Proof. by move=> /RltP x0 /RltP y0; exact: Rpower.ln_mult. Qed.
Lemma ln_le (x : reals) : 0 < x -> ln x <= x - 1.
Proof.
move=> x0; rewrite ler_subr_addl -[X in _ <= X](ex_ln x0); apply/RleP; exact: Rpower.exp_ineq1_le.
Qed.

(** Square roots. *)
Lemma ln_mono (x y : reals) : 0 < x -> x <= y -> ln x <= ln y.
Proof.
move=> x0; rewrite le_eqVlt => /orP[/eqP->//|/RltP lt]; apply/ltW/RltP; apply: Rpower.ln_increasing => //; exact/RltP.
Qed.

Definition root (x : reals) : reals := power x (1 / 2%:R).
Lemma root_ge0 x : 0 <= root x. Proof. exact: power_ge0. Qed.
Lemma root_gt0 x : 0 < x -> 0 < root x. Proof. exact: power_gt0. Qed.
Lemma root0 : root 0 = 0. Proof. exact: power0. Qed.
Lemma rootK x : 0 <= x -> root x * root x = x.
Proof.
move=> x0; rewrite /root -powerD (_ : 1 / 2%:R + 1 / 2%:R = 1) ?power1 //.
by have two : 2%:R != 0 :> reals by [rewrite pnatr_eq0]; field.
Qed.
Lemma root_le1 x : 0 <= x -> x <= 1 -> root x <= 1.
Proof.
move=> x0 x1; rewrite leNgt; apply/negP => r1; have := ltr_pmul ler01 ler01 r1 r1.
by rewrite rootK // mulr1 ltNge x1.
Qed.

Lemma divergence_term (a b : reals) : 0 <= a -> 0 < b ->
  2%:R * a - 2%:R * (root a * root b) <= a * (ln a - ln b).
Proof.
move=> a0 b0; have [->|ne] := eqVneq a 0; first by rewrite root0 !mul0r !mulr0 subrr.
have a1 : 0 < a by rewrite lt_neqAle eq_sym ne.
have A0 := root_gt0 a1; have B0 := root_gt0 b0.
rewrite -{1 3 4}(rootK a0) -{2}(rootK (ltW b0)); move: (root a) (root b) A0 B0 => A B A0 B0.
have step : ln B - ln A <= B / A - 1.
  have -> : ln B = ln (B / A) + ln A by rewrite -ln_mul ?divr_gt0 // divfK ?gt_eqF.
  by rewrite addrK; apply: ln_le; rewrite divr_gt0.
rewrite !ln_mul //.
have -> : A * A * (ln A + ln A - (ln B + ln B)) = - (2%:R * (A * A) * (ln B - ln A)) by ring.
have -> : 2%:R * (A * A) - 2%:R * (A * B) = - (2%:R * (A * A) * (B / A - 1)) by field; rewrite gt_eqF.
by rewrite ler_opp2 ler_wpmul2l // !mulr_ge0 ?ler0n ?ltW.
Qed.

Section Model.
Variables (Y : finType) (p : Y -> reals).
Hypothesis dist : distribution p.
Let p0 y : 0 <= p y. Proof. exact: dist.1. Qed.
Implicit Types (v u : Y -> reals) (y : Y).
Notation mean v := (\sum_y p y * log_linear v y).
Notation whole v := (\sum_y ex (v y)).

Lemma whole_gt0 v : 0 < whole v.
Proof.
have [y _] := some_label dist; rewrite (bigD1 y) //= ltr_paddr ?ex_gt0 //.
by apply: sumr_ge0 => t _; exact/ltW/ex_gt0.
Qed.
Lemma softmax_gt0 v y : 0 < softmax v y.
Proof. exact: divr_gt0 (ex_gt0 _) (whole_gt0 v). Qed.
Lemma softmax_sum v : \sum_y softmax v y = 1.
Proof. by rewrite -mulr_suml mulfV // gt_eqF // whole_gt0. Qed.
Lemma log_linearE v y : log_linear v y = - ln (softmax v y).
Proof.
have e : v y = ln (softmax v y) + ln (whole v).
  by rewrite -ln_mul ?softmax_gt0 ?whole_gt0 // /softmax divfK ?ln_ex // gt_eqF // whole_gt0.
by rewrite /log_linear [in LHS]e opprD addrCA subrr addr0.
Qed.

Definition entropy : reals := - \sum_y p y * ln (p y).
Definition hellinger v : reals := \sum_y (root (p y) - root (softmax v y)) ^+ 2.

Lemma above_entropy v : entropy + hellinger v <= mean v.
Proof.
have -> : hellinger v = \sum_y (2%:R * p y - 2%:R * (root (p y) * root (softmax v y))).
  rewrite /hellinger (eq_bigr (fun y => p y + softmax v y - 2%:R * (root (p y) * root (softmax v y)))) => [|y _]; last first.
    by rewrite -[X in _ = X + _ - _](rootK (p0 y)) -[X in _ = _ + X - _](rootK (ltW (softmax_gt0 v y))); ring.
  rewrite [in LHS]sumrB [in RHS]sumrB; congr (_ - _).
  by rewrite big_split /= softmax_sum dist.2 -mulr_sumr dist.2 mulr1.
rewrite /entropy -sumrN -big_split; apply: ler_sum => y _ /=.
have := divergence_term (p0 y) (softmax_gt0 v y); rewrite mulrBr => h.
by rewrite log_linearE mulrN addrC ler_subl_addr [X in _ <= X]addrC.
Qed.

Lemma near_entropy (eta : reals) : 0 < eta -> exists u, mean u <= entropy + eta.
Proof.
move=> eta0; pose d : reals := eta / #|Y|.+1%:R; have d0 : 0 < d by rewrite divr_gt0 ?ltr0n.
pose u y := if p y == 0 then ln d else ln (p y).
have pu y : p y * u y = p y * ln (p y) by rewrite /u; case: eqP => // ->; rewrite !mul0r.
have small : whole u <= 1 + eta.
  apply: le_trans (_ : \sum_y (p y + d) <= _).
    apply: ler_sum => y _; rewrite /u; case: (eqVneq (p y) 0) => [->|ne]; first by rewrite ex_ln // add0r.
    by rewrite ex_ln ?ler_addl ?ltW // lt_neqAle eq_sym ne p0.
  rewrite big_split /= dist.2 ler_add2l sumr_const -mulr_natr /d mulrAC ler_pdivr_mulr ?ltr0n //.
  by rewrite ler_wpmul2l ?ler_nat // ltW.
exists u; rewrite /log_linear (eq_bigr (fun y => ln (whole u) * p y - p y * ln (p y))) => [|y _]; last first.
  by rewrite mulrBr pu [p y * ln _]mulrC.
rewrite sumrB -mulr_sumr dist.2 mulr1 addrC ler_add2l.
by apply: le_trans (ln_le (whole_gt0 u)) _; rewrite ler_subl_addl.
Qed.

Section Gap.
Variables (Z : finType) (L : Z -> Y -> reals).
Lemma hellinger_gap : exists2 e, 0 < e & forall v z, optimal L (softmax v) z -> ~ optimal L p z -> e <= hellinger v.
Proof.
pose Q z e := forall v, optimal L (softmax v) z -> ~ optimal L p z -> e <= hellinger v.
have [z e e' le q v opt bad|z|e e0 q] := @finite_floor reals Z Q; last by exists e => // v z; exact: q.
  by apply: le_trans le (q v opt bad).
have [ok|] := boolP [forall z', risk L p z <= risk L p z'].
  by exists 1; [exact: ltr01|move=> v _ []; apply/forallP].
rewrite negb_forall => /existsP[z']; rewrite -ltNge => less.
pose D y := L z y - L z' y; pose delta := \sum_y p y * D y; pose C := \sum_y D y ^+ 2.
have C0 : 0 <= C by apply: sumr_ge0 => y _; exact: sqr_ge0.
have riskD (w : Y -> reals) : risk L w z - risk L w z' = \sum_y w y * D y.
  by rewrite /risk -sumrB; apply: eq_bigr => y _; rewrite -mulrBr.
have delta0 : 0 < delta by rewrite /delta -riskD subr_gt0.
have C1 : 0 < 4%:R * C + 1 by rewrite ltr_paddl ?ltr01 // mulr_ge0 ?ler0n.
exists (delta ^+ 2 / (4%:R * C + 1)) => [|v opt _]; first by rewrite divr_gt0 ?exprn_gt0.
have h0 : 0 <= hellinger v by apply: sumr_ge0 => y _; exact: sqr_ge0.
rewrite ler_pdivr_mulr //; apply: le_trans (_ : hellinger v * (4%:R * C) <= _); last first.
  by rewrite ler_wpmul2l // ler_addl ler01.
pose s y := root (p y) - root (softmax v y); pose t y := root (p y) + root (softmax v y).
have up : delta <= \sum_y 1 * (s y * (t y * D y)).
  have q0 : \sum_y softmax v y * D y <= 0 by rewrite -riskD subr_le0; exact: opt.
  apply: le_trans (_ : delta - \sum_y softmax v y * D y <= _); first by rewrite ler_addl oppr_ge0.
  rewrite /delta -sumrB; apply: ler_sum => y _; rewrite mul1r -mulrBl mulrA.
  have -> : s y * t y = p y - softmax v y.
    by rewrite -[in RHS](rootK (p0 y)) -[in RHS](rootK (ltW (softmax_gt0 v y))) /s /t; ring.
  exact: lexx.
have sq : delta ^+ 2 <= (\sum_y 1 * (s y * (t y * D y))) ^+ 2 by rewrite ler_sqr ?nnegrE ?(le_trans (ltW delta0)) // ltW.
apply: le_trans sq _; apply: le_trans (@weighted_cauchy_schwarz _ Y (fun=> 1) s (fun y => t y * D y) (fun=> ler01)) _.
have -> : \sum_y 1 * s y ^+ 2 = hellinger v by apply: eq_bigr => y _; rewrite mul1r.
rewrite ler_wpmul2l // /C mulr_sumr; apply: ler_sum => y _; rewrite mul1r exprMn ler_wpmul2r ?sqr_ge0 //.
have one (w : Y -> reals) y' : (forall y, 0 <= w y) -> \sum_y w y = 1 -> w y' <= 1.
  by move=> w0 <-; rewrite (bigD1 y') //= ler_addl sumr_ge0.
have q0 y' : 0 <= softmax v y' by exact/ltW/softmax_gt0.
have t2 : t y <= 2%:R.
  by rewrite [2%:R](natrD _ 1 1); apply: ler_add; [exact: root_le1 (p0 y) (one p y p0 dist.2)|exact: root_le1 (q0 y) (one _ y q0 (softmax_sum v))].
have t0 : 0 <= t y by rewrite addr_ge0 ?root_ge0.
by rewrite (_ : 4%:R = 2%:R ^+ 2) ?ler_sqr ?nnegrE ?ler0n // -natrX.
Qed.
End Gap.
End Model.

Theorem least_risk : claim_x_surrogate_crf_least_risk.
Proof.
move=> Z Y L p dist; have [e e0 gap] := hellinger_gap dist L.
have e2 : 0 < e / 2%:R by rewrite divr_gt0 ?ltr0n.
have [u le] := near_entropy dist e2; exists u, (e / 2%:R) => // v z opt bad.
apply: le_trans (above_entropy dist v); have := ler_add le (lexx (e / 2%:R)) => /le_trans; apply.
rewrite -addrA ler_add2l (_ : e / 2%:R + e / 2%:R = e); first exact: gap opt bad.
by have two : 2%:R != 0 :> reals by [rewrite pnatr_eq0]; field.
Qed.

Lemma mode_optimal (Y : finType) (p : Y -> reals) (L : Y -> Y -> reals) (a : reals) c v z : distribution p ->
  0 <= a -> (forall z y, L z y = a * (z != y)%:R + c y) -> (forall y, v y <= v z) -> optimal L (softmax v) z.
Proof.
move=> dist a0 e top; have qd : distribution (softmax v).
  by split=> [y|]; [exact/ltW/(softmax_gt0 dist)|exact: softmax_sum dist _].
have r w : risk L (softmax v) w = a * (1 - softmax v w) + \sum_y softmax v y * c y.
  rewrite -(zero_one_risk w qd) /risk mulr_sumr -big_split /=; apply: eq_bigr => y _.
  by rewrite e mulrDr mulrCA.
move=> w; rewrite !r ler_add2r ler_wpmul2l // ler_add2l ler_opp2 ler_pmul2r ?invr_gt0 ?(whole_gt0 dist) //.
by apply/RleP; apply: exp_monotone; apply/RleP.
Qed.

(** What conditional random fields are consistent for (Sec. 6). *)
(** A distribution by weights. *)
Definition shares (Y : finType) (w : Y -> reals) (y : Y) : reals := w y / \sum_t w t.

Section Shares.
Variables (Y : finType) (w : Y -> reals) (z : Y).
Hypothesis w0 : forall y, 0 < w y.
Let s0 : 0 < \sum_t w t.
Proof. by rewrite (bigD1 z) //= ltr_paddr // sumr_ge0 // => y _; exact: ltW. Qed.
Lemma shares_gt0 y : 0 < shares w y. Proof. exact: divr_gt0. Qed.
Lemma shares_distribution : distribution (shares w).
Proof. by split=> [y|]; [exact/ltW/shares_gt0|rewrite -mulr_suml mulfV // gt_eqF]. Qed.
Lemma shares_le y y' : w y <= w y' -> shares w y <= shares w y'.
Proof. by move=> le; rewrite ler_pmul2r ?invr_gt0. Qed.

(** Where the CRF is consistent every mode of weights is optimal. *)
Lemma mode_of_shares (L : Y -> Y -> reals) : log_linear_consistent_at L id (mode id) (shares w) ->
  (forall y, w y <= w z) -> forall z', 0 <= \sum_y w y * (L z' y - L z y).
Proof.
move=> [u [e e0 gap]] top z'; have dist := shares_distribution.
suff opt : optimal L (shares w) z.
  have -> : \sum_y w y * (L z' y - L z y) = (\sum_t w t) * (risk L (shares w) z' - risk L (shares w) z).
    rewrite /risk -sumrB mulr_sumr; apply: eq_bigr => y _; rewrite /shares -mulrBr.
    by rewrite mulrA [_ * (_ / _)]mulrCA mulfV ?mulr1 // gt_eqF.
  by rewrite mulr_ge0 ?(ltW s0) // subr_ge0.
have [ok|] := boolP [forall z', risk L (shares w) z <= risk L (shares w) z']; first exact/forallP.
move/forallP => bad; exfalso.
have low : forall y, ln (shares w y) <= ln (shares w z).
  move=> y; apply: ln_mono; [exact: shares_gt0|exact: shares_le].
have := gap (fun y => ln (shares w y)) z low bad; apply/negP; rewrite -ltNge.
have soft y : softmax (fun y => ln (shares w y)) y = shares w y.
  rewrite /softmax ex_ln ?shares_gt0 //; under eq_bigr do rewrite ex_ln ?shares_gt0 //.
  by rewrite dist.2 divr1.
have -> : \sum_y shares w y * log_linear (fun y => ln (shares w y)) y = entropy (shares w).
  rewrite /entropy -sumrN; apply: eq_bigr => y _; by rewrite (log_linearE dist) soft mulrN.
apply: le_lt_trans (_ : _ <= \sum_y shares w y * log_linear u y) _; last by rewrite ltr_addl.
apply: le_trans (above_entropy dist u); rewrite ler_addl; apply: sumr_ge0 => y _; exact: sqr_ge0.
Qed.
End Shares.

Theorem crf_consistency : claim_surrogate_crf_consistency.
Proof.
move=> Y L; split=> [cons|[a [c [a0 e]]] p dist]; last first.
  have [u [g g0 le]] := least_risk L dist; exists u, g => // v z top bad.
  exact: le v z (mode_optimal dist a0 e top) bad.
have modes : forall (w : Y -> reals) z, (forall y, 0 < w y) -> (forall y, w y <= w z) ->
    forall z', 0 <= \sum_y w y * (L z' y - L z y).
  by move=> w z w0 top z'; apply: mode_of_shares => //; apply: cons; exact: shares_distribution z w0.
(* two modes have the same risk *)
have tie : forall (w : Y -> reals) z z', (forall y, 0 < w y) -> (forall y, w y <= w z) -> w z' = w z ->
    \sum_y w y * (L z' y - L z y) = 0.
  move=> w z z' w0 top ee; apply/eqP; rewrite eq_le modes // andbT -oppr_ge0 -sumrN.
  rewrite (eq_bigr (fun y => w y * (L z y - L z' y))) => [|y _]; last by rewrite -mulrN opprB.
  by apply: modes => // y; rewrite ee.
have total z z' : \sum_y (L z' y - L z y) = 0.
  have := @tie (fun=> 1) z z' (fun=> ltr01) (fun=> lexx _) erefl.
  by under eq_bigr do rewrite mul1r.
(* away from z and z' the rows agree *)
have column z z' y : z != y -> z' != y -> L z y = L z' y.
  move=> zy zy'; pose w t : reals := if t == y then 1 / 2%:R else 1.
  have half0 : 0 < 1 / 2%:R :> reals by rewrite divr_gt0 ?ltr01 ?ltr0n.
  have half1 : 1 / 2%:R <= 1 :> reals by rewrite ler_pdivr_mulr ?ltr0n // mul1r ler1n.
  have := @tie w z' z _ _ _; rewrite /w (negbTE zy) (negbTE zy').
  have -> : \sum_t (if t == y then 1 / 2%:R else 1) * (L z t - L z' t) = - (1 / 2%:R * (L z y - L z' y)).
    rewrite (eq_bigr (fun t => (L z t - L z' t) - 1 / 2%:R * ((t == y)%:R * (L z t - L z' t)))) => [|t _].
      by rewrite sumrB total sub0r -mulr_sumr pick.
    have two : 2%:R != 0 :> reals by rewrite pnatr_eq0.
    by case: eqP => _ /=; field.
  move=> h; apply/eqP; rewrite -subr_eq0.
  have /eqP : - (1 / 2%:R * (L z y - L z' y)) = 0.
    by apply: h => // t; case: ifP => // _; exact: ltr01.
  by rewrite oppr_eq0 mulf_eq0 gt_eqF.
(* what is lost by leaving the diagonal is the same everywhere, and not negative *)
have diagonal z y : z != y -> L y z - L z z = L z y - L y y.
  move=> zy; have := total z y; rewrite (bigD1 z) //= (bigD1 y) 1?eq_sym //= big1 => [|t /andP[tz ty]].
    by rewrite addr0 => /eqP; rewrite addr_eq0 opprB => /eqP.
  by rewrite (column z y t) ?subrr // eq_sym.
have [z0 _|none] := pickP (fun _ : Y => true); last by exists 0, (fun=> 0); split=> // z; have := none z.
have [z1 ne|one] := pickP (fun z => z != z0); last first.
  exists 0, (fun y => L y y); split=> // z y; rewrite mul0r add0r.
  by have := one z; have := one y => /negbFE/eqP-> /negbFE/eqP->.
have same z y : z != y -> L z y - L y y = L z1 z0 - L z0 z0.
  move=> zy; have [y0|yne] := eqVneq y z0; first by rewrite y0 (column z z1 z0) // -y0.
  have [z_0|zne] := eqVneq z z0; first by rewrite z_0 -diagonal 1?eq_sym // (column y z1 z0).
  rewrite (column z z0 y) // 1?eq_sym //; rewrite -diagonal 1?eq_sym //; by rewrite (column y z1 z0).
exists (L z1 z0 - L z0 z0), (fun y => L y y); split=> [|z y]; last first.
  by have [->|zy] := eqVneq z y; rewrite /= ?mulr0 ?add0r // mulr1 -(same z y zy) subrK.
pose w t : reals := if t == z0 then 2%:R else 1.
have two1 : 1 <= 2%:R :> reals by rewrite ler1n.
have := modes w z0 _ _ z1; rewrite /w eqxx.
rewrite (eq_bigr (fun t => (L z1 t - L z0 t) + (t == z0)%:R * (L z1 t - L z0 t))) => [|t _]; last first.
  by case: eqP => _; [rewrite mulr2n mulrDl|rewrite mul0r addr0]; rewrite mul1r.
rewrite big_split /= total add0r pick; apply=> t; case: ifP => _; by rewrite ?ltr0n ?ltr01.
Qed.

Theorem crf_zero_one : claim_surrogate_crf_ssvm__CRF.
Proof.
move=> Y p; apply: (crf_consistency (zero_one reals (T := Y))).2.
by exists 1, (fun=> 0); split=> [|z y]; rewrite ?ler01 // mul1r addr0.
Qed.

(** Unary scores: the surrogate is a sum over the labels. *)
Lemma ex_add (x y : reals) : ex (x + y) = ex x * ex y. Proof. exact: Exp_prop.exp_plus. Qed.

Lemma ex_sum (T : finType) (P : pred T) (f : T -> reals) : ex (\sum_(t | P t) f t) = \prod_t (if P t then ex (f t) else 1).
Proof.
rewrite big_mkcond; elim/big_rec2: _ => [|t x y _ <-]; first exact: Rtrigo_def.exp_0.
by rewrite ex_add; case: ifP => _; rewrite // [X in X * _](Rtrigo_def.exp_0 : ex 0 = 1).
Qed.

Lemma ln_prod (T : finType) (f : T -> reals) : (forall t, 0 < f t) -> ln (\prod_t f t) = \sum_t ln (f t).
Proof.
move=> f0; have [] : 0 < \prod_t f t /\ ln (\prod_t f t) = \sum_t ln (f t); last by [].
elim/big_rec2: _ => [|t x y _ [y0 <-]]; first by split; [exact: ltr01|exact: Rpower.ln_1].
by split; [exact: mulr_gt0|exact: ln_mul].
Qed.

Lemma log_linear_shift (Y : finType) (v : Y -> reals) (c : reals) y : 0 < \sum_t ex (v t) ->
  log_linear (fun t => v t - c) y = log_linear v y.
Proof.
move=> s0; rewrite /log_linear (eq_bigr (fun t => ex (v t) * ex (- c))) => [|t _]; last exact: ex_add.
by rewrite -mulr_suml ln_mul ?ex_gt0 // ln_ex opprB addrA [_ - c + c]addrAC addrK.
Qed.

Section Unary.
Variables (m : nat) (p : {set 'I_m} -> reals).
Hypotheses (m0 : (0 < m)%N) (dist : distribution p).
Let p0 y : 0 <= p y. Proof. exact: dist.1. Qed.
Definition scored (w : 'I_m -> reals) (y : {set 'I_m}) : reals := \sum_(j in y) w j.
Definition share j : reals := \sum_y p y * (j \in y)%:R.
Definition one_label j (b : bool) : reals := if b then share j else 1 - share j.
Definition one_score (t : reals) (b : bool) : reals := if b then t else 0.

Lemma one_label_distribution j : distribution (one_label j).
Proof.
split=> [b|]; last by rewrite big_bool /= addrCA subrr addr0.
have s0 : 0 <= share j by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?ler0n.
have s1 : share j <= 1.
  by rewrite -dist.2; apply: ler_sum => y _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l // lern1b.
by case: b; rewrite /= ?subr_ge0.
Qed.

Notation part j v := (\sum_b one_label j b * log_linear v b).
Lemma partE j t : part j (one_score t) = ln (ex t + 1) - share j * t.
Proof.
rewrite big_bool /= /log_linear big_bool /= (Rtrigo_def.exp_0 : ex 0 = 1).
by move: (ln _) (share j) => a b; ring.
Qed.

Lemma unary_parts w : \sum_y p y * log_linear (scored w) y = \sum_j part j (one_score (w j)).
Proof.
have whole : \sum_(y : {set 'I_m}) ex (scored w y) = \prod_j (ex (w j) + 1).
  by rewrite prod_subsets; apply: eq_bigr => y _; exact: ex_sum.
have pos j : 0 < ex (w j) + 1 by rewrite addr_gt0 ?ex_gt0 ?ltr01.
under [RHS]eq_bigr do rewrite partE; rewrite sumrB -(ln_prod pos) -whole.
rewrite /log_linear (eq_bigr (fun y => ln (\sum_(y : {set 'I_m}) ex (scored w y)) * p y - p y * scored w y)) => [|y _]; last first.
  by rewrite mulrBr [p y * ln _]mulrC.
rewrite sumrB -mulr_sumr dist.2 mulr1; congr (_ - _).
under [RHS]eq_bigr do rewrite /share mulr_suml; rewrite exchange_big; apply: eq_bigr => y _ /=.
rewrite /scored mulr_sumr big_mkcond; apply: eq_bigr => j _.
by case: (j \in y); rewrite /= ?mulr1 // mulr0 mul0r.
Qed.

Lemma flipped_score w y j : (forall y', scored w y' <= scored w y) -> forall b, one_score (w j) b <= one_score (w j) (j \in y).
Proof.
move=> top b; have := top (if j \in y then y :\ j else j |: y); rewrite /one_score /scored.
case: (boolP (j \in y)) => jy.
  rewrite [X in _ <= X](big_setD1 j) //= ler_addr; by case: b.
rewrite big_setU1 //= ger_addr; by case: b.
Qed.

Theorem unary : log_linear_consistent_at (hamming reals (m := m)) scored (mode scored) p.
Proof.
have bin j := one_label_distribution j.
pose Q (j : 'I_m) e := forall v z, optimal (zero_one reals (T := [finType of bool])) (softmax v) z ->
  ~ optimal (zero_one reals (T := [finType of bool])) (one_label j) z -> e <= hellinger (one_label j) v.
have [j e e' le q v z opt bad|j|e e0 q] := @finite_floor reals [finType of 'I_m] Q.
- by apply: le_trans le (q v z opt bad).
- by have [e e0 gap] := hellinger_gap (bin j) (zero_one reals (T := [finType of bool])); exists e.
pose eta := e / 2%:R / m.+1%:R; have eta0 : 0 < eta by rewrite !divr_gt0 ?ltr0n.
have near j : exists t, part j (one_score t) <= entropy (one_label j) + eta.
  have [u le] := near_entropy (bin j) eta0; exists (u true - u false); apply: le_trans le.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => b _; congr (_ * _).
  rewrite -(@log_linear_shift _ u (u false)) ?(whole_gt0 (bin j)) //.
  by rewrite /log_linear !big_bool /= subrr; case: b; rewrite //= ?subrr.
have [u near_u] := fin_all_exists near.
exists u, (e / 2%:R); first by rewrite divr_gt0 ?ltr0n.
move=> w y top bad; rewrite !unary_parts.
have [j wrong] : exists j, ~ optimal (zero_one reals (T := [finType of bool])) (one_label j) (j \in y).
  have [j /negP jw|all] := pickP (fun j : 'I_m => ~~ (one_label j (j \notin y) <= one_label j (j \in y))).
    exists j => /(_ (j \notin y)); by rewrite !zero_one_risk // ler_add2l ler_opp2.
  case: bad; apply/hamming_decoding => // j; have := all j => /negbFE; rewrite /one_label.
  have e2 : \sum_t p t * sign_of reals t j = share j - (1 - share j).
    rewrite (eq_bigr (fun t => 2%:R * (p t * (j \in t)%:R) - p t)) => [|t _]; last by rewrite sign_bit; ring.
    by rewrite sumrB -mulr_sumr -/(share j) dist.2; move: (share j) => a; ring.
  rewrite -[X in 0 <= _ * X]/(\sum_t p t * sign_of reals t j) e2.
  rewrite /sign_of; case: (j \in y) => /= le; first by rewrite mul1r subr_ge0.
  by rewrite mulN1r opprB subr_ge0.
have opt_j : optimal (zero_one reals (T := [finType of bool])) (softmax (one_score (w j))) (j \in y).
  apply: (mode_optimal (c := fun=> 0) (bin j) (@ler01 _)); last exact: flipped_score.
  by move=> z b; rewrite mul1r addr0.
have lower k : entropy (one_label k) + (if k == j then e else 0) <= part k (one_score (w k)).
  apply: le_trans (above_entropy (bin k) _); rewrite ler_add2l; case: eqP => [->|_]; first exact: q opt_j wrong.
  by apply: sumr_ge0 => b _; exact: sqr_ge0.
apply: le_trans (_ : \sum_k (entropy (one_label k) + eta) + e / 2%:R <= _); first by rewrite ler_add2r ler_sum.
apply: le_trans (_ : \sum_k (entropy (one_label k) + (if k == j then e else 0)) <= _); last exact: ler_sum.
rewrite !big_split /= -addrA ler_add2l -big_mkcond big_pred1_eq sumr_const card_ord.
have two : 2%:R != 0 :> reals by rewrite pnatr_eq0.
have e2 : e = e / 2%:R + e / 2%:R by field.
rewrite [X in _ <= X]e2 ler_add2r -[eta *+ m]mulr_natr.
rewrite /eta mulrAC ler_pdivr_mulr ?ltr0n // ler_wpmul2l ?ler_nat // divr_ge0 ?ler0n // ltW //.
Qed.
End Unary.

Theorem unary_hamming : claim_x_surrogate_crf_unary_hamming.
Proof. by move=> m p m0 dist; exact: unary. Qed.
