(** That the premises of a statement can be met, as a proposition made from the statement itself:
    `ltac:(premises claim given)`.

    What a statement is about is to exist together with its premises, and so on in each part of its
    conclusion: for every field, some things of the types that it ranges over that meet all premises.
    Where the conclusion is that something exists of which there are premises again, it is that and
    has what meets them.  A cited theorem among `given` (tt for none) is no premise to be met. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.

Ltac both A B := lazymatch A with
  | True => B
  | _ => lazymatch B with True => A | _ => constr:(A /\ B) end end.
Ltac head A := lazymatch A with ?f _ => head f | _ => A end.
Ltac among given A := let f := head A in
  match given with
  | context [?g] => let same := match g with f => constr:(true) end in same
  | _ => constr:(false) end.

Ltac met given P := lazymatch P with
  | ?A -> ?B => let b := met given B in
    lazymatch type of A with
    | Prop => lazymatch among given A with true => b | _ => both A b end
    | _ => constr:(exists _ : A, b) end
  | forall x : ?A, @?B x => let Q := met_at given A B in
    lazymatch A with
    | realFieldType => lazymatch Q with fun _ => True => constr:(True) | _ => constr:(forall x : A, Q x) end
    | _ => constr:(ex Q) end
  | ?A /\ ?B => let a := met given A in let b := met given B in both a b
  | and3 ?A ?B ?C => met given constr:(A /\ B /\ C)
  | and4 ?A ?B ?C ?D => met given constr:(A /\ B /\ C /\ D)
  | and5 ?A ?B ?C ?D ?E => met given constr:(A /\ B /\ C /\ D /\ E)
  | @ex2 ?A ?B ?C => met given constr:(exists x : A, B x /\ C x)
  | @ex ?A ?B => let Q := met_at given A B in
    lazymatch Q with
    | fun _ => True => constr:(True)
    | _ => lazymatch B with
      | fun x => @ex (@?S x) (@?C x) => constr:(ex Q)
      | fun x => @ex2 (@?S x) (@?C x) (@?D x) => constr:(ex Q)
      | _ => constr:(exists x : A, B x /\ Q x) end end
  | _ => constr:(True) end
with met_at given A B := let x := fresh "x" in
  constr:(fun x : A => ltac:(let b := eval cbv beta in (B x) in let c := met given b in exact c)).

Ltac premises claim given :=
  let P := eval cbv delta [claim] in claim in let P := eval cbv beta zeta in P in
  let Q := met given P in let Q := eval cbv beta in Q in exact Q.

(** What shows it where nothing is asked but sizes, and things of types that have one. *)
Ltac something := intros; first
  [exact 1%R | exact bool_finType | exact ord0 | exact set0 | exact 1%g | exact true | exact nil].
Ltac meet := intros; lazymatch goal with
  | |- True => exact I
  | |- _ /\ _ => split; meet
  | |- exists _ : nat, _ => (exists 7 + exists 3 + exists 2); meet
  | |- exists _, _ => unshelve eexists; [solve [something] | meet]
  | |- _ => done end.
