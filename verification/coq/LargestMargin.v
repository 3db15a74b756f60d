(** The largest margin that a loss admits at any distribution (Sec. 3.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup Rstruct ring.
From qstheory Require Import Loss Sets Hamming Prec Pairwise RealP Noise.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition largest (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (v : R) : Prop :=
  (forall p z g, distribution p -> margin L p z g -> g <= v) /\ exists p z, distribution p /\ margin L p z v.

Section Bounds.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (v : R).

(** A mixture of other predictions costs at most v more than z, whatever is observed. *)
Lemma capped (I : finType) (w : I -> R) (other : I -> Z) p z g : distribution p -> distribution w ->
  (forall i, other i != z) -> (forall y, \sum_i w i * (L (other i) y - L z y) <= v) -> margin L p z g -> g <= v.
Proof.
move=> [p0 p1] [w0 w1] ne le [least _].
apply: (@le_trans _ _ (\sum_i w i * (risk L p (other i) - risk L p z))).
  by rewrite -[g]mul1r -w1 mulr_suml; apply: ler_sum => i _; rewrite ler_wpmul2l // least.
apply: (@le_trans _ _ (\sum_y p y * (\sum_i w i * (L (other i) y - L z y)))).
  rewrite le_eqVlt; apply/orP; left; apply/eqP.
  under eq_bigr do rewrite /risk -sumrB mulr_sumr; rewrite exchange_big; apply: eq_bigr => y _.
  by rewrite mulr_sumr; apply: eq_bigr => i _; rewrite -mulrBr mulrCA.
by rewrite -[X in _ <= X]mul1r -p1 mulr_suml; apply: ler_sum => y _; rewrite ler_wpmul2l.
Qed.

Lemma capped_by_one (other : Z) p z g : distribution p -> other != z ->
  (forall y, L other y - L z y <= v) -> margin L p z g -> g <= v.
Proof.
move=> d ne le; apply: (@capped _ (fun _ : 'I_1 => 1) (fun=> other)) => //.
  by split=> [_|]; [exact: ler01|rewrite big_ord1].
by move=> y; rewrite big_ord1 mul1r.
Qed.

(** The margin where y is certain. *)
Lemma certain z y : (forall z', z' != z -> v <= L z' y - L z y) -> (exists2 z', z' != z & v = L z' y - L z y) ->
  exists p z, distribution p /\ margin L p z v.
Proof.
move=> least attained; pose p y' := (y' == y)%:R : R.
have at_y (f : Y -> R) : \sum_y' p y' * f y' = f y.
  by rewrite (bigD1 y) //= /p eqxx mul1r big1 ?addr0 // => y' /negbTE ->; rewrite mul0r.
exists p, z; split.
  split=> [y'|]; first exact: ler0n.
  by rewrite -(at_y (fun=> 1)); apply: eq_bigr => y' _; rewrite mulr1.
have at_risk z' : risk L p z' = L z' y by exact: at_y (L z').
split=> [z' ne|]; first by rewrite !at_risk least.
by case: attained => z' ne ->; exists z'; rewrite ?at_risk.
Qed.
End Bounds.

Section Sets.
Variables (R : realFieldType) (m : nat).
Implicit Types (z y : {set 'I_m}).

Lemma flip_neq j z : flip j z != z.
Proof.
apply/eqP => /setP/(_ j); rewrite /flip; case: (boolP (j \in z)) => jz; rewrite !inE eqxx ?jz // (negbTE jz).
Qed.

Theorem largest_01 : (0 < m)%N -> largest (zero_one R (T := [finType of {set 'I_m}])) 1.
Proof.
move=> m0; pose j := Ordinal m0; split=> [p z g d|].
  apply: (capped_by_one (other := flip j z)) => //; first exact: flip_neq.
  by move=> y; rewrite /zero_one; case: (_ != y); case: (_ != y); rewrite /= ?subrr ?subr0 ?sub0r ?ler01 // (le_trans _ (@ler01 R)) // oppr_le0 ler01.
apply: (@certain _ _ _ _ _ set0 set0) => [z' ne|]; first by rewrite /zero_one ne eqxx subr0.
by exists (flip j set0); [exact: flip_neq|rewrite /zero_one flip_neq eqxx subr0].
Qed.

Theorem largest_hamming : (0 < m)%N -> largest (hamming R (m := m)) (1 / m%:R).
Proof.
move=> m0; pose j := Ordinal m0; have mi : 0 <= m%:R^-1 :> R by rewrite invr_ge0 ler0n.
have apart z y : hamming R z y = #|[set i | (i \in z) != (i \in y)]|%:R / m%:R by [].
split=> [p z g d|].
  apply: (capped_by_one (other := flip j z)) => //; first exact: flip_neq.
  move=> y; rewrite !apart -mulrBl ler_wpmul2r // ler_subl_addr -mulrS ler_nat.
  rewrite -addn1 -(cards1 j) -cardsUI; apply: leq_trans (leq_addr _ _); apply/subset_leq_card/subsetP => i.
  rewrite !inE /flip; have [->|ne] := eqVneq i j; first by rewrite orbT.
  by case: (j \in z); rewrite !inE ?ne ?(negbTE ne) /= ?orbF.
have self z : hamming R z z = 0.
  by rewrite apart (_ : [set i | _] = set0) ?cards0 ?mul0r //; apply/setP => i; rewrite !inE eqxx.
apply: (@certain _ _ _ _ _ set0 set0) => [z' ne|].
  rewrite self subr0 apart ler_wpmul2r // ler1n card_gt0; apply: contraNneq ne => e.
  by apply/eqP/setP => i; move/setP: e => /(_ i); rewrite !inE; case: (_ \in _).
exists (flip j set0); first exact: flip_neq.
rewrite self subr0 apart (_ : [set i | _] = [set j]) ?cards1 //; apply/setP => i.
by rewrite /flip !inE orbF; case: (i == j).
Qed.

Theorem largest_prec k : (0 < k < m)%N -> largest (prec_at_k R (m := m) (k := k)) (1 / k%:R).
Proof.
case/andP=> k0 km; have ki : 0 <= k%:R^-1 :> R by rewrite invr_ge0 ler0n.
have apart (x y : R) : 1 - x - (1 - y) = y - x by ring.
have exchanged (z : k_sets m k) : exists2 z' : k_sets m k, z' != z &
    exists2 a, a \in val z & val z' :&: val z = val z :\ a /\ val z :\ a \subset val z'.
  have [a az] : exists a, a \in val z by apply/card_gt0P; rewrite (eqP (valP z)).
  have [b bz] : exists b, b \in ~: val z by apply/card_gt0P; rewrite cardsCs setCK card_ord (eqP (valP z)) subn_gt0.
  rewrite inE in bz.
  have card : #|b |: (val z :\ a)| == k.
    by have := valP z; rewrite (cardsD1 a) az cardsU1 !inE (negbTE bz) andbF.
  exists (exist (fun z : {set 'I_m} => #|z| == k) _ card).
    by apply: contraNneq bz => <-; rewrite /= !inE eqxx.
  exists a => //=; split; last exact: subsetUr.
  apply/setP => i; rewrite !inE; have [->|_] := eqVneq i b; first by rewrite (negbTE bz) !andbF.
  by case: (i == a); case: (i \in val z).
split=> [p z g d|].
  have [z' ne [a az [_ sub]]] := exchanged z.
  apply: (capped_by_one (other := z')) => // y; rewrite /prec_at_k apart -mulrBl ler_wpmul2r // ler_subl_addr -mulrS ler_nat -add1n -(cards1 a) -cardsUI.
  apply: leq_trans (leq_addr _ _); apply/subset_leq_card/subsetP => i; rewrite !inE => /andP[iz iy].
  have [//|ia] := eqVneq i a; rewrite iy andbT /=; apply: (subsetP sub); by rewrite !inE ia.
have z : k_sets m k := some_k_set (ltnW km).
have card : #|val z :&: val z| = k by rewrite setIid (eqP (valP z)).
have diff (z' : k_sets m k) : prec_at_k R z' (val z) - prec_at_k R z (val z) = (k%:R - #|val z' :&: val z|%:R) / k%:R.
  by rewrite /prec_at_k card mulrBl apart.
apply: (@certain _ _ _ _ _ z (val z)) => [z' ne|]; rewrite ?diff.
  rewrite ler_wpmul2r // ler_subr_addr -mulrS ler_nat ltn_neqAle.
  have -> : (#|val z' :&: val z| <= k)%N by apply: leq_trans (subset_leq_card (subsetIl _ _)) _; rewrite (eqP (valP z')).
  rewrite andbT; apply: contraNneq ne => e.
  have s : val z' :&: val z = val z' by apply/eqP; rewrite eqEcard subsetIl e (eqP (valP z')) leqnn.
  by apply/eqP/val_inj/eqP; rewrite eqEcard (eqP (valP z)) (eqP (valP z')) leqnn andbT -s subsetIr.
have [z' ne [a az [e _]]] := exchanged z; exists z' => //; rewrite diff e; congr (_ / _).
have kE : k = #|val z :\ a|.+1 by have := eqP (valP z); rewrite (cardsD1 a) az add1n => ->.
by rewrite [in X in X - _]kE mulrS addrK.
Qed.
End Sets.

(** PD: neighbours exchanged, with weight s (m - s) / C(m + 1, 3) for the positions s and s + 1. *)
Section Pairs.
Variables (R : realFieldType) (n : nat) (e : R).
Notation m := n.+2.
Notation L := (restrict (P := @mixed m) (pd_corrected e (m := m))).
Notation C := ('C(m.+1, 3)%:R : R).
Implicit Types (s : 'S_m) (i : 'I_n.+1).
Definition pairs_at (s : nat) : R := (s * (m - s))%:R.
Definition swap i : 'S_m := tperm (widen_ord (leqnSn _) i) (lift ord0 i).

Lemma C0 : 0 < C. Proof. by rewrite ltr0n bin_gt0. Qed.

Lemma pairs_sum : \sum_(i < n.+1) pairs_at i.+1 = C.
Proof.
have six : 6%:R != 0 :> R by rewrite pnatr_eq0.
have closed k : (k <= m)%N -> (6%:R * (\sum_(i < k) pairs_at i.+1) =
    k%:R * (k%:R + 1) * (3%:R * m%:R - 2%:R * k%:R - 1))%R.
  elim: k => [|k IH] km; first by rewrite big_ord0 !mul0r mulr0.
  rewrite big_ord_recr /= [LHS]mulrDr IH ?(ltnW km) // /pairs_at natrM natrB //.
  by rewrite -[k.+1]addn1 natrD; ring.
apply: (mulfI six); rewrite closed //.
have -> : 6%:R * C = (m.+1 * m * n.+1)%:R.
  rewrite -natrM; congr (_%:R); have := bin_ffact m.+1 3; rewrite !ffactnS ffactn0 mulnC => ->.
  by rewrite !succnK muln1 mulnA.
by rewrite !natrM -[n.+3]addn1 -[n.+2]addn1 -[n.+1]addn1 !natrD; ring.
Qed.

Lemma weights : distribution (fun i => pairs_at i.+1 / C).
Proof.
split=> [i|]; first by rewrite divr_ge0 ?ler0n.
by rewrite -mulr_suml pairs_sum divff // gt_eqF // C0.
Qed.

Lemma pd_ge0 s y : 0 <= L s y.
Proof.
by rewrite /restrict /pd_corrected /pd pd_pairs0 (valP y) /= divr_ge0 ?ler0n.
Qed.

Lemma exchanged s y : \sum_(i < n.+1) pairs_at i.+1 / C * (L (s * swap i)%g y - L s y) <= 1 / C.
Proof.
have form t : L t y = - (\sum_j centred R t j * Pairwise.share R (val y) j) + 1 / 2%:R.
  by rewrite /restrict pd_corrected_form pd_pairs0 (valP y).
have C1 : 0 < C^-1 by rewrite invr_gt0 C0.
have moved i j : centred R s j - centred R (s * swap i)%g j =
    ((s j : nat) == i)%:R - ((s j : nat) == i.+1)%:R.
  have apart (a b c : R) : a - b - (a - c) = c - b by ring.
  rewrite /centred apart permM; set q := s j.
  rewrite /swap; case: tpermP => [->|->|/eqP a /eqP b].
  - by rewrite lift0 /= eqxx ltn_eqF // mulrS addrK subr0.
  - by rewrite lift0 /= eqxx gtn_eqF // mulrS opprD addrCA subrr addr0 sub0r.
  rewrite subrr (_ : (q : nat) == i = false); last by apply/negbTE; rewrite -(inj_eq val_inj) in a.
  by rewrite (_ : (q : nat) == i.+1 = false) ?subrr //; apply/negbTE; rewrite -(inj_eq val_inj) /= /bump leq0n add1n in b.
have pick (f : nat -> R) (q : 'I_m) : \sum_(i < m) f i * ((q : nat) == i)%:R = f q.
  rewrite (bigD1 q) //= eqxx mulr1 big1 ?addr0 // => i ne.
  by rewrite (_ : (q : nat) == i = false) ?mulr0 //; apply/negbTE; rewrite eq_sym -(inj_eq val_inj) in ne.
have collected j : \sum_(i < n.+1) pairs_at i.+1 * (((s j : nat) == i)%:R - ((s j : nat) == i.+1)%:R) = 2%:R * centred R s j.
  rewrite /centred; move: (s j) => q; rewrite (eq_bigr _ (fun (i : 'I_n.+1) _ => mulrBr _ _ _)) sumrB.
  have := pick (fun i : nat => pairs_at i.+1) q; rewrite big_ord_recr /= {2}/pairs_at subnn muln0 mul0r addr0 => ->.
  have := pick pairs_at q; rewrite big_ord_recl /= {1}/pairs_at mul0n mul0r add0r => ->.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  have qm := ltn_ord q; rewrite /pairs_at !natrM !natrB // ?(ltnW qm) // -[q.+1]addn1 natrD; move: (m%:R : R) => M.
  by field.
apply: (@le_trans _ _ ((1 - 2%:R * L s y) / C)); last first.
  by rewrite ler_pmul2r // ler_subl_addr ler_addl mulr_ge0 ?ler0n ?pd_ge0.
rewrite le_eqVlt; apply/orP; left; apply/eqP.
transitivity ((\sum_j 2%:R * centred R s j * Pairwise.share R (val y) j) / C); last first.
  rewrite form; congr (_ / _); rewrite mulrDr mulrN opprD opprK mul1r divff ?pnatr_eq0 // addrCA subrr addr0.
  by rewrite mulr_sumr; apply: eq_bigr => j _; rewrite mulrA.
under [in RHS]eq_bigr do rewrite -collected.
rewrite (eq_bigr (fun i : 'I_n.+1 => \sum_j pairs_at i.+1 / C *
    (((s j : nat) == i)%:R - ((s j : nat) == i.+1)%:R) * Pairwise.share R (val y) j)) => [|i _]; last first.
  rewrite !form opprD opprK addrACA subrr addr0 addrC -sumrB mulr_sumr; apply: eq_bigr => j _.
  by rewrite -mulrBl -moved mulrA.
rewrite exchange_big mulr_suml; apply: eq_bigr => j _; rewrite !mulr_suml; apply: eq_bigr => i _.
by move: (C^-1) (pairs_at _) (Pairwise.share _ _ _) => c P u; ring.
Qed.

(** The first i + 1 items of the identity, and the wrongly ordered pairs. *)
Definition top i : {set 'I_m} := [set j : 'I_m | (j <= i)%N].
Lemma card_top i : #|top i| = i.+1.
Proof.
rewrite -sum1_card (eq_bigl (fun j : 'I_m => (j < i.+1)%N)) => [|j]; last by rewrite inE.
rewrite -(big_ord_widen m (fun=> 1%N)) ?sum1_card ?card_ord //; exact: leqW (ltn_ord i).
Qed.
Lemma mixed_top i : mixed (top i).
Proof. by rewrite /mixed card_top /= ltnS. Qed.
Definition wrong i s : {set 'I_m * 'I_m} :=
  [set q : 'I_m * 'I_m | [&& q.1 \notin top i, q.2 \in top i & (position s q.1 < position s q.2)%N]].

Definition tops (y : {y : {set 'I_m} | mixed y}) : R := \sum_(i < n.+1) pairs_at i.+1 / C * (val y == top i)%:R.
Lemma tops_sum (f : {y : {set 'I_m} | mixed y} -> R) :
  \sum_y tops y * f y = \sum_(i < n.+1) pairs_at i.+1 / C * f (exist (fun y => mixed y) (top i) (mixed_top i)).
Proof.
rewrite (eq_bigr (fun y => \sum_(i < n.+1) pairs_at i.+1 / C * (val y == top i)%:R * f y)) => [|y _]; last exact: mulr_suml.
rewrite exchange_big /=; apply: eq_bigr => i _; pose y0 := exist (fun y => mixed y) (top i) (mixed_top i).
rewrite (bigD1 y0) //= eqxx mulr1 big1 ?addr0 // => y ne.
by rewrite (_ : val y == top i = false) ?mulr0 ?mul0r //; apply/negbTE; rewrite -(inj_eq val_inj) in ne.
Qed.

Lemma tops_risk s : risk L tops s = (\sum_i #|wrong i s|)%:R / C.
Proof.
rewrite /risk tops_sum natr_sum mulr_suml; apply: eq_bigr => i _.
rewrite /restrict /pd_corrected /pd pd_pairs0 mixed_top /= /pd_pairs card_top -/(pairs_at i.+1).
have P0 : pairs_at i.+1 != 0 by rewrite pnatr_eq0 muln_eq0 /= subn_eq0 -ltnNge ltnS.
rewrite -/(wrong i s); have C1 := lt0r_neq0 C0.
by move: (pairs_at i.+1) C P0 C1 (#|wrong i s|%:R : R) => P c P0 C1 w; field; rewrite ?P0 ?C1.
Qed.

Lemma identity_right : (\sum_i #|wrong i 1%g| = 0)%N.
Proof.
apply: big1 => i _; apply: eq_card0 => -[a b]; rewrite !inE /= /position !perm1 ltnS.
by apply/negP => /and3P[]; rewrite -ltnNge => ia bi ab; move: (leq_trans ab bi); rewrite leqNgt ltnS ltnW.
Qed.

Lemma others_wrong s : s != 1%g -> (0 < \sum_i #|wrong i s|)%N.
Proof.
move=> ne; have [b0 b0s] : exists b, s b != b.
  by apply/existsP; apply: contraNT ne => /existsPn all; apply/eqP/permP => b; rewrite perm1; apply/eqP; move: (all b); rewrite negbK.
have [b sb least] := @arg_minnP _ b0 (fun b => s b != b) (fun b : 'I_m => b) b0s.
have fixed (j : 'I_m) : (j < b)%N -> s j = j.
  by move=> jb; apply/eqP; apply/negPn/negP => /least; rewrite leqNgt jb.
have above (j : 'I_m) : s j != j -> (b < s j)%N \/ s j = b.
  move=> sj; case: (ltngtP (s j) b) => [lt||same]; [|by left|by right; apply: val_inj].
  by move/fixed: lt => /perm_inj same; rewrite same eqxx in sj.
have bs : (b < s b)%N by case: (above b sb) => // same; rewrite same eqxx in sb.
pose a := (s^-1)%g b; have sa : s a = b by rewrite permKV.
have ba : (b < a)%N.
  have apart : b <> a by move=> same; move: sb; rewrite {1}same sa eqxx.
  by case: (ltngtP b a) => // [/fixed|/val_inj //]; rewrite sa => /apart.
have bn : (b < n.+1)%N by rewrite -ltnS (leq_ltn_trans ba) ?ltn_ord.
rewrite (bigD1 (Ordinal bn)) //= ltn_addr //; apply/card_gt0P; exists (a, b).
by rewrite !inE /= -ltnNge ba leqnn /position ltnS sa.
Qed.

Definition first_two : 'S_m := swap ord0.
Lemma swapped_wrong : (\sum_i #|wrong i first_two| = 1)%N.
Proof.
pose a : 'I_m := ord0; pose b : 'I_m := lift ord0 ord0.
have fE j : first_two j = if j == a then b else if j == b then a else j.
  have -> : first_two = tperm a b by congr tperm; apply: val_inj.
  by rewrite permE.
rewrite big_ord_recl big1 => [|i _]; last first.
  apply: eq_card0 => -[p q]; rewrite !inE /= /position ltnS; apply/negP => /and3P[]; rewrite -ltnNge /bump leq0n add1n => ip qi.
  have pE : first_two p = p.
    by rewrite fE !ifN //; apply/eqP => same; rewrite same in ip.
  have : (first_two q <= i.+1)%N by rewrite fE; case: ifP => // _; case: ifP.
  by rewrite pE => le lt; move: (leq_trans lt le); rewrite leqNgt ltnS ltnW.
rewrite addn0; apply/eqP/cards1P; exists (b, a); apply/setP => -[p q]; rewrite !inE /= /position ltnS leqn0.
apply/and3P/eqP => [[p0 q0]|[-> ->]]; last by rewrite !fE eqxx.
have -> : q = a by apply/val_inj/eqP; rewrite -leqn0.
rewrite !fE eqxx ifN; last by apply/eqP => same; rewrite same in p0.
by case: eqP => [->|_] //; rewrite ltnS leqn0 => /eqP p1; rewrite p1 in p0.
Qed.

Theorem largest_pd : largest L (1 / C).
Proof.
split=> [p z g d|].
  apply: (capped d weights) (exchanged z) => i.
  apply/eqP => /permP/(_ ((z^-1)%g (lift ord0 i))); rewrite permM permKV /swap tpermR => /(congr1 val) /=.
  by rewrite /bump add1n => /eqP; rewrite ltn_eqF.
exists tops, 1%g; split.
  split=> [y|]; first by apply: sumr_ge0 => i _; rewrite mulr_ge0 ?divr_ge0 ?ler0n.
  rewrite -[RHS](weights.2) -[RHS](eq_bigr _ (fun i _ => mulr1 _)) -(tops_sum (fun=> 1)).
  by apply: eq_bigr => y _; rewrite mulr1.
have C1 : 0 < C^-1 by rewrite invr_gt0 C0.
have right : risk L tops 1%g = 0 by rewrite tops_risk identity_right mul0r.
split=> [s ne|]; rewrite right.
  by rewrite subr0 tops_risk ler_pmul2r // ler1n others_wrong.
exists first_two; last by rewrite tops_risk swapped_wrong subr0.
by apply/eqP => same; have := swapped_wrong; rewrite same identity_right.
Qed.
End Pairs.

(** |1/gamma|_q >= 1/v where no margin is above v. *)
Theorem inverse_floor (p : problem reals) (gamma : inputs p -> reals) (v q : reals) : 0 < q ->
  (forall x, 0 < gamma x) -> (forall x, gamma x <= v) -> v^-1 <= inverse_norm q gamma.
Proof.
move=> q0 g0 gv; have [w0 w1] := weight_distribution p.
have v0 : 0 < v.
  have [x _|none] := pickP (fun _ : inputs p => true); first exact: lt_le_trans (g0 x) (gv x).
  by move: w1; rewrite big_pred0 // => /eqP; rewrite eq_sym oner_eq0.
have vi : v^-1 = power (power v (- q)) q^-1.
  rewrite powerpower mulNr divff ?gt_eqF //; apply: (mulIf (lt0r_neq0 v0)).
  by rewrite mulVf ?gt_eqF // -[X in _ = _ * X](power1 (ltW v0)) powerVr.
rewrite vi; apply: power_mono; rewrite ?invr_ge0 ?power_ge0 ?(ltW q0) //.
rewrite -[X in X <= _]mul1r -w1 mulr_suml; apply: ler_sum => x _; rewrite ler_wpmul2l //.
exact: inverse_mono.
Qed.

Theorem margins_largest : (forall (R : realFieldType) (m : nat) (e : R), (2 <= m)%N ->
    [/\ largest (zero_one R (T := [finType of {set 'I_m}])) 1, largest (hamming R (m := m)) (1 / m%:R),
      forall k, (0 < k < m)%N -> largest (prec_at_k R (m := m) (k := k)) (1 / k%:R) &
      largest (restrict (P := @mixed m) (pd_corrected e (m := m))) (1 / 'C(m.+1, 3)%:R)]) /\
  forall (p : problem reals) (gamma : inputs p -> reals) (v q : reals),
    largest (@loss _ p) v -> 0 < q -> margins gamma -> (forall x, 0 < gamma x) -> v^-1 <= inverse_norm q gamma.
Proof.
split=> [R [|[|n]] e // _|p gamma v q [top _] q0 m g0].
  split; [exact: largest_01|exact: largest_hamming|exact: largest_prec|exact: largest_pd].
apply: inverse_floor => // x; exact: top (conditional_distribution x) (m x).
Qed.
