import fs from 'node:fs';
import path from 'node:path';
import { giveUp, root } from './project.js';
import { runNode } from './run.js';
import { hashOf, readStamp } from './source-hash.js';

const target = path.join(root, 'node_modules', '.cache', 'embedded');
const stampFile = path.join(target, '.built-from');

/** Bundles the program if its sources have changed since the last time; returns the file to run. */
export async function ensureBundled() {
  const wanted = hashOf(['infra/embedded', 'packages', 'services', 'schema', 'package-lock.json']);
  if (readStamp(stampFile) !== wanted) {
    const code = await runNode(path.join('infra', 'embedded', 'scripts', 'bundle.ts'), [target]);
    if (code !== 0) giveUp('The program could not be bundled. The messages above say why.');
    fs.writeFileSync(stampFile, wanted);
  }
  return path.join(target, 'main.js');
}
