import { metaField } from '@onceover/event-store';
import type { CustomerCaller } from '@onceover/schema/caller';
import { confirmationOf } from '@onceover/schema/confirmation';
import { operatorTenant } from '@onceover/schema/events/tenants';
import { newId } from '@onceover/service-kit/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aColonel, aCustomer, byToken } from '../../test-support/customer.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';
import type { ListingInput } from './listed-secrets.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterAll(() => secrets[Symbol.asyncDispose]());
beforeEach(async () => {
  await secrets.rows('delete from secrets.secret');
  await secrets.rows('delete from secrets.secret_content');
});

const conceal = (change = {}, caller: CustomerCaller | ReturnType<typeof anonymous> = anonymous()) =>
  secrets.useCases.concealSecret(aShare(change), caller);
const all = { state: null, ownerRef: null, shortkey: null, createdFrom: null };
const list = (change: Partial<ListingInput> = {}, caller: CustomerCaller = aColonel()) =>
  secrets.useCases.listSecrets({ first: 50, after: null, ...all, ...change }, caller);
const idsOf = ({ nodes }: Awaited<ReturnType<typeof list>>) => nodes.map(({ secretId }) => secretId);
const age = (secretId: string, interval: string) =>
  secrets.rows(`update secrets.secret set created = created - $2::interval where secret_id = $1`, [secretId, interval]);
const idOf = ({ metadata }: Awaited<ReturnType<typeof conceal>>) => metadata.secretId;

