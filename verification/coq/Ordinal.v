(** Ordinal regression on n classes (App. B.2): the rank of its losses, and no equal risk. *)
From mathcomp Require Import all_ssreflect all_algebra ring.
From qstheory Require Import Loss Rank.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Ordinal.
Variables (R : realFieldType).

(** The second difference of rows z, z + 1, z + 2 of |z - y| is 2 at y = z + 1 and else 0. *)
Lemma absolute_second (z y : nat) :
  `|z%:R - y%:R| - 2%:R * `|z.+1%:R - y%:R| + `|z.+2%:R - y%:R| = (y == z.+1)%:R *+ 2 :> R.
Proof.
have e (a b : nat) : (a <= b)%N -> `|a%:R - b%:R| = b%:R - a%:R :> R.
  by move=> ab; rewrite distrC ger0_norm // subr_ge0 ler_nat.
have e' (a b : nat) : (b <= a)%N -> `|a%:R - b%:R| = a%:R - b%:R :> R.
  by move=> ab; rewrite ger0_norm // subr_ge0 ler_nat.
have s1 : z.+1%:R = z%:R + 1 :> R by rewrite -[z.+1]addn1 natrD.
have s2 : z.+2%:R = z%:R + 2%:R :> R by rewrite -[z.+2]addn2 natrD.
have [->|] := eqVneq y z.+1.
  by rewrite e ?leqnSn // subrr normr0 e' ?leqnSn // s1 s2 /=; ring.
