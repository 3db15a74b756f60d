(** Calibration of the quadratic surrogate, margins, the distance to the decision boundary, and kernel ridge
    regression (Sec. 3.3 and App. A.1 to A.3). *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank Comparison.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Lemma weighted_step (R : realFieldType) (a b u v : R) : a + b != 0 -> b != 0 ->
  (a + b)^-1 * (a * u + v) = a / (a + b) * u + (1 - a / (a + b)) * (b^-1 * v).
Proof. by move=> ab b0; field; rewrite ab b0. Qed.

(** Jensen's inequality for a finite mean. *)
Lemma jensen (R : realFieldType) (T : finType) (w d : T -> R) (H : R -> R) :
  (forall t a b, 0 <= t <= 1 -> H (t * a + (1 - t) * b) <= t * H a + (1 - t) * H b) ->
  distribution w -> H (\sum_t w t * d t) <= \sum_t w t * H (d t).
Proof.
move=> convex [w0 w1].
have step (s : seq T) : 0 < \sum_(t <- s) w t ->
    H ((\sum_(t <- s) w t)^-1 * \sum_(t <- s) w t * d t) <=
    (\sum_(t <- s) w t)^-1 * \sum_(t <- s) w t * H (d t).
  elim: s => [|x s IH]; first by rewrite big_nil ltxx.
  rewrite !big_cons; set W := \sum_(t <- s) w t; set D := \sum_(t <- s) _; set E := \sum_(t <- s) _.
  have W0 : 0 <= W by apply: sumr_ge0.
  have [Wz|Wn] := eqVneq W 0.
    have z : forall t, t \in s -> w t = 0.
      move=> t ts; have /eqP := Wz; rewrite psumr_eq0 // => /allP/(_ t ts)/eqP //.
    have -> : D = 0 by rewrite /D big_seq big1 // => t ts; rewrite z // mul0r.
    have -> : E = 0 by rewrite /E big_seq big1 // => t ts; rewrite z // mul0r.
    by rewrite Wz !addr0 => x0; rewrite !mulKf // gt_eqF.
  move=> pos; have Wp : 0 < W by rewrite lt_neqAle eq_sym Wn.
  have sn : w x + W != 0 by rewrite gt_eqF.
  pose t := w x / (w x + W).
  have t1 : 1 - t = W / (w x + W) by rewrite /t -{1}(divff sn) -mulrBl addrC addKr.
  have t01 : 0 <= t <= 1.
    by rewrite /t divr_ge0 ?(ltW pos) //= ler_pdivr_mulr // mul1r ler_addl.
  have e (a b : R) : (w x + W)^-1 * (w x * a + b) = t * a + (1 - t) * (W^-1 * b).
    by exact: weighted_step.
  rewrite !e; apply: le_trans (convex _ _ _ t01) _; rewrite ler_add2l.
  by rewrite ler_wpmul2l ?IH // t1 divr_ge0 // ltW.
by have := step (index_enum T); rewrite w1 invr1 !mul1r => /(_ ltr01).
Qed.

Section Calibration.
Variables (R : realFieldType) (p : problem R).

Lemma square_convex (c : R) : 0 <= c -> forall t a b : R, 0 <= t <= 1 ->
  (t * a + (1 - t) * b) ^+ 2 / c <= t * (a ^+ 2 / c) + (1 - t) * (b ^+ 2 / c).
Proof.
move=> c0 t a b /andP[t0 t1]; rewrite -subr_ge0.
have -> : t * (a ^+ 2 / c) + (1 - t) * (b ^+ 2 / c) - (t * a + (1 - t) * b) ^+ 2 / c =
  t * (1 - t) * (a - b) ^+ 2 / c by ring.
by rewrite divr_ge0 // mulr_ge0 ?sqr_ge0 // mulr_ge0 // subr_ge0.
Qed.

(** The excess is at most the inner product of F_z - F_best and g* - g. *)
Lemma excess_dot (x : inputs p) : D x <=
  dot (fun k => F (decoded x) k - F (best x) k) (fun k => gstar x k - scores x k).
Proof.
rewrite /D !bayes_linear -subr_ge0.
rewrite (_ : dot _ _ - _ = dot (F (best x)) (scores x) - dot (F (decoded x)) (scores x)).
  by rewrite subr_ge0 decodes.
rewrite (_ : _ + _ - _ = dot (F (decoded x)) (gstar x) - dot (F (best x)) (gstar x)); last ring.
rewrite /dot -!sumrB; apply: eq_bigr => k _ /=; ring.
Qed.

Lemma sqnorm_sym r (u v : 'I_r -> R) : sqnorm (fun k => u k - v k) = sqnorm (fun k => v k - u k).
Proof. by apply: eq_bigr => k _; rewrite -sqrrN opprB. Qed.

Lemma excess_diameter (d : R) (x : inputs p) :
  (forall z z' : predictions p, sqnorm (fun k => F z k - F z' k) <= d) ->
  D x ^+ 2 <= d * sqnorm (fun k => scores x k - gstar x k).
Proof.
move=> Fd; apply: le_trans (_ : dot (fun k => F (decoded x) k - F (best x) k) (fun k => gstar x k - scores x k) ^+ 2 <= _).
  by rewrite ler_sqr ?nnegrE ?D_ge0 ?excess_dot // (le_trans (D_ge0 x)) ?excess_dot.
apply: le_trans (cauchy_schwarz _ _) _; rewrite sqnorm_sym sqnorm_sym.
by rewrite [X in _ * X]sqnorm_sym ler_wpmul2r ?sqnorm_ge0.
Qed.

Theorem function (B : R) : (forall z : predictions p, sqnorm (F z) <= B) -> 0 < B ->
  let H (e : R) := e ^+ 2 / (4%:R * B) in
  [/\ H 0 = 0, forall e, 0 < e -> 0 < H e,
      forall t a b, 0 <= t <= 1 -> H (t * a + (1 - t) * b) <= t * H a + (1 - t) * H b &
      forall x : inputs p, H (l (decoded x) x - l (best x) x) <=
        surrogate (scores x) x - surrogate (gstar x) x].
Proof.
move=> FB B0 H; have c0 : 0 < 4%:R * B by rewrite mulr_gt0 ?ltr0n.
split=> [|e e0|t a b t01|x].
- by rewrite /H expr0n mul0r.
- by rewrite /H divr_gt0 // exprn_gt0.
- exact: (square_convex (ltW c0)).
- by rewrite /H ler_pdivr_mulr // mean_minimises mulrC; exact: D_le.
Qed.

(** (excess)^2 <= 4 s <= 4 |F|^2 |g - g*|^2 for the largest squared deviation s of lhat from l. *)
Theorem proof (B : R) : (forall z : predictions p, sqnorm (F z) <= B) ->
  forall (x : inputs p) (s : R),
  let deviation z := dot (F z) (scores x) + shift p - l z x in
  (forall z, deviation z ^+ 2 <= s) -> (exists z, deviation z ^+ 2 = s) ->
  (l (decoded x) x - l (best x) x) ^+ 2 <= 4%:R * s /\
  4%:R * s <= 4%:R * B * sqnorm (fun k => scores x k - gstar x k).
Proof.
move=> FB x s dev le [z0 top].
have devE z : dev z = dot (F z) (fun k => scores x k - gstar x k).
  by rewrite /dev bayes_linear [RHS](_ : _ = dot (F z) (scores x) - dot (F z) (gstar x)); [ring|rewrite /dot -sumrB; apply: eq_bigr => k _; ring].
split.
  apply: (@le_trans _ _ ((dev (best x) - dev (decoded x)) ^+ 2)).
    have lt : l (decoded x) x - l (best x) x <= dev (best x) - dev (decoded x).
      rewrite -subr_ge0; have -> : dev (best x) - dev (decoded x) - (l (decoded x) x - l (best x) x) =
        dot (F (best x)) (scores x) - dot (F (decoded x)) (scores x) by rewrite /dev; ring.
      by rewrite subr_ge0 decodes.
    by rewrite ler_sqr ?nnegrE // ?D_ge0 // (le_trans (D_ge0 x)).
  apply: (@le_trans _ _ ((dev (best x) ^+ 2 + dev (decoded x) ^+ 2) *+ 2)).
    move: (dev _) (dev _) => u v; rewrite -subr_ge0.
    by rewrite (_ : _ - _ = (u + v) ^+ 2) ?sqr_ge0 //; ring.
  by rewrite (_ : 4%:R * s = (s + s) *+ 2) ?ler_muln2r ?ler_add ?orbT //; ring.
rewrite -mulrA ler_wpmul2l ?ler0n // -top devE; apply: le_trans (cauchy_schwarz _ _) _.
by rewrite ler_wpmul2r ?sqnorm_ge0.
Qed.

(** For any convex H that is below the excess surrogate risk at every x, and for that of QS. *)
Theorem jensen_mean (B : R) : (forall z : predictions p, sqnorm (F z) <= B) ->
  let excess x := l (decoded x) x - l (best x) x in
  let surrogate_at x := surrogate (scores x) x - surrogate (gstar x) x in
  (forall H : R -> R,
    (forall t a b, 0 <= t <= 1 -> H (t * a + (1 - t) * b) <= t * H a + (1 - t) * H b) ->
    (forall x : inputs p, H (excess x) <= surrogate_at x) ->
    [/\ H (excess_risk p) <= mean (fun x => H (excess x)),
        mean (fun x => H (excess x)) <= surrogate_excess p & H (excess_risk p) <= surrogate_excess p]) /\
  [/\ excess_risk p ^+ 2 <= mean (fun x => excess x ^+ 2),
      mean (fun x => excess x ^+ 2) <= 4%:R * B * surrogate_excess p &
      excess_risk p ^+ 2 <= 4%:R * B * surrogate_excess p].
Proof.
move=> FB excess at_x; have w := weight_distribution p; split=> [H convex below|].
  have a : H (excess_risk p) <= mean (fun x => H (excess x)) by exact: jensen.
  have b : mean (fun x => H (excess x)) <= surrogate_excess p.
    by apply: ler_sum => x _; apply: ler_wpmul2l; [case: w|exact: below].
  by split=> //; exact: le_trans b.
have a : excess_risk p ^+ 2 <= mean (fun x => excess x ^+ 2).
  have := @jensen R _ _ excess (fun e => e ^+ 2) _ w; apply=> t u v h.
  by have := square_convex ler01 u v h; rewrite !divr1.
have b : mean (fun x => excess x ^+ 2) <= 4%:R * B * surrogate_excess p.
  rewrite /surrogate_excess /mean mulr_sumr; apply: ler_sum => x _.
  rewrite [X in _ <= X]mulrCA; apply: ler_wpmul2l; first by case: w.
  by rewrite mean_minimises; exact: D_le.
by split=> //; exact: le_trans b.
Qed.

(** E <= D sqrt R in squares, and D <= 2 |F|, for D^2 = d. *)
Theorem diameter (d B : R) : (forall z z' : predictions p, sqnorm (fun k => F z k - F z' k) <= d) ->
  (exists z z' : predictions p, sqnorm (fun k => F z k - F z' k) = d) ->
  (forall z : predictions p, sqnorm (F z) <= B) ->
  [/\ 0 <= excess_risk p, excess_risk p ^+ 2 <= 1 ^+ 2 * d * surrogate_excess p & d <= 2%:R ^+ 2 * B].
