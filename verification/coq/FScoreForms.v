(** The F-score: an inner product of unit vectors; its rewriting, the two decompositions as repaired,
    its Bayes risk and decoder. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Sets Rank FScore Statements.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The F-score is an inner product of unit vectors: 1/(a+b) is a sum of products of functions of a
    and of b, as the rest after n terms has the factors a - i and b - i, i <= n. *)
Section Cauchy.
Variable R : realFieldType.
Implicit Types a b n i : nat.

(** (a - 1) ... (a - n) / ((a + 1) ... (a + n)), and the same over a + n + 1. *)
Definition rest n a : R := \prod_(i < n) ((a%:R - i.+1%:R) / (a%:R + i.+1%:R)).
Definition term n a : R := rest n a / (a%:R + n.+1%:R).

Lemma one_step (u v w : R) : u + v != 0 -> u + w != 0 -> v + w != 0 ->
  (u + v)^-1 = 2%:R * w / ((u + w) * (v + w)) + (u - w) / (u + w) * ((v - w) / (v + w)) / (u + v).
Proof. by move=> h1 h2 h3; field; rewrite h1 h2 h3. Qed.

Lemma kernel_rest N a b : (0 < a + b)%N -> (a%:R + b%:R)^-1 =
  \sum_(n < N) 2%:R * n.+1%:R * (term n a * term n b) + rest N a * rest N b / (a%:R + b%:R).
Proof.
move=> ab0; have ne x y : (0 < x + y)%N -> x%:R + y%:R != 0 :> R.
  by move=> h; rewrite -natrD pnatr_eq0 -lt0n.
elim: N => [|N IH]; first by rewrite big_ord0 add0r /rest !big_ord0 !mul1r.
have restS c : rest N.+1 c = rest N c * ((c%:R - N.+1%:R) / (c%:R + N.+1%:R)) by rewrite /rest big_ord_recr.
rewrite {1}IH big_ord_recr /= -addrA; congr (_ + _); rewrite {1}(@one_step a%:R b%:R N.+1%:R) ?ne ?addnS //.
rewrite !restS /term; set p := rest N a; set q := rest N b; set u := a%:R; set v := b%:R; set w := N.+1%:R.
have e (s t x y z : R) : p * q * (2%:R * w * (s * t) + x * y * z) =
    2%:R * w * (p * s * (q * t)) + p * x * (q * y) * z by ring.
by rewrite invfM; exact: e.
Qed.

Lemma rest0 N b : (0 < b <= N)%N -> rest N b = 0.
Proof.
case: b => // b bN; rewrite /rest (bigD1 (Ordinal bN)) //= subrr mul0r; exact: mul0r.
Qed.

Theorem kernel_sum N a b : (0 < b <= N)%N ->
  (a%:R + b%:R)^-1 = \sum_(n < N) 2%:R * n.+1%:R * (term n a * term n b).
Proof.
move=> bN; have b0 : (0 < a + b)%N by case/andP: bN => b0 _; rewrite addn_gt0 b0 orbT.
by rewrite (kernel_rest N b0) (rest0 bN) mulr0 mul0r addr0.
Qed.
End Cauchy.

