import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient } from '../support/api-client.ts';
import { cpuOf, residentMegabytes } from './process-usage.ts';
import { type OwnSystem, startOwn } from './systems.ts';
import { table } from './table.ts';

/**
 * Prints how soon whoever watches a secret hears that it was opened: so many sockets to one process, each watching its share
 * of secrets, which are opened at a steady rate. Beside it stands the time of the opening itself, in the same run. Nothing
 * passes or fails. Arguments: sockets, openings a second, seconds.
 */
const most = { sockets: 2000, perSecond: 1000, seconds: 60 };
const [sockets = 1000, perSecond = 200, seconds = 20] = process.argv.slice(2).map(Number);
const wanted = {
  sockets: Math.min(most.sockets, sockets),
  openings: Math.min(most.perSecond, perSecond) * Math.min(most.seconds, seconds),
};
const streamsOfSocket = 4;
const patienceMs = 20_000;
const concealsAtOnce = 32;
const query = 'subscription ($key: String!) { metadataChanged(key: $key) { state updated } }';

/** One secret, and what was seen of it, in milliseconds. */
interface Watched {
  readonly secretKey: string;
  readonly metadataKey: string;
  askedAt: number;
  answeredAt: number;
  /** When each state arrived. */
  readonly heard: { readonly state: string; readonly at: number }[];
}

const directory = mkdtempSync(join(tmpdir(), 'onceover-live-bench-'));
try {
  await using own = await startOwn('live', directory);
  await measure(own);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit();

async function measure(own: OwnSystem): Promise<void> {
  using client = new ApiClient(`http://127.0.0.1:${own.port}`);
  const secrets = await concealAll(client);
  const before = residentMegabytes(own.mainPid).now;
  const open = await Promise.all(
    Array.from({ length: wanted.sockets }, (_, index) =>
      watch(own.port, secrets.filter((_secret, place) => place % wanted.sockets === index).slice(0, streamsOfSocket)),
    ),
  );
  await until(() => secrets.every(({ heard }) => heard.length > 0));
  const cpu = cpuOf(own.pids);
  // Its own connections: the server closes those that were idle while the sockets opened.
  using opening = new ApiClient(`http://127.0.0.1:${own.port}`);
  await openAll(opening, secrets);
  await until(() => secrets.every(({ heard }) => heard.some(({ state }) => state === 'RECEIVED')));
  const spent = cpuOf(own.pids).server - cpu.server;
  report(secrets, { before, spent, ...residentMegabytes(own.mainPid) });
  for (const socket of open) socket.close();
}

async function concealAll(client: ApiClient): Promise<Watched[]> {
  const watchable = Math.min(wanted.openings, wanted.sockets * streamsOfSocket);
  const secrets: Watched[] = [];
  while (secrets.length < watchable) {
    const batch = Array.from({ length: Math.min(concealsAtOnce, watchable - secrets.length) }, () =>
      client.conceal('text'),
    );
    for (const { secretKey, metadataKey } of await Promise.all(batch)) {
      secrets.push({ secretKey, metadataKey, askedAt: 0, answeredAt: 0, heard: [] });
    }
  }
  return secrets;
}

/** Opens a socket that watches these secrets; resolves when it may subscribe. */
function watch(port: number, secrets: readonly Watched[]): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws');
  const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
  socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'connection_init' })));
  socket.addEventListener('close', ({ code, reason }) => reject(new Error(`a socket closed: ${code} ${reason}`)));
  socket.addEventListener('message', ({ data }) => {
    const at = performance.now();
    const { type, id, payload } = JSON.parse(String(data));
    if (type === 'next') secrets[Number(id)]?.heard.push({ state: payload.data.metadataChanged.state, at });
    if (type !== 'connection_ack') return;
    for (const [place, { metadataKey }] of secrets.entries()) {
      const subscription = { query, variables: { key: metadataKey } };
      socket.send(JSON.stringify({ type: 'subscribe', id: String(place), payload: subscription }));
    }
    resolve(socket);
  });
  return promise;
}

/** Opens the secrets at the steady rate, whatever the answers take. */
async function openAll(client: ApiClient, secrets: readonly Watched[]): Promise<void> {
  const started = performance.now();
  const answers: Promise<void>[] = [];
  for (const [place, secret] of secrets.entries()) {
    const due = started + (place * 1000) / perSecond - performance.now();
    if (due > 0) await sleep(due);
    answers.push(reveal(client, secret));
  }
  await Promise.all(answers);
}

async function reveal(client: ApiClient, secret: Watched): Promise<void> {
  secret.askedAt = performance.now();
  await client.reveal(secret.secretKey);
  secret.answeredAt = performance.now();
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo() && performance.now() < end) await sleep(20);
}

interface Used {
  readonly before: number;
  readonly now: number;
  readonly highest: number;
  readonly spent: number;
}

function report(secrets: readonly Watched[], { before, now, highest, spent }: Used): void {
  const opened = secrets.map((secret) => {
    const times = secret.heard.filter(({ state }) => state === 'RECEIVED').map(({ at }) => at);
    return { ...secret, times };
  });
  const heard = opened.flatMap(({ askedAt, times: [first] }) => (first === undefined ? [] : [first - askedAt]));
  const after = opened.flatMap(({ answeredAt, times: [first] }) => (first === undefined ? [] : [first - answeredAt]));
  const answered = opened.map(({ askedAt, answeredAt }) => answeredAt - askedAt);
  const missed = opened.filter(({ times }) => times.length === 0).length;
  const repeated = opened.filter(({ times }) => times.length > 1).length;
  console.log(`${wanted.sockets} sockets, ${secrets.length} secrets watched, ${perSecond} opened a second\n`);
  console.log(
    table([
      ['milliseconds', 'p50', 'p99', 'most'],
      ['opening: asked to answered', ...percentiles(answered)],
      ['asked to heard by the watcher', ...percentiles(heard)],
      ['answered to heard by the watcher', ...percentiles(after)],
    ]),
  );
  const [asked] = percentiles(answered);
  const [known] = percentiles(heard);
  console.log(`\nheard against answered: ${((known ?? 0) / (asked ?? 1)).toFixed(2)} x`);
  console.log(`missed ${missed}, repeated ${repeated}`);
  console.log(`CPU of the process: ${Math.round(spent / secrets.length)} us for each opening with its watcher`);
  console.log(
    `resident memory: ${before.toFixed(0)} MB before the sockets, ${now.toFixed(0)} MB now, ${highest.toFixed(0)} MB at its highest`,
  );
}

function percentiles(values: readonly number[]): [p50: number, p99: number, most: number] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return [at(0.5), at(0.99), at(1)];
}
