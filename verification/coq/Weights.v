(** Bounds from below on A and gamma_2 by weights, independent signs, exchangeable families. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Rank Comparison Ranking.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** <W, c> = 0: <W, L>^2 <= B |Z| sum_k |W u_k|^2 over the columns of U, c being a function of y. *)
Lemma weights_columns (R : realFieldType) (Z Y : finType) (L W : Z -> Y -> R) r (F : Z -> 'I_r -> R) U (c : Y -> R) B :
  \sum_z \sum_y W z y * c y = 0 -> (forall z y, L z y - c y = \sum_k F z k * U y k) -> (forall z, sqnorm (F z) <= B) ->
  (\sum_z \sum_y W z y * L z y) ^+ 2 <= #|Z|%:R * B * \sum_k \sum_z (\sum_y W z y * U y k) ^+ 2.
Proof.
move=> W0 d FB; pose V z k := \sum_y W z y * U y k.
have -> : \sum_z \sum_y W z y * L z y = \sum_(q : Z * 'I_r) 1 * (F q.1 q.2 * V q.1 q.2).
  rewrite -(pair_bigA _ (fun z k => 1 * (F z k * V z k))) /= -[LHS]subr0 -[X in _ - X]W0 -sumrB.
  apply: eq_bigr => z _; rewrite -sumrB; under eq_bigr do rewrite -mulrBr d mulr_sumr.
  by rewrite exchange_big; apply: eq_bigr => k _ /=; rewrite mul1r mulr_sumr; apply: eq_bigr => y _; ring.
apply: le_trans (weighted_cauchy_schwarz _ _ (fun=> ler01)) _; apply: ler_pmul.
- by apply: sumr_ge0 => q _; rewrite mul1r sqr_ge0.
- by apply: sumr_ge0 => q _; rewrite mul1r sqr_ge0.
- rewrite -(pair_bigA _ (fun z k => 1 * F z k ^+ 2)) /= mulr_natl -sumr_const.
  by apply: ler_sum => z _; apply: le_trans (FB z); rewrite /sqnorm; under eq_bigr do rewrite mul1r.
rewrite -(pair_bigA _ (fun z k => 1 * V z k ^+ 2)) /= exchange_big /=.
by apply: ler_sum => k _; apply: ler_sum => z _; rewrite mul1r.
Qed.

(** A matrix W with 1^T W = 0 and W^T W <= s I: <W, L>^2 <= B b s |Z| |Y|. *)
Lemma weights_between (R : realFieldType) (Z Y : finType) (L W : Z -> Y -> R) s r
    (F : Z -> 'I_r -> R) U (c : Y -> R) B b :
  0 <= s -> (forall y, \sum_z W z y = 0) ->
  (forall v : Y -> R, \sum_z (\sum_y W z y * v y) ^+ 2 <= s * \sum_y v y ^+ 2) ->
  (forall z y, L z y - c y = \sum_k F z k * U y k) -> (forall z, sqnorm (F z) <= B) -> (forall y, sqnorm (U y) <= b) ->
  (\sum_z \sum_y W z y * L z y) ^+ 2 <= B * b * (s * (#|Z| * #|Y|)%:R).
Proof.
move=> s0 W0 Ws d FB Ub; have W00 : \sum_z \sum_y W z y * c y = 0.
  by rewrite exchange_big big1 // => y _; rewrite -mulr_suml W0 mul0r.
apply: le_trans (weights_columns W00 d FB) _.
rewrite (_ : B * b * _ = #|Z|%:R * B * (s * (#|Y|%:R * b))); last by rewrite natrM; ring.
have [z _|Z0] := pickP (@predT Z); last by rewrite (eq_card0 Z0) !mul0r.
rewrite ler_wpmul2l ?mulr_ge0 ?ler0n ?(le_trans (sqnorm_ge0 _) (FB z)) //.
apply: le_trans (ler_sum _ (fun k _ => Ws _)) _; rewrite -mulr_sumr exchange_big /= ler_wpmul2l // mulr_natl -sumr_const.
by apply: ler_sum => y _; exact: Ub.
Qed.

(** Independent signs e_t of mean u_t: E e_i e_j = u_i u_j for i <> j. *)
Section Signs.
Variables (R : realFieldType) (T : finType).
Implicit Types (e : {ffun T -> bool}) (u : T -> R) (i j t : T).
Definition sign e t : R := (-1) ^+ e t.
Definition chance u e : R := \prod_t ((1 + sign e t * u t) / 2%:R).

Lemma sign2 e t : sign e t * sign e t = 1. Proof. by rewrite /sign -expr2 sqrr_sign. Qed.
Lemma sign_bound e t : `|sign e t| <= 1. Proof. by rewrite /sign normr_sign. Qed.

Lemma chance_ge0 u e : (forall t, `|u t| <= 1) -> 0 <= chance u e.
Proof.
move=> u1; apply: prodr_ge0 => t _; rewrite divr_ge0 ?ler0n //.
have : `|sign e t * u t| <= 1 by rewrite normrM /sign normr_sign mul1r.
by rewrite ler_norml => /andP[h _]; rewrite addrC -ler_subl_addr sub0r.
Qed.

Lemma mean_product u (g : T -> bool -> R) :
  \sum_e chance u e * \prod_t g t (e t) = \prod_t ((1 - u t) / 2%:R * g t true + (1 + u t) / 2%:R * g t false).
Proof.
pose h t (b : bool) := (1 + (-1) ^+ b * u t) / 2%:R * g t b.
transitivity (\prod_t \sum_b h t b); last first.
  by apply: eq_bigr => t _; rewrite big_bool /h expr1 expr0 mulN1r mul1r.
by rewrite bigA_distr_bigA; apply: eq_bigr => e _; rewrite /chance -big_split; apply: eq_bigr.
Qed.

Lemma chance_sum u : \sum_e chance u e = 1.
Proof.
rewrite (eq_bigr (fun e => chance u e * \prod_(t : T) 1)) => [|e _]; last by rewrite big1 // mulr1.
by rewrite (mean_product u (fun _ _ => 1)) big1 // => t _; field.
Qed.

Lemma chance_moment u i j : \sum_e chance u e * (sign e i * sign e j) = if i == j then 1 else u i * u j.
Proof.
case: eqP => [->|/eqP ne]; first by under eq_bigr do rewrite sign2 mulr1; exact: chance_sum.
pose g t (b : bool) : R := if (t == i) || (t == j) then (-1) ^+ b else 1.
rewrite (eq_bigr (fun e => chance u e * \prod_t g t (e t))) => [|e _]; last first.
  congr (_ * _); rewrite (bigD1 i) //= (bigD1 j) 1?eq_sym //= big1 => [|t /andP[/negbTE ti /negbTE tj]].
    by rewrite /g !eqxx orbT mulr1.
  by rewrite /g ti tj.
rewrite mean_product (bigD1 i) //= (bigD1 j) 1?eq_sym //= big1 => [|t /andP[/negbTE ti /negbTE tj]].
  by rewrite /g !eqxx orbT /= expr1 expr0; field.
by rewrite /g ti tj /=; field.
Qed.

(** E <e, v>^2 = <u, v>^2 + sum (1 - u^2) v^2. *)
Lemma chance_square u (v : T -> R) :
  \sum_e chance u e * (\sum_t sign e t * v t) ^+ 2 = (\sum_t u t * v t) ^+ 2 + \sum_t (1 - u t ^+ 2) * v t ^+ 2.
Proof.
rewrite (eq_bigr (fun e => \sum_i \sum_j v i * v j * (chance u e * (sign e i * sign e j)))) => [|e _]; last first.
  rewrite expr2 big_distrlr mulr_sumr; apply: eq_bigr => i _ /=; rewrite mulr_sumr.
  by apply: eq_bigr => j _; ring.
rewrite exchange_big expr2 big_distrlr -big_split; apply: eq_bigr => i _ /=; rewrite exchange_big /=.
rewrite (eq_bigr (fun j => u i * v i * (u j * v j) + (j == i)%:R * ((1 - u j ^+ 2) * v j ^+ 2))) => [|j _].
  by rewrite big_split /= (pick (fun j => (1 - u j ^+ 2) * v j ^+ 2)).
rewrite -mulr_sumr chance_moment eq_sym; case: eqP => [->|_] /=; ring.
Qed.

Lemma odd_signs e : (odd #|T|)%:R <= (\sum_t sign e t) ^+ 2.
Proof.
case: (boolP (odd #|T|)) => [o|_]; last exact: sqr_ge0.
have -> : \sum_t sign e t = (#|T|%:Z - 2 * (\sum_t e t)%N%:Z)%:~R.
  rewrite rmorphB rmorphM /= -!pmulrn natr_sum mulr_sumr -sumr_const -sumrB.
  by apply: eq_bigr => t _; rewrite /sign; case: (e t); rewrite ?expr1 ?expr0 ?mulr1 ?mulr0 ?subr0 //; ring.
rewrite -rmorphX /= ler1z -gtz0_ge1 exprn_even_gt0 //= subr_eq0; apply/eqP => h.
by move: o; rewrite (_ : #|T| = 2 * (\sum_t e t)%N)%N ?oddM //; apply/eqP; rewrite -eqz_nat h.
Qed.
End Signs.

(** |u - mean|^2 <= (n - [n odd] / n) b^2 when |u| <= b. *)
Lemma spread (R : realFieldType) (T : finType) (u : T -> R) b : (0 < #|T|)%N -> (forall t, `|u t| <= b) ->
  \sum_t u t ^+ 2 - (\sum_t u t) ^+ 2 / #|T|%:R <= (#|T|%:R - (odd #|T|)%:R / #|T|%:R) * b ^+ 2.
Proof.
move=> T0 ub; set n : R := #|T|%:R; have n0 : 0 < n by rewrite ltr0n.
have nn : n != 0 by rewrite gt_eqF.
have [t0 _] := card_gt0P T0; have := le_trans (normr_ge0 _) (ub t0); rewrite le_eqVlt => /orP[/eqP b0|b0].
  have u0 t : u t = 0 by apply/eqP; rewrite -normr_le0 (le_trans (ub t)) // -b0.
  rewrite -b0 expr0n mulr0 !big1 ?expr0n ?mul0r ?subr0 // => t _; by rewrite u0 // expr0n.
pose v t := u t / b; have bn : b != 0 by rewrite gt_eqF.
have v1 t : `|v t| <= 1 by rewrite normrM normfV (gtr0_norm b0) ler_pdivr_mulr // mul1r.
have uE t : u t = b * v t by rewrite /v mulrCA mulfV ?mulr1.
rewrite (eq_bigr (fun t => b ^+ 2 * v t ^+ 2)) => [|t _]; last by rewrite uE exprMn.
rewrite [\sum_t u t](eq_bigr (fun t => b * v t)) // -!mulr_sumr.
set S := \sum_t v t ^+ 2; set m := \sum_t v t.
rewrite (_ : _ - _ = (S - m ^+ 2 / n) * b ^+ 2); last by ring.
rewrite ler_pmul2r ?exprn_gt0 //.
have Sn : S <= n.
  rewrite /n -sumr_const; apply: ler_sum => t _.
  by rewrite -[v t ^+ 2]real_normK ?num_real // exprn_ile1.
have : (odd #|T|)%:R <= m ^+ 2 + (n - S).
  rewrite (_ : m ^+ 2 + _ = \sum_e chance v e * (\sum_t sign R e t * 1) ^+ 2); last first.
    rewrite chance_square; congr (_ ^+ 2 + _); first by apply: eq_bigr => t _; rewrite mulr1.
    by rewrite /n -sumr_const -sumrB; apply: eq_bigr => t _; rewrite expr1n mulr1.
  rewrite [X in X <= _](_ : _ = \sum_e chance v e * (odd #|T|)%:R); last by rewrite -mulr_suml chance_sum mul1r.
  apply: ler_sum => e _.
  rewrite ler_wpmul2l ?chance_ge0 //; rewrite (eq_bigr (sign R e)) ?odd_signs // => t _; exact: mulr1.
set o : R := _%:R => h; rewrite -(ler_pmul2r n0) !mulrBl !divfK // .
have h2 : S * (n - 1) <= n * (n - 1) by rewrite ler_wpmul2r // subr_ge0 ler1n.
rewrite -subr_ge0 (_ : _ - _ = (n * (n - 1) - S * (n - 1)) + (m ^+ 2 + (n - S) - o)); last by ring.
by rewrite addr_ge0 // subr_ge0.
Qed.

(** Vectors a_x with weights q_x; what permutes the coordinates leaves the family as it is. *)
Definition exchangeable (R : realFieldType) (n : nat) (T : finType) (q : T -> R) (a : T -> 'I_n -> R) : Prop :=
  forall t : 'S_n, exists2 f : T -> T, injective f & forall x, q (f x) = q x /\ forall i, a (f x) i = a x (t i).

Section Exchangeable.
Variables (R : realFieldType) (n : nat) (T : finType) (q : T -> R) (a : T -> 'I_n -> R) (sums squares : R).
Hypotheses (n2 : (2 <= n)%N) (same : exchangeable q a).
Hypotheses (sumsE : \sum_x q x * (\sum_i a x i) ^+ 2 = sums) (squaresE : \sum_x q x * (\sum_i a x i ^+ 2) = squares).
Notation N := (n%:R : R).

(** E a_i a_j is alpha + beta for i = j and else beta. *)
Definition beta : R := (sums - squares) / (N * (N - 1)).
Definition alpha : R := squares / N - beta.

Let n0 : N != 0. Proof. by rewrite pnatr_eq0 -lt0n ltnW. Qed.
Let n1 : N - 1 != 0. Proof. by rewrite subr_eq0 (eqr_nat R n 1); apply/eqP => h; move: n2; rewrite h. Qed.
Let M i j := \sum_x q x * (a x i * a x j).

Let exchanged (t : 'S_n) i j : M (t i) (t j) = M i j.
Proof.
have [f fI fE] := same t; rewrite [RHS](reindex_inj fI); apply: eq_bigr => x _.
by have [-> h] := fE x; rewrite !h.
Qed.

Let diagonal i : M i i = squares / N.
Proof.
apply: (mulfI n0); rewrite mulrC mulr_natr [RHS]mulrC divfK // -squaresE -[in LHS](card_ord n) -sumr_const.
rewrite (eq_bigr (fun k => M k k)) => [|k _]; last by rewrite -(exchanged (tperm i k)) tpermL.
by rewrite exchange_big; apply: eq_bigr => x _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite expr2.
Qed.

Let beside i j : i != j -> M i j = beta.
Proof.
move=> ij; apply: (mulfI (mulf_neq0 n0 n1)); rewrite [RHS]mulrC divfK ?mulf_neq0 // -sumsE -squaresE.
transitivity (\sum_(k < n) \sum_(l < n | l != k) M k l).
  have -> : N - 1 = n.-1%:R by rewrite -subn1 natrB // ltnW.
  rewrite -mulrA !mulr_natl -[in X in _ *+ X](card_ord n) -sumr_const; apply: eq_bigr => k _.
  rewrite -[in X in _ *+ X](card_ord n) -(cardC1 k) -sumr_const; apply: eq_bigr => l; rewrite inE eq_sym => kl.
  have [t ti tj] := two_places ij kl.
  by rewrite -(exchanged t) ti tj.
transitivity (\sum_(k < n) (\sum_l M k l - M k k)).
  by apply: eq_bigr => k _; rewrite [in RHS](bigD1 k) //= [X in _ = X - _]addrC addrK.
rewrite sumrB; congr (_ - _); rewrite exchange_big.
  rewrite (eq_bigr (fun l => \sum_x \sum_k q x * (a x k * a x l))) => [|l _]; last by rewrite exchange_big.
  rewrite exchange_big; apply: eq_bigr => x _ /=; rewrite expr2 big_distrlr mulr_sumr /= exchange_big.
  by apply: eq_bigr => k _; rewrite mulr_sumr; apply: eq_bigr => l _.
by apply: eq_bigr => x _; rewrite mulr_sumr; apply: eq_bigr => k _; rewrite expr2.
Qed.

Lemma moments i j : \sum_x q x * (a x i * a x j) = (i == j)%:R * alpha + beta.
Proof.
case: eqP => [->|/eqP ij]; last by rewrite mul0r add0r; exact: beside.
by rewrite mul1r subrK; exact: diagonal.
Qed.

Lemma forms (v w : 'I_n -> R) : \sum_x q x * ((\sum_i v i * a x i) * (\sum_i w i * a x i)) =
  alpha * (\sum_i v i * w i) + beta * ((\sum_i v i) * (\sum_i w i)).
Proof.
rewrite (eq_bigr (fun x => \sum_i \sum_j v i * w j * (q x * (a x i * a x j)))) => [|x _]; last first.
  rewrite big_distrlr mulr_sumr; apply: eq_bigr => i _ /=; rewrite mulr_sumr; by apply: eq_bigr => j _; ring.
rewrite exchange_big big_distrlr !mulr_sumr -big_split; apply: eq_bigr => i _ /=; rewrite exchange_big /=.
rewrite (eq_bigr (fun j => (j == i)%:R * (alpha * (v i * w j)) + beta * (v i * w j))) => [|j _].
  by rewrite big_split /= (pick (fun j => alpha * (v i * w j))) -mulr_sumr.
by rewrite -mulr_sumr moments eq_sym; move: (_%:R) => b; ring.
Qed.

(** The first moments. *)
Lemma means i : \sum_x q x * a x i = (\sum_x q x * (\sum_k a x k)) / N.
Proof.
apply: (mulfI n0); rewrite [RHS]mulrC divfK // mulr_natl -[in LHS](card_ord n) -sumr_const.
rewrite (eq_bigr (fun k => \sum_x q x * a x k)) => [|k _].
  by rewrite exchange_big; apply: eq_bigr => x _; rewrite mulr_sumr.
have [f fI fE] := same (tperm i k); rewrite (reindex_inj fI); apply: eq_bigr => x _.
by have [-> ->] := fE x; rewrite tpermL.
Qed.
End Exchangeable.

(** Permutations, and label sets by their size. *)
Lemma places_exchangeable (R : realFieldType) n (g : 'I_n -> R) : exchangeable (fun=> 1) (fun (s : 'S_n) j => g (s j)).
Proof. by move=> t; exists (fun s => (t * s)%g) => [|s]; [exact: mulgI | split=> // i; rewrite permM]. Qed.

Lemma sets_exchangeable (R : realFieldType) n (q : nat -> R) :
  exchangeable (fun y : {set 'I_n} => q #|y|) (fun y j => sign_of R y j).
Proof.
move=> t; exists (fun y : {set 'I_n} => t @^-1: y : {set 'I_n}) => [y y' /setP h|y]; first by apply/setP=> j; have := h ((t^-1)%g j); rewrite !inE permKV.
by split=> [|i]; rewrite ?(card_preimset _ (@perm_inj _ t)) // /sign_of inE.
Qed.

Lemma k_sets_exchangeable (R : realFieldType) n k (g : bool -> R) : exchangeable (fun=> 1) (fun (z : k_sets n k) j => g (j \in val z)).
Proof.
move=> t; have ok (z : k_sets n k) : #|t @^-1: val z| == k by rewrite (card_preimset _ (@perm_inj _ t)) (valP z).
exists (fun z => exist (fun y : {set 'I_n} => #|y| == k) _ (ok z)) => [z z' /(congr1 val) /= /setP h|z]; last by split=> // i; rewrite inE.
by apply: val_inj; apply/setP=> j; have := h ((t^-1)%g j); rewrite !inE permKV.
Qed.
