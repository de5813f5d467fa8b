import { createDoorbell } from '@onceover/event-bus';
import type { LogHistory } from '@onceover/event-store';
import { openAppPool } from '@onceover/postgres-kit/app-connection';
import { type LogName, logNames } from '@onceover/schema/events/logs';
import { auditKinds } from '@onceover/schema/events/meaning';
import { Option, parsedBy, runCommand, time, type WriteLine } from '@onceover/service-kit/command-line';
import { openEventTools, type ServiceEventTools, type ToolBacking } from '@onceover/service-shell/event-tools';
import { openFoundation } from '@onceover/service-shell/foundation';
import { transactAsOperator } from '@onceover/service-shell/operator-record';
import { openLogHistory } from '@onceover/service-shell/own-history';
import type pg from 'pg';
import { z } from 'zod';
import { openAuditKey } from './adapters/keys/audit-key.ts';
import { recountActivity } from './adapters/postgres/activity-counts.ts';
import { openTrailReading, type ShardOf } from './adapters/postgres/audit-reading.ts';
import { definition } from './adapters.ts';
import type { AuditConfig } from './config.ts';
import { consumers } from './consumers.ts';
import type { AuditVerifier } from './use-cases/trail/checkpoint.ts';
import { type ExportFormat, exportFormats, exportLines } from './use-cases/trail/export-trail.ts';
import { checkpointLine } from './use-cases/trail/keep-checkpoints.ts';
import type { TrailConditions } from './use-cases/trail/trail-conditions.ts';
import { rowsOf, type TrailReading } from './use-cases/trail/trail-reading.ts';
import { verifyTrail } from './use-cases/trail/verify/verify-trail.ts';
import { addVerifyExport, readCheckpoints, tellFindings, trustOption } from './verify-export-command.ts';

export interface AuditPlace {
  readonly config: Pick<AuditConfig, 'keysDir'>;
  /** The migrated database, as its migrator. The server may run meanwhile. */
  readonly database: pg.PoolConfig;
  /** The history of a log, from its owner; `stack` closes it. */
  historyOf(log: LogName, stack: AsyncDisposableStack): Promise<LogHistory>;
  /** Absent where logs are read in one piece. */
  readonly shardOf?: ShardOf | undefined;
}

export interface AuditCommandDependencies {
  /** Asked when a command needs it: what was mistyped, and what needs no database, opens nothing. */
  readonly open: () => Promise<AuditPlace>;
  readonly write: WriteLine;
}

/**
 * What operators do with the audit trail. Gives the exit code.
 *
 * Shape    0 done and nothing is wrong, 1 something is not as it was written, 2 not understood
 */
export function runAuditCommand(argv: readonly string[], { open, write }: AuditCommandDependencies): Promise<number> {
  const onPlace =
    <Options>(work: (options: Options, at: Opened, write: WriteLine) => Promise<void>) =>
    (options: Options) =>
      withPlace(open, (at) => work(options, at, write));
  return runCommand('npm run audit --', argv, write, (program) => {
    program
      .command('verify')
      .description('checks every entry, block, event and signature')
      .option('--against <file>', 'checkpoints that were kept elsewhere, or the directory of them')
      .addOption(trustOption('publicKey of an audit.key that was replaced'))
      .action(async ({ against, trust = [] }: VerifyOptions) => {
        const kept = against === undefined ? [] : await readCheckpoints(against, keptSchema);
        await withPlace(open, (at) => verify(kept, trust, at, write));
      });
    addVerifyExport(program, write);
    program
      .command('export')
      .description('prints the entries of the trail')
      .addOption(new Option('--format <format>').choices(exportFormats).makeOptionMandatory())
      .option('--account <ref>', 'of this account', parsedBy(z.uuid('Write the reference of an account, a UUID.')))
      .addOption(new Option('--kind <kind>', 'of this kind').choices(Object.keys(auditKinds)))
      .option('--from <time>', 'from this time on', parsedBy(time))
      .option('--to <time>', 'before this time', parsedBy(time))
      .action(onPlace(exportTrail));
    program
      .command('recount')
      .description('counts anew, from the logs, what the overview of /colonel shows')
      .action(onPlace(recount));
    program
      .command('checkpoints')
      .description('prints the public key and all checkpoints, a line of JSON each, to keep elsewhere')
      .action(onPlace(printCheckpoints));
  });
}

