(** Turned coordinates: what changes with the basis of F and U, and what does not. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Sets Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Theorem turned_coordinates : claim_x_best_basis.
Proof.
move=> R c s c0 s0 one turned F U g.
have sq (u : 'I_2 -> R) : sqnorm u = u ord0 ^+ 2 + u ord_max ^+ 2.
  by rewrite /sqnorm big_ord_recl big_ord1 (_ : lift ord0 ord0 = ord_max) //; apply: val_inj.
have norm u : sqnorm (turned u) = sqnorm u.
  rewrite !sq /turned /= (_ : _ + _ = (c ^+ 2 + s ^+ 2) * (u ord0 ^+ 2 + u ord_max ^+ 2)); last by ring.
  by rewrite one mul1r.
have row z : sqnorm (F z) = 1 / 8%:R.
  by rewrite norm sq !exprMn !sign_square; field.
have rows : largest_row F (1 / 8%:R) by split=> [z|]; [rewrite row|exists set0; rewrite row].
have gmax : g ord_max = c + s by rewrite /g /U /turned /sign_of !inE /= !mulr1 addrC.
have cs : 0 <= c + s by rewrite addr_ge0.
have gn : `|g ord_max| = c + s by rewrite gmax ger0_norm.
have entry y k : `|U y k| <= c + s.
  have le (a b : R) : `|c * a + s * b| <= c * `|a| + s * `|b|.
    by apply: le_trans (ler_norm_add _ _) _; rewrite !normrM (ger0_norm c0) (ger0_norm s0).
  rewrite /U /turned; case: ifP => _.
    by have := le (sign_of R y ord0) (- sign_of R y ord_max); rewrite normrN !sign_norm !mulr1 mulrN.
  by rewrite addrC; have := le (sign_of R y ord_max) (sign_of R y ord0); rewrite !sign_norm !mulr1.
split.
- move=> z y; rewrite Hamming.hamming_sum !big_ord_recl !big_ord0 !addr0 (_ : lift ord0 ord0 = ord_max); last exact: val_inj.
  transitivity (- (1 / 4%:R) * (c ^+ 2 + s ^+ 2) * (sign_of R z ord0 * sign_of R y ord0 + sign_of R z ord_max * sign_of R y ord_max) + 1 / 2%:R); last by rewrite /F /U /turned /=; ring.
  by rewrite one /sign_of; do 4 case: (_ \in _) => /=; field.
- exists (1 / 8%:R), (c + s); split=> //; last by rewrite /constant_x_best_basis_A_2; field.
  by split; [exact: entry|exists setT, ord_max; exact: gn].
exists (1 / 8%:R), (c + s); split=> //.
- by split=> [k|]; [exact: entry|exists ord_max; exact: gn].
- by rewrite /constant_x_best_basis_A_Q_2; field.
by rewrite norm sq !sign_square /constant_x_best_basis_F_g_2; field.
Qed.
