import { deciderSpec } from '@onceover/testing/decider-spec';
import { describe, expect, test } from 'vitest';
import { maxPasskeys } from '../passkey/passkey.ts';
import { type AccountEvent, type AccountState, absent, evolve } from './account.ts';
import {
  addPasskey,
  changeLocale,
  changePassword,
  changePlan,
  changeRole,
  disable,
  enable,
  erase,
  importAccount,
  register,
  removePasskey,
  renamePasskey,
  repeatSignUp,
  requestReset,
  requestVerification,
  resetPassword,
  tellOfDisabling,
  tellOfEnabling,
  tellOfWebhook,
  verify,
} from './account-changes.ts';

const accountRef = '0197a000-0000-7000-8000-000000000001';
const deliveryId = '0197a000-0000-7000-8000-000000000002';
const limits = { ttl: 1_209_600, size: 10_000, customDomains: false, maxRecipients: 5, mailsPerDay: 50 };
const event = <Type extends AccountEvent['type']>(type: Type, data: Extract<AccountEvent, { type: Type }>['data']) =>
  ({ type, schemaVersion: 1, data }) as unknown as AccountEvent;

const registered = event('account.registered', { accountRef, locale: 'en', planId: 'basic', deliveryId });
const planned = event('account.plan_changed', { accountRef, planId: 'basic', limits });
const verified = event('account.verified', { accountRef });
const erased = event('account.erased', { accountRef });
const passwordChanged = event('account.password_changed', { accountRef, deliveryId });
const localeChanged = event('account.locale_changed', { accountRef, locale: 'he' });
const colonel = event('account.role_changed', { accountRef, role: 'colonel' });
const disabled = event('account.disabled', { accountRef, reasonCode: 'abuse' });
const enabled = event('account.enabled', { accountRef, reasonCode: 'owner-asked' });
const unverifiedPast = [registered, planned];
const past = [...unverifiedPast, verified];

const spec = <Command>(decide: (command: Command, state: AccountState) => AccountEvent | readonly AccountEvent[]) =>
  deciderSpec<Command, AccountState, AccountEvent, undefined>({ decide, evolve, initial: absent, limits: undefined });

describe('an account', () => {
  test('is registered once, with its plan', () => {
    const command = { accountRef, locale: 'en', planId: 'basic', deliveryId, limits } as const;
    spec(register).given([]).when(command).emits(registered, planned);
    expect(() => register(command, evolve(absent, registered))).toThrow();
  });

  test('is imported once, verified, with its plan; a colonel only where the command says so', () => {
    const facts = { accountRef, locale: 'de', planId: 'identity' } as const;
    const imported = event('account.imported', facts);
    const command = { ...facts, limits, role: 'customer' } as const;
    const identity = event('account.plan_changed', { accountRef, planId: 'identity', limits });
    spec(importAccount).given([]).when(command).emits(imported, identity);
    spec(importAccount)
      .given([])
      .when({ ...command, role: 'colonel' })
      .emits(imported, identity, colonel);
    expect(evolve(absent, imported)).toMatchObject({ status: 'verified', planId: 'identity', role: 'customer' });
    for (const given of [past, [imported], [imported, erased]])
      expect(() => importAccount(command, given.reduce(evolve, absent))).toThrow();
    spec(verify).given([imported]).when({ accountRef }).emits();
  });

  test('is verified once; after its end it is not', () => {
    spec(verify).given(unverifiedPast).when({ accountRef }).emits(verified);
    spec(verify).given(past).when({ accountRef }).emits();
    spec(verify)
      .given([...unverifiedPast, erased])
      .when({ accountRef })
      .emits();
    spec(verify).given([]).when({ accountRef }).emits();
  });

  test('is sent a further verification only while it needs one', () => {
    const data = { accountRef, deliveryId };
    spec(requestVerification).given(unverifiedPast).when(data).emits(event('account.verification_requested', data));
    spec(requestVerification).given(past).when(data).emits();
  });

  test('records repeated sign-ups and resets until it is erased', () => {
    const data = { accountRef, deliveryId };
    for (const given of [unverifiedPast, past]) {
      spec(repeatSignUp).given(given).when(data).emits(event('account.sign_up_repeated', data));
      spec(requestReset).given(given).when(data).emits(event('account.reset_requested', data));
    }
    spec(repeatSignUp)
      .given([...past, erased])
      .when(data)
      .emits();
    spec(requestReset)
      .given([...past, erased])
      .when(data)
      .emits();
  });

  test('is verified by a reset, too', () => {
    const data = { accountRef, deliveryId };
    spec(resetPassword).given(unverifiedPast).when(data).emits(passwordChanged, verified);
    spec(resetPassword).given(past).when(data).emits(passwordChanged);
  });

  test('changes its language, role and plan; the same value again makes no event', () => {
    spec(changeLocale).given(past).when({ accountRef, locale: 'he' }).emits(localeChanged);
    spec(changeLocale)
      .given([...past, localeChanged])
      .when({ accountRef, locale: 'he' })
      .emits();
    spec(changeRole).given(past).when({ accountRef, role: 'colonel' }).emits(colonel);
    spec(changeRole)
      .given([...past, colonel])
      .when({ accountRef, role: 'colonel' })
      .emits();
    const identity = event('account.plan_changed', { accountRef, planId: 'identity', limits });
    spec(changePlan).given(past).when({ accountRef, planId: 'identity', limits }).emits(identity);
  });

  test('is disabled and enabled again, each once, and its owner is told only of what is so now', () => {
    const [off, on] = [
      { accountRef, reasonCode: 'abuse' } as const,
      { accountRef, reasonCode: 'owner-asked' } as const,
    ];
    const data = { accountRef, deliveryId };
    const [shut, open] = [
      [...past, disabled],
      [...past, disabled, enabled],
    ];
    spec(disable).given(past).when(off).emits(disabled);
    spec(disable).given(shut).when(off).emits();
    spec(disable).given(open).when(off).emits(disabled);
    spec(enable).given(shut).when(on).emits(enabled);
    for (const given of [past, open]) spec(enable).given(given).when(on).emits();
    spec(tellOfDisabling).given(shut).when(data).emits(event('account.disabled_told', data));
    spec(tellOfEnabling).given(open).when(data).emits(event('account.enabled_told', data));
    spec(tellOfDisabling).given(open).when(data).emits();
    spec(tellOfEnabling).given(shut).when(data).emits();
  });

  test('is told that a webhook was switched off as long as it lives', () => {
    const data = { accountRef, deliveryId };
    spec(tellOfWebhook).given(past).when(data).emits(event('account.webhook_disabled_told', data));
    spec(tellOfWebhook)
      .given([...past, erased])
      .when(data)
      .emits();
  });

  test('is erased once, and nothing happens to it afterwards', () => {
    spec(erase).given(past).when({ accountRef }).emits(erased);
    spec(erase).given(unverifiedPast).when({ accountRef }).emits(erased);
    spec(erase)
      .given([...past, erased])
      .when({ accountRef })
      .emits();
    const gone = [...past, erased, verified, localeChanged, registered].reduce(evolve, absent);
    expect(gone).toEqual({ status: 'erased' });
    for (const decide of [
      () => changePassword({ accountRef, deliveryId }, gone),
      () => changeLocale({ accountRef, locale: 'he' }, gone),
      () => changeRole({ accountRef, role: 'colonel' }, gone),
      () => changePlan({ accountRef, planId: 'basic', limits }, gone),
      () => disable({ accountRef, reasonCode: 'abuse' }, gone),
      () => enable({ accountRef, reasonCode: 'abuse' }, gone),
    ]) {
      expect(decide).toThrow('');
    }
  });

  test('is what its events say', () => {
    const state = [...past, localeChanged, colonel, passwordChanged].reduce(evolve, absent);
    expect(state).toEqual({
      status: 'verified',
      planId: 'basic',
      role: 'colonel',
      isDisabled: false,
      locale: 'he',
      passkeys: [],
    });
  });
});

