import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import type { Caller } from '@onceover/schema/caller';
import { confirmationOf } from '@onceover/schema/confirmation';
import { concealVerification } from '@onceover/schema/internal/conceal-verification';
import { claimSecretDelivery, forgetSecretDelivery } from '@onceover/schema/internal/deliveries';
import { newId } from '@onceover/service-kit/ids';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrateSecrets, startSecrets } from './service.ts';
import { anonymous } from './test-support/anonymous.ts';
import { aColonel, aCustomer } from './test-support/customer.ts';
import { happen, makeNeighbourLogs } from './test-support/neighbour-logs.ts';
import { neighbours } from './test-support/neighbours.ts';
import { alone, endLifetime, testConfig } from './test-support/test-secrets.ts';
import { aToken } from './test-support/wishes.ts';

const stack = new AsyncDisposableStack();
let database: TestDatabase;
let keysDir = '';
let service: RunningService<Caller>;
beforeAll(async () => {
  database = stack.use(await createTestDatabase({ template: 'neighbour_logs', migrate: makeNeighbourLogs }));
  keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) => rmSync(path, { recursive: true }));
  await claimKeysDirectory(database.address, { keysDir });
  await migrateSecrets(database.address);
  service = stack.use(await start());
});
afterAll(() => stack.disposeAsync());

const around = neighbours();
const start = (change = {}) =>
  startSecrets(
    { ...testConfig, keysDir, incomingRecipient: 'desk@example.com', ...change },
    { ask: around.ask, doorbell: around.doorbell, database: database.address },
  );

const metadataFields = `key shortkey secretShortkey kind label generatedValueShown state secretKey secretTtl created updated expiration received burned
  expired hasPassphrase isTruncated recipients shareDomain emailCount isOwner hasOwner isByOwnerHandle
  isLocked deliveryConfirmed`;
const refusal = '... on Refusal { code message }';
const documents = {
  conceal: parse(`mutation ($input: ConcealSecretInput!) { concealSecret(input: $input) { __typename
    ... on ConcealedSecret { secretKey kind value originalSize isTruncated ttlAdjusted isReplay
      metadata { ${metadataFields} } } ${refusal}
    ... on UndeliverableRecipient { address } ... on TooManyRecipients { limit } } }`),
  secret: parse(
    'query ($key: String!) { secret(key: $key) { shortkey hasPassphrase verification isOwner shareDomain } }',
  ),
  metadata: parse(`query ($key: String!) { metadata(key: $key) { ${metadataFields} } }`),
  reveal: parse(`mutation ($input: RevealSecretInput!) { revealSecret(input: $input) { __typename
    ... on RevealedSecret { shortkey value originalSize isTruncated hasPassphrase verification isOwner shareDomain
      isReplay } ${refusal} ... on TooManyAttempts { retryAfterSeconds } } }`),
  acknowledge: parse(
    'mutation ($input: AcknowledgeSecretInput!) { acknowledgeSecret(input: $input) { acknowledged } }',
  ),
  show: parse('mutation ($input: ShowGeneratedValueInput!) { showGeneratedValue(input: $input) { value } }'),
  burn: parse(`mutation ($input: BurnSecretInput!) { burnSecret(input: $input) { __typename
    ... on BurnedSecret { metadata { ${metadataFields} } } ${refusal} ... on SecretNotBurnable { state } } }`),
  recent: parse(`query ($first: Int! = 50, $after: String, $status: RecentStatus) {
    recentSecrets(first: $first, after: $after, status: $status) { nodes { ${metadataFields} }
      pageInfo { endCursor hasNextPage } counts { received notReceived } } }`),
  submit: parse(`mutation ($input: SubmitIncomingInput!) { submitIncoming(input: $input) { __typename
    ... on IncomingSubmitted { ticketNumber recipient metadata { ${metadataFields} } } ${refusal} } }`),
  incoming: parse(`query ($first: Int! = 50, $after: String, $ticketNumber: String) {
    incomingSecrets(first: $first, after: $after, ticketNumber: $ticketNumber) {
      nodes { id ticketNumber secretShortkey state created timeline { kind at } }
      pageInfo { endCursor hasNextPage } } }`),
  listed: parse('query ($shortkey: String) { listedSecrets(filter: { shortkey: $shortkey }) { nodes { id } } }'),
  burnListed: parse(`mutation ($input: BurnListedSecretsInput!) { burnListedSecrets(input: $input) {
    ... on ListedSecretsBurned { ids endedBefore } ${refusal} } }`),
  statistics: parse(`{ secretStatistics { metadataCount secretCount secretsCreated secretsShared emailsSent } }`),
};

