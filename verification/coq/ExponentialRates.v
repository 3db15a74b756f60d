(** Rates of kernel ridge regression with exponential confidence, by the inequality of Pinelis. *)
From Coq Require Import Reals.
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Comparison Draws Cosh Rank Rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The inequality of Pinelis for the mean of independent bounded vectors, by the hyperbolic cosine of its norm. *)
Notation reals := R_realFieldType.
Notation ch := (Rtrigo_def.cosh : reals -> reals).
Notation ex := (Rtrigo_def.exp : reals -> reals).

Lemma root_square (q : reals) : 0 <= q -> (R_sqrt.sqrt q : reals) ^+ 2 = q.
Proof. by move=> q0; rewrite expr2; apply: sqrt_sqrt; apply/RleP. Qed.

Section Norms.
Variable I : finType.
Implicit Types x y : I -> reals.
Definition square x : reals := \sum_i x i ^+ 2.
Lemma square_ge0 x : 0 <= square x. Proof. by apply: sumr_ge0 => i _; exact: sqr_ge0. Qed.
Definition nrm x : reals := R_sqrt.sqrt (square x).
Lemma nrm_ge0 x : 0 <= nrm x. Proof. by apply/RleP; exact: sqrt_pos. Qed.
Lemma nrm2 x : nrm x ^+ 2 = square x.
Proof. exact: root_square (square_ge0 x). Qed.
Lemma eq_nrm x y : x =1 y -> nrm x = nrm y.
Proof. by move=> e; congr R_sqrt.sqrt; apply: eq_bigr => i _; rewrite e. Qed.
End Norms.

Lemma chord (t u v s : reals) : 0 <= t -> t <= 1 -> s ^+ 2 <= t * u ^+ 2 + (1 - t) * v ^+ 2 ->
  ch s <= t * ch u + (1 - t) * ch v.
Proof.
move=> /RleP t0 /RleP t1; rewrite !expr2 => /RleP le; apply/RleP.
exact: (cosh_chord _ _ _ _ (conj t0 t1) le).
Qed.

Lemma split_square (D u v : reals) : u != 0 -> v != 0 -> u ^+ 2 + v ^+ 2 + 2%:R * D =
  (2%:R^-1 + D / (2%:R * (u * v))) * (u + v) ^+ 2 + (1 - (2%:R^-1 + D / (2%:R * (u * v)))) * (u - v) ^+ 2.
Proof.
have two : 2%:R != 0 :> reals by rewrite pnatr_eq0.
by move=> un vn; field; rewrite un vn.
Qed.

Section Draws.
Variables (T I : finType) (mu : T -> reals) (xi : T -> I -> reals) (b : reals).
Hypotheses (dist : distribution mu) (centred : forall i, \sum_w mu w * xi w i = 0) (b0 : 0 <= b).
Hypothesis bounded : forall w, 0 < mu w -> square (xi w) <= b ^+ 2.
Let mu0 w : 0 <= mu w. Proof. by case: dist. Qed.
Let two : 2%:R != 0 :> reals. Proof. by rewrite pnatr_eq0. Qed.

Lemma one_step (x : I -> reals) : \sum_w mu w * ch (nrm (fun i => x i + xi w i)) <= ch b * ch (nrm x).
Proof.
set a := nrm x; have a0 : 0 <= a := nrm_ge0 x; have ab0 : 0 <= a * b by rewrite mulr_ge0.
pose dotx w := \sum_i x i * xi w i; pose t w := 2%:R^-1 + dotx w / (2%:R * (a * b)).
have half : \sum_w mu w * t w = 2%:R^-1.
  under eq_bigr do rewrite mulrDr mulrA; rewrite big_split /= -!mulr_suml (proj2 dist) mul1r.
  rewrite [X in _ + X / _](_ : _ = 0) ?mul0r ?addr0 // /dotx; under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big big1 // => i _.
  rewrite (eq_bigr (fun w => x i * (mu w * xi w i))) => [|w _]; last by rewrite mulrCA.
  by rewrite -mulr_sumr centred mulr0.
