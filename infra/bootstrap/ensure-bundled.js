import fs from 'node:fs';
import path from 'node:path';
import { giveUp, root } from './project.js';
import { runNode } from './run.js';
import { hashOf, readStamp } from './source-hash.js';

/** What the programs are made of; each has a folder in `infra` besides. */
const shared = ['infra/process', 'infra/keys', 'packages', 'services', 'schema', 'package-lock.json'];

/** Bundles a program, `embedded` or `distributed`, if its sources have changed since the last time; returns the file to run. */
export async function ensureBundled(program) {
  const target = path.join(root, 'node_modules', '.cache', program);
  const stampFile = path.join(target, '.built-from');
  const wanted = hashOf([`infra/${program}`].concat(shared));
  if (readStamp(stampFile) !== wanted) {
    const code = await runNode(path.join('infra', program, 'scripts', 'bundle.ts'), [target]);
    if (code !== 0) giveUp('The program could not be bundled. The messages above say why.');
    fs.writeFileSync(stampFile, wanted);
  }
  return path.join(target, 'main.js');
}
