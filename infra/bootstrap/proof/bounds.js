import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const GIB = 1024 ** 3;
/** What the largest piece writes at once: clusters, brokers, a base backup. */
const LEAST_TEMPORARY = 6 * GIB;
const LEAST_CACHE = GIB;
/** A piece holds some systems at once, each of up to 1 GB, and starts some hundred processes in turn. */
const LEAST_MEMORY = 3 * GIB;
const LEAST_PROCESSES = 600;

/** Why nothing should begin here, or undefined. */
export function tooSmall({ temporary, cache, freeOf = freeBytes, memory = os.freemem(), processes = freeProcesses() }) {
  const short = [
    [`free in ${temporary} (TMPDIR says where else)`, freeOf(temporary), LEAST_TEMPORARY],
    [`free in ${cache}`, freeOf(cache), LEAST_CACHE],
    ['of memory free', memory, LEAST_MEMORY],
  ].filter(([, there, least]) => there < least);
  const lines = short.map(([what, there, least]) => `${gib(least)} have to be ${what}; there are ${gib(there)}.`);
  if (processes < LEAST_PROCESSES)
    lines.push(`${LEAST_PROCESSES} more processes have to be allowed; ${processes} are (ulimit -u).`);
  return lines.length === 0 ? undefined : lines.join('\n');
}

const gib = (bytes) => `${(bytes / GIB).toFixed(1)} GiB`;

function freeBytes(place) {
  const { bavail, bsize } = fs.statfsSync(place);
  return bavail * bsize;
}

/** How many more this user may start; where that is not known, as many as they like. */
function freeProcesses() {
  try {
    const [, limit = ''] = /^Max processes\s+(\S+)/m.exec(fs.readFileSync('/proc/self/limits', 'utf8')) || [];
    const running = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).length;
    return limit === 'unlimited' || limit === '' ? Number.POSITIVE_INFINITY : Number(limit) - running;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** A directory for the temporary files of one piece, which goes with all that is in it. */
export function pieceDirectory(base) {
  const directory = fs.mkdtempSync(path.join(base, 'onceover-piece-'));
  // PostgreSQL and others run as somebody else.
  fs.chmodSync(directory, 0o1777);
  return directory;
}

/**
 * Ends what a piece has left running, by its process id: programs whose command line names its directory. Gives their names: a
 * piece that leaves something has failed, because a machine would fill up within hours.
 */
export function endLeftovers(directory) {
  const left = [];
  for (const pid of processIds()) {
    const words = commandLine(pid);
    if (pid === process.pid || !words.some((word) => word.includes(directory))) continue;
    left.push(`${path.basename(words[0])} ${pid}`);
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  return left;
}

function processIds() {
  try {
    return fs
      .readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
