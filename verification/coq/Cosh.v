(** Two facts on the hyperbolic cosine, from its power series. *)
From Coq Require Import Reals RiemannInt Lra Lia Arith.
Local Open Scope R_scope.

Lemma same_order (a b : R) j : 0 <= a -> 0 <= b -> 0 <= (a - b) * (a ^ j - b ^ j).
Proof.
intros a0 b0. destruct (Rle_lt_dec a b) as [ab|ba].
- assert (h := pow_incr a b j (conj a0 ab)). nra.
- assert (h := pow_incr b a j (conj b0 (Rlt_le _ _ ba))). nra.
Qed.

Lemma power_chord (t a b : R) j : 0 <= t <= 1 -> 0 <= a -> 0 <= b ->
  (t * a + (1 - t) * b) ^ j <= t * a ^ j + (1 - t) * b ^ j.
Proof.
intros [t0 t1] a0 b0. induction j as [|j IH]; [simpl; lra|].
assert (m0 : 0 <= t * a + (1 - t) * b) by nra.
apply Rle_trans with ((t * a + (1 - t) * b) * (t * a ^ j + (1 - t) * b ^ j)).
- simpl. apply Rmult_le_compat_l; assumption.
- assert (h := same_order a b j a0 b0). assert (tt : 0 <= t * (1 - t)) by nra.
  assert (h2 := Rmult_le_pos _ _ tt h). simpl. nra.
Qed.

Definition even_sum (x : R) (N : nat) : R := E1 x N + E1 (- x) N.

Lemma even_sum_cv x : Un_cv (even_sum x) (2 * cosh x).
Proof.
replace (2 * cosh x) with (exp x + exp (- x)) by (unfold cosh; lra).
apply CV_plus; apply E1_cvg.
Qed.

Lemma even_term x k : x ^ k + (- x) ^ k = if Nat.even k then 2 * (x * x) ^ (k / 2) else 0.
Proof.
destruct (Nat.Even_or_Odd k) as [[j ->]|[j ->]].
- assert (e : Nat.even (2 * j) = true) by (rewrite Nat.even_mul; reflexivity). rewrite e.
  replace (2 * j / 2)%nat with j by (rewrite Nat.mul_comm, Nat.div_mul; lia).
  rewrite !pow_mult. replace ((- x) ^ 2) with (x * x) by ring. replace (x ^ 2) with (x * x) by ring. lra.
- assert (e : Nat.even (2 * j + 1) = false) by (rewrite Nat.even_add, Nat.even_mul; reflexivity). rewrite e.
  rewrite !pow_add, !pow_mult. replace ((- x) ^ 2) with (x ^ 2) by ring. ring.
Qed.

Lemma even_sumE x N : even_sum x N =
  sum_f_R0 (fun k => / INR (fact k) * (if Nat.even k then 2 * (x * x) ^ (k / 2) else 0)) N.
Proof.
unfold even_sum, E1. rewrite <- plus_sum. apply sum_eq. intros k _. rewrite <- even_term. ring.
Qed.

Lemma inv_fact k : 0 <= / INR (fact k).
Proof. left. apply Rinv_0_lt_compat, INR_fact_lt_0. Qed.

(** cosh(sqrt q) <= t cosh u + (1 - t) cosh v for q <= t u^2 + (1 - t) v^2. *)
Lemma cosh_chord (t u v s : R) : 0 <= t <= 1 -> s * s <= t * (u * u) + (1 - t) * (v * v) ->
  cosh s <= t * cosh u + (1 - t) * cosh v.
Proof.
intros t01 le.
assert (cv : Un_cv (fun N => t * even_sum u N + (1 - t) * even_sum v N) (t * (2 * cosh u) + (1 - t) * (2 * cosh v))).
{ apply CV_plus; apply CV_mult; try apply even_sum_cv; intros e e0; exists 0%nat; intros; unfold R_dist;
  rewrite Rminus_diag_eq, Rabs_R0; auto. }
