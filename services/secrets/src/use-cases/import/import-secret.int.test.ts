import { readMeta } from '@onceover/event-store';
import { confirmationOf } from '@onceover/schema/confirmation';
import { randomBase36 } from '@onceover/service-kit/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { aColonel, aCustomer, handleOf } from '../../test-support/customer.ts';
import { neighbours } from '../../test-support/neighbours.ts';
import { alone, openParts, startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, anImport, aReveal, aShare } from '../../test-support/wishes.ts';
import { useCasesOf } from '../use-cases.ts';
import { type ImportInput, importSecretUseCase } from './import-secret.ts';

const others = neighbours();
let secrets: TestSecrets;
/** The verbs of a process, and what an operator does beside it. */
function verbsOf(ports: TestSecrets['parts']['ports']) {
  const importSecret = importSecretUseCase(ports);
  return {
    ...useCasesOf(ports),
    importSecret: (input: ImportInput) => importSecret(input, { isForReal: true }),
    wouldImport: (input: ImportInput) => importSecret(input, { isForReal: false }),
  };
}
let own: ReturnType<typeof verbsOf>;
/** A second process on the same database and keys. */
let neighbour: typeof own;
const stack = new AsyncDisposableStack();
beforeAll(async () => {
  secrets = stack.use(await startTestSecrets({ rateLimits: true }, others));
  const parts = await openParts(secrets.config, { ...alone(), database: secrets.database }, stack);
  own = verbsOf(secrets.parts.ports);
  neighbour = verbsOf(parts.ports);
});
afterAll(() => stack.disposeAsync());

const gone = { code: 'secret.gone' };
const hour = 3600;
const day = 24 * hour;
const now = () => Math.floor(Date.now() / 1000);

async function imported(change: Partial<ImportInput> = {}) {
  const { secretKey, ...input } = anImport(change);
  if (secretKey === null) throw new Error('use anImport for a secret without a link');
  expect(await own.importSecret({ ...input, secretKey })).toEqual({ outcome: 'imported' });
  return { ...input, secretKey };
}
async function eventsOf(metadataKey: string) {
  const rows = await secrets.rows<{ type: string; version: number; data: object; meta: object; tenant: string | null }>(
    `select type, version, data, meta, tenant_ref as tenant from secrets.events
     where stream_id = (select secret_id from secrets.secret where mlookup = $1) order by version`,
    [secrets.parts.ports.keys.metadataLookupOf(metadataKey)],
  );
  return rows.map((row) => ({ ...row, meta: readMeta(row.meta) }));
}
const typesOf = async (metadataKey: string) => (await eventsOf(metadataKey)).map(({ type }) => type);
const leftBecause = async (change: Partial<ImportInput>) => {
  const input = anImport(change);
  const answer = await own.importSecret(input);
  const rows = await secrets.rows('select from secrets.secret where mlookup = $1', [
    secrets.parts.ports.keys.metadataLookupOf(input.metadataKey),
  ]);
  expect(rows).toEqual([]);
  return answer;
};

describe.each([31, 50, 63, 64])('a secret that waits, under keys of %i characters', (characters) => {
  const keys = () => ({ metadataKey: randomBase36(characters), secretKey: randomBase36(characters) });

  test('opens once, with what it says there, and is gone', async () => {
    const { secretKey, metadataKey } = await imported({ ...keys(), value: 'crème brûlée 🍮\r\n' });
    expect(await own.lookAtSecret(secretKey, anonymous())).toMatchObject({ hasPassphrase: false });
    const opened = await own.revealSecret(aReveal(secretKey), anonymous());
    expect(opened.value).toBe('crème brûlée 🍮\r\n');
    await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
    expect(await own.lookAtSecret(secretKey, anonymous())).toBeNull();
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({
      state: 'received',
      secretKey: null,
      openedBy: 'anonymous',
    });
    expect(await typesOf(metadataKey)).toEqual(['secret.imported', 'secret.received']);
    const left = await secrets.rows('select from secrets.secret_content where lookup = $1', [
      secrets.parts.ports.keys.lookupOf(secretKey),
    ]);
    expect(left).toEqual([]);
  });

  test('shows its share link to whoever holds the private link, and is burned by it', async () => {
    const { secretKey, metadataKey, created, expiresAt } = await imported(keys());
    const seen = await own.showMetadata(metadataKey, anonymous());
    expect(seen).toMatchObject({
      key: metadataKey,
      secretKey,
      state: 'new',
      ttlSeconds: 7200,
      createdAt: created * 1000,
      expiresAt: expiresAt * 1000,
    });
    await own.burnSecret(aBurn(metadataKey), anonymous());
    await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
    expect(await typesOf(metadataKey)).toEqual(['secret.imported', 'secret.burned']);
  });
});

