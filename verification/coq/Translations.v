(** The best constants of losses that depend on what two label sets differ in. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Rank Comparison Constants Sets Weights.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Parities.
Variables (R : realFieldType) (m : nat).
Implicit Types (S x y z : {set 'I_m}).

(** (-1)^|S cap x|. *)
Definition parity S x : R := (-1) ^+ #|S :&: x|.
Definition apart z y : {set 'I_m} := [set j | (j \in z) != (j \in y)].

Lemma parity_prod S x : parity S x = \prod_j (if (j \in S) && (j \in x) then -1 else 1).
Proof.
rewrite /parity -big_mkcond /= prodr_const; congr (_ ^+ _); apply: eq_card => j; by rewrite !inE.
Qed.

Lemma parity_apart S z y : parity S (apart z y) = parity S z * parity S y.
Proof.
rewrite !parity_prod -big_split; apply: eq_bigr => j _ /=; rewrite inE.
by case: (j \in S); case: (j \in z); case: (j \in y); rewrite /= ?mulr1 ?mul1r ?mulrNN ?mulr1.
Qed.

Lemma parity_sym S x : parity S x = parity x S. Proof. by rewrite /parity setIC. Qed.
Lemma parity_square S x : parity S x * parity S x = 1.
Proof. by rewrite /parity -expr2 sqrr_sign. Qed.
Lemma parity_norm S x : `|parity S x| = 1. Proof. by rewrite /parity normr_sign. Qed.
Lemma parity0 x : parity set0 x = 1. Proof. by rewrite /parity set0I cards0. Qed.

Lemma parity_flip S x j : j \in S -> parity S (flip j x) = - parity S x.
Proof.
move=> jS; rewrite !parity_prod (bigD1 j) //= [in RHS](bigD1 j) //= jS /=.
rewrite (eq_bigr (fun i => if (i \in S) && (i \in x) then -1 else 1)) => [|i ij]; last first.
  by rewrite /flip; case: (j \in x); rewrite !inE ?ij // (negbTE ij).
set P := \prod_(i | i != j) _; rewrite /flip; case: (boolP (j \in x)) => jx; rewrite !inE eqxx ?jx /= ?mulN1r ?mul1r ?opprK //.
Qed.

Lemma parity_sum S : S != set0 -> \sum_x parity S x = 0.
Proof. by case/set0Pn=> j jS; apply: (odd_sum (j := j)) => x; exact: parity_flip. Qed.

Lemma parity_orthogonal S T : \sum_x parity S x * parity T x = (S == T)%:R * (2 ^ m)%:R.
Proof.
case: eqP => [->|/eqP ne].
  by under eq_bigr do rewrite parity_square; rewrite sumr_const card_sets mul1r.
rewrite mul0r (eq_bigr (fun x => parity (apart S T) x)) => [|x _].
  apply: parity_sum; apply: contra ne => /eqP/setP e; apply/eqP/setP => j.
  by have := e j; rewrite !inE; case: (j \in S); case: (j \in T).
by rewrite [RHS]parity_sym parity_apart ![parity x _]parity_sym.
Qed.
End Parities.

Section Translations.
Variables (R : realFieldType) (m : nat) (f : {set 'I_m} -> R).
Implicit Types S T x y z : {set 'I_m}.
Notation chi := (parity R).
Notation d := ((2 ^ m)%:R : R).
Definition transform S : R := d^-1 * \sum_x f x * chi S x.
Definition spectral_norm : R := \sum_(S | S != set0) `|transform S|.

Let d0 : 0 < d. Proof. by rewrite ltr0n expn_gt0. Qed.
Let dn : d != 0. Proof. by rewrite gt_eqF. Qed.

Lemma inversion x : f x = \sum_S transform S * chi S x.
Proof.
rewrite (eq_bigr (fun S => d^-1 * \sum_t f t * (chi t S * chi x S))) => [|S _]; last first.
  rewrite /transform -mulrA mulr_suml; congr (_ * _); apply: eq_bigr => t _.
  by rewrite [chi t S]parity_sym [chi x S]parity_sym mulrA.
rewrite -mulr_sumr exchange_big (eq_bigr (fun t => (t == x)%:R * (d * f t))) => [|t _] /=.
  by rewrite Rank.pick mulrA mulVf ?mul1r.
by rewrite -mulr_sumr parity_orthogonal; move: (_%:R) => i; ring.
Qed.

Lemma expanded z y : f (apart z y) = \sum_(S | S != set0) transform S * chi S z * chi S y + transform set0.
Proof.
rewrite inversion (bigD1 set0) //= parity0 mulr1 addrC; congr (_ + _); apply: eq_bigr => S _.
by rewrite parity_apart mulrA.
Qed.

(** The signs of f^ turned back into a matrix. *)
Let W z y : R := \sum_(S | S != set0) Num.sg (transform S) * (chi S z * chi S y).

Lemma W_columns y : \sum_z W z y = 0.
Proof.
rewrite exchange_big big1 // => S S0 /=; rewrite (eq_bigr (fun z => Num.sg (transform S) * chi S y * chi S z)) => [|z _].
  by rewrite -mulr_sumr parity_sum // mulr0.
by rewrite mulrAC -mulrA.
Qed.

Lemma W_square (v : {set 'I_m} -> R) : \sum_z (\sum_y W z y * v y) ^+ 2 <= d * d * \sum_y v y ^+ 2.
Proof.
pose c S : R := \sum_y chi S y * v y; pose g S : R := (S != set0)%:R * Num.sg (transform S).
have inner z : \sum_y W z y * v y = \sum_S g S * c S * chi S z.
  rewrite (eq_bigr (fun y => \sum_S g S * chi S z * (chi S y * v y))) => [|y _].
    rewrite exchange_big; apply: eq_bigr => S _ /=; rewrite [RHS]mulrAC /c mulr_sumr; exact: eq_bigr.
  rewrite /W big_mkcond mulr_suml; apply: eq_bigr => S _; rewrite /g.
  by case: (S != set0); rewrite ?mul1r ?mul0r // !mulrA.
rewrite (eq_bigr (fun z => (\sum_S g S * c S * chi S z) ^+ 2)) => [|z _]; last by rewrite inner.
have -> : \sum_z (\sum_S g S * c S * chi S z) ^+ 2 = d * \sum_S (g S * c S) ^+ 2.
  under eq_bigr do rewrite expr2 big_distrlr /=.
  rewrite exchange_big mulr_sumr; apply: eq_bigr => S _ /=; rewrite exchange_big /=.
  rewrite (eq_bigr (fun T => (T == S)%:R * (d * (g S * c S) * (g T * c T)))) => [|T _].
    by rewrite (Rank.pick (fun T => d * (g S * c S) * (g T * c T))) /= -mulrA -expr2.
  rewrite (eq_bigr (fun z => g S * c S * (g T * c T) * (chi S z * chi T z))) => [|z _]; last by ring.
  by rewrite -mulr_sumr parity_orthogonal eq_sym; move: (_%:R) => i; ring.
rewrite -mulrA ler_pmul2l //; apply: le_trans (bessel v d0 (@parity_orthogonal R m)).
apply: ler_sum => S _; rewrite exprMn ler_pimull ?sqr_ge0 // /g exprMn.
case: (S != set0); rewrite ?expr1n ?expr0n ?mul1r ?mul0r ?ler01 //.
by rewrite sqr_sg; case: (_ != 0); rewrite ?lexx ?ler01.
Qed.

Lemma W_product : \sum_z \sum_y W z y * f (apart z y) = d * d * spectral_norm.
Proof.
have entry z y : W z y * f (apart z y) = \sum_(S | S != set0) Num.sg (transform S) * (chi S (apart z y) * f (apart z y)).
  by rewrite /W mulr_suml; apply: eq_bigr => S _; rewrite parity_apart !mulrA.
under eq_bigr do under eq_bigr do rewrite entry.
have sum z : \sum_y \sum_(S | S != set0) Num.sg (transform S) * (chi S (apart z y) * f (apart z y)) = d * spectral_norm.
  rewrite exchange_big /spectral_norm mulr_sumr; apply: eq_bigr => S _ /=.
  rewrite -mulr_sumr normrEsg [RHS]mulrCA; congr (_ * _); rewrite /transform mulrA mulfV // mul1r.
  have apartK : involutive (apart z).
    by move=> y; apply/setP => j; rewrite !inE; case: (j \in z); case: (j \in y).
  rewrite [RHS](reindex_inj (inv_inj apartK)); apply: eq_bigr => y _; exact: mulrC.
by under eq_bigr do rewrite sum; rewrite sumr_const card_sets -mulr_natl mulrA.
Qed.

Lemma norm_least r (F : {set 'I_m} -> 'I_r -> R) U (c : {set 'I_m} -> R) B b :
  (forall z y, f (apart z y) - c y = \sum_k F z k * U y k) -> (forall z, sqnorm (F z) <= B) -> (forall y, sqnorm (U y) <= b) ->
  spectral_norm ^+ 2 <= B * b.
Proof.
move=> dec FB Ub; have dd : 0 <= d * d by rewrite mulr_ge0 // ltW.
have := weights_between dd W_columns W_square dec FB Ub.
rewrite W_product natrM !card_sets exprMn mulrC [X in _ <= X]mulrA.
rewrite (_ : (d * d) ^+ 2 = d * d * (d * d)) // [X in _ <= X](_ : _ = B * b * (d * d * (d * d))); last by ring.
by rewrite ler_pmul2r // !mulr_gt0.
Qed.
End Translations.

Theorem translations : claim_x_best_translations.
Proof.
move=> R m f L transf norm; have normE : norm = spectral_norm f by [].
split=> [e e0|c shifted].
  suff most : constant_at_most L (norm ^+ 2 + e).
    split=> //; have [r [F [U [c' [dec [B [b [FB Ub le]]]]]]]] := most.
    exists r, F, U, c', B, (r%:R * b ^+ 2); split=> //; first by move=> y; exact: row_within.
    by rewrite (_ : B * _ = r%:R * B * b ^+ 2) //; ring.
  pose w S : R := (S != set0)%:R * `|transform f S|; pose H z S : R := (S != set0)%:R * (transform f S * parity R S z).
  have w0 S : 0 <= w S by rewrite mulr_ge0 ?ler0n.
  have dec z y : L z y = \sum_S H z S * parity R S y + transform f set0.
    rewrite [LHS](expanded f z y); congr (_ + _); rewrite [LHS]big_mkcond; apply: eq_bigr => S _; rewrite /H.
    by case: (S != set0); rewrite ?mul1r ?mul0r.
  have sum : \sum_S w S = norm.
    by rewrite normE /spectral_norm [RHS]big_mkcond; apply: eq_bigr => S _; rewrite /w; case: (S != set0); rewrite ?mul1r ?mul0r.
  have n0 : 0 <= norm by rewrite -sum sumr_ge0.
  have within (z : {set 'I_m}) : exists2 q : {set 'I_m} -> R, (forall S, H z S ^+ 2 <= q S * w S) & (forall S, 0 <= q S) /\ \sum_S q S <= norm.
    exists w => [S|]; last by split=> //; rewrite sum.
    rewrite /H /w; case: (S != set0); last by rewrite !mul0r expr0n lexx.
    by rewrite !mul1r -[X in _ <= X]expr2 real_normK ?num_real // exprMn [X in _ * X]expr2 parity_square mulr1.
  have := copies w0 n0 (fun y S => _) dec within e0; rewrite sum expr2; apply=> y S; by rewrite parity_norm.
split; last by move=> r F U B b dec; apply: (norm_least (c := c)) => z y; rewrite -/(shifted z y) dec addr0.
move=> r F U c' b dec [B [b' [FB Ub le]]]; apply: le_trans le.
have Ur y : sqnorm (U y) <= r%:R * b' ^+ 2 by exact: row_within.
rewrite [X in _ <= X](_ : _ = B * (r%:R * b' ^+ 2)); last by ring.
apply: (norm_least (c := fun y => c y + c')) FB Ur => z y.
by rewrite opprD addrA -/(shifted z y) dec addrK.
Qed.