Proof.
move=> Fd [z [z' top]] FB; split; first exact: E_ge0.
  have w := weight_distribution p.
  have a : _ -> excess_risk p ^+ 2 <= mean (fun x => D x ^+ 2) := fun h => @jensen R _ _ (@D R p) (fun e => e ^+ 2) h w.
  apply: le_trans (a _) _ => [t u v h|]; first by have := square_convex ler01 u v h; rewrite !divr1.
  rewrite /surrogate_excess /mean mulr_sumr; apply: ler_sum => x _.
  rewrite [X in _ <= X]mulrCA; apply: ler_wpmul2l; first by case: w.
  by rewrite expr1n mul1r mean_minimises; exact: (excess_diameter x Fd).
rewrite -top; apply: le_trans (parallelogram _ _) _.
by rewrite (_ : 2%:R ^+ 2 * B = (B + B) *+ 2) ?ler_muln2r ?ler_add ?orbT //; ring.
Qed.
End Calibration.

(** h convex on x >= 0 with h(0) = 0. *)
Theorem convex (R : realFieldType) (h : R -> R) : h 0 = 0 ->
  (forall t a b, 0 <= t <= 1 -> 0 <= a -> 0 <= b -> h (t * a + (1 - t) * b) <= t * h a + (1 - t) * h b) ->
  forall y x, 0 <= y -> y <= x -> 0 < x ->
  h y <= y / x * h x /\ (0 < y -> h y / y <= h x / x).
Proof.
move=> h0 conv y x y0 yx x0.
have le : h y <= y / x * h x.
  have := conv (y / x) x 0; rewrite h0 !mulr0 !addr0 divfK ?gt_eqF //; apply=> //; last exact: ltW.
  by rewrite divr_ge0 ?(ltW x0) //= ler_pdivr_mulr // mul1r.
split=> // yp; rewrite ler_pdivr_mulr //; apply: le_trans le _; rewrite (_ : y / x * h x = h x / x * y) ?lexx //.
by move: (h x) (x^-1) => a b; ring.
Qed.

(** The margin of the binary 0-1 loss is |E Y| for Y = 1 at true, -1 at false. *)
Theorem binary (R : realFieldType) (p : bool -> R) (z : bool) (g : R) : distribution p ->
  optimal (zero_one R (T := [finType of bool])) p z -> margin (zero_one R (T := [finType of bool])) p z g ->
  g = 1 * `|\sum_(y : bool) p y * (if y then 1 else - 1)|.
Proof.
move=> [_]; rewrite !big_bool mul1r /= => tot opt [_ [z' ne ->]].
have {ne} e : z' = ~~ z by case: z z' ne {opt} => [] [].
rewrite {z'}e; have := opt (~~ z); rewrite -subr_ge0.
set G := risk _ _ _ - _ => G0; rewrite -(ger0_norm G0).
suff : G = (p true * 1 + p false * -1) \/ G = - (p true * 1 + p false * -1).
  by case=> ->; rewrite ?normrN.
by rewrite /G /risk !big_bool /zero_one; case: z {opt G G0} => /=; [left|right]; ring.
Qed.

(** A bound that all points of a finite set keep to, with a positive distance. *)
Lemma positive_floor (R : realFieldType) (T : eqType) (s : seq T) (P : pred T) (f : T -> R) :
  (forall t, P t -> 0 < f t) -> exists2 e, 0 < e & forall t, t \in s -> P t -> e <= f t.
Proof.
move=> pos; elim: s => [|x s [e e0 IH]]; first by exists 1; rewrite ?ltr01.
case Px: (P x).
  exists (Num.min e (f x)); first by rewrite lt_minr e0 pos.
  by move=> t; rewrite inE le_minl => /orP[/eqP->|/IH le] Pt; rewrite ?lexx ?orbT // le.
by exists e => // t; rewrite inE => /orP[/eqP->|/IH //]; rewrite Px.
Qed.

(** P(gamma+ <= e) tends to 0 with e: it is 0 for all e below some t. *)
Theorem no_condition (R : realFieldType) (p : problem R) (delta : R) : 0 < delta -> exists2 t, 0 < t &
  forall e, e < t -> mean (fun x : inputs p => [exists z, 0 < l z x - l (best x) x <= e]%:R) <= delta.
Proof.
move=> d0; pose f (q : inputs p * predictions p) := l q.2 q.1 - l (best q.1) q.1.
have [t t0 floor] := @positive_floor R _ (index_enum _) (fun q => 0 < f q) f (fun _ => id).
exists t => // e et; rewrite /mean big1 ?ltW // => x _.
case: existsP => [[z /andP[a b]]|_]; last by rewrite mulr0.
have := floor (x, z) (mem_index_enum _) a; rewrite /f /= => /le_trans/(_ b).
by rewrite leNgt et.
Qed.

(** gamma+ exists wherever some prediction is not optimal, and is positive. *)
Theorem gap_defined (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (p : Y -> R) (z : Z) :
  optimal L p z -> (forall g, gap L p z g -> 0 < g) /\
  ((exists z', ~ optimal L p z') -> exists g, gap L p z g).
Proof.
move=> opt; split=> [g [_ [z' lt ->]]|[z' no]]; first by rewrite subr_gt0.
have lt : risk L p z < risk L p z'.
  by rewrite ltNge; apply/negP => le; apply: no => z''; exact: le_trans le (opt z'').
have [w wlt least] : exists2 w, risk L p z < risk L p w &
    forall z', risk L p z < risk L p z' -> risk L p w <= risk L p z'.
  have [w wlt least] := arg_minP (risk L p) (lt : (fun z' => risk L p z < risk L p z') z').
  by exists w.
exists (risk L p w - risk L p z); split; last by exists w.
by move=> v vlt; rewrite ler_add2r least.
Qed.

(** Sums of squares of entries. *)
Section Squares.
Variable R : realFieldType.
Definition squares m k (M : 'M[R]_(m, k)) : R := \sum_i \sum_j M i j ^+ 2.

Lemma squares_ge0 m k (M : 'M[R]_(m, k)) : 0 <= squares M.
Proof. by apply: sumr_ge0 => i _; apply: sumr_ge0 => j _; exact: sqr_ge0. Qed.

Lemma squares_eq0 m k (M : 'M[R]_(m, k)) : squares M = 0 -> M = 0.
Proof.
have pos i : 0 <= \sum_j M i j ^+ 2 by apply: sumr_ge0 => j _; exact: sqr_ge0.
move=> sum0; have h i := psumr_eq0P (fun i _ => pos i) sum0 (i := i) isT.
apply/matrixP => i j; rewrite mxE; apply/eqP; rewrite -sqrf_eq0; apply/eqP.
exact: psumr_eq0P (fun j _ => sqr_ge0 (M i j)) (h i) j isT.
Qed.

Lemma squares_trace m k (M : 'M[R]_(m, k)) : squares M = \tr (M *m M^T).
Proof. by apply: eq_bigr => i _; rewrite !mxE; apply: eq_bigr => j _; rewrite mxE expr2. Qed.

Lemma squaresD m k (M N : 'M[R]_(m, k)) : squares (M + N) = squares M + squares N + \tr (M *m N^T) *+ 2.
Proof.
rewrite !squares_trace linearD /= mulmxDl !mulmxDr !linearD /=.
have -> : \tr (N *m M^T) = \tr (M *m N^T) by rewrite -mxtrace_tr trmx_mul trmxK.
ring.
Qed.
End Squares.

Section Ridge.
Variables (R : realFieldType) (n d r : nat) (Phi : 'M[R]_(n.+1, d)) (Psi : 'M[R]_(n.+1, r)) (lambda : R).
Hypothesis lambda0 : 0 < lambda.
Notation N := (n.+1%:R : R).
Let gram := Phi *m Phi^T + (N * lambda)%:M.

Lemma gram_unit : gram \in unitmx.
Proof.
rewrite -row_free_unit -kermx_eq0; apply/eqP/row_matrixP => i; rewrite row0.
set v := row i _; have vg : v *m gram = 0 by apply: sub_kermxP; exact: row_sub.
have sum0 : squares (v *m Phi) + N * lambda * squares v = 0.
  have e : v *m gram *m v^T = v *m Phi *m (v *m Phi)^T + (N * lambda) *: (v *m v^T).
    by rewrite /gram mulmxDr mulmxDl trmx_mul !mulmxA mul_mx_scalar -scalemxAl.
  by rewrite !squares_trace -linearZ -linearD /= -e vg mul0mx linear0.
have pos : 0 < N * lambda by rewrite mulr_gt0 ?ltr0n.
have second : 0 <= N * lambda * squares v := mulr_ge0 (ltW pos) (squares_ge0 _).
move/eqP: sum0; rewrite (paddr_eq0 (squares_ge0 _) second).
by case/andP=> _; rewrite mulf_eq0 (gt_eqF pos) => /eqP/squares_eq0.
Qed.

Definition closed_form : 'M[R]_(d, r) := Phi^T *m (invmx gram *m Psi).

Lemma ridge_squares W : ridge Phi Psi lambda W = N^-1 * squares (Phi *m W - Psi) + lambda * squares W.
Proof. by congr (_ * _ + _); apply: eq_bigr => i _; apply: eq_bigr => k _; rewrite !mxE. Qed.

Lemma normal : Phi^T *m (Phi *m closed_form - Psi) = - (N * lambda) *: closed_form.
Proof.
have -> : Phi *m closed_form - Psi = - (N * lambda) *: (invmx gram *m Psi).
  rewrite /closed_form mulmxA; set V := invmx gram *m Psi.
  have -> : Psi = gram *m V by rewrite mulmxA mulmxV ?gram_unit // mul1mx.
  by rewrite -mulmxBl /gram opprD addrA subrr add0r mulNmx mul_scalar_mx scaleNr.
by rewrite -scalemxAr.
Qed.

Lemma ridge_square V : ridge Phi Psi lambda (closed_form + V) =
  ridge Phi Psi lambda closed_form + (N^-1 * squares (Phi *m V) + lambda * squares V).
Proof.
rewrite !ridge_squares mulmxDr addrAC !squaresD.
have Nn : N != 0 by rewrite pnatr_eq0.
have cross : \tr ((Phi *m closed_form - Psi) *m (Phi *m V)^T) = - (N * lambda) * \tr (closed_form *m V^T).
  by rewrite trmx_mul mulmxA mxtrace_mulC mulmxA normal -scalemxAl linearZ.
rewrite cross; move: (squares _) (squares _) (squares _) (squares _) (\tr _) (N) Nn => a b c e t M M0.
by field.
Qed.

Theorem closed (W : 'M[R]_(d, r)) : ridge_minimiser Phi Psi lambda W <-> W = closed_form.
Proof.
have pos V : 0 <= N^-1 * squares (Phi *m V) + lambda * squares V.
  by rewrite addr_ge0 ?mulr_ge0 ?invr_ge0 ?ler0n ?squares_ge0 ?ltW.
split=> [min|-> W']; last by rewrite -[W'](subrK closed_form) addrC ridge_square ler_addl.
have := min closed_form; rewrite -{1}[W](subrK closed_form) addrC ridge_square.
set V := W - closed_form; rewrite -ler_subr_addl subrr => le.
have : lambda * squares V = 0.
  apply/eqP; rewrite eq_le; apply/andP; split; last by rewrite mulr_ge0 ?squares_ge0 ?ltW.
  by apply: le_trans le; rewrite ler_addr mulr_ge0 ?invr_ge0 ?ler0n ?squares_ge0.
by move/eqP; rewrite mulf_eq0 (gt_eqF lambda0) => /eqP/squares_eq0/eqP; rewrite subr_eq0 => /eqP.
Qed.

End Ridge.

(** K + n lambda I is regular, and W takes the features x to K_x^T (K + n lambda I)^-1 Psi. *)
Theorem kernel_ridge (R : realFieldType) n d r (Phi : 'M[R]_(n.+1, d)) (Psi : 'M[R]_(n.+1, r))
    (lambda : R) (W : 'M[R]_(d, r)) (x : 'rV[R]_d) : 0 < lambda ->
  let G := Phi *m Phi^T + (n.+1%:R * lambda)%:M in
  (ridge_minimiser Phi Psi lambda W <-> W = Phi^T *m (invmx G *m Psi)) /\ G \in unitmx /\
  (ridge_minimiser Phi Psi lambda W -> x *m W = \sum_i (x *m Phi^T *m invmx G) 0 i *: row i Psi).
Proof.
move=> l0 G; have m := @closed _ _ _ _ Phi Psi lambda l0 W; split=> //; split; first exact: gram_unit.
move/m => ->; rewrite /closed_form !mulmxA -/G.
by rewrite -[in LHS]mulmxA mulmxA mulmx_sum_row.
Qed.

(** The vector-valued minimiser has in each column that of the scalar problem. *)
Theorem independent (R : realFieldType) n d r (Phi : 'M[R]_(n, d)) (Psi : 'M[R]_(n, r))
    (lambda : R) (W : 'M[R]_(d, r)) :
  ridge_minimiser Phi Psi lambda W <-> forall k, ridge_minimiser Phi (col k Psi) (1 * lambda) (col k W).
Proof.
have separate V : ridge Phi Psi lambda V = \sum_k ridge Phi (col k Psi) (1 * lambda) (col k V).
  rewrite mul1r /ridge big_split -!mulr_sumr /=; congr (_ * _ + _ * _); rewrite exchange_big.
    apply: eq_bigr => k _; apply: eq_bigr => i _; rewrite big_ord1 !mxE.
    by congr ((_ - _) ^+ 2); apply: eq_bigr => j _; rewrite mxE.
  by apply: eq_bigr => k _; apply: eq_bigr => j _; rewrite big_ord1 !mxE.
split=> [min k w|each V]; last by rewrite !separate; apply: ler_sum => k _; exact: each.
pose V := \matrix_(i, j) (if j == k then w i 0 else W i j).
have := min V; rewrite !separate (bigD1 k) //= [X in _ <= X](bigD1 k) //=.
have same : col k V = w by apply/matrixP => i j; rewrite !mxE eqxx ord1.
rewrite same [X in _ <= _ + X](eq_bigr (fun i => ridge Phi (col i Psi) (1 * lambda) (col i W))).
  by rewrite ler_add2r.
move=> i ne; congr (ridge _ _ _ _); apply/matrixP => a b; by rewrite !mxE (negPf ne).
Qed.

(** The distance to the decision boundary of the 0-1 loss (Sec. 3.3). *)
Section Boundary.
Variables (R : realFieldType) (T : finType).
Notation L := (zero_one R (T := T)).

Lemma risk_01 (q : T -> R) z : distribution q -> risk L q z = 1 - q z.
Proof.
move=> [_ <-]; rewrite /risk (bigD1 z) //= [X in _ = X - _](bigD1 z) //= /zero_one eqxx mulr0 add0r addrC addKr.
by apply: eq_bigr => y ne; rewrite eq_sym ne mulr1.
Qed.

Lemma risk_gap (q : T -> R) z z' : distribution q -> risk L q z' - risk L q z = q z - q z'.
Proof. by move=> d; rewrite !risk_01 //; ring. Qed.

Theorem boundary_distance (p : T -> R) (z : T) (g : R) :
  distribution p -> optimal L p z -> margin L p z g ->
  (forall q, distribution q -> (exists2 z', z' != z & risk L q z' <= risk L q z) ->
    1 / 2%:R * g ^+ 2 <= \sum_y (p y - q y) ^+ 2) /\
  exists2 q, distribution q & (exists2 z', z' != z & risk L q z' = risk L q z) /\
    \sum_y (p y - q y) ^+ 2 = 1 / 2%:R * g ^+ 2.
Proof.
move=> d opt [least [w wz gE]]; have two : 2%:R != 0 :> R by rewrite pnatr_eq0.
have g0 : 0 <= g by rewrite gE subr_ge0.
split=> [q dq [z' ne le]|].
  have gz := least z' ne; rewrite (risk_gap z z' d) in gz.
  rewrite -subr_le0 (risk_gap z z' dq) in le.
  rewrite (bigD1 z) //= (bigD1 z') //= addrA.
  set a := p z - q z; set b := p z' - q z'.
  have gab : g <= a - b.
    have e : a - b - (p z - p z') = - (q z - q z') by rewrite /a /b; ring.
    by apply: le_trans gz _; rewrite -subr_ge0 e oppr_ge0.
  have sq : g ^+ 2 <= (a - b) ^+ 2 by rewrite ler_sqr ?nnegrE // (le_trans g0).
  apply: (@le_trans _ _ (a ^+ 2 + b ^+ 2)); last by rewrite ler_addl sumr_ge0 // => y _; exact: sqr_ge0.
  apply: (@le_trans _ _ (1 / 2%:R * (a - b) ^+ 2)); first by rewrite ler_wpmul2l // mul1r invr_ge0 ler0n.
  rewrite -subr_ge0; have -> : a ^+ 2 + b ^+ 2 - 1 / 2%:R * (a - b) ^+ 2 = 1 / 2%:R * (a + b) ^+ 2.
    by move: (a) (b) => x y; field.
  by rewrite mulr_ge0 ?sqr_ge0 // mul1r invr_ge0 ler0n.
rewrite (risk_gap z w d) in gE.
pose q y := if (y == z) || (y == w) then (p z + p w) / 2%:R else p y.
have qz : q z = (p z + p w) / 2%:R by rewrite /q eqxx.
have qw : q w = (p z + p w) / 2%:R by rewrite /q eqxx orbT.
have [p0 p1] := d.
have dq : distribution q.
  split=> [y|]; first by rewrite /q; case: ifP => _ //; rewrite divr_ge0 ?ler0n // addr_ge0.
  rewrite -p1 (bigD1 z) //= (bigD1 w) //= [RHS](bigD1 z) //= [X in _ = _ + X](bigD1 w) //= !addrA qz qw.
  congr (_ + _); first by field.
  by apply: eq_bigr => y /andP[yz yw]; rewrite /q (negPf yz) (negPf yw).
exists q => //; split.
  by exists w => //; apply/eqP; rewrite -subr_eq0 (risk_gap z w dq) qz qw subrr.
rewrite (bigD1 z) //= (bigD1 w) //= big1 => [|y /andP[yz yw]]; last first.
  by rewrite /q (negPf yz) (negPf yw) subrr expr0n.
by rewrite addr0 qz qw gE; field.
Qed.
End Boundary.
