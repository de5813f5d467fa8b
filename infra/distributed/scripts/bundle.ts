import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@onceover/process/bundle-program';
import { serviceNames } from '@onceover/schema/internal/catalog';

/**
 * Writes the processes of `npm run start:distributed`, the supervisor that starts them, what prepares containers, and the key store to the directory named on
 * the command line. Each service is in files of its own, and what several of them need is in files that these load.
 */
const target = process.argv[2];
if (target === undefined) throw new TypeError('name the directory to write to');
const source = (name: string) => fileURLToPath(new URL(`../src/${name}`, import.meta.url));
const keyStore = fileURLToPath(new URL('../../keys/src/main.ts', import.meta.url));
const input = {
  main: source('main.ts'),
  start: source('start.ts'),
  prepare: source('prepare/prepare-main.ts'),
  'key-store': keyStore,
};
const files = await bundleProgram({ input, target, mostCharacters: 9_800_000 });

/** What only processes with a database of their own need. */
const OF_STORES = /node_modules\/(kafkajs|pg|knex|graphile-worker)\//;
for (const name of serviceNames) {
  const others = serviceNames.filter((each) => each !== name).join('|');
  const isForeign = new RegExp(`/services/(${others})/`);
  const loaded = loadedWith(new RegExp(`/services/${name}/src/service\\.ts$`));
  const foreign = loaded.filter((id) => isForeign.test(id) || (name === 'gateway' && OF_STORES.test(id)));
  if (foreign.length > 0) throw new Error(`${name} needs none of this: ${foreign.join(', ')}`);
}

/** The modules in all files that are read once one of them is. */
function loadedWith(module: RegExp): readonly string[] {
  const seen = new Set(files.filter(({ moduleIds }) => moduleIds.some((id) => module.test(id))));
  if (seen.size === 0) throw new Error(`no file has ${module}`);
  for (const file of seen) {
    for (const next of files.filter(({ fileName }) => file.imports.includes(fileName))) seen.add(next);
  }
  return [...seen].flatMap(({ moduleIds }) => moduleIds);
}
