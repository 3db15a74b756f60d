(** Independent draws from a finite distribution: second moments of means, and Markov's inequality. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Draws.
Variables (R : realFieldType) (T : finType) (mu : T -> R) (n : nat).
Hypotheses (mu0 : forall w, 0 <= mu w) (mu1 : \sum_w mu w = 1).
Definition draw_weight (t : {ffun 'I_n -> T}) : R := \prod_i mu (t i).
Notation P := draw_weight.

Lemma draw_ge0 t : 0 <= P t. Proof. exact: prodr_ge0. Qed.

Lemma product_mean (h : 'I_n -> T -> R) : \sum_t P t * \prod_i h i (t i) = \prod_i \sum_w mu w * h i w.
Proof. by rewrite bigA_distr_bigA; apply: eq_bigr => t _; rewrite -big_split. Qed.

Lemma at_place (h : T -> R) i (t : {ffun 'I_n -> T}) : h (t i) = \prod_k (if k == i then h (t k) else 1).
Proof. by rewrite -big_mkcond big_pred1_eq. Qed.

Lemma draw_total : \sum_t P t = 1.
Proof.
have one i : \sum_w mu w * (fun (_ : 'I_n) (_ : T) => 1) i w = 1 by under eq_bigr do rewrite mulr1.
have := product_mean (fun _ _ => 1); rewrite [RHS](eq_bigr (fun=> 1) (fun i _ => one i)) [RHS]big1_eq.
by move=> <-; apply: eq_bigr => t _; rewrite big1 ?mulr1.
Qed.

Lemma one_draw (h : T -> R) i : \sum_t P t * h (t i) = \sum_w mu w * h w.
Proof.
have := product_mean (fun k w => if k == i then h w else 1).
rewrite [in RHS](bigD1 i) //= eqxx [X in _ * X]big1 => [|k /negbTE ->]; last by under eq_bigr do rewrite mulr1.
by rewrite mulr1 => <-; apply: eq_bigr => t _; rewrite (at_place h).
Qed.

Lemma two_draws (h : T -> R) i j : i != j -> \sum_w mu w * h w = 0 -> \sum_t P t * (h (t i) * h (t j)) = 0.
Proof.
move=> ne zero; have := product_mean (fun k w => (if k == i then h w else 1) * (if k == j then h w else 1)).
rewrite [in RHS](bigD1 i) //= eqxx (negbTE ne) [X in X * _](_ : _ = 0) ?mul0r; last first.
  by under eq_bigr do rewrite mulr1.
move=> e; rewrite -[RHS]e; apply: eq_bigr => t _; congr (_ * _).
by rewrite (at_place h i) (at_place h j) -big_split.
Qed.

Lemma sum_second_moment (h : T -> R) : \sum_w mu w * h w = 0 ->
  \sum_t P t * (\sum_i h (t i)) ^+ 2 = n%:R * \sum_w mu w * h w ^+ 2.
Proof.
move=> zero; transitivity (\sum_i \sum_j \sum_t P t * (h (t i) * h (t j))).
  rewrite (eq_bigr (fun t => \sum_i \sum_j P t * (h (t i) * h (t j)))) => [|t _].
    by rewrite exchange_big; apply: eq_bigr => i _; rewrite exchange_big.
  by rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => i _; rewrite mulr_sumr.
rewrite (eq_bigr (fun=> \sum_w mu w * h w ^+ 2)); first by rewrite sumr_const card_ord -[_ *+ n]mulr_natl.
move=> i _.
rewrite (bigD1 i) //= [X in _ + X]big1 ?addr0 => [|j ne]; last by rewrite (two_draws _ zero) // eq_sym.
by rewrite -(one_draw (fun w => h w ^+ 2) i); apply: eq_bigr => t _; rewrite expr2.
Qed.

(** E (1/n sum_i h(t_i) - E h)^2 <= E h^2 / n. *)
Lemma variance (h : T -> R) : (0 < n)%N ->
  \sum_t P t * (n%:R^-1 * (\sum_i h (t i)) - \sum_w mu w * h w) ^+ 2 <= n%:R^-1 * \sum_w mu w * h w ^+ 2.
Proof.
move=> n0; set a := \sum_w mu w * h w; have Nn : n%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have centred : \sum_w mu w * (h w - a) = 0.
  by under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml mu1 mul1r subrr.
have mean (t : {ffun 'I_n -> T}) : (n%:R^-1 * (\sum_i h (t i)) - a = n%:R^-1 * (\sum_i (h (t i) - a)) :> R)%R.
  by rewrite sumrB sumr_const card_ord -[a *+ n]mulr_natl mulrBr mulKf.
rewrite (eq_bigr (fun t => (n%:R^-1 ^+ 2 * (P t * (\sum_i (h (t i) - a)) ^+ 2))%R)) => [|t _]; last first.
  by rewrite -/a mean exprMn mulrCA.
rewrite -mulr_sumr (sum_second_moment centred) mulrA expr2 mulfVK // ler_wpmul2l ?invr_ge0 ?ler0n //.
rewrite (eq_bigr (fun w => mu w * h w ^+ 2 - (mu w * h w * (2%:R * a) - mu w * a ^+ 2))) => [|w _]; last by ring.
rewrite sumrB sumrB -!mulr_suml mu1 mul1r -/a ler_subl_addr ler_addl.
rewrite (_ : a * (2%:R * a) - a ^+ 2 = a ^+ 2); [exact: sqr_ge0|ring].
Qed.

(** Markov: v > b / delta has probability at most delta. *)
Lemma markov (v : {ffun 'I_n -> T} -> R) (b delta : R) : (forall t, 0 <= v t) -> 0 < delta ->
  \sum_t P t * v t <= b -> \sum_(t | b / delta < v t) P t <= delta.
Proof.
move=> v0 d0 vb.
have Pv t : 0 <= P t * v t by rewrite mulr_ge0 ?draw_ge0.
have b0 : 0 <= b by apply: le_trans vb; exact: sumr_ge0.
have [bz|bn] := eqVneq b 0.
  have sum0 : \sum_t P t * v t = 0.
    by apply/eqP; rewrite bz in vb; rewrite eq_le vb sumr_ge0.
  rewrite big1 ?(ltW d0) // => t; rewrite bz mul0r => vt.
  have /eqP := psumr_eq0P (fun t _ => Pv t) sum0 (i := t) isT.
  by rewrite mulf_eq0 (gt_eqF vt) orbF => /eqP.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
rewrite -(ler_pmul2r (divr_gt0 bp d0)) [delta * _]mulrC divfK ?gt_eqF //.
apply: le_trans vb; rewrite mulr_suml big_mkcond /=; apply: ler_sum => t _.
by case: ifP => // lt; rewrite ler_wpmul2l ?draw_ge0 // ltW.
Qed.

Lemma more_likely (A C : pred {ffun 'I_n -> T}) : (forall t, A t -> C t) -> \sum_(t | A t) P t <= \sum_(t | C t) P t.
Proof.
move=> AC; rewrite big_mkcond [X in _ <= X]big_mkcond; apply: ler_sum => t _.
case: ifP => [/AC ->|_] //; case: ifP => // _; exact: draw_ge0.
Qed.

(** Two events of probability at most delta each spare the others. *)
Lemma spared (A B C : pred {ffun 'I_n -> T}) (a b : R) : (forall t, ~~ A t -> ~~ B t -> C t) ->
  \sum_(t | A t) P t <= a -> \sum_(t | B t) P t <= b -> 1 - (a + b) <= \sum_(t | C t) P t.
Proof.
move=> cover Aa Bb; rewrite ler_subl_addr; apply: le_trans (ler_add (lexx _) (ler_add Aa Bb)).
rewrite -draw_total (big_mkcond A) (big_mkcond B) (big_mkcond C) /= -!big_split /=; apply: ler_sum => t _.
have P0 := draw_ge0 t; have := cover t.
case: (A t); case: (B t) => /=; case: (C t) => // c; rewrite ?add0r ?addr0 ?ler_addl ?ler_addr ?addr_ge0 //;
  by [|have := c isT isT].
Qed.
End Draws.
