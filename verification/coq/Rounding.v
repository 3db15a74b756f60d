(** A* <= sqrt(pi/2) gamma_2, given Grothendieck's identity. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Comparison Constants BestConstants Hull BestSets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Rounding.
Variables (R : archiFieldType) (g : R).
Hypothesis identity : Grothendieck g.

Lemma Grothendieck_ge0 : 0 <= g.
Proof.
have [||x|w [_ w1] le] := identity (Y := unit_finType) (C := fun _ _ => 1) => //.
  by rewrite !(big_pred1 tt) => [|[] //|[] //]; rewrite mulr1 -expr2 sqr_ge0.
have := le (fun=> 1); rewrite !(big_pred1 tt) => [|[] //|[] //]; rewrite !mul1r.
rewrite (eq_bigr w) => [|e _]; first by rewrite w1 mulr1; apply: le_trans ler01.
by rewrite (big_pred1 tt) => [|[] //]; rewrite mul1r sqrr_sign mulr1.
Qed.

Lemma level_at_most (Z Y : finType) (L : Z -> Y -> R) a : (forall z y, L z y = 0) -> 0 <= a -> constant_at_most L a.
Proof.
move=> L0 a0; exists 0%N, (fun _ _ => 0), (fun _ _ => 0), 0; split=> [z y|]; first by rewrite big_ord0 addr0.
by exists 0, 0; split=> [z|y k|]; rewrite ?normr0 // ?mul0r // /sqnorm big_ord0.
Qed.

Theorem rounded_at_most (Z Y : finType) (z0 : Z) (y0 : Y) (L : Z -> Y -> R) a d : norms_at_most L a -> 0 < d ->
  constant_at_most L (g * a + d).
Proof.
move=> [r [F [U [B [b [dec FB Ub le]]]]]] d0; have g0 := Grothendieck_ge0.
have B0 := le_trans (sqnorm_ge0 _) (FB z0); have b0 := le_trans (sqnorm_ge0 _) (Ub y0).
have [bz|bn] := eqVneq b 0.
  apply: level_at_most => [z y|]; last by rewrite addr_ge0 ?mulr_ge0 ?(ltW d0) // (le_trans _ le) // mulr_ge0.
  have /eqP U0 : sqnorm (U y) == 0 by rewrite eq_le sqnorm_ge0 -bz Ub.
  rewrite dec addr0 big1 // => k _; suff -> : U y k = 0 by rewrite mulr0.
  by apply/eqP; rewrite -sqrf_eq0; apply/eqP/(psumr_eq0P _ U0) => // i _; exact: sqr_ge0.
pose rest y := 1 - sqnorm (U y) / b; pose C y y' := b^-1 * (\sum_k U y k * U y' k) + (y == y')%:R * rest y.
have bp : 0 < b by rewrite lt_neqAle eq_sym bn.
have rest0 y : 0 <= rest y by rewrite subr_ge0 ler_pdivr_mulr // mul1r.
have form x : \sum_y x y * (\sum_y' x y' * C y y') = b^-1 * (\sum_k (\sum_y x y * U y k) ^+ 2) + \sum_y x y ^+ 2 * rest y.
  rewrite gram_mean -big_split; apply: eq_bigr => y _ /=.
  rewrite /C; under eq_bigr do rewrite mulrDr; rewrite big_split mulrDr /=; congr (_ + _).
  rewrite (bigD1 y) //= eqxx mul1r big1 ?addr0 => [|y' /negbTE ne]; first by rewrite expr2 mulrA.
  by rewrite eq_sym ne mul0r mulr0.
have [y|y y'|x|w dw below] := identity (C := C).
- rewrite /C eqxx mul1r /rest addrC [b^-1 * _]mulrC /sqnorm; under [X in _ + X / _]eq_bigr do rewrite -expr2.
  by rewrite subrK.
- rewrite /C eq_sym; congr (_ * _ + _); first by apply: eq_bigr => k _; rewrite mulrC.
  by case: eqP => [->|_]; rewrite ?mul0r.
- rewrite form; apply: addr_ge0; first by rewrite mulr_ge0 ?invr_ge0 // sumr_ge0 // => k _; exact: sqr_ge0.
  by apply: sumr_ge0 => y _; apply: mulr_ge0 => //; exact: sqr_ge0.
have dom x : \sum_k (\sum_y x y * U y k) ^+ 2 <= b * g * \sum_e w e * (\sum_y x y * (-1) ^+ (e : {ffun Y -> bool}) y) ^+ 2.
  rewrite -mulrA -ler_pdivr_mull //; apply: le_trans (below x); rewrite form ler_addl.
  by apply: sumr_ge0 => y _; apply: mulr_ge0 => //; exact: sqr_ge0.
have [|||h [lE gl Qg]] := in_hull (U := fun y (e : {ffun Y -> bool}) => (-1) ^+ e y) (w := w) _ _ _ FB dom; rewrite ?mulr_ge0 //.
  by case: dw.
have [up _] := @formula R Z Y z0 L (fun=> 0).
have := up (b * g * B) d; rewrite /constant_x_best_formula_share mul1r => most.
have [] := most _ d0.
  exists w, h; split=> // [z y|z]; first by rewrite /= subr0 dec addr0 lE.
  rewrite (eq_bigr (fun y => h z y * \sum_k F z k * U y k)) => [|y _]; last by rewrite /= subr0 dec addr0.
  by rewrite gl.
move=> r' [F' [U' [c' [dec' w']]]]; exists r', F', U', c'; split=> [z y|]; first by rewrite -dec' subr0.
have [B' [b' [FB' Ub' le']]] := w'; exists B', b'; split=> //; apply: le_trans le' _; rewrite ler_add2r.
by rewrite mulrAC mulrC [b * B]mulrC ler_wpmul2l.
Qed.
End Rounding.

Theorem rounding : claim_x_best_rounding.
Proof.
move=> R g identity; rewrite /constant_x_best_rounding_share; split=> [Z Y z y L a d most d0|m d m0 d0].
  by rewrite mul1r; exact: (@rounded_at_most R g identity Z Y z y).
have [c most] := BestSets.score_norms R m true; rewrite mul1r -[g]mulr1.
have [r [F [U [c' [dec w]]]]] := @rounded_at_most R g identity _ _ set0 set0 _ _ _ most d0.
by exists r, F, U, (c' + c); split=> // z y; rewrite addrA -dec subrK.
Qed.