/** A place with a connection to the trail. */
interface Opened extends AuditPlace {
  readonly client: pg.ClientBase;
  readonly stack: AsyncDisposableStack;
}

async function withPlace(open: AuditCommandDependencies['open'], work: (at: Opened) => Promise<void>): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const place = await open();
  const { appRole: role } = definition.schema;
  const pool = stack.adopt(openAppPool(place.database, { role, name: 'onceover audit', max: 1 }), (opened) =>
    opened.end(),
  );
  const client = stack.adopt(await pool.connect(), (opened) => opened.release(true));
  await work({ ...place, client, stack });
}

interface VerifyOptions {
  readonly against?: string;
  readonly trust?: readonly AuditVerifier[];
}

async function verify(
  kept: readonly z.output<typeof keptSchema>[],
  trust: readonly AuditVerifier[],
  { config, client, historyOf, shardOf, stack }: Opened,
  write: WriteLine,
) {
  const own = await openAuditKey(config.keysDir);
  const histories = (log: LogName) => historyOf(log, stack);
  const verified = await verifyTrail(await openTrailReading(client, shardOf), histories, [own, ...trust], kept);
  const { findings, entries, events, blocks, checkpoints, closedChains } = verified;
  write(`Checked entries: ${entries}, events: ${events}, blocks: ${blocks}, checkpoints: ${checkpoints}.`);
  if (closedChains > 0) {
    write(`Chains whose beginning retention has removed: ${closedChains}; what is left follows their signed ends.`);
  }
  tellFindings(findings, write, {
    right: 'The audit trail is as it was written.',
    wrong: 'The audit trail is NOT as it was written',
  });
}

const keptSchema = z.object({ number: z.int().positive(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

interface ExportOptions extends Pick<TrailConditions, 'account' | 'kind' | 'from' | 'to'> {
  readonly format: ExportFormat;
}

async function exportTrail({ format, ...conditions }: ExportOptions, at: Opened, write: WriteLine) {
  await record('trail_exported', at, conditions.account);
  for await (const line of exportLines(entriesOf(await openTrailReading(at.client), conditions), format)) write(line);
}

async function* entriesOf(reading: TrailReading, conditions: TrailConditions) {
  for (const log of logNames) yield* rowsOf(reading.entries(log, conditions));
}

async function recount(_options: object, at: Opened, write: WriteLine) {
  await record('activity_recounted', at);
  for (const log of logNames) {
    write(`${log}: ${await recountActivity(at.client, log, await at.historyOf(log, at.stack))} events counted`);
  }
}

async function printCheckpoints(_options: object, { config, client }: Opened, write: WriteLine) {
  const { keyId, publicKey } = await openAuditKey(config.keysDir);
  write(JSON.stringify({ keyId, publicKey: publicKey.toString('base64') }));
  const reading = await openTrailReading(client);
  for await (const checkpoint of rowsOf(reading.checkpoints())) write(checkpointLine(checkpoint));
}

/** Before it is done; of one account, or of the whole trail. */
async function record(action: string, { database }: AuditPlace, account?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const backing = { database, doorbell: createDoorbell() };
  const foundation = await openFoundation({ ...definition, connections: 1 }, backing, stack);
  const target =
    account === undefined
      ? { targetKind: 'trail', targetRef: foundation.name }
      : { targetKind: 'account', targetRef: account };
  await transactAsOperator(foundation, { action, ...target, reasonCode: 'command-line' }, async () => undefined);
}

/** The service's consumers for an operator's command; nothing is started. `stack` closes the connections. */
export const openAuditEventTools = (backing: ToolBacking, stack: AsyncDisposableStack): Promise<ServiceEventTools> =>
  openEventTools(definition, backing, stack, () => consumers);

/** The history of the service's log for an operator's command. `stack` closes the connection. */
export const openAuditHistory = (database: pg.PoolConfig, stack: AsyncDisposableStack): Promise<LogHistory> =>
  openLogHistory(definition, database, stack);
