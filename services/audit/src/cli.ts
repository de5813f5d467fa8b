import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createDoorbell } from '@onceover/event-bus';
import type { LogHistory } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { eventRulesOf } from '@onceover/schema/event-rules';
import { logNames } from '@onceover/schema/events/logs';
import { type AuditKind, auditKinds } from '@onceover/schema/events/meaning';
import type { WriteLine } from '@onceover/service-kit/command-line';
import { openEventTools, type ServiceEventTools } from '@onceover/service-shell/event-tools';
import { openFoundation } from '@onceover/service-shell/foundation';
import { transactAsOperator } from '@onceover/service-shell/operator-record';
import { openLogHistory } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import { z } from 'zod';
import { readCheckpointFiles } from './adapters/checkpoint-files.ts';
import { openAuditKey, verifierOf } from './adapters/keys/audit-key.ts';
import { recountActivity } from './adapters/postgres/activity-counts.ts';
import { openTrailReading } from './adapters/postgres/audit-reading.ts';
import { auditSchema } from './adapters/postgres/schema.ts';
import { definition } from './adapters.ts';
import type { AuditConfig } from './config.ts';
import { consumersOf } from './consumers.ts';
import { exportFormats, exportLines } from './use-cases/trail/export-trail.ts';
import { checkpointLine } from './use-cases/trail/keep-checkpoints.ts';
import { rowsOf, type TrailFilter, type TrailReading } from './use-cases/trail/trail-reading.ts';
import { verifyTrail } from './use-cases/trail/verify/verify-trail.ts';
import { verifyExportCommand, verifyExportUsage } from './verify-export-command.ts';

/** Where the commands work. */
export interface AuditPlace {
  readonly config: Pick<AuditConfig, 'keysDir'>;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
}

interface Deps extends AuditPlace {
  readonly write: WriteLine;
}

export interface AuditCommandDependencies {
  /** Asked when a command needs it. */
  readonly open: () => Promise<AuditPlace>;
  readonly write: WriteLine;
}

const usage = `usage:
  verify [--against FILE] [--trust PUBLIC-KEY]...
                          checks every entry, block, event and signature; FILE has checkpoints that were kept
                          elsewhere, or is the directory of them, PUBLIC-KEY is that of an audit.key that was replaced
${verifyExportUsage}
  export --format csv|ndjson [--account REF] [--kind activity|security|operator] [--from TIME] [--to TIME]
                          prints the entries of the trail; times like 2026-11-22 or 2026-11-22T10:00:00Z
  recount                 counts anew, from the logs, what the overview of /colonel shows
  checkpoints             prints the public key and all checkpoints, a line of JSON each, to keep elsewhere`;

class UsageError extends Error {}

type Command = (argv: readonly string[], client: pg.PoolClient, deps: Deps) => Promise<number>;

const commands: Readonly<Record<string, Command>> = {
  verify: reading(verify),
  export: reading(exportTrail),
  checkpoints: reading(printCheckpoints),
  recount,
};

/**
 * What operators do with the audit trail. Gives the exit code.
 *
 * Shape    0 done and nothing is wrong, 1 something is not as it was written, 2 not understood
 */
export async function runAuditCommand(
  argv: readonly string[],
  { open, write }: AuditCommandDependencies,
): Promise<number> {
  const [name = '', ...rest] = argv;
  if (name === 'verify-export') return await verifyExportCommand(rest, write);
  const command = commands[name];
  if (command === undefined) {
    write(usage);
    return 2;
  }
  const deps = { ...(await open()), write };
  const { appRole: role } = auditSchema;
  const pool = openAppPool(deps.database, { role, name: 'onceover audit', max: 1 });
  try {
    const client = await pool.connect();
    try {
      return await command(rest, client, deps);
    } finally {
      client.release(true);
    }
  } catch (error) {
    if (!(error instanceof UsageError) && !isUnknownOption(error)) throw error;
    deps.write(`${error.message}\n${usage}`);
    return 2;
  } finally {
    await pool.end();
  }
}

/** A command that only reads the trail, as it is at one moment. */
function reading(command: (argv: readonly string[], reading: TrailReading, deps: Deps) => Promise<number>): Command {
  return async (argv, client, deps) => command(argv, await openTrailReading(client), deps);
}

async function recount(_argv: readonly string[], client: pg.PoolClient, deps: Deps) {
  const { write } = deps;
  await record('activity_recounted', deps);
  for (const log of logNames) write(`${log}: ${await recountActivity(client, log)} events counted`);
  return 0;
}

