import type { CustomerFacts } from '@onceover/schema/internal/customer';
import { byToken, customer, visitor } from '@onceover/schema/test-support/callers';
import { sha256 } from '@onceover/service-kit/crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSubjectCipher } from '../../adapters/crypto/subject-cipher.ts';
import { createPostgresAccountBook } from '../../adapters/postgres/account-book.ts';
import { purgeTokenAttempts } from '../../adapters/postgres/purge.ts';
import { tokenPortsOf } from '../../adapters.ts';
import { tokenText } from '../../domain/api-token/token-text.ts';
import { startTestFoundation, type TestFoundation } from '../../test-support/test-foundation.ts';
import { type TokenUseCases, tokenUseCasesOf } from '../use-cases.ts';
import type { TokenPorts } from './token-ports.ts';

let accounts: TestFoundation;
let verbs: TokenUseCases;
/** Who is verified and not closed, as the accounts side would tell. */
const facts = new Map<string, CustomerFacts>();
let nina: string;
let custid: string;

beforeAll(async () => {
  accounts = await startTestFoundation();
  verbs = tokenUseCasesOf(portsWith(async (accountRef) => facts.get(accountRef) ?? null));
});
let made = 0;
beforeEach(async () => {
  made += 1;
  custid = `nina${made}@example.com`;
  nina = await accounts.anAccount({ email: custid });
  facts.set(nina, {
    accountRef: nina,
    custid,
    planId: 'identity',
    role: 'customer',
    hasSecondFactor: true,
    isTwoStepOn: true,
    locale: null,
  });
});
afterAll(() => accounts[Symbol.asyncDispose]());

function portsWith(factsOf: TokenPorts['factsOf']): TokenPorts {
  const nobody = { find: async () => null, emailOf: () => '' };
  return { ...tokenPortsOf(accounts.foundation, nobody), factsOf };
}

const wish = (change = {}) => ({
  name: 'build server',
  scopes: ['secrets-write', 'recent'] as const,
  expiresInDays: 30,
  ...change,
});
let networks = 0;
/** A network nobody has come from yet. */
const aNetwork = () => {
  networks += 1;
  return `10.0.${networks}.0/24`;
};
const ask = (token: string, change: { custid?: string; network?: string } = {}) =>
  verbs.resolveToken({ custid, token, network: aNetwork(), ...change });
const wrong = () => tokenText(crypto.getRandomValues(new Uint8Array(32)));
const refused = { kind: 'refused' };

