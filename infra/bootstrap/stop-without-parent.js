import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

const CHECK_EVERY_MS = 1000;

/**
 * Under `npm start`: stops this process once npm or its shell is gone. npm passes SIGTERM to its shell only, and a killed
 * npm passes on nothing, so that a program nobody knows about would go on holding the data.
 *
 * Running detached on purpose is something else. `nohup`, `setsid`, a service manager or a container give npm another
 * parent, but npm itself stays, and only npm is watched. Where npm did not start this program, nobody is.
 */
export function stopWithoutNpm() {
  if (!isNpmStart()) return;
  const shell = process.ppid;
  const npm = isShellOfNpm(shell) ? parentOf(shell) : undefined;
  stopWhen(() => isOrphanOf(shell) || (npm !== undefined && hasLost(shell, npm)));
}

/** In a process that the bootstrap has started: stops it once the bootstrap is gone. */
export function stopWithoutBootstrap() {
  const bootstrap = process.ppid;
  stopWhen(() => isOrphanOf(bootstrap));
}

function stopWhen(isAlone) {
  const timer = setInterval(() => {
    if (!isAlone()) return;
    clearInterval(timer);
    // As an event and not as a signal, which on Windows would end the process at once and leave PostgreSQL behind.
    if (!process.emit('SIGTERM', 'SIGTERM', 15)) process.exit(143);
  }, CHECK_EVERY_MS);
  timer.unref();
}

const SCRIPTS = ['start', 'start:distributed'];

/** `npm start` of this checkout or `npm run start:distributed`, and not another script that starts them in the background. */
function isNpmStart() {
  const { npm_lifecycle_event: script, npm_package_json: file } = process.env;
  return SCRIPTS.includes(script) && file !== undefined && realPath(file) === path.join(root, 'package.json');
}

/** Some shells replace themselves with the program they run; then its parent is npm, and no shell is left. */
function isShellOfNpm(pid) {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: npm sets it for every script it runs.
  const script = process.env.npm_lifecycle_script;
  return script !== undefined && commandOf(pid).includes(script);
}

/** An orphan gets another parent at once; Windows lets it keep the number of the one it had. */
function isOrphanOf(parent) {
  return process.ppid !== parent || isGone(parent);
}

function hasLost(pid, parent) {
  return process.platform === 'linux' ? parentOf(pid) !== parent : isGone(parent);
}

function isGone(pid) {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** The words of a process in one line; empty if the system does not say. */
function commandOf(pid) {
  if (process.platform !== 'linux') return ps('command', pid);
  return readIfPresent(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
}

/** Undefined if the system does not say. */
function parentOf(pid) {
  if (process.platform !== 'linux') return Number(ps('ppid', pid)) || undefined;
  const stat = readIfPresent(`/proc/${pid}/stat`);
  // The name in field 2 may contain blanks and brackets, so the fields are counted from its last bracket.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) || undefined;
}

function ps(field, pid) {
  const { status, stdout } = spawnSync('ps', ['-o', `${field}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
}

function readIfPresent(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function realPath(file) {
  try {
    return fs.realpathSync(file);
  } catch {
    return undefined;
  }
}