async function verify(argv: readonly string[], reading: TrailReading, deps: Deps): Promise<number> {
  const { against, trust = [] } = optionsOf(argv, {
    against: { type: 'string' },
    trust: { type: 'string', multiple: true },
  });
  const kept = typeof against === 'string' ? await readKept(against) : [];
  const own = await openAuditKey(deps.config.keysDir);
  const others = [trust].flat().map((text) => verifierOf(publicKeyOf(String(text))));
  const { findings, ...counts } = await verifyTrail(reading, [own, ...others], kept);
  const { entries, events, blocks, checkpoints, closedChains } = counts;
  deps.write(`${entries} entries, ${events} events in ${blocks} blocks, ${checkpoints} checkpoints.`);
  if (closedChains > 0) {
    deps.write(
      `Retention has removed the beginning of ${closedChains} chains; what is left follows their signed ends.`,
    );
  }
  for (const { what, where } of findings.list) deps.write(`WRONG: ${what}: ${where}`);
  if (findings.count === 0) deps.write('The audit trail is as it was written.');
  else deps.write(`The audit trail is NOT as it was written: ${findings.count} findings, the first of them above.`);
  return findings.count === 0 ? 0 : 1;
}

async function exportTrail(argv: readonly string[], reading: TrailReading, deps: Deps) {
  const { format, ...filter } = optionsOf(argv, {
    format: { type: 'string' },
    account: { type: 'string' },
    kind: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  });
  const wanted = exportFormats.find((each) => each === format);
  if (wanted === undefined) throw new UsageError('--format is csv or ndjson');
  const of = filterOf(filter);
  await record('trail_exported', deps, of.tenantRef);
  const lines = exportLines(entriesOf(reading, of), wanted);
  for await (const line of lines) deps.write(line);
  return 0;
}

async function* entriesOf(reading: TrailReading, filter: TrailFilter) {
  for (const log of logNames) yield* rowsOf(reading.entries(log, filter));
}

async function printCheckpoints(_argv: readonly string[], reading: TrailReading, deps: Deps) {
  const { keyId, publicKey } = await openAuditKey(deps.config.keysDir);
  deps.write(JSON.stringify({ keyId, publicKey: publicKey.toString('base64') }));
  for await (const checkpoint of rowsOf(reading.checkpoints())) {
    deps.write(checkpointLine(checkpoint));
  }
  return 0;
}

/** Before it is done; of one account, or of the whole trail. */
async function record(action: string, { database }: AuditPlace, account?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const definition = { schema: auditSchema, eventRules: eventRulesOf('audit'), connections: 1 };
  const foundation = await openFoundation(definition, { database, doorbell: createDoorbell() }, stack);
  const target =
    account === undefined
      ? { targetKind: 'trail', targetRef: foundation.name }
      : { targetKind: 'account', targetRef: account };
  await transactAsOperator(foundation, { action, ...target, reasonCode: 'command-line' }, async () => undefined);
}

function optionsOf<Options extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  argv: readonly string[],
  options: Options,
) {
  return parseArgs({ args: [...argv], options }).values as Readonly<Record<string, string | readonly string[]>>;
}

const kinds = Object.keys(auditKinds) as AuditKind[];

const filterSchema = z.object({
  account: z.uuid('--account is the reference of an account, a UUID').optional(),
  kind: z.enum(kinds, `--kind is ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(kinds)}`).optional(),
  from: z.coerce.date('--from is a time like 2026-11-22 or 2026-11-22T10:00:00Z').optional(),
  to: z.coerce.date('--to is a time like 2026-11-22 or 2026-11-22T10:00:00Z').optional(),
});

function filterOf(options: Readonly<Record<string, unknown>>): TrailFilter {
  const { success, data, error } = filterSchema.safeParse(options);
  if (!success) throw new UsageError(error.issues.map(({ message }) => message).join('; '));
  const { account, ...rest } = data;
  const given = Object.entries({ tenantRef: account, ...rest }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

const keptSchema = z.object({ number: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** The line of the public key says nothing about checkpoints. */
async function readKept(file: string) {
  const lines = (await linesFrom(file)).filter((line) => line.startsWith('{"number"'));
  if (lines.length === 0) throw new UsageError(`${file} has no checkpoints; npm run audit -- checkpoints prints them`);
  return lines.map((line) => keptSchema.parse(JSON.parse(line)));
}

async function linesFrom(place: string): Promise<string[]> {
  const isDirectory = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isDirectory) return await readCheckpointFiles(place);
  const text = await readFile(place, 'utf8').catch(() => {
    throw new UsageError(`${place} cannot be read`);
  });
  return text.split('\n');
}

function publicKeyOf(text: string): Buffer {
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) throw new UsageError('--trust takes the publicKey that npm run audit -- checkpoints prints');
  return key;
}

function isUnknownOption(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export const openAuditEventTools = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<ServiceEventTools> =>
  openEventTools(definition, database, stack, consumersOf);

/** The history of the service's log for an operator's command. `stack` closes the connection. */
export const openAuditHistory = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<LogHistory> =>
  openLogHistory(definition, database, stack);
