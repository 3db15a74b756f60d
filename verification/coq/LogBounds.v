(** Bounds of the natural logarithm by powers: (1 - u)^n <= exp(-n u) and (1 + u)^n <= exp(n u). *)
From Coq Require Import Reals Lra ZArith Lia.
Local Open Scope R_scope.

Lemma power_exp u n : exp u ^ n = exp (INR n * u).
Proof.
induction n as [|n IH]; [now rewrite Rmult_0_l, exp_0|].
rewrite S_INR. simpl. rewrite IH, <- exp_plus. f_equal. ring.
Qed.

(** Powers over this denominator, rounded down at each squaring: numbers stay short. *)
Definition unit : Z := 256000000000000.
Fixpoint squared (n : nat) (a : Z) : Z := match n with O => a | S n' => squared n' (a * a / unit)%Z end.

Lemma unit_pos : 0 < IZR unit. Proof. apply IZR_lt; reflexivity. Qed.

Lemma squared_below n : forall a x, (0 <= a)%Z -> IZR a <= IZR unit * x ->
  IZR (squared n a) <= IZR unit * x ^ (2 ^ n).
Proof.
induction n as [|n IH]; intros a x a0 le; [simpl; lra|]. assert (u0 := unit_pos).
cbn [squared]. replace (2 ^ S n)%nat with (2 * 2 ^ n)%nat by reflexivity. rewrite pow_mult.
apply IH; [apply Z.div_pos; [nia|reflexivity]|].
assert (q : (unit * (a * a / unit) <= a * a)%Z) by (apply Z.mul_div_le; reflexivity).
apply IZR_le in q. rewrite !mult_IZR in q. apply IZR_le in a0.
assert (s : IZR a * IZR a <= (IZR unit * x) * (IZR unit * x)) by (apply Rmult_le_compat; assumption).
apply Rmult_le_reg_l with (IZR unit); [assumption|]. simpl. lra.
Qed.

(** p/1000 <= log k when 1 <= k (1 - p/256000)^256, and log k <= p/1000 when k <= (1 + p/256000)^256. *)
Definition above (k p : Z) : bool := (unit <=? k * squared 8 (unit - 1000000000 * p))%Z.
Definition below (k p : Z) : bool := (k * unit <=? squared 8 (unit + 1000000000 * p))%Z.

Lemma power_256 a x : (0 <= a)%Z -> IZR a = IZR unit * x -> IZR (squared 8 a) <= IZR unit * x ^ 256.
Proof.
intros a0 e. assert (n : (2 ^ 8)%nat = 256%nat) by reflexivity. rewrite <- n.
apply squared_below; [assumption|]. rewrite e. apply Rle_refl.
Qed.

