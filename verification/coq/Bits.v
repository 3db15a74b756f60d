(** The losses on lists of bits, which compute, and that they are the losses of Loss.v. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ssrZ.
From qstheory Require Import Loss Rank Certificate FScore.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition set_of m (b : seq bool) : {set 'I_m} := [set j | nth false b (j : 'I_m)].

Lemma card_bits m (f : bool -> bool -> bool) b1 b2 : size b1 = m -> size b2 = m ->
  #|[set j : 'I_m | f (nth false b1 j) (nth false b2 j)]| = count (fun q => f q.1 q.2) (zip b1 b2).
Proof.
move=> s1 s2; rewrite -sum1_count (big_nth (false, false)) big_mkord -sum1_card.
rewrite size_zip s1 s2 minnn; apply: eq_bigl => j.
by rewrite inE nth_zip ?s1 ?s2.
Qed.

Definition meet_bits b1 b2 := count (fun q : bool * bool => q.1 && q.2) (zip b1 b2).
Definition size_bits b := count id b.
Definition differ_bits b1 b2 := count (fun q : bool * bool => q.1 != q.2) (zip b1 b2).

Section Same.
Variables (R : realFieldType) (m : nat) (b1 b2 : seq bool).
Hypotheses (s1 : size b1 = m) (s2 : size b2 = m).

Lemma meet_bitsE : #|set_of m b1 :&: set_of m b2| = meet_bits b1 b2.
Proof. by rewrite /meet_bits -(card_bits andb s1 s2); apply: eq_card => j; rewrite !inE. Qed.

Lemma size_bitsE : #|set_of m b1| = size_bits b1.
Proof.
have := card_bits (fun a _ => a) s1 s1; rewrite /set_of => ->; rewrite /size_bits.
by rewrite -[in RHS](@unzip1_zip _ _ b1 b1) // count_map.
Qed.
End Same.

Lemma hamming_bits (R : realFieldType) m b1 b2 : size b1 = m -> size b2 = m ->
  hamming R (set_of m b1) (set_of m b2) = (differ_bits b1 b2)%:R / m%:R.
Proof.
move=> s1 s2; rewrite /hamming /differ_bits -(card_bits (fun a b => a != b) s1 s2); congr (_%:R / _).
by apply: eq_card => j; rewrite !inE.
Qed.

Lemma f_score_bits (R : realFieldType) (e : R) m b1 b2 : size b1 = m -> size b2 = m ->
  f_score e (set_of m b1) (set_of m b2) =
  if (size_bits b1 == 0%N) && (size_bits b2 == 0%N) then e
  else (2 * meet_bits b1 b2)%:R / (size_bits b1 + size_bits b2)%:R.
Proof.
move=> s1 s2; rewrite f_scoreE -!cards_eq0 (meet_bitsE s1 s2).
by rewrite (size_bitsE s1) (size_bitsE s2).
Qed.

(** * A minor of the F-score, by certificate *)

(** All numbers that grow are in Z: nat is unary. *)
Definition scaled (D : Z) (z y : seq bool) : Z :=
  Z.mul (Z.of_nat (2 * meet_bits z y)) (Z.div D (Z.of_nat (size_bits z + size_bits y))).
Definition usable (m : nat) (D : Z) (sets : seq (seq bool)) : bool :=
  Z.ltb Z0 D && all (fun z => [&& size z == m, size_bits z != 0%N &
    all (fun y => Z.eqb (Z.modulo D (Z.of_nat (size_bits z + size_bits y))) Z0) sets]) sets.

Theorem f_score_minor (R : realFieldType) (e : R) m D sets p B :
  Z.lt (Zpos xH) p -> usable m D sets ->
  identity_modulo p (size sets) [seq [seq scaled D z y | y <- sets] | z <- sets] B ->
  (size sets <= difference_rank (f_loss e (m := m)))%N.
Proof.
move=> p1 /andP[/Z.ltb_spec0 D0 ok] cert; set n := size sets.
pose zs (i : 'I_n) := set_of m (nth [::] sets i).
apply: (difference_minor (zs := zs) (z0 := set0) (ys := zs)).
pose q (x : Z) : R := (int_of_Z x)%:~R.
have DR0 : q D != 0 by rewrite /q intr_eq0; apply/eqP; lia.
have d0 : - (q D)^-1 != 0 by rewrite oppr_eq0 invr_eq0.
congr (_ \in unitmx): (unit_by_certificate p1 cert d0); apply/matrixP=> i j; rewrite !mxE.
have /allP/(_ _ (mem_nth [::] (ltn_ord i)))/and3P[/eqP si zi /allP di] := ok.
have /allP/(_ _ (mem_nth [::] (ltn_ord j)))/and3P[/eqP sj zj _] := ok.
rewrite (nth_map [::]) // (nth_map [::]) // /f_loss.
rewrite /zs (f_score_bits e si sj) (negbTE zi) /=.
have -> : f_score e set0 (set_of m (nth [::] sets j)) = 0.
  by rewrite f_scoreE eqxx -cards_eq0 (size_bitsE sj) (negbTE zj) set0I cards0 muln0 mul0r.
rewrite subr0 addrAC subrr add0r mulNr; congr (- _).
rewrite /scaled; set k := (size_bits _ + size_bits _)%N; set u := (2 * meet_bits _ _)%N.
have k0 : k%:R != 0 :> R by rewrite pnatr_eq0 addn_eq0 negb_and zi.
have /Z.eqb_spec kD := di _ (mem_nth [::] (ltn_ord j)).
have qM x y : q (Z.mul x y) = q x * q y by rewrite /q -intrM; congr (_%:~R); lia.
have qN x : q (Z.of_nat x) = x%:R by rewrite /q [x%:R]pmulrn; congr (_%:~R); lia.
rewrite -[(int_of_Z _)%:~R]/(q _) qM qN.
have eD : q D = k%:R * q (Z.div D (Z.of_nat k)).
  rewrite -qN -qM; congr q; rewrite {1}(Z_div_mod_eq_full D (Z.of_nat k)) kD.
  exact: Z.add_0_r.
have e0 : q (Z.div D (Z.of_nat k)) != 0 by apply: contraNneq DR0 => h; rewrite eD h mulr0.
by rewrite eD invfM mulrCA mulfVK.
Qed.
