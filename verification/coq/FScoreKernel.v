(** The F-score is an inner product of unit vectors: 1/(a+b) is a sum of products of functions of a
    and of b, as the rest after n terms has the factors a - i and b - i, i <= n. *)
From mathcomp Require Import all_ssreflect all_algebra ring zify.
From qstheory Require Import Loss Sets Rank FScore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

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
