(** Positive semidefinite by an integer certificate s G = L diag(d) L^T. *)
From Coq Require Import ZArith.
From mathcomp Require Import all_ssreflect all_algebra zify ssrZ ring.
From qstheory Require Import Certificate.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition psd_check (n r : nat) (s : Z) (d : seq Z) (L G : seq (seq Z)) : bool :=
  [&& Z.ltb Z0 s, size d == r, all (Z.leb Z0) d, shaped n r L, shaped n n G &
   products [seq [seq Z.mul q.1 q.2 | q <- zip row d] | row <- L] L ==
     [seq [seq Z.mul s x | x <- row] | row <- G]].

Theorem psd (R : realFieldType) (n r : nat) s d L G : psd_check n r s d L G ->
  forall x : 'I_n -> R, 0 <= \sum_(i < n) \sum_(j < n) x i * (int_of_Z (nth 0 (nth [::] G i) j))%:~R * x j.
Proof.
case/and5P=> /Z.ltb_spec0 s0 /eqP sd /all_nthP d0 sL /andP[sG /eqP E] x.
pose q (x : Z) : R := (int_of_Z x)%:~R.
have qM a b : q (Z.mul a b) = q a * q b by rewrite /q -intrM; congr (_%:~R); lia.
have qS (f : 'I_r -> Z) : q (\sum_k f k) = \sum_k q (f k).
  by apply: (big_morph q) => // a b; rewrite /q -intrD; congr (_%:~R); lia.
have s0R : 0 < q s by rewrite /q ltr0z; lia.
have sA : shaped n r [seq [seq Z.mul t.1 t.2 | t <- zip row d] | row <- L].
  case/andP: sL => /eqP sn /allP aL; rewrite /shaped size_map sn eqxx; apply/allP => _ /mapP[row /aL/eqP h ->].
  by rewrite size_map size_zip h sd minnn.
have [/eqP nL /all_nthP aL] := andP sL; have [/eqP nG /all_nthP aG] := andP sG.
have entry (i j : 'I_n) : q s * q (nth 0 (nth [::] G i) j) =
    \sum_(k < r) q (nth 0 d k) * (q (nth 0 (nth [::] L i) k) * q (nth 0 (nth [::] L j) k)).
  have /matrixP/(_ i j) := products_matrix sA sL; rewrite E !mxE.
  rewrite (nth_map [::]) ?nG // (nth_map 0); last by rewrite (eqP (aG [::] i _)) ?nG.
  rewrite -qM => ->; rewrite qS; apply: (congr_big _ _ _) => // k _; rewrite !mxE.
  rewrite (nth_map [::]) ?nL // (nth_map (0, 0)); last by rewrite size_zip (eqP (aL [::] i _)) ?nL // sd minnn.
  rewrite nth_zip ?(eqP (aL [::] i _)) ?nL ?sd //= -/(q _) -[_ * _]/(Z.mul (Z.mul _ _) _) !qM.
  by rewrite -/(q _) mulrAC mulrC mulrCA.
rewrite -(pmulr_rge0 _ s0R).
have -> : q s * (\sum_(i < n) \sum_(j < n) x i * (int_of_Z (nth 0 (nth [::] G i) j))%:~R * x j) =
    \sum_(k < r) q (nth 0 d k) * (\sum_(i < n) x i * q (nth 0 (nth [::] L i) k)) ^+ 2.
  under [RHS]eq_bigr do rewrite expr2 big_distrlr mulr_sumr.
  rewrite [RHS]exchange_big mulr_sumr; apply: eq_bigr => i _ /=.
  under [RHS]eq_bigr do rewrite mulr_sumr.
  rewrite [RHS]exchange_big mulr_sumr; apply: eq_bigr => j _ /=.
  rewrite -[(int_of_Z _)%:~R]/(q _) mulrA mulrCA mulrA -[_ * q s * _]mulrA entry mulr_sumr mulr_suml.
  apply: eq_bigr => k _; move: (q _) (q _) (q _) (x i) (x j) => u v w y z; ring.
apply: sumr_ge0 => k _; rewrite mulr_ge0 ?sqr_ge0 // /q ler0z.
have := d0 0 k; rewrite sd => /(_ (ltn_ord k)) /Z.leb_spec0; by case: (d`_k) => [|t|t] /= h; [|by rewrite ?lez_nat|by case: h].
Qed.