enough (2 * cosh s <= t * (2 * cosh u) + (1 - t) * (2 * cosh v)) by lra.
refine (Rle_cv_lim _ (even_sum_cv s) cv). intros N.
rewrite !even_sumE, !scal_sum, <- plus_sum. apply sum_Rle. intros k _.
destruct (Nat.even k); [|lra].
assert (h : (s * s) ^ (k / 2) <= t * (u * u) ^ (k / 2) + (1 - t) * (v * v) ^ (k / 2)).
{ apply Rle_trans with ((t * (u * u) + (1 - t) * (v * v)) ^ (k / 2)).
  - apply pow_incr; split; [nra|assumption].
  - apply power_chord; [assumption|nra|nra]. }
assert (f := inv_fact k). nra.
Qed.

Lemma fact_double n : (2 ^ n * fact n <= fact (2 * n))%nat.
Proof.
induction n as [|n IH]; [simpl; lia|].
replace (2 * S n)%nat with (S (S (2 * n))) by lia.
replace (fact (S (S (2 * n)))) with ((2 * n + 2) * ((2 * n + 1) * fact (2 * n)))%nat by (simpl fact; lia).
replace (2 ^ S n * fact (S n))%nat with ((2 * n + 2) * (2 ^ n * fact n))%nat by (simpl; ring).
apply Nat.mul_le_mono_l. nia.
Qed.

(** cosh b <= exp(b^2/2). *)
Lemma cosh_gauss b : cosh b <= exp (b * b / 2).
Proof.
assert (sub : Un_cv (fun N => even_sum b (2 * N)) (2 * cosh b)).
{ intros e e0. destruct (even_sum_cv b e e0) as [N h]. exists N. intros n nN. apply h. lia. }
assert (cv : Un_cv (fun N => 2 * E1 (b * b / 2) N) (2 * exp (b * b / 2))).
{ apply CV_mult; [|apply E1_cvg]. intros e e0; exists 0%nat; intros; unfold R_dist;
  rewrite Rminus_diag_eq, Rabs_R0; auto. }
enough (2 * cosh b <= 2 * exp (b * b / 2)) by lra.
refine (Rle_cv_lim _ sub cv). intros N. rewrite even_sumE. unfold E1.
induction N as [|N IH]; [simpl; lra|].
replace (2 * S N)%nat with (S (S (2 * N))) by lia. rewrite !tech5.
replace (Nat.even (S (2 * N))) with false by (rewrite Nat.even_succ, <- Nat.negb_even, Nat.even_mul; reflexivity).
replace (Nat.even (S (S (2 * N)))) with true by (rewrite Nat.even_succ, Nat.odd_succ, Nat.even_mul; reflexivity).
replace (S (S (2 * N)) / 2)%nat with (S N) by (apply Nat.div_unique with 0%nat; lia).
assert (term : forall c, 0 <= c -> / INR (fact (S (S (2 * N)))) * c ^ S N <= / INR (fact (S N)) * (c / 2) ^ S N).
{ intros c c0.
  unfold Rdiv. rewrite Rpow_mult_distr, pow_inv.
  assert (f := fact_double (S N)). replace (2 * S N)%nat with (S (S (2 * N))) in f by lia.
  apply le_INR in f. rewrite mult_INR, pow_INR in f. change (INR 2) with 2 in f.
  assert (p2 : 0 < 2 ^ S N) by (apply pow_lt; lra). assert (p3 := INR_fact_lt_0 (S N)).
  assert (p1 : 0 < 2 ^ S N * INR (fact (S N))) by (apply Rmult_lt_0_compat; assumption).
  assert (g := Rinv_le_contravar _ _ p1 f). rewrite Rinv_mult in g.
  assert (q : 0 <= c ^ S N) by (apply pow_le; assumption). nra. }
assert (h := term (b * b) ltac:(nra)). lra.
Qed.

Lemma cosh_sum a b : cosh (a + b) + cosh (a - b) = 2 * (cosh a * cosh b).
Proof.
unfold cosh, Rminus. rewrite !Ropp_plus_distr, Ropp_involutive, !exp_plus. field.
Qed.

Lemma cosh_floor a c : c <= a -> exp c <= 2 * cosh a.
Proof.
intros ca. assert (e : exp c <= exp a) by (destruct ca as [lt| ->]; [left; apply exp_increasing; assumption|right; reflexivity]).
assert (p := exp_pos (- a)). unfold cosh. lra.
Qed.

Lemma cosh_below b c : 2 * c = b * b -> cosh b <= exp c.
Proof. intros e. replace c with (b * b / 2) by lra. apply cosh_gauss. Qed.
