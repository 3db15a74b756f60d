(** The best constants A* and gamma_2: the formula for A*; the 0-1 loss. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Statements Rank Comparison Constants Sets Weights Prec.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** v^T C v for C = sum_e w e e^T. *)
Lemma hull_form (R : realFieldType) (Y : finType) (w : {ffun Y -> bool} -> R) (v : Y -> R) :
  \sum_y v y * (\sum_y' v y' * \sum_e w e * (sign R e y' * sign R e y)) = \sum_e w e * (\sum_y sign R e y * v y) ^+ 2.
Proof.
rewrite [RHS](eq_bigr (fun e => \sum_y \sum_y' v y * (v y' * (w e * (sign R e y' * sign R e y))))) => [|e _]; last first.
  rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => y _ /=; rewrite mulr_sumr; by apply: eq_bigr => y' _; ring.
rewrite [RHS]exchange_big; apply: eq_bigr => y _; rewrite mulr_sumr [RHS]exchange_big; apply: eq_bigr => y' _ /=.
by rewrite !mulr_sumr.
Qed.

Theorem formula : claim_x_best_formula.
Proof.
move=> R Z Y z0 L c l within; split=> [a d [w [g [[w0 w1] lE la]]] d0|r F U a dec [B [b [FB Ub le]]]].
  have gl z : \sum_y g z y * l z y = \sum_e w e * (\sum_y sign R e y * g z y) ^+ 2.
    by rewrite -hull_form; apply: eq_bigr => y _; rewrite lE.
  have a0 : 0 <= a by apply: le_trans (la z0); rewrite gl sumr_ge0 // => e _; rewrite mulr_ge0 ?sqr_ge0.
  rewrite /constant_x_best_formula_share mul1r -[X in X + d]mulr1 -w1.
  apply: (@copies R Z Y _ l w (fun z e => w e * \sum_y sign R e y * g z y) (fun y e => sign R e y) 0 a) => //.
  - by move=> y e; exact: sign_bound.
  - move=> z y; rewrite addr0 lE (eq_bigr (fun y' => \sum_e w e * (sign R e y' * g z y') * sign R e y)) => [|y' _]; last first.
      by rewrite mulr_sumr; apply: eq_bigr => e _; rewrite -/(sign R e y) -/(sign R e y'); ring.
    by rewrite exchange_big; apply: eq_bigr => e _; rewrite mulr_sumr mulr_suml.
  - move=> z; exists (fun e => w e * (\sum_y sign R e y * g z y) ^+ 2) => [e|].
      by rewrite exprMn le_eqVlt; apply/orP; left; apply/eqP; ring.
    by split=> [e|]; [rewrite mulr_ge0 ?sqr_ge0 | rewrite -gl].
rewrite /constant_x_best_formula_bound mul1r.
have a0 : 0 <= a.
  by apply: le_trans le; rewrite mulr_ge0 ?sqr_ge0 // mulr_ge0 ?ler0n // (le_trans (sqnorm_ge0 _) (FB z0)).
have lF z y : l z y = \sum_k F z k * U y k by rewrite dec addr0.
case: (boolP ((0 < r)%N && (0 < b))) => [/andP[r0 b0]|trivial]; last first.
  exists (chance (fun=> 0)), (fun _ _ => 0); split=> [|z y|z]; last by rewrite big1 // => y _; rewrite mul0r.
    by split=> [e|]; [apply: chance_ge0 => t; rewrite normr0 ler01 | exact: chance_sum].
  rewrite lF [RHS]big1 => [|y' _]; last by rewrite mul0r.
  rewrite big1 // => k _; move: trivial; rewrite (leq_ltn_trans (leq0n k) (ltn_ord k)) -leNgt => b0.
  have := le_trans (Ub y k) b0; rewrite normr_le0 => /eqP ->; exact: mulr0.
have rR : 0 < r%:R :> R by rewrite ltr0n.
have rn : r%:R != 0 :> R by rewrite gt_eqF.
have bn : b != 0 by rewrite gt_eqF.
pose u k y := U y k / b.
have u1 k y : `|u k y| <= 1 by rewrite normrM normfV (gtr0_norm b0) ler_pdivr_mulr // mul1r.
pose w e : R := r%:R^-1 * \sum_k chance (u k) e.
pose C y y' := \sum_e w e * (sign R e y * sign R e y').
pose Q v := \sum_e w e * (\sum_y sign R e y * v y) ^+ 2.
have rw e : r%:R * w e = \sum_k chance (u k) e by rewrite /w mulrA mulfV // mul1r.
have w0 e : 0 <= w e by rewrite mulr_ge0 ?invr_ge0 ?ler0n // sumr_ge0 // => k _; exact: chance_ge0.
have Q0 v : 0 <= Q v by rewrite sumr_ge0 // => e _; rewrite mulr_ge0 ?sqr_ge0.
have above z v : (\sum_y v y * l z y) ^+ 2 <= a * Q v.
  pose V k := \sum_y U y k * v y.
  have -> : \sum_y v y * l z y = dot (F z) V.
    rewrite /dot (eq_bigr (fun y => \sum_k F z k * (U y k * v y))) => [|y _].
      by rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_sumr.
    by rewrite lF mulr_sumr; apply: eq_bigr => k _; ring.
  apply: le_trans (cauchy_schwarz _ _) _.
  have VQ : sqnorm V <= r%:R * b ^+ 2 * Q v.
    have -> : r%:R * b ^+ 2 * Q v = \sum_k b ^+ 2 * \sum_e chance (u k) e * (\sum_y sign R e y * v y) ^+ 2.
      have QE : r%:R * Q v = \sum_k \sum_e chance (u k) e * (\sum_y sign R e y * v y) ^+ 2.
        rewrite /Q mulr_sumr [RHS]exchange_big /=. apply: eq_bigr => e _ /=.
        by rewrite -mulr_suml mulrA rw.
      by rewrite -mulr_sumr -QE; ring.
    apply: ler_sum => k _; rewrite chance_square.
    have -> : V k ^+ 2 = b ^+ 2 * (\sum_y u k y * v y) ^+ 2.
      by rewrite -exprMn mulr_sumr; congr (_ ^+ 2); apply: eq_bigr => y _; rewrite /u; field.
    rewrite ler_wpmul2l ?sqr_ge0 // ler_addl sumr_ge0 // => y _; rewrite mulr_ge0 ?sqr_ge0 // subr_ge0.
    by rewrite -[u k y ^+ 2]real_normK ?num_real // exprn_ile1.
  apply: (@le_trans _ _ (B * (r%:R * b ^+ 2 * Q v))).
    by apply: ler_pmul; rewrite ?sqnorm_ge0.
  by rewrite [X in X <= _](_ : _ = r%:R * B * b ^+ 2 * Q v) ?ler_wpmul2r //; ring.
pose Cm : 'M[R]_#|Y| := \matrix_(i, j) C (enum_val i) (enum_val j).
pose A : 'M[R]_(#|Z|, #|Y|) := matrix_of l.
have /submxP[D AE] : (A <= Cm)%MS.
  rewrite submxE; apply/eqP/matrixP => i j; rewrite !mxE; pose v y := cokermx Cm (enum_rank y) j.
  have Qv : Q v = 0.
    rewrite /Q -hull_form big1 // => y _; suff -> : \sum_y' v y' * (\sum_e w e * (sign R e y' * sign R e y)) = 0 by rewrite mulr0.
    have /matrixP/(_ (enum_rank y) j) := mulmx_coker Cm; rewrite !mxE => h.
    rewrite -[RHS]h -(sum_enum (fun y' => v y' * (\sum_e w e * (sign R e y' * sign R e y)))); apply: eq_bigr => k _.
    by rewrite /v enum_valK !mxE enum_rankK mulrC; congr (_ * _); apply: eq_bigr => e _; rewrite [sign R e y * _]mulrC.
  have := above (enum_val i) v; rewrite Qv mulr0 => h.
  have /eqP : (\sum_y v y * l (enum_val i) y) ^+ 2 = 0 by apply/eqP; rewrite eq_le h sqr_ge0.
  rewrite sqrf_eq0 => /eqP h0; rewrite -[RHS]h0 -(sum_enum (fun y => v y * l (enum_val i) y)); apply: eq_bigr => k _.
  by rewrite /A /matrix_of mxE /v enum_valK mulrC.
pose g z y := D (enum_rank z) (enum_rank y).
have lC z y : l z y = \sum_y' g z y' * C y' y.
  have /matrixP/(_ (enum_rank z) (enum_rank y)) := AE; rewrite /A /matrix_of !mxE !enum_rankK => ->.
  rewrite -(sum_enum (fun y' => g z y' * C y' y)); apply: eq_bigr => k _.
  by rewrite !mxE /g enum_valK enum_rankK.
exists w, g; split=> // [|z].
  split=> //; rewrite -mulr_sumr exchange_big (eq_bigr (fun=> 1)) => [|k _]; last exact: chance_sum.
  by rewrite sumr_const card_ord mulVf.
have gl : \sum_y g z y * l z y = Q (g z).
  by rewrite /Q -hull_form; apply: eq_bigr => y _; rewrite lC.
have := above z (g z); rewrite gl expr2; have := Q0 (g z); rewrite le_eqVlt => /orP[/eqP <- //|q0].
by rewrite ler_pmul2r.
Qed.

(** L = F U^T + c with coordinates in any finite set, within B and b. *)
Lemma indexed_at_most (R : realFieldType) (Z Y I : finType) (L : Z -> Y -> R) (F : Z -> I -> R) U c B b a :
  (forall z y, L z y = \sum_i F z i * U y i + c) -> (forall z, \sum_i F z i ^+ 2 <= B) -> (forall y i, `|U y i| <= b) ->
  #|I|%:R * B * b ^+ 2 <= a -> constant_at_most L a.
Proof.
move=> d FB Ub le; exists #|I|, (fun z k => F z (enum_val k)), (fun y k => U y (enum_val k)), c.
split; first exact: decomposition_index d.
exists B, b; split=> // [z]; rewrite /sqnorm (sum_enum (fun i => F z i ^+ 2)); exact: FB.
Qed.

(** 0-1: W = I - J/n from below; all signs of sum 0 or -1 from above. *)
Section ZeroOne.
Variables (R : realFieldType) (n : nat).
Hypothesis n2 : (2 <= n)%N.
Notation T := [finType of 'I_n].
Notation L := (zero_one R (T := T)).
Notation N := (n%:R : R).
Let n0 : N != 0. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.
Let npos : 0 < N. Proof. by rewrite ltr0n ltnW. Qed.
Definition centring (z y : 'I_n) : R := (z == y)%:R - N^-1.

Lemma centring_apply (u : 'I_n -> R) z : \sum_y centring z y * u y = u z - (\sum_y u y) / N.
Proof.
rewrite /centring; under eq_bigr do rewrite mulrBl; rewrite sumrB -mulr_sumr; congr (_ - _); last exact: mulrC.
by under eq_bigr do rewrite eq_sym; exact: pick.
Qed.

Lemma centring_square (u : 'I_n -> R) : \sum_z (\sum_y centring z y * u y) ^+ 2 = \sum_y u y ^+ 2 - (\sum_y u y) ^+ 2 / N.
Proof.
set m := \sum_y u y; rewrite (eq_bigr (fun z => u z ^+ 2 - 2%:R * m / N * u z + (m / N) ^+ 2)) => [|z _].
  rewrite big_split /= sumrB -mulr_sumr -/m sumr_const card_ord -[X in _ + X]mulr_natl; rewrite -!addrA; congr (_ + _); by field.
by rewrite (centring_apply u z) -/m; field.
Qed.

Lemma centring_sum z : \sum_y centring z y = 0.
Proof.
rewrite (eq_bigr (fun y => centring z y * 1)) => [|y _]; last by rewrite mulr1.
by rewrite centring_apply sumr_const card_ord mulfV ?subrr.
Qed.

Lemma centring_sym z y : centring z y = centring y z. Proof. by rewrite /centring eq_sym. Qed.

Lemma centring_loss : \sum_z \sum_y centring z y * L z y = 1 - N.
Proof.
rewrite (eq_bigr (fun=> N^-1 - 1)) => [|z _].
  by rewrite sumr_const card_ord -[LHS]mulr_natl mulrBr mulfV // mulr1.
rewrite (eq_bigr (fun y => centring z y * 1 - centring z y * (y == z)%:R)) => [|y _].
  rewrite sumrB centring_apply sumr_const card_ord mulfV // subrr sub0r centring_apply eqxx Rank.pick1 div1r.
  by rewrite opprB.
by rewrite /zero_one eq_sym; case: eqP => _ /=; rewrite ?mulr0 ?mulr1 ?subrr ?subr0.
Qed.

Notation A := (constant_x_best_zero_one_A_2 R n).
Let AE : A = (N - 1) ^+ 2 / (N ^+ 2 - (odd n)%:R).
Proof.
have np : N + 1 != 0 by rewrite gt_eqF // addr_gt0 ?ltr01.
have nm : N - 1 != 0 by rewrite subr_eq0 (eqr_nat R n 1); apply/eqP => h; move: n2; rewrite h.
rewrite /constant_x_best_zero_one_A_2; case: (odd n); last by rewrite subr0 expr_div_n.
have -> : N ^+ 2 - 1 = (N - 1) * (N + 1) by ring.
by field; rewrite ?np ?nm.
Qed.
Let below : 0 < N ^+ 2 - (odd n)%:R.
Proof.
rewrite subr_gt0; apply: (@le_lt_trans _ _ 1); first by case: (odd n); rewrite ?lexx ?ler01.
by rewrite -natrX ltr1n -[1%N]/(1 ^ 2)%N ltn_sqr.
Qed.

Theorem zero_one_lower (c : 'I_n -> R) : constant_at_least (fun z y => L z y - c y) A.
Proof.
move=> r F U c' a d [B [b [FB Ub le]]].
have W0 : \sum_z \sum_y centring z y * (c y + c') = 0.
  rewrite exchange_big big1 // => y _; rewrite -mulr_suml (eq_bigr (centring y)) => [|z _]; last exact: centring_sym.
  by rewrite centring_sum mul0r.
have d' z y : L z y - (c y + c') = \sum_k F z k * U y k by rewrite opprD addrA d addrK.
have := weights_columns W0 d' FB; rewrite centring_loss card_ord.
have cols : \sum_k \sum_z (\sum_y centring z y * U y k) ^+ 2 <= r%:R * ((N - (odd n)%:R / N) * b ^+ 2).
  rewrite mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => k _; rewrite centring_square.
  by have := @spread R T (fun y => U y k) b; rewrite card_ord; apply=> [|y]; [exact: ltnW | exact: Ub].
have z0 : 'I_n by exact: Ordinal (ltnW n2).
have B0 := le_trans (sqnorm_ge0 _) (FB z0).
move=> h; have {h} := le_trans h (ler_wpmul2l (mulr_ge0 (ler0n _ _) B0) cols).
have E (q o r' B' b' : R) : q != 0 -> q * B' * (r' * ((q - o / q) * b')) = (q ^+ 2 - o) * (r' * B' * b') by move=> q0; field.
rewrite E //.
rewrite (_ : (1 - N) ^+ 2 = (N - 1) ^+ 2); last by ring.
by rewrite AE -ler_pdivr_mull // mulrC => h; apply: le_trans le.
Qed.

Theorem zero_one_norms_lower (c : 'I_n -> R) : norms_at_least (fun z y => L z y - c y) ((1 - N^-1) ^+ 2).
Proof.
move=> r F U B b d FB Ub.
have W0 y : \sum_z centring z y = 0 by under eq_bigr do rewrite centring_sym; exact: centring_sum.
have Ws (v : 'I_n -> R) : \sum_z (\sum_y centring z y * v y) ^+ 2 <= 1 * \sum_y v y ^+ 2.
  by rewrite centring_square mul1r ler_subl_addr ler_addl divr_ge0 ?sqr_ge0 ?ler0n.
have d' z y : L z y - c y = \sum_k F z k * U y k by rewrite d addr0.
have := weights_between ler01 W0 Ws d' FB Ub; rewrite centring_loss card_ord mul1r natrM.
rewrite -ler_pdivr_mulr ?mulr_gt0 //; apply: le_trans; rewrite le_eqVlt; apply/orP; left; apply/eqP; by field.
Qed.

Theorem zero_one_norms_upper : norms_at_most (fun z y => L z y - (1 - N^-1)) ((1 - N^-1) ^+ 2).
Proof.
exists n, (fun z k => - centring z k), centring, (1 - N^-1), (1 - N^-1).
have sq z : sqnorm (centring z) = 1 - N^-1.
  rewrite /sqnorm (eq_bigr (fun k => centring z k * centring z k)) // centring_apply centring_sum mul0r subr0.
  by rewrite /centring eqxx.
split=> [z y|z|y|].
- rewrite addr0 (eq_bigr (fun k => - (centring z k * centring y k))) => [|k _]; last by rewrite mulNr.
  rewrite sumrN centring_apply centring_sum mul0r subr0 /centring /zero_one eq_sym; case: eqP => _ /=; ring.
- by rewrite -(sq z) /sqnorm; under eq_bigr do rewrite sqrrN.
- by rewrite sq.
by rewrite expr2.
Qed.

Theorem zero_one_upper : constant_at_most L A.
Proof.
pose h := n./2; pose I := k_sets n h; pose a (x : I) j : R := sign_of R (val x) j.
have hn : (h <= n)%N by rewrite /h -[X in (_ <= X)%N]odd_double_half -addnn addnA leq_addl.
have cI : (0 < #|I|)%N.
  have cd : (0 < #|[set x : {set 'I_n} | #|x| == h]|)%N by rewrite card_draws card_ord bin_gt0.
  by have [x] := card_gt0P cd; rewrite inE => xh; apply/card_gt0P; exists (exist (fun y : {set 'I_n} => #|y| == h) x xh).
pose C : R := #|I|%:R; have C0 : C != 0 by rewrite pnatr_eq0 -lt0n.
pose o : R := (odd n)%:R; have oo : o ^+ 2 = o by rewrite /o; case: (odd n); rewrite ?expr1n ?expr0n.
have sum x : \sum_j a x j = - o.
  rewrite (eq_bigr (fun j => 2%:R * (j \in val x)%:R - 1)) => [|j _]; last exact: sign_bit.
  rewrite sumrB -mulr_sumr sumr_const card_ord -[X in X - _]/(_ * _).
  rewrite (Prec.size_sum R x).
  rewrite -[in X in _ - X](odd_double_half n) -/h natrD -muln2 natrM /o; ring.
have same : exchangeable (fun=> 1) a := @k_sets_exchangeable R n h (fun b => if b then 1 else -1).
have sums : \sum_x 1 * (\sum_j a x j) ^+ 2 = C * o.
  by rewrite (eq_bigr (fun=> o)) => [|x _]; [rewrite sumr_const mulr_natl | rewrite mul1r sum sqrrN].
have squares : \sum_x 1 * (\sum_j a x j ^+ 2) = C * N.
  rewrite (eq_bigr (fun=> N)) => [|x _]; first by rewrite sumr_const mulr_natl.
  by rewrite mul1r (eq_bigr (fun=> 1)) ?sumr_const ?card_ord // => j _; exact: sign_square.
have second i j := moments n2 same sums squares i j; have first i := means n2 same i.
set al := alpha _ _ _ in second; set be := beta _ _ _ in second.
have nm : N - 1 != 0 by rewrite subr_eq0 (eqr_nat R n 1); apply/eqP => e; move: n2; rewrite e.
have bn := gt_eqF below; rewrite -/o in bn.
have beE : be = C * (o - N) / (N * (N - 1)) by rewrite /be /beta -mulrBr.
have alE : al = C * (N ^+ 2 - o) / (N * (N - 1)) by rewrite /al /alpha -/be beE; field; rewrite ?nm ?n0.
have al0 : al != 0 by rewrite alE !mulf_neq0 ?invr_neq0 ?mulf_neq0 ?bn.
have firstE i : \sum_x a x i = - C * o / N.
  have := first i; under eq_bigr do rewrite mul1r; move=> ->; congr (_ / _).
  by rewrite (eq_bigr (fun=> - o)) => [|x _]; [rewrite sumr_const -mulr_natl mulrN mulNr | rewrite mul1r sum].
have secondE i j : \sum_x a x i * a x j = (i == j)%:R * al + be.
  by rewrite -second; apply: eq_bigr => x _; rewrite mul1r.
pose F z x := - (a x z + o / N) / al.
apply: (@indexed_at_most R T T I L F (fun y x => a x y) (1 - N^-1) (C * (1 - o / N ^+ 2) / al ^+ 2) 1) => [z y|z|y x|].
- rewrite (eq_bigr (fun x => - al^-1 * (a x z * a x y) + - al^-1 * (o / N) * a x y)) => [|x _]; last first.
    rewrite /F; move: (a x z) (a x y) (o / N) => p q t; field; exact: al0.
  rewrite big_split /= -!mulr_sumr secondE firstE (_ : _ * (o / N) * _ = C * o ^+ 2 / N ^+ 2 / al); last by field; rewrite n0 al0.
  rewrite oo beE alE /zero_one; case: eqP => _ /=; field; rewrite ?n0 ?nm ?C0 ?bn //.
- rewrite (eq_bigr (fun x => (a x z * a x z + 2%:R * (o / N) * a x z + (o / N) ^+ 2) / al ^+ 2)) => [|x _]; last first.
    rewrite /F; move: (a x z) (o / N) => p t; field; exact: al0.
  rewrite -mulr_suml le_eqVlt; apply/orP; left; apply/eqP; congr (_ / _).
  have alb : al + be = C by rewrite alE beE; field; rewrite ?nm ?n0.
  rewrite !big_split /= -mulr_sumr secondE eqxx /= mul1r alb firstE sumr_const -[X in _ + X]mulr_natl.
  rewrite (_ : _ + _ + _ = C - C * o ^+ 2 / N ^+ 2); last by rewrite -/C; field; exact: n0.
  by rewrite oo; field; exact: n0.
- by rewrite /a sign_norm.
rewrite expr1n mulr1 AE -/o alE -/C le_eqVlt; apply/orP; left; apply/eqP; field; by rewrite n0 nm C0 bn.
Qed.
End ZeroOne.

Theorem zero_one : claim_x_best_zero_one.
Proof.
move=> R n n2; split; first exact: zero_one_upper.
  by exists (1 - n%:R^-1); exact: zero_one_norms_upper.
by move=> c; split; [exact: zero_one_lower | exact: zero_one_norms_lower].
Qed.

(** Block 0-1 is 0-1 on the blocks, with rows and columns repeated. *)
Theorem block_least (R : realFieldType) (T K : finType) (block : T -> K) : (1 < #|K|)%N ->
  (forall k, exists z, block z = k) ->
  least_constant (block_zero_one R block) (constant_x_best_zero_one_A_2 R #|K|).
Proof.
move=> K1 onto; split=> [|r F U c a dec [B [b [FB Ub le]]]].
  have [r [F [U [c [dec [B [b [FB Ub le]]]]]]]] := zero_one_upper R K1.
  exists r, (fun z => F (enum_rank (block z))), (fun y => U (enum_rank (block y))), c; split=> [z y|].
    by rewrite -dec /Loss.zero_one (inj_eq enum_rank_inj).
  by exists B, b; split.
have onto' k : exists z, block z == k by have [z /eqP] := onto k; exists z.
pose s (i : 'I_#|K|) := xchoose (onto' (enum_val i)).
have sE i : block (s i) = enum_val i by apply/eqP; exact: (xchooseP (onto' (enum_val i))).
apply: (@zero_one_lower R #|K| K1 (fun=> 0) r (F \o s) (U \o s) c a) => [i j|]; last by exists B, b; split=> [i|i k|//]; [exact: FB|exact: Ub].
by rewrite /= -dec /Loss.zero_one /block_zero_one !sE (inj_eq enum_val_inj) subr0.
Qed.
