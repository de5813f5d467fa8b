import path from 'node:path';
import { ensureInstalled } from './ensure-installed.js';
import { runNode } from './run.js';

/**
 * `npm run compare`: puts a running product, ours or another, to the trials of docs/COMPARISON.md; `--help` says more. It passes nothing
 * and fails nothing.
 */
await ensureInstalled();
process.exitCode = await runNode(path.join('tests', 'compare', 'compare.ts'), process.argv.slice(2));
