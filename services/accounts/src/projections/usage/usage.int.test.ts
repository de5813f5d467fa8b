import type { RebuildParts } from '@onceover/event-bus';
import { type ConsumerDefinition, createConsumerRuntime, createPostgresConsumerStore } from '@onceover/event-bus';
import { runRebuildCommand } from '@onceover/event-bus/cli';
import type { NewEvent } from '@onceover/event-store';
import { createMemoryEventSource, createMemoryEventStore } from '@onceover/event-store/memory';
import { byToken, customer, visitor } from '@onceover/schema/test-support/callers';
import { newId } from '@onceover/service-kit/ids';
import { createLogger } from '@onceover/service-kit/logging';
import { ownOrigin } from '@onceover/service-kit/origin';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usagePortsOf } from '../../adapters.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { accountStatisticsUseCase } from '../../use-cases/account/account-statistics.ts';
import { usageConsumer } from './usage.projection.ts';

let accounts: TestFoundation;
beforeAll(async () => {
  accounts = await startTestFoundation();
});
afterAll(() => accounts[Symbol.asyncDispose]());

const secrets = createMemoryEventStore({ service: 'secrets', onCommitted: () => undefined });
const notifications = createMemoryEventStore({ service: 'notifications', onCommitted: () => undefined });

/** Appends to a stream of either log, in the name of an account. */
async function happen(store: typeof secrets, id: string, tenantRef: string | null, ...events: NewEvent[]) {
  await store.execute({
    context: {
      commandId: newId(),
      tenantRef,
      meta: { correlationId: 'test', actor: { kind: 'system' }, ...ownOrigin('system') },
    },
    appends: [{ stream: { id, category: 'secret' }, expected: 'any', events }],
    shared: [],
    guards: [],
    inline: [],
  });
}

const created = (kind: string, ownerRef: string | null): NewEvent => ({
  type: 'secret.created',
  schemaVersion: 1,
  data: {
    kind,
    ttlSeconds: 3600,
    expiresAt: '2026-01-05T13:00:00.000Z',
    hasPassphrase: false,
    truncated: false,
    sizeBucket: '1k',
    recipientCount: 0,
    ...(ownerRef === null ? {} : { ownerRef }),
  },
});
const ended = (type: 'secret.received' | 'secret.burned'): NewEvent => ({
  type,
  schemaVersion: 1,
  data: { by: 'anonymous' },
});
const sent = (template: string): NewEvent => ({
  type: 'delivery.sent',
  schemaVersion: 1,
  data: { deliveryId: newId(), template, attempt: 1, requestedBy: template === 'secret-link' ? 'secrets' : 'accounts' },
});

async function aSecret(ownerRef: string | null, kind = 'share', end?: 'secret.received' | 'secret.burned') {
  const id = newId();
  await happen(secrets, id, ownerRef, created(kind, ownerRef));
  if (end !== undefined) await happen(secrets, id, ownerRef, ended(end));
}

const source = createMemoryEventSource({ logs: [secrets.log, notifications.log], pollMs: 5 });
const storeOn = (pool: pg.Pool) => createPostgresConsumerStore({ pool, schema: 'accounts' });

/** As for an operator's command. */
function toolParts(): RebuildParts {
  const { foundation } = accounts;
  return {
    definitions: [usageConsumer],
    store: storeOn(foundation.pool),
    history: source.history,
    places: source.places,
    schema: 'accounts',
    openSession: () => storeOn(accounts.session()),
    log: createLogger('test'),
  };
}

/** Lets a consumer read both logs from where it is to their end. */
async function listen(definition: ConsumerDefinition = usageConsumer): Promise<void> {
  const store = storeOn(accounts.foundation.pool);
  const runtime = createConsumerRuntime({ store, log: createLogger('test') });
  const running = await runtime.run(definition, source);
  await running.catchUp();
  await running.stop();
}

const usageOf = (accountRef: string) => usagePortsOf(accounts.foundation).usage.usageOf(accountRef);
const none = { secretsCreated: 0, secretsBurned: 0, secretsShared: 0, emailsSent: 0 };

