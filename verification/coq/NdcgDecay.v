(** NDCG-type losses: how the constant depends on the decay of the discounts, and logarithmic discounts. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring zify.
From qstheory Require Import Loss Statements Constants Contradiction Ndcg LogBounds Logarithms LogSquares.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** 3 x/log(x)^2 covers the next term from x = 21 on. *)
Lemma next_covered (R : realFieldType) (x l l' : R) : 21%:R <= x -> 3026%:R / 1000%:R <= l -> l < l' -> l' <= l + x^-1 ->
  3%:R * x * l ^- 2 + l' ^- 2 <= 3%:R * (x + 1) * l' ^- 2.
Proof.
move=> x21 l3 ll' up; have x0 : 0 < x by apply: lt_le_trans x21; rewrite ltr0n.
have l0 : 0 < l by apply: lt_le_trans l3; rewrite divr_gt0 ?ltr0n.
have l'0 : 0 < l' by exact: lt_trans ll'.
have xn : x != 0 by rewrite gt_eqF.
have ln : l != 0 by rewrite gt_eqF. have l'n : l' != 0 by rewrite gt_eqF.
have sq : l' ^+ 2 <= (l + x^-1) ^+ 2.
  by rewrite ler_expn2r // nnegrE; [exact: ltW|rewrite addr_ge0 ?invr_ge0 ?ltW].
have q : 3%:R / x <= 2%:R * l ^+ 2 - 6%:R * l.
  pose r := l - 3026%:R / 1000%:R; have r0 : 0 <= r by rewrite subr_ge0.
  have i : x^-1 <= 21%:R^-1 by rewrite lef_pinv ?posrE ?ltr0n.
  apply: (@le_trans _ _ (3%:R / 21%:R)); first by rewrite ler_pmul2l ?ltr0n.
  have e : 2%:R * l ^+ 2 - 6%:R * l - 3%:R / 21%:R = 2%:R * r ^+ 2 + 763%:R / 125%:R * r + (12%:R * 1000%:R + 683%:R) / (875%:R * 1000%:R).
    by rewrite /r; field.
  rewrite -subr_ge0 e.
  by repeat first [exact: ler0n | exact: exprn_ge0 | exact: r0 | apply: divr_ge0 | apply: addr_ge0 | apply: mulr_ge0].
have key : 3%:R * x * (l + x^-1) ^+ 2 <= (3%:R * x + 2%:R) * l ^+ 2.
  have e : (3%:R * x + 2%:R) * l ^+ 2 - 3%:R * x * (l + x^-1) ^+ 2 = 2%:R * l ^+ 2 - 6%:R * l - 3%:R / x by field.
  by rewrite -subr_ge0 e subr_ge0.
have all : 3%:R * x * l' ^+ 2 <= (3%:R * x + 2%:R) * l ^+ 2.
  by apply: le_trans key; rewrite ler_pmul2l ?mulr_gt0 ?ltr0n.
have e : 3%:R * (x + 1) * l' ^- 2 - (3%:R * x * l ^- 2 + l' ^- 2) =
    ((3%:R * x + 2%:R) * l ^+ 2 - 3%:R * x * l' ^+ 2) / (l ^+ 2 * l' ^+ 2) by field; rewrite ln l'n.
by rewrite -subr_ge0 e divr_ge0 ?subr_ge0 // mulr_ge0 ?exprn_ge0 ?ltW.
Qed.

