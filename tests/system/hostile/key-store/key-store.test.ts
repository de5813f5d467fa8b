import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AttackedPeer, attackedPeer } from '../support/attacked-peer.ts';
import { volume } from '../support/volume.ts';
import { type StoreProgram, type StoreRequest, startStoreProgram } from './store-program.ts';

const [LIVING, DESTROYED] = ['l'.repeat(26), 'd'.repeat(26)];
const stack = new AsyncDisposableStack();
let store: StoreProgram;
let peer: AttackedPeer;

const call = (name: string, input: unknown): StoreRequest => ({ path: `/v1/${name}`, body: JSON.stringify(input) });
const epochKey = (keyId: string) => call('epochKey', { e: 7, keyId, v: 1 });
const asSecrets = (asked: StoreRequest) => store.askAs('secrets', asked);

beforeAll(async () => {
  store = stack.use(await startStoreProgram());
  for (const made of [
    call('createKek', { version: 1 }),
    call('createRoot', {}),
    call('createEpochKey', { keyId: LIVING }),
    call('createEpochKey', { keyId: DESTROYED }),
    call('destroyEpochKey', { keyId: DESTROYED }),
  ]) {
    expect(await asSecrets(made)).toMatchObject({ status: 200 });
  }
  peer = await attackedPeer('key-store', store.pid, async () => {
    const { status, body } = await asSecrets(epochKey(LIVING));
    if (status !== 200 || body.length !== 32) throw new Error(`epochKey answered ${status}`);
  });
});
afterAll(() => stack.disposeAsync());

/** Every file of the store but its audit. */
const files = () =>
  readdirSync(store.directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('audit'))
    .toSorted();
const auditOf = (who: string) => {
  const folder = path.join(store.directory, 'audit');
  const text = readdirSync(folder).map((name) =>
    name.endsWith('.jsonl') ? readFileSync(path.join(folder, name), 'utf8') : '',
  );
  return text
    .join('')
    .split('\n')
    .filter((line) => line.includes(`"who":"${who}"`));
};

/** All requests, so many at once. */
async function all(requests: readonly StoreRequest[], client: 'secrets' | 'stranger', atOnce = 16) {
  const waiting = [...requests];
  const answers: { readonly asked: StoreRequest; readonly status: number; readonly text: string }[] = [];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let asked = waiting.pop(); asked !== undefined; asked = waiting.pop()) {
        const { status, body } = await store.askAs(client, asked);
        answers.push({ asked, status, text: body.toString('latin1') });
      }
    }),
  );
  return answers;
}

test('whoever has no certificate of ours does not come as far as a question', async () => {
  const { hostname: host, port } = new URL(store.url);
  const options = { host, port: Number(port), ca: store.pem('ca.crt') };
  const ways = [
    options,
    { ...options, maxVersion: 'TLSv1.2' as const },
    { ...options, cert: store.pem('server.crt'), key: store.pem('server.key') },
  ];
  const heard: string[] = [];
  await peer.attack('connections', async () => {
    const times = volume(120);
    for (let number = 0; number < times; number += 1) {
      const socket = connect({ ...options, ...ways[number % ways.length] });
      socket.on('data', (data) => heard.push(data.toString('latin1'))).on('error', () => undefined);
      socket.write('POST /v1/pepper HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}');
      await new Promise((closed) => socket.once('close', closed));
    }
    return times;
  });
  expect(heard).toEqual([]);
});

test('a client that may not ask is refused whatever it asks, nothing is made for it, and the audit does not grow by it', async () => {
  const before = files();
  const asked = [
    ...[call('pepper', {}), epochKey(LIVING), call('createKek', { version: 2 }), call('destroyKek', { version: 1 })],
    ...[call('destroyEpochKey', { keyId: LIVING }), call('destroyOrphans', { databaseIds: [], keyIds: [] })],
    ...[call('lastingKey', { file: 'label.key', mayMake: true }), call('claim', { owner: null }), call('handOver', {})],
    { path: '/v1/pepper', body: 'x'.repeat(200_000) },
  ];
  await peer.attack('another role', async () => {
    const requests = Array.from({ length: volume(1_000) }, (_, number) => asked[number % asked.length] as StoreRequest);
    const answers = await all(requests, 'stranger');
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(new Set(answers.map(({ text }) => text.slice(0, 19)))).toEqual(new Set(['{"error":"refused",']));
    return answers.length;
  });
  expect(files()).toEqual(before);
  expect(auditOf('stranger').length).toBeLessThanOrEqual(2 * new Set(asked.map((each) => each.path)).size);
});

