import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@onceover/process/bundle-program';

/** Writes the program that `npm start` runs to the directory named on the command line. */
const target = process.argv[2];
if (target === undefined) throw new TypeError('name the directory to write to');
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const files = await bundleProgram({ input: { main }, target, mostCharacters: 8_800_000 });

/** What processes need to find each other, and whoever moves in to read the Redis of another server: nothing else loads it. */
const SHARED_ONLY = /node_modules\/(ioredis|kafkajs)\//;
const MOVING_IN = /\/packages\/moving-in\/src\/cli\.ts$/;
const beginnings = files.filter(
  ({ isEntry, isDynamicEntry, facadeModuleId }) => isEntry || (isDynamicEntry && !MOVING_IN.test(facadeModuleId ?? '')),
);
const loaded = new Set(beginnings);
// A set gives what is added while it is gone through, too.
for (const { imports } of loaded) for (const file of files) if (imports.includes(file.fileName)) loaded.add(file);
const shared = [...loaded].flatMap(({ moduleIds }) => moduleIds).filter((id) => SHARED_ONLY.test(id));
if (shared.length > 0) throw new Error(`one process needs none of this: ${shared.join(', ')}`);
