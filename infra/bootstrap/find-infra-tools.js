import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { giveUp, root } from './project.js';
import { run } from './run.js';

/** Kept from one run to the next: programs that were built, and schemas. */
export const infraCache = path.join(root, 'node_modules', '.cache', 'infra-tools');

/** Programs that Go builds in a minute each, where the path has none. */
const BUILT = {
  helm: { module: 'helm.sh/helm/v3/cmd/helm', version: 'v3.22.0', asks: ['version'] },
  kubeconform: { module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: 'v0.8.0', asks: ['-v'] },
};

/** Paths of helm, kubeconform and promtool. Without one of them, says in a sentence what to install, and ends with 1. */
export async function findInfraTools() {
  const promtool = onThePath('promtool', ['--version']);
  if (!promtool)
    giveUp('There is no promtool on the path. Install Prometheus (on Debian: apt-get install prometheus).');
  return { helm: await find('helm'), kubeconform: await find('kubeconform'), promtool };
}

async function find(name) {
  const { module, version, asks } = BUILT[name];
  const there = onThePath(name, asks);
  if (there) return there;
  const directory = path.join(infraCache, version);
  const built = path.join(directory, process.platform === 'win32' ? `${name}.exe` : name);
  if (fs.existsSync(built)) return built;
  if (!onThePath('go', ['version'])) {
    giveUp(`There is no ${name} on the path. Install ${name} ${version}, or Go, with which it is built.`);
  }
  process.stdout.write(`Building ${name} ${version}. This takes a minute, once.\n`);
  const code = await run('go', ['install', `${module}@${version}`], { env: { GOBIN: directory } });
  if (code !== 0) giveUp(`Go could not build ${name}. Its messages above say why. Is its module proxy reachable?`);
  return built;
}

/** A program that starts. */
function onThePath(name, asks) {
  return spawnSync(name, asks, { timeout: 20000, stdio: 'ignore' }).status === 0 ? name : undefined;
}
