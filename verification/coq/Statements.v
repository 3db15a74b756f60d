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

(* qs.comparison *)
Definition claim_qs_comparison : Prop := forall (R : realFieldType) (p : problem R) (B : R),
  (forall z : predictions p, sqnorm (F z) <= B) ->
  0 <= excess_risk p /\ excess_risk p ^+ 2 <= 4%:R * B * surrogate_excess p.

(* noise.tsybakov.repaired, exponent a / b *)
Definition claim_noise_tsybakov_repaired : Prop :=
  forall (R : realFieldType) (p : problem R) (gamma d : inputs p -> R) (a b : nat),
  margins gamma -> (0 < a)%N -> (forall x, 0 < d x) -> (forall x, d x ^+ b = gamma x) ->
  error_probability p ^+ (a + b) <= mean (fun x => d x ^- a) ^+ b * excess_risk p ^+ a.
