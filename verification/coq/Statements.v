(** One proposition for each claim: `claim_` and the id of the claim, with _ for . and -.
    Only Loss.v is in scope: no proof file can change a meaning. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* 01.affdim.repaired *)
Definition claim_01_affdim_repaired : Prop := forall (R : realFieldType) (m : nat),
  affine_dimension (zero_one R (T := [finType of {set 'I_m}])) (2 ^ m - 1) /\
  difference_rank (zero_one R (T := [finType of {set 'I_m}])) = (2 ^ m - 1)%N.

(* hamming.decomposition.repaired *)
Definition claim_hamming_decomposition_repaired : Prop :=
  forall (R : realFieldType) (m : nat), (0 < m)%N ->
  decomposition (hamming R (m := m))
    (fun z j => - (2 * m)%:R^-1 * sign_of R z j) (fun y j => sign_of R y j) (1 / 2).

(* hamming.affdim *)
Definition constant_hamming_affdim_dimension (m : nat) : nat := m.
Definition claim_hamming_affdim : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  affine_dimension (hamming R (m := m)) (constant_hamming_affdim_dimension m) /\
  difference_rank (hamming R (m := m)) = constant_hamming_affdim_dimension m.

(* fscore.optimal, F(empty, empty) = 1 *)
Definition claim_fscore_optimal : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  forall p, ~ equal_risk (f_loss (1 : R) (m := m)) p.

(* ndcg.decomposition *)
Definition constant_ndcg_decomposition_weight_of_F (R : realFieldType) (m : nat) : R := - 1.
Definition constant_ndcg_decomposition_c (R : realFieldType) (m : nat) : R := 1.
Definition constant_ndcg_decomposition_r (m : nat) : nat := m.
Definition claim_ndcg_decomposition : Prop :=
  forall (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R) (e : R),
  let F (s : 'S_m) j := constant_ndcg_decomposition_weight_of_F R m * D (s j) in
  let U := gain_shares G D in let c := constant_ndcg_decomposition_c R m in
  let r := constant_ndcg_decomposition_r m in
  [/\ decomposition (r := r) (restrict (P := graded G D) (ndcg_loss G D e)) F (fun y => U (val y)) c,
      decomposition (r := r) (ndcg_loss G D 0) F U c &
      \sum_p D p != 0 -> decomposition (r := r) (ndcg_loss G D 1) F
        (fun y j => if ideal G D y == 0 then (\sum_p D p)^-1 else U y j) c].

(* ndcg.norms.repaired, with n + 1 grades *)
Definition constant_ndcg_norms_repaired_F_2 (R : realFieldType) (G D : seq R) : R := \sum_(d <- D) d ^+ 2.
Definition constant_ndcg_norms_repaired_U_max (R : realFieldType) (G D : seq R) : R :=
  last 0 G / (head 0 D * last 0 G + head 0 G * \sum_(d <- behead D) d).
Definition claim_ndcg_norms_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < G ord_max -> 0 < D ord0 ->
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  let gains := [seq G t | t <- enum 'I_n.+1] in let discounts := [seq D p | p <- enum 'I_m.+1] in
  [/\ largest_row F (constant_ndcg_norms_repaired_F_2 gains discounts),
      largest_entry U (constant_ndcg_norms_repaired_U_max gains discounts) &
      constant_ndcg_norms_repaired_U_max gains discounts <= (D ord0)^-1].

(* ndcg.A, as an upper bound for the printed F and U with G_max >= 1 and D_1 = 1 *)
Definition constant_ndcg_A_A_2 (R : realFieldType) (G D : seq R) : R :=
  (size D)%:R * (\sum_(d <- D) d ^+ 2) * last 0 G ^+ 2.
Definition claim_ndcg_A__bound : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 1 <= G ord_max -> D ord0 = 1 ->
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  exists2 a, constant_squared F U a &
    a <= constant_ndcg_A_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1].

(* ndcg.A.repaired *)
Definition constant_ndcg_A_repaired_A_2 (R : realFieldType) (G D : seq R) : R :=
  (size D)%:R * (\sum_(d <- D) d ^+ 2) / head 0 D ^+ 2.
