(** The 0-1 loss and the block 0-1 loss, whose blocks are single classes for the former (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Rank Sets Constants Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section ZeroOne.
Variables (R : realFieldType) (T : finType).
Notation L := (zero_one R (T := T)).

(** 01.decomposition, on any set of classes. *)
Theorem zero_one_decomposition :
  decomposition (r := #|T|) L (fun z k => - (z == enum_val k)%:R) (fun y k => (y == enum_val k)%:R) 1.
Proof.
move=> z y; rewrite (sum_enum (fun t => - (z == t)%:R * (y == t)%:R)) /zero_one.
rewrite (eq_bigr (fun t => (t == z)%:R * - (y == t)%:R)) => [|t _]; last by rewrite eq_sym mulNr mulrN.
by rewrite (pick (fun t => - (y == t)%:R)) eq_sym; case: eqP => _ /=; rewrite ?addNr ?oppr0 ?add0r.
Qed.

(** For c = 1 - 1/n the rows of L - c sum to 0. *)
Lemma zero_one_rank : (0 < #|T|)%N ->
  (\rank (matrix_of L - const_mx (1 - #|T|%:R^-1))%R <= #|T|.-1)%N.
Proof.
move=> T0; have [t0 _] := card_gt0P T0.
pose one : 'cV[R]_#|T| := const_mx 1.
have n0 : #|T|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have M0 : (matrix_of L - const_mx (1 - #|T|%:R^-1)) *m one = 0.
  apply/matrixP=> i j; rewrite !mxE.
  under eq_bigr do rewrite !mxE mulr1.
  rewrite (sum_enum (fun t => zero_one R (enum_val i) t - (1 - #|T|%:R^-1))).
  rewrite (eq_bigr (fun t => #|T|%:R^-1 - (t == enum_val i)%:R)) => [|t _].
    by rewrite sumrB pick1 sumr_const -[_ *+ _]mulr_natl mulfV ?subrr.
  rewrite /zero_one eq_sym; case: eqP => _ /=; rewrite ?sub0r ?subr0 opprB //.
  by rewrite addrCA subrr addr0.
have := mulmx0_rank_max M0.
have -> : \rank one = 1%N.
  apply/eqP; rewrite eqn_leq rank_leq_col lt0n mxrank_eq0.
  by apply/eqP=> /matrixP/(_ (enum_rank t0) 0); rewrite !mxE => /eqP; rewrite oner_eq0.
by rewrite addn1 => h; rewrite -ltnS prednK.
Qed.

(** 01.affdim.repaired, on any nonempty set of classes. *)
Theorem zero_one_dimension :
  (0 < #|T|)%N -> affine_dimension L #|T|.-1 /\ difference_rank L = #|T|.-1.
Proof.
move=> T0; have [t0 _] := card_gt0P T0.
apply: (affine_dimensionI _ (zero_one_rank T0)).
pose e (i : 'I_#|T|.-1) : T := nth t0 (enum (predC1 t0)) i.
have lt (i : 'I_#|T|.-1) : (i < size (enum (predC1 t0)))%N by rewrite -cardE cardC1.
have neq i : e i != t0 by have := mem_nth t0 (lt i); rewrite mem_enum inE.
apply: (difference_minor (zs := e) (z0 := t0) (ys := e)).
rewrite (_ : \matrix_(i, j) _ = - 1%:M) ?unitrN ?unitmx1 //.
  by rewrite -scaleN1r unitmxZ ?unitmx1 ?unitrN ?unitr1.
apply/matrixP=> i j; rewrite !mxE /zero_one [t0 == _]eq_sym neq.
rewrite nth_uniq ?enum_uniq // -val_eqE /=.
by case: eqP => _ /=; rewrite ?add0r ?subrr ?oppr0.
Qed.
End ZeroOne.

(** The claim as the ledger states it, for the subsets of m labels. *)
Corollary zero_one_sets (R : realFieldType) m :
  affine_dimension (zero_one R (T := [finType of {set 'I_m}])) (2 ^ m - 1) /\
  difference_rank (zero_one R (T := [finType of {set 'I_m}])) = (2 ^ m - 1)%N.
Proof.
have n : #|{set 'I_m}| = (2 ^ m)%N by rewrite -cardsT -powersetT card_powerset cardsT card_ord.
by rewrite subn1 -n; apply: zero_one_dimension; rewrite n expn_gt0.
Qed.

(** Block 0-1 loss, and the 0-1 loss, whose blocks are single classes (App. B.3). *)
(** The characters of (Z/2)^n. *)
Section Characters.
Variables (R : realFieldType) (n : nat).
Implicit Types (S x y : {set 'I_n}).

Definition character S x : R := \prod_j (if j \in S then sign_of R x j else 1).

Lemma sign2 x j : sign_of R x j * sign_of R x j = 1.
Proof. by rewrite /sign_of; case: (_ \in _); rewrite ?mulr1 // mulrNN mulr1. Qed.

Lemma character0 x : character set0 x = 1.
Proof. by apply: big1 => j _; rewrite inE. Qed.

Lemma character_norm S x : `|character S x| = 1.
Proof.
rewrite normr_prod; apply: big1 => j _; rewrite /sign_of.
by case: (j \in S); case: (j \in x); rewrite ?normrN ?normr1.
Qed.

Lemma character_sum x y : \sum_S character S x * character S y = (x == y)%:R * 2%:R ^+ n.
Proof.
transitivity (\prod_j (sign_of R x j * sign_of R y j + 1)).
  rewrite prod_subsets; apply: eq_bigr => S _; rewrite -big_split; apply: eq_bigr => j _ /=.
  by case: (j \in S); rewrite ?mulr1.
case: eqP => [->|/eqP ne].
  under eq_bigr do rewrite sign2.
  by rewrite prodr_const card_ord mul1r; congr (_ ^+ _); ring.
rewrite mul0r.
have [j] : exists j, (j \in x) != (j \in y).
  by apply/existsP; apply: contraNT ne => /existsPn h; apply/eqP/setP => j; apply/eqP/negPn; exact: h.
rewrite (bigD1 j) //= /sign_of; case: (j \in x); case: (j \in y) => //= _.
  by rewrite mul1r addNr mul0r.
by rewrite mulr1 addNr mul0r.
Qed.

Notation proper := {S : {set 'I_n} | S != set0}.
Lemma card_proper : #|{: proper}| = (2 ^ n - 1)%N.
Proof.
rewrite card_sig; have := cardC (pred1 (set0 : {set 'I_n})); rewrite card1.
by rewrite card_sets => <-; rewrite addKn; apply: eq_card => S; rewrite !inE.
Qed.

Lemma proper_sum x y :
  \sum_(S : proper) character (val S) x * character (val S) y = (x == y)%:R * 2%:R ^+ n - 1.
Proof.
rewrite -character_sum (bigD1 set0) //= !character0 mulr1 addrAC subrr add0r.
rewrite (reindex_omap (val : proper -> {set 'I_n}) insub) /=; last first.
  by move=> S S0; rewrite insubT.
by apply: eq_bigl => S; rewrite (valP S) valK eqxx.
Qed.
End Characters.

Section Block.
Variables (R : realFieldType) (T K : finType) (block : T -> K).
Notation L := (block_zero_one R block).

(** block.decomposition *)
Theorem block_decomposition : decomposition (r := #|K|) L
  (fun z k => - (block z == enum_val k)%:R) (fun y k => (block y == enum_val k)%:R) 1.
Proof. move=> z y; exact: (@zero_one_decomposition R K (block z) (block y)). Qed.

Hypothesis onto : forall k, exists z, block z = k.
Variable z0 : T.

(** block.affdim.repaired *)
Theorem block_dimension : affine_dimension L #|K|.-1 /\ difference_rank L = #|K|.-1.
Proof.
apply: (pullback_dimension onto onto (L := zero_one R (T := K))).
by apply: zero_one_dimension; apply/card_gt0P; exists (block z0).
Qed.

Theorem block_attained : \rank (matrix_of L - const_mx (1 - #|K|%:R^-1))%R = #|K|.-1.
Proof.
apply: attained_at block_dimension.1 _.
apply: leq_trans (pullback_rank (zero_one R (T := K)) block block _) (zero_one_rank _ _).
by apply/card_gt0P; exists (block z0).
Qed.

Lemma indicator_norm (k : K) : sqnorm (fun j : 'I_#|K| => - (k == enum_val j)%:R : R) = 1.
Proof.
rewrite /sqnorm (sum_enum (fun t => (- (k == t)%:R) ^+ 2)).
rewrite (eq_bigr (fun t => (t == k)%:R)) ?pick1 // => t _.
by rewrite sqrrN eq_sym; case: (_ == _); rewrite ?expr1n ?expr0n.
Qed.

(** block.A: A^2 = b *)
Theorem block_constant : constant_squared
  (fun z (k : 'I_#|K|) => - (block z == enum_val k)%:R : R) (fun y k => (block y == enum_val k)%:R) #|K|%:R.
Proof.
exists 1, 1; split; last by rewrite mulr1 expr1n mulr1.
  by split=> [z|]; [|exists z0]; rewrite indicator_norm.
split=> [y k|]; first by case: (_ == _); rewrite ?normr1 ?normr0 ?ler01.
by exists z0, (enum_rank (block z0)); rewrite enum_rankK eqxx normr1.
Qed.

(** block.inference *)
Definition block_weight (p : T -> R) k : R := \sum_(y | block y == k) p y.

Lemma block_risk p z : risk L p z = \sum_y p y - block_weight p (block z).
Proof.
rewrite /risk /block_weight [X in _ - X]big_mkcond -sumrB; apply: eq_bigr => y _.
by rewrite /block_zero_one eq_sym; case: (_ == _); rewrite /= ?mulr0 ?mulr1 ?subrr ?subr0.
Qed.

Theorem block_decoding p z :
  optimal L p z <-> forall k, block_weight p k <= block_weight p (block z).
Proof.
split=> [opt k|heavy z'].
  by have [z' <-] := onto k; have := opt z'; rewrite !block_risk ler_add2l ler_opp2.
by rewrite !block_risk ler_add2l ler_opp2.
Qed.

(** block.optimal.repaired *)
Definition even (y : T) : R := #|K|%:R^-1 / #|[pred z | block z == block y]|%:R.

Lemma even_weight k : block_weight even k = #|K|%:R^-1.
Proof.
rewrite /block_weight (eq_bigr (fun=> #|K|%:R^-1 / #|[pred z | block z == k]|%:R)) => [|y /eqP e].
  rewrite sumr_const -[_ *+ _]mulr_natl mulrCA mulfV ?mulr1 //.
  rewrite pnatr_eq0 -lt0n; apply/card_gt0P; have [z e] := onto k.
  by exists z; exact/eqP.
by rewrite /even e.
Qed.

Let K0 : (0 < #|K|)%N. Proof. by apply/card_gt0P; exists (block z0). Qed.

Theorem block_equal_risk : positive_equal_risk L even.
Proof.
have e0 y : 0 < even y.
  by rewrite divr_gt0 ?invr_gt0 ?ltr0n ?K0 //; apply/card_gt0P; exists y; rewrite inE.
split=> //; split=> [|z z']; last by rewrite !block_risk !even_weight.
split=> [y|]; first exact: ltW.
rewrite (partition_big block predT) //= (eq_bigr (fun=> #|K|%:R^-1)) => [|k _].
  by rewrite sumr_const -[_ *+ _]mulr_natl mulfV // pnatr_eq0 -lt0n.
by rewrite -(even_weight k).
Qed.

Theorem block_optimality : RA16 R -> calibration_dimension L #|K|.-1.
Proof. by move=> ra; rewrite -block_dimension.2; exact: equal_risk_dimension z0 ra block_equal_risk. Qed.

(** Signs of a code with 2^n words *)
Theorem block_upper n : (#|K| <= 2 ^ n)%N -> constant_at_most L ((1 - (2 ^ n)%:R^-1) ^+ 2).
Proof.
move=> Kn; have Kn' : (#|K| <= #|{set 'I_n}|)%N by rewrite card_sets.
pose code k : {set 'I_n} := enum_val (widen_ord Kn' (enum_rank k)).
have code_inj : injective code.
  by move=> k l /enum_val_inj/(congr1 val)/= /val_inj/enum_rank_inj.
have N0 : (2 ^ n)%:R != 0 :> R by rewrite pnatr_eq0 -lt0n expn_gt0.
have N1 : (0 < 2 ^ n)%N by rewrite expn_gt0.
pose proper := [finType of {S : {set 'I_n} | S != set0}].
pose F z (S : proper) : R := - (2 ^ n)%:R^-1 * character R (val S) (code (block z)).
pose U y (S : proper) : R := character R (val S) (code (block y)).
exists #|proper|, (fun z k => F z (enum_val k)), (fun y k => U y (enum_val k)), (1 - (2 ^ n)%:R^-1).
split.
  apply: decomposition_index => z y; rewrite /F /U.
  under eq_bigr do rewrite -mulrA; rewrite -mulr_sumr proper_sum (inj_eq code_inj) -natrX.
  rewrite mulrBr mulrCA mulNr mulVf // mulNr opprK mulr1 /block_zero_one.
  by case: eqP => _ /=; rewrite ?mulN1r ?mul1r ?mulr0 ?mul0r; ring.
exists ((2 ^ n - 1)%:R / (2 ^ n)%:R ^+ 2), 1; split.
- move=> z; rewrite /sqnorm (sum_enum (fun S => F z S ^+ 2)).
  rewrite (eq_bigr (fun=> (2 ^ n)%:R ^- 2)) => [|S _].
    by rewrite sumr_const card_proper mulr_natl.
  by rewrite /F exprMn -[character _ _ _ ^+ 2]real_normK ?num_real // character_norm expr1n mulr1 sqrrN exprVn.
- by move=> y k; rewrite /U character_norm.
- rewrite card_proper natrB // expr1n mulr1 mulrA -expr2 -expr_div_n.
  by rewrite mulrBl mulfV // mul1r.
Qed.
End Block.

(** 0-1 *)
Section ZeroOne.
Variables (R : realFieldType) (T : finType) (z0 : T).
Notation L := (zero_one R (T := T)).

(** 01.inference *)
Theorem zero_one_decoding p z : optimal L p z <-> forall z', p z' <= p z.
Proof.
have one k : block_weight id p k = p k by rewrite /block_weight big_pred1_eq.
rewrite (block_decoding (block := id)) => [|k]; last by exists k.
by split=> h z'; have := h z'; rewrite !one.
Qed.

(** 01.optimal.repaired *)
Theorem zero_one_equal_risk : positive_equal_risk L (fun=> #|T|%:R^-1).
Proof.
have T0 : (0 < #|T|)%N by apply/card_gt0P; exists z0.
split=> [|y]; last by rewrite invr_gt0 ltr0n.
split=> [|z z'].
  split=> [y|]; first by rewrite invr_ge0 ler0n.
  by rewrite sumr_const -[_ *+ _]mulr_natl mulfV // pnatr_eq0 -lt0n.
by rewrite !(block_risk (@id T)) /block_weight !big_pred1_eq.
Qed.

Theorem zero_one_optimality : RA16 R -> calibration_dimension L #|T|.-1.
Proof.
have onto (k : T) : exists z, id z = k by exists k.
exact: (block_optimality (R := R) onto z0).
Qed.

(** 01.sharp.repaired from below: W = I - J/n. *)
Theorem zero_one_lower : constant_at_least L ((1 - #|T|%:R^-1) ^+ 2).
Proof.
move=> r F U c a d w.
have n0 : #|T|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n; apply/card_gt0P; exists z0.
pose W (z y : T) : R := (z == y)%:R - #|T|%:R^-1.
have W0 z : \sum_y W z y = 0.
  rewrite /W sumrB sumr_const -[_ *+ _]mulr_natl mulfV //.
  by under eq_bigr do rewrite eq_sym; rewrite pick1 subrr.
have Ws (v : T -> R) : \sum_z (\sum_y W z y * v y) ^+ 2 <= 1 * \sum_y v y ^+ 2.
  pose m := #|T|%:R^-1 * \sum_y v y.
  have e z : \sum_y W z y * v y = v z - m.
    rewrite /W; under eq_bigr do rewrite mulrBl eq_sym.
    by rewrite sumrB pick -mulr_sumr.
  under eq_bigr do rewrite e; rewrite mul1r -subr_ge0 -sumrB.
  rewrite (eq_bigr (fun z => v z * (2%:R * m) - m ^+ 2)) => [|z _]; last ring.
  rewrite sumrB -mulr_suml sumr_const -[m ^+ 2 *+ _]mulr_natl.
  have -> : \sum_y v y = #|T|%:R * m by rewrite /m mulVKf.
  have e2 (n : R) : n * m * (2%:R * m) - n * m ^+ 2 = n * m ^+ 2 by ring.
  by rewrite e2 mulr_ge0 ?sqr_ge0 ?ler0n.
have := weights_within ler01 W0 Ws d w.
have -> : \sum_z \sum_y W z y * L z y = - #|T|%:R * (1 - #|T|%:R^-1).
  rewrite (eq_bigr (fun=> - (1 - #|T|%:R^-1))) => [|z _].
    by rewrite sumr_const -[_ *+ _]mulr_natl mulrN mulNr.
  rewrite (eq_bigr (fun y => W z y * 1 - (y == z)%:R * W z y)) => [|y _].
    rewrite sumrB pick -mulr_suml W0 mul0r sub0r; congr (- _).
    by rewrite /W eqxx.
  by rewrite /zero_one [y == z]eq_sym; case: (_ == _); rewrite /= ?mulr1 ?mulr0 ?mul1r ?mul0r ?subrr ?subr0.
rewrite mul1r exprMn sqrrN natrM -expr2 mulrC ler_pmul2r ?exprn_gt0 ?lt0r ?n0 ?ler0n //.
Qed.
End ZeroOne.