Lemma log_above k p : (0 < k)%Z -> (0 <= p < 256000)%Z -> above k p = true -> IZR p / 1000 <= ln (IZR k).
Proof.
intros k0 p1 h. apply Z.leb_le, IZR_le in h. assert (k0' : 0 < IZR k) by (apply IZR_lt; assumption).
set (u := IZR p / 256000). assert (u1 : 0 <= u < 1).
{ destruct p1 as [p0 p1]. apply IZR_le in p0. apply IZR_lt in p1. unfold u. lra. }
assert (e : IZR (unit - 1000000000 * p) = IZR unit * (1 - u)).
{ rewrite minus_IZR, mult_IZR. unfold u, unit. field. }
assert (a0 : (0 <= unit - 1000000000 * p)%Z) by (unfold unit; lia).
assert (pw : (1 - u) ^ 256 <= exp (- (IZR p / 1000))).
{ replace (- (IZR p / 1000)) with (INR 256 * - u) by (rewrite INR_IZR_INZ; unfold u; simpl; field).
  rewrite <- power_exp. apply pow_incr. split; [lra|]. assert (i := exp_ineq1_le (- u)). lra. }
assert (b := power_256 _ _ a0 e). assert (u0 := unit_pos). rewrite mult_IZR in h.
set (power := (1 - u) ^ 256) in *. clearbody power.
assert (one : 1 <= IZR k * power).
{ apply Rmult_le_reg_l with (IZR unit); [assumption|]. rewrite Rmult_1_r. apply Rle_trans with (1 := h).
  replace (IZR unit * (IZR k * power)) with (IZR k * (IZR unit * power)) by ring.
  apply Rmult_le_compat_l; [lra|assumption]. }
rewrite <- (ln_exp (IZR p / 1000)). 
assert (le : exp (IZR p / 1000) <= IZR k).
{ assert (m : 1 <= IZR k * exp (- (IZR p / 1000))) by (apply Rle_trans with (1 := one); apply Rmult_le_compat_l; lra).
  rewrite exp_Ropp in m. assert (q := exp_pos (IZR p / 1000)).
  apply Rmult_le_reg_r with (/ exp (IZR p / 1000)); [now apply Rinv_0_lt_compat|].
  rewrite Rinv_r; [assumption|lra]. }
destruct le as [lt| ->]; [left; apply ln_increasing; [apply exp_pos|assumption]|right; reflexivity].
Qed.

Lemma log_below k p : (0 < k)%Z -> (0 <= p)%Z -> below k p = true -> ln (IZR k) <= IZR p / 1000.
Proof.
intros k0 p0 h. apply Z.leb_le, IZR_le in h. assert (k0' : 0 < IZR k) by (apply IZR_lt; assumption).
set (u := IZR p / 256000). assert (u0 : 0 <= u). { apply IZR_le in p0. unfold u. lra. }
assert (e : IZR (unit + 1000000000 * p) = IZR unit * (1 + u)).
{ rewrite plus_IZR, mult_IZR. unfold u, unit. field. }
assert (a0 : (0 <= unit + 1000000000 * p)%Z) by (unfold unit; lia).
assert (pw : (1 + u) ^ 256 <= exp (IZR p / 1000)).
{ replace (IZR p / 1000) with (INR 256 * u) by (rewrite INR_IZR_INZ; unfold u; simpl; field).
  rewrite <- power_exp. apply pow_incr. split; [lra|]. assert (i := exp_ineq1_le u). lra. }
assert (b := power_256 _ _ a0 e). assert (i0 := unit_pos). rewrite mult_IZR in h.
set (power := (1 + u) ^ 256) in *. clearbody power.
assert (one : IZR k <= power).
{ apply Rmult_le_reg_l with (IZR unit); [assumption|]. rewrite (Rmult_comm _ (IZR k)). lra. }
assert (le : IZR k <= exp (IZR p / 1000)) by (apply Rle_trans with (1 := one); exact pw).
rewrite <- (ln_exp (IZR p / 1000)).
destruct le as [lt| <-]; [left; apply ln_increasing; assumption|right; reflexivity].
Qed.

(** A row: bounds of log x by thousandths, and c/1000 >= 1/log(x)^2. *)
Definition row_ok (x : Z) (row : Z * Z * Z) (C : Z) : bool :=
  let '(lo, hi, c) := row in
  (0 <? lo)%Z && (lo <? 256000)%Z && (0 <=? hi)%Z && above x lo && below x hi &&
  (1000000000 <=? c * (lo * lo))%Z && (C * (hi * hi) <=? 3 * x * 1000000000)%Z.

Lemma row_sound x lo hi c C : (0 < x)%Z -> (0 <= C)%Z -> row_ok x (lo, hi, c) C = true ->
  / (ln (IZR x) * ln (IZR x)) <= IZR c / 1000 /\ IZR C / 1000 <= 3 * IZR x * / (ln (IZR x) * ln (IZR x)).
Proof.
intros x0 C0 ok. unfold row_ok in ok. rewrite !Bool.andb_true_iff in ok.
destruct ok as [[[[[[l0 l1] h0] a] b] cl] ch].
apply Z.ltb_lt in l0, l1. apply Z.leb_le in h0, cl, ch.
assert (ga := log_above x lo x0 (conj (Z.lt_le_incl _ _ l0) l1) a). assert (gb := log_below x hi x0 h0 b).
assert (c0 : (0 <= c)%Z).
{ destruct (Z.le_gt_cases 0 c) as [|neg]; [assumption|exfalso].
  assert (c * (lo * lo) <= 0)%Z by (apply Z.mul_nonpos_nonneg; nia). lia. }
apply IZR_le in c0. apply IZR_lt in l0, x0. apply IZR_le in h0, cl, ch, C0. rewrite !mult_IZR in cl. rewrite !mult_IZR in ch.
set (l := ln (IZR x)) in *. assert (lp : 0 < l) by lra.
assert (ll : 0 < l * l) by (apply Rmult_lt_0_compat; assumption).
assert (low : (IZR lo / 1000) * (IZR lo / 1000) <= l * l) by (apply Rmult_le_compat; lra).
assert (high : l * l <= (IZR hi / 1000) * (IZR hi / 1000)) by (apply Rmult_le_compat; lra).
split.
- apply Rmult_le_reg_r with (l * l); [assumption|]. rewrite Rinv_l; [|lra].
  assert (k := Rmult_le_compat_l _ _ _ c0 low). lra.
- apply Rmult_le_reg_r with (l * l); [assumption|]. replace (3 * IZR x * / (l * l) * (l * l)) with (3 * IZR x) by (field; lra).
  assert (k := Rmult_le_compat_l _ _ _ C0 high). lra.
Qed.