const malformed: readonly StoreRequest[] = [
  ...[
    '/',
    '/v1',
    '/v1/',
    '/v1/nothing',
    '/v1/constructor',
    '/v1/__proto__',
    '/v1/pepper/',
    '/v1/pepper?a',
    '/V1/pepper',
  ],
  ...['/v1/../v1/pepper', '//v1/pepper', '/v1/%70epper', '/v1/pepper%00', `/v1/${'a'.repeat(4_000)}`],
].map((at) => ({ path: at }));
const inputs: readonly StoreRequest[] = [
  ...[
    '',
    '[]',
    'null',
    '1',
    '"a"',
    '{',
    '{"__proto__":{}}',
    '[[[['.repeat(50_000),
    `{"a":"${'x'.repeat(300_000)}"}`,
  ].map((body) => ({ path: '/v1/pepper', body })),
  ...[
    'root.key',
    '../root.key',
    'kek/1.key',
    'epoch.key/../root.key',
    'a\0.key',
    '.key',
    'ROOT.key',
    'store.json',
    `${'a'.repeat(61)}.key`,
  ].map((file) => call('lastingKey', { file, mayMake: true })),
  ...['', '../root', `${LIVING}/`, `${LIVING}\0`, LIVING.toUpperCase(), `../epoch/${LIVING}`, 'l'.repeat(27)].flatMap(
    (keyId) => [epochKey(keyId), call('createEpochKey', { keyId }), call('destroyEpochKey', { keyId })],
  ),
  ...[0, -1, 1.5, 1e10, '1', null, [1], { valueOf: 1 }].flatMap((version) => [
    call('createKek', { version }),
    call('destroyKek', { version }),
    call('epochKey', { e: version, keyId: LIVING, v: 1 }),
    call('sealCheck', { key: { kind: 'kek', version }, v: 1 }),
  ]),
  call('epochKey', { e: 7, keyId: LIVING, v: 1, more: 1 }),
  call('destroyOrphans', { databaseIds: Array.from({ length: 101 }, () => crypto.randomUUID()), keyIds: [] }),
  call('opensCheck', { key: { kind: 'root' }, v: 1, box: 'A'.repeat(404) }),
  call('claim', { owner: { id: 'a', home: 'x'.repeat(2_001), starts: -1, former: [] } }),
];

test('what is no question is none: names of others, places elsewhere, numbers beyond counting; no key is made or lost', async () => {
  const before = files();
  await peer.attack('questions', async () => {
    const asked = [...malformed, ...inputs];
    const answers = await all(
      Array.from({ length: volume(asked.length) }, (_, number) => asked[number % asked.length] as StoreRequest),
      'secrets',
    );
    for (const {
      asked: { path: at, body },
      status,
      text,
    } of answers) {
      const about = [at, String(body).slice(0, 100)];
      expect([...about, status]).toEqual([...about, 400]);
      expect(text).toMatch(/^\{"error":"not-understood","message":"[^"]{1,80}"\}$/);
    }
    return answers.length;
  });
  expect(files()).toEqual(before);
});

test('a key that was destroyed, or never was, is nobody’s, however often it is asked for; asking for it makes none', async () => {
  const before = files();
  await peer.attack('keys that are not there', async () => {
    const ids = [DESTROYED, 'n'.repeat(26)];
    const asked = Array.from({ length: volume(200) }, (_, number) =>
      number % 3 === 2 ? call('epochKey', { e: 7, keyId: LIVING, v: 2 }) : epochKey(ids[number % 2] ?? ''),
    );
    const answers = await all(asked, 'secrets');
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['204 ']));
    return answers.length;
  });
  expect(files()).toEqual(before);
  expect(files()).not.toContain(`epoch/${DESTROYED}.key`);
  expect(store.output).not.toMatch(/"level":50|could not be answered/);
});
