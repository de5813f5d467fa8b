import path from 'node:path';
import { ensureBundled } from './ensure-bundled.js';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { runNode } from './run.js';

/** `npm run bench`: prints how fast the program that `npm start` runs is on this machine; judges nothing. */
await ensureInstalled();
await ensureWebBuilt();
const env = { EMBEDDED_MAIN: await ensureBundled() };
process.exitCode = await runNode(path.join('tests', 'load', 'bench.ts'), process.argv.slice(2), { env });
