(** Turning F and U by all characters of the cube: A is at most max |F_z| max |U_y|_1. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Turning.
Variables (R : realFieldType) (r : nat).
Implicit Types (A : {set 'I_r}) (i j k : 'I_r).
Notation d := (2 ^ r)%N.

Definition character A j : R := if j \in A then 1 else -1.

Lemma card_cube : #|{set 'I_r}| = d.
Proof. by rewrite -cardsT -powersetT card_powerset cardsT card_ord. Qed.

Let dR0 : d%:R != 0 :> R. Proof. by rewrite pnatr_eq0 expn_eq0. Qed.

Lemma characters_orthogonal i j :
  \sum_A character A i * character A j = if i == j then d%:R else 0.
Proof.
case: eqP => [->|/eqP ij].
  rewrite (eq_bigr (fun=> 1)) => [|A _]; first by rewrite sumr_const card_cube.
  by rewrite /character; case: ifP; rewrite ?mulrNN mulr1.
pose flip A := (if i \in A then A :\ i else i |: A)%SET.
have flipK : involutive flip.
  move=> A; rewrite /flip; case: (boolP (i \in A)) => iA.
    by rewrite !inE eqxx /= setD1K.
  by rewrite !inE eqxx /= setU1K.
have f A : character (flip A) i = - character A i.
  by rewrite /character /flip; case: (boolP (i \in A)) => iA; rewrite !inE eqxx ?opprK.
have g A : character (flip A) j = character A j.
  by rewrite /character /flip; case: (boolP (i \in A)) => iA; rewrite !inE eq_sym (negbTE ij).
suff : (\sum_A character A i * character A j) *+ 2 == 0 by rewrite mulrn_eq0 => /eqP.
rewrite mulr2n {2}(reindex_inj (can_inj flipK)) -big_split /=.
by rewrite big1 // => A _; rewrite f g mulNr subrr.
Qed.

Variables (Z Y : finType) (L : Z -> Y -> R) (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (c B b : R).
Hypothesis dec : decomposition L F U c.
Hypotheses (FB : forall z, sqnorm (F z) <= B) (Ub : forall y, \sum_j `|U y j| <= b).

Let turn (v : 'I_r -> R) (t : 'I_#|{set 'I_r}|) : R := \sum_j v j * character (enum_val t) j.

Lemma turned_dot (u v : 'I_r -> R) : \sum_t turn u t * turn v t = d%:R * dot u v.
Proof.
rewrite (sum_enum (fun A => (\sum_j u j * character A j) * (\sum_j v j * character A j))).
under eq_bigr do rewrite big_distrlr /=.
rewrite exchange_big /dot mulr_sumr; apply: eq_bigr => i _ /=.
rewrite exchange_big (bigD1 i) //= [X in _ + X]big1 => [|j ji].
  rewrite addr0 (eq_bigr (fun A => u i * v i * (character A i * character A i))) => [|A _]; last by ring.
  by rewrite -mulr_sumr characters_orthogonal eqxx mulrC.
rewrite (eq_bigr (fun A => u i * v j * (character A i * character A j))) => [|A _]; last by ring.
by rewrite -mulr_sumr characters_orthogonal eq_sym (negbTE ji) mulr0.
Qed.

Theorem turned : constant_at_most L (B * b ^+ 2).
Proof.
exists #|{set 'I_r}|, (fun z t => turn (F z) t / d%:R), (fun y t => turn (U y) t), c; split.
  move=> z y; rewrite dec; congr (_ + _).
  under [RHS]eq_bigr do rewrite mulrAC.
  by rewrite -mulr_suml turned_dot mulrAC mulfV // mul1r.
exists (B / d%:R), b; split=> [z|y t|].
- rewrite /sqnorm; under eq_bigr do rewrite expr_div_n expr2.
  rewrite -mulr_suml turned_dot expr2 invfM mulrA [d%:R * _]mulrC mulfK // ler_wpmul2r ?invr_ge0 ?ler0n //.
  apply: le_trans (FB z); rewrite /dot /sqnorm; apply: ler_sum => k _; by rewrite expr2.
- apply: le_trans (ler_norm_sum _ _ _) _; apply: le_trans (Ub y); apply: ler_sum => j _.
  by rewrite normrM /character; case: ifP; rewrite ?normrN normr1 mulr1.
by rewrite card_cube [d%:R * _]mulrC divfK.
Qed.
End Turning.
