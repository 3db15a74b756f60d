(** The comparison inequality of the quadratic surrogate, and low noise (Sec. 2.1 and 3.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Inequalities.
Variable R : realFieldType.

(** Cauchy-Schwarz with weights, by Lagrange's identity. *)
Lemma weighted_cauchy_schwarz (T : finType) (w u v : T -> R) : (forall t, 0 <= w t) ->
  (\sum_t w t * (u t * v t)) ^+ 2 <= (\sum_t w t * u t ^+ 2) * (\sum_t w t * v t ^+ 2).
Proof.
move=> w0; set B := \sum_t w t * (u t * v t); set A := \sum_t w t * u t ^+ 2; set C := \sum_t _.
have lagrange : \sum_s \sum_t w s * w t * (u s * v t - u t * v s) ^+ 2 = (A * C - B ^+ 2) *+ 2.
  have -> : (A * C - B ^+ 2) *+ 2 = A * C - (B * B) *+ 2 + C * A by ring.
  rewrite !big_distrlr /= -sumrMnl -sumrB -big_split; apply: eq_bigr => s _ /=.
  by rewrite -sumrMnl -sumrB -big_split; apply: eq_bigr => t _ /=; ring.
rewrite -subr_ge0 -(pmulrn_lge0 _ (ltn0Sn 1)) -lagrange.
by apply: sumr_ge0 => s _; apply: sumr_ge0 => t _; rewrite mulr_ge0 ?sqr_ge0 ?mulr_ge0.
Qed.

Lemma cauchy_schwarz r (u v : 'I_r -> R) : dot u v ^+ 2 <= sqnorm u * sqnorm v.
Proof.
have := @weighted_cauchy_schwarz [finType of 'I_r] (fun=> 1) u v (fun=> ler01).
by rewrite !(eq_bigr _ (fun _ _ => mul1r _)).
Qed.

Lemma sqnorm_ge0 r (u : 'I_r -> R) : 0 <= sqnorm u.
Proof. by apply: sumr_ge0 => k _; exact: sqr_ge0. Qed.

(** |u - v|^2 <= 2 |u|^2 + 2 |v|^2. *)
Lemma parallelogram r (u v : 'I_r -> R) :
  sqnorm (fun k => u k - v k) <= (sqnorm u + sqnorm v) *+ 2.
Proof.
rewrite -subr_ge0 (_ : _ - _ = sqnorm (fun k => u k + v k)) ?sqnorm_ge0 //.
rewrite /sqnorm -big_split -sumrMnl -sumrB; apply: eq_bigr => k _ /=; ring.
Qed.
End Inequalities.

Section Comparison.
Variables (R : realFieldType) (p : problem R).
Implicit Type x : inputs p.
Notation E := (excess_risk p).
Notation S := (surrogate_excess p).
Notation P := (error_probability p).
(** B bounds |F_z|^2; the claims take the largest of them. *)
Variable B : R.
Hypothesis FB : forall z : predictions p, sqnorm (F z) <= B.

Let w0 x : 0 <= weight x. Proof. by case: (weight_distribution p). Qed.
Let w1 : \sum_(x : inputs p) weight x = 1. Proof. by case: (weight_distribution p). Qed.
Let pi1 x : \sum_y conditional x y = 1. Proof. by case: (conditional_distribution x). Qed.

(** self.bayes-linear: l(z, x) = F_z . g*(x) + c. *)
Lemma bayes_linear z x : l z x = dot (F z) (gstar x) + shift p.
Proof.
rewrite /l /risk; under eq_bigr do rewrite decomposed mulrDr.
rewrite big_split /= -mulr_suml pi1 mul1r; congr (_ + _).
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => k _ /=.
by rewrite mulr_sumr; apply: eq_bigr => y _; rewrite mulrCA.
Qed.

(** W(v, x) - W(g*(x), x) = |v - g*(x)|^2. *)
Lemma mean_minimises v x :
  surrogate v x - surrogate (gstar x) x = sqnorm (fun k => v k - gstar x k).
Proof.
rewrite /surrogate -sumrB; under eq_bigr do rewrite -mulrBr -sumrB mulr_sumr.
rewrite exchange_big; apply: eq_bigr => k _ /=.
rewrite (eq_bigr (fun y => conditional x y * (v k ^+ 2 - gstar x k ^+ 2) +
  (conditional x y * U y k) * (- (v k - gstar x k) *+ 2))) => [|y _]; last by ring.
rewrite big_split /= -!mulr_suml pi1 -/(gstar x k); ring.
Qed.

Definition D x : R := l (decoded x) x - l (best x) x.

Lemma D_ge0 x : 0 <= D x.
Proof. by rewrite subr_ge0; exact: best_optimal. Qed.

Lemma D_le x : D x ^+ 2 <= 4%:R * B * sqnorm (fun k => scores x k - gstar x k).
Proof.
pose d k := F (decoded x) k - F (best x) k.
have le : D x <= dot d (fun k => gstar x k - scores x k).
  rewrite /D !bayes_linear -subr_ge0.
  rewrite (_ : dot d _ - _ = dot (F (best x)) (scores x) - dot (F (decoded x)) (scores x)).
    by rewrite subr_ge0 decodes.
  rewrite (_ : _ + _ - _ = dot (F (decoded x)) (gstar x) - dot (F (best x)) (gstar x)); last ring.
  rewrite /dot -!sumrB; apply: eq_bigr => k _ /=; rewrite /d; ring.
have sq : D x ^+ 2 <= dot d (fun k => gstar x k - scores x k) ^+ 2.
  by rewrite ler_sqr ?nnegrE ?D_ge0 // (le_trans (D_ge0 x)).
apply: le_trans sq (le_trans (cauchy_schwarz _ _) _).
rewrite (_ : sqnorm (fun k => gstar x k - _) = sqnorm (fun k => scores x k - gstar x k)); last first.
  by apply: eq_bigr => k _; rewrite -sqrrN opprB.
rewrite ler_wpmul2r ?sqnorm_ge0 // (le_trans (parallelogram _ _)) //.
rewrite (_ : 4%:R * B = (B + B) *+ 2); last ring.
by rewrite ler_muln2r ler_add ?orbT.
Qed.

(** E = E[D 1(X_f)], so E^2 <= P(X_f) E[D^2]. *)
Lemma excess_on_errors : E ^+ 2 <= P * (4%:R * B * S).
Proof.
have -> : E = \sum_x weight x * ((decoded x != best x)%:R * D x).
  apply: eq_bigr => x _; rewrite -/(D x).
  by case: eqP => [e|_] /=; rewrite ?mul1r // /D e subrr mul0r.
apply: le_trans (weighted_cauchy_schwarz _ _ w0) _.
rewrite (_ : \sum_x weight x * _ ^+ 2 = P); last first.
  by apply: eq_bigr => x _; congr (_ * _); case: (_ != _); rewrite ?expr1n ?expr0n.
apply: ler_wpmul2l; first by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n.
rewrite /S /mean mulr_sumr; apply: ler_sum => x _.
by rewrite [4%:R * B * _]mulrCA mean_minimises ler_wpmul2l // D_le.
Qed.

Lemma P_le1 : P <= 1.
Proof. by rewrite -w1; apply: ler_sum => x _; rewrite ler_pimulr // lern1 leq_b1. Qed.
Lemma P_ge0 : 0 <= P.
Proof. by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n. Qed.
Lemma E_ge0 : 0 <= E.
Proof. by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?D_ge0. Qed.
Lemma S_ge0 : 0 <= S.
Proof. by apply: sumr_ge0 => x _; rewrite mulr_ge0 // mean_minimises sqnorm_ge0. Qed.

(** qs.comparison in its squared form: 0 <= E and E^2 <= 4 c^2 R. *)
Theorem comparison : 0 <= E /\ E ^+ 2 <= 4%:R * B * S.
Proof.
split; first exact: E_ge0.
apply: le_trans excess_on_errors _; rewrite ler_pimull ?P_le1 //.
rewrite /S /mean mulr_sumr; apply: sumr_ge0 => x _; rewrite mean_minimises mulrCA.
by rewrite mulr_ge0 // (le_trans (sqr_ge0 (D x))) ?D_le.
Qed.

(** Low noise.  The exponent is a / b; d is the b-th root of the margin, so d^-a is gamma^-(a/b). *)
Section LowNoise.
Variables (gamma d : inputs p -> R) (a b : nat).
Hypothesis is_margin : margins gamma.
Hypotheses (a0 : (0 < a)%N) (b0 : (0 < b)%N).
Hypotheses (d0 : forall x, 0 < d x) (root : forall x, d x ^+ b = gamma x).
Notation M := (mean (fun x => d x ^- a)).

Lemma mean_inequality (u v : R) : 0 <= u -> 0 <= v ->
  u ^+ b * v ^+ a <= ((b%:R * u + a%:R * v) / (a + b)%:R) ^+ (a + b).
Proof.
move=> u0 v0; pose h (i : 'I_b + 'I_a) := if i is inl _ then u else v.
have h0 i : 0 <= h i by rewrite /h; case: i.
have := (leif_AGM (A := predT) (E := h) (fun i _ => h0 i)).1.
have -> : #|(predT : {pred 'I_b + 'I_a})| = (a + b)%N by rewrite cardT -cardE card_sum !card_ord addnC.
by rewrite big_sumType big_sumType /= !prodr_const !sumr_const !card_ord -[u *+ b]mulr_natl -[v *+ a]mulr_natl.
Qed.

Lemma D_ge_margin x : decoded x != best x -> gamma x <= D x.
Proof. by case: (is_margin x) => + _ => /[apply]. Qed.

Lemma gamma_gt0 x : 0 < gamma x.
Proof. by rewrite -root exprn_gt0. Qed.

Lemma M_ge0 : 0 <= M.
Proof. by apply: sumr_ge0 => x _; rewrite mulr_ge0 // invr_ge0 exprn_ge0 // ltW. Qed.

(** P(X_f) is 0 where all weights of errors are. *)
Lemma P_eq0 : (forall x, weight x * (decoded x != best x)%:R = 0) -> P = 0.
Proof. by move=> h; apply: big1 => x _. Qed.

(** noise.tsybakov.repaired: P(X_f)^(p+1) <= E[gamma^-p] E^p, for p = a/b, to the power b. *)
Theorem tsybakov : P ^+ (a + b) <= M ^+ b * E ^+ a.
Proof.
have [P0|P0] := eqVneq P 0.
  by rewrite P0 expr0n addn_eq0 eqn0Ngt a0 /= mulr_ge0 // exprn_ge0 ?M_ge0 ?E_ge0.
have w_eq0 (h : inputs p -> R) : (forall x, 0 <= h x) -> (forall x, decoded x != best x -> 0 < h x) ->
    \sum_x weight x * h x != 0.
  move=> h0 hgt; apply/eqP => sum0; case/eqP: P0; apply: P_eq0 => x.
  have z : weight x * h x = 0 := psumr_eq0P (fun x _ => mulr_ge0 (w0 x) (h0 x)) sum0 isT.
  case: eqP => [_|/eqP ne]; first by rewrite mulr0.
  by move/eqP: z; rewrite mulf_eq0 (gt_eqF (hgt x ne)) orbF => /eqP->; rewrite mul0r.
have da x : 0 < d x ^- a by rewrite invr_gt0 exprn_gt0.
have M0 : 0 < M by rewrite lt_neqAle M_ge0 andbT eq_sym w_eq0 // => x *; rewrite ?ltW.
have E0 : 0 < E.
  rewrite lt_neqAle E_ge0 andbT eq_sym w_eq0 //; first exact: D_ge0.
  by move=> x /D_ge_margin; apply: lt_le_trans; exact: gamma_gt0.
have Pgt0 : 0 < P by rewrite lt_neqAle P_ge0 andbT eq_sym.
rewrite leNgt; apply/negP => lt.
pose h x := (b%:R * (d x ^- a / M) + a%:R * (D x / E)) / (a + b)%:R.
have key x : decoded x != best x -> P^-1 < h x.
  move=> ne; have Dg := D_ge_margin ne; have D0 := lt_le_trans (gamma_gt0 x) Dg.
  have h0 : 0 <= h x by rewrite divr_ge0 ?addr_ge0 ?mulr_ge0 ?ler0n ?divr_ge0 ?invr_ge0 ?ltW ?exprn_gt0.
  rewrite -(ltr_pexpn2r (_ : 0 < a + b)%N) ?nnegrE ?invr_ge0 ?P_ge0 //; last by rewrite addn_gt0 a0.
  apply: lt_le_trans (mean_inequality _ _); [|by rewrite divr_ge0 // ltW..].
  rewrite exprVn !expr_div_n mulf_div.
  apply: (@lt_le_trans _ _ (M ^+ b * E ^+ a)^-1).
    by rewrite ltf_pinv ?posrE ?mulr_gt0 ?exprn_gt0.
  rewrite -[X in X <= _]mul1r ler_pmul2r ?invr_gt0 ?mulr_gt0 ?exprn_gt0 //.
  rewrite exprVn -exprM mulnC exprM root mulrC -expr_div_n exprn_ege1 //.
  by rewrite ler_pdivl_mulr ?gamma_gt0 // mul1r.
pose e x := (decoded x != best x)%:R : R.
have : \sum_x weight x * (e x * (h x - P^-1)) != 0.
  apply: w_eq0 => [x|x ne]; rewrite /e; last by rewrite ne mul1r subr_gt0 key.
  by case: (boolP (decoded x != best x)) => [/key|_]; rewrite ?mul0r // mul1r subr_ge0 => /ltW.
move/eqP; apply; apply/eqP; rewrite eq_le; apply/andP; split; last first.
  apply: sumr_ge0 => x _; rewrite mulr_ge0 // /e.
  by case: (boolP (decoded x != best x)) => [/key|_]; rewrite ?mul0r // mul1r subr_ge0 => /ltW.
have split x : weight x * (e x * (h x - P^-1)) =
    b%:R / (a + b)%:R / M * (weight x * (e x * d x ^- a)) +
    a%:R / (a + b)%:R / E * (weight x * (e x * D x)) - P^-1 * (weight x * e x).
  rewrite /h; ring.
rewrite (eq_bigr _ (fun x _ => split x)) sumrB big_split /= -!mulr_sumr.
rewrite [X in _ - _ * X](_ : _ = P) // mulVf //.
have part (q : inputs p -> R) : (forall x, 0 <= q x) -> \sum_x weight x * (e x * q x) <= mean q.
  move=> q0; apply: ler_sum => x _; rewrite ler_wpmul2l ?ler_pimull //.
  by rewrite /e lern1 leq_b1.
rewrite subr_le0.
have ab0 : (a + b)%:R != 0 :> R by rewrite pnatr_eq0 addn_eq0 negb_and -!lt0n a0.
apply: (@le_trans _ _ (b%:R / (a + b)%:R / M * M + a%:R / (a + b)%:R / E * E)).
  apply: ler_add; apply: ler_wpmul2l; [|apply: part => x; exact: ltW| |exact: part D_ge0].
    by rewrite !divr_ge0 ?ler0n ?M_ge0 ?E_ge0.
  by rewrite !divr_ge0 ?ler0n ?M_ge0 ?E_ge0.
by rewrite !divfK ?gt_eqF // -mulrDl -natrD addnC divff.
Qed.

(** noise.comparison.repaired: E^(p+2) <= E[gamma^-p] (4 |F|^2 R)^(p+1), to the power b. *)
Theorem low_noise_comparison :
  E ^+ (a + 2 * b) <= M ^+ b * (4%:R * B * S) ^+ (a + b).
Proof.
have [E0|E0] := eqVneq E 0.
  rewrite E0 expr0n addn_eq0 eqn0Ngt a0 /= mulr_ge0 ?exprn_ge0 ?M_ge0 //.
  exact: le_trans (sqr_ge0 _) comparison.2.
rewrite -(ler_pmul2r (_ : 0 < E ^+ a)); last by rewrite exprn_gt0 // lt_neqAle eq_sym E0 E_ge0.
rewrite -exprD (_ : (a + 2 * b + a = 2 * (a + b))%N); last by rewrite addnAC addnn -mul2n -mulnDr.
rewrite exprM mulrAC.
apply: le_trans (_ : (P * (4%:R * B * S)) ^+ (a + b) <= _).
  by rewrite ler_expn2r ?nnegrE ?sqr_ge0 ?excess_on_errors ?(le_trans (sqr_ge0 _) excess_on_errors).
rewrite exprMn ler_wpmul2r ?tsybakov // exprn_ge0 //.
exact: le_trans (sqr_ge0 _) comparison.2.
Qed.
End LowNoise.
End Comparison.

