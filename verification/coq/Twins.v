(** The losses of Table 1 on lists of numbers, which compute, and that they are those of Loss.v.

    A label set is the list of its m bits, an order the list of the positions of its items, grades
    the list of their numbers. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Notation list := (seq nat).
Definition total (m : nat) (F : nat -> nat) : nat := sumn [seq F j | j <- iota 0 m].
Definition at_ (l : list) (j : nat) : nat := nth 0%N l j.

Lemma totalE m F : total m F = (\sum_(j < m) F j)%N.
Proof. by rewrite /total sumnE big_map -{1}[m]subn0 -/(index_iota 0 m) big_mkord. Qed.

Definition code m (f : 'I_m -> nat) : list := [seq f j | j <- enum 'I_m].
Lemma at_code m (f : 'I_m -> nat) (j : 'I_m) : at_ (code f) j = f j.
Proof. by rewrite /at_ (nth_map j) ?size_enum_ord // nth_ord_enum. Qed.
Lemma size_code m (f : 'I_m -> nat) : size (code f) = m.
Proof. by rewrite size_map size_enum_ord. Qed.
Lemma code_inj m (f g : 'I_m -> nat) : code f = code g -> f =1 g.
Proof. by move=> e j; have := congr1 (fun l => at_ l j) e; rewrite !at_code. Qed.

(** All lists of m numbers below b. *)
Fixpoint words (b m : nat) : seq list :=
  if m is m'.+1 then [seq x :: w | x <- iota 0 b, w <- words b m'] else [:: [::]].
Lemma wordsP b m (l : list) : size l = m -> all (fun x => x < b)%N l -> l \in words b m.
Proof.
elim: m l => [|m IH] [|x l] //= [s] /andP[xb lb].
by apply/allpairsP; exists (x, l); rewrite mem_iota /= xb IH.
Qed.

Definition bits m (z : {set 'I_m}) : list := code (fun j => j \in z : nat).
Definition places m (s : 'S_m) : list := code (position s).
Definition grades m n (r : {ffun 'I_m -> 'I_n}) : list := code (fun j => r j : nat).

Lemma bits_word m (z : {set 'I_m}) : bits z \in words 2 m.
Proof.
apply: wordsP; first exact: size_code.
by apply/allP=> x /mapP[j _ ->]; case: (_ \in _).
Qed.
Lemma places_word m (s : 'S_m) : places s \in words m.+1 m.
Proof.
apply: wordsP; first exact: size_code.
by apply/allP=> x /mapP[j _ ->]; rewrite /position ltnS.
Qed.
Lemma grades_word m n (r : {ffun 'I_m -> 'I_n}) : grades r \in words n m.
Proof.
apply: wordsP; first exact: size_code.
by apply/allP=> x /mapP[j _ ->].
Qed.
Definition is_order (m : nat) (l : list) : bool := perm_eq l (iota 1 m).
Lemma places_order m (s : 'S_m) : is_order m (places s).
Proof.
apply: uniq_perm; rewrite ?iota_uniq //.
  by rewrite map_inj_uniq ?enum_uniq // => i j [] /val_inj/perm_inj ->.
move=> x; rewrite mem_iota add1n; apply/mapP/andP=> [[j _ ->]|[x0 xm]]; first by split=> //; exact: ltn_ord.
have lt : (x.-1 < m)%N by rewrite prednK.
by exists ((s^-1)%g (Ordinal lt)); rewrite ?mem_enum // /position permKV /= prednK.
Qed.

(** * Numbers of labels *)
Definition size_of (z : list) : nat := total (size z) (at_ z).
Definition both_of (z y : list) : nat := total (size z) (fun j => at_ z j * at_ y j)%N.
Definition differ_of (z y : list) : nat := total (size z) (fun j => at_ z j != at_ y j).

Section Labels.
Variables (m : nat).
Implicit Types z y : {set 'I_m}.
Lemma card_total (P : pred 'I_m) : #|[set j | P j]| = (\sum_(j < m) P j)%N.
Proof. by rewrite -sum1dep_card big_mkcond. Qed.
Lemma size_ofE z : size_of (bits z) = #|z|.
Proof.
rewrite /size_of size_code totalE -sum1_card [RHS]big_mkcond; apply: eq_bigr => j _.
by rewrite at_code; case: (_ \in _).
Qed.
Lemma both_ofE z y : both_of (bits z) (bits y) = #|z :&: y|.
Proof.
rewrite /both_of size_code totalE -sum1_card [RHS]big_mkcond; apply: eq_bigr => j _.
by rewrite !at_code inE; case: (_ \in z); case: (_ \in y).
Qed.
Lemma differ_ofE z y : differ_of (bits z) (bits y) = #|[set j | (j \in z) != (j \in y)]|.
Proof.
rewrite card_total /differ_of size_code totalE; apply: eq_bigr => j _.
by rewrite !at_code; case: (_ \in z); case: (_ \in y).
Qed.
Lemma bits_inj z y : (bits z == bits y) = (z == y).
Proof.
apply/eqP/eqP=> [e|-> //]; apply/setP=> j; have := code_inj e j.
by case: (_ \in z); case: (_ \in y).
Qed.
Lemma empty_of z : (size_of (bits z) == 0%N) = (z == set0).
Proof. by rewrite size_ofE cards_eq0. Qed.
End Labels.

(** * Fractions of natural numbers *)
Definition fraction := (nat * nat)%type.
Definition plus (a b : fraction) : fraction := (a.1 * b.2 + b.1 * a.2, a.2 * b.2)%N.
Definition sum_of (l : seq fraction) : fraction := foldr plus (0, 1)%N l.
Definition same (a b : fraction) : bool := [&& a.2 != 0, b.2 != 0 & a.1 * b.2 == b.1 * a.2]%N.

Section Values.
Variable R : realFieldType.
Definition value (a : fraction) : R := a.1%:R / a.2%:R.
Lemma sameP a b : same a b -> value a = value b.
Proof.
case/and3P=> a0 b0 /eqP e; rewrite /value; apply/eqP.
by rewrite eqr_div ?pnatr_eq0 // -!natrM e.
Qed.
Lemma value_plus a b : a.2 != 0%N -> b.2 != 0%N -> value (plus a b) = value a + value b.
Proof. by move=> a0 b0; rewrite /value /plus /= addf_div ?pnatr_eq0 // natrD !natrM. Qed.
Lemma value_sum l : all (fun a => a.2 != 0%N) l ->
  (sum_of l).2 != 0%N /\ value (sum_of l) = \sum_(a <- l) value a.
Proof.
elim: l => [|a l IH] /=; first by rewrite big_nil /value /= mul0r.
case/andP=> a0 /IH[l0 e]; rewrite big_cons -e value_plus //; split=> //.
by rewrite /plus /= muln_eq0 negb_or a0.
Qed.
Lemma value_nat n : value (n, 1)%N = n%:R. Proof. by rewrite /value divr1. Qed.

(** * The losses *)
Definition zero_one_of (z y : list) : fraction := (z != y : nat, 1)%N.
Lemma zero_one_twin m (z y : {set 'I_m}) : zero_one R z y = value (zero_one_of (bits z) (bits y)).
Proof. by rewrite /zero_one_of bits_inj value_nat. Qed.

Definition block_of (block : list -> nat) (z y : list) : fraction := (block z != block y : nat, 1)%N.
Lemma block_twin m block (z y : {set 'I_m}) :
  block_zero_one R (fun z => block (bits z)) z y = value (block_of block (bits z) (bits y)).
Proof. by rewrite value_nat. Qed.

Definition hamming_of (z y : list) : fraction := (differ_of z y, size z).
Lemma hamming_twin m (z y : {set 'I_m}) : hamming R z y = value (hamming_of (bits z) (bits y)).
Proof. by rewrite /value /hamming_of /= differ_ofE size_code. Qed.

Definition prec_of (k : nat) (z y : list) : fraction := (both_of z y, k).
Lemma prec_twin m k (z : k_sets m k) (y : {set 'I_m}) :
  prec_at_k R z y = 1 - value (prec_of k (bits (val z)) (bits y)).
Proof. by rewrite /value /prec_of /= both_ofE. Qed.
Lemma prec_size m k (z : k_sets m k) : size_of (bits (val z)) == k.
Proof. by rewrite size_ofE; exact: valP z. Qed.

(** beta^2 = w.1 / w.2, the score e at 0/0. *)
Definition f_beta_of (w : fraction) (e : nat) (z y : list) : fraction :=
  if (size_of z == 0%N) && (size_of y == 0%N) then (e, 1)%N
  else ((w.2 + w.1) * both_of z y, w.2 * size_of z + w.1 * size_of y)%N.
Lemma f_beta_twin w e m (z y : {set 'I_m}) : w.2 != 0%N ->
  f_beta_loss (value w) e%:R z y = 1 - value (f_beta_of w e (bits z) (bits y)).
Proof.
move=> w0; have W : w.2%:R != 0 :> R by rewrite pnatr_eq0.
rewrite /f_beta_loss /f_beta /f_beta_of !empty_of; congr (1 - _); case: ifP => _.
  by rewrite value_nat.
rewrite both_ofE !size_ofE /value /= natrM !natrD !natrM.
set A := #|_|%:R; set a := #|z|%:R; set b := #|y|%:R; set V := w.1%:R; set W' := w.2%:R.
have -> : 1 + V / W' = (W' + V) / W' by field.
have -> : a + V / W' * b = (W' * a + V * b) / W' by field.
rewrite invf_div; set D := (_ + _)^-1.
have -> : (W' + V) / W' * A * (W' * D) = W'^-1 * W' * ((W' + V) * A * D) by ring.
by rewrite mulVf // mul1r.
Qed.

(** The ratio of pairs, which is PD itself. *)
Definition pd_of (charged : rel nat) (e : nat) (s y : list) : fraction :=
  let m := size y in let N := (size_of y * (m - size_of y))%N in
  if N == 0%N then (e, 1)%N else
  (total m (fun j => total m (fun l =>
     [&& at_ y j == 0, at_ y l != 0 & charged (at_ s j) (at_ s l)]%N : nat)), N).
Lemma pd_twin charged e m (s : 'S_m) (y : {set 'I_m}) :
  pd charged e%:R s y = value (pd_of charged e (places s) (bits y)).
Proof.
rewrite /pd /pd_of size_ofE size_code /pd_pairs; case: ifP => _; first by rewrite value_nat.
rewrite /value /=; congr (_%:R / _).
rewrite -sum1dep_card big_mkcond totalE.
rewrite (eq_bigr (fun j : 'I_m => \sum_(l < m)
  [&& j \notin y, l \in y & charged (position s j) (position s l)] : nat)%N) => [|j _]; last first.
  rewrite totalE; apply: eq_bigr => l _; rewrite !at_code.
  by case: (j \in y); case: (l \in y).
by rewrite pair_big /=; apply: eq_bigr => -[j l] _ /=; case: [&& _, _ & _].
Qed.

(** Average precision: the mean over the relevant items of the share of relevant ones so far. *)
Definition precision_of (s y : list) (j : nat) : fraction :=
  (total (size y) (fun l => (at_ y l != 0) && (at_ s l <= at_ s j) : nat), at_ s j)%N.
Definition average_of (e : nat) (s y : list) : fraction :=
  if size_of y == 0%N then (e, 1)%N else
  let found := sum_of [seq precision_of s y j | j <- iota 0 (size y) & at_ y j != 0%N] in
  (found.1, found.2 * size_of y)%N.
Lemma average_twin e m (s : 'S_m) (y : {set 'I_m}) :
  map_loss e%:R s y = 1 - value (average_of e (places s) (bits y)).
Proof.
rewrite /map_loss /average_precision /average_of empty_of; congr (1 - _); case: ifP => y0.
  by rewrite value_nat.
set l := [seq _ | _ <- _ & _]; have l0 : all (fun a : fraction => a.2 != 0%N) l.
  apply/allP=> a /mapP[j]; rewrite mem_filter mem_iota size_code /= add0n => /andP[_ jm] ->.
  by rewrite /precision_of /= -[j]/(nat_of_ord (Ordinal jm)) at_code.
have [f0 e0] := value_sum l0.
have -> : value ((sum_of l).1, (sum_of l).2 * size_of (bits y))%N = #|y|%:R^-1 * value (sum_of l).
  by rewrite /value -[RHS]mulrC -mulrA -invfM -natrM size_ofE.
congr (_ * _); rewrite e0 /l big_map big_filter size_code.
rewrite (_ : iota 0 m = index_iota 0 m) ?(big_mkord (fun j => at_ (bits y) j != 0%N)); last by rewrite /index_iota subn0.
apply: eq_big => [j|j jy]; first by rewrite at_code; case: (j \in y).
rewrite /value /precision_of /= !at_code; congr (_%:R / _).
rewrite size_code totalE -sum1_card big_mkcond; apply: eq_bigr => k _.
by rewrite !at_code inE; case: (k \in y); case: (_ <= _)%N.
Qed.

(** NDCG with gains g_t / K and discounts d_p / M for natural g, d. *)
Definition gained_of (g d s r : list) : nat := total (size r) (fun j => at_ g (at_ r j) * at_ d (at_ s j).-1)%N.
Definition ideal_of (g d r : list) : nat :=
  foldr maxn 0%N [seq gained_of g d s r | s <- words (size r).+1 (size r) & is_order (size r) s].
Lemma ideal_max g d r : ideal_of g d r =
  \max_(s <- [seq s <- words (size r).+1 (size r) | is_order (size r) s]) gained_of g d s r.
Proof. by rewrite /ideal_of; elim: [seq s <- _ | _] => [|s l IH] /=; rewrite ?big_nil ?big_cons ?IH. Qed.
Definition ndcg_of (g d : list) (e : nat) (s r : list) : fraction :=
  if ideal_of g d r == 0%N then (e, 1)%N else (gained_of g d s r, ideal_of g d r).

Lemma order_places m (l : list) : is_order m l -> exists s : 'S_m, places s = l.
Proof.
move=> o; have sl : size l = m by rewrite (perm_size o) size_iota.
have at_l (j : 'I_m) : (0 < at_ l j <= m)%N.
  have : at_ l j \in iota 1 m by rewrite -(perm_mem o) mem_nth ?sl.
  by rewrite mem_iota add1n ltnS.
pose f (j : 'I_m) : 'I_m := insubd j (at_ l j).-1.
have fE j : (f j).+1 = at_ l j.
  have /andP[l0 lm] := at_l j.
  by rewrite /f val_insubd (_ : (_ < m)%N) prednK.
have f_inj : injective f.
  move=> i j e; apply: val_inj; apply/eqP.
  have u : uniq l by rewrite (perm_uniq o) iota_uniq.
  have q : at_ l i = at_ l j by rewrite -!fE e.
  by rewrite -(nth_uniq 0%N _ _ u) ?sl; [apply/eqP; exact: q|exact: ltn_ord|exact: ltn_ord].
exists (perm f_inj); apply: (@eq_from_nth _ 0%N); first by rewrite size_code sl.
by move=> i; rewrite size_code => im; rewrite -[i]/(nat_of_ord (Ordinal im)) -/(at_ _ _) at_code /position permE fE.
Qed.

Section Ndcg.
Variables (m n : nat) (g d : list) (K M : nat).
Hypotheses (K0 : K != 0%N) (M0 : M != 0%N).
Let G (t : 'I_n) : R := value (at_ g t, K).
Let D (p : 'I_m) : R := value (at_ d p, M).
Implicit Types (s : 'S_m) (r : {ffun 'I_m -> 'I_n}).
Let c : R := (K * M)%:R.
Let c0 : c != 0. Proof. by rewrite /c pnatr_eq0 muln_eq0 negb_or K0. Qed.

Lemma gained_ofE s r : gained G D s r = (gained_of g d (places s) (grades r))%:R / c.
Proof.
rewrite /gained_of size_code totalE natr_sum mulr_suml; apply: eq_bigr => j _.
by rewrite !at_code /G /D /value /c !natrM invfM /= mulrACA.
Qed.

Lemma ideal_ofE r : ideal G D r = (ideal_of g d (grades r))%:R / c.
Proof.
rewrite /ideal; under eq_bigr do rewrite gained_ofE.
have max_c : {morph (fun x : nat => x%:R / c : R) : a b / maxn a b >-> Num.max a b}.
  move=> a b; have c_gt0 : 0 < c^-1 by rewrite invr_gt0 lt0r c0 ler0n.
  by case: (leqP a b) => h; [rewrite max_r // ler_pmul2r // ler_nat|rewrite max_l // ler_pmul2r // ler_nat ltnW].
have zero_c : (fun x : nat => x%:R / c : R) 0%N = 0 by rewrite mul0r.
rewrite -(big_morph (fun x : nat => x%:R / c : R) max_c zero_c); congr (_%:R / _).
apply/eqP; rewrite eqn_leq; apply/andP; split.
  apply/bigmax_leqP=> s _; rewrite ideal_max size_code big_filter.
  apply: leq_bigmax_seq; first exact: places_word.
  exact: places_order.
rewrite ideal_max; apply/bigmax_leqP_seq=> l; rewrite mem_filter size_code => /andP[o _] _.
by have [s <-] := order_places o; exact: leq_bigmax.
Qed.

Lemma graded_of r : graded G D r = (ideal_of g d (grades r) != 0%N).
Proof. by rewrite /graded ideal_ofE mulf_eq0 invr_eq0 (negbTE c0) orbF pnatr_eq0. Qed.

Lemma ndcg_twin e s r :
  ndcg_loss G D e%:R s r = 1 - value (ndcg_of g d e (places s) (grades r)).
Proof.
rewrite /ndcg_loss /ndcg_score /ndcg_of ideal_ofE gained_ofE; congr (1 - _).
rewrite mulf_eq0 invr_eq0 (negbTE c0) orbF pnatr_eq0; case: ifP => _; first by rewrite value_nat.
by rewrite /value /= invf_div mulrA mulfVK.
Qed.
End Ndcg.
End Values.

(** * Tables *)
Definition row := (list * list * fraction)%type.
Fixpoint entry_of (z y : list) (t : seq row) : option fraction :=
  if t is (z', y', a) :: t' then if (z == z') && (y == y') then Some a else entry_of z y t' else None.
(** The table has the entries of the twin for these lists. *)
Definition agrees (twin : list -> list -> fraction) (zs ys : seq list) (t : seq row) : bool :=
  all (fun z => all (fun y => if entry_of z y t is Some a then same (twin z y) a else false) ys) zs.

Theorem agreesP (R : realFieldType) twin zs ys t z y : agrees twin zs ys t -> z \in zs -> y \in ys ->
  exists2 a, entry_of z y t = Some a & value R (twin z y) = value R a.
Proof.
move=> /allP/(_ z)/[apply]/allP/(_ y)/[apply]; case: entry_of => // a h.
by exists a => //; exact: sameP.
Qed.

(** A loss that has a twin has the entries of the table: `out` is x or 1 - x. *)
Theorem tabled (R : realFieldType) (Z Y : finType) (L : Z -> Y -> R) (out : R -> R)
    (cz : Z -> list) (cy : Y -> list) zs ys twin t :
  (forall z y, L z y = out (value R (twin (cz z) (cy y)))) ->
  (forall z, cz z \in zs) -> (forall y, cy y \in ys) -> agrees twin zs ys t ->
  forall z y, exists2 a, entry_of (cz z) (cy y) t = Some a & L z y = out (value R a).
Proof.
move=> link z_in y_in ok z y; have [a e v] := agreesP R ok (z_in z) (y_in y).
by exists a => //; rewrite link v.
Qed.

Definition label_sets m := words 2 m.
Definition sets_where (Q : pred nat) m := [seq y <- words 2 m | Q (size_of y)].
Definition orders m := [seq s <- words m.+1 m | is_order m s].
Definition graded_where g d n m := [seq r <- words n m | ideal_of g d r != 0%N].
Lemma orders_word m (s : 'S_m) : places s \in orders m.
Proof. by rewrite mem_filter places_order places_word. Qed.
Lemma sets_word m (P : pred {set 'I_m}) Q (y : {y | P y}) :
  (forall y, P y = Q #|y|) -> bits (val y) \in sets_where Q m.
Proof. by move=> PQ; rewrite mem_filter bits_word size_ofE -PQ (valP y). Qed.
Lemma nonempty_of m (y : {set 'I_m}) : nonempty y = (#|y| != 0%N).
Proof. by rewrite cards_eq0. Qed.
Lemma graded_word R m n g d K M (K0 : K != 0%N) (M0 : M != 0%N) (r : {ffun 'I_m -> 'I_n}) :
  graded (R := R) (fun t : 'I_n => value R (at_ g t, K)) (fun p : 'I_m => value R (at_ d p, M)) r ->
  grades r \in graded_where g d n m.
Proof. by move=> h; rewrite mem_filter grades_word andbT -(graded_of R _ _ K0 M0). Qed.
