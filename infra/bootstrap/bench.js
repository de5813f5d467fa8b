import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { findKafka, withoutKafka } from './find-kafka.js';
import { findRedis, noRedis } from './find-redis.js';
import { giveUp } from './project.js';
import { runNode } from './run.js';

/**
 * `npm run bench`: prints how fast the program that `npm start` runs is on this machine; `--help` lists its options.
 * `npm run bench:enumeration`: prints how much the timing of its answers reveals. `npm run bench:audit`: prints how long
 * checking a million entries of the audit trail takes, `npm run bench:exports` how fast they are exported. `npm run bench:pages`:
 * prints what the start of each public page costs the browser, `npm run bench:scroll` how smoothly the list of the audit trail
 * and the lists of secrets scroll. `npm run bench:live`: prints how soon a watcher hears of an opening, `npm run bench:feeds` how soon owners
 * hear of their secrets. `npm run bench:split`: prints what a share cycle costs with a process for each service,
 * `npm run bench:live-split` how soon a browser hears of a commit then, `npm run bench:rebuild` how fast a feed is made anew,
 * `npm run bench:relay` how fast a log is copied to its topic and read from there. `npm run bench:costs`: prints what each part
 * costs, `npm run bench:scale` what follows from that for large numbers of secrets. `npm run bench:webhooks`: prints how fast
 * events are sent to webhooks, `npm run bench:dialects` what a secret costs by each dialect of the API, `npm run bench:path` which
 * functions of the sources each request of a share cycle calls. None of them passes or fails.
 */
const [name, ...rest] = process.argv.slice(2);
const own = {
  enumeration: 'enumeration.ts',
  audit: 'audit-verify.ts',
  exports: 'audit-export.ts',
  pages: 'page-starts.ts',
  scroll: 'trail-scroll.ts',
  live: 'live-streams.ts',
  feeds: 'live-feeds.ts',
  split: 'split.ts',
  'live-split': 'live-split.ts',
  rebuild: 'rebuild.ts',
  relay: 'relay.ts',
  costs: 'costs.ts',
  scale: 'scale.ts',
  webhooks: 'webhooks.ts',
  dialects: 'dialects.ts',
  path: 'path.ts',
};
const file = Object.hasOwn(own, name ?? '') ? own[name] : undefined;
const args = file === undefined ? process.argv.slice(2) : rest;
await ensureInstalled();
// It measures packages, not the program.
const isWithoutProgram = file === own.relay || file === own.scale || args.includes('--help');
const env = isWithoutProgram ? {} : await builtPrograms();
process.exitCode = await runNode(path.join('tests', 'load', file ?? 'bench.ts'), args, { env });

async function builtPrograms() {
  await ensureWebBuilt();
  // It names functions of the sources, and runs these.
  if (file === own.path) return {};
  const programs = { EMBEDDED_MAIN: await ensureBundled('embedded') };
  const isApart = [own.split, own['live-split'], own.rebuild, own.costs].includes(file);
  return isApart ? { ...programs, ...(await whatProcessesNeed()) } : programs;
}

async function whatProcessesNeed() {
  if (!(await findKafka())) giveUp(withoutKafka.trimEnd());
  const redis = await findRedis();
  if (redis === undefined) giveUp(noRedis);
  return { DISTRIBUTED_MAIN: await ensureBundled('distributed'), REDIS_SERVER: redis };
}
