(** Pairwise disagreement with binary relevance (App. B.3). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup ring zify.
From qstheory Require Import Loss Rank Forms Ranking.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Section Pairwise.
Variables (R : realFieldType) (m : nat).
Implicit Types (s : 'S_m) (y : {set 'I_m}) (i j k : 'I_m).

(** Half of the items, centred: (m - 1) / 2 - s(l), positions being numbered from 0. *)
Definition centred s j : R := (m%:R - 1) / 2%:R - (s j : nat)%:R.

Lemma centred_sum s : \sum_j centred s j = 0.
Proof.
rewrite (sum_places s (fun p : 'I_m => (m%:R - 1) / 2%:R - (p : nat)%:R)) sumrB sumr_const card_ord.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have h : (\sum_(p < m) (p : nat)%:R) *+ 2 = m%:R * (m%:R - 1) :> R.
  elim: m => [|q IH]; first by rewrite big_ord0 mul0r mul0rn.
  rewrite big_ord_recr /= mulrnDl IH -[q.+1]addn1 natrD; ring.
apply: (mulIf two0); by rewrite mul0r [LHS]mulrBl [X in _ - X]mulr_natr h -[_ *+ m]mulr_natl -mulrA mulfVK // subrr.
Qed.

(** The number of charged pairs as printed, of which half is N(y) / 2. *)
Lemma charged_count s y (f : 'I_m -> 'I_m -> bool) :
  #|[set q : 'I_m * 'I_m | [&& q.1 \notin y, q.2 \in y & f q.1 q.2]]|%:R =
  \sum_(l in y) \sum_(j | j \notin y) (f j l)%:R :> R.
Proof.
transitivity (\sum_j \sum_l [&& j \notin y, l \in y & f j l]%:R : R).
  rewrite pair_bigA -sum1_card natr_sum [LHS]big_mkcond; apply: eq_bigr => q _; rewrite inE.
  by case: [&& _, _ & _].
rewrite exchange_big [RHS]big_mkcond; apply: eq_bigr => l _ /=.
case: (boolP (l \in y)) => ly; last by rewrite big1 // => j _; rewrite andbF.
by rewrite [RHS]big_mkcond; apply: eq_bigr => j _; case: (j \in y).
Qed.

Lemma printed_count s y :
  \sum_(l in y) \sum_(j | j \notin y) (s l < s j)%N%:R =
  (pd_pairs y)%:R / 2%:R + \sum_(l in y) centred s l :> R.
Proof.
have two0 : 2%:R != 0 :> R by rewrite pnatr_eq0.
have after l : \sum_j (s l < s j)%N%:R = m%:R - 1 - (s l : nat)%:R :> R.
  rewrite (sum_places s (fun p : 'I_m => (s l < p)%N%:R)).
  have below (a : nat) (n : nat) : (a < n)%N -> \sum_(p < n) (a < p)%N%:R = n%:R - 1 - a%:R :> R.
    elim: n => // n IH; rewrite ltnS leq_eqVlt big_ord_recr /= => /orP[/eqP->|an].
      rewrite ltnn addr0 big1 => [|p _]; last by rewrite ltnNge ltnW.
      by rewrite -[n.+1]addn1 natrD addrK subrr.
    by rewrite IH // an /= -[n.+1]addn1 natrD; ring.
  exact: below.
have within : (\sum_(l in y) \sum_(j in y) (s l < s j)%N%:R) *+ 2 = #|y|%:R * (#|y|%:R - 1) :> R.
  rewrite mulr2n {2}exchange_big -big_split /=.
  rewrite (eq_bigr (fun=> #|y|%:R - 1)) => [|l ly]; first by rewrite sumr_const -[_ *+ _]mulr_natl.
  rewrite -big_split /= (bigD1 l) //= !ltnn addr0 add0r (eq_bigr (fun=> 1)) => [|j /andP[_ jl]].
    rewrite sumr_const; have -> : #|[pred j in y | j != l]| = #|y|.-1.
      by rewrite (cardD1 l y) ly /=; apply: eq_card => j; rewrite !inE andbC.
    by rewrite -subn1 natrB // (cardD1 l) ly.
  have : s j != s l by rewrite (inj_eq perm_inj).
  by rewrite -val_eqE neq_ltn => /orP[] /[dup] /ltn_trans h lt; rewrite lt ltnNge ltnW ?addr0 ?add0r.
have split l : \sum_j (s l < s j)%N%:R =
    \sum_(j in y) (s l < s j)%N%:R + \sum_(j | j \notin y) (s l < s j)%N%:R :> R.
  by rewrite (bigID (mem y)).
apply: (mulIf two0); rewrite mulrDl mulfVK //.
rewrite (eq_bigr (fun l => m%:R - 1 - (s l : nat)%:R - \sum_(j in y) (s l < s j)%N%:R)) => [|l _]; last first.
  by rewrite -after split addrAC subrr add0r.
have cst c : \sum_(l in y) c = #|y|%:R * c :> R by rewrite sumr_const mulr_natl.
rewrite sumrB mulrBl [X in _ - X]mulr_natr within /centred !sumrB !cst.
rewrite /pd_pairs natrM natrB; last by rewrite -[X in (_ <= X)%N](card_ord m) max_card.
set S := \sum_(_ in _) _; set a := #|_|%:R; by field.
Qed.
End Pairwise.
