(** NDCG-type losses: how the constant depends on the decay of the discounts, and logarithmic discounts. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring zify.
From qstheory Require Import Loss Statements Constants Optimality Ndcg LogBounds Logarithms.
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

(** A^2 for D = (1, second, second, ...). *)
Lemma flat_square (R : realFieldType) (m g : nat) (G : 'I_g.+1 -> R) (second : R) :
  nonnegative G -> growing G -> 0 < G ord_max -> 0 <= second -> second <= 1 ->
  let D (p : 'I_m.+1) := if p == ord0 then 1 else second in
  constant_squared (fun (s : 'S_m.+1) j => - D (s j)) (fun (y : {y | graded G D y}) => gain_shares G D (val y))
    ((m%:R + 1) * (1 + m%:R * second ^+ 2) * (G ord_max / (G ord_max + G ord0 * (m%:R * second))) ^+ 2).
Proof.
move=> G0 Gg Gt s0 s1 D; have D0 : nonnegative D by move=> p; rewrite /D; case: ifP => _; rewrite ?ler01.
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
by rewrite tail sq /D eqxx mul1r mulrSr.
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
  by move=> s0 s1; exact: flat_square.
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

Theorem extremes_fast : claim_ndcg_extremes__fast.
Proof. by move=> R m g n G G0 Gg Gt n2 D; have [f _ _ _] := NdcgDecay.extremes m G0 Gg Gt n2; exact: f. Qed.

(** (1 + x s^2) r^2 < (x + 1) s^2 for r (3 + x s) <= 3. *)
Lemma far_below (R : realFieldType) (x s r : R) : 1 <= x -> 3%:R / 4%:R <= s -> 0 <= r -> r * (3%:R + x * s) <= 3%:R ->
  (x + 1) * (1 + x * s ^+ 2) * r ^+ 2 < (x + 1) * (x + 1) * s ^+ 2.
Proof.
move=> x1 s1 r0 le; have x0 : 0 < x := lt_le_trans ltr01 x1; have x2 : 0 < x + 1 by rewrite addr_gt0 ?ltr01.
have s0 : 0 < s by apply: lt_le_trans s1; rewrite divr_gt0 ?ltr0n.
have d0 : 0 < 3%:R + x * s by rewrite addr_gt0 ?ltr0n ?mulr_gt0.
rewrite -!mulrA ltr_pmul2l // -(ltr_pmul2r (exprn_gt0 2 d0)).
have sq : r ^+ 2 * (3%:R + x * s) ^+ 2 <= 3%:R ^+ 2.
  by rewrite -exprMn ler_expn2r ?nnegrE ?ler0n // mulr_ge0 // ltW.
apply: (@le_lt_trans _ _ ((1 + x * s ^+ 2) * 3%:R ^+ 2)).
  by rewrite -mulrA ler_wpmul2l // addr_ge0 ?ler01 // mulr_ge0 ?sqr_ge0 // ltW.
have a : 0 <= x - 1 by rewrite subr_ge0. have b : 0 <= s - 3%:R / 4%:R by rewrite subr_ge0.
rewrite -subr_gt0; set u := x - 1 in a; set v := s - 3%:R / 4%:R in b.
rewrite (_ : x = u + 1); last by rewrite /u subrK.
rewrite (_ : s = v + 3%:R / 4%:R); last by rewrite /v subrK.
rewrite [X in 0 < X](_ : _ = 225%:R / 128%:R + (v * (2%:R * v ^+ 3 + 18%:R * v ^+ 2 + (171%:R / 4%:R) * v + 297%:R / 8%:R)
  + u * (5%:R * (v + 3%:R / 4%:R) ^+ 4 + 18%:R * (v + 3%:R / 4%:R) ^+ 3 )
  + u ^+ 2 * (4%:R * (v + 3%:R / 4%:R) ^+ 4 + 6%:R * (v + 3%:R / 4%:R) ^+ 3) + u ^+ 3 * (v + 3%:R / 4%:R) ^+ 4)).
  have w : 0 <= v + 3%:R / 4%:R by rewrite addr_ge0 // divr_ge0 ?ler0n.
  apply: ltr_paddr; last by rewrite divr_gt0 ?ltr0n //.
  by repeat first [exact: a | exact: b | exact: w | exact: ler0n | apply: divr_ge0 | apply: addr_ge0 | apply: mulr_ge0 | apply: exprn_ge0].
by field.
Qed.

Theorem extremes_slow : refuted_ndcg_extremes.
Proof.
move=> R m g n G G0 Gg Gt top n4 D a A; have n0 : 0 < n%:R :> R by rewrite ltr0n; exact: leq_trans n4.
have s34 : 3%:R / 4%:R <= 1 - n%:R^-1 :> R.
  have i : n%:R^-1 <= 4%:R^-1 :> R by rewrite lef_pinv ?posrE ?n0 ?ltr0n // ler_nat.
  by rewrite -subr_ge0 (_ : _ - _ = 4%:R^-1 - n%:R^-1) ?subr_ge0 //; field; rewrite gt_eqF.
have s0 : 0 <= 1 - n%:R^-1 :> R by apply: le_trans s34; rewrite divr_ge0 ?ler0n.
have s1 : 1 - n%:R^-1 <= 1 :> R by rewrite ler_subl_addr ler_addl invr_ge0 ltW.
rewrite (constant_squared_unique A (flat_square m.+1 G0 Gg Gt s0 s1)) /constant_ndcg_extremes_slow_limit.
set s := 1 - n%:R^-1 in s34 s0 s1 *; rewrite [m.+2%:R]mulrSr; set x := m.+1%:R.
have x1 : 1 <= x by rewrite ler1n.
have xs : 0 <= x * s by rewrite mulr_ge0 // (le_trans ler01 x1).
have c0 : 0 < G ord_max + G ord0 * (x * s) by rewrite ltr_paddr // mulr_ge0.
apply: far_below => //; first by rewrite divr_ge0 // ltW.
rewrite mulrAC ler_pdivr_mulr // mulrDr [X in _ <= X]mulrDr (mulrC (G ord_max)) ler_add2l.
by rewrite [X in _ <= X]mulrA ler_wpmul2r.
Qed.

Lemma three_halves m : (3 * (m.+2 + 1) * 2 <= 9 * m.+2)%N. Proof. lia. Qed.
Lemma twice_enough m : (0 < m)%N -> (3 * (m + 1) <= 6 * m)%N. Proof. lia. Qed.

Theorem log_discount_bound : claim_ndcg_log_discount.
Proof.
move=> m n G G0 Gg Gt D; have Gt0 : 0 < G ord_max := lt_le_trans ltr01 Gt.
have D0 p : 0 < D p by rewrite invr_gt0; exact: log2_gt0.
have Df : falling D.
  move=> a b ab; rewrite /D lef_pinv ?posrE ?log2_gt0 //; apply: log_le; by rewrite ?ltr0n // ler_nat.
eexists; first exact: printed_square G0 Gg (fun p => ltW (D0 p)) Df Gt0 (D0 ord0).
have T0 : 0 <= \sum_(p | p != ord0) D p by apply: sumr_ge0 => p _; exact: ltW.
have g0 : 0 <= G ord0 by [].
have d0 : 0 < D ord0 * G ord_max + G ord0 * \sum_(p | p != ord0) D p by rewrite ltr_paddr ?mulr_gt0 // mulr_ge0.
have l2 : 0 < log 2%:R := log2_gt0 0.
have l21 : log 2%:R <= 1.
  have n1 : 2%:R != 1 :> reals by rewrite -[1]/(1%:R) eqr_nat.
  by have := Logarithms.log_below (ltr0Sn _ 1) n1; rewrite (_ : 2%:R - 1 = 1 :> reals) => [/ltW|]; [|ring].
set r := G ord_max / _; have r0 : 0 <= r by rewrite divr_ge0 // ltW.
have r1 : r ^+ 2 <= G ord_max ^+ 2.
  have : r <= 1.
    rewrite ler_pdivr_mulr // mul1r; apply: (@le_trans _ _ (D ord0 * G ord_max)); last by rewrite ler_addl mulr_ge0.
    by rewrite ler_pmull // /D /= invf_ge1.
  by move=> h; rewrite ler_expn2r ?nnegrE ?(ltW Gt0) //; exact: le_trans h Gt.
have sq : \sum_p D p ^+ 2 <= 3%:R * (m.+2 + 1)%:R / log (m.+2 + 1)%:R ^+ 2.
  rewrite (eq_bigr (fun p : 'I_m.+2 => log (p : nat).+2%:R ^- 2)) => [|p _]; last by rewrite /D exprVn.
  exact: squares_below.
have l3 : 1 <= log (m.+2 + 1)%:R by apply: le_trans log3 _; apply: log_le; rewrite ?ltr0n // ler_nat addn1.
have l0 : 0 < log (m.+2 + 1)%:R := lt_le_trans ltr01 l3.
have le : log m.+2%:R <= log (m.+2 + 1)%:R ^+ 2.
  apply: (@le_trans _ _ (log (m.+2 + 1)%:R)); first by apply: log_le; rewrite ?ltr0n // ler_nat leq_addr.
  by rewrite expr2 ler_pmulr.
have lm : 0 < log m.+2%:R := log2_gt0 m.
have nm : 3%:R * (m.+2 + 1)%:R * 2%:R <= 9%:R * m.+2%:R :> reals.
  by rewrite -!natrM ler_nat three_halves.
have q : 3%:R * (m.+2 + 1)%:R / log (m.+2 + 1)%:R ^+ 2 <= 9%:R / 2%:R * m.+2%:R / log m.+2%:R.
  apply: ler_pmul; rewrite ?mulr_ge0 ?invr_ge0 ?sqr_ge0 ?ler0n //.
    by rewrite [X in _ <= X]mulrAC ler_pdivl_mulr ?ltr0n //; exact: nm.
  by rewrite lef_pinv ?posrE ?exprn_gt0.
have e (h g x l : reals) : h * g ^+ 2 * x ^+ 2 / l = x * (h * x / l) * g ^+ 2 by move: l^-1 => i; ring.
rewrite [X in _ <= X](e (9%:R / 2%:R) (G ord_max) m.+2%:R (log m.+2%:R)).
have s0 : 0 <= \sum_p D p ^+ 2 by apply: sumr_ge0 => p _; exact: sqr_ge0.
apply: ler_pmul; rewrite ?sqr_ge0 ?mulr_ge0 ?ler0n // ler_pmul2l ?ltr0n //; exact: le_trans sq q.
Qed.

Lemma log_unbounded (x : reals) : exists m0 : nat, forall m : nat, (m0 <= m)%N -> x < log (m + 1)%:R.
Proof.
have l2 : 0 < log 2%:R := log2_gt0 0; have q0 : 0 <= `|x / log 2%:R| := normr_ge0 _.
have := @Num.Theory.archi_boundP [archiFieldType of reals] _ q0; set k := Num.bound _ => lt.
exists (2 ^ k)%N => m le; apply: (@lt_le_trans _ _ (log (2 ^ k)%:R)).
  rewrite natrX logX ?ltr0n // -ltr_pdivr_mulr //.
  exact: le_lt_trans (ler_norm _) lt.
apply: log_le; first by rewrite ltr0n expn_gt0.
by rewrite ler_nat (leq_trans le) // leq_addr.
Qed.

Theorem log_discount_order : refuted_ndcg_log_discount.
Proof.
move=> c c0; have [m0 large] := log_unbounded (6%:R / c).
exists m0.+1 => m le; have m1 : (0 < m)%N := leq_ltn_trans (leq0n _) le.
have lt := large m (ltnW le); have p0 : 0 < 6%:R / c by rewrite divr_gt0 ?ltr0n.
have l0 := lt_trans p0 lt; rewrite /constant_ndcg_log_discount_exponent_of_log /natural_log expr1.
apply: le_lt_trans (squares_below m1) _.
rewrite expr2 invfM !mulrA ltr_pmul2r ?invr_gt0 // ltr_pdivr_mulr //.
have m0' : 0 < m%:R :> reals by rewrite ltr0n.
apply: (@le_lt_trans _ _ (6%:R * m%:R)); first by rewrite -!natrM ler_nat twice_enough.
by rewrite mulrAC ltr_pmul2r // -ltr_pdivr_mull // mulrC.
Qed.
