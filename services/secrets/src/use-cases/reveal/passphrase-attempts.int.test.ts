import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anonymous } from '../../test-support/anonymous.ts';
import { startTestSecrets, type TestSecrets } from '../../test-support/test-secrets.ts';
import { aBurn, aReveal, aShare } from '../../test-support/wishes.ts';

let secrets: TestSecrets;
let secretKey = '';
let metadataKey = '';
let lookup: Buffer = Buffer.alloc(0);
beforeAll(async () => {
  secrets = await startTestSecrets();
});
beforeEach(async () => {
  const concealed = await secrets.useCases.concealSecret(aShare({ passphrase: 'plum' }), anonymous());
  secretKey = concealed.secretKey;
  metadataKey = concealed.metadata.key;
  lookup = secrets.parts.ports.keys.lookupOf(secretKey);
});
afterEach(() => {
  secrets.failpoint = () => undefined;
});
afterAll(() => secrets[Symbol.asyncDispose]());

/** The code of the answer, or the content. */
async function tryReveal(passphrase: string, network?: string): Promise<string> {
  try {
    return (await secrets.useCases.revealSecret(aReveal(secretKey, { passphrase }), anonymous(network))).value;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
async function tryBurn(passphrase: string, network?: string): Promise<string> {
  try {
    return (await secrets.useCases.burnSecret(aBurn(metadataKey, { passphrase }), anonymous(network))).state;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}
const setAttempts = (attempts: number, nextTry = '-infinity') =>
  secrets.rows('update secrets.secret set attempts = $2, next_try = $3 where lookup = $1', [lookup, attempts, nextTry]);
async function counted(): Promise<{ attempts: number; networks: number; waitSeconds: number }> {
  const [row] = await secrets.rows<{ attempts: number; networks: number; wait: number | null }>(
    `select attempts, extract(epoch from nullif(next_try, '-infinity') - clock_timestamp())::int as wait,
       (select coalesce(sum(count), 0)::int from secrets.attempt a where a.lookup = s.lookup) as networks
     from secrets.secret s where lookup = $1`,
    [lookup],
  );
  return { attempts: row?.attempts ?? -1, networks: row?.networks ?? -1, waitSeconds: row?.wait ?? 0 };
}

test('the right passphrase opens, in any of its Unicode forms', async () => {
  const { secretKey: key } = await secrets.useCases.concealSecret(aShare({ passphrase: 'pflaume\u0308' }), anonymous());
  secretKey = key;
  expect(await tryReveal('pflaumë')).toBe('tea at 5?');
});

test('a missing or empty passphrase gets the answer of a wrong one and is not counted', async () => {
  expect(await tryReveal('')).toBe('secret.wrong-passphrase');
  expect(await tryBurn('')).toBe('secret.wrong-passphrase');
  expect(await counted()).toMatchObject({ attempts: 0, networks: 0 });
});

describe('one network', () => {
  test('may be wrong four times and then right', async () => {
    for (let wrong = 0; wrong < 4; wrong += 1) expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    expect(await tryReveal('plum')).toBe('tea at 5?');
  });

  test('is refused after five wrong ones, even with the right one, while others are not', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    expect(await tryReveal('plum')).toBe('secret.too-many-attempts');
    expect(await tryReveal('plum', '198.51.100.0/24')).toBe('tea at 5?');
  });

  test('is told how long to wait: half an hour', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) await tryReveal('pear');
    const refused = secrets.useCases.revealSecret(aReveal(secretKey, { passphrase: 'plum' }), anonymous());
    const { details } = await refused.catch((error) => error);
    expect(details.retryAfterSeconds).toBeGreaterThan(1790);
    expect(details.retryAfterSeconds).toBeLessThanOrEqual(1800);
  });

  test('may try again when its half hour is over', async () => {
    for (let wrong = 0; wrong < 5; wrong += 1) await tryReveal('pear');
    await secrets.rows(
      `update secrets.attempt set locked_until = locked_until - interval '1800 s',
         window_start = window_start - interval '1800 s' where lookup = $1`,
      [lookup],
    );
    expect(await tryReveal('plum')).toBe('tea at 5?');
  });

  test('is counted anew after ten minutes', async () => {
    for (let wrong = 0; wrong < 4; wrong += 1) await tryReveal('pear');
    await secrets.rows(`update secrets.attempt set window_start = window_start - interval '600 s' where lookup = $1`, [
      lookup,
    ]);
    for (let wrong = 0; wrong < 4; wrong += 1) expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    expect(await tryReveal('plum')).toBe('tea at 5?');
  });

  test('is counted over reveal and burn together', async () => {
    for (let wrong = 0; wrong < 3; wrong += 1) expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    for (let wrong = 0; wrong < 2; wrong += 1) expect(await tryBurn('pear')).toBe('secret.wrong-passphrase');
    expect(await tryBurn('plum')).toBe('secret.too-many-attempts');
    expect(await tryReveal('plum')).toBe('secret.too-many-attempts');
    expect(await tryBurn('plum', '198.51.100.0/24')).toBe('burned');
  });

  test('gets no more than five tries out of forty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => tryReveal('pear')));
    expect(answers.filter((answer) => answer === 'secret.wrong-passphrase').length).toBeLessThanOrEqual(5);
    expect((await counted()).networks).toBeLessThanOrEqual(5);
  });

  test('is stored as a keyed hash only', async () => {
    await tryReveal('pear', '203.0.113.0/24');
    const [row] = await secrets.rows<{ text: string; network: Buffer }>(
      `select network, encode(network, 'escape') as text from secrets.attempt where lookup = $1`,
      [lookup],
    );
    expect(row?.network).toHaveLength(32);
    expect(row?.text).not.toContain('203.0.113');
  });
});