async function ask(
  name: keyof typeof documents,
  variables: object,
  at: RunningService<Caller> = service,
  caller: Caller = anonymous(),
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are compared below.
): Promise<any> {
  const { data, errors } = await at.subgraph.execute({
    document: documents[name],
    variables: { ...variables },
    caller,
  });
  if (errors) throw errors[0];
  return Object.values(data ?? {})[0];
}

describe('through the graph', () => {
  test('conceal, look, metadata, reveal, gone', async () => {
    const concealed = await ask('conceal', { input: { secret: 'tea at 5?', ttl: 1800 } });
    expect(concealed).toMatchObject({
      kind: 'SHARE',
      value: null,
      originalSize: 9,
      ttlAdjusted: false,
      isReplay: false,
    });
    expect(concealed.metadata).toMatchObject({ state: 'NEW', secretTtl: 1800, secretKey: concealed.secretKey });
    expect(concealed.metadata.expiration - concealed.metadata.created).toBe(1800);
    const key = concealed.secretKey;
    expect(key).toMatch(/^[0-9a-z]{31}$/);
    expect(await ask('secret', { key })).toEqual({
      shortkey: concealed.metadata.secretShortkey,
      hasPassphrase: false,
      verification: false,
      isOwner: false,
      shareDomain: null,
    });
    expect(await ask('metadata', { key: concealed.metadata.key })).toEqual(concealed.metadata);
    expect(await ask('reveal', { input: { key, continue: true } })).toEqual({
      __typename: 'RevealedSecret',
      shortkey: concealed.metadata.secretShortkey,
      value: 'tea at 5?',
      originalSize: 9,
      isTruncated: false,
      hasPassphrase: false,
      verification: false,
      isOwner: false,
      shareDomain: null,
      isReplay: false,
    });
    expect(await ask('reveal', { input: { key, continue: true } })).toEqual({
      __typename: 'SecretGone',
      code: 'secret.gone',
      message: 'Unknown secret',
    });
    expect(await ask('secret', { key })).toBeNull();
  });

  test('a generated value is shown once more where that is set up, and its metadata says when', async () => {
    await using showing = await start({ generatedValueAgain: 30 });
    const { value, metadata, secretKey } = await ask('conceal', { input: { kind: 'GENERATE' } }, showing);
    expect(metadata).toMatchObject({ kind: 'GENERATE', generatedValueShown: null });
    const input = { key: metadata.key };
    expect(await ask('show', { input })).toEqual({ value: null });
    expect(await ask('show', { input }, showing)).toEqual({ value });
    expect(await ask('show', { input }, showing)).toEqual({ value: null });
    const shown = await ask('metadata', { key: metadata.key });
    expect(shown).toEqual({ ...metadata, generatedValueShown: expect.any(Number) });
    expect(await ask('reveal', { input: { key: secretKey, continue: true } })).toMatchObject({ value });
  });

  test('refusals are members of the unions, with their texts and details', async () => {
    expect(await ask('conceal', { input: { secret: '' } })).toEqual({
      __typename: 'EmptySecret',
      code: 'secret.empty',
      message: 'You did not provide anything to share',
    });
    const { secretKey, metadata } = await ask('conceal', { input: { secret: 'x', passphrase: 'plum' } });
    for (let wrong = 0; wrong < 5; wrong += 1) {
      expect(await ask('reveal', { input: { key: secretKey, continue: true, passphrase: 'pear' } })).toMatchObject({
        __typename: 'WrongPassphrase',
      });
    }
    expect(await ask('reveal', { input: { key: secretKey, continue: true, passphrase: 'plum' } })).toMatchObject({
      __typename: 'TooManyAttempts',
      retryAfterSeconds: expect.any(Number),
    });
    expect(await ask('burn', { input: { key: metadata.key, continue: false } })).toMatchObject({
      __typename: 'NotConfirmed',
    });
  });

  test('burn answers the metadata, and then says why it cannot', async () => {
    const { metadata } = await ask('conceal', { input: { kind: 'GENERATE' } });
    const input = { key: metadata.key, continue: true };
    expect(await ask('burn', { input })).toMatchObject({ __typename: 'BurnedSecret', metadata: { state: 'BURNED' } });
    expect(await ask('burn', { input })).toMatchObject({ __typename: 'SecretNotBurnable', state: 'BURNED' });
  });

  test('a malformed Idempotency-Key is an error of the request and consumes nothing', async () => {
    const { secretKey: key } = await ask('conceal', { input: { secret: 'x' } });
    for (const idempotencyKey of ['short', 'x'.repeat(256), 'with space'.padEnd(22, '!')]) {
      await expect(ask('reveal', { input: { key, continue: true, idempotencyKey } })).rejects.toMatchObject({
        extensions: { code: 'BAD_INPUT' },
      });
    }
    const idempotencyKey = aToken();
    expect(await ask('reveal', { input: { key, continue: true, idempotencyKey } })).toMatchObject({ value: 'x' });
    expect(await ask('acknowledge', { input: { key, idempotencyKey } })).toEqual({ acknowledged: true });
    expect(await ask('reveal', { input: { key, continue: true, idempotencyKey } })).toMatchObject({
      code: 'secret.gone',
    });
  });
});

