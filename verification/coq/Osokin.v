(** The full-label-space quadratic surrogate of Osokin, Bach and Lacoste-Julien (Sec. 6). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Sets Rank Comparison ZeroOne Hamming.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** With F^T F = s I it is a multiple of |v - U'|^2. *)
Section Same.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (r : nat).
Variables (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (s : R).
Definition same_surrogate : Prop := exists (u : 'I_r -> R) c (rest : Y -> R),
  [/\ decomposition L F (fun y k => U y k + u k) c, forall j k, \sum_z F z j * F z k = (j == k)%:R * s &
    forall v y, \sum_z (dot (F z) v + L z y) ^+ 2 = s * sqnorm (fun k => v k - - (U y k + u k)) + rest y].

Lemma same_surrogateI u c : decomposition L F (fun y k => U y k + u k) c ->
  (forall j k, \sum_z F z j * F z k = (j == k)%:R * s) -> (forall k, (c * (\sum_z F z k) = 0)%R) -> same_surrogate.
Proof.
move=> dec gram centre; exists u, c, (fun=> #|Z|%:R * c ^+ 2); split=> // v y.
pose w k := v k - - (U y k + u k).
have sum z : dot (F z) v + L z y = dot (F z) w + c.
  rewrite dec addrA -big_split /=; congr (_ + _); apply: eq_bigr => k _.
  by rewrite -mulrDr /w opprK.
rewrite (eq_bigr (fun z => (dot (F z) w ^+ 2 + 2%:R * (c * dot (F z) w)) + c ^+ 2)) => [|z _]; last first.
  by rewrite sum; ring.
rewrite big_split sumr_const -[c ^+ 2 *+ _]mulr_natl big_split /=; congr (_ + _).
rewrite [X in _ + X](_ : _ = 0) ?addr0; last first.
  rewrite -mulr_sumr -mulr_sumr exchange_big /= mulr_sumr big1 ?mulr0 // => k _.
  by rewrite -mulr_suml mulrA centre mul0r.
transitivity (\sum_j \sum_k w j * w k * (\sum_z F z j * F z k)).
  rewrite (eq_bigr (fun z => \sum_j \sum_k w j * w k * (F z j * F z k))) => [|z _].
    by rewrite exchange_big; apply: eq_bigr => j _; rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_sumr.
  rewrite expr2 big_distrlr; apply: eq_bigr => j _; apply: eq_bigr => k _ /=; ring.
rewrite /sqnorm mulr_sumr; apply: eq_bigr => j _.
rewrite (bigD1 j) //= gram eqxx mul1r big1 ?addr0 => [|k ne]; first by rewrite mulrC expr2.
by rewrite gram eq_sym (negbTE ne) mul0r mulr0.
Qed.
End Same.

Section Blocks.
Variables (R : realFieldType) (T K : finType) (block : T -> K) (n : nat).
Notation L := (block_zero_one R block).
Hypothesis even : forall k, #|[pred z | block z == k]| = n.
Hypothesis n0 : (0 < n)%N.

Lemma at_block (f : K -> R) k : \sum_z (block z == k)%:R * f (block z) = n%:R * f k.
Proof.
rewrite -(even k) -sum1_card natr_sum mulr_suml [RHS]big_mkcond; apply: eq_bigr => z _.
by rewrite inE; case: eqP => [->|_]; rewrite ?mul0r.
Qed.

Lemma same_blocks : same_surrogate L (r := #|K|) (fun z k => - (block z == enum_val k)%:R)
  (fun y k => (block y == enum_val k)%:R) n%:R.
Proof.
apply: (@same_surrogateI _ _ _ _ _ _ _ _ (fun=> - 1) 0) => [z y|j k|k]; last by rewrite mul0r.
  rewrite addr0; transitivity (\sum_k (block z == k)%:R * (1 - (block y == k)%:R) : R).
    rewrite (bigD1 (block z)) //= eqxx mul1r big1 => [|k ne]; last by rewrite eq_sym (negbTE ne) mul0r.
    by rewrite addr0 /block_zero_one eq_sym; case: eqP; rewrite ?subrr ?subr0.
  rewrite -(sum_enum (fun k => (block z == k)%:R * (1 - (block y == k)%:R))); apply: eq_bigr => k _; ring.
have [->|ne] := eqVneq j k.
  rewrite mul1r -[RHS]mulr1 -(at_block (fun=> 1) (enum_val k)); apply: eq_bigr => z _.
  by rewrite mulrNN mulr1; case: eqP; rewrite ?mulr1 ?mulr0.
rewrite mul0r big1 // => z _; rewrite mulrNN; case: eqP => [->|_]; last by rewrite mul0r.
by rewrite (inj_eq enum_val_inj) (negbTE ne) mulr0.
Qed.
End Blocks.

Lemma same_hamming (R : realFieldType) m : (0 < m)%N ->
  same_surrogate (hamming R (m := m)) (fun z j => - (2 * m)%:R^-1 * sign_of R z j) (fun y j => sign_of R y j)
    (2%:R ^+ m / (4%:R * m%:R ^+ 2)).
Proof.
move=> m0; have mR0 : m%:R != 0 :> R by rewrite pnatr_eq0 -lt0n.
have two : 2%:R != 0 :> R by rewrite pnatr_eq0. have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
apply: (@same_surrogateI _ _ _ _ _ _ _ _ (fun=> 0) (1 / 2%:R)) => [z y|j k|k].
- by rewrite hamming_decomposition //; congr (_ + _); apply: eq_bigr => k _; rewrite addr0.
- rewrite (eq_bigr (fun z => (2 * m)%:R^-1 ^+ 2 * (sign_of R z j * sign_of R z k))) => [|z _]; last by ring.
  rewrite -mulr_sumr sign_orthogonal natrX natrM; move: (2%:R ^+ m) ((j == k)%:R : R) (m%:R : R) mR0 => P t M M0.
  by field.
by rewrite -mulr_sumr sign_sum !mulr0.
Qed.

(** The calibration function. *)
Section Excess.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).
Definition phi (p x : Y -> R) : R := (2%:R * #|Z|%:R)^-1 * \sum_y p y * \sum_z (risk L x z + L z y) ^+ 2.
Definition calibrated (h : R) : Prop :=
  (forall p x z b, distribution p -> (forall z', risk L x z' <= risk L x z) -> optimal L p b ->
    exists x', h * (risk L p z - risk L p b) ^+ 2 <= phi p x - phi p x') /\
  forall eps, 0 < eps -> eps <= 1 -> exists p x z b,
    [/\ distribution p, forall z', risk L x z' <= risk L x z, optimal L p b, risk L p z - risk L p b = eps &
      exists x', (forall x'', phi p x' <= phi p x'') /\ phi p x - phi p x' = h * eps ^+ 2].

Lemma risk_add (p x : Y -> R) z : risk L (fun y => x y + p y) z = risk L x z + risk L p z.
Proof. by rewrite /risk -big_split; apply: eq_bigr => y _; rewrite mulrDl. Qed.

Lemma phi_excess p x : distribution p ->
  phi p x - phi p (fun y => - p y) = (2%:R * #|Z|%:R)^-1 * \sum_z risk L (fun y => x y + p y) z ^+ 2.
Proof.
move=> [_ p1]; rewrite /phi -mulrBr; congr (_ * _).
have energy (f : Z -> R) : \sum_y p y * (\sum_z (f z + L z y) ^+ 2) =
    \sum_z (f z + risk L p z) ^+ 2 + \sum_z (\sum_y p y * L z y ^+ 2 - risk L p z ^+ 2).
  rewrite -big_split /=; under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => z _ /=.
  rewrite (eq_bigr (fun y => p y * f z ^+ 2 + 2%:R * f z * (p y * L z y) + p y * L z y ^+ 2)) => [|y _]; last by ring.
  rewrite !big_split /= -mulr_suml p1 -mulr_sumr -/(risk L p z); move: (risk L p z) (\sum_y _) => a b; ring.
rewrite !energy [X in _ - (X + _)]big1 => [|z _]; last first.
  by rewrite /risk -big_split big1 ?expr0n // => y _; rewrite /= -mulrDl addNr mul0r.
by rewrite add0r addrK; apply: eq_bigr => z _; rewrite risk_add.
Qed.

Lemma phi_least p x : distribution p -> phi p (fun y => - p y) <= phi p x.
Proof.
move=> d; rewrite -subr_ge0 (phi_excess x d) mulr_ge0 ?invr_ge0 ?mulr_ge0 ?ler0n //.
by apply: sumr_ge0 => z _; exact: sqr_ge0.
Qed.

(** What has to be shown: a bound on the sum of squares of any scores, and where it is attained. *)
Lemma calibratedI h :
  (forall (q : Y -> R) z b, (h * (risk L q z - risk L q b) ^+ 2 <= (2%:R * #|Z|%:R)^-1 * (\sum_z risk L q z ^+ 2))%R) ->
  (forall eps, 0 < eps -> eps <= 1 -> exists p x z b,
    [/\ distribution p, forall z', risk L x z' <= risk L x z, optimal L p b, risk L p z - risk L p b = eps &
      ((2%:R * #|Z|%:R)^-1 * (\sum_z risk L (fun y => x y + p y) z ^+ 2) = h * eps ^+ 2)%R]) -> 0 <= h -> calibrated h.
Proof.
move=> low top h0; split=> [p x z b d best opt|eps e0 e1].
  exists (fun y => - p y); rewrite phi_excess //; apply: le_trans (low _ z b); rewrite ler_wpmul2l // !risk_add.
  have a0 : 0 <= risk L p z - risk L p b by rewrite subr_ge0.
  have c0 : 0 <= risk L x z - risk L x b by rewrite subr_ge0.
  have -> : risk L x z + risk L p z - (risk L x b + risk L p b) = (risk L x z - risk L x b) + (risk L p z - risk L p b) by ring.
  by have s0 := addr_ge0 c0 a0; rewrite ler_sqr ?nnegrE // ler_addr.
have [p [x [z [b [d best opt ex val]]]]] := top eps e0 e1; exists p, x, z, b; split=> //.
by exists (fun y => - p y); split=> [x''|]; [exact: phi_least|rewrite phi_excess].
Qed.
End Excess.

(** Blocks of n predictions each: H(e) = e^2/(4b). *)
Section BlockCalibration.
Variables (R : realFieldType) (T K : finType) (block : T -> K) (n : nat).
Notation L := (block_zero_one R block).
Hypothesis even : forall k, #|[pred z | block z == k]| = n.
Hypotheses (n0 : (0 < n)%N) (K2 : (1 < #|K|)%N).
Let N : R := n%:R.
Let B : R := #|K|%:R.
Let N0 : N != 0. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let B0 : B != 0. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.

Lemma size_blocks : #|T|%:R = B * N :> R.
Proof.
rewrite -natrM; congr (_%:R); rewrite -sum1_card (partition_big block predT) //=.
rewrite (eq_bigr (fun=> n)) => [|k _]; first by rewrite sum_nat_const.
by rewrite sum1_card; exact: even.
Qed.

Lemma same_risk q z z' : block z = block z' -> risk L q z = risk L q z'.
Proof. by move=> same; apply: eq_bigr => y _; rewrite /block_zero_one same. Qed.

Lemma block_low q z b : 1 / (4%:R * B) * (risk L q z - risk L q b) ^+ 2 <=
  (2%:R * #|T|%:R)^-1 * \sum_t risk L q t ^+ 2.
Proof.
have sum0 : 0 <= \sum_t risk L q t ^+ 2 by apply: sumr_ge0 => t _; exact: sqr_ge0.
have [same|ne] := eqVneq (block z) (block b).
  by rewrite (same_risk q same) subrr expr0n mulr0 mulr_ge0 ?invr_ge0 ?mulr_ge0 ?ler0n.
have at_k k (r : R) : \sum_t (block t == k)%:R * r = N * r by exact: (@at_block R T K block n even (fun=> r) k).
have low : N * (risk L q z ^+ 2 + risk L q b ^+ 2) <= \sum_t risk L q t ^+ 2.
  rewrite mulrDr -(at_k (block z)) -(at_k (block b)) -big_split; apply: ler_sum => t _ /=.
  have [same|_] := eqVneq (block t) (block z).
    by rewrite same (negbTE ne) mul0r addr0 mul1r (same_risk q same).
  rewrite mul0r add0r; case: eqP => [same|_]; last by rewrite mul0r sqr_ge0.
  by rewrite mul1r (same_risk q same).
rewrite size_blocks; apply: le_trans (ler_wpmul2l _ low); last by rewrite invr_ge0 !mulr_ge0 ?ler0n.
have -> : (2%:R * (B * N))^-1 * (N * (risk L q z ^+ 2 + risk L q b ^+ 2)) =
    1 / (4%:R * B) * (2%:R * (risk L q z ^+ 2 + risk L q b ^+ 2)).
  have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
  have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
  by move: N B N0 B0 (risk L q z) (risk L q b) => u v u0 v0 a c; field; rewrite ?u0 ?v0.
rewrite ler_wpmul2l ?divr_ge0 ?ler01 ?mulr_ge0 ?ler0n //.
rewrite -subr_ge0 (_ : _ - _ = (risk L q z + risk L q b) ^+ 2); [exact: sqr_ge0|].
by move: (risk L q z) (risk L q b) => a c; ring.
Qed.

Lemma block_top eps : 0 < eps -> eps <= 1 -> exists p x z b,
  [/\ distribution p, forall z', risk L x z' <= risk L x z, optimal L p b, risk L p z - risk L p b = eps &
    ((2%:R * #|T|%:R)^-1 * (\sum_t risk L (fun y => x y + p y) t ^+ 2) = 1 / (4%:R * B) * eps ^+ 2)%R].
Proof.
move=> e0 e1; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0.
have some k : exists z, block z = k.
  have /card_gt0P[z] : (0 < #|[pred z | block z == k]|)%N by rewrite even.
  by rewrite inE => /eqP <-; exists z.
have [k [k' kk]] : exists k, exists k' : K, k != k'.
  by have /card_gt1P[k [k' [_ _ ne]]] : (1 < #|K|)%N := K2; exists k, k'.
have [z zk] := some k; have [b bk] := some k'.
have zb : z != b by apply: contraNneq kk => e; rewrite -zk -bk e.
pose low := (1 - eps) / 2%:R; pose high := (1 + eps) / 2%:R.
pose two_points (u v : R) y : R := (y == z)%:R * u + (y == b)%:R * v.
have pick (f : T -> R) (t : T) : \sum_y (y == t)%:R * f y = f t.
  by rewrite (bigD1 t) //= eqxx mul1r big1 ?addr0 // => y /negbTE ->; rewrite mul0r.
have total u v (f : T -> R) : \sum_y two_points u v y * f y = u * f z + v * f b.
  rewrite -(pick (fun y => u * f y)) -(pick (fun y => v * f y)) -big_split; apply: eq_bigr => y _ /=.
  by rewrite /two_points; ring.
have riskE u v t : risk L (two_points u v) t = u * (block t != k)%:R + v * (block t != k')%:R.
  by rewrite /risk total /block_zero_one zk bk.
have opp (u : R) : (u != 0)%R%:R = 1 - (u == 0)%R%:R :> R by case: (u == 0)%R; rewrite /= ?subrr ?subr0.
have bool_opp (c : bool) : (~~ c)%:R = 1 - c%:R :> R by case: c; rewrite /= ?subrr ?subr0.
exists (two_points low high), (two_points (- (1 / 2%:R)) (- (1 / 2%:R))), z, b; split.
- split=> [y|].
    by rewrite addr_ge0 // mulr_ge0 ?ler0n // divr_ge0 ?ler0n ?subr_ge0 // addr_ge0 ?ler01 // ltW.
  have := total low high (fun=> 1); rewrite !mulr1 => e; rewrite -[RHS](_ : low + high = 1); last by rewrite /low /high; field.
  by rewrite -e; apply: eq_bigr => y _; rewrite mulr1.
- move=> z'; rewrite !riskE zk eqxx /= (negbTE (_ : ~~ (k == k'))) //= mulr0 add0r mulr1 -mulrDr.
  have half : 0 <= 1 / 2%:R :> R by rewrite divr_ge0 ?ler01 ?ler0n.
  rewrite mulNr ler_opp2 -[X in X <= _]mulr1 ler_wpmul2l //.
  by case: eqP => [->|_]; rewrite /= ?kk ?add0r // ler_addl ler0n.
- move=> z'; rewrite !riskE bk eqxx /= eq_sym kk mulr0 addr0 mulr1.
  have lh : low <= high by rewrite ler_pmul2r ?invr_gt0 ?ltr0n // ler_add2l ge0_cp // ltW.
  have l0 : 0 <= low by rewrite divr_ge0 ?ler0n // subr_ge0.
  have h0 : 0 <= high by exact: le_trans lh.
  case: eqP => [->|_] /=; last by rewrite mulr1 ler_addl mulr_ge0 ?ler0n.
  by rewrite kk mulr0 add0r mulr1.
- rewrite !riskE zk bk !eqxx kk eq_sym kk /= !mulr0 !mulr1 add0r addr0 /low /high; by field.
rewrite (eq_bigr (fun t => (block t == k)%:R * (eps / 2%:R) ^+ 2 + (block t == k')%:R * (eps / 2%:R) ^+ 2)) => [|t _].
  have at_k c (r : R) : \sum_t (block t == c)%:R * r = N * r by exact: (@at_block R T K block n even (fun=> r) c).
  rewrite big_split /= !at_k size_blocks; move: N B N0 B0 => u v u0 v0; field; by rewrite ?u0 ?v0.
rewrite risk_add !riskE !bool_opp /low /high.
have [->|_] := eqVneq (block t) k; first by rewrite (negbTE kk) /=; field.
by case: (block t == k') => /=; field.
Qed.

Theorem calibrated_blocks : calibrated L (1 / (4%:R * B)).
Proof. by apply: calibratedI; [exact: block_low|exact: block_top|rewrite divr_ge0 ?ler01 ?mulr_ge0 ?ler0n]. Qed.
End BlockCalibration.

(** m labels: H(e) = e^2/(8m). *)
Section HammingCalibrated.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation L := (hamming R (m := m)).
Notation s := (sign_of R).
Let two : 2%:R != 0 :> R. Proof. by rewrite pnatr_eq0. Qed.
Let mn : m%:R != 0 :> R. Proof. by rewrite pnatr_eq0 -lt0n. Qed.
Let P : R := (2 ^ m)%:R.
Let P0 : P != 0. Proof. by rewrite pnatr_eq0 expn_eq0. Qed.
Definition part (q : {set 'I_m} -> R) j : R := (2 * m)%:R^-1 * Hamming.score q j.

Lemma risk_parts q z : risk L q z = (\sum_y q y) / 2%:R - \sum_j s z j * part q j.
Proof. by rewrite hamming_risk // mulr_sumr; congr (_ - _); apply: eq_bigr => j _; rewrite /part mulrCA. Qed.

Lemma squares_risk q : \sum_z risk L q z ^+ 2 = P * (((\sum_y q y) / 2%:R) ^+ 2 + \sum_j part q j ^+ 2).
Proof.
set a := _ / _; pose w := part q.
rewrite (eq_bigr (fun z => a ^+ 2 - 2%:R * a * (\sum_j s z j * w j) + (\sum_j s z j * w j) ^+ 2)) => [|z _]; last first.
  by rewrite risk_parts -/a; move: (\sum_j _) => b; ring.
rewrite big_split sumrB sumr_const card_sets -[a ^+ 2 *+ _]mulr_natl -/P -mulr_sumr mulrDr.
have -> : \sum_z \sum_j s z j * w j = 0.
  by rewrite exchange_big big1 // => j _; rewrite -mulr_suml sign_sum mul0r.
rewrite mulr0 subr0; congr (_ + _); transitivity (\sum_j \sum_k w j * w k * (\sum_z s z j * s z k)).
  rewrite (eq_bigr (fun z => \sum_j \sum_k w j * w k * (s z j * s z k))) => [|z _].
    by rewrite exchange_big; apply: eq_bigr => j _; rewrite exchange_big; apply: eq_bigr => k _; rewrite mulr_sumr.
  rewrite expr2 big_distrlr; apply: eq_bigr => j _; apply: eq_bigr => k _ /=; ring.
rewrite mulr_sumr; apply: eq_bigr => j _; rewrite (bigD1 j) //= sign_orthogonal eqxx mul1r big1 ?addr0 => [|k ne].
  by rewrite mulrC expr2.
by rewrite sign_orthogonal eq_sym (negbTE ne) mul0r mulr0.
Qed.

Lemma hamming_low q z b : 1 / (8%:R * m%:R) * (risk L q z - risk L q b) ^+ 2 <=
  (2%:R * #|{: {set 'I_m}}|%:R)^-1 * \sum_t risk L q t ^+ 2.
Proof.
have eight : 8%:R != 0 :> R by rewrite pnatr_eq0.
pose S := \sum_j part q j ^+ 2.
have diff : (risk L q z - risk L q b) ^+ 2 <= S * (4%:R * m%:R).
  have -> : risk L q z - risk L q b = dot (part q) (fun j => s b j - s z j).
    have apart (u v w : R) : u - v - (u - w) = w - v by ring.
    rewrite !risk_parts apart -sumrB; apply: eq_bigr => j _; ring.
  apply: le_trans (cauchy_schwarz _ _) _; rewrite ler_wpmul2l //; first by apply: sumr_ge0 => j _; exact: sqr_ge0.
  have -> : 4%:R * m%:R = \sum_(j < m) 4%:R :> R by rewrite sumr_const card_ord -[RHS]mulr_natl mulrC.
  apply: ler_sum => j _; rewrite -real_normK ?num_real //.
  have -> : 4%:R = 2%:R ^+ 2 :> R by ring.
  rewrite ler_sqr ?nnegrE ?ler0n //; apply: le_trans (ler_norm_sub _ _) _; by rewrite !sign_norm.
rewrite card_sets -/P squares_risk; apply: (@le_trans _ _ (1 / (8%:R * m%:R) * (S * (4%:R * m%:R)))).
  by rewrite ler_wpmul2l // divr_ge0 ?ler01 ?mulr_ge0 ?ler0n.
have -> : 1 / (8%:R * m%:R) * (S * (4%:R * m%:R)) = (2%:R * P)^-1 * (P * S).
  by clear diff; move: (m%:R : R) P S mn P0 => M Q T M0 Q0; field; rewrite ?M0 ?Q0.
rewrite ler_wpmul2l ?invr_ge0 ?mulr_ge0 ?ler0n // ler_wpmul2l ?ler0n // ler_addr; exact: sqr_ge0.
Qed.

Lemma hamming_top eps : 0 < eps -> eps <= 1 -> exists p x z b,
  [/\ distribution p, forall z', risk L x z' <= risk L x z, optimal L p b, risk L p z - risk L p b = eps &
    ((2%:R * #|{: {set 'I_m}}|%:R)^-1 * (\sum_t risk L (fun y => x y + p y) t ^+ 2) = 1 / (8%:R * m%:R) * eps ^+ 2)%R].
Proof.
move=> e0 e1; have [p [d marg]] := marginals m0 (ltW e0) e1.
have four : 4%:R != 0 :> R by rewrite pnatr_eq0. have eight : 8%:R != 0 :> R by rewrite pnatr_eq0.
pose x (y : {set 'I_m}) : R := - P^-1; exists p, x, set0, setT.
have x0 j : Hamming.score x j = 0 by rewrite /Hamming.score -mulr_sumr sign_sum mulr0.
have flat z : risk L x z = (\sum_y x y) / 2%:R.
  by rewrite risk_parts [X in _ - X]big1 ?subr0 // => j _; rewrite /part x0 !mulr0.
split=> //.
- by move=> z'; rewrite !flat.
- exact: best_all (ltW e0) marg.
- exact: excess_all marg.
rewrite squares_risk card_sets -/P.
have -> : \sum_y (x y + p y) = 0.
  case: d => _ p1; rewrite big_split p1 /x sumr_const card_sets -[(- P^-1) *+ _]mulr_natl -/P mulrN divff //; exact: addNr.
have w j : part (fun y => x y + p y) j = (2%:R * m%:R)^-1 * eps.
  rewrite /part natrM; congr (_ * _); transitivity (Hamming.score x j + Hamming.score p j).
    by rewrite /Hamming.score -big_split; apply: eq_bigr => y _; rewrite mulrDl.
  by rewrite x0 add0r; exact: theta marg j.
rewrite (eq_bigr _ (fun j _ => congr1 (fun u => u ^+ 2) (w j))) sumr_const card_ord -[_ *+ m]mulr_natl mul0r expr0n add0r.
by move: (m%:R : R) P mn P0 => M Q M0 Q0; field; rewrite ?M0 ?Q0.
Qed.

Theorem calibrated_hamming : calibrated L (1 / (8%:R * m%:R)).
Proof. by apply: calibratedI; [exact: hamming_low|exact: hamming_top|rewrite divr_ge0 ?ler01 ?mulr_ge0 ?ler0n]. Qed.
End HammingCalibrated.

Section Claims.
Variables (R : realFieldType) (m : nat).
Hypothesis m0 : (0 < m)%N.
Notation sets := [finType of {set 'I_m}].

Section SameSize.
Variables (K : finType) (block : {set 'I_m} -> K).
Hypothesis even : (forall k, #|[pred z | block z == k]| * #|K| = 2 ^ m)%N.
Lemma blocks_pos : (0 < #|K|)%N.
Proof. by apply/card_gt0P; exists (block set0). Qed.
Let n := (2 ^ m %/ #|K|)%N.
Lemma block_size k : #|[pred z | block z == k]| = n.
Proof. by rewrite /n -(even k) mulnK // blocks_pos. Qed.
Lemma block_size0 : (0 < n)%N.
Proof.
rewrite /n -(even (block set0)) mulnK ?blocks_pos //; apply/card_gt0P; exists set0; by rewrite inE.
Qed.
Lemma block_sizeR : n%:R = 2%:R ^+ m / #|K|%:R :> R.
Proof.
apply: (mulIf (_ : #|K|%:R != 0)); first by rewrite pnatr_eq0 -lt0n blocks_pos.
by rewrite divfK ?pnatr_eq0 -?lt0n ?blocks_pos // -natrM -(block_size (block set0)) even natrX.
Qed.
End SameSize.

Lemma id_size (z : sets) : #|[pred t : sets | t == z]| = 1%N. Proof. exact: card1. Qed.

Theorem same :
  [/\ same_surrogate (zero_one R (T := sets)) (r := #|sets|) (fun z k => - (z == enum_val k)%:R) (fun y k => (y == enum_val k)%:R) 1,
    forall (K : finType) (block : {set 'I_m} -> K), (forall k, #|[pred z | block z == k]| * #|K| = 2 ^ m)%N ->
      same_surrogate (block_zero_one R block) (r := #|K|) (fun z k => - (block z == enum_val k)%:R)
        (fun y k => (block y == enum_val k)%:R) (2%:R ^+ m / #|K|%:R) &
    same_surrogate (hamming R (m := m)) (fun z j => - (2 * m)%:R^-1 * sign_of R z j) (fun y j => sign_of R y j)
      (2%:R ^+ m / (4%:R * m%:R ^+ 2))].
Proof.
split; last exact: same_hamming.
  exact: (@same_blocks R sets sets id 1 id_size).
by move=> K block even; rewrite -(block_sizeR even); apply: same_blocks; exact: block_size.
Qed.

Theorem constants :
  [/\ [/\ calibrated (zero_one R (T := sets)) (1 / (4%:R * 2%:R ^+ m)),
      forall C D : R, D <= C * 2%:R ^+ m -> D / (1 / (4%:R * 2%:R ^+ m)) <= C * (2%:R * 2%:R ^+ m) ^+ 2 &
      constant_squared (fun (z : sets) (k : 'I_#|sets|) => - (z == enum_val k)%:R : R)
        (fun (y : sets) k => (y == enum_val k)%:R) (2%:R ^+ m)],
    forall (K : finType) (block : {set 'I_m} -> K), (1 < #|K|)%N ->
      (forall k, #|[pred z | block z == k]| * #|K| = 2 ^ m)%N ->
      [/\ calibrated (block_zero_one R block) (1 / (4%:R * #|K|%:R)),
        forall C D : R, D <= C * #|K|%:R -> D / (1 / (4%:R * #|K|%:R)) <= C * (2%:R * #|K|%:R) ^+ 2 &
        constant_squared (fun z (k : 'I_#|K|) => - (block z == enum_val k)%:R : R)
          (fun y k => (block y == enum_val k)%:R) #|K|%:R] &
    [/\ calibrated (hamming R (m := m)) (1 / (8%:R * m%:R)),
      forall C D : R, D <= C * m%:R ^+ 3 -> D / (1 / (8%:R * m%:R)) <= C * (8%:R * m%:R ^+ 4) &
      constant_squared (fun (z : {set 'I_m}) j => - (2 * m)%:R^-1 * sign_of R z j)
        (fun (y : {set 'I_m}) j => sign_of R y j) (1 / 4%:R)]].
Proof.
have cardP : #|sets|%:R = 2%:R ^+ m :> R by rewrite card_sets natrX.
have over (C D b h e : R) : 0 <= h -> D <= C * b -> C * b * h = e -> D / (1 / h) <= e.
  by move=> h0 le <-; rewrite invf_div divr1 ler_wpmul2r.
have quad (C b : R) : C * b * (4%:R * b) = C * (2%:R * b) ^+ 2 by ring.
split.
- split.
  + rewrite -cardP; apply: (@calibrated_blocks R sets sets id 1 id_size) => //.
    by rewrite card_sets -{1}(expn0 2) ltn_exp2l.
  + by move=> C D le; apply: over le (quad _ _); rewrite mulr_ge0 ?exprn_ge0 ?ler0n.
  rewrite -cardP; exact: (@block_constant R sets sets id set0).
- move=> K block K2 even; split.
  + exact: (calibrated_blocks R (block_size even) (block_size0 even) K2).
  + by move=> C D le; apply: over le (quad _ _); rewrite mulr_ge0 ?ler0n.
  exact: (block_constant R block set0).
split; [exact: calibrated_hamming| |exact: hamming_constant].
by move=> C D le; apply: over le _; rewrite ?mulr_ge0 ?ler0n //; ring.
Qed.
End Claims.
