import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OPENBAO_TOKEN, startTestOpenBao } from '@onceover/key-store/test-openbao';
import { randomBase36 } from '@onceover/service-kit/crypto';
import type { SecretsConfig } from '../config.ts';

/** Where the keys of a test are, as settings of secrets. */
export interface TestKeyStore extends AsyncDisposable {
  readonly settings: Partial<SecretsConfig>;
}

/** One that can go away, come back, and be replaced by another at the same address. */
export interface TestNetworkKeyStore extends TestKeyStore {
  stop(): Promise<void>;
  start(): Promise<void>;
  replace(): Promise<void>;
}

export const keysDirectoryOfTest = async (): Promise<TestKeyStore> => ({
  settings: {},
  [Symbol.asyncDispose]: async () => undefined,
});

const MAIN = fileURLToPath(new URL('../../../../infra/keys/src/main.ts', import.meta.url));

/** The key store as a process of its own, with certificates made by its command; stopping it is `kill -9`. */
export async function startTestKeyStore(): Promise<TestNetworkKeyStore> {
  await using stack = new AsyncDisposableStack();
  const base = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-key-store-')), (made) =>
    rmSync(made, { recursive: true }),
  );
  const certificates = join(base, 'certificates');
  const names = ['--server', '127.0.0.1', '--client', 'secrets'];
  await promisify(execFile)(process.execPath, [MAIN, 'certificates', certificates, ...names]);
  const at = (file: string) => join(certificates, file);
  const port = await freePort();
  const env = (directory: string) => ({
    ONCEOVER_KEY_STORE_DIR: join(base, directory),
    ONCEOVER_KEY_STORE_PORT: String(port),
    ONCEOVER_KEY_STORE_CA: at('ca.crt'),
    ONCEOVER_KEY_STORE_CERT: at('server.crt'),
    ONCEOVER_KEY_STORE_KEY: at('server.key'),
  });
  let running = await spawnStore(env('keys'));
  const stop = async () => {
    running.kill('SIGKILL');
    if (running.exitCode === null && running.signalCode === null) await once(running, 'close');
  };
  stack.defer(stop);
  const owned = stack.move();
  const client = { keyStoreCa: at('ca.crt'), keyStoreCert: at('secrets.crt'), keyStoreKey: at('secrets.key') };
  const restart = async (directory: string) => {
    await stop();
    running = await spawnStore(env(directory));
  };
  return {
    settings: { keyStore: `https://127.0.0.1:${port}`, ...client },
    stop,
    start: () => restart('keys'),
    replace: () => restart('other'),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function spawnStore(settings: Record<string, string>): Promise<ChildProcess> {
  const env = { PATH: '', ONCEOVER_LOG_LEVEL: 'error', ...settings };
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await Promise.race([once(child.stdout, 'data'), once(child, 'close')]);
  if (!String(said).startsWith('key-store is up')) throw new Error(`the key store did not start: ${said}`);
  return child;
}

export async function startTestOpenBaoStore(binary: string | undefined): Promise<TestNetworkKeyStore> {
  await using stack = new AsyncDisposableStack();
  let server = stack.use(await startTestOpenBao(binary));
  const { url } = server;
  const owned = stack.move();
  const openbao = { openbaoUrl: url, openbaoToken: OPENBAO_TOKEN, openbaoPrefix: `test-${randomBase36(8)}` };
  return {
    settings: { keyStore: 'openbao', ...openbao },
    stop: () => server.stop(),
    start: () => server.start(),
    async replace() {
      await server[Symbol.asyncDispose]();
      server = owned.use(await startTestOpenBao(binary, Number(new URL(url).port)));
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function freePort(): Promise<number> {
  const socket = createServer().listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address() as AddressInfo;
  socket.close();
  await once(socket, 'close');
  return port;
}