describe('through the graph, signed in', () => {
  const owner = aCustomer();
  const as = (caller: Caller) => (name: keyof typeof documents, variables: object) =>
    ask(name, variables, service, caller);

  test('an owner lists, looks, burns by handle', async () => {
    const asOwner = as(owner);
    for (let made = 0; made < 3; made += 1) await asOwner('conceal', { input: { secret: 'x', passphrase: 'plum' } });
    const { nodes, pageInfo, counts } = await asOwner('recent', { first: 2 });
    expect(nodes).toHaveLength(2);
    expect(pageInfo.hasNextPage).toBe(true);
    expect(counts).toEqual({ received: 0, notReceived: 3 });
    const rest = await asOwner('recent', { first: 2, after: pageInfo.endCursor });
    expect(rest).toMatchObject({ pageInfo: { endCursor: null, hasNextPage: false } });
    expect(rest.nodes).toHaveLength(1);
    const [{ key }] = rest.nodes;
    expect(rest.nodes[0]).toMatchObject({ isOwner: true, hasOwner: true, isByOwnerHandle: true, secretKey: null });
    expect(await asOwner('metadata', { key })).toEqual(rest.nodes[0]);
    expect(await ask('metadata', { key })).toBeNull();
    const input = { key, continue: true };
    expect(await ask('burn', { input })).toMatchObject({ code: 'secret.gone' });
    expect(await asOwner('burn', { input })).toMatchObject({ __typename: 'BurnedSecret', metadata: { key } });
    expect(await asOwner('recent', { status: 'RECEIVED' })).toMatchObject({
      nodes: [{ key, state: 'BURNED' }],
      counts: { received: 1, notReceived: 2 },
    });
    await expect(asOwner('recent', { after: 'nonsense' })).rejects.toMatchObject({ extensions: { code: 'BAD_INPUT' } });
  });

  test('the gate and the content say whose it is', async () => {
    const { secretKey: key } = await as(owner)('conceal', { input: { secret: 'x' } });
    expect(await as(owner)('secret', { key })).toMatchObject({ isOwner: true });
    expect(await as(aCustomer())('secret', { key })).toMatchObject({ isOwner: false });
    expect(await as(owner)('reveal', { input: { key, continue: true } })).toMatchObject({ value: 'x', isOwner: true });
  });

  test('what a visitor may not ask for is not authorised', async () => {
    for (const name of ['recent', 'incoming', 'statistics'] as const) {
      await expect(ask(name, {}), name).rejects.toMatchObject({ extensions: { code: 'NOT_AUTHORIZED' } });
    }
    expect(await as(aColonel())('statistics', {})).toMatchObject({ secretsCreated: expect.any(Number) });
  });

  test('a colonel who names more secrets than one confirmation covers is told so, and none is burned', async () => {
    const colonel = as({ ...aColonel(), provenAt: Date.now() });
    const { metadata } = await ask('conceal', { input: { secret: 'x' } });
    const [{ id }] = (await colonel('listed', { shortkey: metadata.secretShortkey })).nodes;
    const wish = (unknown: number) => {
      const ids = [...Array.from({ length: unknown }, newId), id];
      return { input: { ids, confirmation: confirmationOf(id), reason: 'ABUSE' } };
    };
    await expect(colonel('burnListed', wish(100))).rejects.toMatchObject({
      message: 'At most 100 secrets can be burned at once, and these are 101.',
      extensions: { code: 'BAD_INPUT', reason: 'ids' },
    });
    expect(await colonel('burnListed', wish(99))).toEqual({ ids: [id], endedBefore: 99 });
  });

  test('refusals of recipients carry what to say', async () => {
    const conceal = (recipients: string[], caller: Caller = owner) =>
      as(caller)('conceal', { input: { secret: 'x', recipients } });
    expect(await conceal(['a@b.example'], anonymous())).toMatchObject({ __typename: 'RecipientNotAllowed' });
    expect(await conceal(['nonsense'])).toMatchObject({ __typename: 'UndeliverableRecipient', address: 'nonsense' });
    expect(await conceal(['a@b.example'])).toMatchObject({ __typename: 'TooManyRecipients', limit: 0 });
  });

  test('the desk gets secrets and sees them', async () => {
    const input = { secret: 'x', ticketNumber: 'AB123' };
    const submitted = await ask('submit', { input });
    expect(submitted).toMatchObject({
      __typename: 'IncomingSubmitted',
      ticketNumber: 'AB123',
      recipient: 'de*****@e*****.com',
      metadata: { secretTtl: 604_800, emailCount: 1 },
    });
    expect(await ask('submit', { input: { ...input, ticketNumber: '' } })).toMatchObject({
      __typename: 'InvalidTicketNumber',
      message: 'You must provide a valid ticket number',
    });
    const desk = aCustomer({ custid: 'desk@example.com' });
    expect(await as(desk)('incoming', { ticketNumber: 'AB123' })).toMatchObject({
      nodes: [{ ticketNumber: 'AB123', state: 'NEW', timeline: [{ kind: 'SUBMITTED' }] }],
      pageInfo: { endCursor: null, hasNextPage: false },
    });
    expect(await as(owner)('incoming', {})).toMatchObject({ nodes: [] });
  });
});