describe('one secret, from many networks', () => {
  test('waits not at all after nine wrong ones', async () => {
    await setAttempts(8);
    expect(await tryReveal('pear', 'n1')).toBe('secret.wrong-passphrase');
    expect(await counted()).toMatchObject({ attempts: 9, waitSeconds: 0 });
    expect(await tryReveal('plum', 'n2')).toBe('tea at 5?');
  });

  test('waits a minute after the tenth, two after the eleventh, an hour at most', async () => {
    for (const [attempts, seconds] of [
      [9, 60],
      [10, 120],
      [11, 240],
      [14, 1920],
      [15, 3600],
      [60, 3600],
    ] as const) {
      await setAttempts(attempts);
      expect(await tryReveal('pear', `n${attempts}`)).toBe('secret.wrong-passphrase');
      const { waitSeconds } = await counted();
      expect(waitSeconds).toBeGreaterThan(seconds - 10);
      expect(waitSeconds).toBeLessThanOrEqual(seconds);
      expect(await tryReveal('plum', `other${attempts}`)).toBe('secret.too-many-attempts');
    }
  });

  test('opens after the wait', async () => {
    await setAttempts(9);
    await tryReveal('pear');
    await secrets.rows(`update secrets.secret set next_try = next_try - interval '60 s' where lookup = $1`, [lookup]);
    expect(await tryReveal('plum', 'n2')).toBe('tea at 5?');
  });

  test('may still be opened with the hundredth try', async () => {
    await setAttempts(99);
    expect(await tryReveal('plum')).toBe('tea at 5?');
  });

  test('is locked after a hundred wrong ones: not consumed, not openable, and its creator sees it', async () => {
    await setAttempts(99);
    expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    expect(await tryReveal('plum', 'n2')).toBe('secret.locked');
    expect(await tryBurn('plum', 'n3')).toBe('secret.locked');
    expect(await secrets.useCases.showMetadata(metadataKey, anonymous())).toMatchObject({
      state: 'new',
      isLocked: true,
    });
    expect(await secrets.useCases.lookAtSecret(secretKey, anonymous())).toMatchObject({ hasPassphrase: true });
    await setAttempts(101);
    expect(await tryReveal('plum', 'n4')).toBe('secret.locked');
  });
});

describe('an attempt is given back', () => {
  test('when the commit failed through us', async () => {
    await setAttempts(9);
    const writes = { ...secrets.parts.ports.writes, end: () => Promise.reject(new Error('no disk')) };
    const wish = aReveal(secretKey, { passphrase: 'plum' });
    await expect(secrets.using({ writes }).revealSecret(wish, anonymous())).rejects.toThrow('no disk');
    expect(await counted()).toEqual({ attempts: 9, networks: 0, waitSeconds: 0 });
    expect(await tryReveal('plum')).toBe('tea at 5?');
  });

  test('when the derivation failed', async () => {
    const kdf = {
      withPlace: <R>(work: (derive: () => Promise<Buffer>) => Promise<R>) =>
        work(() => Promise.reject(new Error('no memory'))),
    };
    const wish = aReveal(secretKey, { passphrase: 'plum' });
    await expect(secrets.using({ kdf }).revealSecret(wish, anonymous())).rejects.toThrow('no memory');
    expect(await counted()).toMatchObject({ attempts: 0, networks: 0 });
  });

  test('but not for a wrong passphrase, nor before it was reserved', async () => {
    expect(await tryReveal('pear')).toBe('secret.wrong-passphrase');
    expect(await counted()).toMatchObject({ attempts: 1, networks: 1 });
    const kdf = { withPlace: () => Promise.reject(Object.assign(new Error('busy'), { dependency: 'argon2' })) };
    const wish = aReveal(secretKey, { passphrase: 'plum' });
    await expect(secrets.using({ kdf }).revealSecret(wish, anonymous())).rejects.toThrow('busy');
    expect(await counted()).toMatchObject({ attempts: 1, networks: 1 });
  });
});

test('an attempt counted before a crash stays counted', async () => {
  secrets.failpoint = async (name) => {
    if (name === 'reveal.attempt_reserved') expect(await counted()).toMatchObject({ attempts: 1, networks: 1 });
  };
  expect(await tryReveal('plum')).toBe('tea at 5?');
});