test('of sixteen who open it at the same moment, in two processes, one gets it', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { secretKey } = await imported();
    const opening = Array.from({ length: 16 }, (_, index) =>
      (index % 2 === 0 ? own : neighbour).revealSecret(aReveal(secretKey), anonymous()),
    );
    const outcomes = await Promise.allSettled(opening);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(gone);
  }
});

describe('the same secret is taken over once', () => {
  test('the second time nothing changes, whatever became of it and whatever it is said to be', async () => {
    const input = await imported();
    const row = () =>
      secrets.rows('select * from secrets.secret where mlookup = $1', [
        secrets.parts.ports.keys.metadataLookupOf(input.metadataKey),
      ]);
    const first = await row();
    expect(await own.importSecret(input)).toEqual({ outcome: 'already-there' });
    expect(await row()).toEqual(first);
    await own.revealSecret(aReveal(input.secretKey), anonymous());
    const second = await row();
    for (const change of [{}, { secretKey: null, state: 'burned' as const, value: null }]) {
      expect(await own.importSecret({ ...input, ...change })).toEqual({ outcome: 'already-there' });
    }
    // Without its content it would be left if it were not here.
    for (const change of [{ value: null }, { value: '' }, { secretKey: null }]) {
      expect(await own.importSecret({ ...input, ...change })).toEqual({ outcome: 'already-there' });
    }
    expect(await row()).toEqual(second);
    await expect(own.revealSecret(aReveal(input.secretKey), anonymous())).rejects.toMatchObject(gone);
    expect(await typesOf(input.metadataKey)).toEqual(['secret.imported', 'secret.received']);
  });

  test('by many at once, in two processes, one of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      const input = anImport();
      const doors = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? own : neighbour));
      const outcomes = await Promise.all(doors.map((door) => door.importSecret(input)));
      expect(outcomes.filter(({ outcome }) => outcome === 'imported')).toHaveLength(1);
      expect(outcomes.filter(({ outcome }) => outcome === 'already-there')).toHaveLength(15);
      expect(await typesOf(input.metadataKey)).toEqual(['secret.imported']);
    }
  });

  test('one that was opened here is known as long as the other server would have it', async () => {
    const created = now() - hour;
    const expiresAt = created + 300 * day;
    const { metadataKey } = await imported({ created, expiresAt, lifetimeSeconds: 300 * day });
    const [row] = await secrets.rows<{ until: Date; expires: Date }>(
      'select until, expires from secrets.secret where mlookup = $1',
      [secrets.parts.ports.keys.metadataLookupOf(metadataKey)],
    );
    expect(row?.until.getTime()).toBeGreaterThanOrEqual(expiresAt * 1000);
    // Here nothing lives for longer than thirty days.
    expect(row?.expires.getTime()).toBeLessThanOrEqual((now() + 30 * day + 1) * 1000);
    expect(row?.expires.getTime()).toBeGreaterThan((now() + 29 * day) * 1000);
  });
});

describe('the rest of its lifetime', () => {
  test('is kept to the second', async () => {
    const { metadataKey, expiresAt } = await imported({ expiresAt: now() + 1234, lifetimeSeconds: 5000 });
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({
      expiresAt: expiresAt * 1000,
      ttlSeconds: 5000,
    });
  });

  test('ends as that of any secret does', async () => {
    const { secretKey, metadataKey } = await imported();
    await secrets.endLifetime(secrets.parts.ports.keys.lookupOf(secretKey));
    await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
    expect(await secrets.expireDue()).toBeGreaterThanOrEqual(1);
    const types = (await typesOf(metadataKey)).filter((type) => type !== 'secret.opening_refused');
    expect(types).toEqual(['secret.imported', 'secret.expired']);
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({ state: 'expired' });
  });
});

