import { maxPasskeys, TooManyPasskeys } from '../passkey/passkey.ts';
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

/** An account is imported once, verified as it was where it came from; not again after its owner has closed it here. */
export function importAccount(
  command: Facts<'account.imported'> &
    Pick<Facts<'account.plan_changed'>, 'limits'> &
    Pick<Facts<'account.role_changed'>, 'role'>,
  state: AccountState,
): readonly AccountEvent[] {
  if (state.status !== 'absent') throw new AccountGone();
  const { limits, role, ...facts } = command;
  const { accountRef, planId } = facts;
  return [
    happened('account.imported', facts),
    happened('account.plan_changed', { accountRef, planId, limits }),
    ...(role === 'colonel' ? [happened('account.role_changed', { accountRef, role })] : []),
  ];
}

/** What happens only while accounts are in such a state. */
function whileIn(isIn: (state: AccountState) => boolean) {
  return <Type extends AccountEvent['type']>(type: Type) =>
    (data: Facts<Type>, state: AccountState): readonly Happened<Type>[] =>
      isIn(state) ? [happened(type, data)] : [];
}
const whileUnverified = whileIn(({ status }) => status === 'unverified');
const whileLiving = whileIn(isLiving);

/** Happens once. Opening the link again changes nothing, nor does opening it after the account was closed. */
export const verify = whileUnverified('account.verified');
export const requestVerification = whileUnverified('account.verification_requested');
export const repeatSignUp = whileLiving('account.sign_up_repeated');
export const requestReset = whileLiving('account.reset_requested');
/** The owner is told that an operator turned two-step sign-in off. */
export const tellOfRemovedTwoStep = whileLiving('account.two_step_removed');
/** The owner is told that they cannot sign in, or that they can again; never of what is no longer so. */
export const tellOfDisabling = whileIn((state) => isLiving(state) && state.isDisabled)('account.disabled_told');
export const tellOfEnabling = whileIn((state) => isLiving(state) && !state.isDisabled)('account.enabled_told');
/** The owner is told that a webhook that they set up was switched off. */
export const tellOfWebhook = whileLiving('account.webhook_disabled_told');
/** Once. */
export const erase = whileLiving('account.erased');

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

/** By its owner. */
export function changePassword(data: Facts<'account.password_changed'>, state: AccountState) {
  refuseGone(state);
  return happened('account.password_changed', data);
}

/** By a key that was emailed: it proves the address as well as the verification email does. Whose the passkeys are is not known. */
export function resetPassword(data: Facts<'account.password_changed'>, state: AccountState): readonly AccountEvent[] {
  const { accountRef } = data;
  const passkeys = isLiving(state) ? state.passkeys : [];
  return [
    changePassword(data, state),
    ...passkeys.flatMap((passkeyRef) => removePasskey({ accountRef, passkeyRef }, state)),
    ...verify({ accountRef }, state),
  ];
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

/** Disabling an account that is disabled makes no event, nor does enabling one that is not. */
export function disable(data: Facts<'account.disabled'>, state: AccountState) {
  refuseGone(state);
  return state.isDisabled ? [] : [happened('account.disabled', data)];
}

export function enable(data: Facts<'account.enabled'>, state: AccountState) {
  refuseGone(state);
  return state.isDisabled ? [happened('account.enabled', data)] : [];
}

/** An account has at most 20. */
export function addPasskey(data: Facts<'account.passkey_added'>, state: AccountState) {
  refuseGone(state);
  if (state.passkeys.length >= maxPasskeys) throw new TooManyPasskeys();
  return happened('account.passkey_added', data);
}

/** What becomes of a passkey that the account has; of any other nothing becomes. */
function ofOwnPasskey<Type extends 'account.passkey_renamed' | 'account.passkey_removed'>(type: Type) {
  return (data: Facts<Type>, state: AccountState): readonly Happened<Type>[] =>
    isLiving(state) && state.passkeys.includes(data.passkeyRef) ? [happened(type, data)] : [];
}
export const renamePasskey = ofOwnPasskey('account.passkey_renamed');
export const removePasskey = ofOwnPasskey('account.passkey_removed');

function refuseGone(state: AccountState): asserts state is LivingAccount {
  if (!isLiving(state)) throw new AccountGone();
}
