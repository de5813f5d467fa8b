import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { giveUp, root } from './project.js';
import { run } from './run.js';

const stampFile = path.join(root, 'web', 'dist', '.built-from');

/** Builds the web app when its sources changed since the last build. */
export async function ensureWebBuilt() {
  const wanted = hashOfSources();
  if (readStamp() === wanted) return;
  process.stdout.write('Building the web app.\n');
  const code = await run('npm', ['run', '--silent', 'build', '--workspace', 'web']);
  if (code !== 0) giveUp('The web app could not be built; the messages above say why.');
  fs.writeFileSync(stampFile, wanted);
}

/** Everything the build reads: the web workspace, what the schema tells it, and the packages' versions. */
function hashOfSources() {
  const hash = crypto.createHash('sha256');
  for (const place of ['web', 'schema', 'package-lock.json']) addTo(hash, place);
  return hash.digest('hex');
}

function addTo(hash, place) {
  const full = path.join(root, place);
  if (fs.statSync(full).isDirectory()) {
    for (const name of fs.readdirSync(full).sort()) {
      if (name !== 'dist' && name !== 'node_modules' && !name.startsWith('.')) addTo(hash, `${place}/${name}`);
    }
  } else {
    hash.update(`${place}\0`).update(fs.readFileSync(full)).update('\0');
  }
}

function readStamp() {
  try {
    return fs.readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}
