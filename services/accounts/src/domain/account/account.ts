import type * as recorded from '@onceover/schema/events/accounts';

export type AccountEvent =
  | recorded.AccountRegistered
  | recorded.AccountImported
  | recorded.AccountVerified
  | recorded.AccountVerificationRequested
  | recorded.AccountSignUpRepeated
  | recorded.AccountResetRequested
  | recorded.AccountPasswordChanged
  | recorded.AccountTwoStepRemoved
  | recorded.AccountPasskeyAdded
  | recorded.AccountPasskeyRenamed
  | recorded.AccountPasskeyRemoved
  | recorded.AccountLocaleChanged
  | recorded.AccountPlanChanged
  | recorded.AccountRoleChanged
  | recorded.AccountDisabled
  | recorded.AccountEnabled
  | recorded.AccountDisabledTold
  | recorded.AccountEnabledTold
  | recorded.AccountWebhookDisabledTold
  | recorded.AccountErased;

/** An account as its events describe it; whose it is does not appear in them. */
export type AccountState = { readonly status: 'absent' } | { readonly status: 'erased' } | LivingAccount;

export interface LivingAccount {
  readonly status: 'unverified' | 'verified';
  readonly planId: recorded.AccountRegistered['data']['planId'];
  readonly role: recorded.AccountRoleChanged['data']['role'];
  readonly isDisabled: boolean;
  /** As chosen; null: never. */
  readonly locale: string | null;
  /** Its passkeys, by their references. */
  readonly passkeys: readonly string[];
}

export const absent: AccountState = { status: 'absent' };

/** What an account becomes when something happened to it. Erased stays erased. */
export function evolve(state: AccountState, event: AccountEvent): AccountState {
  if (event.type === 'account.registered' || event.type === 'account.imported') {
    if (state.status !== 'absent') return state;
    const status = event.type === 'account.registered' ? 'unverified' : 'verified';
    return { status, planId: event.data.planId, role: 'customer', isDisabled: false, locale: null, passkeys: [] };
  }
  if (!isLiving(state)) return state;
  switch (event.type) {
    case 'account.verified':
      return { ...state, status: 'verified' };
    case 'account.plan_changed':
      return { ...state, planId: event.data.planId };
    case 'account.role_changed':
      return { ...state, role: event.data.role };
    case 'account.disabled':
      return { ...state, isDisabled: true };
    case 'account.enabled':
      return { ...state, isDisabled: false };
    case 'account.locale_changed':
      return { ...state, locale: event.data.locale };
    case 'account.passkey_added':
      return { ...state, passkeys: [...state.passkeys, event.data.passkeyRef] };
    case 'account.passkey_removed':
      return { ...state, passkeys: state.passkeys.filter((each) => each !== event.data.passkeyRef) };
    case 'account.erased':
      return { status: 'erased' };
    case 'account.verification_requested':
    case 'account.sign_up_repeated':
    case 'account.reset_requested':
    case 'account.password_changed':
    case 'account.two_step_removed':
    case 'account.passkey_renamed':
    case 'account.disabled_told':
    case 'account.enabled_told':
    case 'account.webhook_disabled_told':
      return state;
    default: {
      // A newer version's event, while it is taken into service beside this one.
      event satisfies never;
      return state;
    }
  }
}

export function isLiving(state: AccountState): state is LivingAccount {
  return state.status === 'unverified' || state.status === 'verified';
}
