(** Label sets: their number, their signs, sums over them. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma card_sets n : #|{: {set 'I_n}}| = (2 ^ n)%N.
Proof. by rewrite -cardsT -powersetT card_powerset cardsT card_ord. Qed.

Lemma exists_set n (j : 'I_n) k : (k < n)%N -> exists A : {set 'I_n}, #|A| = k.+1 /\ j \in A.
Proof.
move=> kn; have : (0 < #|[set A : {set 'I_n} | #|A| == k.+1]|)%N.
  by rewrite card_draws card_ord bin_gt0.
case/card_gt0P=> A; rewrite inE => /eqP cA.
have /card_gt0P[i iA] : (0 < #|A|)%N by rewrite cA.
exists (tperm i j @: A); split; first by rewrite card_imset //; exact: perm_inj.
by apply/imsetP; exists i; rewrite ?tpermL.
Qed.

Lemma prod_subsets (R : comRingType) n (a : 'I_n -> R) : \prod_j (a j + 1) = \sum_(S : {set 'I_n}) \prod_j (if j \in S then a j else 1).
Proof.
rewrite (eq_bigr (fun j => \sum_(b : bool) if b then a j else 1)) => [|j _]; last by rewrite big_bool.
rewrite bigA_distr_bigA (reindex (fun S : {set 'I_n} => [ffun j => j \in S])) /=.
  by apply: eq_bigr => S _; apply: eq_bigr => j _; rewrite ffunE.
exists (fun f : {ffun 'I_n -> bool} => [set j | f j]) => [S _|f _].
  by apply/setP => j; rewrite inE ffunE.
by apply/ffunP => j; rewrite ffunE inE.
Qed.

Section Signs.
Variables (R : realFieldType) (m : nat).
Implicit Types (y : {set 'I_m}) (j : 'I_m).
Notation s := (sign_of R (m := m)).

Lemma sign_square y j : s y j ^+ 2 = 1.
Proof. by rewrite /sign_of; case: (_ \in _); rewrite ?sqrrN expr1n. Qed.

Lemma sign_norm y j : `|s y j| = 1.
Proof. by rewrite /sign_of; case: (_ \in _); rewrite ?normrN normr1. Qed.

Lemma sign_bit y j : s y j = 2%:R * (j \in y)%:R - 1.
Proof. by rewrite /sign_of; case: (_ \in _); rewrite ?mulr1 ?mulr0 ?sub0r //; ring. Qed.

(** Adding or removing the label j. *)
Definition flip j y : {set 'I_m} := if j \in y then y :\ j else j |: y.

Lemma flip_same j y : s (flip j y) j = - s y j.
Proof. by rewrite /sign_of /flip; case: (boolP (j \in y)) => h; rewrite !inE eqxx ?opprK. Qed.

Lemma flip_other j k y : k != j -> s (flip j y) k = s y k.
Proof. by move=> ne; rewrite /sign_of /flip; case: (j \in y); rewrite !inE ?ne // (negbTE ne). Qed.

Lemma flipK j : involutive (flip j).
Proof.
move=> y; apply/setP => k; rewrite /flip; case: (boolP (j \in y)) => jy; rewrite !inE eqxx /=.
  by rewrite !inE; case: (eqVneq k j) => [->|].
by rewrite !inE; case: (eqVneq k j) => [->|] //=; rewrite (negbTE jy).
Qed.

Lemma odd_sum j (h : {set 'I_m} -> R) : (forall y, h (flip j y) = - h y) -> \sum_y h y = 0.
Proof.
move=> odd; have : \sum_y h y = - \sum_y h y.
  by rewrite {1}(reindex_inj (inv_inj (@flipK j))) /= -sumrN; apply: eq_bigr => y _; rewrite odd.
by move/eqP; rewrite -subr_eq0 opprK -mulr2n mulrn_eq0 => /eqP.
Qed.

Lemma sign_sum j : \sum_y s y j = 0.
Proof. by apply: (odd_sum (j := j)) => y; exact: flip_same. Qed.

Lemma sign_orthogonal i j : \sum_y s y i * s y j = (i == j)%:R * (2 ^ m)%:R.
Proof.
case: eqP => [->|/eqP ne].
  by under eq_bigr do rewrite -expr2 sign_square; rewrite sumr_const card_sets mul1r.
rewrite mul0r; apply: (odd_sum (j := i)) => y.
by rewrite flip_same flip_other 1?eq_sym // mulNr.
Qed.

(** Each label is in half of the sets. *)
Lemma bit_sum j : \sum_(y : {set 'I_m}) (j \in y)%:R = (2 ^ m)%:R / 2%:R :> R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (mulfI two0); rewrite mulrCA mulfV // mulr1 mulr_sumr.
rewrite (eq_bigr (fun y => s y j + 1)) => [|y _]; last by rewrite sign_bit subrK.
by rewrite big_split /= sign_sum add0r sumr_const card_sets.
Qed.
End Signs.
