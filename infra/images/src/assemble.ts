import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparedNames } from '@onceover/distributed/prepare';
import { copyPackage, copyPostgres } from './packages.ts';
import { copyRuntime, writeProgram } from './runtime.ts';
import { settle } from './settle.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));

/** What images are made of: all in one process, or every process of the distributed profile. */
export const imageKinds = ['embedded', 'distributed'] as const;
export type ImageKind = (typeof imageKinds)[number];

/** What a bundled program reads where its sources are. */
const READ_AT_RUN_TIME = [
  'package.json',
  'schema/graphql',
  'schema/published',
  'services/*/src/adapters/postgres/sql',
  'web/dist',
];

/** What no bundle can hold, in every image: code for this machine that hashes passwords. */
const NATIVE = ['@node-rs/argon2', '@node-rs/bcrypt'];

/** Directories of `/var/lib` that belong to whoever runs in the image, for data and for keys. */
const STATE = ['onceover', 'onceover-keys'].map((name) => `state/var/lib/${name}`);
/** Where the container that prepares others has what is for each of them; a volume begins as the directory that it is put on. */
const PREPARED_IN = 'prepared/var/lib/onceover-prepared';
const PREPARED = ['authority', 'postgres', ...preparedNames].map((name) => `${PREPARED_IN}/${name}`);
const MODES = {
  'runtime/tmp': 0o1777,
  ...Object.fromEntries([...STATE, ...PREPARED].map((place) => [place, 0o700])),
  // The database has a user of its own.
  [`${PREPARED_IN}/postgres`]: 0o755,
};

/**
 * Lays out the files of an image in `target/runtime`, which seldom change, and `target/application`, as they are to lie below `/`,
 * and in `target/state` the empty directories that it may write to (`target/prepared`: those of the container that prepares others). A program finds its files where the checkout was when it was bundled, so they lie there: in our Dockerfile in `/opt/onceover`.
 *
 * Made twice from the same checkout they are the same to the last byte, with the same modes and times.
 */
export function assemble(kind: ImageKind, target: string): void {
  if (!existsSync(path.join(checkout, 'web/dist/shell.json')))
    throw new Error('build the web app first: npm run build -w web');
  rmSync(target, { recursive: true, force: true });
  const application = path.join(target, 'application');
  const home = path.join(application, checkout);
  mkdirSync(home, { recursive: true });
  bundle(kind, path.join(home, 'bundle'));
  for (const file of READ_AT_RUN_TIME.flatMap((pattern) => globSync(pattern, { cwd: checkout }))) {
    cpSync(path.join(checkout, file), path.join(home, file), { recursive: true });
  }
  const needed = NATIVE.flatMap((name) => copyPackage(name, home));
  if (kind === 'embedded') needed.push(...copyPostgres(home));
  if (kind === 'embedded') writeProgram(application, 'onceover', path.join(checkout, 'bundle/main.js'));
  copyRuntime(path.join(target, 'runtime'), { needed, hasShell: kind === 'embedded' });
  const directories = kind === 'embedded' ? STATE : [...STATE, ...PREPARED];
  for (const place of directories) mkdirSync(path.join(target, place), { recursive: true });
  settle(target, MODES);
}

function bundle(kind: ImageKind, target: string): void {
  const script = path.join(checkout, 'infra', kind, 'scripts/bundle.ts');
  const { status } = spawnSync(process.execPath, [script, target], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${kind} could not be bundled; the messages above say why`);
  // Nobody debugs in a container, and the maps are twice as large as what they explain.
  for (const map of globSync('**/*.map', { cwd: target })) rmSync(path.join(target, map));
}
