import fs from 'node:fs';
import path from 'node:path';
import { giveUp, root } from './project.js';
import { run } from './run.js';
import { hashOf, readStamp } from './source-hash.js';

const stampFile = path.join(root, 'web', 'dist', '.built-from');

/** Builds the web app if its sources have changed since the last build. */
export async function ensureWebBuilt() {
  const wanted = hashOf(['web', 'schema', 'package-lock.json']);
  if (readStamp(stampFile) === wanted) return;
  process.stdout.write('Building the web app.\n');
  const code = await run('npm', ['run', '--silent', 'build', '--workspace', 'web']);
  if (code !== 0) giveUp('The web app could not be built. The messages above say why.');
  fs.writeFileSync(stampFile, wanted);
}
