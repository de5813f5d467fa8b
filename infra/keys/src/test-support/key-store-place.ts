import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRemoteKeyStore } from '@onceover/key-store/remote';
import { loadConfig } from '@onceover/service-kit/config';
import { makeCertificates } from '../certificates.ts';
import { type KeyStoreConfig, keyStoreConfig } from '../config.ts';
import { type RunningKeyStore, startKeyStore } from '../serve-keys.ts';

/** Certificates, a directory, and a store on one address however often it is stopped. */
export interface KeyStorePlace extends AsyncDisposable {
  readonly directory: string;
  readonly url: string;
  /** Of a file in the directory of certificates. */
  pem(file: string): string;
  /** As the client whose certificate this is. */
  openAs(client: string): ReturnType<typeof openRemoteKeyStore>;
  start(change?: Partial<KeyStoreConfig>): Promise<RunningKeyStore>;
  stop(): Promise<void>;
}

/** One client may ask, `secrets`; `stranger` may not. */
export async function makeKeyStorePlace(): Promise<KeyStorePlace> {
  await using stack = new AsyncDisposableStack();
  const base = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-key-store-')), (made) =>
    rmSync(made, { recursive: true }),
  );
  const { config, pem } = await configIn(base);
  const { start, stop } = restartable(config);
  const { url } = await start();
  stack.defer(stop);
  const clients = stack.use(new DisposableStack());
  const owned = stack.move();
  return {
    directory: config.directory,
    url,
    pem,
    openAs: (client) =>
      clients.use(
        openRemoteKeyStore(url, { ca: pem('ca.crt'), cert: pem(`${client}.crt`), key: pem(`${client}.key`) }),
      ),
    start,
    stop,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function configIn(base: string) {
  const certificates = join(base, 'certificates');
  const names = { servers: ['127.0.0.1', 'localhost'], clients: ['secrets', 'stranger'] };
  await makeCertificates({ ...names, directory: certificates, days: 1, now: new Date() });
  const at = (file: string) => join(certificates, file);
  const env = {
    ONCEOVER_KEY_STORE_DIR: join(base, 'keys'),
    ONCEOVER_KEY_STORE_CA: at('ca.crt'),
    ONCEOVER_KEY_STORE_CERT: at('server.crt'),
    ONCEOVER_KEY_STORE_KEY: at('server.key'),
  };
  const { config } = loadConfig({ config: keyStoreConfig }, env);
  return { config: { ...config, port: 0 }, pem: (file: string) => readFileSync(at(file), 'utf8') };
}

/** Keeps the port that the first start got. */
function restartable(config: KeyStoreConfig) {
  let { port } = config;
  let running: RunningKeyStore | undefined;
  return {
    async start(change: Partial<KeyStoreConfig> = {}) {
      running = await startKeyStore({ ...config, port, ...change });
      port = Number(new URL(running.url).port);
      return running;
    },
    async stop() {
      await running?.[Symbol.asyncDispose]();
      running = undefined;
    },
  };
}
