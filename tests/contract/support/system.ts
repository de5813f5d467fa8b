import { afterAll, beforeAll } from 'vitest';
import { startSystem, type TestSystem } from '../../support/start-system.ts';

/** One running product for all tests of a file, started before the first and stopped after the last. */
export function systemOfThisFile(env: Readonly<Record<string, string>> = {}): {
  readonly url: string;
  readonly tables: TestSystem['tables'];
} {
  let system: TestSystem | undefined;
  const running = (): TestSystem => {
    if (system === undefined) throw new Error('the system runs only while tests do');
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
    get tables() {
      return running().tables;
    },
  };
}
