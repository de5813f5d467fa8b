import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { KeyStoreAway, WrongKeyStore } from '@onceover/key-store';
import { openRemoteKeyStore } from '@onceover/key-store/remote';
import { ConfigError } from '@onceover/service-kit/config';
import { KeysElsewhere, UnsafeKeys } from '@onceover/service-kit/keys-directory';
import { beforeEach, describe, expect, test } from 'vitest';
import { AuditBroken, auditFiles } from './audit/audit-log.ts';
import { verifyAudit } from './audit/verify-audit.ts';
import { makeCertificates } from './certificates.ts';
import { KeyStoreInUse } from './serve-keys.ts';
import { confirmStoreMove } from './store-identity.ts';
import { type KeyStorePlace, makeKeyStorePlace } from './test-support/key-store-place.ts';

const KEY_ID = 'k'.repeat(26);

let place: KeyStorePlace;
beforeEach(async () => {
  place = await makeKeyStorePlace();
  return () => place[Symbol.asyncDispose]();
});

const at = (...names: string[]) => join(place.directory, ...names);
const certificatesDir = () => at('..', 'certificates');
/** How a refused client sees it. */
const closed = { reason: expect.stringContaining('its log says whether it refuses the certificate of this process') };
const ourselves = () => ({ ca: place.pem('ca.crt'), cert: place.pem('secrets.crt'), key: place.pem('secrets.key') });
const newCertificates = (directory: string, change = {}) =>
  makeCertificates({ directory, servers: ['127.0.0.1'], clients: ['secrets'], days: 1, now: new Date(), ...change });

