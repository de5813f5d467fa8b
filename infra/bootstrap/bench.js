import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { ensureWebBuilt } from './ensure-web-built.js';
import { runNode } from './run.js';

/** `npm run bench`: prints how fast the product is on this machine; judges nothing. */
await ensureInstalled();
await ensureWebBuilt();
process.exitCode = await runNode(path.join('tests', 'load', 'bench.ts'), process.argv.slice(2));