describe('usage', () => {
  test('counts what was created, burned, opened and emailed, per account', async () => {
    const [nina, otto] = [await accounts.anAccount(), await accounts.anAccount()];
    expect(await usageOf(nina)).toEqual(none);
    await aSecret(nina);
    await aSecret(nina, 'generate', 'secret.received');
    await aSecret(nina, 'share', 'secret.burned');
    await aSecret(nina, 'share', 'secret.received');
    await aSecret(otto, 'share', 'secret.burned');
    await happen(notifications, newId(), nina, sent('secret-link'));
    await happen(notifications, newId(), nina, sent('secret-link'));
    await listen();
    expect(await usageOf(nina)).toEqual({ secretsCreated: 4, secretsBurned: 1, secretsShared: 2, emailsSent: 2 });
    expect(await usageOf(otto)).toEqual({ ...none, secretsCreated: 1, secretsBurned: 1 });
  });

  test('leaves out secrets without an owner and those the product made itself', async () => {
    const nina = await accounts.anAccount();
    await aSecret(null, 'share', 'secret.received');
    await aSecret(nina, 'verification', 'secret.received');
    await aSecret(nina, 'incoming', 'secret.burned');
    for (const template of ['verify-account', 'password-reset', 'incoming']) {
      await happen(notifications, newId(), nina, sent(template));
    }
    await listen();
    expect(await usageOf(nina)).toEqual(none);
  });

  test('of a deleted account is not kept, nor anything that happens afterwards', async () => {
    const nina = await accounts.anAccount();
    await aSecret(nina);
    await listen();
    await accounts.rows('delete from accounts.account where account_ref = $1', [nina]);
    await aSecret(nina, 'share', 'secret.received');
    await listen();
    expect(await accounts.rows('select 1 from accounts.usage where account_ref = $1', [nina])).toEqual([]);
  });

  test('is counted once, however often the log is read', async () => {
    const nina = await accounts.anAccount();
    await aSecret(nina, 'share', 'secret.received');
    await listen();
    await listen();
    expect(await usageOf(nina)).toEqual({ ...none, secretsCreated: 1, secretsShared: 1 });
  });

  describe('rebuilt', () => {
    const all = () => accounts.rows('select * from accounts.usage order by account_ref, source, month');
    const rebuilt = async () => {
      const lines: string[] = [];
      const deps = { open: async () => ({ services: [toolParts()] }), write: (line: string) => void lines.push(line) };
      expect(await runRebuildCommand([usageConsumer.name], deps)).toBe(0);
      return lines;
    };

    test('is what it was, however wrong it has become', async () => {
      await listen();
      const before = await all();
      expect(before.length).toBeGreaterThan(2);
      await accounts.rows('update accounts.usage set secrets_created = secrets_created + 7, emails_sent = 0');
      await accounts.rows('truncate accounts.usage_uncounted');
      expect(await rebuilt()).toEqual([expect.stringMatching(/^rebuilt accounts\.usage from \d+ events$/)]);
      expect(await all()).toEqual(before);
    });

    test('keeps the counts of months that a log has forgotten', async () => {
      const nina = await accounts.anAccount();
      await aSecret(nina);
      await listen();
      const old = `insert into accounts.usage (account_ref, source, month, secrets_created) values ($1, 'secrets', $2, 5)`;
      await accounts.rows(old, [nina, '2024-03-01']);
      await rebuilt();
      expect(await usageOf(nina)).toEqual({ ...none, secretsCreated: 6 });
    });

    test('leaves out accounts that are gone', async () => {
      const nina = await accounts.anAccount();
      await aSecret(nina);
      await listen();
      await accounts.rows('delete from accounts.account where account_ref = $1', [nina]);
      await rebuilt();
      expect(await accounts.rows('select 1 from accounts.usage where account_ref = $1', [nina])).toEqual([]);
    });
  });
});

const colonel = () => customer(newId(), { role: 'colonel', hasSecondFactor: true });

describe('statistics', () => {
  const show = () => accountStatisticsUseCase(usagePortsOf(accounts.foundation));

  test.each([
    ['a visitor', visitor],
    ['a customer', customer(newId())],
    ['a colonel without the second factor', customer(newId(), { role: 'colonel' })],
    ['a colonel’s token', { ...byToken(newId(), 'account'), role: 'colonel' as const, hasSecondFactor: true }],
  ])('are not for %s', async (_who, caller) => {
    await expect(show()(caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  });

  test('count accounts, active sessions and recent customers, and list the newest', async () => {
    await accounts.rows('delete from accounts.account');
    const nina = await accounts.anAccount({ email: 'nina@example.com', planId: 'basic' });
    accounts.clock.advance({ minutes: 1 });
    const otto = await accounts.anAccount({ email: 'otto@example.com', isVerified: false });
    const signIn = 'update accounts.account set last_sign_in = $2 where account_ref = $1';
    await accounts.rows(signIn, [nina, accounts.clock.now()]);
    await aSession(nina, { minutesAgo: 119 });
    await aSession(nina, { minutesAgo: 120 });
    await aSession(nina, { minutesAgo: 1, isWaiting: true });
    await aSecret(otto);
    await listen({ ...usageConsumer, version: 2 });
    const shown = await show()(colonel());
    expect(shown).toMatchObject({ sessionCount: 1, customerCount: 2, recentCustomerCount: 1 });
    expect(shown.recentCustomers).toMatchObject([
      {
        custid: 'otto@example.com',
        planId: 'identity',
        role: 'customer',
        isVerified: false,
        usage: { secretsCreated: 1 },
      },
      { custid: 'nina@example.com', planId: 'basic', role: 'customer', isVerified: true, usage: none },
    ]);
    accounts.clock.advance({ days: 30 });
    expect(await show()(colonel())).toMatchObject({ sessionCount: 0, customerCount: 2, recentCustomerCount: 0 });
  });

  test('list at most twenty customers', async () => {
    for (let index = 0; index < 22; index += 1) await accounts.anAccount();
    expect((await show()(colonel())).recentCustomers).toHaveLength(20);
  });
});

async function aSession(
  accountRef: string,
  { minutesAgo, isWaiting = false }: { minutesAgo: number; isWaiting?: boolean },
) {
  const seen = new Date(accounts.clock.now().getTime() - minutesAgo * 60_000);
  await accounts.rows(
    `insert into accounts.session (id_hash, account_ref, is_waiting, wants_remember_me, has_second_factor, user_agent,
       created, last_seen)
     values ($1, $2, $3, false, false, 'Firefox on Linux', $4, $4)`,
    [Buffer.from(newId()), accountRef, isWaiting, seen],
  );
}
