import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { findRedis, noRedis } from './find-redis.js';
import { giveUp } from './project.js';
import { runNode } from './run.js';
import { memoryDirectory } from './temporary-directory.js';

/**
 * `npm run mutate`: changes one place of a source at a time and runs the tests that ought to notice; `--help` says more. Exit code 1:
 * something that is not explained was not noticed.
 */
const words = process.argv.slice(2);
await ensureInstalled();
const redis = await findRedis();
if (redis === undefined && !words.includes('--help')) giveUp(noRedis);
// biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches runs this.
const temporary = process.env.TMPDIR ?? memoryDirectory();
if (temporary !== undefined) process.env.TMPDIR = temporary;
process.exitCode = await runNode(path.join('tests', 'mutation', 'mutate.ts'), words, { env: { REDIS_SERVER: redis } });