async function auditLines(): Promise<Record<string, unknown>[]> {
  const files = await auditFiles(at('audit'));
  const text = files.map((name) => readFileSync(at('audit', name), 'utf8')).join('');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('who asks', () => {
  test('must have a certificate of the authority: without one, or with another, nothing is answered', async () => {
    const { hostname: host, port } = new URL(place.url);
    const bare = connect({ host, port: Number(port), ca: place.pem('ca.crt') });
    await expect(once(bare, 'data')).rejects.toThrow(/certificate required|ECONNRESET/);
    const foreign = at('..', 'foreign');
    await newCertificates(foreign);
    const pem = (file: string) => readFileSync(join(foreign, file), 'utf8');
    const stranger = openRemoteKeyStore(place.url, {
      ...ourselves(),
      cert: pem('secrets.crt'),
      key: pem('secrets.key'),
    });
    await expect(stranger.pepper()).rejects.toMatchObject(closed);
    expect((await auditLines()).map(({ what }) => what)).toEqual(['started']);
  });

  test('must have a certificate that is valid, and one of a client', async () => {
    await newCertificates(certificatesDir(), {
      servers: [],
      clients: ['late'],
      now: new Date(Date.now() - 2 * 86_400_000),
    });
    await expect(place.openAs('late').pepper()).rejects.toMatchObject(closed);
    const asServer = { ...ourselves(), cert: place.pem('server.crt'), key: place.pem('server.key') };
    await expect(openRemoteKeyStore(place.url, asServer).pepper()).rejects.toMatchObject(closed);
  });

  test('must have a name that may ask; another one is refused, and the audit tells it', async () => {
    const stranger = place.openAs('stranger');
    await expect(stranger.pepper()).rejects.toThrow(WrongKeyStore);
    await expect(stranger.check()).rejects.toThrow(/"stranger" is not in ONCEOVER_KEY_STORE_CLIENTS/);
    expect(await auditLines()).toContainEqual(
      expect.objectContaining({ who: 'stranger', what: 'pepper', outcome: 'refused' }),
    );
  });

  test('must have a name that may ask: however often another one asks, the audit tells once of each call', async () => {
    const stranger = place.openAs('stranger');
    const asked = Array.from({ length: 40 }, (_, turn) => (turn % 2 === 0 ? stranger.pepper() : stranger.newestKek()));
    for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected');
    const told = (await auditLines()).filter(({ who }) => who === 'stranger');
    expect(told.map(({ what, outcome }) => [what, outcome]).toSorted()).toEqual([
      ['newestKek', 'refused'],
      ['pepper', 'refused'],
    ]);
  });

  test('is told that a call is not one, and nothing is made for it', async () => {
    const call = async (path: string, body: string, method = 'POST') => {
      const sent = request(new URL(path, place.url), { ...ourselves(), method }).end(body);
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return response.statusCode;
    };
    const bad = [
      await call('/v1/nothing', '{}'),
      await call('/v1/constructor', '{}'),
      await call('/v1/pepper', '{}', 'GET'),
      await call('/v1/pepper', '{"more":1}'),
      await call('/v1/pepper', 'not JSON'),
      await call('/v1/epochKey', JSON.stringify({ e: 1, keyId: '../root', v: 1 })),
      await call('/v1/lastingKey', JSON.stringify({ file: '../root.key', mayMake: true })),
      // It gives what is derived from it, and never itself.
      await call('/v1/lastingKey', JSON.stringify({ file: 'root.key', mayMake: true })),
      await call('/v1/createKek', JSON.stringify({ version: 0 })),
      await call('/v1/pepper', ' '.repeat(300_000)),
    ];
    expect(bad).toEqual(bad.map(() => 400));
    expect(readdirSync(place.directory).sort()).toEqual(['audit', 'epoch', 'kek', 'store.json']);
  });
});

describe('the store', () => {
  test('that is not the one whose authority we trust is refused by its client', async () => {
    const foreign = at('..', 'foreign');
    await newCertificates(foreign);
    const ca = readFileSync(join(foreign, 'ca.crt'), 'utf8');
    await expect(openRemoteKeyStore(place.url, { ...ourselves(), ca }).check()).rejects.toThrow(WrongKeyStore);
    await expect(openRemoteKeyStore(place.url, { ...ourselves(), ca }).check()).rejects.toThrow(
      /not from an authority that is trusted here \(ONCEOVER_KEY_STORE_CA/,
    );
  });

  test.each([
    ['another name', { servers: ['keys.example.net'] }, /certificate is for another name/],
    ['a certificate that has expired', { now: new Date(Date.now() - 2 * 86_400_000) }, /certificate has expired/],
    ['the certificate of a client', { servers: [], clients: ['impostor'] }, /not one of a server/],
  ])('with %s is refused by its client', async (_what, change, message) => {
    await place.stop();
    const other = at('..', 'other-certificates');
    mkdirSync(other, { mode: 0o700 });
    for (const file of ['ca.crt', 'ca.key']) cpSync(join(certificatesDir(), file), join(other, file));
    await newCertificates(other, { clients: [], ...change });
    const name = 'clients' in change ? 'impostor' : 'server';
    await place.start({ cert: join(other, `${name}.crt`), key: join(other, `${name}.key`) });
    await expect(place.openAs('secrets').check()).rejects.toThrow(message);
  });

  test('keeps its keys for its owner alone, across a stop', async () => {
    const store = place.openAs('secrets');
    await store.createKek(1);
    await store.createEpochKey(KEY_ID);
    const key = await store.epochKey({ e: 1, keyId: KEY_ID, v: 1 });
    const modes = [at(), at('kek'), at('epoch'), at('kek', '1.key'), at('epoch', `${KEY_ID}.key`), at('store.json')];
    expect(modes.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual([
      '700',
      '700',
      '700',
      '400',
      '600',
      '400',
    ]);
    await place.stop();
    await expect(store.check()).rejects.toThrow(KeyStoreAway);
    await place.start();
    expect(await store.epochKey({ e: 1, keyId: KEY_ID, v: 1 })).toEqual(key);
  });

  test('says that a key is damaged as the keys directory does', async () => {
    await place.openAs('secrets').createKek(1);
    writeFileSync(at('kek', '2.key'), Buffer.alloc(32, 7), { mode: 0o400 });
    await expect(place.openAs('secrets').secureKek(2)).resolves.toBeUndefined();
    await expect(place.openAs('secrets').sealCheck({ kind: 'kek', version: 2 }, 2)).rejects.toThrow(UnsafeKeys);
  });

  test('does not start as a copy, until its operator says that it was moved; then the one before is refused', async () => {
    const store = place.openAs('secrets');
    await store.check();
    const known = (await store.holder.place()) ?? '';
    await store.createEpochKey(KEY_ID);
    await place.stop();
    const copy = at('..', 'copy');
    cpSync(place.directory, copy, { recursive: true });
    await expect(place.start({ directory: copy })).rejects.toThrow(KeysElsewhere);
    await expect(place.start({ directory: copy })).rejects.toThrow(/npm run key-store -- confirm-move/);
    await confirmStoreMove({ directory: copy, keysHost: undefined });
    await place.start({ directory: copy });
    await store.check(); // it says which one it was before
    expect(await store.holder.isAt(known)).toBe(true);
    await place.stop();
    await place.start();
    await expect(store.check()).rejects.toThrow(/another one than before/);
  });

  test('on another host does not start, whatever is in its directory', async () => {
    await place.stop();
    await expect(place.start({ keysHost: 'other' })).rejects.toThrow(KeysElsewhere);
  });

  test('names files of the settings that it cannot use', async () => {
    await place.stop();
    await expect(place.start({ ca: at('nowhere') })).rejects.toThrow(/ONCEOVER_KEY_STORE_CA: the file cannot be read/);
    await expect(place.start({ cert: at('store.json') })).rejects.toThrow(ConfigError);
  });

  test('says whether it is ready, and how its audit ends', async () => {
    await place.stop();
    const { readyUrl = '' } = await place.start({ readyPort: 0 });
    const ready = await fetch(readyUrl);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ready', audit: { n: 3, hash: (await auditLines()).at(-1)?.hash } },
    ]);
    expect((await fetch(readyUrl.replace('ready', 'v1/pepper'))).status).toBe(404);
  });
});

describe('the audit', () => {
  async function useKeys(): Promise<void> {
    const store = place.openAs('secrets');
    await store.createKek(1);
    await store.createRoot();
    await store.createEpochKey(KEY_ID);
    await store.epochKey({ e: 4, keyId: KEY_ID, v: 1 });
    await store.epochKey({ e: 4, keyId: 'z'.repeat(26), v: 1 });
    await store.pepper();
    await store.lastingKey('label.key', { mayMake: true });
    await store.destroyEpochKey(KEY_ID, () => undefined);
    await store.destroyKek(1);
  }

  test('tells who used which key and how it ended, and no key', async () => {
    await useKeys();
    const lines = await auditLines();
    expect(lines.map(({ who, what, epoch, version, outcome }) => [who, what, epoch, version, outcome])).toEqual([
      ['key-store', 'started', undefined, undefined, undefined],
      ['secrets', 'createKek', undefined, 1, undefined],
      ['secrets', 'createRoot', undefined, undefined, undefined],
      ['secrets', 'createEpochKey', undefined, undefined, undefined],
      ['secrets', 'epochKey', 4, 1, undefined],
      ['secrets', 'epochKey', 4, 1, undefined],
      ['secrets', 'epochKey', 4, 1, 'none'],
      ['secrets', 'pepper', undefined, undefined, undefined],
      ['secrets', 'lastingKey', undefined, undefined, undefined],
      ['secrets', 'destroyEpochKey', undefined, undefined, undefined],
      ['secrets', 'destroyKek', undefined, 1, undefined],
    ]);
    const text = JSON.stringify(lines);
    const keys = [at('root.key'), at('label.key')].map((path) => readFileSync(path));
    for (const key of keys) {
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(text).not.toContain(key.toString(form));
    }
  });

  test('goes on over stops as one chain, and a line that a crash cut off goes', async () => {
    await useKeys();
    const { last } = await verifyAudit(place.directory, null);
    await place.stop();
    const [file = ''] = await auditFiles(at('audit'));
    appendFileSync(at('audit', file), '{"n":99,"at":"20');
    await place.start();
    const check = await verifyAudit(place.directory, last);
    expect(check.problems).toEqual([]);
    expect(check.entries).toBe(last.n + 2);
  });

  test('shows what was changed, taken out, or cut off', async () => {
    await useKeys();
    await place.stop();
    const { last } = await verifyAudit(place.directory, null);
    const [file = ''] = await auditFiles(at('audit'));
    const lines = readFileSync(at('audit', file), 'utf8').split('\n');
    const problemsOf = async (changed: readonly string[]) => {
      writeFileSync(at('audit', file), changed.join('\n'));
      return (await verifyAudit(place.directory, last)).problems;
    };
    const renamed = lines.map((line) =>
      line.replace('"who":"secrets","what":"pepper"', '"who":"nobody","what":"pepper"'),
    );
    expect(await problemsOf(renamed)).toEqual([`${file}:8: changed since it was written`]);
    expect(await problemsOf(lines.toSpliced(4, 1))).toEqual([`${file}:5: does not follow entry 4`]);
    expect(await problemsOf(lines.slice(0, -3).concat(''))).toEqual([
      `entry ${last.n} is not there as it was noted: the audit was cut off, or is another one`,
    ]);
    expect(await problemsOf(['nonsense', ...lines])).toEqual([`${file}:1: not an entry`]);
    expect(await problemsOf(lines)).toEqual([]);
  });

  test('that somebody else writes too stops the store from giving keys', async () => {
    await useKeys();
    const [file = ''] = await auditFiles(at('audit'));
    appendFileSync(at('audit', file), 'x\n');
    await expect(place.openAs('secrets').pepper()).rejects.toThrow(KeyStoreAway);
    await expect(place.openAs('secrets').pepper()).rejects.toMatchObject({
      reason: expect.stringContaining('another process writes this audit'),
    });
    await place.stop();
    await expect(place.start()).rejects.toThrow(AuditBroken);
  });
});

test('two stores never have one directory: the second is refused, and the first goes on', async () => {
  await expect(place.start({ port: 0 })).rejects.toThrow(KeyStoreInUse);
  await expect(place.openAs('secrets').pepper()).resolves.toBeDefined();
  await place.stop();
  await place.start();
  const lives = (await auditLines()).map(({ what }) => what).filter((what) => what !== 'pepper');
  expect(lives).toEqual(['started', 'stopped', 'started']);
});

test('certificates are never replaced, and later clients come from the same authority', async () => {
  await expect(newCertificates(certificatesDir())).rejects.toThrow(/server\.key is there already/);
  expect(await newCertificates(certificatesDir(), { servers: [], clients: ['secrets-2'] })).toHaveLength(2);
  await expect(newCertificates(certificatesDir(), { servers: [], clients: ['../ca'] })).rejects.toThrow(/no name/);
  await expect(newCertificates(certificatesDir(), { servers: [], clients: ['ca'] })).rejects.toThrow(/no name/);
  await place.stop();
  await place.start({ clients: ['secrets-2'] });
  await place.openAs('secrets-2').check();
  await expect(place.openAs('secrets').check()).rejects.toThrow(WrongKeyStore);
});
