import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { embeddedOnly } from './tests/support/embedded-only.ts';
import { filesOfOwnProcess } from './tests/support/own-process.ts';
import { profile } from './tests/support/profile.ts';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const exclude = ['**/node_modules/**', 'web/dist/**'];

const notOfThisProfile = profile === 'embedded' ? [] : Object.keys(embeddedOnly);

// Systems that tests start in their own process say only what is wrong.
const env = { ONCEOVER_LOG_LEVEL: 'error' };
// Whoever runs these reads the names of tests; what a test wants to know of a log it asks the logger.
const quiet = { ONCEOVER_LOG_LEVEL: 'silent' };

// Vite would take graphql's ES build and Node its CommonJS one: two copies refuse each other's schemas.
const graphql = fileURLToPath(new URL('./node_modules/graphql/index.js', import.meta.url));

const cores = availableParallelism();
// A file keeps a core busy for at most three quarters of its time; the rest it waits for databases, timeouts and other processes.
const workers = Math.ceil(cores * 1.5);
// Each of whole systems takes up to 1 GB, in the distributed profile more.
const systemWorkers = profile === 'embedded' ? 3 : 2;

const unit = [
  '{schema,packages,services,infra,tests/compare,tests/load,tests/mutation,tests/prove,tests/robots}/**/*.{test,prop.test}.ts',
];
/** A page is a process: what its modules know, such as who is signed in, is not for the next file. */
const unitOfPages = 'web/src/**/*.test.{ts,tsx}';
const notUnit = [...exclude, '**/*.int.test.ts', '**/*.kafka.test.ts'];
/** Brokers start and stop beside these. */
const unitLimits = { testTimeout: 60_000, hookTimeout: 60_000 };
const unitAlone = filesOfOwnProcess(unit, notUnit);

/** What files import takes longer than most of them: they run one after another in the processes of their workers. */
const oneProcess = { isolate: false, setupFiles: ['tests/support/leave-nothing.ts'] };

/**
 * A project per level; suites are found by file name. No test is about time: the limits only end what hangs, also on a
 * machine with much else to do.
 */
export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    maxWorkers: workers,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...oneProcess,
          name: 'unit',
          env: quiet,
          ...unitLimits,
          include: unit,
          exclude: [...notUnit, ...unitAlone],
        },
      },
      {
        extends: true,
        test: { name: 'unit-alone', env: quiet, ...unitLimits, include: [...unitAlone, unitOfPages], exclude: notUnit },
      },
      {
        extends: true,
        test: {
          ...oneProcess,
          name: 'int',
          env: quiet,
          include: ['{packages,services,infra}/**/*.int.test.ts'],
          exclude,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'kafka',
          env: quiet,
          include: [
            '{packages,infra}/**/*.kafka.test.ts',
            // Here the bus keeps its promises on Kafka too.
            'packages/event-bus/src/contract/{delivery.contract,failures.contract,redelivery.prop}.int.test.ts',
          ],
          exclude,
          // Brokers and databases take the cores as well.
          maxWorkers: 3,
          globalSetup: ['packages/testing/src/global-setup.ts', 'packages/testing/src/kafka-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          ...oneProcess,
          name: 'contract',
          env,
          include: ['tests/contract/**/*.test.ts'],
          setupFiles: [...oneProcess.setupFiles, 'tests/contract/support/listen.ts'],
          exclude,
          globalSetup: ['packages/testing/src/global-setup.ts', 'tests/support/backing-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          env,
          include: ['tests/system/**/*.test.ts'],
          exclude: [...exclude, ...notOfThisProfile],
          maxWorkers: systemWorkers,
          globalSetup: ['packages/testing/src/global-setup.ts', 'tests/support/backing-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