describe('the list of colonels', () => {
  test('has every secret by reference, newest first, and nothing that opens one or says to whom it went', async () => {
    const owner = aCustomer();
    const first = await conceal({ secret: 'x'.repeat(2_000), passphrase: 'plum' }, owner);
    await age(idOf(first), '2 days');
    const second = await conceal();
    const { nodes, end } = await list();
    expect(end).toBeNull();
    expect(nodes).toEqual([
      {
        secretId: idOf(second),
        shortkey: second.metadata.secretShortkey,
        state: 'new',
        createdAt: second.metadata.createdAt,
        expiresAt: second.metadata.expiresAt,
        endedAt: null,
        size: '1k',
        hasPassphrase: false,
        ownerRef: null,
        isIncoming: false,
        burnedByOperator: false,
        emails: { queued: 0, sent: 0, failed: 0, suppressed: 0, bounced: 0 },
        refusedOpenings: [],
      },
      expect.objectContaining({
        secretId: idOf(first),
        size: '10k',
        hasPassphrase: true,
        ownerRef: owner.accountRef,
      }),
    ]);
    const text = JSON.stringify(nodes);
    for (const { secretKey, metadata } of [first, second])
      for (const key of [secretKey, metadata.key, metadata.shortkey]) expect(text).not.toContain(key);
    expect(text).not.toMatch(/@|handle|recipients|label/);
  });

  test('goes on page by page to the oldest, also where several were created at the same moment', async () => {
    const made: string[] = [];
    for (const days of [0, 0, 0, 3, 20, 90, 400]) {
      const id = idOf(await conceal());
      await secrets.rows(
        `update secrets.secret set created = date_trunc('day', now()) - $2 * interval '1 day' where secret_id = $1`,
        [id, days],
      );
      made.push(id);
    }
    const seen: string[] = [];
    let after: ListingInput['after'] = null;
    do {
      const page = await list({ first: 2, after });
      expect(page.nodes.length).toBeLessThanOrEqual(2);
      seen.push(...idsOf(page));
      after = page.end;
    } while (after !== null);
    expect(seen.slice(0, 3).toSorted()).toEqual(made.slice(0, 3).toSorted());
    expect(seen.slice(3)).toEqual(made.slice(3));
  });

  test('can be of one state, by the clock of the database', async () => {
    const [open, received, burned, over, expired] = [
      await conceal(),
      await conceal(),
      await conceal(),
      await conceal(),
      await conceal(),
    ];
    await secrets.useCases.revealSecret(aReveal(received.secretKey), anonymous());
    await secrets.useCases.burnSecret(aBurn(burned.metadata.key), anonymous());
    await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(expired.secretKey));
    await secrets.expireDue();
    await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(over.secretKey));
    expect(idsOf(await list({ state: 'new' }))).toEqual([idOf(open)]);
    expect(idsOf(await list({ state: 'received' }))).toEqual([idOf(received)]);
    expect(idsOf(await list({ state: 'burned' }))).toEqual([idOf(burned)]);
    expect(idsOf(await list({ state: 'expired' })).toSorted()).toEqual([idOf(over), idOf(expired)].toSorted());
    const { nodes } = await list();
    expect(nodes.filter(({ endedAt }) => endedAt !== null)).toHaveLength(3);
  });

  test('can be of one owner, of one short key and of a time', async () => {
    const owner = aCustomer();
    const [old, own] = [await conceal({}, owner), await conceal({}, owner)];
    await age(idOf(old), '10 days');
    await conceal();
    expect(idsOf(await list({ ownerRef: owner.accountRef }))).toEqual([idOf(own), idOf(old)]);
    const createdFrom = new Date(Date.now() - 86_400_000);
    expect(idsOf(await list({ ownerRef: owner.accountRef, createdFrom }))).toEqual([idOf(own)]);
    expect(idsOf(await list({ createdFrom }))).toHaveLength(2);
    for (const shortkey of [old.metadata.shortkey, old.metadata.secretShortkey])
      expect(idsOf(await list({ shortkey }))).toEqual([idOf(old)]);
    expect(idsOf(await list({ ownerRef: 'nobody' }))).toEqual([]);
    expect(idsOf(await list({ shortkey: "x' or 1=1" }))).toEqual([]);
  });

  test('says what became of emails and how often opening was refused', async () => {
    const made = await conceal();
    const lookup = secrets.parts.ports.keys.lookupOf(made.secretKey);
    for (const [place, status] of ['sent', 'sent', 'bounced'].entries())
      await secrets.rows(
        `insert into secrets.delivery (delivery_id, lookup, place, status, at) values ($1, $2, $3, $4, now())`,
        [newId(), lookup, place, status],
      );
    const guess = aReveal(made.secretKey, { passphrase: 'pear' });
    await conceal({ passphrase: 'plum' }).then(async ({ secretKey, metadata }) => {
      await expect(secrets.useCases.revealSecret({ ...guess, secretKey }, anonymous())).rejects.toThrow();
      const { nodes } = await list();
      expect(nodes.find(({ secretId }) => secretId === metadata.secretId)?.refusedOpenings).toMatchObject([
        { reason: 'wrong-passphrase', count: 1 },
      ]);
    });
    const { nodes } = await list();
    expect(nodes.find(({ secretId }) => secretId === idOf(made))?.emails).toMatchObject({
      sent: 2,
      bounced: 1,
      failed: 0,
    });
  });

  test('has no secrets that verify an address, and none can be burned there', async () => {
    const made = await conceal();
    await secrets.rows(`update secrets.secret set kind = 'verification' where secret_id = $1`, [idOf(made)]);
    expect(idsOf(await list())).toEqual([]);
    const colonel = { ...aColonel(), provenAt: Date.now() - 1_000 };
    const wish = { ids: [idOf(made)], confirmation: confirmationOf(idOf(made)), reasonCode: 'abuse' };
    expect(await secrets.useCases.burnListedSecrets(wish, colonel)).toEqual({ burned: [], endedBefore: 1 });
  });

  test('counts no program that looked at a link among the refused openings', async () => {
    const made = await conceal();
    await secrets.useCases.noteProgram(made.secretKey, 'preview', anonymous());
    const programs = async () => (await secrets.useCases.showMetadata(made.metadata.key, anonymous()))?.programs;
    await vi.waitFor(async () => expect(await programs()).toHaveLength(1), { timeout: 3_000 });
    expect((await list()).nodes[0]?.refusedOpenings).toEqual([]);
  });

  test('records a look for a short key, found or not, once for all its pages, and no other look', async () => {
    const colonel = aColonel();
    const made = await conceal();
    const { secretShortkey: shortkey } = made.metadata;
    await list({}, colonel);
    await list({ shortkey }, colonel);
    await list({ shortkey, after: { at: Date.now(), id: newId() } }, colonel);
    await list({ shortkey: 'zzzzzzzz' }, colonel);
    const recorded = await secrets.rows<{ data: object }>(
      `select data from secrets.events e where type = 'operator.action_taken' and tenant_ref = $1 and data->>'operatorRef' = $2 order by pos`,
      [operatorTenant, colonel.accountRef],
    );
    const lookUp = {
      operatorRef: colonel.accountRef,
      action: 'looked_up',
      targetKind: 'secret',
      reasonCode: 'by-short-key',
    };
    expect(recorded.map(({ data }) => data)).toEqual([
      { ...lookUp, targetRef: idOf(made) },
      { ...lookUp, targetRef: 'nobody' },
    ]);
  });

  test('is for colonels in a session with the second step alone', async () => {
    const colonel = aColonel();
    for (const caller of [{ ...colonel, hasSecondFactor: false }, byToken(colonel, 'recent', 'account'), aCustomer()])
      await expect(list({}, caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
  });

  test('reads only what was created about then, however many there are', async () => {
    await secrets.rows(
      `insert into secrets.secret (lookup, secret_id, version, state, short, kind, flags, kdf, p, attempts, ttl, original_size,
         created, expires, e, mlookup, mshort, until)
       select sha256(i::text::bytea), gen_random_uuid(), 1, 'new', '', 'share', 0, 1, 1, 0, 3600, 1,
         now() - (50000 - i) * interval '1 minute', now() + interval '1 day', 1, sha256(('m' || i)::bytea), '', now() + interval '1 day'
       from generate_series(1, 50000) i`,
    );
    await secrets.rows('vacuum analyze secrets.secret');
    const read = async () =>
      Number(
        (
          await secrets.rows<{ read: string }>(
            `select seq_tup_read as read from pg_stat_user_tables where relname = 'secret'`,
          )
        )[0]?.read,
      );
    const settled = async () => {
      await secrets.rows('select pg_stat_force_next_flush()');
      return await read();
    };
    const before = await settled();
    expect((await list({ first: 20 })).nodes).toHaveLength(20);
    expect((await settled()) - before).toBeLessThan(50_000);
  });
});

