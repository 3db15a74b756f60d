(** Low noise: what follows from its tail, and the rates of kernel ridge regression. *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Rank Comparison Calibration RealP Noise Draws Rates.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma power_one s : power 1 s = 1.
Proof. by rewrite /power oner_eq0 /Rpower.Rpower Rpower.ln_1 RIneq.Rmult_0_r Rtrigo_def.exp_0. Qed.

Section Induction.
Variables (X : finType) (w g : X -> reals).
Implicit Type S : {set X}.

Lemma largest S : S != set0 -> exists2 x, x \in S & forall y, y \in S -> g y <= g x.
Proof.
case/set0Pn => x0 x0S; exists [arg max_(x > x0 | x \in S) g x]%O; by case: Order.TotalTheory.arg_maxP.
Qed.

(** Peeling off an input of the largest margin: sums of terms of which each is at most f(W) - f(W - w). *)
Lemma peeled (f : reals -> reals) (term : X -> reals) :
  (forall S x, x \in S -> (forall y, y \in S -> g y <= g x) ->
    term x <= f (\sum_(y in S) w y) - f (\sum_(y in S :\ x) w y)) ->
  forall S, \sum_(x in S) term x <= f (\sum_(x in S) w x) - f 0.
Proof.
move=> step S; elim: {S}#|S| {-2}S (leqnn #|S|) => [|n IH] S le.
  by move: le; rewrite leqn0 cards_eq0 => /eqP->; rewrite !big_set0 subrr.
have [->|ne] := eqVneq S set0; first by rewrite !big_set0 subrr.
have [x xS top] := largest ne.
rewrite (big_setD1 x) //=; have := IH (S :\ x).
rewrite -ltnS (leq_trans _ le) ?[#|S|](cardsD1 x) ?xS // => /(_ isT) => rest.
rewrite -(subrK (f (\sum_(y in S :\ x) w y)) (f (\sum_(y in S) w y))) -addrA.
exact: ler_add (step S x xS top) rest.
Qed.
End Induction.

(** The tangent of t^s, concave for s <= 1 and convex for s >= 1. *)
Lemma concave_tangent (a b s : reals) : 0 <= a -> 0 < b -> 0 < s -> s <= 1 ->
  s * (power b (s - 1) * (b - a)) <= power b s - power a s.
Proof.
move=> a0 b0 s0 s1.
have bs : power b s = power b (s - 1) * b by rewrite -{3}(power1 (ltW b0)) -powerD subrK.
have [->|an] := eqVneq a 0.
  by rewrite power0 !subr0 -bs -[X in _ <= X]mul1r ler_wpmul2r ?power_ge0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have e0 : 0 < power b (s - 1) by exact: power_gt0.
suff le : power a s <= power b (s - 1) * (s * a + (1 - s) * b).
  rewrite ler_subr_addr -ler_subr_addl; apply: le_trans le _.
  by rewrite bs; move: (power b _) => e; rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
have -> : power a s = power b (s - 1) * (power a s * power b (1 - s)).
  rewrite mulrCA -powerD (_ : s - 1 + (1 - s) = 0); last by ring.
  by rewrite [power b 0]/power (gt_eqF b0) pw0 // mulr1.
rewrite ler_wpmul2l ?(ltW e0) // /power !gt_eqF //; exact: pw_mean (ltW s0) s1 ap b0.
Qed.

Lemma convex_tangent (a b s : reals) : 0 <= a -> 0 < b -> 1 <= s ->
  power b s - power a s <= s * (power b (s - 1) * (b - a)).
Proof.
move=> a0 b0 s1; have s0 : 0 < s := lt_le_trans ltr01 s1.
have bs : power b s = power b (s - 1) * b by rewrite -{3}(power1 (ltW b0)) -powerD subrK.
have [->|an] := eqVneq a 0.
  by rewrite power0 !subr0 -bs -[X in X <= _]mul1r ler_wpmul2r ?power_ge0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an.
have mean := pw_mean (_ : 0 <= s^-1) (_ : s^-1 <= 1) (power_gt0 s ap) (power_gt0 s b0).
have {mean} : power (power a s) s^-1 * power (power b s) (1 - s^-1) <= s^-1 * power a s + (1 - s^-1) * power b s.
  rewrite /power !gt_eqF ?pw_gt0 //; apply: pw_mean; rewrite ?pw_gt0 ?invr_ge0 ?invf_le1 //; exact: ltW.
rewrite !powerpower mulfV ?gt_eqF // power1 ?(ltW ap) // mulrBr mulr1 mulfV ?gt_eqF // => le.
rewrite -(ler_pmul2l s0) in le.
rewrite mulrBr -bs.
have id (u v : reals) : s * (s^-1 * u + (1 - s^-1) * v) = s * v - (v - u) by field; exact: lt0r_neq0.
by rewrite id [a * _]mulrC in le; rewrite mulrBr ler_subr_addr -ler_subr_addl.
Qed.

Section Tails.
Variables (p : problem reals) (B k : reals).
Hypotheses (k0 : 0 < k).
Notation w := (weight (p := p)).
Let w0 x : 0 <= w x. Proof. by case: (weight_distribution p). Qed.
Let w1 : \sum_x w x = 1. Proof. by case: (weight_distribution p). Qed.

(** Where x has the largest margin of S, the weight of S is at most B g^k. *)
Lemma below (g : inputs p -> reals) (S : {set inputs p}) x : (forall y, y \in S -> g y <= g x) ->
  \sum_(y in S) w y <= mean (fun y => (g y <= g x)%R%:R).
Proof.
move=> top; rewrite /mean big_mkcond /=; apply: ler_sum => y _.
by case: ifP => [/top ->|_]; rewrite ?mulr1 // mulr_ge0 ?ler0n.
Qed.

(** noise.lp.repaired *)
Theorem lower_moment (gamma : inputs p -> reals) (q : reals) : 0 < q -> q < k -> (forall x, 0 < gamma x) ->
  (forall t, 0 < t -> (mean (fun x => (gamma x <= t)%R%:R) : reals) <= B * power t k) ->
  (mean (fun x => power (gamma x) (- q)) : reals) <= k / (k - q) * power B (q / k).
Proof.
move=> q0 qk g0 tail; set s := 1 - q / k.
have qk1 : q / k < 1 by rewrite ltr_pdivr_mulr // mul1r.
have s0 : 0 < s by rewrite subr_gt0.
have s1 : s <= 1 by rewrite ler_subl_addr ler_addl divr_ge0 ?ltW.
have sE : s^-1 = k / (k - q) by rewrite /s -[X in X - _](divff (lt0r_neq0 k0)) -mulrBl invf_div.
have e0 : s - 1 = - (q / k) by rewrite /s addrC addKr.
have Bw x : w x <= B * power (gamma x) k.
  apply: le_trans (tail _ (g0 x)); rewrite /mean (bigD1 x) //= lexx mulr1 ler_addl.
  by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?ler0n.
have B0 : 0 < B.
  rewrite ltNge; apply/negP => Bn; have := ltr01 (R := reals); rewrite -w1 ltNge => /negP; apply.
  rewrite -oppr_ge0 -sumrN; apply: sumr_ge0 => x _; rewrite oppr_ge0; apply: le_trans (Bw x) _.
  by rewrite mulr_le0_ge0 ?power_ge0.
rewrite /mean; have key : \sum_(x in [set: inputs p]) w x * power (gamma x) (- q) <=
    s^-1 * power B (q / k) * power (\sum_(x in [set: inputs p]) w x) s - s^-1 * power B (q / k) * power 0 s.
  apply: (@peeled _ w gamma (fun t => s^-1 * power B (q / k) * power t s) (fun x => w x * power (gamma x) (- q))) => S x xS top.
  rewrite (big_setD1 x xS) /=; set W' := \sum_(y in _) w y; set W := w x + W'.
  have W'0 : 0 <= W' by apply: sumr_ge0.
  have [wx0|wxn] := eqVneq (w x) 0; first by rewrite /W wx0 add0r mul0r subrr.
  have wx : 0 < w x by rewrite lt_neqAle eq_sym wxn w0.
  have W0 : 0 < W by rewrite /W ltr_paddr.
  have WB : W <= B * power (gamma x) k.
    apply: le_trans (tail _ (g0 x)); rewrite /W -(big_setD1 x xS (F := w)); exact: below.
  rewrite -mulrBr -mulrA; apply: le_trans (_ : s^-1 * (power B (q / k) * (s * (power W (s - 1) * (W - W')))) <= _).
    have id (a b c : reals) : s^-1 * (a * (s * (b * c))) = c * (a * b) by field; exact: lt0r_neq0.
    rewrite id {1}/W addrK ler_wpmul2l ?(ltW wx) //.
    rewrite e0 -(ler_pmul2r (power_gt0 (q / k) W0)) -mulrA powerVr // mulr1.
    have -> : power B (q / k) = power (gamma x) (- q) * power (B * power (gamma x) k) (q / k).
      rewrite powerM ?power_ge0 ?(ltW B0) // powerpower mulrCA [k * _]mulrC divfK ?(lt0r_neq0 k0) // powerVr ?mulr1 //.
    rewrite ler_wpmul2l ?power_ge0 // power_mono ?divr_ge0 ?(ltW q0) ?(ltW k0) ?(ltW W0) //.
  rewrite ler_wpmul2l ?invr_ge0 ?(ltW s0) // ler_wpmul2l ?power_ge0 //; exact: concave_tangent.
have one : \sum_(x in [set: inputs p]) w x = 1 by rewrite -w1; apply: eq_bigl => x; rewrite inE.
rewrite one power0 mulr0 subr0 in key; rewrite (eq_bigl predT) in key; last by move=> x; rewrite inE.
by rewrite -sE; move: key; rewrite power_one mulr1.
Qed.

(** x.noise.weak-lp: gamma is gamma+ at the inputs in `some`, where some prediction is not optimal. *)
Variables (gamma : inputs p -> reals) (some : pred (inputs p)).
Hypothesis gaps : forall x, if some x then gap (@loss _ p) (conditional x) (best x) (gamma x)
  else forall z, optimal (@loss _ p) (conditional x) z.
Hypothesis tail : forall t, 0 < t -> (mean (fun x => (some x && (gamma x <= t)%R)%:R) : reals) <= B * power t k.
Notation wrong x := (l (best x) x < l (decoded x) x)%R.
Notation P := (mean (fun x : inputs p => (wrong x)%:R) : reals).
Notation E := (excess_risk p : reals).

Lemma wrong_gap x : wrong x -> [/\ some x, 0 < gamma x & gamma x <= l (decoded x) x - l (best x) x].
Proof.
move=> lt; have := gaps x; case: (some x) => [[least [z zlt e]]|opt]; last first.
  by move: lt; rewrite ltNge => /negP; case; exact: opt.
by split=> //; [rewrite e subr_gt0|exact: least].
Qed.

Lemma tail_ge0 : 0 <= B.
Proof.
have := tail ltr01; rewrite power_one mulr1; apply: le_trans.
by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n.
Qed.

Let s := k^-1 + 1.
Let s1 : 1 <= s. Proof. by rewrite ler_addr invr_ge0 ltW. Qed.
Let s0 : 0 < s. Proof. exact: lt_le_trans ltr01 s1. Qed.

Lemma errors_below : power P s <= s * (power B k^-1 * E).
Proof.
pose v x := w x * (wrong x)%:R; have v0 x : 0 <= v x by rewrite mulr_ge0 ?ler0n.
pose term x := - (s * (power B k^-1 * (v x * gamma x))).
have key : \sum_(x in [set: inputs p]) term x <=
    - power (\sum_(x in [set: inputs p]) v x) s - - power 0 s.
  apply: (@peeled _ v gamma (fun t => - power t s) term) => S x xS top; rewrite opprK /term.
  rewrite (big_setD1 x xS) /=; set W' := \sum_(y in _) v y; set W := v x + W'.
  have W'0 : 0 <= W' by apply: sumr_ge0.
  have [vx0|vxn] := eqVneq (v x) 0; first by rewrite /W vx0 add0r mul0r !mulr0 oppr0 addNr.
  have vx : 0 < v x by rewrite lt_neqAle eq_sym vxn v0.
  have W0 : 0 < W by rewrite /W ltr_paddr.
  have [_ gx _] : [/\ some x, 0 < gamma x & gamma x <= l (decoded x) x - l (best x) x].
    by apply: wrong_gap; move: vxn; rewrite /v; case: (wrong x); rewrite ?mulr0 ?eqxx.
  have WB : W <= B * power (gamma x) k.
    apply: le_trans (tail gx); rewrite /W -(big_setD1 x xS (F := v)) /= /mean big_mkcond /=.
    apply: ler_sum => y _; rewrite /v; case: ifP => [yS|_]; last by rewrite mulr_ge0 ?ler0n.
    have [/wrong_gap[-> _ _]|_] := boolP (wrong y); first by rewrite top.
    by rewrite mulr0 mulr_ge0 ?ler0n.
  rewrite addrC -opprB ler_opp2; apply: le_trans (convex_tangent W'0 W0 s1) _.
  have wE : W - W' = v x by rewrite /W addrK.
  rewrite wE ler_wpmul2l ?(ltW s0) // [v x * _]mulrC [power B _ * _]mulrA ler_wpmul2r //.
  rewrite /s addrK; apply: le_trans (power_mono (_ : 0 <= k^-1) (ltW W0) WB) _; first by rewrite invr_ge0 ltW.
  by rewrite powerM ?tail_ge0 ?power_ge0 // powerpower mulfV ?(lt0r_neq0 k0) // power1 // ltW.
rewrite power0 oppr0 subr0 in key.
have -> : P = \sum_(x in [set: inputs p]) v x by apply: eq_bigl => x; rewrite inE.
rewrite -ler_opp2; apply: le_trans key; rewrite /term.
rewrite (eq_bigl predT) => [|x]; last by rewrite inE.
rewrite sumrN ler_opp2 -!mulr_sumr ler_wpmul2l ?(ltW s0) // ler_wpmul2l ?power_ge0 //.
apply: ler_sum => x _; rewrite /v -mulrA ler_wpmul2l //.
have [/wrong_gap[_ _ le]|_] := boolP (wrong x); first by rewrite mul1r.
by rewrite mul0r D_ge0.
Qed.

Theorem weak (FB : reals) : (forall z : predictions p, sqnorm (F z) <= FB) ->
  [/\ power P (k + 1) <= power ((k + 1) / k) k * B * power E k,
      power E (k + 2%:R) <= power ((k + 1) / k) k * B * power (4%:R * FB * surrogate_excess p) (k + 1) &
      forall t, 0 < t -> (mean (fun x => (some x && (gamma x <= t)%R)%:R) : reals) / power t k <=
        mean (fun x => if some x then power (gamma x) (- k) else 0)].
Proof.
move=> FF; have E0 : 0 <= E := E_ge0 p.
have P0 : 0 <= P by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n.
have sE : (k + 1) / k = s by rewrite mulrDl mulfV ?(lt0r_neq0 k0) // mul1r addrC.
have errors : power P (k + 1) <= power ((k + 1) / k) k * B * power E k.
  have kk : k + 1 = s * k by rewrite /s mulrDl mulVf ?(lt0r_neq0 k0) // mul1r addrC.
  rewrite sE kk -powerpower; apply: le_trans (power_mono (ltW k0) (power_ge0 _ _) errors_below) _.
  by rewrite !powerM ?mulr_ge0 ?power_ge0 ?(ltW s0) // powerpower mulVf ?(lt0r_neq0 k0) // power1 ?tail_ge0 ?mulrA.
split=> // [|t t0].
  set K := 4%:R * FB * surrogate_excess p.
  have K0 : 0 <= K by exact: le_trans (sqr_ge0 _) (comparison FF).2.
  have k1 : 0 < k + 1 by rewrite addr_gt0 ?ltr01.
  have [->|En] := eqVneq E 0; first by rewrite power0 mulr_ge0 ?power_ge0 // mulr_ge0 ?power_ge0 ?tail_ge0.
  have Ep : 0 < E by rewrite lt_neqAle eq_sym En.
  have key : E ^+ 2 <= P * K.
    apply: (@excess_on _ p FB FF (fun x => wrong x)) => x.
    rewrite -leNgt => le; apply/eqP; rewrite subr_eq0 eq_le le /=; exact: best_optimal.
  rewrite -(ler_pmul2l (power_gt0 k Ep)) -powerD.
  have -> : k + (k + 2%:R) = 2%:R * (k + 1) by ring.
  rewrite -powerpower power_nat //; apply: le_trans (power_mono (ltW k1) (sqr_ge0 _) key) _.
  rewrite powerM // mulrA ler_wpmul2r ?power_ge0 //; apply: le_trans errors _.
  by rewrite mulrC.
rewrite ler_pdivr_mulr ?power_gt0 // /mean mulr_suml; apply: ler_sum => x _.
rewrite -mulrA ler_wpmul2l //; have := gaps x; case: (some x) => [[_ [z zlt e]]|_] /=; last by rewrite mul0r.
case: (lerP (gamma x) t) => [le|_]; last exact: mulr_ge0 (power_ge0 _ _) (power_ge0 _ _).
have gx : 0 < gamma x by rewrite e subr_gt0.
by rewrite -(powerVr k t0) ler_wpmul2r ?power_ge0 // inverse_mono.
Qed.
End Tails.

(** Rates of kernel ridge regression under low noise (Corollary 3.6, as repaired). *)
Section Rate.
Variables (p : problem reals) (n d : nat) (Phi : inputs p -> 'I_d -> reals).
Variables (W : {ffun 'I_n.+1 -> inputs p * observations p} -> 'M[reals]_(d, coordinates p)).
Variables (decode : ('I_(coordinates p) -> reals) -> predictions p) (G : 'M[reals]_(d, coordinates p)).
Variables (root_n root_delta kappa : reals).

Theorem noise_rate : 0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 < root_delta ->
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