describe('of what has ended its creator sees the metadata', () => {
  const created = now() - 3 * day;
  const past = {
    created,
    lifetimeSeconds: 2 * day,
    expiresAt: created + 2 * day,
    updated: created + hour,
    value: null,
  };

  test.each([
    ['received', { received: created + 2 * hour }, { receivedAt: (created + 2 * hour) * 1000 }],
    ['received', {}, { receivedAt: (created + hour) * 1000 }],
    ['burned', { burned: created + 3 * hour }, { burnedAt: (created + 3 * hour) * 1000 }],
    ['expired', {}, { expiredAt: (created + 2 * day) * 1000 }],
  ] as const)('%s %j', async (state, change, shown) => {
    const { metadataKey, secretKey } = await imported({ ...past, ...change, state });
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({
      state,
      ...shown,
      createdAt: created * 1000,
      secretKey: null,
    });
    await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
    await expect(own.burnSecret(aBurn(metadataKey), anonymous())).rejects.toMatchObject({
      code: 'secret.not-burnable',
    });
    const [event, ...more] = await eventsOf(metadataKey);
    expect(event).toMatchObject({ type: 'secret.metadata_imported', data: { state, recipientCount: 0 } });
    expect(more.filter(({ type }) => type !== 'secret.opening_refused')).toEqual([]);
  });

  test('one whose lifetime is over has expired, although it says that it is new, and its content is not stored', async () => {
    const { metadataKey } = await imported({ ...past, state: 'new', value: 'too late' });
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({ state: 'expired' });
    expect(await typesOf(metadataKey)).toEqual(['secret.metadata_imported']);
    expect(await secrets.expireDue()).toBe(0);
  });

  test('without the key of its link as well, and the sweep and the purge take it as any other', async () => {
    const { metadataKey } = anImport();
    const input = anImport({ ...past, metadataKey, secretKey: null, state: 'received' });
    expect(await own.importSecret(input)).toEqual({ outcome: 'imported' });
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({ state: 'received' });
    const mlookup = secrets.parts.ports.keys.metadataLookupOf(metadataKey);
    await secrets.rows('update secrets.secret set until = clock_timestamp() where mlookup = $1', [mlookup]);
    await secrets.parts.purge();
    expect(await secrets.rows('select from secrets.secret where mlookup = $1', [mlookup])).toEqual([]);
  });
});

describe('an owner', () => {
  test('finds it among the recent ones, by a handle, and burns it there; nobody else does', async () => {
    const owner = aCustomer();
    const { secretKey, metadataKey } = await imported({
      ownerRef: owner.accountRef,
      recipients: 'jo***@e***.com, al***@e***.org',
    });
    const ended = { state: 'received', value: null, secretKey: null } as const;
    await own.importSecret(anImport({ ...ended, ownerRef: owner.accountRef, created: now() - day }));
    const wanted = { first: 10, after: null, search: null, status: null, states: null };
    const { nodes, counts } = await own.listRecent(wanted, owner);
    expect(nodes.map(({ state, recipients }) => [state, recipients])).toEqual([
      ['new', 'jo***@e***.com, al***@e***.org'],
      ['received', null],
    ]);
    expect(counts).toEqual({ received: 1, notReceived: 1 });
    const handle = await handleOf(secrets, secretKey);
    expect(nodes[0]?.key).toBe(handle);
    expect(handle).not.toBe(metadataKey);
    expect(await own.showMetadata(handle ?? '', aCustomer())).toBeNull();
    expect(await eventsOf(metadataKey)).toEqual([
      {
        type: 'secret.imported',
        version: 1,
        tenant: owner.accountRef,
        data: expect.objectContaining({ ownerRef: owner.accountRef, recipientCount: 2, sizeBucket: '1k' }),
        meta: expect.objectContaining({ actor: { kind: 'system' }, surface: 'system' }),
      },
    ]);
    await own.burnSecret(aBurn(handle ?? ''), owner);
    await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
  });

  test('sees the own host of its link where that is verified here, and else the site’s', async () => {
    const owner = aCustomer();
    others.domains.set(`${owner.accountRef} secrets.example.com`, { id: 'd'.repeat(20), host: 'secrets.example.com' });
    const hostOf = async (shareDomain: string, ownerRef: string | null) => {
      const { metadataKey } = await imported({ ownerRef, shareDomain });
      return (await own.showMetadata(metadataKey, anonymous()))?.shareDomain;
    };
    expect(await hostOf('Secrets.Example.com', owner.accountRef)).toBe('secrets.example.com');
    expect(await hostOf('other.example.com', owner.accountRef)).toBeNull();
    expect(await hostOf('no host', owner.accountRef)).toBeNull();
    expect(await hostOf('secrets.example.com', null)).toBeNull();
  });

  test('of an account that was erased has no handle and no recipients', async () => {
    const owner = aCustomer();
    const erased = 'insert into secrets.plan_limit (account_ref, version, is_erased) values ($1, 2, true)';
    await secrets.rows(erased, [owner.accountRef]);
    const { secretKey, metadataKey } = await imported({ ownerRef: owner.accountRef, recipients: 'jo***@e***.com' });
    expect(await handleOf(secrets, secretKey)).toBeNull();
    expect(await own.showMetadata(metadataKey, anonymous())).toMatchObject({ recipients: null });
    expect((await own.revealSecret(aReveal(secretKey), anonymous())).value).toBe('tea at 5?');
  });

  test('has what waits counted among the bytes of the account, and a visitor’s is nobody’s', async () => {
    const counted = async () => {
      await secrets.parts.liveBytes.refresh();
      const [row] = await secrets.rows<{ bytes: string }>(
        'select coalesce(sum(bytes), 0) as bytes from secrets.live_bytes',
      );
      return Number(row?.bytes);
    };
    const before = await counted();
    await imported({ value: 'x'.repeat(400_000) });
    expect(await counted()).toBe(before);
    await imported({ ownerRef: aCustomer().accountRef, value: 'x'.repeat(400_000) });
    expect(await counted()).toBe(before + 401_024);
  });
});