describe('burning from the list', () => {
  const proven = () => ({ ...aColonel(), provenAt: Date.now() - 1_000 });
  const wish = (...ids: string[]) => ({ ids, confirmation: confirmationOf(ids.at(-1) ?? ''), reasonCode: 'abuse' });
  const burn = (ids: readonly string[], colonel = proven()) =>
    secrets.useCases.burnListedSecrets(wish(...ids), colonel);
  const eventsOf = (secretId: string) =>
    secrets.rows<{ type: string; data: object; tenant: string | null; actor: string; xid: string }>(
      `select e.type, e.data, e.tenant_ref as tenant, ${metaField('actorRef')} as actor, e.xid from secrets.events e
       where (e.stream_id = $1 and e.type <> 'secret.created') or e.data->>'secretId' = $1::text order by e.pos`,
      [secretId],
    );

  test('deletes the content without a passphrase, in one commit with its record, and its owner sees by whom', async () => {
    const [owner, colonel] = [aCustomer(), proven()];
    const [owned, nobodys] = [await conceal({ passphrase: 'plum' }, owner), await conceal()];
    const outcome = await burn([idOf(owned), idOf(nobodys)], colonel);
    expect(outcome.burned.toSorted()).toEqual([idOf(owned), idOf(nobodys)].toSorted());
    expect(outcome.endedBefore).toBe(0);
    const gone = { code: 'secret.gone' };
    await expect(secrets.useCases.revealSecret(aReveal(nobodys.secretKey), anonymous())).rejects.toMatchObject(gone);
    expect(await secrets.rows('select from secrets.secret_content')).toEqual([]);
    for (const [made, tenant] of [
      [owned, owner.accountRef],
      [nobodys, null],
    ] as const) {
      const events = await eventsOf(idOf(made));
      const target = { targetKind: 'secret', targetRef: idOf(made), secretId: idOf(made) };
      expect(events).toMatchObject([
        {
          type: 'secret.burned',
          data: { by: 'authenticated', byOperator: true },
          tenant,
          actor: colonel.accountRef,
        },
        {
          type: 'operator.action_taken',
          data: { operatorRef: colonel.accountRef, action: 'secret_burned', ...target, reasonCode: 'abuse' },
          tenant: tenant ?? operatorTenant,
        },
      ]);
      expect(new Set(events.map(({ xid }) => xid)).size).toBe(1);
    }
    const { nodes } = await secrets.useCases.listRecent(
      { first: 9, after: null, status: null, states: null, search: null },
      owner,
    );
    expect(nodes).toMatchObject([{ state: 'burned', burnedByOperator: true }]);
    expect(await secrets.useCases.showMetadata(nobodys.metadata.key, anonymous())).toMatchObject({
      burnedByOperator: true,
    });
    const burnedByCreator = await conceal();
    await secrets.useCases.burnSecret(aBurn(burnedByCreator.metadata.key), anonymous());
    expect(await secrets.useCases.showMetadata(burnedByCreator.metadata.key, anonymous())).toMatchObject({
      burnedByOperator: false,
    });
  });

  test('leaves what has ended as it is, with no record, and says how many', async () => {
    const [open, received] = [await conceal(), await conceal()];
    await secrets.useCases.revealSecret(aReveal(received.secretKey), anonymous());
    const unknown = newId();
    const outcome = await burn([idOf(received), unknown, idOf(open), idOf(open), 'nonsense', idOf(open)]);
    expect(outcome).toEqual({ burned: [idOf(open)], endedBefore: 3 });
    expect((await eventsOf(idOf(received))).map(({ type }) => type)).toEqual(['secret.received']);
    expect(await burn([idOf(open)])).toEqual({ burned: [], endedBefore: 1 });
    expect(await eventsOf(idOf(open))).toHaveLength(2);
  });

  test('competes with those who open: each secret ends once, and only what was burned is recorded', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => conceal()));
    const [outcome, ...opened] = await Promise.all([
      burn(made.map(idOf)),
      ...made.map(({ secretKey }) =>
        secrets.useCases.revealSecret(aReveal(secretKey), anonymous()).then(
          () => true,
          () => false,
        ),
      ),
    ]);
    expect(outcome.burned.length + opened.filter(Boolean).length).toBe(40);
    expect(outcome.endedBefore).toBe(opened.filter(Boolean).length);
    const actions = await secrets.rows<{ id: string }>(
      `select data->>'secretId' as id from secrets.events where type = 'operator.action_taken' and data->>'secretId' = any ($1)`,
      [made.map(idOf)],
    );
    expect(actions.map(({ id }) => id).toSorted()).toEqual(outcome.burned.toSorted());
  });

  test('needs the rights of a colonel, a fresh proof and the end of the last id', async () => {
    const [one, other] = [idOf(await conceal()), idOf(await conceal())];
    const colonel = proven();
    const ask = (change: object, caller: CustomerCaller = colonel) =>
      secrets.useCases.burnListedSecrets({ ...wish(one, other), ...change }, caller);
    await expect(ask({ confirmation: confirmationOf(one) })).rejects.toMatchObject({
      code: 'account.wrong-confirmation',
    });
    await expect(ask({ ids: [], confirmation: '' })).rejects.toMatchObject({ code: 'account.wrong-confirmation' });
    await expect(ask({}, aColonel())).rejects.toMatchObject({ code: 'account.reauthentication-required' });
    for (const caller of [{ ...colonel, hasSecondFactor: false }, byToken(colonel, 'secrets-write'), aCustomer()])
      await expect(ask({}, caller)).rejects.toMatchObject({ name: 'NotAuthorizedError' });
    expect(idsOf(await list({ state: 'new' }))).toHaveLength(2);
  });
});