Section Kernel.
Variables (R : realFieldType) (m : nat).
Notation sets := {set 'I_m}.
Notation score := (f_score (1 : R) (m := m)).
Implicit Types z y : sets.

Definition own (j n : 'I_m) z : R := (j \in z)%:R * term R n #|z|.

Lemma score_sum z y : score z y =
  \sum_j \sum_(n < m) 4%:R * n.+1%:R * (own j n z * own j n y) + (z == set0)%:R * (y == set0)%:R.
Proof.
rewrite f_scoreE; case: (eqVneq y set0) => [->|y0]; last first.
  rewrite andbF mulr0 addr0 natrM natrD (kernel_sum R (N := m) #|z|); last first.
    by rewrite card_gt0 y0 -[X in (_ <= X)%N]card_ord max_card.
  have -> : #|z :&: y|%:R = \sum_j (j \in z)%:R * (j \in y)%:R :> R.
    rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
    by rewrite inE; case: (j \in z); case: (j \in y); rewrite ?mulr1 ?mulr0.
  rewrite [2%:R * \sum_j _]mulr_sumr mulr_suml; apply: eq_bigr => j _; rewrite mulr_sumr; apply: eq_bigr => n _.
  rewrite /own; move: ((j \in z)%:R : R) ((j \in y)%:R : R) (term R n #|z|) (term R n #|y|) => p q s t.
  have e (w : R) : 2%:R * (p * q) * (2%:R * w * (s * t)) = 4%:R * w * (p * s * (q * t)) by ring.
  exact: e.
rewrite setI0 cards0 muln0 mul0r big1 ?add0r => [|j _].
  by case: (z == set0); rewrite ?mulr1 ?mul0r.
by apply: big1 => n _; rewrite /own inE mul0r !mulr0.
Qed.

(** Positive semidefinite. *)
Theorem score_psd (x : sets -> R) : 0 <= \sum_z \sum_y x z * score z y * x y.
Proof.
have -> : \sum_z \sum_y x z * score z y * x y =
    \sum_j \sum_(n < m) 4%:R * n.+1%:R * (\sum_z x z * own j n z) ^+ 2 + x set0 ^+ 2.
  transitivity (\sum_z \sum_y (\sum_j \sum_(n < m) 4%:R * n.+1%:R * ((x z * own j n z) * (x y * own j n y)) +
      ((z == set0)%:R * x z) * ((y == set0)%:R * x y))).
    apply: eq_bigr => z _; apply: eq_bigr => y _; rewrite score_sum mulrDr mulrDl; congr (_ + _); last first.
      by move: ((z == set0)%:R : R) ((y == set0)%:R : R) => p q; ring.
    rewrite mulr_sumr mulr_suml; apply: eq_bigr => j _; rewrite mulr_sumr mulr_suml; apply: eq_bigr => n _.
    by move: (own j n z) (own j n y) (n.+1%:R : R) => p q w; ring.
  under eq_bigr do rewrite big_split /=; rewrite big_split /=; congr (_ + _); last first.
    by rewrite -big_distrlr /= !(pick x) -expr2.
  under eq_bigr do rewrite exchange_big /=; rewrite exchange_big; apply: eq_bigr => j _ /=.
  under eq_bigr do rewrite exchange_big /=; rewrite exchange_big; apply: eq_bigr => n _ /=.
  by rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => z _; rewrite mulr_sumr.
rewrite addr_ge0 ?sqr_ge0 //; apply: sumr_ge0 => j _; apply: sumr_ge0 => n _.
by rewrite mulr_ge0 ?sqr_ge0 ?mulr_ge0 ?ler0n.
Qed.

Theorem score_diagonal z : score z z = 1.
Proof.
rewrite f_scoreE andbb setIid addnn -mul2n; case: eqP => [//|/eqP z0].
by rewrite divff // pnatr_eq0 muln_eq0 /= cards_eq0.
Qed.

(** gamma_2(L - 1) <= 1: 4 (n + 1) copies of the coordinate (j, n), and one for the empty set. *)
Definition place : finType := [finType of ('I_m * 'I_m * 'I_(4 * m) + unit)%type].
Definition vector z (i : place) : R := match i with
  | inl (j, n, c) => ((c : nat) < 4 * (n : nat).+1)%:R * own j n z
  | inr _ => (z == set0)%:R end.

Lemma score_vectors z y : score z y = \sum_i vector z i * vector y i.
Proof.
rewrite big_sumType /= (big_pred1 tt) => [|[] //]; rewrite score_sum; congr (_ + _).
rewrite (eq_bigr (fun q : 'I_m * 'I_m * 'I_(4 * m) => (fun (p : 'I_m * 'I_m) c =>
   vector z (inl (p, c)) * vector y (inl (p, c))) q.1 q.2)); last by case.
rewrite -(pair_bigA _ (fun (p : 'I_m * 'I_m) (c : 'I_(4 * m)) => vector z (inl (p, c)) * vector y (inl (p, c)))) /=.
rewrite (pair_bigA _ (fun j (n : 'I_m) => 4%:R * n.+1%:R * (own j n z * own j n y))) /=.
apply: eq_bigr => -[j n] _ /=.
transitivity (\sum_(c < 4 * m) if (c < 4 * n.+1)%N then own j n z * own j n y else 0); last first.
  by apply: eq_bigr => c _; case: (c < _)%N; rewrite ?mul1r ?mul0r.
rewrite -big_mkcond -(big_ord_widen _ (fun=> own j n z * own j n y)) ?leq_mul2l ?ltn_ord //.
by rewrite sumr_const card_ord -[_ *+ (4 * _)]mulr_natl natrM.
Qed.

Theorem score_gamma : exists r, gamma_two_within (f_loss (1 : R) (m := m)) r 1 1.
Proof.
exists #|place|, (fun z k => - vector z (enum_val k)), (fun y k => vector y (enum_val k)).
have norm z : sqnorm (fun k : 'I_#|place| => vector z (enum_val k)) = 1.
  rewrite /sqnorm (sum_enum (fun i => vector z i ^+ 2)) -[RHS](score_diagonal z) score_vectors.
  by apply: eq_bigr => i _; rewrite expr2.
split=> [z y|z|y]; last by rewrite norm.
  rewrite (sum_enum (fun i => - vector z i * vector y i)) /f_loss score_vectors -sumrN addrC.
  by congr (_ + _); apply: eq_bigr => i _; rewrite mulNr.
by rewrite -(norm z) le_eqVlt; apply/orP; left; apply/eqP; apply: eq_bigr => k _; rewrite sqrrN.
Qed.
End Kernel.

(** The F-score: its rewriting, the two decompositions as repaired, its Bayes risk and decoder. *)
(** Sets of the same size: those whose labels have the larger weights have the larger sum. *)
Lemma top_sum (R : realFieldType) (T : finType) (w : T -> R) (z z' : {set T}) : #|z| = #|z'| ->
  (forall j l, j \in z -> l \notin z -> w l <= w j) -> \sum_(j in z') w j <= \sum_(j in z) w j.
Proof.
move=> same best; rewrite (big_setID z) /= [X in _ <= X](big_setID z') /= [z' :&: z]setIC ler_add2l.
set A := z' :\: z; set B := z :\: z'.
have AB : #|A| = #|B|.
  have := cardsID z' z; have := cardsID z z'; rewrite [z' :&: z]setIC -/A -/B; lia.
have [/eqP B0|B0] := posnP #|B|.
  have : #|A| == 0%N by rewrite AB.
  by move: B0; rewrite !cards_eq0 => /eqP-> /eqP->; rewrite !big_set0.
have : \sum_(l in A) \sum_(j in B) w l <= \sum_(l in A) \sum_(j in B) w j.
  apply: ler_sum => l; rewrite inE => /andP[lz _]; apply: ler_sum => j; rewrite inE => /andP[_ jz].
  exact: best.
rewrite sumr_const (eq_bigr (fun l => w l *+ #|B|)) => [|l _]; last by rewrite sumr_const.
by rewrite sumrMnl AB ler_muln2r eqn0Ngt B0.
Qed.

Section Forms.
Variables (R : realFieldType) (m : nat).
Notation sets := {set 'I_m}.
Notation score := (f_score (1 : R) (m := m)).
Implicit Types z y : sets.

Definition at_size (j l : 'I_m) y : R := ((j \in y) && (#|y| == l.+1))%:R.

Lemma size_pos y : y != set0 -> exists l : 'I_m, #|y| = l.+1.
Proof.
move=> y0; have ym : (#|y|.-1 < m)%N.
  by rewrite prednK ?card_gt0 // -[X in (_ <= X)%N]card_ord max_card.
by exists (Ordinal ym); rewrite /= prednK // card_gt0.
Qed.

(** Of the sum over l only l = |y| is left. *)
Lemma meet_at_size z y : #|z :&: y|%:R / (#|z| + #|y|)%:R =
  \sum_j \sum_(l < m) (j \in z)%:R / (#|z| + l.+1)%:R * at_size j l y.
Proof.
have [->|y0] := eqVneq y set0.
  rewrite setI0 cards0 mul0r big1 // => j _; rewrite big1 // => l _.
  by rewrite /at_size inE mulr0.
have [l e] := size_pos y0.
have -> : #|z :&: y|%:R = \sum_j (j \in z)%:R * (j \in y)%:R :> R.
  rewrite -sum1_card natr_sum big_mkcond; apply: eq_bigr => j _.
  by rewrite inE; case: (j \in z); case: (j \in y); rewrite ?mulr1 ?mulr0.
rewrite mulr_suml; apply: eq_bigr => j _; rewrite (bigD1 l) //= big1 ?addr0 => [|k ne].
  by rewrite /at_size e eqxx andbT mulrAC.
by rewrite /at_size e eqSS [nat_of_ord l == k]eq_sym (negbTE (_ : (k : nat) != l)) ?andbF ?mulr0.
Qed.

Lemma score_at_size z y : score z y =
  2%:R * (\sum_j \sum_(l < m) (j \in z)%:R / (#|z| + l.+1)%:R * at_size j l y) +
  (z == set0)%:R * (y == set0)%:R.
Proof.
rewrite f_scoreE -meet_at_size; case: (eqVneq y set0) => [->|y0].
  by rewrite setI0 cards0 mul0r mulr0 add0r; case: (z == set0); rewrite /= ?mulr1 ?mul0r // muln0 mul0r.
by rewrite andbF mulr0 addr0 natrM mulrA.
Qed.

Lemma gain_risk p z : risk (f_loss (1 : R) (m := m)) p z = \sum_y p y - \sum_y p y * score z y.
Proof. by rewrite -sumrB; apply: eq_bigr => y _; rewrite /f_loss mulrBr mulr1. Qed.

(** sum_y p_y y_j / (|y| + k) for the size k. *)
Definition A (p : sets -> R) j (k : nat) : R := \sum_y p y * ((j \in y)%:R / (#|y| + k)%:R).

Lemma gain_nonempty p z : z != set0 -> \sum_y p y * score z y = 2%:R * \sum_(j in z) A p j #|z|.
Proof.
move=> z0; have e y : score z y = 2%:R * \sum_(j in z) (j \in y)%:R / (#|y| + #|z|)%:R.
  rewrite score_nonempty // natrM -mulrA [(#|y| + _)%N]addnC -mulr_suml; congr (_ * (_ / _)).
  rewrite -sum1_card natr_sum big_mkcond [RHS]big_mkcond; apply: eq_bigr => j _.
  by rewrite inE; case: (j \in z); case: (j \in y).
under eq_bigr do rewrite e mulrCA mulr_sumr; rewrite -mulr_sumr exchange_big /=; congr (_ * _).
Qed.

Lemma gain_empty p : \sum_y p y * score set0 y = p set0.
Proof.
rewrite (eq_bigr (fun y => (y == set0)%:R * p y)) ?pick // => y _.
rewrite f_scoreE eqxx /= mulrC; case: (y == set0) => //.
by rewrite set0I cards0 muln0 mul0r.
Qed.
End Forms.

Theorem identity : claim_fscore_identity.
Proof.
move=> R m m0 z y; rewrite /constant_fscore_identity_factor /constant_fscore_identity_value_at_empty_sets mul1r.
case: (eqVneq y set0) => [->|y0]; last by rewrite score_at_size (negbTE y0) mulr0 addr0.
by rewrite f_scoreE eqxx andbT setI0 cards0 muln0 mul0r; case: (z == set0).
Qed.

Theorem identity_nonempty : claim_fscore_identity__nonempty.
Proof.
move=> R m e z y /negbTE y0; rewrite f_scoreE y0 andbF natrM -mulrA meet_at_size; congr (_ * _).
Qed.

Theorem bayes : claim_fscore_bayes_repaired.
Proof.
move=> R m m0 p z [_ p1] P; rewrite gain_risk p1; congr (_ + _).
case: (eqVneq z set0) => [->|z0]; first by rewrite gain_empty mulN1r.
rewrite /constant_fscore_bayes_repaired_factor mulNr; congr (- _).
under eq_bigr do rewrite score_at_size (negbTE z0) mul0r addr0 mulrCA mulr_sumr.
rewrite -mulr_sumr exchange_big /=; congr (_ * _); apply: eq_bigr => j _.
under eq_bigr do rewrite mulr_sumr; rewrite exchange_big /=; apply: eq_bigr => l _.
rewrite /P mulr_sumr [RHS]big_mkcond; apply: eq_bigr => y _; rewrite /at_size mulrCA.
by case: (_ && _); rewrite ?mulr1 ?mulr0.
Qed.

Theorem first : claim_fscore_dec1_repaired.
Proof.
move=> R m m0 I; split; last by rewrite card_sum card_prod card_unit !card_ord.
pose F (z : {set 'I_m}) (i : I) : R := match i with
  | inl (j, l) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) | inr _ => - 1 * (z == set0)%:R end.
pose U (y : {set 'I_m}) (i : I) : R := match i with inl (j, l) => at_size R j l y | inr _ => (y == set0)%:R end.
suff h z y : f_loss (1 : R) z y = \sum_i F z i * U y i + 1 by exact: (decomposition_index h).
rewrite big_sumType /= (big_pred1 tt) => [|[] //].
rewrite (eq_bigr (fun q : 'I_m * 'I_m => (fun j (l : 'I_m) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) * at_size R j l y) q.1 q.2)); last by case.
rewrite -(pair_bigA _ (fun j (l : 'I_m) => - (2%:R * (j \in z)%:R / (#|z| + (l : nat).+1)%:R) * at_size R j l y)) /=.
rewrite /f_loss score_at_size opprD addrC mulN1r mulNr; congr (_ + _ + _).
rewrite mulr_sumr -sumrN; apply: eq_bigr => j _; rewrite mulr_sumr -sumrN; apply: eq_bigr => l _.
by rewrite mulNr !mulrA.
Qed.

Lemma score_symmetric (R : realFieldType) m (z y : {set 'I_m}) : f_score (1 : R) z y = f_score (1 : R) y z.
Proof. by rewrite !f_scoreE andbC setIC addnC. Qed.

Theorem second : claim_fscore_dec2_repaired.
Proof.
move=> R m m0 I; split; last by rewrite card_sum card_prod card_unit !card_ord.
pose F (z : {set 'I_m}) (i : I) : R := match i with
  | inl (j, l) => - at_size R j l z | inr _ => - 1 * (z == set0)%:R end.
pose U (y : {set 'I_m}) (i : I) : R := match i with inl (j, l) => 2%:R * (j \in y)%:R / (#|y| + (l : nat).+1)%:R
    | inr _ => (y == set0)%:R end.
suff h z y : f_loss (1 : R) z y = \sum_i F z i * U y i + 1 by exact: (decomposition_index h).
rewrite big_sumType /= (big_pred1 tt) => [|[] //].
rewrite (eq_bigr (fun q : 'I_m * 'I_m => (fun j (l : 'I_m) => - at_size R j l z * (2%:R * (j \in y)%:R / (#|y| + (l : nat).+1)%:R)) q.1 q.2)); last by case.
rewrite -(pair_bigA _ (fun j (l : 'I_m) => - at_size R j l z * (2%:R * (j \in y)%:R / (#|y| + (l : nat).+1)%:R))) /=.
rewrite /f_loss score_symmetric score_at_size opprD addrC mulN1r mulNr [(y == set0)%:R * _]mulrC; congr (_ + _ + _).
rewrite mulr_sumr -sumrN; apply: eq_bigr => j _; rewrite mulr_sumr -sumrN; apply: eq_bigr => l _.
by rewrite mulNr [at_size R j l z * _]mulrC !mulrA.
Qed.

Theorem algorithm : claim_fscore_algo_repaired.
Proof.
move=> R m m0 p f A v size top.
have f0 k : f k != set0 by rewrite -card_gt0 size.
have value k : \sum_y p y * f_score (1 : R) (f k) y = v k by rewrite gain_nonempty // size.
have below (z : {set 'I_m}) (k : 'I_m) : #|z| = k.+1 -> \sum_y p y * f_score (1 : R) z y <= v k.
  move=> zk; rewrite gain_nonempty -?card_gt0 ?zk // /v ler_pmul2l ?ltr0n //.
  by apply: (top_sum (w := fun j => A j k)) => [|j l]; [rewrite size zk|exact: top].
split=> [k best p0 z|best z]; rewrite !gain_risk ler_add2l ler_opp2 ?value ?gain_empty.
  have [->|/size_pos[l zl]] := eqVneq z set0; first by rewrite gain_empty.
  exact: le_trans (below z l zl) (best l).
have [->|/size_pos[l zl]] := eqVneq z set0; first by rewrite gain_empty.
exact: le_trans (below z l zl) (best l).
Qed.

Theorem no_equal_risk : claim_fscore_optimal.
Proof.
move=> R m e m2; split=> p; first exact: f_score_no_equal_risk.
  exact: f_score_no_positive_equal_risk.
exact: f_score_nonempty_no_equal_risk.
Qed.

Theorem kernel : claim_x_fscore_kernel.
Proof. by move=> R m m0; split; [exact: score_psd|exact: score_diagonal|exact: score_gamma]. Qed.
