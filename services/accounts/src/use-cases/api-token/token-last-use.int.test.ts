import { customer } from '@onceover/schema/test-support/callers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createSubjectCipher } from '../../adapters/crypto/subject-cipher.ts';
import { createPostgresAccountBook } from '../../adapters/postgres/account-book.ts';
import { tokenPortsOf } from '../../adapters.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { type TokenUseCases, tokenUseCasesOf } from '../use-cases.ts';
import type { TokenPorts } from './token-ports.ts';

let accounts: TestFoundation;
let ports: TokenPorts;
let verbs: TokenUseCases;
let made = 0;

beforeAll(async () => {
  accounts = await startTestFoundation();
  const { pool, keys } = accounts.foundation;
  const book = createPostgresAccountBook(pool, createSubjectCipher(keys), (email) => keys.keyedHash('email', email));
  ports = tokenPortsOf(accounts.foundation, book);
  verbs = tokenUseCasesOf(ports);
});
afterAll(() => accounts[Symbol.asyncDispose]());

/** A token of an account of its own, which can be used from networks. */
async function aToken() {
  made += 1;
  const custid = `user${made}@example.com`;
  const owner = await accounts.anAccount({ email: custid });
  const wish = { name: 'build server', scopes: ['recent'] as const, expiresInDays: 30 };
  const { text, token } = await verbs.createApiToken(wish, customer(owner));
  const use = async (network: string) =>
    expect(await verbs.resolveToken({ custid, token: text, network })).toMatchObject({ kind: 'customer' });
  const shown = async () => (await verbs.listApiTokens(customer(owner)))[0]?.lastNetworks;
  return { owner, custid, tokenId: token.tokenId, text, use, shown };
}

const rowOf = async (tokenId: string) =>
  (
    await accounts.rows<{ row: string; clear: string; version: string }>(
      `select t::text as row, encode(t.last_networks, 'escape') as clear, t.xmin::text as version
         from accounts.api_token t where token_id = $1`,
      [tokenId],
    )
  )[0];

test('its owner sees the networks that it was used from on the day of its last use', async () => {
  const { use, shown } = await aToken();
  expect(await shown()).toEqual([]);
  await use('203.0.113.0/24');
  await use('2001:db8:1:2::/64');
  await use('203.0.113.0/24');
  expect(await shown()).toEqual(['203.0.113.0/24', '2001:db8:1::/48']);
  accounts.clock.advance({ days: 1 });
  await use('198.51.100.0/24');
  expect(await shown()).toEqual(['198.51.100.0/24']);
});

test('nothing is written as long as nothing is new', async () => {
  const { use, tokenId } = await aToken();
  await use('203.0.113.0/24');
  await use('198.51.100.0/24');
  const before = (await rowOf(tokenId))?.version;
  for (let again = 0; again < 3; again += 1) {
    await use('198.51.100.0/24');
    await use('203.0.113.0/24');
  }
  expect((await rowOf(tokenId))?.version).toBe(before);
});

test('of many uses at the same moment no network is lost for good', async () => {
  const { use, shown } = await aToken();
  const networks = ['203.0.113.0/24', '198.51.100.0/24', '192.0.2.0/24'];
  await Promise.all(Array.from({ length: 12 }, (_, at) => use(networks[at % 3] ?? '')));
  for (const network of networks) await use(network);
  expect([...((await shown()) ?? [])].sort()).toEqual(networks.toSorted());
});

test('the database has a network nowhere in clear, and no event has it', async () => {
  const { use, tokenId } = await aToken();
  await use('203.0.113.0/24');
  const { row, clear } = (await rowOf(tokenId)) ?? { row: '', clear: '' };
  expect(clear.length).toBeGreaterThan(20);
  for (const text of [row, clear]) expect(text).not.toMatch(/203\.0\.113/);
  const events = await accounts.rows<{ row: string }>('select e::text as row from accounts.events e');
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) expect(event.row).not.toMatch(/203\.0\.113/);
});

test('what is sealed for a token opens for no other, and a damaged one refuses nobody', async () => {
  const [first, second] = [await aToken(), await aToken()];
  await first.use('203.0.113.0/24');
  await second.use('198.51.100.0/24');
  await accounts.rows(
    `update accounts.api_token t set last_networks = o.last_networks from accounts.api_token o
      where t.token_id = $1 and o.token_id = $2`,
    [second.tokenId, first.tokenId],
  );
  expect(await second.shown()).toEqual([]);
  await second.use('192.0.2.0/24');
  expect(await second.shown()).toEqual(['192.0.2.0/24']);
});

test('a wrong name notes nothing', async () => {
  const { text, tokenId, shown } = await aToken();
  const noteUse = vi.spyOn(ports.tokens, 'noteUse');
  const question = { custid: 'otto@example.com', token: text, network: '203.0.113.0/24' };
  expect(await tokenUseCasesOf(ports).resolveToken(question)).toEqual({ kind: 'refused' });
  expect(noteUse).not.toHaveBeenCalled();
  expect(await shown()).toEqual([]);
  expect((await rowOf(tokenId))?.clear ?? null).toBeNull();
});

test('they go with the token, and with the account', async () => {
  const { use, owner, tokenId } = await aToken();
  await use('203.0.113.0/24');
  await verbs.revokeApiToken(tokenId, customer(owner));
  expect(await rowOf(tokenId)).toBeUndefined();
  const other = await aToken();
  await other.use('203.0.113.0/24');
  await accounts.rows('delete from accounts.account where account_ref = $1', [other.owner]);
  expect(await rowOf(other.tokenId)).toBeUndefined();
});
