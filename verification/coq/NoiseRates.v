(** Rates of kernel ridge regression under low noise (Corollary 3.6, as repaired). *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Rank Comparison Draws Rates RealP Noise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rate.
Variables (p : problem reals) (n d : nat) (Phi : inputs p -> 'I_d -> reals).
Variables (W : {ffun 'I_n.+1 -> inputs p * observations p} -> 'M[reals]_(d, coordinates p)).
Variables (decode : ('I_(coordinates p) -> reals) -> predictions p) (G : 'M[reals]_(d, coordinates p)).
Variables (root_n root_delta kappa : reals).

Theorem rate : 0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 < root_delta ->
  [/\ forall t : {ffun 'I_n.+1 -> inputs p * observations p}, ridge_minimiser (\matrix_(i, j) Phi (t i).1 j)
    (\matrix_(i, k) U (t i).2 k) root_n^-1 (W t),
  forall v (z : predictions p), dot (F (decode v)) v <= dot (F z) v & forall x k, @gstar reals p x k = \sum_j Phi x j * G j k] ->
  0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall a b Q : reals, 0 <= Q -> constant_squared (@F _ p) (@U _ p) a -> largest_entry (@U _ p) b ->
  (forall k, \sum_j G j k ^+ 2 <= (b * Q) ^+ 2) ->
  forall (gamma : inputs p -> reals) (q : reals), 0 < q -> margins gamma -> (forall x, 0 < gamma x) ->
  1 - 2%:R * root_delta ^+ 2 <= \sum_(t : {ffun 'I_n.+1 -> inputs p * observations p} |
    (mean (fun x : inputs p => l (decode (fun k => \sum_j Phi x j * W t j k)) x - l (best x) x) <=
    power (inverse_norm q gamma) (q / (q + 2%:R)) * power (4%:R * (a / root_n * (1 + kappa ^+ 2 / root_delta) *
      (Q + 2%:R * kappa / root_delta) ^+ 2)) ((q + 1) / (q + 2%:R)))%R)
  \prod_i (weight (t i).1 * conditional (t i).1 (t i).2).
Proof.
move=> rn0 rnE rd0 [minimal decodes well] k0 Pk a b Q Q0 sq ent GQ gamma q q0 m g0.
have [[B FB ->] M0 noise_M GM] := affine_bounds sq ent GQ.
apply: le_trans (surrogate_rate rn0 rnE rd0 minimal decodes well M0 k0 (ler0n _ 2) Q0 Pk noise_M GM) _.
apply: (more_likely (@mu0 _ p)) => t le.
have m' : @margins _ (learned Phi W decodes t) gamma by exact: m.
apply: le_trans (@comparison_repaired (learned Phi W decodes t) gamma q B q0 m' g0 FB) _.
have q2 : 0 < q + 2%:R by rewrite addr_gt0 ?ltr0n.
have S0 : 0 <= (surrogate_excess (learned Phi W decodes t) : reals) := S_ge0 _.
have B0 : 0 <= 4%:R * B.
  have [x _|none] := pickP (fun _ : inputs p => true).
    by rewrite mulr_ge0 ?ler0n //; exact: le_trans (sqnorm_ge0 _) (FB (best x)).
  by have [_] := weight_distribution p; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0.
have t0 : 0 <= (q + 1) / (q + 2%:R) by rewrite divr_ge0 ?(ltW q2) // addr_ge0 ?ler01 // ltW.
rewrite ler_wpmul2l ?power_ge0 // (power_mono t0 (mulr_ge0 B0 S0)) //.
apply: le_trans (ler_wpmul2l B0 le) _.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; move: (root_n^-1) (root_delta^-1) => u v; ring.
Qed.
End Rate.