describe('a customer whom accounts has shown', () => {
  const document = parse(`query ($of: [_Any!]!) { _entities(representations: $of) {
    ... on Customer { id recentSecrets(first: 5) { nodes { key secretKey } } recentCounts { received notReceived } } } }`);
  const known = async (id: string, caller: Caller) => {
    const variables = { of: [{ __typename: 'Customer', id }] };
    const { data, errors } = await service.subgraph.execute({ document, variables, caller });
    expect(errors).toBeUndefined();
    const [found] = (data?._entities as readonly unknown[] | undefined) ?? [];
    return found;
  };

  test('is joined with their secrets for themselves, and with counts alone for a colonel', async () => {
    const customer = aCustomer();
    await ask('conceal', { input: { secret: 'x' } }, service, customer);
    const recentCounts = { received: 0, notReceived: 1 };
    const { accountRef: id } = customer;
    expect(await known(id, customer)).toEqual({
      id,
      recentSecrets: { nodes: [{ key: expect.any(String), secretKey: null }] },
      recentCounts,
    });
    expect(await known(id, aColonel())).toEqual({ id, recentSecrets: null, recentCounts });
  });

  test('is nobody to a visitor, to somebody else and to a colonel without the second factor', async () => {
    const { accountRef } = aCustomer();
    for (const other of [anonymous(), aCustomer(), { ...aColonel(), hasSecondFactor: false }]) {
      expect(await known(accountRef, other)).toBeNull();
    }
  });
});

describe('what happens elsewhere', () => {
  test('is heard: a plan, then what became of an email, then the end of the account', async () => {
    const pool = database.pool();
    const customer = aCustomer();
    const { accountRef } = customer;
    const limits = { ttl: 1_209_600, size: 10_000, customDomains: false, maxRecipients: 5, mailsPerDay: 50 };
    const data = { accountRef, planId: 'basic', limits };
    await happen(pool, 'accounts', { streamId: accountRef, type: 'account.plan_changed', data });
    await service.drain();
    const input = { secret: 'x', ttl: 1_209_600, recipients: ['nina@example.com'] };
    const { metadata, secretKey } = await ask('conceal', { input }, service, customer);
    expect(metadata).toMatchObject({ secretTtl: 1_209_600, recipients: 'ni*****@e*****.com' });

    const { rows } = await pool.query(
      `select data ->> 'deliveryId' as id from secrets.events
      where type = 'secret.delivery_requested' and tenant_ref = $1`,
      [accountRef],
    );
    const deliveryId = rows[0]?.id;
    const calls = createInternalCalls();
    calls.register(service.internal ?? []);
    const claimed = await calls.ask(claimSecretDelivery, { deliveryId });
    if (claimed.kind !== 'envelope') throw new Error('the envelope is there');
    expect(around.open(deliveryId, Buffer.from(claimed.sealed, 'base64'))).toMatchObject({
      path: `/secret/${secretKey}`,
    });
    const sent = { deliveryId, template: 'secret-link', attempt: 1, requestedBy: 'secrets' };
    await happen(pool, 'notifications', { streamId: deliveryId, type: 'delivery.sent', data: sent });
    await calls.ask(forgetSecretDelivery, { deliveryId });
    await service.drain();
    const fate = await pool.query('select status from secrets.delivery where delivery_id = $1', [deliveryId]);
    expect(fate.rows).toEqual([{ status: 'sent' }]);

    await happen(pool, 'accounts', { streamId: accountRef, type: 'account.erased', data: { accountRef } });
    await service.drain();
    expect(await ask('metadata', { key: metadata.key })).toMatchObject({ recipients: null, state: 'NEW', secretKey });
    expect((await ask('recent', {}, service, customer)).nodes).toEqual([]);
  });

  test('other services may ask for a verification secret', async () => {
    const calls = createInternalCalls();
    calls.register(service.internal ?? []);
    const accountRef = newId();
    const { secretKey: key } = await calls.ask(concealVerification, { accountRef, requestId: newId() });
    expect(await ask('secret', { key })).toMatchObject({ verification: true });
    const input = { key, continue: true };
    expect(await ask('reveal', { input }, service, aCustomer())).toEqual({
      __typename: 'VerificationWhileSignedIn',
      code: 'secret.verification-while-signed-in',
      message: "You can't verify an account when you're already logged in.",
    });
    expect(await ask('reveal', { input })).toMatchObject({ value: 'Thanks for verifying your account.' });
  });
});

