import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A copy of the sources, which Stryker may write into; disposing of it removes it. */
export interface SourceCopy extends Disposable {
  readonly directory: string;
}

const COPIED = [
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
  'infra',
  'packages',
  'schema',
  'services',
  'tests',
];

/**
 * The sources as git has them, and what is not yet in it. Packages of the workspace are those of the copy, the others those that are
 * installed: Stryker's own sandbox links all of them to the originals, so that tests would load these.
 */
export function copySources(root: string): SourceCopy {
  const directory = mkdtempSync(path.join(tmpdir(), 'onceover-mutate-'));
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z', '--', ...COPIED], {
    cwd: root,
    maxBuffer: 1e8,
  });
  const files = list
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(path.join(root, file)));
  for (const file of files) cpSync(path.join(root, file), path.join(directory, file), { recursive: true });
  for (const place of ['', ...workspacesWithModules(root)]) linkModules(root, directory, place);
  return { directory, [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }) };
}

function workspacesWithModules(root: string): string[] {
  const folders = [
    'schema',
    'tests',
    ...['packages', 'services', 'infra'].flatMap((parent) =>
      readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`),
    ),
  ];
  return folders.filter((folder) => existsSync(path.join(root, folder, 'node_modules')));
}

function linkModules(root: string, directory: string, place: string): void {
  const from = path.join(root, place, 'node_modules');
  const to = path.join(directory, place, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.cache' || name.startsWith('.vite')) continue;
    if (!name.startsWith('@')) symlinkSync(path.join(from, name), path.join(to, name));
    else
      for (const inner of readdirSync(path.join(from, name)))
        linkOne(root, directory, path.join(place, 'node_modules', name, inner));
  }
}

/** A link of the workspace leads to the same place of the copy. */
function linkOne(root: string, directory: string, link: string): void {
  const at = path.join(directory, link);
  mkdirSync(path.dirname(at), { recursive: true });
  const original = path.join(root, link);
  symlinkSync(lstatSync(original).isSymbolicLink() ? readlinkSync(original) : original, at);
}
