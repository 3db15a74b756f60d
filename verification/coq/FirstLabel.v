(** The label of a set that comes first in a random order is that of another set as often as the index of
    Jaccard says. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From qstheory Require Import Loss Statements Sets.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The label of W that comes first in the order s, from 1; 0 where W is empty. *)
Section First.
Variable m : nat.
Implicit Types (W z y : {set 'I_m}) (s : 'S_m) (j k : 'I_m).

Definition first W s j : bool := (j \in W) && [forall k in W, (s j <= s k)%N].
Definition leader W s : 'I_m.+1 := if [pick j | first W s j] is Some j then lift ord0 j else ord0.

Lemma first_unique W s j k : first W s j -> first W s k -> j = k.
Proof.
move=> /andP[jW /forallP js] /andP[kW /forallP ks]; apply: (@perm_inj _ s); apply: val_inj; apply/eqP.
by rewrite eqn_leq (implyP (js k)) // (implyP (ks j)).
Qed.

Lemma leaderP W s : W != set0 -> exists2 j, first W s j & leader W s = lift ord0 j.
Proof.
move=> /set0Pn[j0 j0W]; rewrite /leader; case: pickP => [j f|none]; first by exists j.
case: (@arg_minnP _ j0 (fun j => j \in W) (fun j => s j : nat) j0W) => j jW least; have := none j; rewrite /first jW /=.
by move=> /negbT/negP[]; apply/forallP => k; apply/implyP; exact: least.
Qed.

Lemma leader0 s : leader set0 s = ord0.
Proof. by rewrite /leader; case: pickP => // j; rewrite /first inE. Qed.

Lemma first_both z y s j : first z s j && first y s j = (j \in z :&: y) && first (z :|: y) s j.
Proof.
rewrite /first !inE; case jz: (j \in z); case jy: (j \in y); rewrite ?andbF //=.
apply/andP/forallP => [[/forallP fz /forallP fy] k|f].
  by rewrite inE; apply/implyP => /orP[]; apply/implyP.
split; apply/forallP => k; apply/implyP => kW; apply: (implyP (f k)); by rewrite inE kW ?orbT.
Qed.

Lemma leader_meets z y s : z != set0 -> y != set0 ->
  (leader z s == leader y s) = [exists j, (j \in z :&: y) && first (z :|: y) s j].
Proof.
move=> z0 y0; have [j fj ->] := leaderP s z0; have [k fk ->] := leaderP s y0.
rewrite (inj_eq lift_inj); apply/eqP/existsP => [jk|[l]].
  by exists j; rewrite -first_both fj jk fk.
by rewrite -first_both => /andP[lz ly]; rewrite (first_unique fj lz) (first_unique fk ly).
Qed.

Variable R : realFieldType.

Lemma first_same W j k : j \in W -> k \in W -> \sum_s (first W s j)%:R = \sum_s (first W s k)%:R :> R.
Proof.
move=> jW kW; have tW l : (tperm j k l \in W) = (l \in W) by case: tpermP => [->|->|]; rewrite ?jW ?kW.
rewrite [RHS](reindex_inj (mulgI (tperm j k))); apply: eq_bigr => s _; congr (_%:R); congr nat_of_bool.
rewrite /first jW kW permM tpermR /=; apply/forallP/forallP => f l.
  by rewrite permM; apply/implyP => lW; apply: (implyP (f _)); rewrite tW.
have := f (tperm j k l); by rewrite permM tpermK tW.
Qed.

Lemma first_mean W j : j \in W -> \sum_s (first W s j)%:R = #|{: 'S_m}|%:R / #|W|%:R :> R.
Proof.
move=> jW; have W0 : W != set0 by apply/set0Pn; exists j.
have Wn : #|W|%:R != 0 :> R by rewrite pnatr_eq0 cards_eq0.
apply: (mulIf Wn); rewrite divfK // mulr_natr -sumr_const.
rewrite (eq_bigr (fun k => \sum_s (first W s k)%:R)) => [|k kW]; last exact: first_same.
rewrite exchange_big (eq_bigr (fun=> 1)) => [|s _ /=]; first by rewrite sumr_const.
have [j0 f _] := leaderP s W0; have j0W : j0 \in W by case/andP: f.
rewrite (bigD1 j0) //= f big1 ?addr0 // => k /andP[_ ne].
by case fk: (first W s k) => //; move: ne; rewrite (first_unique fk f) eqxx.
Qed.

Lemma leaders z y : \sum_s (leader z s == leader y s)%:R = #|{: 'S_m}|%:R * jaccard (1 : R) z y.
Proof.
rewrite /jaccard; case: (eqVneq z set0) => [->|z0] /=; case: (eqVneq y set0) => [->|y0] /=.
- by rewrite mulr1 (eq_bigr (fun=> 1)) ?sumr_const // => s _; rewrite eqxx.
- rewrite set0I cards0 mul0r mulr0 big1 // => s _; have [j _ ->] := leaderP s y0.
  by rewrite leader0 (negbTE (neq_lift _ _)).
- rewrite setI0 cards0 mul0r mulr0 big1 // => s _; have [j _ ->] := leaderP s z0.
  by rewrite leader0 eq_sym (negbTE (neq_lift _ _)).
rewrite (eq_bigr (fun s => \sum_(j in z :&: y) (first (z :|: y) s j)%:R)) => [|s _].
  rewrite exchange_big (eq_bigr (fun=> #|{: 'S_m}|%:R / #|z :|: y|%:R)) => [|j jW].
    by rewrite sumr_const -[LHS]mulr_natl mulrCA.
  by rewrite first_mean // inE; move: jW; rewrite inE => /andP[-> _].
rewrite leader_meets //; case: existsP => [[j /andP[jW f]]|none].
  rewrite (bigD1 j) //= f big1 ?addr0 // => k /andP[_ ne].
  by case fk: (first _ s k) => //; move: ne; rewrite (first_unique fk f) eqxx.
by rewrite big1 // => j jW; case f: (first _ s j) => //; case: none; exists j; rewrite jW f.
Qed.

(** Its sign, for signs of 0, ..., m. *)
Notation signs := {set 'I_m.+1}.
Definition order : finType := [finType of ('S_m * signs)%type].
Definition leading y (q : order) : R := sign_of R q.2 (leader y q.1).

Lemma leading_norm y q : `|leading y q| = 1. Proof. exact: sign_norm. Qed.

Lemma card_order : (0 < #|order|)%N. Proof. by apply/card_gt0P; exists (1%g, set0). Qed.

Lemma leading_mean z y : #|order|%:R^-1 * (\sum_q leading z q * leading y q) = jaccard 1 z y.
Proof.
have n0 : #|order|%:R != 0 :> R by rewrite pnatr_eq0 -lt0n card_order.
apply: (mulfI n0); rewrite mulVKf //.
rewrite -(pair_bigA _ (fun s A => sign_of R A (leader z s) * sign_of R A (leader y s))) /=.
under eq_bigr do rewrite sign_orthogonal.
by rewrite -mulr_suml leaders card_prod card_sets natrM mulrAC.
Qed.
End First.
