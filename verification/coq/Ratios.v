(** The F-score needs one score less than its affine dimension: a surrogate of ratios. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Statements Rank Comparison Optimality FScore FScoreRank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** L(z, y) = alpha_z a_y + F_z . U_y + b_y with a > 0: the surrogate a_y |v - U_y / a_y|^2. *)
Section Ratios.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (d : nat).
Variables (alpha : Z -> R) (a b : Y -> R) (F : Z -> 'I_d -> R) (U : Y -> 'I_d -> R) (z0 : Z).
Hypothesis a0 : forall y, 0 < a y.
Hypothesis form : forall z y, L z y = alpha z * a y + \sum_k F z k * U y k + b y.

Definition ratio y k : R := U y k / a y.
Definition ratio_loss (u : 'I_d -> R) y : R := a y * sqnorm (fun k => u k - ratio y k).
Definition value (u : 'I_d -> R) z : R := alpha z + dot (F z) u.
Definition ratio_decode (u : 'I_d -> R) : Z := [arg min_(z < z0) value u z]%O.

Lemma ratio_decodeP u z : value u (ratio_decode u) <= value u z.
Proof. by rewrite /ratio_decode; case: arg_minP => // z' _; apply. Qed.

Lemma ratios : consistent_surrogate L (fun=> True) ratio_loss.
Proof.
split=> //.
- by move=> u y _; rewrite mulr_ge0 ?sqnorm_ge0 // ltW.
- move=> t u v y /andP[t0 t1] _ _; rewrite /ratio_loss mulrCA [X in _ <= _ + X]mulrCA -mulrDr ler_pmul2l //.
  rewrite /sqnorm !mulr_sumr -big_split /=; apply: ler_sum => k _; rewrite -subr_ge0.
  rewrite (_ : _ - _ = t * (1 - t) * (u k - v k) ^+ 2); last ring.
  by rewrite mulr_ge0 ?sqr_ge0 ?mulr_ge0 ?subr_ge0.
exists ratio_decode => p [p0 p1].
pose E := \sum_y p y * a y; pose mean k := (\sum_y p y * U y k) / E.
have E0 : 0 < E.
  have [y py] : exists y, 0 < p y.
    apply/existsP; apply: contra_eqT p1 => /existsPn none; rewrite big1 => [|y _]; first by rewrite eq_sym oner_eq0.
    by apply/eqP; rewrite eq_le p0 andbT leNgt none.
  rewrite /E (bigD1 y) //= ltr_paddr ?mulr_gt0 // sumr_ge0 // => y' _; by rewrite mulr_ge0 ?p0 // ltW.
have En : E != 0 by rewrite gt_eqF.
have sumU k : \sum_y p y * U y k = E * mean k by rewrite /mean mulrCA mulfV // mulr1.
have riskE z z' : risk L p z - risk L p z' = E * (value mean z - value mean z').
  have one x : risk L p x = E * value mean x + \sum_y p y * b y.
    rewrite /risk /value mulrDr /dot mulr_sumr.
    rewrite (eq_bigr (fun y => p y * a y * alpha x + \sum_k F x k * (p y * U y k) + p y * b y)) => [|y _].
      rewrite !big_split /= -mulr_suml exchange_big /=; congr (_ + _ + _).
      by apply: eq_bigr => k _; rewrite -mulr_sumr sumU mulrCA.
    rewrite form !mulrDr mulr_sumr; congr (_ + _ + _); first by rewrite mulrCA mulrC.
    by apply: eq_bigr => k _; rewrite mulrCA.
  by rewrite !one; ring.
have excess v : \sum_y p y * ratio_loss v y - \sum_y p y * ratio_loss mean y = E * sqnorm (fun k => mean k - v k).
  rewrite -sumrB /sqnorm mulr_sumr.
  rewrite (eq_bigr (fun y => \sum_k (p y * a y * (v k ^+ 2 - mean k ^+ 2) + (p y * U y k) * (- (v k - mean k) *+ 2)))) => [|y _].
    rewrite exchange_big /=; apply: eq_bigr => k _; rewrite big_split /= -!mulr_suml -/E sumU; ring.
  rewrite -mulrBr /ratio_loss /sqnorm -mulrBr -sumrB !mulr_sumr; apply: eq_bigr => k _.
  by rewrite /ratio; field; rewrite gt_eqF.
pose gap z z' := sqnorm (fun k => F z k - F z' k) + 1.
have gap0 z z' : 0 < gap z z' by rewrite ltr_paddl ?ltr01 ?sqnorm_ge0.
pose c (q : Z * Z) := if value mean q.2 < value mean q.1
  then E * ((value mean q.1 - value mean q.2) ^+ 2 / gap q.1 q.2) else 1.
have c0 q : 0 < c q.
  by rewrite /c; case: ifP => [lt|]; rewrite ?ltr01 // mulr_gt0 // divr_gt0 // exprn_gt0 // subr_gt0.
have [e e0 le] := positive_bound c0.
exists mean => //; exists e => // v _ bad; rewrite addrC -ler_subr_addr excess.
have [z' lt] : exists z', value mean z' < value mean (ratio_decode v).
  apply/existsP; apply: contra_notT bad => /existsPn h z'.
  by rewrite -subr_ge0 riskE mulr_ge0 ?(ltW E0) // subr_ge0 leNgt h.
apply: le_trans (le (ratio_decode v, z')) _; rewrite /c /= lt ler_pmul2l //.
set z := ratio_decode v in lt *; rewrite ler_pdivr_mulr //.
pose w k := F z k - F z' k.
have up : value mean z - value mean z' <= dot w (fun k => mean k - v k).
  have dp : value v z <= value v z' := ratio_decodeP v z'.
  have e1 : dot w (fun k => mean k - v k) = dot (F z) mean - dot (F z') mean - dot (F z) v + dot (F z') v.
    by rewrite /dot -!sumrB -big_split; apply: eq_bigr => k _; rewrite /w /=; ring.
  have e2 : dot w (fun k => mean k - v k) - (value mean z - value mean z') = value v z' - value v z.
    by rewrite e1 /value; ring.
  by rewrite -subr_ge0 e2 subr_ge0.
apply: (@le_trans _ _ (dot w (fun k => mean k - v k) ^+ 2)).
  have pos : 0 <= value mean z - value mean z' by rewrite subr_ge0 ltW.
  by rewrite ler_expn2r ?nnegrE // (le_trans pos up).
apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrC ler_wpmul2l ?sqnorm_ge0 //.
by rewrite ler_addl ler01.
Qed.
End Ratios.

(** A positive combination of the differences of rows saves a dimension. *)
Lemma saved (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (z0 : Z) (w : Z -> R) (d : nat) :
  (difference_rank L <= d.+1)%N -> \sum_z w z = 0 -> (forall y, 0 < \sum_z w z * L z y) ->
  (0 < #|Y|)%N -> consistent_dimension L d.
Proof.
move=> rk w0 pos Y0; pose a y := \sum_z w z * L z y.
pose M : 'M[R]_(#|Z|, #|Y|) := \matrix_(i, j) (L (enum_val i) (enum_val j) - L z0 (enum_val j)).
pose A : 'rV[R]_#|Y| := \row_j a (enum_val j).
have rM : (\rank M <= d.+1)%N.
  apply: leq_trans rk; have -> : M = \matrix_(i, j) differences L (enum_rank (enum_val i, z0)) (id j).
    by apply/matrixP => i j; rewrite !mxE enum_rankK.
  exact: mxsub_rank.
have AM : (A <= M)%MS.
  apply/submxP; exists (\row_i w (enum_val i)); apply/rowP => j; rewrite !mxE.
  rewrite (eq_bigr (fun i => w (enum_val i) * (L (enum_val i) (enum_val j) - L z0 (enum_val j)))) => [|i _]; last by rewrite !mxE.
  rewrite (sum_enum (fun z => w z * (L z (enum_val j) - L z0 (enum_val j)))).
  by under eq_bigr do rewrite mulrBr; rewrite sumrB -mulr_suml w0 mul0r subr0.
have A0 : A != 0.
  apply/eqP => /rowP/(_ (Ordinal Y0)); rewrite !mxE => e.
  by have := pos (enum_val (Ordinal Y0)); rewrite -/(a _) e ltxx.
pose C := (M :\: A)%MS; have rC : (\rank C <= d)%N.
  have := mxrank_cap_compl M A; rewrite (_ : \rank (M :&: A)%MS = 1%N) -/C; last first.
    have e : (M :&: A == A)%MS by rewrite capmxSr sub_capmx AM submx_refl.
    rewrite (eqmx_rank e).
    by apply/eqP; rewrite eqn_leq rank_leq_row lt0n mxrank_eq0.
  by move: rM; lia.
pose B : 'M[R]_(d, #|Y|) := (pid_mx (\rank C) : 'M_(d, \rank C)) *m row_base C.
have CB : (C <= B)%MS.
  rewrite -(eq_row_base C); apply/submxP; exists (pid_mx (\rank C)).
  by rewrite mulmxA mul_pid_mx minnn (minn_idPr rC) pid_mx_1 mul1mx.
have MAB : (M <= col_mx A B)%MS.
  rewrite -addsmxE; rewrite -{1}(addsmx_diff_cap_eq M A) addsmx_sub -/C.
  rewrite (submx_trans CB) ?addsmxSr //=.
  by apply: submx_trans (capmxSr _ _) (addsmxSl _ _).
case/submxP: MAB => K KE.
pose alpha z := K (enum_rank z) (lshift d 0).
pose F z k := K (enum_rank z) (rshift 1 k).
pose U y k := B k (enum_rank y).
have form z y : L z y = alpha z * a y + \sum_k F z k * U y k + L z0 y.
  have /matrixP/(_ (enum_rank z) (enum_rank y)) := KE; rewrite !mxE !enum_rankK.
  rewrite big_split_ord big_ord1 /= col_mxEu mxE enum_rankK => e.
  rewrite -(subrK (L z0 y) (L z y)) e; congr (_ + _ + _).
  by apply: eq_bigr => k _; rewrite col_mxEd.
by exists (fun=> True), (ratio_loss a U); exact: (ratios z0 pos form).
Qed.

Theorem fscore : claim_fscore_ratios.
Proof.
move=> R m m2; have m0 : (0 < m)%N by exact: leq_trans m2.
pose singles z : R := \sum_(j < m) (z == [set j])%:R.
pose w (z : {set 'I_m}) : R := 5%:R / 4%:R / m%:R * singles z - (z == setT)%:R - 1 / 4%:R * (z == set0)%:R.
have mn : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have sums (h : {set 'I_m} -> R) : \sum_z w z * h z =
    5%:R / 4%:R / m%:R * (\sum_j h [set j]) - h setT - 1 / 4%:R * h set0.
  rewrite (eq_bigr (fun z => 5%:R / 4%:R / m%:R * (singles z * h z) - (z == setT)%:R * h z - 1 / 4%:R * ((z == set0)%:R * h z))) => [|z _]; last by rewrite /w; ring.
  rewrite !sumrB -!mulr_sumr !pick; congr (_ * _ - _ - _).
  under eq_bigr do rewrite mulr_suml; rewrite exchange_big; apply: eq_bigr => j _; exact: pick.
apply: (@saved R _ _ _ set0 w).
- have [[ad _] _ _] := (FScoreRank.dimension : claim_fscore_affdim) R m 0 m0.
  have [[c cE] _] := ad; apply: leq_trans (difference_rank_le _ c) _.
  by rewrite cE /constant_fscore_affdim_dimension /constant_fscore_ratios_dimension; nia.
- have := sums (fun=> 1); under eq_bigr do rewrite mulr1; move=> ->.
  by rewrite sumr_const card_ord divfK //; field.
- move=> y; rewrite sums; have T0 : [set: 'I_m] != set0 by rewrite -cards_eq0 cardsT card_ord -lt0n.
  rewrite /f_loss; under eq_bigr do rewrite ?mulr1.
  rewrite sumrB sumr_const card_ord FScore.singles (score_nonempty R _ T0) setTI cardsT card_ord.
  rewrite f_scoreE eqxx /= set0I cards0 muln0 mul0r.
  have [->|y0] := eqVneq y set0.
    rewrite cards0 muln0 !mul0r !subr0 divfK // subrr mulr0 subr0.
    by rewrite (_ : _ - 1 = 1 / 4%:R) ?divr_gt0 ?ltr01 ?ltr0n //; field.
  have l1 : 1 <= #|y|%:R :> R by rewrite ler1n card_gt0.
  have m2' : 2%:R <= m%:R :> R by rewrite ler_nat.
  rewrite !natrM !natrD; move: (#|y|%:R : R) l1 (m%:R : R) m2' mn => l l1 x x2 xn.
  have l0 : 0 < l := lt_le_trans ltr01 l1. have x0 : 0 < x by apply: lt_le_trans x2; rewrite ltr0n.
  have x1 : 0 < x + l by exact: addr_gt0. have l2 : 0 < 1 + l by rewrite addr_gt0 ?ltr01.
  pose s := x - 2%:R; pose t := l - 1.
  have s0 : 0 <= s by rewrite subr_ge0. have t0 : 0 <= t by rewrite subr_ge0.
  rewrite [X in 0 < X](_ : _ = 2%:R * l * ((1 + 3%:R * s + 3%:R * t + 4%:R * (s * t)) / 4%:R) / (x * (x + l) * (1 + l))).
    have st : 0 <= 3%:R * s + 3%:R * t + 4%:R * (s * t) by rewrite !addr_ge0 // !mulr_ge0 // ler0n.
    have num : 0 < 1 + 3%:R * s + 3%:R * t + 4%:R * (s * t) by rewrite -!addrA ltr_paddr ?ltr01 // addrA.
    by apply: divr_gt0; apply: mulr_gt0; rewrite ?divr_gt0 ?mulr_gt0 ?ltr0n.
  by rewrite /s /t; field; rewrite xn !gt_eqF.
- by apply/card_gt0P; exists set0.
Qed.