describe('the service', () => {
  test('is ready when the database answers', async () => {
    expect(await service.ready()).toEqual({ isReady: true });
  });

  test('starts twice at once on one empty database, and both serve the same secrets', async () => {
    await using fresh = await createTestDatabase({ template: 'neighbour_logs', migrate: makeNeighbourLogs });
    const deps = { ...alone(), database: fresh.address };
    const migrateAndStart = async () => {
      await claimKeysDirectory(fresh.address, { keysDir: join(keysDir, 'shared') });
      await migrateSecrets(fresh.address);
      return await startSecrets({ ...testConfig, keysDir: join(keysDir, 'shared') }, deps);
    };
    const [one, other] = await Promise.all([migrateAndStart(), migrateAndStart()]);
    await using _one = one;
    await using _other = other;
    const { secretKey: key } = await ask('conceal', { input: { secret: 'x' } }, one);
    expect(await ask('reveal', { input: { key, continue: true } }, other)).toMatchObject({ value: 'x' });
    expect(await ask('reveal', { input: { key, continue: true } }, one)).toMatchObject({ code: 'secret.gone' });
  });

  test('serves after a restart what was not opened before it', async () => {
    const { secretKey: key } = await ask('conceal', { input: { secret: 'kept', passphrase: 'plum' } });
    await using restarted = await start();
    const input = { key, continue: true, passphrase: 'plum' };
    expect(await ask('reveal', { input }, restarted)).toMatchObject({ value: 'kept' });
  });

  test('is sealed with a wrong key: it says so, keeps secrets, and answers what needs no key', async () => {
    const { secretKey: key, metadata } = await ask('conceal', { input: { secret: 'kept' } });
    await using sealed = await start({ kek: '0123456789abcdef0123456789abcdeffedcba9876543210fedcba9876543210' });
    expect(await sealed.ready()).toMatchObject({ isReady: false, reason: expect.stringContaining('sealed') });
    await expect(ask('reveal', { input: { key, continue: true } }, sealed)).rejects.toMatchObject({
      extensions: { code: 'UNAVAILABLE', dependency: 'keys' },
    });
    await expect(ask('conceal', { input: { secret: 'x' } }, sealed)).rejects.toMatchObject({
      extensions: { code: 'UNAVAILABLE' },
    });
    expect(await ask('secret', { key }, sealed)).not.toBeNull();
    expect(await ask('metadata', { key: metadata.key }, sealed)).toEqual({ ...metadata, secretKey: null });
    expect(await ask('reveal', { input: { key, continue: true } })).toMatchObject({ value: 'kept' });
  });

  test('sweeps by itself', async () => {
    const { secretKey: key } = await ask('conceal', { input: { secret: 'x' } });
    const owner = database.pool();
    expect(await endLifetime(owner)).toBeGreaterThan(0);
    await using _quick = await start({ sweepSeconds: 1 });
    await eventually(async () => {
      const { rows: due } = await owner.query(`select 1 from secrets.secret where state = 'new'`);
      expect(due).toHaveLength(0);
    });
    expect(await ask('secret', { key })).toBeNull();
  });

  test('works as a role that cannot change events, create tables or read what is not its own', async () => {
    const owner = database.pool({ options: '-c role=onceover_secrets' });
    for (const forbidden of [
      'update secrets.events set type = type',
      'delete from secrets.events',
      'truncate secrets.events',
      'create table secrets.mine (one int)',
      'drop table secrets.secret',
      'select * from secrets.migrations',
    ]) {
      await expect(owner.query(forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
  });
});
