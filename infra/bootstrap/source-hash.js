import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.js';

/** One hash over the files below some places of the checkout, by name and content, without built or installed files. */
export function hashOf(places) {
  const hash = crypto.createHash('sha256').update(root);
  for (const place of places) addTo(hash, place);
  return hash.digest('hex');
}

/** The hash recorded after the last build, or undefined. */
export function readStamp(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
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
