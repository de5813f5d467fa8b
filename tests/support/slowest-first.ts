import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files of half a minute and more, the longest of each suite first. A fresh checkout knows no times, and by size some of them would begin last: then
 * one worker has a file left, and the others have none.
 */
const slowest = [
  'services/gateway/src/graph/one-answer',
  'services/secrets/src/key-stores.contract.int',
  'packages/redis-kit/src/redis-bells.int',
  'services/notifications/src/crash-points.int',
  'packages/kafka-server/src/start-kafka-server.kafka',
  'infra/distributed/src/same-tables.kafka',
  'tests/system/moving-in/moving-in',
  'tests/system/upgrade/rolling-upgrade',
  'tests/system/services-apart/rolling-restart',
  'tests/system/linearizable/linearizable',
  'tests/contract/published/every-request',
  'tests/system/start-up/keys',
  'tests/system/reveal-once/reveal-once',
  'tests/system/idle/idle',
  'tests/system/halted-consumers/halted-consumers',
  'tests/system/restore/restore',
  'tests/system/start-up/two-databases',
  'tests/system/services-apart/services-apart',
  'tests/system/hostile/brokers/brokers',
  'tests/system/hostile/internal-calls/internal-calls',
  'tests/system/images/images',
  'tests/system/start-up/start-up',
  'tests/system/upgrade/recipe',
].map((file) => `/${file}.test.ts`);

const root = fileURLToPath(new URL('../..', import.meta.url));
const gone = slowest.filter((end) => !existsSync(root + end));
if (gone.length > 0) throw new Error(`tests/support/slowest-first.ts names files that are not there: ${gone}`);

/** Vitest's own order, but for the slowest. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = slowest.flatMap((end) => sorted.filter(({ moduleId }) => moduleId.endsWith(end)));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}