Lemma squares_below m : (0 < m)%N -> square_sum m <= 3%:R * (m + 1)%:R / log (m + 1)%:R ^+ 2.
Proof.
move=> m0; rewrite addn1; case: (leqP m 20) => [m20|]; first by apply: small; rewrite m0.
elim: m {m0} => // m IH m20.
have le : square_sum m <= 3%:R * m.+1%:R / log m.+1%:R ^+ 2.
  by move: m20; rewrite ltnS leq_eqVlt => /orP[/eqP <-|/IH //]; exact: small.
rewrite big_ord_recr /=; apply: le_trans (ler_add le (lexx _)) _.
have -> : m.+2%:R = m.+1%:R + 1 :> reals by rewrite [LHS]mulrSr.
have up : m.+1%:R < m.+1%:R + 1 :> reals by rewrite ltr_addl ltr01.
apply: next_covered.
- by rewrite ler_nat.
- by apply: le_trans log21 _; apply: log_le; rewrite ?ltr0n // ler_nat.
- by apply: log_lt => //; rewrite ltr0n.
by have /andP[_ /ltW] := @log_step m.+1%:R (ltr0Sn _ _); rewrite ler_subl_addl.
Qed.

Lemma log_square_sum m : m%:R / log (m + 1)%:R ^+ 2 <= square_sum m.
Proof.
rewrite addn1 mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => p _.
have m0 : (0 < m)%N by case: m p => // -[].
have lp : 0 < log (p : nat).+2%:R by exact: log2_gt0.
have le : log (p : nat).+2%:R <= log m.+1%:R by apply: log_le; rewrite ?ltr0n ?ler_nat // ltnS ltn_ord.
have lm : 0 < log m.+1%:R := lt_le_trans lp le.
have sq : log (p : nat).+2%:R ^+ 2 <= log m.+1%:R ^+ 2 by rewrite ler_expn2r // nnegrE; exact: ltW.
by rewrite lef_pinv // posrE exprn_gt0.
Qed.

Lemma log_sum m : m%:R / log (m + 1)%:R <= \sum_(p < m) (log p.+2%:R)^-1.
Proof.
rewrite addn1 mulr_natl -[X in _ *+ X]card_ord -sumr_const; apply: ler_sum => p _.
have lp : 0 < log (p : nat).+2%:R by exact: log2_gt0.
have le : log (p : nat).+2%:R <= log m.+1%:R by apply: log_le; rewrite ?ltr0n ?ler_nat // ltnS ltn_ord.
by rewrite lef_pinv // posrE //; exact: lt_le_trans lp le.
Qed.

Theorem log_discount : claim_ndcg_log_discount_repaired.
Proof.
move=> m m0 size norm; have le : norm <= 3%:R * (m + 1)%:R / log (m + 1)%:R ^+ 2 := squares_below m0.
split; [exact: log_square_sum| |exact: le].
apply: le_trans le _; rewrite ler_wpmul2r ?invr_ge0 ?sqr_ge0 // -!natrM ler_nat; lia.
Qed.

Theorem sharp_log : claim_ndcg_sharp_log.
Proof.
move=> m n G e G0 Gg D bound; have D0 p : 0 < D p by rewrite invr_gt0; exact: log2_gt0.
have Df : falling D.
  move=> a b ab; rewrite /D lef_pinv ?posrE ?log2_gt0 //; apply: log_le; by rewrite ?ltr0n // ler_nat.
have le : constant_ndcg_sharp_repaired_A_2 [seq G t | t <- enum 'I_n.+1] [seq D p | p <- enum 'I_m.+1] <= bound.
  rewrite /constant_ndcg_sharp_repaired_A_2 size_values (sum_values _ (fun d => d ^+ 2)) (sum_values _ id).
  have S0 : 0 < \sum_p D p by rewrite (bigD1 ord0) //= ltr_paddr // sumr_ge0 // => p _; exact: ltW.
  have h1 : m.+1%:R / log (m.+1 + 1)%:R <= \sum_p D p := log_sum m.+1.
  have h2 : \sum_p D p ^+ 2 <= 3%:R * (m.+1 + 1)%:R / log (m.+1 + 1)%:R ^+ 2.
    rewrite (eq_bigr (fun p : 'I_m.+1 => log (p : nat).+2%:R ^- 2)) => [|p _]; last by rewrite /D exprVn.
    exact: squares_below.
  have l0 : 0 < log (m.+1 + 1)%:R by rewrite addn1; exact: log2_gt0.
  rewrite ler_pdivr_mulr ?exprn_gt0 //; apply: (@le_trans _ _ (m.+1%:R ^+ 2 * (3%:R * (m.+1 + 1)%:R / log (m.+1 + 1)%:R ^+ 2))).
    by rewrite ler_wpmul2l ?sqr_ge0.
  have gen (a b c : reals) : a ^+ 2 * (b / c ^+ 2) = b * (a / c) ^+ 2 by rewrite expr_div_n mulrCA.
  rewrite gen /bound /constant_ndcg_sharp_log_factor.
  apply: ler_wpmul2l; first by apply: mulr_ge0; exact: ler0n.
  have q0 : 0 <= m.+1%:R / log (m.+1 + 1)%:R by apply: divr_ge0; [exact: ler0n|exact: ltW].
  by rewrite ler_expn2r // nnegrE; exact: ltW.
split=> //; have [r [F [U [c [dec [B [b [FB Ub ab]]]]]]]] :=
  (Ndcg.sharp : claim_ndcg_sharp_repaired) reals m n G D e G0 Gg (fun p => ltW (D0 p)) Df (D0 ord0).
by exists r, F, U, c; split=> //; exists B, b; split=> //; exact: le_trans ab le.
Qed.

(** A^2 of the printed F and U. *)
Lemma printed_square (R : realFieldType) (m n : nat) (G : 'I_n.+1 -> R) (D : 'I_m.+1 -> R) :
  nonnegative G -> growing G -> nonnegative D -> falling D -> 0 < G ord_max -> 0 < D ord0 ->
  constant_squared (fun (s : 'S_m.+1) j => - D (s j)) (fun (y : {y | graded G D y}) => gain_shares G D (val y))
    (m.+1%:R * (\sum_p D p ^+ 2) * (G ord_max / (D ord0 * G ord_max + G ord0 * \sum_(p | p != ord0) D p)) ^+ 2).
Proof.
move=> G0 Gg D0 Df Gt D1; have [row entry _] := (Ndcg.norms : claim_ndcg_norms_repaired) R m n G D G0 Gg D0 Df Gt D1.
move: row entry; rewrite /constant_ndcg_norms_repaired_F_2 /constant_ndcg_norms_repaired_U_max largest_shareE.
by rewrite (sum_values _ (fun d => d ^+ 2)) => row entry; eexists; eexists; split; [exact: row|exact: entry|].
Qed.

Theorem faster : claim_ndcg_faster_decay_repaired.
Proof.
move=> R m n G fast slow G0 Gg G00 G1 f0 ff f1 s0 sf s1 le A_2 printed.
have Gt : 0 < G ord_max by rewrite G1 ltr01.
have E D : A_2 D = m.+1%:R * \sum_p D p ^+ 2.
  by rewrite /A_2 /constant_ndcg_A_A_2 size_values last_values G1 expr1n mulr1 (sum_values _ (fun d => d ^+ 2)).
have P D : nonnegative D -> falling D -> D ord0 = 1 -> printed D.
  move=> D0 Df D1; have Dp : 0 < D ord0 by rewrite D1 ltr01.
  have := printed_square G0 Gg D0 Df Gt Dp; rewrite G00 mul0r addr0 D1 G1 mulr1 divr1 expr1n mulr1.
  by rewrite /printed E.
have sq p : fast p ^+ 2 <= slow p ^+ 2 by rewrite ler_expn2r ?nnegrE ?f0 ?s0.
split; [exact: P|exact: P| |].
  by rewrite !E ler_wpmul2l ?ler0n // ler_sum.
move=> [p lt]; rewrite !E ltr_pmul2l ?ltr0n // (bigD1 p) //= [X in _ < X](bigD1 p) //=.
apply: ltr_le_add; last by apply: ler_sum.
by rewrite ltr_expn2r ?nnegrE ?f0 ?s0.
Qed.

Theorem eru : claim_ndcg_faster_decay_repaired__eru.
Proof.
move=> m er nd.
have l2 : 0 < log 2%:R by apply: log_gt0; rewrite ltr1n.
have lp p : 0 < log p.+2%:R by apply: log_gt0; rewrite ltr1n.
have pow p : (p.+2 <= 2 ^ (2 ^ p))%N.
  elim: p => // p IH; rewrite expnS mul2n -addnn expnD.
  have : (2 <= 2 ^ (2 ^ p))%N by rewrite -[X in (X <= _)%N]expn1 leq_exp2l // expn_gt0.
  by move: (2 ^ (2 ^ p))%N IH => a; nia.
have pow1 : (3 < 2 ^ (2 ^ 1))%N by [].
have bound p : log p.+2%:R <= 2%:R ^+ p * log 2%:R.
  by rewrite -natrX -logX ?ltr0n // -natrX; apply: log_le; rewrite ?ltr0n // ler_nat.
have le p : er p <= nd p.
  rewrite /er /nd ler_pdivl_mulr ?lp // mulrC ler_pdivr_mulr ?exprn_gt0 ?ltr0n // mulrC; exact: bound.
have e0 p : 0 < er p by rewrite /er invr_gt0 exprn_gt0 ?ltr0n.
split=> //; [by rewrite /er expr0 invr1|by rewrite /nd mulfV // gt_eqF|].
pose i1 : 'I_m.+2 := lift ord0 ord0; have strict : er i1 < nd i1.
  rewrite /er /nd ltr_pdivl_mulr ?lp // mulrC ltr_pdivr_mulr ?exprn_gt0 ?ltr0n // mulrC.
  rewrite /= /bump /= expr1 -logX ?ltr0n // -natrX; by apply: log_lt; rewrite ?ltr0n // ltr_nat.
have sq p : er p ^+ 2 <= nd p ^+ 2.
  by rewrite ler_expn2r ?nnegrE ?(ltW (e0 p)) //; exact: le_trans (ltW (e0 p)) (le p).
rewrite (bigD1 i1) //= [X in _ < X](bigD1 i1) //=.
apply: ltr_le_add; last by apply: ler_sum.
have n1 : 0 <= nd i1 by exact: le_trans (ltW (e0 i1)) (le i1).
by rewrite ltr_expn2r ?nnegrE ?(ltW (e0 i1)) ?n1.
Qed.

(** Bounds of r = t/(t + y). *)
Lemma fast_bound (R : realFieldType) (x d y t : R) : 0 <= x -> 0 <= d -> 0 <= y -> y <= x * d * t -> 0 < t ->
  (x + 1) * (1 - 2%:R * (x + 1) * d) <= (x + 1) * (1 + x * d ^+ 2) * (t / (t + y)) ^+ 2 <= (x + 1) * (1 + (x + 1) * d ^+ 2).
Proof.
move=> x0 d0 y0 yt t0; have x1 : 0 < x + 1 by rewrite ltr_paddl ?ltr01.
have ty : 0 < t + y by rewrite ltr_paddr.
have tyn : t + y != 0 by rewrite gt_eqF.
set r := t / (t + y); have r0 : 0 <= r by rewrite divr_ge0 ?ltW.
have r1 : r ^+ 2 <= 1 by rewrite expr_le1 // ler_pdivr_mulr // mul1r ler_addl.
have n1 : 1 <= 1 + x * d ^+ 2 by rewrite ler_addl mulr_ge0 ?sqr_ge0.
apply/andP; split; last first.
  rewrite -[X in X <= _]mulrA ler_pmul2l //; apply: (@le_trans _ _ (1 + x * d ^+ 2)); first by rewrite ler_pimulr // (le_trans ler01 n1).
  by rewrite ler_add2l ler_wpmul2r ?sqr_ge0 // ler_addl ler01.
rewrite -[X in _ <= X]mulrA ler_pmul2l //; apply: (@le_trans _ _ (r ^+ 2)); last by rewrite ler_pemull ?sqr_ge0.
apply: (@le_trans _ _ (1 - 2%:R * (y / t))).
  rewrite ler_add2l ler_opp2 -mulrA ler_pmul2l ?ltr0n // ler_pdivr_mulr //; apply: le_trans yt _.
  by rewrite ler_pmul2r // ler_wpmul2r // ler_addl ler01.
have tn : t != 0 by rewrite gt_eqF.
have e : r ^+ 2 - (1 - 2%:R * (y / t)) = y ^+ 2 * (3%:R * t + 2%:R * y) / (t * (t + y) ^+ 2) by rewrite /r; field; rewrite tn tyn.
rewrite -subr_ge0 e; apply: divr_ge0; apply: mulr_ge0; rewrite ?sqr_ge0 ?(ltW t0) //.
by apply: addr_ge0; apply: mulr_ge0; rewrite ?ler0n ?(ltW t0).
Qed.

Lemma slow_bound (R : realFieldType) (x s l t slow : R) : slow = ((x + 1) * t / (t + x * l)) ^+ 2 -> 0 <= x -> 0 < s -> s <= 1 -> 0 <= l -> 0 < t ->
  slow * s ^+ 2 <= (x + 1) * (1 + x * s ^+ 2) * (t / (t + l * (x * s))) ^+ 2 <= slow / s ^+ 2.
Proof.
move=> slow0 x0 s0 s1 l0 t0; have x1 : 0 < x + 1 by rewrite ltr_paddl ?ltr01.
have xl : 0 <= x * l by rewrite mulr_ge0.
have c0 : 0 < t + x * l by rewrite ltr_paddr.
have d0 : 0 < t + l * (x * s) by rewrite ltr_paddr // !mulr_ge0 // ltW.
have dc : t + l * (x * s) <= t + x * l by rewrite ler_add2l mulrCA mulrA ler_pimulr.
have sc : s * (t + x * l) <= t + l * (x * s).
  by rewrite mulrDr (mulrC s (x * l)) mulrCA mulrA ler_add2r ler_pimull // ltW.
set r := t / (t + l * (x * s)); set q := t / (t + x * l).
have r0 : 0 <= r by rewrite divr_ge0 ?ltW. have q0 : 0 <= q by rewrite divr_ge0 ?ltW.
have slowE : slow = (x + 1) * (x + 1) * q ^+ 2 by rewrite slow0 -mulrA exprMn expr2.
have qr : q ^+ 2 <= r ^+ 2.
  by rewrite ler_expn2r ?nnegrE // ler_pmul2l // lef_pinv ?posrE.
have rq1 : r <= q / s.
  by rewrite /r /q -[X in _ <= X]mulrA -invfM ler_pmul2l // lef_pinv ?posrE ?mulr_gt0 // mulrC.
have rq : r ^+ 2 <= (q / s) ^+ 2 by rewrite ler_expn2r ?nnegrE // divr_ge0 // ltW.
have ss : s ^+ 2 <= 1 by rewrite expr_le1 // ltW.
have x1' := ltW x1; have s2 : 0 <= s ^+ 2 := sqr_ge0 s; have xs : 0 <= x * s ^+ 2 by exact: mulr_ge0.
have a : slow * s ^+ 2 = (x + 1) * ((x + 1) * s ^+ 2) * q ^+ 2 by rewrite slowE; ring.
have b : slow / s ^+ 2 = (x + 1) * (x + 1) * (q / s) ^+ 2.
  have sn := lt0r_neq0 s0; rewrite slowE; move: (q) => u; by field.
have p0 : 0 <= (x + 1) * ((x + 1) * s ^+ 2) by exact: (mulr_ge0 x1' (mulr_ge0 x1' s2)).
have p1 : 0 <= (x + 1) * (1 + x * s ^+ 2) by exact: (mulr_ge0 x1' (addr_ge0 ler01 xs)).
rewrite a b; apply/andP; split.
  apply: ler_pmul => //; first exact: sqr_ge0.
  by rewrite ler_pmul2l // mulrDl mul1r addrC ler_add2r.
apply: ler_pmul => //; first exact: sqr_ge0.
by rewrite ler_pmul2l // addrC ler_add2r ler_pimulr.
Qed.

Theorem extremes : claim_ndcg_extremes_repaired.
Proof.
move=> R m g n G G0 Gg Gt n2 gains printed fast slow.
have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_trans n2.
have i0 : 0 < n%:R^-1 :> R by rewrite invr_gt0.
have i1 : n%:R^-1 <= 1 :> R by rewrite invf_le1 // ler1n; exact: leq_trans n2.
have ih : n%:R^-1 < 1 :> R by rewrite invf_lt1 // ltr1n.
have lt1 : G ord0 <= G ord_max by exact: Gg.
have m1 : m.+1%:R = m%:R + 1 :> R by rewrite [LHS]mulrSr.
have m0 : 0 <= m%:R :> R := ler0n _ _.
have E second : 0 <= second -> second <= 1 -> printed second ((m%:R + 1) * (1 + m%:R * second ^+ 2) *
    (G ord_max / (G ord_max + G ord0 * (m%:R * second))) ^+ 2).
  move=> s0 s1; pose D (p : 'I_m.+1) : R := if p == ord0 then 1 else second.
  have D0 : nonnegative D by move=> p; rewrite /D; case: ifP => _; rewrite ?ler01.
  have Df : falling D.
    move=> a b ab; rewrite /D; case: (eqVneq b ord0) ab => [->|bn] ab; last by case: ifP.
    by move: ab; rewrite leqn0 => /eqP a0; rewrite (_ : a == ord0) //; apply/eqP/val_inj.
  have D1 : 0 < D ord0 by rewrite /D eqxx ltr01.
  have := printed_square G0 Gg D0 Df Gt D1.
  have tail : \sum_(p | p != ord0) D p = m%:R * second.
    rewrite (eq_bigr (fun=> second)) => [|p /negbTE pn]; last by rewrite /D pn.
    by rewrite sumr_const cardC1 card_ord mulr_natl.
  have sq : \sum_p D p ^+ 2 = 1 + m%:R * second ^+ 2.
    rewrite (bigD1 ord0) //= /D eqxx expr1n; congr (_ + _).
    rewrite (eq_bigr (fun=> second ^+ 2)) => [|p /negbTE ->] //.
    by rewrite sumr_const cardC1 card_ord mulr_natl.
  by rewrite tail sq /D eqxx mul1r m1.
have slowE : slow = ((m%:R + 1) * G ord_max / (G ord_max + m%:R * G ord0)) ^+ 2.
  by rewrite /slow /constant_ndcg_extremes_repaired_slow_limit last_values head_values m1 addrK.
split.
- exists ((m%:R + 1) * (1 + m%:R * n%:R^-1 ^+ 2) * (G ord_max / (G ord_max + G ord0 * (m%:R * n%:R^-1))) ^+ 2); first exact: E (ltW i0) i1.
  rewrite /fast /constant_ndcg_extremes_repaired_fast_limit m1 -exprVn; apply: fast_bound => //; first exact: ltW.
    by rewrite !mulr_ge0 // ltW.
  by rewrite mulrC ler_wpmul2l // mulr_ge0 // ltW.
- have s0 : 0 < 1 - n%:R^-1 :> R by rewrite subr_gt0.
  have s1 : 1 - n%:R^-1 <= 1 :> R by rewrite ler_subl_addr ler_addl ltW.
  exists ((m%:R + 1) * (1 + m%:R * (1 - n%:R^-1) ^+ 2) * (G ord_max / (G ord_max + G ord0 * (m%:R * (1 - n%:R^-1)))) ^+ 2); first exact: E (ltW s0) s1.
  exact: (slow_bound slowE).
- by move=> z; rewrite slowE z mulr0 addr0 mulfK ?m1 // gt_eqF.
have c0 : 0 < G ord_max + m%:R * G ord0 by rewrite ltr_paddr // mulr_ge0.
have l0 : 0 <= G ord0 by [].
have up : (m%:R + 1) * G ord_max / (G ord_max + m%:R * G ord0) * G ord0 <= G ord_max.
  rewrite mulrAC ler_pdivr_mulr // [_ * G ord_max]mulrC -mulrA ler_pmul2l //.
  by rewrite mulrDl mul1r addrC ler_add2r.
have lo : 0 <= (m%:R + 1) * G ord_max / (G ord_max + m%:R * G ord0) * G ord0.
  by apply: mulr_ge0 => //; apply: divr_ge0; [apply: mulr_ge0; [rewrite addr_ge0 ?ler01|exact: ltW]|exact: ltW].
by rewrite slowE -exprMn ler_expn2r ?nnegrE ?(ltW Gt) ?lo.
Qed.

Theorem extremes_zero : claim_ndcg_extremes.
Proof.
move=> R m g n G G0 Gg z Gt n2 printed fast slow.
have [f s e _] := extremes m G0 Gg Gt n2; split; first exact: f.
by move: s; rewrite (e z) expr2.
Qed.
