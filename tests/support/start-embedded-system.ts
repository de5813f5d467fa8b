import path from 'node:path';
import { type RunningSystem, startEmbedded } from '@onceover/embedded';
import { runOperatorCommand } from '@onceover/embedded/commands';
import { loadEmbeddedConfig } from '@onceover/embedded/config';
import { migratedDatabase } from './fresh-database.ts';
import { SecretTables } from './secret-tables.ts';
import { type TemporaryPlace, temporaryPlace } from './temporary-place.ts';
import type { SystemOverrides, TestSystem } from './test-system.ts';

/** The whole product in this process. */
export async function startEmbeddedSystem(overrides: SystemOverrides): Promise<TestSystem> {
  await using stack = new AsyncDisposableStack();
  const place: TemporaryPlace = stack.use(temporaryPlace());
  const database = overrides.database ?? stack.use(await migratedDatabase()).address;
  const mailDir = overrides.env?.ONCEOVER_MAIL_DIR ?? path.join(place.path, 'mail');
  const config = loadEmbeddedConfig({
    ONCEOVER_PORT: '0',
    ONCEOVER_RATE_LIMITS: 'off',
    ONCEOVER_DATA_DIR: place.dataDir,
    ONCEOVER_KEYS_DIR: place.keysDir,
    ONCEOVER_MAIL_DIR: mailDir,
    ONCEOVER_SIGNUP_PLANS: 'basic,identity',
    ...overrides.env,
  });
  const running = stack.use(new AsyncDisposableStack());
  const system: RunningSystem = running.use(await startEmbedded(config, { database }));
  const systems = [system];
  const tables = stack.use(new SecretTables(database));
  const run = async (argv: readonly string[]) => {
    const lines: string[] = [];
    const code = await runOperatorCommand(argv, {
      config: () => config,
      open: async () => ({ config, database }),
      write: (line) => void lines.push(line),
    });
    if (code !== 0) throw new Error(lines.join('\n'));
    return lines;
  };
  const owned = stack.move();
  return {
    url: system.url,
    get metricsUrls() {
      return systems.flatMap(({ metricsUrl }) => metricsUrl ?? []);
    },
    database,
    tables,
    mailDir,
    async drain() {
      await Promise.all(systems.map((each) => each.drain()));
    },
    async startMore() {
      systems.push(running.use(await startEmbedded(config, { database })));
    },
    runAccounts: async (argv) => void (await run(['accounts', ...argv])),
    runEvents: (argv) => run(['events', ...argv]),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
