(** More bounds on the two ranks, and points of equal risk by symmetry. *)
From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Forms.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

(** L = F U^T + g(y) with r coordinates: a function of y changes no difference of predictions. *)
Lemma difference_rank_form r (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (g : Y -> R) :
  (forall z y, L z y = \sum_k F z k * U y k + g y) -> (difference_rank L <= r)%N.
Proof.
move=> d.
pose A := \matrix_(q < #|{: Z * Z}|, k < r) (F (enum_val q).1 k - F (enum_val q).2 k).
pose B := \matrix_(k < r, j < #|Y|) U (enum_val j) k.
rewrite /difference_rank (_ : differences L = A *m B); last first.
  apply/matrixP=> i j; rewrite !mxE !d opprD addrACA subrr addr0 -sumrB.
  by apply: eq_bigr => k _; rewrite !mxE mulrBl.
exact: leq_trans (mxrankM_maxr _ _) (rank_leq_row _).
Qed.

(** Weights b_j on observations that no combination makes all predictions equal on. *)
Lemma difference_rank_columns (J : finType) (b : J -> Y -> R) :
  (forall x : J -> R,
     (forall z z', \sum_j x j * (\sum_y (L z y - L z' y) * b j y) = 0) -> forall j, x j = 0) ->
  (#|J| <= difference_rank L)%N.
Proof.
move=> free; pose B := \matrix_(y < #|Y|, j < #|J|) b (enum_val j) (enum_val y).
suff free' : row_free (differences L *m B)^T.
  by rewrite -(eqP free') mxrank_tr; exact: mxrankM_maxl.
apply: inj_row_free => v vM; apply/rowP=> i; rewrite mxE.
pose x j := v 0 (enum_rank j).
suff /(_ (enum_val i)) : forall j, x j = 0 by rewrite /x enum_valK.
apply: free => z z'; have /rowP/(_ (enum_rank (z, z'))) := vM; rewrite !mxE => vM0.
rewrite -[RHS]vM0 -[LHS]sum_enum; apply: eq_bigr => j _; rewrite /x enum_valK; congr (_ * _).
rewrite !mxE -[LHS]sum_enum; apply: eq_bigr => y _.
by rewrite !mxE enum_rankK.
Qed.

(** The same with single observations. *)
Lemma difference_rank_observations (J : finType) (b : J -> Y) :
  (forall x : J -> R,
     (forall z z', \sum_j x j * (L z (b j) - L z' (b j)) = 0) -> forall j, x j = 0) ->
  (#|J| <= difference_rank L)%N.
Proof.
move=> free; apply: (difference_rank_columns (b := fun j y => (y == b j)%:R)) => x h.
apply: free => z z'; rewrite -[RHS](h z z'); apply: eq_bigr => j _; congr (_ * _).
by under eq_bigr do rewrite mulrC; rewrite (pick (fun y => L z y - L z' y)).
Qed.

(** Weights u of sum 0 that give every prediction the same value other than 0: no shift reaches
    the rank of the differences. *)
Lemma shifted_rank_gt c r (u : Y -> R) (k : R) : (0 < #|Z|)%N ->
  \sum_y u y = 0 -> (forall z, \sum_y L z y * u y = k) -> k != 0 ->
  (r <= difference_rank L)%N -> (r < \rank (matrix_of L - const_mx c)%R)%N.
Proof.
move=> /card_gt0P[z0 _] u0 Lu k0 le; apply: leq_ltn_trans le _.
set M := matrix_of L - const_mx c.
pose E : 'M[R]_(#|{: Z * Z}|, #|Z|) :=
  \matrix_(i, j) ((enum_val j == (enum_val i).1)%:R - (enum_val j == (enum_val i).2)%:R).
have DE : differences L = E *m M.
  apply/matrixP=> i j; rewrite !mxE.
  under eq_bigr do rewrite !mxE mulrBl.
  rewrite sumrB.
  rewrite (sum_enum (fun z => (z == (enum_val i).1)%:R * (L z (enum_val j) - c))).
  rewrite (sum_enum (fun z => (z == (enum_val i).2)%:R * (L z (enum_val j) - c))).
  by rewrite !(pick (fun z => L z (enum_val j) - c)) opprB addrA subrK.
pose v := \col_(y < #|Y|) u (enum_val y).
have Mv : M *m v = const_mx k.
  apply/matrixP=> i j; rewrite !mxE; under eq_bigr do rewrite !mxE mulrBl.
  rewrite sumrB (sum_enum (fun y => L (enum_val i) y * u y)) Lu.
  by rewrite (sum_enum (fun y => c * u y)) -mulr_sumr u0 mulr0 subr0.
have EMv : E *m (M *m v) = 0.
  rewrite mulmxA -DE; apply/matrixP=> i j; rewrite !mxE.
  under eq_bigr do rewrite !mxE mulrBl.
  rewrite sumrB (sum_enum (fun y => L (enum_val i).1 y * u y)).
  by rewrite (sum_enum (fun y => L (enum_val i).2 y * u y)) !Lu subrr.
rewrite /difference_rank DE -mxrank_tr -[X in (_ < X)%N]mxrank_tr trmx_mul.
rewrite -(mxrank_mul_ker M^T E^T) -[X in (X < _)%N]addn0 ltn_add2l lt0n mxrank_eq0.
have sub : ((M *m v)^T <= M^T :&: kermx E^T)%MS.
  rewrite sub_capmx trmx_mul submxMl /=; apply/sub_kermxP.
  by rewrite -trmx_mul -trmx_mul EMv trmx0.
apply: contraNneq k0 => cap0; move: sub; rewrite cap0 submx0 => /eqP/matrixP/(_ 0 (enum_rank z0)).
by rewrite Mv !mxE => ->.
Qed.

(** affdim is at most one more than the rank of the differences. *)
Lemma shifted_rank_le c : (\rank (matrix_of L - const_mx c)%R <= (difference_rank L).+1)%N.
Proof.
have [Z0|/card_gt0P[z0 _]] := posnP #|Z|; first by rewrite (leq_trans (rank_leq_row _)) // Z0.
pose P : 'M[R]_(#|Z|, #|{: Z * Z}|) := \matrix_(i, q) (enum_val q == (enum_val i, z0))%:R.
pose one : 'cV[R]_#|Z| := const_mx 1.
pose row0 : 'rV[R]_#|Y| := \row_j (L z0 (enum_val j) - c).
have -> : matrix_of L - const_mx c = P *m differences L + one *m row0.
  apply/matrixP=> i j; rewrite !mxE big_ord1 !mxE mul1r.
  under eq_bigr do rewrite !mxE.
  rewrite (sum_enum (fun q : Z * Z => (q == (enum_val i, z0))%:R * (L q.1 (enum_val j) - L q.2 (enum_val j)))).
  by rewrite (pick (fun q : Z * Z => L q.1 (enum_val j) - L q.2 (enum_val j))) /= addrA subrK.
apply: leq_trans (mxrank_add _ _) _; rewrite -[(difference_rank L).+1]addn1.
apply: leq_add; first exact: mxrankM_maxr.
exact: leq_trans (mxrankM_maxl _ _) (rank_leq_col _).
Qed.

(** r + 1 by such weights. *)
Lemma affine_dimensionS r (u : Y -> R) (k : R) : (0 < #|Z|)%N ->
  \sum_y u y = 0 -> (forall z, \sum_y L z y * u y = k) -> k != 0 ->
  difference_rank L = r -> affine_dimension L r.+1.
Proof.
move=> Z0 u0 Lu k0 d; have lt c := shifted_rank_gt c Z0 u0 Lu k0 (eq_leq (esym d)).
split=> // ; exists 0; apply/eqP; rewrite eqn_leq lt andbT.
by apply: leq_trans (shifted_rank_le 0) _; rewrite d.
Qed.

(** Any two predictions are exchanged by a permutation of the observations: equal risk at the
    uniform distribution. *)
Lemma uniform_equal_risk : (0 < #|Y|)%N ->
  (forall z z', exists2 h : Y -> Y, injective h & forall y, L z' (h y) = L z y) ->
  positive_equal_risk L (fun _ => #|Y|%:R^-1).
Proof.
move=> Y0 sym; have n0 : 0 < #|Y|%:R :> R by rewrite ltr0n.
split=> [|_]; last by rewrite invr_gt0.
split; first by split=> [t|]; rewrite ?invr_ge0 ?ler0n // sumr_const -[_ *+ _]mulr_natl mulfV ?gt_eqF.
move=> z z'; have [h hI hL] := sym z z'.
rewrite /risk [RHS](reindex_inj hI); by apply: eq_bigr => y _; rewrite hL.
Qed.

End Forms.
