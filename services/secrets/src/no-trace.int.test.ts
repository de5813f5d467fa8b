import type { Caller } from '@onceover/schema/caller';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { anonymous } from './test-support/anonymous.ts';
import { aCustomer, givePlan } from './test-support/customer.ts';
import { neighbours } from './test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from './test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from './test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets(
    { incomingRecipient: desk, incomingPassphrase: passphrase, generatedValueAgain: 60 },
    neighbours(),
  );
});
afterAll(() => secrets[Symbol.asyncDispose]());

const content = 'CANARY-content-4711';
const label = 'CANARY-label-2305';
const passphrase = 'CANARY-passphrase-0815';
const network = '203.0.113.0/24';
const recipient = 'canary-recipient@example.com';
const desk = 'canary-desk@example.com';
const ticketNumber = 'CANARYticket23';
const sender = aCustomer({ custid: 'canary-sender@example.com' });

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

test('no table holds content, passphrases, keys, tokens, networks, addresses or labels: not while new, not during redeliveries, not after', async () => {
  const canaries: string[] = [content, passphrase, network, label];
  const conceal = async (change = {}, caller: Caller = anonymous(network)) => {
    const idempotencyKey = aToken();
    const wish = aShare({ secret: content, passphrase, idempotencyKey, ...change });
    const concealed = await secrets.useCases.concealSecret(wish, caller);
    canaries.push(concealed.secretKey, concealed.metadata.key, idempotencyKey);
    if (concealed.value !== null) canaries.push(concealed.value);
    return concealed;
  };
  const generated = await conceal({ kind: 'generate', passphrase: '' });
  expect(await secrets.useCases.showGeneratedValue(generated.metadata.key, anonymous(network))).toBe(generated.value);
  const revealed = await conceal();
  const claimToken = aToken();
  canaries.push(claimToken);
  const wrong = aReveal(revealed.secretKey, { passphrase: `${passphrase}x`, claimToken });
  await expect(secrets.useCases.revealSecret(wrong, anonymous(network))).rejects.toThrow();
  await secrets.useCases.revealSecret({ ...wrong, passphrase }, anonymous(network));
  await expect(secrets.useCases.revealSecret(aReveal(revealed.secretKey), anonymous(network))).rejects.toThrow();
  const burned = await conceal();
  await secrets.useCases.burnSecret(aBurn(burned.metadata.key, { passphrase }), anonymous(network));
  await givePlan(secrets, sender);
  await conceal({ recipients: [`Canary <${recipient}>`] }, sender);
  const ended = await conceal({ recipients: [recipient] }, sender);
  await secrets.useCases.labelSecret({ key: ended.metadata.key, label }, sender);
  await secrets.useCases.revealSecret(aReveal(ended.secretKey, { passphrase }), { ...sender, isPerson: true });
  const refused = secrets.useCases.concealSecret(aShare({ recipients: [`${recipient}@@`] }), sender);
  await expect(refused).rejects.toThrow();
  const incoming = await secrets.useCases.submitIncoming(
    { secret: content, ticketNumber, idempotencyKey: aToken() },
    anonymous(network),
  );
  const { secretKey: verification } = await secrets.useCases.concealVerification(sender.accountRef, newId());
  canaries.push(
    recipient,
    desk,
    sender.custid,
    verification,
    incoming.metadata.key,
    incoming.metadata.secretKey ?? '-',
  );
  const lateTries = () => secrets.rows(`select from secrets.refused_opening where reason = 'late'`);
  await vi.waitFor(async () => expect(await lateTries()).toHaveLength(1), { timeout: 3000 });
  const stored = await everything();
  for (const canary of canaries.flatMap(spellings)) expect(stored.includes(canary), canary).toBe(false);
  // The search itself works: what may be stored is found.
  expect(stored).toContain(burned.metadata.secretShortkey);
  expect(stored).toContain('ca*****@e*****.com');
});

test('no event holds a hash, a short key, a handle, an obscured address or a ticket either', async () => {
  await givePlan(secrets, sender);
  const wish = aShare({ recipients: [recipient] });
  const { secretKey, metadata } = await secrets.useCases.concealSecret(wish, sender);
  await secrets.useCases.submitIncoming({ secret: content, ticketNumber, idempotencyKey: null }, sender);
  const keys = secrets.parts.ports.keys;
  const [row] = await secrets.rows<{ r: string }>('select r from secrets.secret where mlookup = $1', [
    keys.metadataLookupOf(metadata.key),
  ]);
  const events = JSON.stringify(await secrets.rows('select type, data, meta, tenant_ref from secrets.events'));
  const hashes = [keys.lookupOf(secretKey), keys.metadataLookupOf(metadata.key)];
  expect(row?.r).toMatch(/^[0-9a-z]{31}$/);
  const traces = [metadata.shortkey, metadata.secretShortkey, row?.r ?? 'no handle', '*****', ticketNumber];
  traces.push(recipient, desk, sender.custid);
  for (const hash of hashes) traces.push(hash.toString('hex'), hash.toString('base64'));
  for (const trace of traces) expect(events.includes(trace), trace).toBe(false);
});
