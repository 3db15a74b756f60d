(** Low noise (Sec. 3.3 and App. A.3): the repaired lemma of Tsybakov and what follows from it. *)
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Rank Comparison Calibration RealP.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation reals := R_realFieldType.

Section Exponents.
Variable q : reals.
Hypothesis q0 : 0 < q.
Let q1 : q + 1 != 0. Proof. by rewrite gt_eqF ?addr_gt0 ?ltr01. Qed.
Let q2 : q + 2%:R != 0. Proof. by rewrite gt_eqF // addr_gt0 ?ltr0n. Qed.
Definition share : reals := (q + 1)^-1.
Lemma share_gt0 : 0 < share. Proof. by rewrite invr_gt0 addr_gt0 ?ltr01. Qed.
Lemma share_le1 : share <= 1. Proof. by rewrite invf_le1 ?addr_gt0 ?ltr01 // ler_addr ltW. Qed.
Lemma share_rest : 1 - share = q / (q + 1).
Proof. by rewrite /share -{1}(divff q1) -[X in _ - X]mul1r -mulrBl addrK. Qed.
Lemma norm_power (M : reals) : power (power M q^-1) (q / (q + 1)) = power M share.
Proof. by rewrite powerpower mulrA mulVf ?mul1r // gt_eqF. Qed.
Lemma norm_power2 (M : reals) : power (power M q^-1) (q / (q + 2%:R)) = power M (q + 2%:R)^-1.
Proof. by rewrite powerpower mulrA mulVf ?mul1r // gt_eqF. Qed.

(** P <= M^s E^(1-s) and E^2 <= P K give E <= M^(1/(q+2)) K^((q+1)/(q+2)). *)
Lemma solved (P M E K : reals) : 0 <= E -> 0 <= K -> E ^+ 2 <= P * K ->
  P <= power M share * power E (1 - share) ->
  E <= power M (q + 2%:R)^-1 * power K ((q + 1) / (q + 2%:R)).
Proof.
move=> E0 K0 EK PM; have [->|En] := eqVneq E 0; first by rewrite mulr_ge0 ?power_ge0.
have Ep : 0 < E by rewrite lt_neqAle eq_sym En.
pose t := (q + 1) / (q + 2%:R).
have t0 : 0 <= t by rewrite divr_ge0 // addr_ge0 ?ler0n ?ler01 // ltW.
have st : share * t = (q + 2%:R)^-1 by rewrite /share /t mulrA mulVf ?mul1r.
have e2 : (1 + share) * t = 1.
  by rewrite mulrDl mul1r st /t -[X in _ + X]mul1r -mulrDl -addrA -[1 + 1]/(2%:R) divff.
have two : E ^+ 2 = power E (1 - share) * power E (1 + share).
  by rewrite -powerD addrACA addNr addr0 (_ : 1 + 1 = 2%:R) // power_nat.
have step : power E (1 + share) <= power M share * K.
  rewrite -(ler_pmul2l (power_gt0 (1 - share) Ep)) -two (le_trans EK) //.
  by rewrite mulrA [power E _ * _]mulrC ler_wpmul2r.
have -> : E = power (power E (1 + share)) t by rewrite powerpower e2 power1.
rewrite -/t -st -[power M _]powerpower -powerM ?power_ge0 //.
by apply: power_mono; rewrite ?power_ge0.
Qed.

Lemma large (h D : reals) : 0 < D -> power D (- q) <= h -> 1 <= power h share * power D (1 - share).
Proof.
move=> D0 le; have d0 := power_gt0 (- q) D0.
apply: (@le_trans _ _ (power (power D (- q)) share * power D (1 - share))).
  rewrite powerpower share_rest mulNr -/(q / (q + 1)) powerVr //.
rewrite ler_wpmul2r ?power_ge0 // power_mono ?(ltW share_gt0) ?(ltW d0) //.
Qed.
End Exponents.

Section Noise.
Variables (p : problem reals) (q : reals).
Hypothesis q0 : 0 < q.
Notation E := (excess_risk p : reals).
Notation S := (surrogate_excess p : reals).

Let w0 x : 0 <= weight (p := p) x. Proof. by case: (weight_distribution p). Qed.

(** h is at least D^-q on the event e, on which D is positive. *)
Lemma error_set (h : inputs p -> reals) (e : pred (inputs p)) : (forall x, 0 <= h x) ->
  (forall x, e x -> 0 < D x /\ power (D x) (- q) <= h x) ->
  (mean (fun x => (e x)%:R) : reals) <= power (mean h) (share q) * power E (1 - share q).
