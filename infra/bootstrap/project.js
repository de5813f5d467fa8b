import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

const suffix = process.platform === 'win32' ? '.cmd' : '';

/** A program that npm installed for this project. */
export function installed(name) {
  return path.join(root, 'node_modules', '.bin', name + suffix);
}

/** Prints one line for the person who started this and exits with 1. */
export function giveUp(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** The version of Node that this project installs through npm. */
export function pinnedNode() {
  return `v${Object.values(nodes())[0]}`;
}

/** The packages that hold it, one for each platform. */
export function nodePackages() {
  return Object.keys(nodes());
}

function nodes() {
  return JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).optionalDependencies;
}

export function isPinnedNode() {
  return process.version === pinnedNode();
}