have cs w : 0 < mu w -> dotx w ^+ 2 <= (a * b) ^+ 2.
  move=> /bounded le; have := @weighted_cauchy_schwarz _ I (fun=> 1) x (xi w) (fun=> ler01).
  rewrite !(eq_bigr _ (fun _ _ => mul1r _)) -/(dotx w) -/(square x) -/(square (xi w)) => h; apply: le_trans h _.
  by rewrite exprMn nrm2 ler_wpmul2l // square_ge0.
have within w : 0 < mu w -> - 2%:R^-1 <= dotx w / (2%:R * (a * b)) <= 2%:R^-1.
  move=> /cs; rewrite -ler_norml; have [->|ne] := eqVneq (a * b) 0.
    by move=> _; rewrite mulr0 invr0 mulr0 normr0 invr_ge0 ler0n.
  have abp : 0 < a * b by rewrite lt_neqAle eq_sym ne.
  rewrite -[dotx w ^+ 2]real_normK ?num_real // ler_sqr ?nnegrE ?normr_ge0 // => le.
  rewrite normrM normfV (ger0_norm (mulr_ge0 (ler0n _ 2) ab0)) ler_pdivr_mulr ?(mulr_gt0 _ abp) ?ltr0n //.
  by rewrite mulrA mulVf // mul1r.
have key : forall w, 0 < mu w -> ch (nrm (fun i => x i + xi w i)) <= t w * ch (a + b) + (1 - t w) * ch (a - b).
  move=> w w0; have /andP[lo hi] := within w w0; apply: chord.
  - by rewrite /t -ler_subl_addl sub0r.
  - rewrite /t -ler_subr_addl (_ : 1 - 2%:R^-1 = 2%:R^-1) //; by apply: (mulfI two); rewrite mulrBr mulfV //; ring.
  rewrite nrm2 (_ : square _ = a ^+ 2 + square (xi w) + 2%:R * dotx w); last first.
    rewrite nrm2 /square /dotx mulr_sumr -!big_split; apply: eq_bigr => i _ /=; ring.
  apply: (@le_trans _ _ (a ^+ 2 + b ^+ 2 + 2%:R * dotx w)); first by rewrite ler_add2r ler_add2l bounded.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; rewrite /t.
  have [ab|ne] := eqVneq (a * b) 0.
    have -> : dotx w = 0.
      by have := cs w w0; rewrite ab expr0n => le; apply/eqP; rewrite -sqrf_eq0 eq_le le sqr_ge0.
    by rewrite mul0r mulr0 !addr0; apply: (mulfI two); field.
  by move: ne; rewrite mulf_eq0 negb_or => /andP[an bn]; exact: split_square.
apply: (@le_trans _ _ (\sum_w mu w * (t w * ch (a + b) + (1 - t w) * ch (a - b)))).
  apply: ler_sum => w _; have [->|ne] := eqVneq (mu w) 0; first by rewrite !mul0r.
  by rewrite ler_wpmul2l // key // lt_neqAle eq_sym ne mu0.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
rewrite (eq_bigr (fun w => mu w * t w * (ch (a + b) - ch (a - b)) + mu w * ch (a - b))) => [|w _]; last by ring.
rewrite big_split /= -!mulr_suml half (proj2 dist) mul1r.
have sum : ch (a + b) + ch (a - b) = 2%:R * (ch a * ch b) := cosh_sum a b.
apply: (mulfI two); rewrite [ch b * _]mulrC -sum mulrDr mulrA mulfV //; ring.
Qed.
End Draws.

Section Iterated.
Variables (T I : finType) (mu : T -> reals) (xi : T -> I -> reals) (f : (I -> reals) -> reals) (C : reals).
Hypotheses (mu0 : forall w, 0 <= mu w) (C0 : 0 <= C) (f_ext : forall x y, x =1 y -> f x = f y).
Hypothesis step : forall x, \sum_w mu w * f (fun i => x i + xi w i) <= C * f x.

