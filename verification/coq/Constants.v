(** Bounds on A over all decompositions. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Constants.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

Lemma row_within r (U : Y -> 'I_r -> R) b y :
  (forall y k, `|U y k| <= b) -> sqnorm (U y) <= r%:R * b ^+ 2.
Proof.
move=> Ub; rewrite mulr_natl -[X in _ *+ X]card_ord -sumr_const.
apply: ler_sum => k _; rewrite -[U y k ^+ 2]real_normK ?num_real //.
by rewrite ler_expn2r ?nnegrE ?normr_ge0 // (le_trans (normr_ge0 _) (Ub y k)).
Qed.

(** (L(z, y) - c)^2 <= A^2. *)
Lemma entry_within r (F : Z -> 'I_r -> R) U c a z y : decomposition L F U c ->
  constant_within F U a -> (L z y - c) ^+ 2 <= a.
Proof.
move=> d [B [b [FB Ub le]]]; apply: le_trans le; rewrite d addrK.
apply: le_trans (cauchy_schwarz _ _) _; rewrite mulrAC mulrC.
by apply: ler_pmul; rewrite ?sqnorm_ge0 ?row_within.
Qed.

(** Two entries that differ by d: A >= |d|/2. *)
Lemma entry_range z y z' y' : constant_at_least L ((L z y - L z' y') ^+ 2 / 4%:R).
Proof.
move=> r F U c b d w; rewrite ler_pdivr_mulr ?ltr0n //.
have h1 := entry_within z y d w; have h2 := entry_within z' y' d w.
set p := L z y - c in h1; set q := L z' y' - c in h2.
have -> : L z y - L z' y' = p - q by rewrite /p /q; ring.
apply: (@le_trans _ _ ((p ^+ 2 + q ^+ 2) *+ 2)).
  by rewrite -subr_ge0 (_ : _ - _ = (p + q) ^+ 2) ?sqr_ge0 //; ring.
by rewrite (_ : b * 4%:R = (b + b) *+ 2) ?ler_muln2r ?ler_add ?orbT //; ring.
Qed.

(** A matrix W with W 1 = 0 and W^T W <= s I: <W, L>^2 <= A^2 s |Z| |Y|. *)
Lemma weights_within (W : Z -> Y -> R) s r (F : Z -> 'I_r -> R) U c a :
  0 <= s -> (forall z, \sum_y W z y = 0) ->
  (forall v : Y -> R, \sum_z (\sum_y W z y * v y) ^+ 2 <= s * \sum_y v y ^+ 2) ->
  decomposition L F U c -> constant_within F U a ->
  (\sum_z \sum_y W z y * L z y) ^+ 2 <= a * (s * (#|Z| * #|Y|)%:R).
Proof.
move=> s0 W0 Ws d [B [b [FB Ub le]]].
pose V z k := \sum_y W z y * U y k.
have -> : \sum_z \sum_y W z y * L z y = \sum_(q : Z * 'I_r) 1 * (F q.1 q.2 * V q.1 q.2).
  rewrite -(pair_bigA _ (fun z k => 1 * (F z k * V z k))) /=; apply: eq_bigr => z _.
  under eq_bigr do rewrite d mulrDr; rewrite big_split /= -mulr_suml W0 mul0r addr0.
  under eq_bigr do rewrite mulr_sumr; rewrite exchange_big; apply: eq_bigr => k _ /=.
  by rewrite mul1r mulr_sumr; apply: eq_bigr => y _; ring.
apply: le_trans (weighted_cauchy_schwarz _ _ (fun=> ler01)) _.
have hF : \sum_(q : Z * 'I_r) 1 * F q.1 q.2 ^+ 2 <= #|Z|%:R * B.
  rewrite -(pair_bigA _ (fun z k => 1 * F z k ^+ 2)) /= mulr_natl -sumr_const.
  by apply: ler_sum => z _; apply: le_trans (FB z); rewrite /sqnorm; under eq_bigr do rewrite mul1r.
have hV : \sum_(q : Z * 'I_r) 1 * V q.1 q.2 ^+ 2 <= s * (#|Y|%:R * (r%:R * b ^+ 2)).
  rewrite -(pair_bigA _ (fun z k => 1 * V z k ^+ 2)) /= exchange_big /=.
  apply: (@le_trans _ _ (\sum_k s * \sum_y U y k ^+ 2)).
    by apply: ler_sum => k _; under eq_bigr do rewrite mul1r; exact: Ws.
  rewrite -mulr_sumr exchange_big /= ler_wpmul2l // mulr_natl -sumr_const.
  by apply: ler_sum => y _; exact: row_within.
apply: le_trans (ler_pmul _ _ hF hV) _.
- by apply: sumr_ge0 => q _; rewrite mul1r sqr_ge0.
- by apply: sumr_ge0 => q _; rewrite mul1r sqr_ge0.
have shuffle (u v w : R) : u * B * (s * (v * (w * b ^+ 2))) = w * B * b ^+ 2 * (s * (u * v)) by ring.
rewrite shuffle natrM; by rewrite ler_wpmul2r ?mulr_ge0 ?ler0n.
Qed.
End Constants.

(** Bessel: orthogonal functions of squared norm s. *)
Lemma bessel (R : realFieldType) (I Y : finType) (w : I -> Y -> R) s (v : Y -> R) : 0 < s ->
  (forall i j, \sum_y w i y * w j y = (i == j)%:R * s) ->
  \sum_i (\sum_y w i y * v y) ^+ 2 <= s * \sum_y v y ^+ 2.
Proof.
move=> s0 ortho; pose c i := \sum_y w i y * v y; set C := \sum_i _; set V := \sum_y _.
have sn0 : s != 0 by rewrite gt_eqF.
have part : \sum_y v y * (\sum_i c i * w i y) = C.
  under eq_bigr do rewrite mulr_sumr.
  rewrite exchange_big; apply: eq_bigr => i _ /=; rewrite -[\sum_y w i y * v y]/(c i) expr2 [X in _ = _ * X]/c mulr_sumr.
  by apply: eq_bigr => y _; ring.
have whole : \sum_y (\sum_i c i * w i y) ^+ 2 = s * C.
  under eq_bigr do rewrite expr2 big_distrlr /=.
  rewrite exchange_big mulr_sumr; apply: eq_bigr => i _ /=; rewrite exchange_big /=.
  rewrite (eq_bigr (fun j => (j == i)%:R * (c i * c j * s))) => [|j _].
    by rewrite (pick (fun j => c i * c j * s)) -/(c i); ring.
  transitivity (c i * c j * \sum_y w i y * w j y).
    by rewrite mulr_sumr; apply: eq_bigr => y _; ring.
  by rewrite ortho eq_sym; move: (_%:R : R) => b; ring.
have pos : 0 <= \sum_y (v y - s^-1 * \sum_i c i * w i y) ^+ 2 by apply: sumr_ge0 => y _; exact: sqr_ge0.
have e : \sum_y (v y - s^-1 * \sum_i c i * w i y) ^+ 2 = V - s^-1 * C.
  rewrite (eq_bigr (fun y => v y ^+ 2 - (2%:R * s^-1) * (v y * \sum_i c i * w i y) +
    s^-1 ^+ 2 * (\sum_i c i * w i y) ^+ 2)) => [|y _]; last by set S := \sum_i _; ring.
  rewrite big_split sumrB /= -!mulr_sumr part whole -/V.
  rewrite [s^-1 ^+ 2 * _]mulrA expr2 -[_ * s^-1 * s]mulrA mulVf // mulr1; ring.
by move: pos; rewrite e subr_ge0 ler_pdivr_mull.
Qed.
