import { expect } from 'vitest';
import type { ApiClient } from '../../support/api-client.ts';
import type { SecretTables } from '../../support/secret-tables.ts';

/** A value that does not occur anywhere by chance. */
export const canary = (name: string) => `canary-${name}-${crypto.randomUUID().replaceAll('-', '')}`;

/** Everything a person enters that must not stay, each value named for what it was. */
export async function livesOfSecrets(client: ApiClient, tables: SecretTables): Promise<Record<string, string>> {
  const planted: Record<string, string> = {};
  for (const way of ['received', 'redelivered', 'burned', 'expired', 'attempted', 'unopened'] as const) {
    const text = canary(`${way}-text`);
    const passphrase = canary(`${way}-passphrase`);
    const concealKey = canary(`${way}-conceal`);
    const claim = { 'idempotency-key': canary(`${way}-claim`) };
    const links = await client.conceal(text, { passphrase }, { 'idempotency-key': concealKey });
    const { secretKey, metadataKey } = links;
    Object.assign(planted, {
      [`${way}: text`]: text,
      [`${way}: passphrase`]: passphrase,
      [`${way}: key of conceal`]: concealKey,
      [`${way}: key of the claim`]: claim['idempotency-key'],
      [`${way}: secret key`]: secretKey,
      [`${way}: metadata key`]: metadataKey,
    });
    await client.look(secretKey);
    await client.metadata(metadataKey);
    if (way === 'attempted') {
      const wrong = canary('wrong-passphrase');
      planted['attempted: wrong passphrase'] = wrong;
      expect((await client.reveal(secretKey, { passphrase: wrong }, claim)).status).toBe(400);
    }
    if (way === 'received' || way === 'redelivered') {
      expect((await client.reveal(secretKey, { passphrase }, claim)).body.record.secret_value).toBe(text);
    }
    if (way === 'redelivered') {
      expect((await client.reveal(secretKey, {}, claim)).body.record.secret_value).toBe(text);
    }
    if (way === 'burned') expect((await client.burn(metadataKey, { passphrase })).status).toBe(200);
    if (way === 'expired') await tables.expireNow(links.secretShortKey);
  }
  return planted;
}

/** The calls of programs of others; `nested`: the fields are within `secret`. */
const dialects = [
  { name: 'v1', base: '/api/v1', create: 'share', open: '', see: 'private', isNested: false },
  { name: 'later', base: '/api/v2', create: 'secret/conceal', open: '/reveal', see: 'receipt', isNested: true },
  { name: 'guest', base: '/api/v2/guest', create: 'secret/conceal', open: '/reveal', see: 'receipt', isNested: true },
  { name: 'v3', base: '/api/v3/guest', create: 'secret/conceal', open: '/reveal', see: 'receipt', isNested: true },
];

/** What a person enters by other dialects: opened, tried in vain and burned, with mistakes in between. */
export async function livesByDialects(client: ApiClient): Promise<Record<string, string>> {
  const planted: Record<string, string> = {};
  for (const { name, base, create, open, see, isNested } of dialects) {
    for (const way of ['opened', 'burned'] as const) {
      const text = canary(`${name}-${way}-text`);
      const passphrase = canary(`${name}-${way}-passphrase`);
      const wrong = canary(`${name}-${way}-wrong`);
      const field = (called: string) => (isNested ? `secret[${called}]` : called);
      const { status, body } = await client.post(`${base}/${create}`, {
        [field('secret')]: text,
        [field('passphrase')]: passphrase,
      });
      expect(status).toBe(200);
      const secretKey = isNested ? body.record.secret.identifier : body.secret_key;
      const metadataKey = isNested ? body.record.receipt.identifier : body.metadata_key;
      const token = canary(`${name}-token`);
      const credentials = `Basic ${Buffer.from(`nina@example.com:${token}`).toString('base64')}`;
      Object.assign(planted, {
        [`${name}, ${way}: text`]: text,
        [`${name}, ${way}: passphrase`]: passphrase,
        [`${name}, ${way}: wrong passphrase`]: wrong,
        [`${name}, ${way}: secret key`]: secretKey,
        [`${name}, ${way}: metadata key`]: metadataKey,
        [`${name}, ${way}: token`]: token,
        [`${name}, ${way}: credentials`]: credentials,
      });
      await client.get(`${base}/${see}/${metadataKey}?passphrase=${passphrase}`);
      await client.post(`${base}/${see}/recent/${text}?secret=${text}`, {}, { authorization: credentials });
      await client.post(`${base}/${create}`, { [field('secret')]: text, secret: text }, { authorization: credentials });
      const opening = `${base}/secret/${secretKey}${open}`;
      const burning = `${base}/${see}/${metadataKey}/burn`;
      const [act, other] = way === 'opened' ? [opening, burning] : [burning, opening];
      expect((await client.post(act, { continue: 'true', passphrase: wrong })).status).toBeGreaterThan(400);
      expect((await client.post(act, { continue: 'true', passphrase })).status).toBe(200);
      expect((await client.post(other, { continue: 'true', passphrase })).status).toBeGreaterThan(400);
    }
  }
  await client.post('/api/v2/secret/status', { identifiers: Object.values(planted).slice(0, 20).join(',') });
  await client.postJson('/api/v3/guest/receipts', { identifiers: Object.values(planted) });
  return planted;
}

/** Requests that fail carry the same values, and failures are what careless programs log. */
export async function clumsyRequests(client: ApiClient, planted: Record<string, string>): Promise<void> {
  const text = canary('clumsy-text');
  const key = canary('clumsy-key');
  Object.assign(planted, { 'clumsy: text': text, 'clumsy: key': key });
  await client.post(`/api/v2/secret/conceal?secret=${text}`, { passphrase: 'p'.repeat(300), secret: text });
  await client.post('/api/v2/secret/conceal', { secret: text }, { 'content-type': 'application/json' });
  await client.post('/api/v2/secret/conceal', { secret: text }, { 'idempotency-key': `${key} !` });
  await client.post(`/api/v2/secret/${key}`, { continue: 'true', passphrase: text });
  await client.get(`/secret/${key}?passphrase=${text}`);
  await client.get(`/nowhere/${text}`);
  await client.postJson('/graphql', {
    query: `mutation { revealSecret(input: { key: "${key}", passphrase: "${text}" }) { __typename } }`,
  });
  await client.postJson('/graphql', { query: 'query Q($key: String!) { nothing(key: $key) }', variables: { key } });
}
