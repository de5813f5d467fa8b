import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { foreignPlatform, platformName } from './foreign-packages.js';
import { giveUp, installed, isPinnedNode, nodePackages, pinnedNode, root } from './project.js';
import { run } from './run.js';
import { hashOf, readStamp } from './source-hash.js';

const LEAST_NODE = 20;
// npm writes its record last, so an installation that was interrupted has none.
const npmRecord = path.join(root, 'node_modules', '.package-lock.json');
const stampFile = path.join(root, 'node_modules', '.installed-from');

/** Installs what package-lock.json lists and is missing, and makes sure that the pinned Node runs here. */
export async function ensureInstalled() {
  if (Number(process.versions.node.split('.')[0]) < LEAST_NODE) {
    giveUp(`Node ${LEAST_NODE} or newer is needed to start (this is ${process.version}). See https://nodejs.org/.`);
  }
  if (!fs.existsSync(path.join(root, 'package-lock.json')))
    giveUp('package-lock.json is missing. Get a complete checkout.');
  const wanted = hashOf(['package-lock.json']);
  if (!fs.existsSync(npmRecord) || readStamp(stampFile) !== wanted) {
    process.stdout.write('Installing missing packages. The first time takes a minute or two.\n');
    if ((await install()) !== 0) {
      giveUp('npm could not install the packages. Its messages above say why. Is the registry reachable?');
    }
    fs.writeFileSync(stampFile, wanted);
  }
  refuseForeignPackages();
  requirePinnedNode();
}

/** Programs of another platform fail one by one, in the words of the system. */
function refuseForeignPackages() {
  const here = platformName(process.platform, process.arch);
  const isThere = (name) => fs.existsSync(path.join(root, 'node_modules', name));
  const foreign = foreignPlatform(nodePackages(), isThere, here);
  if (foreign === undefined) return;
  giveUp(
    `node_modules was installed for ${foreign}, and this is ${here}: remove it (rm -rf node_modules), and start again; it is then installed for this one.`,
  );
}

/**
 * Installs the versions in package-lock.json and changes neither it nor package.json. Not `npm ci`, which refuses to
 * work if a registry lacks builds for some other platform, although this machine would never install them.
 */
async function install() {
  const began = Date.now();
  const tell = () => process.stdout.write(`  still installing (${Math.round((Date.now() - began) / 1000)} s)\n`);
  // On a terminal npm shows its own progress.
  const telling = process.stdout.isTTY ? undefined : setInterval(tell, 10000);
  const code = await npm([
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  clearInterval(telling);
  return code;
}

/** The npm that runs this script if there is one, else the one on the path. */
function npm(args) {
  // biome-ignore lint/suspicious/noUndeclaredEnvVars: npm sets it for every script it runs.
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return run(process.execPath, [cli].concat(args));
  return run('npm', args);
}

function requirePinnedNode() {
  if (isPinnedNode()) return;
  const trial = spawnSync(installed('node'), ['--version'], { shell: process.platform === 'win32' });
  const found = trial.status === 0 ? String(trial.stdout).trim() : 'none';
  if (found === pinnedNode()) return;
  giveUp(
    `Node ${pinnedNode()}, which this project installs through npm, does not run here ` +
      `(${process.platform}-${process.arch}, found: ${found}).\n` +
      'It is available for Linux (glibc) and macOS on x64 and arm64, and for Windows on x64. ' +
      'If npm was told to omit optional packages, run: npm install --no-save --include=optional',
  );
}
