(** Rates of kernel ridge regression with exponential confidence, by the inequality of Pinelis. *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Rank Comparison Draws Rates Pinelis.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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
