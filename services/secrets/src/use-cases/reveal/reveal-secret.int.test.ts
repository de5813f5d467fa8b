import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aReveal, aShare, aToken } from '../../test-support/wishes.ts';
import type { RevealInput } from './reveal-secret.ts';

let secrets: TestSecrets;
beforeAll(async () => {
  secrets = await startTestSecrets();
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

const conceal = async (change = {}) => (await secrets.useCases.concealSecret(aShare(change), anonymous())).secretKey;
const reveal = (secretKey: string, change: Partial<RevealInput> = {}) =>
  secrets.useCases.revealSecret(aReveal(secretKey, change), anonymous());
const gone = { code: 'secret.gone' };

describe('nothing is revealed', () => {
  test('unless it is confirmed', async () => {
    const key = await conceal();
    await expect(reveal(key, { isConfirmed: false })).rejects.toMatchObject({ code: 'secret.not-confirmed' });
    expect((await reveal(key)).value).toBe('tea at 5?');
  });

  test.each(['', 'x', 'A'.repeat(31), '0'.repeat(31), '🔑'.repeat(31), '0'.repeat(32)])(
    'by the key "%s"',
    async (key) => {
      await expect(reveal(key)).rejects.toMatchObject(gone);
      expect(await secrets.useCases.lookAtSecret(key, anonymous())).toBeNull();
    },
  );

  test('past the lifetime, by the database clock', async () => {
    const key = await conceal({ ttl: 60 });
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    await secrets.endLifetime(lookup);
    await expect(reveal(key)).rejects.toMatchObject(gone);
    expect(await secrets.useCases.lookAtSecret(key, anonymous())).toBeNull();
  });

  test('when the lifetime ends between reading and claiming', async () => {
    const key = await conceal({ ttl: 60 });
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    secrets.failpoint = async (name) => {
      if (name !== 'reveal.before_commit') return;
      await secrets.endLifetime(lookup);
    };
    await expect(reveal(key)).rejects.toMatchObject(gone);
    const [row] = await secrets.rows('select state from secrets.secret where lookup = $1', [lookup]);
    expect(row).toEqual({ state: 'new' });
  });

  test('and nothing consumed while the keys are sealed', async () => {
    const key = await conceal();
    const keyRing = {
      ...secrets.parts.ports.keyRing,
      current: () => {
        throw Object.assign(new Error('sealed'), { dependency: 'keys' });
      },
    };
    await expect(secrets.using({ keyRing }).revealSecret(aReveal(key), anonymous())).rejects.toMatchObject({
      dependency: 'keys',
    });
    expect((await reveal(key)).value).toBe('tea at 5?');
  });

  test.each([
    ['the key commitment', 'secret_content', 'ct', 30],
    ['the content', 'secret_content', 'ct', 60],
    ['the shard', 'secret', 'wshard', 30],
  ])('and nothing consumed when %s was damaged', async (_what, table, column, at) => {
    const key = await conceal();
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    const [before] = await secrets.rows<{ bytes: Buffer }>(
      `select ${column} as bytes from secrets.${table} where lookup = $1`,
      [lookup],
    );
    const damage = `update secrets.${table} set ${column} = $2 where lookup = $1`;
    const damaged = Buffer.from(before?.bytes ?? []);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    const alarms: string[] = [];
    const watched = secrets.using({ alarm: (_secretId, reason) => alarms.push(reason) });
    await secrets.rows(damage, [lookup, damaged]);
    await expect(watched.revealSecret(aReveal(key), anonymous())).rejects.toMatchObject({ dependency: 'vault' });
    expect(alarms).toEqual(['undecryptable']);
    await secrets.rows(damage, [lookup, before?.bytes]);
    expect((await reveal(key)).value).toBe('tea at 5?');
  });

  test('and nothing consumed when a bound column was changed', async () => {
    const key = await conceal();
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    await secrets.rows(`update secrets.secret set expires = expires + interval '1 day' where lookup = $1`, [lookup]);
    await expect(reveal(key)).rejects.toMatchObject({ dependency: 'vault' });
    await secrets.rows(`update secrets.secret set expires = expires - interval '1 day' where lookup = $1`, [lookup]);
    expect((await reveal(key)).value).toBe('tea at 5?');
  });
});

describe('a revealed secret', () => {
  test('leaves state and event behind, and no content', async () => {
    const key = await conceal();
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    await reveal(key);
    const [row] = await secrets.rows(
      `select s.state, s.linkbox, s.wshard, s.delivery_confirmed,
         (select count(*)::int from secrets.secret_content c where c.lookup = s.lookup) as contents,
         (select array_agg(e.type order by e.version) from secrets.events e where e.stream_id = s.secret_id) as events
       from secrets.secret s where s.lookup = $1`,
      [lookup],
    );
    expect(row).toEqual({
      state: 'received',
      linkbox: null,
      wshard: null,
      delivery_confirmed: null,
      contents: 0,
      events: ['secret.created', 'secret.received'],
    });
  });

  test('is forgotten when its commit failed, and still there to open', async () => {
    const key = await conceal();
    const writes = { ...secrets.parts.ports.writes, end: () => Promise.reject(new Error('no disk')) };
    await expect(secrets.using({ writes }).revealSecret(aReveal(key), anonymous())).rejects.toThrow('no disk');
    expect((await reveal(key)).value).toBe('tea at 5?');
  });

  test('is tried three times when it stays new, then we are busy', async () => {
    const { VersionConflict } = await import('@onceover/event-store');
    const key = await conceal();
    let tries = 0;
    const end = () => {
      tries += 1;
      return Promise.reject(new VersionConflict());
    };
    const unlucky = secrets.using({ writes: { ...secrets.parts.ports.writes, end } });
    await expect(unlucky.revealSecret(aReveal(key), anonymous())).rejects.toMatchObject({ dependency: 'claim' });
    expect(tries).toBe(3);
    expect((await reveal(key)).value).toBe('tea at 5?');
  });
});

describe('the claimant', () => {
  test('may fetch three more times with its token', async () => {
    const key = await conceal();
    const claimToken = aToken();
    expect(await reveal(key, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: false });
    const lookup = secrets.parts.ports.keys.lookupOf(key);
    const confirmed = 'select delivery_confirmed from secrets.secret where lookup = $1';
    expect(await secrets.rows(confirmed, [lookup])).toEqual([{ delivery_confirmed: false }]);
    for (let redelivery = 0; redelivery < 3; redelivery += 1) {
      expect(await reveal(key, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
    }
    await expect(reveal(key, { claimToken })).rejects.toMatchObject(gone);
  });

  test('needs no passphrase to fetch again', async () => {
    const key = await conceal({ passphrase: 'plum' });
    const claimToken = aToken();
    await reveal(key, { claimToken, passphrase: 'plum' });
    expect(await reveal(key, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
  });

  test('is too late after 120 seconds', async () => {
    const key = await conceal();
    const claimToken = aToken();
    await reveal(key, { claimToken });
    await secrets.rows(`update secrets.redelivery set until = until - interval '120 s'`);
    await expect(reveal(key, { claimToken })).rejects.toMatchObject(gone);
  });

  test('has no more redeliveries once it acknowledged', async () => {
    const key = await conceal();
    const claimToken = aToken();
    await reveal(key, { claimToken });
    await secrets.useCases.acknowledgeSecret(key, claimToken, anonymous());
    await expect(reveal(key, { claimToken })).rejects.toMatchObject(gone);
  });

  test('is nobody else: another token, no token and another key get nothing', async () => {
    const key = await conceal();
    const claimToken = aToken();
    await reveal(key, { claimToken });
    await expect(reveal(key, { claimToken: aToken() })).rejects.toMatchObject(gone);
    await expect(reveal(key)).rejects.toMatchObject(gone);
    await expect(reveal(await conceal(), { claimToken })).resolves.toMatchObject({ isReplay: false });
  });

  test('without a token has exactly one answer', async () => {
    const key = await conceal();
    await reveal(key);
    await expect(reveal(key)).rejects.toMatchObject(gone);
    const [row] = await secrets.rows('select count(*)::int as left from secrets.redelivery where lookup = $1', [
      secrets.parts.ports.keys.lookupOf(key),
    ]);
    expect(row).toEqual({ left: 0 });
  });

  test('gets the content by a redelivery when the first answer was lost after the commit', async () => {
    const key = await conceal();
    const claimToken = aToken();
    secrets.failpoint = (name) => {
      if (name === 'reveal.committed') throw new Error('the line went dead');
    };
    await expect(reveal(key, { claimToken })).rejects.toThrow('the line went dead');
    secrets.failpoint = () => undefined;
    expect(await reveal(key, { claimToken })).toMatchObject({ value: 'tea at 5?', isReplay: true });
  });

  test('with one token twice at once claims once and is redelivered once', async () => {
    const key = await conceal();
    const claimToken = aToken();
    const both = await Promise.all([reveal(key, { claimToken }), reveal(key, { claimToken })]);
    expect(both.map(({ isReplay }) => isReplay).sort()).toEqual([false, true]);
  });
});

test('acknowledging changes nothing for unknown keys and tokens', async () => {
  const key = await conceal();
  await secrets.useCases.acknowledgeSecret(key, aToken(), anonymous());
  await secrets.useCases.acknowledgeSecret('nonsense', aToken(), anonymous());
  expect((await reveal(key)).value).toBe('tea at 5?');
});
