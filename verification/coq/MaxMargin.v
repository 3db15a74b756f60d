(** Which max-margin surrogates are consistent (Sec. 5 and 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison Calibration Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Maxima.
Variables (R : realFieldType) (T : finType).
Lemma max_ge (f : T -> R) a t : f t <= \big[Num.max/a]_t f t.
Proof.
have : t \in index_enum T by rewrite mem_index_enum.
elim: (index_enum T) => // x r IH; rewrite inE big_cons le_maxr => /orP[/eqP->|/IH->];
  by rewrite ?lexx ?orbT.
Qed.
Lemma max_le (f : T -> R) a c : a <= c -> (forall t, f t <= c) -> \big[Num.max/a]_t f t <= c.
Proof. by move=> ac fc; elim/big_ind: _ => // x y xc yc; rewrite le_maxl xc. Qed.
End Maxima.

(** 0-1 with three classes or more, whatever the decoder. *)
Section ZeroOne.
Variables (R : realFieldType) (n : nat).
Notation C := 'I_n.+3.
Let L : C -> C -> R := zero_one R (T := [finType of C]).
Definition halves (i j : C) (y : C) : R := ((y == i)%:R + (y == j)%:R) / 2%:R.

Lemma halves_sum i j (f : C -> R) : \sum_y halves i j y * f y = (f i + f j) / 2%:R.
Proof.
rewrite (eq_bigr (fun y => ((y == i)%:R * f y + (y == j)%:R * f y) / 2%:R)); last first.
  move=> y _; rewrite /halves. by ring.
by rewrite -mulr_suml big_split /= !pick.
Qed.

Lemma halves_distribution i j : distribution (halves i j).
Proof.
split=> [y|]; first by rewrite /halves divr_ge0 ?ler0n // addr_ge0 ?ler0n.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
transitivity (\sum_y halves i j y * 1); first by apply: eq_bigr => y _; rewrite mulr1.
by rewrite halves_sum; field.
Qed.

Theorem no_decoder : ~ consistent_surrogate L (fun=> True) (max_margin L).
Proof.
case=> _ _ _ [decode cal]; pose z := decode (fun=> 0).
have [i [j [ij iz jz]]] : exists i j : C, [/\ i != j, i != z & j != z].
  pose o k : C := inord k.
  have d (a b : nat) : (a < 3)%N -> (b < 3)%N -> a != b -> o a != o b.
    move=> a3 b3; apply: contra => /eqP/(congr1 val).
    by rewrite /= !inordK ?(leq_trans a3) ?(leq_trans b3) // => ->.
  have [e0|n0] := eqVneq (o 0%N) z.
    by exists (o 1%N), (o 2%N); rewrite -e0 !d.
  have [e1|n1] := eqVneq (o 1%N) z; last by exists (o 0%N), (o 1%N); rewrite d.
  by exists (o 0%N), (o 2%N); rewrite -e1 !d.
have [u _ [e e0 le]] := cal _ (halves_distribution i j).
have bad : ~ optimal L (halves i j) z.
  move/(_ i); rewrite /risk !halves_sum /L /zero_one (negPf ij) eqxx ![z == _]eq_sym (negPf iz) (negPf jz) /=.
  rewrite (_ : (1 + 1) / 2%:R = 1); last by (have two : 2%:R != 0 :> R by rewrite pnatr_eq0); field.
  rewrite add0r leNgt ltr_pdivr_mulr ?ltr0n //.
  by rewrite mul1r ltr1n.
have := le (fun=> 0) I bad; rewrite !halves_sum.
have flat y : max_margin L (fun=> 0) y <= 1.
  by rewrite /max_margin subr0; apply: max_le => [|t]; rewrite add0r /L /zero_one lern1 leq_b1.
have pair : 2%:R <= max_margin L u i + max_margin L u j.
  have a := max_ge (fun y => u y + L y i) (u i + L i i) j.
  have b := max_ge (fun y => u y + L y j) (u j + L j j) i.
  rewrite /max_margin addrACA; apply: le_trans (ler_add (ler_add a b) (lexx _)).
  by rewrite /L /zero_one ij eq_sym ij /= (_ : _ + _ = 2%:R) //; ring.
apply/negP; rewrite -ltNge.
apply: (@le_lt_trans _ _ 1); first by rewrite ler_pdivr_mulr ?ltr0n // mul1r -[2%:R]/(1 + 1) ler_add.
apply: (@le_lt_trans _ _ ((max_margin L u i + max_margin L u j) / 2%:R)); last by rewrite ltr_addl.
by rewrite ler_pdivl_mulr ?ltr0n // mul1r.
Qed.
End ZeroOne.

(** Unary scores with the Hamming loss: a hinge for each label. *)
Section Unary.
Variables (R : realFieldType) (m : nat) (p : {set 'I_m} -> R).
Hypotheses (m0 : (0 < m)%N) (dist : distribution p).
Notation s := (sign_of R).
Notation c := (m%:R^-1 : R).
Definition score (w : 'I_m -> R) (y : {set 'I_m}) : R := \sum_j s y j * w j.
Definition unary (w : 'I_m -> R) (y : {set 'I_m}) : R :=
  \big[Num.max/0]_(y' : {set 'I_m}) (hamming R y' y + score w y' - score w y).
Definition hinge (y : {set 'I_m}) (w : 'I_m -> R) (j : 'I_m) : R := Num.max 0 (c - 2%:R * s y j * w j).
Definition theta j : R := \sum_y p y * s y j.

Lemma term w y' y : hamming R y' y + score w y' - score w y =
  \sum_j (if (j \in y') == (j \in y) then 0 else c - 2%:R * s y j * w j).
Proof.
rewrite hamming_sum mulr_sumr /score -big_split -sumrB; apply: eq_bigr => j _ /=.
by rewrite /sign_of; case: (j \in y'); case: (j \in y) => /=; ring.
Qed.

Lemma unary_hinges w y : unary w y = \sum_j hinge y w j.
Proof.
apply/eqP; rewrite eq_le; apply/andP; split.
  apply: max_le => [|y']; first by apply: sumr_ge0 => j _; rewrite le_maxr lexx.
  by rewrite term; apply: ler_sum => j _; case: ifP; rewrite /hinge le_maxr lexx ?orbT.
pose y' := [set j | if 0 < c - 2%:R * s y j * w j then j \notin y else j \in y].
apply: le_trans (max_ge _ 0 y'); rewrite term; apply: ler_sum => j _.
rewrite inE /hinge; case: ltP => [lt|le]; last by rewrite eqxx.
by case: (j \in y).
Qed.

Lemma plus j : (1 + theta j) / 2%:R = \sum_y p y * ((1 + s y j) / 2%:R).
Proof. by have [_ tot] := dist; rewrite -{1}tot /theta -big_split mulr_suml; apply: eq_bigr => y _ /=; ring. Qed.
Lemma minus j : (1 - theta j) / 2%:R = \sum_y p y * ((1 - s y j) / 2%:R).
Proof. by have [_ tot] := dist; rewrite -{1}tot /theta -sumrB mulr_suml; apply: eq_bigr => y _ /=; ring. Qed.

(** The mean of a function of a label's sign. *)
Lemma by_sign (f : R -> R) j : \sum_y p y * f (s y j) =
  (1 + theta j) / 2%:R * f 1 + (1 - theta j) / 2%:R * f (- 1).
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
rewrite plus minus !mulr_suml -big_split; apply: eq_bigr => y _ /=.
by rewrite /sign_of; case: (j \in y); field.
Qed.

Lemma theta_range j : 0 <= (1 + theta j) / 2%:R /\ 0 <= (1 - theta j) / 2%:R.
Proof.
have [pos _] := dist; rewrite plus minus.
by split; apply: sumr_ge0 => y _; rewrite mulr_ge0 // divr_ge0 ?ler0n // /sign_of; case: ifP => _;
  rewrite ?opprK ?subrr // addr_ge0 ?ler01.
Qed.

Definition mean_hinge j (t : R) : R := \sum_y p y * Num.max 0 (c - 2%:R * s y j * t).
Lemma mean_hingeE j t : mean_hinge j t =
  (1 + theta j) / 2%:R * Num.max 0 (c - 2%:R * t) + (1 - theta j) / 2%:R * Num.max 0 (c + 2%:R * t).
Proof.
by rewrite /mean_hinge (by_sign (fun x => Num.max 0 (c - 2%:R * x * t))) mulr1 mulrN1 mulNr opprK.
Qed.

Definition top j : R := (if 0 <= theta j then 1 else - 1) * (c / 2%:R).
Lemma c0 : 0 < c. Proof. by rewrite invr_gt0 ltr0n. Qed.

Lemma at_top j : mean_hinge j (top j) = c * (1 - `|theta j|).
Proof.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have cc := c0; have h : 2%:R * (c / 2%:R) = c by rewrite mulrCA divff ?mulr1.
rewrite mean_hingeE /top; case: (lerP 0 (theta j)) => th.
  rewrite mul1r h subrr ger0_norm // (max_r (lexx 0)) (max_r (ltW (addr_gt0 cc cc))).
  by move: (c) (theta j) => a b; field.
rewrite mulN1r mulrN opprK h subrr ltr0_norm // (max_r (lexx 0)) (max_r (ltW (addr_gt0 cc cc))).
by move: (c) (theta j) => a b; field.
Qed.

Lemma above j t : c * (1 - `|theta j|) <= mean_hinge j t.
Proof.
have [a0 b0] := theta_range j; rewrite mean_hingeE.
set x := Num.max _ _; set y := Num.max _ _.
have x0 : 0 <= x by rewrite le_maxr lexx.
have y0 : 0 <= y by rewrite le_maxr lexx.
have xy : 2%:R * c <= x + y.
  rewrite (_ : 2%:R * c = (c - 2%:R * t) + (c + 2%:R * t)); last by move: (c) => k; ring.
  by rewrite ler_add // le_maxr lexx orbT.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have e : c * (1 - `|theta j|) = (1 - `|theta j|) / 2%:R * (2%:R * c) by move: (c) `|_| => a b; field.
have n0 : 0 <= (1 - `|theta j|) / 2%:R.
  by case: (ger0P (theta j)) => _ //; rewrite opprK.
rewrite e; apply: le_trans (ler_wpmul2l n0 xy) _; rewrite mulrDr; apply: ler_add.
  rewrite ler_wpmul2r // ler_pmul2r ?invr_gt0 ?ltr0n // ler_add2l.
  by rewrite (le_trans _ (lerNnormlW (lexx _))) // -normrN.
rewrite ler_wpmul2r // ler_pmul2r ?invr_gt0 ?ltr0n // ler_add2l ler_opp2; exact: ler_norm.
Qed.

Lemma wrong_side j t : theta j * t <= 0 -> c <= mean_hinge j t.
Proof.
move=> bad; have [a0 b0] := theta_range j; rewrite mean_hingeE.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
apply: (@le_trans _ _ ((1 + theta j) / 2%:R * (c - 2%:R * t) + (1 - theta j) / 2%:R * (c + 2%:R * t))).
  rewrite [X in _ <= X](_ : _ = c - 2%:R * (theta j * t)); last by move: (c) (theta j) => a b; field.
  by rewrite ler_addl oppr_ge0 mulr_ge0_le0 ?ler0n.
by rewrite ler_add // ler_wpmul2l // le_maxr lexx orbT.
Qed.

Lemma decoded_sign w y j : (forall y', score w y' <= score w y) -> 0 <= s y j * w j.
Proof.
move=> high; pose y' := [set k | if k == j then k \notin y else k \in y].
have : 0 <= \sum_k (s y k * w k - s y' k * w k) by rewrite sumrB subr_ge0; exact: high.
rewrite (bigD1 j) //= big1 => [|k kj].
  rewrite addr0 /sign_of inE eqxx; case: (j \in y) => /=.
    by rewrite mul1r mulN1r opprK -mulr2n pmulrn_lge0.
  by rewrite mul1r mulN1r -mulr2n pmulrn_lge0.
by rewrite /sign_of inE (negPf kj) subrr.
Qed.

Theorem unary_consistent : exists u : 'I_m -> R, exists2 e, 0 < e & forall w y,
  (forall y', score w y' <= score w y) -> ~ optimal (hamming R (m := m)) p y ->
  \sum_t p t * unary u t + e <= \sum_t p t * unary w t.
Proof.
have W w : \sum_t p t * unary w t = \sum_j mean_hinge j (w j).
  rewrite exchange_big; apply: eq_bigr => t _ /=; rewrite unary_hinges mulr_sumr.
  by apply: eq_bigr => j _.
have posf j : theta j != 0 -> 0 < c * `|theta j| by move=> ne; rewrite mulr_gt0 ?c0 ?normr_gt0.
have [e e0 floor] := positive_floor (index_enum [finType of 'I_m]) posf.
exists top; exists e => // w y high bad; rewrite !W.
have [j wrong] : exists j, s y j * theta j < 0.
  have [j jw|all] := pickP (fun j => s y j * theta j < 0); first by exists j.
  case: bad; apply/hamming_decoding => // j; have := all j; rewrite ltNge => /negbFE.
  by rewrite /score /theta.
have tj : theta j != 0 by apply: contraTneq wrong => ->; rewrite mulr0 ltxx.
rewrite (bigD1 j) //= [X in _ <= X](bigD1 j) //= addrAC; apply: ler_add; last first.
  by apply: ler_sum => k _; rewrite at_top above.
rewrite at_top; apply: le_trans (wrong_side (_ : theta j * w j <= 0)).
  have le := floor j (mem_index_enum _) tj.
  by rewrite mulrBr mulr1 -ler_subr_addl opprD opprK addrA subrr add0r.
have := decoded_sign j high; move: wrong; rewrite /sign_of; case: (j \in y).
  by rewrite !mul1r => th w0; rewrite mulr_le0_ge0 // ltW.
by rewrite !mulN1r oppr_lt0 oppr_ge0 => th w0; rewrite mulr_ge0_le0 // ltW.
Qed.
End Unary.

Theorem hamming_consistent (R : realFieldType) (m : nat) (p : {set 'I_m} -> R) : (0 < m)%N -> distribution p ->
  let score (w : 'I_m -> R) (y : {set 'I_m}) := \sum_j sign_of R y j * w j in
  let surrogate w y := \big[Num.max/0]_(y' : {set 'I_m}) (hamming R y' y + score w y' - score w y) in
  (forall w y, surrogate w y = \sum_j Num.max 0 (m%:R^-1 - 2%:R * sign_of R y j * w j)) /\
  exists u, exists2 e, 0 < e & forall w y, (forall y', score w y' <= score w y) ->
    ~ optimal (hamming R (m := m)) p y ->
    \sum_t p t * surrogate u t + e <= \sum_t p t * surrogate w t.
Proof. by move=> m0 d score' surrogate'; split; [exact: unary_hinges|exact: unary_consistent]. Qed.
