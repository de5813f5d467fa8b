import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningService } from '@onceover/graphql-kit/subgraph';
import { createTestDatabase, type TestDatabase } from '@onceover/testing/database';
import { eventually } from '@onceover/testing/eventually';
import { parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startSecrets } from './service.ts';
import { anonymous } from './test-support/anonymous.ts';
import { testConfig } from './test-support/test-secrets.ts';
import { aToken } from './test-support/wishes.ts';

const stack = new AsyncDisposableStack();
let database: TestDatabase;
let keysDir = '';
let service: RunningService;
beforeAll(async () => {
  database = stack.use(await createTestDatabase({ template: 'empty', migrate: async () => undefined }));
  keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) => rmSync(path, { recursive: true }));
  service = stack.use(await start());
});
afterAll(() => stack.disposeAsync());

const start = (change = {}) => startSecrets({ ...testConfig, keysDir, ...change }, { database: database.address });

const metadataFields = `key shortkey secretShortkey state secretKey secretTtl created updated expiration received burned
  expired hasPassphrase isTruncated recipients shareDomain isOwner isLocked deliveryConfirmed`;
const refusal = '... on Refusal { code message }';
const documents = {
  conceal: parse(`mutation ($input: ConcealSecretInput!) { concealSecret(input: $input) { __typename
    ... on ConcealedSecret { secretKey kind value originalSize isTruncated ttlAdjusted isReplay
      metadata { ${metadataFields} } } ${refusal} } }`),
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
  burn: parse(`mutation ($input: BurnSecretInput!) { burnSecret(input: $input) { __typename
    ... on BurnedSecret { metadata { ${metadataFields} } } ${refusal} ... on SecretNotBurnable { state } } }`),
};

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are compared below.
async function ask(name: keyof typeof documents, variables: object, at: RunningService = service): Promise<any> {
  const { data, errors } = await at.subgraph.execute({
    document: documents[name],
    variables: { ...variables },
    caller: anonymous(),
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

describe('the service', () => {
  test('is ready when the database answers', async () => {
    expect(await service.ready()).toEqual({ isReady: true });
  });

  test('starts twice at once on one empty database, and both serve the same secrets', async () => {
    await using fresh = await createTestDatabase({ template: 'empty', migrate: async () => undefined });
    const deps = { database: fresh.address };
    const [one, other] = await Promise.all([
      startSecrets({ ...testConfig, keysDir: join(keysDir, 'shared') }, deps),
      startSecrets({ ...testConfig, keysDir: join(keysDir, 'shared') }, deps),
    ]);
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
    const { rows } = await owner.query(`update secrets.secret set expires = clock_timestamp() where state = 'new'
      returning lookup`);
    expect(rows.length).toBeGreaterThan(0);
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