test('what this version does not know changes nothing', () => {
  const state = evolve(absent, registered);
  const unknown = { type: 'account.of_tomorrow', schemaVersion: 1, data: { accountRef } } as unknown as AccountEvent;
  expect(evolve(state, unknown)).toBe(state);
});

describe('the passkeys of an account', () => {
  const passkeyRef = '0197a000-0000-7000-8000-0000000000aa';
  const added = event('account.passkey_added', { accountRef, passkeyRef, deliveryId });
  const renamed = event('account.passkey_renamed', { accountRef, passkeyRef });
  const removed = event('account.passkey_removed', { accountRef, passkeyRef, deliveryId });
  const others = (count: number) =>
    Array.from({ length: count }, () =>
      event('account.passkey_added', { accountRef, passkeyRef: crypto.randomUUID(), deliveryId }),
    );

  test('are added, up to twenty at a time', () => {
    const command = { accountRef, passkeyRef, deliveryId };
    spec(addPasskey).given(past).when(command).emits(added);
    spec(addPasskey)
      .given([...past, ...others(maxPasskeys - 1)])
      .when(command)
      .emits(added);
    spec(addPasskey)
      .given([...past, ...others(maxPasskeys)])
      .when(command)
      .refuses('account.too-many-passkeys');
    spec(addPasskey)
      .given([...past, ...others(maxPasskeys - 1), added, removed])
      .when(command)
      .emits(added);
    expect(() => addPasskey(command, evolve(evolve(absent, registered), erased))).toThrow();
  });

  test('are renamed and removed while they are there, and are those of this account', () => {
    spec(renamePasskey)
      .given([...past, added])
      .when({ accountRef, passkeyRef })
      .emits(renamed);
    spec(removePasskey)
      .given([...past, added, renamed])
      .when({ accountRef, passkeyRef, deliveryId })
      .emits(removed);
    for (const before of [past, [...past, added, removed], [...past, ...others(1)], [...past, added, erased]]) {
      spec(renamePasskey).given(before).when({ accountRef, passkeyRef }).emits();
      spec(removePasskey).given(before).when({ accountRef, passkeyRef, deliveryId }).emits();
    }
  });
});
