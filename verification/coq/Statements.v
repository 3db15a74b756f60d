(** One proposition for each claim: `claim_` and the id of the claim, with _ for . and -.
    Only Loss.v is in scope, and Rstruct for what needs real powers: no proof file can change a meaning. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** Affine decompositions and SELF (Sec. 2.1 and 3.1). *)

(* affine.self *)
Definition constant_affine_self_V (R : realFieldType) : R := 1.
Definition claim_affine_self : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r (F : Z -> 'I_r -> R) U c,
  decomposition L F U c ->
  forall z y, L z y - c = dot (F z) (fun k => constant_affine_self_V R * U y k).

(* affine.gstar-bound: g*_j is the mean of U_j *)
Definition constant_affine_gstar_bound_factor (R : realFieldType) : R := 1.
Definition claim_affine_gstar_bound : Prop :=
  forall (R : realFieldType) (Y : finType) r (U : Y -> 'I_r -> R) (p : Y -> R) j b,
  distribution p -> (forall y, `|U y j| <= b) ->
  `|\sum_y p y * U y j| <= constant_affine_gstar_bound_factor R * b.

(* affine.shift: p are weights of either sign *)
Definition claim_affine_shift : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) c (p : Y -> R),
  (forall z z', risk (fun z y => L z y - c) p z - risk (fun z y => L z y - c) p z' =
    risk L p z - risk L p z') /\
  (forall z, optimal (fun z y => L z y - c) p z <-> optimal L p z).

(* infer.equivalent: theta is the weighted sum of the U_y, p being weights of either sign *)
Definition constant_infer_equivalent_orientation (R : realFieldType) : R := 1.
Definition claim_infer_equivalent : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r (F : Z -> 'I_r -> R) U c (p : Y -> R) z,
  decomposition L F U c ->
  let theta k := \sum_y p y * U y k in
  optimal L p z <-> forall z', 0 <= constant_infer_equivalent_orientation R * (dot (F z') theta - dot (F z) theta).

(* self.finite.repaired: phi(z) = e_z, psi(y) = L(., y) *)
Definition constant_self_finite_repaired_weight (R : realFieldType) : R := 1.
Definition claim_self_finite_repaired : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) z y,
  L z y = \sum_z' (z' == z)%:R * (constant_self_finite_repaired_weight R * L z' y).

(* self.bayes-linear: L(z, y) = <phi(z), V psi(y)> *)
Definition constant_self_bayes_linear_weight (R : realFieldType) : R := 1.
Definition claim_self_bayes_linear : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) n (phi : Z -> 'I_n -> R)
    (V : 'I_n -> 'I_n -> R) (psi : Y -> 'I_n -> R) (p : Y -> R),
  (forall z y, L z y = dot (phi z) (fun k => \sum_i V k i * psi y i)) ->
  forall z, risk L p z =
    dot (phi z) (fun k => \sum_i V k i * (constant_self_bayes_linear_weight R * \sum_y p y * psi y i)).

(** The 0-1 loss on the subsets of m labels. *)

(* 01.decomposition *)
Definition constant_01_decomposition_weight_of_F (R : realFieldType) (m : nat) : R := - 1.
Definition constant_01_decomposition_c (R : realFieldType) (m : nat) : R := 1.
Definition constant_01_decomposition_r (m : nat) : nat := 2 ^ m.
Definition claim_01_decomposition : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let sets := [finType of {set 'I_m}] in
  decomposition (r := #|sets|) (zero_one R (T := sets))
    (fun z k => constant_01_decomposition_weight_of_F R m * (z == enum_val k)%:R)
    (fun y k => (y == enum_val k)%:R) (constant_01_decomposition_c R m) /\
  #|sets| = constant_01_decomposition_r m.

(* 01.affdim.repaired *)
Definition constant_01_affdim_repaired_dimension (m : nat) : nat := 2 ^ m - 1.
Definition claim_01_affdim_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let L := zero_one R (T := [finType of {set 'I_m}]) in
  [/\ affine_dimension L (constant_01_affdim_repaired_dimension m),
      difference_rank L = constant_01_affdim_repaired_dimension m &
      \rank (matrix_of L - const_mx (1 - (2 ^ m)%:R^-1))%R = constant_01_affdim_repaired_dimension m].

(* 01.A *)
Definition constant_01_A_A_2 (R : realFieldType) (m : nat) : R := 2%:R ^+ m.
Definition claim_01_A : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let sets := [finType of {set 'I_m}] in
  constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (z == enum_val k)%:R : R)
    (fun (y : sets) k => (y == enum_val k)%:R) (constant_01_A_A_2 R m).

(* 01.inference: p are the weights of the observations, of either sign *)
Definition constant_01_inference_orientation (R : realFieldType) (m : nat) : R := 1.
Definition claim_01_inference : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall (p : {set 'I_m} -> R) (z : {set 'I_m}),
  optimal (zero_one R (T := [finType of {set 'I_m}])) p z <->
  forall z', 0 <= constant_01_inference_orientation R m * (p z - p z').

(* 01.optimal.repaired *)
Definition constant_01_optimal_repaired_r (m : nat) : nat := 2 ^ m - 1.
Definition claim_01_optimal_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let L := zero_one R (T := [finType of {set 'I_m}]) in
  positive_equal_risk L (fun=> (2 ^ m)%:R^-1) /\
  (RA16 R -> calibration_dimension L (constant_01_optimal_repaired_r m)).

(* 01.sharp.repaired *)
Definition constant_01_sharp_repaired_least_A_2 (R : realFieldType) (m : nat) : R :=
  (1 - (2%:R ^+ m)^-1) ^+ 2.
Definition claim_01_sharp_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  least_constant (zero_one R (T := [finType of {set 'I_m}])) (constant_01_sharp_repaired_least_A_2 R m).

(** The block 0-1 loss: a partition of the subsets of m labels into b = |K| parts. *)

(* block.decomposition *)
Definition constant_block_decomposition_weight_of_F (R : realFieldType) (b : nat) : R := - 1.
Definition constant_block_decomposition_c (R : realFieldType) (b : nat) : R := 1.
Definition constant_block_decomposition_r (b : nat) : nat := b.
Definition claim_block_decomposition : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  decomposition (r := constant_block_decomposition_r #|K|) (block_zero_one R block)
    (fun z k => constant_block_decomposition_weight_of_F R #|K| * (block z == enum_val k)%:R)
    (fun y k => (block y == enum_val k)%:R) (constant_block_decomposition_c R #|K|).

(* block.affdim.repaired *)
Definition constant_block_affdim_repaired_dimension (b : nat) : nat := b - 1.
Definition claim_block_affdim_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  affine_dimension (block_zero_one R block) (constant_block_affdim_repaired_dimension #|K|) /\
  \rank (matrix_of (block_zero_one R block) - const_mx (1 - #|K|%:R^-1))%R =
    constant_block_affdim_repaired_dimension #|K|.

(* block.A *)
Definition constant_block_A_A_2 (R : realFieldType) (b : nat) : R := b%:R.
Definition claim_block_A : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  constant_squared (fun z (k : 'I_#|K|) => - (block z == enum_val k)%:R : R)
    (fun y k => (block y == enum_val k)%:R) (constant_block_A_A_2 R #|K|).

(* block.inference *)
Definition constant_block_inference_orientation (R : realFieldType) (b : nat) : R := 1.
Definition claim_block_inference : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  forall (p : {set 'I_m} -> R) (z : {set 'I_m}),
  optimal (block_zero_one R block) p z <->
  forall k, 0 <= constant_block_inference_orientation R #|K| *
    (\sum_(y | block y == block z) p y - \sum_(y | block y == k) p y).

(* block.optimal.repaired *)
Definition constant_block_optimal_repaired_weight_of_a_block (R : realFieldType) (b : nat) : R := b%:R^-1.
Definition constant_block_optimal_repaired_r (b : nat) : nat := b - 1.
Definition claim_block_optimal_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  positive_equal_risk (block_zero_one R block) (fun y =>
    constant_block_optimal_repaired_weight_of_a_block R #|K| / #|[pred z | block z == block y]|%:R) /\
  (RA16 R -> calibration_dimension (block_zero_one R block) (constant_block_optimal_repaired_r #|K|)).

(* block.sharp.repaired *)
Definition constant_block_sharp_repaired_least_A_2 (R : realFieldType) (b : nat) : R :=
  if odd b then (b%:R - 1) / (b%:R + 1) else ((b%:R - 1) / b%:R) ^+ 2.
Definition claim_block_sharp_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) -> (1 < #|K|)%N ->
  least_constant (block_zero_one R block) (constant_block_sharp_repaired_least_A_2 R #|K|).

(* hamming.decomposition.repaired *)
Definition constant_hamming_decomposition_repaired_weight_of_F (R : realFieldType) (m : nat) : R :=
  - (1 / (2%:R * m%:R)).
Definition constant_hamming_decomposition_repaired_c (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition claim_hamming_decomposition_repaired : Prop :=
  forall (R : realFieldType) (m : nat), (0 < m)%N ->
  decomposition (hamming R (m := m))
    (fun z j => constant_hamming_decomposition_repaired_weight_of_F R m * sign_of R z j)
    (fun y j => sign_of R y j) (constant_hamming_decomposition_repaired_c R m).

(* hamming.affdim *)
Definition constant_hamming_affdim_dimension (m : nat) : nat := m.
Definition claim_hamming_affdim : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  affine_dimension (hamming R (m := m)) (constant_hamming_affdim_dimension m) /\
  difference_rank (hamming R (m := m)) = constant_hamming_affdim_dimension m.

(* hamming.norms *)
Definition constant_hamming_norms_F_2 (R : realFieldType) (m : nat) : R := 1 / (4%:R * m%:R).
Definition constant_hamming_norms_U_max (R : realFieldType) (m : nat) : R := 1.
Definition claim_hamming_norms : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  largest_row (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * sign_of R z j) (constant_hamming_norms_F_2 R m) /\
  largest_entry (fun (y : {set 'I_m}) j => sign_of R y j) (constant_hamming_norms_U_max R m).

(* hamming.A *)
Definition constant_hamming_A_A_2 (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition claim_hamming_A : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  constant_squared (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * sign_of R z j)
    (fun (y : {set 'I_m}) j => sign_of R y j) (constant_hamming_A_A_2 R m).

(* hamming.sharp *)
Definition constant_hamming_sharp_least_A_2 (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition claim_hamming_sharp : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  least_constant (hamming R (m := m)) (constant_hamming_sharp_least_A_2 R m).

(* hamming.inference: p are the weights of the observations, of either sign *)
Definition constant_hamming_inference_orientation (R : realFieldType) (m : nat) : R := 1.
Definition claim_hamming_inference : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall (p : {set 'I_m} -> R) (z : {set 'I_m}),
  optimal (hamming R (m := m)) p z <->
  forall j, 0 <= constant_hamming_inference_orientation R m *
    (sign_of R z j * \sum_y p y * sign_of R y j).

(* hamming.optimal *)
Definition constant_hamming_optimal_r (m : nat) : nat := m.
Definition claim_hamming_optimal : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  positive_equal_risk (hamming R (m := m)) (fun=> (2 ^ m)%:R^-1) /\
  (RA16 R -> calibration_dimension (hamming R (m := m)) (constant_hamming_optimal_r m)).

(** Precision at k. *)

(* prec.decomposition *)
Definition constant_prec_decomposition_weight_of_F (R : realFieldType) (m k : nat) : R := - (1 / k%:R).
Definition constant_prec_decomposition_c (R : realFieldType) (m k : nat) : R := 1.
Definition constant_prec_decomposition_r (m k : nat) : nat := m.
Definition claim_prec_decomposition : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  decomposition (r := constant_prec_decomposition_r m k) (prec_at_k R (m := m) (k := k))
    (fun z j => constant_prec_decomposition_weight_of_F R m k * (j \in val z)%:R)
    (fun y j => (j \in y)%:R) (constant_prec_decomposition_c R m k).

(* prec.affdim.repaired *)
Definition constant_prec_affdim_repaired_dimension_below (m : nat) : nat := m.
Definition constant_prec_affdim_repaired_dimension_of_one_prediction (m : nat) : nat := 1.
Definition claim_prec_affdim_repaired : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  (forall k, (1 <= k < m)%N -> affine_dimension (prec_at_k R (m := m) (k := k))
    (constant_prec_affdim_repaired_dimension_below m)) /\
  affine_dimension (prec_at_k R (m := m) (k := m))
    (constant_prec_affdim_repaired_dimension_of_one_prediction m).

(* prec.affdim.repaired, the differences of predictions *)
Definition constant_prec_affdim_repaired_dimension (m k : nat) : nat := if (k < m)%N then (m - 1)%N else 0%N.
Definition claim_prec_affdim_repaired__differences : Prop :=
  forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  difference_rank (prec_at_k R (m := m) (k := k)) = constant_prec_affdim_repaired_dimension m k.

(* prec.A *)
Definition constant_prec_A_A_2 (R : realFieldType) (m k : nat) : R := m%:R / k%:R.
Definition claim_prec_A : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  constant_squared (fun (z : k_sets m k) j => - (1 / k%:R) * (j \in val z)%:R : R)
    (fun (y : {set 'I_m}) j => (j \in y)%:R) (constant_prec_A_A_2 R m k).

(* prec.inference: v_j is the weight of label j in the sample *)
Definition constant_prec_inference_orientation (R : realFieldType) (m k : nat) : R := 1.
Definition claim_prec_inference : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  forall (p : {set 'I_m} -> R) (z : k_sets m k),
  let v j := \sum_y p y * (j \in y)%:R in
  optimal (prec_at_k R (m := m) (k := k)) p z <->
  forall j l, j \in val z -> l \notin val z ->
    0 <= constant_prec_inference_orientation R m k * (v j - v l).

(* prec.optimal.repaired *)
Definition constant_prec_optimal_repaired_r (m k : nat) : nat := if (k < m)%N then (m - 1)%N else 0%N.
Definition claim_prec_optimal_repaired : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  positive_equal_risk (prec_at_k R (m := m) (k := k)) (fun=> (2 ^ m)%:R^-1) /\
  (RA16 R -> calibration_dimension (prec_at_k R (m := m) (k := k)) (constant_prec_optimal_repaired_r m k)).

(* prec.sharp.repaired *)
Definition constant_prec_sharp_repaired_lower_A_2 (R : realFieldType) (m k : nat) : R := 1 / 4%:R.
Definition constant_prec_sharp_repaired_upper_A_2 (R : realFieldType) (m k : nat) : R := m%:R / (4%:R * k%:R).
Definition claim_prec_sharp_repaired : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  constant_at_least (prec_at_k R (m := m) (k := k)) (constant_prec_sharp_repaired_lower_A_2 R m k) /\
  constant_at_most (prec_at_k R (m := m) (k := k)) (constant_prec_sharp_repaired_upper_A_2 R m k).

(* prec.least-at-one *)
Definition constant_prec_least_at_one_least_A_2 (R : realFieldType) (m k : nat) : R := m%:R / 4%:R.
Definition claim_prec_least_at_one : Prop := forall (R : realFieldType) (m : nat), (1 <= m)%N ->
  least_constant (prec_at_k R (m := m) (k := 1)) (constant_prec_least_at_one_least_A_2 R m 1).

(** The F-score with F(empty, empty) = 1. *)

(* fscore.identity *)
Definition constant_fscore_identity_factor (R : realFieldType) (m : nat) : R := 2%:R.
Definition constant_fscore_identity_value_at_empty_sets (R : realFieldType) (m : nat) : R := 1.
Definition claim_fscore_identity : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall z y : {set 'I_m}, f_score (1 : R) z y =
  if y == set0 then constant_fscore_identity_value_at_empty_sets R m * (z == set0)%:R
  else constant_fscore_identity_factor R m * \sum_j \sum_(l < m)
    (j \in z)%:R / (#|z| + l.+1)%:R * ((j \in y) && (#|y| == l.+1))%:R.
Definition claim_fscore_identity__nonempty : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (z y : {set 'I_m}), nonempty y -> f_score e z y =
  constant_fscore_identity_factor R m * \sum_j \sum_(l < m)
    (j \in z)%:R / (#|z| + l.+1)%:R * ((j \in y) && (#|y| == l.+1))%:R.

(* fscore.bayes.repaired: P_jl is the probability that j is in y and |y| = l *)
Definition constant_fscore_bayes_repaired_factor (R : realFieldType) (m : nat) : R := - 2%:R.
Definition constant_fscore_bayes_repaired_value_at_empty_sets (R : realFieldType) (m : nat) : R := - 1.
Definition constant_fscore_bayes_repaired_c (R : realFieldType) (m : nat) : R := 1.
Definition claim_fscore_bayes_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall (p : {set 'I_m} -> R) (z : {set 'I_m}), distribution p ->
  let P (j : 'I_m) (l : nat) := \sum_(y : {set 'I_m} | (j \in y) && (#|y| == l)) p y in
  risk (f_loss (1 : R) (m := m)) p z = constant_fscore_bayes_repaired_c R m +
  if z == set0 then constant_fscore_bayes_repaired_value_at_empty_sets R m * p set0
  else constant_fscore_bayes_repaired_factor R m * \sum_j \sum_(l < m)
    (j \in z)%:R / (#|z| + l.+1)%:R * P j l.+1.

(* fscore.dec1.repaired: coordinates (j, l) for labels and sizes, and one more *)
Definition constant_fscore_dec1_repaired_factor (R : realFieldType) (m : nat) : R := 2%:R.
Definition constant_fscore_dec1_repaired_last_F_at_empty (R : realFieldType) (m : nat) : R := - 1.
Definition constant_fscore_dec1_repaired_c (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec1_repaired_r (m : nat) : nat := m * m + 1.
Definition claim_fscore_dec1_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  decomposition (r := #|I|) (f_loss (1 : R) (m := m))
    (fun z k => match enum_val k with
      | inl (j, l) => - (constant_fscore_dec1_repaired_factor R m * (j \in z)%:R / (#|z| + (l : nat).+1)%:R)
      | inr _ => constant_fscore_dec1_repaired_last_F_at_empty R m * (z == set0)%:R end)
    (fun y k => match enum_val k with
      | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R
      | inr _ => (y == set0)%:R end)
    (constant_fscore_dec1_repaired_c R m) /\
  #|I| = constant_fscore_dec1_repaired_r m.

(* fscore.dec2.repaired *)
Definition constant_fscore_dec2_repaired_factor (R : realFieldType) (m : nat) : R := 2%:R.
Definition constant_fscore_dec2_repaired_last_F_at_empty (R : realFieldType) (m : nat) : R := - 1.
Definition constant_fscore_dec2_repaired_c (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec2_repaired_r (m : nat) : nat := m * m + 1.
Definition claim_fscore_dec2_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  decomposition (r := #|I|) (f_loss (1 : R) (m := m))
    (fun z k => match enum_val k with
      | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R
      | inr _ => constant_fscore_dec2_repaired_last_F_at_empty R m * (z == set0)%:R end)
    (fun y k => match enum_val k with
      | inl (j, l) => constant_fscore_dec2_repaired_factor R m * (j \in y)%:R / (#|y| + (l : nat).+1)%:R
      | inr _ => (y == set0)%:R end)
    (constant_fscore_dec2_repaired_c R m) /\
  #|I| = constant_fscore_dec2_repaired_r m.

(* fscore.algo.repaired: f k has k + 1 labels of largest A_jk, v k is its value; p are weights of
   either sign *)
Definition constant_fscore_algo_repaired_weight (R : realFieldType) (m : nat) : R := 2%:R.
Definition claim_fscore_algo_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall (p : {set 'I_m} -> R) (f : 'I_m -> {set 'I_m}),
  let A (j k : 'I_m) := \sum_(y : {set 'I_m}) p y * ((j \in y)%:R / (#|y| + k.+1)%:R) in
  let v k := constant_fscore_algo_repaired_weight R m * \sum_(j in f k) A j k in
  (forall k : 'I_m, #|f k| = k.+1) ->
  (forall k j l, j \in f k -> l \notin f k -> A l k <= A j k) ->
  (forall k, (forall k', v k' <= v k) -> p set0 <= v k -> optimal (f_loss (1 : R) (m := m)) p (f k)) /\
  ((forall k, v k <= p set0) -> optimal (f_loss (1 : R) (m := m)) p set0).

(* x.fscore.kernel *)
Definition constant_x_fscore_kernel_gamma_2_2 (R : realFieldType) (m : nat) : R := 1.
Definition claim_x_fscore_kernel : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  [/\ forall x : {set 'I_m} -> R, 0 <= \sum_z \sum_y x z * f_score (1 : R) z y * x y,
      forall z : {set 'I_m}, f_score (1 : R) z z = 1 &
      exists r, gamma_two_within (f_loss (1 : R) (m := m)) r 1 (constant_x_fscore_kernel_gamma_2_2 R m)].

(* fscore.rank; e is the value of F(empty, empty) *)
Definition constant_fscore_rank_r (m : nat) : nat := m * m + 1.
Definition claim_fscore_rank : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  (exists c, \rank (matrix_of (f_loss e (m := m)) - const_mx c)%R <= constant_fscore_rank_r m)%N /\
  (exists c, \rank (matrix_of (restrict (P := @nonempty m) (f_loss e (m := m))) - const_mx c)%R <=
    constant_fscore_rank_r m)%N.

(* fscore.affdim, and the shift that attains it when F(empty, empty) = 1; the others are 1 *)
Definition constant_fscore_affdim_dimension (m : nat) : nat := m * m - m + 1.
Definition claim_fscore_affdim : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  let H : R := \sum_(p < m) p.+1%:R^-1 in let d := constant_fscore_affdim_dimension m in
  [/\ affine_dimension (f_loss (1 : R) (m := m)) d /\
        \rank (matrix_of (f_loss (1 : R) (m := m)) - const_mx (1 - (1 + m%:R * H)^-1))%R = d,
      affine_dimension (f_loss (0 : R) (m := m)) d &
      affine_dimension (restrict (P := @nonempty m) (f_loss e (m := m))) d].

(* fscore.shift *)
Definition constant_fscore_shift_sum (R : realFieldType) (m : nat) : R := - 1.
Definition claim_fscore_shift : Prop := forall (R : realFieldType) (m : nat),
  \sum_(1 <= k < m.+2) (-1) ^+ k * ('C(m.+1, k) * 'C(m + k, k))%:R = constant_fscore_shift_sum R m.

(* fscore.dec1-norms and fscore.A1, of the printed F and U *)
Definition constant_fscore_dec1_norms_low_F_2 (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_fscore_dec1_norms_high_F_2 (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec1_norms_U_max (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_A1_first_bound (R : realFieldType) (m : nat) : R := m%:R ^+ 2 + 1.
Definition constant_fscore_A1_second_bound (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition claim_fscore_dec1_norms : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  (exists2 B, largest_row F B & constant_fscore_dec1_norms_low_F_2 R m <= B <= constant_fscore_dec1_norms_high_F_2 R m) /\
  largest_entry U (constant_fscore_dec1_norms_U_max R m).
Definition claim_fscore_A1__printed : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  (exists2 a, constant_squared F U a & a <= constant_fscore_A1_first_bound R m) /\
  constant_fscore_A1_first_bound R m <= constant_fscore_A1_second_bound R m.

(* fscore.dec1-norms.repaired and fscore.A1.repaired, of the F and U of fscore.dec1.repaired *)
Definition constant_fscore_dec1_norms_repaired_low_F_2 (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec1_norms_repaired_high_F_2 (R : realFieldType) (m : nat) : R := 4%:R.
Definition constant_fscore_dec1_norms_repaired_U_max (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_A1_repaired_first_bound (R : realFieldType) (m : nat) : R := 4%:R * (m%:R ^+ 2 + 1).
Definition constant_fscore_A1_repaired_second_bound (R : realFieldType) (m : nat) : R := 8%:R * m%:R ^+ 2.
Definition claim_fscore_dec1_norms_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  (exists2 B, largest_row F B &
    constant_fscore_dec1_norms_repaired_low_F_2 R m <= B < constant_fscore_dec1_norms_repaired_high_F_2 R m) /\
  largest_entry U (constant_fscore_dec1_norms_repaired_U_max R m).
Definition claim_fscore_A1_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  (exists2 a, constant_squared F U a & a < constant_fscore_A1_repaired_first_bound R m) /\
  constant_fscore_A1_repaired_first_bound R m <= constant_fscore_A1_repaired_second_bound R m.

(* fscore.dec2-norms and fscore.A2: q = 1 and s = 1 as printed, q = 2 and s = - 1 as repaired *)
Definition constant_fscore_dec2_norms_F_2 (R : realFieldType) (m : nat) : R := m%:R.
Definition constant_fscore_dec2_norms_U_max (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_A2_first_bound (R : realFieldType) (m : nat) : R := m%:R * (m%:R ^+ 2 + 1).
Definition constant_fscore_A2_second_bound (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 3.
Definition claim_fscore_dec2_norms : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall q s : R, q = 1 /\ s = 1 \/ q = 2%:R /\ s = - 1 ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => s * (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => q * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end in
  largest_row F (constant_fscore_dec2_norms_F_2 R m) /\ largest_entry U (constant_fscore_dec2_norms_U_max R m).
Definition claim_fscore_A2 : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall q s : R, q = 1 /\ s = 1 \/ q = 2%:R /\ s = - 1 ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => s * (z == set0)%:R end in
  let U (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => q * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end in
  constant_squared F U (constant_fscore_A2_first_bound R m) /\
  constant_fscore_A2_first_bound R m <= constant_fscore_A2_second_bound R m.

(* fscore.A-of-both, of the repaired decompositions: A_1 is the smaller one for every m, and above the
   bound for m >= 4, so that both are *)
Definition claim_fscore_A_of_both__smaller : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F1 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end in
  let U1 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  let F2 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => - (z == set0)%:R end in
  let U2 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => 2%:R * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end in
  exists a b, [/\ constant_squared F1 U1 a, constant_squared F2 U2 b & a <= b].

(* fscore.A; e is the value of F(empty, empty) *)
Definition constant_fscore_A_bound (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition claim_fscore_A : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  [/\ constant_at_most (f_loss (1 : R) (m := m)) (constant_fscore_A_bound R m),
      constant_at_most (f_loss (0 : R) (m := m)) (constant_fscore_A_bound R m) &
      constant_at_most (restrict (P := @nonempty m) (f_loss e (m := m))) (constant_fscore_A_bound R m)].

(* fscore.sharp.repaired *)
Definition constant_fscore_sharp_repaired_lower_A_2 (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_fscore_sharp_repaired_upper_A_2 (R : realFieldType) (m : nat) : R := 2%:R * m%:R.
Definition claim_fscore_sharp_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  constant_at_least (f_loss (1 : R) (m := m)) (constant_fscore_sharp_repaired_lower_A_2 R m) /\
  constant_at_most (f_loss (1 : R) (m := m)) (constant_fscore_sharp_repaired_upper_A_2 R m).

(* fscore.optimal; e is the value of F(empty, empty) *)
Definition claim_fscore_optimal : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  [/\ forall p, ~ equal_risk (f_loss (1 : R) (m := m)) p,
      forall p, ~ positive_equal_risk (f_loss e (m := m)) p &
      forall p, ~ equal_risk (restrict (P := @nonempty m) (f_loss e (m := m))) p].

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

(* pd.normaliser: as many pairs as a permutation can be charged, as printed *)
Definition constant_pd_normaliser_N (m size : nat) : nat := size * (m - size).
Definition claim_pd_normaliser : Prop := forall (m : nat) (y : {set 'I_m}),
  let charged (s : 'S_m) :=
    #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & (position s q.2 < position s q.1)%N]]| in
  (forall s, charged s <= constant_pd_normaliser_N m #|y|)%N /\
  exists s, charged s = constant_pd_normaliser_N m #|y|.

(* pd.identity.repaired, with sign(x) = Num.sg x *)
Definition constant_pd_identity_repaired_weight_of_the_sum (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_pd_identity_repaired_c (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition claim_pd_identity_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (s : 'S_m) (y : {set 'I_m}), mixed y ->
  pd_printed e s y = constant_pd_identity_repaired_weight_of_the_sum R m *
    (\sum_j \sum_(l | j != l) Num.sg ((l \in y)%:R - (j \in y)%:R) *
      Num.sg ((position s j)%:R - (position s l)%:R)) / (pd_pairs y)%:R +
    constant_pd_identity_repaired_c R m.

(* pd.decomposition.repaired, with a coordinate for each pair j < l *)
Definition constant_pd_decomposition_repaired_weight_of_F (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_pd_decomposition_repaired_weight_of_U (R : realFieldType) (m : nat) : R := 2%:R.
Definition constant_pd_decomposition_repaired_c (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition constant_pd_decomposition_repaired_r (m : nat) : nat := m * (m - 1) %/ 2.
Definition claim_pd_decomposition_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R),
  #|item_pairs m| = constant_pd_decomposition_repaired_r m /\
  decomposition (restrict (P := @mixed m) (pd_printed e (m := m)))
    (fun s (k : 'I_#|item_pairs m|) => constant_pd_decomposition_repaired_weight_of_F R m * order_signs R s (enum_val k))
    (fun y (k : 'I_#|item_pairs m|) => constant_pd_decomposition_repaired_weight_of_U R m * preference_signs R (val y) (enum_val k) /
       (pd_pairs (val y))%:R)
    (constant_pd_decomposition_repaired_c R m).

(* pd.norms and pd.A, of that decomposition *)
Definition constant_pd_norms_F_2 (R : realFieldType) (m : nat) : R := (m * (m - 1))%:R / 32%:R.
Definition constant_pd_norms_U_max (R : realFieldType) (m : nat) : R := 2%:R / (m - 1)%:R.
Definition claim_pd_norms : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  largest_row (fun (s : 'S_m) (k : 'I_#|item_pairs m|) => 1 / 4%:R * order_signs R s (enum_val k))
    (constant_pd_norms_F_2 R m) /\
  largest_entry (fun (y : {y : {set 'I_m} | mixed y}) (k : 'I_#|item_pairs m|) =>
    2%:R * preference_signs R (val y) (enum_val k) / (pd_pairs (val y))%:R) (constant_pd_norms_U_max R m).
Definition constant_pd_A_A_2 (R : realFieldType) (m : nat) : R := m%:R ^+ 2 / 16%:R.
Definition claim_pd_A : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  constant_squared (fun (s : 'S_m) (k : 'I_#|item_pairs m|) => 1 / 4%:R * order_signs R s (enum_val k))
    (fun (y : {y : {set 'I_m} | mixed y}) (k : 'I_#|item_pairs m|) =>
      2%:R * preference_signs R (val y) (enum_val k) / (pd_pairs (val y))%:R) (constant_pd_A_A_2 R m).

(* pd.affdim.repaired, in either orientation: valued = 1 when the loss has a value e where there is no pair *)
Definition constant_pd_affdim_repaired_dimension (m valued : nat) : nat := m - 1 + valued.
Definition claim_pd_affdim_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (2 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  affine_dimension (restrict (P := @mixed m) L) (constant_pd_affdim_repaired_dimension m 0) /\
  (e != 1 / 2%:R -> affine_dimension L (constant_pd_affdim_repaired_dimension m 1)).

(* pd.inference.repaired; p are any weights *)
Definition claim_pd_inference_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R)
  (p : {y : {set 'I_m} | mixed y} -> R) (s : 'S_m),
  let v (j : 'I_m) := \sum_y p y * ((j \in val y)%:R / (pd_pairs (val y))%:R) in
  (forall i j, v j < v i -> (s i < s j)%N) -> optimal (restrict (P := @mixed m) (pd_corrected e (m := m))) p s.

(* pd.optimal.repaired, in either orientation *)
Definition constant_pd_optimal_repaired_r (m : nat) : nat := m - 1.
Definition claim_pd_optimal_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (2 <= m)%N ->
  let valued := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  let L := restrict (P := @mixed m) valued in
  [/\ positive_equal_risk L (fun=> #|{: {y : {set 'I_m} | mixed y}}|%:R^-1),
      positive_equal_risk valued (fun=> #|{: {set 'I_m}}|%:R^-1) &
      RA16 R -> calibration_dimension L (constant_pd_optimal_repaired_r m) /\
        calibration_dimension valued (constant_pd_optimal_repaired_r m)].

(* pd.sharp.repaired, in either orientation *)
Definition constant_pd_sharp_repaired_A_2 (R : realFieldType) (m : nat) : R := (m%:R ^+ 2 - 1) / (3 * m)%:R.
Definition claim_pd_sharp_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (2 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  constant_at_most (restrict (P := @mixed m) L) (constant_pd_sharp_repaired_A_2 R m).

(* pd.orientation, sigma(j) a score, the larger the better, and pd.orientation.repaired: an irrelevant
   item that comes before a relevant one makes a wrongly ordered pair *)
Definition constant_pd_orientation_weight (R : realFieldType) (m : nat) : R := 1.
Definition constant_pd_orientation_repaired_weight (R : realFieldType) (m : nat) : R := 1.
Definition claim_pd_orientation__scores : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (s : 'S_m) (y : {set 'I_m}), mixed y ->
  let item (p : 'I_m) := (s^-1)%g (rev_ord p) in
  pd_printed e s y = constant_pd_orientation_weight R m *
    #|[set q : 'I_m * 'I_m | [&& (q.1 < q.2)%N, item q.1 \notin y & item q.2 \in y]]|%:R / (pd_pairs y)%:R.
Definition claim_pd_orientation_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (s : 'S_m) (y : {set 'I_m}), mixed y ->
  let item (p : 'I_m) := (s^-1)%g p in
  pd_corrected e s y = constant_pd_orientation_repaired_weight R m *
    #|[set q : 'I_m * 'I_m | [&& (q.1 < q.2)%N, item q.1 \notin y & item q.2 \in y]]|%:R / (pd_pairs y)%:R.

(* pd.sharp.order *)
Definition claim_pd_sharp_order : Prop := forall (R : realFieldType) (m : nat), (6 <= m)%N ->
  constant_pd_sharp_repaired_A_2 R m < constant_pd_A_A_2 R m.

(* ndcg.sharp.repaired *)
Definition constant_ndcg_sharp_repaired_A_2 (R : realFieldType) (G D : seq R) : R :=
  (size D)%:R ^+ 2 * (\sum_(d <- D) d ^+ 2) / (\sum_(d <- D) d) ^+ 2.
Definition claim_ndcg_sharp_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < D ord0 ->
  constant_at_most (restrict (P := graded G D) (ndcg_loss G D e))
    (constant_ndcg_sharp_repaired_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).

(* map.decomposition, with a coordinate for each pair j <= l *)
Definition constant_map_decomposition_weight_of_U (R : realFieldType) (m : nat) : R := - 1.
Definition constant_map_decomposition_c (R : realFieldType) (m : nat) : R := 1.
Definition constant_map_decomposition_r (m : nat) : nat := m * (m + 1) %/ 2.
Definition claim_map_decomposition : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  let F (s : 'S_m) (k : 'I_#|ordered_pairs m|) := last_positions R s (enum_val k) in
  let U (y : {set 'I_m}) (k : 'I_#|ordered_pairs m|) := constant_map_decomposition_weight_of_U R m *
    (((val (enum_val k)).1 \in y) && ((val (enum_val k)).2 \in y))%:R / #|y|%:R in
  let c := constant_map_decomposition_c R m in
  [/\ #|ordered_pairs m| = constant_map_decomposition_r m,
      decomposition (restrict (P := @nonempty m) (map_loss e (m := m))) F (fun y => U (val y)) c,
      decomposition (map_loss (0 : R) (m := m)) F U c &
      decomposition (map_loss (1 : R) (m := m)) F
        (fun y k => if y == set0 then - m%:R^-1 else U y k) c].

(* map.norms.repaired: ||F||^2 and U_max of the printed F and U; the logarithms are another part *)
Definition constant_map_norms_repaired_F_2 (R : realFieldType) (m : nat) : R := \sum_(p < m) p.+1%:R^-1.
Definition constant_map_norms_repaired_U_max (R : realFieldType) (m : nat) : R := 1.
Definition claim_map_norms_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  largest_row (fun (s : 'S_m) (k : 'I_#|ordered_pairs m|) => last_positions R s (enum_val k))
    (constant_map_norms_repaired_F_2 R m) /\
  largest_entry (fun (y : {y : {set 'I_m} | nonempty y}) (k : 'I_#|ordered_pairs m|) =>
    - 1 * (((val (enum_val k)).1 \in val y) && ((val (enum_val k)).2 \in val y))%:R / #|val y|%:R)
    (constant_map_norms_repaired_U_max R m).

(* map.identity: by the definition, by positions, by pairs of items *)
Definition constant_map_identity_weight (R : realFieldType) (m : nat) : R := - 1.
Definition constant_map_identity_c (R : realFieldType) (m : nat) : R := 1.
Definition claim_map_identity : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (s : 'S_m) (y : {set 'I_m}), nonempty y ->
  let item (p : 'I_m) := (s^-1)%g p in
  let w := constant_map_identity_weight R m / #|y|%:R in let c := constant_map_identity_c R m in
  [/\ map_loss e s y = w * (\sum_j (j \in y)%:R / (position s j)%:R *
        (\sum_(p < m | (p < position s j)%N) (item p \in y)%:R)) + c,
      map_loss e s y = w * (\sum_(p < m) \sum_(q < m | (q <= p)%N)
        (item q \in y)%:R * (item p \in y)%:R / p.+1%:R) + c &
      map_loss e s y = w * (\sum_(j < m) \sum_(l < m | (l <= j)%N)
        (l \in y)%:R * (j \in y)%:R / (maxn (position s j) (position s l))%:R) + c].

(* map.affdim.repaired; e is the value at no relevant item *)
Definition constant_map_affdim_repaired_dimension (m : nat) : nat := m * (m + 1) %/ 2 - 1.
Definition claim_map_affdim_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  affine_dimension (restrict (P := @nonempty m) (map_loss e (m := m))) (constant_map_affdim_repaired_dimension m) /\
  affine_dimension (map_loss e (m := m)) (constant_map_affdim_repaired_dimension m).

(* map.optimal.repaired *)
Definition constant_map_optimal_repaired_r (m : nat) : nat := m * (m + 1) %/ 2 - 2.
Definition claim_map_optimal_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  let L := restrict (P := @nonempty m) (map_loss e (m := m)) in
  [/\ positive_equal_risk L (fun=> #|{: {y : {set 'I_m} | nonempty y}}|%:R^-1),
      positive_equal_risk (map_loss e (m := m)) (fun=> #|{: {set 'I_m}}|%:R^-1) &
      RA16 R -> calibration_dimension L (constant_map_optimal_repaired_r m) /\
        calibration_dimension (map_loss e (m := m)) (constant_map_optimal_repaired_r m)].

(* map.inference.repaired: P moves item j to its place; p are any weights *)
Definition constant_map_inference_repaired_above_the_diagonal (R : realFieldType) (m : nat) : R := 1.
Definition claim_map_inference_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R)
  (p : {y : {set 'I_m} | nonempty y} -> R) (s : 'S_m),
  let both (j l : 'I_m) := \sum_y p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R) in
  let by_pairs (s : 'S_m) :=
    \sum_(j < m) \sum_(l < m | (l <= j)%N) both j l / (maxn (position s j) (position s l))%:R in
  let W := \matrix_(j < m, l < m) (if (l <= j)%N then both j l else 0) in
  let D := \matrix_(a < m, b < m) ((if (a < b)%N then constant_map_inference_repaired_above_the_diagonal R m else 1) /
    (maxn a.+1 b.+1)%:R) in
  let by_matrices (s : 'S_m) := \tr (W^T *m perm_mx s *m D *m (perm_mx s)^T) in
  let L := restrict (P := @nonempty m) (map_loss e (m := m)) in
  (optimal L p s <-> forall s', by_pairs s' <= by_pairs s) /\
  (optimal L p s <-> forall s', by_matrices s' <= by_matrices s).

(* ndcg.eru.repaired *)
Definition constant_ndcg_eru_repaired_D_2_bound (R : realFieldType) (m : nat) : R := 4%:R / 3%:R.
Definition constant_ndcg_eru_repaired_A_2 (R : realFieldType) (m : nat) : R := 4%:R / 3%:R * m%:R.
Definition claim_ndcg_eru_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R), nonnegative G -> growing G -> 0 < G ord_max ->
  let D (p : 'I_m.+1) : R := 2%:R ^- (p : nat) in
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  [/\ \sum_p D p ^+ 2 = 4%:R / 3%:R * (1 - 4%:R ^- m.+1),
      \sum_p D p ^+ 2 <= constant_ndcg_eru_repaired_D_2_bound R m.+1 &
      exists2 a, constant_squared F U a & a <= constant_ndcg_eru_repaired_A_2 R m.+1].

(* optimal.ordinal-rank, absolute loss *)
Definition constant_optimal_ordinal_rank_rank (n : nat) : nat := n.
Definition claim_optimal_ordinal_rank : Prop := forall (R : realFieldType) (n : nat), (2 <= n)%N ->
  \rank (matrix_of (ordinal_absolute R (n := n))) = constant_optimal_ordinal_rank_rank n.

(* optimal.ordinal *)
Definition claim_optimal_ordinal : Prop := forall (R : realFieldType) (n : nat), (3 <= n)%N ->
  (forall p, ~ positive_equal_risk (ordinal_absolute R (n := n)) p) /\
  (forall p, ~ positive_equal_risk (ordinal_squared R (n := n)) p).

(* optimal.remark.repaired, with any blocks, any k < m, any gains and discounts for NDCG, either orientation of PD *)
Definition constant_optimal_remark_repaired_0_1 (m : nat) : nat := 2 ^ m - 1.
Definition constant_optimal_remark_repaired_block_0_1 (m : nat) : nat := 1.
Definition constant_optimal_remark_repaired_Hamming (m : nat) : nat := m.
Definition constant_optimal_remark_repaired_Prec_1 (m : nat) : nat := m - 1.
Definition constant_optimal_remark_repaired_NDCG (m : nat) : nat := m - 1.
Definition constant_optimal_remark_repaired_PD (m : nat) : nat := m - 1.
Definition constant_optimal_remark_repaired_MAP (m : nat) : nat := m * (m + 1) %/ 2 - 2.
Definition claim_optimal_remark_repaired : Prop :=
  forall (R : realFieldType) (m' : nat) (e : R) (corrected : bool), let m := m'.+2 in RA16 R ->
  let PD := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  calibration_dimension (zero_one R (T := [finType of {set 'I_m}])) (constant_optimal_remark_repaired_0_1 m) /\
  calibration_dimension (block_zero_one R (fun z : {set 'I_m} => odd #|z|)) (constant_optimal_remark_repaired_block_0_1 m) /\
  (forall (K : finType) (block : {set 'I_m} -> K), (forall k, exists z, block z = k) ->
    calibration_dimension (block_zero_one R block) (#|K| - 1)) /\
  calibration_dimension (hamming R (m := m)) (constant_optimal_remark_repaired_Hamming m) /\
  (forall k, (1 <= k < m)%N ->
    calibration_dimension (prec_at_k R (m := m) (k := k)) (constant_optimal_remark_repaired_Prec_1 m)) /\
  (forall n (G : 'I_n.+1 -> R) (D : 'I_m -> R), nonnegative G -> growing G -> nonnegative D -> falling D ->
    G ord0 < G ord_max -> D ord_max < D ord0 ->
    calibration_dimension (restrict (P := graded G D) (ndcg_loss G D e)) (constant_optimal_remark_repaired_NDCG m)) /\
  calibration_dimension (restrict (P := @mixed m) PD) (constant_optimal_remark_repaired_PD m) /\
  calibration_dimension (restrict (P := @nonempty m) (map_loss e (m := m))) (constant_optimal_remark_repaired_MAP m).

(* optimal.ra18 *)
Definition claim_optimal_ra18 : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z) (r d : nat),
  RA16 R -> positive_equal_risk L p -> affine_dimension L r -> consistent_dimension L d -> (r <= d + 1)%N.

(* table1.polynomial.repaired, the constants; any blocks *)
Definition constant_table1_polynomial_repaired_bound_on_A_2 (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition claim_table1_polynomial_repaired : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let a := constant_table1_polynomial_repaired_bound_on_A_2 R m in
  [/\ constant_at_most (hamming R (m := m)) a,
      forall k, (1 <= k <= m)%N -> constant_at_most (prec_at_k R (m := m) (k := k)) a,
      constant_at_most (f_loss (1 : R) (m := m)) a,
      forall (K : finType) (block : {set 'I_m} -> K), (forall k, exists z, block z = k) ->
        constant_at_most (block_zero_one R block) a &
      constant_at_most (zero_one R (T := [finType of {set 'I_m}])) a].

(* x.best.basis: F and U of the Hamming loss on two labels, turned by an angle with that cosine and sine;
   g* is U at y = {0, 1} where both labels are there whatever x is, and A Q = sqrt 2 ||F|| max |g*| *)
Definition constant_x_best_basis_A_2 (R : realFieldType) (cosine sine : R) : R := (cosine + sine) ^+ 2 / 4%:R.
Definition constant_x_best_basis_A_Q_2 (R : realFieldType) (cosine sine : R) : R := (cosine + sine) ^+ 2 / 4%:R.
Definition constant_x_best_basis_F_g_2 (R : realFieldType) (cosine sine : R) : R := 1 / 4%:R.
Definition claim_x_best_basis : Prop := forall (R : realFieldType) (c s : R), 0 <= c -> 0 <= s -> c ^+ 2 + s ^+ 2 = 1 ->
  let turned (u : 'I_2 -> R) (k : 'I_2) := if k == ord0 then c * u ord0 - s * u ord_max else s * u ord0 + c * u ord_max in
  let F (z : {set 'I_2}) := turned (fun j => - (1 / 4%:R) * sign_of R z j) in
  let U (y : {set 'I_2}) := turned (sign_of R y) in
  let g := U setT in
  [/\ decomposition (hamming R (m := 2)) F U (1 / 2%:R), constant_squared F U (constant_x_best_basis_A_2 c s) &
      exists B q, [/\ largest_row F B, (forall k, `|g k| <= q) /\ (exists k, `|g k| = q),
        2%:R * B * q ^+ 2 = constant_x_best_basis_A_Q_2 c s & B * sqnorm g = constant_x_best_basis_F_g_2 c s]].

(* x.best.translations: f^(S) is the mean of f times (-1)^|S cap x|; gamma_2^2 is the infimum of
   ||F||_inf^2 ||U||_inf^2, and that of A^2 is the same, whether c is a scalar or a function of y *)
Definition claim_x_best_translations : Prop := forall (R : archiFieldType) (m : nat) (f : {set 'I_m} -> R),
  let L (z y : {set 'I_m}) := f [set j | (j \in z) != (j \in y)] in
  let transform (S : {set 'I_m}) := (2 ^ m)%:R^-1 * \sum_x f x * (-1) ^+ #|S :&: x| in
  let norm := \sum_(S | S != set0) `|transform S| in
  (forall e, 0 < e -> constant_at_most L (norm ^+ 2 + e) /\
    exists r (F : {set 'I_m} -> 'I_r -> R) U c B b, [/\ decomposition L F U c, forall z, sqnorm (F z) <= B,
      forall y, sqnorm (U y) <= b & B * b <= norm ^+ 2 + e]) /\
  forall c : {set 'I_m} -> R, let shifted z y := L z y - c y in
  constant_at_least shifted (norm ^+ 2) /\
  forall r (F : {set 'I_m} -> 'I_r -> R) U B b, decomposition shifted F U 0 ->
    (forall z, sqnorm (F z) <= B) -> (forall y, sqnorm (U y) <= b) -> norm ^+ 2 <= B * b.

(* ||F||_inf^2 ||U||_inf^2 over all decompositions of L with c = 0: gamma_2(L)^2 is its infimum *)
Definition norms_at_most (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (g : R) : Prop :=
  exists r (F : Z -> 'I_r -> R) U B b, [/\ decomposition L F U 0, forall z, sqnorm (F z) <= B,
    forall y, sqnorm (U y) <= b & B * b <= g].
Definition norms_at_least (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (g : R) : Prop :=
  forall r (F : Z -> 'I_r -> R) U B b, decomposition L F U 0 -> (forall z, sqnorm (F z) <= B) ->
    (forall y, sqnorm (U y) <= b) -> g <= B * b.

(* x.best.zero-one, on n classes; c may be a function of y *)
Definition constant_x_best_zero_one_A_2 (R : realFieldType) (n : nat) : R :=
  if odd n then (n%:R - 1) / (n%:R + 1) else ((n%:R - 1) / n%:R) ^+ 2.
Definition constant_x_best_zero_one_gamma_2_2 (R : realFieldType) (n : nat) : R := (1 - n%:R^-1) ^+ 2.
Definition claim_x_best_zero_one : Prop := forall (R : realFieldType) (n : nat), (2 <= n)%N ->
  let L := zero_one R (T := [finType of 'I_n]) in let shifted (c : 'I_n -> R) z y := L z y - c y in
  [/\ constant_at_most L (constant_x_best_zero_one_A_2 R n),
      exists c, norms_at_most (shifted (fun=> c)) (constant_x_best_zero_one_gamma_2_2 R n) &
      forall c, constant_at_least (shifted c) (constant_x_best_zero_one_A_2 R n) /\
        norms_at_least (shifted c) (constant_x_best_zero_one_gamma_2_2 R n)].

(* x.best.pd, in either orientation; the constant_at_least is the lower bound on A* *)
Definition constant_x_best_pd_gamma_2_2 (R : realFieldType) (m : nat) : R := (m%:R + 1) / 12%:R.
Definition constant_x_best_pd_least_A_2 (R : realFieldType) (m : nat) : R :=
  if odd m then m%:R ^+ 2 / (12%:R * (m%:R - 1)) else (m%:R + 1) / 12%:R.
Definition claim_x_best_pd : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (2 <= m)%N ->
  let L := restrict (P := @mixed m) (if corrected then pd_corrected e (m := m) else pd_printed e (m := m)) in
  let shifted (c : {y : {set 'I_m} | mixed y} -> R) s y := L s y - c y in
  (exists c, norms_at_most (shifted (fun=> c)) (constant_x_best_pd_gamma_2_2 R m)) /\
  forall c, norms_at_least (shifted c) (constant_x_best_pd_gamma_2_2 R m) /\
    constant_at_least (shifted c) (constant_x_best_pd_least_A_2 R m).

(* x.best.prec: c a number, for every m; c a function of y, for even m *)
Definition constant_x_best_prec_A_squared (R : realFieldType) (m k : nat) : R := m%:R / (4 * k)%:R.
Definition constant_x_best_prec_gamma_2_squared (R : realFieldType) (m k : nat) : R := m%:R / (4 * k)%:R.
Definition claim_x_best_prec : Prop := forall (R : realFieldType) (m k : nat), (0 < k < m)%N ->
  let L := prec_at_k R (m := m) (k := k) in let shifted (c : R) z y := L z y - c in
  [/\ least_constant L (constant_x_best_prec_A_squared R m k),
      exists c, norms_at_most (shifted c) (constant_x_best_prec_gamma_2_squared R m k) &
      forall c, norms_at_least (shifted c) (constant_x_best_prec_gamma_2_squared R m k)].
Definition constant_x_best_prec_A_squared_by_observation (R : realFieldType) (m k : nat) : R :=
  (m%:R - k%:R) / (4 * k)%:R.
Definition constant_x_best_prec_gamma_2_squared_by_observation (R : realFieldType) (m k : nat) : R :=
  (m%:R - k%:R) / (4 * k)%:R.
Definition claim_x_best_prec__even : Prop := forall (R : realFieldType) (m k : nat), (0 < k < m)%N -> ~~ odd m ->
  let L := prec_at_k R (m := m) (k := k) in let shifted (c : {set 'I_m} -> R) z y := L z y - c y in
  (exists c, constant_at_most (shifted c) (constant_x_best_prec_A_squared_by_observation R m k) /\
    norms_at_most (shifted c) (constant_x_best_prec_gamma_2_squared_by_observation R m k)) /\
  forall c, constant_at_least (shifted c) (constant_x_best_prec_A_squared_by_observation R m k) /\
    norms_at_least (shifted c) (constant_x_best_prec_gamma_2_squared_by_observation R m k).

(* gamma_2^2 of L between low and mid, A*^2 between low and high; from below whatever function of y c is *)
Definition best_between (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (low mid high : R) : Prop :=
  [/\ constant_at_most L high, exists c, norms_at_most (fun z y => L z y - c) mid &
      forall c, norms_at_least (fun z y => L z y - c y) low /\ constant_at_least (fun z y => L z y - c y) low].

(* x.best.fscore; e is the value of F(empty, empty) *)
Definition constant_x_best_fscore_lower (R : realFieldType) (m : nat) : R := (m%:R / (m%:R + 1)) ^+ 2.
Definition constant_x_best_fscore_lower_at_0 (R : realFieldType) (m : nat) : R := ((m%:R - 1) / m%:R) ^+ 2.
Definition constant_x_best_fscore_upper_gamma_2_2 (R : realFieldType) (m : nat) : R := 1.
Definition constant_x_best_fscore_upper_A_2 (R : realFieldType) (m : nat) : R := 2%:R.
Definition claim_x_best_fscore : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  best_between (f_loss (1 : R) (m := m)) (constant_x_best_fscore_lower R m)
    (constant_x_best_fscore_upper_gamma_2_2 R m) (constant_x_best_fscore_upper_A_2 R m).
Definition claim_x_best_fscore__zero : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  best_between (f_loss (0 : R) (m := m)) (constant_x_best_fscore_lower_at_0 R m)
    (constant_x_best_fscore_upper_gamma_2_2 R m) (constant_x_best_fscore_upper_A_2 R m) /\
  best_between (restrict (P := @nonempty m) (f_loss e (m := m))) (constant_x_best_fscore_lower_at_0 R m)
    (constant_x_best_fscore_upper_gamma_2_2 R m) (constant_x_best_fscore_upper_A_2 R m).

(* x.best.jaccard; e is the value where z and y are empty (package: jaccard is 1 minus this) *)
Definition jaccard (R : realFieldType) (e : R) (m : nat) (z y : {set 'I_m}) : R :=
  if (z == set0) && (y == set0) then e else #|z :&: y|%:R / #|z :|: y|%:R.
Definition constant_x_best_jaccard_lower (R : realFieldType) (m : nat) : R := (m%:R / (m%:R + 1)) ^+ 2.
Definition constant_x_best_jaccard_lower_at_0 (R : realFieldType) (m : nat) : R := ((m%:R - 1) / m%:R) ^+ 2.
Definition constant_x_best_jaccard_upper (R : realFieldType) (m : nat) : R := 1.
Definition claim_x_best_jaccard : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  best_between (fun z y => 1 - jaccard (1 : R) (m := m) z y) (constant_x_best_jaccard_lower R m)
    (constant_x_best_jaccard_upper R m) (constant_x_best_jaccard_upper R m).
Definition claim_x_best_jaccard__zero : Prop := forall (R : realFieldType) (m : nat) (e : R), (0 < m)%N ->
  best_between (fun z y => 1 - jaccard (0 : R) (m := m) z y) (constant_x_best_jaccard_lower_at_0 R m)
    (constant_x_best_jaccard_upper R m) (constant_x_best_jaccard_upper R m) /\
  best_between (restrict (P := @nonempty m) (fun z y => 1 - jaccard e (m := m) z y))
    (constant_x_best_jaccard_lower_at_0 R m) (constant_x_best_jaccard_upper R m) (constant_x_best_jaccard_upper R m).

(* x.best.rounding, given Grothendieck's identity: g is pi/2 *)
Definition constant_x_best_rounding_share (R : realFieldType) : R := 1.
Definition claim_x_best_rounding : Prop := forall (R : archiFieldType) (g : R), Grothendieck g ->
  (forall (Z Y : finType) (z : Z) (y : Y) (L : Z -> Y -> R) a d, norms_at_most L a -> 0 < d ->
    constant_at_most L (constant_x_best_rounding_share R * (g * a) + d)) /\
  forall (m : nat) (d : R), (0 < m)%N -> 0 < d ->
    constant_at_most (f_loss (1 : R) (m := m)) (constant_x_best_rounding_share R * g + d).

(* x.best.formula: C is in the hull of the matrices e e^T of sign vectors e, the rows l_z of L - c are
   g_z C, so that l_z C^+ l_z^T = g_z l_z^T, and that is at most a *)
Definition constant_x_best_formula_share (R : realFieldType) : R := 1.
Definition constant_x_best_formula_bound (R : realFieldType) : R := 1.
Definition claim_x_best_formula : Prop := forall (R : archiFieldType) (Z Y : finType) (z0 : Z) (L : Z -> Y -> R) (c : Y -> R),
  let l z y := L z y - c y in
  let within a := exists (w : {ffun Y -> bool} -> R) (g : Z -> Y -> R),
    let C y y' := \sum_e w e * ((-1) ^+ e y * (-1) ^+ e y') in
    [/\ distribution w, forall z y, l z y = \sum_y' g z y' * C y' y & forall z, \sum_y g z y * l z y <= a] in
  (forall a d, within a -> 0 < d -> constant_at_most l (constant_x_best_formula_share R * a + d)) /\
  forall r (F : Z -> 'I_r -> R) U a, decomposition l F U 0 -> constant_within F U a ->
    within (constant_x_best_formula_bound R * a).

(* x.best.table: A^2 of the printed F and U is the least for Hamming, and for no other loss whose
   printed A is that of its printed F and U; any blocks, k, gains and discounts *)
Definition constant_x_best_table_share (R : realFieldType) (m : nat) : R := 1.
Definition claim_x_best_table__Hamming : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N -> exists2 a,
  constant_squared (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * sign_of R z j) (fun (y : {set 'I_m}) j => sign_of R y j) a &
  least_constant (hamming R (m := m)) (constant_x_best_table_share R m * a).

(* optimal.sharp *)
Definition claim_optimal_sharp : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z),
  RA16 R -> positive_equal_risk L p -> calibration_dimension L (difference_rank L) /\
  (forall r, affine_dimension L r -> r = difference_rank L \/ r = (difference_rank L).+1).

(* qs.fisher, as sets; g*(x) is the only minimiser of the surrogate at x *)
Definition constant_qs_fisher_excess (R : realFieldType) : R := 0.
Definition claim_qs_fisher : Prop := forall (R : realFieldType) (p : problem R),
  (forall (x : inputs p) v, surrogate (gstar x) x <= surrogate v x /\
    (surrogate v x = surrogate (gstar x) x -> v =1 gstar x)) /\
  ((forall x : inputs p, scores x =1 gstar x) ->
    (forall x : inputs p, optimal (@loss _ p) (conditional x) (decoded x)) /\
    excess_risk p = constant_qs_fisher_excess R).

(* qs.loss-trick: g(x) = sum_i a_i U_(y_i) *)
Definition constant_qs_loss_trick_weight (R : realFieldType) : R := 1.
Definition claim_qs_loss_trick : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r F U (c : R) (n : nat) (y : 'I_n -> Y) (a : 'I_n -> R),
  decomposition (r := r) L F U c -> forall z,
  dot (F z) (fun k => \sum_i a i * U (y i) k) =
    constant_qs_loss_trick_weight R * (\sum_i a i * L z (y i)) - c * \sum_i a i.

(* surrogate.ssvm.repaired: d is any label of the largest score *)
Definition claim_surrogate_ssvm_repaired : Prop :=
  forall (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (v : Y -> R) (y d : Y),
  (forall y', v y' <= v d) -> L d y <= max_margin L v y.

(* surrogate.ssvm-hamming.repaired: a sum of hinges, whose mean is greater by some e > 0 than at
   some scores u wherever a label set of the highest score is not optimal *)
Definition claim_surrogate_ssvm_hamming_repaired : Prop :=
  forall (R : realFieldType) (m : nat) (p : {set 'I_m} -> R), (0 < m)%N -> distribution p ->
  let score (w : 'I_m -> R) (y : {set 'I_m}) := \sum_j sign_of R y j * w j in
  let surrogate w y := \big[Num.max/0]_(y' : {set 'I_m}) (hamming R y' y + score w y' - score w y) in
  (forall w y, surrogate w y = \sum_j Num.max 0 (m%:R^-1 - 2%:R * sign_of R y j * w j)) /\
  exists u, exists2 e, 0 < e & forall w y, (forall y', score w y' <= score w y) ->
    ~ optimal (hamming R (m := m)) p y ->
    \sum_t p t * surrogate u t + e <= \sum_t p t * surrogate w t.

(* surrogate.crf-ssvm, the SSVM of Sec. 6: d is any label of the largest score *)
Definition claim_surrogate_crf_ssvm__SSVM : Prop :=
  forall (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (v : Y -> R) (y d : Y),
  (forall y', v y' <= v d) -> L d y <= max_margin L v y.

(* The SSVM with one clique is consistent at p, a label of the highest score being decoded: the mean
   of the surrogate is greater by some e > 0 than at some scores u wherever such a label is not optimal *)
Definition max_margin_consistent_at (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (p : Y -> R) : Prop :=
  exists u, exists2 e, 0 < e & forall v d, (forall y, v y <= v d) -> ~ optimal L p d ->
    \sum_y p y * max_margin L u y + e <= \sum_y p y * max_margin L v y.

(* surrogate.ssvm-consistency: the F-score; 0-1 with and without a label of probability more than 1/2 *)
Definition claim_surrogate_ssvm_consistency : Prop :=
  [/\ forall (R : realFieldType) (m : nat), (2 <= m)%N ->
        exists2 p, distribution p & ~ max_margin_consistent_at (f_loss (1 : R) (m := m)) p,
      forall (R : realFieldType) (Y : finType) (p : Y -> R) k, distribution p -> 1 / 2%:R < p k ->
        max_margin_consistent_at (zero_one R (T := Y)) p &
      forall (R : realFieldType) (Y : finType) (p : Y -> R) i j, distribution p -> (forall y, p y <= 1 / 2%:R) ->
        p i < p j -> ~ max_margin_consistent_at (zero_one R (T := Y)) p].


(* x.surrogate.max-margin-paths *)
Definition claim_x_surrogate_max_margin_paths : Prop :=
  forall (R : realFieldType) (Y : finType) (x : Y -> R) (p : Y -> R), distribution p ->
  max_margin_consistent_at (fun z y => `|x z - x y|) p.

(* x.surrogate.max-margin-three, and the scores with any decoder *)
Definition claim_x_surrogate_max_margin_three : Prop :=
  forall (R : realFieldType) (L : 'I_3 -> 'I_3 -> R),
  (forall z y, L z y = L y z) -> (forall y, L y y = 0) -> (forall z y, z != y -> 0 < L z y) ->
  (exists i j k, uniq [:: i; j; k] /\ L i k = L i j + L j k) ->
  forall p, distribution p -> max_margin_consistent_at L p.
Definition claim_x_surrogate_max_margin_three__otherwise : Prop :=
  forall (R : realFieldType) (L : 'I_3 -> 'I_3 -> R),
  (forall z y, L z y = L y z) -> (forall y, L y y = 0) -> (forall z y, z != y -> 0 < L z y) ->
  (forall i j k, uniq [:: i; j; k] -> L i k != L i j + L j k) ->
  ~ consistent_surrogate L (fun=> True) (max_margin L).

(* x.surrogate.max-margin-zero-one: not consistent with any decoder, for three classes or more *)
Definition claim_x_surrogate_max_margin_zero_one : Prop := forall (R : realFieldType) (n : nat),
  let L := zero_one R (T := [finType of 'I_n.+3]) in
  ~ consistent_surrogate L (fun=> True) (max_margin L).

(* qs.comparison *)
Definition constant_qs_comparison_constant (R : realFieldType) : R := 2%:R.
Definition claim_qs_comparison : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) -> 0 <= excess_risk p /\
  excess_risk p ^+ 2 <= constant_qs_comparison_constant R ^+ 2 * B * surrogate_excess p.

(* calibration.function, H(e) = e^2 / (4 B): convex, 0 at 0, positive beyond, and below the excess
   surrogate risk at the excess risk, for B = ||F||^2 or more *)
Definition constant_calibration_function_constant (R : realFieldType) : R := 4%:R.
Definition claim_calibration_function : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) -> 0 < B ->
  let H (e : R) := e ^+ 2 / (constant_calibration_function_constant R * B) in
  [/\ H 0 = 0, forall e, 0 < e -> 0 < H e,
      forall t a b, 0 <= t <= 1 -> H (t * a + (1 - t) * b) <= t * H a + (1 - t) * H b &
      forall x : inputs p, H (l (decoded x) x - l (best x) x) <=
        surrogate (scores x) x - surrogate (gstar x) x].

(* x.calibration.sharp: at scores 0, no label may be decoded, where all labels are best, and any
   distribution with these marginals attains e^2/(4 B); independent labels have them *)
Definition constant_x_calibration_sharp_constant (R : realFieldType) : R := 4%:R.
Definition claim_x_calibration_sharp : Prop := forall (R : realFieldType) (m : nat) (eps : R),
  (0 < m)%N -> 0 < eps -> eps <= 1 ->
  let F (z : {set 'I_m}) (j : 'I_m) : R := - (2 * m)%:R^-1 * sign_of R z j in
  let W (p : {set 'I_m} -> R) v := \sum_y p y * sqnorm (fun k => v k - sign_of R y k) in
  let g (p : {set 'I_m} -> R) k := \sum_y p y * sign_of R y k in
  let marginals (p : {set 'I_m} -> R) :=
    distribution p /\ forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R in
  (exists p, marginals p) /\ exists2 B, largest_row F B & forall p, marginals p ->
  [/\ optimal (hamming R (m := m)) p setT, forall z, dot (F set0) (fun=> 0) <= dot (F z) (fun=> 0),
      risk (hamming R (m := m)) p set0 - risk (hamming R (m := m)) p setT = eps &
      eps ^+ 2 = constant_x_calibration_sharp_constant R * B * (W p (fun=> 0) - W p (g p))].

(* x.calibration.hamming: m e^2 is a bound at all p and v, attained as above *)
Definition constant_x_calibration_hamming_multiple_of_m (R : realFieldType) : R := 1.
Definition claim_x_calibration_hamming : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let F (z : {set 'I_m}) (j : 'I_m) : R := - (2 * m)%:R^-1 * sign_of R z j in
  let W (p : {set 'I_m} -> R) v := \sum_y p y * sqnorm (fun k => v k - sign_of R y k) in
  let g (p : {set 'I_m} -> R) k := \sum_y p y * sign_of R y k in
  (forall p v z b, distribution p -> (forall z', dot (F z) v <= dot (F z') v) ->
    optimal (hamming R (m := m)) p b ->
    constant_x_calibration_hamming_multiple_of_m R *
      (m%:R * (risk (hamming R (m := m)) p z - risk (hamming R (m := m)) p b) ^+ 2) <= W p v - W p (g p)) /\
  (forall p eps, distribution p -> 0 <= eps ->
    (forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R) ->
    [/\ optimal (hamming R (m := m)) p setT,
        risk (hamming R (m := m)) p set0 - risk (hamming R (m := m)) p setT = eps &
        W p (fun=> 0) - W p (g p) = constant_x_calibration_hamming_multiple_of_m R * (m%:R * eps ^+ 2)]).

(* calibration.proof.repaired, s being the largest squared deviation of the estimated risk *)
Definition constant_calibration_proof_repaired_factor_of_sup_2 (R : realFieldType) : R := 4%:R.
Definition claim_calibration_proof_repaired : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) -> forall (x : inputs p) (s : R),
  let deviation z := dot (F z) (scores x) + shift p - l z x in
  (forall z, deviation z ^+ 2 <= s) -> (exists z, deviation z ^+ 2 = s) ->
  (l (decoded x) x - l (best x) x) ^+ 2 <= constant_calibration_proof_repaired_factor_of_sup_2 R * s /\
  constant_calibration_proof_repaired_factor_of_sup_2 R * s <=
    4%:R * B * sqnorm (fun k => scores x k - gstar x k).

(* calibration.jensen: for any convex calibration function H, and for that of QS *)
Definition constant_calibration_jensen_constant (R : realFieldType) : R := 4%:R.
Definition claim_calibration_jensen : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) ->
  let excess x := l (decoded x) x - l (best x) x in
  let surrogate_at x := surrogate (scores x) x - surrogate (gstar x) x in
  (forall H : R -> R,
    (forall t a b, 0 <= t <= 1 -> H (t * a + (1 - t) * b) <= t * H a + (1 - t) * H b) ->
    (forall x : inputs p, H (excess x) <= surrogate_at x) ->
    [/\ H (excess_risk p) <= mean (fun x => H (excess x)),
        mean (fun x => H (excess x)) <= surrogate_excess p & H (excess_risk p) <= surrogate_excess p]) /\
  [/\ excess_risk p ^+ 2 <= mean (fun x => excess x ^+ 2),
      mean (fun x => excess x ^+ 2) <= constant_calibration_jensen_constant R * B * surrogate_excess p &
      excess_risk p ^+ 2 <= constant_calibration_jensen_constant R * B * surrogate_excess p].

(* x.calibration.diameter in squares, d being the largest ||F_z - F_z'||^2 *)
Definition constant_x_calibration_diameter_constant (R : realFieldType) : R := 1.
Definition claim_x_calibration_diameter : Prop := forall (R : realFieldType) (p : problem R) (d B : R),
  (forall z z' : predictions p, sqnorm (fun k => F z k - F z' k) <= d) ->
  (exists z z' : predictions p, sqnorm (fun k => F z k - F z' k) = d) ->
  (forall z : predictions p, sqnorm (F z) <= B) ->
  [/\ 0 <= excess_risk p,
      excess_risk p ^+ 2 <= constant_x_calibration_diameter_constant R ^+ 2 * d * surrogate_excess p &
      d <= 2%:R ^+ 2 * B].

(* noise.convex-lemma, h being convex on the numbers that are not negative *)
Definition constant_noise_convex_lemma_factor (R : realFieldType) (y x : R) : R := y / x.
Definition claim_noise_convex_lemma : Prop := forall (R : realFieldType) (h : R -> R), h 0 = 0 ->
  (forall t a b, 0 <= t <= 1 -> 0 <= a -> 0 <= b -> h (t * a + (1 - t) * b) <= t * h a + (1 - t) * h b) ->
  forall y x, 0 <= y -> y <= x -> 0 < x ->
  h y <= constant_noise_convex_lemma_factor y x * h x /\ (0 < y -> h y / y <= h x / x).

(* noise.binary *)
Definition constant_noise_binary_multiple (R : realFieldType) : R := 1.
Definition claim_noise_binary : Prop := forall (R : realFieldType) (p : bool -> R) (z : bool) (g : R),
  distribution p -> optimal (zero_one R (T := [finType of bool])) p z ->
  margin (zero_one R (T := [finType of bool])) p z g ->
  g = constant_noise_binary_multiple R * `|\sum_(y : bool) p y * (if y then 1 else - 1)|.

(* noise.multiclass-distance.repaired in squares: the distance from p to where z is not the only
   optimal class is at least that, and attained *)
Definition constant_noise_multiclass_distance_repaired_squared_multiple_of_gamma (R : realFieldType) : R := 1 / 2%:R.
Definition claim_noise_multiclass_distance_repaired : Prop :=
  forall (R : realFieldType) (T : finType) (p : T -> R) (z : T) (g : R),
  let L := zero_one R (T := T) in
  let multiple := constant_noise_multiclass_distance_repaired_squared_multiple_of_gamma R in
  distribution p -> optimal L p z -> margin L p z g ->
  (forall q, distribution q -> (exists2 z', z' != z & risk L q z' <= risk L q z) ->
    multiple * g ^+ 2 <= \sum_y (p y - q y) ^+ 2) /\
  exists2 q, distribution q & (exists2 z', z' != z & risk L q z' = risk L q z) /\
    \sum_y (p y - q y) ^+ 2 = multiple * g ^+ 2.

(* noise.p0 with O in place of o: P(gamma <= t) is bounded *)
Definition claim_noise_p0__bounded : Prop :=
  forall (R : realFieldType) (p : problem R) (gamma : inputs p -> R), margins gamma ->
  exists C, forall t, 0 < t -> mean (fun x => (gamma x <= t)%R%:R) <= C.

(* noise.p0.repaired: P(gamma+ <= e) is small for small e *)
Definition claim_noise_p0_repaired : Prop :=
  forall (R : realFieldType) (p : problem R) (delta : R), 0 < delta -> exists2 t, 0 < t &
  forall e, e < t -> mean (fun x : inputs p => [exists z, 0 < l z x - l (best x) x <= e]%:R) <= delta.

(* noise.defined.repaired *)
Definition claim_noise_defined_repaired : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z),
  optimal L p z -> (forall g, gap L p z g -> 0 < g) /\
  ((exists z', ~ optimal L p z') -> exists g, gap L p z g).

(* qs.krr-closed-form: K + n lambda I is regular, and the minimiser takes the features x of a point
   to the sum of the alpha_i(x) psi(y_i), alpha(x)^T = K_x^T (K + n lambda I)^-1 *)
Definition constant_qs_krr_closed_form_multiple_of_lambda (R : realFieldType) (n : nat) : R := n%:R.
Definition claim_qs_krr_closed_form : Prop :=
  forall (R : realFieldType) n d r (Phi : 'M[R]_(n.+1, d)) (Psi : 'M[R]_(n.+1, r)) (lambda : R)
    (W : 'M[R]_(d, r)) (x : 'rV[R]_d), 0 < lambda ->
  let G := Phi *m Phi^T + (constant_qs_krr_closed_form_multiple_of_lambda R n.+1 * lambda)%:M in
  (ridge_minimiser Phi Psi lambda W <-> W = Phi^T *m (invmx G *m Psi)) /\ G \in unitmx /\
  (ridge_minimiser Phi Psi lambda W -> x *m W = \sum_i (x *m Phi^T *m invmx G) 0 i *: row i Psi).

(* train.independent *)
Definition constant_train_independent_lambda_of_a_coordinate_over_lambda (R : realFieldType) : R := 1.
Definition claim_train_independent : Prop :=
  forall (R : realFieldType) n d r (Phi : 'M[R]_(n, d)) (Psi : 'M[R]_(n, r)) (lambda : R) (W : 'M[R]_(d, r)),
  ridge_minimiser Phi Psi lambda W <-> forall k, ridge_minimiser Phi (col k Psi)
    (constant_train_independent_lambda_of_a_coordinate_over_lambda R * lambda) (col k W).

(* The real numbers of the standard library, and x^s for x >= 0, where 0^s is 0. *)
Definition reals : realFieldType := R_realFieldType.
Definition real_power (x s : reals) : reals := if x == 0 then 0 else Rpower.Rpower x s.
(* The natural logarithm of x > 0. *)
Definition natural_log (x : reals) : reals := Rpower.ln x.

(* map.norms.repaired, the logarithms *)
Definition constant_map_norms_repaired_offset (R : realFieldType) (m : nat) : R := 1.
Definition claim_map_norms_repaired__logarithms : Prop := forall m : nat, (0 < m)%N ->
  let H := constant_map_norms_repaired_F_2 reals m in
  natural_log (m + 1)%:R < H /\ H <= constant_map_norms_repaired_offset reals m + natural_log m%:R.

(* map.A.repaired: F halved and U doubled off the diagonal, then U shifted *)
Definition constant_map_A_repaired_shift (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition constant_map_A_repaired_A_2 (R : realFieldType) (m : nat) : R :=
  (m * (m + 1) %/ 2)%:R * (3%:R * (\sum_(p < m) p.+1%:R ^- 2) + \sum_(p < m) p.+1%:R^-1) / 16%:R.
Definition claim_map_A_repaired : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  let shift := constant_map_A_repaired_shift R m in let H := \sum_(p < m) p.+1%:R^-1 in
  let half (q : ordered_pairs m) : R := if (val q).1 == (val q).2 then 1 else 1 / 2%:R in
  let F (s : 'S_m) (k : 'I_#|ordered_pairs m|) := half (enum_val k) * last_positions R s (enum_val k) in
  let U (y : {y : {set 'I_m} | nonempty y}) (k : 'I_#|ordered_pairs m|) := shift - (half (enum_val k))^-1 *
    (((val (enum_val k)).1 \in val y) && ((val (enum_val k)).2 \in val y))%:R / #|val y|%:R in
  decomposition (restrict (P := @nonempty m) (map_loss e (m := m))) F U (1 - shift * (H + (m%:R - H) / 2%:R)) /\
  constant_squared F U (constant_map_A_repaired_A_2 R m).
Definition constant_map_A_repaired_factor (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition claim_map_A_repaired__bound : Prop := forall m : nat, (2 <= m)%N ->
  constant_map_A_repaired_A_2 reals m <=
    constant_map_A_repaired_factor reals m * m%:R ^+ 2 * natural_log (m + 1)%:R.

(* map.inference: the printed sum over pairs decodes *)
Definition claim_map_inference : Prop := forall (R : realFieldType) (m : nat) (e : R)
  (p : {y : {set 'I_m} | nonempty y} -> R) (s : 'S_m),
  let both (j l : 'I_m) := \sum_y p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R) in
  let by_pairs (s : 'S_m) :=
    \sum_(j < m) \sum_(l < m | (l <= j)%N) both j l / (maxn (position s j) (position s l))%:R in
  optimal (restrict (P := @nonempty m) (map_loss e (m := m))) p s <-> forall s', by_pairs s' <= by_pairs s.

(* map.inference: the printed matrices, with 0 above the diagonals, at some distribution; the trace is
   largest at a ranking that is not optimal *)
Definition constant_map_inference_above_the_diagonal (R : realFieldType) (m : nat) : R := 0.
Definition refuted_map_inference : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  exists (p : {y : {set 'I_m} | nonempty y} -> R) (s : 'S_m),
  let both (j l : 'I_m) := \sum_y p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R) in
  let W := \matrix_(j < m, l < m) (if (l <= j)%N then both j l else 0) in
  let D := \matrix_(a < m, b < m) ((if (a < b)%N then constant_map_inference_above_the_diagonal R m else 1) /
    (maxn a.+1 b.+1)%:R) in
  let by_matrices (s : 'S_m) := \tr (W^T *m perm_mx s *m D *m (perm_mx s)^T) in
  [/\ distribution p, forall s', by_matrices s' <= by_matrices s &
      ~ optimal (restrict (P := @nonempty m) (map_loss e (m := m))) p s].

(* ndcg.log-discount: A^2 with gains that reach 1; ||D||^2 is of a smaller order than the printed one *)
Definition claim_ndcg_log_discount : Prop :=
  forall (m n : nat) (G : 'I_n.+1 -> reals), nonnegative G -> growing G -> 1 <= G ord_max ->
  let D (p : 'I_m.+2) : reals := (natural_log p.+2%:R)^-1 in
  exists2 a, constant_squared (fun (s : 'S_m.+2) j => - D (s j))
    (fun (y : {y | graded G D y}) => gain_shares G D (val y)) a &
  a <= 9%:R / 2%:R * G ord_max ^+ 2 * m.+2%:R ^+ 2 / natural_log m.+2%:R.
Definition constant_ndcg_log_discount_exponent_of_log (m : nat) : nat := 1.
Definition refuted_ndcg_log_discount : Prop := forall c : reals, 0 < c -> exists m0 : nat, forall m : nat, (m0 <= m)%N ->
  \sum_(p < m) natural_log p.+2%:R ^- 2 <
    c * m%:R / natural_log (m + 1)%:R ^+ constant_ndcg_log_discount_exponent_of_log m.

(* ndcg.log-discount.repaired: m labels *)
Definition constant_ndcg_log_discount_repaired_exponent_of_log (m : nat) : nat := 2.
Definition constant_ndcg_log_discount_repaired_factor (R : realFieldType) (m : nat) : R := 3%:R.
Definition claim_ndcg_log_discount_repaired : Prop := forall m : nat, (0 < m)%N ->
  let size := natural_log (m + 1)%:R ^+ constant_ndcg_log_discount_repaired_exponent_of_log m in
  let norm := \sum_(p < m) natural_log p.+2%:R ^- 2 in
  [/\ m%:R / size <= norm, norm <= 6%:R * m%:R / size &
      norm <= constant_ndcg_log_discount_repaired_factor reals m * (m + 1)%:R / natural_log (m + 1)%:R ^+ 2].

(* ndcg.sharp.log: the bound of ndcg.sharp.repaired with D_j = 1/log(j + 1) *)
Definition constant_ndcg_sharp_log_factor (R : realFieldType) (m : nat) : R := 3%:R.
Definition claim_ndcg_sharp_log : Prop :=
  forall (m n : nat) (G : 'I_n.+1 -> reals) (e : reals), nonnegative G -> growing G ->
  let D (p : 'I_m.+1) : reals := (natural_log p.+2%:R)^-1 in
  let bound := constant_ndcg_sharp_log_factor reals m.+1 * (m.+1 + 1)%:R in
  constant_ndcg_sharp_repaired_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1] <= bound /\
  constant_at_most (restrict (P := graded G D) (ndcg_loss G D e)) bound.

(* ndcg.faster-decay.repaired: the printed A^2 is that of the printed F and U for G(1) = 0 and
   G_max = D_1 = 1; it falls with D *)
Definition claim_ndcg_faster_decay_repaired : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (fast slow : 'I_m.+1 -> R),
  nonnegative G -> growing G -> G ord0 = 0 -> G ord_max = 1 ->
  nonnegative fast -> falling fast -> fast ord0 = 1 -> nonnegative slow -> falling slow -> slow ord0 = 1 ->
  (forall p, fast p <= slow p) ->
  let A_2 (D : 'I_m.+1 -> R) := constant_ndcg_A_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1] in
  let printed (D : 'I_m.+1 -> R) := constant_squared (fun (s : 'S_m.+1) j => - D (s j))
    (fun (y : {y | graded G D y}) => gain_shares G D (val y)) (A_2 D) in
  [/\ printed fast, printed slow, A_2 fast <= A_2 slow & (exists p, fast p < slow p) -> A_2 fast < A_2 slow].
(* ... ERU against NDCG with the binary logarithm, log2 x = log x / log 2 *)
Definition claim_ndcg_faster_decay_repaired__eru : Prop := forall m : nat,
  let eru (p : 'I_m.+2) : reals := 2%:R ^- (p : nat) in
  let ndcg (p : 'I_m.+2) : reals := natural_log 2%:R / natural_log (p : nat).+2%:R in
  [/\ forall p, eru p <= ndcg p, eru ord0 = 1, ndcg ord0 = 1 & \sum_p eru p ^+ 2 < \sum_p ndcg p ^+ 2].

(* ndcg.extremes.repaired: A^2 for D = (1, 1/n, ...) and D = (1, 1 - 1/n, ...), between bounds that
   meet as n grows *)
Definition constant_ndcg_extremes_repaired_fast_limit (R : realFieldType) (m n : nat) (G : seq R) : R := m%:R.
Definition constant_ndcg_extremes_repaired_slow_limit (R : realFieldType) (m n : nat) (G : seq R) : R :=
  (m%:R * last 0 G / (last 0 G + (m%:R - 1) * head 0 G)) ^+ 2.
Definition claim_ndcg_extremes_repaired : Prop :=
  forall (R : realFieldType) (m g n : nat) (G : 'I_g.+1 -> R),
  nonnegative G -> growing G -> 0 < G ord_max -> (2 <= n)%N ->
  let gains := [seq G t | t <- enum 'I_g.+1] in
  let printed (second a : R) := let D (p : 'I_m.+1) := if p == ord0 then 1 else second in
    constant_squared (fun (s : 'S_m.+1) j => - D (s j)) (fun (y : {y | graded G D y}) => gain_shares G D (val y)) a in
  let fast := constant_ndcg_extremes_repaired_fast_limit m.+1 n gains in
  let slow := constant_ndcg_extremes_repaired_slow_limit m.+1 n gains in
  [/\ exists2 a, printed n%:R^-1 a & fast * (1 - 2%:R * m.+1%:R / n%:R) <= a <= fast * (1 + m.+1%:R / n%:R ^+ 2),
      exists2 a, printed (1 - n%:R^-1) a & slow * (1 - n%:R^-1) ^+ 2 <= a <= slow / (1 - n%:R^-1) ^+ 2,
      G ord0 = 0 -> slow = m.+1%:R ^+ 2 & slow * G ord0 ^+ 2 <= G ord_max ^+ 2].

(* ndcg.extremes, for gains of which one is 0 *)
Definition constant_ndcg_extremes_fast_limit (R : realFieldType) (m n : nat) : R := m%:R.
Definition constant_ndcg_extremes_slow_limit (R : realFieldType) (m n : nat) : R := m%:R * m%:R.
Definition claim_ndcg_extremes : Prop :=
  forall (R : realFieldType) (m g n : nat) (G : 'I_g.+1 -> R),
  nonnegative G -> growing G -> G ord0 = 0 -> 0 < G ord_max -> (2 <= n)%N ->
  let printed (second a : R) := let D (p : 'I_m.+1) := if p == ord0 then 1 else second in
    constant_squared (fun (s : 'S_m.+1) j => - D (s j)) (fun (y : {y | graded G D y}) => gain_shares G D (val y)) a in
  let fast := constant_ndcg_extremes_fast_limit R m.+1 n in let slow := constant_ndcg_extremes_slow_limit R m.+1 n in
  (exists2 a, printed n%:R^-1 a & fast * (1 - 2%:R * m.+1%:R / n%:R) <= a <= fast * (1 + m.+1%:R / n%:R ^+ 2)) /\
  (exists2 a, printed (1 - n%:R^-1) a & slow * (1 - n%:R^-1) ^+ 2 <= a <= slow / (1 - n%:R^-1) ^+ 2).

(* ndcg.extremes, fast decay with any gains; slow decay with gains of which the last is at most three
   times the first, such as 1 and 3, from n = 4 on *)
Definition claim_ndcg_extremes__fast : Prop :=
  forall (R : realFieldType) (m g n : nat) (G : 'I_g.+1 -> R),
  nonnegative G -> growing G -> 0 < G ord_max -> (2 <= n)%N ->
  let D (p : 'I_m.+1) := if p == ord0 then 1 else n%:R^-1 in
  let fast := constant_ndcg_extremes_fast_limit R m.+1 n in
  exists2 a, constant_squared (fun (s : 'S_m.+1) j => - D (s j))
    (fun (y : {y | graded G D y}) => gain_shares G D (val y)) a &
  fast * (1 - 2%:R * m.+1%:R / n%:R) <= a <= fast * (1 + m.+1%:R / n%:R ^+ 2).
Definition refuted_ndcg_extremes : Prop :=
  forall (R : realFieldType) (m g n : nat) (G : 'I_g.+1 -> R),
  nonnegative G -> growing G -> 0 < G ord_max -> G ord_max <= 3%:R * G ord0 -> (4 <= n)%N ->
  let D (p : 'I_m.+2) := if p == ord0 then 1 else 1 - n%:R^-1 in forall a,
  constant_squared (fun (s : 'S_m.+2) j => - D (s j)) (fun (y : {y | graded G D y}) => gain_shares G D (val y)) a ->
  a < constant_ndcg_extremes_slow_limit R m.+2 n * (1 - n%:R^-1) ^+ 2.

(* fscore.ratios *)
Definition constant_fscore_ratios_dimension (m : nat) : nat := m * m - m.
Definition claim_fscore_ratios : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  consistent_dimension (f_loss (1 : R) (m := m)) (constant_fscore_ratios_dimension m).

(* |1/gamma|_q = (E gamma^-q)^(1/q) *)
Definition inverse_norm (p : problem reals) (q : reals) (gamma : inputs p -> reals) : reals :=
  real_power (mean (fun x => real_power (gamma x) (- q))) q^-1.

(* noise.tsybakov.repaired, for every real exponent q > 0 *)
Definition constant_noise_tsybakov_repaired_exponent_of_gamma_p (R : realFieldType) (q : R) : R := q / (q + 1).
Definition constant_noise_tsybakov_repaired_exponent_of_the_excess_risk (R : realFieldType) (q : R) : R :=
  q / (q + 1).
Definition claim_noise_tsybakov_repaired : Prop :=
  forall (p : problem reals) (gamma : inputs p -> reals) (q : reals),
  0 < q -> margins gamma -> (forall x, 0 < gamma x) ->
  error_probability p <=
    real_power (inverse_norm q gamma) (constant_noise_tsybakov_repaired_exponent_of_gamma_p q) *
    real_power (excess_risk p) (constant_noise_tsybakov_repaired_exponent_of_the_excess_risk q).

(* noise.comparison.repaired *)
Definition constant_noise_comparison_repaired_exponent_of_gamma_p (R : realFieldType) (q : R) : R :=
  q / (q + 2%:R).
Definition constant_noise_comparison_repaired_constant (R : realFieldType) (q : R) : R := 4%:R.
Definition constant_noise_comparison_repaired_exponent_of_the_excess_surrogate_risk (R : realFieldType) (q : R) : R :=
  (q + 1) / (q + 2%:R).
Definition claim_noise_comparison_repaired : Prop :=
  forall (p : problem reals) (gamma : inputs p -> reals) (q B : reals),
  0 < q -> margins gamma -> (forall x, 0 < gamma x) -> (forall z : predictions p, sqnorm (F z) <= B) ->
  excess_risk p <=
    real_power (inverse_norm q gamma) (constant_noise_comparison_repaired_exponent_of_gamma_p q) *
    real_power (constant_noise_comparison_repaired_constant q * B * surrogate_excess p)
      (constant_noise_comparison_repaired_exponent_of_the_excess_surrogate_risk q).

(* noise.improved-calibration.repaired with H(t) = t^2 / (4 B), u = root E and K = root range,
   range being at least the largest entry of L less the smallest *)
Definition constant_noise_improved_calibration_repaired_exponent_of_gamma_p_in_u_p_1 (R : realFieldType) (q : R) : R := q.
Definition constant_noise_improved_calibration_repaired_factor_of_the_argument (R : realFieldType) (q : R) : R := 1.
Definition claim_noise_improved_calibration_repaired : Prop :=
  forall (p : problem reals) (gamma : inputs p -> reals) (q B range : reals),
  0 < q -> margins gamma -> (forall x, 0 < gamma x) -> (forall z : predictions p, sqnorm (F z) <= B) ->
  (forall z z' y y', @loss _ p z y - @loss _ p z' y' <= range) ->
  let H (t : reals) := t ^+ 2 / (4%:R * B) in
  let root (e : reals) := real_power (real_power (inverse_norm q gamma)
    (constant_noise_improved_calibration_repaired_exponent_of_gamma_p_in_u_p_1 q) * real_power e q) (q + 1)^-1 in
  let E : reals := excess_risk p in
  let left := root E * H (constant_noise_improved_calibration_repaired_factor_of_the_argument q * (E / root E)) in
  left <= surrogate_excess p /\ root range * H (E / root range) <= left.

(* x.noise.gamma-plus: h is the power -q of gamma+, and 0 where all predictions are optimal *)
Definition constant_x_noise_gamma_plus_constant (R : realFieldType) (q : R) : R := 4%:R.
Definition claim_x_noise_gamma_plus : Prop :=
  forall (p : problem reals) (h : inputs p -> reals) (q B : reals),
  0 < q -> (forall z : predictions p, sqnorm (F z) <= B) ->
  (forall x, (exists2 g, gap (@loss _ p) (conditional x) (best x) g & h x = real_power g (- q)) \/
    (forall z, optimal (@loss _ p) (conditional x) z) /\ h x = 0) ->
  let wrong : reals := mean (fun x : inputs p => (l (best x) x < l (decoded x) x)%R%:R) in
  real_power wrong (q + 1) <= mean h * real_power (excess_risk p) q /\
  real_power (excess_risk p) (q + 2%:R) <=
    mean h * real_power (constant_x_noise_gamma_plus_constant q * B * surrogate_excess p) (q + 1).

(* x.noise.converse, o(t^q) included *)
Definition constant_x_noise_converse_constant (R : realFieldType) (q : R) : R := 1.
Definition claim_x_noise_converse : Prop :=
  forall (p : problem reals) (gamma : inputs p -> reals) (q : reals), 0 < q -> (forall x, 0 < gamma x) ->
  (forall t, 0 < t -> mean (fun x => (gamma x <= t)%R%:R) / real_power t q <=
    constant_x_noise_converse_constant q * mean (fun x => real_power (gamma x) (- q))) /\
  forall delta, 0 < delta -> exists2 e, 0 < e & forall t, 0 < t -> t < e ->
    mean (fun x => (gamma x <= t)%R%:R) <= delta * real_power t q.

(* x.noise.comparison-sharp *)
Definition constant_x_noise_comparison_sharp_constant (R : realFieldType) (q : R) : R := 4%:R.
Definition claim_x_noise_comparison_sharp : Prop := forall g q : reals, 0 < g -> g <= 1 -> 0 < q ->
  exists (p : problem reals) (gamma : inputs p -> reals) (B : reals),
  [/\ margins gamma, forall x, gamma x = g, largest_row (@F _ p) B &
      real_power (excess_risk p) (q + 2%:R) = mean (fun x => real_power (gamma x) (- q)) *
        real_power (constant_x_noise_comparison_sharp_constant q * B * surrogate_excess p) (q + 1)].

(* noise.lp.repaired: B is a bound of P(gamma <= t) / t^p for all t *)
Definition constant_noise_lp_repaired_constant (R : realFieldType) (p q : R) : R := p / (p - q).
Definition claim_noise_lp_repaired : Prop :=
  forall (P : problem reals) (B p : reals), 0 < p ->
  forall (gamma : inputs P -> reals) (q : reals), 0 < q -> q < p -> (forall x, 0 < gamma x) ->
  (forall t, 0 < t -> mean (fun x => (gamma x <= t)%R%:R) <= B * real_power t p) ->
  mean (fun x => real_power (gamma x) (- q)) <=
    constant_noise_lp_repaired_constant p q * real_power B (q / p).

(* x.noise.weak-lp: gamma is gamma+ where some prediction is not optimal; B is a bound of
   P(gamma+ <= t) / t^p for all t, of which E gamma+^-p is one *)
Definition constant_x_noise_weak_lp_base_of_the_constant (R : realFieldType) (p : R) : R := (p + 1) / p.
Definition claim_x_noise_weak_lp : Prop :=
  forall (P : problem reals) (B p : reals), 0 < p ->
  forall (gamma : inputs P -> reals) (some : pred (inputs P)),
  (forall x, if some x then gap (@loss _ P) (conditional x) (best x) (gamma x)
    else forall z, optimal (@loss _ P) (conditional x) z) ->
  (forall t, 0 < t -> mean (fun x => (some x && (gamma x <= t)%R)%:R) <= B * real_power t p) ->
  forall F_2 : reals, (forall z : predictions P, sqnorm (F z) <= F_2) ->
  let wrong : reals := mean (fun x : inputs P => (l (best x) x < l (decoded x) x)%R%:R) in
  let C := real_power (constant_x_noise_weak_lp_base_of_the_constant p) p in
  [/\ real_power wrong (p + 1) <= C * B * real_power (excess_risk P) p,
      real_power (excess_risk P) (p + 2%:R) <= C * B * real_power (4%:R * F_2 * surrogate_excess P) (p + 1) &
      forall t, 0 < t -> mean (fun x => (some x && (gamma x <= t)%R)%:R) / real_power t p <=
        mean (fun x => if some x then real_power (gamma x) (- p) else 0)].

(* x.noise.largest-margin; for PD the observations without a pair left out *)
Definition constant_x_noise_largest_margin_0_1 (R : realFieldType) (m : nat) : R := 1.
Definition constant_x_noise_largest_margin_Hamming (R : realFieldType) (m : nat) : R := 1 / m%:R.
Definition constant_x_noise_largest_margin_Prec_k (R : realFieldType) (m : nat) : R := 1.
Definition constant_x_noise_largest_margin_PD (R : realFieldType) (m : nat) : R := 1 / 'C(m.+1, 3)%:R.
Definition claim_x_noise_largest_margin : Prop :=
  let largest (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (v : R) :=
    (forall p z g, distribution p -> margin L p z g -> g <= v) /\ exists p z, distribution p /\ margin L p z v in
  (forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
    [/\ largest R _ _ (zero_one R (T := [finType of {set 'I_m}])) (constant_x_noise_largest_margin_0_1 R m),
      largest R _ _ (hamming R (m := m)) (constant_x_noise_largest_margin_Hamming R m),
      forall k, (0 < k < m)%N ->
        largest R _ _ (prec_at_k R (m := m) (k := k)) (constant_x_noise_largest_margin_Prec_k R m / k%:R) &
      largest R _ _ (restrict (P := @mixed m) (pd_corrected e (m := m))) (constant_x_noise_largest_margin_PD R m)]) /\
  forall (p : problem reals) (gamma : inputs p -> reals) (v q : reals),
    largest reals _ _ (@loss _ p) v -> 0 < q -> margins gamma -> (forall x, 0 < gamma x) ->
    v^-1 <= inverse_norm q gamma.

(* x.osokin.same-surrogate, b blocks of equal size: ||F v + L_y||^2 = s |v - U'_y|^2 + a number that
   depends on y alone, for the printed F and U' = - (U + u), where u is the same for all y and F and
   U + u decompose the loss too; F^T F = s I *)
Definition constant_x_osokin_same_surrogate_0_1 (R : realFieldType) (m b : nat) : R := 1.
Definition constant_x_osokin_same_surrogate_block_0_1 (R : realFieldType) (m b : nat) : R := 2%:R ^+ m / b%:R.
Definition constant_x_osokin_same_surrogate_Hamming (R : realFieldType) (m b : nat) : R :=
  2%:R ^+ m / (4%:R * m%:R ^+ 2).
Definition claim_x_osokin_same_surrogate : Prop :=
  forall (R : realFieldType) (m : nat), (0 < m)%N -> let sets := [finType of {set 'I_m}] in
  let same (L : sets -> sets -> R) r (F U : sets -> 'I_r -> R) (s : R) :=
    exists (u : 'I_r -> R) c (rest : sets -> R),
    [/\ decomposition L F (fun y k => U y k + u k) c, forall j k, \sum_z F z j * F z k = (j == k)%:R * s &
      forall v y, \sum_z (dot (F z) v + L z y) ^+ 2 = s * sqnorm (fun k => v k - - (U y k + u k)) + rest y] in
  [/\ same (zero_one R (T := sets)) #|sets| (fun z k => - (z == enum_val k)%:R) (fun y k => (y == enum_val k)%:R)
      (constant_x_osokin_same_surrogate_0_1 R m 1),
    forall (K : finType) (block : {set 'I_m} -> K),
      (forall k, #|[pred z | block z == k]| * #|K| = 2 ^ m)%N ->
      same (block_zero_one R block) #|K| (fun z k => - (block z == enum_val k)%:R)
        (fun y k => (block y == enum_val k)%:R) (constant_x_osokin_same_surrogate_block_0_1 R m #|K|) &
    same (hamming R (m := m)) m (fun z j => - (2 * m)%:R^-1 * sign_of R z j) (fun y j => sign_of R y j)
      (constant_x_osokin_same_surrogate_Hamming R m 1)].

(* osokin.constants: the scores of the predictions are the risks at any weights x, that is, any scores
   in the span of the loss; the highest is decoded.  H(e) = h e^2 is a bound, attained for 0 < e <= 1;
   D stands for their DM, with what is quoted there of it as a premise; b blocks of equal size *)
Definition constant_osokin_constants_h_of_0_1 (R : realFieldType) (m b : nat) : R := 1 / (4%:R * 2%:R ^+ m).
Definition constant_osokin_constants_h_of_block_0_1 (R : realFieldType) (m b : nat) : R := 1 / (4%:R * b%:R).
Definition constant_osokin_constants_h_of_Hamming (R : realFieldType) (m b : nat) : R := 1 / (8%:R * m%:R).
Definition constant_osokin_constants_multiple_of_k (R : realFieldType) (m b : nat) : R := 2%:R.
Definition constant_osokin_constants_multiple_of_b (R : realFieldType) (m b : nat) : R := 2%:R.
Definition constant_osokin_constants_multiple_of_m_4 (R : realFieldType) (m b : nat) : R := 8%:R.
Definition claim_osokin_constants : Prop :=
  forall (R : realFieldType) (m : nat), (0 < m)%N -> let sets := [finType of {set 'I_m}] in
  let calibrated (L : sets -> sets -> R) (h : R) :=
    let score x z := risk L x z in
    let surrogate (p x : sets -> R) :=
      (2%:R * #|sets|%:R)^-1 * \sum_y p y * \sum_z (score x z + L z y) ^+ 2 in
    (forall p x z b, distribution p -> (forall z', score x z' <= score x z) -> optimal L p b ->
      exists x', h * (risk L p z - risk L p b) ^+ 2 <= surrogate p x - surrogate p x') /\
    forall eps, 0 < eps -> eps <= 1 -> exists p x z b,
      [/\ distribution p, forall z', score x z' <= score x z, optimal L p b, risk L p z - risk L p b = eps &
        exists x', (forall x'', surrogate p x' <= surrogate p x'') /\
          surrogate p x - surrogate p x' = h * eps ^+ 2] in
  [/\ let h := constant_osokin_constants_h_of_0_1 R m 1 in let k := 2%:R ^+ m in
      [/\ calibrated (zero_one R (T := sets)) h,
        forall C D, D <= C * k -> D / h <= C * (constant_osokin_constants_multiple_of_k R m 1 * k) ^+ 2 &
        constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (z == enum_val k)%:R : R)
          (fun (y : sets) k => (y == enum_val k)%:R) k],
    forall (K : finType) (block : {set 'I_m} -> K), (1 < #|K|)%N ->
      (forall k, #|[pred z | block z == k]| * #|K| = 2 ^ m)%N ->
      let h := constant_osokin_constants_h_of_block_0_1 R m #|K| in let b : R := #|K|%:R in
      [/\ calibrated (block_zero_one R block) h,
        forall C D, D <= C * b -> D / h <= C * (constant_osokin_constants_multiple_of_b R m #|K| * b) ^+ 2 &
        constant_squared (fun z (k : 'I_#|K|) => - (block z == enum_val k)%:R : R)
          (fun y k => (block y == enum_val k)%:R) b] &
    let h := constant_osokin_constants_h_of_Hamming R m 1 in
      [/\ calibrated (hamming R (m := m)) h,
        forall C D, D <= C * m%:R ^+ 3 -> D / h <= C * (constant_osokin_constants_multiple_of_m_4 R m 1 * m%:R ^+ 4) &
        constant_squared (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * sign_of R z j)
          (fun (y : {set 'I_m}) j => sign_of R y j) (1 / 4%:R)]].

(* base.spectral.repaired in squares: V* phi(z) for V = L and phi(z) = e_z, s a bound of ||L||^2 *)
Definition constant_base_spectral_repaired_c_2_over_the_squared_row_norm (R : realFieldType) : R := 1.
Definition claim_base_spectral_repaired : Prop :=
  forall (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R),
  let image z y := \sum_z' (z' == z)%:R * L z' y in
  (forall z, \sum_y image z y ^+ 2 =
    constant_base_spectral_repaired_c_2_over_the_squared_row_norm R * \sum_y L z y ^+ 2) /\
  forall s, 0 <= s -> (forall x : Y -> R, \sum_z (\sum_y L z y * x y) ^+ 2 <= s * \sum_y x y ^+ 2) ->
  forall z, \sum_y image z y ^+ 2 <= s.

(* x.base.hamming-row-norm: all rows have the same norm *)
Definition constant_x_base_hamming_row_norm_c_2 (R : realFieldType) (m : nat) : R :=
  2%:R ^+ m * (m%:R + 1) / (4%:R * m%:R).
Definition claim_x_base_hamming_row_norm : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall z : {set 'I_m}, \sum_y hamming R z y ^+ 2 = constant_x_base_hamming_row_norm_c_2 R m.

(* base.hamming-spectral: ||L x||^2 <= ||L||^2 ||x||^2, attained by some x *)
Definition constant_base_hamming_spectral_L_2 (R : realFieldType) (m : nat) : R := 4%:R ^+ (m - 1).
Definition claim_base_hamming_spectral : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let L := hamming R (m := m) in let norm_2 := constant_base_hamming_spectral_L_2 R m in
  (forall x : {set 'I_m} -> R, \sum_z (\sum_y L z y * x y) ^+ 2 <= norm_2 * \sum_y x y ^+ 2) /\
  exists2 x : {set 'I_m} -> R, 0 < \sum_y x y ^+ 2 &
    \sum_z (\sum_y L z y * x y) ^+ 2 = norm_2 * \sum_y x y ^+ 2.

(** Learning from n + 1 independent draws (x, y), by kernel ridge regression on the features Phi. *)
Definition sample (R : realFieldType) (p : problem R) (n : nat) : finType :=
  [finType of {ffun 'I_n.+1 -> inputs p * observations p}].
Definition chance (R : realFieldType) (p : problem R) n (event : sample p n -> bool) : R :=
  \sum_(t : sample p n | event t) \prod_i (weight (t i).1 * conditional (t i).1 (t i).2).
(* W t is the minimiser on the sample t, decode a decoder, and g*(x) = Phi(x)^T G *)
Definition ridge_learner (R : realFieldType) (p : problem R) n d (Phi : inputs p -> 'I_d -> R) (lambda : R)
    (W : sample p n -> 'M[R]_(d, coordinates p)) (decode : ('I_(coordinates p) -> R) -> predictions p)
    (G : 'M[R]_(d, coordinates p)) : Prop :=
  [/\ forall t : sample p n, ridge_minimiser (\matrix_(i, j) Phi (t i).1 j) (\matrix_(i, k) U (t i).2 k) lambda (W t),
      forall v (z : predictions p), dot (F (decode v)) v <= dot (F z) v &
      forall x k, @gstar R p x k = \sum_j Phi x j * G j k].
Definition learned_excess (R : realFieldType) (p : problem R) d (Phi : inputs p -> 'I_d -> R)
    (decode : ('I_(coordinates p) -> R) -> predictions p) (W : 'M[R]_(d, coordinates p)) : R :=
  mean (fun x : inputs p => l (decode (fun k => \sum_j Phi x j * W j k)) x - l (best x) x).

(* base.rate.repaired, squared: delta = root_delta^2, lambda = n^(-1/2), root_n = n^(1/2) *)
Definition constant_base_rate_repaired_factor (R : realFieldType) : R := 1.
Definition claim_base_rate_repaired : Prop :=
  forall (R : realFieldType) (p : problem R) n d (Phi : inputs p -> 'I_d -> R)
    (W : sample p n -> 'M[R]_(d, coordinates p)) decode G (root_n root_delta kappa : R),
  0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 < root_delta -> ridge_learner Phi root_n^-1 W decode G ->
  0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall c s g : R, 0 <= s -> 0 <= g -> (forall z : predictions p, sqnorm (F z) <= c ^+ 2) ->
  (forall x y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar R p x k) <= s ^+ 2) ->
  \sum_j \sum_k G j k ^+ 2 <= g ^+ 2 ->
  1 - 2%:R * root_delta ^+ 2 <= chance (fun t => learned_excess Phi decode (W t) ^+ 2 <=
    constant_base_rate_repaired_factor R *
      ((2%:R * c) ^+ 2 / root_n * (1 + kappa ^+ 2 / root_delta) * (g + kappa * s / root_delta) ^+ 2)).

(* affine.constant.repaired, squared: a = A^2, b = U_max, Q bounds the norms of the g*_k over U_max *)
Definition constant_affine_constant_repaired_factor (R : realFieldType) : R := 1.
Definition claim_affine_constant_repaired : Prop :=
  forall (R : realFieldType) (p : problem R) n d (Phi : inputs p -> 'I_d -> R)
    (W : sample p n -> 'M[R]_(d, coordinates p)) decode G (root_n root_delta kappa : R),
  0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 < root_delta -> ridge_learner Phi root_n^-1 W decode G ->
  0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall a b Q : R, 0 <= Q -> constant_squared (@F _ p) (@U _ p) a -> largest_entry (@U _ p) b ->
  (forall k, \sum_j G j k ^+ 2 <= (b * Q) ^+ 2) ->
  1 - 2%:R * root_delta ^+ 2 <= chance (fun t => learned_excess Phi decode (W t) ^+ 2 <=
    constant_affine_constant_repaired_factor R *
      (2%:R ^+ 2 * a / root_n * (1 + kappa ^+ 2 / root_delta) * (Q + 2%:R * kappa / root_delta) ^+ 2)).

(* noise.rates.repaired, for every real exponent q > 0, with the numbers of affine.constant.repaired *)
Definition constant_noise_rates_repaired_exponent_of_gamma_p (R : realFieldType) (q : R) : R := q / (q + 2%:R).
Definition constant_noise_rates_repaired_constant (R : realFieldType) (q : R) : R := 4%:R.
Definition constant_noise_rates_repaired_exponent_of_the_excess_surrogate_risk (R : realFieldType) (q : R) : R :=
  (q + 1) / (q + 2%:R).
Definition claim_noise_rates_repaired : Prop :=
  forall (p : problem reals) n d (Phi : inputs p -> 'I_d -> reals)
    (W : sample p n -> 'M[reals]_(d, coordinates p)) decode G (root_n root_delta kappa : reals),
  0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 < root_delta -> ridge_learner Phi root_n^-1 W decode G ->
  0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall a b Q : reals, 0 <= Q -> constant_squared (@F _ p) (@U _ p) a -> largest_entry (@U _ p) b ->
  (forall k, \sum_j G j k ^+ 2 <= (b * Q) ^+ 2) ->
  forall (gamma : inputs p -> reals) (q : reals), 0 < q -> margins gamma -> (forall x, 0 < gamma x) ->
  1 - 2%:R * root_delta ^+ 2 <= chance (fun t => learned_excess Phi decode (W t) <=
    real_power (inverse_norm q gamma) (constant_noise_rates_repaired_exponent_of_gamma_p q) *
    real_power (constant_noise_rates_repaired_constant q *
        (a / root_n * (1 + kappa ^+ 2 / root_delta) * (Q + 2%:R * kappa / root_delta) ^+ 2))
      (constant_noise_rates_repaired_exponent_of_the_excess_surrogate_risk q)).

(* x.base.exponential, squared: lambda = n^(-1/2), root_n = n^(1/2), root_two = 2^(1/2), root_tau = tau^(1/2) *)
Definition constant_x_base_exponential_factor (R : realFieldType) : R := 1.
Definition claim_x_base_exponential : Prop :=
  forall (p : problem reals) n d (Phi : inputs p -> 'I_d -> reals)
    (W : sample p n -> 'M[reals]_(d, coordinates p)) decode G (root_n root_two root_tau kappa : reals),
  0 < root_n -> root_n ^+ 2 = n.+1%:R -> 0 <= root_two -> root_two ^+ 2 = 2%:R -> 0 <= root_tau ->
  ridge_learner Phi root_n^-1 W decode G -> 0 <= kappa -> (forall x, sqnorm (Phi x) <= kappa ^+ 2) ->
  forall c s g : reals, 0 <= s -> 0 <= g -> (forall z : predictions p, sqnorm (F z) <= c ^+ 2) ->
  (forall x y, 0 < weight x * conditional x y -> sqnorm (fun k => U y k - @gstar reals p x k) <= s ^+ 2) ->
  \sum_j \sum_k G j k ^+ 2 <= g ^+ 2 ->
  1 - 4%:R * Rtrigo_def.exp (- root_tau ^+ 2) <= chance (fun t => learned_excess Phi decode (W t) ^+ 2 <=
    constant_x_base_exponential_factor reals *
      ((2%:R * c) ^+ 2 / root_n * (1 + 2%:R * root_two * kappa ^+ 2 * root_tau) *
        (g + root_two * kappa * s * root_tau) ^+ 2)).

(* x.calibration.convexified: z is decoded at v with the excess risk eps and the excess surrogate risk
   r, and M is the largest excess risk; of the convex functions on [0, M] that are at most r at eps
   there is a largest one, it is 0 at 0 and positive beyond *)
Definition claim_x_calibration_convexified : Prop :=
  forall (Z Y : finType) (L : Z -> Y -> reals) r (F : Z -> 'I_r -> reals) (U : Y -> 'I_r -> reals) c,
  decomposition L F U c ->
  let occurs (eps s : reals) := exists (p : Y -> reals) v z b,
    [/\ distribution p, forall z', dot (F z) v <= dot (F z') v, optimal L p b, eps = risk L p z - risk L p b &
      s = \sum_y p y * sqnorm (fun k => v k - U y k) -
          \sum_y p y * sqnorm (fun k => \sum_y' p y' * U y' k - U y k)] in
  forall M s0, occurs M s0 -> (forall eps s, occurs eps s -> eps <= M) ->
  let admitted (h : reals -> reals) :=
    (forall t a b, 0 <= t <= 1 -> 0 <= a <= M -> 0 <= b <= M -> h (t * a + (1 - t) * b) <= t * h a + (1 - t) * h b) /\
    (forall eps s, occurs eps s -> h eps <= s) in
  exists2 H, admitted H & [/\ H 0 = 0, forall e, 0 < e <= M -> 0 < H e &
    forall h, admitted h -> forall e, 0 <= e <= M -> h e <= H e].

(** Conditional random fields. *)

(* The CRF: v has a score for each label, softmax v is the model; scores w make the scores v = score w,
   and decoded w z says that z may be decoded at w.  It is consistent at p when the mean of the
   surrogate is greater by some e > 0 than at some w wherever what is decoded is not optimal. *)
Definition log_linear (Y : finType) (v : Y -> reals) (y : Y) : reals :=
  Rpower.ln (\sum_y' Rtrigo_def.exp (v y') : reals) - v y.
Definition softmax (Y : finType) (v : Y -> reals) (y : Y) : reals :=
  (Rtrigo_def.exp (v y) : reals) / \sum_y' Rtrigo_def.exp (v y').
Definition log_linear_consistent_at (Z Y : finType) (L : Z -> Y -> reals) (T : Type) (score : T -> Y -> reals)
    (decoded : T -> Z -> Prop) (p : Y -> reals) : Prop :=
  exists u, exists2 e, 0 < e & forall w z, decoded w z -> ~ optimal L p z ->
    \sum_y p y * log_linear (score u) y + e <= \sum_y p y * log_linear (score w) y.
Definition mode (T : Type) (Y : finType) (score : T -> Y -> reals) (w : T) (z : Y) : Prop :=
  forall y, score w y <= score w z.

(* surrogate.crf-consistency: with one clique and a mode decoded, at every distribution for the losses
   a 1(z != y) + c(y) with a >= 0 and for no other *)
Definition claim_surrogate_crf_consistency : Prop := forall (Y : finType) (L : Y -> Y -> reals),
  (forall p, distribution p -> log_linear_consistent_at L id (mode id) p) <->
  exists a (c : Y -> reals), 0 <= a /\ forall z y, L z y = a * (z != y)%:R + c y.

(* surrogate.crf-ssvm, the CRF *)
Definition claim_surrogate_crf_ssvm__CRF : Prop := forall (Y : finType) (p : Y -> reals), distribution p ->
  log_linear_consistent_at (zero_one reals (T := Y)) id (mode id) p.

(* x.surrogate.crf-unary-hamming: a label set has the score of its labels *)
Definition claim_x_surrogate_crf_unary_hamming : Prop := forall (m : nat) (p : {set 'I_m} -> reals), (0 < m)%N -> distribution p ->
  let score (w : 'I_m -> reals) (y : {set 'I_m}) := \sum_(j in y) w j in
  log_linear_consistent_at (hamming reals (m := m)) score (mode score) p.

(* x.surrogate.crf-least-risk *)
Definition claim_x_surrogate_crf_least_risk : Prop :=
  forall (Z Y : finType) (L : Z -> Y -> reals) (p : Y -> reals), distribution p ->
  log_linear_consistent_at L id (fun v => optimal L (softmax v)) p.

(** Refutations: `refuted_` and the id of a claim that fails, with the constants that it claims. *)

(* 01.affdim *)
Definition constant_01_affdim_dimension (m : nat) : nat := 2 ^ m.
Definition refuted_01_affdim : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let L := zero_one R (T := [finType of {set 'I_m}]) in
  ~ affine_dimension L (constant_01_affdim_dimension m) /\
  difference_rank L <> constant_01_affdim_dimension m.

(* 01.optimal *)
Definition constant_01_optimal_r (m : nat) : nat := 2 ^ m.
Definition refuted_01_optimal : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  exists2 d, (d < constant_01_optimal_r m)%N & consistent_dimension (zero_one R (T := [finType of {set 'I_m}])) d.

(* 01.sharp *)
Definition constant_01_sharp_least_A_2 (R : realFieldType) (m : nat) : R := 2%:R ^+ m.
Definition refuted_01_sharp : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  ~ constant_at_least (zero_one R (T := [finType of {set 'I_m}])) (constant_01_sharp_least_A_2 R m).

(* block.affdim *)
Definition constant_block_affdim_dimension (b : nat) : nat := b.
Definition refuted_block_affdim : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  ~ affine_dimension (block_zero_one R block) (constant_block_affdim_dimension #|K|).

(* block.optimal *)
Definition constant_block_optimal_r (b : nat) : nat := b.
Definition refuted_block_optimal : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  exists2 d, (d < constant_block_optimal_r #|K|)%N & consistent_dimension (block_zero_one R block) d.

(* block.sharp *)
Definition constant_block_sharp_least_A_2 (R : realFieldType) (b : nat) : R := b%:R.
Definition refuted_block_sharp : Prop :=
  forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K), (0 < m)%N ->
  (forall k, exists z, block z = k) ->
  ~ constant_at_least (block_zero_one R block) (constant_block_sharp_least_A_2 R #|K|).

(* hamming.decomposition *)
Definition constant_hamming_decomposition_weight_of_F (R : realFieldType) (m : nat) : R := - (1 / (2%:R * m%:R)).
Definition constant_hamming_decomposition_c (R : realFieldType) (m : nat) : R := 1 / (2%:R * m%:R).
Definition refuted_hamming_decomposition : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  forall z y : {set 'I_m}, hamming R z y <>
    \sum_j constant_hamming_decomposition_weight_of_F R m * sign_of R z j * sign_of R y j +
    constant_hamming_decomposition_c R m.

(* prec.affdim: the least rank at k = m, and the rank of the differences for every k *)
Definition constant_prec_affdim_dimension_of_one_prediction (m : nat) : nat := m.
Definition refuted_prec_affdim : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  ~ affine_dimension (prec_at_k R (m := m) (k := m)) (constant_prec_affdim_dimension_of_one_prediction m).
Definition constant_prec_affdim_dimension (m k : nat) : nat := m.
Definition refuted_prec_affdim__differences : Prop :=
  forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  difference_rank (prec_at_k R (m := m) (k := k)) <> constant_prec_affdim_dimension m k.

(* prec.optimal *)
Definition constant_prec_optimal_r (m k : nat) : nat := m.
Definition refuted_prec_optimal : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  exists2 d, (d < constant_prec_optimal_r m k)%N & consistent_dimension (prec_at_k R (m := m) (k := k)) d.

(* prec.sharp *)
Definition constant_prec_sharp_lower_A_2 (R : realFieldType) (m k : nat) : R := m%:R / k%:R.
Definition refuted_prec_sharp : Prop := forall (R : realFieldType) (m k : nat), (1 <= k <= m)%N ->
  ~ constant_at_least (prec_at_k R (m := m) (k := k)) (constant_prec_sharp_lower_A_2 R m k).

(* fscore.bayes *)
Definition constant_fscore_bayes_factor (R : realFieldType) (m : nat) : R := 2%:R.
Definition constant_fscore_bayes_value_at_empty_sets (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_bayes_c (R : realFieldType) (m : nat) : R := 0.
Definition refuted_fscore_bayes : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  exists2 p : {set 'I_m} -> R, distribution p & exists z : {set 'I_m},
  let P (j : 'I_m) (l : nat) := \sum_(y : {set 'I_m} | (j \in y) && (#|y| == l)) p y in
  risk (f_loss (1 : R) (m := m)) p z <> constant_fscore_bayes_c R m +
  if z == set0 then constant_fscore_bayes_value_at_empty_sets R m * p set0
  else constant_fscore_bayes_factor R m * \sum_j \sum_(l < m)
    (j \in z)%:R / (#|z| + l.+1)%:R * P j l.+1.

(* fscore.dec1 and fscore.dec2, at two empty sets and wherever z and y meet *)
Definition constant_fscore_dec1_factor (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec1_last_F_at_empty (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec1_c (R : realFieldType) (m : nat) : R := 1.
Definition refuted_fscore_dec1 : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall z y : {set 'I_m}, z = set0 /\ y = set0 \/ z :&: y != set0 ->
  f_loss (1 : R) z y <>
    \sum_(k : 'I_m * 'I_m + unit) match k with
      | inl (j, l) => - (constant_fscore_dec1_factor R m * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) *
          ((j \in y) && (#|y| == (l : nat).+1))%:R
      | inr _ => constant_fscore_dec1_last_F_at_empty R m * (z == set0)%:R * (y == set0)%:R end +
    constant_fscore_dec1_c R m.
Definition constant_fscore_dec2_factor (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec2_last_F_at_empty (R : realFieldType) (m : nat) : R := 1.
Definition constant_fscore_dec2_c (R : realFieldType) (m : nat) : R := 1.
Definition refuted_fscore_dec2 : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  forall z y : {set 'I_m}, z = set0 /\ y = set0 \/ z :&: y != set0 ->
  f_loss (1 : R) z y <>
    \sum_(k : 'I_m * 'I_m + unit) match k with
      | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R *
          (constant_fscore_dec2_factor R m * (j \in y)%:R / (#|y| + (l : nat).+1)%:R)
      | inr _ => constant_fscore_dec2_last_F_at_empty R m * (z == set0)%:R * (y == set0)%:R end +
    constant_fscore_dec2_c R m.

(* infer.printed-f-score: of the two printed decompositions one picks a label, the other too, where
   the empty set is observed and alone optimal *)
Definition constant_infer_printed_f_score_orientation (R : realFieldType) : R := 1.
Definition refuted_infer_printed_f_score : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F1 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => (z == set0)%:R end in
  let U1 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  let F2 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => (z == set0)%:R end in
  let U2 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end in
  let picked (F U : {set 'I_m} -> 'I_#|I| -> R) p z := let theta k := \sum_y p y * U y k in
    forall z', 0 <= constant_infer_printed_f_score_orientation R * (dot (F z') theta - dot (F z) theta) in
  exists2 p, distribution p & forall j, [/\ ~ optimal (f_loss (1 : R) (m := m)) p [set j],
    picked F1 U1 p [set j] & picked F2 U2 p [set j]].

(* fscore.algo: the two steps may end with the empty set where it is not optimal *)
Definition constant_fscore_algo_weight (R : realFieldType) (m : nat) : R := 1.
Definition refuted_fscore_algo : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  exists2 p : {set 'I_m} -> R, distribution p &
  let A (j k : 'I_m) := \sum_(y : {set 'I_m}) p y * ((j \in y)%:R / (#|y| + k.+1)%:R) in
  (forall (f : {set 'I_m}) (k : 'I_m), #|f| = k.+1 ->
    (constant_fscore_algo_weight R m * (\sum_(j in f) A j k) < p set0)%R) /\
  ~ optimal (f_loss (1 : R) (m := m)) p set0.

(* fscore.A-of-both, the bound *)
Definition constant_fscore_A_of_both_bound (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition refuted_fscore_A_of_both : Prop := forall (R : realFieldType) (m : nat), (4 <= m)%N ->
  let I := [finType of ('I_m * 'I_m + unit)%type] in
  let F1 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - (z == set0)%:R end in
  let U1 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => ((j \in y) && (#|y| == (l : nat).+1))%:R | inr _ => (y == set0)%:R end in
  let F2 (z : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => - ((j \in z) && (#|z| == (l : nat).+1))%:R | inr _ => - (z == set0)%:R end in
  let U2 (y : {set 'I_m}) (k : 'I_#|I|) : R := match enum_val k with
    | inl (j, l) => 2%:R * (j \in y)%:R / (#|y| + (l : nat).+1)%:R | inr _ => (y == set0)%:R end in
  exists a b, [/\ constant_squared F1 U1 a, constant_squared F2 U2 b,
    constant_fscore_A_of_both_bound R m < a & constant_fscore_A_of_both_bound R m < b].

(* fscore.sharp *)
Definition constant_fscore_sharp_lower_A_2 (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition refuted_fscore_sharp : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  ~ constant_at_least (f_loss (1 : R) (m := m)) (constant_fscore_sharp_lower_A_2 R m).

(* ndcg.norms and ndcg.A, for every gain and discount with G_max > 1 and D_1 = 1 *)
Definition constant_ndcg_norms_U_max (R : realFieldType) (G D : seq R) : R := last 0 G * head 0 D.
Definition refuted_ndcg_norms : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 1 < G ord_max -> D ord0 = 1 ->
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  ~ largest_entry U (constant_ndcg_norms_U_max [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).
Definition refuted_ndcg_A : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> 1 < G ord_max -> D ord0 = 1 ->
  let F (s : 'S_m.+1) j := - D (s j) in
  let U (y : {y | graded G D y}) := gain_shares G D (val y) in
  ~ constant_squared F U (constant_ndcg_A_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).

(* ndcg.optimal *)
Definition constant_ndcg_optimal_r (m : nat) : nat := m.
Definition refuted_ndcg_optimal : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D ->
  G ord0 < G ord_max -> D ord_max < D ord0 ->
  exists2 d, (d < constant_ndcg_optimal_r m.+1)%N &
    consistent_dimension (restrict (P := graded G D) (ndcg_loss G D e)) d /\
    consistent_dimension (ndcg_loss G D e) d.

(* ndcg.sharp *)
Definition constant_ndcg_sharp_least_A_2 (R : realFieldType) (G D : seq R) : R :=
  (size D)%:R * (\sum_(d <- D) d ^+ 2) * last 0 G ^+ 2.
Definition refuted_ndcg_sharp : Prop :=
  forall (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) (e : R),
  nonnegative G -> growing G -> nonnegative D -> falling D -> G ord_max = 1 -> D ord0 = 1 ->
  ~ constant_at_least (restrict (P := graded G D) (ndcg_loss G D e))
    (constant_ndcg_sharp_least_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1]).

(* map.affdim, without the empty observation and with any value there *)
Definition constant_map_affdim_dimension (m : nat) : nat := m * (m + 1) %/ 2.
Definition refuted_map_affdim : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  ~ affine_dimension (restrict (P := @nonempty m) (map_loss e (m := m))) (constant_map_affdim_dimension m) /\
  ~ affine_dimension (map_loss e (m := m)) (constant_map_affdim_dimension m).

(* map.norms *)
Definition constant_map_norms_U_max (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition refuted_map_norms : Prop := forall (R : realFieldType) (m : nat), (0 < m)%N ->
  ~ largest_entry (fun (y : {y : {set 'I_m} | nonempty y}) (k : 'I_#|ordered_pairs m|) =>
    - 1 * (((val (enum_val k)).1 \in val y) && ((val (enum_val k)).2 \in val y))%:R / #|val y|%:R)
    (constant_map_norms_U_max R m).

(* map.norms, the rows: ||F||^2 = H_m *)
Definition refuted_map_norms__rows : Prop := forall m : nat, (0 < m)%N ->
  ~ (forall s : 'S_m, sqnorm (fun k : 'I_#|ordered_pairs m| => last_positions reals s (enum_val k)) <=
    natural_log (m + 1)%:R).

(* map.A, of the printed F and U *)
Definition constant_map_A_factor (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition refuted_map_A : Prop := forall m : nat, (0 < m)%N ->
  let F (s : 'S_m) (k : 'I_#|ordered_pairs m|) := last_positions reals s (enum_val k) in
  let U (y : {y : {set 'I_m} | nonempty y}) (k : 'I_#|ordered_pairs m|) : reals :=
    - 1 * (((val (enum_val k)).1 \in val y) && ((val (enum_val k)).2 \in val y))%:R / #|val y|%:R in
  ~ (exists2 a, constant_squared F U a &
    a <= constant_map_A_factor reals m * m%:R ^+ 2 * natural_log (m + 1)%:R).

(* map.optimal *)
Definition constant_map_optimal_r (m : nat) : nat := m * (m + 1) %/ 2.
Definition refuted_map_optimal : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  exists2 d, (d < constant_map_optimal_r m)%N &
    consistent_dimension (restrict (P := @nonempty m) (map_loss e (m := m))) d /\
    consistent_dimension (map_loss e (m := m)) d.

(* pd.affdim, without the observations that have no pair, and with a value e for these *)
Definition constant_pd_affdim_dimension (m : nat) : nat := m * (m - 1) %/ 2.
Definition refuted_pd_affdim : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (3 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  ~ affine_dimension (restrict (P := @mixed m) L) (constant_pd_affdim_dimension m).
Definition refuted_pd_affdim__valued : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool),
  (4 <= m)%N -> e != 1 / 2%:R ->
  ~ affine_dimension (if corrected then pd_corrected e (m := m) else pd_printed e (m := m)) (constant_pd_affdim_dimension m).

(* pd.optimal *)
Definition constant_pd_optimal_r (m : nat) : nat := m * (m - 1) %/ 2.
Definition refuted_pd_optimal : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (3 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  exists2 d, (d < constant_pd_optimal_r m)%N & consistent_dimension (restrict (P := @mixed m) L) d.

(* pd.identity, at every ranking and observation *)
Definition constant_pd_identity_weight_of_the_sum (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_pd_identity_c (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition refuted_pd_identity : Prop :=
  forall (R : realFieldType) (m : nat) (e : R) (s : 'S_m) (y : {set 'I_m}), mixed y ->
  pd_printed e s y <> constant_pd_identity_weight_of_the_sum R m *
    (\sum_j \sum_(l | j != l) Num.sg ((l \in y)%:R - (j \in y)%:R) *
      Num.sg ((position s j)%:R - (position s l)%:R)) / (pd_pairs y)%:R +
    constant_pd_identity_c R m.

(* pd.decomposition *)
Definition constant_pd_decomposition_weight_of_F (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition constant_pd_decomposition_weight_of_U (R : realFieldType) (m : nat) : R := 1.
Definition constant_pd_decomposition_c (R : realFieldType) (m : nat) : R := 1 / 4%:R.
Definition refuted_pd_decomposition : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  ~ decomposition (restrict (P := @mixed m) (pd_printed e (m := m)))
    (fun s (k : 'I_#|item_pairs m|) => constant_pd_decomposition_weight_of_F R m * order_signs R s (enum_val k))
    (fun y (k : 'I_#|item_pairs m|) => constant_pd_decomposition_weight_of_U R m * preference_signs R (val y) (enum_val k) /
       (pd_pairs (val y))%:R)
    (constant_pd_decomposition_c R m).

(* pd.sharp *)
Definition constant_pd_sharp_least_A_2 (R : realFieldType) (m : nat) : R := m%:R ^+ 2 / 16%:R.
Definition refuted_pd_sharp : Prop := forall (R : realFieldType) (m : nat) (e : R) (corrected : bool), (6 <= m)%N ->
  let L := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  ~ constant_at_least (restrict (P := @mixed m) L) (constant_pd_sharp_least_A_2 R m).

(* optimal.remark: any gains and discounts for NDCG *)
Definition constant_optimal_remark_0_1 (m : nat) : nat := 2 ^ m.
Definition constant_optimal_remark_block_0_1 (m : nat) : nat := 2.
Definition constant_optimal_remark_Prec_1 (m : nat) : nat := m.
Definition constant_optimal_remark_NDCG (m : nat) : nat := m.
Definition constant_optimal_remark_PD (m : nat) : nat := m * (m - 1) %/ 2.
Definition constant_optimal_remark_MAP (m : nat) : nat := m * (m + 1) %/ 2.
Definition refuted_optimal_remark : Prop :=
  forall (R : realFieldType) (m' : nat) (e : R) (corrected : bool), let m := m'.+3 in
  let PD := if corrected then pd_corrected e (m := m) else pd_printed e (m := m) in
  (exists2 d, (d < constant_optimal_remark_0_1 m)%N & consistent_dimension (zero_one R (T := [finType of {set 'I_m}])) d) /\
  (exists2 d, (d < constant_optimal_remark_block_0_1 m)%N &
    consistent_dimension (block_zero_one R (fun z : {set 'I_m} => odd #|z|)) d) /\
  (exists2 d, (d < constant_optimal_remark_Prec_1 m)%N & consistent_dimension (prec_at_k R (m := m) (k := 1)) d) /\
  (forall n (G : 'I_n.+1 -> R) (D : 'I_m -> R), nonnegative G -> growing G -> nonnegative D -> falling D ->
    G ord0 < G ord_max -> D ord_max < D ord0 ->
    exists2 d, (d < constant_optimal_remark_NDCG m)%N &
      consistent_dimension (restrict (P := graded G D) (ndcg_loss G D e)) d) /\
  (exists2 d, (d < constant_optimal_remark_PD m)%N &
    consistent_dimension (restrict (P := @mixed m) PD) d) /\
  (exists2 d, (d < constant_optimal_remark_MAP m)%N &
    consistent_dimension (restrict (P := @nonempty m) (map_loss e (m := m))) d).

(* x.table1.always-polynomial *)
Definition constant_x_table1_always_polynomial_bound_on_A_2 (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition refuted_x_table1_always_polynomial : Prop := forall (R : realFieldType) (m : nat), (7 <= m)%N ->
  let sets := [finType of {set 'I_m}] in forall a,
  constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (z == enum_val k)%:R : R)
    (fun (y : sets) k => (y == enum_val k)%:R) a ->
  constant_x_table1_always_polynomial_bound_on_A_2 R m < a.

(* noise.multiclass-distance *)
Definition constant_noise_multiclass_distance_squared_multiple_of_gamma (R : realFieldType) : R := 1.
Definition refuted_noise_multiclass_distance : Prop :=
  forall (R : realFieldType) (T : finType) (p : T -> R) (z : T) (g : R),
  let L := zero_one R (T := T) in
  let multiple := constant_noise_multiclass_distance_squared_multiple_of_gamma R in
  distribution p -> optimal L p z -> margin L p z g -> 0 < g ->
  ~ (forall q, distribution q -> (exists2 z', z' != z & risk L q z' <= risk L q z) ->
    multiple * g ^+ 2 <= \sum_y (p y - q y) ^+ 2).

(* pd.identity, the first indicator where two items are equally relevant *)
Definition constant_pd_identity_half (R : realFieldType) (m : nat) : R := 1 / 2%:R.
Definition refuted_pd_identity__ties : Prop :=
  forall (R : realFieldType) (m : nat) (y : {set 'I_m}) (j l : 'I_m), (j \in y) = (l \in y) ->
  ((j \notin y) && (l \in y))%:R <>
    constant_pd_identity_half R m * (Num.sg ((l \in y)%:R - (j \in y)%:R) + 1).

(* pd.orientation: item p is the item in position p + 1 *)
Definition refuted_pd_orientation : Prop := forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
  exists s : 'S_m, exists2 y : {set 'I_m}, mixed y &
  let item (p : 'I_m) := (s^-1)%g p in
  pd_printed e s y <> constant_pd_orientation_weight R m *
    #|[set q : 'I_m * 'I_m | [&& (q.1 < q.2)%N, item q.1 \notin y & item q.2 \in y]]|%:R / (pd_pairs y)%:R.

(* optimal.paper-affdim: the affine dimension, and a surrogate of a lower one *)
Definition constant_optimal_paper_affdim_affdim (m : nat) : nat := m.
Definition refuted_optimal_paper_affdim : Prop := forall (R : realFieldType) (m : nat), (2 <= m)%N ->
  let L := prec_at_k R (m := m) (k := 1) in
  [/\ exists p, positive_equal_risk L p, affine_dimension L (constant_optimal_paper_affdim_affdim m) &
      exists2 d, (d < constant_optimal_paper_affdim_affdim m)%N & consistent_dimension L d].

(* table1.one-label *)
Definition constant_table1_one_label_r_of_0_1 (m : nat) : nat := 2 ^ m.
Definition constant_table1_one_label_r_of_the_F_score (m : nat) : nat := m * m + 1.
Definition refuted_table1_one_label : Prop := forall R : realFieldType,
  ~ affine_dimension (zero_one R (T := [finType of {set 'I_1}])) (constant_table1_one_label_r_of_0_1 1) /\
  ~ affine_dimension (f_loss (1 : R) (m := 1)) (constant_table1_one_label_r_of_the_F_score 1).

(* x.best.table *)
Definition refuted_x_best_table : Prop := forall (R : realFieldType) (m' : nat), let m := m'.+2 in
  let beaten (Z Y : finType) (L : Z -> Y -> R) r (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) :=
    forall a, constant_squared F U a -> ~ constant_at_least L (constant_x_best_table_share R m * a) in
  let sets := [finType of {set 'I_m}] in
  [/\ beaten _ _ (zero_one R (T := sets)) #|sets| (fun z k => - (z == enum_val k)%:R) (fun y k => (y == enum_val k)%:R),
      forall (K : finType) (block : {set 'I_m} -> K), (forall k, exists z, block z = k) ->
        beaten _ _ (block_zero_one R block) #|K| (fun z k => - (block z == enum_val k)%:R)
          (fun y k => (block y == enum_val k)%:R),
      forall k, (1 <= k <= m)%N -> beaten _ _ (prec_at_k R (m := m) (k := k)) m
        (fun z j => - (1 / k%:R) * (j \in val z)%:R) (fun y j => (j \in y)%:R),
      forall n (G : 'I_n.+1 -> R) (D : 'I_m -> R) (e : R), nonnegative G -> growing G -> nonnegative D -> falling D ->
        0 < G ord_max -> 0 < D ord0 ->
        beaten _ _ (restrict (P := graded G D) (ndcg_loss G D e)) m
          (fun s j => - D (s j)) (fun y => gain_shares G D (val y)) &
      forall e : R, beaten _ _ (restrict (P := @nonempty m) (map_loss e (m := m))) #|ordered_pairs m|
        (fun s k => last_positions R s (enum_val k))
        (fun y k => - 1 * (((val (enum_val k)).1 \in val y) && ((val (enum_val k)).2 \in val y))%:R / #|val y|%:R)].

(* table1.polynomial: the printed A of block 0-1 with a block for each label set is above 2 m^2 for
   m >= 7, that of 0-1 is below it before *)
Definition constant_table1_polynomial_bound_on_A_2 (R : realFieldType) (m : nat) : R := 2%:R * m%:R ^+ 2.
Definition refuted_table1_polynomial__blocks : Prop := forall (R : realFieldType) (m : nat), (7 <= m)%N ->
  let sets := [finType of {set 'I_m}] in let block (z : sets) := z in forall a,
  constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (block z == enum_val k)%:R : R)
    (fun (y : sets) k => (block y == enum_val k)%:R) a ->
  constant_table1_polynomial_bound_on_A_2 R m < a.
Definition refuted_table1_polynomial__exception : Prop := forall (R : realFieldType) (m : nat), (0 < m <= 6)%N ->
  let sets := [finType of {set 'I_m}] in exists2 a,
  constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (z == enum_val k)%:R : R)
    (fun (y : sets) k => (y == enum_val k)%:R) a &
  a <= constant_table1_polynomial_bound_on_A_2 R m.

(* noise.p0, for every problem with two optimal predictions at a point of positive weight: P(gamma <= t)
   is not small for small t *)
Definition refuted_noise_p0 : Prop :=
  forall (R : realFieldType) (p : problem R) (gamma : inputs p -> R) (x : inputs p) (z : predictions p),
  margins gamma -> 0 < weight x -> z != best x -> optimal (@loss _ p) (conditional x) z ->
  exists2 delta, 0 < delta & forall t, 0 < t -> delta <= mean (fun x => (gamma x <= t)%R%:R).

(* noise.defined, parts that no distribution gives a positive margin: block 0-1 where every block has
   two label sets or more, Prec@m, whose only prediction has no other to be compared with, and NDCG
   with the discounts of a cut-off at 1 *)
Definition refuted_noise_defined : Prop :=
  (forall (R : realFieldType) (m : nat) (K : finType) (block : {set 'I_m} -> K) p z g,
    (exists2 z', z' != z & block z' = block z) -> margin (block_zero_one R block) p z g -> g <= 0) /\
  (forall (R : realFieldType) (m : nat) p z g, ~ margin (prec_at_k R (m := m) (k := m)) p z g) /\
  (forall (R : realFieldType) (m : nat) (T : finType) (G : T -> R) (D : 'I_m.+3 -> R) e p z g,
    (forall j : 'I_m.+3, j != ord0 -> D j = 0) -> margin (ndcg_loss G D e) p z g -> g <= 0).

(* calibration.proof, with s the largest squared deviation of the estimated risk: both relations with
   the printed factor fail at once *)
Definition constant_calibration_proof_factor_of_sup_2 (R : realFieldType) : R := 2%:R.
Definition refuted_calibration_proof : Prop := forall (R : realFieldType) (g : R), 0 < g -> g <= 1 ->
  exists (p : problem R) (x : inputs p) (s B : R),
  let deviation z := dot (F z) (scores x) + shift p - l z x in
  [/\ (forall z, deviation z ^+ 2 <= s) /\ exists z, deviation z ^+ 2 = s, largest_row (@F _ p) B,
      l (decoded x) x - l (best x) x = g,
      constant_calibration_proof_factor_of_sup_2 R * s < (l (decoded x) x - l (best x) x) ^+ 2 &
      constant_calibration_proof_factor_of_sup_2 R * s <> 4%:R * B * sqnorm (fun k => scores x k - gstar x k)].

(* x.calibration.missing-c, for every problem with c <> 0 *)
Definition refuted_x_calibration_missing_c : Prop := forall (R : realFieldType) (p : problem R),
  shift p != 0 -> forall (x : inputs p) z, l z x <> dot (F z) (gstar x).

(* x.noise.split-double-count, where the excess risk at x is t and not 0 *)
Definition refuted_x_noise_split_double_count : Prop := forall (R : realFieldType) (t : R), 0 < t -> t <= 1 ->
  exists p : problem R, let excess (x : inputs p) := l (decoded x) x - l (best x) x in
  excess_risk p <> mean (fun x => (excess x <= t)%R%:R * excess x) + mean (fun x => (t <= excess x)%R%:R * excess x).

(* surrogate.ssvm-hamming: the surrogate that is called inconsistent is consistent *)
Definition refuted_surrogate_ssvm_hamming : Prop :=
  forall (R : realFieldType) (m : nat) (p : {set 'I_m} -> R), (0 < m)%N -> distribution p ->
  let score (w : 'I_m -> R) (y : {set 'I_m}) := \sum_j sign_of R y j * w j in
  let surrogate w y := \big[Num.max/0]_(y' : {set 'I_m}) (hamming R y' y + score w y' - score w y) in
  exists u, exists2 e, 0 < e & forall w y, (forall y', score w y' <= score w y) ->
    ~ optimal (hamming R (m := m)) p y ->
    \sum_t p t * surrogate u t + e <= \sum_t p t * surrogate w t.

(* surrogate.crf-ssvm, the SSVM of App. A.1, which takes L(y, y'): at a pair where L is not symmetric
   and an exact prediction costs no more than another, it is below the loss of a label of the highest score *)
Definition refuted_surrogate_crf_ssvm : Prop :=
  forall (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (z y : Y), L y z < L z y -> L y y <= L y z ->
  exists2 v, (forall y', v y' <= v z) & max_margin (fun a b => L b a) v y < L z y.

(* pd.inference, relevance 0 or 1: sorting one score an item decodes; p are any weights *)
Definition refuted_pd_inference : Prop := forall (R : realFieldType) (m : nat) (e : R)
  (p : {y : {set 'I_m} | mixed y} -> R) (s : 'S_m),
  let v (j : 'I_m) := \sum_y p y * ((j \in val y)%:R / (pd_pairs (val y))%:R) in
  (forall i j, v j < v i -> (s i < s j)%N) -> optimal (restrict (P := @mixed m) (pd_corrected e (m := m))) p s.

(* noise.tsybakov, for every exponent q > 1 and margin g < 1 *)
Definition constant_noise_tsybakov_exponent_of_gamma_p (R : realFieldType) (q : R) : R := 1 / (q + 1).
Definition constant_noise_tsybakov_exponent_of_the_excess_risk (R : realFieldType) (q : R) : R := q / (q + 1).
Definition refuted_noise_tsybakov : Prop := forall q g : reals, 1 < q -> 0 < g -> g < 1 ->
  exists (p : problem reals) (gamma : inputs p -> reals),
  [/\ margins gamma, forall x, gamma x = g &
    real_power (inverse_norm q gamma) (constant_noise_tsybakov_exponent_of_gamma_p q) *
      real_power (excess_risk p) (constant_noise_tsybakov_exponent_of_the_excess_risk q) < error_probability p].

(* noise.comparison, for every exponent q > 1 *)
Definition constant_noise_comparison_exponent_of_gamma_p (R : realFieldType) (q : R) : R := 1 / (q + 2%:R).
Definition constant_noise_comparison_constant (R : realFieldType) (q : R) : R := 16%:R.
Definition constant_noise_comparison_exponent_of_the_excess_surrogate_risk (R : realFieldType) (q : R) : R :=
  (q + 1) / (q + 2%:R).
Definition refuted_noise_comparison : Prop := forall q : reals, 1 < q ->
  exists (p : problem reals) (gamma : inputs p -> reals) (B : reals),
  [/\ margins gamma, forall x, 0 < gamma x, largest_row (@F _ p) B &
    real_power (inverse_norm q gamma) (constant_noise_comparison_exponent_of_gamma_p q) *
      real_power (constant_noise_comparison_constant q * B * surrogate_excess p)
        (constant_noise_comparison_exponent_of_the_excess_surrogate_risk q) < excess_risk p].

(* noise.improved-calibration with H(t) = t^2 / (4 B): the first inequality for every exponent q > 1,
   the second for every problem with an excess risk E > 1; (E / gamma_p)^(1/(p+1)) is E / u *)
Definition constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1 (R : realFieldType) (q : R) : R := 1.
Definition constant_noise_improved_calibration_factor_of_the_argument (R : realFieldType) (q : R) : R := 1 / 2%:R.
Definition refuted_noise_improved_calibration : Prop :=
  let term (p : problem reals) (q B u : reals) :=
    u * ((constant_noise_improved_calibration_factor_of_the_argument q * (excess_risk p / u)) ^+ 2 / (4%:R * B)) in
  let root (p : problem reals) (gamma : inputs p -> reals) (q e : reals) := real_power (real_power (inverse_norm q gamma)
    (constant_noise_improved_calibration_exponent_of_gamma_p_in_u_p_1 q) * real_power e q) (q + 1)^-1 in
  (forall q : reals, 1 < q -> exists (p : problem reals) (gamma : inputs p -> reals) (B : reals),
    [/\ margins gamma, forall x, 0 < gamma x, largest_row (@F _ p) B &
      surrogate_excess p < term p q B (root p gamma q (excess_risk p))]) /\
  (forall (p : problem reals) (gamma : inputs p -> reals) (q B : reals),
    0 < q -> margins gamma -> (forall x, 0 < gamma x) -> largest_row (@F _ p) B -> 1 < excess_risk p ->
    term p q B (root p gamma q (excess_risk p)) < term p q B (real_power (inverse_norm q gamma) (q + 1)^-1)).
