import { secretBell } from '@onceover/schema/events/bells';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { anonymous, aPerson } from '../../test-support/anonymous.ts';
import { aCustomer, givePlan } from '../../test-support/customer.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets({}, neighbours());
});
afterAll(() => secrets[Symbol.asyncDispose]());

const reveal = (secretKey: string, caller = anonymous(), more = {}) =>
  secrets.useCases.revealSecret(aReveal(secretKey, more), caller).catch((error) => error);
const show = (key: string) => secrets.useCases.showMetadata(key, anonymous());
const programs = async (key: string) => (await show(key))?.programs ?? [];
const counted = (key: string, kind: string, count: number) =>
  vi.waitFor(async () => expect(await programs(key)).toMatchObject([{ kind, count }]), { timeout: 3000 });
const told = (secretId: string) =>
  secrets.rows<{ data: Record<string, unknown>; tenant: string | null; version: number }>(
    `select e.data, e.tenant_ref as tenant, e.version from secrets.events e
     where e.type = 'secret.program_noticed' and e.stream_id = $1 order by e.version`,
    [secretId],
  );
/** Rows of every table, and of the log, as they stand. */
async function allRows(): Promise<Record<string, number>> {
  const tables = ['secret', 'secret_content', 'events', 'commands', 'refused_opening', 'redelivery', 'attempt'];
  const counts = await Promise.all(
    tables.map(async (table) => {
      const [row] = await secrets.rows<{ n: number }>(`select count(*)::int as n from secrets.${table}`);
      return [table, row?.n ?? -1] as const;
    }),
  );
  return Object.fromEntries(counts);
}

