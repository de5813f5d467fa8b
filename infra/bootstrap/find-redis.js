import { spawnSync } from 'node:child_process';
import { onThePath } from './on-the-path.js';
import { installPackages, mayInstallPackages } from './system-packages.js';

const NAME = 'redis-server';
/** Sharded channels came with 7. */
const LEAST_MAJOR = 7;

/** What to say where `findRedis` found none. */
export const noRedis =
  `There is no redis-server ${LEAST_MAJOR} or newer on the path. ` +
  'Install one (on Debian: apt-get install redis-server), or name the program in REDIS_SERVER.';

/**
 * The path of a redis-server that starts on this machine, or undefined. `REDIS_SERVER` names one; else it is on the path. If
 * there is none, installs Debian's when running as root.
 */
export async function findRedis() {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: no task that turbo caches starts a server.
  const given = process.env.REDIS_SERVER;
  if (given) return starts(given) ? given : undefined;
  const there = onThePath([NAME]).find(starts);
  if (there) return there;
  if (mayInstallPackages()) {
    process.stdout.write("No Redis found. Installing the system's.\n");
    await installPackages([NAME]);
  }
  return onThePath([NAME]).find(starts);
}

/** An older one than is needed counts as none. */
function starts(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { timeout: 20000, encoding: 'utf8' });
  const [, major] = /v=(\d+)\./.exec(stdout || '') || [];
  return status === 0 && Number(major) >= LEAST_MAJOR;
}
