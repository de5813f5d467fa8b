import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findKafka } from './find-kafka.js';
import { findRedis } from './find-redis.js';
import { isPinnedNode, root } from './project.js';
import { runNode } from './run.js';
import { stopWithoutNpm } from './stop-without-parent.js';

/**
 * `npm run start:distributed`: installs what is missing, builds what is out of date, then hands over to the supervisor that
 * starts every service as a process.
 */
stopWithoutNpm();
process.chdir(root);
await ensureInstalled();
await ensureWebBuilt();
await findServers();
// The supervisor starts the processes from it, and lies beside it.
const processMain = await ensureBundled('distributed');
process.env.DISTRIBUTED_MAIN = processMain;
const main = path.join(path.dirname(processMain), 'start.js');
if (isPinnedNode()) await import(pathToFileURL(main).href);
else
  process.exitCode = await runNode(path.join('infra', 'bootstrap', 'hand-over.js'), [main, ...process.argv.slice(2)]);

/** What the stack brings along where nobody names a server; where one cannot be had, the stack says what to do. */
async function findServers() {
  const {
    ONCEOVER_REDIS_URL: redis,
    ONCEOVER_REDIS_URL_FILE: redisFile,
    ONCEOVER_KAFKA_BROKERS: brokers,
  } = process.env;
  if (!(redis || redisFile)) {
    const found = await findRedis();
    if (found !== undefined) process.env.REDIS_SERVER = found;
  }
  if (!brokers) await findKafka();
}
