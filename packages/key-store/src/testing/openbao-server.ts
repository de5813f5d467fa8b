import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export const OPENBAO_TOKEN = 'a-token-of-tests';

/** Something that answers as OpenBao does, on one address however often it is stopped. */
export interface TestOpenBao extends AsyncDisposable {
  readonly url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
}

/**
 * The real OpenBao where its program is given (tests take it from `OPENBAO_BINARY`), else what its API documentation says, as far
 * as the driver asks: keys and HMACs of Transit, records of KV (version 2), health and tokens. `at` is a port; default: a free one.
 */
export async function startTestOpenBao(binary: string | undefined, at?: number): Promise<TestOpenBao> {
  const port = at ?? (await freePort());
  return binary === undefined || binary === '' ? await startStandIn(port) : await startReal(binary, port);
}

interface Key {
  readonly bytes: Buffer;
  isDeletable: boolean;
}

interface Contents {
  readonly clusterId: string;
  readonly keys: Map<string, Key>;
  readonly records: Map<string, { readonly version: number; readonly data: unknown }>;
}

async function startStandIn(port: number): Promise<TestOpenBao> {
  const contents: Contents = { clusterId: randomUUID(), keys: new Map(), records: new Map() };
  let server: Server | undefined;
  const start = async () => {
    server = createServer((request, response) => {
      void answerOf(request, contents).then(([status, body]) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body === null ? undefined : JSON.stringify(body));
      });
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
  };
  const stop = async () => {
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server?.closeAllConnections();
    await closed;
    server = undefined;
  };
  await start();
  return { url: `http://127.0.0.1:${port}`, start, stop, [Symbol.asyncDispose]: stop };
}

type Answer = readonly [status: number, body: object | null];

const refused = (message: string): Answer => [400, { errors: [message] }];
const absent: Answer = [404, { errors: [] }];
const data = (content: unknown): Answer => [200, { data: content, auth: null }];

async function answerOf(request: IncomingMessage, contents: Contents): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
  const path = pathname.replace('/v1/', '');
  if (path === 'sys/health') return [200, { initialized: true, sealed: false, cluster_id: contents.clusterId }];
  if (request.headers['x-vault-token'] !== OPENBAO_TOKEN) return [403, { errors: ['permission denied'] }];
  if (path === 'auth/token/lookup-self') return data({ renewable: false, ttl: 0 });
  const body = await bodyOf(request);
  const [engine, part, name = ''] = [path.split('/')[0], path.split('/')[1], path.split('/').slice(2).join('/')];
  if (engine === 'transit' && part === 'hmac') return hmacOf(contents, name, String(body.input));
  if (engine === 'transit' && part === 'keys') {
    return searchParams.has('list') ? listOf(contents) : keyAnswer(contents, request.method ?? '', name, body);
  }
  if (engine === 'secret' && part === 'data') return recordAnswer(contents, request.method ?? '', name, body);
  return absent;
}

function keyAnswer({ keys }: Contents, method: string, path: string, body: Record<string, unknown>): Answer {
  const [name = '', what] = path.split('/');
  const key = keys.get(name);
  if (what === 'config') {
    if (key === undefined) return refused(`no existing key named ${name} could be found`);
    key.isDeletable = body.deletion_allowed === true;
    return shown(key);
  }
  if (method === 'DELETE') {
    if (key === undefined) return refused(`error deleting policy ${name}: could not delete key; not found`);
    if (!key.isDeletable) return refused(`error deleting policy ${name}: deletion is not allowed for this key`);
    keys.delete(name);
    return [204, null];
  }
  if (method === 'GET') return key === undefined ? absent : shown(key);
  const made = key ?? { bytes: randomBytes(32), isDeletable: false };
  keys.set(name, made);
  return shown(made);
}

const shown = ({ isDeletable }: Key): Answer =>
  data({ exportable: false, allow_plaintext_backup: false, latest_version: 1, deletion_allowed: isDeletable });

function listOf({ keys }: Contents): Answer {
  return keys.size === 0 ? absent : data({ keys: [...keys.keys()].sort() });
}

function hmacOf({ keys }: Contents, path: string, input: string): Answer {
  const [name = ''] = path.split('/');
  const key = keys.get(name);
  if (key === undefined) return refused('encryption key not found');
  const mac = createHmac('sha256', key.bytes).update(Buffer.from(input, 'base64')).digest('base64');
  return data({ hmac: `vault:v1:${mac}` });
}

function recordAnswer({ records }: Contents, method: string, name: string, body: Record<string, unknown>): Answer {
  const record = records.get(name);
  if (method === 'GET') {
    return record === undefined ? absent : data({ data: record.data, metadata: { version: record.version } });
  }
  const { cas } = body.options as { readonly cas: number };
  const version = record?.version ?? 0;
  if (cas !== version) return refused('check-and-set parameter did not match the current version');
  records.set(name, { version: version + 1, data: body.data });
  return data({ version: version + 1 });
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** Its development server, which keeps everything in memory: stopped, it is paused, so that it goes on with its keys. */
async function startReal(binary: string, port: number): Promise<TestOpenBao> {
  const url = `http://127.0.0.1:${port}`;
  const args = ['server', '-dev', '-dev-no-store-token', `-dev-root-token-id=${OPENBAO_TOKEN}`];
  const child = spawn(binary, [...args, `-dev-listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await untilReady(url, child);
  const headers = { 'x-vault-token': OPENBAO_TOKEN };
  await fetch(`${url}/v1/sys/mounts/transit`, { method: 'POST', headers, body: JSON.stringify({ type: 'transit' }) });
  return {
    url,
    stop: async () => void child.kill('SIGSTOP'),
    start: async () => void child.kill('SIGCONT'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`OpenBao ended with code ${child.exitCode}`);
    const response = await fetch(`${url}/v1/sys/health`).catch(() => undefined);
    if (response?.status === 200) return;
    await delay(100);
  }
  throw new Error('OpenBao did not start');
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve));
  const { port } = socket.address() as AddressInfo;
  await new Promise((resolve) => socket.close(resolve));
  return port;
}