Definition claim_ndcg_A_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < G ord_max -> 0 < D ord0 ->
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  exists2 a, constant_squared F U a &
    a <= constant_ndcg_A_repaired_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1].

(* ndcg.half *)
Definition constant_ndcg_half_shift (R : realFieldType) (G D : seq R) : R := 1 / 2%:R / head 0 D.
Definition constant_ndcg_half_A_2 (R : realFieldType) (G D : seq R) : R :=
  (size D)%:R * (\sum_(d <- D) d ^+ 2) / head 0 D ^+ 2 / 4%:R.
Definition claim_ndcg_half : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < D ord0 ->
  let L := restrict (P := graded G D) (ndcg_loss G D e) in
  let gains := [seq G t | t <- enum 'I_n.+1] in let discounts := [seq D p | p <- enum 'I_m.+1] in
  let u := constant_ndcg_half_shift gains discounts in
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) j := gain_shares G D (val y) j - u in
  [/\ decomposition (r := m.+1) L F U (1 - u * \sum_p D p),
      constant_within (r := m.+1) F U (constant_ndcg_half_A_2 gains discounts) &
      constant_at_most L (constant_ndcg_half_A_2 gains discounts)].

(* ndcg.inference, s(j) being the position of item j when the scores fall; p are any weights *)
Definition claim_ndcg_inference : Prop :=
  forall (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R) (e : R)
    (p : {y | graded G D y} -> R) (s : 'S_m), falling D ->
  let v j := \sum_y p y * gain_shares G D (val y) j in
  (forall i j, v j < v i -> (s i < s j)%N) ->
  optimal (restrict (P := graded G D) (ndcg_loss G D e)) p s.

(* ndcg.affdim *)
Definition constant_ndcg_affdim_dimension (m : nat) : nat := m.
Definition claim_ndcg_affdim : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D ->
  G ord0 < G ord_max -> D ord_max < D ord0 ->
  affine_dimension (restrict (P := graded G D) (ndcg_loss G D e)) (constant_ndcg_affdim_dimension m.+1) /\
  affine_dimension (ndcg_loss G D e) (constant_ndcg_affdim_dimension m.+1).

(* ndcg.flat *)
Definition constant_ndcg_flat_dimension (m : nat) : nat := 0.
Definition claim_ndcg_flat : Prop :=
  forall (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m.+1 -> R) (e : R),
  (forall t, 0 < G t) -> nonnegative D -> falling D -> 0 < D ord0 ->
  [\/ m.+1 = 1%N, forall t t', G t = G t' | forall p q, D p = D q] ->
  (forall s r, ndcg_loss G D e s r = 0) /\
  affine_dimension (ndcg_loss G D e) (constant_ndcg_flat_dimension m.+1).

(* ndcg.optimal.repaired *)
Definition constant_ndcg_optimal_repaired_r (m : nat) : nat := m - 1.
Definition claim_ndcg_optimal_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D ->
  G ord0 < G ord_max -> D ord_max < D ord0 ->
  let L := restrict (P := graded G D) (ndcg_loss G D e) in
  [/\ positive_equal_risk L (fun=> #|{: {y | graded G D y}}|%:R^-1),
      positive_equal_risk (ndcg_loss G D e) (fun=> #|{: {ffun 'I_m.+1 -> 'I_n.+1}}|%:R^-1) &
      RA16 R -> calibration_dimension L (constant_ndcg_optimal_repaired_r m.+1) /\
        calibration_dimension (ndcg_loss G D e) (constant_ndcg_optimal_repaired_r m.+1)].

(* qs.comparison *)
Definition claim_qs_comparison : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) ->
  0 <= excess_risk p /\ excess_risk p ^+ 2 <= 4%:R * B * surrogate_excess p.

(* noise.tsybakov.repaired, exponent a / b *)
Definition claim_noise_tsybakov_repaired : Prop :=
  forall (R : realFieldType) (p : problem R) (gamma d : inputs p -> R) (a b : nat),
  margins gamma -> (0 < a)%N -> (forall x, 0 < d x) -> (forall x, d x ^+ b = gamma x) ->
  error_probability p ^+ (a + b) <= mean (fun x => d x ^- a) ^+ b * excess_risk p ^+ a.
