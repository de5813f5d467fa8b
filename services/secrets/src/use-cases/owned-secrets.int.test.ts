import { readMeta } from '@onceover/event-store';
import { traceparentOf } from '@onceover/service-kit/origin';
import { eventually } from '@onceover/testing/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../test-support/anonymous.ts';
import { aCustomer, byToken, handleOf } from '../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare, aToken } from '../test-support/wishes.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());

const owner = aCustomer();
const stranger = aCustomer();

async function concealOwned(change = {}) {
  const concealed = await secrets.useCases.concealSecret(aShare(change), owner);
  const handle = await handleOf(secrets, concealed.secretKey);
  if (handle === null) throw new Error('an owned secret has a handle');
  return { ...concealed, handle };
}
const eventsOf = async (secretKey: string) => {
  const rows = await secrets.rows<{ type: string; data: object; meta: object; tenant_ref: string | null }>(
    `select type, data, meta, tenant_ref from secrets.events
     where stream_id = (select secret_id from secrets.secret where lookup = $1) order by version`,
    [secrets.parts.ports.keys.lookupOf(secretKey)],
  );
  return rows.map((row) => ({ ...row, meta: readMeta(row.meta) }));
};

describe('a customer’s secret', () => {
  test('belongs to its creator, in the log and for those who look', async () => {
    const { secretKey, metadata } = await concealOwned();
    expect(metadata).toMatchObject({ isOwner: true, hasOwner: true, isByOwnerHandle: false });
    expect(await secrets.useCases.showMetadata(metadata.key, owner)).toEqual(metadata);
    const seen = { ...metadata, isOwner: false };
    expect(await secrets.useCases.showMetadata(metadata.key, anonymous())).toEqual(seen);
    expect(await secrets.useCases.showMetadata(metadata.key, stranger)).toEqual(seen);
    expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toMatchObject({ ownerRef: owner.accountRef });
    expect(await eventsOf(secretKey)).toEqual([
      {
        type: 'secret.created',
        tenant_ref: owner.accountRef,
        data: expect.objectContaining({ ownerRef: owner.accountRef, recipientCount: 0 }),
        meta: {
          actor: { kind: 'creator', ref: owner.accountRef },
          correlationId: 'req-test',
          traceparent: traceparentOf('req-test'),
          ...owner.origin,
        },
      },
    ]);
  });

  test.each([
    ['its owner', owner, { by: 'owner', viewerRef: owner.accountRef }, { kind: 'creator', ref: owner.accountRef }],
    ['another customer', stranger, { by: 'authenticated' }, { kind: 'authenticated_other', ref: stranger.accountRef }],
    ['a visitor', anonymous(), { by: 'anonymous' }, { kind: 'anonymous' }],
  ])('records that %s opened it', async (_who, caller, data, actor) => {
    const { secretKey } = await concealOwned();
    await secrets.useCases.revealSecret(aReveal(secretKey), caller);
    const [, received] = await eventsOf(secretKey);
    expect(received).toMatchObject({ type: 'secret.received', tenant_ref: owner.accountRef, meta: { actor } });
    expect(received?.data).toEqual(data);
  });

  test('is concealed by a token with the scope, and by no other', async () => {
    const write = byToken(owner, 'secrets-write');
    expect((await secrets.useCases.concealSecret(aShare(), write)).metadata.isOwner).toBe(true);
    const read = byToken(owner, 'secrets-read-meta', 'recent');
    await expect(secrets.useCases.concealSecret(aShare(), read)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  });

  test('a repeat belongs to the account that made the first, whoever knows the key', async () => {
    const idempotencyKey = aToken();
    const first = await concealOwned({ idempotencyKey });
    expect(await secrets.useCases.concealSecret(aShare({ idempotencyKey }), owner)).toMatchObject({
      secretKey: first.secretKey,
      isReplay: true,
    });
    for (const caller of [stranger, anonymous()]) {
      await expect(secrets.useCases.concealSecret(aShare({ idempotencyKey }), caller)).rejects.toMatchObject({
        code: 'secret.idempotency-mismatch',
      });
    }
  });

  test('nobody owns what a visitor made: there is no handle', async () => {
    const { secretKey, metadata } = await secrets.useCases.concealSecret(aShare(), anonymous());
    expect(metadata).toMatchObject({ isOwner: false, hasOwner: false });
    expect(await handleOf(secrets, secretKey)).toBeNull();
  });
});

describe('the owner handle', () => {
  test('shows its owner everything but the link', async () => {
    const { handle, metadata } = await concealOwned({ passphrase: 'plum' });
    expect(handle).toMatch(/^[0-9a-z]{31}$/);
    const expected = { ...metadata, key: handle, secretKey: null, isByOwnerHandle: true };
    expect(await secrets.useCases.showMetadata(handle, owner)).toEqual(expected);
    expect(await secrets.useCases.showMetadata(handle, byToken(owner, 'secrets-read-meta'))).toEqual(expected);
  });

  test('is an unknown key to everybody else', async () => {
    const { handle } = await concealOwned();
    for (const caller of [anonymous(), stranger, byToken(owner, 'recent', 'secrets-write')]) {
      expect(await secrets.useCases.showMetadata(handle, caller)).toBeNull();
    }
    for (const caller of [anonymous(), stranger, byToken(owner, 'secrets-read-meta')]) {
      await expect(secrets.useCases.burnSecret(aBurn(handle), caller)).rejects.toMatchObject({ code: 'secret.gone' });
    }
    await expect(secrets.useCases.revealSecret(aReveal(handle), owner)).rejects.toMatchObject({ code: 'secret.gone' });
  });

  test('burns without the passphrase, also what too many guesses have locked', async () => {
    const { handle, secretKey } = await concealOwned({ passphrase: 'plum' });
    const lookup = secrets.parts.ports.keys.lookupOf(secretKey);
    await secrets.rows('update secrets.secret set attempts = 100 where lookup = $1', [lookup]);
    expect(await secrets.useCases.showMetadata(handle, owner)).toMatchObject({ isLocked: true });
    const view = await secrets.useCases.burnSecret(aBurn(handle), owner);
    expect(view).toMatchObject({ key: handle, state: 'burned', isOwner: true, isByOwnerHandle: true, isLocked: false });
    const [, burned] = await eventsOf(secretKey);
    expect(burned).toMatchObject({ type: 'secret.burned', data: { by: 'owner' } });
    await expect(secrets.useCases.burnSecret(aBurn(handle), owner)).rejects.toMatchObject({
      code: 'secret.not-burnable',
    });
  });

  test('must be confirmed like any burn', async () => {
    const { handle } = await concealOwned();
    await expect(secrets.useCases.burnSecret(aBurn(handle, { isConfirmed: false }), owner)).rejects.toMatchObject({
      code: 'secret.not-confirmed',
    });
  });

  test('is unknown past the life of the metadata', async () => {
    const { handle } = await concealOwned();
    await secrets.rows('update secrets.secret set until = clock_timestamp() where r = $1', [handle]);
    expect(await secrets.useCases.showMetadata(handle, owner)).toBeNull();
  });

  test('a handle is found by its index, and nothing of a visitor is in it', async () => {
    const [index] = await secrets.rows<{ definition: string }>(
      `select pg_get_indexdef('secrets.secret_owner_handle'::regclass) as definition`,
    );
    expect(index?.definition).toContain('WHERE (r IS NOT NULL)');
  });
});

test('burning by handle races revealing: one ending, and the content at most once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { handle, secretKey } = await concealOwned();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 32 }, (_, index) =>
        index % 2 === 0
          ? secrets.useCases.burnSecret(aBurn(handle), owner).then(() => 'burned')
          : secrets.useCases.revealSecret(aReveal(secretKey), anonymous()).then(({ value }) => value),
      ),
    );
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        expect(['secret.gone', 'secret.not-burnable']).toContain(outcome.reason.code);
      }
    }
    const types = (await eventsOf(secretKey)).map(({ type }) => type).slice(0, 2);
    expect(types).toEqual(['secret.created', won[0] === 'burned' ? 'secret.burned' : 'secret.received']);
  }
});

test('a visitor touches none of the tables of accounts and emails', async () => {
  await using fresh = await startTestSecrets();
  const { secretKey, metadata } = await fresh.useCases.concealSecret(aShare(), anonymous());
  await fresh.useCases.showMetadata(metadata.key, anonymous());
  await fresh.useCases.revealSecret(aReveal(secretKey), anonymous());
  const scans = async (names: readonly string[]) => {
    const [row] = await fresh.rows<{ scans: number }>(
      `select coalesce(sum(coalesce(idx_scan, 0) + seq_scan), 0)::int as scans from pg_stat_user_tables
       where schemaname = 'secrets' and relname = any($1)`,
      [names],
    );
    return row?.scans ?? 0;
  };
  // An idle connection hands in its counts after ten seconds.
  const wait = { withinMs: 40_000, everyMs: 200 };
  await eventually(async () => expect(await scans(['secret_content'])).toBeGreaterThan(0), wait);
  expect(await scans(['plan_limit', 'mail_reservation', 'delivery', 'delivery_envelope', 'incoming'])).toBe(0);
}, 60_000);
