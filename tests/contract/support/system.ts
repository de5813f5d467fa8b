import { afterAll, beforeAll } from 'vitest';
import { People } from '../../support/people.ts';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

/** One running product for all tests of a file, started before the first and stopped after the last. */
export function systemOfThisFile(env: Readonly<Record<string, string>> = {}): {
  readonly url: string;
  readonly tables: TestSystem['tables'];
  readonly people: People;
  readonly mailDir: string;
  /** Where its tables are, for what takes longer than a test. */
  readonly database: TestSystem['database'];
  drain(): Promise<void>;
} {
  let system: TestSystem | undefined;
  const running = (): TestSystem => {
    if (system === undefined) throw new Error('the system is running only during tests');
    return system;
  };
  beforeAll(async () => {
    system = await startSystem({ env });
  });
  afterAll(async () => {
    await system?.[Symbol.asyncDispose]();
  });
  return {
    get url() {
      return running().url;
    },
    get people() {
      return new People(running());
    },
    get mailDir() {
      return running().mailDir;
    },
    get database() {
      return running().database;
    },
    drain: () => running().drain(),
    get tables() {
      return running().tables;
    },
  };
}
