(** 0-1 loss (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
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
