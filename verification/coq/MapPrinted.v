(** Average precision: decoding with the printed, triangular matrices fails from two items on. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Rank MapRank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section PrintedMatrices.
Variables (R : realFieldType) (n : nat).
Notation m := n.+2.
Let i0 : 'I_m := ord0.
Let i1 : 'I_m := lift ord0 ord0.
Let p (y : {y : {set 'I_m} | nonempty y}) : R :=
  (y == one_of i1)%:R * (1 / 5%:R) + (y == two_of i0 i1)%:R * (4%:R / 5%:R).

Lemma at_two (f : {y : {set 'I_m} | nonempty y} -> R) :
  \sum_y p y * f y = 1 / 5%:R * f (one_of i1) + 4%:R / 5%:R * f (two_of i0 i1).
Proof.
rewrite (eq_bigr (fun y => (y == one_of i1)%:R * (1 / 5%:R * f y) + (y == two_of i0 i1)%:R * (4%:R / 5%:R * f y))).
  by rewrite big_split /= !Rank.pick.
by move=> y _; rewrite /p mulrDl !mulrA.
Qed.

Lemma two_items_distribution : distribution p.
Proof.
split=> [y|]; first by apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n // divr_ge0 ?ler0n ?ler01.
rewrite (eq_bigr (fun y => p y * 1)) => [|y _]; last by rewrite mulr1.
by rewrite at_two; field.
Qed.

(** The sum over pairs, with what D has for each of the three pairs. *)
Lemma three_pairs (D : 'M[R]_m) (s : 'S_m) :
  let both (j l : 'I_m) := \sum_y p y * ((l \in val y)%:R * (j \in val y)%:R / #|val y|%:R) in
  \tr ((\matrix_(j < m, l < m) (if (l <= j)%N then both j l else 0))^T *m perm_mx s *m D *m (perm_mx s)^T) =
  2%:R / 5%:R * D (s i0) (s i0) + 3%:R / 5%:R * D (s i1) (s i1) + 2%:R / 5%:R * D (s i1) (s i0).
Proof.
move=> both; rewrite trace_of_pairs.
have one (a b : 'I_m) (f : 'I_m -> 'I_m -> R) : \sum_j \sum_l (j == a)%:R * (l == b)%:R * f j l = f a b.
  rewrite -[RHS](Rank.pick (fun j => f j b)); apply: eq_bigr => j _.
  by rewrite -[X in _ = _ * X](Rank.pick (fun l => f j l)) mulr_sumr; apply: eq_bigr => l _; rewrite mulrA.
pose d j l := D (s j) (s l).
rewrite -[X in 2%:R / 5%:R * X + _ + _](one i0 i0 d) -[X in _ + 3%:R / 5%:R * X + _](one i1 i1 d).
rewrite -[X in _ + 2%:R / 5%:R * X](one i1 i0 d) !mulr_sumr -!big_split; apply: eq_bigr => j _ /=.
rewrite !mulr_sumr -!big_split; apply: eq_bigr => l _ /=; rewrite mxE /d.
move: (D _ _) => x; rewrite /both at_two /= !inE cards1 cards2 (_ : (i0 != i1) = true) //=.
have e0 : (j == i0) && (j == i1) = false by case: eqP => // ->.
have e1 : (l == i0) && (l == i1) = false by case: eqP => // ->.
case: (eqVneq j i0) e0 => [ej|_] /=; case: (eqVneq j i1) => [ej'|_] //= _; case: (eqVneq l i0) e1 => [el|_] /=;
  case: (eqVneq l i1) => [el'|_] //= _; case: leqP => jl.
all: try by (move: jl; rewrite ?ej ?ej' ?el ?el').
all: by field.
Qed.
End PrintedMatrices.

Theorem decoding : refuted_map_inference.
Proof.
move=> R [|[|n]] // e _; pose i0 : 'I_n.+2 := ord0; pose i1 : 'I_n.+2 := lift ord0 ord0.
exists (fun y => (y == one_of i1)%:R * (1 / 5%:R) + (y == two_of i0 i1)%:R * (4%:R / 5%:R)), 1%g.
move=> both W D by_matrices.
have V s : by_matrices s = _ := three_pairs D s.
have V1 : by_matrices 1%g = 9%:R / 10%:R.
  rewrite V !mxE !perm1 !ltnn !maxnn /constant_map_inference_above_the_diagonal /= /bump /= !add1n.
  by rewrite (_ : maxn 2 1 = 2%N) //; field.
split; [exact: two_items_distribution| |].
- move=> s'; rewrite V1 V !mxE !ltnn /constant_map_inference_above_the_diagonal /=.
  have ne : s' i0 != s' i1 by rewrite (inj_eq perm_inj).
  rewrite !maxnn; case: ltnP => lt.
    (* item 1 comes first *)
    have a2 : (2 <= (s' i0).+1)%N by rewrite ltnS (leq_ltn_trans _ lt).
    rewrite mul0r mulr0 addr0; set a := (s' i0).+1 in a2 *; set b := (s' i1).+1.
    apply: (@le_trans _ _ (2%:R / 5%:R * (1 / 2%:R) + 3%:R / 5%:R * 1)).
      apply: ler_add; rewrite ler_pmul2l ?divr_gt0 ?ltr0n // mul1r ?mul1r.
        by rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
      by rewrite invf_le1 ?ltr0n // ler1n.
    by rewrite -subr_ge0 (_ : _ - _ = 1 / 10%:R) ?divr_ge0 ?ler0n ?ler01 //; field.
  rewrite (maxn_idPl _) //.
  have b2 : (2 <= (s' i1).+1)%N.
    rewrite ltnS; case: posnP => // z; case/eqP: ne; apply: val_inj => /=.
    by move: lt; rewrite z leqn0 => /eqP.
  set a := (s' i0).+1; set b := (s' i1).+1 in b2 *.
  apply: (@le_trans _ _ (2%:R / 5%:R * 1 + 3%:R / 5%:R * (1 / 2%:R) + 2%:R / 5%:R * (1 / 2%:R))).
    apply: ler_add; first apply: ler_add; rewrite ler_pmul2l ?divr_gt0 ?ltr0n // !mul1r.
    - by rewrite invf_le1 ?ltr0n // ler1n.
    - by rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
    by rewrite lef_pinv ?posrE ?ltr0n // ler_nat.
  by rewrite -subr_ge0 (_ : _ - _ = 0) //; field.
have [_ [best _]] := (MapRank.inference : claim_map_inference_repaired) R n.+2 e
  (fun y => (y == one_of i1)%:R * (1 / 5%:R) + (y == two_of i0 i1)%:R * (4%:R / 5%:R)) 1%g.
move=> opt; have := best opt (tperm i0 i1).
rewrite /constant_map_inference_repaired_above_the_diagonal !three_pairs !mxE !perm1 tpermL tpermR !maxnn /= /bump /= !add1n.
rewrite (_ : maxn 2 1 = 2%N) // (_ : maxn 1 2 = 2%N) // leNgt => /negP; apply; rewrite -subr_gt0 (_ : _ - _ = 1 / 10%:R) ?divr_gt0 ?ltr0n ?ltr01 //.
by field.
Qed.
