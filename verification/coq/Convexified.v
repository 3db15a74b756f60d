(** The largest convex calibration function of the quadratic surrogate (Definition A.3). *)
From Coq Require Import Reals.
From Coq Require Epsilon.
From mathcomp Require Import all_ssreflect all_algebra Rstruct ring.
From qstheory Require Import Loss Statements Rank Comparison Calibration.
Set Implicit Arguments. Unset Strict Implicit. Unset Printing Implicit Defensive.
Import Order.TTheory GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(** The supremum of a set of numbers that has a bound. *)
Definition supremum (E : reals -> Prop) : reals := Epsilon.epsilon (inhabits (0 : reals)) (is_lub E).
Lemma supremum_lub (E : reals -> Prop) (x b : reals) : E x -> (forall y, E y -> y <= b) ->
  (forall y, E y -> y <= supremum E) /\ (forall c, (forall y, E y -> y <= c) -> supremum E <= c).
Proof.
move=> Ex up; have [above least] : is_lub E (supremum E).
  apply: Epsilon.epsilon_spec.
  have bnd : bound E by exists b => y /up /RleP.
  have some : exists x, E x by exists x.
  by have [m lub] := completeness E bnd some; exists m.
split=> [y /above /RleP //|c le]; apply/RleP/least => y /le /RleP //.
Qed.

Theorem convexified : claim_x_calibration_convexified.
Proof.
move=> Z Y L r F U c dec occurs M s0 occM top admitted.
pose B : reals := 1 + \sum_z sqnorm (F z).
have FB z : sqnorm (F z) <= B.
  by rewrite /B (bigD1 z) //= addrCA ler_addl addr_ge0 ?ler01 // sumr_ge0 // => z' _; exact: sqnorm_ge0.
have B0 : 0 < B by rewrite ltr_paddr ?ltr01 // sumr_ge0 // => z _; exact: sqnorm_ge0.
have four : 0 < 4%:R * B by rewrite mulr_gt0 ?ltr0n.
have square (p : problem reals) (FB' : forall z : predictions p, sqnorm (Loss.F z) <= B) := Calibration.function FB' B0.
have below eps s : occurs eps s -> eps ^+ 2 / (4%:R * B) <= s.
  move=> [p [v [z [b [dist decodes opt -> ->]]]]].
  pose P := @Problem reals [finType of unit] Z Y r L F U c (fun=> 1) (fun=> p) (fun=> v) (fun=> z) (fun=> b) dec
    (unit_distribution reals) (fun=> dist) (fun=> decodes) (fun=> opt).
  by have [_ _ _ /(_ tt)] := square P FB.
have [p [v [z [b [dist decodes opt eM es]]]]] := occM.
have M0 : 0 <= M by rewrite eM subr_ge0; exact: opt.
have s00 : 0 <= s0 by apply: le_trans (below _ _ occM); rewrite divr_ge0 ?sqr_ge0 // ltW.
pose g k := \sum_y p y * U y k.
have bayes w : risk L p w = dot (F w) g + c.
  rewrite /risk (eq_bigr (fun y => \sum_k F w k * (p y * U y k) + p y * c)) => [|y _]; last first.
    by rewrite dec mulrDr mulr_sumr; congr (_ + _); apply: eq_bigr => k _; exact: mulrCA.
  rewrite big_split /= -mulr_suml dist.2 mul1r exchange_big; congr (_ + _).
  by apply: eq_bigr => k _; rewrite mulr_sumr.
have zero : occurs 0 0.
  exists p, g, b, b; split=> //; rewrite ?subrr // => z'.
  by have := opt z'; rewrite !bayes ler_add2r.
have at0 h : admitted h -> h 0 <= 0 by case=> _ le; exact: le zero.
pose h0 (e : reals) := e ^+ 2 / (4%:R * B).
have adm0 : admitted h0.
  split=> [t a a' t01 _ _|eps s]; last exact: below.
  pose P := @Problem reals [finType of unit] Z Y r L F U c (fun=> 1) (fun=> p) (fun=> v) (fun=> z) (fun=> b) dec
    (unit_distribution reals) (fun=> dist) (fun=> decodes) (fun=> opt).
  by have [_ _ convex _] := square P FB; exact: convex.
have bounded h e : admitted h -> 0 <= e <= M -> h e <= s0.
  move=> adm /andP[e0 eM']; have [convex le] := adm.
  have [M1|M1] := eqVneq M 0.
    have -> : e = 0 by apply/eqP; rewrite eq_le e0 andbT -M1.
    by apply: le_trans (at0 h adm) s00.
  have Mp : 0 < M by rewrite lt_neqAle eq_sym M1.
  have t01 : 0 <= e / M <= 1 by rewrite divr_ge0 //= ler_pdivr_mulr // mul1r.
  have := convex (e / M) M 0 t01; rewrite !lexx M0 mulr0 addr0 divfK // => /(_ isT isT) /le_trans; apply.
  have /andP[t0 t1] := t01.
  apply: le_trans (_ : e / M * s0 + (1 - e / M) * 0 <= _).
    by apply: ler_add; rewrite ler_wpmul2l ?subr_ge0 //; [exact: le occM|exact: at0].
  by rewrite mulr0 addr0 ler_pimull.
pose E e := fun x : reals => exists2 h, admitted h & x = h e.
pose K e := supremum (E e).
have lub e : 0 <= e <= M -> (forall h, admitted h -> h e <= K e) /\
    (forall c', (forall h, admitted h -> h e <= c') -> K e <= c').
  move=> eM'; have Eh : E e (h0 e) by exists h0.
  have up y : E e y -> y <= s0 by case=> h adm ->; exact: bounded.
  have [above least] := supremum_lub Eh up.
  by split=> [h adm|c' le]; [apply: above; exists h|apply: least => y [h adm ->]; exact: le].
have in0 : 0 <= (0 : reals) <= M by rewrite M0 andbT.
exists K; last first.
  split=> [|e /andP[e0 eM']|h adm e eM']; last exact: (lub e eM').1.
    apply/eqP; rewrite eq_le (lub 0 in0).2 //=; apply: le_trans ((lub 0 in0).1 h0 adm0).
    by rewrite /h0 expr0n mul0r.
  have in_e : 0 <= e <= M by rewrite ltW.
  by apply: lt_le_trans ((lub e in_e).1 h0 adm0); rewrite divr_gt0 ?exprn_gt0.
split=> [t a a' t01 aM aM'|eps s occ].
  have /andP[t0 t1] := t01; have /andP[a0 a1] := aM; have /andP[a0' a1'] := aM'.
  have in_mix : 0 <= t * a + (1 - t) * a' <= M.
    rewrite addr_ge0 ?mulr_ge0 ?subr_ge0 //=.
    have -> : M = t * M + (1 - t) * M by ring.
    by apply: ler_add; rewrite ler_wpmul2l ?subr_ge0.
  apply: (lub _ in_mix).2 => h adm; have [convex _] := adm.
  apply: le_trans (convex t a a' t01 aM aM') _.
  by apply: ler_add; rewrite ler_wpmul2l ?subr_ge0 ?(lub _ _).1.
have in_eps : 0 <= eps <= M.
  rewrite (top eps s occ) andbT; have [p' [v' [z' [b' [_ _ opt' -> _]]]]] := occ.
  by rewrite subr_ge0; exact: opt'.
by apply: (lub _ in_eps).2 => h [_ le]; exact: le occ.
Qed.
