import { afterAll, beforeAll, expect, test } from 'vitest';
import { anonymous } from './test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from './test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from './test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const content = 'CANARY-content-4711';
const passphrase = 'CANARY-passphrase-0815';
const network = '203.0.113.0/24';

/** Everything every table of the schema holds, as text; bytes as they are, in hexadecimal and in base64. */
async function everything(): Promise<string> {
  const tables = await secrets.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'secrets' and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await secrets.rows(`select * from ${name}`);
    for (const value of rows.flatMap((row) => Object.values(row))) {
      texts.push(Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value));
    }
  }
  return texts.join('\n');
}

function spellings(canary: string): string[] {
  const bytes = Buffer.from(canary, 'utf8');
  return [canary, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '').slice(0, -1)];
}

test('no table holds content, passphrases, keys, tokens or networks: not while new, not during repeats, not after', async () => {
  const canaries: string[] = [content, passphrase, network];
  const conceal = async (change = {}) => {
    const idempotencyKey = aToken();
    const wish = aShare({ secret: content, passphrase, idempotencyKey, ...change });
    const concealed = await secrets.useCases.concealSecret(wish, anonymous(network));
    canaries.push(concealed.secretKey, concealed.metadata.key, idempotencyKey);
    if (concealed.value !== null) canaries.push(concealed.value);
    return concealed;
  };
  await conceal({ kind: 'generate' });
  const revealed = await conceal();
  const claimToken = aToken();
  canaries.push(claimToken);
  const wrong = aReveal(revealed.secretKey, { passphrase: `${passphrase}x`, claimToken });
  await expect(secrets.useCases.revealSecret(wrong, anonymous(network))).rejects.toThrow();
  await secrets.useCases.revealSecret({ ...wrong, passphrase }, anonymous(network));
  const burned = await conceal();
  await secrets.useCases.burnSecret(aBurn(burned.metadata.key, { passphrase }), anonymous(network));
  const stored = await everything();
  for (const canary of canaries.flatMap(spellings)) expect(stored.includes(canary), canary).toBe(false);
  // The search itself works: what may be stored is found.
  expect(stored).toContain(burned.metadata.secretShortkey);
});

test('no event holds a hash, a short key or a handle either', async () => {
  const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
  const keys = secrets.parts.ports.keys;
  const [row] = await secrets.rows<{ r: string }>('select r from secrets.metadata where mlookup = $1', [
    keys.metadataLookupOf(metadata.key),
  ]);
  const events = JSON.stringify(await secrets.rows('select type, data, meta, tenant_ref from secrets.events'));
  const hashes = [keys.lookupOf(secretKey), keys.metadataLookupOf(metadata.key)];
  const traces = [metadata.shortkey, metadata.secretShortkey, row?.r ?? 'no handle'];
  for (const hash of hashes) traces.push(hash.toString('hex'), hash.toString('base64'));
  for (const trace of traces) expect(events.includes(trace), trace).toBe(false);
});
