import { metaField } from '@onceover/event-store';
import { customer } from '@onceover/schema/test-support/callers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenPortsOf } from '../../adapters.ts';
import { maxTokens } from '../../domain/api-token/api-token.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { type TokenUseCases, tokenUseCasesOf } from '../use-cases.ts';

let accounts: TestFoundation;
let verbs: TokenUseCases;
let made = 0;

beforeAll(async () => {
  accounts = await startTestFoundation();
  const nobody = { find: async () => null, emailOf: () => '' };
  verbs = tokenUseCasesOf(tokenPortsOf(accounts.foundation, nobody));
});
afterAll(() => accounts[Symbol.asyncDispose]());

function aPerson(): Promise<string> {
  made += 1;
  return accounts.anAccount({ email: `tokens${made}@example.com` });
}

const wish = { name: 'build server', scopes: ['recent'] as const, expiresInDays: 30 };

/** What is recorded of an account's tokens, in order. */
async function recorded(accountRef: string) {
  const rows = await accounts.rows<{ type: string; ref: string; account: string; request: string }>(
    `select type, data ->> 'tokenRef' as ref, data ->> 'accountRef' as account, ${metaField('correlationId')} as request from accounts.events e
      where type like 'account.token_%' and tenant_ref = '${accountRef}' order by gen, xid, pos`,
  );
  for (const { account, request } of rows) expect([account, request]).toEqual([accountRef, 'req-test']);
  return rows.map(({ type, ref }) => [type.replace('account.token_', ''), ref]);
}

test('creating and revoking an API token is recorded, each once', async () => {
  const nina = await aPerson();
  const { tokenId } = (await verbs.createApiToken(wish, customer(nina))).token;
  expect(await verbs.revokeApiToken(tokenId.toUpperCase(), customer(nina))).toBe(true);
  expect(await verbs.revokeApiToken(tokenId, customer(nina))).toBe(false);
  expect(await verbs.revokeApiToken('nonsense', customer(nina))).toBe(false);
  expect(await recorded(nina)).toEqual([
    ['created', tokenId],
    ['revoked', tokenId],
  ]);
});

test('a token that takes the place of another is recorded as both', async () => {
  const nina = await aPerson();
  const first = (await verbs.replaceApiToken(customer(nina))).token.tokenId;
  const second = (await verbs.replaceApiToken(customer(nina))).token.tokenId;
  expect(await recorded(nina)).toEqual([
    ['created', first],
    ['revoked', first],
    ['created', second],
  ]);
});

test('of replacements and revocations at the same moment the record has each token once', async () => {
  const nina = await aPerson();
  await Promise.all(Array.from({ length: 5 }, () => verbs.replaceApiToken(customer(nina))));
  const [left] = await verbs.listApiTokens(customer(nina));
  const tries = Array.from({ length: 4 }, () => verbs.revokeApiToken(left?.tokenId ?? '', customer(nina)));
  expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
  const lines = await recorded(nina);
  const created = lines.filter(([what]) => what === 'created').map(([, ref]) => ref);
  const revoked = lines.filter(([what]) => what === 'revoked').map(([, ref]) => ref);
  expect(created).toHaveLength(5);
  expect(revoked.sort()).toEqual(created.sort());
});

test('a token that is refused is not recorded', async () => {
  const nina = await aPerson();
  for (let count = 0; count < maxTokens; count += 1) await verbs.createApiToken(wish, customer(nina));
  await expect(verbs.createApiToken(wish, customer(nina))).rejects.toMatchObject({ code: 'account.too-many-tokens' });
  expect(await recorded(nina)).toHaveLength(maxTokens);
});

test('somebody else’s token is neither revoked nor recorded', async () => {
  const [nina, tom] = [await aPerson(), await aPerson()];
  const { tokenId } = (await verbs.createApiToken(wish, customer(nina))).token;
  expect(await verbs.revokeApiToken(tokenId, customer(tom))).toBe(false);
  expect(await recorded(tom)).toEqual([]);
  expect(await recorded(nina)).toEqual([['created', tokenId]]);
});
