import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoorbell } from '@onceover/event-bus';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import type { Caller } from '@onceover/schema/caller';
import { claimAccountDelivery, forgetAccountDelivery } from '@onceover/schema/internal/deliveries';
import { resolveSession } from '@onceover/schema/internal/resolve-session';
import { signIn } from '@onceover/schema/internal/sign-in';
import { signUp } from '@onceover/schema/internal/sign-up';
import { loadConfig } from '@onceover/service-kit/config';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { parse } from 'graphql';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountsConfig } from './config.ts';
import { migrateAccounts, startAccounts } from './service.ts';
import { createFakeNeighbours } from './test-support/fake-neighbours.ts';
import { makeNeighbourLogs, recordReceived, recordWebhookDisabled } from './test-support/neighbour-logs.ts';
import { goodPassword, someAddress, someVisitor, visitor } from './test-support/people.ts';

const neighbours = createFakeNeighbours({ now: () => new Date() });
const calls = createInternalCalls();
let database: TestDatabase;
let service: RunningService<Caller>;
let owner: pg.Pool;
let keysDir: string;
beforeAll(async () => {
  keysDir = mkdtempSync(join(tmpdir(), 'onceover-keys-'));
  database = await createTestDatabase({ template: 'accounts', migrate: migrateAccounts });
  await makeNeighbourLogs(database.address);
  const { accounts } = loadConfig({ accounts: accountsConfig }, { ONCEOVER_KEYS_DIR: keysDir });
  const deps = { database: database.address, ask: neighbours.ask, doorbell: createDoorbell() };
  service = await startAccounts(accounts, deps);
  calls.register(service.internal ?? []);
  owner = database.pool();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
  rmSync(keysDir, { recursive: true, force: true });
});

async function ask(document: string, variables = {}, caller: Caller = visitor) {
  const { data, errors } = await service.subgraph.execute({ document: parse(document), variables, caller });
  if (errors !== undefined) throw errors[0];
  return data as Record<string, Record<string, unknown> & { __typename: string }>;
}
const doSignUp = (email: string) =>
  calls.ask(signUp, { email, password: goodPassword, passwordConfirm: goodPassword, planCode: null, locale: 'en' });
const doSignIn = (email: string) =>
  calls.ask(signIn, {
    email,
    password: goodPassword,
    wantsRememberMe: false,
    userAgentFamily: 'Firefox on Linux',
    sessionId: null,
    deviceMark: null,
    hasSolvedCaptcha: false,
    caller: someVisitor(),
  });

/** Opens the newest verification secret, so many times. */
async function openNewest(times = 1): Promise<void> {
  await service.drain();
  const newest = [...neighbours.secrets.values()].at(-1);
  if (newest === undefined) throw new Error('no verification was mailed');
  for (let time = 0; time < times; time += 1) await recordReceived(owner, newest.secretId, newest.accountRef);
  await service.drain();
}
async function callerOf(email: string): Promise<Caller> {
  const answer = await doSignIn(email);
  const sessionId = answer.kind === 'signed-in' ? answer.session.id : '';
  const { session } = await calls.ask(resolveSession, {
    sessionId,
    rememberMe: null,
    userAgentFamily: 'Firefox on Linux',
    extendsIdle: true,
    asker: visitor,
  });
  if (session === null) throw new Error('nobody is signed in');
  const { accountRef, custid, planId, role, hasSecondFactor } = session.customer;
  const credential = { kind: 'session', ref: session.ref } as const;
  return { ...visitor, kind: 'customer', accountRef, custid, planId, role, hasSecondFactor, credential };
}

