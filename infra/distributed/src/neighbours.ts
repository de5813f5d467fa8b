import type { Caller } from '@onceover/schema/caller';
import { caller } from '@onceover/schema/caller';
import { graphAsker, type ServiceName } from '@onceover/schema/internal/catalog';
import { connectService, type ServiceConnection } from '@onceover/service-http/connect-service';
import { type ServiceServer, serveService, type TlsIdentity } from '@onceover/service-http/serve-service';
import { ConfigError } from '@onceover/service-kit/config';
import type { Logger } from '@onceover/service-kit/logging';
import type { Tracing } from '@onceover/service-kit/tracing';
import { type CallKeys, readCallKeys } from './call-keys.ts';
import type { ProcessConfig } from './config.ts';
import { tlsIdentityOf } from './tls-identity.ts';

/** How a process is joined to the others: its own door, and a connection to each service that it asks. */
export interface Neighbours {
  readonly server: ServiceServer<Caller>;
  readonly connections: readonly ServiceConnection[];
}

export interface NeighbourSettings {
  readonly process: ProcessConfig;
  /** Where each neighbour is reached. */
  readonly neighbours: Readonly<Record<string, readonly string[]>>;
}

/**
 * Opens the door first, so that a process whose port is taken changes nothing; until its service answers, others are told
 * that it is not up. Nobody needs to be there yet.
 *
 * Refuses  `ConfigError`: the port cannot be had, a key or a certificate cannot be read
 */
export async function openNeighbours(
  name: ServiceName,
  { process, neighbours }: NeighbourSettings,
  { log, stack, tracing }: Pick<Joining, 'log' | 'tracing'> & { readonly stack: AsyncDisposableStack },
): Promise<Neighbours> {
  const joining = await joiningOf(name, process, { log, tracing });
  for (const [partner, { accepted }] of joining.keys) {
    if (accepted.length > 1) log.info({ partner, keys: accepted.length }, 'keys of calls are being replaced');
  }
  const server = stack.use(await openDoor(name, process, joining));
  return { server, connections: connect(name, neighbours, joining, stack) };
}

/** Connections to the services that this one asks, without a door of its own: for commands beside its processes. */
export async function connectNeighbours(
  name: ServiceName,
  { process, neighbours }: NeighbourSettings,
  { log, stack }: { readonly log: Logger; readonly stack: AsyncDisposableStack },
): Promise<readonly ServiceConnection[]> {
  return connect(name, neighbours, await joiningOf(name, process, { log }), stack);
}

function connect(
  caller: ServiceName,
  neighbours: NeighbourSettings['neighbours'],
  { keys, ...joining }: Joining,
  stack: AsyncDisposableStack,
): readonly ServiceConnection[] {
  return Object.entries(neighbours).map(([name, urls]) =>
    stack.use(connectService({ caller, name, urls, key: signingKey(keys, name), ...joining })),
  );
}

interface Joining {
  readonly keys: ReadonlyMap<string, CallKeys>;
  readonly tls: TlsIdentity | undefined;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
}

async function joiningOf(
  name: ServiceName,
  process: ProcessConfig,
  given: Pick<Joining, 'log' | 'tracing'>,
): Promise<Joining> {
  return { keys: await readCallKeys(name, process), tls: tlsIdentityOf(process), ...given };
}

async function openDoor(
  name: ServiceName,
  { internalHost: host, internalPort: port }: ProcessConfig,
  { keys, ...joining }: Joining,
): Promise<ServiceServer<Caller>> {
  const keysOf = (asker: string) => keys.get(asker)?.accepted ?? [];
  const readCaller = (value: unknown): Caller => caller.parse(value);
  try {
    return await serveService({
      name,
      host,
      port,
      keysOf,
      graphAskers: [graphAsker],
      readCaller,
      ...joining,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError([`ONCEOVER_INTERNAL_PORT: cannot listen on ${host}:${port} (${code ?? message})`]);
  }
}

function signingKey(keys: ReadonlyMap<string, CallKeys>, neighbour: string): Buffer {
  const signing = keys.get(neighbour)?.signing;
  if (signing === undefined) throw new TypeError(`there is no key for ${neighbour}`);
  return signing;
}
