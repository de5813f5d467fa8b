import type { AccountErased } from '@onceover/schema/events/accounts/account-erased.v1';
import type { AccountLocaleChanged } from '@onceover/schema/events/accounts/account-locale-changed.v1';
import type { AccountPasswordChanged } from '@onceover/schema/events/accounts/account-password-changed.v1';
import type { AccountPlanChanged } from '@onceover/schema/events/accounts/account-plan-changed.v1';
import type { AccountResetRequested } from '@onceover/schema/events/accounts/account-reset-requested.v1';
import type { AccountRoleChanged } from '@onceover/schema/events/accounts/account-role-changed.v1';
import type { AccountTwoStepRemoved } from '@onceover/schema/events/accounts/account-two-step-removed.v1';
import type { AccountVerified } from '@onceover/schema/events/accounts/account-verified.v1';
import { type AccountState, isLiving, type LivingAccount } from './account.ts';
import { AccountGone } from './account-errors.ts';
import { verify } from './account-registration.ts';

/** What changes about an account, and its end, as pure functions: command and state in, events out. */

type Facts<Event extends { readonly data: object }> = Event['data'];

export function requestReset(
  data: Facts<AccountResetRequested>,
  state: AccountState,
): readonly AccountResetRequested[] {
  return isLiving(state) ? [{ type: 'account.reset_requested', schemaVersion: 1, data }] : [];
}

/** The owner is told that an operator turned two-step sign-in off. */
export function tellOfRemovedTwoStep(
  data: Facts<AccountTwoStepRemoved>,
  state: AccountState,
): readonly AccountTwoStepRemoved[] {
  return isLiving(state) ? [{ type: 'account.two_step_removed', schemaVersion: 1, data }] : [];
}

/** By its owner. */
export function changePassword(data: Facts<AccountPasswordChanged>, state: AccountState): AccountPasswordChanged {
  refuseGone(state);
  return { type: 'account.password_changed', schemaVersion: 1, data };
}

/** By a key that was emailed: it proves the address as well as the verification email does. */
export function resetPassword(
  data: Facts<AccountPasswordChanged>,
  state: AccountState,
): readonly (AccountPasswordChanged | AccountVerified)[] {
  const { accountRef } = data;
  return [changePassword(data, state), ...verify({ accountRef }, state)];
}

/** Choosing the same locale again makes no event. */
export function changeLocale(data: Facts<AccountLocaleChanged>, state: AccountState): readonly AccountLocaleChanged[] {
  refuseGone(state);
  return state.locale === data.locale ? [] : [{ type: 'account.locale_changed', schemaVersion: 1, data }];
}

export function changePlan(data: Facts<AccountPlanChanged>, state: AccountState): AccountPlanChanged {
  refuseGone(state);
  return { type: 'account.plan_changed', schemaVersion: 1, data };
}

/** Giving a role the account already has makes no event. */
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
