(** Decompositions with weighted coordinates, in archimedean fields: A^2 of copies comes near. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison Constants.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A natural number above x, by one at most. *)
Lemma rounded (R : archiFieldType) (x : R) : 0 <= x -> exists2 n : nat, x < n%:R & n%:R <= x + 1.
Proof.
move=> x0; have ex : exists n : nat, x < n%:R by exists (Num.bound x); exact: archi_boundP.
case: (ex_minnP ex) => n lt least; exists n => //; case: n lt least => [|n] lt least; first exact: addr_ge0 x0 ler01.
rewrite [n.+1%:R]mulrSr ler_add2r leNgt; apply/negP => /least; by rewrite ltnn.
Qed.

Section Copies.
Variables (R : archiFieldType) (Z Y T : finType) (L : Z -> Y -> R) (w : T -> R) (H : Z -> T -> R) (U : Y -> T -> R) (c a : R).
Hypotheses (w0 : forall t, 0 <= w t) (a0 : 0 <= a) (U1 : forall y t, `|U y t| <= 1).
Hypothesis dec : forall z y, L z y = \sum_t H z t * U y t + c.
Hypothesis within : forall z, exists2 q : T -> R, (forall t, H z t ^+ 2 <= q t * w t) & (forall t, 0 <= q t) /\ \sum_t q t <= a.

(** sum_t H^2/w <= a: A^2 comes near a sum_t w. *)
Lemma copies e : 0 < e -> constant_at_most L (a * (\sum_t w t) + e).
Proof.
move=> e0; pose K := a * #|T|%:R / e; have K0 : 0 <= K by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have [N KN _] := rounded K0; have N0 : 0 < N%:R :> R := le_lt_trans K0 KN.
have nw t : 0 <= N%:R * w t by rewrite mulr_ge0 // ltW.
have [n [lt up]] : exists n : T -> nat, (forall t, N%:R * w t < (n t)%:R) /\ (forall t, (n t)%:R <= N%:R * w t + 1).
  have pick t : exists n : nat, (N%:R * w t < n%:R) && (n%:R <= N%:R * w t + 1).
    by have [n a1 a2] := rounded (nw t); exists n; rewrite a1.
  exists (fun t => xchoose (pick t)); split=> t; by have /andP[] := xchooseP (pick t).
have n0 t : 0 < (n t)%:R :> R := le_lt_trans (nw t) (lt t).
pose C := [finType of {t : T & 'I_(n t)}].
have over (h : T -> R) : \sum_(i < #|C|) h (tag (enum_val i)) = \sum_t (n t)%:R * h t.
  rewrite (sum_enum (fun p : C => h (tag p))) -(@sig_big_dep _ _ _ _ (fun t => ordinal_finType (n t)) xpredT (fun _ => xpredT) (fun t _ => h t)) /=.
  by apply: eq_bigr => t _; rewrite sumr_const card_ord mulr_natl.
exists #|C|, (fun z i => H z (tag (enum_val i)) / (n (tag (enum_val i)))%:R), (fun y i => U y (tag (enum_val i))), c; split.
  move=> z y; rewrite dec (over (fun t => H z t / (n t)%:R * U y t)); congr (_ + _); apply: eq_bigr => t _.
  by rewrite [X in _ = _ * (X * _)]mulrC !mulrA mulfV ?mul1r // gt_eqF.
exists (a / N%:R), 1; split=> [z|y k|].
- rewrite /sqnorm (over (fun t => (H z t / (n t)%:R) ^+ 2)).
  have [q Hq [q0 qa]] := within z; apply: (@le_trans _ _ (\sum_t q t / N%:R)); last first.
    by rewrite -mulr_suml ler_wpmul2r // invr_ge0 ltW.
  apply: ler_sum => t _; have nt := n0 t.
  rewrite (_ : _ * _ = H z t ^+ 2 / (n t)%:R); last by field; rewrite gt_eqF.
  rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
  apply: (@le_trans _ _ (q t * w t * N%:R)); first by rewrite ler_wpmul2r // ltW.
  by rewrite -mulrA ler_wpmul2l // mulrC ltW.
- exact: U1.
have -> : #|C|%:R = \sum_t (n t)%:R :> R.
  have := over (fun=> 1); rewrite sumr_const card_ord => ->; by apply: eq_bigr => t _; rewrite mulr1.
rewrite expr1n mulr1; apply: (@le_trans _ _ ((N%:R * (\sum_t w t) + #|T|%:R) * (a / N%:R))).
  have q0 : 0 <= a / N%:R by rewrite divr_ge0 ?ler0n.
  rewrite ler_wpmul2r // mulr_sumr.
  apply: le_trans (ler_sum _ (fun t _ => up t)) _; rewrite big_split /= ler_add2l.
  by rewrite sumr_const -[X in _ *+ X]/#|T|.
rewrite (_ : _ * _ = a * (\sum_t w t) + a * #|T|%:R / N%:R); last by field; rewrite gt_eqF.
rewrite ler_add2l ler_pdivr_mulr // -ler_pdivr_mull // mulrC; exact: ltW.
Qed.
End Copies.
