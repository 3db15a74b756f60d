(** Precision at k (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Sets Rank Constants Optimality.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** A vector that sees the differences as 0 and the constants not: no c lowers the rank. *)
Lemma unlowered (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z0 : Z) (v : Y -> R) t :
  t != 0 -> \sum_y v y = 0 -> (forall z, risk L v z = t) ->
  affine_dimension L (difference_rank L).+1.
Proof.
move=> t0 v0 vt; have lo c : ((difference_rank L).+1 <= \rank (matrix_of L - const_mx c)%R)%N.
  pose M := matrix_of L - const_mx c; pose w := \col_(j < #|Y|) v (enum_val j).
  have Dw : differences L *m w = 0.
    apply/colP => i; rewrite mxE; under eq_bigr do rewrite [w _ _]mxE.
    by rewrite differences_vector !vt subrr mxE.
  have Mw i : (M *m w) i 0 = t.
    have <- : \sum_y (v y * L (enum_val i) y - c * v y) = t.
      by rewrite sumrB -mulr_sumr v0 mulr0 subr0; exact: vt.
    rewrite mxE -(sum_enum (fun y => v y * L (enum_val i) y - c * v y)).
    by apply: eq_bigr => j _; rewrite !mxE mulrBl [v _ * _]mulrC.
  have sub : (differences L <= M)%MS.
    apply/row_subP => i; rewrite (_ : row i _ = row (enum_rank (enum_val i).1) M - row (enum_rank (enum_val i).2) M).
      by rewrite addmx_sub ?eqmx_opp ?row_sub.
    apply/rowP => j; rewrite /M !mxE !enum_rankK; by rewrite opprB addrA subrK.
  have : (differences L < M)%MS.
    rewrite ltmxE sub /=; apply/negP => /submxP[E e].
    by have := Mw (enum_rank z0); rewrite e -mulmxA Dw mulmx0 mxE => /eqP; rewrite eq_sym (negbTE t0).
  by rewrite ltmxErank => /andP[].
have up : (\rank (matrix_of L - const_mx 0)%R <= (difference_rank L).+1)%N by exact: rank_le_differences z0 0.
by split=> //; exists 0; apply/eqP; rewrite eqn_leq up lo.
Qed.

Section Prec.
Variables (R : realFieldType) (m k : nat).
Hypotheses (k0 : (0 < k)%N) (km : (k <= m)%N).
Notation Z := (k_sets m k).
Notation sets := {set 'I_m}.
Notation L := (prec_at_k R (m := m) (k := k)).
Notation F := (fun (z : Z) j => - k%:R^-1 * (j \in val z)%:R : R).
Notation U := (fun (y : sets) j => (j \in y)%:R : R).

Let kR : k%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

Lemma meet_sum (z y : sets) : #|z :&: y|%:R = \sum_j (j \in z)%:R * (j \in y)%:R :> R.
Proof.
rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
by rewrite inE; case: (j \in z); case: (j \in y); rewrite ?mulr1 ?mulr0.
Qed.

Lemma size_sum (z : Z) : \sum_j (j \in val z)%:R = k%:R :> R.
Proof.
transitivity (#|val z|%:R : R); last by rewrite (eqP (valP z)).
rewrite -sum1_card natr_sum [RHS]big_mkcond; by apply: eq_bigr => j _; case: (j \in _).
Qed.

(** prec.decomposition *)
Theorem prec_decomposition : decomposition L F U 1.
Proof.
move=> z y; rewrite /prec_at_k meet_sum addrC mulrC -mulNr mulr_sumr.
by under [in RHS]eq_bigr do rewrite -mulrA.
Qed.

Lemma some_k_set : Z.
Proof.
have h : (0 < #|[set A : sets | #|A| == k]|)%N by rewrite card_draws card_ord bin_gt0.
by have /sigW[A] : exists A : sets, #|A| == k; [have [A] := card_gt0P h; rewrite inE; exists A | exists A].
Qed.

(** prec.A *)
Lemma prec_row z : sqnorm (F z) = k%:R^-1.
Proof.
rewrite /sqnorm (eq_bigr (fun j => k%:R^-1 ^+ 2 * (j \in val z)%:R)) => [|j _].
  by rewrite -mulr_sumr size_sum expr2 mulfVK.
by rewrite exprMn sqrrN; case: (j \in _); rewrite ?expr1n ?expr0n.
Qed.

Theorem prec_constant : constant_squared F U (m%:R / k%:R).
Proof.
have m0 : (0 < m)%N := leq_trans k0 km.
exists k%:R^-1, 1; split; last by rewrite expr1n mulr1.
  by split=> [z|]; [|exists some_k_set]; rewrite prec_row.
split=> [y j|]; first by case: (j \in y); rewrite ?normr1 ?normr0 ?ler01.
by exists setT, (Ordinal m0); rewrite inE normr1.
Qed.

(** prec.inference *)
Definition label_weight (p : sets -> R) j : R := \sum_y p y * (j \in y)%:R.

Lemma prec_risk p z : risk L p z = \sum_y p y - k%:R^-1 * \sum_(j in val z) label_weight p j.
Proof.
rewrite /risk; under eq_bigr do rewrite prec_decomposition mulrDr mulr1.
rewrite big_split /= addrC; congr (_ + _).
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /= -mulNr mulr_sumr [RHS]big_mkcond.
apply: eq_bigr => j _ /=; case: (j \in val z); last by apply: big1 => y _; rewrite mulr0 mul0r mulr0.
by rewrite /label_weight mulr_sumr; apply: eq_bigr => y _; rewrite mulr1 mulrCA.
Qed.

Lemma card_diff (z z' : Z) : #|val z :\: val z'| = #|val z' :\: val z|.
Proof.
have e1 := cardsID (val z') (val z); have e2 := cardsID (val z) (val z').
move: e1 e2 (eqP (valP z)) (eqP (valP z')); rewrite [val z' :&: _]setIC; lia.
Qed.

Theorem prec_decoding p z : optimal L p z <->
  forall j l, j \in val z -> l \notin val z -> label_weight p l <= label_weight p j.
Proof.
have c0 : 0 < k%:R^-1 :> R by rewrite invr_gt0 ltr0n.
have better z' : (risk L p z <= risk L p z') =
    (\sum_(j in val z' :\: val z) label_weight p j <= \sum_(j in val z :\: val z') label_weight p j).
  rewrite !prec_risk ler_add2l ler_opp2 ler_pmul2l //.
  rewrite (big_setID (val z)) /= [X in _ <= X](big_setID (val z')) /=.
  by rewrite [val z' :&: _]setIC ler_add2l.
split=> [opt j l jz lz|best z'].
  have ne : l != j by apply: contraNneq lz => ->.
  have szw : #|l |: (val z :\ j)| == k.
    by have := valP z; rewrite /= (cardsD1 j (val z)) jz cardsU1 !inE (negbTE lz) andbF.
  pose z' : Z := exist (fun A : sets => #|A| == k) (l |: (val z :\ j)) szw; have := opt z'; rewrite better /=.
  rewrite (_ : _ :\: _ = [set l]); last first.
    apply/setP => i; rewrite !inE; case: (eqVneq i l) => [->|il] /=; first by rewrite lz.
    by case: (i \in val z); rewrite ?andbF.
  rewrite (_ : _ :\: _ = [set j]) ?big_set1 //.
  apply/setP => i; rewrite !inE negb_or negb_and negbK.
  case: (eqVneq i l) => [->|il] /=; first by rewrite (negbTE ne).
  by case: (eqVneq i j) => [->|ij] /=; [rewrite jz|case: (i \in val z)].
rewrite better; set A := val z' :\: _; set B := val z :\: _.
have AB : #|A| = #|B| by rewrite /A /B card_diff.
have [/eqP B0|B0] := posnP #|B|.
  have : #|A| == 0%N by rewrite AB.
  by move: B0; rewrite !cards_eq0 => /eqP-> /eqP->; rewrite !big_set0.
have : \sum_(l in A) \sum_(j in B) label_weight p l <= \sum_(l in A) \sum_(j in B) label_weight p j.
  apply: ler_sum => l; rewrite inE => /andP[lz _]; apply: ler_sum => j; rewrite inE => /andP[_ jz].
  exact: best.
rewrite sumr_const (eq_bigr (fun l => label_weight p l *+ #|B|)) => [|l _]; last by rewrite sumr_const.
by rewrite sumrMnl AB ler_muln2r eqn0Ngt B0.
Qed.

(** prec.optimal.repaired *)
Theorem prec_equal_risk : positive_equal_risk L (fun=> (2 ^ m)%:R^-1).
Proof.
have N0 : (0 < 2 ^ m)%N by rewrite expn_gt0.
split=> [|y]; last by rewrite invr_gt0 ltr0n.
split=> [|z z'].
  split=> [y|]; first by rewrite invr_ge0 ler0n.
  by rewrite sumr_const -[_ *+ _]mulr_natl card_sets mulfV // pnatr_eq0 -lt0n.
have same (z1 : Z) : \sum_(j in val z1) label_weight (fun=> (2 ^ m)%:R^-1) j = k%:R / 2%:R.
  rewrite (eq_bigr (fun=> 2%:R^-1)) ?sumr_const ?(eqP (valP z1)) ?mulr_natl // => j _.
  by rewrite /label_weight -mulr_sumr bit_sum mulrA mulVf ?mul1r // pnatr_eq0 -lt0n.
by rewrite !prec_risk !same.
Qed.

(** prec.sharp.repaired *)
Theorem prec_upper : constant_at_most L (m%:R / (4 * k)%:R).
Proof.
exists m, F, (fun (y : sets) j => (j \in y)%:R - 1 / 2%:R), (1 / 2%:R); split.
  move=> z y; rewrite prec_decomposition (eq_bigr (fun j => F z j * (U y j - 1 / 2%:R) +
    (- (2%:R^-1 / k%:R)) * (j \in val z)%:R)) => [|j _].
    rewrite big_split /= -mulr_sumr size_sum -addrA; congr (_ + _).
    by field; rewrite kR.
  by rewrite mulrBr -[LHS]addr0 -addrA; congr (_ + _); field; rewrite kR.
exists k%:R^-1, (1 / 2%:R); split.
- by move=> z; rewrite prec_row.
- have half : 1 - 1 / 2%:R = 1 / 2%:R :> R by field.
  move=> y j; case: (j \in y); first by rewrite half ger0_norm ?divr_ge0 ?ler0n ?ler01.
  by rewrite sub0r normrN ger0_norm ?divr_ge0 ?ler0n ?ler01.
- by rewrite natrM le_eqVlt; apply/orP; left; apply/eqP; field; rewrite kR.
Qed.

Theorem prec_lower : constant_at_least L (1 / 4%:R).
Proof.
have := @entry_range R _ _ L some_k_set set0 some_k_set setT.
rewrite /prec_at_k setI0 cards0 setIT (eqP (valP some_k_set)) mul0r subr0 mulfV // subrr subr0.
by rewrite expr1n.
Qed.
End Prec.

(** prec.affdim.repaired, in both readings *)
Section Dimension.
Variables (R : realFieldType) (n k : nat).
Hypotheses (k0 : (0 < k)%N) (kn : (k <= n)%N).
Notation m := n.+1.
Notation Z := (k_sets m k).
Notation sets := {set 'I_m}.
Notation L := (prec_at_k R (m := m) (k := k)).
Let kR : k%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.

(** As |z| = k, the label 0 can be left out. *)
Lemma prec_without_first z y : L z y =
  \sum_(j < n) - k%:R^-1 * (lift ord0 j \in val z)%:R * ((lift ord0 j \in y)%:R - (ord0 \in y)%:R) +
  (1 - (ord0 \in y)%:R).
Proof.
rewrite prec_decomposition; set o : R := (ord0 \in y)%:R.
rewrite (eq_bigr (fun j => - k%:R^-1 * (j \in val z)%:R * ((j \in y)%:R - o) -
  (k%:R^-1 * o) * (j \in val z)%:R)) => [|j _].
  rewrite sumrB -mulr_sumr size_sum mulrAC mulVf // mul1r big_ord_recl subrr mulr0 add0r.
  by rewrite -addrA [- o + 1]addrC.
have e (a b c : R) : - a * b * c = - a * b * (c - o) - a * o * b by ring.
exact: e.
Qed.

Lemma has_exchange (j : 'I_n) : exists z z' : Z, forall y : sets,
  L z y - L z' y = - k%:R^-1 * ((lift ord0 j \in y)%:R - (ord0 \in y)%:R).
Proof.
have kn' : (k.-1 < n)%N by rewrite prednK.
have [A [cA jA]] := exists_set j kn'; rewrite prednK // in cA.
pose B : sets := [set lift ord0 i | i in A].
have cB : #|B| == k by rewrite card_imset ?cA //; exact: lift_inj.
have jB : lift ord0 j \in B by rewrite mem_imset //; exact: lift_inj.
have oB : ord0 \notin B by apply/negP=> /imsetP[i _ /eqP]; rewrite (negbTE (neq_lift _ _)).
have cB' : #|ord0 |: (B :\ lift ord0 j)| == k.
  by move: cB; rewrite (cardsD1 (lift ord0 j) B) jB cardsU1 !inE (negbTE oB) andbF.
exists (exist (fun A : sets => #|A| == k) _ cB), (exist (fun A : sets => #|A| == k) _ cB') => y.
rewrite !prec_decomposition opprD addrACA subrr addr0 -sumrB.
rewrite (bigD1 (lift ord0 j)) //= [X in _ + X](bigD1 ord0) //= big1 ?addr0 => [|i /andP[ij i0]].
  rewrite jB (negbTE oB) !inE eqxx (negbTE (neq_lift _ _)) /=.
  by rewrite !mulr0 !mul0r !mulr1 subr0 sub0r mulrBr.
by rewrite !inE (negbTE i0) ij /= subrr.
Qed.

Theorem prec_difference_rank : difference_rank L = n.
Proof.
apply/eqP; rewrite eqn_leq; apply/andP; split.
  by rewrite -[X in (_ <= X)%N]card_ord; exact: difference_rank_upto prec_without_first.
have ex (j : 'I_n) : exists q : Z * Z, [forall y : sets,
    L q.1 y - L q.2 y == - k%:R^-1 * ((lift ord0 j \in y)%:R - (ord0 \in y)%:R)].
  by have [z [z' h]] := has_exchange j; exists (z, z'); apply/forallP => y; rewrite h.
pose q j := xchoose (ex j); have qP j (y : sets) := eqP (forallP (xchooseP (ex j)) y).
apply: (difference_rank_ge (a := fun j z => (z == (q j).1)%:R - (z == (q j).2)%:R)
  (b := fun i y => (y == [set lift ord0 i])%:R)) => [j|]; first by rewrite sumrB !pick1 subrr.
rewrite (_ : \matrix_(i, j) _ = (- k%:R^-1)%:M).
  by rewrite unitmxE det_scalar unitrX // unitfE oppr_eq0 invr_eq0.
apply/matrixP => j i; rewrite !mxE exchange_big.
rewrite (eq_bigr (fun y => (y == [set lift ord0 i])%:R * (L (q j).1 y - L (q j).2 y))) => [|y _].
  rewrite (pick (fun y => L (q j).1 y - L (q j).2 y)) qP !inE (inj_eq lift_inj) eq_sym.
  by rewrite [ord0 == _](negbTE (neq_lift _ _)) eq_sym subr0; case: eqP => _; rewrite ?mulr1 ?mulr0.
by rewrite -mulr_suml mulrC (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick.
Qed.

Theorem prec_affine_dimension : affine_dimension L m.
Proof.
suff : affine_dimension L (difference_rank L).+1 by rewrite prec_difference_rank.
apply: (@unlowered _ _ _ L (some_k_set (leqW kn)) (fun y => (y == setT)%:R - (y == set0)%:R) (- 1)).
- by rewrite oppr_eq0 oner_eq0.
- by rewrite sumrB !pick1 subrr.
move=> z; rewrite /risk (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick /prec_at_k.
by rewrite setI0 cards0 mul0r subr0 setIT (eqP (valP z)) mulfV // subrr sub0r.
Qed.
End Dimension.

Section OnePrediction.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (prec_at_k R (m := m) (k := m)).

Lemma only_set (z : k_sets m m) : val z = setT.
Proof. by apply/eqP; rewrite eqEcard subsetT cardsT card_ord (eqP (valP z)) leqnn. Qed.

Theorem prec_full_difference_rank : difference_rank L = 0%N.
Proof.
apply/eqP; rewrite -leqn0 -[X in (_ <= X)%N](card_ord 0).
apply: (difference_rank_upto (F := fun _ _ => 0) (U := fun _ _ => 0)
  (g := fun y => L (some_k_set (leqnn m)) y)) => z y.
by rewrite big_ord0 add0r /prec_at_k !only_set.
Qed.

Theorem prec_full_affine_dimension : affine_dimension L 1.
Proof.
suff : affine_dimension L (difference_rank L).+1 by rewrite prec_full_difference_rank.
apply: (@unlowered _ _ _ L (some_k_set (leqnn m)) (fun y => (y == setT)%:R - (y == set0)%:R) (- 1)).
- by rewrite oppr_eq0 oner_eq0.
- by rewrite sumrB !pick1 subrr.
move=> z; rewrite /risk (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick /prec_at_k.
by rewrite setI0 cards0 mul0r subr0 setIT (eqP (valP z)) mulfV ?pnatr_eq0 -?lt0n // subrr sub0r.
Qed.
End OnePrediction.

(** prec.least-at-one: W has the row of signs s_j(y) for the set {j}. *)
Section One.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (prec_at_k R (m := m) (k := 1)).

Definition single (j : 'I_m) : k_sets m 1 := exist (fun A : {set 'I_m} => #|A| == 1%N) [set j] (introT eqP (cards1 j)).

Lemma single_bij : bijective single.
Proof.
apply: inj_card_bij => [i j /(congr1 val)/= /set1_inj //|].
by rewrite card_ord card_sig -cardsE card_draws card_ord bin1.
Qed.

Theorem prec_one_least : least_constant L (m%:R / 4%:R).
Proof.
split; first by have := @prec_upper R m 1 (ltnSn 0); rewrite muln1.
move=> r F U c a d w.
have N0 : 0 < (2 ^ m)%:R :> R by rewrite ltr0n expn_gt0.
pose L' (j : 'I_m) y := L (single j) y.
have d' : decomposition L' (fun j => F (single j)) U c by move=> j y; exact: d.
have w' : constant_within (fun j => F (single j)) U a.
  by case: w => B [b [FB Ub le]]; exists B, b; split=> // j.
pose W (j : 'I_m) (y : {set 'I_m}) := sign_of R y j.
have Ws' (v : {set 'I_m} -> R) : \sum_j (\sum_y W j y * v y) ^+ 2 <= (2 ^ m)%:R * \sum_y v y ^+ 2.
  by apply: (@bessel R _ _ W _ v N0) => i j; exact: sign_orthogonal.
have := weights_within (ltW N0) (@sign_sum R m) Ws' d' w'.
have -> : \sum_j \sum_y W j y * L' j y = - (m%:R * (2 ^ m)%:R / 2%:R).
  rewrite (eq_bigr (fun=> - ((2 ^ m)%:R / 2%:R))) => [|j _].
    by rewrite sumr_const card_ord mulNrn -[_ *+ m]mulr_natl mulrA.
  rewrite (eq_bigr (fun y : {set 'I_m} => - (j \in y)%:R + W j y)) => [|y _]; last first.
    rewrite /L' /prec_at_k /W sign_bit /= divr1 (_ : #|_|%:R = (j \in y)%:R); last first.
      by case: (boolP (j \in y)) => jy; [rewrite (setIidPl _) ?sub1set ?cards1|
        rewrite (_ : _ :&: _ = set0) ?cards0 //; apply/eqP; rewrite setI_eq0 disjoints1].
    have e1 : (2%:R * 1 - 1) * (1 - 1) = - 1 + (2%:R * 1 - 1) :> R by ring.
    have e0 : (2%:R * 0 - 1) * (1 - 0) = - 0 + (2%:R * 0 - 1) :> R by ring.
    by case: (j \in y).
  by rewrite big_split /= sign_sum addr0 sumrN bit_sum.
rewrite card_ord card_sets natrM sqrrN => h.
have mR : 0 < m%:R :> R by rewrite ltr0n.
have NN : 0 < (2 ^ m)%:R * (m%:R * (2 ^ m)%:R) :> R by rewrite !mulr_gt0.
rewrite -(ler_pmul2r NN); apply: le_trans h; rewrite le_eqVlt; apply/orP; left; apply/eqP.
by move: (m%:R : R) ((2 ^ m)%:R : R) => u v; field.
Qed.
End One.
