import { type AccountEvent, type AccountState, isLiving, type LivingAccount } from './account.ts';
import { AccountGone } from './account-errors.ts';

/** What happens to an account from its registration to its end, as pure functions: command and state in, events out. */

type Happened<Type extends AccountEvent['type']> = Extract<AccountEvent, { readonly type: Type }>;
type Facts<Type extends AccountEvent['type']> = Happened<Type>['data'];

function happened<Type extends AccountEvent['type']>(type: Type, data: Facts<Type>): Happened<Type> {
  return { type, schemaVersion: 1, data } as unknown as Happened<Type>;
}

/** An account is registered once. */
export function register(
  command: Facts<'account.registered'> & Pick<Facts<'account.plan_changed'>, 'limits'>,
  state: AccountState,
): readonly [Happened<'account.registered'>, Happened<'account.plan_changed'>] {
  if (state.status !== 'absent') throw new AccountGone();
  const { limits, ...facts } = command;
  const { accountRef, planId } = facts;
  return [happened('account.registered', facts), happened('account.plan_changed', { accountRef, planId, limits })];
}

/** Happens once. Opening the link again changes nothing, nor does opening it after the account was closed. */
export function verify(data: Facts<'account.verified'>, state: AccountState) {
  return state.status === 'unverified' ? [happened('account.verified', data)] : [];
}

/** Only for an account that is not verified yet. */
export function requestVerification(data: Facts<'account.verification_requested'>, state: AccountState) {
  return state.status === 'unverified' ? [happened('account.verification_requested', data)] : [];
}

/** Only while no sign-up with the address was proven. The account has the newer one's plan. */
export function replaceSignUp(
  command: Facts<'account.verification_requested'> & Facts<'account.plan_changed'>,
  state: AccountState,
): readonly AccountEvent[] {
  if (state.status !== 'unverified') return [];
  const { accountRef, planId, limits, deliveryId } = command;
  const requested = requestVerification({ accountRef, deliveryId }, state);
  if (state.planId === planId) return requested;
  return [...requested, happened('account.plan_changed', { accountRef, planId, limits })];
}

export function repeatSignUp(data: Facts<'account.sign_up_repeated'>, state: AccountState) {
  return isLiving(state) ? [happened('account.sign_up_repeated', data)] : [];
}

export function requestReset(data: Facts<'account.reset_requested'>, state: AccountState) {
  return isLiving(state) ? [happened('account.reset_requested', data)] : [];
}

/** The owner is told that an operator turned two-step sign-in off. */
export function tellOfRemovedTwoStep(data: Facts<'account.two_step_removed'>, state: AccountState) {
  return isLiving(state) ? [happened('account.two_step_removed', data)] : [];
}

/** By its owner. */
export function changePassword(data: Facts<'account.password_changed'>, state: AccountState) {
  refuseGone(state);
  return happened('account.password_changed', data);
}

/** By a key that was emailed: it proves the address as well as the verification email does. */
export function resetPassword(data: Facts<'account.password_changed'>, state: AccountState): readonly AccountEvent[] {
  return [changePassword(data, state), ...verify({ accountRef: data.accountRef }, state)];
}

/** Choosing the same locale again makes no event. */
export function changeLocale(data: Facts<'account.locale_changed'>, state: AccountState) {
  refuseGone(state);
  return state.locale === data.locale ? [] : [happened('account.locale_changed', data)];
}

export function changePlan(data: Facts<'account.plan_changed'>, state: AccountState) {
  refuseGone(state);
  return happened('account.plan_changed', data);
}

/** Giving a role the account already has makes no event. */
export function changeRole(data: Facts<'account.role_changed'>, state: AccountState) {
  refuseGone(state);
  return state.role === data.role ? [] : [happened('account.role_changed', data)];
}

/** Once. */
export function erase(data: Facts<'account.erased'>, state: AccountState) {
  return isLiving(state) ? [happened('account.erased', data)] : [];
}

function refuseGone(state: AccountState): asserts state is LivingAccount {
  if (!isLiving(state)) throw new AccountGone();
}
