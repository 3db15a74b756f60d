(** Permutations of items, sums over unordered pairs, and the rearrangement inequality. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Places.
Variable m : nat.
Implicit Types (s : 'S_m) (i j p q : 'I_m).

(** An order with two items at two given places. *)
Lemma two_places i j p q : i != j -> p != q -> exists2 s : 'S_m, s i = p & s j = q.
Proof.
move=> ij pq; pose t := tperm i p; exists (t * tperm (t j) q)%g; rewrite permM.
  rewrite tpermL tpermD // 1?eq_sym // -{1}(tpermL i p) -/t (inj_eq perm_inj) //.
by rewrite tpermL.
Qed.

Lemma one_place i p : exists s : 'S_m, s i = p.
Proof. by exists (tperm i p); rewrite tpermL. Qed.

(** Three items at three places. *)
Lemma three_places i j k p q u : uniq [:: i; j; k] -> uniq [:: p; q; u] ->
  exists s : 'S_m, [/\ s i = p, s j = q & s k = u].
Proof.
rewrite /= !inE !andbT => /andP[/norP[ij ik] jk] /andP[/norP[pq pu] qu].
have [s si sj] := two_places ij pq.
exists (s * tperm (s k) u)%g; rewrite !permM si sj tpermL; split=> //; apply: tpermD.
- by rewrite -si (inj_eq perm_inj) eq_sym.
- by rewrite eq_sym.
- by rewrite -sj (inj_eq perm_inj) eq_sym.
- by rewrite eq_sym.
Qed.
End Places.

Section Sums.
Variable R : realFieldType.

Lemma sum_places (m : nat) (s : 'S_m) (f : 'I_m -> R) : \sum_j f (s j) = \sum_p f p.
Proof. by rewrite [RHS](reindex_inj (@perm_inj _ s)). Qed.

(** A symmetric function summed over one of each two related elements, for any order. *)
Lemma half_sum (T : finType) (r : rel T) (h : T -> T -> R) :
  reflexive r -> antisymmetric r -> total r -> (forall i j, h i j = h j i) ->
  (\sum_i \sum_(j | r i j) h i j) *+ 2 = \sum_i \sum_j h i j + \sum_i h i i.
Proof.
move=> rr ra rt hs; under eq_bigr do rewrite big_mkcond.
rewrite mulr2n {2}exchange_big -!big_split /=; apply: eq_bigr => i _; rewrite -big_split /=.
rewrite (bigD1 i) //= rr [in RHS](bigD1 i) //= [RHS]addrAC; congr (_ + _).
apply: eq_bigr => j ji; have := rt i j; case rij: (r i j); case rji: (r j i) => //= _.
- by move: ji; rewrite (ra i j) ?eqxx // rij rji.
- by rewrite addr0.
- by rewrite add0r hs.
Qed.

Lemma sum_sig (T : finType) (P : pred T) (f : T -> R) :
  \sum_(q : {q | P q}) f (val q) = \sum_(q | P q) f q.
Proof.
rewrite [RHS](reindex_omap (val : {q | P q} -> T) insub) => [|q Pq]; last by rewrite insubT.
by apply: eq_bigl => q; rewrite (valP q) valK eqxx.
Qed.

Lemma half_sum_eq (T : finType) (r r' : rel T) (h : T -> T -> R) :
  reflexive r -> antisymmetric r -> total r -> reflexive r' -> antisymmetric r' -> total r' ->
  (forall i j, h i j = h j i) ->
  \sum_i \sum_(j | r i j) h i j = \sum_i \sum_(j | r' i j) h i j.
Proof.
move=> rr ra rt rr' ra' rt' hs; apply/eqP.
by rewrite -(eqr_pmuln2r (_ : 0 < 2)%N) // !half_sum.
Qed.
End Sums.

(** The rearrangement inequality. *)
Section Rearrangement.
Variables (R : realFieldType) (m : nat).

Lemma rearrangement_places (a b : 'I_m -> R) :
  (forall p q : 'I_m, (p <= q)%N -> a q <= a p) -> (forall p q : 'I_m, (p <= q)%N -> b q <= b p) ->
  forall t : 'S_m, \sum_p a p * b (t p) <= \sum_p a p * b p.
Proof.
move=> aa bb t; have [k] := ubnP #|[set p | t p != p]|.
elim: k t => // k IH t; rewrite ltnS => tk.
have [all|] := eqVneq [set p | t p != p] set0.
  by apply: ler_sum => p _; have := in_set0 p; rewrite -all inE => /negbFE/eqP ->.
case/set0Pn=> p0; rewrite inE => tp0.
case: (@arg_minnP _ p0 (fun p => t p != p) val tp0) => p tp pmin {p0 tp0}.
pose q := (t^-1)%g p; have tq : t q = p by rewrite permKV.
have qp : q != p by apply: contraNneq tp => e; rewrite -{1}e tq.
have tqq : t q != q by rewrite tq eq_sym.
have pq : (p <= q)%N by exact: pmin.
have ptp : (p <= t p)%N by apply: pmin; rewrite (inj_eq perm_inj).
pose t' := (tperm p q * t)%g.
have t'p : t' p = p by rewrite permM tpermL.
have t'q : t' q = t p by rewrite permM tpermR.
have t'j j : j != p -> j != q -> t' j = t j by move=> jp jq; rewrite permM tpermD // eq_sym.
apply: le_trans (IH t' _); last first.
  apply: leq_trans tk; apply: proper_card; apply/properP; split; last first.
    by exists p; rewrite !inE // t'p eqxx.
  apply/subsetP=> j; rewrite !inE; have [->|jp] := eqVneq j p; first by rewrite t'p eqxx.
  by have [->|jq] := eqVneq j q; [rewrite tqq|rewrite t'j].
rewrite (bigD1 p) // (bigD1 q) //= [X in _ <= X](bigD1 p) // [X in _ <= _ + X](bigD1 q) //=.
rewrite tq t'p t'q.
rewrite [X in _ + (_ + X) <= _](eq_bigr (fun j => a j * b (t' j))); last first.
  by move=> j /andP[jp jq]; rewrite t'j.
rewrite !addrA ler_add2r -subr_ge0.
rewrite (_ : _ - _ = (a p - a q) * (b p - b (t p))); last by ring.
by rewrite mulr_ge0 // subr_ge0; [exact: aa|exact: bb].
Qed.

(** Sorting: the item of the larger score comes first. *)
Lemma rearrangement (v D : 'I_m -> R) (s s' : 'S_m) :
  (forall p q : 'I_m, (p <= q)%N -> D q <= D p) ->
  (forall i j, v j < v i -> (s i < s j)%N) ->
  \sum_j D (s' j) * v j <= \sum_j D (s j) * v j.
Proof.
move=> DD sorted; pose a p := v ((s^-1)%g p).
have aa (p q : 'I_m) : (p <= q)%N -> a q <= a p.
  move=> pq; rewrite leNgt; apply/negP => /sorted; by rewrite !permKV ltnNge pq.
have E (u : 'S_m) : \sum_j D (u j) * v j = \sum_p a p * D ((s^-1 * u)%g p).
  rewrite [LHS](reindex_inj (@perm_inj _ (s^-1)%g)); apply: eq_bigr => p _.
  by rewrite permM mulrC.
rewrite !E; apply: le_trans (rearrangement_places aa DD _) _.
by apply: ler_sum => p _; rewrite permM permKV.
Qed.

End Rearrangement.

(** Largest element of a family with 0. *)
Section Largest.
Variables (R : realFieldType) (I : finType) (f : I -> R).
Lemma ge_bigmax i : f i <= \big[Num.max/0]_j f j.
Proof.
have : i \in index_enum I by rewrite mem_index_enum.
elim: (index_enum I) => // j r IH; rewrite inE big_cons le_maxr => /orP[/eqP->|/IH->];
  by rewrite ?lexx ?orbT.
Qed.
Lemma bigmax_ge0 : 0 <= \big[Num.max/0]_j f j.
Proof. by elim/big_rec: _ => // i x _ x0; rewrite le_maxr x0 orbT. Qed.
Lemma bigmax_le b : 0 <= b -> (forall i, f i <= b) -> \big[Num.max/0]_j f j <= b.
Proof. by move=> b0 fb; elim/big_rec: _ => // i x _ xb; rewrite le_maxl fb xb. Qed.
End Largest.

(** Any scores are sorted by some order, the largest first. *)
Lemma sorting_order (R : realFieldType) (m : nat) (v : 'I_m -> R) :
  exists s : 'S_m, forall i j, v j < v i -> (s i < s j)%N.
Proof.
pose r i j := v j <= v i; pose e := sort r (enum 'I_m).
have in_e i : i \in e by rewrite mem_sort mem_enum.
have size_e : size e = m by rewrite size_sort size_enum_ord.
have lt i : (index i e < m)%N by rewrite -[X in (_ < X)%N]size_e index_mem.
have inj : injective (fun i => Ordinal (lt i)).
  by move=> i j [] /(congr1 (nth i e)); rewrite !nth_index.
exists (perm inj) => i j vij; rewrite !permE /= ltnNge; apply/negP => le.
have rt : transitive r by move=> a b c ab bc; exact: le_trans bc ab.
have so : sorted r e by apply: sort_sorted => a b; exact: le_total.
have := sorted_leq_nth rt (fun a => lexx (v a)) i so (index j e) (index i e).
by rewrite !inE !index_mem !in_e !nth_index // => /(_ isT isT le); rewrite /r leNgt vij.
Qed.
