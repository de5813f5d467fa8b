import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { promisify } from 'node:util';
import { keyStoreMain } from '@onceover/distributed/programs';
import { temporaryPlace } from '../../../support/temporary-place.ts';

export interface StoreAnswer {
  readonly status: number;
  readonly body: Buffer;
}

export interface StoreRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: string | Buffer;
}

/** The key store as its own process, with one client that may ask and one that may not. */
export interface StoreProgram extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly directory: string;
  /** Everything that it has logged. */
  readonly output: string;
  pem(file: string): string;
  /** Asks as a client, on connections that stay open. Rejects where there is no answer. */
  askAs(client: 'secrets' | 'stranger', asked: StoreRequest): Promise<StoreAnswer>;
}

export async function startStoreProgram(): Promise<StoreProgram> {
  await using stack = new AsyncDisposableStack();
  const place = stack.use(temporaryPlace());
  const certificates = path.join(place.path, 'certificates');
  const names = ['--server', '127.0.0.1', '--client', 'secrets,stranger'];
  await promisify(execFile)(process.execPath, [keyStoreMain, 'certificates', certificates, ...names]);
  const pem = (file: string) => readFileSync(path.join(certificates, file), 'utf8');
  const directory = path.join(place.keysDir, 'key-store');
  const running = stack.adopt(run(certificates, directory), ({ child }) => void child.kill('SIGKILL'));
  const url = await running.up;
  const agents = Object.fromEntries(
    ['secrets', 'stranger'].map((name) => {
      const identity = { ca: pem('ca.crt'), cert: pem(`${name}.crt`), key: pem(`${name}.key`) };
      return [name, new Agent({ keepAlive: true, maxSockets: 32, ...identity })];
    }),
  );
  stack.defer(() => {
    for (const agent of Object.values(agents)) agent.destroy();
  });
  const owned = stack.move();
  return {
    url,
    directory,
    pid: running.child.pid ?? 0,
    pem,
    get output() {
      return running.output();
    },
    askAs: (client, asked) => ask(url, agents[client], asked),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function run(certificates: string, directory: string) {
  const env = {
    PATH: process.env.PATH,
    ONCEOVER_KEY_STORE_CA: path.join(certificates, 'ca.crt'),
    ONCEOVER_KEY_STORE_CERT: path.join(certificates, 'server.crt'),
    ONCEOVER_KEY_STORE_KEY: path.join(certificates, 'server.key'),
    ONCEOVER_KEY_STORE_DIR: directory,
    ONCEOVER_KEY_STORE_PORT: '0',
  };
  const child = spawn(process.execPath, [keyStoreMain], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  const { promise: up, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const [, url] = /^key-store is up: (\S+)$/m.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
  }
  child.once('close', () => reject(new Error(`the key store has ended:\n${output}`)));
  return { child, up, output: () => output };
}

function ask(url: string, agent: Agent | undefined, asked: StoreRequest): Promise<StoreAnswer> {
  const { path: at, method = 'POST', body = '{}' } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<StoreAnswer>();
  const { hostname, port } = new URL(url);
  const sent = request({ hostname, port, path: at, method, ...(agent && { agent }) }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.once('error', reject);
    answer.once('end', () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks) }));
  });
  sent.once('error', reject);
  sent.end(body);
  return promise;
}
