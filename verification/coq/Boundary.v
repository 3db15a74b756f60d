(** The distance to the decision boundary of the 0-1 loss (Sec. 3.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Boundary.
Variables (R : realFieldType) (T : finType).
Notation L := (zero_one R (T := T)).

Lemma risk_01 (q : T -> R) z : distribution q -> risk L q z = 1 - q z.
Proof.
move=> [_ <-]; rewrite /risk (bigD1 z) //= [X in _ = X - _](bigD1 z) //= /zero_one eqxx mulr0 add0r addrC addKr.
by apply: eq_bigr => y ne; rewrite eq_sym ne mulr1.
Qed.

Lemma risk_gap (q : T -> R) z z' : distribution q -> risk L q z' - risk L q z = q z - q z'.
Proof. by move=> d; rewrite !risk_01 //; ring. Qed.

Theorem distance (p : T -> R) (z : T) (g : R) :
  distribution p -> optimal L p z -> margin L p z g ->
  (forall q, distribution q -> (exists2 z', z' != z & risk L q z' <= risk L q z) ->
    1 / 2%:R * g ^+ 2 <= \sum_y (p y - q y) ^+ 2) /\
  exists2 q, distribution q & (exists2 z', z' != z & risk L q z' = risk L q z) /\
    \sum_y (p y - q y) ^+ 2 = 1 / 2%:R * g ^+ 2.
Proof.
move=> d opt [least [w wz gE]]; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have g0 : 0 <= g by rewrite gE subr_ge0.
split=> [q dq [z' ne le]|].
  have gz := least z' ne; rewrite (risk_gap z z' d) in gz.
  rewrite -subr_le0 (risk_gap z z' dq) in le.
  rewrite (bigD1 z) //= (bigD1 z') //= addrA.
  set a := p z - q z; set b := p z' - q z'.
  have gab : g <= a - b.
    have e : a - b - (p z - p z') = - (q z - q z') by rewrite /a /b; ring.
    by apply: le_trans gz _; rewrite -subr_ge0 e oppr_ge0.
  have sq : g ^+ 2 <= (a - b) ^+ 2 by rewrite ler_sqr ?nnegrE // (le_trans g0).
  apply: (@le_trans _ _ (a ^+ 2 + b ^+ 2)); last by rewrite ler_addl sumr_ge0 // => y _; exact: sqr_ge0.
  apply: (@le_trans _ _ (1 / 2%:R * (a - b) ^+ 2)); first by rewrite ler_wpmul2l // mul1r invr_ge0 ler0n.
  rewrite -subr_ge0; have -> : a ^+ 2 + b ^+ 2 - 1 / 2%:R * (a - b) ^+ 2 = 1 / 2%:R * (a + b) ^+ 2.
    by move: (a) (b) => x y; field.
  by rewrite mulr_ge0 ?sqr_ge0 // mul1r invr_ge0 ler0n.
rewrite (risk_gap z w d) in gE.
pose q y := if (y == z) || (y == w) then (p z + p w) / 2%:R else p y.
have qz : q z = (p z + p w) / 2%:R by rewrite /q eqxx.
have qw : q w = (p z + p w) / 2%:R by rewrite /q eqxx orbT.
have [p0 p1] := d.
have dq : distribution q.
  split=> [y|]; first by rewrite /q; case: ifP => _ //; rewrite divr_ge0 ?ler0n // addr_ge0.
  rewrite -p1 (bigD1 z) //= (bigD1 w) //= [RHS](bigD1 z) //= [X in _ = _ + X](bigD1 w) //= !addrA qz qw.
  congr (_ + _); first by field.
  by apply: eq_bigr => y /andP[yz yw]; rewrite /q (negPf yz) (negPf yw).
exists q => //; split.
  by exists w => //; apply/eqP; rewrite -subr_eq0 (risk_gap z w dq) qz qw subrr.
rewrite (bigD1 z) //= (bigD1 w) //= big1 => [|y /andP[yz yw]]; last first.
  by rewrite /q (negPf yz) (negPf yw) subrr expr0n.
by rewrite addr0 qz qw gE; field.
Qed.
End Boundary.
