import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandServices } from '@onceover/distributed/command-services';
import { runCommandLine } from '@onceover/distributed/commands';
import { logNames } from '@onceover/schema/events/logs';
import { createLogger } from '@onceover/service-kit/logging';
import { inject } from 'vitest';
import { startBalancer } from './balance.ts';
import { SplitDrain, type WaitingConsumer } from './drain-split.ts';
import { migratedDatabase } from './fresh-database.ts';
import { SecretTables } from './secret-tables.ts';
import { METRICS_PORT, type SplitProcess, type SplitProcesses, spawnSplitOn } from './spawn-split.ts';
import { ownPartOf } from './split-backing.ts';
import type { SystemOverrides, TestSystem } from './test-system.ts';

/** As every profile offers it, and its processes. */
export interface SplitTestSystem extends TestSystem {
  readonly processes: readonly SplitProcess[];
}

/** The whole product as processes, with two gateways behind one address: each connection meets the other one than the last. */
export async function startSplitSystem(overrides: SystemOverrides): Promise<SplitTestSystem> {
  await using stack = new AsyncDisposableStack();
  const place = overrides.backing ?? inject('backing');
  if (place === undefined) throw new Error('this run has no Kafka and no Redis');
  const database = overrides.database ?? stack.use(await migratedDatabase()).address;
  const backing = stack.use(ownPartOf(place));
  const balancer = stack.use(await startBalancer());
  const site = `127.0.0.1:${balancer.port}`;
  const { env = {} } = overrides;
  const split = stack.use(await spawnSplitOn(backing, { database, site, counts: { gateway: 2 }, env }));
  balancer.sendTo(split.urls.map((url) => Number(new URL(url).port)));
  const tables = stack.use(new SecretTables(database));
  const at = writeEnvironments(split);
  const drain = stack.use(new SplitDrain(database, await consumersAt(at)));
  const run = async (argv: readonly string[]) => {
    const lines: string[] = [];
    const code = await runCommandLine({ argv, at, env: {}, write: (line) => void lines.push(line) });
    if (code !== 0) throw new Error(lines.join('\n'));
    return lines;
  };
  const owned = stack.move();
  return {
    url: `http://${site}`,
    get metricsUrls() {
      const ports = split.all.flatMap(({ settings }) => settings[METRICS_PORT] ?? []);
      return ports.map((port) => `http://127.0.0.1:${port}/metrics`);
    },
    database,
    tables,
    processes: [...split.all, split.keyStore],
    mailDir: overrides.env?.ONCEOVER_MAIL_DIR ?? split.mailDir,
    drain: () => drain.wait(),
    startMore: async () => void (await Promise.all(logNames.map((name) => split.add(name)))),
    runAccounts: async (argv) => void (await run(['accounts', ...argv])),
    runEvents: (argv) => run(['events', ...argv]),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** A directory with a file for each service, as operators' commands read them. */
function writeEnvironments(split: SplitProcesses): string {
  const directory = path.join(split.keysDir, 'env');
  mkdirSync(directory);
  for (const name of logNames) {
    const lines = Object.entries(split.of(name)[0]?.settings ?? {}).map(([key, value]) => `${key}=${value}`);
    writeFileSync(path.join(directory, `${name}.env`), `${lines.join('\n')}\n`);
  }
  return directory;
}

async function consumersAt(at: string): Promise<readonly WaitingConsumer[]> {
  await using stack = new AsyncDisposableStack();
  const services = commandServices({ at, env: {} }, { log: createLogger('tests'), stack });
  const tools = await Promise.all(logNames.map(async (service) => ({ service, ...(await services.tools(service)) })));
  return tools.flatMap(({ service, definitions }) => definitions.map((definition) => ({ ...definition, service })));
}