describe('the accounts service', () => {
  test('verifies an account when its secret is opened, and only then lets it sign in', async () => {
    const email = someAddress();
    expect(await doSignUp(email)).toEqual({ kind: 'pending', mark: expect.any(String) });
    await service.drain();
    expect(await doSignIn(email)).toEqual({ kind: 'refused', code: 'account.bad-credentials' });
    await openNewest(2);
    expect(await doSignIn(email)).toMatchObject({ kind: 'signed-in', custid: email, locale: null });
    const { rows } = await owner.query(`select from accounts.events where type = 'account.verified'`);
    expect(rows).toHaveLength(1);
  });

  test('leaves other secrets alone', async () => {
    const { rows: before } = await owner.query(`select from accounts.events where type <> 'log.covered'`);
    const stranger = '0197a000-0000-7000-8000-00000000000f';
    await recordReceived(owner, stranger, stranger);
    await service.drain();
    expect((await owner.query(`select from accounts.events where type <> 'log.covered'`)).rows).toHaveLength(
      before.length,
    );
  });

  test('emails whoever set up a webhook that was switched off, once', async () => {
    const email = someAddress();
    await doSignUp(email);
    await openNewest();
    const caller = await callerOf(email);
    const accountRef = caller.kind === 'customer' ? caller.accountRef : '';
    const webhookId = '0197a000-0000-7000-8000-00000000000e';
    await recordWebhookDisabled(owner, { accountRef, webhookId, reasonCode: 'failing' });
    await service.drain();
    await service.drain();
    const { rows } = await owner.query<{ delivery: string }>(
      `select data ->> 'deliveryId' as delivery from accounts.events where type = 'account.webhook_disabled_told'`,
    );
    expect(rows).toHaveLength(1);
    const deliveryId = rows[0]?.delivery ?? '';
    const claimed = await calls.ask(claimAccountDelivery, { deliveryId });
    if (claimed.kind !== 'envelope') throw new Error('the envelope is gone');
    expect(neighbours.open(deliveryId, Buffer.from(claimed.sealed, 'base64'))).toEqual({
      template: 'webhook-disabled',
      address: email,
      locale: 'en',
      reason: 'failing',
      path: `/account/webhooks/${webhookId}`,
    });
  });

  test('hands an envelope out until it is forgotten', async () => {
    const email = someAddress();
    await doSignUp(email);
    await service.drain();
    const { rows } = await owner.query<{ delivery_id: string }>(
      'select delivery_id from accounts.delivery_envelope order by delivery_id desc limit 1',
    );
    const deliveryId = rows[0]?.delivery_id ?? '';
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const claimed = await calls.ask(claimAccountDelivery, { deliveryId });
      if (claimed.kind !== 'envelope') throw new Error('the envelope is gone');
      expect(neighbours.open(deliveryId, Buffer.from(claimed.sealed, 'base64'))).toMatchObject({ address: email });
    }
    await calls.ask(forgetAccountDelivery, { deliveryId });
    await calls.ask(forgetAccountDelivery, { deliveryId });
    expect(await calls.ask(claimAccountDelivery, { deliveryId })).toEqual({ kind: 'gone' });
  });

  test('shows customers their own account', async () => {
    const email = someAddress();
    await doSignUp(email);
    await openNewest();
    const caller = await callerOf(email);
    const document = `{ viewer { id custid role isVerified locale created lastSignIn plan { id } twoStep { isEnabled recoveryCodesLeft }
      usage { secretsCreated } sessions { id isCurrent userAgentFamily } apiTokens { id } } }`;
    const { viewer } = await ask(document, {}, caller);
    expect(viewer).toMatchObject({
      id: caller.kind === 'customer' ? caller.accountRef : '',
      custid: email,
      role: 'CUSTOMER',
      isVerified: true,
      locale: null,
      plan: { id: 'basic' },
      twoStep: { isEnabled: false, recoveryCodesLeft: 0 },
      usage: { secretsCreated: 0 },
      sessions: [{ isCurrent: true, userAgentFamily: 'Firefox on Linux' }],
      apiTokens: [],
    });
    expect(await ask('{ viewer { id } }')).toEqual({ viewer: null });
    const update = `mutation ($locale: String!) { updateLocale(input: { locale: $locale }) {
      __typename ... on LocaleUpdated { newLocale oldLocale } ... on Refusal { code } } }`;
    expect(await ask(update, { locale: 'he' }, caller)).toEqual({
      updateLocale: { __typename: 'LocaleUpdated', newLocale: 'he', oldLocale: null },
    });
    expect(await ask(update, { locale: 'en' }, caller)).toMatchObject({ updateLocale: { oldLocale: 'he' } });
    expect(await ask(update, { locale: 'xx' }, caller)).toEqual({
      updateLocale: { __typename: 'UnsupportedLocale', code: 'account.unsupported-locale' },
    });
  });

  test('refuses visitors what only customers may do', async () => {
    for (const document of [
      'mutation { endOtherSessions { count } }',
      'mutation { updateLocale(input: { locale: "en" }) { __typename } }',
      'mutation { deleteAccount(input: { password: "x" }) { __typename } }',
      'mutation { beginTwoStep(input: { password: "x" }) { __typename } }',
    ]) {
      await expect(ask(document)).rejects.toMatchObject({ extensions: { code: 'NOT_AUTHORIZED' } });
    }
  });

  test('keeps addresses and passwords out of its log', async () => {
    const email = someAddress();
    await doSignUp(email);
    await service.drain();
    const { rows } = await owner.query<{ text: string }>(
      'select (data::text || meta::text) as text from accounts.events',
    );
    const all = rows.map(({ text }) => text).join('\n');
    expect(all).not.toContain('@');
    expect(all).not.toContain(goodPassword);
  });

  test('is ready while its consumers run', async () => {
    expect(await service.ready()).toEqual({ isReady: true });
  });
});
