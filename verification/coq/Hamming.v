(** Hamming loss: dimension and constants, its calibration function, its spectral norm. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Sets Rank Constants Optimality Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Hamming.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (hamming R (m := m)).
Notation s := (sign_of R).

Let mR0 : m%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let two0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma hamming_sum z y : L z y = m%:R^-1 * \sum_(j < m) ((j \in z) != (j \in y))%:R.
Proof.
rewrite /hamming mulrC; congr (_ * _).
rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
by rewrite inE; case: (_ != _).
Qed.

(** hamming.decomposition.repaired *)
Theorem hamming_decomposition :
  decomposition L (fun z j => - (2 * m)%:R^-1 * s z j) (fun y j => s y j) (1 / 2).
Proof.
move=> z y; rewrite hamming_sum.
rewrite (eq_bigr (fun j => (1 - s z j * s y j) / 2)) => [|j _].
  under [in RHS]eq_bigr do rewrite -mulrA.
  rewrite -mulr_sumr -mulr_suml sumrB sumr_const card_ord natrM invfM.
  rewrite mulrA mulrBr mulVf // mulrBl addrC; congr (_ + _).
  by rewrite -mulNr [RHS]mulNr mulNr; congr (- _); rewrite mulrAC [2%:R^-1 * _]mulrC.
rewrite /sign_of; case: (j \in z); case: (j \in y);
  by rewrite /= ?mulrN ?mulNr ?mulr1 ?opprK ?subrr ?mul0r // -[1 + 1]/(2%:R) mulfV.
Qed.

(** hamming.affdim, in both readings *)
Theorem hamming_dimension : affine_dimension L m /\ difference_rank L = m.
Proof.
apply: (affine_dimensionI (c := 1 / 2)); last exact: decomposition_rank hamming_decomposition.
apply: (double_minor (zs := fun j => [set j]) (z0 := set0) (ys := fun j => [set j]) (y0 := set0)).
rewrite (_ : \matrix_(i, j) _ = (- (2%:R / m%:R))%:M).
  by rewrite unitmxE det_scalar unitrX // unitfE oppr_eq0 mulf_neq0 // invr_eq0.
apply/matrixP=> i j; rewrite !mxE !hamming_sum -!mulrBr -!sumrB.
rewrite (eq_bigr (fun k => (k == i)%:R * (if k == j then - 2%:R else 0))) => [|k _].
  by rewrite (pick (fun k => if k == j then - 2%:R else 0)); case: eqP => _;
    rewrite ?mulr0 ?mulr1n ?mulr0n // mulrN mulrC.
rewrite !inE; case: (k == i); case: (k == j); rewrite /= ?subrr ?mul1r ?mul0r ?sub0r ?subr0 ?subrr //.
by rewrite -opprD.
Qed.

Notation F := (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * s z j).

(** hamming.norms *)
Lemma hamming_row z : sqnorm (F z) = (4 * m)%:R^-1.
Proof.
have two (x : R) : x != 0 -> x * (2%:R * x)^-1 ^+ 2 = (4%:R * x)^-1.
  by move=> x0; field.
rewrite /sqnorm (eq_bigr (fun=> (2 * m)%:R^-1 ^+ 2)) => [|j _].
  by rewrite sumr_const card_ord -[_ *+ m]mulr_natl !natrM two.
by rewrite exprMn sign_square mulr1 sqrrN.
Qed.

Theorem hamming_norms : largest_row F (4 * m)%:R^-1 /\ largest_entry (fun y : {set 'I_m} => s y) 1.
Proof.
split; first by split=> [z|]; [|exists set0]; rewrite hamming_row.
by split=> [y j|]; [|exists set0, (Ordinal m0)]; rewrite sign_norm.
Qed.

(** hamming.A *)
Theorem hamming_constant : constant_squared F (fun y : {set 'I_m} => s y) (1 / 4%:R).
Proof.
exists (4 * m)%:R^-1, 1; case: hamming_norms; split=> //.
by rewrite expr1n mulr1 natrM invfM mulrCA mulfV // mulr1 mul1r.
Qed.

(** hamming.sharp *)
Theorem hamming_least : least_constant L (1 / 4%:R).
Proof.
split.
  exists m, F, (fun y => s y), (1 / 2%:R); split; first exact: hamming_decomposition.
  have [B [b [[B1 _] [b1 _] ->]]] := hamming_constant; by exists B, b.
have one : L setT set0 = 1.
  rewrite hamming_sum (eq_bigr (fun=> 1)) => [|j _]; last by rewrite !inE.
  by rewrite sumr_const card_ord mulVf.
have zero : L set0 set0 = 0 by rewrite hamming_sum big1 ?mulr0 // => j _; rewrite eqxx.
by have := @entry_range R _ _ L setT set0 set0 set0; rewrite one zero subr0 expr1n.
Qed.

(** hamming.inference: g_j is what the estimator sees of label j. *)
Definition score p j : R := \sum_(y : {set 'I_m}) p y * s y j.

Lemma hamming_risk p z : risk L p z = (\sum_y p y) / 2%:R - (2 * m)%:R^-1 * \sum_j s z j * score p j.
Proof.
rewrite /risk; under eq_bigr do rewrite hamming_decomposition mulrDr.
rewrite big_split /= addrC -mulr_suml mul1r; congr (_ + _).
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /= -mulNr mulr_sumr.
apply: eq_bigr => j _; rewrite /score mulrA mulr_sumr; apply: eq_bigr => y _; ring.
Qed.

Theorem hamming_decoding p z : optimal L p z <-> forall j, 0 <= s z j * score p j.
Proof.
have c0 : 0 < (2 * m)%:R^-1 :> R by rewrite invr_gt0 ltr0n muln_gt0.
split=> [opt j|pos z'].
  pose z' : {set 'I_m} := if j \in z then z :\ j else j |: z.
  have flip : s z' j = - s z j.
    by rewrite /s /sign_of /z'; case: (boolP (j \in z)) => h; rewrite !inE eqxx ?opprK.
  have same k : k != j -> s z' k = s z k.
    by move=> ne; rewrite /s /sign_of /z'; case: (j \in z); rewrite !inE ?ne // (negbTE ne).
  have := opt z'; rewrite !hamming_risk ler_add2l ler_opp2 ler_pmul2l //.
  rewrite (bigD1 j) //= [X in _ <= X](bigD1 j) //= flip.
  rewrite (eq_bigr (fun k => s z k * score p k)) => [|k ne]; last by rewrite same.
  by rewrite ler_add2r mulNr -subr_ge0 opprK -mulr2n pmulrn_lge0.
rewrite !hamming_risk ler_add2l ler_opp2 ler_pmul2l //; apply: ler_sum => j _.
have := pos j; rewrite /sign_of; case: (j \in z); case: (j \in z') => //.
  by rewrite mul1r mulN1r => h; rewrite (le_trans _ h) // oppr_le0.
by rewrite mul1r mulN1r => h; rewrite (le_trans _ h) // -oppr_ge0.
Qed.

(** hamming.optimal *)
Theorem hamming_equal_risk : positive_equal_risk L (fun=> (2 ^ m)%:R^-1).
Proof.
have N0 : (0 < 2 ^ m)%N by rewrite expn_gt0.
split=> [|y]; last by rewrite invr_gt0 ltr0n.
split=> [|z z'].
  split=> [y|]; first by rewrite invr_ge0 ler0n.
  rewrite sumr_const -[_ *+ _]mulr_natl card_sets.
  by rewrite mulfV // pnatr_eq0 -lt0n.
have none j : score (fun=> (2 ^ m)%:R^-1) j = 0.
  by rewrite /score -mulr_sumr sign_sum mulr0.
have gone (x : {set 'I_m}) : \sum_j s x j * score (fun=> (2 ^ m)%:R^-1) j = 0.
  by apply: big1 => j _; rewrite none mulr0.
by rewrite !hamming_risk !gone.
Qed.

Theorem hamming_optimality : RA16 R -> calibration_dimension L m.
Proof.
move=> ra; have := equal_risk_dimension (set0 : {set 'I_m}) ra hamming_equal_risk.
by rewrite hamming_dimension.2.
Qed.
End Hamming.

(** The exact calibration function of the quadratic surrogate for Hamming (App. A.2). *)
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

(** The constant of the canonical SELF form and the spectral norm of a loss matrix (end of Sec. 2). *)
(** base.spectral.repaired: V* phi(z) is a row, and L takes it to a vector with its square as an entry. *)
Theorem row_norm (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) :
  let image z y := \sum_z' (z' == z)%:R * L z' y in
  (forall z, \sum_y image z y ^+ 2 = 1 * \sum_y L z y ^+ 2) /\
  forall s, 0 <= s -> (forall x : Y -> R, \sum_z (\sum_y L z y * x y) ^+ 2 <= s * \sum_y x y ^+ 2) ->
  forall z, \sum_y image z y ^+ 2 <= s.
Proof.
move=> image; have imageE z y : image z y = L z y by exact: (pick (fun z' => L z' y)).
have rowE z : \sum_y image z y ^+ 2 = \sum_y L z y ^+ 2 by apply: eq_bigr => y _; rewrite imageE.
split=> [z|s s0 bound z]; first by rewrite mul1r.
rewrite rowE; set a := \sum_y L z y ^+ 2.
have [->//|an] := eqVneq a 0.
have ap : 0 < a by rewrite lt_neqAle eq_sym an; apply: sumr_ge0 => y _; exact: sqr_ge0.
rewrite -(ler_pmul2r ap); apply: le_trans (bound (L z)).
rewrite (bigD1 z) //= -[X in X <= _]addr0; apply: ler_add; last first.
  by apply: sumr_ge0 => z' _; exact: sqr_ge0.
by rewrite -expr2 (eq_bigr (fun y => L z y ^+ 2)).
Qed.

Section Hamming.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (hamming R (m := m)).
Notation s := (sign_of R).
Let mR0 : m%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let two0 : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.

Lemma hamming_sym z y : L z y = L y z.
Proof. by rewrite !hamming_sum; congr (_ * _); apply: eq_bigr => j _; rewrite eq_sym. Qed.

Lemma hamming_ge0 z y : 0 <= L z y.
Proof. by rewrite /hamming divr_ge0 ?ler0n. Qed.

Lemma row_sum z : \sum_y L z y = 2%:R ^+ m / 2%:R.
Proof.
under eq_bigr do rewrite (hamming_decomposition R m0).
rewrite big_split /= exchange_big big1 ?add0r => [|j _].
  by rewrite sumr_const card_sets -[_ *+ _]mulr_natl natrX mul1r.
by rewrite -mulr_sumr sign_sum mulr0.
Qed.

(** base.hamming-spectral: by Cauchy-Schwarz with the entries as weights; attained at the ones. *)
Theorem spectral_norm :
  (forall x : {set 'I_m} -> R, \sum_z (\sum_y L z y * x y) ^+ 2 <= 4%:R ^+ (m - 1) * \sum_y x y ^+ 2) /\
  exists2 x : {set 'I_m} -> R, 0 < \sum_y x y ^+ 2 &
    \sum_z (\sum_y L z y * x y) ^+ 2 = 4%:R ^+ (m - 1) * \sum_y x y ^+ 2.
Proof.
have power4 : (2%:R ^+ m / 2%:R) ^+ 2 = 4%:R ^+ (m - 1) :> R.
  case: (m) m0 => // n _; rewrite subn1 /= [_ ^+ n.+1]exprS [2%:R * _]mulrC mulfK // -exprM mulnC exprM.
  by congr (_ ^+ _); rewrite -natrX.
split=> [x|].
  apply: (@le_trans _ _ (\sum_z (2%:R ^+ m / 2%:R) * \sum_y L z y * x y ^+ 2)).
    apply: ler_sum => z _; rewrite -(row_sum z).
    have := @weighted_cauchy_schwarz R _ (L z) (fun=> 1) x (hamming_ge0 z).
    by under eq_bigr do rewrite mul1r; under [in X in _ <= X * _]eq_bigr do rewrite expr1n mulr1.
  rewrite -mulr_sumr exchange_big /= -power4 expr2 -[X in _ <= X]mulrA ler_wpmul2l //.
    by rewrite divr_ge0 ?exprn_ge0 ?ler0n.
  rewrite mulr_sumr; apply: ler_sum => y _; rewrite -mulr_suml -(row_sum y).
  by under eq_bigr do rewrite hamming_sym.
exists (fun=> 1).
  by under eq_bigr do rewrite expr1n; rewrite sumr_const card_sets -[_ *+ _]mulr_natl mulr1 ltr0n expn_gt0.
rewrite mulr_sumr -power4; apply: eq_bigr => z _.
by under eq_bigr do rewrite mulr1; rewrite row_sum expr1n mulr1.
Qed.

(** x.base.hamming-row-norm: the signs of different labels are orthogonal. *)
Theorem hamming_row_norm (z : {set 'I_m}) : \sum_y L z y ^+ 2 = 2%:R ^+ m * (m%:R + 1) / (4%:R * m%:R).
Proof.
have square y : L z y ^+ 2 = (4%:R)^-1 - (2%:R * m%:R)^-1 * (\sum_j s z j * s y j) +
    (2%:R * m%:R)^-1 ^+ 2 * \sum_i \sum_j s z i * s z j * (s y i * s y j).
  rewrite (hamming_decomposition R m0).
  have -> : \sum_k - (2 * m)%:R^-1 * s z k * s y k = - (2%:R * m%:R)^-1 * \sum_j s z j * s y j.
    by rewrite mulr_sumr natrM; apply: eq_bigr => j _; rewrite mulrA.
  have -> : \sum_i \sum_j s z i * s z j * (s y i * s y j) = (\sum_j s z j * s y j) ^+ 2.
    rewrite expr2 big_distrlr /=; apply: eq_bigr => i _; apply: eq_bigr => j _; ring.
  by move: (\sum_j _) => t; field; rewrite mR0.
have first : \sum_y \sum_j s z j * s y j = 0.
  by rewrite exchange_big big1 // => j _; rewrite -mulr_sumr sign_sum mulr0.
have second : \sum_y \sum_i \sum_j s z i * s z j * (s y i * s y j) = m%:R * 2%:R ^+ m.
  rewrite exchange_big /= (eq_bigr (fun=> 2%:R ^+ m)).
    by rewrite sumr_const card_ord -[_ *+ m]mulr_natl.
  move=> i _; rewrite exchange_big (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|j ne].
    by rewrite -mulr_sumr sign_orthogonal eqxx mul1r -expr2 sign_square mul1r natrX.
  by rewrite -mulr_sumr sign_orthogonal eq_sym (negbTE ne) mul0r mulr0.
rewrite (eq_bigr _ (fun y _ => square y)) big_split sumrB /= -!mulr_sumr first second mulr0 subr0.
rewrite sumr_const card_sets -[_ *+ (2 ^ m)]mulr_natl natrX.
by move: (2%:R ^+ m) => N; field; rewrite mR0.
Qed.
End Hamming.
