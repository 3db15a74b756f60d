(** The log-linear surrogate: its infimum, and what is lost where the model is not the distribution (Sec. 6). *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Statements Rank Comparison RealP MaxMarginLine MaxMarginConsistency.
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
