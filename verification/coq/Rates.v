(** Rates of kernel ridge regression (Theorems 2.1 and 3.1, Corollary 3.6, as repaired): an inequality
    on each sample, second moments, Markov's inequality. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison Calibration Draws.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Matrices.
Variable R : realFieldType.

Definition ip m k (A B : 'M[R]_(m, k)) : R := \sum_i \sum_j A i j * B i j.

Lemma ip_trace m k (A B : 'M[R]_(m, k)) : ip A B = \tr (A *m B^T).
Proof. by apply: eq_bigr => i _; rewrite !mxE; apply: eq_bigr => j _; rewrite mxE. Qed.

Lemma ip_self m k (A : 'M[R]_(m, k)) : ip A A = squares A.
Proof. by rewrite squares_trace ip_trace. Qed.

Lemma ip_square m k (A B : 'M[R]_(m, k)) : ip A B ^+ 2 <= squares A * squares B.
Proof.
have := @weighted_cauchy_schwarz R [finType of 'I_m * 'I_k] (fun=> 1) (fun q => A q.1 q.2)
  (fun q => B q.1 q.2) (fun=> ler01).
rewrite !(eq_bigr _ (fun _ _ => mul1r _)).
by rewrite /ip /squares !pair_bigA.
Qed.

(** |A B|^2 <= |A|^2 |B|^2. *)
Lemma squares_mul m k l (A : 'M[R]_(m, k)) (B : 'M[R]_(k, l)) : squares (A *m B) <= squares A * squares B.
Proof.
rewrite /squares mulr_suml; apply: ler_sum => i _.
have -> : \sum_i0 \sum_j B i0 j ^+ 2 = \sum_j \sum_i0 B i0 j ^+ 2 by exact: exchange_big.
rewrite mulr_sumr; apply: ler_sum => j _; rewrite mxE.
have := @weighted_cauchy_schwarz R [finType of 'I_k] (fun=> 1) (fun q => A i q) (fun q => B q j) (fun=> ler01).
by rewrite !(eq_bigr _ (fun _ _ => mul1r _)).
Qed.

(** |a - b|^2 <= M (e + g)^2 for |a|^2 <= M e^2 and |b|^2 <= M g^2. *)
Lemma squares_triangle m k (A B : 'M[R]_(m, k)) (M e g : R) : 0 <= M -> 0 <= e -> 0 <= g ->
  squares A <= M * e ^+ 2 -> squares B <= M * g ^+ 2 -> squares (A - B) <= M * (e + g) ^+ 2.
Proof.
move=> M0 e0 g0 Ae Bg; rewrite squaresD.
have BB : squares (- B) = squares B.
  by apply: eq_bigr => i _; apply: eq_bigr => j _; rewrite mxE sqrrN.
have low : - (M * e * g) <= ip A B.
  have t0 : 0 <= M * e * g by rewrite !mulr_ge0.
  rewrite ler_oppl; case: (lerP (- ip A B) 0) => [neg|pos]; first exact: le_trans neg t0.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE // ?(ltW pos) // sqrrN.
  apply: le_trans (ip_square A B) _.
  have -> : (M * e * g) ^+ 2 = (M * e ^+ 2) * (M * g ^+ 2) by ring.
  by apply: ler_pmul => //; exact: squares_ge0.
rewrite BB linearN /= mulmxN linearN /= -ip_trace.
have -> : M * (e + g) ^+ 2 = M * e ^+ 2 + M * g ^+ 2 + (M * e * g) *+ 2 by ring.
apply: ler_add; first exact: ler_add.
by rewrite ler_pmuln2r // ler_oppl.
Qed.

(** The inequality on a sample. *)
Section OneSample.
Variables (n d r : nat) (Phi : 'M[R]_(n.+1, d)) (Psi : 'M[R]_(n.+1, r)) (lambda : R).
Variables (W G : 'M[R]_(d, r)) (T : 'M[R]_d).
Hypotheses (lambda0 : 0 < lambda) (minimal : ridge_minimiser Phi Psi lambda W).
Notation N := (n.+1%:R : R).
Definition empirical : 'M[R]_d := N^-1 *: (Phi^T *m Phi).
Definition noise : 'M[R]_(d, r) := N^-1 *: (Phi^T *m (Psi - Phi *m G)).
Let Delta := W - G.

Lemma normal_equation : empirical *m Delta + lambda *: Delta = noise - lambda *: G.
Proof.
have Wc := (closed Phi Psi lambda0 W).1 minimal.
have := normal Phi Psi lambda0; rewrite -Wc => eq.
have Nn : N != 0 by rewrite pnatr_eq0.
have {eq} : N^-1 *: (Phi^T *m (Phi *m W - Psi)) = - lambda *: W.
  by rewrite eq scalerA mulrN mulrA mulVf // mul1r.
rewrite mulmxBr scalerBr => eq.
rewrite /noise mulmxBr scalerBr /empirical /Delta mulmxBr -!scalemxAl -!mulmxA.
have -> : N^-1 *: (Phi^T *m (Phi *m W)) = N^-1 *: (Phi^T *m Psi) - lambda *: W.
  by rewrite -scaleNr -eq addrC subrK.
by rewrite scalerBr [_ - _ - _]addrAC addrA subrK.
Qed.

Lemma sample_error (M e g h : R) : 0 <= M -> 0 <= e -> 0 <= g -> 0 <= h ->
  squares noise <= M * e ^+ 2 -> squares G <= M * g ^+ 2 -> squares (T - empirical) <= h ^+ 2 ->
  lambda * ip Delta (T *m Delta) <= (1 + h / lambda) * (M * (e + lambda * g) ^+ 2).
Proof.
move: normal_equation; move: Delta => D eqD M0 e0 g0 h0 noise_e G_g T_h.
set v := noise - lambda *: G; set b := M * (e + lambda * g) ^+ 2.
have vb : squares v <= b.
  apply: squares_triangle => //; first by rewrite mulr_ge0 // ltW.
  have -> : squares (lambda *: G) = lambda ^+ 2 * squares G.
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mxE exprMn.
  by rewrite exprMn mulrCA ler_wpmul2l ?sqr_ge0.
have b0 : 0 <= b := le_trans (squares_ge0 _) vb.
set a := squares D; have a0 : 0 <= a := squares_ge0 _.
set c := ip D (empirical *m D).
have c0 : 0 <= c.
  have -> : c = N^-1 * squares (Phi *m D).
    rewrite /c ip_trace /empirical -scalemxAl linearZ /= -scalemxAr linearZ /=.
    have -> : squares (Phi *m D) = \tr (D *m D^T *m Phi^T *m Phi).
      by rewrite squares_trace trmx_mul -mulmxA mxtrace_mulC !mulmxA.
    by rewrite !trmx_mul trmxK !mulmxA.
  by rewrite mulr_ge0 ?invr_ge0 ?ler0n ?squares_ge0.
have q : c + lambda * a = ip D v.
  rewrite /v -eqD /c /a -ip_self !ip_trace [(_ + _)^T]linearD /= mulmxDr linearD /=.
  by rewrite [(lambda *: D)^T]linearZ /= -scalemxAr linearZ.
have la : 0 <= lambda * a by rewrite mulr_ge0 // ltW.
have qb : lambda * (c + lambda * a) <= b.
  have [->|qn] := eqVneq (c + lambda * a) 0; first by rewrite mulr0.
  have q0 : 0 < c + lambda * a by rewrite lt_neqAle eq_sym qn addr_ge0.
  rewrite -(ler_pmul2r q0) -mulrA -expr2 {1}q.
  apply: le_trans (ler_wpmul2l (ltW lambda0) (ip_square D v)) _.
  rewrite mulrA mulrC; apply: ler_pmul => //; first exact: squares_ge0.
  by rewrite ler_addr.
have split : ip D (T *m D) = c + ip D ((T - empirical) *m D).
  by rewrite /c !ip_trace mulmxBl [(_ - _)^T]linearB /= mulmxBr linearB /= addrC subrK.
have ha : ip D ((T - empirical) *m D) <= h * a.
  case: (lerP (ip D ((T - empirical) *m D)) 0) => [neg|pos]; first exact: le_trans neg (mulr_ge0 h0 a0).
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?(ltW pos) ?mulr_ge0 //.
  apply: le_trans (ip_square _ _) _; have -> : (h * a) ^+ 2 = a * (h ^+ 2 * a) by ring.
  rewrite ler_wpmul2l //.
  by apply: le_trans (squares_mul _ _) _; rewrite ler_wpmul2r.
have -> : (1 + h / lambda) * b = b + h / lambda * b by rewrite mulrDl mul1r.
rewrite split mulrDr; apply: ler_add.
  by apply: le_trans qb; rewrite ler_wpmul2l ?(ltW lambda0) // ler_addl.
apply: le_trans (ler_wpmul2l (ltW lambda0) ha) _.
have -> : lambda * (h * a) = h / lambda * (lambda * (lambda * a)) by field; exact: lt0r_neq0.
rewrite ler_wpmul2l ?divr_ge0 ?(ltW lambda0) //; apply: le_trans qb.
by rewrite ler_wpmul2l ?(ltW lambda0) // ler_addr.
Qed.
End OneSample.
End Matrices.

(** Learning from n + 1 independent draws of (x, y). *)
Section Learning.
Variables (R : realFieldType) (p : problem R) (n d : nat) (Phi : inputs p -> 'I_d -> R).
Variables (W : {ffun 'I_n.+1 -> inputs p * observations p} -> 'M[R]_(d, coordinates p)).
Variables (decode : ('I_(coordinates p) -> R) -> predictions p) (G : 'M[R]_(d, coordinates p)).
Variables (root_n root_delta kappa M s g : R).
Notation points := (fun t : {ffun 'I_n.+1 -> inputs p * observations p} => \matrix_(i, j) Phi (t i).1 j : 'M[R]_(n.+1, d)).
Notation targets := (fun t : {ffun 'I_n.+1 -> inputs p * observations p} => \matrix_(i, k) U (t i).2 k : 'M[R]_(n.+1, coordinates p)).
Notation mu := (fun w : inputs p * observations p => weight w.1 * conditional w.1 w.2).
Definition learned_scores t x k : R := \sum_j Phi x j * W t j k.
Hypotheses (root_n0 : 0 < root_n) (root_nE : root_n ^+ 2 = n.+1%:R) (root_delta0 : 0 < root_delta).
Hypothesis minimal : forall t, ridge_minimiser (points t) (targets t) root_n^-1 (W t).
Hypothesis decodes : forall v z, dot (F (decode v)) v <= dot (F z) v.
Hypothesis well_specified : forall x k, @gstar R p x k = \sum_j Phi x j * G j k.
Hypotheses (M0 : 0 <= M) (kappa0 : 0 <= kappa) (s0 : 0 <= s) (g0 : 0 <= g).
Hypothesis Phi_kappa : forall x, sqnorm (Phi x) <= kappa ^+ 2.
Hypothesis noise_s : forall x y, 0 < weight x * conditional x y ->
  sqnorm (fun k => U y k - @gstar R p x k) <= M * s ^+ 2.
Hypothesis G_g : \sum_j \sum_k G j k ^+ 2 <= M * g ^+ 2.

Definition learned t : problem R := Problem (@decomposed _ p) (@weight_distribution _ p)
  (@conditional_distribution _ p) (scores := learned_scores t) (decoded := fun x => decode (learned_scores t x))
  (fun x z => decodes (learned_scores t x) z) (best := @best _ p) (@best_optimal _ p).

Let w0 (x : inputs p) : 0 <= weight x. Proof. by case: (weight_distribution p). Qed.
Let w1 : \sum_(x : inputs p) weight x = 1. Proof. by case: (weight_distribution p). Qed.
Let c0 x y : 0 <= conditional (p := p) x y. Proof. by case: (conditional_distribution x). Qed.
Let c1 x : \sum_y conditional (p := p) x y = 1. Proof. by case: (conditional_distribution x). Qed.
Lemma mu0 w : 0 <= mu w. Proof. by rewrite mulr_ge0. Qed.
Lemma mu_sum (h : inputs p -> observations p -> R) :
  \sum_w mu w * h w.1 w.2 = \sum_x weight x * \sum_y conditional x y * h x y.
Proof.
rewrite -(pair_bigA _ (fun x y => weight x * conditional x y * h x y)) /=.
by apply: eq_bigr => x _; rewrite mulr_sumr; apply: eq_bigr => y _; rewrite mulrA.
Qed.
Lemma mu1 : \sum_w mu w = 1.
Proof.
rewrite -[RHS]w1 -(pair_bigA _ (fun x y => weight x * conditional x y)) /=.
by apply: eq_bigr => x _; rewrite -mulr_sumr c1 mulr1.
Qed.

Definition covariance : 'M[R]_d := \matrix_(i, j) \sum_x weight x * (Phi x i * Phi x j).
Lemma error_ip t : ip (W t - G) (covariance *m (W t - G)) = surrogate_excess (learned t).
Proof.
rewrite /surrogate_excess /mean.
rewrite (eq_bigr (fun x : inputs p => weight x * sqnorm (fun k => \sum_j Phi x j * (W t - G) j k))) => [|x _]; last first.
  congr (_ * _); rewrite (@mean_minimises _ (learned t)); apply: eq_bigr => k _; congr (_ ^+ 2).
  rewrite [X in _ - X](_ : _ = @gstar R p x k) // well_specified /learned_scores -sumrB.
  by apply: eq_bigr => j _; rewrite !mxE mulrBr.
have id (a b c u v : R) : a * ((b * u) * (c * v)) = a * (b * c) * (u * v) by ring.
move: (W t - G) => D; rewrite /ip exchange_big /=.
rewrite (eq_bigr (fun x => \sum_k \sum_i \sum_j weight x * (Phi x i * Phi x j) * (D i k * D j k))) => [|x _]; last first.
  rewrite /sqnorm mulr_sumr; apply: eq_bigr => k _; rewrite expr2 big_distrlr mulr_sumr.
  by apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; exact: id.
rewrite [RHS]exchange_big; apply: eq_bigr => k _; rewrite [RHS]exchange_big; apply: eq_bigr => i _.
rewrite mxE mulr_sumr [RHS]exchange_big; apply: eq_bigr => j _; rewrite mxE mulrCA mulr_suml.
by apply: eq_bigr => x _.
Qed.

Notation P := (draw_weight (n := n.+1) mu).
Let N0 : (n.+1%:R : R) != 0. Proof. by rewrite pnatr_eq0. Qed.

(** E |T - T_n|^2 <= kappa^4 / n. *)
Lemma covariance_moment : \sum_t P t * squares (covariance - empirical (points t)) <= n.+1%:R^-1 * (kappa ^+ 2) ^+ 2.
Proof.
pose h i j (w : inputs p * observations p) := Phi w.1 i * Phi w.1 j.
have entry t i j : (covariance - empirical (points t)) i j ^+ 2 =
    (n.+1%:R^-1 * (\sum_k h i j (t k)) - \sum_w mu w * h i j w) ^+ 2.
  rewrite !mxE -sqrrN opprB; congr ((_ * _ - _) ^+ 2).
    by apply: eq_bigr => k _; rewrite !mxE.
  rewrite (mu_sum (fun x y => Phi x i * Phi x j)); apply: eq_bigr => x _; congr (_ * _).
  by rewrite -mulr_suml c1 mul1r.
rewrite (eq_bigr (fun t => \sum_i \sum_j P t * (n.+1%:R^-1 * (\sum_k h i j (t k)) - \sum_w mu w * h i j w) ^+ 2)) => [|t _]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _; rewrite entry.
rewrite exchange_big /=; apply: (@le_trans _ _ (\sum_i \sum_j n.+1%:R^-1 * \sum_w mu w * h i j w ^+ 2)).
  by apply: ler_sum => i _; rewrite exchange_big /=; apply: ler_sum => j _; apply: variance => //; exact: mu1.
under eq_bigr do rewrite -mulr_sumr; rewrite -mulr_sumr ler_wpmul2l ?invr_ge0 ?ler0n //.
rewrite (eq_bigr (fun i => \sum_w \sum_j mu w * h i j w ^+ 2)) => [|i _]; last exact: exchange_big.
rewrite exchange_big /= -[X in _ <= X]mul1r -mu1 mulr_suml; apply: ler_sum => w _.
rewrite (_ : \sum_i \sum_j _ = mu w * sqnorm (Phi w.1) ^+ 2).
  by rewrite ler_wpmul2l ?mu0 // ler_pexpn2r ?nnegrE ?sqnorm_ge0 ?sqr_ge0.
rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => j _.
by rewrite /h exprMn.
Qed.

(** E |xi|^2 <= kappa^2 s^2 / n. *)
Lemma noise_moment : \sum_t P t * squares (noise (points t) (targets t) G) <= n.+1%:R^-1 * (M * (kappa * s) ^+ 2).
Proof.
pose h i k (w : inputs p * observations p) := Phi w.1 i * (U w.2 k - @gstar R p w.1 k).
have zero i k : \sum_w mu w * h i k w = 0.
  rewrite (mu_sum (fun x y => Phi x i * (U y k - @gstar R p x k))) big1 // => x _.
  rewrite (eq_bigr (fun y => Phi x i * (conditional x y * U y k - conditional x y * @gstar R p x k))) => [|y _]; last by ring.
  by rewrite -mulr_sumr sumrB -mulr_suml c1 mul1r subrr !mulr0.
have entry t i k : noise (points t) (targets t) G i k ^+ 2 =
    (n.+1%:R^-1 * (\sum_q h i k (t q)) - \sum_w mu w * h i k w) ^+ 2.
  rewrite zero subr0 !mxE; congr ((_ * _) ^+ 2); apply: eq_bigr => q _; rewrite !mxE /h well_specified.
  by congr (_ * (_ - _)); apply: eq_bigr => j _; rewrite mxE.
rewrite (eq_bigr (fun t => \sum_i \sum_k P t * (n.+1%:R^-1 * (\sum_q h i k (t q)) - \sum_w mu w * h i k w) ^+ 2)) => [|t _]; last first.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite entry.
rewrite exchange_big /=; apply: (@le_trans _ _ (\sum_i \sum_k n.+1%:R^-1 * \sum_w mu w * h i k w ^+ 2)).
  by apply: ler_sum => i _; rewrite exchange_big /=; apply: ler_sum => k _; apply: variance => //; exact: mu1.
under eq_bigr do rewrite -mulr_sumr; rewrite -mulr_sumr ler_wpmul2l ?invr_ge0 ?ler0n //.
rewrite (eq_bigr (fun i => \sum_w \sum_k mu w * h i k w ^+ 2)) => [|i _]; last exact: exchange_big.
rewrite exchange_big /= -[X in _ <= X]mul1r -mu1 mulr_suml; apply: ler_sum => w _.
rewrite (_ : \sum_i \sum_k _ = mu w * (sqnorm (Phi w.1) * sqnorm (fun k => U w.2 k - @gstar R p w.1 k))).
  have [->|ne] := eqVneq (mu w) 0; first by rewrite !mul0r.
  rewrite ler_wpmul2l ?mu0 // exprMn mulrCA; apply: ler_pmul; rewrite ?sqnorm_ge0 //.
  by apply: noise_s; rewrite lt_neqAle eq_sym ne mu0.
rewrite big_distrlr mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr; apply: eq_bigr => k _.
by rewrite /h exprMn.
Qed.

(** xi and T - T_n as means of independent centred vectors. *)
Definition noise_draw (w : inputs p * observations p) (q : 'I_d * 'I_(coordinates p)) : R :=
  Phi w.1 q.1 * (U w.2 q.2 - @gstar R p w.1 q.2).
Lemma noise_draw_centred q : \sum_w mu w * noise_draw w q = 0.
Proof.
rewrite (mu_sum (fun x y => Phi x q.1 * (U y q.2 - @gstar R p x q.2))) big1 // => x _.
rewrite (eq_bigr (fun y => Phi x q.1 * (conditional x y * U y q.2 - conditional x y * @gstar R p x q.2))) => [|y _]; last by ring.
by rewrite -mulr_sumr sumrB -mulr_suml c1 mul1r subrr !mulr0.
Qed.
Lemma noise_draw_bound w : 0 < mu w -> \sum_q noise_draw w q ^+ 2 <= M * (kappa * s) ^+ 2.
Proof.
move=> w0'; rewrite (_ : \sum_q _ = sqnorm (Phi w.1) * sqnorm (fun k => U w.2 k - @gstar R p w.1 k)).
  by rewrite exprMn mulrCA; apply: ler_pmul; rewrite ?sqnorm_ge0 // noise_s.
rewrite big_distrlr pair_bigA; apply: eq_bigr => q _; by rewrite /noise_draw exprMn.
Qed.
Lemma noise_draws t : squares (noise (points t) (targets t) G) = \sum_q (n.+1%:R^-1 * \sum_k noise_draw (t k) q) ^+ 2.
Proof.
rewrite /squares pair_bigA; apply: eq_bigr => -[i k] _ /=.
rewrite !mxE; congr ((_ * _) ^+ 2); apply: eq_bigr => q _; rewrite !mxE /noise_draw well_specified.
by congr (_ * (_ - _)); apply: eq_bigr => j _; rewrite mxE.
Qed.

Definition covariance_draw (w : inputs p * observations p) (q : 'I_d * 'I_d) : R :=
  covariance q.1 q.2 - Phi w.1 q.1 * Phi w.1 q.2.
Lemma covariance_mu i j : covariance i j = \sum_w mu w * (Phi w.1 i * Phi w.1 j).
Proof.
rewrite mxE (mu_sum (fun x y => Phi x i * Phi x j)); apply: eq_bigr => x _; congr (_ * _).
by rewrite -mulr_suml c1 mul1r.
Qed.
Lemma covariance_draw_centred q : \sum_w mu w * covariance_draw w q = 0.
Proof. by under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml mu1 mul1r -covariance_mu subrr. Qed.
Lemma covariance_draw_bound w : \sum_q covariance_draw w q ^+ 2 <= (2%:R * kappa ^+ 2) ^+ 2.
Proof.
pose one (w : inputs p * observations p) : 'M[R]_d := \matrix_(i, j) (Phi w.1 i * Phi w.1 j).
have k2 : 0 <= kappa ^+ 2 := sqr_ge0 _.
have small w' : squares (one w') <= 1 * (kappa ^+ 2) ^+ 2.
  rewrite mul1r (_ : squares _ = sqnorm (Phi w'.1) ^+ 2); first by rewrite ler_pexpn2r ?nnegrE ?sqnorm_ge0.
  rewrite expr2 big_distrlr; apply: eq_bigr => i _; apply: eq_bigr => j _; by rewrite mxE exprMn.
have mean_small : squares covariance <= 1 * (kappa ^+ 2) ^+ 2.
  apply: (@le_trans _ _ (\sum_w mu w * squares (one w))); last first.
    rewrite -[X in _ <= X]mul1r -[X in _ <= X * _]mu1 mulr_suml; apply: ler_sum => w' _.
    by rewrite ler_wpmul2l ?mu0.
  rewrite (eq_bigr (fun w => \sum_i \sum_j mu w * one w i j ^+ 2)) => [|w' _]; last first.
    by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
  rewrite exchange_big; apply: ler_sum => i _; rewrite exchange_big; apply: ler_sum => j _ /=.
  have := weighted_cauchy_schwarz (fun=> 1) (fun w => one w i j) mu0.
  rewrite (eq_bigr _ (fun w _ => congr1 (fun u => _ * u) (expr1n _ 2))) (eq_bigr _ (fun w _ => mulr1 _)) mu1 mul1r.
  apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; congr (_ ^+ 2).
  by rewrite covariance_mu; apply: eq_bigr => w' _; rewrite mul1r mxE.
have := squares_triangle ler01 k2 k2 mean_small (small w).
rewrite mul1r (_ : kappa ^+ 2 + kappa ^+ 2 = 2%:R * kappa ^+ 2); last by ring.
apply: le_trans; rewrite /squares pair_bigA le_eqVlt; apply/orP; left; apply/eqP.
by apply: eq_bigr => -[i j] _; rewrite !mxE /covariance_draw mxE.
Qed.
Lemma covariance_draws t : squares (covariance - empirical (points t)) =
  \sum_q (n.+1%:R^-1 * \sum_k covariance_draw (t k) q) ^+ 2.
Proof.
rewrite /squares pair_bigA; apply: eq_bigr => -[i j] _ /=; congr (_ ^+ 2).
rewrite /covariance_draw /= sumrB sumr_const card_ord -[covariance i j *+ _]mulr_natl mulrBr mulKf //.
rewrite [LHS]mxE [X in _ + X = _]mxE; congr (_ - _); rewrite !mxE; congr (_ * _).
by apply: eq_bigr => k _; rewrite !mxE.
Qed.

(** On a sample with |xi|^2 <= M e^2 / n and |T - T_n|^2 <= h^2 / n. *)
Lemma surrogate_at t (e h : R) : 0 <= e -> 0 <= h ->
  squares (noise (points t) (targets t) G) <= M * (e / root_n) ^+ 2 ->
  squares (covariance - empirical (points t)) <= (h / root_n) ^+ 2 ->
  surrogate_excess (learned t) <= M / root_n * (1 + h) * (g + e) ^+ 2.
Proof.
move=> e0 h0 Xt Tt; have li : 0 < root_n^-1 by rewrite invr_gt0.
have rn : root_n != 0 := lt0r_neq0 root_n0.
have := sample_error li (@minimal t) M0 (divr_ge0 e0 (ltW root_n0)) g0 (divr_ge0 h0 (ltW root_n0)) Xt G_g Tt.
rewrite error_ip => le; rewrite -(ler_pmul2l li); apply: le_trans le _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.

(** The rate of the surrogate: R <= M (1 + kappa^2/sqrt delta) (g + kappa s/sqrt delta)^2 / sqrt n. *)
Theorem surrogate_rate : 1 - 2%:R * root_delta ^+ 2 <= \sum_(t | surrogate_excess (learned t) <=
  M / root_n * (1 + kappa ^+ 2 / root_delta) * (g + kappa * s / root_delta) ^+ 2) P t.
Proof.
have d0 : 0 < root_delta ^+ 2 by rewrite exprn_gt0.
have rn : root_n != 0 := lt0r_neq0 root_n0; have rd : root_delta != 0 := lt0r_neq0 root_delta0.
have TT := markov mu0 (fun t => squares_ge0 _) d0 covariance_moment.
have XX := markov mu0 (fun t => squares_ge0 _) d0 noise_moment.
rewrite (_ : 2%:R * root_delta ^+ 2 = root_delta ^+ 2 + root_delta ^+ 2); last by ring.
apply: (spared mu0 mu1 _ TT XX) => t; rewrite -!leNgt => Tt Xt.
apply: surrogate_at; rewrite ?divr_ge0 ?mulr_ge0 ?sqr_ge0 ?(ltW root_delta0) //.
  by apply: le_trans Xt _; rewrite -root_nE le_eqVlt; apply/orP; left; apply/eqP; field; rewrite rn rd.
by apply: le_trans Tt _; rewrite -root_nE le_eqVlt; apply/orP; left; apply/eqP; field; rewrite rn rd.
Qed.

(** A bound of the surrogate gives one of the excess risk, by the comparison inequality. *)
Lemma excess_likely (B b chance : R) : (forall z : predictions p, sqnorm (F z) <= B) ->
  chance <= \sum_(t | surrogate_excess (learned t) <= b) P t ->
  chance <= \sum_(t | excess_risk (learned t) ^+ 2 <= 4%:R * B * b) P t.
Proof.
move=> FB likely; apply: le_trans likely _; apply: (more_likely mu0) => t le.
have B0 : 0 <= 4%:R * B.
  have [x _|none] := pickP (fun _ : inputs p => true).
    by rewrite mulr_ge0 ?ler0n //; exact: le_trans (sqnorm_ge0 _) (FB (best x)).
  by move: w1; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0.
apply: le_trans (@comparison _ (learned t) B FB).2 _; exact: ler_wpmul2l.
Qed.
End Learning.

Section Claims.
Variables (R : realFieldType) (p : problem R) (n d : nat) (Phi : inputs p -> 'I_d -> R).
Variables (W : {ffun 'I_n.+1 -> inputs p * observations p} -> 'M[R]_(d, coordinates p)).
Variables (decode : ('I_(coordinates p) -> R) -> predictions p) (G : 'M[R]_(d, coordinates p)).
Variables (root_n root_delta kappa : R).
Hypotheses (root_n0 : 0 < root_n) (root_nE : root_n ^+ 2 = n.+1%:R) (root_delta0 : 0 < root_delta).
Hypothesis learner : [/\ forall t : {ffun 'I_n.+1 -> inputs p * observations p}, ridge_minimiser (\matrix_(i, j) Phi (t i).1 j)
    (\matrix_(i, k) U (t i).2 k) root_n^-1 (W t),
  forall v (z : predictions p), dot (F (decode v)) v <= dot (F z) v & forall x k, @gstar R p x k = \sum_j Phi x j * G j k].
Hypotheses (kappa0 : 0 <= kappa) (Phi_kappa : forall x, sqnorm (Phi x) <= kappa ^+ 2).
Notation excess t := (mean (fun x : inputs p =>
  l (decode (fun k => \sum_j Phi x j * W t j k)) x - l (best x) x)).
Notation chance event := (\sum_(t : {ffun 'I_n.+1 -> inputs p * observations p} | event t)
  \prod_i (weight (t i).1 * conditional (t i).1 (t i).2)).

Theorem base_rate (c s g : R) : 0 <= s -> 0 <= g -> (forall z : predictions p, sqnorm (F z) <= c ^+ 2) ->
  (forall x y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar R p x k) <= s ^+ 2) ->
  \sum_j \sum_k G j k ^+ 2 <= g ^+ 2 ->
  1 - 2%:R * root_delta ^+ 2 <= chance (fun t => excess t ^+ 2 <=
    1 * ((2%:R * c) ^+ 2 / root_n * (1 + kappa ^+ 2 / root_delta) * (g + kappa * s / root_delta) ^+ 2)).
Proof.
case: learner => minimal decodes well s0 g0 Fc noise_s Gg.
have := surrogate_rate root_n0 root_nE root_delta0 minimal decodes well ler01 kappa0 s0 g0 Phi_kappa.
rewrite !mul1r => /(_ noise_s Gg)/(excess_likely Fc) rate; apply: le_trans rate _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => t; congr (_ <= _).
by move: (root_n^-1) (root_delta^-1) => a b; ring.
Qed.

(** affine.constant.repaired: |U_y - g*(x)|^2 <= r (2 U_max)^2 and |G|^2 <= r (U_max Q)^2. *)
Lemma affine_bounds (a b Q : R) : constant_squared (@F _ p) (@U _ p) a -> largest_entry (@U _ p) b ->
  (forall k, \sum_j G j k ^+ 2 <= (b * Q) ^+ 2) -> let M := (coordinates p)%:R * b ^+ 2 in
  [/\ exists2 B, forall z : predictions p, sqnorm (F z) <= B & a = B * M, 0 <= M,
    forall x y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar R p x k) <= M * 2%:R ^+ 2 &
    \sum_j \sum_k G j k ^+ 2 <= M * Q ^+ 2].
Proof.
case=> B [b' [[FB _] ent' ->]] ent GQ M.
have bb : b' = b.
  case: ent ent' => [le [y [k e]]] [le' [y' [k' e']]].
  by apply/eqP; rewrite eq_le; apply/andP; split; [rewrite -e'; exact: le|rewrite -e; exact: le'].
have Ub (y : observations p) k : `|U y k| <= b by case: ent => le _; exact: le.
have b0 : 0 <= b by case: ent => _ [y [k <-]].
split; first by exists B => //; rewrite bb mulrAC mulrC.
- by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
- move=> x y _; rewrite (_ : _ * 2%:R ^+ 2 = \sum_(k < coordinates p) (2%:R * b) ^+ 2); last first.
    by rewrite sumr_const card_ord -[_ *+ coordinates p]mulr_natl /M; ring.
  apply: ler_sum => k _; rewrite -real_normK ?num_real // ler_pexpn2r ?nnegrE ?mulr_ge0 ?ler0n //.
  have gb : `|@gstar R p x k| <= b.
    have [c0 c1] := conditional_distribution x; apply: le_trans (ler_norm_sum _ _ _) _.
    rewrite -[b]mul1r -c1 mulr_suml; apply: ler_sum => y' _.
    by rewrite normrM (ger0_norm (c0 y')) ler_wpmul2l.
  apply: le_trans (ler_norm_sub _ _) _; rewrite mulr_natl mulr2n; exact: ler_add.
rewrite exchange_big (_ : _ * Q ^+ 2 = \sum_(k < coordinates p) (b * Q) ^+ 2); first exact: ler_sum.
by rewrite sumr_const card_ord -[_ *+ coordinates p]mulr_natl /M; ring.
Qed.

Theorem affine_rate (a b Q : R) : 0 <= Q -> constant_squared (@F _ p) (@U _ p) a -> largest_entry (@U _ p) b ->
  (forall k, \sum_j G j k ^+ 2 <= (b * Q) ^+ 2) ->
  1 - 2%:R * root_delta ^+ 2 <= chance (fun t => excess t ^+ 2 <=
    1 * (2%:R ^+ 2 * a / root_n * (1 + kappa ^+ 2 / root_delta) * (Q + 2%:R * kappa / root_delta) ^+ 2)).
Proof.
case: learner => minimal decodes well Q0 sq ent GQ.
have [[B FB ->] M0 noise_M GM] := affine_bounds sq ent GQ.
have rate := surrogate_rate root_n0 root_nE root_delta0 minimal decodes well M0 kappa0 (ler0n _ 2) Q0 Phi_kappa noise_M GM.
apply: le_trans (excess_likely FB rate) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => t; congr (_ <= _).
by move: (root_n^-1) (root_delta^-1) => u v; ring.
Qed.
End Claims.
