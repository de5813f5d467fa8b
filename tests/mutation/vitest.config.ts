import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { type GroupName, groups, type MutationGroup } from './groups.ts';
import { orderOf } from './order-of-group.ts';

const guarded: MutationGroup = {
  title: '',
  sources: [],
  tests: ['services/secrets/src/**/*.int.test.ts'],
  isIntegration: true,
};
const name = process.env.MUTATION_GROUP;
const group: MutationGroup = name === 'sql' ? guarded : groups[name as GroupName];
const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** For Stryker alone, which runs it in a copy of the sources. */
export default defineConfig({
  root: here('../..'),
  resolve: { alias: [{ find: /^graphql$/, replacement: here('../../node_modules/graphql/index.js') }] },
  test: {
    name: 'mutation',
    env: { ONCEOVER_LOG_LEVEL: 'silent' },
    include: [...group.tests],
    exclude: ['**/node_modules/**', ...(group.isIntegration ? [] : ['**/*.int.test.ts'])],
    sequence: { sequencer: orderOf(group) },
    setupFiles: [here('../support/leave-nothing.ts'), here('prepare-tests.ts')],
    globalSetup: group.isIntegration ? [here('../../packages/testing/src/global-setup.ts')] : [],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
