(** The structural SVM with one clique: 0-1, the F-score, three labels (Sec. 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements Rank FScore MaxMargin MaxMarginLine.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairs.
Variables (R : realFieldType) (Y : finType) (L : Y -> Y -> R).
Implicit Types (v u p : Y -> R) (i j k y : Y).

Lemma margin_ge v y k : v k + L k y - v y <= max_margin L v y.
Proof. by rewrite ler_add2r; exact: (max_ge (fun y' => v y' + L y' y)). Qed.
Lemma margin_le v y c : (forall k, v k + L k y - v y <= c) -> max_margin L v y <= c.
Proof. by move=> le; rewrite ler_subl_addr; apply: max_le => [|k]; rewrite -ler_subl_addr. Qed.

Definition half_half i j y : R := ((y == i)%:R + (y == j)%:R) / 2%:R.
Lemma half_sum i j (f : Y -> R) : \sum_y half_half i j y * f y = (f i + f j) / 2%:R.
Proof.
rewrite (eq_bigr (fun y => ((y == i)%:R * f y + (y == j)%:R * f y) / 2%:R)) => [|y _]; last first.
  by rewrite /half_half; ring.
by rewrite -mulr_suml big_split /= !pick.
Qed.
Lemma half_distribution i j : distribution (half_half i j).
Proof.
split=> [y|]; first by rewrite divr_ge0 ?ler0n // addr_ge0 ?ler0n.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
by under eq_bigr do rewrite -[half_half _ _ _]mulr1; rewrite half_sum; field.
Qed.

(** Two labels: the surrogate is at least half of L(i, j) + L(j, i). *)
Lemma half_ge i j v : (L i j + L j i) / 2%:R <= \sum_y half_half i j y * max_margin L v y.
Proof.
rewrite half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
apply: le_trans (ler_add (margin_ge v i j) (margin_ge v j i)).
by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

(** Scores that are least at p and may be decoded to a label that is not optimal. *)
Lemma not_consistent p v d : (forall u, \sum_y p y * max_margin L v y <= \sum_y p y * max_margin L u y) ->
  (forall y, v y <= v d) -> ~ optimal L p d -> ~ max_margin_consistent_at L p.
Proof.
move=> least top bad [u [e e0 le]]; have := le_trans (le v d top bad) (least u).
by rewrite ger_addl leNgt e0.
Qed.
End Pairs.


Lemma lern1b (R : realFieldType) (b : bool) : b%:R <= 1 :> R.
Proof. by rewrite lern1 leq_b1. Qed.

Lemma zero_one_risk (R : realFieldType) (Y : finType) (p : Y -> R) z : distribution p ->
  risk (zero_one R (T := Y)) p z = 1 - p z.
Proof.
move=> [_ <-]; rewrite /risk (bigD1 z) //= [in RHS](bigD1 z) //= /zero_one eqxx mulr0 add0r addrAC subrr add0r.
by apply: eq_bigr => y ne; rewrite eq_sym ne mulr1.
Qed.

Lemma majority (R : realFieldType) (Y : finType) (p : Y -> R) k : distribution p -> 1 / 2%:R < p k ->
  max_margin_consistent_at (zero_one R (T := Y)) p.
Proof.
move=> dist major; have [p0 p1] := dist.
have rest y : y != k -> p y <= 1 - p k.
  move=> ne; rewrite -p1 (bigD1 k) //= addrAC subrr add0r (bigD1 y) //= ler_addl; exact: sumr_ge0.
have top y : p y <= p k.
  have [->//|ne] := eqVneq y k; apply: le_trans (rest y ne) _; rewrite ler_subl_addr.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by have -> : 1 = 1 / 2%:R + 1 / 2%:R :> R by [field]; exact: ltW (ltr_add major major).
exists (fun y => (y == k)%:R), (2%:R * p k - 1).
  by move: major; rewrite ltr_pdivr_mulr ?ltr0n // subr_gt0 mulrC.
move=> v z high bad; have zk : z != k.
  by apply/eqP => e; apply: bad => y; rewrite e !zero_one_risk // ler_add2l ler_opp2.
apply: le_trans (_ : 1 <= _).
  apply: le_trans (_ : \sum_y p y * (2%:R * (y != k)%:R) + (2%:R * p k - 1) <= _).
    rewrite ler_add2r; apply: ler_sum => y _; rewrite ler_wpmul2l //; apply: margin_le => t.
    rewrite /zero_one; have [->|yk] := eqVneq y k.
      by case: (t == k); rewrite /= ?add0r ?addr0 subrr mulr0.
    rewrite subr0 mulr1 [2%:R](natrD _ 1 1); apply: ler_add; exact: lern1b.
  rewrite (eq_bigr (fun y => 2%:R * (p y * (y != k)%:R))) => [|y _]; last by rewrite mulrCA.
  rewrite -mulr_sumr (_ : \sum_y p y * (y != k)%:R = 1 - p k); last first.
    by rewrite -(zero_one_risk k dist); apply: eq_bigr => y _; rewrite /zero_one eq_sym.
  by rewrite mulrBr mulr1 addrA subrK (_ : 2%:R - 1 = 1) // -[X in X - 1]/(1 + 1) addrK.
pose d := v z - v k; have d0 : 0 <= d by rewrite subr_ge0.
apply: le_trans (_ : \sum_y p y * (1 + d * ((y == k)%:R - (y == z)%:R)) <= _); last first.
  apply: ler_sum => y _; rewrite ler_wpmul2l // /d.
  have [->|yk] := eqVneq y k; first rewrite eq_sym (negbTE zk).
    by apply: le_trans (margin_ge _ v k z); rewrite /zero_one zk subr0 mulr1 addrC -addrA [1 - _]addrC addrA.
  have [->|yz] := eqVneq y z.
    by apply: le_trans (margin_ge _ v z k); rewrite /zero_one eq_sym zk sub0r mulrN1 opprB addrC addrAC.
  apply: le_trans (margin_ge _ v y z); rewrite /zero_one eq_sym yz subrr mulr0 addr0 addrAC ler_addr subr_ge0.
  exact: high.
rewrite (eq_bigr (fun y => p y + d * ((y == k)%:R * p y - (y == z)%:R * p y))) => [|y _]; last by ring.
rewrite big_split /= p1 -mulr_sumr sumrB !pick ler_addl mulr_ge0 // subr_ge0; exact: top.
Qed.

Lemma minority (R : realFieldType) (Y : finType) (p : Y -> R) i j : distribution p -> (forall y, p y <= 1 / 2%:R) ->
  p i < p j -> ~ max_margin_consistent_at (zero_one R (T := Y)) p.
Proof.
move=> dist minor ij; have [p0 p1] := dist.
apply: (@not_consistent _ _ _ _ (fun=> 0) i) => // [u|]; last first.
  by move/(_ j); rewrite !zero_one_risk // ler_add2l ler_opp2 leNgt ij.
apply: le_trans (_ : 1 <= _).
  rewrite -[X in _ <= X]p1; apply: ler_sum => y _; rewrite -[X in _ <= X]mulr1 ler_wpmul2l //.
  by apply: margin_le => t; rewrite add0r subr0 lern1 leq_b1.
have [a _ top] := @arg_maxP _ R Y i xpredT u isT.
have [y0 ya] : exists y, y != a.
  have [ia|ia] := eqVneq i a; last by exists i.
  by exists j; apply: contraTneq ij => ->; rewrite ia ltxx.
have [b ba next] := @arg_maxP _ R Y y0 (fun y => y != a) u ya.
pose d := u a - u b; have d0 : 0 <= d by rewrite subr_ge0; exact: top.
apply: le_trans (_ : \sum_y p y * (1 + d * (1 - 2%:R * (y == a)%:R)) <= _); last first.
  apply: ler_sum => y _; rewrite ler_wpmul2l // /d.
  have [->|ne] := eqVneq y a.
    apply: le_trans (margin_ge _ u a b); rewrite /zero_one ba /=.
    by rewrite le_eqVlt; apply/orP; left; apply/eqP; ring.
  apply: le_trans (margin_ge _ u y a); rewrite /zero_one eq_sym ne /= mulr0 subr0 mulr1.
  have nx : u y <= u b := next y ne.
  by rewrite [X in _ <= X]addrAC [X in _ <= X]addrC !ler_add2l ler_opp2.
rewrite (eq_bigr (fun y => p y + d * (p y - 2%:R * ((y == a)%:R * p y)))) => [|y _]; last by ring.
rewrite big_split /= p1 -mulr_sumr sumrB p1 -mulr_sumr pick ler_addl mulr_ge0 // subr_ge0.
by have := minor a; rewrite ler_pdivl_mulr ?ltr0n // mulrC.
Qed.

Theorem ssvm_consistency : claim_surrogate_ssvm_consistency.
Proof.
split=> [R m m2|R Y p k|R Y p i j]; last exact: minority; last exact: majority.
pose one : {set 'I_m} := [set Ordinal (ltnW m2)]; pose other : {set 'I_m} := [set Ordinal m2].
have n1 : one != set0 by rewrite -cards_eq0 cards1.
have n2 : other != set0 by rewrite -cards_eq0 cards1.
have apart : other :&: one = set0.
  by apply/setP => t; rewrite !inE; apply/negP => /andP[/eqP-> /eqP/(congr1 val)].
have L0 (z : {set 'I_m}) : z != set0 -> f_loss (1 : R) z set0 = 1 /\ f_loss (1 : R) set0 z = 1.
  by move=> z0; rewrite /f_loss !f_scoreE (negbTE z0) ?andbF /= setI0 set0I cards0 muln0 !mul0r subr0.
have L1 (z y : {set 'I_m}) : f_loss (1 : R) z y <= 1.
  by rewrite /f_loss ger_addl oppr_le0 f_scoreE; case: ifP => _; rewrite ?ler01 // divr_ge0 ?ler0n.
exists (half_half R (set0 : {set 'I_m}) one); first exact: half_distribution.
apply: (@not_consistent _ _ _ _ (fun=> 0) other) => // [u|].
  apply: le_trans (half_ge _ _ _ u); rewrite half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
  have [-> ->] := L0 _ n1; by apply: ler_add; apply: margin_le => t; rewrite add0r subr0.
move/(_ set0); rewrite /risk !half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
have [-> _] := L0 _ n2; have [_ ->] := L0 _ n1; rewrite /f_loss !f_scoreE (negbTE n1) andbF eqxx /= apart cards0 muln0 mul0r.
by rewrite subrr subr0 add0r ger_addl ler10.
Qed.

Theorem swapped : refuted_surrogate_crf_ssvm.
Proof.
move=> R Y L z y less own; have ne : z != y by apply: contraTneq less => ->; rewrite ltxx.
(* all other labels are so low that their terms do not count *)
pose low := \sum_t `|L y t| + `|L y z|; have low0 : 0 <= low by rewrite addr_ge0 ?sumr_ge0 ?normr_ge0.
exists (fun t => if (t == z) || (t == y) then 0 else - low) => [t|].
  by rewrite eqxx /=; case: ifP; rewrite // oppr_le0.
apply: le_lt_trans less; apply: margin_le => t; rewrite eqxx orbT subr0.
have [->|tz] := eqVneq t z; first by rewrite add0r.
have [->|ty] := eqVneq t y; first by rewrite add0r.
apply: le_trans (_ : - `|L y z| <= _); last by rewrite ler_oppl -normrN ler_norm.
rewrite /= /low opprD addrAC ger_addr addrC subr_le0 (bigD1 t) //=.
by apply: le_trans (ler_norm _) _; rewrite ler_addl sumr_ge0.
Qed.

Lemma consistent_ext (R : realFieldType) (Y : finType) (L L' : Y -> Y -> R) p : (forall z y, L z y = L' z y) ->
  max_margin_consistent_at L' p -> max_margin_consistent_at L p.
Proof.
move=> e [u [g g0 le]].
have r z : risk L p z = risk L' p z by apply: eq_bigr => y _; rewrite e.
have m v y : max_margin L v y = max_margin L' v y.
  by rewrite /max_margin e; congr (_ - _); apply: eq_bigr => t _; rewrite e.
exists u, g => // v d top bad; under eq_bigr do rewrite m; under [X in _ <= X]eq_bigr do rewrite m.
by apply: le => // opt; apply: bad => t; rewrite !r.
Qed.

Definition all_three (i j k : 'I_3) := forall y : 'I_3, [\/ y = i, y = j | y = k].
Lemma three_labels (i j k : 'I_3) : uniq [:: i; j; k] -> [/\ i != j, i != k, j != k & all_three i j k].
Proof.
rewrite /= !inE negb_or andbT => /andP[/andP[ij ik] jk]; split=> // y.
have : y \in [:: i; j; k].
  have u : uniq [:: i; j; k] by rewrite /= !inE negb_or ij ik jk.
  have sub : {subset [:: i; j; k] <= enum 'I_3} by move=> t _; rewrite mem_enum.
  have few : (size (enum 'I_3) <= size [:: i; j; k])%N by rewrite size_enum_ord.
  by have [_ ->] := uniq_min_size u sub few; rewrite mem_enum.
by rewrite !inE => /or3P[]/eqP->; [exact: Or31|exact: Or32|exact: Or33].
Qed.

Theorem three_on_a_line : claim_x_surrogate_max_margin_three.
Proof.
move=> R L sym diag pos [i [j [k [u e]]]] p dist; have [ij ik jk all] := three_labels u.
pose x (y : 'I_3) := if y == j then 0 else if y == i then - L i j else L j k.
apply: (consistent_ext (L' := fun z y => `|x z - x y|)); last exact: MaxMarginLine.paths.
have xi : x i = - L i j by rewrite /x (negbTE ij) eqxx.
have xj : x j = 0 by rewrite /x eqxx.
have xk : x k = L j k by rewrite /x eq_sym (negbTE jk) eq_sym (negbTE ik).
have a0 := ltW (pos _ _ ij); have b0 := ltW (pos _ _ jk).
have half z y : [\/ (z = i /\ y = j), (z = i /\ y = k) | (z = j /\ y = k)] -> L z y = `|x z - x y|.
  case=> -[-> ->]; rewrite ?xi ?xj ?xk.
  - by rewrite subr0 normrN ger0_norm.
  - by rewrite -opprD normrN e ger0_norm ?addr_ge0.
  by rewrite sub0r normrN ger0_norm.
have [h1 h2 h3] : [/\ L i j = `|x i - x j|, L i k = `|x i - x k| & L j k = `|x j - x k|].
  by split; apply: half; [apply: Or31|apply: Or32|apply: Or33].
by move=> z y; have [->|->|->] := all z; have [->|->|->] := all y; rewrite ?diag ?subrr ?normr0 // ?h1 ?h2 ?h3 // sym distrC ?h1 ?h2 ?h3.
Qed.

Section Three.
Variables (R : realFieldType) (L : 'I_3 -> 'I_3 -> R).
Hypotheses (sym : forall z y, L z y = L y z) (diag : forall y, L y y = 0) (pos : forall z y, z != y -> 0 < L z y).

Lemma third_not_optimal (i j k : 'I_3) : L i j < L k i + L k j -> ~ optimal L (half_half R i j) k.
Proof.
move=> lt /(_ i); rewrite /risk !half_sum diag add0r ler_pmul2r ?invr_gt0 ?ltr0n //.
by rewrite leNgt lt.
Qed.

(** Under strict triangle inequalities: v_y is the entry of the two other labels. *)
Lemma triangle_scores v (i j k : 'I_3) : all_three i j k -> v i = L j k -> v j = L i k -> v k = L i j ->
  L j k <= L i j + L i k -> L i k <= L i j + L j k ->
  forall u, \sum_y half_half R i j y * max_margin L v y <= \sum_y half_half R i j y * max_margin L u y.
Proof.
move=> all vi vj vk ti tj u; apply: le_trans (half_ge L i j u).
rewrite half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
have mi : max_margin L v i <= L i j + L i k - L j k.
  apply: margin_le => t; rewrite vi; have [->|->|->] := all t; rewrite ?vi ?vj ?vk ?diag ler_add2r ?addr0 //.
    by rewrite [L j i]sym addrC.
  by rewrite [L k i]sym.
have mj : max_margin L v j <= L i j + L j k - L i k.
  apply: margin_le => t; rewrite vj; have [->|->|->] := all t; rewrite ?vi ?vj ?vk ?diag ler_add2r ?addr0 //.
    by rewrite addrC.
  by rewrite [L k j]sym.
apply: le_trans (ler_add mi mj) _; rewrite [L j i]sym le_eqVlt; apply/orP; left; apply/eqP; ring.
Qed.

Lemma distinct (i j k : 'I_3) : i != j -> i != k -> j != k -> uniq [:: i; j; k].
Proof. by move=> ij ik jk; rewrite /= !inE negb_or ij ik jk. Qed.

Lemma third_undecoded v (i j k : 'I_3) : (forall i j k, uniq [:: i; j; k] -> L i k < L i j + L j k) ->
  uniq [:: i; j; k] -> v i = L j k -> v j = L i k -> v k = L i j ->
  (forall u, \sum_y half_half R i j y * max_margin L v y <= \sum_y half_half R i j y * max_margin L u y) /\
  ~ optimal L (half_half R i j) k.
Proof.
move=> tri u vi vj vk; have [ij ik jk all] := three_labels u.
have ji : j != i by rewrite eq_sym. have ki : k != i by rewrite eq_sym. have kj : k != j by rewrite eq_sym.
split; last by apply: third_not_optimal; rewrite [L k i]sym tri // distinct.
apply: triangle_scores => //; apply: ltW; last exact: tri.
by rewrite [L i j]sym tri // distinct.
Qed.

Hypothesis off : forall i j k, uniq [:: i; j; k] -> L i k != L i j + L j k.

Theorem no_decoder_off_a_line : ~ consistent_surrogate L (fun=> True) (max_margin L).
Proof.
case=> _ _ _ [decode cal].
have forced p v : distribution p ->
    (forall u, \sum_y p y * max_margin L v y <= \sum_y p y * max_margin L u y) -> ~ optimal L p (decode v) -> False.
  move=> dist least bad; have [u _ [e e0 le]] := cal p dist.
  by have := le_trans (le v I bad) (least u); rewrite ger_addl leNgt e0.
have [[[i j] k] /= /andP[u long]|strict] := pickP (fun t : 'I_3 * 'I_3 * 'I_3 =>
    uniq [:: t.1.1; t.1.2; t.2] && (L t.1.1 t.1.2 + L t.1.2 t.2 < L t.1.1 t.2)).
  have [ij ik jk all] := three_labels u.
  pose v y := if y == i then L i k else 0.
  have vi : v i = L i k by rewrite /v eqxx.
  have vj : v j = 0 by rewrite /v eq_sym (negbTE ij).
  have vk : v k = 0 by rewrite /v eq_sym (negbTE ik).
  have c0 := ltW (pos ik).
  have mi : max_margin L v i <= 0.
    apply: margin_le => t; rewrite vi subr_le0; have [->|->|->] := all t; rewrite ?vi ?vj ?vk ?diag ?addr0 ?add0r //.
      by rewrite [L j i]sym; apply: ltW; apply: le_lt_trans long; rewrite ler_addl ltW // pos.
    by rewrite [L k i]sym.
  have mk : max_margin L v k <= L i k + L i k.
    apply: margin_le => t; rewrite vk subr0; have [->|->|->] := all t; rewrite ?vi ?vj ?vk ?diag ?addr0 ?add0r ?addr_ge0 //.
    apply: le_trans (_ : _ <= L i k) _; last by rewrite ler_addl.
    by apply: ltW; apply: le_lt_trans long; rewrite ler_addr ltW // pos.
  have least1 w : \sum_y half_half R i k y * max_margin L v y <= \sum_y half_half R i k y * max_margin L w y.
    apply: le_trans (half_ge L i k w); rewrite half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
    by apply: le_trans (ler_add mi mk) _; rewrite add0r [L k i]sym.
  have least2 w : \sum_y (y == i)%:R * max_margin L v y <= \sum_y (y == i)%:R * max_margin L w y.
    rewrite !pick; apply: le_trans mi _; apply: le_trans (margin_ge L w i i); by rewrite diag addr0 subrr.
  have point : distribution (fun y => (y == i)%:R : R) by split=> [y|]; [exact: ler0n|exact: pick1].
  have not_i : ~ optimal L (fun y => (y == i)%:R) j /\ ~ optimal L (fun y => (y == i)%:R) k.
    by split=> /(_ i); rewrite /risk !pick diag leNgt pos // eq_sym.
  have half_bad z : z = i \/ z = k -> ~ optimal L (half_half R i k) z.
    move=> zik /(_ j); rewrite /risk !half_sum ler_pmul2r ?invr_gt0 ?ltr0n //.
    by case: zik => ->; rewrite diag ?addr0 ?add0r ?[L k i]sym [L j i]sym leNgt long.
  have [e|e|e] := all (decode v).
  - by apply: (forced _ v (half_distribution R i k) least1); rewrite e; apply: half_bad; left.
  - by apply: (forced _ v point least2); rewrite e; exact: not_i.1.
  by apply: (forced _ v (half_distribution R i k) least1); rewrite e; apply: half_bad; right.
have tri i j k : uniq [:: i; j; k] -> L i k < L i j + L j k.
  move=> u; have := strict (i, j, k); rewrite /= in u *; rewrite u /= => /negbT; rewrite -leNgt => le.
  by rewrite lt_neqAle le andbT off.
pose a : 'I_3 := ord0; pose b : 'I_3 := inord 1; pose c : 'I_3 := inord 2.
have ub : uniq [:: a; b; c].
  by rewrite /= !inE negb_or andbT -!val_eqE /= !inordK.
have [ab ac bc all] := three_labels ub.
pose v y := if y == a then L b c else if y == b then L a c else L a b.
have va : v a = L b c by rewrite /v eqxx.
have vb : v b = L a c by rewrite /v eq_sym (negbTE ab) eqxx.
have vc : v c = L a b by rewrite /v eq_sym (negbTE ac) eq_sym (negbTE bc).
have ba : b != a by rewrite eq_sym. have ca : c != a by rewrite eq_sym. have cb : c != b by rewrite eq_sym.
have [e|e|e] := all (decode v).
- have [least bad] := third_undecoded tri (distinct bc ba ca) (etrans vb (sym a c)) (etrans vc (sym a b)) va.
  by apply: (forced _ v (half_distribution R b c)); rewrite // e.
- have [least bad] := third_undecoded tri (distinct ac ab cb) (etrans va (sym b c)) vc vb.
  by apply: (forced _ v (half_distribution R a c)); rewrite // e.
have [least bad] := third_undecoded tri ub va vb vc.
by apply: (forced _ v (half_distribution R a b)); rewrite // e.
Qed.
End Three.

Theorem three_otherwise : claim_x_surrogate_max_margin_three__otherwise.
Proof. by move=> R L sym diag pos off; exact: no_decoder_off_a_line. Qed.