describe('a secret for people only', () => {
  test('refuses programs before anything is counted or consumed, and opens for a person', async () => {
    const { secretKey, metadata } = await secrets.useCases.concealSecret(
      aShare({ isPeopleOnly: true, passphrase: 'plum' }),
      anonymous(),
    );
    expect(metadata.isPeopleOnly).toBe(true);
    for (const passphrase of ['', 'pear', 'plum']) {
      expect(await reveal(secretKey, anonymous(), { passphrase })).toMatchObject({ code: 'secret.people-only' });
    }
    const attempts = await secrets.rows('select from secrets.attempt where lookup = $1', [
      secrets.parts.ports.keys.lookupOf(secretKey),
    ]);
    expect(attempts).toEqual([]);
    await counted(metadata.key, 'program', 3);
    expect(await reveal(secretKey, aPerson(), { passphrase: 'pear' })).toMatchObject({
      code: 'secret.wrong-passphrase',
    });
    expect(await reveal(secretKey, aPerson(), { passphrase: 'plum' })).toMatchObject({ value: 'tea at 5?' });
    expect(await reveal(secretKey)).toMatchObject({ code: 'secret.gone' });
  });

  test('refuses its own creator’s API token too', async () => {
    const owner = aCustomer();
    const { secretKey } = await secrets.useCases.concealSecret(aShare({ isPeopleOnly: true }), owner);
    await expect(secrets.useCases.revealSecret(aReveal(secretKey), owner)).rejects.toMatchObject({
      code: 'secret.people-only',
    });
  });

  test('gives its claimant the content again, also when the page has gone by then', async () => {
    const { secretKey } = await secrets.useCases.concealSecret(aShare({ isPeopleOnly: true }), anonymous());
    const claimToken = aToken();
    expect(await reveal(secretKey, aPerson(), { claimToken })).toMatchObject({ isReplay: false });
    expect(await reveal(secretKey, anonymous(), { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
  });

  test('is burned by a program: that reads nothing', async () => {
    const { metadata } = await secrets.useCases.concealSecret(aShare({ isPeopleOnly: true }), anonymous());
    await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
    expect(await show(metadata.key)).toMatchObject({ state: 'burned', isPeopleOnly: true });
  });
});

test.each([
  [null, [], false],
  [null, ['nina@example.com'], true],
  [false, ['nina@example.com'], false],
  [true, [], true],
] as const)('said %s with recipients %j, it is for people only: %s', async (isPeopleOnly, recipients, is) => {
  const wish = aShare({ isPeopleOnly, recipients: [...recipients] });
  const sender = aCustomer();
  await givePlan(secrets, sender);
  const { metadata } = await secrets.useCases.concealSecret(wish, sender);
  expect(await show(metadata.key)).toMatchObject({ isPeopleOnly: is });
});

test('the same Idempotency-Key with another choice is another request; saying nothing is as it was', async () => {
  const idempotencyKey = aToken();
  const owner = aCustomer();
  await secrets.useCases.concealSecret(aShare({ idempotencyKey }), owner);
  expect(await secrets.useCases.concealSecret(aShare({ idempotencyKey }), owner)).toMatchObject({ isReplay: true });
  const other = secrets.useCases.concealSecret(aShare({ idempotencyKey, isPeopleOnly: true }), owner);
  await expect(other).rejects.toMatchObject({ code: 'secret.idempotency-mismatch' });
});

describe('a program that was noticed', () => {
  test('is counted by kind, shown, told to the log once, and changes nothing else of the secret', async () => {
    const owner = aCustomer();
    const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), owner);
    for (let each = 0; each < 3; each += 1) await secrets.useCases.noteProgram(secretKey, 'preview', anonymous());
    await counted(metadata.key, 'preview', 3);
    const events = await told(metadata.secretId);
    expect(events).toMatchObject([{ version: 2, tenant: owner.accountRef, data: { kind: 'preview' } }]);
    expect(JSON.stringify(events)).not.toMatch(/network|agent|192\.0|203\.0/);
    expect(await show(metadata.key)).toMatchObject({ state: 'new', refusedOpenings: [] });
    expect(await reveal(secretKey)).toMatchObject({ value: 'tea at 5?' });
  });

  test('rings for whoever watches, each time', async () => {
    const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
    let rings = 0;
    using _ = await secrets.parts.bells.on(secretBell(metadata.secretId), () => {
      rings += 1;
    });
    for (let each = 1; each <= 2; each += 1) {
      await secrets.useCases.noteProgram(secretKey, 'automation', anonymous());
      await counted(metadata.key, 'automation', each);
      expect(rings).toBe(each);
    }
  });

  test('is not counted for a key that opens nothing: unknown, over, or of a sign-up', async () => {
    const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
    const other = await secrets.useCases.concealSecret(aShare(), anonymous());
    await secrets.useCases.burnSecret(aBurn(metadata.key), anonymous());
    const verification = await secrets.useCases.concealVerification(aCustomer().accountRef, aToken());
    for (const key of [secretKey, 'x'.repeat(31), 'malformed', verification.secretKey, other.secretKey]) {
      await secrets.useCases.noteProgram(key, 'scanner', anonymous());
    }
    await counted(other.metadata.key, 'scanner', 1);
    expect(await programs(metadata.key)).toEqual([]);
    expect(await told(verification.secretId)).toEqual([]);
  });

  test('stands apart from what people tried', async () => {
    const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
    await reveal(secretKey, aPerson(), { passphrase: 'pear' });
    await secrets.useCases.noteProgram(secretKey, 'preview', anonymous());
    await counted(metadata.key, 'preview', 1);
    expect(await show(metadata.key)).toMatchObject({
      refusedOpenings: [{ reason: 'wrong-passphrase', count: 1 }],
      programs: [{ kind: 'preview', count: 1 }],
    });
  });
});

test('the cycle of an anonymous person costs the rows that it cost: a conceal, a look, a reveal', async () => {
  const before = await allRows();
  const { secretKey } = await secrets.useCases.concealSecret(aShare(), anonymous());
  await secrets.useCases.lookAtSecret(secretKey, anonymous());
  await secrets.useCases.revealSecret(aReveal(secretKey), aPerson());
  const after = await allRows();
  const more = Object.entries(after).flatMap(([table, rows]) => {
    const grown = rows - (before[table] ?? 0);
    return grown === 0 ? [] : [[table, grown]];
  });
  expect(more).toEqual([
    ['secret', 1],
    ['events', 2],
  ]);
});