rewrite neq_ltn ltnS => /orP[yz|zy].
  by rewrite (e' _ _ yz) (e' _ _ (leqW yz)) (e' _ _ (leqW (leqW yz))) s1 s2 /=; ring.
by rewrite (e _ _ (ltnW (ltnW zy))) (e _ _ (ltnW zy)) (e _ _ zy) s1 s2 /=; ring.
Qed.

Lemma squared_second (z y : nat) :
  (z%:R - y%:R) ^+ 2 - 2%:R * (z.+1%:R - y%:R) ^+ 2 + (z.+2%:R - y%:R) ^+ 2 = 2%:R :> R.
Proof. by rewrite -[z.+2]addn2 -[z.+1]addn1 !natrD; ring. Qed.

Section Classes.
Variable n : nat.
Notation absolute := (ordinal_absolute R (n := n)).
Notation squared := (ordinal_squared R (n := n)).

(** A row vector that the matrix sends to 0 is 0. *)
Theorem absolute_rank : (2 <= n)%N -> \rank (matrix_of absolute) = n.
Proof.
move=> n2; suff free : row_free (matrix_of absolute)^T.
  by rewrite -mxrank_tr (eqP free) card_ord.
apply: inj_row_free => v vM.
pose x (y : 'I_n) := v 0 (enum_rank y).
have row (z : 'I_n) : \sum_y x y * `|(z : nat)%:R - (y : nat)%:R| = 0.
  have /rowP/(_ (enum_rank z)) := vM; rewrite !mxE => h; rewrite -[RHS]h -[LHS]sum_enum.
  apply: eq_bigr => i _; rewrite !mxE /x enum_valK enum_rankK; reflexivity.
have second (y : 'I_n) : (0 < y)%N -> (y.+1 < n)%N -> x y = 0.
  move=> y0 y1.
  have zn : (y.-1 < n)%N by apply: leq_ltn_trans (leq_pred _) _.
  pose a := Ordinal zn; pose b := Ordinal y1.
  have : \sum_t x t * ((t == y)%:R *+ 2) = 0.
    transitivity ((\sum_t x t * `|(a : nat)%:R - (t : nat)%:R|) -
        2%:R * (\sum_t x t * `|(y : nat)%:R - (t : nat)%:R|) +
        \sum_t x t * `|(b : nat)%:R - (t : nat)%:R|); last by rewrite !row mulr0 subr0 addr0.
    rewrite mulr_sumr -sumrB -big_split /=; apply: eq_bigr => t _.
    have := absolute_second y.-1 t; rewrite prednK // => h.
    rewrite (_ : (t == y) = (t == y :> nat)) // -h.
    set u := `|_|; set v' := `|_|; set w := `|_|; ring.
  rewrite (bigD1 y) //= big1 ?addr0 => [|t /negbTE ->]; last by rewrite mul0rn mulr0.
  rewrite eqxx -[1 *+ 2]/(2%:R) => /eqP; rewrite mulf_eq0 pnatr_eq0 orbF => /eqP //.
have n0 : (0 < n)%N by exact: leq_trans n2.
have nl : (n.-1 < n)%N by rewrite prednK.
pose f := Ordinal n0; pose g := Ordinal nl.
have fg : f != g by rewrite -val_eqE /= eq_sym -lt0n -ltnS prednK.
have others y : y != f -> y != g -> x y = 0.
  rewrite -!val_eqE /= => yf yg; apply: second; first by rewrite lt0n.
  by have := ltn_ord y; rewrite -[X in (_ < X)%N -> _](prednK n0) ltnS leq_eqVlt (negbTE yg) /= -ltnS prednK.
have ends (h : 'I_n -> R) : \sum_y x y * h y = x f * h f + x g * h g.
  rewrite (bigD1 f) // (bigD1 g) /= 1?eq_sym // big1 ?addr0 // => y /andP[yf yg].
  by rewrite others // mul0r.
have n1 : n.-1%:R != 0 :> R by rewrite pnatr_eq0 -lt0n -ltnS prednK.
have xg : x g = 0.
  have := row f; rewrite ends /= subrr normr0 mulr0 add0r sub0r normrN ger0_norm ?ler0n // => /eqP.
  by rewrite mulf_eq0 (negbTE n1) orbF => /eqP.
have xf : x f = 0.
  have := row g; rewrite ends xg mul0r addr0 /= subr0 ger0_norm ?ler0n // => /eqP.
  by rewrite mulf_eq0 (negbTE n1) orbF => /eqP.
apply/rowP=> i; rewrite mxE; suff : x (enum_val i) = 0 by rewrite /x enum_valK.
have [->//|yf] := eqVneq (enum_val i) f.
by have [->//|yg] := eqVneq (enum_val i) g; apply: others.
Qed.

(** The second difference of three neighbouring predictions has one sign on all observations. *)
Lemma second_difference (L : 'I_n -> 'I_n -> R) (c : 'I_n -> R) (a b d : 'I_n) p :
  (forall y, L a y - 2%:R * L b y + L d y = c y) -> (forall y, 0 <= c y) -> 0 < c b ->
  positive_equal_risk L p -> False.
Proof.
move=> e c0 cb [[[p0 p1] same] pos].
have : \sum_y p y * c y = 0.
  rewrite (eq_bigr (fun y => p y * L a y - 2%:R * (p y * L b y) + p y * L d y)) => [|y _].
    rewrite big_split sumrB -mulr_sumr /= -!/(risk L p _) (same a b) (same d b); ring.
  by rewrite -e; ring.
apply/eqP; rewrite gt_eqF // (bigD1 b) //= ltr_spaddl ?mulr_gt0 //.
by apply: sumr_ge0 => y _; rewrite mulr_ge0.
Qed.

Theorem no_equal_risk : (3 <= n)%N ->
  (forall p, ~ positive_equal_risk absolute p) /\ (forall p, ~ positive_equal_risk squared p).
Proof.
move=> n3; have n1 : (1 < n)%N by exact: leq_trans n3.
have n0 : (0 < n)%N by exact: leq_trans n3.
pose a := Ordinal n0; pose b := Ordinal n1; pose d := Ordinal n3.
split=> p.
  apply: (@second_difference _ (fun y : 'I_n => ((y : nat) == 1%N)%:R *+ 2) a b d) => [y|y|].
  - exact: (absolute_second 0 y).
  - by rewrite mulrn_wge0 ?ler0n.
  - by rewrite eqxx mulrn_wgt0 ?ltr01.
apply: (@second_difference _ (fun=> 2%:R) a b d) => [y|y|]; rewrite ?ler0n ?ltr0n //.
exact: (squared_second 0 y).
Qed.
End Classes.
End Ordinal.
