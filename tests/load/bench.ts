import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionString, startPostgresServer } from '@onceover/postgres-server';
import { Child } from './child.ts';
import { type Measured, measure } from './measure.ts';
import { pageSizes } from './page-sizes.ts';
import { residentMegabytes } from './process-usage.ts';
import { sampleAnswers } from './sample-answers.ts';
import type { SqlResult } from './sql-reference.ts';
import { type StartedMain, startMain } from './start-up.ts';
import { type StepName, stepNames } from './steps.ts';
import { table } from './table.ts';

/**
 * Prints how fast the product is next to the raw limits measured in the same run: bare `node:http` that answers the same
 * requests, and the same SQL batched without HTTP. Nothing passes or fails: figures vary between machines, ratios less.
 */
const connectionCounts = [16, 64];
const turnsOf: Readonly<Record<StepName, number>> = {
  conceal: 8000,
  look: 8000,
  reveal: 8000,
  'share cycle': 4000,
};
const warmUpTurns = 3000;

const directory = mkdtempSync(join(tmpdir(), 'onceover-bench-'));
try {
  await startTimes();
  await throughput();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

async function startTimes(): Promise<void> {
  const env = { ONCEOVER_DATA_DIR: join(directory, 'data'), ONCEOVER_KEYS_DIR: join(directory, 'keys') };
  const rows: (string | number)[][] = [['start', 'seconds to the first answer', 'resident MB idle']];
  for (const name of ['first (creates the cluster and keys)', 'warm', 'warm again']) {
    await using main = await startMain(env);
    rows.push([name, main.seconds, residentMegabytes(main.pid)]);
  }
  console.log(`\n${table(rows)}\n`);
}

async function throughput(): Promise<void> {
  await using postgres = await startPostgresServer({ dataDir: join(directory, 'server') });
  const databaseUrl = connectionString(postgres.address);
  await using main = await startMain({
    ONCEOVER_DATABASE_URL: databaseUrl,
    ONCEOVER_KEYS_DIR: join(directory, 'server-keys'),
  });
  using bare = new Child<{ port: number }>('./echo-server.ts');
  const { port: barePort } = await bare.ask(await sampleAnswers(main.port));
  const idle = residentMegabytes(main.pid);

  await measure({ port: main.port, step: 'share cycle', connections: 64, turns: warmUpTurns }, main.pid, postgres.pid);
  await measure({ port: barePort, step: 'share cycle', connections: 64, turns: warmUpTurns }, bare.pid, null);
  for (const connections of connectionCounts) {
    await compare(connections, main, barePort, bare.pid, postgres.pid, databaseUrl);
  }
  console.log(
    `resident MB of the program: ${Math.round(idle)} idle, ${Math.round(residentMegabytes(main.pid))} under load\n`,
  );
  console.log(table([['page', 'HTML bytes', 'JS kB gz', 'CSS kB gz', 'files'], ...(await pageSizes(main.port))]));
}

async function compare(
  connections: number,
  main: StartedMain,
  barePort: number,
  barePid: number,
  postgresPid: number,
  databaseUrl: string,
): Promise<void> {
  using sql = new Child<SqlResult>('./sql-reference.ts', { BENCH_DATABASE_URL: databaseUrl });
  const rows: (string | number)[][] = [
    [
      '',
      'ours /s',
      'p50 ms',
      'p99 ms',
      'CPU µs server',
      'CPU µs store',
      'bare /s',
      'CPU µs bare',
      'SQL /s',
      'ours/bare',
      'CPU ours/bare',
      'ours/SQL',
    ],
  ];
  for (const step of stepNames) {
    const turns = turnsOf[step];
    const ours = await measure({ port: main.port, step, connections, turns }, main.pid, postgresPid);
    const raw = await measure({ port: barePort, step, connections, turns }, barePid, null);
    const reference =
      step === 'conceal' || step === 'reveal' ? (await sql.ask({ step, connections, turns })).perSecond : null;
    rows.push([step, ...figures(ours, raw, reference)]);
  }
  console.log(
    `${connections} connections, 1 KiB secrets; figures per step (a share cycle is conceal, look, reveal)\n${table(rows)}\n`,
  );
}

function figures(ours: Measured, raw: Measured, sqlPerSecond: number | null): (string | number)[] {
  const cpu = ours.serverCpu + ours.storeCpu;
  return [
    ours.perSecond,
    ours.p50Ms,
    ours.p99Ms,
    ours.serverCpu,
    ours.storeCpu,
    raw.perSecond,
    raw.serverCpu,
    sqlPerSecond ?? '',
    ours.perSecond / raw.perSecond,
    cpu / raw.serverCpu,
    sqlPerSecond === null ? '' : ours.perSecond / sqlPerSecond,
  ];
}
