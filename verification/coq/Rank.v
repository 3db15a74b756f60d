(** Bounds on the two ranks, and points of equal risk by symmetry. *)
From mathcomp Require Import all_ssreflect all_algebra.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma pick (R : realFieldType) (T : finType) (h : T -> R) t : \sum_z (z == t)%:R * h z = h t.
Proof. by rewrite (bigD1 t) //= eqxx mul1r big1 ?addr0 // => z /negbTE ->; rewrite mul0r. Qed.

Lemma pick1 (R : realFieldType) (T : finType) (t : T) : \sum_z (z == t)%:R = 1 :> R.
Proof. by rewrite (bigD1 t) //= eqxx big1 ?addr0 // => z /negbTE ->. Qed.

Section Bounds.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

Lemma sum_enum (T : finType) (h : T -> R) : \sum_(i < #|T|) h (enum_val i) = \sum_t h t.
Proof.
rewrite [RHS](reindex (@enum_val T T)) //=.
by exists enum_rank => i _; rewrite ?enum_valK ?enum_rankK.
Qed.

(** Every L - c has at least the rank of the differences. *)
Lemma difference_rank_le c : (difference_rank L <= \rank (matrix_of L - const_mx c)%R)%N.
Proof.
pose E : 'M[R]_(#|{: Z * Z}|, #|Z|) :=
  \matrix_(i, j) ((enum_val j == (enum_val i).1)%:R - (enum_val j == (enum_val i).2)%:R).
have -> : difference_rank L = \rank (E *m (matrix_of L - const_mx c)).
  congr (\rank _); apply/matrixP=> i j; rewrite !mxE.
  under eq_bigr do rewrite !mxE mulrBl.
  rewrite sumrB.
  rewrite (sum_enum (fun z => (z == (enum_val i).1)%:R * (L z (enum_val j) - c))).
  rewrite (sum_enum (fun z => (z == (enum_val i).2)%:R * (L z (enum_val j) - c))).
  by rewrite !(pick (fun z => L z (enum_val j) - c)) opprB addrA subrK.
exact: mxrankM_maxr.
Qed.

(** L = F U^T + c with r coordinates: the rank of L - c is at most r. *)
Lemma decomposition_rank r F U c :
  decomposition (r := r) L F U c -> (\rank (matrix_of L - const_mx c)%R <= r)%N.
Proof.
move=> d; pose A := \matrix_(i < #|Z|, k < r) F (enum_val i) k.
pose B := \matrix_(k < r, j < #|Y|) U (enum_val j) k.
have -> : matrix_of L - const_mx c = A *m B.
  apply/matrixP=> i j; rewrite !mxE d addrK; apply: eq_bigr => k _; by rewrite !mxE.
exact: leq_trans (mxrankM_maxr _ _) (rank_leq_row _).
Qed.

(** Rows a_i that sum to 0 and columns b_j with a regular matrix (a_i L b_j). *)
Lemma difference_rank_ge r (a : 'I_r -> Z -> R) (b : 'I_r -> Y -> R) :
  (forall i, \sum_z a i z = 0) ->
  \matrix_(i, j) (\sum_z \sum_y a i z * L z y * b j y) \in unitmx ->
  (r <= difference_rank L)%N.
Proof.
move=> a0 reg.
have [/card0_eq Z0|/card_gt0P[z0 _]] := posnP #|Z|.
  case: r a b a0 reg => // r a b _.
  rewrite unitmxE (_ : \matrix_(i, j) _ = 0) ?det0 ?unitr0 //.
  by apply/matrixP=> i j; rewrite !mxE big1 // => z _; have := Z0 z; rewrite inE.
pose A := \matrix_(i < r, q < #|{: Z * Z}|) (if (enum_val q).2 == z0 then a i (enum_val q).1 else 0).
pose B := \matrix_(y < #|Y|, j < r) b j (enum_val y).
have E : \matrix_(i, j) (\sum_z \sum_y a i z * L z y * b j y) = A *m differences L *m B.
  apply/matrixP=> i j; rewrite !mxE.
  under [RHS]eq_bigr => y _.
    rewrite !mxE.
    under eq_bigr do rewrite !mxE.
    rewrite (sum_enum (fun q : Z * Z => (if q.2 == z0 then a i q.1 else 0) *
       (L q.1 (enum_val y) - L q.2 (enum_val y)))).
    over.
  rewrite (sum_enum (fun y => (\sum_(q : Z * Z) (if q.2 == z0 then a i q.1 else 0) *
       (L q.1 y - L q.2 y)) * b j y)).
  rewrite exchange_big; apply: eq_bigr => y _ /=.
  rewrite -mulr_suml; congr (_ * _).
  rewrite -(pair_bigA _ (fun z z' => (if z' == z0 then a i z else 0) * (L z y - L z' y))) /=.
  have -> : \sum_z a i z * L z y = \sum_z a i z * (L z y - L z0 y).
    under [RHS]eq_bigr do rewrite mulrBr.
    by rewrite sumrB -mulr_suml a0 mul0r subr0.
  apply: eq_bigr => z _; rewrite (bigD1 z0) //= eqxx big1 ?addr0 // => z' /negbTE ->.
  exact: mul0r.
have /mxrank_unit <- := reg; rewrite E.
exact: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
Qed.

(** The same with any finite index sets, and linear independence for regularity. *)
Lemma difference_rank_free (I J : finType) (a : I -> Z -> R) (b : J -> Y -> R) :
  (forall i, \sum_z a i z = 0) ->
  (forall x : I -> R,
     (forall j, \sum_i x i * (\sum_z \sum_y a i z * L z y * b j y) = 0) -> forall i, x i = 0) ->
  (#|I| <= difference_rank L)%N.
Proof.
move=> a0 free.
pose A := \matrix_(i < #|I|, q < #|{: Z * Z}|) (a (enum_val i) (enum_val q).1 / #|Z|%:R).
pose B := \matrix_(y < #|Y|, j < #|J|) b (enum_val j) (enum_val y).
have E i j : (A *m differences L *m B) i j =
    \sum_z \sum_y a (enum_val i) z * L z y * b (enum_val j) y.
  rewrite mxE exchange_big /=.
  rewrite -(sum_enum (fun y => \sum_z a (enum_val i) z * L z y * b (enum_val j) y)).
  apply: eq_bigr => y _; rewrite !mxE -mulr_suml; congr (_ * _).
  under eq_bigr do rewrite !mxE.
  rewrite (sum_enum (fun q : Z * Z => a (enum_val i) q.1 / #|Z|%:R *
    (L q.1 (enum_val y) - L q.2 (enum_val y)))).
  rewrite -(pair_bigA _ (fun z z' => a (enum_val i) z / #|Z|%:R *
    (L z (enum_val y) - L z' (enum_val y)))) /=.
  have [Z0|Z0] := posnP #|Z|.
    by rewrite !big1 // => z; have := card0_eq Z0 z; rewrite !inE.
  have n0 : #|Z|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
  rewrite (eq_bigr (fun z => a (enum_val i) z * L z (enum_val y) -
    a (enum_val i) z * (#|Z|%:R^-1 * \sum_z' L z' (enum_val y)))) => [|z _].
    by rewrite sumrB -[X in _ - X]mulr_suml a0 mul0r subr0.
  rewrite -mulr_sumr sumrB sumr_const -[X in X - _]mulr_natl mulrBr -!mulrA mulKf //.
suff free' : row_free (A *m differences L *m B).
  rewrite -(eqP free'); exact: leq_trans (mxrankM_maxl _ _) (mxrankM_maxr _ _).
apply: inj_row_free => v vM; apply/rowP=> i; rewrite mxE.
pose x i := v 0 (enum_rank i).
suff /(_ (enum_val i)) : forall i, x i = 0 by rewrite /x enum_valK.
apply: free => j; have /rowP/(_ (enum_rank j)) := vM; rewrite !mxE => vM0.
rewrite -[RHS]vM0 -[LHS]sum_enum.
by apply: eq_bigr => k _; rewrite E /x enum_valK enum_rankK.
Qed.

(** A regular minor of differences of rows, and one of differences of rows and columns. *)
Lemma difference_minor r (zs : 'I_r -> Z) z0 (ys : 'I_r -> Y) :
  \matrix_(i, j) (L (zs i) (ys j) - L z0 (ys j)) \in unitmx -> (r <= difference_rank L)%N.
Proof.
move=> reg; apply: (difference_rank_ge (a := fun i z => (z == zs i)%:R - (z == z0)%:R)
  (b := fun j y => (y == ys j)%:R)) => [i|]; first by rewrite sumrB !pick1 subrr.
congr (_ \in unitmx): reg; apply/matrixP=> i j; rewrite !mxE.
rewrite exchange_big (eq_bigr (fun y => (y == ys j)%:R * (L (zs i) y - L z0 y))) ?pick //.
by move=> y _; rewrite -mulr_suml mulrC (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick.
Qed.

Lemma double_minor r (zs : 'I_r -> Z) z0 (ys : 'I_r -> Y) y0 :
  \matrix_(i, j) (L (zs i) (ys j) - L z0 (ys j) - (L (zs i) y0 - L z0 y0)) \in unitmx ->
  (r <= difference_rank L)%N.
Proof.
move=> reg; apply: (difference_rank_ge (a := fun i z => (z == zs i)%:R - (z == z0)%:R)
  (b := fun j y => (y == ys j)%:R - (y == y0)%:R)) => [i|]; first by rewrite sumrB !pick1 subrr.
congr (_ \in unitmx): reg; apply/matrixP=> i j; rewrite !mxE.
rewrite exchange_big (eq_bigr (fun y => ((y == ys j)%:R - (y == y0)%:R) * (L (zs i) y - L z0 y))).
  by rewrite (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick.
by move=> y _; rewrite -mulr_suml mulrC (eq_bigr _ (fun _ _ => mulrBl _ _ _)) sumrB !pick.
Qed.

(** The two bounds together. *)
Lemma affine_dimensionI r c :
  (r <= difference_rank L)%N -> (\rank (matrix_of L - const_mx c)%R <= r)%N ->
  affine_dimension L r /\ difference_rank L = r.
Proof.
move=> lo up; have le := difference_rank_le; split.
  split; first by exists c; apply/eqP; rewrite eqn_leq up (leq_trans lo).
  by move=> c'; apply: leq_trans lo (le c').
by apply/eqP; rewrite eqn_leq lo (leq_trans (le c)).
Qed.

Lemma attained_at r c : affine_dimension L r -> (\rank (matrix_of L - const_mx c)%R <= r)%N ->
  \rank (matrix_of L - const_mx c)%R = r.
Proof. by move=> [_ least] up; apply/eqP; rewrite eqn_leq up least. Qed.

End Bounds.

(** Rows and columns picked from a matrix have at most its rank; so have losses that see their
    arguments through maps. *)
Lemma mxsub_rank (R : realFieldType) n p n' p' (M : 'M[R]_(n, p)) (f : 'I_n' -> 'I_n)
    (g : 'I_p' -> 'I_p) : (\rank (\matrix_(i, j) M (f i) (g j))%R <= \rank M)%N.
Proof.
pose N := \matrix_(i < n', j < p) M (f i) j.
apply: (@leq_trans (\rank N)).
  rewrite -mxrank_tr -[X in (_ <= X)%N]mxrank_tr; apply: mxrankS; apply/row_subP=> i.
  rewrite (_ : row i _ = row (g i) N^T) ?row_sub //.
  by apply/rowP=> j; rewrite !mxE.
apply: mxrankS; apply/row_subP=> i.
by rewrite (_ : row i N = row (f i) M) ?row_sub //; apply/rowP=> j; rewrite !mxE.
Qed.

Section Pullback.
Variables (R : realFieldType) (Z Y Z' Y' : finType) (L : Z -> Y -> R) (f : Z' -> Z) (g : Y' -> Y).

Lemma pullback_rank c : (\rank (matrix_of (fun z y => L (f z) (g y)) - const_mx c)%R <=
  \rank (matrix_of L - const_mx c)%R)%N.
Proof.
pose M := matrix_of L - const_mx c.
have -> : matrix_of (fun z y => L (f z) (g y)) - const_mx c =
    \matrix_(i, j) M (enum_rank (f (enum_val i))) (enum_rank (g (enum_val j))).
  by apply/matrixP=> i j; rewrite !mxE !enum_rankK.
exact: mxsub_rank.
Qed.

Lemma pullback_difference_rank :
  (difference_rank (fun z y => L (f z) (g y)) <= difference_rank L)%N.
Proof.
rewrite /difference_rank (_ : differences (fun z y => L (f z) (g y)) =
    \matrix_(i, j) differences L (enum_rank (f (enum_val i).1, f (enum_val i).2))
      (enum_rank (g (enum_val j)))); first exact: mxsub_rank.
by apply/matrixP=> i j; rewrite !mxE !enum_rankK.
Qed.
End Pullback.

(** Maps onto all predictions and observations change nothing. *)
Lemma pullback_dimension (R : realFieldType) (Z Y Z' Y' : finType) (L : Z -> Y -> R)
    (f : Z' -> Z) (g : Y' -> Y) r : (forall z, exists z', f z' = z) -> (forall y, exists y', g y' = y) ->
  affine_dimension L r /\ difference_rank L = r ->
  affine_dimension (fun z y => L (f z) (g y)) r /\ difference_rank (fun z y => L (f z) (g y)) = r.
Proof.
move=> onto_f onto_g [[[c cr] _] dr]; apply: (affine_dimensionI (c := c)).
  have ef z : exists z', f z' == z by have [z' <-] := onto_f z; exists z'.
  have eg y : exists y', g y' == y by have [y' <-] := onto_g y; exists y'.
  pose f' z := xchoose (ef z); pose g' y := xchoose (eg y).
  rewrite -{1}dr (leq_trans _ (pullback_difference_rank _ f' g')) // /difference_rank.
  rewrite (_ : differences L = differences (fun z y => L (f (f' z)) (g (g' y)))) //.
  apply/matrixP=> i j; rewrite !mxE.
  by rewrite !(eqP (xchooseP (ef _))) (eqP (xchooseP (eg _))).
by rewrite -[X in (_ <= X)%N]cr; exact: pullback_rank.
Qed.

(** L = F U^T + c with coordinates in any finite set. *)
Lemma decomposition_index (R : realFieldType) (Z Y I : finType) (L : Z -> Y -> R) F U c :
  (forall z y, L z y = \sum_(i : I) F z i * U y i + c) ->
  decomposition (r := #|I|) L (fun z k => F z (enum_val k)) (fun y k => U y (enum_val k)) c.
Proof. by move=> d z y; rewrite d (sum_enum (fun i => F z i * U y i)). Qed.

(** A function of y added to L changes no difference. *)
Lemma difference_rank_upto (R : realFieldType) (Z Y I : finType) (L : Z -> Y -> R)
    (F : Z -> I -> R) (U : Y -> I -> R) (g : Y -> R) :
  (forall z y, L z y = \sum_i F z i * U y i + g y) -> (difference_rank L <= #|I|)%N.
Proof.
move=> d; pose L' z y := L z y - g y.
have -> : difference_rank L = difference_rank L'.
  rewrite /difference_rank; congr (\rank _); apply/matrixP => i j; rewrite !mxE /L'.
  by rewrite opprB addrA subrK.
apply: leq_trans (difference_rank_le L' 0) _.
apply: (decomposition_rank (c := 0)); apply: decomposition_index => z y.
by rewrite /L' d addrK addr0.
Qed.

(** More bounds on the two ranks, and points of equal risk by symmetry. *)
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