test('a colonel finds it in the list, and burns it by its id', async () => {
  const { secretKey, metadataKey } = await imported({ created: now() - 10 * day, lifetimeSeconds: 20 * day });
  const [row] = await secrets.rows<{ id: string }>('select secret_id as id from secrets.secret where mlookup = $1', [
    secrets.parts.ports.keys.metadataLookupOf(metadataKey),
  ]);
  const found = await secrets.parts.ports.listed.find([row?.id ?? '']);
  expect(found.map(({ secretId }) => secretId)).toEqual([row?.id]);
  const id = row?.id ?? '';
  const colonel = { ...aColonel(), provenAt: Date.now() - 1_000 };
  const wish = { ids: [id], confirmation: confirmationOf(id), reasonCode: 'abuse' } as const;
  expect(await own.burnListedSecrets(wish, colonel)).toEqual({ burned: [id], endedBefore: 0 });
  await expect(own.revealSecret(aReveal(secretKey), anonymous())).rejects.toMatchObject(gone);
});

test('what was sealed under an epoch that is over is sealed again, and stays openable however the epochs go on', async () => {
  const { writes, crypto } = { ...secrets.parts.ports, ...secrets.parts };
  const rotate = async () => expect(await crypto.rotation.rotateNow()).toBe('rotated');
  let sent = 0;
  const late = verbsOf({
    ...secrets.parts.ports,
    writes: {
      ...writes,
      import: async (command) => {
        sent += 1;
        if (sent === 1) await rotate();
        return await writes.import(command);
      },
    },
  });
  const input = anImport();
  expect(await late.importSecret(input)).toEqual({ outcome: 'imported' });
  expect(sent).toBe(2);
  await rotate();
  await rotate();
  const opened = await own.revealSecret(aReveal(input.secretKey ?? ''), anonymous());
  expect(opened.value).toBe('tea at 5?');
});

test.each([
  ['no key of a private link', { metadataKey: 'A'.repeat(31) }, /private link.*31 to 64/],
  ['a short key', { metadataKey: 'a'.repeat(30) }, /private link.*31 to 64/],
  ['a long key', { secretKey: 'a'.repeat(65) }, /key of its link.*31 to 64/],
  ['one key for both', { metadataKey: 'k'.repeat(31), secretKey: 'k'.repeat(31) }, /same key/],
  ['no link', { secretKey: null }, /key of its link is not known/],
  ['no content', { value: null }, /content cannot be taken over/],
  ['empty content', { value: '' }, /content is empty/],
  ['very long content', { value: 'x'.repeat(500_001) }, /longer than 500000/],
  ['no creation', { created: 0 }, /when it was created/],
  ['a creation before all', { created: -5 }, /when it was created/],
  ['a creation to come', { created: now() + hour, expiresAt: now() + 2 * hour }, /in the future/],
  ['no lifetime', { lifetimeSeconds: 0 }, /how long it lives/],
  ['an end before its beginning', { expiresAt: now() - 2 * day }, /how long it lives/],
  ['a life of many years', { expiresAt: now() + 400 * day }, /more than a year/],
  ['an instant beyond all', { expiresAt: Number.MAX_SAFE_INTEGER }, /more than a year/],
  [
    'metadata that is past its time',
    { state: 'received' as const, value: null, created: now() - 40 * day, expiresAt: now() - 30 * day },
    /kept until \d{4}-\d\d-\d\d only/,
  ],
])('with %s it is left, with a reason, and would be', async (_what, change, reason) => {
  const left = { outcome: 'left', reason: expect.stringMatching(reason) };
  expect(await leftBecause(change)).toEqual(left);
  expect(await own.wouldImport(anImport(change))).toEqual(left);
});

