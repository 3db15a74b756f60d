(** The structural SVM for the distance of points on a line: consistent (Sec. 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Statements MaxMargin.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Line.
Variables (R : realFieldType) (Y : finType).
Implicit Types (x p v : Y -> R) (z y : Y).

(** E|x - c| and the mass of a set of labels. *)
Definition away x p (c : R) : R := \sum_y p y * `|x y - c|.
Definition mass p (P : pred Y) : R := \sum_(y | P y) p y.

Lemma mass_split p (P : pred Y) : \sum_y p y = mass p P + mass p (predC P).
Proof. by rewrite /mass (bigID P). Qed.

(** With at least as much from m on as before, going to the left of m does not help. *)
Lemma slope x p m c : (forall y, 0 <= p y) -> c <= m ->
  away x p m + (m - c) * (mass p (fun y => m <= x y) - mass p (fun y => x y < m)) <= away x p c.
Proof.
move=> p0 cm; have mc : 0 <= m - c by rewrite subr_ge0.
have -> : mass p (fun y => m <= x y) - mass p (fun y => x y < m) = \sum_y p y * (if m <= x y then 1 else - 1).
  rewrite (bigID (fun y => m <= x y)) /= /mass; congr (_ + _).
    by apply: eq_bigr => y ->; rewrite mulr1.
  rewrite -sumrN; apply: eq_big => [y|y]; first by rewrite ltNge.
  by rewrite ltNge => /negbTE ->; rewrite mulrN1.
rewrite /away mulr_sumr -big_split /=; apply: ler_sum => y _.
rewrite [(m - c) * _]mulrCA -mulrDr ler_wpmul2l //; case: ifP => [my|/negbT]; last first.
  rewrite -ltNge mulrN1 => ym; rewrite ler_subl_addr; apply: le_trans (ler_dist_add c _ _) _.
  by rewrite ler_add2l distrC ger0_norm.
rewrite mulr1 !ger0_norm ?subr_ge0 ?(le_trans cm) //.
by rewrite addrA subrK.
Qed.
End Line.

(** A bound that is needed at finitely many places. *)
Lemma finite_floor (R : realFieldType) (T : finType) (Q : T -> R -> Prop) :
  (forall t e e', e' <= e -> Q t e -> Q t e') -> (forall t, exists2 e, 0 < e & Q t e) ->
  exists2 e, 0 < e & forall t, Q t e.
Proof.
move=> mono each; suff [e e0 q] : exists2 e, 0 < e & forall t, t \in enum T -> Q t e.
  by exists e => // t; apply: q; rewrite mem_enum.
elim: (enum T) => [|t s [e e0 q]]; first by exists 1; [exact: ltr01|].
have [e' e0' q'] := each t; exists (Num.min e e') => [|u]; first by rewrite lt_minr e0.
rewrite inE => /orP[/eqP->|us]; first by apply: mono q'; rewrite le_minl lexx orbT.
by apply: mono (q u us); rewrite le_minl lexx.
Qed.

Section Median.
Variables (R : realFieldType) (Y : finType) (p : Y -> R).
Hypothesis dist : distribution p.
Implicit Types (x : Y -> R) (z y : Y) (c : R).
Let p0 y : 0 <= p y. Proof. exact: dist.1. Qed.
Let mass0 (P : pred Y) : 0 <= mass p P. Proof. by apply: sumr_ge0 => y _. Qed.

Lemma away_opp x c : away (fun y => - x y) p (- c) = away x p c.
Proof. by apply: eq_bigr => y _; rewrite -opprD normrN. Qed.

Lemma half_optimal x z : mass p (fun y => x z < x y) <= mass p (fun y => x y <= x z) ->
  mass p (fun y => x y < x z) <= mass p (fun y => x z <= x y) -> forall c, away x p (x z) <= away x p c.
Proof.
move=> right left c; case: (leP c (x z)) => [cz|/ltW zc].
  apply: le_trans (slope x p0 cz); rewrite ler_addl mulr_ge0 ?subr_ge0 //.
rewrite -away_opp -[X in _ <= X]away_opp; have := zc; rewrite -ler_opp2 => zc'.
apply: le_trans (slope (fun y => - x y) p0 zc'); rewrite ler_addl mulr_ge0 ?subr_ge0 //.
apply: le_trans (_ : _ <= mass p (fun y => x y <= x z)) _.
  apply: le_trans right; rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => y; by rewrite ltr_opp2.
by rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigl => y; rewrite ler_opp2.
Qed.

Lemma some_label : exists y : Y, true.
Proof.
have [y _|none] := pickP (fun _ : Y => true); first by exists y.
by move: (oner_neq0 R); rewrite -dist.2 big1 ?eqxx // => y; have := none y.
Qed.

Lemma median x : exists M, forall c, away x p (x M) <= away x p c.
Proof.
have [y0 _] := some_label.
pose S y := mass p (fun y' => x y < x y') <= mass p (fun y' => x y' <= x y).
have [top _ high] := @arg_maxP _ R Y y0 xpredT x isT.
have Stop : S top.
  rewrite /S {1}/mass big_pred0 // => y; apply/negbTE; rewrite -leNgt; exact: high.
have [M SM low] := @arg_minP _ R Y top S x Stop; exists M; apply: half_optimal => //.
have [y1 lt|none] := pickP (fun y => x y < x M); last by rewrite {1}/mass big_pred0.
have [y2 lt2 high2] := @arg_maxP _ R Y y1 (fun y => x y < x M) x lt.
have : ~~ S y2 by apply/negP => /low; rewrite leNgt lt2.
rewrite /S -ltNge => /ltW; congr (_ <= _); apply: eq_bigl => y.
  by apply/idP/idP => [le|/high2 //]; exact: le_lt_trans le lt2.
apply/idP/idP => [lt3|le]; last exact: lt_le_trans lt2 le.
by rewrite leNgt; apply: contraTN lt3 => /high2; rewrite -leNgt.
Qed.

(** What the mean surrogate is at least, z being decoded. *)
Definition spread x z c : R := \sum_y p y * (`|x y - c| + Num.max `|x y - c| `|x z - c|).

Lemma spread_ge x z m c t : 0 <= t -> t <= `|x z - c| - `|x m - c| \/ t = 0 ->
  2%:R * away x p c + p m * t <= spread x z c.
Proof.
move=> t0 tm; rewrite /away mulr_sumr /spread (bigD1 m) //= [X in _ <= X](bigD1 m) //= addrAC.
apply: ler_add; last first.
  by apply: ler_sum => y _; rewrite mulrCA ler_wpmul2l // mulr2n mulrDl mul1r ler_add2l le_maxr lexx.
rewrite mulrCA -mulrDr ler_wpmul2l // mulr2n mulrDl mul1r -addrA ler_add2l le_maxr.
case: tm => [tm|->]; last by rewrite addr0 lexx.
by apply/orP; right; rewrite addrC -ler_subr_addr.
Qed.

Lemma far_right x z l0 : (forall c, l0 <= away x p c) ->
  mass p (fun y => x y <= x z) < mass p (fun y => x z < x y) ->
  exists2 e, 0 < e & forall c, 2%:R * l0 + e <= spread x z c.
Proof.
move=> least more.
have [y1 ok1|none] := pickP (fun y => (x z < x y) && (0 < p y)); last first.
  have : mass p (fun y => x z < x y) = 0.
    apply: big1 => y lt; apply/eqP; rewrite eq_le p0 andbT leNgt; by have := none y; rewrite lt /= => ->.
  by move=> e; move: more; rewrite e ltNge mass0.
have [m /andP[zm pm] low] := @arg_minP _ R Y y1 (fun y => (x z < x y) && (0 < p y)) x ok1.
pose k := mass p (fun y => x m <= x y) - mass p (fun y => x y < x m).
have k0 : 0 < k.
  rewrite /k subr_gt0; congr (_ < _): more; rewrite /mass.
    rewrite [RHS](bigID (fun y => x y <= x z)) /= [X in _ + X]big1 ?addr0 => [|y /andP[ym]].
      by apply: eq_bigl => y; apply/idP/andP => [yz|[]//]; split=> //; exact: le_lt_trans yz zm.
    rewrite -ltNge => zy; apply/eqP; rewrite eq_le p0 andbT leNgt; apply: contraTN ym => py.
    by rewrite -leNgt low // zy py.
  rewrite (bigID (fun y => x m <= x y)) /= [X in _ + X]big1 ?addr0 => [|y /andP[zy]].
    by apply: eq_bigl => y; apply/andP/idP => [[]//|my]; split=> //; exact: lt_le_trans zm my.
  move=> ym; apply/eqP; rewrite eq_le p0 andbT leNgt; apply: contra ym => py; by rewrite low // zy py.
pose D := x m - x z; have D0 : 0 < D by rewrite subr_gt0.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have half0 : 0 < D / 2%:R by rewrite divr_gt0 ?ltr0n.
exists (Num.min k (p m) * (D / 2%:R)) => [|c]; first by rewrite mulr_gt0 // lt_minr k0.
have small (b : R) : Num.min k (p m) <= b -> Num.min k (p m) * (D / 2%:R) <= b * (D / 2%:R).
  by move=> le; rewrite ler_wpmul2r // ltW.
have twice c' : 2%:R * l0 <= 2%:R * away x p c' by rewrite ler_pmul2l ?ltr0n.
have [mc|/ltW cm] := leP (x m) c.
  have d : `|x z - c| - `|x m - c| = D.
    rewrite ![`|_ - c|]distrC !ger0_norm ?subr_ge0 ?(le_trans (ltW zm)) //; rewrite /D; by ring.
  apply: le_trans (@spread_ge x z m c D (ltW D0) _); last by left; rewrite d.
  apply: ler_add => //; apply: le_trans (small (p m) _) _; first by rewrite le_minl lexx orbT.
  by rewrite ler_wpmul2l // ler_pdivr_mulr ?ltr0n // ler_pmulr // ler1n.
pose s := x m - c; have s0 : 0 <= s by rewrite subr_ge0.
have up : 2%:R * l0 + 2%:R * (s * k) <= 2%:R * away x p c.
  rewrite -mulrDr ler_pmul2l ?ltr0n //; apply: le_trans (slope x p0 cm); by rewrite ler_add2r.
have [wide|tight] := leP (D / 2%:R) (2%:R * s).
  apply: le_trans (@spread_ge x z m c 0 (lexx _) (or_intror erefl)); rewrite mulr0 addr0.
  apply: le_trans up; rewrite ler_add2l; apply: le_trans (small k _) _; first by rewrite le_minl lexx.
  by rewrite [X in _ <= X]mulrA [X in _ <= X]mulrC ler_wpmul2l // ltW.
have t : D / 2%:R <= `|x z - c| - `|x m - c|.
  rewrite ler_subr_addr [`|x m - c|]ger0_norm // -/s.
  have e : D - s - s = D / 2%:R + (D / 2%:R - 2%:R * s) by move: (D) (s) => u w; field.
  apply: le_trans (_ : D - s <= _); first by rewrite -ler_subr_addr e ler_addl subr_ge0 ltW.
  by rewrite distrC (_ : D - s = c - x z) ?ler_norm // /D /s; ring.
apply: le_trans (@spread_ge x z m c _ (ltW half0) (or_introl t)); apply: ler_add => //.
by apply: small; rewrite le_minl lexx orbT.
Qed.

Lemma far x z l0 : (forall c, l0 <= away x p c) -> ~~ [forall c, away x p (x z) <= away x p (x c)] ->
  exists2 e, 0 < e & forall c, 2%:R * l0 + e <= spread x z c.
Proof.
move=> least bad.
have [more|right] := ltP (mass p (fun y => x y <= x z)) (mass p (fun y => x z < x y)); first exact: far_right more.
have [more|left] := ltP (mass p (fun y => x z <= x y)) (mass p (fun y => x y < x z)); last first.
  by case/negP: bad; apply/forallP => c; exact: half_optimal.
have least' c : l0 <= away (fun y => - x y) p c by rewrite -[c]opprK away_opp.
have more' : mass p (fun y => - x y <= - x z) < mass p (fun y => - x z < - x y).
  congr (_ < _): more; apply: eq_bigl => y; by rewrite ?ler_opp2 ?ltr_opp2.
have [e e0 le] := far_right least' more'; exists e => // c; apply: le_trans (le (- c)) _.
rewrite le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => y _.
by rewrite -!opprD !normrN.
Qed.
End Median.

Section Paths.
Variables (R : realFieldType) (Y : finType) (x p : Y -> R).
Notation L := (fun z y => `|x z - x y|).

(** The V-shaped maximum: its tip is at c. *)
Lemma max_margin_spread v z : (forall y, v y <= v z) ->
  exists c, forall y, `|x y - c| + Num.max `|x y - c| `|x z - c| <= max_margin L v y.
Proof.
move=> top.
have [a _ ha] := @arg_maxP _ R Y z xpredT (fun y => v y - x y) isT.
have [b _ hb] := @arg_maxP _ R Y z xpredT (fun y => v y + x y) isT.
pose A := v a - x a; pose B := v b + x b; pose c := (B - A) / 2%:R; pose h := (A + B) / 2%:R.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have eA y : A + x y = h + (x y - c) by rewrite /h /c; move: (A) (B) (x y) => a' b' t; field.
have eB y : B - x y = h - (x y - c) by rewrite /h /c; move: (A) (B) (x y) => a' b' t; field.
have under y : v y <= h - `|x y - c|.
  have v1 : v y <= A + x y by rewrite -ler_subl_addr; exact: ha.
  have v2 : v y <= B - x y by rewrite ler_subr_addr; exact: hb.
  by case: (ger0P (x y - c)) => _; rewrite ?opprK -?eA -?eB.
have over y : h + `|x y - c| <= max_margin L v y + v y.
  rewrite /max_margin subrK; case: (ger0P (x y - c)) => _.
    rewrite -eA; apply: le_trans (max_ge (fun y' => v y' + `|x y' - x y|) _ a).
    by rewrite /A -addrA ler_add2l addrC distrC ler_norm.
  rewrite -eB; apply: le_trans (max_ge (fun y' => v y' + `|x y' - x y|) _ b).
  by rewrite /B -addrA ler_add2l ler_norm.
exists c => y; rewrite -(ler_add2r (v y)); apply: le_trans (over y).
rewrite [h + _]addrC -addrA ler_add2l -ler_subr_addr.
rewrite le_maxl; apply/andP; split; rewrite ler_subr_addr addrC -ler_subr_addr; first exact: under.
exact: le_trans (top y) (under z).
Qed.

Lemma max_margin_tent M y : max_margin L (fun y => - `|x M - x y|) y <= 2%:R * `|x y - x M|.
Proof.
rewrite /max_margin opprK mulr2n mulrDl mul1r [`|x M - x y|]distrC ler_add2r.
apply: max_le => [|y']; first by rewrite subrr normr0 addr0 (le_trans _ (normr_ge0 _)) // oppr_le0.
rewrite addrC ler_subl_addr; apply: le_trans (ler_dist_add (x M) _ _) _.
by rewrite addrC distrC ler_add2l distrC.
Qed.
End Paths.

Theorem paths : claim_x_surrogate_max_margin_paths.
Proof.
move=> R Y x p dist; have [M least] := median dist x.
have risk_away z : risk (fun z y => `|x z - x y|) p z = away x p (x z) by apply: eq_bigr => y _; rewrite distrC.
pose Q z e := ~~ [forall c, away x p (x z) <= away x p (x c)] ->
  forall c, 2%:R * away x p (x M) + e <= spread p x z c.
have [z e e' le q bad c|z|e e0 q] := @finite_floor R Y Q.
- by apply: le_trans (q bad c); rewrite ler_add2l.
- have [ok|bad] := boolP [forall c, away x p (x z) <= away x p (x c)]; first by exists 1; rewrite ?ltr01 // /Q ok.
  by have [e e0 le] := far dist least bad; exists e.
exists (fun y => - `|x M - x y|), e => // v z top bad; have [p0 _] := dist.
have [c le] := max_margin_spread x top.
apply: le_trans (_ : spread p x z c <= _); last by apply: ler_sum => y _; rewrite ler_wpmul2l.
apply: le_trans (q z _ c).
  rewrite ler_add2r /away mulr_sumr; apply: ler_sum => y _; rewrite mulrCA ler_wpmul2l //; exact: max_margin_tent.
by apply/forallP => ok; apply: bad => z'; rewrite !risk_away.
Qed.
