import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes the package as it is published, JavaScript with types and nothing else, to the directory named on the command line.
 * Default: `dist`.
 */
const home = fileURLToPath(new URL('..', import.meta.url));
const target = path.resolve(process.argv[2] ?? path.join(home, 'dist'));

rmSync(target, { recursive: true, force: true });
const tsc = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));
execFileSync(process.execPath, [tsc, '-p', path.join(home, 'tsconfig.build.json'), '--outDir', target], {
  stdio: 'inherit',
});
const { name, version, description, license, type, engines } = JSON.parse(
  readFileSync(path.join(home, 'package.json'), 'utf8'),
);
const exported = { '.': { types: './index.d.ts', default: './index.js' } };
const published = { name, version, description, license, type, engines, sideEffects: false, exports: exported };
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
cpSync(path.join(home, 'README.md'), path.join(target, 'README.md'));
