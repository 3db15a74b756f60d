(** The best constants of precision at k: from below by weights on single observations. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Rank Comparison Constants Ranking Sets Weights Prec Premises.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** W(z, y) = nu(y) <s(y), p(z)>, T = sum nu s s^T = aT I + bT J and E = sum p p^T = aE I + bE J with
    E T E = K E: then sum_z <W(z, .), u>^2 <= K sum_y nu(y) u(y)^2. *)
Section Weighted.
Variables (R : realFieldType) (m : nat) (Z : finType) (nu : {set 'I_m} -> R) (p : Z -> 'I_m -> R) (aT bT aE bE K : R).
Notation Y := {set 'I_m}.
Notation s := (sign_of R (m := m)).
Hypotheses (nu0 : forall y, 0 <= nu y) (nu1 : \sum_y nu y = 1) (K0 : 0 < K).
Hypothesis seen : forall v w : 'I_m -> R, \sum_y nu y * ((\sum_i v i * s y i) * (\sum_i w i * s y i)) =
  aT * (\sum_i v i * w i) + bT * ((\sum_i v i) * (\sum_i w i)).
Hypothesis used : forall v w : 'I_m -> R, \sum_z 1 * ((\sum_i v i * p z i) * (\sum_i w i * p z i)) =
  aE * (\sum_i v i * w i) + bE * ((\sum_i v i) * (\sum_i w i)).
Hypotheses (across : aT * aE = K) (along : aT * (2%:R * aE * bE + m%:R * bE ^+ 2) + bT * (aE + m%:R * bE) ^+ 2 = K * bE).

Definition weights (z : Z) (y : Y) : R := nu y * \sum_i p z i * s y i.

Lemma applied z (u : Y -> R) : \sum_y weights z y * u y = \sum_i (\sum_y nu y * u y * s y i) * p z i.
Proof.
rewrite (eq_bigr (fun y => \sum_i nu y * u y * s y i * p z i)) => [|y _].
  by rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite mulr_suml.
by rewrite /weights mulrAC mulr_sumr; apply: eq_bigr => i _; ring.
Qed.

Lemma spread_within (u : Y -> R) : \sum_z (\sum_y weights z y * u y) ^+ 2 <= K * \sum_y nu y * u y ^+ 2.
Proof.
pose a i := \sum_y nu y * u y * s y i; pose S := \sum_i a i; pose Q := \sum_i a i * a i; pose v i := aE * a i + bE * S.
have G : \sum_z (\sum_y weights z y * u y) ^+ 2 = aE * Q + bE * (S * S).
  by rewrite -used; apply: eq_bigr => z _; rewrite applied mul1r expr2.
have va : \sum_i v i * a i = aE * Q + bE * (S * S).
  rewrite (eq_bigr (fun i => aE * (a i * a i) + bE * S * a i)) => [|i _]; last by rewrite /v; ring.
  by rewrite big_split /= -!mulr_sumr mulrA.
have sv : \sum_i v i = (aE + m%:R * bE) * S.
  by rewrite big_split /= -mulr_sumr sumr_const card_ord -[_ *+ m]mulr_natl -/S; ring.
have vv : \sum_i v i * v i = aE ^+ 2 * Q + (2%:R * aE * bE + m%:R * bE ^+ 2) * S ^+ 2.
  rewrite (eq_bigr (fun i => aE ^+ 2 * (a i * a i) + 2%:R * aE * bE * S * a i + (bE * S) ^+ 2)) => [|i _]; last by rewrite /v; ring.
  by rewrite !big_split /= -!mulr_sumr sumr_const card_ord -[_ *+ m]mulr_natl -/S -/Q; ring.
have uv : \sum_y nu y * u y * (\sum_i v i * s y i) = \sum_i v i * a i.
  rewrite (eq_bigr (fun y => \sum_i v i * (nu y * u y * s y i))) => [|y _].
    by rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite mulr_sumr.
  by rewrite mulr_sumr; apply: eq_bigr => i _; ring.
have pos : 0 <= \sum_y nu y * (K * u y - \sum_i v i * s y i) ^+ 2.
  by apply: sumr_ge0 => y _; rewrite mulr_ge0 ?sqr_ge0.
move: pos; rewrite (eq_bigr (fun y => K ^+ 2 * (nu y * u y ^+ 2) - 2%:R * K * (nu y * u y * (\sum_i v i * s y i)) +
  nu y * ((\sum_i v i * s y i) * (\sum_i v i * s y i)))) => [|y _]; last by move: (\sum_i v i * s y i) => h; ring.
rewrite big_split /= sumrB -!mulr_sumr seen uv va vv sv G.
rewrite (_ : _ + _ = K * (K * (\sum_y nu y * u y ^+ 2) - (aE * Q + bE * (S * S)))); first by rewrite pmulr_rge0 // subr_ge0.
move: (\sum_y nu y * u y ^+ 2) => N; have E : aT * (aE ^+ 2 * Q) = K * (aE * Q) by rewrite -across; ring.
rewrite [aT * (aE ^+ 2 * Q + _)]mulrDr E (_ : aT * (_ * S ^+ 2) = (aT * (2%:R * aE * bE + m%:R * bE ^+ 2)) * S ^+ 2); last by ring.
have -> : aT * (2%:R * aE * bE + m%:R * bE ^+ 2) = K * bE - bT * (aE + m%:R * bE) ^+ 2 by rewrite -along addrK.
by ring.
Qed.

(** The bound on |F|^2 |U|^2, hence on A^2, by the pairing of W with L. *)
Lemma pairing_within (L : Z -> Y -> R) (c : Y -> R) r (F : Z -> 'I_r -> R) U B b :
  \sum_z \sum_y weights z y * c y = 0 -> (forall z y, L z y - c y = \sum_k F z k * U y k) ->
  (forall z, sqnorm (F z) <= B) -> (forall y, sqnorm (U y) <= b) -> 0 <= B ->
  (\sum_z \sum_y weights z y * L z y) ^+ 2 <= #|Z|%:R * K * (B * b).
Proof.
move=> free dec FB Ub B0; apply: le_trans (weights_columns free dec FB) _.
rewrite (_ : _ * K * _ = #|Z|%:R * B * (K * b)); last by ring.
rewrite ler_wpmul2l ?mulr_ge0 ?ler0n //; apply: le_trans (ler_sum _ (fun k _ => spread_within _)) _.
rewrite -mulr_sumr exchange_big ler_wpmul2l ?(ltW K0) //=.
have -> : b = \sum_y nu y * b by rewrite -mulr_suml nu1 mul1r.
by apply: ler_sum => y _; rewrite -mulr_sumr ler_wpmul2l //; exact: Ub.
Qed.
End Weighted.

Lemma norms_constant (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) g :
  (forall c, norms_at_least (fun z y => L z y - c) g) -> constant_at_least L g.
Proof.
move=> least r F U c a dec [B [b [FB Ub le]]]; apply: le_trans le.
rewrite (_ : _ * B * _ = B * (r%:R * b ^+ 2)); last by ring.
apply: (least c r F U B) => // [z y|y]; first by rewrite dec addrK addr0.
rewrite /sqnorm mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => k _.
by rewrite -[U y k ^+ 2]real_normK ?num_real // ler_expn2r ?nnegrE ?normr_ge0 ?(le_trans (normr_ge0 _) (Ub y k)).
Qed.

Lemma all_signs (R : realFieldType) m (v w : 'I_m -> R) :
  \sum_y (\sum_i v i * sign_of R y i) * (\sum_i w i * sign_of R y i) = (2 ^ m)%:R * \sum_i v i * w i.
Proof.
rewrite (eq_bigr (fun y => \sum_i \sum_j v i * w j * (sign_of R y j * sign_of R y i))) => [|y _]; last first.
  by rewrite big_distrlr; apply: eq_bigr => i _ /=; apply: eq_bigr => j _; ring.
rewrite exchange_big mulr_sumr; apply: eq_bigr => i _ /=; rewrite exchange_big /=.
rewrite (eq_bigr (fun j => (j == i)%:R * ((2 ^ m)%:R * (v i * w j)))) => [|j _].
  by rewrite (pick (fun j => (2 ^ m)%:R * (v i * w j))).
by rewrite -mulr_sumr sign_orthogonal; move: ((j == i)%:R : R) ((2 ^ m)%:R : R) => h q; ring.
Qed.

Section Prec.
Variables (R : realFieldType) (m k : nat).
Hypotheses (k0 : (0 < k)%N) (km : (k < m)%N).
Notation Z := (k_sets m k).
Notation Y := {set 'I_m}.
Notation L := (prec_at_k R (m := m) (k := k)).
Notation s := (sign_of R (m := m)).
Notation N := (m%:R : R).
Notation K := (k%:R : R).
Notation P := (#|Z|%:R : R).
Let m2 : (2 <= m)%N := leq_ltn_trans k0 km.
Let kR : K != 0. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let Ppos : 0 < P. Proof. by rewrite ltr0n; apply/card_gt0P; exists (some_k_set (ltnW km)). Qed.

Definition bit (z : Z) i : R := (i \in val z)%:R.
Let bits z : \sum_i bit z i = K := size_sum R z.
Let bit2 z i : bit z i * bit z i = bit z i. Proof. by rewrite /bit; case: (i \in _); rewrite ?mulr1 ?mulr0. Qed.

Lemma prec_signed z y : L z y = 1 / 2%:R - (2 * k)%:R^-1 * \sum_i bit z i * s y i.
Proof.
rewrite prec_decomposition natrM.
rewrite [X in X + 1](eq_bigr (fun i => - (2%:R * K)^-1 * (bit z i * s y i) - (2%:R * K)^-1 * bit z i)) => [|i _].
  by rewrite sumrB -!mulr_sumr bits /=; move: (\sum_i _ * _) => h; field.
by rewrite sign_bit -/(bit z i); move: (bit z i) ((i \in y)%:R : R) => u v; field.
Qed.

(** Predictions as vectors a bit(z) - b. *)
Variables (a b : R).
Definition vector (z : Z) i : R := a * bit z i - b.

Let same : exchangeable (fun=> 1) vector := @k_sets_exchangeable R m k (fun t : bool => a * t%:R - b).
Let total z : \sum_i vector z i = a * K - N * b.
Proof. by rewrite sumrB -mulr_sumr bits sumr_const card_ord mulr_natl. Qed.
Let inside z : \sum_i vector z i * bit z i = (a - b) * K.
Proof.
rewrite (eq_bigr (fun i => (a - b) * bit z i)) => [|i _]; first by rewrite -mulr_sumr bits.
by rewrite /vector mulrBl -mulrA bit2 -mulrBl.
Qed.
Lemma vector_length z : \sum_i vector z i ^+ 2 = a ^+ 2 * K - 2%:R * a * b * K + N * b ^+ 2.
Proof.
rewrite (eq_bigr (fun i => (a ^+ 2 - 2%:R * a * b) * bit z i + b ^+ 2)) => [|i _].
  by rewrite big_split /= -mulr_sumr bits sumr_const card_ord -[_ *+ m]mulr_natl; ring.
rewrite (_ : _ ^+ 2 = a ^+ 2 * (bit z i * bit z i) - 2%:R * a * b * bit z i + b ^+ 2); last by rewrite /vector; ring.
by rewrite bit2; ring.
Qed.

Definition beside : R := P * ((a * K - N * b) ^+ 2 - (a ^+ 2 * K - 2%:R * a * b * K + N * b ^+ 2)) / (N * (N - 1)).
Definition alone : R := P * (a ^+ 2 * K - 2%:R * a * b * K + N * b ^+ 2) / N - beside.

Lemma vectors (v w : 'I_m -> R) : \sum_z 1 * ((\sum_i v i * vector z i) * (\sum_i w i * vector z i)) =
  alone * (\sum_i v i * w i) + beside * ((\sum_i v i) * (\sum_i w i)).
Proof.
have sums : \sum_z 1 * (\sum_i vector z i) ^+ 2 = P * (a * K - N * b) ^+ 2.
  rewrite (eq_bigr (fun=> (a * K - N * b) ^+ 2)) => [|z _]; last by rewrite mul1r total.
  by rewrite sumr_const -[LHS]mulr_natl.
have squares : \sum_z 1 * (\sum_i vector z i ^+ 2) = P * (a ^+ 2 * K - 2%:R * a * b * K + N * b ^+ 2).
  rewrite (eq_bigr (fun=> a ^+ 2 * K - 2%:R * a * b * K + N * b ^+ 2)) => [|z _]; last by rewrite mul1r vector_length.
  by rewrite sumr_const -[LHS]mulr_natl.
by rewrite (forms m2 same sums squares) /alpha /beta -mulrBr.
Qed.

Variables (nu : Y -> R) (aT bT : R).
Hypotheses (nu0 : forall y, 0 <= nu y) (nu1 : \sum_y nu y = 1).
Hypothesis seen : forall v w : 'I_m -> R, \sum_y nu y * ((\sum_i v i * s y i) * (\sum_i w i * s y i)) =
  aT * (\sum_i v i * w i) + bT * ((\sum_i v i) * (\sum_i w i)).
Notation W := (weights nu vector).

Lemma paired : (forall t, \sum_z \sum_y W z y * t = 0) ->
  \sum_z \sum_y W z y * L z y = - (P / 2%:R * (aT * (a - b) + bT * (a * K - N * b))).
Proof.
move=> free; transitivity (\sum_z (\sum_y W z y * (1 / 2%:R) -
    (2%:R * K)^-1 * \sum_y nu y * ((\sum_i vector z i * s y i) * (\sum_i bit z i * s y i)))).
  apply: eq_bigr => z _; rewrite mulr_sumr -sumrB; apply: eq_bigr => y _.
  by rewrite prec_signed natrM /weights; move: (\sum_i bit z i * _) (\sum_i vector z i * _) => u v; move: (_^-1) (1 / _) => q h; ring.
rewrite sumrB free sub0r; congr (- _).
rewrite (eq_bigr (fun=> (2%:R * K)^-1 * (aT * ((a - b) * K) + bT * ((a * K - N * b) * K)))) => [|z _].
  rewrite sumr_const -[LHS]mulr_natl.
  have E (q : R) : q * ((2%:R * K)^-1 * (aT * ((a - b) * K) + bT * ((a * K - N * b) * K))) =
    q / 2%:R * (aT * (a - b) + bT * (a * K - N * b)) by field.
  exact: E.
by rewrite seen inside total bits.
Qed.

Lemma least_norms (c : Y -> R) g : aT * alone = g -> 0 < g ->
  aT * (2%:R * alone * beside + N * beside ^+ 2) + bT * (alone + N * beside) ^+ 2 = g * beside ->
  (forall t, \sum_z \sum_y W z y * t = 0) -> \sum_z \sum_y W z y * c y = 0 ->
  norms_at_least (fun z y => L z y - c y) ((P / 2%:R * (aT * (a - b) + bT * (a * K - N * b))) ^+ 2 / (P * g)).
Proof.
move=> across g0 along free0 free r F U B b' dec FB Ub.
have B0 : 0 <= B by apply: le_trans (sqnorm_ge0 _) (FB (some_k_set (ltnW km))).
have dec' z y : L z y - c y = \sum_k F z k * U y k by rewrite dec addr0.
have := pairing_within nu0 nu1 g0 seen vectors across along free dec' FB Ub B0.
by rewrite paired // sqrrN ler_pdivr_mulr ?mulr_gt0 // [X in _ -> _ <= X]mulrC.
Qed.
End Prec.

Section Instances.
Variables (R : realFieldType) (m k : nat).
Hypotheses (k0 : (0 < k)%N) (km : (k < m)%N).
Notation Z := (k_sets m k).
Notation Y := {set 'I_m}.
Notation L := (prec_at_k R (m := m) (k := k)).
Notation s := (sign_of R (m := m)).
Notation N := (m%:R : R).
Notation K := (k%:R : R).
Notation P := (#|Z|%:R : R).
Let m2 : (2 <= m)%N := leq_ltn_trans k0 km.
Let kR : K != 0. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let n0 : N != 0. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.
Let n1 : N - 1 != 0. Proof. by rewrite subr_eq0 (eqr_nat R m 1); apply/eqP => h; move: m2; rewrite h. Qed.
Let Npos : 0 < N. Proof. by rewrite ltr0n ltnW. Qed.
Let Kpos : 0 < K. Proof. by rewrite ltr0n. Qed.
Let N1pos : 0 < N - 1. Proof. by rewrite subr_gt0 ltr1n. Qed.
Let NKpos : 0 < N - K. Proof. by rewrite subr_gt0 ltr_nat. Qed.
Let nk : N - K != 0. Proof. by rewrite gt_eqF. Qed.
Let Ppos : 0 < P. Proof. by rewrite ltr0n; apply/card_gt0P; exists (some_k_set (ltnW km)). Qed.
Let p0 : P != 0. Proof. by rewrite gt_eqF. Qed.
Let two : (2 ^ m)%:R != 0 :> R. Proof. by rewrite pnatr_eq0 expn_eq0. Qed.

(** All label sets alike, with a share (k - 1)/(m - 1) on the full and the empty set. *)
Definition mixture (y : Y) : R := (K - 1) / (N - 1) * (((y == set0)%:R + (y == setT)%:R) / 2%:R) + (N - K) / (N - 1) / (2 ^ m)%:R.

Let mixed_sum (h : Y -> R) : \sum_y mixture y * h y =
  (K - 1) / (N - 1) * ((h set0 + h setT) / 2%:R) + (N - K) / (N - 1) / (2 ^ m)%:R * \sum_y h y.
Proof.
rewrite (eq_bigr (fun y => (K - 1) / (N - 1) / 2%:R * ((y == set0)%:R * h y) + (K - 1) / (N - 1) / 2%:R * ((y == setT)%:R * h y) +
  (N - K) / (N - 1) / (2 ^ m)%:R * h y)) => [|y _].
  by rewrite !big_split /= -!mulr_sumr !pick; move: (h set0) (h setT) (\sum_y h y) ((2 ^ m)%:R^-1 : R) ((N - 1)^-1) => u v S q t; field.
by rewrite /mixture; move: ((y == set0)%:R : R) ((y == setT)%:R : R) (h y) ((2 ^ m)%:R^-1 : R) ((N - 1)^-1) => u v S q t; field.
Qed.

Let mixture_ge0 y : 0 <= mixture y.
Proof.
have K1 : 0 <= K - 1 by rewrite subr_ge0 ler1n.
apply: addr_ge0; last by rewrite !divr_ge0 ?ler0n ?(ltW NKpos) ?(ltW N1pos).
apply: mulr_ge0; first by rewrite divr_ge0 ?K1 ?(ltW N1pos).
by apply: divr_ge0; [apply: addr_ge0; exact: ler0n|exact: ler0n].
Qed.
Let mixture_sum : \sum_y mixture y = 1.
Proof.
rewrite -(eq_bigr _ (fun y _ => mulr1 _)) mixed_sum sumr_const card_sets; field.
by rewrite n1 two.
Qed.
Let mixture_mean i : \sum_y mixture y * s y i = 0.
Proof. by rewrite mixed_sum sign_sum mulr0 addr0 /sign_of !inE addNr mul0r mulr0. Qed.
Let mixture_seen (v w : 'I_m -> R) : \sum_y mixture y * ((\sum_i v i * s y i) * (\sum_i w i * s y i)) =
  (N - K) / (N - 1) * (\sum_i v i * w i) + (K - 1) / (N - 1) * ((\sum_i v i) * (\sum_i w i)).
Proof.
rewrite mixed_sum all_signs.
have none (v' : 'I_m -> R) : \sum_i v' i * s set0 i = - \sum_i v' i.
  by rewrite -sumrN; apply: eq_bigr => i _; rewrite /sign_of inE mulrN1.
have all (v' : 'I_m -> R) : \sum_i v' i * s setT i = \sum_i v' i.
  by apply: eq_bigr => i _; rewrite /sign_of inE mulr1.
rewrite !none !all; move: two (\sum_i v i) (\sum_i w i) (\sum_i v i * w i) => q u t S; field.
by rewrite n1 q.
Qed.

Lemma prec_scalar (c : R) : norms_at_least (fun z y => L z y - c) (m%:R / (4 * k)%:R).
Proof.
have free t : \sum_z \sum_y weights mixture (@vector R m k (N - 1) (K - 1)) z y * t = 0.
  rewrite big1 // => z _; rewrite (applied mixture _ z (fun=> t)) big1 // => i _.
  rewrite (eq_bigr (fun y => t * (mixture y * s y i))) => [|y _]; last by ring.
  by rewrite -mulr_sumr mixture_mean mulr0 mul0r.
pose g := P * K * (N - K) ^+ 2 / N.
have g0 : 0 < g by rewrite divr_gt0 // !mulr_gt0.
have := @least_norms R m k k0 km (N - 1) (K - 1) mixture _ _ mixture_ge0 mixture_sum mixture_seen (fun=> c) g _ g0 _ free (free c).
rewrite (_ : _ / (P * g) = N / (4 * k)%:R); last first.
  by rewrite natrM /g; field; rewrite p0 kR n0 n1 nk.
by apply; rewrite /alone /beside /g; field; rewrite n0 n1.
Qed.

(** The label sets of half of the labels; the predictions less their mean. *)
Hypothesis even : ~~ odd m.
Notation half := (m./2).
Definition halves (y : Y) : R := (#|y| == half)%:R / #|[set y : Y | #|y| == half]|%:R.
Let h0 : #|[set y : Y | #|y| == half]|%:R != 0 :> R.
Proof. by rewrite pnatr_eq0 -lt0n card_draws card_ord bin_gt0 -{2}(odd_double_half m) -addnn addnA leq_addl. Qed.

Let halves_ge0 y : 0 <= halves y. Proof. by rewrite divr_ge0 ?ler0n. Qed.
Let halves_sum : \sum_y halves y = 1.
Proof.
rewrite -mulr_suml (_ : \sum_y _ = #|[set y : Y | #|y| == half]|%:R) ?mulfV //.
by rewrite -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => y _; rewrite inE; case: ifP.
Qed.
Let balanced y : halves y != 0 -> \sum_i s y i = 0.
Proof.
rewrite /halves; case: (#|y| =P half) => [yh _|_]; last by rewrite mul0r eqxx.
rewrite (eq_bigr (fun i => 2%:R * (i \in y)%:R - 1)) => [|i _]; last exact: sign_bit.
rewrite sumrB -mulr_sumr sumr_const card_ord (_ : \sum_i _ = #|y|%:R); last first.
  by rewrite -sum1_card natr_sum [RHS]big_mkcond; apply: eq_bigr => i _; case: (i \in y).
have e : (half.*2 = m)%N by rewrite -[RHS]odd_double_half (negbTE even).
by rewrite yh -natrM mul2n e subrr.
Qed.
Let halves_exchangeable : exchangeable halves (fun y i => s y i) :=
  @sets_exchangeable R m (fun n => (n == half)%:R / #|[set y : Y | #|y| == half]|%:R).
Let halves_sums : \sum_y halves y * (\sum_i s y i) ^+ 2 = 0.
Proof.
rewrite big1 // => y _; have [->|ne] := eqVneq (halves y) 0; first by rewrite mul0r.
by rewrite balanced // expr0n mulr0.
Qed.
Let halves_squares : \sum_y halves y * (\sum_i s y i ^+ 2) = N.
Proof.
rewrite (eq_bigr (fun y => halves y * N)) => [|y _]; first by rewrite -mulr_suml halves_sum mul1r.
by under eq_bigr do rewrite sign_square; rewrite sumr_const card_ord.
Qed.

Lemma prec_by_observation (c : Y -> R) : norms_at_least (fun z y => L z y - c y) ((m%:R - k%:R) / (4 * k)%:R).
Proof.
have free (u : Y -> R) : \sum_z \sum_y weights halves (@vector R m k 1 (K / N)) z y * u y = 0.
  have zero z : \sum_j @vector R m k 1 (K / N) z j = 0.
    rewrite sumrB (eq_bigr (fun j => (j \in val z)%:R)) => [|j _]; last by rewrite mul1r.
    by rewrite size_sum sumr_const card_ord -[_ *+ m]mulr_natl mulrCA mulfV // mulr1 subrr.
  have same : exchangeable (fun=> 1) (@vector R m k 1 (K / N)) := @k_sets_exchangeable R m k (fun t : bool => 1 * t%:R - K / N).
  have mean i : \sum_z @vector R m k 1 (K / N) z i = 0.
    rewrite (eq_bigr (fun z => 1 * @vector R m k 1 (K / N) z i)) => [|z _]; last by rewrite mul1r.
    by rewrite (means m2 same) big1 ?mul0r // => z _; rewrite zero mulr0.
  under eq_bigr do rewrite applied; rewrite exchange_big big1 // => i _ /=.
  by rewrite -mulr_sumr mean mulr0.
pose g := P * K * (N - K) / (N - 1) ^+ 2.
have g0 : 0 < g by rewrite divr_gt0 ?exprn_gt0 // !mulr_gt0.
have seen := forms m2 halves_exchangeable halves_sums halves_squares.
have := @least_norms R m k k0 km 1 (K / N) halves _ _ halves_ge0 halves_sum seen c g _ g0 _ (fun t => free (fun=> t)) (free c).
rewrite (_ : _ / (P * g) = (N - K) / (4 * k)%:R); last first.
  by rewrite natrM /g /alpha /beta; field; rewrite p0 kR n0 n1 nk.
by apply; rewrite /alone /beside /g /alpha /beta; field; rewrite n0 n1.
Qed.
End Instances.

(** U = s(y), and F = -z/(2 k), or its part orthogonal to (1, ..., 1), c being a function of y. *)
Section Attained.
Variables (R : realFieldType) (m k : nat) (t : R).
Hypotheses (k0 : (0 < k)%N) (km : (k < m)%N).
Notation L := (prec_at_k R (m := m) (k := k)).
Notation N := (m%:R : R).
Notation K := (k%:R : R).
Let kR : K != 0. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Definition rows (z : k_sets m k) i : R := - (2%:R * K)^-1 * vector 1 t z i.
Definition level (y : {set 'I_m}) : R := 1 / 2%:R - (2%:R * K)^-1 * t * \sum_i sign_of R y i.
Definition row_norm : R := (4%:R * K ^+ 2)^-1 * (K - 2%:R * t * K + N * t ^+ 2).

Lemma rows_decomposition : decomposition (fun z y => L z y - level y) rows (fun y i => sign_of R y i) 0.
Proof.
move=> z y; rewrite addr0 prec_signed // natrM /level.
rewrite [RHS](eq_bigr (fun i => (2%:R * K)^-1 * (t * sign_of R y i) - (2%:R * K)^-1 * (bit R z i * sign_of R y i))) => [|i _].
  rewrite sumrB -!mulr_sumr; move: (\sum_i bit R z i * _) (\sum_i sign_of R y i) (_^-1) (1 / _) => u v q h; ring.
rewrite /rows /vector -/(bit R z i); move: (bit R z i) (sign_of R y i) ((2%:R * K)^-1) => u v q; ring.
Qed.

Lemma rows_norm z : sqnorm (rows z) = row_norm.
Proof.
rewrite /sqnorm (eq_bigr (fun i => (4%:R * K ^+ 2)^-1 * vector 1 t z i ^+ 2)) => [|i _].
  by rewrite -mulr_sumr vector_length // /row_norm expr1n; congr (_ * _); ring.
by rewrite /rows; field.
Qed.

Lemma signs_norm (y : {set 'I_m}) : sqnorm (fun i => sign_of R y i) = N.
Proof. by rewrite /sqnorm; under eq_bigr do rewrite sign_square; rewrite sumr_const card_ord. Qed.

Lemma rows_norms : norms_at_most (fun z y => L z y - level y) (row_norm * N).
Proof.
exists m, rows, (fun y i => sign_of R y i), row_norm, N; split=> [||y|]; [exact: rows_decomposition| | |exact: lexx].
  by move=> z; rewrite rows_norm.
by rewrite signs_norm.
Qed.

Lemma rows_constant : constant_at_most (fun z y => L z y - level y) (row_norm * N).
Proof.
exists m, rows, (fun y i => sign_of R y i), 0; split; first exact: rows_decomposition.
exists row_norm, 1; split=> [z|y i|]; [by rewrite rows_norm|by rewrite sign_norm|].
by rewrite expr1n mulr1 mulrC.
Qed.
End Attained.

Lemma norms_same (R : realFieldType) (Z Y : finType) (L L' : Z -> Y -> R) g :
  (forall z y, L z y = L' z y) -> norms_at_least L g -> norms_at_least L' g.
Proof. by move=> same least r F U B b dec; apply: least => z y; rewrite same. Qed.

Theorem prec : claim_x_best_prec.
Proof.
move=> R m k /andP[k0 km] L shifted; have kR : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
split=> [|| c]; last exact: prec_scalar.
  split; first exact: (@prec_upper R m k k0).
  by apply: norms_constant => c; exact: prec_scalar.
exists (1 / 2%:R); have [r [F [U [B [b [dec FB Ub le]]]]]] := @rows_norms R m k 0 k0.
exists r, F, U, B, b; split=> // [z y|]; first by rewrite -dec /shifted /level mulr0 mul0r subr0.
apply: le_trans le _; rewrite /row_norm /constant_x_best_prec_gamma_2_squared natrM le_eqVlt; apply/orP; left; apply/eqP.
by field.
Qed.

Theorem prec_even : claim_x_best_prec__even.
Proof.
move=> R m k /andP[k0 km] even L shifted; have kR : k%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have n0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n (leq_trans _ km).
have A : (m%:R - k%:R) / (4 * k)%:R = row_norm m k (k%:R / m%:R) * m%:R :> R.
  by rewrite /row_norm natrM; field; rewrite kR n0.
have least c : norms_at_least (shifted c) ((m%:R - k%:R) / (4 * k)%:R) by exact: prec_by_observation.
split=> [|c]; last first.
  split=> //; apply: norms_constant => c'; apply: norms_same (least (fun y => c y + c')) => z y.
  by rewrite /shifted opprD addrA.
exists (level k (k%:R / m%:R)); rewrite /constant_x_best_prec_A_squared_by_observation.
by rewrite /constant_x_best_prec_gamma_2_squared_by_observation A; split; [exact: rows_constant|exact: rows_norms].
Qed.

Theorem met_claim_x_best_prec__even : ltac:(premises claim_x_best_prec__even tt).
Proof. by move=> R; exists 2%N, 1%N; split=> //; split=> //; exists (fun=> 0). Qed.
