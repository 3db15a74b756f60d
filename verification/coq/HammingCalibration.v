(** The exact calibration function of the quadratic surrogate for Hamming (App. A.2). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison Coin Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section HammingCalibration.
Variables (R : realFieldType) (m : nat) (p : {set 'I_m} -> R).
Hypotheses (m0 : (0 < m)%N) (dist : distribution p).
Notation s := (sign_of R).
Notation L := (hamming R (m := m)).
Let F (z : {set 'I_m}) (j : 'I_m) : R := - (2 * m)%:R^-1 * s z j.
Let mean_scores (k : 'I_m) : R := \sum_y p y * s y k.
Let W (v : 'I_m -> R) : R := \sum_y p y * sqnorm (fun k => v k - s y k).
Let mn : m%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Section Bound.
Variables (v : 'I_m -> R) (z b : {set 'I_m}).
Hypotheses (decoded_z : forall z', dot (F z) v <= dot (F z') v) (best_b : optimal L p b).
Definition one_input : problem R := Problem (hamming_decomposition R m0) (unit_distribution R)
  (fun _ : unit => dist) (scores := fun _ => v) (decoded := fun _ => z) (fun _ => decoded_z)
  (best := fun _ => b) (fun _ => best_b).

Lemma distance : W v - W mean_scores = sqnorm (fun k => v k - mean_scores k).
Proof. exact: (@mean_minimises R one_input v tt). Qed.

Lemma bound : 1 * (m%:R * (risk L p z - risk L p b) ^+ 2) <= W v - W mean_scores.
Proof.
have FB z' : sqnorm (@Loss.F _ one_input z') <= (4 * m)%:R^-1 by rewrite /= (hamming_row R m0 z').
have := @D_le R one_input _ FB tt; rewrite distance natrM => le.
rewrite mul1r mulrC -ler_pdivl_mulr ?ltr0n //; apply: le_trans le _.
by rewrite invfM mulrA divff ?pnatr_eq0 // mul1r mulrC.
Qed.
End Bound.

Section Attained.
Variable eps : R.
Hypotheses (e0 : 0 <= eps) (marginal : forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R).

Lemma theta j : mean_scores j = eps.
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have [_ tot] := dist; have := marginal j; rewrite big_mkcond /= => in_j.
have -> : mean_scores j = \sum_(y : {set 'I_m}) ((if j \in y then p y else 0) *+ 2 - p y).
  by apply: eq_bigr => y _; rewrite /sign_of; case: (j \in y); ring.
by rewrite sumrB sumrMnl in_j tot; field.
Qed.

Lemma best_all : optimal L p setT.
Proof. by apply/hamming_decoding => // j; rewrite /score -/(mean_scores j) theta /sign_of inE mul1r. Qed.

Lemma excess_all : risk L p set0 - risk L p setT = eps.
Proof.
have sum (x : R) : \sum_(j < m) x * eps = m%:R * (x * eps) by rewrite sumr_const card_ord mulr_natl.
have e (z : {set 'I_m}) (x : R) : (forall j, s z j = x) -> \sum_j s z j * score p j = m%:R * (x * eps).
  by move=> sx; rewrite -sum; apply: eq_bigr => j _; rewrite sx -(theta j).
rewrite !hamming_risk // (e _ (-1)) => [|j]; last by rewrite /sign_of inE.
rewrite (e _ 1) => [|j]; last by rewrite /sign_of inE.
rewrite natrM; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
by move: (\sum_y p y) (m%:R) mn => t M M0; field.
Qed.

Lemma attained : W (fun=> 0) - W mean_scores = 1 * (m%:R * eps ^+ 2).
Proof.
rewrite (@distance (fun=> 0) set0 setT _ best_all) => [|z'].
  rewrite /sqnorm (eq_bigr (fun=> eps ^+ 2)) => [|k _]; last by rewrite theta sub0r sqrrN.
  by rewrite sumr_const card_ord mul1r mulr_natl.
by rewrite /dot !big1 // => k _; rewrite mulr0.
Qed.
End Attained.
End HammingCalibration.

Theorem hamming_calibration (R : realFieldType) (m : nat) : (0 < m)%N ->
  let F (z : {set 'I_m}) (j : 'I_m) : R := - (2 * m)%:R^-1 * sign_of R z j in
  let W (p : {set 'I_m} -> R) v := \sum_y p y * sqnorm (fun k => v k - sign_of R y k) in
  let g (p : {set 'I_m} -> R) k := \sum_y p y * sign_of R y k in
  (forall p v z b, distribution p -> (forall z', dot (F z) v <= dot (F z') v) ->
    optimal (hamming R (m := m)) p b ->
    1 * (m%:R * (risk (hamming R (m := m)) p z - risk (hamming R (m := m)) p b) ^+ 2) <= W p v - W p (g p)) /\
  (forall p eps, distribution p -> 0 <= eps -> (forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R) ->
    [/\ optimal (hamming R (m := m)) p setT,
        risk (hamming R (m := m)) p set0 - risk (hamming R (m := m)) p setT = eps &
        W p (fun=> 0) - W p (g p) = 1 * (m%:R * eps ^+ 2)]).
Proof.
move=> m0 F W g; split=> [p v z b d dz bb|p eps d e0 marg]; first exact: bound.
split; [exact: best_all e0 marg|exact: excess_all marg|exact: attained e0 marg].
Qed.

(** Some distribution has those marginals: all labels or none. *)
Theorem marginals (R : realFieldType) (m : nat) (eps : R) : (0 < m)%N -> 0 <= eps -> eps <= 1 ->
  exists p : {set 'I_m} -> R, distribution p /\ forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R.
Proof.
move=> m0 e0 e1; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
pose p (y : {set 'I_m}) : R := (y == setT)%:R * ((1 + eps) / 2%:R) + (y == set0)%:R * ((1 - eps) / 2%:R).
exists p; split; first split=> [y|].
- by rewrite /p addr_ge0 // mulr_ge0 ?ler0n // divr_ge0 ?ler0n ?subr_ge0 // addr_ge0 ?ler01.
- by rewrite /p big_split /= (pick (fun=> _)) (pick (fun=> _)); field.
move=> j; rewrite (bigD1 setT) ?inE //= big1 => [|y /andP[jy ne]].
  rewrite /p eqxx (_ : (setT == set0 :> {set 'I_m}) = false) ?mul0r ?addr0 ?mul1r //.
  by apply/eqP => /setP/(_ j); rewrite !inE.
rewrite /p (negPf ne) mul0r add0r; case: eqP => [y0|_]; last by rewrite mul0r.
by move: jy; rewrite y0 inE.
Qed.

Theorem hamming_sharp (R : realFieldType) (m : nat) (eps : R) : (0 < m)%N -> 0 < eps -> eps <= 1 ->
  let F (z : {set 'I_m}) (j : 'I_m) : R := - (2 * m)%:R^-1 * sign_of R z j in
  let W (p : {set 'I_m} -> R) v := \sum_y p y * sqnorm (fun k => v k - sign_of R y k) in
  let g (p : {set 'I_m} -> R) k := \sum_y p y * sign_of R y k in
  let marginals (p : {set 'I_m} -> R) :=
    distribution p /\ forall j : 'I_m, \sum_(y : {set 'I_m} | j \in y) p y = (1 + eps) / 2%:R in
  (exists p, marginals p) /\ exists2 B, largest_row F B & forall p, marginals p ->
  [/\ optimal (hamming R (m := m)) p setT, forall z, dot (F set0) (fun=> 0) <= dot (F z) (fun=> 0),
      risk (hamming R (m := m)) p set0 - risk (hamming R (m := m)) p setT = eps &
      eps ^+ 2 = 4%:R * B * (W p (fun=> 0) - W p (g p))].
Proof.
move=> m0 e0 e1 F W g marg; split; first exact: (marginals m0 (ltW e0) e1).
exists (4 * m)%:R^-1; first by have [] := hamming_norms R m0.
move=> p [d mp]; split; [exact: best_all (ltW e0) mp| |exact: excess_all mp|].
  by move=> z; rewrite /dot !big1 // => k _; rewrite mulr0.
rewrite (attained m0 d (ltW e0) mp) mul1r natrM; have mn : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
by move: (m%:R) mn => M M0; field.
Qed.
