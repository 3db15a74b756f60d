(** The comparison inequality of the quadratic surrogate (Sec. 2.1), and a problem that meets its hypotheses. *)
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

(** E = E[D 1(e)] for any event e outside of which D is 0, so E^2 <= P(e) E[D^2]. *)
Lemma excess_on (e : pred (inputs p)) : (forall x, ~~ e x -> D x = 0) ->
  E ^+ 2 <= mean (fun x => (e x)%:R) * (4%:R * B * S).
Proof.
move=> off; have -> : E = \sum_x weight x * ((e x)%:R * D x).
  apply: eq_bigr => x _; rewrite -/(D x).
  by case: (boolP (e x)) => [_|/off ->]; rewrite ?mul1r ?mulr0.
apply: le_trans (weighted_cauchy_schwarz _ _ w0) _.
rewrite (_ : \sum_x weight x * _ ^+ 2 = mean (fun x => (e x)%:R)); last first.
  by apply: eq_bigr => x _; congr (_ * _); case: (e x); rewrite ?expr1n ?expr0n.
apply: ler_wpmul2l; first by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n.
rewrite /S /mean mulr_sumr; apply: ler_sum => x _.
by rewrite [4%:R * B * _]mulrCA mean_minimises ler_wpmul2l // D_le.
Qed.

Lemma excess_on_errors : E ^+ 2 <= P * (4%:R * B * S).
Proof. by apply: excess_on => x /negbNE/eqP e; rewrite /D e subrr. Qed.

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
End Comparison.

(** A finite problem: the hypotheses of the theorems can be met, and their constants are attained. *)
Section Coin.
Variables (R : realFieldType) (gap : R).
Hypotheses (g0 : 0 < gap) (g1 : gap <= 1).
Let s (y : bool) : R := if y then 1 else -1.
Let loss (z y : bool) : R := (z != y)%:R.
Let F (z : bool) (k : 'I_1) : R := - (s z) / 2%:R.
Let U (y : bool) (k : 'I_1) : R := s y.
Let Pi (x : unit) (y : bool) : R := (1 + s y * gap) / 2%:R.
Let two : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma coin_decomposed : decomposition loss F U (1 / 2%:R).
Proof. by move=> [] []; rewrite big_ord1 /F /U /loss /s /=; field. Qed.
Lemma unit_distribution : distribution (fun _ : unit => 1 : R).
Proof. by split=> [x|]; rewrite ?ler01 // (bigD1 tt) //= big1 ?addr0 // => -[]. Qed.
Lemma coin_distribution x : distribution (Pi x).
Proof.
split; last by rewrite big_bool /= /Pi /s; field.
have h : 0 <= 1 - gap by rewrite subr_ge0.
by case; rewrite /Pi /s divr_ge0 ?ler0n ?mulN1r ?mul1r // addr_ge0 ?ler01 // ltW.
Qed.
Lemma risks x z : risk loss (Pi x) z = (1 - s z * gap) / 2%:R.
Proof. by rewrite /risk big_bool /Pi /loss /s; case: z => /=; field. Qed.
Lemma coin_optimal x : optimal loss (Pi x) true.
Proof.
case; rewrite ?lexx // !risks /s ler_pmul2r ?invr_gt0 ?ltr0n // mul1r mulN1r opprK ler_add2l.
by rewrite (le_trans _ (ltW g0)) // oppr_le0 ltW.
Qed.
Lemma coin_decodes (x : unit) z : dot (F false) (fun=> 0) <= dot (F z) (fun=> 0).
Proof. by rewrite /dot !big_ord1 !mulr0. Qed.

Definition coin : problem R := Problem coin_decomposed unit_distribution coin_distribution
  coin_decodes (fun x => coin_optimal x).

Lemma over (h : unit -> R) : mean (p := coin) h = h tt.
Proof. by rewrite /mean /= (bigD1 tt) //= big1 ?addr0 ?mul1r // => -[]. Qed.

(** E = gap, P(X_f) = 1, R = gap^2, |F|^2 = 1/4 and the margin is gap. *)
Theorem coin_values :
  [/\ excess_risk coin = gap, error_probability coin = 1, surrogate_excess coin = gap ^+ 2,
      forall z : predictions coin, sqnorm (Loss.F z) = 1 / 4%:R & margins (p := coin) (fun=> gap)].
Proof.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
split.
- by rewrite /excess_risk over /l !risks /= /s; field.
- by rewrite /error_probability over.
- by rewrite /surrogate_excess over /surrogate /gstar /sqnorm /= !big_bool /= !big_ord1 !big_bool /= /Pi /U /s; field.
- case; rewrite /sqnorm big_ord1 /= /F /s; by field.
- have e x : gap = risk loss (Pi x) false - risk loss (Pi x) true by rewrite !risks /s; field.
  by move=> x; split; [case=> //= _; rewrite -e|exists false].
Qed.
End Coin.