test('asked what would become of it, nothing is stored, and the answer is that of the import', async () => {
  const owned = { ownerRef: aCustomer().accountRef };
  const ended = { state: 'received', value: null, secretKey: null } as const;
  const { secretKey: others } = await own.concealSecret(aShare(), anonymous());
  await own.revealSecret(aReveal(others), anonymous());
  for (const change of [{}, owned, ended, { secretKey: others }]) {
    const input = anImport(change);
    // The service covers its log meanwhile, which is an event too.
    const count = async () => (await secrets.rows("select from secrets.events where type like 'secret.%'")).length;
    const before = await count();
    const would = await own.wouldImport(input);
    expect(await own.wouldImport(input)).toEqual(would);
    expect(await count()).toBe(before);
    expect(await own.importSecret(input)).toEqual(would);
    const there = would.outcome === 'left' ? would : { outcome: 'already-there' };
    expect(await own.wouldImport(input)).toEqual(there);
    expect(await own.wouldImport({ ...input, value: null })).toEqual(
      would.outcome === 'left' ? expect.objectContaining({ outcome: 'left' }) : there,
    );
  }
});

test('control characters in its recipients are not taken along', async () => {
  const { metadataKey } = await imported({ recipients: '\u0000jo***@e***.com,\n al***@e***.org\u0007' });
  expect((await own.showMetadata(metadataKey, anonymous()))?.recipients).toBe('jo***@e***.com, al***@e***.org');
  const { metadataKey: other } = await imported({ recipients: ' \u0000 ' });
  expect((await own.showMetadata(other, anonymous()))?.recipients).toBeNull();
});

test('the key of another secret’s link is left to that one', async () => {
  const { secretKey } = await own.concealSecret(aShare({ secret: 'mine' }), anonymous());
  expect(await leftBecause({ secretKey })).toEqual({
    outcome: 'left',
    reason: expect.stringMatching(/another secret/),
  });
  expect((await own.revealSecret(aReveal(secretKey), anonymous())).value).toBe('mine');
});

test('while the keys are sealed nothing is stored, and it can be tried again', async () => {
  const sealed = verbsOf({
    ...secrets.parts.ports,
    keyRing: {
      ...secrets.parts.ports.keyRing,
      current: () => {
        throw Object.assign(new Error('sealed'), { name: 'OutageError' });
      },
    },
  });
  const input = anImport();
  await expect(sealed.importSecret(input)).rejects.toThrow('sealed');
  expect(await own.importSecret(input)).toEqual({ outcome: 'imported' });
});

test('no table and no event holds its content or its keys, nor an event a hash of them', async () => {
  const value = 'CANARY-content-0815';
  const waiting = await imported({ value, metadataKey: randomBase36(63), secretKey: randomBase36(63) });
  const opened = await imported({ value, ownerRef: aCustomer().accountRef });
  await own.revealSecret(aReveal(opened.secretKey), anonymous());
  const ended = await imported({ state: 'received' });
  const tables = ['secret', 'secret_content', 'events', 'commands', 'redelivery'];
  const stored = await Promise.all(
    tables.map(async (name) => {
      const rows = await secrets.rows(`select * from secrets.${name}`);
      const texts = rows.flatMap((row) =>
        Object.values(row).map((each) => (Buffer.isBuffer(each) ? each.toString('latin1') : JSON.stringify(each))),
      );
      return { name, text: texts.join('\n') };
    }),
  );
  const keys = [waiting, opened, ended].flatMap(({ metadataKey, secretKey }) => [metadataKey, secretKey]);
  for (const { name, text } of stored) {
    for (const canary of [value, ...keys]) expect(text.includes(canary), name).toBe(false);
  }
  const { lookupOf, metadataLookupOf } = secrets.parts.ports.keys;
  const hashes = keys.flatMap((key) => [lookupOf(key), metadataLookupOf(key)]);
  const events = stored.find(({ name }) => name === 'events')?.text ?? '';
  expect(events).toContain('secret.metadata_imported');
  for (const hash of hashes) {
    for (const form of ['hex', 'base64'] as const) expect(events.includes(hash.toString(form))).toBe(false);
  }
});
