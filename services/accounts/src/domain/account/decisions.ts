import type { AccountErased } from '@onceover/schema/events/accounts/account-erased.v1';
import type { AccountLocaleChanged } from '@onceover/schema/events/accounts/account-locale-changed.v1';
import type { AccountPasswordChanged } from '@onceover/schema/events/accounts/account-password-changed.v1';
import type { AccountPlanChanged } from '@onceover/schema/events/accounts/account-plan-changed.v1';
import type { AccountRegistered } from '@onceover/schema/events/accounts/account-registered.v1';
import type { AccountResetRequested } from '@onceover/schema/events/accounts/account-reset-requested.v1';
import type { AccountRoleChanged } from '@onceover/schema/events/accounts/account-role-changed.v1';
import type { AccountSignUpRepeated } from '@onceover/schema/events/accounts/account-sign-up-repeated.v1';
import type { AccountVerificationRequested } from '@onceover/schema/events/accounts/account-verification-requested.v1';
import type { AccountVerified } from '@onceover/schema/events/accounts/account-verified.v1';
import { type AccountState, isLiving, type LivingAccount } from './account.ts';
import { AccountGone } from './account-errors.ts';

/** What may be done with an account, as pure functions: command and state in, events out. */

type Facts<Event extends { readonly data: object }> = Event['data'];

/** A stream is begun once. */
export function register(
  command: Facts<AccountRegistered> & { readonly limits: Facts<AccountPlanChanged>['limits'] },
  state: AccountState,
): readonly [AccountRegistered, AccountPlanChanged] {
  if (state.status !== 'absent') throw new AccountGone();
  const { limits, ...facts } = command;
  const { accountRef, planId } = facts;
  return [
    { type: 'account.registered', schemaVersion: 1, data: facts },
    { type: 'account.plan_changed', schemaVersion: 1, data: { accountRef, planId, limits } },
  ];
}

/** Once; opening the link again changes nothing, and neither does one that comes after the end. */
export function verify(data: Facts<AccountVerified>, state: AccountState): readonly AccountVerified[] {
  return state.status === 'unverified' ? [{ type: 'account.verified', schemaVersion: 1, data }] : [];
}

/** Only an account that still needs it. */
export function requestVerification(
  data: Facts<AccountVerificationRequested>,
  state: AccountState,
): readonly AccountVerificationRequested[] {
  return state.status === 'unverified' ? [{ type: 'account.verification_requested', schemaVersion: 1, data }] : [];
}

export function repeatSignUp(
  data: Facts<AccountSignUpRepeated>,
  state: AccountState,
): readonly AccountSignUpRepeated[] {
  return isLiving(state) ? [{ type: 'account.sign_up_repeated', schemaVersion: 1, data }] : [];
}

export function requestReset(
  data: Facts<AccountResetRequested>,
  state: AccountState,
): readonly AccountResetRequested[] {
  return isLiving(state) ? [{ type: 'account.reset_requested', schemaVersion: 1, data }] : [];
}

/** By its owner. */
export function changePassword(data: Facts<AccountPasswordChanged>, state: AccountState): AccountPasswordChanged {
  refuseGone(state);
  return { type: 'account.password_changed', schemaVersion: 1, data };
}

/** By a key that was mailed: it proves the address as well as the verification mail does. */
export function resetPassword(
  data: Facts<AccountPasswordChanged>,
  state: AccountState,
): readonly (AccountPasswordChanged | AccountVerified)[] {
  const { accountRef } = data;
  return [changePassword(data, state), ...verify({ accountRef }, state)];
}

/** Choosing what was chosen before is no event. */
export function changeLocale(data: Facts<AccountLocaleChanged>, state: AccountState): readonly AccountLocaleChanged[] {
  refuseGone(state);
  return state.locale === data.locale ? [] : [{ type: 'account.locale_changed', schemaVersion: 1, data }];
}

export function changePlan(data: Facts<AccountPlanChanged>, state: AccountState): AccountPlanChanged {
  refuseGone(state);
  return { type: 'account.plan_changed', schemaVersion: 1, data };
}

/** Giving a role somebody has is no event. */
export function changeRole(data: Facts<AccountRoleChanged>, state: AccountState): readonly AccountRoleChanged[] {
  refuseGone(state);
  return state.role === data.role ? [] : [{ type: 'account.role_changed', schemaVersion: 1, data }];
}

/** Once. */
export function erase(data: Facts<AccountErased>, state: AccountState): readonly AccountErased[] {
  return isLiving(state) ? [{ type: 'account.erased', schemaVersion: 1, data }] : [];
}

function refuseGone(state: AccountState): asserts state is LivingAccount {
  if (!isLiving(state)) throw new AccountGone();
}
