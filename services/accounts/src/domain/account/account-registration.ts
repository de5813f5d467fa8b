import type { AccountPlanChanged } from '@onceover/schema/events/accounts/account-plan-changed.v1';
import type { AccountRegistered } from '@onceover/schema/events/accounts/account-registered.v1';
import type { AccountSignUpRepeated } from '@onceover/schema/events/accounts/account-sign-up-repeated.v1';
import type { AccountVerificationRequested } from '@onceover/schema/events/accounts/account-verification-requested.v1';
import type { AccountVerified } from '@onceover/schema/events/accounts/account-verified.v1';
import { type AccountState, isLiving } from './account.ts';
import { AccountGone } from './account-errors.ts';

/** How an account is registered and its address proven, as pure functions: command and state in, events out. */

type Facts<Event extends { readonly data: object }> = Event['data'];

/** An account is registered once. */
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

/** Happens once. Opening the link again changes nothing, nor does opening it after the account was closed. */
export function verify(data: Facts<AccountVerified>, state: AccountState): readonly AccountVerified[] {
  return state.status === 'unverified' ? [{ type: 'account.verified', schemaVersion: 1, data }] : [];
}

/** Only for an account that is not verified yet. */
export function requestVerification(
  data: Facts<AccountVerificationRequested>,
  state: AccountState,
): readonly AccountVerificationRequested[] {
  return state.status === 'unverified' ? [{ type: 'account.verification_requested', schemaVersion: 1, data }] : [];
}

/** Only while no sign-up with the address was proven. The account has the newer one's plan. */
export function replaceSignUp(
  command: Facts<AccountVerificationRequested> & Facts<AccountPlanChanged>,
  state: AccountState,
): readonly (AccountVerificationRequested | AccountPlanChanged)[] {
  if (state.status !== 'unverified') return [];
  const { accountRef, planId, limits, deliveryId } = command;
  const requested = requestVerification({ accountRef, deliveryId }, state);
  if (state.planId === planId) return requested;
  return [...requested, { type: 'account.plan_changed', schemaVersion: 1, data: { accountRef, planId, limits } }];
}

export function repeatSignUp(
  data: Facts<AccountSignUpRepeated>,
  state: AccountState,
): readonly AccountSignUpRepeated[] {
  return isLiving(state) ? [{ type: 'account.sign_up_repeated', schemaVersion: 1, data }] : [];
}
