import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDoorbell } from '@onceover/event-bus';
import { claimKeysDirectory } from '@onceover/postgres-kit/claim-keys-directory';
import { ringBells } from '@onceover/schema/events/bells';
import { incomingTicketPattern } from '@onceover/schema/settings';
import { type Bells, createBells } from '@onceover/service-kit/bells';
import { createInternalCalls } from '@onceover/service-kit/internal-call';
import { type Foundation, openFoundation } from '@onceover/service-shell/foundation';
import { createTestDatabase } from '@onceover/testing/database';
import type pg from 'pg';
import { openAdapters, type SecretsAdapters, type SecretsDependencies, serviceOf } from '../adapters.ts';
import type { SecretsConfig } from '../config.ts';
import { migrateSecrets } from '../service.ts';
import { expireDueSecretsUseCase } from '../use-cases/expire/expire-due-secrets.ts';
import type { Failpoint } from '../use-cases/secret/failpoint.ts';
import { type UseCases, useCasesOf } from '../use-cases/use-cases.ts';

export const testConfig: SecretsConfig = {
  keysDir: '',
  allowOpenKeys: false,
  keysHost: undefined,
  kek: undefined,
  keyStore: 'file',
  keyStoreCa: undefined,
  keyStoreCert: undefined,
  keyStoreKey: undefined,
  openbaoUrl: undefined,
  openbaoToken: undefined,
  openbaoTransit: 'transit',
  openbaoKv: 'secret',
  openbaoPrefix: 'onceover',
  rateLimits: false,
  minFreeMegabytes: 0,
  epochMinutes: 15,
  sweepSeconds: 60,
  connections: 12,
  generatedLength: 12,
  generatedValueAgain: 0,
  anonymousMaxCharacters: 10_000,
  anonymousMaxTtlSeconds: 604_800,
  anonymousDefaultTtlSeconds: 604_800,
  incomingRecipient: undefined,
  incomingPassphrase: undefined,
  incomingTicketPattern: incomingTicketPattern.default,
};

/** A neighbourhood without other services: whoever is asked is unavailable. */
export function alone(): Pick<SecretsDependencies, 'ask' | 'doorbell'> {
  return { ask: createInternalCalls().ask, doorbell: createDoorbell() };
}

/** The adapters of one process, and what they stand on. */
export type SecretsParts = SecretsAdapters & Pick<Foundation, 'pool' | 'events'> & { readonly bells: Bells };

/** A process on a migrated database, without consumers and chores. */
export async function openParts(
  config: SecretsConfig,
  deps: SecretsDependencies,
  stack: AsyncDisposableStack,
): Promise<SecretsParts> {
  const foundation = await openFoundation(serviceOf(config), deps, stack);
  const { pool, events } = foundation;
  const bells = createBells();
  stack.use(ringBells(deps.doorbell, bells));
  return { pool, events, bells, ...(await openAdapters(config, deps, foundation)) };
}

/** The verbs on a database and keys of their own, without the sweeper's timer. */
export interface TestSecrets extends AsyncDisposable {
  readonly parts: SecretsParts;
  readonly useCases: UseCases;
  readonly config: SecretsConfig;
  readonly database: SecretsDependencies['database'];
  /** As the owner of the tables: for looking and for ageing rows. */
  readonly owner: pg.Pool;
  /** What stops at `failpoint`, replaced at will. */
  failpoint: Failpoint;
  /** The verbs with some of their ports replaced. */
  using(ports: Partial<SecretsParts['ports']>): UseCases;
  expireDue(): Promise<number>;
  /** As if the lifetime of a secret, or of every new one, ended now. */
  endLifetime(lookup?: Buffer): Promise<void>;
  /** Rows of one SQL text, as the owner. */
  rows<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
}

export async function startTestSecrets(
  change: Partial<SecretsConfig> = {},
  neighbours: Pick<SecretsDependencies, 'ask' | 'doorbell'> = alone(),
): Promise<TestSecrets> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase({ template: 'secrets', migrate: migrateSecrets }));
  const keysDir = stack.adopt(mkdtempSync(join(tmpdir(), 'onceover-keys-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  );
  await claimKeysDirectory(database.address, { keysDir });
  const config = { ...testConfig, keysDir, ...change };
  const owner = database.pool();
  let stop: Failpoint = () => undefined;
  const failpoint: Failpoint = (name) => stop(name);
  const parts = await openParts(config, { ...neighbours, database: database.address, failpoint }, stack);
  const disposing = stack.move();
  return {
    parts,
    config,
    owner,
    database: database.address,
    useCases: useCasesOf(parts.ports),
    using: (ports) => useCasesOf({ ...parts.ports, ...ports }),
    expireDue: expireDueSecretsUseCase(parts.ports),
    get failpoint() {
      return stop;
    },
    set failpoint(next) {
      stop = next;
    },
    endLifetime: async (lookup) => void (await endLifetime(owner, lookup)),
    rows: async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await owner.query<Row>(text, values)).rows,
    [Symbol.asyncDispose]: () => disposing.disposeAsync(),
  };
}

/** As if the lifetime of a secret, or of every new one, ended now; how many it were. */
export async function endLifetime(owner: pg.Pool, lookup: Buffer | null = null): Promise<number> {
  const { rowCount } = await owner.query(
    `with over as (
       update secrets.secret set expires = clock_timestamp()
       where state = 'new' and ($1::bytea is null or lookup = $1) returning lookup
     )
     update secrets.secret_content c set expires = clock_timestamp() from over where c.lookup = over.lookup`,
    [lookup],
  );
  return rowCount ?? 0;
}
