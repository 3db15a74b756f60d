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

(** The dimension and A are numbers; what contradicts a claimed one. *)
Lemma other_dimension (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) r r' :
  affine_dimension L r -> r <> r' -> ~ affine_dimension L r'.
Proof. by move=> [[c e] least] ne [[c2 e2] least2]; apply: ne; by apply/eqP; rewrite eqn_leq -{1}e2 least -e least2. Qed.

Lemma beaten (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) a b :
  constant_at_most L b -> b < a -> ~ constant_at_least L a.
Proof. by move=> [r [F [U [c [dec within]]]]] lt /(_ r F U c b dec within); rewrite leNgt lt. Qed.

(** A is a number of F and U. *)
Lemma largest_row_unique (R : realFieldType) (T : finType) r (f : T -> 'I_r -> R) B B' :
  largest_row f B -> largest_row f B' -> B = B'.
Proof. by move=> [le [t e]] [le' [t' e']]; apply/eqP; rewrite eq_le -{1}e -{2}e' le le'. Qed.

Lemma largest_entry_unique (R : realFieldType) (T : finType) r (f : T -> 'I_r -> R) b b' :
  largest_entry f b -> largest_entry f b' -> b = b'.
Proof. by move=> [le [t [k e]]] [le' [t' [k' e']]]; apply/eqP; rewrite eq_le -{1}e -{2}e' le le'. Qed.

Lemma constant_squared_unique (R : realFieldType) (Z Y : finType) r (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) a a' :
  constant_squared F U a -> constant_squared F U a' -> a = a'.
Proof.
move=> [B [b [lB lb ->]]] [B' [b' [lB' lb' ->]]].
by rewrite (largest_row_unique lB lB') (largest_entry_unique lb lb').
Qed.

(** Turning F and U by all characters of the cube: A is at most max |F_z| max |U_y|_1. *)
Section Turning.
Variables (R : realFieldType) (r : nat).
Implicit Types (A : {set 'I_r}) (i j k : 'I_r).
Notation d := (2 ^ r)%N.

Definition character A j : R := if j \in A then 1 else -1.

Lemma card_cube : #|{set 'I_r}| = d.
Proof. by rewrite -cardsT -powersetT card_powerset cardsT card_ord. Qed.

Let dR0 : d%:R != 0 :> R. Proof. by rewrite pnatr_eq0 expn_eq0. Qed.

Lemma characters_orthogonal i j :
  \sum_A character A i * character A j = if i == j then d%:R else 0.
Proof.
case: eqP => [->|/eqP ij].
  rewrite (eq_bigr (fun=> 1)) => [|A _]; first by rewrite sumr_const card_cube.
  by rewrite /character; case: ifP; rewrite ?mulrNN mulr1.
pose flip A := (if i \in A then A :\ i else i |: A)%SET.
have flipK : involutive flip.
  move=> A; rewrite /flip; case: (boolP (i \in A)) => iA.
    by rewrite !inE eqxx /= setD1K.
  by rewrite !inE eqxx /= setU1K.
have f A : character (flip A) i = - character A i.
  by rewrite /character /flip; case: (boolP (i \in A)) => iA; rewrite !inE eqxx ?opprK.
have g A : character (flip A) j = character A j.
  by rewrite /character /flip; case: (boolP (i \in A)) => iA; rewrite !inE eq_sym (negbTE ij).
suff : (\sum_A character A i * character A j) *+ 2 == 0 by rewrite mulrn_eq0 => /eqP.
rewrite mulr2n {2}(reindex_inj (can_inj flipK)) -big_split /=.
by rewrite big1 // => A _; rewrite f g mulNr subrr.
Qed.

Variables (Z Y : finType) (L : Z -> Y -> R) (F : Z -> 'I_r -> R) (U : Y -> 'I_r -> R) (c B b : R).
Hypothesis dec : decomposition L F U c.
Hypotheses (FB : forall z, sqnorm (F z) <= B) (Ub : forall y, \sum_j `|U y j| <= b).

Let turn (v : 'I_r -> R) (t : 'I_#|{set 'I_r}|) : R := \sum_j v j * character (enum_val t) j.

Lemma turned_dot (u v : 'I_r -> R) : \sum_t turn u t * turn v t = d%:R * dot u v.
Proof.
rewrite (sum_enum (fun A => (\sum_j u j * character A j) * (\sum_j v j * character A j))).
under eq_bigr do rewrite big_distrlr /=.
rewrite exchange_big /dot mulr_sumr; apply: eq_bigr => i _ /=.
rewrite exchange_big (bigD1 i) //= [X in _ + X]big1 => [|j ji].
  rewrite addr0 (eq_bigr (fun A => u i * v i * (character A i * character A i))) => [|A _]; last by ring.
  by rewrite -mulr_sumr characters_orthogonal eqxx mulrC.
rewrite (eq_bigr (fun A => u i * v j * (character A i * character A j))) => [|A _]; last by ring.
by rewrite -mulr_sumr characters_orthogonal eq_sym (negbTE ji) mulr0.
Qed.

Theorem turned : constant_at_most L (B * b ^+ 2).
Proof.
exists #|{set 'I_r}|, (fun z t => turn (F z) t / d%:R), (fun y t => turn (U y) t), c; split.
  move=> z y; rewrite dec; congr (_ + _).
  under [RHS]eq_bigr do rewrite mulrAC.
  by rewrite -mulr_suml turned_dot mulrAC mulfV // mul1r.
exists (B / d%:R), b; split=> [z|y t|].
- rewrite /sqnorm; under eq_bigr do rewrite expr_div_n expr2.
  rewrite -mulr_suml turned_dot expr2 invfM mulrA [d%:R * _]mulrC mulfK // ler_wpmul2r ?invr_ge0 ?ler0n //.
  apply: le_trans (FB z); rewrite /dot /sqnorm; apply: ler_sum => k _; by rewrite expr2.
- apply: le_trans (ler_norm_sum _ _ _) _; apply: le_trans (Ub y); apply: ler_sum => j _.
  by rewrite normrM /character; case: ifP; rewrite ?normrN normr1 mulr1.
by rewrite card_cube [d%:R * _]mulrC divfK.
Qed.
End Turning.

(** Decompositions with weighted coordinates, in archimedean fields: A^2 of copies comes near. *)
(** A natural number above x, by one at most. *)
Lemma rounded (R : archiFieldType) (x : R) : 0 <= x -> exists2 n : nat, x < n%:R & n%:R <= x + 1.
Proof.
move=> x0; have ex : exists n : nat, x < n%:R by exists (Num.bound x); exact: archi_boundP.
case: (ex_minnP ex) => n lt least; exists n => //; case: n lt least => [|n] lt least; first exact: addr_ge0 x0 ler01.
rewrite [n.+1%:R]mulrSr ler_add2r leNgt; apply/negP => /least; by rewrite ltnn.
Qed.

Section Copies.
Variables (R : archiFieldType) (Z Y T : finType) (L : Z -> Y -> R) (w : T -> R) (H : Z -> T -> R) (U : Y -> T -> R) (c a : R).
Hypotheses (w0 : forall t, 0 <= w t) (a0 : 0 <= a) (U1 : forall y t, `|U y t| <= 1).
Hypothesis dec : forall z y, L z y = \sum_t H z t * U y t + c.
Hypothesis within : forall z, exists2 q : T -> R, (forall t, H z t ^+ 2 <= q t * w t) & (forall t, 0 <= q t) /\ \sum_t q t <= a.

(** sum_t H^2/w <= a: A^2 comes near a sum_t w. *)
Lemma copies e : 0 < e -> constant_at_most L (a * (\sum_t w t) + e).
Proof.
move=> e0; pose K := a * #|T|%:R / e; have K0 : 0 <= K by rewrite divr_ge0 ?mulr_ge0 ?ler0n // ltW.
have [N KN _] := rounded K0; have N0 : 0 < N%:R :> R := le_lt_trans K0 KN.
have nw t : 0 <= N%:R * w t by rewrite mulr_ge0 // ltW.
have [n [lt up]] : exists n : T -> nat, (forall t, N%:R * w t < (n t)%:R) /\ (forall t, (n t)%:R <= N%:R * w t + 1).
  have pick t : exists n : nat, (N%:R * w t < n%:R) && (n%:R <= N%:R * w t + 1).
    by have [n a1 a2] := rounded (nw t); exists n; rewrite a1.
  exists (fun t => xchoose (pick t)); split=> t; by have /andP[] := xchooseP (pick t).
have n0 t : 0 < (n t)%:R :> R := le_lt_trans (nw t) (lt t).
pose C := [finType of {t : T & 'I_(n t)}].
have over (h : T -> R) : \sum_(i < #|C|) h (tag (enum_val i)) = \sum_t (n t)%:R * h t.
  rewrite (sum_enum (fun p : C => h (tag p))) -(@sig_big_dep _ _ _ _ (fun t => ordinal_finType (n t)) xpredT (fun _ => xpredT) (fun t _ => h t)) /=.
  by apply: eq_bigr => t _; rewrite sumr_const card_ord mulr_natl.
exists #|C|, (fun z i => H z (tag (enum_val i)) / (n (tag (enum_val i)))%:R), (fun y i => U y (tag (enum_val i))), c; split.
  move=> z y; rewrite dec (over (fun t => H z t / (n t)%:R * U y t)); congr (_ + _); apply: eq_bigr => t _.
  by rewrite [X in _ = _ * (X * _)]mulrC !mulrA mulfV ?mul1r // gt_eqF.
exists (a / N%:R), 1; split=> [z|y k|].
- rewrite /sqnorm (over (fun t => (H z t / (n t)%:R) ^+ 2)).
  have [q Hq [q0 qa]] := within z; apply: (@le_trans _ _ (\sum_t q t / N%:R)); last first.
    by rewrite -mulr_suml ler_wpmul2r // invr_ge0 ltW.
  apply: ler_sum => t _; have nt := n0 t.
  rewrite (_ : _ * _ = H z t ^+ 2 / (n t)%:R); last by field; rewrite gt_eqF.
  rewrite ler_pdivr_mulr // mulrAC ler_pdivl_mulr //.
  apply: (@le_trans _ _ (q t * w t * N%:R)); first by rewrite ler_wpmul2r // ltW.
  by rewrite -mulrA ler_wpmul2l // mulrC ltW.
- exact: U1.
have -> : #|C|%:R = \sum_t (n t)%:R :> R.
  have := over (fun=> 1); rewrite sumr_const card_ord => ->; by apply: eq_bigr => t _; rewrite mulr1.
rewrite expr1n mulr1; apply: (@le_trans _ _ ((N%:R * (\sum_t w t) + #|T|%:R) * (a / N%:R))).
  have q0 : 0 <= a / N%:R by rewrite divr_ge0 ?ler0n.
  rewrite ler_wpmul2r // mulr_sumr.
  apply: le_trans (ler_sum _ (fun t _ => up t)) _; rewrite big_split /= ler_add2l.
  by rewrite sumr_const -[X in _ *+ X]/#|T|.
rewrite (_ : _ * _ = a * (\sum_t w t) + a * #|T|%:R / N%:R); last by field; rewrite gt_eqF.
rewrite ler_add2l ler_pdivr_mulr // -ler_pdivr_mull // mulrC; exact: ltW.
Qed.
End Copies.