Proof.
move=> h0 on; apply: holder => //; first exact: D_ge0; [exact: share_gt0|exact: share_le1|].
by move=> x /on[D0 le]; exact: large.
Qed.

Section Margin.
Variable gamma : inputs p -> reals.
Hypotheses (is_margin : margins gamma) (gamma0 : forall x, 0 < gamma x).
Notation h := (fun x => power (gamma x) (- q)).

Lemma inverse_mono (a b s : reals) : 0 < s -> 0 < a -> a <= b -> power b (- s) <= power a (- s).
Proof.
move=> s0 a0 ab; have b0 := lt_le_trans a0 ab.
rewrite -(ler_pmul2r (power_gt0 s a0)) powerVr //.
apply: (@le_trans _ _ (power b (- s) * power b s)); last by rewrite powerVr.
by rewrite ler_wpmul2l ?power_ge0 // power_mono // ltW.
Qed.

Lemma margin_errors x : decoded x != best x -> 0 < D x /\ power (D x) (- q) <= h x.
Proof.
move=> ne; have le : gamma x <= D x by case: (is_margin x) => + _ => /(_ _ ne).
by split; [exact: lt_le_trans le|exact: inverse_mono].
Qed.

Lemma tsybakov : (error_probability p : reals) <= power (mean h) (share q) * power E (1 - share q).
Proof. by apply: error_set => [x|x /margin_errors //]; exact: power_ge0. Qed.
End Margin.
End Noise.

(** |1/gamma|_q = (E gamma^-q)^(1/q). *)
Definition inverse_norm (p : problem reals) (q : reals) (gamma : inputs p -> reals) : reals :=
  power (mean (fun x => power (gamma x) (- q))) q^-1.

Theorem tsybakov_repaired (p : problem reals) (gamma : inputs p -> reals) (q : reals) :
  0 < q -> margins gamma -> (forall x, 0 < gamma x) ->
  (error_probability p : reals) <= power (inverse_norm q gamma) (q / (q + 1)) * power (excess_risk p) (q / (q + 1)).
Proof. by move=> q0 m g0; rewrite /inverse_norm norm_power // -share_rest // tsybakov. Qed.

Theorem comparison_repaired (p : problem reals) (gamma : inputs p -> reals) (q B : reals) :
  0 < q -> margins gamma -> (forall x, 0 < gamma x) -> (forall z : predictions p, sqnorm (F z) <= B) ->
  (excess_risk p : reals) <= power (inverse_norm q gamma) (q / (q + 2%:R)) *
    power (4%:R * B * surrogate_excess p) ((q + 1) / (q + 2%:R)).
Proof.
move=> q0 m g0 FB; rewrite /inverse_norm norm_power2 //.
apply: (solved q0 (E_ge0 p) _ (excess_on_errors FB) (tsybakov q0 m g0)).
exact: le_trans (sqr_ge0 _) (comparison FB).2.
Qed.

(** u H(E/u) <= R and u H(E/u) >= K H(E/K) for H(t) = t^2 / (4 B). *)
Theorem calibration_repaired (p : problem reals) (gamma : inputs p -> reals) (q B range : reals) :
  0 < q -> margins gamma -> (forall x, 0 < gamma x) -> (forall z : predictions p, sqnorm (F z) <= B) ->
  (forall z z' y y', @loss _ p z y - @loss _ p z' y' <= range) ->
  let H (t : reals) := t ^+ 2 / (4%:R * B) in
  let root (e : reals) := power (power (inverse_norm q gamma) q * power e q) (q + 1)^-1 in
  let E : reals := excess_risk p in
  root E * H (1 * (E / root E)) <= surrogate_excess p /\
  root range * H (E / root range) <= root E * H (1 * (E / root E)).
Proof.
move=> q0 m g0 FB wide H root E; rewrite mul1r.
have E0 : 0 <= E := E_ge0 p.
have B0 : 0 <= B.
  have [x _|none] := pickP (fun _ : inputs p => true); first exact: le_trans (sqnorm_ge0 _) (FB (best x)).
  by have [_] := weight_distribution p; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0.
have c0 : 0 <= (4%:R * B)^-1 by rewrite invr_ge0 mulr_ge0 ?ler0n.
have S0 : 0 <= (surrogate_excess p : reals) := S_ge0 p.
have rootE e : root e = power (mean (fun x => power (gamma x) (- q))) (share q) * power e (1 - share q).
  rewrite /root /inverse_norm powerpower mulVf ?gt_eqF // power1.
    by rewrite powerM ?power_ge0 // ?powerpower ?share_rest //; apply: sumr_ge0 => x _; rewrite mulr_ge0 ?power_ge0 //; case: (weight_distribution p).
  by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?power_ge0 //; case: (weight_distribution p).
have id (u : reals) : u * H (E / u) = E ^+ 2 / u * (4%:R * B)^-1.
  rewrite /H; have [->|u0] := eqVneq u 0; first by rewrite invr0 !mulr0 !mul0r.
  by rewrite expr_div_n; move: ((4%:R * B)^-1) (E) => c e; field.
have Eu : E ^+ 2 / root E * (4%:R * B)^-1 <= surrogate_excess p.
  have key := excess_on_errors FB; have ts := tsybakov q0 m g0; rewrite -rootE -/E in ts.
  have [u0|un] := eqVneq (root E) 0; first by rewrite u0 invr0 mulr0 mul0r.
  have up : 0 < root E by rewrite lt_neqAle eq_sym un power_ge0.
  have [Bz|Bn] := eqVneq B 0; first by rewrite Bz mulr0 invr0 mulr0.
  have Bp : 0 < 4%:R * B by rewrite mulr_gt0 ?ltr0n // lt_neqAle eq_sym Bn.
  rewrite ler_pdivr_mulr // ler_pdivr_mulr //; apply: le_trans key _.
  by rewrite [X in _ <= X]mulrC [surrogate_excess p * _]mulrC ler_wpmul2r // mulr_ge0 // ltW.
rewrite !id; split=> //; rewrite ler_wpmul2r //.
have [->|En] := eqVneq E 0; first by rewrite expr0n !mul0r.
have Ep : 0 < E by rewrite lt_neqAle eq_sym En.
rewrite ler_wpmul2l ?sqr_ge0 //.
have Er : E <= range.
  have [_ w1] := weight_distribution p.
  rewrite -[range]mul1r -w1 mulr_suml; apply: ler_sum => x _; rewrite ler_wpmul2l //; first by case: (weight_distribution p).
  have [c0' c1] := conditional_distribution x.
  rewrite /l /risk -sumrB -[range]mul1r -c1 mulr_suml; apply: ler_sum => y _.
  by rewrite -mulrBr ler_wpmul2l.
have mono : root E <= root range.
  apply: power_mono; rewrite ?invr_ge0 ?addr_ge0 ?ler01 ?(ltW q0) ?mulr_ge0 ?power_ge0 //.
  by rewrite ler_wpmul2l ?power_ge0 // power_mono ?(ltW q0).
have [Mz|Mn] := eqVneq (inverse_norm q gamma) 0.
  by rewrite /root Mz power0 !mul0r power0.
have up : 0 < root E.
  by rewrite power_gt0 // mulr_gt0 // power_gt0 // lt_neqAle eq_sym Mn power_ge0.
by rewrite lef_pinv ?posrE // (lt_le_trans up).
Qed.

(** gamma+: h is its power -q where some prediction is not optimal, 0 elsewhere. *)
Theorem gamma_plus (p : problem reals) (h : inputs p -> reals) (q B : reals) :
  0 < q -> (forall z : predictions p, sqnorm (F z) <= B) ->
  (forall x, (exists2 g, gap (@loss _ p) (conditional x) (best x) g & h x = power g (- q)) \/
    (forall z, optimal (@loss _ p) (conditional x) z) /\ h x = 0) ->
  let wrong : reals := mean (fun x : inputs p => (l (best x) x < l (decoded x) x)%R%:R) in
  power wrong (q + 1) <= mean h * power (excess_risk p) q /\
  power (excess_risk p) (q + 2%:R) <= mean h * power (4%:R * B * surrogate_excess p) (q + 1).
Proof.
move=> q0 FB gaps wrong.
have w0 x : 0 <= weight (p := p) x by case: (weight_distribution p).
have h0 x : 0 <= h x by case: (gaps x) => [[g _ ->]|[_ ->]] //; exact: power_ge0.
have M0 : 0 <= (mean h : reals) by apply: sumr_ge0 => x _; rewrite mulr_ge0.
have E0 : 0 <= (excess_risk p : reals) := E_ge0 p.
have S0 : 0 <= 4%:R * B * surrogate_excess p by exact: le_trans (sqr_ge0 _) (comparison FB).2.
have q1 : 0 < q + 1 by rewrite addr_gt0 ?ltr01.
have P0 : 0 <= wrong by apply: sumr_ge0 => x _; rewrite mulr_ge0 ?ler0n.
have es : wrong <= power (mean h) (share q) * power (excess_risk p) (1 - share q).
  apply: error_set => // x lt; have D0 : 0 < D x by rewrite subr_gt0.
  split=> //; case: (gaps x) => [[g [least [z zlt e]] ->]|[opt _]].
    apply: inverse_mono => //; first by rewrite e subr_gt0.
    exact: least.
  by move: lt; rewrite ltNge => /negP; case; exact: opt.
split.
  apply: le_trans (power_mono (ltW q1) P0 es) _.
  rewrite powerM ?power_ge0 // !powerpower share_rest // /share mulVf ?gt_eqF // power1 //.
  by rewrite divfK ?gt_eqF.
have key : (excess_risk p : reals) ^+ 2 <= wrong * (4%:R * B * surrogate_excess p).
  apply: (@excess_on _ p B FB (fun x => l (best x) x < l (decoded x) x)) => x.
  rewrite -leNgt => le; apply/eqP; rewrite subr_eq0 eq_le le /=; exact: best_optimal.
have q2 : 0 < q + 2%:R by rewrite addr_gt0 ?ltr0n.
apply: le_trans (power_mono (ltW q2) E0 (solved q0 E0 S0 key es)) _.
by rewrite powerM ?power_ge0 // !powerpower mulVf ?gt_eqF // power1 // divfK ?gt_eqF.
Qed.

(** P(gamma <= t)/t^q <= E gamma^-q, and the left side tends to 0 with t. *)
Theorem converse (p : problem reals) (gamma : inputs p -> reals) (q : reals) :
  0 < q -> (forall x, 0 < gamma x) ->
  (forall t, 0 < t -> (mean (fun x => (gamma x <= t)%R%:R) : reals) / power t q <=
    1 * mean (fun x => power (gamma x) (- q))) /\
  forall delta, 0 < delta -> exists2 e, 0 < e & forall t, 0 < t -> t < e ->
    (mean (fun x => (gamma x <= t)%R%:R) : reals) <= delta * power t q.
Proof.
move=> q0 g0; have w0 x : 0 <= weight (p := p) x by case: (weight_distribution p).
split=> [t t0|delta d0].
  rewrite mul1r ler_pdivr_mulr ?power_gt0 // /mean mulr_suml; apply: ler_sum => x _.
  rewrite -mulrA ler_wpmul2l //; case: (lerP (gamma x) t) => [le|_]; last exact: mulr_ge0 (power_ge0 _ _) (power_ge0 _ _).
  by rewrite -(powerVr q t0) ler_wpmul2r ?power_ge0 // inverse_mono.
have [e e0 floor] := @positive_floor reals _ (index_enum (inputs p)) predT gamma (fun x _ => g0 x).
exists e => // t t0 te; rewrite /mean big1 ?mulr_ge0 ?power_ge0 ?(ltW d0) // => x _.
by rewrite leNgt (lt_le_trans te) ?mulr0 // floor ?mem_index_enum.
Qed.

(** A coin of margin g attains the repaired inequality. *)
Theorem comparison_sharp (g q : reals) : 0 < g -> g <= 1 -> 0 < q ->
  exists (p : problem reals) (gamma : inputs p -> reals) (B : reals),
  [/\ margins gamma, forall x, gamma x = g, largest_row (@F _ p) B &
      power (excess_risk p) (q + 2%:R) = mean (fun x => power (gamma x) (- q)) *
        power (4%:R * B * surrogate_excess p) (q + 1)].
Proof.
move=> g0 g1 q0; have [E _ S norm m] := coin_values g0 g1.
exists (coin g0 g1), (fun=> g), (1 / 4%:R); split=> //.
  by split=> [z|]; [rewrite norm|exists true; exact: norm].
rewrite E S over; have -> : 4%:R * (1 / 4%:R) * g ^+ 2 = g ^+ 2 by rewrite mul1r mulfV ?mul1r // pnatr_eq0.
rewrite -(power_nat 1 (ltW g0)) powerpower -powerD; congr power; ring.
Qed.