Lemma iterated n x : \sum_(t : {ffun 'I_n -> T}) (\prod_k mu (t k)) * f (fun i => x i + \sum_k xi (t k) i) <= C ^+ n * f x.
Proof.
elim: n x => [|n IH] x.
  rewrite (eq_bigr (fun=> f x)) => [|t _]; last first.
    by rewrite big_ord0 mul1r; apply: f_ext => i; rewrite big_ord0 addr0.
  by rewrite sumr_const card_ffun card_ord expn0 mulr1n expr0 mul1r.
pose join (q : T * {ffun 'I_n -> T}) : {ffun 'I_n.+1 -> T} := [ffun k => if unlift ord0 k is Some j then q.2 j else q.1].
have bij : bijective join.
  exists (fun t : {ffun 'I_n.+1 -> T} => (t ord0, [ffun j => t (lift ord0 j)])) => [[w t]|t].
    by rewrite /join !ffunE unlift_none; congr pair; apply/ffunP => j; rewrite !ffunE liftK.
  apply/ffunP => k; rewrite ffunE; case: unliftP => [j ->|->] //=; by rewrite ffunE.
rewrite (reindex join) /=; last exact: onW_bij.
rewrite (eq_bigr (fun q : T * {ffun 'I_n -> T} => mu q.1 * ((\prod_k mu (q.2 k)) *
    f (fun i => (x i + xi q.1 i) + \sum_k xi (q.2 k) i)))) => [|[w t] _]; last first.
  have first : join (w, t) ord0 = w by rewrite ffunE unlift_none.
  have rest j : join (w, t) (lift ord0 j) = t j by rewrite ffunE liftK.
  rewrite big_ord_recl first -mulrA; congr (_ * (_ * _)); first by apply: eq_bigr => j _; rewrite rest.
  by apply: f_ext => i; rewrite big_ord_recl first addrA; congr (_ + _); apply: eq_bigr => j _; rewrite rest.
rewrite -(pair_bigA _ (fun w (t : {ffun 'I_n -> T}) => mu w * ((\prod_k mu (t k)) *
    f (fun i => (x i + xi w i) + \sum_k xi (t k) i)))) /=.
apply: (@le_trans _ _ (\sum_w mu w * (C ^+ n * f (fun i => x i + xi w i)))).
  by apply: ler_sum => w _; rewrite -mulr_sumr ler_wpmul2l.
rewrite (eq_bigr (fun w => C ^+ n * (mu w * f (fun i => x i + xi w i)))) => [|w _]; last by rewrite mulrCA.
by rewrite -mulr_sumr exprSr -mulrA ler_wpmul2l ?exprn_ge0.
Qed.
End Iterated.

Lemma ex_nat (a : reals) n : ex a ^+ n = ex (n%:R * a).
Proof.
elim: n => [|n IH]; first by rewrite expr0 mul0r; symmetry; exact: exp_0.
by rewrite exprS IH mulrS mulrDl mul1r; symmetry; exact: exp_plus.
Qed.

Theorem pinelis (T I : finType) (mu : T -> reals) (xi : T -> I -> reals) (n : nat) (B tau : reals) :
  distribution mu -> (forall i, \sum_w mu w * xi w i = 0) -> 0 <= B ->
  (forall w, 0 < mu w -> \sum_i xi w i ^+ 2 <= B ^+ 2) -> 0 <= tau ->
  \sum_(t : {ffun 'I_n.+1 -> T} | (B ^+ 2 * (2%:R * tau / n.+1%:R) < \sum_i (n.+1%:R^-1 * \sum_k xi (t k) i) ^+ 2)%R)
    \prod_k mu (t k) <= 2%:R * ex (- tau).
Proof.
move=> dist centred B0 bounded tau0; have [mu0 mu1] := dist.
pose N : reals := n.+1%:R.
pose event (t : {ffun 'I_n.+1 -> T}) := (B ^+ 2 * (2%:R * tau / N) < \sum_i (N^-1 * \sum_k xi (t k) i) ^+ 2)%R.
suff: \sum_(t | event t) \prod_k mu (t k) <= 2%:R * ex (- tau) by [].
have ex0 (a : reals) : 0 <= ex a by apply/RleP/Rlt_le; exact: exp_pos.
have N0 : N != 0 by rewrite pnatr_eq0.
have [Bz|Bn] := eqVneq B 0.
  rewrite big1 ?mulr_ge0 ?ler0n // => t ev; apply/eqP/prodf_eq0.
  case: (pickP (fun k => mu (t k) == 0)) => [k e|none]; first by exists k.
  move: ev; rewrite /event Bz expr0n mul0r big1 ?ltxx // => i _.
  rewrite big1 ?mulr0 ?expr0n // => k _; have w0 : 0 < mu (t k) by rewrite lt_neqAle mu0 eq_sym none.
  have := bounded _ w0; rewrite Bz expr0n => le.
  have := psumr_eq0P (fun i _ => sqr_ge0 (xi (t k) i)) _ (i := i) isT.
  by move=> h; apply/eqP; rewrite -sqrf_eq0; apply/eqP/h; apply/eqP; rewrite eq_le le sumr_ge0 // => j _; exact: sqr_ge0.
have Bp : 0 < B by rewrite lt_neqAle eq_sym Bn.
pose share : reals := 2%:R * tau / N; pose root : reals := R_sqrt.sqrt share.
have root0 : 0 <= root by apply/RleP; exact: sqrt_pos.
have rootE : root ^+ 2 = 2%:R * tau / N.
  have q0 : 0 <= 2%:R * tau / N by rewrite divr_ge0 ?mulr_ge0 ?ler0n.
  exact: root_square.
pose zeta w i := root / B * xi w i.
have zeta_centred i : \sum_w mu w * zeta w i = 0.
  rewrite (eq_bigr (fun w => root / B * (mu w * xi w i))) => [|w _]; last by rewrite mulrCA.
  by rewrite -mulr_sumr centred mulr0.
have zeta_bound w : 0 < mu w -> square (zeta w) <= root ^+ 2.
  move=> /bounded le; rewrite /square (eq_bigr (fun i => (root / B) ^+ 2 * xi w i ^+ 2)) => [|i _]; last by rewrite exprMn.
  rewrite -mulr_sumr expr_div_n -mulrA ler_pimulr ?sqr_ge0 // ler_pdivr_mull ?exprn_gt0 // mulr1; exact: le.
have two : 0 < 2%:R :> reals by rewrite ltr0n. have two0 := lt0r_neq0 two.
have floor (a c : reals) : c <= a -> ex c <= 2%:R * ch a by move=> /RleP le; apply/RleP; exact: cosh_floor.
have ch0 (a : reals) : 0 <= ch a.
  by rewrite -(pmulr_rge0 _ two); apply: le_trans (ex0 a) (floor a a (lexx a)).
have := @iterated T I mu zeta (fun x => ch (nrm x)) (ch root) mu0 (ch0 root) (fun x y e => congr1 ch (eq_nrm e))
  (one_step dist zeta_centred root0 zeta_bound) n.+1 (fun=> 0).
have -> : nrm (fun _ : I => 0) = 0.
  apply/eqP; rewrite -sqrf_eq0 nrm2 /square big1 // => i _; by rewrite expr0n.
rewrite (cosh_0 : ch 0 = 1) mulr1 => total.
have gauss : ch root ^+ n.+1 <= ex tau.
  have g : ch root <= ex (tau / N).
    apply/RleP; apply: cosh_below; rewrite -[RHS]/(root * root) -expr2 rootE.
    by rewrite -[LHS]/(2%:R * (tau / N)) mulrA.
  apply: le_trans (ler_expn2r _ _ _ g) _; rewrite ?nnegrE //.
  by rewrite ex_nat mulrCA mulfV ?mulr1.
have large t : event t -> ex (2%:R * tau) / 2%:R <= ch (nrm (fun i => 0 + \sum_k zeta (t k) i)).
  move=> ev; rewrite ler_pdivr_mulr // [X in _ <= X]mulrC; apply: floor.
  rewrite -(@ler_pexpn2r _ 2) ?nnegrE ?mulr_ge0 ?ler0n ?nrm_ge0 // nrm2.
  have -> : square (fun i => 0 + \sum_k zeta (t k) i) = (root / B * N) ^+ 2 * \sum_i (N^-1 * \sum_k xi (t k) i) ^+ 2.
    rewrite mulr_sumr; apply: eq_bigr => i _; rewrite add0r -exprMn -[_ * N * _]mulrA mulVKf //; congr (_ ^+ 2).
    by rewrite mulr_sumr.
  apply: (@le_trans _ _ ((root / B * N) ^+ 2 * (B ^+ 2 * (2%:R * tau / N)))).
    rewrite -rootE (_ : 2%:R * tau = root ^+ 2 * N); last by rewrite rootE divfK.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; field.
  by rewrite ler_wpmul2l ?sqr_ge0 // ltW.
have cut : (\sum_(t | event t) \prod_k mu (t k)) * (ex (2%:R * tau) / 2%:R) <= ex tau.
  apply: le_trans _ (le_trans total gauss); rewrite mulr_suml big_mkcond /=; apply: ler_sum => t _.
  have P0 : 0 <= \prod_k mu (t k) by exact: prodr_ge0.
  by case: ifP => [/large le|_]; [rewrite ler_wpmul2l|rewrite mulr_ge0].
have dbl : ex (2%:R * tau) = ex tau * ex tau.
  by rewrite (_ : 2%:R * tau = tau + tau); [exact: exp_plus|rewrite mulr_natl mulr2n].
have inv : ex tau * ex (- tau) = 1.
  transitivity (ex (tau - tau)); first by symmetry; exact: exp_plus.
  by rewrite subrr; exact: exp_0.
have e0 : 0 < ex tau by apply/RltP; exact: exp_pos.
have eE : ex (- tau) = (ex tau)^-1 by apply: (mulfI (lt0r_neq0 e0)); rewrite inv mulfV // lt0r_neq0.
rewrite -(ler_pmul2r (_ : 0 < ex (2%:R * tau) / 2%:R)); last by rewrite dbl divr_gt0 ?mulr_gt0 ?ltr0n.
apply: le_trans cut _; rewrite eE dbl le_eqVlt; apply/orP; left; apply/eqP.
by move: (ex tau) (lt0r_neq0 e0) => E E0; field; rewrite E0.
Qed.

(** Rates of kernel ridge regression with exponential confidence, by the inequality of Pinelis. *)
Notation decay tau := (Rtrigo_def.exp (- tau) : reals).

Section Rate.
Variables (p : problem reals) (n d : nat) (Phi : inputs p -> 'I_d -> reals).
Variables (W : {ffun 'I_n.+1 -> inputs p * observations p} -> 'M[reals]_(d, coordinates p)).
Variables (decode : ('I_(coordinates p) -> reals) -> predictions p) (G : 'M[reals]_(d, coordinates p)).
Variables (root_n root_two root_tau kappa : reals).

Theorem rate : 0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 <= root_two -> root_two ^+ 2 = 2%:R -> 0 <= root_tau ->
  [/\ forall t : {ffun 'I_n.+1 -> inputs p * observations p}, ridge_minimiser (\matrix_(i, j) Phi (t i).1 j)
    (\matrix_(i, k) U (t i).2 k) root_n^-1 (W t),
  forall v (z : predictions p), dot (F (decode v)) v <= dot (F z) v & forall x k, @gstar reals p x k = \sum_j Phi x j * G j k] ->
  0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall c s g : reals, 0 <= s -> 0 <= g -> (forall z : predictions p, sqnorm (F z) <= c ^+ 2) ->
  (forall x y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar reals p x k) <= s ^+ 2) ->
  \sum_j \sum_k G j k ^+ 2 <= g ^+ 2 ->
  1 - 4%:R * decay (root_tau ^+ 2) <= \sum_(t : {ffun 'I_n.+1 -> inputs p * observations p} |
    (mean (fun x : inputs p => l (decode (fun k => \sum_j Phi x j * W t j k)) x - l (best x) x) ^+ 2 <=
    1 * ((2%:R * c) ^+ 2 / root_n * (1 + 2%:R * root_two * kappa ^+ 2 * root_tau) *
      (g + root_two * kappa * s * root_tau) ^+ 2))%R)
  \prod_i (weight (t i).1 * conditional (t i).1 (t i).2).
Proof.
move=> rn0 rnE r20 r2E rt0 [minimal decodes well] k0 Pk c s g s0 g0 Fc noise_s Gg.
have rn : root_n != 0 := lt0r_neq0 rn0.
have noise_1 x y : 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar reals p x k) <= 1 * s ^+ 2.
  by rewrite mul1r; exact: noise_s.
have G_1 : \sum_j \sum_k G j k ^+ 2 <= 1 * g ^+ 2 by rewrite mul1r.
have dist : distribution (fun w : inputs p * observations p => weight w.1 * conditional w.1 w.2).
  by split; [exact: mu0|exact: mu1].
have k2 : 0 <= 2%:R * kappa ^+ 2 by rewrite mulr_ge0 ?ler0n ?sqr_ge0.
have ks : 0 <= kappa * s by rewrite mulr_ge0.
have bound w : 0 < weight w.1 * conditional w.1 w.2 -> \sum_q noise_draw Phi w q ^+ 2 <= (kappa * s) ^+ 2.
  by move=> w0; have := noise_draw_bound Pk noise_1 w0; rewrite mul1r.
have X := pinelis n dist (@noise_draw_centred _ p d Phi) ks bound (sqr_ge0 root_tau).
have T := pinelis n dist (@covariance_draw_centred _ p d Phi) k2 (fun w _ => covariance_draw_bound Pk w) (sqr_ge0 root_tau).
suff likely : 1 - 4%:R * decay (root_tau ^+ 2) <= \sum_(t : {ffun 'I_n.+1 -> inputs p * observations p} |
    (surrogate_excess (learned Phi W decodes t) <= 1 / root_n * (1 + 2%:R * root_two * kappa ^+ 2 * root_tau) *
      (g + root_two * kappa * s * root_tau) ^+ 2)%R) \prod_i (weight (t i).1 * conditional (t i).1 (t i).2).
  apply: le_trans (excess_likely Fc likely) _.
  rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => t; congr (_ <= _).
  by move: (root_n^-1) => a; ring.
have -> : 4%:R * decay (root_tau ^+ 2) = 2%:R * decay (root_tau ^+ 2) + 2%:R * decay (root_tau ^+ 2) :> reals by ring.
apply: (spared dist.1 dist.2 _ T X) => t; rewrite -!leNgt -covariance_draws -(noise_draws well) => Tt Xt.
apply: (surrogate_at rn0 minimal decodes well ler01 g0 G_1).
- by rewrite !mulr_ge0.
- by rewrite !mulr_ge0 ?ler0n ?sqr_ge0.
- by apply: le_trans Xt _; rewrite -rnE -r2E le_eqVlt; apply/orP; left; apply/eqP; field.
by apply: le_trans Tt _; rewrite -rnE -[X in _ * (X * _ / _)]r2E le_eqVlt; apply/orP; left; apply/eqP; field.
Qed.
End Rate.
