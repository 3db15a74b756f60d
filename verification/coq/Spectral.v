(** The constant of the canonical SELF form and the spectral norm of a loss matrix (end of Sec. 2). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Sets Rank Comparison Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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
