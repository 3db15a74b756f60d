(** What the theorems speak of.  A reader who trusts a theorem has to read this file and the
    statement in Statements.v, nothing else.

    Each definition names its counterpart in the paper and, after "package:", in qstheory.
    R is any ordered field: the rationals, the reals. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** * Losses and their dimensions *)

Section Losses.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

(** The loss as a matrix, one row for each prediction (Sec. 3.1; package: Loss.entry). *)
Definition matrix_of : 'M[R]_(#|Z|, #|Y|) := \matrix_(i, j) L (enum_val i) (enum_val j).

(** affdim(L) = r: the least rank of L - c over scalars c is r (Sec. 3.1; package:
    theory.affine_dimension). *)
Definition affine_dimension (r : nat) : Prop :=
  (exists c, \rank (matrix_of - const_mx c)%R = r) /\
  (forall c, (r <= \rank (matrix_of - const_mx c)%R)%N).

(** The dimension of the affine hull of the rows: the rank of the differences L(z, .) - L(z', .),
    the other reading of affdim(L). *)
Definition differences : 'M[R]_(#|{: Z * Z}|, #|Y|) :=
  \matrix_(i, j) (L (enum_val i).1 (enum_val j) - L (enum_val i).2 (enum_val j)).
Definition difference_rank : nat := \rank differences.

(** L = F U^T + c with r coordinates (eq. affine decomposition; package: ClosedForm). *)
Definition decomposition (r : nat) (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (c : R) : Prop :=
  forall z y, L z y = \sum_k F z k * U y k + c.

(** Distributions, risks, and the points where all predictions have the same risk. *)
Definition distribution (T : finType) (p : T -> R) : Prop :=
  (forall t, 0 <= p t) /\ \sum_t p t = 1.
(** l(z, p); p may be any weights, such as those of an estimator. *)
Definition risk (p : Y -> R) (z : Z) : R := \sum_y p y * L z y.
Definition equal_risk (p : Y -> R) : Prop :=
  distribution p /\ forall z z', risk p z = risk p z'.
(** The same with a distribution in the interior of the simplex (Thm optimality). *)
Definition positive_equal_risk (p : Y -> R) : Prop := equal_risk p /\ forall y, 0 < p y.
(** z is a minimiser of the risk: what a decoder has to return. *)
Definition optimal (p : Y -> R) (z : Z) : Prop := forall z', risk p z <= risk p z'.
(** The margin at p, z being the prediction that is taken for the optimal one. *)
Definition margin (p : Y -> R) (z : Z) (g : R) : Prop :=
  (forall z', z' != z -> g <= risk p z' - risk p z) /\
  (exists2 z', z' != z & g = risk p z' - risk p z).
(** gamma+ at p, z being optimal: the least positive excess, where not all are optimal. *)
Definition gap (p : Y -> R) (z : Z) (g : R) : Prop :=
  (forall z', risk p z < risk p z' -> g <= risk p z' - risk p z) /\
  (exists2 z', risk p z < risk p z' & g = risk p z' - risk p z).

End Losses.

(** * Finite learning problems with the quadratic surrogate *)

Section Vectors.
Variables (R : realFieldType) (r : nat).
Definition dot (u v : 'I_r -> R) : R := \sum_k u k * v k.
Definition sqnorm (u : 'I_r -> R) : R := \sum_k u k ^+ 2.
End Vectors.

(** Kernel ridge regression (Sec. 2.1): W takes d features to r scores; the n points have the rows
    of Phi as features and those of Psi as targets. *)
Definition ridge (R : realFieldType) n d r (Phi : 'M[R]_(n, d)) (Psi : 'M[R]_(n, r)) (lambda : R)
    (W : 'M[R]_(d, r)) : R :=
  n%:R^-1 * (\sum_i \sum_k ((Phi *m W) i k - Psi i k) ^+ 2) + lambda * \sum_j \sum_k W j k ^+ 2.
Definition ridge_minimiser (R : realFieldType) n d r (Phi : 'M[R]_(n, d)) (Psi : 'M[R]_(n, r)) lambda W :=
  forall W', ridge Phi Psi lambda W <= ridge Phi Psi lambda W'.

Section Constants.
Variables (R : realFieldType) (T : finType) (r : nat) (f : T -> 'I_r -> R).
(** ||F||_inf ^ 2 = B: the largest squared norm of a row. *)
Definition largest_row (B : R) : Prop :=
  (forall t, sqnorm (f t) <= B) /\ exists t, sqnorm (f t) = B.
(** U_max = b: the largest absolute value of an entry. *)
Definition largest_entry (b : R) : Prop :=
  (forall t k, `|f t k| <= b) /\ exists t k, `|f t k| = b.
End Constants.

(** A ^ 2 = a for A = sqrt r ||F||_inf U_max (Thm qs_discrete; package: a_squared). *)
Definition constant_squared (R : realFieldType) (Z Y : finType) (r : nat)
    (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (a : R) : Prop :=
  exists B b, [/\ largest_row F B, largest_entry U b & a = r%:R * B * b ^+ 2].

(** A of all decompositions of L, with any r and c (package: certify.kinds.best_constants). *)
Section LeastConstant.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).
(** A ^ 2 of F and U is at most a. *)
Definition constant_within r (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (a : R) : Prop :=
  exists B b, [/\ forall z, sqnorm (F z) <= B, forall y k, `|U y k| <= b & r%:R * B * b ^+ 2 <= a].
(** A ^ 2 <= a for some decomposition, A ^ 2 >= a for every one, both. *)
Definition constant_at_most (a : R) : Prop :=
  exists r (F : Z -> 'I_r -> R) U c, decomposition L F U c /\ constant_within F U a.
Definition constant_at_least (a : R) : Prop :=
  forall r (F : Z -> 'I_r -> R) U c b, decomposition L F U c -> constant_within F U b -> a <= b.
Definition least_constant (a : R) : Prop := constant_at_most a /\ constant_at_least a.
(** gamma_2(L - c) ^ 2 <= g with r coordinates: L - c is a matrix of inner products of vectors with
    |F_z| ^ 2 <= g and |U_y| ^ 2 <= 1. *)
Definition gamma_two_within (r : nat) (c g : R) : Prop :=
  exists (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R),
  [/\ decomposition L F U c, forall z, sqnorm (F z) <= g & forall y, sqnorm (U y) <= 1].
End LeastConstant.

(** Grothendieck's identity with g for pi/2, cited: E sign(u . x) sign(v . x) = (2/pi) arcsin(u . v) for unit
    vectors u, v and a Gaussian x, and arcsin C - C is positive semidefinite with C; so that every C >= 0
    with diagonal 1 is at most pi/2 times a mean of sign matrices e e^T. *)
Definition Grothendieck (R : realFieldType) (g : R) : Prop := forall (Y : finType) (C : Y -> Y -> R),
  (forall y, C y y = 1) -> (forall y y', C y y' = C y' y) ->
  (forall x : Y -> R, 0 <= \sum_y x y * \sum_y' x y' * C y y') ->
  exists2 w : {ffun Y -> bool} -> R, distribution w &
  forall x : Y -> R, \sum_y x y * (\sum_y' x y' * C y y') <= g * \sum_e w e * (\sum_y x y * (-1) ^+ e y) ^+ 2.

(** * Consistent convex surrogates (App. B.2; Ramaswamy and Agarwal, JMLR 17, 2016) *)

Section Surrogates.
Variables (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R).

(** psi : C -> R_+^Y, convex on the convex set C of vectors of d numbers, is consistent with some
    decoder: at every distribution the mean of psi is greater by some e > 0 than at some u wherever
    the decoded prediction is not optimal. *)
Definition consistent_surrogate (d : nat) (C : ('I_d -> R) -> Prop) (psi : ('I_d -> R) -> Y -> R) :=
  let mix t (u v : 'I_d -> R) k := t * u k + (1 - t) * v k in
  [/\ forall t u v, 0 <= t <= 1 -> C u -> C v -> C (mix t u v),
      forall u y, C u -> 0 <= psi u y,
      forall t u v y, 0 <= t <= 1 -> C u -> C v ->
        psi (mix t u v) y <= t * psi u y + (1 - t) * psi v y &
      exists decode : ('I_d -> R) -> Z, forall p : Y -> R, distribution p ->
        exists2 u, C u & exists2 e, 0 < e & forall v, C v -> ~ optimal L p (decode v) ->
          \sum_y p y * psi u y + e <= \sum_y p y * psi v y].
Definition consistent_dimension (d : nat) : Prop := exists C psi, @consistent_surrogate d C psi.
(** CCdim(L) = d: the least dimension of a consistent convex surrogate. *)
Definition calibration_dimension (d : nat) : Prop :=
  consistent_dimension d /\ forall d', consistent_dimension d' -> (d <= d')%N.

(** From p one can go some way in the direction v without leaving the distributions at which z is
    optimal.  The v for which this holds of v and of -v make a space of mu dimensions. *)
Definition feasible (p : Y -> R) (z : Z) (v : Y -> R) : Prop :=
  exists2 e, 0 < e & forall t, 0 < t < e ->
    distribution (fun y => p y + t * v y) /\ optimal L (fun y => p y + t * v y) z.
Definition feasible_dimension (p : Y -> R) (z : Z) (mu : nat) : Prop :=
  exists2 B : 'M[R]_(mu, #|Y|), row_free B & forall v : Y -> R,
    (feasible p z v /\ feasible p z (fun y => - v y)) <-> (\row_j v (enum_val j) <= B)%MS.
End Surrogates.

(** Their Theorem 16, cited: d >= |supp p| - mu - 1 for every z that is optimal at p. *)
Definition RA16 (R : realFieldType) : Prop :=
  forall (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z) (mu d : nat),
  distribution p -> optimal L p z -> feasible_dimension L p z mu -> consistent_dimension L d ->
  (#|[pred y | p y != 0%R]| <= d + mu + 1)%N.

(** The max-margin surrogate of a structural SVM on one clique, the prediction first: v has a score
    for each label (Sec. 6). *)
Definition max_margin (R : realFieldType) (Y : finType) (L : Y -> Y -> R) (v : Y -> R) (y : Y) : R :=
  \big[Num.max/v y + L y y]_y' (v y' + L y' y) - v y.

Record problem (R : realFieldType) := Problem {
  inputs : finType; predictions : finType; observations : finType;
  coordinates : nat;
  loss : predictions -> observations -> R;
  F : predictions -> 'I_coordinates -> R; U : observations -> 'I_coordinates -> R; shift : R;
  weight : inputs -> R;
  conditional : inputs -> observations -> R;
  scores : inputs -> 'I_coordinates -> R;
  decoded : inputs -> predictions;
  best : inputs -> predictions;
  decomposed : decomposition loss F U shift;
  weight_distribution : distribution weight;
  conditional_distribution : forall x, distribution (conditional x);
  decodes : forall x z, dot (F (decoded x)) (scores x) <= dot (F z) (scores x);
  best_optimal : forall x, optimal loss (conditional x) (best x) }.

Section Problems.
Variables (R : realFieldType) (p : problem R).
Implicit Type x : inputs p.
Definition mean (h : inputs p -> R) : R := \sum_x weight x * h x.
(** l(z, x), the conditional risk. *)
Definition l (z : predictions p) x : R := risk (@loss _ p) (conditional x) z.
(** E, the excess risk of f = d o g, and P(X_f), the probability that f(X) is not f*(X). *)
Definition excess_risk : R := mean (fun x => l (decoded x) x - l (best x) x).
Definition error_probability : R := mean (fun x => (decoded x != best x)%:R).
(** R, the excess risk of g for the quadratic surrogate. *)
Definition surrogate (v : 'I_(coordinates p) -> R) x : R :=
  \sum_y conditional x y * sqnorm (fun k => v k - U y k).
Definition gstar x (k : 'I_(coordinates p)) : R := \sum_y conditional x y * U y k.
Definition surrogate_excess : R :=
  mean (fun x => surrogate (scores x) x - surrogate (gstar x) x).
(** gamma x is the margin at x. *)
Definition margins (gamma : inputs p -> R) : Prop :=
  forall x, margin (@loss _ p) (conditional x) (best x) (gamma x).
End Problems.

(** * The losses of Table 1

    Label sets are {set 'I_m}, labels j : 'I_m are numbered from 0.  Where a definition reads 0/0
    the ratio has the value e (package: undefined=zero is e = 0, undefined=one is e = 1; in PD the
    ratio is the loss itself, in the other losses it is 1 - loss).  undefined=drop leaves such
    observations out: it is [restrict] of the loss to the predicate that follows the loss; e does
    not occur in its entries. *)

(** The loss with the observations that satisfy P only. *)
Definition restrict (R : realFieldType) (Z Y : finType) (P : pred Y) (L : Z -> Y -> R)
  (z : Z) (y : {y | P y}) : R := L z (val y).

Section Named.
Variable R : realFieldType.

(** 0-1 on any classes T (package: zero-one has T = {set 'I_m}). *)
Definition zero_one (T : finType) (z y : T) : R := (z != y)%:R.

(** Block 0-1: block z is the part of the partition that z lies in (package: block-zero-one;
    blocks=size is block z = #|z|, parity odd #|z|, empty z == set0, singletons z). *)
Definition block_zero_one (T : finType) (K : eqType) (block : T -> K) (z y : T) : R :=
  (block z != block y)%:R.

(** Ordinal regression on n classes (package: ordinal-absolute, ordinal-squared). *)
Definition ordinal_absolute (n : nat) (z y : 'I_n) : R := `|(z : nat)%:R - (y : nat)%:R|.
Definition ordinal_squared (n : nat) (z y : 'I_n) : R := ((z : nat)%:R - (y : nat)%:R) ^+ 2.

(** Hamming (package: hamming). *)
Definition hamming (m : nat) (z y : {set 'I_m}) : R :=
  #|[set j | (j \in z) != (j \in y)]|%:R / m%:R.

(** Prec@k: a prediction is a set of k labels (package: prec-at-k). *)
Definition k_sets (m k : nat) : finType := [finType of {z : {set 'I_m} | #|z| == k}].
Definition prec_at_k (m k : nat) (z : k_sets m k) (y : {set 'I_m}) : R :=
  1 - #|val z :&: y|%:R / k%:R.

(** F_beta with w = beta^2; 0/0 for z = y = set0 (package: f-score; drop: [nonempty]). *)
Definition f_beta (w e : R) (m : nat) (z y : {set 'I_m}) : R :=
  if (z == set0) && (y == set0) then e
  else (1 + w) * #|z :&: y|%:R / (#|z|%:R + w * #|y|%:R).
Definition f_score (e : R) (m : nat) : {set 'I_m} -> {set 'I_m} -> R := f_beta 1 e (m := m).
Definition f_beta_loss (w e : R) (m : nat) (z y : {set 'I_m}) : R := 1 - f_beta w e z y.
Definition f_loss (e : R) (m : nat) (z y : {set 'I_m}) : R := 1 - f_score e z y.
Definition nonempty (m : nat) (y : {set 'I_m}) : bool := y != set0.

(** s_j(y), 1 for a label of y and else -1. *)
Definition sign_of (m : nat) (y : {set 'I_m}) (j : 'I_m) : R := if j \in y then 1 else -1.

(** Rankings: sigma(j) is the position of item j, from 1. *)
Definition position (m : nat) (s : 'S_m) (j : 'I_m) : nat := (s j).+1.

(** PD with binary relevance, y the relevant items: of the N(y) = |y| (m - |y|) pairs of an
    irrelevant j and a relevant l those are charged whose positions are in the relation `charged`;
    0/0 for N(y) = 0 (package: pairwise-disagreement; drop: [mixed]).  As printed a pair is charged
    when sigma(j) > sigma(l); with sigma a position the wrongly ordered pairs are the others, and
    those are charged with orientation=corrected. *)
Definition pd_pairs (m : nat) (y : {set 'I_m}) : nat := #|y| * (m - #|y|).
Definition pd (charged : rel nat) (e : R) (m : nat) (s : 'S_m) (y : {set 'I_m}) : R :=
  if pd_pairs y == 0%N then e else
  #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & charged (position s q.1) (position s q.2)]]|%:R
    / (pd_pairs y)%:R.
Definition pd_printed (e : R) (m : nat) : 'S_m -> {set 'I_m} -> R := pd (fun a b => b < a)%N e (m := m).
Definition pd_corrected (e : R) (m : nat) : 'S_m -> {set 'I_m} -> R := pd (fun a b => a < b)%N e (m := m).
Definition mixed (m : nat) (y : {set 'I_m}) : bool := (0 < #|y| < m)%N.

(** The pairs j < l, sign(sigma(j) - sigma(l)) and sign(y_l - y_j). *)
Definition item_pairs (m : nat) : finType := [finType of {q : 'I_m * 'I_m | (q.1 < q.2)%N}].
Definition order_signs (m : nat) (s : 'S_m) (q : item_pairs m) : R :=
  Num.sg ((position s (val q).1)%:R - (position s (val q).2)%:R).
Definition preference_signs (m : nat) (y : {set 'I_m}) (q : item_pairs m) : R :=
  Num.sg (((val q).2 \in y)%:R - ((val q).1 \in y)%:R).

(** 1 - average precision; 0/0 for y = set0 (package: map; drop: [nonempty]). *)
Definition average_precision (e : R) (m : nat) (s : 'S_m) (y : {set 'I_m}) : R :=
  if y == set0 then e else
  #|y|%:R^-1 * \sum_(j in y) #|[set l in y | (position s l <= position s j)%N]|%:R / (position s j)%:R.
Definition map_loss (e : R) (m : nat) (s : 'S_m) (y : {set 'I_m}) : R := 1 - average_precision e s y.

(** The pairs j <= l, and 1 / max(sigma(j), sigma(l)). *)
Definition ordered_pairs (m : nat) : finType := [finType of {q : 'I_m * 'I_m | (q.1 <= q.2)%N}].
Definition last_positions (m : nat) (s : 'S_m) (q : ordered_pairs m) : R :=
  (maxn (position s (val q).1) (position s (val q).2))%:R^-1.

(** What the paper asks of gains and discounts: G >= 0 grows with the grade, D >= 0 falls with the
    position; the first is at ord0, the last at ord_max. *)
Definition nonnegative (T : Type) (f : T -> R) : Prop := forall t, 0 <= f t.
Definition growing (n : nat) (f : 'I_n -> R) : Prop := forall a b : 'I_n, (a <= b)%N -> f a <= f b.
Definition falling (n : nat) (f : 'I_n -> R) : Prop := forall a b : 'I_n, (a <= b)%N -> f b <= f a.

(** NDCG-type losses: r gives each item a grade in T, G is the gain of a grade, D p the discount of
    the position p + 1; a cut-off at k is D p = 0 for p >= k.  N(r) is the largest gain of an order;
    0/0 for N(r) = 0 (package: ndcg; drop: [graded]).  Gains and discounts are not negative. *)
Section Ndcg.
Variables (m : nat) (T : finType) (G : T -> R) (D : 'I_m -> R).
Implicit Types (s : 'S_m) (r : {ffun 'I_m -> T}).
Definition gained s r : R := \sum_j G (r j) * D (s j).
Definition ideal r : R := \big[Num.max/0]_(s : 'S_m) gained s r.
Definition ndcg_score (e : R) s r : R := if ideal r == 0 then e else gained s r / ideal r.
Definition ndcg_loss (e : R) s r : R := 1 - ndcg_score e s r.
Definition graded r : bool := ideal r != 0.
(** The gain of each item over N(r): what F = -(D_sigma(j)) is multiplied with (App. B.3). *)
Definition gain_shares r j : R := G (r j) / ideal r.
End Ndcg.
End Named.
