import { fileURLToPath } from 'node:url';
import { bundleProgram } from '@onceover/process/bundle-program';

/** Writes the program that `npm start` runs to the directory named on the command line. */
const target = process.argv[2];
if (target === undefined) throw new TypeError('name the directory to write to');
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const files = await bundleProgram({ input: { main }, target, mostCharacters: 7_800_000 });

/** What processes need only to find each other. */
const SHARED_ONLY = /node_modules\/(ioredis|kafkajs)\//;
const shared = files.flatMap(({ moduleIds }) => moduleIds).filter((id) => SHARED_ONLY.test(id));
if (shared.length > 0) throw new Error(`one process needs none of this: ${shared.join(', ')}`);
