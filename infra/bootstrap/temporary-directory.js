import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const NAME = 'onceover-tests-';
/** Clusters of a few systems at once, and an image or two. */
const LEAST_FREE = 4 * 1024 ** 3;
/** Beyond this a directory whose program has gone is a left-over of one that was killed. */
const OLD_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * A directory for what a run of tests keeps for moments, in the memory of the machine, or undefined where that is too small or may
 * run no programs; it is removed when this program ends. A disk takes milliseconds for every commit that the product waits for,
 * and what a killed process has written is there afterwards in memory as well: only a power cut would tell them apart.
 */
export function memoryDirectory(place = '/dev/shm', leastFree = LEAST_FREE) {
  try {
    // Its pages are memory, so there has to be twice as much of that.
    if (freeBytes(place) < leastFree || os.freemem() < leastFree * 2) return undefined;
    removeOld(place);
    const directory = fs.mkdtempSync(path.join(place, NAME));
    process.once('exit', () => remove(directory));
    // PostgreSQL and others run as somebody else.
    fs.chmodSync(directory, 0o1777);
    if (runsPrograms(directory)) return directory;
    remove(directory);
  } catch {
    // There is no such place, or it is not ours to write.
  }
  return undefined;
}

function freeBytes(place) {
  const { bavail, bsize } = fs.statfsSync(place);
  return bavail * bsize;
}

function runsPrograms(directory) {
  const program = path.join(directory, 'program');
  fs.writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  const { status } = spawnSync(program);
  fs.rmSync(program);
  return status === 7;
}

function removeOld(place) {
  for (const name of fs.readdirSync(place).filter((each) => each.startsWith(NAME))) {
    const directory = path.join(place, name);
    if (Date.now() - fs.statSync(directory).mtimeMs > OLD_MILLISECONDS) remove(directory);
  }
}

/** Of its own file system alone: what a killed test had mounted there, such as a part of this machine, is left as it is. */
function remove(directory) {
  spawnSync('rm', ['-rf', '--one-file-system', directory], { stdio: 'ignore' });
}