describe('another token', () => {
  test('stands for its customer with its scopes, and never for a second factor', async () => {
    const { text, token } = await verbs.createApiToken(wish(), customer(nina));
    expect(text).toMatch(/^onceover_[0-9A-Za-z]{49}$/);
    expect(await ask(text)).toEqual({
      kind: 'customer',
      ref: token.tokenId,
      scopes: ['secrets-write', 'recent'],
      customer: { ...facts.get(nina), hasSecondFactor: false },
    });
    expect(await ask(text, { custid: ` ${custid.toUpperCase()} ` })).toMatchObject({ kind: 'customer' });
  });

  test('is stored as a hash and nowhere else', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    const dump = await accounts.rows<{ row: string }>('select t::text as row from accounts.api_token t');
    expect(dump.some(({ row }) => row.includes(sha256(text).toString('hex')))).toBe(true);
    expect(dump.some(({ row }) => row.includes(text.slice(9, 30)))).toBe(false);
  });

  test('expires', async () => {
    const { text, token } = await verbs.createApiToken(wish({ expiresInDays: 2 }), customer(nina));
    expect(token.expiresAt).toEqual(new Date(accounts.clock.now().getTime() + 2 * 86_400_000));
    accounts.clock.advance({ days: 2, milliseconds: -1 });
    expect(await ask(text)).toMatchObject({ kind: 'customer' });
    accounts.clock.advance({ milliseconds: 1 });
    expect(await ask(text)).toEqual(refused);
  });

  test('shows the day it was last used', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    const lastUsed = async () => (await verbs.listApiTokens(customer(nina)))[0]?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    const day = (at: Date) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00.000Z`);
    const first = day(accounts.clock.now());
    await ask(text);
    expect(await lastUsed()).toEqual(first);
    accounts.clock.advance({ days: 1 });
    await ask(text);
    await ask(text);
    expect(await lastUsed()).toEqual(new Date(first.getTime() + 86_400_000));
  });

  test('stops at once when it is revoked', async () => {
    const { text, token } = await verbs.createApiToken(wish(), customer(nina));
    expect(await verbs.revokeApiToken(token.tokenId, customer(nina))).toBe(true);
    expect(await ask(text)).toEqual(refused);
    expect(await verbs.revokeApiToken(token.tokenId, customer(nina))).toBe(false);
    expect(await verbs.revokeApiToken('nonsense', customer(nina))).toBe(false);
  });

  test('cannot be revoked by another customer', async () => {
    const { text, token } = await verbs.createApiToken(wish(), customer(nina));
    expect(await verbs.revokeApiToken(token.tokenId, customer(await accounts.anAccount()))).toBe(false);
    expect(await ask(text)).toMatchObject({ kind: 'customer' });
  });

  test('is one of at most ten, however many are created at once', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 25 }, () => verbs.createApiToken(wish(), customer(nina))),
    );
    const refusals = tries.flatMap((each) => (each.status === 'rejected' ? [each.reason as { code: string }] : []));
    expect(refusals).toHaveLength(15);
    expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set(['account.too-many-tokens']));
    await verbs.replaceApiToken(customer(nina));
    expect(await verbs.listApiTokens(customer(nina))).toHaveLength(11);
    accounts.clock.advance({ days: 30 });
    expect(await verbs.createApiToken(wish(), customer(nina))).toMatchObject({ token: { name: 'build server' } });
  });

  test('needs a name and a scope', async () => {
    await expect(verbs.createApiToken(wish({ name: '' }), customer(nina))).rejects.toMatchObject({
      code: 'account.invalid-token-name',
    });
  });
});

describe('the token named api', () => {
  test('is 40 hexadecimal digits, never expires and has every scope but one', async () => {
    const { text, token } = await verbs.replaceApiToken(customer(nina));
    expect(text).toMatch(/^[0-9a-f]{40}$/);
    expect(token).toMatchObject({ name: 'api', expiresAt: null });
    accounts.clock.advance({ days: 4000 });
    expect(await ask(text)).toMatchObject({
      kind: 'customer',
      scopes: ['secrets-write', 'secrets-read-meta', 'recent', 'account', 'domains', 'events-read'],
    });
  });

  test('is replaced by the next one at once, and is the only one however many are created at once', async () => {
    const first = await verbs.replaceApiToken(customer(nina));
    const second = await verbs.replaceApiToken(customer(nina));
    expect(await ask(first.text)).toEqual(refused);
    expect(await ask(second.text)).toMatchObject({ kind: 'customer' });
    await Promise.all(Array.from({ length: 8 }, () => verbs.replaceApiToken(customer(nina))));
    expect(await verbs.listApiTokens(customer(nina))).toHaveLength(1);
  });
});

describe('who may manage tokens', () => {
  const notAuthorized = { name: 'NotAuthorizedError' };

  test('nobody without signing in, and no token without the scope', async () => {
    for (const caller of [visitor, byToken(nina, 'recent', 'domains')]) {
      await expect(verbs.listApiTokens(caller)).rejects.toMatchObject(notAuthorized);
      await expect(verbs.createApiToken(wish(), caller)).rejects.toMatchObject(notAuthorized);
      await expect(verbs.replaceApiToken(caller)).rejects.toMatchObject(notAuthorized);
      await expect(verbs.revokeApiToken('x', caller)).rejects.toMatchObject(notAuthorized);
    }
  });

  test('a token cannot create one with more rights than its own', async () => {
    const narrow = byToken(nina, 'account', 'recent');
    await expect(verbs.createApiToken(wish(), narrow)).rejects.toMatchObject(notAuthorized);
    await expect(verbs.replaceApiToken(narrow)).rejects.toMatchObject(notAuthorized);
    expect(await verbs.createApiToken(wish({ scopes: ['recent'] }), narrow)).toMatchObject({
      token: { scopes: ['recent'] },
    });
    const wide = byToken(nina, 'secrets-write', 'secrets-read-meta', 'recent', 'account', 'domains', 'events-read');
    await expect(verbs.createApiToken(wish({ scopes: ['graphql-adhoc'] }), wide)).rejects.toMatchObject(notAuthorized);
    expect(await verbs.replaceApiToken(wide)).toMatchObject({ token: { name: 'api' } });
  });
});

describe('a bad credential is refused, whatever is wrong with it', () => {
  test('a wrong token, for a known and for an unknown name', async () => {
    await verbs.createApiToken(wish(), customer(nina));
    expect(await ask(wrong())).toEqual(refused);
    expect(await ask(wrong(), { custid: 'nobody@example.com' })).toEqual(refused);
  });

  test('a right token with another name', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    expect(await ask(text, { custid: 'otto@example.com' })).toEqual(refused);
    expect(await ask(text, { custid: '' })).toEqual(refused);
  });

  test.each(['', 'x', 'onceover_', 'a'.repeat(400), '\u0000'])('%j', async (token) => {
    expect(await ask(token)).toEqual(refused);
  });

  test('a token of an account that is not verified, disabled or closed', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    facts.delete(nina);
    expect(await ask(text)).toEqual(refused);
    await accounts.rows('delete from accounts.account where account_ref = $1', [nina]);
    expect(await ask(text)).toEqual(refused);
    expect(await accounts.rows('select 1 from accounts.api_token where account_ref = $1', [nina])).toEqual([]);
  });

  test('as the rows of accounts say', async () => {
    const { pool, keys } = accounts.foundation;
    const book = createPostgresAccountBook(pool, createSubjectCipher(keys), (email) => keys.keyedHash('email', email));
    const real = tokenUseCasesOf(tokenPortsOf(accounts.foundation, book));
    const { text } = await real.createApiToken(wish(), customer(nina));
    const question = () => real.resolveToken({ custid, token: text, network: aNetwork() });
    expect(await question()).toMatchObject({
      customer: { accountRef: nina, custid, planId: 'identity', role: 'customer', isTwoStepOn: false, locale: null },
    });
    const change = (what: string) =>
      accounts.rows(`update accounts.account set ${what} where account_ref = $1`, [nina]);
    await change('is_disabled = true');
    expect(await question()).toEqual(refused);
    await change('is_disabled = false, is_verified = false');
    expect(await question()).toEqual(refused);
    await change('is_verified = true');
    expect(await question()).toMatchObject({ kind: 'customer' });
  });

  test('by the same single look-up, whether or not the name has an account', async () => {
    const ports = portsWith(async (accountRef) => {
      asked.push('facts');
      return facts.get(accountRef) ?? null;
    });
    const asked: string[] = [];
    const counting = tokenUseCasesOf({
      ...ports,
      tokens: {
        ...ports.tokens,
        lookUp: (...args) => {
          asked.push('look-up');
          return ports.tokens.lookUp(...args);
        },
        countBad: (...args) => {
          asked.push('count');
          return ports.tokens.countBad(...args);
        },
      },
    });
    await counting.resolveToken({ custid, token: wrong(), network: aNetwork() });
    const known = asked.splice(0);
    await counting.resolveToken({ custid: 'nobody@example.com', token: wrong(), network: aNetwork() });
    expect(asked).toEqual(known);
    expect(known).toEqual(['look-up', 'count']);
  });
});

describe('bad attempts are limited', () => {
  test('to five for a name from a network, for unknown names too, and correct tokens wait as well', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    for (const name of [custid, 'nobody@example.com']) {
      const network = aNetwork();
      for (let attempt = 0; attempt < 5; attempt += 1)
        expect(await ask(wrong(), { custid: name, network })).toEqual(refused);
      expect(await ask(wrong(), { custid: name, network })).toEqual({ kind: 'limited', retryAfterSeconds: 900 });
      expect(await ask(text, { custid: name, network })).toMatchObject({ kind: 'limited' });
      accounts.clock.advance({ minutes: 14 });
      expect(await ask(text, { custid: name, network })).toEqual({ kind: 'limited', retryAfterSeconds: 60 });
      accounts.clock.advance({ minutes: 1 });
    }
    expect(await ask(text)).toMatchObject({ kind: 'customer' });
  });

  test('other names and networks do not wait', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    const network = aNetwork();
    for (let attempt = 0; attempt < 6; attempt += 1) await ask(wrong(), { network });
    expect(await ask(text)).toMatchObject({ kind: 'customer' });
    expect(await ask(wrong(), { network, custid: 'otto@example.com' })).toEqual(refused);
  });

  test('to fifty for a network, whatever the names', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    const network = aNetwork();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await ask(wrong(), { custid: `n${attempt}@example.com`, network })).toEqual(refused);
    }
    expect(await ask(text, { network })).toEqual({ kind: 'limited', retryAfterSeconds: 900 });
  });

  test('however many come at once', async () => {
    const network = aNetwork();
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(wrong(), { network })));
    expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(5);
  });

  test('good ones are not counted', async () => {
    const { text } = await verbs.createApiToken(wish(), customer(nina));
    const network = aNetwork();
    for (let attempt = 0; attempt < 60; attempt += 1) await ask(text, { network });
    expect(await ask(text, { network })).toMatchObject({ kind: 'customer' });
  });

  test('without a name or a network in the database, and forgotten when the window is over', async () => {
    const network = aNetwork();
    await ask(wrong(), { custid: 'canary@example.com', network });
    const dump = await accounts.rows<{ row: string }>(
      `select t::text || encode(t.key, 'escape') as row from accounts.token_attempt t`,
    );
    expect(dump.length).toBeGreaterThan(0);
    for (const { row } of dump) expect(row).not.toMatch(/canary|10\.0\./);
    accounts.clock.advance({ minutes: 15 });
    expect(await purgeTokenAttempts(accounts.foundation.pool, accounts.clock.now())).toBeGreaterThan(0);
    expect(await accounts.rows('select 1 from accounts.token_attempt')).toEqual([]);
  });
});
