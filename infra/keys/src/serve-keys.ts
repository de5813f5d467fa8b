import { readFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import path from 'node:path';
import { openFileKeyStore } from '@onceover/key-store/file';
import { lockDirectory } from '@onceover/server-process';
import { ConfigError } from '@onceover/service-kit/config';
import { makePrivateDirectory } from '@onceover/service-kit/durable-file';
import { codeOf, NamedError } from '@onceover/service-kit/errors';
import { readinessAnswer } from '@onceover/service-kit/lifecycle';
import { answersOf } from './answer-calls.ts';
import { answerRequest, type Door, sendJson } from './answer-request.ts';
import { type AuditLog, auditFolderOf, openAuditLog } from './audit/audit-log.ts';
import { refusalsIn } from './audit/record-refusal.ts';
import { type KeyStoreConfig, READY_HOST } from './config.ts';
import { log } from './logger.ts';
import { openStoreIdentity } from './store-identity.ts';

export interface RunningKeyStore extends AsyncDisposable {
  /** Where secrets reach it, such as `https://127.0.0.1:3400`. */
  readonly url: string;
  /** Where it says whether it is ready; undefined without a port for that. */
  readonly readyUrl: string | undefined;
}

const REQUEST_MS = 10_000;

/**
 * Opens the directory and answers over mutual TLS. Disposing it lets the answers in hand go out.
 *
 * Refuses  ConfigError: a file of the settings cannot be used
 *          UnsafeKeys, KeysElsewhere, AuditBroken, KeyStoreInUse: the message says what to do; nothing was changed
 */
export async function startKeyStore(config: KeyStoreConfig): Promise<RunningKeyStore> {
  await using stack = new AsyncDisposableStack();
  const tls = readTls(config);
  const identity = await openStoreIdentity(config);
  const store = stack.use(await openFileKeyStore({ keysDir: config.directory }));
  const unlock = await lockAudit(config.directory);
  stack.defer(unlock);
  const audit = await openAuditLog(config.directory, () => new Date());
  const door = {
    answers: answersOf(store, config.directory),
    audit,
    recordRefusal: refusalsIn(audit),
    clients: new Set(config.clients),
    ids: [identity.id, ...identity.former].join(' '),
  };
  const server = openServer(tls, door);
  const url = await listen(server, config.port, config.host, stack);
  await audit.record({ who: 'key-store', what: 'started' });
  stack.defer(() =>
    audit
      .record({ who: 'key-store', what: 'stopped' })
      .catch((error: unknown) => log.error({ err: error }, 'the audit does not tell of the stop')),
  );
  const readyUrl = await openReadiness(config.readyPort, audit, stack);
  const owned = stack.move();
  return { url: `https://${url}`, readyUrl, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** Another process of this machine has the directory. */
export class KeyStoreInUse extends NamedError {}

/** An audit that a second process had written to would stop the first one from giving keys. Returns what unlocks it. */
async function lockAudit(directory: string): Promise<() => void> {
  const folder = auditFolderOf(directory);
  await makePrivateDirectory(folder);
  return lockDirectory(path.join(folder, 'owner.lock'), (_, message) => new KeyStoreInUse(message));
}

type Tls = ReturnType<typeof readTls>;

function readTls(config: KeyStoreConfig) {
  const problems: string[] = [];
  const read = (name: 'ca' | 'cert' | 'key'): Buffer => {
    try {
      return readFileSync(config[name]);
    } catch {
      problems.push(
        `ONCEOVER_KEY_STORE_${name.toUpperCase()}: the file cannot be read; npm run key-store -- certificates makes one`,
      );
      return Buffer.alloc(0);
    }
  };
  const files = { ca: read('ca'), cert: read('cert'), key: read('key') };
  if (problems.length > 0) throw new ConfigError(problems);
  return files;
}

function openServer(tls: Tls, door: Door) {
  const limits = { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, keepAliveTimeout: 60_000 };
  const trust = { requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' } as const;
  try {
    const server = createServer(
      { ...tls, ...trust, ...limits },
      (request, response) => void answerRequest(request, response, door),
    );
    server.on('tlsClientError', tellOncePerReason());
    return server;
  } catch (error) {
    throw new ConfigError([
      `ONCEOVER_KEY_STORE_CA, _CERT and _KEY do not hold an authority, a certificate and its private key (${codeOf(error)})`,
    ]);
  }
}

/** Strangers may try as often as they like: one line a minute for each reason. */
function tellOncePerReason(): (error: Error) => void {
  const told = new Map<string, number>();
  return (error) => {
    const reason = codeOf(error) ?? error.name;
    if (Date.now() - (told.get(reason) ?? 0) < 60_000 || told.size > 100) return;
    told.set(reason, Date.now());
    log.warn({ reason }, 'a connection was refused');
  };
}

/** Answers `/health/ready` with the last entry of the audit, so that whoever watches keeps it. */
async function openReadiness(
  port: number | undefined,
  audit: AuditLog,
  stack: AsyncDisposableStack,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const server = createPlainServer({ requestTimeout: REQUEST_MS }, ({ url }, response) => {
    if (url !== '/health/ready') return void response.writeHead(404).end();
    const readiness = { isReady: !audit.isBroken(), reason: 'its audit cannot be written' };
    const { status, body } = readinessAnswer(readiness);
    sendJson(response, status, { ...body, audit: audit.head() });
  });
  return `http://${await listen(server, port, READY_HOST, stack)}/health/ready`;
}

async function listen(
  server: Server & { closeIdleConnections(): void },
  port: number,
  host: string,
  stack: AsyncDisposableStack,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, host, resolve);
  await promise;
  stack.defer(async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeIdleConnections();
    await closed;
  });
  const address = server.address() as AddressInfo;
  return `${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}
